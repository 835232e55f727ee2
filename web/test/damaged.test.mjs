// Damaged files: they end in words, never in a trap, and their memory comes back.
//
// WEND_CASES sets how many are read: 3000 by default, 100000 for the bar.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load, objOf } from './shared.mjs';

const { createWend, WendError } = await load('index.js');
const { createQuery } = await load('query.js');
const wend = await createWend();
const query = await createQuery();

// The hash of .wend files (docs/format.md), for files whose checksums are right and whose contents are not.
const mask = (1n << 64n) - 1n;
function hash(seed, bytes) {
    let h = seed ^ (((BigInt(bytes.length) + 1n) * 0x9E3779B97F4A7C15n) & mask);
    const whole = new Uint8Array(Math.ceil(bytes.length / 8) * 8);
    whole.set(bytes);
    for (const word of new BigUint64Array(whole.buffer)) {
        h = ((h ^ word) * 0xD6E8FEB86659FD93n) & mask;
        h ^= h >> 32n;
    }
    h = ((h ^ (h >> 30n)) * 0xBF58476D1CE4E5B9n) & mask;
    h = ((h ^ (h >> 27n)) * 0x94D049BB133111EBn) & mask;
    return h ^ (h >> 31n);
}
function forge(bytes) {
    if (bytes.length < 64) return bytes;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const count = view.getUint32(12, true);
    if (count > (bytes.length - 64) / 48) return bytes;
    for (let k = 0; k < count; k++) {
        const entry = 64 + 48 * k;
        const [offset, size] = [Number(view.getBigUint64(entry + 8, true)), Number(view.getBigUint64(entry + 16, true))];
        if (offset + size <= bytes.length) view.setBigUint64(entry + 40, hash(0n, bytes.subarray(offset, offset + size)), true);
    }
    view.setBigUint64(16, BigInt(bytes.length), true);
    view.setBigUint64(24, 0n, true);
    view.setBigUint64(24, hash(hash(0n, bytes.slice(0, 64)), bytes.slice(64, 64 + 48 * count)), true);
    return bytes;
}

const text = (words) => new Uint8Array(Buffer.from(words));
// A floor with a hole and a step, in every format.
function scenes() {
    const positions = [0, 0, 0, 6, 0, 0, 6, 0, -4, 0, 0, -4, 6, 0.2, 0, 9, 0.2, 0, 9, 0.2, -4, 6, 0.2, -4];
    const triangles = [0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7, 1, 4, 7, 1, 7, 2];
    const corners = triangles.map((v) => positions.slice(3 * v, 3 * v + 3));
    const faces = Array.from({ length: 6 }, (_, k) => corners.slice(3 * k, 3 * k + 3));
    const stl = Buffer.alloc(84 + 50 * faces.length);
    stl.writeUInt32LE(faces.length, 80);
    faces.forEach((face, k) => face.flat().forEach((x, i) => stl.writeFloatLE(x, 84 + 50 * k + 12 + 4 * i)));
    const ascii = faces.map((f) => `facet normal 0 1 0\nouter loop\n${f.map((c) => `vertex ${c.join(' ')}`).join('\n')}\nendloop\nendfacet`);
    const ply = `ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\nelement face 6\n` +
        `property list uchar int vertex_indices\nend_header\n`;
    const lines = (list, n) => list.flatMap((_, k) => (k % n ? [] : [list.slice(k, k + n).join(' ')]));
    const bin = Buffer.concat([Buffer.from(Float32Array.from(positions).buffer), Buffer.from(Uint16Array.from(triangles).buffer)]);
    const json = JSON.stringify({
        asset: { version: '2.0' }, buffers: [{ byteLength: bin.length }], scene: 0, scenes: [{ nodes: [0] }],
        bufferViews: [{ buffer: 0, byteLength: 96 }, { buffer: 0, byteOffset: 96, byteLength: 36 }],
        accessors: [
            { bufferView: 0, componentType: 5126, count: 8, type: 'VEC3' }, { bufferView: 1, componentType: 5123, count: 18, type: 'SCALAR' },
        ],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
        nodes: [{ mesh: 0, translation: [1, 0, 0], children: [1] }, { mesh: 0, rotation: [0, 1, 0, 0], translation: [20, 0, 0] }],
    });
    const padded = Buffer.from(json.padEnd(Math.ceil(json.length / 4) * 4));
    const head = Buffer.alloc(20);
    head.write('glTF');
    [2, 28 + padded.length + bin.length, padded.length, 0x4e4f534a].forEach((word, k) => head.writeUInt32LE(word, 4 + 4 * k));
    const second = Buffer.alloc(8);
    second.writeUInt32LE(bin.length, 0);
    second.writeUInt32LE(0x004e4942, 4);
    return {
        'a.obj': new Uint8Array(objOf({ positions, triangles })),
        'a.stl': new Uint8Array(stl),
        'b.stl': text(`solid a\n${ascii.join('\n')}\nendsolid a\n`),
        'a.ply': text(ply + [...lines(positions, 3), ...lines(triangles, 3).map((l) => `3 ${l}`)].join('\n') + '\n'),
        'a.glb': new Uint8Array(Buffer.concat([head, padded, second, bin])),
    };
}
function plans() {
    const rings = '[[[0,0],[9,0],[9,6],[0,6],[0,0]],[[3,2],[4,2],[4,4],[3,4],[3,2]]]';
    return {
        'a.geojson': text(`{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"ground":"grass"},"geometry":{"type":"Polygon","coordinates":${rings}}},
            {"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[5,1],[6,3],[8,5]]}}]}`),
        'a.wkt': text('POLYGON ((0 0, 9 0, 9 6, 0 6, 0 0), (3 2, 4 2, 4 4, 3 4, 3 2))'),
        'a.poly': text('8 2 0 0\n1 0 0\n2 9 0\n3 9 6\n4 0 6\n5 3 2\n6 4 2\n7 4 4\n8 3 4\n8 0\n1 1 2\n2 2 3\n3 3 4\n4 4 1\n5 5 6\n6 6 7\n7 7 8\n8 8 5\n1\n1 3.5 3\n'),
        'a.map': text('type octile\nheight 5\nwidth 6\nmap\n......\n.@@...\n.@@.T.\n......\n..@...\n'),
        'a.json': text('[[[0,0],[9,0],[9,6],[0,6]],[[3,2],[4,2],[4,4],[3,4]]]'),
        'a.dat': text('0 0\n9 0\n9 6\n0 6\n'),
    };
}

let state = 1;
const random = (n) => (state = (state * 48271) % 2147483647) % n;
// A few bytes changed, moved or cut off; of texts, often to what means something there.
function damage(good) {
    let bytes = good.slice();
    for (let i = random(3); i >= 0 && bytes.length > 0; i--) {
        const at = random(bytes.length);
        const kind = random(12);
        if (kind === 0) bytes = bytes.slice(0, at);
        else if (kind === 1) bytes.copyWithin(at, random(bytes.length), bytes.length);
        else if (kind === 2) bytes[at] = '0123456789-+.eE[]{}",: \n'.charCodeAt(random(24));
        else if (kind === 3) bytes[at] ^= 1 << random(8);
        else if (kind === 4) bytes.fill(random(2) ? 255 : 0, at, at + 4);
        else bytes[at] = random(256);
    }
    return bytes;
}

test('damaged files never trap', () => {
    const files = { ...scenes(), ...plans() };
    const navs = Object.keys(files).map((name) => wend.build(wend.read(files[name], name)));
    const saved = navs.map((nav) => nav.save());
    for (const nav of navs) nav.free();
    const cases = Number(process.env.WEND_CASES ?? 3000);
    const names = Object.keys(files);
    const told = new Map();
    let built = 0;
    let asked = 0;
    const before = wend.bytes;
    for (let k = 0; k < cases; k++) {
        const archive = k % 2 === 0;
        const which = random(names.length);
        const bytes = damage(archive ? saved[which] : files[names[which]]);
        const made = [];
        try {
            if (archive) {
                const home = random(2) ? wend : query;
                const nav = home.load(random(4) ? forge(bytes) : bytes, { proven: random(3) === 0 });
                made.push(nav);
                const spots = nav.random(3, k); // what was loaded can be asked
                nav.path(spots.at(0), spots.at(1), 0.2);
                nav.widests(spots.at(0), spots);
                asked++;
            } else {
                const input = wend.read(bytes, names[which]);
                made.push(input);
                made.push(wend.build(input));
                built++;
            }
        } catch (error) {
            assert.ok(error instanceof WendError && error.message.length > 8, `case ${k}, ${names[which]}: ${error?.stack ?? error}`);
            told.set(error.message, (told.get(error.message) ?? 0) + 1);
        }
        for (const thing of made) thing.free();
    }
    console.log(`${cases} damaged files: ${built} built, ${asked} loaded and asked, ${told.size} different sentences`);
    assert.ok(built > cases / 30 && asked > cases / 60 && told.size > 40, `${built} ${asked} ${told.size}`);
    assert.ok(wend.bytes - before < 16384, `${wend.bytes - before} bytes are left`); // room for words and findings is kept
});

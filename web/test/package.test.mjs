// The npm package in node: what its README promises, its errors, its memory, and that it is the command's equal.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { command, folder, load, nativeFiles, objOf, packageFolder, read, root, run } from './shared.mjs';

const { createWend, WendError, areasByRadius } = await load('index.js');
const wend = await createWend();
const hall = [5.6, 0.1, -5.2];
const landing = [5.5, 2.9, -4.8];

function house(options) {
    return wend.build(wend.sample('two-storeys'), options);
}

test('the ten lines of the README run', async () => {
    const here = folder();
    writeFileSync(join(here, 'house.obj'), objOf(wend.sample('two-storeys').look()));
    const text = readFileSync(join(root, 'web/wend/README.md'), 'utf8').match(/```js\n([^]*?)```/)[1];
    const code = text
        .replace("from 'wend'", `from '${join(packageFolder, 'index.js')}'`)
        .replaceAll("readFile('house.obj')", `readFile('${join(here, 'house.obj')}')`)
        .replaceAll('console.log(', 'out.push(');
    writeFileSync(join(here, 'readme.mjs'), `export const out = [];\n${code}`);
    const { out } = await import(join(here, 'readme.mjs'));
    const [area, doors, flights, status, length, points, reason] = out;
    assert.ok(area > 300 && doors >= 4 && flights === 2, `${out}`);
    assert.equal(status, 'reached');
    assert.ok(length > 5 && length < 40 && points > 10, `${out}`);
    assert.match(reason, /too-narrow/);
});

test('scenes and plans give the same bytes as the command', { skip: !command() && 'the command is not built' }, () => {
    const counts = { true: 0, false: 0 };
    for (const { name, input, wend: made, scene } of nativeFiles(wend.samples())) {
        const raw = wend.read(read(input), input);
        const nav = wend.build(raw);
        assert.deepEqual(nav.save(), read(made), name);
        counts[scene]++;
        nav.free();
        raw.free();
    }
    assert.ok(counts.true >= 20 && counts.false >= 10, JSON.stringify(counts));
});

test('a loaded nav answers as the one that was saved, in the module that only asks, too', async () => {
    const { createQuery } = await load('query.js');
    const query = await createQuery();
    const built = house();
    const bytes = built.save();
    for (const other of [wend.load(bytes), wend.load(bytes, { proven: true }), query.load(bytes)]) {
        assert.equal(other.info().hash, built.info().hash);
        const a = built.random(200, 7);
        const b = other.random(200, 7);
        assert.deepEqual(a.points, b.points);
        assert.deepEqual(built.clearances(a), other.clearances(b));
        assert.deepEqual(built.components(a, 0.3), other.components(b, 0.3));
        assert.deepEqual(built.path(hall, landing, 0.3), other.path(hall, landing, 0.3));
        assert.deepEqual(other.save(), bytes);
        other.free();
    }
    built.free();
});

test('answers agree with each other', () => {
    const nav = house();
    const spots = nav.random(2000, 3);
    const start = nav.locate(hall);
    const widest = nav.widests(start, spots);
    const rooms = nav.clearances(spots);
    const floor = nav.floor();
    const reach = nav.reach(start);
    assert.equal(reach.length, nav.info().medialVertices);
    for (const radius of [0.1, 0.3, 0.39, 0.6]) {
        const mine = nav.component(start, radius);
        const parts = nav.components(spots, radius);
        let reached = 0;
        for (let k = 0; k < spots.length; k++) {
            if (Math.abs(widest[k] - radius) > 1e-6 && mine >= 0)
                assert.equal(parts[k] === mine, widest[k] >= radius, `spot ${k}, radius ${radius}`);
            assert.equal(parts[k] >= 0, rooms[k] >= radius);
            reached += widest[k] >= radius;
        }
        const areas = areasByRadius(floor, reach);
        const share = areas.reachable[Math.round(radius / areas.step)] / areas.whole;
        assert.ok(Math.abs(share - reached / spots.length) < 0.04, `${radius}: ${share} of ${reached / spots.length}`);
    }
    assert.ok(nav.path(start, landing, 0.2).length >= nav.path(start, landing, 0.1).length);
    assert.equal(nav.path(start, [1e6, 0, 0]).status, 'off-mesh');
    nav.free();
});

test('paths with wishes, the nearest of many, and small steps', () => {
    const nav = house();
    const path = nav.path(hall, landing, 0.3, { details: true });
    assert.ok(path.flights.length >= 1 && path.flights[0].up && path.areas.length >= 1);
    const loose = nav.path(hall, landing, 0.3, { excess: 0.1 });
    assert.ok(loose.length <= path.length * 1.1 + 1e-9 && loose.bound <= path.length + 1e-9);
    assert.equal(nav.path(hall, landing, 0.3, { by: 'cells' }).status, 'reached');
    const partial = nav.path(hall, landing, 0.45, { partial: 'air' });
    assert.ok(['reached', 'partial'].includes(partial.status) && partial.points.length > 0);
    const roomy = nav.path(hall, landing, 0.2, { clearance: 0.6, detour: 0.5 });
    const close = nav.path(hall, landing, 0.2);
    assert.ok(roomy.clearance > 0.2 && roomy.length >= close.length && roomy.length <= 1.5 * close.length);
    assert.ok(Math.abs(close.clearance - 0.2) < 1e-9 && roomy.bound <= close.length + 1e-9);
    const least = (p) => {
        const rooms = nav.clearances(nav.locateAll(p.points, 0.3));
        return rooms.reduce((sum, room) => sum + Math.min(room, 0.6), 0) / rooms.length;
    };
    assert.ok(least(roomy) > least(close), 'it keeps farther from walls');
    assert.throws(() => nav.path(hall, landing, 0.2, { clearance: -1 }), (error) => /0 or more/.test(error.message));
    const shut = nav.path(hall, landing, 0.6);
    assert.equal(shut.reason, 'too-narrow');
    assert.ok(Math.abs(nav.clearance(nav.locateAll(shut.narrow, 0.3)) - shut.widest) < 0.01, 'where it is too narrow');
    const spots = nav.random(40, 2);
    const near = nav.nearestOf(hall, spots, { radius: 0.2, most: 5 });
    assert.ok(near.length > 0 && near.length <= 5);
    for (const { goal, length } of near)
        assert.ok(Math.abs(nav.path(hall, spots.at(goal), 0.2).length - length) < 1e-9 * length);
    const moved = nav.move(hall, [hall[0] + 100, 0, hall[2]], 0.2);
    assert.ok(moved.stop !== '' && nav.clearance(moved.spot) > 0.199);
    assert.equal(nav.walk(hall, hall, 0.2).stop, '');
    nav.free();
});

test('distance maps say what paths say', () => {
    const nav = house();
    const goals = nav.locateAll([hall, landing, [13, 0.1, -7]]);
    const spots = nav.random(60, 9);
    for (const away of [false, true]) {
        const flow = nav.flow(goals, { radius: 0.25, away });
        const { distances, toward, goals: nearest } = flow.ask(spots);
        let known = 0;
        for (let k = 0; k < spots.length; k++) {
            const lengths = [0, 1, 2].map((g) => nav.path(spots.at(k), goals.at(g), 0.25)).map((p) => (p.status === 'reached' ? p.length : Infinity));
            const best = Math.min(...lengths);
            if (nav.clearance(spots.at(k)) < 0.25) continue; // a path would move such an end
            known++;
            if (best === Infinity) assert.equal(distances[k], Infinity);
            else assert.ok(Math.abs(best - distances[k]) < 1e-6 * (1 + best), `${k}: ${best} ${distances[k]}`);
            assert.equal(nearest[k], best === Infinity ? -1 : lengths.indexOf(best));
            const [x, y, z] = toward.subarray(3 * k, 3 * k + 3);
            if (best < Infinity) assert.ok(y === 0 && Math.abs(Math.hypot(x, z) - 1) < 1e-9);
        }
        assert.ok(known > 15);
        flow.free();
    }
    // A step along the way is a step nearer.
    const flow = nav.flow(hall, { radius: 0.25, farthest: 30 });
    const from = nav.locateAll([9, 0.1, -3]);
    const { distances, toward } = flow.ask(from);
    const next = nav.locateAll([0, 1, 2].map((i) => from.points[i] + 0.01 * toward[i]));
    assert.ok(Math.abs(distances[0] - 0.01 - flow.ask(next).distances[0]) < 1e-4);
    assert.throws(() => nav.flow(hall, { radius: -1 }), (error) => /radius/.test(error.message));
    assert.throws(() => nav.flow(hall, { farest: 1 }), (error) => /unknown option 'farest'/.test(error.message));
    nav.free();
});

test('a place is explained', () => {
    const scene = wend.sample('two-storeys');
    const nav = wend.build(scene);
    const explainer = wend.explain(nav, scene);
    assert.equal(explainer.why(hall).walkable, true);
    assert.equal(explainer.why([1000, 0, 0]).reason, 'nothing');
    assert.match(explainer.why(hall).words, /^walkable/);
    for (const thing of [explainer, nav, scene]) thing.free();
});

test('scenes and plans of arrays', () => {
    const square = { positions: [0, 0, 0, 10, 0, 0, 10, 0, -10, 0, 0, -10], triangles: [0, 1, 2, 0, 2, 3] };
    const nav = wend.build(wend.scene(square));
    assert.equal(nav.info().area, 100);
    const raised = wend.build(wend.scene({ ...square, positions: square.positions.map((x) => x * 100), unit: 0.01 }));
    assert.equal(raised.info().area, 100);
    const ring = [[0, 0], [10, 0], [10, 10], [0, 10]];
    const wall = [[5, 2], [5, 8]];
    const plan = wend.build(wend.drawing({ outer: [ring], walls: [wall] }));
    assert.equal(plan.info().area, 100);
    assert.ok(Math.abs(plan.path([1, 5, 0], [9, 5, 0], 0).length - 10) < 1e-9);
    assert.equal(plan.clearance([3, 5, 0]), 2);
});

test('what goes wrong is said in words', () => {
    const says = (call, words) =>
        assert.throws(call, (error) => error instanceof WendError && words.test(error.message));
    says(() => house({ heigth: 2 }), /unknown option 'heigth'.*height/);
    says(() => house({ height: 'two' }), /height: expected a number/);
    says(() => house({ step: 5 }), /step/);
    says(() => wend.read(new Uint8Array([1, 2, 3]), 'x.glb'), /glTF/);
    says(() => wend.load(new Uint8Array(100)), /\S/);
    says(() => wend.sample('nothing'), /no such sample/);
    says(() => wend.scene({ positions: [0, 0, 0], triangles: [0, 1, 2] }), /corner/);
    const nav = house();
    says(() => nav.path(hall, landing, -1), /radius/);
    nav.free();
    says(() => nav.info(), /freed/);
});

test('a build hears how far it is and can be cancelled', () => {
    const stages = new Set();
    house({ onProgress: (stage, fraction) => void stages.add(stage) && fraction >= 0 }).free();
    for (const stage of ['extract', 'link', 'plan', 'medial', 'cells']) assert.ok(stages.has(stage), stage);
    assert.throws(() => house({ onProgress: () => false }), (error) => error.code === 2);
});

test('files beside a glTF are asked for by name', () => {
    const bin = new Uint8Array(Float32Array.from([0, 0, 0, 4, 0, 0, 4, 0, -4, 0, 0, -4]).buffer);
    const gltf = {
        asset: { version: '2.0' },
        buffers: [{ uri: 'parts/floor.bin', byteLength: bin.length }],
        bufferViews: [{ buffer: 0, byteLength: bin.length }],
        accessors: [{ bufferView: 0, componentType: 5126, count: 4, type: 'VEC3' }],
        meshes: [{ primitives: [{ attributes: { POSITION: 0 }, mode: 6 }] }],
        nodes: [{ mesh: 0 }],
        scenes: [{ nodes: [0] }],
    };
    const asked = [];
    const beside = (name) => (asked.push(name), bin);
    const scene = wend.read(Buffer.from(JSON.stringify(gltf)), 'a.gltf', { beside });
    assert.deepEqual(asked, ['parts/floor.bin']);
    assert.equal(wend.build(scene).info().area, 16);
});

test('memory comes back', () => {
    const once = () => {
        const scene = wend.sample('stairs');
        const nav = wend.build(scene);
        const explainer = wend.explain(nav, scene);
        nav.path([0, 0, 0], [1, 0, 0]);
        nav.doors();
        nav.floor();
        nav.relief('medial');
        explainer.why([0, 0, 0]);
        nav.save();
        for (const thing of [explainer, nav, scene]) thing.free();
    };
    once();
    const before = wend.bytes;
    for (let k = 0; k < 3; k++) once();
    assert.equal(wend.bytes, before);
});

test('out of memory is an error in words', async () => {
    const small = await createWend({ memoryLimit: 400000 });
    assert.throws(() => small.build(small.sample('two-storeys')), (error) => error.code === 1);
    assert.equal(small.build(small.sample('platforms')).info().kind, 'scene');
});

test('the same calls in a worker', async () => {
    const { createWorker } = await load('worker.js');
    const worker = await createWorker();
    const stages = [];
    const scene = await worker.sample('two-storeys');
    assert.equal(scene.kind, 'scene');
    const nav = await worker.build(scene, { onProgress: (stage) => stages.push(stage) });
    const here = house();
    assert.deepEqual(await nav.save(), here.save());
    const spots = await nav.random(10, 1);
    assert.deepEqual(await nav.clearances(spots), here.clearances(here.random(10, 1)));
    assert.equal((await nav.path(hall, landing, 0.3)).length, here.path(hall, landing, 0.3).length);
    assert.ok(stages.includes('medial'));
    await assert.rejects(worker.build(scene, { step: 'x' }), (error) => error instanceof WendError && /step/.test(error));
    const explainer = await worker.explain(nav, scene);
    assert.equal((await explainer.why(hall)).walkable, true);
    await nav.free();
    worker.terminate();
});

test('the module inside the JavaScript', async () => {
    const inline = await load('inline.js');
    const other = await inline.createWend();
    assert.equal(other.build(other.sample('stairs')).info().hash, wend.build(wend.sample('stairs')).info().hash);
});

test('sizes', () => {
    const file = (name) => readFileSync(join(packageFolder, name));
    const whole = brotliCompressSync(file('wend.wasm')).length;
    const query = brotliCompressSync(file('query.wasm')).length;
    const glue = ['index.js', 'module.js', 'nav.js', 'wend.js', 'fetch.js', 'areas.js'];
    const script = gzipSync(Buffer.concat(glue.map(file)), { level: 9 }).length;
    console.log(`wend.wasm ${whole}, query.wasm ${query} bytes of brotli; JavaScript ${script} bytes of gzip`);
    assert.ok(whole <= 460000 && query <= 145000 && script <= 9000); // bars are judged by scripts/web_bench
});

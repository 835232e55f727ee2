// A relief as a GLB file: triangles and lines with their colours, y up, in metres.

const FLOAT = 5126;
const UINT = 5125;

/** `matrix`: from the relief's axes and units to y up and metres (upright). */
export function glbOf({ places, indices, parts }, matrix) {
    const origin = [places[0] ?? 0, places[1] ?? 0, places[2] ?? 0];
    const at = Float32Array.from(places, (x, k) => x - origin[k % 3]);
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    at.forEach((x, k) => {
        low[k % 3] = Math.min(low[k % 3], x);
        high[k % 3] = Math.max(high[k % 3], x);
    });
    const index = Uint32Array.from(indices);
    const materials = [];
    const accessors = [{ bufferView: 0, componentType: FLOAT, count: at.length / 3, type: 'VEC3', min: low, max: high }];
    const meshes = [];
    const nodes = [{ children: [], matrix: matrix.clone().multiply(matrix.clone().makeTranslation(...origin)).toArray() }];
    for (const { noun, colour, width, first, count } of parts) {
        if (count === 0) continue;
        const rgba = [24, 16, 8, 0].map((shift) => ((colour >>> shift) & 255) / 255);
        materials.push({ name: noun, doubleSided: true, pbrMetallicRoughness: { baseColorFactor: rgba, metallicFactor: 0 } });
        accessors.push({ bufferView: 1, byteOffset: 4 * first, componentType: UINT, count, type: 'SCALAR' });
        const primitive = {
            attributes: { POSITION: 0 }, indices: accessors.length - 1, material: materials.length - 1, mode: width > 0 ? 1 : 4,
        };
        meshes.push({ name: noun, primitives: [primitive] });
        nodes.push({ name: noun, mesh: meshes.length - 1 });
        nodes[0].children.push(nodes.length - 1);
    }
    const bytes = at.byteLength + index.byteLength;
    const json = JSON.stringify({
        asset: { version: '2.0', generator: 'Wend' }, scene: 0, scenes: [{ nodes: [0] }], nodes, meshes, materials, accessors,
        bufferViews: [
            { buffer: 0, byteOffset: 0, byteLength: at.byteLength },
            { buffer: 0, byteOffset: at.byteLength, byteLength: index.byteLength },
        ],
        buffers: [{ byteLength: bytes }],
    });
    const text = new TextEncoder().encode(json.padEnd(Math.ceil(json.length / 4) * 4));
    const file = new ArrayBuffer(12 + 8 + text.length + 8 + bytes);
    const words = new DataView(file);
    const head = [0x46546c67, 2, file.byteLength, text.length, 0x4e4f534a];
    head.forEach((word, k) => words.setUint32(4 * k, word, true));
    new Uint8Array(file, 20).set(text);
    words.setUint32(20 + text.length, bytes, true);
    words.setUint32(24 + text.length, 0x004e4942, true);
    new Uint8Array(file, 28 + text.length).set(new Uint8Array(at.buffer));
    new Uint8Array(file, 28 + text.length + at.byteLength).set(new Uint8Array(index.buffer));
    return file;
}

// Wend: exact navigation meshes, one for agents of every radius.
//
//     const wend = await createWend();
//     const nav = wend.build(wend.read(bytes, 'house.glb'), { height: 1.8, step: 0.4 });
//     nav.path([0, 0, 0], [5, 3, -4], 0.3).points;
import { wasmBeside } from './fetch.js';
import { Module } from './module.js';
import { Wend } from './wend.js';

/** Starts Wend. `wasm`: a compiled module, its bytes or its address, when it is not beside this file. */
export async function createWend({ wasm, memoryLimit } = {}) {
    const module = await wasmBeside(new URL('./wend.wasm', import.meta.url), wasm);
    return new Wend(await Module.start(module, { memoryLimit }));
}

export { areasByRadius } from './areas.js';
export { WendError } from './module.js';
export { Nav, Spots } from './nav.js';
export { Drawing, Scene, Wend } from './wend.js';

// Loads .wend files and asks them: no readers, no build, a quarter of the size.
//
//     const { load } = await createQuery();
//     const nav = load(bytes);
import { wasmBeside } from './fetch.js';
import { Module } from './module.js';
import { Nav } from './nav.js';

/** Starts a module that only asks: `{ load(bytes) }`. */
export async function createQuery({ wasm, memoryLimit } = {}) {
    const compiled = await wasmBeside(new URL('./query.wasm', import.meta.url), wasm);
    const module = await Module.start(compiled, { memoryLimit });
    return {
        module,
        load: (bytes) =>
            module.with([new Uint8Array(bytes)], (at, count) => new Nav(module, module.run('web_load', at, count, 0)[0])),
    };
}

export { WendError } from './module.js';
export { Nav, Spots } from './nav.js';

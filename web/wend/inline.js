// Wend with its module inside: one file to import where nothing can be fetched. Larger by a third.
import { base64 } from './inline-bytes.js';
import { Module } from './module.js';
import { Wend } from './wend.js';

export async function createWend({ memoryLimit } = {}) {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    return new Wend(await Module.start(await WebAssembly.compile(bytes), { memoryLimit }));
}

export { areasByRadius } from './areas.js';
export { WendError } from './module.js';
export { Nav, Spots } from './nav.js';
export { Drawing, Scene, Wend } from './wend.js';

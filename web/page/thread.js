// How the page starts its worker, and where it has the module from: files beside it. (The page in one file has both
// inside: thread-inline.js.)
export const wasm = undefined;

export function openThread() {
    return new Worker(new URL('thread-main.js', document.baseURI), { type: 'module' });
}

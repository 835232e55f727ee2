// The bytes of the module: from beside this file, in browsers, workers and node alike.

export async function wasmBeside(name, given) {
    if (given instanceof WebAssembly.Module) return given;
    if (given instanceof ArrayBuffer || ArrayBuffer.isView(given)) return WebAssembly.compile(given);
    const url = given ? new URL(given, import.meta.url) : name;
    if (url.protocol === 'file:' && globalThis.process?.versions?.node) {
        const { readFile } = await import('node:fs/promises');
        return WebAssembly.compile(await readFile(url));
    }
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
    return WebAssembly.compile(await response.arrayBuffer());
}

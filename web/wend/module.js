// A running WebAssembly module: its memory, and calls that end in words when they fail.
//
// Nothing here knows what the calls mean. Addresses and counts are numbers; arrays of an answer are copied out, so that
// no view outlives a growth of the memory.

/** What Wend says when a call fails: its sentence is the message. */
export class WendError extends Error {
    constructor(message, code) {
        super(message);
        this.name = 'WendError';
        /** `wend_result`: 1 memory, 2 cancelled, 3 argument, ... */
        this.code = code;
    }
}

const ends = new FinalizationRegistry((end) => end());
const utf8 = new TextEncoder();
const text = new TextDecoder();

export class Module {
    static async start(wasm, { memoryLimit = 0 } = {}) {
        const module = new Module();
        const env = {
            wend_seconds: () => performance.now() / 1000,
            wend_progress: (stage, bytes, fraction) => module.hear(stage, bytes, fraction),
            wend_beside: (name, bytes, count) => module.findBeside(name, bytes, count),
        };
        const { exports } = await WebAssembly.instantiate(wasm, { env });
        module.calls = exports;
        module.onProgress = module.beside = null;
        if (exports.web_start(memoryLimit) !== 0) throw new WendError('out of memory', 1);
        return module;
    }

    // A call that the memory has no room for ends in a trap or in words; both become words.
    run(name, ...values) {
        const result = this.calls[name](...values);
        if (result !== 0) throw new WendError(this.words() || 'out of memory', result);
        return new Float64Array(this.calls.memory.buffer, this.calls.web_answer_place(), 32);
    }

    words() {
        return this.string(this.calls.web_text_place(), this.calls.web_text_bytes());
    }
    json() {
        return JSON.parse(this.words());
    }
    string(at, bytes) {
        return text.decode(new Uint8Array(this.calls.memory.buffer, at, bytes));
    }

    // Runs `use` with the addresses of copies of some typed arrays and texts (which end with a 0), and frees those.
    with(arrays, use) {
        const blocks = [];
        try {
            for (const array of arrays) blocks.push(this.put(array));
            return use(...blocks.map((b) => b.at), ...blocks.map((b) => b.count));
        } finally {
            for (const { at, bytes } of blocks) this.calls.web_release(at, bytes);
        }
    }
    put(array) {
        if (array === null || array === undefined) return { at: 0, bytes: 0, count: 0 };
        if (typeof array === 'string') array = utf8.encode(array + '\0');
        const bytes = array.byteLength;
        const at = bytes > 0 ? this.calls.web_allocate(bytes) : 0;
        if (at === 0 && bytes > 0) throw new WendError('out of memory', 1);
        if (bytes > 0)
            new Uint8Array(this.calls.memory.buffer, at, bytes).set(
                new Uint8Array(array.buffer, array.byteOffset, bytes),
            );
        return { at, bytes, count: array.length };
    }
    // A copy of `count` elements at an address.
    take(Type, at, count) {
        return new Type(this.calls.memory.buffer, at, count).slice();
    }
    // Runs `use` with the address of room for elements, and returns a copy of them.
    fill(Type, count, use) {
        const bytes = Math.max(1, count * Type.BYTES_PER_ELEMENT);
        const at = this.calls.web_allocate(bytes);
        if (at === 0) throw new WendError('out of memory', 1);
        try {
            use(at);
            return this.take(Type, at, count);
        } finally {
            this.calls.web_release(at, bytes);
        }
    }

    hear(stage, bytes, fraction) {
        return this.onProgress?.(this.string(stage, bytes), fraction) === false ? 1 : 0;
    }
    findBeside(name, bytes, count) {
        const found = this.beside?.(this.string(name, bytes));
        if (!found || found.byteLength === 0) return 0;
        const { at } = this.put(found);
        new Int32Array(this.calls.memory.buffer, count, 1)[0] = found.byteLength;
        return at;
    }
}

/**
 * Something in the module's memory. `free()` ends it; so does the end of a `using` block, and, some time after it was
 * forgotten, the garbage collector.
 */
export class Owned {
    #address;
    #end;
    constructor(module, address, end) {
        this.module = module;
        this.#address = address;
        this.#end = () => end(address);
        ends.register(this, this.#end, this);
    }
    /** Its address in the module. */
    get address() {
        if (this.#address === 0) throw new WendError('it was freed before');
        return this.#address;
    }
    free() {
        if (this.#address === 0) return;
        ends.unregister(this);
        this.#end();
        this.#address = 0;
    }
}
if (Symbol.dispose) Owned.prototype[Symbol.dispose] = Owned.prototype.free;

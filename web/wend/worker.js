// Wend in a worker: the same calls as promises. Arrays of answers are transferred, not copied.
//
//     const wend = await createWorker();
//     const nav = await wend.build(await wend.read(bytes, 'house.glb'), { onProgress: show });
//     (await nav.path([0, 0, 0], [5, 3, -4], 0.3)).points;
//
// A worker hears nothing while it builds: what must stop at once is ended by `terminate`, and a new worker started with
// the same compiled module (`wend.wasm`) takes its place in milliseconds.
import { wasmBeside } from './fetch.js';
import { WendError } from './module.js';
import { Spots } from './nav.js';

async function open() {
    const url = new URL('./worker-thread.js', import.meta.url);
    if (globalThis.Worker) return new Worker(new URL('./worker-thread.js', import.meta.url), { type: 'module' });
    const { Worker: Thread } = await import('node:worker_threads');
    const thread = new Thread(url);
    thread.unref();
    return {
        postMessage: (message, transfer) => {
            thread.ref(); // the process stays as long as a call is under way
            thread.postMessage(message, transfer);
        },
        listen: (hear) => thread.on('message', hear),
        rest: () => thread.unref(),
        terminate: () => thread.terminate(),
    };
}

const isThing = Symbol('thing');

class Caller {
    constructor(thread) {
        this.thread = thread;
        this.waiting = new Map();
        this.last = 0;
        if (thread.listen) thread.listen((message) => this.hear(message));
        else thread.onmessage = ({ data }) => this.hear(data);
    }
    hear({ call, progress, error, code, value }) {
        const waiting = this.waiting.get(call);
        if (progress) return waiting?.onProgress?.(...progress);
        this.waiting.delete(call);
        if (this.waiting.size === 0) this.thread.rest?.();
        if (!waiting) return;
        if (error !== undefined) waiting.reject(new WendError(error, code));
        else waiting.resolve(this.decode(value));
    }
    call(thing, method, values) {
        const call = ++this.last;
        let onProgress = null;
        const encoded = values.map((value) => {
            if (value?.[isThing]) return { thing: value[isThing] };
            if (value instanceof Spots) return { spots: value.bytes, points: value.points };
            if (typeof value?.beside === 'function') throw new WendError('beside: give `files`, an object of names and bytes', 3);
            if (typeof value?.onProgress === 'function') {
                ({ onProgress, ...value } = value);
                value.onProgress = true;
            }
            return { value };
        });
        return new Promise((resolve, reject) => {
            this.waiting.set(call, { resolve, reject, onProgress });
            this.thread.postMessage({ call, thing, method, values: encoded });
        });
    }
    decode(answer) {
        if (answer?.spots) return new Spots(answer.spots, answer.points);
        return answer?.thing ? this.proxy(answer.thing, answer.fields) : answer?.value;
    }
    // What stands for something in the worker: its fields, and every other name is a method.
    proxy(thing, fields = {}) {
        return new Proxy(fields, {
            get: (_, name) => {
                if (name === isThing) return thing;
                if (name in fields) return fields[name];
                if (name === 'then' || typeof name === 'symbol') return undefined;
                return (...values) => this.call(thing, name, values);
            },
        });
    }
}

/**
 * Starts Wend in a worker of its own. Everything that it gives has the methods of `wend`, as promises. `thread`: a
 * Worker that runs worker-thread.js, for pages that start it in their own way.
 */
export async function createWorker({ wasm, memoryLimit, thread: given } = {}) {
    const module = await wasmBeside(new URL('./wend.wasm', import.meta.url), wasm);
    const thread = given ?? (await open());
    const caller = new Caller(thread);
    const fields = { wasm: module, terminate: () => thread.terminate() };
    await caller.call(0, 'start', [{ wasm: module, memoryLimit }]);
    return caller.proxy(1, fields);
}

export { areasByRadius } from './areas.js';
export { WendError } from './module.js';
export { Spots } from './nav.js';

// The inside of a worker: runs the calls that worker.js sends, on things that have numbers.
import { createWend } from './index.js';
import { Owned } from './module.js';
import { Spots } from './nav.js';

const things = new Map();
let last = 1; // 1 is Wend itself

let port = globalThis;
if (globalThis.process?.versions?.node) {
    import('node:worker_threads').then(({ parentPort }) => {
        port = parentPort;
        parentPort.on('message', (data) => answer(data));
    });
} else {
    port.onmessage = ({ data }) => answer(data);
}

// Memory that moves to the other side with an answer.
function buffersOf(value) {
    const found = [];
    const look = (part) => {
        if (ArrayBuffer.isView(part)) found.push(part.buffer);
    };
    look(value);
    if (value && typeof value === 'object' && !ArrayBuffer.isView(value)) Object.values(value).forEach(look);
    return [...new Set(found)];
}

function encode(value) {
    if (value instanceof Spots) return { spots: value.bytes, points: value.points };
    if (!(value instanceof Owned)) return { value };
    things.set(++last, value);
    const { kind, findings, report } = value;
    return { thing: last, fields: { kind, findings, report } };
}

async function answer({ call, thing, method, values }) {
    try {
        const given = values.map((v) => {
            if (v.thing) return things.get(v.thing);
            if (v.spots) return new Spots(v.spots, v.points);
            if (v.value?.onProgress) v.value.onProgress = (...progress) => void port.postMessage({ call, progress });
            if (v.value?.files) {
                const { files } = v.value; // a worker cannot be asked back: files beside come along
                v.value.beside = (name) => files[name] ?? files[name.split('/').pop()] ?? null;
                delete v.value.files;
            }
            return v.value;
        });
        if (thing === 0) {
            things.set(1, await createWend(given[0]));
            return port.postMessage({ call });
        }
        const target = things.get(thing);
        const value = typeof target[method] === 'function' ? target[method](...given) : target[method];
        if (method === 'free') things.delete(thing);
        const moved = value === target ? { value: undefined } : encode(value);
        const buffers = moved.spots ? [moved.spots.buffer, moved.points.buffer] : buffersOf(moved.value);
        port.postMessage({ call, value: moved }, buffers);
    } catch (error) {
        port.postMessage({ call, error: error.message, code: error.code });
    }
}

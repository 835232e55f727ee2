// What is built, in a worker. The last value wins: a build that is no longer wanted is ended with its worker, and a new
// one takes its place in milliseconds, since the compiled module is kept.
import { createWorker } from '../wend/worker.js';

export class Cancelled extends Error {}

export class Builder {
    constructor(openThread, wasm) {
        this.openThread = openThread;
        this.wasm = wasm;
        this.turn = 0; // counts what was asked for
    }

    async #worker() {
        this.worker ??= createWorker({ wasm: this.wasm, thread: this.openThread() });
        const worker = await this.worker;
        this.wasm = worker.wasm;
        return worker;
    }
    // Runs a job; jobs before it end with Cancelled.
    async #run(job) {
        const turn = ++this.turn;
        if (this.busy) await this.#end();
        this.busy = true;
        const still = (value) => {
            if (turn !== this.turn) throw new Cancelled();
            return value;
        };
        try {
            return await job(still);
        } catch (error) {
            throw turn !== this.turn ? new Cancelled() : error;
        } finally {
            if (turn === this.turn) this.busy = false;
        }
    }
    async #end() {
        const worker = await this.worker;
        worker?.terminate();
        this.worker = this.input = this.nav = this.explainer = null;
    }
    async cancel() {
        this.turn++;
        this.busy = false;
        await this.#end();
    }

    // The scene or drawing of a source: read again where a worker was ended.
    async #read(source, still) {
        const worker = still(await this.#worker());
        if (this.input && this.source === source) return this.input;
        await this.#free();
        const { bytes, name, sample, up, unit } = source;
        this.input = still(
            sample ? await worker.sample(sample) : await worker.read(bytes, name, { up, unit, files: source.files }),
        );
        this.source = source;
        return this.input;
    }
    async #free() {
        for (const name of ['explainer', 'nav', 'input']) {
            await this[name]?.free?.();
            this[name] = null;
        }
    }

    /** Looks at the scene of a source: its triangles, or the points of a floor plan. */
    look(source) {
        return this.#run(async (still) => {
            const input = await this.#read(source, still);
            return { kind: input.kind, findings: input.findings, ...still(await input.look()) };
        });
    }
    /** Builds or loads: `{ nav, input }`. */
    build(source, options, onProgress) {
        return this.#run(async (still) => {
            if (source.wend) {
                const worker = still(await this.#worker());
                await this.#free();
                this.nav = still(await worker.load(source.wend));
                return this.nav;
            }
            const input = await this.#read(source, still);
            const worker = still(await this.#worker());
            const old = [this.explainer, this.nav];
            this.explainer = null;
            this.nav = still(await worker.build(input, { ...options, onProgress: (...p) => still() || onProgress(...p) }));
            for (const thing of old) await thing?.free?.();
            return this.nav;
        });
    }
    /** Why one can or cannot walk in a place; null where the scene is not known. */
    async why(place) {
        if (!this.nav || this.input?.kind !== 'scene') return null;
        const worker = await this.#worker();
        this.explainer ??= await worker.explain(this.nav, this.input);
        return this.explainer.why(place);
    }
}

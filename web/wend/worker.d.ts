import type { Drawing, Explainer, Finding, Flow, Nav, Scene, StartOptions, Wend } from './index.js';
export * from './nav.js';
export { areasByRadius } from './index.js';

type Told<T> = T extends Nav ? WorkerNav
    : T extends Scene | Drawing ? WorkerInput
    : T extends Explainer ? Promised<Explainer>
    : T extends Flow ? Promised<Flow>
    : T;
type Given<T> = { [K in keyof T]: T[K] extends Nav ? WorkerNav : T[K] extends Scene | Drawing ? WorkerInput : T[K] };
/** The same methods, as promises. */
export type Promised<T> = {
    [K in keyof T as T[K] extends (...values: never[]) => unknown ? K : never]: T[K] extends (
        ...values: infer A
    ) => infer R
        ? (...values: Given<A> extends unknown[] ? Given<A> : never) => Promise<Told<R>>
        : never;
};
export type WorkerNav = Promised<Nav> & Pick<Nav, 'report'>;
export type WorkerInput = Promised<Scene> & { kind: 'scene' | 'drawing'; findings: Finding[] };

export interface WendWorker extends Promised<Wend> {
    /** The compiled module: start the next worker with it. */
    readonly wasm: WebAssembly.Module;
    /** Ends the worker and all that is under way in it. */
    terminate(): void;
}
export function createWorker(options?: StartOptions & { thread?: Worker }): Promise<WendWorker>;

import type { Bytes, StartOptions } from './index.js';
import type { Nav } from './nav.js';
export * from './nav.js';

/** Starts a module that only loads .wend files and asks them. */
export function createQuery(options?: StartOptions): Promise<{ load(bytes: Bytes): Nav }>;

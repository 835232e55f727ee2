import type { Finding, Floor, Nav, Owned, Place } from './nav.js';
export * from './nav.js';

export type Up = 'x' | 'y' | 'z' | '-x' | '-y' | '-z';
export type Bytes = ArrayBuffer | ArrayBufferView;

export interface StartOptions {
    /** A compiled module, its bytes, or where it is, when it is not beside the package's files. */
    wasm?: WebAssembly.Module | Bytes | string | URL;
    /** Most bytes that Wend may allocate; 0, the default, for no limit. */
    memoryLimit?: number;
}
export function createWend(options?: StartOptions): Promise<Wend>;

export interface Scene extends Owned {
    readonly kind: 'scene';
    readonly findings: Finding[];
    add(part: {
        positions: ArrayLike<number>;
        triangles?: ArrayLike<number>;
        name?: string;
        area?: number;
    }): Scene;
    mapArea(name: string, area: number): number;
    look(): {
        positions: Float64Array;
        triangles: Int32Array;
        up: Up;
        unit: number;
        low: [number, number, number];
        high: [number, number, number];
        parts: { name: string; first: number }[];
        findings: Finding[];
    };
}

export interface Drawing extends Owned {
    readonly kind: 'drawing';
    readonly findings: Finding[];
    add(shape: 'outer' | 'obstacle' | 'wall' | 'point' | 'border', points: [number, number][], polygon?: number): Drawing;
    mapArea(name: string, area: number): number;
    look(): { points: Float64Array; shapes: Int32Array };
}

export interface OffLink {
    kind?: 'ladder' | 'lift' | 'jump' | 'teleporter' | 'other';
    name?: string;
    /** A place, or an edge of two places. */
    from: Place | [Place, Place];
    to: Place | [Place, Place];
    bothWays?: boolean;
    /** In metres of walking; 0 for its length. */
    cost?: number;
    tags?: number;
}

/** Metres; angles in degrees. What is left out has the default of the command. */
export interface BuildOptions {
    height?: number;
    slope?: number;
    step?: number;
    gap?: number;
    drop?: number;
    weld?: number;
    simplify?: number;
    twoSided?: boolean;
    keepInside?: boolean;
    minArea?: number;
    seeds?: [number, number, number][];
    lattice?: number;
    /** Of floor plans: metres per unit. */
    unit?: number;
    relaxAngle?: number;
    relax?: number;
    quality?: 'fast' | 'best';
    stages?: ('surface' | 'links' | 'stairs' | 'plan' | 'medial' | 'cells' | 'roads')[];
    links?: OffLink[];
    /** Hears how far it is, 0 to 1, in each stage; `false` cancels the build. */
    onProgress?: (stage: string, fraction: number) => boolean | void;
}

export interface Why {
    walkable: boolean;
    /** 'walkable', 'link', 'nothing', 'too-steep', 'too-low', ... */
    reason: string;
    /** The answer in up to four lines. */
    words: string;
    asked: [number, number, number];
    point?: [number, number, number];
    component?: number;
    area?: number;
    link?: { kind: string; distance: number; rise: number };
    /** The triangle of the scene that is meant, and the first one above it. */
    floor?: { triangle: number; at: [number, number, number]; slope: number; facesUp: boolean };
    above?: { triangle: number; at: [number, number, number]; slope: number; facesUp: boolean };
    /** Metres between the two. */
    room?: number;
    boundary?: { kind: string; distance: number; cause: number; low: number; high: number };
}
export interface Explainer extends Owned {
    why(place: Place): Why;
}

export interface Wend {
    readonly version: string;
    /** Bytes in use now. */
    readonly bytes: number;
    read(
        bytes: Bytes | ArrayLike<number>,
        name: string,
        options?: { up?: Up; unit?: number; beside?: ((name: string) => Uint8Array | null) | null },
    ): Scene | Drawing;
    scene(arrays?: { positions?: ArrayLike<number>; triangles?: ArrayLike<number>; up?: Up; unit?: number }): Scene;
    drawing(shapes?: {
        outer?: [number, number][][];
        obstacles?: [number, number][][];
        walls?: [number, number][][];
        borders?: [number, number][][];
        points?: [number, number][];
    }): Drawing;
    samples(): { name: string; summary: string; size: number; scene: boolean }[];
    sample(name: string, options?: { size?: number; seed?: number }): Scene | Drawing;
    build(input: Scene | Drawing, options?: BuildOptions): Nav;
    load(bytes: Bytes | ArrayLike<number>, options?: { proven?: boolean }): Nav;
    /** The scene must be the one that the nav was built from; both must stay as long. */
    explain(nav: Nav, scene: Scene): Explainer;
}

/** Areas by radius, in square metres: element k is for the radius k * step. */
export function areasByRadius(
    floor: Floor,
    reach: Float64Array,
    options?: { step?: number; most?: number; ground?: [number, number]; unit?: number },
): { step: number; whole: number; fits: Float64Array; reachable: Float64Array };

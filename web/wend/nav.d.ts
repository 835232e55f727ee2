/** x, y, z in the scene's own axes and units; x, y, 0 on a floor plan. */
export type Place = [number, number, number] | Float64Array;

/** What Wend says when a call fails: its sentence is the message. */
export class WendError extends Error {
    /** `wend_result` of the C library: 1 out of memory, 2 cancelled, 3 a wrong argument, ... */
    code: number;
}

/** Places on the floor of a nav. */
export class Spots {
    /** x, y, z on the ground of each; zeros where there is no floor. */
    readonly points: Float64Array;
    readonly length: number;
    /** Whether spot k is on the floor. */
    found(k: number): boolean;
    /** Spot k alone. */
    at(k: number): Spots;
    /** Metres from where spot k was asked for. */
    distance(k: number): number;
}

/** Wherever one spot is asked for, a place will do: it is located first. */
export type Where = Spots | Place;

export interface Owned {
    /** Gives its memory back. A `using` block does the same. */
    free(): void;
    [Symbol.dispose](): void;
}

export interface Finding {
    /** A stable word: "winding-faces-down". */
    code: string;
    severity: 'note' | 'warning' | 'error';
    text: string;
    item?: number;
    at?: [number, number, number];
    measured?: number;
    limit?: number;
}

export interface Info {
    kind: 'scene' | 'plan';
    /** Square metres: on the slope, without what links fill; of a floor plan its area. */
    area: number;
    /** Square metres, seen from above. */
    planArea?: number;
    triangles?: number;
    up: 'x' | 'y' | 'z' | '-x' | '-y' | '-z';
    /** Metres per unit. */
    unit: number;
    low?: [number, number, number];
    high?: [number, number, number];
    /** Whom it was built for: metres, the slope in degrees. */
    agent?: { height: number; slope: number; step: number; gap: number; drop: number };
    links?: { seam: number; step: number; gap: number; hole: number; drop: number };
    stairs?: number;
    components?: number;
    layers?: number;
    cells?: number;
    portals?: number;
    medialVertices?: number;
    medialEdges?: number;
    hash: string;
    version: string;
}

export interface Door {
    at: [number, number, number];
    left: [number, number, number];
    right: [number, number, number];
    /** Metres. */
    width: number;
    depth: number;
    /** 0 where it is not known. */
    headroom: number;
    layer: number;
}

export interface Flight {
    risers: number;
    riser: number;
    tread: number;
    width: number;
    bottom: [number, number, number];
    top: [number, number, number];
    /** A riser before or after it that is too high to be climbed, in metres; 0 for none. */
    breakBefore: number;
    breakAfter: number;
}

export interface Narrow {
    at: [number, number, number];
    width: number;
    /** Width of the narrower of the rooms that it separates; 0 when there is a wider way around. */
    room: number;
    prominence: number;
}

export interface Layer {
    layer: number;
    /** Square metres, seen from above. */
    area: number;
    /** Heights along the up axis, in the scene's units. */
    low: number;
    high: number;
}

export interface PathOptions {
    /** The answer may be longer than the shortest path by at most this fraction. Default 0: the shortest. */
    excess?: number;
    /** Preferred distance from everything, metres: kept where there is room, midway where there is less. Default 0: none. */
    clearance?: number;
    /** By which fraction that may lengthen the path. Default 0.1. */
    detour?: number;
    /** How far an end without room may be moved: times the radius. Default 4. */
    reach?: number;
    /** 'cells' is faster, and not always the shortest. */
    by?: 'exact' | 'cells';
    /** Where there is no path: one to the place nearest to the goal, as the crow flies or by path. */
    partial?: 'none' | 'air' | 'path';
    /** Areas and links made by hand with one of these tags. */
    forbidTags?: number;
    forbidAreas?: number[];
    forbidLinks?: ('ladder' | 'lift' | 'jump' | 'teleporter' | 'other' | 'drop')[];
    /** What a metre of an area costs: pairs of an area and a factor, 1 or more. */
    costs?: [number, number][];
    /** Tells `links`, `flights` and `areas` on the way. Not in `wend/query`. */
    details?: boolean;
}

export interface Path {
    status: 'reached' | 'partial' | 'unreachable' | 'off-mesh';
    /** Why not: 'too-narrow', 'disconnected', 'from-off-mesh', ...; '' when it is reached. */
    reason: string;
    /** Metres, seen from above. */
    length: number;
    /** No way is shorter than this. */
    bound: number;
    /** It is the shortest. */
    proven: boolean;
    /** The radius of the largest disc that gets there. */
    widest: number;
    /** The middle of the narrowest place of that way; null where there is none, or none narrower than the ends. */
    narrow: [number, number, number] | null;
    /** What is kept of the preferred clearance, metres. */
    clearance: number;
    /** Metres by which the two ends were moved to where the disc fits. */
    moved: [number, number];
    /** Metres over the ground. */
    length3d: number;
    /** x, y, z of each point, along the ground. */
    points: Float64Array;
    links?: { link?: number; drop?: number; from: Place; to: Place; cost: number; along: number }[];
    flights?: { flight: number; up: boolean; risers: number; along: number; length: number }[];
    areas?: { area: number; along: number; length: number }[];
}

export interface Step {
    /** Where it ended. */
    spot: Spots;
    point: [number, number, number];
    /** What stopped it: '' where it came to the place. */
    stop: '' | 'wall' | 'corner' | 'off-mesh';
    distance: number;
}

/** How far every place is from the nearest of some spots, and which way. */
export interface Flow extends Owned {
    ask(spots: Spots): {
        /** Metres; Infinity where there is no way, or none so near. */
        distances: Float64Array;
        /** x, y, z of each: a level unit vector, the direction of the shortest way; zeros in a spot. */
        toward: Float64Array;
        /** The spot that is nearest; -1 for none. */
        goals: Int32Array;
    };
}

export type Kind = 'plan' | 'cells' | 'portals' | 'medial' | 'walkable' | 'links';

export interface ReliefPart {
    /** 'wall', 'ledge', 'portals', 'clearance', ... */
    noun: string;
    layer: number;
    /** 0xRRGGBBAA */
    colour: number;
    /** Of lines, in pixels; 0: triangles. */
    width: number;
    first: number;
    count: number;
}
export interface Relief {
    places: Float64Array;
    indices: Int32Array;
    parts: ReliefPart[];
}

export interface Floor {
    places: Float64Array;
    /** Metres to the nearest obstacle, of each vertex; linear on each triangle. */
    clearances: Float64Array;
    triangles: Int32Array;
    /** Of each triangle. */
    layers: Int32Array;
    /** Of each triangle: the vertex of the medial axis whose `reach` counts for it. */
    ends: Int32Array;
}

/** A mesh for agents of every radius: built or loaded. */
export interface Nav extends Owned {
    readonly report: { seconds: Record<string, number>; findings: Finding[] } | null;
    info(): Info;
    doors(): Door[];
    flights(): Flight[];
    narrows(most?: number): Narrow[];
    layers(): Layer[];
    save(): Uint8Array;
    locate(place: Place, snap?: number): Spots | null;
    locateAll(places: Place[] | Float64Array, snap?: number): Spots;
    clearance(where: Where): number;
    clearances(spots: Spots): Float64Array;
    nearest(where: Where): { clearance: number; point: [number, number, number] };
    component(where: Where, radius: number): number;
    components(spots: Spots, radius: number): Int32Array;
    widest(from: Where, to: Where): number;
    widests(from: Where, spots: Spots): Float64Array;
    random(n: number, seed?: number): Spots;
    ray(from: Where, to: Place): { hit: boolean; point: [number, number, number]; distance: number; boundary: number };
    path(from: Where, to: Where, radius?: number, options?: PathOptions): Path;
    nearestOf(
        from: Where,
        spots: Spots,
        options?: { radius?: number; most?: number; farthest?: number },
    ): { goal: number; length: number }[];
    move(from: Where, to: Place, radius?: number): Step;
    walk(from: Where, to: Place, radius?: number): Step;
    /** A distance map. Not in `wend/query`. */
    flow(
        spots: Spots | Place,
        options?: { radius?: number; farthest?: number; reach?: number; away?: boolean; forbidTags?: number },
    ): Flow;
    /** Not in `wend/query`. */
    relief(kind: Kind, options?: { layer?: number; raise?: number }): Relief;
    floor(error?: number): Floor;
    reach(from: Where): Float64Array;
}

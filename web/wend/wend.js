// Wend itself: scenes and floor plans in, navs out.
import { Owned, WendError } from './module.js';
import { Nav } from './nav.js';

const SHAPES = { outer: 0, obstacle: 1, wall: 2, point: 3, border: 6 };
const options = (given) => JSON.stringify(given, (_, value) => (value === undefined ? undefined : value));

/** Triangles, as they were read. */
export class Scene extends Owned {
    constructor(module, address, findings = []) {
        super(module, address, (at) => module.calls.web_scene_free(at));
        this.kind = 'scene';
        this.findings = findings;
    }
    /** Adds triangles: `{ positions, triangles, name, area }`; x, y, z of each vertex, three vertices of each triangle. */
    add({ positions, triangles, name = '', area = 0 }) {
        const m = this.module;
        const corners = triangles ?? Int32Array.from({ length: positions.length / 3 }, (_, k) => k);
        m.with([name, Float64Array.from(positions), Int32Array.from(corners)], (n, p, t) =>
            m.run('web_scene_add', this.address, n, p, Math.floor(positions.length / 3), t,
                Math.floor(corners.length / 3), area),
        );
        return this;
    }
    /** Puts all triangles that go by a name (of a part, group, material or node) into an area; says how many. */
    mapArea(name, area) {
        return this.module.with([name], (n) => this.module.run('web_map_area', this.address, 0, n, area)[0]);
    }
    /** `{ positions, triangles, up, unit, low, high, parts, findings }` */
    look() {
        const m = this.module;
        const [positions, vertices, triangles, count] = m.run('web_scene_look', this.address);
        return {
            positions: m.take(Float64Array, positions, 3 * vertices),
            triangles: m.take(Int32Array, triangles, 3 * count),
            ...m.json(),
        };
    }
}

/** A floor plan, as it was read. */
export class Drawing extends Owned {
    constructor(module, address, findings = []) {
        super(module, address, (at) => module.calls.web_drawing_free(at));
        this.kind = 'drawing';
        this.findings = findings;
    }
    /** Adds a shape: 'outer', 'obstacle', 'wall', 'point' or 'border', of points [[x, y], ...]. */
    add(shape, points, polygon = -1) {
        const m = this.module;
        if (!(shape in SHAPES)) throw new WendError(`shape: expected ${Object.keys(SHAPES).join(', ')}`, 3);
        m.with([Float64Array.from(points.flat())], (at) =>
            m.run('web_drawing_add', this.address, SHAPES[shape], polygon, at, points.length),
        );
        return this;
    }
    mapArea(name, area) {
        return this.module.with([name], (n) => this.module.run('web_map_area', 0, this.address, n, area)[0]);
    }
    /** `{ points, shapes }`: x, y of each point; kind, polygon, first point, number of points, area of each shape. */
    look() {
        const m = this.module;
        const [points, count, shapes, shapeCount] = m.run('web_drawing_look', this.address);
        return {
            points: m.take(Float64Array, points, 2 * count),
            shapes: m.take(Int32Array, shapes, 5 * shapeCount),
        };
    }
}

/** Why one can or cannot walk in a place of a scene. */
class Explainer extends Owned {
    constructor(nav, scene) {
        const m = nav.module;
        const [at] = m.run('web_explain', nav.address, scene.address);
        super(m, at, (address) => m.calls.web_explain_free(address));
        this.nav = nav; // both must stay as long
        this.scene = scene;
    }
    /** `{ walkable, reason, words, floor, above, room, boundary, link, ... }` */
    why(place) {
        const m = this.module;
        m.with([Float64Array.from(place)], (at) => m.run('web_why', this.nav.address, this.address, at));
        return m.json();
    }
}

/** Wend in a WebAssembly module of its own. Nothing of it is shared with another instance. */
export class Wend {
    constructor(module) {
        this.module = module;
    }
    get version() {
        const at = this.module.calls.web_version();
        const bytes = new Uint8Array(this.module.calls.memory.buffer, at, 32);
        return this.module.string(at, bytes.indexOf(0));
    }
    /** Bytes in use now. */
    get bytes() {
        return this.module.calls.web_bytes_now();
    }

    /**
     * Reads a scene or a floor plan: its bytes, and the name of the file, whose ending tells the format. `beside` hands
     * in files that it names: (name) => Uint8Array. Of scenes: `up` ('y', 'z', ...), `unit` in metres.
     */
    read(bytes, name, { beside = null, ...given } = {}) {
        const m = this.module;
        m.beside = beside;
        try {
            return m.with([name, new Uint8Array(bytes), options(given)], (n, b, o, _n, count, length) =>
                this.#input(m.run('web_read', n, b, count, o, length - 1)),
            );
        } finally {
            m.beside = null;
        }
    }
    #input([kind, at]) {
        return kind === 1
            ? new Scene(this.module, at, this.module.json())
            : new Drawing(this.module, at, this.module.json());
    }

    /** A scene of arrays: `{ positions, triangles, up, unit }`, or without any to add parts to it. */
    scene({ positions, triangles, up, unit } = {}) {
        const m = this.module;
        const made = m.with([options({ up, unit })], (o, n) => new Scene(m, m.run('web_scene', o, n - 1)[0]));
        return positions ? made.add({ positions, triangles }) : made;
    }
    /** A floor plan of rings: `{ outer: [ring], obstacles: [ring], walls: [line], points: [[x, y]], borders: [line] }`. */
    drawing({ outer = [], obstacles = [], walls = [], points = [], borders = [] } = {}) {
        const made = new Drawing(this.module, this.module.run('web_drawing')[0]);
        for (const ring of outer) made.add('outer', ring);
        for (const ring of obstacles) made.add('obstacle', ring);
        for (const line of walls) made.add('wall', line);
        for (const line of borders) made.add('border', line);
        if (points.length > 0) made.add('point', points);
        return made;
    }
    /** Samples made by code: `{ name, summary, size, scene }`. */
    samples() {
        this.module.run('web_samples');
        return this.module.json();
    }
    sample(name, { size = 0, seed = 1 } = {}) {
        return this.module.with([name], (n) => this.#input(this.module.run('web_sample', n, size, seed)));
    }

    /**
     * Builds the mesh of a scene or a drawing. Options as the command has them: height, slope (degrees), step, gap,
     * drop, minArea, seeds, links, ... `onProgress(stage, fraction)` may return false to cancel.
     */
    build(input, { onProgress = null, ...given } = {}) {
        const m = this.module;
        const scene = input.kind === 'scene' ? input.address : 0;
        const drawing = input.kind === 'drawing' ? input.address : 0;
        m.onProgress = onProgress;
        try {
            return m.with([options(given)], (o, length) => {
                const [at] = m.run('web_build', scene, drawing, o, length - 1);
                return new Nav(m, at, m.json());
            });
        } finally {
            m.onProgress = null;
        }
    }
    /** Loads a .wend file. `proven`: every claim in it is proved first; else only what questions rely on. */
    load(bytes, { proven = false } = {}) {
        const m = this.module;
        return m.with([new Uint8Array(bytes)], (at, count) => new Nav(m, m.run('web_load', at, count, proven ? 1 : 0)[0]));
    }
    /** Tells why one can or cannot walk in places of a scene: `explain(nav, scene).why([x, y, z]).words`. */
    explain(nav, scene) {
        return new Explainer(nav, scene);
    }
}

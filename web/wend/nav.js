// A nav: what is asked of a built or loaded mesh. Shared by `wend` and `wend/query`.
import { Owned, WendError } from './module.js';

const SPOT = 24; // bytes
const KINDS = ['plan', 'cells', 'portals', 'medial', 'walkable', 'links'];
const STATUS = ['reached', 'partial', 'unreachable', 'off-mesh'];
const REASONS = [
    '', 'from-off-mesh', 'to-off-mesh', 'from-too-narrow', 'to-too-narrow', 'disconnected', 'too-narrow', 'forbidden',
];

const STOPS = ['', 'wall', 'corner', 'off-mesh'];

const isPlace = (p) => p?.length === 3 && typeof p[0] === 'number';
const flat = (places) => (ArrayBuffer.isView(places) ? places : places.flat());

/** Spots of a nav: places on its floor, in the order in which they were asked for. */
export class Spots {
    constructor(bytes, points) {
        this.bytes = bytes; // 24 of each
        /** x, y, z on the ground of each. */
        this.points = points;
    }
    get length() {
        return this.bytes.length / SPOT;
    }
    /** Whether spot k is on the floor. */
    found(k) {
        return new DataView(this.bytes.buffer, this.bytes.byteOffset).getInt32(SPOT * k, true) >= 0;
    }
    /** Spot k alone. */
    at(k) {
        return new Spots(this.bytes.slice(SPOT * k, SPOT * k + SPOT), this.points.slice(3 * k, 3 * k + 3));
    }
    /** Metres from where spot k was asked for. */
    distance(k) {
        return new DataView(this.bytes.buffer, this.bytes.byteOffset).getFloat64(SPOT * k + 16, true);
    }
}

/** A distance map of a nav. */
export class Flow extends Owned {
    constructor(nav, address) {
        super(nav.module, address, (at) => nav.module.calls.web_flow_free(at));
        this.nav = nav; // it must stay as long
    }
    /** Of each spot: `{ distances, toward, goals }`: metres, a level unit vector x, y, z, and the spot that is nearest. */
    ask(spots) {
        const m = this.module;
        const n = spots.length;
        let distances;
        let goals;
        const toward = m.fill(Float64Array, 3 * n, (way) => {
            goals = m.fill(Int32Array, n, (goal) => {
                distances = m.fill(Float64Array, n, (far) =>
                    m.with([spots.bytes], (at) =>
                        m.calls.web_flow_ask(this.nav.address, this.address, at, n, far, goal, way),
                    ),
                );
            });
        });
        return { distances, toward, goals };
    }
}

export class Nav extends Owned {
    #search = null;

    constructor(module, address, report = null) {
        super(module, address, (at) => module.calls.web_nav_free(at));
        /** Of a build: `{ seconds, findings }`; null for a nav that was loaded. */
        this.report = report;
    }

    free() {
        this.#search?.free();
        this.#search = null;
        super.free();
    }

    #told(call, ...values) {
        this.module.run(call, this.address, ...values);
        return this.module.json();
    }

    /** Figures: areas in m2, counts, agent, hash. */
    info() {
        return this.#told('web_info');
    }
    /** Doors: `{ at, left, right, width, depth, headroom, layer }`. */
    doors() {
        return this.#told('web_doors');
    }
    /** Flights of stairs: `{ risers, riser, tread, width, bottom, top }`. */
    flights() {
        return this.#told('web_flights');
    }
    /** The most prominent narrow places: `{ at, width, room, prominence }`. */
    narrows(most = 100) {
        return this.#told('web_narrows', most);
    }
    /** Layers of the plan, storeys first: `{ layer, area, low, high }`. */
    layers() {
        return this.#told('web_layers');
    }

    /** The bytes of a .wend file: the same as the command writes. */
    save() {
        const [at, count] = this.module.run('web_save', this.address);
        const bytes = this.module.take(Uint8Array, at, count);
        this.module.calls.web_release(at, count);
        return bytes;
    }

    // ------------------------------------------------------------------------------------------------ places

    /** The spot at a place [x, y, z], or null where there is no floor within `snap` metres. */
    locate(place, snap = 0.1) {
        const spots = this.locateAll(place, snap);
        return spots.found(0) ? spots : null;
    }

    /** The spots of many places: an array of places, or x, y, z of each in a Float64Array. */
    locateAll(places, snap = 0.1) {
        const m = this.module;
        const numbers = Float64Array.from(flat(places));
        const n = Math.floor(numbers.length / 3);
        let points;
        const bytes = m.fill(Uint8Array, SPOT * n, (spots) => {
            points = m.fill(Float64Array, 3 * n, (to) =>
                m.with([numbers], (at) => m.calls.web_locate(this.address, at, n, snap, spots, to)),
            );
        });
        return new Spots(bytes, points);
    }

    // A spot is given as one, or as a place.
    #spot(where) {
        return where instanceof Spots ? where : this.locateAll(isPlace(where) ? where : [NaN, NaN, NaN]);
    }
    #numbers(call, spots, Type, ...values) {
        const m = this.module;
        return m.fill(Type, spots.length, (to) =>
            m.with([spots.bytes], (at) => m.calls[call](this.address, at, spots.length, ...values, to, 0)),
        );
    }

    /** Metres from a place or a spot to the nearest obstacle; 0 off the floor. */
    clearance(where) {
        return this.clearances(this.#spot(where))[0];
    }
    clearances(spots) {
        return this.#numbers('web_clearance', spots, Float64Array);
    }
    /** The same with the nearest point: `{ clearance, point }`. */
    nearest(where) {
        const m = this.module;
        const spot = this.#spot(where);
        let clearance;
        const point = m.fill(Float64Array, 3, (nearest) => {
            clearance = m.fill(Float64Array, 1, (to) =>
                m.with([spot.bytes], (at) => m.calls.web_clearance(this.address, at, 1, to, nearest)),
            );
        });
        return { clearance: clearance[0], point: [...point] };
    }
    /** A number that is the same for all spots between which a disc of the radius can move; -1 where it does not fit. */
    component(where, radius) {
        return this.components(this.#spot(where), radius)[0];
    }
    components(spots, radius) {
        return this.#numbers('web_component', spots, Int32Array, radius);
    }
    /** The largest radius that gets from one to the other; 0 when there is no way. */
    widest(from, to) {
        return this.widests(from, this.#spot(to))[0];
    }
    /** From one to many. */
    widests(from, spots) {
        const m = this.module;
        return m.fill(Float64Array, spots.length, (out) =>
            m.with([this.#spot(from).bytes, spots.bytes], (a, b) =>
                m.calls.web_widest(this.address, a, 0, b, spots.length, out),
            ),
        );
    }
    /** `n` random spots, uniform by area seen from above; the same for the same seed. */
    random(n, seed = 0) {
        const m = this.module;
        let points;
        const bytes = m.fill(Uint8Array, SPOT * n, (spots) => {
            points = m.fill(Float64Array, 3 * n, (to) => m.calls.web_random(this.address, seed, n, spots, to));
        });
        return new Spots(bytes, points);
    }
    /** Straight over the floor: `{ hit, point, distance, boundary }`. */
    ray(from, to) {
        const m = this.module;
        m.with([this.#spot(from).bytes, Float64Array.from(to)], (a, b) => m.calls.web_ray(this.address, a, b));
        const [hit, x, y, z, distance, boundary] = new Float64Array(
            m.calls.memory.buffer, m.calls.web_answer_place(), 6,
        );
        return { hit: hit !== 0, point: [x, y, z], distance, boundary };
    }

    // ------------------------------------------------------------------------------------------------ paths

    #searchFor() {
        const m = this.module;
        if (this.#search === null) {
            const [at] = m.run('web_search', this.address);
            this.#search = new Owned(m, at, (address) => m.calls.web_search_free(address));
        }
        return this.#search.address;
    }

    /**
     * The shortest path of a disc between two places or spots.
     * `{ status, reason, length, bound, proven, widest, narrow, moved, clearance, length3d, points, links, flights,
     * areas }`, the last three where `details` are asked for.
     */
    path(from, to, radius = 0.3, options = null) {
        const m = this.module;
        const search = this.#searchFor();
        const a = this.#spot(from);
        const b = this.#spot(to);
        return m.with([a.bytes, b.bytes, options && JSON.stringify(options)], (pa, pb, po, _a, _b, no) => {
            const answer = m.run('web_path', this.address, search, pa, pb, radius, po, Math.max(0, no - 1));
            const [status, reason, length, bound, proven, widest, m0, m1, clearance, length3d, has, x, y, z, at, count] = answer;
            return {
                status: STATUS[status],
                reason: REASONS[reason],
                length,
                bound,
                proven: proven !== 0,
                widest,
                narrow: has < 0 ? null : [x, y, z],
                moved: [m0, m1],
                clearance,
                length3d,
                points: m.take(Float64Array, at, 3 * count),
                ...(options?.details ? m.json() : null),
            };
        });
    }

    /** The spots that are nearest by path, the nearest first: `[{ goal, length }]`, `goal` the number of a spot. */
    nearestOf(from, spots, { radius = 0.3, most = spots.length, farthest = Infinity } = {}) {
        const m = this.module;
        const search = this.#searchFor();
        let lengths;
        let count;
        const numbers = m.fill(Int32Array, spots.length, (to) => {
            lengths = m.fill(Float64Array, spots.length, (far) =>
                m.with([this.#spot(from).bytes, spots.bytes], (a, b) => {
                    [count] = m.run('web_nearest', search, a, b, spots.length, most, farthest, radius, to, far);
                }),
            );
        });
        return [...numbers.slice(0, count)].map((goal, k) => ({ goal, length: lengths[k] }));
    }

    /** Moves a disc toward a place and along what it meets: `{ spot, stop, distance, point }`. */
    move(from, to, radius = 0.3) {
        return this.#step(from, to, radius, 1);
    }
    /** Walks a disc straight until it meets something; what that is, is its `stop`. */
    walk(from, to, radius = 0.3) {
        return this.#step(from, to, radius, 0);
    }
    #step(from, to, radius, slide) {
        const m = this.module;
        const search = this.#searchFor();
        const spot = this.#spot(from);
        let answer;
        const bytes = m.fill(Uint8Array, SPOT, (at) => {
            new Uint8Array(m.calls.memory.buffer, at, SPOT).set(spot.bytes.subarray(0, SPOT));
            m.with([Float64Array.from(to)], (p) => {
                answer = m.run('web_move', this.address, search, at, p, radius, slide).slice(0, 5);
            });
        });
        const [kind, distance, x, y, z] = answer;
        return { spot: new Spots(bytes, Float64Array.of(x, y, z)), stop: STOPS[kind], distance, point: [x, y, z] };
    }

    /**
     * A distance map: how far every place is from the nearest of some spots, and which way, for many at once.
     * Options: `radius`, `farthest`, `reach`, `away`, `forbidTags`.
     */
    flow(spots, { radius = 0.3, farthest = Infinity, ...given } = {}) {
        const m = this.module;
        if (!m.calls.web_flow) throw new WendError('flow: it is in `wend`, not in `wend/query`', 13);
        if (farthest !== Infinity) given.farthest = farthest;
        const search = this.#searchFor();
        return m.with([this.#spot(spots).bytes, JSON.stringify(given)], (at, options, bytes, length) =>
            new Flow(this, m.run('web_flow', search, at, bytes / SPOT, radius, options, length - 1)[0]),
        );
    }

    // ------------------------------------------------------------------------------------------------ looks

    /**
     * One kind of what it holds as triangles and lines: 'plan', 'cells', 'portals', 'medial', 'walkable', 'links'.
     * `{ places, indices, parts: [{ noun, layer, colour, width, first, count }] }`
     */
    relief(kind, { layer = -1, raise = 0.02 } = {}) {
        const m = this.module;
        if (!m.calls.web_relief) throw new WendError('relief: it is in `wend`, not in `wend/query`', 13);
        const [relief, places, placeCount, indices, indexCount] = m.run(
            'web_relief', this.address, KINDS.indexOf(kind), layer, raise,
        );
        const shown = {
            places: m.take(Float64Array, places, 3 * placeCount),
            indices: m.take(Int32Array, indices, indexCount),
            parts: m.json(),
        };
        m.calls.web_relief_free(relief);
        return shown;
    }

    /**
     * The floor, cut until clearance is linear on each triangle: draw where a disc fits for any radius without asking
     * again. `{ places, clearances, triangles, layers, ends }`; `reach` tells the widest way to each of the `ends`.
     */
    floor(error = 0.01) {
        const m = this.module;
        const [floor, vertices, places, clearances, count, triangles, layers, ends] = m.run(
            'web_floor', this.address, error,
        );
        const cut = {
            places: m.take(Float64Array, places, 3 * vertices),
            clearances: m.take(Float64Array, clearances, vertices),
            triangles: m.take(Int32Array, triangles, 3 * count),
            layers: m.take(Int32Array, layers, count),
            ends: m.take(Int32Array, ends, count),
        };
        m.calls.web_floor_free(floor);
        return cut;
    }

    /**
     * The largest radius that gets from a place to each vertex of the medial axis. A point of a triangle of `floor`
     * can be reached with radius r when both its clearance and `reach(from)[ends[triangle]]` are at least r.
     */
    reach(from) {
        const m = this.module;
        const count = this.info().medialVertices;
        return m.fill(Float64Array, count, (to) =>
            m.with([this.#spot(from).bytes], (at) => m.calls.web_reach(this.address, at, to)),
        );
    }
}

// Recast's voxels beside Wend's floor: what they miss and what they invent. recast-navigation is fetched only now.
//
// Both floors are sampled on a grid seen from above: at each point, the heights of Recast's polygons and of Wend's
// triangles that fit the radius. A height of one without one of the other within a step is missed, or invented.
import { BufferAttribute, BufferGeometry, DoubleSide, Group, Mesh, MeshBasicMaterial } from 'three';

const POINTS = 160000; // of the grid, at most

// Triangles in a grid of bins seen from above; heights(x, z) lists those of all triangles there that `take` accepts.
class Heights {
    constructor(places, triangles, low, high, take) {
        Object.assign(this, { places, triangles, take });
        this.n = Math.max(1, Math.min(400, Math.ceil(Math.sqrt(triangles.length / 6))));
        this.low = low;
        this.cell = [0, 2].map((k) => Math.max(1e-6, (high[k] - low[k]) / this.n));
        this.bins = new Map();
        for (let t = 0; t < triangles.length / 3; t++) {
            const box = [Infinity, Infinity, -Infinity, -Infinity];
            for (let i = 0; i < 3; i++) {
                const v = 3 * triangles[3 * t + i];
                const at = [this.bin(places[v], 0), this.bin(places[v + 2], 1)];
                for (let k = 0; k < 2; k++) {
                    box[k] = Math.min(box[k], at[k]);
                    box[2 + k] = Math.max(box[2 + k], at[k]);
                }
            }
            for (let x = box[0]; x <= box[2]; x++)
                for (let z = box[1]; z <= box[3]; z++) {
                    const key = x * 1000 + z;
                    const list = this.bins.get(key);
                    if (list) list.push(t);
                    else this.bins.set(key, [t]);
                }
        }
    }
    bin(x, axis) {
        const k = Math.floor((x - this.low[2 * axis]) / this.cell[axis]);
        return Math.min(this.n - 1, Math.max(0, k));
    }
    at(x, z) {
        const found = [];
        const { places: p, triangles } = this;
        for (const t of this.bins.get(this.bin(x, 0) * 1000 + this.bin(z, 1)) ?? []) {
            const [a, b, c] = [3 * triangles[3 * t], 3 * triangles[3 * t + 1], 3 * triangles[3 * t + 2]];
            const whole = (p[b] - p[a]) * (p[c + 2] - p[a + 2]) - (p[c] - p[a]) * (p[b + 2] - p[a + 2]);
            if (Math.abs(whole) < 1e-12) continue;
            const v = ((x - p[a]) * (p[c + 2] - p[a + 2]) - (p[c] - p[a]) * (z - p[a + 2])) / whole;
            const w = ((p[b] - p[a]) * (z - p[a + 2]) - (x - p[a]) * (p[b + 2] - p[a + 2])) / whole;
            if (v < 0 || w < 0 || v + w > 1) continue;
            if (!this.take || this.take(t, 1 - v - w, v, w)) found.push(p[a + 1] + v * (p[b + 1] - p[a + 1]) + w * (p[c + 1] - p[a + 1]));
        }
        return found;
    }
}

function uprightPlaces(view, places) {
    const out = new Float64Array(places.length);
    for (let k = 0; k < places.length; k += 3) {
        const p = view.toWorld([places[k], places[k + 1], places[k + 2]]);
        out.set([p.x, p.y, p.z], k);
    }
    return out;
}

async function voxelise(positions, triangles, { cellSize, radius, agent }) {
    const { init, getNavMeshPositionsAndIndices } = await import('@recast-navigation/core');
    const { generateSoloNavMesh } = await import('@recast-navigation/generators');
    await init();
    const ch = Math.min(0.2, cellSize);
    const from = performance.now();
    const { success, navMesh, error } = generateSoloNavMesh(positions, triangles, {
        cs: cellSize, ch, walkableRadius: Math.ceil(radius / cellSize), walkableHeight: Math.ceil(agent.height / ch),
        walkableClimb: Math.floor(agent.step / ch + 1e-9), walkableSlopeAngle: agent.slope, minRegionArea: 8,
        mergeRegionArea: 20, maxSimplificationError: 1.3, detailSampleDist: 6, detailSampleMaxError: 1,
    });
    const took = performance.now() - from;
    if (!success) throw new Error(`Recast: ${error}`);
    const [places, indices] = getNavMeshPositionsAndIndices(navMesh);
    navMesh.destroy();
    return { places, indices, took };
}

/** Shows both as red squares in the view; `{ took, missed, invented }` in milliseconds and square metres. */
export async function compareWithRecast(view, state, settings) {
    const positions = uprightPlaces(view, state.look.positions);
    const given = [Float32Array.from(positions), Uint32Array.from(state.look.triangles), settings];
    let recast = await voxelise(...given);
    if (recast.took < 1000) recast = await voxelise(...given); // the first time its code is compiled, too
    const { floor } = state;
    const places = uprightPlaces(view, floor.places);
    const low = [Infinity, 0, Infinity];
    const high = [-Infinity, 0, -Infinity];
    for (let k = 0; k < places.length; k += 3)
        for (const axis of [0, 2]) {
            low[axis] = Math.min(low[axis], places[k + axis]);
            high[axis] = Math.max(high[axis], places[k + axis]);
        }
    const { clearances: c, triangles } = floor;
    const fits = (t, u, v, w) =>
        u * c[triangles[3 * t]] + v * c[triangles[3 * t + 1]] + w * c[triangles[3 * t + 2]] >= settings.radius;
    const ours = new Heights(places, triangles, low, high, fits);
    const theirs = new Heights(recast.places, recast.indices, low, high, null);
    const step = Math.max(0.02, Math.sqrt(((high[0] - low[0]) * (high[2] - low[2])) / POINTS));
    const near = Math.max(0.4, settings.agent.step, 2 * settings.cellSize * Math.tan(Math.PI / 4));
    const squares = { missed: [], invented: [] };
    for (let x = low[0] + step / 2; x < high[0]; x += step)
        for (let z = low[2] + step / 2; z < high[2]; z += step) {
            const a = ours.at(x, z);
            const b = theirs.at(x, z);
            for (const y of a) if (!b.some((other) => Math.abs(other - y) <= near)) squares.missed.push(x, y, z);
            for (const y of b) if (!a.some((other) => Math.abs(other - y) <= near)) squares.invented.push(x, y, z);
        }
    const group = new Group();
    group.add(squaresOf(squares.missed, step, 0x9b1c1c), squaresOf(squares.invented, step, 0xff5a4f));
    group.applyMatrix4(view.matrix.clone().invert());
    view.put('recast', group);
    const area = (list) => (list.length / 3) * step * step;
    return { took: recast.took, missed: area(squares.missed), invented: area(squares.invented) };
}

function squaresOf(list, step, colour) {
    const corners = new Float32Array(4 * list.length);
    const index = [];
    const h = step / 2;
    for (let k = 0; k < list.length / 3; k++) {
        const [x, y, z] = [list[3 * k], list[3 * k + 1] + 0.06, list[3 * k + 2]];
        corners.set([x - h, y, z - h, x + h, y, z - h, x + h, y, z + h, x - h, y, z + h], 12 * k);
        index.push(4 * k, 4 * k + 2, 4 * k + 1, 4 * k, 4 * k + 3, 4 * k + 2);
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(corners, 3));
    geometry.setIndex(index);
    return new Mesh(geometry, new MeshBasicMaterial({ color: colour, side: DoubleSide, transparent: true, opacity: 0.8 }));
}

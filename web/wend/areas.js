// How much floor a radius has: what fits, and what can be reached, in square metres, for many radii at once.

// The share of a triangle where a value that is linear on it, with corners a <= b <= c, is at least r.
function share(a, b, c, r) {
    if (r <= a) return 1;
    if (r >= c) return 0;
    return r <= b ? 1 - ((r - a) * (r - a)) / ((b - a) * (c - a)) : ((c - r) * (c - r)) / ((c - a) * (c - b));
}

/**
 * Areas of a `nav.floor()` by radius: `{ step, fits, reachable }`, where element k is for the radius k * step. `ground`
 * are the two axes of the floor that lie level ([0, 2] where y is up), `unit` metres per unit, `reach` as of nav.reach.
 */
export function areasByRadius(floor, reach, { step = 0.01, most = 3, ground = [0, 2], unit = 1 } = {}) {
    const { places, clearances, triangles, ends } = floor;
    const [x, y] = ground;
    const count = Math.floor(most / step) + 1;
    const fits = new Float64Array(count + 1);
    const reachable = new Float64Array(count + 1);
    let whole = 0;
    for (let t = 0; t < ends.length; t++) {
        const [p, q, s] = [triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]];
        const ax = places[3 * q + x] - places[3 * p + x];
        const ay = places[3 * q + y] - places[3 * p + y];
        const bx = places[3 * s + x] - places[3 * p + x];
        const by = places[3 * s + y] - places[3 * p + y];
        const area = Math.abs(ax * by - ay * bx) * 0.5 * unit * unit;
        whole += area;
        let a = clearances[p];
        let b = clearances[q];
        let c = clearances[s];
        if (a > b) [a, b] = [b, a];
        if (b > c) [b, c] = [c, b];
        if (a > b) [a, b] = [b, a];
        // Up to a all of it fits: told by one difference, which the sums below spread.
        const full = Math.min(count, Math.floor(a / step) + 1);
        const last = Math.min(count, Math.ceil(c / step));
        const far = Math.min(count, Math.floor(reach[ends[t]] / step) + 1);
        fits[0] += area;
        fits[full] -= area;
        reachable[0] += area;
        reachable[Math.min(full, far)] -= area;
        for (let k = full; k < last; k++) {
            const part = area * share(a, b, c, k * step);
            fits[k] += part;
            fits[k + 1] -= part;
            if (k >= far) continue;
            reachable[k] += part;
            reachable[k + 1] -= part;
        }
    }
    for (let k = 1; k < count; k++) {
        fits[k] += fits[k - 1];
        reachable[k] += reachable[k - 1];
    }
    return { step, whole, fits: fits.subarray(0, count), reachable: reachable.subarray(0, count) };
}

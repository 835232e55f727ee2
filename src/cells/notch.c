// Notches: where the floor's angle is too large for one cell.
//
// A notch is a gap between two neighbouring fixed walls (boundary or border) around a vertex, wider than pi and the
// angle relaxation; an isolated point has one gap, the full turn. Portals have to divide it.
//
// The distance relaxation (definitions 3.3.5 and 3.3.6 of the thesis) leaves shallow ones in their cells: a sequence is
// a run of notches along a boundary cycle between two vertices that are none. When all of it lies within the distance
// of the segment between these two, it is left. Otherwise its farthest notch is kept, and the runs before and after it
// are judged in the same way, each against the segment between its own ends. (The thesis looks at the middle notch
// only, which lets others stray; the farthest is what its definition asks for.) The kept ones for a larger distance are
// a subset of those for a smaller one. A cycle of nothing but notches, an obstacle as a rule, is one sequence from its
// lowest vertex around to the same; that vertex is kept when another is. Notches at borders and isolated points always
// stay: a cell must not reach across a border, and a point has no neighbours.
//
// Splitting at the farthest could take quadratic time on a spiral; after 32 levels runs are split in the middle.
#include "cells/notch.h"

enum { PIECE = 4096 }; // boundary edges in one task

wend_angle_limit wend_angle_limit_of(double relax_angle) {
    // Taylor series, smallest terms first; at pi/2 the first one left out is below 2^-53.
    double square = relax_angle * relax_angle, cosine = 1, sine = 1;
    for (int k = 22; k >= 2; k -= 2) {
        cosine = 1 - cosine * square / ((k - 1) * k);
        sine = 1 - sine * square / (k * (k + 1));
    }
    sine *= relax_angle;
    return (wend_angle_limit){(int64_t)(cosine * 0x1p30 + 0.5), (int64_t)(sine * 0x1p30 + 0.5)};
}

// ---------------------------------------------------------------------------------------------------- by angle

// Counts the gaps at a vertex with borders, walking its walls.
static int32_t count_gaps(const wend_cutting *c, int32_t v) {
    int32_t first = c->out.data[v], gaps = 0;
    if (wend_cut_wall(c, first) == WEND_WALL_NONE)
        first = wend_wall_before(c, first);
    for (wend_wall_at wall = first;;) {
        wend_wall_at after = wend_wall_after(c, wall);
        gaps += !wend_cut_fits(c, v, wend_wall_end(c, wall), wend_wall_end(c, after));
        if (after < 0 || after == first)
            return gaps;
        wall = after;
    }
}

static void mark_borders(wend_cutting *c) {
    const wend_plan_view *plan = c->plan;
    for (int32_t i = 0; i < plan->border_count; i++) {
        int32_t e = plan->borders[i], t = e / 3;
        for (int k = 0; k < 2; k++) {
            int32_t v = plan->triangles[t].v[(e + k) % 3];
            if (c->notches.data[v] == WEND_NOTCH_BORDER)
                continue;
            c->notches.data[v] = WEND_NOTCH_BORDER;
            c->notch_count += count_gaps(c, v);
        }
    }
}

// Looks at the vertices where boundary edges end.
static wend_result mark_boundaries(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    wend_cutting *c = data;
    for (int64_t b = begin; b < end; b++) {
        int32_t left = wend_boundary_start(c->plan, (int32_t)b), v = wend_boundary_end(c->plan, (int32_t)b);
        if (c->notches.data[v] == WEND_NOTCH_BORDER)
            continue;
        int32_t right = wend_cut_end(c, c->out.data[v]);
        c->gaps.data[v] = (wend_aim){right, left};
        c->notches.data[v] = wend_cut_fits(c, v, right, left) ? 0 : WEND_NOTCH;
    }
    return WEND_OK;
}

static void mark_points(wend_cutting *c) {
    for (int32_t v = 0; v < c->plan->vertex_count; v++)
        if ((c->plan->vertex_flags[v] & WEND_VERTEX_POINT) && c->notches.data[v] != WEND_NOTCH_BORDER)
            c->notches.data[v] = WEND_NOTCH;
}

static void count_plain(wend_cutting *c) {
    const uint8_t *notches = c->notches.data;
    int32_t vertices = c->plan->vertex_count, plain = 0;
    for (int32_t v = 0; v < vertices; v++)
        plain += notches[v] == WEND_NOTCH;
    c->notch_count += plain;
}

// ---------------------------------------------------------------------------------------------------- by distance

typedef struct run {
    int64_t first, last; // positions of its ends
    int32_t depth;
} run;

typedef struct relaxing {
    wend_cutting *c;
    double limit2;            // square of the distance, in lattice steps
    WEND_ARRAY(int32_t) ring; // vertices of a cycle
    WEND_ARRAY(run) runs;     // still to judge
} relaxing;

// The square of the distance from p to the segment a-b.
static double distance2(wend_point p, wend_point a, wend_point b) {
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y, px = (double)p.x - a.x, py = (double)p.y - a.y;
    double length2 = dx * dx + dy * dy, along = px * dx + py * dy;
    if (along <= 0)
        return px * px + py * py;
    if (along >= length2) {
        double qx = (double)p.x - b.x, qy = (double)p.y - b.y;
        return qx * qx + qy * qy;
    }
    double across = px * dy - py * dx;
    return across * across / length2;
}

// Judges the notches between two ends and what they leave, all marked as plain so far; whether any was kept.
static wend_result judge(relaxing *r, int64_t first, int64_t last, bool *kept) {
    const wend_point *p = r->c->plan->vertices;
    const int32_t *ring = r->ring.data;
    *kept = false;
    r->runs.count = 0;
    run next = {first, last, 0};
    for (;;) {
        double farthest = -1;
        int64_t at = next.first;
        for (int64_t i = next.first + 1; i < next.last; i++) {
            double d = distance2(p[ring[i]], p[ring[next.first]], p[ring[next.last]]);
            if (d > farthest) {
                farthest = d;
                at = i;
            }
        }
        if (farthest > r->limit2) {
            if (next.depth >= 32)
                at = next.first + (next.last - next.first) / 2;
            r->c->notches.data[ring[at]] = WEND_NOTCH;
            r->c->notch_count++;
            *kept = true;
            if (!wend_array_push(r->c->context, &r->runs, (run){at, next.last, next.depth + 1}))
                return WEND_ERROR_MEMORY;
            next = (run){next.first, at, next.depth + 1};
            continue;
        }
        if (r->runs.count == 0)
            return WEND_OK;
        next = r->runs.data[--r->runs.count];
    }
}

// Reads a cycle's vertices from boundary edge b on, from a vertex that is no plain notch to itself; from the lowest one
// when all are. *all says which.
static wend_result read_ring(relaxing *r, int32_t b, bool *all) {
    const wend_cutting *c = r->c;
    int32_t lowest = b, start = -1, e = b;
    do {
        int32_t v = wend_boundary_start(c->plan, e);
        if (start < 0 && c->notches.data[v] != WEND_NOTCH)
            start = e;
        if (wend_point_less(c->plan->vertices[v], c->plan->vertices[wend_boundary_start(c->plan, lowest)]))
            lowest = e;
        e = c->plan->boundaries[e].next;
    } while (e != b);
    *all = start < 0;
    start = *all ? lowest : start;
    r->ring.count = 0;
    e = start;
    do {
        if (!wend_array_push(c->context, &r->ring, wend_boundary_start(c->plan, e)))
            return WEND_ERROR_MEMORY;
        e = c->plan->boundaries[e].next;
    } while (e != start);
    return wend_array_push(c->context, &r->ring, r->ring.data[0]) ? WEND_OK : WEND_ERROR_MEMORY;
}

static wend_result relax_run(relaxing *r, int64_t first, int64_t last, bool *kept) {
    for (int64_t i = first + 1; i < last; i++)
        r->c->notches.data[r->ring.data[i]] = 0;
    r->c->notch_count -= (int32_t)(last - first - 1);
    return judge(r, first, last, kept);
}

static wend_result relax_cycle(relaxing *r, int32_t b) {
    bool all, kept;
    wend_result result = read_ring(r, b, &all);
    if (result != WEND_OK)
        return result;
    int64_t end = r->ring.count - 1;
    uint8_t *notches = r->c->notches.data;
    if (all) {
        result = relax_run(r, 0, end, &kept);
        if (result == WEND_OK && !kept) {
            notches[r->ring.data[0]] = 0;
            r->c->notch_count--;
        }
        return result;
    }
    for (int64_t first = 0; first < end && result == WEND_OK;) {
        int64_t last = first + 1;
        while (notches[r->ring.data[last]] == WEND_NOTCH)
            last++;
        if (last > first + 1)
            result = relax_run(r, first, last, &kept);
        first = last;
    }
    return result;
}

static wend_result relax_all(wend_cutting *c, double relax) {
    WEND_ARRAY(uint8_t) seen = {0};
    relaxing r = {.c = c, .limit2 = relax / c->plan->lattice.step * (relax / c->plan->lattice.step)};
    wend_result result = wend_array_resize(c->context, &seen, c->plan->cycle_count) ? WEND_OK : WEND_ERROR_MEMORY;
    if (result == WEND_OK && c->plan->cycle_count > 0)
        memset(seen.data, 0, (size_t)c->plan->cycle_count);
    for (int32_t b = 0; b < c->plan->boundary_count && result == WEND_OK; b++) {
        uint8_t *done = &seen.data[c->plan->boundaries[b].cycle];
        if (!*done)
            result = relax_cycle(&r, b);
        *done = 1;
    }
    wend_array_free(c->context, &seen);
    wend_array_free(c->context, &r.ring);
    wend_array_free(c->context, &r.runs);
    return result;
}

wend_result wend_notches_find(wend_cutting *c, double relax) {
    c->notch_count = 0;
    mark_borders(c);
    wend_result result = wend_run_tasks(c->context, c->plan->boundary_count, PIECE, mark_boundaries, c);
    if (result != WEND_OK)
        return result;
    mark_points(c);
    count_plain(c);
    return relax > 0 ? relax_all(c, relax) : WEND_OK;
}

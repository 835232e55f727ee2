// Shortest paths of a disc on a floor plan, by all walls and all tangents.
//
// Walls are the boundary edges and the isolated points of the plan; where two obstacles touch or a wall has no width,
// those of the same place count once. The disc's centre must keep a radius away from all of them, so that on which side
// of a wall a place lies needs no thought: no way of the centre leads through a wall.
//
// Circles stand round every vertex with more than 180 degrees of floor and every point. A segment that touches two
// circles is a tie when no wall is nearer to it than the radius, which is asked of every wall. A circle is blocked
// where the disc on it would overlap a wall: at the angles where that may begin or cease, of all walls near it, it is
// cut into parts, and the middle of each part is asked of every wall.
#include "oracle_path_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

typedef struct wall {
    oracle_vec a, b, low, high; // and its box
} wall;

struct oracle_flat {
    const wend_plan_view *view;
    double radius, slack;
    wall *walls;
    int32_t wall_count, last; // the wall that blocked last
    oracle_vec *centres;      // of rings
    int32_t ring_count;
    oracle_rings *rings;
    const oracle_fence *fences;
    int32_t fence_count;
};

static void *made(size_t count, size_t size) {
    void *memory = calloc(count > 0 ? count : 1, size);
    if (memory == NULL)
        abort();
    return memory;
}

// ---------------------------------------------------------------------------------------------------- walls

static int compare_walls(const void *p, const void *q) {
    const double *a = (const double *)p, *b = (const double *)q; // a wall is eight numbers, its ends first
    for (int i = 0; i < 4; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static wall make_wall(oracle_vec a, oracle_vec b) {
    if (b.x < a.x || (b.x == a.x && b.y < a.y)) {
        oracle_vec c = a;
        a = b;
        b = c;
    }
    return (wall){a, b, {fmin(a.x, b.x), fmin(a.y, b.y)}, {fmax(a.x, b.x), fmax(a.y, b.y)}};
}

static void gather_walls(oracle_flat *o) {
    const wend_plan_view *v = o->view;
    o->walls = made((size_t)v->boundary_count + (size_t)v->vertex_count, sizeof *o->walls);
    for (int32_t k = 0; k < v->boundary_count; k++) {
        int32_t h = v->boundaries[k].edge, g = h % 3 == 2 ? h - 2 : h + 1;
        o->walls[o->wall_count++] = make_wall(oracle_start(v, h), oracle_start(v, g));
    }
    for (int32_t k = 0; k < v->vertex_count; k++)
        if (v->vertex_flags[k] & WEND_VERTEX_POINT)
            o->walls[o->wall_count++] = make_wall(oracle_vertex(v, k), oracle_vertex(v, k));
    qsort(o->walls, (size_t)o->wall_count, sizeof *o->walls, compare_walls);
    int32_t kept = 0;
    for (int32_t k = 0; k < o->wall_count; k++)
        if (kept == 0 || compare_walls(&o->walls[kept - 1], &o->walls[k]) != 0)
            o->walls[kept++] = o->walls[k];
    o->wall_count = kept;
}

static bool overlaps(const oracle_flat *o, const wall *w, oracle_vec p, oracle_vec q) {
    return oracle_segment_distance(p, q, w->a, w->b) < o->radius - o->slack;
}

// Whether a segment leads through the inside of a fence: its part within, and how deep the middle of that lies.
static bool is_fenced(const oracle_fence *f, oracle_vec p, oracle_vec q) {
    double from = 0, to = 1, depth = INFINITY;
    for (int turn = 0; turn < 2; turn++)
        for (int32_t k = 0; k < f->count; k++) {
            oracle_vec a = f->corners[k], b = f->corners[k + 1 < f->count ? k + 1 : 0];
            double ux = b.x - a.x, uy = b.y - a.y, length = sqrt(ux * ux + uy * uy);
            double begin = (ux * (p.y - a.y) - uy * (p.x - a.x)) / length;
            double end = (ux * (q.y - a.y) - uy * (q.x - a.x)) / length;
            if (turn == 1) {
                depth = fmin(depth, begin + (from + to) / 2 * (end - begin));
            } else if (begin < 0 || end < 0) {
                if (begin <= 0 && end <= 0)
                    return false;
                double at = begin / (begin - end);
                from = begin < 0 ? fmax(from, at) : from;
                to = end < 0 ? fmin(to, at) : to;
            }
        }
    return from <= to && depth > 4; // steps: more than borders are rounded by
}

// Whether the disc may go straight from one place to another.
static bool is_free(oracle_flat *o, oracle_vec p, oracle_vec q) {
    oracle_vec low = {fmin(p.x, q.x) - o->radius, fmin(p.y, q.y) - o->radius};
    oracle_vec high = {fmax(p.x, q.x) + o->radius, fmax(p.y, q.y) + o->radius};
    if (o->wall_count > 0 && overlaps(o, &o->walls[o->last], p, q))
        return false;
    for (int32_t k = 0; k < o->fence_count; k++)
        if (is_fenced(&o->fences[k], p, q))
            return false;
    for (int32_t k = 0; k < o->wall_count; k++) {
        const wall *w = &o->walls[k];
        if (w->high.x < low.x || w->low.x > high.x || w->high.y < low.y || w->low.y > high.y || !overlaps(o, w, p, q))
            continue;
        o->last = k;
        return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- circles

static int compare_vecs(const void *p, const void *q) {
    const oracle_vec *a = p, *b = q;
    if (a->x != b->x)
        return a->x < b->x ? -1 : 1;
    return a->y < b->y ? -1 : a->y > b->y;
}

static int compare_doubles(const void *p, const void *q) {
    double a = *(const double *)p, b = *(const double *)q;
    return a < b ? -1 : a > b;
}

// One circle for every place where paths may turn.
static void gather_centres(oracle_flat *o) {
    const wend_plan_view *v = o->view;
    oracle_fans fans = oracle_fans_make(v);
    o->centres = made((size_t)v->vertex_count, sizeof *o->centres);
    int32_t count = 0;
    for (int32_t k = 0; k < v->vertex_count; k++)
        if (oracle_turns_at(v, &fans, k, true))
            o->centres[count++] = oracle_vertex(v, k);
    oracle_fans_free(&fans);
    qsort(o->centres, (size_t)count, sizeof *o->centres, compare_vecs);
    for (int32_t k = 0; k < count; k++)
        if (o->ring_count == 0 || compare_vecs(&o->centres[o->ring_count - 1], &o->centres[k]) != 0)
            o->centres[o->ring_count++] = o->centres[k];
}

// The angles at which a circle crosses the edges of fences, or may.
static int32_t fence_angles(const oracle_flat *o, oracle_vec c, double *angles) {
    int32_t count = 0;
    for (int32_t k = 0; k < o->fence_count; k++)
        for (int32_t i = 0; i < o->fences[k].count; i++) {
            oracle_vec a = o->fences[k].corners[i], b = o->fences[k].corners[(i + 1) % o->fences[k].count];
            double ux = b.x - a.x, uy = b.y - a.y, length = sqrt(ux * ux + uy * uy);
            double off = (ux * (c.y - a.y) - uy * (c.x - a.x)) / length / o->radius; // to its left
            if (fabs(off) > 1)
                continue;
            double along = atan2(uy, ux), half = acos(off);
            angles[count++] = along - PI / 2 - half;
            angles[count++] = along - PI / 2 + half;
        }
    return count;
}

static void block_circle(oracle_flat *o, int32_t ring) {
    oracle_vec c = o->centres[ring];
    size_t room = ORACLE_ANGLES * (size_t)o->wall_count + 2 * ORACLE_FENCE_CORNERS * (size_t)o->fence_count + 1;
    double *angles = made(room, sizeof *angles);
    int32_t count = fence_angles(o, c, angles);
    for (int32_t k = 0; k < o->wall_count; k++) {
        const wall *w = &o->walls[k];
        if (oracle_point_distance(c, w->a, w->b) < 2 * o->radius)
            count += oracle_critical_angles(c, o->radius, w->a, w->b, angles + count);
    }
    for (int32_t k = 0; k < count; k++) {
        angles[k] = fmod(angles[k], 2 * PI);
        angles[k] += angles[k] < 0 ? 2 * PI : 0;
    }
    if (count == 0)
        angles[count++] = 0;
    qsort(angles, (size_t)count, sizeof *angles, compare_doubles);
    for (int32_t k = 0; k < count; k++) {
        double from = angles[k], to = k + 1 < count ? angles[k + 1] : angles[0] + 2 * PI, middle = (from + to) / 2;
        oracle_vec at = {c.x + o->radius * cos(middle), c.y + o->radius * sin(middle)};
        if (to > from && !is_free(o, at, at))
            oracle_rings_block(o->rings, ring, from, to);
    }
    free(angles);
}

static void tie_circles(oracle_flat *o, int32_t i, int32_t j) {
    for (int sides = 0; sides < 4; sides++) {
        oracle_touch a = {i, sides % 2 ? 1 : -1, 0}, b = {j, sides / 2 ? 1 : -1, 0};
        oracle_tangent t;
        if (!oracle_tangent_of(o->centres[i], a.side, o->centres[j], b.side, o->radius, o->slack, &t))
            continue;
        a.angle = atan2(t.from_normal.y, t.from_normal.x);
        b.angle = atan2(t.to_normal.y, t.to_normal.x);
        if (!oracle_rings_blocked(o->rings, i, a.angle) && !oracle_rings_blocked(o->rings, j, b.angle) &&
            is_free(o, t.from, t.to))
            oracle_rings_tie(o->rings, a, b, t.length);
    }
}

oracle_flat *oracle_flat_make(const wend_plan_view *view, double radius) {
    return oracle_flat_make_fenced(view, radius, NULL, 0);
}

oracle_flat *oracle_flat_make_fenced(const wend_plan_view *view, double radius, const oracle_fence *fences,
                                     int32_t fence_count) {
    oracle_flat *o = made(1, sizeof *o);
    o->fences = fences;
    o->fence_count = fence_count;
    o->view = view;
    o->radius = radius;
    o->slack = oracle_slack(view, radius);
    o->rings = oracle_rings_make(radius);
    gather_walls(o);
    gather_centres(o);
    for (int32_t k = 0; k < o->ring_count; k++) {
        oracle_rings_add(o->rings, o->centres[k], 2 * PI, 0);
        block_circle(o, k);
    }
    for (int32_t i = 0; i < o->ring_count; i++)
        for (int32_t j = 0; j < i; j++)
            tie_circles(o, j, i);
    oracle_rings_close(o->rings);
    return o;
}

void oracle_flat_free(oracle_flat *o) {
    if (o == NULL)
        return;
    oracle_rings_free(o->rings);
    free(o->walls);
    free(o->centres);
    free(o);
}

// ---------------------------------------------------------------------------------------------------- paths

double oracle_flat_shortest(oracle_flat *o, const oracle_end *from, const oracle_end *to) {
    oracle_vec s = from->place, t = to->place;
    if (!is_free(o, s, s) || !is_free(o, t, t))
        return INFINITY;
    for (int32_t k = 0; k < o->ring_count; k++)
        for (int side = -1; side <= 1; side += 2) {
            oracle_tangent line;
            if (oracle_tangent_of(s, 0, o->centres[k], side, o->radius, o->slack, &line) && is_free(o, s, line.to))
                oracle_rings_leave(o->rings, (oracle_touch){k, side, atan2(line.to_normal.y, line.to_normal.x)},
                                   line.length);
            if (oracle_tangent_of(o->centres[k], side, t, 0, o->radius, o->slack, &line) && is_free(o, line.from, t))
                oracle_rings_arrive(o->rings, (oracle_touch){k, side, atan2(line.from_normal.y, line.from_normal.x)},
                                    line.length);
        }
    double x = t.x - s.x, y = t.y - s.y;
    return oracle_rings_shortest(o->rings, is_free(o, s, t) ? sqrt(x * x + y * y) : INFINITY, t);
}

const oracle_rings *oracle_flat_rings(const oracle_flat *o) {
    return o->rings;
}

// A floor in regions, and which of them one can stand in.
//
// The sides of the floor and its cuts are snap-rounded and triangulated (geom/snap.h), always, even where nothing
// crosses: an end that was rounded off its side by half a step must still be on it. Segments 0, 1, 2 are the sides;
// each one after them stands for all cuts in one place. Triangles with no segment between them are a region.
//
// Which triangles there are is exact. Doubles only judge a region: the faces that cast shadows are asked whether they
// block at the middle of its fattest triangle, which lies well inside. The lines around the region say nothing about
// that: many were culled, and how often outlines wind around a place is upset by shadows that are rounded to lines. So
// a region is walkable or not as a whole, and rounding may move its border by a step, but cannot tear it.
//
// Degenerate cases:
//
//     outside   sides that are bent leave triangles of the hull outside of the floor. They are found from the ghosts,
//               over edges on no side.
//     drawn     two sides of a narrow floor may come to lie on the same edges: an edge has a bit for each of its sides.
//     cracks    between two faces whose common line was cancelled there may be a crack, as wide as rounding. Where the
//               middle is that close to anything, three places around it are asked, and two of them decide.
//     thin      a region nowhere wider than two steps (its area is less than the length around it) is dropped, unless
//               it is the only one. What lies around it is noted, because it may be all there is of a floor before a
//               wall (explain.c).
//
// Whatever is chosen, the fattest triangle or the wall of a thin region, equals are told apart by where they are, and
// never by their numbers, which come from the order of the scene's triangles.
//
// Cost: O(k log k) for k lines, and what crosses; for each region the shadows near a place.
#include "exact/cutter.h"

#include <math.h>

enum { OUTSIDE = -1, UNKNOWN = -2 }; // in place of a region
enum { FEW = 32 };                   // points that are looked through for equal ones

// ---------------------------------------------------------------------------------------------------- arrangement

// The number of a point among those to be triangulated, or -1. Among few, equal ones are found, which is quicker than
// having them found by the triangulation.
static int32_t add_point(wend_cutter *c, wend_point p) {
    if (c->points.count <= FEW)
        for (int32_t i = 0; i < c->points.count; i++)
            if (wend_point_equal(c->points.data[i], p))
                return i;
    return wend_array_push(c->context, &c->points, p) ? (int32_t)c->points.count - 1 : -1;
}

static bool add_segment(wend_cutter *c, wend_point a, wend_point b) {
    wend_segment segment = {add_point(c, a), add_point(c, b)};
    return segment.a >= 0 && segment.b >= 0 && wend_array_push(c->context, &c->segments, segment);
}

// The sides, then a segment for all cuts in one place.
static wend_result list_segments(wend_cutter *c) {
    c->points.count = c->segments.count = c->first_cut.count = 0;
    for (int i = 0; i < 3; i++)
        if (!wend_array_push(c->context, &c->points, wend_from_above(c->face->p[i])))
            return WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < 3; i++)
        if (!wend_array_push(c->context, &c->segments, (wend_segment){i, (i + 1) % 3}))
            return WEND_ERROR_MEMORY;
    const wend_cut *cuts = c->cuts.data;
    for (int64_t i = 0; i < c->cuts.count; i++)
        if ((i == 0 || !wend_cut_same_place(&cuts[i], &cuts[i - 1])) &&
            (!add_segment(c, cuts[i].a, cuts[i].b) || !wend_array_push(c->context, &c->first_cut, (int32_t)i)))
            return WEND_ERROR_MEMORY;
    for (int64_t i = 0; i < c->besides.count; i++) // the side passes their pixels, and so their ends
        if (add_point(c, c->besides.data[i].cut.a) < 0 || add_point(c, c->besides.data[i].cut.b) < 0)
            return WEND_ERROR_MEMORY;
    for (int64_t i = 0; i < c->dots.count; i++) // as do sides of corners that are cut off by less than a step
        if (add_point(c, c->dots.data[i]) < 0)
            return WEND_ERROR_MEMORY;
    return wend_array_push(c->context, &c->first_cut, (int32_t)c->cuts.count) ? WEND_OK : WEND_ERROR_MEMORY;
}

static wend_result find_sides(wend_cutter *c) {
    int64_t edges = 3 * (int64_t)c->view.triangle_count;
    if (!wend_array_resize(c->context, &c->sides, edges))
        return WEND_ERROR_MEMORY;
    memset(c->sides.data, 0, (size_t)edges);
    for (int32_t e = 0; e < edges; e++)
        for (int32_t m = wend_edge_mark(c->view.triangles, e); m >= 0; m = c->view.pieces[m].next)
            if (c->view.pieces[m].segment < 3)
                c->sides.data[e] |= (uint8_t)(1 << c->view.pieces[m].segment);
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- regions

// Spreads `number` from a triangle over edges that `open` lets through.
static wend_result spread(wend_cutter *c, int32_t from, int32_t number, bool (*open)(const wend_cutter *, int32_t)) {
    int32_t *region_of = c->region_of.data;
    c->stack.count = 0;
    region_of[from] = number;
    if (!wend_array_push(c->context, &c->stack, from))
        return WEND_ERROR_MEMORY;
    while (c->stack.count > 0) {
        int32_t t = c->stack.data[--c->stack.count];
        for (int i = 0; i < 3; i++) {
            int32_t next = c->view.triangles[t].twin[i] / 3;
            if (region_of[next] != UNKNOWN || !open(c, 3 * t + i))
                continue;
            region_of[next] = number;
            if (!wend_array_push(c->context, &c->stack, next))
                return WEND_ERROR_MEMORY;
        }
    }
    return WEND_OK;
}

static bool is_no_side(const wend_cutter *c, int32_t e) {
    return wend_cutter_sides_at(c, e) == 0;
}

static void corners(const wend_cutter *c, int32_t t, wend_point p[3]) {
    for (int i = 0; i < 3; i++)
        p[i] = c->view.vertices[c->view.triangles[t].v[i]];
}

// Whether triangle s, as fat as the best one so far, comes before it: by its middle.
static bool comes_first(const wend_cutter *c, int32_t s, int32_t best) {
    wend_point p[3], q[3];
    corners(c, s, p);
    corners(c, best, q);
    int64_t x = (int64_t)p[0].x + p[1].x + p[2].x, y = (int64_t)p[0].y + p[1].y + p[2].y;
    int64_t u = (int64_t)q[0].x + q[1].x + q[2].x, v = (int64_t)q[0].y + q[1].y + q[2].y;
    return x != u ? x < u : y < v;
}

static wend_result find_regions(wend_cutter *c) {
    int32_t count = c->view.triangle_count;
    if (!wend_array_resize(c->context, &c->region_of, count))
        return WEND_ERROR_MEMORY;
    for (int32_t t = 0; t < count; t++)
        c->region_of.data[t] = UNKNOWN;
    c->regions.count = 0;
    wend_result result = WEND_OK;
    for (int32_t t = 0; t < count && result == WEND_OK; t++)
        if (!wend_triangle_is_unused(&c->view.triangles[t]) && wend_triangle_is_ghost(&c->view.triangles[t]) &&
            c->region_of.data[t] == UNKNOWN)
            result = spread(c, t, OUTSIDE, is_no_side);
    for (int32_t t = 0; t < count && result == WEND_OK; t++) {
        if (wend_triangle_is_unused(&c->view.triangles[t]) || c->region_of.data[t] != UNKNOWN)
            continue;
        result = spread(c, t, (int32_t)c->regions.count, wend_cutter_is_unmarked);
        if (result == WEND_OK &&
            !wend_array_push(c->context, &c->regions, (wend_cut_region){.triangle = -1, .wall = -1}))
            result = WEND_ERROR_MEMORY;
    }
    return result;
}

// The square of the length of an edge of a triangle with corners p.
static double side_length2(const wend_point p[3], int i) {
    double x = (double)p[i < 2 ? i + 1 : 0].x - p[i].x, y = (double)p[i < 2 ? i + 1 : 0].y - p[i].y;
    return x * x + y * y;
}

static void measure_regions(wend_cutter *c) {
    for (int32_t t = 0; t < c->view.triangle_count; t++) {
        if (c->region_of.data[t] < 0)
            continue;
        wend_cut_region *r = &c->regions.data[c->region_of.data[t]];
        wend_point p[3];
        corners(c, t, p);
        double area2 = (double)wend_cross(p[0], p[1], p[2]), sum = 0;
        for (int i = 0; i < 3; i++) {
            double length2 = side_length2(p, i);
            sum += length2;
            if (!wend_cutter_is_unmarked(c, 3 * t + i))
                r->border += sqrt(length2);
        }
        r->area2 += area2;
        double fatness = area2 * area2 / sum;
        if (r->triangle < 0 || fatness > r->fatness || (!(fatness < r->fatness) && comes_first(c, t, r->triangle))) {
            r->triangle = t;
            r->fatness = fatness;
        }
    }
}

// ---------------------------------------------------------------------------------------------------- judging

typedef struct probe {
    const wend_cutter *c;
    double x, y;
    bool blocked, close;
} probe;

// Goes on until something blocks beyond doubt.
static bool try_blocker(void *user, int32_t item) {
    probe *p = user;
    bool close = false;
    bool blocks = wend_blocks_at(p->c->footing, p->c->floor, p->c->shadows.data[item].face, p->x, p->y, &close);
    p->blocked |= blocks;
    p->close |= close;
    if (blocks && !close)
        p->close = false;
    return !blocks || close;
}

// Whether a place is blocked; *close tells that it may be otherwise right beside it.
static bool is_place_blocked(const wend_cutter *c, double x, double y, bool *close) {
    probe p = {c, x, y, false, false};
    if (c->tree.levels > 0) {
        wend_box box = {(int32_t)floor(x) - WEND_COINCIDE, (int32_t)floor(y) - WEND_COINCIDE,
                        (int32_t)ceil(x) + WEND_COINCIDE, (int32_t)ceil(y) + WEND_COINCIDE};
        wend_tree_search(&c->tree, &box, try_blocker, &p);
    } else {
        for (int32_t i = 0; i < c->shadows.count && try_blocker(&p, i);)
            i++;
    }
    *close = p.close;
    return p.blocked;
}

// Its middle is asked, and where that is just where a face meets the floor or ends (lines between two that block were
// cancelled, and there may be a crack between them), three places around it, of which two decide.
bool wend_cutter_is_blocked(const wend_cutter *c, const wend_point p[3]) {
    double x = 0, y = 0;
    for (int i = 0; i < 3; i++) {
        x += p[i].x / 3.0;
        y += p[i].y / 3.0;
    }
    bool close;
    bool blocked = is_place_blocked(c, x, y, &close);
    if (!close)
        return blocked;
    int votes = 0;
    for (int i = 0; i < 3; i++)
        votes += is_place_blocked(c, (x + p[i].x) / 2, (y + p[i].y) / 2, &close);
    return votes >= 2;
}

// ---------------------------------------------------------------------------------------------------- thin ones

// Whether a wall or fence stands at a half-edge.
static bool is_at_wall(const wend_cutter *c, int32_t e) {
    for (int32_t m = wend_edge_mark(c->view.triangles, e); m >= 0; m = c->view.pieces[m].next) {
        int32_t place = c->view.pieces[m].segment - 3;
        if (place < 0)
            continue;
        for (int32_t i = c->first_cut.data[place]; i < c->first_cut.data[place + 1]; i++)
            if (!wend_cut_takes_area(&c->cuts.data[i]))
                return true;
    }
    return false;
}

// Whether half-edge e comes before another: by where it begins, then by where it ends.
static bool edge_comes_first(const wend_cutter *c, int32_t e, int32_t other) {
    wend_point a = c->view.vertices[wend_edge_start(c->view.triangles, e)];
    wend_point p = c->view.vertices[wend_edge_start(c->view.triangles, other)];
    if (!wend_point_equal(a, p))
        return wend_point_less(a, p);
    return wend_point_less(c->view.vertices[wend_edge_start(c->view.triangles, wend_half_next(e))],
                           c->view.vertices[wend_edge_start(c->view.triangles, wend_half_next(other))]);
}

// Takes into account what is at half-edge e of a thin region.
static void look_beyond(const wend_cutter *c, int32_t e, wend_cut_region *r) {
    if (wend_cutter_is_unmarked(c, e))
        return;
    int32_t from = wend_edge_start(c->view.triangles, e), to = wend_edge_start(c->view.triangles, wend_half_next(e));
    for (int i = 0; i < 3 && wend_cutter_sides_at(c, e) != 0; i++) {
        bool side = (wend_cutter_sides_at(c, e) >> i & 1) != 0;
        r->begins |= (uint8_t)((side && from == c->view.point_vertex[i]) << i);
        r->ends |= (uint8_t)((side && to == c->view.point_vertex[i < 2 ? i + 1 : 0]) << (i < 2 ? i + 1 : 0));
    }
    bool wall = is_at_wall(c, e);
    r->open |= !wall && wend_cutter_sides_at(c, e) == 0;
    if (wall && (r->wall < 0 || edge_comes_first(c, e, r->wall)))
        r->wall = e;
}

// Finds out what is around thin regions.
static void look_around_thin(wend_cutter *c) {
    for (int32_t t = 0; t < c->view.triangle_count; t++)
        if (c->region_of.data[t] >= 0 && c->regions.data[c->region_of.data[t]].thin)
            for (int32_t e = 3 * t; e < 3 * t + 3; e++)
                look_beyond(c, e, &c->regions.data[c->region_of.data[t]]);
}

// ---------------------------------------------------------------------------------------------------- all of it

static void judge_regions(wend_cutter *c) {
    bool any_thin = false;
    measure_regions(c);
    for (int64_t i = 0; i < c->regions.count; i++) {
        wend_cut_region *r = &c->regions.data[i];
        wend_point p[3];
        corners(c, r->triangle, p);
        r->thin = c->regions.count > 1 && r->area2 < 2 * r->border;
        r->kept = !r->thin && !wend_cutter_is_blocked(c, p);
        any_thin |= r->thin;
    }
    if (any_thin)
        look_around_thin(c);
}

wend_result wend_cutter_arrange(wend_cutter *c) {
    wend_result result = list_segments(c);
    if (result == WEND_OK)
        result = wend_snapper_run(c->snapper, c->points.data, (int32_t)c->points.count, c->segments.data,
                                  (int32_t)c->segments.count, &c->view);
    if (result == WEND_OK)
        result = find_sides(c);
    if (result == WEND_OK)
        result = find_regions(c);
    if (result == WEND_OK)
        judge_regions(c);
    return result;
}

// The hash of a plan's region and its borders.
//
// It must not change when a drawing is moved by whole steps, turned by a quarter, or given in another order. So it is a
// sum over boundary edges, point obstacles and border edges (a sum has no order), of coordinates relative to the corner
// of the region's box (no translation), taken for each of the four quarter turns, of which the least sum counts (no
// turn). How the region is triangulated does not enter; areas do by what they are along boundaries and borders. On the
// plan of a linked surface heights count, too, from the lowest vertex on, so that storeys that look the same from above
// differ, and so do the numbers of what it consists of.
#include "plan/plan.h"

#include "base/hash.h"

enum { KIND_POINT = WEND_BOUNDARY_KIND_COUNT, KIND_BORDER, KIND_AREA };

typedef struct frame {
    int quarter;
    int32_t x0, y0, x1, y1; // the box, before turning
    int32_t low;            // the lowest height
} frame;

static uint64_t turned(const frame *f, wend_point p) {
    uint64_t left = (uint64_t)((int64_t)p.x - f->x0), right = (uint64_t)((int64_t)f->x1 - p.x);
    uint64_t down = (uint64_t)((int64_t)p.y - f->y0), up = (uint64_t)((int64_t)f->y1 - p.y);
    switch (f->quarter) {
    case 0:
        return left << 32 | down;
    case 1: // (x, y) -> (-y, x)
        return up << 32 | left;
    case 2:
        return right << 32 | up;
    default:
        return down << 32 | right;
    }
}

static uint64_t hash_element(uint64_t a, uint64_t b, uint64_t kind) {
    return wend_hash_words(0, (uint64_t[3]){a, b, kind}, 3);
}

// Borders have no direction: the lower end comes first.
static uint64_t hash_border(const wend_plan_view *view, const frame *f, int32_t e) {
    uint64_t a = turned(f, view->vertices[wend_plan_edge_start(view, e)]);
    uint64_t b = turned(f, view->vertices[wend_plan_edge_start(view, wend_half_next(e))]);
    return hash_element(a < b ? a : b, a < b ? b : a, KIND_BORDER);
}

// The same for an element between two vertices with heights.
static uint64_t lift(const wend_plan_view *view, const frame *f, int32_t from, int32_t to, uint64_t hash) {
    if (!view->vertex_heights)
        return hash;
    uint32_t a = (uint32_t)view->vertex_heights[from] - (uint32_t)f->low,
             b = (uint32_t)view->vertex_heights[to] - (uint32_t)f->low;
    return hash_element(hash, a, b);
}

static uint64_t area_of(const wend_plan_view *view, int32_t e) {
    return view->triangle_area ? view->triangle_area[e / 3] : 0;
}

// The area on the left of half-edge e, which lies on a boundary or border; nothing for area 0.
static uint64_t hash_area(const wend_plan_view *view, const frame *f, int32_t e) {
    if (area_of(view, e) == 0)
        return 0;
    int32_t from = wend_plan_edge_start(view, e), to = wend_plan_edge_start(view, wend_half_next(e));
    uint64_t a = turned(f, view->vertices[from]), b = turned(f, view->vertices[to]);
    return lift(view, f, from, to, hash_element(hash_element(a, b, KIND_AREA), area_of(view, e), KIND_AREA));
}

static uint64_t hash_frame(const wend_plan_view *view, const frame *f) {
    uint64_t sum = 0;
    for (int32_t b = 0; b < view->boundary_count; b++) {
        int32_t e = view->boundaries[b].edge;
        int32_t from = wend_plan_edge_start(view, e), to = wend_plan_edge_start(view, wend_half_next(e));
        sum += lift(view, f, from, to,
                    hash_element(turned(f, view->vertices[from]), turned(f, view->vertices[to]),
                                 (uint64_t)view->boundaries[b].kind));
        sum += hash_area(view, f, e);
    }
    for (int32_t v = 0; v < view->vertex_count; v++)
        if (view->vertex_flags[v] & WEND_VERTEX_POINT)
            sum += lift(view, f, v, v,
                        hash_element(turned(f, view->vertices[v]), turned(f, view->vertices[v]), KIND_POINT));
    if (view->vertex_heights)
        sum +=
            hash_element((uint64_t)view->component_count, (uint64_t)view->cycle_count, (uint64_t)view->triangle_count);
    for (int32_t k = 0; k < view->border_count; k++) {
        int32_t e = view->borders[k], twin = wend_plan_edge_twin(view, e);
        sum += hash_border(view, f, e);
        if (area_of(view, e) != area_of(view, twin))
            sum += hash_area(view, f, e) + hash_area(view, f, twin);
    }
    return sum;
}

uint64_t wend_plan_hash(const wend_plan_view *view) {
    frame f = {0, INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN, INT32_MAX};
    for (int32_t v = 0; v < view->vertex_count; v++) {
        wend_point p = view->vertices[v];
        f.x0 = p.x < f.x0 ? p.x : f.x0;
        f.y0 = p.y < f.y0 ? p.y : f.y0;
        f.x1 = p.x > f.x1 ? p.x : f.x1;
        f.y1 = p.y > f.y1 ? p.y : f.y1;
        if (view->vertex_heights && view->vertex_heights[v] < f.low)
            f.low = view->vertex_heights[v];
    }
    uint64_t least = UINT64_MAX;
    for (f.quarter = 0; f.quarter < 4; f.quarter++) {
        uint64_t sum = hash_frame(view, &f);
        least = sum < least ? sum : least;
    }
    return hash_element(least, wend_word_of_double(view->lattice.step), wend_word_of_double(view->unit));
}

// Rings of a boundary. See outlines.h.
#include "file/outlines.h"

#include "base/sort.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------- sides

// One side of a barrier, with its ends in the order of their coordinates.
typedef struct side {
    wend_point3 low, high;
    int32_t edge;
} side;

static int compare_points(wend_point3 a, wend_point3 b) {
    if (a.x != b.x)
        return a.x < b.x ? -1 : 1;
    if (a.y != b.y)
        return a.y < b.y ? -1 : 1;
    return a.z != b.z ? (a.z < b.z ? -1 : 1) : 0;
}

static int compare_sides(const void *a, const void *b, const void *user) {
    (void)user;
    const side *p = a, *q = b;
    int low = compare_points(p->low, q->low);
    return low ? low : compare_points(p->high, q->high);
}

static bool list_sides(const wend_outlines *r, side *sides, int64_t *count) {
    *count = 0;
    for (int32_t b = 0; b < r->edges.count; b++) {
        const wend_outline_edge *e = &r->edges.data[b];
        bool forward = compare_points(e->from, e->to) < 0;
        if (e->barrier)
            sides[(*count)++] = (side){forward ? e->from : e->to, forward ? e->to : e->from, b};
    }
    return wend_sort(r->context, sides, *count, sizeof *sides, compare_sides, NULL);
}

// Finds the other side of every barrier: the edge between the same places in the other direction. Where the floors
// beside a barrier are cut differently, or lie at different heights, a side has none.
static bool pair_sides(wend_outlines *r) {
    WEND_ARRAY(side) sides = {0};
    bool good = wend_array_resize(r->context, &r->other, r->edges.count) &&
                wend_array_resize(r->context, &sides, r->edges.count);
    good = good && list_sides(r, sides.data, &sides.count);
    for (int64_t b = 0; good && b < r->edges.count; b++)
        r->other.data[b] = -1;
    for (int64_t k = 0; good && k + 1 < sides.count; k++) {
        int32_t a = sides.data[k].edge, b = sides.data[k + 1].edge;
        if (compare_sides(&sides.data[k], &sides.data[k + 1], NULL) != 0 ||
            compare_points(r->edges.data[a].from, r->edges.data[b].to) != 0)
            continue;
        r->other.data[a] = b;
        r->other.data[b] = a;
        k++;
    }
    wend_array_free(r->context, &sides);
    return good;
}

// ---------------------------------------------------------------------------------------------------- rings

// Whether an edge is a barrier within one component.
static bool is_slit(const wend_outlines *r, int32_t b) {
    return r->other.data[b] >= 0 && r->edges.data[b].component == r->edges.data[r->other.data[b]].component;
}

int32_t wend_outlines_follow(const wend_outlines *r, int32_t b) {
    b = r->edges.data[b].next;
    while (is_slit(r, b))
        b = r->edges.data[r->other.data[b]].next;
    return b;
}

// Traces the ring through an edge. Unsigned arithmetic: single products may wrap, the sum of all fits.
static wend_outline trace(wend_outlines *r, int32_t first) {
    wend_outline ring = {.first = first, .component = r->edges.data[first].component};
    wend_point3 origin = r->edges.data[first].from;
    uint64_t area2 = 0;
    int32_t b = first;
    do {
        const wend_outline_edge *e = &r->edges.data[b];
        int64_t px = (int64_t)e->from.x - origin.x, py = (int64_t)e->from.y - origin.y;
        int64_t qx = (int64_t)e->to.x - origin.x, qy = (int64_t)e->to.y - origin.y;
        area2 += (uint64_t)px * (uint64_t)qy - (uint64_t)py * (uint64_t)qx;
        ring.length++;
        r->seen.data[b] = true;
        b = wend_outlines_follow(r, b);
    } while (!r->seen.data[b]);
    ring.area2 = (int64_t)area2;
    return ring;
}

// By component: a counting sort that keeps the order of lowest edges.
static bool order_rings(wend_outlines *r, int32_t component_count) {
    WEND_ARRAY(wend_outline) found = {0};
    if (!wend_array_resize(r->context, &found, r->rings.count) ||
        !wend_array_resize(r->context, &r->starts, component_count + 2)) {
        wend_array_free(r->context, &found);
        return false;
    }
    int32_t *starts = r->starts.data;
    memset(starts, 0, ((size_t)component_count + 2) * sizeof *starts);
    for (int64_t k = 0; k < r->rings.count; k++) {
        found.data[k] = r->rings.data[k];
        starts[found.data[k].component + 2]++;
    }
    for (int32_t c = 0; c <= component_count; c++)
        starts[c + 1] += starts[c];
    for (int64_t k = 0; k < found.count; k++)
        r->rings.data[starts[found.data[k].component + 1]++] = found.data[k];
    wend_array_free(r->context, &found);
    return true;
}

// Of each component, puts the ring of the largest area first.
static void put_outlines_first(wend_outlines *r, int32_t component_count) {
    for (int32_t c = 0; c < component_count; c++) {
        wend_outline *first = r->rings.data + r->starts.data[c], *end = r->rings.data + r->starts.data[c + 1];
        wend_outline *outline = first;
        for (wend_outline *ring = first; ring < end; ring++)
            outline = ring->area2 > outline->area2 ? ring : outline;
        if (outline == first)
            continue;
        wend_outline kept = *outline;
        memmove(first + 1, first, (size_t)(outline - first) * sizeof *first);
        *first = kept;
    }
}

bool wend_outlines_find(wend_outlines *r, int32_t component_count) {
    if (!pair_sides(r) || !wend_array_resize(r->context, &r->seen, r->edges.count))
        return false;
    for (int64_t b = 0; b < r->seen.count; b++)
        r->seen.data[b] = false;
    for (int32_t b = 0; b < r->edges.count; b++)
        if (!r->seen.data[b] && !is_slit(r, b) && !wend_array_push(r->context, &r->rings, trace(r, b)))
            return false;
    for (int64_t b = 0; b < r->seen.count; b++)
        r->seen.data[b] = false;
    if (!order_rings(r, component_count))
        return false;
    put_outlines_first(r, component_count);
    return true;
}

void wend_outlines_free(wend_outlines *r) {
    wend_array_free(r->context, &r->edges);
    wend_array_free(r->context, &r->other);
    wend_array_free(r->context, &r->seen);
    wend_array_free(r->context, &r->rings);
    wend_array_free(r->context, &r->starts);
}

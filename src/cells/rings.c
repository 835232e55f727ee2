// The walls around each cell.
//
// From a wall, the next one around the same cell is found by turning around its end. A cell that is a disc has one
// ring. Cells are not looked at to find out: cutting a surface into discs leaves rings - portals = its Euler
// characteristic, and any cell with more rings makes rings too many. (A cell with r rings counts 2 - r, so 2 cells -
// rings - portals is the characteristic, always.)
#include "cells/rings.h"

static int32_t next_wall(const wend_cutting *c, int32_t e) {
    int32_t next = wend_cut_next(e);
    while (wend_cut_wall(c, next) == WEND_WALL_NONE)
        next = wend_cut_next(wend_cut_twin(c, next));
    return next;
}

bool wend_rings_find(const wend_cutting *c, wend_rings *rings) {
    wend_context *context = c->context;
    rings->walls.count = rings->starts.count = 0;
    rings->portals = 0;
    if (!wend_array_resize(context, &rings->ring, c->edges.count))
        return false;
    memset(rings->ring.data, -1, (size_t)rings->ring.count * sizeof *rings->ring.data);
    for (int32_t first = 0; first < c->edges.count; first++) {
        if (wend_cut_wall(c, first) == WEND_WALL_NONE || rings->ring.data[first] >= 0)
            continue;
        int32_t ring = (int32_t)rings->starts.count, e = first;
        if (!wend_array_push(context, &rings->starts, (int32_t)rings->walls.count))
            return false;
        do {
            rings->ring.data[e] = ring;
            rings->portals += wend_cut_wall(c, e) != WEND_WALL_BOUNDARY;
            if (!wend_array_push(context, &rings->walls, e))
                return false;
            e = next_wall(c, e);
        } while (e != first);
    }
    rings->portals /= 2;
    return wend_array_push(context, &rings->starts, (int32_t)rings->walls.count);
}

void wend_rings_free(wend_context *context, wend_rings *rings) {
    wend_array_free(context, &rings->walls);
    wend_array_free(context, &rings->starts);
    wend_array_free(context, &rings->ring);
}

// Cells less portals of the whole plan, when all cells are discs: vertices inside the floor that have walls count as
// holes.
static int64_t characteristic(const wend_cutting *c) {
    int64_t sum = 0;
    for (int32_t i = 0; i < c->plan->component_count; i++)
        sum += 2 - c->plan->components[i].cycles - c->plan->components[i].points;
    for (int32_t v = 0; v < c->plan->vertex_count; v++)
        sum -= c->plan->vertex_flags[v] == WEND_VERTEX_FEATURE;
    return sum;
}

bool wend_rings_are_simple(const wend_cutting *c, const wend_rings *rings, bool *simple) {
    *simple = wend_rings_count(rings) - (int64_t)rings->portals == characteristic(c);
    WEND_ARRAY(int32_t) last = {0}; // of each vertex: the last ring that passed it
    if (!wend_array_resize(c->context, &last, c->out.count))
        return false;
    memset(last.data, -1, (size_t)last.count * sizeof *last.data);
    for (int32_t r = 0; r < wend_rings_count(rings) && *simple; r++)
        for (int32_t i = rings->starts.data[r]; i < rings->starts.data[r + 1]; i++) {
            int32_t e = rings->walls.data[i], v = wend_cut_start(c, e), twin = wend_cut_twin(c, e);
            if (last.data[v] == r || (twin >= 0 && rings->ring.data[twin] == r))
                *simple = false;
            last.data[v] = r;
        }
    wend_array_free(c->context, &last);
    return true;
}

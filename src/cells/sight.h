// What a vertex sees of the cell around it. See sight.c.
#ifndef WEND_SRC_CELLS_SIGHT_H
#define WEND_SRC_CELLS_SIGHT_H

#include "cells/cutting.h"

// A vertex that is seen.
typedef struct wend_seen_vertex {
    int32_t vertex;
    int32_t wedge;  // the viewer's half-edge that ends there, or whose corner holds the line of sight
    int32_t corner; // the same from the other side: the half-edge of `vertex` toward the viewer, or its wedge
    bool joined;    // an edge joins the two
} wend_seen_vertex;

// A boundary edge of which a part is seen.
typedef struct wend_seen_edge {
    int32_t edge;
    int32_t right, left; // the part strictly between the lines of sight to these two
    int32_t wedge;
} wend_seen_edge;

typedef struct wend_sight {
    WEND_ARRAY(wend_seen_vertex) vertices;
    WEND_ARRAY(wend_seen_edge) edges;
    WEND_ARRAY(wend_seen_edge) queue; // edges still to look through
} wend_sight;

// Looks from the start of half-edge `first` into the cell on its left, from `first` counter-clockwise to the next wall
// (or all around when there is none). Nearby triangles first, `budget` triangles beyond those around the viewer.
// False when memory is short.
bool wend_sight_look(const wend_cutting *c, int32_t first, int32_t budget, wend_sight *sight);
void wend_sight_free(wend_context *context, wend_sight *sight);

// Walls around a seen vertex on the two sides of the line of sight: the next one clockwise and counter-clockwise from
// it.
static inline wend_wall_at wend_seen_before(const wend_cutting *c, const wend_seen_vertex *seen) {
    if (!seen->joined && wend_cut_wall(c, seen->corner) != WEND_WALL_NONE)
        return seen->corner;
    return wend_wall_before(c, seen->corner);
}
static inline wend_wall_at wend_seen_after(const wend_cutting *c, const wend_seen_vertex *seen) {
    return wend_wall_after(c, seen->corner);
}

// The point of a seen edge nearest to the viewer whose direction lies within pi of `from` counter-clockwise and within
// pi of `to` clockwise (vertices that give directions; -1 for no limit). Makes the vertex (wend_cutting_point) and
// returns it; -1 when there is no such point strictly within what is seen, -2 when memory is short.
int32_t wend_sight_point(wend_cutting *c, const wend_seen_edge *seen, int32_t from, int32_t to);

#endif

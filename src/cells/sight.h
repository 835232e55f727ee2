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

// Directions of interest are those within the angle limit of both walls of an aim; -1 sets no limit.
static inline bool wend_aim_holds(const wend_cutting *c, wend_aim aim, int32_t viewer, int32_t to) {
    return (aim.right < 0 || wend_cut_fits(c, viewer, aim.right, to)) &&
           (aim.left < 0 || wend_cut_fits(c, viewer, to, aim.left));
}

// Looks from the start of half-edge `first` into the cell on its left, from `first` counter-clockwise to the next wall
// (or all around when there is none), at what lies in the directions of interest. Nearby triangles first, `budget`
// views through edges. False when memory is short.
bool wend_sight_look(const wend_cutting *c, int32_t first, wend_aim aim, int32_t budget, wend_sight *sight);
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

// The point of a seen edge nearest to the viewer within the directions of interest, which for points are not widened by
// the relaxation as long as they leave any room. False when there is none strictly within what is seen; it may be, too,
// when it is more than `most` away. Lengths are measured in lattice steps.
bool wend_sight_point(const wend_cutting *c, const wend_seen_edge *seen, wend_aim aim, double most,
                      wend_cell_point *point, double *length);

#endif

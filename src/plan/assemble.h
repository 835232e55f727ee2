// From a triangulation with floor marked in it to the arrays of a plan.
#ifndef WEND_SRC_PLAN_ASSEMBLE_H
#define WEND_SRC_PLAN_ASSEMBLE_H

#include "geom/hilbert.h"
#include "geom/triangulation.h"
#include "plan/plan.h"

// What to assemble. Every marked edge with floor on a side is either boundary on that side, or a border with floor on
// both; no other edge separates floor from what is not.
typedef struct wend_plan_parts {
    const wend_triangulation *t;
    const uint8_t *floor;        // per triangle
    const uint8_t *is_point;     // per vertex: whether it is a point obstacle
    const uint16_t *areas;       // per triangle; NULL when all is of area 0
    const int32_t *piece_source; // per piece: the shape it came from, -1 for an area border; no edge has both
    wend_lattice lattice;
    double unit;
} wend_plan_parts;

// Fills the arrays of plan->view, which the plan owns, and its hash.
wend_result wend_plan_assemble(const wend_plan_parts *parts, wend_plan *plan);

// Fills what follows from vertices, triangles, boundary edges and borders: cycles, components and the hash.
// WEND_ERROR_MEMORY when memory is short.
wend_result wend_plan_finish(wend_plan *plan);

void wend_plan_free_arrays(wend_plan *plan);

#endif

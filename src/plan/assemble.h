// From a triangulation with floor marked in it to the arrays of a plan.
#ifndef WEND_SRC_PLAN_ASSEMBLE_H
#define WEND_SRC_PLAN_ASSEMBLE_H

#include "geom/hilbert.h"
#include "geom/triangulation.h"
#include "plan/plan.h"

// What to assemble. Every marked edge with floor on a side is either boundary on that side, or a border with floor on
// both; no other edge separates floor from what is not.
typedef struct wend_parts {
    const wend_triangulation *t;
    const uint8_t *floor;        // per triangle
    const uint8_t *is_point;     // per vertex: whether it is a point obstacle
    const int32_t *piece_source; // per piece: the shape it came from, -1 for an area border; no edge has both
    wend_lattice lattice;
    double unit;
} wend_parts;

// Fills the arrays of plan->view, which the plan owns, and its hash.
wend_result wend_plan_assemble(const wend_parts *parts, wend_plan *plan);

// Fills what follows from vertices, triangles, boundary edges and borders: cycles, components and the hash.
// WEND_ERROR_MEMORY when memory is short.
wend_result wend_plan_finish(wend_plan *plan);

// Where a place comes in the canonical order, and the third of a sum of three coordinates, rounded down.
static inline uint64_t wend_plan_curve(int64_t x, int64_t y) {
    return wend_hilbert((uint32_t)(x + WEND_COORDINATE_MAX), (uint32_t)(y + WEND_COORDINATE_MAX), 31);
}
static inline int32_t wend_plan_third(int64_t sum) {
    return (int32_t)(sum >= 0 ? sum / 3 : -((2 - sum) / 3));
}

void wend_plan_free_arrays(wend_plan *plan);

#endif

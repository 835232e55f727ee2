// Which triangles of a drawing's triangulation are floor.
#ifndef WEND_SRC_PLAN_INSIDE_H
#define WEND_SRC_PLAN_INSIDE_H

#include "geom/triangulation.h"

#include <wend/plan.h>

// A drawing in the form that the build works on.
typedef struct wend_sketch {
    wend_context *context;
    wend_drawing_view drawing;
    const int32_t *segment_shape; // the shape that each segment of the triangulation belongs to
    const wend_triangulation *t;
    const wend_point *points; // the drawing's points on the lattice
    const uint8_t *beyond;    // see wend_snapped
    wend_report *report;
} wend_sketch;

// Sets floor[k] to 1 for the triangles that are floor by the drawing's rule, and to 0 for the others. Walls, points
// and borders do not matter here.
wend_result wend_find_floor(const wend_sketch *sketch, uint8_t *floor);

#endif

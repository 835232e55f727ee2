// From the coordinates of a drawing to lattice points.
#ifndef WEND_SRC_PLAN_LATTICE_H
#define WEND_SRC_PLAN_LATTICE_H

#include "base/array.h"

#include <wend/plan.h>

// The points of a drawing, snapped one for one.
typedef struct wend_snapped {
    wend_lattice lattice;
    double origin_steps[2]; // where the low corner of the box lies, in whole steps
    WEND_ARRAY(wend_point) points;
    WEND_ARRAY(uint8_t)
    beyond; // 1 for points of POINT and HOLE shapes outside the box of all other shapes: they cannot matter
} wend_snapped;

#define WEND_LATTICE_FAR 0x1p53 // steps from the origin of the drawing to that of the lattice

// Whether a lattice and a unit are within those limits.
bool wend_lattice_is_sound(const wend_lattice *lattice, double unit);

// Chooses the lattice for a drawing and snaps all of its points. The caller frees the arrays, whatever the result.
wend_result wend_drawing_snap(wend_context *context, const wend_drawing_view *drawing, double step,
                              wend_snapped *snapped, wend_report *report);

#endif

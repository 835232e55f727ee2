// Where somebody stands, among triangles with heights: those of a surface, or of what was made from one.
#ifndef WEND_SRC_SURFACE_FLOORS_H
#define WEND_SRC_SURFACE_FLOORS_H

#include "geom/tree.h"

#include <wend/surface.h>

typedef struct wend_floors {
    const wend_lattice3 *lattice;
    const wend_tree *tree; // over triangles, seen from above
    void (*corners)(const void *user, int32_t triangle, wend_point3 corners[3]);
    const void *user;
} wend_floors;

// Height, in lattice steps, of the plane of a triangle that faces up, at a lattice point or between.
double wend_height_at(const wend_point3 corners[3], double x, double y);

// See wend_surface_locate.
void wend_floors_locate(const wend_floors *floors, const double place[3], double above, double below, double snap,
                        wend_foothold *foothold);

#endif

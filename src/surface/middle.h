// The middle of a triangle: where a finding about it is shown.
#ifndef WEND_SRC_SURFACE_MIDDLE_H
#define WEND_SRC_SURFACE_MIDDLE_H

#include <wend/surface.h>

// The radius of the largest circle in a triangle that faces up, seen from above, in lattice steps; and its middle, in
// the scene's own axes and units: the place of the triangle that is farthest from what is beside it.
double wend_triangle_room(const wend_point3 p[3]);
void wend_triangle_middle(const wend_lattice3 *lattice, const wend_point3 p[3], double place[3]);

#endif

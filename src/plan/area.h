// Which area each triangle of a drawing's triangulation belongs to.
#ifndef WEND_SRC_PLAN_AREA_H
#define WEND_SRC_PLAN_AREA_H

#include "plan/inside.h"

// Whether a shape says of what area something is: an outer ring, or a border that closes.
bool wend_shape_has_area(const wend_sketch *sketch, int32_t shape);

// Sets areas[k] for all triangles, inside or outside. WEND_ERROR_MEMORY.
wend_result wend_find_areas(const wend_sketch *sketch, uint16_t *areas);

#endif

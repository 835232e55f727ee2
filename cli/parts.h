// The components of a nav that was made of a scene, as they are numbered everywhere: those of the plan, which links
// join; where there is no plan, those of the surface.
#ifndef WEND_CLI_PARTS_H
#define WEND_CLI_PARTS_H

#include <wend/pipeline.h>

#include "base/array.h"

typedef struct wend_part {
    double area;      // square metres, on the slope, without fillers
    double plan_area; // square metres, seen from above, with them
    int32_t surface_components;
    int32_t triangles; // of the surface
    int32_t holes;     // boundary cycles but one
    int32_t largest;   // its largest triangle of the surface, seen from above; -1 for none
} wend_part;

typedef WEND_ARRAY(wend_part) wend_part_list;

// Lists them in the order of their numbers. False when memory is short; free the list in any case. O(n).
bool wend_parts_list(wend_context *context, const wend_nav *nav, wend_part_list *parts);

#endif

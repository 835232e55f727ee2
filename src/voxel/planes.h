// Planes: floors that lie in one plane, to within a quarter of what counts as one height.
#ifndef WEND_SRC_VOXEL_PLANES_H
#define WEND_SRC_VOXEL_PLANES_H

#include "footing/footing.h"

typedef struct wend_planes {
    WEND_ARRAY(int32_t) plane_of; // per face of the solid; -1 for what is no floor
    WEND_ARRAY(int32_t) root_of;  // per plane: the face whose plane it is
} wend_planes;

// Sorts the floors of a footing into planes; `off` is how far the corners of a floor may be above or below, in lattice
// steps. Floors of different areas are in different planes. O(n log n). Free it in any case.
wend_result wend_planes_find(wend_context *context, const wend_footing *footing, double off, wend_planes *planes);
void wend_planes_free(wend_context *context, wend_planes *planes);

#endif

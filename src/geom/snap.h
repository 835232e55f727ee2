// Triangulations that are always snap-rounded, made one after the other in the same memory.
//
// As wend_triangulation_build, but segments pass through every vertex whose pixel they meet even where nothing crosses.
// What is made of a segment then depends on the vertices near it alone, so that two triangulations with the same
// vertices along it agree there.
#ifndef WEND_SRC_GEOM_SNAP_H
#define WEND_SRC_GEOM_SNAP_H

#include "geom/triangulation.h"

typedef struct wend_snapper wend_snapper;
wend_result wend_snapper_create(wend_context *context, wend_snapper **snapper);
void wend_snapper_destroy(wend_snapper *snapper);

// Triangulates points and segments. The view lives until the next call.
wend_result wend_snapper_run(wend_snapper *snapper, const wend_point *points, int32_t point_count,
                             const wend_segment *segments, int32_t segment_count, wend_triangulation_view *view);

#endif

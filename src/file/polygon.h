// Faces of more than three corners, cut into triangles.
#ifndef WEND_SRC_FILE_POLYGON_H
#define WEND_SRC_FILE_POLYGON_H

#include "base/array.h"

typedef struct wend_polygon {
    WEND_ARRAY(int32_t) corners;   // vertices, in order; filled by the caller
    WEND_ARRAY(int32_t) triangles; // three vertices of each, made by wend_polygon_cut
    WEND_ARRAY(double) flat;       // x, y of each corner in the plane
    WEND_ARRAY(int32_t) links;     // the corner before and after each
    int64_t work;                  // steps spent so far; see polygon.c
} wend_polygon;

// Cuts a polygon of three or more corners into corners - 2 triangles that turn as it does. *clean tells whether they
// cover just the polygon: where it has no area, crosses itself or is too intricate, they are a fan from its first
// corner. The corners are indices of `positions`. WEND_ERROR_MEMORY.
WEND_API wend_result wend_polygon_cut(wend_context *context, wend_polygon *polygon, const double *positions,
                                      bool *clean);
WEND_API void wend_polygon_free(wend_context *context, wend_polygon *polygon);

#endif

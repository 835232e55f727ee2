// Faces of more than three corners, cut into triangles.
#ifndef WEND_SRC_GEOM_POLYGON_H
#define WEND_SRC_GEOM_POLYGON_H

#include "base/array.h"
#include "base/sort.h"

enum { WEND_POLYGON_FAN = 8, WEND_POLYGON_LEVELS = 11 };

// Around corners that are near each other.
typedef struct wend_polygon_box {
    double low[2], high[2];
    int32_t left; // corners in it that are not cut off
} wend_polygon_box;

// A corner that is no ear now, in the list of the one that stopped it.
typedef struct wend_polygon_sleeper {
    int32_t stopper, before, next; // or -1
    int32_t first;                 // of those that it stops itself
} wend_polygon_sleeper;

typedef struct wend_polygon {
    WEND_ARRAY(int32_t) corners;               // vertices, in order; filled by the caller
    WEND_ARRAY(int32_t) triangles;             // three vertices of each, made by wend_polygon_cut
    WEND_ARRAY(double) flat;                   // x, y of each corner in the plane
    WEND_ARRAY(int32_t) links;                 // the corner before and after each; -1 before one that is cut off
    WEND_ARRAY(wend_polygon_sleeper) sleepers; // per corner
    WEND_ARRAY(uint64_t) awake;                // bits of the corners that may be ears
    WEND_ARRAY(wend_key) order;                // corners of a large polygon so that near ones are near, -1 when cut off
    WEND_ARRAY(int32_t) places;                // of each corner in that order
    WEND_ARRAY(wend_polygon_box) boxes;        // of the lowest level first
    int32_t start[WEND_POLYGON_LEVELS];        // where each level begins
    int levels;                                // 0 for a small polygon
    int64_t work;                              // steps spent so far; see polygon.c
} wend_polygon;

// Cuts a polygon of three or more corners into corners - 2 triangles that turn as it does. *clean tells whether they
// cover just the polygon: where it has no area, crosses itself or is too intricate, they are a fan from its first
// corner. The corners are indices of `positions`. WEND_ERROR_MEMORY.
wend_result wend_polygon_cut(wend_context *context, wend_polygon *polygon, const double *positions, bool *clean);
void wend_polygon_free(wend_context *context, wend_polygon *polygon);

#endif

// The Delaunay triangulation of a polygon beside a line, in expected linear time. See cavity.c.
#ifndef WEND_SRC_GEOM_CAVITY_H
#define WEND_SRC_GEOM_CAVITY_H

#include "base/array.h"
#include "geom/predicate.h"

// A triangle of the polygon. Corners are positions along it; a twin is a half-edge, or -1 at its border.
typedef struct wend_cavity_triangle {
    int32_t v[3];
    int32_t twin[3];
} wend_cavity_triangle;

// What is still to be seen from a new vertex: the edge s -> t, and the half-edge behind it, or -1 at the border.
typedef struct wend_cavity_view {
    int32_t behind, s, t;
} wend_cavity_view;

typedef struct wend_cavity {
    WEND_ARRAY(wend_point) points; // the polygon, from the one end of the line to the other, all others left of it
    // The result, when wend_cavity_fill returned true.
    WEND_ARRAY(wend_cavity_triangle) triangles;
    WEND_ARRAY(int32_t) inside; // per position: the half-edge along the border from the next position to this one
    int32_t base;               // the half-edge along the line
    // Scratch.
    WEND_ARRAY(int32_t) order, next, previous, unused;
    WEND_ARRAY(int64_t) height;
    WEND_ARRAY(wend_cavity_view) views;
} wend_cavity;

// Makes room for a polygon of `count` points; false when memory is short.
bool wend_cavity_reserve(wend_context *context, wend_cavity *c, int64_t count);

// Triangulates c->points, at least three of them. Room was reserved. False when it gave up.
bool wend_cavity_fill(wend_cavity *c);

void wend_cavity_free(wend_context *context, wend_cavity *c);

#endif

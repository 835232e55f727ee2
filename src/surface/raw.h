// A surface in the making: what producers write and the room `sew` works on.
//
// Producers add points and triangles in any order and say, for each half-edge, either its twin or why the floor ends
// there. Points may repeat; a corner is just a position. Welding and simplification change a raw surface in place; at
// the end `wend_surface_from_raw` drops what is unused, gives every fan a vertex, finds cycles, components and the
// canonical order, and takes the hash.
//
// Invariants, kept by every step: triangles have positive area seen from above; twins are mutual, run between the same
// two positions in opposite directions, and a half-edge is never its own triangle's twin.
#ifndef WEND_SRC_SURFACE_RAW_H
#define WEND_SRC_SURFACE_RAW_H

#include <wend/surface.h>

#include "base/array.h"

// Why the floor ends at a half-edge. The fields are those of wend_surface_boundary. Until welding there may be ledges
// with a cause: a wall stands there, to within rounding.
typedef struct wend_raw_border {
    int32_t cause;
    int32_t low, high;
    uint8_t kind, side;
    uint16_t tile;
} wend_raw_border;

typedef struct wend_raw_triangle {
    wend_point3 p[3]; // corners, counter-clockwise seen from above
    int32_t twin[3];  // half-edge 3 * t + i of the neighbour across p[i] -> p[i+1], or ~b: border b
    int32_t source;   // triangle of the scene; -1 marks a triangle that was taken away (its twins mean nothing)
} wend_raw_triangle;

typedef struct wend_raw {
    wend_lattice3 lattice;
    wend_producer producer;
    WEND_ARRAY(wend_raw_triangle) triangles;
    WEND_ARRAY(wend_raw_border) borders; // in any order; some may be unused
    // Per triangle: whether it was made of different sources, so that its corners alone tell its plane. Shorter than
    // the triangles, or empty, when those after it were not.
    WEND_ARRAY(uint8_t) mixed;
    // Of what area the floor is: that of its triangle of the scene, of which this is a table, borrowed; or, where that
    // is not known any more, a list of its own. With neither, all is of area 0. Triangles of different areas are never
    // made one, so a border between areas stays where two sources meet.
    const uint16_t *source_area;
    WEND_ARRAY(uint16_t) areas; // per triangle, or empty
} wend_raw;

// The area of a triangle that was not taken away.
static inline uint16_t wend_raw_area(const wend_raw *raw, int64_t triangle) {
    if (raw->areas.count > 0)
        return raw->areas.data[triangle];
    return raw->source_area ? raw->source_area[raw->triangles.data[triangle].source] : 0;
}

void wend_raw_free(wend_context *context, wend_raw *raw);

// Components of a raw surface, numbered in the order of their lowest triangles: *count, and the component of each
// triangle (-1 for those taken away) in `component`, an array of triangles.count that the caller provides.
wend_result wend_raw_components(wend_context *context, const wend_raw *raw, int32_t *component, int32_t *count);

// Makes the surface. The raw surface is used up: it is empty afterwards, whatever the result. WEND_ERROR_INVALID when
// twins do not fit, WEND_ERROR_LIMIT when an area does not fit 64 bits.
wend_result wend_surface_from_raw(wend_context *context, wend_raw *raw, wend_surface **surface);
// The same, telling what became of each raw triangle in names[t]: its number, -1 for none. NULL for nobody asks.
wend_result wend_surface_from_raw_named(wend_context *context, wend_raw *raw, int32_t *names, wend_surface **surface);

#endif

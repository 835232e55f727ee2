// The canonical order of a surface's elements: along a Hilbert curve over the ground, then by height.
//
// Places count from the least corner of the box around the surface, so that the order is the same wherever the surface
// lies.
#ifndef WEND_SRC_SURFACE_ORDER_H
#define WEND_SRC_SURFACE_ORDER_H

#include <wend/surface.h>

// The Hilbert curve of geom/hilbert.h over the box of a surface, three levels at a time.
//
// The frame of a level is two bits: s, whether the axes are exchanged, and c, whether both are mirrored. The table has,
// for each frame and each of 8 x 8 cells, the place of the cell along the curve and the frame within it.
typedef struct wend_curve {
    uint8_t cells[4 * 64]; // place << 2 | frame
    wend_point low;        // the least corner of the box
    int top;               // the lowest bit of the first three levels
    uint32_t frame;        // of the first level
} wend_curve;

// For a surface whose places lie from `low` to `high`.
static inline wend_curve wend_curve_make(wend_point low, wend_point high) {
    wend_curve curve = {.low = low};
    for (uint32_t entry = 0; entry < 256; entry++) {
        uint32_t s = entry >> 6 & 1, c = entry >> 7, place = 0;
        for (int bit = 2; bit >= 0; bit--) {
            uint32_t x = entry >> (3 + bit) & 1, y = entry >> bit & 1;
            uint32_t u = (s ? y : x) ^ c, v = (s ? x : y) ^ c; // in the frame: 00 01 11 10 is the way
            place = place << 2 | u << 1 | (u ^ v);
            c ^= u & ~v & 1;
            s ^= ~v & 1;
        }
        curve.cells[entry] = (uint8_t)(place << 2 | c << 1 | s);
    }
    uint32_t wide = ((uint32_t)high.x - (uint32_t)low.x) | ((uint32_t)high.y - (uint32_t)low.y);
    while (wide >> curve.top > 7)
        curve.top += 3;
    // Each of the 31 levels of a curve exchanges the axes of the one below as long as both bits are 0.
    curve.frame = (uint32_t)curve.top % 2;
    return curve;
}

// wend_hilbert(x, y, 31) of coordinates counted from the least corner.
static inline uint64_t wend_curve_at(const wend_curve *curve, uint32_t x, uint32_t y) {
    uint64_t index = 0;
    uint32_t frame = curve->frame;
    for (int bit = curve->top; bit >= 0; bit -= 3) {
        uint32_t cell = curve->cells[frame << 6 | (x >> bit & 7) << 3 | (y >> bit & 7)];
        index = index << 6 | cell >> 2;
        frame = cell & 3;
    }
    return index;
}

// Where a place comes along the curve.
static inline uint64_t wend_curve_point(const wend_curve *curve, const wend_point3 *p) {
    return wend_curve_at(curve, (uint32_t)p->x - (uint32_t)curve->low.x, (uint32_t)p->y - (uint32_t)curve->low.y);
}

// Where the centroid of three corners does.
static inline uint64_t wend_curve_centroid(const wend_curve *curve, const wend_point3 *a, const wend_point3 *b,
                                           const wend_point3 *c) {
    int64_t x = (int64_t)a->x + b->x + c->x - 3 * (int64_t)curve->low.x;
    int64_t y = (int64_t)a->y + b->y + c->y - 3 * (int64_t)curve->low.y;
    return wend_curve_at(curve, (uint32_t)(x / 3), (uint32_t)(y / 3));
}

// Places by x, y, z: negative, zero, positive.
static inline int wend_compare_points(const wend_point3 *a, const wend_point3 *b) {
    if (a->x != b->x)
        return a->x < b->x ? -1 : 1;
    if (a->y != b->y)
        return a->y < b->y ? -1 : 1;
    return (a->z > b->z) - (a->z < b->z);
}

// Which corner of a triangle comes first: the least one.
static inline int wend_first_corner(const wend_point3 *a, const wend_point3 *b, const wend_point3 *c) {
    if (wend_compare_points(a, b) <= 0)
        return wend_compare_points(a, c) <= 0 ? 0 : 2;
    return wend_compare_points(b, c) <= 0 ? 1 : 2;
}

// Triangles whose centroids round to the same place of the ground: by height, then by their corners from the first on.
static inline int wend_compare_triangles(const wend_point3 *const a[3], const wend_point3 *const b[3]) {
    int64_t lift = ((int64_t)a[0]->z + a[1]->z + a[2]->z) - ((int64_t)b[0]->z + b[1]->z + b[2]->z);
    int order = (lift > 0) - (lift < 0);
    for (int i = 0; i < 3 && order == 0; i++)
        order = wend_compare_points(a[i], b[i]);
    return order;
}

#endif

// Points of the lattice in space: comparing, measuring, seen from above, boxes around them.
#ifndef WEND_SRC_GEOM_POINT3_H
#define WEND_SRC_GEOM_POINT3_H

#include "geom/boxes.h"
#include "geom/predicate.h"

static inline bool wend_same3(wend_point3 a, wend_point3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// The same seen from above.
static inline bool wend_same_place(wend_point3 a, wend_point3 b) {
    return a.x == b.x && a.y == b.y;
}

// The order of places by x, y, z: negative, zero, positive.
static inline int wend_compare3(const wend_point3 *a, const wend_point3 *b) {
    if (a->x != b->x)
        return a->x < b->x ? -1 : 1;
    if (a->y != b->y)
        return a->y < b->y ? -1 : 1;
    return (a->z > b->z) - (a->z < b->z);
}

// A hash of a point.
static inline uint64_t wend_hash3(wend_point3 p) {
    uint64_t h = ((uint64_t)(uint32_t)p.x << 32 | (uint32_t)p.y) * 0x9E3779B97F4A7C15u;
    h = (h ^ h >> 32 ^ (uint32_t)p.z) * 0x9E3779B97F4A7C15u;
    return h ^ h >> 29;
}

// The square of a distance: at most 3 * 2^60.
static inline int64_t wend_distance3(wend_point3 a, wend_point3 b) {
    int64_t x = (int64_t)a.x - b.x, y = (int64_t)a.y - b.y, z = (int64_t)a.z - b.z;
    return x * x + y * y + z * z;
}

// The scalar product (b - a) . (d - c).
static inline int64_t wend_dot3(wend_point3 a, wend_point3 b, wend_point3 c, wend_point3 d) {
    return ((int64_t)b.x - a.x) * ((int64_t)d.x - c.x) + ((int64_t)b.y - a.y) * ((int64_t)d.y - c.y) +
           ((int64_t)b.z - a.z) * ((int64_t)d.z - c.z);
}

static inline wend_point wend_from_above(wend_point3 p) {
    return (wend_point){p.x, p.y};
}

// Twice the area of a, b, c seen from above; positive when they run counter-clockwise.
static inline int64_t wend_area_from_above(wend_point3 a, wend_point3 b, wend_point3 c) {
    return wend_cross(wend_from_above(a), wend_from_above(b), wend_from_above(c));
}

static inline bool wend_point3_less(wend_point3 a, wend_point3 b) {
    return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
}

static inline int32_t wend_least(int32_t a, int32_t b, int32_t c) {
    int32_t least = a < b ? a : b;
    return least < c ? least : c;
}
static inline int32_t wend_most(int32_t a, int32_t b, int32_t c) {
    int32_t most = a > b ? a : b;
    return most > c ? most : c;
}

// The box around a triangle.
static inline wend_box3 wend_box3_around(const wend_point3 p[3]) {
    return (wend_box3){
        {wend_least(p[0].x, p[1].x, p[2].x), wend_least(p[0].y, p[1].y, p[2].y), wend_least(p[0].z, p[1].z, p[2].z)},
        {wend_most(p[0].x, p[1].x, p[2].x), wend_most(p[0].y, p[1].y, p[2].y), wend_most(p[0].z, p[1].z, p[2].z)}};
}

#endif

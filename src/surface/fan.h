// Walking on a raw surface: half-edges, the fans of triangles around corners, and angles seen from above.
//
// Half-edge 3 * t + i runs from corner i of triangle t to corner i + 1, with the triangle on its left. Around a corner,
// half-edge h starts the triangle's sector and the one before h ends it, counter-clockwise.
#ifndef WEND_SRC_SURFACE_FAN_H
#define WEND_SRC_SURFACE_FAN_H

#include "geom/predicate.h"
#include "surface/raw.h"

static inline int32_t wend_half_next(int32_t h) {
    return h % 3 == 2 ? h - 2 : h + 1;
}

static inline int32_t wend_half_previous(int32_t h) {
    return h % 3 == 0 ? h + 2 : h - 1;
}

static inline wend_point3 wend_raw_from(const wend_raw *raw, int32_t h) {
    return raw->triangles.data[h / 3].p[h % 3];
}

static inline wend_point3 wend_raw_to(const wend_raw *raw, int32_t h) {
    return wend_raw_from(raw, wend_half_next(h));
}

static inline int32_t wend_raw_twin(const wend_raw *raw, int32_t h) {
    return raw->triangles.data[h / 3].twin[h % 3];
}

static inline void wend_raw_set_twin(wend_raw *raw, int32_t h, int32_t twin) {
    raw->triangles.data[h / 3].twin[h % 3] = twin;
}

// The half-edge that follows h counter-clockwise around the corner where h starts, or ~b: the fan ends at border b.
static inline int32_t wend_fan_next(const wend_raw *raw, int32_t h) {
    return wend_raw_twin(raw, wend_half_previous(h));
}

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

#endif

// Walking on a raw surface: half-edges, the fans of triangles around corners, and angles seen from above.
//
// Half-edge 3 * t + i runs from corner i of triangle t to corner i + 1, with the triangle on its left. Around a corner,
// half-edge h starts the triangle's sector and the one before h ends it, counter-clockwise.
#ifndef WEND_SRC_SEW_FAN_H
#define WEND_SRC_SEW_FAN_H

#include "geom/mesh.h"
#include "geom/point3.h"
#include "sew/sew.h"

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

#endif

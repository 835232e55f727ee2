// Corners of cells as exact places: lattice coordinates in units of 2^-32 step.
//
// A point of a boundary edge is start + (end - start) * parameter / 2^32: an integer in these units, exactly on its
// edge. Coordinates are at most 2^61 and differences 2^62, so a cross product is exact in 128 bits.
#ifndef WEND_SRC_CELLS_FINE_H
#define WEND_SRC_CELLS_FINE_H

#include "base/wide.h"
#include "geom/predicate.h"

#include <wend/cells.h>

typedef struct wend_fine {
    int64_t x, y;
} wend_fine;

static inline wend_fine wend_fine_of(wend_point p) {
    return (wend_fine){(int64_t)p.x * (INT64_C(1) << 32), (int64_t)p.y * (INT64_C(1) << 32)};
}

// The vertices that a boundary edge of a plan joins.
static inline int32_t wend_boundary_start(const wend_plan_view *plan, int32_t boundary) {
    int32_t e = plan->boundaries[boundary].edge;
    return plan->triangles[e / 3].v[e % 3];
}
static inline int32_t wend_boundary_end(const wend_plan_view *plan, int32_t boundary) {
    int32_t e = plan->boundaries[boundary].edge;
    return plan->triangles[e / 3].v[(e + 1) % 3];
}

// The point of an edge from a to b.
static inline wend_fine wend_fine_between(wend_point a, wend_point b, uint32_t parameter) {
    wend_fine at = wend_fine_of(a);
    at.x += ((int64_t)b.x - a.x) * (int64_t)parameter;
    at.y += ((int64_t)b.y - a.y) * (int64_t)parameter;
    return at;
}
static inline wend_fine wend_fine_on(const wend_plan_view *plan, wend_cell_point on) {
    return wend_fine_between(plan->vertices[wend_boundary_start(plan, on.boundary)],
                             plan->vertices[wend_boundary_end(plan, on.boundary)], on.parameter);
}

// Directions beyond which an angle is too large: pi + alpha, with cos and sin of alpha in units of 2^-30.
typedef struct wend_angle_limit {
    int64_t cos, sin;
} wend_angle_limit;

static inline wend_i128 wend_fine_cross(wend_fine a, wend_fine b, wend_fine c) {
    return wend_i128_sub(wend_i128_mul(b.x - a.x, c.y - a.y), wend_i128_mul(b.y - a.y, c.x - a.x));
}
static inline int wend_fine_turn(wend_fine a, wend_fine b, wend_fine c) {
    return wend_i128_sign(wend_fine_cross(a, b, c));
}

// Whether the angle at v from the direction of a counter-clockwise to that of b is within the limit; equal directions
// make a full turn. Up to pi it is exact, the relaxation is right to 1e-15 radians.
bool wend_fine_fits(wend_fine v, wend_fine a, wend_fine b, wend_angle_limit limit);

// The tangent of half the angle at b from d counter-clockwise to a; a large number when it is pi or more.
double wend_fine_half_tangent(const wend_fine *a, const wend_fine *b, const wend_fine *d);

// Whether the angle at b from d to a is larger than one whose half has this tangent, by a quick look; false if unsure.
// For vectors p and q to the two, the tangent is at least 2 p x q / |p + q|^2, as |p| |q| <= (p^2 + q^2) / 2.
static inline bool wend_fine_is_larger(const wend_fine *a, const wend_fine *b, const wend_fine *d, double tangent) {
    double px = (double)(d->x - b->x), py = (double)(d->y - b->y), qx = (double)(a->x - b->x);
    double qy = (double)(a->y - b->y), cross = px * qy - py * qx, dot = px * qx + py * qy;
    double squares = px * px + py * py + qx * qx + qy * qy;
    // The cross product is right to 2^-52 of the squares. No branches: nobody could foretell them.
    double surely = cross - squares * 0x1p-50, most = (squares + 2 * dot) * tangent * (1 + 0x1p-20);
    return ((dot < 0) & (tangent < 0.5)) | ((dot >= 0) & (surely * 2 > most));
}

// Angles below 5 degrees are needles: the tangent of half of that.
#define WEND_NEEDLE 0x1.65aba23cf256dp-5

static inline bool wend_fine_is_needle(const wend_fine *a, const wend_fine *b, const wend_fine *d) {
    return !wend_fine_is_larger(a, b, d, WEND_NEEDLE) && wend_fine_half_tangent(a, b, d) < WEND_NEEDLE;
}

#endif

// Exact predicates, inline for the loops that live on them. See <wend/geom.h> for what they promise.
//
// With |coordinate| <= 2^29, differences are at most 2^30, products of two differences 2^60, a cross product 2^61:
// int64. In-circle multiplies a squared length (2^61) by a cross product (2^61) and adds three such terms: below 2^124.
#ifndef WEND_SRC_GEOM_PREDICATE_H
#define WEND_SRC_GEOM_PREDICATE_H

#include "base/wide.h"

#include <wend/geom.h>

// Twice the signed area of the triangle a, b, c.
static inline int64_t wend_cross(wend_point a, wend_point b, wend_point c) {
    return ((int64_t)b.x - a.x) * ((int64_t)c.y - a.y) - ((int64_t)b.y - a.y) * ((int64_t)c.x - a.x);
}

// The scalar product (b - a) . (c - a).
static inline int64_t wend_dot(wend_point a, wend_point b, wend_point c) {
    return ((int64_t)b.x - a.x) * ((int64_t)c.x - a.x) + ((int64_t)b.y - a.y) * ((int64_t)c.y - a.y);
}

static inline int wend_sign(int64_t value) {
    return (value > 0) - (value < 0);
}

static inline bool wend_point_equal(wend_point a, wend_point b) {
    return a.x == b.x && a.y == b.y;
}

// The lexicographic order on points, by x and then y.
static inline bool wend_point_less(wend_point a, wend_point b) {
    return a.x != b.x ? a.x < b.x : a.y < b.y;
}

static inline int wend_circle_sign(wend_point a, wend_point b, wend_point c, wend_point d) {
    int64_t ax = (int64_t)a.x - d.x, ay = (int64_t)a.y - d.y;
    int64_t bx = (int64_t)b.x - d.x, by = (int64_t)b.y - d.y;
    int64_t cx = (int64_t)c.x - d.x, cy = (int64_t)c.y - d.y;
    wend_i128 sum = wend_i128_mul(ax * ax + ay * ay, bx * cy - by * cx);
    sum = wend_i128_add(sum, wend_i128_mul(bx * bx + by * by, cx * ay - cy * ax));
    sum = wend_i128_add(sum, wend_i128_mul(cx * cx + cy * cy, ax * by - ay * bx));
    return wend_i128_sign(sum);
}

// Whether the edge u-v, with p on its left and q on its right, must give way to the edge p-q in the canonical Delaunay
// triangulation: q lies in the circle of u, v, p, or on it while p or q is the least of the four points. This is
// in-circle with an infinitely small perturbation: each point is lifted a little less than the paraboloid, the least
// point by far the most. So all edges that pass the test locally form one triangulation, whatever the order of flips.
static inline bool wend_edge_must_flip(wend_point u, wend_point v, wend_point p, wend_point q) {
    int side = wend_circle_sign(u, v, p, q);
    if (side != 0)
        return side > 0;
    wend_point least_end = wend_point_less(u, v) ? u : v;
    wend_point least_apex = wend_point_less(p, q) ? p : q;
    return wend_point_less(least_apex, least_end);
}

#endif

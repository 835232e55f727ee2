// Planes through lattice points, exact.
//
// Differences are at most 2^30, a normal's parts 2^61, and three products of those 2^93: 128 bits.
#ifndef WEND_SRC_SEW_FLAT_H
#define WEND_SRC_SEW_FLAT_H

#include "surface/raw.h"

#include "base/wide.h"

typedef struct wend_plane3 {
    wend_point3 at;
    int64_t x, y, z; // normal
} wend_plane3;

static inline wend_plane3 wend_plane_of(const wend_raw_triangle *t) {
    wend_point3 a = t->p[0], b = t->p[1], c = t->p[2];
    int64_t ux = (int64_t)b.x - a.x, uy = (int64_t)b.y - a.y, uz = (int64_t)b.z - a.z;
    int64_t vx = (int64_t)c.x - a.x, vy = (int64_t)c.y - a.y, vz = (int64_t)c.z - a.z;
    return (wend_plane3){a, uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx};
}

static inline bool wend_on_plane(const wend_plane3 *f, wend_point3 p) {
    wend_i128 sum = wend_i128_mul(f->x, (int64_t)p.x - f->at.x);
    sum = wend_i128_add(sum, wend_i128_mul(f->y, (int64_t)p.y - f->at.y));
    sum = wend_i128_add(sum, wend_i128_mul(f->z, (int64_t)p.z - f->at.z));
    return wend_i128_sign(sum) == 0;
}

// How wide a triangle is seen from above, squared, in lattice steps. The wider a piece of a flat part, the nearer the
// plane of its source to all of that part: a needle of a tilted floor may lie in the plane of its neighbours by
// rounding.
static inline double wend_flat_width(const wend_raw_triangle *t) {
    double longest = 0;
    for (int i = 0; i < 3; i++) {
        double x = (double)t->p[(i + 1) % 3].x - t->p[i].x, y = (double)t->p[(i + 1) % 3].y - t->p[i].y;
        longest = x * x + y * y > longest ? x * x + y * y : longest;
    }
    double area = (double)(((int64_t)t->p[1].x - t->p[0].x) * ((int64_t)t->p[2].y - t->p[0].y) -
                           ((int64_t)t->p[1].y - t->p[0].y) * ((int64_t)t->p[2].x - t->p[0].x));
    return area * area / longest;
}

// The source that a flat part is named after: that of its widest piece, the least of those as wide. Pieces are shown to
// it one by one, with `width` -1 before the first.
static inline void wend_flat_name(const wend_raw_triangle *t, double *width, int32_t *source) {
    double its = wend_flat_width(t);
    if (its > *width || (!(its < *width) && t->source < *source))
        *source = t->source;
    *width = its > *width ? its : *width;
}

#endif

// What a surface must be, found by brute force from the rules of wend/surface.h and the raw surface that it is made of:
// every array, in its order, by comparing everything with everything. And footholds, by looking at every triangle.
//
// Floors are raw surfaces that outlive `wend_surface_from_raw`. No two of their triangles may have the same corners.
#ifndef WEND_TEST_ORACLE_SURFACE_H
#define WEND_TEST_ORACLE_SURFACE_H

#include "surface/raw.h"

typedef struct oracle_floor {
    wend_lattice3 lattice;
    wend_producer producer;
    int32_t triangle_count, border_count;
    wend_raw_triangle *triangles;
    wend_raw_border *borders;
} oracle_floor;

// What of a surface is not as its raw surface demands, in a few words; NULL when all of it is. O(n^2).
const char *oracle_surface_differs(const oracle_floor *floor, const wend_surface_view *view);

// Whether two triangles of one fan overlap seen from above: every pair is tried.
bool oracle_surface_is_twisted(const oracle_floor *floor);

// What of a foothold is wrong; NULL when nothing is. The arguments are those of wend_surface_locate.
const char *oracle_surface_foothold_is_wrong(const wend_surface_view *view, const double place[3], double above,
                                             double below, double snap, const wend_foothold *foothold);

#endif

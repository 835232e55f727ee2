// Discs that touch three sites, and the signs that decide how a diagram changes. See disc.c and disc_exact.c.
#ifndef WEND_SRC_MEDIAL_DISC_H
#define WEND_SRC_MEDIAL_DISC_H

#include "geom/predicate.h"
#include "medial/whole.h"

// A boundary edge as a site, with the floor on its left.
typedef struct wend_edge_site {
    wend_point a, b;
    int32_t start, end; // the vertices that it joins
    double length;
    int32_t whole; // its length when that is a whole number, else 0
} wend_edge_site;

// All sites of a plan: site k is vertex k, site vertex_count + b is boundary edge b.
typedef struct wend_sites {
    int32_t vertex_count;
    const wend_point *points;
    const wend_edge_site *edges;
} wend_sites;

// The disc of a node: it touches the node's three sites in counter-clockwise order. Neither coordinate nor radius is
// farther from the truth than `error`.
typedef struct wend_disc {
    double x, y, radius, error;
} wend_disc;

static inline bool wend_site_is_point(const wend_sites *s, int32_t site) {
    return site < s->vertex_count;
}
static inline const wend_edge_site *wend_site_edge(const wend_sites *s, int32_t site) {
    return &s->edges[site - s->vertex_count];
}
// Whether one of two sites is an edge and the other one an end of it.
static inline bool wend_sites_own(const wend_sites *s, int32_t a, int32_t b) {
    int32_t low = a < b ? a : b, high = a < b ? b : a;
    if (high < s->vertex_count || low >= s->vertex_count)
        return false;
    const wend_edge_site *e = wend_site_edge(s, high);
    return e->start == low || e->end == low;
}

// (along x, along y) of an edge; its normal, which points to the floor, is (-along y, along x).
static inline int64_t wend_edge_dx(const wend_edge_site *e) {
    return (int64_t)e->b.x - e->a.x;
}
static inline int64_t wend_edge_dy(const wend_edge_site *e) {
    return (int64_t)e->b.y - e->a.y;
}
// Distance of a point from an edge's line, on the floor's side positive, times the edge's length.
static inline int64_t wend_edge_height(const wend_edge_site *e, wend_point p) {
    return wend_cross(e->a, e->b, p);
}

// Computes a disc in doubles, with a bound for the error. Infinite error where doubles say nothing.
void wend_disc_make(const wend_sites *s, const int32_t site[3], wend_disc *disc);
// The same with as many digits as it takes for an error of `tolerance`, or of a few units in the last place of the
// coordinates. The disc was made before.
void wend_disc_refine(const wend_sites *s, const int32_t site[3], wend_disc *disc, double tolerance);

// The sign of w . (centre - origin) + plus. Exact.
int wend_disc_side(const wend_sites *s, const int32_t site[3], const wend_disc *disc, wend_i128 wx, wend_i128 wy,
                   wend_point origin, wend_i128 plus);
// The sign of the distance of the centre from an edge's line, on the floor's side positive, less the radius: -1 when
// the line cuts the disc, or the centre is behind it; 0 when it touches. Exact.
int wend_disc_room(const wend_sites *s, const int32_t site[3], const wend_disc *disc, const wend_edge_site *edge);

// The same without looking at the disc: by whole numbers alone.
int wend_disc_side_exact(const wend_sites *s, const int32_t site[3], const wend_whole *wx, const wend_whole *wy,
                         wend_point origin, const wend_whole *plus);
int wend_disc_room_exact(const wend_sites *s, const int32_t site[3], const wend_edge_site *edge);

// A node's sites turned so that points come first where there are points and edges; the order around is kept.
static inline int wend_disc_frame(const wend_sites *s, const int32_t site[3], int32_t turned[3]) {
    int points = 0, first = 0;
    for (int i = 0; i < 3; i++)
        points += wend_site_is_point(s, site[i]);
    // The first of the points: the one behind the last edge.
    if (points == 1 || points == 2)
        while (!wend_site_is_point(s, site[first]) || wend_site_is_point(s, site[(first + 2) % 3]))
            first++;
    for (int i = 0; i < 3; i++)
        turned[i] = site[(first + i) % 3];
    return points;
}

#endif

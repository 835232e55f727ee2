// What a triangulation must hold, found by brute force from the definition in wend/geom.h: its vertices, and the edges
// that each input segment became. Every pair of segments and every pair of segment and pixel is tried, with GMP.
#ifndef WEND_TEST_ORACLE_SNAP_H
#define WEND_TEST_ORACLE_SNAP_H

#include <wend/geom.h>

// One edge of one segment's chain; a before b (by x, then y).
typedef struct snap_edge {
    wend_point a, b;
    int32_t segment;
} snap_edge;

// Corners in counter-clockwise order, the least one first.
typedef struct snap_triangle {
    wend_point v[3];
} snap_triangle;

// Vertices, constrained edges and triangles as sorted sets of coordinates, so that two of them can be compared.
typedef struct snap_picture {
    wend_point *vertices;
    int32_t vertex_count;
    snap_edge *edges;
    int32_t edge_count;
    snap_triangle *triangles; // the oracle knows none
    int32_t triangle_count;
    bool rounded; // whether segments crossed and so had to be rounded
} snap_picture;

// The oracle. O(segments^2 + segments * vertices).
void oracle_snap(const wend_point *points, int32_t point_count, const wend_segment *segments, int32_t segment_count,
                 snap_picture *picture);

// What a triangulation holds. Labels of pieces are looked up in `labels`, when that is not NULL.
void snap_picture_of(const wend_triangulation *triangulation, const int32_t *labels, snap_picture *picture);
void snap_picture_free(snap_picture *picture);

bool snap_same_vertices(const snap_picture *a, const snap_picture *b);
bool snap_same_edges(const snap_picture *a, const snap_picture *b);
bool snap_same_triangles(const snap_picture *a, const snap_picture *b);

// Whether no two different edges share more than an end and no vertex lies inside an edge: what snap rounding promises.
bool snap_is_arrangement(const snap_picture *picture);

int snap_compare_points(wend_point a, wend_point b);

#endif

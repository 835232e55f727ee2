// wend/geom.h: exact geometry on an integer lattice.
//
// Points have 32-bit integer coordinates, at most 2^29 in magnitude, so that every predicate here is exact: no epsilon,
// the same answer on every machine. Functions that only compute (no pointer to a context) allocate nothing, cannot
// fail and may be called from any thread.
#ifndef WEND_GEOM_H
#define WEND_GEOM_H

#include <wend/base.h>

#ifdef __cplusplus
extern "C" {
#endif

// Largest magnitude of a lattice coordinate. A span of 2^30 units fits.
#define WEND_COORDINATE_MAX (1 << 29)

// Limits of a lattice's step, in units of the input, and of a unit, in metres: within them areas and distances neither
// overflow nor vanish.
#define WEND_STEP_MIN 1e-100
#define WEND_STEP_MAX 1e100
#define WEND_UNIT_MIN 1e-9
#define WEND_UNIT_MAX 1e9

typedef struct wend_point {
    int32_t x, y;
} wend_point;

// A point of the lattice in space: x and y are those of the ground, z is up.
typedef struct wend_point3 {
    int32_t x, y, z;
} wend_point3;

// Where the lattice lies in the input's coordinates: position = origin + step * lattice coordinate, for x and y.
// `origin` is a whole number of steps, multiplied out.
typedef struct wend_lattice {
    double origin[2];
    double step; // in the input's units, > 0
} wend_lattice;

// ---------------------------------------------------------------------------------------------------- predicates

// +1 when a, b, c turn left (counter-clockwise), -1 when right, 0 when collinear.
WEND_API int wend_orientation(wend_point a, wend_point b, wend_point c);

// For a, b, c counter-clockwise: +1 when d is strictly inside their circle, -1 outside, 0 on it.
WEND_API int wend_in_circle(wend_point a, wend_point b, wend_point c, wend_point d);

// How two closed segments meet.
typedef enum wend_meeting {
    WEND_APART,  // no common point
    WEND_TOUCH,  // one common point, which is an end of at least one of them
    WEND_CROSS,  // one common point, inside both
    WEND_OVERLAP // more than one common point
} wend_meeting;
WEND_API wend_meeting wend_segments_meet(wend_point a, wend_point b, wend_point c, wend_point d);

// The common point of the lines a-b and c-d, which must not be parallel, rounded to the lattice: each coordinate to the
// nearest integer, halves toward zero. The order and direction of the segments do not matter. Segments that meet
// do so on the lattice; where lines meet farther off than 2^30, the coordinates are cut off there.
WEND_API wend_point wend_cross_point(wend_point a, wend_point b, wend_point c, wend_point d);

// The order along a-b, from a, of its crossings with the lines c-d and e-f (neither parallel to a-b): -1 when c-d comes
// first, +1 when e-f does, 0 when they cross in the same point.
WEND_API int wend_order_along(wend_point a, wend_point b, wend_point c, wend_point d, wend_point e, wend_point f);

// Whether the closed segment a-b passes through the pixel of lattice point p: holds a point that rounds to p
// (coordinate by coordinate, halves toward zero).
WEND_API bool wend_segment_in_pixel(wend_point a, wend_point b, wend_point p);

// ---------------------------------------------------------------------------------------------------- triangulation

// A constrained Delaunay triangulation of the convex hull of its vertices.
//
// It is canonical: among cocircular points the diagonal at the lexicographically least point (x, then y) is taken, so
// that the same vertices and constraints give the same triangles regardless of the order in which they came.
//
// Half-edge 3*t+i of triangle t runs from corner v[i] to corner v[(i+1)%3]; twin[i] is the half-edge of the neighbour
// that runs back. Triangles at the hull are ghosts, with the vertex WEND_GHOST as one corner, so that twin is never
// negative. When all vertices are collinear there are only ghosts.
#define WEND_GHOST (-1)
#define WEND_VERTEX_ALONE (-1)   // the only vertex there is: no edge starts in it
#define WEND_VERTEX_REMOVED (-2) // not part of the triangulation any more
typedef struct wend_triangle {
    int32_t v[3];    // corners, counter-clockwise
    int32_t twin[3]; // half-edge across corner i -> i+1
    int32_t mark[3]; // constraint on that edge, the same on both sides, or -1. See wend_triangulation_view.
} wend_triangle;

typedef struct wend_segment {
    int32_t a, b; // indices into an array of points
} wend_segment;

typedef struct wend_triangulation wend_triangulation;

// Read access. Valid until the triangulation is changed or destroyed.
typedef struct wend_triangulation_view {
    int32_t vertex_count;
    const wend_point *vertices;
    const int32_t *vertex_edge; // per vertex: a half-edge that starts there, WEND_VERTEX_ALONE or WEND_VERTEX_REMOVED
    int32_t triangle_count;     // ghosts included; v[0] == v[1] == v[2] marks an unused triangle
    const wend_triangle *triangles;
    int32_t point_count;
    const int32_t *point_vertex; // per input point: its vertex (equal points share one)
    // Constraints. mark[i] is the index of a piece; pieces that lie on the same edge are chained by `next`.
    int32_t piece_count;
    const struct wend_piece *pieces;
} wend_triangulation_view;

// One edge of the chain that an input segment became.
typedef struct wend_piece {
    int32_t segment; // index of the input segment
    int32_t next;    // another piece on the same edge, or -1
} wend_piece;

// Triangulates points and segments. Segments may cross, overlap, touch, repeat and have zero length. Where segments
// cross only in input points, the result is exact: all vertices are input points. Otherwise segments are snap-rounded:
// every crossing becomes the lattice point of `wend_cross_point` of the two input segments, and every segment becomes a
// chain of edges through all vertices whose pixels it passes, hence within sqrt(2)/2 of it.
//
// `points` and `segments` are read only during the call. Errors: WEND_ERROR_RANGE for a coordinate beyond
// WEND_COORDINATE_MAX, WEND_ERROR_ARGUMENT for an index out of range, WEND_ERROR_LIMIT for more than 2^28 points,
// memory, cancellation.
//
// Cost: O((n + k) log n) expected for n points and segments and k pairs of segments that cross.
WEND_API wend_result wend_triangulation_build(wend_context *context, const wend_point *points, int32_t point_count,
                                              const wend_segment *segments, int32_t segment_count,
                                              wend_triangulation **triangulation);
WEND_API void wend_triangulation_destroy(wend_triangulation *triangulation);
WEND_API wend_triangulation_view wend_triangulation_look(const wend_triangulation *triangulation);

// Changes. Each keeps the triangulation constrained Delaunay and canonical. After WEND_ERROR_MEMORY it is still sound,
// but some edges may not be Delaunay; the next change that succeeds mends that. Adds a vertex (or finds the equal one)
// and returns its index in *vertex. A constraint through it is split.
WEND_API wend_result wend_triangulation_insert_vertex(wend_triangulation *triangulation, wend_point point,
                                                      int32_t *vertex);
// Removes a vertex that no constraint passes through or ends in; WEND_ERROR_ARGUMENT when one does or there is no such
// vertex. Its index is not used again, and point_vertex goes on naming it.
WEND_API wend_result wend_triangulation_remove_vertex(wend_triangulation *triangulation, int32_t vertex);
// Adds a constraint between two vertices as a chain through every vertex exactly on it. WEND_ERROR_INVALID, and no
// change, when it would cross another constraint between its ends: triangulate anew for that. `segment` is what its
// pieces are labelled with.
WEND_API wend_result wend_triangulation_insert_constraint(wend_triangulation *triangulation, int32_t a, int32_t b,
                                                          int32_t segment);
// Removes all pieces from the edge of half-edge `edge`; WEND_ERROR_ARGUMENT when it has none.
WEND_API wend_result wend_triangulation_remove_constraint(wend_triangulation *triangulation, int32_t edge);

// The triangle that holds `point` (a ghost when it is outside the hull), found by walking from `hint` (a triangle index
// or -1). -1 when there are no triangles; while all vertices are on one line, any ghost for a point of that line.
WEND_API int32_t wend_triangulation_locate(const wend_triangulation *triangulation, wend_point point, int32_t hint);

// Proves that the triangulation is one of the given input: neighbours agree, triangles face up, the hull is convex, all
// edges without constraint are Delaunay (canonically so), each input point is a vertex, each input segment is covered
// by a chain of constrained edges from end to end within sqrt(2)/2 of it, and no edge is constrained without cause.
// WEND_ERROR_INVALID with findings when it is not. O(n log n).
WEND_API wend_result wend_triangulation_check(const wend_triangulation *triangulation, const wend_point *points,
                                              int32_t point_count, const wend_segment *segments, int32_t segment_count,
                                              wend_report *report);

#ifdef __cplusplus
}
#endif
#endif

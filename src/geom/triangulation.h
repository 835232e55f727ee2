// The inside of a triangulation, and the local changes from which everything else is made: flips.
//
// The mesh is a sphere: the plane plus one ghost vertex "at infinity", to which every hull edge is joined by a ghost
// triangle. So no half-edge is without a twin, and inserting outside the hull is no special case. Triangles know each
// other only by half-edge; nothing is looked up by position or by a pair of vertices.
//
//          p                A = (u, v, p), B = (v, u, q)
//        .' '.              half-edge e: u -> v in A, its twin: v -> u in B
//      .'  A  '.
//     u ------- v           flip(e):  A' = (p, u, q)   slot 1 is u -> q
//      '.  B  .'                      B' = (p, q, v)   slot 1 is q -> v
//        '. .'                        the new edge: slot 2 of A', slot 0 of B'
//          q
#ifndef WEND_SRC_GEOM_TRIANGULATION_H
#define WEND_SRC_GEOM_TRIANGULATION_H

#include "base/array.h"
#include "geom/cavity.h"
#include "geom/mesh.h"

// Scratch of constraint.c, which explains it.
// One edge of a polygon's border, seen from inside the corridor.
typedef struct wend_border {
    int32_t vertex;  // at its end farther along the polygon
    int32_t outside; // half-edge behind it, or, for an edge met from both sides, ~(index of the other border)
    int32_t mark;
    int32_t inside; // the new half-edge, once made
} wend_border;

typedef struct wend_corridor {
    WEND_ARRAY(int32_t) crossed; // half-edges crossed, in order, start on the right of the line
    WEND_ARRAY(int32_t)
    edges;         // half-edges of the border: those below the line from b to a, then those above from a to b
    int64_t below; // how many of them are below
    WEND_ARRAY(wend_border) borders;
    WEND_ARRAY(int32_t) spare;      // triangles to be used again
    WEND_ARRAY(int32_t) ear_vertex; // the Graham scan's stack: vertices, and below each the edge to the one before:
    WEND_ARRAY(int32_t) ear_edge;   // a half-edge already made, or ~(index of a border)
    wend_cavity cavity;             // for long polygons
} wend_corridor;

struct wend_triangulation {
    wend_context *context;
    WEND_ARRAY(wend_point) vertices;
    WEND_ARRAY(int32_t) vertex_edge;
    bool keep_vertex_edge; // false while points are being inserted in bulk; vertex_edge is made afterwards
    WEND_ARRAY(wend_triangle) triangles;
    int32_t unused; // first of the unused triangles, chained by twin[0]; -1 when none
    WEND_ARRAY(wend_piece) pieces;
    WEND_ARRAY(int32_t) point_vertex;
    WEND_ARRAY(int32_t) stack; // half-edges whose Delaunay property is in doubt
    int32_t hint;              // a triangle to start walks from
    wend_corridor corridor;
};

static inline int32_t wend_edge_start(const wend_triangle *triangles, int32_t e) {
    return triangles[e / 3].v[e % 3];
}
static inline int32_t wend_edge_twin(const wend_triangle *triangles, int32_t e) {
    return triangles[e / 3].twin[e % 3];
}
static inline int32_t wend_edge_mark(const wend_triangle *triangles, int32_t e) {
    return triangles[e / 3].mark[e % 3];
}
// The next half-edge that starts in the same vertex, counter-clockwise.
static inline int32_t wend_edge_around(const wend_triangle *triangles, int32_t e) {
    return wend_edge_twin(triangles, wend_half_previous(e));
}
static inline bool wend_triangle_is_ghost(const wend_triangle *t) {
    return t->v[0] < 0 || t->v[1] < 0 || t->v[2] < 0;
}
static inline bool wend_triangle_is_unused(const wend_triangle *t) {
    return t->v[0] == t->v[1];
}

static inline void wend_edges_join(wend_triangle *triangles, int32_t e, int32_t f) {
    triangles[e / 3].twin[e % 3] = f;
    triangles[f / 3].twin[f % 3] = e;
}

// Flips half-edge e; its two triangles keep their indices. No check of any kind.
void wend_flip(wend_triangulation *t, int32_t e);

// Whether half-edge e breaks the canonical Delaunay property: it has no mark, and should be flipped. Edges to the ghost
// should be flipped where the hull is dented.
bool wend_edge_is_bad(const wend_triangulation *t, int32_t e);

// Flips until no half-edge on the stack, nor any edge that became doubtful by a flip, is bad. WEND_ERROR_MEMORY when
// the stack cannot grow.
wend_result wend_legalise(wend_triangulation *t);
// Puts the three half-edges of a triangle on the stack.
bool wend_doubt_triangle(wend_triangulation *t, int32_t triangle);

// Index of a fresh triangle; room for it must have been reserved with wend_triangulation_reserve.
int32_t wend_triangle_take(wend_triangulation *t);
void wend_triangle_drop(wend_triangulation *t, int32_t triangle);

// Makes room for that many more vertices and the triangles they bring.
bool wend_triangulation_reserve(wend_triangulation *t, int64_t more_vertices);

// An empty triangulation.
wend_result wend_triangulation_create(wend_context *context, wend_triangulation **out);

// Makes it empty again; it keeps its memory.
void wend_triangulation_clear(wend_triangulation *t);

// Adds points in bulk to an empty triangulation; point_vertex gets the vertex of each.
wend_result wend_triangulation_add_points(wend_triangulation *t, const wend_point *points, int32_t count);

// While all living vertices are on one line: lays them out anew as a chain with ghosts, after one was appended or
// removed (vertex_edge tells). The edges on either side of `added` (-1 when none) both get the mark of the edge that it
// splits. False when memory is short (nothing changed).
bool wend_triangulation_relay(wend_triangulation *t, int32_t added);

// What a walk along a straight line a -> b meets next. The line starts in vertex `from` (of a fan of triangles), goes
// toward b.
typedef struct wend_step {
    int32_t edge; // half-edge crossed, which starts on the right of the line, or half-edge along which the line runs
    bool along;   // the line runs along `edge`
} wend_step;

// Leaves vertex `from`, which lies on the line a-b before b, toward b. Returns the step: an edge opposite of `from`
// that is crossed, or an edge from `from` that the line runs along.
wend_step wend_walk_leave(const wend_triangulation *t, int32_t from, wend_point a, wend_point b);
// The first step on the straight way between two different vertices, from the one whose fan shows it sooner, which is
// then
// *from. Searches both side by side, so it costs the smaller fan.
wend_step wend_walk_begin(const wend_triangulation *t, int32_t *from, int32_t *to);
// Goes on behind the crossed half-edge `edge`: returns the next half-edge crossed, or stops in a vertex on the line:
// then *vertex is set (else -1).
int32_t wend_walk_on(const wend_triangulation *t, int32_t edge, wend_point a, wend_point b, int32_t *vertex);

// Adds a piece of `segment` to half-edge e and its twin.
bool wend_edge_add_piece(wend_triangulation *t, int32_t e, int32_t segment);

#endif

// Meshes of triangles: the one algebra of half-edges that all structures share.
//
// Half-edge h = 3 * t + i runs from corner i of triangle t to the next corner, with the triangle on its left. Its twin
// runs back along it in the triangle beyond; where the mesh ends, the twin is negative, ~b for boundary edge b.
//
//              next            A fan is what hangs together around a corner. Counter-clockwise, the half-edge after h
//          . <------- .        in the fan is the twin of previous(h), and the one before h is next of its twin. A fan
//           \   t    ^         that is open begins with the one half-edge that is a boundary edge, and ends where the
//   previous \      / h        half-edge after is negative. One vertex per fan is what makes a mesh a surface, even
//             v    /           where places repeat: nothing is ever looked up by position or by a pair of vertices.
//               u
//
// The structures keep arrays of their own, because each triangle carries what its room needs beside it: marks of a
// triangulation, heights, discs. A wend_mesh is how one algebra sees them all: three numbers `v` and three `twin` in
// every triangle, wherever they lie. cells/cutting.h alone numbers half-edges 4 * t + i: it has arrays of single
// half-edges, changed in its innermost loops, where a mask is cheaper than a division.
//
// Threads may share all that is constant here.
#ifndef WEND_SRC_GEOM_MESH_H
#define WEND_SRC_GEOM_MESH_H

#include "base/array.h"
#include "base/sort.h"

#include <wend/geom.h>

#include <stddef.h>

// (Half-edges are never negative, and without a sign they are divided in fewer steps.)
static inline int32_t wend_half_next(int32_t h) {
    return (uint32_t)h % 3 == 2 ? h - 2 : h + 1;
}
static inline int32_t wend_half_previous(int32_t h) {
    return (uint32_t)h % 3 == 0 ? h + 2 : h - 1;
}

typedef struct wend_mesh {
    const int32_t *data; // v of the first triangle; where there are no vertices, of its twins alone is spoken
    int32_t stride;      // numbers from one triangle to the next
    int32_t twin;        // numbers from v to twin
    int32_t count;       // triangles
} wend_mesh;

// The mesh of an array of a structure that begins with three corners and has a field `twin`.
#define WEND_MESH(structure, triangles, how_many)                                                                      \
    ((wend_mesh){(const int32_t *)(triangles), sizeof(structure) / sizeof(int32_t),                                    \
                 offsetof(structure, twin) / sizeof(int32_t), (int32_t)(how_many)})

static inline int32_t wend_mesh_start(const wend_mesh *m, int32_t h) {
    uint32_t t = (uint32_t)h / 3;
    return m->data[(int64_t)m->stride * t + ((uint32_t)h - 3 * t)];
}
static inline int32_t wend_mesh_end(const wend_mesh *m, int32_t h) {
    return wend_mesh_start(m, wend_half_next(h));
}
static inline int32_t wend_mesh_twin(const wend_mesh *m, int32_t h) {
    uint32_t t = (uint32_t)h / 3;
    return m->data[(int64_t)m->stride * t + m->twin + ((uint32_t)h - 3 * t)];
}

// The half-edge that follows h counter-clockwise around its start, or ~boundary; and the one before.
static inline int32_t wend_mesh_after(const wend_mesh *m, int32_t h) {
    return wend_mesh_twin(m, wend_half_previous(h));
}
static inline int32_t wend_mesh_before(const wend_mesh *m, int32_t h) {
    int32_t twin = wend_mesh_twin(m, h);
    return twin < 0 ? twin : wend_half_next(twin);
}

// The first half-edge of the fan that h starts in: its boundary edge, or h itself where there is none.
static inline int32_t wend_mesh_first(const wend_mesh *m, int32_t h) {
    int32_t first = h;
    for (int32_t before; (before = wend_mesh_before(m, first)) >= 0;) {
        if (before == h)
            return h;
        first = before;
    }
    return first;
}

// The boundary edge that follows the one at half-edge h along their cycle: around the corner where h ends.
static inline int32_t wend_mesh_following(const wend_mesh *m, int32_t h) {
    int32_t at = wend_half_next(h);
    for (int32_t twin; (twin = wend_mesh_twin(m, at)) >= 0;)
        at = wend_half_next(twin);
    return ~wend_mesh_twin(m, at);
}

// ---------------------------------------------------------------------------------------------------- cycles

// An array of boundary edges, ascending by half-edge. Each begins with three numbers: its half-edge, the boundary edge
// that follows it, and the cycle that both are in.
typedef struct wend_cycles {
    int32_t *data;
    int32_t stride; // numbers from one to the next
    int32_t count;
} wend_cycles;

enum { WEND_CYCLE_EDGE, WEND_CYCLE_NEXT, WEND_CYCLE_NUMBER };

#define WEND_CYCLES(structure, boundaries, how_many)                                                                   \
    ((wend_cycles){(int32_t *)(boundaries), sizeof(structure) / sizeof(int32_t), (int32_t)(how_many)})

static inline int32_t *wend_cycles_at(const wend_cycles *c, int32_t b) {
    return c->data + (int64_t)c->stride * b;
}

// Finds what follows each boundary edge, from `begin` to before `end`.
void wend_cycles_link(const wend_cycles *c, const wend_mesh *m, int32_t begin, int32_t end);
// Numbers the cycles by their lowest boundary edges, once all are linked. How many.
int32_t wend_cycles_number(const wend_cycles *c);

// ---------------------------------------------------------------------------------------------------- components

// Numbers the components by their lowest triangles; triangles that have no -1 in `component` are passed over. `stack`
// has room for all triangles. How many. O(triangles).
int32_t wend_mesh_number_components(const wend_mesh *m, int32_t *component, int32_t *stack);

// ---------------------------------------------------------------------------------------------------- order

// The canonical order of triangles whose vertices are numbered: along the Hilbert curve of their centroids, each from
// its lowest vertex on. Those in one place come by their vertices, and those of the same three vertices, which only
// meshes that overlap themselves have, by what lies around them.
typedef struct wend_numbering {
    WEND_ARRAY(wend_key) order; // the old triangles that are numbered, in their new order
    WEND_ARRAY(int32_t) rank;   // per old triangle: its number, or -1
    WEND_ARRAY(uint8_t) turn;   // per old triangle: which corner comes first
} wend_numbering;

// `corners` has the new vertex of each old half-edge's start, -1 for triangles that are left out; `places` those of the
// new vertices. False when memory is short. O(n log n) where very many are in one place, O(n) otherwise.
bool wend_numbering_make(wend_context *context, const wend_mesh *m, const int32_t *corners, const wend_point *places,
                         wend_numbering *numbering);
void wend_numbering_free(wend_context *context, wend_numbering *numbering);

// The old half-edge at a slot of the i-th new triangle, and the new half-edge of an old one.
static inline int32_t wend_numbering_old(const wend_numbering *n, int32_t i, int slot) {
    int32_t k = n->order.data[i].index;
    return 3 * k + (n->turn.data[k] + slot) % 3;
}
static inline int32_t wend_numbering_new(const wend_numbering *n, int32_t old) {
    int32_t k = old / 3;
    return 3 * n->rank.data[k] + (old % 3 + 3 - n->turn.data[k]) % 3;
}

// Sorts keys, and those that are equal by `compare`, which is given two of them. False when memory is short.
bool wend_sort_ties(wend_context *context, wend_key *keys, int64_t count,
                    int (*compare)(const void *a, const void *b, const void *user), const void *user);

// ---------------------------------------------------------------------------------------------------- checks

// For validators, which trust no array. Each call relies on what those before it found sound.

static inline bool wend_in_range(int64_t index, int64_t count) {
    return index >= 0 && index < count;
}

// Whether a triangle names vertices, half-edges and boundary edges that are there.
bool wend_mesh_names_exist(const wend_mesh *m, int32_t triangle, int32_t vertices, int32_t boundaries);
// Whether a boundary edge names a half-edge, a boundary edge and a cycle that are there.
bool wend_cycles_names_exist(const wend_cycles *c, int32_t b, const wend_mesh *m, int32_t cycles);

typedef enum wend_mesh_fault {
    WEND_MESH_SOUND,
    WEND_MESH_BOUNDARY, // a boundary edge is not that of its half-edge, or comes out of order
    WEND_MESH_TWIN,     // the twin of a half-edge's twin is another one, or is in the same triangle
    WEND_MESH_ENDS,     // twins have different ends
    WEND_MESH_NEXT      // a boundary edge does not name the one that follows it
} wend_mesh_fault;

// What is wrong with a side of a triangle.
wend_mesh_fault wend_mesh_look_at_side(const wend_mesh *m, const wend_cycles *c, int32_t h);

// The corners at a vertex.
typedef struct wend_fan {
    int32_t corners; // how many
    int32_t first;   // a half-edge that starts there: the lowest boundary edge, or the lowest of all; -1 for none
    int32_t lowest;  // the lowest of all, or -1
} wend_fan;
void wend_mesh_find_fans(const wend_mesh *m, wend_fan *fans, int32_t vertices);
// Whether all corners of a vertex hang together: it has one fan only.
bool wend_mesh_is_one_fan(const wend_mesh *m, const wend_fan *fan);

// What is wrong with a boundary edge. Fans are sound by now.
wend_mesh_fault wend_mesh_look_at_boundary(const wend_mesh *m, const wend_cycles *c, int32_t b);

// How many cycles there are; *wrong is the first boundary edge that does not have the number of its own, counted by
// their lowest ones, or -1. What follows each is known to be right. `reached` has a byte for each boundary edge.
int32_t wend_cycles_count(const wend_cycles *c, uint8_t *reached, int32_t *wrong);

#endif

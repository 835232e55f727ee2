// The sides that floors share.
//
// An edge joins two lattice points in 3D; all floors that have it as a side hang on it, most often two.
#ifndef WEND_SRC_EXACT_EDGES_H
#define WEND_SRC_EXACT_EDGES_H

#include "footing/footing.h"

typedef struct wend_edge {
    int32_t first; // a side that lies on it: 3 * floor + corner, `floor` being an index into footing->floors
    int32_t steep; // a face, too steep to walk on, that has this side too; -1 when none
} wend_edge;

typedef struct wend_edges {
    WEND_ARRAY(wend_edge) edges;
    WEND_ARRAY(int32_t) edge_of; // of each side
    WEND_ARRAY(int32_t) next;    // the next side on the same edge, or -1
} wend_edges;

// Finds the edges of all floors. O(n) expected.
wend_result wend_edges_find(wend_context *context, const wend_footing *footing, wend_edges *edges);
void wend_edges_free(wend_context *context, wend_edges *edges);

// The ends of a side: from p to q as the floor runs; *forward tells whether p is the lesser.
static inline void wend_side_ends(const wend_footing *footing, int32_t side, wend_point3 *p, wend_point3 *q,
                                  bool *forward) {
    const wend_face *floor = &footing->solid->faces.data[footing->floors.data[side / 3]];
    *p = floor->p[side % 3];
    *q = floor->p[side % 3 == 2 ? 0 : side % 3 + 1];
    *forward = wend_point3_less(*p, *q);
}

// The nearest step.
static inline int32_t wend_round_height(double z) {
    return (int32_t)(z < 0 ? z - 0.5 : z + 0.5);
}

// The height of a place on an edge from a, its lesser end, to b: the same for all floors that have it.
static inline int32_t wend_height_along(wend_point3 a, wend_point3 b, wend_point p) {
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y;
    double t = (((double)p.x - a.x) * dx + ((double)p.y - a.y) * dy) / (dx * dx + dy * dy);
    return wend_round_height(a.z + t * ((double)b.z - a.z));
}

#endif

// The diagram in the making: nodes with three sites each, joined by arcs. See prepare.c, insert.c.
#ifndef WEND_SRC_MEDIAL_DIAGRAM_H
#define WEND_SRC_MEDIAL_DIAGRAM_H

#include "base/array.h"
#include "geom/mesh.h"
#include "medial/disc.h"

#include <wend/plan.h>

// A node, and the dual triangle of its sites: half-edge 3 * node + i runs from site[i] to site[i + 1] and stands for
// the arc between their cells. Beyond it: the half-edge of the next node; or ~b, where boundary edge b is not inserted
// yet and the arc between its ends goes on for ever; or WEND_NO_NODE, between an edge and its own end.
typedef struct wend_node {
    int32_t site[3];
    int32_t twin[3];
    wend_disc disc;
} wend_node;

#define WEND_NO_NODE INT32_MIN

// An edge of the gap that an insertion makes: the half-edge inside, and what was beyond it.
typedef struct wend_gap_edge {
    int32_t inside, outside, from, to;
} wend_gap_edge;

typedef struct wend_diagram {
    wend_context *context;
    const wend_plan_view *plan;
    wend_sites sites;
    wend_edge_site *edges; // one per boundary edge of the plan
    WEND_ARRAY(wend_node) nodes;
    WEND_ARRAY(int32_t) hull;    // per boundary edge: the half-edge that has it beyond; -1 once it is inserted
    WEND_ARRAY(uint8_t) removed; // per node, during an insertion
    // Scratch.
    WEND_ARRAY(int32_t) stack, gone;
    WEND_ARRAY(wend_gap_edge) gap;
} wend_diagram;

static inline int32_t wend_half_from(const wend_node *nodes, int32_t h) {
    return nodes[h / 3].site[h % 3];
}
static inline int32_t wend_half_to(const wend_node *nodes, int32_t h) {
    return nodes[h / 3].site[(h + 1) % 3];
}
static inline int32_t wend_half_twin(const wend_node *nodes, int32_t h) {
    return nodes[h / 3].twin[h % 3];
}
// The next half-edge counter-clockwise from the same site.
static inline int32_t wend_half_after(const wend_node *nodes, int32_t h) {
    return wend_half_twin(nodes, wend_half_previous(h));
}

// The diagram of the plan's obstacle vertices.
wend_result wend_diagram_prepare(wend_context *context, const wend_plan_view *plan, wend_diagram *d);
// The edge sites of a plan; NULL when memory is short.
wend_edge_site *wend_edge_sites_make(wend_context *context, const wend_plan_view *plan);
// Inserts all boundary edges, in an order that depends on `seed`.
wend_result wend_diagram_insert_edges(wend_diagram *d, uint64_t seed);
void wend_diagram_free(wend_diagram *d);

// Whether the arc of a half-edge has no length.
bool wend_arc_is_null(const wend_diagram *d, int32_t h);

#endif

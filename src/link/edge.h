// The boundary edges of a surface as linking sees them: how long, where open, what is near.
//
// A place of a boundary edge is *open* when nothing stands on it that could not be stepped over: nothing between `step`
// and `height` above the floor that ends there. Walls are closed, ledges and the feet of low things are open. It is
// *passable* when nothing stands there that would be in the way of whoever goes down from it by a step: room for the
// head counts from the lower one of two floors.
#ifndef WEND_SRC_LINK_EDGE_H
#define WEND_SRC_LINK_EDGE_H

#include "geom/boxes.h"
#include "link/obstacles.h"

typedef struct wend_link_edge {
    wend_point3 a, b; // its ends, the floor on the left
    double length;    // in lattice steps, seen from above
    // Where it is open, and where it is passable: ranges in `open`, in lattice steps from a. They may be the same ones.
    int32_t first_open, end_open;
    int32_t first_passable, end_passable;
} wend_link_edge;

typedef struct wend_link_edges {
    WEND_ARRAY(wend_link_edge) all; // one per boundary edge
    wend_range_list open;
    wend_boxes tree; // over all of them
} wend_link_edges;

wend_result wend_link_edges_find(wend_context *context, const wend_surface_view *surface, wend_obstacles *obstacles,
                                 wend_link_edges *edges);
void wend_link_edges_free(wend_context *context, wend_link_edges *edges);

// Lists the boundary edges, itself included, that come within `reach` of one seen from above and `rise` in height, each
// of them drawn on by up to two lattice steps; ascending. False when memory is short.
bool wend_link_edges_search(wend_context *context, const wend_link_edges *edges, const wend_link_edge *near,
                            double reach, double rise, wend_item_list *found);

// The same, but where most are long and askew, without those of which the line is farther away. For those who ask for
// what runs close by, not for what is beside or ahead.
bool wend_link_edges_search_closely(wend_context *context, const wend_link_edges *edges, const wend_link_edge *near,
                                    double reach, double rise, wend_item_list *found);

static inline double wend_link_edge_height(const wend_link_edge *r, double along) {
    return r->a.z + ((double)r->b.z - r->a.z) * (along / r->length);
}

#endif

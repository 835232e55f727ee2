// The boundary edges of a surface as linking sees them: how long, where open, what is near.
//
// A place of a boundary edge is *open* when nothing stands on it that could not be stepped over: nothing between `step`
// and `height` above the floor that ends there. Walls are closed, ledges and the feet of low things are open. It is
// *passable* when nothing stands there that would be in the way of whoever goes down from it by a step: room for the
// head counts from the lower one of two floors.
#ifndef WEND_SRC_LINK_RIM_H
#define WEND_SRC_LINK_RIM_H

#include "geom/boxes.h"
#include "link/room.h"

typedef struct wend_rim {
    wend_point3 a, b; // its ends, the floor on the left
    double length;    // in lattice steps, seen from above
    // Where it is open, and where it is passable: ranges in `open`, in lattice steps from a. They may be the same ones.
    int32_t first_open, end_open;
    int32_t first_passable, end_passable;
} wend_rim;

typedef struct wend_rims {
    WEND_ARRAY(wend_rim) rims; // one per boundary edge
    wend_range_list open;
    wend_boxes tree; // over all of them
} wend_rims;

wend_result wend_rims_find(wend_context *context, const wend_surface_view *surface, wend_room *room, wend_rims *rims);
void wend_rims_free(wend_context *context, wend_rims *rims);

// Lists the rims, itself included, that come within `reach` of one seen from above and `rise` in height, each of them
// drawn on by up to two lattice steps; ascending. False when memory is short.
bool wend_rims_search(wend_context *context, const wend_rims *rims, const wend_rim *near, double reach, double rise,
                      wend_item_list *found);

// The same, but where most are long and askew, without those of which the line is farther away. For those who ask for
// what runs close by, not for what is beside or ahead.
bool wend_rims_search_closely(wend_context *context, const wend_rims *rims, const wend_rim *near, double reach,
                              double rise, wend_item_list *found);

static inline double wend_rim_height(const wend_rim *r, double along) {
    return r->a.z + ((double)r->b.z - r->a.z) * (along / r->length);
}

#endif

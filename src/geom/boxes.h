// A tree of boxes in space over items that are already in a good order (near in the list means near in space).
//
// Items are grouped eight by eight in list order, groups again eight by eight, until a few are left. A node holds the
// boxes of all that is in it side by side, so that eight are compared at once, and items are told apart one by one.
// Immutable; any number of threads may search it at once.
#ifndef WEND_SRC_GEOM_BOXES_H
#define WEND_SRC_GEOM_BOXES_H

#include <wend/geom.h>

#include "base/array.h"

typedef struct wend_box3 {
    int32_t low[3], high[3]; // both belong to it; within WEND_COORDINATE_MAX
} wend_box3;

static inline bool wend_box3_meet(const wend_box3 *a, const wend_box3 *b) {
    return a->low[0] <= b->high[0] && b->low[0] <= a->high[0] && a->low[1] <= b->high[1] && b->low[1] <= a->high[1] &&
           a->low[2] <= b->high[2] && b->low[2] <= a->high[2];
}

enum { WEND_BOXES_FAN = 8, WEND_BOXES_LEVELS = 11 };
typedef struct wend_boxes8 {
    int32_t low[3][WEND_BOXES_FAN], high[3][WEND_BOXES_FAN];
} wend_boxes8;

typedef struct wend_boxes {
    WEND_ARRAY(wend_boxes8) nodes;    // of the lowest level first
    int32_t start[WEND_BOXES_LEVELS]; // where each level begins
    int levels;
} wend_boxes;

typedef WEND_ARRAY(int32_t) wend_item_list;

// Builds a tree in parallel; `box_of` tells the box of an item, from any thread. WEND_ERROR_MEMORY, _CANCELLED.
wend_result wend_boxes_build(wend_context *context, int32_t items, wend_box3 (*box_of)(const void *user, int32_t item),
                             const void *user, wend_boxes *boxes);
void wend_boxes_free(wend_context *context, wend_boxes *boxes);

// Finds the box around all items; false when there are none.
bool wend_boxes_around(const wend_boxes *boxes, wend_box3 *box);

// Lists the items whose boxes meet `box`, ascending, in `found`. False when memory is short. O(log n + found).
bool wend_boxes_search(wend_context *context, const wend_boxes *boxes, const wend_box3 *box, wend_item_list *found);

// Coordinates of a box to search for, from ones that are no whole numbers and may be beyond the lattice: rounded down,
// and up.
static inline int32_t wend_box_floor(double value) {
    return value < -(double)WEND_COORDINATE_MAX  ? -WEND_COORDINATE_MAX
           : value > (double)WEND_COORDINATE_MAX ? WEND_COORDINATE_MAX
                                                 : (int32_t)value - (value < (int32_t)value);
}
static inline int32_t wend_box_ceil(double value) {
    return -wend_box_floor(-value);
}

#endif

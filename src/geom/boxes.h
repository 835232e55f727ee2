// A tree of boxes in space over items that are already in a good order (near in the list means near in space).
//
// Items are grouped eight by eight in list order, groups again eight by eight, until a few are left. A node holds the
// boxes of all that is in it side by side, so that eight are compared at once, and items are told apart one by one.
// Any number of threads may search it at once, while nobody widens it.
//
// Boxes of needles say little: those of many that lie side by side, askew, all meet. So a tree of triangles may have
// *bands* besides, one for each item and node: the strip of the ground, along its longest side, that all of it lies in.
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

// All points of the ground with low <= x * dy - y * dx <= high.
typedef struct wend_band {
    int32_t dx, dy;
    int64_t low, high;
} wend_band;

typedef struct wend_boxes {
    WEND_ARRAY(wend_boxes8) nodes;    // of the lowest level first
    WEND_ARRAY(wend_band) bands;      // as many as there are boxes in the nodes, or none
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

// Adds bands to a tree of triangles when many of them are needles; `corners_of` tells the corners of an item. O(n log
// n). False when memory is short. With a width, items may be segments; those much longer than that are needles.
bool wend_boxes_add_bands(wend_context *context, int32_t items,
                          void (*corners_of)(const void *user, int32_t item, wend_point corners[3]), const void *user,
                          int32_t width, wend_boxes *boxes);

// The same as wend_boxes_search, but without items whose bands, where there are any, are farther than `margin` steps
// from a triangle, or whose boxes are that far from its own band when it is a needle. O(log n + found) for needles,
// too, where those near each other in the list lie about the same way.
bool wend_boxes_search_triangle(wend_context *context, const wend_boxes *boxes, const wend_box3 *box,
                                const wend_point corners[3], int32_t margin, wend_item_list *found);

// A tree of so many items that have no boxes yet, nor bands; and one more triangle for an item, which has a box and a
// band around all of its triangles then. Those of one item should lie about the same way, as those near it should.
wend_result wend_boxes_build_empty(wend_context *context, int32_t items, wend_boxes *boxes);
void wend_boxes_widen(wend_boxes *boxes, int32_t item, const wend_box3 *box, const wend_point corners[3]);

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

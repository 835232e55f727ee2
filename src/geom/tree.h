// A tree of boxes over items that are already in a good order (near in the list means near in the plane).
//
// Items are grouped eight by eight in list order, groups again eight by eight, up to one root; each group keeps its
// box. Built in one pass, 2.3 bytes an item, nothing to balance. Immutable; any number of threads may search it at
// once.
#ifndef WEND_SRC_GEOM_TREE_H
#define WEND_SRC_GEOM_TREE_H

#include "base/platform.h"

#include <wend/geom.h>

typedef struct wend_box {
    int32_t x0, y0, x1, y1; // both ends belong to it
} wend_box;

// The box around a triangle.
static inline wend_box wend_box_around(wend_point a, wend_point b, wend_point c) {
    wend_box box = {a.x, a.y, a.x, a.y};
    const wend_point rest[2] = {b, c};
    for (int i = 0; i < 2; i++) {
        box.x0 = rest[i].x < box.x0 ? rest[i].x : box.x0;
        box.y0 = rest[i].y < box.y0 ? rest[i].y : box.y0;
        box.x1 = rest[i].x > box.x1 ? rest[i].x : box.x1;
        box.y1 = rest[i].y > box.y1 ? rest[i].y : box.y1;
    }
    return box;
}

enum { WEND_TREE_FAN = 8, WEND_TREE_LEVELS = 11 };

typedef struct wend_tree {
    int32_t items;
    int levels;                      // 0 when there are no items
    int32_t count[WEND_TREE_LEVELS]; // groups of each level, the lowest first
    wend_box *boxes[WEND_TREE_LEVELS];
    size_t bytes; // of the one block that they are in
} wend_tree;

// Builds a tree; `box_of` tells the box of an item. False when memory is short.
bool wend_tree_build(wend_context *context, int32_t items, wend_box (*box_of)(const void *user, int32_t item),
                     const void *user, wend_tree *tree);
void wend_tree_free(wend_context *context, wend_tree *tree);

// Visits, in list order, the items of every lowest group that meets *box, until `visit` returns false. It may shrink
// *box on the way.
void wend_tree_search(const wend_tree *tree, wend_box *box, bool (*visit)(void *user, int32_t item), void *user);

// Visits items near a place, nearer groups first, and none of groups that are farther than sqrt(*distance2) from it.
// `visit` lowers *distance2 as it finds something.
void wend_tree_nearest(const wend_tree *tree, double x, double y, double *distance2,
                       void (*visit)(void *user, int32_t item), void *user);

#endif

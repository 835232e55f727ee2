// Sides followed part by part, and bent.
#ifndef WEND_SRC_EXACT_BEND_H
#define WEND_SRC_EXACT_BEND_H

#include "exact/cut_floors.h"

// A part of a side: the half-edge along it, or -1 when nothing is left there (WEND_SLOT_WALL and less: but a wall
// stands there), and where it ends.
typedef struct wend_side_link {
    int32_t half;
    wend_point3 end;
} wend_side_link;

// A side followed from the lesser end of its edge. Parts still to come are in `links`, the next one last.
typedef struct wend_side_chain {
    bool forward;            // the side runs that way itself
    const wend_sheet *sheet; // of its floor
    WEND_ARRAY(wend_side_link) links;
} wend_side_chain;

// Bends the next part of a chain at v: it then ends there, and others follow; or before v, where a point came up. False
// when memory is short.
bool wend_side_chain_bend(wend_context *context, wend_raw *raw, wend_sides *sides, wend_side_chain *c, wend_point3 v);

// A half-edge, or -1 when its piece is gone. What is none stays.
static inline int32_t wend_living(const wend_raw *raw, int32_t half) {
    return half < 0 || raw->triangles.data[half / 3].source >= 0 ? half : -1;
}

#endif

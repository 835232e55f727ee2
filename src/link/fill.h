// Whether a filler may lie somewhere: room above it, and nothing of the surface or another filler in its place.
#ifndef WEND_SRC_LINK_FILL_H
#define WEND_SRC_LINK_FILL_H

#include "link/stages.h"

typedef struct wend_planned {
    wend_point3 p[3];
} wend_planned;

// Fillers that are there, in cells of the ground.
struct wend_filled {
    wend_linking *l;
    double cell;                      // side of a cell, in lattice steps
    WEND_ARRAY(int32_t) heads;        // per cell of a table: the last entry, or -1
    WEND_ARRAY(int32_t) previous;     // per entry
    WEND_ARRAY(int32_t) items;        // per entry: the filler, a triangle of the web
    WEND_ARRAY(wend_planned) planned; // fillers that are not there yet, but will be
};

wend_result wend_filled_make(wend_linking *l, wend_filled *filled);
void wend_filled_free(wend_filled *filled);

// Notes the fillers of the web from triangle `first` on.
wend_result wend_filled_note(wend_filled *filled, int64_t first);

// What keeps a filler from being there.
typedef enum wend_hindrance {
    WEND_FILL_FREE,
    WEND_FILL_BLOCKED,
    WEND_FILL_OVERLAPS,
    WEND_FILL_NO_MEMORY
} wend_hindrance;

// Asks for a triangle, counter-clockwise. `base` is the height of the lower floor at each corner; what lies up to `step`
// above that is stepped over, and there must be room up to `height` above it. `along` marks the sides that lie on the surface's boundary. When it is blocked, the room's
// ranges tell where along its first side.
wend_hindrance wend_fill_ask(wend_filled *filled, const wend_point3 p[3], const double base[3], const bool along[3]);

#endif

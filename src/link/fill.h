// Whether a filler may lie somewhere: room above it, and nothing of the surface or another filler in its place.
#ifndef WEND_SRC_LINK_FILL_H
#define WEND_SRC_LINK_FILL_H

#include "geom/boxes.h"
#include "link/stages.h"

// A filler that is not there yet, but will be.
typedef struct wend_planned {
    wend_point3 p[3];
    wend_box3 box;
} wend_planned;

// A filler that is there, in one of its cells, or in the tree of long ones.
typedef struct wend_filled_entry {
    wend_box3 box;    // where it may be drawn to
    int32_t item;     // triangle of the web
    int32_t previous; // entry of the same cell or place in the tree, or -1
} wend_filled_entry;

// What keeps a filler from being there.
typedef enum wend_hindrance {
    WEND_FILL_FREE,
    WEND_FILL_MISSHAPEN, // it faces down, or is too steep
    WEND_FILL_OVERLAPS,  // a floor or another filler
    WEND_FILL_BLOCKED,   // by something of the scene
    WEND_FILL_NO_MEMORY
} wend_hindrance;

// What keeps a filler from being there for good, or nothing: floors and scene do not change.
typedef struct wend_fill_answer {
    wend_point3 p[3];
    double base[3];
    bool along[3];
    uint8_t hindrance; // wend_hindrance
    int32_t item;      // the floor or face that hinders it
} wend_fill_answer;

// Fillers that are there, in cells of the ground, and the floors that they must not overlap.
struct wend_filled {
    wend_linking *l;
    wend_boxes floors;               // over the surface's triangles
    wend_item_list found;            // those near what is asked for
    int32_t overlapped;              // the one that was overlapped last; any one at first
    int cell;                        // the side of cells, as a power of two in lattice steps
    WEND_ARRAY(int32_t) heads;       // per cell of a table: the last entry, or -1
    wend_boxes needles;              // over the surface's triangles: around the long fillers beside each of them;
    WEND_ARRAY(int32_t) last_needle; // the last one, or -1. Empty while there are none
    WEND_ARRAY(wend_filled_entry) entries;
    WEND_ARRAY(wend_planned) planned;
    WEND_ARRAY(wend_fill_answer) answers; // some that were given, each in its place by a hash; see fill.c
};

wend_result wend_filled_make(wend_linking *l, wend_filled *filled);
void wend_filled_free(wend_filled *filled);

// Notes the fillers of the web from triangle `first` on.
wend_result wend_filled_note(wend_filled *filled, int64_t first);

// Plans a filler: it counts as if it were there, until `planned` is cut down again. False when memory is short.
bool wend_filled_plan(wend_filled *filled, const wend_point3 p[3]);

// Asks for a triangle, counter-clockwise. `base` is the height of the lower floor at each corner; what lies up to
// `step` above that is stepped over, and there must be room up to `height` above it. `along` marks the sides that lie
// on the surface's boundary.
wend_hindrance wend_fill_ask(wend_filled *filled, const wend_point3 p[3], const double base[3], const bool along[3]);

// Tells whether a way from p to q leads across a floor, so that a filler on either side of it would overlap that. False
// when memory is short.
bool wend_fill_look_across(wend_filled *filled, wend_point3 p, wend_point3 q, bool *overlaps);

// Whether it leads across one triangle of the surface: well within its sides, and not far above or below it.
bool wend_fill_is_across(const wend_linking *l, wend_point3 p, wend_point3 q, int32_t floor);

#endif

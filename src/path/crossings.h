// Crossings of cells, as ExACT stores them: what a search by cells runs on. crossings.c says what they are.
#ifndef WEND_SRC_PATH_CROSSINGS_H
#define WEND_SRC_PATH_CROSSINGS_H

#include "path/search.h"

// A portal, left over by a cell: wend_cell_side's `across` is its number.
typedef struct wend_exit {
    wend_way right, left;            // its ends, as one leaves over it
    int32_t right_notch, left_notch; // of the roads, or -1
    int32_t cell;                    // that is left; exit ^ 1 leaves the one beyond
    int32_t side;                    // of the cells
    int32_t place;                   // among the exits of its cell
} wend_exit;

// What a search knows of an exit.
typedef struct wend_exit_mark {
    uint32_t round;
    int32_t before; // the exit of the cell before, -1 in the first cell
    double length;  // of the way there
    wend_way at;    // the way point
    bool done;
} wend_exit_mark;

// A part of a portal.
typedef struct wend_part {
    double low, high;
} wend_part;

// The largest part of a portal where a disc fits, from 0 at the right end of its even exit to 1 at the left one; low >
// high when there is none.
typedef struct wend_shrunk {
    uint32_t round;
    wend_part part;
} wend_shrunk;

typedef struct wend_crossings {
    wend_cells_view view;
    WEND_ARRAY(wend_exit) exits;
    WEND_ARRAY(int32_t) cell_exit; // of each cell: its first one in `list`; one more at the end
    WEND_ARRAY(int32_t) list;
    WEND_ARRAY(int32_t) cell_width; // of each cell: its first one in `widths`, or -1
    // Of each pair of exits of a cell: lattice steps between what is on the left and on the right of a crossing.
    WEND_ARRAY(float) widths;
    WEND_ARRAY(double) critical;  // of each portal, lattice steps
    WEND_ARRAY(wend_way) corners; // of each side of a cell: where it starts,
    WEND_ARRAY(bool) solid;       // whether that is on an obstacle,
    WEND_ARRAY(int32_t) notches;  // and the notch there, or -1
    // The lookup: portals made narrower for a radius.
    double radius;
    uint32_t shrunk_round;
    WEND_ARRAY(wend_shrunk) shrunk;
    WEND_ARRAY(wend_part) cuts; // scratch
    // The search (cells.c).
    uint32_t round;
    WEND_ARRAY(wend_exit_mark) marks;
    WEND_ARRAY(wend_queued) queue;
    wend_list corridor; // exits, in their order
    wend_list bends;    // of the corridor's portals, on the right and on the left of each: of s->taut, or -1
    // Counts since the search was made, for tests and benchmarks.
    int64_t asked, failed, missed;
} wend_crossings;

// Makes the crossings of the search's cells. NULL when memory is short.
wend_crossings *wend_crossings_make(wend_search *s);
void wend_crossings_free(wend_context *context, wend_crossings *c);

// The width of a crossing: from one exit of a cell, entered over, to another.
static inline double wend_crossing_width(const wend_crossings *c, int32_t entry, int32_t exit) {
    const wend_exit *a = &c->exits.data[entry], *b = &c->exits.data[exit];
    int32_t first = c->cell_width.data[a->cell];
    int32_t count = c->cell_exit.data[a->cell + 1] - c->cell_exit.data[a->cell];
    return first < 0 ? INFINITY : (double)c->widths.data[first + (int64_t)a->place * count + b->place];
}

// The largest part of a portal where a disc fits. Sets s->failure when memory is short.
const wend_part *wend_crossings_shrink(wend_search *s, wend_crossings *c, int32_t portal);

#endif

// A way that is pulled taut around notches: what paths by cells and paths with a preferred clearance end with. taut.c
// says how.
#ifndef WEND_SRC_PATH_TAUT_H
#define WEND_SRC_PATH_TAUT_H

#include "path/search.h"

// A notch that the way passes on one side, at least so far away.
typedef struct wend_bend {
    wend_way at;
    double radius;
    int32_t notch; // -1: the start, or the goal
    int32_t sense; // 1: it is on the left of the way, which may turn left around it. -1: on the right
    // Where along the corridor it counts: the way crosses portals, which have numbers, and the notch is at the end of
    // those from `first` to `last`. One that was found later has them the wrong way round: it lies anywhere between.
    int32_t first, last;
    int32_t low, high; // bends that may matter before and after it
} wend_bend;

// A bend that the way touches, or an end of the way; and the straight stretch from there to the next one.
typedef struct wend_knot {
    int32_t bend;
    wend_way from, ahead; // where the stretch begins, and its direction
    double length;
    double heading; // phase of the direction, counted through: the way may wind
    int32_t begin;  // the piece in which the stretch begins,
    int32_t touch;  // and the one in which the way comes to the bend
    // Of what is in the way of the stretch, the deepest: how deep, which notch, and on which side it should be.
    double depth;
    int32_t notch, sense;
} wend_knot;

typedef struct wend_taut {
    WEND_ARRAY(wend_bend) bends; // the start, the goal, and then those along the corridor, by `first`
    WEND_ARRAY(wend_knot) knots;
    wend_list pieces; // scratch
    double most;      // no bend has a larger radius
    // The radius of a notch; NULL: the disc's.
    double (*radius)(const wend_search *s, int32_t notch);
    int32_t latest[2]; // while bends are added: the latest one on the right and on the left, or -1
    bool beyond;       // the last walk led over a wall beside a notch
    int32_t stuck;     // the knot at which the last walk came to an end, or -1
    int64_t walks;     // of the last query
} wend_taut;

enum { WEND_BEND_START, WEND_BEND_GOAL, WEND_BEND_FIRST };

// The search's own; NULL when memory is short.
wend_taut *wend_taut_of(wend_search *s);
void wend_taut_free(wend_context *context, wend_taut *t);
// A way from s->start to s->goal. Bends are added next, and knots in their order; then wend_taut_ready. False when
// memory is short.
bool wend_taut_reset(wend_search *s, wend_taut *t);
// A notch at an end of a portal, on a side of the way: its number, or -1. Portals come in their order.
int32_t wend_taut_add_bend(wend_search *s, wend_taut *t, int32_t notch, int32_t sense, int32_t portal);
bool wend_taut_add_knot(wend_search *s, wend_taut *t, int32_t bend, double heading);
bool wend_taut_ready(wend_search *s, wend_taut *t);
// Pulls it taut. False when it cannot be, or memory is short (s->failure).
bool wend_taut_pull(wend_search *s, wend_taut *t);
// Pulls it taut and walks along it until nothing is in its way. False as before.
bool wend_taut_clear(wend_search *s, wend_taut *t);
// Its length in lattice steps, and the pieces of the path.
double wend_taut_length(const wend_taut *t);
bool wend_taut_collect(wend_search *s, const wend_taut *t);

#endif

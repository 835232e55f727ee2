// Levels: what a person can stand on at the ends of a flight.
#ifndef WEND_SRC_STAIRS_LEVEL_H
#define WEND_SRC_STAIRS_LEVEL_H

#include "base/array.h"

#include <wend/stairs.h>

// A level is all components that links lower than a riser join: a floor with its carpets, thresholds and tiles.
typedef struct wend_levels {
    WEND_ARRAY(int32_t) of;        // per component: the one that stands for its level
    WEND_ARRAY(double) area;       // per level, square metres
    WEND_ARRAY(double) edge;       // per level: metres of boundary, seen from above, that no such link crosses
    WEND_ARRAY(uint8_t) ends;      // per level, bits: a flight ends there (1), one starts there (2)
    WEND_ARRAY(int32_t) beside[2]; // per level: the lowest and the highest number of the levels that links join it to
} wend_levels;

// What may be a flight: its number of risers and breaks must be known, and the components that its first riser and its
// last one lead from and to.
typedef struct wend_ascent {
    const wend_flight *flight;
    int32_t from[2], to[2];
} wend_ascent;

// Finds the levels of a surface. False when memory is short; the arrays are to be freed either way.
bool wend_levels_find(wend_context *context, const wend_surface_view *surface, const wend_links_view *view,
                      wend_levels *levels);
void wend_levels_free(wend_context *context, wend_levels *levels);

// Whether a flight is one by its risers and by the floors at its ends. Those of two risers are known when all flights
// were noted that have floors at their ends.
bool wend_has_ends(const wend_levels *levels, const wend_ascent *ascent, double height);
void wend_levels_note(wend_levels *levels, const wend_ascent *ascent);
bool wend_is_flight(const wend_levels *levels, const wend_ascent *ascent, double height);

#endif

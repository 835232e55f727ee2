// Whether a place is inside a solid, by what is seen from there.
#ifndef WEND_SRC_FOOTING_INSIDE_H
#define WEND_SRC_FOOTING_INSIDE_H

#include "footing/footing.h"

// Where a ray passes a face.
typedef struct wend_crossing {
    double at; // how far along the ray, in lattice steps
    int out;   // 1 when it sees the back: it comes out of a solid; -1 when it sees the front
} wend_crossing;

// What looking around needs.
typedef struct wend_inside {
    wend_context *context;
    const wend_footing *footing;
    double low[3], high[3]; // the box of all faces
    wend_face_list near;
    WEND_ARRAY(wend_crossing) crossings;
    char space[WEND_WORKER_SPACE];
} wend_inside;

// What is first above a place.
typedef enum wend_overhead { WEND_OVERHEAD_NOTHING, WEND_OVERHEAD_FRONT, WEND_OVERHEAD_BACK } wend_overhead;

wend_inside wend_inside_start(wend_context *context, const wend_footing *footing);
void wend_inside_free(wend_inside *view);

// A place is in lattice coordinates, on a walkable floor. Both return false when memory is short.
bool wend_inside_look_up(wend_inside *view, const double place[3], wend_overhead *above);
// Whether nearly all rays around the place come *out of a solid; `slope` is how the floor rises along x and y.
bool wend_inside_look_around(wend_inside *view, const double place[3], const double slope[2], bool *out);

#endif

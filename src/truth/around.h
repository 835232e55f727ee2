// Whether a place is inside a solid, by what is seen from there: a second opinion, in doubles, on the scene as it was
// read. It shares nothing with the code that it judges.
#ifndef WEND_SRC_TRUTH_AROUND_H
#define WEND_SRC_TRUTH_AROUND_H

#include "truth/columns.h"

// Where a ray passes a triangle.
typedef struct wend_glimpse {
    double at; // metres along the ray
    int out;   // 1 when it sees the back, -1 when it sees the front
} wend_glimpse;

// Who looks.
typedef struct wend_onlooker {
    wend_context *context;
    const wend_columns *scene;
    double height; // of the agent, metres
    double touch;  // metres between triangles that count together
    wend_column_list near;
    WEND_ARRAY(wend_glimpse) glimpses;
} wend_onlooker;

// What is first above a place; of a front and a back in one place rounding decides which.
typedef enum wend_overhead {
    WEND_OVERHEAD_SKY,
    WEND_OVERHEAD_FRONT,
    WEND_OVERHEAD_BACK,
    WEND_OVERHEAD_UNSURE
} wend_overhead;

void wend_onlooker_free(wend_onlooker *o);

// Both return false when memory is short.
bool wend_onlooker_look_up(wend_onlooker *o, const double place[3], wend_overhead *overhead);
// Whether nearly all of eight rays along the floor come *out of a solid.
bool wend_onlooker_look_around(wend_onlooker *o, const double place[3], bool *out);

#endif

// The inside of the validator of roads, which knows nothing of how they are made.
#ifndef WEND_SRC_ROADS_CHECK_H
#define WEND_SRC_ROADS_CHECK_H

#include "roads/roads.h"

typedef struct wend_roads_checker {
    wend_context *context;
    wend_plan_view plan;
    wend_medial_view axis;
    wend_roads_view v;
    wend_report *report;
    bool bad;
    WEND_ARRAY(int32_t) half;     // per side: the half-edge of the plan that it is
    WEND_ARRAY(int32_t) side_of;  // per half-edge of the plan: the side that it is, or -1
    WEND_ARRAY(int32_t) notch_of; // per vertex of the plan: the notch that it is, or -1
    WEND_ARRAY(int32_t) fan;      // per vertex of the plan: a half-edge that leaves it, the first one of its fan
} wend_roads_checker;

// Says what is wrong, at a vertex of the plan or nowhere.
void wend_roads_blame(wend_roads_checker *k, const char *code, int32_t vertex, const char *text);

// Notches, their cones and arcs, and the phases of corners. False when memory is short.
bool wend_roads_check_notches(wend_roads_checker *k);
bool wend_roads_check_visitors(wend_roads_checker *k);

static inline int32_t wend_check_start(const wend_roads_checker *k, int32_t half) {
    return k->plan.triangles[half / 3].v[half % 3];
}
static inline int32_t wend_check_end(const wend_roads_checker *k, int32_t half) {
    return k->plan.triangles[half / 3].v[(half + 1) % 3];
}
// The half-edge that arrives at the start of another one, in its triangle.
static inline int32_t wend_check_before(int32_t half) {
    return half - half % 3 + (half + 2) % 3;
}
// The next half-edge around its start, counter-clockwise; less than 0 at the end of the fan.
static inline int32_t wend_check_around(const wend_roads_checker *k, int32_t half) {
    int32_t before = wend_check_before(half);
    return k->plan.triangles[before / 3].twin[before % 3];
}

#endif

// Narrow parts of the medial axis as ways of a search, for paths that keep a clearance. lanes.c says how.
#ifndef WEND_SRC_PATH_LANES_H
#define WEND_SRC_PATH_LANES_H

#include "path/search.h"

// A place where lanes meet.
typedef struct wend_lane_stop {
    wend_way place;
    int32_t piece;        // of the roads, that holds it; -1: it is on an arc of the medial axis,
    int32_t arc;          // this one,
    double at;            // here
    int32_t first, count; // in the pieces of lanes: those into which rays leave it, and from which they may come
    int32_t lane;         // the first one that leads away from it, or -1
    int32_t arrival;      // the best so far, or -1
    bool corner;          // of an area: rays that come to it go on from it
} wend_lane_stop;

// A way from one stop to another.
typedef struct wend_lane {
    int32_t from, to, next; // the next one that leads away from the same stop, or -1
    int32_t arc;            // along it; -1: straight
    double begin, end;      // places on the arc
    int32_t way;            // the passage that it is, or -1
    double cost;            // lattice steps
} wend_lane;

// A stop on an arc.
typedef struct wend_lane_mark {
    int32_t arc, stop;
    double at;
} wend_lane_mark;

typedef struct wend_lanes {
    WEND_ARRAY(wend_lane_stop) stops;
    WEND_ARRAY(wend_lane) lanes;
    wend_list pieces, scratch;
    wend_list at_vertex;              // per vertex of the medial axis: its stop, or -1
    WEND_ARRAY(wend_lane_mark) ends;  // where ends that the disc does not fit at come to the axis, by arc and place
    WEND_ARRAY(wend_lane_mark) marks; // scratch: those of one arc
    WEND_ARRAY(double) waists;        // per arc: where it is narrowest, and how wide there; never changes
    int32_t goal;                     // the stop that the goal is, or -1
    double radius, level;             // lattice steps: of the disc; lanes lead up to places with this clearance
} wend_lanes;

void wend_lanes_free(wend_context *context, wend_lanes *lanes);
// Starts a search from s->start to s->goal, where a disc of the radius stands, with a clearance of at least that.
// Lattice steps. False when memory is short.
bool wend_lanes_start(wend_search *s, double radius, double clearance);
// A ray of a source comes to a stop, in direction d after a length.
void wend_lanes_meet(wend_search *s, int32_t stop, int32_t source, wend_way d, double length, double least);
// Goes on from the arrival at a stop over all lanes that lead away from it.
void wend_lanes_go(wend_search *s, int32_t source, double least);
// Whether the stop of an arrival is a corner of an area.
bool wend_lanes_turn(const wend_search *s, const wend_arrival *arrival);
// The pieces of the lane over which an arrival came, the last one first, if it came over one. *end is where it began,
// and *length that of the way up to there. False when memory is short.
bool wend_lanes_collect(wend_search *s, const wend_arrival *arrival, wend_way *end, double *length);

#endif

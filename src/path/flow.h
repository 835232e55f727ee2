// The inside of a distance map, shared by flow.c, which makes it, and flow_ask.c, which asks it.
#ifndef WEND_SRC_PATH_FLOW_H
#define WEND_SRC_PATH_FLOW_H

#include "path/search.h"

// What rays come from: a part of a circle around a notch, or a place where ways begin or go on.
typedef struct wend_flow_source {
    wend_way centre, ahead;
    double length; // of the way until it leaves in direction `ahead`
    int32_t notch; // -1 for a place
    int32_t spot;  // where its way begins
    int32_t sense;
    wend_way link; // a unit vector: of the link that is taken in this place; 0, 0 for none
} wend_flow_source;

// The rays of a source that go into a piece, between two directions.
typedef struct wend_flow_rays {
    int32_t source;
    float least; // no place of the piece that they come to is nearer
    float right[2], left[2];
} wend_flow_rays;

struct wend_flow {
    wend_context *context;
    wend_shared shared;
    const wend_roads *roads; // held
    const wend_medial *medial;
    wend_plan_view plan;
    wend_roads_view v;
    double metres, slack;
    double radius, narrow, farthest; // lattice steps
    double metres_radius;            // as it was asked for
    WEND_ARRAY(wend_flow_source) sources;
    WEND_ARRAY(int32_t) first;       // per piece, its first rays; one more at the end
    WEND_ARRAY(wend_flow_rays) rays; // of each piece the nearest first
    WEND_ARRAY(float) nearest;       // per triangle, metres
};

#endif

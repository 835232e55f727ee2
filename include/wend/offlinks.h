// wend/offlinks.h: links made by hand: ladders, lifts, jumps, teleporters. Others call them off-mesh links.
//
// What joins two floors and cannot be seen in a scene is said by whoever knows it: where one leaves the floor, where
// one arrives, one way or both, and what it costs. Such links stand beside a plan and never change it. A path search
// takes them as edges of its graph.
//
//     plan, definitions  --wend_offlinks_build-->  offlinks  --look-->
#ifndef WEND_OFFLINKS_H
#define WEND_OFFLINKS_H

#include <wend/areas.h>
#include <wend/plan.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------- building

typedef enum wend_offlink_kind {
    WEND_OFFLINK_LADDER,
    WEND_OFFLINK_LIFT,
    WEND_OFFLINK_JUMP,
    WEND_OFFLINK_TELEPORTER,
    WEND_OFFLINK_OTHER,
    WEND_OFFLINK_KIND_COUNT
} wend_offlink_kind;
WEND_API const char *wend_offlink_kind_name(wend_offlink_kind kind); // "ladder", ...

// A link as somebody wants it. It leads from one end to the other; an end is a place on the floor, or an edge: a
// straight line on the floor, each place of which leads to the place as far along the other end's.
typedef struct wend_offlink_def {
    wend_offlink_kind kind;    // for people and for animations; it changes nothing
    char name[WEND_AREA_NAME]; // UTF-8, ends with the first 0 or with the array; may be empty
    double from[2][3];         // where the edge begins and ends, in the scene's own axes and units (x, y, 0 of a floor
    double to[2][3];           // plan); a place when both are the same
    bool both_ways;            // else from `from` to `to` only
    double cost;               // in metres of walking, more than 0 and at most 1e9; 0 for the straight distance between
                               // the middles of both ends (a millimetre at least)
    uint32_t tags;             // a bit for each thing that queries may ask for or forbid
} wend_offlink_def;
// A link of kind OTHER, both ways, at the cost of its length, without name and tags, from the origin to the origin.
WEND_API wend_offlink_def wend_default_offlink_def(void);

typedef struct wend_offlinks_def {
    const wend_offlink_def *links; // not needed after the build
    int32_t count;
    // An end may be this far off the floor sideways, in metres, and is moved onto it then. Default 0.1.
    double snap;
} wend_offlinks_def;
WEND_API wend_offlinks_def wend_default_offlinks_def(void);

typedef struct wend_offlinks wend_offlinks;

// Makes the links of a plan that stand on it. Each end is found by the agent's rule (NULL for the default agent): on
// the highest floor at or up to `step` above the place and no farther than `height` below it, else on the nearest such
// floor within `snap`; the places in between, of an edge, along the straight way. What does not stand is left out, with
// a warning that says where and how far off it is (`offlink-off-floor`: an end stands nowhere;
// `offlink-edge-leaves-floor`). Two links that are the same in all are one. Fails with WEND_ERROR_ARGUMENT, and an
// error that names link and field (numbers that are not finite, an unknown kind, a cost out of range), _LIMIT beyond
// 2^24 links, _MEMORY. The links keep the plan alive, whose triangles they name. O(k log n) for k links and n
// triangles, but for the edges: O(triangles along them).
WEND_API wend_result wend_offlinks_build(wend_context *context, const wend_plan *plan, const wend_agent *agent,
                                         const wend_offlinks_def *def, wend_offlinks **offlinks, wend_report *report);
WEND_API void wend_offlinks_destroy(wend_offlinks *offlinks);

// ---------------------------------------------------------------------------------------------------- looking

// An end of a link: two spots of the plan, the same for a place.
typedef struct wend_offlink_end {
    double places[2][3];  // on the ground there, in the scene's own axes and units (x, y, 0 on a floor plan)
    double moved[2];      // metres sideways that the places were moved onto the floor
    int32_t triangles[2]; // of the plan
    wend_point points[2]; // on those triangles, their edges included
} wend_offlink_end;

// What a search may rely on: both spots of an end are on the plan, and see each other straight along it; `cost` is more
// than 0 and finite, whatever the place along the edge. It may not rely on room: an end may lie at a wall or ledge, as
// the foot of a ladder does, where no circle fits; it says where one leaves the floor, not how wide one is.
typedef struct wend_offlink {
    uint64_t id;               // of what was asked for (kind, name, places, ways, cost, tags): the same in every build
    double cost;               // in metres of walking, for one passage
    wend_offlink_end ends[2];  // from and to
    wend_offlink_kind kind;    //
    uint32_t tags;             //
    int32_t both_ways;         // 0 or 1: whether one may go from end 1 to end 0, too
    int32_t reserved;          // 0
    char name[WEND_AREA_NAME]; // always terminated
} wend_offlink;

// The arrays live as long as the links. They are in the order in which they were given, those left out left out.
typedef struct wend_offlinks_view {
    int32_t count;
    const wend_offlink *links;
    uint64_t plan_hash; // of the plan that they stand on
    uint64_t hash;      // of the plan's hash and all links
} wend_offlinks_view;
WEND_API wend_offlinks_view wend_offlinks_look(const wend_offlinks *offlinks);

// The spot at a place of an end, from 0 where its edge begins to 1 where it ends. O(triangles along the edge). Any
// thread.
WEND_API void wend_offlink_spot(const wend_plan *plan, const wend_offlink *link, int end, double along,
                                wend_spot *spot);

// Proves that links are what they say: all that is said above, on their plan. WEND_ERROR_INVALID with findings when
// something is not so.
WEND_API wend_result wend_offlinks_check(wend_context *context, const wend_offlinks *offlinks, wend_report *report);

#ifdef __cplusplus
}
#endif
#endif

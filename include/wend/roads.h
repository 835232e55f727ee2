// wend/roads.h: what a search for shortest paths runs on.
//
// Roads are made once from a plan and its medial axis, and serve discs of every radius: nothing in them depends on one.
// They hold the plan cut into convex pieces; its notches, which are the only corners that a shortest path turns
// around; how far the floor around each notch is its own; and which notches can be in the way within each piece.
//
//     plan, medial  --wend_roads_build-->  roads  --> wend/path.h
#ifndef WEND_ROADS_H
#define WEND_ROADS_H

#include <wend/medial.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_roads_def {
    // Most sides of a piece, 3 to 16. Default 16; 3 keeps the plan's triangles. It changes the speed of searches, never
    // their answers.
    int32_t sides;
} wend_roads_def;
WEND_API wend_roads_def wend_default_roads_def(void);

typedef struct wend_roads wend_roads;

// Makes the roads of a plan from its medial axis, which they keep. `def` may be NULL
// for the defaults. Fails with WEND_ERROR_ARGUMENT (a field out of range), _LIMIT, _MEMORY, _CANCELLED. Same result
// for any number of threads. O(n log n) for n vertices of the plan.
WEND_API wend_result wend_roads_build(wend_context *context, const wend_medial *medial, const wend_roads_def *def,
                                      wend_roads **roads, wend_report *report);
WEND_API void wend_roads_destroy(wend_roads *roads);

// A convex piece of the plan: a group of its triangles, none across an area border.
typedef struct wend_road_piece {
    int32_t side;     // its first side; sides follow each other counter-clockwise up to the first one of the next piece
    int32_t visitor;  // its first visitor, likewise
    int32_t triangle; // its first triangle in `triangles`, likewise
} wend_road_piece;

// A side of a piece, from this corner to that of the next side.
typedef struct wend_road_side {
    wend_point at; // the corner
    int32_t notch; // the notch at the corner, or -1
    int32_t twin;  // the same side of the neighbour, or ~b for boundary edge b of the plan
} wend_road_side;

// A notch: an obstacle vertex of the plan with more than 180 degrees of floor around it; point obstacles, too. A disc
// can touch it in the directions of its cone: from the normal of the boundary edge that leaves it, counter-clockwise to
// that of the edge that arrives. A direction in a cone has a phase: from 0, growing by 1 with each
// quarter turn, and in between as sin / (sin + cos) does.
typedef struct wend_road_notch {
    int32_t vertex;   // of the plan
    int32_t arc;      // its first arc in `arcs`; those of a notch follow each other counter-clockwise
    double first[2];  // the direction of phase 0, of length 1
    double span;      // the phase at which the cone ends; for a point obstacle, after how much the floor is the same
    int32_t ring;     // 1 for a point obstacle, whose cone has no ends; otherwise 0
    int32_t reserved; // 0
    double least;     // lattice steps: every disc that is no larger can touch the notch in all directions
    double most;      // lattice steps: no larger disc can touch it
} wend_road_notch;

// An arc of the medial axis around a notch, up to the phase of the next one. The largest disc that touches the notch in
// the unit direction u has radius r, with 1 / r = flat + across . u, in lattice steps.
typedef struct wend_road_arc {
    double phase; // where it begins
    double flat, across[2];
} wend_road_arc;

// A notch that is not a corner of a piece, but what is nearest to a part of it.
typedef struct wend_road_visitor {
    int32_t notch;
    float near;  // lattice steps: no part of the piece that is nearest to the notch is closer than this
    float phase; // of the direction from the notch to some place in the piece, counted through where floor winds
} wend_road_visitor;

typedef struct wend_roads_view {
    wend_roads_def def;
    int32_t piece_count;
    const wend_road_piece *pieces; // one more at the end
    int32_t side_count;
    const wend_road_side *sides;
    const int32_t *side_pieces;    // of each side
    const float *side_phases;      // of each side at a notch: as wend_road_visitor.phase, of the corner's middle
    const int32_t *triangles;      // of the plan, piece by piece
    const int32_t *triangle_piece; // of each triangle of the plan
    int32_t notch_count;
    const wend_road_notch *notches; // one more at the end
    int32_t arc_count;
    const wend_road_arc *arcs;
    int32_t visitor_count;
    const wend_road_visitor *visitors; // of each piece the nearest first
} wend_roads_view;
WEND_API wend_roads_view wend_roads_look(const wend_roads *roads);

// Proves roads, by what they must be rather than by making them again: pieces are convex, hold every triangle once and
// no border, and sides and twins are the plan's edges; notches are exactly the corners with more than 180 degrees of
// floor and the points; cones and arcs are those of the medial axis, which is taken for right; every notch that is
// nearest to a part of a piece is a corner or a visitor of it, as near as it says. WEND_ERROR_INVALID with findings
// when something is not so; _MEMORY. Some ten times as long as building them.
WEND_API wend_result wend_roads_check(wend_context *context, const wend_roads *roads, wend_report *report);

#ifdef __cplusplus
}
#endif
#endif

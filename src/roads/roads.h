// The inside of roads, shared by the files of this room.
#ifndef WEND_SRC_ROADS_ROADS_H
#define WEND_SRC_ROADS_ROADS_H

#include "base/array.h"
#include "base/artifact.h"
#include "roads/phase.h"

#include <wend/roads.h>

enum { WEND_ROAD_SIDES_MOST = 16 };

// Where a piece stands in the tree of dead_ends.c. What is beyond a bridge is the pieces numbered from `number` to
// `last` of that one of its pieces which has the greater number; or, from there, all others.
typedef struct wend_road_tour {
    int32_t number, last;
} wend_road_tour;

// A disc whose radius is more than `from` and at most `to`, in lattice steps, never crosses the side twice.
typedef struct wend_road_bridge {
    float from, to;
} wend_road_bridge;

// A notch as a search looks at it, before anything else.
typedef struct wend_road_cone {
    wend_way at;          // its place
    wend_way first, last; // directions where its cone begins and ends
    double least;         // as wend_road_notch.least
    bool plain;           // a cone of half a turn at most
} wend_road_cone;

// A point obstacle around which the floor winds more than once: a half-edge of the plan that starts there, and a phase
// that lies between it and the next one, on that turn.
typedef struct wend_road_winding {
    int32_t notch, half;
    double phase;
} wend_road_winding;

struct wend_roads {
    wend_context *context;
    wend_shared shared;
    const wend_plan *plan; // held by the medial axis
    const wend_medial *medial;
    wend_roads_view view;
    // The arrays of the view.
    WEND_ARRAY(wend_road_piece) pieces;
    WEND_ARRAY(wend_road_side) sides;
    WEND_ARRAY(int32_t) side_pieces;
    WEND_ARRAY(float) side_phases;
    WEND_ARRAY(int32_t) triangles;
    WEND_ARRAY(int32_t) triangle_piece;
    WEND_ARRAY(wend_road_notch) notches;
    WEND_ARRAY(wend_road_arc) arcs;
    WEND_ARRAY(wend_road_visitor) visitors;
    // What wend_roads_derive makes of the arrays above, and no part of the view.
    WEND_ARRAY(wend_road_cone) cones;     // per notch
    WEND_ARRAY(wend_road_tour) tour;      // per piece
    WEND_ARRAY(wend_road_bridge) bridges; // per side
    // While it is made: per vertex of the plan its notch, or -1; per notch a side at it, the first one
    // counter-clockwise where the notch is on a boundary.
    WEND_ARRAY(int32_t) vertex_notch;
    WEND_ARRAY(int32_t) notch_side;
    WEND_ARRAY(wend_road_winding) windings; // in the order of their notches
};

// What navs and files ask of roads.
extern const wend_artifact wend_roads_artifact;

static inline const wend_roads *wend_roads_hold(const wend_roads *roads) {
    wend_shared_hold(&roads->shared);
    return roads;
}

// The stages, in order. False when memory is short.
bool wend_roads_find_notches(wend_roads *roads); // vertices, cones, arcs
bool wend_roads_merge(wend_roads *roads);        // pieces and sides
wend_result wend_roads_find_visitors(wend_roads *roads);
bool wend_roads_derive(wend_roads *roads);
bool wend_roads_find_dead_ends(wend_roads *roads);

// Which sides of each triangle of the plan lie within a piece: a sum of 1, 2 and 4.
void wend_roads_tell_pieces(const wend_roads *roads, uint8_t *within);
// In the place of wend_roads_merge: pieces as they were told. *wrong says why they cannot be, of a triangle; else NULL.
bool wend_roads_take_pieces(wend_roads *roads, const uint8_t *within, int32_t *triangle, const char **wrong);

// Makes roads whose pieces are chosen, or, where `within` is not NULL, as they were told. WEND_ERROR_INVALID with a
// finding when they cannot be so, or when the medial axis cannot be that of the plan.
wend_result wend_roads_make(wend_context *context, const wend_medial *medial, wend_roads_def def, const uint8_t *within,
                            wend_roads **roads, wend_report *report);

static inline wend_way wend_road_place(wend_point p) {
    return (wend_way){p.x, p.y};
}

// The side before, and the one after, in its piece.
static inline int32_t wend_road_next(const wend_roads_view *v, int32_t side) {
    const wend_road_piece *p = &v->pieces[v->side_pieces[side]];
    return side + 1 < p[1].side ? side + 1 : p->side;
}
static inline int32_t wend_road_previous(const wend_roads_view *v, int32_t side) {
    const wend_road_piece *p = &v->pieces[v->side_pieces[side]];
    return side > p->side ? side - 1 : p[1].side - 1;
}

// The arc around a notch that holds a phase; of two that meet there, the one ahead in a sense.
int32_t wend_road_arc_at(const wend_roads_view *v, int32_t notch, double phase, int sense);

// How far a disc of radius 1 / near can turn around a notch from a phase on, counter-clockwise (sense 1) or clockwise
// (sense -1): the phase where it must stop, in the sense's direction. False when it cannot touch there at all.
bool wend_road_turn(const wend_roads_view *v, int32_t notch, double near, wend_way u, double phase, int sense,
                    double *limit);

#endif

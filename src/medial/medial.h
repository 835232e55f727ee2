// The inside of a medial axis, shared by the files of this room and by the archive.
#ifndef WEND_SRC_MEDIAL_MEDIAL_H
#define WEND_SRC_MEDIAL_MEDIAL_H

#include "base/artifact.h"
#include "medial/diagram.h"

#include <wend/medial.h>

// A box that is turned: `low` and `high` are along its direction (x, y), and to the left of that.
typedef struct wend_turned_box {
    float x, y;
    int32_t low[2], high[2];
} wend_turned_box;

enum { WEND_FINDER_FAN = 8, WEND_FINDER_LEVELS = 11, WEND_PIECE_MOST = 8 };

// Finds the regions around a place (finder.c): a tree of turned boxes over pieces of cells.
typedef struct wend_finder {
    int32_t pieces;
    int32_t *first;                             // per piece: its first region
    uint16_t *hints;                            // per piece: where it lies in the box of its group
    int levels;                                 // 0 when there are no pieces
    int32_t count[WEND_FINDER_LEVELS];          // groups of each level, the lowest first
    wend_turned_box *boxes[WEND_FINDER_LEVELS]; // all in one block
    int64_t box_total;
} wend_finder;

struct wend_medial {
    wend_context *context;
    wend_shared shared;
    const wend_plan *plan; // held
    wend_medial_view view;
    bool owns_arrays;        // whether the view's vertices, arcs and around are freed with it
    const wend_block *block; // that they lie in otherwise; NULL for none
    // Made from the arrays, never stored:
    wend_finder finder; // of regions
    int32_t *parent;    // bottleneck forest: the vertex above, or -1
    double *bottleneck; // per vertex: the clearance at which it was joined to the one above
    int32_t *joint;     // per vertex: the arc that joined them, which is that narrow; -1 on top
    double *rooms;      // per narrow place: radius of the narrower room that it parts; 0 when a wider way leads around
    bool winds;         // the plan has a vertex with more than a full turn of floor around it
};

// What navs and files ask of medial axes.
extern const wend_artifact wend_medial_artifact;

// As wend_medial_build; `seed` other than 0 inserts the edges in another order.
wend_result wend_medial_build_seeded(wend_context *context, const wend_plan *plan, uint64_t seed, wend_medial **medial);

// Makes a medial axis from arrays that stay where they are and are not owned by it, after proving with
// wend_medial_check that they are the plan's, or else with wend_medial_check_local.
wend_result wend_medial_adopt(wend_context *context, const wend_plan *plan, const wend_medial_view *arrays, bool proven,
                              wend_medial **medial, wend_report *report);

// What other calls rely on: indices and numbers in their ranges, and every end of an arc listed once, around its
// vertex.
wend_result wend_medial_check_local(wend_context *context, const wend_medial *medial, wend_report *report);

// The arrays alone, without what is derived from them.
wend_result wend_medial_build_arrays(wend_context *context, const wend_plan *plan, uint64_t seed, wend_medial **medial);

// The finished diagram as arrays: contracts arcs without length, numbers and measures the rest.
wend_result wend_medial_assemble(const wend_diagram *d, wend_medial *medial);

// Makes what is derived from the arrays, which are right.
wend_result wend_medial_index(wend_medial *medial);
void wend_medial_index_free(wend_medial *medial);

// ---------------------------------------------------------------------------------------------------- measures

typedef struct wend_vec {
    double x, y;
} wend_vec;

// A boundary edge in doubles; the floor is on its left.
typedef struct wend_wall_line {
    wend_vec a, along; // its start, and a unit vector
    double length;
} wend_wall_line;

// What measures are taken on.
typedef struct wend_ground {
    wend_plan_view plan;
    const wend_medial_view *view;
    const wend_wall_line *lines; // of all boundary edges, or NULL
} wend_ground;

static inline wend_ground wend_medial_ground(const wend_medial *medial) {
    return (wend_ground){wend_plan_look(medial->plan), &medial->view, NULL};
}

// False when memory is short; then nothing is kept.
bool wend_finder_build(wend_context *context, const wend_ground *g, wend_finder *finder);
void wend_finder_free(wend_context *context, wend_finder *finder);
// Visits pieces around a place by their first regions, until `visit` returns false.
void wend_finder_search(const wend_finder *finder, wend_vec place, bool (*visit)(void *user, int32_t first),
                        void *user);
// The regions of a piece: 2 * arc + i is the one between an arc and its site i.
void wend_finder_list(const wend_medial_view *view, int32_t first, int32_t regions[WEND_PIECE_MOST], int32_t *count);

// A point of an arc, in lattice coordinates.
typedef struct wend_arc_point {
    double x, y, radius;
} wend_arc_point;

static inline bool wend_medial_is_point(const wend_ground *g, int32_t site) {
    return site < g->plan.vertex_count;
}
wend_wall_line wend_medial_line(const wend_ground *g, int32_t site);
// Those of all boundary edges; NULL when memory is short.
wend_wall_line *wend_medial_lines(wend_context *context, const wend_ground *g);
// The point of a site that is nearest to a place.
wend_vec wend_medial_foot(const wend_ground *g, int32_t site, wend_vec at);

// Whether all of an arc is equally wide: between parallel edges.
bool wend_arc_is_flat(const wend_ground *g, const wend_medial_arc *arc);
double wend_arc_least(const wend_ground *g, int32_t arc);
// Both where an arc is narrowest and the radius there.
typedef struct wend_waist {
    double at, radius;
} wend_waist;
wend_waist wend_arc_waist(const wend_ground *g, int32_t arc);
// Those of all arcs; NULL when memory is short.
wend_waist *wend_medial_waists(wend_context *context, const wend_ground *g);
// Makes the bottleneck forest. False when memory is short.
bool wend_medial_make_forest(wend_medial *medial, const wend_waist *waists);
// The half-edge at the vertex that half 2 * arc + i is around, in whose corner the way from there to a point of the arc
// begins; `fan` is one of those that start there. Where the floor winds around the vertex, that tells the turn. -1 when
// there is none.
int32_t wend_medial_arc_fan(const wend_medial *medial, int32_t half, double at, int32_t fan);
// A number that grows with a clearance.
static inline uint64_t wend_bits_of(double clearance) {
    uint64_t bits;
    memcpy(&bits, &clearance, sizeof bits);
    return clearance > 0 ? bits : 0;
}
// Finds the narrow places, after the forest. False when memory is short.
bool wend_medial_find_narrows(wend_medial *medial, const wend_ground *g, const wend_waist *waists);
// How much a narrow place matters, of its radius and that of its room.
double wend_narrow_prominence(double radius, double room);
// The widest way between two places of which the nearest obstacles are known; metres. *joint, which may be NULL, is the
// arc on which such a way is as narrow as that; -1 when there is no way, or none of it is narrower than its ends.
double wend_medial_widest_between(const wend_medial *medial, const wend_medial_near *from, const wend_medial_near *to,
                                  int32_t *joint);
// As wend_medial_clearance of a place in a triangle, in lattice coordinates.
void wend_medial_near_at(const wend_medial *medial, int32_t triangle, wend_vec place, wend_medial_near *near);
// The clearance, in metres, up to which it grows from there, away from what is nearest and along the axis to a vertex.
double wend_medial_room_above(const wend_medial *medial, const wend_medial_near *near);
// The number of the component that a vertex of the axis belongs to, where a disc of that radius fits.
int32_t wend_medial_component_above(const wend_medial *medial, int32_t vertex, double radius);
// As wend_medial_component of a place of which the nearest obstacle is known.
int32_t wend_medial_component_of(const wend_medial *medial, const wend_medial_near *near, double radius);
// As wend_medial_arc_triangle; `fan` is, per vertex of the plan, a half-edge that starts there: the one on the boundary
// if there is one.
int32_t wend_medial_arc_triangle_by(const wend_medial *medial, int32_t arc, double at, const int32_t *fan);
wend_arc_point wend_arc_point_at(const wend_ground *g, int32_t arc, double at);
// Where, between its narrowest place and one of its ends, an arc has a radius that it has somewhere there.
double wend_arc_at_radius(const wend_ground *g, int32_t arc, int end, double radius);
// The point between two ends of a parabola such that it stays within the triangle of the three.
wend_vec wend_arc_control(const wend_ground *g, int32_t arc);
// A unit vector along an arc in one of its points.
wend_vec wend_arc_direction(const wend_ground *g, int32_t arc, wend_arc_point at);

#endif

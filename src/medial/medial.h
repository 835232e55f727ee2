// The inside of a medial axis, shared by the files of this room and by the archive.
#ifndef WEND_SRC_MEDIAL_MEDIAL_H
#define WEND_SRC_MEDIAL_MEDIAL_H

#include "geom/tree.h"
#include "medial/diagram.h"

#include <wend/medial.h>

struct wend_medial {
    wend_context *context;
    const wend_plan *plan;
    wend_medial_view view;
    bool owns_arrays; // whether the view's vertices, arcs and around are freed with it
    // Made from the arrays, never stored:
    wend_tree tree;     // over regions
    int32_t *parent;    // bottleneck forest: the vertex above, or -1
    double *bottleneck; // per vertex: the clearance at which it was joined to the one above
    bool winds;         // the plan has a vertex with more than a full turn of floor around it
};

// As wend_medial_build; `seed` other than 0 inserts the edges in another order.
WEND_API wend_result wend_medial_build_seeded(wend_context *context, const wend_plan *plan, uint64_t seed,
                                              wend_medial **medial);

// Makes a medial axis from arrays that stay where they are and are not owned by it, after proving with
// wend_medial_check that they are the plan's.
WEND_API wend_result wend_medial_adopt(wend_context *context, const wend_plan *plan, const wend_medial_view *arrays,
                                       wend_medial **medial, wend_report *report);

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
wend_arc_point wend_arc_point_at(const wend_ground *g, int32_t arc, double at);
// The point between two ends of a parabola such that it stays within the triangle of the three.
wend_vec wend_arc_control(const wend_ground *g, int32_t arc);
// A unit vector along an arc in one of its points.
wend_vec wend_arc_direction(const wend_ground *g, int32_t arc, wend_arc_point at);

#endif

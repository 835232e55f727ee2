// The inside of a plan, shared by the files of this room and by the archive.
#ifndef WEND_SRC_PLAN_PLAN_H
#define WEND_SRC_PLAN_PLAN_H

#include "base/array.h"
#include "base/artifact.h"
#include "geom/mesh.h"
#include "geom/tree.h"

#include <wend/plan.h>

struct wend_plan {
    wend_context *context;
    wend_shared shared;
    wend_plan_view view;
    bool owns_arrays;        // whether the view's arrays are freed with the plan
    const wend_block *block; // that they lie in otherwise; NULL for none
    // Made from the arrays, never stored:
    wend_tree tree;        // over triangles
    uint64_t *area_before; // twice the area of all triangles before this one; one more at the end
    // Of the plan of a linked surface (see ground.c):
    const wend_links *links;  // held
    wend_tree ground_tree;    // over triangles of the complex
    int32_t *plan_vertex;     // per vertex of the complex: that of the plan, or -1
    int32_t *triangle_anchor; // per triangle: the half-edge of the complex at its first corner that its first edge
                              // leaves by
    int32_t *ground_anchor;   // per triangle of the complex: a half-edge of the plan, see wend_plan_anchor
};

// What navs and files ask of plans.
extern const wend_artifact wend_plan_artifact;

// Holds a plan, which wend_plan_destroy lets go of.
static inline const wend_plan *wend_plan_hold(const wend_plan *plan) {
    wend_shared_hold(&plan->shared);
    return plan;
}

static inline wend_mesh wend_plan_mesh(const wend_plan_view *view) {
    return WEND_MESH(wend_plan_triangle, view->triangles, view->triangle_count);
}
static inline wend_cycles wend_plan_cycles(const wend_plan_view *view) {
    return WEND_CYCLES(wend_plan_boundary, view->boundaries, view->boundary_count);
}
static inline int32_t wend_plan_edge_start(const wend_plan_view *view, int32_t e) {
    return view->triangles[e / 3].v[e % 3];
}
static inline int32_t wend_plan_edge_twin(const wend_plan_view *view, int32_t e) {
    return view->triangles[e / 3].twin[e % 3];
}

static inline int32_t wend_plan_handles(const wend_plan_view *view, int32_t component) {
    return view->component_handles ? view->component_handles[component] : 0;
}

// Makes a plan from arrays that stay where they are and are not owned by it, after proving with wend_plan_check that
// they hold one, or else with wend_plan_check_local.
// `links` is what a plan of a linked surface was made from; NULL for floor plans.
wend_result wend_plan_adopt(wend_context *context, const wend_plan_view *arrays, const wend_links *links, bool proven,
                            wend_plan **plan, wend_report *report);

// The part of wend_plan_check that other calls rely on: all but overlaps within layers, that it covers its links, and
// the hash.
wend_result wend_plan_check_local(wend_context *context, const wend_plan *plan, wend_report *report);

// The box around a triangle of a wend_plan_view, for wend_tree_build.
wend_box wend_plan_triangle_box(const void *view, int32_t triangle);

// Makes the search tree and the sums of areas. WEND_ERROR_MEMORY, or WEND_ERROR_LIMIT when the area is beyond 64 bits.
wend_result wend_plan_index(wend_plan *plan);

// Finds out which part of the complex lies in which part of the plan. WEND_ERROR_MEMORY, or WEND_ERROR_INVALID when the
// plan is not one of its links.
wend_result wend_plan_anchor(wend_plan *plan);

// Groups the triangles of a plan of a linked surface to layers. `height` of the agent, and `step` that it climbs, in
// metres. `layer` has room for all. How many; -1 when memory is short.
int32_t wend_plan_find_layers(wend_context *context, const wend_plan_view *view, const wend_tree *tree, double height,
                              double step, int32_t *layer);

// The triangles of a plan that lie on one of the complex: their insides overlap, seen from above, on the same floor.
typedef struct wend_plan_over {
    WEND_ARRAY(int32_t) triangles;
    WEND_ARRAY(int32_t) rounds; // per triangle of the plan: the last search that met it
    int32_t round;              // the number of the search
} wend_plan_over;

// Lists those of a triangle of the complex, one at least; false when memory is short. Start with zeros; the room is
// used again by the next search. O(triangles found).
bool wend_plan_find_over(wend_context *context, const wend_plan *plan, int32_t triangle, wend_plan_over *over);
void wend_plan_free_over(wend_context *context, wend_plan_over *over);

// Whether two triangles overlap, by more than rounding accounts for.
bool wend_plan_overlap(const wend_plan_view *view, int32_t a, int32_t b);

// The hash of a view's region.
uint64_t wend_plan_hash(const wend_plan_view *view);

#endif

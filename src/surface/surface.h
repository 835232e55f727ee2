// The inside of a surface, shared by the files of this room.
#ifndef WEND_SRC_SURFACE_SURFACE_H
#define WEND_SRC_SURFACE_SURFACE_H

#include <wend/surface.h>

#include "base/artifact.h"
#include "geom/mesh.h"
#include "geom/tree.h"

struct wend_surface {
    wend_context *context;
    wend_shared shared;
    wend_surface_view view; // its arrays are freed with the surface, unless they are borrowed
    bool borrowed;
    const wend_block *block; // that borrowed arrays lie in; NULL for none
    wend_tree tree;          // over triangles, for locating
};

// What navs and files ask of surfaces.
extern const wend_artifact wend_surface_artifact;

// Holds a surface, which wend_surface_destroy lets go of.
static inline const wend_surface *wend_surface_hold(const wend_surface *surface) {
    wend_shared_hold(&surface->shared);
    return surface;
}

static inline wend_mesh wend_surface_mesh(const wend_surface_view *view) {
    return WEND_MESH(wend_surface_triangle, view->triangles, view->triangle_count);
}
static inline wend_cycles wend_surface_cycles(const wend_surface_view *view) {
    return WEND_CYCLES(wend_surface_boundary, view->boundaries, view->boundary_count);
}
static inline int32_t wend_surface_edge_start(const wend_surface_view *view, int32_t e) {
    return view->triangles[e / 3].v[e % 3];
}
static inline int32_t wend_surface_edge_twin(const wend_surface_view *view, int32_t e) {
    return view->triangles[e / 3].twin[e % 3];
}

// Twice the area of a triangle of places, seen from above: positive when it is counter-clockwise.
static inline int64_t wend_cross3(const wend_point3 *a, const wend_point3 *b, const wend_point3 *c) {
    return ((int64_t)b->x - a->x) * ((int64_t)c->y - a->y) - ((int64_t)b->y - a->y) * ((int64_t)c->x - a->x);
}

// The box around a surface, in lattice coordinates; zeros when it is empty.
typedef struct wend_extent {
    wend_point3 low, high;
} wend_extent;
wend_extent wend_surface_extent(const wend_surface_view *view);

// What follows from triangles, boundaries and the component of each triangle: everything about the components, the area
// and the box. `components` may be the view's own. WEND_ERROR_LIMIT when an area is beyond 64 bits.
wend_result wend_surface_measure(const wend_surface_view *view, const wend_extent *extent,
                                 wend_surface_component *components, double *area, double min[3], double max[3]);

// The sum that the hash is taken of, over triangles [begin, end) and their boundary edges; sums add up. And the hash.
uint64_t wend_surface_hash_part(const wend_surface_view *view, wend_point3 low, int32_t begin, int32_t end);
uint64_t wend_surface_hash_sum(const wend_surface_view *view, uint64_t sum);

// Makes a surface from arrays that stay where they are and are not owned by it, after proving with wend_surface_check
// that they hold one, or else with wend_surface_check_local.
wend_result wend_surface_adopt(wend_context *context, const wend_surface_view *arrays, bool proven,
                               wend_surface **surface, wend_report *report);

// The part of wend_surface_check that other calls rely on: indices and numbers in their ranges, triangles that face up,
// neighbours that agree, one fan for each vertex, boundary cycles that close.
wend_result wend_surface_check_local(wend_context *context, const wend_surface *surface, wend_report *report);

// Makes the search tree; false when memory is short.
bool wend_surface_index(wend_surface *surface);

#endif

// The triangulation of a linked complex on its way to a plan.
#ifndef WEND_SRC_PLAN_IMMERSED_H
#define WEND_SRC_PLAN_IMMERSED_H

#include "base/array.h"

#include <wend/links.h>
#include <wend/plan.h>

typedef struct wend_immersed {
    wend_context *context;
    const wend_links_view *links;
    // v[0] == v[1] marks an unused one. Neighbours that are none are ~b for boundary edge b of the complex: the first
    // one of those that lie on this edge.
    WEND_ARRAY(wend_plan_triangle) triangles;
    WEND_ARRAY(uint16_t) areas;      // of each triangle, which differ across borders; empty when there is only area 0
    WEND_ARRAY(int32_t) vertex_edge; // per vertex of the complex: a half-edge that starts there, -1 when removed
    WEND_ARRAY(int32_t) stack;       // half-edges whose Delaunay property is in doubt
} wend_immersed;

// Makes the constrained Delaunay triangulation of the region, with those vertices only that it needs.
wend_result wend_immersed_make(wend_context *context, const wend_links_view *links, wend_immersed *m);
void wend_immersed_free(wend_immersed *m);

// Whether an inner vertex that was left is no obstacle: the floor turns once around it, so it is left for the borders
// between areas that meet there.
bool wend_immersed_is_feature(const wend_immersed *m, int32_t vertex);

#endif

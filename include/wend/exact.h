// wend/exact.h: the walkable surface of a scene, cut out of the scene's own triangles.
//
// No cell size: a point of a triangle that is flat enough is walkable when nothing lies above it closer than `height`.
// Where triangles lie above each other closer than that, the topmost wins.
#ifndef WEND_EXACT_H
#define WEND_EXACT_H

#include <wend/agent.h>
#include <wend/solid.h>
#include <wend/surface.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_exact_def {
    // Cracks and T-junctions of the scene up to this width, in metres, are closed. Default 0.001; 0 closes none but
    // those of rounding.
    double weld;
    // Boundaries may be moved inward by at most this much, in metres, to have fewer vertices. Default 0: nothing moves.
    double simplify;
    // Whether triangles count as floors regardless of the way they face. Default false: only those that face up do.
    bool two_sided;
    // Whether floors inside solids are kept. Default false.
    bool keep_inside;
} wend_exact_def;
WEND_API wend_exact_def wend_default_exact_def(void);

// Extracts the surface of a solid for an agent, whose height and slope count here; the solid is not needed afterwards.
// `agent` and `def` may be NULL for the defaults. Problems of the scene are reported in `report` (which may be NULL):
// nearly all area facing down, floors inside solids. Fails with WEND_ERROR_ARGUMENT (the report names the field),
// _EMPTY (nothing walkable; the report says why), _LIMIT, _MEMORY, _CANCELLED. The order of the scene's triangles does
// not change the surface (only `source` and `cause`, which name triangles). Cost: O((n + k) log n) for n triangles, k
// pairs of a floor and a triangle over it.
WEND_API wend_result wend_exact_build(wend_context *context, const wend_solid *solid, const wend_agent *agent,
                                      const wend_exact_def *def, wend_surface **surface, wend_report *report);

#ifdef __cplusplus
}
#endif
#endif

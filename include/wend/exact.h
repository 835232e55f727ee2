// wend/exact.h: the walkable surface of a scene, cut out of the scene's own triangles.
//
// No cell size: a point of a triangle that is flat enough is walkable when nothing lies above it closer than `height`.
// Where triangles lie above each other closer than that, the topmost wins.
#ifndef WEND_EXACT_H
#define WEND_EXACT_H

#include <wend/surface.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_exact_def {
    // Room that is needed above the floor, in metres, > 0. Default 1.8.
    double height;
    // Steepest slope that can be walked, in radians, 0 up to (not including) pi/2. Default 45 degrees, which is
    // walkable itself: there is a slack of 0.01 degrees.
    double slope;
    // Step of the lattice, in the scene's units, > 0; 0 (default) takes 2^-13 m, or the smallest power of two times
    // that on which the scene spans at most 2^30 steps.
    double lattice;
    // Cracks and T-junctions of the scene up to this width, in metres, are closed. Default 0.001; 0 closes none but
    // those of rounding.
    double weld;
    // Boundaries may be moved inward by at most this much, in metres, to have fewer vertices. Default 0: nothing moves.
    double simplify;
    // Whether triangles count as floors regardless of the way they face. Default false: only those that face up do.
    bool two_sided;
    // Whether floors inside solids are kept. Default false.
    bool keep_inside;
    // Whether the scene's triangles stay with the surface as they lie on its lattice, about 100 bytes each, so that
    // wend_links_find need not place them again: see wend_surface_forget_scene. Default false.
    bool keep_scene;
    // Components of the surface smaller than this, in square metres, are dropped. Default 0 (but 0.25 in
    // wend_default_build_def, which judges what links join). Every tread of a stair is
    // one: to keep or drop what links join, leave this and the seeds to wend_links_keep, as wend_build_scene does.
    double min_area;
    // When there are any, only components that hold a seed are kept: places in the scene's own axes and units, x, y, z
    // of each; a seed stands on the floor at or up to `height` below it.
    const double *seeds;
    int32_t seed_count;
} wend_exact_def;
WEND_API wend_exact_def wend_default_exact_def(void);

// Extracts the surface. Problems of the scene are reported in `report` (which may be NULL): triangles that are not
// finite or degenerate, nearly all area facing down, floors inside solids, seeds that stand nowhere. Fails with
// WEND_ERROR_RANGE, _ARGUMENT (the report names the field), _EMPTY (nothing walkable; the report says why), _LIMIT,
// _MEMORY, _CANCELLED. The order of the scene's triangles does not change the surface (only `source` and `cause`, which
// name triangles). Cost: O((n + k) log n) for n triangles, k pairs of a floor and a triangle over it.
WEND_API wend_result wend_exact_extract(wend_context *context, const wend_scene *scene, const wend_exact_def *def,
                                        wend_surface **surface, wend_report *report);

#ifdef __cplusplus
}
#endif
#endif

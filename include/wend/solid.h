// wend/solid.h: a scene on its lattice.
//
// A solid is what every later stage sees of a scene: its triangles, with their corners rounded to the lattice once and
// for all, in an order in which near ones are near, and a tree to find them. It is a snapshot: when the scene changes
// afterwards, or goes, the solid stays as it is. One solid serves agents of every kind.
//
//     scene  --wend_solid_build-->  solid  --wend_exact_build-->  surface
//                                          --wend_links_build-->  links, with the surface
#ifndef WEND_SOLID_H
#define WEND_SOLID_H

#include <wend/scene.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_solid_def {
    // Step of the lattice, in the scene's units, more than 0 and at most 1e9; 0 (default) takes 2^-13 m, or the
    // smallest power of two times that on which the scene spans at most 2^30 steps.
    double lattice;
} wend_solid_def;
WEND_API wend_solid_def wend_default_solid_def(void);

typedef struct wend_solid wend_solid;

// Makes the solid of a scene. `def` may be NULL for the defaults. Triangles that are not finite, have no area or are
// far off are left out, and copies count once (with the greatest of their areas); the report (which may be NULL) says
// how many. Fails with WEND_ERROR_RANGE, _ARGUMENT (the report names the field), _EMPTY (no triangle is left; the
// report says why), _LIMIT, _MEMORY, _CANCELLED. The order of the scene's triangles changes nothing but their numbers.
// O(n log n).
WEND_API wend_result wend_solid_build(wend_context *context, const wend_scene *scene, const wend_solid_def *def,
                                      wend_solid **solid, wend_report *report);
WEND_API void wend_solid_destroy(wend_solid *solid);

typedef struct wend_solid_view {
    wend_lattice3 lattice;
    int32_t scene_triangles; // of the scene that it was made from
    int32_t face_count;      // of those that are left
    uint64_t hash;           // of the faces on the lattice, up to translation by whole steps; for any order of them
} wend_solid_view;
WEND_API wend_solid_view wend_solid_look(const wend_solid *solid);

#ifdef __cplusplus
}
#endif
#endif

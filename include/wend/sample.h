// wend/sample.h: named floor plans and scenes made by code, of any size. Tests, benchmarks, pictures and examples share
// them.
#ifndef WEND_SAMPLE_H
#define WEND_SAMPLE_H

#include <wend/plan.h>
#include <wend/scene.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_sample {
    const char *name;    // "rooms"
    const char *summary; // one line in English
    int32_t size;        // default size: about the number of vertices of a plan, of triangles of a scene
    bool scene;          // false: a floor plan, for wend_sample_build_drawing; true: for wend_sample_build_scene
} wend_sample;

// How many samples there are, and the k-th; NULL beyond the end. Plans come first.
WEND_API int32_t wend_sample_count(void);
WEND_API const wend_sample *wend_sample_at(int32_t k);

// Draws the plan `name` with about `size` vertices (0 for its default; at least 4, at most 10 million) from the
// random seed. The same arguments give the same drawing on every machine. WEND_ERROR_ARGUMENT for an unknown name, the
// name of a scene, or a size out of range.
WEND_API wend_result wend_sample_build_drawing(wend_context *context, const char *name, int32_t size, uint64_t seed,
                                               wend_drawing **drawing);

// Makes the scene `name` with about `size` triangles (0 for its default; at least 4, at most 10 million) from the
// random seed: Y-up, in metres, in named parts. Scenes that are made of whole units (a house, a set of stairs) have at
// least one, and grow by more of them side by side. The same arguments give the same scene on every machine. O(size).
// WEND_ERROR_ARGUMENT for an unknown name, the name of a plan, or a size out of range.
WEND_API wend_result wend_sample_build_scene(wend_context *context, const char *name, int32_t size, uint64_t seed,
                                             wend_scene **scene);

#ifdef __cplusplus
}
#endif
#endif

// wend/landmarks.h: distances that are known before anybody asks.
//
// A landmark is a vertex of the plan, with the length of the shortest way of a point from there to every other vertex.
// By the triangle inequality no way from u to v is shorter than the difference of their distances to a landmark; and
// ways of discs are no shorter than those of points. So searches that know landmarks leave out what leads nowhere, and
// find the same paths, for every radius, in a fraction of the time on large maps: mazes, cities, several storeys.
//
//     roads  --wend_landmarks_build-->  landmarks  --> wend_search_def
#ifndef WEND_LANDMARKS_H
#define WEND_LANDMARKS_H

#include <wend/roads.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { WEND_LANDMARKS_MAX = 64 };

typedef struct wend_landmarks wend_landmarks;

// Chooses `count` landmarks (1 to WEND_LANDMARKS_MAX; 16 are a good number) in each component of the plan, each as far
// as can be from those before it, and measures all distances. They keep the roads. The same result for any number of
// threads, which share the work. Fails with WEND_ERROR_ARGUMENT, _LIMIT, _MEMORY, _CANCELLED. Cost: a search over the
// whole plan for each landmark; memory: 4 bytes for each vertex of the plan and landmark.
WEND_API wend_result wend_landmarks_build(wend_context *context, const wend_roads *roads, int32_t count,
                                          wend_landmarks **landmarks, wend_report *report);
WEND_API void wend_landmarks_destroy(wend_landmarks *landmarks);

typedef struct wend_landmarks_view {
    int32_t count;           // landmarks of a component
    int32_t component_count; // of the plan
    const int32_t *vertices; // vertices[component * count + k]; -1 where there are no more to choose from
    int32_t vertex_count;    // of the plan
    // Of each vertex to each landmark of its component: distances[vertex * count + k], in lattice steps, rounded to
    // floats. 0 where there is no landmark.
    const float *distances;
} wend_landmarks_view;
// Arrays live as long as the landmarks.
WEND_API wend_landmarks_view wend_landmarks_look(const wend_landmarks *landmarks);

// Proves landmarks: measures every distance again, from the landmarks given, and that no two corners of a piece of the
// roads are nearer to each other than their distances say. WEND_ERROR_INVALID with findings when something differs.
// As long as building them.
WEND_API wend_result wend_landmarks_check(wend_context *context, const wend_landmarks *landmarks, wend_report *report);

#ifdef __cplusplus
}
#endif
#endif

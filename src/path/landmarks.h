// The inside of landmarks.
#ifndef WEND_SRC_PATH_LANDMARKS_H
#define WEND_SRC_PATH_LANDMARKS_H

#include "base/artifact.h"
#include "roads/roads.h"

#include <wend/landmarks.h>

struct wend_landmarks {
    wend_context *context;
    wend_shared shared;
    const wend_roads *roads; // held
    wend_landmarks_view view;
    int32_t *vertices; // those of the view, where they are its own; NULL in a file's block
    float *distances;
    const wend_block *block; // that the vertices lie in; NULL for none
};

// What navs and files ask of landmarks.
extern const wend_artifact wend_landmarks_artifact;

// Landmarks over roads, with room for distances. NULL when memory is short.
wend_landmarks *wend_landmarks_create(wend_context *context, const wend_roads *roads, int32_t count);

// Measures the distances of all landmarks.
wend_result wend_landmarks_measure(wend_landmarks *landmarks);

// Which vertices of the plan the corners of pieces are, and which corners are at a vertex.
typedef struct wend_corners {
    WEND_ARRAY(int32_t) vertex;    // per side of the roads: the vertex at its corner
    WEND_ARRAY(int32_t) first;     // per vertex: its first side in `sides`; one more at the end
    WEND_ARRAY(int32_t) sides;     // that start at the vertex
    WEND_ARRAY(int32_t) component; // per vertex; -1 for one in no triangle
} wend_corners;
bool wend_corners_find(wend_context *context, const wend_roads *roads, wend_corners *corners);
void wend_corners_free(wend_context *context, wend_corners *corners);

#endif

// Triangles of a scene that lie so far off that the lattice would have to be coarse for them.
#ifndef WEND_SRC_SOLID_STRAYS_H
#define WEND_SRC_SOLID_STRAYS_H

#include <wend/scene.h>

// All in the scene's own axes and units.
typedef struct wend_strays {
    int64_t count;          // of them; 0: the scene has none
    int64_t first;          // the first triangle that is one
    double at[3];           // its corner that is farthest off,
    double distance;        // and how far that is from the others, along an axis
    double low[3], high[3]; // box of the other triangles that have finite corners
} wend_strays;

// Finds the strays of a scene for a lattice that reaches so far to each side. Which they are does not depend on the
// order of triangles. WEND_ERROR_MEMORY. O(n log n).
wend_result wend_strays_find(wend_context *context, const wend_scene_view *scene, double reach, wend_strays *strays);

#endif

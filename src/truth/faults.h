// What is wrong with a surface by itself, counted by other code than the library's validator; and what rounding leaves.
#ifndef WEND_SRC_TRUTH_FAULTS_H
#define WEND_SRC_TRUTH_FAULTS_H

#include "truth/scene.h"

typedef struct wend_surface_faults {
    int64_t non_manifold; // sides whose neighbours disagree, and vertices of more than one fan
    int64_t twisted;      // sides that do not run back along their neighbours', and fans that turn more than once
    int64_t downward;     // triangles that do not face up
    int64_t t_junctions;  // see wend_surface_t_junctions
} wend_surface_faults;
wend_result wend_surface_count_faults(wend_context *context, const wend_surface *surface, wend_surface_faults *faults);

// Counts vertices of ledges that lie within a lattice step of the inside of another ledge, where both lie along the
// side that two triangles of the scene share, or amid one triangle: pieces that should fit and do not. `at` is where
// the first is. O(n log n).
wend_result wend_surface_t_junctions(wend_context *context, const wend_scene *scene, const wend_surface *surface,
                                     int64_t *count, double at[3]);

// A sliver: a triangle that is too steep, or one that lies over or under another one.
typedef struct wend_sliver {
    double width; // metres: how far a corner would have to move for the slope to be right, or of what the two share
    int32_t first, second; // triangles of the surface; -1 for no second
    int32_t vertex;        // of the first
} wend_sliver;

// What rounding leaves of a surface: slivers where nobody can stand.
typedef struct wend_surface_slivers {
    wend_context *context;
    int64_t steep;  // triangles steeper than the limit and its slack of 0.01 degrees
    int64_t folded; // triangles whose boundary runs over or under the inside of another one, closer than the height
    int64_t wide;   // places (a steep triangle, or a boundary edge over another one) wider than `limit` and welding
    double limit;   // 0.3 mm; 2.46 lattice steps if that is more
    double width;   // of the widest, metres
    double at[3];   // where that is, in the scene's own axes and units
    WEND_ARRAY(wend_sliver) wider; // than `limit`
} wend_surface_slivers;
// For surfaces without faults. What welding moved is taken to be all that it may. WEND_ERROR_MEMORY. O(n log n) where
// few triangles lie over a boundary edge.
wend_result wend_surface_find_slivers(wend_context *context, const wend_surface *surface, const wend_settings *settings,
                                      wend_surface_slivers *slivers);
void wend_surface_slivers_free(wend_surface_slivers *slivers);
// Counts `wide` anew: what welding moved is how far a sliver lies off the scene's triangle that it was cut out of.
void wend_scene_truth_judge_slivers(const wend_scene_truth *truth, wend_surface_slivers *slivers);

#endif

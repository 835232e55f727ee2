// A second opinion on where one can walk in a scene: vertical lines against all of its triangles, in doubles, on the
// coordinates as they were read. It shares nothing with the exact code that it judges.
//
// Four questions are asked at random places:
//   missed   a place on a triangle that is flat enough, with nothing above it closer than the height, must lie on the
//            surface
//   false    a place on the surface must lie on such a triangle
//   twice    and no other part of the surface may lie over or under it closer than the height
//   through  a place on a steep triangle, above the surface by more than 2 mm and less than the height, must stand on a
//            boundary of the surface
// Places are left out where rounding decides: within 1 cm of a change of verdict, where something lies less than 1 mm
// above, or within 1 mm of the height, and where the slope is within 0.1 degrees of the limit. So are places that the
// surface lacks as near to its boundary as that was allowed to be moved (`simplify`).
#ifndef WEND_CLI_TRUTH_SCENE_H
#define WEND_CLI_TRUTH_SCENE_H

#include <wend/nav.h>

#include "cli/columns.h"

typedef struct wend_truth_def {
    wend_settings settings; // what the surface was built with
    double step;            // metres: the highest step of its links, 0 when it was not linked
    int64_t samples;        // of each question
    uint64_t seed;
} wend_truth_def;

// How flat a triangle is.
typedef enum wend_grade { WEND_GRADE_STEEP, WEND_GRADE_UNSURE, WEND_GRADE_FLAT } wend_grade;

typedef struct wend_scene_truth {
    wend_context *context;
    wend_truth_def def;
    wend_scene_view view;
    wend_surface_view ground; // the surface
    double ring_slope;        // how much a floor may rise per metre
    double near_surface;      // metres that the surface may lie off the scene: rounding and welding
    wend_columns scene, surface;
    WEND_ARRAY(uint8_t) grade;      // wend_grade, by place in `scene`
    WEND_ARRAY(int32_t) place;      // where a triangle of the scene is in `scene`, -1 for nowhere
    WEND_ARRAY(double) floor_sum;   // by place in `scene`: area of flat triangles up to there
    WEND_ARRAY(double) stand_sum;   // of steep ones
    WEND_ARRAY(double) surface_sum; // by place in `surface`
} wend_scene_truth;

typedef enum wend_fault {
    WEND_FAULT_MISSED,
    WEND_FAULT_FALSE,
    WEND_FAULT_TWICE,
    WEND_FAULT_THROUGH,
    WEND_FAULT_COUNT
} wend_fault;
const char *wend_fault_name(wend_fault fault);

// A place where the surface is wrong.
typedef struct wend_fault_place {
    wend_fault fault;
    double at[3];     // in the scene's own axes and units
    int32_t triangle; // of the scene
    double reach;     // metres around the place that are as wrong; of `twice`, metres between the two
} wend_fault_place;

enum { WEND_WORST = 10 };
typedef struct wend_truth_counts {
    int64_t samples;  // places that were judged
    int64_t left_out; // places that were not, because rounding decides there
    int64_t walkable, missed;
    int64_t dropped; // walkable, but on floors that were rightly left out (see regions.h); not missed
    int64_t covered, wrong, twice;
    int64_t standing, through;
    double off; // metres, the farthest that the surface was found above or below the scene
    int worst_count;
    wend_fault_place worst[WEND_WORST]; // one of each fault and triangle
} wend_truth_counts;

// Prepares. The scene and the surface must stay. WEND_ERROR_MEMORY. O(n log n).
wend_result wend_scene_truth_start(wend_context *context, const wend_scene *scene, const wend_surface *surface,
                                   const wend_truth_def *def, wend_scene_truth *truth);
void wend_scene_truth_free(wend_scene_truth *truth);

// Whether the surface cannot have been made of the scene; then `words` says why.
enum { WEND_MISFIT_WORDS = 320 };
bool wend_scene_truth_misfits(const wend_scene_truth *truth, char words[WEND_MISFIT_WORDS]);

// Samples. The same for every number of threads.
wend_result wend_scene_truth_sample(const wend_scene_truth *truth, wend_truth_counts *counts);

// Between a place in the scene's own axes and units and one in metres above the lattice's origin.
void wend_scene_truth_to_metres(const wend_scene_truth *truth, const double place[3], double metres[3]);
void wend_scene_truth_to_place(const wend_scene_truth *truth, const double metres[3], double place[3]);

// What is wrong with a surface by itself, counted apart from the library's validator.
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

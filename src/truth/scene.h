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
#ifndef WEND_SRC_TRUTH_SCENE_H
#define WEND_SRC_TRUTH_SCENE_H

#include <wend/truth.h>

#include "truth/columns.h"

// How flat a triangle is.
typedef enum wend_grade { WEND_GRADE_STEEP, WEND_GRADE_UNSURE, WEND_GRADE_FLAT } wend_grade;

typedef struct wend_scene_truth {
    wend_context *context;
    wend_truth_def def;
    wend_scene_view view;
    wend_surface_view ground; // the surface
    double ring_slope;        // how much a floor may rise per metre
    double near_surface;      // metres that the surface may lie off the scene: rounding, welding, and the cell
    double cell;              // metres that its boundaries may be off: the cell of voxels, 0 for the exact surface
    wend_columns scene, surface;
    WEND_ARRAY(uint8_t) grade;      // wend_grade, by place in `scene`
    WEND_ARRAY(int32_t) place;      // where a triangle of the scene is in `scene`, -1 for nowhere
    WEND_ARRAY(double) floor_sum;   // by place in `scene`: area of flat triangles up to there
    WEND_ARRAY(double) stand_sum;   // of steep ones
    WEND_ARRAY(double) surface_sum; // by place in `surface`
} wend_scene_truth;

// Prepares. The scene and the surface must stay. WEND_ERROR_MEMORY. O(n log n).
wend_result wend_scene_truth_start(wend_context *context, const wend_scene *scene, const wend_surface *surface,
                                   const wend_truth_def *def, wend_scene_truth *truth);
void wend_scene_truth_free(wend_scene_truth *truth);

// The same for a scene that may be another one: WEND_ERROR_ARGUMENT, with a finding that says why, when the surface
// cannot have been made of it.
wend_result wend_scene_truth_open(wend_context *context, const wend_scene *scene, const wend_surface *surface,
                                  const wend_truth_def *def, wend_scene_truth *truth, wend_report *report);

// Samples. The same for every number of threads.
wend_result wend_scene_truth_sample(const wend_scene_truth *truth, wend_truth_counts *counts);

// Between a place in the scene's own axes and units and one in metres above the lattice's origin.
void wend_scene_truth_to_metres(const wend_scene_truth *truth, const double place[3], double metres[3]);
void wend_scene_truth_to_place(const wend_scene_truth *truth, const double metres[3], double place[3]);

#endif

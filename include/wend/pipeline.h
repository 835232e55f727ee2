// wend/pipeline.h: the one-call build. It runs the stages in order and keeps their artifacts together.
#ifndef WEND_PIPELINE_H
#define WEND_PIPELINE_H

#include <wend/nav.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_build_def {
    // What is wanted: a set of WEND_STAGE_... bits, of which at least one. Default WEND_STAGES_ALL. What it is made of
    // is made and kept, too: roads need the medial axis, cells and the medial axis the plan, stairs and the plan of a
    // scene links, and links a surface; and which parts of a surface `keep` wants is judged as linked. A drawing has no
    // surface, links and stairs: these bits count for nothing there. Whoever only looks for places on a plan saves the
    // medial axis, the cells and the roads, half of the time and more.
    uint32_t stages;
    wend_agent agent;     // scenes only, like the next seven
    wend_solid_def solid; //
    wend_exact_def exact; //
    // What makes the surface: WEND_PRODUCER_EXACT (default), by `exact`; or WEND_PRODUCER_VOXEL, by `voxel`.
    wend_producer producer;
    wend_voxel_def voxel;
    wend_links_def links; //
    wend_stairs_def stairs;
    // Which parts of the linked surface are wanted. min_area is 0.25 square metres by default: what is smaller, all
    // that links join to it included, nobody could stand on. 0 keeps all.
    wend_keep_def keep;
    wend_plan_def plan; // floor plans only
    wend_medial_def medial;
    wend_cells_def cells;
    wend_roads_def roads;
    // Landmarks of each component of the plan (wend/landmarks.h), 0 to WEND_LANDMARKS_MAX; they need the roads. Default
    // 0: none. On large maps 16 halve the time of searches and more, and take as long to make as 16 long searches each.
    int32_t landmarks;
    wend_offlinks_def offlinks; // links made by hand; none by default. They need the plan
} wend_build_def;
WEND_API wend_build_def wend_default_build_def(void);

// Seconds that each stage of a build took, by the wall clock.
typedef struct wend_build_times {
    double extract; // the solid included
    double link;    // the stairs included
    double plan;
    double medial;
    double cells;
    double roads;
    double landmarks;
    double total;
} wend_build_times;

// Builds everything that Wend can make from a floor plan. `times` and `report` may be NULL. Errors are those of the
// stages.
WEND_API wend_result wend_build_drawing(wend_context *context, const wend_drawing *drawing, const wend_build_def *def,
                                        wend_nav **nav, wend_build_times *times, wend_report *report);
// Builds everything that Wend can make from a scene: its walkable surface, the links on it, the plan of both, and
// cells.
WEND_API wend_result wend_build_scene(wend_context *context, const wend_scene *scene, const wend_build_def *def,
                                      wend_nav **nav, wend_build_times *times, wend_report *report);

#ifdef __cplusplus
}
#endif
#endif

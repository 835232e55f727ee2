// wend/pipeline.h: the one-call build. It runs the stages in order and keeps their artifacts together.
#ifndef WEND_PIPELINE_H
#define WEND_PIPELINE_H

#include <wend/cells.h>
#include <wend/exact.h>
#include <wend/medial.h>

#ifdef __cplusplus
extern "C" {
#endif

// Everything that was built from one input; what a .wend file holds.
typedef struct wend_nav wend_nav;

typedef struct wend_build_def {
    // Scenes only. Seeds and min_area choose among parts of the linked surface (wend_keep_def); min_area is 0.25 square
    // metres by default here: what is smaller, all that links join to it included, nobody could stand on. 0 keeps all.
    wend_exact_def exact;
    wend_links_def links; // scenes only; its own height is ignored: that of `exact` counts
    wend_plan_def plan;   // floor plans only
    wend_cells_def cells;
} wend_build_def;
WEND_API wend_build_def wend_default_build_def(void);

// Seconds that each stage of a build took, by the wall clock.
typedef struct wend_build_times {
    double extract;
    double link;
    double plan;
    double medial;
    double cells;
    double total;
} wend_build_times;

// Builds all that Wend can make of a floor plan. `times` and `report` may be NULL. Errors are those of the stages.
WEND_API wend_result wend_build_drawing(wend_context *context, const wend_drawing *drawing, const wend_build_def *def,
                                        wend_nav **nav, wend_build_times *times, wend_report *report);
// Builds all that Wend can make of a scene: its walkable surface, the links on it, the plan of both, and cells.
WEND_API wend_result wend_build_scene(wend_context *context, const wend_scene *scene, const wend_build_def *def,
                                      wend_nav **nav, wend_build_times *times, wend_report *report);
WEND_API void wend_nav_destroy(wend_nav *nav);

// Its artifacts; NULL for one that it does not hold. They live as long as the nav.
WEND_API const wend_surface *wend_nav_surface(const wend_nav *nav);
WEND_API const wend_links *wend_nav_links(const wend_nav *nav);
WEND_API const wend_plan *wend_nav_plan(const wend_nav *nav);
WEND_API const wend_medial *wend_nav_medial(const wend_nav *nav);
WEND_API const wend_cells *wend_nav_cells(const wend_nav *nav);

// Finds the doors of a nav (wend_doors_find), of its medial axis and its surface. Their headroom is known if the nav
// was built from a scene, or loaded from a file of one that was, for all doors that the default def finds. `def` may be
// NULL for that. WEND_ERROR_ARGUMENT when there is no medial axis, too.
WEND_API wend_result wend_nav_doors(wend_context *context, const wend_nav *nav, const wend_doors_def *def,
                                    wend_doors **doors, wend_report *report);

// What the agent was built for, as far as the nav was built from a scene: its height (metres) and slope (radians), and
// what it can cross (metres, see wend_links_def); zeros otherwise.
typedef struct wend_nav_agent {
    double height;
    double slope;
    double step;
    double gap;
    double drop;
} wend_nav_agent;
WEND_API wend_nav_agent wend_nav_agent_of(const wend_nav *nav);

// All that the surface was built with: wend_build_scene gives the same one again, of the same scene (whose axis and
// unit are in the surface's lattice), with this and the same agent. NULL when there is no surface, or when it comes
// from a file of format 1.2, which did not tell. It lives as long as the nav, and so do its seeds.
WEND_API const wend_exact_def *wend_nav_exact_def(const wend_nav *nav);

// A hash of what is in it: of the surface (see wend_surface_view), of the plan's region (see wend_plan_view), or of
// both where there are both.
WEND_API uint64_t wend_nav_hash(const wend_nav *nav);

// Runs the validator of every artifact.
WEND_API wend_result wend_nav_check(wend_context *context, const wend_nav *nav, wend_report *report);

#ifdef __cplusplus
}
#endif
#endif

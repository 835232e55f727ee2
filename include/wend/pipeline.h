// wend/pipeline.h: the one-call build. It runs the stages in order and keeps their artifacts together.
#ifndef WEND_PIPELINE_H
#define WEND_PIPELINE_H

#include <wend/cells.h>

#ifdef __cplusplus
extern "C" {
#endif

// Everything that was built from one input; what a .wend file holds.
typedef struct wend_nav wend_nav;

typedef struct wend_build_def {
    wend_plan_def plan;
    wend_cells_def cells;
} wend_build_def;
WEND_API wend_build_def wend_default_build_def(void);

// Seconds that each stage of a build took, by the wall clock.
typedef struct wend_build_times {
    double plan;
    double cells;
    double total;
} wend_build_times;

// Builds all that Wend can make of a floor plan. `times` and `report` may be NULL. Errors are those of the stages.
WEND_API wend_result wend_build_drawing(wend_context *context, const wend_drawing *drawing, const wend_build_def *def,
                                        wend_nav **nav, wend_build_times *times, wend_report *report);
WEND_API void wend_nav_destroy(wend_nav *nav);

// Its artifacts; NULL for one that it does not hold. They live as long as the nav.
WEND_API const wend_plan *wend_nav_plan(const wend_nav *nav);
WEND_API const wend_cells *wend_nav_cells(const wend_nav *nav);

// A hash of what is in it: of the plan's region (see wend_plan_view), up to translation by whole steps and quarter
// turns.
WEND_API uint64_t wend_nav_hash(const wend_nav *nav);

// Runs the validator of every artifact.
WEND_API wend_result wend_nav_check(wend_context *context, const wend_nav *nav, wend_report *report);

#ifdef __cplusplus
}
#endif
#endif

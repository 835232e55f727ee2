// The one-call build: every stage in order, each from the artifacts of those before it.
//
// This file is meant to be read, and to be copied by those who want another order, fewer stages or settings between
// them: it does nothing that the public headers do not offer, except to keep the results together in a nav.
//
//     drawing --wend_plan_build--> plan --wend_cells_build--> cells
//
// Later stages (room widths, corridors) will stand beside the cells in the same pattern.
#include "pipeline/nav.h"

#include "base/context.h"

wend_build_def wend_default_build_def(void) {
    return (wend_build_def){.plan = wend_default_plan_def(), .cells = wend_default_cells_def()};
}

// Runs the stages; what was made before a failure stays in the nav, which the caller destroys.
static wend_result run_stages(wend_context *context, const wend_drawing *drawing, const wend_build_def *def,
                              wend_nav *nav, wend_build_times *times, wend_report *report) {
    double start = wend_seconds();
    wend_result result = wend_plan_build(context, drawing, &def->plan, &nav->plan, report);
    times->plan = wend_seconds() - start;
    if (result != WEND_OK)
        return result;
    start = wend_seconds();
    result = wend_cells_build(context, nav->plan, &def->cells, &nav->cells, report);
    times->cells = wend_seconds() - start;
    return result;
}

wend_result wend_build_drawing(wend_context *context, const wend_drawing *drawing, const wend_build_def *def,
                               wend_nav **nav, wend_build_times *times, wend_report *report) {
    double start = wend_seconds();
    wend_build_def defaults = wend_default_build_def();
    wend_build_times taken = {0};
    *nav = NULL;
    wend_nav *made = wend_nav_create(context);
    wend_result result = made != NULL ? WEND_OK : WEND_ERROR_MEMORY;
    if (result == WEND_OK)
        result = run_stages(context, drawing, def != NULL ? def : &defaults, made, &taken, report);
    if (result == WEND_OK)
        *nav = made;
    else
        wend_nav_destroy(made);
    taken.total = wend_seconds() - start;
    if (times != NULL)
        *times = taken;
    return result;
}

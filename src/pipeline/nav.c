// A nav: the artifacts of one build, kept and freed together.
#include "pipeline/nav.h"

wend_nav *wend_nav_create(wend_context *context) {
    wend_nav *nav = wend_allocate(context, sizeof *nav);
    if (nav != NULL)
        *nav = (wend_nav){.context = context};
    return nav;
}

void wend_nav_destroy(wend_nav *nav) {
    if (nav == NULL)
        return;
    wend_cells_destroy(nav->cells);
    wend_medial_destroy(nav->medial);
    wend_plan_destroy(nav->plan);
    wend_surface_destroy(nav->surface);
    if (nav->seeds != NULL)
        wend_release(nav->context, nav->seeds, (size_t)nav->exact.seed_count * 3 * sizeof *nav->seeds);
    wend_release(nav->context, nav->block, nav->block_bytes);
    wend_release(nav->context, nav, sizeof *nav);
}

const wend_surface *wend_nav_surface(const wend_nav *nav) {
    return nav->surface;
}

const wend_plan *wend_nav_plan(const wend_nav *nav) {
    return nav->plan;
}

const wend_medial *wend_nav_medial(const wend_nav *nav) {
    return nav->medial;
}

const wend_cells *wend_nav_cells(const wend_nav *nav) {
    return nav->cells;
}

wend_nav_agent wend_nav_agent_of(const wend_nav *nav) {
    return nav->agent;
}

const wend_exact_def *wend_nav_exact_def(const wend_nav *nav) {
    return nav->recorded ? &nav->exact : NULL;
}

// The hash of the first artifact stands for all: the others are made from it.
uint64_t wend_nav_hash(const wend_nav *nav) {
    if (nav->surface != NULL)
        return wend_surface_look(nav->surface).hash;
    return nav->plan != NULL ? wend_plan_look(nav->plan).hash : 0;
}

wend_result wend_nav_check(wend_context *context, const wend_nav *nav, wend_report *report) {
    wend_result result = nav->surface != NULL ? wend_surface_check(context, nav->surface, report) : WEND_OK;
    if (result == WEND_OK && nav->plan != NULL)
        result = wend_plan_check(context, nav->plan, report);
    if (result == WEND_OK && nav->medial != NULL)
        result = wend_medial_check(context, nav->medial, report);
    return result == WEND_OK && nav->cells != NULL ? wend_cells_check(context, nav->cells, report) : result;
}

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
    wend_plan_destroy(nav->plan);
    wend_release(nav->context, nav->block, nav->block_bytes);
    wend_release(nav->context, nav, sizeof *nav);
}

const wend_plan *wend_nav_plan(const wend_nav *nav) {
    return nav->plan;
}

// The hash of a single artifact stands for itself, so that a plan and the nav that holds nothing else agree.
uint64_t wend_nav_hash(const wend_nav *nav) {
    return nav->plan != NULL ? wend_plan_look(nav->plan).hash : 0;
}

wend_result wend_nav_check(wend_context *context, const wend_nav *nav, wend_report *report) {
    return nav->plan != NULL ? wend_plan_check(context, nav->plan, report) : WEND_OK;
}

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
    wend_links_destroy(nav->links);
    wend_surface_destroy(nav->surface);
    if (nav->seeds != NULL)
        wend_release(nav->context, nav->seeds, (size_t)nav->exact.seed_count * 3 * sizeof *nav->seeds);
    wend_release(nav->context, nav->block, nav->block_bytes);
    wend_release(nav->context, nav, sizeof *nav);
}

const wend_surface *wend_nav_surface(const wend_nav *nav) {
    return nav->surface;
}

const wend_links *wend_nav_links(const wend_nav *nav) {
    return nav->links;
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
    wend_nav_agent agent = nav->agent;
    if (nav->links != NULL) {
        wend_links_def def = wend_links_look(nav->links).def;
        agent.step = def.step;
        agent.gap = def.gap;
        agent.drop = def.drop;
    }
    return agent;
}

const wend_exact_def *wend_nav_exact_def(const wend_nav *nav) {
    return nav->recorded ? &nav->exact : NULL;
}

uint64_t wend_nav_hash(const wend_nav *nav) {
    uint64_t surface = nav->surface != NULL ? wend_surface_look(nav->surface).hash : 0;
    uint64_t plan = nav->plan != NULL ? wend_plan_look(nav->plan).hash : 0;
    return plan == 0 ? surface : surface == 0 ? plan : wend_hash(surface, &plan, sizeof plan);
}

wend_result wend_nav_check(wend_context *context, const wend_nav *nav, wend_report *report) {
    wend_result result = nav->surface != NULL ? wend_surface_check(context, nav->surface, report) : WEND_OK;
    if (result == WEND_OK && nav->links != NULL)
        result = wend_links_check(context, nav->links, nav->surface, NULL, report);
    if (result == WEND_OK && nav->plan != NULL)
        result = wend_plan_check(context, nav->plan, report);
    if (result == WEND_OK && nav->medial != NULL)
        result = wend_medial_check(context, nav->medial, report);
    return result == WEND_OK && nav->cells != NULL ? wend_cells_check(context, nav->cells, report) : result;
}

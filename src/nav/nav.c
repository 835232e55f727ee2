// A nav: the artifacts of one build, kept together.
#include "nav/nav.h"

#include "base/hash.h"

wend_nav *wend_nav_create(wend_context *context) {
    wend_nav *nav = wend_allocate(context, sizeof *nav);
    if (nav != NULL)
        *nav = (wend_nav){.context = context};
    return nav;
}

void wend_nav_retain(wend_nav *nav) {
    if (nav != NULL)
        wend_shared_hold(&nav->shared);
}

const wend_surface *wend_nav_surface(const wend_nav *nav) {
    return nav->held[WEND_NAV_SURFACE];
}

const wend_links *wend_nav_links(const wend_nav *nav) {
    return nav->held[WEND_NAV_LINKS];
}

const wend_stairs *wend_nav_stairs(const wend_nav *nav) {
    return nav->held[WEND_NAV_STAIRS];
}

const wend_plan *wend_nav_plan(const wend_nav *nav) {
    return nav->held[WEND_NAV_PLAN];
}

const wend_medial *wend_nav_medial(const wend_nav *nav) {
    return nav->held[WEND_NAV_MEDIAL];
}

const wend_cells *wend_nav_cells(const wend_nav *nav) {
    return nav->held[WEND_NAV_CELLS];
}

uint64_t wend_nav_hash(const wend_nav *nav) {
    const wend_surface *on = wend_nav_surface(nav);
    const wend_plan *seen = wend_nav_plan(nav);
    uint64_t surface = on != NULL ? wend_surface_look(on).hash : 0;
    uint64_t plan = seen != NULL ? wend_plan_look(seen).hash : 0;
    return plan == 0 ? surface : surface == 0 ? plan : wend_hash_words(surface, &plan, 1);
}

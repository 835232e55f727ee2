// A nav: the artifacts of one build, kept together. And places that are carried from one version of it to another.
#include "nav/nav.h"
#include "base/context.h"

#include "base/hash.h"
#include "base/platform.h"
#include "offlinks/offlinks.h"

#define SAME_HEIGHT 0.01 // metres: two floors that are no farther apart are the same one, built twice

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
    return nav != NULL ? nav->held[WEND_NAV_SURFACE] : NULL;
}

const wend_links *wend_nav_links(const wend_nav *nav) {
    return nav != NULL ? nav->held[WEND_NAV_LINKS] : NULL;
}

const wend_stairs *wend_nav_stairs(const wend_nav *nav) {
    return nav != NULL ? nav->held[WEND_NAV_STAIRS] : NULL;
}

const wend_plan *wend_nav_plan(const wend_nav *nav) {
    return nav != NULL ? nav->held[WEND_NAV_PLAN] : NULL;
}

const wend_medial *wend_nav_medial(const wend_nav *nav) {
    return nav != NULL ? nav->held[WEND_NAV_MEDIAL] : NULL;
}

const wend_cells *wend_nav_cells(const wend_nav *nav) {
    return nav != NULL ? nav->held[WEND_NAV_CELLS] : NULL;
}

const wend_roads *wend_nav_roads(const wend_nav *nav) {
    return nav != NULL ? nav->held[WEND_NAV_ROADS] : NULL;
}

const wend_landmarks *wend_nav_landmarks(const wend_nav *nav) {
    return nav != NULL ? nav->held[WEND_NAV_LANDMARKS] : NULL;
}

const wend_offlinks *wend_nav_offlinks(const wend_nav *nav) {
    return nav != NULL ? nav->held[WEND_NAV_OFFLINKS] : NULL;
}

uint64_t wend_nav_hash(const wend_nav *nav) {
    const wend_surface *on = wend_nav_surface(nav);
    const wend_plan *seen = wend_nav_plan(nav);
    uint64_t surface = on != NULL ? wend_surface_look(on).hash : 0;
    uint64_t plan = seen != NULL ? wend_plan_look(seen).hash : 0;
    return plan == 0 ? surface : surface == 0 ? plan : wend_hash_words(surface, &plan, 1);
}

// ---------------------------------------------------------------------------------------------------- versions

uint64_t wend_nav_version(const wend_nav *nav) {
    return nav != NULL ? nav->version : 0;
}

static bool is_same_kind(const wend_plan_view *a, const wend_plan_view *b) {
    bool linked = a->vertex_sources != NULL;
    return linked == (b->vertex_sources != NULL) && a->unit == b->unit && (!linked || a->ground.up == b->ground.up);
}

// Where two lattices differ, or boundaries were rounded in other ways, the place may be just off the other plan: so it
// may move by a few lattice steps.
bool wend_nav_carry(const wend_nav *from, const wend_nav *to, wend_spot *spot) {
    const wend_plan *old = wend_nav_plan(from), *plan = wend_nav_plan(to);
    if (old == NULL || plan == NULL || spot == NULL || spot->triangle < 0)
        return false;
    if (from->version == to->version || old == plan)
        return true;
    wend_plan_view was = wend_plan_look(old), is = wend_plan_look(plan);
    if (!is_same_kind(&was, &is) || spot->triangle >= was.triangle_count)
        return false;
    double snap = 2 * (was.lattice.step + is.lattice.step) * is.unit;
    wend_plan_ground ground;
    wend_spot found;
    wend_plan_find_ground(old, spot, &ground);
    wend_plan_locate3(plan, ground.place, SAME_HEIGHT, SAME_HEIGHT, snap, &found, NULL);
    if (found.triangle >= 0)
        *spot = found;
    return found.triangle >= 0;
}

// ---------------------------------------------------------------------------------------------------- links by hand

void wend_nav_take_offlinks(wend_nav *nav, wend_offlinks *offlinks) {
    bool any = offlinks != NULL && wend_offlinks_look(offlinks).count > 0;
    nav->held[WEND_NAV_OFFLINKS] = any ? offlinks : NULL;
    if (!any)
        wend_offlinks_destroy(offlinks);
}

// A nav that holds all that another one does.
static wend_nav *copy(wend_context *context, const wend_nav *nav) {
    wend_nav *made = wend_nav_create(context);
    for (int kind = 0; made != NULL && kind < WEND_NAV_KIND_COUNT; kind++) {
        made->held[kind] = nav->held[kind];
        if (made->held[kind] != NULL)
            wend_shared_hold(
                (const wend_shared *)((const char *)made->held[kind] + wend_nav_table[kind].artifact->shared));
    }
    return made;
}

wend_result wend_nav_add_offlinks(wend_context *context, const wend_nav *nav, const wend_offlinks_def *def,
                                  wend_nav **newer, wend_report *report) {
    if (!wend_given(newer, context != NULL && nav != NULL))
        return WEND_ERROR_ARGUMENT;
    if (wend_nav_plan(nav) == NULL) {
        wend_finding f =
            wend_finding_make("offlink-plan", WEND_ERROR, "links made by hand stand on a plan, and there is none");
        wend_report_add(report, &f);
        return WEND_ERROR_ARGUMENT;
    }
    wend_offlinks *offlinks = NULL;
    const wend_agent *agent = wend_nav_surface(nav) != NULL ? &wend_nav_settings(nav)->agent : NULL;
    wend_result result =
        wend_offlinks_build_onto(context, wend_nav_plan(nav), agent, wend_nav_offlinks(nav), def, &offlinks, report);
    if (result != WEND_OK)
        return result;
    wend_nav *made = copy(context, nav);
    if (made == NULL) {
        wend_offlinks_destroy(offlinks);
        return WEND_ERROR_MEMORY;
    }
    wend_offlinks_destroy(made->held[WEND_NAV_OFFLINKS]);
    wend_nav_take_offlinks(made, offlinks);
    result = wend_nav_close(made);
    if (result == WEND_OK)
        *newer = made;
    else
        wend_nav_destroy(made);
    return result;
}

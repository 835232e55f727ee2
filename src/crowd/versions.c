// A crowd on another version of its nav.
//
// All that belongs to a nav is made for the newer one first, then everyone's place is found on it. Until then nothing
// of the older one is lost: whatever fails, the crowd goes on there.
#include "crowd/crowd.h"

#include "base/context.h"

// What belongs to a nav changes places with what is in `other`.
static void exchange(wend_crowd *c, wend_crowd *other) {
    wend_crowd own = *c;
    c->nav = other->nav;
    c->patches = other->patches;
    c->medial = other->medial;
    c->search = other->search;
    c->roads = other->roads;
    c->roads_view = other->roads_view;
    c->metres = other->metres;
    for (int k = 0; k < WEND_PLANNERS; k++)
        c->planners[k] = other->planners[k];
    c->claims = other->claims;
    c->waits = other->waits;
    *other = own;
}

// Finds where everyone stands on the newer nav; triangle -1 for those who do not. `c` has it already.
static wend_result find_places(wend_crowd *c, const wend_nav *older, wend_spot *spots) {
    for (int64_t k = 0; k < c->walkers.count; k++) {
        const wend_walker *w = &c->walkers.data[k];
        wend_spot spot = {w->triangle, w->point, 0};
        spots[k].triangle = -1;
        if (!w->used || !wend_nav_carry(older, c->nav, &spot))
            continue;
        wend_result result = wend_crowd_fit(c, &spot, w->radius, &spots[k]);
        if (result != WEND_OK)
            return result;
    }
    return WEND_OK;
}

// Moves a walker over: its place and goals, which can no longer fail.
static void carry(wend_crowd *c, const wend_nav *older, wend_walker *w, const wend_spot *spot) {
    for (int32_t k = 0; k < w->goal_count; k++) {
        wend_spot goal = w->goals[k].at;
        if (!wend_nav_carry(older, c->nav, &goal))
            goal.triangle = -1;
        w->goals[k].at = goal;
    }
    w->route.count = w->next = 0;
    w->planned = false;
    w->waiting_side = -1;
    w->waited = 0;
    wend_crowd_put(c, w, spot);
    if (w->goal < w->goal_count && w->state != WEND_AGENT_ARRIVED) {
        w->state = WEND_AGENT_PLANS;
        w->wants = w->steered;
    }
}

wend_result wend_crowd_follow(wend_crowd *c, const wend_nav *newer, wend_report *report) {
    if (c == NULL || newer == NULL)
        return WEND_ERROR_ARGUMENT;
    wend_crowd other = {.context = c->context, .def = c->def};
    int64_t count = c->walkers.count;
    wend_spot *spots = count > 0 ? wend_allocate_array(c->context, count, sizeof *spots) : NULL;
    wend_result result = count > 0 && spots == NULL ? WEND_ERROR_MEMORY : wend_crowd_open(&other, newer, report);
    bool opened = result == WEND_OK;
    if (opened)
        exchange(c, &other);
    if (opened)
        result = find_places(c, other.nav, spots);
    if (result == WEND_OK && !wend_array_reserve(c->context, &c->events, count))
        result = WEND_ERROR_MEMORY;
    if (opened && result != WEND_OK)
        exchange(c, &other);
    if (result == WEND_OK) {
        c->events.count = 0;
        c->fresh = false;
        for (int64_t k = 0; k < count; k++) {
            wend_walker *w = &c->walkers.data[k];
            w->queued = false;
            w->claim[0] = w->claim[1] = 0; // those were of the older nav
            if (w->used && spots[k].triangle >= 0) {
                carry(c, other.nav, w, &spots[k]);
            } else if (w->used) {
                c->events.data[c->events.count++] = (wend_crowd_event){{(uint32_t)k, w->salt}, -1, true, 0, 0};
                wend_crowd_drop(c, (uint32_t)k);
            }
        }
    }
    wend_crowd_close(&other);
    wend_release(c->context, spots, (size_t)count * sizeof *spots);
    return result;
}

// Arriving: goals reached, pauses there, links passed, and who leaves.
//
// Where many are sent to one goal only one of them can stand in it. The others have arrived when they touch somebody
// who has, and who is nearer to it, and have not got on for a while: otherwise they push for ever.
#include "crowd/crowd.h"

#define TOUCH 0.1 // metres between two who stand together
#define PILE 10.0 // metres from the goal where nobody joins those who stand there

static bool is_same_goal(const wend_crowd_goal *a, const wend_crowd_goal *b) {
    return a->at.triangle == b->at.triangle && a->at.point.x == b->at.point.x && a->at.point.y == b->at.point.y;
}

// Whether a walker touches somebody who has arrived where it goes, and stands nearer to it.
static bool joins(const wend_crowd *c, const wend_walker *w, int32_t slot, wend_two end) {
    wend_two at = wend_walker_place(c, w), off = wend_two_minus(end, at);
    double own = wend_two_dot(off, off);
    if (slot < 0 || own > PILE * PILE || w->patience < 0.5)
        return false;
    const wend_outcome *out = &c->outcomes.data[slot];
    for (int32_t k = 0; k < out->count; k++) {
        const wend_walker *other = &c->walkers.data[c->bodies.data[out->neighbours[k]].index];
        if (!other->used || other->state != WEND_AGENT_ARRIVED || other->goal >= other->goal_count ||
            !is_same_goal(&w->goals[w->goal], &other->goals[other->goal]))
            continue;
        wend_two there = wend_walker_place(c, other), apart = wend_two_minus(there, at);
        wend_two rest = wend_two_minus(end, there);
        if (wend_two_length(apart) - w->radius - other->radius < TOUCH && wend_two_dot(rest, rest) < own)
            return true;
    }
    return false;
}

// Whether the way of the last step has crossed a line, or come as near to it as the radius.
static bool crosses(const wend_crowd *c, const wend_walker *w, const wend_crowd_goal *goal) {
    wend_point to;
    if (!wend_lattice_point(&c->patches.v.lattice, goal->to, &to))
        return false;
    wend_two a = wend_crowd_metres(c, goal->at.point), b = wend_crowd_metres(c, to), at = wend_walker_place(c, w);
    wend_wall line = {a.x, a.y, b.x, b.y};
    wend_two off = wend_two_minus(at, wend_wall_foot(&line, at));
    return wend_two_length(off) <= w->radius;
}

static bool is_there(const wend_crowd *c, const wend_walker *w, int32_t slot) {
    const wend_crowd_goal *goal = &w->goals[w->goal];
    bool near = w->planned && w->next >= w->route.count - 2;
    if (!w->planned || goal->line)
        return near && crosses(c, w, goal);
    wend_two end = wend_crowd_metres(c, w->route.end.point), off = wend_two_minus(end, wend_walker_place(c, w));
    wend_ray_hit hit = {.hit = true};
    if (near && wend_two_length(off) <= goal->radius) // and not behind a wall
        wend_plan_ray(c->patches.plan, &(wend_spot){w->triangle, w->point, 0}, w->route.end.point, &hit);
    return !hit.hit || joins(c, w, slot, end);
}

static bool tell(wend_crowd *c, int64_t index, bool left) {
    const wend_walker *w = &c->walkers.data[index];
    wend_crowd_event event = {{(uint32_t)index, w->salt}, w->goal, left, 0, 0};
    event.seconds = (double)(c->steps + 1 - w->sent) * c->def.step;
    event.walked = w->walked - w->sent_walked;
    return wend_array_push(c->context, &c->events, event);
}

// Goes on to the next goal, or stays for good.
static wend_result go_on(wend_crowd *c, int64_t index) {
    wend_walker *w = &c->walkers.data[index];
    bool last = w->goal + 1 == w->goal_count;
    if (w->goals[w->goal].leave) {
        if (!tell(c, index, true))
            return WEND_ERROR_MEMORY;
        wend_crowd_drop(c, (uint32_t)index);
        return WEND_OK;
    }
    if (last)
        return WEND_OK;
    w->goal++;
    w->planned = false;
    w->state = WEND_AGENT_PLANS;
    w->wants = true;
    w->stuck = 0;
    return WEND_OK;
}

static wend_result arrive(wend_crowd *c, int64_t index) {
    wend_walker *w = &c->walkers.data[index];
    if (!tell(c, index, false))
        return WEND_ERROR_MEMORY;
    wend_crowd_unclaim(c, w);
    w->state = WEND_AGENT_ARRIVED;
    w->rest = w->goals[w->goal].wait;
    w->stuck = 0;
    if (w->rest > 0 || w->goal + 1 == w->goal_count)
        w->patience = 0;
    return w->rest > 0 ? WEND_OK : go_on(c, index);
}

// A link begins where the route has come to it.
static void take_link(wend_crowd *c, wend_walker *w) {
    if (!w->planned || w->next >= w->route.count || w->route.gates[w->next].side >= 0)
        return;
    const wend_gate_ahead *link = &w->route.gates[w->next];
    wend_two off = wend_two_minus(wend_crowd_metres(c, link->right), wend_walker_place(c, w));
    if (wend_two_length(off) > 0.1 + 0.5 * w->radius)
        return;
    w->state = WEND_AGENT_PASSES;
    w->rest = w->speed > 0 ? link->at / w->speed : link->at;
    w->velocity = (wend_two){0, 0};
}

static void end_link(wend_crowd *c, wend_walker *w) {
    const wend_gate_ahead *link = &w->route.gates[w->next++];
    wend_spot spot = {link->beyond, link->left, 0}, fit;
    if (wend_crowd_fit(c, &spot, w->radius, &fit) == WEND_OK && fit.triangle >= 0)
        wend_crowd_put(c, w, &fit);
    w->walked += link->at;
    w->lane = -1;
    w->state = WEND_AGENT_WALKS;
}

wend_result wend_crowd_arrive(wend_crowd *c) {
    wend_result result = WEND_OK;
    for (int64_t k = 0; k < c->walkers.count && result == WEND_OK; k++) {
        wend_walker *w = &c->walkers.data[k];
        if (!w->used || !w->steered || w->goal >= w->goal_count)
            continue;
        int32_t slot = c->slot_of.data[k];
        if (w->state == WEND_AGENT_ARRIVED || w->state == WEND_AGENT_PASSES) {
            bool waits = w->rest > 0;
            w->rest -= c->def.step;
            if (!waits && w->state == WEND_AGENT_ARRIVED)
                continue;
            if (w->rest > 0)
                continue;
            if (w->state == WEND_AGENT_PASSES)
                end_link(c, w);
            else
                result = go_on(c, k);
        } else if (w->state != WEND_AGENT_NO_WAY && is_there(c, w, slot)) {
            result = arrive(c, k);
        } else if (w->state != WEND_AGENT_NO_WAY) {
            take_link(c, w);
        }
    }
    return result;
}

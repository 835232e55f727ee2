// Planning: routes for those who wait, a slice in each step.
//
// There are a few planners, each with a search and a queue of its own; who is sent somewhere joins the shortest queue.
// In each step a planner takes so many entries from the queues of its searches, and no more: one long search never
// makes a step long, and what comes out depends on neither clock nor threads. The planners run beside each other.
//
// A path becomes gates: the portals that it crosses, each with the part that is free for this disc, and the links that
// it takes. While a new route is planned the agent keeps to the old one.
#include "crowd/crowd.h"

#include "base/context.h"
#include "nav/nav.h"
#include "roads/roads.h"

enum { SLICE = 64, SEARCH_BASE = 64 }; // entries: taken at once, and what a search costs besides

// ---------------------------------------------------------------------------------------------------- opening

static wend_result make_searches(wend_crowd *c, const wend_nav *nav) {
    wend_search_def on = {
        .cells = wend_nav_cells(nav), .offlinks = wend_nav_offlinks(nav), .stairs = wend_nav_stairs(nav)};
    on.areas = wend_nav_areas(nav, &on.area_count);
    wend_result result = WEND_OK;
    if (wend_nav_roads(nav) == NULL)
        result = wend_roads_build(c->context, wend_nav_medial(nav), NULL, &c->roads, NULL);
    on.roads = c->roads != NULL ? c->roads : wend_nav_roads(nav);
    on.landmarks = wend_nav_landmarks(nav);
    if (result == WEND_OK)
        result = wend_search_create_on(c->context, &on, &c->search);
    for (int k = 0; k < WEND_PLANNERS && result == WEND_OK; k++)
        result = wend_search_create_on(c->context, &on, &c->planners[k].search);
    if (result == WEND_OK)
        c->roads_view = wend_roads_look(on.roads);
    return result;
}

wend_result wend_crowd_open(wend_crowd *c, const wend_nav *nav, wend_report *report) {
    const wend_plan *plan = nav != NULL ? wend_nav_plan(nav) : NULL;
    c->medial = nav != NULL ? wend_nav_medial(nav) : NULL;
    if (plan == NULL || c->medial == NULL)
        return WEND_ERROR_ARGUMENT;
    c->nav = nav;
    double range = c->def.range, walls = c->def.largest + 1;
    wend_stage_begin(c->context, "crowd");
    wend_result result = wend_patches_build(c->context, plan, range, 1, walls, &c->patches);
    if (result == WEND_OK)
        result = make_searches(c, nav);
    c->metres = c->patches.metres;
    int64_t sides = c->roads_view.side_count;
    if (result == WEND_OK &&
        (!wend_array_resize(c->context, &c->claims, sides) || !wend_array_resize(c->context, &c->waits, sides)))
        result = WEND_ERROR_MEMORY;
    for (int64_t k = 0; k < c->claims.count; k++)
        c->claims.data[k] = 0;
    for (int64_t k = 0; k < c->waits.count; k++)
        c->waits.data[k] = 0;
    result = wend_stage_end(c->context, result);
    return wend_report_limit(c->context, result, report);
}

void wend_crowd_close(wend_crowd *c) {
    wend_search_destroy(c->search);
    c->search = NULL;
    for (int k = 0; k < WEND_PLANNERS; k++) {
        wend_planner *p = &c->planners[k];
        wend_search_destroy(p->search);
        wend_array_free(c->context, &p->queue);
        wend_array_free(c->context, &p->found);
        wend_array_free(c->context, &p->gates);
        *p = (wend_planner){0};
    }
    wend_roads_destroy(c->roads);
    c->roads = NULL;
    wend_array_free(c->context, &c->claims);
    wend_array_free(c->context, &c->waits);
    wend_patches_free(c->context, &c->patches);
}

// ---------------------------------------------------------------------------------------------------- queues

bool wend_crowd_queue(wend_crowd *c, uint32_t index) {
    wend_walker *w = &c->walkers.data[index];
    if (w->queued)
        return true;
    wend_planner *best = &c->planners[0];
    for (int k = 1; k < WEND_PLANNERS; k++)
        if (c->planners[k].queue.count - c->planners[k].first < best->queue.count - best->first)
            best = &c->planners[k];
    if (best->first > 64 && 2 * best->first > best->queue.count) { // the part that is done goes
        for (int64_t k = best->first; k < best->queue.count; k++)
            best->queue.data[k - best->first] = best->queue.data[k];
        best->queue.count -= best->first;
        best->first = 0;
    }
    w->queued = wend_array_push(c->context, &best->queue, index);
    return w->queued;
}

static void free_route(wend_crowd *c, wend_route *route) {
    wend_release(c->context, route->gates, (size_t)route->capacity * sizeof *route->gates);
    *route = (wend_route){0};
}

void wend_crowd_stand(wend_crowd *c, wend_walker *w) {
    wend_crowd_unclaim(c, w);
    free_route(c, &w->route);
    wend_release(c->context, w->goals, (size_t)w->goal_count * sizeof *w->goals);
    w->goals = NULL;
    w->goal_count = w->goal = w->next = 0;
    w->planned = w->queued = w->wants = false; // a planner that meets it in its queue passes it over
    w->state = WEND_AGENT_IDLE;
    w->reason = 0;
    w->wish = (wend_two){0, 0};
    w->stuck = w->rest = 0;
    w->next_plan = 0;
    w->lane = -1;
}

wend_result wend_crowd_fit(wend_crowd *c, const wend_spot *at, double radius, wend_spot *spot) {
    wend_path_def def = wend_default_path_def();
    wend_path_view path;
    def.radius = radius + c->metres; // rounding to the lattice takes a part of it
    wend_result result = wend_search_path(c->search, at, at, &def, &path);
    *spot = (wend_spot){.triangle = -1};
    if (result == WEND_OK && path.status == WEND_PATH_REACHED)
        *spot = path.ends[0];
    return result;
}

// ---------------------------------------------------------------------------------------------------- searching

// Where a walker's goal is: of a line, what is nearest to the walker, away from its ends by the radius.
static wend_spot goal_of(const wend_crowd *c, const wend_walker *w) {
    const wend_crowd_goal *goal = &w->goals[w->goal];
    wend_point end;
    if (!goal->line || goal->at.triangle < 0 || !wend_lattice_point(&c->patches.v.lattice, goal->to, &end))
        return goal->at;
    wend_two a = wend_crowd_metres(c, goal->at.point), along = wend_two_minus(wend_crowd_metres(c, end), a);
    double length = wend_two_length(along), edge = fmin(w->radius, 0.5 * length);
    if (length <= 0)
        return goal->at;
    along = wend_two_unit(along);
    double t = wend_clip(wend_two_dot(along, wend_two_minus(wend_walker_place(c, w), a)), edge, length - edge);
    wend_point point = wend_crowd_point(c, wend_two_plus(a, t, along));
    wend_ray_hit hit;
    wend_plan_ray(c->patches.plan, &goal->at, point, &hit);
    return hit.hit ? goal->at : (wend_spot){hit.triangle, point, 0};
}

static bool is_narrow(const wend_crowd *c, const wend_walker *w, const wend_gate_ahead *gate) {
    wend_two across = wend_two_minus(wend_crowd_metres(c, gate->left), wend_crowd_metres(c, gate->right));
    return gate->side >= 0 && wend_two_length(across) < 2 * w->radius;
}

// Whether two like the walker cannot pass each other halfway between two gates.
static bool is_lane(const wend_crowd *c, const wend_walker *w, const wend_gate_ahead *a, const wend_gate_ahead *b) {
    wend_two from = wend_two_plus(wend_crowd_metres(c, a->right), 1, wend_crowd_metres(c, a->left));
    wend_two to = wend_two_plus(wend_crowd_metres(c, b->right), 1, wend_crowd_metres(c, b->left));
    from = (wend_two){0.5 * from.x, 0.5 * from.y};
    to = (wend_two){0.5 * to.x, 0.5 * to.y};
    for (int32_t k = c->roads_view.pieces[a->beyond].triangle; k < c->roads_view.pieces[a->beyond + 1].triangle; k++) {
        int32_t t = c->roads_view.triangles[k];
        wend_two middle = {0.5 * (from.x + to.x), 0.5 * (from.y + to.y)};
        bool inside = true;
        for (int i = 0; i < 3; i++) {
            wend_two p = wend_crowd_metres(c, c->patches.v.vertices[c->patches.v.triangles[t].v[i]]);
            wend_two q = wend_crowd_metres(c, c->patches.v.vertices[c->patches.v.triangles[t].v[(i + 1) % 3]]);
            inside = inside && wend_two_cross(wend_two_minus(q, p), wend_two_minus(middle, p)) >= 0;
        }
        if (!inside)
            continue;
        wend_medial_near near;
        wend_medial_clearance(c->medial, &(wend_spot){t, wend_crowd_point(c, middle), 0}, &near);
        return near.clearance < 2 * w->radius;
    }
    return false;
}

static bool add_link(const wend_crowd *c, wend_planner *p, const wend_path_view *path, int32_t piece) {
    const wend_path_piece *link = &path->pieces[piece];
    wend_gate_ahead gate = {.at = (float)link->length, .side = -1};
    const wend_lattice *lattice = &c->patches.v.lattice;
    gate.beyond = piece + 1 < path->piece_count ? path->pieces[piece + 1].triangle : path->ends[1].triangle;
    return wend_lattice_point(lattice, link->from, &gate.right) && wend_lattice_point(lattice, link->to, &gate.left) &&
           wend_array_push(c->context, &p->gates, gate);
}

// Turns the path that was found into gates.
static wend_result list_gates(const wend_crowd *c, wend_planner *p, const wend_walker *w, const wend_path_view *path) {
    wend_path_portals_view portals;
    const wend_lattice *lattice = &c->patches.v.lattice;
    wend_result result = wend_search_portals(p->search, &portals);
    if (result != WEND_OK)
        return result;
    int64_t first = p->gates.count;
    int32_t piece = 0;
    for (int32_t k = 0; k <= portals.count; k++) {
        int32_t until = k < portals.count ? portals.portals[k].piece : path->piece_count;
        for (; piece < until; piece++)
            if (path->pieces[piece].link >= 0 && !add_link(c, p, path, piece))
                return WEND_ERROR_MEMORY;
        if (k == portals.count)
            break;
        const wend_path_portal *portal = &portals.portals[k];
        int32_t twin = c->roads_view.sides[portal->side].twin;
        if (twin < 0)
            continue;
        if (p->gates.count > first && p->gates.data[p->gates.count - 1].side == twin) {
            p->gates.count--; // a path along a side may go over it and back
            continue;
        }
        wend_gate_ahead gate = {.side = portal->side, .beyond = c->roads_view.side_pieces[twin], .at = 0.5f};
        if (!wend_lattice_point(lattice, portal->free[0], &gate.right) ||
            !wend_lattice_point(lattice, portal->free[1], &gate.left))
            continue;
        double x = portal->free[1][0] - portal->free[0][0], y = portal->free[1][1] - portal->free[0][1];
        double square = x * x + y * y;
        double along = (portal->at[0] - portal->free[0][0]) * x + (portal->at[1] - portal->free[0][1]) * y;
        if (square > 0)
            gate.at = (float)wend_clip(along / square, 0, 1);
        gate.narrow = is_narrow(c, w, &gate);
        if (!wend_array_push(c->context, &p->gates, gate))
            return WEND_ERROR_MEMORY;
    }
    for (int64_t k = first; k + 1 < p->gates.count; k++) {
        wend_gate_ahead *a = &p->gates.data[k], *b = a + 1;
        a->joined = a->narrow && b->narrow && is_lane(c, w, a, b);
    }
    return WEND_OK;
}

static wend_result end_search(const wend_crowd *c, wend_planner *p, uint32_t index) {
    const wend_walker *w = &c->walkers.data[index];
    wend_path_view path;
    wend_result result = wend_search_end(p->search, &path);
    if (result != WEND_OK)
        return result;
    wend_found_route found = {
        .index = index, .status = path.status, .reason = path.reason, .first = p->gates.count, .end = path.ends[1]};
    wend_medial_near near;
    wend_medial_clearance(c->medial, &path.ends[0], &near);
    if (path.status == WEND_PATH_REACHED)
        result = list_gates(c, p, w, &path);
    found.count = p->gates.count - found.first;
    found.starts_inside = found.count > 0 && p->gates.data[found.first].narrow && near.clearance < 2 * w->radius;
    if (result == WEND_OK && !wend_array_push(c->context, &p->found, found))
        result = WEND_ERROR_MEMORY;
    if (result != WEND_OK)
        p->gates.count = found.first;
    return result;
}

static wend_result begin_search(const wend_crowd *c, wend_planner *p, const wend_walker *w) {
    wend_path_def def = wend_default_path_def();
    def.radius = w->radius;
    def.excess = c->def.excess;
    wend_spot from = {w->triangle, w->point, 0}, to = goal_of(c, w);
    p->salt = w->salt;
    p->goal = w->goal;
    p->sent = w->sent;
    p->searches++;
    return wend_search_begin(p->search, &from, &to, &def);
}

static WEND_CROWD_TASK(search) {
    (void)worker;
    wend_crowd *c = data;
    for (int64_t k = begin; k < end; k++) {
        wend_planner *p = &c->planners[k];
        int64_t left = c->def.search_steps;
        while (left > 0 && p->first < p->queue.count) {
            uint32_t index = p->queue.data[p->first];
            const wend_walker *w = &c->walkers.data[index];
            bool current = p->busy && w->salt == p->salt && w->goal == p->goal && w->sent == p->sent;
            if (!w->used || !w->queued || w->goal >= w->goal_count) {
                p->busy = false;
                p->first++;
                continue;
            }
            wend_result result = WEND_OK;
            bool done = false;
            if (!current) {
                result = begin_search(c, p, w);
                left -= SEARCH_BASE;
                p->busy = result == WEND_OK;
            }
            if (result == WEND_OK)
                result = wend_search_step(p->search, SLICE, &done);
            left -= SLICE;
            p->entries += SLICE;
            if (result == WEND_OK && done)
                result = end_search(c, p, index);
            if (result != WEND_OK) {
                p->busy = false; // begins anew with the next step
                return result;
            }
            if (done) {
                p->busy = false;
                p->first++;
            }
        }
    }
    return WEND_OK;
}

// Gives a walker its route. False when memory is short.
static bool take_route(wend_crowd *c, const wend_planner *p, const wend_found_route *found) {
    wend_walker *w = &c->walkers.data[found->index];
    if (!w->used || !w->queued)
        return true;
    w->queued = false;
    wend_crowd_unclaim(c, w);
    if (found->status != WEND_PATH_REACHED) {
        free_route(c, &w->route);
        w->planned = false;
        w->state = WEND_AGENT_NO_WAY;
        w->reason = (uint8_t)found->reason;
        w->wish = (wend_two){0, 0};
        return true;
    }
    int32_t count = (int32_t)found->count;
    if (count > w->route.capacity) {
        wend_gate_ahead *gates = wend_allocate_array(c->context, count, sizeof *gates);
        if (gates == NULL)
            return false;
        free_route(c, &w->route);
        w->route = (wend_route){.capacity = count, .gates = gates};
    }
    for (int32_t k = 0; k < count; k++)
        w->route.gates[k] = p->gates.data[found->first + k];
    w->route.count = count;
    w->route.end = found->end;
    w->route.starts_inside = found->starts_inside;
    w->next = 0;
    w->planned = true;
    w->state = WEND_AGENT_WALKS;
    w->reason = 0;
    w->next_plan = c->steps + (int64_t)(1 / c->def.step);
    return true;
}

wend_result wend_crowd_plan(wend_crowd *c) {
    for (int64_t k = 0; k < c->walkers.count; k++) {
        wend_walker *w = &c->walkers.data[k];
        if (w->used && w->wants && !w->queued && !wend_crowd_queue(c, (uint32_t)k))
            return WEND_ERROR_MEMORY;
        w->wants = false;
    }
    for (int k = 0; k < WEND_PLANNERS; k++)
        c->planners[k].found.count = c->planners[k].gates.count = 0;
    wend_result result = wend_run_tasks(c->context, WEND_PLANNERS, 1, search, c);
    // What was found is taken even if another planner failed.
    for (int k = 0; k < WEND_PLANNERS; k++) {
        wend_planner *p = &c->planners[k];
        for (int64_t i = 0; i < p->found.count; i++)
            if (!take_route(c, p, &p->found.data[i])) {
                c->walkers.data[p->found.data[i].index].wants = true;
                result = result == WEND_OK ? WEND_ERROR_MEMORY : result;
            }
        c->entries += p->entries;
        c->searches += p->searches;
        p->entries = p->searches = 0;
    }
    return result;
}

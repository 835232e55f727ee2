// Following routes: where on the next portal to aim, and how fast to want to go.
//
// A route is a list of portals, and which of them is next is a matter of the piece of floor that the agent stands on: a
// portal counts as passed wherever the agent comes to be on a piece behind it, not where a way point lay. Who has been
// pushed off the pieces of the route gets a new one.
//
// Where to aim. Alone, at the farthest place of the shortest path that is seen straight through the free parts of the
// portals between: that is the shortest path itself. Among others that would send everybody to the same inside of every
// corner; there an agent keeps its lane:
//
//         goal
//       ---------         a portal: it crossed the last one at a third of the free width from the right, and aims at a
//          /  |           third of the next one; people side by side stay so around every bend
//       --x---x--
//
// Which of the two, company decides, smoothly. Where the goal is seen straight through all portals that are left, both
// are the goal.
#include "crowd/crowd.h"

enum { LOOK = 16, SKIP = 8 }; // portals that are looked through, and that may be passed at once or be gone back

// How much of the way an agent's lane moves to where it crossed a portal.
#define LANE_CHANGE 0.25f

// A direction between two others: what is seen through portals.
typedef struct funnel {
    wend_two right, left;
    bool open;
} funnel;

static bool narrow_funnel(funnel *f, wend_two right, wend_two left) {
    if (!f->open) {
        *f = (funnel){right, left, true};
        return true;
    }
    if (wend_two_cross(f->right, right) > 0)
        f->right = right;
    if (wend_two_cross(f->left, left) < 0)
        f->left = left;
    return wend_two_cross(f->right, f->left) > 0;
}
static bool is_seen(const funnel *f, wend_two d) {
    return !f->open || (wend_two_cross(f->right, d) >= 0 && wend_two_cross(f->left, d) <= 0);
}

typedef struct ahead {
    wend_two right, left;
} ahead;

static ahead gate_at(const wend_crowd *c, const wend_gate_ahead *g) {
    return (ahead){wend_crowd_metres(c, g->right), wend_crowd_metres(c, g->left)};
}
static wend_two between(ahead g, double share) {
    return wend_two_plus(g.right, share, wend_two_minus(g.left, g.right));
}
static double projection(ahead g, wend_two at) {
    wend_two across = wend_two_minus(g.left, g.right);
    double square = wend_two_dot(across, across);
    return square > 0 ? wend_two_dot(across, wend_two_minus(at, g.right)) / square : 0.5;
}

// ---------------------------------------------------------------------------------------------------- gates passed

// Moves on to the gate that is next. False when the agent is off its route.
static bool find_next(const wend_crowd *c, wend_walker *w) {
    const wend_route *r = &w->route;
    const wend_roads_view *v = &c->roads_view;
    int32_t piece = v->triangle_piece[w->triangle], was = w->next;
    if (w->next < r->count && r->gates[w->next].side >= 0 && v->side_pieces[r->gates[w->next].side] == piece)
        return true;
    for (int32_t k = w->next; k < r->count && k < w->next + SKIP && r->gates[k].side >= 0; k++)
        if (r->gates[k].beyond == piece) {
            double share = wend_clip(projection(gate_at(c, &r->gates[k]), wend_walker_place(c, w)), 0, 1);
            w->next = k + 1;
            w->lane = w->lane < 0 ? (float)share : w->lane + LANE_CHANGE * ((float)share - w->lane);
            return true;
        }
    // Standing before a link, or at the end, on the piece that the gate before leads to, or a few gates back.
    for (int32_t k = was - 1; k >= 0 && k >= was - SKIP && r->gates[k].side >= 0; k--) {
        if (r->gates[k].beyond == piece)
            return w->next = k + 1, true;
        if (v->side_pieces[r->gates[k].side] == piece)
            return w->next = k, true;
    }
    bool straight = w->next >= r->count || r->gates[w->next].side < 0;
    if (!straight)
        return false;
    // Within sight of where it goes nevertheless: where pieces meet in a corner, say.
    wend_ray_hit hit;
    wend_point to = w->next < r->count ? r->gates[w->next].right : r->end.point;
    wend_plan_ray(c->patches.plan, &(wend_spot){w->triangle, w->point, 0}, to, &hit);
    return !hit.hit;
}

// ---------------------------------------------------------------------------------------------------- where to aim

// The farthest place of the path that is seen; whether that is the end.
static wend_two look_ahead(const wend_crowd *c, const wend_walker *w, bool *end) {
    const wend_route *r = &w->route;
    wend_two at = wend_walker_place(c, w), aim = at;
    funnel f = {.open = false};
    *end = false;
    for (int32_t k = w->next; k < r->count && k < w->next + LOOK; k++) {
        const wend_gate_ahead *gate = &r->gates[k];
        if (gate->side < 0) { // a link begins
            wend_two from = wend_crowd_metres(c, gate->right);
            return is_seen(&f, wend_two_minus(from, at)) ? from : aim;
        }
        ahead g = gate_at(c, gate);
        wend_two place = between(g, gate->at);
        if (is_seen(&f, wend_two_minus(place, at)) || k == w->next)
            aim = place;
        if (!narrow_funnel(&f, wend_two_minus(g.right, at), wend_two_minus(g.left, at)))
            return aim;
    }
    if (w->next + LOOK < r->count)
        return aim;
    wend_two last = wend_crowd_metres(c, r->end.point);
    *end = is_seen(&f, wend_two_minus(last, at));
    return *end || w->next >= r->count ? last : aim;
}

// Of a goal that is a line: its nearest place, away from its ends by the radius; and the one in the own lane.
static void aim_at_line(const wend_crowd *c, const wend_walker *w, wend_two *nearest, wend_two *lane) {
    const wend_crowd_goal *goal = &w->goals[w->goal];
    wend_point point;
    if (!wend_lattice_point(&c->patches.v.lattice, goal->to, &point))
        return;
    wend_two a = wend_crowd_metres(c, goal->at.point), b = wend_crowd_metres(c, point), at = wend_walker_place(c, w);
    ahead line = wend_two_cross(wend_two_minus(b, a), wend_two_minus(at, a)) < 0 ? (ahead){b, a} : (ahead){a, b};
    double length = wend_two_length(wend_two_minus(b, a)), edge = length > 2 * w->radius ? w->radius / length : 0.5;
    double own = wend_clip(projection(line, at), edge, 1 - edge);
    *nearest = between(line, own);
    *lane = w->lane >= 0 ? between(line, edge + (double)w->lane * (1 - 2 * edge)) : *nearest;
}

// Where to aim: the place of the path that is farthest in sight, and the place in the lane, by company.
static wend_two aim_at(const wend_crowd *c, wend_walker *w, bool *end) {
    wend_two at = wend_walker_place(c, w), straight = look_ahead(c, w, end), lane = straight;
    bool line = w->goals[w->goal].line, portal = w->next < w->route.count && w->route.gates[w->next].side >= 0;
    if (*end && line)
        aim_at_line(c, w, &straight, &lane);
    if ((*end && !line) || (!portal && !*end))
        return straight;
    if (portal) {
        ahead g = gate_at(c, &w->route.gates[w->next]);
        double share = projection(g, at);
        if (c->def.aim == WEND_CROWD_AIM_CENTRE)
            return between(g, 0.5);
        if (c->def.aim == WEND_CROWD_AIM_PROJECTION)
            return between(g, share >= 0 && share <= 1 ? share : share < 0 ? 1 : 0);
        if (w->lane < 0)
            w->lane = (float)wend_clip(share, 0, 1);
        lane = between(g, w->lane);
    }
    wend_two side = wend_two_unit(wend_two_minus(lane, at)), alone = wend_two_unit(wend_two_minus(straight, at));
    double company = w->company;
    wend_two u = {company * side.x + (1 - company) * alone.x, company * side.y + (1 - company) * alone.y};
    double length = wend_two_length(u);
    return length > 0.1 ? wend_two_plus(at, wend_two_length(wend_two_minus(straight, at)) / length, u) : lane;
}

static void follow(const wend_crowd *c, wend_walker *w) {
    wend_two before = w->wish;
    w->wish = (wend_two){0, 0};
    if (!w->used || !w->steered || wend_walker_stands(w) || w->goal >= w->goal_count)
        return;
    if (!w->planned) { // goes on as it did, if it did
        w->state = WEND_AGENT_PLANS;
        w->wants = !w->queued;
        w->wish = before;
        return;
    }
    bool on_route = find_next(c, w);
    bool hopeless = w->stuck > 5;
    w->state = hopeless ? WEND_AGENT_STUCK : WEND_AGENT_WALKS;
    if ((!on_route || hopeless) && !w->queued && c->steps >= w->next_plan) {
        w->wants = true;
        w->next_plan = c->steps + (int64_t)((hopeless ? 5 : 1) / c->def.step);
    }
    bool end;
    wend_two at = wend_walker_place(c, w), aim = aim_at(c, w, &end);
    wend_two way = wend_two_minus(aim, at);
    double distance = wend_two_length(way), want = w->speed;
    bool stops = end && !w->goals[w->goal].line && (w->goal + 1 == w->goal_count || w->goals[w->goal].wait > 0);
    if (stops && !w->goals[w->goal].leave && distance < 0.5 * want)
        want = distance / 0.5;
    if (distance > 0)
        w->wish = (wend_two){way.x / distance * want, way.y / distance * want};
}

WEND_CROWD_TASK(wend_crowd_follow_routes) {
    (void)worker;
    wend_crowd *c = data;
    for (int64_t k = begin; k < end; k++)
        follow(c, &c->walkers.data[k]);
    return WEND_OK;
}

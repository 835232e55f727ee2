// Ladders: strips of fillers between two chains of borders.
//
// A *rung* is a way from a place p on one border to a place q on another one. From a rung on, a ladder goes on like
// this: the borders run on from p to p' (against their direction) and from q to q' (along it), and the next rung is the
// shortest of those that can be had:
//
//     p'--q'      both corners
//     x --q'      x the foot of q' on p-p'        p'--y   y the foot of p' on q-q'
//     p'--q       only p goes on: a triangle      p --q'  only q goes on
//
// When none is allowed, the last one is drawn as far along both as it is allowed and nothing is in its way, equally far
// on both sides. Each rung adds one or two triangles. They must face up, which is exact, be free of obstacles and
// overlap nothing (fill.h).
//
// So chains of edges are followed however their corners lie; a hole is filled from one end to the other, until the two
// rails meet; and a ladder around an island closes to a ring. This takes the place of the paper's bisector planes,
// interval maps and mutual intervals. The free sides of fillers are no floor to step off from: a rung never ends within
// one. But their ends are places of floors, so a ladder may run past one from corner to corner, where the same floor
// goes on beyond: along the teeth of a comb, or where three tiles meet. Else it ends there; what is enclosed by several
// ladders is left to hole.c.
//
// A ladder is planned first, without changing anything, and then laid (lay.c). From a corner to a corner there are up
// to four ways of the same length, one for each pair of borders that end there: when the first of them comes to
// nothing, so do the others.
//
// Cost: O(rungs) times that of asking what is in the way.
#include "link/ladder.h"

#include <math.h>

enum { FEW = 2 }; // rungs of a ladder that is planned again when it could be wider

void wend_ladder_free(wend_ladder *ladder) {
    wend_array_free(ladder->filled->l->context, &ladder->rungs);
}

// ---------------------------------------------------------------------------------------------------- places

// The part of a border that lies in one of some ranges of its boundary edge: in the one that holds `at`, or in the
// first one when `at` is none of its places.
static bool part_in(const wend_linking *l, const wend_web_border *b, int32_t first, int32_t end, double at,
                    double *from, double *to) {
    double length = l->edges.all.data[b->boundary].length;
    for (int32_t k = first; k < end; k++) {
        const wend_range *open = &l->edges.open.data[k];
        if (open->from <= 0 && open->to >= length && at <= b->to) { // all of it, as most are
            *from = b->from;
            *to = b->to;
            return b->from < b->to;
        }
        double begin = open->from <= 0 ? 0 : open->from / length, stop = open->to >= length ? 1 : open->to / length;
        begin = begin > b->from ? begin : b->from;
        stop = stop < b->to ? stop : b->to;
        if (begin < stop && (at < b->from || (at >= begin && at <= stop))) {
            *from = begin;
            *to = stop;
            return true;
        }
    }
    return false;
}

bool wend_border_open(const wend_linking *l, int32_t border, double at, double *from, double *to) {
    const wend_web_border *b = &l->web.borders.data[border];
    if (b->boundary < 0)
        return false;
    const wend_link_edge *r = &l->edges.all.data[b->boundary];
    return part_in(l, b, r->first_open, r->end_open, at, from, to);
}

bool wend_border_passable(const wend_linking *l, int32_t border, double at, double *from, double *to) {
    const wend_web_border *b = &l->web.borders.data[border];
    if (b->boundary < 0)
        return false;
    const wend_link_edge *r = &l->edges.all.data[b->boundary];
    return part_in(l, b, r->first_passable, r->end_passable, at, from, to);
}

static int32_t nearest_whole(double x) {
    double above = x + 0.5;
    int32_t whole = (int32_t)above; // toward zero
    return whole - (whole > above);
}

static int64_t length2_above(wend_point3 p, wend_point3 q) {
    int64_t dx = (int64_t)q.x - p.x, dy = (int64_t)q.y - p.y;
    return dx * dx + dy * dy;
}

// The place of a border at a part of the way from u to v. It may be so near to one of them that it is taken to be that
// corner: *end is 0 for u, 1 for v and -1 for neither.
static inline wend_point3 place_between(wend_point3 u, wend_point3 v, double t, int *end) {
    wend_point3 at = {nearest_whole(u.x + t * ((double)v.x - u.x)), nearest_whole(u.y + t * ((double)v.y - u.y)),
                      nearest_whole(u.z + t * ((double)v.z - u.z))};
    int64_t to_u = length2_above(at, u), to_v = length2_above(at, v);
    *end = to_u > WEND_RULE_SAME * WEND_RULE_SAME && to_v > WEND_RULE_SAME * WEND_RULE_SAME ? -1 : to_v < to_u;
    return *end < 0 ? at : *end ? v : u;
}

wend_border_place wend_border_place_at(const wend_linking *l, int32_t border, double along) {
    const wend_web_border *b = &l->web.borders.data[border];
    const wend_point3 *p = l->web.triangles.data[b->edge / 3].p;
    int end, side = b->edge % 3;
    wend_point3 at = place_between(p[side], p[side < 2 ? side + 1 : 0], (along - b->from) / (b->to - b->from), &end);
    return (wend_border_place){border, at, end < 0 ? along : end ? b->to : b->from, end >= 0, end == 1};
}

bool wend_border_place_settle(const wend_linking *l, wend_border_place *at) {
    static const int32_t beside[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    if (at->corner || wend_web_may_split(&l->web, at->border, at->at))
        return true;
    for (int k = 0; k < 4; k++) {
        wend_point3 moved = {at->at.x + beside[k][0], at->at.y + beside[k][1], at->at.z};
        if (wend_web_may_split(&l->web, at->border, moved)) {
            at->at = moved;
            return true;
        }
    }
    return false;
}

bool wend_rung_allowed(const wend_linking *l, double reach, wend_point3 p, wend_point3 q) {
    double dx = (double)q.x - p.x, dy = (double)q.y - p.y;
    return dx * dx + dy * dy <= (reach + 1) * (reach + 1) && fabs((double)q.z - p.z) <= l->rules.climb;
}

// ---------------------------------------------------------------------------------------------------- planning

// One side of a ladder: where it has come to, and how far it can go on along its border.
typedef struct rail {
    bool forward;           // whether it runs along the borders' direction
    wend_border_place stop; // where it ends when it has gone all the way around
    bool around;            // whether it has left the border that it began on
    bool done;              // nowhere to go
    wend_border_place at;   // where it is; a corner is the one that `border` leads away from
    wend_border_place next; // the end of what can be gone along its border
    bool last;              // whether that is the end for good: closed beyond, or where it stops
    double length;          // to `next`, seen from above
    int32_t floor;          // the boundary edge that it was on last
} rail;

typedef struct plan {
    wend_ladder *ladder;
    wend_linking *l;
    const wend_rung *first;
    rail p, q;
    bool even;      // whether it is to go on equally far along both sides only
    bool looked[2]; // whether floors and obstacles across the first rung were looked for
    bool shut;      // whether there are any
    bool tried;     // whether the last rung was only tried: its fillers are not planned
} plan;

static wend_border_place corner_place(const wend_web *web, int32_t border, bool end) {
    const wend_web_border *b = &web->borders.data[border];
    return (wend_border_place){border, end ? wend_border_to(web, border) : wend_border_from(web, border),
                               end ? b->to : b->from, true, end};
}

// Goes on to the next border when the side stands at the far end of its own. In a pinch that is of another loop, and
// the side ends.
static void leave_border(const wend_linking *l, rail *s) {
    if (!s->at.corner || s->at.end != s->forward)
        return;
    const wend_web_border *b = &l->web.borders.data[s->at.border];
    s->done |= wend_loop_turn(l, s->at.border, s->forward) >= 0;
    s->at = corner_place(&l->web, s->forward ? b->next : b->previous, !s->forward);
    s->around = true;
}

bool wend_borders_oppose(const wend_web *web, int32_t p, int32_t q, double cosine2) {
    wend_point3 a = wend_border_from(web, p), b = wend_border_to(web, p);
    wend_point3 c = wend_border_from(web, q), d = wend_border_to(web, q);
    double ux = (double)b.x - a.x, uy = (double)b.y - a.y, vx = (double)d.x - c.x, vy = (double)d.y - c.y;
    double dot = ux * vx + uy * vy;
    return dot < 0 && dot * dot > cosine2 * (ux * ux + uy * uy) * (vx * vx + vy * vy);
}

// How long a rung between two borders may be: where they do not run along each other, what is nearer to one of them
// comes first.
static double reach_between(const wend_ladder *ladder, int32_t p, int32_t q) {
    double reach = ladder->reach;
    if (!ladder->nearest || wend_borders_oppose(&ladder->filled->l->web, p, q, 0.25))
        return reach;
    for (int k = 0; k < 2; k++) {
        int32_t on = k ? q : p, to = k ? p : q;
        if (on >= ladder->nearest_count || ladder->nearest[on].border < 0 || ladder->nearest[on].border == to)
            continue;
        double most = ladder->nearest[on].length * WEND_RULE_WIDER + WEND_RULE_SHORT;
        reach = most < reach ? most : reach;
    }
    return reach;
}

// Whether a side may go on along the free side of a filler, from corner to corner: where the same floor goes on beyond.
static bool is_bridge(wend_linking *l, const rail *s) {
    const wend_web *web = &l->web;
    const wend_web_border *b = &web->borders.data[s->at.border];
    int32_t beyond = web->borders.data[s->forward ? b->next : b->previous].boundary;
    return s->at.corner && s->floor >= 0 && beyond >= 0 && wend_group_of(l, beyond) == wend_group_of(l, s->floor);
}

// Finds how far a side can go on.
static void look_ahead(plan *x, rail *s) {
    const wend_web *web = &x->l->web;
    if (s->done)
        return;
    leave_border(x->l, s);
    if (s->done)
        return;
    double from, to;
    int32_t border = s->at.border;
    const wend_web_border *b = &web->borders.data[border];
    if (b->boundary < 0) {
        s->done = !is_bridge(x->l, s);
        s->last = false;
        s->next = corner_place(web, border, s->forward);
        s->length = wend_length_above(s->at.at, s->next.at);
        return;
    }
    s->floor = b->boundary;
    if (!wend_border_passable(x->l, border, s->at.along, &from, &to) || s->at.along < from || s->at.along > to) {
        s->done = true;
        return;
    }
    double far = s->forward ? to : from;
    s->last = s->forward ? to < b->to : from > b->from;
    // The place where it stops, when that is within this border.
    if (s->around && border == s->stop.border && !s->stop.corner) {
        far = s->stop.along;
        s->last = true;
    }
    s->next = s->last ? wend_border_place_at(x->l, border, far) : corner_place(web, border, s->forward);
    s->length = wend_length_above(s->at.at, s->next.at);
    if (s->last && (s->length <= WEND_RULE_SAME || (s->next.corner && s->next.end != s->forward)))
        s->done = true;
}

// The foot of a place on what a side can still go along; false when it is not well within it.
static bool foot_on(plan *x, const rail *s, wend_point3 of, wend_border_place *foot) {
    if (x->l->web.borders.data[s->at.border].boundary < 0)
        return false;
    double dx = (double)s->next.at.x - s->at.at.x, dy = (double)s->next.at.y - s->at.at.y;
    double t = (((double)of.x - s->at.at.x) * dx + ((double)of.y - s->at.at.y) * dy) / (s->length * s->length);
    if (!(t * s->length > WEND_RULE_SAME && (1 - t) * s->length > WEND_RULE_SAME))
        return false;
    *foot = wend_border_place_at(x->l, s->at.border, s->at.along + t * (s->next.along - s->at.along));
    return !foot->corner;
}

// The height of the lower floor at a rung.
static double base_of(wend_point3 p, wend_point3 q) {
    return p.z < q.z ? p.z : q.z;
}

// Whether a corner is no more than a step above or below the nearest place of a side.
static bool is_level(const plan *x, wend_point3 a, wend_point3 b, wend_point3 c) {
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y;
    double t = (((double)c.x - a.x) * dx + ((double)c.y - a.y) * dy) / (dx * dx + dy * dy);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return fabs(a.z + t * ((double)b.z - a.z) - c.z) <= x->l->rules.climb;
}

static wend_hindrance ask(plan *x, wend_point3 a, wend_point3 b, wend_point3 c, const double base[3],
                          const bool along[3]) {
    const wend_point3 p[3] = {a, b, c};
    if (wend_turn_of(a, b, c) <= 0 || (!along[1] && !along[2] && !is_level(x, a, b, c)))
        return WEND_FILL_MISSHAPEN;
    wend_hindrance h = wend_fill_ask(x->ladder->filled, p, base, along);
    if (h == WEND_FILL_FREE && !wend_filled_plan(x->ladder->filled, p))
        return WEND_FILL_NO_MEMORY;
    return h;
}

int wend_rung_diagonal(wend_point3 p, wend_point3 p1, wend_point3 q1, wend_point3 q, bool longer) {
    bool fits[2] = {wend_turn_of(p, q1, q) > 0 && wend_turn_of(p, p1, q1) > 0,
                    wend_turn_of(p, p1, q) > 0 && wend_turn_of(p1, q1, q) > 0};
    const double length[2] = {wend_length_above(p, q1), wend_length_above(p1, q)};
    if (fits[0] && fits[1])
        return (length[0] <= length[1]) == longer ? 1 : 0;
    return fits[0] ? 0 : fits[1] ? 1 : -1;
}

// Asks for the one filler of a tip, where p and q are the same place seen from above. What touches that corner is not
// in its way; what stands on its two sides is, and they are asked for without their ends.
static wend_hindrance ask_tip(plan *x, wend_point3 p, wend_point3 q, wend_point3 p1, wend_point3 q1) {
    wend_linking *l = x->l;
    const double here = base_of(p, q), there = base_of(p1, q1);
    wend_hindrance h = ask(x, p, p1, q1, (const double[]){here, there, there}, (const bool[]){false, false, false});
    for (int k = 0; k < 2 && h == WEND_FILL_FREE; k++) {
        wend_point3 tip = k ? q : p, end = k ? q1 : p1;
        const double from[2] = {tip.x, tip.y}, to[2] = {end.x, end.y};
        const double low[2] = {tip.z + l->rules.low, end.z + l->rules.low};
        const double high[2] = {wend_link_head(&l->rules, here), wend_link_head(&l->rules, there)};
        double length = wend_length_above(tip, end), margin = wend_link_margin(length);
        wend_region side =
            wend_region_band(from, to, margin, length - margin, WEND_RULE_SAME, WEND_RULE_SAME, low, high);
        bool clear;
        if (!wend_obstacles_look(&l->obstacles, &side, &clear))
            h = WEND_FILL_NO_MEMORY;
        else if (!clear)
            h = WEND_FILL_BLOCKED;
    }
    return h;
}

// Asks for the fillers between two rungs, which are planned then. *quad is true when there are two, which the
// other diagonal could part as well.
static wend_hindrance ask_fillers(plan *x, wend_point3 p, wend_point3 q, const wend_rung *next, bool *quad) {
    wend_point3 p1 = next->p.at, q1 = next->q.at;
    bool p_stays = wend_same_above(p, p1), q_stays = wend_same_above(q, q1), tip = wend_same_above(p, q);
    *quad = false;
    double here = base_of(p, q), there = base_of(p1, q1), lower = here < there ? here : there;
    if (tip)
        return ask_tip(x, p, q, p1, q1);
    if (q_stays || wend_same_above(p1, q1))
        return ask(x, p, p1, q, (const double[]){here, there, lower}, (const bool[]){true, !q_stays, false});
    if (p_stays)
        return ask(x, q1, q, p, (const double[]){there, here, lower}, (const bool[]){true, false, false});
    int diagonal = wend_rung_diagonal(p, p1, q1, q, next->longer);
    if (diagonal < 0)
        return WEND_FILL_MISSHAPEN;
    *quad = diagonal != wend_rung_diagonal(p, p1, q1, q, !next->longer);
    if (diagonal == 0) {
        wend_hindrance h = ask(x, p, p1, q1, (const double[]){here, there, there}, (const bool[]){true, false, false});
        if (h != WEND_FILL_FREE)
            return h;
        return ask(x, q1, q, p, (const double[]){there, here, here}, (const bool[]){true, false, false});
    }
    wend_hindrance h = ask(x, p, p1, q, (const double[]){here, there, here}, (const bool[]){true, false, false});
    if (h != WEND_FILL_FREE)
        return h;
    return ask(x, q1, q, p1, (const double[]){there, here, there}, (const bool[]){true, false, false});
}

// The border that a side of a ladder goes on along from a place.
static int32_t border_onward(const wend_web *web, const wend_border_place *at, bool forward) {
    const wend_web_border *b = &web->borders.data[at->border];
    return !at->corner || at->end != forward ? at->border : forward ? b->next : b->previous;
}

// Whether what is left beyond a rung is one border of floor, which the last filler is joined to then, and more than a
// step above or below the far corner of that. No matter where that filler lies on floor already.
static bool ends_in_climb(const plan *x, const wend_rung *next) {
    const wend_web *web = &x->l->web;
    int32_t left = border_onward(web, &next->p, false);
    if (left != border_onward(web, &next->q, true) || web->borders.data[left].boundary < 0 ||
        wend_same_above(next->p.at, next->q.at))
        return false;
    wend_point3 p = x->p.at.at, q = x->q.at.at, p1 = next->p.at, q1 = next->q.at;
    bool from_p =
        wend_same_above(q, q1) || (!wend_same_above(p, p1) && wend_rung_diagonal(p, p1, q1, q, next->longer) == 0);
    const rail *s = from_p ? &x->p : &x->q;
    return web->borders.data[s->at.border].boundary < 0 && !is_level(x, p1, q1, s->at.at);
}

// Asks for all between the present rung and the next one. *quad as before.
static wend_hindrance ask_once(plan *x, const wend_rung *next, bool *quad) {
    int64_t planned = x->ladder->filled->planned.count;
    wend_hindrance h = ask_fillers(x, x->p.at.at, x->q.at.at, next, quad);
    if (h == WEND_FILL_FREE && ends_in_climb(x, next))
        h = WEND_FILL_MISSHAPEN;
    if (h != WEND_FILL_FREE)
        x->ladder->filled->planned.count = planned;
    return h;
}

// The region around a rung, measured across it.
static wend_region region_across(const wend_linking *l, wend_point3 p, wend_point3 q) {
    const double from[2] = {p.x, p.y}, to[2] = {q.x, q.y};
    double base = base_of(p, q), length = wend_length_above(p, q), margin = wend_link_margin(length);
    const double low[2] = {base + l->rules.low, base + l->rules.low},
                 high[2] = {wend_link_head(&l->rules, base), wend_link_head(&l->rules, base)};
    wend_region region =
        wend_region_band(from, to, margin, length - margin, WEND_RULE_BESIDE, WEND_RULE_BESIDE, low, high);
    double along = region.axis[0];
    region.axis[0] = -region.axis[1];
    region.axis[1] = along;
    return region;
}

// Whether what lies on a range across a rung lies on both sides of it, so that no filler beside it is free.
static bool is_across(wend_range range) {
    return range.from < -WEND_RULE_SAME && range.to > WEND_RULE_SAME;
}

// Tells whether something stands across a rung. *face is the face that does by itself, if there is one: what was in the
// way last, perhaps. False when memory is short.
static bool look_for_obstacles_across(wend_linking *l, wend_point3 p, wend_point3 q, bool *blocked, int32_t *face) {
    const wend_range across = {-WEND_RULE_BESIDE, WEND_RULE_BESIDE};
    wend_region region = region_across(l, p, q);
    wend_range range;
    *blocked = wend_obstacles_ask_face(&l->obstacles, &region, l->obstacles.last, &range) && is_across(range);
    if (*blocked) {
        *face = l->obstacles.last;
        return true;
    }
    if (!wend_obstacles_ask(&l->obstacles, &region, &across))
        return false;
    for (int64_t k = 0; k < l->obstacles.blocked.count; k++)
        *blocked |= is_across(l->obstacles.blocked.data[k]);
    return true;
}

// Remembers what lies across a ladder's first rung.
static void note_barrier(const plan *x, int32_t barrier) {
    const wend_rung *first = x->first;
    for (int k = 0; k < 2; k++) {
        int32_t boundary = x->l->web.borders.data[k ? first->q.border : first->p.border].boundary;
        if (boundary >= 0)
            x->l->barrier.data[boundary] = barrier;
    }
}

// Whether what lay across a way from one of the two boundary edges lies across a rung, too.
static bool is_blocked_again(const wend_linking *l, const wend_rung *rung) {
    wend_point3 p = rung->p.at, q = rung->q.at;
    for (int k = 0; k < 2; k++) {
        int32_t boundary = l->web.borders.data[k ? rung->q.border : rung->p.border].boundary;
        int32_t barrier = boundary >= 0 ? l->barrier.data[boundary] : WEND_NO_BARRIER;
        wend_range range;
        if (barrier == WEND_NO_BARRIER)
            continue;
        if (barrier < 0) {
            if (wend_fill_is_across(l, p, q, ~barrier))
                return true;
            continue;
        }
        wend_region region = region_across(l, p, q);
        if (wend_obstacles_ask_face(&l->obstacles, &region, barrier, &range) && is_across(range))
            return true;
    }
    return false;
}

// What hinders the first filler beside a ladder's first rung may well lie across that: then there is no ladder,
// whatever else is tried. False when memory is short.
static bool look_across(plan *x, wend_hindrance h) {
    wend_point3 p = x->p.at.at, q = x->q.at.at;
    int kind = h == WEND_FILL_BLOCKED;
    if (x->ladder->rungs.count > 0 || x->looked[kind] || !(h == WEND_FILL_BLOCKED || h == WEND_FILL_OVERLAPS) ||
        wend_same_above(p, q))
        return true;
    x->looked[kind] = true;
    int32_t barrier = WEND_NO_BARRIER;
    bool good = kind ? look_for_obstacles_across(x->l, p, q, &x->shut, &barrier)
                     : wend_fill_look_across(x->ladder->filled, p, q, &x->shut);
    if (x->shut)
        note_barrier(x, kind ? barrier : ~x->ladder->filled->overlapped);
    return good;
}

// Asks for all between the present rung and the next one. What stands at the corner of a floor may be in the way of a
// filler that has a narrow angle there: unless it lies across the first rung, the other diagonal is tried then.
static wend_hindrance ask_between(plan *x, wend_rung *next) {
    bool quad, corner = x->p.at.corner || x->q.at.corner || next->p.corner || next->q.corner;
    next->longer = false;
    wend_hindrance h = ask_once(x, next, &quad);
    if (!look_across(x, h))
        return WEND_FILL_NO_MEMORY;
    if (h == WEND_FILL_BLOCKED && quad && corner && !x->shut) {
        next->longer = true;
        h = ask_once(x, next, &quad);
    }
    return h;
}

typedef struct choice {
    wend_border_place *p, *q;
    double length;
} choice;

static void add_choice(choice *list, int *count, wend_border_place *p, wend_border_place *q) {
    choice c = {p, q, wend_length_above(p->at, q->at)};
    int k = (*count)++;
    for (; k > 0 && list[k - 1].length > c.length; k--)
        list[k] = list[k - 1];
    list[k] = c;
}

// Takes the next rung; false when there is none. *result is an error when memory is short.
static bool step_on(plan *x, wend_rung *next, wend_result *result) {
    rail *p = &x->p, *q = &x->q;
    choice list[5];
    int count = 0;
    wend_border_place on_p, on_q; // feet
    if (!p->done && !q->done) {
        add_choice(list, &count, &p->next, &q->next);
        if (foot_on(x, p, q->next.at, &on_p))
            add_choice(list, &count, &on_p, &q->next);
        if (foot_on(x, q, p->next.at, &on_q))
            add_choice(list, &count, &p->next, &on_q);
    }
    bool tip = wend_same_above(p->at.at, q->at.at);
    if (!p->done && !tip)
        add_choice(list, &count, &p->next, &q->at);
    if (!q->done && !tip)
        add_choice(list, &count, &p->at, &q->next);
    double reach = reach_between(x->ladder, p->at.border, q->at.border);
    for (int k = 0; k < count; k++) {
        if (!wend_rung_allowed(x->l, x->ladder->reach, list[k].p->at, list[k].q->at) ||
            !wend_border_place_settle(x->l, list[k].p) || !wend_border_place_settle(x->l, list[k].q))
            continue;
        if (list[k].length > reach + 1) {
            x->ladder->limited = true;
            break;
        }
        *next = (wend_rung){*list[k].p, *list[k].q, false};
        wend_hindrance h = ask_between(x, next);
        if (h == WEND_FILL_NO_MEMORY)
            *result = WEND_ERROR_MEMORY;
        if (*result != WEND_OK || x->shut)
            return false;
        if (h == WEND_FILL_FREE)
            return true;
    }
    return false;
}

// What is left of the border that a rail is on.
typedef struct rest {
    wend_point3 u, v; // the ends of its border
    int32_t border;
    double from, whole;   // of the border
    double begin, onward; // along it
    double length;
} rest;

static rest rest_of(const plan *x, const rail *s) {
    const wend_web *web = &x->l->web;
    const wend_web_border *b = &web->borders.data[s->at.border];
    return (rest){.u = wend_border_from(web, s->at.border),
                  .v = wend_border_to(web, s->at.border),
                  .border = s->at.border,
                  .from = b->from,
                  .whole = b->to - b->from,
                  .begin = s->at.along,
                  .onward = s->next.along - s->at.along,
                  .length = s->length};
}

static double along_rest(const rest *s, double far) {
    return s->begin + far / s->length * s->onward;
}

static wend_point3 place_on(const rest *s, double far) {
    int end;
    return place_between(s->u, s->v, (along_rest(s, far) - s->from) / s->whole, &end);
}

// Both sides of a ladder, from the present rung on.
typedef struct rests {
    rest p, q;
    double least; // the shorter one
} rests;

static rests both_rests(const plan *x) {
    double least = x->p.length < x->q.length ? x->p.length : x->q.length;
    return (rests){rest_of(x, &x->p), rest_of(x, &x->q), least};
}

// The rung that lies equally far along both sides, a part of the way to the nearer end of them.
static wend_rung rung_along(const plan *x, const rests *on, double part) {
    double far = part * on->least;
    return (wend_rung){wend_border_place_at(x->l, on->p.border, along_rest(&on->p, far)),
                       wend_border_place_at(x->l, on->q.border, along_rest(&on->q, far)), false};
}

// How far one side of an inequality |at + s * change| <= most holds from s = 0 on, where it nearly does; no more than
// 1.
static double part_within(double at, double change, double most) {
    double left = change > 0 ? most - at : most + at, speed = fabs(change);
    return left <= 0 ? 0 : left < speed ? left / speed : 1;
}

// The same for the length of a vector in the plane.
static double part_in_reach(double x, double y, double dx, double dy, double reach) {
    double a = dx * dx + dy * dy, b = x * dx + y * dy, c = x * x + y * y - reach * reach;
    double root2 = b * b - a * c, far = root2 > 0 ? sqrt(root2) - b : 0;
    return far < a ? (far > 0 ? far / a : 0) : 1;
}

// From a place of one side to the place equally far along the other one, before rounding.
static void way_across(const rests *on, double far, double way[3]) {
    double s = (along_rest(&on->p, far) - on->p.from) / on->p.whole,
           t = (along_rest(&on->q, far) - on->q.from) / on->q.whole;
    const rest *p = &on->p, *q = &on->q;
    way[0] = q->u.x + t * ((double)q->v.x - q->u.x) - (p->u.x + s * ((double)p->v.x - p->u.x));
    way[1] = q->u.y + t * ((double)q->v.y - q->u.y) - (p->u.y + s * ((double)p->v.y - p->u.y));
    way[2] = q->u.z + t * ((double)q->v.z - q->u.z) - (p->u.z + s * ((double)p->v.z - p->u.z));
}

// How far a rung along both sides is allowed, as part of the way to the nearer end; 0 for nowhere that counts. Both of
// its ends move evenly, so an equation says how far; rounding to the lattice may take it back by a few steps. *limited
// is true when the rung could go farther if nothing else were nearer to one of the two borders.
static double allowed_part(const plan *x, const rests *on, bool *limited) {
    double a[3], b[3];
    way_across(on, 0, a);
    way_across(on, on->least, b);
    double longest = reach_between(x->ladder, on->p.border, on->q.border);
    double reach = part_in_reach(a[0], a[1], b[0] - a[0], b[1] - a[1], longest + 1);
    double climb = part_within(a[2], b[2] - a[2], x->l->rules.climb);
    double part = reach < climb ? reach : climb;
    *limited = longest < x->ladder->reach && part < 1 && reach <= climb;
    for (double back = WEND_RULE_SAME; part * on->least > WEND_RULE_SHORT; part -= back / on->least, back *= 2) {
        double far = part * on->least;
        if (wend_rung_allowed(x->l, longest, place_on(&on->p, far), place_on(&on->q, far)))
            return part;
    }
    return 0;
}

bool wend_strip_ask(wend_linking *l, const wend_point3 from[2], const wend_point3 to[2]) {
    const double base[2] = {base_of(from[0], from[1]), base_of(to[0], to[1])};
    const double low[2] = {base[0] + l->rules.low, base[1] + l->rules.low};
    const double high[2] = {wend_link_head(&l->rules, base[0]), wend_link_head(&l->rules, base[1])};
    wend_region region = wend_region_strip(from[0], to[0], to[1], from[1], low, high);
    return wend_obstacles_ask(&l->obstacles, &region, NULL);
}

// How far a rung along both sides is free of what stands in the way, as part of the way to the nearer end, up to
// `most`. False when memory is short.
static bool free_part(const plan *x, const rests *on, double most, double *part) {
    const wend_point3 from[2] = {x->p.at.at, x->q.at.at};
    const wend_point3 to[2] = {place_on(&on->p, most * on->least), place_on(&on->q, most * on->least)};
    *part = most;
    if (wend_same_above(from[0], to[0]) || wend_same_above(from[0], from[1])) // what touches a tip is not in its way
        return true;
    if (!wend_strip_ask(x->l, from, to))
        return false;
    if (x->l->obstacles.blocked.count > 0)
        *part = (x->l->obstacles.blocked.data[0].from - WEND_RULE_BESIDE) / on->least;
    return true;
}

// Takes the rung at a part of the way for the last one, if it can be had. Its fillers are not planned: it may not stay
// the last one, and nothing may come after it.
static wend_hindrance take_rung(plan *x, const rests *on, double part, wend_rung *last) {
    if (!(part * on->least > WEND_RULE_SHORT))
        return WEND_FILL_MISSHAPEN;
    wend_rung r = rung_along(x, on, part);
    if (!wend_border_place_settle(x->l, &r.p) || !wend_border_place_settle(x->l, &r.q))
        return WEND_FILL_MISSHAPEN;
    int64_t planned = x->ladder->filled->planned.count;
    wend_hindrance h = ask_between(x, &r);
    x->ladder->filled->planned.count = planned;
    if (h == WEND_FILL_FREE)
        *last = r;
    return h;
}

// The farthest free rung before one that something hinders. Where an obstacle stands in the way, the answer says how
// far away it stands; where floors overlap, the place is found by halving the way.
static wend_hindrance farthest_rung(plan *x, const rests *on, double most, wend_rung *last) {
    double free = 0, part;
    wend_hindrance h = WEND_FILL_BLOCKED;
    if (!free_part(x, on, most, &part))
        return WEND_FILL_NO_MEMORY;
    if (part < most) {
        h = take_rung(x, on, part, last);
        most = part;
    }
    if (h == WEND_FILL_FREE)
        return h;
    for (int k = 0; k < 4 && (most - free) * on->least > WEND_RULE_SHORT && h != WEND_FILL_NO_MEMORY; k++) {
        part = (free + most) / 2;
        h = take_rung(x, on, part, last);
        *(h == WEND_FILL_FREE ? &free : &most) = part;
    }
    return h != WEND_FILL_NO_MEMORY && free > 0 ? WEND_FILL_FREE : h;
}

// The last rung: as far as it is allowed, and free. False when that is nowhere.
static bool last_rung(plan *x, wend_rung *last, wend_result *result) {
    const wend_web_border *borders = x->l->web.borders.data;
    if (x->p.done || x->q.done || borders[x->p.at.border].boundary < 0 || borders[x->q.at.border].boundary < 0)
        return false;
    rests on = both_rests(x);
    bool limited = false;
    double most = allowed_part(x, &on, &limited);
    wend_hindrance h = most > 0 ? take_rung(x, &on, most, last) : WEND_FILL_FREE;
    x->ladder->limited |= limited && h == WEND_FILL_FREE; // else something nearer ends it
    if (h != WEND_FILL_FREE && h != WEND_FILL_NO_MEMORY && !x->shut)
        h = farthest_rung(x, &on, most, last);
    if (h == WEND_FILL_NO_MEMORY)
        *result = WEND_ERROR_MEMORY;
    return most > 0 && h == WEND_FILL_FREE;
}

// Whether a side has come to where it stops; it stands at the beginning of a border when at a corner.
static bool has_stopped(const rail *s) {
    return s->around && s->at.corner == s->stop.corner && s->at.border == s->stop.border &&
           !(s->at.along < s->stop.along) && !(s->at.along > s->stop.along);
}

static void go_to(plan *x, rail *s, wend_border_place at) {
    s->at = at;
    leave_border(x->l, s);
    s->done |= has_stopped(s);
}

// Plans one direction from a rung on: p runs against its borders, q along them. Rungs are added to the ladder's.
static wend_result plan_way(plan *x) {
    int64_t bound = 4 * x->l->web.borders.count + 16;
    for (int64_t k = 0; k < bound; k++) {
        wend_rung next;
        wend_result result = WEND_OK;
        look_ahead(x, &x->p);
        look_ahead(x, &x->q);
        // In the second case one border is left between them; in the third one of them has come to another step.
        if ((x->p.done && x->q.done) || x->p.at.border == x->q.at.border ||
            !wend_rung_allowed(x->l, x->ladder->reach, x->p.at.at, x->q.at.at))
            return WEND_OK;
        bool more = !x->even && step_on(x, &next, &result), end = !more;
        if (!more && result == WEND_OK && !x->shut)
            more = x->tried = last_rung(x, &next, &result);
        if (result != WEND_OK || !more)
            return result;
        if (!wend_array_push(x->l->context, &x->ladder->rungs, next))
            return WEND_ERROR_MEMORY;
        if (end || wend_same_above(next.p.at, next.q.at))
            return WEND_OK;
        go_to(x, &x->p, next.p);
        go_to(x, &x->q, next.q);
    }
    return WEND_OK;
}

// Lets a side set out from a place.
static void start_rail(const plan *x, rail *s, const wend_border_place *at, const wend_border_place *stop,
                       bool forward) {
    s->forward = forward;
    s->at = *stop;
    leave_border(x->l, s);
    s->stop = s->at;
    s->done = false;
    s->at = *at;
    s->floor = x->l->web.borders.data[at->border].boundary;
    leave_border(x->l, s);
    s->around = false;
}

// ---------------------------------------------------------------------------------------------------- ladders

// How wide a ladder is: the length of its shorter side, or less where it is slanted: between two rungs, its area by the
// longer one. One that uses one side only would touch the other in a point: *fan.
static double width_of(const wend_ladder *ladder, const wend_rung *first, int64_t ahead, bool *fan) {
    double p = 0, q = 0, slanted = 0;
    wend_rung back = {first->q, first->p, false};
    for (int64_t k = 0; k < ladder->rungs.count; k++) {
        const wend_rung *r = &ladder->rungs.data[k];
        const wend_rung *before = k == ahead ? &back : k > 0 ? r - 1 : first;
        *(k < ahead ? &p : &q) += wend_length_above(before->p.at, r->p.at);
        *(k < ahead ? &q : &p) += wend_length_above(before->q.at, r->q.at);
        double area2 = (double)wend_turn_of(before->p.at, r->p.at, r->q.at) +
                       (double)wend_turn_of(before->p.at, r->q.at, before->q.at);
        double here = wend_length_above(r->p.at, r->q.at), there = wend_length_above(before->p.at, before->q.at);
        slanted += area2 / 2 / (here > there ? here : there);
    }
    double shorter = p < q ? p : q;
    *fan = ladder->rungs.count > 0 && !(shorter > 0);
    return slanted < shorter ? slanted : shorter;
}

// A place by one name: corners as the beginning of the border that starts there.
static wend_border_place named(const wend_web *web, const wend_border_place *at) {
    return at->corner && at->end ? corner_place(web, web->borders.data[at->border].next, false) : *at;
}

static bool is_same_border_place(const wend_border_place *a, const wend_border_place *b) {
    return a->border == b->border && a->corner == b->corner && !(a->along < b->along) && !(a->along > b->along);
}

bool wend_ladder_failed_before(wend_ladder *ladder, const wend_rung *first) {
    const wend_web *web = &ladder->filled->l->web;
    const wend_border_place begin[2] = {named(web, &first->p), named(web, &first->q)};
    if (ladder->has_failed && is_same_border_place(&begin[0], &ladder->failed_at[0]) &&
        is_same_border_place(&begin[1], &ladder->failed_at[1]))
        return true;
    ladder->failed_at[0] = begin[0];
    ladder->failed_at[1] = begin[1];
    ladder->has_failed = false;
    return false;
}

// How wide a ladder could be at most that goes on equally far along both sides.
static double width_if_even(wend_ladder *ladder, const wend_rung *first) {
    double width = 0;
    for (int way = 0; way < 2; way++) {
        plan x = {.ladder = ladder, .l = ladder->filled->l, .first = first};
        const wend_border_place *p = way ? &first->q : &first->p, *q = way ? &first->p : &first->q;
        bool limited;
        start_rail(&x, &x.p, p, p, false);
        start_rail(&x, &x.q, q, q, true);
        look_ahead(&x, &x.p);
        look_ahead(&x, &x.q);
        const wend_web_border *borders = x.l->web.borders.data;
        if (x.p.done || x.q.done || borders[x.p.at.border].boundary < 0 || borders[x.q.at.border].boundary < 0)
            continue;
        rests on = both_rests(&x);
        width += allowed_part(&x, &on, &limited) * on.least;
    }
    return width;
}

// Plans both directions from the first rung on. *ahead are the rungs of the first one.
static wend_result plan_both(wend_ladder *ladder, const wend_rung *first, bool even, int64_t *ahead) {
    plan x = {.ladder = ladder, .l = ladder->filled->l, .first = first, .even = even};
    ladder->rungs.count = 0;
    ladder->filled->planned.count = 0;
    start_rail(&x, &x.p, &first->p, &first->p, false);
    start_rail(&x, &x.q, &first->q, &first->q, true);
    wend_result result = plan_way(&x);
    bool tip = wend_same_above(first->p.at, first->q.at);
    *ahead = ladder->rungs.count;
    if (result == WEND_OK && !tip && !x.shut && !(x.p.done && x.q.done && has_stopped(&x.p) && has_stopped(&x.q))) {
        const wend_rung *last = *ahead > 0 ? &ladder->rungs.data[*ahead - 1] : first;
        wend_border_place end_p = last->p, end_q = last->q;
        bool quad;
        if (x.tried && ask_once(&x, last, &quad) == WEND_FILL_NO_MEMORY)
            return WEND_ERROR_MEMORY;
        start_rail(&x, &x.p, &first->q, &end_q, false);
        start_rail(&x, &x.q, &first->p, &end_p, true);
        result = plan_way(&x);
    }
    ladder->filled->planned.count = 0;
    return result;
}

// The shortest rungs may all lead to one corner, the tip of a floor, or leave one side for a corner of the other one
// that lies beside a wall: then both sides are followed equally far, if that is wider.
static wend_result plan_wider(wend_ladder *ladder, const wend_rung *first, int64_t *ahead, double *width) {
    bool fan;
    wend_result result = plan_both(ladder, first, true, ahead);
    double even = width_of(ladder, first, *ahead, &fan);
    if (result == WEND_OK && even <= *width) // back to the first plan, if it is worth anything
        return *width < ladder->least ? WEND_OK : plan_both(ladder, first, false, ahead);
    *width = even;
    return result;
}

wend_result wend_ladder_build(wend_ladder *ladder, const wend_rung *first) {
    int64_t ahead;
    bool fan;
    ladder->limited = false;
    ladder->rungs.count = 0;
    bool tip = wend_same_above(first->p.at, first->q.at);
    ladder->has_failed = !tip && is_blocked_again(ladder->filled->l, first);
    if (ladder->has_failed)
        return WEND_OK;
    wend_result result = plan_both(ladder, first, false, &ahead);
    double width = width_of(ladder, first, ahead, &fan);
    bool narrow = fan || (ladder->rungs.count > 0 && ladder->rungs.count <= FEW);
    if (result == WEND_OK && narrow && ladder->apart && !tip) {
        double most = width_if_even(ladder, first);
        if (most >= ladder->least && most > WEND_RULE_WIDER * width)
            result = plan_wider(ladder, first, &ahead, &width);
    }
    ladder->has_failed = result == WEND_OK && width < ladder->least;
    return result != WEND_OK || ladder->has_failed ? result : wend_ladder_lay(ladder, first, ahead);
}

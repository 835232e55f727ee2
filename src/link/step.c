// Steps: boundaries that coincide seen from above, joined without area.
//
// The extraction lets the topmost floor win, so wherever a floor lies less than `height` above another one the lower
// one ends below the edge of the upper one: closed risers, nosings, kerbs, box tops, carpets. The two sides of a low
// barrier coincide as well, and so do floors that penetrate each other. Because `step` is less than half the height, a
// place has at most one partner, so there is nothing to choose.
//
//     find     pairs of boundary edges that run back along each other within two lattice steps, and the parts of them
//              where the heights are within `step` and nothing is in the way
//     realise  both edges get a corner at both ends of each part, and the two sides between become neighbours
//
// *Corners.* Each end of a part is a corner of one edge, or of both when they are within two steps of each other, or
// (where something is in the way, or the heights part) a point of neither. An edge without a corner there is subdivided
// right at that point; corners that miss each other are drawn together (wend_web_draw). A part for which a triangle
// would turn over is left out: slivers thinner than two steps, which nobody walks on.
//
// *Contests.* An open stair shows the ground between its treads, and the first tread is no more than a step above that:
// its far edge could be joined to the ground below or to the next tread across the gap, but not to both. So a step
// whose upper edge has another floor in reach beyond is taken at once only if it joins what is not joined yet, and then
// without the part from which that floor is in reach, if that leaves enough; the rest waits until gaps have been tried
// from there.
//
// Cost: O(b log b + pairs), and for each pair one question of room. Parts are found in parallel, and listed in the
// order of the edges that they begin with.
#include "link/stages.h"

#include "base/context.h"
#include "base/sort.h"

#include <math.h>

enum { GRAIN = 256 }; // boundary edges in one task

// What is found: by one worker, or by all of them.
typedef struct finding {
    wend_linking *l;
    wend_obstacles obstacles;
    double least; // lattice steps: what something leaves free of an edge and is shorter is no way through
    WEND_ARRAY(wend_overlap) pieces;
    wend_item_list found;   // boundary edges near one
    wend_range_list rivals; // parts of a contested step, one for each edge that contests it
    char space[WEND_WORKER_SPACE];
} finding;

// ---------------------------------------------------------------------------------------------------- pairs

// How far along e a place is, and how far to its left.
static double along_of(const wend_link_edge *e, wend_point3 p) {
    double dx = (double)e->b.x - e->a.x, dy = (double)e->b.y - e->a.y;
    return (((double)p.x - e->a.x) * dx + ((double)p.y - e->a.y) * dy) / e->length;
}

static double left_of(const wend_link_edge *e, wend_point3 p) {
    return (double)wend_turn_of(e->a, e->b, p) / e->length;
}

static int32_t nearest_whole(double x) {
    return (int32_t)floor(x + 0.5);
}

static wend_point place_on(const wend_link_edge *e, double along) {
    double t = along / e->length;
    return (wend_point){nearest_whole(e->a.x + t * ((double)e->b.x - e->a.x)),
                        nearest_whole(e->a.y + t * ((double)e->b.y - e->a.y))};
}

// f seen along e: it runs from `start` (its b) to `end` (its a), at `height` and `left` there.
typedef struct mirrored {
    double start, end, z_start, z_end, left_start, left_end;
} mirrored;

static double between(double from, double to, double at_from, double at_to, double at) {
    return to - from > 0 ? at_from + (at_to - at_from) * ((at - from) / (to - from)) : at_from;
}

static mirrored seen_along(const wend_link_edge *e, const wend_link_edge *f) {
    return (mirrored){along_of(e, f->b), along_of(e, f->a), f->b.z, f->a.z, left_of(e, f->b), left_of(e, f->a)};
}

// Cuts [*lo, *hi] down to where a linear function, v0 at s0 and v1 at s1, is within a limit either way.
static void cut_to(double s0, double s1, double v0, double v1, double limit, double *lo, double *hi) {
    for (int sign = -1; sign <= 1; sign += 2) {
        double over0 = sign * v0 - limit, over1 = sign * v1 - limit;
        if (over0 <= 0 && over1 <= 0)
            continue;
        if (over0 > 0 && over1 > 0) {
            *hi = *lo;
            return;
        }
        double at = s0 + (s1 - s0) * (over0 / (over0 - over1));
        if (over0 > 0)
            *lo = at > *lo ? at : *lo;
        else
            *hi = at < *hi ? at : *hi;
    }
}

// Adds a part, with the places of its ends.
static bool add_piece(finding *x, const wend_link_edge *e, const wend_link_edge *f, const mirrored *m, wend_overlap p) {
    if (p.lo <= 0 || fabs(p.lo - m->start) <= 0)
        p.at_lo = wend_above(p.lo <= 0 ? e->a : f->b);
    else
        p.at_lo = place_on(e, p.lo);
    if (p.hi >= e->length || fabs(p.hi - m->end) <= 0)
        p.at_hi = wend_above(p.hi >= e->length ? e->b : f->a);
    else
        p.at_hi = place_on(e, p.hi);
    if (wend_point_equal(p.at_lo, p.at_hi))
        return true;
    return wend_array_push(x->l->context, &x->pieces, p);
}

// The parts of [lo, hi] that nothing stands on.
static bool add_clear(finding *x, const wend_link_edge *e, const wend_link_edge *f, const mirrored *m, wend_overlap p) {
    wend_linking *l = x->l;
    double z[2][2]; // e and f at both ends
    for (int i = 0; i < 2; i++) {
        double s = i ? p.hi : p.lo;
        z[0][i] = wend_link_edge_height(e, s);
        z[1][i] = between(m->start, m->end, m->z_start, m->z_end, s);
    }
    double base[2] = {z[0][0] < z[1][0] ? z[0][0] : z[1][0], z[0][1] < z[1][1] ? z[0][1] : z[1][1]};
    double length = p.hi - p.lo, margin = wend_link_margin(length);
    const wend_point3 a = e->a, b = e->b;
    double ux = ((double)b.x - a.x) / e->length, uy = ((double)b.y - a.y) / e->length;
    const double from[2] = {a.x + p.lo * ux, a.y + p.lo * uy}, to[2] = {a.x + p.hi * ux, a.y + p.hi * uy};
    const double low[2] = {base[0] + l->rules.low, base[1] + l->rules.low};
    const double high[2] = {wend_link_head(&l->rules, base[0]), wend_link_head(&l->rules, base[1])};
    wend_region region =
        wend_region_band(from, to, margin, length - margin, WEND_RULE_BESIDE, WEND_RULE_BESIDE, low, high);
    if (!wend_obstacles_ask(&x->obstacles, &region, NULL))
        return false;
    p.seam = fabs(z[0][0] - z[1][0]) <= WEND_RULE_SAME && fabs(z[0][1] - z[1][1]) <= WEND_RULE_SAME;
    double lo = p.lo, hi = p.hi, start = lo;
    for (int64_t k = 0; k <= x->obstacles.blocked.count; k++) {
        bool last = k == x->obstacles.blocked.count;
        p.lo = start;
        p.hi = last ? hi : lo + x->obstacles.blocked.data[k].from - WEND_RULE_SAME;
        bool whole = last && start <= lo;
        if ((whole || p.hi - p.lo > x->least) && !add_piece(x, e, f, m, p))
            return false;
        start = last ? start : lo + x->obstacles.blocked.data[k].to + WEND_RULE_SAME;
    }
    return true;
}

// Cuts a part down to where the lower edge is open, one open range at a time. What is above the upper one counts from
// the lower one, too, and is asked for then.
static bool add_open(finding *x, const wend_link_edge *e, const wend_link_edge *f, const mirrored *m, bool e_is_lower,
                     wend_overlap p) {
    const wend_link_edge *lower = e_is_lower ? e : f;
    for (int32_t k = lower->first_open; k < lower->end_open; k++) {
        const wend_range *open = &x->l->edges.open.data[k];
        double from = open->from, to = open->to;
        if (!e_is_lower) { // f runs the other way
            from = open->to >= f->length ? m->start : between(0, f->length, m->end, m->start, open->to);
            to = open->from <= 0 ? m->end : between(0, f->length, m->end, m->start, open->from);
        }
        wend_overlap q = p;
        q.lo = from > q.lo ? from : q.lo;
        q.hi = to < q.hi ? to : q.hi;
        bool cut = q.lo > p.lo || q.hi < p.hi;
        if (q.hi - q.lo > (cut ? x->least : 0) && !add_clear(x, e, f, m, q))
            return false;
    }
    return true;
}

// Which of two boundary edges is the lower one, on average.
static bool is_lower(const wend_linking *l, int32_t e, int32_t f) {
    const wend_link_edge *a = &l->edges.all.data[e], *b = &l->edges.all.data[f];
    int64_t rise = (int64_t)b->a.z + b->b.z - ((int64_t)a->a.z + a->b.z);
    return rise > 0 || (rise == 0 && e < f);
}

// Looks at a boundary edge and one that lies higher.
static bool look_at(finding *x, int32_t lower, int32_t upper) {
    wend_linking *l = x->l;
    int32_t first = lower < upper ? lower : upper, other = lower < upper ? upper : lower;
    const wend_link_edge *e = &l->edges.all.data[first], *f = &l->edges.all.data[other];
    int64_t dot = ((int64_t)e->b.x - e->a.x) * ((int64_t)f->b.x - f->a.x) +
                  ((int64_t)e->b.y - e->a.y) * ((int64_t)f->b.y - f->a.y);
    if (dot >= 0)
        return true;
    mirrored m = seen_along(e, f);
    // Ends within two steps are the same place.
    double lo = m.start > WEND_RULE_SAME ? m.start : 0, hi = m.end < e->length - WEND_RULE_SAME ? m.end : e->length;
    double shorter = e->length < f->length ? e->length : f->length;
    if (!(hi - lo > WEND_RULE_BESIDE || hi - lo >= shorter / 2) || hi <= lo)
        return true;
    double left_lo = between(m.start, m.end, m.left_start, m.left_end, lo);
    double left_hi = between(m.start, m.end, m.left_start, m.left_end, hi);
    if (fabs(left_lo) > WEND_RULE_SAME || fabs(left_hi) > WEND_RULE_SAME)
        return true;
    double dz_lo = wend_link_edge_height(e, lo) - between(m.start, m.end, m.z_start, m.z_end, lo);
    double dz_hi = wend_link_edge_height(e, hi) - between(m.start, m.end, m.z_start, m.z_end, hi);
    double s0 = lo, s1 = hi;
    cut_to(s0, s1, dz_lo, dz_hi, l->rules.climb, &lo, &hi);
    if (hi <= lo || (hi - lo <= WEND_RULE_BESIDE && (lo > s0 || hi < s1)))
        return true;
    return add_open(x, e, f, &m, first == lower, (wend_overlap){.e = first, .f = other, .lo = lo, .hi = hi});
}

// Where the parts are that begin with an edge: with which worker.
typedef struct share {
    int32_t worker;
    int64_t first, end;
} share;

typedef struct search {
    wend_linking *l;
    finding *workers;
    WEND_ARRAY(share) shares; // per boundary edge
} search;

// Looks at one edge and those above it.
static bool find_parts(finding *x, int32_t e) {
    const wend_linking *l = x->l;
    const wend_link_edge *r = &l->edges.all.data[e];
    if (r->first_open == r->end_open)
        return true;
    if (!wend_link_edges_search_closely(l->context, &l->edges, r, WEND_RULE_SAME + 1, l->rules.climb_drawn, &x->found))
        return false;
    for (int64_t k = 0; k < x->found.count; k++)
        if (x->found.data[k] != e && is_lower(l, e, x->found.data[k]) && !look_at(x, e, x->found.data[k]))
            return false;
    return true;
}

static wend_result find_some(void *data, int64_t begin, int64_t end, int worker) {
    search *s = data;
    finding *x = &s->workers[worker];
    // Worker 0 is the calling thread, the only one that may report progress.
    if (worker == 0 && wend_pause(s->l->context, "link", 0.3 * (double)begin / (double)s->shares.count))
        return WEND_ERROR_CANCELLED;
    for (int64_t e = begin; e < end; e++) {
        int64_t first = x->pieces.count;
        if (!find_parts(x, (int32_t)e))
            return WEND_ERROR_MEMORY;
        s->shares.data[e] = (share){worker, first, x->pieces.count};
    }
    return WEND_OK;
}

// Lists the parts that all workers found, in the order of the edges.
static bool gather(const search *s, finding *all) {
    for (int64_t e = 0; e < s->shares.count; e++) {
        const share *of = &s->shares.data[e];
        for (int64_t k = of->first; k < of->end; k++)
            if (!wend_array_push(s->l->context, &all->pieces, s->workers[of->worker].pieces.data[k]))
                return false;
    }
    return true;
}

static void free_finding(finding *x) {
    wend_obstacles_free(&x->obstacles);
    wend_array_free(x->l->context, &x->pieces);
    wend_array_free(x->l->context, &x->found);
    wend_array_free(x->l->context, &x->rivals);
}

static finding begin_finding(wend_linking *l, double least) {
    const wend_obstacles *r = &l->obstacles;
    return (finding){
        .l = l, .least = least, .obstacles = {.context = r->context, .solid = r->solid, .rules = r->rules}};
}

static wend_result find_pieces(finding *x) {
    wend_linking *l = x->l;
    size_t workers = (size_t)wend_thread_count(l->context);
    search s = {.l = l, .workers = wend_allocate_array(l->context, (int64_t)workers, sizeof *s.workers)};
    if (!s.workers)
        return WEND_ERROR_MEMORY;
    for (size_t w = 0; w < workers; w++)
        s.workers[w] = begin_finding(l, x->least);
    wend_result result = WEND_ERROR_MEMORY;
    if (wend_array_resize(l->context, &s.shares, l->edges.all.count))
        result = wend_run_tasks(l->context, s.shares.count, GRAIN, find_some, &s);
    if (result == WEND_OK && !gather(&s, x))
        result = WEND_ERROR_MEMORY;
    for (size_t w = 0; w < workers; w++)
        free_finding(&s.workers[w]);
    wend_release(l->context, s.workers, workers * sizeof *s.workers);
    wend_array_free(l->context, &s.shares);
    return result;
}

// ---------------------------------------------------------------------------------------------------- realising

static int64_t distance2(wend_point3 a, wend_point b) {
    int64_t dx = (int64_t)a.x - b.x, dy = (int64_t)a.y - b.y;
    return dx * dx + dy * dy;
}

// The height of a boundary edge at a place along it, 0 to 1.
static int32_t height_at(const wend_link_edge *r, double t) {
    return nearest_whole(r->a.z + t * ((double)r->b.z - r->a.z));
}

// The border that starts at a place of a boundary edge: a corner within two steps of it, or else the edge is subdivided
// there. With `end`, the border that ends there. -1 when there is none: joined already, or a triangle would turn over.
// -2 when memory is short.
static int32_t border_at(wend_linking *l, int32_t b, wend_point at, bool end) {
    wend_web *web = &l->web;
    const wend_link_edge *r = &l->edges.all.data[b];
    wend_point3 place = {at.x, at.y, 0};
    double t = along_of(r, place) / r->length;
    int32_t best = -1;
    int64_t nearest = WEND_RULE_SAME2 + 1;
    for (int32_t k = b; k >= 0; k = web->borders.data[k].after) {
        if (web->borders.data[k].edge < 0)
            continue;
        int64_t d = distance2(end ? wend_border_to(web, k) : wend_border_from(web, k), at);
        if (d < nearest) {
            nearest = d;
            best = k;
        }
    }
    if (best >= 0)
        return best;
    for (int32_t k = b; k >= 0; k = web->borders.data[k].after) {
        const wend_web_border *piece_of = &web->borders.data[k];
        if (piece_of->edge < 0 || !(t > piece_of->from && t < piece_of->to))
            continue;
        place.z = height_at(r, t);
        if (!wend_web_give_room(web, k, place))
            return -1;
        int32_t second;
        if (!wend_web_split(web, k, place, &second))
            return -2;
        return end ? k : second;
    }
    return -1;
}

// Makes the corner in which border a starts and the one in which border b ends the same place. The places of both edges
// along which they lie are kept where possible: whichever can be drawn to the other one.
static bool draw_together(wend_web *web, int32_t a, int32_t b) {
    wend_point3 p = wend_border_from(web, a), q = wend_border_to(web, b);
    if (wend_same_above(p, q))
        return true;
    return wend_web_draw(web, web->borders.data[b].next, wend_above(p)) || wend_web_draw(web, a, wend_above(q));
}

// Makes the next corners of two runs meet, one along border a, the other back along border b: they are drawn together,
// or the longer one is subdivided where the shorter one ends. *a and *b are the borders to join then. *met is true
// when that could be done. False when memory is short.
static bool meet_next(wend_linking *l, int32_t *a, int32_t *b, bool last_a, bool last_b, bool *met) {
    wend_web *web = &l->web;
    wend_point3 p = wend_border_to(web, *a), q = wend_border_from(web, *b);
    *met = wend_same_above(p, q);
    if (*met)
        return true;
    if (!last_a && !last_b && distance2(p, wend_above(q)) <= WEND_RULE_SAME2) {
        *met = draw_together(web, *b, *a);
        return true;
    }
    bool split_a = wend_length_above(q, wend_border_to(web, *b)) < wend_length_above(wend_border_from(web, *a), p);
    int32_t second;
    if (split_a ? last_b : last_a)
        return true;
    if (!wend_split_beside(l, split_a ? *a : *b, split_a ? *b : web->borders.data[*a].next, &second))
        return false;
    *met = second >= 0;
    *b = *met && !split_a ? second : *b;
    return true;
}

// Joins the two chains of borders, e's from `first` to `last` and f's from `start` to `end`, which meet at both ends.
// Where one has a corner more, the other one is subdivided there.
static wend_result join_runs(wend_linking *l, int32_t first, int32_t last, int32_t start, int32_t end, int32_t strip,
                             int32_t side) {
    wend_web *web = &l->web;
    for (;;) {
        if (web->borders.data[first].edge < 0 || web->borders.data[end].edge < 0)
            return WEND_OK;
        int32_t a = first, b = end, rest_a = web->borders.data[a].next;
        bool met, last_a = first == last, last_b = end == start;
        if (!meet_next(l, &a, &b, last_a, last_b, &met))
            return WEND_ERROR_MEMORY;
        if (!met)
            return WEND_OK;
        bool split_a = web->borders.data[a].next != rest_a, split_b = b != end;
        int32_t next_a = web->borders.data[a].next, next_b = web->borders.data[b].previous;
        if (last_a && split_a)
            last = next_a;
        if (!wend_web_join_borders(web, a, b, strip, side))
            return WEND_ERROR_MEMORY;
        if ((last_a && !split_a) || (last_b && !split_b))
            return WEND_OK;
        first = next_a;
        end = next_b;
    }
}

// The borders of a part at its two ends: e's run from `first` to `last`, f's from `start` to `end`.
typedef struct ends {
    int32_t first, last, start, end;
} ends;

// Finds the borders of a part and makes their corners meet at both ends. *stuck is the end at which that failed: -1 at
// lo, +1 at hi.
static wend_result meet(wend_linking *l, const wend_overlap *p, ends *x, bool *met, int *stuck) {
    wend_web *web = &l->web;
    *met = false;
    *stuck = 0;
    x->first = border_at(l, p->e, p->at_lo, false);
    x->end = border_at(l, p->f, p->at_lo, true);
    x->last = x->first < 0 ? -1 : border_at(l, p->e, p->at_hi, true);
    x->start = x->end < 0 ? -1 : border_at(l, p->f, p->at_hi, false);
    if (x->first == -2 || x->end == -2 || x->last == -2 || x->start == -2)
        return WEND_ERROR_MEMORY;
    *stuck = x->first < 0 || x->end < 0 ? -1 : x->last < 0 || x->start < 0 ? 1 : 0;
    if (*stuck != 0)
        return WEND_OK;
    x->end = border_at(l, p->f, p->at_lo, true); // f may have been subdivided since
    if (x->end < 0)
        return x->end == -2 ? WEND_ERROR_MEMORY : WEND_OK;
    if (web->borders.data[x->last].to <= web->borders.data[x->first].from ||
        web->borders.data[x->end].to <= web->borders.data[x->start].from)
        return WEND_OK;
    *stuck = !draw_together(web, x->first, x->end) ? -1 : !draw_together(web, x->start, x->last) ? 1 : 0;
    *met = *stuck == 0;
    return WEND_OK;
}

// Whether a boundary edge can be subdivided at a place as things are.
static bool can_hold(const wend_linking *l, int32_t b, wend_point at) {
    const wend_link_edge *r = &l->edges.all.data[b];
    wend_point3 place = {at.x, at.y, 0};
    double t = along_of(r, place) / r->length;
    for (int32_t k = b; k >= 0; k = l->web.borders.data[k].after) {
        const wend_web_border *w = &l->web.borders.data[k];
        if (w->edge >= 0 && t > w->from && t < w->to)
            return fabs(left_of(r, place)) <= WEND_RULE_SAME && wend_web_may_split(&l->web, k, place);
    }
    return false;
}

// Finds a place on e, at about so far along, that both edges can be subdivided at: the nearest one. Where there is none
// it is the nearest place of all, and false.
static bool place_for_both(const wend_linking *l, const wend_overlap *p, double along, wend_point *at) {
    wend_point middle = place_on(&l->edges.all.data[p->e], along);
    for (int32_t reach = 0; reach <= 2; reach++)
        for (int32_t k = 0; k < 25; k++) {
            *at = (wend_point){middle.x + k % 5 - 2, middle.y + k / 5 - 2};
            int32_t dx = at->x - middle.x, dy = at->y - middle.y;
            if (dx * dx + dy * dy <= reach * reach && can_hold(l, p->e, *at) && can_hold(l, p->f, *at))
                return true;
        }
    *at = middle;
    return false;
}

// Moves an end of a part inward, to where both edges can be subdivided: twice as far each time, for needles are
// thinnest at their tips. Where they cannot anywhere, it is moved a little.
static void move_end(const wend_linking *l, wend_overlap *p, bool high) {
    double from = high ? p->hi : p->lo, length = l->edges.all.data[p->e].length;
    double *end = high ? &p->hi : &p->lo;
    wend_point *at = high ? &p->at_hi : &p->at_lo;
    from = from < 0 ? 0 : from > length ? length : from;
    for (double far = WEND_RULE_CLEAR; far < p->hi - p->lo; far *= 2) {
        *end = high ? from - far : from + far;
        if (place_for_both(l, p, *end, at))
            return;
        *end = from;
    }
    *end = high ? from - WEND_RULE_CLEAR : from + WEND_RULE_CLEAR;
    place_for_both(l, p, *end, at);
}

// Makes two edges neighbours along one part. Where corners cannot meet, because a sliver of a step or two is in
// between, the part begins a little later. Leaves it where that does not help.
static wend_result realise(wend_linking *l, const wend_overlap *part) {
    wend_web *web = &l->web;
    wend_overlap shorter = *part, *p = &shorter;
    ends x;
    bool met = false;
    for (int k = 0; k < 4 && !met; k++) {
        int stuck;
        wend_result result = meet(l, p, &x, &met, &stuck);
        if (result != WEND_OK || (!met && stuck == 0))
            return result;
        if (!met)
            move_end(l, p, stuck > 0);
        if (p->hi - p->lo < WEND_RULE_SHORT && !met)
            return WEND_OK;
    }
    if (!met)
        return WEND_OK;
    int32_t first = x.first, last = x.last, start = x.start, end = x.end;
    wend_point3 a = wend_border_from(web, first), b = wend_border_to(web, end);
    wend_point3 c = wend_border_to(web, last), d = wend_border_from(web, start);
    int32_t side = (int64_t)a.z + c.z > (int64_t)b.z + d.z;
    const wend_surface_boundary *lower = &l->surface->boundaries[side ? p->f : p->e];
    const wend_surface_boundary *upper = &l->surface->boundaries[side ? p->e : p->f];
    int32_t strip = (int32_t)web->strips.count;
    // What reaches higher than a step hangs at the height, to within rounding.
    bool barrier = lower->kind != WEND_BOUNDARY_LEDGE && upper->kind != WEND_BOUNDARY_LEDGE &&
                   lower->high > WEND_RULE_SAME && lower->high <= l->rules.climb_drawn;
    bool seam = p->seam && !barrier;
    if (!wend_array_push(
            l->context, &web->strips,
            (wend_strip){.kind = seam ? WEND_LINK_SEAM : WEND_LINK_STEP, .barrier = barrier ? lower->high : 0}))
        return WEND_ERROR_MEMORY;
    int64_t before = web->joins.count;
    wend_result result = join_runs(l, first, last, start, end, strip, side);
    if (web->joins.count == before)
        web->strips.count--;
    else
        wend_group_join(l, p->e, p->f);
    return result;
}

// ---------------------------------------------------------------------------------------------------- contests

// Squared distance of a place from an edge, seen from above.
static double distance2_to(const wend_link_edge *r, wend_point3 p) {
    double along = along_of(r, p), left = left_of(r, p);
    double beyond = along < 0 ? along : along > r->length ? along - r->length : 0;
    return left * left + beyond * beyond;
}

static double least(double a, double b) {
    return a < b ? a : b;
}

// Whether an edge lies across the lower floor from the upper edge: another floor's, in reach.
static bool is_rival(const wend_linking *l, int32_t upper, int32_t lower, int32_t other) {
    const wend_link_edge *u = &l->edges.all.data[upper], *r = &l->edges.all.data[other];
    int32_t component = wend_component_of(l, other);
    if (r->first_open == r->end_open || component == wend_component_of(l, upper) ||
        component == wend_component_of(l, lower))
        return false;
    double dz = least(least(fabs((double)u->a.z - r->a.z), fabs((double)u->a.z - r->b.z)),
                      least(fabs((double)u->b.z - r->a.z), fabs((double)u->b.z - r->b.z)));
    if (dz > l->rules.climb || (left_of(u, r->a) >= -WEND_RULE_SAME && left_of(u, r->b) >= -WEND_RULE_SAME) ||
        (left_of(r, u->a) >= -WEND_RULE_SAME && left_of(r, u->b) >= -WEND_RULE_SAME))
        return false;
    double near2 =
        least(least(distance2_to(u, r->a), distance2_to(u, r->b)), least(distance2_to(r, u->a), distance2_to(r, u->b)));
    return near2 <= l->rules.reach * l->rules.reach;
}

// Which of a part's two edges is the upper one.
static void sort_edges(const wend_linking *l, const wend_overlap *p, int32_t *upper, int32_t *lower) {
    bool swap = is_lower(l, p->e, p->f);
    *upper = swap ? p->f : p->e;
    *lower = swap ? p->e : p->f;
}

// Finds out whether a part is contested. False when memory is short.
static bool judge(finding *x, wend_overlap *p) {
    wend_linking *l = x->l;
    int32_t upper, lower;
    sort_edges(l, p, &upper, &lower);
    p->contested = false;
    if (!l->rules.gaps || p->seam)
        return true;
    if (!wend_link_edges_search_closely(l->context, &l->edges, &l->edges.all.data[upper], l->rules.reach_drawn,
                                        l->rules.climb_drawn, &x->found))
        return false;
    for (int64_t k = 0; k < x->found.count && !p->contested; k++)
        p->contested = is_rival(l, upper, lower, x->found.data[k]);
    if (p->contested)
        l->awaited.data[upper] = 1;
    return true;
}

// The distance of a place along one edge from another edge, seen from above.
static double distance_along(const wend_link_edge *e, double along, const wend_link_edge *r) {
    double t = along / e->length, dx = (double)r->b.x - r->a.x, dy = (double)r->b.y - r->a.y;
    double x = e->a.x + t * ((double)e->b.x - e->a.x) - r->a.x, y = e->a.y + t * ((double)e->b.y - e->a.y) - r->a.y;
    double s = (x * dx + y * dy) / (dx * dx + dy * dy);
    s = s < 0 ? 0 : s > 1 ? 1 : s;
    return sqrt((x - s * dx) * (x - s * dx) + (y - s * dy) * (y - s * dy));
}

// The part of [lo, hi] along e from which another edge is in reach, which is one: the distance is convex. False when
// none is.
static bool reach_along(const wend_link_edge *e, double lo, double hi, const wend_link_edge *r, double reach,
                        wend_range *near) {
    double from = lo, to = hi;
    for (int k = 0; k < 24; k++) {
        double a = from + (to - from) / 3, b = to - (to - from) / 3;
        if (distance_along(e, a, r) <= distance_along(e, b, r))
            to = b;
        else
            from = a;
    }
    double nearest = (from + to) / 2;
    if (distance_along(e, nearest, r) > reach)
        return false;
    for (int side = 0; side < 2; side++) {
        double in = nearest, out = side ? hi : lo;
        if (distance_along(e, out, r) <= reach)
            in = out;
        for (int k = 0; k < 24; k++) {
            double middle = (in + out) / 2;
            *(distance_along(e, middle, r) <= reach ? &in : &out) = middle;
        }
        *(side ? &near->to : &near->from) = in;
    }
    return true;
}

// Lists the parts of a contested step from which the edges found contest it: those that belong to what is not joined
// yet. False when memory is short.
static bool list_rivals(finding *x, const wend_overlap *p) {
    wend_linking *l = x->l;
    int32_t upper, lower;
    sort_edges(l, p, &upper, &lower);
    x->rivals.count = 0;
    for (int64_t k = 0; k < x->found.count; k++) {
        int32_t other = x->found.data[k], group = wend_group_of(l, other);
        wend_range part;
        if (group == wend_group_of(l, upper) || group == wend_group_of(l, lower) || !is_rival(l, upper, lower, other) ||
            !reach_along(&l->edges.all.data[p->e], p->lo, p->hi, &l->edges.all.data[other], l->rules.reach, &part))
            continue;
        if (!wend_array_push(l->context, &x->rivals, part))
            return false;
    }
    return true;
}

// Whether all that contests a step can still do so when one end of it is taken, up to `at`.
static bool is_enough_left(const finding *x, bool first, double at) {
    for (int64_t k = 0; k < x->rivals.count; k++)
        if ((first ? x->rivals.data[k].to - at : at - x->rivals.data[k].from) <= x->least)
            return false;
    return true;
}

// Where to cut a contested step: *first is true when the first part of it is taken. What contests it is in reach of
// the rest; where that is all of it, across a ditch, a narrow end is taken to enter that: whoever crosses the ditch
// needs the width more. False when there is no such place.
static bool find_cut(const finding *x, const wend_overlap *p, bool *first, double *at) {
    wend_range all = {INFINITY, -INFINITY};
    for (int64_t k = 0; k < x->rivals.count; k++) {
        all.from = least(x->rivals.data[k].from, all.from);
        all.to = -least(-x->rivals.data[k].to, -all.to);
    }
    if (all.from > all.to)
        return false;
    *first = all.from - p->lo > p->hi - all.to;
    *at = *first ? all.from : all.to;
    if ((*first ? *at - p->lo : p->hi - *at) > x->least)
        return true;
    double entry = least(WEND_RULE_WIDER * x->least, (p->hi - p->lo) / 2);
    for (int k = 0; k < 2; k++) {
        *first = !*first;
        *at = *first ? p->lo + entry : p->hi - entry;
        if (is_enough_left(x, *first, *at))
            return true;
    }
    return false;
}

// Cuts off the part of a contested step that what contests it is in reach of: `rest` is taken, `near` waits. False when
// nothing is left that one could step on, or nothing contests it any more. *result is an error when memory is short.
static bool cut_contested(finding *x, const wend_overlap *p, wend_overlap *rest, wend_overlap *near,
                          wend_result *result) {
    wend_linking *l = x->l;
    const wend_link_edge *e = &l->edges.all.data[p->e];
    int32_t upper, lower;
    bool first;
    double at;
    if (p->hi - p->lo <= 2 * x->least)
        return false;
    sort_edges(l, p, &upper, &lower);
    if (!wend_link_edges_search_closely(l->context, &l->edges, &l->edges.all.data[upper], l->rules.reach_drawn,
                                        l->rules.climb_drawn, &x->found) ||
        !list_rivals(x, p)) {
        *result = WEND_ERROR_MEMORY;
        return false;
    }
    if (!find_cut(x, p, &first, &at))
        return false;
    *rest = *near = *p;
    *(first ? &rest->hi : &rest->lo) = at;
    *(first ? &near->lo : &near->hi) = at;
    *(first ? &rest->at_hi : &rest->at_lo) = place_on(e, at);
    *(first ? &near->at_lo : &near->at_hi) = place_on(e, at);
    return rest->hi - rest->lo > x->least && near->hi - near->lo > x->least;
}

// Takes a contested step that joins something new: all of it, or all but what something else may need.
static wend_result take_contested(finding *x, const wend_overlap *p) {
    wend_linking *l = x->l;
    wend_overlap rest, near;
    wend_result result = WEND_OK;
    if (cut_contested(x, p, &rest, &near, &result)) {
        result = realise(l, &rest);
        if (result == WEND_OK && wend_group_of(l, p->e) == wend_group_of(l, p->f))
            return wend_array_push(l->context, &l->postponed, near) ? WEND_OK : WEND_ERROR_MEMORY;
    }
    return result == WEND_OK ? realise(l, p) : result;
}

static bool make_groups(wend_linking *l) {
    const wend_surface_view *s = l->surface;
    if (!wend_array_resize(l->context, &l->group, s->component_count) ||
        !wend_array_resize(l->context, &l->awaited, s->boundary_count + 1))
        return false;
    for (int32_t k = 0; k < s->component_count; k++)
        l->group.data[k] = k;
    memset(l->awaited.data, 0, (size_t)l->awaited.count);
    return true;
}

// Marks what is no way by itself: parts between the same two components that are not two centimetres long in all.
// Treads that meet in the axis of a spiral coincide near it, and have a slot between them everywhere else.
static bool mark_narrow(finding *x, int64_t long_ones) {
    wend_linking *l = x->l;
    WEND_ARRAY(wend_key) pairs = {0};
    bool good = true;
    for (int64_t k = 0; k < long_ones && good; k++) {
        const wend_overlap *p = &x->pieces.data[k];
        uint32_t a = (uint32_t)wend_component_of(l, p->e), b = (uint32_t)wend_component_of(l, p->f);
        if (a != b && p->hi - p->lo < x->least)
            good = wend_array_push(l->context, &pairs,
                                   ((wend_key){(uint64_t)(a < b ? a : b) << 32 | (a < b ? b : a), (int32_t)k, 0}));
    }
    good = good && wend_sort_keys(l->context, pairs.data, pairs.count);
    for (int64_t first = 0, end; first < pairs.count && good; first = end) {
        double length = 0;
        for (end = first; end < pairs.count && pairs.data[end].key == pairs.data[first].key; end++) {
            const wend_overlap *p = &x->pieces.data[pairs.data[end].index];
            length += p->hi - p->lo;
        }
        for (int64_t k = first; k < end; k++)
            x->pieces.data[pairs.data[k].index].narrow = length < x->least;
    }
    wend_array_free(l->context, &pairs);
    return good;
}

// Steps that nothing contests, then those of the others that join something new; what is left waits, and so does
// what is contested and no way by itself. What is no longer than rounding joins only what is joined already: it closes
// slits beside longer parts.
static wend_result choose(finding *x) {
    wend_linking *l = x->l;
    wend_result result = WEND_OK;
    int64_t long_ones = 0;
    while (long_ones < x->pieces.count && x->pieces.data[long_ones].hi - x->pieces.data[long_ones].lo > WEND_RULE_SHORT)
        long_ones++;
    if (!mark_narrow(x, long_ones))
        result = WEND_ERROR_MEMORY;
    for (int64_t k = 0; k < long_ones && result == WEND_OK; k++) {
        wend_overlap *p = &x->pieces.data[k];
        if (!judge(x, p))
            result = WEND_ERROR_MEMORY;
        else if (!p->contested)
            result = realise(l, p);
    }
    for (int64_t k = 0; k < long_ones && result == WEND_OK; k++) {
        const wend_overlap *p = &x->pieces.data[k];
        if (!p->contested)
            continue;
        if (!p->narrow && wend_group_of(l, p->e) != wend_group_of(l, p->f))
            result = take_contested(x, p);
        else if (!wend_array_push(l->context, &l->postponed, *p))
            result = WEND_ERROR_MEMORY;
    }
    for (int64_t k = long_ones; k < x->pieces.count && result == WEND_OK; k++)
        if (wend_group_of(l, x->pieces.data[k].e) == wend_group_of(l, x->pieces.data[k].f))
            result = realise(l, &x->pieces.data[k]);
    return result;
}

// Long parts first: short ones, of a lattice step or two, are what rounding left beside them.
static int compare_lengths(const void *a, const void *b, const void *user) {
    (void)user;
    const wend_overlap *p = a, *q = b;
    double of_p = p->hi - p->lo, of_q = q->hi - q->lo;
    return (of_p < of_q) - (of_p > of_q);
}

wend_result wend_link_steps(wend_linking *l) {
    finding x = begin_finding(l, l->rules.least_step);
    wend_result result = make_groups(l) ? find_pieces(&x) : WEND_ERROR_MEMORY;
    if (result == WEND_OK &&
        !wend_sort(l->context, x.pieces.data, x.pieces.count, sizeof *x.pieces.data, compare_lengths, NULL))
        result = WEND_ERROR_MEMORY;
    if (result == WEND_OK)
        result = choose(&x);
    free_finding(&x);
    return result;
}

wend_result wend_link_postponed(wend_linking *l) {
    wend_result result = WEND_OK;
    for (int64_t k = 0; k < l->postponed.count && result == WEND_OK; k++)
        result = realise(l, &l->postponed.data[k]);
    return result;
}

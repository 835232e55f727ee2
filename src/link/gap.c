// Gaps: boundaries apart from each other seen from above, joined by ladders of fillers.
//
// Every pair of borders that are near each other offers the shortest way between them; ways are taken in the order of
// their length, the shortest first, and a ladder is built from each as far as it goes. So what is nearest is joined first,
// and nothing is joined over or past something nearer. What is left over is looked at again in another
// round, until nothing more comes of it.
//
// Where very many edges crowd together (furniture of thousands of triangles), only the shortest few ways of a border are
// tried in a round: one that none of them leads on from is shut in.
//
// Cost: O((b + k) log b) for b borders and k pairs near each other, and what the ladders cost; a few rounds.
#include "link/ladder.h"

#include "base/context.h"
#include "base/sort.h"

#include <math.h>

enum { ROUNDS = 6, TRIES = 4 }; // ways that are tried from one border in a round

// A way between two borders to begin a ladder with.
typedef struct seed {
    double length2;
    int32_t p, q;      // borders
    double on_p, on_q; // along them
} seed;

typedef struct finding {
    wend_linking *l;
    const wend_ladder *ladder;
    wend_gap_range range;
    const uint8_t *around_hole;
    WEND_ARRAY(int32_t) live; // borders, near ones near each other
    WEND_ARRAY(seed) seeds;
    WEND_ARRAY(wend_key) keys; // their order
    WEND_ARRAY(uint8_t) tries; // per border
    int32_t item, round;
    bool short_of_memory;
} finding;

// ---------------------------------------------------------------------------------------------------- pairs

// Lists the borders that are open somewhere, in the order of the surface's boundary.
static bool list_live(finding *x) {
    const wend_web *web = &x->l->web;
    x->live.count = 0;
    for (int32_t b = 0; b < x->l->surface->boundary_count; b++)
        for (int32_t k = b; k >= 0; k = web->borders.data[k].after) {
            double from, to;
            if (web->borders.data[k].edge >= 0 && wend_border_open(x->l, k, -1, &from, &to) &&
                !wend_array_push(x->l->context, &x->live, k))
                return false;
        }
    return true;
}

static wend_box box_of_live(const void *user, int32_t item) {
    const finding *x = user;
    wend_point3 a = wend_border_from(&x->l->web, x->live.data[item]),
                b = wend_border_to(&x->l->web, x->live.data[item]);
    return (wend_box){a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y};
}

// Whether a place lies beyond a border, as seen from a perch on it.
static bool is_beyond(const wend_web *web, const wend_perch *at, wend_point3 p) {
    return at->corner || wend_turn_of(wend_border_from(web, at->border), wend_border_to(web, at->border), p) < 0;
}

static wend_rung rung_of(const finding *x, const seed *s) {
    return (wend_rung){wend_perch_at(x->l, s->p, s->on_p), wend_perch_at(x->l, s->q, s->on_q)};
}

static bool is_good(const finding *x, const seed *s) {
    wend_rung r = rung_of(x, s);
    return !wend_same_above(r.p.at, r.q.at) && wend_rung_allowed(x->ladder, r.p.at, r.q.at) &&
           is_beyond(&x->l->web, &r.p, r.q.at) && is_beyond(&x->l->web, &r.q, r.p.at);
}

// What is open of a border, in doubles.
typedef struct stretch {
    int32_t border;
    double from, to, ax, ay, dx, dy; // the place at `along` is a + (along - from) * d
} stretch;

static bool stretch_of(const wend_linking *l, int32_t border, stretch *s) {
    const wend_web_border *b = &l->web.borders.data[border];
    if (!wend_border_open(l, border, -1, &s->from, &s->to))
        return false;
    wend_point3 u = wend_border_from(&l->web, border), v = wend_border_to(&l->web, border);
    double whole = b->to - b->from;
    s->border = border;
    s->dx = ((double)v.x - u.x) / whole;
    s->dy = ((double)v.y - u.y) / whole;
    s->ax = u.x + (s->from - b->from) * s->dx;
    s->ay = u.y + (s->from - b->from) * s->dy;
    return true;
}

// The way from a place of one border to the nearest place of another one.
static seed way_from(const stretch *on, double along, const stretch *to, bool turned) {
    double x = on->ax + (along - on->from) * on->dx, y = on->ay + (along - on->from) * on->dy;
    double t = ((x - to->ax) * to->dx + (y - to->ay) * to->dy) / (to->dx * to->dx + to->dy * to->dy);
    double most = to->to - to->from;
    t = t < 0 ? 0 : t > most ? most : t;
    double far_x = to->ax + t * to->dx - x, far_y = to->ay + t * to->dy - y;
    seed s = {far_x * far_x + far_y * far_y, on->border, to->border, along, to->from + t};
    return turned ? (seed){s.length2, s.q, s.p, s.on_q, s.on_p} : s;
}

// Ways between two borders, the shortest first.
enum { WAYS = 3 };
typedef struct ways {
    int count;
    seed way[WAYS];
} ways;

static void consider(const finding *x, seed s, ways *best) {
    double reach = x->l->gap + 2;
    if (s.length2 > reach * reach || (best->count == WAYS && s.length2 >= best->way[WAYS - 1].length2) ||
        !is_good(x, &s))
        return;
    int k = best->count < WAYS ? best->count++ : WAYS - 1;
    for (; k > 0 && best->way[k - 1].length2 > s.length2; k--)
        best->way[k] = best->way[k - 1];
    best->way[k] = s;
}

// Whether some of a segment lies beyond a border: on its right.
static bool is_facing(wend_point3 from, wend_point3 to, wend_point3 a, wend_point3 b) {
    return wend_turn_of(from, to, a) < 0 || wend_turn_of(from, to, b) < 0;
}

// Whether two boundary edges belong to one cycle around a hole.
static bool share_hole(const finding *x, int32_t a, int32_t b) {
    const wend_surface_boundary *edges = x->l->surface->boundaries;
    return edges[a].cycle == edges[b].cycle && x->around_hole[edges[a].cycle];
}

static bool is_wanted(const finding *x, int32_t a, int32_t b) {
    wend_linking *l = x->l;
    if (x->range == WEND_GAPS_AWAITED)
        return (l->awaited.data[a] || l->awaited.data[b]) && wend_group_of(l, a) != wend_group_of(l, b);
    return share_hole(x, a, b) == (x->range == WEND_GAPS_WITHIN);
}

// The shortest way between two borders: one of its ends is an end of what is open of one of them, or, where heights part,
// a middle.
static bool look_at(finding *x, int32_t a, int32_t b) {
    wend_linking *l = x->l;
    const wend_web_border *borders = l->web.borders.data;
    stretch on[2];
    if (!is_wanted(x, borders[a].boundary, borders[b].boundary))
        return true;
    if (borders[a].next == b || borders[b].next == a ||
        (x->round > 0 && borders[a].round < l->web.round - 1 && borders[b].round < l->web.round - 1))
        return true;
    wend_point3 a0 = wend_border_from(&l->web, a), a1 = wend_border_to(&l->web, a);
    wend_point3 b0 = wend_border_from(&l->web, b), b1 = wend_border_to(&l->web, b);
    double low_a = a0.z < a1.z ? a0.z : a1.z, high_a = a0.z < a1.z ? a1.z : a0.z;
    double low_b = b0.z < b1.z ? b0.z : b1.z, high_b = b0.z < b1.z ? b1.z : b0.z;
    if (low_a > high_b + l->step + 1 || low_b > high_a + l->step + 1 || !is_facing(a0, a1, b0, b1) ||
        !is_facing(b0, b1, a0, a1))
        return true;
    if (!stretch_of(l, a, &on[0]) || !stretch_of(l, b, &on[1]))
        return true;
    ways best = {0};
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < 3; k++) {
            const stretch *mine = &on[side];
            double along = k == 0 ? mine->from : k == 1 ? mine->to : (mine->from + mine->to) / 2;
            consider(x, way_from(mine, along, &on[1 - side], side == 1), &best);
        }
    // Others than the shortest only along parallel edges, where something may be in the way of that one.
    for (int k = 0; k < best.count; k++)
        if (best.way[k].length2 <= best.way[0].length2 + 4 * sqrt(best.way[0].length2) &&
            !wend_array_push(l->context, &x->seeds, best.way[k]))
            return false;
    return true;
}

static bool visit(void *user, int32_t item) {
    finding *x = user;
    if (item > x->item && !look_at(x, x->live.data[x->item], x->live.data[item]))
        x->short_of_memory = true;
    return !x->short_of_memory;
}

// Sorts the seeds by their length: as numbers of the same order.
static bool sort_seeds(finding *x) {
    x->keys.count = 0;
    if (!wend_array_resize(x->l->context, &x->keys, x->seeds.count))
        return false;
    for (int64_t k = 0; k < x->seeds.count; k++) {
        uint64_t key;
        memcpy(&key, &x->seeds.data[k].length2, sizeof key);
        x->keys.data[k] = (wend_key){key, (int32_t)k, 0};
    }
    return wend_sort_keys(x->l->context, x->keys.data, x->keys.count);
}

static wend_result find_seeds(finding *x) {
    wend_tree tree;
    x->seeds.count = 0;
    if (!list_live(x) || !wend_tree_build(x->l->context, (int32_t)x->live.count, box_of_live, x, &tree))
        return WEND_ERROR_MEMORY;
    int32_t reach = (int32_t)x->l->gap + 2;
    for (x->item = 0; x->item < x->live.count && !x->short_of_memory; x->item++) {
        wend_box box = box_of_live(x, x->item);
        box = (wend_box){box.x0 - reach, box.y0 - reach, box.x1 + reach, box.y1 + reach};
        wend_tree_search(&tree, &box, visit, x);
    }
    wend_tree_free(x->l->context, &tree);
    return !x->short_of_memory && sort_seeds(x) ? WEND_OK : WEND_ERROR_MEMORY;
}

// ---------------------------------------------------------------------------------------------------- rounds

// Whether a place is still on a free border.
static bool is_there(const wend_web *web, int32_t border, double along) {
    const wend_web_border *b = &web->borders.data[border];
    return b->edge >= 0 && along >= b->from && along <= b->to;
}

// Whether a way leads around a corner: its ends are near each other along the boundary, too, and not across a slot. Filling
// those gains nothing but in holes.
static bool is_around_corner(const wend_linking *l, const wend_rung *r) {
    const wend_web *web = &l->web;
    double most = 4 * l->gap;
    wend_point3 a = wend_border_from(web, r->p.border), b = wend_border_to(web, r->p.border);
    wend_point3 c = wend_border_from(web, r->q.border), d = wend_border_to(web, r->q.border);
    double ux = (double)b.x - a.x, uy = (double)b.y - a.y, vx = (double)d.x - c.x, vy = (double)d.y - c.y;
    double dot = ux * vx + uy * vy;
    if (dot < 0 && dot * dot > 0.5 * (ux * ux + uy * uy) * (vx * vx + vy * vy))
        return false; // two sides of a slot
    for (int way = 0; way < 2; way++) {
        int32_t from = way ? r->q.border : r->p.border, to = way ? r->p.border : r->q.border;
        const wend_perch *start = way ? &r->q : &r->p;
        wend_point3 at = start->at;
        double length = 0;
        for (int32_t k = from; length < most; k = web->borders.data[k].next) {
            if (k == to && k != from)
                return true;
            wend_point3 end = wend_border_to(web, k);
            double dx = (double)end.x - at.x, dy = (double)end.y - at.y;
            length += sqrt(dx * dx + dy * dy);
            at = end;
        }
    }
    return false;
}

static void try_border(finding *x, int32_t border) {
    if (border < x->tries.count && x->tries.data[border] < TRIES) // those that came about in this round are not counted
        x->tries.data[border]++;
}

// Builds the ladder of a seed, if it still can be had.
static wend_result use_seed(finding *x, wend_ladder *ladder, const seed *s) {
    wend_linking *l = x->l;
    if (!is_there(&l->web, s->p, s->on_p) || !is_there(&l->web, s->q, s->on_q) || x->tries.data[s->p] >= TRIES ||
        x->tries.data[s->q] >= TRIES)
        return WEND_OK;
    int32_t edge_p = l->web.borders.data[s->p].boundary, edge_q = l->web.borders.data[s->q].boundary;
    if (!is_wanted(x, edge_p, edge_q))
        return WEND_OK;
    wend_rung rung = rung_of(x, s);
    ladder->kind = share_hole(x, edge_p, edge_q) ? WEND_LINK_HOLE : WEND_LINK_GAP;
    if (wend_same_above(rung.p.at, rung.q.at) || !wend_rung_allowed(ladder, rung.p.at, rung.q.at) ||
        (ladder->kind != WEND_LINK_HOLE && is_around_corner(l, &rung)))
        return WEND_OK;
    try_border(x, s->p);
    try_border(x, s->q);
    int64_t made = ladder->made;
    wend_result result = wend_ladder_build(ladder, &rung);
    if (ladder->made > made)
        wend_group_join(l, edge_p, edge_q);
    for (int64_t r = 0; r < ladder->rungs.count && ladder->made == made; r++) {
        try_border(x, ladder->rungs.data[r].p.border); // it led along these, and nowhere
        try_border(x, ladder->rungs.data[r].q.border);
    }
    return result;
}

static wend_result run_rounds(finding *x, wend_ladder *ladder) {
    for (x->round = 0; x->round < (x->range == WEND_GAPS_AWAITED ? 1 : ROUNDS); x->round++) {
        int64_t before = ladder->made;
        x->l->web.round++;
        wend_result result = find_seeds(x);
        if (result == WEND_OK && !wend_array_resize(x->l->context, &x->tries, x->l->web.borders.count))
            result = WEND_ERROR_MEMORY;
        if (result != WEND_OK)
            return result;
        memset(x->tries.data, 0, (size_t)x->tries.count);
        for (int64_t k = 0; k < x->keys.count && result == WEND_OK; k++) {
            if (k % 1024 == 0 && wend_pause(x->l->context, "link", 0.4 + 0.08 * x->round))
                return WEND_ERROR_CANCELLED;
            result = use_seed(x, ladder, &x->seeds.data[x->keys.data[k].index]);
        }
        if (result != WEND_OK || ladder->made == before)
            return result;
    }
    return WEND_OK;
}

// What is narrower than two centimetres is no way across.
static double least_width(const wend_linking *l) {
    double least = 0.02 / (l->surface->lattice.step * l->surface->lattice.unit);
    return least > 8 ? least : 8;
}

wend_result wend_link_gaps(wend_linking *l, wend_filled *filled, const uint8_t *around_hole, wend_gap_range range) {
    if (!(l->gap >= 4) || (range == WEND_GAPS_AWAITED && l->postponed.count == 0))
        return WEND_OK;
    wend_ladder ladder = {.filled = filled, .reach = l->gap, .least = least_width(l)};
    finding x = {.l = l, .ladder = &ladder, .range = range, .around_hole = around_hole};
    wend_result result = run_rounds(&x, &ladder);
    wend_ladder_free(&ladder);
    wend_array_free(l->context, &x.live);
    wend_array_free(l->context, &x.seeds);
    wend_array_free(l->context, &x.keys);
    wend_array_free(l->context, &x.tries);
    return result;
}

// ---------------------------------------------------------------------------------------------------- corners

// A ladder that begins in a corner has a first rung of no length.
static wend_result fill_corner(const wend_linking *l, wend_ladder *ladder, int32_t border) {
    const wend_web *web = &l->web;
    int32_t next = web->borders.data[border].next;
    double from, to;
    if (web->borders.data[next].boundary < 0 ||
        wend_turn_of(wend_border_from(web, border), wend_border_to(web, border), wend_border_to(web, next)) >= 0 ||
        !wend_border_open(l, border, web->borders.data[border].to, &from, &to) ||
        !wend_border_open(l, next, web->borders.data[next].from, &from, &to))
        return WEND_OK;
    wend_perch p = {border, wend_border_to(web, border), web->borders.data[border].to, true, true};
    wend_perch q = {next, wend_border_from(web, next), web->borders.data[next].from, true, false};
    return wend_ladder_build(ladder, &(wend_rung){p, q});
}

wend_result wend_link_corners(wend_linking *l, wend_filled *filled, const uint8_t *around_hole) {
    if (!(l->gap >= 4))
        return WEND_OK;
    wend_ladder ladder = {.filled = filled, .reach = l->gap, .kind = WEND_LINK_HOLE, .least = least_width(l)};
    wend_result result = WEND_OK;
    for (int32_t b = 0; b < l->surface->boundary_count && result == WEND_OK; b++) {
        if (!around_hole[l->surface->boundaries[b].cycle])
            continue;
        for (int32_t k = b; k >= 0 && result == WEND_OK; k = l->web.borders.data[k].after)
            if (l->web.borders.data[k].edge >= 0)
                result = fill_corner(l, &ladder, k);
    }
    wend_ladder_free(&ladder);
    return result;
}

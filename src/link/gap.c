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

enum { ROUNDS = 6, TRIES = 6 }; // ways that are tried from one border in a round

typedef struct seed {
    double length2;
    wend_rung rung;
} seed;

typedef struct finding {
    wend_linking *l;
    const wend_ladder *ladder;
    bool awaited;             // only from edges whose steps wait, to what they are not joined with
    WEND_ARRAY(int32_t) live; // borders, near ones near each other
    WEND_ARRAY(seed) seeds;
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

// The place of a border nearest to a point, within the part of it that is open.
static double nearest_along(const wend_web *web, int32_t border, double from, double to, wend_point3 p) {
    const wend_web_border *b = &web->borders.data[border];
    wend_point3 u = wend_border_from(web, border), v = wend_border_to(web, border);
    double dx = (double)v.x - u.x, dy = (double)v.y - u.y;
    double t = (((double)p.x - u.x) * dx + ((double)p.y - u.y) * dy) / (dx * dx + dy * dy);
    double along = b->from + t * (b->to - b->from);
    return along < from ? from : along > to ? to : along;
}

// Whether a place lies beyond a border, as seen from a perch on it.
static bool is_beyond(const wend_web *web, const wend_perch *at, wend_point3 p) {
    return at->corner || wend_turn_of(wend_border_from(web, at->border), wend_border_to(web, at->border), p) < 0;
}

// Ways between two borders, the shortest first.
enum { WAYS = 3 };
typedef struct ways {
    int count;
    seed way[WAYS];
} ways;

static void consider(finding *x, wend_perch p, wend_perch q, ways *best) {
    const wend_web *web = &x->l->web;
    double dx = (double)q.at.x - p.at.x, dy = (double)q.at.y - p.at.y, length2 = dx * dx + dy * dy;
    if (wend_same_above(p.at, q.at) || !wend_rung_allowed(x->ladder, p.at, q.at) || !is_beyond(web, &p, q.at) ||
        !is_beyond(web, &q, p.at))
        return;
    int k = best->count < WAYS ? best->count++ : WAYS;
    for (; k > 0 && best->way[k - 1].length2 > length2; k--)
        if (k < WAYS)
            best->way[k] = best->way[k - 1];
    if (k < WAYS)
        best->way[k] = (seed){length2, {p, q}};
}

// Whether some of a segment lies beyond a border: on its right.
static bool is_facing(wend_point3 from, wend_point3 to, wend_point3 a, wend_point3 b) {
    return wend_turn_of(from, to, a) < 0 || wend_turn_of(from, to, b) < 0;
}

// The shortest way between two borders: one of its ends is an end of what is open of one of them, or, where heights part,
// a middle.
static bool look_at(finding *x, int32_t a, int32_t b) {
    wend_linking *l = x->l;
    const wend_web_border *borders = l->web.borders.data;
    double range[2][2];
    if (x->awaited && ((!l->awaited.data[borders[a].boundary] && !l->awaited.data[borders[b].boundary]) ||
                       wend_group_of(l, borders[a].boundary) == wend_group_of(l, borders[b].boundary)))
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
    if (!wend_border_open(l, a, -1, &range[0][0], &range[0][1]) ||
        !wend_border_open(l, b, -1, &range[1][0], &range[1][1]))
        return true;
    ways best = {0};
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < 3; k++) {
            int32_t on = side ? b : a, other = side ? a : b;
            const double *mine = range[side], *its = range[1 - side];
            double along = k == 0 ? mine[0] : k == 1 ? mine[1] : (mine[0] + mine[1]) / 2;
            wend_perch p = wend_perch_at(l, on, along);
            wend_perch q = wend_perch_at(l, other, nearest_along(&l->web, other, its[0], its[1], p.at));
            consider(x, side ? q : p, side ? p : q, &best);
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

static int compare_seeds(const void *a, const void *b, const void *user) {
    (void)user;
    const seed *p = a, *q = b;
    return (p->length2 > q->length2) - (p->length2 < q->length2);
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
    if (x->short_of_memory ||
        !wend_sort(x->l->context, x->seeds.data, x->seeds.count, sizeof(seed), compare_seeds, NULL))
        return WEND_ERROR_MEMORY;
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- rounds

// Whether a place is still where it was on a free border.
static bool is_there(const wend_web *web, wend_perch *at) {
    const wend_web_border *b = &web->borders.data[at->border];
    if (b->edge < 0 || at->along < b->from || at->along > b->to)
        return false;
    if (!at->corner)
        return at->along > b->from && at->along < b->to;
    wend_point3 now = at->end ? wend_border_to(web, at->border) : wend_border_from(web, at->border);
    return wend_same_above(now, at->at);
}

// A gap within one boundary cycle that runs around a hole is a hole.
static wend_link_kind kind_of(const wend_linking *l, const uint8_t *around_hole, const wend_rung *r) {
    int32_t a = l->web.borders.data[r->p.border].boundary, b = l->web.borders.data[r->q.border].boundary;
    int32_t cycle = l->surface->boundaries[a].cycle;
    return cycle == l->surface->boundaries[b].cycle && around_hole[cycle] ? WEND_LINK_HOLE : WEND_LINK_GAP;
}

// Whether a way leads around a corner: its ends are near each other along the boundary, too. Filling those gains nothing but
// in holes.
static bool is_around_corner(const wend_linking *l, const wend_rung *r) {
    const wend_web *web = &l->web;
    double most = 4 * l->gap;
    for (int way = 0; way < 2; way++) {
        int32_t from = way ? r->q.border : r->p.border, to = way ? r->p.border : r->q.border;
        const wend_perch *start = way ? &r->q : &r->p;
        wend_point3 at = start->at;
        double length = 0;
        for (int32_t b = from; length < most; b = web->borders.data[b].next) {
            if (b == to && b != from)
                return true;
            wend_point3 end = wend_border_to(web, b);
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

static wend_result run_rounds(finding *x, wend_ladder *ladder, const uint8_t *around_hole) {
    for (int round = 0; round < (x->awaited ? 1 : ROUNDS); round++) {
        int64_t before = ladder->made;
        x->round = round;
        x->l->web.round++;
        wend_result result = find_seeds(x);
        if (result == WEND_OK && !wend_array_resize(x->l->context, &x->tries, x->l->web.borders.count))
            result = WEND_ERROR_MEMORY;
        if (result != WEND_OK)
            return result;
        memset(x->tries.data, 0, (size_t)x->tries.count);
        for (int64_t k = 0; k < x->seeds.count && result == WEND_OK; k++) {
            seed *s = &x->seeds.data[k];
            if (k % 1024 == 0 && wend_pause(x->l->context, "link", 0.4 + 0.08 * round))
                return WEND_ERROR_CANCELLED;
            if (!is_there(&x->l->web, &s->rung.p) || !is_there(&x->l->web, &s->rung.q) ||
                (x->tries.data[s->rung.p.border] >= TRIES && x->tries.data[s->rung.q.border] >= TRIES))
                continue;
            int32_t edge_p = x->l->web.borders.data[s->rung.p.border].boundary;
            int32_t edge_q = x->l->web.borders.data[s->rung.q.border].boundary;
            if (x->awaited && wend_group_of(x->l, edge_p) == wend_group_of(x->l, edge_q))
                continue;
            try_border(x, s->rung.p.border);
            try_border(x, s->rung.q.border);
            int64_t made = ladder->made;
            ladder->kind = kind_of(x->l, around_hole, &s->rung);
            if (ladder->kind != WEND_LINK_HOLE && is_around_corner(x->l, &s->rung))
                continue;
            result = wend_ladder_build(ladder, &s->rung);
            if (ladder->made > made)
                wend_group_join(x->l, edge_p, edge_q);
            for (int64_t r = 0; r < ladder->rungs.count && ladder->made == made; r++) {
                try_border(x, ladder->rungs.data[r].p.border); // it led along these, and nowhere
                try_border(x, ladder->rungs.data[r].q.border);
            }
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

wend_result wend_link_gaps(wend_linking *l, wend_filled *filled, const uint8_t *around_hole, bool awaited) {
    if (!(l->gap >= 4) || (awaited && l->postponed.count == 0))
        return WEND_OK;
    wend_ladder ladder = {.filled = filled, .reach = l->gap, .least = least_width(l)};
    finding x = {.l = l, .ladder = &ladder, .awaited = awaited};
    wend_result result = run_rounds(&x, &ladder, around_hole);
    wend_ladder_free(&ladder);
    wend_array_free(l->context, &x.live);
    wend_array_free(l->context, &x.seeds);
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

// Gaps: boundaries apart from each other seen from above, joined by ladders of fillers.
//
// Every pair of borders that are near each other offers the shortest way between them; ways are taken in the order of
// their length, the shortest first, and a ladder is built from each as far as it goes. So what is nearest is joined
// first, and nothing is joined over or past something nearer. What is left over is looked at again in another round,
// until nothing more comes of it. Where something stands in the way of the shortest way between two borders, its
// openings are tried (opening.h).
//
// Two borders that meet in a corner have no shortest way: from corners of holes, and of slots in the boundary of a
// floor, ladders begin with a rung of no length (wend_link_corners).
//
// Where very many edges crowd together (furniture of thousands of triangles), only the shortest few ways of a border
// are tried in a round. If none of these leads anywhere, other borders surround it on all sides, and longer ways would
// lead past them.
//
// Cost: O((b + k) log b) for b borders and k pairs near each other, and what the ladders cost; a few rounds.
#include "link/ladder.h"

#include "base/context.h"
#include "link/opening.h"

#include <math.h>

// Ways that are tried from one border in a round; those that would join what is apart; and beside what blocks the
// shortest ways.
enum { ROUNDS = 6, TRIES = 4, TRIES_APART = 12, TRIES_BESIDE = 2 };

typedef struct finding {
    wend_linking *l;
    wend_seeding seeding;
    wend_seed_list seeds;
    wend_seed_list later;       // those of them that came to nothing because something else is nearer
    WEND_ARRAY(uint8_t) tries;  // per border
    WEND_ARRAY(uint8_t) beside; // per border: of ways beside what blocks the shortest one
    wend_opening_list openings; // between the two borders of a seed
} finding;

// ---------------------------------------------------------------------------------------------------- rounds

// Whether a place lies beyond a border, as seen from a place on it.
static bool is_beyond(const wend_web *web, const wend_border_place *at, wend_point3 p) {
    return at->corner || wend_turn_of(wend_border_from(web, at->border), wend_border_to(web, at->border), p) < 0;
}

// Whether a place is still on a free border.
static bool is_there(const wend_web *web, int32_t border, double along) {
    const wend_web_border *b = &web->borders.data[border];
    return b->edge >= 0 && along >= b->from && along <= b->to;
}

// Whether two borders are the sides of a slot: they run against each other, by less than 45 degrees.
static bool is_slot(const wend_web *web, int32_t p, int32_t q) {
    return wend_borders_oppose(web, p, q, 0.5);
}

// Whether a way leads around a corner: its ends are near each other along the boundary, too, and not across a slot.
// Filling those gains nothing but in holes.
static bool is_around_corner(wend_linking *l, int32_t edge_p, int32_t edge_q, const wend_rung *r) {
    const wend_web *web = &l->web;
    if (wend_group_of(l, edge_p) != wend_group_of(l, edge_q)) // no boundary in common
        return false;
    double most = l->rules.around;
    if (is_slot(web, r->p.border, r->q.border))
        return false;
    for (int way = 0; way < 2; way++) {
        int32_t from = way ? r->q.border : r->p.border, to = way ? r->p.border : r->q.border;
        const wend_border_place *start = way ? &r->q : &r->p;
        wend_point3 at = start->at, goal = wend_border_from(web, to);
        double left = most;
        int32_t k = from;
        do { // once around, or to where what is left is too short for the straight line
            wend_point3 end = wend_border_to(web, k);
            left -= wend_length_above(at, end);
            at = end;
            int32_t turn = wend_loop_turn(l, k, true);
            k = turn >= 0 && web->borders.data[turn].edge >= 0 ? turn : web->borders.data[k].next;
            if (k == to && left > 0)
                return true;
        } while (k != from && left > 0 && left >= wend_length_above(at, goal));
    }
    return false;
}

// Counts a way that was tried from a border; those that came about in this round are not counted.
static void try_border(finding *x, int32_t border, bool beside) {
    uint8_t *tries = beside ? x->beside.data : x->tries.data;
    if (border < x->tries.count && tries[border] < UINT8_MAX)
        tries[border]++;
}

// Whether enough ways were tried from a border: so many, and more from a long one, beside which there may be much else.
static bool is_tried_enough(const finding *x, int32_t border, int tries, int most) {
    if (tries < most)
        return false;
    wend_point3 u = wend_border_from(&x->l->web, border), v = wend_border_to(&x->l->web, border);
    double dx = (double)v.x - u.x, dy = (double)v.y - u.y, more = (tries - most) * x->l->rules.gap;
    return tries == UINT8_MAX || dx * dx + dy * dy <= more * more;
}

// Whether two borders touch, the end of one and the beginning of the other, with a corner to be filled between them.
// The rung is turned so that the first one is p.
static bool is_tip(const wend_web *web, wend_rung *r) {
    if (r->p.corner && r->q.corner && !r->p.end && r->q.end)
        *r = (wend_rung){r->q, r->p, false};
    return r->p.corner && r->q.corner && r->p.end && !r->q.end &&
           wend_turn_of(wend_border_from(web, r->p.border), r->p.at, wend_border_to(web, r->q.border)) < 0;
}

// Moves a place of a border where that cannot be subdivided to the nearer end of it, if that is near; else it stays.
static void settle(const wend_linking *l, wend_border_place *at) {
    const wend_web_border *b = &l->web.borders.data[at->border];
    if (wend_border_place_settle(l, at))
        return;
    bool end = at->along - b->from > b->to - at->along;
    wend_border_place corner = wend_border_place_at(l, at->border, end ? b->to : b->from);
    double dx = (double)corner.at.x - at->at.x, dy = (double)corner.at.y - at->at.y;
    *at = dx * dx + dy * dy <= WEND_RULE_CORNER * WEND_RULE_CORNER ? corner : *at;
}

// What becomes of a way.
typedef enum outcome {
    NO_WAY,
    REPEATED, // it begins where the last one came to nothing
    TRIED
} outcome;

// Builds the ladder from a way between two boundary edges, if it is one.
static wend_result use_way(finding *x, wend_ladder *ladder, wend_rung rung, outcome *became) {
    wend_linking *l = x->l;
    int32_t edge_p = l->web.borders.data[rung.p.border].boundary, edge_q = l->web.borders.data[rung.q.border].boundary;
    settle(l, &rung.p);
    settle(l, &rung.q);
    bool within = wend_edges_share_hole(l, edge_p, edge_q);
    ladder->kind = within ? WEND_LINK_HOLE : WEND_LINK_GAP;
    ladder->apart = wend_group_of(l, edge_p) != wend_group_of(l, edge_q);
    bool good = !(wend_same_above(rung.p.at, rung.q.at) && !is_tip(&l->web, &rung)) &&
                wend_rung_allowed(l, ladder->reach, rung.p.at, rung.q.at) && is_beyond(&l->web, &rung.p, rung.q.at) &&
                is_beyond(&l->web, &rung.q, rung.p.at) && (within || !is_around_corner(l, edge_p, edge_q, &rung));
    *became = !good ? NO_WAY : wend_ladder_failed_before(ladder, &rung) ? REPEATED : TRIED;
    if (*became != TRIED)
        return WEND_OK;
    int64_t made = ladder->made;
    wend_result result = wend_ladder_build(ladder, &rung);
    if (ladder->made > made)
        wend_group_join(l, edge_p, edge_q);
    return result;
}

// The free border of a boundary edge that a place lies on, or -1.
static int32_t border_at(const wend_web *web, int32_t boundary, double along) {
    int32_t k = boundary;
    while (k >= 0 && !is_there(web, k, along))
        k = web->borders.data[k].after;
    return k;
}

// Where something is in the way of the shortest way between two borders, ways through its openings are tried.
static wend_result use_openings(finding *x, wend_ladder *ladder, const wend_seed *s) {
    wend_linking *l = x->l;
    int32_t edge_p = l->web.borders.data[s->p].boundary, edge_q = l->web.borders.data[s->q].boundary;
    if (!wend_openings_find(l, s, ladder->least, &x->openings))
        return WEND_ERROR_MEMORY;
    wend_result result = WEND_OK;
    for (int64_t k = 0; k < x->openings.count && result == WEND_OK; k++) {
        const wend_opening *w = &x->openings.data[k];
        int32_t p = border_at(&l->web, edge_p, w->on_p), q = border_at(&l->web, edge_q, w->on_q);
        outcome became;
        if (p >= 0 && q >= 0)
            result = use_way(
                x, ladder, (wend_rung){wend_border_place_at(l, p, w->on_p), wend_border_place_at(l, q, w->on_q), false},
                &became);
    }
    return result;
}

// Builds the ladder of a seed, if it still can be had.
static wend_result use_seed(finding *x, wend_ladder *ladder, const wend_seed *s) {
    wend_linking *l = x->l;
    if (!is_there(&l->web, s->p, s->on_p) || !is_there(&l->web, s->q, s->on_q))
        return WEND_OK;
    int32_t edge_p = l->web.borders.data[s->p].boundary, edge_q = l->web.borders.data[s->q].boundary;
    bool beside = s->kind == WEND_SEED_BESIDE;
    outcome became;
    const uint8_t *tries = beside ? x->beside.data : x->tries.data;
    bool apart = wend_group_of(l, edge_p) != wend_group_of(l, edge_q);
    bool awaited = x->seeding.range == WEND_GAPS_AWAITED;
    int most = beside && !awaited ? TRIES_BESIDE : apart ? TRIES_APART : TRIES;
    if ((beside && !apart) || is_tried_enough(x, s->p, tries[s->p], most) ||
        is_tried_enough(x, s->q, tries[s->q], most) || !wend_edges_wanted(&x->seeding, edge_p, edge_q))
        return WEND_OK;
    int64_t made = ladder->made;
    wend_rung rung = {wend_border_place_at(l, s->p, s->on_p), wend_border_place_at(l, s->q, s->on_q), false};
    wend_result result = use_way(x, ladder, rung, &became);
    if (became == TRIED) {
        try_border(x, s->p, beside);
        try_border(x, s->q, beside);
    }
    for (int64_t r = 0; r < ladder->rungs.count && became == TRIED && ladder->made == made; r++) {
        const wend_rung *here = &ladder->rungs.data[r], *before = r > 0 ? here - 1 : &rung;
        if (here->p.border != before->p.border) // it led along these, and nowhere
            try_border(x, here->p.border, false);
        if (here->q.border != before->q.border)
            try_border(x, here->q.border, false);
    }
    // Several pairs of borders end in the same two corners, of which one may face each other.
    if (result == WEND_OK && became != NO_WAY && ladder->made == made && s->kind == WEND_SEED_SHORTEST)
        result = use_openings(x, ladder, s);
    return result;
}

// Uses seeds in their order.
static wend_result use_seeds(finding *x, wend_ladder *ladder, const wend_seed_list *seeds, double progress) {
    wend_result result = WEND_OK;
    memset(x->tries.data, 0, (size_t)x->tries.count);
    memset(x->beside.data, 0, (size_t)x->beside.count);
    for (int64_t k = 0; k < seeds->count && result == WEND_OK; k++) {
        if (k % 1024 == 0 && wend_pause(x->l->context, "link", progress))
            return WEND_ERROR_CANCELLED;
        int64_t made = ladder->made;
        ladder->limited = false;
        result = use_seed(x, ladder, &seeds->data[k]);
        if (ladder->nearest && ladder->limited && ladder->made == made &&
            !wend_array_push(x->l->context, &x->later, seeds->data[k]))
            result = WEND_ERROR_MEMORY;
    }
    return result;
}

// In the first round a ladder ends where something else is nearer to one of its borders than the other border is. Seeds
// that come to nothing because of that are tried a second time without this limit.
static wend_result run_round(finding *x, wend_ladder *ladder, int round) {
    double progress = 0.4 + 0.08 * round;
    x->l->web.round++;
    wend_result result = wend_seeds_find(&x->seeding, &x->seeds);
    if (result == WEND_OK && (!wend_array_resize(x->l->context, &x->tries, x->l->web.borders.count) ||
                              !wend_array_resize(x->l->context, &x->beside, x->l->web.borders.count)))
        result = WEND_ERROR_MEMORY;
    ladder->nearest = round == 0 ? x->seeding.nearest.data : NULL;
    ladder->nearest_count = x->seeding.nearest.count;
    x->later.count = 0;
    if (result == WEND_OK)
        result = use_seeds(x, ladder, &x->seeds, progress);
    ladder->nearest = NULL;
    ladder->has_failed = false;
    if (result == WEND_OK)
        result = use_seeds(x, ladder, &x->later, progress);
    return result;
}

static wend_result run_rounds(finding *x, wend_ladder *ladder) {
    int rounds = x->seeding.range == WEND_GAPS_AWAITED ? 1 : ROUNDS;
    for (int round = 0; round < rounds; round++) {
        int64_t before = ladder->made;
        wend_result result = run_round(x, ladder, round);
        if (result != WEND_OK || ladder->made == before)
            return result;
    }
    return WEND_OK;
}

wend_result wend_link_gaps(wend_linking *l, wend_filled *filled, wend_gap_range range) {
    if (!l->rules.gaps || (range == WEND_GAPS_AWAITED && l->postponed.count == 0))
        return WEND_OK;
    wend_ladder ladder = {.filled = filled, .reach = l->rules.gap, .least = l->rules.least_width};
    finding x = {.l = l, .seeding = {.l = l, .range = range, .least = ladder.least}};
    wend_result result = run_rounds(&x, &ladder);
    wend_ladder_free(&ladder);
    wend_seeding_free(&x.seeding);
    wend_array_free(l->context, &x.seeds);
    wend_array_free(l->context, &x.later);
    wend_array_free(l->context, &x.tries);
    wend_array_free(l->context, &x.beside);
    wend_array_free(l->context, &x.openings);
    return result;
}

// ---------------------------------------------------------------------------------------------------- corners

// A ladder that begins in a corner has a first rung of no length. Around floors only slots are filled.
static wend_result fill_corner(const wend_linking *l, wend_ladder *ladder, int32_t border, bool hole) {
    const wend_web *web = &l->web;
    int32_t next = web->borders.data[border].next;
    double from, to;
    if (web->borders.data[next].boundary < 0 ||
        wend_turn_of(wend_border_from(web, border), wend_border_to(web, border), wend_border_to(web, next)) >= 0 ||
        (!hole && !is_slot(web, border, next)) ||
        !wend_border_passable(l, border, web->borders.data[border].to, &from, &to) ||
        !wend_border_passable(l, next, web->borders.data[next].from, &from, &to))
        return WEND_OK;
    wend_border_place p = {border, wend_border_to(web, border), web->borders.data[border].to, true, true};
    wend_border_place q = {next, wend_border_from(web, next), web->borders.data[next].from, true, false};
    ladder->kind = hole ? WEND_LINK_HOLE : WEND_LINK_GAP;
    return wend_ladder_build(ladder, &(wend_rung){p, q, false});
}

wend_result wend_link_corners(wend_linking *l, wend_filled *filled) {
    if (!l->rules.gaps)
        return WEND_OK;
    wend_ladder ladder = {.filled = filled, .reach = l->rules.gap, .least = l->rules.least_width};
    wend_result result = WEND_OK;
    for (int32_t b = 0; b < l->surface->boundary_count && result == WEND_OK; b++)
        for (int32_t k = b; k >= 0 && result == WEND_OK; k = l->web.borders.data[k].after)
            if (l->web.borders.data[k].edge >= 0)
                result = fill_corner(l, &ladder, k, l->around_hole.data[l->loop.data[b]]);
    wend_ladder_free(&ladder);
    return result;
}

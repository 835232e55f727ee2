// Portals between notches that resolve both.
//
// Every portal makes a cell, and every notch needs a portal; so the fewest cells come from as many portals as possible
// that serve two notches. Two notches can be paired when they see each other and the line between them divides both
// into angles within the limit. We look for a large set of pairs that do not cross and use each notch once: a largest
// independent set among the candidates. Greedy with the least connected first is a good heuristic for that: a notch
// with a single possible partner loses it when the partner is given to another, while one with many finds another.
// Short pairs cross few others. Candidates are taken by the sum of their ends' numbers of candidates, times length.
//
// The look for partners ends after a few triangles. That makes the number of candidates linear, and better pairs: what
// is far away crosses much of what is near. In large plans it ends with the triangles next to those around a notch,
// where pairs are found without following a view. That is much quicker and leaves no more cells; small plans, where
// daring rounds come after it, get to slightly fewer from a wider look.
//
// Large plans are paired in zones (zones.h). Afterwards the notches that are not deep in one look for partners, those
// still left in zones among them, and these pairs are taken in the same order.
#include "cells/stages.h"

#include "base/context.h"
#include "base/sort.h"
#include "cells/zones.h"

enum {
    LOOK = 5,    // views through edges, to find partners
    PIECE = 2048 // vertices looked from in one task
};

typedef struct pair {
    int32_t a, b;
    int32_t wedge; // a's half-edge toward b when they were found; see wend_seen_vertex
} pair;

// Candidates of a part of the plan.
typedef struct listing {
    WEND_ARRAY(pair) pairs;
    WEND_ARRAY(wend_key) order;
} listing;

typedef struct pairing {
    wend_cutting *c;
    bool far;         // whether to look further than the next triangles
    int32_t *options; // of each vertex: candidates that it is part of
    uint8_t *looked;  // of each vertex: whether partners in its zone were looked for
    WEND_ARRAY(listing) pieces;
} pairing;

static void listing_free(wend_context *context, listing *l) {
    wend_array_free(context, &l->pairs);
    wend_array_free(context, &l->order);
}

// ---------------------------------------------------------------------------------------------------- finding

// Whether a portal from b to a divides b's notch well. Bordered vertices are walked around, the others know their
// walls.
static bool is_mutual(const wend_cutting *c, int32_t a, const wend_seen_vertex *seen) {
    int32_t b = seen->vertex;
    wend_aim gap = c->gaps.data[b];
    if (gap.right < 0) {
        if (c->notches.data[b] != WEND_NOTCH_BORDER)
            return false; // an isolated point takes more than one portal
        wend_wall_at before = wend_seen_before(c, seen), after = wend_seen_after(c, seen);
        gap = (wend_aim){wend_wall_end(c, before), wend_wall_end(c, after)};
        if (wend_cut_fits(c, b, gap.right, gap.left))
            return false;
    }
    return wend_aim_holds(c, gap, b, a);
}

// Whether a pair of these two is to be found from a: from its lower end, or from the one that has not looked yet.
static bool is_sought(const pairing *p, const wend_cutting *c, int32_t a, int32_t b) {
    return wend_cut_is_deep(c, b) && (b > a || p->looked[b]) && wend_notch_is_left(c, b);
}

// Notes a pair when it is one. False when memory is short.
static bool consider(const wend_cutting *c, int32_t a, wend_aim gap, const wend_seen_vertex *seen, listing *found) {
    return !wend_aim_holds(c, gap, a, seen->vertex) || !is_mutual(c, a, seen) ||
           wend_array_push(c->context, &found->pairs, (pair){a, seen->vertex, seen->wedge});
}

// Looks at the corner of a cell for partners a few triangles away.
static bool look_far(const pairing *p, const wend_cutting *c, int32_t corner, wend_aim gap, wend_sight *sight,
                     listing *found) {
    int32_t a = wend_cut_start(c, corner);
    if (!wend_sight_look(c, corner, gap, LOOK, sight))
        return false;
    for (int64_t i = 0; i < sight->vertices.count; i++) {
        const wend_seen_vertex *seen = &sight->vertices.data[i];
        if (is_sought(p, c, a, seen->vertex) && !consider(c, a, gap, seen, found))
            return false;
    }
    return true;
}

// Looks from a plain vertex at the triangles around it and those next to them.
static bool look_near(const pairing *p, const wend_cutting *c, int32_t a, wend_aim gap, listing *found) {
    for (int32_t e = c->out.data[a]; e >= 0; e = wend_cut_twin(c, wend_cut_previous(e))) {
        int32_t right = wend_cut_end(c, e), f = wend_cut_twin(c, wend_cut_next(e));
        if (wend_cut_wall(c, e) == WEND_WALL_NONE && is_sought(p, c, a, right) &&
            !consider(c, a, gap, &(wend_seen_vertex){right, e, wend_cut_twin(c, e), true}, found))
            return false;
        if (f < 0 || wend_cut_wall(c, f) != WEND_WALL_NONE)
            continue;
        int32_t left = wend_cut_start(c, f), apex = wend_cut_apex(c, f);
        if (is_sought(p, c, a, apex) && wend_cut_turn(c, a, right, apex) > 0 && wend_cut_turn(c, a, left, apex) < 0 &&
            !consider(c, a, gap, &(wend_seen_vertex){apex, e, wend_cut_previous(f), false}, found))
            return false;
    }
    return true;
}

// Looks around a vertex with borders or an isolated point, which may have several notches or none.
static bool look_around_borders(const pairing *p, const wend_cutting *c, int32_t v, wend_sight *sight, listing *found) {
    int32_t first = wend_corner_first(c, v);
    bool done = wend_cut_wall(c, first) == WEND_WALL_NONE;
    for (int32_t corner = first; corner >= 0 && !done; corner = wend_corner_next(c, corner, first)) {
        wend_aim gap = {wend_wall_end(c, corner), wend_wall_end(c, wend_wall_after(c, corner))};
        if (!wend_cut_fits(c, v, gap.right, gap.left) && !look_far(p, c, corner, gap, sight, found))
            return false;
    }
    return true;
}

static bool look_from(const pairing *p, const wend_cutting *c, int32_t v, wend_sight *sight, listing *found) {
    wend_aim gap = c->gaps.data[v];
    if (gap.right < 0)
        return look_around_borders(p, c, v, sight, found);
    return p->far ? look_far(p, c, c->out.data[v], gap, sight, found) : look_near(p, c, v, gap, found);
}

// ---------------------------------------------------------------------------------------------------- choosing

// Orders candidates by options, times length.
static bool sort_pairs(pairing *p, const wend_cutting *c, listing *l) {
    if (!wend_array_resize(c->context, &l->order, l->pairs.count))
        return false;
    for (int64_t i = 0; i < l->pairs.count; i++) {
        p->options[l->pairs.data[i].a]++;
        p->options[l->pairs.data[i].b]++;
    }
    for (int64_t i = 0; i < l->pairs.count; i++) {
        pair at = l->pairs.data[i];
        uint64_t options = (uint64_t)p->options[at.a] + (uint64_t)p->options[at.b];
        uint64_t length = (uint64_t)wend_cut_length(c, at.a, at.b);
        l->order.data[i] = (wend_key){length * options, (int32_t)i, 0};
    }
    return wend_sort_keys(c->context, l->order.data, l->order.count);
}

// The half-edge of a pair's first vertex toward the second, which as a rule is the one that was found with it.
static int32_t wedge_of(const wend_cutting *c, pair p) {
    int32_t e = p.wedge;
    if (wend_cut_start(c, e) == p.a &&
        (wend_cut_end(c, e) == p.b ||
         (wend_cut_turn(c, p.a, wend_cut_end(c, e), p.b) > 0 && wend_cut_turn(c, p.a, wend_cut_apex(c, e), p.b) < 0)))
        return e;
    return wend_cutting_wedge(c, p.a, p.b);
}

// Whether the line from a to b still divides an angle that is too large. At plain vertices it does until one is made.
static bool still_resolves(const wend_cutting *c, int32_t a, int32_t wedge, int32_t b) {
    if (c->gaps.data[a].right >= 0)
        return true;
    wend_wall_at before = wend_cut_wall(c, wedge) != WEND_WALL_NONE ? wedge : wend_wall_before(c, wedge);
    wend_aim gap = {wend_wall_end(c, before), wend_wall_end(c, wend_wall_after(c, wedge))};
    return !wend_cut_fits(c, a, gap.right, gap.left) && wend_aim_holds(c, gap, a, b);
}

// A plain vertex has one notch, which is resolved now.
static void resolved(wend_cutting *c, int32_t v) {
    if (c->gaps.data[v].right >= 0)
        c->notches.data[v] |= WEND_NOTCH_RESOLVED;
}

// Makes a pair's portal if nothing made since is in its way. False when memory is short.
static bool take(wend_cutting *c, pair p) {
    if (!wend_notch_is_left(c, p.a) || !wend_notch_is_left(c, p.b))
        return true;
    int32_t at_a = wedge_of(c, p);
    if (at_a < 0 || !still_resolves(c, p.a, at_a, p.b) ||
        (c->gaps.data[p.b].right < 0 && !still_resolves(c, p.b, wend_cutting_wedge(c, p.b, p.a), p.a)))
        return true;
    int32_t e = wend_cutting_join_seen(c, at_a, p.b);
    if (e < 0 || wend_cut_wall(c, e) != WEND_WALL_NONE)
        return e != -2;
    wend_cut_set_wall(c, e, WEND_WALL_PORTAL);
    resolved(c, p.a);
    resolved(c, p.b);
    return true;
}

// Takes what can be taken of a list.
static bool choose(pairing *p, wend_cutting *c, listing *l) {
    bool done = sort_pairs(p, c, l);
    for (int64_t i = 0; i < l->order.count && done; i++)
        done = take(c, l->pairs.data[l->order.data[i].index]);
    return done;
}

// ---------------------------------------------------------------------------------------------------- zones

// Pairs among the notches deep in a zone.
static bool pair_zone(wend_cutting *zone, void *data) {
    pairing *p = data;
    wend_sight sight = {0};
    listing found = {0};
    bool done = true;
    for (int32_t v = zone->first; v < zone->last && done; v++)
        if (zone->notches.data[v] && wend_cut_is_deep(zone, v))
            done = look_from(p, zone, v, &sight, &found);
    done = done && choose(p, zone, &found);
    for (int32_t v = zone->first; v < zone->last; v++)
        p->looked[v] = wend_cut_is_deep(zone, v);
    wend_sight_free(zone->context, &sight);
    listing_free(zone->context, &found);
    return done;
}

// ---------------------------------------------------------------------------------------------------- the whole

static wend_result look_from_piece(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    const pairing *p = data;
    wend_sight sight = {0};
    bool done = true;
    for (int32_t v = (int32_t)begin; v < end && done; v++)
        if (!p->looked[v] && wend_notch_is_left(p->c, v))
            done = look_from(p, p->c, v, &sight, &p->pieces.data[begin / PIECE]);
    wend_sight_free(p->c->context, &sight);
    return done ? WEND_OK : WEND_ERROR_MEMORY;
}

// Finds the candidates that zones have left, in the order of the vertices that look, whatever the number of threads.
static wend_result find_candidates(pairing *p, listing *all) {
    wend_context *context = p->c->context;
    int32_t vertices = p->c->plan->vertex_count;
    int64_t pieces = (vertices + PIECE - 1) / PIECE;
    if (!wend_array_resize(context, &p->pieces, pieces))
        return WEND_ERROR_MEMORY;
    memset(p->pieces.data, 0, (size_t)pieces * sizeof *p->pieces.data);
    wend_result result = wend_run_tasks(context, vertices, PIECE, look_from_piece, p);
    for (int64_t i = 0; i < pieces; i++) {
        listing *found = &p->pieces.data[i];
        int64_t count = found->pairs.count, before = all->pairs.count;
        if (result == WEND_OK && count > 0) {
            if (wend_array_resize(context, &all->pairs, before + count))
                memcpy(all->pairs.data + before, found->pairs.data, (size_t)count * sizeof(pair));
            else
                result = WEND_ERROR_MEMORY;
        }
        listing_free(context, found);
    }
    return result;
}

static wend_result pair_all(pairing *p) {
    size_t vertices = (size_t)p->c->plan->vertex_count;
    memset(p->options, 0, vertices * sizeof *p->options);
    memset(p->looked, 0, vertices);
    wend_result result = wend_zones_run(p->c, 0, pair_zone, p);
    if (result != WEND_OK)
        return result;
    listing all = {0};
    memset(p->options, 0, vertices * sizeof *p->options);
    result = find_candidates(p, &all);
    if (result == WEND_OK && !choose(p, p->c, &all))
        result = WEND_ERROR_MEMORY;
    listing_free(p->c->context, &all);
    return result;
}

wend_result wend_cells_pair(wend_cutting *c) {
    size_t vertices = (size_t)c->plan->vertex_count;
    pairing p = {.c = c,
                 .far = c->plan->vertex_count < WEND_CELLS_LARGE,
                 .options = wend_allocate_array(c->context, (int64_t)vertices, sizeof *p.options),
                 .looked = wend_allocate_array(c->context, (int64_t)vertices, 1)};
    wend_result result = p.options != NULL && p.looked != NULL ? pair_all(&p) : WEND_ERROR_MEMORY;
    wend_release(c->context, p.options, vertices * sizeof *p.options);
    wend_release(c->context, p.looked, vertices);
    wend_array_free(c->context, &p.pieces);
    return result;
}

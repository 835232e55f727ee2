// Portals between notches that resolve both.
//
// Every portal makes a cell, and every notch needs a portal; so the fewest cells come from as many portals as possible
// that serve two notches. Two notches can be paired when they see each other and the line between them divides both
// into angles within the limit. We look for a large set of pairs that do not cross and use each notch once: a largest
// independent set among the candidates. Greedy with the least connected first is a good heuristic for that: a notch
// with a single possible partner loses it when the partner is given to another, while one with many finds another.
// Short pairs cross few others. Candidates are taken by the sum of their ends' numbers of candidates, times length.
//
// The look for partners ends after a few triangles. That makes the number of candidates linear, and better pairs:
// what is far away crosses much of what is near.
#include "cells/stages.h"

#include "base/sort.h"

enum {
    LOOK = 5,    // views through edges, to find partners
    PIECE = 2048 // vertices looked from in one task
};

typedef struct pair {
    int32_t a, b;
} pair;

// What one task found.
typedef struct piece {
    WEND_ARRAY(pair) pairs;
} piece;

typedef struct pairing {
    wend_cutting *c;
    WEND_ARRAY(piece) pieces;
    WEND_ARRAY(pair) pairs;
    WEND_ARRAY(int32_t) options; // of each vertex: candidates that it is part of; -1 when it is resolved
    WEND_ARRAY(wend_key) order;
} pairing;

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

// Candidates at the corner of a cell, with partners of higher numbers.
static bool look_for_partners(const wend_cutting *c, int32_t corner, wend_aim gap, wend_sight *sight, piece *found) {
    int32_t a = wend_cut_start(c, corner);
    if (!wend_sight_look(c, corner, gap, LOOK, sight))
        return false;
    for (int64_t i = 0; i < sight->vertices.count; i++) {
        const wend_seen_vertex *seen = &sight->vertices.data[i];
        int32_t b = seen->vertex;
        if (b > a && c->notches.data[b] && wend_aim_holds(c, gap, a, b) && is_mutual(c, a, seen) &&
            !wend_array_push(c->context, &found->pairs, (pair){a, b}))
            return false;
    }
    return true;
}

// The same at a vertex with borders or an isolated point, which may have several notches or none.
static bool look_around_borders(const wend_cutting *c, int32_t v, wend_sight *sight, piece *found) {
    int32_t first = wend_corner_first(c, v);
    bool done = wend_cut_wall(c, first) == WEND_WALL_NONE;
    for (int32_t corner = first; corner >= 0 && !done; corner = wend_corner_next(c, corner, first)) {
        wend_aim gap = {wend_wall_end(c, corner), wend_wall_end(c, wend_wall_after(c, corner))};
        if (!wend_cut_fits(c, v, gap.right, gap.left) && !look_for_partners(c, corner, gap, sight, found))
            return false;
    }
    return true;
}

static wend_result look_from(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    pairing *p = data;
    const wend_cutting *c = p->c;
    wend_sight sight = {0};
    bool done = true;
    for (int32_t v = (int32_t)begin; v < end && done; v++) {
        if (!c->notches.data[v])
            continue;
        piece *found = &p->pieces.data[begin / PIECE];
        wend_aim gap = c->gaps.data[v];
        done = gap.right >= 0 ? look_for_partners(c, c->out.data[v], gap, &sight, found)
                              : look_around_borders(c, v, &sight, found);
    }
    wend_sight_free(c->context, &sight);
    return done ? WEND_OK : WEND_ERROR_MEMORY;
}

// Finds all candidates, in the order of their first notches whatever the number of threads.
static wend_result find_candidates(pairing *p) {
    wend_context *context = p->c->context;
    int32_t vertices = p->c->plan->vertex_count;
    int64_t pieces = (vertices + PIECE - 1) / PIECE;
    if (!wend_array_resize(context, &p->pieces, pieces) || !wend_array_resize(context, &p->options, vertices))
        return WEND_ERROR_MEMORY;
    memset(p->pieces.data, 0, (size_t)pieces * sizeof *p->pieces.data);
    memset(p->options.data, 0, (size_t)vertices * sizeof *p->options.data);
    wend_result result = wend_run_tasks(context, vertices, PIECE, look_from, p);
    for (int64_t i = 0; i < pieces; i++) {
        piece *found = &p->pieces.data[i];
        int64_t count = found->pairs.count, before = p->pairs.count;
        if (result == WEND_OK && count > 0) {
            if (wend_array_resize(context, &p->pairs, before + count))
                memcpy(p->pairs.data + before, found->pairs.data, (size_t)count * sizeof(pair));
            else
                result = WEND_ERROR_MEMORY;
        }
        wend_array_free(context, &found->pairs);
    }
    return result;
}

// Orders by options, then by length.
static bool sort_pairs(pairing *p) {
    if (!wend_array_resize(p->c->context, &p->order, p->pairs.count))
        return false;
    for (int64_t i = 0; i < p->pairs.count; i++) {
        p->options.data[p->pairs.data[i].a]++;
        p->options.data[p->pairs.data[i].b]++;
    }
    for (int64_t i = 0; i < p->pairs.count; i++) {
        pair at = p->pairs.data[i];
        uint64_t options = (uint64_t)p->options.data[at.a] + (uint64_t)p->options.data[at.b];
        uint64_t length = (uint64_t)wend_cut_length(p->c, at.a, at.b);
        p->order.data[i] = (wend_key){(length * options), (int32_t)i, 0};
    }
    return wend_sort_keys(p->c->context, p->order.data, p->order.count);
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
static void resolved(pairing *k, int32_t v) {
    if (k->c->gaps.data[v].right >= 0) {
        k->options.data[v] = -1;
        k->c->notches.data[v] |= WEND_NOTCH_PAIRED;
    }
}

// Makes a pair's portal if nothing made since is in its way. False when memory is short.
static bool take(pairing *k, pair p) {
    wend_cutting *c = k->c;
    if (k->options.data[p.a] < 0 || k->options.data[p.b] < 0)
        return true;
    int32_t at_a = wend_cutting_wedge(c, p.a, p.b);
    if (at_a < 0 || !still_resolves(c, p.a, at_a, p.b) ||
        (c->gaps.data[p.b].right < 0 && !still_resolves(c, p.b, wend_cutting_wedge(c, p.b, p.a), p.a)))
        return true;
    int32_t e = wend_cut_end(c, at_a) == p.b ? at_a : wend_cutting_lay(c, at_a, p.b);
    if (e < 0 || wend_cut_wall(c, e) != WEND_WALL_NONE)
        return e != -2;
    wend_cut_set_wall(c, e, WEND_WALL_PORTAL);
    resolved(k, p.a);
    resolved(k, p.b);
    return true;
}

static wend_result pair_all(pairing *p) {
    wend_result result = find_candidates(p);
    if (result != WEND_OK)
        return result;
    if (!sort_pairs(p))
        return WEND_ERROR_MEMORY;
    for (int64_t i = 0; i < p->order.count; i++)
        if (!take(p, p->pairs.data[p->order.data[i].index]))
            return WEND_ERROR_MEMORY;
    return WEND_OK;
}

wend_result wend_cells_pair(wend_cutting *c) {
    pairing p = {.c = c};
    wend_result result = pair_all(&p);
    wend_array_free(c->context, &p.pieces);
    wend_array_free(c->context, &p.pairs);
    wend_array_free(c->context, &p.options);
    wend_array_free(c->context, &p.order);
    return result;
}

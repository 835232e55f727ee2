// Portals between notches that resolve both.
//
// Every portal makes a cell, and every notch needs a portal; so the fewest cells come from as many portals as possible
// that serve two notches. Two notches can be paired when they see each other and the line between them divides both into
// angles within the limit. We look for a large set of pairs that do not cross and use each notch once: a largest
// independent set among the candidates. Greedy with the least connected first is a good heuristic for that: a notch with
// a single possible partner loses it when the partner is given to another, while one with many finds another.
// Candidates are taken by the sum of their ends' numbers of candidates, then the shorter first.
//
// Candidates come from a look around each notch that ends after a number of triangles, so their number is linear.
#include "cells/stages.h"

#include "base/sort.h"

enum { LOOK_TRIANGLES = 24 }; // how far to look for partners

typedef struct pair {
    int32_t a, b;
} pair;

typedef struct pairing {
    wend_cutting *c;
    wend_sight sight;
    WEND_ARRAY(pair) pairs;
    WEND_ARRAY(int32_t) options; // of each vertex: candidates that it is part of
    WEND_ARRAY(wend_key) order;
} pairing;

// Whether a portal to `to` divides the angle between two walls at v, which is too large, into two within the limit.
static bool resolves(const wend_cutting *c, int32_t v, int32_t before, int32_t after, int32_t to) {
    return wend_cut_fits(c, v, before, to) && wend_cut_fits(c, v, to, after);
}

static bool is_mutual(const wend_cutting *c, int32_t a, const wend_seen_vertex *seen) {
    int32_t b = seen->vertex;
    wend_wall_at before = wend_seen_before(c, seen), after = wend_seen_after(c, seen);
    if (before == after && wend_cut_wall(c, before) == WEND_WALL_NONE)
        return false; // an isolated point takes more than one portal
    int32_t right = wend_wall_end(c, before), left = wend_wall_end(c, after);
    return !wend_cut_fits(c, b, right, left) && resolves(c, b, right, left, a);
}

// Candidates at the corner of a cell, with partners of higher numbers.
static bool look_for_partners(pairing *p, int32_t corner) {
    const wend_cutting *c = p->c;
    int32_t a = wend_cut_start(c, corner);
    wend_wall_at last = wend_wall_after(c, corner);
    int32_t right = wend_wall_end(c, corner), left = wend_wall_end(c, last);
    if (wend_cut_wall(c, corner) == WEND_WALL_NONE || wend_cut_fits(c, a, right, left))
        return true;
    if (!wend_sight_look(c, corner, LOOK_TRIANGLES, &p->sight))
        return false;
    for (int64_t i = 0; i < p->sight.vertices.count; i++) {
        const wend_seen_vertex *seen = &p->sight.vertices.data[i];
        int32_t b = seen->vertex;
        if (b < a || !c->notches.data[b] || !resolves(c, a, right, left, b) || !is_mutual(c, a, seen))
            continue;
        if (!wend_array_push(c->context, &p->pairs, (pair){a, b}))
            return false;
        p->options.data[a]++;
        p->options.data[b]++;
    }
    return true;
}

// Orders by options, then by length.
static bool sort_pairs(pairing *p) {
    if (!wend_array_resize(p->c->context, &p->order, p->pairs.count))
        return false;
    for (int64_t i = 0; i < p->pairs.count; i++) {
        pair at = p->pairs.data[i];
        uint64_t options = (uint64_t)p->options.data[at.a] + (uint64_t)p->options.data[at.b];
        uint64_t length = (uint64_t)wend_cut_length(p->c, at.a, at.b);
        p->order.data[i] = (wend_key){(options > 0xFFFF ? 0xFFFF : options) << 32 | length, (int32_t)i, 0};
    }
    return wend_sort_keys(p->c->context, p->order.data, p->order.count);
}

// Whether the line from a to b still divides an angle at a that is too large.
static bool still_resolves(const wend_cutting *c, int32_t a, int32_t wedge, int32_t b) {
    wend_wall_at before = wend_cut_wall(c, wedge) != WEND_WALL_NONE ? wedge : wend_wall_before(c, wedge);
    wend_wall_at after = wend_wall_after(c, wedge);
    int32_t right = wend_wall_end(c, before), left = wend_wall_end(c, after);
    return !wend_cut_fits(c, a, right, left) && resolves(c, a, right, left, b);
}

// Makes a pair's portal if nothing made since is in its way. False when memory is short.
static bool take(wend_cutting *c, pair p) {
    int32_t at_a = wend_cutting_wedge(c, p.a, p.b), at_b = wend_cutting_wedge(c, p.b, p.a);
    if (at_a < 0 || at_b < 0 || !still_resolves(c, p.a, at_a, p.b) || !still_resolves(c, p.b, at_b, p.a))
        return true;
    int32_t e = wend_cut_end(c, at_a) == p.b ? at_a : wend_cutting_lay(c, at_a, p.b);
    if (e >= 0 && wend_cut_wall(c, e) == WEND_WALL_NONE)
        wend_cut_set_wall(c, e, WEND_WALL_PORTAL);
    return e != -2;
}

static bool pair_all(pairing *p) {
    wend_cutting *c = p->c;
    if (!wend_array_resize(c->context, &p->options, c->plan->vertex_count))
        return false;
    memset(p->options.data, 0, (size_t)p->options.count * sizeof *p->options.data);
    for (int32_t v = 0; v < c->plan->vertex_count; v++) {
        if (!c->notches.data[v])
            continue;
        int32_t first = wend_corner_first(c, v);
        for (int32_t corner = first; corner >= 0; corner = wend_corner_next(c, corner, first))
            if (!look_for_partners(p, corner))
                return false;
    }
    if (!sort_pairs(p))
        return false;
    for (int64_t i = 0; i < p->order.count; i++)
        if (!take(c, p->pairs.data[p->order.data[i].index]))
            return false;
    return true;
}

wend_result wend_cells_pair(wend_cutting *c) {
    pairing p = {.c = c};
    bool done = pair_all(&p);
    wend_sight_free(c->context, &p.sight);
    wend_array_free(c->context, &p.pairs);
    wend_array_free(c->context, &p.options);
    wend_array_free(c->context, &p.order);
    return done ? WEND_OK : WEND_ERROR_MEMORY;
}

// Fewer portals by taking some away and making them anew.
//
// Exchanges change one portal at a time. Where that finds nothing more, a handful of portals next to each other is
// taken away at once, those of the cells around a notch, and the notches they leave open are resolved again in random
// order, with random choices that prefer pairs. When that takes no more portals than before, it stays, otherwise the
// old ones come back. Most attempts find nothing; what they cost is a few looks around, and there is no better place to
// look for the last percents. The number of cells never grows.
#include "cells/resolve.h"
#include "cells/stages.h"

#include "base/random.h"

enum { MOST = 24 }; // portals taken away at once

typedef struct renewing {
    wend_resolver r;
    uint64_t *random;
    WEND_ARRAY(wend_joint) old; // portals taken away
    WEND_ARRAY(int32_t) open;   // vertices that they leave open
} renewing;

// ---------------------------------------------------------------------------------------------------- taking away

// Takes away a portal and remembers it.
static bool take_away(renewing *n, int32_t e) {
    wend_cutting *c = n->r.c;
    wend_joint joint = {wend_cut_start(c, e), wend_cut_end(c, e)};
    wend_cut_set_wall(c, e, WEND_WALL_NONE);
    return wend_array_push(c->context, &n->old, joint);
}

// Takes away the portals around the cell at a corner.
static bool clear_cell(renewing *n, int32_t corner) {
    wend_cutting *c = n->r.c;
    int32_t first = corner, e = corner, steps = 0;
    do {
        int32_t next = wend_cut_next(e);
        while (wend_cut_wall(c, next) == WEND_WALL_NONE)
            next = wend_cut_next(wend_cut_twin(c, next));
        if (next != first && wend_cut_wall(c, next) == WEND_WALL_PORTAL && n->old.count < MOST)
            if (!wend_array_push(c->context, &n->open, next)) // `open` serves as a list of half-edges here
                return false;
        e = next;
    } while (e != first && ++steps < 200);
    return true;
}

// Takes away the portals of the cells around v.
static bool clear_around(renewing *n, int32_t v) {
    wend_cutting *c = n->r.c;
    n->old.count = n->open.count = 0;
    int32_t first = wend_corner_first(c, v);
    for (int32_t corner = first; corner >= 0; corner = wend_corner_next(c, corner, first))
        if (!clear_cell(n, corner))
            return false;
    for (int32_t corner = first; corner >= 0; corner = wend_corner_next(c, corner, first))
        if (wend_cut_wall(c, corner) == WEND_WALL_PORTAL && !wend_array_push(c->context, &n->open, corner))
            return false;
    int64_t count = n->open.count;
    for (int64_t i = 0; i < count; i++) {
        int64_t j = i + (int64_t)wend_random_below(n->random, (uint64_t)(count - i));
        int32_t e = n->open.data[j];
        n->open.data[j] = n->open.data[i];
        if (wend_cut_wall(c, e) == WEND_WALL_PORTAL && n->old.count < MOST && !take_away(n, e))
            return false;
    }
    return true;
}

// Lists the vertices left open, in random order.
static bool list_open(renewing *n) {
    wend_cutting *c = n->r.c;
    n->open.count = 0;
    for (int64_t i = 0; i < n->old.count; i++)
        for (int k = 0; k < 2; k++) {
            int32_t v = k == 0 ? n->old.data[i].a : n->old.data[i].b;
            if (c->notches.data[v] && wend_resolve_is_open(c, v) && !wend_array_push(c->context, &n->open, v))
                return false;
        }
    for (int64_t i = n->open.count - 1; i > 0; i--) {
        int64_t j = (int64_t)wend_random_below(n->random, (uint64_t)(i + 1));
        int32_t swap = n->open.data[i];
        n->open.data[i] = n->open.data[j];
        n->open.data[j] = swap;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- making anew

// The half-edge of a portal.
static int32_t find_joint(const wend_cutting *c, wend_joint joint) {
    int32_t e = wend_cutting_wedge(c, joint.a, joint.b);
    return e >= 0 && wend_cut_end(c, e) == joint.b && wend_cut_wall(c, e) == WEND_WALL_PORTAL ? e : -1;
}

// Closes those of the new portals that are not needed after all. How many are left, and how long they are.
static int64_t tidy(wend_cutting *c, const wend_joint *joints, int64_t count, double *length) {
    int64_t left = 0;
    *length = 0;
    for (int64_t i = 0; i < count; i++) {
        int32_t e = find_joint(c, joints[i]);
        if (e < 0)
            continue;
        if (!wend_portal_is_needed_at(c, e) && !wend_portal_is_needed_at(c, wend_cut_twin(c, e))) {
            wend_cut_set_wall(c, e, WEND_WALL_NONE);
            continue;
        }
        *length += wend_cut_length(c, joints[i].a, joints[i].b);
        left++;
    }
    return left;
}

static bool put_back(renewing *n) {
    wend_cutting *c = n->r.c;
    for (int64_t i = 0; i < n->r.made.count; i++) {
        int32_t e = find_joint(c, n->r.made.data[i]);
        if (e >= 0)
            wend_cut_set_wall(c, e, WEND_WALL_NONE);
    }
    for (int64_t i = 0; i < n->old.count; i++) {
        int32_t e = wend_cutting_join(c, n->old.data[i].a, n->old.data[i].b);
        if (e < 0)
            return false;
        wend_cut_set_wall(c, e, WEND_WALL_PORTAL);
    }
    return true;
}

static bool renew_around(renewing *n, int32_t v) {
    wend_cutting *c = n->r.c;
    n->r.made.count = 0;
    if (!clear_around(n, v) || !list_open(n))
        return false;
    double before = 0, after = 0;
    for (int64_t i = 0; i < n->old.count; i++)
        before += wend_cut_length(c, n->old.data[i].a, n->old.data[i].b);
    for (int64_t i = 0; i < n->open.count; i++)
        if (!wend_resolve_vertex(&n->r, n->open.data[i], -1))
            return false;
    int64_t left = tidy(c, n->r.made.data, n->r.made.count, &after);
    if (left < n->old.count || (left == n->old.count && after <= before * 1.5))
        return true;
    return put_back(n);
}

bool wend_cells_renew(wend_cutting *c, int32_t places, uint64_t *random) {
    renewing n = {.r = {.c = c, .random = random}, .random = random};
    WEND_ARRAY(int32_t) notches = {0};
    bool done = true;
    for (int32_t v = 0; v < c->plan->vertex_count && done; v++)
        if (c->notches.data[v])
            done = wend_array_push(c->context, &notches, v);
    for (int32_t i = 0; i < places && done; i++)
        done = renew_around(&n, notches.data[wend_random_below(random, (uint64_t)notches.count)]);
    wend_array_free(c->context, &notches);
    wend_array_free(c->context, &n.old);
    wend_array_free(c->context, &n.open);
    wend_resolver_free(&n.r);
    return done;
}

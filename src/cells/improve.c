#include "cells/stages.h"
#include "base/random.h"

typedef struct improving {
    wend_cutting *c;
    wend_sight sight;
    int32_t look;
    int32_t daring; // of 256: how often an exchange that makes a portal longer is taken
    uint64_t random;
    int64_t taken;
    bool touched;
} improving;

// The portals at one end of a line that would go if it became a portal.
typedef struct ends {
    int32_t before, after; // half-edges of portals, or -1
} ends;

static bool may_go(const wend_cutting *c, wend_wall_at wall) {
    return wend_wall_is_portal(c, wall) && !wend_portal_is_needed_at(c, wend_cut_twin(c, wall));
}

// At v, between walls `before` and `after`, whose portals may go for all their other ends care.
typedef struct view {
    int32_t v;
    wend_wall_at before, after; // nearest walls
    bool before_goes, after_goes;
    int32_t beyond_before, beyond_after; // ends of the walls beyond them
} view;

static view view_at(const wend_cutting *c, int32_t v, wend_wall_at before, wend_wall_at after) {
    view w = {v, before, after, may_go(c, before), may_go(c, after), -1, -1};
    if (w.before_goes)
        w.beyond_before = wend_wall_end(c, wend_wall_before(c, before));
    if (w.after_goes)
        w.beyond_after = wend_wall_end(c, wend_wall_after(c, after));
    return w;
}

// Whether the portal before (after) a new line toward `to` would go.
static bool frees_before(const wend_cutting *c, const view *w, int32_t to) {
    return w->before_goes && (!c->notches.data[w->v] || wend_cut_fits(c, w->v, w->beyond_before, to));
}
static bool frees_after(const wend_cutting *c, const view *w, int32_t to) {
    return w->after_goes && (!c->notches.data[w->v] || wend_cut_fits(c, w->v, to, w->beyond_after));
}

static double wall_length(const wend_cutting *c, wend_wall_at wall) {
    return wend_cut_length(c, wend_cut_start(c, wall), wend_cut_end(c, wall));
}

typedef struct exchange {
    int gain;       // portals that go, less 1
    double shorter; // by how much
    int32_t to;     // vertex, or -1
    int64_t edge;   // or a point of this seen edge
    int32_t from_limit, to_limit;
} exchange;

static bool better(const exchange *a, const exchange *b) {
    return a->gain != b->gain ? a->gain > b->gain : a->shorter > b->shorter;
}

static void consider(improving *m, const view *here, const wend_seen_vertex *seen, exchange *best) {
    const wend_cutting *c = m->c;
    int32_t to = seen->vertex;
    bool before = frees_before(c, here, to), after = frees_after(c, here, to);
    double length = 0;
    if (before)
        length += wall_length(c, here->before);
    if (after)
        length += wall_length(c, here->after);
    int gain = before + after - 1;
    if (c->notches.data[to]) {
        view there = view_at(c, to, wend_seen_before(c, seen), wend_seen_after(c, seen));
        bool b = frees_before(c, &there, here->v), a = frees_after(c, &there, here->v);
        if (b)
            length += wall_length(c, there.before);
        if (a)
            length += wall_length(c, there.after);
        gain += a + b;
    }
    if (gain < 0)
        return;
    exchange found = {gain, length - wend_cut_length(c, here->v, to), to, -1, -1, -1};
    if (gain == 0 && m->daring > 0 && (int32_t)(wend_random(&m->random) >> 56) < m->daring)
        found.shorter = (double)(wend_random(&m->random) >> 34);
    if (better(&found, best))
        *best = found;
}

static bool consider_points(improving *m, const view *here, exchange *best) {
    wend_cutting *c = m->c;
    for (int64_t i = 0; i < m->sight.edges.count; i++)
        for (int both = 1; both >= 0; both--) {
            if (both && !(here->before_goes && here->after_goes))
                continue;
            for (int side = 0; side < (both ? 1 : 2); side++) {
                bool before = both || side == 0, after = both || side == 1;
                if ((before && !here->before_goes) || (after && !here->after_goes))
                    continue;
                bool notch = c->notches.data[here->v];
                int32_t from = before && notch ? here->beyond_before : -1, to = after && notch ? here->beyond_after : -1;
                int32_t made = wend_sight_point(c, &m->sight.edges.data[i], from, to);
                if (made == -2)
                    return false;
                if (made < 0)
                    continue;
                double length = (before ? wall_length(c, here->before) : 0) + (after ? wall_length(c, here->after) : 0);
                exchange found = {both, length - wend_cut_length(c, here->v, made), -1, i, from, to};
                c->points.count--;
                if (better(&found, best))
                    *best = found;
            }
        }
    return true;
}

static bool try_drop(wend_cutting *c, wend_wall_at wall) {
    if (!wend_wall_is_portal(c, wall) || wend_portal_is_needed_at(c, wall) ||
        wend_portal_is_needed_at(c, wend_cut_twin(c, wall)))
        return false;
    wend_cut_set_wall(c, wall, WEND_WALL_NONE);
    return true;
}

// Makes the exchange. *gain: portals less.
static wend_result carry_out(improving *m, int32_t v, const exchange *x, int *gain) {
    wend_cutting *c = m->c;
    int32_t to = x->to;
    *gain = -1;
    m->touched = true;
    if (x->edge >= 0) {
        wend_seen_edge seen = m->sight.edges.data[x->edge];
        to = wend_sight_point(c, &seen, x->from_limit, x->to_limit);
        if (to < 0 || !wend_cutting_split(c, seen.edge))
            return WEND_ERROR_MEMORY;
    }
    int32_t e = wend_cutting_wedge(c, v, to);
    if (e >= 0 && wend_cut_end(c, e) != to)
        e = wend_cutting_lay(c, e, to);
    if (e == -2)
        return WEND_ERROR_MEMORY;
    if (e < 0 || wend_cut_wall(c, e) != WEND_WALL_NONE)
        return WEND_OK;
    int32_t twin = wend_cut_twin(c, e);
    wend_cut_set_wall(c, e, WEND_WALL_PORTAL);
    wend_wall_at walls[4] = {wend_wall_before(c, e), wend_wall_after(c, e), wend_wall_before(c, twin),
                             wend_wall_after(c, twin)};
    for (int i = 0; i < 4; i++) // longest first
        for (int j = i + 1; j < 4; j++)
            if (wend_wall_is_portal(c, walls[j]) &&
                (!wend_wall_is_portal(c, walls[i]) || wall_length(c, walls[j]) > wall_length(c, walls[i]))) {
                wend_wall_at swap = walls[i];
                walls[i] = walls[j];
                walls[j] = swap;
            }
    double length = 0;
    int32_t gone[4];
    int count = 0;
    for (int i = 0; i < 4; i++) {
        if (walls[i] == e || walls[i] == twin)
            continue;
        double l = walls[i] >= 0 ? wall_length(c, walls[i]) : 0;
        if (try_drop(c, walls[i])) {
            length += l;
            gone[count++] = walls[i];
        }
    }
    *gain = count - 1;
    if (*gain < 0 || (*gain == 0 && m->daring == 0 && length <= wall_length(c, e))) {
        for (int i = 0; i < count; i++)
            wend_cut_set_wall(c, gone[i], WEND_WALL_PORTAL);
        wend_cut_set_wall(c, e, WEND_WALL_NONE);
        *gain = -1;
    }
    return WEND_OK;
}

// Looks for exchanges at a corner. *changed when one was made.
static wend_result improve_corner(improving *m, int32_t corner, bool *changed) {
    wend_cutting *c = m->c;
    *changed = false;
    int32_t v = wend_cut_start(c, corner);
    view here = view_at(c, v, corner, wend_wall_after(c, corner));
    if (!here.before_goes && !here.after_goes)
        return WEND_OK;
    if (!wend_sight_look(c, corner, m->look, &m->sight))
        return WEND_ERROR_MEMORY;
    exchange best = {0, 0, -1, -1, -1, -1};
    for (int64_t i = 0; i < m->sight.vertices.count; i++)
        consider(m, &here, &m->sight.vertices.data[i], &best);
    if (!consider_points(m, &here, &best))
        return WEND_ERROR_MEMORY;
    if (best.to < 0 && best.edge < 0)
        return WEND_OK;
    int gain;
    wend_result result = carry_out(m, v, &best, &gain);
    *changed = gain >= 0;
    m->taken += gain > 0 ? gain : 0;
    return result;
}

static wend_result improve_vertex(improving *m, int32_t v) {
    wend_cutting *c = m->c;
    for (int round = 0; round < 8; round++) {
        int32_t first = wend_corner_first(c, v);
        bool changed = false;
        m->touched = false;
        for (int32_t corner = first; corner >= 0 && !m->touched; corner = wend_corner_next(c, corner, first)) {
            wend_result result = improve_corner(m, corner, &changed);
            if (result != WEND_OK)
                return result;
        }
        if (!changed || m->daring > 0)
            return WEND_OK;
    }
    return WEND_OK;
}

wend_result wend_cells_improve(wend_cutting *c, wend_cells_quality quality) {
    improving m = {.c = c, .look = 16, .random = 1};
    wend_result result = WEND_OK;
    int rounds = quality == WEND_CELLS_BEST ? 40 : 2;
    for (int round = 0; round < rounds && result == WEND_OK; round++) {
        m.daring = quality == WEND_CELLS_BEST && round < rounds - 2 && round >= 0 ? 128 : 0;
        for (int32_t v = 0; v < c->plan->vertex_count && result == WEND_OK; v++)
            if (c->notches.data[v])
                result = improve_vertex(&m, v);
    }
    wend_sight_free(c->context, &m.sight);
    return result;
}

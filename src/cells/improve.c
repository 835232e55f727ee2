// Fewer and shorter portals by exchanging them.
//
// An exchange makes one new portal inside a cell, from a notch to a vertex that it sees or to a point of the boundary,
// and takes away the portals that are not needed any more: only the four next to it around its ends can be among them.
// Two that go are a gain, a cell less; one that goes is even, and welcome when the new portal is shorter.
//
// An exchange can pay only where a portal next to the new one is not needed at its far end. Every portal knows at which
// ends it is needed (wend_needs_find_at), so most corners are passed over at once. One that is needed at neither end is
// idle and goes without an exchange.
//
// Gains get rare when nothing but gains is taken: the few portals that could pair up do not see each other. Even
// exchanges taken at random, longer or not, turn portals around until some do. So there are daring rounds, which take
// even exchanges at random, and last ones that only gain and shorten. The number of cells never grows.
//
// Points of the boundary come in the last rounds only: they make portals short, and end pairs of portals at a notch
// that no single vertex can resolve, but a portal to a point serves no second notch. In a single round over a large
// plan they would take the place of gains still to come; so there even exchanges have to shorten by an eighth, where
// rounds that follow each other take a 64th, less than which is not worth a change.
#include "cells/stages.h"

#include "base/context.h"
#include "base/random.h"
#include "base/sort.h"
#include "cells/zones.h"

#include <math.h>

enum { LOOK = 16 }; // views through edges

// What a round knows of a vertex.
enum {
    UNKNOWN, // not visited yet
    MARKED,  // something changed beside it
    DONE     // visited
};

typedef struct exchange {
    int32_t gain;   // portals that go, less 1
    double shorter; // by how much, in lattice steps; or a random number
    int32_t wedge;  // where the new portal starts, as in wend_seen_vertex
    int32_t to;     // vertex where it ends; -1 for a point
    int32_t part;   // the boundary half-edge that holds `point`; -1 for none
    wend_cell_point point;
} exchange;

typedef struct improving {
    wend_cutting *c;
    wend_sight sight;
    bool daring;   // whether even exchanges are taken at random
    bool thorough; // whether there are several rounds, which look again beside what they have changed
    bool stale;    // whether portals do not know yet where they are needed
    bool touched;  // whether the triangulation has changed
    uint64_t random;
    uint8_t *states; // of each vertex of the plan, in this round
} improving;

// One end of a new portal: the walls on both sides of it, and which of them would go as far as their other ends are
// concerned.
typedef struct end {
    int32_t v;
    wend_wall_at before, after;
    bool before_goes, after_goes;
    wend_aim beyond;                    // ends of the walls beyond those that may go
    double before_length, after_length; // of those that may go
} end;

static double length_of(const wend_cutting *c, wend_wall_at wall) {
    return wend_cut_length(c, wend_cut_start(c, wall), wend_cut_end(c, wall));
}

static end end_between(const wend_cutting *c, int32_t v, wend_wall_at before, wend_wall_at after) {
    end w = {.v = v, .before = before, .after = after, .beyond = {-1, -1}};
    w.before_goes = wend_portal_is_free_beyond(c, before);
    w.after_goes = wend_portal_is_free_beyond(c, after);
    if (w.before_goes) {
        w.before_length = length_of(c, before);
        if (c->notches.data[v])
            w.beyond.right = wend_wall_end(c, wend_wall_before(c, before));
    }
    if (w.after_goes) {
        w.after_length = length_of(c, after);
        if (c->notches.data[v])
            w.beyond.left = wend_wall_end(c, wend_wall_after(c, after));
    }
    return w;
}

// How many walls beside a new portal to a vertex go at one of its ends. Adds their lengths.
static int32_t count_freed(const wend_cutting *c, const end *w, int32_t to, double *length) {
    bool before = w->before_goes && (w->beyond.right < 0 || wend_cut_fits(c, w->v, w->beyond.right, to));
    bool after = w->after_goes && (w->beyond.left < 0 || wend_cut_fits(c, w->v, to, w->beyond.left));
    *length += (before ? w->before_length : 0) + (after ? w->after_length : 0);
    return before + after;
}

static bool is_better(const exchange *a, const exchange *b) {
    return a->gain != b->gain ? a->gain > b->gain : a->shorter > b->shorter;
}

// ---------------------------------------------------------------------------------------------------- finding

// The exchange with a vertex.
static void consider_vertex(improving *m, const end *here, const wend_seen_vertex *seen, exchange *best) {
    const wend_cutting *c = m->c;
    int32_t to = seen->vertex;
    double length = 0;
    exchange found = {count_freed(c, here, to, &length) - 1, 0, seen->wedge, to, -1, {0, 0}};
    if (c->notches.data[to]) {
        end there = end_between(c, to, wend_seen_before(c, seen), wend_seen_after(c, seen));
        found.gain += count_freed(c, &there, here->v, &length);
    }
    if (found.gain < best->gain)
        return;
    if (found.gain == 0 && m->daring) // half of them at random
        found.shorter = wend_random(&m->random) & 1 ? (double)(wend_random(&m->random) >> 40) : -1;
    else
        found.shorter = length - wend_cut_length(c, here->v, to);
    if (is_better(&found, best))
        *best = found;
}

// Exchanges with a point of a boundary edge: of both portals beside it, or of one.
static void consider_point(const wend_cutting *c, const end *here, const wend_seen_edge *seen, exchange *best) {
    static const bool combinations[3][2] = {{true, true}, {true, false}, {false, true}};
    for (int i = 0; i < 3; i++) {
        bool before = combinations[i][0], after = combinations[i][1];
        exchange found = {before + after - 1, 0, seen->wedge, -1, seen->edge, {0, 0}};
        if ((before && !here->before_goes) || (after && !here->after_goes) || found.gain < best->gain)
            continue;
        wend_aim aim = {before ? here->beyond.right : -1, after ? here->beyond.left : -1};
        double freed = (before ? here->before_length : 0) + (after ? here->after_length : 0), length;
        double most = found.gain > best->gain ? HUGE_VAL : freed - best->shorter;
        if (!wend_sight_point(c, seen, aim, most, &found.point, &length))
            continue;
        found.shorter = freed - length;
        if (is_better(&found, best))
            *best = found;
    }
}

// Looks for the best exchange at a corner, whose walls are `corner` and `after`.
static bool find_exchange(improving *m, int32_t corner, wend_wall_at after, exchange *best) {
    const wend_cutting *c = m->c;
    end here = end_between(c, wend_cut_start(c, corner), corner, after);
    double least = m->daring ? 0 : (here.before_goes ? here.before_length : here.after_length) / (m->thorough ? 64 : 8);
    *best = (exchange){0, least, -1, -1, -1, {0, 0}};
    if (!wend_sight_look(c, corner, (wend_aim){-1, -1}, LOOK, &m->sight))
        return false;
    for (int64_t i = 0; i < m->sight.vertices.count; i++)
        consider_vertex(m, &here, &m->sight.vertices.data[i], best);
    for (int64_t i = 0; i < m->sight.edges.count && !m->daring; i++)
        consider_point(c, &here, &m->sight.edges.data[i], best);
    return true;
}

// ---------------------------------------------------------------------------------------------------- making

// Closes the idle ones of the portals beside a new one, the longest first. How many, and their length.
static int close_idle(wend_cutting *c, int32_t e, int32_t closed[4], double *length) {
    int32_t twin = wend_cut_twin(c, e);
    wend_wall_at beside[4] = {wend_wall_before(c, e), wend_wall_after(c, e), wend_wall_before(c, twin),
                              wend_wall_after(c, twin)};
    int count = 0;
    *length = 0;
    for (;;) {
        int longest = -1;
        double most = -1;
        for (int i = 0; i < 4; i++) {
            if (beside[i] == e || beside[i] == twin || !wend_portal_is_idle(c, beside[i]))
                continue;
            double l = length_of(c, beside[i]);
            if (l > most) {
                most = l;
                longest = i;
            }
        }
        if (longest < 0)
            return count;
        wend_portal_close(c, beside[longest]);
        closed[count++] = beside[longest];
        *length += most;
    }
}

// Marks both ends of a portal that was opened or closed, and of those beside it.
static void mark_beside(improving *m, int32_t e) {
    const wend_cutting *c = m->c;
    int32_t ends[2] = {e, wend_cut_twin(c, e)};
    for (int i = 0; i < 2 && m->thorough; i++) {
        wend_wall_at walls[3] = {ends[i], wend_wall_before(c, ends[i]), wend_wall_after(c, ends[i])};
        for (int k = 0; k < 3; k++) {
            int32_t to = wend_wall_end(c, walls[k]);
            if (to < c->plan->vertex_count && c->notches.data[to])
                m->states[to] = MARKED;
        }
    }
}

// Makes an exchange, unless it turns out to be none. False when memory is short.
static bool make_exchange(improving *m, const exchange *x) {
    wend_cutting *c = m->c;
    m->touched = true;
    int32_t e = x->part >= 0 ? wend_cutting_join_point(c, x->wedge, x->part, x->point)
                             : wend_cutting_join_seen(c, x->wedge, x->to);
    if (e < 0 || wend_cut_wall(c, e) != WEND_WALL_NONE)
        return e != -2;
    int32_t closed[4];
    double length;
    wend_portal_open(c, e);
    int count = close_idle(c, e, closed, &length);
    if (count > 1 || (count == 1 && (m->daring || length > length_of(c, e)))) {
        mark_beside(m, e);
        for (int i = 0; i < count; i++)
            mark_beside(m, closed[i]);
        return true;
    }
    for (int i = 0; i < count; i++)
        wend_portal_open(c, closed[i]);
    wend_portal_close(c, e);
    return true;
}

// Tries every corner at a vertex until one changes the triangulation.
static bool improve_vertex(improving *m, int32_t v) {
    const wend_cutting *c = m->c;
    int32_t first = wend_corner_first(c, v);
    wend_wall_at after = first;
    bool goes = wend_portal_is_free_beyond(c, first);
    m->touched = false;
    do {
        bool went = goes;
        int32_t corner = after;
        after = wend_wall_after(c, corner);
        goes = wend_portal_is_free_beyond(c, after);
        exchange best;
        if ((went || goes) &&
            (!find_exchange(m, corner, after, &best) || ((best.to >= 0 || best.part >= 0) && !make_exchange(m, &best))))
            return false;
    } while (after >= 0 && after != first && !m->touched);
    return true;
}

// Whether a portal at a notch could be exchanged: one that is needed there, but not at its other end. Closes idle ones
// on the way, but for daring rounds, where exchanges find a use for some.
static bool may_improve(improving *m, int32_t v) {
    wend_cutting *c = m->c;
    int32_t first = c->out.data[v], e = first;
    bool found = false;
    do {
        if (!m->daring && wend_portal_is_idle(c, e))
            wend_portal_close(c, e);
        found = found || (c->walls.data[e] == (WEND_WALL_PORTAL | WEND_WALL_NEEDED) &&
                          c->walls.data[wend_cut_twin(c, e)] == WEND_WALL_PORTAL);
        e = wend_cut_twin(c, wend_cut_previous(e));
    } while (e >= 0 && e != first);
    return found;
}

// Whether a round has something to do at a vertex.
static bool is_due(improving *m, int32_t v) {
    if (m->states[v] == DONE || !m->c->notches.data[v])
        return false;
    return may_improve(m, v) || m->states[v] == MARKED;
}

// Improves all; of a zone, what is deep in it.
static bool improve_vertices(improving *m) {
    wend_cutting *c = m->c;
    for (int32_t v = c->first; v < c->last && m->stale; v++)
        if (c->notches.data[v] && m->states[v] != DONE && wend_cut_is_deep(c, v))
            wend_needs_find_at(c, v);
    for (int32_t v = c->first; v < c->last; v++)
        if (wend_cut_is_deep(c, v) && is_due(m, v) && !improve_vertex(m, v))
            return false;
    for (int32_t v = c->first; v < c->last; v++) // marks on vertices that were visited before are of no use
        if (wend_cut_is_deep(c, v))
            m->states[v] = DONE;
    return true;
}

static bool improve_zone(wend_cutting *zone, void *data) {
    improving m = *(const improving *)data;
    m.c = zone;
    m.sight = (wend_sight){0};
    m.random += (uint64_t)zone->zone << 32;
    bool done = improve_vertices(&m);
    wend_sight_free(zone->context, &m.sight);
    return done;
}

// One round: zones first, then what lies between them.
static wend_result improve_all(improving *m) {
    memset(m->states, UNKNOWN, (size_t)m->c->plan->vertex_count);
    wend_result result = wend_zones_run(m->c, m->daring ? 0 : 3, improve_zone, m);
    m->random++;
    if (result == WEND_OK && !improve_vertices(m))
        result = WEND_ERROR_MEMORY;
    m->stale = false;
    return result;
}

// How many daring rounds, and how many others. On small plans they cost little; on large ones a few would take longer
// than all the rest, so that their number falls as plans grow.
static int32_t count_daring(int32_t vertices, wend_cells_quality quality) {
    int32_t fast = WEND_CELLS_LARGE / vertices < 64 ? WEND_CELLS_LARGE / vertices : 64;
    return quality == WEND_CELLS_BEST ? 8 + 7 * fast : fast;
}
static int32_t count_closing(int32_t vertices, wend_cells_quality quality) {
    return quality == WEND_CELLS_BEST || vertices < WEND_CELLS_LARGE ? 4 : 1;
}

// Daring rounds, and before every sixteen of them a renewal in places: half as many as there are notches, for the best
// quality as many; fewer when rounds are fewer.
static wend_result dare(improving *m, wend_cells_quality quality) {
    int32_t rounds = count_daring(m->c->plan->vertex_count, quality);
    int64_t places = quality == WEND_CELLS_BEST ? m->c->notch_count : m->c->notch_count / 2;
    places = rounds < 16 ? places * rounds / 16 : places;
    wend_result result = WEND_OK;
    m->daring = true;
    for (int32_t round = 0; round < rounds && result == WEND_OK; round++) {
        if (wend_pause(m->c->context, "cells", 0.5 + 0.3 * round / rounds))
            return WEND_ERROR_CANCELLED;
        if (round % 16 == 0) {
            if (!wend_cells_renew(m->c, (int32_t)places, &m->random))
                return WEND_ERROR_MEMORY;
            m->stale = true;
        }
        result = improve_all(m);
    }
    m->daring = false;
    return result;
}

wend_result wend_cells_prune(wend_cutting *c) {
    WEND_ARRAY(wend_key) order = {0};
    bool done = true;
    wend_needs_find(c);
    for (int32_t e = 0; e < c->edges.count && done; e++)
        if (wend_portal_is_idle(c, e) && e < wend_cut_twin(c, e))
            done = wend_array_push(c->context, &order, (wend_key){UINT64_MAX - (uint64_t)length_of(c, e), e, 0});
    done = done && wend_sort_keys(c->context, order.data, order.count);
    for (int64_t i = 0; i < order.count && done; i++)
        if (wend_portal_is_idle(c, order.data[i].index))
            wend_portal_close(c, order.data[i].index);
    wend_array_free(c->context, &order);
    return done ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wend_cells_improve(wend_cutting *c, wend_cells_quality quality) {
    size_t vertices = (size_t)c->plan->vertex_count;
    int32_t closing = count_closing(c->plan->vertex_count, quality);
    improving m = {.c = c,
                   .thorough = closing > 1,
                   .stale = true,
                   .random = 1,
                   .states = wend_allocate_array(c->context, (int64_t)vertices, 1)};
    if (m.states == NULL)
        return WEND_ERROR_MEMORY;
    wend_result result = dare(&m, quality);
    for (int32_t round = 0; round < closing && result == WEND_OK; round++)
        result = improve_all(&m);
    wend_sight_free(c->context, &m.sight);
    wend_release(c->context, m.states, vertices);
    return result;
}

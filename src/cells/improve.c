// Fewer and shorter portals by exchanging them.
//
// An exchange makes one new portal inside a cell, from a notch to a vertex that it sees or to a point of the boundary,
// and takes away the portals that are not needed any more: only the four next to it around its ends can be among them.
// Two that go are a gain, a cell less; one that goes is even, and welcome when the new portal is shorter.
//
// An exchange can pay only where a portal next to the new one is not needed at its far end. Every portal knows at which
// ends it is needed (wend_needs_find), so most corners are passed over at once.
//
// Gains get rare when nothing but gains is taken: the few portals that could pair up do not see each other. Even
// exchanges taken at random, longer or not, turn portals around until some do. So there are daring rounds, which take
// even exchanges at random, and last ones that only gain and shorten. The number of cells never grows.
//
// Points of the boundary come in the last rounds only: they make portals short, and end pairs of portals at a notch that
// no single vertex can resolve, but a portal to a point serves no second notch.
#include "cells/stages.h"

#include "base/random.h"

enum { LOOK = 16 }; // views through edges

typedef struct exchange {
    int32_t gain;   // portals that go, less 1
    double shorter; // by how much, in lattice steps; or a random number
    int32_t to;     // vertex where the new portal ends; -1 for a point
    int32_t part;   // the boundary half-edge that holds `point`; -1 for none
    wend_cell_point point;
} exchange;

typedef struct improving {
    wend_cutting *c;
    wend_sight sight;
    bool daring;  // whether even exchanges are taken at random
    bool touched; // whether the triangulation has changed
    uint64_t random;
    WEND_ARRAY(uint8_t) marked; // vertices to look from in this round
} improving;

// One end of a new portal: the walls on both sides of it, and which of them would go as far as their other ends are
// concerned.
typedef struct end {
    int32_t v;
    wend_wall_at before, after;
    bool before_goes, after_goes;
    wend_aim beyond; // ends of the walls beyond those that may go
} end;

static end end_between(const wend_cutting *c, int32_t v, wend_wall_at before, wend_wall_at after) {
    end w = {v, before, after, wend_portal_is_free_beyond(c, before), wend_portal_is_free_beyond(c, after), {-1, -1}};
    if (w.before_goes && c->notches.data[v])
        w.beyond.right = wend_wall_end(c, wend_wall_before(c, before));
    if (w.after_goes && c->notches.data[v])
        w.beyond.left = wend_wall_end(c, wend_wall_after(c, after));
    return w;
}

static bool frees_before(const wend_cutting *c, const end *w, int32_t to) {
    return w->before_goes && (w->beyond.right < 0 || wend_cut_fits(c, w->v, w->beyond.right, to));
}
static bool frees_after(const wend_cutting *c, const end *w, int32_t to) {
    return w->after_goes && (w->beyond.left < 0 || wend_cut_fits(c, w->v, to, w->beyond.left));
}

static double length_of(const wend_cutting *c, wend_wall_at wall) {
    return wend_cut_length(c, wend_cut_start(c, wall), wend_cut_end(c, wall));
}

static bool is_better(const exchange *a, const exchange *b) {
    return a->gain != b->gain ? a->gain > b->gain : a->shorter > b->shorter;
}

// ---------------------------------------------------------------------------------------------------- finding

// The exchange with a vertex.
static void consider_vertex(improving *m, const end *here, const wend_seen_vertex *seen, exchange *best) {
    const wend_cutting *c = m->c;
    int32_t to = seen->vertex;
    bool before = frees_before(c, here, to), after = frees_after(c, here, to);
    exchange found = {before + after - 1, 0, to, -1, {0, 0}};
    double length = (before ? length_of(c, here->before) : 0) + (after ? length_of(c, here->after) : 0);
    if (c->notches.data[to]) {
        end there = end_between(c, to, wend_seen_before(c, seen), wend_seen_after(c, seen));
        before = frees_before(c, &there, here->v);
        after = frees_after(c, &there, here->v);
        found.gain += before + after;
        length += (before ? length_of(c, there.before) : 0) + (after ? length_of(c, there.after) : 0);
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
        exchange found = {before + after - 1, 0, -1, seen->edge, {0, 0}};
        if ((before && !here->before_goes) || (after && !here->after_goes) || found.gain < best->gain)
            continue;
        wend_aim aim = {before ? here->beyond.right : -1, after ? here->beyond.left : -1};
        double length = 0;
        if (!wend_sight_point(c, seen, aim, &found.point, &length))
            continue;
        found.shorter = (before ? length_of(c, here->before) : 0) + (after ? length_of(c, here->after) : 0) - length;
        if (is_better(&found, best))
            *best = found;
    }
}

// Looks for the best exchange at a corner. An even one has to shorten by a 64th at least: less is not worth a change.
static bool find_exchange(improving *m, int32_t corner, exchange *best) {
    const wend_cutting *c = m->c;
    end here = end_between(c, wend_cut_start(c, corner), corner, wend_wall_after(c, corner));
    double least = m->daring ? 0 : length_of(c, here.before_goes ? here.before : here.after) / 64;
    *best = (exchange){0, least, -1, -1, {0, 0}};
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

// Marks the notches at which a portal could go: one that is needed there, but not at its other end.
static void mark_vertices(improving *m) {
    const wend_cutting *c = m->c;
    memset(m->marked.data, 0, (size_t)m->marked.count);
    for (int32_t e = 0; e < c->edges.count; e++)
        if (c->walls.data[e] == (WEND_WALL_PORTAL | WEND_WALL_NEEDED) &&
            c->walls.data[wend_cut_twin(c, e)] == WEND_WALL_PORTAL)
            m->marked.data[wend_cut_start(c, e)] = 1;
}

// Marks both ends of a portal that was opened or closed, and of those beside it.
static void mark_beside(improving *m, int32_t e) {
    const wend_cutting *c = m->c;
    int32_t ends[2] = {e, wend_cut_twin(c, e)};
    for (int i = 0; i < 2; i++) {
        wend_wall_at walls[3] = {ends[i], wend_wall_before(c, ends[i]), wend_wall_after(c, ends[i])};
        for (int k = 0; k < 3; k++) {
            int32_t to = wend_wall_end(c, walls[k]);
            if (to < m->marked.count && c->notches.data[to])
                m->marked.data[to] = 1;
        }
    }
}

// Makes an exchange, unless it turns out to be none. False when memory is short.
static bool make_exchange(improving *m, int32_t v, const exchange *x, bool *made) {
    wend_cutting *c = m->c;
    m->touched = true;
    *made = false;
    int32_t to = x->part >= 0 ? wend_cutting_split(c, x->part, x->point) : x->to;
    int32_t e = to >= 0 ? wend_cutting_join(c, v, to) : to;
    if (e < 0 || wend_cut_wall(c, e) != WEND_WALL_NONE)
        return e != -2;
    int32_t closed[4];
    double length;
    wend_portal_open(c, e);
    int count = close_idle(c, e, closed, &length);
    *made = count > 1 || (count == 1 && (m->daring || length > length_of(c, e)));
    if (*made) {
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

// Tries every corner at a vertex until one changes the triangulation; then anew, once in a daring round.
static bool improve_vertex(improving *m, int32_t v) {
    const wend_cutting *c = m->c;
    bool made = true;
    for (int turn = 0; turn < (m->daring ? 1 : 8) && made; turn++) {
        int32_t first = wend_corner_first(c, v);
        made = m->touched = false;
        for (int32_t corner = first; corner >= 0 && !m->touched; corner = wend_corner_next(c, corner, first)) {
            exchange best;
            if (!wend_portal_is_free_beyond(c, corner) && !wend_portal_is_free_beyond(c, wend_wall_after(c, corner)))
                continue;
            if (!find_exchange(m, corner, &best) ||
                ((best.to >= 0 || best.part >= 0) && !make_exchange(m, v, &best, &made)))
                return false;
        }
    }
    return true;
}

static bool improve_all(improving *m) {
    mark_vertices(m);
    for (int32_t v = 0; v < m->marked.count; v++)
        if (m->marked.data[v] && !improve_vertex(m, v))
            return false;
    return true;
}

// How many daring rounds, by quality and size. They cost little on small plans; on large ones a few would take longer
// than all the rest.
static int32_t count_rounds(int32_t vertices, wend_cells_quality quality) {
    int32_t fast = 24000 / vertices < 64 ? 24000 / vertices : 64;
    return quality == WEND_CELLS_BEST ? 8 + 5 * fast : fast;
}

// Daring rounds, and every few of them a renewal of half as many places as there are notches (as many for the best
// quality).
static bool dare(improving *m, wend_cells_quality quality) {
    int32_t rounds = count_rounds(m->c->plan->vertex_count, quality);
    int32_t places = quality == WEND_CELLS_BEST ? m->c->notch_count : m->c->notch_count / 2;
    m->daring = true;
    for (int32_t round = 0; round < rounds; round++) {
        if (round % 8 == 0) {
            if (!wend_cells_renew(m->c, places, &m->random))
                return false;
            wend_needs_find(m->c);
        }
        if (!improve_all(m))
            return false;
    }
    return true;
}

wend_result wend_cells_improve(wend_cutting *c, wend_cells_quality quality) {
    improving m = {.c = c, .random = 1};
    bool done = wend_array_resize(c->context, &m.marked, c->plan->vertex_count);
    wend_needs_find(c);
    done = done && dare(&m, quality);
    m.daring = false;
    done = done && improve_all(&m);
    wend_sight_free(c->context, &m.sight);
    wend_array_free(c->context, &m.marked);
    return done ? WEND_OK : WEND_ERROR_MEMORY;
}

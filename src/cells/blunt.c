// Fewer needles: portals that make angles below 5 degrees are exchanged for others, one for one.
//
// A portal is sharp when an angle below 5 degrees (as wend_cells_view counts them) lies beside one of its ends. Without
// it its two cells are one. When the angle at one of its ends is too large then, a new portal has to start there, in a
// direction that divides the angle within the limit; when at neither, it may start at either end; when at both, only
// the old one would do, and it stays. The new portal ends at a vertex in sight, or on a boundary edge, at the nearest
// point within the directions of interest (wend_sight_point). Of all these, the one wins that adds the fewest needles
// to the merged cell; then the shortest one; then the one with the lower vertex or boundary edge. It replaces the old
// one when it adds fewer needles than that did, is at most four times as long, and both cells that it makes are simple
// rings. It stays then, so that no length is paid twice.
//
// So the number of needles falls with every exchange, and the numbers of portals and cells stay. No angle at a notch
// grows beyond the limit: where the new portal starts that was asked for, where it ends it only divides, and where the
// old one ended it was not needed. Cells stay discs: two different cells without the portal between them are an open
// disc, which any line through it divides into two discs; whether their rings pass a vertex twice is all there is to
// check.
//
// Vertices with needles are visited once, in the order of their numbers, around each the corners counter-clockwise, and
// from the first one again after an exchange. (Three more visits, as an exchange may make room for another, would take
// 2% more of the needles away, for twice the time.) This runs in one thread on what all threads have found, so that it
// does not depend on their number. Angles are measured in doubles (+ - * / sqrt) from exact places; all else is exact.
//
// Cost: O(n) to find the needles, in parallel, and for each vertex with needles at most TRIES walks over two cells,
// with looks of LOOK views. Cells of more than MOST edges, hubs of more, and vertices around which the floor turns more
// than once are passed over.
#include "base/context.h"
#include "base/sort.h"
#include "cells/stages.h"

enum {
    LOOK = 64,   // views through edges
    MOST = 512,  // steps around a cell, or around a vertex
    TRIES = 64,  // to exchange a portal at one vertex
    LONGER = 4,  // how many times as long as the old portal a new one may be
    PIECE = 1024 // rings in one task
};

enum { NEW = 8 }; // a bit of a portal's byte, beside those of wend_wall: it has been exchanged

// A new portal inside a merged cell.
typedef struct option {
    int32_t needles; // that it adds
    double length;   // in lattice steps
    int32_t wedge;   // where it starts, as in wend_seen_vertex; -1 for none
    int32_t to;      // vertex where it ends; -1 for a point
    int32_t part;    // the boundary half-edge that holds `point`; -1 for none
    wend_cell_point point;
} option;

// A corner of the merged cell, where a portal starts or ends: the walls clockwise and counter-clockwise from it.
typedef struct corner {
    int32_t v;
    wend_wall_at before, after;
} corner;

typedef struct blunting {
    wend_cutting *c;
    const wend_rings *rings;
    wend_sight sight;
    WEND_ARRAY(uint8_t) sharp;    // of each wall of the rings: whether the angle at its start is a needle
    WEND_ARRAY(wend_key) needles; // vertices that have one
    WEND_ARRAY(int32_t) passed;   // of each vertex: the last ring that passed it
    int32_t ring;                 // number of the last ring
    bool touched;                 // whether the triangulation has changed
} blunting;

// ---------------------------------------------------------------------------------------------------- measuring

// Whether the angle at v from a counter-clockwise to b is a needle.
static bool is_needle(const wend_cutting *c, int32_t v, int32_t a, int32_t b) {
    wend_fine here = wend_cut_fine(c, v), from = wend_cut_fine(c, a), to = wend_cut_fine(c, b);
    return wend_fine_is_needle(&to, &here, &from);
}

static bool is_inner(const wend_cutting *c, wend_wall_at wall) {
    return wall >= 0 && wend_cut_wall(c, wall) != WEND_WALL_BOUNDARY;
}

// Whether the angle between two walls at v, one of them at least no boundary, is a needle.
static bool is_sharp(const wend_cutting *c, const corner *at) {
    return (is_inner(c, at->before) || is_inner(c, at->after)) &&
           is_needle(c, at->v, wend_wall_end(c, at->before), wend_wall_end(c, at->after));
}

// Needles that a portal to a vertex adds at a corner.
static int32_t count_added(const wend_cutting *c, const corner *at, int32_t to) {
    return is_needle(c, at->v, wend_wall_end(c, at->before), to) +
           is_needle(c, at->v, to, wend_wall_end(c, at->after)) - is_sharp(c, at);
}

// The same where a portal from v ends at a point of a boundary half-edge.
static int32_t count_at_point(const wend_cutting *c, int32_t v, int32_t part, wend_cell_point point) {
    wend_fine here = wend_fine_on(c->plan, point), from = wend_cut_fine(c, v);
    wend_fine start = wend_cut_fine(c, wend_cut_start(c, part)), end = wend_cut_fine(c, wend_cut_end(c, part));
    return wend_fine_is_needle(&from, &here, &end) + wend_fine_is_needle(&start, &here, &from);
}

// ---------------------------------------------------------------------------------------------------- choosing

static bool is_better(const option *a, const option *b) {
    if (a->needles != b->needles)
        return a->needles < b->needles;
    if (a->length < b->length || a->length > b->length)
        return a->length < b->length;
    if (a->to != b->to)
        return a->to < b->to;
    return a->point.boundary < b->point.boundary;
}

static void consider_vertex(const wend_cutting *c, const corner *here, const wend_seen_vertex *seen, double most,
                            option *best) {
    corner there = {seen->vertex, wend_seen_before(c, seen), wend_seen_after(c, seen)};
    option found = {0, wend_cut_length(c, here->v, there.v), seen->wedge, there.v, -1, {0, 0}};
    if (found.length > most || wend_cut_is_winding(c, there.v))
        return;
    found.needles = count_added(c, here, there.v) + count_added(c, &there, here->v);
    if (is_better(&found, best))
        *best = found;
}

static void consider_point(const wend_cutting *c, const corner *here, const wend_seen_edge *seen, wend_aim aim,
                           double most, option *best) {
    option found = {0, 0, seen->wedge, -1, seen->edge, {0, 0}};
    if (!wend_sight_point(c, seen, aim, most, &found.point, &found.length) || found.length > most)
        return;
    wend_fine v = wend_cut_fine(c, here->v), at = wend_fine_on(c->plan, found.point);
    wend_fine right = wend_cut_fine(c, wend_wall_end(c, here->before));
    wend_fine left = wend_cut_fine(c, wend_wall_end(c, here->after));
    found.needles = wend_fine_is_needle(&at, &v, &right) + wend_fine_is_needle(&left, &v, &at) - is_sharp(c, here) +
                    count_at_point(c, here->v, seen->edge, found.point);
    if (is_better(&found, best))
        *best = found;
}

// Looks from a corner of the merged cell for what is better. False when memory is short.
static bool find_option(blunting *b, const corner *here, bool needed, double most, option *best) {
    const wend_cutting *c = b->c;
    wend_aim aim = {-1, -1};
    if (needed)
        aim = (wend_aim){wend_wall_end(c, here->before), wend_wall_end(c, here->after)};
    if (!wend_sight_look(c, here->before, aim, LOOK, &b->sight))
        return false;
    for (int64_t i = 0; i < b->sight.vertices.count; i++)
        if (wend_aim_holds(c, aim, here->v, b->sight.vertices.data[i].vertex))
            consider_vertex(c, here, &b->sight.vertices.data[i], most, best);
    for (int64_t i = 0; i < b->sight.edges.count; i++)
        consider_point(c, here, &b->sight.edges.data[i], aim, most, best);
    return true;
}

// ---------------------------------------------------------------------------------------------------- rings

// Walks around the cell on the left of a wall. False when it passes a vertex twice, or is too large.
static bool is_simple(blunting *b, int32_t first) {
    const wend_cutting *c = b->c;
    int32_t ring = ++b->ring, e = first;
    for (int32_t steps = 0; steps < MOST;) {
        int32_t v = wend_cut_start(c, e);
        if (b->passed.data[v] == ring)
            return false;
        b->passed.data[v] = ring;
        e = wend_cut_next(e);
        for (; steps < MOST && wend_cut_wall(c, e) == WEND_WALL_NONE; steps++)
            e = wend_cut_next(wend_cut_twin(c, e));
        if (e == first)
            return true;
        steps++;
    }
    return false;
}

// Makes room for vertices that are new.
static bool make_room(blunting *b) {
    int64_t old = b->passed.count;
    if (!wend_array_resize(b->c->context, &b->passed, b->c->out.count))
        return false;
    for (int64_t i = old; i < b->passed.count; i++)
        b->passed.data[i] = -1;
    return true;
}

// ---------------------------------------------------------------------------------------------------- exchanging

// Opens the portal of an option, and closes it again when its cells are no simple rings. False when memory is short.
static bool take_option(blunting *b, const option *best, bool *done) {
    wend_cutting *c = b->c;
    int32_t e = best->part >= 0 ? wend_cutting_join_point(c, best->wedge, best->part, best->point)
                                : wend_cutting_join_seen(c, best->wedge, best->to);
    b->touched = true;
    if (e == -2 || !make_room(b))
        return false;
    if (e < 0 || wend_cut_wall(c, e) != WEND_WALL_NONE)
        return true;
    wend_cut_set_wall(c, e, WEND_WALL_PORTAL);
    *done = is_simple(b, e) && is_simple(b, wend_cut_twin(c, e));
    if (*done)
        c->walls.data[e] = c->walls.data[wend_cut_twin(c, e)] = WEND_WALL_PORTAL | NEW;
    else
        wend_cut_set_wall(c, e, WEND_WALL_NONE);
    return true;
}

// Finds and makes the exchange of a portal that was between two corners.
static bool exchange_between(blunting *b, const corner *here, const corner *there, const bool needed[2], bool *done) {
    wend_cutting *c = b->c;
    double most = LONGER * wend_cut_length(c, here->v, there->v);
    int32_t old = count_added(c, here, there->v) + count_added(c, there, here->v);
    option best = {old, -1, -1, -1, -1, {0, 0}}; // no length is less
    return (needed[1] || find_option(b, here, needed[0], most, &best)) &&
           (needed[0] || find_option(b, there, needed[1], most, &best)) &&
           (best.wedge < 0 || take_option(b, &best, done));
}

// Exchanges a portal if that makes fewer needles. False when memory is short.
static bool exchange(blunting *b, int32_t e, bool *done) {
    wend_cutting *c = b->c;
    int32_t twin = wend_cut_twin(c, e);
    if (wend_cut_is_winding(c, wend_cut_start(c, e)) || wend_cut_is_winding(c, wend_cut_start(c, twin)) ||
        !is_simple(b, e) || !is_simple(b, twin))
        return true;
    bool needed[2] = {wend_portal_is_needed_at(c, e), wend_portal_is_needed_at(c, twin)};
    corner here = {wend_cut_start(c, e), wend_wall_before(c, e), wend_wall_after(c, e)};
    corner there = {wend_cut_start(c, twin), wend_wall_before(c, twin), wend_wall_after(c, twin)};
    if ((needed[0] && needed[1]) || here.before == e || there.before == twin)
        return true;
    wend_cut_set_wall(c, e, WEND_WALL_NONE);
    if (!exchange_between(b, &here, &there, needed, done))
        return false;
    if (*done)
        return true;
    if (b->touched) // another edge may have been laid across
        e = wend_cutting_join(c, here.v, there.v);
    if (e < 0)
        return false;
    wend_cut_set_wall(c, e, WEND_WALL_PORTAL);
    return true;
}

static bool is_old(const wend_cutting *c, wend_wall_at wall) {
    return wend_wall_is_portal(c, wall) && !(c->walls.data[wall] & NEW);
}

// Exchanges one portal beside a needle at v, if there is one that can be. False when memory is short.
static bool exchange_at(blunting *b, int32_t v, int32_t *tries, bool *done) {
    const wend_cutting *c = b->c;
    int32_t first = wend_corner_first(c, v);
    corner at = {v, first, first};
    do {
        at.before = at.after;
        at.after = wend_wall_after(c, at.before);
        if (!is_sharp(c, &at))
            continue;
        wend_wall_at walls[2] = {at.before, at.after};
        for (int i = 0; i < 2 && !b->touched; i++)
            if (is_old(c, walls[i]) && (*tries)-- > 0 && !exchange(b, walls[i], done))
                return false;
    } while (at.after >= 0 && at.after != first && !b->touched && *tries > 0);
    return true;
}

static bool is_hub(const wend_cutting *c, int32_t v) {
    int32_t first = c->out.data[v], e = first, steps = 0;
    do
        e = wend_cut_twin(c, wend_cut_previous(e));
    while (e >= 0 && e != first && ++steps < MOST);
    return steps == MOST;
}

// Goes over the vertices with needles. *any: whether it exchanged a portal. False when memory is short.
static bool blunt_all(blunting *b, bool *any) {
    for (int64_t i = 0; i < b->needles.count; i++) {
        int32_t v = b->needles.data[i].index, tries = TRIES;
        bool done = !is_hub(b->c, v);
        while (done) {
            done = b->touched = false;
            if (!exchange_at(b, v, &tries, &done))
                return false;
            *any |= done;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- all

// Marks the walls of rings that start at a needle.
static wend_result mark_needles(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    blunting *b = data;
    const wend_cutting *c = b->c;
    for (int64_t r = begin; r < end; r++) {
        int32_t low = b->rings->starts.data[r], high = b->rings->starts.data[r + 1];
        const wend_ring_wall *walls = b->rings->walls.data;
        wend_fine before = wend_cut_fine(c, walls[high - 1].start), here = wend_cut_fine(c, walls[low].start);
        bool was_inner = is_inner(c, walls[high - 1].edge);
        for (int32_t i = low; i < high; i++) {
            bool inner = is_inner(c, walls[i].edge);
            wend_fine after = wend_cut_fine(c, walls[i + 1 < high ? i + 1 : low].start);
            b->sharp.data[i] = (inner || was_inner) && wend_fine_is_needle(&before, &here, &after);
            was_inner = inner;
            before = here;
            here = after;
        }
    }
    return WEND_OK;
}

// Lists the vertices with needles, in the order of their numbers.
static wend_result list_needles(blunting *b) {
    wend_context *context = b->c->context;
    if (!wend_array_resize(context, &b->sharp, b->rings->walls.count))
        return WEND_ERROR_MEMORY;
    wend_result result = wend_run_tasks(context, wend_rings_count(b->rings), PIECE, mark_needles, b);
    if (result != WEND_OK)
        return result;
    for (int64_t i = 0; i < b->sharp.count; i++) {
        int32_t v = b->rings->walls.data[i].start;
        if (b->sharp.data[i] && !wend_array_push(context, &b->needles, (wend_key){(uint64_t)v, v, 0}))
            return WEND_ERROR_MEMORY;
    }
    if (!wend_sort_keys(context, b->needles.data, b->needles.count))
        return WEND_ERROR_MEMORY;
    int64_t count = 0;
    for (int64_t i = 0; i < b->needles.count; i++)
        if (count == 0 || b->needles.data[i].index != b->needles.data[count - 1].index)
            b->needles.data[count++] = b->needles.data[i];
    b->needles.count = count;
    return WEND_OK;
}

static wend_result blunt_needles(blunting *b, bool *any) {
    *any = false;
    wend_result result = list_needles(b);
    if (result == WEND_OK && b->needles.count > 0 && !(make_room(b) && blunt_all(b, any)))
        result = WEND_ERROR_MEMORY;
    return result;
}

wend_result wend_cells_blunt(wend_cutting *c, wend_rings *rings) {
    blunting b = {.c = c, .rings = rings};
    bool any;
    wend_result result = blunt_needles(&b, &any);
    wend_sight_free(c->context, &b.sight);
    wend_array_free(c->context, &b.sharp);
    wend_array_free(c->context, &b.needles);
    wend_array_free(c->context, &b.passed);
    return result == WEND_OK && any ? wend_rings_find(c, rings) : result;
}

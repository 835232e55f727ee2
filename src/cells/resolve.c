// Portals for the notches that no pair resolved.
//
// As in the thesis, a notch gets the shortest portal in its area of interest, the directions that divide its angle into
// two within the limit. Portals that are there already stop the view, so none is crossed and none is ended on. Vertices
// come first, as they may be notches that the portal helps; when there is none, the nearest point of a boundary edge is
// taken. (Where a point is nearer than the vertex, a later stage finds it.)
//
// Where portals hide all of the area, every edge of the triangulation at the notch becomes a portal, and those that are
// not needed go away again, the longest first: two are left as a rule. Whatever portals are still needed, angles in a
// triangulation are below pi, so this always ends with the notch resolved.
#include "cells/resolve.h"

#include "base/random.h"
#include "cells/stages.h"
#include "cells/zones.h"

enum { LOOK = 10 }; // views through edges

// The best portal at a corner: to a vertex, or to a point of a boundary edge.
typedef struct choice {
    double length; // < 0 for none
    int32_t vertex;
    int32_t edge; // >= 0: the boundary half-edge that holds `point`
    wend_cell_point point;
} choice;

static wend_aim aim_of(const wend_cutting *c, int32_t corner) {
    return (wend_aim){wend_wall_end(c, corner), wend_wall_end(c, wend_wall_after(c, corner))};
}

// Whether the angle of a corner is too large.
static bool is_open(const wend_cutting *c, int32_t corner) {
    if (wend_cut_wall(c, corner) == WEND_WALL_NONE)
        return true; // no wall at all
    wend_aim gap = aim_of(c, corner);
    return !wend_cut_fits(c, wend_cut_start(c, corner), gap.right, gap.left);
}

// A corner at v that is too large; -1 when there is none.
static int32_t find_open(const wend_cutting *c, int32_t v) {
    int32_t first = wend_corner_first(c, v), corner = first;
    while (corner >= 0 && !is_open(c, corner))
        corner = wend_corner_next(c, corner, first);
    return corner;
}

bool wend_resolve_is_open(const wend_cutting *c, int32_t v) {
    return find_open(c, v) >= 0;
}

// ---------------------------------------------------------------------------------------------------- choosing

// Whether a portal from v to a vertex that it sees resolves a notch there, too.
static bool is_mutual(const wend_cutting *c, int32_t v, const wend_seen_vertex *seen) {
    if (!c->notches.data[seen->vertex])
        return false;
    wend_wall_at before = wend_seen_before(c, seen), after = wend_seen_after(c, seen);
    wend_aim gap = {wend_wall_end(c, before), wend_wall_end(c, after)};
    return (before < 0 || wend_cut_wall(c, before) != WEND_WALL_NONE) &&
           !wend_cut_fits(c, seen->vertex, gap.right, gap.left) && wend_aim_holds(c, gap, seen->vertex, v);
}

// What a choice is compared by: its length; at random a multiple of it, for pairs a fraction.
static double weigh(wend_resolver *r, int32_t v, const wend_seen_vertex *seen, double length) {
    if (r->random == NULL)
        return length;
    double weight = length * (0.25 + wend_random_unit(r->random));
    return is_mutual(r->c, v, seen) ? weight / 8 : weight;
}

static bool find_choice(wend_resolver *r, int32_t corner, choice *best) {
    const wend_cutting *c = r->c;
    int32_t v = wend_cut_start(c, corner);
    wend_aim aim = aim_of(c, corner);
    double least = 0;
    *best = (choice){-1, -1, -1, {0, 0}};
    if (!wend_sight_look(c, corner, aim, LOOK, &r->sight))
        return false;
    for (int64_t i = 0; i < r->sight.vertices.count; i++) {
        const wend_seen_vertex *seen = &r->sight.vertices.data[i];
        if (!wend_aim_holds(c, aim, v, seen->vertex))
            continue;
        double length = wend_cut_length(c, v, seen->vertex), weight = weigh(r, v, seen, length);
        if (best->length < 0 || weight < least) {
            *best = (choice){length, seen->vertex, -1, {0, 0}};
            least = weight;
        }
    }
    if (best->length >= 0)
        return true;
    for (int64_t i = 0; i < r->sight.edges.count; i++) {
        choice found = {0, -1, r->sight.edges.data[i].edge, {0, 0}};
        if (wend_sight_point(c, &r->sight.edges.data[i], aim, &found.point, &found.length) &&
            (best->length < 0 || found.length < best->length))
            *best = found;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- making

static bool note(wend_resolver *r, int32_t e) {
    wend_joint joint = {wend_cut_start(r->c, e), wend_cut_end(r->c, e)};
    return wend_array_push(r->c->context, &r->made, joint);
}

// Makes the chosen portal from v. The triangulation is still that of the choice.
static bool take_choice(wend_resolver *r, int32_t v, const choice *best, bool *made) {
    wend_cutting *c = r->c;
    int32_t to = best->edge >= 0 ? wend_cutting_split(c, best->edge, best->point) : best->vertex;
    int32_t e = to >= 0 ? wend_cutting_join(c, v, to) : to;
    *made = e >= 0;
    if (e < 0)
        return e != -2;
    wend_cut_set_wall(c, e, WEND_WALL_PORTAL);
    return note(r, e);
}

// Every edge at the corner becomes a portal; then the longest that are not needed go.
static bool resolve_by_fan(wend_resolver *r, int32_t corner) {
    wend_cutting *c = r->c;
    r->fan.count = 0;
    int32_t e = corner;
    do {
        if (wend_cut_wall(c, e) == WEND_WALL_NONE) {
            uint64_t length = (uint64_t)wend_cut_length(c, wend_cut_start(c, e), wend_cut_end(c, e));
            if (!wend_array_push(c->context, &r->fan, (wend_key){UINT64_MAX - length, e, 0}))
                return false;
        }
        int32_t last = wend_cut_previous(e);
        if (wend_cut_wall(c, last) != WEND_WALL_NONE)
            break;
        e = wend_cut_twin(c, last);
    } while (e != corner);
    if (!wend_sort_keys(c->context, r->fan.data, r->fan.count))
        return false;
    for (int64_t i = 0; i < r->fan.count; i++)
        wend_cut_set_wall(c, r->fan.data[i].index, WEND_WALL_PORTAL);
    for (int64_t i = 0; i < r->fan.count; i++) {
        e = r->fan.data[i].index;
        if (wend_portal_is_needed_at(c, e) || wend_portal_is_needed_at(c, wend_cut_twin(c, e))) {
            if (!note(r, e))
                return false;
        } else
            wend_cut_set_wall(c, e, WEND_WALL_NONE);
    }
    return true;
}

// Makes portals for a corner that is too large. `chosen` is a vertex to try first, or -1. *made: one was enough.
static bool resolve_corner(wend_resolver *r, int32_t corner, int32_t chosen, bool *made) {
    int32_t v = wend_cut_start(r->c, corner);
    choice best = {-1, chosen, -1, {0, 0}};
    bool walled = wend_cut_wall(r->c, corner) != WEND_WALL_NONE;
    *made = false;
    if (chosen >= 0 && walled && wend_cut_is_deep(r->c, chosen) &&
        wend_aim_holds(r->c, aim_of(r->c, corner), v, chosen)) {
        if (!take_choice(r, v, &best, made))
            return false;
        if (*made)
            return true;
        corner = find_open(r->c, v); // half-edges may have changed
    }
    if (walled && (!find_choice(r, corner, &best) || (best.length >= 0 && !take_choice(r, v, &best, made))))
        return false;
    if (*made || r->c->zone_of != NULL)
        return true; // a zone may not see enough of the fan: left for later
    return resolve_by_fan(r, find_open(r->c, v));
}

bool wend_resolve_vertex(wend_resolver *r, int32_t v, int32_t chosen) {
    const wend_cutting *c = r->c;
    for (int32_t corner = find_open(c, v); corner >= 0; corner = find_open(c, v)) {
        bool made;
        if (!resolve_corner(r, corner, chosen, &made))
            return false;
        if ((made && c->gaps.data[v].right >= 0) || (!made && c->zone_of != NULL))
            return true; // a plain notch is resolved
        chosen = -1;
    }
    return true;
}

void wend_resolver_free(wend_resolver *r) {
    wend_sight_free(r->c->context, &r->sight);
    wend_array_free(r->c->context, &r->made);
    wend_array_free(r->c->context, &r->fan);
}

// ---------------------------------------------------------------------------------------------------- all

enum { PIECE = 2048 }; // vertices looked from in one task

// What one task found: notches to resolve, with the vertex to try first.
typedef struct piece {
    WEND_ARRAY(wend_key) notches;
} piece;

typedef struct listing {
    wend_cutting *c;
    WEND_ARRAY(piece) pieces;
    WEND_ARRAY(wend_key) order;
} listing;

static wend_result preview_piece(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    listing *l = data;
    piece *found = &l->pieces.data[begin / PIECE];
    wend_resolver r = {.c = l->c};
    bool done = true;
    for (int32_t v = (int32_t)begin; v < end && done; v++) {
        uint8_t notch = l->c->notches.data[v];
        int32_t corner = notch == 0 || (notch & WEND_NOTCH_PAIRED) ? -1 : find_open(l->c, v);
        if (corner < 0)
            continue;
        choice best = {-1, -1, -1, {0, 0}};
        done = wend_cut_wall(l->c, corner) == WEND_WALL_NONE || find_choice(&r, corner, &best);
        uint64_t key = best.length >= 0 ? (uint64_t)best.length : UINT64_MAX;
        done = done && wend_array_push(l->c->context, &found->notches, (wend_key){key, v, best.vertex});
    }
    wend_resolver_free(&r);
    return done ? WEND_OK : WEND_ERROR_MEMORY;
}

// Notches still to resolve, those with the shortest portals first: they leave most to the others.
static wend_result list_notches(listing *l) {
    wend_context *context = l->c->context;
    int64_t vertices = l->c->plan->vertex_count, pieces = (vertices + PIECE - 1) / PIECE;
    if (!wend_array_resize(context, &l->pieces, pieces))
        return WEND_ERROR_MEMORY;
    memset(l->pieces.data, 0, (size_t)pieces * sizeof *l->pieces.data);
    wend_result result = wend_run_tasks(context, vertices, PIECE, preview_piece, l);
    for (int64_t i = 0; i < pieces; i++) {
        piece *found = &l->pieces.data[i];
        int64_t count = found->notches.count, before = l->order.count;
        if (result == WEND_OK && !wend_array_resize(context, &l->order, before + count))
            result = WEND_ERROR_MEMORY;
        if (result == WEND_OK && count > 0)
            memcpy(l->order.data + before, found->notches.data, (size_t)count * sizeof *found->notches.data);
        wend_array_free(context, &found->notches);
    }
    if (result == WEND_OK && !wend_sort_keys(context, l->order.data, l->order.count))
        result = WEND_ERROR_MEMORY;
    return result;
}

// Resolves the notches of a list, of a zone those deep in it.
static bool resolve_list(wend_cutting *c, void *data) {
    const listing *l = data;
    wend_resolver r = {.c = c};
    bool done = true;
    for (int64_t i = 0; i < l->order.count && done; i++)
        if (wend_cut_is_deep(c, l->order.data[i].index))
            done = wend_resolve_vertex(&r, l->order.data[i].index, l->order.data[i].spare);
    wend_resolver_free(&r);
    return done;
}

wend_result wend_cells_resolve(wend_cutting *c) {
    listing l = {.c = c};
    wend_result result = list_notches(&l);
    if (result == WEND_OK)
        result = wend_zones_run(c, 4, resolve_list, &l);
    if (result == WEND_OK && !resolve_list(c, &l))
        result = WEND_ERROR_MEMORY;
    wend_array_free(c->context, &l.pieces);
    wend_array_free(c->context, &l.order);
    return result;
}

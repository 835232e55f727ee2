// Portals for the notches that no pair resolved.
//
// As in the thesis, a notch gets the shortest portal in its area of interest, the directions that divide its angle into
// two within the limit. Portals that are there already stop the view, so none is crossed and none is ended on. Vertices
// come first, as they may be notches that the portal helps; when there is none, the nearest point of a boundary edge is
// taken. (Where a point is nearer than the vertex, a later stage finds it.)
//
// In small plans the notches with the shortest portals come first: they leave most to the others. To know them takes a
// look from every notch beforehand; large plans do without, zone by zone in the order of the vertices, and end up with
// as few cells.
//
// Where portals hide all of the area, every edge of the triangulation at the notch becomes a portal, and those that are
// not needed go away again, the longest first: two are left as a rule. Whatever portals are still needed, angles in a
// triangulation are below pi, so this always ends with the notch resolved.
#include "cells/resolve.h"

#include "base/random.h"
#include "cells/stages.h"
#include "cells/zones.h"

#include <math.h>

enum { LOOK = 10 }; // views through edges

// The best portal at a corner: to a vertex, or to a point of a boundary edge.
typedef struct choice {
    double length; // < 0 for none
    int32_t wedge; // where the line of sight starts, as in wend_seen_vertex
    int32_t vertex;
    int32_t edge; // >= 0: the boundary half-edge that holds `point`
    wend_cell_point point;
} choice;

static const choice no_choice = {-1, -1, -1, -1, {0, 0}};

// A corner of a cell whose angle is too large, and its walls; -1 for none.
typedef struct opening {
    int32_t corner;
    wend_aim aim; // -1 where there is no wall at all
} opening;

static opening find_open(const wend_cutting *c, int32_t v) {
    int32_t first = wend_corner_first(c, v);
    if (wend_cut_wall(c, first) == WEND_WALL_NONE)
        return (opening){first, {-1, -1}};
    wend_wall_at corner = first;
    do {
        wend_wall_at after = wend_wall_after(c, corner);
        wend_aim aim = {wend_wall_end(c, corner), wend_wall_end(c, after)};
        if (!wend_cut_fits(c, v, aim.right, aim.left))
            return (opening){corner, aim};
        corner = after;
    } while (corner >= 0 && corner != first);
    return (opening){-1, {-1, -1}};
}

bool wend_resolve_is_open(const wend_cutting *c, int32_t v) {
    return find_open(c, v).corner >= 0;
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

static bool find_choice(wend_resolver *r, const opening *at, choice *best) {
    const wend_cutting *c = r->c;
    int32_t v = wend_cut_start(c, at->corner);
    wend_aim aim = at->aim;
    double least = 0;
    *best = no_choice;
    if (!wend_sight_look(c, at->corner, aim, LOOK, &r->sight))
        return false;
    for (int64_t i = 0; i < r->sight.vertices.count; i++) {
        const wend_seen_vertex *seen = &r->sight.vertices.data[i];
        if (!wend_aim_holds(c, aim, v, seen->vertex))
            continue;
        double length = wend_cut_length(c, v, seen->vertex), weight = weigh(r, v, seen, length);
        if (best->length < 0 || weight < least) {
            *best = (choice){length, seen->wedge, seen->vertex, -1, {0, 0}};
            least = weight;
        }
    }
    if (best->length >= 0)
        return true;
    for (int64_t i = 0; i < r->sight.edges.count; i++) {
        const wend_seen_edge *seen = &r->sight.edges.data[i];
        choice found = {0, seen->wedge, -1, seen->edge, {0, 0}};
        double most = best->length < 0 ? HUGE_VAL : best->length;
        if (wend_sight_point(c, seen, aim, most, &found.point, &found.length) && found.length < most)
            *best = found;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- making

static bool note(wend_resolver *r, int32_t e) {
    wend_joint joint = {wend_cut_start(r->c, e), wend_cut_end(r->c, e)};
    return wend_array_push(r->c->context, &r->made, joint);
}

// Makes the edge e that was joined a portal, unless it could not be. False when memory is short.
static bool open_portal(wend_resolver *r, int32_t e, bool *made) {
    *made = e >= 0;
    if (e < 0)
        return e != -2;
    wend_cut_set_wall(r->c, e, WEND_WALL_PORTAL);
    return note(r, e);
}

// Makes a choice's portal. The triangulation is still that of the choice.
static bool take_choice(wend_resolver *r, const choice *best, bool *made) {
    int32_t e = best->edge >= 0 ? wend_cutting_join_point(r->c, best->wedge, best->edge, best->point)
                                : wend_cutting_join_seen(r->c, best->wedge, best->vertex);
    return open_portal(r, e, made);
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
static bool resolve_corner(wend_resolver *r, opening at, int32_t chosen, bool *made) {
    int32_t v = wend_cut_start(r->c, at.corner);
    bool walled = at.aim.right >= 0;
    choice best;
    *made = false;
    if (chosen >= 0 && walled && wend_aim_holds(r->c, at.aim, v, chosen)) {
        if (!open_portal(r, wend_cutting_join(r->c, v, chosen), made))
            return false;
        if (*made)
            return true;
        at = find_open(r->c, v); // half-edges may have changed
    }
    if (walled && (!find_choice(r, &at, &best) || (best.length >= 0 && !take_choice(r, &best, made))))
        return false;
    if (*made || r->c->deep != NULL)
        return true; // a zone may not see enough of the fan: left for later
    return resolve_by_fan(r, find_open(r->c, v).corner);
}

bool wend_resolve_vertex(wend_resolver *r, int32_t v, int32_t chosen) {
    const wend_cutting *c = r->c;
    for (opening at = find_open(c, v); at.corner >= 0; at = find_open(c, v)) {
        bool made;
        if (!resolve_corner(r, at, chosen, &made))
            return false;
        if (!made && c->deep != NULL)
            return true;
        if (made && c->gaps.data[v].right >= 0)
            break; // a plain notch is resolved
        chosen = -1;
    }
    if (c->gaps.data[v].right >= 0)
        c->notches.data[v] |= WEND_NOTCH_RESOLVED;
    return true;
}

void wend_resolver_free(wend_resolver *r) {
    wend_sight_free(r->c->context, &r->sight);
    wend_array_free(r->c->context, &r->made);
    wend_array_free(r->c->context, &r->fan);
}

// ---------------------------------------------------------------------------------------------------- all

typedef WEND_ARRAY(wend_key) notch_list;

// Lists the notches to resolve with the vertices that they see nearest, those with the shortest portals first.
static bool list_notches(wend_resolver *r, notch_list *list) {
    const wend_cutting *c = r->c;
    for (int32_t v = 0; v < c->plan->vertex_count; v++) {
        if (!wend_notch_is_left(c, v))
            continue;
        opening at = find_open(c, v);
        choice best = no_choice;
        if (at.corner < 0)
            continue;
        if (at.aim.right >= 0 && !find_choice(r, &at, &best))
            return false;
        uint64_t key = best.length >= 0 ? (uint64_t)best.length : UINT64_MAX;
        if (!wend_array_push(c->context, list, (wend_key){key, v, best.vertex}))
            return false;
    }
    return wend_sort_keys(c->context, list->data, list->count);
}

// Resolves all notches, those with the shortest portals first.
static bool resolve_shortest(wend_cutting *c) {
    wend_resolver r = {.c = c};
    notch_list list = {0};
    bool done = list_notches(&r, &list);
    for (int64_t i = 0; i < list.count && done; i++)
        done = wend_resolve_vertex(&r, list.data[i].index, list.data[i].spare);
    wend_array_free(c->context, &list);
    wend_resolver_free(&r);
    return done;
}

// Resolves all notches, of a zone those deep in it, in the order of their vertices.
static bool resolve_in_order(wend_cutting *c, void *data) {
    (void)data;
    wend_resolver r = {.c = c};
    bool done = true;
    for (int32_t v = c->first; v < c->last && done; v++)
        if (wend_notch_is_left(c, v) && wend_cut_is_deep(c, v))
            done = wend_resolve_vertex(&r, v, -1);
    wend_resolver_free(&r);
    return done;
}

wend_result wend_cells_resolve(wend_cutting *c) {
    if (c->plan->vertex_count < WEND_CELLS_LARGE)
        return resolve_shortest(c) ? WEND_OK : WEND_ERROR_MEMORY;
    wend_result result = wend_zones_run(c, 16, resolve_in_order, NULL);
    return result == WEND_OK && !resolve_in_order(c, NULL) ? WEND_ERROR_MEMORY : result;
}

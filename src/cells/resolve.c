// Portals for the notches that no pair resolved.
//
// As in the thesis, a notch gets the shortest portal in its area of interest, the directions that divide its angle into
// two within the limit. Portals that are there already stop the view, so none is crossed and none is ended on. Vertices
// come first, as they may be notches that the portal helps; when there is none, the nearest point of a boundary edge is
// taken. (Where a point is nearer than the vertex, a later stage finds it.) The notches with the shortest portals come
// first; they leave most to the others.
//
// Where portals hide all of the area, every edge of the triangulation at the notch becomes a portal, and those that are
// not needed go away again, the longest first: two are left as a rule. Whatever portals are still needed, angles in a
// triangulation are below pi, so this always ends with the notch resolved.
#include "cells/stages.h"

#include "base/sort.h"

enum { LOOK = 24 }; // views through edges

typedef struct resolving {
    wend_cutting *c;
    wend_sight sight;
    WEND_ARRAY(wend_key) order, fan;
} resolving;

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

// The shortest portal to a vertex, or else to a point.
static bool find_choice(resolving *r, int32_t corner, choice *best) {
    const wend_cutting *c = r->c;
    int32_t v = wend_cut_start(c, corner);
    wend_aim aim = aim_of(c, corner);
    *best = (choice){-1, -1, -1, {0, 0}};
    if (!wend_sight_look(c, corner, aim, LOOK, &r->sight))
        return false;
    for (int64_t i = 0; i < r->sight.vertices.count; i++) {
        int32_t to = r->sight.vertices.data[i].vertex;
        if (!wend_aim_holds(c, aim, v, to))
            continue;
        double length = wend_cut_length(c, v, to);
        if (best->length < 0 || length < best->length)
            *best = (choice){length, to, -1, {0, 0}};
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

// Makes the chosen portal from v. The triangulation is still that of the choice.
static wend_result take_choice(resolving *r, int32_t v, const choice *best, bool *made) {
    wend_cutting *c = r->c;
    int32_t to = best->edge >= 0 ? wend_cutting_split(c, best->edge, best->point) : best->vertex;
    int32_t e = to >= 0 ? wend_cutting_join(c, v, to) : to;
    if (e == -2)
        return WEND_ERROR_MEMORY;
    *made = e >= 0;
    if (*made)
        wend_cut_set_wall(c, e, WEND_WALL_PORTAL);
    return WEND_OK;
}

// Every edge at the corner becomes a portal; then the longest that are not needed go.
static wend_result resolve_by_fan(resolving *r, int32_t corner) {
    wend_cutting *c = r->c;
    r->fan.count = 0;
    int32_t e = corner;
    do {
        if (wend_cut_wall(c, e) == WEND_WALL_NONE) {
            uint64_t length = (uint64_t)wend_cut_length(c, wend_cut_start(c, e), wend_cut_end(c, e));
            if (!wend_array_push(c->context, &r->fan, (wend_key){UINT64_MAX - length, e, 0}))
                return WEND_ERROR_MEMORY;
        }
        int32_t last = wend_cut_previous(e);
        if (wend_cut_wall(c, last) != WEND_WALL_NONE)
            break;
        e = wend_cut_twin(c, last);
    } while (e != corner);
    if (!wend_sort_keys(c->context, r->fan.data, r->fan.count))
        return WEND_ERROR_MEMORY;
    for (int64_t i = 0; i < r->fan.count; i++)
        wend_cut_set_wall(c, r->fan.data[i].index, WEND_WALL_PORTAL);
    for (int64_t i = 0; i < r->fan.count; i++) {
        e = r->fan.data[i].index;
        if (!wend_portal_is_needed_at(c, e) && !wend_portal_is_needed_at(c, wend_cut_twin(c, e)))
            wend_cut_set_wall(c, e, WEND_WALL_NONE);
    }
    return WEND_OK;
}

// Whether the angle of a corner is too large.
static bool is_open(const wend_cutting *c, int32_t corner) {
    if (wend_cut_wall(c, corner) == WEND_WALL_NONE)
        return true; // no wall at all
    int32_t right = wend_wall_end(c, corner), left = wend_wall_end(c, wend_wall_after(c, corner));
    return !wend_cut_fits(c, wend_cut_start(c, corner), right, left);
}

// `first` is the vertex chosen when notches were listed, or -1: most of the time nothing has come in the way since.
static wend_result resolve_corner(resolving *r, int32_t corner, int32_t first) {
    choice best = {-1, -1, -1, {0, 0}};
    bool made = false;
    if (first >= 0 && wend_aim_holds(r->c, aim_of(r->c, corner), wend_cut_start(r->c, corner), first)) {
        best.vertex = first;
        wend_result result = take_choice(r, wend_cut_start(r->c, corner), &best, &made);
        if (result != WEND_OK || made)
            return result;
    }
    if (wend_cut_wall(r->c, corner) != WEND_WALL_NONE && !find_choice(r, corner, &best))
        return WEND_ERROR_MEMORY;
    if (best.length >= 0) {
        wend_result result = take_choice(r, wend_cut_start(r->c, corner), &best, &made);
        if (result != WEND_OK)
            return result;
    }
    return made ? WEND_OK : resolve_by_fan(r, corner);
}

// Resolves every corner at v that is too large. Corners are found anew after each change.
static wend_result resolve_vertex(resolving *r, int32_t v, int32_t chosen) {
    wend_cutting *c = r->c;
    int32_t first = wend_corner_first(c, v);
    for (int32_t corner = first; corner >= 0;) {
        if (!is_open(c, corner)) {
            corner = wend_corner_next(c, corner, first);
            continue;
        }
        wend_result result = resolve_corner(r, corner, chosen);
        chosen = -1;
        if (result != WEND_OK)
            return result;
        corner = first = wend_corner_first(c, v);
    }
    return WEND_OK;
}

// Notches still to resolve, those with the shortest portals first.
static wend_result list_notches(resolving *r) {
    wend_cutting *c = r->c;
    for (int32_t v = 0; v < c->plan->vertex_count; v++) {
        if (!c->notches.data[v])
            continue;
        int32_t first = wend_corner_first(c, v), corner = first;
        while (corner >= 0 && !is_open(c, corner))
            corner = wend_corner_next(c, corner, first);
        if (corner < 0)
            continue;
        choice best = {-1, -1, -1, {0, 0}};
        if (wend_cut_wall(c, corner) != WEND_WALL_NONE && !find_choice(r, corner, &best))
            return WEND_ERROR_MEMORY;
        uint64_t key = best.length >= 0 ? (uint64_t)best.length : UINT64_MAX;
        if (!wend_array_push(c->context, &r->order, (wend_key){key, v, best.vertex}))
            return WEND_ERROR_MEMORY;
    }
    return wend_sort_keys(c->context, r->order.data, r->order.count) ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wend_cells_resolve(wend_cutting *c) {
    resolving r = {.c = c};
    wend_result result = list_notches(&r);
    for (int64_t i = 0; i < r.order.count && result == WEND_OK; i++)
        result = resolve_vertex(&r, r.order.data[i].index, r.order.data[i].spare);
    wend_sight_free(c->context, &r.sight);
    wend_array_free(c->context, &r.order);
    wend_array_free(c->context, &r.fan);
    return result;
}

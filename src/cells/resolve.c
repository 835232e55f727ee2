// Portals for the notches that no pair resolved.
//
// As in the thesis, a notch gets the shortest portal in its area of interest (the directions that divide its angle into
// two of at most pi; vertices may use the relaxation): to a vertex, or to the nearest point of a boundary edge, which
// is the foot of the perpendicular or an end of the area. Portals that are there already stop the view, so none is
// crossed and none is ended on. The notches with the shortest portals come first; they leave most to the others.
//
// Where portals hide all of the area, every edge of the triangulation at the notch becomes a portal, and those that are
// not needed go away again, the longest first: two are left as a rule. Whatever portals are still needed, angles in a
// triangulation are below pi, so this always ends with the notch resolved.
#include "cells/stages.h"

#include "base/sort.h"

enum { LOOK_TRIANGLES = 16 };

typedef struct resolving {
    wend_cutting *c;
    wend_sight sight;
    WEND_ARRAY(wend_key) order, fan;
} resolving;

// The best portal at a corner: to a vertex, or to a point of a boundary edge.
typedef struct choice {
    double length; // < 0 for none
    int32_t vertex;
    int64_t edge; // >= 0: that one of the edges seen
} choice;

static bool find_choice(resolving *r, int32_t corner, choice *best) {
    wend_cutting *c = r->c;
    int32_t v = wend_cut_start(c, corner);
    int32_t right = wend_wall_end(c, corner), left = wend_wall_end(c, wend_wall_after(c, corner));
    *best = (choice){-1, -1, -1};
    if (!wend_sight_look(c, corner, LOOK_TRIANGLES, &r->sight))
        return false;
    for (int64_t i = 0; i < r->sight.vertices.count; i++) {
        int32_t to = r->sight.vertices.data[i].vertex;
        if (!wend_cut_fits(c, v, right, to) || !wend_cut_fits(c, v, to, left))
            continue;
        double length = wend_cut_length(c, v, to);
        if (best->length < 0 || length < best->length)
            *best = (choice){length, to, -1};
    }
    for (int64_t i = 0; i < r->sight.edges.count; i++) {
        int32_t to = wend_sight_point(c, &r->sight.edges.data[i], right, left);
        if (to == -2)
            return false;
        if (to < 0)
            continue;
        double length = wend_cut_length(c, v, to);
        c->points.count--;
        if (best->length < 0 || length < best->length)
            *best = (choice){length, -1, i};
    }
    return true;
}

// Makes the chosen portal from v; the edges seen are still those of the choice.
static wend_result take_choice(resolving *r, int32_t v, int32_t right, int32_t left, const choice *best, bool *made) {
    wend_cutting *c = r->c;
    int32_t to = best->vertex;
    if (best->edge >= 0) {
        wend_seen_edge seen = r->sight.edges.data[best->edge];
        to = wend_sight_point(c, &seen, right, left);
        if (to < 0 || !wend_cutting_split(c, seen.edge))
            return WEND_ERROR_MEMORY;
    }
    int32_t e = wend_cutting_wedge(c, v, to);
    if (e >= 0 && wend_cut_end(c, e) != to)
        e = wend_cutting_lay(c, e, to);
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

static wend_result resolve_corner(resolving *r, int32_t corner) {
    wend_cutting *c = r->c;
    choice best = {-1, -1, -1};
    bool made = false;
    if (wend_cut_wall(c, corner) != WEND_WALL_NONE && !find_choice(r, corner, &best))
        return WEND_ERROR_MEMORY;
    if (best.length >= 0) {
        int32_t right = wend_wall_end(c, corner), left = wend_wall_end(c, wend_wall_after(c, corner));
        wend_result result = take_choice(r, wend_cut_start(c, corner), right, left, &best, &made);
        if (result != WEND_OK)
            return result;
    }
    return made ? WEND_OK : resolve_by_fan(r, corner);
}

// Resolves every corner at v that is too large. Corners are found anew after each change.
static wend_result resolve_vertex(resolving *r, int32_t v) {
    wend_cutting *c = r->c;
    int32_t first = wend_corner_first(c, v);
    for (int32_t corner = first; corner >= 0;) {
        if (!is_open(c, corner)) {
            corner = wend_corner_next(c, corner, first);
            continue;
        }
        wend_result result = resolve_corner(r, corner);
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
        choice best = {-1, -1, -1};
        if (wend_cut_wall(c, corner) != WEND_WALL_NONE && !find_choice(r, corner, &best))
            return WEND_ERROR_MEMORY;
        uint64_t key = best.length >= 0 ? (uint64_t)best.length : UINT64_MAX;
        if (!wend_array_push(c->context, &r->order, (wend_key){key, v, 0}))
            return WEND_ERROR_MEMORY;
    }
    return wend_sort_keys(c->context, r->order.data, r->order.count) ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_result wend_cells_resolve(wend_cutting *c) {
    resolving r = {.c = c};
    wend_result result = list_notches(&r);
    for (int64_t i = 0; i < r.order.count && result == WEND_OK; i++)
        result = resolve_vertex(&r, r.order.data[i].index);
    wend_sight_free(c->context, &r.sight);
    wend_array_free(c->context, &r.order);
    wend_array_free(c->context, &r.fan);
    return result;
}

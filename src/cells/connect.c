// Cells become discs, and portals lie between different cells.
//
// Where all angles of an obstacle stay within the limit (a round one of many corners, or one that the relaxation
// leaves), no notch asks for a portal, and a cell may reach all around it: a ring, or a disc that meets itself at a
// portal or in a vertex. Search and movement want simple discs with a neighbour at every portal.
//
// Such cells are few. All edges of the triangulation inside them become portals, so that they fall into triangles. Then
// portals are taken away again, the longest first, as long as angles allow it and the two cells beside one are
// different and meet nowhere else, neither at another portal nor in a vertex other than its ends. Cells are kept in a
// union-find forest, each with a list of its triangles; comparing costs the length of the shorter list.
//
// Two things keep hubs, vertices with very many edges, from costing the square of their degree. Around each vertex the
// walls that are left are linked, so that the angle without a portal is at hand. And which cells touch a hub is kept in
// a hash table, to which the smaller one of two cells that are merged adds; around all other vertices one looks.
#include "base/sort.h"
#include "cells/stages.h"

enum { MANY = 32 }; // half-edges that make a vertex a hub

// The walls next to a portal around its start, clockwise and counter-clockwise.
typedef struct neighbours {
    wend_wall_at before, after;
} neighbours;

typedef struct connecting {
    wend_cutting *c;
    WEND_ARRAY(int32_t) cell_of; // of each triangle: its cell, then its node in the forest
    WEND_ARRAY(int32_t) stack;
    WEND_ARRAY(uint8_t) bad;       // of each cell
    WEND_ARRAY(int32_t) sides;     // of each cell: walls around it
    WEND_ARRAY(int32_t) size;      // of each cell: triangles
    WEND_ARRAY(wend_key) edges;    // half-edges inside bad cells, longest first
    WEND_ARRAY(int32_t) root;      // forest over triangles of bad cells
    WEND_ARRAY(int32_t) length;    // of each root: triangles in its list, which starts with itself
    WEND_ARRAY(int32_t) last;      // of each root: the last one
    WEND_ARRAY(int32_t) next;      // of each triangle: the next one in its list, or -1
    WEND_ARRAY(int32_t) met;       // of each root: the triangle of it that was found last to meet another cell
    WEND_ARRAY(int32_t) asked;     // of each vertex: the last portal for which it was looked around
    WEND_ARRAY(neighbours) beside; // of each half-edge inside bad cells
    WEND_ARRAY(uint8_t) hub;       // of each vertex
    WEND_ARRAY(uint64_t) touching; // hash table of hubs and roots that touch them, 0 where it is free
    int64_t touching_count;
} connecting;

// ---------------------------------------------------------------------------------------------------- finding

static bool flood(connecting *k, int32_t from, int32_t cell) {
    const wend_cutting *c = k->c;
    int32_t sides = 0, size = 0;
    k->cell_of.data[from] = cell;
    k->stack.count = 0;
    if (!wend_array_push(c->context, &k->stack, from))
        return false;
    while (k->stack.count > 0) {
        int32_t t = k->stack.data[--k->stack.count];
        size++;
        for (int i = 0; i < 3; i++) {
            int32_t e = 4 * t + i;
            if (wend_cut_wall(c, e) != WEND_WALL_NONE) {
                sides++;
                continue;
            }
            int32_t other = wend_cut_twin(c, e) >> 2;
            if (k->cell_of.data[other] >= 0)
                continue;
            k->cell_of.data[other] = cell;
            if (!wend_array_push(c->context, &k->stack, other))
                return false;
        }
    }
    return wend_array_push(c->context, &k->sides, sides) && wend_array_push(c->context, &k->size, size) &&
           wend_array_push(c->context, &k->bad, 0);
}

// Cells that meet themselves in a vertex: two corners there are theirs.
static bool find_pinched(connecting *k, bool *any) {
    const wend_cutting *c = k->c;
    WEND_ARRAY(int32_t) seen = {0}; // of each cell: the last vertex at which it was met
    if (!wend_array_resize(c->context, &seen, k->bad.count))
        return false;
    memset(seen.data, -1, (size_t)seen.count * sizeof *seen.data);
    for (int32_t v = 0; v < c->out.count; v++) {
        int32_t first = c->out.data[v] < 0 ? -1 : wend_corner_first(c, v);
        if (first < 0)
            continue; // a point never made
        if (wend_wall_after(c, first) < 0)
            continue; // a single corner
        for (int32_t corner = first; corner >= 0; corner = wend_corner_next(c, corner, first)) {
            int32_t cell = k->cell_of.data[corner >> 2];
            if (seen.data[cell] == v) {
                k->bad.data[cell] = 1;
                *any = true;
            }
            seen.data[cell] = v;
        }
    }
    wend_array_free(c->context, &seen);
    return true;
}

// A disc of n triangles without vertices inside has n + 2 sides.
static bool find_bad(connecting *k, bool *any) {
    const wend_cutting *c = k->c;
    int32_t triangles = (int32_t)(c->edges.count / 4), cells = 0;
    if (!wend_array_resize(c->context, &k->cell_of, triangles))
        return false;
    memset(k->cell_of.data, -1, (size_t)triangles * sizeof *k->cell_of.data);
    for (int32_t t = 0; t < triangles; t++)
        if (k->cell_of.data[t] < 0 && wend_cut_start(c, 4 * t) >= 0 && !flood(k, t, cells++))
            return false;
    *any = false;
    for (int32_t i = 0; i < cells; i++) {
        k->bad.data[i] = k->sides.data[i] != k->size.data[i] + 2;
        *any |= k->bad.data[i];
    }
    for (int32_t e = 0; e < c->edges.count; e++) {
        uint8_t wall = wend_cut_wall(c, e);
        if (wall != WEND_WALL_PORTAL && wall != WEND_WALL_BORDER)
            continue;
        int32_t cell = k->cell_of.data[e >> 2];
        if (cell == k->cell_of.data[wend_cut_twin(c, e) >> 2]) {
            k->bad.data[cell] = 1;
            *any = true;
        }
    }
    return find_pinched(k, any);
}

// ---------------------------------------------------------------------------------------------------- hubs

static uint64_t touch_key(int32_t v, int32_t cell) {
    return ((uint64_t)(uint32_t)v << 32 | (uint32_t)cell) + 1;
}

// Where a key is in the table, or where it belongs.
static int64_t touch_slot(const connecting *k, uint64_t key) {
    int64_t mask = k->touching.count - 1;
    int64_t slot = (int64_t)(key * 0x9e3779b97f4a7c15 >> 24) & mask;
    while (k->touching.data[slot] != 0 && k->touching.data[slot] != key)
        slot = (slot + 1) & mask;
    return slot;
}

// Doubles the table.
static bool widen_touching(connecting *k) {
    connecting wider = {.c = k->c};
    int64_t count = k->touching.count > 0 ? 2 * k->touching.count : 256;
    if (!wend_array_resize(k->c->context, &wider.touching, count))
        return false;
    memset(wider.touching.data, 0, (size_t)count * sizeof *wider.touching.data);
    for (int64_t i = 0; i < k->touching.count; i++)
        if (k->touching.data[i] != 0)
            wider.touching.data[touch_slot(&wider, k->touching.data[i])] = k->touching.data[i];
    wend_array_free(k->c->context, &k->touching);
    memcpy(&k->touching, &wider.touching, sizeof k->touching);
    return true;
}

// Notes that the hubs among a triangle's corners touch a cell.
static bool note_touching(connecting *k, int32_t triangle, int32_t cell) {
    for (int32_t e = 4 * triangle; e < 4 * triangle + 3; e++) {
        int32_t v = wend_cut_start(k->c, e);
        if (!k->hub.data[v])
            continue;
        if (2 * (k->touching_count + 1) > k->touching.count && !widen_touching(k))
            return false;
        int64_t slot = touch_slot(k, touch_key(v, cell));
        k->touching_count += k->touching.data[slot] == 0;
        k->touching.data[slot] = touch_key(v, cell);
    }
    return true;
}

static bool find_hubs(connecting *k) {
    const wend_cutting *c = k->c;
    if (!wend_array_resize(c->context, &k->hub, c->out.count))
        return false;
    memset(k->hub.data, 0, (size_t)k->hub.count);
    memset(k->asked.data, 0, (size_t)k->asked.count * sizeof *k->asked.data);
    for (int32_t e = 0; e < c->edges.count; e++) // counted in `asked`
        if (wend_cut_start(c, e) >= 0 && ++k->asked.data[wend_cut_start(c, e)] > MANY)
            k->hub.data[wend_cut_start(c, e)] = 1;
    memset(k->asked.data, -1, (size_t)k->asked.count * sizeof *k->asked.data);
    for (int32_t t = 0; t < k->root.count; t++)
        if (k->cell_of.data[t] >= 0 && k->bad.data[k->cell_of.data[t]] && !note_touching(k, t, t))
            return false;
    return true;
}

// ---------------------------------------------------------------------------------------------------- shattering

static bool make_room(connecting *k) {
    wend_context *context = k->c->context;
    int64_t edges = k->c->edges.count, triangles = edges / 4;
    if (!wend_array_resize(context, &k->root, triangles) || !wend_array_resize(context, &k->last, triangles) ||
        !wend_array_resize(context, &k->length, triangles) || !wend_array_resize(context, &k->next, triangles) ||
        !wend_array_resize(context, &k->met, triangles) || !wend_array_resize(context, &k->asked, k->c->out.count) ||
        !wend_array_resize(context, &k->beside, edges))
        return false;
    for (int32_t t = 0; t < triangles; t++) {
        k->root.data[t] = k->last.data[t] = k->met.data[t] = t;
        k->next.data[t] = -1;
        k->length.data[t] = 1;
    }
    return true;
}

// The edges next to half-edge e around its start: all of them are walls.
static neighbours edges_beside(const wend_cutting *c, int32_t e) {
    int32_t last = wend_cut_previous(e), after = wend_cut_twin(c, last);
    return (neighbours){wend_cut_next(wend_cut_twin(c, e)), after < 0 ? ~last : after};
}

// Makes all edges inside bad cells portals, and lists them. Borders are among the edges between cells, but stay.
static bool shatter(connecting *k) {
    wend_cutting *c = k->c;
    if (!make_room(k) || !find_hubs(k))
        return false;
    for (int32_t e = 0; e < c->edges.count; e++) {
        int32_t t = e >> 2;
        if ((e & 3) == 3 || k->cell_of.data[t] < 0 || !k->bad.data[k->cell_of.data[t]] ||
            wend_cut_wall(c, e) == WEND_WALL_BOUNDARY)
            continue;
        int32_t twin = wend_cut_twin(c, e);
        if (k->cell_of.data[twin >> 2] != k->cell_of.data[t])
            continue;
        if (wend_cut_wall(c, e) == WEND_WALL_BORDER || twin < e)
            continue;
        uint64_t length = (uint64_t)wend_cut_length(c, wend_cut_start(c, e), wend_cut_end(c, e));
        wend_cut_set_wall(c, e, WEND_WALL_PORTAL);
        k->beside.data[e] = edges_beside(c, e);
        k->beside.data[twin] = edges_beside(c, twin);
        if (!wend_array_push(c->context, &k->edges, (wend_key){UINT64_MAX - length, e, 0}))
            return false;
    }
    return wend_sort_keys(c->context, k->edges.data, k->edges.count);
}

// ---------------------------------------------------------------------------------------------------- merging

static int32_t find(connecting *k, int32_t t) {
    int32_t *root = k->root.data;
    while (root[t] != t)
        t = root[t] = root[root[t]];
    return t;
}

// Whether half-edge e's start, a corner of a triangle of one cell, is also a corner of the other cell.
static bool touches(connecting *k, int32_t e, int32_t other) {
    const wend_cutting *c = k->c;
    int32_t v = wend_cut_start(c, e), first = c->out.data[v], at = first;
    if (k->hub.data[v])
        return k->touching.data[touch_slot(k, touch_key(v, other))] != 0;
    do {
        if (find(k, at >> 2) == other)
            return true;
        at = wend_cut_twin(c, wend_cut_previous(at));
    } while (at >= 0 && at != first);
    return false;
}

// Whether a corner of a triangle, other than a portal's ends, touches a cell.
static bool meets(connecting *k, int32_t portal, int32_t triangle, int32_t other) {
    const wend_cutting *c = k->c;
    int32_t from = wend_cut_start(c, portal), to = wend_cut_end(c, portal);
    for (int32_t e = 4 * triangle; e < 4 * triangle + 3; e++) {
        int32_t v = wend_cut_start(c, e);
        if (v == from || v == to || k->asked.data[v] == portal)
            continue;
        k->asked.data[v] = portal;
        if (touches(k, e, other))
            return true;
    }
    return false;
}

// Whether the two cells beside a portal, the first one not the longer one, meet nowhere else. Where they met before is
// asked first: two cells with a long common border meet at each of its portals.
static bool meet_once(connecting *k, int32_t portal, int32_t a, int32_t b) {
    if (meets(k, portal, k->met.data[a], b))
        return false;
    for (int32_t t = a; t >= 0; t = k->next.data[t])
        if (meets(k, portal, t, b)) {
            k->met.data[a] = t;
            return false;
        }
    return true;
}

// Adds a cell to another one that is not shorter.
static bool merge(connecting *k, int32_t a, int32_t into) {
    for (int32_t t = a; t >= 0 && k->touching_count > 0; t = k->next.data[t])
        if (!note_touching(k, t, into))
            return false;
    k->root.data[a] = into;
    k->next.data[k->last.data[into]] = a;
    k->last.data[into] = k->last.data[a];
    k->length.data[into] += k->length.data[a];
    return true;
}

// Whether a portal's start has too large an angle without it.
static bool is_needed_at(const connecting *k, int32_t e) {
    const wend_cutting *c = k->c;
    neighbours beside = k->beside.data[e];
    int32_t v = wend_cut_start(c, e);
    return c->notches.data[v] && !wend_cut_fits(c, v, wend_wall_end(c, beside.before), wend_wall_end(c, beside.after));
}

// Takes a half-edge that is no wall any more out of those around its start.
static void leave(connecting *k, int32_t e) {
    neighbours beside = k->beside.data[e];
    k->beside.data[beside.before].after = beside.after;
    if (beside.after >= 0)
        k->beside.data[beside.after].before = beside.before;
}

static bool mend(connecting *k) {
    wend_cutting *c = k->c;
    for (int64_t i = 0; i < k->edges.count; i++) {
        int32_t e = k->edges.data[i].index, twin = wend_cut_twin(c, e);
        if (is_needed_at(k, e) || is_needed_at(k, twin))
            continue;
        int32_t a = find(k, e >> 2), b = find(k, twin >> 2);
        bool swapped = k->length.data[a] > k->length.data[b];
        int32_t shorter = swapped ? b : a, longer = swapped ? a : b;
        if (a == b || !meet_once(k, e, shorter, longer))
            continue;
        wend_cut_set_wall(c, e, WEND_WALL_NONE);
        leave(k, e);
        leave(k, twin);
        if (!merge(k, shorter, longer))
            return false;
    }
    return true;
}

// Mends the cells that are not simple discs.
static bool mend_all(wend_cutting *c) {
    connecting k = {.c = c};
    bool any = false, done = find_bad(&k, &any) && (!any || (shatter(&k) && mend(&k)));
    wend_array_free(c->context, &k.cell_of);
    wend_array_free(c->context, &k.stack);
    wend_array_free(c->context, &k.bad);
    wend_array_free(c->context, &k.sides);
    wend_array_free(c->context, &k.size);
    wend_array_free(c->context, &k.edges);
    wend_array_free(c->context, &k.root);
    wend_array_free(c->context, &k.last);
    wend_array_free(c->context, &k.length);
    wend_array_free(c->context, &k.next);
    wend_array_free(c->context, &k.met);
    wend_array_free(c->context, &k.asked);
    wend_array_free(c->context, &k.beside);
    wend_array_free(c->context, &k.hub);
    wend_array_free(c->context, &k.touching);
    return done;
}

wend_result wend_cells_connect(wend_cutting *c, wend_rings *rings) {
    wend_result result = wend_rings_find(c, rings);
    if (result != WEND_OK || rings->simple)
        return result;
    return mend_all(c) ? wend_rings_find(c, rings) : WEND_ERROR_MEMORY;
}

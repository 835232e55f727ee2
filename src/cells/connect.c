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
#include "base/sort.h"
#include "cells/stages.h"

typedef struct connecting {
    wend_cutting *c;
    WEND_ARRAY(int32_t) cell_of; // of each triangle: its cell, then its node in the forest
    WEND_ARRAY(int32_t) stack;
    WEND_ARRAY(uint8_t) bad;    // of each cell
    WEND_ARRAY(int32_t) sides;  // of each cell: walls around it
    WEND_ARRAY(int32_t) size;   // of each cell: triangles
    WEND_ARRAY(wend_key) edges; // half-edges inside bad cells, longest first
    WEND_ARRAY(int32_t) root;   // forest over triangles of bad cells
    WEND_ARRAY(int32_t) length; // of each root: triangles in its list, which starts with itself
    WEND_ARRAY(int32_t) last;   // of each root: the last one
    WEND_ARRAY(int32_t) next;   // of each triangle: the next one in its list, or -1
    WEND_ARRAY(int32_t) asked;  // of each vertex: the last portal for which it was looked around
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

// ---------------------------------------------------------------------------------------------------- merging

static int32_t find(connecting *k, int32_t t) {
    int32_t *root = k->root.data;
    while (root[t] != t)
        t = root[t] = root[root[t]];
    return t;
}

// Makes all edges inside bad cells portals, and lists them. Borders are among the edges between cells, but stay.
static bool shatter(connecting *k) {
    wend_cutting *c = k->c;
    int64_t triangles = c->edges.count / 4;
    if (!wend_array_resize(c->context, &k->root, triangles) || !wend_array_resize(c->context, &k->last, triangles) ||
        !wend_array_resize(c->context, &k->length, triangles) || !wend_array_resize(c->context, &k->next, triangles) ||
        !wend_array_resize(c->context, &k->asked, c->out.count))
        return false;
    memset(k->asked.data, -1, (size_t)k->asked.count * sizeof *k->asked.data);
    for (int32_t t = 0; t < triangles; t++) {
        k->root.data[t] = k->last.data[t] = t;
        k->next.data[t] = -1;
        k->length.data[t] = 1;
    }
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
        if (!wend_array_push(c->context, &k->edges, (wend_key){UINT64_MAX - length, e, 0}))
            return false;
    }
    return wend_sort_keys(c->context, k->edges.data, k->edges.count);
}

// Whether half-edge e's start, a corner of a triangle of one cell, is also a corner of the other cell.
static bool touches(connecting *k, int32_t e, int32_t other) {
    const wend_cutting *c = k->c;
    int32_t first = c->out.data[wend_cut_start(c, e)], at = first;
    do {
        if (find(k, at >> 2) == other)
            return true;
        at = wend_cut_twin(c, wend_cut_previous(at));
    } while (at >= 0 && at != first);
    return false;
}

// Whether the two cells beside a portal meet nowhere else.
static bool meet_once(connecting *k, int32_t portal, int32_t a, int32_t b) {
    const wend_cutting *c = k->c;
    int32_t from = wend_cut_start(c, portal), to = wend_cut_end(c, portal);
    if (k->length.data[a] > k->length.data[b]) {
        int32_t swap = a;
        a = b;
        b = swap;
    }
    for (int32_t t = a; t >= 0; t = k->next.data[t])
        for (int32_t e = 4 * t; e < 4 * t + 3; e++) {
            int32_t v = wend_cut_start(c, e);
            if (v == from || v == to || k->asked.data[v] == portal)
                continue;
            k->asked.data[v] = portal;
            if (touches(k, e, b))
                return false;
        }
    return true;
}

static void merge(connecting *k, int32_t a, int32_t b) {
    if (k->length.data[a] < k->length.data[b]) {
        int32_t swap = a;
        a = b;
        b = swap;
    }
    k->root.data[b] = a;
    k->next.data[k->last.data[a]] = b;
    k->last.data[a] = k->last.data[b];
    k->length.data[a] += k->length.data[b];
}

static void mend(connecting *k) {
    wend_cutting *c = k->c;
    for (int64_t i = 0; i < k->edges.count; i++) {
        int32_t e = k->edges.data[i].index, twin = wend_cut_twin(c, e);
        if (wend_portal_is_needed_at(c, e) || wend_portal_is_needed_at(c, twin))
            continue;
        int32_t a = find(k, e >> 2), b = find(k, twin >> 2);
        if (a == b || !meet_once(k, e, a, b))
            continue;
        wend_cut_set_wall(c, e, WEND_WALL_NONE);
        merge(k, a, b);
    }
}

// Mends the cells that are not simple discs.
static bool mend_all(wend_cutting *c) {
    connecting k = {.c = c};
    bool any = false, done = find_bad(&k, &any) && (!any || shatter(&k));
    if (done && any)
        mend(&k);
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
    wend_array_free(c->context, &k.asked);
    return done;
}

wend_result wend_cells_connect(wend_cutting *c, wend_rings *rings) {
    bool simple = false;
    if (!wend_rings_find(c, rings) || !wend_rings_are_simple(c, rings, &simple))
        return WEND_ERROR_MEMORY;
    if (!simple && (!mend_all(c) || !wend_rings_find(c, rings)))
        return WEND_ERROR_MEMORY;
    return WEND_OK;
}

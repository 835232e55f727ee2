// The cell of a place.
//
// Places come with the plan triangle that they are in. Most triangles lie in one cell. Portals that are no edges of the
// plan's triangulation pass through triangles: each from side to side or corner, so they cut it into pieces like
// chords. To find the piece of a place, walk straight to it from the triangle's first corner: of the chords passed, the
// last one bounds the piece, and its portal knows the cell behind it. When none is passed, the piece is one of those at
// the corner, between the chords that start there.
//
// So two things are noted for each triangle: its chords, found by walking each portal over the plan, and the cell at
// its first corner along its first edge, found by going around each vertex.
#include "base/array.h"
#include "cells/cells.h"

#include "plan/plan.h"

// ---------------------------------------------------------------------------------------------------- sides

enum { PIECE = 1024 }; // portals walked along in one task

// Triangles that the portals of one task pass through: pairs of triangle and portal.
typedef struct cut_piece {
    WEND_ARRAY(int32_t) passed;
} cut_piece;

typedef struct indexing {
    wend_cells *cells;
    const wend_plan_view *plan;
    const wend_cells_view *view;
    WEND_ARRAY(int32_t) side_before; // of each vertex: sides that start at lower ones; one more at the end
    WEND_ARRAY(int32_t) side_at;     // sides by vertex
    WEND_ARRAY(int32_t) side_cell;   // of each side
    WEND_ARRAY(int32_t) out;         // of each vertex: a half-edge of the plan, the boundary edge if there is one
    WEND_ARRAY(cut_piece) pieces;
} indexing;

static int turn_of(const indexing *x, int32_t a, int32_t b, int32_t c) {
    return wend_corner_turn(x->plan, x->view, a, b, c);
}

static bool list_sides(indexing *x) {
    wend_context *context = x->cells->context;
    int32_t vertices = x->plan->vertex_count;
    if (!wend_array_resize(context, &x->side_before, vertices + 1) ||
        !wend_array_resize(context, &x->side_at, x->view->side_count) ||
        !wend_array_resize(context, &x->side_cell, x->view->side_count))
        return false;
    int32_t *before = x->side_before.data;
    memset(before, 0, ((size_t)vertices + 1) * sizeof *before);
    for (int32_t i = 0; i < x->view->cell_count; i++)
        for (int32_t k = 0; k < x->view->cells[i].count; k++)
            x->side_cell.data[x->view->cells[i].first + k] = i;
    for (int32_t i = 0; i < x->view->side_count; i++)
        if (x->view->sides[i].corner < vertices)
            before[x->view->sides[i].corner + 1]++;
    for (int32_t v = 0; v < vertices; v++)
        before[v + 1] += before[v];
    for (int32_t i = x->view->side_count - 1; i >= 0; i--) // fills each vertex's part from its end
        if (x->view->sides[i].corner < vertices)
            x->side_at.data[--before[x->view->sides[i].corner + 1]] = i;
    // Each entry now holds the start of the vertex before it: shift back.
    for (int32_t v = 0; v < vertices; v++)
        before[v] = before[v + 1];
    before[vertices] = 0;
    for (int32_t i = 0; i < x->view->side_count; i++)
        before[vertices] += x->view->sides[i].corner < vertices;
    return true;
}

static bool list_out(indexing *x) {
    if (!wend_array_resize(x->cells->context, &x->out, x->plan->vertex_count))
        return false;
    memset(x->out.data, -1, (size_t)x->out.count * sizeof *x->out.data);
    for (int32_t t = 0; t < x->plan->triangle_count; t++)
        for (int i = 0; i < 3; i++) {
            int32_t v = x->plan->triangles[t].v[i];
            if (x->out.data[v] < 0 || x->plan->triangles[t].twin[i] < 0)
                x->out.data[v] = 3 * t + i;
        }
    return true;
}

// Where a side ends.
static int32_t side_end(const indexing *x, int32_t side) {
    const wend_cell *cell = &x->view->cells[x->side_cell.data[side]];
    return x->view->sides[side + 1 < cell->first + cell->count ? side + 1 : cell->first].corner;
}

// ---------------------------------------------------------------------------------------------------- corners

// A side at a vertex, and the corner that it leads to.
typedef struct spoke {
    int32_t side, end;
} spoke;

// Of the sides at v that start strictly within the corner of a plan triangle between its edges to p and q, the last one
// counter-clockwise; -1 when there is none.
static int32_t last_side_between(const indexing *x, int32_t v, int32_t p, int32_t q, const spoke *spokes, int count) {
    int32_t last = -1, best = v;
    for (int k = 0; k < count; k++) {
        int32_t end = spokes[k].end;
        if (end != p && end != q && turn_of(x, v, p, end) > 0 && turn_of(x, v, end, q) > 0 &&
            (last < 0 || turn_of(x, v, best, end) > 0)) {
            last = spokes[k].side;
            best = end;
        }
    }
    return last;
}

// The side along a plan's edge from v to p: a portal there, or the boundary; -1 when there is none.
static int32_t side_along(const indexing *x, int32_t p, int32_t twin, const spoke *spokes, int count) {
    for (int k = 0; k < count; k++) {
        int32_t across = x->view->sides[spokes[k].side].across;
        if (across < 0 ? across == twin : spokes[k].end == p)
            return spokes[k].side;
    }
    return -1;
}

// Goes around a vertex and notes the cell at the start of each triangle whose first corner it is. A boundary vertex
// starts with a side, along its boundary edge; around an inner vertex the first turn only finds one.
static void go_around(indexing *x, int32_t v, const spoke *spokes, int count) {
    int32_t first = x->out.data[v], side = spokes[0].side;
    bool closed = x->plan->triangles[first / 3].twin[first % 3] >= 0;
    for (int round = closed ? 0 : 1; round < 2; round++) {
        int32_t e = first;
        do {
            const wend_plan_triangle *t = &x->plan->triangles[e / 3];
            int32_t p = t->v[(e + 1) % 3], q = t->v[(e + 2) % 3];
            int32_t along = side_along(x, p, t->twin[e % 3], spokes, count);
            side = along >= 0 ? along : side;
            if (round == 1 && e % 3 == 0)
                x->cells->corner_cells[e / 3] = x->side_cell.data[side];
            int32_t between = last_side_between(x, v, p, q, spokes, count);
            side = between >= 0 ? between : side;
            e = t->twin[(e + 2) % 3];
        } while (e >= 0 && e != first);
    }
}

// A vertex with one side lies in one cell; the others are walked around.
static wend_result find_corners(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    indexing *x = data;
    WEND_ARRAY(spoke) spokes = {0};
    bool done = true;
    for (int32_t v = (int32_t)begin; v < end && done; v++) {
        int32_t low = x->side_before.data[v], high = x->side_before.data[v + 1];
        if (high - low < 2)
            continue;
        spokes.count = 0;
        for (int32_t k = low; k < high && done; k++) {
            int32_t side = x->side_at.data[k];
            done = wend_array_push(x->cells->context, &spokes, (spoke){side, side_end(x, side)});
        }
        if (done)
            go_around(x, v, spokes.data, high - low);
    }
    wend_array_free(x->cells->context, &spokes);
    return done ? WEND_OK : WEND_ERROR_MEMORY;
}

// ---------------------------------------------------------------------------------------------------- chords

// Notes the triangles that a portal passes from the one on which half-edge e looks, which it leaves through e.
static bool walk_on(const indexing *x, int32_t portal, int32_t e, cut_piece *piece) {
    wend_context *context = x->cells->context;
    const wend_plan_triangle *triangles = x->plan->triangles;
    int32_t from = x->view->portals[portal].ends[0], to = x->view->portals[portal].ends[1];
    for (;;) {
        if (!wend_array_push(context, &piece->passed, e / 3) || !wend_array_push(context, &piece->passed, portal))
            return false;
        int32_t f = triangles[e / 3].twin[e % 3];
        if (f < 0)
            return true; // it ends on this boundary edge
        int32_t apex = triangles[f / 3].v[(f + 2) % 3];
        if (apex == to)
            return wend_array_push(context, &piece->passed, f / 3) && wend_array_push(context, &piece->passed, portal);
        e = turn_of(x, from, to, apex) > 0 ? wend_plan_edge_next(f) : wend_plan_edge_previous(f);
    }
}

// Notes the triangles that a portal passes through; none for one that is an edge of the plan.
static bool walk_portal(const indexing *x, int32_t portal, cut_piece *piece) {
    const wend_plan_triangle *triangles = x->plan->triangles;
    int32_t from = x->view->portals[portal].ends[0], to = x->view->portals[portal].ends[1], e;
    if (from >= x->plan->vertex_count) { // from one boundary edge to another
        int32_t f = x->plan->boundaries[x->view->points[from - x->plan->vertex_count].boundary].edge;
        int32_t apex = triangles[f / 3].v[(f + 2) % 3];
        return walk_on(x, portal, turn_of(x, from, to, apex) > 0 ? wend_plan_edge_next(f) : wend_plan_edge_previous(f),
                       piece);
    }
    for (e = x->out.data[from];; e = triangles[e / 3].twin[(e + 2) % 3]) {
        int32_t p = triangles[e / 3].v[(e + 1) % 3], q = triangles[e / 3].v[(e + 2) % 3];
        if (p == to || q == to)
            return true;
        if (turn_of(x, from, p, to) > 0 && turn_of(x, from, to, q) > 0)
            break;
    }
    return walk_on(x, portal, wend_plan_edge_next(e), piece);
}

static wend_result walk_portals(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    indexing *x = data;
    for (int32_t i = (int32_t)begin; i < end; i++)
        if (!walk_portal(x, i, &x->pieces.data[begin / PIECE]))
            return WEND_ERROR_MEMORY;
    return WEND_OK;
}

// Sorts what the tasks found by triangle.
static bool list_cuts(indexing *x) {
    wend_cells *cells = x->cells;
    size_t triangles = (size_t)x->plan->triangle_count, count = 0;
    cells->cut_before = wend_allocate(cells->context, (triangles + 1) * sizeof *cells->cut_before);
    if (cells->cut_before == NULL)
        return false;
    memset(cells->cut_before, 0, (triangles + 1) * sizeof *cells->cut_before);
    for (int64_t k = 0; k < x->pieces.count; k++)
        count += (size_t)x->pieces.data[k].passed.count / 2;
    if (count == 0)
        return true;
    cells->cuts = wend_allocate(cells->context, count * sizeof *cells->cuts);
    if (cells->cuts == NULL)
        return false;
    cells->cut_count = (int64_t)count;
    for (int64_t k = 0; k < x->pieces.count; k++)
        for (int64_t i = 0; i < x->pieces.data[k].passed.count; i += 2)
            cells->cut_before[x->pieces.data[k].passed.data[i]]++;
    for (size_t t = 0; t < triangles; t++)
        cells->cut_before[t + 1] += cells->cut_before[t];
    for (int64_t k = x->pieces.count - 1; k >= 0; k--) { // each triangle's part is filled from its end
        const int32_t *passed = x->pieces.data[k].passed.data;
        for (int64_t i = x->pieces.data[k].passed.count - 2; i >= 0; i -= 2)
            cells->cuts[--cells->cut_before[passed[i]]] = passed[i + 1];
    }
    return true;
}

// The tables of vertices and of portals.
static wend_result index_all(indexing *x) {
    wend_cells *cells = x->cells;
    wend_context *context = cells->context;
    size_t triangles = (size_t)x->plan->triangle_count;
    int64_t pieces = (x->view->portal_count + PIECE - 1) / PIECE;
    cells->corner_cells = wend_allocate(context, triangles * sizeof *cells->corner_cells);
    if (cells->corner_cells == NULL || !list_sides(x) || !list_out(x) ||
        !wend_array_resize(context, &x->pieces, pieces))
        return WEND_ERROR_MEMORY;
    if (pieces > 0)
        memset(x->pieces.data, 0, (size_t)pieces * sizeof *x->pieces.data);
    for (int32_t t = 0; t < x->plan->triangle_count; t++) {
        int32_t v = x->plan->triangles[t].v[0];
        if (x->side_before.data[v + 1] - x->side_before.data[v] == 1)
            cells->corner_cells[t] = x->side_cell.data[x->side_at.data[x->side_before.data[v]]];
    }
    wend_result result = wend_run_tasks(context, x->plan->vertex_count, 4096, find_corners, x);
    if (result == WEND_OK)
        result = wend_run_tasks(context, x->view->portal_count, PIECE, walk_portals, x);
    if (result == WEND_OK && !list_cuts(x))
        result = WEND_ERROR_MEMORY;
    return result;
}

wend_result wend_cells_index(wend_cells *cells) {
    wend_plan_view plan = wend_plan_look(cells->plan);
    indexing x = {.cells = cells, .plan = &plan, .view = &cells->view};
    wend_result result = index_all(&x);
    wend_array_free(cells->context, &x.side_before);
    wend_array_free(cells->context, &x.side_at);
    wend_array_free(cells->context, &x.side_cell);
    wend_array_free(cells->context, &x.out);
    for (int64_t i = 0; i < x.pieces.count; i++)
        wend_array_free(cells->context, &x.pieces.data[i].passed);
    wend_array_free(cells->context, &x.pieces);
    return result;
}

// ---------------------------------------------------------------------------------------------------- asking

typedef struct wide {
    uint64_t part[4]; // lowest first
} wide;

static wide multiply(wend_i128 a, wend_i128 b) {
    uint64_t x[2] = {wend_i128_low(a), wend_i128_high(a)}, y[2] = {wend_i128_low(b), wend_i128_high(b)};
    wide product = {{0}};
    for (int i = 0; i < 2; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < 2; j++) {
            uint64_t high, low = wend_u64_multiply(x[i], y[j], &high);
            low += carry;
            high += low < carry;
            product.part[i + j] += low;
            high += product.part[i + j] < low;
            carry = high;
        }
        product.part[i + 2] += carry;
    }
    return product;
}

static bool is_less(const wide *a, const wide *b) {
    for (int i = 3; i >= 0; i--)
        if (a->part[i] != b->part[i])
            return a->part[i] < b->part[i];
    return false;
}

// On which side of a portal, and how far, a place lies: > 0 on the left of ends[0] -> ends[1].
static wend_i128 side_of(const wend_plan_view *plan, const wend_cells_view *view, const wend_portal *portal,
                         wend_fine place) {
    return wend_fine_cross(wend_corner_place(plan, view, portal->ends[0]),
                           wend_corner_place(plan, view, portal->ends[1]), place);
}

// Of two portals that meet in a point of the boundary: the end of `portal` that is not that point.
static int32_t other_end(const wend_portal *portal, const wend_portal *met) {
    return portal->ends[0] == met->ends[0] || portal->ends[0] == met->ends[1] ? portal->ends[1] : portal->ends[0];
}

static int32_t lower(int32_t a, int32_t b) {
    return a < b ? a : b;
}

int32_t wend_cells_locate(const wend_cells *cells, const wend_spot *spot) {
    if (spot->triangle < 0)
        return -1;
    wend_plan_view plan = wend_plan_look(cells->plan);
    const wend_cells_view *view = &cells->view;
    int32_t corner = plan.triangles[spot->triangle].v[0], on = -1, at_corner = cells->corner_cells[spot->triangle];
    int32_t behind = -1; // the cell behind the last chord passed
    const wend_portal *passed = NULL;
    int passed_sign = 0;             // on which side of it the spot is
    wend_i128 near = {0}, far = {0}; // how far from it the corner and the spot are
    wend_fine last = {0, 0};         // the end of the last chord at the corner on the spot's right
    bool any = false;
    wend_fine start = wend_fine_of(plan.vertices[corner]);
    for (int32_t k = cells->cut_before[spot->triangle]; k < cells->cut_before[spot->triangle + 1]; k++) {
        const wend_portal *portal = &view->portals[cells->cuts[k]];
        wend_i128 spot_side = side_of(&plan, view, portal, wend_fine_of(spot->point));
        int sign = wend_i128_sign(spot_side);
        if (sign == 0) {
            int32_t lowest = lower(portal->cells[0], portal->cells[1]);
            on = on < 0 ? lowest : lower(on, lowest);
            continue;
        }
        if (portal->ends[0] == corner || portal->ends[1] == corner) {
            bool outward = portal->ends[0] == corner;
            if ((sign > 0) != outward)
                continue; // the spot is on its right
            wend_fine end = wend_corner_place(&plan, view, portal->ends[outward ? 1 : 0]);
            if (!any || wend_fine_turn(start, last, end) > 0)
                at_corner = portal->cells[outward ? 0 : 1];
            last = !any || wend_fine_turn(start, last, end) > 0 ? end : last;
            any = true;
            continue;
        }
        wend_i128 corner_side = side_of(&plan, view, portal, start);
        if (wend_i128_sign(corner_side) == sign)
            continue;
        wend_i128 new_near = wend_i128_magnitude(corner_side), new_far = wend_i128_magnitude(spot_side);
        wide one = multiply(new_near, far), other = multiply(near, new_far);
        bool later = behind < 0 || is_less(&other, &one);
        if (!later && !is_less(&one, &other)) // they meet in a point of the boundary, on the way: which one is behind?
            later = wend_i128_sign(side_of(&plan, view, passed,
                                           wend_corner_place(&plan, view, other_end(portal, passed)))) == passed_sign;
        if (later) {
            near = new_near;
            far = new_far;
            behind = portal->cells[sign > 0 ? 0 : 1];
            passed = portal;
            passed_sign = sign;
        }
    }
    return on >= 0 ? on : behind >= 0 ? behind : at_corner;
}

// What is kept of a floor, in pieces, and what is left along its sides.
//
// Every triangle of a region that is kept becomes a piece of the sheet, one after the other. The twin of each of its
// half-edges is that of the next piece where nothing lies between, a border where a wall stands or the floor ends, and
// else, along the sides, open until it is known what lies beyond (join.c). For that, each side is written down as it
// was bent: its points, and in a slot for each edge between them the half-edge of the piece there, or that nothing is
// left, or that a wall is all that is left.
//
// A vertex has one height, whichever piece asks. At a corner of the floor it is that of the corner; on a side it is
// made from the ends of the side alone, in their order, so that the floor beyond gets the same; inside, it is that of
// the plane.
//
// Degenerate cases: two sides of a narrow floor may be drawn together and run along the same edges, to and fro. So a
// side is followed edge by edge by its own bit, from corner to corner, and never straight back. A vertex on two sides,
// and on no corner, has its height from the one that comes later.
//
// Cost: linear in the triangles, but for looking around each vertex on a side.
#include "exact/cutter.h"

// ---------------------------------------------------------------------------------------------------- pieces

// Heights: of a corner its own, on a side that of the side (the same from both floors), inside that of the plane.
static int32_t height_at(const wend_cutter *c, int32_t vertex) {
    wend_point p = c->view.vertices[vertex];
    int side = c->vertex_side.data[vertex];
    if (side < 0)
        return wend_round_height(wend_face_height(c->face, p.x, p.y));
    wend_point3 a = c->face->p[side], b = c->face->p[(side + 1) % 3];
    if (wend_point_equal(p, wend_from_above(a)))
        return a.z;
    if (wend_point_equal(p, wend_from_above(b)))
        return b.z;
    return wend_point3_less(b, a) ? wend_height_along(b, a, p) : wend_height_along(a, b, p);
}

// The twin of half-edge e of a triangle that is kept.
static wend_result twin_of(wend_cutter *c, int32_t e, wend_sheet *sheet, int32_t *twin) {
    int32_t other = wend_edge_twin(c->view.triangles, e);
    bool through = wend_cutter_is_kept(c, other / 3);
    wend_raw_border border;
    bool side = !wend_cutter_is_unmarked(c, e) && wend_cutter_sides_at(c, e) != 0;
    if (wend_cutter_is_unmarked(c, e) || (through && !side && !wend_cutter_explain(c, e, true, &border))) {
        *twin = 3 * c->made.data[other / 3] + other % 3;
        return WEND_OK;
    }
    if (side && !wend_cutter_explain(c, e, true, &border)) {
        *twin = WEND_OPEN;
        return WEND_OK;
    }
    if (side && border.kind != WEND_BOUNDARY_LEDGE)
        border.kind = WEND_BOUNDARY_WALL;
    else if (!side && !through)
        wend_cutter_explain(c, e, false, &border);
    *twin = ~(int32_t)sheet->borders.count;
    return wend_array_push(c->parent, &sheet->borders, border) ? WEND_OK : WEND_ERROR_MEMORY;
}

static wend_result add_pieces(wend_cutter *c, wend_sheet *sheet, wend_rest *rest) {
    int32_t count = c->view.triangle_count;
    if (!wend_array_resize(c->context, &c->made, count) ||
        !wend_array_resize(c->context, &c->heights, c->view.vertex_count))
        return WEND_ERROR_MEMORY;
    for (int32_t v = 0; v < c->view.vertex_count; v++)
        c->heights.data[v] = height_at(c, v);
    rest->first = (int32_t)sheet->triangles.count;
    rest->count = 0;
    for (int32_t t = 0; t < count; t++)
        c->made.data[t] = wend_cutter_is_kept(c, t) ? rest->first + rest->count++ : -1;
    if (!wend_array_reserve(c->parent, &sheet->triangles, sheet->triangles.count + rest->count))
        return WEND_ERROR_MEMORY;
    for (int32_t t = 0; t < count; t++) {
        if (c->made.data[t] < 0)
            continue;
        wend_raw_triangle piece = {.source = c->face->source};
        for (int i = 0; i < 3; i++) {
            int32_t v = c->view.triangles[t].v[i];
            wend_point p = c->view.vertices[v];
            piece.p[i] = (wend_point3){p.x, p.y, c->heights.data[v]};
            wend_result result = twin_of(c, 3 * t + i, sheet, &piece.twin[i]);
            if (result != WEND_OK)
                return result;
        }
        sheet->triangles.data[sheet->triangles.count++] = piece;
    }
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- sides

// The half-edge along side i that leaves vertex v, not back to `from`; -1 when there is none.
static int32_t go_on(const wend_cutter *c, int32_t v, int i, int32_t from) {
    int32_t start = c->view.vertex_edge[v], e = start;
    do {
        int32_t to = wend_edge_start(c->view.triangles, wend_half_next(e));
        if (to >= 0 && to != from && (wend_cutter_sides_at(c, e) >> i & 1))
            return e;
        e = wend_edge_around(c->view.triangles, e);
    } while (e != start);
    return -1;
}

// What is left at half-edge e of side i: the half-edge of a piece, or -1 for nothing, or less for a wall.
static wend_result slot_at(wend_cutter *c, int32_t e, int i, wend_sheet *sheet, int32_t *slot) {
    int32_t made = c->made.data[e / 3];
    wend_raw_border border;
    *slot = made < 0 ? -1 : 3 * made + e % 3;
    if (made >= 0 || wend_cutter_is_lonely(c, i) || !wend_cutter_find_wall_behind(c, e, &border))
        return WEND_OK;
    border.kind = WEND_BOUNDARY_LEDGE;
    *slot = WEND_SLOT_WALL - (int32_t)sheet->borders.count;
    return wend_array_push(c->parent, &sheet->borders, border) ? WEND_OK : WEND_ERROR_MEMORY;
}

// Follows the sides: which vertices lie on them, and, when there is a sheet, the slots and points. Before the pieces
// are made the first is needed, afterwards the second.
static wend_result follow_sides(wend_cutter *c, wend_sheet *sheet, wend_rest *rest) {
    for (int i = 0; i < 3; i++) {
        int32_t v = c->view.point_vertex[i], last = c->view.point_vertex[(i + 1) % 3], from = -2;
        while (v != last) {
            int32_t e = go_on(c, v, i, from);
            if (e < 0)
                return WEND_ERROR_LIMIT; // cannot be: a side is a chain of edges
            from = v;
            v = wend_edge_start(c->view.triangles, wend_half_next(e));
            if (!sheet) {
                c->vertex_side.data[v] = i;
                continue;
            }
            int32_t slot;
            wend_result result = slot_at(c, e, i, sheet, &slot);
            if (result != WEND_OK)
                return result;
            if (!wend_array_push(c->parent, &sheet->slots, slot))
                return WEND_ERROR_MEMORY;
            if (v == last)
                break;
            rest->points[i]++;
            if (!wend_array_push(c->parent, &sheet->points, c->view.vertices[v]))
                return WEND_ERROR_MEMORY;
        }
    }
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- all of it

wend_result wend_cutter_make_pieces(wend_cutter *c, wend_sheet *sheet, wend_rest *rest) {
    if (!wend_array_resize(c->context, &c->vertex_side, c->view.vertex_count))
        return WEND_ERROR_MEMORY;
    memset(c->vertex_side.data, -1, (size_t)c->view.vertex_count * sizeof *c->vertex_side.data);
    wend_result result = follow_sides(c, NULL, rest);
    if (result == WEND_OK)
        result = add_pieces(c, sheet, rest);
    rest->first_slot = (int32_t)sheet->slots.count;
    rest->first_point = (int32_t)sheet->points.count;
    return result == WEND_OK ? follow_sides(c, sheet, rest) : result;
}

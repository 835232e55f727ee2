// Which tops are one floor with those of the cells beside them.
//
// Two tops side by side are joined when one of these holds: they are of one plane; a face is part of both, as at the
// foot of a ramp; or two of their faces are at the same height, to within `rise`, in the middle of the side between the
// cells. (Where either has many faces it is enough that all of them together meet.) A top is joined with one other at
// most over each side: those of a cell lie farther apart than the agent is high.
//
//     .-----.-----.     Around the corner of four cells, tops that are joined must be those of one turn. Where floors
//     |  d  |  c  |     wind up so steeply that a, b, c, d and a top a' over a are joined one after the other, all of
//     |-----+-----|     these joins go: a surface turns around a corner once at most.
//     | a,a'|  b  |
//     '-----'-----'
#include "voxel/tile.h"

enum { FEW = 8 }; // faces of a top that are compared one by one

// The middle of the side of a cell.
static wend_point middle_of_side(const wend_grid *g, wend_grid_cell cell, int side) {
    wend_point a = wend_grid_point(g, wend_grid_corner(cell, side));
    wend_point b = wend_grid_point(g, wend_grid_corner(cell, (side + 1) & 3));
    return (wend_point){(int32_t)(((int64_t)a.x + b.x) / 2), (int32_t)(((int64_t)a.y + b.y) / 2)};
}

static bool share_face(const wend_tile *t, const wend_top *a, const wend_top *b) {
    const wend_hit *f = t->members.data + a->first, *f_end = f + a->count;
    const wend_hit *g = t->members.data + b->first, *g_end = g + b->count;
    while (f < f_end && g < g_end) {
        if (f->face == g->face)
            return true;
        if (f->face < g->face)
            f++;
        else
            g++;
    }
    return false;
}

static bool meet_in_middle(const wend_tile *t, const wend_top *a, const wend_top *b, wend_point middle) {
    for (int32_t i = 0; i < a->count; i++)
        for (int32_t k = 0; k < b->count; k++) {
            const wend_hit *f = &t->members.data[a->first + i], *g = &t->members.data[b->first + k];
            int64_t off = (int64_t)wend_height_within(wend_tile_face(t, f->face), middle, f->low, f->high) -
                          wend_height_within(wend_tile_face(t, g->face), middle, g->low, g->high);
            if (off <= t->grid->rise && -off <= t->grid->rise)
                return true;
        }
    return false;
}

static bool are_one(const wend_tile *t, const wend_top *a, const wend_top *b, int side) {
    if (a->plane == b->plane)
        return true;
    int64_t rise = t->grid->rise;
    if ((int64_t)a->low > b->high + rise || (int64_t)b->low > a->high + rise)
        return false;
    if (a->count > FEW || b->count > FEW || share_face(t, a, b))
        return true;
    return meet_in_middle(t, a, b, middle_of_side(t->grid, wend_tile_cell(t, a->cell), side));
}

// Joins the tops of two cells, the second of which is beyond that side of the first. From below, each with the lowest
// one that is left.
static void join_cells(wend_tile *t, int32_t a_cell, int32_t b_cell, int side) {
    int32_t b = t->first_top.data[b_cell], b_end = t->first_top.data[b_cell + 1];
    for (int32_t a = t->first_top.data[a_cell]; a < t->first_top.data[a_cell + 1]; a++)
        for (int32_t k = b; k < b_end; k++) {
            if (!are_one(t, &t->tops.data[a], &t->tops.data[k], side))
                continue;
            t->tops.data[a].beside[side] = k;
            t->tops.data[k].beside[side ^ 2] = a;
            b = k + 1;
            break;
        }
}

// The top that is reached by going once around the corner where a side begins, or -1. Clockwise, seen from above: over
// that side first, then over that of the next cell which begins there.
static int32_t around_corner(const wend_tile *t, int32_t top, int side) {
    for (int k = 0; k < 4 && top >= 0; k++) {
        top = t->tops.data[top].beside[side];
        side = (side + 3) & 3;
    }
    return top;
}

// Lists the joins of a turn that begins with a top. False when memory is short.
static bool list_turn(wend_tile *t, int32_t top, int side) {
    for (int k = 0; k < 4; k++) {
        if (!wend_array_push(t->context, &t->stack, 4 * top + side))
            return false;
        top = t->tops.data[top].beside[side];
        side = (side + 3) & 3;
    }
    return true;
}

static bool drop_spirals(wend_tile *t) {
    t->stack.count = 0;
    for (int32_t top = 0; top < t->tops.count; top++)
        for (int side = 0; side < 4; side++) {
            int32_t end = around_corner(t, top, side);
            if (end >= 0 && end != top && !list_turn(t, top, side))
                return false;
        }
    for (int64_t k = 0; k < t->stack.count; k++) {
        int32_t top = t->stack.data[k] / 4, side = t->stack.data[k] % 4, other = t->tops.data[top].beside[side];
        t->tops.data[top].beside[side] = -1;
        if (other >= 0)
            t->tops.data[other].beside[side ^ 2] = -1;
    }
    return true;
}

wend_result wend_tile_join_tops(wend_tile *t) {
    for (int32_t y = 0; y < t->high; y++)
        for (int32_t x = 0; x < t->width; x++) {
            int32_t cell = y * t->width + x;
            if (t->first_top.data[cell] == t->first_top.data[cell + 1])
                continue;
            if (x + 1 < t->width)
                join_cells(t, cell, cell + 1, 1);
            if (y + 1 < t->high)
                join_cells(t, cell, cell + t->width, 2);
        }
    return drop_spirals(t) ? WEND_OK : WEND_ERROR_MEMORY;
}

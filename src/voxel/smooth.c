// Smoothing: pits are closed and bumps dropped, as scans have them, where the floor on both sides says what should be
// there.
//
//         R       along a row or a column of cells, a floor L, what may be wrong with it, and the floor R: R lies
//     L ^   ___   in the plane of L, to within `rise`, and no more than `reach` cells are between them.
//    ___ ^^^      A cell between the two that has no top within a step of that plane gets one, if nothing in it reaches
//    ___     ___  higher above the plane than a step. A top there that is off the plane by more than `rise`, but by no
//       \___/     more than a step, goes to the plane, unless joins lead along the line from it to L or to R: ground
//                 that goes up and down smoothly stays.
//
// A new top continues the plane of L, so it is of its region. All is judged by the tops as they were found, never by
// those that smoothing made: so the order does not matter, and a cell depends on those `reach` cells away. Of several
// pairs the nearest counts; of those as near the one along x, then the one whose L is nearer, then the lower one.
//
// A stair is no bump: floors beside a tread are not in one plane. A low wall is one, if it is narrow: it can be stepped
// over anyway.
#include "voxel/tile.h"

#include <math.h>

typedef struct wish {
    const wend_top *from; // L
    int32_t z;
} wish;

// The tops of a cell, between *first and *end; none beyond what is worked on.
static void tops_at(const wend_tile *t, int32_t x, int32_t y, int32_t *first, int32_t *end) {
    bool in = x >= 0 && y >= 0 && x < t->width && y < t->high;
    *first = in ? t->first_top.data[y * t->width + x] : 0;
    *end = in ? t->first_top.data[y * t->width + x + 1] : 0;
}

static wend_point middle_of(const wend_tile *t, int32_t place) {
    wend_point p = wend_grid_point(t->grid, wend_tile_cell(t, place));
    return (wend_point){p.x + t->grid->cell / 2, p.y + t->grid->cell / 2};
}

static int32_t height_of(const wend_tile *t, const wend_top *top, wend_point p) {
    return wend_height_within(wend_tile_face(t, top->face), p, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX);
}

static bool differs_by(int32_t a, int32_t b, int32_t most) {
    int64_t off = (int64_t)a - b;
    return off > most || -off > most;
}

// Whether nothing in a cell is in the way of a top at height z, but for what one can step on; and no other top than the
// one that goes is near it.
static bool has_room(const wend_tile *t, int32_t place, int32_t z, int32_t goes) {
    const wend_grid *g = t->grid;
    for (int32_t h = t->head.data[place]; h >= 0; h = t->hits.data[h].next) {
        const wend_hit *hit = &t->hits.data[h];
        if (hit->high > (int64_t)z + g->step && hit->low < (int64_t)z + g->height)
            return false;
    }
    for (int32_t k = t->first_top.data[place]; k < t->first_top.data[place + 1]; k++)
        if (k != goes && !differs_by(t->tops.data[k].low, z, g->height))
            return false;
    return true;
}

// What a floor L and a floor R on the other side wish for a cell; false when they wish for nothing. *goes is the top
// that goes to their plane, or -1.
static bool judge(const wend_tile *t, int32_t place, const wend_top *from, const wend_top *to, wish *made,
                  int32_t *goes) {
    const wend_grid *g = t->grid;
    wend_point far = middle_of(t, to->cell);
    if (differs_by(height_of(t, from, far), wend_height_within(wend_tile_face(t, to->face), far, to->low, to->high),
                   g->rise))
        return false;
    wend_point here = middle_of(t, place);
    *made = (wish){from, height_of(t, from, here)};
    *goes = -1;
    for (int32_t k = t->first_top.data[place]; k < t->first_top.data[place + 1]; k++) {
        const wend_top *top = &t->tops.data[k];
        int32_t z = wend_height_within(wend_tile_face(t, top->face), here, top->low, top->high);
        if (top->plane == from->plane || !differs_by(z, made->z, g->rise))
            return false; // it is there already
        if (!differs_by(z, made->z, g->step))
            *goes = k;
    }
    return has_room(t, place, made->z, *goes);
}

// Whether joins lead from a top over so many cells straight on to another one.
static bool leads_to(const wend_tile *t, int32_t from, int side, int32_t cells, const wend_top *to) {
    for (; cells > 0 && from >= 0; cells--)
        from = t->tops.data[from].beside[side];
    return from >= 0 && &t->tops.data[from] == to;
}

// Looks for floors on both sides of a cell, `between` cells apart in all.
static bool look_along(const wend_tile *t, int32_t place, int axis, int32_t between, wish *made, int32_t *goes) {
    int32_t x = place % t->width, y = place / t->width, dx = axis == 0, dy = axis == 1;
    for (int32_t back = 1; back <= between; back++) {
        int32_t ahead = between + 1 - back, first, end, other, last;
        tops_at(t, x - back * dx, y - back * dy, &first, &end);
        tops_at(t, x + ahead * dx, y + ahead * dy, &other, &last);
        for (int32_t a = first; a < end; a++)
            for (int32_t b = other; b < last; b++)
                if (judge(t, place, &t->tops.data[a], &t->tops.data[b], made, goes) &&
                    (*goes < 0 || (!leads_to(t, *goes, axis == 0 ? 3 : 0, back, &t->tops.data[a]) &&
                                   !leads_to(t, *goes, axis == 0 ? 1 : 2, ahead, &t->tops.data[b]))))
                    return true;
    }
    return false;
}

static bool find_wish(const wend_tile *t, int32_t place, wish *made, int32_t *goes) {
    for (int32_t between = 1; between <= t->grid->reach; between++)
        for (int axis = 0; axis < 2; axis++)
            if (look_along(t, place, axis, between, made, goes))
                return true;
    return false;
}

// The tops of a cell as they will be. False when memory is short.
static bool smooth_cell(wend_tile *t, int32_t place) {
    wish w = {NULL, 0};
    int32_t goes = -1, first = t->first_top.data[place], end = t->first_top.data[place + 1];
    bool change = find_wish(t, place, &w, &goes), added = !change;
    goes = change ? goes : -1;
    for (int32_t k = first; k <= end; k++) {
        if (!added && (k == end || t->tops.data[k].low > w.z)) {
            wend_top top = {.cell = place,
                            .face = w.from->face,
                            .plane = w.from->plane,
                            .low = w.z,
                            .high = w.z,
                            .first = (int32_t)t->members.count,
                            .count = 1,
                            .beside = {-1, -1, -1, -1}};
            if (!wend_array_push(t->context, &t->members, (wend_hit){w.from->face, w.z, w.z, -1}) ||
                !wend_array_push(t->context, &t->smooth, top))
                return false;
            added = true;
        }
        if (k < end && k != goes && !wend_array_push(t->context, &t->smooth, t->tops.data[k]))
            return false;
    }
    if (change && wend_tile_holds(t, wend_tile_cell(t, place)))
        *(goes >= 0 ? &t->result->levelled : &t->result->filled) += 1;
    return true;
}

wend_result wend_tile_smooth(wend_tile *t) {
    int32_t cells = t->width * t->high;
    t->smooth.count = 0;
    if (!wend_array_resize(t->context, &t->stack, (int64_t)cells + 1))
        return WEND_ERROR_MEMORY;
    for (int32_t place = 0; place < cells; place++) {
        t->stack.data[place] = (int32_t)t->smooth.count;
        if (!smooth_cell(t, place))
            return WEND_ERROR_MEMORY;
        if (t->smooth.count - t->stack.data[place] > WEND_LEVELS_MAX || t->members.count > INT32_MAX)
            return WEND_ERROR_LIMIT;
    }
    t->stack.data[cells] = (int32_t)t->smooth.count;
    memcpy(t->first_top.data, t->stack.data, (size_t)t->stack.count * sizeof *t->stack.data);
    if (!wend_array_resize(t->context, &t->tops, t->smooth.count))
        return WEND_ERROR_MEMORY;
    if (t->smooth.count > 0)
        memcpy(t->tops.data, t->smooth.data, (size_t)t->smooth.count * sizeof *t->smooth.data);
    for (int64_t k = 0; k < t->tops.count; k++)
        for (int side = 0; side < 4; side++)
            t->tops.data[k].beside[side] = -1;
    return wend_tile_join_tops(t);
}

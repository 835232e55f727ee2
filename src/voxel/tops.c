// Where one can stand in each cell.
//
// What is in a cell lies between two heights each, by the raster. Floors whose heights meet, or miss each other by no
// more than `rise`, are one: the two sides of a fold, the triangles of a tiled floor, pebbles. So are floors of one
// plane, with all between them: a plane has one height in a cell. Such a group is a *top*
// unless something is in the way: reaches higher than the group by more than `rise`, and begins less than the agent's
// height above it. That may be a wall, a ceiling, or another floor: the topmost wins.
//
//          ____________  ceiling           With heights as they are, not rounded to voxels, a room that is just high
//                  |                       enough is high enough. What is no wall is compared with the plane of the
//           wall   |   __ fold             group's floor at the corners of the cell, too: a ramp under a ramp has room
//      ____________|../__ group            if they are far enough apart, however steep they are.
//
// The height of a top is that of one floor of its group: the highest that covers the middle of the cell; if none does,
// the one that ends highest.
#include "voxel/tile.h"

#include "base/sort.h"

enum { FEW = 16 }; // hits that are not worth sorting well

static int compare_ends(const void *a, const void *b, const void *user) {
    const wend_hit *s = a, *t = b;
    (void)user;
    if (s->high != t->high)
        return s->high < t->high ? -1 : 1;
    return s->face < t->face ? -1 : s->face > t->face;
}

static int compare_begins(const void *a, const void *b, const void *user) {
    const wend_hit *s = a, *t = b;
    (void)user;
    if (s->low != t->low)
        return s->low < t->low ? -1 : 1;
    return compare_ends(a, b, user);
}

static int compare_faces(const void *a, const void *b, const void *user) {
    const wend_hit *s = a, *t = b;
    (void)user;
    return s->face < t->face ? -1 : s->face > t->face;
}

// Few are sorted by insertion.
static bool sort_hits(wend_context *context, wend_hit *hits, int64_t count,
                      int (*compare)(const void *a, const void *b, const void *user)) {
    if (count > FEW)
        return wend_sort(context, hits, count, sizeof *hits, compare, NULL);
    for (int64_t i = 1; i < count; i++) {
        wend_hit moving = hits[i];
        int64_t k = i;
        for (; k > 0 && compare(&hits[k - 1], &moving, NULL) > 0; k--)
            hits[k] = hits[k - 1];
        hits[k] = moving;
    }
    return true;
}

static bool is_floor(const wend_tile *t, const wend_hit *hit) {
    return t->grid->plane_of[hit->face] >= 0;
}

// The least height of a face above another one, both no walls, at the corners of a cell.
static double least_over(const wend_grid *g, const wend_face *over, const wend_face *under, wend_grid_cell cell) {
    double least = 0;
    for (int side = 0; side < 4; side++) {
        wend_point p = wend_grid_point(g, wend_grid_corner(cell, side));
        double off = wend_face_height(over, p.x, p.y) - wend_face_height(under, p.x, p.y);
        least = side == 0 || off < least ? off : least;
    }
    return least;
}

// Whether something of a cell that reaches above a top is in its way.
static bool is_in_the_way(const wend_tile *t, const wend_hit *hit, const wend_top *top, wend_grid_cell cell) {
    int64_t above = (int64_t)hit->low - top->high;
    if (above >= t->grid->height)
        return false;
    const wend_face *face = wend_tile_face(t, hit->face);
    if (face->flags & WEND_FACE_WALL || (int64_t)hit->low - top->low < t->grid->height)
        return true;
    return least_over(t->grid, face, wend_tile_face(t, top->face), cell) < t->grid->height;
}

// Whether nothing is in the way of a top. Of few hits all are asked; many are in the order of where they end, so that
// those which end below the top need not be.
static bool is_free(const wend_tile *t, const wend_top *top, wend_grid_cell cell) {
    int64_t low = 0, high = t->column.count, clear = (int64_t)top->high + t->grid->rise;
    if (high <= FEW) {
        for (; low < high; low++)
            if (t->column.data[low].high > clear && is_in_the_way(t, &t->column.data[low], top, cell))
                return false;
        return true;
    }
    while (low < high) { // the first hit that ends more than `rise` above it
        int64_t middle = (low + high) / 2;
        if (t->column.data[middle].high <= clear)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < t->column.count; low++)
        if (is_in_the_way(t, &t->column.data[low], top, cell))
            return false;
    return true;
}

// The floor of a group that stands for it.
static int32_t choose_face(const wend_tile *t, const wend_hit *hits, int64_t count, wend_grid_cell cell) {
    wend_point middle = wend_grid_point(t->grid, cell);
    middle.x += t->grid->cell / 2;
    middle.y += t->grid->cell / 2;
    int32_t best = -1, best_z = 0;
    bool best_covers = false;
    for (int64_t k = 0; k < count; k++) {
        const wend_face *face = wend_tile_face(t, hits[k].face);
        bool in = wend_face_covers(face, middle);
        int32_t z = in ? wend_height_within(face, middle, hits[k].low, hits[k].high) : hits[k].high;
        if (best >= 0 && in == best_covers ? z < best_z || (z == best_z && hits[k].face > best) : best >= 0 && !in)
            continue;
        best = hits[k].face;
        best_z = z;
        best_covers = in;
    }
    return best;
}

// Adds the top of a group of floors if one can stand there. False when memory is short.
static bool add_top(wend_tile *t, int32_t place, const wend_hit *hits, int64_t count, int32_t high) {
    wend_grid_cell cell = wend_tile_cell(t, place);
    wend_top top = {.cell = place,
                    .low = hits[0].low,
                    .high = high,
                    .first = (int32_t)t->members.count,
                    .count = (int32_t)count,
                    .beside = {-1, -1, -1, -1}};
    top.face = count == 1 ? hits[0].face : choose_face(t, hits, count, cell);
    top.plane = t->grid->plane_of[top.face];
    if (!is_free(t, &top, cell))
        return true;
    if (!wend_array_reserve(t->context, &t->members, t->members.count + count))
        return false;
    memcpy(t->members.data + t->members.count, hits, (size_t)count * sizeof *hits);
    t->members.count += count;
    return (count == 1 || sort_hits(t->context, t->members.data + top.first, count, compare_faces)) &&
           wend_array_push(t->context, &t->tops, top);
}

// Takes the hits of a cell out of their list. False when memory is short.
static bool take_column(wend_tile *t, int32_t place) {
    t->column.count = t->floors.count = 0;
    for (int32_t h = t->head.data[place]; h >= 0; h = t->hits.data[h].next)
        if (!wend_array_push(t->context, &t->column, t->hits.data[h]) ||
            (is_floor(t, &t->hits.data[h]) && !wend_array_push(t->context, &t->floors, t->hits.data[h])))
            return false;
    if (t->floors.count > 0 && t->column.count > FEW &&
        !sort_hits(t->context, t->column.data, t->column.count, compare_ends))
        return false;
    return t->floors.count < 2 || sort_hits(t->context, t->floors.data, t->floors.count, compare_begins);
}

// Tells for each floor of a cell the last one of the same plane. False when memory is short.
static bool find_last(wend_tile *t) {
    int64_t count = t->floors.count;
    if (!wend_array_resize(t->context, &t->keys, count) || !wend_array_resize(t->context, &t->last, count))
        return false;
    for (int64_t k = 0; k < count; k++)
        t->keys.data[k] = (wend_key){(uint64_t)t->grid->plane_of[t->floors.data[k].face], (int32_t)k, 0};
    if (!wend_sort_keys(t->context, t->keys.data, count))
        return false;
    for (int64_t k = count - 1; k >= 0; k--) {
        bool same = k + 1 < count && t->keys.data[k + 1].key == t->keys.data[k].key;
        int32_t floor = t->keys.data[k].index;
        t->last.data[floor] = same ? t->last.data[t->keys.data[k + 1].index] : floor;
    }
    return true;
}

// Whether the planes of two tops of a cell meet in it, or nearly so: in cells so large that a floor rises in one by as
// much as the agent is high.
static bool planes_meet(const wend_tile *t, const wend_top *over, const wend_top *under) {
    const wend_face *a = wend_tile_face(t, over->face), *b = wend_tile_face(t, under->face);
    return !(least_over(t->grid, a, b, wend_tile_cell(t, over->cell)) > t->grid->rise);
}

// Drops tops whose plane meets that of the next one above, from the first top of the cell on.
static void drop_crossed(wend_tile *t, int64_t first) {
    wend_top *tops = t->tops.data;
    int64_t over = t->tops.count - 1, kept = first;
    for (int64_t k = over - 1; k >= first; k--)
        if (planes_meet(t, &tops[over], &tops[k]))
            tops[k].count = 0;
        else
            over = k;
    for (int64_t k = first; k < t->tops.count; k++)
        if (tops[k].count > 0)
            tops[kept++] = tops[k];
    t->tops.count = kept;
}

static bool find_tops_of(wend_tile *t, int32_t place) {
    if (!take_column(t, place))
        return false;
    const wend_hit *floors = t->floors.data;
    if (t->floors.count > 1 && !find_last(t))
        return false;
    for (int64_t first = 0, end; first < t->floors.count; first = end) {
        int32_t high = floors[first].high, last = t->floors.count > 1 ? t->last.data[first] : 0;
        for (end = first + 1;
             end < t->floors.count && (end <= last || (int64_t)floors[end].low <= (int64_t)high + t->grid->rise);
             end++) {
            high = floors[end].high > high ? floors[end].high : high;
            last = t->last.data[end] > last ? t->last.data[end] : last;
        }
        if (!add_top(t, place, floors + first, end - first, high))
            return false;
    }
    if (t->tops.count - t->first_top.data[place] > 1)
        drop_crossed(t, t->first_top.data[place]);
    return true;
}

wend_result wend_tile_find_tops(wend_tile *t) {
    int32_t cells = t->width * t->high;
    t->tops.count = t->members.count = 0;
    if (!wend_array_resize(t->context, &t->first_top, (int64_t)cells + 1))
        return WEND_ERROR_MEMORY;
    for (int32_t place = 0; place < cells; place++) {
        t->first_top.data[place] = (int32_t)t->tops.count;
        if (t->head.data[place] < 0)
            continue;
        if (!find_tops_of(t, place))
            return WEND_ERROR_MEMORY;
        if (t->tops.count - t->first_top.data[place] > WEND_LEVELS_MAX || t->members.count > INT32_MAX)
            return WEND_ERROR_LIMIT;
    }
    t->first_top.data[cells] = (int32_t)t->tops.count;
    return WEND_OK;
}

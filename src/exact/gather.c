// All that may cut a floor: the shadows of faces above it, and the lines that walls draw on it.
//
// Each face near the floor is clipped by itself (clip.c). Here the answers are put together, where walls need more than
// that:
//
//     one line    most walls are rectangles of two triangles, seen from above one segment, of which each cuts a part.
//                 Such parts become one cut; a table by the ends of the segment finds the other one.
//     beside      a wall along a side that no other floor has stands on that side (clip_beside tells why). It is listed
//                 with the side, and not as a cut when it does nothing else.
//     bent        a wall of many triangles, turned, is cut along lines through what its triangles share. Where one of
//                 them has a side without corners, that side may belong to a straight wall, too: then that one is bent
//                 as well, after all others are known.
//     dots        a wall that cuts off a corner of the floor by less than a step is rounded to a point. It is no line,
//                 but the sides have to pass through it.
//
// No cut listed here is a point. The shadows' own lines are not made yet: most shadows are culled first (cull.c). A
// face that takes the whole floor ends it all.
//
// Cost: a search in the tree of all faces, then a constant for each one that is near; the table is at most half full.
#include "exact/cutter.h"

// ---------------------------------------------------------------------------------------------------- walls

static bool same_wall(const wend_face *a, const wend_face *b) {
    return wend_point_equal(wend_from_above(a->p[0]), wend_from_above(b->p[0])) &&
           wend_point_equal(wend_from_above(a->p[1]), wend_from_above(b->p[1])) &&
           (a->flags & WEND_FACE_LEFT) == (b->flags & WEND_FACE_LEFT);
}

// Adds to the cut of a wall that of another in the same place, when the two overlap or touch. False when not.
static bool merge_walls(const wend_cutter *c, wend_cut *cut, const wend_cut *other) {
    const wend_face *wall = &c->footing->solid->faces.data[cut->face],
                    *beside = &c->footing->solid->faces.data[other->face];
    if (!same_wall(wall, beside))
        return false;
    wend_point from = wend_from_above(wall->p[0]), to = wend_from_above(wall->p[1]);
    int64_t a = wend_dot(from, to, cut->a), b = wend_dot(from, to, cut->b);
    int64_t d = wend_dot(from, to, other->a), e = wend_dot(from, to, other->b);
    if (d > b || e < a)
        return false;
    cut->a = d < a ? other->a : cut->a;
    cut->b = e > b ? other->b : cut->b;
    cut->low = other->low < cut->low ? other->low : cut->low;
    cut->high = other->high > cut->high ? other->high : cut->high;
    cut->face = wend_face_compare(beside, wall) < 0 ? other->face : cut->face;
    return true;
}

static bool is_dot(const wend_cut *cut) {
    return wend_point_equal(cut->a, cut->b);
}

// Where to look for a wall in the table.
static uint64_t first_slot(const wend_cutter *c, wend_point a, wend_point b) {
    return wend_hash3((wend_point3){a.x ^ b.y, a.y, b.x}) & ((uint64_t)c->walls.count - 1);
}

// Looks for the wall of the last cut among those before, in a table by its ends, and adds the cut to it.
static wend_result settle_wall(wend_cutter *c, int32_t face) {
    wend_cut *last = &c->cuts.data[c->cuts.count - 1];
    const wend_face *wall = &c->footing->solid->faces.data[face];
    uint64_t mask = (uint64_t)c->walls.count - 1;
    uint64_t slot = first_slot(c, wend_from_above(wall->p[0]), wend_from_above(wall->p[1]));
    while (c->walls.data[slot] >= 0 && !merge_walls(c, &c->cuts.data[c->walls.data[slot]], last))
        slot = (slot + 1) & mask;
    if (c->walls.data[slot] >= 0)
        c->cuts.count--;
    else
        c->walls.data[slot] = (int32_t)c->cuts.count - 1;
    return wend_array_push(c->context, &c->straight, face) ? WEND_OK : WEND_ERROR_MEMORY;
}

// A power of two, at least twice as many as are entered.
static int64_t table_size(int64_t count) {
    int64_t size = 16;
    while (size < 2 * count)
        size *= 2;
    return size;
}

// Makes room in the table of walls for as many as there are faces near the floor.
static bool clear_walls(wend_cutter *c) {
    if (!wend_array_resize(c->context, &c->walls, table_size(c->found.count)))
        return false;
    memset(c->walls.data, -1, (size_t)c->walls.count * sizeof *c->walls.data);
    return true;
}

// Fills the table with the bare sides instead.
static void enter_bare_sides(wend_cutter *c) {
    memset(c->walls.data, -1, (size_t)c->walls.count * sizeof *c->walls.data);
    for (int32_t i = 0; i < c->bare.count; i++) {
        uint64_t slot = first_slot(c, c->bare.data[i].a, c->bare.data[i].b);
        while (c->walls.data[slot] >= 0)
            slot = (slot + 1) & ((uint64_t)c->walls.count - 1);
        c->walls.data[slot] = i;
    }
}

// Whether a wall stands, seen from above, where a bent wall has a side without corners.
static bool stands_on_bare_side(const wend_cutter *c, const wend_face *wall) {
    wend_point a = wend_from_above(wall->p[0]), b = wend_from_above(wall->p[1]);
    uint64_t mask = (uint64_t)c->walls.count - 1, slot = first_slot(c, a, b);
    for (; c->walls.data[slot] >= 0; slot = (slot + 1) & mask) {
        const wend_bare_side *side = &c->bare.data[c->walls.data[slot]];
        if (wend_point_equal(side->a, a) && wend_point_equal(side->b, b))
            return true;
    }
    return false;
}

// ---------------------------------------------------------------------------------------------------- sides

// Where a floor meets one that has other corners, the two and a wall between them were rounded each in its own way: the
// wall may be outside of both, or leave slivers inside. So it stands on sides that it runs along: these become ledges
// with a cause, which welding makes fit. Not so on sides that another floor has, too: there it is inside one of the
// two, and that is enough. *all tells that it does nothing else.
static wend_result clip_beside(wend_cutter *c, int32_t face, bool *all) {
    wend_point3 from = c->footing->solid->faces.data[face].p[0], to = c->footing->solid->faces.data[face].p[1];
    for (int i = 0; i < 3; i++) {
        const wend_box *box = &c->lonely[i];
        if ((from.x < box->x0 && to.x < box->x0) || (from.x > box->x1 && to.x > box->x1) ||
            (from.y < box->y0 && to.y < box->y0) || (from.y > box->y1 && to.y > box->y1))
            continue;
        wend_side_part b = {.side = i};
        wend_beside how = wend_clip_beside(c->footing, c->floor, face, i, &b.cut);
        if (how != WEND_BESIDE_NONE && !wend_array_push(c->context, &c->besides, b))
            return WEND_ERROR_MEMORY;
        *all |= how == WEND_BESIDE_ALL;
    }
    return WEND_OK;
}

// Finds the sides of floor number k that no other floor has. Whether there are any.
static bool find_lonely(wend_cutter *c, int32_t k) {
    bool any = false;
    for (int i = 0; i < 3; i++) {
        int32_t side = 3 * k + i;
        bool shared =
            c->edges->next.data[side] >= 0 || c->edges->edges.data[c->edges->edge_of.data[side]].first != side;
        wend_point3 a = c->face->p[i], b = c->face->p[i < 2 ? i + 1 : 0];
        c->lonely[i] =
            shared ? (wend_box){INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX}
                   : (wend_box){(a.x < b.x ? a.x : b.x) - WEND_COINCIDE, (a.y < b.y ? a.y : b.y) - WEND_COINCIDE,
                                (a.x > b.x ? a.x : b.x) + WEND_COINCIDE, (a.y > b.y ? a.y : b.y) + WEND_COINCIDE};
        any |= !shared;
    }
    return any;
}

// ---------------------------------------------------------------------------------------------------- cuts

// Keeps a cut that is rounded to a point as that, unless the wall stands on a side anyway.
static wend_result settle_dot(wend_cutter *c) {
    wend_cut last = c->cuts.data[--c->cuts.count];
    if (c->besides.count > 0 && c->besides.data[c->besides.count - 1].cut.face == last.face)
        return WEND_OK;
    return wend_array_push(c->context, &c->dots, last.a) ? WEND_OK : WEND_ERROR_MEMORY;
}

// Keeps the sides of a bent wall that are `bare`, as bits.
static wend_result keep_bare_sides(wend_cutter *c, const wend_face *wall, int bare) {
    for (int i = 0; i < 3; i++) {
        wend_point a = wend_from_above(wall->p[i]), b = wend_from_above(wall->p[i < 2 ? i + 1 : 0]);
        wend_bare_side side = wend_point_less(b, a) ? (wend_bare_side){b, a} : (wend_bare_side){a, b};
        if (bare >> i & 1 && !wend_array_push(c->context, &c->bare, side))
            return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

// Makes room for some cuts, and for one of each face near the floor.
static bool make_room_for_cuts(wend_cutter *c, int64_t more) {
    return wend_array_reserve(c->context, &c->cuts, c->cuts.count + more + c->found.count);
}

// Cuts by a wall along bent lines. Those in the same place are not put together: what one shares with its neighbours
// may not be on the line of the other.
static wend_result clip_bent(wend_cutter *c, int32_t face) {
    int bare;
    if (!make_room_for_cuts(c, WEND_BENDS_MOST))
        return WEND_ERROR_MEMORY;
    int count = wend_clip_bent(c->footing, c->floor, face, c->cuts.data + c->cuts.count, &bare);
    c->cuts.count += count;
    if (count == 1 && is_dot(&c->cuts.data[c->cuts.count - 1]))
        return settle_dot(c);
    return bare ? keep_bare_sides(c, &c->footing->solid->faces.data[face], bare) : WEND_OK;
}

static wend_result settle_cut(wend_cutter *c, int32_t face, wend_clipped how) {
    if (how == WEND_CLIPPED_BENT)
        return clip_bent(c, face);
    const wend_cut *last = &c->cuts.data[c->cuts.count++];
    if (is_dot(last))
        return settle_dot(c);
    return last->kind == WEND_CUT_WALL ? settle_wall(c, face) : WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- faces

static wend_result clip_face(wend_cutter *c, int32_t face) {
    bool all = false;
    if (c->any_lonely && c->footing->solid->faces.data[face].flags & WEND_FACE_WALL) {
        wend_result result = clip_beside(c, face, &all);
        if (result != WEND_OK || all)
            return result;
    }
    if (!wend_array_reserve(c->context, &c->shadows, c->shadows.count + 1))
        return WEND_ERROR_MEMORY;
    wend_shadow *shadow = &c->shadows.data[c->shadows.count];
    wend_clipped how = wend_clip(c->footing, c->floor, face, shadow, &c->cuts.data[c->cuts.count]);
    if (how != WEND_CLIPPED_NO_LINE)
        return settle_cut(c, face, how);
    c->shadows.count += shadow->count > 0;
    c->covered |= shadow->whole;
    return WEND_OK;
}

// Where a bent wall has a side without corners, straight walls that share it are cut along bent lines, too: the table
// is used once more, for these sides.
static wend_result bend_straight_walls(wend_cutter *c) {
    if (!wend_array_resize(c->context, &c->walls, table_size(c->bare.count)))
        return WEND_ERROR_MEMORY;
    enter_bare_sides(c);
    wend_result result = WEND_OK;
    for (int64_t i = 0; i < c->straight.count && result == WEND_OK; i++)
        if (stands_on_bare_side(c, &c->footing->solid->faces.data[c->straight.data[i]]))
            result = clip_bent(c, c->straight.data[i]);
    return result;
}

wend_result wend_cutter_gather(wend_cutter *c, int32_t k) {
    const wend_footing *f = c->footing;
    wend_box3 box = wend_box3_around(c->face->p);
    double top = box.high[2] + f->height;
    c->any_lonely = find_lonely(c, k);
    for (int i = 0; i < 2 && c->any_lonely; i++) {
        box.low[i] -= WEND_COINCIDE;
        box.high[i] += WEND_COINCIDE;
    }
    box.low[2] -= WEND_COINCIDE; // a floor in the same place may take it
    box.high[2] = top < WEND_COORDINATE_MAX ? (int32_t)top + 1 : WEND_COORDINATE_MAX;
    c->cuts.count = c->besides.count = c->shadows.count = c->dots.count = c->bare.count = c->straight.count = 0;
    c->covered = false;
    if (!wend_footing_search(c->context, f, c->face, &box, c->lonely, &c->found, &c->room) ||
        !make_room_for_cuts(c, 0) || !clear_walls(c))
        return WEND_ERROR_MEMORY;
    wend_result result = WEND_OK;
    for (int64_t i = 0; i < c->found.count && !c->covered && result == WEND_OK; i++)
        if (c->found.data[i] != c->floor)
            result = clip_face(c, c->found.data[i]);
    if (result == WEND_OK && c->bare.count > 0 && c->straight.count > 0)
        result = bend_straight_walls(c);
    return result;
}

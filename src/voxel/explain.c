// Why a floor ends at the side of a cell: the kind of boundary, what causes it, which side of that is seen, and between
// which heights it blocks. All is found in the cell beyond the side:
//
//     wall       something stands there: reaches higher than `rise` above the floor, and begins no higher than that
//     headroom   something hangs there, lower than the agent is high
//     slope      neither; the ground goes on at this height, too steep
//     ledge      nothing of that
//
// Of several causes what stands counts before what hangs, what shows its front before what shows its back, and what
// comes first in the order of faces. Heights are those of all of them together, in whole `rise`s, so that they do not
// change from cell to cell.
#include "voxel/tile.h"

// How well something explains the end of the floor.
enum { HANGS = 1, STANDS = 2 };

typedef struct reason {
    int rank; // 0: none
    int32_t face;
    wend_side side;
    int64_t low, high;
} reason;

// Which side of a face is seen from a place.
static wend_side side_seen(const wend_face *face, wend_point3 eye) {
    bool down = (face->flags & WEND_FACE_DOWN) != 0;
    if (face->flags & WEND_FACE_WALL) {
        wend_point a = wend_from_above(face->p[0]), b = wend_from_above(face->p[1]);
        bool left = wend_cross(a, b, wend_from_above(eye)) > 0;
        return left == ((face->flags & WEND_FACE_LEFT) != 0) ? WEND_SIDE_FRONT : WEND_SIDE_BACK;
    }
    bool under = wend_face_height(face, eye.x, eye.y) > eye.z;
    return under == down ? WEND_SIDE_FRONT : WEND_SIDE_BACK;
}

static int64_t in_rises(int64_t value, int32_t rise, int32_t most) {
    int64_t whole = wend_divide_up(value, rise) * rise;
    return whole < 0 ? 0 : whole > most ? most : whole;
}

static wend_raw_border border_of(const wend_tile *t, const reason *why) {
    const wend_grid *g = t->grid;
    if (why->rank == 0)
        return (wend_raw_border){.cause = -1, .kind = WEND_BOUNDARY_LEDGE};
    return (wend_raw_border){.cause = wend_tile_face(t, why->face)->source,
                             .low = (int32_t)in_rises(why->low - g->rise, g->rise, g->height),
                             .high = (int32_t)in_rises(why->high, g->rise, g->height),
                             .kind = why->rank == STANDS ? WEND_BOUNDARY_WALL : WEND_BOUNDARY_HEADROOM,
                             .side = (uint8_t)why->side};
}

// Whether the ground goes on at a height, but too steep.
static bool goes_on_steep(const wend_tile *t, const wend_hit *hit, int64_t z) {
    const wend_face *face = wend_tile_face(t, hit->face);
    return !(face->flags & (WEND_FACE_WALL | WEND_FACE_DOWN)) && t->grid->plane_of[hit->face] < 0 &&
           hit->low <= z + t->grid->rise && hit->high >= z - t->grid->rise;
}

wend_raw_border wend_tile_explain(const wend_tile *t, int32_t top, int side) {
    const wend_top *a = &t->tops.data[top];
    const wend_grid *g = t->grid;
    wend_grid_cell cell = wend_tile_cell(t, a->cell), beyond = wend_grid_beside(cell, side);
    wend_point from = wend_grid_point(g, wend_grid_corner(cell, side));
    wend_point to = wend_grid_point(g, wend_grid_corner(cell, (side + 1) & 3)), middle = wend_grid_point(g, cell);
    wend_point between = {(int32_t)(((int64_t)from.x + to.x) / 2), (int32_t)(((int64_t)from.y + to.y) / 2)};
    const wend_face *floor = wend_tile_face(t, a->face);
    int64_t z = wend_height_within(floor, between, a->low, a->high);
    wend_point3 eye = {middle.x + g->cell / 2, middle.y + g->cell / 2, 0};
    eye.z = wend_height_within(floor, wend_from_above(eye), a->low, a->high) + g->rise;
    reason why = {.face = -1};
    int32_t steep = -1;
    int32_t place = (beyond.y - t->begin.y) * t->width + (beyond.x - t->begin.x);
    for (int32_t h = t->head.data[place]; h >= 0; h = t->hits.data[h].next) {
        const wend_hit *hit = &t->hits.data[h];
        int64_t low = hit->low - z, high = hit->high - z;
        if (goes_on_steep(t, hit, z) && (steep < 0 || hit->face < steep))
            steep = hit->face;
        if (high <= g->rise || low >= g->height)
            continue;
        why.low = why.rank == 0 || low < why.low ? low : why.low;
        why.high = why.rank == 0 || high > why.high ? high : why.high;
        int rank = low <= g->rise ? STANDS : HANGS;
        wend_side seen = side_seen(wend_tile_face(t, hit->face), eye);
        bool better = rank != why.rank   ? rank > why.rank
                      : seen != why.side ? seen == WEND_SIDE_FRONT
                                         : hit->face < why.face;
        if (better) {
            why.rank = rank;
            why.face = hit->face;
            why.side = seen;
        }
    }
    wend_raw_border border = border_of(t, &why);
    if (why.rank == 0 && steep >= 0) {
        border.kind = WEND_BOUNDARY_SLOPE;
        border.side = WEND_SIDE_FRONT;
        border.cause = wend_tile_face(t, steep)->source;
    }
    return border;
}

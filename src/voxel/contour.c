// The borders of regions, in straight runs.
//
// A *region* is what hangs together of tops of one plane: over joined sides, within it. It becomes one polygon. Its
// border are the sides of its tops beyond which it does not go on: where the floor ends, or goes on in another plane.
//
// Corners are found as in the paper, by the eight cells around one: bit by bit, which of them are of the same region.
//
//     32   64  128        At corner 1, say, between neighbours 1, 2 and 8: with none but 8, or none but 2, the border
//      8  cell  16        goes straight on; with all three the corner is inside. All else is a corner of the region,
//      1    2    4        and with neighbour 1 alone the border touches itself there.
//
// The paper then pairs corners by the even-odd rule, row by row and column by column, with two points where the border
// touches itself. Here each run is followed from its corner to the next, which gives the same pairs, and knows which
// region lies on its left, so that touching needs no rule. Besides corners, runs end where others need a corner: where
// three regions meet, where the reason why the floor ends changes, and where joins were dropped. What a run leads to
// next is decided by the joins around its end.
//
// Corners of the paper's third class, which lie on the border of a tile and are none, are the beginnings of runs that
// *go on*: merge.c makes one of the two runs. Those of the second class, which show only when the cells beyond the
// border are known, do not need a name, because these cells are known: they are in the margin.
//
// Heights: around a corner with one plane alone, it is that of the plane, so a floor of one plane is flat. Elsewhere it
// is the height of the highest of the floors there that cover the corner; where none does (beyond the edge of a floor,
// which cells reach over), the mean of the planes.
#include "voxel/tile.h"

#define LEAN 0.03 // of the slope: what floors may differ by from the plane that they are in

enum { NOT_ASKED = -1, NO_BORDER = -2 }; // the first is all ones, for memset

static wend_grid_cell cell_of(const wend_tile *t, int32_t top) {
    return wend_tile_cell(t, t->tops.data[top].cell);
}

// The eight neighbours of a top that are of its region, as bits.
static int neighbours_of(const wend_tile *t, int32_t top) {
    static const int bit[4] = {2, 16, 64, 8}, corner[4] = {4, 128, 32, 1}; // by side, and between it and the next one
    const wend_top *tops = t->tops.data;
    int bits = 0;
    for (int side = 0; side < 4; side++) {
        int next = (side + 1) & 3;
        if (wend_tile_is_inside(t, top, side))
            bits |= bit[side];
        if ((wend_tile_is_inside(t, top, side) && wend_tile_is_inside(t, tops[top].beside[side], next)) ||
            (wend_tile_is_inside(t, top, next) && wend_tile_is_inside(t, tops[top].beside[next], side)))
            bits |= corner[side];
    }
    return bits;
}

// Whether the corner where a side begins is a corner of the region.
static bool is_corner(int bits, int side) {
    static const int mask[4] = {11, 22, 208, 104};
    static const int straight[4][2] = {{8, 2}, {2, 16}, {16, 64}, {8, 64}};
    int seen = bits & mask[side];
    return seen != mask[side] && seen != straight[side][0] && seen != straight[side][1];
}

// ---------------------------------------------------------------------------------------------------- sides

// The border at a side where the floor ends, made when it is first asked for. NO_BORDER where the floor goes on; *good
// is false when memory is short.
static int32_t border_at(wend_tile *t, int32_t top, int side, bool *good) {
    int32_t *known = &t->border.data[4 * (int64_t)top + side];
    if (*known != NOT_ASKED)
        return *known;
    if (t->tops.data[top].beside[side] >= 0)
        return *known = NO_BORDER;
    wend_raw_border border = wend_tile_explain(t, top, side);
    if (!wend_array_push(t->context, &t->result->borders, border)) {
        *good = false;
        return NO_BORDER;
    }
    return *known = (int32_t)t->result->borders.count - 1;
}

static bool says_same(const wend_raw_border *a, const wend_raw_border *b) {
    return a->kind == b->kind && a->cause == b->cause && a->side == b->side && a->low == b->low && a->high == b->high;
}

// Whether the cell beyond a side has a top of the same plane, to which the joins were dropped.
static bool is_parted(const wend_tile *t, int32_t top, int side) {
    const wend_top *a = &t->tops.data[top];
    wend_grid_cell beyond = wend_grid_beside(wend_tile_cell(t, a->cell), side);
    int32_t place = (beyond.y - t->begin.y) * t->width + (beyond.x - t->begin.x);
    for (int32_t k = t->first_top.data[place]; k < t->first_top.data[place + 1]; k++)
        if (t->tops.data[k].plane == a->plane && a->beside[side] < 0)
            return true;
    return false;
}

// Whether the border at a side of top a goes straight on at top b, the next one along it.
static bool goes_straight(wend_tile *t, int32_t a, int32_t b, int side, bool *good) {
    int along = (side + 1) & 3;
    int32_t beyond_a = t->tops.data[a].beside[side], beyond_b = t->tops.data[b].beside[side];
    if ((beyond_a < 0) != (beyond_b < 0))
        return false;
    if (beyond_a >= 0)
        return t->tops.data[beyond_a].beside[along] == beyond_b && wend_tile_is_inside(t, beyond_a, along);
    if (is_parted(t, a, side) || is_parted(t, b, side))
        return false;
    int32_t first = border_at(t, a, side, good), second = border_at(t, b, side, good);
    return *good && says_same(&t->result->borders.data[first], &t->result->borders.data[second]);
}

// The side of the border that follows a side of it: the first one that begins at its end, as the region is gone around
// there. As 4 * top + side.
static int64_t side_after(const wend_tile *t, int32_t top, int side) {
    side = (side + 1) & 3;
    while (wend_tile_is_inside(t, top, side)) {
        top = t->tops.data[top].beside[side];
        side = (side + 3) & 3;
    }
    return 4 * (int64_t)top + side;
}

// ---------------------------------------------------------------------------------------------------- heights

// Tops around a corner that hang together there.
typedef struct ring {
    int32_t top[4];
    int count;
} ring;

// Those around the corner where a side of a top begins.
static ring around(const wend_tile *t, int32_t top, int side) {
    ring r = {.top = {top}, .count = 1};
    int32_t at = top;
    for (int s = side; r.count < 4; s = (s + 3) & 3) { // clockwise
        at = t->tops.data[at].beside[s];
        if (at < 0 || at == top)
            break;
        r.top[r.count++] = at;
    }
    if (at == top || r.count == 4)
        return r;
    at = top;
    for (int s = (side + 3) & 3; r.count < 4; s = (s + 1) & 3) { // and the other way
        at = t->tops.data[at].beside[s];
        if (at < 0)
            break;
        r.top[r.count++] = at;
    }
    return r;
}

static int32_t height_of_plane(const wend_tile *t, int32_t plane, wend_point p) {
    return wend_height_within(wend_tile_face(t, t->grid->root_of[plane]), p, -WEND_COORDINATE_MAX, WEND_COORDINATE_MAX);
}

// The highest floor of a top that covers a place. False when none does.
static bool height_of_cover(const wend_tile *t, const wend_top *top, wend_point p, int32_t *z) {
    bool any = false;
    for (int32_t k = 0; k < top->count; k++) {
        const wend_hit *hit = &t->members.data[top->first + k];
        const wend_face *face = wend_tile_face(t, hit->face);
        if (!wend_face_covers(face, p))
            continue;
        int32_t own = wend_height_within(face, p, hit->low, hit->high);
        *z = any && *z > own ? *z : own;
        any = true;
    }
    return any;
}

// The height of the floor where a side of a top begins.
static int32_t height_at(const wend_tile *t, int32_t top, int side) {
    wend_point p = wend_grid_point(t->grid, wend_grid_corner(wend_tile_cell(t, t->tops.data[top].cell), side));
    ring r = around(t, top, side);
    bool one = true, covered = false;
    int64_t sum = 0;
    int32_t highest = 0;
    for (int k = 0; k < r.count; k++) {
        const wend_top *other = &t->tops.data[r.top[k]];
        int32_t z;
        one = one && other->plane == t->tops.data[top].plane;
        sum += wend_height_within(wend_tile_face(t, other->face), p, other->low, other->high);
        if (height_of_cover(t, other, p, &z)) {
            highest = covered && highest > z ? highest : z;
            covered = true;
        }
    }
    if (one)
        return height_of_plane(t, t->tops.data[top].plane, p);
    return covered ? highest : (int32_t)wend_divide_down(2 * sum + r.count, 2 * r.count);
}

// ---------------------------------------------------------------------------------------------------- regions

// Notes beyond which sides of each top its region goes on.
static bool mark_inside(wend_tile *t) {
    const wend_top *tops = t->tops.data;
    if (!wend_array_resize(t->context, &t->inside, t->tops.count))
        return false;
    for (int64_t k = 0; k < t->tops.count; k++) {
        int bits = 0;
        for (int side = 0; side < 4; side++) {
            int32_t other = tops[k].beside[side];
            bits |= (other >= 0 && tops[other].plane == tops[k].plane) << side;
        }
        t->inside.data[k] = (uint8_t)bits;
    }
    return true;
}

static int32_t leader_of(const wend_tile *t, int32_t number) {
    int32_t *leader = t->leader.data;
    while (leader[number] != number) {
        leader[number] = leader[leader[number]];
        number = leader[number];
    }
    return number;
}

// Gives tops of the tile numbers, equal ones within a row, and joins numbers of one region. The lowest number of a
// region leads, so it is that of its first top.
static bool join_numbers(wend_tile *t) {
    t->leader.count = 0;
    for (int32_t k = 0; k < t->tops.count; k++) {
        t->region.data[k] = -1;
        if (!wend_tile_holds(t, cell_of(t, k)))
            continue;
        const wend_top *top = &t->tops.data[k];
        int32_t left = wend_tile_is_inside(t, k, 3) ? t->region.data[top->beside[3]] : -1;
        int32_t below = wend_tile_is_inside(t, k, 0) ? t->region.data[top->beside[0]] : -1;
        int32_t number = left >= 0 ? left : below >= 0 ? below : (int32_t)t->leader.count;
        if (number == t->leader.count && !wend_array_push(t->context, &t->leader, number))
            return false;
        t->region.data[k] = number;
        if (left < 0 || below < 0 || left == below)
            continue;
        int32_t a = leader_of(t, left), b = leader_of(t, below);
        t->leader.data[a > b ? a : b] = a < b ? a : b;
    }
    return true;
}

// The floor that a top would name its region after: its own, unless that is a narrow one which leans out of the plane;
// then the one whose plane it is.
static int32_t face_of(const wend_tile *t, const wend_top *top) {
    int32_t root = t->grid->root_of[top->plane];
    const wend_face *own = wend_tile_face(t, top->face), *plane = wend_tile_face(t, root);
    double x = own->slope[0] - plane->slope[0], y = own->slope[1] - plane->slope[1];
    return x * x + y * y <= LEAN * LEAN ? top->face : root;
}

// Numbers the regions of the tile, in the order of their first tops.
static bool number_regions(wend_tile *t) {
    wend_tile_result *made = t->result;
    const wend_face *faces = t->footing->solid->faces.data;
    if (!wend_array_resize(t->context, &t->region, t->tops.count) || !join_numbers(t) ||
        !wend_array_resize(t->context, &t->stack, t->leader.count))
        return false;
    for (int64_t k = 0; k < t->stack.count; k++) // the numbers of regions, by their leaders
        t->stack.data[k] = -1;
    for (int32_t k = 0; k < t->tops.count; k++) {
        if (t->region.data[k] < 0)
            continue;
        int32_t *number = &t->stack.data[leader_of(t, t->region.data[k])], face = face_of(t, &t->tops.data[k]);
        if (*number < 0) {
            *number = (int32_t)made->regions.count;
            wend_region_part part = {wend_tile_side_name(t, k, 0), face};
            if (!wend_array_push(t->context, &made->regions, part))
                return false;
        }
        int32_t *largest = &made->regions.data[*number].face;
        if (face != *largest && wend_face_exceeds(faces, face, *largest))
            *largest = face;
        t->region.data[k] = *number;
    }
    return true;
}

// Notes where a top's region goes on in the next tile, unless the top before it along the border of the tiles leads
// there as well.
static bool note_joint(wend_tile *t, int32_t top, int side) {
    int32_t other = t->tops.data[top].beside[side];
    if (!wend_tile_is_inside(t, top, side) || wend_tile_holds(t, cell_of(t, other)))
        return true;
    int back = side == 0 || side == 2 ? 3 : 0;
    int32_t before = t->tops.data[top].beside[back];
    if (wend_tile_is_inside(t, top, back) && wend_tile_holds(t, cell_of(t, before)) &&
        wend_tile_is_inside(t, before, side) && wend_tile_is_inside(t, other, back) &&
        t->tops.data[before].beside[side] == t->tops.data[other].beside[back])
        return true;
    uint64_t a = wend_tile_side_name(t, top, side), b = wend_tile_side_name(t, other, side ^ 2);
    return wend_array_push(t->context, &t->result->joints, (wend_region_joint){a > b ? a : b, t->region.data[top]});
}

// ---------------------------------------------------------------------------------------------------- runs

// Writes the run that begins with a side of a top.
static bool write_run(wend_tile *t, int32_t top, int side, bool goes_on) {
    bool good = true;
    int along = (side + 1) & 3;
    wend_side_run run = {.name = wend_tile_side_name(t, top, side),
                         .twin = WEND_NO_SIDE,
                         .z = height_at(t, top, side),
                         .region = t->region.data[top],
                         .border = border_at(t, top, side, &good),
                         .goes_on = goes_on};
    for (int32_t next; good && wend_tile_is_inside(t, top, along); top = next) {
        next = t->tops.data[top].beside[along];
        if (!wend_tile_holds(t, cell_of(t, next)) || wend_tile_is_inside(t, next, side) ||
            !goes_straight(t, top, next, side, &good))
            break;
    }
    int64_t after = side_after(t, top, side);
    run.next = wend_tile_side_name(t, (int32_t)(after / 4), (int)(after % 4));
    if (t->tops.data[top].beside[side] >= 0)
        run.twin = wend_tile_side_name(t, t->tops.data[top].beside[side], side ^ 2);
    return good && wend_array_push(t->context, &t->result->runs, run);
}

// Writes the runs that begin with sides of a top.
static bool write_runs_at(wend_tile *t, int32_t top) {
    int bits = -1;
    for (int side = 0; side < 4; side++) {
        if (wend_tile_is_inside(t, top, side))
            continue;
        bool good = true, straight = false, in_tile = false;
        bits = bits < 0 ? neighbours_of(t, top) : bits;
        if (!is_corner(bits, side)) {
            int32_t before = t->tops.data[top].beside[(side + 3) & 3];
            straight = wend_tile_is_inside(t, top, (side + 3) & 3) && !wend_tile_is_inside(t, before, side) &&
                       goes_straight(t, before, top, side, &good);
            in_tile = straight && wend_tile_holds(t, cell_of(t, before));
        }
        if (!good || (!in_tile && !write_run(t, top, side, straight)))
            return false;
    }
    return true;
}

// Whether the cell of a top is one of the last of the tile.
static bool is_at_border(const wend_tile *t, int32_t top) {
    wend_grid_cell cell = cell_of(t, top);
    return cell.x == t->from.x || cell.y == t->from.y || cell.x == t->to.x - 1 || cell.y == t->to.y - 1;
}

wend_result wend_tile_trace(wend_tile *t) {
    if (!mark_inside(t) || !number_regions(t) || !wend_array_resize(t->context, &t->border, 4 * t->tops.count))
        return WEND_ERROR_MEMORY;
    memset(t->border.data, 0xFF, (size_t)t->border.count * sizeof *t->border.data);
    for (int32_t top = 0; top < t->tops.count; top++) {
        if (t->region.data[top] < 0)
            continue;
        t->result->tops++;
        for (int side = 0; side < 4 && is_at_border(t, top); side++)
            if (!note_joint(t, top, side))
                return WEND_ERROR_MEMORY;
        if (t->inside.data[top] != 15 && !write_runs_at(t, top))
            return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

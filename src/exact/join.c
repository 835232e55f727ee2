// All floors: cut, made to fit, and joined along the sides that they share.
//
// Floors are cut in parallel, each by itself. Where a cut meets a side, both floors at that side get the same point.
// But a vertex inside one floor, less than a step from its side, bends that side, and the neighbour does not know. So
// the sides on an edge are followed from end to end together, and a piece that lacks a point v that another one has is
// bent there:
//
//           x                 x
//          / \               /|\         the piece u w x, u -> w on the edge; v is less than a step off the line u - w,
//         /   \             / | \        on either side
//        u-----w           u--v--w
//
// When v lies outside, beyond the line from x to u or w, a piece u v w is laid there. When it lies inside, beyond such
// a line, pieces are peeled off the side up to v. When x then comes to lie on the side, it becomes a point of the edge,
// where the neighbours are bent in turn.
//
// So every part of an edge has the same ends on both sides. Where exactly one piece remains on each side, and no wall
// stands there, they are joined.
//
// Pieces are gathered in parallel, and so are edges joined amid floors that are left whole: on these, and on all edges
// around them, nothing is bent. The others follow one after the other.
#include "exact/join.h"

#include "base/context.h"
#include "base/sort.h"
#include "exact/edges.h"
#include "surface/fan.h"

enum {
    BLOCK = 16,   // floors that are cut at once
    LARGE = 32,   // times as large as others are on average: those are cut first
    PIECE = 2048, // floors, edges or triangles in other tasks
    PAUSES = 64   // while cutting
};

// A part of a side: the half-edge along it, or -1 when nothing is left there (WEND_SLOT_WALL and less: but a wall
// stands there), and where it ends.
typedef struct link {
    int32_t half;
    wend_point3 end;
} link;

// A side followed from the lesser end of its edge. Parts still to come are in `links`, the next one last.
typedef struct chain {
    bool forward;            // the side runs that way itself
    const wend_sheet *sheet; // of its floor
    WEND_ARRAY(link) links;
} chain;

// What a piece comes to; then, what those before it do.
typedef struct tally {
    int64_t triangles, slots, borders;
    double size;
} tally;

typedef struct joining {
    wend_context *context;
    const wend_faces *faces;
    wend_edges edges;
    WEND_ARRAY(wend_cutter *) cutters; // of each worker
    WEND_ARRAY(wend_sheet) sheets;     // of each worker
    WEND_ARRAY(wend_rest) rests;       // of each floor
    WEND_ARRAY(tally) tallies;         // of each piece
    WEND_ARRAY(float) sizes;           // of each floor: the area of its box seen from above
    WEND_ARRAY(wend_key) large;        // floors to be cut first, the largest one first
    float most;                        // size of floors that are not among these
    int64_t items, told;               // large floors and blocks of floors; how many there were when progress was told
    WEND_ARRAY(int32_t) borders;       // of each floor: half-edges of its pieces that are borders
    WEND_ARRAY(int32_t) first;         // of each floor: its first triangle in the raw surface
    WEND_ARRAY(int32_t) slot_before;   // of each side: slots of the sides before; one more at the end
    WEND_ARRAY(int32_t) slots;         // half-edges of the raw surface along all sides, -1 where nothing is left
    WEND_ARRAY(int32_t) border_slots;  // of each border at first: the slot of its half-edge, -1 when it is on no side
    WEND_ARRAY(uint8_t) simple;        // of each edge: whether it joins two floors that are left whole
    WEND_ARRAY(uint8_t) done;          // of each edge: whether it was joined amid such floors, or has nothing to join
    WEND_ARRAY(chain) chains;          // the sides on one edge
    chain *bent;                       // the one that is being bent
    int64_t first_open;                // border of the first half-edge that stays open
    wend_raw *raw;
} joining;

static void joining_free(joining *j) {
    for (int64_t i = 0; i < j->cutters.count; i++)
        wend_cutter_destroy(j->cutters.data[i]);
    for (int64_t i = 0; i < j->sheets.count; i++)
        wend_sheet_free(j->context, &j->sheets.data[i]);
    wend_array_free(j->context, &j->cutters);
    wend_array_free(j->context, &j->sheets);
    wend_array_free(j->context, &j->rests);
    wend_array_free(j->context, &j->tallies);
    wend_array_free(j->context, &j->sizes);
    wend_array_free(j->context, &j->large);
    wend_array_free(j->context, &j->borders);
    wend_array_free(j->context, &j->simple);
    wend_array_free(j->context, &j->done);
    wend_array_free(j->context, &j->first);
    wend_array_free(j->context, &j->slot_before);
    wend_array_free(j->context, &j->slots);
    wend_array_free(j->context, &j->border_slots);
    for (int64_t i = 0; i < j->chains.capacity; i++)
        wend_array_free(j->context, &j->chains.data[i].links);
    wend_array_free(j->context, &j->chains);
    wend_edges_free(j->context, &j->edges);
}

// ---------------------------------------------------------------------------------------------------- cutting

// A cutter and a sheet for each worker. Which worker cuts a floor cannot be seen in the result: pieces are gathered in
// the order of the floors.
static wend_result make_cutters(joining *j) {
    int count = wend_thread_count(j->context);
    if (!wend_array_reserve(j->context, &j->cutters, count) || !wend_array_resize(j->context, &j->sheets, count))
        return WEND_ERROR_MEMORY;
    memset(j->sheets.data, 0, (size_t)count * sizeof *j->sheets.data);
    for (int i = 0; i < count; i++) {
        wend_cutter *cutter = NULL;
        wend_result result = wend_cutter_create(j->context, j->faces, &j->edges, &cutter);
        if (result != WEND_OK)
            return result;
        j->cutters.data[j->cutters.count++] = cutter;
    }
    return WEND_OK;
}

static wend_result measure_piece(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    joining *j = data;
    tally t = {0};
    for (int64_t k = begin; k < end; k++) {
        wend_box3 box = wend_box3_around(j->faces->faces.data[j->faces->floors.data[k]].p);
        double size = ((double)box.high[0] - box.low[0]) * ((double)box.high[1] - box.low[1]);
        j->sizes.data[k] = (float)size;
        t.size += size;
    }
    j->tallies.data[begin / PIECE] = t;
    return WEND_OK;
}

// Lists the floors that are to be cut first, so that no thread is left with a long one at the end.
static wend_result list_large(joining *j) {
    int64_t floors = j->faces->floors.count;
    if (!wend_array_resize(j->context, &j->sizes, floors) ||
        !wend_array_resize(j->context, &j->tallies, floors / PIECE + 1))
        return WEND_ERROR_MEMORY;
    wend_result result = wend_run_tasks(j->context, floors, PIECE, measure_piece, j);
    double sum = 0;
    for (int64_t k = 0; k * PIECE < floors && result == WEND_OK; k++)
        sum += j->tallies.data[k].size;
    j->most = (float)(LARGE * sum / (double)floors);
    for (int32_t k = 0; k < floors && result == WEND_OK; k++)
        if (j->sizes.data[k] > j->most &&
            !wend_array_push(j->context, &j->large, (wend_key){UINT64_MAX - (uint64_t)j->sizes.data[k], k, 0}))
            result = WEND_ERROR_MEMORY;
    if (result == WEND_OK && !wend_sort_keys(j->context, j->large.data, j->large.count))
        result = WEND_ERROR_MEMORY;
    return result;
}

static int32_t count_borders(const wend_sheet *sheet, const wend_rest *rest) {
    int32_t count = 0;
    for (int32_t t = rest->first; t < rest->first + rest->count; t++)
        for (int i = 0; i < 3; i++)
            count += sheet->triangles.data[t].twin[i] < 0 && sheet->triangles.data[t].twin[i] != WEND_OPEN;
    return count;
}

static wend_result cut_floor(joining *j, int32_t k, int worker) {
    wend_rest *rest = &j->rests.data[k];
    rest->sheet = worker;
    wend_result result = wend_cutter_cut(j->cutters.data[worker], k, &j->sheets.data[worker], rest);
    if (result == WEND_OK)
        j->borders.data[k] = count_borders(&j->sheets.data[worker], rest);
    return result;
}

// Cuts the floors of a block, but for the large ones.
static wend_result cut_block(joining *j, int64_t block, int worker) {
    int64_t floors = j->rests.count, end = floors / BLOCK > block ? (block + 1) * BLOCK : floors;
    wend_result result = WEND_OK;
    for (int64_t k = block * BLOCK; k < end && result == WEND_OK; k++)
        if (!(j->sizes.data[k] > j->most))
            result = cut_floor(j, (int32_t)k, worker);
    return result;
}

// Cuts large floors, and behind these blocks of floors. Worker 0 is the calling thread, which may tell how far it is.
static wend_result cut_items(void *data, int64_t begin, int64_t end, int worker) {
    joining *j = data;
    if (worker == 0 && begin >= j->told + j->items / PAUSES) {
        j->told = begin;
        if (wend_pause(j->context, "cut", (double)begin / (double)j->items))
            return WEND_ERROR_CANCELLED;
    }
    wend_result result = WEND_OK;
    for (int64_t item = begin; item < end && result == WEND_OK; item++)
        result = item < j->large.count ? cut_floor(j, j->large.data[item].index, worker)
                                       : cut_block(j, item - j->large.count, worker);
    return result;
}

static wend_result cut_floors(joining *j) {
    int64_t floors = j->faces->floors.count;
    if (!wend_array_resize(j->context, &j->rests, floors) || !wend_array_resize(j->context, &j->borders, floors))
        return WEND_ERROR_MEMORY;
    if (wend_pause(j->context, "cut", 0))
        return WEND_ERROR_CANCELLED;
    wend_result result = list_large(j);
    if (result != WEND_OK)
        return result;
    j->items = j->large.count + (floors + BLOCK - 1) / BLOCK;
    return wend_run_tasks(j->context, j->items, 1, cut_items, j);
}

// ---------------------------------------------------------------------------------------------------- one surface

// The twin of the half-edge in slot g, while nothing is known beyond it.
static int32_t open_twin(int32_t g) {
    return WEND_OPEN + g;
}

static bool is_open(const wend_raw *raw, int32_t half) {
    return wend_raw_twin(raw, half) < ~(INT32_MAX / 2);
}

static wend_result count_piece(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    joining *j = data;
    tally t = {0};
    for (int64_t k = begin; k < end; k++) {
        const wend_rest *rest = &j->rests.data[k];
        t.triangles += rest->count;
        t.slots += (int64_t)rest->points[0] + rest->points[1] + rest->points[2] + 3;
        t.borders += j->borders.data[k];
    }
    j->tallies.data[begin / PIECE] = t;
    return WEND_OK;
}

// Makes of each piece's tally the sum of those before it; returns the sum of all.
static tally add_up(joining *j, int64_t pieces) {
    tally sum = {0};
    for (int64_t k = 0; k < pieces; k++) {
        tally here = j->tallies.data[k];
        j->tallies.data[k] = sum;
        sum.triangles += here.triangles;
        sum.slots += here.slots;
        sum.borders += here.borders;
    }
    return sum;
}

static int64_t piece_count(int64_t count) {
    return (count + PIECE - 1) / PIECE;
}

// Counts all pieces and makes room for them.
static wend_result make_room(joining *j) {
    int64_t floors = j->rests.count;
    wend_result result = wend_run_tasks(j->context, floors, PIECE, count_piece, j);
    if (result != WEND_OK)
        return result;
    tally all = add_up(j, piece_count(floors));
    if (3 * all.triangles > INT32_MAX / 4 || all.slots > INT32_MAX / 4 || all.borders > INT32_MAX / 4)
        return WEND_ERROR_LIMIT;
    if (!wend_array_resize(j->context, &j->first, floors) ||
        !wend_array_resize(j->context, &j->slot_before, 3 * floors + 1) ||
        !wend_array_resize(j->context, &j->raw->triangles, all.triangles) ||
        !wend_array_resize(j->context, &j->raw->borders, all.borders) ||
        !wend_array_resize(j->context, &j->border_slots, all.borders) ||
        !wend_array_resize(j->context, &j->slots, all.slots))
        return WEND_ERROR_MEMORY;
    j->slot_before.data[3 * floors] = (int32_t)all.slots;
    return WEND_OK;
}

// Copies the pieces of floor k; their borders are numbered from `border` on.
static void gather_pieces(joining *j, int32_t k, int32_t border) {
    const wend_rest *rest = &j->rests.data[k];
    const wend_sheet *sheet = &j->sheets.data[rest->sheet];
    int32_t shift = j->first.data[k] - rest->first;
    for (int32_t t = 0; t < rest->count; t++) {
        wend_raw_triangle piece = sheet->triangles.data[rest->first + t];
        for (int i = 0; i < 3; i++) {
            if (piece.twin[i] >= 0) {
                piece.twin[i] += 3 * shift;
            } else if (piece.twin[i] != WEND_OPEN) {
                j->raw->borders.data[border] = sheet->borders.data[~piece.twin[i]];
                j->border_slots.data[border] = -1;
                piece.twin[i] = ~border++;
            }
        }
        j->raw->triangles.data[j->first.data[k] + t] = piece;
    }
}

// Fills the slots along the sides of floor k.
static void gather_slots(joining *j, int32_t k) {
    const wend_rest *rest = &j->rests.data[k];
    const wend_sheet *sheet = &j->sheets.data[rest->sheet];
    int32_t shift = j->first.data[k] - rest->first, begin = j->slot_before.data[3 * k], end = begin + 3;
    for (int i = 0; i < 3; i++)
        end += rest->points[i];
    for (int32_t g = begin; g < end; g++) {
        int32_t half = -1;
        if (rest->first_slot >= 0)
            half = sheet->slots.data[rest->first_slot + g - begin];
        if (half >= 0)
            half += 3 * shift;
        else if (rest->first_slot < 0 && rest->count > 0)
            half = 3 * j->first.data[k] + g - begin;
        j->slots.data[g] = half;
        if (half >= 0 && wend_raw_twin(j->raw, half) == WEND_OPEN)
            wend_raw_set_twin(j->raw, half, open_twin(g));
        else if (half >= 0)
            j->border_slots.data[~wend_raw_twin(j->raw, half)] = g;
    }
}

static wend_result gather_piece(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    joining *j = data;
    tally t = j->tallies.data[begin / PIECE];
    for (int32_t k = (int32_t)begin; k < end; k++) {
        j->first.data[k] = (int32_t)t.triangles;
        for (int i = 0; i < 3; i++) {
            j->slot_before.data[3 * (int64_t)k + i] = (int32_t)t.slots;
            t.slots += j->rests.data[k].points[i] + 1;
        }
        gather_pieces(j, k, (int32_t)t.borders);
        gather_slots(j, k);
        t.triangles += j->rests.data[k].count;
        t.borders += j->borders.data[k];
    }
    return WEND_OK;
}

static wend_result gather(joining *j) {
    wend_result result = make_room(j);
    return result == WEND_OK ? wend_run_tasks(j->context, j->rests.count, PIECE, gather_piece, j) : result;
}

// ---------------------------------------------------------------------------------------------------- bending

// A half-edge that has moved from one triangle to another.
typedef struct move {
    int32_t from, to;
} move;

// The slot of a half-edge that is not joined, or -1 when it has none.
static int32_t slot_of(const joining *j, int32_t half) {
    int32_t twin = wend_raw_twin(j->raw, half);
    if (is_open(j->raw, half))
        return twin - WEND_OPEN;
    return twin < 0 && ~twin < j->border_slots.count ? j->border_slots.data[~twin] : -1;
}

// Tells those who know a half-edge by its name that it has moved: its neighbour, its slot, and the chain being bent.
static void tell_moved(joining *j, const move *moves, int count) {
    for (int k = 0; k < count; k++) {
        int32_t twin = wend_raw_twin(j->raw, moves[k].to);
        if (twin >= 0)
            wend_raw_set_twin(j->raw, twin, moves[k].to);
        else if (slot_of(j, moves[k].to) >= 0)
            j->slots.data[slot_of(j, moves[k].to)] = moves[k].to;
    }
    for (int64_t i = 0; i < j->bent->links.count; i++)
        for (int k = 0; k < count; k++)
            if (j->bent->links.data[i].half == moves[k].from) {
                j->bent->links.data[i].half = moves[k].to;
                break;
            }
}

// Gives a half-edge the border that another has. Room for a border must have been made.
static void copy_border(wend_raw *raw, int32_t half, int32_t border) {
    if (border >= WEND_OPEN / 2) { // no open one
        raw->borders.data[raw->borders.count] = raw->borders.data[~border];
        border = ~(int32_t)raw->borders.count++;
    }
    wend_raw_set_twin(raw, half, border);
}

// What is behind the half-edge `inner` of a piece that goes: the neighbour's half-edge, which now lies on the side with
// the given border, or -1 when there is none.
static int32_t uncover(wend_raw *raw, int32_t inner, int32_t border) {
    int32_t behind = wend_raw_twin(raw, inner);
    if (behind < 0)
        return -1;
    copy_border(raw, behind, border);
    return behind;
}

// Splits the piece of half-edge h = u -> w at v into u -> v, which is h, and v -> w, which is returned.
static int32_t split(joining *j, int32_t h, wend_point3 v) {
    wend_raw *raw = j->raw;
    int32_t next = wend_half_next(h), t = (int32_t)raw->triangles.count++;
    raw->triangles.data[t] = (wend_raw_triangle){.p = {v, wend_raw_to(raw, h), wend_raw_to(raw, next)},
                                                 .twin = {0, wend_raw_twin(raw, next), next},
                                                 .source = raw->triangles.data[h / 3].source};
    raw->triangles.data[h / 3].p[next % 3] = v;
    wend_raw_set_twin(raw, next, 3 * t + 2);
    tell_moved(j, &(move){next, 3 * t + 1}, 1);
    copy_border(raw, 3 * t, wend_raw_twin(raw, h));
    return 3 * t;
}

// Lays a new piece u v w outside the piece of half-edge h = u -> w.
static int lay_outside(joining *j, int32_t h, wend_point3 v, link parts[3]) {
    wend_raw *raw = j->raw;
    int32_t t = (int32_t)raw->triangles.count++, border = wend_raw_twin(raw, h);
    raw->triangles.data[t] = (wend_raw_triangle){.p = {wend_raw_from(raw, h), v, wend_raw_to(raw, h)},
                                                 .twin = {border, 0, h},
                                                 .source = raw->triangles.data[h / 3].source};
    tell_moved(j, &(move){h, 3 * t}, 1);
    copy_border(raw, 3 * t + 1, border);
    wend_raw_set_twin(raw, h, 3 * t + 2);
    parts[0] = (link){3 * t, v};
    parts[1] = (link){3 * t + 1, wend_raw_to(raw, 3 * t + 1)};
    return 2;
}

// For an x between the side and the bent one: takes the piece away, and x becomes a point of the edge.
static int let_through(joining *j, int32_t h, link parts[3]) {
    wend_raw *raw = j->raw;
    int32_t next = wend_half_next(h), previous = wend_half_previous(h), border = wend_raw_twin(raw, h);
    parts[0] = (link){uncover(raw, previous, border), wend_raw_from(raw, previous)};
    parts[1] = (link){uncover(raw, next, border), wend_raw_to(raw, h)};
    raw->triangles.data[h / 3].source = -1;
    return 2;
}

// The half-edge across which v lies, seen from the piece of half-edge h, one end of which it is near: at the begin of h
// the one before h, at its end the one after.
static int32_t near_edge(int32_t h, bool begin) {
    return begin ? wend_half_previous(h) : wend_half_next(h);
}

// Whether the piece of half-edge h keeps some area when its corner at the near end moves to v; *inside tells whether v
// lies in it, so that it need not move.
static bool may_peel(const wend_raw *raw, int32_t h, wend_point3 v, bool begin, bool *inside) {
    wend_point3 u = wend_raw_from(raw, h), w = wend_raw_to(raw, h), x = wend_raw_to(raw, wend_half_next(h));
    int64_t near = begin ? wend_area_from_above(u, v, x) : wend_area_from_above(v, w, x);
    int64_t far = begin ? wend_area_from_above(v, w, x) : wend_area_from_above(u, v, x);
    *inside = far > 0 && near > 0;
    return far > 0;
}

// Whether the piece of half-edge h is nowhere wider than two steps over it.
static bool is_needle(const wend_raw *raw, int32_t h) {
    wend_point3 u = wend_raw_from(raw, h), w = wend_raw_to(raw, h), x = wend_raw_to(raw, wend_half_next(h));
    double area2 = (double)wend_area_from_above(u, w, x), dx = (double)w.x - u.x, dy = (double)w.y - u.y;
    return area2 * area2 < 4 * (dx * dx + dy * dy);
}

// For a v on the inside, near one end of h, beyond other edges of the pieces around that end:
//
//            y   x                     y   x
//            |  /   .                  |  / .
//            | / v  w                  | v---w          the corners of the pieces between the side and v move from the
//            |/  .                     |/               end to v, and the piece that holds v is split
//            u                         u
//
// The fan may also end at a border before v is reached; then nothing is left between the end and v. When a piece would
// turn over, the edge is left without pieces, and a needle goes.
static int peel(joining *j, int32_t h, wend_point3 v, bool begin, link parts[3]) {
    enum { MOST = 256 };
    wend_raw *raw = j->raw;
    wend_point3 w = wend_raw_to(raw, h);
    int32_t at = h, border = wend_raw_twin(raw, h), last = h;
    bool inside = false;
    int count = 0;
    for (; at >= 0 && count < MOST; count++) {
        if (!may_peel(raw, at, v, begin, &inside) || inside)
            break;
        last = at;
        at = wend_raw_twin(raw, near_edge(at, begin));
    }
    parts[0] = (link){-1, v};
    parts[1] = (link){-1, w};
    if (at >= 0 && (!inside || at == h))
        return !is_needle(raw, h) || wend_raw_take_away(j->context, raw, h / 3) ? 2 : 0;
    for (int32_t moved = h;; moved = wend_raw_twin(raw, near_edge(moved, begin))) {
        int32_t corner = begin ? moved : wend_half_next(moved);
        raw->triangles.data[corner / 3].p[corner % 3] = v;
        if (moved == last)
            break;
    }
    parts[begin].half = h;
    if (at < 0)
        return 2;
    int32_t inner = near_edge(last, begin);
    copy_border(raw, at, border);
    int32_t rest = split(j, at, v), mine = begin ? rest : at;
    wend_raw_set_twin(raw, mine, inner);
    wend_raw_set_twin(raw, inner, mine);
    parts[!begin].half = begin ? at : rest;
    return 2;
}

// Bends the piece of half-edge h = u -> w at v. The parts of the side from u to w are then parts[0..count); each ends
// where the next begins. Returns count, or 0 when memory is short.
static int bend(joining *j, int32_t h, wend_point3 v, link parts[3]) {
    wend_raw *raw = j->raw;
    if (!wend_array_reserve(j->context, &raw->triangles, raw->triangles.count + 1) ||
        !wend_array_reserve(j->context, &raw->borders, raw->borders.count + 3))
        return 0;
    wend_point3 u = wend_raw_from(raw, h), w = wend_raw_to(raw, h), x = wend_raw_to(raw, wend_half_next(h));
    int64_t first = wend_area_from_above(u, v, x), second = wend_area_from_above(v, w, x);
    if (first > 0 && second > 0) {
        int32_t rest = split(j, h, v);
        parts[0] = (link){h, v};
        parts[1] = (link){rest, w};
        return 2;
    }
    if (wend_area_from_above(u, v, w) > 0)
        return lay_outside(j, h, v, parts);
    if (first <= 0 && second <= 0)
        return let_through(j, h, parts);
    return peel(j, h, v, first <= 0, parts);
}

// ---------------------------------------------------------------------------------------------------- following

static bool same_place(wend_point3 p, wend_point3 q) {
    return p.x == q.x && p.y == q.y;
}

// The height of a point on an edge from a to b.
static wend_point3 point_on_edge(wend_point3 a, wend_point3 b, wend_point p) {
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y;
    double t = (((double)p.x - a.x) * dx + ((double)p.y - a.y) * dy) / (dx * dx + dy * dy);
    double z = a.z + t * ((double)b.z - a.z);
    return (wend_point3){p.x, p.y, (int32_t)(z < 0 ? z - 0.5 : z + 0.5)};
}

// A half-edge, or -1 when its piece is gone. What is none stays.
static int32_t living(const wend_raw *raw, int32_t half) {
    return half < 0 || raw->triangles.data[half / 3].source >= 0 ? half : -1;
}

// Adds a part of a side to a chain, the last one first. Where bending at another side has moved the ends of its piece,
// it has a gap before or behind it.
static void add_part(joining *j, chain *c, int32_t half, wend_point3 begin, wend_point3 end) {
    wend_point3 near = begin, far = end;
    if (half >= 0) {
        near = c->forward ? wend_raw_from(j->raw, half) : wend_raw_to(j->raw, half);
        far = c->forward ? wend_raw_to(j->raw, half) : wend_raw_from(j->raw, half);
    }
    if (!same_place(far, end))
        c->links.data[c->links.count++] = (link){-1, end};
    c->links.data[c->links.count++] = (link){half, far};
    if (!same_place(near, begin))
        c->links.data[c->links.count++] = (link){-1, near};
}

// Lists the parts of a side, as seen from the lesser end of its edge.
static bool list_chain(joining *j, int32_t side, chain *c) {
    const wend_rest *rest = &j->rests.data[side / 3];
    int32_t count = rest->points[side % 3], slot = j->slot_before.data[side];
    c->sheet = &j->sheets.data[rest->sheet];
    const wend_point *points = c->sheet->points.data;
    int32_t at = rest->first_point;
    for (int i = 0; i < side % 3; i++)
        at += rest->points[i];
    wend_point3 p, q;
    wend_side_ends(j->faces, side, &p, &q, &c->forward);
    wend_point3 a = c->forward ? p : q, end = c->forward ? q : p, b = end;
    c->links.count = 0;
    if (!wend_array_reserve(j->context, &c->links, 3 * ((int64_t)count + 1)))
        return false;
    for (int32_t i = count; i >= 0; i--) { // the last part first
        wend_point3 begin = i > 0 ? point_on_edge(a, b, points[at + (c->forward ? i - 1 : count - i)]) : a;
        add_part(j, c, living(j->raw, j->slots.data[slot + (c->forward ? i : count - i)]), begin, end);
        end = begin;
    }
    return true;
}

// Bends the next part of a chain at v.
static bool bend_chain(joining *j, chain *c, wend_point3 v) {
    link part = c->links.data[c->links.count - 1], parts[3];
    part.half = living(j->raw, part.half);
    if (part.half < 0 || same_place(v, c->forward ? wend_raw_from(j->raw, part.half) : wend_raw_to(j->raw, part.half)))
        return wend_array_push(j->context, &c->links, (link){part.half < 0 ? part.half : -1, v}); // nothing to be bent
    j->bent = c;
    c->links.count--;
    int count = bend(j, part.half, v, parts);
    if (count == 0 || !wend_array_reserve(j->context, &c->links, c->links.count + count))
        return false;
    // A side that runs the other way ends where its edge begins: its parts come in reverse, each ending where it began.
    for (int k = 0; k < count; k++) {
        int from_end = count - 1 - k;
        if (c->forward)
            c->links.data[c->links.count++] = parts[from_end];
        else
            c->links.data[c->links.count++] = (link){parts[k].half, k > 0 ? parts[k - 1].end : part.end};
    }
    return true;
}

// The order of points along an edge from a to b.
static bool comes_before(wend_point3 a, wend_point3 b, wend_point3 p, wend_point3 q) {
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y;
    double s = ((double)p.x - a.x) * dx + ((double)p.y - a.y) * dy,
           t = ((double)q.x - a.x) * dx + ((double)q.y - a.y) * dy;
    if (s < t || s > t)
        return s < t;
    return wend_point3_less(p, q);
}

// ---------------------------------------------------------------------------------------------------- joining

static bool same_ends(const wend_raw *raw, int32_t e, int32_t f) {
    return wend_same3(wend_raw_from(raw, e), wend_raw_to(raw, f)) &&
           wend_same3(wend_raw_to(raw, e), wend_raw_from(raw, f));
}

// Sets the height of the corner where half-edge h begins, in all pieces around it.
static void set_height(wend_raw *raw, int32_t h, int32_t z) {
    int32_t at = h;
    do {
        raw->triangles.data[at / 3].p[at % 3].z = z;
        at = wend_fan_next(raw, at);
    } while (at >= 0 && at != h);
    if (at == h)
        return;
    for (at = wend_raw_twin(raw, h); at >= 0; at = wend_raw_twin(raw, at)) { // the other way around
        at = wend_half_next(at);
        raw->triangles.data[at / 3].p[at % 3].z = z;
    }
}

// A vertex in the tip of a needle lies on two sides at once, and its height may be that of the other one. Where two
// pieces meet in the same place at heights a few steps apart, the lower one holds for both.
static void align_heights(wend_raw *raw, int32_t g, int32_t h) {
    enum { APART = 8 };
    wend_point3 p = wend_raw_from(raw, g), q = wend_raw_from(raw, h);
    if (p.z == q.z || !same_place(p, q) || p.z - q.z > APART || q.z - p.z > APART)
        return;
    if (p.z > q.z)
        set_height(raw, g, q.z);
    else
        set_height(raw, h, p.z);
}

// Gives the open half-edge e a border that is known from the other side.
static bool mirror_border(joining *j, int32_t e, wend_raw_border border) {
    if (border.side != WEND_SIDE_NONE)
        border.side = border.side == WEND_SIDE_FRONT ? WEND_SIDE_BACK : WEND_SIDE_FRONT;
    wend_raw_set_twin(j->raw, e, ~(int32_t)j->raw->borders.count);
    return wend_array_push(j->context, &j->raw->borders, border);
}

static bool is_ledge(const wend_raw *raw, int32_t half) {
    int32_t twin = wend_raw_twin(raw, half);
    return twin < 0 && !is_open(raw, half) && raw->borders.data[~twin].kind == WEND_BOUNDARY_LEDGE;
}

// Joins two pieces that meet at a part of an edge. What stands there stands there for both, even if only one of the
// floors reaches far enough to notice.
static bool join_pieces(joining *j, int32_t e, int32_t f) {
    wend_raw *raw = j->raw;
    if (is_open(raw, e) && is_open(raw, f)) {
        align_heights(raw, e, wend_half_next(f));
        align_heights(raw, wend_half_next(e), f);
        if (same_ends(raw, e, f)) {
            wend_raw_set_twin(raw, e, f);
            wend_raw_set_twin(raw, f, e);
        }
        return true;
    }
    if (wend_raw_twin(raw, e) >= 0 || wend_raw_twin(raw, f) >= 0 || is_ledge(raw, e) || is_ledge(raw, f))
        return true; // where a needle went
    if ((is_open(raw, e) && !mirror_border(j, e, raw->borders.data[~wend_raw_twin(raw, f)])) ||
        (is_open(raw, f) && !mirror_border(j, f, raw->borders.data[~wend_raw_twin(raw, e)])))
        return false;
    raw->borders.data[~wend_raw_twin(raw, e)].kind = WEND_BOUNDARY_BARRIER;
    raw->borders.data[~wend_raw_twin(raw, f)].kind = WEND_BOUNDARY_BARRIER;
    return true;
}

// Ends a piece at a wall that stands beyond its half-edge, where nothing is left of another floor.
static bool end_at_wall(joining *j, int32_t half, const wend_raw_border *wall) {
    return half < 0 || !is_open(j->raw, half) || mirror_border(j, half, *wall);
}

// Takes the next part of every chain, which all end in the same place, and joins what can be joined.
static bool join_part(joining *j) {
    int32_t found[2] = {-1, -1};
    int count[2] = {0, 0};
    const wend_raw_border *wall = NULL;
    for (int64_t k = 0; k < j->chains.count; k++) {
        chain *c = &j->chains.data[k];
        int32_t half = living(j->raw, c->links.data[--c->links.count].half);
        if (half <= WEND_SLOT_WALL)
            wall = &c->sheet->borders.data[WEND_SLOT_WALL - half];
        if (half < 0)
            continue;
        found[c->forward] = half;
        count[c->forward]++;
    }
    if (wall)
        return end_at_wall(j, found[0], wall) && end_at_wall(j, found[1], wall);
    return count[0] != 1 || count[1] != 1 || join_pieces(j, found[0], found[1]);
}

// Lists the sides on an edge as chains; those of which nothing is left do not count.
static bool list_chains(joining *j, const wend_edge *edge) {
    j->chains.count = 0;
    for (int32_t side = edge->first; side >= 0; side = j->edges.next.data[side]) {
        if (j->rests.data[side / 3].count == 0)
            continue;
        if (j->chains.count == j->chains.capacity) {
            int64_t before = j->chains.capacity;
            if (!wend_array_reserve(j->context, &j->chains, before + 1))
                return false;
            memset(j->chains.data + before, 0, (size_t)(j->chains.capacity - before) * sizeof *j->chains.data);
        }
        if (!list_chain(j, side, &j->chains.data[j->chains.count++]))
            return false;
    }
    return true;
}

static wend_point3 next_end(const chain *c) {
    return c->links.data[c->links.count - 1].end;
}

// How many parts are left in all chains, or 0 when one of them is at its end.
static int64_t links_left(const joining *j) {
    int64_t left = 0;
    for (int64_t k = 0; k < j->chains.count; k++) {
        if (j->chains.data[k].links.count == 0)
            return 0;
        left += j->chains.data[k].links.count;
    }
    return left;
}

// The nearest end of the next parts of all chains on an edge from a to b.
static wend_point3 nearest_end(const joining *j, wend_point3 a, wend_point3 b) {
    wend_point3 nearest = b;
    for (int64_t k = 0; k < j->chains.count; k++) {
        wend_point3 end = next_end(&j->chains.data[k]);
        if (same_place(nearest, b) || (!same_place(end, b) && comes_before(a, b, end, nearest)))
            nearest = end;
    }
    return nearest;
}

// Follows all sides on an edge together and joins their pieces.
static bool join_edge(joining *j, const wend_edge *edge) {
    if (!list_chains(j, edge))
        return false;
    wend_point3 p, q;
    bool forward;
    wend_side_ends(j->faces, edge->first, &p, &q, &forward);
    wend_point3 a = forward ? p : q, b = forward ? q : p;
    for (int64_t bound = 64 + 8 * links_left(j); bound > 0 && links_left(j) > 0; bound--) {
        wend_point3 nearest = nearest_end(j, a, b);
        bool together = true;
        for (int64_t k = 0; k < j->chains.count; k++) {
            chain *c = &j->chains.data[k];
            if (!same_place(next_end(c), nearest) && !bend_chain(j, c, nearest))
                return false;
            together &= same_place(next_end(c), nearest);
        }
        if (together && !join_part(j)) // otherwise a point before that one came up
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- amid whole
// floors

static bool is_whole(const joining *j, int32_t side) {
    return j->rests.data[side / 3].first_slot < 0 && j->rests.data[side / 3].count == 1;
}

// Whether something is left of at least two floors at an edge.
static bool has_two(const joining *j, const wend_edge *edge) {
    int left = 0;
    for (int32_t side = edge->first; side >= 0 && left < 2; side = j->edges.next.data[side])
        left += j->rests.data[side / 3].count > 0;
    return left == 2;
}

// Finds the edges that join two floors which are left whole, and those that join nothing.
static wend_result find_simple(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    joining *j = data;
    for (int64_t e = begin; e < end; e++) {
        int32_t s = j->edges.edges.data[e].first, t = j->edges.next.data[s];
        bool simple = t >= 0 && j->edges.next.data[t] < 0 && is_whole(j, s) && is_whole(j, t);
        if (simple) {
            int32_t g = j->slots.data[j->slot_before.data[s]], h = j->slots.data[j->slot_before.data[t]];
            simple = is_open(j->raw, g) && is_open(j->raw, h) && same_ends(j->raw, g, h);
        }
        j->simple.data[e] = simple;
        j->done.data[e] = !has_two(j, &j->edges.edges.data[e]);
    }
    return WEND_OK;
}

// Whether all sides of the floor that a side belongs to are on simple edges.
static bool is_amid(const joining *j, int32_t side) {
    const int32_t *edges = &j->edges.edge_of.data[side - side % 3];
    return j->simple.data[edges[0]] && j->simple.data[edges[1]] && j->simple.data[edges[2]];
}

static wend_result join_simple(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    joining *j = data;
    for (int64_t e = begin; e < end; e++) {
        int32_t s = j->edges.edges.data[e].first, t = j->edges.next.data[s];
        if (!j->simple.data[e] || !is_amid(j, s) || !is_amid(j, t))
            continue;
        int32_t g = j->slots.data[j->slot_before.data[s]], h = j->slots.data[j->slot_before.data[t]];
        wend_raw_set_twin(j->raw, g, h);
        wend_raw_set_twin(j->raw, h, g);
        j->done.data[e] = 1;
    }
    return WEND_OK;
}

static wend_result join_amid_whole(joining *j) {
    int64_t edges = j->edges.edges.count;
    if (!wend_array_resize(j->context, &j->simple, edges) || !wend_array_resize(j->context, &j->done, edges))
        return WEND_ERROR_MEMORY;
    wend_result result = wend_run_tasks(j->context, edges, PIECE, find_simple, j);
    return result == WEND_OK ? wend_run_tasks(j->context, edges, PIECE, join_simple, j) : result;
}

// ---------------------------------------------------------------------------------------------------- what is open

// The side that a slot belongs to.
static int32_t side_of_slot(const joining *j, int32_t slot) {
    int64_t low = 0, high = j->slot_before.count - 1;
    while (high - low > 1) {
        int64_t middle = (low + high) / 2;
        *(j->slot_before.data[middle] <= slot ? &low : &high) = middle;
    }
    return (int32_t)low;
}

static wend_result count_open(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    joining *j = data;
    tally t = {0};
    for (int64_t half = 3 * begin; half < 3 * end; half++)
        t.borders += is_open(j->raw, (int32_t)half);
    j->tallies.data[begin / PIECE] = t;
    return WEND_OK;
}

// What is still open is a ledge, or the ground goes on too steep.
static wend_raw_border border_beyond(const joining *j, int32_t half) {
    int32_t side = side_of_slot(j, wend_raw_twin(j->raw, half) - WEND_OPEN);
    int32_t steep = j->edges.edges.data[j->edges.edge_of.data[side]].steep;
    wend_raw_border border = {.cause = -1, .kind = WEND_BOUNDARY_LEDGE};
    if (steep >= 0) {
        border.kind = WEND_BOUNDARY_SLOPE;
        border.side = WEND_SIDE_FRONT;
        border.cause = j->faces->faces.data[steep].source;
    }
    return border;
}

static wend_result close_piece(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    joining *j = data;
    int64_t border = j->first_open + j->tallies.data[begin / PIECE].borders;
    for (int32_t half = 3 * (int32_t)begin; half < 3 * end; half++) {
        if (!is_open(j->raw, half))
            continue;
        j->raw->borders.data[border] = border_beyond(j, half);
        wend_raw_set_twin(j->raw, half, ~(int32_t)border++);
    }
    return WEND_OK;
}

static wend_result close_open(joining *j) {
    int64_t triangles = j->raw->triangles.count, pieces = piece_count(triangles);
    if (!wend_array_resize(j->context, &j->tallies, pieces))
        return WEND_ERROR_MEMORY;
    wend_result result = wend_run_tasks(j->context, triangles, PIECE, count_open, j);
    if (result != WEND_OK)
        return result;
    tally all = add_up(j, pieces);
    j->first_open = j->raw->borders.count;
    if (!wend_array_resize(j->context, &j->raw->borders, j->first_open + all.borders))
        return WEND_ERROR_MEMORY;
    return wend_run_tasks(j->context, triangles, PIECE, close_piece, j);
}

// ---------------------------------------------------------------------------------------------------- all of it

static wend_result join_edges(joining *j) {
    wend_result result = join_amid_whole(j);
    for (int64_t e = 0; e < j->edges.edges.count && result == WEND_OK; e++)
        if (e % 65536 == 0 && wend_pause(j->context, "join", (double)e / (double)j->edges.edges.count))
            result = WEND_ERROR_CANCELLED;
        else if (!j->done.data[e] && !join_edge(j, &j->edges.edges.data[e]))
            result = WEND_ERROR_MEMORY;
    return result;
}

static wend_result run(joining *j) {
    wend_result result = wend_edges_find(j->context, j->faces, &j->edges);
    if (result == WEND_OK)
        result = make_cutters(j);
    if (result == WEND_OK)
        result = cut_floors(j);
    if (result == WEND_OK)
        result = gather(j);
    if (result == WEND_OK)
        result = join_edges(j);
    return result == WEND_OK ? close_open(j) : result;
}

wend_result wend_cut_and_join(wend_context *context, const wend_faces *faces, wend_raw *raw) {
    joining j = {.context = context, .faces = faces, .raw = raw};
    raw->lattice = faces->lattice;
    raw->producer = WEND_PRODUCER_EXACT;
    wend_result result = run(&j);
    joining_free(&j);
    return result;
}

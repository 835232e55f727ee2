// All floors cut, and what is left of them put into one surface.
//
// Floors are cut in parallel, each by itself (cut.c). Most take next to nothing, and a few, under very many things, as
// long as thousands of others. So those that are much larger than the average are cut first, one by one, the largest
// one first; the others follow in blocks. No thread is left with a long one at the end.
//
// Each worker adds the pieces of its floors to a sheet of its own. They are then copied into the raw surface in the
// order of the floors, and each side gets its slots, so that nobody can see which worker cut what. That is parallel,
// too: ranges of floors are counted first, and the counts added up, so that each range knows where it writes.
//
// A slot names the half-edge of the raw surface along a part of a side. While nothing is known beyond it, the twin of
// that half-edge is open, and names the slot in turn; else the number of its border leads there.
//
// Degenerate cases: a floor that was left whole has no slots in its sheet, since its half-edges are its sides. One that
// is covered has three slots with nothing in them. Surfaces of 2^29 half-edges, slots or borders are refused.
//
// Cost: that of cutting; O(pieces) for the rest.
#include "exact/cut_floors.h"

#include "base/context.h"
#include "base/sort.h"

enum {
    BLOCK = 16,   // floors that are cut at once
    LARGE = 32,   // times as large as others are on average: those are cut first
    PIECE = 2048, // floors in other tasks
    PAUSES = 64   // while cutting
};

// What the floors of a task come to; then, what those before them do.
typedef struct tally {
    int64_t triangles, slots, borders;
    double size;
} tally;

typedef struct cutting {
    wend_context *context;
    const wend_footing *footing;
    const wend_edges *edges;
    wend_raw *raw;
    wend_sides *sides;
    WEND_ARRAY(wend_cutter *) cutters; // of each worker
    WEND_ARRAY(tally) tallies;         // of each task
    WEND_ARRAY(float) sizes;           // of each floor: the area of its box seen from above
    WEND_ARRAY(wend_key) large;        // floors to be cut first, the largest one first
    float most;                        // size of floors that are not among these
    int64_t items, told;               // large floors and blocks of floors; how many there were when progress was told
    WEND_ARRAY(int32_t) borders;       // of each floor: half-edges of its pieces that are borders
    WEND_ARRAY(int32_t) first;         // of each floor: its first triangle in the raw surface
} cutting;

static void cutting_free(cutting *c) {
    for (int64_t i = 0; i < c->cutters.count; i++)
        wend_cutter_destroy(c->cutters.data[i]);
    wend_array_free(c->context, &c->cutters);
    wend_array_free(c->context, &c->tallies);
    wend_array_free(c->context, &c->sizes);
    wend_array_free(c->context, &c->large);
    wend_array_free(c->context, &c->borders);
    wend_array_free(c->context, &c->first);
}

// ---------------------------------------------------------------------------------------------------- cutting

// A cutter and a sheet for each worker.
static wend_result make_cutters(cutting *c) {
    int count = wend_thread_count(c->context);
    if (!wend_array_reserve(c->context, &c->cutters, count) || !wend_array_resize(c->context, &c->sides->sheets, count))
        return WEND_ERROR_MEMORY;
    memset(c->sides->sheets.data, 0, (size_t)count * sizeof *c->sides->sheets.data);
    for (int i = 0; i < count; i++) {
        wend_cutter *cutter = NULL;
        wend_result result = wend_cutter_create(c->context, c->footing, c->edges, &cutter);
        if (result != WEND_OK)
            return result;
        c->cutters.data[c->cutters.count++] = cutter;
    }
    return WEND_OK;
}

static wend_result measure_floors(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    cutting *c = data;
    tally t = {0};
    for (int64_t k = begin; k < end; k++) {
        wend_box3 box = wend_box3_around(c->footing->solid->faces.data[c->footing->floors.data[k]].p);
        double size = ((double)box.high[0] - box.low[0]) * ((double)box.high[1] - box.low[1]);
        c->sizes.data[k] = (float)size;
        t.size += size;
    }
    c->tallies.data[begin / PIECE] = t;
    return WEND_OK;
}

// Lists the floors that are to be cut first, so that no thread is left with a long one at the end.
static wend_result list_large(cutting *c) {
    int64_t floors = c->footing->floors.count;
    if (!wend_array_resize(c->context, &c->sizes, floors) ||
        !wend_array_resize(c->context, &c->tallies, floors / PIECE + 1))
        return WEND_ERROR_MEMORY;
    wend_result result = wend_run_tasks(c->context, floors, PIECE, measure_floors, c);
    double sum = 0;
    for (int64_t k = 0; k * PIECE < floors && result == WEND_OK; k++)
        sum += c->tallies.data[k].size;
    c->most = (float)(LARGE * sum / (double)floors);
    for (int32_t k = 0; k < floors && result == WEND_OK; k++)
        if (c->sizes.data[k] > c->most &&
            !wend_array_push(c->context, &c->large, (wend_key){UINT64_MAX - (uint64_t)c->sizes.data[k], k, 0}))
            result = WEND_ERROR_MEMORY;
    if (result == WEND_OK && !wend_sort_keys(c->context, c->large.data, c->large.count))
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

static wend_result cut_floor(cutting *c, int32_t k, int worker) {
    wend_rest *rest = &c->sides->rests.data[k];
    rest->sheet = worker;
    wend_result result = wend_cutter_cut(c->cutters.data[worker], k, &c->sides->sheets.data[worker], rest);
    if (result == WEND_OK)
        c->borders.data[k] = count_borders(&c->sides->sheets.data[worker], rest);
    return result;
}

// Cuts the floors of a block, but for the large ones.
static wend_result cut_block(cutting *c, int64_t block, int worker) {
    int64_t floors = c->sides->rests.count, end = floors / BLOCK > block ? (block + 1) * BLOCK : floors;
    wend_result result = WEND_OK;
    for (int64_t k = block * BLOCK; k < end && result == WEND_OK; k++)
        if (!(c->sizes.data[k] > c->most))
            result = cut_floor(c, (int32_t)k, worker);
    return result;
}

// Cuts large floors, and behind these blocks of floors. Worker 0 is the calling thread, which may tell how far it is.
static wend_result cut_items(void *data, int64_t begin, int64_t end, int worker) {
    cutting *c = data;
    if (worker == 0 && begin >= c->told + c->items / PAUSES) {
        c->told = begin;
        if (wend_pause(c->context, "cut", (double)begin / (double)c->items))
            return WEND_ERROR_CANCELLED;
    }
    wend_result result = WEND_OK;
    for (int64_t item = begin; item < end && result == WEND_OK; item++)
        result = item < c->large.count ? cut_floor(c, c->large.data[item].index, worker)
                                       : cut_block(c, item - c->large.count, worker);
    return result;
}

static wend_result cut_all(cutting *c) {
    int64_t floors = c->footing->floors.count;
    if (!wend_array_resize(c->context, &c->sides->rests, floors) || !wend_array_resize(c->context, &c->borders, floors))
        return WEND_ERROR_MEMORY;
    wend_stage_part(c->context, "cut", 0.1, 0.6);
    if (wend_pause(c->context, "cut", 0))
        return WEND_ERROR_CANCELLED;
    wend_result result = list_large(c);
    if (result != WEND_OK)
        return result;
    c->items = c->large.count + (floors + BLOCK - 1) / BLOCK;
    return wend_run_tasks(c->context, c->items, 1, cut_items, c);
}

// ---------------------------------------------------------------------------------------------------- one surface

static wend_result count_floors(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    cutting *c = data;
    tally t = {0};
    for (int64_t k = begin; k < end; k++) {
        const wend_rest *rest = &c->sides->rests.data[k];
        t.triangles += rest->count;
        t.slots += (int64_t)rest->points[0] + rest->points[1] + rest->points[2] + 3;
        t.borders += c->borders.data[k];
    }
    c->tallies.data[begin / PIECE] = t;
    return WEND_OK;
}

// Makes of each task's tally the sum of those before it; returns the sum of all.
static tally add_up(cutting *c, int64_t tasks) {
    tally sum = {0};
    for (int64_t k = 0; k < tasks; k++) {
        tally here = c->tallies.data[k];
        c->tallies.data[k] = sum;
        sum.triangles += here.triangles;
        sum.slots += here.slots;
        sum.borders += here.borders;
    }
    return sum;
}

// Counts all pieces and makes room for them.
static wend_result make_room(cutting *c) {
    int64_t floors = c->sides->rests.count;
    wend_result result = wend_run_tasks(c->context, floors, PIECE, count_floors, c);
    if (result != WEND_OK)
        return result;
    tally all = add_up(c, (floors + PIECE - 1) / PIECE);
    if (3 * all.triangles > INT32_MAX / 4 || all.slots > INT32_MAX / 4 || all.borders > INT32_MAX / 4)
        return WEND_ERROR_LIMIT;
    if (!wend_array_resize(c->context, &c->first, floors) ||
        !wend_array_resize(c->context, &c->sides->slot_before, 3 * floors + 1) ||
        !wend_array_resize(c->context, &c->raw->triangles, all.triangles) ||
        !wend_array_resize(c->context, &c->raw->borders, all.borders) ||
        !wend_array_resize(c->context, &c->sides->border_slots, all.borders) ||
        !wend_array_resize(c->context, &c->sides->slots, all.slots))
        return WEND_ERROR_MEMORY;
    c->sides->slot_before.data[3 * floors] = (int32_t)all.slots;
    return WEND_OK;
}

// Copies the pieces of floor k; their borders are numbered from `border` on.
static void gather_pieces(cutting *c, int32_t k, int32_t border) {
    const wend_rest *rest = &c->sides->rests.data[k];
    const wend_sheet *sheet = &c->sides->sheets.data[rest->sheet];
    int32_t shift = c->first.data[k] - rest->first;
    for (int32_t t = 0; t < rest->count; t++) {
        wend_raw_triangle piece = sheet->triangles.data[rest->first + t];
        for (int i = 0; i < 3; i++) {
            if (piece.twin[i] >= 0) {
                piece.twin[i] += 3 * shift;
            } else if (piece.twin[i] != WEND_OPEN) {
                c->raw->borders.data[border] = sheet->borders.data[~piece.twin[i]];
                c->sides->border_slots.data[border] = -1;
                piece.twin[i] = ~border++;
            }
        }
        c->raw->triangles.data[c->first.data[k] + t] = piece;
    }
}

// Fills the slots along the sides of floor k.
static void gather_slots(cutting *c, int32_t k) {
    const wend_rest *rest = &c->sides->rests.data[k];
    const wend_sheet *sheet = &c->sides->sheets.data[rest->sheet];
    int32_t shift = c->first.data[k] - rest->first, begin = c->sides->slot_before.data[3 * k], end = begin + 3;
    for (int i = 0; i < 3; i++)
        end += rest->points[i];
    for (int32_t g = begin; g < end; g++) {
        int32_t half = -1;
        if (rest->first_slot >= 0)
            half = sheet->slots.data[rest->first_slot + g - begin];
        if (half >= 0)
            half += 3 * shift;
        else if (rest->first_slot < 0 && rest->count > 0)
            half = 3 * c->first.data[k] + g - begin;
        c->sides->slots.data[g] = half;
        if (half >= 0 && wend_raw_twin(c->raw, half) == WEND_OPEN)
            wend_raw_set_twin(c->raw, half, wend_open_twin(g));
        else if (half >= 0)
            c->sides->border_slots.data[~wend_raw_twin(c->raw, half)] = g;
    }
}

static wend_result gather_floors(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    cutting *c = data;
    tally t = c->tallies.data[begin / PIECE];
    for (int32_t k = (int32_t)begin; k < end; k++) {
        c->first.data[k] = (int32_t)t.triangles;
        for (int i = 0; i < 3; i++) {
            c->sides->slot_before.data[3 * (int64_t)k + i] = (int32_t)t.slots;
            t.slots += c->sides->rests.data[k].points[i] + 1;
        }
        gather_pieces(c, k, (int32_t)t.borders);
        gather_slots(c, k);
        t.triangles += c->sides->rests.data[k].count;
        t.borders += c->borders.data[k];
    }
    return WEND_OK;
}

static wend_result gather(cutting *c) {
    wend_result result = make_room(c);
    return result == WEND_OK ? wend_run_tasks(c->context, c->sides->rests.count, PIECE, gather_floors, c) : result;
}

// ---------------------------------------------------------------------------------------------------- all of it

wend_result wend_cut_floors(wend_context *context, const wend_footing *footing, const wend_edges *edges, wend_raw *raw,
                            wend_sides *sides) {
    cutting c = {.context = context, .footing = footing, .edges = edges, .raw = raw, .sides = sides};
    wend_result result = make_cutters(&c);
    if (result == WEND_OK)
        result = cut_all(&c);
    if (result == WEND_OK)
        result = gather(&c);
    cutting_free(&c);
    return result;
}

void wend_sides_free(wend_context *context, wend_sides *sides) {
    for (int64_t i = 0; i < sides->sheets.count; i++)
        wend_sheet_free(context, &sides->sheets.data[i]);
    wend_array_free(context, &sides->sheets);
    wend_array_free(context, &sides->rests);
    wend_array_free(context, &sides->slot_before);
    wend_array_free(context, &sides->slots);
    wend_array_free(context, &sides->border_slots);
}

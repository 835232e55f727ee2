// Triangles in the same place.
//
// Where two floors overlap by less than a lattice step, welding may draw slivers of both together until they have the
// same corners. One of each such pair goes: the one with fewer neighbours, or else that of the lesser area id.
//
// Hardly any triangle has a double. So all are marked in a table of bits first, by hashes of their corners, and only
// those that found their bit marked before, or whose bit was found so later, are compared. Hashes are taken in
// parallel.
#include "base/sort.h"
#include "sew/fan.h"

// The same for the same corners, whichever comes first.
static uint64_t key_of(const wend_raw_triangle *t) {
    return wend_hash3(t->p[0]) + wend_hash3(t->p[1]) + wend_hash3(t->p[2]);
}

static bool has_corner(const wend_raw_triangle *t, wend_point3 p) {
    return wend_same3(t->p[0], p) || wend_same3(t->p[1], p) || wend_same3(t->p[2], p);
}

static bool same_corners(const wend_raw_triangle *s, const wend_raw_triangle *t) {
    return has_corner(t, s->p[0]) && has_corner(t, s->p[1]) && has_corner(t, s->p[2]);
}

static int neighbours(const wend_raw_triangle *t) {
    return (t->twin[0] >= 0) + (t->twin[1] >= 0) + (t->twin[2] >= 0);
}

// Of two in the same place, whether the second goes rather than the first. With equally many neighbours, those on
// earlier edges decide.
static bool goes_first(const wend_raw *raw, int32_t first, int32_t second) {
    const wend_raw_triangle *s = &raw->triangles.data[first], *t = &raw->triangles.data[second];
    if (neighbours(s) != neighbours(t))
        return neighbours(t) < neighbours(s);
    for (int i = 0; i < 3; i++) { // edge i of s is the edge of t that starts in the same corner
        int k = 0;
        while (k < 2 && !wend_same3(t->p[k], s->p[i]))
            k++;
        if ((s->twin[i] >= 0) != (t->twin[k] >= 0))
            return s->twin[i] >= 0;
    }
    return wend_raw_area(raw, first) >= wend_raw_area(raw, second);
}

bool wend_raw_take_away(wend_context *context, wend_raw *raw, int32_t triangle) {
    for (int32_t h = 3 * triangle; h < 3 * triangle + 3; h++) {
        int32_t twin = wend_raw_twin(raw, h);
        if (twin < 0)
            continue;
        wend_raw_set_twin(raw, twin, ~(int32_t)raw->borders.count);
        if (!wend_array_push(context, &raw->borders, (wend_raw_border){.cause = -1, .kind = WEND_BOUNDARY_LEDGE}))
            return false;
    }
    raw->triangles.data[triangle].source = -1;
    return true;
}

enum { PIECE = 8192 }; // triangles in a task

typedef struct search {
    const wend_raw *raw;
    uint64_t *hashes; // of each triangle; 0 for those that are not there
} search;

static wend_result hash_piece(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    const search *s = data;
    for (int64_t t = begin; t < end; t++)
        s->hashes[t] = s->raw->triangles.data[t].source >= 0 ? key_of(&s->raw->triangles.data[t]) | 1 : 0;
    return WEND_OK;
}

typedef WEND_ARRAY(uint64_t) bit_table; // a power of two of words

// Marks a bit; true when it was marked before.
static bool mark(bit_table *table, uint64_t hash) {
    uint64_t *word = &table->data[hash >> 7 & ((uint64_t)table->count - 1)], bit = (uint64_t)1 << (hash >> 1 & 63);
    bool before = (*word & bit) != 0;
    *word |= bit;
    return before;
}

static bool is_marked(const bit_table *table, uint64_t hash) {
    return table->data[hash >> 7 & ((uint64_t)table->count - 1)] >> (hash >> 1 & 63) & 1;
}

static bool make_table(wend_context *context, bit_table *table, int64_t words) {
    if (!wend_array_resize(context, table, words))
        return false;
    memset(table->data, 0, (size_t)words * sizeof *table->data);
    return true;
}

typedef WEND_ARRAY(wend_key) key_list;

// Lists the triangles that may have a double.
static wend_result list_suspects(wend_context *context, const search *s, key_list *suspects) {
    int64_t count = s->raw->triangles.count, words = 16;
    while (words * 4 < count) // 16 bits a triangle, or more
        words *= 2;
    bit_table once = {0}, twice = {0};
    bool enough = make_table(context, &once, words) && make_table(context, &twice, words), any = false;
    for (int64_t t = 0; t < count && enough; t++)
        if (s->hashes[t] != 0 && mark(&once, s->hashes[t])) {
            mark(&twice, s->hashes[t]);
            any = true;
        }
    for (int32_t t = 0; t < count && enough && any; t++)
        if (s->hashes[t] != 0 && is_marked(&twice, s->hashes[t]))
            enough = wend_array_push(context, suspects, (wend_key){s->hashes[t], t, 0});
    wend_array_free(context, &once);
    wend_array_free(context, &twice);
    return enough ? WEND_OK : WEND_ERROR_MEMORY;
}

// Takes one of every two suspects in the same place away.
static bool drop_some(wend_context *context, wend_raw *raw, key_list *suspects) {
    wend_key *keys = suspects->data;
    bool enough = wend_sort_keys(context, keys, suspects->count);
    for (int64_t i = 0; i + 1 < suspects->count && enough; i++) {
        int32_t s = keys[i].index, t = keys[i + 1].index;
        if (keys[i].key != keys[i + 1].key || !same_corners(&raw->triangles.data[s], &raw->triangles.data[t]))
            continue;
        bool second = goes_first(raw, s, t);
        enough = wend_raw_take_away(context, raw, second ? t : s);
        if (second) // the one that stays is compared with the next
            keys[i + 1].index = s;
    }
    return enough;
}

wend_result wend_raw_drop_doubles(wend_context *context, wend_raw *raw) {
    WEND_ARRAY(uint64_t) hashes = {0};
    key_list suspects = {0};
    if (!wend_array_resize(context, &hashes, raw->triangles.count))
        return WEND_ERROR_MEMORY;
    search s = {raw, hashes.data};
    wend_result result = wend_run_tasks(context, raw->triangles.count, PIECE, hash_piece, &s);
    if (result == WEND_OK)
        result = list_suspects(context, &s, &suspects);
    wend_array_free(context, &hashes);
    if (result == WEND_OK && !drop_some(context, raw, &suspects))
        result = WEND_ERROR_MEMORY;
    wend_array_free(context, &suspects);
    return result;
}

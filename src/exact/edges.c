// Edges by hashing their ends.
//
// Sides are dealt out to piles by the hash of their edges: all sides on an edge come to one pile, in their order, and
// each pile is small enough for a table that stays in the cache. Piles are worked on in parallel. Edges are then
// numbered by their lowest sides, so that nothing depends on the table or the piles.
#include "exact/edges.h"

enum {
    PILES_MOST = 1 << 11,
    PILE = 4096, // sides in one, about
    PILES_AT_ONCE = 1,
    STRETCH_LEAST = 1024, // floors and steep faces that are dealt out at once
    STRETCHES_MOST = 64,
    PIECE = 4096 // sides that are numbered at once
};

// A side on its way to its edge.
typedef struct entry {
    wend_point3 a, b; // its ends, the lesser first
    int32_t side;     // of a floor; ~face for one of a face too steep to walk on
    uint32_t hash;
} entry;

// What is known about a side, and in that of the lowest side on an edge, about the edge.
typedef struct place {
    int32_t lowest;       // side on the same edge
    int32_t next;         // the next lower side on it, or -1
    int32_t first, steep; // of the edge
} place;

typedef WEND_ARRAY(int32_t) table; // places in a pile, -1 where empty; a power of two of them

typedef struct finding {
    wend_context *context;
    const wend_footing *footing;
    wend_edges *edges;
    int width;                  // bits of the hash that tell the pile
    int64_t stretch;            // faces in a stretch
    WEND_ARRAY(int64_t) ends;   // by stretch, then by pile: where the next entry goes
    WEND_ARRAY(int64_t) starts; // of each pile, and one more at the end
    WEND_ARRAY(entry) entries;
    WEND_ARRAY(place) places;   // of each side
    WEND_ARRAY(table) tables;   // of each worker
    WEND_ARRAY(int64_t) before; // of each piece of sides: edges before it
} finding;

static uint64_t mix(uint64_t h, uint64_t value) {
    h = (h ^ value) * 0x9E3779B97F4A7C15u;
    return h ^ h >> 32;
}

static uint64_t hash_of(wend_point3 a, wend_point3 b) {
    uint64_t h = mix(0, (uint64_t)(uint32_t)a.x << 32 | (uint32_t)a.y);
    h = mix(h, (uint64_t)(uint32_t)b.x << 32 | (uint32_t)b.y);
    return mix(h, (uint64_t)(uint32_t)a.z << 32 | (uint32_t)b.z);
}

// ---------------------------------------------------------------------------------------------------- dealing out

// Side k of a face, its lesser end first. The least corner of a face is its first.
static inline entry make_entry(const wend_face *face, int k) {
    bool forward = k == 0 || (k == 1 && wend_point3_less(face->p[1], face->p[2]));
    return (entry){.a = face->p[forward ? k : (k + 1) % 3], .b = face->p[forward ? k + 1 : k]};
}

// The number of a floor's face, or behind the floors of a steep face.
static inline int32_t face_of(const finding *f, int64_t item) {
    int64_t floors = f->footing->floors.count;
    return item < floors ? f->footing->floors.data[item] : f->footing->steep.data[item - floors];
}

static wend_result count_stretch(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    finding *f = data;
    int shift = 64 - f->width;
    int64_t *counts = f->ends.data + (begin / f->stretch << f->width);
    memset(counts, 0, sizeof *counts << f->width);
    for (int64_t item = begin; item < end; item++)
        for (int k = 0; k < 3; k++) {
            entry e = make_entry(&f->footing->solid->faces.data[face_of(f, item)], k);
            counts[hash_of(e.a, e.b) >> shift]++;
        }
    return WEND_OK;
}

static wend_result deal_stretch(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    finding *f = data;
    int shift = 64 - f->width;
    int64_t *ends = f->ends.data + (begin / f->stretch << f->width);
    for (int64_t item = begin; item < end; item++) {
        int32_t face = face_of(f, item);
        for (int k = 0; k < 3; k++) {
            entry e = make_entry(&f->footing->solid->faces.data[face], k);
            uint64_t hash = hash_of(e.a, e.b);
            e.side = item < f->footing->floors.count ? (int32_t)(3 * item) + k : ~face;
            e.hash = (uint32_t)hash;
            f->entries.data[ends[hash >> shift]++] = e;
        }
    }
    return WEND_OK;
}

// Makes places of counts: where the entries of each stretch begin in each pile.
static void find_starts(finding *f, int64_t stretches) {
    int64_t sum = 0;
    for (int64_t pile = 0; pile < (int64_t)1 << f->width; pile++) {
        f->starts.data[pile] = sum;
        for (int64_t s = 0; s < stretches; s++) {
            int64_t *end = &f->ends.data[(s << f->width) + pile], here = *end;
            *end = sum;
            sum += here;
        }
    }
    f->starts.data[(int64_t)1 << f->width] = sum;
}

static wend_result deal_out(finding *f) {
    int64_t items = f->footing->floors.count + f->footing->steep.count;
    while (1 << f->width < PILES_MOST && 3 * items >> f->width > PILE)
        f->width++;
    int64_t threads = wend_thread_count(f->context), most = threads > 1 ? 4 * threads : 1;
    f->stretch = items / (most < STRETCHES_MOST ? most : STRETCHES_MOST) + 1;
    f->stretch = f->stretch < STRETCH_LEAST ? STRETCH_LEAST : f->stretch;
    int64_t stretches = (items + f->stretch - 1) / f->stretch;
    if (!wend_array_resize(f->context, &f->ends, stretches << f->width) ||
        !wend_array_resize(f->context, &f->starts, ((int64_t)1 << f->width) + 1) ||
        !wend_array_resize(f->context, &f->entries, 3 * items))
        return WEND_ERROR_MEMORY;
    wend_result result = wend_run_tasks(f->context, items, f->stretch, count_stretch, f);
    if (result != WEND_OK)
        return result;
    find_starts(f, stretches);
    return wend_run_tasks(f->context, items, f->stretch, deal_stretch, f);
}

// ---------------------------------------------------------------------------------------------------- piles

static bool same_edge(const entry *e, const entry *f) {
    return e->hash == f->hash && wend_same3(e->a, f->a) && wend_same3(e->b, f->b);
}

// Enters a side. Floors come before steep faces in every pile, and both in their order.
static void enter(const finding *f, table *t, const entry *pile, int32_t at) {
    const entry *e = &pile[at];
    uint32_t mask = (uint32_t)t->count - 1, slot = e->hash & mask;
    while (t->data[slot] >= 0 && !same_edge(&pile[t->data[slot]], e))
        slot = (slot + 1) & mask;
    place *lowest = t->data[slot] >= 0 ? &f->places.data[pile[t->data[slot]].side] : NULL;
    if (e->side < 0) {
        if (lowest && lowest->steep < 0)
            lowest->steep = ~e->side;
    } else if (!lowest) {
        t->data[slot] = at;
        f->places.data[e->side] = (place){e->side, -1, e->side, -1};
    } else {
        f->places.data[e->side] = (place){.lowest = pile[t->data[slot]].side, .next = lowest->first};
        lowest->first = e->side;
    }
}

static wend_result find_in_piles(void *data, int64_t begin, int64_t end, int worker) {
    finding *f = data;
    table *t = &f->tables.data[worker];
    for (int64_t pile = begin; pile < end; pile++) {
        int64_t first = f->starts.data[pile], count = f->starts.data[pile + 1] - first, slots = 16;
        while (slots < count + count / 2)
            slots *= 2;
        if (!wend_array_resize(f->context, t, slots))
            return WEND_ERROR_MEMORY;
        memset(t->data, -1, (size_t)slots * sizeof *t->data);
        for (int32_t k = 0; k < count; k++)
            enter(f, t, f->entries.data + first, k);
    }
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- numbering

static wend_result count_edges(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    finding *f = data;
    int64_t count = 0;
    for (int64_t side = begin; side < end; side++)
        count += f->places.data[side].lowest == side;
    f->before.data[begin / PIECE] = count;
    return WEND_OK;
}

// Writes the edges whose lowest sides are in a piece; their places then know their numbers as `first`.
static wend_result write_edges(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    finding *f = data;
    int64_t number = f->before.data[begin / PIECE];
    for (int64_t side = begin; side < end; side++) {
        place *p = &f->places.data[side];
        f->edges->next.data[side] = p->next;
        if (p->lowest != side)
            continue;
        f->edges->edges.data[number] = (wend_edge){p->first, p->steep};
        p->first = (int32_t)number++;
    }
    return WEND_OK;
}

static wend_result name_edges(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    finding *f = data;
    for (int64_t side = begin; side < end; side++)
        f->edges->edge_of.data[side] = f->places.data[f->places.data[side].lowest].first;
    return WEND_OK;
}

static wend_result number_edges(finding *f) {
    int64_t sides = f->places.count, pieces = (sides + PIECE - 1) / PIECE, sum = 0;
    if (!wend_array_resize(f->context, &f->before, pieces))
        return WEND_ERROR_MEMORY;
    wend_result result = wend_run_tasks(f->context, sides, PIECE, count_edges, f);
    if (result != WEND_OK)
        return result;
    for (int64_t k = 0; k < pieces; k++) {
        int64_t here = f->before.data[k];
        f->before.data[k] = sum;
        sum += here;
    }
    if (!wend_array_resize(f->context, &f->edges->edges, sum) ||
        !wend_array_resize(f->context, &f->edges->edge_of, sides) ||
        !wend_array_resize(f->context, &f->edges->next, sides))
        return WEND_ERROR_MEMORY;
    result = wend_run_tasks(f->context, sides, PIECE, write_edges, f);
    return result == WEND_OK ? wend_run_tasks(f->context, sides, PIECE, name_edges, f) : result;
}

// ---------------------------------------------------------------------------------------------------- all of it

static wend_result find(finding *f) {
    int workers = wend_thread_count(f->context);
    if (!wend_array_resize(f->context, &f->tables, workers))
        return WEND_ERROR_MEMORY;
    memset(f->tables.data, 0, (size_t)workers * sizeof *f->tables.data);
    if (!wend_array_resize(f->context, &f->places, 3 * f->footing->floors.count))
        return WEND_ERROR_MEMORY;
    wend_result result = deal_out(f);
    if (result == WEND_OK)
        result = wend_run_tasks(f->context, (int64_t)1 << f->width, PILES_AT_ONCE, find_in_piles, f);
    wend_array_free(f->context, &f->entries);
    return result == WEND_OK ? number_edges(f) : result;
}

wend_result wend_edges_find(wend_context *context, const wend_footing *footing, wend_edges *edges) {
    *edges = (wend_edges){0};
    finding f = {.context = context, .footing = footing, .edges = edges, .width = 1};
    wend_result result = find(&f);
    for (int64_t i = 0; i < f.tables.count; i++)
        wend_array_free(context, &f.tables.data[i]);
    wend_array_free(context, &f.tables);
    wend_array_free(context, &f.ends);
    wend_array_free(context, &f.starts);
    wend_array_free(context, &f.entries);
    wend_array_free(context, &f.places);
    wend_array_free(context, &f.before);
    return result;
}

void wend_edges_free(wend_context *context, wend_edges *edges) {
    wend_array_free(context, &edges->edges);
    wend_array_free(context, &edges->edge_of);
    wend_array_free(context, &edges->next);
}

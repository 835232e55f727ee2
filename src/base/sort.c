// Two stable sorts: by 64-bit keys (radix) and by comparison (merge).
//
// By key: keys are dealt out to piles by the highest byte in which they differ, each pile by the next one, and so on
// down to piles that are few enough for insertion. Piles soon fit the cache, which makes this cheaper than passes over
// all keys from the lowest byte up; and the piles of the first deal are sorted independently, by all threads when there
// are many keys. That first deal takes more bits at once, and threads share it, too: each counts its stretches of the
// keys, so that every stretch knows where in every pile its own keys go.
#include "base/sort.h"

#include "base/wide.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------- by key

enum {
    FEW_KEYS = 48,    // sorted by insertion
    FEW_LEFT = 24,    // likewise, in a pile
    MANY_KEYS = 8192, // sorted by all threads
    BYTE = 8,
    STRETCH_LEAST = 4096,
    STRETCHES_MOST = 64,
    PILES_MOST = 2048,
    PILES_AT_ONCE = 4
};

// Moves keys to where they belong in `out`, which may be where they are.
static void insert_keys(const wend_key *keys, wend_key *out, int64_t count) {
    for (int64_t i = 0; i < count; i++) {
        wend_key moving = keys[i];
        int64_t place = i;
        for (; place > 0 && out[place - 1].key > moving.key; place--)
            out[place] = out[place - 1];
        out[place] = moving;
    }
}

// The bits in which keys differ; 0 when they are in order already.
static uint64_t bits_to_sort(const wend_key *keys, int64_t count) {
    uint64_t bits = 0;
    bool ordered = true;
    for (int64_t i = 1; i < count; i++) {
        bits |= keys[i].key ^ keys[0].key;
        ordered &= keys[i - 1].key <= keys[i].key;
    }
    return ordered ? 0 : bits;
}

// The lowest of the `width` bits that begin with the highest one set.
static int shift_of(uint64_t bits, int width) {
    int top = 64 - wend_leading_zeros(bits);
    return top > width ? top - width : 0;
}

// Moves keys to `out` in the order of one byte; ends[value] is then where those with that value end.
static void deal_byte(const wend_key *keys, wend_key *out, int64_t count, int shift, int64_t ends[1 << BYTE]) {
    memset(ends, 0, (1 << BYTE) * sizeof *ends);
    for (int64_t i = 0; i < count; i++)
        ends[keys[i].key >> shift & 255]++;
    for (int64_t value = 0, sum = 0; value < 1 << BYTE; value++) {
        int64_t here = ends[value];
        ends[value] = sum;
        sum += here;
    }
    for (int64_t i = 0; i < count; i++)
        out[ends[keys[i].key >> shift & 255]++] = keys[i];
}

// Sorts keys that differ in the lowest two bytes alone.
static void sort_low(wend_key *keys, wend_key *spare, int64_t count, uint64_t bits, bool moved) {
    int64_t ends[1 << BYTE];
    wend_key *at = keys;
    for (int shift = 0; shift < 2 * BYTE; shift += BYTE)
        if (bits >> shift & 255) {
            deal_byte(at, at == keys ? spare : keys, count, shift, ends);
            at = at == keys ? spare : keys;
        }
    wend_key *wanted = moved ? spare : keys;
    if (at != wanted)
        memcpy(wanted, at, (size_t)count * sizeof *keys);
}

static void sort_pile(wend_key *keys, wend_key *spare, int64_t count, bool moved);

// Sorts keys that differ in some bits; they end up where they are, or in `spare` when `moved`.
static void sort_bits(wend_key *keys, wend_key *spare, int64_t count, uint64_t bits, bool moved) {
    if (bits >> 2 * BYTE == 0) {
        sort_low(keys, spare, count, bits, moved);
        return;
    }
    int shift = shift_of(bits, BYTE);
    int64_t ends[1 << BYTE];
    deal_byte(keys, spare, count, shift, ends);
    for (int64_t value = 0, first = 0; first < count; value++) {
        if (ends[value] > first)
            sort_pile(spare + first, keys + first, ends[value] - first, !moved);
        first = ends[value];
    }
}

// Likewise, whatever the keys.
static void sort_pile(wend_key *keys, wend_key *spare, int64_t count, bool moved) {
    if (count <= FEW_LEFT) {
        insert_keys(keys, moved ? spare : keys, count);
        return;
    }
    uint64_t bits = bits_to_sort(keys, count);
    if (bits != 0)
        sort_bits(keys, spare, count, bits, moved);
    else if (moved)
        memcpy(spare, keys, (size_t)count * sizeof *keys);
}

bool wend_sort_keys(wend_context *context, wend_key *keys, int64_t count) {
    if (count <= FEW_KEYS) {
        insert_keys(keys, keys, count);
        return true;
    }
    uint64_t bits = bits_to_sort(keys, count);
    if (bits == 0)
        return true;
    wend_key *spare = wend_allocate_array(context, count, sizeof *keys);
    if (spare == NULL)
        return false;
    sort_bits(keys, spare, count, bits, false);
    wend_release(context, spare, (size_t)count * sizeof *keys);
    return true;
}

// ---------------------------------------------------------------------------------------------- by key, all threads

// Keys on their way to piles. What is counted is kept by stretch, then by pile.
typedef struct deal {
    const wend_key *from;
    wend_key *to;
    int64_t count, stretch; // keys, and keys in a stretch
    int64_t *places;
    int shift, piles;
} deal;

static wend_result count_stretch(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    const deal *d = data;
    int64_t *counts = d->places + begin / d->stretch * d->piles;
    uint64_t mask = (uint64_t)d->piles - 1;
    memset(counts, 0, (size_t)d->piles * sizeof *counts);
    for (int64_t i = begin; i < end; i++)
        counts[d->from[i].key >> d->shift & mask]++;
    return WEND_OK;
}

static wend_result deal_stretch(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    const deal *d = data;
    int64_t *places = d->places + begin / d->stretch * d->piles;
    uint64_t mask = (uint64_t)d->piles - 1;
    for (int64_t i = begin; i < end; i++)
        d->to[places[d->from[i].key >> d->shift & mask]++] = d->from[i];
    return WEND_OK;
}

// Makes places of counts: where the keys of each stretch begin in each pile.
static void find_places(const deal *d, int64_t stretches, int64_t *starts) {
    int64_t sum = 0;
    for (int pile = 0; pile < d->piles; pile++) {
        starts[pile] = sum;
        for (int64_t s = 0; s < stretches; s++) {
            int64_t here = d->places[s * d->piles + pile];
            d->places[s * d->piles + pile] = sum;
            sum += here;
        }
    }
    starts[d->piles] = sum;
}

// Keys in a stretch: a few stretches for each thread, and none that is hardly worth counting.
static int64_t stretch_for(const wend_context *context, int64_t count) {
    int64_t threads = wend_thread_count(context), stretches = threads > 1 ? 4 * threads : 1;
    stretches = stretches > STRETCHES_MOST ? STRETCHES_MOST : stretches;
    int64_t stretch = count / stretches + 1;
    return stretch < STRETCH_LEAST ? STRETCH_LEAST : stretch;
}

// Deals keys out to `to`; `starts` has room for one more than there are piles.
static wend_result deal_keys(wend_context *context, deal *d, int64_t *starts) {
    d->stretch = stretch_for(context, d->count);
    int64_t stretches = d->count / d->stretch + 1;
    size_t bytes = (size_t)(stretches * d->piles) * sizeof *d->places;
    d->places = wend_allocate_array(context, stretches * d->piles, sizeof *d->places);
    if (d->places == NULL)
        return WEND_ERROR_MEMORY;
    wend_result result = wend_run_tasks(context, d->count, d->stretch, count_stretch, d);
    if (result == WEND_OK) {
        find_places(d, (d->count + d->stretch - 1) / d->stretch, starts);
        result = wend_run_tasks(context, d->count, d->stretch, deal_stretch, d);
    }
    wend_release(context, d->places, bytes);
    return result;
}

typedef struct sorting {
    wend_key *keys, *spare;
    int64_t starts[PILES_MOST + 1];
} sorting;

static wend_result sort_piles(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    const sorting *s = data;
    for (int64_t pile = begin; pile < end; pile++) {
        int64_t first = s->starts[pile], count = s->starts[pile + 1] - first;
        sort_pile(s->spare + first, s->keys + first, count, true);
    }
    return WEND_OK;
}

wend_result wend_sort_many_keys(wend_context *context, wend_key *keys, int64_t count) {
    if (count < MANY_KEYS)
        return wend_sort_keys(context, keys, count) ? WEND_OK : WEND_ERROR_MEMORY;
    uint64_t bits = bits_to_sort(keys, count);
    if (bits == 0)
        return WEND_OK;
    int width = 8;
    while (1 << width < PILES_MOST && count >> width > 4096)
        width++;
    sorting s = {.keys = keys};
    size_t bytes = (size_t)count * sizeof *keys;
    s.spare = wend_allocate_array(context, count, sizeof *keys);
    if (s.spare == NULL)
        return WEND_ERROR_MEMORY;
    deal d = {.from = keys, .to = s.spare, .count = count, .shift = shift_of(bits, width), .piles = 1 << width};
    wend_result result = deal_keys(context, &d, s.starts);
    if (result == WEND_OK)
        result = wend_run_tasks(context, d.piles, PILES_AT_ONCE, sort_piles, &s);
    wend_release(context, s.spare, bytes);
    return result;
}

// ---------------------------------------------------------------------------------------------- by comparison

// Elements that are sorted by insertion before merging starts; bytes of one that a few of them are sorted with in
// place.
enum { RUN = 8, SMALL = 64 };

typedef struct order {
    size_t size;
    int (*compare)(const void *a, const void *b, const void *user);
    const void *user;
} order;

// Sorts [first, first + count) by insertion; `hole` has room for one element.
static void insert_run(const order *by, char *first, int64_t count, char *hole) {
    for (int64_t i = 1; i < count; i++) {
        char *place = first + (size_t)i * by->size;
        if (by->compare(place - by->size, place, by->user) <= 0)
            continue;
        memcpy(hole, place, by->size);
        do {
            memcpy(place, place - by->size, by->size);
            place -= by->size;
        } while (place > first && by->compare(place - by->size, hole, by->user) > 0);
        memcpy(place, hole, by->size);
    }
}

// Merges [a, middle) and [middle, end) into `out`.
static void merge(const order *by, const char *a, const char *middle, const char *end, char *out) {
    const char *b = middle;
    size_t size = by->size;
    if (b == end || by->compare(middle - size, middle, by->user) <= 0) {
        memcpy(out, a, (size_t)(end - a));
        return;
    }
    while (a < middle && b < end) {
        if (by->compare(a, b, by->user) <= 0) {
            memcpy(out, a, size);
            a += size;
        } else {
            memcpy(out, b, size);
            b += size;
        }
        out += size;
    }
    memcpy(out, a, (size_t)(middle - a));
    memcpy(out + (middle - a), b, (size_t)(end - b));
}

bool wend_sort(wend_context *context, void *elements, int64_t count, size_t size,
               int (*compare)(const void *a, const void *b, const void *user), const void *user) {
    if (count < 2)
        return true;
    order by = {size, compare, user};
    if (count <= RUN && size <= SMALL) {
        char hole[SMALL];
        insert_run(&by, elements, count, hole);
        return true;
    }
    size_t bytes = (size_t)count * size;
    char *spare = wend_allocate_array(context, count, size);
    if (spare == NULL)
        return false;
    char *from = elements, *to = spare;
    for (int64_t first = 0; first < count; first += RUN)
        insert_run(&by, from + (size_t)first * size, count - first < RUN ? count - first : RUN, spare);
    for (int64_t width = RUN; width < count; width *= 2) {
        for (int64_t first = 0; first < count; first += 2 * width) {
            int64_t middle = count - first < width ? count : first + width;
            int64_t end = count - middle < width ? count : middle + width;
            merge(&by, from + (size_t)first * size, from + (size_t)middle * size, from + (size_t)end * size,
                  to + (size_t)first * size);
        }
        char *swap = from;
        from = to;
        to = swap;
    }
    if (from != elements)
        memcpy(elements, from, bytes);
    wend_release(context, spare, bytes);
    return true;
}

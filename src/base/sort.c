// Two stable sorts: by 64-bit keys (radix) and by comparison (merge).
#include "base/sort.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------- by key

enum { FEW_KEYS = 48, BYTES = 8 };

static void insert_keys(wend_key *keys, int64_t count) {
    for (int64_t i = 1; i < count; i++) {
        wend_key moving = keys[i];
        int64_t place = i;
        for (; place > 0 && keys[place - 1].key > moving.key; place--)
            keys[place] = keys[place - 1];
        keys[place] = moving;
    }
}

// The bits in which keys differ; sets *sorted when they are in order already.
static uint64_t differing_bits(const wend_key *keys, int64_t count, bool *sorted) {
    uint64_t bits = 0;
    bool ordered = true;
    for (int64_t i = 1; i < count; i++) {
        bits |= keys[i].key ^ keys[0].key;
        ordered &= keys[i - 1].key <= keys[i].key;
    }
    *sorted = ordered;
    return bits;
}

// Moves keys to `out` in the order of one byte.
static void scatter(const wend_key *keys, wend_key *out, int64_t count, int shift) {
    int64_t place[256] = {0};
    for (int64_t i = 0; i < count; i++)
        place[keys[i].key >> shift & 255]++;
    int64_t sum = 0;
    for (int value = 0; value < 256; value++) {
        int64_t here = place[value];
        place[value] = sum;
        sum += here;
    }
    for (int64_t i = 0; i < count; i++)
        out[place[keys[i].key >> shift & 255]++] = keys[i];
}

bool wend_sort_keys(wend_context *context, wend_key *keys, int64_t count) {
    if (count <= FEW_KEYS) {
        insert_keys(keys, count);
        return true;
    }
    bool sorted;
    uint64_t differing = differing_bits(keys, count, &sorted);
    if (sorted)
        return true;
    if ((uint64_t)count > (uint64_t)PTRDIFF_MAX / sizeof *keys)
        return false;
    size_t bytes = (size_t)count * sizeof *keys;
    wend_key *spare = wend_allocate(context, bytes);
    if (spare == NULL)
        return false;
    wend_key *from = keys, *to = spare;
    for (int byte = 0; byte < BYTES; byte++) {
        if ((differing >> (8 * byte) & 255) == 0)
            continue;
        scatter(from, to, count, 8 * byte);
        wend_key *swap = from;
        from = to;
        to = swap;
    }
    if (from != keys)
        memcpy(keys, from, bytes);
    wend_release(context, spare, bytes);
    return true;
}

// ---------------------------------------------------------------------------------------------- by comparison

enum { RUN = 8 }; // elements that are sorted by insertion before merging starts

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
    if ((uint64_t)count > (uint64_t)PTRDIFF_MAX / size)
        return false;
    size_t bytes = (size_t)count * size;
    char *spare = wend_allocate(context, bytes);
    if (spare == NULL)
        return false;
    order by = {size, compare, user};
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

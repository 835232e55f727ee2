// The functions behind growable arrays.
#include "base/array.h"

enum { LEAST_CAPACITY = 8 };

// Moves the elements to a block of another capacity. False when memory is short (nothing changed).
static bool move(wend_context *context, void **data, int64_t *capacity, int64_t count, int64_t wanted, size_t element) {
    void *block = wend_allocate_array(context, wanted, element);
    if (block == NULL)
        return false;
    // The caller's pointer is a T *, not a void *: it is copied as bytes, as aliasing rules ask.
    void *old;
    memcpy(&old, data, sizeof old);
    if (count > 0)
        memcpy(block, old, (size_t)count * element);
    wend_release(context, old, (size_t)*capacity * element);
    memcpy(data, &block, sizeof block);
    *capacity = wanted;
    return true;
}

bool wend_array_grow(wend_context *context, void **data, int64_t *capacity, int64_t count, int64_t wanted,
                     size_t element) {
    if (wanted <= *capacity)
        return true;
    int64_t most = (int64_t)((size_t)PTRDIFF_MAX / element);
    if (wanted > most)
        return false;
    int64_t larger = *capacity > most / 2 ? most : 2 * *capacity;
    if (larger < LEAST_CAPACITY)
        larger = LEAST_CAPACITY < most ? LEAST_CAPACITY : most;
    if (larger < wanted)
        larger = wanted;
    return move(context, data, capacity, count, larger, element);
}

bool wend_array_shrink(wend_context *context, void **data, int64_t *capacity, int64_t count, size_t element) {
    return count == 0 || count == *capacity || move(context, data, capacity, count, count, element);
}

// Growable arrays: a pointer, a count and a capacity, grown through the context's allocator.
//
//     WEND_ARRAY(int32_t) stack = {0};
//     if (!wend_array_push(context, &stack, 7)) return WEND_ERROR_MEMORY;
//     wend_array_free(context, &stack);
//
// Every macro takes the address of the array. Nothing here keeps a pointer across a push.
#ifndef WEND_SRC_BASE_ARRAY_H
#define WEND_SRC_BASE_ARRAY_H

#include "base/platform.h"

#include <wend/base.h>

#include <string.h>

// Bytes at the end of what each worker writes, where such things lie side by side: no two of them share a cache line.
enum { WEND_WORKER_SPACE = 128 };

#define WEND_ARRAY(T)                                                                                                  \
    struct {                                                                                                           \
        T *data;                                                                                                       \
        int64_t count;                                                                                                 \
        int64_t capacity;                                                                                              \
    }

// Makes room for at least `wanted` elements; at least doubles when it grows. False when memory is short (nothing
// changed).
bool wend_array_grow(wend_context *context, void **data, int64_t *capacity, int64_t count, int64_t wanted,
                     size_t element);

#define wend_array_reserve(context, array, wanted)                                                                     \
    ((wanted) <= (array)->capacity || wend_array_grow((context), (void **)&(array)->data, &(array)->capacity,          \
                                                      (array)->count, (wanted), sizeof *(array)->data))

// Appends a value; false when memory is short.
#define wend_array_push(context, array, ...)                                                                           \
    (wend_array_reserve(context, array, (array)->count + 1) && ((array)->data[(array)->count++] = __VA_ARGS__, true))

// Sets the count; new elements hold whatever was there.
#define wend_array_resize(context, array, wanted)                                                                      \
    (wend_array_reserve(context, array, wanted) && ((array)->count = (wanted), true))

// Gives back what the array has room for and does not need. False when memory is short (nothing changed).
bool wend_array_shrink(wend_context *context, void **data, int64_t *capacity, int64_t count, size_t element);
#define wend_array_fit(context, array)                                                                                 \
    wend_array_shrink((context), (void **)&(array)->data, &(array)->capacity, (array)->count, sizeof *(array)->data)

#define wend_array_free(context, array)                                                                                \
    (wend_release((context), (array)->data, (size_t)(array)->capacity * sizeof *(array)->data), (array)->data = NULL,  \
     (array)->count = (array)->capacity = 0)

#endif

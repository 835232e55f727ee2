// Canonical sorting: stable, the same order on every machine. (libc's qsort is neither.)
#ifndef WEND_SRC_BASE_SORT_H
#define WEND_SRC_BASE_SORT_H

#include <wend/base.h>

// A 64-bit key with the index of what it belongs to.
typedef struct wend_key {
    uint64_t key;
    int32_t index;
    int32_t spare;
} wend_key;

// Sorts keys in ascending order, equal ones in their present order. Radix sort that skips bits in which no keys differ:
// O(count). False when memory is short (order unchanged).
bool wend_sort_keys(wend_context *context, wend_key *keys, int64_t count);

// The same by all threads of the context; not from within tasks. When the result is not WEND_OK, the order is unchanged
// (WEND_ERROR_MEMORY) or the keys are worth nothing (WEND_ERROR_CANCELLED).
wend_result wend_sort_many_keys(wend_context *context, wend_key *keys, int64_t count);

// Sorts any elements by `compare` (negative, zero, positive), stably. Merge sort: O(count log count). False when memory
// is short.
bool wend_sort(wend_context *context, void *elements, int64_t count, size_t size,
               int (*compare)(const void *a, const void *b, const void *user), const void *user);

#endif

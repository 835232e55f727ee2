// Objects that several hold: each holder lets go once, and the last one frees.
//
// An artifact is held by whoever built it and by the artifacts that were made of it. Its destroy function lets go. The
// count starts with zeros, as all of an artifact does, so it tells the holders besides the first.
#ifndef WEND_SRC_BASE_SHARED_H
#define WEND_SRC_BASE_SHARED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct wend_shared {
    atomic_int others; // holders besides one
} wend_shared;

// One holder more. Artifacts are const to those who hold them; the count alone changes.
static inline void wend_shared_hold(const wend_shared *shared) {
    atomic_fetch_add_explicit(&((wend_shared *)(uintptr_t)shared)->others, 1, memory_order_relaxed);
}

// One holder less; true for the last one, who frees the object. What the others did with it has happened then.
static inline bool wend_shared_drop(wend_shared *shared) {
    return atomic_fetch_sub_explicit(&shared->others, 1, memory_order_acq_rel) == 0;
}

#endif

// A biased randomised insertion order: rounds of growing size, drawn at random, each in the elements' own order.
//
// Inserting in random order bounds the expected cost of an incremental construction whatever the input (sorted, spiral,
// a bundle of parallel lines); keeping the given order within rounds keeps neighbours together. Seven of eight elements
// come in the last round, seven of eight of the rest in the one before, and so on. The choice depends on the index
// alone.
#ifndef WEND_SRC_GEOM_ROUNDS_H
#define WEND_SRC_GEOM_ROUNDS_H

#include "base/random.h"

enum { WEND_ROUNDS = 8 };

static inline int wend_round_of(int64_t index) {
    uint64_t state = (uint64_t)index, random = wend_random(&state);
    int round = WEND_ROUNDS - 1;
    while (round > 0 && (random & 7) == 0) {
        random >>= 3;
        round--;
    }
    return round;
}

// Fills order[0..count) with the indices round by round; round r is order[start[r]..start[r + 1]).
static inline void wend_order_by_rounds(int64_t count, int32_t *order, int64_t start[WEND_ROUNDS + 1]) {
    int64_t next[WEND_ROUNDS] = {0};
    for (int64_t i = 0; i < count; i++)
        next[wend_round_of(i)]++;
    start[0] = 0;
    for (int r = 0; r < WEND_ROUNDS; r++) {
        start[r + 1] = start[r] + next[r];
        next[r] = start[r];
    }
    for (int64_t i = 0; i < count; i++)
        order[next[wend_round_of(i)]++] = (int32_t)i;
}

#endif

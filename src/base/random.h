// The generator behind everything random in Wend (splitmix64): the same numbers on every machine.
#ifndef WEND_SRC_BASE_RANDOM_H
#define WEND_SRC_BASE_RANDOM_H

#include <stdint.h>

static inline uint64_t wend_random(uint64_t *state) {
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

// Uniform in [0, 1), 53 bits.
static inline double wend_random_unit(uint64_t *state) {
    return (double)(wend_random(state) >> 11) * 0x1p-53;
}

// Uniform in [0, bound), bound > 0; rejects, so there is no bias.
static inline uint64_t wend_random_below(uint64_t *state, uint64_t bound) {
    uint64_t limit = UINT64_MAX - UINT64_MAX % bound;
    uint64_t value = wend_random(state);
    while (value >= limit)
        value = wend_random(state);
    return value % bound;
}

#endif

// The content hash: 64 bits, eight bytes a step.
//
//     h = seed ^ (count + 1) * A             count in bytes, all arithmetic modulo 2^64
//     for each 8 bytes w (little-endian; the last ones, if fewer than 8, filled up with zeros):
//         h = (h ^ w) * B;  h = h ^ h >> 32
//     h = (h ^ h >> 30) * C;  h = (h ^ h >> 27) * D;  h = h ^ h >> 31
//
// Each step is a bijection of h for a given w and of w for a given h, so that two texts of one length that differ
// within one such word never have the same hash: a flipped bit in a file is always seen. The count goes in first, which
// tells runs of zeros of different length apart. The closing lines are the finaliser of splitmix64, after which every
// bit of the text has touched every bit of the result.
#include "base/hash.h"

#include "base/platform.h"

#include <string.h>

#define A 0x9E3779B97F4A7C15u
#define B 0xD6E8FEB86659FD93u
#define C 0xBF58476D1CE4E5B9u
#define D 0x94D049BB133111EBu

// Compilers turn this into one load where the machine is little-endian.
static inline uint64_t load_word(const unsigned char *p) {
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 | (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 |
           (uint64_t)p[5] << 40 | (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

static inline uint64_t step(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * B;
    return hash ^ hash >> 32;
}

static inline uint64_t close_up(uint64_t hash) {
    hash = (hash ^ hash >> 30) * C;
    hash = (hash ^ hash >> 27) * D;
    return hash ^ hash >> 31;
}

uint64_t wend_hash(uint64_t seed, const void *bytes, size_t count) {
    const unsigned char *p = bytes;
    uint64_t hash = seed ^ ((uint64_t)count + 1) * A;
    size_t left = count;
    for (; left >= 8; left -= 8, p += 8)
        hash = step(hash, load_word(p));
    if (left > 0) {
        uint64_t word = 0;
        for (size_t i = 0; i < left; i++)
            word |= (uint64_t)p[i] << (8 * i);
        hash = step(hash, word);
    }
    return close_up(hash);
}

uint64_t wend_hash_words(uint64_t seed, const uint64_t *words, size_t count) {
    uint64_t hash = seed ^ (8 * (uint64_t)count + 1) * A;
    for (size_t i = 0; i < count; i++)
        hash = step(hash, words[i]);
    return close_up(hash);
}

uint64_t wend_word_of_double(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// The content hash of numbers. That of bytes is wend_hash.
#ifndef WEND_SRC_BASE_HASH_H
#define WEND_SRC_BASE_HASH_H

#include <wend/base.h>

// The hash of the numbers' bytes, the lowest one of each first: the same on machines of either byte order.
uint64_t wend_hash_words(uint64_t seed, const uint64_t *words, size_t count);

// Two numbers of 32 bits in one word.
static inline uint64_t wend_word_of(int32_t low, int32_t high) {
    return (uint32_t)low | (uint64_t)(uint32_t)high << 32;
}

// The bits of a double.
uint64_t wend_word_of_double(double value);

#endif

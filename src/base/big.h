// Large natural numbers of bounded size, for the exact conversion between decimal text and doubles. No allocation.
//
// The largest number that occurs is a decimal of 801 digits times a power of two that lifts it above 5^1127, or a
// double of 2^1023 with its denominator: below 2^5300. WEND_BIG_LIMBS leaves room above that.
#ifndef WEND_SRC_BASE_BIG_H
#define WEND_SRC_BASE_BIG_H

#include <stdbool.h>
#include <stdint.h>

enum { WEND_BIG_LIMBS = 176 };

typedef struct wend_big {
    int count;                     // limbs in use; the highest of them is not 0
    uint32_t limb[WEND_BIG_LIMBS]; // least significant first
} wend_big;

void wend_big_set(wend_big *a, uint64_t value);
// a = b, copying only the limbs in use
void wend_big_copy(wend_big *a, const wend_big *b);
// a = a * factor + plus
void wend_big_multiply(wend_big *a, uint32_t factor, uint32_t plus);
// a = a * 5^power, power >= 0
void wend_big_multiply_power5(wend_big *a, int power);
// a = a * 2^bits, bits >= 0
void wend_big_shift(wend_big *a, int bits);
// a = a + b
void wend_big_add(wend_big *a, const wend_big *b);
// a = a - b, where a >= b
void wend_big_subtract(wend_big *a, const wend_big *b);
// Negative, zero or positive as a < b, a == b, a > b.
int wend_big_compare(const wend_big *a, const wend_big *b);
// Number of bits up to the highest 1; 0 for 0.
int wend_big_bits(const wend_big *a);

#endif

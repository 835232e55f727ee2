// Large natural numbers: school arithmetic on 32-bit limbs, which is the same everywhere and needs no wide type.
#include "base/big.h"

#include <string.h>

void wend_big_set(wend_big *a, uint64_t value) {
    a->limb[0] = (uint32_t)value;
    a->limb[1] = (uint32_t)(value >> 32);
    a->count = a->limb[1] != 0 ? 2 : a->limb[0] != 0;
}

void wend_big_copy(wend_big *a, const wend_big *b) {
    a->count = b->count;
    memcpy(a->limb, b->limb, (size_t)b->count * sizeof b->limb[0]);
}

void wend_big_multiply(wend_big *a, uint32_t factor, uint32_t plus) {
    uint64_t carry = plus;
    for (int i = 0; i < a->count; i++) {
        carry += (uint64_t)a->limb[i] * factor;
        a->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0)
        a->limb[a->count++] = (uint32_t)carry;
}

void wend_big_multiply_power5(wend_big *a, int power) {
    const uint32_t five13 = 1220703125; // 5^13, the largest power that fits a limb
    for (; power >= 13; power -= 13)
        wend_big_multiply(a, five13, 0);
    uint32_t rest = 1;
    for (; power > 0; power--)
        rest *= 5;
    wend_big_multiply(a, rest, 0);
}

void wend_big_shift(wend_big *a, int bits) {
    if (a->count == 0 || bits == 0)
        return;
    int limbs = bits / 32, small = bits % 32;
    memmove(a->limb + limbs, a->limb, (size_t)a->count * sizeof a->limb[0]);
    memset(a->limb, 0, (size_t)limbs * sizeof a->limb[0]);
    a->count += limbs;
    if (small == 0)
        return;
    uint32_t carry = 0;
    for (int i = limbs; i < a->count; i++) {
        uint32_t limb = a->limb[i];
        a->limb[i] = limb << small | carry;
        carry = limb >> (32 - small);
    }
    if (carry != 0)
        a->limb[a->count++] = carry;
}

void wend_big_add(wend_big *a, const wend_big *b) {
    uint64_t carry = 0;
    for (int i = 0; i < b->count || carry != 0; i++) {
        if (i == a->count)
            a->limb[a->count++] = 0;
        carry += (uint64_t)a->limb[i] + (i < b->count ? b->limb[i] : 0);
        a->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

void wend_big_subtract(wend_big *a, const wend_big *b) {
    uint64_t borrow = 0;
    for (int i = 0; i < b->count || borrow != 0; i++) {
        uint64_t take = (i < b->count ? b->limb[i] : 0) + borrow;
        borrow = a->limb[i] < take;
        a->limb[i] = (uint32_t)(a->limb[i] - take);
    }
    while (a->count > 0 && a->limb[a->count - 1] == 0)
        a->count--;
}

int wend_big_compare(const wend_big *a, const wend_big *b) {
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (int i = a->count - 1; i >= 0; i--)
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

int wend_big_bits(const wend_big *a) {
    if (a->count == 0)
        return 0;
    int bits = 32 * (a->count - 1);
    for (uint32_t top = a->limb[a->count - 1]; top != 0; top >>= 1)
        bits++;
    return bits;
}

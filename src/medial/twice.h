// Doubles of twice the length: the unevaluated sum of two doubles, about 104 bits (Dekker, Knuth). Only + - * / sqrt,
// so the same bits everywhere.
#ifndef WEND_SRC_MEDIAL_TWICE_H
#define WEND_SRC_MEDIAL_TWICE_H

#include "base/wide.h"

#include <math.h>

typedef struct wend_twice {
    double high, low;
} wend_twice;

static inline wend_twice wend_twice_sum(double a, double b) {
    double sum = a + b, part = sum - a;
    return (wend_twice){sum, (a - (sum - part)) + (b - part)};
}

static inline wend_twice wend_twice_product(double a, double b) {
    double product = a * b, sa = a * 134217729.0, sb = b * 134217729.0; // 2^27 + 1
    double ah = sa - (sa - a), bh = sb - (sb - b), al = a - ah, bl = b - bh;
    return (wend_twice){product, ((ah * bh - product) + ah * bl + al * bh) + al * bl};
}

static inline wend_twice wend_twice_add(wend_twice a, wend_twice b) {
    wend_twice high = wend_twice_sum(a.high, b.high), low = wend_twice_sum(a.low, b.low);
    wend_twice sum = wend_twice_sum(high.high, high.low + low.high);
    return wend_twice_sum(sum.high, sum.low + low.low);
}

static inline wend_twice wend_twice_neg(wend_twice a) {
    return (wend_twice){-a.high, -a.low};
}

static inline wend_twice wend_twice_sub(wend_twice a, wend_twice b) {
    return wend_twice_add(a, wend_twice_neg(b));
}

static inline wend_twice wend_twice_mul(wend_twice a, wend_twice b) {
    wend_twice product = wend_twice_product(a.high, b.high);
    return wend_twice_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

static inline wend_twice wend_twice_div(wend_twice a, wend_twice b) {
    double first = a.high / b.high;
    wend_twice rest = wend_twice_sub(a, wend_twice_mul((wend_twice){first, 0}, b));
    double second = rest.high / b.high;
    rest = wend_twice_sub(rest, wend_twice_mul((wend_twice){second, 0}, b));
    wend_twice sum = wend_twice_sum(first, second);
    return wend_twice_add(sum, (wend_twice){rest.high / b.high, 0});
}

static inline wend_twice wend_twice_sqrt(wend_twice a) {
    if (!(a.high > 0))
        return (wend_twice){0, 0};
    double root = sqrt(a.high);
    wend_twice rest = wend_twice_sub(a, wend_twice_product(root, root));
    return wend_twice_sum(root, rest.high / (2 * root));
}

// Exact.
static inline wend_twice wend_twice_from(int64_t value) {
    double high = (double)(value >> 32) * 0x1p32, low = (double)(value & 0xFFFFFFFF);
    return wend_twice_sum(high, low);
}

// To 104 bits.
static inline wend_twice wend_twice_from_wide(wend_i128 value) {
    wend_i128 top = wend_i128_shift_right(value, 64);
    wend_twice high = wend_twice_from((int64_t)wend_i128_low(top));
    uint64_t low = wend_i128_low(value);
    wend_twice rest =
        wend_twice_add((wend_twice){(double)(low >> 32) * 0x1p32, 0}, (wend_twice){(double)(low & 0xFFFFFFFF), 0});
    return wend_twice_add((wend_twice){high.high * 0x1p64, high.low * 0x1p64}, rest);
}

#endif

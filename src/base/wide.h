// Wide integers: signed 128 bits, and the 64 x 64 -> 128 multiply and 128 / 64 divide below them.
//
// Exact predicates and number text need products that do not fit 64 bits. Compilers offer __int128, but not all of
// them and not on every machine, so it hides here behind functions. With WEND_PORTABLE_WIDE defined (or where the
// compiler has no __int128) the same functions work on two 64-bit halves. Both forms give the same bits; the tests
// build both and compare hashes.
//
// The type is a struct in both forms, so that code which adds with `+` does not compile in either. Results must fit
// 128 bits, unless a comment says otherwise; what does not fit wraps around, it is never undefined.
#ifndef WEND_SRC_BASE_WIDE_H
#define WEND_SRC_BASE_WIDE_H

#include "base/platform.h"

#include <stdbool.h>
#include <stdint.h>

#if !defined(__SIZEOF_INT128__) && !defined(WEND_PORTABLE_WIDE)
#define WEND_PORTABLE_WIDE
#endif

// Number of 0 bits above the highest 1 bit of a value that is not 0.
static inline int wend_leading_zeros(uint64_t value) {
#if defined(__GNUC__) && !defined(WEND_PORTABLE_WIDE)
    return __builtin_clzll(value);
#else
    int zeros = 0;
    for (int step = 32; step > 0; step /= 2)
        if (value >> (64 - step) == 0) {
            zeros += step;
            value <<= step;
        }
    return zeros;
#endif
}

// Number of 0 bits below the lowest 1 bit of a value that is not 0.
static inline int wend_trailing_zeros(uint64_t value) {
#if defined(__GNUC__) && !defined(WEND_PORTABLE_WIDE)
    return __builtin_ctzll(value);
#else
    return 63 - wend_leading_zeros(value & (0 - value));
#endif
}

#ifndef WEND_PORTABLE_WIDE

__extension__ typedef __int128 wend_native_i128;
__extension__ typedef unsigned __int128 wend_native_u128;

typedef struct wend_i128 {
    wend_native_u128 bits; // two's complement
} wend_i128;

static inline wend_i128 wend_i128_make(uint64_t high, uint64_t low) {
    return (wend_i128){(wend_native_u128)high << 64 | low};
}
static inline uint64_t wend_i128_high(wend_i128 a) {
    return (uint64_t)(a.bits >> 64);
}
static inline uint64_t wend_i128_low(wend_i128 a) {
    return (uint64_t)a.bits;
}

// a * b as 128 bits without sign: the low half is returned, the high half stored.
static inline uint64_t wend_u64_multiply(uint64_t a, uint64_t b, uint64_t *high) {
    wend_native_u128 product = (wend_native_u128)a * b;
    *high = (uint64_t)(product >> 64);
    return (uint64_t)product;
}

// (high, low) / divisor without sign. The quotient must fit: high < divisor.
static inline uint64_t wend_u128_divide(uint64_t high, uint64_t low, uint64_t divisor, uint64_t *remainder) {
#if defined(__x86_64__)
    uint64_t quotient, rest; // the library's 128-bit division is several times slower than the instruction
    __asm__("divq %4" : "=a"(quotient), "=d"(rest) : "0"(low), "1"(high), "rm"(divisor) : "cc");
    *remainder = rest;
    return quotient;
#else
    wend_native_u128 numerator = (wend_native_u128)high << 64 | low;
    uint64_t quotient = (uint64_t)(numerator / divisor); // a call; the remainder must not be a second one
    *remainder = low - quotient * divisor;
    return quotient;
#endif
}

static inline wend_i128 wend_i128_from(int64_t value) {
    return (wend_i128){(wend_native_u128)(wend_native_i128)value};
}
static inline wend_i128 wend_i128_add(wend_i128 a, wend_i128 b) {
    return (wend_i128){a.bits + b.bits};
}
static inline wend_i128 wend_i128_sub(wend_i128 a, wend_i128 b) {
    return (wend_i128){a.bits - b.bits};
}
static inline wend_i128 wend_i128_neg(wend_i128 a) {
    return (wend_i128){0 - a.bits};
}
static inline wend_i128 wend_i128_mul(int64_t a, int64_t b) {
    return (wend_i128){(wend_native_u128)((wend_native_i128)a * b)};
}
static inline wend_i128 wend_i128_mul_small(wend_i128 a, int64_t b) {
    wend_native_u128 factor = (wend_native_u128)(wend_native_i128)b;
    return (wend_i128){a.bits * factor};
}
static inline int wend_i128_sign(wend_i128 a) {
    wend_native_i128 value = (wend_native_i128)a.bits;
    return (value > 0) - (value < 0);
}
static inline int wend_i128_compare(wend_i128 a, wend_i128 b) {
    wend_native_i128 x = (wend_native_i128)a.bits, y = (wend_native_i128)b.bits;
    return (x > y) - (x < y);
}
// a * 2^bits, 0 <= bits < 128; bits beyond the top are lost.
static inline wend_i128 wend_i128_shift_left(wend_i128 a, int bits) {
    return (wend_i128){a.bits << bits};
}
// floor(a / 2^bits), 0 <= bits < 128.
static inline wend_i128 wend_i128_shift_right(wend_i128 a, int bits) {
    return (wend_i128){(wend_native_u128)((wend_native_i128)a.bits >> bits)};
}

#else

typedef struct wend_i128 {
    uint64_t low, high; // two's complement
} wend_i128;

static inline wend_i128 wend_i128_make(uint64_t high, uint64_t low) {
    return (wend_i128){low, high};
}
static inline uint64_t wend_i128_high(wend_i128 a) {
    return a.high;
}
static inline uint64_t wend_i128_low(wend_i128 a) {
    return a.low;
}

// a * b as 128 bits without sign: the low half is returned, the high half stored.
static inline uint64_t wend_u64_multiply(uint64_t a, uint64_t b, uint64_t *high) {
    uint64_t a0 = a & 0xFFFFFFFFu, a1 = a >> 32;
    uint64_t b0 = b & 0xFFFFFFFFu, b1 = b >> 32;
    uint64_t low = a0 * b0;
    uint64_t middle = a1 * b0 + (low >> 32); // cannot overflow: (2^32 - 1)^2 + 2^32 - 1 < 2^64
    uint64_t other = a0 * b1 + (middle & 0xFFFFFFFFu);
    *high = a1 * b1 + (middle >> 32) + (other >> 32);
    return other << 32 | (low & 0xFFFFFFFFu);
}

// One digit of the long division below: two digits and a third, (rest, next) / divisor, where the top bit of divisor is
// set.
static inline uint64_t wend_u128_digit(uint64_t rest, uint64_t next, uint64_t divisor) {
    uint64_t d1 = divisor >> 32, d0 = divisor & 0xFFFFFFFFu;
    uint64_t digit = rest / d1, left = rest % d1;
    while (digit >> 32 != 0 || digit * d0 > (left << 32 | next)) { // at most twice (Knuth, volume 2, 4.3.1 D)
        digit--;
        left += d1;
        if (left >> 32 != 0)
            break;
    }
    return digit;
}

// (high, low) / divisor without sign. The quotient must fit: high < divisor.
static inline uint64_t wend_u128_divide(uint64_t high, uint64_t low, uint64_t divisor, uint64_t *remainder) {
    int shift = wend_leading_zeros(divisor);
    if (shift > 0) {
        divisor <<= shift;
        high = high << shift | low >> (64 - shift);
        low <<= shift;
    }
    uint64_t q1 = wend_u128_digit(high, low >> 32, divisor);
    uint64_t rest = (high << 32 | low >> 32) - q1 * divisor; // modulo 2^64: the true value is below divisor
    uint64_t q0 = wend_u128_digit(rest, low & 0xFFFFFFFFu, divisor);
    rest = (rest << 32 | (low & 0xFFFFFFFFu)) - q0 * divisor;
    *remainder = rest >> shift;
    return q1 << 32 | q0;
}

static inline wend_i128 wend_i128_from(int64_t value) {
    return wend_i128_make(value < 0 ? UINT64_MAX : 0, (uint64_t)value);
}
static inline wend_i128 wend_i128_add(wend_i128 a, wend_i128 b) {
    uint64_t low = a.low + b.low;
    return wend_i128_make(a.high + b.high + (low < a.low), low);
}
static inline wend_i128 wend_i128_sub(wend_i128 a, wend_i128 b) {
    return wend_i128_make(a.high - b.high - (a.low < b.low), a.low - b.low);
}
static inline wend_i128 wend_i128_neg(wend_i128 a) {
    return wend_i128_sub(wend_i128_make(0, 0), a);
}
static inline wend_i128 wend_i128_mul(int64_t a, int64_t b) {
    uint64_t high;
    uint64_t low = wend_u64_multiply((uint64_t)a, (uint64_t)b, &high);
    // A negative factor was read as itself + 2^64.
    high -= (a < 0 ? (uint64_t)b : 0) + (b < 0 ? (uint64_t)a : 0);
    return wend_i128_make(high, low);
}
static inline wend_i128 wend_i128_mul_small(wend_i128 a, int64_t b) {
    uint64_t high;
    uint64_t low = wend_u64_multiply(a.low, (uint64_t)b, &high);
    return wend_i128_make(high + a.high * (uint64_t)b - (b < 0 ? a.low : 0), low);
}
static inline int wend_i128_sign(wend_i128 a) {
    return a.high >> 63 != 0 ? -1 : (a.high | a.low) != 0;
}
static inline int wend_i128_compare(wend_i128 a, wend_i128 b) {
    uint64_t x = a.high ^ (uint64_t)1 << 63, y = b.high ^ (uint64_t)1 << 63;
    return x != y ? (x > y) - (x < y) : (a.low > b.low) - (a.low < b.low);
}
// a * 2^bits, 0 <= bits < 128; bits beyond the top are lost.
static inline wend_i128 wend_i128_shift_left(wend_i128 a, int bits) {
    if (bits >= 64)
        return wend_i128_make(a.low << (bits - 64), 0);
    return bits == 0 ? a : wend_i128_make(a.high << bits | a.low >> (64 - bits), a.low << bits);
}
// floor(a / 2^bits), 0 <= bits < 128.
static inline wend_i128 wend_i128_shift_right(wend_i128 a, int bits) {
    uint64_t fill = a.high >> 63 != 0 ? UINT64_MAX : 0;
    if (bits == 0)
        return a;
    if (bits == 64)
        return wend_i128_make(fill, a.high);
    if (bits > 64)
        return wend_i128_make(fill, a.high >> (bits - 64) | fill << (128 - bits));
    return wend_i128_make(a.high >> bits | fill << (64 - bits), a.low >> bits | a.high << (64 - bits));
}

#endif

// ---------------------------------------------------------------------------------------------- either form

// The absolute value; that of -2^127 is 2^127, read without sign.
static inline wend_i128 wend_i128_magnitude(wend_i128 a) {
    return wend_i128_sign(a) < 0 ? wend_i128_neg(a) : a;
}

// n / d without sign, where both are at most 2^127 and the quotient fits 64 bits.
static inline uint64_t wend_i128_divide_magnitudes(wend_i128 n, wend_i128 d, wend_i128 *remainder) {
    uint64_t quotient, rest;
    if (wend_i128_high(d) == 0) {
        quotient = wend_u128_divide(wend_i128_high(n), wend_i128_low(n), wend_i128_low(d), &rest);
        *remainder = wend_i128_make(0, rest);
        return quotient;
    }
    // Divide n / 2 by the top 64 bits of d: the quotient, scaled back, is right or one too large (Hacker's Delight,
    // 9-5). Taking one off makes it right or one too small, which one comparison settles.
    int shift = wend_leading_zeros(wend_i128_high(d));
    uint64_t top = wend_i128_high(wend_i128_shift_left(d, shift));
    uint64_t high = wend_i128_high(n), low = wend_i128_low(n);
    quotient = wend_u128_divide(high >> 1, high << 63 | low >> 1, top, &rest);
    quotient = quotient >> (63 - shift);
    if (quotient != 0)
        quotient--;
    wend_i128 left = wend_i128_sub(n, wend_i128_mul_small(d, (int64_t)quotient));
    bool less = wend_i128_high(left) != wend_i128_high(d) ? wend_i128_high(left) < wend_i128_high(d)
                                                          : wend_i128_low(left) < wend_i128_low(d);
    if (!less) { // read without sign: `left` may reach 2^127
        left = wend_i128_sub(left, d);
        quotient++;
    }
    *remainder = left;
    return quotient;
}

// floor(n / d) for d > 0; the quotient must fit int64_t. n = quotient * d + remainder with 0 <= remainder < d.
static inline int64_t wend_i128_divide_floor(wend_i128 n, wend_i128 d, wend_i128 *remainder) {
    uint64_t quotient = wend_i128_divide_magnitudes(wend_i128_magnitude(n), d, remainder);
    if (wend_i128_sign(n) >= 0)
        return (int64_t)quotient;
    if (wend_i128_sign(*remainder) != 0) {
        quotient++;
        *remainder = wend_i128_sub(d, *remainder);
    }
    return (int64_t)(0 - quotient);
}

// The nearest double, ties to even. The bits below the top 64 can only break a tie, so they are folded into one.
static inline double wend_i128_to_double(wend_i128 a) {
    wend_i128 magnitude = wend_i128_magnitude(a);
    double value;
    if (wend_i128_high(magnitude) == 0) {
        value = (double)wend_i128_low(magnitude);
    } else {
        int shift = wend_leading_zeros(wend_i128_high(magnitude));
        wend_i128 normal = wend_i128_shift_left(magnitude, shift);
        uint64_t top = wend_i128_high(normal) | (wend_i128_low(normal) != 0);
        value = (double)top * (double)((uint64_t)1 << (63 - shift)) * 2.0;
    }
    return wend_i128_sign(a) < 0 ? -value : value;
}

#endif

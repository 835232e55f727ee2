// Whole numbers of bounded size with sign, and the exact sign of sums of square roots. No allocation.
//
// The largest number that the predicates of this room can make is below 2^3100 (disc_exact.c counts the bits);
// WEND_WHOLE_LIMBS leaves room above that.
#ifndef WEND_SRC_MEDIAL_WHOLE_H
#define WEND_SRC_MEDIAL_WHOLE_H

#include "base/wide.h"

#include <wend/base.h>

enum { WEND_WHOLE_LIMBS = 56 };

typedef struct wend_whole {
    int32_t sign;                    // -1, 0, +1
    int32_t count;                   // limbs in use; the highest of them is not 0
    uint64_t limb[WEND_WHOLE_LIMBS]; // of the magnitude, least significant first
} wend_whole;

void wend_whole_set(wend_whole *a, int64_t value);
void wend_whole_set_wide(wend_whole *a, wend_i128 value);
void wend_whole_copy(wend_whole *a, const wend_whole *b);
// a = b + c, b - c; a may be b or c.
void wend_whole_add(wend_whole *a, const wend_whole *b, const wend_whole *c);
void wend_whole_subtract(wend_whole *a, const wend_whole *b, const wend_whole *c);
// a = b * c; a is neither of them.
void wend_whole_multiply(wend_whole *a, const wend_whole *b, const wend_whole *c);
// a = b * factor; a may be b.
void wend_whole_scale(wend_whole *a, const wend_whole *b, int64_t factor);
// a = a + b * c
void wend_whole_add_product(wend_whole *a, const wend_whole *b, const wend_whole *c);
int wend_whole_compare(const wend_whole *a, const wend_whole *b);
// a = b * 2^bits for bits >= 0; a may be b.
void wend_whole_shift(wend_whole *a, const wend_whole *b, int bits);
// a = floor(sqrt(b)) for b >= 0; a is not b.
void wend_whole_root(wend_whole *a, const wend_whole *b);
// fraction * 2^*exponent is a, to 53 bits or better; 1/2 <= |fraction| < 1, or 0.
double wend_whole_fraction(const wend_whole *a, int *exponent);
// a / b, rounded (to within two units in the last place); b is not 0.
double wend_whole_ratio(const wend_whole *a, const wend_whole *b);

// coefficient * sqrt(radicand), radicand >= 0
typedef struct wend_term {
    wend_whole coefficient, radicand;
} wend_term;

// The sign of the sum of up to four terms. Terms of equal radicands are added up, in place.
int wend_terms_sign(wend_term *terms, int count);
// The sign of a + b * sqrt(radicand).
int wend_root_sign(const wend_whole *a, const wend_whole *b, const wend_whole *radicand);

#endif

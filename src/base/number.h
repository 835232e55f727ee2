// What reading and writing numbers share.
#ifndef WEND_SRC_BASE_NUMBER_H
#define WEND_SRC_BASE_NUMBER_H

#include "base/platform.h"

#include <stdint.h>

// 5^27 is the largest power of five that fits 64 bits: powers of ten up to 10^27 are handled as 5^k * 2^k.
enum { WEND_MOST_FIVES = 27 };

// 5^power, 0 <= power <= WEND_MOST_FIVES.
uint64_t wend_five_to(int power);

// The double nearest to word * 10^exponent, ties to even, for word > 0 and |exponent| <= WEND_MOST_FIVES.
double wend_scale_decimal(uint64_t word, int exponent);

#endif

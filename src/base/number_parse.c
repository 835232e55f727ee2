// Reading numbers: correctly rounded, whatever the locale.
//
// A decimal is w * 10^e with an integer w. Three ways, from quick to slow, that all give the nearest double, ties to
// even:
//
//   1. w < 2^53 and |e| <= 22: w and 10^|e| are doubles without rounding, so one multiplication or division rounds once
//      (Clinger, "How to read floating point numbers accurately", 1990). Without an exponent in the text this is most
//      of what files hold, and is tried before all else.
//   2. w < 10^19 and |e| <= 27: w * 5^e as 128 bits, or (w * 2^s) / 5^k to 64 bits and a remainder; rounding 64 bits to
//      53 needs to know of the rest only whether it is 0. (5^27 fits 64 bits, and the twos are exact.) When the text
//      has more than 19 digits, w and w + 1 enclose the number: if both round to the same double, that is it.
//   3. All the rest (far exponents, subnormals, ties that are decided by the 700th digit): the same quotient with large
//      integers. A double's nearest tie has at most 768 digits, so digits beyond the 800th matter only by not being 0.
#include "base/big.h"
#include "base/number.h"
#include "base/wide.h"

#include <wend/base.h>

#include <math.h>
#include <string.h>

enum {
    WORD_DIGITS = 19,         // digits that always fit 64 bits
    KEPT_DIGITS = 800,        // digits that the slow way looks at
    EXPONENT_LIMIT = 1000000, // exponents are cut here; texts are shorter than that or zero or infinite anyway
    HIGHEST = 310,            // w * 10^e >= 10^HIGHEST is infinite
    LOWEST = -330             // and below 10^LOWEST it is 0
};

// What stands in the text.
typedef struct decimal {
    uint64_t word;       // the first WORD_DIGITS significant digits
    int64_t exponent;    // of the word's last digit
    bool more;           // whether a digit other than 0 follows those
    const char *first;   // the first significant digit
    const char *end;     // behind the last digit of the fraction
    int64_t first_place; // exponent of the first significant digit
} decimal;

// ---------------------------------------------------------------------------------------------- rounding

// top * 2^exponent, plus something smaller than 2^exponent when `more`; the highest bit of top is set.
static double round_to_double(uint64_t top, bool more, int64_t exponent) {
    int64_t place = exponent + 63; // the exponent of the highest bit
    if (place > 1023)
        place = 1024;
    int64_t bits = place >= -1022 ? 53 : 53 - (-1022 - place);
    if (bits < 0)
        return 0;
    int drop = 64 - (int)bits;
    uint64_t mantissa = drop < 64 ? top >> drop : 0;
    uint64_t rest = drop < 64 ? top & (((uint64_t)1 << drop) - 1) : top;
    uint64_t half = (uint64_t)1 << (drop - 1);
    if (rest > half || (rest == half && (more || (mantissa & 1) != 0)))
        mantissa++;
    // A mantissa that was rounded up to the next power of two carries into the exponent, where it belongs.
    uint64_t pattern = mantissa;
    if (place >= -1022)
        pattern = place == 1024 ? (uint64_t)0x7FF << 52 : ((uint64_t)(place + 1022) << 52) + mantissa;
    double value;
    memcpy(&value, &pattern, sizeof value);
    return value;
}

// ---------------------------------------------------------------------------------------------- the quick ways

static const double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                       1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

uint64_t wend_five_to(int power) {
    uint64_t value = 1;
    for (; power > 0; power--)
        value *= 5;
    return value;
}

double wend_scale_decimal(uint64_t word, int exponent) {
    uint64_t high, low, rest;
    if (exponent >= 0) {
        low = wend_u64_multiply(word, wend_five_to(exponent), &high);
        int shift = high != 0 ? wend_leading_zeros(high) : 64 + wend_leading_zeros(low);
        wend_i128 product = wend_i128_shift_left(wend_i128_make(high, low), shift);
        return round_to_double(wend_i128_high(product), wend_i128_low(product) != 0, exponent + 64 - shift);
    }
    uint64_t divisor = wend_five_to(-exponent);
    int word_shift = wend_leading_zeros(word), divisor_shift = wend_leading_zeros(divisor);
    high = word << word_shift;
    divisor <<= divisor_shift;
    low = 0;
    int place = exponent + divisor_shift - word_shift - 64;
    if (high >= divisor) {
        low = high << 63;
        high >>= 1;
        place++;
    }
    uint64_t quotient = wend_u128_divide(high, low, divisor, &rest); // high >= divisor / 2: its highest bit is set
    return round_to_double(quotient, rest != 0, place);
}

// The quick ways; false when they do not decide.
static bool quick_value(const decimal *number, double *value) {
    int64_t e = number->exponent;
    if (!number->more && number->word < (uint64_t)1 << 53 && e >= -22 && e <= 22) {
        *value = e < 0 ? (double)number->word / powers_of_ten[-e] : (double)number->word * powers_of_ten[e];
        return true;
    }
    if (e < -WEND_MOST_FIVES || e > WEND_MOST_FIVES)
        return false;
    *value = wend_scale_decimal(number->word, (int)e);
    return !number->more || wend_scale_decimal(number->word + 1, (int)e) == *value;
}

// ---------------------------------------------------------------------------------------------- the slow way

// Reads the digits of the text again, all that matter, into *digits; returns the exponent of the last one.
static int64_t read_all_digits(const decimal *number, wend_big *digits) {
    wend_big_set(digits, 0);
    int64_t kept = 0;
    const char *c = number->first;
    for (; c < number->end && kept < KEPT_DIGITS; c++) {
        if (*c == '.')
            continue;
        wend_big_multiply(digits, 10, (uint32_t)(*c - '0'));
        kept++;
    }
    for (; c < number->end; c++)
        if (*c != '.' && *c != '0') {
            wend_big_multiply(digits, 10, 1);
            kept++;
            break;
        }
    return number->first_place - kept + 1;
}

static double slow_value(const decimal *number) {
    if (number->first_place >= HIGHEST)
        return (double)INFINITY;
    if (number->first_place < LOWEST)
        return 0;
    wend_big n, d;
    int64_t exponent = read_all_digits(number, &n); // the value is n * 10^exponent
    wend_big_set(&d, 1);
    if (exponent >= 0)
        wend_big_multiply_power5(&n, (int)exponent);
    else
        wend_big_multiply_power5(&d, (int)-exponent);
    // Bring n / d into [1, 2): the value is n / d * 2^exponent.
    int lift = wend_big_bits(&d) - wend_big_bits(&n);
    wend_big_shift(lift > 0 ? &n : &d, lift > 0 ? lift : -lift);
    exponent -= lift;
    if (wend_big_compare(&n, &d) < 0) {
        wend_big_shift(&n, 1);
        exponent--;
    }
    uint64_t quotient = 0;
    for (int bit = 63; bit >= 0; bit--) {
        if (wend_big_compare(&n, &d) >= 0) {
            wend_big_subtract(&n, &d);
            quotient |= (uint64_t)1 << bit;
        }
        wend_big_shift(&n, 1);
    }
    return round_to_double(quotient, n.count != 0, exponent - 63);
}

// ---------------------------------------------------------------------------------------------- the text

static bool is_digit(const char *c, const char *end) {
    return c < end && *c >= '0' && *c <= '9';
}

// Whether `word` (lower case) stands at c, in any case.
static bool stands_here(const char *c, const char *end, const char *word) {
    for (; *word != 0; c++, word++)
        if (c == end || (*c | 0x20) != *word)
            return false;
    return true;
}

// Reads digits and fraction; NULL when there is no digit.
static const char *scan_digits(const char *c, const char *end, decimal *number) {
    *number = (decimal){0};
    int64_t taken = 0;        // significant digits in the word
    int64_t before_point = 0; // significant digits before the point, seen so far
    int64_t after_point = 0;  // zeros between the point and the first significant digit
    bool point = false, any = false;
    for (; c < end; c++) {
        if (*c == '.' && !point) {
            point = true;
            continue;
        }
        if (!is_digit(c, end))
            break;
        any = true;
        if (number->first == NULL && *c == '0') {
            after_point += point;
            continue;
        }
        if (number->first == NULL)
            number->first = c;
        before_point += !point;
        if (taken < WORD_DIGITS) {
            number->word = number->word * 10 + (uint64_t)(*c - '0');
            taken++;
        } else {
            number->more |= *c != '0';
        }
    }
    number->end = c;
    number->first_place = before_point > 0 ? before_point - 1 : -after_point - 1;
    number->exponent = number->first_place - taken + 1;
    return any ? c : NULL;
}

// Reads an exponent if one stands here, and returns the end of it.
static const char *scan_exponent(const char *c, const char *end, int64_t *exponent) {
    *exponent = 0;
    if (c == end || (*c | 0x20) != 'e')
        return c;
    const char *digits = c + 1;
    bool negative = digits < end && *digits == '-';
    if (digits < end && (*digits == '-' || *digits == '+'))
        digits++;
    if (!is_digit(digits, end))
        return c; // an e that belongs to something else
    for (; is_digit(digits, end); digits++)
        if (*exponent < EXPONENT_LIMIT)
            *exponent = *exponent * 10 + (*digits - '0');
    if (negative)
        *exponent = -*exponent;
    return digits;
}

// Reads the digits at c into *word, as long as they fit.
static inline const char *scan_word(const char *c, const char *end, uint64_t *word) {
    for (; is_digit(c, end); c++)
        *word = *word * 10 + (uint64_t)(*c - '0');
    return c;
}

// Reads what most numbers are, the first quick way without a look at anything else: at most WORD_DIGITS digits with or
// without a point, and no exponent. NULL when it is something else.
static inline const char *parse_plain(const char *text, const char *end, double *value) {
    uint64_t word = 0;
    const char *c = scan_word(text, end, &word);
    int64_t digits = c - text, fraction = 0;
    if (c < end && *c == '.') {
        const char *point = ++c;
        c = scan_word(c, end, &word);
        fraction = c - point;
        digits += fraction;
    }
    if (digits == 0 || digits > WORD_DIGITS || word >= (uint64_t)1 << 53 || (c < end && (*c | 0x20) == 'e'))
        return NULL;
    *value = (double)word / powers_of_ten[fraction];
    return c;
}

const char *wend_parse_double(const char *text, const char *end, double *value) {
    const char *c = text;
    bool negative = c < end && *c == '-';
    if (c < end && (*c == '-' || *c == '+'))
        c++;
    const char *plain = parse_plain(c, end, value);
    if (plain) {
        if (negative)
            *value = -*value;
        return plain;
    }
    decimal number;
    double magnitude = 0;
    if (stands_here(c, end, "inf")) {
        magnitude = (double)INFINITY;
        c += stands_here(c, end, "infinity") ? 8 : 3;
    } else if (stands_here(c, end, "nan")) {
        magnitude = (double)NAN;
        c += 3;
    } else {
        c = scan_digits(c, end, &number);
        if (c == NULL)
            return NULL;
        int64_t exponent;
        c = scan_exponent(c, end, &exponent);
        number.exponent += exponent;
        number.first_place += exponent;
        if (number.word != 0 && !quick_value(&number, &magnitude))
            magnitude = slow_value(&number);
    }
    *value = negative ? -magnitude : magnitude;
    return c;
}

const char *wend_parse_int64(const char *text, const char *end, int64_t *value) {
    const char *c = text;
    bool negative = c < end && *c == '-';
    if (c < end && (*c == '-' || *c == '+'))
        c++;
    if (!is_digit(c, end))
        return NULL;
    uint64_t limit = negative ? (uint64_t)1 << 63 : INT64_MAX;
    uint64_t magnitude = 0;
    for (; is_digit(c, end); c++) {
        uint64_t digit = (uint64_t)(*c - '0');
        if (magnitude > (limit - digit) / 10)
            return NULL;
        magnitude = magnitude * 10 + digit;
    }
    *value = negative ? (int64_t)(0 - magnitude) : (int64_t)magnitude;
    return c;
}

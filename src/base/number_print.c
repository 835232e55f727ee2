// Writing numbers: the shortest decimal that reads back as the same double, whatever the locale.
//
// Three ways, from quick to slow, that all give the same text:
//
//   1. Most numbers that people draw have few decimals: an integer n = v * 10^p below 2^51 with a small p, and n / 10^p
//      == v in doubles says that the decimal reads back as v (the division of two exact doubles is what reading does).
//      Below 2^51 no two integers n pass this test for one p, so the first p that has one is right.
//   2. Between 1e-10 and 1e22: the nearest decimal of 15 digits, worked out in 128 bits. If it reads back as v it is
//      the answer, without its zeros, since two decimals of up to 15 digits never read as the same double. If not, the
//      nearest one of 16, then of 17 digits: when any decimal of that length reads back, so does the nearest one, as
//      long as the doubles above and below are equally far, which holds for all but powers of two.
//   3. The rest by the exact method of Steele and White ("How to print floating-point numbers accurately", 1990) as put
//      by Burger and Dybvig (1996): with v = r / s and the half distances to the neighbouring doubles m_down and m_up
//      over the same s, digits are produced until what is left is closer to v than to its neighbours.
//
// The layout is that of JavaScript: plain digits from 1e-6 up to 1e21, else an exponent.
#include "base/big.h"
#include "base/number.h"
#include "base/wide.h"

#include <wend/base.h>

#include <string.h>

enum { MOST_DIGITS = 20, PLAIN_HIGH = 21, PLAIN_LOW = -6, FEW_DECIMALS = 7 };

// Digits d1 d2 ... dn with value 0.d1d2...dn * 10^point.
typedef struct digits {
    char text[MOST_DIGITS];
    int count;
    int point;
} digits;

// A positive double as mantissa * 2^exponent.
typedef struct binary {
    uint64_t mantissa;
    int exponent;
    bool narrow; // whether the double below is only half as far as the one above
} binary;

static binary take_apart(double value) {
    uint64_t pattern;
    memcpy(&pattern, &value, sizeof pattern);
    uint64_t mantissa = pattern & (((uint64_t)1 << 52) - 1);
    int biased = (int)(pattern >> 52 & 0x7FF);
    bool narrow = mantissa == 0 && biased > 1;
    if (biased > 0)
        mantissa |= (uint64_t)1 << 52;
    return (binary){mantissa, (biased > 0 ? biased : 1) - 1075, narrow};
}

// The k with 10^(k-1) <= value < 10^k, or one less.
static int estimate_point(const binary *value) {
    int bits = 64 - wend_leading_zeros(value->mantissa);
    double logarithm = (double)(bits - 1 + value->exponent) * 0.30102999566398119521 - 1e-10;
    int whole = (int)logarithm;
    return logarithm > whole ? whole + 1 : whole;
}

// ---------------------------------------------------------------------------------------------- the quick ways

// The digits of n * 10^-power for n > 0, without zeros at the end.
static void digits_of_integer(uint64_t n, int power, digits *out) {
    while (n % 10 == 0) {
        n /= 10;
        power--;
    }
    int count = 1;
    for (uint64_t rest = n / 10; rest > 0; rest /= 10)
        count++;
    out->count = count;
    out->point = count - power;
    for (int i = count - 1; i >= 0; i--, n /= 10)
        out->text[i] = (char)('0' + n % 10);
}

static bool few_digits(double value, digits *out) {
    static const double powers_of_ten[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7};
    if (value < 0x1p53 && value == (double)(uint64_t)value) {
        digits_of_integer((uint64_t)value, 0, out);
        return true;
    }
    for (int p = 1; p <= FEW_DECIMALS; p++) {
        double scaled = value * powers_of_ten[p] + 0.5;
        if (scaled >= 0x1p51)
            return false;
        uint64_t n = (uint64_t)scaled;
        if ((double)n / powers_of_ten[p] == value) {
            digits_of_integer(n, p, out);
            return true;
        }
    }
    return false;
}

// The integer nearest to value * 10^power, ties to even, for |power| <= WEND_MOST_FIVES and a result below 2^63.
static uint64_t nearest_integer(const binary *value, int power) {
    uint64_t high, low, quotient;
    int twos = value->exponent + power;
    if (power < 0) { // a fraction over 5^-power
        uint64_t divisor = wend_five_to(-power), rest;
        if (twos < 0)
            divisor <<= -twos; // by a few bits: the value is large, so its exponent is not far below 0
        wend_i128 n = wend_i128_shift_left(wend_i128_make(0, value->mantissa), twos > 0 ? twos : 0);
        quotient = wend_u128_divide(wend_i128_high(n), wend_i128_low(n), divisor, &rest);
        return quotient + (rest > divisor - rest || (rest == divisor - rest && (quotient & 1) != 0));
    }
    low = wend_u64_multiply(value->mantissa, wend_five_to(power), &high);
    wend_i128 product = wend_i128_make(high, low);
    if (twos >= 0)
        return wend_i128_low(wend_i128_shift_left(product, twos));
    wend_i128 whole = wend_i128_shift_right(product, -twos);
    wend_i128 rest = wend_i128_sub(product, wend_i128_shift_left(whole, -twos));
    int order = wend_i128_compare(rest, wend_i128_shift_left(wend_i128_from(1), -twos - 1));
    quotient = wend_i128_low(whole);
    return quotient + (order > 0 || (order == 0 && (quotient & 1) != 0));
}

static bool middle_digits(double value, digits *out) {
    if (value < 1e-10 || value >= 1e22)
        return false;
    static const uint64_t limit[] = {1000000000000000, 10000000000000000, 100000000000000000}; // 10^15 and on
    binary parts = take_apart(value);
    int point = estimate_point(&parts);
    for (int count = 15; count <= (parts.narrow ? 15 : 17); count++) {
        uint64_t n = nearest_integer(&parts, count - point);
        if (n >= limit[count - 15]) // the estimate was one too low, or all digits are nines
            n = nearest_integer(&parts, count - ++point);
        if (wend_scale_decimal(n, point - count) == value) {
            digits_of_integer(n, count - point, out);
            return true;
        }
    }
    return false;
}

// ---------------------------------------------------------------------------------------------- the exact way

typedef struct fraction {
    wend_big r, s;         // the rest of the value is r / s
    wend_big m_up, m_down; // half the distance to the next double above and below, over s
    bool inclusive;        // whether a number just half way reads as this double (its mantissa is even)
} fraction;

static void set_fraction(fraction *f, const binary *value) {
    int whole = value->exponent > 0 ? value->exponent : 0;
    wend_big_set(&f->r, value->mantissa);
    wend_big_shift(&f->r, whole + 1 + value->narrow);
    wend_big_set(&f->s, 1);
    wend_big_shift(&f->s, whole - value->exponent + 1 + value->narrow);
    wend_big_set(&f->m_down, 1);
    wend_big_shift(&f->m_down, whole);
    wend_big_set(&f->m_up, 1);
    wend_big_shift(&f->m_up, whole + value->narrow);
    f->inclusive = (value->mantissa & 1) == 0;
}

// Multiplies r and both distances by ten.
static void next_place(fraction *f) {
    wend_big_multiply(&f->r, 10, 0);
    wend_big_multiply(&f->m_up, 10, 0);
    wend_big_multiply(&f->m_down, 10, 0);
}

// Whether the rest plus the distance above reaches s, that is, whether rounding up still reads as the same double.
static bool reaches_up(const fraction *f) {
    wend_big sum;
    wend_big_copy(&sum, &f->r);
    wend_big_add(&sum, &f->m_up);
    int order = wend_big_compare(&sum, &f->s);
    return f->inclusive ? order >= 0 : order > 0;
}

static bool reaches_down(const fraction *f) {
    int order = wend_big_compare(&f->r, &f->m_down);
    return f->inclusive ? order <= 0 : order < 0;
}

// Scales by 10^-point, so that the first digit stands before the point.
static int scale(fraction *f, int point) {
    int power = point < 0 ? -point : point;
    if (point >= 0) {
        wend_big_multiply_power5(&f->s, power);
        wend_big_shift(&f->s, power);
    } else {
        wend_big *parts[] = {&f->r, &f->m_up, &f->m_down};
        for (int i = 0; i < 3; i++) {
            wend_big_multiply_power5(parts[i], power);
            wend_big_shift(parts[i], power);
        }
    }
    if (reaches_up(f))
        return point + 1; // the estimate was one too low
    next_place(f);
    return point;
}

static void exact_digits(double value, digits *out) {
    binary parts = take_apart(value);
    fraction f;
    set_fraction(&f, &parts);
    out->point = scale(&f, estimate_point(&parts));
    out->count = 0;
    for (;;) {
        int digit = 0;
        while (wend_big_compare(&f.r, &f.s) >= 0) {
            wend_big_subtract(&f.r, &f.s);
            digit++;
        }
        bool down = reaches_down(&f), up = reaches_up(&f);
        if (down || up) {
            wend_big twice;
            wend_big_copy(&twice, &f.r);
            wend_big_shift(&twice, 1);
            int order = wend_big_compare(&twice, &f.s);
            if (up && (!down || order > 0 || (order == 0 && (digit & 1) != 0)))
                digit++;
            out->text[out->count++] = (char)('0' + digit);
            return;
        }
        out->text[out->count++] = (char)('0' + digit);
        next_place(&f);
    }
}

// ---------------------------------------------------------------------------------------------- layout

static char *put(char *to, const char *text, int count) {
    memcpy(to, text, (size_t)count);
    return to + count;
}

static char *put_zeros(char *to, int count) {
    for (; count > 0; count--)
        *to++ = '0';
    return to;
}

static char *lay_out_plain(char *to, const digits *d) {
    if (d->point <= 0) {
        to = put(to, "0.", 2);
        to = put_zeros(to, -d->point);
        return put(to, d->text, d->count);
    }
    if (d->count <= d->point)
        return put_zeros(put(to, d->text, d->count), d->point - d->count);
    to = put(to, d->text, d->point);
    *to++ = '.';
    return put(to, d->text + d->point, d->count - d->point);
}

static char *lay_out_exponent(char *to, const digits *d) {
    *to++ = d->text[0];
    if (d->count > 1) {
        *to++ = '.';
        to = put(to, d->text + 1, d->count - 1);
    }
    int exponent = d->point - 1;
    *to++ = 'e';
    *to++ = exponent < 0 ? '-' : '+';
    char number[WEND_NUMBER_TEXT];
    return put(to, number, wend_print_int64(number, exponent < 0 ? -exponent : exponent));
}

int wend_print_double(char text[WEND_NUMBER_TEXT], double value) {
    char *to = text;
    if (value < 0) {
        *to++ = '-';
        value = -value;
    }
    if (value != value) {
        to = put(to, "nan", 3);
    } else if (value > 0x1.fffffffffffffp1023) {
        to = put(to, "inf", 3);
    } else if (value == 0) {
        *to++ = '0';
    } else {
        digits d;
        if (!few_digits(value, &d) && !middle_digits(value, &d))
            exact_digits(value, &d);
        bool plain = d.point > PLAIN_LOW && d.point <= PLAIN_HIGH;
        to = plain ? lay_out_plain(to, &d) : lay_out_exponent(to, &d);
    }
    *to = 0;
    return (int)(to - text);
}

int wend_print_int64(char text[WEND_NUMBER_TEXT], int64_t value) {
    char reversed[MOST_DIGITS];
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    int count = 0;
    do {
        reversed[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    char *to = text;
    if (value < 0)
        *to++ = '-';
    while (count > 0)
        *to++ = reversed[--count];
    *to = 0;
    return (int)(to - text);
}

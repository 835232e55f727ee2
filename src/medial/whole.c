// Whole numbers of bounded size, and the sign of sums of square roots.
//
// The sign of a sum of roots is found by squaring, never by approximation. Two terms: if their signs differ, the larger
// square wins. Three or four: the sign of each half is known by what was said before; where they differ, compare
// squares, which leaves a sum with one root less:
//
//     (a sqrt m + b sqrt n)^2 = a^2 m + b^2 n + 2ab sqrt(mn)
//
// Every squaring doubles the length of the numbers; four terms take three of them.
#include "medial/whole.h"

#include <math.h>
#include <string.h>

void wend_whole_set(wend_whole *a, int64_t value) {
    a->sign = (value > 0) - (value < 0);
    a->count = value != 0;
    a->limb[0] = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
}

void wend_whole_set_wide(wend_whole *a, wend_i128 value) {
    wend_i128 magnitude = wend_i128_magnitude(value);
    a->sign = wend_i128_sign(value);
    a->limb[0] = wend_i128_low(magnitude);
    a->limb[1] = wend_i128_high(magnitude);
    a->count = a->limb[1] != 0 ? 2 : a->limb[0] != 0;
}

void wend_whole_copy(wend_whole *a, const wend_whole *b) {
    a->sign = b->sign;
    a->count = b->count;
    memmove(a->limb, b->limb, (size_t)b->count * sizeof b->limb[0]);
}

static int compare_magnitudes(const wend_whole *a, const wend_whole *b) {
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (int i = a->count - 1; i >= 0; i--)
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

int wend_whole_compare(const wend_whole *a, const wend_whole *b) {
    if (a->sign != b->sign)
        return a->sign < b->sign ? -1 : 1;
    return a->sign * compare_magnitudes(a, b);
}

static void trim(wend_whole *a) {
    while (a->count > 0 && a->limb[a->count - 1] == 0)
        a->count--;
    if (a->count == 0)
        a->sign = 0;
}

// |a| = |b| + |c|, where b is the longer one.
static void add_magnitudes(wend_whole *a, const wend_whole *b, const wend_whole *c) {
    uint64_t carry = 0;
    int count = b->count;
    for (int i = 0; i < count; i++) {
        uint64_t sum = b->limb[i] + carry;
        carry = sum < carry;
        if (i < c->count) {
            sum += c->limb[i];
            carry += sum < c->limb[i];
        }
        a->limb[i] = sum;
    }
    if (carry != 0 && count < WEND_WHOLE_LIMBS)
        a->limb[count++] = carry;
    a->count = count;
}

// |a| = |b| - |c|, where b is not smaller.
static void subtract_magnitudes(wend_whole *a, const wend_whole *b, const wend_whole *c) {
    uint64_t borrow = 0;
    for (int i = 0; i < b->count; i++) {
        uint64_t take = i < c->count ? c->limb[i] : 0, from = b->limb[i];
        uint64_t rest = from - take;
        uint64_t out = rest - borrow;
        borrow = (uint64_t)(from < take) | (uint64_t)(rest < borrow);
        a->limb[i] = out;
    }
    a->count = b->count;
}

static void add_signed(wend_whole *a, const wend_whole *b, const wend_whole *c, int sign) {
    int c_sign = c->sign * sign;
    if (c_sign == 0) {
        wend_whole_copy(a, b);
        return;
    }
    if (b->sign == 0 || b->sign == c_sign) {
        bool longer = b->count >= c->count;
        add_magnitudes(a, longer ? b : c, longer ? c : b);
        a->sign = c_sign;
        return;
    }
    int order = compare_magnitudes(b, c), b_sign = b->sign;
    if (order >= 0)
        subtract_magnitudes(a, b, c);
    else
        subtract_magnitudes(a, c, b);
    a->sign = order >= 0 ? b_sign : c_sign;
    trim(a);
}

void wend_whole_add(wend_whole *a, const wend_whole *b, const wend_whole *c) {
    add_signed(a, b, c, 1);
}

void wend_whole_subtract(wend_whole *a, const wend_whole *b, const wend_whole *c) {
    add_signed(a, b, c, -1);
}

void wend_whole_multiply(wend_whole *a, const wend_whole *b, const wend_whole *c) {
    int count = b->count + c->count;
    a->sign = b->sign * c->sign;
    a->count = a->sign == 0 ? 0 : count > WEND_WHOLE_LIMBS ? WEND_WHOLE_LIMBS : count;
    memset(a->limb, 0, (size_t)a->count * sizeof a->limb[0]);
    for (int i = 0; a->sign != 0 && i < b->count; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < c->count && i + j < a->count; j++) {
            uint64_t high, low = wend_u64_multiply(b->limb[i], c->limb[j], &high);
            low += carry;
            high += low < carry;
            a->limb[i + j] += low;
            carry = high + (a->limb[i + j] < low);
        }
        if (i + c->count < a->count)
            a->limb[i + c->count] = carry;
    }
    trim(a);
}

void wend_whole_scale(wend_whole *a, const wend_whole *b, int64_t factor) {
    uint64_t by = factor < 0 ? 0 - (uint64_t)factor : (uint64_t)factor, carry = 0;
    int count = b->count;
    a->sign = b->sign * ((factor > 0) - (factor < 0));
    for (int i = 0; i < count; i++) {
        uint64_t high, low = wend_u64_multiply(b->limb[i], by, &high);
        low += carry;
        carry = high + (low < carry);
        a->limb[i] = low;
    }
    if (carry != 0 && count < WEND_WHOLE_LIMBS)
        a->limb[count++] = carry;
    a->count = count;
    trim(a);
}

void wend_whole_add_product(wend_whole *a, const wend_whole *b, const wend_whole *c) {
    wend_whole product;
    wend_whole_multiply(&product, b, c);
    wend_whole_add(a, a, &product);
}

static int bits_of(const wend_whole *a) {
    return a->count == 0 ? 0 : 64 * a->count - wend_leading_zeros(a->limb[a->count - 1]);
}

void wend_whole_shift(wend_whole *a, const wend_whole *b, int bits) {
    int limbs = bits / 64, rest = bits % 64, count = b->count + limbs + 1, from = b->count;
    count = count > WEND_WHOLE_LIMBS ? WEND_WHOLE_LIMBS : count;
    for (int i = count - 1; i >= 0; i--) {
        int k = i - limbs;
        uint64_t low = k >= 0 && k < from ? b->limb[k] : 0, below = k >= 1 && k <= from ? b->limb[k - 1] : 0;
        a->limb[i] = rest == 0 ? low : low << rest | below >> (64 - rest);
    }
    a->sign = b->sign;
    a->count = count;
    trim(a);
}

// Digit by digit from the top, one bit at a time.
void wend_whole_root(wend_whole *a, const wend_whole *b) {
    wend_whole trial, square;
    wend_whole_set(a, 0);
    for (int bit = (bits_of(b) - 1) / 2; bit >= 0 && b->sign > 0; bit--) {
        wend_whole_set(&trial, 1);
        wend_whole_shift(&trial, &trial, bit);
        wend_whole_add(&trial, &trial, a);
        wend_whole_multiply(&square, &trial, &trial);
        if (wend_whole_compare(&square, b) <= 0)
            wend_whole_copy(a, &trial);
    }
}

double wend_whole_fraction(const wend_whole *a, int *exponent) {
    *exponent = 0;
    if (a->sign == 0)
        return 0;
    int top = a->count - 1, zeros = wend_leading_zeros(a->limb[top]);
    uint64_t next = top > 0 ? a->limb[top - 1] : 0;
    uint64_t mantissa = zeros == 0 ? a->limb[top] : a->limb[top] << zeros | next >> (64 - zeros);
    *exponent = 64 * a->count - zeros;
    return (double)(mantissa >> 11) * 0x1p-53 * a->sign;
}

double wend_whole_ratio(const wend_whole *a, const wend_whole *b) {
    int above, below;
    double top = wend_whole_fraction(a, &above), bottom = wend_whole_fraction(b, &below);
    return top == 0 ? 0 : ldexp(top / bottom, above - below);
}

// ---------------------------------------------------------------------------------------------------- signs

// The sign of a sqrt(m) + b sqrt(n).
static int two_sign(const wend_whole *a, const wend_whole *m, const wend_whole *b, const wend_whole *n) {
    int left = a->sign * m->sign, right = b->sign * n->sign;
    if (left * right >= 0)
        return left != 0 ? left : right;
    wend_whole square, one, other;
    wend_whole_multiply(&square, a, a);
    wend_whole_multiply(&one, &square, m);
    wend_whole_multiply(&square, b, b);
    wend_whole_multiply(&other, &square, n);
    return left * wend_whole_compare(&one, &other);
}

int wend_root_sign(const wend_whole *a, const wend_whole *b, const wend_whole *radicand) {
    wend_whole one;
    wend_whole_set(&one, 1);
    return two_sign(a, &one, b, radicand);
}

static void add_square(wend_whole *sum, const wend_term *t) {
    wend_whole square;
    wend_whole_multiply(&square, &t->coefficient, &t->coefficient);
    wend_whole_add_product(sum, &square, &t->radicand);
}

// The root in the square of t + u: 2 t u.
static void set_mixed(wend_term *mixed, const wend_term *t, const wend_term *u) {
    wend_whole_multiply(&mixed->coefficient, &t->coefficient, &u->coefficient);
    wend_whole_scale(&mixed->coefficient, &mixed->coefficient, 2);
    wend_whole_multiply(&mixed->radicand, &t->radicand, &u->radicand);
}

// The sign of (t0 + t1)^2 - (t2)^2.
static int three_squares_sign(const wend_term *t) {
    wend_whole sum, last;
    wend_whole_set(&sum, 0);
    wend_whole_set(&last, 0);
    add_square(&sum, &t[0]);
    add_square(&sum, &t[1]);
    add_square(&last, &t[2]);
    wend_whole_subtract(&sum, &sum, &last);
    wend_term mixed;
    set_mixed(&mixed, &t[0], &t[1]);
    return wend_root_sign(&sum, &mixed.coefficient, &mixed.radicand);
}

static int three_sign(const wend_term *t) {
    int left = two_sign(&t[0].coefficient, &t[0].radicand, &t[1].coefficient, &t[1].radicand);
    int right = t[2].coefficient.sign * t[2].radicand.sign;
    if (left * right >= 0)
        return left != 0 ? left : right;
    return left * three_squares_sign(t);
}

static int four_sign(const wend_term *t) {
    int left = two_sign(&t[0].coefficient, &t[0].radicand, &t[1].coefficient, &t[1].radicand);
    int right = two_sign(&t[2].coefficient, &t[2].radicand, &t[3].coefficient, &t[3].radicand);
    if (left * right >= 0)
        return left != 0 ? left : right;
    wend_term squares[3];
    wend_whole other;
    wend_whole_set(&squares[0].coefficient, 0);
    wend_whole_set(&squares[0].radicand, 1);
    wend_whole_set(&other, 0);
    add_square(&squares[0].coefficient, &t[0]);
    add_square(&squares[0].coefficient, &t[1]);
    add_square(&other, &t[2]);
    add_square(&other, &t[3]);
    wend_whole_subtract(&squares[0].coefficient, &squares[0].coefficient, &other);
    set_mixed(&squares[1], &t[0], &t[1]);
    set_mixed(&squares[2], &t[2], &t[3]);
    wend_whole_scale(&squares[2].coefficient, &squares[2].coefficient, -1);
    return left * three_sign(squares);
}

// Adds terms of equal radicands up and leaves out those that are 0. Returns how many are left.
static int merge_terms(wend_term *terms, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        int same = 0;
        while (same < kept && wend_whole_compare(&terms[same].radicand, &terms[i].radicand) != 0)
            same++;
        if (same < kept) {
            wend_whole_add(&terms[same].coefficient, &terms[same].coefficient, &terms[i].coefficient);
        } else if (terms[i].coefficient.sign != 0 && terms[i].radicand.sign != 0) {
            if (kept != i) {
                wend_whole_copy(&terms[kept].coefficient, &terms[i].coefficient);
                wend_whole_copy(&terms[kept].radicand, &terms[i].radicand);
            }
            kept++;
        }
    }
    return kept;
}

int wend_terms_sign(wend_term *terms, int count) {
    int kept = merge_terms(terms, count);
    switch (kept) {
    case 0:
        return 0;
    case 1:
        return terms[0].coefficient.sign;
    case 2:
        return two_sign(&terms[0].coefficient, &terms[0].radicand, &terms[1].coefficient, &terms[1].radicand);
    case 3:
        return three_sign(terms);
    default:
        return four_sign(terms);
    }
}

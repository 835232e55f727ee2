// Predicates by definition, with GMP integers. See exact.h.
#include "exact.h"

#include <gmp.h>

// A fraction with positive denominator, never reduced.
typedef struct fraction {
    mpz_t n, d;
} fraction;

enum { SCRATCH = 8 };
static mpz_t scratch[SCRATCH];
static fraction low, high, at;
static bool ready;

static void begin(void) {
    if (ready)
        return;
    for (int i = 0; i < SCRATCH; i++)
        mpz_init(scratch[i]);
    mpz_inits(low.n, low.d, high.n, high.d, at.n, at.d, NULL);
    ready = true;
}

void exact_end(void) {
    if (!ready)
        return;
    for (int i = 0; i < SCRATCH; i++)
        mpz_clear(scratch[i]);
    mpz_clears(low.n, low.d, high.n, high.d, at.n, at.d, NULL);
    ready = false;
}

// result = (b - a) x (d - c)
static void cross(mpz_t result, wend_point a, wend_point b, wend_point c, wend_point d) {
    mpz_set_si(result, (long)b.x - a.x);
    mpz_mul_si(result, result, (long)d.y - c.y);
    mpz_set_si(scratch[0], (long)b.y - a.y);
    mpz_mul_si(scratch[0], scratch[0], (long)d.x - c.x);
    mpz_sub(result, result, scratch[0]);
}

// result = (b - a) . (d - c)
static void dot(mpz_t result, wend_point a, wend_point b, wend_point c, wend_point d) {
    mpz_set_si(result, (long)b.x - a.x);
    mpz_mul_si(result, result, (long)d.x - c.x);
    mpz_set_si(scratch[0], (long)b.y - a.y);
    mpz_mul_si(scratch[0], scratch[0], (long)d.y - c.y);
    mpz_add(result, result, scratch[0]);
}

static void normalize(fraction *f) {
    if (mpz_sgn(f->d) < 0) {
        mpz_neg(f->n, f->n);
        mpz_neg(f->d, f->d);
    }
}

static int compare(const fraction *f, const fraction *g) {
    mpz_mul(scratch[0], f->n, g->d);
    mpz_mul(scratch[1], g->n, f->d);
    int c = mpz_cmp(scratch[0], scratch[1]);
    return (c > 0) - (c < 0);
}

static void set_fraction(fraction *f, const fraction *g) {
    mpz_set(f->n, g->n);
    mpz_set(f->d, g->d);
}

int exact_orientation(wend_point a, wend_point b, wend_point c) {
    begin();
    cross(scratch[1], a, b, a, c);
    return mpz_sgn(scratch[1]);
}

// result += sign * (x^2 + y^2 of p) * orientation determinant of a, b, c
static void add_minor(mpz_t result, int sign, wend_point p, wend_point a, wend_point b, wend_point c) {
    cross(scratch[1], a, b, a, c);
    mpz_set_si(scratch[2], (long)p.x);
    mpz_mul_si(scratch[2], scratch[2], (long)p.x);
    mpz_set_si(scratch[3], (long)p.y);
    mpz_mul_si(scratch[3], scratch[3], (long)p.y);
    mpz_add(scratch[2], scratch[2], scratch[3]);
    mpz_mul(scratch[1], scratch[1], scratch[2]);
    if (sign > 0)
        mpz_add(result, result, scratch[1]);
    else
        mpz_sub(result, result, scratch[1]);
}

// The determinant of the rows (x, y, x^2 + y^2, 1), expanded along its third column.
int exact_in_circle(wend_point a, wend_point b, wend_point c, wend_point d) {
    begin();
    mpz_set_si(scratch[4], 0);
    add_minor(scratch[4], +1, a, b, c, d);
    add_minor(scratch[4], -1, b, a, c, d);
    add_minor(scratch[4], +1, c, a, b, d);
    add_minor(scratch[4], -1, d, a, b, c);
    return mpz_sgn(scratch[4]);
}

// Where the line a-b meets the line c-d: a + at * (b - a). False when they are parallel (or one has no length).
static bool find_parameter(fraction *f, wend_point a, wend_point b, wend_point c, wend_point d) {
    cross(f->d, c, d, a, b);
    cross(f->n, c, d, a, c);
    normalize(f);
    return mpz_sgn(f->d) != 0;
}

// Sign of the fraction, and of the fraction minus one.
static int sign_of(const fraction *f) {
    return mpz_sgn(f->n);
}
static int sign_less_one(const fraction *f) {
    int c = mpz_cmp(f->n, f->d);
    return (c > 0) - (c < 0);
}

// How often points of one line, as dot products with d - c, share the closed segment c-d, c-d having a length.
static wend_meeting meet_on_line(wend_point a, wend_point b, wend_point c, wend_point d) {
    dot(scratch[2], c, d, c, a);
    dot(scratch[3], c, d, c, b);
    dot(scratch[4], c, d, c, d);
    if (mpz_cmp(scratch[2], scratch[3]) > 0)
        mpz_swap(scratch[2], scratch[3]);
    if (mpz_sgn(scratch[2]) < 0)
        mpz_set_si(scratch[2], 0);
    if (mpz_cmp(scratch[3], scratch[4]) > 0)
        mpz_set(scratch[3], scratch[4]);
    int c2 = mpz_cmp(scratch[2], scratch[3]);
    return c2 > 0 ? WEND_APART : c2 == 0 ? WEND_TOUCH : WEND_OVERLAP;
}

wend_meeting exact_meet(wend_point a, wend_point b, wend_point c, wend_point d) {
    begin();
    bool ab_is_point = a.x == b.x && a.y == b.y, cd_is_point = c.x == d.x && c.y == d.y;
    if (cd_is_point && ab_is_point)
        return a.x == c.x && a.y == c.y ? WEND_TOUCH : WEND_APART;
    if (cd_is_point)
        return exact_meet(c, d, a, b);
    if (!find_parameter(&at, a, b, c, d)) {
        if (exact_orientation(c, d, a) != 0)
            return WEND_APART;
        return meet_on_line(a, b, c, d);
    }
    if (sign_of(&at) < 0 || sign_less_one(&at) > 0)
        return WEND_APART;
    bool inside = sign_of(&at) > 0 && sign_less_one(&at) < 0;
    (void)find_parameter(&at, c, d, a, b);
    if (sign_of(&at) < 0 || sign_less_one(&at) > 0)
        return WEND_APART;
    inside = inside && sign_of(&at) > 0 && sign_less_one(&at) < 0;
    return inside ? WEND_CROSS : WEND_TOUCH;
}

// Rounds from + at * (to - from) to the nearest integer, halves toward zero. False when it is out of range.
static bool round_along(int32_t from, int32_t to, int32_t *rounded) {
    mpz_set_si(scratch[1], (long)to - from);
    mpz_mul(scratch[1], scratch[1], at.n);
    mpz_set_si(scratch[2], (long)from);
    mpz_addmul(scratch[1], scratch[2], at.d);
    int sign = mpz_sgn(scratch[1]);
    mpz_abs(scratch[1], scratch[1]); // |x| = scratch[1] / at.d; the result is ceil(|x| - 1/2)
    mpz_mul_si(scratch[1], scratch[1], 2);
    mpz_sub(scratch[1], scratch[1], at.d);
    mpz_mul_si(scratch[2], at.d, 2);
    mpz_cdiv_q(scratch[1], scratch[1], scratch[2]);
    if (mpz_cmp_si(scratch[1], WEND_COORDINATE_MAX) > 0)
        return false;
    *rounded = (int32_t)(sign * mpz_get_si(scratch[1]));
    return true;
}

bool exact_cross_point(wend_point a, wend_point b, wend_point c, wend_point d, wend_point *point) {
    begin();
    wend_point rounded;
    if (!find_parameter(&at, a, b, c, d) || !round_along(a.x, b.x, &rounded.x) || !round_along(a.y, b.y, &rounded.y))
        return false;
    *point = rounded;
    return true;
}

int exact_order_along(wend_point a, wend_point b, wend_point c, wend_point d, wend_point e, wend_point f) {
    begin();
    (void)find_parameter(&low, a, b, c, d);
    (void)find_parameter(&high, a, b, e, f);
    return compare(&low, &high);
}

// The parameters that are left of a segment while it is clipped.
typedef struct interval {
    bool low_open, high_open, empty;
} interval;

// Keeps the parameters t with sign * (from + t * (to - from)) <= sign * limit / 2, or < when open.
static void clip(interval *left, int32_t from, int32_t to, int sign, int64_t limit, bool open) {
    mpz_set_si(at.n, limit - 2 * (int64_t)from);
    mpz_set_si(at.d, 2 * ((int64_t)to - from));
    int slope = sign * mpz_sgn(at.d);
    if (slope == 0) { // the same for all t
        int gap = sign * mpz_sgn(at.n);
        left->empty = left->empty || gap < 0 || (gap == 0 && open);
        return;
    }
    normalize(&at);
    int c = compare(&at, slope > 0 ? &high : &low);
    if (slope > 0 && (c < 0 || (c == 0 && open))) {
        set_fraction(&high, &at);
        left->high_open = open;
    } else if (slope < 0 && (c > 0 || (c == 0 && open))) {
        set_fraction(&low, &at);
        left->low_open = open;
    }
}

// Halves round toward zero, so a pixel owns the side that faces away from zero: k + 1/2 when k >= 0, k - 1/2 when k <=
// 0.
static void clip_axis(interval *left, int32_t from, int32_t to, int32_t k) {
    clip(left, from, to, +1, 2 * (int64_t)k + 1, k < 0);
    clip(left, from, to, -1, 2 * (int64_t)k - 1, k > 0);
}

bool exact_in_pixel(wend_point a, wend_point b, wend_point p) {
    begin();
    interval left = {false, false, false};
    mpz_set_si(low.n, 0);
    mpz_set_si(low.d, 1);
    mpz_set_si(high.n, 1);
    mpz_set_si(high.d, 1);
    clip_axis(&left, a.x, b.x, p.x);
    clip_axis(&left, a.y, b.y, p.y);
    if (left.empty)
        return false;
    int c = compare(&low, &high);
    return c < 0 || (c == 0 && !left.low_open && !left.high_open);
}

bool exact_on_segment(wend_point a, wend_point b, wend_point p) {
    return exact_meet(a, b, p, p) == WEND_TOUCH;
}

bool exact_within(wend_point a, wend_point b, wend_point p, int64_t numerator, int64_t denominator) {
    begin();
    dot(scratch[2], a, b, a, p);
    dot(scratch[3], a, b, a, b);
    if (mpz_sgn(scratch[2]) <= 0 || mpz_cmp(scratch[2], scratch[3]) >= 0) {
        wend_point end = mpz_sgn(scratch[2]) <= 0 ? a : b; // the nearest point is an end
        dot(scratch[4], end, p, end, p);
        mpz_set_si(scratch[5], 1);
    } else { // distance^2 = cross^2 / length^2
        cross(scratch[4], a, b, a, p);
        mpz_mul(scratch[4], scratch[4], scratch[4]);
        mpz_set(scratch[5], scratch[3]);
    }
    mpz_mul_si(scratch[4], scratch[4], denominator);
    mpz_mul_si(scratch[4], scratch[4], denominator);
    mpz_mul_si(scratch[5], scratch[5], numerator);
    mpz_mul_si(scratch[5], scratch[5], numerator);
    return mpz_cmp(scratch[4], scratch[5]) <= 0;
}

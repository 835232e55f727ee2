// Wide integers against GMP, and a hash over all results: the portable form must print the same one.
#include "check.h"

#include <wend/base.h>

#include "base/random.h"
#include "base/wide.h"

#include <gmp.h>

// A number with any count of bits, often next to a power of two, of either sign.
static wend_i128 random_wide(uint64_t *state, int most_bits) {
    uint64_t choice = wend_random(state);
    int bits = (int)(choice % (uint64_t)(most_bits + 1));
    uint64_t high = wend_random(state), low = wend_random(state); // two calls within one expression have no order
    wend_i128 value = wend_i128_make(high, low);
    if ((choice >> 8 & 3) == 0)
        value = wend_i128_sub(wend_i128_shift_left(wend_i128_from(1), bits),
                              wend_i128_from((int64_t)(choice >> 10 & 3) - 1));
    else
        value = wend_i128_shift_right(value, 127 - bits);
    return (choice >> 16 & 1) != 0 ? wend_i128_neg(value) : value;
}

static int64_t random_word(uint64_t *state) {
    return (int64_t)wend_i128_low(random_wide(state, 63));
}

// r = a, with sign.
static void to_gmp(mpz_t r, wend_i128 a) {
    wend_i128 m = wend_i128_magnitude(a);
    mpz_set_ui(r, wend_i128_high(m));
    mpz_mul_2exp(r, r, 64);
    mpz_add_ui(r, r, wend_i128_low(m));
    if (wend_i128_sign(a) < 0)
        mpz_neg(r, r);
}

// Whether r equals a modulo 2^128.
static bool same(mpz_t r, wend_i128 a) {
    static mpz_t x;
    static bool ready;
    if (!ready)
        mpz_init(x);
    ready = true;
    to_gmp(x, a);
    mpz_sub(x, x, r);
    return mpz_divisible_2exp_p(x, 128) != 0;
}

typedef struct wide_case {
    wend_i128 a, b;
    int64_t x, y;
    int shift;
} wide_case;

static uint64_t take(uint64_t hash, wend_i128 a) {
    uint64_t words[2] = {wend_i128_high(a), wend_i128_low(a)};
    return wend_hash(hash, words, sizeof words);
}

static uint64_t check_ring(const wide_case *c, mpz_t a, mpz_t b, mpz_t r, uint64_t hash) {
    mpz_add(r, a, b);
    CHECK(same(r, wend_i128_add(c->a, c->b)));
    mpz_sub(r, a, b);
    CHECK(same(r, wend_i128_sub(c->a, c->b)));
    mpz_neg(r, a);
    CHECK(same(r, wend_i128_neg(c->a)));
    mpz_mul_si(r, a, c->y);
    CHECK(same(r, wend_i128_mul_small(c->a, c->y)));
    mpz_set_si(r, c->x);
    CHECK(same(r, wend_i128_from(c->x)));
    mpz_mul_si(r, r, c->y);
    CHECK(same(r, wend_i128_mul(c->x, c->y)));
    mpz_mul_2exp(r, a, (mp_bitcnt_t)c->shift);
    CHECK(same(r, wend_i128_shift_left(c->a, c->shift)));
    mpz_fdiv_q_2exp(r, a, (mp_bitcnt_t)c->shift);
    CHECK(same(r, wend_i128_shift_right(c->a, c->shift)));
    CHECK_INT(wend_i128_sign(c->a), mpz_sgn(a));
    int order = mpz_cmp(a, b);
    CHECK_INT(wend_i128_compare(c->a, c->b), (order > 0) - (order < 0));
    hash = take(hash, wend_i128_mul_small(c->a, c->y));
    return take(hash, wend_i128_shift_right(c->a, c->shift));
}

static uint64_t check_division(const wide_case *c, mpz_t a, mpz_t b, mpz_t r, mpz_t q, uint64_t hash) {
    mpz_abs(b, b);
    if (mpz_sgn(b) != 0 && mpz_sizeinbase(b, 2) < 128) {
        mpz_fdiv_qr(q, r, a, b);
        if (mpz_fits_slong_p(q)) {
            wend_i128 rest;
            int64_t quotient = wend_i128_divide_floor(c->a, wend_i128_magnitude(c->b), &rest);
            CHECK(quotient == (int64_t)mpz_get_si(q) && same(r, rest));
            hash = take(wend_hash(hash, &quotient, sizeof quotient), rest);
        }
    }
    uint64_t divisor = (uint64_t)c->x, high = (uint64_t)c->y, low = wend_i128_low(c->a), rest;
    if (divisor != 0) {
        high %= divisor;
        uint64_t quotient = wend_u128_divide(high, low, divisor, &rest);
        mpz_set_ui(a, high);
        mpz_mul_2exp(a, a, 64);
        mpz_add_ui(a, a, low);
        CHECK(mpz_fdiv_qr_ui(q, r, a, divisor) == rest && mpz_cmp_ui(q, quotient) == 0);
    }
    return hash;
}

// The nearest double, worked out from the bits: GMP itself cuts off.
static double nearest_double(mpz_t a, mpz_t r) {
    size_t bits = mpz_sizeinbase(a, 2);
    if (mpz_sgn(a) == 0 || bits <= 53)
        return mpz_get_d(a);
    mp_bitcnt_t drop = bits - 53;
    mpz_abs(r, a);
    bool half = mpz_tstbit(r, drop - 1) != 0, rest = mpz_scan1(r, 0) < drop - 1, odd = mpz_tstbit(r, drop) != 0;
    mpz_fdiv_q_2exp(r, r, drop);
    if (half && (rest || odd))
        mpz_add_ui(r, r, 1);
    mpz_mul_2exp(r, r, drop);
    double value = mpz_get_d(r);
    return mpz_sgn(a) < 0 ? -value : value;
}

TEST(wide_integers_agree_with_gmp) {
    int64_t cases = check_cases("cases", 300000);
    uint64_t state = 1, hash = 0;
    mpz_t a, b, r, q;
    mpz_inits(a, b, r, q, NULL);
    for (int64_t i = 0; i < cases; i++) {
        wide_case c;
        c.a = random_wide(&state, 127);
        c.b = random_wide(&state, 127);
        c.x = random_word(&state);
        c.y = random_word(&state);
        c.shift = (int)(wend_random(&state) % 128);
        to_gmp(a, c.a);
        to_gmp(b, c.b);
        hash = check_ring(&c, a, b, r, hash);
        double value = wend_i128_to_double(c.a);
        CHECK(value == nearest_double(a, r));
        hash = wend_hash(hash, &value, sizeof value);
        hash = check_division(&c, a, b, r, q, hash);
        if (!CHECK_MESSAGE(check_failures == 0, "case %lld", (long long)i))
            break;
    }
    mpz_clears(a, b, r, q, NULL);
    printf("hash %016llx\n", (unsigned long long)hash);
}

TEST(leading_zeros_are_counted) {
    for (int bit = 0; bit < 64; bit++) {
        CHECK_INT(wend_leading_zeros((uint64_t)1 << bit), 63 - bit);
        CHECK_INT(wend_leading_zeros(UINT64_MAX >> (63 - bit)), 63 - bit);
    }
}

CHECK_MAIN()

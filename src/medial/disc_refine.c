// Discs with as many digits as it takes, for the few whose doubles are too far off: edges that are nearly parallel.
//
// First the formulas of disc.c with doubles of twice the length: the same operations, each 2^46 times as precise, so
// the error bound shrinks as much. Where even that is not enough, the same in whole numbers with DIGITS bits behind the
// point. Roots are rounded down, so each is off by less than 2^-DIGITS. What cancels is never smaller than 2^-110 (the
// sine of an angle between edges is at least 2^-62), and factors are below 2^124, so more than 2^-60 of the value is
// right in the end. With two points nothing cancels, and doubles are as good as it gets.
#include "medial/disc.h"
#include "medial/twice.h"

#include <math.h>

enum { DIGITS = 320 };

typedef wend_whole whole;

static int64_t square_length(const wend_edge_site *e) {
    return wend_edge_dx(e) * wend_edge_dx(e) + wend_edge_dy(e) * wend_edge_dy(e);
}

static void set_product(whole *a, int64_t b, int64_t c) {
    wend_whole_set_wide(a, wend_i128_mul(b, c));
}

// root = sqrt(value), both with `digits` bits behind the point.
static void fixed_root(whole *root, const whole *value, int digits) {
    whole shifted;
    wend_whole_shift(&shifted, value, digits);
    wend_whole_root(root, &shifted);
}

// a += b * factor
static void add_small(whole *a, const whole *b, int64_t factor) {
    whole product;
    wend_whole_scale(&product, b, factor);
    wend_whole_add(a, a, &product);
}

// The length of an edge, or with f the product of both lengths.
static void fixed_length(whole *length, const wend_edge_site *e, const wend_edge_site *f) {
    whole square;
    wend_whole_set(&square, square_length(e));
    if (f != NULL)
        wend_whole_scale(&square, &square, square_length(f));
    wend_whole_shift(&square, &square, DIGITS);
    fixed_root(length, &square, DIGITS);
}

// sqrt(2 D1 D2 (l1 l2 + c)), where the bracket is given.
static void fixed_mean(whole *root, int64_t h1, int64_t h2, const whole *bracket) {
    whole factor, value;
    set_product(&factor, 2 * h1, h2);
    wend_whole_multiply(&value, &factor, bracket);
    fixed_root(root, &value, DIGITS);
}

static void refine_one_point(const wend_sites *s, const int32_t site[3], wend_disc *disc) {
    wend_point p = s->points[site[0]];
    const wend_edge_site *e = wend_site_edge(s, site[1]), *f = wend_site_edge(s, site[2]);
    int64_t h1 = wend_edge_height(e, p), h2 = wend_edge_height(f, p);
    int64_t ex = wend_edge_dx(e), ey = wend_edge_dy(e), fx = wend_edge_dx(f), fy = wend_edge_dy(f);
    int64_t cross = ex * fy - ey * fx, dot = ex * fx + ey * fy;
    whole l1, l2, both, fixed_dot, less, more, plus, minus, r, along, vx, vy, part;
    fixed_length(&l1, e, NULL);
    fixed_length(&l2, f, NULL);
    fixed_length(&both, e, f);
    wend_whole_set(&fixed_dot, dot);
    wend_whole_shift(&fixed_dot, &fixed_dot, DIGITS);
    wend_whole_subtract(&less, &both, &fixed_dot);
    wend_whole_add(&more, &both, &fixed_dot);
    fixed_mean(&plus, h1, h2, &more);
    fixed_mean(&minus, h1, h2, &less);
    wend_whole_scale(&r, &l2, h1);
    add_small(&r, &l1, h2);
    add_small(&r, &plus, cross > 0 ? -1 : 1);
    disc->radius = wend_whole_ratio(&r, &less);
    wend_whole_scale(&along, &l2, h1);
    add_small(&along, &l1, -h2);
    wend_whole_set_wide(&vx, wend_i128_sub(wend_i128_mul(h2, ey), wend_i128_mul(h1, fy)));
    wend_whole_set_wide(&vy, wend_i128_sub(wend_i128_mul(h1, fx), wend_i128_mul(h2, ex)));
    whole square, below, x, y;
    wend_whole_multiply(&square, &vx, &vx);
    wend_whole_add_product(&square, &vy, &vy);
    wend_whole_multiply(&below, &less, &square);
    wend_whole_shift(&below, &below, DIGITS);
    wend_whole_multiply(&x, &along, &vx);
    wend_whole_multiply(&part, &minus, &vy);
    wend_whole_subtract(&x, &x, &part);
    wend_whole_multiply(&y, &along, &vy);
    wend_whole_add_product(&y, &minus, &vx);
    wend_whole_multiply(&part, &x, &r);
    disc->x = p.x + wend_whole_ratio(&part, &below);
    wend_whole_multiply(&part, &y, &r);
    disc->y = p.y + wend_whole_ratio(&part, &below);
}

static void refine_no_point(const wend_sites *s, const int32_t site[3], wend_disc *disc) {
    const wend_edge_site *e[3];
    int64_t nx[3], ny[3], f[3];
    whole det, x, y, w, length, part;
    for (int i = 0; i < 3; i++) {
        e[i] = wend_site_edge(s, site[i]);
        nx[i] = -wend_edge_dy(e[i]);
        ny[i] = wend_edge_dx(e[i]);
        f[i] = i == 0 ? 0 : wend_edge_height(e[i], e[0]->a);
    }
    wend_whole_set(&det, 0);
    wend_whole_set(&x, 0);
    wend_whole_set(&y, 0);
    wend_whole_set(&w, 0);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        int64_t cross = nx[j] * ny[k] - ny[j] * nx[k];
        fixed_length(&length, e[i], NULL);
        add_small(&det, &length, cross);
        set_product(&part, f[i], cross);
        wend_whole_add(&w, &w, &part);
        wend_whole_set_wide(&part, wend_i128_sub(wend_i128_mul(ny[j], f[k]), wend_i128_mul(ny[k], f[j])));
        wend_whole_add_product(&x, &length, &part);
        wend_whole_set_wide(&part, wend_i128_sub(wend_i128_mul(nx[k], f[j]), wend_i128_mul(nx[j], f[k])));
        wend_whole_add_product(&y, &length, &part);
    }
    wend_whole_shift(&w, &w, DIGITS);
    disc->radius = wend_whole_ratio(&w, &det);
    disc->x = e[0]->a.x + wend_whole_ratio(&x, &det);
    disc->y = e[0]->a.y + wend_whole_ratio(&y, &det);
}

// ---------------------------------------------------------------------------------------------------- twice the length

typedef wend_twice twice;

static twice add(twice a, twice b) {
    return wend_twice_add(a, b);
}
static twice sub(twice a, twice b) {
    return wend_twice_sub(a, b);
}
static twice mul(twice a, twice b) {
    return wend_twice_mul(a, b);
}
static twice quotient(twice a, twice b) {
    return wend_twice_div(a, b);
}
static twice root(twice a) {
    return wend_twice_sqrt(a);
}
static twice from(int64_t value) {
    return wend_twice_from(value);
}

static twice length_of(const wend_edge_site *e) {
    return root(from(square_length(e)));
}

// What is less: 1 - C of two directions, with the sign of the dot product turned for 1 + C.
static twice less_than_one(int64_t cross, int64_t dot, twice lengths) {
    if (dot <= 0)
        return quotient(sub(lengths, from(dot)), lengths);
    twice m = from(cross);
    return quotient(mul(m, m), mul(lengths, add(lengths, from(dot))));
}

static double rounded(int32_t origin, twice a) {
    return add((twice){origin, 0}, a).high;
}

static void twice_one_point(const wend_sites *s, const int32_t site[3], wend_disc *disc) {
    wend_point p = s->points[site[0]];
    const wend_edge_site *e = wend_site_edge(s, site[1]), *f = wend_site_edge(s, site[2]);
    int64_t h1 = wend_edge_height(e, p), h2 = wend_edge_height(f, p);
    int64_t ex = wend_edge_dx(e), ey = wend_edge_dy(e), fx = wend_edge_dx(f), fy = wend_edge_dy(f);
    int64_t cross = ex * fy - ey * fx, dot = ex * fx + ey * fy;
    twice l1 = length_of(e), l2 = length_of(f), lengths = mul(l1, l2), two = {2, 0};
    twice less = less_than_one(cross, dot, lengths), more = less_than_one(cross, -dot, lengths);
    twice d1 = quotient(from(h1), l1), d2 = quotient(from(h2), l2), mean = mul(two, mul(d1, d2));
    twice vx = wend_twice_from_wide(wend_i128_sub(wend_i128_mul(h2, ey), wend_i128_mul(h1, fy)));
    twice vy = wend_twice_from_wide(wend_i128_sub(wend_i128_mul(h1, fx), wend_i128_mul(h2, ex)));
    vx = quotient(vx, lengths);
    vy = quotient(vy, lengths);
    twice sum = add(add(d1, d2), root(mul(mean, more))), square = add(mul(vx, vx), mul(vy, vy)), scale, radius;
    if (cross > 0) {
        scale = quotient((twice){1, 0}, mul(less, sum));
        radius = mul(square, scale);
    } else {
        radius = quotient(sum, less);
        scale = quotient(radius, square);
    }
    twice along = sub(d1, d2), across = root(mul(mean, less));
    disc->radius = radius.high;
    disc->x = rounded(p.x, mul(scale, sub(mul(along, vx), mul(across, vy))));
    disc->y = rounded(p.y, mul(scale, add(mul(along, vy), mul(across, vx))));
}

static void twice_no_point(const wend_sites *s, const int32_t site[3], wend_disc *disc) {
    const wend_edge_site *e[3];
    int64_t x[3], y[3], f[3], cross[3];
    twice length[3], det = {4, 0};
    for (int i = 0; i < 3; i++) {
        e[i] = wend_site_edge(s, site[i]);
        x[i] = -wend_edge_dy(e[i]);
        y[i] = wend_edge_dx(e[i]);
        f[i] = i == 0 ? 0 : wend_edge_height(e[i], e[0]->a);
        length[i] = length_of(e[i]);
    }
    double best = -1;
    int chosen = 0;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        twice lengths = mul(length[j], length[k]);
        cross[i] = x[j] * y[k] - y[j] * x[k];
        twice half = root(mul(less_than_one(cross[i], x[j] * x[k] + y[j] * y[k], lengths), (twice){0.5, 0}));
        det = mul(det, mul(half, length[i]));
        double sine = fabs((double)cross[i]) / lengths.high;
        chosen = sine > best ? i : chosen;
        best = sine > best ? sine : best;
    }
    int j = (chosen + 1) % 3, k = (chosen + 2) % 3;
    twice w = wend_twice_from_wide(wend_i128_add(wend_i128_mul(f[2], cross[2]), wend_i128_mul(f[1], cross[1])));
    twice r = quotient(w, det), m = from(cross[chosen]);
    twice uj = sub(mul(length[j], r), from(f[j])), uk = sub(mul(length[k], r), from(f[k]));
    disc->radius = r.high;
    disc->x = rounded(e[0]->a.x, quotient(sub(mul(uj, from(y[k])), mul(uk, from(y[j]))), m));
    disc->y = rounded(e[0]->a.y, quotient(sub(mul(uk, from(x[j])), mul(uj, from(x[k]))), m));
}

void wend_disc_refine(const wend_sites *s, const int32_t site[3], wend_disc *disc, double tolerance) {
    int32_t turned[3];
    int points = wend_disc_frame(s, site, turned);
    if (points >= 2 || (points == 1 && disc->radius == 0 && disc->error == 0))
        return;
    double twice_error = disc->error * 0x1p-46;
    if (twice_error < 0.25 * tolerance) {
        if (points == 1)
            twice_one_point(s, turned, disc);
        else
            twice_no_point(s, turned, disc);
    } else {
        twice_error = 0;
        if (points == 1)
            refine_one_point(s, turned, disc);
        else
            refine_no_point(s, turned, disc);
    }
    disc->error = twice_error + 0x1p-51 * (fabs(disc->x) + fabs(disc->y) + disc->radius);
}

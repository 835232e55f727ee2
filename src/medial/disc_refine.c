// Discs with as many digits as it takes, for the few whose doubles are too far off: edges that are nearly parallel.
//
// The formulas of disc.c in whole numbers with DIGITS bits behind the point. Roots are rounded down, so each is off by less
// than 2^-DIGITS. What cancels is never smaller than 2^-110 (the sine of an angle between edges is at least 2^-62), and
// factors are below 2^124, so more than 2^-60 of the value is right in the end. With two points nothing cancels, and
// doubles are as good as it gets.
#include "medial/disc.h"

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

void wend_disc_refine(const wend_sites *s, const int32_t site[3], wend_disc *disc) {
    int32_t turned[3];
    int points = wend_disc_frame(s, site, turned);
    if (points >= 2)
        return;
    if (points == 1 && disc->radius == 0)
        return;
    if (points == 1)
        refine_one_point(s, turned, disc);
    else
        refine_no_point(s, turned, disc);
    disc->error = 0x1p-51 * (fabs(disc->x) + fabs(disc->y) + disc->radius);
}

// Discs in doubles, with error bounds, and the signs that they decide; what they leave open goes to disc_exact.c.
//
// With u = 2^-53. Differences of coordinates, cross and scalar products are taken in integers, so that the formulas
// below start from exact numbers and are arranged not to cancel.
//
// Two points p, q (and a third point w, or an edge with normal N). The centre is m + t J(q - p) with m the middle of
// p-q and J the turn by 90 degrees. For a point, t = (p - w).(q - w) / (2 cross(p, q, w)). For an edge, with Dp and Dq
// the heights of p and q above it, H = Dp + Dq, k = Dq - Dp, g = N . J(q - p):
//     k^2 t^2 - H g t + g^2 / 4 - Dp Dq = 0,   t = (H g + 2 S) / (2 k^2) = (g^2 - 4 Dp Dq) / (2 (H g - 2 S)),
//     S = sqrt(Dp Dq) |N| |q - p|
// of which the larger root has the order p, q, edge counter-clockwise. The first form is taken for g >= 0, the second
// one for g < 0. Where p or q is an end of the edge, S = 0.
//
// A point p and two edges, with unit normals n1, n2, C = n1.n2, heights d1, d2 of p, V = d1 n2 - d2 n1:
//     r = (d1 + d2 + s sqrt(2 d1 d2 (1 + C))) / (1 - C),   s = -sign(n1 x n2),
//     centre = p + r ((d1 - d2) V + sqrt(2 d1 d2 (1 - C)) J V) / V^2.
// For s = -1 the numerator cancels, so r = V^2 / ((1 - C)(d1 + d2 + sqrt ...)). 1 - C or 1 + C, whichever cancels, is
// (n1 x n2)^2 over the other one. V is exact in 128 bits.
//
// Three edges with the heights F_i of an origin, the start of the first one: r = det(N_i, F_i) / det(N_i, l_i), of
// which the first is a whole number, and the second is 4 l1 l2 l3 times the sines of half the angles between the
// normals. Then the centre is where the two lines cross that have the largest angle, each moved by r.
#include "medial/disc.h"

#include <math.h>

#define UNIT 0x1p-53

static double wide(wend_i128 a) {
    return wend_i128_to_double(a);
}

// ---------------------------------------------------------------------------------------------------- two points

static double parameter_of_point(wend_point p, wend_point q, wend_point w) {
    return (double)wend_dot(w, p, q) / (2 * (double)wend_cross(p, q, w));
}

static double parameter_of_edge(const wend_edge_site *e, wend_point p, wend_point q, bool own) {
    int64_t dp = wend_edge_height(e, p), dq = wend_edge_height(e, q);
    int64_t dx = (int64_t)q.x - p.x, dy = (int64_t)q.y - p.y;
    int64_t g = wend_edge_dx(e) * dx + wend_edge_dy(e) * dy; // N . J(q - p)
    double h = (double)(dp + dq);
    if (own)
        return (double)g / (2 * h);
    double length = sqrt((double)(dx * dx + dy * dy));
    double s = sqrt((double)dp) * sqrt((double)dq) * e->length * length;
    if (g >= 0) {
        double k = (double)(dq - dp);
        return (h * (double)g + 2 * s) / (2 * k * k);
    }
    wend_i128 n = wend_i128_sub(wend_i128_mul(g, g), wend_i128_mul(2 * dp, 2 * dq));
    return wide(n) / (2 * (h * (double)g - 2 * s));
}

static void make_two_points(const wend_sites *s, const int32_t site[3], wend_disc *disc) {
    wend_point p = s->points[site[0]], q = s->points[site[1]];
    double dx = (double)q.x - p.x, dy = (double)q.y - p.y, t;
    if (wend_site_is_point(s, site[2])) {
        t = parameter_of_point(p, q, s->points[site[2]]);
    } else {
        bool own = wend_sites_own(s, site[0], site[2]) || wend_sites_own(s, site[1], site[2]);
        t = parameter_of_edge(wend_site_edge(s, site[2]), p, q, own);
    }
    disc->x = 0.5 * ((double)p.x + q.x) - t * dy;
    disc->y = 0.5 * ((double)p.y + q.y) + t * dx;
    disc->radius = sqrt((dx * dx + dy * dy) * (0.25 + t * t));
    disc->error = 64 * UNIT * disc->radius + 4 * UNIT * (fabs(disc->x) + fabs(disc->y));
}

// ---------------------------------------------------------------------------------------------------- one point

static void make_one_point(const wend_sites *s, const int32_t site[3], wend_disc *disc) {
    wend_point p = s->points[site[0]];
    const wend_edge_site *e = wend_site_edge(s, site[1]), *f = wend_site_edge(s, site[2]);
    int64_t h1 = wend_edge_height(e, p), h2 = wend_edge_height(f, p);
    if (h1 == 0 && h2 == 0) {
        *disc = (wend_disc){p.x, p.y, 0, 0};
        return;
    }
    int64_t ex = wend_edge_dx(e), ey = wend_edge_dy(e), fx = wend_edge_dx(f), fy = wend_edge_dy(f);
    int64_t cross = ex * fy - ey * fx, dot = ex * fx + ey * fy;
    double lengths = e->length * f->length, m = (double)cross, c = (double)dot;
    double less = dot > 0 ? m * m / (lengths * (lengths + c)) : (lengths - c) / lengths; // 1 - C
    double more = dot > 0 ? (lengths + c) / lengths : m * m / (lengths * (lengths - c)); // 1 + C
    double d1 = (double)h1 / e->length, d2 = (double)h2 / f->length;
    double vx = wide(wend_i128_sub(wend_i128_mul(h2, ey), wend_i128_mul(h1, fy))) / lengths;
    double vy = wide(wend_i128_sub(wend_i128_mul(h1, fx), wend_i128_mul(h2, ex))) / lengths;
    double sum = d1 + d2 + sqrt(2 * d1 * d2 * more), square = vx * vx + vy * vy, scale;
    if (cross > 0) {
        scale = 1 / (less * sum);
        disc->radius = square * scale;
    } else {
        disc->radius = sum / less;
        scale = disc->radius / square;
    }
    double along = d1 - d2, across = sqrt(2 * d1 * d2 * less);
    disc->x = p.x + scale * (along * vx - across * vy);
    disc->y = p.y + scale * (along * vy + across * vx);
    disc->error = 12 * UNIT * scale * (fabs(vx) + fabs(vy)) * (d1 + d2) + 256 * UNIT * disc->radius +
                  4 * UNIT * (fabs(disc->x) + fabs(disc->y));
}

// ---------------------------------------------------------------------------------------------------- no point

// The sine of half the angle between two normals.
static double half_sine(double cross, double dot, double lengths) {
    return dot > 0 ? fabs(cross) / sqrt(2 * lengths * (lengths + dot)) : sqrt((lengths - dot) / (2 * lengths));
}

static void make_no_point(const wend_sites *s, const int32_t site[3], wend_disc *disc) {
    const wend_edge_site *e[3];
    int64_t x[3], y[3], f[3], cross[3]; // normals, heights of the origin; cross products of the two others
    for (int i = 0; i < 3; i++) {
        e[i] = wend_site_edge(s, site[i]);
        x[i] = -wend_edge_dy(e[i]);
        y[i] = wend_edge_dx(e[i]);
        f[i] = i == 0 ? 0 : wend_edge_height(e[i], e[0]->a);
    }
    double det = 0, size = 0, best = -1;
    int chosen = 0;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        cross[i] = x[j] * y[k] - y[j] * x[k];
        double part = e[i]->length * (double)cross[i];
        det += part;
        size += fabs(part);
        if (fabs(part) > best) { // the same factor in all three makes it the sine of the angle
            best = fabs(part);
            chosen = i;
        }
    }
    if (!(det > 0.25 * size)) { // it may have cancelled
        det = 4;
        for (int i = 0; i < 3; i++) {
            int j = (i + 1) % 3, k = (i + 2) % 3;
            double lengths = e[j]->length * e[k]->length;
            det *= half_sine((double)cross[i], (double)(x[j] * x[k] + y[j] * y[k]), lengths) * e[i]->length;
        }
    }
    double w = wide(wend_i128_add(wend_i128_mul(f[2], cross[2]), wend_i128_mul(f[1], cross[1])));
    if (!(det > 0) || cross[chosen] == 0) {
        *disc = (wend_disc){e[0]->a.x, e[0]->a.y, 0, INFINITY};
        return;
    }
    int j = (chosen + 1) % 3, k = (chosen + 2) % 3;
    double r = w / det, m = (double)cross[chosen];
    double jr = e[j]->length * r, kr = e[k]->length * r, uj = jr - (double)f[j], uk = kr - (double)f[k];
    double dx = (uj * (double)y[k] - uk * (double)y[j]) / m, dy = (uk * (double)x[j] - uj * (double)x[k]) / m;
    disc->x = e[0]->a.x + dx;
    disc->y = e[0]->a.y + dy;
    disc->radius = r;
    double reach = (jr + fabs((double)f[j])) * e[k]->length + (kr + fabs((double)f[k])) * e[j]->length;
    disc->error = 96 * UNIT * reach / fabs(m) + 96 * UNIT * r + 4 * UNIT * (fabs(disc->x) + fabs(disc->y));
}

void wend_disc_make(const wend_sites *s, const int32_t site[3], wend_disc *disc) {
    int32_t turned[3];
    int points = wend_disc_frame(s, site, turned);
    if (points >= 2)
        make_two_points(s, turned, disc);
    else if (points == 1)
        make_one_point(s, turned, disc);
    else
        make_no_point(s, turned, disc);
}

// ---------------------------------------------------------------------------------------------------- signs

int wend_disc_side(const wend_sites *s, const int32_t site[3], const wend_disc *disc, wend_i128 wx, wend_i128 wy,
                   wend_point origin, wend_i128 plus) {
    double x = wide(wx), y = wide(wy), a = x * (disc->x - origin.x), b = y * (disc->y - origin.y), c = wide(plus);
    double value = a + b + c;
    double bound = (fabs(x) + fabs(y)) * disc->error * (1 + 8 * UNIT) + 8 * UNIT * (fabs(a) + fabs(b) + fabs(c));
    if (value > bound)
        return 1;
    if (value < -bound)
        return -1;
    wend_whole big_x, big_y, big_plus;
    wend_whole_set_wide(&big_x, wx);
    wend_whole_set_wide(&big_y, wy);
    wend_whole_set_wide(&big_plus, plus);
    return wend_disc_side_exact(s, site, &big_x, &big_y, origin, &big_plus);
}

int wend_disc_room(const wend_sites *s, const int32_t site[3], const wend_disc *disc, const wend_edge_site *edge) {
    double dx = (double)edge->b.x - edge->a.x, dy = (double)edge->b.y - edge->a.y;
    double a = dx * (disc->y - edge->a.y), b = dy * (disc->x - edge->a.x), c = disc->radius * edge->length;
    double room = a - b - c;
    double bound =
        (fabs(dx) + fabs(dy) + edge->length) * disc->error * (1 + 8 * UNIT) + 8 * UNIT * (fabs(a) + fabs(b) + c);
    if (room > bound)
        return 1;
    if (room < -bound)
        return -1;
    return wend_disc_room_exact(s, site, edge);
}

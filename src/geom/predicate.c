// The public predicates: orientation, in-circle, meeting and crossing of segments, pixels.
#include "geom/predicate.h"

int wend_orientation(wend_point a, wend_point b, wend_point c) {
    return wend_sign(wend_cross(a, b, c));
}

int wend_in_circle(wend_point a, wend_point b, wend_point c, wend_point d) {
    return wend_circle_sign(a, b, c, d);
}

// Whether p, known to be on the line a-b, lies on the closed segment.
static bool within(wend_point a, wend_point b, wend_point p) {
    int32_t x0 = a.x < b.x ? a.x : b.x, x1 = a.x < b.x ? b.x : a.x;
    int32_t y0 = a.y < b.y ? a.y : b.y, y1 = a.y < b.y ? b.y : a.y;
    return x0 <= p.x && p.x <= x1 && y0 <= p.y && p.y <= y1;
}

static wend_meeting collinear_meet(wend_point a, wend_point b, wend_point c, wend_point d) {
    if (wend_point_less(b, a)) {
        wend_point t = a;
        a = b;
        b = t;
    }
    if (wend_point_less(d, c)) {
        wend_point t = c;
        c = d;
        d = t;
    }
    wend_point low = wend_point_less(a, c) ? c : a;
    wend_point high = wend_point_less(b, d) ? b : d;
    if (wend_point_less(high, low))
        return WEND_APART;
    return wend_point_equal(low, high) ? WEND_TOUCH : WEND_OVERLAP;
}

wend_meeting wend_segments_meet(wend_point a, wend_point b, wend_point c, wend_point d) {
    int sc = wend_orientation(a, b, c), sd = wend_orientation(a, b, d);
    int sa = wend_orientation(c, d, a), sb = wend_orientation(c, d, b);
    if (sa == 0 && sb == 0 && sc == 0 && sd == 0) {
        // All on one line, or one of the segments is a point on the other's line.
        if (!wend_point_equal(a, b) || !wend_point_equal(c, d))
            return collinear_meet(a, b, c, d);
        return wend_point_equal(a, c) ? WEND_TOUCH : WEND_APART;
    }
    if (sa * sb < 0 && sc * sd < 0)
        return WEND_CROSS;
    bool touch = (sc == 0 && within(a, b, c)) || (sd == 0 && within(a, b, d)) || (sa == 0 && within(c, d, a)) ||
                 (sb == 0 && within(c, d, b));
    return touch ? WEND_TOUCH : WEND_APART;
}

// n / d rounded to the nearest integer, halves toward zero, at most 2^30 in magnitude; d > 0.
static int32_t round_ratio(wend_i128 n, int64_t d) {
    bool negative = wend_i128_sign(n) < 0;
    if (negative)
        n = wend_i128_neg(n);
    int64_t q = 1 << 30;
    if (wend_i128_compare(n, wend_i128_mul(d, q)) < 0) {
        wend_i128 rest, divisor = wend_i128_from(d);
        q = wend_i128_divide_floor(n, divisor, &rest);
        q += wend_i128_compare(wend_i128_add(rest, rest), divisor) > 0;
    }
    return (int32_t)(negative ? -q : q);
}

// The same in doubles, when rounding errors (below 2^-20 here) cannot decide.
static bool round_surely(double value, int32_t *rounded) {
    *rounded = (int32_t)(value < 0 ? value - 0.5 : value + 0.5);
    double rest = value - *rounded;
    return rest > -0.4999 && rest < 0.4999;
}

// The crossing is a + (b - a) * t with t = cross(c, d, a) / (cross(c, d, a) - cross(c, d, b)). Both coordinates become
// one exact ratio with that denominator, so the value does not depend on which segment, or which end, comes first.
wend_point wend_cross_point(wend_point a, wend_point b, wend_point c, wend_point d) {
    int64_t ta = wend_cross(c, d, a), tb = wend_cross(c, d, b);
    int64_t denominator = ta - tb;
    if (denominator < 0) {
        denominator = -denominator;
        ta = -ta;
    }
    wend_point sure;
    if (denominator > 0 && ta >= 0 && ta <= denominator) { // between a and b
        double t = (double)ta / (double)denominator;
        if (round_surely(a.x + t * ((double)b.x - a.x), &sure.x) &&
            round_surely(a.y + t * ((double)b.y - a.y), &sure.y))
            return sure;
    }
    wend_i128 x = wend_i128_add(wend_i128_mul(denominator, a.x), wend_i128_mul(ta, (int64_t)b.x - a.x));
    wend_i128 y = wend_i128_add(wend_i128_mul(denominator, a.y), wend_i128_mul(ta, (int64_t)b.y - a.y));
    return (wend_point){round_ratio(x, denominator), round_ratio(y, denominator)};
}

int wend_order_along(wend_point a, wend_point b, wend_point c, wend_point d, wend_point e, wend_point f) {
    int64_t n1 = wend_cross(c, d, a), d1 = n1 - wend_cross(c, d, b);
    int64_t n2 = wend_cross(e, f, a), d2 = n2 - wend_cross(e, f, b);
    if (d1 < 0) {
        n1 = -n1;
        d1 = -d1;
    }
    if (d2 < 0) {
        n2 = -n2;
        d2 = -d2;
    }
    return wend_i128_compare(wend_i128_mul(n1, d2), wend_i128_mul(n2, d1));
}

// The pixel of coordinate k along one axis is [k - 1/2, k + 1/2], of which the end away from zero counts and the end
// toward zero does not (that one rounds to k's neighbour); both count for k = 0. In doubled coordinates the ends are 2k
// - 1 and 2k + 1.
//
// The segment meets the pixel when some parameter satisfies all four half-plane conditions; a strict one cuts the range
// open. So clip the segment, as parameter intervals with rational ends, and see whether anything is left. Cheap outs
// first: the box, then the side of the line on which the pixel's corners lie.
typedef struct span {
    int64_t low_n, low_d, high_n, high_d; // ends of the parameter range as ratios with d > 0
    bool low_open, high_open;
} span;

static int ratio_compare(int64_t n1, int64_t d1, int64_t n2, int64_t d2) {
    return wend_i128_compare(wend_i128_mul(n1, d2), wend_i128_mul(n2, d1));
}

// Keeps the part of the span where p + t * d >= bound (> when open). False when nothing can be left.
static bool clip(span *s, int64_t p, int64_t d, int64_t bound, bool open) {
    if (d == 0)
        return open ? p > bound : p >= bound;
    int64_t n = bound - p;
    if (d > 0) {
        int order = ratio_compare(n, d, s->low_n, s->low_d);
        if (order > 0) {
            s->low_n = n;
            s->low_d = d;
            s->low_open = open;
        } else if (order == 0) {
            s->low_open |= open;
        }
    } else {
        int order = ratio_compare(-n, -d, s->high_n, s->high_d);
        if (order < 0) {
            s->high_n = -n;
            s->high_d = -d;
            s->high_open = open;
        } else if (order == 0) {
            s->high_open |= open;
        }
    }
    return true;
}

static bool clip_axis(span *s, int64_t a, int64_t b, int64_t k) {
    bool low_open = k > 0, high_open = k < 0;
    return clip(s, 2 * a, 2 * (b - a), 2 * k - 1, low_open) && clip(s, -2 * a, 2 * (a - b), -2 * k - 1, high_open);
}

bool wend_segment_in_pixel(wend_point a, wend_point b, wend_point p) {
    if ((a.x < p.x && b.x < p.x) || (a.x > p.x && b.x > p.x) || (a.y < p.y && b.y < p.y) || (a.y > p.y && b.y > p.y))
        return false;
    int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y;
    int64_t side = 2 * wend_cross(a, b, p), reach = (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
    if (side > reach || side < -reach)
        return false;
    if (side < reach && side > -reach && !(dx == 0 && dy == 0))
        return true; // the line passes through the open pixel, and the box test says that the segment gets there
    span s = {0, 1, 1, 1, false, false};
    if (!clip_axis(&s, a.x, b.x, p.x) || !clip_axis(&s, a.y, b.y, p.y))
        return false;
    int order = ratio_compare(s.low_n, s.low_d, s.high_n, s.high_d);
    return order < 0 || (order == 0 && !s.low_open && !s.high_open);
}

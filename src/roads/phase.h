// Directions and how far they are around.
//
// The phase of a direction is an angle without trigonometry: it grows from 0 to 1 with the first quarter turn as
// sin / (sin + cos), and so on with each other quarter. It orders directions and counts turns; it is no measure.
#ifndef WEND_SRC_ROADS_PHASE_H
#define WEND_SRC_ROADS_PHASE_H

#include "base/platform.h"

#include <math.h>

// A vector in lattice steps, or a direction.
typedef struct wend_way {
    double x, y;
} wend_way;

static inline double wend_way_dot(wend_way a, wend_way b) {
    return a.x * b.x + a.y * b.y;
}
static inline double wend_way_cross(wend_way a, wend_way b) {
    return a.x * b.y - a.y * b.x;
}
static inline wend_way wend_way_minus(wend_way a, wend_way b) {
    return (wend_way){a.x - b.x, a.y - b.y};
}
static inline wend_way wend_way_left(wend_way a) { // turned by 90 degrees
    return (wend_way){-a.y, a.x};
}
static inline wend_way wend_way_unit(wend_way a) {
    double length = sqrt(a.x * a.x + a.y * a.y);
    return (wend_way){a.x / length, a.y / length};
}

// How far b is around from a, counter-clockwise: in [0, 4).
static inline double wend_phase(wend_way a, wend_way b) {
    double c = wend_way_dot(a, b), s = wend_way_cross(a, b);
    if (s >= 0)
        return c >= 0 ? (c + s > 0 ? s / (c + s) : 0) : 1 - c / (s - c);
    return c < 0 ? 2 + s / (s + c) : 3 + c / (c - s);
}

// The angle between unit vectors with the scalar product c and the cross product s, in radians, 0 to pi. The same bits
// everywhere: the tangent is halved until it is small, and then a series.
static inline double wend_angle_of(double c, double s) {
    s = s < 0 ? -s : s;
    double t = c >= 0 ? s / (1 + c) : (s > 0 ? (1 - c) / s : INFINITY); // tan of a half
    if (!(t < 0x1p60))
        return 0x1.921fb54442d18p+1;
    double flip = t > 1 ? 0x1.921fb54442d18p+0 : 0; // atan t = pi/2 - atan 1/t
    t = t > 1 ? 1 / t : t;
    t = t / (1 + sqrt(1 + t * t)); // a quarter
    t = t / (1 + sqrt(1 + t * t)); // an eighth, at most tan(pi/16) = 0.199
    double q = t * t;
    double sum =
        t *
        (1 - q * (1. / 3 -
                  q * (1. / 5 -
                       q * (1. / 7 -
                            q * (1. / 9 -
                                 q * (1. / 11 - q * (1. / 13 - q * (1. / 15 - q * (1. / 17 - q * (1. / 19)))))))))) *
        4;
    return 2 * (flip > 0 ? flip - sum : sum);
}

static inline double wend_angle(wend_way a, wend_way b) {
    return wend_angle_of(wend_way_dot(a, b), wend_way_cross(a, b));
}

// Phases closer than this count as equal: far more than rounding, far less than any two corners of a lattice differ.
#define WEND_PHASE_CLOSE 1e-9

// The phase of u from `first` that is not before `from` in a sense (1: counter-clockwise, -1: clockwise), and less than
// a turn beyond it.
static inline double wend_phase_beyond(wend_way first, wend_way u, double from, int sense) {
    double p = wend_phase(first, u);
    return sense > 0 ? p + 4 * ceil((from - WEND_PHASE_CLOSE - p) / 4)
                     : p - 4 * ceil((p - from - WEND_PHASE_CLOSE) / 4);
}

// The phase of u from `first` that is within half a turn of another one.
static inline double wend_phase_near(wend_way first, wend_way u, double near) {
    double p = wend_phase(first, u);
    return p + 4 * floor((near - p) / 4 + 0.5);
}

// The unit direction at a phase from `first`: NaN at one that is none.
static inline wend_way wend_way_at(wend_way first, double phase) {
    if (!(fabs(phase) < 0x1p40))
        return (wend_way){NAN, NAN};
    double whole = floor(phase), f = phase - whole;
    wend_way v = {(1 - f) * first.x - f * first.y, (1 - f) * first.y + f * first.x};
    for (int k = (int)(whole - 4 * floor(whole / 4)); k > 0; k--)
        v = wend_way_left(v);
    return wend_way_unit(v);
}

#endif

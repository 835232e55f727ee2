// Lines with a width, as shapes of a canvas: see canvas.h.
//
// A stroke is a union of convex pieces that all turn the same way, so that they add up by the non-zero rule: a
// rectangle along each segment, a wedge on the outer side of each bend, and half a disc at each end.
//
//        +-----------------+.            Arcs are halved until their chord is as good as the arc. The middle of two
//        |  .  .  .  .  .  | ':          directions is their sum, made one long again: no sine is needed.
//        +-----------------+ . :
//                        : . . +
#include "picture/canvas.h"

#include <math.h>

#define ARC_ERROR 0.02  // pixels between an arc and its chord
#define BEND_LEAST 1e-3 // pixels by which the outer side of a bend must gape to be filled

// A direction of length one, or an offset from a place.
typedef struct way {
    double x, y;
} way;

typedef struct pen {
    wend_canvas *canvas;
    double radius;
} pen;

static way left_of(way d) {
    return (way){-d.y, d.x};
}

static way back(way d) {
    return (way){-d.x, -d.y};
}

// From `at` + radius * a to `at` + radius * b, as a line.
static void chord(const pen *p, way at, way a, way b) {
    wend_canvas_line(p->canvas, at.x + p->radius * a.x, at.y + p->radius * a.y, at.x + p->radius * b.x,
                     at.y + p->radius * b.y);
}

// The same as an arc of less than half a turn.
static void arc(const pen *p, way at, way a, way b) {
    way sum = {a.x + b.x, a.y + b.y};
    double length = sqrt(sum.x * sum.x + sum.y * sum.y);
    if (!(length > 0) || p->radius * (1 - length / 2) <= ARC_ERROR) {
        chord(p, at, a, b);
        return;
    }
    way middle = {sum.x / length, sum.y / length};
    arc(p, at, a, middle);
    arc(p, at, middle, b);
}

// Half a disc on the side of `ahead`.
static void add_cap(const pen *p, way at, way ahead) {
    way left = left_of(ahead), right = back(left);
    arc(p, at, right, ahead);
    arc(p, at, ahead, left);
    chord(p, at, left, right);
}

static void add_segment(const pen *p, way a, way b, way along) {
    way left = left_of(along), right = back(left);
    double r = p->radius;
    chord(p, a, left, right);
    wend_canvas_line(p->canvas, a.x + r * right.x, a.y + r * right.y, b.x + r * right.x, b.y + r * right.y);
    chord(p, b, right, left);
    wend_canvas_line(p->canvas, b.x + r * left.x, b.y + r * left.y, a.x + r * left.x, a.y + r * left.y);
}

// The outer side of a bend.
static void add_bend(const pen *p, way at, way from, way to) {
    double turn = from.x * to.y - from.y * to.x, same = from.x * to.x + from.y * to.y;
    if (same > 0 && p->radius * p->radius * (1 - same) < BEND_LEAST)
        return;
    if (turn == 0) {
        add_cap(p, at, from);
        return;
    }
    way a = turn > 0 ? back(left_of(from)) : left_of(to), b = turn > 0 ? back(left_of(to)) : left_of(from);
    double r = p->radius;
    wend_canvas_line(p->canvas, at.x, at.y, at.x + r * a.x, at.y + r * a.y);
    arc(p, at, a, b);
    wend_canvas_line(p->canvas, at.x + r * b.x, at.y + r * b.y, at.x, at.y);
}

void wend_canvas_disc(wend_canvas *canvas, double x, double y, double radius) {
    static const way sides[5] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
    pen p = {canvas, radius};
    for (int k = 0; k < 4; k++)
        arc(&p, (way){x, y}, sides[k], sides[k + 1]);
}

// ---------------------------------------------------------------------------------------------------- dashes

// Where in the pattern of a dash and a gap one is.
typedef struct dashes {
    double dash;  // 0 for a line without gaps
    double phase; // 0 to 2 * dash
    bool drawn;   // the piece before was drawn up to its end
} dashes;

static double wrap(double length, double period) {
    double rest = length - (double)(int64_t)(length / period) * period;
    return rest < 0 || rest >= period ? 0 : rest;
}

// The part of a segment, as lengths from its start, that may show on the page. False when there is none.
static bool find_part(const pen *p, way a, way along, double length, double part[2]) {
    const double low[2] = {-p->radius, -p->radius};
    const double high[2] = {p->canvas->width + p->radius, p->canvas->height + p->radius};
    const double from[2] = {a.x, a.y}, step[2] = {along.x, along.y};
    part[0] = 0;
    part[1] = length;
    for (int k = 0; k < 2; k++) {
        if (step[k] == 0 && (from[k] < low[k] || from[k] > high[k]))
            return false;
        if (step[k] == 0)
            continue;
        double t0 = (low[k] - from[k]) / step[k], t1 = (high[k] - from[k]) / step[k];
        double enter = t0 < t1 ? t0 : t1, leave = t0 < t1 ? t1 : t0;
        part[0] = enter > part[0] ? enter : part[0];
        part[1] = leave < part[1] ? leave : part[1];
    }
    return part[0] < part[1];
}

static void add_dashes(const pen *p, way a, way along, double length, dashes *d) {
    double period = 2 * d->dash, part[2];
    bool shows = find_part(p, a, along, length, part);
    // Dashes begin at d->phase before a, and every period after it; the first that reaches into the part is this:
    double begin = -d->phase;
    if (shows && part[0] - begin > period)
        begin += (double)(int64_t)((part[0] - begin) / period) * period;
    for (; shows && begin < part[1]; begin += period) {
        double from = begin > 0 ? begin : 0, to = begin + d->dash < length ? begin + d->dash : length;
        if (from < to)
            add_segment(p, (way){a.x + along.x * from, a.y + along.y * from},
                        (way){a.x + along.x * to, a.y + along.y * to}, along);
    }
    d->phase = wrap(d->phase + length, period);
    d->drawn = d->phase < d->dash;
}

// ---------------------------------------------------------------------------------------------------- strokes

static double direction(way a, way b, way *along) {
    double x = b.x - a.x, y = b.y - a.y, length = sqrt(x * x + y * y);
    if (!(length > 0) || length - length != 0)
        return 0;
    *along = (way){x / length, y / length};
    return length;
}

void wend_canvas_stroke(wend_canvas *canvas, const double *points, int64_t count, bool closed, double width,
                        double dash) {
    pen p = {canvas, width / 2};
    dashes d = {.dash = dash};
    way first = {0, 0}, before = {0, 0}; // directions of the first segment and of the one before
    bool any = false;
    if (count < 1)
        return;
    way start = {points[0], points[1]}, at = start;
    for (int64_t k = 1; k < count + closed; k++) {
        int64_t n = k < count ? k : 0;
        way next = {points[2 * n], points[2 * n + 1]}, along;
        double length = direction(at, next, &along);
        if (length == 0)
            continue;
        if (any && (dash == 0 || d.drawn))
            add_bend(&p, at, before, along);
        if (dash > 0)
            add_dashes(&p, at, along, length, &d);
        else
            add_segment(&p, at, next, along);
        first = any ? first : along;
        before = along;
        at = next;
        any = true;
    }
    if (!any && dash == 0)
        wend_canvas_disc(canvas, start.x, start.y, p.radius);
    if (any && closed && (dash == 0 || d.drawn))
        add_bend(&p, start, before, first);
    if (any && !closed && dash == 0) {
        add_cap(&p, start, back(first));
        add_cap(&p, at, before);
    }
}

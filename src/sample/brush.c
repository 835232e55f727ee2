// The brush: strokes, random choices and directions for the samples.
#include "sample/brush.h"

#include "base/context.h"
#include "base/random.h"

#define PAUSE_EVERY 4096 // shapes between two looks at the cancel hook

static double tidy(const wend_brush *brush, double value) {
    if (brush->grain == 0)
        return value;
    double scaled = value * brush->grain;
    return (double)(int64_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5) / brush->grain;
}

void wend_brush_point(wend_brush *brush, double x, double y) {
    if (brush->result != WEND_OK)
        return;
    if (!wend_array_reserve(brush->context, &brush->points, brush->points.count + 2)) {
        brush->result = WEND_ERROR_MEMORY;
        return;
    }
    brush->points.data[brush->points.count++] = tidy(brush, x);
    brush->points.data[brush->points.count++] = tidy(brush, y);
}

void wend_brush_end(wend_brush *brush, wend_shape_kind kind, int32_t polygon) {
    if (brush->result != WEND_OK)
        return;
    brush->result =
        wend_drawing_add(brush->drawing, kind, polygon, brush->points.data, (int32_t)(brush->points.count / 2));
    brush->points.count = 0;
    brush->shapes++;
    if (brush->result == WEND_OK && brush->shapes % PAUSE_EVERY == 0 && wend_pause(brush->context, "sample", 0))
        brush->result = WEND_ERROR_CANCELLED;
}

void wend_brush_rectangle(wend_brush *brush, wend_shape_kind kind, int32_t polygon, double x0, double y0, double x1,
                          double y1) {
    wend_brush_point(brush, x0, y0);
    wend_brush_point(brush, x1, y0);
    wend_brush_point(brush, x1, y1);
    wend_brush_point(brush, x0, y1);
    wend_brush_end(brush, kind, polygon);
}

void wend_brush_disc(wend_brush *brush, wend_shape_kind kind, int32_t polygon, double x, double y, double radius,
                     int32_t corners, double turn) {
    for (int32_t k = 0; k < corners; k++) {
        double unit[2];
        wend_brush_direction(turn + (double)k / corners, unit);
        wend_brush_point(brush, x + radius * unit[0], y + radius * unit[1]);
    }
    wend_brush_end(brush, kind, polygon);
}

void wend_brush_site(wend_brush *brush, double width, double height) {
    wend_brush_rectangle(brush, WEND_SHAPE_OUTER, 0, 0, 0, width, height);
}

double wend_brush_between(wend_brush *brush, double low, double high) {
    return low + (high - low) * wend_random_unit(&brush->random);
}

int32_t wend_brush_pick(wend_brush *brush, int32_t count) {
    return (int32_t)wend_random_below(&brush->random, (uint64_t)count);
}

bool wend_brush_chance(wend_brush *brush, double chance) {
    return wend_random_unit(&brush->random) < chance;
}

// The nearest quarter turn is taken off, which leaves an eighth at most, where Taylor's series are short.
void wend_brush_direction(double turn, double unit[2]) {
    int64_t whole = (int64_t)turn;
    double rest = turn - (double)whole;
    int64_t quarter = (int64_t)(rest * 4 + (rest < 0 ? -0.5 : 0.5));
    double x = (rest - (double)quarter * 0.25) * 6.283185307179586;
    double square = x * x;
    double sine = 1, cosine = 1;
    for (int k = 8; k > 0; k--) {
        sine = 1 - sine * square / ((2 * k) * (2 * k + 1));
        cosine = 1 - cosine * square / ((2 * k - 1) * (2 * k));
    }
    sine *= x;
    switch (quarter & 3) {
    case 0:
        unit[0] = cosine, unit[1] = sine;
        break;
    case 1:
        unit[0] = -sine, unit[1] = cosine;
        break;
    case 2:
        unit[0] = -cosine, unit[1] = -sine;
        break;
    default:
        unit[0] = sine, unit[1] = -cosine;
        break;
    }
}

int32_t wend_brush_root(int64_t n) {
    int32_t root = 0;
    for (int32_t bit = 1 << 30; bit > 0; bit >>= 1) {
        int64_t wider = (int64_t)root + bit;
        if (wider * wider <= n)
            root = (int32_t)wider;
    }
    return root;
}

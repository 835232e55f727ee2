// Cuts a drawing to a box: polygons side by side of the box (Sutherland and Hodgman), lines piece by piece (Liang and
// Barsky). What a polygon winds around inside the box stays as it is, so fills by winding stay right.
#include "picture/draw.h"

typedef WEND_ARRAY(double) double_list;

typedef struct clipper {
    wend_draw *draw;
    double low[2], high[2];
    double_list ring, other; // x, y of each corner
} clipper;

static void push(clipper *c, double_list *list, double x, double y) {
    if (!wend_array_push(c->draw->context, list, x) || !wend_array_push(c->draw->context, list, y))
        c->draw->failed = true;
}

// How far a point lies inside of one of the four sides.
static double inside(const clipper *c, int side, const double *at) {
    int axis = side / 2;
    return side % 2 == 0 ? at[axis] - c->low[axis] : c->high[axis] - at[axis];
}

static void clip_side(clipper *c, int side) {
    int64_t count = c->ring.count / 2;
    c->other.count = 0;
    for (int64_t k = 0; k < count && !c->draw->failed; k++) {
        const double *a = c->ring.data + 2 * k, *b = c->ring.data + 2 * ((k + 1) % count);
        double in_a = inside(c, side, a), in_b = inside(c, side, b);
        if (in_a >= 0)
            push(c, &c->other, a[0], a[1]);
        if ((in_a > 0 && in_b < 0) || (in_a < 0 && in_b > 0)) {
            double along = in_a / (in_a - in_b);
            push(c, &c->other, a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1]));
        }
    }
    double_list swap = c->ring;
    c->ring = c->other;
    c->other = swap;
}

// Adds the ring as a contour of the last layer.
static void add_ring(const clipper *c) {
    if (c->ring.count < 6)
        return;
    wend_draw_begin_contour(c->draw, true);
    for (int64_t k = 0; k < c->ring.count; k += 2)
        wend_draw_point(c->draw, c->ring.data[k], c->ring.data[k + 1]);
}

// The part of a line within the box, as shares of its length; false when there is none.
static bool clip_line(const clipper *c, const double *a, const double *b, double *from, double *to) {
    *from = 0;
    *to = 1;
    for (int side = 0; side < 4; side++) {
        double in_a = inside(c, side, a), in_b = inside(c, side, b);
        if (in_a < 0 && in_b < 0)
            return false;
        double along = in_a < 0 || in_b < 0 ? in_a / (in_a - in_b) : 0;
        if (in_a < 0 && along > *from)
            *from = along;
        if (in_b < 0 && along < *to)
            *to = along;
    }
    return *from <= *to;
}

// Adds the parts of the ring, as a chain of lines, that lie within the box.
static void add_chain(const clipper *c, bool closed) {
    int64_t count = c->ring.count / 2;
    bool open = false; // whether the last contour goes on here
    for (int64_t k = 0; k + !closed < count; k++) {
        const double *a = c->ring.data + 2 * k, *b = c->ring.data + 2 * ((k + 1) % count);
        double from, to;
        if (!clip_line(c, a, b, &from, &to)) {
            open = false;
            continue;
        }
        if (!open || from > 0) {
            wend_draw_begin_contour(c->draw, false);
            wend_draw_point(c->draw, a[0] + from * (b[0] - a[0]), a[1] + from * (b[1] - a[1]));
        }
        wend_draw_point(c->draw, a[0] + to * (b[0] - a[0]), a[1] + to * (b[1] - a[1]));
        open = to >= 1;
    }
}

static void add_dots(const clipper *c) {
    for (int64_t k = 0; k < c->ring.count; k += 2) {
        const double *at = c->ring.data + k;
        if (at[0] < c->low[0] || at[0] > c->high[0] || at[1] < c->low[1] || at[1] > c->high[1])
            continue;
        wend_draw_begin_contour(c->draw, false);
        wend_draw_point(c->draw, at[0], at[1]);
    }
}

static void clip_contour(clipper *c, wend_draw_kind kind, const wend_draw_contour *contour) {
    c->ring.count = 0;
    for (int64_t k = 0; k < contour->count && !c->draw->failed; k++) {
        const double *at = c->draw->points.data + 2 * (contour->first + k);
        push(c, &c->ring, at[0], at[1]);
    }
    if (kind == WEND_DRAW_DOTS) {
        add_dots(c);
    } else if (kind == WEND_DRAW_STROKE) {
        add_chain(c, contour->closed);
    } else {
        for (int side = 0; side < 4; side++)
            clip_side(c, side);
        add_ring(c);
    }
}

// The box in the coordinates of a layer.
static void set_box(clipper *c, const wend_draw_layer *layer, const double low[2], const double high[2]) {
    const wend_draw *d = c->draw;
    c->low[0] = layer->on_page ? low[0] : (low[0] - d->shift[0]) / d->scale;
    c->high[0] = layer->on_page ? high[0] : (high[0] - d->shift[0]) / d->scale;
    c->low[1] = layer->on_page ? low[1] : (d->shift[1] - high[1]) / d->scale;
    c->high[1] = layer->on_page ? high[1] : (d->shift[1] - low[1]) / d->scale;
}

// Layers are made anew behind the last one, and then put where they were: contours belong to the last layer.
void wend_draw_clip(wend_draw *draw, bool on_page, int64_t first, const double low[2], const double high[2]) {
    clipper c = {.draw = draw};
    int64_t end = draw->layers.count;
    for (int64_t k = first; k < end && !draw->failed; k++) {
        wend_draw_layer layer = draw->layers.data[k];
        if (layer.on_page != on_page)
            continue;
        set_box(&c, &layer, low, high);
        wend_draw_begin_layer(draw, layer.name, layer.kind, layer.colour, layer.size, layer.on_page);
        wend_draw_dashed(draw, layer.dash);
        for (int64_t i = layer.first; i < layer.first + layer.count && !draw->failed; i++) {
            wend_draw_contour contour = draw->contours.data[i]; // the array grows
            clip_contour(&c, layer.kind, &contour);
        }
        if (!draw->failed)
            draw->layers.data[k] = draw->layers.data[--draw->layers.count];
    }
    wend_array_free(draw->context, &c.ring);
    wend_array_free(draw->context, &c.other);
}

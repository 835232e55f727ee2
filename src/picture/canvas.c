// Painting in pixels: see canvas.h. canvas_stroke.c makes shapes of lines.
//
// Each row of pixels is sampled on 16 lines. On each, the edges that cross it are kept in order of x, and where the
// winding number is not zero is a span, exact to 1/256 of a pixel:
//
//      pixel |       |       |       |           a span adds 256 times its share of each pixel to the row's cover, as
//      line     [===================)            differences, so that its length does not matter
//
// From line to line edges hardly change their order: it is mended by insertion, and edges that begin are merged in.
#include "picture/canvas.h"

enum { CHANNELS = 3, STEPS = 256, LINES = 16, LINE_STEPS = STEPS / LINES, FULL = STEPS * LINES, SIDE_MOST = 1 << 15 };
#define FRACTION 32 // bits of an edge's position below a step

// ---------------------------------------------------------------------------------------------------- the canvas

static size_t pixel_bytes(const wend_canvas *canvas) {
    return (size_t)canvas->width * (size_t)canvas->height * CHANNELS;
}

static size_t cover_bytes(const wend_canvas *canvas) {
    return ((size_t)canvas->width + 2) * sizeof *canvas->cover;
}

wend_result wend_canvas_start(wend_context *context, int32_t width, int32_t height, uint32_t background,
                              wend_canvas *canvas) {
    *canvas = (wend_canvas){.context = context, .width = width, .height = height};
    if (width < 1 || height < 1)
        return WEND_ERROR_ARGUMENT;
    if (width > SIDE_MOST || height > SIDE_MOST || (int64_t)width * height > (int64_t)1 << 29)
        return WEND_ERROR_LIMIT;
    canvas->pixels = wend_allocate_array(context, (int64_t)width * height, CHANNELS);
    canvas->cover = wend_allocate_array(context, (int64_t)width + 2, sizeof *canvas->cover);
    if (!canvas->pixels || !canvas->cover)
        return WEND_ERROR_MEMORY;
    for (size_t k = 0; k < pixel_bytes(canvas); k++)
        canvas->pixels[k] = (uint8_t)(background >> (24 - 8 * (k % CHANNELS)) & 255);
    memset(canvas->cover, 0, cover_bytes(canvas));
    return WEND_OK;
}

void wend_canvas_free(wend_canvas *canvas) {
    wend_release(canvas->context, canvas->pixels, pixel_bytes(canvas));
    wend_release(canvas->context, canvas->cover, cover_bytes(canvas));
    wend_array_free(canvas->context, &canvas->edges);
    wend_array_free(canvas->context, &canvas->order);
    wend_array_free(canvas->context, &canvas->active);
    wend_array_free(canvas->context, &canvas->merged);
}

wend_result wend_canvas_result(const wend_canvas *canvas) {
    return canvas->failed ? WEND_ERROR_MEMORY : WEND_OK;
}

void wend_canvas_image(wend_canvas *canvas, const uint32_t *pixels, int32_t width, int32_t height, int32_t x,
                       int32_t y) {
    for (int32_t row = y < 0 ? -y : 0; row < height && row < canvas->height - y; row++)
        for (int32_t column = x < 0 ? -x : 0; column < width && column < canvas->width - x; column++) {
            uint32_t colour = pixels[(int64_t)row * width + column];
            uint8_t *pixel = canvas->pixels + ((int64_t)(y + row) * canvas->width + x + column) * CHANNELS;
            for (int k = 0; k < CHANNELS; k++)
                pixel[k] = (uint8_t)(colour >> (24 - 8 * k) & 255);
        }
}

// ---------------------------------------------------------------------------------------------------- edges

// A point of an edge.
typedef struct place {
    double x, y;
} place;

// Where the line between two places has a given y, or x.
static place at_y(place a, place b, double y) {
    return (place){a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y)), y};
}

static place at_x(place a, place b, double x) {
    return (place){x, a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x))};
}

// Adds an edge from a down to b, both on the page.
static void add_edge(wend_canvas *canvas, place a, place b, int32_t winding) {
    int64_t x0 = (int64_t)(a.x * STEPS + 0.5), x1 = (int64_t)(b.x * STEPS + 0.5);
    int64_t y0 = (int64_t)(a.y * STEPS + 0.5), y1 = (int64_t)(b.y * STEPS + 0.5);
    const int64_t half = LINE_STEPS / 2; // line k lies at LINE_STEPS * k + half, and on an edge from y0 to before y1
    int64_t first = (y0 + half - 1) / LINE_STEPS, end = (y1 + half - 1) / LINE_STEPS;
    if (end > (int64_t)canvas->height * LINES)
        end = (int64_t)canvas->height * LINES;
    if (first >= end)
        return;
    const int64_t one = (int64_t)1 << FRACTION;
    int64_t ahead = LINE_STEPS * first + half - y0; // steps from the edge's start to its first line
    wend_canvas_edge edge = {.x = x0 * one + (x1 - x0) * one / (y1 - y0) * ahead,
                             .slope = (x1 - x0) * one / (y1 - y0) * LINE_STEPS,
                             .row = (int32_t)first,
                             .end = (int32_t)end,
                             .winding = winding};
    if (canvas->failed || !wend_array_push(canvas->context, &canvas->edges, edge))
        canvas->failed = true;
}

// The same for places beside the page, too. What is left of it still counts for the winding; it goes to the page's
// side, and so does what is right of it.
static void add_beside(wend_canvas *canvas, place a, place b, int32_t winding) {
    const double sides[2] = {0, canvas->width};
    for (int k = 0; k < 2; k++) {
        double side = sides[k];
        bool a_beyond = k == 0 ? a.x < side : a.x > side, b_beyond = k == 0 ? b.x < side : b.x > side;
        if (a_beyond && b_beyond) {
            add_edge(canvas, (place){side, a.y}, (place){side, b.y}, winding);
            return;
        }
        if (!a_beyond && !b_beyond)
            continue;
        place middle = at_x(a, b, side);
        if (!(middle.y >= a.y)) // rounding
            middle.y = a.y;
        if (!(middle.y <= b.y))
            middle.y = b.y;
        if (a_beyond) {
            add_edge(canvas, (place){side, a.y}, middle, winding);
            a = middle;
        } else {
            add_edge(canvas, middle, (place){side, b.y}, winding);
            b = middle;
        }
    }
    add_edge(canvas, a, b, winding);
}

void wend_canvas_line(wend_canvas *canvas, double x0, double y0, double x1, double y1) {
    place a = {x0, y0}, b = {x1, y1};
    int32_t winding = 1;
    if (b.y < a.y) {
        a = (place){x1, y1};
        b = (place){x0, y0};
        winding = -1;
    }
    double bottom = canvas->height, spread = (b.x - a.x) + (b.y - a.y);
    if (spread - spread != 0 || !(b.y > 0) || !(a.y < bottom) || a.y == b.y)
        return;
    if (a.y < 0)
        a = at_y(a, b, 0);
    if (b.y > bottom)
        b = at_y(a, b, bottom);
    add_beside(canvas, a, b, winding);
}

// ---------------------------------------------------------------------------------------------------- filling

// Pixels of a row that are touched.
typedef struct reach {
    int32_t first, end;
} reach;

static void add_end(wend_canvas *canvas, int32_t x, int32_t sign, reach *r) {
    int32_t pixel = x / STEPS, part = x % STEPS;
    canvas->cover[pixel] += sign * (STEPS - part);
    canvas->cover[pixel + 1] += sign * part;
    r->first = pixel < r->first ? pixel : r->first;
    r->end = pixel + 2 > r->end ? pixel + 2 : r->end;
}

static int32_t step_of(const wend_canvas *canvas, int64_t x) {
    int64_t step = x < 0 ? 0 : x >> FRACTION, most = (int64_t)canvas->width * STEPS;
    return (int32_t)(step < most ? step : most);
}

// Adds the spans of one line.
static void add_spans(wend_canvas *canvas, reach *r) {
    int32_t winding = 0, start = 0;
    for (int64_t k = 0; k < canvas->active.count; k++) {
        const wend_canvas_edge *edge = &canvas->active.data[k];
        int32_t before = winding;
        winding += edge->winding;
        if (before == 0) {
            start = step_of(canvas, edge->x);
        } else if (winding == 0) {
            int32_t end = step_of(canvas, edge->x);
            if (start < end) {
                add_end(canvas, start, 1, r);
                add_end(canvas, end, -1, r);
            }
        }
    }
}

// Moves the edges to the next line, drops those that end there, and puts the others in order.
static void advance(wend_canvas *canvas, int32_t row) {
    wend_canvas_edge *active = canvas->active.data;
    int64_t kept = 0;
    for (int64_t k = 0; k < canvas->active.count; k++) {
        wend_canvas_edge edge = active[k];
        if (edge.end <= row)
            continue;
        edge.x += edge.slope;
        int64_t at = kept++;
        for (; at > 0 && active[at - 1].x > edge.x; at--)
            active[at] = active[at - 1];
        active[at] = edge;
    }
    canvas->active.count = kept;
}

// Merges the edges that begin on a line, in order, with those that cross it. `*next` is the first of them.
static void begin_edges(wend_canvas *canvas, int32_t row, int64_t *next) {
    int64_t end = *next, a = 0;
    while (end < canvas->order.count && canvas->edges.data[canvas->order.data[end].index].row == row)
        end++;
    if (end == *next)
        return;
    canvas->merged.count = 0; // nothing of it is kept
    if (!wend_array_resize(canvas->context, &canvas->merged, canvas->active.count + end - *next)) {
        canvas->failed = true;
        return;
    }
    for (int64_t k = 0; k < canvas->merged.count; k++) {
        const wend_canvas_edge *old = a < canvas->active.count ? &canvas->active.data[a] : NULL;
        const wend_canvas_edge *fresh = *next < end ? &canvas->edges.data[canvas->order.data[*next].index] : NULL;
        bool take_old = old && (!fresh || old->x <= fresh->x);
        canvas->merged.data[k] = take_old ? *old : *fresh;
        a += take_old;
        *next += !take_old;
    }
    wend_canvas_edge *data = canvas->active.data;
    int64_t capacity = canvas->active.capacity;
    canvas->active.data = canvas->merged.data;
    canvas->active.count = canvas->merged.count;
    canvas->active.capacity = canvas->merged.capacity;
    canvas->merged.data = data;
    canvas->merged.capacity = capacity;
}

// Blends a row by its cover, and clears that.
static void blend_row(wend_canvas *canvas, int32_t y, uint32_t colour, reach r) {
    const uint32_t most = FULL * 255u, alpha = colour & 255;
    uint8_t *pixel = canvas->pixels + ((int64_t)y * canvas->width + r.first) * CHANNELS;
    int32_t sum = 0;
    for (int32_t x = r.first; x < r.end; x++, pixel += CHANNELS) {
        sum += canvas->cover[x];
        canvas->cover[x] = 0;
        uint32_t weight = (uint32_t)sum * alpha;
        if (weight == 0 || x >= canvas->width)
            continue;
        for (int k = 0; k < CHANNELS; k++) {
            uint32_t source = colour >> (24 - 8 * k) & 255;
            pixel[k] = (uint8_t)((pixel[k] * (most - weight) + source * weight + most / 2) / most);
        }
    }
}

// The edges in the order in which they begin: by line, then by x.
static bool sort_edges(wend_canvas *canvas) {
    int64_t count = canvas->edges.count;
    if (count > INT32_MAX || !wend_array_resize(canvas->context, &canvas->order, count))
        return false;
    for (int64_t k = 0; k < count; k++) {
        const wend_canvas_edge *edge = &canvas->edges.data[k];
        uint64_t x = (uint64_t)step_of(canvas, edge->x);
        canvas->order.data[k] = (wend_key){.key = (uint64_t)edge->row << 32 | x, .index = (int32_t)k};
    }
    return wend_sort_keys(canvas->context, canvas->order.data, count);
}

static void paint(wend_canvas *canvas, uint32_t colour) {
    int64_t next = 0;
    canvas->active.count = 0;
    for (int32_t y = 0; y < canvas->height && !canvas->failed; y++) {
        if (canvas->active.count == 0) { // on to where something begins
            if (next == canvas->order.count)
                return;
            y = canvas->edges.data[canvas->order.data[next].index].row / LINES;
        }
        reach r = {canvas->width, 0};
        for (int32_t row = y * LINES; row < (y + 1) * LINES && !canvas->failed; row++) {
            advance(canvas, row);
            begin_edges(canvas, row, &next);
            add_spans(canvas, &r);
        }
        if (r.first < r.end)
            blend_row(canvas, y, colour, r);
    }
}

void wend_canvas_fill(wend_canvas *canvas, uint32_t colour) {
    if (!canvas->failed && canvas->edges.count > 0) {
        if (sort_edges(canvas))
            paint(canvas, colour);
        else
            canvas->failed = true;
    }
    canvas->edges.count = 0;
}

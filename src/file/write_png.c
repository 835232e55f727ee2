// Drawings as PNG.
#include "file/write_picture.h"

#include "file/png.h"
#include "picture/canvas.h"
#include "picture/font.h"

// What a layer is painted with.
typedef struct painting {
    const wend_draw *draw;
    wend_canvas canvas;
    WEND_ARRAY(double) pixels; // x, y of the points of a contour
} painting;

// The points of a contour, in pixels.
static int64_t place(painting *p, const wend_draw_layer *layer, const wend_draw_contour *contour) {
    if (!wend_array_resize(p->draw->context, &p->pixels, 2 * contour->count)) {
        p->canvas.failed = true;
        return 0;
    }
    for (int64_t k = 0; k < contour->count; k++)
        wend_draw_place(p->draw, layer, &p->draw->points.data[2 * (contour->first + k)], &p->pixels.data[2 * k]);
    return contour->count;
}

static void add_fill(painting *p, int64_t count) {
    const double *at = p->pixels.data;
    for (int64_t k = 0; k < count; k++) {
        int64_t n = k + 1 < count ? k + 1 : 0;
        wend_canvas_line(&p->canvas, at[2 * k], at[2 * k + 1], at[2 * n], at[2 * n + 1]);
    }
}

// All contours of a layer as one shape of the given kind.
static void paint_as(painting *p, const wend_draw_layer *layer, wend_draw_kind kind) {
    for (int64_t c = layer->first; c < layer->first + layer->count; c++) {
        const wend_draw_contour *contour = &p->draw->contours.data[c];
        int64_t count = place(p, layer, contour);
        if (kind == WEND_DRAW_FILL)
            add_fill(p, count);
        else if (kind == WEND_DRAW_STROKE)
            wend_canvas_stroke(&p->canvas, p->pixels.data, count, contour->closed, layer->size, layer->dash);
        for (int64_t k = 0; k < count && kind == WEND_DRAW_DOTS; k++)
            wend_canvas_disc(&p->canvas, p->pixels.data[2 * k], p->pixels.data[2 * k + 1], layer->size);
    }
    wend_canvas_fill(&p->canvas, layer->colour);
}

static void paint_label(painting *p, const wend_draw_label *label) {
    double width = wend_font_width(label->text, label->height);
    double back = label->anchor < 0 ? 0 : label->anchor == 0 ? width / 2 : width;
    // On a whole row, where horizontal strokes are sharp.
    double y = (double)(int64_t)(label->at[1] + 0.5);
    wend_font_write(&p->canvas, label->text, label->at[0] - back, y, label->height);
    wend_canvas_fill(&p->canvas, label->colour);
}

static void paint(painting *p) {
    const wend_draw *draw = p->draw;
    for (int64_t k = 0; k < draw->images.count; k++) {
        const wend_draw_image *image = &draw->images.data[k];
        wend_canvas_image(&p->canvas, image->pixels, image->width, image->height, (int32_t)(image->at[0] + 0.5),
                          (int32_t)(image->at[1] + 0.5));
    }
    for (int64_t k = 0; k < draw->layers.count; k++) {
        const wend_draw_layer *layer = &draw->layers.data[k];
        paint_as(p, layer, layer->kind);
        if (layer->kind == WEND_DRAW_FILL && layer->size > 0)
            paint_as(p, layer, WEND_DRAW_STROKE);
    }
    for (int64_t k = 0; k < draw->labels.count; k++)
        paint_label(p, &draw->labels.data[k]);
}

wend_result wend_write_png(const wend_draw *draw, void **bytes, size_t *count, wend_report *report) {
    wend_context *context = draw->context;
    painting p = {.draw = draw};
    wend_byte_array out = {0};
    wend_result result =
        wend_canvas_start(context, (int32_t)draw->width, (int32_t)draw->height, draw->background, &p.canvas);
    if (result == WEND_OK) {
        paint(&p);
        result = wend_canvas_result(&p.canvas);
    }
    if (result == WEND_OK)
        result = wend_png_encode(context, p.canvas.pixels, p.canvas.width, p.canvas.height, &out);
    wend_canvas_free(&p.canvas);
    wend_array_free(context, &p.pixels);
    void *block = result == WEND_OK ? wend_allocate_array(context, out.count, 1) : NULL;
    if (block) { // without the spare room of the array
        memcpy(block, out.data, (size_t)out.count);
        *bytes = block;
        *count = (size_t)out.count;
    } else if (result == WEND_OK) {
        result = WEND_ERROR_MEMORY;
    }
    wend_array_free(context, &out);
    if (result == WEND_ERROR_LIMIT) {
        wend_finding finding = wend_finding_make("png-size", WEND_ERROR, "a PNG of %lld x %lld pixels is too large.",
                                                 (long long)draw->width, (long long)draw->height);
        wend_report_add(report, &finding);
    }
    return result;
}

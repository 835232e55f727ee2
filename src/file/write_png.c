// Drawings as PNG, through cairo.
#include "file/draw.h"

#include <cairo.h>
#include <string.h>

#define BATCH 2048 // contours stroked at once: cairo's cost grows faster than the path

typedef struct sink {
    wend_context *context;
    WEND_ARRAY(unsigned char) bytes;
} sink;

static cairo_status_t take(void *closure, const unsigned char *data, unsigned int length) {
    sink *s = closure;
    if (!wend_array_reserve(s->context, &s->bytes, s->bytes.count + (int64_t)length))
        return CAIRO_STATUS_NO_MEMORY;
    memcpy(s->bytes.data + s->bytes.count, data, length);
    s->bytes.count += length;
    return CAIRO_STATUS_SUCCESS;
}

static void set_colour(cairo_t *cairo, uint32_t colour) {
    cairo_set_source_rgba(cairo, (colour >> 24) / 255.0, (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0,
                          (colour & 255) / 255.0);
}

static void trace(cairo_t *cairo, const wend_draw *draw, const wend_draw_layer *layer,
                  const wend_draw_contour *contour) {
    for (int64_t k = 0; k < contour->count; k++) {
        double pixel[2];
        wend_draw_place(draw, layer, &draw->points.data[2 * (contour->first + k)], pixel);
        if (layer->kind == WEND_DRAW_DOTS) {
            cairo_new_sub_path(cairo);
            cairo_arc(cairo, pixel[0], pixel[1], layer->size, 0, 6.283185307179586);
        } else if (k == 0) {
            cairo_move_to(cairo, pixel[0], pixel[1]);
        } else {
            cairo_line_to(cairo, pixel[0], pixel[1]);
        }
    }
    if (contour->closed)
        cairo_close_path(cairo);
}

static void paint_layer(cairo_t *cairo, const wend_draw *draw, const wend_draw_layer *layer) {
    set_colour(cairo, layer->colour);
    cairo_set_line_width(cairo, layer->size);
    cairo_set_dash(cairo, &layer->dash, layer->dash > 0 ? 1 : 0, 0);
    cairo_set_line_cap(cairo, layer->dash > 0 ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
    for (int64_t k = 0; k < layer->count; k++) {
        trace(cairo, draw, layer, &draw->contours.data[layer->first + k]);
        bool last = k + 1 == layer->count;
        if (layer->kind == WEND_DRAW_FILL && layer->size > 0 && last) {
            cairo_fill_preserve(cairo);
            cairo_stroke(cairo);
        } else if (layer->kind != WEND_DRAW_STROKE && last)
            cairo_fill(cairo);
        else if (layer->kind == WEND_DRAW_STROKE && (last || k % BATCH == BATCH - 1))
            cairo_stroke(cairo);
    }
}

static void paint_label(cairo_t *cairo, const wend_draw_label *label) {
    cairo_text_extents_t extents;
    cairo_set_font_size(cairo, label->height);
    cairo_text_extents(cairo, label->text, &extents);
    double back = label->anchor < 0 ? 0 : label->anchor == 0 ? extents.x_advance / 2 : extents.x_advance;
    set_colour(cairo, label->colour);
    cairo_move_to(cairo, label->at[0] - back, label->at[1]);
    cairo_show_text(cairo, label->text);
}

// cairo keeps 0xAARRGGBB; images cover what is below them.
static void paint_image(cairo_t *cairo, const wend_draw_image *image) {
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, image->width, image->height);
    unsigned char *data = cairo_image_surface_get_data(surface);
    for (int32_t y = 0; data && y < image->height; y++) {
        unsigned char *row = data + (ptrdiff_t)y * cairo_image_surface_get_stride(surface);
        for (int32_t x = 0; x < image->width; x++) {
            uint32_t pixel = image->pixels[(int64_t)y * image->width + x] >> 8;
            memcpy(row + 4 * (ptrdiff_t)x, &pixel, sizeof pixel);
        }
    }
    cairo_surface_mark_dirty(surface);
    cairo_set_source_surface(cairo, surface, image->at[0], image->at[1]);
    cairo_paint(cairo);
    cairo_surface_destroy(surface);
}

static void paint(cairo_t *cairo, const wend_draw *draw) {
    set_colour(cairo, draw->background);
    cairo_paint(cairo);
    for (int64_t k = 0; k < draw->images.count; k++)
        paint_image(cairo, &draw->images.data[k]);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    for (int64_t k = 0; k < draw->layers.count; k++)
        paint_layer(cairo, draw, &draw->layers.data[k]);
    cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    for (int64_t k = 0; k < draw->labels.count; k++)
        paint_label(cairo, &draw->labels.data[k]);
}

wend_result wend_write_png(const wend_draw *draw, void **bytes, size_t *count, wend_report *report) {
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)draw->width, (int)draw->height);
    cairo_t *cairo = cairo_create(surface);
    paint(cairo, draw);
    cairo_status_t status = cairo_status(cairo);
    cairo_destroy(cairo);
    sink s = {.context = draw->context};
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_write_to_png_stream(surface, take, &s);
    cairo_surface_destroy(surface);
    void *block = status == CAIRO_STATUS_SUCCESS ? wend_allocate(draw->context, (size_t)s.bytes.count) : NULL;
    if (block) { // without the spare room of the array
        memcpy(block, s.bytes.data, (size_t)s.bytes.count);
        *bytes = block;
        *count = (size_t)s.bytes.count;
    } else if (status != CAIRO_STATUS_SUCCESS && status != CAIRO_STATUS_NO_MEMORY) {
        wend_finding finding = wend_finding_make("png-write", WEND_ERROR, "the picture cannot be drawn: %s.",
                                                 cairo_status_to_string(status));
        wend_report_add(report, &finding);
    }
    wend_array_free(draw->context, &s.bytes);
    return block                                                                ? WEND_OK
           : status == CAIRO_STATUS_SUCCESS || status == CAIRO_STATUS_NO_MEMORY ? WEND_ERROR_MEMORY
                                                                                : WEND_ERROR_IO;
}

// Drawing as data: the layers, the page and the scale bar. See draw.h.
#include "picture/draw.h"

#include "picture/font.h"

#include <string.h>

#define PAGE_WIDTH WEND_DRAW_PAGE
#define PAGE_WIDTH_MIN 760.0 // so that the caption fits
#define PAGE_HEIGHT_MAX WEND_DRAW_PAGE
#define MARGIN 36.0
#define MARGIN_BELOW 104.0
#define CAPTION 26.0 // from the sides of the page to the captions
#define INK 0x33414eff

wend_picture_def wend_default_picture_def(void) {
    return (wend_picture_def){.layer = -1};
}

wend_draw wend_draw_start(wend_context *context) {
    return (wend_draw){.context = context,
                       .def = wend_default_picture_def(),
                       .width = PAGE_WIDTH,
                       .height = PAGE_WIDTH,
                       .scale = 1,
                       .background = 0xffffffff};
}

static size_t image_bytes(int32_t width, int32_t height) {
    return ((size_t)width * (size_t)height + 1) * sizeof(uint32_t);
}

void wend_draw_free(wend_draw *draw) {
    for (int64_t k = 0; k < draw->images.count; k++) {
        const wend_draw_image *image = &draw->images.data[k];
        wend_release(draw->context, image->pixels, image_bytes(image->width, image->height));
    }
    wend_array_free(draw->context, &draw->images);
    wend_array_free(draw->context, &draw->layers);
    wend_array_free(draw->context, &draw->contours);
    wend_array_free(draw->context, &draw->points);
    wend_array_free(draw->context, &draw->labels);
}

wend_result wend_draw_result(const wend_draw *draw) {
    return draw->failed ? WEND_ERROR_MEMORY : WEND_OK;
}

static double whole(double value) {
    return (double)(int64_t)(value + 0.5);
}

void wend_draw_page(wend_draw *draw, const double low[2], const double high[2]) {
    double across = high[0] - low[0], up = high[1] - low[1];
    across = across > 0 ? across : 1;
    up = up > 0 ? up : 1;
    double size[2] = {draw->def.width > 0 ? draw->def.width : PAGE_WIDTH,
                      draw->def.height > 0 ? draw->def.height : PAGE_HEIGHT_MAX};
    double scale = (size[0] - 2 * MARGIN) / across, tallest = (size[1] - MARGIN - MARGIN_BELOW) / up;
    draw->scale = scale < tallest ? scale : tallest;
    double width = across * draw->scale + 2 * MARGIN, height = up * draw->scale + MARGIN + MARGIN_BELOW;
    draw->width = draw->def.width > 0 ? size[0] : whole(width < PAGE_WIDTH_MIN ? PAGE_WIDTH_MIN : width);
    draw->height = draw->def.height > 0 ? size[1] : whole(height);
    draw->left = (draw->width - across * draw->scale) / 2;
    draw->top = MARGIN + (draw->def.height > 0 ? (size[1] - height) / 2 : 0);
    draw->bottom = draw->def.height > 0 ? draw->top + up * draw->scale : draw->height - MARGIN_BELOW;
    draw->shift[0] = draw->width / 2 - (low[0] + across / 2) * draw->scale;
    draw->shift[1] = draw->top + high[1] * draw->scale;
}

void wend_draw_frame(wend_draw *draw, double distance) {
    double x0 = draw->left - distance, x1 = draw->width - x0, y0 = draw->top - distance, y1 = draw->bottom + distance;
    wend_draw_begin_contour(draw, true);
    wend_draw_point(draw, x0, y0);
    wend_draw_point(draw, x1, y0);
    wend_draw_point(draw, x1, y1);
    wend_draw_point(draw, x0, y1);
}

void wend_draw_begin_layer(wend_draw *draw, const char *name, wend_draw_kind kind, uint32_t colour, double size,
                           bool on_page) {
    wend_draw_layer layer = {name, kind, colour, size, 0, on_page, draw->contours.count, 0};
    if (draw->failed || !wend_array_push(draw->context, &draw->layers, layer))
        draw->failed = true;
}

void wend_draw_dashed(wend_draw *draw, double dash) {
    if (!draw->failed)
        draw->layers.data[draw->layers.count - 1].dash = dash;
}

void wend_draw_begin_contour(wend_draw *draw, bool closed) {
    wend_draw_contour contour = {draw->points.count / 2, 0, closed};
    if (draw->failed || !wend_array_push(draw->context, &draw->contours, contour)) {
        draw->failed = true;
        return;
    }
    draw->layers.data[draw->layers.count - 1].count++;
}

void wend_draw_point(wend_draw *draw, double x, double y) {
    if (draw->failed || !wend_array_reserve(draw->context, &draw->points, draw->points.count + 2)) {
        draw->failed = true;
        return;
    }
    draw->points.data[draw->points.count++] = x;
    draw->points.data[draw->points.count++] = y;
    draw->contours.data[draw->contours.count - 1].count++;
}

void wend_draw_label_at(wend_draw *draw, double x, double y, double height, int32_t anchor, uint32_t colour,
                        const char *text) {
    wend_draw_label label = {.at = {x, y}, .height = height, .anchor = anchor, .colour = colour};
    size_t length = strlen(text);
    length = length < sizeof label.text ? length : sizeof label.text - 1;
    memcpy(label.text, text, length);
    if (draw->failed || !wend_array_push(draw->context, &draw->labels, label))
        draw->failed = true;
}

double wend_draw_text_width(const char *text, double height) {
    return wend_font_width(text, height);
}

uint32_t *wend_draw_add_image(wend_draw *draw, const double at[2], int32_t width, int32_t height) {
    wend_draw_image image = {.at = {at[0], at[1]}, .width = width, .height = height};
    image.pixels =
        draw->failed ? NULL : wend_allocate_array(draw->context, (int64_t)width * height + 1, sizeof(uint32_t));
    if (image.pixels && wend_array_push(draw->context, &draw->images, image))
        return image.pixels;
    wend_release(draw->context, image.pixels, image_bytes(width, height));
    draw->failed = true;
    return NULL;
}

void wend_draw_place(const wend_draw *draw, const wend_draw_layer *layer, const double point[2], double pixel[2]) {
    pixel[0] = layer->on_page ? point[0] : point[0] * draw->scale + draw->shift[0];
    pixel[1] = layer->on_page ? point[1] : draw->shift[1] - point[1] * draw->scale;
}

// A length of 1, 2 or 5 times a power of ten, in metres.
typedef struct round_length {
    int digit, exponent;
    double metres;
} round_length;

// The largest one that is at most `limit`.
static round_length round_down(double limit) {
    static const int digits[3] = {5, 2, 1};
    double power = 1;
    int exponent = 0, k = 0;
    for (; power * 10 <= limit; exponent++)
        power *= 10;
    for (; power > limit; exponent--)
        power /= 10;
    while (k < 2 && digits[k] * power > limit)
        k++;
    return (round_length){digits[k], exponent, digits[k] * power};
}

// "20 m", "0.005 m", "5e-7 m", "200 km", "2e+9 km".
static void add_length(wend_text *text, round_length length) {
    bool far = length.exponent >= 3;
    int exponent = far ? length.exponent - 3 : length.exponent;
    if (exponent >= -4 && exponent < 0) {
        wend_text_add_string(text, "0.");
        for (int k = -1; k > exponent; k--)
            wend_text_add_char(text, '0');
    }
    wend_text_add_int(text, length.digit);
    for (int k = 0; k < exponent && exponent < 6; k++)
        wend_text_add_char(text, '0');
    if (exponent < -4 || exponent >= 6) {
        wend_text_add_string(text, exponent < 0 ? "e-" : "e+");
        wend_text_add_int(text, exponent < 0 ? -exponent : exponent);
    }
    wend_text_add_string(text, far ? " km" : " m");
}

void wend_draw_scale_bar(wend_draw *draw, double unit) {
    double pixels_per_metre = draw->scale / unit;
    double limit = draw->width / 6 / pixels_per_metre;
    if (!(limit > 1e-300 && limit < 1e300))
        return;
    round_length bar = round_down(limit);
    wend_text text = wend_text_start(draw->context);
    add_length(&text, bar);
    double length = bar.metres * pixels_per_metre;
    double x1 = draw->width - CAPTION, x0 = x1 - length, y = draw->height - 30;
    wend_draw_begin_layer(draw, "scale", WEND_DRAW_STROKE, INK, 2, true);
    wend_draw_begin_contour(draw, false);
    wend_draw_point(draw, x0, y - 7);
    wend_draw_point(draw, x0, y);
    wend_draw_point(draw, x1, y);
    wend_draw_point(draw, x1, y - 7);
    wend_draw_begin_contour(draw, false);
    wend_draw_point(draw, (x0 + x1) / 2, y - 4);
    wend_draw_point(draw, (x0 + x1) / 2, y);
    if (wend_text_result(&text) != WEND_OK)
        draw->failed = true;
    else
        wend_draw_label_at(draw, x0 - 12, y + 1, 20, 1, INK, text.data);
    wend_text_free(&text);
}

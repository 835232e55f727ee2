// Drawings as SVG. Coordinates are whole hundredths of a pixel within a scaled group, and paths are relative: a
// corner takes about eight bytes, and there is nothing that a viewer could round otherwise than we did.
#include "file/write_picture.h"

#define GRID 100 // steps per pixel

typedef struct pixel {
    int64_t x, y;
} pixel;

static pixel pixel_of(const wend_draw *draw, const wend_draw_layer *layer, int64_t point) {
    double place[2];
    wend_draw_place(draw, layer, &draw->points.data[2 * point], place);
    double x = place[0] * GRID, y = place[1] * GRID;
    return (pixel){(int64_t)(x < 0 ? x - 0.5 : x + 0.5), (int64_t)(y < 0 ? y - 0.5 : y + 0.5)};
}

static void add_colour(wend_text *text, const char *attribute, uint32_t colour) {
    static const char digits[] = "0123456789abcdef";
    wend_text_add_char(text, ' ');
    wend_text_add_string(text, attribute);
    wend_text_add_string(text, "=\"#");
    for (int shift = 28; shift >= 8; shift -= 4)
        wend_text_add_char(text, digits[colour >> shift & 15]);
    wend_text_add_char(text, '"');
    if ((colour & 255) == 255)
        return;
    wend_text_add_char(text, ' ');
    wend_text_add_string(text, attribute);
    wend_text_add_string(text, "-opacity=\"");
    wend_text_add_rounded(text, (colour & 255) / 255.0, 3);
    wend_text_add_char(text, '"');
}

static void add_number(wend_text *text, const char *attribute, double value) {
    wend_text_add_char(text, ' ');
    wend_text_add_string(text, attribute);
    wend_text_add_string(text, "=\"");
    wend_text_add_rounded(text, value, 2);
    wend_text_add_char(text, '"');
}

// A pair of numbers; a minus sign separates as well as a space does.
static void add_pair(wend_text *text, int64_t x, int64_t y, bool spaced) {
    if (spaced && x >= 0)
        wend_text_add_char(text, ' ');
    wend_text_add_int(text, x);
    if (y >= 0)
        wend_text_add_char(text, ' ');
    wend_text_add_int(text, y);
}

// One contour, relative to *from, which ends where the pen does. Points in the same hundredth are one.
static void add_contour(const wend_draw *draw, const wend_draw_layer *layer, const wend_draw_contour *contour,
                        pixel *from, wend_text *text) {
    pixel start = pixel_of(draw, layer, contour->first), at = start;
    wend_text_add_char(text, 'm');
    add_pair(text, start.x - from->x, start.y - from->y, false);
    bool first = true;
    for (int64_t k = 1; k < contour->count; k++) {
        pixel next = pixel_of(draw, layer, contour->first + k);
        if (next.x == at.x && next.y == at.y)
            continue;
        if (first)
            wend_text_add_char(text, 'l');
        add_pair(text, next.x - at.x, next.y - at.y, !first);
        first = false;
        at = next;
    }
    if (first) // a line of no length is still a dot, with round ends
        wend_text_add_string(text, "h0");
    if (contour->closed)
        wend_text_add_char(text, 'z');
    *from = contour->closed ? start : at;
}

static void add_layer(const wend_draw *draw, const wend_draw_layer *layer, wend_text *text) {
    if (layer->count == 0)
        return;
    wend_text_add_string(text, "<path");
    if (layer->name) {
        wend_text_add_string(text, " id=\"");
        wend_text_add_string(text, layer->name);
        wend_text_add_char(text, '"');
    }
    if (layer->kind == WEND_DRAW_FILL) {
        add_colour(text, "fill", layer->colour);
        if (layer->size > 0) {
            add_colour(text, "stroke", layer->colour);
            add_number(text, "stroke-width", layer->size * GRID);
        }
    } else {
        wend_text_add_string(text, " fill=\"none\"");
        add_colour(text, "stroke", layer->colour);
        add_number(text, "stroke-width", layer->size * (layer->kind == WEND_DRAW_DOTS ? 2 : 1) * GRID);
    }
    if (layer->dash > 0) {
        add_number(text, "stroke-dasharray", layer->dash * GRID);
        wend_text_add_string(text, " stroke-linecap=\"butt\"");
    }
    wend_text_add_string(text, " d=\"");
    pixel from = {0, 0};
    for (int64_t c = layer->first; c < layer->first + layer->count; c++) {
        if (draw->contours.data[c].count > 0)
            add_contour(draw, layer, &draw->contours.data[c], &from, text);
    }
    wend_text_add_string(text, "\"/>\n");
}

static void add_escaped(wend_text *text, const char *string) {
    for (; *string; string++) {
        switch (*string) {
        case '<':
            wend_text_add_string(text, "&lt;");
            break;
        case '>':
            wend_text_add_string(text, "&gt;");
            break;
        case '&':
            wend_text_add_string(text, "&amp;");
            break;
        default:
            wend_text_add_char(text, *string);
        }
    }
}

static void add_label(const wend_draw_label *label, wend_text *text) {
    static const char *const anchors[3] = {"start", "middle", "end"};
    wend_text_add_string(text, "<text");
    add_number(text, "x", label->at[0]);
    add_number(text, "y", label->at[1]);
    add_number(text, "font-size", label->height);
    wend_text_add_string(text, " text-anchor=\"");
    wend_text_add_string(text, anchors[label->anchor + 1]);
    wend_text_add_char(text, '"');
    add_colour(text, "fill", label->colour);
    wend_text_add_string(text, " xml:space=\"preserve\">");
    add_escaped(text, label->text);
    wend_text_add_string(text, "</text>\n");
}

wend_result wend_write_svg(const wend_draw *draw, wend_text *text) {
    wend_text_add_string(text, "<svg xmlns=\"http://www.w3.org/2000/svg\"");
    add_number(text, "width", draw->width);
    add_number(text, "height", draw->height);
    wend_text_add_string(text, " viewBox=\"0 0 ");
    wend_text_add_rounded(text, draw->width, 2);
    wend_text_add_char(text, ' ');
    wend_text_add_rounded(text, draw->height, 2);
    wend_text_add_string(text, "\" font-family=\"Helvetica,Arial,sans-serif\">\n<rect width=\"100%\" height=\"100%\"");
    add_colour(text, "fill", draw->background);
    wend_text_add_string(text, "/>\n<g transform=\"scale(");
    wend_text_add_rounded(text, 1.0 / GRID, 6);
    wend_text_add_string(text, ")\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n");
    for (int64_t k = 0; k < draw->layers.count; k++)
        add_layer(draw, &draw->layers.data[k], text);
    wend_text_add_string(text, "</g>\n");
    for (int64_t k = 0; k < draw->labels.count; k++)
        add_label(&draw->labels.data[k], text);
    wend_text_add_string(text, "</svg>\n");
    return wend_text_result(text);
}

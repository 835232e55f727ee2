// A picture of a linked surface from above: one panel for each layer, in rows from the lowest layer on.
//
// Every panel shows the same ground, so that what lies above what can be seen by comparing them. Edges that lead to
// another layer are drawn in orange.
#include "file/show.h"
#include "file/storeys.h"

#include <math.h>

typedef struct panels {
    double low[2], high[2]; // the box of the whole
    int32_t columns, rows;
    double step[2]; // from panel to panel
} panels;

static panels arrange(const wend_storeys *s) {
    panels p = {.low = {0, 0}, .high = {1, 1}, .columns = 1};
    for (int64_t i = 0; i < s->places.count; i += 3)
        for (int k = 0; k < 2; k++) {
            double x = s->places.data[i + k];
            p.low[k] = i == 0 || x < p.low[k] ? x : p.low[k];
            p.high[k] = i == 0 || x > p.high[k] ? x : p.high[k];
        }
    double size[2] = {p.high[0] - p.low[0], p.high[1] - p.low[1]}, gap = 0.06 * (size[0] > size[1] ? size[0] : size[1]);
    for (int k = 0; k < 2; k++)
        p.step[k] = size[k] + gap;
    // As near to a square as can be.
    while (p.columns < s->layer_count && p.columns * p.step[0] < (s->layer_count / p.columns) * p.step[1])
        p.columns++;
    p.rows = (s->layer_count + p.columns - 1) / p.columns;
    return p;
}

static double shift_of(const panels *p, int32_t layer, int axis) {
    return axis == 0 ? layer % p->columns * p->step[0] : -(layer / p->columns) * p->step[1];
}

static void show_part(const wend_storeys *s, const panels *p, const wend_storey_part *part, double scale,
                      wend_draw *draw) {
    double width = part->width * scale;
    wend_draw_begin_layer(draw, NULL, part->width > 0 ? WEND_DRAW_STROKE : WEND_DRAW_FILL, part->colour, width, false);
    for (int64_t f = part->first; f < part->first + part->count; f++) {
        const wend_storey_face *face = &s->faces.data[f];
        wend_draw_begin_contour(draw, part->width == 0);
        for (int32_t k = 0; k < face->count; k++) {
            const double *at = s->places.data + 3 * (int64_t)s->corners.data[face->first + k];
            wend_draw_point(draw, at[0] + shift_of(p, part->layer, 0), at[1] + shift_of(p, part->layer, 1));
        }
    }
}

static void show_label(const panels *p, int32_t layer, wend_draw *draw) {
    char text[WEND_NUMBER_TEXT + 8] = "layer ";
    wend_print_int64(text + 6, layer);
    double x = (p->low[0] + shift_of(p, layer, 0)) * draw->scale + draw->shift[0];
    double y = draw->shift[1] - (p->low[1] + shift_of(p, layer, 1)) * draw->scale;
    wend_draw_label_at(draw, x, y + 16, 14, -1, WEND_SHOW_LINE, text);
}

wend_result wend_show_storeys(const wend_storeys *s, wend_draw *draw) {
    panels p = arrange(s);
    double low[2] = {p.low[0], p.low[1] - (p.rows - 1) * p.step[1]};
    double high[2] = {p.high[0] + (p.columns - 1) * p.step[0], p.high[1]};
    wend_draw_page(draw, low, high);
    double scale = wend_show_between(2.0 / sqrt((double)s->layer_count), 0.4, 1);
    for (int64_t k = 0; k < s->parts.count; k++)
        show_part(s, &p, &s->parts.data[k], scale, draw);
    for (int32_t layer = 0; layer < s->layer_count; layer++)
        show_label(&p, layer, draw);
    const wend_show_count counts[] = {{s->layer_count, "layer"}};
    wend_show_facts(draw, s->area, counts, 1, s->title);
    wend_draw_scale_bar(draw, s->unit);
    if (s->widest > 0)
        wend_show_clearance_legend(draw, s->widest);
    return wend_draw_result(draw);
}

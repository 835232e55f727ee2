// What a walkable surface looks like: from above and tilted, with legend, scale bar and caption.
//
// The two views have one scale. They stand one below the other or side by side, whichever lets them be larger.
#include "picture/show_surface.h"

#include "picture/show.h"
#include "picture/stage.h"
#include "picture/surface_look.h"

#include <math.h>

#define PAGE_WIDTH_MIN 900.0 // so that legend and caption fit
#define MARGIN 24.0
#define MARGIN_BELOW 104.0
#define PAD 14.0            // pixels between the edge of a view and what is in it
#define GAP 16.0            // between the views
#define STACKED 1480.0      // highest that two views below each other may be together,
#define ABREAST 1100.0      // and two side by side
#define PANEL 0xf6f7f8ff    // background of views
#define MOST_POLYGONS 20000 // in the tilted view of an SVG

typedef struct panel {
    wend_surface_view view;
    wend_stage stage;
    wend_stage_view looks[WEND_STAGE_WAYS];
    wend_crop crop;    // in metres
    int from, to;      // views that are shown: both or one
    bool without_tilt; // it was left out
    wend_draw *draw;
} panel;

// ---------------------------------------------------------------------------------------------------- the page

static double extent(const wend_stage_view *look, int axis) {
    double size = look->high[axis] - look->low[axis];
    return size > 1e-6 ? size : 1e-6;
}

// Pixels per metre that two lengths together, or the larger of them, may have.
static double fit(double a, double b, bool together, double room) {
    room -= together ? 4 * PAD + GAP : 2 * PAD;
    return room / (together ? a + b : fmax(a, b));
}

// Sets scale and size of the views, and places them on the page below each other or side by side.
static void place_views(panel *p, double scale, bool stacked) {
    double width = 0, height = 0, at[2] = {0, MARGIN};
    for (int way = p->from; way < p->to; way++) {
        wend_stage_view *look = &p->looks[way];
        look->scale = scale;
        look->width = (int32_t)ceil(extent(look, 0) * scale + 2 * PAD);
        look->height = (int32_t)ceil(extent(look, 1) * scale + 2 * PAD);
        look->low[0] -= PAD / scale;
        look->high[1] += PAD / scale;
        width = stacked ? fmax(width, look->width) : width + look->width + (way > p->from ? GAP : 0);
        height = stacked ? height + look->height + (way > p->from ? GAP : 0) : fmax(height, look->height);
    }
    const wend_picture_def *def = &p->draw->def;
    p->draw->width = def->width > 0 ? def->width : fmax(width + 2 * MARGIN, PAGE_WIDTH_MIN);
    p->draw->height = def->height > 0 ? def->height : height + MARGIN + MARGIN_BELOW;
    at[0] = floor((p->draw->width - width) / 2);
    at[1] = MARGIN + floor(fmax(p->draw->height - MARGIN - MARGIN_BELOW - height, 0) / 2);
    for (int way = p->from; way < p->to; way++) {
        wend_stage_view *look = &p->looks[way];
        look->at[0] = at[0] + (stacked ? floor((width - look->width) / 2) : 0);
        look->at[1] = at[1] + (stacked ? 0 : floor((height - look->height) / 2));
        at[stacked] += (stacked ? look->height : look->width) + GAP;
    }
}

static void set_page(panel *p, int from, int to) {
    p->from = from;
    p->to = to;
    for (int way = 0; way < WEND_STAGE_WAYS; way++)
        p->looks[way] = wend_stage_look(&p->stage, (wend_stage_way)way);
    const wend_stage_view *a = &p->looks[from], *b = &p->looks[to - 1];
    const wend_picture_def *def = &p->draw->def;
    bool both = to - from > 1;
    double room = (def->width > 0 ? def->width : WEND_DRAW_PAGE) - 2 * MARGIN;
    double stacked = def->height > 0 ? def->height - MARGIN - MARGIN_BELOW : STACKED;
    double abreast = def->height > 0 ? stacked : ABREAST;
    double below = fmin(fit(extent(a, 0), extent(b, 0), false, room), fit(extent(a, 1), extent(b, 1), both, stacked));
    double beside = fmin(fit(extent(a, 0), extent(b, 0), both, room), fit(extent(a, 1), extent(b, 1), false, abreast));
    place_views(p, fmax(below, beside), below >= beside);
    p->draw->bottom = p->draw->height - MARGIN_BELOW;
    p->draw->scale = p->looks[from].scale;
}

static void place_of_vertex(const void *user, int64_t k, double place[2]) {
    const panel *p = user;
    const wend_lattice3 *lattice = &p->view.lattice;
    place[0] = (lattice->origin[0] + lattice->step * p->view.vertices[k].x) * lattice->unit;
    place[1] = (lattice->origin[1] + lattice->step * p->view.vertices[k].y) * lattice->unit;
}

// Makes the frame smaller where not all of the ground is shown.
static void crop_stage(panel *p) {
    p->crop = wend_crop_find(&p->draw->def, 1, p->view.vertex_count, place_of_vertex, p);
    for (int axis = 0; axis < 2 && p->crop.cut; axis++) {
        double low = p->crop.low[axis] - p->stage.centre[axis], high = p->crop.high[axis] - p->stage.centre[axis];
        p->stage.low[axis] = low;
        p->stage.high[axis] = high;
    }
}

// Lines are thinner where there are many.
static void set_lines(panel *p) {
    double pixels = 0, length = 0, scale = p->draw->scale;
    for (int32_t c = 0; c < p->view.component_count; c++)
        pixels += p->view.components[c].area * scale * scale;
    for (int64_t k = 0; k < p->stage.lines.count; k++) {
        const wend_stage_line *line = &p->stage.lines.data[k];
        double dx = line->ends[1][0] - line->ends[0][0], dy = line->ends[1][1] - line->ends[0][1];
        length += sqrt(dx * dx + dy * dy) * scale;
    }
    p->stage.line_width = wend_show_between(length > 0 ? pixels / length / 6 : 1, 0.7, 1.8);
}

// ---------------------------------------------------------------------------------------------------- views

static wend_result add_pixels(panel *p) {
    wend_result result = WEND_OK;
    for (int way = p->from; way < p->to && result == WEND_OK; way++) {
        const wend_stage_view *look = &p->looks[way];
        uint32_t *pixels = wend_draw_add_image(p->draw, look->at, look->width, look->height);
        result = pixels ? wend_stage_paint(&p->stage, look, PANEL, pixels) : WEND_ERROR_MEMORY;
    }
    return result;
}

static void add_frame(const panel *p, const wend_stage_view *look) {
    static const char *const names[WEND_STAGE_WAYS] = {"above", "tilted"};
    double x0 = look->at[0], y0 = look->at[1], x1 = x0 + look->width, y1 = y0 + look->height;
    wend_draw_begin_layer(p->draw, names[look->way], WEND_DRAW_FILL, PANEL, 0, true);
    wend_draw_begin_contour(p->draw, true);
    wend_draw_point(p->draw, x0, y0);
    wend_draw_point(p->draw, x1, y0);
    wend_draw_point(p->draw, x1, y1);
    wend_draw_point(p->draw, x0, y1);
}

static bool add_view(panel *p, wend_stage_way way, int64_t most, bool *left_out) {
    int64_t layers = p->draw->layers.count, contours = p->draw->contours.count, points = p->draw->points.count;
    add_frame(p, &p->looks[way]);
    const wend_stage_view *look = &p->looks[way];
    const double high[2] = {look->at[0] + look->width, look->at[1] + look->height};
    if (!wend_stage_draw(&p->stage, look, most, p->draw, left_out))
        return false;
    if (p->crop.cut && !*left_out)
        wend_draw_clip(p->draw, true, layers, look->at, high);
    if (*left_out) {
        p->draw->layers.count = layers;
        p->draw->contours.count = contours;
        p->draw->points.count = points;
    }
    return true;
}

// The tilted view comes first: without it, the other one has the page for itself.
static wend_result add_polygons(panel *p) {
    if (p->to > WEND_STAGE_TILTED && !add_view(p, WEND_STAGE_TILTED, MOST_POLYGONS, &p->without_tilt))
        return WEND_ERROR_MEMORY;
    if (p->without_tilt)
        set_page(p, WEND_STAGE_ABOVE, WEND_STAGE_TILTED);
    bool left_out = false;
    return p->from > WEND_STAGE_ABOVE || add_view(p, WEND_STAGE_ABOVE, INT64_MAX, &left_out) ? WEND_OK
                                                                                             : WEND_ERROR_MEMORY;
}

// ---------------------------------------------------------------------------------------------------- the legend

static double add_word(panel *p, double x, double y, const char *word) {
    wend_draw_label_at(p->draw, x, y, WEND_SHOW_LETTERS, -1, WEND_SHOW_LINE, word);
    return x + wend_draw_text_width(word, WEND_SHOW_LETTERS);
}

static void add_box(panel *p, const char *name, uint32_t colour, double x, double y, double width, double height) {
    wend_draw_begin_layer(p->draw, name, WEND_DRAW_FILL, colour, 0, true);
    wend_draw_begin_contour(p->draw, true);
    wend_draw_point(p->draw, x, y);
    wend_draw_point(p->draw, x + width, y);
    wend_draw_point(p->draw, x + width, y + height);
    wend_draw_point(p->draw, x, y + height);
}

static double add_metres(panel *p, double x, double y, double metres) {
    wend_text text = wend_text_start(p->draw->context);
    wend_text_add_rounded(&text, metres, metres > -100 && metres < 100 ? 2 : 0);
    wend_text_add_string(&text, " m");
    if (wend_text_result(&text) == WEND_OK)
        x = add_word(p, x, y, text.data);
    else
        p->draw->failed = true;
    wend_text_free(&text);
    return x;
}

// The tints from the lowest floor to the highest.
static double add_tints(panel *p, double x, double y) {
    double from = p->stage.centre[2] + p->stage.lowest, to = from + p->stage.rise;
    enum { BOXES = 24 };
    x = add_word(p, x, y, "walkable, at ") + 2;
    x = ceil(add_metres(p, x, y, from) + 8);
    for (int k = 0; k < BOXES; k++)
        add_box(p, NULL, wend_surface_tint(k / (BOXES - 1.0)), x + 4 * k, y - 12, 4, 14);
    return add_metres(p, x + 4 * BOXES + 8, y, to);
}

static void add_legend(panel *p) {
    bool used[WEND_BOUNDARY_KIND_COUNT] = {false};
    for (int64_t k = 0; k < p->stage.lines.count; k++)
        used[p->stage.lines.data[k].kind] = true;
    wend_show_sign signs[WEND_BOUNDARY_KIND_COUNT];
    int count = 0;
    for (int k = 0; k < WEND_BOUNDARY_KIND_COUNT; k++)
        if (used[k])
            signs[count++] = (wend_show_sign){wend_boundary_colour((wend_boundary_kind)k), 2.4,
                                              wend_boundary_word((wend_boundary_kind)k)};
    wend_show_legend(p->draw, add_tints(p, 26, WEND_SHOW_LEGEND(p->draw)) + 30, signs, count);
}

static void add_captions(panel *p) {
    const wend_show_count counts[] = {{p->view.triangle_count, "triangle"}, {p->view.component_count, "piece"}};
    const char *note = p->without_tilt ? "too many polygons for a tilted view: see the PNG" : NULL;
    add_legend(p);
    wend_show_crop(p->draw, &p->crop, 1);
    wend_show_facts(p->draw, p->view.area, counts, 2, note);
    wend_draw_scale_bar(p->draw, 1);
}

// ---------------------------------------------------------------------------------------------------- all of it

wend_result wend_show_surface(const wend_surface *surface, const wend_scene *scene, double height, wend_show_as as,
                              wend_draw *draw) {
    panel p = {.view = wend_surface_look(surface), .draw = draw};
    wend_result result = WEND_ERROR_MEMORY;
    if (wend_stage_set(&p.stage, draw->context, surface, scene, height)) {
        wend_picture_view view = draw->def.view;
        crop_stage(&p);
        set_page(&p, view == WEND_VIEW_TILTED ? WEND_STAGE_TILTED : WEND_STAGE_ABOVE,
                 view == WEND_VIEW_TOP ? WEND_STAGE_TILTED : WEND_STAGE_WAYS);
        set_lines(&p);
        result = as == WEND_SHOW_PIXELS ? add_pixels(&p) : add_polygons(&p);
    }
    if (result == WEND_OK)
        add_captions(&p);
    wend_stage_free(&p.stage);
    return result != WEND_OK ? result : wend_draw_result(draw);
}

// What pictures of plans and of what was made from them share. See show.h.
#include "picture/show.h"

#include <math.h>
#include <string.h>

#define FRAME 12.0    // pixels of obstacle around the plan
#define THIN 1.0      // pixels: floor narrower than this on average is drawn as a line
#define THIN_LINE 4.0 // of this width,
#define THIN_EDGE 6.5 // within a darker one of this width,
#define THIN_MOST 0.2 // unless all such lines together cover more than this share of the page
#define SOLID 0x9badbdff
#define BARRIER 0xd1495bff
#define BORDER 0x1f9d6bff

// Tints of floors, by component in order.
static const uint32_t floors[] = {0xfffaf0ff, 0xeaf5ecff, 0xe9f1fbff, 0xfbedefff,
                                  0xf2edfaff, 0xfdf3dcff, 0xe6f5f5ff, 0xf4f1e6ff};
#define FLOOR_COUNT (sizeof floors / sizeof floors[0])

static void place_of(const wend_show *s, int32_t vertex, double place[2]) {
    wend_lattice_place(&s->view.lattice, s->view.vertices[vertex], place);
}

void wend_show_vertex(const wend_show *s, int32_t vertex) {
    double place[2];
    place_of(s, vertex, place);
    wend_draw_point(s->draw, place[0], place[1]);
}

static int32_t edge_start(const wend_show *s, int32_t edge) {
    return s->view.triangles[edge / 3].v[edge % 3];
}

static int32_t edge_end(const wend_show *s, int32_t edge) {
    return s->view.triangles[edge / 3].v[(edge % 3 + 1) % 3];
}

static bool is_barrier(const wend_show *s, int32_t boundary) {
    return s->view.boundaries[boundary].kind == WEND_BOUNDARY_BARRIER;
}

static void find_cycles(wend_show *s) {
    for (int32_t c = 0; c < s->view.cycle_count; c++)
        s->first[c] = -1;
    for (int32_t b = s->view.boundary_count - 1; b >= 0; b--)
        s->first[s->view.boundaries[b].cycle] = b;
}

static void add_cycle(const wend_show *s, int32_t cycle) {
    int32_t b = s->first[cycle];
    if (b < 0)
        return;
    wend_draw_begin_contour(s->draw, true);
    do {
        wend_show_vertex(s, edge_start(s, s->view.boundaries[b].edge));
        b = s->view.boundaries[b].next;
    } while (b != s->first[cycle]);
}

static int32_t component_of(const wend_show *s, int32_t cycle) {
    return s->view.triangle_component[s->view.boundaries[s->first[cycle]].edge / 3];
}

// Finds the components that are too narrow to be seen: a strip's area is its width times half its border. A sliver
// between walls without width is left as it is, for there is floor around it. `border` has room for each component.
static void find_thin(wend_show *s, double *border) {
    const wend_plan_view *view = &s->view;
    double pixels = view->lattice.step * s->draw->scale, covered = 0;
    for (int32_t c = 0; c < view->component_count; c++) {
        border[c] = 0;
        s->thin[c] = 1;
    }
    for (int32_t b = 0; b < view->boundary_count; b++) {
        int32_t edge = view->boundaries[b].edge;
        wend_point p = view->vertices[edge_start(s, edge)], q = view->vertices[edge_end(s, edge)];
        double x = ((double)q.x - p.x) * pixels, y = ((double)q.y - p.y) * pixels;
        border[view->triangle_component[edge / 3]] += sqrt(x * x + y * y);
        if (is_barrier(s, b))
            s->thin[view->triangle_component[edge / 3]] = 0;
    }
    for (int32_t c = 0; c < view->component_count; c++) {
        double area = (double)view->components[c].area2 / 2 * pixels * pixels;
        s->thin[c] &= area < THIN * border[c] / 2;
        if (s->thin[c])
            covered += (border[c] / 2 + THIN_EDGE) * THIN_EDGE;
    }
    if (covered > THIN_MOST * s->draw->width * s->draw->height)
        memset(s->thin, 0, (size_t)view->component_count);
}

static bool is_thin(const wend_show *s, int32_t cycle) {
    return s->thin[component_of(s, cycle)];
}

// The cycles of one tint: all, or those of floor too narrow to be seen.
static void add_tint(const wend_show *s, size_t tint, bool only_thin) {
    for (int32_t c = 0; c < s->view.cycle_count; c++) {
        if (s->first[c] >= 0 && (size_t)component_of(s, c) % FLOOR_COUNT == tint && (!only_thin || is_thin(s, c)))
            add_cycle(s, c);
    }
}

void wend_show_obstacles(const wend_show *s) {
    wend_draw_begin_layer(s->draw, "obstacles", WEND_DRAW_FILL, SOLID, 0, true);
    wend_draw_frame(s->draw, FRAME);
}

void wend_show_floor(const wend_show *s) {
    static const char *const names[FLOOR_COUNT] = {"floor",   "floor-1", "floor-2", "floor-3",
                                                   "floor-4", "floor-5", "floor-6", "floor-7"};
    for (size_t tint = 0; tint < FLOOR_COUNT && tint < (size_t)s->view.component_count; tint++) {
        wend_draw_begin_layer(s->draw, names[tint], WEND_DRAW_FILL, floors[tint], 0, false);
        add_tint(s, tint, false);
    }
}

void wend_show_floor_in(const wend_show *s, uint32_t colour) {
    wend_draw_begin_layer(s->draw, "floor", WEND_DRAW_FILL, colour, 0, false);
    for (int32_t c = 0; c < s->view.cycle_count; c++)
        add_cycle(s, c);
}

void wend_show_thin(const wend_show *s) {
    static const char *const names[FLOOR_COUNT] = {"thin",   "thin-1", "thin-2", "thin-3",
                                                   "thin-4", "thin-5", "thin-6", "thin-7"};
    wend_draw_begin_layer(s->draw, "thin-edge", WEND_DRAW_STROKE, WEND_SHOW_LINE, THIN_EDGE, false);
    for (size_t tint = 0; tint < FLOOR_COUNT; tint++)
        add_tint(s, tint, true);
    for (size_t tint = 0; tint < FLOOR_COUNT; tint++) {
        wend_draw_begin_layer(s->draw, names[tint], WEND_DRAW_STROKE, floors[tint], THIN_LINE, false);
        add_tint(s, tint, true);
    }
}

double wend_show_spacing(const wend_show *s, double count) {
    double area = 0;
    for (int32_t c = 0; c < s->view.component_count; c++)
        area += (double)s->view.components[c].area2 / 2;
    double pixels = s->view.lattice.step * s->draw->scale;
    return count > 0 ? sqrt(area * pixels * pixels / count) : 1e9;
}

// The runs of a cycle that are barriers, or that are not, as lines; the whole cycle as a closed one when it is all
// the same.
static void add_runs(const wend_show *s, int32_t cycle, bool barrier) {
    int32_t start = s->first[cycle], b;
    if (start < 0 || is_thin(s, cycle))
        return;
    for (b = s->view.boundaries[start].next; b != start && is_barrier(s, b) == is_barrier(s, start);)
        b = s->view.boundaries[b].next;
    if (b == start) {
        if (is_barrier(s, start) == barrier)
            add_cycle(s, cycle);
        return;
    }
    start = b; // a run begins here
    bool open = false;
    do {
        int32_t edge = s->view.boundaries[b].edge;
        if (is_barrier(s, b) == barrier) {
            if (!open) {
                wend_draw_begin_contour(s->draw, false);
                wend_show_vertex(s, edge_start(s, edge));
            }
            wend_show_vertex(s, edge_end(s, edge));
        }
        open = is_barrier(s, b) == barrier;
        b = s->view.boundaries[b].next;
    } while (b != start);
}

void wend_show_lines(const wend_show *s) {
    double room = wend_show_spacing(s, s->view.boundary_count);
    double width = wend_show_between(room / 7, 0.3, 1.3);
    wend_draw_begin_layer(s->draw, "borders", WEND_DRAW_STROKE, BORDER, width * 1.4, false);
    for (int32_t k = 0; k < s->view.border_count; k++) {
        wend_draw_begin_contour(s->draw, false);
        wend_show_vertex(s, edge_start(s, s->view.borders[k]));
        wend_show_vertex(s, edge_end(s, s->view.borders[k]));
    }
    wend_draw_begin_layer(s->draw, "boundary", WEND_DRAW_STROKE, WEND_SHOW_LINE, width, false);
    for (int32_t c = 0; c < s->view.cycle_count; c++)
        add_runs(s, c, false);
    wend_draw_begin_layer(s->draw, "barriers", WEND_DRAW_STROKE, BARRIER, width * 1.6, false);
    for (int32_t c = 0; c < s->view.cycle_count; c++)
        add_runs(s, c, true);
    wend_draw_begin_layer(s->draw, "points", WEND_DRAW_DOTS, BARRIER, wend_show_between(width * 2.4, 0.6, 3.2), false);
    for (int32_t v = 0; v < s->view.vertex_count; v++) {
        if (!(s->view.vertex_flags[v] & WEND_VERTEX_POINT))
            continue;
        wend_draw_begin_contour(s->draw, false);
        wend_show_vertex(s, v);
    }
}

// ---------------------------------------------------------------------------------------------------- caption

// 1234567 as "1,234,567".
static void add_grouped(wend_text *text, int64_t value) {
    char digits[WEND_NUMBER_TEXT];
    int count = wend_print_int64(digits, value);
    for (int k = 0; k < count; k++) {
        if (k > 0 && (count - k) % 3 == 0)
            wend_text_add_char(text, ',');
        wend_text_add_char(text, digits[k]);
    }
}

static void add_counted(wend_text *text, const wend_show_count *counted) {
    wend_text_add_string(text, "  \xC2\xB7  ");
    add_grouped(text, counted->count);
    wend_text_add_char(text, ' ');
    wend_text_add_string(text, counted->noun);
    if (counted->count != 1)
        wend_text_add_char(text, 's');
}

void wend_show_area(wend_text *text, double area) {
    if (area >= 1000 && area < 1e15)
        add_grouped(text, (int64_t)(area + 0.5));
    else if (area >= 1 && area < 1000)
        wend_text_add_rounded(text, area, area < 10 ? 3 : 1);
    else
        wend_text_add_significant(text, area);
    wend_text_add_string(text, " m\xC2\xB2");
}

// The height of the caption's letters: smaller where it would come to the scale bar, which takes a sixth of the page
// and its number.
static double caption_height(const wend_draw *draw, const char *text) {
    double room = draw->width * 5 / 6 - 26 - 110;
    return 20 * wend_show_between(room / (wend_draw_text_width(text, 20) + 1), 0.3, 1);
}

void wend_show_facts(wend_draw *draw, double area, const wend_show_count *counts, int count, const char *note) {
    wend_text text = wend_text_start(draw->context);
    wend_show_area(&text, area);
    for (int k = 0; k < count; k++)
        add_counted(&text, &counts[k]);
    if (note) {
        wend_text_add_string(&text, "  \xC2\xB7  ");
        wend_text_add_string(&text, note);
    }
    if (wend_text_result(&text) != WEND_OK)
        draw->failed = true;
    else
        wend_draw_label_at(draw, 26, WEND_SHOW_CAPTION(draw), caption_height(draw, text.data), -1, WEND_SHOW_LINE,
                           text.data);
    wend_text_free(&text);
}

// ---------------------------------------------------------------------------------------------------- legend

double wend_show_legend(wend_draw *draw, double x, const wend_show_sign *signs, int count) {
    double y = WEND_SHOW_LEGEND(draw), all = 0;
    for (int k = 0; k < count; k++)
        all += 58 + wend_draw_text_width(signs[k].word, WEND_SHOW_LETTERS);
    // Smaller where there is no room.
    double part = wend_show_between((draw->width - 26 - x) / (all + 1), 0.4, 1), letters = part * WEND_SHOW_LETTERS;
    for (int k = 0; k < count; k++) {
        const wend_show_sign *sign = &signs[k];
        bool box = !(sign->width > 0);
        wend_draw_begin_layer(draw, NULL, box ? WEND_DRAW_FILL : WEND_DRAW_STROKE, sign->colour, sign->width, true);
        wend_draw_begin_contour(draw, box);
        wend_draw_point(draw, x, box ? y - 12 : y - 5);
        wend_draw_point(draw, x + 24 * part, box ? y - 12 : y - 5);
        if (box) {
            wend_draw_point(draw, x + 24 * part, y + 2);
            wend_draw_point(draw, x, y + 2);
        }
        wend_draw_label_at(draw, x + 32 * part, y, letters, -1, WEND_SHOW_LINE, sign->word);
        x += 58 * part + wend_draw_text_width(sign->word, letters);
    }
    return x;
}

static void add_size(wend_text *text, const double size[2], double unit) {
    for (int k = 0; k < 2; k++) {
        double metres = size[k] * unit;
        wend_text_add_string(text, k > 0 ? " \xC3\x97 " : "");
        if (metres >= 10 && metres < 1e15)
            add_grouped(text, (int64_t)(metres + 0.5));
        else
            wend_text_add_significant(text, metres);
    }
    wend_text_add_string(text, " m");
}

void wend_show_crop(wend_draw *draw, const wend_crop *crop, double unit) {
    if (!crop->cut)
        return;
    wend_text text = wend_text_start(draw->context);
    const double shown[2] = {crop->high[0] - crop->low[0], crop->high[1] - crop->low[1]};
    wend_text_add_string(&text, "shown: ");
    add_size(&text, shown, unit);
    wend_text_add_string(&text, " of ");
    add_size(&text, crop->whole, unit);
    if (wend_text_result(&text) != WEND_OK)
        draw->failed = true;
    else
        wend_draw_label_at(draw, draw->width - 26, 17, WEND_SHOW_LETTERS, 1, WEND_SHOW_LINE, text.data);
    wend_text_free(&text);
}

// What layers of a plan's picture are called in its legend.
static const struct {
    const char *layer, *word;
} words[] = {{"obstacles", "obstacle"},          {"portals", "portal"},        {"graph", "way from cell to cell"},
             {"narrow", "narrow place"},         {"borders", "area border"},   {"boundary", "boundary"},
             {"barriers", "wall without width"}, {"points", "point obstacle"}, {"made-by-hand", WEND_ADDED_WORD}};

static void add_signs(const wend_show *s, double x) {
    wend_show_sign signs[WEND_AREA_TINTS + sizeof words / sizeof words[0]];
    int count = 0;
    for (int32_t k = 0; s->areas && k < s->areas->count; k++)
        signs[count++] = (wend_show_sign){s->areas->colour[k], 0, s->areas->word[k]};
    for (int64_t k = 0; k < s->draw->layers.count; k++) {
        const wend_draw_layer *layer = &s->draw->layers.data[k];
        for (size_t w = 0; w < sizeof words / sizeof words[0] && layer->name && layer->count > 0; w++)
            if (strcmp(layer->name, words[w].layer) == 0)
                signs[count++] = (wend_show_sign){layer->colour,
                                                  layer->kind == WEND_DRAW_FILL   ? 0
                                                  : layer->kind == WEND_DRAW_DOTS ? 4
                                                                                  : 2,
                                                  words[w].word};
    }
    wend_show_legend(s->draw, x, signs, count);
}

void wend_show_caption(const wend_show *s, const wend_show_count *counts, int count) {
    wend_show_caption_after(s, counts, count, 26);
}

void wend_show_caption_after(const wend_show *s, const wend_show_count *counts, int count, double x) {
    wend_draw *draw = s->draw;
    const double low[2] = {draw->left, draw->top}, high[2] = {draw->width - draw->left, draw->bottom};
    if (s->crop.cut)
        wend_draw_clip(draw, false, 0, low, high); // the legend and the frame of obstacles are on the page
    add_signs(s, x);
    wend_show_crop(draw, &s->crop, s->view.unit);
    wend_show_facts(draw, s->area, counts, count, NULL);
}

// ---------------------------------------------------------------------------------------------------- start and stop

static void crop_place(const void *user, int64_t k, double place[2]) {
    place_of(user, (int32_t)k, place);
}

static void choose_page(wend_show *s) {
    s->crop = wend_crop_find(&s->draw->def, s->view.unit, s->view.vertex_count, crop_place, s);
    wend_draw_page(s->draw, s->crop.low, s->crop.high);
}

static size_t cycle_bytes(const wend_show *s) {
    return ((size_t)s->view.cycle_count + 1) * sizeof *s->first;
}

static size_t component_bytes(const wend_show *s) {
    return ((size_t)s->view.component_count + 1) * sizeof *s->thin;
}

bool wend_show_start(wend_show *show, const wend_plan *plan, wend_draw *draw) {
    *show = (wend_show){.draw = draw, .view = wend_plan_look(plan), .area = wend_plan_area(plan)};
    int64_t components = (int64_t)show->view.component_count + 1;
    size_t lengths = (size_t)components * sizeof(double);
    double *border = wend_allocate_array(draw->context, components, sizeof *border);
    show->first = wend_allocate_array(draw->context, (int64_t)show->view.cycle_count + 1, sizeof *show->first);
    show->thin = wend_allocate_array(draw->context, components, sizeof *show->thin);
    if (!show->first || !show->thin || !border) {
        draw->failed = true;
    } else {
        find_cycles(show);
        choose_page(show);
        find_thin(show, border);
    }
    wend_release(draw->context, border, lengths);
    return !draw->failed;
}

void wend_show_stop(wend_show *show) {
    wend_release(show->draw->context, show->first, cycle_bytes(show));
    wend_release(show->draw->context, show->thin, component_bytes(show));
}

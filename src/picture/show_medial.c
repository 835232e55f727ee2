// What a medial axis looks like: the floor in a light tint, the arcs in colours from red (narrow) to blue (wide), true
// vertices as dots where there is room for them, the most prominent narrow places as bars from wall to wall, and a
// legend of the colours.
#include "picture/medial_look.h"
#include "picture/show.h"

#define FLOOR 0xf7f6f2ff
#define DOT 0x25323eff
#define BAR 0xb71c1cff
#define CAPTION_WIDTH 400.0 // that of the caption at most, on narrow pages

enum { STEPS = 12, BARS = 50 };

static const char *const names[STEPS] = {"clearance-0", "clearance-1", "clearance-2",  "clearance-3",
                                         "clearance-4", "clearance-5", "clearance-6",  "clearance-7",
                                         "clearance-8", "clearance-9", "clearance-10", "clearance-11"};

// The pieces of all arcs that have one colour; pieces that follow each other are one line.
static void add_step(const wend_show *s, const wend_medial_look_at *look, int step) {
    for (int32_t arc = 0; arc < look->view.arc_count; arc++) {
        int pieces = wend_medial_pieces(look, arc);
        bool open = false;
        for (int k = 0; k < pieces; k++) {
            double place[2], clearance;
            wend_medial_arc_point(look->medial, arc, (k + 0.5) / pieces, NULL, &clearance);
            if (wend_clearance_step(look, clearance, STEPS) != step) {
                open = false;
                continue;
            }
            if (!open) {
                wend_draw_begin_contour(s->draw, false);
                wend_medial_arc_point(look->medial, arc, (double)k / pieces, place, NULL);
                wend_draw_point(s->draw, place[0], place[1]);
            }
            open = true;
            wend_medial_arc_point(look->medial, arc, (k + 1.0) / pieces, place, NULL);
            wend_draw_point(s->draw, place[0], place[1]);
        }
    }
}

static void show_vertices(const wend_show *s, const wend_medial_look_at *look, double room) {
    const wend_lattice *lattice = &s->view.lattice;
    wend_draw_begin_layer(s->draw, "vertices", WEND_DRAW_DOTS, DOT, wend_show_between(room / 14, 0.5, 3), false);
    for (int32_t v = 0; v < look->view.vertex_count; v++) {
        const wend_medial_vertex *at = &look->view.vertices[v];
        if (at->degree < 3)
            continue;
        wend_draw_begin_contour(s->draw, false);
        wend_draw_point(s->draw, lattice->origin[0] + lattice->step * at->x,
                        lattice->origin[1] + lattice->step * at->y);
    }
}

// Across the way, from wall to wall.
static void show_narrow(const wend_show *s, const wend_medial_look_at *look) {
    wend_draw_begin_layer(s->draw, "narrow", WEND_DRAW_STROKE, BAR, 1.2, false);
    for (int32_t k = 0; k < look->view.narrow_count && k < BARS; k++) {
        wend_narrow n = wend_medial_narrow(look->medial, k);
        double half = n.width / 2 / s->view.unit;
        wend_draw_begin_contour(s->draw, false);
        wend_draw_point(s->draw, n.place[0] - n.direction[1] * half, n.place[1] + n.direction[0] * half);
        wend_draw_point(s->draw, n.place[0] + n.direction[1] * half, n.place[1] - n.direction[0] * half);
    }
}

double wend_show_clearance_legend(wend_draw *draw, double x, double widest) {
    double y = WEND_SHOW_LEGEND(draw);
    wend_text text = wend_text_start(draw->context);
    wend_text_add_significant(&text, widest);
    wend_text_add_string(&text, " m clearance");
    const char *word = text.data != NULL ? text.data : "clearance";
    wend_draw_label_at(draw, x, y, WEND_SHOW_LETTERS, -1, WEND_SHOW_LINE, "0");
    x += wend_draw_text_width("0", WEND_SHOW_LETTERS) + 8;
    for (int step = 0; step < STEPS; step++, x += 12) {
        wend_draw_begin_layer(draw, NULL, WEND_DRAW_FILL, wend_clearance_step_colour(step, STEPS), 0, true);
        wend_draw_begin_contour(draw, true);
        wend_draw_point(draw, x, y - 12);
        wend_draw_point(draw, x + 12, y - 12);
        wend_draw_point(draw, x + 12, y + 2);
        wend_draw_point(draw, x, y + 2);
    }
    wend_draw_label_at(draw, x + 8, y, WEND_SHOW_LETTERS, -1, WEND_SHOW_LINE, word);
    x += 8 + wend_draw_text_width(word, WEND_SHOW_LETTERS) + 26;
    draw->failed |= text.failed;
    wend_text_free(&text);
    return x;
}

static void show_medial(const wend_show *s, const wend_plan *plan, const wend_medial *medial) {
    wend_medial_look_at look = wend_medial_look_start(plan, medial);
    double room = wend_show_spacing(s, look.view.true_count);
    const wend_show_count counts[] = {{look.view.arc_count, "arc"}, {look.view.narrow_count, "narrow place"}};
    wend_show_obstacles(s);
    wend_show_floor_in(s, FLOOR);
    for (int step = 0; step < STEPS; step++) {
        wend_draw_begin_layer(s->draw, names[step], WEND_DRAW_STROKE, wend_clearance_step_colour(step, STEPS),
                              wend_show_between(room / 14, 0.6, 2.2), false);
        add_step(s, &look, step);
    }
    show_narrow(s, &look);
    if (room > 8)
        show_vertices(s, &look, room);
    wend_show_lines(s);
    wend_show_caption_after(s, counts, 2, wend_show_clearance_legend(s->draw, 26, look.widest));
    wend_draw_scale_bar(s->draw, s->view.unit);
}

wend_result wend_show_medial(const wend_plan *plan, const wend_medial *medial, wend_draw *draw) {
    wend_show show;
    if (wend_show_start(&show, plan, draw))
        show_medial(&show, plan, medial);
    wend_show_stop(&show);
    return wend_draw_result(draw);
}

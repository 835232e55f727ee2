// What a plan looks like. From the bottom up: obstacles (all that is no floor), floor (one tint per component, but
// for that of areas, which have tints of their own), the triangulation, area borders, boundaries, walls without width,
// point obstacles, links made by hand.
//
// The triangulation becomes fainter where its triangles are small, and is left out before it blackens the floor.
#include "picture/show.h"

#include <string.h>

#define MESH 0x4a7ba600 // its strength is chosen
#define MESH_FAINT 3.0  // pixels between edges below which the triangulation is left out,
#define MESH_CLEAR 18.0 // and above which it has its full strength
#define MESH_ALPHA 150.0
#define HEAD 14.0 // pixels: length of the arrow head of a link

static void show_areas(const wend_show *s) {
    static const char *const names[WEND_AREA_TINTS] = {"areas",   "areas-1", "areas-2",   "areas-3",
                                                       "areas-4", "areas-5", "areas-6",   "areas-7",
                                                       "areas-8", "areas-9", "areas-rest"};
    for (int32_t tint = 0; tint < s->areas->count; tint++) {
        wend_draw_begin_layer(s->draw, names[tint], WEND_DRAW_FILL, s->areas->colour[tint], 0, false);
        for (int32_t t = 0; t < s->view.triangle_count; t++) {
            if (s->areas->tint[s->view.triangle_area[t]] != tint)
                continue;
            wend_draw_begin_contour(s->draw, true);
            for (int i = 0; i < 3; i++)
                wend_show_vertex(s, s->view.triangles[t].v[i]);
        }
    }
}

static void show_links(const wend_show *s, const wend_offlinks *links) {
    wend_offlinks_view view = wend_offlinks_look(links);
    wend_draw_begin_layer(s->draw, "made-by-hand", WEND_DRAW_STROKE, WEND_ADDED_LINK, WEND_ADDED_WIDTH, false);
    for (int32_t k = 0; k < view.count; k++) {
        double places[2][2][3];
        wend_added_lines lines;
        for (int end = 0; end < 2; end++)
            memcpy(places[end], view.links[k].ends[end].places, sizeof places[end]);
        wend_added_lines_make(places, view.links[k].both_ways, HEAD / s->draw->scale, &lines);
        for (int32_t i = 0; i < lines.count; i++) {
            wend_draw_begin_contour(s->draw, false);
            for (int end = 0; end < 2; end++)
                wend_draw_point(s->draw, lines.ends[i][end][0], lines.ends[i][end][1]);
        }
    }
}

static void show_triangulation(const wend_show *s) {
    double room = wend_show_spacing(s, s->view.triangle_count);
    if (room < MESH_FAINT)
        return;
    double strength = room >= MESH_CLEAR ? 1 : (room - MESH_FAINT) / (MESH_CLEAR - MESH_FAINT) * 0.7 + 0.3;
    wend_draw_begin_layer(s->draw, "triangulation", WEND_DRAW_STROKE, MESH | (uint32_t)(MESH_ALPHA * strength),
                          0.5 + 0.4 * strength, false);
    for (int32_t edge = 0; edge < 3 * s->view.triangle_count; edge++) {
        if (s->view.triangles[edge / 3].twin[edge % 3] <= edge)
            continue;
        wend_draw_begin_contour(s->draw, false);
        wend_show_vertex(s, s->view.triangles[edge / 3].v[edge % 3]);
        wend_show_vertex(s, s->view.triangles[edge / 3].v[(edge % 3 + 1) % 3]);
    }
}

static void show_all(const wend_show *s, const wend_offlinks *links) {
    const wend_show_count counts[] = {{s->view.triangle_count, "triangle"}, {s->view.component_count, "component"}};
    wend_show_obstacles(s);
    wend_show_floor(s);
    show_areas(s);
    show_triangulation(s);
    wend_show_thin(s);
    wend_show_lines(s);
    if (links)
        show_links(s, links);
    wend_show_caption(s, counts, 2);
    wend_draw_scale_bar(s->draw, s->view.unit);
}

wend_result wend_show_plan(const wend_plan *plan, const wend_added *added, wend_draw *draw) {
    wend_show show;
    wend_area_look areas;
    const wend_added none = {0}, *used = added ? added : &none;
    wend_plan_view view = wend_plan_look(plan);
    draw->failed |= !wend_area_look_make(draw->context, &view, used, &areas);
    if (wend_show_start(&show, plan, draw)) {
        show.areas = &areas;
        show_all(&show, used->links);
    }
    wend_show_stop(&show);
    wend_area_look_free(draw->context, &areas);
    return wend_draw_result(draw);
}

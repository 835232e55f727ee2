// What a plan looks like. From the bottom up: obstacles (all that is no floor), floor (one tint per component), the
// triangulation, area borders, boundaries, walls without width, point obstacles.
//
// The triangulation becomes fainter where its triangles are small, and is left out before it blackens the floor.
#include "picture/show.h"

#define MESH 0x4a7ba600 // its strength is chosen
#define MESH_FAINT 3.0  // pixels between edges below which the triangulation is left out,
#define MESH_CLEAR 18.0 // and above which it has its full strength
#define MESH_ALPHA 150.0

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

static void show_all(const wend_show *s) {
    const wend_show_count counts[] = {{s->view.triangle_count, "triangle"}, {s->view.component_count, "component"}};
    wend_show_obstacles(s);
    wend_show_floor(s);
    show_triangulation(s);
    wend_show_thin(s);
    wend_show_lines(s);
    wend_show_caption(s, counts, 2);
    wend_draw_scale_bar(s->draw, s->view.unit);
}

wend_result wend_show_plan(const wend_plan *plan, wend_draw *draw) {
    wend_show show;
    if (wend_show_start(&show, plan, draw))
        show_all(&show);
    wend_show_stop(&show);
    return wend_draw_result(draw);
}

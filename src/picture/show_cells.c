// What cells and portals look like.
//
// Cells, from the bottom up: obstacles, cells in soft colours, portals as dashed lines, area borders, boundaries, walls
// without width, point obstacles. Beneath the cells lies floor of one tint, which shows through the seams between them.
// Portals: the floor in grey, the cells' graph as thin lines and dots, portals as strong lines.
#include "picture/show.h"

#define SEAM 0xf3efe6ff
#define GREY 0xeceff1ff
#define PORTAL 0x2b5c8aff
#define STRONG 0x1f6fb5ff
#define GRAPH 0xd9822bff
#define DASHED_LEAST 9.0 // pixels between portals below which they are drawn as whole lines, fainter

static const uint32_t soft[WEND_CELL_COLOURS] = {0xfbe3c0ff, 0xcfe8cfff, 0xcbdff5ff, 0xf7cfd3ff,
                                                 0xdfd2f0ff, 0xf8f0b8ff, 0xc4eae6ff, 0xe2d9c8ff};

static void add_corner(const wend_show *s, const wend_cells *cells, int32_t corner) {
    double place[2];
    wend_cells_place(cells, corner, place);
    wend_draw_point(s->draw, place[0], place[1]);
}

static void show_tints(const wend_show *s, const wend_cells *cells, const uint8_t *colours) {
    static const char *const names[WEND_CELL_COLOURS] = {"cells",   "cells-1", "cells-2", "cells-3",
                                                         "cells-4", "cells-5", "cells-6", "cells-7"};
    wend_cells_view view = wend_cells_look(cells);
    for (int tint = 0; tint < WEND_CELL_COLOURS; tint++) {
        wend_draw_begin_layer(s->draw, names[tint], WEND_DRAW_FILL, soft[tint], 0, false);
        for (int32_t c = 0; c < view.cell_count; c++) {
            if (colours[c] != tint)
                continue;
            wend_draw_begin_contour(s->draw, true);
            for (int32_t k = 0; k < view.cells[c].count; k++)
                add_corner(s, cells, view.sides[view.cells[c].first + k].corner);
        }
    }
}

// Portals but those on area borders, which are drawn with the plan's lines.
static void add_portals(const wend_show *s, const wend_cells *cells) {
    wend_cells_view view = wend_cells_look(cells);
    for (int32_t k = 0; k < view.portal_count; k++) {
        if (view.portals[k].border >= 0)
            continue;
        wend_draw_begin_contour(s->draw, false);
        add_corner(s, cells, view.portals[k].ends[0]);
        add_corner(s, cells, view.portals[k].ends[1]);
    }
}

static void show_caption(const wend_show *s, const wend_cells_view *view) {
    const wend_show_count counts[] = {
        {view->cell_count, "cell"}, {view->portal_count, "portal"}, {s->view.component_count, "component"}};
    wend_show_caption(s, counts, 3);
    wend_draw_scale_bar(s->draw, s->view.unit);
}

static void show_cells(const wend_show *s, const wend_cells *cells, const uint8_t *colours) {
    wend_cells_view view = wend_cells_look(cells);
    double room = wend_show_spacing(s, view.portal_count);
    bool dashed = room >= DASHED_LEAST;
    double width = wend_show_between(room / 25, 0.35, 1.5);
    wend_show_obstacles(s);
    wend_show_floor_in(s, SEAM);
    show_tints(s, cells, colours);
    wend_draw_begin_layer(s->draw, "portals", WEND_DRAW_STROKE, PORTAL, width, false);
    wend_draw_dashed(s->draw, dashed ? wend_show_between(room / 12, 2, 6) : 0);
    add_portals(s, cells);
    wend_show_thin(s);
    wend_show_lines(s);
    show_caption(s, &view);
}

wend_result wend_show_cells(const wend_plan *plan, const wend_cells *cells, wend_draw *draw) {
    wend_show show;
    wend_cells_view view = wend_cells_look(cells);
    size_t bytes = (size_t)view.cell_count + 1;
    uint8_t *colours = wend_allocate_array(draw->context, (int64_t)view.cell_count + 1, 1);
    draw->failed |= !colours || !wend_cells_colour(draw->context, &view, colours);
    if (wend_show_start(&show, plan, draw))
        show_cells(&show, cells, colours);
    wend_show_stop(&show);
    wend_release(draw->context, colours, bytes);
    return wend_draw_result(draw);
}

// ---------------------------------------------------------------------------------------------------- portals

// The centre of a cell's area; the mean of its corners when it has next to none.
static void centre_of(const wend_cells *cells, const wend_cells_view *view, int32_t cell, double centre[2]) {
    const wend_cell_side *sides = view->sides + view->cells[cell].first;
    int32_t count = view->cells[cell].count;
    double start[2], last[2], twice = 0, moment[2] = {0, 0}, mean[2] = {0, 0};
    wend_cells_place(cells, sides[0].corner, start);
    wend_cells_place(cells, sides[1].corner, last);
    for (int32_t k = 1; k < count; k++) {
        double next[2];
        wend_cells_place(cells, sides[k].corner, next);
        double ax = last[0] - start[0], ay = last[1] - start[1], bx = next[0] - start[0], by = next[1] - start[1];
        double part = ax * by - bx * ay;
        twice += part;
        moment[0] += part * (ax + bx);
        moment[1] += part * (ay + by);
        mean[0] += bx / count;
        mean[1] += by / count;
        memcpy(last, next, sizeof last);
    }
    for (int k = 0; k < 2; k++)
        centre[k] = start[k] + (twice > 0 ? moment[k] / (3 * twice) : mean[k]);
}

static void show_graph(const wend_show *s, const wend_cells *cells, const double *centres, double room) {
    wend_cells_view view = wend_cells_look(cells);
    wend_draw_begin_layer(s->draw, "graph", WEND_DRAW_STROKE, GRAPH, wend_show_between(room / 40, 0.3, 1), false);
    for (int32_t k = 0; k < view.portal_count; k++) {
        const wend_portal *portal = &view.portals[k];
        const double *left = centres + 2 * (size_t)portal->cells[0], *right = centres + 2 * (size_t)portal->cells[1];
        double a[2], b[2];
        wend_cells_place(cells, portal->ends[0], a);
        wend_cells_place(cells, portal->ends[1], b);
        wend_draw_begin_contour(s->draw, false);
        wend_draw_point(s->draw, left[0], left[1]);
        wend_draw_point(s->draw, a[0] + (b[0] - a[0]) / 2, a[1] + (b[1] - a[1]) / 2);
        wend_draw_point(s->draw, right[0], right[1]);
    }
    wend_draw_begin_layer(s->draw, "nodes", WEND_DRAW_DOTS, GRAPH, wend_show_between(room / 12, 0.6, 4), false);
    for (int32_t c = 0; c < view.cell_count; c++) {
        wend_draw_begin_contour(s->draw, false);
        wend_draw_point(s->draw, centres[2 * (size_t)c], centres[2 * (size_t)c + 1]);
    }
}

static void show_portals(const wend_show *s, const wend_cells *cells, double *centres) {
    wend_cells_view view = wend_cells_look(cells);
    double room = wend_show_spacing(s, view.portal_count);
    for (int32_t c = 0; c < view.cell_count; c++)
        centre_of(cells, &view, c, centres + 2 * (size_t)c);
    wend_show_obstacles(s);
    wend_show_floor_in(s, GREY);
    show_graph(s, cells, centres, room);
    wend_draw_begin_layer(s->draw, "portals", WEND_DRAW_STROKE, STRONG, wend_show_between(room / 15, 0.5, 2.4), false);
    add_portals(s, cells);
    wend_show_thin(s);
    wend_show_lines(s);
    show_caption(s, &view);
}

wend_result wend_show_portals(const wend_plan *plan, const wend_cells *cells, wend_draw *draw) {
    wend_show show;
    int64_t count = 2 * ((int64_t)wend_cells_look(cells).cell_count + 1);
    size_t bytes = (size_t)count * sizeof(double);
    double *centres = wend_allocate_array(draw->context, count, sizeof *centres);
    draw->failed |= !centres;
    if (wend_show_start(&show, plan, draw))
        show_portals(&show, cells, centres);
    wend_show_stop(&show);
    wend_release(draw->context, centres, bytes);
    return wend_draw_result(draw);
}

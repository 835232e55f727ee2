// Cells and portals as GeoJSON and OBJ.
//
//     {"type":"FeatureCollection","crs":null,"features":[
//     {"type":"Feature","properties":{"cell":0,"component":0,"area":12.5,"neighbours":[1,4]},"geometry":{"type":
//     "Polygon","coordinates":[[[0,0,0],[5,0,0],[0,5,0],[0,0,0]]]}},
//     ...
//
//     {"type":"Feature","properties":{"portal":0,"cells":[1,0],"length":7.07,"border":false},"geometry":{"type":
//     "LineString","coordinates":[[5,0,0],[0,5,0]]}},
//
// A feature is one line of the file. Corners that are vertices of the plan are written so that they read back as the
// same lattice points; points on boundary edges are rounded to the nearest double.
#include "cells/cells.h"
#include "file/write.h"

#include <math.h>

typedef struct cells_writer {
    const wend_cells *cells;
    wend_cells_view view;
    wend_plan_view plan;
    wend_text *text;
} cells_writer;

static void add_place(const cells_writer *w, int32_t corner, const char *before) {
    double place[2];
    wend_cells_place(w->cells, corner, place);
    wend_text_add_string(w->text, before);
    wend_text_add_double(w->text, place[0]);
    wend_text_add_char(w->text, ',');
    wend_text_add_double(w->text, place[1]);
    wend_text_add_string(w->text, ",0]");
}

// Square metres.
static double area_of(const cells_writer *w, const wend_cell *cell) {
    const wend_cell_side *sides = w->view.sides + cell->first;
    wend_fine start = wend_corner_place(&w->plan, &w->view, sides[0].corner);
    wend_fine last = wend_corner_place(&w->plan, &w->view, sides[1].corner);
    double step = w->plan.lattice.step * w->plan.unit, twice = 0;
    for (int32_t k = 2; k < cell->count; k++) {
        wend_fine next = wend_corner_place(&w->plan, &w->view, sides[k].corner);
        twice += wend_i128_to_double(wend_fine_cross(start, last, next)) * 0x1p-64;
        last = next;
    }
    return twice / 2 * step * step;
}

// Metres.
static double length_of(const cells_writer *w, const wend_portal *portal) {
    wend_fine a = wend_corner_place(&w->plan, &w->view, portal->ends[0]);
    wend_fine b = wend_corner_place(&w->plan, &w->view, portal->ends[1]);
    double x = (double)(b.x - a.x) * 0x1p-32, y = (double)(b.y - a.y) * 0x1p-32;
    return sqrt(x * x + y * y) * w->plan.lattice.step * w->plan.unit;
}

static void add_neighbours(const cells_writer *w, const wend_cell *cell) {
    bool later = false;
    for (int32_t s = cell->first; s < cell->first + cell->count; s++) {
        int32_t across = w->view.sides[s].across;
        if (across < 0)
            continue;
        wend_text_add_string(w->text, later ? "," : "");
        wend_text_add_int(w->text, w->view.portals[across / 2].cells[1 - across % 2]);
        later = true;
    }
}

static void add_cell(const cells_writer *w, int32_t number) {
    const wend_cell *cell = &w->view.cells[number];
    wend_text_add_string(w->text, number > 0 ? ",\n" : "\n");
    wend_text_add_string(w->text, "{\"type\":\"Feature\",\"properties\":{\"cell\":");
    wend_text_add_int(w->text, number);
    wend_text_add_string(w->text, ",\"component\":");
    wend_text_add_int(w->text, cell->component);
    wend_text_add_string(w->text, ",\"area\":");
    wend_text_add_double(w->text, area_of(w, cell));
    wend_text_add_string(w->text, ",\"neighbours\":[");
    add_neighbours(w, cell);
    wend_text_add_string(w->text, "]},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[");
    for (int32_t k = 0; k <= cell->count; k++)
        add_place(w, w->view.sides[cell->first + k % cell->count].corner, k > 0 ? ",[" : "[");
    wend_text_add_string(w->text, "]]}}");
}

static void add_portal(const cells_writer *w, int32_t number) {
    const wend_portal *portal = &w->view.portals[number];
    wend_text_add_string(w->text, number > 0 ? ",\n" : "\n");
    wend_text_add_string(w->text, "{\"type\":\"Feature\",\"properties\":{\"portal\":");
    wend_text_add_int(w->text, number);
    wend_text_add_string(w->text, ",\"cells\":[");
    wend_text_add_int(w->text, portal->cells[0]);
    wend_text_add_char(w->text, ',');
    wend_text_add_int(w->text, portal->cells[1]);
    wend_text_add_string(w->text, "],\"length\":");
    wend_text_add_double(w->text, length_of(w, portal));
    wend_text_add_string(w->text, ",\"border\":");
    wend_text_add_string(w->text, portal->border >= 0 ? "true" : "false");
    wend_text_add_string(w->text, "},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[");
    add_place(w, portal->ends[0], "[");
    add_place(w, portal->ends[1], ",[");
    wend_text_add_string(w->text, "]}}");
}

static wend_result add_features(const wend_plan *plan, const wend_cells *cells, wend_text *text, bool portals) {
    cells_writer w = {cells, wend_cells_look(cells), wend_plan_look(plan), text};
    int32_t count = portals ? w.view.portal_count : w.view.cell_count;
    wend_text_add_string(text, "{\"type\":\"FeatureCollection\",\"crs\":null,\"features\":[");
    for (int32_t k = 0; k < count; k++)
        portals ? add_portal(&w, k) : add_cell(&w, k);
    wend_text_add_string(text, "\n]}\n");
    return wend_text_result(text);
}

wend_result wend_write_cells_geojson(const wend_plan *plan, const wend_cells *cells, wend_text *text) {
    return add_features(plan, cells, text, false);
}

wend_result wend_write_portals_geojson(const wend_plan *plan, const wend_cells *cells, wend_text *text) {
    return add_features(plan, cells, text, true);
}

// ---------------------------------------------------------------------------------------------------- OBJ

static void add_corners(const wend_cells *cells, const wend_cells_view *view, wend_text *text) {
    for (int32_t corner = 0; corner < view->vertex_count + view->point_count; corner++) {
        double place[2];
        wend_cells_place(cells, corner, place);
        wend_text_add_string(text, "v ");
        wend_text_add_double(text, place[0]);
        wend_text_add_char(text, ' ');
        wend_text_add_double(text, place[1]);
        wend_text_add_string(text, " 0\n");
    }
}

static void add_index(wend_text *text, int32_t corner) {
    wend_text_add_char(text, ' ');
    wend_text_add_int(text, (int64_t)corner + 1);
}

wend_result wend_write_cells_obj(const wend_cells *cells, wend_text *text) {
    wend_cells_view view = wend_cells_look(cells);
    int32_t component = -1;
    add_corners(cells, &view, text);
    for (int32_t c = 0; c < view.cell_count; c++) {
        if (view.cells[c].component != component) {
            component = view.cells[c].component;
            wend_text_add_string(text, "g component_");
            wend_text_add_int(text, component);
            wend_text_add_char(text, '\n');
        }
        wend_text_add_char(text, 'f');
        for (int32_t k = 0; k < view.cells[c].count; k++)
            add_index(text, view.sides[view.cells[c].first + k].corner);
        wend_text_add_char(text, '\n');
    }
    return wend_text_result(text);
}

wend_result wend_write_portals_obj(const wend_cells *cells, wend_text *text) {
    wend_cells_view view = wend_cells_look(cells);
    add_corners(cells, &view, text);
    for (int32_t k = 0; k < view.portal_count; k++) {
        wend_text_add_char(text, 'l');
        add_index(text, view.portals[k].ends[0]);
        add_index(text, view.portals[k].ends[1]);
        wend_text_add_char(text, '\n');
    }
    return wend_text_result(text);
}

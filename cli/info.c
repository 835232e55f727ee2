// wend info FILE.wend: what is in a file.
#include "cli/command.h"
#include "cli/json_out.h"
#include "cli/options.h"

#define COMPONENTS_SHOWN 10

static const wend_option table[] = {{.name = "--json", .kind = WEND_OPTION_FLAG}};

static double component_area(const wend_plan_view *view, int32_t component) {
    double step = view->lattice.step * view->unit;
    return (double)view->components[component].area2 / 2 * step * step;
}

static const char *const qualities[WEND_CELLS_QUALITY_COUNT] = {"fast", "best"};

// What cells were made with.
static void add_settings(const wend_cells_def *def, wend_text *text) {
    wend_out_rounded(text, "relax_angle", wend_degrees(def->relax_angle), WEND_DEGREE_DIGITS);
    wend_out_double(text, "relax", def->relax);
    wend_out_string(text, "quality", qualities[def->quality]);
}

static void add_json(const wend_nav *nav, wend_text *text) {
    const wend_plan *plan = wend_nav_plan(nav);
    wend_plan_view view = wend_plan_look(plan);
    wend_plan_facts facts = wend_plan_sum(plan);
    wend_out_open(text, NULL, '{');
    wend_command_facts(nav, &facts, text);
    wend_out_place(text, "low", facts.low);
    wend_out_place(text, "high", facts.high);
    wend_out_place(text, "origin", view.lattice.origin);
    if (wend_nav_cells(nav)) {
        wend_cells_view cells = wend_cells_look(wend_nav_cells(nav));
        add_settings(&cells.def, text);
    }
    wend_out_open(text, "component_list", '[');
    for (int32_t c = 0; c < view.component_count; c++) {
        wend_out_open(text, NULL, '{');
        wend_out_double(text, "area", component_area(&view, c));
        wend_out_int(text, "triangles", view.components[c].triangles);
        wend_out_int(text, "holes", view.components[c].cycles - 1);
        wend_out_int(text, "points", view.components[c].points);
        wend_out_close(text, '}');
    }
    wend_out_close(text, ']');
    wend_out_close(text, '}');
    wend_text_add_char(text, '\n');
}

static void add_line(wend_text *text, const char *name, int64_t value) {
    wend_text_add_string(text, name);
    wend_text_add_int(text, value);
    wend_text_add_char(text, '\n');
}

static void add_range(wend_text *text, const char *name, double low, double high) {
    wend_text_add_string(text, name);
    wend_text_add_double(text, low);
    wend_text_add_string(text, " to ");
    wend_text_add_double(text, high);
    wend_text_add_char(text, '\n');
}

static void add_cells(const wend_cells *cells, wend_text *text) {
    if (!cells) {
        wend_text_add_string(text, "cells           none\n");
        return;
    }
    wend_cells_view view = wend_cells_look(cells);
    add_line(text, "cells           ", view.cell_count);
    add_line(text, "portals         ", view.portal_count);
    wend_text_add_string(text, "portal length   ");
    wend_text_add_rounded(text, view.portal_length, 3);
    wend_text_add_string(text, " m\n");
    add_line(text, "notches         ", view.notch_count);
    wend_text_add_string(text, "smallest angle  ");
    wend_text_add_rounded(text, wend_degrees(view.smallest_angle), 3);
    wend_text_add_string(text, " degrees\nrelaxation      ");
    wend_text_add_rounded(text, wend_degrees(view.def.relax_angle), WEND_DEGREE_DIGITS);
    wend_text_add_string(text, " degrees, distance ");
    wend_text_add_double(text, view.def.relax);
    wend_text_add_string(text, "\nquality         ");
    wend_text_add_string(text, qualities[view.def.quality]);
    wend_text_add_char(text, '\n');
}

static void add_components(const wend_plan_view *view, wend_text *text) {
    for (int32_t c = 0; c < view->component_count && c < COMPONENTS_SHOWN; c++) {
        wend_text_add_string(text, "  component ");
        wend_text_add_int(text, c);
        wend_text_add_string(text, ": ");
        wend_text_add_rounded(text, component_area(view, c), 3);
        wend_text_add_string(text, " m2, ");
        wend_text_add_int(text, view->components[c].triangles);
        wend_text_add_string(text, " triangles, ");
        wend_text_add_int(text, view->components[c].cycles - 1);
        wend_text_add_string(text, " holes\n");
    }
    if (view->component_count > COMPONENTS_SHOWN)
        add_line(text, "  and others; --json lists all ", view->component_count);
}

static void add_words(const wend_nav *nav, wend_text *text) {
    const wend_plan *plan = wend_nav_plan(nav);
    wend_plan_view view = wend_plan_look(plan);
    wend_plan_facts facts = wend_plan_sum(plan);
    wend_text_add_string(text, "area            ");
    wend_text_add_rounded(text, facts.area, 3);
    wend_text_add_string(text, " m2\n");
    add_line(text, "triangles       ", view.triangle_count);
    add_line(text, "vertices        ", view.vertex_count);
    add_line(text, "boundary edges  ", view.boundary_count);
    add_line(text, "holes           ", facts.holes);
    add_line(text, "points          ", facts.points);
    add_line(text, "borders         ", view.border_count);
    add_line(text, "layers          ", 1);
    add_range(text, "x               ", facts.low[0], facts.high[0]);
    add_range(text, "y               ", facts.low[1], facts.high[1]);
    wend_text_add_string(text, "lattice step    ");
    wend_text_add_double(text, view.lattice.step);
    wend_text_add_string(text, "\nmetres per unit ");
    wend_text_add_double(text, view.unit);
    wend_text_add_string(text, "\nhash            ");
    wend_text_add_hash(text, wend_nav_hash(nav));
    wend_text_add_char(text, '\n');
    add_cells(wend_nav_cells(nav), text);
    add_line(text, "components      ", view.component_count);
    add_components(&view, text);
}

int wend_command_info(int argument_count, char **arguments) {
    wend_options options;
    wend_command command;
    if (!wend_options_read("info", table, 1, argument_count, arguments, &options) ||
        !wend_options_operands(&options, 1, 1, "one .wend file") || !wend_command_start(&command, 1))
        return WEND_EXIT_BAD;
    wend_nav *nav = NULL;
    int code = WEND_EXIT_BAD;
    if (wend_command_load(&command, options.operands[0], &nav)) {
        wend_text text = wend_text_start(command.context);
        if (wend_options_given(&options, "--json"))
            add_json(nav, &text);
        else
            add_words(nav, &text);
        wend_command_clear(&command);
        code = wend_command_print(&text);
        wend_text_free(&text);
    }
    wend_nav_destroy(nav);
    wend_command_stop(&command);
    return code;
}

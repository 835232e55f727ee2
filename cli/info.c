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

static void add_json(const wend_nav *nav, wend_text *text) {
    const wend_plan *plan = wend_nav_plan(nav);
    wend_plan_view view = wend_plan_look(plan);
    wend_plan_facts facts = wend_plan_sum(plan);
    wend_out_open(text, NULL, '{');
    wend_command_facts(nav, &facts, text);
    wend_out_place(text, "low", facts.low);
    wend_out_place(text, "high", facts.high);
    wend_out_place(text, "origin", view.lattice.origin);
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

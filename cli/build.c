// wend build IN... -o FILE.wend: makes all that Wend can make of a floor plan.
#include "cli/command.h"
#include "cli/json_out.h"
#include "cli/options.h"

#include "plan/lattice.h"

#include <string.h>

#define HUGE_NUMBER 1e300
#define HEIGHT_DEFAULT 1.8
#define STEP_DEFAULT 0.4
#define GAP_DEFAULT 0.3
#define SCENE_ENDINGS ".obj .glb .gltf .ply .stl .fbx .dae .off"
#define PLAN_ENDINGS ".geojson .json .wkt .dat .txt .poly .node .map"
#define EXPORT_ENDINGS ".svg .png .geojson .obj .glb"

static const wend_option table[] = {
    {.name = "-o", .kind = WEND_OPTION_TEXT},
    {.name = "--lattice", .kind = WEND_OPTION_NUMBER, .low = WEND_STEP_MIN, .high = WEND_STEP_MAX},
    {.name = "--unit", .kind = WEND_OPTION_NUMBER, .low = WEND_UNIT_MIN, .high = WEND_UNIT_MAX},
    {.name = "--threads", .kind = WEND_OPTION_WHOLE, .low = 1, .high = 256},
    {.name = "--relax-angle", .kind = WEND_OPTION_NUMBER, .low = 0, .high = 90},
    {.name = "--relax", .kind = WEND_OPTION_NUMBER, .low = 0, .high = HUGE_NUMBER},
    {.name = "--quality", .kind = WEND_OPTION_CHOICE, .choices = "fast|best"},
    {.name = "--json", .kind = WEND_OPTION_FLAG},
    {.name = "--method", .kind = WEND_OPTION_CHOICE, .choices = "exact|voxel|layered", .later = true},
    {.name = "--height", .kind = WEND_OPTION_NUMBER, .low = 0, .above = true, .high = 1000, .later = true},
    {.name = "--slope", .kind = WEND_OPTION_NUMBER, .low = 0, .high = 90, .later = true},
    {.name = "--step", .kind = WEND_OPTION_NUMBER, .low = 0, .high = 1000, .later = true},
    {.name = "--gap", .kind = WEND_OPTION_NUMBER, .low = 0, .high = 1000, .later = true},
    {.name = "--drop", .kind = WEND_OPTION_NUMBER, .low = 0, .high = 1000, .later = true},
    {.name = "--weld", .kind = WEND_OPTION_NUMBER, .low = 0, .high = 1000, .later = true},
    {.name = "--simplify", .kind = WEND_OPTION_NUMBER, .low = 0, .high = 1000, .later = true},
    {.name = "--two-sided", .kind = WEND_OPTION_FLAG, .later = true},
    {.name = "--keep-inside", .kind = WEND_OPTION_FLAG, .later = true},
    {.name = "--seed", .kind = WEND_OPTION_PLACE, .later = true, .many = true},
    {.name = "--min-area", .kind = WEND_OPTION_NUMBER, .low = 0, .high = HUGE_NUMBER, .later = true},
    {.name = "--ramps", .kind = WEND_OPTION_FLAG, .later = true},
    {.name = "--up", .kind = WEND_OPTION_CHOICE, .choices = "x|y|z|-x|-y|-z", .later = true},
};
#define TABLE_COUNT ((int)(sizeof table / sizeof table[0]))

// What one build keeps between its steps.
typedef struct build {
    wend_command command;
    wend_options options;
    const char *out;
    wend_inputs inputs;
    wend_drawing *drawing;
    wend_nav *nav;
    wend_build_times times;
    double read_seconds, write_seconds, total_seconds;
} build;

// Gap and step must be below half the height.
static bool heights_fit(const wend_options *options) {
    static const char *const names[2] = {"--step", "--gap"};
    double height = wend_options_number(options, "--height", HEIGHT_DEFAULT);
    double values[2] = {wend_options_number(options, "--step", STEP_DEFAULT),
                        wend_options_number(options, "--gap", GAP_DEFAULT)};
    for (int k = 0; k < 2; k++) {
        char value_text[WEND_NUMBER_TEXT], height_text[WEND_NUMBER_TEXT];
        if (values[k] < height / 2)
            continue;
        wend_print_double(value_text, values[k]);
        wend_print_double(height_text, height);
        wend_complain("build: %s: %s%s must be below half the height of %s; see 'wend help build'", names[k],
                      value_text, wend_options_given(options, names[k]) ? "" : " (the default)", height_text);
        return false;
    }
    return true;
}

// The file to write must not be one that is read, nor look like one.
static bool out_fits(const build *b) {
    const wend_options *options = &b->options;
    if (!b->out) {
        wend_complain("build: -o: expected the .wend file to write, found nothing; see 'wend help build'");
        return false;
    }
    for (int k = 0; k < options->operand_count; k++) {
        if (strcmp(b->out, "-") != 0 && wend_path_same(options->operands[k], b->out)) {
            wend_complain("build: -o: %.200s: this is an input file, which would be lost; name another file", b->out);
            return false;
        }
    }
    if (wend_path_ends(b->out, EXPORT_ENDINGS))
        wend_complain("build: -o: %.200s: build writes .wend files; 'wend export' makes other formats of them", b->out);
    else if (wend_path_ends(b->out, PLAN_ENDINGS " " SCENE_ENDINGS))
        wend_complain("build: -o: %.200s: build writes .wend files, and this is the ending of an input", b->out);
    else if (strcmp(b->out, "-") == 0 && wend_options_given(options, "--json"))
        wend_complain("build: --json: standard output cannot take both the file (-o -) and the answer; name a file");
    else
        return true;
    return false;
}

// Every input must be one that can be read: floor plans, and standard input once.
static bool inputs_fit(const wend_options *options) {
    bool standard = false;
    for (int k = 0; k < options->operand_count; k++) {
        const char *path = options->operands[k];
        if (wend_path_ends(path, SCENE_ENDINGS)) {
            wend_complain("%.200s: 3D scenes are not built yet; this version reads floor plans (.geojson, .wkt, .dat, "
                          ".txt, .poly, .json, .map)",
                          path);
            return false;
        }
        bool is_standard = strcmp(path, "-") == 0;
        if (is_standard && standard) {
            wend_complain("build: - is given twice, but standard input can be read only once");
            return false;
        }
        standard |= is_standard;
    }
    return true;
}

static bool usage_fits(build *b) {
    wend_options *options = &b->options;
    if (!heights_fit(options) || !wend_options_built(options) ||
        !wend_options_operands(options, 1, INT32_MAX, "one or more input files"))
        return false;
    b->out = wend_options_text(options, "-o");
    return out_fits(b) && inputs_fit(options);
}

static wend_build_def def_of(const wend_options *options) {
    wend_build_def def = wend_default_build_def();
    def.plan.lattice = wend_options_number(options, "--lattice", def.plan.lattice);
    def.plan.unit = wend_options_number(options, "--unit", def.plan.unit);
    if (wend_options_given(options, "--relax-angle"))
        def.cells.relax_angle = wend_radians(wend_options_number(options, "--relax-angle", 0));
    def.cells.relax = wend_options_number(options, "--relax", def.cells.relax);
    if (wend_options_given(options, "--quality"))
        def.cells.quality =
            strcmp(wend_options_text(options, "--quality"), "best") == 0 ? WEND_CELLS_BEST : WEND_CELLS_FAST;
    return def;
}

static bool build_nav(build *b) {
    wend_build_def def = def_of(&b->options);
    wend_result result =
        wend_build_drawing(b->command.context, b->drawing, &def, &b->nav, &b->times, b->command.report);
    if (result != WEND_OK)
        wend_command_fail(&b->command, b->options.operand_count == 1 ? b->options.operands[0] : NULL, result);
    return result == WEND_OK;
}

// Writes the file; to standard output in the command's own way, where a reader that went away is no error.
static bool save(build *b) {
    wend_context *context = b->command.context;
    void *bytes;
    size_t count;
    bool standard = strcmp(b->out, "-") == 0;
    wend_result result = standard ? wend_archive_save(context, b->nav, &bytes, &count)
                                  : wend_file_save(context, b->out, b->nav, b->command.report);
    wend_command_clear(&b->command);
    if (result != WEND_OK) {
        wend_command_fail(&b->command, standard ? NULL : b->out, result);
        return false;
    }
    if (!standard)
        return true;
    int code = wend_command_print_bytes(bytes, count);
    wend_release(context, bytes, count);
    return code == WEND_EXIT_DONE;
}

// Reads, builds, writes.
static bool run(build *b) {
    double start = wend_command_seconds();
    if (!wend_command_read(&b->command, &b->inputs, &b->drawing))
        return false;
    b->read_seconds = wend_command_seconds() - start;
    if (!build_nav(b))
        return false;
    double before = wend_command_seconds();
    if (!save(b))
        return false;
    b->write_seconds = wend_command_seconds() - before;
    b->total_seconds = wend_command_seconds() - start;
    return true;
}

static void add_json(build *b, wend_text *text) {
    wend_plan_facts facts = wend_plan_sum(wend_nav_plan(b->nav));
    wend_out_open(text, NULL, '{');
    wend_command_facts(b->nav, &facts, text);
    wend_out_open(text, "seconds", '{');
    wend_out_rounded(text, "read", b->read_seconds, 6);
    wend_out_rounded(text, "plan", b->times.plan, 6);
    wend_out_rounded(text, "cells", b->times.cells, 6);
    wend_out_rounded(text, "write", b->write_seconds, 6);
    wend_out_rounded(text, "total", b->total_seconds, 6);
    wend_out_close(text, '}');
    wend_out_int(text, "peak_bytes", (int64_t)wend_bytes_peak(b->command.context));
    wend_command_findings(&b->command, &b->inputs, text);
    wend_out_close(text, '}');
    wend_text_add_char(text, '\n');
}

static void add_milliseconds(wend_text *text, double seconds) {
    wend_text_add_rounded(text, seconds * 1000, 1);
    wend_text_add_string(text, " ms");
}

static void add_cells(const wend_cells_view *view, wend_text *text) {
    wend_text_add_int(text, view->cell_count);
    wend_text_add_string(text, view->cell_count == 1 ? " cell, " : " cells, ");
    wend_text_add_int(text, view->portal_count);
    wend_text_add_string(text, view->portal_count == 1 ? " portal (" : " portals (");
    wend_text_add_rounded(text, view->portal_length, 3);
    wend_text_add_string(text, " m), ");
    wend_text_add_int(text, view->notch_count);
    wend_text_add_string(text, view->notch_count == 1 ? " notch, smallest angle " : " notches, smallest angle ");
    wend_text_add_rounded(text, wend_degrees(view->smallest_angle), 3);
    wend_text_add_string(text, " degrees\n");
}

static void add_words(build *b, wend_text *text) {
    const wend_plan *plan = wend_nav_plan(b->nav);
    wend_plan_view view = wend_plan_look(plan);
    wend_cells_view cells = wend_cells_look(wend_nav_cells(b->nav));
    wend_text_add_string(text, b->out);
    wend_text_add_string(text, ": ");
    wend_text_add_rounded(text, wend_plan_area(plan), 3);
    wend_text_add_string(text, " m2, ");
    wend_text_add_int(text, view.triangle_count);
    wend_text_add_string(text, " triangles, ");
    wend_text_add_int(text, view.boundary_count);
    wend_text_add_string(text, " boundary edges, ");
    wend_text_add_int(text, view.component_count);
    wend_text_add_string(text, view.component_count == 1 ? " component, hash " : " components, hash ");
    wend_text_add_hash(text, wend_nav_hash(b->nav));
    wend_text_add_char(text, '\n');
    add_cells(&cells, text);
    wend_text_add_string(text, "read ");
    add_milliseconds(text, b->read_seconds);
    wend_text_add_string(text, ", plan ");
    add_milliseconds(text, b->times.plan);
    wend_text_add_string(text, ", cells ");
    add_milliseconds(text, b->times.cells);
    wend_text_add_string(text, ", write ");
    add_milliseconds(text, b->write_seconds);
    wend_text_add_string(text, "; ");
    wend_text_add_rounded(text, (double)wend_bytes_peak(b->command.context) / 1e6, 1);
    wend_text_add_string(text, " MB at most\n");
}

static int tell(build *b) {
    wend_text text = wend_text_start(b->command.context);
    if (wend_options_given(&b->options, "--json")) {
        add_json(b, &text);
    } else {
        wend_command_warn(&b->command, &b->inputs);
        if (strcmp(b->out, "-") != 0) // otherwise the file itself went there
            add_words(b, &text);
    }
    int code = wend_command_print(&text);
    wend_text_free(&text);
    return code;
}

int wend_command_build(int argument_count, char **arguments) {
    build b = {.drawing = NULL};
    if (!wend_options_read("build", table, TABLE_COUNT, argument_count, arguments, &b.options) || !usage_fits(&b))
        return WEND_EXIT_BAD;
    if (!wend_command_start(&b.command, (int)wend_options_number(&b.options, "--threads", 0)))
        return WEND_EXIT_BAD;
    size_t bytes = ((size_t)b.options.operand_count + 1) * sizeof *b.inputs.starts;
    b.inputs = (wend_inputs){.paths = b.options.operands, .count = b.options.operand_count};
    b.inputs.starts = wend_allocate(b.command.context, bytes);
    int code = WEND_EXIT_BAD;
    if (!b.inputs.starts)
        wend_command_fail(&b.command, NULL, WEND_ERROR_MEMORY);
    else if (run(&b))
        code = tell(&b);
    wend_nav_destroy(b.nav);
    wend_drawing_destroy(b.drawing);
    wend_release(b.command.context, b.inputs.starts, bytes);
    wend_command_stop(&b.command);
    return code;
}

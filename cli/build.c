// wend build IN... -o FILE.wend: makes all that Wend can make of floor plans, or of a 3D scene.
#include <wend/explain.h>
#include <wend/json.h>

#include "cli/areas.h"
#include "cli/command.h"
#include "cli/options.h"

#include <string.h>

#define HUGE_NUMBER 1e300

static const char scenes[] = "3D scenes";

static const wend_option table[] = {
    {.name = "-o", .kind = WEND_OPTION_TEXT},
    {.name = "--lattice", .kind = WEND_OPTION_NUMBER, .low = WEND_STEP_MIN, .high = WEND_STEP_MAX},
    {.name = "--unit",
     .kind = WEND_OPTION_NUMBER,
     .low = WEND_UNIT_MIN,
     .high = WEND_UNIT_MAX,
     .example = "0.01 for centimetres"},
    {.name = "--threads", .kind = WEND_OPTION_WHOLE, .low = 1, .high = 256},
    WEND_MEMORY_OPTION,
    {.name = "--json", .kind = WEND_OPTION_FLAG},
    {.name = "--relax-angle", .kind = WEND_OPTION_NUMBER, .low = 0, .high = 90},
    {.name = "--relax", .kind = WEND_OPTION_NUMBER, .low = 0, .high = HUGE_NUMBER},
    {.name = "--quality", .kind = WEND_OPTION_CHOICE, .choices = "fast|best"},
    {.name = "--method", .kind = WEND_OPTION_CHOICE, .choices = "exact|voxel|layered", .only = scenes},
    {.name = "--height", .kind = WEND_OPTION_NUMBER, .low = 0, .above = true, .high = 1000, .only = scenes},
    {.name = "--slope", .kind = WEND_OPTION_NUMBER, .low = 0, .high = 90, .below = true, .only = scenes},
    {.name = "--step", .kind = WEND_OPTION_NUMBER, .low = 0, .high = 1000, .only = scenes},
    {.name = "--gap", .kind = WEND_OPTION_NUMBER, .low = 0, .high = 1000, .only = scenes},
    {.name = "--drop", .kind = WEND_OPTION_NUMBER, .low = 0, .high = 1000, .only = scenes},
    {.name = "--weld", .kind = WEND_OPTION_NUMBER, .low = 0, .high = 1000, .only = scenes},
    {.name = "--simplify", .kind = WEND_OPTION_NUMBER, .low = 0, .high = 1000, .only = scenes},
    {.name = "--two-sided", .kind = WEND_OPTION_FLAG, .only = scenes},
    {.name = "--keep-inside", .kind = WEND_OPTION_FLAG, .only = scenes},
    {.name = "--seed", .kind = WEND_OPTION_PLACE, .many = true, .only = scenes},
    {.name = "--min-area", .kind = WEND_OPTION_NUMBER, .low = 0, .high = HUGE_NUMBER, .only = scenes},
    {.name = "--area", .kind = WEND_OPTION_AREA, .many = true},
    {.name = "--links", .kind = WEND_OPTION_TEXT},
    {.name = "--landmarks", .kind = WEND_OPTION_WHOLE, .low = 0, .high = WEND_LANDMARKS_MAX},
    {.name = "--radius",
     .kind = WEND_OPTION_TEXT,
     .instead = "one mesh serves agents of every radius, so build does not need it; ask for it later: 'wend query' "
                "answers \"clearance\" and \"widest\""},
    {.name = "--cell", .kind = WEND_OPTION_NUMBER, .low = 0, .above = true, .high = 1000, .only = scenes},
    {.name = "--cell-height", .kind = WEND_OPTION_NUMBER, .low = 0, .above = true, .high = 1000, .only = scenes},
    {.name = "--smooth", .kind = WEND_OPTION_NUMBER, .low = 0, .high = 1000, .only = scenes},
    {.name = "--tile", .kind = WEND_OPTION_WHOLE, .low = 8, .high = 4096, .only = scenes},
    {.name = "--cell-size",
     .kind = WEND_OPTION_TEXT,
     .instead = "there is no cell size: the scene's own triangles are cut, so doors and stairs are never lost; with "
                "--method voxel, --cell is one"},
    {.name = "--ramps", .kind = WEND_OPTION_FLAG, .only = scenes, .later = true},
    {.name = "--up", .kind = WEND_OPTION_CHOICE, .choices = "x|y|z|-x|-y|-z", .only = scenes},
};
#define TABLE_COUNT ((int)(sizeof table / sizeof table[0]))

// What one build keeps between its steps.
typedef struct build {
    wend_command command;
    wend_options options;
    const char *out;
    wend_inputs inputs;
    bool scene; // the inputs are one, and no floor plans
    wend_drawing *drawing;
    wend_scene *model;
    wend_looks looks; // what the scene is, as it was taken
    double *seeds;
    int seed_count;
    wend_offlink_def *links; // made by hand
    int32_t link_count;
    wend_nav *nav;
    wend_build_times times;
    wend_command_stage stages[8]; // for the progress bar
    double read_seconds, write_seconds, total_seconds;
} build;

// Gap and step must be below half the height.
static bool heights_fit(const wend_options *options) {
    static const char *const names[2] = {"--step", "--gap"};
    const wend_agent usual = wend_default_agent();
    double height = wend_options_number(options, "--height", usual.height);
    double values[2] = {wend_options_number(options, "--step", usual.step),
                        wend_options_number(options, "--gap", usual.gap)};
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
    if (wend_path_is(b->out, WEND_FILE_EXPORT))
        wend_complain("build: -o: %.200s: build writes .wend files; 'wend export' makes other formats of them", b->out);
    else if (wend_path_is(b->out, WEND_FILE_SCENE | WEND_FILE_DRAWING))
        wend_complain("build: -o: %.200s: build writes .wend files, and this is the ending of an input", b->out);
    else if (strcmp(b->out, "-") == 0 && wend_options_given(options, "--json"))
        wend_complain("build: --json: standard output cannot take both the file (-o -) and the answer; name a file");
    else
        return true;
    return false;
}

// Standard input can be read once.
static bool inputs_fit(const wend_options *options) {
    bool standard = false;
    for (int k = 0; k < options->operand_count; k++) {
        bool is_standard = strcmp(options->operands[k], "-") == 0;
        if (is_standard && standard) {
            wend_complain("build: - is given twice, but standard input can be read only once");
            return false;
        }
        standard |= is_standard;
    }
    return true;
}

// Values of options that are to come.
static bool values_fit(const wend_options *options) {
    static const char *const of_voxels[] = {"--cell", "--cell-height", "--smooth", "--tile"};
    const char *method = wend_options_text(options, "--method");
    bool voxel = method && strcmp(method, "voxel") == 0;
    if (method && strcmp(method, "layered") == 0) {
        wend_complain("build: --method layered is not built yet; see 'wend help build'");
        return false;
    }
    for (size_t k = 0; k < sizeof of_voxels / sizeof of_voxels[0] && !voxel; k++)
        if (wend_options_given(options, of_voxels[k])) {
            wend_complain("build: %s is for --method voxel; see 'wend help build'", of_voxels[k]);
            return false;
        }
    if (voxel && wend_options_given(options, "--weld")) {
        wend_complain("build: --weld is for --method exact: voxels close what is narrower than a cell");
        return false;
    }
    return true;
}

static bool usage_fits(build *b) {
    wend_options *options = &b->options;
    if (!heights_fit(options) || !wend_options_built(options) || !values_fit(options) ||
        !wend_options_operands(options, 1, INT32_MAX, "one or more input files"))
        return false;
    b->out = wend_options_text(options, "-o");
    return out_fits(b) && inputs_fit(options);
}

// ---------------------------------------------------------------------------------------------------- inputs

static const char *name_of(const char *path) {
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

// Options that are for 3D scenes only.
static bool options_fit(const build *b) {
    for (int k = 0; k < TABLE_COUNT; k++) {
        if (!b->options.values[k].given || table[k].only != scenes || b->scene)
            continue;
        wend_complain("build: %s is for 3D scenes, and %.200s is a floor plan", table[k].name,
                      name_of(b->options.operands[0]));
        return false;
    }
    return true;
}

// Tells scenes from floor plans; all inputs must be of one kind.
static bool find_kind(build *b) {
    for (int k = 0; k < b->inputs.count; k++) {
        bool scene = wend_command_is_scene(&b->command, b->inputs.paths[k], &b->inputs.held[k]);
        if (k > 0 && scene != b->scene) {
            const char *kinds[2] = {"floor plan", "3D scene"};
            wend_complain("build: %.200s is a %s, but %.200s is a %s; build them apart", name_of(b->inputs.paths[k]),
                          kinds[scene], name_of(b->inputs.paths[0]), kinds[b->scene]);
            return false;
        }
        b->scene = scene;
    }
    return options_fit(b);
}

static void forget_bytes(build *b) {
    for (int k = 0; b->inputs.held && k < b->inputs.count; k++) {
        wend_input_bytes *held = &b->inputs.held[k];
        if (held->bytes)
            wend_release(b->command.context, held->bytes, held->count + 1);
        *held = (wend_input_bytes){NULL, 0};
    }
}

static wend_up up_of(const char *name) {
    int up = WEND_UP_Y;
    for (int k = 0; name && k < WEND_UP_COUNT; k++)
        up = strcmp(name, wend_up_name((wend_up)k)) == 0 ? k : up;
    return (wend_up)up;
}

static bool read_inputs(build *b) {
    wend_scene_def def = wend_default_scene_def();
    def.up = up_of(wend_options_text(&b->options, "--up"));
    def.unit = wend_options_number(&b->options, "--unit", def.unit);
    bool good = b->scene ? wend_command_read_scene(&b->command, &b->inputs, &def, &b->model)
                         : wend_command_read(&b->command, &b->inputs, &b->drawing);
    forget_bytes(b);
    good = good && wend_command_areas(&b->command, &b->options, b->model, b->drawing) &&
           wend_command_links(&b->command, &b->options, &b->links, &b->link_count);
    if (good && b->scene)
        wend_looks_measure(b->command.context, b->model, &b->looks);
    return good;
}

// ---------------------------------------------------------------------------------------------------- building

static void set_cells(const wend_options *options, wend_cells_def *def) {
    if (wend_options_given(options, "--relax-angle"))
        def->relax_angle = wend_radians(wend_options_number(options, "--relax-angle", 0));
    def->relax = wend_options_number(options, "--relax", def->relax);
    if (wend_options_given(options, "--quality"))
        def->quality = strcmp(wend_options_text(options, "--quality"), "best") == 0 ? WEND_CELLS_BEST : WEND_CELLS_FAST;
}

static void set_agent(const wend_options *options, wend_agent *agent) {
    agent->height = wend_options_number(options, "--height", agent->height);
    if (wend_options_given(options, "--slope"))
        agent->slope = wend_radians(wend_options_number(options, "--slope", 0));
    agent->step = wend_options_number(options, "--step", agent->step);
    agent->gap = wend_options_number(options, "--gap", agent->gap);
    agent->drop = wend_options_number(options, "--drop", agent->drop);
}

static void set_exact(const wend_options *options, wend_exact_def *def) {
    def->weld = wend_options_number(options, "--weld", def->weld);
    def->simplify = wend_options_number(options, "--simplify", def->simplify);
    def->two_sided = wend_options_given(options, "--two-sided");
    def->keep_inside = wend_options_given(options, "--keep-inside");
}

static void set_voxel(const wend_options *options, wend_voxel_def *def) {
    def->cell = wend_options_number(options, "--cell", def->cell);
    def->cell_height = wend_options_number(options, "--cell-height", def->cell_height);
    def->smooth = wend_options_number(options, "--smooth", def->smooth);
    def->tile = (int32_t)wend_options_number(options, "--tile", def->tile);
    def->simplify = wend_options_number(options, "--simplify", def->simplify);
    def->two_sided = wend_options_given(options, "--two-sided");
    def->keep_inside = wend_options_given(options, "--keep-inside");
}

static wend_build_def def_of(const build *b) {
    wend_build_def def = wend_default_build_def();
    def.plan.lattice = wend_options_number(&b->options, "--lattice", def.plan.lattice);
    def.plan.unit = wend_options_number(&b->options, "--unit", def.plan.unit);
    def.solid.lattice = wend_options_number(&b->options, "--lattice", def.solid.lattice);
    def.keep.min_area = wend_options_number(&b->options, "--min-area", def.keep.min_area);
    def.keep.seeds = b->seeds;
    def.keep.seed_count = b->seed_count;
    def.offlinks.links = b->links;
    def.offlinks.count = b->link_count;
    def.landmarks = (int32_t)wend_options_number(&b->options, "--landmarks", 0);
    set_agent(&b->options, &def.agent);
    const char *method = wend_options_text(&b->options, "--method");
    def.producer = method && strcmp(method, "voxel") == 0 ? WEND_PRODUCER_VOXEL : WEND_PRODUCER_EXACT;
    set_exact(&b->options, &def.exact);
    set_voxel(&b->options, &def.voxel);
    set_cells(&b->options, &def.cells);
    return def;
}

static bool read_seeds(build *b) {
    int count = wend_options_places(&b->options, "--seed", NULL);
    if (count == 0)
        return true;
    b->seeds = wend_allocate_array(b->command.context, count * 3, sizeof *b->seeds);
    if (!b->seeds) {
        wend_command_fail(&b->command, NULL, WEND_ERROR_MEMORY);
        return false;
    }
    b->seed_count = wend_options_places(&b->options, "--seed", b->seeds);
    return true;
}

// A scene where one can walk nowhere may have been taken with the wrong axis or unit, or be wound the other way; that
// is then part of the cause.
static const wend_finding *find_cause(const wend_report *report) {
    static const char *const causes[] = {"scene-up", "winding-inside-out", "scene-unit", "winding-faces-down"};
    for (size_t c = 0; c < sizeof causes / sizeof causes[0]; c++) {
        for (int64_t k = 0; k < wend_report_count(report); k++)
            if (strcmp(wend_report_at(report, k)->code, causes[c]) == 0)
                return wend_report_at(report, k);
    }
    return NULL;
}

static void fail_build(build *b, wend_result result) {
    const char *path = b->options.operand_count == 1 ? b->options.operands[0] : "build";
    const wend_finding *cause = result == WEND_ERROR_EMPTY ? find_cause(b->command.report) : NULL;
    if (!cause) {
        wend_command_fail(&b->command, b->options.operand_count == 1 ? path : NULL, result);
        return;
    }
    wend_command_clear(&b->command);
    const char *ignore = strstr(cause->text, "; if "); // may be right, and then ignored: not now
    int length = (int)(ignore ? ignore - cause->text : (ptrdiff_t)strlen(cause->text));
    const char *error =
        wend_report_error(b->command.report); // its first words say what, the others less than the cause
    wend_complain("%.200s: %.*s%s (%.*s)", path, length, cause->text, wend_command_option(cause),
                  (int)strcspn(error, ":"), error);
}

// The stages of a build, with the share of the time that each takes in most.
static const wend_command_stage scene_stages[] = {{"extract", 0.39}, {"link", 0.22},  {"stairs", 0.02}, {"plan", 0.1},
                                                  {"medial", 0.1},   {"cells", 0.14}, {"roads", 0.03}};
static const wend_command_stage plan_stages[] = {{"plan", 0.4}, {"medial", 0.3}, {"cells", 0.2}, {"roads", 0.1}};
#define LANDMARKS 0.8 // of the whole, where they are made

static void set_stages(build *b) {
    const wend_command_stage *stages = b->scene ? scene_stages : plan_stages;
    int count = (int)(b->scene ? sizeof scene_stages : sizeof plan_stages) / (int)sizeof scene_stages[0];
    bool landmarks = wend_options_number(&b->options, "--landmarks", 0) > 0;
    for (int k = 0; k < count; k++)
        b->stages[k] = (wend_command_stage){stages[k].name, stages[k].share * (landmarks ? 1 - LANDMARKS : 1)};
    b->stages[count] = (wend_command_stage){"landmarks", LANDMARKS};
    b->command.stages = b->stages;
    b->command.stage_count = count + landmarks;
}

static bool build_nav(build *b) {
    set_stages(b);
    wend_build_def def = def_of(b);
    wend_context *context = b->command.context;
    wend_result result = b->scene
                             ? wend_build_scene(context, b->model, &def, &b->nav, &b->times, b->command.report)
                             : wend_build_drawing(context, b->drawing, &def, &b->nav, &b->times, b->command.report);
    if (b->scene)
        wend_looks_doubt(context, &b->looks, true, b->command.report);
    if (result != WEND_OK)
        fail_build(b, result);
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
    if (!find_kind(b) || !read_seeds(b) || !read_inputs(b))
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

// ---------------------------------------------------------------------------------------------------- telling

// How large the scene is, in metres along x, y and z.
static void add_looks_json(const wend_looks *looks, wend_text *text) {
    double size[3];
    for (int k = 0; k < 3; k++)
        size[k] = (looks->high[k] - looks->low[k]) * looks->unit;
    wend_json_add_int(text, "scene_triangles", looks->triangle_count);
    wend_json_add_place(text, "scene_size", size);
}

static void add_json(build *b, wend_text *text) {
    wend_json_open(text, NULL, '{');
    if (b->scene)
        add_looks_json(&b->looks, text);
    wend_command_facts(b->nav, text);
    wend_json_open(text, "seconds", '{');
    wend_json_add_rounded(text, "read", b->read_seconds, 6);
    if (b->scene) {
        wend_json_add_rounded(text, "extract", b->times.extract, 6);
        wend_json_add_rounded(text, "link", b->times.link, 6);
    }
    wend_json_add_rounded(text, "plan", b->times.plan, 6);
    wend_json_add_rounded(text, "medial", b->times.medial, 6);
    wend_json_add_rounded(text, "cells", b->times.cells, 6);
    wend_json_add_rounded(text, "roads", b->times.roads, 6);
    if (wend_nav_landmarks(b->nav))
        wend_json_add_rounded(text, "landmarks", b->times.landmarks, 6);
    wend_json_add_rounded(text, "write", b->write_seconds, 6);
    wend_json_add_rounded(text, "total", b->total_seconds, 6);
    wend_json_close(text, '}');
    wend_json_add_int(text, "peak_bytes", (int64_t)wend_bytes_peak(b->command.context));
    wend_command_findings(&b->command, &b->inputs, text);
    wend_json_close(text, '}');
    wend_text_add_char(text, '\n');
}

// A number and what it counts; `one` is for a single one.
static void add_count(wend_text *text, int64_t count, const char *one, const char *many) {
    wend_text_add_int(text, count);
    wend_text_add_string(text, count == 1 ? one : many);
}

static void add_milliseconds(wend_text *text, const char *stage, double seconds) {
    wend_text_add_string(text, stage);
    wend_text_add_rounded(text, seconds * 1000, 1);
    wend_text_add_string(text, " ms");
}

static void add_cells_words(const build *b, wend_text *text) {
    wend_cells_view cells = wend_cells_look(wend_nav_cells(b->nav));
    add_count(text, cells.cell_count, " cell, ", " cells, ");
    add_count(text, cells.portal_count, " portal (", " portals (");
    wend_text_add_rounded(text, cells.portal_length, 3);
    wend_text_add_string(text, " m), ");
    add_count(text, cells.notch_count, " notch, smallest angle ", " notches, smallest angle ");
    wend_text_add_rounded(text, wend_degrees(cells.smallest_angle), 3);
    wend_text_add_string(text, " degrees, ");
    add_count(text, cells.needle_count, " angle below 5\n", " angles below 5\n");
}

static void add_plan_words(const build *b, wend_text *text) {
    const wend_plan *plan = wend_nav_plan(b->nav);
    wend_plan_view view = wend_plan_look(plan);
    wend_text_add_rounded(text, wend_plan_area(plan), 3);
    wend_text_add_string(text, " m2, ");
    add_count(text, view.triangle_count, " triangle, ", " triangles, ");
    add_count(text, view.boundary_count, " boundary edge, ", " boundary edges, ");
    add_count(text, view.component_count, " component, hash ", " components, hash ");
    wend_text_add_hash(text, wend_nav_hash(b->nav));
    wend_text_add_char(text, '\n');
    add_cells_words(b, text);
}

static void add_links_words(const build *b, wend_text *text) {
    wend_links_view links = wend_links_look(wend_nav_links(b->nav));
    wend_stairs_view stairs = wend_stairs_look(wend_nav_stairs(b->nav));
    wend_plan_view plan = wend_plan_look(wend_nav_plan(b->nav));
    add_count(text, links.link_count, " link", " links");
    for (int kind = 0, told = 0; kind < WEND_LINK_KIND_COUNT; kind++) {
        if (links.counts[kind] == 0)
            continue;
        wend_text_add_string(text, told++ == 0 ? ": " : ", ");
        wend_text_add_int(text, links.counts[kind]);
        wend_text_add_char(text, ' ');
        wend_text_add_string(text, wend_link_kind_name((wend_link_kind)kind));
    }
    wend_text_add_string(text, "; ");
    add_count(text, stairs.flight_count, " flight of stairs; plan of ", " flights of stairs; plan of ");
    wend_text_add_rounded(text, wend_plan_area(wend_nav_plan(b->nav)), 3);
    wend_text_add_string(text, " m2 in ");
    add_count(text, plan.component_count, " component, ", " components, ");
    add_count(text, plan.layer_count, " layer\n", " layers\n");
}

static void add_surface_words(const build *b, wend_text *text) {
    wend_surface_view view = wend_surface_look(wend_nav_surface(b->nav));
    wend_surface_facts facts = wend_surface_sum(wend_nav_surface(b->nav));
    wend_text_add_rounded(text, view.area, 3);
    wend_text_add_string(text, " m2, ");
    add_count(text, view.triangle_count, " triangle, ", " triangles, ");
    add_count(text, view.component_count, " piece before linking, hash ", " pieces before linking, hash ");
    wend_text_add_hash(text, wend_nav_hash(b->nav));
    wend_text_add_char(text, '\n');
    add_count(text, view.boundary_count, " boundary edge:", " boundary edges:");
    bool first = true;
    for (int kind = 0; kind < WEND_BOUNDARY_KIND_COUNT; kind++) {
        if (facts.edges[kind] == 0)
            continue;
        wend_text_add_string(text, first ? " " : ", ");
        first = false;
        wend_text_add_int(text, facts.edges[kind]);
        wend_text_add_char(text, ' ');
        wend_text_add_string(text, wend_boundary_kind_name((wend_boundary_kind)kind));
        wend_text_add_string(text, " (");
        wend_text_add_rounded(text, facts.metres[kind], 3);
        wend_text_add_string(text, " m)");
    }
    wend_text_add_char(text, '\n');
    add_links_words(b, text);
    add_cells_words(b, text);
}

// What the scene was taken as.
static void add_took_words(const build *b, wend_text *text) {
    wend_text_add_string(text, b->inputs.count == 1 ? name_of(b->inputs.paths[0]) : "scene");
    wend_text_add_string(text, ": ");
    wend_looks_words(&b->looks, text);
    wend_text_add_char(text, '\n');
}

static void add_words(const build *b, wend_text *text) {
    if (b->scene)
        add_took_words(b, text);
    wend_text_add_string(text, b->out);
    wend_text_add_string(text, ": ");
    (b->scene ? add_surface_words : add_plan_words)(b, text);
    add_milliseconds(text, "read ", b->read_seconds);
    if (b->scene) {
        add_milliseconds(text, ", extract ", b->times.extract);
        add_milliseconds(text, ", link ", b->times.link);
    }
    add_milliseconds(text, ", plan ", b->times.plan);
    add_milliseconds(text, ", medial ", b->times.medial);
    add_milliseconds(text, ", cells ", b->times.cells);
    add_milliseconds(text, ", roads ", b->times.roads);
    if (wend_nav_landmarks(b->nav))
        add_milliseconds(text, ", landmarks ", b->times.landmarks);
    add_milliseconds(text, ", write ", b->write_seconds);
    wend_text_add_string(text, "; ");
    wend_text_add_rounded(text, (double)wend_bytes_peak(b->command.context) / 1e6, 1);
    wend_text_add_string(text, " MB at most\n");
}

static int tell(build *b) {
    wend_text text = wend_text_start(b->command.context);
    if (wend_options_given(&b->options, "--json")) {
        add_json(b, &text);
    } else {
        bool standard = strcmp(b->out, "-") == 0; // the file itself went there
        wend_command_warn(&b->command, &b->inputs);
        if (!standard)
            add_words(b, &text);
        wend_command_notes(&b->command, &b->inputs, standard ? NULL : &text);
    }
    int code = wend_command_print(&text);
    wend_text_free(&text);
    return code;
}

// Makes room for what is noted about each input; false after a complaint.
static bool make_room(build *b) {
    size_t count = (size_t)b->options.operand_count;
    b->inputs = (wend_inputs){.paths = b->options.operands, .count = b->options.operand_count};
    b->inputs.starts = wend_allocate_array(b->command.context, (int64_t)count + 1, sizeof *b->inputs.starts);
    b->inputs.held = wend_allocate_array(b->command.context, (int64_t)count, sizeof *b->inputs.held);
    if (!b->inputs.starts || !b->inputs.held) {
        wend_command_fail(&b->command, NULL, WEND_ERROR_MEMORY);
        return false;
    }
    memset(b->inputs.held, 0, count * sizeof *b->inputs.held);
    return true;
}

static void clean_up(build *b) {
    wend_context *context = b->command.context;
    size_t count = (size_t)b->inputs.count;
    wend_nav_destroy(b->nav);
    wend_drawing_destroy(b->drawing);
    wend_scene_destroy(b->model);
    wend_release(context, b->links, (size_t)b->link_count * sizeof *b->links);
    wend_release(context, b->seeds, (size_t)b->seed_count * 3 * sizeof *b->seeds);
    forget_bytes(b);
    wend_release(context, b->inputs.held, count * sizeof *b->inputs.held);
    wend_release(context, b->inputs.starts, (count + 1) * sizeof *b->inputs.starts);
    wend_command_stop(&b->command);
}

int wend_command_build(int argument_count, char **arguments) {
    build b = {.drawing = NULL};
    if (!wend_options_read("build", table, TABLE_COUNT, argument_count, arguments, &b.options) || !usage_fits(&b))
        return WEND_EXIT_BAD;
    if (!wend_command_start(&b.command, &b.options, (int)wend_options_number(&b.options, "--threads", 0)))
        return WEND_EXIT_BAD;
    int code = make_room(&b) && run(&b) ? tell(&b) : WEND_EXIT_BAD;
    clean_up(&b);
    return code;
}

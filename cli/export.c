// wend export FILE.wend LAYER -o OUT: one layer as a picture or in another format.
#include "cli/command.h"
#include "cli/options.h"

#include <string.h>

static const wend_option table[] = {{.name = "-o", .kind = WEND_OPTION_TEXT}};

// The layer of a name; false after a complaint when there is none.
static bool read_layer(const char *name, wend_layer *layer) {
    static const char *const built[WEND_LAYER_COUNT] = {"plan", "cells", "portals"};
    static const char *const later[] = {"walkable", "links", "medial", "corridors"};
    for (int k = 0; k < WEND_LAYER_COUNT; k++) {
        *layer = (wend_layer)k;
        if (strcmp(name, built[k]) == 0)
            return true;
    }
    for (size_t k = 0; k < sizeof later / sizeof later[0]; k++) {
        if (strcmp(name, later[k]) == 0) {
            wend_complain("export: the layer %s is not built yet; this version holds: plan, cells, portals", name);
            return false;
        }
    }
    wend_complain(
        "export: expected a layer (walkable|links|plan|medial|cells|portals|corridors), found \"%.60s\"; see 'wend "
        "help export'",
        name);
    return false;
}

static bool out_fits(const char *out) {
    if (!out)
        wend_complain("export: -o: expected the file to write, found nothing; see 'wend help export'");
    else if (wend_path_ends(out, ".glb"))
        wend_complain("export: -o: %.200s: .glb is not built yet; use .svg, .png, .geojson or .obj", out);
    else if (!wend_path_ends(out, ".svg .png .geojson .obj"))
        wend_complain(
            "export: -o: %.200s: expected a file that ends in .svg, .png, .geojson or .obj; see 'wend help export'",
            out);
    else
        return true;
    return false;
}

int wend_command_export(int argument_count, char **arguments) {
    wend_options options;
    wend_command command;
    wend_layer layer;
    if (!wend_options_read("export", table, 1, argument_count, arguments, &options) ||
        !wend_options_operands(&options, 2, 2, "a .wend file and a layer") ||
        !read_layer(options.operands[1], &layer) || !out_fits(wend_options_text(&options, "-o")) ||
        !wend_command_start(&command, 0))
        return WEND_EXIT_BAD;
    wend_nav *nav = NULL;
    int code = WEND_EXIT_BAD;
    if (wend_command_load(&command, options.operands[0], &nav)) {
        const char *out = wend_options_text(&options, "-o");
        wend_result result = wend_file_export(command.context, out, nav, layer, command.report);
        code = result == WEND_OK ? WEND_EXIT_DONE : wend_command_fail(&command, out, result);
    }
    wend_nav_destroy(nav);
    wend_command_stop(&command);
    return code;
}

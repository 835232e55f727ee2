// wend export FILE.wend LAYER -o OUT: one layer as a picture or in another format.
#include "cli/command.h"
#include "cli/options.h"
#include "cli/recall.h"

#include <string.h>

static const wend_option table[] = {{.name = "-o", .kind = WEND_OPTION_TEXT},
                                    {.name = "--scene", .kind = WEND_OPTION_TEXT, .many = true}};
#define TABLE_COUNT ((int)(sizeof table / sizeof table[0]))

// The layer of a name; false after a complaint when there is none.
static bool read_layer(const char *name, wend_layer *layer) {
    static const char *const built[WEND_LAYER_COUNT] = {"plan", "cells", "portals", "medial", "walkable", "links"};
    static const char *const later[] = {"corridors"};
    for (int k = 0; k < WEND_LAYER_COUNT; k++) {
        *layer = (wend_layer)k;
        if (strcmp(name, built[k]) == 0)
            return true;
    }
    for (size_t k = 0; k < sizeof later / sizeof later[0]; k++) {
        if (strcmp(name, later[k]) == 0) {
            wend_complain("export: the layer %s is not built yet; this version knows: walkable, links, plan, medial, "
                          "cells, portals",
                          name);
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
    else if (!wend_path_ends(out, ".svg .png .geojson .obj .glb"))
        wend_complain("export: -o: %.200s: expected a file that ends in .svg, .png, .geojson, .obj, or, in 3D, "
                      ".glb; see 'wend help export'",
                      out);
    else
        return true;
    return false;
}

// A scene is shown in pictures of the walkable surface, and nowhere else.
static bool scene_fits(bool given, const char *out, wend_layer layer) {
    if (!given || (layer == WEND_LAYER_WALKABLE && wend_path_ends(out, ".svg .png")))
        return true;
    wend_complain("export: --scene: a scene is shown only in pictures (.svg, .png) of the layer walkable");
    return false;
}

int wend_command_export(int argument_count, char **arguments) {
    wend_options options;
    wend_command command;
    wend_layer layer;
    if (!wend_options_read("export", table, TABLE_COUNT, argument_count, arguments, &options) ||
        !wend_options_operands(&options, 2, 2, "a .wend file and a layer") || !read_layer(options.operands[1], &layer))
        return WEND_EXIT_BAD;
    const char *out = wend_options_text(&options, "-o");
    bool given = wend_options_given(&options, "--scene");
    if (!out_fits(out) || !scene_fits(given, out, layer) || !wend_command_start(&command, 0))
        return WEND_EXIT_BAD;
    wend_nav *nav = NULL;
    wend_recall recall = {.command = NULL};
    int code = WEND_EXIT_BAD;
    bool good = wend_command_load(&command, options.operands[0], &nav);
    if (good && given && wend_nav_surface(nav))
        good = wend_recall_open(&recall, &command, &options, nav, 0);
    if (good) {
        wend_result result = wend_file_export_scene(command.context, out, nav, layer, recall.scene, command.report);
        code = result == WEND_OK ? WEND_EXIT_DONE : wend_command_fail(&command, out, result);
    }
    wend_recall_close(&recall);
    wend_nav_destroy(nav);
    wend_command_stop(&command);
    return code;
}

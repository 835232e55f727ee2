// wend export FILE.wend LAYER -o OUT: one layer as a picture or in another format.
#include <wend/truth.h>

#include "cli/command.h"
#include "cli/nearest.h"
#include "cli/options.h"
#include "cli/recall.h"

#include <string.h>

static const wend_option table[] = {
    {.name = "-o", .kind = WEND_OPTION_TEXT},
    {.name = "--scene", .kind = WEND_OPTION_TEXT, .many = true},
    {.name = "--layer", .kind = WEND_OPTION_WHOLE, .low = 0, .high = 1e6},
    {.name = "--size", .kind = WEND_OPTION_PIXELS, .low = WEND_PICTURE_SIZE_MIN, .high = WEND_PICTURE_SIZE_MAX},
    {.name = "--crop", .kind = WEND_OPTION_BOX},
    {.name = "--view", .kind = WEND_OPTION_CHOICE, .choices = "all|top|tilted"},
    WEND_MEMORY_OPTION};
#define TABLE_COUNT ((int)(sizeof table / sizeof table[0]))

// The layer of a name; false after a complaint when there is none.
static bool read_layer(const char *name, wend_export_kind *layer) {
    static const char *const built[WEND_EXPORT_COUNT] = {"plan", "cells", "portals", "medial", "walkable", "links"};
    wend_nearest nearest = wend_nearest_start(name, strlen(name));
    char words[WEND_NEAREST_TEXT];
    for (int k = 0; k < WEND_EXPORT_COUNT; k++) {
        *layer = (wend_export_kind)k;
        if (strcmp(name, built[k]) == 0)
            return true;
        wend_nearest_offer(&nearest, built[k]);
    }
    wend_complain(
        "export: expected what to export (walkable|links|plan|medial|cells|portals), found \"%.60s\"%s; see 'wend "
        "help export'",
        name, wend_nearest_words(&nearest, words));
    return false;
}

static bool out_fits(const char *out) {
    if (!out)
        wend_complain("export: -o: expected the file to write, found nothing; see 'wend help export'");
    else if (!wend_path_is(out, WEND_FILE_EXPORT))
        wend_complain("export: -o: %.200s: expected a file that ends in .svg, .png, .geojson, .obj, or, in 3D, "
                      ".glb; see 'wend help export'",
                      out);
    else
        return true;
    return false;
}

// A scene is shown in pictures of the walkable surface, and nowhere else.
static bool scene_fits(bool given, const char *out, wend_export_kind layer) {
    if (!given || (layer == WEND_EXPORT_WALKABLE && wend_path_is(out, WEND_FILE_PICTURE)))
        return true;
    wend_complain("export: --scene: a scene is shown only in pictures (.svg, .png) of the layer walkable");
    return false;
}

// Options that only pictures have; false after a complaint when one was given for another format.
static bool picture_fits(const wend_options *options, const char *out) {
    static const char *const names[] = {"--size", "--crop", "--view"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        if (wend_options_given(options, names[k]) && !wend_path_is(out, WEND_FILE_PICTURE)) {
            wend_complain("export: %s: only pictures (.svg, .png) have it", names[k]);
            return false;
        }
    return true;
}

// Whether a layer is seen as asked; false after a complaint.
static bool view_fits(const wend_options *options, wend_export_kind layer) {
    const char *view = wend_options_text(options, "--view");
    bool walkable = layer == WEND_EXPORT_WALKABLE;
    if (view && strcmp(view, "tilted") == 0 && !walkable)
        wend_complain("export: --view: only the layer walkable can be seen tilted; all others are seen from the top");
    else if (wend_options_given(options, "--layer") && walkable)
        wend_complain("export: --layer: walkable shows all of the surface at once; links, plan, medial, cells and "
                      "portals have layers");
    else
        return true;
    return false;
}

static wend_picture_def read_def(const wend_options *options) {
    wend_picture_def def = wend_default_picture_def();
    const char *view = wend_options_text(options, "--view");
    double size[2] = {0, 0};
    wend_options_numbers(options, "--size", size);
    wend_options_numbers(options, "--crop", def.crop);
    def.width = (int32_t)size[0];
    def.height = (int32_t)size[1];
    def.layer = (int32_t)wend_options_number(options, "--layer", -1);
    def.view = !view || strcmp(view, "all") == 0 ? WEND_VIEW_ALL
               : strcmp(view, "top") == 0        ? WEND_VIEW_TOP
                                                 : WEND_VIEW_TILTED;
    return def;
}

// Reads the scene that the surface was made of; false after a complaint.
static bool open_scene(wend_recall *recall, wend_command *command, const wend_options *options, const wend_nav *nav) {
    if (!wend_recall_open(recall, command, options, nav))
        return false;
    wend_result result = wend_truth_fit(command->context, wend_nav_surface(nav), recall->scene, command->report);
    if (result != WEND_OK)
        wend_recall_fail(recall, result);
    return result == WEND_OK;
}

int wend_command_export(int argument_count, char **arguments) {
    wend_options options;
    wend_command command;
    wend_export_kind layer;
    if (!wend_options_read("export", table, TABLE_COUNT, argument_count, arguments, &options) ||
        !wend_options_operands(&options, 2, 2, "a .wend file and a layer") || !read_layer(options.operands[1], &layer))
        return WEND_EXIT_BAD;
    const char *out = wend_options_text(&options, "-o");
    bool given = wend_options_given(&options, "--scene");
    if (!out_fits(out) || !scene_fits(given, out, layer) || !picture_fits(&options, out) ||
        !view_fits(&options, layer) || !wend_command_start(&command, &options, 0))
        return WEND_EXIT_BAD;
    wend_picture_def def = read_def(&options);
    wend_nav *nav = NULL;
    wend_recall recall = {.command = NULL};
    int code = WEND_EXIT_BAD;
    bool good = wend_command_load(&command, options.operands[0], WEND_LOAD_PROVEN, &nav);
    if (good && given && wend_nav_surface(nav))
        good = open_scene(&recall, &command, &options, nav);
    if (good) {
        def.scene = recall.scene;
        wend_result result = wend_file_export_with(command.context, out, nav, layer, &def, command.report);
        code = result == WEND_OK ? WEND_EXIT_DONE : wend_command_fail(&command, out, result);
    }
    wend_recall_close(&recall);
    wend_nav_destroy(nav);
    wend_command_stop(&command);
    return code;
}

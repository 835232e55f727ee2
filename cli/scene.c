// wend scene [NAME [--size N] [--rng-seed S] -o OUT]: floor plans and scenes made by code. Without a name, the list of
// them.
#include <wend/sample.h>

#include "cli/command.h"
#include "cli/nearest.h"
#include "cli/options.h"

#include <string.h>

static const wend_option table[] = {
    {.name = "-o", .kind = WEND_OPTION_TEXT},
    {.name = "--size", .kind = WEND_OPTION_WHOLE, .low = 4, .high = 10000000},
    {.name = "--rng-seed", .kind = WEND_OPTION_WHOLE, .low = 0, .high = 9007199254740992.0},
};
#define TABLE_COUNT ((int)(sizeof table / sizeof table[0]))
#define NAME_WIDTH 15

static void list_kind(wend_text *text, bool scenes) {
    for (int32_t k = 0; k < wend_sample_count(); k++) {
        const wend_sample *sample = wend_sample_at(k);
        if (sample->scene != scenes)
            continue;
        wend_text_add_string(text, "  ");
        wend_text_add_string(text, sample->name);
        for (size_t n = strlen(sample->name); n < NAME_WIDTH; n++)
            wend_text_add_char(text, ' ');
        wend_text_add_string(text, sample->summary);
        wend_text_add_string(text, " (--size ");
        wend_text_add_int(text, sample->size);
        wend_text_add_string(text, ")\n");
    }
}

static int list_samples(wend_command *command) {
    wend_text text = wend_text_start(command->context);
    wend_text_add_string(&text, "Floor plans (.geojson, .wkt); --size is about the number of vertices:\n");
    list_kind(&text, false);
    wend_text_add_string(&text, "\nScenes (.obj, .glb, .ply, .stl); --size is about the number of triangles:\n");
    list_kind(&text, true);
    int code = wend_command_print(&text);
    wend_text_free(&text);
    return code;
}

static wend_result write_plan(wend_command *command, const char *name, int32_t size, uint64_t seed, const char *out) {
    wend_drawing *drawing = NULL;
    wend_result result = wend_sample_build_drawing(command->context, name, size, seed, &drawing);
    if (result == WEND_OK)
        result = wend_file_write_drawing(command->context, out, drawing, command->report);
    wend_drawing_destroy(drawing);
    return result;
}

static wend_result write_scene(wend_command *command, const char *name, int32_t size, uint64_t seed, const char *out) {
    wend_scene *scene = NULL;
    wend_result result = wend_sample_build_scene(command->context, name, size, seed, &scene);
    if (result == WEND_OK)
        result = wend_file_write_scene(command->context, out, scene, command->report);
    wend_scene_destroy(scene);
    return result;
}

static const wend_sample *find_sample(const char *name) {
    for (int32_t k = 0; k < wend_sample_count(); k++) {
        if (strcmp(wend_sample_at(k)->name, name) == 0)
            return wend_sample_at(k);
    }
    return NULL;
}

static int make_sample(wend_command *command, const wend_options *options) {
    const wend_sample *sample = find_sample(options->operands[0]);
    const char *out = wend_options_text(options, "-o");
    int32_t size = (int32_t)wend_options_number(options, "--size", 0);
    uint64_t seed = (uint64_t)wend_options_number(options, "--rng-seed", 1);
    wend_result result = (sample->scene ? write_scene : write_plan)(command, sample->name, size, seed, out);
    if (result != WEND_OK)
        return wend_command_fail(command, out, result);
    wend_input_start start = {0};
    wend_command_warn(command, &(wend_inputs){.starts = &start});
    return WEND_EXIT_DONE;
}

static void complain_unknown(const char *name) {
    wend_nearest nearest = wend_nearest_start(name, strlen(name));
    char words[WEND_NEAREST_TEXT];
    for (int32_t k = 0; k < wend_sample_count(); k++)
        wend_nearest_offer(&nearest, wend_sample_at(k)->name);
    wend_complain("scene: there is no scene \"%.60s\"%s; 'wend scene' lists them", name,
                  wend_nearest_words(&nearest, words));
}

static bool usage_fits(const wend_options *options) {
    if (!wend_options_operands(options, 0, 1, "the name of a scene"))
        return false;
    if (options->operand_count == 0) {
        for (int k = 0; k < TABLE_COUNT; k++) {
            if (options->values[k].given) {
                wend_complain("scene: expected the name of a scene before %s; 'wend scene' lists them", table[k].name);
                return false;
            }
        }
        return true;
    }
    const wend_sample *sample = find_sample(options->operands[0]);
    const char *out = wend_options_text(options, "-o");
    if (!sample)
        complain_unknown(options->operands[0]);
    else if (!out)
        wend_complain("scene: -o: expected the file to write, found nothing; see 'wend help scene'");
    else if (!wend_path_is(out, sample->scene ? WEND_FILE_SCENE_OUT : WEND_FILE_DRAWING_OUT))
        wend_complain("scene: -o: %.200s: expected a file that ends in %s; see 'wend help scene'", out,
                      sample->scene ? ".obj, .glb, .ply or .stl" : ".geojson or .wkt");
    else
        return true;
    return false;
}

int wend_command_scene(int argument_count, char **arguments) {
    wend_options options;
    wend_command command;
    if (!wend_options_read("scene", table, TABLE_COUNT, argument_count, arguments, &options) || !usage_fits(&options) ||
        !wend_command_start(&command, &options, 1))
        return WEND_EXIT_BAD;
    int code = options.operand_count == 0 ? list_samples(&command) : make_sample(&command, &options);
    wend_command_stop(&command);
    return code;
}

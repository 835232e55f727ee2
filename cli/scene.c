// wend scene [NAME [--size N] [--rng-seed S] -o OUT]: samples made by code. Without a name, the list of them.
#include <wend/sample.h>

#include "cli/command.h"
#include "cli/options.h"

#include <string.h>

static const wend_option table[] = {
    {.name = "-o", .kind = WEND_OPTION_TEXT},
    {.name = "--size", .kind = WEND_OPTION_WHOLE, .low = 4, .high = 10000000},
    {.name = "--rng-seed", .kind = WEND_OPTION_WHOLE, .low = 0, .high = 9007199254740992.0},
};
#define TABLE_COUNT ((int)(sizeof table / sizeof table[0]))
#define NAME_WIDTH 12

static int list_samples(wend_command *command) {
    wend_text text = wend_text_start(command->context);
    for (int32_t k = 0; k < wend_sample_count(); k++) {
        const wend_sample *sample = wend_sample_at(k);
        wend_text_add_string(&text, sample->name);
        for (size_t n = strlen(sample->name); n < NAME_WIDTH; n++)
            wend_text_add_char(&text, ' ');
        wend_text_add_string(&text, sample->summary);
        wend_text_add_string(&text, " (--size ");
        wend_text_add_int(&text, sample->size);
        wend_text_add_string(&text, ")\n");
    }
    int code = wend_command_print(&text);
    wend_text_free(&text);
    return code;
}

static int draw_sample(wend_command *command, const wend_options *options) {
    const char *name = options->operands[0], *out = wend_options_text(options, "-o");
    wend_drawing *drawing = NULL;
    wend_result result = wend_sample_draw(command->context, name, (int32_t)wend_options_number(options, "--size", 0),
                                          (uint64_t)wend_options_number(options, "--rng-seed", 1), &drawing);
    if (result == WEND_OK)
        result = wend_file_write_drawing(command->context, out, drawing, command->report);
    wend_drawing_destroy(drawing);
    return result == WEND_OK ? WEND_EXIT_DONE : wend_command_fail(command, out, result);
}

static bool is_sample(const char *name) {
    for (int32_t k = 0; k < wend_sample_count(); k++) {
        if (strcmp(wend_sample_at(k)->name, name) == 0)
            return true;
    }
    wend_complain("scene: there is no scene \"%.60s\"; 'wend scene' lists them", name);
    return false;
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
    if (!is_sample(options->operands[0]))
        return false;
    const char *out = wend_options_text(options, "-o");
    if (!out)
        wend_complain("scene: -o: expected the file to write, found nothing; see 'wend help scene'");
    else if (!wend_path_ends(out, ".geojson .wkt"))
        wend_complain("scene: -o: %.200s: expected a file that ends in .geojson or .wkt; see 'wend help scene'", out);
    else
        return true;
    return false;
}

int wend_command_scene(int argument_count, char **arguments) {
    wend_options options;
    wend_command command;
    if (!wend_options_read("scene", table, TABLE_COUNT, argument_count, arguments, &options) || !usage_fits(&options) ||
        !wend_command_start(&command, 1))
        return WEND_EXIT_BAD;
    int code = options.operand_count == 0 ? list_samples(&command) : draw_sample(&command, &options);
    wend_command_stop(&command);
    return code;
}

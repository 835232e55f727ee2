// 3D scenes from one or more files, as one scene; and which files hold one.
#include "cli/command.h"

#include <string.h>

static bool holds(const char *bytes, size_t count, const char *word) {
    size_t length = strlen(word);
    for (const char *at = bytes; count >= length; at++, count--) {
        const char *next = memchr(at, word[0], count - length + 1);
        if (!next)
            return false;
        count -= (size_t)(next - at);
        at = next;
        if (memcmp(at, word, length) == 0)
            return true;
    }
    return false;
}

// JSON may be glTF or a floor plan: every glTF file has an asset, every floor plan coordinates.
static bool looks_like_scene(const char *path, const char *bytes, size_t count) {
    wend_scene_format format = wend_scene_format_of(path, bytes, count);
    if (format == WEND_SCENE_GLTF)
        return holds(bytes, count, "\"asset\"") && !holds(bytes, count, "\"coordinates\"");
    return format != WEND_SCENE_UNKNOWN;
}

bool wend_command_is_scene(wend_command *command, const char *path, wend_input_bytes *held) {
    if (wend_path_is(path, WEND_FILE_DRAWING))
        return false;
    if (wend_path_is(path, WEND_FILE_SCENE)) // also what Wend cannot read: its reader says what to do
        return true;
    if (wend_file_read(command->context, path, &held->bytes, &held->count, NULL) != WEND_OK) {
        *held = (wend_input_bytes){NULL, 0};
        return false;
    }
    return looks_like_scene(path, held->bytes, held->count);
}

static wend_result read_part(wend_command *command, const wend_inputs *inputs, int k, wend_scene *scene) {
    wend_input input;
    wend_result result = wend_input_open(command, inputs, k, &input);
    if (result == WEND_OK)
        result = wend_file_parse_scene(command->context, &input.source, WEND_SCENE_UNKNOWN, k, scene, command->report);
    wend_input_close(&input);
    return result;
}

bool wend_command_read_scene(wend_command *command, wend_inputs *inputs, const wend_scene_def *def,
                             wend_scene **scene) {
    wend_result result = wend_scene_create(command->context, def, scene);
    if (result != WEND_OK) {
        wend_command_fail(command, NULL, result);
        return false;
    }
    inputs->scene = true;
    inputs->starts[0] = (wend_input_start){.item = 0, .finding = wend_report_count(command->report)};
    for (int k = 0; k < inputs->count; k++) {
        result = read_part(command, inputs, k, *scene);
        if (result != WEND_OK) {
            wend_command_fail(command, inputs->paths[k], result);
            wend_scene_destroy(*scene);
            *scene = NULL;
            return false;
        }
        inputs->starts[k + 1] = (wend_input_start){.item = wend_scene_look(*scene).triangle_count,
                                                   .finding = wend_report_count(command->report)};
    }
    return true;
}

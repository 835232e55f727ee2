// Reads the scene of a surface again. See recall.h.
#include "cli/recall.h"

#include <wend/json.h>

#include <string.h>

// ---------------------------------------------------------------------------------------------------- options

// Goes through the files of --scene; keeps their paths unless `paths` is NULL.
static int list_paths(const wend_options *options, char **paths) {
    int count = 0;
    for (int k = options->operand_count; k < options->argument_count; k++) {
        char *argument = options->operands[k];
        size_t length = strcspn(argument, "=");
        if (length != strlen("--scene") || strncmp(argument, "--scene", length) != 0)
            continue;
        char *path = argument[length] ? argument + length + 1 : options->operands[++k];
        if (paths)
            paths[count] = path;
        count++;
    }
    return count;
}

int wend_recall_count(const wend_options *options) {
    return list_paths(options, NULL);
}

// ---------------------------------------------------------------------------------------------------- opening

bool wend_recall_open(wend_recall *recall, wend_command *command, const wend_options *options, const wend_nav *nav) {
    wend_context *context = command->context;
    int count = list_paths(options, NULL);
    *recall = (wend_recall){.command = command, .name = options->command};
    recall->paths_bytes = (size_t)count * sizeof *recall->paths;
    recall->starts_bytes = ((size_t)count + 1) * sizeof *recall->starts;
    recall->paths = wend_allocate_array(context, count, sizeof *recall->paths);
    recall->starts = wend_allocate_array(context, (int64_t)count + 1, sizeof *recall->starts);
    if (!recall->paths || !recall->starts) {
        wend_command_fail(command, NULL, WEND_ERROR_MEMORY);
        return false;
    }
    list_paths(options, recall->paths);
    recall->inputs = (wend_inputs){.paths = recall->paths, .count = count, .starts = recall->starts};
    wend_lattice3 lattice = wend_surface_look(wend_nav_surface(nav)).lattice;
    wend_scene_def def = {.up = lattice.up, .unit = lattice.unit};
    return wend_command_read_scene(command, &recall->inputs, &def, &recall->scene);
}

void wend_recall_close(wend_recall *recall) {
    if (!recall->command)
        return;
    wend_context *context = recall->command->context;
    wend_scene_destroy(recall->scene);
    wend_release(context, recall->paths, recall->paths_bytes);
    wend_release(context, recall->starts, recall->starts_bytes);
    *recall = (wend_recall){.command = NULL};
}

int wend_recall_fail(const wend_recall *recall, wend_result result) {
    const wend_finding *error = wend_command_error(recall->command);
    if (!error || strcmp(error->code, "scene-misfit") != 0)
        return wend_command_fail(recall->command, NULL, result);
    wend_command_clear(recall->command);
    wend_complain("%s: --scene: %.200s: %s%s", recall->name, recall->paths[0], error->text, wend_command_option(error));
    return WEND_EXIT_BAD;
}

// ---------------------------------------------------------------------------------------------------- names

// The file that a triangle came from.
static int file_of(const wend_recall *recall, int32_t triangle) {
    int file = 0;
    while (file + 1 < recall->inputs.count && triangle >= recall->starts[file + 1].item)
        file++;
    return file;
}

void wend_recall_name(const wend_recall *recall, int32_t triangle, wend_text *text) {
    wend_scene_name_triangle(recall->scene, triangle, (const char *const *)recall->paths, recall->inputs.count, text);
}

void wend_recall_name_json(const wend_recall *recall, int32_t triangle, wend_text *text) {
    if (triangle < 0)
        return;
    const wend_scene_part *part = wend_scene_part_of(recall->scene, triangle);
    int file = file_of(recall, triangle);
    wend_json_add_string(text, "file", recall->paths[file]);
    wend_json_add_int(text, "triangle", triangle - recall->starts[file].item);
    if (part && part->name[0])
        wend_json_add_string(text, "part", part->name);
}

// The scene that a surface was made of, read again: for commands that compare the two.
#ifndef WEND_CLI_RECALL_H
#define WEND_CLI_RECALL_H

#include "cli/command.h"
#include "cli/options.h"

typedef struct wend_recall {
    wend_command *command;
    const char *name; // of the subcommand
    char **paths;
    size_t paths_bytes;
    wend_input_start *starts;
    size_t starts_bytes;
    wend_inputs inputs;
    wend_scene *scene;
} wend_recall;

// How many files --scene names; it may be given more than once.
int wend_recall_count(const wend_options *options);

// Reads the files of --scene with the axes and the unit of the surface. False after a complaint. Close it in any case.
bool wend_recall_open(wend_recall *recall, wend_command *command, const wend_options *options, const wend_nav *nav);
void wend_recall_close(wend_recall *recall);
// Complains about a failed call that compares the scene with the surface: that it is another scene, for one. Returns
// WEND_EXIT_BAD.
int wend_recall_fail(const wend_recall *recall, wend_result result);

// Names a triangle of the scene: 'triangle 12 of "door" in house.obj'; a path is told when there are several.
void wend_recall_name(const wend_recall *recall, int32_t triangle, wend_text *text);
// The same as keys of a JSON object: file, triangle (as numbered in that file), part.
void wend_recall_name_json(const wend_recall *recall, int32_t triangle, wend_text *text);

#endif

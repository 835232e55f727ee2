// Input files as sources for the readers. The command reads them itself, to know how large they are.
#include "cli/command.h"

#include <string.h>

// The hook for files that belong to an input: finds them on disk and counts them as input, too.
static wend_result find_beside(void *user, const char *name, wend_file_side *found) {
    const wend_input *input = user;
    wend_result result = wend_file_folder_find(input->folder, name, found);
    if (result == WEND_OK)
        wend_command_took(input->command, found->count);
    return result;
}

wend_result wend_input_open(wend_command *command, const wend_inputs *inputs, int k, wend_input *input) {
    const char *path = inputs->paths[k];
    const wend_input_bytes *held = inputs->held && inputs->held[k].bytes ? &inputs->held[k] : NULL;
    *input = (wend_input){.command = command};
    wend_result result = WEND_OK;
    if (!held)
        result = wend_file_read(command->context, path, &input->own.bytes, &input->own.count, command->report);
    if (result == WEND_OK)
        result = wend_file_folder_create(command->context, path, &input->folder);
    if (result != WEND_OK)
        return result;
    const wend_input_bytes *bytes = held ? held : &input->own;
    input->source = (wend_file_source){.name = strcmp(path, "-") == 0 ? "standard input" : path,
                                       .bytes = bytes->bytes,
                                       .count = bytes->count,
                                       .hook = find_beside,
                                       .user = input};
    wend_command_took(command, bytes->count);
    return WEND_OK;
}

void wend_input_close(wend_input *input) {
    wend_context *context = input->command->context;
    wend_file_folder_destroy(input->folder);
    if (input->own.bytes)
        wend_release(context, input->own.bytes, input->own.count + 1);
}

// Areas and links made by hand, as options of `wend build`.
#ifndef WEND_CLI_AREAS_H
#define WEND_CLI_AREAS_H

#include "cli/command.h"
#include "cli/options.h"

// Maps names to areas as `--area` says, in a scene or in a drawing (the other one is NULL). False after a complaint.
bool wend_command_areas(wend_command *command, const wend_options *options, wend_scene *scene, wend_drawing *drawing);

// Reads the links of `--links`, to be freed with wend_release; none where it was not given. False after a complaint.
bool wend_command_links(wend_command *command, const wend_options *options, wend_offlink_def **links, int32_t *count);

#endif

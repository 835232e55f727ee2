// The part of `wend check` that is about surfaces.
#ifndef WEND_CLI_CHECK_SURFACE_H
#define WEND_CLI_CHECK_SURFACE_H

#include "cli/command.h"
#include "cli/options.h"

// Counts the faults of a nav's surface, samples the truth when --scene is given, and prints the answer. `invalid`: the
// library's validator found something. Returns an exit code.
int wend_check_surface(wend_command *command, const wend_options *options, const wend_nav *nav, bool invalid);

#endif

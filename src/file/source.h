// Sources in memory: what the readers of scenes and of floor plans ask of them.
#ifndef WEND_SRC_FILE_SOURCE_H
#define WEND_SRC_FILE_SOURCE_H

#include <wend/file.h>

// WEND_ERROR_ARGUMENT, with a finding, for a source that cannot be one.
wend_result wend_source_judge(const wend_file_source *source, wend_report *report);

// The name of a source for messages.
const char *wend_source_name(const wend_file_source *source);

// Asks the hook for a file. Where that is not WEND_OK, side->cause says why in words for a message; WEND_ERROR_IO when
// there is no such file or no hook.
wend_result wend_source_find(const wend_file_source *source, const char *name, wend_file_side *side);

#endif

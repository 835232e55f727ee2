// Whole files to memory, for callers within this library.
#ifndef WEND_SRC_FILE_DISK_H
#define WEND_SRC_FILE_DISK_H

#include <wend/file.h>

// Reads a whole file into a block of exactly *count bytes and `spare` (0 or 1) more, which are 0: free it with
// wend_release(context, *bytes, *count + spare). *bytes is NULL when that is nothing. Path "-" is standard input.
wend_result wend_file_read_block(wend_context *context, const char *path, size_t spare, char **bytes, size_t *count,
                                 wend_report *report);

#endif

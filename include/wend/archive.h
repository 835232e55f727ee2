// wend/archive.h: .wend files, to and from memory. docs/format.md specifies the bytes.
#ifndef WEND_ARCHIVE_H
#define WEND_ARCHIVE_H

#include <wend/pipeline.h>

#ifdef __cplusplus
extern "C" {
#endif

// Writes a nav into one block: *bytes of *count bytes, to be freed with wend_release. The same nav always gives the
// same bytes.
WEND_API wend_result wend_archive_save(wend_context *context, const wend_nav *nav, void **bytes, size_t *count);

// Makes a nav from a block, which is taken over whatever the result: it was allocated with wend_allocate(context,
// count), its arrays are used in place, and it is freed with the nav (at once when the call fails). Every index,
// checksum and invariant is checked first, so that no block, however hostile, can make a later call misbehave.
// WEND_ERROR_FORMAT, _TRUNCATED, _CHECKSUM, _VERSION, _INVALID, _MEMORY; the report's error says which chunk and byte.
WEND_API wend_result wend_archive_load(wend_context *context, void *bytes, size_t count, wend_nav **nav,
                                       wend_report *report);

#ifdef __cplusplus
}
#endif
#endif

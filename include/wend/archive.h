// wend/archive.h: .wend files, to and from memory. docs/format.md specifies the bytes.
#ifndef WEND_ARCHIVE_H
#define WEND_ARCHIVE_H

#include <wend/nav.h>

#ifdef __cplusplus
extern "C" {
#endif

// Writes a nav into one block: *bytes of *count bytes, to be freed with wend_release. The same nav always gives the
// same bytes, on every machine.
WEND_API wend_result wend_archive_save(wend_context *context, const wend_nav *nav, void **bytes, size_t *count);

// How much of a file is checked before it is used.
typedef enum wend_load {
    // Every claim of the file: what wend_nav_check proves, besides checksums. What is in it is as good as built here.
    WEND_LOAD_PROVEN,
    // Checksums, and all that later calls rely on: every index and number in its range, triangles that face up,
    // neighbours that agree, fans and boundary cycles that close, cells and arcs that fit together. No block, however
    // hostile, can make a query crash, read outside an array or run for ever. What is not checked is whether it is
    // true: that floors do not overlap, that links are within their limits, that clearances are those of the plan,
    // areas and hashes right. For files that you made yourself.
    WEND_LOAD_QUICK
} wend_load;

// Makes a nav from the bytes of a file. They stay the caller's, need no alignment, and may be freed as soon as the call
// returns. `how` says what is checked first. Arrays take at most four times as many bytes as the file.
// WEND_ERROR_FORMAT, _TRUNCATED, _CHECKSUM, _VERSION, _INVALID, _MEMORY; the report's error says which chunk and
// element.
WEND_API wend_result wend_archive_load(wend_context *context, const void *bytes, size_t count, wend_load how,
                                       wend_nav **nav, wend_report *report);

#ifdef __cplusplus
}
#endif
#endif

// .wend files: the archive with a disk beneath it.
#include <wend/file.h>

#include <string.h>

// Puts the file's name before the archive's own words, which know of no file.
static void name_error(const char *path, wend_report *report, const char *fallback) {
    char cause[WEND_FINDING_TEXT];
    const char *last = wend_report_error(report);
    size_t length = strlen(last[0] ? last : fallback);
    length = length < sizeof cause ? length : sizeof cause - 1;
    memcpy(cause, last[0] ? last : fallback, length);
    cause[length] = 0;
    wend_finding finding = wend_finding_make("file-load", WEND_ERROR, "%.100s: %s", path, cause);
    wend_report_add(report, &finding);
}

wend_result wend_file_load(wend_context *context, const char *path, wend_nav **nav, wend_report *report) {
    char *bytes;
    size_t count;
    wend_result result = wend_file_read(context, path, &bytes, &count, report);
    if (result != WEND_OK)
        return result;
    // The archive takes over a block of exactly its size.
    void *block = count > 0 ? wend_allocate(context, count) : NULL;
    if (block)
        memcpy(block, bytes, count);
    wend_release(context, bytes, count + 1);
    if (count == 0) {
        wend_finding finding = wend_finding_make("file-load", WEND_ERROR, "%.100s: the file is empty.", path);
        wend_report_add(report, &finding);
        return WEND_ERROR_TRUNCATED;
    }
    if (!block)
        return WEND_ERROR_MEMORY;
    result = wend_archive_load(context, block, count, nav, report);
    if (result != WEND_OK && result != WEND_ERROR_MEMORY && result != WEND_ERROR_CANCELLED)
        name_error(path, report, wend_describe(result));
    return result;
}

wend_result wend_file_save(wend_context *context, const char *path, const wend_nav *nav, wend_report *report) {
    void *bytes;
    size_t count;
    wend_result result = wend_archive_save(context, nav, &bytes, &count);
    if (result != WEND_OK)
        return result;
    result = wend_file_write(path, bytes, count, report);
    wend_release(context, bytes, count);
    return result;
}

// .wend files: the archive with a disk beneath it; and texts.
#include "file/disk.h"
#include "base/context.h"
#include "file/path.h"
#include "file/write.h"

#include <string.h>

// Adds a finding of the archive, which knows of no file, to the caller's report: with the file's name before it when it
// is an error.
static void pass_on(const char *path, const wend_finding *finding, wend_report *report) {
    wend_finding copy = *finding;
    const char *name = strcmp(path, "-") == 0 ? "standard input" : path;
    if (finding->severity == WEND_ERROR) {
        wend_finding named =
            wend_finding_make(finding->code, WEND_ERROR, "%s: %s", wend_shorten_path(name).text, finding->text);
        memcpy(copy.text, named.text, sizeof copy.text);
    }
    wend_report_add(report, &copy);
}

// All that the archive found. An error for which there was no memory, or no words, is told too.
static void pass_all_on(const char *path, wend_result result, const wend_report *found, wend_report *report) {
    bool told = result == WEND_OK || result == WEND_ERROR_MEMORY || result == WEND_ERROR_CANCELLED;
    for (int64_t k = 0; k < wend_report_count(found); k++) {
        const wend_finding *finding = wend_report_at(found, k);
        pass_on(path, finding, report);
        told |= finding->severity == WEND_ERROR;
    }
    if (told)
        return;
    const char *text = wend_report_error(found);
    wend_finding finding = wend_finding_make("file-load", WEND_ERROR, "%s", text[0] ? text : wend_describe(result));
    pass_on(path, &finding, report);
}

wend_result wend_file_load(wend_context *context, const char *path, wend_load how, wend_nav **nav,
                           wend_report *report) {
    if (!wend_given(nav, context != NULL && path != NULL))
        return WEND_ERROR_ARGUMENT;
    char *bytes = NULL;
    size_t count = 0;
    wend_report *found = NULL;
    wend_result result = wend_file_read_block(context, path, 0, &bytes, &count, report);
    if (result != WEND_OK)
        return result;
    if (count == 0) {
        wend_finding finding = wend_finding_make("file-load", WEND_ERROR, "the file is empty.");
        pass_on(path, &finding, report);
        return WEND_ERROR_TRUNCATED;
    }
    if (report && wend_report_create(context, &found) != WEND_OK) {
        wend_release(context, bytes, count);
        return WEND_ERROR_MEMORY;
    }
    result = wend_archive_load(context, bytes, count, how, nav, found);
    wend_release(context, bytes, count);
    if (report)
        pass_all_on(path, result, found, report);
    wend_report_destroy(found);
    if (result != WEND_OK)
        *nav = NULL;
    return result;
}

wend_result wend_file_save(wend_context *context, const char *path, const wend_nav *nav, wend_report *report) {
    if (context == NULL || path == NULL || nav == NULL)
        return WEND_ERROR_ARGUMENT;
    void *bytes;
    size_t count;
    wend_result result = wend_archive_save(context, nav, &bytes, &count);
    if (result != WEND_OK)
        return result;
    result = wend_file_write(path, bytes, count, report);
    wend_release(context, bytes, count);
    return result;
}

wend_result wend_text_write(const wend_text *text, const char *path, wend_report *report) {
    if (text->failed)
        return WEND_ERROR_MEMORY;
    return wend_file_write(path, text->data ? text->data : "", text->count, report);
}

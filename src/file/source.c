// Sources in memory: see source.h. What a hook gives is as little trusted as a file.
#include "file/source.h"

wend_result wend_source_judge(const wend_file_source *source, wend_report *report) {
    const char *cause = !source->bytes && source->count > 0   ? "bytes is NULL, but count is not 0"
                        : source->count > (size_t)PTRDIFF_MAX ? "count is more than PTRDIFF_MAX"
                                                              : NULL;
    if (!cause)
        return WEND_OK;
    wend_finding finding = wend_finding_make("source-invalid", WEND_ERROR, "the source to read from: %s.", cause);
    wend_report_add(report, &finding);
    return WEND_ERROR_ARGUMENT;
}

const char *wend_source_name(const wend_file_source *source) {
    return source->name ? source->name : "(memory)";
}

wend_result wend_source_find(const wend_file_source *source, const char *name, wend_file_side *side) {
    *side = (wend_file_side){.bytes = NULL};
    if (!source->hook) {
        side->cause = "it is another file, and there is no hook to find it";
        return WEND_ERROR_IO;
    }
    wend_result result = source->hook(source->user, name, side);
    if (!side->cause)
        side->cause = result == WEND_OK && side->bytes ? "it is too large" : "there is no such file";
    if (result != WEND_OK)
        return (int)result > 0 && result < WEND_RESULT_COUNT ? result : WEND_ERROR_IO;
    return side->bytes && side->count <= (size_t)PTRDIFF_MAX ? WEND_OK : WEND_ERROR_IO;
}

// What is the same for all kinds of artifacts when they are read.
#include "base/artifact.h"

#include <string.h>

wend_block *wend_block_create(wend_context *context, size_t bytes) {
    wend_block *block =
        bytes < PTRDIFF_MAX - sizeof *block ? wend_allocate_array(context, (int64_t)(sizeof *block + bytes), 1) : NULL;
    if (block != NULL)
        *block = (wend_block){.context = context, .bytes = bytes};
    return block;
}

const wend_block *wend_block_hold(const wend_block *block) {
    if (block != NULL)
        wend_shared_hold(&block->shared);
    return block;
}

void wend_block_destroy(const wend_block *block) {
    wend_block *mine = (wend_block *)(uintptr_t)block;
    if (mine != NULL && wend_shared_drop(&mine->shared))
        wend_release(mine->context, mine, sizeof *mine + mine->bytes);
}

void *wend_saving_make(wend_saving *saving, int64_t count, size_t size) {
    saving->made = wend_allocate_array(saving->context, count, size);
    saving->made_bytes = saving->made != NULL ? (size_t)count * size : 0;
    return saving->made;
}

static void add_error(const wend_loading *loading, wend_finding finding) {
    wend_report_add(loading->report, &finding);
}

wend_result wend_loading_refuse(const wend_loading *loading, int chunk, int64_t element, const char *what) {
    add_error(loading, wend_finding_make("archive-invalid", WEND_ERROR, "Chunk %s, element %lld: %s.",
                                         loading->artifact->chunks[chunk].id, (long long)element, what));
    return WEND_ERROR_INVALID;
}

wend_result wend_loading_refuse_form(const wend_loading *loading, const char *text) {
    add_error(loading, wend_finding_make("archive-format", WEND_ERROR, "%s", text));
    return WEND_ERROR_FORMAT;
}

wend_result wend_loading_explain(const wend_loading *loading, wend_result result, const char *what) {
    if (result != WEND_ERROR_INVALID || loading->report == NULL)
        return result;
    char cause[WEND_FINDING_TEXT];
    memcpy(cause, wend_report_error(loading->report), sizeof cause - 1);
    cause[sizeof cause - 1] = 0;
    add_error(loading,
              wend_finding_make("archive-invalid", WEND_ERROR, "%s in this file break a rule: %s", what, cause));
    return result;
}

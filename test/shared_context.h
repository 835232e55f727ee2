// The context and the report that all tests of a program share, and the last test: that they left nothing behind.
#ifndef WEND_TEST_SHARED_CONTEXT_H
#define WEND_TEST_SHARED_CONTEXT_H

#include "check.h"

#include <wend/base.h>

static wend_context *context;
static wend_report *report;
static size_t bytes_at_start;

// Opens both with that many threads (0: one per processor), once.
static inline void open_context_with(int threads) {
    if (context != NULL)
        return;
    wend_context_def def = wend_default_context_def();
    def.threads = threads;
    if (wend_context_create(&def, &context) != WEND_OK)
        exit(1);
    bytes_at_start = wend_bytes_now(context);
    if (wend_report_create(context, &report) != WEND_OK)
        exit(1);
}

static inline void close_context(void) {
    wend_report_destroy(report);
    CHECK_INT(wend_bytes_now(context), bytes_at_start);
    wend_context_destroy(context);
    context = NULL;
    report = NULL;
}

#endif

// What was built, saved and read again: shared by the tests of random scenes and of files.
#ifndef WEND_TEST_AGAIN_H
#define WEND_TEST_AGAIN_H

#include "shared_context.h"

#include <wend/archive.h>

// Saves a nav, which is used up, loads it proven, and saves that again. The nav that was loaded; NULL after a failed
// check.
static inline wend_nav *again(const char *name, wend_nav *nav) {
    void *bytes = NULL, *second = NULL;
    size_t count = 0, second_count = 0;
    wend_result result = wend_archive_save(context, nav, &bytes, &count);
    wend_nav_destroy(nav);
    if (!CHECK_MESSAGE(result == WEND_OK, "%s cannot be saved: %s", name, wend_describe(result)))
        return NULL;
    nav = NULL;
    wend_report_clear(report);
    result = wend_archive_load(context, bytes, count, WEND_LOAD_PROVEN, &nav, report);
    if (CHECK_MESSAGE(result == WEND_OK, "%s cannot be loaded: %s", name, wend_report_error(report))) {
        result = wend_nav_check(context, nav, report);
        CHECK_MESSAGE(result == WEND_OK, "%s: %s", name, wend_report_error(report));
        CHECK(wend_archive_save(context, nav, &second, &second_count) == WEND_OK);
        CHECK_MESSAGE(second_count == count && memcmp(second, bytes, count) == 0,
                      "%s is saved differently after loading", name);
        wend_release(context, second, second_count);
    }
    wend_release(context, bytes, count);
    return nav;
}

#endif

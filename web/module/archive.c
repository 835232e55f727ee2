// Navs from .wend files, and back.
#include "web/module/module.h"

#include <wend/archive.h>

// Loads a nav; `proven`: every claim of the file is proved first. Answer: the nav.
int32_t WEB_EXPORT(web_load)(const void *bytes, int32_t count, int32_t proven);
int32_t web_load(const void *bytes, int32_t count, int32_t proven) {
    web_begin();
    wend_nav *nav = NULL;
    wend_result result = wend_archive_load(web_context, bytes, (size_t)count,
                                           proven ? WEND_LOAD_PROVEN : WEND_LOAD_QUICK, &nav, web_report);
    web_answer[0] = web_address(nav);
    return (int32_t)web_end(result);
}

// Answer: the file's bytes (address, how many), which the caller releases.
int32_t WEB_EXPORT(web_save)(const wend_nav *nav);
int32_t web_save(const wend_nav *nav) {
    web_begin();
    void *bytes = NULL;
    size_t count = 0;
    wend_result result = wend_archive_save(web_context, nav, &bytes, &count);
    web_answer[0] = web_address(bytes);
    web_answer[1] = (double)count;
    return (int32_t)web_end(result);
}

// Proves every invariant of a nav.
int32_t WEB_EXPORT(web_check)(const wend_nav *nav);
int32_t web_check(const wend_nav *nav) {
    web_begin();
    return (int32_t)web_end(wend_nav_check(web_context, nav, web_report));
}

void WEB_EXPORT(web_nav_free)(wend_nav *nav);
void web_nav_free(wend_nav *nav) {
    wend_nav_destroy(nav);
}

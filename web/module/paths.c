// Searches: shortest paths for discs of any radius.
#include "web/module/options.h"

#define ARC_APART 0.001 // metres: how far the points of a path may be from its arcs

// Answer: a search over a nav, to be used again and again.
int32_t WEB_EXPORT(web_search)(const wend_nav *nav);
int32_t web_search(const wend_nav *nav) {
    web_begin();
    wend_search *search = NULL;
    wend_result result = wend_search_create(web_context, nav, &search);
    web_answer[0] = web_address(search);
    return (int32_t)web_end(result);
}

void WEB_EXPORT(web_search_free)(wend_search *search);
void web_search_free(wend_search *search) {
    wend_search_destroy(search);
}

// Finds a path for a disc. `options` beyond the radius: none, or JSON. Answer: status, reason (their numbers), length,
// bound, proven, widest, moved at both ends, length over the ground, points (address of x, y, z each, how many).
int32_t WEB_EXPORT(web_path)(wend_search *search, const wend_spot *from, const wend_spot *to, double radius,
                             const char *options, int32_t bytes);
int32_t web_path(wend_search *search, const wend_spot *from, const wend_spot *to, double radius, const char *options,
                 int32_t bytes) {
    web_begin();
    wend_path_def def = wend_default_path_def();
    def.radius = radius;
    if (bytes > 0) {
        web_options read;
        const web_option table[] = {{"excess", WEB_OPTION_NUMBER, &def.excess, NULL}};
        wend_result result = web_options_read(&read, options, bytes, table, 1);
        web_options_free(&read);
        if (result != WEND_OK)
            return (int32_t)result;
    }
    wend_path_view path;
    wend_path_line line = {0};
    wend_result result = wend_search_path(search, from, to, &def, &path);
    if (result == WEND_OK)
        result = wend_search_line(search, ARC_APART, &line);
    web_answer[0] = path.status;
    web_answer[1] = path.reason;
    web_answer[2] = path.length;
    web_answer[3] = path.bound;
    web_answer[4] = path.proven;
    web_answer[5] = path.widest;
    web_answer[6] = path.moved[0];
    web_answer[7] = path.moved[1];
    web_answer[8] = line.length;
    web_answer[9] = web_address(line.places);
    web_answer[10] = line.point_count;
    if (result == WEND_ERROR_ARGUMENT)
        return (int32_t)web_refuse("radius and excess must be numbers, 0 or more");
    return (int32_t)web_end(result);
}

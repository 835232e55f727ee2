// What a nav looks like as triangles and lines.
#include "web/module/module.h"

#include <wend/picture.h>

// One kind of what a nav holds (wend_export_kind), raised by some metres; layer -1 for all. Answer: the relief, places
// (address, how many), indices (address, how many). The text: its parts.
int32_t WEB_EXPORT(web_relief)(const wend_nav *nav, int32_t kind, int32_t layer, double raise);
int32_t web_relief(const wend_nav *nav, int32_t kind, int32_t layer, double raise) {
    web_begin();
    wend_relief_def def = {.layer = layer, .raise = raise};
    wend_relief *relief = NULL;
    wend_result result = wend_relief_build(web_context, nav, (wend_export_kind)kind, &def, &relief, web_report);
    if (result != WEND_OK)
        return (int32_t)web_end(result);
    wend_relief_view v = wend_relief_look(relief);
    web_answer[0] = web_address(relief);
    web_answer[1] = web_address(v.places);
    web_answer[2] = v.place_count;
    web_answer[3] = web_address(v.indices);
    web_answer[4] = (double)v.index_count;
    wend_json_open(&web_text, NULL, '[');
    for (int32_t k = 0; k < v.part_count; k++) {
        const wend_relief_part *part = &v.parts[k];
        wend_json_open(&web_text, NULL, '{');
        wend_json_add_string(&web_text, "noun", part->noun);
        wend_json_add_int(&web_text, "layer", part->layer);
        wend_json_add_int(&web_text, "colour", part->colour);
        wend_json_add_double(&web_text, "width", part->width);
        wend_json_add_int(&web_text, "first", part->first);
        wend_json_add_int(&web_text, "count", part->count);
        wend_json_close(&web_text, '}');
    }
    wend_json_close(&web_text, ']');
    return (int32_t)web_end(WEND_OK);
}

void WEB_EXPORT(web_relief_free)(wend_relief *relief);
void web_relief_free(wend_relief *relief) {
    wend_relief_destroy(relief);
}

// What a path passes.
#include "web/module/module.h"

wend_result web_add_passed(wend_search *search) {
    wend_path_passed_view passed;
    wend_result result = wend_search_passed(search, &passed);
    if (result != WEND_OK)
        return result;
    wend_json_open(&web_text, NULL, '{');
    wend_json_open(&web_text, "links", '[');
    for (int32_t k = 0; k < passed.link_count; k++) {
        const wend_path_link *l = &passed.links[k];
        wend_json_open(&web_text, NULL, '{');
        wend_json_add_int(&web_text, l->offlink >= 0 ? "link" : "drop", l->offlink >= 0 ? l->offlink : l->drop);
        wend_json_add_place(&web_text, "from", l->from);
        wend_json_add_place(&web_text, "to", l->to);
        wend_json_add_double(&web_text, "cost", l->cost);
        wend_json_add_double(&web_text, "along", l->along);
        wend_json_close(&web_text, '}');
    }
    wend_json_close(&web_text, ']');
    wend_json_open(&web_text, "flights", '[');
    for (int32_t k = 0; k < passed.flight_count; k++) {
        const wend_path_flight *f = &passed.flights[k];
        wend_json_open(&web_text, NULL, '{');
        wend_json_add_int(&web_text, "flight", f->flight);
        wend_json_add_bool(&web_text, "up", f->up > 0);
        wend_json_add_int(&web_text, "risers", f->risers);
        wend_json_add_double(&web_text, "along", f->along);
        wend_json_add_double(&web_text, "length", f->length);
        wend_json_close(&web_text, '}');
    }
    wend_json_close(&web_text, ']');
    wend_json_open(&web_text, "areas", '[');
    for (int32_t k = 0; k < passed.ground_count; k++) {
        const wend_path_ground *g = &passed.grounds[k];
        wend_json_open(&web_text, NULL, '{');
        wend_json_add_int(&web_text, "area", g->area);
        wend_json_add_double(&web_text, "along", g->along);
        wend_json_add_double(&web_text, "length", g->length);
        wend_json_close(&web_text, '}');
    }
    wend_json_close(&web_text, ']');
    wend_json_close(&web_text, '}');
    return WEND_OK;
}

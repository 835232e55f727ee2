// Why one can or cannot walk in a place.
#include "web/module/module.h"

#include <wend/explain.h>

#define DEGREES (180 / 0x1.921fb54442d18p+1)

// Answer: an explainer of a nav and the scene that it was made from, which must stay as long.
int32_t WEB_EXPORT(web_explain)(const wend_nav *nav, const wend_scene *scene);
int32_t web_explain(const wend_nav *nav, const wend_scene *scene) {
    web_begin();
    wend_explain *explain = NULL;
    wend_result result = wend_explain_build(web_context, nav, scene, NULL, &explain, web_report);
    web_answer[0] = web_address(explain);
    return (int32_t)web_end(result);
}

void WEB_EXPORT(web_explain_free)(wend_explain *explain);
void web_explain_free(wend_explain *explain) {
    wend_explain_destroy(explain);
}

static void add_hit(const char *key, const wend_explain_hit *hit) {
    if (hit->triangle < 0)
        return;
    wend_json_open(&web_text, key, '{');
    wend_json_add_int(&web_text, "triangle", hit->triangle);
    wend_json_add_place(&web_text, "at", hit->at);
    wend_json_add_rounded(&web_text, "slope", hit->slope * DEGREES, 6);
    wend_json_add_bool(&web_text, "facesUp", hit->faces_up);
    wend_json_close(&web_text, '}');
}

static void add_boundary(const wend_nav *nav, const wend_why *why) {
    wend_surface_view view = wend_surface_look(wend_nav_surface(nav));
    const wend_surface_boundary *b = &view.boundaries[why->boundary];
    double side = view.lattice.step * view.lattice.unit;
    wend_json_open(&web_text, "boundary", '{');
    wend_json_add_string(&web_text, "kind", wend_boundary_kind_name((wend_boundary_kind)b->kind));
    wend_json_add_rounded(&web_text, "distance", why->boundary_distance, 6);
    wend_json_add_int(&web_text, "cause", b->cause);
    wend_json_add_rounded(&web_text, "low", b->low * side, 6);
    wend_json_add_rounded(&web_text, "high", b->high * side, 6);
    wend_json_close(&web_text, '}');
}

static void add_link(const wend_nav *nav, int32_t number) {
    const wend_link *link = &wend_links_look(wend_nav_links(nav)).links[number];
    wend_json_open(&web_text, "link", '{');
    wend_json_add_string(&web_text, "kind", wend_link_kind_name(link->kind));
    wend_json_add_rounded(&web_text, "distance", link->distance, 6);
    wend_json_add_rounded(&web_text, "rise", link->height, 6);
    wend_json_close(&web_text, '}');
}

// The text: the answer about a place x, y, z; `words` say it in up to four lines.
int32_t WEB_EXPORT(web_why)(const wend_nav *nav, const wend_explain *explain, const double *place);
int32_t web_why(const wend_nav *nav, const wend_explain *explain, const double *place) {
    web_begin();
    wend_why why;
    wend_result result = wend_explain_ask(explain, place, &why);
    if (result != WEND_OK)
        return (int32_t)web_end(result);
    wend_text words = wend_text_start(web_context);
    wend_explain_words(explain, &why, &words);
    wend_json_open(&web_text, NULL, '{');
    wend_json_add_bool(&web_text, "walkable", why.walkable);
    wend_json_add_string(&web_text, "reason", wend_verdict_name(why.verdict));
    wend_json_add_string(&web_text, "words", words.data != NULL ? words.data : "");
    wend_json_add_place(&web_text, "asked", why.asked);
    if (why.walkable)
        wend_json_add_place(&web_text, "point", why.point);
    if (why.component >= 0) {
        wend_json_add_int(&web_text, "component", why.component);
        wend_json_add_double(&web_text, "area", why.area);
    }
    if (why.link >= 0)
        add_link(nav, why.link);
    add_hit("floor", &why.floor);
    add_hit("above", &why.above);
    if (why.room > 0)
        wend_json_add_rounded(&web_text, "room", why.room, 6);
    if (why.boundary >= 0)
        add_boundary(nav, &why);
    wend_json_close(&web_text, '}');
    result = wend_text_result(&words);
    wend_text_free(&words);
    return (int32_t)web_end(result);
}

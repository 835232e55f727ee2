// Searches: shortest paths for discs of any radius, the nearest of many goals, and small steps.
#include "web/module/options.h"

#define ARC_APART 0.001 // metres: how far the points of a path may be from its arcs

enum { LIST_MOST = 256 };

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

// ---------------------------------------------------------------------------------------------------- options

// What a path is asked for with, and the arrays of its filter.
typedef struct wish {
    wend_path_def def;
    bool details;
    int32_t areas[LIST_MOST];
    wend_area_cost costs[LIST_MOST];
} wish;

static wend_result read_areas(const wend_json *json, wish *w) {
    double numbers[LIST_MOST];
    int64_t node = wend_json_find(json, 0, "forbidAreas");
    int64_t count = node < 0 ? 0 : wend_json_numbers(json, node, numbers, LIST_MOST);
    if (count < 0 || count > LIST_MOST)
        return web_refuse("forbidAreas: expected an array of at most 256 numbers");
    for (int64_t k = 0; k < count; k++)
        w->areas[k] = (int32_t)numbers[k];
    w->def.filter.forbid_areas = w->areas;
    w->def.filter.forbid_area_count = (int32_t)count;
    return WEND_OK;
}

// [[area, factor], ...]
static wend_result read_costs(const wend_json *json, wish *w) {
    int64_t list = wend_json_find(json, 0, "costs");
    int32_t count = 0;
    for (int64_t e = wend_json_first(json, list); e >= 0; e = wend_json_after(json, list, e)) {
        double pair[2];
        if (count == LIST_MOST || wend_json_numbers(json, e, pair, 2) != 2)
            return web_refuse("costs: expected an array of at most 256 pairs [area, factor]");
        w->costs[count++] = (wend_area_cost){(int32_t)pair[0], pair[1]};
    }
    w->def.filter.costs = w->costs;
    w->def.filter.cost_count = count;
    return WEND_OK;
}

static wend_result read_links(const wend_json *json, wish *w) {
    int64_t list = wend_json_find(json, 0, "forbidLinks");
    for (int64_t e = wend_json_first(json, list); e >= 0; e = wend_json_after(json, list, e)) {
        uint32_t bit = wend_json_is_string(json, e, "drop") ? WEND_PATH_DROPS : 0;
        for (int k = 0; k < WEND_OFFLINK_KIND_COUNT; k++)
            if (wend_json_is_string(json, e, wend_offlink_kind_name((wend_offlink_kind)k)))
                bit = 1u << k;
        if (bit == 0)
            return web_refuse("forbidLinks: expected an array of ladder, lift, jump, teleporter, other, drop");
        w->def.filter.forbid_links |= bit;
    }
    return WEND_OK;
}

static wend_result read_wish(const char *options, int32_t bytes, double radius, wish *w) {
    w->def = wend_default_path_def();
    w->def.radius = radius;
    w->details = false;
    if (bytes <= 0)
        return WEND_OK;
    int32_t by = 0, partial = 0;
    double tags = 0;
    const web_option table[] = {
        {"excess", WEB_OPTION_NUMBER, &w->def.excess, NULL}, {"clearance", WEB_OPTION_NUMBER, &w->def.clearance, NULL},
        {"detour", WEB_OPTION_NUMBER, &w->def.detour, NULL}, {"reach", WEB_OPTION_NUMBER, &w->def.reach, NULL},
        {"by", WEB_OPTION_CHOICE, &by, "exact|cells"},       {"partial", WEB_OPTION_CHOICE, &partial, "none|air|path"},
        {"forbidTags", WEB_OPTION_NUMBER, &tags, NULL},      {"forbidAreas", WEB_OPTION_OTHER, NULL, NULL},
        {"forbidLinks", WEB_OPTION_OTHER, NULL, NULL},       {"costs", WEB_OPTION_OTHER, NULL, NULL},
        {"details", WEB_OPTION_FLAG, &w->details, NULL}};
    web_options read;
    wend_result result = web_options_read(&read, options, bytes, table, (int)(sizeof table / sizeof table[0]));
    w->def.by = (wend_path_by)by;
    w->def.partial = (wend_path_partial)partial;
    w->def.filter.forbid_tags = tags > 0 && tags < 0x1p32 ? (uint32_t)tags : 0;
    if (result == WEND_OK)
        result = read_areas(&read.json, w);
    if (result == WEND_OK)
        result = read_costs(&read.json, w);
    if (result == WEND_OK)
        result = read_links(&read.json, w);
    web_options_free(&read);
    return result;
}

// ---------------------------------------------------------------------------------------------------- paths

// Answers with the path that the search found last.
static wend_result answer(const wend_nav *nav, wend_search *search, const wend_path_view *path, bool details) {
    wend_path_line line = {0};
    wend_plan_ground narrow = {.place = {0}};
    if (path->narrow_on >= 0) {
        wend_lattice lattice = wend_plan_look(wend_nav_plan(nav)).lattice;
        wend_spot spot = {.triangle = path->narrow_on};
        wend_lattice_point(&lattice, path->narrow, &spot.point);
        wend_plan_find_ground(wend_nav_plan(nav), &spot, &narrow);
    }
    wend_result result = details ? web_add_passed(search) : WEND_OK;
    if (result == WEND_OK)
        result = wend_search_line(search, ARC_APART, &line);
    const double numbers[] = {
        path->status,    path->reason,    path->length,    path->bound,     path->proven,
        path->widest,    path->moved[0],  path->moved[1],  path->clearance, line.length,
        path->narrow_on, narrow.place[0], narrow.place[1], narrow.place[2], web_address(line.places),
        line.point_count};
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++)
        web_answer[k] = numbers[k];
    return result;
}

// Finds a path for a disc. `options` beyond the radius: none, or JSON. Answer: status, reason (their numbers), length,
// bound, proven, widest, moved at both ends, clearance, length over the ground, the triangle of the narrowest place (-1
// for none), x, y, z of that, points (address of x, y, z each, how many). The text: what it passes, where `details` are
// asked for.
int32_t WEB_EXPORT(web_path)(const wend_nav *nav, wend_search *search, const wend_spot *from, const wend_spot *to,
                             double radius, const char *options, int32_t bytes);
int32_t web_path(const wend_nav *nav, wend_search *search, const wend_spot *from, const wend_spot *to, double radius,
                 const char *options, int32_t bytes) {
    web_begin();
    wish w;
    wend_path_view path;
    wend_result result = read_wish(options, bytes, radius, &w);
    if (result != WEND_OK)
        return (int32_t)result;
    result = wend_search_path(search, from, to, &w.def, &path);
    if (result == WEND_ERROR_ARGUMENT)
        return (int32_t)web_refuse(
            "radius and all lengths must be numbers, 0 or more; factors of areas 1 or more; no clearance by cells");
    if (result == WEND_OK)
        result = answer(nav, search, &path, w.details);
    return (int32_t)web_end(result);
}

// The nearest of many goals by path: at most `most`, none farther than `farthest` metres. Answer: how many; numbers and
// lengths are written to arrays of `count`.
int32_t WEB_EXPORT(web_nearest)(wend_search *search, const wend_spot *from, const wend_spot *spots, int32_t count,
                                int32_t most, double farthest, double radius, int32_t *numbers, double *lengths);
int32_t web_nearest(wend_search *search, const wend_spot *from, const wend_spot *spots, int32_t count, int32_t most,
                    double farthest, double radius, int32_t *numbers, double *lengths) {
    web_begin();
    wend_path_def def = wend_default_path_def();
    const wend_path_goal *goals;
    int32_t found = 0;
    def.radius = radius;
    wend_result result = wend_search_nearest(search, from, spots, count, most, farthest, &def, &goals, &found);
    for (int32_t k = 0; k < found && k < count; k++) {
        numbers[k] = goals[k].goal;
        lengths[k] = goals[k].length;
    }
    web_answer[0] = found;
    return (int32_t)web_end(result);
}

// Walks a disc straight (slide 0) or moves it along what it meets, toward x, y, z. *spot becomes where it ends. Answer:
// what stopped it (its number), distance, x, y, z on the ground.
int32_t WEB_EXPORT(web_move)(const wend_nav *nav, wend_search *search, wend_spot *spot, const double *to, double radius,
                             int32_t slide);
int32_t web_move(const wend_nav *nav, wend_search *search, wend_spot *spot, const double *to, double radius,
                 int32_t slide) {
    web_begin();
    wend_plan_view plan = wend_plan_look(wend_nav_plan(nav));
    double ground[3] = {to[0], to[1], 0};
    if (plan.ground.step > 0)
        wend_ground_from_scene(plan.ground.up, to, ground);
    wend_stop stop;
    wend_result result = slide ? wend_search_move(search, spot, ground, radius, &stop)
                               : wend_search_walk(search, spot, ground, radius, &stop);
    if (result != WEND_OK)
        return (int32_t)web_end(result);
    wend_plan_ground below;
    wend_plan_find_ground(wend_nav_plan(nav), &stop.spot, &below);
    *spot = stop.spot;
    web_answer[0] = stop.kind;
    web_answer[1] = stop.distance;
    for (int k = 0; k < 3; k++)
        web_answer[2 + k] = below.place[k];
    return (int32_t)web_end(WEND_OK);
}

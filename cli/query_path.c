// The questions of `wend query` that need a search: paths, distances to many goals, and steps of somebody who walks.
#include "cli/path_answer.h"
#include "cli/query.h"

#include <math.h>
#include <string.h>

#define METRES_MOST 1e9
#define GOALS_MOST 100000
#define AREAS_MOST 256 // of a filter
#define COST_MOST 1e6

// The search of this file, made with the first path that is asked for.
static wend_complaint needs_search(wend_query *q) {
    wend_complaint words = wend_query_needs_medial(q);
    if (words || q->search)
        return words;
    wend_result result = wend_search_create(q->command.context, q->nav, &q->search);
    return result == WEND_OK ? NULL : wend_describe(result);
}

// ---------------------------------------------------------------------------------------------------- how

// Areas of a filter: those that are forbidden, by id, and what others cost.
typedef struct filter_areas {
    int32_t count;
    int32_t ids[AREAS_MOST];
    int32_t cost_count;
    wend_area_cost costs[AREAS_MOST];
} filter_areas;

// Kinds of links by name: "drop", or one of those made by hand.
static wend_complaint read_links(const wend_query *q, wend_path_filter *filter) {
    static const char words[] = "\"forbid_links\" must be a list of drop, ladder, lift, jump, teleporter, other";
    int64_t list = wend_json_find(&q->json, 0, "forbid_links");
    if (list >= 0 && !wend_json_is(&q->json, list, WEND_JSON_ARRAY))
        return words;
    for (int64_t e = wend_json_first(&q->json, list); e >= 0; e = wend_json_after(&q->json, list, e)) {
        uint32_t kind = wend_json_is_string(&q->json, e, "drop") ? WEND_PATH_DROPS : 0;
        for (int k = 0; k < WEND_OFFLINK_KIND_COUNT; k++)
            kind |= wend_json_is_string(&q->json, e, wend_offlink_kind_name((wend_offlink_kind)k)) ? 1u << k : 0;
        if (kind == 0)
            return words;
        filter->forbid_links |= kind;
    }
    return NULL;
}

// The id of an area: a number, or a name; -1 when there is none of that name.
static int32_t find_area(const wend_query *q, int64_t node) {
    double id = 0;
    if (wend_json_number(&q->json, node, &id))
        return id >= 0 && id <= WEND_AREA_MAX && id == floor(id) ? (int32_t)id : -1;
    int32_t count;
    char text[WEND_AREA_NAME];
    const wend_area *areas = wend_nav_areas(q->nav, &count);
    if (wend_json_string(&q->json, node, text, sizeof text) > 0 &&
        wend_parse_double(text, text + strlen(text), &id) == text + strlen(text)) // a number as a key
        return id >= 0 && id <= WEND_AREA_MAX && id == floor(id) ? (int32_t)id : -1;
    for (int32_t k = 0; k < count; k++)
        if (wend_json_is_string(&q->json, node, areas[k].name))
            return areas[k].id;
    return -1;
}

static wend_complaint read_areas(const wend_query *q, filter_areas *areas) {
    static const char words[] = "\"forbid_areas\" must be a list of areas of the file, by number or name";
    int64_t list = wend_json_find(&q->json, 0, "forbid_areas");
    if (list >= 0 && !wend_json_is(&q->json, list, WEND_JSON_ARRAY))
        return words;
    for (int64_t e = wend_json_first(&q->json, list); e >= 0; e = wend_json_after(&q->json, list, e)) {
        int32_t id = find_area(q, e);
        if (id < 0 || areas->count == AREAS_MOST)
            return words;
        areas->ids[areas->count++] = id;
    }
    return NULL;
}

// What areas cost: an object with a factor for each, by number or name.
static wend_complaint read_costs(const wend_query *q, filter_areas *areas) {
    static const char words[] = "\"costs\" must give a factor of 1 or more for areas of the file, by number or name";
    int64_t costs = wend_json_find(&q->json, 0, "costs");
    if (costs >= 0 && !wend_json_is(&q->json, costs, WEND_JSON_OBJECT))
        return words;
    for (int64_t e = wend_json_first(&q->json, costs); e >= 0; e = wend_json_after(&q->json, costs, e)) {
        wend_area_cost cost = {.area = find_area(q, e)};
        e = wend_json_after(&q->json, costs, e); // from the key to its value
        if (cost.area < 0 || areas->cost_count == AREAS_MOST || !wend_json_number(&q->json, e, &cost.factor) ||
            !(cost.factor >= 1 && cost.factor <= COST_MOST))
            return words;
        areas->costs[areas->cost_count++] = cost;
    }
    return NULL;
}

// What a path may use. `areas` stay where they are while the filter is in use.
static wend_complaint read_filter(const wend_query *q, filter_areas *areas, wend_path_filter *filter) {
    double tags = 0;
    if (!wend_query_read_number(q, "forbid_tags", 0, UINT32_MAX, &tags) || tags != floor(tags))
        return "\"forbid_tags\" must be a mask, a whole number from 0 to 4294967295";
    wend_complaint words = read_areas(q, areas);
    if (!words)
        words = read_costs(q, areas);
    filter->forbid_tags = (uint32_t)tags;
    filter->forbid_area_count = areas->count;
    filter->forbid_areas = areas->ids;
    filter->cost_count = areas->cost_count;
    filter->costs = areas->costs;
    return words ? words : read_links(q, filter);
}

// Whether a part of the way will do, and which one.
static wend_complaint read_partial(const wend_query *q, wend_path_partial *partial) {
    int64_t node = wend_json_find(&q->json, 0, "partial");
    if (wend_json_is(&q->json, node, WEND_JSON_TRUE) || wend_json_is_string(&q->json, node, "path"))
        *partial = WEND_PATH_PARTIAL_BY_PATH;
    else if (wend_json_is_string(&q->json, node, "air"))
        *partial = WEND_PATH_PARTIAL_BY_AIR;
    else if (node >= 0 && !wend_json_is(&q->json, node, WEND_JSON_FALSE))
        return "\"partial\" must be true, false, \"path\" or \"air\"";
    return NULL;
}

static wend_complaint read_by(const wend_query *q, wend_path_by *by) {
    int64_t node = wend_json_find(&q->json, 0, "by");
    bool cells = wend_json_is_string(&q->json, node, "cells");
    if (wend_json_is_string(&q->json, node, "corridors"))
        return "\"by\": \"corridors\" is not built yet";
    if (node >= 0 && !cells && !wend_json_is_string(&q->json, node, "exact"))
        return "\"by\" must be \"exact\" or \"cells\"";
    if (cells && !q->cells)
        return "\"by\": the file holds no cells";
    *by = cells ? WEND_PATH_BY_CELLS : WEND_PATH_BY_EXACT;
    return NULL;
}

static wend_complaint read_clearance(const wend_query *q, wend_path_def *def) {
    if (!wend_query_read_number(q, "clearance", 0, METRES_MOST, &def->clearance))
        return "\"clearance\" must be a number of metres, 0 or more";
    if (!wend_query_read_number(q, "detour", 0, METRES_MOST, &def->detour))
        return "\"detour\" must be a number, 0 or more";
    if (def->by == WEND_PATH_BY_CELLS && def->clearance > def->radius)
        return "\"clearance\": paths by cells keep none; leave out \"by\"";
    return NULL;
}

static wend_complaint read_radius(const wend_query *q, double *radius) {
    return wend_query_read_number(q, "radius", 0, METRES_MOST, radius)
               ? NULL
               : "\"radius\" must be a number of metres, 0 or more";
}

static wend_complaint read_def(const wend_query *q, filter_areas *areas, wend_path_def *def) {
    *def = wend_default_path_def();
    areas->count = areas->cost_count = 0;
    wend_complaint words = read_radius(q, &def->radius);
    if (!words && !wend_query_read_number(q, "excess", 0, METRES_MOST, &def->excess))
        words = "\"excess\" must be a number, 0 or more";
    if (!words && !wend_query_read_number(q, "reach", 0, METRES_MOST, &def->reach))
        words = "\"reach\" must be a number of radii, 0 or more";
    if (!words)
        words = read_partial(q, &def->partial);
    if (!words)
        words = read_by(q, &def->by);
    if (!words)
        words = read_filter(q, areas, &def->filter);
    return words ? words : read_clearance(q, def);
}

// ---------------------------------------------------------------------------------------------------- a path

static const char no_place[2][40] = {"\"from\" must be a place [x,y,z]", "\"to\" must be a place [x,y,z]"};

// The spot of a place that a key holds.
static wend_complaint read_spot(const wend_query *q, int end, wend_spot *spot) {
    double place[3];
    wend_plan_ground ground;
    if (!wend_query_read_place(q, wend_json_find(&q->json, 0, end == 0 ? "from" : "to"), place))
        return no_place[end];
    return wend_query_find_spot(q, place, spot, &ground);
}

wend_complaint wend_answer_path(wend_query *q) {
    wend_spot spots[2];
    wend_path_def def;
    filter_areas areas;
    wend_complaint words = needs_search(q);
    for (int i = 0; i < 2 && !words; i++)
        words = read_spot(q, i, &spots[i]);
    if (!words)
        words = read_def(q, &areas, &def);
    if (words)
        return words;
    for (int i = 0; i < 2; i++)
        if (spots[i].triangle < 0) {
            wend_path_answer_off_mesh(&q->out, i == 0 ? WEND_PATH_FROM_OFF_MESH : WEND_PATH_TO_OFF_MESH);
            return NULL;
        }
    wend_path_view path;
    wend_result result = wend_search_path(q->search, &spots[0], &spots[1], &def, &path);
    if (result == WEND_OK)
        result = wend_path_answer(&q->out, q->nav, q->search, &path);
    if (result == WEND_OK && def.clearance > def.radius && path.piece_count > 0)
        wend_json_add_double(&q->out, "clearance", path.clearance);
    return result == WEND_OK ? NULL : wend_describe(result);
}

// ---------------------------------------------------------------------------------------------------- many goals

// Spots of a list of places; those on no floor have triangle -1.
typedef struct spot_list {
    wend_spot *data;
    int32_t count;
} spot_list;

static void free_spots(wend_query *q, spot_list *list) {
    wend_release(q->command.context, list->data, ((size_t)list->count + 1) * sizeof *list->data);
}

// Reads the list under a key; `words` is the complaint about it. free_spots frees it, whatever the result.
static wend_complaint read_spots(wend_query *q, const char *key, wend_complaint words, spot_list *list) {
    int64_t node = wend_json_find(&q->json, 0, key), count = 0;
    *list = (spot_list){.data = NULL};
    for (int64_t e = wend_json_first(&q->json, node); e >= 0; e = wend_json_after(&q->json, node, e))
        count++;
    if (!wend_json_is(&q->json, node, WEND_JSON_ARRAY) || count > GOALS_MOST)
        return words;
    list->count = (int32_t)count;
    list->data = wend_allocate_array(q->command.context, count + 1, sizeof *list->data);
    if (!list->data)
        return wend_describe(WEND_ERROR_MEMORY);
    int64_t e = wend_json_first(&q->json, node);
    for (int32_t k = 0; k < list->count; k++, e = wend_json_after(&q->json, node, e)) {
        double place[3];
        wend_plan_ground ground;
        if (!wend_query_read_place(q, e, place))
            return words;
        wend_complaint other = wend_query_find_spot(q, place, &list->data[k], &ground);
        if (other)
            return other;
    }
    return NULL;
}

static const char no_goals[] = "\"to\" must be a list of at most 100000 places [[x,y,z],...]";

static void add_goals(wend_query *q, const wend_path_goal *goals, int32_t count) {
    wend_json_open(&q->out, NULL, '{');
    wend_json_open(&q->out, "goals", '[');
    for (int32_t k = 0; k < count; k++) {
        wend_json_open(&q->out, NULL, '{');
        wend_json_add_int(&q->out, "goal", goals[k].goal);
        wend_json_add_double(&q->out, "length", goals[k].length);
        wend_json_close(&q->out, '}');
    }
    wend_json_close(&q->out, ']');
}

static wend_complaint ask_goals(wend_query *q, const spot_list *spots, double most, double farthest) {
    wend_spot from;
    wend_path_def def;
    filter_areas areas;
    const wend_path_goal *goals;
    int32_t found;
    wend_complaint words = read_spot(q, 0, &from);
    if (!words)
        words = read_def(q, &areas, &def);
    if (words)
        return words;
    if (from.triangle < 0)
        return "\"from\" is on no floor";
    int32_t wanted = most < spots->count ? (int32_t)most : spots->count;
    wend_result result =
        wend_search_nearest(q->search, &from, spots->data, spots->count, wanted, farthest, &def, &goals, &found);
    if (result != WEND_OK)
        return wend_describe(result);
    add_goals(q, goals, found);
    return NULL;
}

// The nearest of many goals, at most so many, none farther than that.
static wend_complaint answer_goals(wend_query *q, double farthest) {
    double most = GOALS_MOST;
    spot_list spots = {.data = NULL};
    wend_complaint words = needs_search(q);
    if (!words && (!wend_query_read_number(q, "most", 0, GOALS_MOST, &most) || most != floor(most)))
        words = "\"most\" must be a whole number from 0 to 100000";
    if (!words)
        words = read_spots(q, "to", no_goals, &spots);
    if (!words)
        words = ask_goals(q, &spots, most, farthest);
    free_spots(q, &spots);
    return words;
}

wend_complaint wend_answer_distance(wend_query *q) {
    return answer_goals(q, INFINITY);
}

wend_complaint wend_answer_within(wend_query *q) {
    double distance = -1;
    if (!wend_query_read_number(q, "distance", 0, METRES_MOST, &distance) || distance < 0)
        return "\"distance\" must be a number of metres, 0 or more";
    return answer_goals(q, distance);
}

// ---------------------------------------------------------------------------------------------------- distance maps

static void add_flow(wend_query *q, const wend_flow *flow, const spot_list *places) {
    wend_up up = q->surface ? q->view.ground.up : WEND_UP_Z;
    wend_json_open(&q->out, NULL, '{');
    wend_json_open(&q->out, "places", '[');
    for (int32_t k = 0; k < places->count; k++) {
        wend_flow_answer answer = {.spot = -1};
        double toward[3];
        if (places->data[k].triangle >= 0)
            wend_flow_ask(flow, &places->data[k], &answer);
        wend_json_open(&q->out, NULL, '{');
        wend_json_add_double(&q->out, "distance", answer.spot >= 0 ? answer.distance : INFINITY); // null
        if (answer.spot >= 0) {
            wend_scene_from_ground(up, (double[3]){answer.toward[0], answer.toward[1], 0}, toward);
            wend_json_add_int(&q->out, "goal", answer.spot);
            wend_json_add_place(&q->out, "toward", toward);
        }
        wend_json_close(&q->out, '}');
    }
    wend_json_close(&q->out, ']');
}

static wend_complaint ask_flow(wend_query *q, const spot_list *goals, const spot_list *places) {
    wend_flow_def def = wend_default_flow_def();
    wend_path_def path;
    filter_areas areas;
    wend_flow *flow;
    int64_t away = wend_json_find(&q->json, 0, "away");
    wend_complaint words = read_def(q, &areas, &path);
    if (words)
        return words;
    if (areas.cost_count > 0)
        return "\"costs\" do not go with flow";
    if (!wend_query_read_number(q, "farthest", 0, METRES_MOST, &def.farthest))
        return "\"farthest\" must be a number of metres, 0 or more";
    if (away >= 0 && !wend_json_bool(&q->json, away, &def.away))
        return "\"away\" must be true or false";
    def.radius = path.radius;
    def.reach = path.reach;
    def.filter = path.filter;
    wend_result result = wend_flow_build(q->search, goals->data, goals->count, &def, &flow);
    if (result != WEND_OK)
        return wend_describe(result);
    add_flow(q, flow, places);
    wend_flow_destroy(flow);
    return NULL;
}

wend_complaint wend_answer_flow(wend_query *q) {
    spot_list goals = {.data = NULL}, places = {.data = NULL};
    wend_complaint words = needs_search(q);
    if (!words)
        words = read_spots(q, "to", no_goals, &goals);
    if (!words)
        words = read_spots(q, "at", "\"at\" must be a list of at most 100000 places [[x,y,z],...]", &places);
    if (!words)
        words = ask_flow(q, &goals, &places);
    free_spots(q, &goals);
    free_spots(q, &places);
    return words;
}

// ---------------------------------------------------------------------------------------------------- small steps

static void add_stop(wend_query *q, const wend_stop *stop) {
    double ground[3], normal[3];
    wend_up up = q->surface ? q->view.ground.up : WEND_UP_Z;
    wend_locator_ground(q->plan, stop->place, stop->spot.triangle, ground);
    wend_scene_from_ground(up, (double[3]){stop->normal[0], stop->normal[1], 0}, normal);
    wend_json_open(&q->out, NULL, '{');
    wend_json_add_string(&q->out, "stop", wend_stop_kind_name(stop->kind));
    wend_json_add_place(&q->out, "point", ground);
    wend_json_add_double(&q->out, "distance", stop->distance);
    if (stop->kind != WEND_STOP_NONE)
        wend_json_add_place(&q->out, "normal", normal);
    if (stop->boundary >= 0)
        wend_json_add_string(&q->out, "kind",
                             wend_boundary_kind_name((wend_boundary_kind)q->view.boundaries[stop->boundary].kind));
}

// A straight walk, or a move that slides along what it meets.
static wend_complaint answer_step(wend_query *q, bool slides) {
    wend_spot from;
    wend_stop stop;
    double to[3], seen[3], radius = wend_default_path_def().radius;
    wend_complaint words = needs_search(q);
    if (!words)
        words = read_spot(q, 0, &from);
    if (!words && !wend_query_read_place(q, wend_json_find(&q->json, 0, "to"), to))
        words = no_place[1];
    if (!words)
        words = read_radius(q, &radius);
    if (words)
        return words;
    if (from.triangle < 0)
        return "\"from\" is on no floor";
    wend_ground_from_scene(q->surface ? q->view.ground.up : WEND_UP_Z, to, seen);
    wend_result result = slides ? wend_search_move(q->search, &from, seen, radius, &stop)
                                : wend_search_walk(q->search, &from, seen, radius, &stop);
    if (result != WEND_OK)
        return wend_describe(result);
    add_stop(q, &stop);
    return NULL;
}

wend_complaint wend_answer_walk(wend_query *q) {
    return answer_step(q, false);
}

wend_complaint wend_answer_move(wend_query *q) {
    return answer_step(q, true);
}

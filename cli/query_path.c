// The questions of `wend query` that need a search: paths.
#include "cli/path_answer.h"
#include "cli/query.h"

#define METRES_MOST 1e9

// The search of this file, made with the first path that is asked for.
static wend_complaint needs_search(wend_query *q) {
    wend_complaint words = wend_query_needs_medial(q);
    if (words || q->search)
        return words;
    wend_result result = wend_search_create(q->command.context, q->nav, &q->search);
    return result == WEND_OK ? NULL : wend_describe(result);
}

// Keys of what a path may be asked for and that is not built yet: refused rather than passed over.
static wend_complaint refuse_later(const wend_query *q, const wend_path_def *def) {
    int64_t by = wend_json_find(&q->json, 0, "by"), partial = wend_json_find(&q->json, 0, "partial");
    double clearance = 0;
    if (by >= 0 && !wend_json_is_string(&q->json, by, "exact"))
        return "\"by\": only \"exact\" is built yet";
    if (!wend_query_read_number(q, "clearance", 0, METRES_MOST, &clearance))
        return "\"clearance\" must be a number of metres, 0 or more";
    if (clearance > def->radius)
        return "\"clearance\": more than the radius is not built yet";
    if (partial >= 0 && !wend_json_is(&q->json, partial, WEND_JSON_FALSE))
        return "\"partial\": only false is built yet";
    return NULL;
}

static wend_complaint read_def(const wend_query *q, wend_path_def *def) {
    *def = wend_default_path_def();
    if (!wend_query_read_number(q, "radius", 0, METRES_MOST, &def->radius))
        return "\"radius\" must be a number of metres, 0 or more";
    if (!wend_query_read_number(q, "excess", 0, METRES_MOST, &def->excess))
        return "\"excess\" must be a number, 0 or more";
    return refuse_later(q, def);
}

// Both ends of a way.
static wend_complaint read_ends(const wend_query *q, wend_spot spots[2]) {
    static const struct {
        const char *key, *words;
    } ends[2] = {{"from", "\"from\" must be a place [x,y,z]"}, {"to", "\"to\" must be a place [x,y,z]"}};
    for (int i = 0; i < 2; i++) {
        double place[3];
        wend_plan_ground ground;
        if (!wend_query_read_place(q, wend_json_find(&q->json, 0, ends[i].key), place))
            return ends[i].words;
        wend_complaint words = wend_query_find_spot(q, place, &spots[i], &ground);
        if (words)
            return words;
    }
    return NULL;
}

wend_complaint wend_answer_path(wend_query *q) {
    wend_spot spots[2];
    wend_path_def def;
    wend_complaint words = needs_search(q);
    if (!words)
        words = read_ends(q, spots);
    if (!words)
        words = read_def(q, &def);
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
    return result == WEND_OK ? NULL : wend_describe(result);
}

// Reading scenarios. What is wrong is told by its path in the JSON: "groups[2].goals: there is no goal \"exti\"".
#include "cli/scenario.h"

#include <stdarg.h>
#include <string.h>

typedef struct reading {
    wend_scenario *s;
    wend_json json;
    const wend_nav *nav;
    wend_locator locator;
    char where[96]; // the path of what is read
} reading;

// ---------------------------------------------------------------------------------------------------- complaints

static void append(char *to, size_t size, const char *text) {
    size_t used = strlen(to);
    for (; *text && used + 1 < size; text++)
        to[used++] = *text;
    to[used] = 0;
}

static bool refuse(reading *r, const char *key, const char *what) {
    char *cause = r->s->cause;
    size_t size = sizeof r->s->cause;
    cause[0] = 0;
    append(cause, size, r->where);
    append(cause, size, r->where[0] && key ? "." : "");
    append(cause, size, key ? key : "");
    append(cause, size, cause[0] ? ": " : "");
    append(cause, size, what);
    return false;
}

static void enter(reading *r, const char *list, int64_t k, const char *name) {
    char number[WEND_NUMBER_TEXT];
    r->where[0] = 0;
    append(r->where, sizeof r->where, list);
    append(r->where, sizeof r->where, name ? "." : "[");
    wend_print_int64(number, k);
    append(r->where, sizeof r->where, name ? name : number);
    append(r->where, sizeof r->where, name ? "" : "]");
}

// Refuses members that are none of these (a list of words with a space after each): a misspelt one would be passed over
// in silence.
static bool knows(reading *r, int64_t object, const char *words) {
    char key[WEND_SCENARIO_NAME + 2], text[96];
    if (!wend_json_is(&r->json, object, WEND_JSON_OBJECT))
        return refuse(r, NULL, "expected an object");
    for (int64_t e = wend_json_first(&r->json, object); e >= 0;) {
        int64_t length = wend_json_string(&r->json, e, key, sizeof key - 1);
        const char *found =
            length > 0 && length < WEND_SCENARIO_NAME ? strstr(words, (append(key, sizeof key, " "), key)) : NULL;
        if (!found || (found != words && found[-1] != ' ')) {
            text[0] = 0;
            append(text, sizeof text, "there is no such member; there are ");
            append(text, sizeof text, words);
            if (length > 0 && length < WEND_SCENARIO_NAME)
                key[length] = 0;
            return refuse(r, key, text);
        }
        e = wend_json_after(&r->json, object, e); // the value,
        e = e >= 0 ? wend_json_after(&r->json, object, e) : e;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- values

// A number of an object, if it is there.
static bool number(reading *r, int64_t object, const char *key, double low, double high, double *value) {
    int64_t node = wend_json_find(&r->json, object, key);
    if (node < 0)
        return true;
    double found;
    if (!wend_json_number(&r->json, node, &found) || !(found >= low && found <= high))
        return refuse(r, key, "expected a number that is not out of range");
    *value = found;
    return true;
}

static bool whole(reading *r, int64_t object, const char *key, double low, double high, int32_t *value) {
    double found = *value;
    if (!number(r, object, key, low, high, &found))
        return false;
    if (found != (double)(int32_t)found)
        return refuse(r, key, "expected a whole number");
    *value = (int32_t)found;
    return true;
}

static bool flag(reading *r, int64_t object, const char *key, bool *value) {
    int64_t node = wend_json_find(&r->json, object, key);
    return node < 0 || wend_json_bool(&r->json, node, value) || refuse(r, key, "expected true or false");
}

// One number, or two.
static bool pair(reading *r, int64_t object, const char *key, double low, double high, bool same, double value[2]) {
    int64_t node = wend_json_find(&r->json, object, key);
    double found[2];
    if (node < 0)
        return true;
    int64_t count = wend_json_numbers(&r->json, node, found, 2);
    if (wend_json_number(&r->json, node, found)) {
        found[1] = same ? found[0] : 0;
        count = 2;
    }
    if (count != 2 || !(found[0] >= low && found[0] <= high) || !(found[1] >= 0 && found[1] <= high))
        return refuse(r, key, "expected a number or two numbers, not out of range");
    value[0] = found[0];
    value[1] = found[1];
    return true;
}

static bool place(reading *r, int64_t node, const char *key, wend_spot *spot) {
    double at[3] = {0, 0, 0};
    int64_t count = wend_json_numbers(&r->json, node, at, 3);
    if (count != 3 && !(count == 2 && !r->locator.scene))
        return refuse(r, key, "expected a place, [x, y, z]");
    wend_plan_ground ground;
    wend_locator_find(&r->locator, at, WEND_SNAP_DEFAULT, spot, &ground);
    return spot->triangle >= 0 || refuse(r, key, "there is no floor in that place");
}

// Two places, of which the first one has a spot.
static bool line(reading *r, int64_t node, const char *key, wend_spot *spot, double ends[2][2]) {
    int64_t first = wend_json_first(&r->json, node), second = wend_json_after(&r->json, node, first);
    wend_plan_view plan = wend_plan_look(wend_nav_plan(r->nav));
    wend_spot other;
    if (!wend_json_is(&r->json, node, WEND_JSON_ARRAY) || second < 0)
        return refuse(r, key, "expected two places, [[x, y, z], [x, y, z]]");
    if (!place(r, first, key, spot) || !place(r, second, key, &other))
        return false;
    wend_lattice_place(&plan.lattice, spot->point, ends[0]);
    wend_lattice_place(&plan.lattice, other.point, ends[1]);
    return true;
}

// ---------------------------------------------------------------------------------------------------- parts

static bool read_goal(reading *r, int64_t node, wend_scenario_goal *goal) {
    double ends[2][2];
    goal->goal = wend_default_crowd_goal();
    if (!knows(r, node, "at line radius wait leave "))
        return false;
    int64_t at = wend_json_find(&r->json, node, "at"), ended = wend_json_find(&r->json, node, "line");
    if ((at < 0) == (ended < 0))
        return refuse(r, NULL, "expected either \"at\" or \"line\"");
    if (at >= 0 && !place(r, at, "at", &goal->goal.at))
        return false;
    if (ended >= 0) {
        if (!line(r, ended, "line", &goal->goal.at, ends))
            return false;
        goal->goal.line = goal->goal.leave = true;
        goal->goal.to[0] = ends[1][0];
        goal->goal.to[1] = ends[1][1];
    }
    return number(r, node, "radius", 0, 1e6, &goal->goal.radius) && number(r, node, "wait", 0, 1e9, &goal->goal.wait) &&
           flag(r, node, "leave", &goal->goal.leave);
}

static bool read_goal_names(reading *r, int64_t node, wend_scenario_group *group) {
    char name[WEND_SCENARIO_NAME], text[96] = "there is no goal ";
    int64_t list = wend_json_find(&r->json, node, "goals");
    if (list >= 0 && !wend_json_is(&r->json, list, WEND_JSON_ARRAY))
        return refuse(r, "goals", "expected a list of names of goals");
    for (int64_t e = wend_json_first(&r->json, list); e >= 0; e = wend_json_after(&r->json, list, e)) {
        if (wend_json_string(&r->json, e, name, sizeof name) < 0 || group->goal_count == WEND_SCENARIO_GOALS)
            return refuse(r, "goals", "expected at most 16 names of goals");
        int32_t k = 0;
        while (k < r->s->goal_count && strcmp(r->s->goals[k].name, name) != 0)
            k++;
        if (k == r->s->goal_count) {
            append(text, sizeof text, name);
            return refuse(r, "goals", text);
        }
        group->goals[group->goal_count++] = k;
    }
    return true;
}

static bool read_group(reading *r, int64_t node, wend_scenario_group *group) {
    int32_t number_of = 0;
    *group = (wend_scenario_group){.count = 1, .radius = {0.2, 0.2}, .speed = {1.34, 0}};
    if (!knows(r, node, "at within box count radius speed rate from goals group priority "))
        return false;
    if (!place(r, wend_json_find(&r->json, node, "at"), "at", &group->at) ||
        !number(r, node, "within", 0, 1e5, &group->within) || !pair(r, node, "box", 0, 1e5, true, group->box) ||
        !pair(r, node, "radius", 0.05, 5, true, group->radius) || !pair(r, node, "speed", 0, 10, false, group->speed) ||
        !number(r, node, "rate", 0, 1e6, &group->rate) || !number(r, node, "from", 0, 1e9, &group->from) ||
        !number(r, node, "priority", -1, 1, &group->priority) || !whole(r, node, "count", 0, 1e7, &group->count) ||
        !whole(r, node, "group", 0, 1e9, &number_of) || !read_goal_names(r, node, group))
        return false;
    group->group = (uint32_t)number_of;
    return group->radius[1] >= group->radius[0] || refuse(r, "radius", "expected the smaller one first");
}

static bool read_named(reading *r, int64_t root, const char *key, int32_t *count,
                       bool (*read)(reading *r, int64_t node), char *(*name_of)(reading *r)) {
    int64_t list = wend_json_find(&r->json, root, key);
    if (list >= 0 && !wend_json_is(&r->json, list, WEND_JSON_OBJECT))
        return refuse(r, key, "expected an object of names");
    for (int64_t e = wend_json_first(&r->json, list); e >= 0;) {
        int64_t value = wend_json_after(&r->json, list, e);
        if (*count == WEND_SCENARIO_ITEMS)
            return refuse(r, key, "too many, there may be 256");
        char *name = name_of(r);
        int64_t length = wend_json_string(&r->json, e, name, WEND_SCENARIO_NAME);
        enter(r, key, 0, name);
        if (length < 1 || length >= WEND_SCENARIO_NAME)
            return refuse(r, NULL, "a name has 1 to 31 bytes");
        if (!read(r, value))
            return false;
        ++*count;
        r->where[0] = 0;
        e = wend_json_after(&r->json, list, value);
    }
    return true;
}

static char *goal_name(reading *r) {
    return r->s->goals[r->s->goal_count].name;
}
static bool read_next_goal(reading *r, int64_t node) {
    return read_goal(r, node, &r->s->goals[r->s->goal_count]);
}
static char *line_name(reading *r) {
    return r->s->lines[r->s->line_count].name;
}
static bool read_next_line(reading *r, int64_t node) {
    wend_scenario_line *next = &r->s->lines[r->s->line_count];
    return line(r, node, NULL, &next->spot, next->ends);
}

static bool read_model(reading *r, int64_t root) {
    int64_t node = wend_json_find(&r->json, root, "model");
    for (int k = 0; k < WEND_CROWD_MODEL_COUNT; k++)
        if (wend_json_is_string(&r->json, node, wend_crowd_model_name((wend_crowd_model)k))) {
            r->s->def.model = (wend_crowd_model)k;
            return true;
        }
    return node < 0 || refuse(r, "model", "expected \"hybrid\", \"orca\", \"speed\" or \"plain\"");
}

static bool read_all(reading *r) {
    wend_scenario *s = r->s;
    wend_crowd_def *d = &s->def;
    double seed = 1, largest = d->largest;
    if (!knows(r, 0,
               "seed seconds step model time_gap horizon wall_horizon neighbours range squeeze excess goals lines "
               "groups "))
        return false;
    if (!read_model(r, 0) || !number(r, 0, "seed", 0, 9007199254740992, &seed) ||
        !number(r, 0, "seconds", 0, 1e9, &s->seconds) || !number(r, 0, "step", 0.001, 0.2, &d->step) ||
        !number(r, 0, "time_gap", 0, 5, &d->time_gap) || !number(r, 0, "horizon", 0.1, 10, &d->horizon) ||
        !number(r, 0, "wall_horizon", 0.1, 10, &d->wall_horizon) || !number(r, 0, "range", 0.5, 10, &d->range) ||
        !number(r, 0, "squeeze", 0.5, 1, &d->squeeze) || !number(r, 0, "excess", 0, 10, &d->excess) ||
        !whole(r, 0, "neighbours", 1, 16, &d->neighbours) ||
        !read_named(r, 0, "goals", &s->goal_count, read_next_goal, goal_name) ||
        !read_named(r, 0, "lines", &s->line_count, read_next_line, line_name))
        return false;
    s->seed = (uint64_t)seed;
    int64_t list = wend_json_find(&r->json, 0, "groups");
    if (!wend_json_is(&r->json, list, WEND_JSON_ARRAY))
        return refuse(r, "groups", "expected a list of who walks");
    for (int64_t e = wend_json_first(&r->json, list); e >= 0; e = wend_json_after(&r->json, list, e)) {
        if (s->group_count == WEND_SCENARIO_ITEMS)
            return refuse(r, "groups", "too many, there may be 256");
        enter(r, "groups", s->group_count, NULL);
        if (!read_group(r, e, &s->groups[s->group_count]))
            return false;
        largest = s->groups[s->group_count].radius[1] > largest ? s->groups[s->group_count].radius[1] : largest;
        s->group_count++;
        r->where[0] = 0;
    }
    d->largest = largest;
    return true;
}

bool wend_scenario_read(wend_scenario *s, wend_context *context, const wend_nav *nav, const char *text, size_t count) {
    *s = (wend_scenario){.def = wend_default_crowd_def(), .seconds = 60};
    reading r = {.s = s, .json = wend_json_start(context), .nav = nav, .locator = wend_locator_of(nav)};
    wend_json_error error;
    wend_result result = wend_json_parse(&r.json, text, count, &error);
    bool good = result == WEND_OK;
    if (result == WEND_ERROR_MEMORY)
        refuse(&r, NULL, wend_describe(result));
    else if (result != WEND_OK) {
        char number_text[WEND_NUMBER_TEXT];
        wend_print_int64(number_text, (int64_t)error.where);
        append(r.where, sizeof r.where, "byte ");
        append(r.where, sizeof r.where, number_text);
        refuse(&r, NULL, error.cause);
    }
    good = good && read_all(&r);
    wend_json_free(&r.json);
    return good;
}

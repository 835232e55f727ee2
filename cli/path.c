// wend path FILE.wend --from X,Y,Z --to X,Y,Z --radius R...: the shortest path for a disc, or several discs, in words,
// as JSON, as a picture or in three dimensions.
#include <wend/json.h>

#include "cli/command.h"
#include "cli/locator.h"
#include "cli/options.h"
#include "cli/path_answer.h"

#include <string.h>

static const wend_option table[] = {
    {.name = "--from", .kind = WEND_OPTION_PLACE},
    {.name = "--to", .kind = WEND_OPTION_PLACE},
    {.name = "--radius", .kind = WEND_OPTION_NUMBER, .low = 0, .high = 1e6, .example = "0.3", .many = true},
    {.name = "--clearance", .kind = WEND_OPTION_NUMBER, .low = 0, .high = 1e6, .example = "0.6"},
    {.name = "--detour", .kind = WEND_OPTION_NUMBER, .low = 0, .high = 1e6, .example = "0.1"},
    {.name = "--side", .kind = WEND_OPTION_NUMBER, .low = -1, .high = 1, .later = true},
    {.name = "--by", .kind = WEND_OPTION_CHOICE, .choices = "exact|cells|corridors"},
    {.name = "--excess", .kind = WEND_OPTION_NUMBER, .low = 0, .high = 1e6, .example = "0.1"},
    {.name = "--partial", .kind = WEND_OPTION_FLAG},
    {.name = "-o", .kind = WEND_OPTION_TEXT},
    {.name = "--json", .kind = WEND_OPTION_FLAG},
    {.name = "--layer", .kind = WEND_OPTION_WHOLE, .low = 0, .high = 1e6},
    {.name = "--size", .kind = WEND_OPTION_PIXELS, .low = WEND_PICTURE_SIZE_MIN, .high = WEND_PICTURE_SIZE_MAX},
    {.name = "--crop", .kind = WEND_OPTION_BOX},
    WEND_MEMORY_OPTION};
#define TABLE_COUNT ((int)(sizeof table / sizeof table[0]))

#define DIGITS 3 // of metres, in words

typedef struct trip {
    wend_options options;
    wend_command command;
    wend_nav *nav;
    wend_search *search;
    wend_paths *paths;
    wend_path_def def;
    double places[2][3];
    wend_spot spots[2];
    double radii[WEND_PATHS_MOST];
    int radius_count;
    wend_text words, json;
    bool reached; // with all radii
} trip;

// ---------------------------------------------------------------------------------------------------- usage

static bool is_json(const char *path) {
    size_t length = strlen(path);
    return length > 5 && strcmp(path + length - 5, ".json") == 0;
}

static bool out_fits(const wend_options *options) {
    static const char *const names[] = {"--layer", "--size", "--crop"};
    const char *out = wend_options_text(options, "-o");
    if (out && !is_json(out) && !wend_path_is(out, WEND_FILE_EXPORT)) {
        wend_complain("path: -o: %.200s: expected a file that ends in .svg, .png, .geojson, .obj, .glb or .json; see "
                      "'wend help path'",
                      out);
        return false;
    }
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        if (wend_options_given(options, names[k]) && !(out && wend_path_is(out, WEND_FILE_PICTURE))) {
            wend_complain("path: %s: only pictures (-o with .svg or .png) have it", names[k]);
            return false;
        }
    return true;
}

static bool by_fits(const wend_options *options) {
    const char *by = wend_options_text(options, "--by");
    if (by && strcmp(by, "corridors") == 0) {
        wend_complain("path: --by %s is not built yet; see 'wend help path'", by);
        return false;
    }
    if (by && strcmp(by, "cells") == 0 && wend_options_number(options, "--clearance", 0) > 0) {
        wend_complain("path: --clearance: paths by cells keep none; leave out --by cells");
        return false;
    }
    return true;
}

static bool read_radii(trip *t) {
    int at = 0;
    for (const char *text; (text = wend_options_next(&t->options, "--radius", &at)) != NULL; t->radius_count++) {
        if (t->radius_count == WEND_PATHS_MOST) {
            wend_complain("path: --radius: %d radii at most", WEND_PATHS_MOST);
            return false;
        }
        wend_parse_double(text, text + strlen(text), &t->radii[t->radius_count]);
    }
    return true;
}

static bool read_usage(trip *t, int argument_count, char **arguments) {
    static const char *const needed[3] = {"--from", "--to", "--radius"};
    wend_options *options = &t->options;
    if (!wend_options_read("path", table, TABLE_COUNT, argument_count, arguments, options) ||
        !wend_options_operands(options, 1, 1, "one .wend file") || !wend_options_built(options) || !by_fits(options) ||
        !out_fits(options))
        return false;
    for (int k = 0; k < 3; k++)
        if (!wend_options_given(options, needed[k])) {
            wend_complain("path: %s: expected %s, found nothing; see 'wend help path'", needed[k],
                          k < 2 ? "three numbers X,Y,Z" : "a number of metres, such as 0.3");
            return false;
        }
    for (int i = 0; i < 2; i++)
        wend_options_places(options, needed[i], t->places[i]);
    t->def = wend_default_path_def();
    t->def.excess = wend_options_number(options, "--excess", t->def.excess);
    t->def.clearance = wend_options_number(options, "--clearance", t->def.clearance);
    t->def.detour = wend_options_number(options, "--detour", t->def.detour);
    const char *by = wend_options_text(options, "--by");
    if (by && strcmp(by, "cells") == 0)
        t->def.by = WEND_PATH_BY_CELLS;
    if (wend_options_given(options, "--partial"))
        t->def.partial = WEND_PATH_PARTIAL_BY_PATH;
    return read_radii(t);
}

// ---------------------------------------------------------------------------------------------------- words

static void add_metres(wend_text *text, double metres) {
    wend_text_add_rounded(text, metres, DIGITS);
    wend_text_add_string(text, " m");
}

static void add_place(wend_text *text, const double place[3]) {
    for (int k = 0; k < 3; k++) {
        wend_text_add_string(text, k > 0 ? "," : "");
        wend_text_add_rounded(text, place[k], DIGITS);
    }
}

static void add_count(wend_text *text, int32_t count, const char *noun) {
    wend_text_add_int(text, count);
    wend_text_add_char(text, ' ');
    wend_text_add_string(text, noun);
    if (count != 1)
        wend_text_add_char(text, 's');
}

// "6.587 m long, 9.386 m along the ground; no path is shorter"
static void say_length(trip *t, const wend_shown_path *path) {
    wend_text *text = &t->words;
    const wend_shown_piece *pieces = wend_paths_look(t->paths).pieces + path->first_piece;
    int32_t counts[3] = {0, 0, 0};
    static const char *const nouns[3] = {"straight piece", "arc", "link"};
    add_metres(text, path->length);
    wend_text_add_string(text, " long, ");
    add_metres(text, path->length3d);
    wend_text_add_string(text, " along the ground; ");
    if (path->status == WEND_PATH_PARTIAL) {
        wend_text_add_string(text, "no path to where it ends is shorter");
    } else if (path->bound < path->length * (1 - 1e-9)) {
        wend_text_add_string(text, "no path is shorter than ");
        add_metres(text, path->bound);
    } else {
        wend_text_add_string(text, "no path is shorter");
    }
    for (int32_t k = 0; k < path->piece_count; k++)
        counts[pieces[k].link >= 0 ? 2 : pieces[k].side != 0 ? 1 : 0]++;
    for (int k = 0; k < 3; k++) {
        if (counts[k] == 0)
            continue;
        wend_text_add_string(text, k == 0 ? "\n  " : ", ");
        add_count(text, counts[k], nouns[k]);
    }
    wend_text_add_char(text, '\n');
}

static void add_link(trip *t, const wend_path_link *link) {
    wend_text *text = &t->words;
    if (link->offlink < 0) {
        wend_text_add_string(text, "a drop");
        return;
    }
    const wend_offlink *made = &wend_offlinks_look(wend_nav_offlinks(t->nav)).links[link->offlink];
    wend_text_add_string(text, wend_offlink_kind_name(made->kind));
    if (made->name[0]) {
        wend_text_add_string(text, " \"");
        wend_text_add_string(text, made->name);
        wend_text_add_char(text, '"');
    }
    if (link->back)
        wend_text_add_string(text, " (from its other end)");
}

// "  stairs: up flight 0 (8 steps), up flight 1 (8 steps)"
static void say_passed(trip *t, const wend_path_passed_view *passed) {
    wend_text *text = &t->words;
    for (int32_t k = 0; k < passed->flight_count; k++) {
        const wend_path_flight *flight = &passed->flights[k];
        wend_text_add_string(text, k == 0 ? "  stairs: " : ", ");
        wend_text_add_string(text, flight->up > 0 ? "up flight " : "down flight ");
        wend_text_add_int(text, flight->flight);
        wend_text_add_string(text, " (");
        add_count(text, flight->risers, "step");
        wend_text_add_char(text, ')');
    }
    wend_text_add_string(text, passed->flight_count > 0 ? "\n" : "");
    for (int32_t k = 0; k < passed->link_count; k++) {
        wend_text_add_string(text, k == 0 ? "  links: " : ", ");
        add_link(t, &passed->links[k]);
    }
    wend_text_add_string(text, passed->link_count > 0 ? "\n" : "");
}

// How much of the preferred clearance it keeps.
static void say_clearance(trip *t, double clearance) {
    wend_text_add_string(&t->words, "  keeps ");
    add_metres(&t->words, clearance);
    wend_text_add_string(&t->words, " of clearance, and runs midway where there is less room\n");
}

static void say_moved(trip *t, const wend_shown_path *path) {
    for (int i = 0; i < 2; i++) {
        if (!(path->moved[i] > 0) || (i == 1 && path->status == WEND_PATH_PARTIAL))
            continue;
        wend_text_add_string(&t->words, i == 0 ? "  start" : "  goal");
        wend_text_add_string(&t->words, " moved by ");
        add_metres(&t->words, path->moved[i]);
        wend_text_add_string(&t->words, " to ");
        add_place(&t->words, path->ends[i]);
        wend_text_add_string(&t->words, ", away from a wall\n");
    }
}

// How large a disc can be that gets there.
static void say_widest(trip *t, const wend_shown_path *path) {
    if (!(path->widest > 0))
        return;
    wend_text_add_string(&t->words, "  the largest disc that can get there has a radius of ");
    add_metres(&t->words, path->widest);
    if (path->narrow_layer >= 0) {
        wend_text_add_string(&t->words, "; the way is narrowest at ");
        add_place(&t->words, path->narrow);
    }
    wend_text_add_char(&t->words, '\n');
}

// Why there is no path.
static void say_reason(trip *t, wend_path_reason reason, double radius) {
    static const char *const words[WEND_PATH_REASON_COUNT] = {
        [WEND_PATH_FROM_OFF_MESH] = "there is no floor at the start",
        [WEND_PATH_TO_OFF_MESH] = "there is no floor at the goal",
        [WEND_PATH_FROM_TOO_NARROW] = "the disc does not fit at the start, nor near it",
        [WEND_PATH_TO_TOO_NARROW] = "the disc does not fit at the goal, nor near it",
        [WEND_PATH_DISCONNECTED] = "there is no way, not even for a point",
        [WEND_PATH_TOO_NARROW] = "every way is too narrow",
        [WEND_PATH_FORBIDDEN] = "the filter forbids every way"};
    wend_text *text = &t->words;
    int end = reason == WEND_PATH_TO_OFF_MESH ? 1 : reason == WEND_PATH_FROM_OFF_MESH ? 0 : -1;
    wend_text_add_string(text, words[reason] ? words[reason] : "no path");
    if (end >= 0) {
        wend_text_add_string(text, ", ");
        add_place(text, t->places[end]);
    } else if (reason == WEND_PATH_TOO_NARROW) {
        wend_text_add_string(text, " for a radius of ");
        add_metres(text, radius);
    }
    wend_text_add_char(text, '\n');
}

static void say_path(trip *t, const wend_path_passed_view *passed, double clearance) {
    wend_paths_view v = wend_paths_look(t->paths);
    const wend_shown_path *path = &v.paths[v.path_count - 1];
    if (path->piece_count > 0)
        say_length(t, path);
    if (path->piece_count > 0 && clearance > path->radius)
        say_clearance(t, clearance);
    say_passed(t, passed);
    if (path->status != WEND_PATH_REACHED)
        wend_text_add_string(&t->words, path->piece_count > 0 ? "  a part of the way: " : "");
    if (path->status != WEND_PATH_REACHED)
        say_reason(t, path->reason, path->radius);
    say_moved(t, path);
    say_widest(t, path);
}

// ---------------------------------------------------------------------------------------------------- finding

static void begin_answer(trip *t, double radius) {
    wend_text_add_string(&t->words, "radius ");
    add_metres(&t->words, radius);
    wend_text_add_string(&t->words, ": ");
}

// The path for one radius.
static wend_result find_one(trip *t, double radius) {
    wend_path_view path;
    wend_path_def def = t->def;
    def.radius = radius;
    begin_answer(t, radius);
    for (int i = 0; i < 2; i++)
        if (t->spots[i].triangle < 0) {
            wend_path_reason reason = i == 0 ? WEND_PATH_FROM_OFF_MESH : WEND_PATH_TO_OFF_MESH;
            say_reason(t, reason, radius);
            wend_path_answer_off_mesh(&t->json, reason);
            t->reached = false;
            return WEND_OK;
        }
    wend_result result = wend_search_path(t->search, &t->spots[0], &t->spots[1], &def, &path);
    if (result == WEND_OK)
        result = wend_path_answer(&t->json, t->nav, t->search, &path);
    if (result == WEND_OK)
        result = wend_paths_add(t->paths, t->search, &t->spots[0], &t->spots[1], radius, WEND_ARC_APART, &path);
    wend_path_passed_view passed = {.link_count = 0};
    if (result == WEND_OK && path.piece_count > 0)
        result = wend_search_passed(t->search, &passed);
    if (result != WEND_OK)
        return result;
    t->reached &= path.status == WEND_PATH_REACHED;
    say_path(t, &passed, path.clearance);
    if (def.clearance > radius && path.piece_count > 0)
        wend_json_add_double(&t->json, "clearance", path.clearance);
    return WEND_OK;
}

// All radii: as JSON the answer of `wend query`, or several of them.
static wend_result find_all(trip *t) {
    wend_result result = wend_search_create(t->command.context, t->nav, &t->search);
    if (result == WEND_OK)
        result = wend_paths_create(t->command.context, t->nav, &t->paths);
    if (t->radius_count > 1) {
        wend_json_open(&t->json, NULL, '{');
        wend_json_open(&t->json, "paths", '[');
    }
    t->reached = true;
    for (int k = 0; k < t->radius_count && result == WEND_OK; k++) {
        result = find_one(t, t->radii[k]);
        if (t->radius_count > 1)
            wend_json_add_double(&t->json, "radius", t->radii[k]);
        wend_json_close(&t->json, '}');
    }
    if (t->radius_count > 1) {
        wend_json_close(&t->json, ']');
        wend_json_close(&t->json, '}');
    }
    wend_text_add_char(&t->json, '\n');
    return result != WEND_OK ? result : wend_text_result(&t->json);
}

// ---------------------------------------------------------------------------------------------------- running

static wend_picture_def read_picture(const wend_options *options) {
    wend_picture_def def = wend_default_picture_def();
    double size[2] = {0, 0};
    wend_options_numbers(options, "--size", size);
    wend_options_numbers(options, "--crop", def.crop);
    def.width = (int32_t)size[0];
    def.height = (int32_t)size[1];
    def.layer = (int32_t)wend_options_number(options, "--layer", -1);
    return def;
}

static wend_result write_out(trip *t) {
    const char *out = wend_options_text(&t->options, "-o");
    if (!out)
        return WEND_OK;
    if (is_json(out))
        return wend_file_write(out, t->json.data, t->json.count, t->command.report);
    if (wend_paths_look(t->paths).path_count == 0) {
        wend_text_add_string(&t->words, "  nothing to draw: ");
        wend_text_add_string(&t->words, out);
        wend_text_add_string(&t->words, " was not written\n");
        return WEND_OK;
    }
    wend_picture_def def = read_picture(&t->options);
    return wend_file_write_paths(t->command.context, out, t->paths, &def, t->command.report);
}

static int run(trip *t) {
    const char *file = t->options.operands[0], *out = wend_options_text(&t->options, "-o");
    if (!wend_command_load(&t->command, file, WEND_LOAD_QUICK, &t->nav))
        return WEND_EXIT_BAD;
    if (!wend_nav_medial(t->nav)) {
        wend_complain("path: %.200s: holds no medial axis; build it again", file);
        return WEND_EXIT_BAD;
    }
    if (t->def.by == WEND_PATH_BY_CELLS && !wend_nav_cells(t->nav)) {
        wend_complain("path: --by cells: %.200s holds no cells; build it again", file);
        return WEND_EXIT_BAD;
    }
    wend_locator locator = wend_locator_of(t->nav);
    for (int i = 0; i < 2; i++) {
        wend_plan_ground ground;
        wend_locator_find(&locator, t->places[i], WEND_SNAP_DEFAULT, &t->spots[i], &ground);
    }
    wend_result result = find_all(t);
    if (result != WEND_OK)
        return wend_command_fail(&t->command, file, result);
    wend_command_clear(&t->command);
    result = write_out(t);
    if (result != WEND_OK)
        return wend_command_fail(&t->command, out, result);
    int code = WEND_EXIT_DONE;
    if (!out || strcmp(out, "-") != 0)
        code = wend_command_print(wend_options_given(&t->options, "--json") ? &t->json : &t->words);
    return code != WEND_EXIT_DONE ? code : t->reached ? WEND_EXIT_DONE : WEND_EXIT_NO;
}

int wend_command_path(int argument_count, char **arguments) {
    trip t = {.nav = NULL};
    if (!read_usage(&t, argument_count, arguments) || !wend_command_start(&t.command, &t.options, 1))
        return WEND_EXIT_BAD;
    t.words = wend_text_start(t.command.context);
    t.json = wend_text_start(t.command.context);
    int code = run(&t);
    wend_text_free(&t.json);
    wend_text_free(&t.words);
    wend_paths_destroy(t.paths);
    wend_search_destroy(t.search);
    wend_nav_destroy(t.nav);
    wend_command_stop(&t.command);
    return code;
}

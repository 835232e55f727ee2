// wend query FILE.wend < requests > answers: JSON lines, answered in order. A bad line is answered with an error, and
// the next one is read. Answers are written whenever there is nothing more to read at once, so that a program may
// hold a conversation over two pipes.
#define _XOPEN_SOURCE 700

#include "cli/query.h"

#include "cli/options.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#define LINE_MAX_BYTES ((size_t)1 << 20)
#define CHUNK 65536
#define FLUSH_AT ((size_t)1 << 20) // bytes of answers kept back at most
#define POINTS_MAX 1000000

static const wend_option table[] = {{.name = "--time", .kind = WEND_OPTION_FLAG}, WEND_MEMORY_OPTION};

// ---------------------------------------------------------------------------------------------------- requests

bool wend_query_read_place(const wend_query *q, int64_t node, double place[3]) {
    place[2] = 0;
    int64_t count = wend_json_numbers(&q->json, node, place, 3);
    if (count != 3 && (count != 2 || q->surface))
        return false;
    for (int64_t k = 0; k < count; k++) {
        if (place[k] - place[k] != 0)
            return false;
    }
    return true;
}

static bool read_place(const wend_query *q, const char *key, double place[3]) {
    return wend_query_read_place(q, wend_json_find(&q->json, 0, key), place);
}

bool wend_query_read_number(const wend_query *q, const char *key, double low, double high, double *value) {
    int64_t node = wend_json_find(&q->json, 0, key);
    double number = 0;
    if (node < 0)
        return true;
    if (!wend_json_number(&q->json, node, &number) || !(number >= low && number <= high))
        return false;
    *value = number;
    return true;
}

wend_complaint wend_query_read_reach(const wend_query *q, wend_locator *locator, double *snap) {
    *locator = q->locator;
    *snap = WEND_SNAP_DEFAULT;
    if (!wend_query_read_number(q, "snap", 0, 1e300, snap))
        return "\"snap\" must be a number of metres, 0 or more";
    if (!wend_query_read_number(q, "step", 0, 1e300, &locator->step))
        return "\"step\" must be a number of metres, 0 or more";
    return NULL;
}

wend_complaint wend_query_find_spot(const wend_query *q, const double place[3], wend_spot *spot,
                                    wend_plan_ground *ground) {
    wend_locator locator;
    double snap;
    wend_complaint words = wend_query_read_reach(q, &locator, &snap);
    if (!words)
        wend_locator_find(&locator, place, snap, spot, ground);
    return words;
}

static wend_complaint locate_on_surface(wend_query *q, const double place[3]) {
    wend_locator locator;
    double snap;
    wend_foothold foothold;
    wend_complaint words = wend_query_read_reach(q, &locator, &snap);
    if (words)
        return words;
    wend_surface_locate(q->surface, place, locator.step, locator.height, snap, &foothold);
    wend_json_open(&q->out, NULL, '{');
    wend_json_add_bool(&q->out, "found", foothold.triangle >= 0);
    if (foothold.triangle >= 0) {
        wend_json_add_place(&q->out, "point", foothold.place);
        wend_json_add_int(&q->out, "component", q->ground.triangle_component[foothold.triangle]);
        if (q->ground.triangle_area)
            wend_json_add_int(&q->out, "area", q->ground.triangle_area[foothold.triangle]);
        wend_json_add_double(&q->out, "distance", foothold.distance);
    }
    return NULL;
}

static wend_complaint answer_locate(wend_query *q) {
    double place[3];
    wend_spot spot;
    wend_plan_ground ground;
    if (!read_place(q, "at", place))
        return "\"at\" must be a place [x,y,z]";
    if (!q->plan)
        return locate_on_surface(q, place);
    wend_complaint words = wend_query_find_spot(q, place, &spot, &ground);
    if (words)
        return words;
    wend_json_open(&q->out, NULL, '{');
    wend_json_add_bool(&q->out, "found", spot.triangle >= 0);
    if (spot.triangle >= 0) {
        if (q->surface)
            wend_json_add_place(&q->out, "point", ground.place);
        else // unmoved: to the last digit as asked
            wend_command_add_place(&q->out, "point", spot.distance > 0 ? ground.place : place);
        wend_json_add_int(&q->out, "layer", q->view.triangle_layer ? q->view.triangle_layer[spot.triangle] : 0);
        wend_json_add_int(&q->out, "component", q->view.triangle_component[spot.triangle]);
        if (q->cells)
            wend_json_add_int(&q->out, "cell", wend_cells_locate(q->cells, &spot));
        if (q->view.triangle_area)
            wend_json_add_int(&q->out, "area", wend_plan_area_of(q->plan, spot.triangle));
        wend_json_add_double(&q->out, "distance", spot.distance);
    }
    return NULL;
}

static wend_complaint answer_ray(wend_query *q) {
    double from[3], to[3];
    wend_spot spot;
    wend_plan_ground ground;
    wend_ray_hit3 hit;
    if (!q->plan)
        return "ray needs a plan, and the file holds none";
    if (!read_place(q, "from", from))
        return "\"from\" must be a place [x,y,z]";
    if (!read_place(q, "to", to))
        return "\"to\" must be a place [x,y,z]";
    wend_complaint words = wend_query_find_spot(q, from, &spot, &ground);
    if (words)
        return words;
    if (spot.triangle < 0)
        return "\"from\" is on no floor";
    wend_plan_ray3(q->plan, &spot, to, &hit);
    wend_json_open(&q->out, NULL, '{');
    wend_json_add_bool(&q->out, "hit", hit.hit);
    wend_json_add_place(&q->out, "point", hit.place);
    wend_json_add_double(&q->out, "distance", hit.distance);
    if (hit.hit && hit.boundary >= 0)
        wend_json_add_string(&q->out, "kind",
                             wend_boundary_kind_name((wend_boundary_kind)q->view.boundaries[hit.boundary].kind));
    return NULL;
}

wend_complaint wend_query_needs_medial(const wend_query *q) {
    return q->medial ? NULL : "the file holds no medial axis; build it again";
}

static wend_complaint answer_clearance(wend_query *q) {
    double place[3];
    wend_spot spot;
    wend_plan_ground ground;
    wend_medial_near3 near;
    wend_complaint words = wend_query_needs_medial(q);
    if (words)
        return words;
    if (!read_place(q, "at", place))
        return "\"at\" must be a place [x,y,z]";
    words = wend_query_find_spot(q, place, &spot, &ground);
    if (words)
        return words;
    if (spot.triangle < 0)
        return "\"at\" is on no floor";
    wend_medial_clearance3(q->medial, &spot, &near);
    wend_json_open(&q->out, NULL, '{');
    wend_json_add_double(&q->out, "clearance", near.clearance);
    wend_json_add_place(&q->out, "nearest", near.nearest);
    return NULL;
}

static wend_complaint answer_widest(wend_query *q) {
    double from[3], to[3];
    wend_spot spots[2];
    wend_complaint words = wend_query_needs_medial(q);
    if (words)
        return words;
    if (!read_place(q, "from", from))
        return "\"from\" must be a place [x,y,z]";
    if (!read_place(q, "to", to))
        return "\"to\" must be a place [x,y,z]";
    wend_plan_ground ground;
    words = wend_query_find_spot(q, from, &spots[0], &ground);
    if (!words)
        words = wend_query_find_spot(q, to, &spots[1], &ground);
    if (words)
        return words;
    if (spots[0].triangle < 0)
        return "\"from\" is on no floor";
    if (spots[1].triangle < 0)
        return "\"to\" is on no floor";
    wend_json_open(&q->out, NULL, '{');
    wend_json_add_double(&q->out, "radius", wend_medial_widest(q->medial, &spots[0], &spots[1]));
    return NULL;
}

static wend_complaint answer_random(wend_query *q) {
    double count = 1, seed = 0;
    if (!wend_query_read_number(q, "n", 0, POINTS_MAX, &count) || count != (double)(int64_t)count)
        return "\"n\" must be a whole number from 0 to 1000000";
    if (!wend_query_read_number(q, "seed", 0, 9007199254740992.0, &seed) || seed != (double)(int64_t)seed)
        return "\"seed\" must be a whole number from 0 to 9007199254740992";
    uint64_t state = (uint64_t)seed;
    wend_json_open(&q->out, NULL, '{');
    wend_json_open(&q->out, "points", '[');
    for (int64_t k = 0; k < (int64_t)count; k++) {
        double place[3] = {0};
        int32_t triangle;
        if (q->surface)
            wend_surface_random(q->surface, q->area_sums, &state, place, &triangle);
        else
            wend_plan_random(q->plan, &state, place, &triangle);
        wend_json_add_place(&q->out, NULL, place);
    }
    wend_json_close(&q->out, ']');
    return NULL;
}

// What can be asked. A new operation is a function above and a line here.
static const struct {
    const char *name;
    wend_complaint (*answer)(wend_query *q);
} ops[] = {
    {"locate", answer_locate},          {"ray", answer_ray},
    {"random", answer_random},          {"clearance", answer_clearance},
    {"widest", answer_widest},          {"path", wend_answer_path},
    {"distance", wend_answer_distance}, {"within", wend_answer_within},
    {"flow", wend_answer_flow},         {"walk", wend_answer_walk},
    {"move", wend_answer_move},
};
#define OP_COUNT (sizeof ops / sizeof ops[0])

// Names the operations that there are.
static wend_complaint refuse_op(wend_query *q) {
    wend_text_clear(&q->words);
    wend_text_add_string(&q->words, "\"op\" must be one of ");
    for (size_t k = 0; k < OP_COUNT; k++) {
        wend_text_add_string(&q->words, k > 0 ? ", " : "");
        wend_text_add_string(&q->words, ops[k].name);
    }
    return q->words.data ? q->words.data : wend_describe(WEND_ERROR_MEMORY);
}

static wend_complaint answer_request(wend_query *q) {
    if (!wend_json_is(&q->json, 0, WEND_JSON_OBJECT))
        return "expected an object such as {\"op\":\"locate\",\"at\":[0,0,0]}";
    int64_t op = wend_json_find(&q->json, 0, "op");
    for (size_t k = 0; k < OP_COUNT; k++)
        if (wend_json_is_string(&q->json, op, ops[k].name))
            return ops[k].answer(q);
    return refuse_op(q);
}

// ---------------------------------------------------------------------------------------------------- lines

static void answer_error(wend_query *q, const char *words, size_t column) {
    wend_text text = wend_text_start(q->command.context);
    wend_text_add_string(&text, words);
    if (column > 0) {
        wend_text_add_string(&text, " at column ");
        wend_text_add_int(&text, (int64_t)column);
    }
    wend_json_open(&q->out, NULL, '{');
    wend_json_add_string(&q->out, "error", text.data ? text.data : "out of memory");
    wend_text_free(&text);
}

static bool is_blank(const char *line, size_t count) {
    while (count > 0 && (line[count - 1] == ' ' || line[count - 1] == '\t'))
        count--;
    return count == 0;
}

static void answer_line(wend_query *q, const char *line, size_t count) {
    double start = q->time ? wend_command_seconds() : 0;
    wend_json_error error;
    count -= count > 0 && line[count - 1] == '\r';
    if (q->too_long) {
        answer_error(q, "the line is longer than 1 MiB", 0);
    } else if (is_blank(line, count)) {
        answer_error(q, "the line is empty", 0);
    } else {
        wend_result result = wend_json_parse(&q->json, line, count, &error);
        wend_complaint words = result == WEND_OK ? answer_request(q) : NULL;
        if (result == WEND_ERROR_MEMORY)
            answer_error(q, wend_describe(result), 0);
        else if (result != WEND_OK)
            answer_error(q, error.cause, error.where + 1);
        else if (words)
            answer_error(q, words, 0);
    }
    if (q->time) {
        wend_text_add_string(&q->out, ",\"us\":");
        wend_text_add_rounded(&q->out, (wend_command_seconds() - start) * 1e6, 1);
    }
    wend_text_add_string(&q->out, "}\n");
}

static int flush(wend_query *q) {
    int code = wend_command_print(&q->out);
    wend_text_clear(&q->out);
    return code;
}

// Keeps the part of a line that has been read; when it gets too long only that is remembered.
static void keep(wend_query *q, const char *bytes, size_t count) {
    if (q->too_long || q->line.count + count > LINE_MAX_BYTES) {
        q->too_long = true;
        wend_text_clear(&q->line);
    } else {
        wend_text_add_bytes(&q->line, bytes, count);
    }
}

// Answers all lines that end in a chunk.
static int take_chunk(wend_query *q, const char *chunk, size_t count) {
    int code = WEND_EXIT_DONE;
    const char *end;
    while (code == WEND_EXIT_DONE && (end = memchr(chunk, '\n', count)) != NULL) {
        size_t length = (size_t)(end - chunk);
        keep(q, chunk, length);
        answer_line(q, q->line.data ? q->line.data : "", q->line.count);
        wend_text_clear(&q->line);
        q->too_long = false;
        chunk = end + 1;
        count -= length + 1;
        if (q->out.count >= FLUSH_AT)
            code = flush(q);
    }
    keep(q, chunk, count);
    return code;
}

static int answer_all(wend_query *q) {
    char chunk[CHUNK];
    int code = WEND_EXIT_DONE;
    while (code == WEND_EXIT_DONE) {
        ssize_t got = read(STDIN_FILENO, chunk, sizeof chunk);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            wend_complain("standard input: cannot be read: %s", strerror(errno));
            return WEND_EXIT_BAD;
        }
        if (got == 0)
            break;
        code = take_chunk(q, chunk, (size_t)got);
        if (code == WEND_EXIT_DONE)
            code = flush(q);
    }
    if (code == WEND_EXIT_DONE && (q->line.count > 0 || q->too_long)) { // a last line without an end
        answer_line(q, q->line.data ? q->line.data : "", q->line.count);
        code = flush(q);
    }
    return code;
}

// Takes out of a nav what is asked of it; false when memory is short.
static bool open_nav(wend_query *q, const wend_nav *nav) {
    q->nav = nav;
    q->surface = wend_nav_surface(nav);
    q->plan = wend_nav_plan(nav);
    q->medial = wend_nav_medial(nav);
    q->cells = wend_nav_cells(nav);
    q->locator = wend_locator_of(nav);
    if (q->plan)
        q->view = wend_plan_look(q->plan);
    if (!q->surface)
        return true;
    q->ground = wend_surface_look(q->surface);
    q->area_sums = wend_allocate_array(q->command.context, (int64_t)q->ground.triangle_count + 1, sizeof *q->area_sums);
    if (q->area_sums)
        wend_surface_sum_areas(q->surface, q->area_sums);
    return q->area_sums != NULL;
}

int wend_command_query(int argument_count, char **arguments) {
    wend_options options;
    wend_query q = {.time = false};
    if (!wend_options_read("query", table, 2, argument_count, arguments, &options) ||
        !wend_options_operands(&options, 1, 1, "one .wend file") || !wend_command_start(&q.command, &options, 1))
        return WEND_EXIT_BAD;
    wend_nav *nav = NULL;
    int code = WEND_EXIT_BAD;
    q.time = wend_options_given(&options, "--time");
    q.json = wend_json_start(q.command.context);
    q.line = wend_text_start(q.command.context);
    q.out = wend_text_start(q.command.context);
    q.words = wend_text_start(q.command.context);
    if (wend_command_load(&q.command, options.operands[0], WEND_LOAD_QUICK, &nav)) {
        wend_command_clear(&q.command);
        code = open_nav(&q, nav) ? answer_all(&q) : wend_command_fail(&q.command, NULL, WEND_ERROR_MEMORY);
    }
    if (q.area_sums)
        wend_release(q.command.context, q.area_sums, ((size_t)q.ground.triangle_count + 1) * sizeof *q.area_sums);
    wend_text_free(&q.words);
    wend_text_free(&q.out);
    wend_text_free(&q.line);
    wend_json_free(&q.json);
    wend_search_destroy(q.search);
    wend_nav_destroy(nav);
    wend_command_stop(&q.command);
    return code;
}

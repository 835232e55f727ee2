// wend why FILE.wend --scene SCENE --at X,Y,Z: why one can or cannot walk there, in words and numbers. The answer is
// the library's (wend/explain.h).
#include <wend/explain.h>
#include <wend/json.h>

#include "cli/command.h"
#include "cli/options.h"
#include "cli/recall.h"

#define DIGITS 6 // of JSON numbers

static const wend_option table[] = {
    {.name = "--scene", .kind = WEND_OPTION_TEXT, .many = true},
    {.name = "--at", .kind = WEND_OPTION_PLACE},
    WEND_MEMORY_OPTION,
    {.name = "--json", .kind = WEND_OPTION_FLAG},
};
#define TABLE_COUNT ((int)(sizeof table / sizeof table[0]))

typedef struct why {
    wend_command command;
    wend_options options;
    wend_nav *nav;
    wend_recall recall;
    wend_explain *explain;
    wend_why answer;
} why;

// ---------------------------------------------------------------------------------------------------- JSON

static void add_hit_json(const why *w, wend_text *text, const char *key, const wend_explain_hit *hit) {
    if (hit->triangle < 0)
        return;
    wend_json_open(text, key, '{');
    wend_recall_name_json(&w->recall, hit->triangle, text);
    wend_json_add_place(text, "at", hit->at);
    wend_json_add_rounded(text, "slope", wend_degrees(hit->slope), DIGITS);
    if (hit == &w->answer.above) {
        wend_json_add_rounded(text, "over", w->answer.room, DIGITS);
        wend_json_add_bool(text, "back", hit->faces_up);
    }
    wend_json_close(text, '}');
}

// All reasons for which a floor was left out.
static void add_drops_json(const wend_why *answer, wend_text *text) {
    if (!answer->drops)
        return;
    wend_json_open(text, "reasons", '[');
    for (int k = 0; k < WEND_VERDICT_COUNT; k++)
        if (answer->drops >> k & 1)
            wend_json_add_string(text, NULL, wend_verdict_name((wend_verdict)k));
    wend_json_close(text, ']');
}

static void add_link_json(const why *w, wend_text *text) {
    const wend_link *link = &wend_links_look(wend_nav_links(w->nav)).links[w->answer.link];
    wend_json_open(text, "link", '{');
    wend_json_add_string(text, "kind", wend_link_kind_name(link->kind));
    wend_json_add_rounded(text, "distance", link->distance, DIGITS);
    wend_json_add_rounded(text, "rise", link->height, DIGITS);
    wend_json_close(text, '}');
}

static void add_boundary_json(const why *w, wend_text *text) {
    wend_surface_view view = wend_surface_look(wend_nav_surface(w->nav));
    const wend_surface_boundary *b = &view.boundaries[w->answer.boundary];
    double side = view.lattice.step * view.lattice.unit;
    wend_json_open(text, "boundary", '{');
    wend_json_add_string(text, "kind", wend_boundary_kind_name((wend_boundary_kind)b->kind));
    wend_json_add_rounded(text, "distance", w->answer.boundary_distance, DIGITS);
    wend_recall_name_json(&w->recall, b->cause, text);
    if (b->cause >= 0) {
        wend_json_add_rounded(text, "low", b->low * side, DIGITS);
        wend_json_add_rounded(text, "high", b->high * side, DIGITS);
    }
    wend_json_close(text, '}');
}

static void add_json(const why *w, wend_text *text) {
    const wend_why *answer = &w->answer;
    const wend_agent *agent = &wend_nav_settings(w->nav)->agent;
    wend_json_open(text, NULL, '{');
    wend_json_add_bool(text, "walkable", answer->walkable);
    wend_json_add_string(text, "reason", wend_verdict_name(answer->verdict));
    add_drops_json(answer, text);
    wend_json_add_rounded(text, "height", agent->height, DIGITS);
    wend_json_add_rounded(text, "slope", wend_degrees(agent->slope), WEND_DEGREE_DIGITS);
    if (answer->walkable)
        wend_json_add_place(text, "point", answer->point);
    if (answer->verdict == WEND_VERDICT_WALKABLE) {
        wend_json_add_int(text, "component", answer->component);
        wend_json_add_double(text, "component_area", answer->area);
    }
    if (answer->link >= 0)
        add_link_json(w, text);
    add_hit_json(w, text, "floor", &answer->floor);
    add_hit_json(w, text, "above", &answer->above);
    if (answer->boundary >= 0)
        add_boundary_json(w, text);
    wend_json_close(text, '}');
    wend_text_add_char(text, '\n');
}

// ---------------------------------------------------------------------------------------------------- running

static int print(const why *w) {
    wend_text text = wend_text_start(w->command.context);
    if (wend_options_given(&w->options, "--json"))
        add_json(w, &text);
    else
        wend_explain_words(w->explain, &w->answer, &text);
    int code = wend_command_print(&text);
    wend_text_free(&text);
    return code != WEND_EXIT_DONE ? code : w->answer.walkable ? WEND_EXIT_DONE : WEND_EXIT_NO;
}

static wend_result ask(why *w) {
    double place[3] = {0, 0, 0};
    wend_options_places(&w->options, "--at", place);
    wend_explain_def def = {
        .options = true, .files = (const char *const *)w->recall.paths, .file_count = w->recall.inputs.count};
    wend_result result =
        wend_explain_build(w->command.context, w->nav, w->recall.scene, &def, &w->explain, w->command.report);
    return result == WEND_OK ? wend_explain_ask(w->explain, place, &w->answer) : result;
}

static int run(why *w) {
    if (!wend_command_load(&w->command, w->options.operands[0], WEND_LOAD_PROVEN, &w->nav))
        return WEND_EXIT_BAD;
    if (!wend_nav_surface(w->nav)) {
        wend_complain("why: %.200s: holds a floor plan; why is for files that were built of 3D scenes",
                      w->options.operands[0]);
        return WEND_EXIT_BAD;
    }
    if (!wend_recall_open(&w->recall, &w->command, &w->options, w->nav))
        return WEND_EXIT_BAD;
    wend_result result = ask(w);
    if (result != WEND_OK)
        return wend_recall_fail(&w->recall, result);
    wend_command_clear(&w->command);
    return print(w);
}

int wend_command_why(int argument_count, char **arguments) {
    why w = {.nav = NULL};
    if (!wend_options_read("why", table, TABLE_COUNT, argument_count, arguments, &w.options) ||
        !wend_options_operands(&w.options, 1, 1, "one .wend file"))
        return WEND_EXIT_BAD;
    static const char *const needed[2] = {"--scene", "--at"};
    for (int k = 0; k < 2; k++) {
        if (wend_options_given(&w.options, needed[k]))
            continue;
        wend_complain("why: %s: expected %s, found nothing; see 'wend help why'", needed[k],
                      k == 0 ? "the scene that the file was built from" : "three numbers X,Y,Z");
        return WEND_EXIT_BAD;
    }
    if (!wend_command_start(&w.command, &w.options, 1))
        return WEND_EXIT_BAD;
    int code = run(&w);
    wend_explain_destroy(w.explain);
    wend_recall_close(&w.recall);
    wend_nav_destroy(w.nav);
    wend_command_stop(&w.command);
    return code;
}

// wend check FILE.wend [--scene SCENE]: proves the invariants, and, with the drawing or the scene that it was made
// from, samples the truth. This file is about plans; surfaces are checked in check_surface.c.
#include <wend/json.h>
#include <wend/truth.h>

#include "cli/check_surface.h"
#include "cli/command.h"
#include "cli/options.h"
#include "cli/recall.h"

#include <string.h>

#define SAMPLES_DEFAULT 10000

static const wend_option table[] = {
    {.name = "--scene", .kind = WEND_OPTION_TEXT, .many = true},
    {.name = "--samples", .kind = WEND_OPTION_WHOLE, .low = 1, .high = 100000000},
    WEND_MEMORY_OPTION,
    {.name = "--json", .kind = WEND_OPTION_FLAG},
};
#define TABLE_COUNT ((int)(sizeof table / sizeof table[0]))

typedef struct check {
    wend_command command;
    wend_options options;
    wend_nav *nav;
    char *scene;                // the drawing to compare with, or NULL
    wend_input_start starts[2]; // of the scene
    wend_inputs inputs;
    bool invalid; // the validator found something
    wend_truth_view truth;
    int64_t cells; // -1 when the file has none
} check;

// Asks the verifier; false after a complaint.
static bool verify(check *c) {
    wend_drawing *drawing = NULL;
    wend_truth *truth = NULL;
    if (c->scene && !wend_command_read(&c->command, &c->inputs, &drawing))
        return false;
    wend_truth_def def = wend_default_truth_def();
    def.samples = (int64_t)wend_options_number(&c->options, "--samples", SAMPLES_DEFAULT);
    wend_result result = wend_truth_build_plan(c->command.context, wend_nav_plan(c->nav), wend_nav_cells(c->nav),
                                               drawing, &def, &truth, c->command.report);
    wend_drawing_destroy(drawing);
    if (result == WEND_OK)
        c->truth = wend_truth_look(truth);
    else
        wend_command_fail(&c->command, c->scene, result);
    wend_truth_destroy(truth);
    return result == WEND_OK;
}

static bool is_ok(const check *c) {
    return c->truth.ok && !c->invalid;
}

static double share(int64_t part, int64_t whole) {
    return whole > 0 ? (double)part / (double)whole : 1;
}

static void add_json(const check *c, wend_text *text) {
    int64_t right = c->truth.counts.walkable - c->truth.counts.missed;
    wend_json_open(text, NULL, '{');
    wend_json_add_bool(text, "ok", is_ok(c));
    wend_json_add_int(text, "non_manifold", c->truth.non_manifold);
    wend_json_add_int(text, "twisted", c->truth.twisted);
    wend_json_add_int(text, "downward", c->truth.downward);
    if (c->cells >= 0) {
        wend_json_add_int(text, "cells", c->cells);
        wend_json_add_int(text, "unshared", c->truth.unshared);
        wend_json_add_int(text, "open", c->truth.open);
    }
    if (c->truth.sampled) {
        wend_json_add_int(text, "samples", c->truth.counts.samples);
        wend_json_add_int(text, "left_out", c->truth.counts.left_out);
        wend_json_add_int(text, "missed", c->truth.counts.missed);
        wend_json_add_int(text, "false", c->truth.counts.wrong);
        wend_json_add_double(text, "worst", c->truth.counts.worst[0].reach);
        wend_json_add_double(text, "precision", share(right, right + c->truth.counts.wrong));
        wend_json_add_double(text, "recall", share(right, c->truth.counts.walkable));
    }
    wend_command_findings(&c->command, &c->inputs, text);
    wend_json_close(text, '}');
    wend_text_add_char(text, '\n');
}

static void add_count(wend_text *text, int64_t count, const char *what) {
    wend_text_add_int(text, count);
    wend_text_add_string(text, what);
}

static void add_words(const check *c, wend_text *text) {
    wend_text_add_string(text, c->options.operands[0]);
    wend_text_add_string(text, is_ok(c) ? ": ok; " : ": NOT ok; ");
    add_count(text, c->truth.non_manifold, " non-manifold, ");
    add_count(text, c->truth.twisted, " twisted, ");
    add_count(text, c->truth.downward, " downward\n");
    if (c->cells >= 0) {
        add_count(text, c->cells, c->cells == 1 ? " cell: " : " cells: ");
        add_count(text, c->truth.unshared, " unshared portals, ");
        add_count(text, c->truth.open, " open cells\n");
    }
    if (!c->truth.sampled)
        return;
    add_count(text, c->truth.counts.samples, " samples: ");
    add_count(text, c->truth.counts.missed, " missed, ");
    add_count(text, c->truth.counts.wrong, " false; ");
    add_count(text, c->truth.counts.left_out, " left out beside lines");
    if (c->truth.counts.missed + c->truth.counts.wrong > 0) {
        wend_text_add_string(text, "; worst ");
        wend_text_add_rounded(text, c->truth.counts.worst[0].reach, 6);
        wend_text_add_string(text, " m from a line");
    }
    wend_text_add_char(text, '\n');
}

static int run(check *c) {
    if (!wend_command_load(&c->command, c->options.operands[0], WEND_LOAD_QUICK, &c->nav))
        return WEND_EXIT_BAD;
    wend_result result = wend_nav_check(c->command.context, c->nav, c->command.report);
    if (result != WEND_OK && result != WEND_ERROR_INVALID)
        return wend_command_fail(&c->command, c->options.operands[0], result);
    c->invalid = result == WEND_ERROR_INVALID;
    if (wend_nav_surface(c->nav))
        return wend_check_surface(&c->command, &c->options, c->nav, c->invalid);
    if (wend_recall_count(&c->options) > 1) {
        wend_complain("check: --scene: given twice, but a plan is compared with one drawing; see 'wend help check'");
        return WEND_EXIT_BAD;
    }
    if (!verify(c))
        return WEND_EXIT_BAD;
    c->cells = wend_nav_cells(c->nav) ? wend_cells_look(wend_nav_cells(c->nav)).cell_count : -1;
    wend_command_clear(&c->command);
    wend_text text = wend_text_start(c->command.context);
    if (wend_options_given(&c->options, "--json")) {
        add_json(c, &text);
    } else {
        add_words(c, &text);
        wend_command_warn(&c->command, &c->inputs);
        wend_command_notes(&c->command, &c->inputs, &text);
    }
    int code = wend_command_print(&text);
    wend_text_free(&text);
    return code != WEND_EXIT_DONE ? code : is_ok(c) ? WEND_EXIT_DONE : WEND_EXIT_NO;
}

int wend_command_check(int argument_count, char **arguments) {
    check c = {.nav = NULL};
    if (!wend_options_read("check", table, TABLE_COUNT, argument_count, arguments, &c.options) ||
        !wend_options_operands(&c.options, 1, 1, "one .wend file"))
        return WEND_EXIT_BAD;
    if (wend_options_given(&c.options, "--samples") && !wend_options_given(&c.options, "--scene")) {
        wend_complain("check: --samples: needs --scene, the drawing or scene to compare with; see 'wend help check'");
        return WEND_EXIT_BAD;
    }
    c.scene = (char *)wend_options_text(&c.options, "--scene");
    if (c.scene && strcmp(c.scene, "-") == 0 && strcmp(c.options.operands[0], "-") == 0) {
        wend_complain("check: - is given twice, but standard input can be read only once");
        return WEND_EXIT_BAD;
    }
    c.inputs = (wend_inputs){.paths = &c.scene, .count = c.scene ? 1 : 0, .starts = c.starts};
    if (!wend_command_start(&c.command, &c.options, 0))
        return WEND_EXIT_BAD;
    int code = run(&c);
    wend_nav_destroy(c.nav);
    wend_command_stop(&c.command);
    return code;
}

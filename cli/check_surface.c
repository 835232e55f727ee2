// wend check of a file that holds a surface: its faults, and the truth of the scene beside it.
#include "cli/check_surface.h"

#include <wend/json.h>
#include <wend/truth.h>

#include "cli/recall.h"

#define PERCENT_DIGITS 4
#define SLIVER_DIGITS 6

typedef struct check {
    wend_command *command;
    const wend_options *options;
    bool invalid;
    wend_truth_view truth;
    wend_recall recall;
} check;

static double percent(int64_t part, int64_t whole) {
    return whole > 0 ? 100 * (double)part / (double)whole : 0;
}

static bool is_ok(const check *c) {
    return c->truth.ok && !c->invalid;
}

// ---------------------------------------------------------------------------------------------------- JSON

static void add_share(wend_text *text, const char *key, const char *percent_key, int64_t part, int64_t whole) {
    wend_json_add_int(text, key, part);
    wend_json_add_rounded(text, percent_key, percent(part, whole), PERCENT_DIGITS);
}

static void add_worst_json(const check *c, wend_text *text) {
    wend_json_open(text, "worst", '[');
    for (int k = 0; k < c->truth.counts.worst_count; k++) {
        const wend_fault_place *place = &c->truth.counts.worst[k];
        wend_json_open(text, NULL, '{');
        wend_json_add_string(text, "fault", wend_fault_name(place->fault));
        wend_json_add_place(text, "at", place->at);
        wend_recall_name_json(&c->recall, place->triangle, text);
        wend_json_add_rounded(text, "reach", place->reach, 6);
        wend_json_close(text, '}');
    }
    wend_json_close(text, ']');
}

static void add_json(const check *c, wend_text *text) {
    const wend_truth_counts *k = &c->truth.counts;
    wend_json_open(text, NULL, '{');
    wend_json_add_bool(text, "ok", is_ok(c));
    wend_json_add_int(text, "non_manifold", c->truth.non_manifold);
    wend_json_add_int(text, "twisted", c->truth.twisted);
    wend_json_add_int(text, "downward", c->truth.downward);
    wend_json_add_int(text, "steep", c->truth.steep);
    wend_json_add_int(text, "folded", c->truth.folded);
    wend_json_add_rounded(text, "sliver_width", c->truth.sliver_width, SLIVER_DIGITS);
    wend_json_add_int(text, "wide", c->truth.wide);
    if (c->truth.sampled) {
        wend_json_add_int(text, "t_junctions", c->truth.t_junctions);
        wend_json_add_int(text, "samples", k->samples);
        wend_json_add_int(text, "left_out", k->left_out);
        wend_json_add_int(text, "dropped", k->dropped);
        wend_json_add_int(text, "walkable", k->walkable);
        add_share(text, "missed", "missed_percent", k->missed, k->walkable);
        wend_json_add_int(text, "covered", k->covered);
        add_share(text, "false", "false_percent", k->wrong, k->covered);
        wend_json_add_int(text, "twice", k->twice);
        wend_json_add_int(text, "standing", k->standing);
        add_share(text, "through", "through_percent", k->through, k->standing);
        wend_json_add_double(text, "off", k->off);
        add_worst_json(c, text);
    }
    wend_command_findings(c->command, &c->recall.inputs, text);
    wend_json_close(text, '}');
    wend_text_add_char(text, '\n');
}

// ---------------------------------------------------------------------------------------------------- words

static void add_count(wend_text *text, int64_t count, const char *what) {
    wend_text_add_int(text, count);
    wend_text_add_string(text, what);
}

static void add_percent(wend_text *text, int64_t part, int64_t whole, const char *what) {
    add_count(text, part, what);
    wend_text_add_string(text, " (");
    wend_text_add_rounded(text, percent(part, whole), PERCENT_DIGITS);
    wend_text_add_string(text, "%)");
}

static void add_place(wend_text *text, const double at[3]) {
    for (int k = 0; k < 3; k++) {
        wend_text_add_string(text, k > 0 ? "," : " at ");
        wend_text_add_rounded(text, at[k], 6);
    }
}

static void add_worst(const check *c, wend_text *text) {
    for (int k = 0; k < c->truth.counts.worst_count; k++) {
        const wend_fault_place *place = &c->truth.counts.worst[k];
        wend_text_add_string(text, "  ");
        wend_text_add_string(text, wend_fault_name(place->fault));
        add_place(text, place->at);
        if (place->triangle >= 0) {
            wend_text_add_string(text, ", on ");
            wend_recall_name(&c->recall, place->triangle, text);
        }
        if (place->reach > 0) {
            wend_text_add_string(text, place->fault == WEND_FAULT_TWICE ? ", apart by " : ", and around it by ");
            wend_text_add_rounded(text, place->reach, 4);
            wend_text_add_string(text, " m");
        }
        wend_text_add_char(text, '\n');
    }
    if (c->truth.t_junctions > 0) {
        wend_text_add_string(text, "  the first T-junction");
        add_place(text, c->truth.t_junction_at);
        wend_text_add_char(text, '\n');
    }
}

static void add_slivers(const check *c, wend_text *text) {
    const wend_truth_view *s = &c->truth;
    if (s->steep + s->folded == 0)
        return;
    wend_text_add_string(text, "slivers: ");
    add_count(text, s->steep, " too steep, ");
    add_count(text, s->folded, " folded over others; the widest ");
    wend_text_add_rounded(text, s->sliver_width * 1000, SLIVER_DIGITS - 3);
    wend_text_add_string(text, " mm");
    add_place(text, s->sliver_at);
    wend_text_add_char(text, '\n');
}

static void add_words(const check *c, wend_text *text) {
    const wend_truth_counts *k = &c->truth.counts;
    wend_text_add_string(text, c->options->operands[0]);
    wend_text_add_string(text, is_ok(c) ? ": ok; " : ": NOT ok; ");
    add_count(text, c->truth.non_manifold, " non-manifold, ");
    add_count(text, c->truth.twisted, " twisted, ");
    add_count(text, c->truth.downward, " downward, ");
    add_count(text, c->truth.wide, " wide slivers");
    if (c->truth.sampled) {
        wend_text_add_string(text, ", ");
        add_count(text, c->truth.t_junctions, " T-junctions");
    }
    wend_text_add_char(text, '\n');
    add_slivers(c, text);
    if (!c->truth.sampled)
        return;
    add_count(text, k->walkable, " walkable places of the scene: ");
    add_percent(text, k->missed, k->walkable, " missed");
    wend_text_add_char(text, '\n');
    add_count(text, k->covered, " places of the surface: ");
    add_percent(text, k->wrong, k->covered, " false");
    wend_text_add_string(text, ", ");
    add_count(text, k->twice, " covered twice\n");
    add_count(text, k->standing, " places of what stands beside it: the surface passes ");
    add_percent(text, k->through, k->standing, " through");
    wend_text_add_char(text, '\n');
    add_count(text, k->left_out, " left out where rounding decides");
    if (k->dropped > 0) {
        wend_text_add_string(text, "; ");
        add_count(text, k->dropped, " on floors that the surface leaves out whole (inside solids, small, seedless)");
    }
    wend_text_add_char(text, '\n');
    add_worst(c, text);
}

// ---------------------------------------------------------------------------------------------------- running

// Asks the verifier; false after a complaint.
static bool verify(check *c, const wend_nav *nav) {
    wend_truth_def def = wend_truth_nav_def(nav);
    wend_truth *truth = NULL;
    def.samples = (int64_t)wend_options_number(c->options, "--samples", (double)def.samples);
    wend_result result = wend_truth_build_surface(c->command->context, wend_nav_surface(nav), c->recall.scene, &def,
                                                  &truth, c->command->report);
    if (result == WEND_OK)
        c->truth = wend_truth_look(truth);
    else
        wend_recall_fail(&c->recall, result);
    wend_truth_destroy(truth);
    return result == WEND_OK;
}

static int print(const check *c) {
    wend_text text = wend_text_start(c->command->context);
    wend_command_clear(c->command);
    if (wend_options_given(c->options, "--json")) {
        add_json(c, &text);
    } else {
        add_words(c, &text);
        wend_command_warn(c->command, &c->recall.inputs);
        wend_command_notes(c->command, &c->recall.inputs, &text);
    }
    int code = wend_command_print(&text);
    wend_text_free(&text);
    return code != WEND_EXIT_DONE ? code : is_ok(c) ? WEND_EXIT_DONE : WEND_EXIT_NO;
}

int wend_check_surface(wend_command *command, const wend_options *options, const wend_nav *nav, bool invalid) {
    wend_input_start none = {.item = 0};
    check c = {.command = command, .options = options, .invalid = invalid};
    int code = WEND_EXIT_BAD;
    bool good = !wend_options_given(options, "--scene") || wend_recall_open(&c.recall, command, options, nav);
    if (!c.recall.command)
        c.recall = (wend_recall){.command = command, .inputs = {.starts = &none}};
    if (good && verify(&c, nav))
        code = print(&c);
    wend_recall_close(&c.recall);
    return code;
}

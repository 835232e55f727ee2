// wend check of a file that holds a surface: its faults, and the truth of the scene beside it.
#include "cli/check_surface.h"

#include <wend/json.h>

#include "cli/recall.h"

#define SAMPLES_DEFAULT 100000
// What is allowed, in percent.
#define MISSED_LIMIT 0.05
#define FALSE_LIMIT 0.05
#define THROUGH_LIMIT 0.1
#define PERCENT_DIGITS 4
#define SLIVER_DIGITS 6

typedef struct check {
    wend_command *command;
    const wend_options *options;
    const wend_surface *surface;
    bool invalid;
    wend_surface_faults faults;
    double t_junction[3]; // where the first of them is
    wend_surface_slivers slivers;
    bool sampled;
    wend_truth_counts counts;
    wend_recall recall;
} check;

static double percent(int64_t part, int64_t whole) {
    return whole > 0 ? 100 * (double)part / (double)whole : 0;
}

static bool is_ok(const check *c) {
    const wend_surface_faults *f = &c->faults;
    const wend_truth_counts *k = &c->counts;
    return !c->invalid && f->non_manifold + f->twisted + f->downward + f->t_junctions + k->twice == 0 &&
           c->slivers.wide == 0 && percent(k->missed, k->walkable) <= MISSED_LIMIT &&
           percent(k->wrong, k->covered) <= FALSE_LIMIT && percent(k->through, k->standing) <= THROUGH_LIMIT;
}

// ---------------------------------------------------------------------------------------------------- JSON

static void add_share(wend_text *text, const char *key, const char *percent_key, int64_t part, int64_t whole) {
    wend_json_add_int(text, key, part);
    wend_json_add_rounded(text, percent_key, percent(part, whole), PERCENT_DIGITS);
}

static void add_worst_json(const check *c, wend_text *text) {
    wend_json_open(text, "worst", '[');
    for (int k = 0; k < c->counts.worst_count; k++) {
        const wend_fault_place *place = &c->counts.worst[k];
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
    const wend_truth_counts *k = &c->counts;
    wend_json_open(text, NULL, '{');
    wend_json_add_bool(text, "ok", is_ok(c));
    wend_json_add_int(text, "non_manifold", c->faults.non_manifold);
    wend_json_add_int(text, "twisted", c->faults.twisted);
    wend_json_add_int(text, "downward", c->faults.downward);
    wend_json_add_int(text, "steep", c->slivers.steep);
    wend_json_add_int(text, "folded", c->slivers.folded);
    wend_json_add_rounded(text, "sliver_width", c->slivers.width, SLIVER_DIGITS);
    wend_json_add_int(text, "wide", c->slivers.wide);
    if (c->sampled) {
        wend_json_add_int(text, "t_junctions", c->faults.t_junctions);
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
    for (int k = 0; k < c->counts.worst_count; k++) {
        const wend_fault_place *place = &c->counts.worst[k];
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
    if (c->faults.t_junctions > 0) {
        wend_text_add_string(text, "  the first T-junction");
        add_place(text, c->t_junction);
        wend_text_add_char(text, '\n');
    }
}

static void add_slivers(const check *c, wend_text *text) {
    const wend_surface_slivers *s = &c->slivers;
    if (s->steep + s->folded == 0)
        return;
    wend_text_add_string(text, "slivers: ");
    add_count(text, s->steep, " too steep, ");
    add_count(text, s->folded, " folded over others; the widest ");
    wend_text_add_rounded(text, s->width * 1000, SLIVER_DIGITS - 3);
    wend_text_add_string(text, " mm");
    add_place(text, s->at);
    wend_text_add_char(text, '\n');
}

static void add_words(const check *c, wend_text *text) {
    const wend_truth_counts *k = &c->counts;
    wend_text_add_string(text, c->options->operands[0]);
    wend_text_add_string(text, is_ok(c) ? ": ok; " : ": NOT ok; ");
    add_count(text, c->faults.non_manifold, " non-manifold, ");
    add_count(text, c->faults.twisted, " twisted, ");
    add_count(text, c->faults.downward, " downward, ");
    add_count(text, c->slivers.wide, " wide slivers");
    if (c->sampled) {
        wend_text_add_string(text, ", ");
        add_count(text, c->faults.t_junctions, " T-junctions");
    }
    wend_text_add_char(text, '\n');
    add_slivers(c, text);
    if (!c->sampled)
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

static bool sample_truth(check *c, const wend_nav *nav) {
    int64_t samples = (int64_t)wend_options_number(c->options, "--samples", SAMPLES_DEFAULT);
    if (!wend_recall_open(&c->recall, c->command, c->options, nav, samples))
        return false;
    wend_result result = wend_scene_truth_sample(&c->recall.truth, &c->counts);
    wend_scene_truth_judge_slivers(&c->recall.truth, &c->slivers);
    if (result == WEND_OK)
        result = wend_surface_t_junctions(c->command->context, c->recall.scene, c->surface, &c->faults.t_junctions,
                                          c->t_junction);
    if (result != WEND_OK)
        wend_command_fail(c->command, NULL, result);
    c->sampled = result == WEND_OK;
    return c->sampled;
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
    check c = {.command = command, .options = options, .surface = wend_nav_surface(nav), .invalid = invalid};
    c.recall.inputs = (wend_inputs){.starts = &none};
    wend_result result = wend_surface_count_faults(command->context, c.surface, &c.faults);
    if (result == WEND_OK && c.faults.non_manifold + c.faults.twisted + c.faults.downward == 0)
        result = wend_surface_find_slivers(command->context, c.surface, wend_nav_settings(nav), &c.slivers);
    int code = WEND_EXIT_BAD;
    if (result != WEND_OK)
        wend_command_fail(command, NULL, result);
    else if (!wend_options_given(options, "--scene") || sample_truth(&c, nav))
        code = print(&c);
    wend_surface_slivers_free(&c.slivers);
    wend_recall_close(&c.recall);
    return code;
}

// wend check FILE.wend [--scene SCENE]: proves the invariants, and, with the drawing or the scene that it was made
// from, samples the truth. This file is about plans; surfaces are checked in check_surface.c.
#include <wend/json.h>

#include "cli/check_surface.h"
#include "cli/command.h"
#include "cli/options.h"
#include "cli/recall.h"
#include "cli/truth.h"

#include "base/random.h"

#include <string.h>

#define SAMPLES_DEFAULT 10000
#define MARGIN_STEPS 2.0 // lattice steps around lines that are left out: rounding moves lines by up to one

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
    int64_t non_manifold, twisted, downward;
    int64_t cells;          // -1 when the file has none
    int64_t unshared, open; // portals that are not between two cells; cells whose sides do not close
    bool sampled;
    int64_t samples, left_out, floor, missed, wrong;
    double worst; // metres from the nearest line of the sample that is most wrong
} check;

// Counts what no plan may have, apart from the library's own validator.
static void count_plan_faults(check *c) {
    wend_plan_view view = wend_plan_look(wend_nav_plan(c->nav));
    for (int32_t edge = 0; edge < 3 * view.triangle_count; edge++) {
        const wend_plan_triangle *t = &view.triangles[edge / 3];
        int32_t corner = edge % 3, twin = t->twin[corner];
        if (corner == 0 &&
            wend_orientation(view.vertices[t->v[0]], view.vertices[t->v[1]], view.vertices[t->v[2]]) <= 0)
            c->downward++;
        if (twin < 0)
            continue;
        if (twin >= 3 * view.triangle_count || view.triangles[twin / 3].twin[twin % 3] != edge) {
            c->non_manifold++;
            continue;
        }
        const wend_plan_triangle *other = &view.triangles[twin / 3];
        c->twisted += other->v[twin % 3] != t->v[(corner + 1) % 3] || other->v[(twin % 3 + 1) % 3] != t->v[corner];
    }
}

// Whether a side runs along what lies across it: the portal, or a part of the boundary edge.
static bool side_fits(const wend_plan_view *plan, const wend_cells_view *view, int32_t side, int32_t next) {
    int32_t from = view->sides[side].corner, to = view->sides[next].corner, across = view->sides[side].across;
    if (across >= 0) {
        const wend_portal *portal = &view->portals[across / 2];
        return portal->ends[across % 2] == from && portal->ends[1 - across % 2] == to;
    }
    int32_t edge = plan->boundaries[~across].edge;
    int32_t start = plan->triangles[edge / 3].v[edge % 3], end = plan->triangles[edge / 3].v[(edge + 1) % 3];
    int32_t corners[2] = {from, to}, ends[2] = {start, end};
    for (int k = 0; k < 2; k++) {
        int32_t point = corners[k] - view->vertex_count;
        if (point < 0 ? corners[k] != ends[k] : view->points[point].boundary != ~across)
            return false;
    }
    return true;
}

// Whether a portal is the side of the cell that it names.
static bool side_is(const wend_cells_view *view, const wend_portal *portal, int32_t number, int which) {
    int32_t cell = portal->cells[which], side = portal->sides[which];
    return side >= view->cells[cell].first && side < view->cells[cell].first + view->cells[cell].count &&
           view->sides[side].across == 2 * number + which;
}

// The same for cells.
static void count_cell_faults(check *c) {
    if (!wend_nav_cells(c->nav)) {
        c->cells = -1;
        return;
    }
    wend_plan_view plan = wend_plan_look(wend_nav_plan(c->nav));
    wend_cells_view view = wend_cells_look(wend_nav_cells(c->nav));
    c->cells = view.cell_count;
    for (int32_t k = 0; k < view.cell_count; k++) {
        int32_t first = view.cells[k].first, end = first + view.cells[k].count;
        bool closed = true;
        for (int32_t side = first; side < end; side++)
            closed = closed && side_fits(&plan, &view, side, side + 1 < end ? side + 1 : first);
        c->open += !closed;
    }
    for (int32_t k = 0; k < view.portal_count; k++) {
        const wend_portal *portal = &view.portals[k];
        c->unshared +=
            portal->cells[0] == portal->cells[1] || !side_is(&view, portal, k, 0) || !side_is(&view, portal, k, 1);
    }
}

// One sample: the plan's answer beside that of the drawing.
static wend_result sample(check *c, wend_truth *truth, uint64_t *random) {
    double point[2];
    for (int axis = 0; axis < 2; axis++) {
        double size = truth->high[axis] - truth->low[axis];
        point[axis] = truth->low[axis] - 0.02 * size + 1.04 * size * wend_random_unit(random);
    }
    wend_verdict verdict;
    wend_result result = wend_truth_ask(truth, point, &verdict);
    if (result != WEND_OK || verdict == WEND_VERDICT_NEAR_LINE) {
        c->left_out += result == WEND_OK;
        return result;
    }
    const wend_plan *plan = wend_nav_plan(c->nav);
    wend_spot spot;
    wend_plan_locate(plan, point, 0, &spot);
    bool floor = verdict == WEND_VERDICT_FLOOR, found = spot.triangle >= 0;
    c->samples++;
    c->floor += floor;
    c->missed += floor && !found;
    c->wrong += !floor && found;
    if (floor != found) {
        double distance = wend_truth_distance(truth, point) * wend_plan_look(plan).unit;
        c->worst = distance > c->worst ? distance : c->worst;
    }
    return WEND_OK;
}

static bool sample_truth(check *c) {
    wend_drawing *drawing;
    if (!wend_command_read(&c->command, &c->inputs, &drawing))
        return false;
    wend_truth truth;
    const char *cause;
    double margin = MARGIN_STEPS * wend_plan_look(wend_nav_plan(c->nav)).lattice.step;
    wend_result result = wend_truth_start(c->command.context, drawing, margin, &truth, &cause);
    if (result == WEND_OK) {
        uint64_t random = 1;
        int64_t count = (int64_t)wend_options_number(&c->options, "--samples", SAMPLES_DEFAULT);
        for (int64_t k = 0; k < count && result == WEND_OK; k++)
            result = sample(c, &truth, &random);
        wend_truth_free(&truth);
    }
    wend_drawing_destroy(drawing);
    c->sampled = true;
    if (result == WEND_ERROR_UNSUPPORTED)
        wend_complain("%.200s: %s", c->scene, cause);
    else if (result != WEND_OK)
        wend_command_fail(&c->command, c->scene, result);
    return result == WEND_OK;
}

static bool is_ok(const check *c) {
    return !c->invalid && c->non_manifold + c->twisted + c->downward + c->missed + c->wrong == 0 &&
           c->unshared + c->open == 0;
}

static double share(int64_t part, int64_t whole) {
    return whole > 0 ? (double)part / (double)whole : 1;
}

static void add_json(const check *c, wend_text *text) {
    int64_t right = c->floor - c->missed;
    wend_json_open(text, NULL, '{');
    wend_json_add_bool(text, "ok", is_ok(c));
    wend_json_add_int(text, "non_manifold", c->non_manifold);
    wend_json_add_int(text, "twisted", c->twisted);
    wend_json_add_int(text, "downward", c->downward);
    if (c->cells >= 0) {
        wend_json_add_int(text, "cells", c->cells);
        wend_json_add_int(text, "unshared", c->unshared);
        wend_json_add_int(text, "open", c->open);
    }
    if (c->sampled) {
        wend_json_add_int(text, "samples", c->samples);
        wend_json_add_int(text, "left_out", c->left_out);
        wend_json_add_int(text, "missed", c->missed);
        wend_json_add_int(text, "false", c->wrong);
        wend_json_add_double(text, "worst", c->worst);
        wend_json_add_double(text, "precision", share(right, right + c->wrong));
        wend_json_add_double(text, "recall", share(right, c->floor));
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
    add_count(text, c->non_manifold, " non-manifold, ");
    add_count(text, c->twisted, " twisted, ");
    add_count(text, c->downward, " downward\n");
    if (c->cells >= 0) {
        add_count(text, c->cells, c->cells == 1 ? " cell: " : " cells: ");
        add_count(text, c->unshared, " unshared portals, ");
        add_count(text, c->open, " open cells\n");
    }
    if (!c->sampled)
        return;
    add_count(text, c->samples, " samples: ");
    add_count(text, c->missed, " missed, ");
    add_count(text, c->wrong, " false; ");
    add_count(text, c->left_out, " left out beside lines");
    if (c->missed + c->wrong > 0) {
        wend_text_add_string(text, "; worst ");
        wend_text_add_rounded(text, c->worst, 6);
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
    count_plan_faults(c);
    count_cell_faults(c);
    if (c->scene && !sample_truth(c))
        return WEND_EXIT_BAD;
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

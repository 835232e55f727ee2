// The validator of cells against the brute force of oracle_cells.h, on cells that no builder made: triangles of random
// plans, merged, turned and cut at random; and on arrays in which one thing is wrong. The two must agree.
//
//     test_cells_check [--cases N]     N random plans (300)
#include "shared_context.h"

#include "base/random.h"
#include "cells/cells.h"
#include "oracle_cells.h"
#include "patchwork.h"
#include "sketch.h"

#include <math.h>

static void open_context(void) {
    open_context_with(1);
}

static wend_plan *plan_of(const sketch *s, double lattice) {
    wend_drawing *drawing = sketch_draw(context, s);
    if (drawing == NULL)
        exit(1);
    wend_plan_def def = wend_default_plan_def();
    def.lattice = lattice;
    wend_plan *plan = NULL;
    if (wend_plan_build(context, drawing, &def, &plan, NULL) != WEND_OK)
        plan = NULL;
    wend_drawing_destroy(drawing);
    return plan;
}

// A room with a corner, a pillar, a wall without width, a point, an area border and a closet beside it.
static wend_plan *small_plan(void) {
    static const double room[] = {0, 0, 12, 0, 12, 4, 8, 4, 8, 8, 0, 8}, pillar[] = {2, 2, 3, 2, 3, 3, 2, 3};
    static const double wall[] = {5, 3, 5, 6}, point[] = {10, 2}, closet[] = {20, 0, 24, 0, 22, 3};
    static const double border[] = {8, 4, 8, 0};
    sketch s = {.rule = WEND_INSIDE_RINGS};
    sketch_add(&s, WEND_SHAPE_OUTER, 0, room, 6);
    sketch_add(&s, WEND_SHAPE_OBSTACLE, 0, pillar, 4);
    sketch_add(&s, WEND_SHAPE_WALL, -1, wall, 2);
    sketch_add(&s, WEND_SHAPE_POINT, -1, point, 1);
    sketch_add(&s, WEND_SHAPE_BORDER, -1, border, 2);
    sketch_add(&s, WEND_SHAPE_OUTER, 1, closet, 3);
    open_context();
    return plan_of(&s, 0);
}

static wend_cells_def def_of(double degrees, double relax) {
    wend_cells_def def = wend_default_cells_def();
    def.relax_angle = degrees * (acos(-1) / 180);
    def.relax = relax;
    return def;
}

static int32_t notches_of(const wend_plan *plan, const wend_cells_def *def) {
    wend_cells *cells = NULL;
    wend_result result = wend_cells_build(context, plan, def, &cells, report);
    if (!CHECK_MESSAGE(result == WEND_OK, "%s: %s", wend_describe(result), wend_report_error(report)))
        return -1;
    int32_t count = wend_cells_look(cells).notch_count;
    wend_cells_destroy(cells);
    return count;
}

typedef enum verdict { RIGHT, WRONG_MEASURES, WRONG } verdict;

// What the validator says to arrays. It compares measures of portals bit by bit with its own, and those of a patchwork
// are only nearly the same.
static verdict judged_by_wend(const wend_plan *plan, const wend_cells_view *view) {
    wend_cells *cells = NULL;
    wend_report_clear(report);
    wend_result result = wend_cells_adopt(context, plan, view, &cells, report);
    CHECK_MESSAGE(result == WEND_OK || result == WEND_ERROR_INVALID, "%s", wend_describe(result));
    CHECK((result == WEND_OK) == (cells != NULL));
    CHECK_MESSAGE((result == WEND_OK) == (wend_report_error(report)[0] == 0), "%s: %s", wend_describe(result),
                  wend_report_error(report));
    wend_cells_destroy(cells);
    bool measures = wend_report_total(report, NULL) == wend_report_total(report, "cells-measures");
    return result == WEND_OK ? RIGHT : measures ? WRONG_MEASURES : WRONG;
}

static verdict judged_by_oracle(const wend_plan *plan, const wend_cells_view *view, char *why, size_t size) {
    if (oracle_cells_view_ok(plan, view, why, size))
        return RIGHT;
    bool measures = strncmp(why, "the portals are", 15) == 0 || strncmp(why, "the smallest angle", 18) == 0 ||
                    strncmp(why, "the angles below 5", 18) == 0;
    return measures ? WRONG_MEASURES : WRONG;
}

// Both judge; true when they agree.
static bool agree(const wend_plan *plan, const wend_cells_view *view, bool *good) {
    char why[256] = "";
    verdict wend = judged_by_wend(plan, view), oracle = judged_by_oracle(plan, view, why, sizeof why);
    *good = oracle == RIGHT;
    return CHECK_MESSAGE((wend == WRONG) == (oracle == WRONG) && (wend != RIGHT || *good),
                         "wend_cells_check: %s; the oracle: %s", wend == RIGHT ? "right" : wend_report_error(report),
                         *good ? "right" : why);
}

// ---------------------------------------------------------------------------------------------------- patchworks

// Something at random that leaves the arrays consistent, whatever it does to the cells.
static void change(patchwork *work, uint64_t *state, bool may_turn) {
    int32_t portal = (int32_t)wend_random_below(state, (uint64_t)work->portal_count + 1);
    if (portal == work->portal_count)
        return;
    if (!may_turn || wend_random_below(state, 8) > 0) {
        patchwork_merge(work, portal);
        return;
    }
    int32_t left = 1 + (int32_t)wend_random_below(state, 3);
    int32_t right = 1 + (int32_t)wend_random_below(state, 3);
    patchwork_turn(work, portal, left, right);
}

// Cuts from points on some boundary edges, which are not always straight cuts through the floor.
static void cut_some(patchwork *work, uint64_t *state) {
    int32_t boundaries = wend_plan_look(work->plan).boundary_count;
    for (int32_t b = 0; b < boundaries; b++)
        if (wend_random_below(state, 20) == 0) {
            uint32_t parameter = (uint32_t)wend_random(state) | 1;
            int32_t steps = 2 + (int32_t)wend_random_below(state, 2);
            if (patchwork_cut(work, b, parameter, steps) && parameter < UINT32_MAX - 9 &&
                wend_random_below(state, 2) == 0)
                patchwork_cut(work, b, parameter + 5, steps);
        }
}

static bool random_sketch(sketch *s, int64_t i, uint64_t *state) {
    int32_t side = i % 3 == 0 ? 10 : 5;
    if (i % 2 == 0)
        sketch_crowded(s, side, state);
    else
        sketch_random(s, (wend_inside_rule)(i / 2 % 3), (sketch_style)(i / 6 % 2), side, state);
    return s->rule != WEND_INSIDE_HOLES || i % 4 < 2;
}

TEST(triangles_are_cells) {
    open_context();
    int64_t cases = check_cases("cases", 300), plans = 0;
    for (int64_t i = 0; i < cases; i++) {
        uint64_t state = 31 + ((uint64_t)i << 20);
        sketch s;
        random_sketch(&s, i, &state);
        wend_plan *plan = plan_of(&s, i % 4 < 2 ? 0 : 0x1p-6);
        if (plan == NULL)
            continue;
        wend_cells_def def = def_of(i % 5 == 0 ? 0 : 5, 0);
        patchwork *work = patchwork_make(plan);
        patchwork_arrays a = patchwork_finish(work, &def);
        a.view.notch_count = notches_of(plan, &def);
        bool good = false, same = agree(plan, &a.view, &good);
        if (!CHECK_MESSAGE(good, "triangles are no cells in case %lld", (long long)i) || !same)
            sketch_print(&s);
        patchwork_free_arrays(&a);
        patchwork_free(work);
        wend_plan_destroy(plan);
        plans++;
    }
    CHECK(plans > cases / 3);
}

TEST(verdicts_on_patchworks_agree) {
    open_context();
    int64_t cases = check_cases("cases", 300), judged = 0, right = 0;
    static const double degrees[] = {5, 0, 60, 30, 85}, relaxes[] = {0, 0.4037, 50, 2.0371, 0};
    for (int64_t i = 0; i < cases; i++) {
        uint64_t state = 77 + ((uint64_t)i << 20);
        sketch s;
        random_sketch(&s, i, &state);
        wend_plan *plan = plan_of(&s, i % 4 < 2 ? 0 : 0x1p-6);
        if (plan == NULL)
            continue;
        wend_cells_def def = def_of(degrees[i % 5], relaxes[i % 5]);
        int32_t notches = notches_of(plan, &def);
        patchwork *work = patchwork_make(plan);
        if (i % 3 == 0)
            cut_some(work, &state);
        bool same = true;
        for (int k = 0; same && k < 6; k++) {
            for (int32_t n = 0; n < (k < 3 ? 1 : work->portal_count / (i % 5 == 2 ? 2 : 6)); n++)
                change(work, &state, i % 2 == 0);
            patchwork_arrays a = patchwork_finish(work, &def);
            a.view.notch_count = notches;
            bool good = false;
            same = agree(plan, &a.view, &good);
            judged++;
            right += good;
            patchwork_free_arrays(&a);
        }
        if (!same) {
            printf("    in case %lld\n", (long long)i);
            sketch_print(&s);
        }
        patchwork_free(work);
        wend_plan_destroy(plan);
    }
    printf("%lld patchworks judged, %lld of them right\n", (long long)judged, (long long)right);
    CHECK(right > judged / 10 && right < judged - judged / 10);
}

// ---------------------------------------------------------------------------------------------------- forgeries

// Triangles of the small plan, one of them cut from a point on a boundary edge: everything that cells can hold.
static patchwork_arrays small_arrays(const wend_plan *plan) {
    wend_cells_def def = def_of(5, 0);
    patchwork *work = patchwork_make(plan);
    CHECK(patchwork_cut(work, 0, 0x60000000, 2) && patchwork_cut(work, 0, 0xA0000000, 2) &&
          patchwork_cut(work, 3, 0x80000000, 2));
    patchwork_arrays a = patchwork_finish(work, &def);
    a.view.notch_count = notches_of(plan, &def);
    patchwork_free(work);
    return a;
}

typedef struct forgery {
    const char *name;
    const char *code; // of one of the findings
    void (*change)(patchwork_arrays *a);
} forgery;

static void vertices_more(patchwork_arrays *a) {
    a->view.vertex_count++;
}
static void points_fewer(patchwork_arrays *a) {
    a->view.point_count--;
}
static void portals_fewer(patchwork_arrays *a) {
    a->view.portal_count--;
}
static void cells_fewer(patchwork_arrays *a) {
    a->view.cell_count--;
}
static void sides_fewer(patchwork_arrays *a) {
    a->view.side_count--;
}
static void counts_negative(patchwork_arrays *a) {
    a->view.cell_count = -1;
}
static void nothing_left(patchwork_arrays *a) {
    a->view.point_count = a->view.portal_count = a->view.cell_count = a->view.side_count = 0;
}
static void notches_more(patchwork_arrays *a) {
    a->view.notch_count++;
}
static void point_at_start(patchwork_arrays *a) {
    a->points[0].parameter = 0;
}
static void point_of_no_edge(patchwork_arrays *a) {
    a->points[0].boundary = -1;
}
static void point_beyond_edges(patchwork_arrays *a) {
    a->points[2].boundary = INT32_MAX;
}
static void points_swapped(patchwork_arrays *a) {
    uint32_t parameter = a->points[0].parameter;
    a->points[0].parameter = a->points[1].parameter;
    a->points[1].parameter = parameter;
}
static void points_equal(patchwork_arrays *a) {
    a->points[0].parameter = a->points[1].parameter;
}
static void point_elsewhere(patchwork_arrays *a) {
    a->points[2].boundary++;
}
static void portal_turned(patchwork_arrays *a) {
    wend_portal p = a->portals[2];
    a->portals[2] = (wend_portal){{p.ends[1], p.ends[0]}, {p.cells[1], p.cells[0]}, {p.sides[1], p.sides[0]}, p.border};
    a->sides[p.sides[0]].across ^= 1;
    a->sides[p.sides[1]].across ^= 1;
}
static void portal_mirrored(patchwork_arrays *a) {
    wend_portal *p = &a->portals[2];
    int32_t cell = p->cells[0];
    p->cells[0] = p->cells[1];
    p->cells[1] = cell;
}
static void portal_one_sided(patchwork_arrays *a) {
    a->portals[2].cells[1] = a->portals[2].cells[0];
    a->portals[2].sides[1] = a->portals[2].sides[0];
}
static void portal_elsewhere(patchwork_arrays *a) {
    a->portals[2].ends[1] = a->portals[2].ends[1] + 1;
}
static void portal_of_another_side(patchwork_arrays *a) {
    a->portals[2].sides[0]++;
}
static void portal_of_no_side(patchwork_arrays *a) {
    a->portals[2].sides[1] = -1;
}
static void portal_beyond_cells(patchwork_arrays *a) {
    a->portals[2].cells[0] = a->view.cell_count;
}
static void portal_no_border(patchwork_arrays *a) {
    for (int32_t k = 0; k < a->view.portal_count; k++)
        a->portals[k].border = -1;
}
static void portal_false_border(patchwork_arrays *a) {
    int32_t k = 0;
    while (a->portals[k].border >= 0)
        k++;
    a->portals[k].border = 0;
}
static void portal_beyond_borders(patchwork_arrays *a) {
    a->portals[0].border = INT32_MAX;
}
static void cell_starts_late(patchwork_arrays *a) {
    a->cells[1].first++;
}
static void cell_ends_early(patchwork_arrays *a) {
    a->cells[1].count--;
}
static void cell_endless(patchwork_arrays *a) {
    a->cells[1].count = INT32_MAX;
}
static void cell_of_another_component(patchwork_arrays *a) {
    a->cells[0].component = 1 - a->cells[0].component;
}
static void cell_of_no_component(patchwork_arrays *a) {
    a->cells[0].component = -1;
}
static void corner_wrong(patchwork_arrays *a) {
    a->sides[4].corner = a->sides[4].corner > 0 ? a->sides[4].corner - 1 : 1;
}
static void corner_beyond(patchwork_arrays *a) {
    a->sides[4].corner = a->view.vertex_count + a->view.point_count;
}
static void across_beyond_portals(patchwork_arrays *a) {
    a->sides[4].across = 2 * a->view.portal_count;
}
static void across_beyond_edges(patchwork_arrays *a) {
    a->sides[4].across = INT32_MIN;
}
static void across_another_edge(patchwork_arrays *a) {
    int32_t s = 0;
    while (a->sides[s].across >= 0)
        s++;
    a->sides[s].across = a->sides[s].across == ~0 ? ~1 : a->sides[s].across + 1;
}

// The sides of cell 0 from the next one on.
static void cell_rotated(patchwork_arrays *a) {
    wend_cell_side first = a->sides[0];
    int32_t count = a->cells[0].count;
    memmove(a->sides, a->sides + 1, (size_t)(count - 1) * sizeof first);
    a->sides[count - 1] = first;
    for (int32_t s = 0; s < count; s++)
        if (a->sides[s].across >= 0)
            a->portals[a->sides[s].across / 2].sides[a->sides[s].across % 2] = s;
}

// The first and the last portal under each other's number.
static void portals_out_of_order(patchwork_arrays *a) {
    int32_t last = a->view.portal_count - 1;
    wend_portal p = a->portals[0];
    a->portals[0] = a->portals[last];
    a->portals[last] = p;
    for (int i = 0; i < 2; i++) {
        a->sides[a->portals[0].sides[i]].across = i;
        a->sides[a->portals[last].sides[i]].across = 2 * last + i;
    }
}

// The first and the last cell under each other's number: as many sides, so that nothing else moves.
static void cells_out_of_order(patchwork_arrays *a) {
    int32_t last = a->view.cell_count - 1, from = a->cells[last].first;
    wend_cell cell = a->cells[0];
    a->cells[0].component = a->cells[last].component;
    a->cells[last].component = cell.component;
    for (int32_t s = 0; s < 3; s++) {
        wend_cell_side side = a->sides[s];
        a->sides[s] = a->sides[from + s];
        a->sides[from + s] = side;
    }
    for (int32_t s = 0; s < a->view.side_count; s++) {
        int32_t across = a->sides[s].across;
        if (across >= 0) {
            a->portals[across / 2].sides[across % 2] = s;
            a->portals[across / 2].cells[across % 2] = s < 3       ? 0
                                                       : s >= from ? last
                                                                   : a->portals[across / 2].cells[across % 2];
        }
    }
}

static const forgery forgeries[] = {
    {"one vertex more", "cells-counts", vertices_more},
    {"one point less", NULL, points_fewer},
    {"one portal less", NULL, portals_fewer},
    {"one cell less", "cells-cells", cells_fewer},
    {"one side less", "cells-sides", sides_fewer},
    {"a negative number of cells", "cells-counts", counts_negative},
    {"no cells", "cells-counts", nothing_left},
    {"one notch more", "cells-notches", notches_more},
    {"a point at the start of its edge", "cells-point", point_at_start},
    {"a point of no edge", "cells-point", point_of_no_edge},
    {"a point beyond the edges", "cells-point", point_beyond_edges},
    {"points in another order", "cells-point", points_swapped},
    {"a point that is there twice", "cells-point", points_equal},
    {"a point on another edge", NULL, point_elsewhere},
    {"a portal with its ends in another order", "cells-portal-ends", portal_turned},
    {"a portal with its cells in another order", "cells-portals", portal_mirrored},
    {"a portal with one side", "cells-portals", portal_one_sided},
    {"a portal to another corner", "cells-portal-crosses", portal_elsewhere},
    {"a portal that names another side", "cells-portals", portal_of_another_side},
    {"a portal of no side", "cells-portals", portal_of_no_side},
    {"a portal beyond the cells", "cells-portals", portal_beyond_cells},
    {"a border that is no portal", "cells-portal-border", portal_no_border},
    {"a portal that claims to be a border", "cells-portal-border", portal_false_border},
    {"a portal on a border beyond them", "cells-portal-border", portal_beyond_borders},
    {"a cell that starts late", "cells-cells", cell_starts_late},
    {"a cell that ends early", "cells-cells", cell_ends_early},
    {"an endless cell", "cells-cells", cell_endless},
    {"a cell of another component", "cells-cells", cell_of_another_component},
    {"a cell of no component", "cells-cells", cell_of_no_component},
    {"a wrong corner", "cells-sides", corner_wrong},
    {"a corner beyond the corners", "cells-sides", corner_beyond},
    {"a side beyond the portals", "cells-sides", across_beyond_portals},
    {"a side beyond the boundary edges", "cells-sides", across_beyond_edges},
    {"a side on another boundary edge", "cells-sides", across_another_edge},
    {"a cell from another corner on", "cells-sides", cell_rotated},
    {"portals out of order", "cells-portals", portals_out_of_order},
    {"cells out of order", "cells-sides", cells_out_of_order},
};

TEST(forgeries_are_refused) {
    wend_plan *plan = small_plan();
    REQUIRE(plan != NULL);
    patchwork_arrays right = small_arrays(plan);
    bool good = false;
    CHECK(agree(plan, &right.view, &good) && good);
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        const forgery *f = &forgeries[i];
        patchwork_arrays a = patchwork_copy(&right.view);
        f->change(&a);
        agree(plan, &a.view, &good);
        CHECK_MESSAGE(!good, "%s: accepted", f->name);
        CHECK_MESSAGE(f->code == NULL || wend_report_total(report, f->code) > 0, "%s: %s", f->name,
                      wend_report_error(report));
        patchwork_free_arrays(&a);
    }
    patchwork_free_arrays(&right);
    wend_plan_destroy(plan);
}

TEST(measures_are_judged) {
    wend_plan *plan = small_plan();
    REQUIRE(plan != NULL);
    wend_cells_def def = def_of(5, 0);
    wend_cells *cells = NULL;
    REQUIRE(wend_cells_build(context, plan, &def, &cells, report) == WEND_OK);
    wend_cells_view right = wend_cells_look(cells);
    const double factors[] = {1, 1.001, 0.999, -1, 0, NAN, INFINITY};
    for (int i = 0; i < 14; i++) {
        wend_cells_view view = right;
        *(i % 2 == 0 ? &view.portal_length : &view.smallest_angle) *= factors[i / 2];
        char why[256];
        wend_cells *forged = NULL;
        wend_report_clear(report);
        wend_result result = wend_cells_adopt(context, plan, &view, &forged, report);
        CHECK_MESSAGE(result == (i < 2 ? WEND_OK : WEND_ERROR_INVALID), "measure %d times %g: %s", i % 2,
                      factors[i / 2], wend_describe(result));
        CHECK_INT(wend_report_total(report, "cells-measures"), i >= 2);
        CHECK(oracle_cells_view_ok(plan, &view, why, sizeof why) == (i < 2));
        wend_cells_destroy(forged);
    }
    for (int32_t more = -1; more <= 1; more += 2) {
        wend_cells_view view = right;
        view.needle_count += more;
        bool good = true;
        CHECK(judged_by_wend(plan, &view) == WRONG_MEASURES && agree(plan, &view, &good) && !good);
    }
    wend_cells_destroy(cells);
    wend_plan_destroy(plan);
}

TEST(settings_are_judged) {
    wend_plan *plan = small_plan();
    REQUIRE(plan != NULL);
    const wend_cells_def bad[] = {def_of(-1, 0),  def_of(91, 0),
                                  def_of(5, -1),  def_of(NAN, 0),
                                  def_of(5, NAN), {.relax_angle = 0, .quality = WEND_CELLS_QUALITY_COUNT}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        patchwork_arrays a = small_arrays(plan);
        a.view.def = bad[i];
        bool good = false;
        agree(plan, &a.view, &good);
        CHECK_MESSAGE(!good, "settings %d are accepted", (int)i);
        patchwork_free_arrays(&a);
    }
    wend_plan_destroy(plan);
}

// Every number of the arrays replaced by each of several others.
static void replace_each(const wend_plan *plan, patchwork_arrays *a, void *array, size_t bytes, int64_t *tried,
                         int64_t *harmless) {
    int32_t *numbers = array;
    const int32_t values[] = {0,
                              1,
                              2,
                              3,
                              7,
                              -1,
                              -2,
                              -5,
                              a->view.cell_count - 1,
                              a->view.vertex_count,
                              a->view.portal_count,
                              2 * a->view.portal_count - 1,
                              INT32_MAX,
                              INT32_MIN};
    for (size_t k = 0; k < bytes / sizeof *numbers; k++) {
        int32_t old = numbers[k];
        for (size_t i = 0; i < sizeof values / sizeof *values + 2; i++) {
            numbers[k] = i < sizeof values / sizeof *values ? values[i]
                         : old == INT32_MAX                 ? 0
                         : i % 2 == 0                       ? old + 1
                                                            : old ^ 1;
            bool good = false;
            if (!agree(plan, &a->view, &good))
                printf("    number %d of an array of %d: %d for %d\n", (int)k, (int)(bytes / sizeof *numbers),
                       numbers[k], old);
            ++*tried;
            *harmless += good && numbers[k] != old;
            CHECK(good || numbers[k] != old);
        }
        numbers[k] = old;
    }
}

TEST(every_number_replaced) {
    wend_plan *plan = small_plan();
    REQUIRE(plan != NULL);
    patchwork_arrays a = small_arrays(plan);
    const wend_cells_view *v = &a.view;
    int64_t tried = 0, harmless = 0;
    replace_each(plan, &a, a.points, (size_t)v->point_count * sizeof *a.points, &tried, &harmless);
    replace_each(plan, &a, a.portals, (size_t)v->portal_count * sizeof *a.portals, &tried, &harmless);
    replace_each(plan, &a, a.cells, (size_t)v->cell_count * sizeof *a.cells, &tried, &harmless);
    replace_each(plan, &a, a.sides, (size_t)v->side_count * sizeof *a.sides, &tried, &harmless);
    printf("%lld replaced numbers, %lld of them harmless\n", (long long)tried, (long long)harmless);
    patchwork_free_arrays(&a);
    wend_plan_destroy(plan);
}

TEST(nothing_is_leaked) {
    open_context();
    close_context();
}

CHECK_MAIN()

// Cells against the brute force of oracle_cells.h: known answers, thousands of small random plans, the samples, the
// plans of others, and the seven polygons of the thesis with the numbers that its tables and the best methods reach.
//
//     test_cells [--cases N] [--largest N]     N random plans of each family (120); plans of others up to N vertices
//                                              (20000)
#define _XOPEN_SOURCE 700

#include "shared_context.h"

#include "base/random.h"
#include "cells/cells.h"
#include "oracle_cells.h"
#include "sketch.h"

#include <wend/file.h>
#include <wend/sample.h>

#include <dirent.h>
#include <math.h>

enum {
    ORACLE_MOST = 3000, // vertices of plans that the oracle judges
    COMPARE_MOST = 300  // of those that are cut again without the stage that takes needles away
};

static const double degree = 0.017453292519943295;

static void open_context(void) {
    open_context_with(0);
}

// ---------------------------------------------------------------------------------------------------- building

static wend_plan *plan_of(const wend_drawing *drawing, double lattice) {
    wend_plan_def def = wend_default_plan_def();
    def.lattice = lattice;
    wend_plan *plan = NULL;
    return wend_plan_build(context, drawing, &def, &plan, NULL) == WEND_OK ? plan : NULL;
}

static wend_plan *sketch_plan(const sketch *s, double lattice) {
    wend_drawing *drawing = sketch_draw(context, s);
    if (drawing == NULL)
        exit(1);
    wend_plan *plan = plan_of(drawing, lattice);
    wend_drawing_destroy(drawing);
    return plan;
}

static wend_cells *cut_in(wend_context *where, const wend_plan *plan, const wend_cells_def *def) {
    wend_cells *cells = NULL;
    wend_report_clear(report);
    wend_result result = wend_cells_build(where, plan, def, &cells, report);
    CHECK_MESSAGE(result == WEND_OK && cells != NULL, "%s: %s", wend_describe(result), wend_report_error(report));
    return cells;
}

static wend_cells_def def_of(double degrees, double relax, wend_cells_quality quality) {
    return (wend_cells_def){.relax_angle = degrees * degree, .relax = relax, .quality = quality};
}

static wend_cells *cut(const wend_plan *plan, double degrees, double relax, wend_cells_quality quality) {
    wend_cells_def def = def_of(degrees, relax, quality);
    return cut_in(context, plan, &def);
}

// The validator and the oracle.
static bool judge(const wend_plan *plan, const wend_cells *cells) {
    char why[256] = "";
    wend_report_clear(report);
    bool valid = CHECK_MESSAGE(wend_cells_check(context, cells, report) == WEND_OK, "wend_cells_check: %s",
                               wend_report_error(report));
    if (wend_plan_look(plan).vertex_count > ORACLE_MOST)
        return valid;
    return CHECK_MESSAGE(oracle_cells_ok(plan, cells, why, sizeof why), "the oracle: %s", why) && valid;
}

// ---------------------------------------------------------------------------------------------------- known answers

typedef struct answer {
    int32_t notches, portals, cells;
} answer;

// Builds with both qualities; each must give the answer.
static void expect_at(const sketch *s, double degrees, double relax, answer expected) {
    wend_plan *plan = sketch_plan(s, 0);
    REQUIRE(plan != NULL);
    for (int quality = 0; quality < WEND_CELLS_QUALITY_COUNT; quality++) {
        wend_cells *cells = cut(plan, degrees, relax, (wend_cells_quality)quality);
        if (cells == NULL)
            continue;
        wend_cells_view v = wend_cells_look(cells);
        CHECK_MESSAGE(
            v.notch_count == expected.notches && v.portal_count == expected.portals && v.cell_count == expected.cells,
            "quality %d, %g degrees, relax %g: %d notches, %d portals, %d cells; expected %d, %d, %d", quality, degrees,
            relax, v.notch_count, v.portal_count, v.cell_count, expected.notches, expected.portals, expected.cells);
        judge(plan, cells);
        wend_cells_destroy(cells);
    }
    wend_plan_destroy(plan);
}

static void expect(const sketch *s, int32_t notches, int32_t portals, int32_t cells) {
    expect_at(s, 5, 0, (answer){notches, portals, cells});
}

static const double room[] = {0, 0, 10, 0, 10, 10, 0, 10};

static sketch in_room(wend_shape_kind kind, const double *points, int32_t count) {
    sketch s = {.rule = WEND_INSIDE_RINGS};
    sketch_add(&s, WEND_SHAPE_OUTER, 0, room, 4);
    sketch_add(&s, kind, 0, points, count);
    return s;
}

static sketch ring_of(const double *points, int32_t count) {
    sketch s = {.rule = WEND_INSIDE_RINGS};
    sketch_add(&s, WEND_SHAPE_OUTER, 0, points, count);
    return s;
}

TEST(convex_rooms_are_one_cell) {
    open_context();
    const double seven[] = {3, 0, 6, 0, 9, 3, 9, 5, 5, 9, 2, 8, 0, 4}, middle[] = {0, 0, 5, 0, 10, 0, 10, 5, 0, 10};
    sketch s = ring_of(room, 4);
    expect(&s, 0, 0, 1);
    s = ring_of(seven, 7);
    expect(&s, 0, 0, 1);
    s = ring_of(middle, 5);
    expect_at(&s, 0, 0, (answer){0, 0, 1});
    wend_plan *plan = sketch_plan(&s, 0);
    wend_cells *cells = cut(plan, 5, 0, WEND_CELLS_FAST);
    wend_cells_view v = wend_cells_look(cells);
    CHECK_INT(v.point_count, 0);
    CHECK(v.portal_length == 0 && fabs(v.smallest_angle - acos(-1)) < 1e-9);
    wend_cells_destroy(cells);
    wend_plan_destroy(plan);
}

TEST(an_l_is_two_cells) {
    open_context();
    const double l[] = {0, 0, 10, 0, 10, 4, 4, 4, 4, 10, 0, 10};
    sketch s = ring_of(l, 6);
    for (int turn = 0; turn < 4; turn++) {
        expect(&s, 1, 1, 2);
        expect_at(&s, 0, 0, (answer){1, 1, 2});
        expect_at(&s, 60, 0, (answer){1, 1, 2});
        expect_at(&s, 89.9, 0, (answer){1, 1, 2});
        sketch_turn(&s);
    }
    wend_plan *plan = sketch_plan(&s, 0);
    wend_cells *cells = cut(plan, 5, 0, WEND_CELLS_FAST);
    wend_cells_view v = wend_cells_look(cells);
    CHECK_MESSAGE(v.portal_length >= 4 && v.portal_length <= 4.5, "the portal is %g long", v.portal_length);
    wend_cells_destroy(cells);
    wend_plan_destroy(plan);
}

TEST(a_pillar_makes_four_cells) {
    open_context();
    const double pillar[] = {4, 4, 6, 4, 6, 6, 4, 6};
    sketch s = in_room(WEND_SHAPE_OBSTACLE, pillar, 4);
    expect(&s, 4, 4, 4);
}

TEST(walls_without_width) {
    open_context();
    const double wall[] = {3, 5, 7, 5}, slanted[] = {3, 4, 6, 8}, spike[] = {0, 5, 5, 5}, bar[] = {0, 5, 10, 5};
    sketch s = in_room(WEND_SHAPE_WALL, wall, 2);
    expect(&s, 2, 2, 2);
    s = in_room(WEND_SHAPE_WALL, slanted, 2);
    expect(&s, 2, 2, 2);
    s = in_room(WEND_SHAPE_WALL, spike, 2);
    expect(&s, 1, 1, 2);
    s = in_room(WEND_SHAPE_WALL, bar, 2);
    expect(&s, 0, 0, 2);
}

TEST(a_point_needs_two_portals) {
    open_context();
    const double points[] = {5, 5, 7, 3};
    sketch s = in_room(WEND_SHAPE_POINT, points, 1);
    expect(&s, 1, 2, 2);
    expect_at(&s, 0, 0, (answer){1, 2, 2});
    expect_at(&s, 5, 100, (answer){1, 2, 2});
    s = in_room(WEND_SHAPE_POINT, points, 2); // one portal joins them
    expect(&s, 2, 3, 2);
}

TEST(obstacles_that_touch) {
    open_context();
    const double a[] = {2, 2, 5, 2, 5, 5, 2, 5}, b[] = {5, 5, 8, 5, 8, 8, 5, 8};
    sketch s = in_room(WEND_SHAPE_OBSTACLE, a, 4);
    sketch_add(&s, WEND_SHAPE_OBSTACLE, 0, b, 4);
    expect(&s, 6, 6, 6);
}

TEST(a_round_pillar_has_no_notch_but_portals) {
    open_context();
    enum { CORNERS = 100 };
    double ring[2 * CORNERS];
    for (int i = 0; i < CORNERS; i++) {
        ring[2 * i] = 5 + 2 * cos(i * 2 * acos(-1) / CORNERS);
        ring[2 * i + 1] = 5 + 2 * sin(i * 2 * acos(-1) / CORNERS);
    }
    sketch s = in_room(WEND_SHAPE_OBSTACLE, ring, CORNERS);
    expect(&s, 0, 2, 2);
}

TEST(an_island_has_cells_of_its_own) {
    open_context();
    const double lake[] = {2, 2, 8, 2, 8, 8, 2, 8}, island[] = {4, 4, 6, 4, 6, 6, 4, 6};
    sketch s = in_room(WEND_SHAPE_OBSTACLE, lake, 4);
    sketch_add(&s, WEND_SHAPE_OUTER, 1, island, 4);
    expect(&s, 4, 4, 5);
}

TEST(borders_are_portals) {
    open_context();
    const double across[] = {0, 5, 10, 5}, corner[] = {5, 0, 5, 5, 10, 5}, end[] = {0, 5, 5, 5};
    sketch s = in_room(WEND_SHAPE_BORDER, across, 2);
    expect(&s, 0, 1, 2);
    s = in_room(WEND_SHAPE_BORDER, corner, 3); // its corner has 270 degrees on one side
    expect(&s, 1, 3, 3);
    s = in_room(WEND_SHAPE_BORDER, end, 2); // it goes on straight
    expect(&s, 1, 2, 2);
    expect_at(&s, 5, 100, (answer){1, 2, 2});
}

// A dent of 200 degrees in a side.
TEST(the_angle_decides_what_is_a_notch) {
    open_context();
    const double dent[] = {0, 0, 5, 5 * tan(10 * degree), 10, 0, 10, 10, 0, 10};
    sketch s = ring_of(dent, 5);
    expect_at(&s, 0, 0, (answer){1, 1, 2});
    expect_at(&s, 19.9, 0, (answer){1, 1, 2});
    expect_at(&s, 20.1, 0, (answer){0, 0, 1});
    expect_at(&s, 60, 0, (answer){0, 0, 1});
    expect_at(&s, 90, 0, (answer){0, 0, 1});
}

// Dents of depth 1 and 2 between convex corners: the first is left from 1 on, the second from 2 on.
TEST(relax_leaves_shallow_notches) {
    open_context();
    const double teeth[] = {0, 0, 5, 2, 10, 0, 20, 0, 20, 10, 15, 9, 10, 10, 0, 10};
    sketch s = ring_of(teeth, 8);
    expect_at(&s, 5, 0, (answer){2, 1, 2}); // one portal joins them
    expect_at(&s, 5, 0.99, (answer){2, 1, 2});
    expect_at(&s, 5, 1.01, (answer){1, 1, 2});
    expect_at(&s, 5, 1.99, (answer){1, 1, 2});
    expect_at(&s, 5, 2.01, (answer){0, 0, 1});
}

// A hill of three notches between two convex corners: the middle one is 3 high; from the lines to it, the others are
// 0.894 away.
TEST(relax_keeps_the_farthest_first) {
    open_context();
    const double hill[] = {0, 0, 2, 2, 6, 3, 10, 2, 12, 0, 12, 9, 0, 9};
    sketch s = ring_of(hill, 7);
    expect_at(&s, 0, 3.01, (answer){0, 0, 1});
    expect_at(&s, 0, 2.5, (answer){1, 1, 2});
    wend_plan *plan = sketch_plan(&s, 0);
    static const struct {
        double relax;
        int32_t notches;
    } steps[] = {{0, 3}, {0.89, 3}, {0.9, 1}, {2.99, 1}, {3.01, 0}};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        wend_cells *cells = cut(plan, 5, steps[i].relax, WEND_CELLS_FAST);
        CHECK_INT(wend_cells_look(cells).notch_count, steps[i].notches);
        judge(plan, cells);
        wend_cells_destroy(cells);
    }
    wend_plan_destroy(plan);
}

// An obstacle has notches only: it is measured from its lowest corner.
TEST(relax_leaves_small_obstacles) {
    open_context();
    const double pillar[] = {4, 4, 6, 4, 6, 6, 4, 6};
    sketch s = in_room(WEND_SHAPE_OBSTACLE, pillar, 4); // its diagonal is 2.828
    expect_at(&s, 5, 2.84, (answer){0, 2, 2});
    wend_plan *plan = sketch_plan(&s, 0);
    wend_cells *cells = cut(plan, 5, 2.82, WEND_CELLS_FAST);
    CHECK_INT(wend_cells_look(cells).notch_count, 2); // (4, 4) and (6, 6); the others are 1.41 from that line
    judge(plan, cells);
    wend_cells_destroy(cells);
    wend_plan_destroy(plan);
}

// ---------------------------------------------------------------------------------------------------- bad settings

TEST(bad_settings_are_refused_in_words) {
    open_context();
    sketch s = ring_of(room, 4);
    wend_plan *plan = sketch_plan(&s, 0);
    const wend_cells_def bad[] = {
        def_of(-1, 0, WEND_CELLS_FAST),       def_of(90.001, 0, WEND_CELLS_FAST),
        def_of(NAN, 0, WEND_CELLS_FAST),      def_of(INFINITY, 0, WEND_CELLS_FAST),
        def_of(5, -1e-300, WEND_CELLS_BEST),  def_of(5, NAN, WEND_CELLS_BEST),
        def_of(5, INFINITY, WEND_CELLS_BEST), def_of(5, 0, WEND_CELLS_QUALITY_COUNT),
        def_of(5, 0, (wend_cells_quality)-1),
    };
    static const char *const words[] = {"relax_angle", "relax_angle", "relax_angle", "relax_angle", "relax",
                                        "relax",       "relax",       "quality",     "quality"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        wend_cells *cells = NULL;
        wend_report_clear(report);
        wend_result result = wend_cells_build(context, plan, &bad[i], &cells, report);
        CHECK_MESSAGE(result == WEND_ERROR_ARGUMENT && cells == NULL, "settings %d: %s", (int)i, wend_describe(result));
        CHECK_MESSAGE(strstr(wend_report_error(report), words[i]) != NULL, "settings %d: \"%s\"", (int)i,
                      wend_report_error(report));
        CHECK(wend_cells_build(context, plan, &bad[i], &cells, NULL) == WEND_ERROR_ARGUMENT);
        wend_cells_destroy(cells);
    }
    wend_plan_destroy(plan);
}

// ---------------------------------------------------------------------------------------------------- threads

enum { CONTEXTS = 3 };
static wend_context *contexts[CONTEXTS]; // of 1, 2 and 5 threads

static void open_contexts(void) {
    static const int threads[CONTEXTS] = {1, 2, 5};
    for (int i = 0; i < CONTEXTS; i++) {
        wend_context_def def = wend_default_context_def();
        def.threads = threads[i];
        if (contexts[i] == NULL && wend_context_create(&def, &contexts[i]) != WEND_OK)
            exit(1);
    }
}

static void close_contexts(void) {
    for (int i = 0; i < CONTEXTS; i++) {
        wend_context_destroy(contexts[i]);
        contexts[i] = NULL;
    }
}

static bool same_bytes(const void *a, const void *b, int32_t count, size_t bytes) {
    return count == 0 || memcmp(a, b, (size_t)count * bytes) == 0;
}

static bool same_cells(const wend_cells *a, const wend_cells *b) {
    wend_cells_view v = wend_cells_look(a), w = wend_cells_look(b);
    return v.point_count == w.point_count && v.portal_count == w.portal_count && v.cell_count == w.cell_count &&
           v.side_count == w.side_count && v.notch_count == w.notch_count &&
           memcmp(&v.portal_length, &w.portal_length, sizeof(double)) == 0 &&
           memcmp(&v.smallest_angle, &w.smallest_angle, sizeof(double)) == 0 &&
           same_bytes(v.points, w.points, v.point_count, sizeof *v.points) &&
           same_bytes(v.portals, w.portals, v.portal_count, sizeof *v.portals) &&
           same_bytes(v.cells, w.cells, v.cell_count, sizeof *v.cells) &&
           same_bytes(v.sides, w.sides, v.side_count, sizeof *v.sides);
}

static bool same_for_all_threads(const wend_plan *plan, const wend_cells *cells) {
    wend_cells_def def = wend_cells_look(cells).def;
    bool good = true;
    open_contexts();
    for (int i = 0; i < CONTEXTS; i++) {
        wend_cells *other = cut_in(contexts[i], plan, &def);
        good = CHECK_MESSAGE(other != NULL && same_cells(cells, other), "other cells with %d threads",
                             wend_thread_count(contexts[i])) &&
               good;
        wend_cells_destroy(other);
    }
    return good;
}

// ---------------------------------------------------------------------------------------------------- locating

static bool locate(const wend_plan *plan, const wend_cells *cells, const wend_spot *spot) {
    char why[256] = "";
    wend_cells_view view = wend_cells_look(cells);
    int32_t cell = wend_cells_locate(cells, spot);
    return CHECK_MESSAGE(oracle_cells_locate_ok(plan, &view, spot, cell, why, sizeof why), "wend_cells_locate: %s",
                         why);
}

// Random places on and off the plan, and the corners and the middles of the edges of some triangles.
static bool locate_some(const wend_plan *plan, const wend_cells *cells, uint64_t *state) {
    wend_plan_view view = wend_plan_look(plan);
    bool good = true;
    for (int i = 0; good && i < 6; i++) {
        double place[2];
        int32_t triangle;
        wend_plan_random(plan, state, place, &triangle);
        if (i == 5)
            place[0] += (double)wend_random_below(state, 4) - 2;
        wend_spot spot;
        wend_plan_locate(plan, place, 0, &spot);
        good = locate(plan, cells, &spot);
    }
    for (int i = 0; good && i < 6; i++) {
        int32_t t = (int32_t)wend_random_below(state, (uint64_t)view.triangle_count), k = i % 3;
        wend_point a = view.vertices[view.triangles[t].v[k]], b = view.vertices[view.triangles[t].v[(k + 1) % 3]];
        wend_spot spot = {t, a, 0};
        good = locate(plan, cells, &spot);
        spot.point = (wend_point){(a.x + b.x) / 2, (a.y + b.y) / 2};
        if (good && (a.x + b.x) % 2 == 0 && (a.y + b.y) % 2 == 0)
            good = locate(plan, cells, &spot);
    }
    wend_spot nowhere = {-1, {0, 0}, 0};
    return good && CHECK_INT(wend_cells_locate(cells, &nowhere), -1);
}

// The places of corners are those that the arrays say, rounded.
static bool places_fit(const wend_plan *plan, const wend_cells *cells) {
    wend_plan_view plan_view = wend_plan_look(plan);
    wend_cells_view view = wend_cells_look(cells);
    for (int32_t corner = 0; corner < view.vertex_count + view.point_count; corner++) {
        double place[2], expected[2];
        wend_cells_place(cells, corner, place);
        if (corner < view.vertex_count) {
            wend_lattice_place(&plan_view.lattice, plan_view.vertices[corner], expected);
        } else {
            const wend_cell_point *p = &view.points[corner - view.vertex_count];
            int32_t e = plan_view.boundaries[p->boundary].edge;
            double a[2], b[2];
            wend_lattice_place(&plan_view.lattice, plan_view.vertices[plan_view.triangles[e / 3].v[e % 3]], a);
            wend_lattice_place(&plan_view.lattice, plan_view.vertices[plan_view.triangles[e / 3].v[(e % 3 + 1) % 3]],
                               b);
            for (int i = 0; i < 2; i++)
                expected[i] = a[i] + (b[i] - a[i]) * (p->parameter / 0x1p32);
        }
        double far = fmax(fabs(place[0] - expected[0]), fabs(place[1] - expected[1]));
        if (!CHECK_MESSAGE(far <= 1e-12 * (1 + fabs(expected[0]) + fabs(expected[1])), "corner %d is off by %g", corner,
                           far))
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- needles

// Needles of cells made without the last stage, and with it; how many portals were exchanged.
typedef struct needles {
    int64_t before, after, exchanged;
} needles;

// What a corner is, whatever the numbers of points are.
static uint64_t corner_key(const wend_cells_view *v, int32_t corner) {
    if (corner < v->vertex_count)
        return (uint64_t)corner;
    wend_cell_point on = v->points[corner - v->vertex_count];
    return UINT64_C(1) << 63 | (uint64_t)(uint32_t)on.boundary << 32 | on.parameter;
}

// A portal of cells before or after the exchanges.
typedef struct gap {
    uint64_t ends[2];
    double length;      // in the drawing's units
    struct gap *taker;  // of an old one: the new one in its place, NULL for none yet
    struct gap *search; // of an old one: the new one that looked at it last
    bool is_kept;       // of a new one: it is among the old ones
} gap;

typedef struct exchanges {
    gap *old, *made;
    int32_t count; // of each
} exchanges;

static gap *list_gaps(const wend_cells *cells) {
    wend_cells_view v = wend_cells_look(cells);
    gap *gaps = calloc((size_t)v.portal_count + 1, sizeof *gaps);
    for (int32_t i = 0; i < v.portal_count; i++) {
        double p[2], q[2];
        wend_cells_place(cells, v.portals[i].ends[0], p);
        wend_cells_place(cells, v.portals[i].ends[1], q);
        gaps[i].ends[0] = corner_key(&v, v.portals[i].ends[0]);
        gaps[i].ends[1] = corner_key(&v, v.portals[i].ends[1]);
        gaps[i].length = hypot(q[0] - p[0], q[1] - p[1]);
    }
    return gaps;
}

static bool is_same(const gap *a, const gap *b) {
    return a->ends[0] == b->ends[0] && a->ends[1] == b->ends[1];
}

// An exchanged portal starts at one of the old one's ends, and is at most four times as long.
static bool may_replace(const gap *made, const gap *old) {
    bool meet = made->ends[0] == old->ends[0] || made->ends[0] == old->ends[1] || made->ends[1] == old->ends[0] ||
                made->ends[1] == old->ends[1];
    return is_same(made, old) || (meet && made->length <= 4 * old->length * (1 + 1e-9));
}

// Finds an old portal for a new one; those that have one may take another instead.
static bool find_replaced(exchanges *x, gap *made, gap *search) {
    for (gap *old = x->old; old < x->old + x->count; old++) {
        if (old->search == search || !may_replace(made, old))
            continue;
        old->search = search;
        if (old->taker == NULL || find_replaced(x, old->taker, search)) {
            old->taker = made;
            return true;
        }
    }
    return false;
}

static void keep(exchanges *x, gap *made) {
    for (gap *old = x->old; old < x->old + x->count && !made->is_kept; old++)
        if (old->taker == NULL && is_same(made, old)) {
            old->taker = made;
            made->is_kept = true;
        }
}

// How many portals of cells are new; -1 when they cannot all have replaced those of `raw`, one for one. One that was
// taken away may have come back in another's place, so that those which both have take part.
static int64_t count_exchanged(const wend_cells *raw, const wend_cells *cells) {
    exchanges x = {list_gaps(raw), list_gaps(cells), wend_cells_look(cells).portal_count};
    int64_t exchanged = 0;
    for (int32_t i = 0; i < x.count; i++)
        keep(&x, &x.made[i]);
    for (int32_t i = 0; i < x.count && exchanged >= 0; i++)
        if (!x.made[i].is_kept)
            exchanged = find_replaced(&x, &x.made[i], &x.made[i]) ? exchanged + 1 : -1;
    free(x.old);
    free(x.made);
    return exchanged;
}

// Cells with fewer needles are as many, and differ by exchanges alone, each of which takes a needle away and makes a
// portal at most four times as long.
static bool compare_needles(const wend_plan *plan, const wend_cells *cells, needles *sum) {
    wend_cells_def def = wend_cells_look(cells).def;
    wend_cells *raw = NULL;
    if (!CHECK(wend_cells_cut(context, plan, &def, false, &raw, report) == WEND_OK))
        return false;
    wend_cells_view v = wend_cells_look(raw), w = wend_cells_look(cells);
    bool good = CHECK_INT(w.cell_count, v.cell_count) && CHECK_INT(w.portal_count, v.portal_count) &&
                CHECK_INT(w.notch_count, v.notch_count);
    int64_t exchanged = good ? count_exchanged(raw, cells) : 0;
    good = good && CHECK_MESSAGE(exchanged >= 0, "a portal is none that may replace an old one") &&
           CHECK_MESSAGE(w.needle_count + exchanged <= v.needle_count, "%d needles, before %lld exchanges %d",
                         w.needle_count, (long long)exchanged, v.needle_count);
    sum->before += v.needle_count;
    sum->after += w.needle_count;
    sum->exchanged += exchanged;
    wend_cells_destroy(raw);
    return good;
}

static void print_needles(const char *what, needles n) {
    printf("%s: %lld angles below 5 degrees, %lld after exchanging %lld portals\n", what, (long long)n.before,
           (long long)n.after, (long long)n.exchanged);
}

// ---------------------------------------------------------------------------------------------------- random plans

static int64_t plans, cells_made, portals_made, points_made;
static needles needles_made;

// Cuts a plan with both qualities and judges everything about it.
static bool try_plan(const wend_plan *plan, double degrees, double relax, bool threads, uint64_t *state) {
    bool good = true;
    for (int quality = 0; good && quality < WEND_CELLS_QUALITY_COUNT; quality++) {
        wend_cells *cells = cut(plan, degrees, relax, (wend_cells_quality)quality);
        if (cells == NULL)
            return false;
        good = judge(plan, cells) && locate_some(plan, cells, state) && places_fit(plan, cells) &&
               (wend_plan_look(plan).vertex_count > COMPARE_MOST || compare_needles(plan, cells, &needles_made));
        if (good && threads)
            good = same_for_all_threads(plan, cells);
        wend_cells_view v = wend_cells_look(cells);
        cells_made += v.cell_count;
        portals_made += v.portal_count;
        points_made += v.point_count;
        wend_cells_destroy(cells);
    }
    plans++;
    return good;
}

// Random drawings at a lattice on which everything is in line, at a fine one and at the default one.
static void run_family(int family) {
    open_context();
    static const double lattices[] = {1, 0, 0x1p-10}, angles[] = {5, 5, 0, 60, 90, 5, 30};
    static const double relaxes[] = {0, 0, 0.3037, 0, 1, 0, 0, 1.0371, 0, 0.1037, 4.0371};
    int64_t cases = check_cases("cases", 120) / (family == 7 ? 8 : 1); // those are larger
    plans = cells_made = portals_made = points_made = 0;
    needles_made = (needles){0};
    for (int64_t i = 0; i < cases; i++) {
        uint64_t state = 7000 * (uint64_t)family + ((uint64_t)i << 20);
        int32_t side = i % 5 == 0 ? 24 : i % 2 == 0 ? 5 : 10;
        double lattice = lattices[i % 3];
        sketch s;
        if (family == 6)
            sketch_crowded(&s, side, &state);
        else if (family == 7)
            sketch_scattered(&s, side < 10 ? 1000000 : side == 10 ? 1000 : 40, &state);
        else
            sketch_random(&s, (wend_inside_rule)(family % 3), (sketch_style)(family / 3), side, &state);
        if (lattice == 1 && s.rule == WEND_INSIDE_HOLES)
            lattice = 0x1p-6; // hole points are on this one
        wend_plan *plan = sketch_plan(&s, lattice);
        if (plan == NULL)
            continue;
        bool shown = check_failures < CHECK_FAILURES_SHOWN;
        if (!try_plan(plan, angles[i % 7], relaxes[i % 11], i % 4 == 0, &state) && shown) {
            printf("    in case %lld at lattice %g\n", (long long)i, lattice);
            sketch_print(&s);
        }
        wend_plan_destroy(plan);
    }
    printf("%lld plans, each cut twice: %lld cells, %lld portals, %lld points\n", (long long)plans,
           (long long)cells_made, (long long)portals_made, (long long)points_made);
    print_needles("all", needles_made);
    CHECK(plans > cases / 3);
}

TEST(random_square_rings) {
    run_family(0);
}
TEST(random_square_depth) {
    run_family(1);
}
TEST(random_square_holes) {
    run_family(2);
}
TEST(random_slanted_rings) {
    run_family(3);
}
TEST(random_slanted_depth) {
    run_family(4);
}
TEST(random_slanted_holes) {
    run_family(5);
}
TEST(random_crowded) {
    run_family(6);
}
TEST(random_scattered) {
    run_family(7);
}

// ---------------------------------------------------------------------------------------------------- plans of others

TEST(samples) {
    open_context();
    static const int32_t sizes[] = {60, 700, 0};
    for (int32_t k = 0; k < wend_sample_count() && !wend_sample_at(k)->scene; k++)
        for (size_t i = 0; i < (check_takes(k) ? 3 : 1); i++) {
            const char *name = wend_sample_at(k)->name;
            wend_drawing *drawing = NULL;
            REQUIRE(wend_sample_build_drawing(context, name, sizes[i], 3, &drawing) == WEND_OK);
            wend_plan *plan = plan_of(drawing, 0);
            wend_drawing_destroy(drawing);
            uint64_t state = 5;
            if (CHECK(plan != NULL)) {
                double extent = wend_plan_look(plan).lattice.step * 0x1p26;
                CHECK_MESSAGE(try_plan(plan, 5, 0, true, &state) && try_plan(plan, 5, extent / 128, false, &state),
                              "sample %s of size %d", name, sizes[i]);
            }
            wend_plan_destroy(plan);
        }
}

// Most needles of these are of portals that need not be where they are.
TEST(needles_fall) {
    open_context();
    static const struct {
        const char *name;
        int32_t least, most; // needles before, and after
    } samples[] = {{"rooms", 10, 6}, {"areas", 50, 12}, {"city", 25, 5}, {"blocks", 20, 5}, {"islands", 10, 5}};
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        wend_drawing *drawing = NULL;
        REQUIRE(wend_sample_build_drawing(context, samples[i].name, 0, 1, &drawing) == WEND_OK);
        wend_plan *plan = plan_of(drawing, 0);
        wend_drawing_destroy(drawing);
        REQUIRE(plan != NULL);
        wend_cells *cells = cut(plan, 5, 0, WEND_CELLS_FAST);
        needles n = {0};
        if (cells != NULL && compare_needles(plan, cells, &n)) {
            print_needles(samples[i].name, n);
            judge(plan, cells);
            CHECK(n.before >= samples[i].least && n.after <= samples[i].most);
        }
        wend_cells_destroy(cells);
        wend_plan_destroy(plan);
    }
}

// The plan in a file, or NULL when it holds none.
static wend_plan *file_plan(const char *path) {
    wend_drawing *drawing = NULL;
    wend_report_clear(report);
    if (wend_file_read_drawing(context, path, &drawing, report) != WEND_OK)
        return NULL;
    wend_plan *plan = plan_of(drawing, 0);
    wend_drawing_destroy(drawing);
    return plan;
}

static bool is_plan_file(const char *name) {
    static const char *const endings[] = {".dat", ".txt", ".poly", ".node", ".json", ".wkt", ".map"};
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot != NULL && i < sizeof endings / sizeof *endings; i++)
        if (strcmp(dot, endings[i]) == 0)
            return strcmp(name, "expected.json") != 0;
    return false;
}

// Cuts every plan of a folder and of those in it. How many there were.
static int try_folder(const char *folder) {
    DIR *entries = opendir(folder);
    int count = 0;
    for (struct dirent *entry = entries ? readdir(entries) : NULL; entry; entry = readdir(entries)) {
        char path[CHECK_PATH + 300];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (strchr(entry->d_name, '.') == NULL)
            count += try_folder(path);
        if (!is_plan_file(entry->d_name))
            continue;
        if (!check_takes(count)) {
            count++; // but not read
            continue;
        }
        wend_plan *plan = file_plan(path);
        if (plan == NULL)
            continue;
        count++;
        uint64_t state = 9;
        int32_t vertices = wend_plan_look(plan).vertex_count;
        if (vertices <= ORACLE_MOST) {
            CHECK_MESSAGE(try_plan(plan, 5, 0, true, &state), "%s", path);
        } else if (vertices <= check_cases("largest", 20000)) {
            wend_cells *cells = cut(plan, 5, 0, WEND_CELLS_FAST);
            CHECK_MESSAGE(cells != NULL && judge(plan, cells) && same_for_all_threads(plan, cells), "%s", path);
            wend_cells_destroy(cells);
        }
        wend_plan_destroy(plan);
    }
    if (entries)
        closedir(entries);
    return count;
}

static void try_data(const char *relative, int least) {
    open_context();
    const char *found = check_data(relative);
    if (found == NULL)
        SKIP("no folder %s in the shared data", relative);
    char folder[CHECK_PATH];
    snprintf(folder, sizeof folder, "%s", found);
    int count = try_folder(folder);
    printf("%d plans in %s\n", count, relative);
    CHECK(count >= least);
}

TEST(polygons_of_others) {
    try_data("poly2d", 120);
}
TEST(grids_of_others) {
    try_data("grid", 25);
}

// ---------------------------------------------------------------------------------------------------- the thesis

typedef struct polygon {
    const char *path;
    int32_t notches, bar, best;
} polygon;

static const polygon polygons[] = {
    {"poly2d/poly2tri/funny.dat", 42, 34, 32},          {"poly2d/cdt/guitar_no_box.txt", 76, 44, 41},
    {"poly2d/poly2tri/debug.dat", 79, 70, 68},          {"poly2d/poly2tri/bird.dat", 102, 61, 58},
    {"poly2d/triangle/superior.poly", 172, 97, 88},     {"poly2d/poly2tri/nazca_heron.dat", 272, 169, 156},
    {"poly2d/poly2tri/nazca_monkey.dat", 374, 254, 235}};
enum { POLYGONS = sizeof polygons / sizeof *polygons };

static wend_plan *polygon_plan(int k) {
    const char *path = check_data(polygons[k].path);
    return path != NULL ? file_plan(path) : NULL;
}

TEST(polygons_of_the_thesis) {
    open_context();
    int32_t sum = 0, best = 0;
    for (int k = 0; k < POLYGONS; k++) {
        wend_plan *plan = polygon_plan(k);
        if (plan == NULL)
            SKIP("%s is not there", polygons[k].path);
        wend_cells *cells[2] = {cut(plan, 5, 0, WEND_CELLS_FAST), cut(plan, 5, 0, WEND_CELLS_BEST)};
        if (CHECK(cells[0] != NULL && cells[1] != NULL)) {
            wend_cells_view fast = wend_cells_look(cells[0]), slow = wend_cells_look(cells[1]);
            printf("%-34s %3d notches, %3d cells (bar %d), best quality %3d (best known %d)\n", polygons[k].path,
                   fast.notch_count, fast.cell_count, polygons[k].bar, slow.cell_count, polygons[k].best);
            CHECK_INT(fast.notch_count, polygons[k].notches);
            CHECK_INT(slow.notch_count, polygons[k].notches);
            CHECK(fast.cell_count <= polygons[k].bar);
            CHECK(slow.cell_count <= fast.cell_count);
            judge(plan, cells[0]);
            judge(plan, cells[1]);
            sum += slow.cell_count;
            best += polygons[k].best;
        }
        wend_cells_destroy(cells[0]);
        wend_cells_destroy(cells[1]);
        wend_plan_destroy(plan);
    }
    CHECK_MESSAGE(sum * 100 <= best * 105, "%d cells in all, best known are %d", sum, best);
}

// The more distance is allowed, the fewer notches and cells there are. Distances in thousandths of the extent.
TEST(cells_fall_with_relax) {
    open_context();
    static const double parts[] = {0, 0.5, 1, 2, 4, 8, 16, 32, 1000};
    for (int k = 0; k < POLYGONS; k++) {
        wend_plan *plan = polygon_plan(k);
        if (plan == NULL)
            SKIP("%s is not there", polygons[k].path);
        wend_plan_view view = wend_plan_look(plan);
        double step = view.lattice.step * 0x1p26 / 1000; // the extent, or up to half of it
        int32_t notches = INT32_MAX, count = INT32_MAX;
        printf("%-34s", polygons[k].path);
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
            wend_cells *cells = cut(plan, 5, parts[i] * step, WEND_CELLS_FAST);
            if (cells == NULL)
                break;
            wend_cells_view v = wend_cells_look(cells);
            printf(" %d/%d", v.notch_count, v.cell_count);
            CHECK_MESSAGE(v.notch_count <= notches && v.cell_count <= count, "%s: relax %g gives %d notches, %d cells",
                          polygons[k].path, parts[i] * step, v.notch_count, v.cell_count);
            notches = v.notch_count;
            count = v.cell_count;
            judge(plan, cells);
            wend_cells_destroy(cells);
        }
        printf("\n");
        wend_plan_destroy(plan);
    }
}

TEST(nothing_is_leaked) {
    open_context();
    close_contexts();
    close_context();
}

CHECK_MAIN()

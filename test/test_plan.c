// Plans against the brute force of oracle_plan.h, on thousands of small drawings with every kind of shape: which places
// are floor, areas, components, length of the boundary, point obstacles, area borders. And what must not matter: where
// a drawing lies, how it is turned, in which order and direction it was drawn, and, for the floor, its area borders.
//
//     test_plan [--cases N]     N drawings for each rule and style (600)
#include "shared_context.h"

#include "base/random.h"
#include "oracle_plan.h"
#include "plan/plan.h"
#include "sketch.h"

#include <math.h>

static void open_context(void) {
    open_context_with(0);
}

static const wend_inside_rule rules[3] = {WEND_INSIDE_RINGS, WEND_INSIDE_DEPTH, WEND_INSIDE_HOLES};
static const char *const rule_names[3] = {"rings", "depth", "holes"};

// Fine enough that no two crossings of lines with coordinates up to 10 fall together, coarse enough for the range.
static const double fine = 0x1p-24;

static wend_result build(const sketch *s, double lattice, wend_plan **plan) {
    *plan = NULL;
    wend_drawing *drawing = sketch_draw(context, s);
    if (drawing == NULL)
        exit(1);
    wend_plan_def def = wend_default_plan_def();
    def.lattice = lattice;
    wend_report_clear(report);
    wend_result result = wend_plan_build(context, drawing, &def, plan, report);
    wend_drawing_destroy(drawing);
    return result;
}

// ---------------------------------------------------------------------------------------------------- against the
// oracle

static double edge_length(const wend_plan_view *view, int32_t e) {
    wend_point a = view->vertices[view->triangles[e / 3].v[e % 3]];
    wend_point b = view->vertices[view->triangles[e / 3].v[(e + 1) % 3]];
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y;
    return sqrt(dx * dx + dy * dy) * view->lattice.step;
}

static double boundary_length(const wend_plan_view *view) {
    double sum = 0;
    for (int32_t i = 0; i < view->boundary_count; i++)
        sum += edge_length(view, view->boundaries[i].edge);
    return sum;
}

// Every border edge lies on a border of the drawing, and together they are as long as what is inside the floor.
static void compare_borders(const oracle_plan *oracle, const wend_plan_view *view) {
    double length = 0;
    for (int32_t k = 0; k < view->border_count; k++) {
        int32_t e = view->borders[k];
        length += edge_length(view, e);
        double a[2], b[2];
        wend_lattice_place(&view->lattice, view->vertices[view->triangles[e / 3].v[e % 3]], a);
        wend_lattice_place(&view->lattice, view->vertices[view->triangles[e / 3].v[(e + 1) % 3]], b);
        for (int i = 0; i <= 4; i++) {
            double place[2] = {a[0] + (b[0] - a[0]) * i / 4, a[1] + (b[1] - a[1]) * i / 4};
            if (!CHECK_MESSAGE(oracle_plan_is_on_border(oracle, place, 1e-6), "(%g, %g) is on no border", place[0],
                               place[1]))
                return;
        }
    }
    double expected = oracle_plan_borders(oracle);
    CHECK_MESSAGE(fabs(length - expected) <= 1e-4, "borders of %.9g, expected %.9g", length, expected);
}

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Components have the same areas, in some order.
static void compare_components(const oracle_plan *oracle, const wend_plan_view *view, double slack) {
    int32_t count = oracle_plan_component_count(oracle);
    if (!CHECK_MESSAGE(view->component_count == count, "%d components, expected %d", view->component_count, count))
        return;
    double *areas = calloc(2 * (size_t)count + 1, sizeof *areas);
    if (areas == NULL)
        exit(1);
    for (int32_t i = 0; i < count; i++) {
        areas[i] = oracle_plan_component_area(oracle, i);
        areas[count + i] = (double)view->components[i].area2 / 2 * view->lattice.step * view->lattice.step;
    }
    qsort(areas, (size_t)count, sizeof *areas, compare_doubles);
    qsort(areas + count, (size_t)count, sizeof *areas, compare_doubles);
    for (int32_t i = 0; i < count; i++)
        CHECK_MESSAGE(fabs(areas[i] - areas[count + i]) <= slack,
                      "the %d-th smallest component has area %.12g, expected %.12g", i, areas[count + i], areas[i]);
    free(areas);
}

static bool compare_places(const oracle_plan *oracle, const wend_plan *plan, int32_t side, uint64_t *state) {
    wend_plan_view view = wend_plan_look(plan);
    int32_t component_of[64]; // the plan's component for each of the oracle's
    for (int i = 0; i < 64; i++)
        component_of[i] = -1;
    for (int i = 0; i < 40; i++) {
        int32_t x = 2 * (int32_t)wend_random_below(state, (uint64_t)(side + 2) * 32) + 1 - 64;
        int32_t y = 2 * (int32_t)wend_random_below(state, (uint64_t)(side + 2) * 32) + 1 - 64;
        int32_t expected = oracle_plan_component_at(oracle, x, y);
        if (expected == -2)
            continue;
        wend_spot spot;
        double place[2] = {x / 64.0, y / 64.0};
        wend_plan_locate(plan, place, 0, &spot);
        if (!CHECK_MESSAGE((spot.triangle >= 0) == (expected >= 0), "(%g, %g) is%s floor", place[0], place[1],
                           expected >= 0 ? "" : " no"))
            return false;
        if (expected < 0 || expected >= 64)
            continue;
        int32_t component = view.triangle_component[spot.triangle];
        if (component_of[expected] < 0)
            component_of[expected] = component;
        CHECK_MESSAGE(component_of[expected] == component, "(%g, %g) is in another component", place[0], place[1]);
    }
    return true;
}

static int64_t count_points(const wend_plan_view *view) {
    int64_t points = 0;
    for (int32_t i = 0; i < view->component_count; i++)
        points += view->components[i].points;
    return points;
}

static int64_t compared, with_floor, with_borders;

static bool compare_with_oracle(const sketch *s, int32_t side, uint64_t *state) {
    wend_drawing_view drawing = sketch_look(s);
    oracle_plan *oracle = oracle_plan_make(&drawing);
    if (oracle == NULL)
        exit(1);
    if (!oracle_plan_is_clear(oracle)) {
        oracle_plan_free(oracle);
        return true;
    }
    compared++;
    long failures = check_failures;
    wend_plan *plan = NULL;
    wend_result result = build(s, fine, &plan);
    double area = oracle_plan_area(oracle);
    if (area == 0) {
        CHECK_MESSAGE(result == WEND_ERROR_EMPTY, "no floor: %s", wend_describe(result));
    } else if (CHECK_MESSAGE(result == WEND_OK, "%s: %s", wend_describe(result), wend_report_error(report))) {
        with_floor++;
        wend_plan_view view = wend_plan_look(plan);
        double slack = oracle_plan_is_whole(oracle) ? 1e-9 : 1e-4;
        CHECK_MESSAGE(fabs(wend_plan_area(plan) - area) <= slack, "area %.12g, expected %.12g", wend_plan_area(plan),
                      area);
        double length = boundary_length(&view);
        CHECK_MESSAGE(fabs(length - oracle_plan_boundary(oracle)) <= 1e-4, "boundary of %.9g, expected %.9g", length,
                      oracle_plan_boundary(oracle));
        compare_borders(oracle, &view);
        with_borders += view.border_count > 0;
        compare_components(oracle, &view, slack);
        compare_places(oracle, plan, side, state);
        int32_t points = oracle_plan_points(oracle);
        CHECK_MESSAGE(points < 0 || count_points(&view) == points, "%lld point obstacles, expected %d",
                      (long long)count_points(&view), points);
        result = wend_plan_check(context, plan, report);
        CHECK_MESSAGE(result == WEND_OK, "wend_plan_check: %s", wend_report_error(report));
    }
    wend_plan_destroy(plan);
    oracle_plan_free(oracle);
    return check_failures == failures;
}

static void run_family(wend_inside_rule rule, sketch_style style) {
    open_context();
    int64_t cases = check_cases("cases", 600);
    compared = with_floor = with_borders = 0;
    for (int64_t i = 0; i < cases; i++) {
        uint64_t state = 1000 * (uint64_t)rule + 500 * (uint64_t)style + ((uint64_t)i << 20);
        int32_t side = i % 2 == 0 ? 4 : 10;
        sketch s;
        sketch_random(&s, rule, style, side, &state);
        bool shown = check_failures < CHECK_FAILURES_SHOWN;
        if (!compare_with_oracle(&s, side, &state) && shown) {
            printf("    in case %lld, rule %s\n", (long long)i, rule_names[rule]);
            sketch_print(&s);
        }
    }
    printf("%lld drawings compared with the oracle, %lld of them with floor, %lld with borders\n", (long long)compared,
           (long long)with_floor, (long long)with_borders);
    CHECK(with_floor > cases / 3 && with_borders > cases / 6);
}

TEST(square_rings) {
    run_family(WEND_INSIDE_RINGS, SKETCH_SQUARE);
}
TEST(square_depth) {
    run_family(WEND_INSIDE_DEPTH, SKETCH_SQUARE);
}
TEST(square_holes) {
    run_family(WEND_INSIDE_HOLES, SKETCH_SQUARE);
}
TEST(slanted_rings) {
    run_family(WEND_INSIDE_RINGS, SKETCH_ANY);
}
TEST(slanted_depth) {
    run_family(WEND_INSIDE_DEPTH, SKETCH_ANY);
}
TEST(slanted_holes) {
    run_family(WEND_INSIDE_HOLES, SKETCH_ANY);
}

// The components of a plan of unit squares, by flood fill over the squares.
TEST(squares_by_flood_fill) {
    open_context();
    enum { SIDE = 8 };
    for (uint64_t seed = 0; seed < 300; seed++) {
        uint64_t state = seed;
        bool solid[SIDE][SIDE];
        sketch s = {.rule = WEND_INSIDE_RINGS};
        const double room[] = {0, 0, SIDE, 0, SIDE, SIDE, 0, SIDE};
        sketch_add(&s, WEND_SHAPE_OUTER, 0, room, 4);
        int32_t free_squares = 0;
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++) {
                solid[y][x] = s.shape_count < SKETCH_SHAPES && wend_random_below(&state, 3) == 0;
                free_squares += !solid[y][x];
                const double square[] = {x, y, x + 1, y, x + 1, y + 1, x, y + 1};
                if (solid[y][x])
                    sketch_add(&s, WEND_SHAPE_OBSTACLE, 0, square, 4);
            }
        wend_plan *plan = NULL;
        REQUIRE(build(&s, 0, &plan) == WEND_OK);
        int32_t components = 0;
        for (int start = 0; start < SIDE * SIDE; start++) {
            int stack[SIDE * SIDE], depth = 0;
            if (solid[start / SIDE][start % SIDE])
                continue;
            components++;
            stack[depth++] = start;
            solid[start / SIDE][start % SIDE] = true;
            while (depth > 0) {
                int at = stack[--depth];
                static const int steps[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
                for (int k = 0; k < 4; k++) {
                    int x = at % SIDE + steps[k][0], y = at / SIDE + steps[k][1];
                    if (x < 0 || y < 0 || x >= SIDE || y >= SIDE || solid[y][x])
                        continue;
                    solid[y][x] = true;
                    stack[depth++] = y * SIDE + x;
                }
            }
        }
        CHECK_INT(wend_plan_look(plan).component_count, components);
        CHECK(wend_plan_area(plan) == free_squares);
        wend_plan_destroy(plan);
    }
}

// ---------------------------------------------------------------------------------------------------- what must not
// matter

// Whether two plans have the same arrays, byte for byte; `sources` when the shapes have the same numbers.
static bool same_arrays(const wend_plan *a, const wend_plan *b, bool sources) {
    wend_plan_view v = wend_plan_look(a), w = wend_plan_look(b);
    if (v.vertex_count != w.vertex_count || v.triangle_count != w.triangle_count ||
        v.boundary_count != w.boundary_count || v.component_count != w.component_count ||
        v.cycle_count != w.cycle_count || v.border_count != w.border_count || v.hash != w.hash)
        return false;
    size_t vertices = (size_t)v.vertex_count, triangles = (size_t)v.triangle_count;
    for (int32_t i = 0; i < v.boundary_count; i++) {
        wend_plan_boundary p = v.boundaries[i], q = w.boundaries[i];
        if (!sources)
            p.source = q.source = 0;
        if (memcmp(&p, &q, sizeof p) != 0)
            return false;
    }
    if (v.border_count > 0 && memcmp(v.borders, w.borders, (size_t)v.border_count * sizeof *v.borders) != 0)
        return false;
    return memcmp(&v.lattice, &w.lattice, sizeof v.lattice) == 0 &&
           memcmp(v.vertices, w.vertices, vertices * sizeof *v.vertices) == 0 &&
           memcmp(v.vertex_flags, w.vertex_flags, vertices) == 0 &&
           memcmp(v.triangles, w.triangles, triangles * sizeof *v.triangles) == 0 &&
           memcmp(v.triangle_component, w.triangle_component, triangles * sizeof *v.triangle_component) == 0 &&
           memcmp(v.components, w.components, (size_t)v.component_count * sizeof *v.components) == 0;
}

static uint64_t hash_of(const sketch *s, double lattice) {
    wend_plan *plan = NULL;
    if (build(s, lattice, &plan) != WEND_OK)
        return 0;
    uint64_t hash = wend_plan_look(plan).hash;
    wend_plan_destroy(plan);
    return hash;
}

static void compare_drawn_otherwise(const sketch *s, double lattice, const wend_plan *plan, uint64_t *state) {
    sketch reversed = *s, shuffled = *s;
    sketch_reverse(&reversed, state);
    sketch_shuffle(&shuffled, state);
    wend_plan *other = NULL;
    if (CHECK(build(&reversed, lattice, &other) == WEND_OK))
        CHECK_MESSAGE(same_arrays(plan, other, true), "reversing rings changes the arrays");
    wend_plan_destroy(other);
    if (CHECK(build(&shuffled, lattice, &other) == WEND_OK))
        CHECK_MESSAGE(same_arrays(plan, other, false), "shuffling shapes changes the arrays");
    wend_plan_destroy(other);
}

static void compare_placed_otherwise(const sketch *s, double lattice, double step, uint64_t hash, uint64_t *state) {
    sketch moved = *s;
    int64_t k = (int64_t)wend_random_below(state, 30), m = (int64_t)wend_random_below(state, 30);
    sketch_move(&moved, step * (double)((int64_t)1 << k), -step * (double)((int64_t)1 << m));
    CHECK_MESSAGE(hash_of(&moved, lattice) == hash, "moving by 2^%lld and -2^%lld steps changes the hash", (long long)k,
                  (long long)m);
    sketch turned = *s;
    for (int i = 1; i < 4; i++) {
        sketch_turn(&turned);
        CHECK_MESSAGE(hash_of(&turned, lattice) == hash, "turning by %d degrees changes the hash", 90 * i);
    }
}

// At the finest lattice, at one on which crossings are rounded roughly, and at the default one.
TEST(the_same_plan_whatever_way_it_is_drawn) {
    open_context();
    static const double lattices[] = {0x1p-20, 1, 0};
    int64_t cases = check_cases("cases", 600), plans = 0;
    for (int64_t i = 0; i < cases; i++) {
        uint64_t state = 99 + ((uint64_t)i << 20);
        double lattice = lattices[i % 3];
        sketch s;
        sketch_random(&s, rules[i / 3 % 3], i / 9 % 2 == 0 ? SKETCH_SQUARE : SKETCH_ANY, 8, &state);
        if (lattice == 1 && s.rule == WEND_INSIDE_HOLES)
            continue; // hole points would not lie on the lattice
        wend_plan *plan = NULL;
        if (build(&s, lattice, &plan) != WEND_OK)
            continue;
        wend_plan_view view = wend_plan_look(plan);
        long failures = check_failures;
        compare_drawn_otherwise(&s, lattice, plan, &state);
        compare_placed_otherwise(&s, lattice, view.lattice.step, view.hash, &state);
        if (check_failures > failures && failures < CHECK_FAILURES_SHOWN) {
            printf("    in case %lld at lattice %g\n", (long long)i, lattice);
            sketch_print(&s);
        }
        wend_plan_destroy(plan);
        plans++;
    }
    CHECK(plans > cases / 3);
}

// The same drawing without its borders.
static sketch without_borders(const sketch *s) {
    sketch bare = {.rule = s->rule};
    for (int32_t i = 0; i < s->shape_count; i++) {
        const wend_shape *shape = &s->shapes[i];
        if (shape->kind != WEND_SHAPE_BORDER)
            sketch_add(&bare, shape->kind, shape->polygon, s->points + 2 * shape->first, shape->count);
    }
    return bare;
}

// Rays between places that are on no line.
static void compare_rays(const wend_plan *with, const wend_plan *without, int32_t side, uint64_t *state) {
    wend_spot spots[2][8];
    for (int i = 0; i < 8; i++) {
        double x = (double)(2 * wend_random_below(state, (uint64_t)side * 4) + 1) / 8;
        double place[2] = {x, (double)(2 * wend_random_below(state, (uint64_t)side * 4) + 1) / 8};
        wend_plan_locate(with, place, 0, &spots[0][i]);
        wend_plan_locate(without, place, 0, &spots[1][i]);
        CHECK_MESSAGE((spots[0][i].triangle < 0) == (spots[1][i].triangle < 0), "(%g, %g) is floor in one only",
                      place[0], place[1]);
    }
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 8; k++) {
            if (spots[0][i].triangle < 0 || spots[0][k].triangle < 0)
                continue;
            wend_ray_hit a, b;
            wend_plan_ray(with, &spots[0][i], spots[0][k].point, &a);
            wend_plan_ray(without, &spots[1][i], spots[1][k].point, &b);
            CHECK_MESSAGE(a.hit == b.hit && fabs(a.distance - b.distance) < 1e-9,
                          "a ray is stopped by a border, or set free");
        }
}

// Lines along the axes cross in lattice points, so that borders change not a bit of the floor.
TEST(borders_change_no_floor) {
    open_context();
    int64_t cases = check_cases("cases", 600), plans = 0;
    for (int64_t i = 0; i < cases; i++) {
        uint64_t state = 31 + ((uint64_t)i << 20);
        sketch s;
        sketch_random(&s, rules[i % 3], SKETCH_SQUARE, 8, &state);
        sketch bare = without_borders(&s);
        wend_plan *with = NULL, *without = NULL;
        wend_result result = build(&s, 0x1p-10, &with);
        CHECK(build(&bare, 0x1p-10, &without) == result);
        if (result == WEND_OK && without != NULL) {
            long failures = check_failures;
            wend_plan_view v = wend_plan_look(with), w = wend_plan_look(without);
            CHECK_INT(v.component_count, w.component_count);
            CHECK_INT(v.cycle_count, w.cycle_count);
            CHECK_INT(count_points(&v), count_points(&w));
            CHECK_INT(w.border_count, 0);
            CHECK(v.border_count == 0 || v.hash != w.hash);
            CHECK(wend_plan_area(with) == wend_plan_area(without));
            CHECK(boundary_length(&v) == boundary_length(&w));
            compare_rays(with, without, 8, &state);
            plans += v.border_count > 0;
            if (check_failures > failures && failures < CHECK_FAILURES_SHOWN) {
                printf("    in case %lld\n", (long long)i);
                sketch_print(&s);
            }
        }
        wend_plan_destroy(with);
        wend_plan_destroy(without);
    }
    CHECK(plans > cases / 6);
}

TEST(another_plan_has_another_hash) {
    open_context();
    enum { COUNT = 200 };
    uint64_t hashes[COUNT];
    int64_t areas[COUNT];
    for (int i = 0; i < COUNT; i++) {
        uint64_t state = (uint64_t)i << 20;
        sketch s;
        wend_plan *plan = NULL;
        sketch_random(&s, WEND_INSIDE_RINGS, SKETCH_ANY, 10, &state);
        hashes[i] = 0;
        areas[i] = 0;
        if (build(&s, 0x1p-20, &plan) != WEND_OK)
            continue;
        wend_plan_view view = wend_plan_look(plan);
        hashes[i] = view.hash;
        for (int32_t k = 0; k < view.component_count; k++)
            areas[i] += view.components[k].area2;
        wend_plan_destroy(plan);
    }
    for (int i = 0; i < COUNT; i++)
        for (int k = 0; k < i; k++)
            CHECK(areas[i] == areas[k] || hashes[i] != hashes[k]);
}

// ---------------------------------------------------------------------------------------------------- single cases

static const double square[] = {0, 0, 10, 0, 10, 10, 0, 10};

TEST(wall_without_width_has_two_sides) {
    open_context();
    sketch s = {.rule = WEND_INSIDE_RINGS};
    const double wall[] = {3, 5, 7, 5};
    sketch_add(&s, WEND_SHAPE_OUTER, 0, square, 4);
    sketch_add(&s, WEND_SHAPE_WALL, -1, wall, 2);
    wend_plan *plan = NULL;
    REQUIRE(build(&s, 0, &plan) == WEND_OK);
    wend_plan_view view = wend_plan_look(plan);
    CHECK_INT(view.component_count, 1);
    CHECK_INT(view.cycle_count, 2);
    int32_t barriers = 0, walls = 0;
    for (int32_t i = 0; i < view.boundary_count; i++) {
        barriers += view.boundaries[i].kind == WEND_BOUNDARY_BARRIER && view.boundaries[i].source == 1;
        walls += view.boundaries[i].kind == WEND_BOUNDARY_WALL && view.boundaries[i].source == 0;
    }
    CHECK_INT(barriers, 2);
    CHECK_INT(walls, 4);
    CHECK(wend_plan_area(plan) == 100);
    wend_plan_destroy(plan);
}

// A wall from side to side cuts a room in two; an island in a lake is floor again.
TEST(walls_cut_and_islands_count) {
    open_context();
    sketch s = {.rule = WEND_INSIDE_RINGS};
    const double wall[] = {0, 5, 10, 5};
    sketch_add(&s, WEND_SHAPE_OUTER, 0, square, 4);
    sketch_add(&s, WEND_SHAPE_WALL, -1, wall, 2);
    wend_plan *plan = NULL;
    REQUIRE(build(&s, 0, &plan) == WEND_OK);
    CHECK_INT(wend_plan_look(plan).component_count, 2);
    wend_plan_destroy(plan);

    const double lake[] = {2, 2, 8, 2, 8, 8, 2, 8}, island[] = {4, 4, 6, 4, 6, 6, 4, 6};
    s = (sketch){.rule = WEND_INSIDE_RINGS};
    sketch_add(&s, WEND_SHAPE_OUTER, 0, square, 4);
    sketch_add(&s, WEND_SHAPE_OBSTACLE, 0, lake, 4);
    sketch_add(&s, WEND_SHAPE_OUTER, 1, island, 4);
    REQUIRE(build(&s, 0, &plan) == WEND_OK);
    CHECK_INT(wend_plan_look(plan).component_count, 2);
    CHECK(wend_plan_area(plan) == 100 - 36 + 4);
    wend_plan_destroy(plan);
}

// How many vertices at a place have exactly these flags.
static int32_t count_at(const wend_plan_view *view, double x, double y, int flags) {
    int32_t count = 0;
    for (int32_t i = 0; i < view->vertex_count; i++) {
        double place[2];
        wend_lattice_place(&view->lattice, view->vertices[i], place);
        count += place[0] == x && place[1] == y && view->vertex_flags[i] == flags;
    }
    return count;
}

// A border from wall to wall, another that crosses it, one that branches off, one that ends in the open, and a point on
// one: one component, and vertices where they should be.
TEST(borders_lie_on_the_floor) {
    open_context();
    sketch s = {.rule = WEND_INSIDE_RINGS};
    const double across[] = {0, 5, 10, 5}, bent[] = {3, 0, 3, 8, 6, 8}, branch[] = {7, 5, 7, 6}, point[] = {9, 5};
    sketch_add(&s, WEND_SHAPE_OUTER, 0, square, 4);
    sketch_add(&s, WEND_SHAPE_BORDER, -1, across, 2);
    sketch_add(&s, WEND_SHAPE_BORDER, -1, bent, 3);
    sketch_add(&s, WEND_SHAPE_BORDER, -1, branch, 2);
    sketch_add(&s, WEND_SHAPE_POINT, -1, point, 1);
    wend_plan *plan = NULL;
    REQUIRE(build(&s, 0, &plan) == WEND_OK);
    wend_plan_view view = wend_plan_look(plan);
    CHECK_INT(view.component_count, 1);
    CHECK_INT(view.cycle_count, 1);
    CHECK_INT(view.border_count, 4 + 3 + 1); // `across` in four pieces, `bent` in three
    CHECK_INT(view.boundary_count, 4 + 3);   // split where borders end
    CHECK_INT(count_at(&view, 0, 5, WEND_VERTEX_BOUNDARY), 1);
    CHECK_INT(count_at(&view, 10, 5, WEND_VERTEX_BOUNDARY), 1);
    CHECK_INT(count_at(&view, 3, 0, WEND_VERTEX_BOUNDARY), 1);
    CHECK_INT(count_at(&view, 3, 5, WEND_VERTEX_FEATURE), 1); // crossing
    CHECK_INT(count_at(&view, 3, 8, WEND_VERTEX_FEATURE), 1); // corner
    CHECK_INT(count_at(&view, 6, 8, WEND_VERTEX_FEATURE), 1); // end
    CHECK_INT(count_at(&view, 7, 5, WEND_VERTEX_FEATURE), 1); // branch
    CHECK_INT(count_at(&view, 7, 6, WEND_VERTEX_FEATURE), 1);
    CHECK_INT(count_at(&view, 9, 5, WEND_VERTEX_POINT), 1);
    CHECK_INT(view.vertex_count, 4 + 3 + 5 + 1);
    CHECK_INT(wend_report_total(report, "point-without-effect"), 0);
    CHECK(wend_plan_check(context, plan, report) == WEND_OK);
    wend_plan_destroy(plan);
}

// Borders outside, on a wall, on a boundary, and without length are nothing, and are told; no boundary edge comes from
// one.
TEST(borders_off_the_floor_are_nothing) {
    open_context();
    sketch s = {.rule = WEND_INSIDE_RINGS};
    const double edge[] = {0, 0, 10, 0}, middle[] = {2, 5, 8, 5}, outside[] = {11, 0, 12, 3}, dot[] = {4, 4, 4, 4};
    const double pillar[] = {1, 1, 3, 1, 3, 3, 1, 3}, within[] = {1, 2, 3, 2}, lone[] = {10, 5};
    sketch_add(&s, WEND_SHAPE_BORDER, -1, edge, 2);
    sketch_add(&s, WEND_SHAPE_BORDER, -1, middle, 2);
    sketch_add(&s, WEND_SHAPE_BORDER, -1, outside, 2);
    sketch_add(&s, WEND_SHAPE_BORDER, -1, within, 2);
    sketch_add(&s, WEND_SHAPE_BORDER, -1, dot, 2);
    sketch_add(&s, WEND_SHAPE_BORDER, -1, lone, 1);
    sketch_add(&s, WEND_SHAPE_OUTER, 0, square, 4);
    sketch_add(&s, WEND_SHAPE_OBSTACLE, 0, pillar, 4);
    sketch_add(&s, WEND_SHAPE_WALL, -1, middle, 2);
    wend_plan *plan = NULL;
    REQUIRE(build(&s, 0, &plan) == WEND_OK);
    wend_plan_view view = wend_plan_look(plan);
    CHECK_INT(wend_report_total(report, "shape-without-effect"), 4);
    CHECK_INT(wend_report_total(report, "border-without-length"), 2);
    CHECK_INT(wend_report_count(report), 6);
    CHECK_INT(view.border_count, 0);
    CHECK(view.borders == NULL);
    for (int32_t i = 0; i < view.boundary_count; i++)
        CHECK(view.boundaries[i].source >= 6);
    for (int32_t i = 0; i < view.vertex_count; i++)
        CHECK_INT(view.vertex_flags[i], WEND_VERTEX_BOUNDARY);
    CHECK_INT(count_at(&view, 10, 5, WEND_VERTEX_BOUNDARY), 0);
    wend_plan_destroy(plan);
}

// What wend_plan_check finds under `code` in a plan of other arrays.
static int64_t blamed(const wend_plan_view *view, const char *code) {
    wend_plan *made = NULL;
    wend_report_clear(report);
    CHECK(wend_plan_adopt(context, view, NULL, true, &made, report) == WEND_ERROR_INVALID);
    wend_plan_destroy(made);
    return wend_report_total(report, code);
}

TEST(broken_borders_are_found) {
    open_context();
    enum { MOST = 16 };
    sketch s = {.rule = WEND_INSIDE_RINGS};
    const double across[] = {0, 5, 10, 5}, open[] = {2, 0, 2, 2}, points[] = {5, 5.5, 5, 4.5};
    sketch_add(&s, WEND_SHAPE_OUTER, 0, square, 4);
    sketch_add(&s, WEND_SHAPE_POINT, -1, points, 2);
    sketch_add(&s, WEND_SHAPE_BORDER, -1, across, 2);
    sketch_add(&s, WEND_SHAPE_BORDER, -1, open, 2);
    wend_plan *plan = NULL;
    REQUIRE(build(&s, 0, &plan) == WEND_OK);
    const wend_plan_view right = wend_plan_look(plan);
    REQUIRE(right.border_count == 2 && right.vertex_count <= MOST);
    int32_t first = right.borders[0], second = right.borders[1]; // the open one, and the one across
    int32_t back = right.triangles[first / 3].twin[first % 3], wall = right.boundaries[0].edge;
    REQUIRE(back < second && wall < second);
    const int32_t bad[][2] = {{second, first}, {second, second},          {back, second},
                              {-1, second},    {second, 3 * MOST * MOST}, {wall, second}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        wend_plan_view view = right;
        view.borders = bad[i];
        CHECK_MESSAGE(blamed(&view, "plan-border") > 0, "case %d", (int)i);
    }
    wend_plan_view view = right;
    view.border_count = 0; // points on both sides are too near for the long one to be Delaunay by itself
    CHECK_INT(blamed(&view, "plan-delaunay"), 1);
    uint8_t flags[MOST];
    memcpy(flags, right.vertex_flags, (size_t)right.vertex_count);
    view = right;
    view.vertex_flags = flags;
    for (int32_t i = 0; i < right.vertex_count; i++)
        flags[i] |= flags[i] == WEND_VERTEX_BOUNDARY ? WEND_VERTEX_FEATURE : 0;
    CHECK_INT(blamed(&view, "plan-border"), 4); // the corners of the room
    wend_plan_destroy(plan);
}

// A hole point in a corner of a border marks its hole: only outlines can hide one.
TEST(borders_hide_no_hole_points) {
    open_context();
    sketch s = {.rule = WEND_INSIDE_HOLES};
    const double outline[] = {0, 0, 10, 0, 10, 10, 0, 10, 0, 0}, hole[] = {4, 4, 6, 4, 6, 6, 4, 6, 4, 4};
    const double mark[] = {5, 5}, border[] = {3, 5, 5, 5, 5, 7};
    sketch_add(&s, WEND_SHAPE_OUTLINE, -1, outline, 5);
    sketch_add(&s, WEND_SHAPE_OUTLINE, -1, hole, 5);
    sketch_add(&s, WEND_SHAPE_HOLE, -1, mark, 1);
    sketch_add(&s, WEND_SHAPE_BORDER, -1, border, 3);
    wend_plan *plan = NULL;
    REQUIRE(build(&s, 0, &plan) == WEND_OK);
    CHECK(wend_plan_area(plan) == 96);
    CHECK_INT(wend_plan_look(plan).border_count, 2); // the ends, up to the hole
    CHECK_INT(wend_report_total(report, "hole-outside"), 0);
    wend_plan_destroy(plan);
}

// Obstacles that touch in a point leave two vertices there: one per fan.
TEST(touching_obstacles_pinch) {
    open_context();
    sketch s = {.rule = WEND_INSIDE_RINGS};
    const double a[] = {2, 2, 5, 2, 5, 5, 2, 5}, b[] = {5, 5, 8, 5, 8, 8, 5, 8};
    sketch_add(&s, WEND_SHAPE_OUTER, 0, square, 4);
    sketch_add(&s, WEND_SHAPE_OBSTACLE, 0, a, 4);
    sketch_add(&s, WEND_SHAPE_OBSTACLE, 0, b, 4);
    wend_plan *plan = NULL;
    REQUIRE(build(&s, 0, &plan) == WEND_OK);
    wend_plan_view view = wend_plan_look(plan);
    int32_t there = 0;
    for (int32_t i = 0; i < view.vertex_count; i++) {
        double place[2];
        wend_lattice_place(&view.lattice, view.vertices[i], place);
        there += place[0] == 5 && place[1] == 5;
    }
    CHECK_INT(there, 2);
    CHECK_INT(view.vertex_count, 4 + 4 + 4);
    wend_plan_destroy(plan);
}

// Drawings on whose odd-sized box lines cross exactly in the middle: which way the crossing is rounded must turn with
// them.
TEST(crossings_in_the_middle_turn_with_the_drawing) {
    open_context();
    const double bow[] = {3, 10, 9, 8, 2, 7, 8, 5}, room[] = {0, 0, 5, 0, 5, 5, 0, 5};
    const double walls[][4] = {{2, 1, 3, 2}, {2, 2, 3, 1}, {3, 4, 2, 4}, {2, 3, 3, 3}};
    sketch s[2] = {{.rule = WEND_INSIDE_RINGS}, {.rule = WEND_INSIDE_RINGS}};
    sketch_add(&s[0], WEND_SHAPE_OUTER, 0, bow, 4);
    sketch_add(&s[1], WEND_SHAPE_OUTER, 0, room, 4);
    for (int i = 0; i < 4; i++)
        sketch_add(&s[1], WEND_SHAPE_WALL, -1, walls[i], 2);
    for (int i = 0; i < 2; i++) {
        uint64_t hash = hash_of(&s[i], 1);
        for (int turn = 1; turn < 4; turn++) {
            sketch_turn(&s[i]);
            CHECK_MESSAGE(hash_of(&s[i], 1) == hash, "drawing %d turned by %d degrees", i, 90 * turn);
        }
    }
}

// Obstacles count whichever way the outline is told.
TEST(obstacles_count_under_every_rule) {
    open_context();
    const double outline[] = {0, 0, 10, 0, 10, 10, 0, 10, 0, 0}, pillar[] = {2, 2, 4, 2, 4, 4, 2, 4};
    for (int rule = WEND_INSIDE_DEPTH; rule <= WEND_INSIDE_HOLES; rule++) {
        sketch s = {.rule = (wend_inside_rule)rule};
        sketch_add(&s, WEND_SHAPE_OUTLINE, -1, outline, 5);
        sketch_add(&s, WEND_SHAPE_OBSTACLE, -1, pillar, 4);
        wend_plan *plan = NULL;
        REQUIRE(build(&s, 0, &plan) == WEND_OK);
        CHECK(wend_plan_area(plan) == 96);
        wend_plan_destroy(plan);
    }
}

TEST(unit_scales_area) {
    open_context();
    sketch s = {.rule = WEND_INSIDE_RINGS};
    sketch_add(&s, WEND_SHAPE_OUTER, 0, square, 4);
    wend_drawing *drawing = sketch_draw(context, &s);
    wend_plan_def def = wend_default_plan_def();
    def.unit = 0.5;
    wend_plan *plan = NULL;
    REQUIRE(wend_plan_build(context, drawing, &def, &plan, NULL) == WEND_OK);
    CHECK(wend_plan_area(plan) == 25);
    wend_plan_destroy(plan);
    wend_drawing_destroy(drawing);
}

static wend_result build_with(const double *points, int32_t count, double lattice, double unit) {
    sketch s = {.rule = WEND_INSIDE_RINGS};
    sketch_add(&s, WEND_SHAPE_OUTER, 0, points, count);
    wend_drawing *drawing = sketch_draw(context, &s);
    wend_plan_def def = wend_default_plan_def();
    def.lattice = lattice;
    def.unit = unit;
    wend_plan *plan = NULL;
    wend_report_clear(report);
    wend_result result = wend_plan_build(context, drawing, &def, &plan, report);
    CHECK((plan != NULL) == (result == WEND_OK));
    CHECK_MESSAGE(result == WEND_OK || wend_report_error(report)[0] != 0, "%s, without a word about it",
                  wend_describe(result));
    wend_plan_destroy(plan);
    wend_drawing_destroy(drawing);
    return result;
}

TEST(bad_drawings_are_refused_in_words) {
    open_context();
    const double nowhere[] = {0, 0, 1, 0, NAN, 1}, endless[] = {0, 0, INFINITY, 0, 1, 1}, flat[] = {0, 0, 1, 1, 2, 2};
    wend_result results[] = {build_with(square, 4, 0, 1),   build_with(nowhere, 3, 0, 1),
                             build_with(endless, 3, 0, 1),  build_with(flat, 3, 0, 1),
                             build_with(NULL, 0, 0, 1),     build_with(square, 4, -1, 1),
                             build_with(square, 4, NAN, 1), build_with(square, 4, 0, 0),
                             build_with(square, 4, 0, NAN), build_with(square, 4, 0x1p-40, 1)};
    wend_result expected[] = {WEND_OK,
                              WEND_ERROR_NOT_FINITE,
                              WEND_ERROR_NOT_FINITE,
                              WEND_ERROR_EMPTY,
                              WEND_ERROR_EMPTY,
                              WEND_ERROR_ARGUMENT,
                              WEND_ERROR_ARGUMENT,
                              WEND_ERROR_ARGUMENT,
                              WEND_ERROR_ARGUMENT,
                              WEND_ERROR_RANGE};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        CHECK_MESSAGE(results[i] == expected[i], "case %d: \"%s\", expected \"%s\"", (int)i, wend_describe(results[i]),
                      wend_describe(expected[i]));
}

TEST(nothing_is_leaked) {
    open_context();
    close_context();
}

CHECK_MAIN()

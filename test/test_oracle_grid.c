// The oracle of shortest paths on grid maps: known answers, and beside the one that walks over triangles of a plan.
//
//     test_oracle_grid [--grids N] [--tasks N]     N random grids (200); N tasks of each map of Moving AI (12)
#include "oracle_grid.h"
#include "oracle_path.h"
#include "shared_context.h"

#include "base/random.h"

#include <wend/file.h>

#include <math.h>

static void open_context(void) {
    open_context_with(1);
}

static void expect(oracle_grid *g, int32_t x0, int32_t y0, int32_t x1, int32_t y1, double expected) {
    double length, back;
    int32_t from[2] = {x0, y0}, to[2] = {x1, y1};
    bool found = oracle_grid_shortest(g, from, to, &length);
    CHECK(oracle_grid_shortest(g, to, from, &back) == found);
    CHECK(found == (expected < INFINITY));
    if (found)
        CHECK_MESSAGE(fabs(length - expected) < 1e-9 && fabs(back - expected) < 1e-9, "%.9f, expected %.9f", length,
                      expected);
}

TEST(known_lengths) {
    oracle_grid *g = oracle_grid_make(7, 5,
                                      "......."
                                      "..@@@.."
                                      "..@.@.."
                                      "..@@@.#"
                                      ".....#.");
    expect(g, 0, 0, 6, 0, 6);
    expect(g, 0, 2, 6, 2, 3 + 2 * hypot(1.5, 1.5));
    expect(g, 0, 2, 0, 4, 2);
    expect(g, 3, 2, 0, 0, INFINITY); // walled in
    expect(g, 5, 3, 6, 4, INFINITY); // cells that touch in a corner
    expect(g, 1, 0, 1, 4, 4);
    expect(g, 3, 0, 3, 4, hypot(1.5, 0.5) * 2 + 3);
    expect(g, 3, 3, 3, 3, INFINITY); // blocked
    expect(g, 6, 0, 6, 0, 0);
    oracle_grid_free(g);
}

// ---------------------------------------------------------------------------------------------------- beside triangles

// The length on the plan of a map; -1 for none.
static double length_on_plan(const wend_plan *plan, oracle_path *o, const int32_t from[2], const int32_t to[2]) {
    double a[2] = {from[0] + 0.5, from[1] + 0.5}, b[2] = {to[0] + 0.5, to[1] + 0.5}, length;
    wend_spot s, t;
    wend_plan_locate(plan, a, 0, &s);
    wend_plan_locate(plan, b, 0, &t);
    return oracle_path_shortest(o, &s, &t, &length) ? length : -1;
}

static void compare(oracle_grid *g, const wend_plan *plan, oracle_path *o, const int32_t from[2], const int32_t to[2]) {
    double length, other = length_on_plan(plan, o, from, to);
    if (!oracle_grid_shortest(g, from, to, &length))
        length = -1;
    CHECK_MESSAGE(fabs(length - other) <= 1e-9 * (1 + fabs(length)), "%d %d to %d %d: cells %.9f, triangles %.9f",
                  (int)from[0], (int)from[1], (int)to[0], (int)to[1], length, other);
}

enum { SIDE = 14 };

static wend_plan *plan_of(const char *rows) {
    wend_drawing *drawing = NULL;
    wend_plan *plan = NULL;
    wend_plan_def def = wend_default_plan_def();
    def.lattice = 0.5;
    CHECK(wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing) == WEND_OK);
    wend_drawing_add(drawing, WEND_SHAPE_OUTER, -1, (double[]){0, 0, SIDE, 0, SIDE, SIDE, 0, SIDE}, 4);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            if (rows[y * SIDE + x] != '.')
                wend_drawing_add(drawing, WEND_SHAPE_OBSTACLE, -1, (double[]){x, y, x + 1, y, x + 1, y + 1, x, y + 1},
                                 4);
    wend_plan_build(context, drawing, &def, &plan, NULL);
    wend_drawing_destroy(drawing);
    return plan;
}

TEST(random_grids) {
    open_context();
    int64_t grids = check_cases("grids", 200), ways = 0;
    for (int64_t k = 0; k < grids; k++) {
        uint64_t state = (uint64_t)k;
        char rows[SIDE * SIDE];
        uint64_t blocked = 5 + wend_random_below(&state, 50);
        for (int i = 0; i < SIDE * SIDE; i++)
            rows[i] = wend_random_below(&state, 100) < blocked ? '@' : '.';
        wend_plan *plan = plan_of(rows);
        if (plan == NULL)
            continue;
        oracle_grid *g = oracle_grid_make(SIDE, SIDE, rows);
        oracle_path *o = oracle_path_make(plan, 0);
        for (int q = 0; q < 40; q++) {
            int32_t ends[4];
            double length;
            for (int i = 0; i < 4; i++)
                ends[i] = (int32_t)wend_random_below(&state, SIDE);
            compare(g, plan, o, ends, ends + 2);
            ways += oracle_grid_shortest(g, ends, ends + 2, &length);
        }
        oracle_path_free(o);
        oracle_grid_free(g);
        wend_plan_destroy(plan);
    }
    CHECK(ways > 0);
}

// ---------------------------------------------------------------------------------------------------- Moving AI

static const char *const maps[] = {"dao/arena.map",        "dao/den312d.map",        "dao/brc202d.map",
                                   "bg512/AR0602SR.map",   "rooms/64room_000.map",   "mazes/maze512-32-0.map",
                                   "sc1/CatwalkAlley.map", "cities/Berlin_1_256.map"};

// No longer than the best way of moves to neighbours, no shorter than the straight line, and that of the plan.
static void check_map(const char *name, int64_t wanted) {
    char file[CHECK_PATH], tasks_file[CHECK_PATH + 8];
    snprintf(file, sizeof file, "grid/%s", name);
    const char *path = check_data(file);
    if (path == NULL)
        SKIP("%s is missing", name);
    snprintf(file, sizeof file, "%s", path);
    snprintf(tasks_file, sizeof tasks_file, "%s.scen", file);
    oracle_grid *g = oracle_grid_read(file);
    oracle_grid_task *tasks = NULL;
    int32_t count = oracle_grid_tasks(tasks_file, &tasks);
    wend_drawing *drawing = NULL;
    wend_plan *plan = NULL;
    wend_plan_def def = wend_default_plan_def();
    def.lattice = 0.5;
    if (!CHECK(g != NULL && count > 0) || !CHECK(wend_file_read_drawing(context, file, &drawing, report) == WEND_OK) ||
        !CHECK(wend_plan_build(context, drawing, &def, &plan, report) == WEND_OK))
        exit(1);
    oracle_path *o = oracle_path_make(plan, 0);
    for (int64_t k = 0; k < wanted && k < count; k++) {
        const oracle_grid_task *t = &tasks[k * count / (wanted < count ? wanted : count)];
        double length, straight = hypot(t->to[0] - t->from[0], t->to[1] - t->from[1]);
        if (!CHECK_MESSAGE(oracle_grid_shortest(g, t->from, t->to, &length), "%s: no way", name))
            continue;
        CHECK_MESSAGE(length <= t->length + 0.01 && length >= straight - 1e-9, "%s: %.6f, %.6f by moves, %.6f straight",
                      name, length, t->length, straight);
        compare(g, plan, o, t->from, t->to);
    }
    oracle_path_free(o);
    oracle_grid_free(g);
    free(tasks);
    wend_plan_destroy(plan);
    wend_drawing_destroy(drawing);
}

TEST(maps_of_games) {
    open_context();
    int64_t wanted = check_cases("tasks", 12);
    for (size_t k = 0; k < sizeof maps / sizeof *maps; k++)
        check_map(maps[k], wanted);
}

TEST(nothing_is_left) {
    open_context();
    close_context();
}

CHECK_MAIN()

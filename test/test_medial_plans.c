// Medial axes of particular plans: known answers, spirals of many turns, regular polygons and grids, where all is ties,
// the samples, the plans and scenes of others, and widest ways, all by brute force.
//
//     test_medial_plans [--places N] [--largest N] [--pairs N]     N random places on each plan of others (100), of up to
//                                                                   N boundary edges (20000); N pairs of places (40)
#define _XOPEN_SOURCE 700

#include "immersed.h"
#include "medial_judge.h"
#include "medial_truth.h"
#include "medial_ways.h"
#include "sketch.h"
#include "storeys.h"

#include <wend/file.h>
#include <wend/pipeline.h>
#include <wend/sample.h>

#include <dirent.h>

static immersed surface; // large

static void open_context(void) {
    open_context_with(1);
}

static wend_plan *plan_of(const sketch *s) {
    open_context();
    wend_drawing *drawing = sketch_draw(context, s);
    wend_plan_def def = wend_default_plan_def();
    def.lattice = 1;
    wend_plan *plan = NULL;
    wend_report_clear(report);
    wend_plan_build(context, drawing, &def, &plan, report);
    wend_drawing_destroy(drawing);
    return plan;
}

// Builds and destroys a medial axis; its numbers.
typedef struct numbers {
    int32_t vertices, true_vertices, arcs, narrows;
    double narrowest, widest_radius;
} numbers;

static numbers numbers_of(const wend_plan *plan) {
    numbers n = {.vertices = -1};
    wend_medial *medial = NULL;
    uint64_t state = 1;
    if (plan == NULL || !CHECK(check_medial(plan, &state)) ||
        !CHECK(wend_medial_build(context, plan, NULL, &medial, report) == WEND_OK))
        return n;
    wend_medial_view view = wend_medial_look(medial);
    n = (numbers){view.vertex_count, view.true_count, view.arc_count, view.narrow_count, -1, 0};
    if (view.narrow_count > 0)
        n.narrowest = wend_medial_narrow(medial, 0).width;
    for (int32_t v = 0; v < view.vertex_count; v++)
        n.widest_radius = fmax(n.widest_radius, view.vertices[v].radius);
    wend_medial_destroy(medial);
    return n;
}

// ---------------------------------------------------------------------------------------------------- known answers

TEST(square_has_a_cross) {
    sketch s = {0};
    sketch_add(&s, WEND_SHAPE_OUTER, 0, (double[]){0, 0, 8, 0, 8, 8, 0, 8}, 4);
    wend_plan *plan = plan_of(&s);
    numbers n = numbers_of(plan);
    CHECK_INT(n.vertices, 5);
    CHECK_INT(n.true_vertices, 5);
    CHECK_INT(n.arcs, 4);
    CHECK_INT(n.narrows, 0);
    CHECK(n.widest_radius == 4);
    wend_plan_destroy(plan);
}

TEST(rectangle_has_a_ridge) {
    sketch s = {0};
    sketch_add(&s, WEND_SHAPE_OUTER, 0, (double[]){0, 0, 20, 0, 20, 8, 0, 8}, 4);
    wend_plan *plan = plan_of(&s);
    numbers n = numbers_of(plan);
    CHECK_INT(n.vertices, 6);
    CHECK_INT(n.arcs, 5);
    CHECK_INT(n.narrows, 0);
    wend_plan_destroy(plan);
}

// Vertices of 180 degrees change nothing but the obstacles that arcs belong to.
TEST(points_along_walls) {
    sketch s = {0};
    sketch_add(&s, WEND_SHAPE_OUTER, 0, (double[]){0, 0, 4, 0, 8, 0, 8, 4, 8, 8, 4, 8, 0, 8, 0, 4}, 8);
    wend_plan *plan = plan_of(&s);
    numbers n = numbers_of(plan);
    CHECK_INT(n.true_vertices, 5);
    CHECK_INT(n.arcs, 4);
    wend_plan_destroy(plan);
}

TEST(door_between_two_rooms) {
    sketch s = {0};
    sketch_add(&s, WEND_SHAPE_OUTER, 0, (double[]){0, 0, 20, 0, 20, 10, 0, 10}, 4);
    sketch_add(&s, WEND_SHAPE_WALL, -1, (double[]){10, 0, 10, 4}, 2);
    sketch_add(&s, WEND_SHAPE_WALL, -1, (double[]){10, 10, 10, 6}, 2);
    wend_plan *plan = plan_of(&s);
    numbers n = numbers_of(plan);
    CHECK_INT(n.narrows, 1);
    CHECK(n.narrowest == 2);
    wend_medial *medial = NULL;
    REQUIRE(wend_medial_build(context, plan, NULL, &medial, report) == WEND_OK);
    wend_narrow door = wend_medial_narrow(medial, 0);
    CHECK(door.place[0] == 10 && door.place[1] == 5 && fabs(door.direction[0]) == 1 && door.direction[1] == 0);
    CHECK(door.width == 2 && door.room == 10 && door.prominence == 8);
    wend_spot left, right;
    wend_plan_locate(plan, (double[]){5, 5}, 0, &left);
    wend_plan_locate(plan, (double[]){15, 5}, 0, &right);
    CHECK(wend_medial_widest(medial, &left, &right) == 1);
    CHECK(wend_medial_component(medial, &left, 1) == wend_medial_component(medial, &right, 1));
    CHECK(wend_medial_component(medial, &left, 1.001) != wend_medial_component(medial, &right, 1.001));
    CHECK_INT(wend_medial_component(medial, &left, 5.5), -1);
    wend_medial_near near;
    wend_medial_clearance(medial, &left, &near);
    CHECK(near.clearance == 5);
    wend_spot off = {.triangle = -1};
    wend_medial_clearance(medial, &off, &near);
    CHECK(near.site == -1 && near.arc == -1 && wend_medial_widest(medial, &left, &off) == 0);
    wend_medial_destroy(medial);
    wend_plan_destroy(plan);
}

// ---------------------------------------------------------------------------------------------------- narrow places

// What a narrow place parts, by brute force: from each of its sides over all arcs that are wider than it.
typedef struct rooms {
    wend_medial_view view;
    const wend_medial *medial;
    double unit;   // metres of a lattice step
    double radius; // of the place, in metres
    int32_t *seen; // per vertex: the search that came by, or -1
    int32_t *stack;
} rooms;

// The widest radius that is reached from a vertex.
static double flood_room(rooms *r, int32_t from, int32_t search) {
    double widest = 0;
    int64_t count = 0;
    r->stack[count++] = from;
    r->seen[from] = search;
    while (count > 0) {
        const wend_medial_vertex *v = &r->view.vertices[r->stack[--count]];
        widest = fmax(widest, v->radius * r->unit);
        for (int32_t i = 0; i < v->degree; i++) {
            int32_t half = r->view.around[v->first + i], other = r->view.arcs[half / 2].vertex[1 - half % 2];
            double clearance;
            wend_medial_arc_point(r->medial, half / 2, wend_medial_arc_least(r->medial, half / 2), NULL, &clearance);
            if (clearance > r->radius && r->seen[other] != search) {
                r->seen[other] = search;
                r->stack[count++] = other;
            }
        }
    }
    return widest;
}

// Judges the narrow places that lie inside of an arc, whose sides are its ends; how many there are.
static int32_t judge_rooms(const wend_plan *plan) {
    wend_medial *medial = NULL;
    if (!CHECK(wend_medial_build(context, plan, NULL, &medial, report) == WEND_OK))
        return 0;
    wend_medial_view view = wend_medial_look(medial);
    wend_plan_view ground = wend_plan_look(plan);
    rooms r = {view, medial, ground.lattice.step * ground.unit, 0, NULL, NULL};
    r.seen = malloc((size_t)view.vertex_count * sizeof *r.seen);
    r.stack = malloc((size_t)view.vertex_count * sizeof *r.stack);
    memset(r.seen, 0xff, (size_t)view.vertex_count * sizeof *r.seen);
    int32_t judged = 0;
    double last = 1e300;
    bool parts = true; // rooms: those that do come first
    for (int32_t k = 0; k < view.narrow_count; k++) {
        wend_narrow narrow = wend_medial_narrow(medial, k);
        double at = wend_medial_arc_least(medial, narrow.arc);
        CHECK((narrow.prominence <= last * (1 + 1e-12) || (parts && !(narrow.room > 0))) && narrow.prominence >= 0);
        CHECK(parts || !(narrow.room > 0));
        last = narrow.prominence;
        parts = narrow.room > 0;
        if (at == 0 || at == 0.5 || at == 1)
            continue;
        const int32_t *ends = view.arcs[narrow.arc].vertex;
        r.radius = narrow.width / 2;
        double first = flood_room(&r, ends[0], 2 * k);
        bool around = r.seen[ends[1]] == 2 * k;
        double room = around ? 0 : 2 * fmin(first, flood_room(&r, ends[1], 2 * k + 1));
        double prominence = around ? narrow.width : room - narrow.width;
        CHECK_MESSAGE(fabs(narrow.room - room) <= 1e-9 * room, "%d: room %g, is %g", k, narrow.room, room);
        CHECK_MESSAGE(fabs(narrow.prominence - prominence) <= 1e-9 * room + 1e-12, "%d: prominence %g, is %g", k,
                      narrow.prominence, prominence);
        judged++;
    }
    free(r.seen);
    free(r.stack);
    wend_medial_destroy(medial);
    return judged;
}

TEST(rooms_of_samples) {
    static const char *const names[] = {"rooms", "circles", "squares", "city", "thin-walls", "touching"};
    for (int k = 0; k < (int)(sizeof names / sizeof *names); k++) {
        open_context();
        wend_drawing *drawing = NULL;
        wend_plan *plan = NULL;
        wend_plan_def def = wend_default_plan_def();
        REQUIRE(wend_sample_build_drawing(context, names[k], 500, 1, &drawing) == WEND_OK);
        REQUIRE(wend_plan_build(context, drawing, &def, &plan, report) == WEND_OK);
        CHECK_MESSAGE(judge_rooms(plan) > 10, "%s", names[k]);
        wend_plan_destroy(plan);
        wend_drawing_destroy(drawing);
    }
}

// The narrow places of a sketch, the most prominent first: up to `count` of them; how many there are.
static int32_t list_narrows(const sketch *s, wend_narrow *narrows, int32_t count) {
    wend_plan *plan = plan_of(s);
    wend_medial *medial = NULL;
    if (!CHECK(plan != NULL && wend_medial_build(context, plan, NULL, &medial, report) == WEND_OK))
        return 0;
    int32_t all = wend_medial_look(medial).narrow_count;
    for (int32_t k = 0; k < count && k < all; k++)
        narrows[k] = wend_medial_narrow(medial, k);
    wend_medial_destroy(medial);
    wend_plan_destroy(plan);
    return all;
}

// A hall with a door of 90, two chairs with a slit of 1 between them, and a niche of 12 by 60 with a slit of 2 halfway.
TEST(doors_come_before_slits) {
    sketch s = {0};
    sketch_add(&s, WEND_SHAPE_OUTER, 0,
               (double[]){0, 0, 2000, 0, 2000, 1000, 512, 1000, 512, 1060, 500, 1060, 500, 1000, 0, 1000}, 8);
    sketch_add(&s, WEND_SHAPE_WALL, -1, (double[]){1000, 0, 1000, 400}, 2);
    sketch_add(&s, WEND_SHAPE_WALL, -1, (double[]){1000, 1000, 1000, 490}, 2);
    sketch_add(&s, WEND_SHAPE_OBSTACLE, -1, (double[]){300, 300, 400, 300, 400, 400, 300, 400}, 4);
    sketch_add(&s, WEND_SHAPE_OBSTACLE, -1, (double[]){401, 300, 500, 300, 500, 400, 401, 400}, 4);
    sketch_add(&s, WEND_SHAPE_WALL, -1, (double[]){500, 1030, 510, 1030}, 2);
    wend_narrow n[16];
    int32_t count = list_narrows(&s, n, 16);
    REQUIRE(count > 3 && count <= 16);
    CHECK(n[0].width == 90 && n[0].room > 600 && n[0].prominence == n[0].room - 90);
    bool chairs = false, niche = false;
    for (int32_t k = 0; k < count; k++) {
        chairs |= n[k].width == 1 && n[k].room == 0 && n[k].prominence == 1; // there are wider ways around
        niche |= n[k].width == 2 && n[k].room >= 12 && n[k].room < 14 && n[k].prominence == n[k].room - 2;
    }
    CHECK(chairs && niche);
}

static void draw_two_doors(sketch *s, double first, double second) {
    sketch_add(s, WEND_SHAPE_OUTER, 0, (double[]){0, 0, 2000, 0, 2000, 1000, 0, 1000}, 4);
    sketch_add(s, WEND_SHAPE_WALL, -1, (double[]){1000, 0, 1000, 200}, 2);
    sketch_add(s, WEND_SHAPE_WALL, -1, (double[]){1000, 200 + first, 1000, 800 - second}, 2);
    sketch_add(s, WEND_SHAPE_WALL, -1, (double[]){1000, 800, 1000, 1000}, 2);
}

// Of two doors between the same rooms the wider one parts them; when they are equally wide, both do.
TEST(two_doors) {
    wend_narrow n[4];
    sketch s = {0}, same = {0};
    draw_two_doors(&s, 90, 120);
    CHECK_INT(list_narrows(&s, n, 4), 2);
    CHECK(n[0].width == 120 && n[0].room == 1000 && n[1].width == 90 && n[1].room == 0 && n[1].prominence == 90);
    draw_two_doors(&same, 90, 90);
    CHECK_INT(list_narrows(&same, n, 4), 2);
    CHECK(n[0].room == 1000 && n[1].room == 1000 && n[1].prominence == 910);
}

// A door between thick walls, one side of which is longer than the other, at any angle: one place, whatever is rounded.
TEST(doors_in_turned_walls) {
    static const double corners[] = {0,   0,   100, 0,   100, 45, 103, 45, 103, 0,   203, 0,
                                     203, 100, 105, 100, 105, 55, 98,  55, 98,  100, 0,   100};
    uint64_t state = 7;
    for (int k = 0; k < 300; k++) {
        double a = (double)wend_random_below(&state, 6000) - 3000, b = 1 + (double)wend_random_below(&state, 3000);
        double points[24], length = sqrt(a * a + b * b);
        sketch s = {0};
        wend_narrow n;
        for (int i = 0; i < 12; i++) {
            points[2 * i] = a * corners[2 * i] - b * corners[2 * i + 1];
            points[2 * i + 1] = b * corners[2 * i] + a * corners[2 * i + 1];
        }
        sketch_add(&s, WEND_SHAPE_OUTER, 0, points, 12);
        CHECK_INT(list_narrows(&s, &n, 1), 1);
        CHECK_MESSAGE(fabs(n.width - 10 * length) < 1e-6 * length && n.room > 98 * length, "%g, %g: %g to %g", a, b,
                      n.width / length, n.room / length);
    }
}

// A feature vertex in the middle of the floor is no obstacle.
TEST(borders_are_no_obstacles) {
    sketch s = {0};
    sketch_add(&s, WEND_SHAPE_OUTER, 0, (double[]){0, 0, 8, 0, 8, 8, 0, 8}, 4);
    sketch_add(&s, WEND_SHAPE_BORDER, -1, (double[]){2, 3, 5, 4, 3, 6, 6, 6}, 4);
    wend_plan *plan = plan_of(&s);
    numbers n = numbers_of(plan);
    CHECK_INT(n.vertices, 5);
    CHECK(n.widest_radius == 4);
    wend_plan_destroy(plan);
}

// ---------------------------------------------------------------------------------------------------- ties

// A regular polygon on the lattice: with 4 corners turned by 45 degrees, with 12 on a circle through lattice points.
TEST(cocircular_corners) {
    static const double twelve[] = {25,  0,   24,  7,   20,  15,  15,  20,  7,   24,  0,   25,  -7,  24,
                                    -15, 20,  -20, 15,  -24, 7,   -25, 0,   -24, -7,  -20, -15, -15, -20,
                                    -7,  -24, 0,   -25, 7,   -24, 15,  -20, 20,  -15, 24,  -7};
    sketch s = {0};
    sketch_add(&s, WEND_SHAPE_OUTER, 0, twelve, 20);
    wend_plan *plan = plan_of(&s);
    CHECK(numbers_of(plan).vertices > 20);
    wend_plan_destroy(plan);
}

// Obstacles on a square grid: vertices of degree four everywhere.
TEST(square_grid) {
    sketch s = {0};
    sketch_add(&s, WEND_SHAPE_OUTER, 0, (double[]){0, 0, 24, 0, 24, 24, 0, 24}, 4);
    for (int y = 0; y < 6; y++)
        for (int x = 0; x < 6; x++)
            sketch_add(
                &s, WEND_SHAPE_OBSTACLE, -1,
                (double[]){4 * x + 1, 4 * y + 1, 4 * x + 3, 4 * y + 1, 4 * x + 3, 4 * y + 3, 4 * x + 1, 4 * y + 3}, 4);
    wend_plan *plan = plan_of(&s);
    CHECK_INT(numbers_of(plan).widest_radius * 1000, (int64_t)(sqrt(2) * 1000));
    wend_plan_destroy(plan);
}

TEST(points_on_a_grid) {
    sketch s = {0};
    double points[2 * 49];
    sketch_add(&s, WEND_SHAPE_OUTER, 0, (double[]){0, 0, 16, 0, 16, 16, 0, 16}, 4);
    for (int k = 0; k < 49; k++) {
        points[2 * k] = 2 + 2 * (k % 7);
        points[2 * k + 1] = 2 + 2 * (k / 7);
    }
    sketch_add(&s, WEND_SHAPE_POINT, -1, points, 49);
    wend_plan *plan = plan_of(&s);
    CHECK(numbers_of(plan).narrows > 49);
    wend_plan_destroy(plan);
}

// ---------------------------------------------------------------------------------------------------- spirals

static void try_spiral(int32_t turns, int32_t steps, bool obstacle) {
    open_context();
    uint64_t state = (uint64_t)turns;
    immersed_spiral(&surface, turns, steps, 1000, 3000, obstacle);
    immersed_plan *p = immersed_make(context, &surface, report);
    REQUIRE(p != NULL);
    CHECK_MESSAGE(check_medial(immersed_look(p), &state), "%d turns of %d steps", turns, steps);
    wend_medial *medial = NULL;
    REQUIRE(wend_medial_build(context, immersed_look(p), NULL, &medial, report) == WEND_OK);
    CHECK(check_places(immersed_look(p), medial, 300, &state));
    wend_medial_destroy(medial);
    immersed_free(p);
}

TEST(spirals) {
    for (int obstacle = 0; obstacle < 2; obstacle++) {
        try_spiral(3, 12, obstacle != 0);
        try_spiral(8, 16, obstacle != 0);
        if (check_takes(1))
            try_spiral(50, 24, obstacle != 0);
    }
}

// ---------------------------------------------------------------------------------------------------- storeys

// Copies of a plan above each other, joined. What lies above and below in projection is all obstacles.
TEST(storeys_above_each_other) {
    open_context();
    static const char *const names[] = {"blocks", "squares", "rooms", "thin-walls", "touching"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        wend_drawing *drawing = NULL;
        wend_plan *plan = NULL;
        wend_medial *medial = NULL;
        uint64_t state = k;
        REQUIRE(wend_sample_build_drawing(context, names[k], 300, 1, &drawing) == WEND_OK);
        REQUIRE(wend_plan_build(context, drawing, NULL, &plan, report) == WEND_OK);
        storeys *s = storeys_make(context, plan, 6, report);
        REQUIRE(s != NULL && wend_medial_build(context, storeys_look(s), NULL, &medial, report) == WEND_OK);
        wend_plan_view view = wend_plan_look(storeys_look(s));
        wend_medial_view m = wend_medial_look(medial);
        CHECK(view.component_count < 6 * wend_plan_look(plan).component_count);
        CHECK_INT((int64_t)m.vertex_count - m.arc_count, euler_of(&view));
        CHECK(wend_medial_check(context, medial, report) == WEND_OK);
        for (int i = 0; i < 300; i++) {
            wend_spot spot;
            wend_medial_near near;
            if (!oracle_random_spot(storeys_look(s), &state, &spot))
                continue;
            wend_medial_clearance(medial, &spot, &near);
            oracle_near truth = oracle_at(&view, &spot);
            double steps = near.clearance / (view.lattice.step * view.unit);
            if (!CHECK_MESSAGE(near.site >= 0 && fabs(steps - truth.distance) < 1, "%s: %g, brute force says %g",
                               names[k], steps, truth.distance))
                break;
        }
        wend_medial_destroy(medial);
        storeys_free(s);
        wend_plan_destroy(plan);
        wend_drawing_destroy(drawing);
    }
}

// ---------------------------------------------------------------------------------------------------- widest ways

static void try_ways(bool overlapping) {
    open_context();
    medial_truth truth = {0};
    medial_ways_try(context, overlapping, check_cases("pairs", 40), &truth);
    printf("%lld pairs, widest ways within %.3f lattice steps\n", (long long)truth.pairs, truth.widest);
    CHECK_MESSAGE(truth.wrong == 0, "%s", truth.what);
    CHECK_INT(truth.pairs, check_cases("pairs", 40));
}

TEST(widest_ways_flat) {
    try_ways(false);
}
TEST(widest_ways_immersed) {
    try_ways(true);
}

// ---------------------------------------------------------------------------------------------------- samples and data

// Random places and all vertices by brute force.
static bool judge(const wend_plan *plan, const wend_medial *medial, int64_t places) {
    medial_truth truth = {0};
    medial_truth_places(plan, medial, places, 5, &truth);
    medial_truth_vertices(plan, medial, &truth);
    return CHECK_MESSAGE(truth.wrong == 0, "%s", truth.what);
}

// The same, the check, and the same hash for another order.
static bool try_plan(const wend_plan *plan, int64_t places) {
    wend_medial *medial = NULL, *other = NULL;
    bool good = CHECK(wend_medial_build(context, plan, NULL, &medial, report) == WEND_OK) &&
                CHECK(wend_medial_check(context, medial, report) == WEND_OK) &&
                CHECK(wend_medial_build_seeded(context, plan, 77, &other) == WEND_OK) &&
                CHECK(wend_medial_look(medial).hash == wend_medial_look(other).hash) && judge(plan, medial, places);
    wend_medial_destroy(medial);
    wend_medial_destroy(other);
    return good;
}

TEST(samples) {
    open_context();
    for (int32_t k = 0; k < wend_sample_count() && !wend_sample_at(k)->scene; k++) {
        if (!check_takes(k))
            continue;
        wend_drawing *drawing = NULL;
        wend_plan *plan = NULL;
        REQUIRE(wend_sample_build_drawing(context, wend_sample_at(k)->name, 0, 1, &drawing) == WEND_OK);
        bool good = CHECK(wend_plan_build(context, drawing, NULL, &plan, report) == WEND_OK) && try_plan(plan, 500);
        CHECK_MESSAGE(good, "%s", wend_sample_at(k)->name);
        wend_plan_destroy(plan);
        wend_drawing_destroy(drawing);
    }
}

static wend_plan *file_plan(const char *path) {
    wend_drawing *drawing = NULL;
    wend_plan *plan = NULL;
    wend_report_clear(report);
    if (wend_file_read_drawing(context, path, &drawing, report) != WEND_OK)
        return NULL;
    wend_plan_build(context, drawing, NULL, &plan, report);
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
        if (wend_plan_look(plan).boundary_count <= check_cases("largest", 20000))
            CHECK_MESSAGE(try_plan(plan, check_cases("places", 100)), "%s", path);
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

// Plans of linked surfaces, several storeys of them. bench_medial_truth has all scenes.
TEST(scenes_of_others) {
    static const struct {
        const char *path;
        wend_up up;
        double unit;
    } scenes[] = {{"recast/nav_test.obj", WEND_UP_Y, 1},
                  {"buildings/gz_parking_garage.obj", WEND_UP_Y, 1},
                  {"buildings/aws_hospital_two_floors_collision.obj", WEND_UP_Z, 1},
                  {"quake/oa_dm1.obj", WEND_UP_Z, 1.0 / 32},
                  {"levels/navcat_tower-big.glb", WEND_UP_Y, 1}};
    open_context();
    for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++) {
        if (!check_takes((int64_t)k))
            continue;
        const char *path = check_data(scenes[k].path);
        if (path == NULL)
            SKIP("no %s in the shared data", scenes[k].path);
        wend_scene_def def = {.up = scenes[k].up, .unit = scenes[k].unit};
        wend_scene *scene = NULL;
        wend_nav *nav = NULL;
        bool good = CHECK(wend_scene_create(context, &def, &scene) == WEND_OK) &&
                    CHECK(wend_file_read_scene(context, path, 0, scene, report) == WEND_OK) &&
                    CHECK(wend_build_scene(context, scene, NULL, &nav, NULL, report) == WEND_OK) &&
                    try_plan(wend_nav_plan(nav), check_cases("places", 500));
        CHECK_MESSAGE(good, "%s", scenes[k].path);
        wend_nav_destroy(nav);
        wend_scene_destroy(scene);
        wend_report_clear(report);
    }
}

TEST(end) {
    close_context();
}

CHECK_MAIN()

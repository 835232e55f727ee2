// Small steps: walks, moves and what is around, on random plans of many families and on overlapping floors.
//
//     test_path_steps [--steps N] [--series N]     N moves and walks (12000), N series of a thousand moves (24)
#include "oracle_flood.h"
#include <wend/path.h>

#include "path_plans.h"
#include "shared_context.h"

#include "base/random.h"

#include <math.h>

// A plan, a search on it, and an independent way to tell whether a disc fits.
typedef struct field {
    const char *name;
    const wend_plan *plan;
    wend_plan_view v;
    wend_medial *medial;
    wend_roads *roads[2];
    wend_search *search[2]; // on merged pieces and on triangles
    oracle_flood flood;
    double metres;
} field;

static bool field_make(const char *name, const wend_plan *plan, field *f) {
    static const int32_t sides[2] = {16, 3};
    *f = (field){.name = name, .plan = plan, .v = wend_plan_look(plan)};
    f->metres = f->v.lattice.step * f->v.unit;
    f->flood = oracle_flood_make(&f->v);
    bool good = CHECK(wend_medial_build(context, plan, NULL, &f->medial, report) == WEND_OK);
    for (int i = 0; good && i < 2; i++)
        good =
            CHECK(wend_roads_build(context, f->medial, &(wend_roads_def){sides[i]}, &f->roads[i], report) == WEND_OK) &&
            CHECK(wend_search_create_on(context, &(wend_search_def){.roads = f->roads[i]}, &f->search[i]) == WEND_OK);
    return good;
}

static void field_free(field *f) {
    for (int i = 0; i < 2; i++) {
        wend_search_destroy(f->search[i]);
        wend_roads_destroy(f->roads[i]);
    }
    wend_medial_destroy(f->medial);
    oracle_flood_free(&f->flood);
}

static oracle_vec steps_of(const field *f, const double place[2]) {
    return (oracle_vec){(place[0] - f->v.lattice.origin[0]) / f->v.lattice.step,
                        (place[1] - f->v.lattice.origin[1]) / f->v.lattice.step};
}

static double far(oracle_vec a, oracle_vec b) {
    return sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

// Whether a disc of a radius in lattice steps can go straight.
static bool is_free(field *f, int32_t triangle, oracle_vec p, oracle_vec q, double radius) {
    return oracle_flood_is_free(&f->flood, triangle, p, q, radius);
}

static double clearance(const field *f, const wend_spot *spot) {
    wend_medial_near near;
    wend_medial_clearance(f->medial, spot, &near);
    return near.clearance / f->metres;
}

static double random_between(uint64_t *state, double low, double high) {
    return low + (high - low) * wend_random_unit(state);
}

// Targets: anywhere, near, and exactly at vertices.
static void random_target(const field *f, uint64_t *state, const wend_spot *from, double to[2]) {
    int32_t triangle;
    wend_plan_random(f->plan, state, to, &triangle);
    uint64_t kind = wend_random_below(state, 4);
    if (kind == 0)
        return;
    wend_lattice_place(&f->v.lattice, from->point, to);
    double reach = kind == 1 ? 0.3 : 3;
    to[0] += random_between(state, -reach, reach) / f->v.unit;
    to[1] += random_between(state, -reach, reach) / f->v.unit;
    if (kind == 3)
        wend_lattice_place(&f->v.lattice, f->v.vertices[wend_random_below(state, (uint64_t)f->v.vertex_count)], to);
}

typedef struct sums {
    long moves, arrived, stopped, walks, differ;
    double deficit, drift;
} sums;

static void tell(const field *f, const char *what, double radius, const wend_spot *a, const double to[2], double got,
                 double wanted) {
    CHECK_MESSAGE(false, "%s: %s, radius %.17g, %d:%d,%d to %.17g,%.17g: %.12g, expected %.12g", f->name, what, radius,
                  a->triangle, a->point.x, a->point.y, to[0], to[1], got, wanted);
}

// Whether some place next to where a move ended is free and nearer to the target.
static bool can_go_on(field *f, const wend_stop *stop, oracle_vec at, oracle_vec target, double radius) {
    enum { DIRECTIONS = 360 };
    double step = 1e-4 / f->metres, left = far(at, target);
    step = step < left / 4 ? step : left / 4;
    if (radius > 0 && step > radius / 4)
        step = radius / 4;
    if (step < 64)
        return false;
    for (int k = 0; k < DIRECTIONS; k++) {
        double angle = k * (6.283185307179586 / DIRECTIONS);
        oracle_vec q = {at.x + step * cos(angle), at.y + step * sin(angle)};
        if (left - far(q, target) > 0.05 * step && is_free(f, stop->spot.triangle, at, q, radius))
            return true;
    }
    return false;
}

static void check_stop(field *f, const char *what, double radius, const wend_spot *from, const double to[2],
                       const wend_stop *stop, sums *sum) {
    double own = clearance(f, from), r = radius / f->metres, keeps = own < r ? own : r;
    oracle_vec begin = {from->point.x, from->point.y}, at = steps_of(f, stop->place), target = steps_of(f, to);
    if (!CHECK(stop->spot.triangle >= 0 && stop->spot.triangle < f->v.triangle_count))
        return;
    double slack = keeps * 1e-9 + 1e-4;
    if (!is_free(f, stop->spot.triangle, at, at, keeps - slack))
        tell(f, what, radius, from, to, keeps, -1);
    if (far(at, target) > far(begin, target) + 1e-6)
        tell(f, "farther", radius, from, to, far(at, target), far(begin, target));
    double rounded = far(at, (oracle_vec){stop->spot.point.x, stop->spot.point.y});
    if (rounded > 2.5)
        tell(f, "spot", radius, from, to, rounded, 1);
    double after = clearance(f, &stop->spot);
    sum->deficit = keeps - after > sum->deficit ? keeps - after : sum->deficit;
    if (!CHECK_MESSAGE(keeps - after < 2, "%s: %s: clearance %g after %g", f->name, what, after, keeps))
        tell(f, "clearance of the spot", radius, from, to, after, keeps);
    bool stopped = stop->kind != WEND_STOP_NONE;
    double size = stop->normal[0] * stop->normal[0] + stop->normal[1] * stop->normal[1];
    if (stopped ? fabs(size - 1) > 1e-9 : size != 0)
        tell(f, "normal", radius, from, to, size, stopped);
    if ((stop->kind == WEND_STOP_WALL) != (stop->boundary >= 0))
        tell(f, "boundary", radius, from, to, stop->boundary, stop->kind);
}

static void try_move(field *f, double radius, const wend_spot *from, const double to[2], sums *sum) {
    wend_stop stops[2];
    for (int i = 0; i < 2; i++)
        if (!CHECK(wend_search_move(f->search[i], from, to, radius, &stops[i]) == WEND_OK))
            return;
    sum->moves++;
    const wend_stop *stop = &stops[0];
    check_stop(f, "move", radius, from, to, stop, sum);
    oracle_vec at = steps_of(f, stop->place), other = steps_of(f, stops[1].place), target = steps_of(f, to);
    if (far(at, other) > 1e-3 && fabs(far(at, target) - far(other, target)) > 1e-3)
        sum->differ++; // of two ways that are equally good rounding takes either
    double own = clearance(f, from), r = radius / f->metres, keeps = own < r - 2 ? own : r;
    if (stop->kind == WEND_STOP_NONE) {
        sum->arrived++;
        if (far(at, target) > 2)
            tell(f, "not there", radius, from, to, far(at, target), 0);
    } else {
        sum->stopped++;
        if (own > 2 && can_go_on(f, stop, at, target, keeps > 1 ? keeps - 1e-4 : 1e-3))
            tell(f, "stopped too early", radius, from, to, far(at, target), stop->kind);
    }
}

static void try_walk(field *f, double radius, const wend_spot *from, const double to[2], sums *sum) {
    wend_stop stop;
    if (!CHECK(wend_search_walk(f->search[0], from, to, radius, &stop) == WEND_OK))
        return;
    sum->walks++;
    double own = clearance(f, from), r = radius / f->metres, keeps = own < r ? own : r;
    if (keeps < 2 || (own < r && own > r - 2))
        return; // a ray, or first set right
    check_stop(f, "walk", radius, from, to, &stop, sum);
    oracle_vec begin = {from->point.x, from->point.y}, at = steps_of(f, stop.place), target = steps_of(f, to);
    if (!is_free(f, from->triangle, begin, at, keeps - keeps * 1e-9 - 1e-4))
        tell(f, "walked through", radius, from, to, stop.distance, keeps);
    if (stop.kind == WEND_STOP_NONE) {
        if (far(at, target) > 5)
            tell(f, "walk not there", radius, from, to, far(at, target), 0);
        return;
    }
    oracle_vec d = {(target.x - begin.x) / far(begin, target), (target.y - begin.y) / far(begin, target)};
    double against = -(d.x * stop.normal[0] + d.y * stop.normal[1]), more = 1e-3 / f->metres;
    oracle_vec beyond = {at.x + more * d.x, at.y + more * d.y};
    if (against > 0.02 && is_free(f, from->triangle, begin, beyond, keeps))
        tell(f, "walk stopped too early", radius, from, to, stop.distance, against);
}

static void try_steps(field *f, const double radii[PATH_RADII], int count, uint64_t *state, sums *sum) {
    for (int k = 0; k < count; k++) {
        wend_spot from;
        double to[2], radius = radii[k % PATH_RADII];
        path_plans_end(f->plan, state, &from);
        random_target(f, state, &from, to);
        try_move(f, radius, &from, to, sum);
        try_walk(f, radius, &from, to, sum);
    }
}

static void print(const sums *s) {
    printf("%ld moves, %ld arrived, %ld stopped, %ld walks; worst rounding of a spot's clearance %.2g steps\n",
           s->moves, s->arrived, s->stopped, s->walks, s->deficit);
}

TEST(steps_on_floor_plans) {
    open_context_with(1);
    enum { EACH = 40 };
    long wanted = check_cases("steps", 12000);
    uint64_t state = (uint64_t)check_option("seed", 1);
    sums sum = {0};
    for (int32_t family = 0; sum.moves < wanted; family = (family + 1) % path_plans_count()) {
        double radii[PATH_RADII];
        wend_plan *plan = path_plans_build(context, family, &state, radii);
        field f;
        if (plan != NULL && field_make(path_plans_name(family), plan, &f))
            try_steps(&f, radii, EACH, &state, &sum);
        if (plan != NULL)
            field_free(&f);
        wend_plan_destroy(plan);
    }
    print(&sum);
    close_context();
}

TEST(steps_on_overlapping_floors) {
    open_context_with(1);
    long wanted = check_cases("steps", 12000) / 4;
    uint64_t state = (uint64_t)check_option("seed", 1);
    sums sum = {0};
    int32_t count = path_scenes_count();
    for (int32_t k = 0; k < count; k++) {
        double radii[PATH_RADII];
        path_scene *scene = path_scenes_make(context, k, report, radii);
        field f;
        if (CHECK(scene != NULL) && field_make(path_scenes_name(k), path_scenes_look(scene), &f)) {
            try_steps(&f, radii, (int)(wanted / count) + 1, &state, &sum);
            field_free(&f);
        }
        path_scenes_free(scene);
    }
    print(&sum);
    close_context();
}

// ---------------------------------------------------------------------------------------------------- many in a row

// A thousand moves in a row from spot to spot: small errors must not add up.
static void try_series(field *f, double radius, uint64_t *state, sums *sum) {
    enum { MOVES = 1000 };
    wend_spot at;
    path_plans_end(f->plan, state, &at);
    double own = clearance(f, &at), r = radius / f->metres, keeps = own < r ? own : r, heading[2] = {1, 0};
    for (int k = 0; k < MOVES; k++) {
        double to[2];
        wend_stop stop;
        if (k % 20 == 0)
            for (int i = 0; i < 2; i++)
                heading[i] = random_between(state, -1, 1);
        wend_lattice_place(&f->v.lattice, at.point, to);
        for (int i = 0; i < 2; i++)
            to[i] += 0.2 * heading[i] / f->v.unit;
        if (k % 100 == 99)
            try_move(f, radius, &at, to, sum);
        if (!CHECK(wend_search_move(f->search[0], &at, to, radius, &stop) == WEND_OK) ||
            !CHECK(stop.spot.triangle >= 0))
            return;
        at = stop.spot;
        double lost = keeps - clearance(f, &at);
        sum->drift = lost > sum->drift ? lost : sum->drift;
    }
}

TEST(thousands_of_moves_in_a_row) {
    open_context_with(1);
    long wanted = check_cases("series", 48);
    uint64_t state = (uint64_t)check_option("seed", 1);
    sums sum = {0};
    for (long k = 0; k < wanted; k++) {
        double radii[PATH_RADII];
        wend_plan *plan = path_plans_build(context, (int32_t)(k % path_plans_count()), &state, radii);
        field f;
        if (plan == NULL)
            continue;
        if (field_make(path_plans_name((int32_t)(k % path_plans_count())), plan, &f))
            for (int i = 0; i < PATH_RADII; i++)
                try_series(&f, radii[i], &state, &sum);
        field_free(&f);
        wend_plan_destroy(plan);
    }
    printf("%ld series; clearance lost in all: at most %.2g steps\n", wanted * PATH_RADII, sum.drift);
    CHECK(sum.drift < 4);
    close_context();
}

// ---------------------------------------------------------------------------------------------------- doors

// A wall at an angle with a gap, which is just as wide as the disc.
TEST(a_gap_of_just_the_diameter) {
    open_context_with(1);
    uint64_t state = 7;
    int through = 0, tries = 0;
    for (int k = 0; k < 200; k++) {
        wend_drawing *drawing;
        wend_plan *plan;
        double angle = k < 4 ? k * 1.5707963267948966 : random_between(&state, 0, 6.28), c = cos(angle), s = sin(angle);
        double half = k < 4 ? 0.5 : random_between(&state, 0.05, 2);
        double thick = k % 2 == 0 ? 0 : random_between(&state, 0, 1);
        REQUIRE(wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing) == WEND_OK);
        double outer[] = {-20, -20, 20, -20, 20, 20, -20, 20};
        CHECK(wend_drawing_add(drawing, WEND_SHAPE_OUTER, 0, outer, 4) == WEND_OK);
        for (int side = -1; side <= 1; side += 2) {
            double near = side * half, far_end = side * 40.;
            double ring[] = {-near * s,
                             near * c,
                             -far_end * s,
                             far_end * c,
                             thick * c - far_end * s,
                             thick * s + far_end * c,
                             thick * c - near * s,
                             thick * s + near * c};
            CHECK(wend_drawing_add(drawing, thick > 0 ? WEND_SHAPE_OBSTACLE : WEND_SHAPE_WALL, -1, ring,
                                   thick > 0 ? 4 : 2) == WEND_OK);
        }
        REQUIRE(wend_plan_build(context, drawing, NULL, &plan, NULL) == WEND_OK);
        field f;
        if (field_make("gap", plan, &f)) {
            wend_spot from, beyond;
            double to[2] = {4 * c, 4 * s}, begin[2] = {-3 * c - random_between(&state, -2, 2) * s, 0};
            begin[1] = -3 * s + (begin[0] + 3 * c) / (fabs(s) > 1e-9 ? -s : 1) * c;
            wend_plan_locate(plan, begin, 0, &from);
            wend_plan_locate(plan, to, 0, &beyond);
            double radius = wend_medial_widest(f.medial, &from, &beyond);
            wend_stop stop;
            if (radius > half * 0.99 && radius < 1.01 * half) {
                tries++;
                CHECK(wend_search_move(f.search[0], &from, to, radius, &stop) == WEND_OK);
                through += stop.kind == WEND_STOP_NONE;
                CHECK_MESSAGE(stop.kind == WEND_STOP_NONE, "gap %d: stopped at %g, %g", k, stop.place[0],
                              stop.place[1]);
                CHECK(wend_search_move(f.search[0], &from, to, radius * 1.00001, &stop) == WEND_OK);
                CHECK(stop.kind != WEND_STOP_NONE);
            }
        }
        field_free(&f);
        wend_plan_destroy(plan);
        wend_drawing_destroy(drawing);
    }
    printf("%d of %d through gaps of just the diameter\n", through, tries);
    CHECK(tries > 150);
    close_context();
}

// ---------------------------------------------------------------------------------------------------- around

static double distance_to(const field *f, int32_t half, oracle_vec p) {
    const int32_t *c = f->v.triangles[half / 3].v;
    wend_point a = f->v.vertices[c[half % 3]], b = f->v.vertices[c[(half + 1) % 3]];
    double x = (double)b.x - a.x, y = (double)b.y - a.y, t = ((p.x - a.x) * x + (p.y - a.y) * y) / (x * x + y * y);
    t = fmin(fmax(t, 0), 1);
    return hypot(p.x - a.x - t * x, p.y - a.y - t * y);
}

static double distance_to_triangle(const field *f, int32_t triangle, oracle_vec p) {
    double least = INFINITY;
    bool inside = true;
    for (int32_t half = 3 * triangle; half < 3 * triangle + 3; half++) {
        const int32_t *c = f->v.triangles[triangle].v;
        wend_point a = f->v.vertices[c[half % 3]], b = f->v.vertices[c[(half + 1) % 3]];
        inside &= ((double)b.x - a.x) * (p.y - a.y) - ((double)b.y - a.y) * (p.x - a.x) >= 0;
        least = fmin(least, distance_to(f, half, p));
    }
    return inside ? 0 : least;
}

// By going through all triangles again and again until nothing is added.
static void check_around(field *f, const wend_spot *spot, double distance) {
    wend_around_view around;
    if (!CHECK(wend_search_around(f->search[0], spot, distance, &around) == WEND_OK))
        return;
    oracle_vec p = {spot->point.x, spot->point.y};
    double most = distance / f->metres, before = -1;
    int32_t n = f->v.triangle_count, count = 1, walls = 0;
    bool *in = calloc((size_t)n, sizeof *in), *listed = calloc((size_t)f->v.boundary_count + 1, sizeof *listed);
    in[spot->triangle] = true;
    for (bool more = true; more;) {
        more = false;
        for (int32_t h = 0; h < 3 * n; h++) {
            int32_t twin = f->v.triangles[h / 3].twin[h % 3];
            if (twin < 0 || !in[h / 3] || in[twin / 3] || distance_to(f, h, p) > most)
                continue;
            in[twin / 3] = more = true;
            count++;
        }
    }
    for (int32_t b = 0; b < f->v.boundary_count; b++)
        walls += in[f->v.boundaries[b].edge / 3] && distance_to(f, f->v.boundaries[b].edge, p) <= most;
    CHECK_INT(around.triangle_count, count);
    CHECK_INT(around.boundary_count, walls);
    for (int32_t k = 0; k < around.triangle_count; k++) {
        double at = distance_to_triangle(f, around.triangles[k], p);
        CHECK(in[around.triangles[k]] && at >= before - 1e-3);
        in[around.triangles[k]] = false;
        before = at;
    }
    before = -1;
    for (int32_t k = 0; k < around.boundary_count; k++) {
        double at = distance_to(f, f->v.boundaries[around.boundaries[k]].edge, p);
        CHECK(!listed[around.boundaries[k]] && at >= before - 1e-3);
        listed[around.boundaries[k]] = true;
        before = at;
    }
    free(in);
    free(listed);
}

TEST(around_against_brute_force) {
    open_context_with(1);
    uint64_t state = (uint64_t)check_option("seed", 1);
    int32_t plans = path_plans_count(), scenes = path_scenes_count();
    for (int32_t k = 0; k < plans + scenes; k++) {
        double radii[PATH_RADII];
        path_scene *scene = k < plans ? NULL : path_scenes_make(context, k - plans, report, radii);
        wend_plan *plan = k < plans ? path_plans_build(context, k, &state, radii) : NULL;
        const wend_plan *on = plan != NULL ? plan : scene != NULL ? path_scenes_look(scene) : NULL;
        field f;
        if (on != NULL && field_make("around", on, &f)) {
            for (int i = 0; i < 60; i++) {
                wend_spot spot;
                path_plans_end(on, &state, &spot);
                check_around(&f, &spot, i == 0 ? 0 : i == 1 ? INFINITY : random_between(&state, 0, 4));
            }
        }
        if (on != NULL)
            field_free(&f);
        wend_plan_destroy(plan);
        path_scenes_free(scene);
    }
    close_context();
}

// ---------------------------------------------------------------------------------------------------- what cannot be

TEST(steps_refuse_what_cannot_be) {
    open_context_with(1);
    uint64_t state = 3;
    double radii[PATH_RADII];
    wend_plan *plan = path_plans_build(context, 0, &state, radii);
    field f;
    REQUIRE(plan != NULL && field_make("turned", plan, &f));
    wend_spot spot, off = {.triangle = -1}, beyond = {.triangle = f.v.triangle_count};
    path_plans_end(plan, &state, &spot);
    double to[2] = {1, 1}, no[2] = {1, (double)NAN}, endless[2] = {(double)INFINITY, 0};
    static const double wrong[] = {-1, -1e-300, 0x1p60, (double)INFINITY, (double)NAN};
    wend_stop stop;
    wend_around_view around;
    for (int k = 0; k < 5; k++) {
        CHECK(wend_search_walk(f.search[0], &spot, to, wrong[k], &stop) == WEND_ERROR_ARGUMENT);
        CHECK(wend_search_move(f.search[0], &spot, to, wrong[k], &stop) == WEND_ERROR_ARGUMENT);
    }
    CHECK(wend_search_move(f.search[0], &spot, no, 0.1, &stop) == WEND_ERROR_ARGUMENT);
    CHECK(wend_search_walk(f.search[0], &spot, endless, 0.1, &stop) == WEND_ERROR_ARGUMENT);
    CHECK(wend_search_around(f.search[0], &spot, (double)NAN, &around) == WEND_ERROR_ARGUMENT);
    CHECK(wend_search_around(f.search[0], &spot, -1, &around) == WEND_ERROR_ARGUMENT);
    CHECK(wend_search_move(f.search[0], &off, to, 0.1, &stop) == WEND_OK && stop.kind == WEND_STOP_OFF_MESH);
    CHECK(wend_search_walk(f.search[0], &beyond, to, 0.1, &stop) == WEND_OK && stop.kind == WEND_STOP_OFF_MESH);
    CHECK(wend_search_around(f.search[0], &off, 1, &around) == WEND_OK && around.triangle_count == 0);
    // As far as doubles go, and as large.
    static const double far_away[][2] = {{1e300, -1e300}, {-1.7e308, 1.7e308}, {1e40, 0}, {3, 1e-320}, {0, -1e17}};
    static const double sizes[] = {0, 1e-320, 1e-9, 0.3, 1e3, 1e18};
    for (int k = 0; k < 300; k++)
        for (int i = 0; i < 5; i++) {
            double radius = sizes[(k + i) % 6];
            path_plans_end(plan, &state, &spot);
            CHECK(wend_search_move(f.search[0], &spot, far_away[i], radius, &stop) == WEND_OK &&
                  stop.kind != WEND_STOP_OFF_MESH);
            check_stop(&f, "far", radius, &spot, far_away[i], &stop, &(sums){0});
            CHECK(wend_search_walk(f.search[0], &spot, far_away[i], radius, &stop) == WEND_OK);
        }
    CHECK(strcmp(wend_stop_kind_name(WEND_STOP_OFF_MESH), "off-mesh") == 0);
    CHECK(wend_stop_kind_name((wend_stop_kind)-1)[0] == 0 && wend_stop_kind_name(WEND_STOP_COUNT)[0] == 0);
    field_free(&f);
    wend_plan_destroy(plan);
    close_context();
}

CHECK_MAIN()

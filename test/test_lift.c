// Lines of a plan on the ground: wend_lift_line against the ground in thousands of places along lines, which is found
// there anew by walking over the plan.
#include "shared_context.h"

#include <wend/pipeline.h>
#include <wend/sample.h>

#include "base/random.h"

#include <math.h>

#define MILLIMETRE 1e-3

static wend_nav *build_scene(const char *name, uint64_t seed) {
    open_context_with(1);
    wend_scene *scene = NULL;
    wend_nav *nav = NULL;
    if (wend_sample_build_scene(context, name, 0, seed, &scene) == WEND_OK)
        wend_build_scene(context, scene, NULL, &nav, NULL, NULL);
    wend_scene_destroy(scene);
    return nav;
}

// ---------------------------------------------------------------------------------------------------- random lines

enum { PLACES = 6 };

// A line of straight ways over a plan, with the triangle of each place.
typedef struct line {
    int32_t count;
    double places[2 * PLACES];
    int32_t triangles[PLACES];
} line;

static wend_spot spot_of(const wend_plan_view *view, const double place[2], int32_t triangle) {
    wend_spot spot = {triangle, {0, 0}, 0};
    wend_lattice_point(&view->lattice, place, &spot.point);
    return spot;
}

// From a random place on toward others, as far as the floor reaches.
static line draw_line(const wend_plan *plan, const wend_plan_view *view, uint64_t *random) {
    line l = {.count = 1};
    wend_plan_random(plan, random, l.places, l.triangles);
    for (; l.count < PLACES; l.count++) {
        double *from = l.places + 2 * (l.count - 1), to[2];
        int32_t triangle;
        wend_plan_random(plan, random, to, &triangle);
        if (wend_random_below(random, 2)) // not far
            for (int k = 0; k < 2; k++)
                to[k] = from[k] + (to[k] - from[k]) * 0.05;
        wend_spot spot = spot_of(view, from, l.triangles[l.count - 1]), end = spot_of(view, to, triangle);
        wend_ray_hit hit;
        wend_plan_ray(plan, &spot, end.point, &hit);
        if (hit.hit &&
            l.count + 1 < PLACES) { // not to the boundary, but for the end: a ray from beyond it sees too much
            for (int k = 0; k < 2; k++)
                to[k] = from[k] + (hit.place[k] - from[k]) * 0.99;
            end = spot_of(view, to, -1);
            wend_plan_ray(plan, &spot, end.point, &hit);
        }
        from[2] = hit.place[0];
        from[3] = hit.place[1];
        l.triangles[l.count] = hit.triangle;
    }
    return l;
}

// ---------------------------------------------------------------------------------------------------- the ground

typedef struct ground {
    const wend_plan *plan;
    wend_plan_view view;
} ground;

// The height of the ground in a place, in metres, by walking there from a place of the line.
static double height_at(const ground *g, const line *l, int32_t leg, double x, double y) {
    const double at[2] = {x, y};
    wend_spot from = spot_of(&g->view, l->places + 2 * leg, l->triangles[leg]), to = spot_of(&g->view, at, -1);
    wend_ray_hit hit;
    wend_plan_ground found;
    double seen[3];
    wend_plan_ray(g->plan, &from, to.point, &hit);
    to.triangle = hit.triangle;
    wend_plan_find_ground(g->plan, &to, &found);
    wend_ground_from_scene(g->view.ground.up, found.place, seen);
    return found.triangle < 0 ? NAN : seen[2] * g->view.unit;
}

// Whether a place is within a millimetre of the ground: between the lowest and the highest ground within six lattice
// steps of it, which differ where there is a step or a steep filler.
static bool is_on_ground(const ground *g, const line *l, int32_t leg, const double at[3]) {
    double low = INFINITY, high = -INFINITY, step = 3 * g->view.lattice.step, z = at[2] * g->view.unit;
    for (int k = 0; k < 25; k++) {
        double height = height_at(g, l, leg, at[0] + step * (k % 5 - 2), at[1] + step * (k / 5 - 2));
        low = fmin(low, height);
        high = fmax(high, height);
    }
    return z >= low - MILLIMETRE && z <= high + MILLIMETRE;
}

static double distance_to_leg(const line *l, int32_t leg, const double at[2]) {
    const double *a = l->places + 2 * leg, *b = a + (leg + 1 < l->count ? 2 : 0);
    double x = b[0] - a[0], y = b[1] - a[1], length2 = x * x + y * y;
    double along = length2 > 0 ? ((at[0] - a[0]) * x + (at[1] - a[1]) * y) / length2 : 0;
    along = along < 0 ? 0 : along > 1 ? 1 : along;
    return hypot(at[0] - a[0] - along * x, at[1] - a[1] - along * y);
}

typedef struct tally {
    int64_t lines, refused, points, samples, steps, off, beside, leaps;
} tally;

// Looks at places between two points of a lifted line.
static void look_between(const ground *g, const line *l, const wend_lift_view *v, int32_t k, uint64_t *random,
                         tally *t) {
    enum { SAMPLES = 3 };
    double from[3], to[3];
    wend_ground_from_scene(g->view.ground.up, v->places + 3 * k, from);
    wend_ground_from_scene(g->view.ground.up, v->places + 3 * (k + 1), to);
    if (from[0] == to[0] && from[1] == to[1]) {
        t->steps++;
        t->leaps += fabs(to[2] - from[2]) * g->view.unit > 0.4 + MILLIMETRE;
        return;
    }
    for (int s = 0; s < SAMPLES; s++) {
        double at[3], along = wend_random_unit(random);
        for (int i = 0; i < 3; i++)
            at[i] = from[i] + along * (to[i] - from[i]);
        t->samples++;
        t->off += !is_on_ground(g, l, v->legs[k], at);
        t->beside += distance_to_leg(l, v->legs[k], at) * g->view.unit > MILLIMETRE;
    }
}

static tally check_nav(const wend_nav *nav, uint64_t seed, int64_t lines) {
    ground g = {wend_nav_plan(nav), wend_plan_look(wend_nav_plan(nav))};
    tally t = {0};
    wend_lift *lift = NULL;
    CHECK_INT(wend_lift_create(context, g.plan, &lift), WEND_OK);
    uint64_t random = seed;
    for (int64_t k = 0; k < lines; k++) {
        line l = draw_line(g.plan, &g.view, &random);
        wend_lift_view v;
        wend_result result = wend_lift_line(lift, l.places, l.triangles, l.count, 0, &v);
        CHECK(result == WEND_OK || result == WEND_ERROR_ARGUMENT);
        t.refused += result != WEND_OK;
        t.lines++;
        t.points += v.point_count;
        for (int32_t p = 0; p + 1 < v.point_count; p++)
            look_between(&g, &l, &v, p, &random, &t);
    }
    wend_lift_destroy(lift);
    return t;
}

// What rounding may do: a line in many thousands that starts beyond a corner, and places within a hair of a steep edge.
enum { LINES_PER_REFUSAL = 2000, SAMPLES_PER_MISS = 5000 };
static int64_t lines_in_all, refused_in_all;

static void check_scene(const char *name, uint64_t seed, int64_t lines) {
    wend_nav *nav = build_scene(name, seed);
    if (!nav || !wend_nav_plan(nav)) { // a random scene may have no floor
        CHECK_MESSAGE(strncmp(name, "random", 6) == 0, "%s was not built", name);
        wend_nav_destroy(nav);
        return;
    }
    tally t = check_nav(nav, seed, lines);
    lines_in_all += t.lines;
    refused_in_all += t.refused;
    CHECK_MESSAGE(t.off * SAMPLES_PER_MISS <= t.samples && t.beside == 0 && t.leaps == 0,
                  "%s %d: of %lld places %lld off the ground, %lld beside the line; %lld of %lld steps too high", name,
                  (int)seed, (long long)t.samples, (long long)t.off, (long long)t.beside, (long long)t.leaps,
                  (long long)t.steps);
    if (check_option("tell", 0))
        printf("%s %d: %lld lines, %lld points, %lld steps\n", name, (int)seed, (long long)t.lines, (long long)t.points,
               (long long)t.steps);
    wend_nav_destroy(nav);
}

TEST(lines_follow_the_ground_of_named_scenes) {
    static const char *const names[] = {"stairs", "two-storeys",  "bridge",  "garage", "ramp-overhang",
                                        "boxes",  "intersecting", "cracked", "holes",  "platforms"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        if (check_takes((int)k))
            check_scene(names[k], 0, check_cases("lines", 300));
}

TEST(lines_follow_the_ground_of_random_scenes) {
    int64_t cases = check_cases("scenes", 60);
    for (int64_t seed = 1; seed <= cases; seed++) {
        check_scene("random-scene", (uint64_t)seed, 40);
        if (seed % 6 == 0)
            check_scene("random-stairs", (uint64_t)seed, 40);
    }
}

TEST(hardly_any_line_is_refused) {
    CHECK_MESSAGE(refused_in_all * LINES_PER_REFUSAL <= lines_in_all, "%lld of %lld lines", (long long)refused_in_all,
                  (long long)lines_in_all);
}

TEST(lines_are_raised_and_begin_where_they_are_told) {
    wend_nav *nav = build_scene("bridge", 0);
    REQUIRE(nav != NULL);
    ground g = {wend_nav_plan(nav), wend_plan_look(wend_nav_plan(nav))};
    wend_lift *lift = NULL;
    REQUIRE(wend_lift_create(context, g.plan, &lift) == WEND_OK);
    uint64_t random = 7;
    for (int k = 0; k < 200; k++) {
        line l = draw_line(g.plan, &g.view, &random);
        wend_lift_view low, high;
        double start[3], raised[3];
        REQUIRE(wend_lift_line(lift, l.places, l.triangles, l.count, 0, &low) == WEND_OK);
        wend_ground_from_scene(g.view.ground.up, low.places, start);
        int32_t count = low.point_count;
        CHECK_INT(low.legs[count - 1], l.count - 1);
        REQUIRE(wend_lift_line(lift, l.places, l.triangles, l.count, 0.25, &high) == WEND_OK);
        CHECK_INT(high.point_count, count);
        wend_ground_from_scene(g.view.ground.up, high.places, raised);
        CHECK(fabs(raised[2] - start[2] - 0.25) < 1e-9 && raised[0] == start[0] && raised[1] == start[1]);
    }
    wend_lift_destroy(lift);
    wend_nav_destroy(nav);
}

TEST(lines_off_the_floor_are_refused) {
    wend_nav *nav = build_scene("bridge", 0);
    REQUIRE(nav != NULL);
    ground g = {wend_nav_plan(nav), wend_plan_look(wend_nav_plan(nav))};
    wend_lift *lift = NULL;
    wend_lift_view v;
    REQUIRE(wend_lift_create(context, g.plan, &lift) == WEND_OK);
    double places[4];
    int32_t triangles[2] = {-1, -1};
    uint64_t random = 3;
    wend_plan_random(g.plan, &random, places, triangles);
    places[2] = places[0] + 1000;
    places[3] = places[1];
    CHECK_INT(wend_lift_line(lift, places, triangles, 1, 0, &v), WEND_OK);
    CHECK_INT(v.point_count, 1);
    CHECK_INT(wend_lift_line(lift, places, triangles, 2, 0, &v), WEND_ERROR_ARGUMENT);
    CHECK_INT(v.point_count, 0);
    places[2] = NAN;
    CHECK_INT(wend_lift_line(lift, places, triangles, 2, 0, &v), WEND_ERROR_RANGE);
    places[2] = 1e300;
    CHECK_INT(wend_lift_line(lift, places, triangles, 2, 0, &v), WEND_ERROR_RANGE);
    triangles[0] = -1;
    CHECK_INT(wend_lift_line(lift, places, triangles, 1, 0, &v), WEND_ERROR_ARGUMENT);
    triangles[0] = g.view.triangle_count;
    CHECK_INT(wend_lift_line(lift, places, triangles, 1, 0, &v), WEND_ERROR_ARGUMENT);
    CHECK_INT(wend_lift_line(lift, NULL, NULL, 1, 0, &v), WEND_ERROR_ARGUMENT);
    CHECK_INT(wend_lift_line(lift, places, triangles, -1, 0, &v), WEND_ERROR_ARGUMENT);
    CHECK_INT(wend_lift_line(lift, places, triangles, 1, NAN, &v), WEND_ERROR_ARGUMENT);
    CHECK_INT(wend_lift_line(lift, places, triangles, 0, 0, &v), WEND_OK);
    CHECK_INT(wend_lift_line(NULL, NULL, NULL, 0, 0, &v), WEND_ERROR_ARGUMENT);
    wend_lift_destroy(lift);
    wend_lift_destroy(NULL);
    wend_nav_destroy(nav);
}

TEST(lines_of_floor_plans_stay_level) {
    open_context_with(1);
    static const double room[] = {0, 0, 9, 0, 9, 5, 0, 5};
    wend_drawing *drawing = NULL;
    wend_plan *plan = NULL;
    wend_lift *lift = NULL;
    wend_lift_view v;
    REQUIRE(wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing) == WEND_OK);
    CHECK_INT(wend_drawing_add(drawing, WEND_SHAPE_OUTER, 0, room, 4), WEND_OK);
    REQUIRE(wend_plan_build(context, drawing, NULL, &plan, NULL) == WEND_OK);
    REQUIRE(wend_lift_create(context, plan, &lift) == WEND_OK);
    const double places[] = {1, 1, 8, 4, 2, 4};
    const int32_t triangles[] = {0, -1, -1};
    REQUIRE(wend_lift_line(lift, places, triangles, 3, 0.5, &v) == WEND_OK);
    REQUIRE(v.point_count == 3);
    for (int k = 0; k < 3; k++)
        CHECK(v.places[3 * k] == places[2 * k] && v.places[3 * k + 1] == places[2 * k + 1] &&
              v.places[3 * k + 2] == 0.5 && v.legs[k] == k && v.triangles[k] == -1);
    wend_lift_destroy(lift);
    wend_plan_destroy(plan);
    wend_drawing_destroy(drawing);
}

TEST(nothing_is_left) {
    open_context_with(1);
    close_context();
}

CHECK_MAIN()

// Roads and their validator: what is built passes, on floor plans and overlapping floors, and with each number of it
// changed it does not, unless the number says no less than it must.
//
//     test_roads [--plans N]
#include "path_plans.h"
#include "shared_context.h"

#include <wend/pipeline.h>
#include <wend/sample.h>

#include <math.h>

static void check_plan(const char *name, const wend_plan *plan) {
    wend_medial *medial = NULL;
    REQUIRE(wend_medial_build(context, plan, NULL, &medial, report) == WEND_OK);
    for (int32_t sides = 3; sides <= 16; sides += sides == 3 ? 4 : 9) {
        wend_roads *roads = NULL;
        REQUIRE(wend_roads_build(context, medial, &(wend_roads_def){sides}, &roads, report) == WEND_OK);
        wend_report_clear(report);
        CHECK_MESSAGE(wend_roads_check(context, roads, report) == WEND_OK, "%s, pieces of %d sides: %s (vertex %lld)",
                      name, sides, wend_report_error(report),
                      wend_report_count(report) > 0 ? (long long)wend_report_at(report, 0)->item : -1);
        wend_roads_destroy(roads);
    }
    wend_medial_destroy(medial);
}

TEST(floor_plans) {
    open_context_with(1);
    uint64_t state = 5;
    double radii[PATH_RADII];
    for (int64_t i = 0; i < check_cases("plans", 1200); i++) {
        int32_t family = (int32_t)(i % path_plans_count());
        wend_plan *plan = path_plans_build(context, family, &state, radii);
        if (plan != NULL)
            check_plan(path_plans_name(family), plan);
        wend_plan_destroy(plan);
    }
}

TEST(overlapping_floors) {
    open_context_with(1);
    double radii[PATH_RADII];
    for (int32_t i = 0; i < path_scenes_count(); i++) {
        path_scene *scene = path_scenes_make(context, i, report, radii);
        if (CHECK(scene != NULL))
            check_plan(path_scenes_name(i), path_scenes_look(scene));
        path_scenes_free(scene);
    }
}

TEST(samples) {
    static const char *const drawings[] = {"rooms", "maze",  "spiral",  "star",     "comb",       "circle", "circles",
                                           "city",  "areas", "islands", "touching", "thin-walls", "squares"};
    static const char *const scenes[] = {"two-storeys", "garage", "stairs", "spiral-maze", "boxes"};
    open_context_with(1);
    for (size_t i = 0; i < sizeof drawings / sizeof *drawings + sizeof scenes / sizeof *scenes; i++) {
        bool flat = i < sizeof drawings / sizeof *drawings;
        const char *name = flat ? drawings[i] : scenes[i - sizeof drawings / sizeof *drawings];
        wend_drawing *drawing = NULL;
        wend_scene *scene = NULL;
        wend_nav *nav = NULL;
        wend_build_def def = wend_default_build_def();
        def.stages = WEND_STAGE_PLAN;
        if (!check_takes((int64_t)i))
            continue;
        if (flat)
            CHECK(wend_sample_build_drawing(context, name, 0, 1, &drawing) == WEND_OK &&
                  wend_build_drawing(context, drawing, &def, &nav, NULL, report) == WEND_OK);
        else
            CHECK(wend_sample_build_scene(context, name, 0, 1, &scene) == WEND_OK &&
                  wend_build_scene(context, scene, &def, &nav, NULL, report) == WEND_OK);
        if (nav != NULL)
            check_plan(name, wend_nav_plan(nav));
        wend_nav_destroy(nav);
        wend_drawing_destroy(drawing);
        wend_scene_destroy(scene);
    }
}

// ---------------------------------------------------------------------------------------------------- damage

typedef struct damage {
    wend_nav *nav;
    const wend_roads *roads;
    wend_roads_view v;
    long changes, missed;
} damage;

static void expect_bad(damage *d, const char *field, int64_t element) {
    d->changes++;
    wend_report_clear(report);
    wend_result result = wend_roads_check(context, d->roads, report);
    d->missed += result == WEND_OK;
    CHECK_MESSAGE(result == WEND_ERROR_INVALID && wend_report_error(report)[0] != 0, "%s of %lld may be changed", field,
                  (long long)element);
}

// Every number of an array of structures, at an offset, replaced by others.
static void change_whole(damage *d, const char *field, const void *array, int64_t count, size_t size, size_t offset) {
    for (int64_t k = 0; k < count; k++) {
        int32_t *number = (int32_t *)((uintptr_t)array + (size_t)k * size + offset), old = *number;
        const int32_t values[] = {old + 1, old - 1, -1, 0, INT32_MAX, INT32_MIN};
        for (int i = 0; i < 6; i++) {
            if (values[i] == old)
                continue;
            *number = values[i];
            expect_bad(d, field, k);
        }
        *number = old;
    }
}

static void change_double(damage *d, const char *field, const void *array, int64_t count, size_t size, size_t offset) {
    for (int64_t k = 0; k < count; k++) {
        double *number = (double *)((uintptr_t)array + (size_t)k * size + offset), old = *number;
        const double values[] = {old + 0.01 + old * 0.01, old - 0.01 - old * 0.01, NAN, INFINITY, -INFINITY, 1e300};
        for (int i = 0; i < 6; i++) {
            if (values[i] == old)
                continue;
            *number = values[i];
            expect_bad(d, field, k);
        }
        *number = old;
    }
}

static void change_float(damage *d, const char *field, const void *array, int64_t count, size_t size, size_t offset,
                         float more) {
    for (int64_t k = 0; k < count; k++) {
        float *number = (float *)((uintptr_t)array + (size_t)k * size + offset), old = *number;
        const float values[] = {old + more, NAN, INFINITY, -INFINITY};
        for (int i = 0; i < 4; i++) {
            *number = values[i];
            expect_bad(d, field, k);
        }
        *number = old;
    }
}

static damage open_damage(void) {
    damage d = {.nav = NULL};
    wend_drawing *drawing = NULL;
    static const double room[] = {0, 0, 10, 0, 10, 8, 0, 8}, pillar[] = {2, 2, 3, 2.2, 2.5, 3}, wall[] = {5, 1, 5, 4};
    static const double point[] = {7, 5}, tower[] = {5.5, 4.5, 6.5, 4.6, 6, 5.5, 5.4, 5.4}, carpet[] = {0, 6, 4, 8};
    CHECK(wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing) == WEND_OK);
    CHECK(wend_drawing_add(drawing, WEND_SHAPE_OUTER, 0, room, 4) == WEND_OK &&
          wend_drawing_add(drawing, WEND_SHAPE_OBSTACLE, 0, pillar, 3) == WEND_OK &&
          wend_drawing_add(drawing, WEND_SHAPE_OBSTACLE, 0, tower, 4) == WEND_OK &&
          wend_drawing_add(drawing, WEND_SHAPE_WALL, -1, wall, 2) == WEND_OK &&
          wend_drawing_add(drawing, WEND_SHAPE_POINT, -1, point, 1) == WEND_OK &&
          wend_drawing_add(drawing, WEND_SHAPE_BORDER, -1, carpet, 2) == WEND_OK);
    for (int k = 0; k < 5; k++) { // a row of small pillars in the open: their cells reach far
        double x = 7.2 + 0.5 * k, y = 1.5 + 0.13 * k, low[] = {x, y, x + 0.1, y, x + 0.05, y + 0.1};
        CHECK(wend_drawing_add(drawing, WEND_SHAPE_OBSTACLE, 0, low, 3) == WEND_OK);
    }
    wend_build_def def = wend_default_build_def();
    def.roads.sides = 4;
    CHECK(wend_build_drawing(context, drawing, &def, &d.nav, NULL, report) == WEND_OK);
    wend_drawing_destroy(drawing);
    d.roads = wend_nav_roads(d.nav);
    d.v = wend_roads_look(d.roads);
    CHECK(d.v.visitor_count > 0 && d.v.notch_count > 8);
    CHECK_MESSAGE(wend_roads_check(context, d.roads, report) == WEND_OK, "%s", wend_report_error(report));
    return d;
}

static void close_damage(damage *d) {
    CHECK(wend_roads_check(context, d->roads, report) == WEND_OK);
    printf("%ld changes, %ld of them not found\n", d->changes, d->missed);
    wend_nav_destroy(d->nav);
}

#define EACH(how, array, count, type, field)                                                                           \
    how(&d, #array "." #field, d.v.array, count, sizeof(type), offsetof(type, field))

TEST(every_number_of_pieces_changed) {
    open_context_with(1);
    damage d = open_damage();
    int32_t triangles = wend_plan_look(wend_nav_plan(d.nav)).triangle_count;
    EACH(change_whole, pieces, d.v.piece_count + 1, wend_road_piece, side);
    EACH(change_whole, pieces, d.v.piece_count + 1, wend_road_piece, visitor);
    EACH(change_whole, pieces, d.v.piece_count + 1, wend_road_piece, triangle);
    EACH(change_whole, sides, d.v.side_count, wend_road_side, at.x);
    EACH(change_whole, sides, d.v.side_count, wend_road_side, at.y);
    EACH(change_whole, sides, d.v.side_count, wend_road_side, notch);
    EACH(change_whole, sides, d.v.side_count, wend_road_side, twin);
    change_whole(&d, "side_pieces", d.v.side_pieces, d.v.side_count, sizeof(int32_t), 0);
    change_whole(&d, "triangles", d.v.triangles, triangles, sizeof(int32_t), 0);
    change_whole(&d, "triangle_piece", d.v.triangle_piece, triangles, sizeof(int32_t), 0);
    close_damage(&d);
}

TEST(every_number_of_notches_changed) {
    open_context_with(1);
    damage d = open_damage();
    EACH(change_whole, notches, d.v.notch_count, wend_road_notch, vertex);
    EACH(change_whole, notches, d.v.notch_count + 1, wend_road_notch, arc);
    EACH(change_whole, notches, d.v.notch_count, wend_road_notch, ring);
    EACH(change_whole, notches, d.v.notch_count, wend_road_notch, reserved);
    EACH(change_double, notches, d.v.notch_count, wend_road_notch, first[0]);
    EACH(change_double, notches, d.v.notch_count, wend_road_notch, first[1]);
    EACH(change_double, notches, d.v.notch_count, wend_road_notch, span);
    EACH(change_double, notches, d.v.notch_count, wend_road_notch, least);
    EACH(change_double, notches, d.v.notch_count, wend_road_notch, most);
    EACH(change_double, arcs, d.v.arc_count, wend_road_arc, phase);
    EACH(change_double, arcs, d.v.arc_count, wend_road_arc, flat);
    EACH(change_double, arcs, d.v.arc_count, wend_road_arc, across[0]);
    EACH(change_double, arcs, d.v.arc_count, wend_road_arc, across[1]);
    for (int32_t s = 0; s < d.v.side_count; s++)
        if (d.v.sides[s].notch >= 0)
            change_float(&d, "side_phases", &d.v.side_phases[s], 1, sizeof(float), 0, 2);
    close_damage(&d);
}

TEST(every_number_of_visitors_changed) {
    open_context_with(1);
    damage d = open_damage();
    EACH(change_whole, visitors, d.v.visitor_count, wend_road_visitor, notch);
    // A lower bound may be lower; so only what is more.
    change_float(&d, "visitors.near", d.v.visitors, d.v.visitor_count, sizeof *d.v.visitors,
                 offsetof(wend_road_visitor, near), 0x1p29f);
    change_float(&d, "visitors.phase", d.v.visitors, d.v.visitor_count, sizeof *d.v.visitors,
                 offsetof(wend_road_visitor, phase), 2.5f);
    close_damage(&d);
}

// A visitor that is not there, for all that there are: its piece has one less.
TEST(every_visitor_taken_away) {
    open_context_with(1);
    damage d = open_damage();
    wend_road_visitor *visitors = (wend_road_visitor *)(uintptr_t)d.v.visitors;
    wend_road_piece *pieces = (wend_road_piece *)(uintptr_t)d.v.pieces;
    for (int32_t p = 0; p < d.v.piece_count; p++)
        for (int32_t i = pieces[p].visitor; i < pieces[p + 1].visitor; i++) {
            wend_road_visitor old = visitors[i];
            // Another one of the piece stands twice, or a corner of it: neither makes up for the one that is gone.
            if (pieces[p + 1].visitor - pieces[p].visitor < 2)
                continue;
            visitors[i] = visitors[i == pieces[p].visitor ? i + 1 : i - 1];
            expect_bad(&d, "visitors", i);
            visitors[i] = old;
        }
    CHECK(d.changes > 5);
    close_damage(&d);
}

TEST(nothing_is_leaked) {
    open_context_with(1);
    close_context();
}

CHECK_MAIN()

// Areas: those of a plan are those of the scene's triangles under it, wherever one looks; borders are where the scene
// has them; nothing else changes.
//
//     test_areas [--scene NAME]     one of the named scenes only
#include "again.h"
#include "linked.h"

#include <wend/pipeline.h>
#include <wend/sample.h>

#include "base/random.h"
#include "geom/predicate.h"

// ---------------------------------------------------------------------------------------------------- scenes

// A copy of a scene, turned by an angle given by its cosine and sine about the vertical axis of a Y-up scene.
static wend_scene *copy_turned(const wend_scene *scene, double c, double s) {
    wend_scene_view v = wend_scene_look(scene);
    wend_scene_def def = {.up = v.up, .unit = v.unit};
    wend_scene *out = NULL;
    double *positions = malloc((size_t)v.vertex_count * 3 * sizeof *positions);
    if (!positions || !CHECK(wend_scene_create(context, &def, &out) == WEND_OK)) {
        free(positions);
        return NULL;
    }
    for (int32_t k = 0; k < v.vertex_count; k++) {
        const double *p = v.positions + 3 * (int64_t)k;
        positions[3 * k] = c * p[0] - s * p[2];
        positions[3 * k + 1] = p[1];
        positions[3 * k + 2] = s * p[0] + c * p[2];
    }
    CHECK(wend_scene_add(out, positions, v.vertex_count, v.triangles, v.triangle_count) == WEND_OK);
    free(positions);
    return out;
}

// Areas 0 to 4 for runs of one to four triangles, so that they often meet within a floor.
static void scatter_areas(wend_scene *scene, uint64_t seed) {
    int32_t count = wend_scene_look(scene).triangle_count;
    for (int32_t first = 0, run; first < count; first += run) {
        run = 1 + (int32_t)wend_random_below(&seed, 4);
        run = run < count - first ? run : count - first;
        CHECK(wend_scene_set_area(scene, first, run, (int32_t)wend_random_below(&seed, 5)) == WEND_OK);
    }
}

// A scene with its triangles, and their areas, in the opposite order.
static wend_scene *reversed(const wend_scene *scene) {
    wend_scene_view v = wend_scene_look(scene);
    wend_scene_def def = {.up = v.up, .unit = v.unit};
    wend_scene *out = NULL;
    int32_t first;
    CHECK(wend_scene_create(context, &def, &out) == WEND_OK);
    CHECK(wend_scene_add_vertices(out, v.positions, v.vertex_count, &first) == WEND_OK);
    for (int32_t k = v.triangle_count - 1; k >= 0; k--) {
        CHECK(wend_scene_add_triangles(out, first, v.triangles + 3 * (int64_t)k, 1) == WEND_OK);
        if (v.triangle_area)
            CHECK(wend_scene_set_area(out, v.triangle_count - 1 - k, 1, v.triangle_area[k]) == WEND_OK);
    }
    return out;
}

static wend_nav *build(const char *name, const wend_scene *scene) {
    wend_build_def def = wend_default_build_def();
    wend_nav *nav = NULL;
    def.keep.min_area = 0;
    wend_report_clear(report);
    wend_result result = wend_build_scene(context, scene, &def, &nav, NULL, report);
    CHECK_MESSAGE(result == WEND_OK || result == WEND_ERROR_EMPTY, "%s: %s", name, wend_report_error(report));
    if (!nav)
        return NULL;
    wend_report_clear(report);
    result = wend_nav_check(context, nav, report);
    CHECK_MESSAGE(result == WEND_OK, "%s: %s", name, wend_report_error(report));
    return nav;
}

// ---------------------------------------------------------------------------------------------------- the oracle

#define NEAR 0.002 // metres: what rounding and welding may move a border by, and a height

// Distance of a point from a segment, seen from above, squared.
static double segment_distance2(const double p[3], const double a[3], const double b[3]) {
    double ux = b[0] - a[0], uy = b[1] - a[1], length2 = ux * ux + uy * uy;
    double t = length2 > 0 ? ((p[0] - a[0]) * ux + (p[1] - a[1]) * uy) / length2 : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    double x = p[0] - a[0] - t * ux, y = p[1] - a[1] - t * uy;
    return x * x + y * y;
}

// Whether a place lies on a triangle of the scene (in ground coordinates) that faces up, or no farther from it than
// NEAR.
static bool lies_on(const double p[3], double corners[3][3]) {
    double area = (corners[1][0] - corners[0][0]) * (corners[2][1] - corners[0][1]) -
                  (corners[1][1] - corners[0][1]) * (corners[2][0] - corners[0][0]);
    if (!(area > 0))
        return false;
    double weight[3], least = 1, nearest = 1e300;
    for (int i = 0; i < 3; i++) {
        const double *b = corners[(i + 1) % 3], *c = corners[(i + 2) % 3];
        weight[i] = ((b[0] - p[0]) * (c[1] - p[1]) - (b[1] - p[1]) * (c[0] - p[0])) / area;
        least = weight[i] < least ? weight[i] : least;
        double distance2 = segment_distance2(p, b, c);
        nearest = distance2 < nearest ? distance2 : nearest;
    }
    if (least < 0 && nearest > NEAR * NEAR)
        return false;
    double z = weight[0] * corners[0][2] + weight[1] * corners[1][2] + weight[2] * corners[2][2];
    return fabs(z - p[2]) <= 2 * NEAR;
}

// The areas of all triangles of the scene that a place lies on, as bits.
static uint32_t areas_at(const wend_scene_view *v, const double place[3]) {
    uint32_t areas = 0;
    double p[3];
    wend_ground_from_scene(v->up, place, p);
    for (int32_t t = 0; t < v->triangle_count; t++) {
        double corners[3][3];
        for (int i = 0; i < 3; i++)
            wend_ground_from_scene(v->up, v->positions + 3 * (int64_t)v->triangles[3 * t + i], corners[i]);
        if (lies_on(p, corners))
            areas |= 1u << (v->triangle_area ? v->triangle_area[t] : 0);
    }
    return areas;
}

typedef struct tally {
    int64_t places, clear, wrong; // looked at; of one area only; of another one
} tally;

// Holds the areas of random places of a plan against the scene.
static void compare_areas(const wend_scene *scene, const wend_nav *nav, int32_t places, tally *t) {
    const wend_plan *plan = wend_nav_plan(nav);
    wend_scene_view v = wend_scene_look(scene);
    wend_links_view links = wend_links_look(wend_nav_links(nav));
    uint64_t state = 5;
    for (int32_t k = 0; k < places; k++) {
        wend_spot spot = {.triangle = -1};
        wend_plan_ground ground;
        double place[2];
        wend_plan_random(plan, &state, place, &spot.triangle);
        wend_plan_view view = wend_plan_look(plan);
        if (!wend_lattice_point(&view.lattice, place, &spot.point))
            continue;
        wend_plan_find_ground(plan, &spot, &ground);
        if (ground.triangle < 0 || ground.triangle >= links.filler_first)
            continue; // fillers have no triangle of the scene
        uint32_t areas = areas_at(&v, ground.place);
        t->places++;
        t->clear += (areas & (areas - 1)) == 0 && areas != 0;
        t->wrong += areas != 0 && !(areas >> wend_plan_area_of(plan, spot.triangle) & 1);
    }
}

// How much room there is at random places of both plans, which are of the same floor.
static void compare_clearance(const char *name, const wend_nav *with, const wend_nav *without) {
    wend_plan_view a = wend_plan_look(wend_nav_plan(with)), b = wend_plan_look(wend_nav_plan(without));
    int64_t differ = 0, places = 500;
    uint64_t state = 9;
    CHECK_MESSAGE(fabs(wend_plan_area(wend_nav_plan(with)) - wend_plan_area(wend_nav_plan(without))) <
                      1e-3 * wend_plan_area(wend_nav_plan(without)),
                  "%s: %g m2 with areas, %g without", name, wend_plan_area(wend_nav_plan(with)),
                  wend_plan_area(wend_nav_plan(without)));
    CHECK_INT(a.component_count, b.component_count);
    for (int64_t k = 0; k < places; k++) {
        wend_spot here = {.triangle = -1}, there;
        wend_plan_ground ground;
        wend_medial_near m, n;
        double place[2];
        wend_plan_random(wend_nav_plan(without), &state, place, &here.triangle);
        if (!wend_lattice_point(&b.lattice, place, &here.point))
            continue;
        wend_plan_find_ground(wend_nav_plan(without), &here, &ground);
        wend_plan_locate3(wend_nav_plan(with), ground.place, 0.05, 0.05, 0.01, &there, NULL);
        wend_medial_clearance(wend_nav_medial(without), &here, &m);
        wend_medial_clearance(wend_nav_medial(with), &there, &n);
        differ += fabs(m.clearance - n.clearance) > 0.002;
    }
    CHECK_MESSAGE(differ * 100 <= places, "%s: %lld of %lld clearances differ", name, (long long)differ,
                  (long long)places);
}

// ---------------------------------------------------------------------------------------------------- tests

static void check_scene(const char *name, const wend_scene *plain, uint64_t seed) {
    wend_scene *scene = copy_turned(plain, seed % 2 ? 0.8 : 1, seed % 2 ? 0.6 : 0);
    if (!scene)
        return;
    wend_nav *without = build(name, scene);
    scatter_areas(scene, seed);
    wend_nav *with = build(name, scene);
    wend_scene *back = reversed(scene);
    wend_nav *same = build(name, back);
    CHECK((with == NULL) == (without == NULL) && (with == NULL) == (same == NULL));
    if (with && without && same) {
        tally t = {0};
        compare_areas(scene, with, 300, &t);
        CHECK_MESSAGE(t.wrong == 0, "%s: %lld of %lld places have the wrong area", name, (long long)t.wrong,
                      (long long)t.places);
        CHECK_MESSAGE(t.clear * 2 >= t.places, "%s: only %lld of %lld places tell", name, (long long)t.clear,
                      (long long)t.places);
        compare_clearance(name, with, without);
        CHECK_MESSAGE(wend_nav_hash(with) == wend_nav_hash(same), "%s: another hash when reversed", name);
        CHECK(!wend_plan_look(wend_nav_plan(with)).triangle_area || wend_nav_hash(with) != wend_nav_hash(without));
    }
    if (with) {
        uint64_t hash = wend_nav_hash(with);
        with = again(name, with);
        CHECK(with && wend_nav_hash(with) == hash);
    }
    wend_nav_destroy(with);
    wend_nav_destroy(without);
    wend_nav_destroy(same);
    wend_scene_destroy(back);
    wend_scene_destroy(scene);
}

TEST(areas_of_named_scenes_are_those_of_their_triangles) {
    open_context_with(0);
    const char *only = check_option_text("scene", "");
    for (int32_t k = 0; k < wend_sample_count(); k++) {
        const wend_sample *sample = wend_sample_at(k);
        if (!sample->scene || (only[0] && strcmp(only, sample->name) != 0))
            continue;
        wend_scene *scene = NULL;
        int32_t size = sample->size < 3000 ? sample->size : 3000;
        if (CHECK(wend_sample_build_scene(context, sample->name, size, 3, &scene) == WEND_OK))
            check_scene(sample->name, scene, (uint64_t)k);
        wend_scene_destroy(scene);
    }
}

// The triangles of the plan in an area, in square metres seen from above.
static double size_of_area(const wend_plan *plan, int32_t area) {
    wend_plan_view v = wend_plan_look(plan);
    double step = v.lattice.step * v.unit, sum = 0;
    for (int32_t t = 0; t < v.triangle_count; t++) {
        const int32_t *c = v.triangles[t].v;
        if (wend_plan_area_of(plan, t) == area)
            sum += (double)wend_cross(v.vertices[c[0]], v.vertices[c[1]], v.vertices[c[2]]) / 2 * step * step;
    }
    return sum;
}

TEST(names_and_borders_of_a_floor_in_two_areas) {
    wend_scene *scene = begin();
    int64_t count;
    CHECK(wend_scene_begin_part(scene, 0, "road") == WEND_OK);
    floor_at(scene, 0, 0, 1.25, 4, 0);
    CHECK(wend_scene_begin_part(scene, 0, "grass") == WEND_OK);
    floor_at(scene, 1.25, 0, 4, 2, 0);
    floor_at(scene, 1.25, 2, 4, 4, 0);
    CHECK(wend_scene_label_triangles(scene, 2, 4, "green") == WEND_OK);
    CHECK(wend_scene_map_area(scene, "road", 7, &count) == WEND_OK && count == 2);
    CHECK(wend_scene_map_area(scene, "green", 9, &count) == WEND_OK && count == 4);
    CHECK(wend_scene_map_area(scene, "nobody", 9, &count) == WEND_OK && count == 0);
    CHECK(wend_scene_map_area(scene, "road", 65536, NULL) == WEND_ERROR_ARGUMENT);
    CHECK(wend_scene_set_area(scene, 5, 2, 1) == WEND_ERROR_ARGUMENT);
    CHECK(wend_scene_describe_area(scene, &(wend_area){.id = 7, .tags = 5, .name = "tarmac"}) == WEND_OK);
    wend_nav *nav = build("two areas", scene);
    REQUIRE(nav != NULL);
    nav = again("two areas", nav);
    REQUIRE(nav != NULL);
    int32_t areas;
    const wend_area *table = wend_nav_areas(nav, &areas), *road = wend_area_find(table, areas, 7);
    CHECK_INT(areas, 2);
    REQUIRE(road != NULL);
    CHECK_STRING(road->name, "tarmac");
    CHECK(road->tags == 5 && wend_area_find(table, areas, 8) == NULL);
    wend_plan_view v = wend_plan_look(wend_nav_plan(nav));
    CHECK_MESSAGE(v.border_count == 1 && v.vertex_count == 6, "%d borders, %d vertices", (int)v.border_count,
                  (int)v.vertex_count); // the place where two triangles of grass meet the road says nothing
    CHECK(fabs(size_of_area(wend_nav_plan(nav), 7) - 5) < 1e-9 &&
          fabs(size_of_area(wend_nav_plan(nav), 9) - 11) < 1e-9);
    wend_cells_view cells = wend_cells_look(wend_nav_cells(nav));
    CHECK_INT(cells.cell_count, 2); // no cell spans a border
    wend_nav_destroy(nav);
    wend_scene_destroy(scene);
}

TEST(fillers_belong_to_the_lower_floor) {
    for (int upper = 0; upper < 2; upper++) {
        wend_scene *scene = begin();
        floor_at(scene, 0, 0, 2, 2, upper == 0 ? 0.2 : 0);
        floor_at(scene, 2.2, 0, 4.2, 2, upper == 0 ? 0 : 0.2);
        CHECK(wend_scene_set_area(scene, 0, 2, 1) == WEND_OK);
        CHECK(wend_scene_set_area(scene, 2, 2, 2) == WEND_OK);
        wend_nav *nav = build("a gap", scene);
        REQUIRE(nav != NULL);
        double low = size_of_area(wend_nav_plan(nav), upper == 0 ? 2 : 1),
               high = size_of_area(wend_nav_plan(nav), upper == 0 ? 1 : 2);
        CHECK_MESSAGE(fabs(low - 4.4) < 1e-3 && fabs(high - 4) < 1e-3, "%g and %g m2", low, high);
        wend_nav_destroy(nav);
        wend_scene_destroy(scene);
    }
}

TEST(of_copies_the_greatest_area_stays_in_any_order) {
    for (int order = 0; order < 2; order++) {
        wend_scene *scene = begin();
        floor_at(scene, 0, 0, 2, 2, 0);
        floor_at(scene, 0, 0, 2, 2, 0);
        CHECK(wend_scene_set_area(scene, 0, 2, order == 0 ? 3 : 5) == WEND_OK);
        CHECK(wend_scene_set_area(scene, 2, 2, order == 0 ? 5 : 3) == WEND_OK);
        wend_nav *nav = build("copies", scene);
        REQUIRE(nav != NULL);
        CHECK(fabs(size_of_area(wend_nav_plan(nav), 5) - 4) < 1e-9);
        wend_nav_destroy(nav);
        wend_scene_destroy(scene);
    }
}

static int32_t add_square(wend_drawing *drawing, wend_shape_kind kind, int32_t polygon, double x0, double y0, double x1,
                          double y1, int32_t area) {
    const double p[10] = {x0, y0, x1, y0, x1, y1, x0, y1, x0, y0};
    CHECK(wend_drawing_add(drawing, kind, polygon, p, kind == WEND_SHAPE_BORDER ? 5 : 4) == WEND_OK);
    int32_t shape = wend_drawing_look(drawing).shape_count - 1;
    CHECK(wend_drawing_set_area(drawing, shape, area) == WEND_OK);
    return shape;
}

static wend_nav *build_plan(wend_drawing *drawing) {
    wend_nav *nav = NULL;
    wend_report_clear(report);
    CHECK_MESSAGE(wend_build_drawing(context, drawing, NULL, &nav, NULL, report) == WEND_OK, "%s",
                  wend_report_error(report));
    CHECK_MESSAGE(nav && wend_nav_check(context, nav, report) == WEND_OK, "%s", wend_report_error(report));
    wend_drawing_destroy(drawing);
    return nav ? again("a floor plan", nav) : NULL;
}

TEST(areas_of_a_floor_plan) {
    open_context_with(0);
    wend_drawing *drawing = NULL;
    CHECK(wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing) == WEND_OK);
    add_square(drawing, WEND_SHAPE_OUTER, 0, 0, 0, 10, 10, 2);
    add_square(drawing, WEND_SHAPE_OUTER, 1, 10, 0, 20, 10, 3); // side by side: joined, a border between
    add_square(drawing, WEND_SHAPE_BORDER, 7, 5, 2, 15, 8, 9);  // a carpet over both,
    add_square(drawing, WEND_SHAPE_BORDER, 7, 9, 4, 11, 6, 9);  // with a hole,
    add_square(drawing, WEND_SHAPE_BORDER, 8, 14, 7, 30, 8, 4); // one that is hidden in part, and goes on outside
    wend_nav *nav = build_plan(drawing);
    REQUIRE(nav != NULL);
    const wend_plan *plan = wend_nav_plan(nav);
    const double sizes[10] = {[2] = 100 - 30 + 2, [3] = 100 - 30 + 2 - 5, [4] = 5, [9] = 60 - 4};
    for (int32_t k = 0; k < 10; k++)
        CHECK_MESSAGE(fabs(size_of_area(plan, k) - sizes[k]) < 1e-9, "area %d has %g m2", (int)k,
                      size_of_area(plan, k));
    CHECK_INT(wend_plan_look(plan).component_count, 1);
    wend_nav_destroy(nav);
}

TEST(areas_of_a_drawing_do_not_depend_on_order) {
    uint64_t hash = 0;
    for (int order = 0; order < 4; order++) {
        wend_drawing *drawing = NULL;
        CHECK(wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing) == WEND_OK);
        for (int k = 0; k < 4; k++) {
            int which = order == 0 ? k : order == 1 ? 3 - k : (k + order) % 4;
            if (which == 0)
                add_square(drawing, WEND_SHAPE_OUTER, 0, 0, 0, 10, 10, 2);
            if (which == 1)
                add_square(drawing, WEND_SHAPE_BORDER, 1, 1, 1, 6, 6, 5);
            if (which == 2)
                add_square(drawing, WEND_SHAPE_BORDER, 2, 4, 4, 9, 9, 8);
            if (which == 3)
                add_square(drawing, WEND_SHAPE_OBSTACLE, -1, 2, 2, 3, 3, 0);
        }
        wend_nav *nav = build_plan(drawing);
        REQUIRE(nav != NULL);
        CHECK(order == 0 || wend_nav_hash(nav) == hash);
        hash = wend_nav_hash(nav);
        CHECK(fabs(size_of_area(wend_nav_plan(nav), 5) - 20) < 1e-9);
        wend_nav_destroy(nav);
    }
}

TEST(nothing_is_left_behind) {
    open_context_with(0);
    close_context();
}

CHECK_MAIN()

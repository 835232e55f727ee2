// What a nav looks like in three dimensions: every kind of it on scenes and plans, and lines that lie on the ground.
#include "shared_context.h"

#include <wend/picture.h>
#include <wend/pipeline.h>
#include <wend/sample.h>

#include "base/random.h"

#include <math.h>

static wend_nav *build(const char *name, bool scene) {
    open_context_with(1);
    wend_nav *nav = NULL;
    wend_scene *soup = NULL;
    wend_drawing *drawing = NULL;
    if (scene && wend_sample_build_scene(context, name, 0, 1, &soup) == WEND_OK)
        wend_build_scene(context, soup, NULL, &nav, NULL, NULL);
    if (!scene && wend_sample_build_drawing(context, name, 0, 1, &drawing) == WEND_OK)
        wend_build_drawing(context, drawing, NULL, &nav, NULL, NULL);
    wend_scene_destroy(soup);
    wend_drawing_destroy(drawing);
    return nav;
}

static void corner_of(const wend_relief_view *v, int64_t index, double seen[3]) {
    wend_ground_from_scene(v->up, v->places + 3 * (int64_t)v->indices[index], seen);
}

static double area_of(const wend_relief_view *v, int64_t index) {
    double a[3], b[3], c[3];
    corner_of(v, index, a);
    corner_of(v, index + 1, b);
    corner_of(v, index + 2, c);
    return ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
}

// The area of all triangles seen from above, in square metres, and how many lines there are.
typedef struct sum {
    double area;
    int64_t lines;
} sum;

static sum check_arrays(const wend_relief_view *v, int32_t only) {
    sum s = {0, 0};
    int64_t next = 0;
    for (int32_t k = 0; k < v->part_count; k++) {
        const wend_relief_part *part = &v->parts[k];
        int corners = part->width > 0 ? 2 : 3;
        CHECK_INT(part->first, next);
        CHECK(part->count % corners == 0 && part->noun[0] != 0 && (only < 0 || part->layer == only));
        next = part->first + part->count;
        for (int64_t i = part->first; i < next; i++)
            CHECK(v->indices[i] >= 0 && v->indices[i] < v->place_count);
        for (int64_t i = part->first; i < next && corners == 3; i += 3) {
            double area = area_of(v, i);
            CHECK(area >= -1e-9);
            s.area += area * v->unit * v->unit;
        }
        s.lines += corners == 2 ? part->count / 2 : 0;
    }
    CHECK_INT(v->index_count, next);
    return s;
}

static sum show(const wend_nav *nav, wend_export_kind kind, int32_t only) {
    wend_relief_def def = wend_default_relief_def();
    wend_relief *relief = NULL;
    sum s = {0, 0};
    def.layer = only;
    CHECK_INT(wend_relief_build(context, nav, kind, &def, &relief, report), WEND_OK);
    if (relief) {
        wend_relief_view v = wend_relief_look(relief);
        s = check_arrays(&v, only);
    }
    wend_relief_destroy(relief);
    return s;
}

static void check_kinds(const wend_nav *nav) {
    double plan = wend_plan_area(wend_nav_plan(nav));
    CHECK(fabs(show(nav, WEND_EXPORT_PLAN, -1).area - plan) <= 1e-6 * plan);
    CHECK(fabs(show(nav, WEND_EXPORT_CELLS, -1).area - plan) <= 1e-6 * plan);
    CHECK(fabs(show(nav, WEND_EXPORT_PORTALS, -1).area - plan) <= 1e-6 * plan);
    CHECK(show(nav, WEND_EXPORT_MEDIAL, -1).lines >= wend_medial_look(wend_nav_medial(nav)).arc_count);
    CHECK(show(nav, WEND_EXPORT_PORTALS, -1).lines >= wend_cells_look(wend_nav_cells(nav)).portal_count);
    double layers = 0;
    for (int32_t k = 0; k < wend_plan_look(wend_nav_plan(nav)).layer_count; k++)
        layers += show(nav, WEND_EXPORT_PLAN, k).area;
    CHECK(fabs(layers - plan) <= 1e-6 * plan);
}

TEST(all_of_a_scene) {
    wend_nav *nav = build("two-storeys", true);
    REQUIRE(nav != NULL);
    check_kinds(nav);
    wend_surface_view surface = wend_surface_look(wend_nav_surface(nav));
    sum s = show(nav, WEND_EXPORT_WALKABLE, -1);
    CHECK_INT(s.lines, surface.boundary_count);
    double plan = wend_plan_area(wend_nav_plan(nav));
    CHECK(fabs(show(nav, WEND_EXPORT_LINKS, -1).area - plan) <= 1e-3 * plan);
    wend_nav_destroy(nav);
}

TEST(all_of_a_floor_plan) {
    wend_nav *nav = build("thin-walls", false);
    REQUIRE(nav != NULL);
    check_kinds(nav);
    CHECK(!wend_nav_shows(nav, WEND_EXPORT_WALKABLE) && !wend_nav_shows(nav, WEND_EXPORT_LINKS));
    wend_nav_destroy(nav);
}

// ---------------------------------------------------------------------------------------------------- on the ground

// Whether some floor is within a millimetre of a place, with room for what rounding does beside it.
static bool is_on_ground(const wend_links_view *links, const double at[3]) {
    double x = (at[0] - links->lattice.origin[0]) / links->lattice.step;
    double y = (at[1] - links->lattice.origin[1]) / links->lattice.step;
    double z = (at[2] - links->lattice.origin[2]) / links->lattice.step;
    double near = 1e-3 / (links->lattice.step * links->lattice.unit);
    for (int32_t t = 0; t < links->triangle_count; t++) {
        const wend_linked_triangle *triangle = &links->triangles[t];
        wend_point a = links->vertices[triangle->v[0]], b = links->vertices[triangle->v[1]],
                   c = links->vertices[triangle->v[2]];
        double low = fmin(fmin(a.x, b.x), c.x) - near, high = fmax(fmax(a.x, b.x), c.x) + near;
        if (x < low || x > high)
            continue;
        double whole = ((double)b.x - a.x) * ((double)c.y - a.y) - ((double)b.y - a.y) * ((double)c.x - a.x);
        double p = ((b.x - x) * (c.y - y) - (b.y - y) * (c.x - x)) / whole;
        double q = ((c.x - x) * (a.y - y) - (c.y - y) * (a.x - x)) / whole, r = 1 - p - q;
        double slack = near * 2 *
                       (hypot((double)b.x - a.x, (double)b.y - a.y) + hypot((double)c.x - a.x, (double)c.y - a.y)) /
                       whole;
        double height = p * triangle->z[0] + q * triangle->z[1] + r * triangle->z[2];
        if (p >= -slack && q >= -slack && r >= -slack && fabs(height - z) <= near)
            return true;
    }
    return false;
}

static void check_lines(const wend_nav *nav, wend_export_kind kind, const char *noun) {
    wend_relief *relief = NULL;
    wend_relief_def def = {.layer = -1, .raise = 0.25};
    REQUIRE(wend_relief_build(context, nav, kind, &def, &relief, report) == WEND_OK);
    wend_relief_view v = wend_relief_look(relief);
    wend_links_view links = wend_links_look(wend_nav_links(nav));
    uint64_t random = 5;
    int64_t samples = 0, off = 0;
    for (int32_t k = 0; k < v.part_count; k++)
        for (int64_t i = 0; i < v.parts[k].count && strcmp(v.parts[k].noun, noun) == 0; i += 2) {
            double a[3], b[3], at[3], along = wend_random_unit(&random);
            corner_of(&v, v.parts[k].first + i, a);
            corner_of(&v, v.parts[k].first + i + 1, b);
            if (a[0] == b[0] && a[1] == b[1]) // up or down a step
                continue;
            for (int j = 0; j < 3; j++)
                at[j] = a[j] + along * (b[j] - a[j]);
            at[2] -= def.raise / v.unit;
            samples++;
            off += !is_on_ground(&links, at);
        }
    CHECK_MESSAGE(samples > 100 && off * 500 <= samples, "%s: %d of %d places off the ground", noun, (int)off,
                  (int)samples);
    wend_relief_destroy(relief);
}

TEST(portals_and_the_medial_axis_follow_the_ground) {
    static const char *const names[] = {"stairs", "bridge", "ramp-overhang", "two-storeys"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        wend_nav *nav = build(names[k], true);
        REQUIRE(nav != NULL);
        check_lines(nav, WEND_EXPORT_MEDIAL, "clearance");
        if (wend_cells_look(wend_nav_cells(nav)).portal_count > 100)
            check_lines(nav, WEND_EXPORT_PORTALS, "portals");
        wend_nav_destroy(nav);
    }
}

TEST(what_cannot_be_shown_is_refused) {
    wend_nav *nav = build("comb", false);
    REQUIRE(nav != NULL);
    wend_relief *relief = NULL;
    wend_relief_def def = wend_default_relief_def();
    CHECK_INT(wend_relief_build(context, nav, WEND_EXPORT_WALKABLE, NULL, &relief, report), WEND_ERROR_UNSUPPORTED);
    CHECK_INT(wend_relief_build(context, nav, WEND_EXPORT_COUNT, NULL, &relief, report), WEND_ERROR_UNSUPPORTED);
    def.layer = 1;
    CHECK_INT(wend_relief_build(context, nav, WEND_EXPORT_PLAN, &def, &relief, report), WEND_ERROR_ARGUMENT);
    def = (wend_relief_def){.layer = -1, .raise = NAN};
    CHECK_INT(wend_relief_build(context, nav, WEND_EXPORT_PLAN, &def, &relief, report), WEND_ERROR_ARGUMENT);
    CHECK(relief == NULL);
    CHECK_INT(wend_relief_build(context, NULL, WEND_EXPORT_PLAN, NULL, &relief, NULL), WEND_ERROR_ARGUMENT);
    wend_relief_destroy(NULL);
    wend_report_clear(report);
    wend_nav_destroy(nav);
}

TEST(nothing_is_left) {
    open_context_with(1);
    close_context();
}

CHECK_MAIN()

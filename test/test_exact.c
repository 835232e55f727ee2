// The exact walkable surface: scenes made by hand whose answer is known (area, components, why and where the floor
// ends), and random ones, which must be valid and the same for every order, thread count and quarter turn.
#include "base/random.h"
#include "failing.h"
#include "shared_context.h"
#include "stages.h"

#include <wend/sample.h>

#include <math.h>

static const double pi = 3.14159265358979323846;

// ---------------------------------------------------------------------------------------------------- scenes by hand

static wend_scene *begin_up(wend_up up, double unit) {
    open_context_with(0);
    wend_scene_def def = wend_default_scene_def();
    def.up = up;
    def.unit = unit;
    wend_scene *scene = NULL;
    CHECK(wend_scene_create(context, &def, &scene) == WEND_OK);
    return scene;
}

static wend_scene *begin(void) {
    return begin_up(WEND_UP_Z, 1);
}

// A triangle in ground coordinates, whatever the scene's axes.
static void triangle(wend_scene *scene, double ax, double ay, double az, double bx, double by, double bz, double cx,
                     double cy, double cz) {
    const double ground[9] = {ax, ay, az, bx, by, bz, cx, cy, cz};
    double corners[9];
    for (int i = 0; i < 3; i++)
        wend_scene_from_ground(wend_scene_look(scene).up, ground + 3 * i, corners + 3 * i);
    CHECK(wend_scene_add(scene, corners, 3, (const int32_t[]){0, 1, 2}, 1) == WEND_OK);
}

// A flat rectangle that faces up.
static void floor_at(wend_scene *scene, double x0, double y0, double x1, double y1, double z) {
    triangle(scene, x0, y0, z, x1, y0, z, x1, y1, z);
    triangle(scene, x0, y0, z, x1, y1, z, x0, y1, z);
}

// A flat rectangle that faces down.
static void ceiling_at(wend_scene *scene, double x0, double y0, double x1, double y1, double z) {
    triangle(scene, x0, y0, z, x1, y1, z, x1, y0, z);
    triangle(scene, x0, y0, z, x0, y1, z, x1, y1, z);
}

// A vertical sheet over the line from (x0, y0) to (x1, y1); its front is on the right of the line.
static void wall(wend_scene *scene, double x0, double y0, double x1, double y1, double z0, double z1) {
    triangle(scene, x0, y0, z0, x1, y1, z0, x1, y1, z1);
    triangle(scene, x0, y0, z0, x1, y1, z1, x0, y0, z1);
}

static void box(wend_scene *scene, double x0, double y0, double x1, double y1, double z0, double z1) {
    floor_at(scene, x0, y0, x1, y1, z1);
    ceiling_at(scene, x0, y0, x1, y1, z0);
    wall(scene, x0, y0, x1, y0, z0, z1);
    wall(scene, x1, y0, x1, y1, z0, z1);
    wall(scene, x1, y1, x0, y1, z0, z1);
    wall(scene, x0, y1, x0, y0, z0, z1);
}

// A rectangle 1 metre wide and `length` long seen from above, rising by the angle, that faces up.
static void slope_of(wend_scene *scene, double length, double degrees) {
    double rise = length * tan(degrees * pi / 180);
    triangle(scene, 0, 0, 0, length, 0, rise, length, 1, rise);
    triangle(scene, 0, 0, 0, length, 1, rise, 0, 1, 0);
}

// ---------------------------------------------------------------------------------------------------- answers

typedef struct answer {
    wend_result result;
    double area;
    int32_t components, triangles, boundaries;
    double length[WEND_BOUNDARY_KIND_COUNT];                              // of boundary edges, in metres
    double sides[WEND_BOUNDARY_KIND_COUNT][3];                            // the same by the side that the cause shows
    double low[WEND_BOUNDARY_KIND_COUNT], high[WEND_BOUNDARY_KIND_COUNT]; // lowest and highest that blocks, in metres
    bool causes; // all but ledges have one, and ledges have none
    uint64_t hash;
    wend_lattice3 lattice;
} answer;

static double edge_length(const wend_surface_view *view, int32_t e) {
    wend_point3 a = view->vertices[view->triangles[e / 3].v[e % 3]];
    wend_point3 b = view->vertices[view->triangles[e / 3].v[e % 3 == 2 ? 0 : e % 3 + 1]];
    double x = (double)b.x - a.x, y = (double)b.y - a.y, z = (double)b.z - a.z;
    return sqrt(x * x + y * y + z * z) * view->lattice.step * view->lattice.unit;
}

static void measure_boundary(const wend_surface_view *view, const wend_surface_boundary *b, answer *a) {
    double length = edge_length(view, b->edge), step = view->lattice.step * view->lattice.unit;
    bool first = !(a->length[b->kind] > 0);
    a->length[b->kind] += length;
    a->sides[b->kind][b->side] += length;
    a->low[b->kind] = first || b->low * step < a->low[b->kind] ? b->low * step : a->low[b->kind];
    a->high[b->kind] = first || b->high * step > a->high[b->kind] ? b->high * step : a->high[b->kind];
    a->causes &= (b->kind == WEND_BOUNDARY_LEDGE) == (b->cause < 0) && (b->cause < 0) == (b->side == WEND_SIDE_NONE);
}

// Extracts and checks; what is odd goes to the report.
static answer extract_with(wend_context *in, const wend_scene *scene, const wend_settings *def) {
    answer a = {.causes = true};
    wend_surface *surface = NULL;
    a.result = extract_scene(in, scene, def, &surface, report);
    CHECK((a.result == WEND_OK) == (surface != NULL));
    if (!surface)
        return a;
    wend_result checked = wend_surface_check(in, surface, report);
    CHECK_MESSAGE(checked == WEND_OK, "the surface is not valid: %s", wend_report_error(report));
    wend_surface_view view = wend_surface_look(surface);
    a.area = view.area;
    a.components = view.component_count;
    a.triangles = view.triangle_count;
    a.boundaries = view.boundary_count;
    a.hash = view.hash;
    a.lattice = view.lattice;
    for (int32_t b = 0; b < view.boundary_count; b++)
        measure_boundary(&view, &view.boundaries[b], &a);
    wend_surface_destroy(surface);
    return a;
}

static answer extract(wend_scene *scene, const wend_settings *def) {
    wend_report_clear(report);
    answer a = extract_with(context, scene, def);
    wend_scene_destroy(scene);
    return a;
}

static answer extract_default(wend_scene *scene) {
    return extract(scene, NULL);
}

#define CHECK_NEAR(actual, expected, within) check_near((actual), (expected), (within), __FILE__, __LINE__, #actual)

static void check_near(double actual, double expected, double within, const char *file, int line, const char *text) {
    check_that(actual >= expected - within && actual <= expected + within, file, line, "%s is %.6f, expected %.6f",
               text, actual, expected);
}

// ---------------------------------------------------------------------------------------------------- flat floors

TEST(flat_square) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 10, 10, 0);
    answer a = extract_default(scene);
    CHECK_INT(a.result, WEND_OK);
    CHECK_NEAR(a.area, 100, 1e-3);
    CHECK_INT(a.components, 1);
    CHECK_INT(a.triangles, 2);
    CHECK_INT(a.boundaries, 4);
    CHECK_NEAR(a.length[WEND_BOUNDARY_LEDGE], 40, 1e-3);
    CHECK(a.causes);
}

TEST(squares_that_share_an_edge) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 1, 1, 0);
    floor_at(scene, 1, 0, 2, 1, 0);
    answer a = extract_default(scene);
    CHECK_NEAR(a.area, 2, 1e-4);
    CHECK_INT(a.components, 1);
    CHECK_INT(a.boundaries, 4);
    CHECK_NEAR(a.length[WEND_BOUNDARY_LEDGE], 6, 1e-3);
}

TEST(squares_that_overlap) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 2, 2, 0);
    floor_at(scene, 1, 1, 3, 3, 0);
    answer a = extract_default(scene);
    CHECK_NEAR(a.area, 7, 1e-3);
    CHECK_INT(a.components, 1);
    CHECK_NEAR(a.length[WEND_BOUNDARY_LEDGE], 12, 1e-2);
}

TEST(duplicates_change_nothing) {
    wend_scene *once = begin(), *twice = begin(), *reversed = begin();
    floor_at(once, 0, 0, 3, 2, 0.5);
    for (int i = 0; i < 5; i++)
        floor_at(twice, 0, 0, 3, 2, 0.5);
    floor_at(reversed, 0, 0, 3, 2, 0.5);
    ceiling_at(reversed, 0, 0, 3, 2, 0.5);
    answer a = extract_default(once), b = extract_default(twice), c = extract_default(reversed);
    CHECK_NEAR(a.area, 6, 1e-3);
    CHECK(a.hash == b.hash);
    CHECK(a.hash == c.hash);
}

// Floors and pieces of them no farther than rounding above or below another count once, whichever is the larger.
TEST(floors_a_step_apart) {
    const double step = 1.0 / 8192;
    for (int up = -3; up <= 3; up++)
        for (int size = 1; size <= 3; size++) {
            wend_scene *scene = begin();
            floor_at(scene, 0, 0, 2, 2, 0.5);
            floor_at(scene, 0, 0, size, size, 0.5 + up * step);
            answer a = extract_default(scene);
            CHECK_NEAR(a.area, size < 3 ? 4 : 9, 1e-2);
        }
}

// Carpets on carpets, a step or two apart: nothing of what they cover together is lost. Three once took the same place
// from each other in a circle: the first as it covers the second, the second as it blocks the third, the third as it is
// the largest.
TEST(level_floors_in_a_heap_leave_no_hole) {
    enum { SIDE = 32 };
    int64_t cases = check_cases("cases", 40);
    for (int64_t k = 0; k < cases; k++) {
        uint64_t random = (uint64_t)k * 977 + 1;
        bool covered[SIDE][SIDE] = {0};
        double expected = 0;
        wend_scene *scene = begin();
        for (int n = 3 + (int)wend_random_below(&random, 20); n > 0; n--) {
            int x0 = (int)wend_random_below(&random, SIDE - 1), x1 = x0 + 1;
            int y0 = (int)wend_random_below(&random, SIDE - 1), y1 = y0 + 1;
            x1 += (int)wend_random_below(&random, (uint64_t)(SIDE - x0));
            y1 += (int)wend_random_below(&random, (uint64_t)(SIDE - y0));
            x1 = x1 < SIDE ? x1 : SIDE;
            y1 = y1 < SIDE ? y1 : SIDE;
            floor_at(scene, x0 * 0.125, y0 * 0.125, x1 * 0.125, y1 * 0.125,
                     (double)wend_random_below(&random, 9) / 8192);
            for (int x = x0; x < x1; x++)
                for (int y = y0; y < y1; y++)
                    covered[x][y] = true;
        }
        for (int i = 0; i < SIDE * SIDE; i++)
            expected += covered[i / SIDE][i % SIDE] ? 0.125 * 0.125 : 0;
        CHECK_NEAR(extract_default(scene).area, expected, 0.01);
    }
}

TEST(t_junctions) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 2, 1, 0);
    floor_at(scene, 0, 1, 1, 2, 0);
    floor_at(scene, 1, 1, 2, 2, 0);
    answer a = extract_default(scene);
    CHECK_NEAR(a.area, 4, 1e-3);
    CHECK_INT(a.components, 1);
    CHECK_NEAR(a.length[WEND_BOUNDARY_LEDGE], 8, 1e-2);
}

TEST(cracks_are_closed_up_to_the_weld) {
    wend_settings def = default_settings();
    for (int welded = 0; welded < 2; welded++) {
        wend_scene *scene = begin();
        floor_at(scene, 0, 0, 1, 1, 0);
        floor_at(scene, 1.0005, 0, 2, 1, 0);
        def.exact.weld = welded ? 0.001 : 0;
        answer a = extract(scene, &def);
        CHECK_NEAR(a.area, 2, 1e-3);
        CHECK_INT(a.components, welded ? 1 : 2);
        CHECK_NEAR(a.length[WEND_BOUNDARY_LEDGE], welded ? 6 : 8, 5e-3);
    }
}

// ---------------------------------------------------------------------------------------------------- things above

TEST(box_on_a_floor) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 10, 10, 0);
    box(scene, 4, 4, 6, 6, 0, 1);
    answer a = extract_default(scene);
    CHECK_NEAR(a.area, 100, 1e-2);
    CHECK_INT(a.components, 2);
    CHECK_NEAR(a.length[WEND_BOUNDARY_WALL], 8, 1e-3);
    CHECK_NEAR(a.sides[WEND_BOUNDARY_WALL][WEND_SIDE_FRONT], 8, 1e-3);
    CHECK_NEAR(a.length[WEND_BOUNDARY_LEDGE], 48, 1e-2);
    CHECK_NEAR(a.high[WEND_BOUNDARY_WALL], 1, 1e-3);
    CHECK(a.causes);
}

// A sheet over the floor: too low below 1.8 m, whichever side it shows.
TEST(low_ceilings) {
    for (int up = 0; up < 2; up++)
        for (int high = 0; high < 2; high++) {
            wend_scene *scene = begin();
            double z = high ? 1.85 : 1.75;
            floor_at(scene, 0, 0, 10, 10, 0);
            (up ? floor_at : ceiling_at)(scene, 4, 4, 6, 6, z);
            answer a = extract_default(scene);
            CHECK_NEAR(a.area, 100 - (high ? 0 : 4) + (up ? 4 : 0), 1e-2);
            CHECK_NEAR(a.length[WEND_BOUNDARY_HEADROOM], high ? 0 : 8, 1e-3);
            CHECK_NEAR(a.sides[WEND_BOUNDARY_HEADROOM][up ? WEND_SIDE_BACK : WEND_SIDE_FRONT], high ? 0 : 8, 1e-3);
            CHECK_NEAR(a.low[WEND_BOUNDARY_HEADROOM], high ? 0 : 1.75, 1e-3);
            CHECK(a.causes);
        }
}

TEST(table) {
    for (int high = 0; high < 2; high++) {
        wend_scene *scene = begin();
        double z = high ? 2 : 0.7;
        floor_at(scene, 0, 0, 10, 10, 0);
        box(scene, 4, 4, 6, 6, z, z + 0.05);
        answer a = extract_default(scene);
        CHECK_NEAR(a.area, high ? 104 : 100, 1e-2);
        CHECK_INT(a.components, 2);
        double over = a.length[WEND_BOUNDARY_HEADROOM] + a.length[WEND_BOUNDARY_WALL];
        CHECK_NEAR(over, high ? 0 : 8, 1e-3);
        CHECK_NEAR(a.low[WEND_BOUNDARY_HEADROOM] + a.low[WEND_BOUNDARY_WALL], high ? 0 : 0.7, 1e-3);
    }
}

// A solid with slanting sides over the middle of the floor, `bottom` wide at z0 and `top` at z1.
static void frustum(wend_scene *scene, double z0, double z1, double bottom, double top) {
    double b = bottom / 2, t = top / 2;
    const double corners[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    for (int i = 0; i < 4; i++) {
        const double *p = corners[i], *q = corners[(i + 1) % 4];
        triangle(scene, 5 + b * p[0], 5 + b * p[1], z0, 5 + b * q[0], 5 + b * q[1], z0, 5 + t * q[0], 5 + t * q[1], z1);
        triangle(scene, 5 + b * p[0], 5 + b * p[1], z0, 5 + t * q[0], 5 + t * q[1], z1, 5 + t * p[0], 5 + t * p[1], z1);
    }
    floor_at(scene, 5 - t, 5 - t, 5 + t, 5 + t, z1);
    ceiling_at(scene, 5 - b, 5 - b, 5 + b, 5 + b, z0);
}

// Its sides begin at the floor, to the last bit or nearly: from outside one sees their front, from inside their back.
TEST(slanting_sides) {
    wend_settings def = default_settings();
    def.exact.keep_inside = true;
    for (int i = 0; i < 4; i++) {
        wend_scene *scene = begin();
        double z = i < 2 ? 0 : -0.01;
        floor_at(scene, 0, 0, 10, 10, 0);
        frustum(scene, z, 3, i % 2 ? 2 : 3, i % 2 ? 3 : 2);
        answer a = extract(scene, &def);
        CHECK_INT(a.components, 3);
        double outside =
            a.sides[WEND_BOUNDARY_WALL][WEND_SIDE_FRONT] + a.sides[WEND_BOUNDARY_HEADROOM][WEND_SIDE_FRONT];
        double inside = a.sides[WEND_BOUNDARY_WALL][WEND_SIDE_BACK] + a.sides[WEND_BOUNDARY_HEADROOM][WEND_SIDE_BACK];
        double foot = i % 2 ? 8 : 12, head = i % 2 ? 4 * 2.6 : 4 * 2.4;
        CHECK_NEAR(outside, i % 2 ? head : foot, 0.1);
        CHECK_NEAR(inside, i % 2 ? foot : head, 0.1);
    }
}

// z = (x - 4) / 2 from x = 2 to 8, two wide: the floor goes on until the ramp comes out of it, and from where there is
// room under it.
TEST(ramp_through_a_floor) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 10, 10, 0);
    triangle(scene, 2, 4, -1, 8, 4, 2, 8, 6, 2);
    triangle(scene, 2, 4, -1, 8, 6, 2, 2, 6, -1);
    answer a = extract_default(scene);
    CHECK_NEAR(a.area, 100 - 2 * 3.6 + 2 * 4 * sqrt(1.25), 1e-2);
    CHECK_NEAR(a.length[WEND_BOUNDARY_WALL] + a.length[WEND_BOUNDARY_HEADROOM] + a.length[WEND_BOUNDARY_LEDGE],
               40 + 2 * 2 + 2 * 3.6 + 2 * 2 + 8 * sqrt(1.25), 4.1);
    CHECK(a.causes);
}

// ---------------------------------------------------------------------------------------------------- sheets

// A sheet from (5, 2) to (5, 8) over a floor, from z0 to z1: the length of its barrier, both sides.
static void check_sheet(double z0, double z1, double length) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 10, 10, 0);
    wall(scene, 5, 2, 5, 8, z0, z1);
    answer a = extract_default(scene);
    CHECK_NEAR(a.area, 100, 1e-2);
    CHECK_INT(a.components, 1);
    CHECK_NEAR(a.length[WEND_BOUNDARY_BARRIER], length, 1e-2);
    CHECK_NEAR(a.sides[WEND_BOUNDARY_BARRIER][WEND_SIDE_FRONT], length / 2, 1e-2);
    CHECK_NEAR(a.sides[WEND_BOUNDARY_BARRIER][WEND_SIDE_BACK], length / 2, 1e-2);
    CHECK_NEAR(a.length[WEND_BOUNDARY_WALL], 0, 0);
    if (length > 0)
        CHECK_NEAR(a.low[WEND_BOUNDARY_BARRIER], z0 > 0 ? z0 : 0, 1e-3);
    CHECK(a.causes);
}

TEST(sheet_that_stands_on_a_floor) {
    check_sheet(0, 1, 12);
}

TEST(sheet_that_pierces_a_floor) {
    check_sheet(-1, 1, 12);
}

TEST(sheet_that_hangs) {
    check_sheet(1, 3, 12);
    check_sheet(1.9, 3, 0);
    check_sheet(-2, -1, 0);
    check_sheet(-2, 0, 0);
}

TEST(sheet_that_parts_a_floor) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 10, 10, 0);
    wall(scene, 5, 0, 5, 10, 0, 2);
    answer a = extract_default(scene);
    CHECK_NEAR(a.area, 100, 1e-2);
    CHECK_INT(a.components, 2);
    CHECK_NEAR(a.length[WEND_BOUNDARY_BARRIER], 20, 1e-2);
}

// The sheet stands on the diagonal that the two triangles of the floor share.
TEST(sheet_on_a_shared_edge) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 10, 10, 0);
    wall(scene, 0, 0, 10, 10, 0, 2);
    answer a = extract_default(scene);
    CHECK_NEAR(a.area, 100, 1e-2);
    CHECK_INT(a.components, 2);
    CHECK_NEAR(a.length[WEND_BOUNDARY_BARRIER], 20 * sqrt(2), 1e-2);
    CHECK_NEAR(a.sides[WEND_BOUNDARY_BARRIER][WEND_SIDE_FRONT], 10 * sqrt(2), 1e-2);
}

// The same from a third to two thirds of it.
TEST(sheet_on_a_part_of_a_shared_edge) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 9, 9, 0);
    wall(scene, 3, 3, 6, 6, 0, 2);
    answer a = extract_default(scene);
    CHECK_NEAR(a.area, 81, 1e-2);
    CHECK_INT(a.components, 1);
    CHECK_NEAR(a.length[WEND_BOUNDARY_BARRIER], 6 * sqrt(2), 1e-2);
}

// The same scene, turned about the vertical.
static wend_scene *turned(const wend_scene *scene, double degrees) {
    wend_scene_view view = wend_scene_look(scene);
    double c = cos(degrees * pi / 180), s = sin(degrees * pi / 180);
    wend_scene_def def = wend_default_scene_def();
    def.up = WEND_UP_Z;
    wend_scene *copy = NULL;
    CHECK(wend_scene_create(context, &def, &copy) == WEND_OK);
    for (int32_t t = 0; t < view.triangle_count; t++) {
        const double *p = view.positions + 9 * (int64_t)t;
        triangle(copy, c * p[0] - s * p[1], s * p[0] + c * p[1], p[2], c * p[3] - s * p[4], s * p[3] + c * p[4], p[5],
                 c * p[6] - s * p[7], s * p[6] + c * p[7], p[8]);
    }
    return copy;
}

// A floor on one side, two on the other, and a sheet between them whose ends are no corners of theirs: turned, all four
// are rounded to other lines. Beside the sheet one can pass, at one of its ends at least.
TEST(sheet_between_floors_with_other_corners) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 10, 5, 0);
    floor_at(scene, 1, 5, 4, 9, 0);
    floor_at(scene, 4, 5, 9, 9, 0);
    wall(scene, 2, 5, 8, 5, 0, 2);
    for (int degrees = 0; degrees < 360; degrees++) {
        answer a = extract_default(turned(scene, degrees));
        CHECK_NEAR(a.area, 82, 1e-2);
        CHECK_INT(a.components, 1);
        double standing = a.length[WEND_BOUNDARY_WALL] + a.length[WEND_BOUNDARY_BARRIER];
        CHECK_MESSAGE(standing > 11.99 && standing < 13, "%d degrees: %f m of wall", degrees, standing);
        CHECK_MESSAGE(a.length[WEND_BOUNDARY_LEDGE] < 40.01, "%d degrees: %f m of ledge", degrees,
                      a.length[WEND_BOUNDARY_LEDGE]);
    }
    wend_scene_destroy(scene);
}

TEST(sheet_that_touches_in_a_point) {
    for (int above = 0; above < 2; above++) {
        wend_scene *scene = begin();
        double z = above ? 1 : -1;
        floor_at(scene, 0, 0, 10, 10, 0);
        triangle(scene, 5, 4, 0, 6, 4, z, 4, 4, z);
        answer a = extract_default(scene);
        CHECK_NEAR(a.area, 100, 1e-2);
        CHECK_NEAR(a.length[WEND_BOUNDARY_BARRIER], above ? 4 : 0, 1e-2);
    }
}

// ---------------------------------------------------------------------------------------------------- slopes

TEST(slopes_at_the_limit) {
    static const double angles[] = {44.99, 45, 45.005, 45.02};
    wend_settings def = default_settings();
    for (int i = 0; i < 4; i++) {
        wend_scene *scene = begin();
        slope_of(scene, 10, angles[i]);
        answer a = extract(scene, &def);
        CHECK_INT(a.result, angles[i] < 45.01 ? WEND_OK : WEND_ERROR_EMPTY);
        if (a.result == WEND_OK)
            CHECK_NEAR(a.area, 10 / cos(angles[i] * pi / 180), 1e-2);
        else
            CHECK_INT(wend_report_total(report, "no-floor"), 1);
    }
}

TEST(ground_that_goes_on_too_steep) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 1, 1, 0);
    triangle(scene, 1, 0, 0, 2, 0, -3, 2, 1, -3);
    triangle(scene, 1, 0, 0, 2, 1, -3, 1, 1, 0);
    answer a = extract_default(scene);
    CHECK_NEAR(a.area, 1, 1e-3);
    CHECK_NEAR(a.length[WEND_BOUNDARY_SLOPE], 1, 1e-3);
    CHECK_NEAR(a.length[WEND_BOUNDARY_LEDGE], 3, 1e-3);
    CHECK(a.causes);
}

// Five treads two metres wide, four risers between them.
TEST(staircase) {
    wend_scene *scene = begin();
    for (int k = 0; k < 5; k++) {
        floor_at(scene, 0.3 * k, 0, 0.3 * (k + 1), 2, 0.2 * k);
        if (k > 0)
            wall(scene, 0.3 * k, 2, 0.3 * k, 0, 0.2 * (k - 1), 0.2 * k);
    }
    answer a = extract_default(scene);
    CHECK_NEAR(a.area, 3, 1e-2);
    CHECK_INT(a.components, 5);
    CHECK_NEAR(a.length[WEND_BOUNDARY_WALL], 8, 1e-2);
    CHECK_NEAR(a.sides[WEND_BOUNDARY_WALL][WEND_SIDE_FRONT], 8, 1e-2);
    CHECK_NEAR(a.high[WEND_BOUNDARY_WALL], 0.2, 1e-3);
    CHECK_NEAR(a.length[WEND_BOUNDARY_LEDGE], 5 * 4.6 - 8, 1e-2);
}

// ---------------------------------------------------------------------------------------------------- filters

// A floor that runs on under a solid wall one metre thick and three high.
static wend_scene *floor_under_a_wall(void) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 10, 10, 0);
    box(scene, 4.5, -1, 5.5, 11, -1, 3);
    return scene;
}

TEST(floors_inside_solids) {
    wend_settings def = default_settings();
    answer a = extract(floor_under_a_wall(), &def);
    CHECK_NEAR(a.area, 90 + 12, 1e-2);
    CHECK_INT(a.components, 3);
    CHECK_INT(wend_report_total(report, "inside-solid"), 1);
    def.exact.keep_inside = true;
    answer b = extract(floor_under_a_wall(), &def);
    CHECK_NEAR(b.area, 100 + 12, 1e-2);
    CHECK_INT(b.components, 4);
    const double seed[3] = {5, 5, 0.5};
    def.exact.keep_inside = false;
    def.keep.seeds = seed;
    def.keep.seed_count = 1;
    answer c = extract(floor_under_a_wall(), &def);
    CHECK_NEAR(c.area, 10, 1e-2);
    CHECK_INT(c.components, 1);
    CHECK_NEAR(c.sides[WEND_BOUNDARY_BARRIER][WEND_SIDE_BACK] + c.sides[WEND_BOUNDARY_WALL][WEND_SIDE_BACK], 20, 1e-2);
}

TEST(small_components) {
    wend_settings def = default_settings();
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 1, 1, 0);
    floor_at(scene, 5, 0, 7, 2, 0);
    def.keep.min_area = 2;
    answer a = extract(scene, &def);
    CHECK_NEAR(a.area, 4, 1e-3);
    CHECK_INT(a.components, 1);
    scene = begin();
    floor_at(scene, 0, 0, 1, 1, 0);
    CHECK_INT(extract(scene, &def).result, WEND_ERROR_EMPTY);
    CHECK(wend_report_error(report)[0] != 0);
}

TEST(seeds_stand_on_the_floor_below) {
    wend_settings def = default_settings();
    const double near[3] = {0.5, 0.5, 1.5}, far[3] = {0.5, 0.5, 5}, not_finite[3] = {0.5, (double)NAN, 0};
    const double *seeds[] = {near, far, not_finite};
    for (int i = 0; i < 3; i++) {
        wend_scene *scene = begin();
        floor_at(scene, 0, 0, 1, 1, 0);
        floor_at(scene, 5, 0, 7, 2, 0);
        def.keep.seeds = seeds[i];
        def.keep.seed_count = 1;
        answer a = extract(scene, &def);
        CHECK_INT(a.result, i == 0 ? WEND_OK : WEND_ERROR_EMPTY);
        CHECK_NEAR(a.area, i == 0 ? 1 : 0, 1e-3);
        CHECK_INT(wend_report_total(report, "seed-stands-nowhere"), i > 0);
    }
}

// ---------------------------------------------------------------------------------------------------- axes and units

static void add_sample_of_all(wend_scene *scene, double shift) {
    floor_at(scene, shift, shift, shift + 10, shift + 10, 0);
    box(scene, shift + 4, shift + 4, shift + 6, shift + 6, 0, 1);
    wall(scene, shift + 1, shift + 2, shift + 3, shift + 7, -1, 2);
    triangle(scene, shift + 7, shift + 1, -0.5, shift + 9, shift + 2, 1.5, shift + 7.5, shift + 8, 0.25);
}

TEST(every_axis_gives_the_same_surface) {
    wend_scene *scene = begin();
    add_sample_of_all(scene, 0);
    answer a = extract_default(scene);
    CHECK_INT(a.result, WEND_OK);
    for (int up = 0; up < WEND_UP_COUNT; up++) {
        scene = begin_up((wend_up)up, 1);
        add_sample_of_all(scene, 0);
        answer b = extract_default(scene);
        CHECK_MESSAGE(a.hash == b.hash, "up %s: another hash, area %.9f", wend_up_name((wend_up)up), b.area);
    }
}

TEST(far_from_the_origin) {
    wend_scene *scene = begin(), *far = begin();
    add_sample_of_all(scene, 0);
    add_sample_of_all(far, 1e6);
    answer a = extract_default(scene), b = extract_default(far);
    CHECK_MESSAGE(a.hash == b.hash, "areas %.9f and %.9f", a.area, b.area);
}

TEST(units) {
    wend_scene *scene = begin_up(WEND_UP_Z, 0.01);
    floor_at(scene, 0, 0, 1000, 1000, 0);
    box(scene, 400, 400, 600, 600, 0, 100);
    answer a = extract_default(scene);
    CHECK_NEAR(a.area, 100, 1e-2);
    CHECK_NEAR(a.length[WEND_BOUNDARY_WALL], 8, 1e-2);
}

TEST(two_sided_scenes) {
    wend_settings def = default_settings();
    for (int two = 0; two < 2; two++) {
        wend_scene *scene = begin();
        ceiling_at(scene, 0, 0, 2, 2, 0);
        def.exact.two_sided = two == 1;
        answer a = extract(scene, &def);
        CHECK_INT(a.result, two ? WEND_OK : WEND_ERROR_EMPTY);
        CHECK_NEAR(a.area, two ? 4 : 0, 1e-3);
        CHECK_INT(wend_report_total(report, "winding-faces-down"), two ? 0 : 1);
    }
}

TEST(nearly_all_faces_down) {
    wend_scene *scene = begin();
    ceiling_at(scene, 0, 0, 10, 10, 0);
    floor_at(scene, 20, 0, 21, 1, 0);
    answer a = extract_default(scene);
    CHECK_INT(a.result, WEND_OK);
    CHECK_NEAR(a.area, 1, 1e-3);
    CHECK_INT(wend_report_total(report, "winding-faces-down"), 1);
}

// A storey of a house: a slab to stand on, boxes on it lower than the agent, and a slab above. Mirrored, all of it shows its inside.
static void add_storey(wend_scene *scene, bool mirrored) {
    static const double boxes[6][6] = {{0, 0, 10, 8, -0.3, 0}, {0, 0, 10, 8, 2.5, 2.8}, {0, 0, 0.2, 8, 0, 1.6},
                                       {1, 1, 2, 2, 0, 0.7},   {4, 3, 5, 7, 0, 1.1},    {8, 1, 9, 6, 0, 1.6}};
    double sign = mirrored ? -1 : 1;
    for (int k = 0; k < 6; k++) {
        const double *b = boxes[k];
        wend_scene *one = begin();
        box(one, b[0], b[1], b[2], b[3], b[4], b[5]);
        wend_scene_view view = wend_scene_look(one);
        for (int64_t t = 0; t < view.triangle_count; t++) {
            const double *p[3];
            for (int i = 0; i < 3; i++)
                p[i] = view.positions + 3 * (int64_t)view.triangles[3 * t + i];
            triangle(scene, sign * p[0][0], p[0][1], p[0][2], sign * p[1][0], p[1][1], p[1][2], sign * p[2][0], p[2][1],
                     p[2][2]);
        }
        wend_scene_destroy(one);
    }
}

TEST(scenes_inside_out_are_told) {
    wend_settings def = default_settings();
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        wend_scene *scene = begin();
        add_storey(scene, mirrored == 1);
        answer a = extract(scene, &def);
        CHECK_INT(a.result, mirrored ? WEND_ERROR_EMPTY : WEND_OK);
        CHECK_INT(wend_report_total(report, "winding-inside-out"), mirrored);
        CHECK_INT(wend_report_total(report, "winding-faces-down"), 0);
    }
    wend_scene *scene = begin();
    add_storey(scene, true);
    floor_at(scene, 20, 0, 24, 4, 0); // some of it is walkable
    answer a = extract(scene, &def);
    CHECK_INT(a.result, WEND_OK);
    CHECK_NEAR(a.area, 16, 1e-3);
    CHECK_INT(wend_report_total(report, "winding-inside-out"), 1);
    scene = begin();
    add_storey(scene, true);
    def.exact.two_sided = true;
    extract(scene, &def);
    CHECK_INT(wend_report_total(report, "winding-inside-out"), 0);
}

// A room seen from inside is no slab seen from outside, even when the agent is higher.
TEST(low_rooms_are_not_inside_out) {
    wend_settings def = default_settings();
    for (int tall = 0; tall < 2; tall++) {
        wend_scene *scene = begin();
        floor_at(scene, 0, 0, 10, 8, 0);
        ceiling_at(scene, 0, 0, 10, 8, 2.5);
        def.agent.height = tall ? 3 : 1.8;
        answer a = extract(scene, &def);
        CHECK_INT(a.result, tall ? WEND_ERROR_EMPTY : WEND_OK);
        CHECK_INT(wend_report_total(report, "winding-inside-out"), 0);
    }
    wend_scene *scene = begin(); // in millimetres that were taken for metres
    floor_at(scene, 0, 0, 0.1, 0.08, 0);
    ceiling_at(scene, 0, 0, 0.1, 0.08, 0.025);
    def.keep.min_area = 0;
    extract(scene, &def);
    CHECK_INT(wend_report_total(report, "winding-inside-out"), 0);
}

// How many triangles seem to be wound the wrong way.
static int count_mixed(wend_scene *scene, bool two_sided) {
    wend_settings def = default_settings();
    def.exact.two_sided = two_sided;
    extract(scene, &def);
    for (int64_t k = 0; k < wend_report_count(report); k++)
        if (strcmp(wend_report_at(report, k)->code, "winding-mixed") == 0)
            return (int)wend_report_at(report, k)->measured;
    return 0;
}

TEST(triangles_wound_the_wrong_way_are_told) {
    for (int two = 0; two < 2; two++) {
        wend_scene *scene = begin(); // one triangle of a slope; not the strip, most of which may be a ceiling
        floor_at(scene, 0, 0, 4, 3, 0);
        ceiling_at(scene, 4, 0, 4.5, 3, 0);
        floor_at(scene, 4.5, 0, 8, 3, 0);
        triangle(scene, 8, 0, 0, 12, 0, 1, 12, 3, 1);
        triangle(scene, 8, 0, 0, 8, 3, 0, 12, 3, 1);
        triangle(scene, 8, 3, 0, 12, 3, 1, 8, 6, 0);
        CHECK_INT(count_mixed(scene, two), two ? 0 : 1);
    }
    wend_scene *scene = begin();
    for (int k = 0; k < 36; k++) {
        double x = k % 6, y = k / 6;
        if (k == 8 || k == 22)
            ceiling_at(scene, x, y, x + 1, y + 1, 0);
        else
            floor_at(scene, x, y, x + 1, y + 1, 0);
    }
    CHECK_INT(count_mixed(scene, false), 4);
}

TEST(ceilings_are_not_told) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 4, 2, 0);
    ceiling_at(scene, 4, 0, 6, 2, 2.5); // elsewhere
    ceiling_at(scene, 0, 0, 4, 2, 0);   // its own underside
    CHECK_INT(count_mixed(scene, false), 0);
    scene = begin(); // a terrace beside a lower room with a ceiling in the same plane
    floor_at(scene, 0, 0, 4, 2, 3);
    wall(scene, 4, 0, 4, 2, 0, 3);
    floor_at(scene, 4, 0, 8, 2, 0);
    ceiling_at(scene, 4, 0, 8, 2, 3);
    CHECK_INT(count_mixed(scene, false), 0);
    scene = begin();
    box(scene, 0, 0, 4, 2, 0, 3);
    box(scene, 4, 0, 8, 2, 3, 6);
    CHECK_INT(count_mixed(scene, false), 0);
}

// ---------------------------------------------------------------------------------------------------- bad data

TEST(corners_that_are_not_finite) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 1, 1, 0);
    triangle(scene, 0, 0, (double)NAN, 1, 0, 0, 0, 1, 0);
    triangle(scene, 0, (double)INFINITY, 0, 1, 0, 0, 0, 1, 0);
    answer a = extract_default(scene);
    CHECK_NEAR(a.area, 1, 1e-3);
    CHECK_INT(wend_report_total(report, "triangle-not-finite"), 1);
    scene = begin();
    triangle(scene, 0, 0, (double)NAN, 1, 0, 0, 0, (double)NAN, 0);
    CHECK_INT(extract_default(scene).result, WEND_ERROR_EMPTY);
    CHECK(wend_report_error(report)[0] != 0);
}

TEST(nothing_there) {
    CHECK_INT(extract_default(begin()).result, WEND_ERROR_EMPTY);
    CHECK(wend_report_error(report)[0] != 0);
    wend_scene *scene = begin();
    triangle(scene, 0, 0, 0, 1, 1, 1, 2, 2, 2);
    triangle(scene, 3, 3, 0, 3, 3, 0, 4, 4, 0);
    CHECK_INT(extract_default(scene).result, WEND_ERROR_EMPTY);
    CHECK_INT(wend_report_total(report, "triangle-degenerate"), 1);
    CHECK(wend_report_error(report)[0] != 0);
}

TEST(numbers_beyond_reason) {
    wend_scene *scene = begin();
    triangle(scene, 0, 0, 0, 1e300, 0, 0, 0, 1e300, 0);
    answer a = extract_default(scene);
    CHECK_MESSAGE(a.result == WEND_ERROR_RANGE, "result %d, area %g", (int)a.result, a.area);
}

TEST(lattice_by_hand) {
    wend_settings def = default_settings();
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 2, 1, 0);
    def.solid.lattice = 0.01;
    answer a = extract(scene, &def);
    CHECK(a.lattice.step == 0.01);
    CHECK_NEAR(a.area, 2, 0.03);
    scene = begin();
    floor_at(scene, 0, 0, 1e6, 1e6, 0);
    def.solid.lattice = 1e-4;
    CHECK_INT(extract(scene, &def).result, WEND_ERROR_RANGE);
    CHECK_INT(wend_report_total(report, "scene-too-large"), 1);
    scene = begin();
    floor_at(scene, 0, 0, 1e6, 1e6, 0);
    CHECK_NEAR(extract_default(scene).area / 1e12, 1, 1e-6);
}

TEST(fields_out_of_range) {
    static const char *const codes[] = {"agent-height", "agent-slope", "solid-lattice", "exact-weld", "exact-simplify"};
    for (int field = 0; field < 10; field++) {
        wend_settings def = default_settings();
        wend_scene *scene = begin();
        floor_at(scene, 0, 0, 1, 1, 0);
        double *fields[] = {&def.agent.height, &def.agent.slope, &def.solid.lattice, &def.exact.weld,
                            &def.exact.simplify};
        *fields[field / 2] = field % 2 ? (double)NAN : -1;
        CHECK_INT(extract(scene, &def).result, WEND_ERROR_ARGUMENT);
        CHECK(wend_report_error(report)[0] != 0);
        CHECK_INT(wend_report_total(report, codes[field / 2]), 1);
    }
}

// ---------------------------------------------------------------------------------------------------- found by fuzzing

// A floor and its reverse over it, in either order: which of the two is seen must not depend on that.
TEST(reversed_copies_in_any_order) {
    uint64_t hash = 0;
    for (int order = 0; order < 2; order++) {
        wend_scene *scene = begin();
        triangle(scene, 0, 0, 0, 8, 0, 0, 4, 8, 0);
        for (int k = 0; k < 2; k++)
            if ((k == 0) == (order == 0))
                triangle(scene, 3, 1, 1, 5, 1, 1, 4, 3, -0.5);
            else
                triangle(scene, 5, 1, 1, 3, 1, 1, 4, 3, -0.5);
        answer a = extract_default(scene);
        CHECK(order == 0 || a.hash == hash);
        hash = a.hash;
    }
}

// A wall that stands within half a lattice step of the edge of a floor whose neighbour bends there.
TEST(wall_beside_a_bent_edge) {
    static const double t[5][9] = {
        {3.3782355893479004, 1.6568118352196777, 4.994075989720633, 3.5488142427368445, 3.3976216797255834,
         4.6375303686416247, 1.6775251673644582, 3.162974871587104, 4.3695325820292927},
        {3.3782355893479004, 1.6568118352196777, 4.994075989720633, 4.9215561698327672, 1.5027446703299734,
         5.2921194987493685, 4.70088459045847, 3.0188966379691626, 4.9184482640418068},
        {3.3782355893479004, 1.6568118352196777, 4.994075989720633, 4.70088459045847, 3.0188966379691626,
         4.9184482640418068, 3.5488142427368445, 3.3976216797255834, 4.6375303686416247},
        {4.70088459045847, 3.0188966379691626, 4.9186729428111295, 3.378162629361702, 1.6568118352196777,
         4.1116429460529673, 3.3783056367451803, 1.6568118352196777, 8.2303788008122005},
        {1.88372184280143, 1.3871093845417688, 4.7987621023246474, 3.3782355893479004, 1.6573001164696777,
         4.9943293820268622, 1.6775251673644582, 3.1628678841150974, 4.3698233433640397}};
    wend_settings def = default_settings();
    def.exact.keep_inside = true;
    def.exact.weld = 0;
    wend_scene *scene = begin();
    for (int i = 0; i < 5; i++)
        triangle(scene, t[i][0], t[i][1], t[i][2], t[i][3], t[i][4], t[i][5], t[i][6], t[i][7], t[i][8]);
    CHECK_INT(extract(scene, &def).result, WEND_OK);
}

// Lines that begin on the floor's side within two steps of the corner of a larger shadow: on the lattice of 1.
TEST(shadows_that_meet_at_a_side) {
    static const double t[4][9] = {{-30, -153, -2, -58, -198, 0, -8, -218, -13},
                                   {-3, -154, 28, -43, -201, 18, 27, -192, 33},
                                   {-76, -117, 29, -87, -170, 17, -10, -176, 32},
                                   {-10, -176, 32, -87, -170, 17, -47, -204, 15}};
    wend_settings def = default_settings();
    def.solid.lattice = 1;
    def.agent.height = 84;
    def.exact.keep_inside = true;
    wend_scene *scene = begin();
    for (int i = 0; i < 4; i++)
        triangle(scene, t[i][0], t[i][1], t[i][2], t[i][3], t[i][4], t[i][5], t[i][6], t[i][7], t[i][8]);
    CHECK_NEAR(extract(scene, &def).area, 5120, 60);
}

// A face that is under the height in a point alone casts a shadow without area, under which nothing may vanish.
TEST(shadow_of_a_point) {
    static const double t[3][9] = {{86, -190, 184, 637, 128, 442, 152, 662, 450},
                                   {637, 128, 442, 1198, 301, 24, 422, 310, 236},
                                   {0, 0, 307, 500, 0, 307, 500, 500, 452}};
    wend_settings def = default_settings();
    def.solid.lattice = 1;
    def.agent.height = 350;
    def.agent.slope = 60 * pi / 180;
    def.exact.keep_inside = true;
    double with = 0, without = 0;
    for (int k = 0; k < 2; k++) {
        wend_scene *scene = begin();
        for (int i = 0; i < 3; i++)
            if (i != 1 || k == 0)
                triangle(scene, t[i][0], t[i][1], t[i][2], t[i][3], t[i][4], t[i][5], t[i][6], t[i][7], t[i][8]);
        *(k == 0 ? &with : &without) = extract(scene, &def).area;
    }
    CHECK_MESSAGE(with > without, "a third floor beside two others makes %.0f of %.0f", with, without);
}

// How far the middle of a triangle of a surface lies above or below the plane of the one that it names, at most, in
// metres. The scene is in metres, Z up.
static double farthest_from_source(const wend_scene *scene, const wend_surface *surface) {
    wend_scene_view from = wend_scene_look(scene);
    wend_surface_view view = wend_surface_look(surface);
    double most = 0;
    for (int32_t t = 0; t < view.triangle_count; t++) {
        const double *p[3];
        double middle[3] = {0}, u[3], v[3];
        for (int i = 0; i < 3; i++) {
            double corner[3];
            wend_lattice3_place(&view.lattice, view.vertices[view.triangles[t].v[i]], corner);
            p[i] = from.positions + 3 * (int64_t)from.triangles[3 * (int64_t)view.triangles[t].source + i];
            for (int k = 0; k < 3; k++)
                middle[k] += corner[k] / 3;
        }
        for (int k = 0; k < 3; k++) {
            u[k] = p[1][k] - p[0][k];
            v[k] = p[2][k] - p[0][k];
        }
        double nx = u[1] * v[2] - u[2] * v[1], ny = u[2] * v[0] - u[0] * v[2], nz = u[0] * v[1] - u[1] * v[0];
        most =
            fmax(most, fabs((middle[0] - p[0][0]) * nx / nz + (middle[1] - p[0][1]) * ny / nz + middle[2] - p[0][2]));
    }
    return most;
}

// Triangles that were made of several name the widest of them. Beside a floor that a T-junction meets, a needle of its
// tilted neighbour lies in the floor's plane by rounding; the floor once took its name.
TEST(names_of_what_was_made_of_several) {
    static const double v[7][3] = {{-3.2045685, -0.1372345, 0.3543349}, {-3.1225389, -2.0527112, 0.3543349},
                                   {-3.0534749, -2.0497536, 0.3475264}, {-4.0522992, -1.3770388, 0.3543349},
                                   {-3.1531233, -1.3385319, 0.3543349}, {-4.0492772, -1.4476046, 0.3543349},
                                   {-3.1501014, -1.4090978, 0.3543349}};
    static const int t[3][3] = {{0, 1, 2}, {0, 3, 4}, {4, 5, 6}};
    for (int first = 0; first < 3; first++) { // which is the first of the scene
        wend_scene *scene = begin();
        wend_surface *surface = NULL;
        for (int i = 0; i < 3; i++) {
            const double *a = v[t[(first + i) % 3][0]], *b = v[t[(first + i) % 3][1]], *c = v[t[(first + i) % 3][2]];
            triangle(scene, a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]);
        }
        REQUIRE(extract_scene(context, scene, NULL, &surface, report) == WEND_OK);
        CHECK(farthest_from_source(scene, surface) < 1e-3);
        wend_surface_destroy(surface);
        wend_scene_destroy(scene);
    }
}

// ---------------------------------------------------------------------------------------------------- inside solids

// A copy of a scene that is turned about the vertical (Z), moved, and in another order.
static wend_scene *moved(const wend_scene *scene, double angle, double x, double y) {
    wend_scene_view view = wend_scene_look(scene);
    wend_scene *copy = begin();
    for (int64_t i = view.triangle_count - 1; i >= 0; i--) {
        double corners[9];
        for (int k = 0; k < 3; k++) {
            const double *p = view.positions + 3 * (int64_t)view.triangles[3 * i + k];
            corners[3 * k] = cos(angle) * p[0] - sin(angle) * p[1] + x;
            corners[3 * k + 1] = sin(angle) * p[0] + cos(angle) * p[1] + y;
            corners[3 * k + 2] = p[2];
        }
        CHECK(wend_scene_add(copy, corners, 3, (const int32_t[]){0, 1, 2}, 1) == WEND_OK);
    }
    return copy;
}

// Checks how much of a scene is left out because it is inside solids, however the scene is turned.
static void check_inside(wend_scene *scene, double expected, const char *name) {
    for (int k = 0; k < 7; k++) {
        wend_settings def = default_settings();
        wend_scene *copy = moved(scene, k * 0.4, 3.7 * k, -k);
        wend_report_clear(report);
        answer some = extract_with(context, copy, &def);
        CHECK_INT(wend_report_total(report, "inside-solid"), expected > 0);
        def.exact.keep_inside = true;
        answer all = extract_with(context, copy, &def);
        CHECK_MESSAGE(fabs(all.area - some.area - expected) < 1e-2 + 1e-3 * expected,
                      "%s, turned by %.1f: %.4f inside solids, expected %.4f", name, k * 0.4, all.area - some.area,
                      expected);
        wend_scene_destroy(copy);
    }
    wend_scene_destroy(scene);
}

// Most of the first floor lies in the open; a sheet takes a part of it, and another one hangs over the rest.
TEST(open_floor_under_sheets) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 3, 3, 0);
    floor_at(scene, 0.2, 0.2, 1, 1, 0.37);
    floor_at(scene, 2, 2, 2.8, 2.8, 4);
    check_inside(scene, 0, "sheets over a corner");
    scene = begin();
    triangle(scene, -0.1686, 0.0404, 0, 1.23043, -0.50064, 0, 2.06569, 1.65918, 0);
    triangle(scene, -0.1686, 0.0404, 0, 2.06569, 1.65918, 0, 0.66666, 2.20022, 0);
    triangle(scene, 0.48901, 1.64821, 0.37068, -0.09887, 1.739, 0.37068, 0.00292, 0.58563, 0.37068);
    triangle(scene, 1.07633, -0.13327, 4.07747, 1.24941, 0.43584, 4.07747, 0.09325, 0.49833, 4.07747);
    check_inside(scene, 0, "two sheets over two triangles");
    scene = begin();
    floor_at(scene, 0, 0, 10, 10, 0);
    floor_at(scene, 3, 3, 6, 5, 0.01);
    floor_at(scene, 0, 0, 10, 10, 3);
    check_inside(scene, 0, "carpet under an upper storey");
}

// Steps that are sheets wind around a closed pole, and end inside it.
TEST(spiral_of_sheets) {
    enum { SIDES = 8, STEPS = 24 };
    wend_scene *scene = begin();
    floor_at(scene, -2, -2, 2, 2, 0);
    for (int k = 0; k < SIDES; k++) {
        double a = 2 * pi * k / SIDES, b = 2 * pi * (k + 1) / SIDES, r = 0.3;
        wall(scene, r * cos(a), r * sin(a), r * cos(b), r * sin(b), -0.5, 9);
        triangle(scene, 0, 0, 9, r * cos(a), r * sin(a), 9, r * cos(b), r * sin(b), 9);
        triangle(scene, 0, 0, -0.5, r * cos(b), r * sin(b), -0.5, r * cos(a), r * sin(a), -0.5);
    }
    for (int k = 0; k < STEPS; k++) {
        double a = 2 * pi * k / 12, b = 2 * pi * (k + 1) / 12, z = 0.3 * (k + 1);
        triangle(scene, 0.35 * cos(a), 0.35 * sin(a), z, 1.2 * cos(a), 1.2 * sin(a), z, 1.2 * cos(b), 1.2 * sin(b), z);
        triangle(scene, 0.35 * cos(a), 0.35 * sin(a), z, 1.2 * cos(b), 1.2 * sin(b), z, 0.35 * cos(b), 0.35 * sin(b),
                 z);
    }
    check_inside(scene, SIDES / 2.0 * 0.09 * sin(2 * pi / SIDES), "floor inside a pole");
}

// A box on a floor without the sides in `open`, as bits: its bottom, the four walls, its top.
static void open_box(wend_scene *scene, double x0, double y0, double x1, double y1, double z0, double z1, int open) {
    const double x[5] = {x0, x1, x1, x0, x0}, y[5] = {y0, y0, y1, y1, y0};
    if (!(open & 1))
        ceiling_at(scene, x0, y0, x1, y1, z0);
    for (int k = 0; k < 4; k++)
        if (!(open & 2 << k))
            wall(scene, x[k], y[k], x[k + 1], y[k + 1], z0, z1);
    if (!(open & 32))
        floor_at(scene, x0, y0, x1, y1, z1);
}

// A flight of stairs, 1 metre wide, that is solid but for its bottom.
static void solid_flight(wend_scene *scene, int steps) {
    for (int k = 0; k < steps; k++) {
        double x = 1 + 0.3 * k, z = 0.2 * (k + 1);
        floor_at(scene, x, 2, x + 0.3, 3, z);
        wall(scene, x, 3, x, 2, z - 0.2, z);
        wall(scene, x, 2, x + 0.3, 2, 0, z);
        wall(scene, x + 0.3, 3, x, 3, 0, z);
    }
    wall(scene, 1 + 0.3 * steps, 2, 1 + 0.3 * steps, 3, 0, 0.2 * steps);
}

static wend_scene *begin_with_floor(void) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 10, 10, 0);
    return scene;
}

TEST(inside_solids_of_all_kinds) {
    wend_scene *scene = begin_with_floor();
    box(scene, 2, 2, 5, 4, -1, 3);
    check_inside(scene, 6, "box");
    scene = begin_with_floor();
    open_box(scene, 2, 2, 5, 4, 0, 3, 1);
    check_inside(scene, 6, "box without a bottom, on the floor");
    scene = begin_with_floor();
    box(scene, 2, 2, 5, 4, -1, 3);
    box(scene, 2, 2, 5, 4, -1, 3);
    check_inside(scene, 6, "the same box twice");
    scene = begin_with_floor();
    box(scene, 2, 2, 5, 4, -1, 3);
    box(scene, 4, 3, 7, 6, -1, 4);
    check_inside(scene, 6 + 9 - 1, "boxes that overlap");
    scene = begin_with_floor();
    box(scene, 2, 2, 5, 4, -1, 3);
    box(scene, 5, 2, 8, 4, -1, 3);
    check_inside(scene, 12, "boxes that touch");
    scene = begin_with_floor();
    box(scene, 2, 2, 5, 4, -1, 3);
    box(scene, 2.5, 2.5, 3, 3, -1, 0.5);
    check_inside(scene, 6 - 0.25, "a crate in a box"); // nothing stands at the border of its top
    scene = begin_with_floor();
    box(scene, 2, 2, 5, 4, -1, 3);
    box(scene, 1, 1, 9, 9, 3, 3.3);
    check_inside(scene, 6, "a wall up to a slab"); // whose underside is where the wall ends
    scene = begin_with_floor();
    box(scene, 2, 2, 5, 4, -1, 3);
    box(scene, 1, 1, 9, 9, 3, 3.3);
    box(scene, 2, 2, 5, 4, 3.3, 6);
    check_inside(scene, 6 + 6, "a wall on a slab on a wall"); // the slab is floor, too
    scene = begin_with_floor();
    solid_flight(scene, 12);
    check_inside(scene, 0.3 * 4, "a flight of stairs"); // from the ninth step on there is room in it
}

TEST(what_is_not_inside) {
    wend_scene *scene = begin_with_floor();
    open_box(scene, 2, 2, 5, 4, 0, 3, 1 | 32);
    check_inside(scene, 0, "four walls without a roof");
    scene = begin_with_floor();
    open_box(scene, 0, 0, 10, 10, 0, 3, 1 | 2 | 4);
    check_inside(scene, 0, "two walls and a roof on a floor that ends there");
    scene = begin_with_floor();
    floor_at(scene, 0, 0, 10, 10, 3);
    for (int k = 0; k < 9; k++) // their backs are all that stands on the floor
        wall(scene, 1 + k, 5, 0.5 + k, 5, 0, 0.2);
    check_inside(scene, 0, "kerbs under a sheet");
    scene = begin();
    floor_at(scene, 2, 2, 8, 8, 0);
    ceiling_at(scene, 2, 2, 8, 8, 3);
    floor_at(scene, 1, 1, 9, 9, 3.2);
    wall(scene, 8, 2, 2, 2, 0, 3);
    wall(scene, 8, 8, 8, 2, 0, 3);
    wall(scene, 2, 8, 8, 8, 0, 3);
    wall(scene, 2, 2, 2, 8, 0, 3);
    check_inside(scene, 0, "room");
}

// Sheets that lie anywhere, some upside down: nothing is solid.
TEST(random_sheets_hide_nothing) {
    uint64_t random = 7;
    for (int i = 0; i < (int)check_cases("cases", 60); i++) {
        wend_scene *scene = begin();
        floor_at(scene, 0, 0, 6, 6, 0);
        for (int k = 0; k < 2 + i % 9; k++) {
            double p[6], z = 0.01 + wend_random_unit(&random) * (k % 2 ? 6 : 1);
            for (int m = 0; m < 6; m++)
                p[m] = wend_random_unit(&random) * 8 - 1;
            triangle(scene, p[0], p[1], z, p[2], p[3], z, p[4], p[5], z);
        }
        wend_settings def = default_settings();
        wend_report_clear(report);
        answer some = extract_with(context, scene, &def);
        def.exact.keep_inside = true;
        answer all = extract_with(context, scene, &def);
        CHECK_MESSAGE(some.hash == all.hash, "case %d: %.4f of %.4f is left", i, some.area, all.area);
        wend_scene_destroy(scene);
    }
}

// The area of a surface at the height of the ground.
static double ground_area(const wend_scene *scene, const wend_settings *def) {
    wend_surface *surface = NULL;
    CHECK(extract_scene(context, scene, def, &surface, report) == WEND_OK);
    wend_surface_view view = wend_surface_look(surface);
    double area = 0;
    for (int32_t t = 0; surface && t < view.triangle_count; t++) {
        double p[3][3];
        for (int i = 0; i < 3; i++)
            wend_lattice3_place(&view.lattice, view.vertices[view.triangles[t].v[i]], p[i]);
        if (p[0][2] < 0.5)
            area += ((p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[1][1] - p[0][1]) * (p[2][0] - p[0][0])) / 2;
    }
    wend_surface_destroy(surface);
    return area;
}

// Boxes anywhere on a floor, each beside the others, some of them without a bottom, some twice: what is under them
// goes, and nothing else.
TEST(random_boxes_hide_what_is_in_them) {
    uint64_t random = 11;
    for (int i = 0; i < (int)check_cases("cases", 60); i++) {
        wend_scene *scene = begin();
        double expected = 0;
        floor_at(scene, 0, 0, 12, 12, 0);
        for (int k = 0; k < 9; k++) { // one in each square of a grid, now and then
            double x = 4 * (k % 3) + 0.1 + wend_random_unit(&random), y = 4 * (k / 3) + 0.1 + wend_random_unit(&random);
            double width = 0.1 + 2.5 * wend_random_unit(&random), depth = 0.1 + 2.5 * wend_random_unit(&random);
            double top = 1.9 + wend_random_unit(&random);
            if ((i + k) % 3 == 0)
                continue;
            for (int twice = 0; twice < 1 + (k % 4 == 0); twice++)
                open_box(scene, x, y, x + width, y + depth, k % 2 ? 0 : -1, top, k % 2);
            expected += width * depth;
        }
        wend_scene *copy = moved(scene, i * 0.7, i, 0);
        wend_settings def = default_settings();
        double some = ground_area(copy, &def);
        CHECK_MESSAGE(fabs(144 - some - expected) < 0.02, "case %d: %.4f of the floor is inside boxes, expected %.4f",
                      i, 144 - some, expected);
        wend_scene_destroy(copy);
        wend_scene_destroy(scene);
    }
}

// ---------------------------------------------------------------------------------------------------- random scenes

// The same scene, its triangles in the order i -> i * stride % count, turned by quarters about the vertical (Y).
static wend_scene *copy_of(wend_context *in, const wend_scene *scene, int64_t stride, int quarters) {
    wend_scene_view view = wend_scene_look(scene);
    wend_scene_def def = {.up = view.up, .unit = view.unit};
    wend_scene *copy = NULL;
    CHECK(wend_scene_create(in, &def, &copy) == WEND_OK);
    for (int64_t i = 0; i < view.triangle_count; i++) {
        const int32_t *v = view.triangles + 3 * (i * stride % view.triangle_count);
        double corners[9];
        for (int k = 0; k < 3; k++) {
            const double *p = view.positions + 3 * (int64_t)v[(k + stride) % 3];
            double x = p[0], z = p[2];
            for (int q = 0; q < quarters; q++) {
                double old = x;
                x = z;
                z = -old;
            }
            corners[3 * k] = x;
            corners[3 * k + 1] = p[1];
            corners[3 * k + 2] = z;
        }
        CHECK(wend_scene_add(copy, corners, 3, (const int32_t[]){0, 1, 2}, 1) == WEND_OK);
    }
    return copy;
}

// A stride that meets every triangle.
static int64_t stride_of(int64_t count) {
    static const int64_t primes[] = {7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67};
    for (int i = 0; i < 16; i++)
        if (count % primes[i] != 0)
            return primes[i];
    return 1;
}

static answer extract_again(int threads, const wend_scene *scene, int64_t stride, int quarters,
                            const wend_settings *def) {
    wend_context_def context_def = wend_default_context_def();
    context_def.threads = threads;
    wend_context *in = NULL;
    CHECK(wend_context_create(&context_def, &in) == WEND_OK);
    wend_scene *copy = copy_of(in, scene, stride, quarters);
    answer a = extract_with(in, copy, def);
    wend_scene_destroy(copy);
    CHECK_INT(wend_bytes_now(in), 0);
    wend_context_destroy(in);
    return a;
}

static void check_random(const char *name, int32_t size, uint64_t seed) {
    wend_scene *scene = NULL;
    wend_settings def = default_settings();
    def.exact.keep_inside = seed % 2 == 0;
    def.exact.two_sided = seed % 5 == 0;
    CHECK(wend_sample_build_scene(context, name, size, seed, &scene) == WEND_OK);
    wend_report_clear(report);
    answer a = extract_with(context, scene, &def);
    int64_t count = wend_scene_look(scene).triangle_count;
    answer b = extract_again(1 + (int)(seed % 4), scene, stride_of(count), 0, &def);
    CHECK_MESSAGE(a.result == b.result && a.hash == b.hash, "%s %d seed %d: shuffled triangles, area %.9f and %.9f",
                  name, (int)size, (int)seed, a.area, b.area);
    // Turned by quarters, pieces as thin as the lattice may fall the other way.
    answer c = extract_again(1, scene, 1, 1 + (int)(seed % 3), &def);
    CHECK_MESSAGE(a.result == c.result && c.area >= a.area * (1 - 2e-5) - 1e-4 && c.area <= a.area * (1 + 2e-5) + 1e-4,
                  "%s %d seed %d: turned by %d quarters, area %.9f and %.9f", name, (int)size, (int)seed,
                  1 + (int)(seed % 3), a.area, c.area);
    wend_scene_destroy(scene);
}

TEST(random_scenes) {
    open_context_with(0);
    int cases = (int)check_cases("cases", 60);
    for (int i = 0; i < cases; i++)
        check_random("random-scene", 30 + i % 7 * 30, (uint64_t)i);
}

TEST(random_soups) {
    open_context_with(0);
    int cases = (int)check_cases("cases", 60);
    for (int i = 0; i < cases; i++)
        check_random("soup", 30 + i % 7 * 30, (uint64_t)i);
}

// Large enough for every stage to work in pieces, cells and piles.
TEST(large_scenes) {
    open_context_with(3);
    const char *const names[] = {"terrain", "town", "cave", "duplicates"};
    for (int i = 0; i < 4; i++)
        for (uint64_t seed = 5; seed < 7; seed++)
            if (check_takes(2 * i + (int)seed - 5))
                check_random(names[i], 24000, seed);
}

// ---------------------------------------------------------------------------------------------------- memory

static wend_result extract_call(wend_context *in, void *data) {
    (void)data;
    wend_scene *scene = NULL;
    wend_surface *surface = NULL;
    wend_result result = wend_sample_build_scene(in, "random-scene", 60, 3, &scene);
    if (result == WEND_OK)
        result = extract_scene(in, scene, NULL, &surface, NULL);
    wend_surface_destroy(surface);
    wend_scene_destroy(scene);
    return result;
}

TEST(failing_allocations) {
    failing memory;
    wend_context *in = failing_context(&memory, 1);
    CHECK(failing_each(&memory, in, "wend_solid_build, wend_exact_build", extract_call, NULL) > 100);
    failing_finish(&memory, in);
}

TEST(nothing_is_left) {
    open_context_with(0);
    close_context();
}

CHECK_MAIN()

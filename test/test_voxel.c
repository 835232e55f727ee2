// Surfaces by voxels: against brute force on random scenes, the same for all tiles, threads and orders, true to the
// scene to within a cell, and what they must refuse.
//
//     test_voxel --cases 5000
#include "footing/footing.h" // before the context that all tests share
#include "oracle_voxel.h"
#include "voxel/planes.h"

#include "sampled.h"

#include <wend/links.h>
#include <wend/pipeline.h>
#include <wend/sample.h>
#include <wend/voxel.h>

#include "base/random.h"

#include <math.h>

enum { CASES = 400 };
#define CELL 0.25
#define RISE 0.03125
#define HEIGHT 0.5

static wend_agent low_agent(void) {
    wend_agent agent = wend_default_agent();
    agent.height = HEIGHT;
    agent.step = agent.gap = 0.1;
    return agent;
}

static wend_voxel_def plain_def(void) {
    wend_voxel_def def = wend_default_voxel_def();
    def.cell = CELL;
    def.cell_height = RISE;
    def.simplify = 0;
    def.keep_inside = true;
    return def;
}

// ---------------------------------------------------------------------------------------------------- random scenes

static int below(uint64_t *random, int bound) {
    return (int)wend_random_below(random, (uint64_t)bound);
}

// A coordinate up to a span: on the grid, on quarters of it, or anywhere.
static double coordinate(uint64_t *random, double span) {
    int kind = below(random, 3);
    double unit = kind == 0 ? CELL : kind == 1 ? CELL / 4 : 1.0 / 1024;
    return unit * below(random, (int)(span / unit) + 1);
}

static void add_triangle(wend_scene *scene, const double p[9]) {
    CHECK(wend_scene_add(scene, p, 3, (const int32_t[]){0, 1, 2}, 1) == WEND_OK);
}

// A soup: level floors, slopes, panels, needles.
static wend_scene *random_scene(uint64_t seed) {
    uint64_t random = seed;
    wend_scene_def def = wend_default_scene_def();
    def.up = WEND_UP_Z;
    wend_scene *scene = NULL;
    CHECK(wend_scene_create(context, &def, &scene) == WEND_OK);
    int count = 1 + below(&random, seed % 7 == 0 ? 60 : 12), kind = below(&random, 4);
    double span = 1 + below(&random, 3), high = below(&random, 3) == 0 ? 0.25 : 1.5;
    for (int k = 0; k < count; k++) {
        double p[9], level = coordinate(&random, high);
        bool is_level = kind == 0 || below(&random, 3) == 0, is_wall = below(&random, 4) == 0;
        for (int i = 0; i < 3; i++) {
            p[3 * i] = coordinate(&random, span);
            p[3 * i + 1] = coordinate(&random, span);
            p[3 * i + 2] = is_level && !is_wall ? level : coordinate(&random, high);
        }
        if (is_wall) { // over one of its sides
            p[6] = p[0];
            p[7] = p[1];
        }
        double turn = (p[3] - p[0]) * (p[7] - p[1]) - (p[4] - p[1]) * (p[6] - p[0]);
        if (turn < 0 && below(&random, 8) > 0) // most face up
            for (int i = 0; i < 3; i++) {
                double swap = p[3 + i];
                p[3 + i] = p[6 + i];
                p[6 + i] = swap;
            }
        add_triangle(scene, p);
    }
    return scene;
}

// ---------------------------------------------------------------------------------------------------- brute force

// Twice the area of a cell within the scene.
static int64_t area2_of(const oracle_voxels *v, const oracle_top *top) {
    int64_t x = v->low.x + (int64_t)top->x * v->cell, y = v->low.y + (int64_t)top->y * v->cell;
    int64_t x1 = x + v->cell < v->end.x ? x + v->cell : v->end.x, y1 = y + v->cell < v->end.y ? y + v->cell : v->end.y;
    return 2 * (x1 - x) * (y1 - y);
}

static double side_length(const oracle_voxels *v, const oracle_top *top, int side) {
    int64_t x = v->low.x + (int64_t)top->x * v->cell, y = v->low.y + (int64_t)top->y * v->cell;
    int64_t x1 = x + v->cell < v->end.x ? x + v->cell : v->end.x, y1 = y + v->cell < v->end.y ? y + v->cell : v->end.y;
    return (double)(side % 2 == 0 ? x1 - x : y1 - y);
}

enum { OVER_MOST = 64 };

// The heights of all triangles of a surface that cover a place, from below. Returns how many.
static int heights_over(const wend_surface_view *view, double x, double y, double heights[OVER_MOST]) {
    int count = 0;
    for (int32_t t = 0; t < view->triangle_count; t++) {
        const wend_point3 *p[3];
        double w[3], sum = 0, height = 0;
        bool in = true;
        for (int i = 0; i < 3; i++)
            p[i] = &view->vertices[view->triangles[t].v[i]];
        for (int i = 0; i < 3; i++) {
            const wend_point3 *a = p[(i + 1) % 3], *b = p[(i + 2) % 3];
            w[i] = ((double)b->x - a->x) * (y - a->y) - ((double)b->y - a->y) * (x - a->x);
            in = in && w[i] > 0;
            sum += w[i];
        }
        for (int i = 0; i < 3; i++)
            height += w[i] / sum * p[i]->z;
        if (!in || count == OVER_MOST)
            continue;
        heights[count++] = height;
        for (int k = count - 1; k > 0 && heights[k] < heights[k - 1]; k--) {
            double swap = heights[k];
            heights[k] = heights[k - 1];
            heights[k - 1] = swap;
        }
    }
    return count;
}

// Compares a surface with what brute force says of it. False after a failed check.
static bool compare(const oracle_voxels *v, const wend_surface *surface, uint64_t seed) {
    wend_surface_view view = wend_surface_look(surface);
    int64_t area2 = 0, found = 0;
    double border = 0, length = 0;
    for (int32_t k = 0; k < v->top_count; k++) {
        area2 += area2_of(v, &v->tops[k]);
        for (int side = 0; side < 4; side++)
            border += v->tops[k].beside[side] < 0 ? side_length(v, &v->tops[k], side) : 0;
    }
    for (int32_t c = 0; c < view.component_count; c++)
        found += view.components[c].area2;
    for (int32_t b = 0; b < view.boundary_count; b++) {
        int32_t e = view.boundaries[b].edge;
        const wend_point3 *p = &view.vertices[view.triangles[e / 3].v[e % 3]];
        const wend_point3 *q = &view.vertices[view.triangles[e / 3].v[(e % 3 + 1) % 3]];
        length += fabs((double)p->x - q->x) + fabs((double)p->y - q->y);
    }
    bool good = CHECK_MESSAGE(found == area2, "seed %llu: area %lld, expected %lld", (unsigned long long)seed,
                              (long long)found, (long long)area2);
    good = CHECK_MESSAGE(fabs(length - border) < 0.5, "seed %llu: border %g, expected %g", (unsigned long long)seed,
                         length, border) &&
           good;
    good = CHECK_MESSAGE(view.component_count == v->component_count, "seed %llu: %d components, expected %d",
                         (unsigned long long)seed, view.component_count, v->component_count) &&
           good;
    for (int32_t first = 0, end; first < v->top_count && good; first = end) { // cell by cell
        for (end = first;
             end < v->top_count && v->tops[end].x == v->tops[first].x && v->tops[end].y == v->tops[first].y;)
            end++;
        // Off the diagonals of cells, where nothing is on a side.
        double x = v->low.x + (v->tops[first].x + 0.013) * v->cell, y = v->low.y + (v->tops[first].y + 0.029) * v->cell;
        double heights[OVER_MOST];
        if (x >= v->end.x || y >= v->end.y)
            continue;
        int count = heights_over(&view, x, y, heights);
        good = CHECK_MESSAGE(count == end - first, "seed %llu: %d floors over cell %d, %d, expected %d",
                             (unsigned long long)seed, count, v->tops[first].x, v->tops[first].y, end - first);
        for (int k = 0; k < count && good; k++) // four planes at 45 degrees may meet in a corner
            good = CHECK_MESSAGE(heights[k] >= v->tops[first + k].low - 5 * v->cell &&
                                     heights[k] <= v->tops[first + k].high + 5 * v->cell,
                                 "seed %llu: height %g over cell %d, %d, expected %g to %g", (unsigned long long)seed,
                                 heights[k], v->tops[first].x, v->tops[first].y, v->tops[first + k].low,
                                 v->tops[first + k].high);
    }
    return good;
}

TEST(surfaces_are_those_of_brute_force) {
    open_context_with(1);
    int64_t cases = check_cases("cases", CASES), walkable = 0;
    for (int64_t seed = 1; seed <= cases; seed++) {
        wend_scene *scene = random_scene((uint64_t)seed);
        wend_agent agent = low_agent();
        wend_voxel_def def = plain_def();
        wend_solid *solid = NULL;
        wend_surface *surface = NULL;
        wend_footing footing = {0};
        wend_planes planes = {0};
        if (wend_solid_build(context, scene, NULL, &solid, NULL) == WEND_OK &&
            wend_footing_find(context, solid, &agent, false, &footing, NULL) == WEND_OK) {
            double metre = 1 / solid->lattice.step;
            int32_t rise = (int32_t)(RISE * metre);
            CHECK(wend_planes_find(context, &footing, rise / 4.0, &planes) == WEND_OK);
            oracle_voxels v = oracle_voxels_make(solid, planes.plane_of.data, (int32_t)(CELL * metre), rise,
                                                 (int32_t)(HEIGHT * metre));
            wend_result result = wend_voxel_build(context, solid, &agent, &def, &surface, NULL);
            CHECK_MESSAGE(v.top_count > 0 ? result == WEND_OK : result == WEND_ERROR_EMPTY, "seed %lld: %s",
                          (long long)seed, wend_describe(result));
            bool good =
                result != WEND_OK || (CHECK_MESSAGE(wend_surface_check(context, surface, report) == WEND_OK,
                                                    "seed %lld: %s", (long long)seed, wend_report_error(report)) &&
                                      compare(&v, surface, (uint64_t)seed));
            walkable += result == WEND_OK;
            oracle_voxels_free(&v);
            seed = good ? seed : cases;
        }
        wend_planes_free(context, &planes);
        wend_footing_free(context, &footing);
        wend_surface_destroy(surface);
        wend_solid_destroy(solid);
        wend_scene_destroy(scene);
    }
    CHECK_MESSAGE(2 * walkable > cases, "only %lld of %lld scenes have a floor", (long long)walkable, (long long)cases);
}

// ---------------------------------------------------------------------------------------------------- the same always

static wend_surface *build_with(wend_context *in, const wend_scene *scene, const wend_agent *agent,
                                const wend_voxel_def *def) {
    wend_solid *solid = NULL;
    wend_surface *surface = NULL;
    wend_result result = wend_solid_build(in, scene, NULL, &solid, NULL);
    if (result == WEND_OK)
        result = wend_voxel_build(in, solid, agent, def, &surface, NULL);
    CHECK_MESSAGE(result == WEND_OK || result == WEND_ERROR_EMPTY, "%s", wend_describe(result));
    wend_solid_destroy(solid);
    return surface;
}

// Whether two surfaces are the same, byte by byte; of the scene's triangles only if asked.
static bool are_same(const wend_surface *a, const wend_surface *b, bool sources) {
    if (a == NULL || b == NULL)
        return a == b;
    wend_surface_view s = wend_surface_look(a), t = wend_surface_look(b);
    if (s.hash != t.hash || s.vertex_count != t.vertex_count || s.triangle_count != t.triangle_count ||
        s.boundary_count != t.boundary_count ||
        memcmp(s.vertices, t.vertices, (size_t)s.vertex_count * sizeof *s.vertices) != 0)
        return false;
    return !sources || (memcmp(s.triangles, t.triangles, (size_t)s.triangle_count * sizeof *s.triangles) == 0 &&
                        memcmp(s.boundaries, t.boundaries, (size_t)s.boundary_count * sizeof *s.boundaries) == 0);
}

// A copy of a scene with its triangles in another order.
static wend_scene *shuffled(const wend_scene *scene, uint64_t seed) {
    wend_scene_view view = wend_scene_look(scene);
    wend_scene_def def = {.up = view.up, .unit = view.unit};
    wend_scene *copy = NULL;
    size_t bytes = (size_t)view.triangle_count * 3 * sizeof(int32_t);
    int32_t *triangles = malloc(bytes);
    if (triangles == NULL || wend_scene_create(context, &def, &copy) != WEND_OK)
        exit(1);
    memcpy(triangles, view.triangles, bytes);
    for (int32_t k = view.triangle_count - 1; k > 0; k--) {
        int32_t other = below(&seed, k + 1), held[3];
        memcpy(held, triangles + 3 * k, sizeof held);
        memcpy(triangles + 3 * k, triangles + 3 * other, sizeof held);
        memcpy(triangles + 3 * other, held, sizeof held);
    }
    CHECK(wend_scene_add(copy, view.positions, view.vertex_count, triangles, view.triangle_count) == WEND_OK);
    free(triangles);
    return copy;
}

static wend_context *make_context(int threads) {
    wend_context *made = NULL;
    wend_context_def def = wend_default_context_def();
    def.threads = threads;
    CHECK(wend_context_create(&def, &made) == WEND_OK);
    return made;
}

// Tiles of many sizes, of one that holds all, threads, and orders of triangles.
static void check_same(const wend_scene *scene, const wend_agent *agent, wend_voxel_def def, const char *name) {
    static const int32_t tiles[] = {8, 13, 101, 467};
    wend_context *many = make_context(3);
    def.tile = 4096;
    wend_surface *whole = build_with(context, scene, agent, &def);
    for (size_t k = 0; k < sizeof tiles / sizeof tiles[0]; k++) {
        wend_context *in = k % 2 == 0 ? context : many;
        def.tile = tiles[k];
        wend_surface *other = build_with(in, scene, agent, &def);
        CHECK_MESSAGE(are_same(whole, other, true), "%s: tiles of %d cells give another surface", name, tiles[k]);
        wend_surface_destroy(other);
    }
    wend_scene *copy = shuffled(scene, 7);
    wend_surface *other = build_with(many, copy, agent, &def);
    CHECK_MESSAGE(are_same(whole, other, false), "%s: another order of triangles gives another surface", name);
    wend_surface_destroy(other);
    wend_scene_destroy(copy);
    wend_surface_destroy(whole);
    wend_context_destroy(many);
}

TEST(tiles_threads_and_orders_change_nothing) {
    open_context_with(1);
    int64_t cases = check_cases("same", 24);
    for (int64_t seed = 1; seed <= cases; seed++) {
        wend_scene *scene = random_scene((uint64_t)(seed % 2 == 0 ? 7 * seed : seed));
        wend_agent agent = low_agent();
        wend_voxel_def def = plain_def();
        def.cell = seed % 3 == 0 ? 0.05 : 0.1;
        def.simplify = seed % 2 == 0 ? 0 : -1;
        def.keep_inside = seed % 5 != 0;
        def.smooth = seed % 4 == 1 ? 0.25 : 0;
        check_same(scene, &agent, def, "random");
        wend_scene_destroy(scene);
    }
    static const char *const samples[] = {"two-storeys", "soup", "partitions"};
    for (size_t k = 0; k < sizeof samples / sizeof samples[0]; k++) {
        wend_scene *scene = NULL;
        wend_voxel_def def = wend_default_voxel_def();
        def.cell = 0.1;
        if (!check_takes((int64_t)k) || wend_sample_build_scene(context, samples[k], 0, 1, &scene) != WEND_OK)
            continue;
        check_same(scene, NULL, def, samples[k]);
        wend_scene_destroy(scene);
    }
}

// ---------------------------------------------------------------------------------------------------- true to scenes

// Builds a sample up to its links.
static wend_nav *build_sample(const char *name, const wend_voxel_def *voxel, wend_scene **scene) {
    wend_nav *nav = NULL;
    wend_build_def def = wend_default_build_def();
    def.stages = WEND_STAGE_PLAN | WEND_STAGE_STAIRS;
    def.producer = WEND_PRODUCER_VOXEL;
    def.voxel = *voxel;
    CHECK(wend_sample_build_scene(context, name, 0, 1, scene) == WEND_OK);
    wend_report_clear(report);
    CHECK_MESSAGE(wend_build_scene(context, *scene, &def, &nav, NULL, report) == WEND_OK, "%s: %s", name,
                  wend_report_error(report));
    return nav;
}

TEST(samples_are_found_to_within_a_cell) {
    open_context_with(1);
    static const char *const samples[] = {"two-storeys", "stairs", "ramp-overhang", "garage", "terrain", "boxes"};
    for (size_t k = 0; k < sizeof samples / sizeof samples[0]; k++) {
        wend_voxel_def def = wend_default_voxel_def();
        wend_scene *scene = NULL;
        wend_truth_view view;
        if (!check_takes((int64_t)k))
            continue;
        wend_nav *nav = build_sample(samples[k], &def, &scene);
        if (nav != NULL) {
            wend_truth_def asked = wend_truth_nav_def(nav);
            asked.samples = 5000;
            CHECK_MESSAGE(wend_nav_check(context, nav, report) == WEND_OK, "%s: %s", samples[k],
                          wend_report_error(report));
            if (verify(scene, wend_nav_surface(nav), &asked, &view)) {
                const wend_truth_counts *c = &view.counts;
                CHECK_MESSAGE(view.ok && view.cell > 0,
                              "%s: missed %lld of %lld, false %lld of %lld, through %lld of %lld", samples[k],
                              (long long)c->missed, (long long)c->walkable, (long long)c->wrong, (long long)c->covered,
                              (long long)c->through, (long long)c->standing);
            }
        }
        wend_nav_destroy(nav);
        wend_scene_destroy(scene);
    }
}

TEST(stairs_and_storeys_are_found) {
    open_context_with(1);
    wend_voxel_def def = wend_default_voxel_def();
    wend_scene *scene = NULL;
    wend_nav *nav = build_sample("two-storeys", &def, &scene);
    REQUIRE(nav != NULL);
    wend_stairs_view stairs = wend_stairs_look(wend_nav_stairs(nav));
    CHECK_INT(stairs.flight_count, 2);
    for (int32_t k = 0; k < stairs.flight_count; k++) {
        CHECK_INT(stairs.flights[k].risers, 8);
        CHECK(fabs(stairs.flights[k].riser - 0.175) < 1e-3);
    }
    wend_nav_destroy(nav);
    wend_scene_destroy(scene);
}

// A ramp of two triangles is one plane: few triangles, and heights of the scene's own.
TEST(ramps_stay_ramps) {
    open_context_with(1);
    wend_scene_def up = wend_default_scene_def();
    up.up = WEND_UP_Z;
    wend_scene *scene = NULL;
    REQUIRE(wend_scene_create(context, &up, &scene) == WEND_OK);
    const double p[] = {0, 0, 0, 4, 0, 0, 4, 2, 0, 0, 2, 0, 8, 0, 2, 8, 2, 2, 12, 0, 2, 12, 2, 2};
    const int32_t t[] = {0, 1, 2, 0, 2, 3, 1, 4, 5, 1, 5, 2, 4, 6, 7, 4, 7, 5};
    CHECK(wend_scene_add(scene, p, 8, t, 6) == WEND_OK);
    wend_voxel_def def = wend_default_voxel_def();
    wend_surface *surface = build_with(context, scene, NULL, &def);
    wend_surface_view view = wend_surface_look(surface);
    CHECK_INT(view.component_count, 1);
    CHECK_INT(view.boundary_count, 8);
    CHECK_INT(view.triangle_count, 6);
    CHECK(fabs(view.area - (16 + 2 * sqrt(20))) < 0.2);
    for (int32_t v = 0; v < view.vertex_count; v++) {
        double x = view.lattice.origin[0] + view.vertices[v].x * view.lattice.step;
        double z = view.lattice.origin[2] + view.vertices[v].z * view.lattice.step;
        double truth = x < 4 ? 0 : x < 8 ? (x - 4) / 2 : 2;
        CHECK_MESSAGE(fabs(z - truth) <= def.cell_height, "vertex at x %g has height %g, not %g", x, z, truth);
    }
    wend_surface_destroy(surface);
    wend_scene_destroy(scene);
}

// A floor with a hole and a block, both 0.1 m wide: smoothed over 0.2 m it is whole, without them.
TEST(pits_and_bumps_are_levelled) {
    open_context_with(1);
    for (int k = 0; k < 4; k++) {
        double turn = 0.3 * k, high = k == 3 ? 0.9 : 0.1; // the last block is too high to step on
        wend_scene_def up = wend_default_scene_def();
        up.up = WEND_UP_Z;
        wend_scene *scene = NULL;
        REQUIRE(wend_scene_create(context, &up, &scene) == WEND_OK);
        const double ring[2][4][2] = {{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, {{1, 1}, {1.1, 1}, {1.1, 1.1}, {1, 1.1}}};
        for (int i = 0; i < 4; i++) { // around the hole
            const double *a = ring[0][i], *b = ring[0][(i + 1) % 4], *c = ring[1][i], *d = ring[1][(i + 1) % 4];
            add_triangle(scene, (double[]){a[0], a[1], 0, b[0], b[1], 0, d[0], d[1], 0});
            add_triangle(scene, (double[]){a[0], a[1], 0, d[0], d[1], 0, c[0], c[1], 0});
        }
        double box[4][2];
        for (int i = 0; i < 4; i++) {
            box[i][0] = 3 + 0.07 * cos(turn + 1.5707963 * i);
            box[i][1] = 3 + 0.07 * sin(turn + 1.5707963 * i);
        }
        for (int i = 0; i < 4; i++) {
            const double *a = box[i], *b = box[(i + 1) % 4];
            add_triangle(scene, (double[]){a[0], a[1], 0, b[0], b[1], 0, b[0], b[1], high});
            add_triangle(scene, (double[]){a[0], a[1], 0, b[0], b[1], high, a[0], a[1], high});
        }
        add_triangle(scene,
                     (double[]){box[0][0], box[0][1], high, box[1][0], box[1][1], high, box[2][0], box[2][1], high});
        add_triangle(scene,
                     (double[]){box[0][0], box[0][1], high, box[2][0], box[2][1], high, box[3][0], box[3][1], high});
        wend_voxel_def def = wend_default_voxel_def();
        wend_surface *plain = build_with(context, scene, NULL, &def);
        def.smooth = 0.2;
        wend_surface *smooth = build_with(context, scene, NULL, &def);
        wend_surface_view before = wend_surface_look(plain), after = wend_surface_look(smooth);
        CHECK_MESSAGE(before.cycle_count >= 3, "case %d: %d cycles", k, before.cycle_count);
        CHECK_MESSAGE(after.cycle_count == (k == 3 ? before.cycle_count - 1 : 1), "case %d: %d cycles", k,
                      after.cycle_count);
        CHECK_MESSAGE(k == 3 || fabs(after.area - 16) < 1e-3, "case %d: area %g", k, after.area);
        wend_surface_destroy(plain);
        wend_surface_destroy(smooth);
        wend_scene_destroy(scene);
    }
}

// A wall without thickness parts a floor, at any angle, wherever it stands in the grid.
TEST(walls_part_floors) {
    open_context_with(1);
    int64_t cases = check_cases("walls", 200);
    for (uint64_t seed = 1; seed <= (uint64_t)cases; seed++) {
        uint64_t random = seed;
        wend_scene_def up = wend_default_scene_def();
        up.up = WEND_UP_Z;
        wend_scene *scene = NULL;
        REQUIRE(wend_scene_create(context, &up, &scene) == WEND_OK);
        bool along = seed % 4 == 0;
        double a = 0.5 + 3 * wend_random_unit(&random), b = along ? a : 0.5 + 3 * wend_random_unit(&random);
        const double p[] = {0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0, a, -1, 0, b, 5, 0, b, 5, 2, a, -1, 2};
        const int32_t t[] = {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7};
        CHECK(wend_scene_add(scene, p, 8, t, 4) == WEND_OK);
        wend_voxel_def def = wend_default_voxel_def();
        def.simplify = seed % 2 == 0 ? 0 : -1;
        wend_surface *surface = build_with(context, scene, NULL, &def);
        wend_surface_view view = wend_surface_look(surface);
        CHECK_MESSAGE(view.component_count == 2, "seed %llu: %d parts", (unsigned long long)seed, view.component_count);
        double walls = 0;
        for (int32_t k = 0; k < view.boundary_count; k++)
            walls += view.boundaries[k].kind == WEND_BOUNDARY_WALL && view.boundaries[k].cause >= 2;
        CHECK_MESSAGE(walls >= 2, "seed %llu: no wall in the way", (unsigned long long)seed);
        wend_surface_destroy(surface);
        wend_scene_destroy(scene);
    }
}

// ---------------------------------------------------------------------------------------------------- refusals

TEST(fields_out_of_range_are_named) {
    open_context_with(1);
    static const char *const codes[] = {"voxel-cell",        "voxel-cell",  "voxel-cell", "voxel-cell-height",
                                        "voxel-cell-height", "voxel-tile",  "voxel-tile", "voxel-simplify",
                                        "voxel-tiles",       "agent-height"};
    wend_scene *scene = NULL;
    wend_solid *solid = NULL;
    REQUIRE(wend_sample_build_scene(context, "two-storeys", 0, 1, &scene) == WEND_OK);
    REQUIRE(wend_solid_build(context, scene, NULL, &solid, NULL) == WEND_OK);
    for (int k = 0; k < (int)(sizeof codes / sizeof codes[0]); k++) {
        wend_voxel_def def = wend_default_voxel_def();
        wend_agent agent = wend_default_agent();
        wend_surface *surface = NULL;
        def.cell = k == 0 ? NAN : k == 1 ? 0 : k == 2 ? 1e-6 : k == 8 ? 0.0012 : def.cell;
        def.cell_height = k == 3 ? -1 : k == 4 ? 1 : def.cell_height;
        def.tile = k == 5 ? 7 : k == 6 ? 5000 : k == 8 ? 8 : def.tile;
        def.simplify = k == 7 ? NAN : def.simplify;
        agent.height = k == 9 ? 0 : agent.height;
        wend_report_clear(report);
        wend_result result = wend_voxel_build(context, solid, &agent, &def, &surface, report);
        CHECK_MESSAGE(result == (k == 8 ? WEND_ERROR_LIMIT : WEND_ERROR_ARGUMENT) && surface == NULL, "%s: %s",
                      codes[k], wend_describe(result));
        CHECK_INT(wend_report_total(report, codes[k]), 1);
    }
    wend_surface *surface = NULL;
    CHECK(wend_voxel_build(context, NULL, NULL, NULL, &surface, NULL) == WEND_ERROR_ARGUMENT);
    wend_solid_destroy(solid);
    wend_scene_destroy(scene);
}

// The five settings of table 2 of the paper.
TEST(settings_of_the_paper_give_valid_surfaces) {
    open_context_with(0);
    static const struct {
        double cell, height;
        int32_t tile;
    } settings[] = {
        {0.05, 0.02, 256}, {0.0356, 0.02, 256}, {0.0666, 0.501, 256}, {0.666, 0.587, 256}, {0.05, 0.02, 467}};
    for (size_t k = 0; k < sizeof settings / sizeof settings[0]; k++) {
        wend_voxel_def def = wend_default_voxel_def();
        wend_scene *scene = NULL;
        def.cell = settings[k].cell;
        def.cell_height = settings[k].height;
        def.tile = settings[k].tile;
        wend_nav *nav = build_sample("two-storeys", &def, &scene);
        CHECK_MESSAGE(nav != NULL && wend_nav_check(context, nav, report) == WEND_OK, "%s", wend_report_error(report));
        wend_nav_destroy(nav);
        wend_scene_destroy(scene);
    }
}

TEST(nothing_is_left_behind) {
    close_context();
}

CHECK_MAIN()

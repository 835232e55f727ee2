// The samples: sizes, seeds, the same bits everywhere, that plans which promise no crossings have none, that solids are
// closed, and that the scenes which are about measures have them.
#include "check.h"
#include "failing.h"

#include <wend/sample.h>

#include "sample/brush.h"

#include <math.h>
#include <time.h>

static wend_drawing *draw(wend_context *context, const char *name, int32_t size, uint64_t seed) {
    wend_drawing *drawing = NULL;
    wend_result result = wend_sample_build_drawing(context, name, size, seed, &drawing);
    CHECK_MESSAGE(result == WEND_OK, "%s of %d: %s", name, size, wend_describe(result));
    return drawing;
}

static uint64_t hash_of(const wend_drawing *drawing) {
    wend_drawing_view view = wend_drawing_look(drawing);
    uint64_t hash = wend_hash(0, view.points, (size_t)view.point_count * 2 * sizeof(double));
    for (int32_t k = 0; k < view.shape_count; k++) {
        int32_t numbers[4] = {(int32_t)view.shapes[k].kind, view.shapes[k].polygon, view.shapes[k].first,
                              view.shapes[k].count};
        hash = wend_hash(hash, numbers, sizeof numbers);
    }
    return hash;
}

static const wend_sample *find_sample(const char *name) {
    for (int32_t s = 0; s < wend_sample_count(); s++) {
        if (strcmp(wend_sample_at(s)->name, name) == 0)
            return wend_sample_at(s);
    }
    return NULL;
}

// How many plans there are; scenes come after them.
static int32_t plan_count(void) {
    int32_t count = 0;
    while (wend_sample_at(count) && !wend_sample_at(count)->scene)
        count++;
    return count;
}

TEST(all_names_are_there) {
    static const char *const names[] = {"rooms",    "maze",       "star",   "comb",    "circles", "city", "islands",
                                        "touching", "thin-walls", "spiral", "squares", "circle",  "areas"};
    static const char *const scenes[] = {"boxes",        "doors",     "spiral-maze", "ramp-overhang", "stairs",
                                         "two-storeys",  "bridge",    "cave",        "terrain",       "partitions",
                                         "intersecting", "town",      "duplicates",  "cracked",       "garage",
                                         "holes",        "platforms", "soup",        "random-scene"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        const wend_sample *sample = find_sample(names[k]);
        CHECK_MESSAGE(sample && !sample->scene, "there is no plan %s", names[k]);
    }
    for (size_t k = 0; k < sizeof scenes / sizeof scenes[0]; k++) {
        const wend_sample *sample = find_sample(scenes[k]);
        CHECK_MESSAGE(sample && sample->scene, "there is no scene %s", scenes[k]);
    }
    for (int32_t k = 1; k < wend_sample_count(); k++) {
        CHECK(wend_sample_at(k - 1)->scene <= wend_sample_at(k)->scene);
        CHECK(find_sample(wend_sample_at(k)->name) == wend_sample_at(k));
    }
    CHECK(wend_sample_at(-1) == NULL);
    CHECK(wend_sample_at(wend_sample_count()) == NULL);
}

TEST(bad_arguments_are_refused) {
    wend_context *context;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    size_t before = wend_bytes_now(context);
    wend_drawing *drawing = NULL;
    CHECK(wend_sample_build_drawing(context, "no-such", 0, 1, &drawing) == WEND_ERROR_ARGUMENT);
    CHECK(wend_sample_build_drawing(context, NULL, 0, 1, &drawing) == WEND_ERROR_ARGUMENT);
    CHECK(wend_sample_build_drawing(context, "star", 3, 1, &drawing) == WEND_ERROR_ARGUMENT);
    CHECK(wend_sample_build_drawing(context, "star", -1, 1, &drawing) == WEND_ERROR_ARGUMENT);
    CHECK(wend_sample_build_drawing(context, "star", 10000001, 1, &drawing) == WEND_ERROR_ARGUMENT);
    CHECK(wend_sample_build_drawing(context, "stairs", 0, 1, &drawing) == WEND_ERROR_ARGUMENT);
    CHECK(drawing == NULL);
    wend_scene *scene = NULL;
    CHECK(wend_sample_build_scene(context, "no-such", 0, 1, &scene) == WEND_ERROR_ARGUMENT);
    CHECK(wend_sample_build_scene(context, NULL, 0, 1, &scene) == WEND_ERROR_ARGUMENT);
    CHECK(wend_sample_build_scene(context, "stairs", 3, 1, &scene) == WEND_ERROR_ARGUMENT);
    CHECK(wend_sample_build_scene(context, "stairs", -1, 1, &scene) == WEND_ERROR_ARGUMENT);
    CHECK(wend_sample_build_scene(context, "stairs", 10000001, 1, &scene) == WEND_ERROR_ARGUMENT);
    CHECK(wend_sample_build_scene(context, "stairs", 0, 1, NULL) == WEND_ERROR_ARGUMENT);
    CHECK(wend_sample_build_scene(context, "star", 0, 1, &scene) == WEND_ERROR_ARGUMENT);
    CHECK(scene == NULL);
    CHECK(wend_bytes_now(context) == before);
    wend_context_destroy(context);
}

TEST(sizes_come_close) {
    static const int32_t sizes[] = {4, 5, 17, 64, 200, 1000, 10000, 100000};
    wend_context *context;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    size_t before = wend_bytes_now(context);
    for (int32_t s = 0; s < plan_count(); s++) {
        const wend_sample *sample = wend_sample_at(s);
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
            wend_drawing *drawing = draw(context, sample->name, sizes[k], 1 + k);
            if (!drawing)
                continue;
            int32_t count = wend_drawing_look(drawing).point_count;
            double ratio = (double)count / sizes[k];
            CHECK_MESSAGE(count >= 4 && (sizes[k] < 300 ? count <= 300 : ratio > 0.75 && ratio < 1.25),
                          "%s: asked for %d, got %d", sample->name, sizes[k], count);
            wend_drawing_destroy(drawing);
        }
    }
    CHECK(wend_bytes_now(context) == before);
    wend_context_destroy(context);
}

TEST(seeds_matter_and_repeat) {
    wend_context *context;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    for (int32_t s = 0; s < plan_count(); s++) {
        const char *name = wend_sample_at(s)->name;
        wend_drawing *a = draw(context, name, 0, 7), *b = draw(context, name, 0, 7), *c = draw(context, name, 0, 8);
        REQUIRE(a && b && c);
        CHECK_MESSAGE(hash_of(a) == hash_of(b), "%s: the same seed gives two drawings", name);
        if (strcmp(name, "circle") != 0 && strcmp(name, "spiral") != 0)
            CHECK_MESSAGE(hash_of(a) != hash_of(c), "%s: two seeds give the same drawing", name);
        wend_drawing_destroy(a);
        wend_drawing_destroy(b);
        wend_drawing_destroy(c);
    }
    wend_context_destroy(context);
}

// One number for all plans: it must not depend on compiler, options or machine. When a sample is changed on
// purpose, put the printed number here.
TEST(same_bits_everywhere) {
    const uint64_t expected = 0x4c6b00d9fd58203c;
    wend_context *context;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    uint64_t all = 0;
    for (int32_t s = 0; s < plan_count(); s++) {
        static const int32_t sizes[] = {0, 50, 180, 700, 3000, 20000};
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
            wend_drawing *drawing = draw(context, wend_sample_at(s)->name, sizes[k], 1);
            REQUIRE(drawing);
            uint64_t hash = hash_of(drawing);
            all = wend_hash(all, &hash, sizeof hash);
            wend_drawing_destroy(drawing);
        }
    }
    CHECK_MESSAGE(all == expected, "the plans hash to 0x%016llx", (unsigned long long)all);
    wend_context_destroy(context);
}

TEST(directions_are_right) {
    for (int32_t k = -20000; k <= 20000; k++) {
        double turn = k / 7919.0, unit[2];
        wend_brush_direction(turn, unit);
        CHECK(fabs(unit[0] - cos(turn * 6.283185307179586)) < 1e-14 &&
              fabs(unit[1] - sin(turn * 6.283185307179586)) < 1e-14);
    }
}

// ---------------------------------------------------------------------------------------------------- crossings

#define GRAIN 1e5 // steps per metre for the test: exact for millimetres

typedef struct ring_edge {
    wend_point a, b;
    int32_t shape, index, count;
} ring_edge;

static wend_point point_of(const double *place) {
    return (wend_point){(int32_t)lround(place[0] * GRAIN), (int32_t)lround(place[1] * GRAIN)};
}

static ring_edge *edges_of(const wend_drawing_view *view, int32_t *count) {
    ring_edge *edges = malloc(sizeof *edges * (size_t)view->point_count);
    *count = 0;
    for (int32_t s = 0; edges && s < view->shape_count; s++) {
        const wend_shape *shape = &view->shapes[s];
        for (int32_t k = 0; k < shape->count; k++) {
            int32_t next = shape->first + (k + 1) % shape->count;
            edges[(*count)++] = (ring_edge){point_of(&view->points[2 * (shape->first + k)]),
                                            point_of(&view->points[2 * next]), s, k, shape->count};
        }
    }
    return edges;
}

// Neighbours in a ring meet in their common end; all others must stay apart.
static int32_t crossings(const wend_drawing *drawing) {
    wend_drawing_view view = wend_drawing_look(drawing);
    int32_t count, found = 0;
    ring_edge *edges = edges_of(&view, &count);
    for (int32_t i = 0; i < count; i++) {
        for (int32_t k = i + 1; k < count; k++) {
            const ring_edge *e = &edges[i], *f = &edges[k];
            bool neighbours =
                e->shape == f->shape && (f->index == e->index + 1 || (e->index == 0 && f->index == f->count - 1));
            found += wend_segments_meet(e->a, e->b, f->a, f->b) != (neighbours ? WEND_TOUCH : WEND_APART);
        }
    }
    free(edges);
    return found;
}

TEST(clean_samples_do_not_cross) {
    static const char *const names[] = {"rooms",  "maze",    "spiral",  "star",   "comb",
                                        "circle", "circles", "squares", "blocks", "islands"};
    wend_context *context;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        for (uint64_t seed = 1; seed <= 12; seed++) {
            int32_t size = seed == 1 ? 0 : (int32_t)(40 * seed * (1 + k % 3));
            wend_drawing *drawing = draw(context, names[k], size, seed);
            REQUIRE(drawing);
            int32_t found = crossings(drawing);
            CHECK_MESSAGE(found == 0, "%s of %d, seed %d: %d pairs of edges meet", names[k], size, (int)seed, found);
            wend_drawing_destroy(drawing);
        }
    }
    wend_context_destroy(context);
}

// One square, all of it floor that hangs together; every border is on it.
TEST(areas_are_divided_by_borders) {
    wend_context *context;
    wend_report *report;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK && wend_report_create(context, &report) == WEND_OK);
    for (int32_t size = 50; size < 20000; size *= 4) {
        wend_drawing *drawing = draw(context, "areas", size, 3);
        wend_plan *plan = NULL;
        wend_report_clear(report);
        REQUIRE(drawing && wend_plan_build(context, drawing, NULL, &plan, report) == WEND_OK);
        wend_plan_view view = wend_plan_look(plan);
        CHECK_INT(view.component_count, 1);
        CHECK_MESSAGE(view.border_count > size / 3, "%d borders of %d vertices", view.border_count, size);
        CHECK_INT(wend_report_total(report, "lines-cross"), wend_report_total(report, NULL));
        wend_plan_destroy(plan);
        wend_drawing_destroy(drawing);
    }
    wend_report_destroy(report);
    wend_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------- scenes

static wend_scene *model(wend_context *context, const char *name, int32_t size, uint64_t seed) {
    wend_scene *scene = NULL;
    wend_result result = wend_sample_build_scene(context, name, size, seed, &scene);
    CHECK_MESSAGE(result == WEND_OK, "%s of %d: %s", name, size, wend_describe(result));
    return scene;
}

// How far from the size asked for a scene may be: a quarter, and half of what it is made of.
static double tolerance(wend_context *context, const wend_sample *sample, int32_t size) {
    wend_scene *least = model(context, sample->name, 4, 1);
    int32_t unit = least ? wend_scene_look(least).triangle_count : 0;
    wend_scene_destroy(least);
    if (strcmp(sample->name, "random-scene") == 0)
        return size + 60.0;
    return size / 4.0 + (strcmp(sample->name, "town") == 0 ? 4000 : size < unit ? 1.5 * unit : unit / 2.0 + 12);
}

static void check_scene(const wend_sample *sample, const wend_scene *scene) {
    wend_scene_view view = wend_scene_look(scene);
    CHECK(view.up == WEND_UP_Y && view.unit == 1 && view.triangle_count > 0);
    bool finite = true, plain = true;
    for (int32_t k = 0; k < 3 * view.vertex_count; k++) {
        finite = finite && isfinite(view.positions[k]);
        plain = plain && !(view.positions[k] == 0 && signbit(view.positions[k]));
    }
    CHECK_MESSAGE(finite, "%s: a coordinate is not finite", sample->name);
    CHECK_MESSAGE(plain, "%s: a coordinate is -0", sample->name);
    CHECK_MESSAGE(view.part_count > 0 && view.parts[0].first == 0, "%s: triangles without a part", sample->name);
    for (int32_t k = 0; k < view.part_count; k++)
        CHECK_MESSAGE(view.parts[k].name[0] && view.parts[k].file == -1, "%s: a part has no name", sample->name);
}

TEST(scenes_have_about_the_size_asked_for) {
    static const int32_t sizes[] = {4, 50, 300, 3000, 30000, 150000};
    wend_context *context;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    size_t before = wend_bytes_now(context);
    for (int32_t s = plan_count(); s < wend_sample_count(); s++) {
        const wend_sample *sample = wend_sample_at(s);
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
            wend_scene *scene = model(context, sample->name, sizes[k], 1 + k);
            if (!scene)
                continue;
            int32_t count = wend_scene_look(scene).triangle_count;
            CHECK_MESSAGE(abs(count - sizes[k]) <= tolerance(context, sample, sizes[k]), "%s: asked for %d, got %d",
                          sample->name, sizes[k], count);
            check_scene(sample, scene);
            wend_scene_destroy(scene);
        }
        wend_scene *scene = model(context, sample->name, 0, 1);
        int32_t count = scene ? wend_scene_look(scene).triangle_count : 0;
        CHECK_MESSAGE(abs(count - sample->size) <= sample->size / 8, "%s: %d triangles by default, not %d",
                      sample->name, count, sample->size);
        wend_scene_destroy(scene);
    }
    CHECK(wend_bytes_now(context) == before);
    wend_context_destroy(context);
}

static uint64_t scene_hash(const wend_scene *scene) {
    wend_scene_view view = wend_scene_look(scene);
    uint64_t hash = wend_hash(0, view.positions, (size_t)view.vertex_count * 3 * sizeof(double));
    hash = wend_hash(hash, view.triangles, (size_t)view.triangle_count * 3 * sizeof(int32_t));
    for (int32_t k = 0; k < view.part_count; k++) {
        hash = wend_hash(hash, view.parts[k].name, strlen(view.parts[k].name) + 1);
        hash = wend_hash(hash, &view.parts[k].first, sizeof view.parts[k].first);
    }
    return hash;
}

// The same arguments give the same scene, whatever was made before. These scenes leave nothing to chance: the seed does
// not matter to them.
static bool seed_matters(const char *name) {
    static const char *const fixed[] = {"doors", "spiral-maze", "ramp-overhang", "holes", "platforms"};
    for (size_t k = 0; k < sizeof fixed / sizeof fixed[0]; k++) {
        if (strcmp(fixed[k], name) == 0)
            return false;
    }
    return true;
}

TEST(seeds_of_scenes_matter_and_repeat) {
    wend_context *context;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    for (int32_t s = plan_count(); s < wend_sample_count(); s++) {
        const char *name = wend_sample_at(s)->name;
        wend_scene *a = model(context, name, 0, 7), *c = model(context, name, 0, 8), *b = model(context, name, 0, 7);
        REQUIRE(a && b && c);
        CHECK_MESSAGE(scene_hash(a) == scene_hash(b), "%s: the same seed gives two scenes", name);
        CHECK_MESSAGE((scene_hash(a) != scene_hash(c)) == seed_matters(name), "%s: another seed", name);
        wend_scene_destroy(a);
        wend_scene_destroy(b);
        wend_scene_destroy(c);
    }
    wend_context_destroy(context);
}

// One number for all scenes: it must not depend on compiler, options or machine. When a scene is changed on purpose,
// put the printed number here.
TEST(same_bits_of_scenes_everywhere) {
    const uint64_t expected = 0x9d0680bbfa20c1fb;
    wend_context *context;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    uint64_t all = 0;
    for (int32_t s = plan_count(); s < wend_sample_count(); s++) {
        static const int32_t sizes[] = {0, 200, 20000};
        uint64_t of_scene = 0;
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
            wend_scene *scene = model(context, wend_sample_at(s)->name, sizes[k], 1);
            REQUIRE(scene);
            uint64_t hash = scene_hash(scene);
            of_scene = wend_hash(of_scene, &hash, sizeof hash);
            wend_scene_destroy(scene);
        }
        if (check_option("show-hashes", 0))
            printf("%s 0x%016llx\n", wend_sample_at(s)->name, (unsigned long long)of_scene);
        all = wend_hash(all, &of_scene, sizeof of_scene);
    }
    CHECK_MESSAGE(all == expected, "the scenes hash to 0x%016llx", (unsigned long long)all);
    wend_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------- closed solids

// Scenes that consist of closed solids only.
static const char *const closed_names[] = {"boxes",     "doors",       "spiral-maze", "ramp-overhang",
                                           "stairs",    "two-storeys", "bridge",      "town",
                                           "platforms", "garage",      "intersecting"};

static int compare_keys(const void *a, const void *b) {
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

// How many directed edges are there without one that runs back, or more than once.
static int64_t open_edges(const wend_scene_view *view) {
    size_t count = 3 * (size_t)view->triangle_count;
    uint64_t *there = malloc(count * sizeof *there), *back = malloc(count * sizeof *back);
    int64_t open = there && back ? 0 : -1;
    for (size_t k = 0; open == 0 && k < count; k++) {
        uint64_t a = (uint64_t)view->triangles[k], b = (uint64_t)view->triangles[k % 3 == 2 ? k - 2 : k + 1];
        there[k] = a << 32 | b;
        back[k] = b << 32 | a;
    }
    if (open == 0) {
        qsort(there, count, sizeof *there, compare_keys);
        qsort(back, count, sizeof *back, compare_keys);
    }
    for (size_t k = 0; open >= 0 && k < count; k++)
        open += there[k] != back[k] || (k > 0 && there[k] == there[k - 1]);
    free(there);
    free(back);
    return open;
}

static void corners_of(const wend_scene_view *view, int32_t triangle, const double *corner[3]) {
    for (int k = 0; k < 3; k++)
        corner[k] = &view->positions[3 * view->triangles[3 * triangle + k]];
}

// Twice the area, as a vector.
static void normal_of(const double *const corner[3], double normal[3]) {
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        normal[k] = (corner[1][i] - corner[0][i]) * (corner[2][j] - corner[0][j]) -
                    (corner[1][j] - corner[0][j]) * (corner[2][i] - corner[0][i]);
    }
}

static int32_t find_root(int32_t *parent, int32_t k) {
    while (parent[k] != k)
        k = parent[k] = parent[parent[k]];
    return k;
}

// How many solids there are that do not enclose a positive volume: their faces point inward.
static int32_t inverted_solids(const wend_scene_view *view) {
    size_t count = (size_t)view->vertex_count;
    int32_t *parent = malloc(count * sizeof *parent), found = 0;
    double *volume = calloc(count, sizeof *volume);
    for (int32_t k = 0; parent && k < view->vertex_count; k++)
        parent[k] = k;
    for (int32_t t = 0; parent && t < 3 * view->triangle_count; t++)
        parent[find_root(parent, view->triangles[t])] = find_root(parent, view->triangles[t - t % 3]);
    for (int32_t t = 0; parent && volume && t < view->triangle_count; t++) {
        const double *corner[3], *origin;
        double normal[3];
        int32_t root = find_root(parent, view->triangles[3 * t]);
        corners_of(view, t, corner);
        normal_of(corner, normal);
        origin = &view->positions[3 * root];
        for (int k = 0; k < 3; k++)
            volume[root] += (corner[0][k] - origin[k]) * normal[k];
    }
    for (int32_t k = 0; parent && volume && k < view->vertex_count; k++)
        found += parent[k] == k && volume[k] <= 0;
    free(parent);
    free(volume);
    return found;
}

TEST(solids_are_closed_and_face_outward) {
    wend_context *context;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    for (size_t k = 0; k < sizeof closed_names / sizeof closed_names[0]; k++) {
        for (uint64_t seed = 1; seed <= 5; seed++) {
            int32_t size = seed == 1 ? 0 : (int32_t)(2000 * seed * seed);
            wend_scene *scene = model(context, closed_names[k], size, seed);
            REQUIRE(scene);
            wend_scene_view view = wend_scene_look(scene);
            int64_t open = open_edges(&view);
            CHECK_MESSAGE(open == 0, "%s of %d, seed %d: %lld open edges", closed_names[k], size, (int)seed,
                          (long long)open);
            CHECK_MESSAGE(inverted_solids(&view) == 0, "%s of %d, seed %d: %d solids face inward", closed_names[k],
                          size, (int)seed, inverted_solids(&view));
            wend_scene_destroy(scene);
        }
    }
    wend_context_destroy(context);
}

// Triangles narrower than a hundredth of a millimetre are in no scene that does not promise them.
TEST(triangles_have_an_area) {
    wend_context *context;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    for (int32_t s = plan_count(); s < wend_sample_count(); s++) {
        const char *name = wend_sample_at(s)->name;
        if (strcmp(name, "soup") == 0 || strcmp(name, "random-scene") == 0)
            continue;
        wend_scene *scene = model(context, name, 0, 3);
        REQUIRE(scene);
        wend_scene_view view = wend_scene_look(scene);
        int32_t thin = 0;
        for (int32_t t = 0; t < view.triangle_count; t++) {
            const double *corner[3];
            double normal[3], longest = 0;
            corners_of(&view, t, corner);
            normal_of(corner, normal);
            for (int k = 0; k < 3; k++) {
                const double *a = corner[k], *b = corner[(k + 1) % 3];
                longest = fmax(longest, hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]));
            }
            thin += !(hypot(hypot(normal[0], normal[1]), normal[2]) > 1e-5 * longest);
        }
        CHECK_MESSAGE(thin == 0, "%s: %d triangles without an area", name, thin);
        wend_scene_destroy(scene);
    }
    wend_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------- measures

// How high the first thing is more than a millimetre above (x, from, z), by brute force; infinite when there is none.
static double next_above(const wend_scene_view *view, double x, double from, double z) {
    double least = INFINITY;
    for (int32_t t = 0; t < view->triangle_count; t++) {
        const double *corner[3];
        double normal[3];
        corners_of(view, t, corner);
        normal_of(corner, normal);
        bool inside = normal[1] != 0;
        for (int k = 0; inside && k < 3; k++) {
            const double *a = corner[k], *b = corner[(k + 1) % 3];
            double side = (b[2] - a[2]) * (x - a[0]) - (b[0] - a[0]) * (z - a[2]);
            inside = normal[1] > 0 ? side >= 0 : side <= 0;
        }
        if (!inside)
            continue;
        double y = corner[0][1] - (normal[0] * (x - corner[0][0]) + normal[2] * (z - corner[0][2])) / normal[1];
        if (y > from + 0.001)
            least = fmin(least, y);
    }
    return least;
}

// Above a floor at height 0.
static double free_height(const wend_scene_view *view, double x, double z) {
    return next_above(view, x, 0, z);
}

// Treads around the column have two metres of headroom.
TEST(the_spiral_stair_has_headroom) {
    wend_context *context;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        wend_scene *scene = model(context, "stairs", 0, seed);
        REQUIRE(scene);
        wend_scene_view view = wend_scene_look(scene);
        int32_t last = view.part_count - 1, treads = 0;
        CHECK_STRING(view.parts[last].name, "spiral");
        for (int32_t t = view.parts[last].first; t < view.triangle_count; t++) {
            const double *corner[3];
            double normal[3], middle[3];
            corners_of(&view, t, corner);
            normal_of(corner, normal);
            for (int k = 0; k < 3; k++)
                middle[k] = (corner[0][k] + corner[1][k] + corner[2][k]) / 3;
            double distance = hypot(middle[0] - 32.4, middle[2]);
            if (normal[1] < 0.01 || distance < 0.2 || distance > 1.25)
                continue;
            treads++;
            double above = next_above(&view, middle[0], middle[1], middle[2]) - middle[1];
            CHECK_MESSAGE(above > 2, "seed %d: %.3f m of headroom", (int)seed, above);
        }
        CHECK_INT(treads, 21 * 4);
        wend_scene_destroy(scene);
    }
    wend_context_destroy(context);
}

// Every door of the first house is as wide and as high as it says.
TEST(doors_have_their_measures) {
    static const double doors[][3] = {{0.6, 0.9, 2},  {1.5, 1.9, 2},  {2.5, 3, 2},      {3.6, 4.2, 2},
                                      {4.8, 5.42, 2}, {6, 6.8, 1.81}, {7.4, 8.3, 1.79}, {8.9, 10.1, 2.1}};
    wend_context *context;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    wend_scene *scene = model(context, "doors", 0, 1);
    REQUIRE(scene);
    wend_scene_view view = wend_scene_look(scene);
    for (size_t k = 0; k < sizeof doors / sizeof doors[0]; k++) {
        double z = -(1.2 + 4), from = 2.2 + doors[k][0], to = 2.2 + doors[k][1]; // the wall between the rooms
        CHECK(fabs(free_height(&view, (from + to) / 2, z) - doors[k][2]) < 1e-9);
        CHECK(fabs(free_height(&view, from + 1e-4, z) - doors[k][2]) < 1e-9);
        CHECK(fabs(free_height(&view, to - 1e-4, z) - doors[k][2]) < 1e-9);
        CHECK(free_height(&view, from - 1e-4, z) > 2.5 && free_height(&view, to + 1e-4, z) > 2.5); // the wall's top
    }
    wend_scene_destroy(scene);
    wend_context_destroy(context);
}

TEST(overhangs_have_their_measures) {
    static const double strips[] = {0.3, 0.45, 0.62, 0.9};
    wend_context *context;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    wend_scene *scene = model(context, "ramp-overhang", 0, 1);
    REQUIRE(scene);
    wend_scene_view view = wend_scene_look(scene);
    for (int k = 0; k < 4; k++) {
        double at = free_height(&view, 9.0 * k + strips[k], -3.5);
        CHECK_MESSAGE(fabs(at - 1.8) < 1e-9, "strip of %g: %.12g m of headroom", strips[k], at);
        CHECK(free_height(&view, 9.0 * k + strips[k] + 0.01, -3.5) < 1.796);
        CHECK(free_height(&view, 9.0 * k + 0.001, -3.5) > 1.8);
    }
    wend_scene_destroy(scene);
    wend_context_destroy(context);
}

static double point_to_segment(const double *p, const double *a, const double *b) {
    double dx = b[0] - a[0], dz = b[2] - a[2];
    double along = ((p[0] - a[0]) * dx + (p[2] - a[2]) * dz) / (dx * dx + dz * dz);
    along = fmax(0, fmin(1, along));
    return hypot(p[0] - a[0] - along * dx, p[2] - a[2] - along * dz);
}

// The alley is never narrower than 0.6 metres, even with few corners. The wall's points come in fours: on its inner
// side below and above, on its outer side below and above.
TEST(the_spiral_alley_is_wide_enough) {
    static const int32_t sizes[] = {4, 0, 3000};
    wend_context *context;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        wend_scene *scene = model(context, "spiral-maze", sizes[s], 1);
        REQUIRE(scene);
        wend_scene_view view = wend_scene_look(scene);
        int32_t stations = (view.vertex_count - 8) / 4;
        const double *wall = view.positions + 3 * 8;
        double least = INFINITY;
        for (int32_t i = 0; i < stations; i++) {
            for (int32_t k = 0; k + 1 < stations; k++) {
                if (abs(i - k) * 4 < stations / 2) // less than half a turn away
                    continue;
                const double *inner = wall + 12 * i, *outer = inner + 6;
                least = fmin(least, point_to_segment(inner, wall + 12 * k + 6, wall + 12 * k + 18));
                least = fmin(least, point_to_segment(outer, wall + 12 * k, wall + 12 * k + 12));
            }
        }
        CHECK_MESSAGE(least > 0.602 && least < 0.622, "%d stations: the alley is %.4f m wide", stations, least);
        wend_scene_destroy(scene);
    }
    wend_context_destroy(context);
}

// As many of both as the papers tell.
TEST(environments_of_the_paper_have_their_counts) {
    wend_context *context;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    wend_scene *holes = model(context, "holes", 0, 1), *platforms = model(context, "platforms", 0, 1);
    REQUIRE(holes && platforms);
    CHECK_INT(wend_scene_look(holes).vertex_count, 399);
    CHECK_INT(wend_scene_look(holes).triangle_count, 431);
    CHECK_INT(wend_scene_look(platforms).vertex_count, 128);
    CHECK_INT(wend_scene_look(platforms).triangle_count, 192);
    wend_scene_destroy(holes);
    wend_scene_destroy(platforms);
    wend_context_destroy(context);
}

// Cracks along x between tiles of a row: none, or 0.1 to 0.9 mm wide.
TEST(cracks_have_their_measures) {
    wend_context *context;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    wend_scene *scene = model(context, "cracked", 4000, 1);
    REQUIRE(scene);
    wend_scene_view view = wend_scene_look(scene);
    int32_t cracks = 0, shut = 0;
    for (int32_t k = 0; k + 8 <= view.vertex_count; k += 4) {
        const double *near = view.positions + 3 * k, *next = near + 12;
        if (fabs(near[2] - next[2]) > 0.1 || next[0] < near[0] + 0.1)
            continue; // another row, or the upper half of a tile
        double gap = next[0] - near[3];
        CHECK_MESSAGE(fabs(gap) < 1e-9 || (gap > 0.0001 - 1e-9 && gap < 0.0009 + 1e-9), "a crack of %.3g m", gap);
        cracks += gap > 1e-9;
        shut += gap < 1e-9;
    }
    CHECK_MESSAGE(cracks > 500 && shut > 50, "%d cracks, %d without", cracks, shut);
    wend_scene_destroy(scene);
    wend_context_destroy(context);
}

TEST(soup_holds_every_kind_of_trouble) {
    wend_context *context;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    wend_scene *scene = model(context, "soup", 0, 1);
    REQUIRE(scene);
    wend_scene_view view = wend_scene_look(scene);
    int32_t points = 0, flat = 0, needles = 0, floors = 0;
    for (int32_t t = 0; t < view.triangle_count; t++) {
        const double *corner[3];
        double normal[3], longest = 0;
        corners_of(&view, t, corner);
        normal_of(corner, normal);
        double area = hypot(hypot(normal[0], normal[1]), normal[2]);
        for (int k = 0; k < 3; k++) {
            const double *a = corner[k], *b = corner[(k + 1) % 3];
            longest = fmax(longest, hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]));
        }
        points += longest == 0;
        flat += longest > 0 && area < 1e-14;
        needles += area >= 1e-14 && area < 1e-3 * longest * longest;
        floors += area > 0.01 && fabs(normal[1]) == area;
    }
    CHECK_MESSAGE(points > 20 && flat > 50 && needles > 20 && floors > 50, "%d points, %d flat, %d needles, %d floors",
                  points, flat, needles, floors);
    wend_scene_destroy(scene);
    wend_context_destroy(context);
}

TEST(random_scenes_are_small_and_different) {
    wend_context *context;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    int32_t small = 0, large = 0;
    uint64_t last = 0;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        wend_scene *scene = model(context, "random-scene", 0, seed);
        REQUIRE(scene);
        int32_t count = wend_scene_look(scene).triangle_count;
        CHECK_MESSAGE(count >= 10 && count <= 225, "seed %d: %d triangles", (int)seed, count);
        small += count < 60;
        large += count > 150;
        CHECK(scene_hash(scene) != last);
        last = scene_hash(scene);
        wend_scene_destroy(scene);
    }
    CHECK_MESSAGE(small > 150 && large > 150, "%d small, %d large", small, large);
    wend_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------- growth

// Seconds of processor time, the best of three, and the area of the box around the scene seen from above.
static double time_model(wend_context *context, const char *name, int32_t size, double *area) {
    double best = INFINITY;
    for (int k = 0; k < 3; k++) {
        clock_t start = clock();
        wend_scene *scene = model(context, name, size, 1);
        best = fmin(best, (double)(clock() - start) / CLOCKS_PER_SEC);
        wend_scene_view view = wend_scene_look(scene);
        double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
        for (int32_t v = 0; v < 2 * view.vertex_count; v++) {
            double at = view.positions[3 * (v / 2) + 2 * (v % 2)];
            low[v % 2] = fmin(low[v % 2], at);
            high[v % 2] = fmax(high[v % 2], at);
        }
        *area = (high[0] - low[0]) * (high[1] - low[1]);
        wend_scene_destroy(scene);
    }
    return best;
}

TEST(large_scenes_grow_in_extent_and_take_linear_time) {
    static const char *const names[] = {"town", "terrain", "boxes", "cave", "two-storeys", "partitions"};
    wend_context *context;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    const int32_t triangles = 1000000;
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        if (!check_takes((int64_t)k))
            continue;
        double area[2];
        double small = time_model(context, names[k], triangles / 4, &area[0]);
        double large = time_model(context, names[k], triangles, &area[1]);
        CHECK_MESSAGE(large < 8 * small + 0.1, "%s: %.3f s for %d triangles, %.3f s for four times as many", names[k],
                      small, triangles / 4, large);
        CHECK_MESSAGE(area[1] > 3 * area[0] && area[1] < 5 * area[0], "%s: from %.0f to %.0f square metres", names[k],
                      area[0], area[1]);
    }
    wend_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------- failures

static wend_result call_model(wend_context *context, void *name) {
    wend_scene *scene = NULL;
    wend_result result = wend_sample_build_scene(context, name, 60, 1, &scene);
    wend_scene_destroy(scene);
    return result;
}

TEST(every_allocation_of_a_scene_may_fail) {
    failing memory = {0};
    wend_context *context = failing_context(&memory, 1);
    REQUIRE(context);
    for (int32_t s = plan_count(); s < wend_sample_count(); s++) {
        char name[32];
        snprintf(name, sizeof name, "%s", wend_sample_at(s)->name);
        failing_each(&memory, context, name, call_model, name);
    }
    failing_finish(&memory, context);
}

static bool cancel_now(void *user) {
    (void)user;
    return true;
}

TEST(making_a_scene_can_be_cancelled) {
    wend_context_def def = wend_default_context_def();
    def.cancel = cancel_now;
    wend_context *context;
    REQUIRE(wend_context_create(&def, &context) == WEND_OK);
    size_t before = wend_bytes_now(context);
    wend_scene *scene = NULL;
    CHECK(wend_sample_build_scene(context, "town", 1000000, 1, &scene) == WEND_ERROR_CANCELLED);
    CHECK(scene == NULL && wend_bytes_now(context) == before);
    wend_context_destroy(context);
}

CHECK_MAIN()

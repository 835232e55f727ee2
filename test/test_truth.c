// The walkable surface against the truth: vertical lines through the scene as it was read, in doubles (the sampler of
// `wend check --scene`, which shares nothing with the extraction).
//
// Random scenes, the named scenes made by code, and ten real ones; each as it is, and some turned by 27 degrees and
// tilted by 3, which shows what scenes along the axes hide. Real ones also jittered, shuffled, with triangles twice,
// with reversed copies, and far away.
//
//     test_truth --cases 1000 --samples 20000
#include "check.h"

#include <wend/file.h>
#include <wend/sample.h>

#include "base/random.h"
#include "failing.h"
#include "sampled.h"
#include "stages.h"
#include "surface/raw.h"
#include "surface/surface.h"

// As REQUIRE, for functions that return something.
#define REQUIRE_OR(condition, otherwise)                                                                               \
    do {                                                                                                               \
        if (!CHECK(condition))                                                                                         \
            return otherwise;                                                                                          \
    } while (0)

enum { CASES = 200, SAMPLES = 2000, RESAMPLED = 50000 };
static const turning askew = {27, 3};
#define JITTER 3e-4    // metres
#define FAR 50000.0    // metres
#define SAME_AREA 1e-4 // share of the area that may differ
#define SIZE_MAX_TESTED 3000

static void open_context(void) {
    open_context_with(1);
}

// ---------------------------------------------------------------------------------------------------- judging

// The surface is one, by the library's validator and by other code.
static bool check_surface(const char *name, const wend_scene *scene, const wend_surface *surface) {
    wend_truth_view view = {.ok = false};
    wend_report_clear(report);
    bool good = CHECK_MESSAGE(wend_surface_check(context, surface, report) == WEND_OK, "%s: %s", name,
                              wend_report_error(report));
    if (!verify(scene, surface, &(wend_truth_def){.settings = default_settings()}, &view))
        return false;
    good &= CHECK_MESSAGE(view.non_manifold + view.twisted + view.downward == 0,
                          "%s: %lld non-manifold, %lld twisted, %lld downward", name, (long long)view.non_manifold,
                          (long long)view.twisted, (long long)view.downward);
    good &=
        CHECK_MESSAGE(view.t_junctions == 0, "%s: %lld T-junctions, the first at %.6f,%.6f,%.6f", name,
                      (long long)view.t_junctions, view.t_junction_at[0], view.t_junction_at[1], view.t_junction_at[2]);
    return good;
}

// Few samples find what is badly wrong; where they find anything at all, many judge how much it is.
static void check_truth(const char *name, const wend_scene *scene, const wend_surface *surface,
                        const wend_settings *def) {
    wend_truth_counts c;
    wend_truth_def asked = {.settings = *def, .samples = check_cases("samples", SAMPLES), .seed = 1};
    if (!sample(scene, surface, &asked, &c))
        return;
    asked.samples = RESAMPLED;
    if (c.missed + c.wrong + c.twice + c.through > 0 && !sample(scene, surface, &asked, &c))
        return;
    check_counts(name, &c);
}

static wend_settings everything(void) {
    wend_settings def = default_settings();
    def.exact.keep_inside = true;
    return def;
}

// Extracts and checks; the surface, or NULL when there is none. Nothing walkable is no fault here.
static wend_surface *extract(const char *name, const wend_scene *scene, const wend_settings *def) {
    wend_surface *surface = NULL;
    wend_report_clear(report);
    wend_result result = extract_scene(context, scene, def, &surface, report);
    CHECK_MESSAGE(result == WEND_OK || result == WEND_ERROR_EMPTY, "%s: %s: %s", name, wend_describe(result),
                  wend_report_error(report));
    if (surface != NULL)
        check_surface(name, scene, surface);
    return surface;
}

static void check_scene(const char *name, const wend_scene *scene) {
    wend_settings def = everything();
    wend_surface *surface = extract(name, scene, &def);
    if (surface != NULL)
        check_truth(name, scene, surface, &def);
    wend_surface_destroy(surface);
}

// ---------------------------------------------------------------------------------------------------- changed copies

typedef struct shaking {
    uint64_t *random;
    double reach;
} shaking;

static void shake(const void *user, double ground[3]) {
    const shaking *s = user;
    for (int k = 0; k < 3; k++)
        ground[k] += s->reach * (2 * wend_random_unit(s->random) - 1);
}

static void move(const void *user, double ground[3]) {
    ground[0] += *(const double *)user;
}

// A scene of the same vertices whose triangles are those of a list, each turned over where its number is negative.
static wend_scene *listed(const wend_scene *scene, const int32_t *list, int32_t count) {
    wend_scene_view view = wend_scene_look(scene);
    wend_scene_def def = {.up = view.up, .unit = view.unit};
    wend_scene *copy = NULL;
    int32_t *triangles = malloc(((size_t)count * 3 + 1) * sizeof *triangles);
    if (triangles == NULL || wend_scene_create(context, &def, &copy) != WEND_OK)
        exit(1);
    for (int64_t k = 0; k < count; k++) {
        int64_t t = list[k] < 0 ? ~list[k] : list[k];
        for (int i = 0; i < 3; i++)
            triangles[3 * k + i] = view.triangles[3 * t + (list[k] < 0 ? 2 - i : i)];
    }
    CHECK(wend_scene_add(copy, view.positions, view.vertex_count, triangles, count) == WEND_OK);
    free(triangles);
    return copy;
}

// How a copy lists its triangles.
typedef enum listing { SHUFFLED, DOUBLED, REVERSED } listing;

static bool faces_up(const wend_scene_view *view, int32_t t) {
    double p[3][3];
    for (int i = 0; i < 3; i++)
        wend_ground_from_scene(view->up, view->positions + 3 * (int64_t)view->triangles[3 * (int64_t)t + i], p[i]);
    return (p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[1][1] - p[0][1]) * (p[2][0] - p[0][0]) > 0;
}

static wend_scene *relisted(const wend_scene *scene, listing how, uint64_t seed) {
    wend_scene_view view = wend_scene_look(scene);
    int32_t *list = malloc(((size_t)view.triangle_count * 2 + 1) * sizeof *list), count = 0;
    if (list == NULL)
        exit(1);
    for (int32_t t = 0; t < view.triangle_count; t++)
        list[count++] = t;
    for (int32_t t = 0; t < view.triangle_count && how != SHUFFLED; t++) {
        if (how == DOUBLED ? wend_random_unit(&seed) < 0.2 : faces_up(&view, t))
            list[count++] = how == DOUBLED ? t : ~t;
    }
    for (int32_t k = count; k > 1; k--) {
        int32_t other = (int32_t)wend_random_below(&seed, (uint64_t)k), swap = list[k - 1];
        list[k - 1] = list[other];
        list[other] = swap;
    }
    wend_scene *copy = listed(scene, list, count);
    free(list);
    return copy;
}

static void check_changed(const char *name, const wend_scene *scene) {
    char full[256];
    wend_scene *copy = changed(scene, turn_and_tilt, &askew);
    snprintf(full, sizeof full, "%s, turned and tilted", name);
    check_scene(full, copy);
    wend_scene_destroy(copy);
}

// ---------------------------------------------------------------------------------------------------- scenes by code

TEST(random_scenes) {
    open_context();
    int64_t cases = check_cases("cases", CASES), first = check_option("first", 1);
    for (int64_t k = first; k < first + cases; k++) {
        wend_scene *scene;
        char name[64];
        int32_t size = (int32_t)(20 + 37 * k % 180);
        REQUIRE(wend_sample_build_scene(context, "random-scene", size, (uint64_t)k, &scene) == WEND_OK);
        snprintf(name, sizeof name, "random-scene --size %d --rng-seed %lld", (int)size, (long long)k);
        if (k % 2 == 0)
            check_scene(name, scene);
        else
            check_changed(name, scene);
        wend_scene_destroy(scene);
    }
}

TEST(scenes_made_by_code) {
    open_context();
    for (int32_t k = 0; k < wend_sample_count(); k++) {
        const wend_sample *s = wend_sample_at(k);
        wend_scene *scene;
        if (!check_takes(k) || !s->scene)
            continue;
        int32_t size = s->size < SIZE_MAX_TESTED ? s->size : SIZE_MAX_TESTED;
        REQUIRE(wend_sample_build_scene(context, s->name, size, 1, &scene) == WEND_OK);
        check_scene(s->name, scene);
        check_changed(s->name, scene);
        wend_scene_destroy(scene);
    }
}

// ---------------------------------------------------------------------------------------------------- real scenes

typedef struct real {
    const char *path;
    wend_up up;
    double unit;
} real;

static const real reals[] = {
    {"recast/nav_test.obj", WEND_UP_Y, 1},
    {"recast/dungeon.obj", WEND_UP_Y, 1},
    {"recast/undulating.obj", WEND_UP_Y, 1},
    {"buildings/gz_parking_garage.obj", WEND_UP_Y, 1},
    {"buildings/ifc_duplex_nodoors.obj", WEND_UP_Y, 1},
    {"buildings/aws_small_house_collision.obj", WEND_UP_Z, 1},
    {"levels/threejs_collision-world.glb", WEND_UP_Y, 1},
    {"quake/oa_dm1.obj", WEND_UP_Z, 1.0 / 32},
    {"cube2/tesseract_test_ctf.obj", WEND_UP_Y, 0.05},
    {"terrain/bullet_terrain.obj", WEND_UP_Z, 1},
};

static wend_scene *read_real(const real *r) {
    wend_scene_def def = {.up = r->up, .unit = r->unit};
    wend_scene *scene = NULL;
    const char *path = check_data(r->path);
    if (path == NULL)
        return NULL;
    wend_report_clear(report);
    if (!CHECK(wend_scene_create(context, &def, &scene) == WEND_OK) ||
        !CHECK_MESSAGE(wend_file_read_scene(context, path, 0, scene, report) == WEND_OK, "%s",
                       wend_report_error(report))) {
        wend_scene_destroy(scene);
        return NULL;
    }
    return scene;
}

typedef struct measure {
    double area;
    uint64_t hash;
} measure;

static measure measure_scene(const char *name, const wend_scene *scene) {
    wend_settings def = everything();
    wend_surface *surface = extract(name, scene, &def);
    measure m = {0, 0};
    if (CHECK_MESSAGE(surface != NULL, "%s: no surface", name)) {
        wend_surface_view view = wend_surface_look(surface);
        m = (measure){view.area, view.hash};
    }
    wend_surface_destroy(surface);
    return m;
}

// Measures a copy, and frees it.
static measure measure_copy(const char *name, const char *how, wend_scene *copy) {
    char full[256];
    snprintf(full, sizeof full, "%s, %s", name, how);
    measure m = measure_scene(full, copy);
    wend_scene_destroy(copy);
    return m;
}

static void compare_area(const char *name, const char *how, const measure *a, const measure *b) {
    CHECK_MESSAGE(fabs(a->area - b->area) <= SAME_AREA * a->area, "%s, %s: %.6f m2 became %.6f m2", name, how, a->area,
                  b->area);
}

static void check_robust(const char *name, const wend_scene *scene) {
    uint64_t random = 7;
    wend_scene_view view = wend_scene_look(scene);
    double away = FAR / view.unit;
    shaking s = {&random, JITTER / view.unit};
    measure plain = measure_scene(name, scene);
    measure_copy(name, "jittered", changed(scene, shake, &s));
    measure shuffled = measure_copy(name, "shuffled", relisted(scene, SHUFFLED, 3));
    CHECK_MESSAGE(shuffled.hash == plain.hash, "%s, shuffled: another hash (%.6f and %.6f m2)", name, plain.area,
                  shuffled.area);
    measure other = measure_copy(name, "a fifth doubled", relisted(scene, DOUBLED, 4));
    compare_area(name, "a fifth doubled", &plain, &other);
    other = measure_copy(name, "reversed copies added", relisted(scene, REVERSED, 5));
    compare_area(name, "reversed copies added", &plain, &other);
    other = measure_copy(name, "moved by 50 km", changed(scene, move, &away));
    compare_area(name, "moved by 50 km", &plain, &other);
}

TEST(real_scenes_are_true) {
    open_context();
    for (size_t k = 0; k < sizeof reals / sizeof reals[0]; k++) {
        if (!check_takes((int64_t)k))
            continue;
        wend_scene *scene = read_real(&reals[k]);
        if (scene == NULL) {
            check_skip("%s is missing", reals[k].path);
            continue;
        }
        check_scene(reals[k].path, scene);
        check_changed(reals[k].path, scene);
        wend_scene_destroy(scene);
    }
}

TEST(real_scenes_are_robust) {
    open_context();
    for (size_t k = 0; k < sizeof reals / sizeof reals[0]; k++) {
        wend_scene *scene = check_takes((int64_t)k) ? read_real(&reals[k]) : NULL;
        if (scene == NULL && check_takes((int64_t)k))
            check_skip("%s is missing", reals[k].path);
        if (scene == NULL)
            continue;
        check_robust(reals[k].path, scene);
        wend_scene_destroy(scene);
    }
}

// ---------------------------------------------------------------------------------------------------- needles

// Floors thinner than a lattice step over some length, each shrunk from a real scene in which a T-junction was left.
static void check_needles(const char *name, const double (*triangles)[9], int32_t count, bool turned) {
    wend_scene_def def = {.up = WEND_UP_Z, .unit = 1};
    wend_scene *scene = NULL;
    REQUIRE(wend_scene_create(context, &def, &scene) == WEND_OK);
    for (int32_t t = 0; t < count; t++)
        CHECK(wend_scene_add(scene, triangles[t], 3, (const int32_t[]){0, 1, 2}, 1) == WEND_OK);
    wend_scene *copy = turned ? changed(scene, turn_and_tilt, &askew) : NULL;
    check_scene(name, turned ? copy : scene);
    wend_scene_destroy(copy);
    wend_scene_destroy(scene);
}

TEST(needles) {
    open_context();
    // Two strips of a rounded edge, 14 steps wide and 48,000 long, cut at their tips: several points on both sides of
    // one.
    static const double strips[][9] = {
        {17.456619, 0.01, 4.884473, 17.458292, 0.01, 4.884868, 17.458292, 5.855, 4.884868},
        {17.458292, 0.01, 4.884868, 17.46, 5.855, 4.885, 17.458292, 5.855, 4.884868},
        {17.458292, 0.01, 4.884868, 17.46, 0.01, 4.885, 17.46, 5.855, 4.885},
        {17.46, 0, 4.97, 17.456619, 0.119473, 4.97, 17.458292, 0.119868, 4.97},
    };
    check_needles("strips", strips, 4, false);
    // A wall less than a step beside the side that two floors share.
    static const double beside[][9] = {
        {44.8, -9.8, 22.4, 44.8, -9.8, 24, 48, -8.2, 24},
        {45.2, -9.6, 22.4, 48, -9.6, 22.4, 48, -8.2, 22.4},
        {48, -8.2, 22.4, 48, -8, 22.4, 45.2, -9.6, 22.4},
    };
    check_needles("a wall beside a side", beside, 3, false);
    // A tip between two cuts.
    static const double tip[][9] = {
        {-5.863628, -3.246699, 0.569525, -5.863628, -3.756699, 0.569525, -5.857278, -3.756699, 0.569525},
        {-5.863628, -3.246699, 0.569525, -5.857278, -3.756699, 0.569525, -5.857278, -3.246699, 0.569525},
        {-5.866803, -3.246699, 0.56635, -5.863628, -3.756699, 0.569525, -5.863628, -3.246699, 0.569525},
        {-5.871278, -3.246699, 1.88, -5.871278, -3.246699, 0.23, -5.836278, -3.246699, 0.23},
        {-5.857278, -3.407174, 1.88, -5.863628, -3.407174, 0.23, -5.863628, -3.407174, 1.88},
    };
    check_needles("a tip between cuts", tip, 5, true);
    // Two needles side by side, nothing else.
    static const double pair[][9] = {
        {-58.969375, -30.96846875, 25.42503125, -60, -31.9990625, 25.8436875, -60, -32, 25.8436875},
        {-58.969375, -30.96846875, 25.42503125, -60, -32, 25.8436875, -58.969375, -30.9694375, 25.42503125},
    };
    check_needles("a pair", pair, 2, true);
    // A bunch of needles with one tip, under a slope.
    static const double bunch[][9] = {
        {8.4, -7.2, 2.4, 6.4, -7.2, 2.4, 6.4, -9.4, 2.4}, {7.2, -8.6, 2.4, 7.4, -8.4, 2.4, 8.4, -7.2, 2.4},
        {7, -8.8, 2.4, 7.2, -8.6, 2.4, 8.4, -7.2, 2.4},   {6.8, -9, 2.4, 7, -8.8, 2.4, 8.4, -7.2, 2.4},
        {6.6, -9.2, 2.4, 6.8, -9, 2.4, 8.4, -7.2, 2.4},   {6.4, -9.4, 2.4, 6.6, -9.2, 2.4, 8.4, -7.2, 2.4},
        {7.2, -8.6, 2.4, 7.4, -8.6, 2.4, 7.4, -8.4, 2.4}, {7.4, -8.6, 2.4, 7.2, -8.6, 2.4, 7.2, -8.8, 2.4},
        {7, -8.8, 2.4, 7.2, -8.8, 2.4, 7.2, -8.6, 2.4},   {8.4, -7.2, 2.4, 8.6, -7.2, 2.4, 6.4, -7.2, 2.45},
    };
    check_needles("a bunch", bunch, 10, true);
    // Hills whose common foot comes out of a plain.
    static const double foot[][9] = {
        {-29.6550941467, -41.9906845093, 0.182864665985, -29.8246879578, -46.9445571899, 0, -28.6028862, -41.7432098389,
         0.288298130035},
        {-27.6856269836, -41.2039031982, 0.630195617676, -28.6028862, -41.7432098389, 0.288298130035, -29.8246879578,
         -46.9445571899, 0},
        {-27.6856269836, -41.2039031982, 0.630195617676, -29.8246879578, -46.9445571899, 0, -26.7701873779,
         -40.6603088379, 0.96880531311},
        {-22.3534736633, -46.9445571899, 0, -26.7701873779, -40.6603088379, 0.96880531311, -29.8246879578,
         -46.9445571899, 0},
        {-59.7040405273, -46.7976074219, 0, -1024, -1024, 0, 59.6727294922, -46.7976074219, 0},
    };
    check_needles("the foot of hills", foot, 5, true);
    close_context();
}

// ---------------------------------------------------------------------------------------------------- the sampler
// itself

// A surface made of one scene, judged by another, is found to be wrong: the sampler sees what it is there to see.
static void add_quad(wend_scene *scene, const double corners[12]) {
    static const int32_t two[6] = {0, 1, 2, 0, 2, 3};
    CHECK(wend_scene_add(scene, corners, 4, two, 2) == WEND_OK);
}

static wend_scene *floor_scene(void) {
    wend_scene_def def = {.up = WEND_UP_Z, .unit = 1};
    wend_scene *scene = NULL;
    REQUIRE_OR(wend_scene_create(context, &def, &scene) == WEND_OK, NULL);
    add_quad(scene, (double[12]){0, 0, 0, 10, 0, 0, 10, 10, 0, 0, 10, 0});
    return scene;
}

static void judge_by(const double corners[12], wend_truth_counts *counts, int64_t *t_junctions) {
    wend_settings def = everything();
    wend_scene *bare = floor_scene(), *full = floor_scene();
    wend_surface *surface = extract("floor", bare, &def);
    add_quad(full, corners);
    REQUIRE(surface != NULL);
    wend_truth_view view = {.ok = true};
    verify(full, surface, &(wend_truth_def){.settings = def, .samples = 20000, .seed = 1}, &view);
    *counts = view.counts;
    *t_junctions = view.t_junctions;
    CHECK(view.ok == is_true(counts));
    wend_surface_destroy(surface);
    wend_scene_destroy(bare);
    wend_scene_destroy(full);
}

TEST(sampler_sees_faults) {
    open_context();
    wend_truth_counts c;
    int64_t t_junctions;
    // a ceiling over a quarter of the floor
    judge_by((double[12]){0, 0, 1, 0, 5, 1, 5, 5, 1, 5, 0, 1}, &c, &t_junctions);
    CHECK(percent(c.wrong, c.covered) > 24 && percent(c.wrong, c.covered) < 26);
    CHECK(c.missed == 0 && c.twice == 0);
    // a wall across it
    judge_by((double[12]){2, 5, 0, 8, 5, 0, 8, 5, 1, 2, 5, 1}, &c, &t_junctions);
    CHECK(c.wrong == 0 && c.missed == 0);
    CHECK(percent(c.through, c.standing) > 99);
    // a wall above the head, and one that is lower than 2 mm
    judge_by((double[12]){2, 5, 1.8, 8, 5, 1.8, 8, 5, 3, 2, 5, 3}, &c, &t_junctions);
    CHECK(c.through == 0 && c.wrong == 0);
    judge_by((double[12]){2, 5, 0, 8, 5, 0, 8, 5, 0.0015, 2, 5, 0.0015}, &c, &t_junctions);
    CHECK(c.through == 0);
    // a second storey that the surface does not have
    judge_by((double[12]){0, 0, 3, 10, 0, 3, 10, 10, 3, 0, 10, 3}, &c, &t_junctions);
    CHECK(percent(c.missed, c.walkable) > 49 && percent(c.missed, c.walkable) < 51);
    CHECK(t_junctions == 0 && c.worst_count == 2 && c.worst[0].fault == WEND_FAULT_MISSED && c.worst[0].reach > 0.5);
}

// ---------------------------------------------------------------------------------------------------- slivers

enum { METRE = 8192 }; // steps of the lattice that a surface made by hand lies on

// Triangles that are not joined, as a scene and as a surface that was cut out of it.
static wend_surface *loose(wend_point3 (*corners)[3], int32_t count, wend_scene *scene) {
    static const int32_t one[3] = {0, 1, 2};
    wend_raw raw = {.lattice = {.step = 1.0 / METRE, .unit = 1, .up = WEND_UP_Z}, .producer = WEND_PRODUCER_EXACT};
    wend_surface *surface = NULL;
    for (int32_t t = 0; t < count; t++) {
        wend_raw_triangle made = {.source = t};
        double p[9];
        for (int i = 0; i < 3; i++) {
            made.p[i] = corners[t][i];
            made.twin[i] = ~(3 * t + i);
            p[3 * i] = corners[t][i].x / (double)METRE;
            p[3 * i + 1] = corners[t][i].y / (double)METRE;
            p[3 * i + 2] = corners[t][i].z / (double)METRE;
            wend_raw_border ledge = {.cause = -1, .kind = WEND_BOUNDARY_LEDGE};
            CHECK(wend_array_push(context, &raw.borders, ledge));
        }
        CHECK(wend_array_push(context, &raw.triangles, made));
        CHECK(wend_scene_add(scene, p, 3, one, 1) == WEND_OK);
    }
    CHECK(wend_surface_from_raw(context, &raw, &surface) == WEND_OK);
    return surface;
}

// Slivers of such a surface, and how many of them are wide beside the scene.
static wend_truth_view slivers_of(wend_point3 (*corners)[3], int32_t count, double weld, int64_t *by_scene) {
    wend_scene_def def = {.up = WEND_UP_Z, .unit = 1};
    wend_truth_def asked = {.settings = default_settings()};
    wend_truth_view alone = {.ok = false}, beside = {.ok = false};
    wend_scene *scene = NULL;
    asked.settings.exact.weld = weld;
    REQUIRE_OR(wend_scene_create(context, &def, &scene) == WEND_OK, alone);
    wend_surface *surface = loose(corners, count, scene);
    REQUIRE_OR(surface != NULL, alone);
    verify(NULL, surface, &asked, &alone);
    verify(scene, surface, &asked, &beside);
    *by_scene = beside.wide;
    wend_surface_destroy(surface);
    wend_scene_destroy(scene);
    return alone;
}

// Two floors half a metre above each other share a strip: 0.2 mm is rounding; 1 mm may be welding, and is not when the
// floors lie where the scene has them; 2 mm cannot be.
TEST(folds_are_counted_and_must_be_narrow) {
    open_context();
    static const struct {
        int32_t steps, apart;
        double weld;
        int64_t folded, wide, by_scene;
    } folds[] = {{0, 4096, 0.001, 0, 0, 0},      {2, 4096, 0.001, 2, 0, 0}, {2, 4096, 0, 2, 0, 0},
                 {8, 4096, 0.001, 2, 0, 4},      {8, 4096, 0, 2, 4, 4},     {16, 4096, 0.001, 2, 4, 4},
                 {16, 2 * METRE, 0.001, 0, 0, 0}};
    for (size_t k = 0; k < sizeof folds / sizeof *folds; k++) {
        int32_t edge = METRE - folds[k].steps, up = folds[k].apart;
        wend_point3 corners[2][3] = {{{0, 0, 0}, {METRE, 0, 0}, {METRE, METRE, 0}},
                                     {{edge, 0, up}, {2 * METRE, 0, up}, {edge, METRE, up}}};
        int64_t by_scene;
        wend_truth_view s = slivers_of(corners, 2, folds[k].weld, &by_scene);
        CHECK_MESSAGE(s.folded == folds[k].folded && s.wide == folds[k].wide && by_scene == folds[k].by_scene,
                      "%d steps: %lld folded, %lld wide, %lld by the scene", (int)folds[k].steps, (long long)s.folded,
                      (long long)s.wide, (long long)by_scene);
        double width = folds[k].folded > 0 ? folds[k].steps / (double)METRE : 0;
        CHECK(s.steep == 0 && s.sliver_width <= width * 1.0001 && s.sliver_width >= width * 0.99);
    }
}

TEST(steep_triangles_are_counted_and_must_be_narrow) {
    open_context();
    int64_t by_scene;
    // steep by 15 degrees and a metre long; upright, but two steps wide; at the limit
    wend_point3 steep[1][3] = {{{0, 0, 0}, {METRE, 0, 0}, {0, METRE, 7 * METRE / 4}}};
    wend_point3 narrow[1][3] = {{{0, 0, 0}, {METRE, 0, 0}, {0, 1, 2}}};
    wend_point3 walked[1][3] = {{{0, 0, 0}, {METRE, 0, 0}, {0, METRE, METRE}}};
    wend_truth_view s = slivers_of(steep, 1, 0.001, &by_scene);
    CHECK(s.steep == 1 && s.wide == 1 && by_scene == 1 && s.sliver_width > 0.2 && s.folded == 0);
    s = slivers_of(narrow, 1, 0.001, &by_scene);
    CHECK(s.steep == 1 && s.wide == 0 && by_scene == 0 && s.sliver_width > 5e-5 && s.sliver_width < 3e-4);
    s = slivers_of(walked, 1, 0.001, &by_scene);
    CHECK(s.steep == 0 && s.wide == 0 && by_scene == 0 && s.sliver_width == 0);
}

// ---------------------------------------------------------------------------------------------------- what was dropped

// A box from (x, y) to (x + w, y + d), z from `low` to `high`, seen from outside.
static void add_box(wend_scene *scene, double x, double y, double w, double d, double low, double high) {
    const double p[] = {x, y, low,  x + w, y, low,  x + w, y + d, low,  x, y + d, low,
                        x, y, high, x + w, y, high, x + w, y + d, high, x, y + d, high};
    static const int32_t t[] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7};
    REQUIRE(wend_scene_add(scene, p, 8, t, 12) == WEND_OK);
}

// The surface of one scene, made with some settings, judged by another scene and with other settings.
static wend_truth_counts judge_drops(const wend_scene *made_of, const wend_settings *made_with, const wend_scene *scene,
                                     const wend_settings *def) {
    wend_truth_counts counts = {0};
    wend_surface *surface = extract("drops", made_of, made_with);
    if (CHECK(surface != NULL))
        sample(scene, surface, &(wend_truth_def){.settings = *def, .samples = 20000, .seed = 1}, &counts);
    wend_surface_destroy(surface);
    return counts;
}

// A floor with a solid on it, and behind a curb of 3 mm a strip of it: what is left out is dropped by the settings that
// the surface was made with, and missed by any others.
TEST(dropped_by_the_settings) {
    open_context();
    static const double seed[3] = {1, 1, 0.5};
    wend_scene *scene = floor_scene();
    add_box(scene, 4, 4, 3, 2, 0, 3);
    add_quad(scene, (double[12]){10, 0, 0, 10, 10, 0, 10, 10, -0.003, 10, 0, -0.003});
    add_quad(scene, (double[12]){10, 0, -0.003, 11, 0, -0.003, 11, 10, -0.003, 10, 10, -0.003});
    wend_settings all = everything(), plain = default_settings(), seeded = plain, large = all;
    seeded.keep.seeds = seed;
    seeded.keep.seed_count = 1;
    large.keep.min_area = 20; // the strip, and the floor and the top of the solid
    const wend_settings *defs[] = {&all, &plain, &seeded, &large};
    for (int k = 0; k < 4; k++) {
        wend_truth_counts c = judge_drops(scene, defs[k], scene, defs[k]);
        CHECK_MESSAGE(c.missed == 0 && c.wrong == 0 && (c.dropped > 0) == (k > 0),
                      "settings %d: %lld missed, %lld dropped", k, (long long)c.missed, (long long)c.dropped);
        CHECK(judge_drops(scene, defs[k], scene, &all).missed == c.dropped);
    }
    // neither the top nor the strip is inside
    CHECK(judge_drops(scene, &seeded, scene, &plain).missed > 1000);
    CHECK(judge_drops(scene, &large, scene, &seeded).missed == 0);
    large.keep.min_area = 0.5;
    CHECK(judge_drops(scene, &seeded, scene, &large).missed > 1000);
    wend_scene_destroy(scene);
}

// A handrail of 0.45 square metres is small, however few places of a grid are across it.
TEST(narrow_floors_are_small) {
    open_context();
    for (int k = 0; k < 5; k++) {
        wend_scene *scene = floor_scene();
        add_box(scene, 0.5, 1 + 0.0043 * k, 9, 0.05, 0.9, 1);
        wend_settings large = default_settings();
        large.keep.min_area = 0.5;
        wend_truth_counts c = judge_drops(scene, &large, scene, &large);
        CHECK_MESSAGE(c.missed == 0 && c.dropped > 0, "%lld missed, %lld dropped", (long long)c.missed,
                      (long long)c.dropped);
        wend_scene_destroy(scene);
    }
}

// Stairs and a storey above, with a seed below: where the surface is linked they hang together, and are missed when
// they were dropped.
TEST(stairs_hang_together_with_a_seed) {
    open_context();
    static const double seed[3] = {1, 1, 0.5};
    wend_scene *scene = floor_scene();
    for (int k = 1; k <= 12; k++)
        add_box(scene, 2 + 0.3 * k, 3, 0.3, 2, 0, 0.17 * k);
    add_box(scene, 5.9, 3, 3, 5, 1.9, 2.2);
    wend_build_def def = wend_default_build_def();
    def.keep.seeds = seed;
    def.keep.seed_count = 1;
    wend_settings settings = {.agent = def.agent, .solid = def.solid, .exact = def.exact, .keep = def.keep};
    wend_nav *nav = NULL;
    REQUIRE(wend_build_scene(context, scene, &def, &nav, NULL, report) == WEND_OK);
    wend_surface *cut_off = extract("without stairs", scene, &settings);
    const wend_surface *surfaces[] = {wend_nav_surface(nav), cut_off};
    for (int k = 0; k < 2; k++) {
        wend_truth_def asked = {.settings = settings, .step = def.agent.step, .samples = 20000, .seed = 1};
        wend_truth_counts c = {0};
        sample(scene, surfaces[k], &asked, &c);
        CHECK_MESSAGE(k == 0 ? c.missed == 0 : c.missed > 1000, "surface %d: %lld missed, %lld dropped of %lld", k,
                      (long long)c.missed, (long long)c.dropped, (long long)c.walkable);
    }
    wend_surface_destroy(cut_off);
    wend_nav_destroy(nav);
    wend_scene_destroy(scene);
}

// A long shell whose mouth has a sill of 2 mm that tapers to nothing: what is inside is left out up to the sill, which
// is nowhere too low to end a floor.
TEST(sills_end_floors_where_they_taper) {
    open_context();
    for (int k = 0; k < 4; k++) {
        wend_scene *scene = floor_scene();
        double x = 9.3 + 0.0171 * k;
        add_quad(scene, (double[12]){1, 4, 0, x, 4, 0, x, 4, 3, 1, 4, 3});
        add_quad(scene, (double[12]){x, 5, 0, 1, 5, 0, 1, 5, 3, x, 5, 3});
        add_quad(scene, (double[12]){1, 5, 0, 1, 4, 0, 1, 4, 3, 1, 5, 3});
        add_quad(scene, (double[12]){1, 4, 3, x, 4, 3, x, 5, 3, 1, 5, 3});
        const double sill[9] = {x, 4, 0, x, 5, 0, x, 5, 0.002};
        CHECK(wend_scene_add(scene, sill, 3, (const int32_t[]){0, 1, 2}, 1) == WEND_OK);
        wend_settings plain = default_settings();
        wend_truth_counts c = judge_drops(scene, &plain, scene, &plain);
        CHECK_MESSAGE(c.missed == 0 && c.dropped > 500, "%lld missed, %lld dropped", (long long)c.missed,
                      (long long)c.dropped);
        wend_scene_destroy(scene);
    }
}

// A floor of which a part is lacking: no setting excuses that, because one can walk there.
TEST(parts_of_a_floor_are_missed) {
    open_context();
    static const double seed[3] = {1, 1, 0.5};
    wend_scene *bare = floor_scene(), *full = floor_scene();
    add_quad(full, (double[12]){5, 5, 1, 5, 9, 1, 9, 9, 1, 9, 5, 1}); // a low ceiling, which the other scene lacks
    wend_settings plain = default_settings(), seeded = plain, large = plain;
    seeded.keep.seeds = seed;
    seeded.keep.seed_count = 1;
    large.keep.min_area = 50;
    const wend_settings *defs[] = {&plain, &seeded, &large};
    for (int k = 0; k < 3; k++) {
        wend_truth_counts c = judge_drops(full, defs[k], bare, defs[k]);
        CHECK_MESSAGE(c.dropped == 0 && percent(c.missed, c.walkable) > 15 && percent(c.missed, c.walkable) < 17,
                      "settings %d: %lld missed, %lld dropped of %lld", k, (long long)c.missed, (long long)c.dropped,
                      (long long)c.walkable);
    }
    wend_scene_destroy(bare);
    wend_scene_destroy(full);
}

// A room of which walls and roof show their back inside is dropped; one whose walls show their front is not, whatever
// its roof shows.
TEST(rooms_are_not_inside) {
    open_context();
    wend_scene *shell = floor_scene(), *room = floor_scene();
    wend_settings plain = default_settings();
    add_box(shell, 2, 2, 6, 6, 0, 3);
    static const double walls[4][12] = {{2, 2, 0, 2, 8, 0, 2, 8, 3, 2, 2, 3},
                                        {2, 8, 0, 8, 8, 0, 8, 8, 3, 2, 8, 3},
                                        {8, 8, 0, 8, 2, 0, 8, 2, 3, 8, 8, 3},
                                        {8, 2, 0, 2, 2, 0, 2, 2, 3, 8, 2, 3}}; // their fronts inward
    for (int k = 0; k < 4; k++)
        add_quad(room, walls[k]);
    add_quad(room, (double[12]){2, 2, 3, 8, 2, 3, 8, 8, 3, 2, 8, 3});
    wend_truth_counts c = judge_drops(shell, &plain, shell, &plain);
    CHECK(c.missed == 0 && c.dropped > 1000);
    c = judge_drops(room, &plain, room, &plain);
    CHECK(c.missed == 0 && c.dropped == 0);
    static const double outside[3] = {1, 1, 0.5};
    wend_settings seeded = plain;
    seeded.keep.seeds = outside;
    seeded.keep.seed_count = 1;
    c = judge_drops(room, &seeded, room, &plain); // without what is in the room, and its roof
    CHECK(percent(c.missed, c.walkable) > 50 && c.dropped == 0);
    wend_scene_destroy(shell);
    wend_scene_destroy(room);
}

// A floor in the open under sheets is not inside anything, and is missed when it was left out.
TEST(open_floors_under_sheets_are_not_inside) {
    open_context();
    wend_scene *scene = floor_scene();
    wend_settings plain = default_settings(), seeded = plain;
    add_quad(scene, (double[12]){2, 2, 0.01, 4, 2, 0.01, 4, 4, 0.01, 2, 4, 0.01});
    add_quad(scene, (double[12]){0, 0, 3, 10, 0, 3, 10, 10, 3, 0, 10, 3});
    wend_truth_counts c = judge_drops(scene, &plain, scene, &plain);
    CHECK(c.missed == 0 && c.dropped == 0 && c.walkable > 1000);
    static const double carpet[3] = {3, 3, 0.5};
    seeded.keep.seeds = carpet;
    seeded.keep.seed_count = 1;
    c = judge_drops(scene, &seeded, scene, &plain);
    CHECK(percent(c.missed, c.walkable) > 90 && c.dropped == 0);
    wend_scene_destroy(scene);
}

// Boundaries that were moved are left out as far as they may have been, and no farther.
TEST(moved_boundaries) {
    open_context();
    wend_scene *scene = floor_scene();
    double corners[32 * 3];
    int32_t triangles[32 * 3] = {0};
    for (int k = 0; k < 32; k++) { // a round table, under which there is no room
        corners[3 * k] = 5 + 2 * cos(k * acos(-1.0) / 16);
        corners[3 * k + 1] = 5 + 2 * sin(k * acos(-1.0) / 16);
        corners[3 * k + 2] = 1;
        triangles[3 * k] = 0;
        triangles[3 * k + 1] = (k + 1) % 32;
        triangles[3 * k + 2] = (k + 2) % 32;
    }
    REQUIRE(wend_scene_add(scene, corners, 32, triangles, 30) == WEND_OK);
    wend_settings plain = everything(), moved = plain;
    moved.exact.simplify = 0.3;
    CHECK(judge_drops(scene, &moved, scene, &moved).missed == 0);
    CHECK(judge_drops(scene, &moved, scene, &plain).missed > 50);
    plain.exact.simplify = 0.01;
    CHECK(judge_drops(scene, &moved, scene, &plain).missed > 50);
    wend_scene_destroy(scene);
}

// Scenes made by code, as they are built by default, with a seed and with a least area: nothing is missed.
TEST(nothing_is_missed_beside_what_was_dropped) {
    open_context();
    for (int32_t k = 0; k < wend_sample_count(); k++) {
        const wend_sample *s = wend_sample_at(k);
        wend_scene *scene;
        if (!check_takes(k) || !s->scene ||
            strcmp(s->name, "soup") == 0) // in the soup, inside and outside mean nothing
            continue;
        REQUIRE(wend_sample_build_scene(context, s->name, s->size < 1000 ? s->size : 1000, 1, &scene) == WEND_OK);
        wend_settings defs[3] = {default_settings(), default_settings(), default_settings()};
        wend_surface *surface = extract(s->name, scene, &defs[0]);
        REQUIRE(surface != NULL);
        wend_surface_view view = wend_surface_look(surface);
        double seed[3];
        const int32_t *v = view.triangles[view.triangle_count / 2].v;
        double middle[3] = {0, 0, 0.01 / view.lattice.unit};
        for (int i = 0; i < 3; i++) {
            const wend_point3 *p = &view.vertices[v[i]];
            const double c[3] = {p->x, p->y, p->z};
            for (int axis = 0; axis < 3; axis++)
                middle[axis] += view.lattice.origin[axis] / 3 + view.lattice.step * c[axis] / 3;
        }
        wend_scene_from_ground(view.lattice.up, middle, seed);
        wend_surface_destroy(surface);
        defs[1].keep.seeds = seed;
        defs[1].keep.seed_count = 1;
        defs[2].keep.min_area = 1;
        for (int d = 0; d < 3; d++) {
            surface = extract(s->name, scene, &defs[d]);
            if (surface != NULL)
                check_truth(s->name, scene, surface, &defs[d]);
            wend_surface_destroy(surface);
        }
        wend_scene_destroy(scene);
    }
}

TEST(sampler_knows_the_scene) {
    open_context();
    wend_settings def = everything();
    wend_scene *scene = floor_scene();
    double away = 3;
    wend_scene *other = changed(scene, move, &away);
    wend_surface *surface = extract("floor", scene, &def);
    wend_truth_def asked = {.settings = def, .samples = 10, .seed = 1};
    wend_truth *truth = NULL;
    wend_report_clear(report);
    CHECK(wend_truth_build_surface(context, surface, other, &asked, &truth, report) == WEND_ERROR_ARGUMENT);
    CHECK(truth == NULL && wend_report_total(report, "scene-misfit") == 1);
    CHECK_STRING(wend_report_error(report),
                 "this is not the scene that the file was made of: the surface reaches from 0 to 10 along x, the "
                 "scene from 3 to 13");
    CHECK(wend_truth_fit(context, surface, other, NULL) == WEND_ERROR_ARGUMENT);
    CHECK(wend_truth_fit(context, surface, scene, NULL) == WEND_OK);
    wend_surface_destroy(surface);
    wend_scene_destroy(scene);
    wend_scene_destroy(other);
}

// The same counts for every number of threads.
TEST(sampling_does_not_depend_on_threads) {
    open_context();
    wend_truth_counts counts[2];
    for (int run = 0; run < 2; run++) {
        wend_context_def def = wend_default_context_def();
        wend_context *own;
        wend_scene *scene;
        wend_surface *surface = NULL;
        wend_settings settings = everything();
        wend_truth *truth = NULL;
        def.threads = run == 0 ? 1 : 3;
        REQUIRE(wend_context_create(&def, &own) == WEND_OK);
        REQUIRE(wend_sample_build_scene(own, "random-scene", 100, 5, &scene) == WEND_OK);
        REQUIRE(extract_scene(own, scene, &settings, &surface, NULL) == WEND_OK);
        // judged for a taller agent, so that there is something to find
        wend_truth_def asked = {.settings = default_settings(), .samples = 20000, .seed = 9};
        asked.settings.agent.height = 2.5;
        REQUIRE(wend_truth_build_surface(own, surface, scene, &asked, &truth, NULL) == WEND_OK);
        counts[run] = wend_truth_look(truth).counts;
        wend_truth_destroy(truth);
        wend_surface_destroy(surface);
        wend_scene_destroy(scene);
        CHECK_INT(wend_bytes_now(own), 0);
        wend_context_destroy(own);
    }
    CHECK(counts[0].wrong > 0);
    CHECK(memcmp(&counts[0], &counts[1], sizeof counts[0]) == 0);
}

typedef struct both {
    wend_scene *scene;
    wend_surface *surface;
} both;

// Judged for a taller agent, so that faults are noted too.
static wend_result judge_both(wend_context *own, void *data) {
    const both *b = data;
    wend_truth_def asked = {.settings = default_settings(), .samples = 300, .seed = 9};
    asked.settings.agent.height = 2.5;
    wend_truth *truth = NULL;
    wend_result result = wend_truth_build_surface(own, b->surface, b->scene, &asked, &truth, NULL);
    wend_truth_destroy(truth);
    return result;
}

TEST(every_allocation_may_fail) {
    failing memory;
    wend_context *own = failing_context(&memory, 1);
    wend_settings settings = everything();
    both b = {NULL, NULL};
    REQUIRE(own != NULL);
    CHECK(wend_sample_build_scene(own, "random-scene", 100, 5, &b.scene) == WEND_OK);
    CHECK(extract_scene(own, b.scene, &settings, &b.surface, NULL) == WEND_OK);
    failing_each(&memory, own, "sampling the truth", judge_both, &b);
    wend_surface_destroy(b.surface);
    wend_scene_destroy(b.scene);
    failing_finish(&memory, own);
}

TEST(nothing_is_left_behind) {
    open_context();
    close_context();
}

CHECK_MAIN()

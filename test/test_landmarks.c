// Landmarks: their distances against the search with radius 0 and against brute force, on floor plans and overlapping
// floors; bounds by them that no path undercuts; the same for any number of threads; in files; and what their validator
// finds.
//
//     test_landmarks [--plans N] [--scenes N]
#include "archive_files.h"
#include "oracle_path.h"
#include "path_plans.h"

#include <wend/pipeline.h>
#include <wend/sample.h>

#include "base/random.h"

#include <math.h>

enum { COUNT = 4 };

typedef struct known {
    const wend_plan *plan;
    wend_plan_view view;
    wend_medial *medial;
    wend_roads *roads;
    wend_landmarks *landmarks;
    wend_landmarks_view marks;
    wend_search *search;
    oracle_path *oracle;
} known;

static bool known_make(const wend_plan *plan, known *k) {
    *k = (known){.plan = plan, .view = wend_plan_look(plan), .oracle = oracle_path_make(plan, 0)};
    bool good = k->oracle != NULL && CHECK(wend_medial_build(context, plan, NULL, &k->medial, report) == WEND_OK) &&
                CHECK(wend_roads_build(context, k->medial, NULL, &k->roads, report) == WEND_OK) &&
                CHECK(wend_landmarks_build(context, k->roads, COUNT, &k->landmarks, report) == WEND_OK) &&
                CHECK(wend_search_create_on(context, &(wend_search_def){.roads = k->roads}, &k->search) == WEND_OK);
    k->marks = wend_landmarks_look(k->landmarks);
    return good;
}

static void known_free(known *k) {
    oracle_path_free(k->oracle);
    wend_search_destroy(k->search);
    wend_landmarks_destroy(k->landmarks);
    wend_roads_destroy(k->roads);
    wend_medial_destroy(k->medial);
}

// A vertex as a spot in one of its triangles, and its component. False for one in no triangle.
static bool spot_of(const wend_plan_view *v, int32_t vertex, wend_spot *spot, int32_t *component) {
    for (int32_t t = 0; t < v->triangle_count; t++)
        for (int i = 0; i < 3; i++)
            if (v->triangles[t].v[i] == vertex) {
                *spot = (wend_spot){t, v->vertices[vertex], 0};
                *component = v->triangle_component[t];
                return true;
            }
    return false;
}

static double worst;

// One vertex and all landmarks of its component.
static void check_vertex(const char *name, const known *k, int32_t vertex) {
    wend_spot spot, mark;
    int32_t component, other;
    double metres = k->view.lattice.step * k->view.unit;
    if (!spot_of(&k->view, vertex, &spot, &component))
        return;
    for (int32_t i = 0; i < COUNT; i++) {
        int32_t from = k->marks.vertices[component * COUNT + i];
        double got = (double)k->marks.distances[(int64_t)vertex * COUNT + i] * metres, wanted = -1;
        if (from < 0) {
            CHECK(!(got > 0));
            continue;
        }
        REQUIRE(spot_of(&k->view, from, &mark, &other) && other == component);
        wend_path_def def = wend_default_path_def();
        wend_path_view path;
        def.radius = 0;
        bool found = wend_search_path(k->search, &mark, &spot, &def, &path) == WEND_OK;
        double slack = 2e-7 * got + 2e-6 * metres;
        CHECK_MESSAGE(found && path.status == WEND_PATH_REACHED && fabs(path.length - got) <= slack,
                      "%s: from %d to %d: %.9g, a path of %.9g", name, from, vertex, got, path.length);
        bool possible = oracle_path_shortest(k->oracle, &mark, &spot, &wanted);
        CHECK_MESSAGE(possible && fabs(wanted - got) <= slack + 1e-6 * got, "%s: from %d to %d: %.9g, expected %.9g",
                      name, from, vertex, got, wanted);
        worst = fmax(worst, got > 0 ? fabs(wanted - got) / got : 0);
    }
}

// No path is shorter than what landmarks say of corners near its ends.
static void check_bounds(const char *name, const known *k, double radius, uint64_t *state) {
    double metres = k->view.lattice.step * k->view.unit;
    wend_path_def def = wend_default_path_def();
    def.radius = radius;
    for (int q = 0; q < 5; q++) {
        wend_spot ends[2];
        wend_path_view path;
        for (int i = 0; i < 2; i++)
            path_plans_end(k->plan, state, &ends[i]);
        if (wend_search_path(k->search, &ends[0], &ends[1], &def, &path) != WEND_OK || path.status != WEND_PATH_REACHED)
            continue;
        double away = path.moved[0] + path.moved[1];
        int32_t corners[2];
        for (int i = 0; i < 2; i++) {
            corners[i] = k->view.triangles[ends[i].triangle].v[q % 3];
            wend_point p = k->view.vertices[corners[i]];
            away += hypot((double)p.x - ends[i].point.x, (double)p.y - ends[i].point.y) * metres;
        }
        for (int i = 0; i < COUNT; i++) {
            double a = (double)k->marks.distances[(int64_t)corners[0] * COUNT + i];
            double b = (double)k->marks.distances[(int64_t)corners[1] * COUNT + i];
            double bound = (fabs(a - b) - 0x1p-23 * (a + b)) * metres - away;
            CHECK_MESSAGE(path.length >= bound - 1e-9, "%s: radius %g: %.9g, shorter than %.9g", name, radius,
                          path.length, bound);
        }
    }
}

static void check_plan(const char *name, const wend_plan *plan, const double radii[PATH_RADII], uint64_t *state) {
    known k;
    if (known_make(plan, &k)) {
        for (int i = 0; i < 12; i++)
            check_vertex(name, &k, (int32_t)(wend_random(state) % (uint64_t)k.view.vertex_count));
        for (int i = 0; i < PATH_RADII; i++)
            check_bounds(name, &k, radii[i], state);
        CHECK_MESSAGE(wend_landmarks_check(context, k.landmarks, report) == WEND_OK, "%s: %s", name,
                      wend_report_error(report));
    }
    known_free(&k);
}

TEST(floor_plans) {
    open_context_with(1);
    uint64_t state = 77;
    double radii[PATH_RADII];
    for (int64_t i = 0; i < check_cases("plans", 240); i++) {
        int32_t family = (int32_t)(i % path_plans_count());
        wend_plan *plan = path_plans_build(context, family, &state, radii);
        if (plan != NULL)
            check_plan(path_plans_name(family), plan, radii, &state);
        wend_plan_destroy(plan);
    }
    printf("worst difference to brute force: %.2g\n", worst);
}

TEST(overlapping_floors) {
    open_context_with(1);
    uint64_t state = 78;
    double radii[PATH_RADII];
    for (int32_t i = 0; i < path_scenes_count(); i++) {
        path_scene *scene = path_scenes_make(context, i, report, radii);
        if (CHECK(scene != NULL))
            check_plan(path_scenes_name(i), path_scenes_look(scene), radii, &state);
        path_scenes_free(scene);
    }
}

// ---------------------------------------------------------------------------------------------------- builds, files

static wend_nav *build(const char *name, int64_t size, int32_t landmarks) {
    wend_drawing *drawing = NULL;
    wend_nav *nav = NULL;
    wend_build_def def = wend_default_build_def();
    def.stages = WEND_STAGE_PLAN;
    def.landmarks = landmarks;
    CHECK(wend_sample_build_drawing(context, name, size, 1, &drawing) == WEND_OK);
    CHECK(wend_build_drawing(context, drawing, &def, &nav, NULL, report) == WEND_OK);
    wend_drawing_destroy(drawing);
    return nav;
}

// The lot of threads makes no difference, and a file brings back what was built.
TEST(threads_and_files) {
    static const char *const names[] = {"thin-walls", "rooms", "touching"};
    for (int i = 0; i < 3; i++) {
        file first = {NULL, 0};
        for (int threads = 1; threads <= 4; threads += 3) {
            open_context_with(threads);
            wend_nav *nav = build(names[i], 300, 5), *loaded = NULL;
            REQUIRE(nav != NULL && wend_nav_landmarks(nav) != NULL && wend_nav_roads(nav) != NULL);
            file f = save(nav);
            CHECK(first.bytes == NULL || (first.count == f.count && memcmp(first.bytes, f.bytes, f.count) == 0));
            for (int how = 0; how < 2; how++) {
                if (!CHECK_MESSAGE(load_as(&f, (wend_load)how, &loaded) == WEND_OK, "%s", wend_report_error(report)))
                    continue;
                wend_landmarks_view v = wend_landmarks_look(wend_nav_landmarks(nav));
                wend_landmarks_view w = wend_landmarks_look(wend_nav_landmarks(loaded));
                CHECK(v.count == 5 && w.count == 5 && v.component_count == w.component_count &&
                      v.vertex_count == w.vertex_count &&
                      same_array(v.vertices, w.vertices, 5 * v.component_count, sizeof *v.vertices) &&
                      same_array(v.distances, w.distances, 5 * v.vertex_count, sizeof *v.distances));
                CHECK(wend_nav_version(loaded) == wend_nav_version(nav));
                wend_nav_destroy(loaded);
            }
            if (first.bytes == NULL)
                first = copy_of(&f);
            free_file(&f);
            wend_nav_destroy(nav);
        }
        free_file(&first);
    }
}

// Each vertex of a small plan can be a landmark, and then there are no more.
TEST(more_landmarks_than_vertices) {
    open_context_with(1);
    wend_nav *nav = build("circle", 8, WEND_LANDMARKS_MAX);
    wend_landmarks_view v = wend_landmarks_look(wend_nav_landmarks(nav));
    CHECK_INT(v.count, WEND_LANDMARKS_MAX);
    CHECK(v.vertex_count < v.count);
    for (int32_t k = 0; k < v.count; k++) {
        CHECK((v.vertices[k] >= 0) == (k < v.vertex_count));
        for (int32_t i = 0; i < k && v.vertices[k] >= 0; i++)
            CHECK(v.vertices[i] != v.vertices[k]);
    }
    wend_nav_destroy(nav);
}

TEST(counts_out_of_range) {
    open_context_with(1);
    wend_nav *nav = build("circle", 8, 1);
    wend_landmarks *made = NULL;
    for (int32_t count = -1; count <= WEND_LANDMARKS_MAX + 1; count += count == 0 ? WEND_LANDMARKS_MAX + 1 : 1)
        CHECK(wend_landmarks_build(context, wend_nav_roads(nav), count, &made, report) == WEND_ERROR_ARGUMENT &&
              made == NULL);
    wend_nav_destroy(nav);
}

// Every distance changed by a part in a hundred thousand, and landmarks elsewhere: all of it is found.
TEST(the_validator_finds_changes) {
    open_context_with(1);
    wend_nav *nav = build("thin-walls", 60, 2);
    const wend_landmarks *landmarks = wend_nav_landmarks(nav);
    wend_landmarks_view v = wend_landmarks_look(landmarks);
    float *distances = (float *)(uintptr_t)v.distances;
    int32_t *vertices = (int32_t *)(uintptr_t)v.vertices;
    CHECK(wend_landmarks_check(context, landmarks, report) == WEND_OK);
    for (int64_t k = 0; k < (int64_t)v.vertex_count * v.count; k++) {
        float old = distances[k];
        distances[k] = old * 1.00001f + 1;
        CHECK(wend_landmarks_check(context, landmarks, report) == WEND_ERROR_INVALID);
        distances[k] = NAN;
        CHECK(wend_landmarks_check(context, landmarks, report) == WEND_ERROR_INVALID);
        distances[k] = old;
    }
    for (int32_t k = 0; k < v.component_count * v.count; k++) {
        int32_t old = vertices[k];
        const int32_t others[] = {v.vertex_count, -2, INT32_MAX, old > 0 ? old - 1 : 1};
        for (int i = 0; i < 4; i++) {
            vertices[k] = others[i];
            CHECK(wend_landmarks_check(context, landmarks, report) == WEND_ERROR_INVALID);
        }
        vertices[k] = old;
    }
    CHECK(wend_landmarks_check(context, landmarks, report) == WEND_OK);
    wend_nav_destroy(nav);
}

// ---------------------------------------------------------------------------------------------------- damage

static int32_t *head_of(file *f) {
    return data_of(f, CHUNK_LANDMARKS);
}
static void no_landmarks(file *f) {
    head_of(f)[0] = 0;
}
static void many_landmarks(file *f) {
    head_of(f)[0] = 65;
}
static void one_more(file *f) {
    head_of(f)[0]++;
}
static void reserved(file *f) {
    head_of(f)[1] = 1;
}
static void vertex_beyond(file *f) {
    *(int32_t *)data_of(f, CHUNK_LANDMARK_VERTICES) = INT32_MAX;
}
static void vertex_negative(file *f) {
    *(int32_t *)data_of(f, CHUNK_LANDMARK_VERTICES) = -2;
}
static void other_vertex(file *f) {
    int32_t *vertex = data_of(f, CHUNK_LANDMARK_VERTICES);
    *vertex = *vertex == 0;
}
static void distance_less(file *f) {
    ((float *)data_of(f, CHUNK_LANDMARK_DISTANCES))[3] *= 0.5f;
}
static void distance_negative(file *f) {
    ((float *)data_of(f, CHUNK_LANDMARK_DISTANCES))[0] = -1;
}
static void distance_infinite(file *f) {
    ((float *)data_of(f, CHUNK_LANDMARK_DISTANCES))[0] = INFINITY;
}
static void distance_none(file *f) {
    ((float *)data_of(f, CHUNK_LANDMARK_DISTANCES))[0] = NAN;
}

static const attack attacks[] = {
    {"no landmarks", WEND_ERROR_INVALID, no_landmarks},
    {"65 landmarks", WEND_ERROR_INVALID, many_landmarks},
    {"one landmark more than distances", WEND_ERROR_FORMAT, one_more},
    {"a reserved field", WEND_ERROR_INVALID, reserved},
    {"a vertex that is not there", WEND_ERROR_INVALID, vertex_beyond},
    {"a vertex -2", WEND_ERROR_INVALID, vertex_negative},
    {"another vertex", WEND_ERROR_INVALID, other_vertex},
    {"a distance too short", WEND_ERROR_INVALID, distance_less},
    {"a negative distance", WEND_ERROR_INVALID, distance_negative},
    {"an infinite distance", WEND_ERROR_INVALID, distance_infinite},
    {"a distance that is no number", WEND_ERROR_INVALID, distance_none},
};

TEST(hostile_contents) {
    open_context_with(1);
    wend_nav *nav = build("thin-walls", 60, 2);
    file f = save(nav);
    wend_nav_destroy(nav);
    file alone = exchange(&f, header_of(&f)->chunk_count - 5, 2, NULL, 0); // without roads
    CHECK(refuse(&alone) == WEND_ERROR_FORMAT);
    free_file(&alone);
    for (uint32_t k = 1; k <= 3; k++) {
        file less = exchange(&f, header_of(&f)->chunk_count - k, 1, NULL, 0);
        CHECK(refuse(&less) == WEND_ERROR_FORMAT);
        free_file(&less);
    }
    run_attacks(&f, true, attacks, sizeof attacks / sizeof *attacks);
}

TEST(nothing_is_leaked) {
    open_context_with(1);
    close_context();
}

CHECK_MAIN()

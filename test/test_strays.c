// Triangles far off: which of them are strays, by brute force; and that they leave the rest as it is without them.
#include "shared_context.h"

#include "check.h"
#include "stages.h"

#include <wend/pipeline.h>

#include "base/random.h"
#include "solid/strays.h"

#include <math.h>

enum { MOST = 60 };

// The number that half of all are not beyond: by counting.
static double middle_of(const double *values, int count) {
    for (int k = 0; k < count; k++) {
        int below = 0, same = 0;
        for (int i = 0; i < count; i++) {
            below += values[i] < values[k];
            same += !(values[i] < values[k]) && !(values[i] > values[k]);
        }
        if (below <= count / 2 && below + same > count / 2)
            return values[k];
    }
    return 0;
}

// Whether a corner is farther than `reach` from a box along some axis.
static bool is_beyond(const double *v, const double low[3], const double high[3], double reach) {
    for (int axis = 0; axis < 3; axis++)
        if (low[axis] - v[axis] > reach || v[axis] - high[axis] > reach)
            return true;
    return false;
}

static bool has_beyond(const double t[9], const double low[3], const double high[3], double reach) {
    return is_beyond(t, low, high, reach) || is_beyond(t + 3, low, high, reach) || is_beyond(t + 6, low, high, reach);
}

// How many strays there are among triangles of nine finite numbers, by the definition.
static int count_strays(double (*triangles)[9], int count, double reach) {
    double middle[3], values[3 * MOST], low[3] = {INFINITY, INFINITY, INFINITY},
                                        high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (int axis = 0; axis < 3; axis++) {
        for (int k = 0; k < 3 * count; k++)
            values[k] = triangles[k / 3][3 * (k % 3) + axis];
        middle[axis] = middle_of(values, 3 * count);
    }
    int strays = 0;
    for (int t = 0; t < count; t++) {
        bool far = has_beyond(triangles[t], middle, middle, reach);
        strays += far;
        for (int k = 0; k < 9 && !far; k++) {
            low[k % 3] = fmin(low[k % 3], triangles[t][k]);
            high[k % 3] = fmax(high[k % 3], triangles[t][k]);
        }
    }
    for (int t = 0; t < count; t++)
        if (has_beyond(triangles[t], middle, middle, reach) && !has_beyond(triangles[t], low, high, reach))
            return 0;
    return 4 * strays < count || (strays <= 16 && 2 * strays < count) ? strays : 0;
}

static wend_scene *scene_of(double (*triangles)[9], int count) {
    wend_scene *scene = NULL;
    if (!CHECK(wend_scene_create(context, NULL, &scene) == WEND_OK))
        return NULL;
    for (int t = 0; t < count; t++) {
        static const int32_t corners[3] = {0, 1, 2};
        CHECK(wend_scene_add(scene, triangles[t], 3, corners, 1) == WEND_OK);
    }
    return scene;
}

// Small whole numbers, now and then far off: ties abound.
static int make_random(uint64_t *random, double (*triangles)[9]) {
    int count = 1 + (int)wend_random_below(random, MOST), far = 2 + (int)wend_random_below(random, 30);
    for (int t = 0; t < count; t++) {
        bool stray = wend_random_below(random, (uint64_t)far) == 0;
        for (int k = 0; k < 9; k++) {
            double value = (double)wend_random_below(random, 9) - 4;
            bool off = stray && wend_random_below(random, 3) == 0;
            triangles[t][k] = off ? value * (double)wend_random_below(random, 12) * 3 : value;
        }
    }
    return count;
}

TEST(strays_by_definition) {
    open_context_with(0);
    int cases = check_cases("cases", 4000), some = 0;
    for (int c = 0; c < cases; c++) {
        uint64_t random = (uint64_t)c + 1;
        double triangles[MOST][9];
        int count = make_random(&random, triangles);
        double reach = 1 + (double)wend_random_below(&random, 40);
        wend_scene *scene = scene_of(triangles, count);
        REQUIRE(scene != NULL);
        wend_scene_view view = wend_scene_look(scene);
        wend_strays strays;
        CHECK(wend_strays_find(context, &view, reach, &strays) == WEND_OK);
        int expected = count_strays(triangles, count, reach);
        some += expected > 0;
        CHECK_MESSAGE(strays.count == expected, "case %d: %d strays, found %d", c, expected, (int)strays.count);
        wend_scene_destroy(scene);
    }
    CHECK(some > cases / 50);
}

// A floor of five by five squares of a metre, each of two triangles.
static int make_floor(double (*triangles)[9]) {
    int count = 0;
    for (int k = 0; k < 25; k++) {
        double x = k % 5, z = k / 5;
        double a[9] = {x, 0, z, x, 0, z + 1, x + 1, 0, z + 1}, b[9] = {x, 0, z, x + 1, 0, z + 1, x + 1, 0, z};
        memcpy(triangles[count++], a, sizeof a);
        memcpy(triangles[count++], b, sizeof b);
    }
    return count;
}

// Extracts; with the hash, step and how often a code was found.
static uint64_t extract(double (*triangles)[9], int count, double *step, int64_t *strays, int64_t *coarse) {
    wend_scene *scene = scene_of(triangles, count);
    wend_surface *surface = NULL;
    wend_report_clear(report);
    if (!scene || !CHECK(extract_scene(context, scene, NULL, &surface, report) == WEND_OK))
        return 0;
    wend_surface_view view = wend_surface_look(surface);
    *step = view.lattice.step;
    *strays = wend_report_total(report, "stray-left-out");
    *coarse = wend_report_total(report, "lattice-coarse");
    uint64_t hash = view.hash;
    wend_surface_destroy(surface);
    wend_scene_destroy(scene);
    return hash;
}

// The lattice stays as fine as the rest allows, and the surface is the one of the rest.
TEST(stray_vertex) {
    open_context_with(0);
    double triangles[MOST][9], step, fine;
    int64_t strays, coarse;
    int count = make_floor(triangles);
    uint64_t alone = extract(triangles, count, &fine, &strays, &coarse);
    CHECK(!(fine < 0x1p-13) && !(fine > 0x1p-13) && strays == 0 && coarse == 0);
    static const double places[] = {1.4e5, 1e7, 3e7, -1e9, 1e15, 1e300};
    for (size_t k = 0; k < sizeof places / sizeof places[0]; k++) {
        double away[9] = {places[k], 0, 0, places[k], 0, 1, places[k], 1, 0};
        double joined[9] = {0, 0, 0, 0, 0, 1, places[k], 0, 0}; // one vertex alone is off
        for (int kind = 0; kind < 2; kind++) {
            memcpy(triangles[count], kind == 0 ? away : joined, sizeof away);
            uint64_t hash = extract(triangles, count + 1, &step, &strays, &coarse);
            CHECK_MESSAGE(hash == alone && strays == 1 && coarse == 0 && !(step > fine), "%g: a step of %g", places[k],
                          step);
        }
    }
}

// What is no stray makes the lattice coarse, and that is said.
TEST(long_scene) {
    open_context_with(0);
    double triangles[MOST][9], step = 0;
    int64_t strays = 0, coarse = 0;
    for (int t = 0; t < 20; t++) {
        double x = t * 1e4, a[9] = {x, 0, 0, x, 0, 1e4, x + 1e4, 0, 0};
        memcpy(triangles[t], a, sizeof a);
    }
    extract(triangles, 20, &step, &strays, &coarse);
    CHECK(strays == 0 && coarse == 1 && step > 0x1p-13 && !(step > 0x1p-12));
}

TEST(nothing_is_left) {
    open_context_with(0);
    close_context();
}

CHECK_MAIN()

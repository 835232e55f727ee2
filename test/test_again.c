// What a build writes can always be read again: random scenes and plans of every kind are built, saved, loaded proven,
// checked, and saved once more to the same bytes.
//
//     test_again [--cases N]     N of each kind
#include "again.h"
#include "needles.h"

#include <wend/pipeline.h>
#include <wend/sample.h>

enum { SEEDS = 3, SIZE_MAX_TESTED = 1500 };

// Builds a scene, which is used up, and reads it again. What has no floor is no fault.
static void check_scene(const char *name, wend_scene *scene, int64_t k) {
    wend_build_def def = wend_default_build_def();
    wend_nav *nav = NULL;
    def.exact.keep_inside = k % 2 != 0;
    def.keep.min_area = k % 3 == 0 ? 0 : def.keep.min_area;
    def.agent.drop = k % 3 == 2 ? 2 : 0;
    wend_report_clear(report);
    wend_result result = wend_build_scene(context, scene, &def, &nav, NULL, report);
    CHECK_MESSAGE(result == WEND_OK || result == WEND_ERROR_EMPTY, "%s: %s: %s", name, wend_describe(result),
                  wend_report_error(report));
    if (result == WEND_OK)
        wend_nav_destroy(again(name, nav));
    wend_scene_destroy(scene);
}

TEST(needles_strips_and_heaps_are_read_again) {
    static const char *const kinds[] = {"needles", "strips", "heap"};
    static const double lengths[] = {1, 10, 100, 1000, 3000, 10000, 30000, 60000};
    int64_t cases = check_cases("cases", 80);
    for (int64_t k = 0; k < 3 * cases; k++) {
        char name[64];
        wend_scene *scene = begin();
        double length = lengths[k / 3 % 8];
        state = (uint64_t)k * 0x9E3779B97F4A7C15u + 5;
        snprintf(name, sizeof name, "%s %lld", kinds[k % 3], (long long)k);
        if (k % 3 == 0)
            needles(scene, length);
        else if (k % 3 == 1)
            strips(scene, length);
        else
            heap(scene, 2 + (double)(k % 4));
        check_scene(name, scene, k / 3);
    }
}

// Bands that twist as they go round, seen from both sides: their pieces lie above each other on one side and below on
// the other. Risers that did not climb in their middles once made flights that could not be read.
TEST(twisted_bands_are_read_again) {
    int64_t cases = check_cases("cases", 60);
    for (int64_t k = 0; k < cases; k++) {
        char name[64];
        wend_scene *scene = begin();
        state = (uint64_t)k * 0x9E3779B97F4A7C15u + 7;
        int32_t count = 8 + (int32_t)between(0, 190), turns = 1 + (int32_t)between(0, 5);
        double half = between(0.1, 3), corner[4][3];
        snprintf(name, sizeof name, "twisted band %lld", (long long)k);
        for (int32_t i = 0; i <= count; i++) {
            double around = 6.283185307179586 * i / count, twist = around * turns / 2;
            for (int side = 0; side < 2; side++) {
                double out = (side ? half : -half) * cos(twist), up = (side ? half : -half) * sin(twist);
                double *p = corner[i % 2 * 2 + side];
                p[0] = (5 + out) * cos(around);
                p[1] = (5 + out) * sin(around);
                p[2] = up;
            }
            static const int32_t triangles[12] = {0, 1, 2, 2, 1, 3, 0, 2, 1, 2, 3, 1};
            if (i > 0)
                CHECK(wend_scene_add(scene, corner[0], 4, triangles, 4) == WEND_OK);
        }
        check_scene(name, scene, k);
    }
}

// Ten floors of kilometres whose gap links once ended beside their edges.
TEST(flat_needles_of_kilometres_are_read_again) {
    int64_t cases = check_cases("cases", 60);
    for (int64_t k = 0; k < cases; k++) {
        char name[64];
        wend_scene *scene = begin();
        state = (uint64_t)k * 0x9E3779B97F4A7C15u + 3;
        snprintf(name, sizeof name, "flat needles %lld", (long long)k);
        for (int i = 0; i < 10; i++) {
            double angle = between(0, 6.2831853), x = between(0, 10), y = between(0, 10), dx = cos(angle),
                   dy = sin(angle);
            triangle(scene, x, y, 0, x + 1e4 * dx + 0.005 * dy, y + 1e4 * dy - 0.005 * dx, 0, x + 1e4 * dx - 0.005 * dy,
                     y + 1e4 * dy + 0.005 * dx, 0);
        }
        check_scene(name, scene, k);
    }
}

// Soups, stairs, terrains, houses, plans: all that has a name.
TEST(samples_of_several_seeds_are_read_again) {
    open_context_with(0);
    int64_t seeds = check_cases("seeds", SEEDS);
    for (int64_t k = 0; k < seeds * wend_sample_count(); k++) {
        const wend_sample *sample = wend_sample_at((int32_t)(k % wend_sample_count()));
        uint64_t seed = (uint64_t)(10 + k / wend_sample_count());
        int32_t size = sample->size < SIZE_MAX_TESTED ? sample->size : SIZE_MAX_TESTED;
        wend_scene *scene = NULL;
        wend_drawing *drawing = NULL;
        wend_nav *nav = NULL;
        if (sample->scene) {
            REQUIRE(wend_sample_build_scene(context, sample->name, size, seed, &scene) == WEND_OK);
            check_scene(sample->name, scene, k);
            continue;
        }
        REQUIRE(wend_sample_build_drawing(context, sample->name, size, seed, &drawing) == WEND_OK);
        if (CHECK(wend_build_drawing(context, drawing, NULL, &nav, NULL, report) == WEND_OK))
            wend_nav_destroy(again(sample->name, nav));
        wend_drawing_destroy(drawing);
    }
}

TEST(nothing_is_left_behind) {
    close_context();
}

CHECK_MAIN()

// Parts of a linked surface: what seeds and the least area keep, and that the rest of the surface stays as it was.
#include "linked.h"

#include <wend/pipeline.h>
#include <wend/sample.h>

// The links of what is kept of a scene; without links where that is all, or nothing.
static wend_result keep(wend_scene *scene, const wend_links_def *def, const wend_keep_def *wanted, answer *kept) {
    answer all = link_with(scene, def);
    *kept = (answer){0};
    if (!all.links)
        return WEND_ERROR_INVALID;
    wend_report_clear(report);
    wend_result result = wend_links_keep(context, all.links, all.surface, wanted, &kept->surface, report);
    forget(&all);
    if (!kept->surface)
        return result;
    wend_report_clear(report);
    CHECK_MESSAGE(wend_surface_check(context, kept->surface, report) == WEND_OK, "%s", wend_report_error(report));
    CHECK(wend_links_find(context, scene, kept->surface, def, &kept->links, report) == WEND_OK);
    if (kept->links) {
        kept->view = wend_links_look(kept->links);
        CHECK_MESSAGE(wend_links_check(context, kept->links, kept->surface, scene, report) == WEND_OK, "%s",
                      wend_report_error(report));
    }
    return result;
}

static double area_of(const answer *a) {
    return a->surface ? wend_surface_look(a->surface).area : 0;
}

// A floor of 16 m2 with a block of 0.09 m2 to step on, one of 4 m2 two metres lower beside it, and one of 1 m2 far off.
static wend_scene *three_parts(void) {
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 4, 4, 0);
    box(scene, 1, 1, 1.3, 1.3, 0, 0.3);
    floor_at(scene, 4, 0, 6, 2, -2);
    floor_at(scene, 20, 0, 21, 1, 0);
    return scene;
}

TEST(seeds_reach_over_links_and_down_drops) {
    const double above[3] = {3, 3, 0.5}, block[3] = {1.1, 1.1, 0.4}, below[3] = {5, 1, -1.5};
    const struct {
        const double *seed;
        double drop, area;
        int32_t parts;
    } cases[] = {{above, 0, 16, 1}, {block, 0, 16, 1}, {above, 3, 20, 2}, {block, 3, 20, 2}, {below, 3, 4, 1}};
    wend_scene *scene = three_parts();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wend_links_def def = usual;
        def.drop = cases[k].drop;
        wend_keep_def wanted = {.seeds = cases[k].seed, .seed_count = 1};
        answer a;
        CHECK(keep(scene, &def, &wanted, &a) == WEND_OK);
        CHECK_MESSAGE(fabs(area_of(&a) - cases[k].area) < 0.01 && a.view.component_count == cases[k].parts,
                      "case %d: %g m2 in %d parts", (int)k, area_of(&a), (int)a.view.component_count);
        forget(&a);
    }
    wend_scene_destroy(scene);
}

// Two chains of platforms, each a drop below the last, lead from a hilltop to opposite sides; whichever way links are
// numbered, one of them is numbered against the way. From halfway down, one reaches the rest of one chain.
TEST(chains_of_drops_are_followed_to_their_ends) {
    enum { PLATFORMS = 60 };
    wend_scene *scene = begin();
    wend_links_def def = usual;
    def.drop = 1;
    floor_at(scene, -1, 0, 1, 1, 0);
    for (int k = 1; k <= PLATFORMS; k++) {
        floor_at(scene, k, 0, k + 1, 1, -0.8 * k);
        floor_at(scene, -k - 1, 0, -k, 1, -0.8 * k);
    }
    for (int from = 0; from < PLATFORMS; from += 20)
        for (int side = -1; side < 2; side += 2) {
            const double seed[3] = {side * (from + 0.5), 0.5, 0.1 - 0.8 * from};
            wend_keep_def wanted = {.seeds = seed, .seed_count = 1};
            answer a;
            CHECK(keep(scene, &def, &wanted, &a) == WEND_OK);
            int parts = from == 0 ? 2 * PLATFORMS + 1 : PLATFORMS - from + 1; // all of them: nothing is left out
            CHECK_MESSAGE(from == 0 ? a.surface == NULL : a.view.component_count == parts,
                          "from %d on side %d: %d parts, not %d", from, side, (int)a.view.component_count, parts);
            forget(&a);
        }
    wend_scene_destroy(scene);
}

TEST(small_parts_are_dropped_and_treads_are_not) {
    wend_scene *scene = three_parts();
    const double areas[] = {0.5, 2, 5}, left[] = {0, 20, 16}; // 0: all of it
    for (int k = 0; k < 3; k++) {
        wend_keep_def wanted = {.min_area = areas[k]};
        answer a;
        CHECK(keep(scene, &usual, &wanted, &a) == WEND_OK);
        CHECK_MESSAGE(fabs(area_of(&a) - left[k]) < 0.01, "at least %g m2: %g m2", areas[k], area_of(&a));
        forget(&a);
    }
    wend_scene_destroy(scene);
}

TEST(nothing_left_is_told_by_name) {
    const double nowhere[6] = {50, 50, 0, NAN, 0, 0}, on[3] = {3, 3, 0.5};
    const struct {
        wend_keep_def def;
        wend_result result;
        const char *word;
    } cases[] = {{{.seeds = nowhere, .seed_count = 2}, WEND_ERROR_EMPTY, "--seed"},
                 {{.min_area = 50}, WEND_ERROR_EMPTY, "--min-area"},
                 {{.min_area = 50, .seeds = on, .seed_count = 1}, WEND_ERROR_EMPTY, "--min-area"},
                 {{.min_area = -1}, WEND_ERROR_ARGUMENT, "min_area"},
                 {{.min_area = NAN}, WEND_ERROR_ARGUMENT, "min_area"},
                 {{.seed_count = 1}, WEND_ERROR_ARGUMENT, "seed_count"},
                 {{.seeds = on, .seed_count = -1}, WEND_ERROR_ARGUMENT, "seed_count"}};
    wend_scene *scene = three_parts();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        answer a;
        CHECK_INT(keep(scene, &usual, &cases[k].def, &a), cases[k].result);
        CHECK(a.surface == NULL);
        CHECK_MESSAGE(strstr(wend_report_error(report), cases[k].word) != NULL, "%s", wend_report_error(report));
        CHECK_INT(wend_report_total(report, "seed-stands-nowhere"), k == 0 ? 2 : 0);
    }
    wend_scene_destroy(scene);
}

// A sheet across a floor, and a block on one side: barriers of what is kept become walls where the other side went.
TEST(barriers_without_floor_beyond_are_walls) {
    const double seeds[6] = {1, 1, 0.5, 3, 3.5, 0.5};
    wend_scene *scene = begin();
    floor_at(scene, 0, 0, 4, 4, 0);
    wall(scene, 2, 0, 2, 4, -0.5, 3);
    wall(scene, 2, 2, 4, 2, -0.5, 3); // three rooms: the left one has two beside it
    for (int count = 1; count < 3; count++) {
        wend_keep_def wanted = {.seeds = seeds, .seed_count = count};
        answer a;
        CHECK(keep(scene, &usual, &wanted, &a) == WEND_OK);
        REQUIRE(a.surface != NULL);
        wend_surface_view view = wend_surface_look(a.surface);
        int barriers = 0, walls = 0;
        for (int32_t b = 0; b < view.boundary_count; b++) {
            barriers += view.boundaries[b].kind == WEND_BOUNDARY_BARRIER;
            walls += view.boundaries[b].kind == WEND_BOUNDARY_WALL;
        }
        CHECK_MESSAGE(count == 1 ? barriers == 0 && walls > 0 : barriers > 0 && walls > 0,
                      "%d seeds: %d barriers, %d walls", count, barriers, walls);
        forget(&a);
    }
    wend_scene_destroy(scene);
}

// What a house is without these settings, as far as one can walk from the seed, is what it is with them: stairs and
// storeys are kept.
TEST(storeys_and_their_stairs_are_kept) {
    static const double seed[3] = {5, 0.1, -3};
    wend_scene *scene = NULL;
    open_context_with(0);
    CHECK(wend_sample_model(context, "two-storeys", 0, 1, &scene) == WEND_OK);
    wend_build_def plain = wend_default_build_def(), seeded = plain, large = plain;
    wend_nav *all = NULL, *kept = NULL;
    REQUIRE(wend_build_scene(context, scene, &plain, &all, NULL, report) == WEND_OK);
    wend_plan_view view = wend_plan_look(wend_nav_plan(all));
    int64_t largest = 0;
    for (int32_t c = 0; c < view.component_count; c++)
        largest = view.components[c].area2 > largest ? view.components[c].area2 : largest;
    int32_t flights = wend_links_look(wend_nav_links(all)).flight_count;
    CHECK(flights > 0);
    seeded.exact.seeds = seed;
    seeded.exact.seed_count = 1;
    large.exact.min_area = 0.5;
    for (int k = 0; k < 2; k++) {
        REQUIRE(wend_build_scene(context, scene, k == 0 ? &seeded : &large, &kept, NULL, report) == WEND_OK);
        wend_plan_view part = wend_plan_look(wend_nav_plan(kept));
        int64_t most = 0;
        for (int32_t c = 0; c < part.component_count; c++)
            most = part.components[c].area2 > most ? part.components[c].area2 : most;
        CHECK_INT(most, largest);
        CHECK(k == 0 ? part.component_count == 1 : part.component_count < view.component_count);
        CHECK_INT(wend_links_look(wend_nav_links(kept)).flight_count, flights);
        CHECK_MESSAGE(wend_nav_check(context, kept, report) == WEND_OK, "%s", wend_report_error(report));
        wend_nav_destroy(kept);
    }
    wend_nav_destroy(all);
    wend_scene_destroy(scene);
}

TEST(nothing_is_left_behind) {
    open_context_with(0);
    close_context();
}

CHECK_MAIN()

// What is built keeps the rules of links, whatever the scene: needles and floors of kilometres, heaps of triangles on
// fine and coarse lattices. Every one is linked, checked as it will be when its file is loaded, and compared with the
// scene.
#include "needles.h"

// Extracts and links a scene, which is used up; *unproven is how many findings there are about links left out.
static void prove(wend_scene *scene, double lattice, const char *what, int k, int64_t *unproven) {
    wend_settings settings = default_settings();
    settings.solid.lattice = lattice;
    settings.exact.keep_inside = k % 2 != 0;
    settings.agent.drop = k % 3 == 2 ? 2 : 0;
    answer a = {0};
    wend_report_clear(report);
    wend_result result = extract_scene(context, scene, &settings, &a.surface, report);
    CHECK_MESSAGE(result == WEND_OK || result == WEND_ERROR_EMPTY, "%s %d: %s", what, k, wend_describe(result));
    if (result == WEND_OK) {
        result = link_scene(context, scene, a.surface, &settings.agent, &a.links, report);
        CHECK_MESSAGE(result == WEND_OK, "%s %d: %s", what, k, wend_describe(result));
    }
    *unproven = wend_report_total(report, "links-unproven");
    wend_report_clear(report);
    if (a.links)
        CHECK_MESSAGE(wend_links_check(context, a.links, a.surface, NULL, report) == WEND_OK, "%s %d: %s", what, k,
                      wend_report_error(report));
    forget(&a);
    wend_scene_destroy(scene);
}

// ---------------------------------------------------------------------------------------------------- long edges

// Six needles of ten kilometres that cross each other near their tips.
TEST(links_on_edges_of_kilometres_keep_to_them) {
    static const double corners[18][2] = {
        {1.9983942, -5.04720467},  {-9054.00127, 4236.28161},  {-9054.00551, 4236.27255},   {6.23489453, -6.12452465},
        {-9707.01367, 2371.43776}, {-9707.01604, 2371.42804},  {0.166906301, -0.145599749}, {8664.85448, -4992.45861},
        {8664.85948, -4992.44994}, {4.73771014, -0.236345776}, {-4357.30156, -8998.71474},  {-4357.29256, -8998.7191},
        {4.20918679, -1.88039305}, {-7553.19026, -6550.59887}, {-7553.18371, -6550.60642},  {8.998185, -5.10115981},
        {7765.67244, -6316.51974}, {7765.67875, -6316.51198}};
    wend_scene *scene = begin();
    for (int k = 0; k < 18; k += 3)
        triangle(scene, corners[k][0], corners[k][1], 0, corners[k + 1][0], corners[k + 1][1], 0, corners[k + 2][0],
                 corners[k + 2][1], 0);
    answer a = link_with(scene, &usual);
    REQUIRE(a.links != NULL);
    CHECK(a.view.counts[WEND_LINK_GAP] > 0);
    forget(&a);
    wend_scene_destroy(scene);
}

TEST(needles_and_long_floors_of_any_size) {
    static const double lengths[] = {1, 10, 100, 1000, 3000, 10000, 30000, 60000};
    int cases = (int)check_cases("cases", 320);
    int64_t unproven, all = 0;
    for (int k = 0; k < cases; k++) {
        double length = lengths[k / 2 % 8];
        wend_scene *scene = begin();
        state = (uint64_t)k * 0x9E3779B97F4A7C15u + 7;
        if (k % 2)
            strips(scene, length);
        else
            needles(scene, length);
        prove(scene, 0, k % 2 ? "strips" : "needles", k, &unproven);
        all += unproven;
    }
    CHECK_MESSAGE(all * 1000 <= cases, "%lld of %d have links that break a rule", (long long)all, cases);
}

// ---------------------------------------------------------------------------------------------------- heaps

static wend_scene *heap_of(int k) {
    wend_scene *scene = begin();
    state = (uint64_t)k * 0x9E3779B97F4A7C15u + 11;
    heap(scene, 2 + k % 4);
    return scene;
}

TEST(heaps_of_triangles) {
    int cases = (int)check_cases("cases", 600);
    int64_t unproven, all = 0;
    for (int k = 0; k < cases; k++) {
        prove(heap_of(k), k % 5 == 4 ? 0.004 : 0, "heap", k, &unproven);
        all += unproven;
    }
    CHECK_MESSAGE(all <= 1 + cases / 200, "%lld of %d have links that break a rule", (long long)all, cases);
}

// Heaps in which a filler that was laid climbs more than a step: such links are left out, and reported.
TEST(links_that_break_a_rule_are_left_out) {
    static const int heaps[] = {7569, 11455, 11960, 14831, 16131, 19095, 20802, 24069, 26011};
    int64_t unproven, all = 0;
    for (int k = 0; k < 9; k++) {
        prove(heap_of(heaps[k]), heaps[k] % 5 == 4 ? 0.004 : 0, "heap", heaps[k], &unproven);
        all += unproven;
    }
    CHECK(all > 0);
}

TEST(nothing_is_left_behind) {
    close_context();
}

CHECK_MAIN()

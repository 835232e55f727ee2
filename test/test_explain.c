// Why one can walk in a place, asked from C: every verdict on a scene made for it, with what was measured; and the words,
// with settings named as fields. (test_command compares the words of the command.)
#include "check.h"
#include "shared_context.h"

#include <wend/wend.h>

#include <math.h>
#include <string.h>

static void add_quad(wend_scene *scene, const double corners[12]) {
    static const int32_t two[6] = {0, 1, 2, 0, 2, 3};
    CHECK(wend_scene_add(scene, corners, 4, two, 2) == WEND_OK);
}

// Ground coordinates: a floor of 10 m by 10 m with a table of 1 m in the corner, a roof at 60 degrees beside it, a
// ceiling that shows its underside beyond, a shelf of 0.04 square metres far above, and a plank's gap of 20 cm to a
// second floor.
static wend_scene *make_scene(void) {
    wend_scene_def def = {.up = WEND_UP_Z, .unit = 1};
    wend_scene *scene = NULL;
    if (!CHECK(wend_scene_create(context, &def, &scene) == WEND_OK))
        return NULL;
    CHECK(wend_scene_begin_part(scene, 0, "floor") == WEND_OK);
    add_quad(scene, (double[12]){0, 0, 0, 10, 0, 0, 10, 10, 0, 0, 10, 0});
    add_quad(scene, (double[12]){10.2, 0, 0, 15, 0, 0, 15, 10, 0, 10.2, 10, 0});
    CHECK(wend_scene_begin_part(scene, 1, "table") == WEND_OK);
    add_quad(scene, (double[12]){0, 0, 1, 0, 2, 1, 2, 2, 1, 2, 0, 1});
    CHECK(wend_scene_begin_part(scene, 1, "roof") == WEND_OK);
    add_quad(scene, (double[12]){20, 0, 0, 22, 0, 3.4641016, 22, 4, 3.4641016, 20, 4, 0});
    add_quad(scene, (double[12]){30, 0, 5, 30, 4, 5, 34, 4, 5, 34, 0, 5});
    add_quad(scene, (double[12]){5, 5, 8, 5.2, 5, 8, 5.2, 5.2, 8, 5, 5.2, 8});
    return scene;
}

static bool is_near(double value, double wanted) {
    return fabs(value - wanted) < 1e-3;
}

TEST(every_place_has_its_reason) {
    open_context_with(1);
    static const struct {
        double at[3];
        wend_verdict verdict;
        int32_t floor; // triangle of the scene, -1 for none, -2 for any
    } places[] = {
        {{7, 5, 0.1}, WEND_VERDICT_WALKABLE, -2},  {{10.1, 5, 0.1}, WEND_VERDICT_LINK, -1},
        {{50, 50, 0}, WEND_VERDICT_NOTHING, -1},   {{1, 0.5, 0.1}, WEND_VERDICT_TOO_LOW, -2},
        {{21, 1, 1.8}, WEND_VERDICT_TOO_STEEP, 6}, {{33, 1, 5.1}, WEND_VERDICT_FACES_DOWN, -2},
        {{5.1, 5.05, 8}, WEND_VERDICT_SMALL, 10},
    };
    static const char *const files[] = {"floors.obj", "things.obj"};
    wend_explain_def def = wend_default_explain_def();
    wend_explain *explain = NULL;
    wend_nav *nav = NULL;
    wend_scene *scene = make_scene();
    def.files = files;
    def.file_count = 2;
    REQUIRE(wend_build_scene(context, scene, NULL, &nav, NULL, report) == WEND_OK);
    REQUIRE(wend_explain_build(context, nav, scene, &def, &explain, report) == WEND_OK);
    for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
        wend_why why;
        CHECK(wend_explain_ask(explain, places[k].at, &why) == WEND_OK);
        CHECK_MESSAGE(why.verdict == places[k].verdict, "place %d: %s, not %s", (int)k, wend_verdict_name(why.verdict),
                      wend_verdict_name(places[k].verdict));
        CHECK(why.walkable == (why.verdict <= WEND_VERDICT_LINK) && (why.component >= 0) == why.walkable);
        CHECK_MESSAGE(places[k].floor == -2 ? why.floor.triangle >= 0 : why.floor.triangle == places[k].floor,
                      "place %d: floor %d", (int)k, (int)why.floor.triangle);
        CHECK((why.link >= 0) == (why.verdict == WEND_VERDICT_LINK));
        if (why.verdict == WEND_VERDICT_TOO_LOW)
            CHECK(is_near(why.room, 1) && is_near(why.above.at[2], 1) && !why.above.faces_up);
        if (why.verdict == WEND_VERDICT_TOO_STEEP)
            CHECK(is_near(why.floor.slope, acos(-1.0) / 3) && is_near(why.floor.at[2], 1.7320508));
        if (why.verdict == WEND_VERDICT_SMALL)
            CHECK(why.drops == 1u << WEND_VERDICT_SMALL);
        if (why.verdict == WEND_VERDICT_WALKABLE) {
            CHECK(is_near(why.point[2], 0) && is_near(why.boundary_distance, 3) && why.boundary >= 0);
            CHECK(why.floor.triangle < 2 && why.area > 100);
        }
    }
    wend_explain_destroy(explain);
    wend_nav_destroy(nav);
    wend_scene_destroy(scene);
    close_context();
}

static void check_words(wend_explain *explain, const double place[3], const char *wanted) {
    wend_why why;
    wend_text text = wend_text_start(context);
    CHECK(wend_explain_ask(explain, place, &why) == WEND_OK);
    wend_explain_words(explain, &why, &text);
    if (CHECK(wend_text_result(&text) == WEND_OK))
        CHECK_STRING(text.data, wanted);
    wend_text_free(&text);
}

TEST(words_name_fields_or_options) {
    open_context_with(1);
    static const char *const files[] = {"floors.obj", "things.obj"};
    wend_explain *explain = NULL;
    wend_nav *nav = NULL;
    wend_scene *scene = make_scene();
    REQUIRE(wend_build_scene(context, scene, NULL, &nav, NULL, report) == WEND_OK);
    for (int k = 0; k < 2; k++) {
        wend_explain_def def = {.options = k == 1, .files = files, .file_count = k == 1 ? 2 : 1};
        REQUIRE(wend_explain_build(context, nav, scene, &def, &explain, report) == WEND_OK);
        check_words(explain, (double[3]){5.1, 5.05, 8},
                    k == 0 ? "not walkable: flat enough and free, but dropped, as this floor is smaller than the 0.25 "
                             "m2 of min_area\nfloor: triangle 6 of \"roof\", at 5.1,5.05,8; slope 0 degrees of 45 at "
                             "most\nabove: nothing\nnearest edge of the surface: a place with too little headroom, "
                             "9.1056 m away: triangle 1 of \"table\", 1 m above the floor\n"
                           : "not walkable: flat enough and free, but dropped, as this floor is smaller than the 0.25 "
                             "m2 of --min-area\nfloor: triangle 6 of \"roof\" in things.obj, at 5.1,5.05,8; slope 0 "
                             "degrees of 45 at most\nabove: nothing\nnearest edge of the surface: a place with too "
                             "little headroom, 9.1056 m away: triangle 1 of \"table\" in things.obj, 1 m above the "
                             "floor\n");
        wend_explain_destroy(explain);
    }
    wend_nav_destroy(nav);
    wend_scene_destroy(scene);
    close_context();
}

TEST(bad_questions_are_refused) {
    open_context_with(1);
    wend_explain *explain = NULL;
    wend_nav *nav = NULL, *flat = NULL;
    wend_drawing *drawing = NULL;
    wend_scene *scene = make_scene(), *other = NULL;
    wend_why why;
    REQUIRE(wend_build_scene(context, scene, NULL, &nav, NULL, report) == WEND_OK);
    REQUIRE(wend_sample_build_drawing(context, "rooms", 0, 1, &drawing) == WEND_OK);
    REQUIRE(wend_build_drawing(context, drawing, NULL, &flat, NULL, report) == WEND_OK);
    REQUIRE(wend_sample_build_scene(context, "platforms", 0, 1, &other) == WEND_OK);
    wend_report_clear(report);
    CHECK(wend_explain_build(context, flat, scene, NULL, &explain, report) == WEND_ERROR_ARGUMENT && explain == NULL);
    CHECK_INT(wend_report_total(report, "explain-plan"), 1);
    CHECK(wend_explain_build(context, nav, other, NULL, &explain, report) == WEND_ERROR_ARGUMENT && explain == NULL);
    CHECK_INT(wend_report_total(report, "scene-misfit"), 1);
    CHECK(wend_explain_build(context, nav, scene, &(wend_explain_def){.file_count = -1}, &explain, report) ==
          WEND_ERROR_ARGUMENT);
    REQUIRE(wend_explain_build(context, nav, scene, NULL, &explain, NULL) == WEND_OK);
    CHECK(wend_explain_ask(explain, (double[3]){NAN, 0, 0}, &why) == WEND_ERROR_ARGUMENT && !why.walkable);
    CHECK(wend_explain_ask(explain, (double[3]){0, INFINITY, 0}, &why) == WEND_ERROR_ARGUMENT);
    CHECK(wend_explain_ask(explain, (double[3]){1e300, 1e300, -1e300}, &why) == WEND_OK && !why.walkable);
    wend_explain_destroy(explain);
    wend_explain_destroy(NULL);
    wend_nav_destroy(nav);
    wend_nav_destroy(flat);
    wend_drawing_destroy(drawing);
    wend_scene_destroy(scene);
    wend_scene_destroy(other);
    close_context();
}

CHECK_MAIN()

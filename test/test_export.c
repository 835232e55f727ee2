// What pictures show: drawings cut to a box, the part of the ground that matters, panels for storeys, and the options.
#include "shared_context.h"

#include <wend/file.h>
#include <wend/pipeline.h>
#include <wend/sample.h>

#include "base/random.h"
#include "file/write_picture.h"
#include "picture/crop.h"
#include "picture/draw.h"
#include "picture/storeys.h"

#include <math.h>

// ---------------------------------------------------------------------------------------------------- cut to a box

static double between(uint64_t *random, double low, double high) {
    return low + (high - low) * (double)wend_random_below(random, 1 << 20) / (1 << 20);
}

// How often the contours of a layer wind around a place.
static int winding(const wend_draw *draw, const wend_draw_layer *layer, const double at[2]) {
    int sum = 0;
    for (int64_t c = layer->first; c < layer->first + layer->count; c++) {
        const wend_draw_contour *ring = &draw->contours.data[c];
        for (int64_t k = 0; k < ring->count; k++) {
            const double *a = draw->points.data + 2 * (ring->first + k);
            const double *b = draw->points.data + 2 * (ring->first + (k + 1) % ring->count);
            double side = (b[0] - a[0]) * (at[1] - a[1]) - (at[0] - a[0]) * (b[1] - a[1]);
            sum += a[1] <= at[1] && b[1] > at[1] && side > 0;
            sum -= a[1] > at[1] && b[1] <= at[1] && side < 0;
        }
    }
    return sum;
}

// The length of all lines of a layer that lies within a box: by small pieces.
static double length_within(const wend_draw *draw, const wend_draw_layer *layer, const double low[2],
                            const double high[2]) {
    enum { PIECES = 200 };
    double sum = 0;
    for (int64_t c = layer->first; c < layer->first + layer->count; c++) {
        const wend_draw_contour *chain = &draw->contours.data[c];
        for (int64_t k = 0; k + !chain->closed < chain->count; k++) {
            const double *a = draw->points.data + 2 * (chain->first + k);
            const double *b = draw->points.data + 2 * (chain->first + (k + 1) % chain->count);
            for (int i = 0; i < PIECES; i++) {
                double x = a[0] + (b[0] - a[0]) * (i + 0.5) / PIECES, y = a[1] + (b[1] - a[1]) * (i + 0.5) / PIECES;
                if (x >= low[0] && x <= high[0] && y >= low[1] && y <= high[1])
                    sum += hypot(b[0] - a[0], b[1] - a[1]) / PIECES;
            }
        }
    }
    return sum;
}

static bool is_within(const wend_draw *draw, const wend_draw_layer *layer, const double low[2], const double high[2]) {
    for (int64_t c = layer->first; c < layer->first + layer->count; c++)
        for (int64_t k = 0; k < draw->contours.data[c].count; k++) {
            const double *at = draw->points.data + 2 * (draw->contours.data[c].first + k);
            for (int axis = 0; axis < 2; axis++)
                if (at[axis] < low[axis] - 1e-9 || at[axis] > high[axis] + 1e-9)
                    return false;
        }
    return true;
}

static void draw_at_random(wend_draw *draw, uint64_t *random) {
    for (int kind = WEND_DRAW_FILL; kind <= WEND_DRAW_STROKE; kind++) {
        wend_draw_begin_layer(draw, NULL, (wend_draw_kind)kind, 0xff, 1, true);
        for (int64_t c = 1 + (int64_t)wend_random_below(random, 3); c > 0; c--) {
            wend_draw_begin_contour(draw, kind == WEND_DRAW_FILL || wend_random_below(random, 2));
            // Corners on the box's sides are common.
            for (int64_t k = 3 + (int64_t)wend_random_below(random, 6); k > 0; k--) {
                double x = between(random, 0, 10), y = between(random, 0, 10);
                bool whole = wend_random_below(random, 2);
                wend_draw_point(draw, whole ? floor(x) : x, whole ? floor(y) : y);
            }
        }
    }
}

TEST(drawings_are_cut_to_a_box) {
    open_context_with(1);
    int64_t cases = check_cases("cases", 3000);
    int64_t covered = 0, empty = 0;
    for (int64_t k = check_option("from", 0); k < cases; k++) {
        uint64_t random = (uint64_t)k;
        wend_draw draw = wend_draw_start(context), cut = wend_draw_start(context);
        uint64_t again = random;
        draw_at_random(&draw, &random);
        draw_at_random(&cut, &again);
        const double low[2] = {2, 3}, high[2] = {7, 6};
        wend_draw_clip(&cut, true, 0, low, high);
        bool good = CHECK(!cut.failed && cut.layers.count == 2);
        for (int i = 0; i < 50 && good; i++) {
            const double at[2] = {between(&random, 0, 10), between(&random, 0, 10)};
            bool inside = at[0] > low[0] && at[0] < high[0] && at[1] > low[1] && at[1] < high[1];
            int wanted = inside ? winding(&draw, &draw.layers.data[0], at) : 0;
            good = CHECK_INT(winding(&cut, &cut.layers.data[0], at), wanted);
            covered += wanted != 0;
        }
        double whole = length_within(&draw, &draw.layers.data[1], low, high);
        double part = length_within(&cut, &cut.layers.data[1], low, high);
        empty += cut.layers.data[1].count == 0;
        good = good && CHECK_MESSAGE(fabs(whole - part) < 0.02 * whole + 0.6, "%g, not %g", part, whole);
        for (int i = 0; i < 2 && good; i++)
            good = CHECK(is_within(&cut, &cut.layers.data[i], low, high));
        wend_draw_free(&draw);
        wend_draw_free(&cut);
        if (!CHECK_MESSAGE(good, "case %lld", (long long)k))
            return;
    }
    CHECK(cases < 100 || (covered > cases && empty < cases / 2));
}

// ---------------------------------------------------------------------------------------------------- what matters

typedef struct dots {
    double size; // of the ground, which has its corners as the first four places
    double town; // of what is on it
} dots;

static void dot_at(const void *user, int64_t k, double place[2]) {
    const dots *d = user;
    uint64_t random = (uint64_t)k;
    place[0] = k < 4 ? (double)(k % 2) * d->size : d->size / 2 + between(&random, 0, d->town);
    place[1] = k < 4 ? (double)(k / 2) * d->size : d->size / 3 + between(&random, 0, d->town);
}

TEST(the_part_that_matters_is_shown) {
    wend_picture_def def = wend_default_picture_def();
    const dots town = {2048, 100}, square = {120, 50};
    wend_crop c = wend_crop_find(&def, 1, 1000, dot_at, &town);
    CHECK(c.cut && c.low[0] < 1030 && c.low[0] > 990 && c.high[0] > 1120 && c.high[0] < 1160);
    CHECK(c.low[1] < 690 && c.high[1] > 775 && c.whole[0] == 2048);
    CHECK(!wend_crop_find(&def, 1, 1000, dot_at, &square).cut);
    CHECK(!wend_crop_find(&def, 1, 4, dot_at, &town).cut);
    CHECK(!wend_crop_find(&def, 1, 0, dot_at, &town).cut);
    const double box[4] = {10, 20, 30, 50};
    memcpy(def.crop, box, sizeof box);
    c = wend_crop_find(&def, 0.5, 1000, dot_at, &town);
    CHECK(c.cut && c.low[0] == 20 && c.low[1] == 40 && c.high[0] == 60 && c.high[1] == 100);
}

// ---------------------------------------------------------------------------------------------------- storeys

static wend_nav *house(const char *name) {
    wend_scene *scene = NULL;
    wend_nav *nav = NULL;
    if (CHECK(wend_sample_build_scene(context, name, 0, 1, &scene) == WEND_OK))
        CHECK(wend_build_scene(context, scene, NULL, &nav, NULL, report) == WEND_OK);
    wend_scene_destroy(scene);
    return nav;
}

static wend_draw show(const wend_nav *nav, wend_export_kind layer, const wend_picture_def *def) {
    wend_draw draw = wend_draw_start(context);
    wend_storeys storeys;
    draw.def = *def;
    CHECK(wend_storeys_gather(context, nav, layer, def->layer, NULL, &storeys) == WEND_OK);
    CHECK(wend_show_storeys(&storeys, &draw) == WEND_OK);
    wend_storeys_free(&storeys);
    return draw;
}

static int count_labels(const wend_draw *draw, const char *text) {
    int count = 0;
    for (int64_t k = 0; k < draw->labels.count; k++)
        count += strstr(draw->labels.data[k].text, text) != NULL;
    return count;
}

// Whether all that is drawn is on the page.
static bool is_on_page(const wend_draw *draw) {
    const double low[2] = {0, 0}, high[2] = {draw->width, draw->height};
    bool good = true;
    for (int64_t k = 0; k < draw->layers.count; k++)
        good &= draw->layers.data[k].on_page && is_within(draw, &draw->layers.data[k], low, high);
    return good;
}

TEST(storeys_have_panels_and_titles) {
    open_context_with(0);
    wend_nav *nav = house("two-storeys");
    REQUIRE(nav != NULL);
    wend_picture_def def = wend_default_picture_def();
    for (int layer = 0; layer < WEND_EXPORT_COUNT; layer++) {
        if (layer == WEND_EXPORT_WALKABLE)
            continue;
        wend_draw draw = show(nav, (wend_export_kind)layer, &def);
        CHECK_INT(count_labels(&draw, "ground floor"), 1);
        CHECK_INT(count_labels(&draw, "first floor"), 1);
        CHECK_INT(count_labels(&draw, "layer 2"), 0);
        CHECK_INT(count_labels(&draw, "2 storeys"), 1);
        CHECK_INT(count_labels(&draw, "not shown: "), 1);
        CHECK(count_labels(&draw, "shown: ") == 1 && draw.width <= 1600 && draw.height <= 1601);
        CHECK(is_on_page(&draw));
        wend_draw_free(&draw);
    }
    // One layer, a size, and a part of the ground.
    def.layer = 2;
    wend_draw draw = show(nav, WEND_EXPORT_PLAN, &def);
    CHECK_INT(count_labels(&draw, "ground floor"), 0);
    CHECK_INT(count_labels(&draw, "layer 2"), 1);
    wend_draw_free(&draw);
    def.layer = 0;
    def.width = 640;
    def.height = 480;
    const double box[4] = {1, 1, 8, 6};
    memcpy(def.crop, box, sizeof box);
    draw = show(nav, WEND_EXPORT_CELLS, &def);
    CHECK(draw.width == 640 && draw.height == 480 && is_on_page(&draw));
    CHECK_INT(count_labels(&draw, "shown: 7 \xC3\x97 5 m of "), 1);
    // 7 m are as wide as can be beside 5 m: what is left of the page below the title is 296 pixels high.
    CHECK_MESSAGE(fabs(draw.scale - 296.0 / 5) < 0.5, "%g", draw.scale);
    wend_draw_free(&draw);
    memcpy(def.crop, (const double[4]){100, 100, 110, 110}, sizeof box);
    draw = show(nav, WEND_EXPORT_CELLS, &def);
    CHECK_INT(count_labels(&draw, "no floor here"), 1);
    wend_draw_free(&draw);
    wend_nav_destroy(nav);
}

// A village on a wide plain: all pictures show the village. A medial axis has many places along its curves out on the
// plain, which do not count.
TEST(the_village_is_shown_and_not_the_plain) {
    open_context_with(0);
    wend_scene *scene = NULL;
    wend_nav *nav = NULL;
    REQUIRE(wend_sample_build_scene(context, "two-storeys", 0, 1, &scene) == WEND_OK);
    const double plain[12] = {-1000, -0.3, -1000, -1000, -0.3, 1000, 1000, -0.3, 1000, 1000, -0.3, -1000};
    const int32_t triangles[6] = {0, 1, 2, 0, 2, 3};
    CHECK(wend_scene_add(scene, plain, 4, triangles, 2) == WEND_OK);
    CHECK(wend_build_scene(context, scene, NULL, &nav, NULL, report) == WEND_OK);
    wend_scene_destroy(scene);
    REQUIRE(nav != NULL);
    for (int kind = 0; kind < WEND_EXPORT_COUNT; kind++) {
        if (kind == WEND_EXPORT_WALKABLE)
            continue;
        wend_picture_def def = wend_default_picture_def();
        wend_draw draw = show(nav, (wend_export_kind)kind, &def);
        CHECK_MESSAGE(count_labels(&draw, " m of 2,000 \xC3\x97 2,000 m") == 1, "%d shows all of the plain", kind);
        wend_draw_free(&draw);
    }
    wend_nav_destroy(nav);
}

TEST(decks_are_counted_from_the_ground) {
    open_context_with(0);
    wend_nav *nav = house("garage");
    REQUIRE(nav != NULL);
    wend_picture_def def = wend_default_picture_def();
    wend_draw draw = show(nav, WEND_EXPORT_LINKS, &def);
    CHECK_INT(count_labels(&draw, "ground floor"), 1);
    CHECK_INT(count_labels(&draw, "first floor"), 1);
    CHECK_INT(count_labels(&draw, "second floor"), 1);
    CHECK_INT(count_labels(&draw, "step"), 1);
    wend_draw_free(&draw);
    wend_nav_destroy(nav);
}

// ---------------------------------------------------------------------------------------------------- options

// ---------------------------------------------------------------------------------------------- what people add

// A hall with a lawn and a road in it and a link from one to the other, of which as much as is asked for.
static wend_nav *hall(bool areas, bool link) {
    static const double outer[] = {0, 0, 20, 0, 20, 10, 0, 10}, lawn[] = {2, 2, 6, 2, 6, 6, 2, 6, 2, 2},
                        road[] = {12, 1, 18, 1, 18, 9, 12, 9, 12, 1};
    const wend_area known[2] = {{.id = 3, .name = "lawn & meadow"}, {.id = 70, .name = "road"}};
    wend_offlink_def jump = wend_default_offlink_def();
    jump.from[0][0] = jump.from[1][0] = jump.from[0][1] = jump.from[1][1] = 4;
    jump.to[0][0] = jump.to[1][0] = 15;
    jump.to[0][1] = jump.to[1][1] = 5;
    jump.both_ways = false;
    wend_build_def def = wend_default_build_def();
    def.offlinks.links = &jump;
    def.offlinks.count = link;
    wend_drawing *drawing = NULL;
    wend_nav *nav = NULL;
    CHECK(wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing) == WEND_OK);
    CHECK(wend_drawing_add(drawing, WEND_SHAPE_OUTER, 0, outer, 4) == WEND_OK);
    CHECK(wend_drawing_add(drawing, WEND_SHAPE_BORDER, -1, lawn, 5) == WEND_OK);
    CHECK(wend_drawing_add(drawing, WEND_SHAPE_BORDER, -1, road, 5) == WEND_OK);
    for (int32_t k = 0; k < 2 && areas; k++) {
        CHECK(wend_drawing_set_area(drawing, 1 + k, known[k].id) == WEND_OK);
        CHECK(wend_drawing_describe_area(drawing, &known[k]) == WEND_OK);
    }
    CHECK(wend_build_drawing(context, drawing, &def, &nav, NULL, report) == WEND_OK);
    wend_drawing_destroy(drawing);
    return nav;
}

// The SVG of a nav's plan, with what was added to it.
static wend_text svg_of(const wend_nav *nav, bool with) {
    wend_draw draw = wend_draw_start(context);
    wend_text text = wend_text_start(context);
    const wend_added added = wend_added_of(nav);
    CHECK(wend_show_plan(wend_nav_plan(nav), with ? &added : NULL, &draw) == WEND_OK);
    CHECK(wend_write_svg(&draw, &text) == WEND_OK && wend_text_result(&text) == WEND_OK);
    wend_draw_free(&draw);
    return text;
}

TEST(areas_and_links_made_by_hand_are_drawn) {
    open_context_with(0);
    for (int areas = 0; areas < 2; areas++)
        for (int link = 0; link < 2; link++) {
            wend_nav *nav = hall(areas, link);
            REQUIRE(nav != NULL);
            wend_text with = svg_of(nav, true), without = svg_of(nav, false);
            CHECK((strstr(with.data, ">lawn &amp; meadow<") != NULL) == (areas == 1));
            CHECK((strstr(with.data, ">road<") != NULL) == (areas == 1));
            CHECK((strstr(with.data, "id=\"areas-1\"") != NULL) == (areas == 1));
            CHECK((strstr(with.data, ">" WEND_ADDED_WORD "<") != NULL) == (link == 1));
            CHECK((strstr(with.data, "id=\"made-by-hand\"") != NULL) == (link == 1));
            // Areas have tints even if nobody knows their names; but for them nothing is left of what was added.
            CHECK((strstr(without.data, ">area 70<") != NULL) == (areas == 1));
            CHECK((strcmp(with.data, without.data) == 0) == (areas == 0 && link == 0));
            wend_text_free(&with);
            wend_text_free(&without);
            wend_nav_destroy(nav);
        }
}

// More areas than there are colours: the last ones share one, and a sign.
TEST(areas_beyond_the_last_colour_share_one) {
    open_context_with(0);
    enum { MANY = 14 };
    uint16_t ids[MANY];
    for (int k = 0; k < MANY; k++)
        ids[k] = (uint16_t)(k < MANY - 1 ? k : WEND_AREA_MAX);
    const wend_plan_view view = {.triangle_count = MANY, .triangle_area = ids};
    const wend_added none = {0};
    wend_area_look look;
    REQUIRE(wend_area_look_make(context, &view, &none, &look));
    CHECK_INT(look.count, WEND_AREA_TINTS);
    CHECK_INT(look.tint[0], WEND_AREA_TINTS);
    for (int k = 1; k < MANY; k++)
        CHECK_INT(look.tint[ids[k]], k < WEND_AREA_TINTS ? k - 1 : WEND_AREA_TINTS - 1);
    CHECK(strcmp(look.word[9], "area 10") == 0 && strcmp(look.word[10], "other areas") == 0);
    wend_area_look_free(context, &look);
}

// A link between two storeys is on the panels of both, one within a storey on that alone.
TEST(links_made_by_hand_are_on_both_storeys) {
    open_context_with(0);
    static const double places[2][2][3] = {{{4.09, 0, -5.156}, {4.09, 2.8, -5.156}},
                                           {{10.18, 0, -5.63}, {7.075, 0, -4.502}}};
    wend_nav *nav = house("two-storeys"), *linked = NULL;
    REQUIRE(nav != NULL);
    for (int k = 0; k < 2; k++) {
        wend_offlink_def link = wend_default_offlink_def();
        wend_offlinks_def def = wend_default_offlinks_def();
        for (int i = 0; i < 2; i++) {
            memcpy(link.from[i], places[k][0], sizeof link.from[i]);
            memcpy(link.to[i], places[k][1], sizeof link.to[i]);
        }
        def.links = &link;
        def.count = 1;
        REQUIRE(wend_nav_add_offlinks(context, nav, &def, &linked, report) == WEND_OK);
        const wend_export_kind kinds[2] = {WEND_EXPORT_PLAN, WEND_EXPORT_LINKS};
        for (int i = 0; i < 2; i++) {
            const wend_picture_def all = wend_default_picture_def();
            wend_draw draw = show(linked, kinds[i], &all);
            int strokes = 0; // but for the legend's
            for (int64_t n = 0; n < draw.layers.count; n++)
                strokes += draw.layers.data[n].colour == WEND_ADDED_LINK && draw.layers.data[n].count > 1;
            CHECK_INT(strokes, k == 0 ? 2 : 1);
            CHECK_INT(count_labels(&draw, WEND_ADDED_WORD), 1);
            CHECK(is_on_page(&draw));
            wend_draw_free(&draw);
        }
        wend_nav_destroy(linked);
    }
    wend_nav_destroy(nav);
}

TEST(options_out_of_range_are_named) {
    open_context_with(0);
    wend_nav *nav = house("stairs");
    REQUIRE(nav != NULL);
    static const struct {
        const char *field;
        wend_export_kind layer;
        wend_picture_def def;
    } cases[] = {{"layer", WEND_EXPORT_PLAN, {.layer = 99}},
                 {"layer", WEND_EXPORT_PLAN, {.layer = -2}},
                 {"layer", WEND_EXPORT_WALKABLE, {.layer = 0}},
                 {"size", WEND_EXPORT_PLAN, {.layer = -1, .width = 100}},
                 {"size", WEND_EXPORT_PLAN, {.layer = -1, .height = 10000}},
                 {"crop", WEND_EXPORT_PLAN, {.layer = -1, .crop = {1, 0, 0, 1}}},
                 {"crop", WEND_EXPORT_PLAN, {.layer = -1, .crop = {0, 0, 1, NAN}}},
                 {"view", WEND_EXPORT_PLAN, {.layer = -1, .view = WEND_VIEW_TILTED}},
                 {"view", WEND_EXPORT_WALKABLE, {.layer = -1, .view = WEND_VIEW_COUNT}}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        wend_report_clear(report);
        CHECK_INT(wend_file_export_with(context, "/nowhere/a.png", nav, cases[k].layer, &cases[k].def, report),
                  WEND_ERROR_ARGUMENT);
        const char *message = wend_report_error(report);
        CHECK_MESSAGE(message && strncmp(message, cases[k].field, strlen(cases[k].field)) == 0, "%s",
                      message ? message : "no message");
    }
    wend_nav_destroy(nav);
}

TEST(nothing_is_left_behind) {
    close_context();
}

CHECK_MAIN()

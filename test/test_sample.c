// The samples: sizes, seeds, the same bits everywhere, and that those which promise no crossings have none.
#include "check.h"

#include <wend/sample.h>

#include "sample/brush.h"

#include <math.h>

static wend_drawing *draw(wend_context *context, const char *name, int32_t size, uint64_t seed) {
    wend_drawing *drawing = NULL;
    wend_result result = wend_sample_draw(context, name, size, seed, &drawing);
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

TEST(all_names_are_there) {
    static const char *const names[] = {"rooms",    "maze",       "star",   "comb",    "circles", "city", "islands",
                                        "touching", "thin-walls", "spiral", "squares", "circle",  "areas"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        bool found = false;
        for (int32_t s = 0; s < wend_sample_count(); s++)
            found = found || strcmp(wend_sample_at(s)->name, names[k]) == 0;
        CHECK_MESSAGE(found, "there is no sample %s", names[k]);
    }
    CHECK(wend_sample_at(-1) == NULL);
    CHECK(wend_sample_at(wend_sample_count()) == NULL);
}

TEST(bad_arguments_are_refused) {
    wend_context *context;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    size_t before = wend_bytes_now(context);
    wend_drawing *drawing = NULL;
    CHECK(wend_sample_draw(context, "no-such", 0, 1, &drawing) == WEND_ERROR_ARGUMENT);
    CHECK(wend_sample_draw(context, NULL, 0, 1, &drawing) == WEND_ERROR_ARGUMENT);
    CHECK(wend_sample_draw(context, "star", 3, 1, &drawing) == WEND_ERROR_ARGUMENT);
    CHECK(wend_sample_draw(context, "star", -1, 1, &drawing) == WEND_ERROR_ARGUMENT);
    CHECK(wend_sample_draw(context, "star", 10000001, 1, &drawing) == WEND_ERROR_ARGUMENT);
    CHECK(drawing == NULL);
    CHECK(wend_bytes_now(context) == before);
    wend_context_destroy(context);
}

TEST(sizes_come_close) {
    static const int32_t sizes[] = {4, 5, 17, 64, 200, 1000, 10000, 100000};
    wend_context *context;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    size_t before = wend_bytes_now(context);
    for (int32_t s = 0; s < wend_sample_count(); s++) {
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
    for (int32_t s = 0; s < wend_sample_count(); s++) {
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

// One number for all samples: it must not depend on compiler, options or machine. When a sample is changed on
// purpose, put the printed number here.
TEST(same_bits_everywhere) {
    const uint64_t expected = 0x4c6b00d9fd58203c;
    wend_context *context;
    REQUIRE(wend_context_create(NULL, &context) == WEND_OK);
    uint64_t all = 0;
    for (int32_t s = 0; s < wend_sample_count(); s++) {
        static const int32_t sizes[] = {0, 50, 180, 700, 3000, 20000};
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
            wend_drawing *drawing = draw(context, wend_sample_at(s)->name, sizes[k], 1);
            REQUIRE(drawing);
            uint64_t hash = hash_of(drawing);
            all = wend_hash(all, &hash, sizeof hash);
            wend_drawing_destroy(drawing);
        }
    }
    CHECK_MESSAGE(all == expected, "the samples hash to 0x%016llx", (unsigned long long)all);
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

CHECK_MAIN()

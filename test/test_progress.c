// What the progress hook hears: stages in order, each once, from 0 to 1, never less than before.
#include "check.h"

#include <wend/pipeline.h>
#include <wend/sample.h>

// What was heard of a build.
typedef struct heard {
    char stages[256]; // their names, each with a space behind it
    const char *last;
    double fraction;
    long calls;
    bool sound; // stages begin at 0, grow, and end at 1
} heard;

static void hear(void *user, const char *stage, double fraction) {
    heard *h = user;
    bool same = h->last != NULL && strcmp(stage, h->last) == 0;
    bool sound = same ? fraction >= h->fraction : !(fraction > 0) && (h->last == NULL || !(h->fraction < 1));
    if (!same && strlen(h->stages) + strlen(stage) + 2 < sizeof h->stages) {
        strcat(h->stages, stage);
        strcat(h->stages, " ");
    }
    h->sound = h->sound && sound && fraction <= 1;
    h->last = stage;
    h->fraction = fraction;
    h->calls++;
}

static wend_context *context_for(heard *h, int threads) {
    *h = (heard){.sound = true};
    wend_context_def def = wend_default_context_def();
    def.user = h;
    def.progress = hear;
    def.threads = threads;
    wend_context *context = NULL;
    CHECK(wend_context_create(&def, &context) == WEND_OK);
    return context;
}

static void judge(const char *name, const heard *h, const char *stages) {
    CHECK_MESSAGE(h->sound && !(h->fraction < 1), "%s: progress falls back or does not end: %s%g", name, h->stages,
                  h->fraction);
    CHECK_MESSAGE(strcmp(h->stages, stages) == 0, "%s: heard of %s", name, h->stages);
}

static void build_sample(const char *name, int threads, double min_area) {
    heard h;
    wend_context *context = context_for(&h, threads);
    REQUIRE(context != NULL);
    wend_scene *scene = NULL;
    wend_nav *nav = NULL;
    wend_build_def def = wend_default_build_def();
    def.keep.min_area = min_area;
    def.exact.simplify = 0.01;
    CHECK(wend_sample_build_scene(context, name, 0, 1, &scene) == WEND_OK);
    h = (heard){.sound = true};
    CHECK(wend_build_scene(context, scene, &def, &nav, NULL, NULL) == WEND_OK);
    judge(name, &h, "extract link stairs plan medial cells roads ");
    wend_nav_destroy(nav);
    wend_scene_destroy(scene);
    wend_context_destroy(context);
}

TEST(scenes) {
    static const char *const names[] = {"two-storeys", "stairs", "garage", "terrain", "soup", "doors", "cracked"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        if (!check_takes((int64_t)k))
            continue;
        build_sample(names[k], 1, 0.25);
        build_sample(names[k], 4, 0);
    }
}

TEST(plans) {
    static const char *const names[] = {"rooms", "city", "islands", "touching"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        if (!check_takes((int64_t)k))
            continue;
        heard h;
        wend_context *context = context_for(&h, 1 + 3 * (int)(k % 2));
        REQUIRE(context != NULL);
        wend_drawing *drawing = NULL;
        wend_nav *nav = NULL;
        wend_build_def def = wend_default_build_def();
        def.cells.quality = k % 2 == 0 ? WEND_CELLS_BEST : WEND_CELLS_FAST;
        CHECK(wend_sample_build_drawing(context, names[k], k == 1 ? 90000 : 0, 1, &drawing) == WEND_OK);
        h = (heard){.sound = true};
        CHECK(wend_build_drawing(context, drawing, &def, &nav, NULL, NULL) == WEND_OK);
        judge(names[k], &h, "plan medial cells roads ");
        wend_nav_destroy(nav);
        wend_drawing_destroy(drawing);
        wend_context_destroy(context);
    }
}

CHECK_MAIN()

// Scenes built, saved and loaded while every allocation fails in turn.
#include "failing.h"

#include <wend/archive.h>
#include <wend/pipeline.h>
#include <wend/sample.h>

typedef struct fixture {
    wend_scene *scene;
    wend_nav *nav;
    void *bytes; // the nav, saved
    size_t count;
} fixture;

static wend_result call_build(wend_context *context, void *data) {
    const fixture *f = data;
    wend_nav *nav = NULL;
    wend_result result = wend_build_scene(context, f->scene, NULL, &nav, NULL, NULL);
    CHECK((result == WEND_OK) == (nav != NULL));
    wend_nav_destroy(nav);
    return result;
}

static wend_result call_save(wend_context *context, void *data) {
    const fixture *f = data;
    void *bytes = NULL;
    size_t count = 0;
    wend_result result = wend_archive_save(context, f->nav, &bytes, &count);
    wend_release(context, bytes, count);
    return result;
}

static wend_result call_load(wend_context *context, void *data) {
    const fixture *f = data;
    wend_nav *nav = NULL;
    wend_result result = wend_archive_load(context, f->bytes, f->count, WEND_LOAD_PROVEN, &nav, NULL);
    CHECK((result == WEND_OK) == (nav != NULL));
    wend_nav_destroy(nav);
    return result;
}

static void fail_everything(const char *sample, int threads) {
    failing memory;
    wend_context *context = failing_context(&memory, threads);
    fixture f = {0};
    if (CHECK(wend_sample_build_scene(context, sample, 60, 1, &f.scene) == WEND_OK) &&
        CHECK(wend_build_scene(context, f.scene, NULL, &f.nav, NULL, NULL) == WEND_OK) &&
        CHECK(wend_archive_save(context, f.nav, &f.bytes, &f.count) == WEND_OK)) {
        CHECK(failing_each(&memory, context, "wend_build_scene", call_build, &f) > 0);
        CHECK(failing_each(&memory, context, "wend_archive_save", call_save, &f) > 0);
        CHECK(failing_each(&memory, context, "wend_archive_load", call_load, &f) > 0);
    }
    wend_release(context, f.bytes, f.count);
    wend_nav_destroy(f.nav);
    wend_scene_destroy(f.scene);
    failing_finish(&memory, context);
}

TEST(every_allocation_fails) {
    fail_everything("boxes", 1);
    fail_everything("intersecting", 1);
}

TEST(every_allocation_fails_with_threads) {
    fail_everything("partitions", 3);
}

CHECK_MAIN()

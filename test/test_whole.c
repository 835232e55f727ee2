// The whole way, from a scene or a plan to a file and back, for every sample: the one program that every configuration
// runs (debug, portable, each sanitizer, each compiler).
//
// Each sample is built on one thread and on four. Both must give the same bytes; the file must load, pass every check
// and give the same bytes again when saved. The hashes are printed, so that configurations can be compared
// (scripts/check_same_hashes).
//
//     test_whole [--most N]     N is the largest size of a sample (2500)
#include "shared_context.h"

#include <wend/archive.h>
#include <wend/crowd.h>
#include <wend/pipeline.h>
#include <wend/sample.h>

enum { SEED = 3, THREADS = 4 };

typedef struct file {
    void *bytes;
    size_t count;
} file;

// The file that a sample is built into, with that many threads; {NULL, 0} after a failed check.
static file build_file(const wend_sample *sample, int32_t size, int threads) {
    wend_context_def def = wend_default_context_def();
    def.threads = threads;
    wend_context *own = NULL;
    wend_nav *nav = NULL;
    wend_scene *scene = NULL;
    wend_drawing *drawing = NULL;
    file made = {NULL, 0}, copy = {NULL, 0};
    if (!CHECK(wend_context_create(&def, &own) == WEND_OK))
        return copy;
    wend_result result = sample->scene ? wend_sample_build_scene(own, sample->name, size, SEED, &scene)
                                       : wend_sample_build_drawing(own, sample->name, size, SEED, &drawing);
    if (result == WEND_OK)
        result = sample->scene ? wend_build_scene(own, scene, NULL, &nav, NULL, NULL)
                               : wend_build_drawing(own, drawing, NULL, &nav, NULL, NULL);
    if (result == WEND_OK)
        result = wend_archive_save(own, nav, &made.bytes, &made.count);
    CHECK_MESSAGE(result == WEND_OK, "%s: %s", sample->name, wend_describe(result));
    if (result == WEND_OK && (copy.bytes = wend_allocate(context, made.count)) != NULL) {
        memcpy(copy.bytes, made.bytes, made.count);
        copy.count = made.count;
        wend_release(own, made.bytes, made.count);
    }
    wend_nav_destroy(nav);
    wend_scene_destroy(scene);
    wend_drawing_destroy(drawing);
    CHECK_INT(wend_bytes_now(own), 0);
    wend_context_destroy(own);
    return copy;
}

static bool same_bytes(file a, file b) {
    return a.bytes != NULL && a.count == b.count && memcmp(a.bytes, b.bytes, a.count) == 0;
}

// Loads a file, proves what is in it, saves it again.
static void check_file(const char *name, file saved) {
    wend_nav *nav = NULL;
    file again = {NULL, 0};
    wend_report_clear(report);
    wend_result result = wend_archive_load(context, saved.bytes, saved.count, WEND_LOAD_PROVEN, &nav, report);
    if (!CHECK_MESSAGE(result == WEND_OK, "%s cannot be loaded: %s", name, wend_report_error(report)))
        return;
    CHECK_MESSAGE(wend_nav_check(context, nav, report) == WEND_OK, "%s: %s", name, wend_report_error(report));
    CHECK(wend_archive_save(context, nav, &again.bytes, &again.count) == WEND_OK);
    CHECK_MESSAGE(same_bytes(saved, again), "%s is saved differently after loading", name);
    wend_release(context, again.bytes, again.count);
    wend_nav_destroy(nav);
}

// The hash of a few who walk about on the nav of a file, on that many threads.
static uint64_t hash_of_crowd(file saved, int threads) {
    enum { WALKERS = 24, STEPS = 30 };
    wend_context_def def = wend_default_context_def();
    def.threads = threads;
    wend_context *own = NULL;
    wend_nav *nav = NULL;
    wend_crowd *crowd = NULL;
    uint64_t state = 5, hash = 0;
    if (!CHECK(wend_context_create(&def, &own) == WEND_OK))
        return 0;
    CHECK(wend_archive_load(own, saved.bytes, saved.count, WEND_LOAD_QUICK, &nav, NULL) == WEND_OK);
    if (CHECK(nav != NULL && wend_crowd_create(own, nav, NULL, &crowd, NULL) == WEND_OK)) {
        wend_plan_view plan = wend_plan_look(wend_nav_plan(nav));
        for (int k = 0; k < WALKERS; k++) {
            wend_agent_def agent = wend_default_agent_def();
            wend_crowd_goal goal = wend_default_crowd_goal();
            wend_agent_id id;
            wend_spot *spots[2] = {&agent.at, &goal.at};
            for (int i = 0; i < 2; i++) {
                double place[2];
                wend_plan_random(wend_nav_plan(nav), &state, place, &spots[i]->triangle);
                CHECK(wend_lattice_point(&plan.lattice, place, &spots[i]->point));
            }
            if (wend_crowd_add(crowd, &agent, &id, NULL) == WEND_OK)
                CHECK(wend_crowd_send(crowd, id, &goal, 1) == WEND_OK);
        }
        for (int k = 0; k < STEPS; k++)
            CHECK(wend_crowd_step(crowd) == WEND_OK);
        CHECK(wend_crowd_check(own, crowd, NULL) == WEND_OK);
        hash = wend_crowd_hash(crowd);
    }
    wend_crowd_destroy(crowd);
    wend_nav_destroy(nav);
    CHECK_INT(wend_bytes_now(own), 0);
    wend_context_destroy(own);
    return hash;
}

TEST(every_sample_is_built_the_same_and_read_again) {
    open_context_with(0);
    int32_t most = (int32_t)check_option("most", 2500);
    for (int32_t k = 0; k < wend_sample_count(); k++) {
        const wend_sample *sample = wend_sample_at(k);
        int32_t size = sample->size < most ? sample->size : most;
        file one = build_file(sample, size, 1), many = build_file(sample, size, THREADS);
        CHECK_MESSAGE(same_bytes(one, many), "%s differs on %d threads", sample->name, THREADS);
        if (one.bytes != NULL)
            check_file(sample->name, one);
        printf("hash %s %016llx\n", sample->name,
               (unsigned long long)wend_hash(0, one.bytes != NULL ? one.bytes : "", one.count));
        uint64_t crowd = one.bytes != NULL ? hash_of_crowd(one, 1) : 0;
        CHECK_MESSAGE(one.bytes == NULL || hash_of_crowd(one, THREADS) == crowd,
                      "the crowd on %s differs on %d threads", sample->name, THREADS);
        printf("hash crowd-%s %016llx\n", sample->name, (unsigned long long)crowd);
        wend_release(context, one.bytes, one.count);
        wend_release(context, many.bytes, many.count);
    }
}

TEST(nothing_is_leaked) {
    open_context_with(0);
    close_context();
}

CHECK_MAIN()

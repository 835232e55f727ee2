// Every file of the shared data: what is built of it can be saved, loaded and proven, and the surface of a scene is
// true, by the sampler of `wend check --scene`: as the scene is, and turned by any angle.
//
// Skipped where the data is not there. The smallest files come first: as many as there is time for, all of them by
// `--share 400`, as make soak does.
//
//     test_data [--scenes N] [--plans N] [--only PART_OF_A_PATH] [--samples N] [--turns N]
#include "again.h"
#include "data_scenes.h"
#include "sampled.h"

#include <wend/file.h>

#include "base/random.h"

#include <dirent.h>

enum { SCENES = 12, PLANS = 60, PATHS_MAX = 1000 };

typedef struct input {
    char path[CHECK_PATH];
    long bytes;
    const data_scene *scene; // NULL for a plan
} input;

static input inputs[PATHS_MAX];
static int input_count;

static void open_context(void) {
    open_context_with(0);
}

static int by_size(const void *a, const void *b) {
    const input *s = a, *t = b;
    return s->bytes != t->bytes ? (s->bytes > t->bytes) - (s->bytes < t->bytes) : strcmp(s->path, t->path);
}

static void add_input(const char *path, const data_scene *scene) {
    FILE *file = fopen(path, "rb");
    if (file == NULL || input_count == PATHS_MAX || strstr(path, check_option_text("only", "")) == NULL ||
        fseek(file, 0, SEEK_END) != 0) {
        CHECK(input_count < PATHS_MAX);
    } else {
        input *in = &inputs[input_count++];
        snprintf(in->path, sizeof in->path, "%s", path);
        in->bytes = ftell(file);
        in->scene = scene;
    }
    if (file != NULL)
        fclose(file);
}

// Sorts what was listed, and returns how many of it to take; skips what is not taken.
static int take(const char *what, int64_t normal) {
    qsort(inputs, (size_t)input_count, sizeof inputs[0], by_size);
    int64_t most = check_option("share", 100) >= 400 ? PATHS_MAX : check_cases(what, normal);
    if (input_count == 0)
        check_skip("there is no shared data");
    return most < input_count ? (int)most : input_count;
}

// ---------------------------------------------------------------------------------------------------- scenes

static wend_scene *read_scene(const input *in) {
    wend_scene_def def = {.up = in->scene->up, .unit = in->scene->unit};
    wend_scene *scene = NULL;
    wend_report_clear(report);
    if (!CHECK(wend_scene_create(context, &def, &scene) == WEND_OK) ||
        !CHECK_MESSAGE(wend_file_read_scene(context, in->path, 0, scene, report) == WEND_OK, "%s",
                       wend_report_error(report))) {
        wend_scene_destroy(scene);
        return NULL;
    }
    return scene;
}

static void check_surface(const char *name, const wend_scene *scene, const wend_nav *nav) {
    wend_truth_def asked = {.settings = *wend_nav_settings(nav),
                            .step = wend_nav_settings(nav)->agent.step,
                            .samples = check_option("samples", 100000),
                            .seed = 1};
    wend_truth_view view;
    if (!verify(scene, wend_nav_surface(nav), &asked, &view))
        return;
    check_counts(name, &view.counts);
    CHECK_MESSAGE(view.wide == 0, "%s: %lld wide slivers", name, (long long)view.wide);
    CHECK_MESSAGE(view.t_junctions == 0, "%s: %lld T-junctions", name, (long long)view.t_junctions);
}

// Builds a scene, reads it again, and samples it.
static void check_scene(const char *name, const wend_scene *scene) {
    wend_nav *nav = NULL;
    wend_report_clear(report);
    wend_result result = wend_build_scene(context, scene, NULL, &nav, NULL, report);
    if (result == WEND_ERROR_EMPTY)
        return;
    if (!CHECK_MESSAGE(result == WEND_OK, "%s: %s: %s", name, wend_describe(result), wend_report_error(report)))
        return;
    nav = again(name, nav);
    if (nav != NULL)
        check_surface(name, scene, nav);
    wend_nav_destroy(nav);
}

static void check_turned(const input *in, const wend_scene *scene) {
    uint64_t random = (uint64_t)in->bytes;
    for (int64_t k = check_cases("turns", 1); k > 0; k--) {
        turning by = {360 * wend_random_unit(&random), 0};
        if (k % 2 == 0)
            by.tilt = 2 * wend_random_unit(&random);
        char name[CHECK_PATH + 64];
        snprintf(name, sizeof name, "%s, turned by %.3f and tilted by %.3f degrees", in->path, by.turn, by.tilt);
        wend_scene *copy = changed(scene, turn_and_tilt, &by);
        check_scene(name, copy);
        wend_scene_destroy(copy);
    }
}

TEST(scenes_are_read_again_and_true) {
    open_context();
    input_count = 0;
    for (int k = 0; k < DATA_SCENES; k++) {
        const char *path = check_data(data_scenes[k].path);
        if (path != NULL)
            add_input(path, &data_scenes[k]);
    }
    int count = take("scenes", SCENES);
    for (int k = 0; k < count; k++) {
        wend_scene *scene = read_scene(&inputs[k]);
        if (scene == NULL)
            continue;
        check_scene(inputs[k].path, scene);
        check_turned(&inputs[k], scene);
        wend_scene_destroy(scene);
    }
}

// ---------------------------------------------------------------------------------------------------- plans

static void list_plans(const char *folder, int depth) {
    DIR *all = opendir(folder);
    for (struct dirent *entry; all != NULL && (entry = readdir(all)) != NULL;) {
        char path[CHECK_PATH];
        if (entry->d_name[0] == '.' || snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= (int)sizeof path)
            continue;
        DIR *inner = depth > 0 ? opendir(path) : NULL;
        if (inner != NULL) {
            closedir(inner);
            list_plans(path, depth - 1);
        } else {
            add_input(path, NULL);
        }
    }
    if (all != NULL)
        closedir(all);
}

// A file that is no plan, or one that no plan can be made of, says so: there is nothing to read again.
static bool check_plan(const char *path) {
    wend_drawing *drawing = NULL;
    wend_nav *nav = NULL;
    wend_report_clear(report);
    wend_result result = wend_file_read_drawing(context, path, &drawing, report);
    if (result == WEND_OK)
        result = wend_build_drawing(context, drawing, NULL, &nav, NULL, report);
    if (result == WEND_OK)
        wend_nav_destroy(again(path, nav));
    else
        CHECK_MESSAGE(wend_report_error(report)[0] != 0, "%s: %s, and no word why", path, wend_describe(result));
    wend_drawing_destroy(drawing);
    return result == WEND_OK;
}

TEST(plans_are_read_again) {
    open_context();
    input_count = 0;
    for (int k = 0; k < 2; k++) {
        const char *folder = check_data(k == 0 ? "poly2d" : "grid");
        char path[CHECK_PATH];
        if (folder == NULL)
            continue;
        snprintf(path, sizeof path, "%s", folder);
        list_plans(path, 3);
    }
    int count = take("plans", PLANS), built = 0;
    for (int k = 0; k < count; k++)
        built += check_plan(inputs[k].path);
    CHECK_MESSAGE(built * 3 > count || count < PLANS / 2, "only %d of %d files became plans", built, count);
}

TEST(nothing_is_left_behind) {
    open_context();
    close_context();
}

CHECK_MAIN()

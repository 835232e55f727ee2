// Fuzzes wend_archive_load. The input is a list of changes to a valid small file, of a plan or, when the first byte is
// odd, of a surface. Where the second bit of that byte is set, packed bytes are changed; otherwise the numbers are,
// which are packed afterwards. Checksums are repaired, so that the fuzzer gets past them to the rules that must hold
// without them. An input that starts with the file's magic is taken as a file itself. Every file is loaded proven and
// quickly; whatever is accepted is used, and what is proven must pass its validator.
#include "../test/forge.h"

#include <wend/pipeline.h>

#include <stdlib.h>

// A room with a pillar, a wall and a border.
static unsigned char *plan_file(wend_context *context, size_t *count) {
    static const double room[] = {0, 0, 8, 0, 8, 6, 0, 6}, pillar[] = {2, 2, 3, 2, 3, 3, 2, 3}, wall[] = {5, 1, 5, 4};
    static const double carpet[] = {0, 5, 4, 5, 4, 0};
    wend_drawing *drawing = NULL;
    wend_nav *nav = NULL;
    void *bytes = NULL;
    wend_build_def def = wend_default_build_def();
    if (wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing) != WEND_OK ||
        wend_drawing_add(drawing, WEND_SHAPE_OUTER, 0, room, 4) != WEND_OK ||
        wend_drawing_add(drawing, WEND_SHAPE_OBSTACLE, 0, pillar, 4) != WEND_OK ||
        wend_drawing_add(drawing, WEND_SHAPE_WALL, -1, wall, 2) != WEND_OK ||
        wend_drawing_add(drawing, WEND_SHAPE_BORDER, -1, carpet, 3) != WEND_OK ||
        wend_build_drawing(context, drawing, &def, &nav, NULL, NULL) != WEND_OK ||
        wend_archive_save(context, nav, &bytes, count) != WEND_OK)
        abort();
    wend_nav_destroy(nav);
    wend_drawing_destroy(drawing);
    return bytes;
}

// A floor with a wall without width and a low block, and a seed on each.
static unsigned char *surface_file(wend_context *context, size_t *count) {
    static const double places[] = {0, 0, 0,  0, 0, -8, 8, 0, -8, 8, 0, 0,  5, 0, -2, 5, 0, -6,
                                    5, 3, -6, 5, 3, -2, 2, 1, -2, 2, 1, -4, 4, 1, -4, 4, 1, -2};
    static const int32_t triangles[] = {0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 8, 10, 9, 8, 11, 10};
    wend_scene *scene = NULL;
    static const double seeds[] = {1, 0, -1, 3, 2, -3};
    wend_nav *nav = NULL;
    void *bytes = NULL;
    wend_build_def def = wend_default_build_def();
    def.keep.seeds = seeds;
    def.keep.seed_count = 2;
    if (wend_scene_create(context, NULL, &scene) != WEND_OK ||
        wend_scene_add(scene, places, 12, triangles, 6) != WEND_OK ||
        wend_build_scene(context, scene, &def, &nav, NULL, NULL) != WEND_OK ||
        wend_archive_save(context, nav, &bytes, count) != WEND_OK)
        abort();
    wend_nav_destroy(nav);
    wend_scene_destroy(scene);
    return bytes;
}

// Changes of seven bytes each: a place (two bytes), how many bytes to write there (one), and up to four of them.
static void apply_changes(unsigned char *file, size_t count, const uint8_t *data, size_t size) {
    for (size_t i = 0; i + 7 <= size; i += 7) {
        size_t place = ((size_t)data[i] | (size_t)data[i + 1] << 8) % count, bytes = 1 + data[i + 2] % 4;
        for (size_t k = 0; k < bytes && place + k < count; k++)
            file[place + k] = data[i + 3 + k];
    }
}

static void use_surface(const wend_surface *surface) {
    wend_surface_view view = wend_surface_look(surface);
    wend_foothold foothold;
    wend_surface_locate(surface, view.min, 0.4, 1.8, 1, &foothold);
    if (foothold.triangle >= view.triangle_count)
        abort();
}

static void use_plan(const wend_nav *nav) {
    const wend_plan *plan = wend_nav_plan(nav);
    wend_spot a, b;
    wend_ray_hit hit;
    double place[2];
    int32_t triangle;
    uint64_t state = 1;
    wend_plan_random(plan, &state, place, &triangle);
    wend_plan_locate(plan, place, 0, &a);
    wend_plan_random(plan, &state, place, &triangle);
    wend_plan_locate(plan, place, 1, &b);
    if (wend_nav_cells(nav) != NULL && a.triangle >= 0 && wend_cells_locate(wend_nav_cells(nav), &a) < 0)
        abort();
    if (a.triangle >= 0 && b.triangle >= 0)
        wend_plan_ray(plan, &a, b.point, &hit);
}

static void use_medial(const wend_nav *nav) {
    const wend_medial *medial = wend_nav_medial(nav);
    wend_medial_view view = wend_medial_look(medial);
    uint64_t state = 2;
    wend_spot a, b;
    double place[2];
    int32_t triangle;
    wend_plan_random(wend_nav_plan(nav), &state, place, &triangle);
    wend_plan_locate(wend_nav_plan(nav), place, 0, &a);
    wend_plan_random(wend_nav_plan(nav), &state, place, &triangle);
    wend_plan_locate(wend_nav_plan(nav), place, 1, &b);
    wend_medial_widest(medial, &a, &b);
    wend_medial_component(medial, &a, 0.1);
    for (int32_t k = 0; k < view.narrow_count; k++)
        wend_medial_arc_triangle(medial, wend_medial_narrow(medial, k).arc, 0.5);
}

static void use_roads(wend_context *context, const wend_nav *nav) {
    wend_search *search = NULL;
    wend_search_create(context, nav, &search);
    uint64_t state = 3;
    for (int k = 0; k < 4 && search != NULL; k++) {
        wend_path_def def = wend_default_path_def();
        wend_path_view path;
        wend_path_line line;
        wend_spot ends[2];
        for (int i = 0; i < 2; i++) {
            double place[2];
            int32_t triangle;
            wend_plan_random(wend_nav_plan(nav), &state, place, &triangle);
            wend_plan_locate(wend_nav_plan(nav), place, 0, &ends[i]);
        }
        def.radius = 0.3 * k;
        if (wend_search_path(search, &ends[0], &ends[1], &def, &path) == WEND_OK)
            wend_search_line(search, 0.01, &line);
    }
    wend_search_destroy(search);
}

static void use(wend_context *context, const wend_nav *nav) {
    if (wend_nav_plan(nav) != NULL)
        use_plan(nav);
    if (wend_nav_medial(nav) != NULL)
        use_medial(nav);
    if (wend_nav_roads(nav) != NULL)
        use_roads(context, nav);
    if (wend_nav_surface(nav) != NULL)
        use_surface(wend_nav_surface(nav));
}

// What is proven passes its validator; what was loaded quickly may not, but can be used.
static void load_and_use(wend_context *context, const void *file, size_t count, wend_load how, wend_report *report) {
    wend_nav *nav = NULL;
    wend_report_clear(report);
    wend_result result = wend_archive_load(context, file, count, how, &nav, report);
    if (result != WEND_OK && result != WEND_ERROR_MEMORY && wend_report_error(report)[0] == 0)
        abort(); // refused without a word
    if (result != WEND_OK)
        return;
    use(context, nav);
    if (wend_nav_check(context, nav, NULL) != WEND_OK && how == WEND_LOAD_PROVEN)
        abort();
    wend_nav_destroy(nav);
}

static unsigned char *copy_of(const void *bytes, size_t size, size_t *count) {
    unsigned char *copy = malloc(size);
    if (copy == NULL)
        abort();
    memcpy(copy, bytes, size);
    *count = size;
    return copy;
}

static unsigned char *changed_file(wend_context *context, const uint8_t *data, size_t size, size_t *count) {
    size_t saved_count = 0, plain_count = 0;
    unsigned first = size > 0 ? data[0] : 0;
    unsigned char *saved = first & 1 ? surface_file(context, &saved_count) : plan_file(context, &saved_count);
    unsigned char *file =
        first & 2 ? copy_of(saved, saved_count, count) : forge_plain(saved, saved_count, &plain_count);
    wend_release(context, saved, saved_count);
    if (size > 0)
        apply_changes(file, first & 2 ? *count : plain_count, data + 1, size - 1);
    if (first & 2)
        return file;
    unsigned char *packed = forge_packed(file, plain_count, count);
    free(file);
    return packed;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    wend_context_def def = wend_default_context_def();
    def.threads = 1;
    wend_context *context = NULL;
    wend_report *report = NULL;
    if (wend_context_create(&def, &context) != WEND_OK)
        abort();
    size_t count = 0, bytes_before = wend_bytes_now(context);
    if (wend_report_create(context, &report) != WEND_OK)
        abort();
    unsigned char *file = size >= 8 && memcmp(data, WEND_ARCHIVE_MAGIC, 8) == 0
                              ? copy_of(data, size, &count)
                              : changed_file(context, data, size, &count);
    forge_checksums(file, count);
    load_and_use(context, file, count, WEND_LOAD_PROVEN, report);
    load_and_use(context, file, count, WEND_LOAD_QUICK, report);
    free(file);
    wend_report_destroy(report);
    if (wend_bytes_now(context) != bytes_before)
        abort(); // something was leaked
    wend_context_destroy(context);
    return 0;
}

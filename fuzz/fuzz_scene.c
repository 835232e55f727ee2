// Every reader of scenes on any bytes. The first byte (modulo 6) is the format, 0 to have it told from the content; a
// second byte n of 1 to 31 makes the n-th allocation fail. What is read must survive being written in each format and
// read back; what is refused must say why and leave the scene as it was. fuzz/seeds/fuzz_scene holds small files of
// each format.
#include <wend/file.h>
#include <wend/text.h>

#include "file/write_scene.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool good) {
    if (!good)
        abort();
}

// An allocator that fails once, after a number of calls.
typedef struct failing {
    int64_t left; // calls until the failing one; negative: never
    bool failed;
} failing;

static void *allocate(void *user, size_t bytes) {
    failing *f = user;
    if (f->left == 0)
        f->failed = true;
    return f->left-- == 0 ? NULL : malloc(bytes);
}

static void release(void *user, void *block, size_t bytes) {
    (void)user;
    (void)bytes;
    free(block);
}

// The same triangles: at the same places where `exact`, and always as many.
static void check_same(const wend_scene *a, const wend_scene *b, bool exact) {
    wend_scene_view x = wend_scene_look(a), y = wend_scene_look(b);
    require(x.triangle_count == y.triangle_count);
    for (int64_t k = 0; k < 3 * (int64_t)x.triangle_count && exact; k++)
        for (int i = 0; i < 3; i++) {
            double p = x.positions[3 * (int64_t)x.triangles[k] + i], q = y.positions[3 * (int64_t)y.triangles[k] + i];
            require(memcmp(&p, &q, sizeof p) == 0 || (p != p && q != q));
        }
}

// Whether floats hold all coordinates without becoming infinite.
static bool is_moderate(const wend_scene *scene) {
    wend_scene_view view = wend_scene_look(scene);
    for (int64_t k = 0; k < 3 * (int64_t)view.vertex_count; k++)
        if (!(view.positions[k] > -1e38 && view.positions[k] < 1e38))
            return false;
    return true;
}

static void check_round_trip(wend_context *context, const wend_scene *scene, wend_scene_format format,
                             wend_result (*write)(const wend_scene *, wend_text *), bool exact) {
    wend_text text = wend_text_start(context);
    wend_scene *again = NULL;
    require(write(scene, &text) == WEND_OK && wend_scene_create(context, NULL, &again) == WEND_OK);
    require(wend_file_parse_scene(context, &(wend_file_source){.bytes = text.data, .count = text.count}, format, 0,
                                  again, NULL) == WEND_OK);
    check_same(scene, again, exact);
    wend_scene_destroy(again);
    wend_text_free(&text);
}

// Reads the bytes behind a triangle that is there before.
static wend_result read_scene(wend_context *context, const uint8_t *data, size_t size, failing *f, wend_scene *scene,
                              wend_report *report) {
    const char *bytes = (const char *)data + 2;
    size_t count = size - 2;
    wend_scene_format format = (wend_scene_format)(data[0] % (WEND_SCENE_STL + 1));
    if (format == WEND_SCENE_UNKNOWN)
        format = wend_scene_format_of(NULL, bytes, count);
    static const double corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const int32_t triangle[] = {0, 1, 2};
    require(wend_scene_begin_part(scene, 0, "before") == WEND_OK);
    require(wend_scene_add(scene, corners, 3, triangle, 1) == WEND_OK);
    if (data[1] != 0 && data[1] < 32)
        f->left = data[1] - 1;
    wend_result result =
        wend_file_parse_scene(context, &(wend_file_source){.bytes = bytes, .count = count}, format, 1, scene, report);
    f->left = -1;
    return result;
}

static void check_result(wend_context *context, wend_result result, const wend_scene *scene, bool failed,
                         const wend_report *report) {
    wend_scene_view view = wend_scene_look(scene);
    if (result != WEND_OK) {
        require(view.vertex_count == 3 && view.triangle_count == 1 && view.part_count == 1);
        require(failed || wend_report_error(report)[0] != 0);
        return;
    }
    require(view.triangle_count > 1 && view.part_count > 1);
    for (int64_t k = 0; k < 3 * (int64_t)view.triangle_count; k++)
        require(view.triangles[k] >= 0 && view.triangles[k] < view.vertex_count);
    for (int32_t k = 1; k < view.part_count; k++)
        require(view.parts[k].file == 1 && view.parts[k].first >= view.parts[k - 1].first);
    check_round_trip(context, scene, WEND_SCENE_OBJ, wend_write_scene_obj, true);
    check_round_trip(context, scene, WEND_SCENE_PLY, wend_write_scene_ply, true);
    check_round_trip(context, scene, WEND_SCENE_STL, wend_write_scene_stl, false);
    if (is_moderate(scene))
        check_round_trip(context, scene, WEND_SCENE_GLB, wend_write_scene_glb, false);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2)
        return 0;
    failing f = {.left = -1};
    wend_context_def def = wend_default_context_def();
    def.user = &f;
    def.allocate = allocate;
    def.release = release;
    def.threads = 1;
    wend_context *context = NULL;
    wend_report *report = NULL;
    wend_scene *scene = NULL;
    require(wend_context_create(&def, &context) == WEND_OK && wend_report_create(context, &report) == WEND_OK &&
            wend_scene_create(context, NULL, &scene) == WEND_OK);
    wend_result result = read_scene(context, data, size, &f, scene, report);
    check_result(context, result, scene, f.failed, report);
    wend_scene_destroy(scene);
    wend_report_destroy(report);
    require(wend_bytes_now(context) == 0);
    wend_context_destroy(context);
    return 0;
}

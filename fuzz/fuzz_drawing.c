// Every reader of floor plans on any bytes. The first byte (modulo 8) is the format, 0 to have it told from the
// content; a second byte n of 1 to 31 makes the n-th allocation fail. What is read must survive being written as
// GeoJSON and read back; what is refused must say why. fuzz/seeds/fuzz_drawing holds one small file of each format.
#include <wend/file.h>
#include <wend/text.h>

#include "file/write.h"

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

static void check_same(const wend_drawing *a, const wend_drawing *b) {
    wend_drawing_view x = wend_drawing_look(a), y = wend_drawing_look(b);
    require(x.rule == y.rule && x.shape_count == y.shape_count && x.point_count == y.point_count);
    for (int32_t k = 0; k < x.shape_count; k++)
        require(memcmp(&x.shapes[k], &y.shapes[k], sizeof x.shapes[k]) == 0);
    for (int32_t k = 0; k < 2 * x.point_count; k++)
        require(x.points[k] == y.points[k]);
}

static void check_round_trip(wend_context *context, const wend_drawing *drawing) {
    wend_text text = wend_text_start(context);
    wend_drawing *again = NULL;
    require(wend_write_drawing_geojson(drawing, &text, NULL) == WEND_OK);
    require(wend_file_parse_drawing(context, &(wend_file_source){.bytes = text.data, .count = text.count},
                                    WEND_DRAWING_GEOJSON, &again, NULL) == WEND_OK);
    check_same(drawing, again);
    wend_drawing_destroy(again);
    wend_text_clear(&text);
    if (wend_write_drawing_wkt(drawing, &text, NULL) == WEND_OK) {
        require(wend_file_parse_drawing(context, &(wend_file_source){.bytes = text.data, .count = text.count},
                                        WEND_DRAWING_WKT, &again, NULL) == WEND_OK);
        wend_drawing_view x = wend_drawing_look(drawing), y = wend_drawing_look(again);
        require(x.shape_count == y.shape_count && x.point_count == y.point_count);
        wend_drawing_destroy(again);
    }
    wend_text_free(&text);
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
    wend_drawing *drawing = NULL;
    require(wend_context_create(&def, &context) == WEND_OK && wend_report_create(context, &report) == WEND_OK);
    const char *text = (const char *)data + 2;
    size_t count = size - 2;
    wend_drawing_format format = (wend_drawing_format)(data[0] % (WEND_DRAWING_GRID + 1));
    if (format == WEND_DRAWING_UNKNOWN)
        format = wend_drawing_format_of(NULL, text, count);
    if (data[1] != 0 && data[1] < 32)
        f.left = data[1] - 1;
    wend_result result =
        wend_file_parse_drawing(context, &(wend_file_source){.bytes = text, .count = count}, format, &drawing, report);
    f.left = -1;
    require((result == WEND_OK) == (drawing != NULL));
    if (result == WEND_OK)
        check_round_trip(context, drawing);
    else
        require(f.failed || wend_report_error(report)[0] != 0);
    wend_drawing_destroy(drawing);
    wend_report_destroy(report);
    require(wend_bytes_now(context) == 0);
    wend_context_destroy(context);
    return 0;
}

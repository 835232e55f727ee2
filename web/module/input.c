// Scenes and floor plans: from files in memory, from arrays, and from the samples.
#include "web/module/options.h"

#include <wend/explain.h>
#include <wend/file.h>
#include <wend/sample.h>

#include <string.h>

enum { SCENE = 1, DRAWING = 2, BESIDE_MOST = 64 };

// A file that belongs to the one that is read: its bytes, of web_allocate, or NULL; *bytes is how many.
WEB_IMPORT(wend_beside) void *wend_beside(const char *name, int32_t name_bytes, int32_t *bytes);

// ---------------------------------------------------------------------------------------------------- files

// What the host handed in during one call, to be freed after it.
typedef struct beside {
    void *blocks[BESIDE_MOST];
    int32_t bytes[BESIDE_MOST];
    int count;
} beside;

static wend_result find_beside(void *user, const char *name, wend_file_side *found) {
    beside *b = user;
    if (b->count == BESIDE_MOST)
        return WEND_ERROR_LIMIT;
    int32_t bytes = 0;
    void *block = wend_beside(name, (int32_t)strlen(name), &bytes);
    if (block == NULL)
        return WEND_OK;
    b->blocks[b->count] = block;
    b->bytes[b->count++] = bytes;
    *found = (wend_file_side){.bytes = block, .count = (size_t)bytes};
    return WEND_OK;
}

static bool holds(const char *bytes, size_t count, const char *word) {
    size_t length = strlen(word);
    for (size_t k = 0; k + length <= count; k++)
        if (bytes[k] == word[0] && memcmp(bytes + k, word, length) == 0)
            return true;
    return false;
}

// By its ending, or else by what is in it: every glTF file has an asset, every floor plan coordinates.
static bool is_scene(const char *name, const char *bytes, size_t count) {
    const wend_file_format *format = wend_file_format_of(name);
    if (format != NULL && (format->uses & (WEND_FILE_SCENE | WEND_FILE_DRAWING)) != 0)
        return (format->uses & WEND_FILE_SCENE) != 0;
    wend_scene_format kind = wend_scene_format_of(name, bytes, count);
    if (kind == WEND_SCENE_GLTF)
        return holds(bytes, count, "\"asset\"") && !holds(bytes, count, "\"coordinates\"");
    return kind != WEND_SCENE_UNKNOWN;
}

static wend_result read_scene_def(const char *options, int32_t bytes, wend_scene_def *def) {
    int32_t up = (int32_t)def->up;
    const web_option table[] = {{"up", WEB_OPTION_CHOICE, &up, "x|y|z|-x|-y|-z"},
                                {"unit", WEB_OPTION_NUMBER, &def->unit, NULL}};
    web_options read;
    wend_result result = web_options_read(&read, options, bytes, table, 2);
    web_options_free(&read);
    def->up = (wend_up)up;
    return result;
}

// Reads a file. Answer: 1 and a scene, or 2 and a drawing. Options of a scene: up, unit. The text: findings.
int32_t WEB_EXPORT(web_read)(const char *name, const char *bytes, int32_t count, const char *options, int32_t length);
int32_t web_read(const char *name, const char *bytes, int32_t count, const char *options, int32_t length) {
    web_begin();
    wend_scene_def def = wend_default_scene_def();
    wend_result result = read_scene_def(options, length, &def);
    if (result != WEND_OK)
        return (int32_t)result;
    beside found = {.count = 0};
    wend_file_source source = {
        .name = name, .bytes = bytes, .count = (size_t)count, .hook = find_beside, .user = &found};
    wend_scene *scene = NULL;
    wend_drawing *drawing = NULL;
    bool three = is_scene(name, bytes, (size_t)count);
    if (three) {
        result = wend_scene_create(web_context, &def, &scene);
        if (result == WEND_OK)
            result = wend_file_parse_scene(web_context, &source, WEND_SCENE_UNKNOWN, 0, scene, web_report);
        if (result != WEND_OK)
            wend_scene_destroy(scene);
    } else {
        result = wend_file_parse_drawing(web_context, &source, WEND_DRAWING_UNKNOWN, &drawing, web_report);
    }
    for (int k = 0; k < found.count; k++)
        wend_release(web_context, found.blocks[k], (size_t)found.bytes[k]);
    web_answer[0] = three ? SCENE : DRAWING;
    web_answer[1] = three ? web_address(scene) : web_address(drawing);
    if (result == WEND_OK)
        web_add_findings(NULL);
    return (int32_t)web_end(result);
}

// ---------------------------------------------------------------------------------------------------- arrays

// An empty scene. Options: up, unit. Answer: the scene.
int32_t WEB_EXPORT(web_scene)(const char *options, int32_t bytes);
int32_t web_scene(const char *options, int32_t bytes) {
    web_begin();
    wend_scene_def def = wend_default_scene_def();
    wend_scene *scene = NULL;
    wend_result result = read_scene_def(options, bytes, &def);
    if (result != WEND_OK)
        return (int32_t)result;
    result = wend_scene_create(web_context, &def, &scene);
    web_answer[0] = web_address(scene);
    return (int32_t)web_end(result);
}

// Adds triangles to it, as a part with a name, in an area.
int32_t WEB_EXPORT(web_scene_add)(wend_scene *scene, const char *name, const double *positions, int32_t vertex_count,
                                  const int32_t *triangles, int32_t triangle_count, int32_t area);
int32_t web_scene_add(wend_scene *scene, const char *name, const double *positions, int32_t vertex_count,
                      const int32_t *triangles, int32_t triangle_count, int32_t area) {
    web_begin();
    int32_t first = wend_scene_look(scene).triangle_count;
    wend_result result = wend_scene_begin_part(scene, 0, name);
    if (result == WEND_OK)
        result = wend_scene_add(scene, positions, vertex_count, triangles, triangle_count);
    if (result == WEND_ERROR_ARGUMENT)
        return (int32_t)web_refuse("triangles: a corner is not in positions");
    if (result == WEND_OK && area != 0 && triangle_count > 0)
        result = wend_scene_set_area(scene, first, triangle_count, area);
    return (int32_t)web_end(result);
}

// Puts all triangles (or, in a drawing, shapes) that go by a name into an area. Answer: how many.
int32_t WEB_EXPORT(web_map_area)(wend_scene *scene, wend_drawing *drawing, const char *name, int32_t area);
int32_t web_map_area(wend_scene *scene, wend_drawing *drawing, const char *name, int32_t area) {
    web_begin();
    int64_t count = 0;
    wend_result result = scene != NULL ? wend_scene_map_area(scene, name, area, &count)
                                       : wend_drawing_map_area(drawing, name, area, &count);
    web_answer[0] = (double)count;
    return (int32_t)web_end(result);
}

// Answer: positions (address, how many vertices), triangles (address, how many), up, unit. The text: its parts, and
// what the scene looks like in words.
int32_t WEB_EXPORT(web_scene_look)(const wend_scene *scene);
int32_t web_scene_look(const wend_scene *scene) {
    web_begin();
    wend_scene_view v = wend_scene_look(scene);
    wend_looks looks;
    wend_result result = wend_looks_measure(web_context, scene, &looks);
    web_answer[0] = web_address(v.positions);
    web_answer[1] = v.vertex_count;
    web_answer[2] = web_address(v.triangles);
    web_answer[3] = v.triangle_count;
    wend_looks_doubt(web_context, &looks, false, web_report);
    wend_json_open(&web_text, NULL, '{');
    wend_json_add_string(&web_text, "up", wend_up_name(v.up));
    wend_json_add_double(&web_text, "unit", v.unit);
    wend_json_add_place(&web_text, "low", looks.low);
    wend_json_add_place(&web_text, "high", looks.high);
    wend_json_open(&web_text, "parts", '[');
    for (int32_t k = 0; k < v.part_count; k++) {
        wend_json_open(&web_text, NULL, '{');
        wend_json_add_string(&web_text, "name", v.parts[k].name);
        wend_json_add_int(&web_text, "first", v.parts[k].first);
        wend_json_close(&web_text, '}');
    }
    wend_json_close(&web_text, ']');
    web_add_findings("findings");
    wend_json_close(&web_text, '}');
    return (int32_t)web_end(result);
}

void WEB_EXPORT(web_scene_free)(wend_scene *scene);
void web_scene_free(wend_scene *scene) {
    wend_scene_destroy(scene);
}

// An empty drawing whose floor is what lies in an outer ring and in no obstacle. Answer: the drawing.
int32_t WEB_EXPORT(web_drawing)(void);
int32_t web_drawing(void) {
    web_begin();
    wend_drawing *drawing = NULL;
    wend_result result = wend_drawing_create(web_context, WEND_INSIDE_RINGS, &drawing);
    web_answer[0] = web_address(drawing);
    return (int32_t)web_end(result);
}

// Adds a shape: a wend_shape_kind, and x, y of each point.
int32_t WEB_EXPORT(web_drawing_add)(wend_drawing *drawing, int32_t kind, int32_t polygon, const double *points,
                                    int32_t count);
int32_t web_drawing_add(wend_drawing *drawing, int32_t kind, int32_t polygon, const double *points, int32_t count) {
    web_begin();
    return (int32_t)web_end(wend_drawing_add(drawing, (wend_shape_kind)kind, polygon, points, count));
}

// Answer: points (address, how many); shapes as rows of five numbers, in an array of web_allocate that the caller
// releases (address, how many): kind, polygon, first point, number of points, area.
int32_t WEB_EXPORT(web_drawing_look)(const wend_drawing *drawing);
int32_t web_drawing_look(const wend_drawing *drawing) {
    web_begin();
    wend_drawing_view v = wend_drawing_look(drawing);
    _Static_assert(sizeof(wend_shape) == 5 * sizeof(int32_t), "a row of five");
    web_answer[0] = web_address(v.points);
    web_answer[1] = v.point_count;
    web_answer[2] = web_address(v.shapes);
    web_answer[3] = v.shape_count;
    return (int32_t)web_end(WEND_OK);
}

void WEB_EXPORT(web_drawing_free)(wend_drawing *drawing);
void web_drawing_free(wend_drawing *drawing) {
    wend_drawing_destroy(drawing);
}

// ---------------------------------------------------------------------------------------------------- samples

// The text: all samples.
int32_t WEB_EXPORT(web_samples)(void);
int32_t web_samples(void) {
    web_begin();
    wend_json_open(&web_text, NULL, '[');
    for (int32_t k = 0; k < wend_sample_count(); k++) {
        const wend_sample *sample = wend_sample_at(k);
        wend_json_open(&web_text, NULL, '{');
        wend_json_add_string(&web_text, "name", sample->name);
        wend_json_add_string(&web_text, "summary", sample->summary);
        wend_json_add_int(&web_text, "size", sample->size);
        wend_json_add_bool(&web_text, "scene", sample->scene);
        wend_json_close(&web_text, '}');
    }
    wend_json_close(&web_text, ']');
    return (int32_t)web_end(WEND_OK);
}

// Answer: as web_read.
int32_t WEB_EXPORT(web_sample)(const char *name, int32_t size, double seed);
int32_t web_sample(const char *name, int32_t size, double seed) {
    web_begin();
    wend_scene *scene = NULL;
    wend_drawing *drawing = NULL;
    int32_t k = 0;
    while (k < wend_sample_count() && strcmp(wend_sample_at(k)->name, name) != 0)
        k++;
    if (k == wend_sample_count())
        return (int32_t)web_refuse("there is no such sample; `samples` lists them");
    bool three = wend_sample_at(k)->scene;
    uint64_t state = seed >= 0 && seed < 0x1p53 ? (uint64_t)seed : 0;
    wend_result result = three ? wend_sample_build_scene(web_context, name, size, state, &scene)
                               : wend_sample_build_drawing(web_context, name, size, state, &drawing);
    web_answer[0] = three ? SCENE : DRAWING;
    web_answer[1] = three ? web_address(scene) : web_address(drawing);
    if (result == WEND_OK)
        web_add_findings(NULL);
    return (int32_t)web_end(result);
}

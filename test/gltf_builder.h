// Makes small glTF files in memory, and reads them.
//
//     start();
//     int positions = add_floats(points, 4);
//     int mesh = add_mesh(positions, add_indices(indices, 6), 4);
//     add_node("'mesh':%d,'name':'floor'", mesh);
//     if (read_made()) ... // the scene is in `view`, findings in `report`
//
// Everything is static: a test program makes one file at a time.
#ifndef WEND_TEST_GLTF_BUILDER_H
#define WEND_TEST_GLTF_BUILDER_H

#include "shared_context.h"

#include <wend/file.h>

// ---------------------------------------------------------------------------------------------------- the builder

enum { SECTION = 1 << 14, BINARY = 1 << 15, I8 = 5120, U8 = 5121, I16 = 5122, U16 = 5123, U32 = 5125, F32 = 5126 };

typedef struct builder {
    unsigned char binary[BINARY];
    size_t binary_count;
    char views[SECTION], accessors[SECTION], meshes[SECTION], nodes[SECTION];
    int view_count, accessor_count, mesh_count, node_count;
    char more[SECTION]; // further members of the file, each with a comma before it
} builder;

static builder made; // the file that the running test makes

static inline void start(void) {
    memset(&made, 0, sizeof made);
    open_context_with(1);
}

// JSON is written with ' in place of ".
__attribute__((format(printf, 2, 3))) static inline void append(char section[SECTION], const char *format, ...) {
    size_t count = strlen(section);
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(section + count, SECTION - count, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= SECTION - count)
        exit(1);
    for (char *c = section + count; *c; c++)
        *c = *c == '\'' ? '"' : *c;
}

static inline int add_view(const void *bytes, size_t count, int stride) {
    while (made.binary_count % 4 != 0)
        made.binary_count++;
    if (made.binary_count + count > BINARY)
        exit(1);
    memcpy(made.binary + made.binary_count, bytes, count);
    append(made.views, "%s{'buffer':0,'byteOffset':%zu,'byteLength':%zu", made.view_count > 0 ? "," : "",
           made.binary_count, count);
    if (stride > 0)
        append(made.views, ",'byteStride':%d", stride);
    append(made.views, "}");
    made.binary_count += count;
    return made.view_count++;
}

// `more` holds further members, each with a comma before it.
static inline int add_accessor(int view, int component, int count, const char *type, const char *more) {
    append(made.accessors, "%s{'componentType':%d,'count':%d,'type':'%s'%s", made.accessor_count > 0 ? "," : "",
           component, count, type, more);
    if (view >= 0)
        append(made.accessors, ",'bufferView':%d", view);
    append(made.accessors, "}");
    return made.accessor_count++;
}

static inline int add_floats(const float *values, int count) {
    return add_accessor(add_view(values, (size_t)count * 12, 0), F32, count, "VEC3", "");
}

static inline int add_indices(const uint16_t *values, int count) {
    return add_accessor(add_view(values, (size_t)count * 2, 0), U16, count, "SCALAR", "");
}

// A mesh of one primitive; no indices when negative.
static inline int add_mesh(int positions, int indices, int mode) {
    append(made.meshes, "%s{'name':'mesh %d','primitives':[{'attributes':{'POSITION':%d},'mode':%d",
           made.mesh_count > 0 ? "," : "", made.mesh_count, positions, mode);
    if (indices >= 0)
        append(made.meshes, ",'indices':%d", indices);
    append(made.meshes, "}]}");
    return made.mesh_count++;
}

__attribute__((format(printf, 1, 2))) static inline int add_node(const char *format, ...) {
    char body[SECTION];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(body, sizeof body, format, arguments);
    va_end(arguments);
    append(made.nodes, "%s{%s}", made.node_count > 0 ? "," : "", body);
    return made.node_count++;
}

// The JSON text; `uri` is a member of the buffer with a comma before it, or empty. To be freed.
static inline char *make_text(const char *uri) {
    size_t room = 6 * (size_t)SECTION + strlen(uri);
    char *text = malloc(room);
    int length = snprintf(text, room,
                          "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"byteLength\":%zu%s}],\"bufferViews\":[%s],"
                          "\"accessors\":[%s],\"meshes\":[%s],\"nodes\":[%s]%s}",
                          made.binary_count, uri, made.views, made.accessors, made.meshes, made.nodes, made.more);
    if (length < 0 || (size_t)length >= room)
        exit(1);
    return text;
}

static inline void put_u32(unsigned char *at, uint32_t value) {
    for (int k = 0; k < 4; k++)
        at[k] = (unsigned char)(value >> 8 * k);
}

static inline size_t put_chunk(unsigned char *at, const char *type, const void *bytes, size_t count, char padding) {
    size_t padded = (count + 3) / 4 * 4;
    put_u32(at, (uint32_t)padded);
    memcpy(at + 4, type, 4);
    memcpy(at + 8, bytes, count);
    memset(at + 8 + count, padding, padded - count);
    return 8 + padded;
}

// A GLB, with an unknown chunk between the two and another behind them. To be freed.
static inline unsigned char *make_glb(size_t *count) {
    char *text = make_text("");
    unsigned char *glb = malloc(12 + 64 + strlen(text) + made.binary_count);
    memcpy(glb, "glTF", 4);
    put_u32(glb + 4, 2);
    *count = 12;
    *count += put_chunk(glb + *count, "JSON", text, strlen(text), ' ');
    *count += put_chunk(glb + *count, "WHAT", "who knows", 9, 0);
    if (made.binary_count > 0)
        *count += put_chunk(glb + *count, "BIN", made.binary, made.binary_count, 0);
    *count += put_chunk(glb + *count, "MORE", "", 0, 0);
    put_u32(glb + 8, (uint32_t)*count);
    free(text);
    return glb;
}

// The binary bytes as a data: URI, for make_text. To be freed.
static inline char *make_uri(bool base64) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t count = made.binary_count, length = 0;
    char *uri = malloc(64 + 3 * count + 8);
    length = (size_t)sprintf(uri, ",\"uri\":\"data:application/octet-stream%s,", base64 ? ";base64" : "");
    for (size_t k = 0; k < count && !base64; k++)
        length += (size_t)sprintf(uri + length, "%%%02x", made.binary[k]);
    for (size_t k = 0; k < count && base64; k += 3) {
        uint32_t bits = (uint32_t)made.binary[k] << 16;
        bits |= k + 1 < count ? (uint32_t)made.binary[k + 1] << 8 : 0;
        bits |= k + 2 < count ? (uint32_t)made.binary[k + 2] : 0;
        for (int d = 0; d < 4; d++)
            uri[length++] = k + (size_t)d > count ? '=' : digits[bits >> (18 - 6 * d) & 63];
    }
    strcpy(uri + length, "\"");
    return uri;
}

// ---------------------------------------------------------------------------------------------------- reading

static wend_scene *scene;
static wend_scene_view view;

static inline void drop_scene(void) {
    wend_scene_destroy(scene);
    scene = NULL;
    view = (wend_scene_view){0};
}

// Reads a copy of the bytes that ends where they end, so that the sanitizer sees every byte too far.
static inline wend_result read_bytes(wend_scene_format format, const char *name, const void *bytes, size_t count) {
    open_context_with(1);
    drop_scene();
    wend_report_clear(report);
    char *copy = malloc(count > 0 ? count : 1);
    memcpy(copy, bytes, count);
    if (wend_scene_create(context, NULL, &scene) != WEND_OK)
        exit(1);
    wend_result result = wend_file_parse_scene(
        context, &(wend_file_source){.name = name, .bytes = copy, .count = count}, format, 7, scene, report);
    view = wend_scene_look(scene);
    free(copy);
    return result;
}

static inline bool read_good(wend_scene_format format, const char *name, const void *bytes, size_t count) {
    wend_result result = read_bytes(format, name, bytes, count);
    return CHECK_MESSAGE(result == WEND_OK, "%s: %s", wend_describe(result), wend_report_error(report));
}

// Reads what was made, as GLB.
static inline bool read_made(void) {
    size_t count = 0;
    unsigned char *glb = make_glb(&count);
    bool good = read_good(WEND_SCENE_GLB, "f.glb", glb, count);
    free(glb);
    return good;
}

static inline const double *corner(int32_t triangle, int k) {
    return view.positions + 3 * view.triangles[3 * triangle + k];
}

// Compares all triangles, nine numbers each.
static inline void check_triangles(const double *wanted, int32_t count) {
    REQUIRE(CHECK_INT(view.triangle_count, count));
    for (int32_t k = 0; k < 9 * count; k++) {
        double found = corner(k / 9, k % 9 / 3)[k % 3];
        if (!CHECK_MESSAGE(found == wanted[k], "triangle %d, corner %d, axis %d: %.17g, expected %.17g", k / 9,
                           k % 9 / 3, k % 3, found, wanted[k]))
            return;
    }
}

// Six times the volume that the triangles enclose; positive when their outside is outside.
static inline double volume(int32_t first, int32_t end) {
    double sum = 0;
    for (int32_t t = first; t < end; t++) {
        const double *a = corner(t, 0), *b = corner(t, 1), *c = corner(t, 2);
        sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
               a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    return sum;
}

static inline bool told(const char *text) {
    for (int64_t k = 0; k < wend_report_count(report); k++)
        if (strcmp(wend_report_at(report, k)->text, text) == 0)
            return true;
    return false;
}

static const float square[] = {0, 0, 0, 0, 0, 2, 3, 0, 2, 3, 0, 0};
static const double square_triangles[] = {0, 0, 0, 0, 0, 2, 3, 0, 2, 0, 0, 0, 3, 0, 2, 3, 0, 0};
static const uint16_t square_indices[] = {0, 1, 2, 0, 2, 3};

static inline void make_square(void) {
    start();
    int positions = add_floats(square, 4);
    add_mesh(positions, add_indices(square_indices, 6), 4);
}

// A closed tetrahedron, outside out.
static inline int add_tetrahedron(void) {
    static const float points[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint16_t faces[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    int positions = add_floats(points, 4);
    return add_mesh(positions, add_indices(faces, 12), 4);
}

static inline wend_result read_path(const char *path) {
    open_context_with(1);
    drop_scene();
    wend_report_clear(report);
    if (wend_scene_create(context, NULL, &scene) != WEND_OK)
        exit(1);
    wend_result result = wend_file_read_scene(context, path, 0, scene, report);
    view = wend_scene_look(scene);
    return result;
}

// A copy with " in place of '. To be freed.
static inline char *with_quotes(const char *text) {
    char *copy = malloc(strlen(text) + 1);
    strcpy(copy, text);
    for (char *c = copy; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    return copy;
}

#endif

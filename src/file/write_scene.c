// Scenes as OBJ, PLY and STL, and the choice among all formats by a file's ending. write_glb.c has the fourth.
#include <wend/file.h>

#include "file/path.h"
#include "file/write.h"
#include "file/write_scene.h"
#include "file/write.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define STL_TOLERANCE 1e-4 // metres that a coordinate may be off without a warning

// ---------------------------------------------------------------------------------------------------- bytes

void wend_text_add_word(wend_text *text, uint64_t word, int count) {
    char bytes[8];
    for (int k = 0; k < count; k++)
        bytes[k] = (char)(unsigned char)(word >> (8 * k));
    wend_text_add_bytes(text, bytes, (size_t)count);
}

void wend_text_add_float(wend_text *text, float value) {
    uint32_t pattern;
    memcpy(&pattern, &value, sizeof pattern);
    wend_text_add_word(text, pattern, 4);
}

static void add_double_bytes(wend_text *text, double value) {
    uint64_t pattern;
    memcpy(&pattern, &value, sizeof pattern);
    wend_text_add_word(text, pattern, 8);
}

// ---------------------------------------------------------------------------------------------------- OBJ

// A part's name on one line.
static void add_name(wend_text *text, const char *name) {
    for (const char *c = name; *c; c++)
        wend_text_add_char(text, (unsigned char)*c < 0x20 || *c == 0x7F ? '_' : *c);
}

static void add_face(wend_text *text, const int32_t triangle[3]) {
    wend_text_add_char(text, 'f');
    for (int k = 0; k < 3; k++) {
        wend_text_add_char(text, ' ');
        wend_text_add_int(text, (int64_t)triangle[k] + 1);
    }
    wend_text_add_char(text, '\n');
}

wend_result wend_write_scene_obj(const wend_scene *scene, wend_text *text) {
    wend_scene_view view = wend_scene_look(scene);
    wend_text_add_string(text, "# up ");
    wend_text_add_string(text, wend_up_name(view.up));
    wend_text_add_string(text, ", metres per unit ");
    wend_text_add_double(text, view.unit);
    wend_text_add_char(text, '\n');
    for (int64_t v = 0; v < view.vertex_count; v++) {
        wend_text_add_char(text, 'v');
        for (int k = 0; k < 3; k++) {
            double value = view.positions[3 * v + k];
            wend_text_add_string(text, value == 0 && signbit(value) ? " -" : " ");
            wend_text_add_double(text, value);
        }
        wend_text_add_char(text, '\n');
    }
    int32_t part = 0;
    for (int32_t t = 0; t < view.triangle_count; t++) {
        for (; part < view.part_count && view.parts[part].first <= t; part++) {
            wend_text_add_string(text, "o ");
            add_name(text, view.parts[part].name);
            wend_text_add_char(text, '\n');
        }
        add_face(text, view.triangles + 3 * (int64_t)t);
    }
    return wend_text_result(text);
}

// ---------------------------------------------------------------------------------------------------- PLY

wend_result wend_write_scene_ply(const wend_scene *scene, wend_text *text) {
    wend_scene_view view = wend_scene_look(scene);
    wend_text_add_string(text, "ply\nformat binary_little_endian 1.0\ncomment up ");
    wend_text_add_string(text, wend_up_name(view.up));
    wend_text_add_string(text, ", metres per unit ");
    wend_text_add_double(text, view.unit);
    wend_text_add_string(text, "\nelement vertex ");
    wend_text_add_int(text, view.vertex_count);
    wend_text_add_string(text, "\nproperty double x\nproperty double y\nproperty double z\nelement face ");
    wend_text_add_int(text, view.triangle_count);
    wend_text_add_string(text, "\nproperty list uchar int vertex_indices\nend_header\n");
    for (int64_t k = 0; k < 3 * (int64_t)view.vertex_count; k++)
        add_double_bytes(text, view.positions[k]);
    for (int64_t k = 0; k < 3 * (int64_t)view.triangle_count; k++) {
        if (k % 3 == 0)
            wend_text_add_char(text, 3);
        wend_text_add_word(text, (uint64_t)view.triangles[k], 4);
    }
    return wend_text_result(text);
}

// ---------------------------------------------------------------------------------------------------- STL

// The unit normal of a triangle, or zeros when it has none.
static void find_normal(const double *a, const double *b, const double *c, float normal[3]) {
    double n[3], u[3], v[3];
    for (int k = 0; k < 3; k++) {
        u[k] = b[k] - a[k];
        v[k] = c[k] - a[k];
    }
    for (int k = 0; k < 3; k++)
        n[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int k = 0; k < 3; k++)
        normal[k] = length > 0 && length - length == 0 ? (float)(n[k] / length) : 0.0F;
}

wend_result wend_write_scene_stl(const wend_scene *scene, wend_text *text) {
    static const char header[80] = "binary STL, written by Wend"; // it must not begin with "solid"
    wend_scene_view view = wend_scene_look(scene);
    wend_text_add_bytes(text, header, sizeof header);
    wend_text_add_word(text, (uint64_t)view.triangle_count, 4);
    for (int64_t t = 0; t < view.triangle_count; t++) {
        const double *p[3];
        float normal[3];
        for (int k = 0; k < 3; k++)
            p[k] = view.positions + 3 * (int64_t)view.triangles[3 * t + k];
        find_normal(p[0], p[1], p[2], normal);
        for (int k = 0; k < 3; k++)
            wend_text_add_float(text, normal[k]);
        for (int k = 0; k < 9; k++)
            wend_text_add_float(text, (float)p[k / 3][k % 3]);
        wend_text_add_word(text, 0, 2);
    }
    return wend_text_result(text);
}

// Tells when floats are too coarse for a scene.
static void warn_of_floats(const wend_scene *scene, const char *path, wend_report *report) {
    wend_scene_view view = wend_scene_look(scene);
    double worst = 0;
    for (int64_t k = 0; k < 3 * (int64_t)view.vertex_count; k++) {
        double off = fabs(view.positions[k] - (double)(float)view.positions[k]) * view.unit;
        worst = off > worst ? off : worst;
    }
    if (!(worst > STL_TOLERANCE))
        return;
    char text[WEND_NUMBER_TEXT];
    wend_print_double(text, ceil(worst * 1e4) / 1e4);
    wend_finding finding = wend_finding_make(
        "stl-precision", WEND_WARNING,
        "%s: STL knows floats only, and this scene lies so far from its origin that vertices move by up to %s m; write "
        ".ply, .obj or .glb to keep them.",
        wend_shorten_path(path).text, text);
    finding.has_measure = true;
    finding.measured = worst;
    finding.limit = STL_TOLERANCE;
    wend_report_add(report, &finding);
}

// Tells when a GLB holds what glTF does not allow.
static void warn_of_infinities(const wend_scene *scene, const char *path, wend_report *report) {
    wend_scene_view view = wend_scene_look(scene);
    int64_t count = 0;
    for (int64_t v = 0; v < view.vertex_count; v++) {
        const double *p = view.positions + 3 * v;
        count += !(fabs(p[0]) <= (double)FLT_MAX && fabs(p[1]) <= (double)FLT_MAX && fabs(p[2]) <= (double)FLT_MAX);
    }
    if (count == 0)
        return;
    wend_finding finding = wend_finding_make("vertex-not-finite", WEND_WARNING,
                                             "%s: vertices that are not finite: %lld; they are written, but glTF does "
                                             "not allow them, and other programs may refuse the file.",
                                             wend_shorten_path(path).text, (long long)count);
    wend_report_add(report, &finding);
}

// ---------------------------------------------------------------------------------------------------- files

wend_result wend_file_write_scene(wend_context *context, const char *path, const wend_scene *scene,
                                  wend_report *report) {
    if (context == NULL || path == NULL || scene == NULL)
        return WEND_ERROR_ARGUMENT;
    static const struct {
        const char *ending;
        wend_result (*write)(const wend_scene *scene, wend_text *text);
    } writers[] = {
        {".obj", wend_write_scene_obj},
        {".ply", wend_write_scene_ply},
        {".stl", wend_write_scene_stl},
        {".glb", wend_write_scene_glb},
    };
    size_t k = 0, count = sizeof writers / sizeof *writers;
    while (k < count && !wend_ends_with(path, writers[k].ending))
        k++;
    if (k == count) {
        wend_finding finding =
            wend_finding_make("format-unknown", WEND_ERROR, "%s: scenes are written as .obj, .ply, .stl or .glb.",
                              wend_shorten_path(path).text);
        wend_report_add(report, &finding);
        return WEND_ERROR_UNSUPPORTED;
    }
    wend_text text = wend_text_start(context);
    wend_result result = writers[k].write(scene, &text);
    if (result == WEND_ERROR_LIMIT) {
        wend_finding finding = wend_finding_make(
            "scene-too-large", WEND_ERROR, "%s: the scene needs more than the 4 GiB that a GLB can hold; write .ply.",
            wend_shorten_path(path).text);
        wend_report_add(report, &finding);
    }
    if (result == WEND_OK)
        result = wend_text_write(&text, path, report);
    if (result == WEND_OK && writers[k].write == wend_write_scene_stl)
        warn_of_floats(scene, path, report);
    if (result == WEND_OK && writers[k].write == wend_write_scene_glb)
        warn_of_infinities(scene, path, report);
    wend_text_free(&text);
    return result;
}

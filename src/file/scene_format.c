// Scenes from files: which format it is, and the reader for it.
//
// A few first bytes are certain (glTF's and PLY's, archives and the formats that Wend cannot read); they count more
// than the file's name, since files get renamed. Then the name counts, and a file without a telling name is told by
// how it looks.
#include <wend/file.h>

#include "base/context.h"
#include "file/path.h"
#include "file/scene_reader.h"
#include "file/source.h"

// ---------------------------------------------------------------------------------------------------- other formats

static bool begins_with(const char *at, const char *end, const char *start, size_t length) {
    return (size_t)(end - at) >= length && memcmp(at, start, length) == 0;
}

static const wend_file_format *other_of_bytes(const char *at, const char *end) {
    for (int32_t k = 0; k < wend_file_format_count(); k++) {
        const wend_file_format *format = wend_file_format_at(k);
        if (format->start && begins_with(at, end, format->start, format->start_count))
            return format;
    }
    return NULL;
}

static const wend_file_format *other_of_name(const char *path) {
    const wend_file_format *format = wend_file_format_of(path);
    return format && format->advice ? format : NULL;
}

// Formats that are told by a word near the start: the ending that stands for them above.
static const char *ending_of_words(const char *at, const char *end) {
    static const struct {
        const char *start, *word, *ending;
    } words[] = {
        {"ISO-10303-21", "'IFC", ".ifc"}, {"ISO-10303-21", "", ".step"},
        {"<", "<COLLADA", ".dae"},        {"<", "<X3D", ".x3d"},
        {"0", "SECTION", ".dxf"},         {"OFF", "", ".off"},
    };
    const char *look = end - at > 4096 ? at + 4096 : end;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        if (!begins_with(at, look, words[k].start, strlen(words[k].start)))
            continue;
        size_t length = strlen(words[k].word);
        for (const char *c = at; (size_t)(look - c) >= length; c++)
            if (memcmp(c, words[k].word, length) == 0)
                return words[k].ending;
    }
    return NULL;
}

// ---------------------------------------------------------------------------------------------------- formats

static const char *skip_blanks(const char *at, const char *end) {
    while (at < end && wend_is_blank(*at))
        at++;
    return at;
}

static wend_scene_format format_of_name(const char *path) {
    const wend_file_format *format = wend_file_format_of(path);
    return format ? format->scene : WEND_SCENE_UNKNOWN;
}

// Whether a binary STL has just the size that its count asks for.
static bool is_binary_stl(const char *bytes, size_t count) {
    if (count < 84)
        return false;
    const unsigned char *c = (const unsigned char *)bytes + 80;
    uint64_t triangles = (uint64_t)c[0] | (uint64_t)c[1] << 8 | (uint64_t)c[2] << 16 | (uint64_t)c[3] << 24;
    return triangles > 0 && count == 84 + 50 * triangles;
}

// Whether a text looks like OBJ: among the first lines is one with a keyword and a blank behind it, and none is
// anything but a comment before that.
static bool looks_like_obj(const char *at, const char *end) {
    static const char *const words[] = {"v", "vn", "vt", "f", "o", "g", "s", "mtllib", "usemtl"};
    while ((at = skip_blanks(at, end)) < end && *at == '#')
        while (at < end && *at != '\n' && *at != '\r')
            at++;
    for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
        size_t length = strlen(words[k]);
        if (begins_with(at, end, words[k], length) && (size_t)(end - at) > length && wend_is_blank(at[length]))
            return true;
    }
    return false;
}

static wend_scene_format format_of_looks(const char *bytes, size_t count, const char *at, const char *end) {
    if (is_binary_stl(bytes, count))
        return WEND_SCENE_STL;
    at = skip_blanks(at, end);
    if (at < end && *at == '{')
        return WEND_SCENE_GLTF;
    if (begins_with(at, end, "solid", 5))
        return WEND_SCENE_STL;
    return looks_like_obj(at, end) ? WEND_SCENE_OBJ : WEND_SCENE_UNKNOWN;
}

wend_scene_format wend_scene_format_of(const char *path, const char *bytes, size_t count) {
    if (!bytes)
        return format_of_name(path);
    const char *at = bytes + wend_mark_length(bytes, count), *end = bytes + count;
    if (begins_with(at, end, "glTF", 4))
        return WEND_SCENE_GLB;
    if (begins_with(at, end, "ply", 3) && end - at > 3 && wend_is_blank(at[3]))
        return WEND_SCENE_PLY;
    wend_scene_format format = format_of_name(path);
    if (format == WEND_SCENE_STL && is_binary_stl(bytes, count))
        return format; // its first 80 bytes may be anything
    if (other_of_bytes(at, end))
        return WEND_SCENE_UNKNOWN;
    if (format == WEND_SCENE_GLB && at < end && *skip_blanks(at, end - 1) == '{')
        return WEND_SCENE_GLTF;
    if (format != WEND_SCENE_UNKNOWN || other_of_name(path) || ending_of_words(skip_blanks(at, end), end))
        return format;
    return format_of_looks(bytes, count, at, end);
}

// ---------------------------------------------------------------------------------------------------- reading

static wend_result refuse_unknown(wend_scene_reader *reader) {
    const wend_file_format *other = other_of_bytes(reader->start, reader->end);
    const wend_file_format *named = other_of_name(reader->source->name);
    if (!other || (named && begins_with(reader->start, reader->end, "PK", 2))) // a zip with a telling name
        other = named ? named : other;
    if (!other)
        other = other_of_name(ending_of_words(skip_blanks(reader->start, reader->end), reader->end));
    if (other)
        return wend_scene_reader_fail(reader, WEND_ERROR_UNSUPPORTED, "format-unsupported", NULL,
                                      "this is %s, which Wend does not read as a scene; %s.", other->name,
                                      other->advice);
    return wend_scene_reader_fail(reader, WEND_ERROR_UNSUPPORTED, "format-unknown", NULL,
                                  "no scene format that Wend knows (.obj .gltf .glb .ply .stl).");
}

// What no reader can make sense of.
static wend_result refuse_bytes(wend_scene_reader *reader) {
    const unsigned char *first = (const unsigned char *)reader->start;
    if (skip_blanks(reader->start, reader->end) == reader->end)
        return wend_scene_reader_fail(reader, WEND_ERROR_EMPTY, "file-empty", NULL, "the file is empty.");
    if (reader->end - reader->start >= 2 &&
        ((first[0] == 0xFF && first[1] == 0xFE) || (first[0] == 0xFE && first[1] == 0xFF)))
        return wend_scene_reader_fail(reader, WEND_ERROR_FORMAT, "file-not-utf8", NULL,
                                      "this is UTF-16 text; save it as UTF-8.");
    return WEND_OK;
}

static wend_result read_format(wend_scene_reader *reader, wend_scene_format format) {
    wend_result result = format == WEND_SCENE_STL ? WEND_OK : refuse_bytes(reader);
    if (result)
        return result;
    switch (format) {
    case WEND_SCENE_OBJ:
        return wend_read_obj(reader);
    case WEND_SCENE_GLTF:
        return wend_read_gltf(reader, false);
    case WEND_SCENE_GLB:
        return wend_read_gltf(reader, true);
    case WEND_SCENE_PLY:
        return wend_read_ply(reader);
    case WEND_SCENE_STL:
        return wend_read_stl(reader);
    default:
        return refuse_unknown(reader);
    }
}

static void tell_tally(wend_scene_reader *reader, wend_severity severity, const char *code, const wend_tally *tally,
                       const char *what, const char *outcome) {
    if (tally->count > 0)
        wend_scene_reader_tell(reader, severity, code, tally->first, "%s: %lld%s; %s.", what, (long long)tally->count,
                               tally->first ? " (the first is here)" : "", outcome);
}

// What was read must be something.
static wend_result judge_scene(wend_scene_reader *reader, const wend_scene_view *before) {
    wend_scene_view after = wend_scene_look(reader->scene);
    if (after.triangle_count == before->triangle_count)
        return wend_scene_reader_fail(reader, WEND_ERROR_EMPTY, "scene-empty", NULL,
                                      "there are no triangles in the file (vertices: %lld).",
                                      (long long)(after.vertex_count - before->vertex_count));
    tell_tally(reader, WEND_WARNING, "vertex-not-finite", &reader->not_finite,
               "vertices with a coordinate that is not finite", "nobody can walk on their triangles");
    tell_tally(reader, WEND_NOTE, "face-too-small", &reader->small, "faces of fewer than three corners", "left out");
    tell_tally(reader, WEND_NOTE, "face-odd", &reader->odd, "polygons without area or that cross themselves",
               "cut as fans");
    return WEND_OK;
}

wend_result wend_file_parse_scene(wend_context *context, const wend_file_source *source, wend_scene_format format,
                                  int32_t file, wend_scene *scene, wend_report *report) {
    if (!context || !source || !scene)
        return WEND_ERROR_ARGUMENT;
    wend_result result = wend_source_judge(source, report);
    if (result)
        return result;
    const char *bytes = source->bytes ? source->bytes : "";
    const char *start = bytes + wend_mark_length(bytes, source->count), *end = bytes + source->count;
    wend_scene_reader reader = {.context = context,
                                .source = source,
                                .start = start,
                                .end = end,
                                .whole = bytes,
                                .at = start,
                                .file = file,
                                .scene = scene,
                                .report = report,
                                .newline = start < end && !memchr(start, '\n', (size_t)(end - start)) ? '\r' : '\n'};
    wend_scene_view before = wend_scene_look(scene);
    if (format == WEND_SCENE_UNKNOWN)
        format = wend_scene_format_of(source->name, bytes, source->count);
    result = read_format(&reader, format);
    if (result == WEND_OK)
        result = judge_scene(&reader, &before);
    if (result)
        wend_scene_cut_back(scene, &before);
    return wend_report_limit(context, result, report);
}

// What the readers of scenes share: see scene_reader.h.
#include "file/scene_reader.h"

#include <wend/text.h>

#include "base/format.h"
#include "file/path.h"
#include "file/source.h"

// ---------------------------------------------------------------------------------------------------- messages

// The line of a byte, from 1.
static int64_t line_of(wend_scene_reader *reader, const char *where) {
    if (!reader->line_at || where < reader->line_at) {
        reader->line_at = reader->start;
        reader->line = 1;
    }
    for (const char *c = reader->line_at; c < where; c++)
        reader->line += *c == reader->newline;
    reader->line_at = where;
    return reader->line;
}

static void add_finding(wend_scene_reader *reader, wend_severity severity, const char *code, const char *where,
                        const char *format, va_list arguments) {
    char cause[WEND_FINDING_TEXT], place[40] = "";
    wend_format_list(cause, sizeof cause, format, arguments);
    int64_t line = where && !reader->binary ? line_of(reader, where) : -1;
    if (line > 0)
        wend_format(place, sizeof place, "%lld:", (long long)line);
    else if (where)
        wend_format(place, sizeof place, " byte %lld:", (long long)(where - reader->whole));
    wend_finding finding = wend_finding_make(code, severity, "%s:%s %s",
                                             wend_shorten_path(wend_source_name(reader->source)).text, place, cause);
    finding.file = reader->file;
    finding.item = line;
    wend_report_add(reader->report, &finding);
}

wend_result wend_scene_reader_fail(wend_scene_reader *reader, wend_result result, const char *code, const char *where,
                                   const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add_finding(reader, WEND_ERROR, code, where, format, arguments);
    va_end(arguments);
    return result;
}

void wend_scene_reader_tell(wend_scene_reader *reader, wend_severity severity, const char *code, const char *where,
                            const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add_finding(reader, severity, code, where, format, arguments);
    va_end(arguments);
}

const char *wend_scene_reader_quote(const wend_scene_reader *reader, const char *where, char text[WEND_QUOTE_TEXT]) {
    wend_reader plain = {.end = reader->end};
    return wend_reader_quote(&plain, where, text);
}

wend_result wend_scene_reader_json(wend_scene_reader *reader, const char *code, const char *text, size_t count,
                                   wend_json *json) {
    wend_json_error error;
    wend_result result = wend_json_parse(json, text, count, &error);
    if (result == WEND_OK || result == WEND_ERROR_MEMORY)
        return result;
    return wend_scene_reader_fail(reader, result, code, text + error.where, "%s.", error.cause);
}

// ---------------------------------------------------------------------------------------------------- filling

// What the scene said, with a finding where that is more than short memory.
static wend_result judge(wend_scene_reader *reader, wend_result result, const char *where) {
    if (result == WEND_ERROR_LIMIT)
        return wend_scene_reader_fail(reader, result, "scene-too-large", where,
                                      "the scene gets more than 2^28 vertices, triangles or parts here; split it.");
    return result;
}

// What is kept of a name: one byte more than fits, so that the scene sees where to cut.
static void clean_name(const char *name, size_t count, char text[WEND_PART_NAME + 1]) {
    memset(text, 0, WEND_PART_NAME + 1);
    while (count > 0 && wend_is_blank(*name)) {
        name++;
        count--;
    }
    while (count > 0 && wend_is_blank(name[count - 1]))
        count--;
    for (size_t at = 0, length = 0, step; at < count && name[at]; at += step, length += step) {
        step = wend_utf8_length(name + at, count - at);
        if (length + (step > 0 ? step : 1) > WEND_PART_NAME)
            break;
        if (step > 0)
            memcpy(text + length, name + at, step);
        else
            text[length] = '?';
        step = step > 0 ? step : 1;
    }
}

wend_result wend_scene_reader_part(wend_scene_reader *reader, const char *name, size_t count, const char *where) {
    char text[WEND_PART_NAME + 1];
    clean_name(name, count, text);
    return judge(reader, wend_scene_begin_part(reader->scene, reader->file, text), where);
}

wend_result wend_scene_reader_label(wend_scene_reader *reader, int32_t from, const char *name, size_t count,
                                    const char *where) {
    char text[WEND_PART_NAME + 1];
    clean_name(name, count, text);
    int32_t triangles = wend_scene_look(reader->scene).triangle_count - from;
    return judge(reader, wend_scene_label_triangles(reader->scene, from, triangles, text), where);
}

wend_result wend_scene_reader_vertices(wend_scene_reader *reader, const double *positions, int64_t count,
                                       int32_t *first, const char *where) {
    if (count > INT32_MAX)
        return judge(reader, WEND_ERROR_LIMIT, where);
    return judge(reader, wend_scene_add_vertices(reader->scene, positions, (int32_t)count, first), where);
}

wend_result wend_scene_reader_triangles(wend_scene_reader *reader, int32_t first, const int32_t *triangles,
                                        int64_t count, const char *where) {
    if (count > INT32_MAX)
        return judge(reader, WEND_ERROR_LIMIT, where);
    return judge(reader, wend_scene_add_triangles(reader->scene, first, triangles, (int32_t)count), where);
}

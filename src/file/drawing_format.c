// Floor plans from files: which format it is, and the reader for it.
//
// Degrees. Wend needs a plane, and a plan in degrees has the wrong shape and size. GeoJSON is in degrees by its
// standard and in metres by custom wherever floor plans are made; WKT may be anything. So they are refused when it is
// plain to see that they are in degrees, with WEND_ERROR_UNSUPPORTED and advice:
//
//     (a) GeoJSON: a "crs" member names geographic coordinates (CRS84, EPSG:4326 and its kin: 4979, 4322, 4258, 4937,
//         4269, 4267). WKT: an SRID is one of these; or
//     (b) there is no "crs" member, no SRID before any geometry; every x is within +-180 and every y within +-90; both
//         sides of the box are below 1, one is above 0; and some coordinate is more than 20 times as large as the
//         larger side: something small, far from the origin.
//
// So a room of 0.5 x 0.5 at the origin, a hall of 80 x 60 and a country of 8 x 6 degrees are read as metres, and so is
// anything whose "crs" is null or names something else, or whose SRID is another one (0 for none in particular). The
// other formats know no such things and are always read as they are.
#include <wend/file.h>

#include "base/context.h"
#include "file/path.h"
#include "file/reader.h"
#include "file/source.h"

// ---------------------------------------------------------------------------------------------------- formats by name

static wend_drawing_format format_of_name(const char *path) {
    const wend_file_format *format = wend_file_format_of(path);
    return format ? format->drawing : WEND_DRAWING_UNKNOWN;
}

// ---------------------------------------------------------------------------------------------- formats by content

// The numbers of the first line: how many (at most 5), and whether the first two may count points and edges.
static int first_line(const char *at, const char *end, bool *counts, int64_t values[2]) {
    int fields = 0;
    *counts = true;
    while (fields < 5) {
        double value = 0;
        while (at < end && (*at == ' ' || *at == '\t'))
            at++;
        const char *next = wend_parse_double(at, end, &value);
        if (!next || (next < end && !wend_is_blank(*next)))
            break;
        if (fields < 2 && (wend_parse_int64(at, end, &values[fields]) != next || values[fields] < 0))
            *counts = false;
        fields++;
        at = next;
    }
    *counts = *counts && fields >= 2;
    return fields;
}

// Whether a text has as many words as an edge file of so many points and edges. (A point file may start with two whole
// numbers as well.)
static bool has_words(const char *at, const char *end, int64_t points, int64_t edges) {
    if (points > INT32_MAX || edges > INT32_MAX)
        return true; // no point file has such coordinates in earnest; the reader will say what is wrong
    int64_t words = 0;
    for (bool inside = false; at < end; at++) {
        words += !inside && !wend_is_blank(*at);
        inside = !wend_is_blank(*at);
    }
    return words == 2 + 2 * points + 2 * edges;
}

// Numbers only: edges, points, or the vertices of Triangle. The first line of the latter has up to four numbers, "count
// 2 attributes markers"; that of an edge file has two, unless lines mean nothing to who wrote it.
static wend_drawing_format format_of_numbers(const char *path, const char *at, const char *end) {
    bool counts = false;
    int64_t values[2] = {0, 0};
    int fields = first_line(at, end, &counts, values);
    if (fields == 0)
        return WEND_DRAWING_UNKNOWN;
    bool triangle = fields > 2 && fields < 5 && values[1] == 2;
    if (counts && !triangle && (wend_ends_with(path, ".txt") || has_words(at, end, values[0], values[1])))
        return WEND_DRAWING_EDGES;
    return fields > 2 ? WEND_DRAWING_POLY : WEND_DRAWING_DAT;
}

// Whether an object is earcut's {"vertices": ...}, by its first key.
static bool is_flat_rings(const char *at, const char *end) {
    static const char *const keys[] = {"\"vertices\"", "\"holes\"", "\"dimensions\""};
    for (at++; at < end && wend_is_blank(*at);)
        at++;
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        if ((size_t)(end - at) >= strlen(keys[k]) && memcmp(at, keys[k], strlen(keys[k])) == 0)
            return true;
    return false;
}

static wend_drawing_format format_of_content(const char *path, const char *at, const char *end) {
    while (at < end && wend_is_blank(*at))
        at++;
    if (at == end)
        return WEND_DRAWING_UNKNOWN;
    if (*at == '[')
        return WEND_DRAWING_RINGS;
    if (*at == '{')
        return is_flat_rings(at, end) ? WEND_DRAWING_RINGS : WEND_DRAWING_GEOJSON;
    if (*at == '#')
        return WEND_DRAWING_POLY;
    if (end - at > 5 && memcmp(at, "type ", 5) == 0)
        return WEND_DRAWING_GRID;
    if (wend_lower(*at) >= 'a' && wend_lower(*at) <= 'z')
        return WEND_DRAWING_WKT;
    return format_of_numbers(path, at, end);
}

wend_drawing_format wend_drawing_format_of(const char *path, const char *bytes, size_t count) {
    wend_drawing_format format = format_of_name(path);
    if (format != WEND_DRAWING_UNKNOWN || !bytes)
        return format;
    size_t mark = wend_mark_length(bytes, count);
    return format_of_content(path, bytes + mark, bytes + count);
}

// ---------------------------------------------------------------------------------------------------- reading

// What no reader can make sense of.
static wend_result refuse_binary(wend_reader *reader) {
    const unsigned char *first = (const unsigned char *)reader->at;
    size_t count = (size_t)(reader->end - reader->at);
    if (count >= 2 && ((first[0] == 0xFF && first[1] == 0xFE) || (first[0] == 0xFE && first[1] == 0xFF)))
        return wend_reader_fail(reader, WEND_ERROR_FORMAT, "file-not-utf8", reader->at,
                                "this is UTF-16 text; save it as UTF-8.");
    size_t look = count < 4096 ? count : 4096;
    const char *zero = look > 0 ? memchr(reader->at, 0, look) : NULL;
    if (zero)
        return wend_reader_fail(reader, WEND_ERROR_FORMAT, "file-binary", zero,
                                "a zero byte: this is no text file and no floor plan that Wend can read.");
    const char *at = reader->at;
    while (at < reader->end && wend_is_blank(*at))
        at++;
    if (at == reader->end)
        return wend_reader_fail(reader, WEND_ERROR_EMPTY, "file-empty", reader->at, "the file is empty.");
    return WEND_OK;
}

static wend_result read_format(wend_reader *reader, wend_drawing_format format) {
    wend_result result = refuse_binary(reader);
    if (result)
        return result;
    switch (format) {
    case WEND_DRAWING_GEOJSON:
        return wend_read_geojson(reader);
    case WEND_DRAWING_WKT:
        return wend_read_wkt(reader);
    case WEND_DRAWING_DAT:
        return wend_read_dat(reader);
    case WEND_DRAWING_EDGES:
        return wend_read_edges(reader);
    case WEND_DRAWING_POLY:
        return wend_read_poly(reader);
    case WEND_DRAWING_RINGS:
        return wend_read_rings(reader);
    case WEND_DRAWING_GRID:
        return wend_read_grid(reader);
    default:
        return wend_reader_fail(reader, WEND_ERROR_UNSUPPORTED, "format-unknown", reader->at,
                                "no floor plan format that Wend knows (.geojson .wkt .dat .txt .poly .json .map).");
    }
}

wend_result wend_file_parse_drawing(wend_context *context, const wend_file_source *source, wend_drawing_format format,
                                    wend_drawing **drawing, wend_report *report) {
    if (!wend_given(drawing, context && source))
        return WEND_ERROR_ARGUMENT;
    wend_result result = wend_source_judge(source, report);
    if (result)
        return result;
    const char *bytes = source->bytes ? source->bytes : "";
    const char *start = bytes + wend_mark_length(bytes, source->count);
    wend_reader reader = {.context = context,
                          .source = source,
                          .start = start,
                          .at = start,
                          .end = bytes + source->count,
                          .report = report};
    if (format == WEND_DRAWING_UNKNOWN)
        format = wend_drawing_format_of(source->name, bytes, source->count);
    result = read_format(&reader, format);
    wend_array_free(context, &reader.ring);
    if (result == WEND_OK)
        *drawing = reader.drawing;
    else
        wend_drawing_destroy(reader.drawing);
    return wend_report_limit(context, result, report);
}

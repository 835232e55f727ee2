// What the readers of floor plans share: see reader.h.
#include "file/reader.h"

#include "base/format.h"
#include "file/path.h"
#include "file/source.h"

// ---------------------------------------------------------------------------------------------------- messages

// Moves line and column (from 1, in characters) to `where`. "\n", "\r\n" and "\r" alone end a line.
static void find_line(wend_reader *reader, const char *where) {
    if (!reader->line_at || where < reader->line_at) {
        reader->line_at = reader->start;
        reader->line = reader->column = 1;
    }
    for (const char *c = reader->line_at; c < where; c++) {
        bool line_ends = *c == '\n' || (*c == '\r' && !(c + 1 < reader->end && c[1] == '\n'));
        if (line_ends) {
            reader->line++;
            reader->column = 1;
        } else if (((unsigned char)*c & 0xC0) != 0x80) {
            reader->column++;
        }
    }
    reader->line_at = where;
}

static void add_finding(wend_reader *reader, wend_severity severity, const char *code, const char *where,
                        const char *format, va_list arguments) {
    char cause[WEND_FINDING_TEXT];
    wend_format_list(cause, sizeof cause, format, arguments);
    find_line(reader, where);
    wend_finding finding =
        wend_finding_make(code, severity, "%s:%lld:%lld: %s", wend_shorten_path(wend_source_name(reader->source)).text,
                          (long long)reader->line, (long long)reader->column, cause);
    finding.file = 0;
    finding.item = reader->line;
    wend_report_add(reader->report, &finding);
}

wend_result wend_reader_fail(wend_reader *reader, wend_result result, const char *code, const char *where,
                             const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add_finding(reader, WEND_ERROR, code, where, format, arguments);
    va_end(arguments);
    return result;
}

void wend_reader_tell(wend_reader *reader, wend_severity severity, const char *code, const char *where,
                      const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    add_finding(reader, severity, code, where, format, arguments);
    va_end(arguments);
}

void wend_tally_add(wend_tally *tally, const char *where) {
    if (tally->count++ == 0)
        tally->first = where;
}

void wend_reader_tell_oddities(wend_reader *reader, const wend_oddities *oddities) {
    if (oddities->unclosed.count > 0)
        wend_reader_tell(reader, WEND_NOTE, "ring-not-closed", oddities->unclosed.first,
                         "rings that do not repeat their first point at the end: %lld (the first is here); closed.",
                         (long long)oddities->unclosed.count);
    if (oddities->heights.count > 0)
        wend_reader_tell(reader, WEND_NOTE, "height-ignored", oddities->heights.first,
                         "points with more than x and y: %lld (the first is here); the rest is ignored.",
                         (long long)oddities->heights.count);
}

wend_result wend_reader_json(wend_reader *reader, const char *code, wend_json *json) {
    wend_json_error error;
    wend_result result = wend_json_parse(json, reader->at, (size_t)(reader->end - reader->at), &error);
    if (result == WEND_OK || result == WEND_ERROR_MEMORY)
        return result;
    return wend_reader_fail(reader, result, code, reader->at + error.where, "%s.", error.cause);
}

const char *wend_reader_quote(const wend_reader *reader, const char *where, char text[WEND_QUOTE_TEXT]) {
    if (where >= reader->end)
        return "the end of the file";
    if (*where == '\n' || *where == '\r')
        return "the end of the line";
    int length = 0;
    text[length++] = '\'';
    for (const char *c = where; c < reader->end && (c == where || !wend_is_blank(*c)); c++) {
        if (length > 32) {
            length += (int)wend_format(text + length, 4, "...");
            break;
        }
        if (*c >= 0x20 && *c < 0x7F)
            text[length++] = *c;
        else
            length += (int)wend_format(text + length, 5, "\\x%02x", (unsigned)(unsigned char)*c);
    }
    text[length++] = '\'';
    text[length] = 0;
    return text;
}

// ---------------------------------------------------------------------------------------------- words and numbers

bool wend_is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

size_t wend_mark_length(const char *bytes, size_t count) {
    return count >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

char wend_lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

void wend_reader_skip(wend_reader *reader, bool lines) {
    while (reader->at < reader->end && wend_is_blank(*reader->at) &&
           (lines || (*reader->at != '\n' && *reader->at != '\r')))
        reader->at++;
}

// Whether a number may end at `at`.
static bool ends(const wend_reader *reader, const char *at, const char *stops) {
    return at >= reader->end || wend_is_blank(*at) || (*at != 0 && strchr(stops, *at));
}

static wend_result unexpected(wend_reader *reader, const char *code, const char *what) {
    char quote[WEND_QUOTE_TEXT];
    return wend_reader_fail(reader, reader->at >= reader->end ? WEND_ERROR_TRUNCATED : WEND_ERROR_FORMAT, code,
                            reader->at, "expected %s, found %s.", what, wend_reader_quote(reader, reader->at, quote));
}

wend_result wend_reader_number(wend_reader *reader, const char *code, const char *what, const char *stops,
                               double *value) {
    char quote[WEND_QUOTE_TEXT];
    const char *end = wend_parse_double(reader->at, reader->end, value);
    if (!end || !ends(reader, end, stops))
        return unexpected(reader, code, what);
    if (*value - *value != 0) { // not finite
        const char *c = reader->at + (*reader->at == '-' || *reader->at == '+');
        bool named = wend_lower(*c) == 'n' || wend_lower(*c) == 'i';
        return wend_reader_fail(reader, WEND_ERROR_NOT_FINITE, code, reader->at, "expected %s, found %s, which is %s.",
                                what, wend_reader_quote(reader, reader->at, quote), named ? "not finite" : "too large");
    }
    reader->at = end;
    return WEND_OK;
}

wend_result wend_reader_integer(wend_reader *reader, const char *code, const char *what, int64_t low, int64_t high,
                                int64_t *value) {
    char quote[WEND_QUOTE_TEXT];
    const char *end = wend_parse_int64(reader->at, reader->end, value);
    if (!end || !ends(reader, end, ""))
        return unexpected(reader, code, what);
    if ((*value < low || *value > high) && low == high)
        return wend_reader_fail(reader, WEND_ERROR_FORMAT, code, reader->at, "expected %lld as %s, found %s.",
                                (long long)low, what, wend_reader_quote(reader, reader->at, quote));
    if (*value < low || *value > high)
        return wend_reader_fail(reader, WEND_ERROR_FORMAT, code, reader->at, "expected %s from %lld to %lld, found %s.",
                                what, (long long)low, (long long)high, wend_reader_quote(reader, reader->at, quote));
    reader->at = end;
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- degrees

bool wend_srid_is_geographic(int64_t srid) {
    // WGS 84 in two and three dimensions, its predecessors, ETRS89, NAD83 and NAD27.
    static const int32_t codes[] = {4326, 4979, 4322, 4258, 4937, 4269, 4267};
    for (size_t k = 0; k < sizeof codes / sizeof *codes; k++)
        if (srid == codes[k])
            return true;
    return false;
}

// The lower corner of a drawing's box, when its numbers look like degrees.
static bool find_degrees(const wend_drawing *drawing, double low[2]) {
    wend_drawing_view view = wend_drawing_look(drawing);
    double high[2] = {0, 0}, farthest = 0;
    low[0] = low[1] = 0;
    for (int64_t k = 0; k < 2 * (int64_t)view.point_count; k++) {
        double value = view.points[k], size = value < 0 ? -value : value;
        low[k & 1] = k < 2 || value < low[k & 1] ? value : low[k & 1];
        high[k & 1] = k < 2 || value > high[k & 1] ? value : high[k & 1];
        farthest = size > farthest ? size : farthest;
        if (size > (k & 1 ? 90 : 180))
            return false;
    }
    double width = high[0] - low[0], height = high[1] - low[1];
    double extent = width > height ? width : height;
    return extent > 0 && extent < 1 && farthest > 20 * extent;
}

bool wend_looks_geographic(const wend_drawing *drawing) {
    double low[2];
    return find_degrees(drawing, low);
}

wend_result wend_reader_refuse_degrees(wend_reader *reader, const char *otherwise) {
    double low[2];
    if (!find_degrees(reader->drawing, low))
        return WEND_OK;
    char x[WEND_NUMBER_TEXT], y[WEND_NUMBER_TEXT];
    wend_print_double(x, low[0]);
    wend_print_double(y, low[1]);
    return wend_reader_fail(reader, WEND_ERROR_UNSUPPORTED, "coordinates-in-degrees", reader->start,
                            "less than 1 x 1 in size near (%.12s, %.12s), this looks like degrees: project to metres "
                            "(e.g. ogr2ogr -t_srs EPSG:32632), or %s.",
                            x, y, otherwise);
}

// ---------------------------------------------------------------------------------------------------- shapes

wend_result wend_reader_begin(wend_reader *reader, wend_inside_rule rule) {
    return wend_drawing_create(reader->context, rule, &reader->drawing);
}

wend_result wend_reader_point(wend_reader *reader, double x, double y) {
    if (!wend_array_reserve(reader->context, &reader->ring, reader->ring.count + 2))
        return WEND_ERROR_MEMORY;
    reader->ring.data[reader->ring.count++] = x;
    reader->ring.data[reader->ring.count++] = y;
    return WEND_OK;
}

wend_result wend_reader_position(wend_reader *reader, const char *code, const wend_json *json, int64_t node,
                                 wend_oddities *oddities) {
    double place[2];
    int64_t count = wend_json_numbers(json, node, place, 2);
    const char *where = json->text + json->nodes.data[node].where;
    if (count < 2)
        return wend_reader_fail(reader, WEND_ERROR_FORMAT, code, where, "expected a position [x, y].");
    if (count > 2)
        wend_tally_add(&oddities->heights, where);
    return wend_reader_point(reader, place[0], place[1]);
}

bool wend_reader_close(wend_reader *reader) {
    int64_t count = reader->ring.count;
    if (count < 4)
        return true;
    const double *p = reader->ring.data;
    if (p[0] != p[count - 2] || p[1] != p[count - 1])
        return false;
    reader->ring.count -= 2;
    return true;
}

wend_result wend_reader_shape(wend_reader *reader, wend_shape_kind kind, int64_t polygon, const char *where) {
    int64_t count = reader->ring.count / 2;
    if (count == 0)
        return WEND_OK;
    wend_result result =
        count > INT32_MAX || polygon > INT32_MAX
            ? WEND_ERROR_LIMIT
            : wend_drawing_add(reader->drawing, kind, (int32_t)polygon, reader->ring.data, (int32_t)count);
    reader->ring.count = 0;
    int32_t shape = wend_drawing_look(reader->drawing).shape_count - 1;
    if (result == WEND_OK && reader->area != 0)
        result = wend_drawing_set_area(reader->drawing, shape, reader->area);
    if (result == WEND_OK && reader->area_name[0])
        result = wend_drawing_name_shape(reader->drawing, shape, reader->area_name);
    if (result == WEND_ERROR_LIMIT)
        return wend_reader_fail(reader, result, "drawing-too-large", where,
                                "the drawing gets more than 2^28 points here; split it.");
    return result;
}

// Scenes as STL: triangles with three places each, no shared vertices.
//
//     solid NAME                         80 bytes of anything
//       facet normal 0 0 1               the number of triangles, 4 bytes
//         outer loop                     then for each of them 50 bytes:
//           vertex 0 0 0                   the normal, 3 floats
//           vertex 1 0 0                   three vertices, 9 floats
//           vertex 0 1 0                   2 bytes of anything
//         endloop                        (little-endian)
//       endfacet
//     endsolid NAME
//
// Normals are passed over: the order of the vertices tells the front. Each solid of a text file is a part.
//
// Many programs begin the 80 bytes of a binary file with "solid" as well. So a file is binary when it has the size that
// its count asks for, and else a text file when it begins with "solid" and no zero byte is near the start. A binary
// file with a count of 0 and whole triangles behind it was left unfinished by who wrote it; they are read.
#include "file/scene_reader.h"

#define CODE "stl-syntax"

enum { BATCH = 1024, HEADER = 84, RECORD = 50 };

typedef struct stl {
    wend_scene_reader *reader;
    int32_t count; // triangles in the batch
    double positions[9 * BATCH];
    int32_t triangles[3 * BATCH]; // 0, 1, 2, ...
} stl;

// ---------------------------------------------------------------------------------------------------- the batch

static wend_result flush(stl *s, const char *where) {
    int32_t first = 0, count = s->count;
    s->count = 0;
    if (count == 0)
        return WEND_OK;
    wend_result result = wend_scene_reader_vertices(s->reader, s->positions, 3 * count, &first, where);
    return result ? result : wend_scene_reader_triangles(s->reader, first, s->triangles, count, where);
}

// Where the next triangle's coordinates go, and what to do once they are there.
static double *next_triangle(stl *s) {
    return s->positions + 9 * (int64_t)s->count;
}

static wend_result add_triangle(stl *s, const char *where) {
    const double *p = next_triangle(s);
    for (int k = 0; k < 3; k++, p += 3)
        if ((p[0] - p[0]) + (p[1] - p[1]) + (p[2] - p[2]) != 0)
            wend_tally_add(&s->reader->not_finite, where);
    return ++s->count == BATCH ? flush(s, where) : WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- binary

static uint32_t read_u32(const char *bytes) {
    const unsigned char *c = (const unsigned char *)bytes;
    return (uint32_t)c[0] | (uint32_t)c[1] << 8 | (uint32_t)c[2] << 16 | (uint32_t)c[3] << 24;
}

static double read_float(const char *bytes) {
    uint32_t pattern = read_u32(bytes);
    float value;
    memcpy(&value, &pattern, sizeof value);
    return (double)value;
}

// How many triangles a binary file holds, by its count and by its size.
static wend_result count_triangles(wend_scene_reader *reader, int64_t *count) {
    int64_t size = reader->end - reader->whole, fit = (size - HEADER) / RECORD;
    const char *where = reader->whole + HEADER - 4;
    *count = (int64_t)read_u32(where);
    if (*count == 0 && fit > 0 && (size - HEADER) % RECORD == 0) {
        *count = fit;
        wend_scene_reader_tell(reader, WEND_WARNING, "stl-count", where,
                               "the count of triangles is 0, but there are %lld; they are read.", (long long)fit);
    } else if (*count > fit) {
        return wend_scene_reader_fail(reader, WEND_ERROR_TRUNCATED, CODE, where,
                                      "the count says %lld triangles, but the file ends after %lld.", (long long)*count,
                                      (long long)fit);
    } else if (size > HEADER + RECORD * *count) {
        wend_scene_reader_tell(reader, WEND_WARNING, "stl-count", where,
                               "the count says %lld triangles, but %lld bytes follow them; passed over.",
                               (long long)*count, (long long)(size - HEADER - RECORD * *count));
    }
    return WEND_OK;
}

static wend_result read_binary(stl *s) {
    wend_scene_reader *reader = s->reader;
    int64_t count = 0;
    reader->binary = true;
    if (reader->end - reader->whole < HEADER)
        return wend_scene_reader_fail(reader, WEND_ERROR_TRUNCATED, CODE, NULL,
                                      "neither text that begins with \"solid\" nor the %d bytes that a binary STL has.",
                                      (int)HEADER);
    wend_result result = count_triangles(reader, &count);
    if (result == WEND_OK)
        result = wend_scene_reader_part(reader, "", 0, NULL);
    const char *record = reader->whole + HEADER;
    for (int64_t t = 0; t < count && result == WEND_OK; t++, record += RECORD) {
        double *p = next_triangle(s);
        for (int k = 0; k < 9; k++)
            p[k] = read_float(record + 12 + 4 * k);
        result = add_triangle(s, record);
    }
    return result ? result : flush(s, record);
}

// ---------------------------------------------------------------------------------------------------- text

static void skip(wend_scene_reader *reader) {
    while (reader->at < reader->end && wend_is_blank(*reader->at))
        reader->at++;
}

// Takes the next word when it is `word` (in lower case), in any case.
static bool take(wend_scene_reader *reader, const char *word) {
    skip(reader);
    const char *c = reader->at;
    for (; *word; word++, c++)
        if (c >= reader->end || wend_lower(*c) != *word)
            return false;
    if (c < reader->end && !wend_is_blank(*c))
        return false;
    reader->at = c;
    return true;
}

static wend_result unexpected(wend_scene_reader *reader, const char *what) {
    char quote[WEND_QUOTE_TEXT];
    skip(reader);
    return wend_scene_reader_fail(reader, reader->at >= reader->end ? WEND_ERROR_TRUNCATED : WEND_ERROR_FORMAT, CODE,
                                  reader->at, "expected %s, found %s.", what,
                                  wend_scene_reader_quote(reader, reader->at, quote));
}

static wend_result expect(wend_scene_reader *reader, const char *word, const char *what) {
    return take(reader, word) ? WEND_OK : unexpected(reader, what);
}

// Skips the normal of a facet, which may be anything.
static void skip_normal(wend_scene_reader *reader) {
    take(reader, "normal");
    for (int k = 0; k < 3; k++) {
        skip(reader);
        const char *word = reader->at;
        if (take(reader, "outer")) {
            reader->at = word;
            return;
        }
        while (reader->at < reader->end && !wend_is_blank(*reader->at))
            reader->at++;
    }
}

// The rest of the line.
static const char *take_line(wend_scene_reader *reader, size_t *count) {
    const char *start = reader->at;
    while (reader->at < reader->end && *reader->at != reader->newline)
        reader->at++;
    *count = (size_t)(reader->at - start);
    return start;
}

static wend_result read_vertex(wend_scene_reader *reader, double p[3]) {
    static const char *const names[3] = {"an x coordinate", "a y coordinate", "a z coordinate"};
    wend_result result = expect(reader, "vertex", "vertex");
    for (int k = 0; k < 3 && result == WEND_OK; k++) {
        skip(reader);
        const char *next = wend_parse_double(reader->at, reader->end, &p[k]);
        if (!next || (next < reader->end && !wend_is_blank(*next)))
            return unexpected(reader, names[k]);
        reader->at = next;
    }
    return result;
}

static wend_result read_facet(stl *s, const char *where) {
    wend_scene_reader *reader = s->reader;
    skip_normal(reader);
    wend_result result = expect(reader, "outer", "outer loop");
    if (result == WEND_OK)
        result = expect(reader, "loop", "outer loop");
    for (int k = 0; k < 3 && result == WEND_OK; k++)
        result = read_vertex(reader, next_triangle(s) + 3 * k);
    if (result == WEND_OK)
        result = expect(reader, "endloop", "endloop after three vertices");
    if (result == WEND_OK)
        result = expect(reader, "endfacet", "endfacet");
    return result ? result : add_triangle(s, where);
}

// One solid, behind its word. *closed tells whether it was ended.
static wend_result read_solid(stl *s, bool *closed) {
    wend_scene_reader *reader = s->reader;
    size_t length = 0;
    const char *name = take_line(reader, &length);
    wend_result result = wend_scene_reader_part(reader, name, length, name);
    *closed = false;
    while (result == WEND_OK && !*closed) {
        skip(reader);
        const char *where = reader->at;
        if (take(reader, "facet"))
            result = read_facet(s, where);
        else if (take(reader, "endsolid"))
            *closed = true;
        else if (where == reader->end)
            break;
        else
            return unexpected(reader, "facet or endsolid");
    }
    take_line(reader, &length); // the name again
    return result ? result : flush(s, reader->at);
}

static wend_result read_text(stl *s) {
    wend_scene_reader *reader = s->reader;
    bool closed = true;
    wend_result result = WEND_OK;
    while (result == WEND_OK && closed) {
        skip(reader);
        if (reader->at == reader->end)
            return WEND_OK;
        result = expect(reader, "solid", "solid");
        if (result == WEND_OK)
            result = read_solid(s, &closed);
    }
    if (result == WEND_OK)
        wend_scene_reader_tell(reader, WEND_WARNING, "stl-open", reader->at,
                               "the file ends without endsolid; it may have been cut off.");
    return result;
}

// ---------------------------------------------------------------------------------------------------- the file

static bool is_text(const wend_scene_reader *reader) {
    int64_t size = reader->end - reader->whole;
    if (size >= HEADER && size == HEADER + RECORD * (int64_t)read_u32(reader->whole + HEADER - 4))
        return false;
    wend_scene_reader look = *reader;
    return take(&look, "solid") && !memchr(reader->whole, 0, (size_t)(size < 1024 ? size : 1024));
}

wend_result wend_read_stl(wend_scene_reader *reader) {
    if (reader->whole == reader->end)
        return wend_scene_reader_fail(reader, WEND_ERROR_EMPTY, "file-empty", NULL, "the file is empty.");
    stl *s = wend_allocate(reader->context, sizeof *s);
    if (!s)
        return WEND_ERROR_MEMORY;
    s->reader = reader;
    s->count = 0;
    for (int32_t k = 0; k < 3 * BATCH; k++)
        s->triangles[k] = k;
    wend_result result = is_text(reader) ? read_text(s) : read_binary(s);
    wend_release(reader->context, s, sizeof *s);
    return result;
}

// Scenes as Wavefront OBJ.
//
//     # comment                  up to the end of the line
//     v 1.5 0 -2                 a vertex; w or a colour behind it is passed over
//     o house                    begins a part, and so does g
//     usemtl grass               faces from here on go by this name too, as they do by that of their object
//     f 1 2 3                    a face: any number of corners, counted from 1,
//     f 1/1 2/2/2 3//3 -1        with texture and normal behind a stroke, which are passed over; -1 is the last vertex
//     f 1 2 \                    a line goes on behind a backslash at its end
//       3 4
//
// Normals, textures, smoothing, lines, points and the like are passed over; so are words that nobody knows,
// with one note. Free-form surfaces are not read, and a warning says so. A face may name vertices that come after it:
// when one does, the file is read once for its vertices and once more for its faces.
//
// A coordinate that is not finite, also in the words of Microsoft's library ("-1.#IND", "nan(ind)"), is kept, and a
// warning counts the vertices.
#include "geom/polygon.h"
#include "file/scene_reader.h"

#include <math.h>

#define CODE "obj-syntax"

enum { BATCH = 1024 }; // vertices and triangles that are handed to the scene at a time

typedef enum pass { PASS_ALL, PASS_VERTICES, PASS_FACES } pass;

// A name that faces go by besides that of their part, until the next of its kind.
typedef struct run {
    const char *name;
    size_t length;
    int32_t first; // the scene's triangle at which it begins
} run;

typedef struct obj {
    wend_scene_reader *reader;
    const char *end;
    char newline;
    pass pass;
    bool again;    // a face names a vertex that has not been read yet
    int32_t base;  // the scene's vertices before this file
    int64_t seen;  // vertices passed so far
    int64_t known; // vertices that a face may name
    const char *name;
    size_t name_length;
    bool named;           // whether the part of that name was begun
    run object, material; //
    wend_polygon polygon;
    wend_tally unknown, surfaces;
    int32_t vertex_count, triangle_count; // of the batches
    double positions[3 * BATCH];
    int32_t triangles[3 * BATCH];
} obj;

// ---------------------------------------------------------------------------------------------------- the batches

static wend_result flush_vertices(obj *o, const char *where) {
    int32_t first, count = o->vertex_count;
    o->vertex_count = 0;
    return count > 0 ? wend_scene_reader_vertices(o->reader, o->positions, count, &first, where) : WEND_OK;
}

static wend_result begin_part(obj *o, const char *where) {
    if (o->named)
        return WEND_OK;
    o->named = true;
    return wend_scene_reader_part(o->reader, o->name, o->name_length, where);
}

static wend_result flush_triangles(obj *o, const char *where) {
    int32_t count = o->triangle_count;
    if (count == 0)
        return WEND_OK;
    o->triangle_count = 0;
    wend_result result = flush_vertices(o, where);
    if (result == WEND_OK)
        result = begin_part(o, where);
    return result ? result : wend_scene_reader_triangles(o->reader, o->base, o->triangles, count, where);
}

// ---------------------------------------------------------------------------------------------------- lines and words

// White space as wend_is_blank has it, within this file for speed.
static inline bool is_blank(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r');
}

// Whether a line goes on at a backslash: the start of the next one, or NULL.
static const char *next_line(const obj *o, const char *c) {
    if (c >= o->end || *c != '\\')
        return NULL;
    c++;
    if (c < o->end && *c == '\r' && o->newline == '\n')
        c++;
    return c < o->end && *c == o->newline ? c + 1 : NULL;
}

// Skips what separates words.
static inline const char *skip(const obj *o, const char *c) {
    for (;;) {
        while (c < o->end && is_blank(*c) && *c != o->newline)
            c++;
        if (c == o->end || *c != '\\')
            return c;
        const char *next = next_line(o, c);
        if (!next)
            return c;
        c = next;
    }
}

// Whether a word ends here.
static inline bool word_ends(const obj *o, const char *c) {
    return c >= o->end || is_blank(*c) || (*c == '\\' && next_line(o, c) != NULL);
}

// The newline that ends this line, or the end of the file.
static const char *line_end(const obj *o, const char *c) {
    if (c < o->end && *c == o->newline)
        return c;
    const char *found = c < o->end ? memchr(c, o->newline, (size_t)(o->end - c)) : NULL;
    return found ? found : o->end;
}

// The same for a line that may go on.
static const char *long_line_end(const obj *o, const char *c) {
    for (;;) {
        const char *start = c;
        c = line_end(o, c);
        const char *last = c - (c > start && c[-1] == '\r' && o->newline == '\n');
        if (c == o->end || last == start || last[-1] != '\\')
            return c;
        c++;
    }
}

static wend_result unexpected(obj *o, const char *what, const char *found) {
    char quote[WEND_QUOTE_TEXT];
    return wend_scene_reader_fail(o->reader, found >= o->end ? WEND_ERROR_TRUNCATED : WEND_ERROR_FORMAT, CODE, found,
                                  "expected %s, found %s.", what, wend_scene_reader_quote(o->reader, found, quote));
}

// ---------------------------------------------------------------------------------------------------- vertices

// A number that is none, in the words of Microsoft's library: the end of it, or NULL.
static const char *parse_no_number(const obj *o, const char *c, double *value) {
    const char *start = c + (c < o->end && (*c == '-' || *c == '+'));
    bool hash = o->end - start > 3 && memcmp(start, "1.#", 3) == 0;
    bool bracket = o->end - start > 4 && wend_lower(start[0]) == 'n' && start[3] == '(';
    if (!hash && !bracket)
        return NULL;
    *value = (double)NAN;
    for (c = start; !word_ends(o, c); c++)
        continue;
    return c;
}

static wend_result read_coordinate(obj *o, int axis, const char **at, double *value) {
    static const char *const names[3] = {"an x coordinate", "a y coordinate", "a z coordinate"};
    const char *c = skip(o, *at), *next = wend_parse_double(c, o->end, value);
    if (!next || !word_ends(o, next))
        next = parse_no_number(o, c, value);
    if (!next)
        return unexpected(o, names[axis], c);
    *at = next;
    return WEND_OK;
}

static wend_result read_vertex(obj *o, const char **at, const char *where) {
    o->seen++;
    if (o->pass == PASS_FACES)
        return WEND_OK;
    o->known++;
    double *p = o->positions + 3 * (int64_t)o->vertex_count;
    for (int k = 0; k < 3; k++) {
        wend_result result = read_coordinate(o, k, at, &p[k]);
        if (result)
            return result;
    }
    if ((p[0] - p[0]) + (p[1] - p[1]) + (p[2] - p[2]) != 0)
        wend_tally_add(&o->reader->not_finite, where);
    return ++o->vertex_count == BATCH ? flush_vertices(o, where) : WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- faces

// The vertex, from 0, that a corner names by a number; -1 when there is none (told, or to be read again).
static int32_t find_vertex(obj *o, bool negative, int64_t number, const char *where, wend_result *result) {
    if (number > 0 && number <= (negative ? o->seen : o->known))
        return (int32_t)(negative ? o->seen - number : number - 1);
    if (number > 0 && !negative && o->pass == PASS_ALL) {
        o->again = true;
        return -1;
    }
    char quote[WEND_QUOTE_TEXT];
    const char *found = wend_scene_reader_quote(o->reader, where, quote);
    if (number == 0)
        *result = wend_scene_reader_fail(o->reader, WEND_ERROR_FORMAT, CODE, where,
                                         "%s names no vertex: they are counted from 1.", found);
    else if (negative)
        *result = wend_scene_reader_fail(o->reader, WEND_ERROR_FORMAT, CODE, where,
                                         "%s names no vertex: only %lld come before it.", found, (long long)o->seen);
    else
        *result = wend_scene_reader_fail(o->reader, WEND_ERROR_FORMAT, CODE, where,
                                         "%s names no vertex: the file has %lld.", found, (long long)o->known);
    return -1;
}

static wend_result read_corner(obj *o, const char **at, int32_t *vertex) {
    const char *start = *at, *c = start;
    bool negative = *c == '-';
    c += negative;
    uint64_t word = 0;
    const char *digits = c;
    for (; c < o->end && *c >= '0' && *c <= '9'; c++)
        word = word * 10 + (uint64_t)(*c - '0');
    bool good = c > digits;
    int64_t number = c - digits > 18 ? INT64_MAX : (int64_t)word;
    if (c < o->end && *c == '/') // texture and normal
        while (c < o->end && (*c == '/' || *c == '-' || (*c >= '0' && *c <= '9')))
            c++;
    if (!good || !word_ends(o, c))
        return unexpected(o, "a vertex index", start);
    *at = c;
    if (!negative && number > 0 && number <= o->known) {
        *vertex = (int32_t)(number - 1);
        return WEND_OK;
    }
    wend_result result = WEND_OK;
    *vertex = find_vertex(o, negative, number, start, &result);
    return result;
}

static wend_result add_triangle(obj *o, const int32_t corners[3], const char *where) {
    memcpy(o->triangles + 3 * (int64_t)o->triangle_count, corners, 3 * sizeof *corners);
    return ++o->triangle_count == BATCH ? flush_triangles(o, where) : WEND_OK;
}

static wend_result add_polygon(obj *o, const char *where) {
    bool clean = false;
    wend_result result = flush_vertices(o, where);
    if (result == WEND_OK)
        result = wend_polygon_cut(o->reader->context, &o->polygon,
                                  wend_scene_look(o->reader->scene).positions + 3 * (int64_t)o->base, &clean);
    if (result == WEND_OK && !clean)
        wend_tally_add(&o->reader->odd, where);
    for (int64_t k = 0; k < o->polygon.triangles.count && result == WEND_OK; k += 3)
        result = add_triangle(o, o->polygon.triangles.data + k, where);
    return result;
}

// The plainest face, three vertices that are there with one space before each: its end, or NULL when it is another.
// Most of what large files hold; read_corner reads it as well, but takes longer.
static const char *read_plain(const obj *o, const char *c, int32_t corners[3]) {
    const char *end = o->end;
    for (int k = 0; k < 3; k++) {
        if (c == end || *c != ' ')
            return NULL;
        const char *digits = ++c;
        uint64_t number = 0;
        for (; c < end && *c >= '0' && *c <= '9'; c++)
            number = number * 10 + (uint64_t)(*c - '0');
        if (c - digits > 18 || number == 0 || number > (uint64_t)o->known)
            return NULL;
        corners[k] = (int32_t)(number - 1);
    }
    return c < end && *c == o->newline ? c : NULL;
}

static wend_result read_face(obj *o, const char **at, const char *where) {
    if (o->pass == PASS_VERTICES)
        return WEND_OK;
    int32_t plain[3];
    const char *plain_end = read_plain(o, *at, plain);
    if (plain_end) {
        *at = plain_end;
        return add_triangle(o, plain, where);
    }
    o->polygon.corners.count = 0;
    const char *c = skip(o, *at);
    while (c < o->end && *c != o->newline && *c != '#') {
        int32_t vertex = -1;
        wend_result result = read_corner(o, &c, &vertex);
        if (result || vertex < 0)
            return result;
        if (!wend_array_push(o->reader->context, &o->polygon.corners, vertex))
            return WEND_ERROR_MEMORY;
        c = skip(o, c);
    }
    *at = c;
    if (o->polygon.corners.count == 3)
        return add_triangle(o, o->polygon.corners.data, where);
    if (o->polygon.corners.count > 3)
        return add_polygon(o, where);
    wend_tally_add(&o->reader->small, where);
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- other lines

// The name on the rest of a line: where it begins, and how long it is.
static const char *read_name(const obj *o, const char *c, size_t *length) {
    const char *end = line_end(o, c);
    while (c < end && wend_is_blank(*c))
        c++;
    while (end > c && wend_is_blank(end[-1]))
        end--;
    *length = (size_t)(end - c);
    return c;
}

// Ends a run: its triangles, which the scene has by now, get its name.
static wend_result end_run(obj *o, run *r, const char *where) {
    int32_t first = r->first;
    r->first = wend_scene_look(o->reader->scene).triangle_count;
    return first < r->first ? wend_scene_reader_label(o->reader, first, r->name, r->length, where) : WEND_OK;
}

static wend_result begin_run(obj *o, run *r, const char *c, const char *where) {
    size_t length;
    c = read_name(o, c, &length);
    if (length == r->length && (length == 0 || memcmp(c, r->name, length) == 0))
        return WEND_OK;
    wend_result result = flush_triangles(o, where);
    if (result == WEND_OK)
        result = end_run(o, r, where);
    r->name = c;
    r->length = length;
    return result;
}

// A part: what follows belongs to it, until the next. It begins with its first triangle, so that parts without any are
// not there, and neither is one that only says again what the last one said.
static wend_result read_part(obj *o, const char *c, const char *where) {
    size_t length;
    c = read_name(o, c, &length);
    if (length == o->name_length && (length == 0 || memcmp(c, o->name, length) == 0))
        return WEND_OK;
    wend_result result = flush_triangles(o, where);
    o->name = c;
    o->name_length = length;
    o->named = false;
    return result;
}

// A word that is neither vertex, face nor part.
static void pass_over(obj *o, const char *word, size_t length) {
    static const char *const surfaces[] = {"surf", "curv", "curv2"};
    static const char *const known[] = {
        "vn",         "vt",        "vp",       "l",     "p",     "s",    "mtllib", "usemap", "maplib", "mg", "lod",
        "bevel",      "c_interp",  "d_interp", "ctech", "stech", "parm", "trim",   "hole",   "scrv",   "sp", "end",
        "shadow_obj", "trace_obj", "con",      "deg",   "bmat",  "step", "cstype", "call",   "csh"};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strlen(known[k]) == length && memcmp(known[k], word, length) == 0)
            return;
    for (size_t k = 0; k < sizeof surfaces / sizeof *surfaces; k++)
        if (strlen(surfaces[k]) == length && memcmp(surfaces[k], word, length) == 0) {
            wend_tally_add(&o->surfaces, word);
            return;
        }
    wend_tally_add(&o->unknown, word);
}

// Reads the line at `c`, which starts with a word, and returns its end in *at.
static wend_result read_line(obj *o, const char *c, const char **at) {
    const char *word = c;
    while (!word_ends(o, c))
        c++;
    size_t length = (size_t)(c - word);
    wend_result result = WEND_OK;
    if (length == 1 && *word == 'v') {
        result = read_vertex(o, &c, word);
    } else if (*word == 'f' && (length == 1 || (length == 2 && word[1] == 'o'))) {
        result = read_face(o, &c, word);
    } else if (length == 1 && (*word == 'o' || *word == 'g')) {
        if (o->pass != PASS_VERTICES && *word == 'o')
            result = begin_run(o, &o->object, c, word);
        if (o->pass != PASS_VERTICES && result == WEND_OK)
            result = read_part(o, c, word);
        *at = line_end(o, c);
        return result;
    } else if (length == 6 && memcmp(word, "usemtl", 6) == 0) {
        result = o->pass == PASS_VERTICES ? WEND_OK : begin_run(o, &o->material, c, word);
        *at = line_end(o, c);
        return result;
    } else if (*word == '#') { // a path in a comment may end in a backslash
        *at = line_end(o, c);
        return WEND_OK;
    } else if (o->pass != PASS_FACES && !(*word == 'v' && length == 2 && (word[1] == 'n' || word[1] == 't'))) {
        pass_over(o, word, length);
    }
    *at = long_line_end(o, c);
    return result;
}

static wend_result read_all(obj *o, pass which) {
    o->pass = which;
    o->seen = 0;
    const char *c = o->reader->start;
    while (c < o->end && !o->again) {
        while (c < o->end && is_blank(*c))
            c++;
        if (c == o->end)
            break;
        wend_result result = read_line(o, c, &c);
        if (result)
            return result;
    }
    wend_result result = flush_triangles(o, o->end);
    if (result == WEND_OK)
        result = end_run(o, &o->object, o->end);
    if (result == WEND_OK)
        result = end_run(o, &o->material, o->end);
    return result ? result : flush_vertices(o, o->end);
}

// ---------------------------------------------------------------------------------------------------- the file

static void tell_oddities(obj *o) {
    char quote[WEND_QUOTE_TEXT];
    wend_scene_reader *reader = o->reader;
    if (o->surfaces.count > 0)
        wend_scene_reader_tell(
            reader, WEND_WARNING, "surface-ignored", o->surfaces.first,
            "free-form curves and surfaces: %lld (the first is here); not read, make a mesh of them.",
            (long long)o->surfaces.count);
    if (o->unknown.count > 0)
        wend_scene_reader_tell(reader, WEND_NOTE, "obj-unknown", o->unknown.first,
                               "lines that start with an unknown word: %lld (the first, %s, is here); passed over.",
                               (long long)o->unknown.count, wend_scene_reader_quote(reader, o->unknown.first, quote));
}

static wend_result refuse_binary(wend_scene_reader *reader) {
    size_t count = (size_t)(reader->end - reader->start);
    const char *zero = memchr(reader->start, 0, count < 4096 ? count : 4096);
    if (!zero)
        return WEND_OK;
    return wend_scene_reader_fail(reader, WEND_ERROR_FORMAT, "file-binary", zero,
                                  "a zero byte: this is no text file, so it is no OBJ.");
}

// Reads a file whose faces name vertices that come later: all vertices, then all faces.
static wend_result read_twice(obj *o, const wend_scene_view *before) {
    wend_scene_cut_back(o->reader->scene, before);
    o->reader->not_finite = o->reader->small = o->reader->odd = o->unknown = o->surfaces = (wend_tally){0};
    o->again = o->named = false;
    o->name_length = 0;
    o->object = o->material = (run){.name = "", .first = before->triangle_count};
    o->known = 0;
    o->vertex_count = o->triangle_count = 0;
    wend_result result = read_all(o, PASS_VERTICES);
    return result ? result : read_all(o, PASS_FACES);
}

wend_result wend_read_obj(wend_scene_reader *reader) {
    wend_result result = refuse_binary(reader);
    if (result)
        return result;
    obj *o = wend_allocate(reader->context, sizeof *o);
    if (!o)
        return WEND_ERROR_MEMORY;
    memset(o, 0, offsetof(obj, positions));
    wend_scene_view before = wend_scene_look(reader->scene);
    o->reader = reader;
    o->end = reader->end;
    o->newline = reader->newline;
    o->base = before.vertex_count;
    o->name = "";
    o->object = o->material = (run){.name = "", .first = before.triangle_count};
    result = read_all(o, PASS_ALL);
    if (result == WEND_OK && o->again)
        result = read_twice(o, &before);
    if (result == WEND_OK)
        tell_oddities(o);
    wend_polygon_free(reader->context, &o->polygon);
    wend_release(reader->context, o, sizeof *o);
    return result;
}

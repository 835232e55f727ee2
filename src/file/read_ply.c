// Scenes as PLY: a header that tells what follows, then that, as text or binary of either byte order.
//
//     ply
//     format ascii 1.0                         or binary_little_endian, binary_big_endian
//     comment anything
//     element vertex 3                         rows of the first kind
//     property float x                         what each has: numbers of one of eight types
//     property float y
//     property float z
//     element face 1
//     property list uchar int vertex_indices   or vertex_index: a count, and as many numbers
//     end_header
//     0 0 0
//     1 0 0
//     0 1 0
//     3 0 1 2
//
// x, y and z of `vertex`, the polygons of `face` and the strips of `tristrips` (where -1 begins a new one) are read,
// whatever their types; all other elements and properties are passed over. A PLY has no groups: it is one part.
#include "geom/polygon.h"
#include "file/scene_reader.h"

#define CODE "ply-syntax"

enum { BATCH = 1024 };

typedef enum kind { OTHER_ROW, VERTEX, FACE, STRIPS } kind;
typedef enum role { NO_ROLE, X, Y, Z, INDICES } role;
typedef enum type { INT8, UINT8, INT16, UINT16, INT32, UINT32, FLOAT32, FLOAT64, TYPE_COUNT } type;

typedef struct property {
    bool list;
    type count_type; // of a list
    type type;
    role role;
} property;

typedef struct element {
    kind kind;
    int64_t count;      // rows
    int64_t first, end; // its properties
} element;

typedef struct ply {
    wend_scene_reader *reader;
    bool text, big;
    WEND_ARRAY(element) elements;
    WEND_ARRAY(property) properties;
    int64_t vertices; // of the header
    bool vertices_read;
    int32_t base;        // the scene's vertices before this file
    const element *here; // where in the data
    int64_t row;
    const char *row_at;
    wend_polygon polygon; // its corners: the list that was read last
    int32_t vertex_count, triangle_count;
    double positions[3 * BATCH];
    int32_t triangles[3 * BATCH];
} ply;

// ---------------------------------------------------------------------------------------------------- the header

// A line of the header, cut into words.
typedef struct line {
    const char *start;
    const char *word[5];
    size_t length[5];
    int count; // of words; more than five are not kept
} line;

static bool is_word(const line *l, int k, const char *word) {
    return k < l->count && l->length[k] == strlen(word) && memcmp(l->word[k], word, l->length[k]) == 0;
}

// Takes the next line; false at the end of the file.
static bool take_line(wend_scene_reader *reader, line *l) {
    const char *c = reader->at, *end = reader->end;
    *l = (line){.start = c};
    while (c < end && *c != reader->newline) {
        while (c < end && wend_is_blank(*c) && *c != reader->newline)
            c++;
        const char *word = c;
        while (c < end && !wend_is_blank(*c))
            c++;
        if (c > word && l->count < 5) {
            l->word[l->count] = word;
            l->length[l->count++] = (size_t)(c - word);
        }
    }
    reader->at = c < end ? c + 1 : c;
    return c < end;
}

// Fails at the word k of a line.
static wend_result unexpected(wend_scene_reader *reader, const line *l, int k, const char *what) {
    char quote[WEND_QUOTE_TEXT];
    const char *at = k < l->count ? l->word[k] : l->start;
    return wend_scene_reader_fail(reader, WEND_ERROR_FORMAT, CODE, at, "expected %s, found %s.", what,
                                  k < l->count ? wend_scene_reader_quote(reader, at, quote) : "the end of the line");
}

static bool find_type(const line *l, int k, type *found) {
    static const char *const names[TYPE_COUNT][2] = {{"char", "int8"},     {"uchar", "uint8"},   {"short", "int16"},
                                                     {"ushort", "uint16"}, {"int", "int32"},     {"uint", "uint32"},
                                                     {"float", "float32"}, {"double", "float64"}};
    for (int t = 0; t < TYPE_COUNT; t++)
        if (is_word(l, k, names[t][0]) || is_word(l, k, names[t][1])) {
            *found = (type)t;
            return true;
        }
    return false;
}

static wend_result read_format(ply *p, const line *l) {
    p->text = is_word(l, 1, "ascii");
    p->big = is_word(l, 1, "binary_big_endian");
    return p->text || p->big || is_word(l, 1, "binary_little_endian")
               ? WEND_OK
               : unexpected(p->reader, l, 1, "ascii, binary_little_endian or binary_big_endian");
}

static wend_result read_element(ply *p, const line *l) {
    element e = {.kind = is_word(l, 1, "vertex")      ? VERTEX
                         : is_word(l, 1, "face")      ? FACE
                         : is_word(l, 1, "tristrips") ? STRIPS
                                                      : OTHER_ROW,
                 .first = p->properties.count,
                 .end = p->properties.count};
    if (l->count < 3 ||
        wend_parse_int64(l->word[2], l->word[2] + l->length[2], &e.count) != l->word[2] + l->length[2] || e.count < 0)
        return unexpected(p->reader, l, 2, "how many there are of it");
    if (e.kind == VERTEX && p->vertices >= 0)
        return wend_scene_reader_fail(p->reader, WEND_ERROR_FORMAT, CODE, l->start, "a second element vertex.");
    if (e.kind == VERTEX)
        p->vertices = e.count;
    return wend_array_push(p->reader->context, &p->elements, e) ? WEND_OK : WEND_ERROR_MEMORY;
}

static role find_role(const line *l, int k, kind where, bool list) {
    if (where == VERTEX && !list)
        return is_word(l, k, "x") ? X : is_word(l, k, "y") ? Y : is_word(l, k, "z") ? Z : NO_ROLE;
    bool indices = is_word(l, k, "vertex_indices") || is_word(l, k, "vertex_index");
    return (where == FACE || where == STRIPS) && list && indices ? INDICES : NO_ROLE;
}

static wend_result read_property(ply *p, const line *l) {
    if (p->elements.count == 0)
        return wend_scene_reader_fail(p->reader, WEND_ERROR_FORMAT, CODE, l->start, "a property before any element.");
    element *e = &p->elements.data[p->elements.count - 1];
    property made = {.list = is_word(l, 1, "list")};
    if (made.list && !find_type(l, 2, &made.count_type))
        return unexpected(p->reader, l, 2, "a type");
    if (!find_type(l, made.list ? 3 : 1, &made.type))
        return unexpected(p->reader, l, made.list ? 3 : 1, "a type");
    made.role = find_role(l, made.list ? 4 : 2, e->kind, made.list);
    if (!wend_array_push(p->reader->context, &p->properties, made))
        return WEND_ERROR_MEMORY;
    e->end = p->properties.count;
    return WEND_OK;
}

// There are vertices, they have coordinates, and nothing is there twice.
static wend_result check_roles(ply *p) {
    static const char *const names[] = {"", "x", "y", "z", "vertex_indices"};
    if (p->vertices < 0)
        return wend_scene_reader_fail(p->reader, WEND_ERROR_FORMAT, CODE, p->reader->start,
                                      "the header has no element vertex.");
    for (int64_t k = 0; k < p->elements.count; k++) {
        const element *e = &p->elements.data[k];
        int seen[INDICES + 1] = {0};
        for (int64_t i = e->first; i < e->end; i++)
            seen[p->properties.data[i].role]++;
        for (int r = X; r <= INDICES; r++)
            if (seen[r] > 1 || (e->kind == VERTEX && r <= Z && seen[r] == 0))
                return wend_scene_reader_fail(p->reader, WEND_ERROR_FORMAT, CODE, p->reader->start,
                                              seen[r] > 1 ? "an element has two properties %s."
                                                          : "the element vertex has no property %s.",
                                              names[r]);
    }
    return WEND_OK;
}

static wend_result read_header(ply *p) {
    wend_scene_reader *reader = p->reader;
    const char *c = reader->start;
    reader->newline = reader->end - c > 4 && c[3] == '\r' && c[4] != '\n' ? '\r' : '\n';
    line l;
    bool format = false;
    if (!take_line(reader, &l) || !is_word(&l, 0, "ply"))
        return unexpected(reader, &l, 0, "ply on a line of its own");
    while (take_line(reader, &l)) {
        wend_result result = WEND_OK;
        if (is_word(&l, 0, "end_header"))
            return format ? check_roles(p) : unexpected(reader, &l, 0, "a format before it");
        if (is_word(&l, 0, "format")) {
            result = read_format(p, &l);
            format = true;
        } else if (is_word(&l, 0, "element")) {
            result = read_element(p, &l);
        } else if (is_word(&l, 0, "property")) {
            result = read_property(p, &l);
        } else if (l.count > 0 && !is_word(&l, 0, "comment") && !is_word(&l, 0, "obj_info")) {
            result = unexpected(reader, &l, 0, "element, property, comment or end_header");
        }
        if (result)
            return result;
    }
    return wend_scene_reader_fail(reader, WEND_ERROR_TRUNCATED, CODE, reader->end,
                                  "the file ends within its header: there is no end_header.");
}

// ---------------------------------------------------------------------------------------------------- values

static const int sizes[TYPE_COUNT] = {1, 1, 2, 2, 4, 4, 4, 8};

static wend_result ends_early(ply *p) {
    static const char *const names[] = {"row", "vertex", "face", "strip"};
    return wend_scene_reader_fail(p->reader, WEND_ERROR_TRUNCATED, CODE, p->reader->end,
                                  "the file ends within %s %lld of %lld.", names[p->here->kind], (long long)p->row + 1,
                                  (long long)p->here->count);
}

// The word of `size` bytes. Written out, so that a compiler makes one load of each.
static uint64_t load(const unsigned char *c, int size, bool big) {
    if (size == 4)
        return big ? (uint32_t)c[3] | (uint32_t)c[2] << 8 | (uint32_t)c[1] << 16 | (uint32_t)c[0] << 24
                   : (uint32_t)c[0] | (uint32_t)c[1] << 8 | (uint32_t)c[2] << 16 | (uint32_t)c[3] << 24;
    if (size == 8)
        return big ? load(c, 4, true) << 32 | load(c + 4, 4, true) : load(c, 4, false) | load(c + 4, 4, false) << 32;
    return size == 1 ? c[0] : big ? (uint64_t)c[0] << 8 | c[1] : (uint64_t)c[1] << 8 | c[0];
}

static double read_bytes(const char *bytes, type t, bool big) {
    uint64_t word = load((const unsigned char *)bytes, sizes[t], big);
    uint32_t half = (uint32_t)word;
    float single;
    double value;
    switch (t) {
    case INT8:
        return (double)(int8_t)word;
    case INT16:
        return (double)(int16_t)word;
    case INT32:
        return (double)(int32_t)half;
    case FLOAT32:
        memcpy(&single, &half, sizeof single);
        return (double)single;
    case FLOAT64:
        memcpy(&value, &word, sizeof value);
        return value;
    default:
        return (double)word;
    }
}

static void skip_blanks(wend_scene_reader *reader) {
    while (reader->at < reader->end && wend_is_blank(*reader->at))
        reader->at++;
}

// Reads one value of a type. `what` is for the message about a text.
static wend_result read_value(ply *p, type t, const char *what, double *value) {
    wend_scene_reader *reader = p->reader;
    if (!p->text) {
        if (reader->end - reader->at < sizes[t])
            return ends_early(p);
        *value = read_bytes(reader->at, t, p->big);
        reader->at += sizes[t];
        return WEND_OK;
    }
    skip_blanks(reader);
    if (reader->at == reader->end)
        return ends_early(p);
    const char *next = wend_parse_double(reader->at, reader->end, value);
    if (!next || (next < reader->end && !wend_is_blank(*next))) {
        char quote[WEND_QUOTE_TEXT];
        return wend_scene_reader_fail(reader, WEND_ERROR_FORMAT, CODE, reader->at, "expected %s, found %s.", what,
                                      wend_scene_reader_quote(reader, reader->at, quote));
    }
    reader->at = next;
    return WEND_OK;
}

static wend_result read_count(ply *p, type t, int64_t *count) {
    double value = 0;
    wend_result result = read_value(p, t, "the length of a list", &value);
    if (result)
        return result;
    *count = value >= 0 && value <= (double)UINT32_MAX ? (int64_t)value : -1;
    if (*count < 0 || (double)*count != value)
        return wend_scene_reader_fail(p->reader, WEND_ERROR_FORMAT, CODE, p->row_at,
                                      "a list here has a length that is negative or no whole number.");
    return WEND_OK;
}

static wend_result pass_over(ply *p, const property *what) {
    double value;
    int64_t count = 1;
    wend_result result = what->list ? read_count(p, what->count_type, &count) : WEND_OK;
    if (!p->text && result == WEND_OK) {
        int64_t bytes = count * sizes[what->type];
        if (p->reader->end - p->reader->at < bytes)
            return ends_early(p);
        p->reader->at += bytes;
        return WEND_OK;
    }
    for (; count > 0 && result == WEND_OK; count--)
        result = read_value(p, what->type, "a number", &value);
    return result;
}

// Reads a list of vertices into the polygon's corners; `least` is the smallest number that may be there.
static wend_result read_indices(ply *p, const property *what, int32_t least) {
    int64_t count = 0;
    wend_result result = read_count(p, what->count_type, &count);
    p->polygon.corners.count = 0;
    for (; count > 0 && result == WEND_OK; count--) {
        double value = 0;
        const char *where = p->reader->at;
        result = read_value(p, what->type, "a vertex index", &value);
        if (result)
            return result;
        int32_t vertex = value >= least && value < (double)p->vertices ? (int32_t)value : INT32_MIN;
        if ((double)vertex != value) {
            char number[WEND_NUMBER_TEXT];
            wend_print_double(number, value);
            return wend_scene_reader_fail(p->reader, WEND_ERROR_FORMAT, CODE, p->text ? p->row_at : where,
                                          "%s names no vertex: the file has %lld, counted from 0.", number,
                                          (long long)p->vertices);
        }
        if (!wend_array_push(p->reader->context, &p->polygon.corners, vertex))
            return WEND_ERROR_MEMORY;
    }
    return result;
}

// ---------------------------------------------------------------------------------------------------- rows

static wend_result flush_vertices(ply *p) {
    int32_t first, count = p->vertex_count;
    p->vertex_count = 0;
    return wend_scene_reader_vertices(p->reader, p->positions, count, &first, p->row_at);
}

static wend_result flush_triangles(ply *p) {
    int32_t count = p->triangle_count;
    p->triangle_count = 0;
    return wend_scene_reader_triangles(p->reader, p->base, p->triangles, count, p->row_at);
}

static wend_result add_triangle(ply *p, int32_t a, int32_t b, int32_t c) {
    int32_t *t = p->triangles + 3 * (int64_t)p->triangle_count;
    t[0] = a;
    t[1] = b;
    t[2] = c;
    return ++p->triangle_count == BATCH ? flush_triangles(p) : WEND_OK;
}

static wend_result add_vertex(ply *p) {
    const double *v = p->positions + 3 * (int64_t)p->vertex_count;
    if ((v[0] - v[0]) + (v[1] - v[1]) + (v[2] - v[2]) != 0)
        wend_tally_add(&p->reader->not_finite, p->row_at);
    return ++p->vertex_count == BATCH ? flush_vertices(p) : WEND_OK;
}

static wend_result add_face(ply *p) {
    const int32_t *corner = p->polygon.corners.data;
    int64_t count = p->polygon.corners.count;
    if (count == 3)
        return add_triangle(p, corner[0], corner[1], corner[2]);
    if (count < 3) {
        wend_tally_add(&p->reader->small, p->row_at);
        return WEND_OK;
    }
    bool clean = false;
    const double *positions = wend_scene_look(p->reader->scene).positions + 3 * (int64_t)p->base;
    wend_result result = wend_polygon_cut(p->reader->context, &p->polygon, positions, &clean);
    if (result == WEND_OK && !clean)
        wend_tally_add(&p->reader->odd, p->row_at);
    const int32_t *t = p->polygon.triangles.data;
    for (int64_t k = 0; k + 2 < count && result == WEND_OK; k++)
        result = add_triangle(p, t[3 * k], t[3 * k + 1], t[3 * k + 2]);
    return result;
}

// Strips turn at every second triangle; those that repeat a vertex only lead on to the next place.
static wend_result add_strips(ply *p) {
    const int32_t *corner = p->polygon.corners.data;
    int64_t start = 0;
    for (int64_t k = 0; k < p->polygon.corners.count; k++) {
        if (corner[k] < 0)
            start = k + 1;
        if (k < start + 2)
            continue;
        int32_t a = corner[k - 2], b = corner[k - 1], c = corner[k];
        bool odd = (k - start) % 2 != 0;
        if (a == b || b == c || a == c)
            continue;
        wend_result result = odd ? add_triangle(p, b, a, c) : add_triangle(p, a, b, c);
        if (result)
            return result;
    }
    return WEND_OK;
}

static wend_result read_row(ply *p, const element *e) {
    if (p->text)
        skip_blanks(p->reader);
    p->row_at = p->reader->at;
    p->polygon.corners.count = 0;
    for (int64_t k = e->first; k < e->end; k++) {
        const property *what = &p->properties.data[k];
        static const char *const names[] = {"an x coordinate", "a y coordinate", "a z coordinate"};
        double *position = p->positions + 3 * (int64_t)p->vertex_count;
        wend_result result;
        if (what->role == NO_ROLE)
            result = pass_over(p, what);
        else if (what->role == INDICES)
            result = read_indices(p, what, e->kind == STRIPS ? -1 : 0);
        else
            result = read_value(p, what->type, names[what->role - X], &position[what->role - X]);
        if (result)
            return result;
    }
    return e->kind == VERTEX   ? add_vertex(p)
           : e->kind == FACE   ? add_face(p)
           : e->kind == STRIPS ? add_strips(p)
                               : WEND_OK;
}

static wend_result read_rows(ply *p, const element *e) {
    if (e->first == e->end)
        return WEND_OK; // rows of nothing
    if ((e->kind == FACE || e->kind == STRIPS) && !p->vertices_read && e->count > 0)
        return wend_scene_reader_fail(p->reader, WEND_ERROR_UNSUPPORTED, "ply-order", p->reader->at,
                                      "faces come before the vertices; save the file anew with another program.");
    p->here = e;
    p->vertices_read |= e->kind == VERTEX;
    for (p->row = 0; p->row < e->count; p->row++) {
        wend_result result = read_row(p, e);
        if (result)
            return result;
    }
    wend_result result = flush_vertices(p);
    return result ? result : flush_triangles(p);
}

static wend_result read_data(ply *p) {
    wend_scene_reader *reader = p->reader;
    reader->binary = !p->text;
    wend_result result = wend_scene_reader_part(reader, "", 0, NULL);
    for (int64_t k = 0; k < p->elements.count && result == WEND_OK; k++)
        result = read_rows(p, &p->elements.data[k]);
    return result;
}

wend_result wend_read_ply(wend_scene_reader *reader) {
    ply *p = wend_allocate(reader->context, sizeof *p);
    if (!p)
        return WEND_ERROR_MEMORY;
    memset(p, 0, offsetof(ply, positions));
    p->reader = reader;
    p->vertices = -1;
    p->base = wend_scene_look(reader->scene).vertex_count;
    wend_result result = read_header(p);
    if (result == WEND_OK)
        result = read_data(p);
    wend_polygon_free(reader->context, &p->polygon);
    wend_array_free(reader->context, &p->elements);
    wend_array_free(reader->context, &p->properties);
    wend_release(reader->context, p, sizeof *p);
    return result;
}

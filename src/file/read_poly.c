// The files of Triangle: .poly and .node.
//
//     # comment, to the end of the line
//     vertices 2 attributes markers         .node is this alone; 0 vertices: they are in the .node file beside it
//     number x y [attributes] [marker]      numbers start from 0 or 1; the first line says which
//     segments markers
//     number a b [marker]
//     holes
//     number x y                            a point within each hole
//     ...                                   regions, which mean nothing here
//
// Floor is what the segments separate from outside and from the hole points. Fields after the needed ones are not
// looked at. Segments that name a vertex that does not exist are left out with a warning, as Triangle does.
#include "file/path.h"
#include "file/source.h"
#include "file/vertex_list.h"

#define CODE "poly-syntax"
#define NAME_LIMIT 1024

typedef struct poly {
    wend_reader *reader;
    wend_vertex_list list;
    int64_t base; // number of the first vertex
    wend_tally renumbered;
    wend_tally dangling; // segments whose vertices do not exist
} poly;

// ---------------------------------------------------------------------------------------------------- lines and fields

static void skip_rest(wend_reader *reader) {
    while (reader->at < reader->end && *reader->at != '\n' && *reader->at != '\r')
        reader->at++;
}

// Goes to the next line that holds something; false at the end of the file.
static bool next_line(wend_reader *reader) {
    wend_reader_skip(reader, true);
    while (reader->at < reader->end && *reader->at == '#') {
        skip_rest(reader);
        wend_reader_skip(reader, true);
    }
    return reader->at < reader->end;
}

// Whether another field follows on this line.
static bool more_fields(wend_reader *reader) {
    wend_reader_skip(reader, false);
    return reader->at < reader->end && *reader->at != '\n' && *reader->at != '\r' && *reader->at != '#';
}

static wend_result read_integer(wend_reader *reader, const char *what, int64_t low, int64_t high, int64_t *value) {
    wend_reader_skip(reader, false);
    return wend_reader_integer(reader, CODE, what, low, high, value);
}

static wend_result read_place(wend_reader *reader, double place[2]) {
    wend_reader_skip(reader, false);
    wend_result result = wend_reader_number(reader, CODE, "an x coordinate", "#", &place[0]);
    if (result)
        return result;
    wend_reader_skip(reader, false);
    return wend_reader_number(reader, CODE, "a y coordinate", "#", &place[1]);
}

static wend_result ends_early(wend_reader *reader, const char *what, int64_t wanted, int64_t found) {
    return wend_reader_fail(reader, WEND_ERROR_TRUNCATED, CODE, reader->at, "the file ends after %lld of %lld %s.",
                            (long long)found, (long long)wanted, what);
}

// ---------------------------------------------------------------------------------------------------- vertices

static wend_result read_vertex(poly *p, int64_t k) {
    wend_reader *reader = p->reader;
    const char *where = reader->at;
    int64_t number = 0;
    double place[2];
    wend_result result = k == 0 ? read_integer(reader, "the number of the first vertex", 0, 1, &p->base)
                                : read_integer(reader, "a vertex number", INT64_MIN, INT64_MAX, &number);
    if (result == WEND_OK)
        result = read_place(reader, place);
    if (result)
        return result;
    if (k > 0 && number != p->base + k)
        wend_tally_add(&p->renumbered, where);
    skip_rest(reader);
    return wend_vertex_list_add(reader->context, &p->list, place[0], place[1]);
}

// The section of vertices. *elsewhere when it is empty: they are in the .node file.
static wend_result read_vertices(poly *p, bool *elsewhere) {
    wend_reader *reader = p->reader;
    int64_t count = 0, dimensions = 2;
    if (!next_line(reader))
        return wend_reader_fail(reader, WEND_ERROR_EMPTY, "file-empty", reader->at, "there is nothing in the file.");
    wend_result result = read_integer(reader, "the number of vertices", 0, INT32_MAX, &count);
    if (result == WEND_OK && more_fields(reader))
        result = read_integer(reader, "the number of dimensions", 2, 2, &dimensions);
    skip_rest(reader);
    for (int64_t k = 0; k < count && result == WEND_OK; k++)
        result = next_line(reader) ? read_vertex(p, k) : ends_early(reader, "vertices", count, k);
    *elsewhere = count == 0;
    if (result == WEND_OK && p->renumbered.count > 0)
        wend_reader_tell(reader, WEND_WARNING, "vertex-numbers", p->renumbered.first,
                         "vertices not numbered in order: %lld (the first is here); their order in the file counts.",
                         (long long)p->renumbered.count);
    return result;
}

// The name of the .node file beside a .poly file, or false when there can be none.
static bool node_name(const char *name, char node[NAME_LIMIT]) {
    size_t length = name ? strlen(name) : 0;
    if (!wend_ends_with(name, ".poly") || length + 1 > NAME_LIMIT)
        return false;
    memcpy(node, name, length - 5);
    memcpy(node + length - 5, ".node", 6);
    return true;
}

// Reads the vertices from the .node file beside this one.
static wend_result read_node_file(poly *p) {
    wend_reader *reader = p->reader;
    char name[NAME_LIMIT];
    if (!node_name(reader->source->name, name))
        return wend_reader_fail(reader, WEND_ERROR_FORMAT, CODE, reader->start,
                                "the file has no vertices and no .node file can be looked for.");
    wend_file_side side;
    wend_result result = wend_source_find(reader->source, wend_base_name(name), &side);
    if (result == WEND_ERROR_MEMORY || result == WEND_ERROR_CANCELLED)
        return result;
    if (result)
        return wend_reader_fail(reader, result, "file-open", reader->start,
                                "the file has no vertices, and %s beside it cannot be read: %s.",
                                wend_shorten_path(wend_base_name(name)).text, side.cause);
    wend_file_source source = {.name = name, .bytes = side.bytes, .count = side.count};
    const char *bytes = side.bytes;
    wend_reader node = {.context = reader->context,
                        .source = &source,
                        .start = bytes,
                        .at = bytes,
                        .end = bytes + side.count,
                        .report = reader->report};
    bool empty = false;
    p->reader = &node;
    result = read_vertices(p, &empty);
    p->reader = reader;
    if (result == WEND_OK && empty)
        result =
            wend_reader_fail(&node, WEND_ERROR_EMPTY, "file-empty", node.start, "there are no vertices in the file.");
    return result;
}

// ---------------------------------------------------------------------------------------------- segments and holes

static wend_result read_segment(poly *p) {
    wend_reader *reader = p->reader;
    const char *where = reader->at;
    int64_t number = 0, a = 0, b = 0, last = p->base + wend_vertex_list_count(&p->list) - 1;
    wend_result result = read_integer(reader, "a segment number", INT64_MIN, INT64_MAX, &number);
    if (result == WEND_OK)
        result = read_integer(reader, "a vertex number", INT64_MIN, INT64_MAX, &a);
    if (result == WEND_OK)
        result = read_integer(reader, "a vertex number", INT64_MIN, INT64_MAX, &b);
    if (result)
        return result;
    skip_rest(reader);
    if (a < p->base || a > last || b < p->base || b > last) {
        wend_tally_add(&p->dangling, where);
        return WEND_OK;
    }
    return wend_vertex_list_line(reader, &p->list, a - p->base, b - p->base, where);
}

static wend_result read_segments(poly *p) {
    wend_reader *reader = p->reader;
    int64_t count = 0;
    if (!next_line(reader))
        return WEND_OK; // a .node file
    wend_result result = read_integer(reader, "the number of segments", 0, INT32_MAX, &count);
    skip_rest(reader);
    for (int64_t k = 0; k < count && result == WEND_OK; k++)
        result = next_line(reader) ? read_segment(p) : ends_early(reader, "segments", count, k);
    if (result == WEND_OK && p->dangling.count > 0)
        wend_reader_tell(reader, WEND_WARNING, "segment-without-vertex", p->dangling.first,
                         "segments that name a vertex beyond %lld to %lld: %lld (the first is here); left out.",
                         (long long)p->base, (long long)(p->base + wend_vertex_list_count(&p->list) - 1),
                         (long long)p->dangling.count);
    return result;
}

static wend_result read_holes(poly *p) {
    wend_reader *reader = p->reader;
    int64_t count = 0, number = 0;
    if (!next_line(reader))
        return WEND_OK;
    const char *where = reader->at;
    wend_result result = read_integer(reader, "the number of holes", 0, INT32_MAX, &count);
    skip_rest(reader);
    for (int64_t k = 0; k < count && result == WEND_OK; k++) {
        double place[2];
        result = next_line(reader) ? read_integer(reader, "a hole number", INT64_MIN, INT64_MAX, &number)
                                   : ends_early(reader, "holes", count, k);
        if (result == WEND_OK)
            result = read_place(reader, place);
        if (result == WEND_OK)
            result = wend_reader_point(reader, place[0], place[1]);
        skip_rest(reader);
    }
    return result ? result : wend_reader_shape(reader, WEND_SHAPE_HOLE, -1, where);
}

wend_result wend_read_poly(wend_reader *reader) {
    wend_result result = wend_reader_begin(reader, WEND_INSIDE_HOLES);
    if (result)
        return result;
    poly p = {.reader = reader};
    bool elsewhere = false;
    result = read_vertices(&p, &elsewhere);
    if (result == WEND_OK && elsewhere)
        result = read_node_file(&p);
    if (result == WEND_OK)
        result = read_segments(&p);
    if (result == WEND_OK)
        result = read_holes(&p);
    if (result == WEND_OK)
        wend_vertex_list_tell(reader, &p.list);
    wend_vertex_list_free(reader->context, &p.list);
    return result;
}

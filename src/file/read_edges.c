// The edge files of CDT (.txt): "points edges", then the points as "x y", then the edges as pairs of point numbers
// from 0. White space of any kind separates numbers. Floor is where the edges nest to an odd depth. And the list of
// points and lines that this format shares with Triangle's.
#include "file/vertex_list.h"

#define CODE "edges-syntax"

// ---------------------------------------------------------------------------------------------------- points and lines

void wend_vertex_list_free(wend_context *context, wend_vertex_list *list) {
    wend_array_free(context, &list->coordinates);
    wend_array_free(context, &list->used);
}

wend_result wend_vertex_list_add(wend_context *context, wend_vertex_list *list, double x, double y) {
    if (!wend_array_reserve(context, &list->coordinates, list->coordinates.count + 2) ||
        !wend_array_reserve(context, &list->used, list->used.count + 1))
        return WEND_ERROR_MEMORY;
    list->coordinates.data[list->coordinates.count++] = x;
    list->coordinates.data[list->coordinates.count++] = y;
    list->used.data[list->used.count++] = false;
    return WEND_OK;
}

int64_t wend_vertex_list_count(const wend_vertex_list *list) {
    return list->used.count;
}

wend_result wend_vertex_list_line(wend_reader *reader, wend_vertex_list *list, int64_t a, int64_t b,
                                  const char *where) {
    const double *p = list->coordinates.data;
    list->used.data[a] = list->used.data[b] = true;
    list->lines++;
    wend_result result = wend_reader_point(reader, p[2 * a], p[2 * a + 1]);
    if (result == WEND_OK)
        result = wend_reader_point(reader, p[2 * b], p[2 * b + 1]);
    return result ? result : wend_reader_shape(reader, WEND_SHAPE_OUTLINE, -1, where);
}

void wend_vertex_list_tell(wend_reader *reader, const wend_vertex_list *list) {
    int64_t unused = 0;
    for (int64_t k = 0; k < list->used.count; k++)
        unused += !list->used.data[k];
    if (list->lines == 0)
        wend_reader_tell(reader, WEND_WARNING, "no-edges", reader->start,
                         "the file has no edges, and points alone (%lld) enclose no floor.", (long long)unused);
    else if (unused > 0)
        wend_reader_tell(reader, WEND_NOTE, "points-without-edges", reader->start,
                         "points that belong to no edge: %lld; they are no obstacles and are left out.",
                         (long long)unused);
}

// ---------------------------------------------------------------------------------------------------- CDT

static wend_result read_count(wend_reader *reader, const char *what, int64_t *count) {
    wend_reader_skip(reader, true);
    return wend_reader_integer(reader, CODE, what, 0, INT32_MAX, count);
}

static wend_result read_point(wend_reader *reader, wend_vertex_list *list) {
    double x = 0, y = 0;
    wend_reader_skip(reader, true);
    wend_result result = wend_reader_number(reader, CODE, "an x coordinate", "", &x);
    wend_reader_skip(reader, true);
    if (result == WEND_OK)
        result = wend_reader_number(reader, CODE, "a y coordinate", "", &y);
    return result ? result : wend_vertex_list_add(reader->context, list, x, y);
}

static wend_result read_edge(wend_reader *reader, wend_vertex_list *list) {
    int64_t last = wend_vertex_list_count(list) - 1;
    int64_t ends[2];
    wend_reader_skip(reader, true);
    const char *where = reader->at;
    for (int k = 0; k < 2; k++) {
        wend_reader_skip(reader, true);
        if (last < 0)
            return wend_reader_fail(reader, WEND_ERROR_FORMAT, CODE, reader->at, "the file has edges but no points.");
        wend_result result = wend_reader_integer(reader, CODE, "a point number", 0, last, &ends[k]);
        if (result)
            return result;
    }
    return wend_vertex_list_line(reader, list, ends[0], ends[1], where);
}

static wend_result read_all(wend_reader *reader, wend_vertex_list *list) {
    int64_t points = 0, edges = 0;
    wend_reader_skip(reader, true);
    if (reader->at == reader->end)
        return wend_reader_fail(reader, WEND_ERROR_EMPTY, "file-empty", reader->at, "there are no points in the file.");
    wend_result result = read_count(reader, "the number of points", &points);
    if (result == WEND_OK)
        result = read_count(reader, "the number of edges", &edges);
    for (int64_t k = 0; k < points && result == WEND_OK; k++)
        result = read_point(reader, list);
    for (int64_t k = 0; k < edges && result == WEND_OK; k++)
        result = read_edge(reader, list);
    if (result)
        return result;
    wend_reader_skip(reader, true);
    if (reader->at < reader->end)
        wend_reader_tell(reader, WEND_WARNING, "text-after-end", reader->at,
                         "the file goes on after its last edge; the rest is ignored.");
    wend_vertex_list_tell(reader, list);
    return WEND_OK;
}

wend_result wend_read_edges(wend_reader *reader) {
    wend_result result = wend_reader_begin(reader, WEND_INSIDE_DEPTH);
    if (result)
        return result;
    wend_vertex_list list = {0};
    result = read_all(reader, &list);
    wend_vertex_list_free(reader->context, &list);
    return result;
}

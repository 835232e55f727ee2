// The ring files of earcut (.json): an array of rings, each an array of positions. The first ring is outer, the others
// are its obstacles. A ring of one point is what earcut calls a Steiner point: no obstacle, and left out with a note.
// A single ring without the outer brackets is taken too, and so is the flat form {"vertices": [x, y, ...], "holes":
// [first vertex of each], "dimensions": 2} that earcut's own functions take.
#include "file/reader.h"

#define CODE "rings-syntax"

typedef struct rings {
    wend_reader *reader;
    wend_json *json;
    wend_tally steiner;
    wend_oddities oddities;
} rings;

static const char *place_of(const rings *r, int64_t node) {
    return r->reader->at + r->json->nodes.data[node < 0 ? 0 : node].where;
}

static wend_result bad(rings *r, int64_t node, const char *text) {
    return wend_reader_fail(r->reader, WEND_ERROR_FORMAT, CODE, place_of(r, node), "%s", text);
}

// Adds the ring that was read, the k-th of the file.
static wend_result add_ring(rings *r, int64_t k, const char *where) {
    if (k > 0 && r->reader->ring.count == 2) {
        wend_tally_add(&r->steiner, where);
        r->reader->ring.count = 0;
        return WEND_OK;
    }
    wend_reader_close(r->reader); // these files seldom repeat the first point: not worth a note
    return wend_reader_shape(r->reader, k == 0 ? WEND_SHAPE_OUTER : WEND_SHAPE_OBSTACLE, 0, where);
}

static wend_result read_ring(rings *r, int64_t ring, int64_t k) {
    if (!wend_json_is(r->json, ring, WEND_JSON_ARRAY))
        return bad(r, ring, "expected a ring [[x, y], ...].");
    for (int64_t p = wend_json_first(r->json, ring); p >= 0; p = wend_json_after(r->json, ring, p)) {
        wend_result result = wend_reader_position(r->reader, CODE, r->json, p, &r->oddities);
        if (result)
            return result;
    }
    return add_ring(r, k, place_of(r, ring));
}

// {"vertices": [...], "holes": [...], "dimensions": 2}
static wend_result read_flat(rings *r) {
    const wend_json *json = r->json;
    int64_t vertices = wend_json_find(json, 0, "vertices"), holes = wend_json_find(json, 0, "holes");
    double dimensions = 2;
    int64_t given = wend_json_find(json, 0, "dimensions");
    int64_t numbers = wend_json_numbers(json, vertices, NULL, 0);
    int64_t hole_count = holes >= 0 ? wend_json_numbers(json, holes, NULL, 0) : 0;
    if (given >= 0 && (!wend_json_number(json, given, &dimensions) || !(dimensions == 2 || dimensions == 3)))
        return bad(r, given, "expected 2 or 3 dimensions.");
    int64_t size = (int64_t)dimensions;
    if (numbers < 0 || numbers % size != 0)
        return bad(r, vertices,
                   "expected \"vertices\" to be an array of numbers, 2 (or \"dimensions\") for each point.");
    if (hole_count < 0)
        return bad(r, holes, "expected \"holes\" to be an array of numbers.");
    int64_t first = 0, count = numbers / size;
    for (int64_t k = 0; k <= hole_count; k++) {
        double end = k < hole_count ? json->nodes.data[holes + 1 + k].number : (double)count;
        if (!(end >= (double)first && end <= (double)count && end == (double)(int64_t)end))
            return bad(r, holes, "\"holes\" must hold rising numbers of vertices.");
        for (int64_t v = first; v < (int64_t)end; v++) {
            const wend_json_node *x = &json->nodes.data[vertices + 1 + v * size];
            wend_result result = wend_reader_point(r->reader, x[0].number, x[1].number);
            if (result)
                return result;
        }
        first = (int64_t)end;
        wend_result result = add_ring(r, k, place_of(r, vertices));
        if (result)
            return result;
    }
    if (size > 2 && count > 0)
        wend_tally_add(&r->oddities.heights, place_of(r, vertices));
    return WEND_OK;
}

static wend_result read_root(rings *r) {
    const wend_json *json = r->json;
    if (wend_json_find(json, 0, "vertices") >= 0)
        return read_flat(r);
    if (!wend_json_is(json, 0, WEND_JSON_ARRAY))
        return bad(r, 0, "expected an array of rings [[[x, y], ...], ...].");
    // One ring: its first element is a position, whose first element is a number.
    int64_t position = wend_json_first(json, 0);
    if (wend_json_is(json, wend_json_first(json, position), WEND_JSON_NUMBER))
        return read_ring(r, 0, 0);
    int64_t k = 0;
    for (int64_t ring = position; ring >= 0; ring = wend_json_after(json, 0, ring), k++) {
        wend_result result = read_ring(r, ring, k);
        if (result)
            return result;
    }
    if (k == 0)
        return wend_reader_fail(r->reader, WEND_ERROR_EMPTY, "file-empty", r->reader->at,
                                "there are no rings in the file.");
    return WEND_OK;
}

wend_result wend_read_rings(wend_reader *reader) {
    wend_json json = wend_json_start(reader->context);
    rings r = {.reader = reader, .json = &json};
    wend_result result = wend_reader_begin(reader, WEND_INSIDE_RINGS);
    if (result == WEND_OK)
        result = wend_reader_json(reader, CODE, &json);
    if (result == WEND_OK)
        result = read_root(&r);
    if (result == WEND_OK && r.steiner.count > 0)
        wend_reader_tell(reader, WEND_NOTE, "steiner-points", r.steiner.first,
                         "rings of one point, which are Steiner points and no obstacles: %lld; left out.",
                         (long long)r.steiner.count);
    if (result == WEND_OK)
        wend_reader_tell_oddities(reader, &r.oddities);
    wend_json_free(&json);
    return result;
}

// The point files of poly2tri (.dat): one point "x y" a line.
//
//     0 0          the outer ring
//     10 0
//     10 10
//     HOLE         starts an obstacle
//     4 4
//     5 4
//     5 5
//     STEINER      starts points that only shape a triangulation: no obstacles, and left out here with a note
//     7 7
//
// Empty lines and lines that start with # are skipped. A comma may stand between x and y. The rings need not repeat
// their first point.
#include "file/reader.h"

#define CODE "dat-syntax"

typedef enum section { OUTER, HOLE, STEINER } section;

// Takes the word at the present place when it is `word` (in capitals) in any case and the whole of it.
static bool take_word(wend_reader *reader, const char *word) {
    const char *c = reader->at;
    for (; *word; word++, c++)
        if (c >= reader->end || wend_lower(*c) != wend_lower(*word))
            return false;
    if (c < reader->end && !wend_is_blank(*c))
        return false;
    reader->at = c;
    return true;
}

static wend_result read_point(wend_reader *reader, double point[2]) {
    wend_result result = wend_reader_number(reader, CODE, "an x coordinate, HOLE or STEINER", ",", &point[0]);
    if (result)
        return result;
    wend_reader_skip(reader, false);
    if (reader->at < reader->end && *reader->at == ',')
        reader->at++;
    wend_reader_skip(reader, false);
    return wend_reader_number(reader, CODE, "a y coordinate", "", &point[1]);
}

static wend_result end_line(wend_reader *reader) {
    char quote[WEND_QUOTE_TEXT];
    wend_reader_skip(reader, false);
    if (reader->at >= reader->end || *reader->at == '\n' || *reader->at == '\r')
        return WEND_OK;
    return wend_reader_fail(reader, WEND_ERROR_FORMAT, CODE, reader->at, "expected the end of the line, found %s.",
                            wend_reader_quote(reader, reader->at, quote));
}

// Adds the ring that ends here.
static wend_result end_ring(wend_reader *reader, section part, const char *where) {
    if (part == STEINER)
        return WEND_OK;
    if (reader->ring.count == 0 && part == OUTER)
        return wend_reader_fail(reader, WEND_ERROR_FORMAT, CODE, where, "the outer ring has no points.");
    if (reader->ring.count == 0)
        wend_reader_tell(reader, WEND_NOTE, "ring-empty", where, "a HOLE without points; left out.");
    wend_reader_close(reader);
    return wend_reader_shape(reader, part == OUTER ? WEND_SHAPE_OUTER : WEND_SHAPE_OBSTACLE, 0, where);
}

// The point or word of one line.
static wend_result read_line(wend_reader *reader, section *part, const char **part_at, wend_tally *steiner) {
    const char *where = reader->at;
    bool hole = take_word(reader, "HOLE");
    if (hole || take_word(reader, "STEINER")) {
        wend_result result = end_ring(reader, *part, *part_at);
        *part = hole ? HOLE : STEINER;
        *part_at = where;
        return result;
    }
    double point[2];
    wend_result result = read_point(reader, point);
    if (result)
        return result;
    if (*part != STEINER)
        return wend_reader_point(reader, point[0], point[1]);
    wend_tally_add(steiner, where);
    return WEND_OK;
}

wend_result wend_read_dat(wend_reader *reader) {
    wend_result result = wend_reader_begin(reader, WEND_INSIDE_RINGS);
    if (result)
        return result;
    wend_tally steiner = {0};
    section part = OUTER;
    wend_reader_skip(reader, true);
    const char *part_at = reader->at;
    if (reader->at == reader->end)
        return wend_reader_fail(reader, WEND_ERROR_EMPTY, "file-empty", reader->at, "there are no points in the file.");
    while (reader->at < reader->end) {
        if (*reader->at == '#') {
            while (reader->at < reader->end && *reader->at != '\n' && *reader->at != '\r')
                reader->at++;
        } else {
            result = read_line(reader, &part, &part_at, &steiner);
            if (result == WEND_OK)
                result = end_line(reader);
            if (result)
                return result;
        }
        wend_reader_skip(reader, true);
    }
    if (steiner.count > 0)
        wend_reader_tell(reader, WEND_NOTE, "steiner-points", steiner.first,
                         "STEINER points, which are no obstacles: %lld; left out.", (long long)steiner.count);
    return end_ring(reader, part, part_at);
}

// Well-known text.
//
//     text       = { [ "SRID=" number ";" ] geometry [ ";" ] }
//     geometry   = tag [ "Z" | "M" | "ZM" ] ( "EMPTY" | "(" body ")" )
//
// POLYGON (and TRIANGLE): the first ring is an outer ring, the others are its obstacles. LINEARRING: an outer ring.
// LINESTRING: a wall. POINT: a point obstacle. MULTI... are many of them; GEOMETRYCOLLECTION may hold anything and
// nest to any depth, because only the number of open brackets is kept. Several geometries one after another make one
// drawing. Upper and lower case are the same. A third and fourth coordinate are ignored, with a note. Rings that do
// not repeat their first point are closed, with a note. Degrees are refused by SRID or, where no geometry has one, by
// size and place: see drawing_format.c. Curves and surfaces are refused by name.
#include "file/reader.h"

#define CODE "wkt-syntax"

typedef enum shape_of {
    POINTS,     // "1 2" or "(1 2)", separated by commas: one shape of points
    LINE,       // "1 2, 3 4"
    LINES,      // "(line), (line)"
    RING,       // as LINE, closed
    POLYGON,    // "(ring), (ring)"
    POLYGONS,   // "(polygon), (polygon)"
    COLLECTION, // "geometry, geometry"
    FOREIGN     // valid, but no floor plan
} shape_of;

static const struct tag {
    const char *name;
    shape_of shape;
} tags[] = {
    {"point", POINTS},
    {"multipoint", POINTS},
    {"linestring", LINE},
    {"multilinestring", LINES},
    {"linearring", RING},
    {"polygon", POLYGON},
    {"triangle", POLYGON},
    {"multipolygon", POLYGONS},
    {"geometrycollection", COLLECTION},
    {"circularstring", FOREIGN},
    {"compoundcurve", FOREIGN},
    {"curvepolygon", FOREIGN},
    {"multicurve", FOREIGN},
    {"multisurface", FOREIGN},
    {"polyhedralsurface", FOREIGN},
    {"tin", FOREIGN},
};

typedef struct wkt {
    wend_reader *reader;
    int64_t polygon; // number of the next polygon
    bool located;    // whether there is an SRID, which says that these are no degrees
    wend_oddities oddities;
} wkt;

// ---------------------------------------------------------------------------------------------------- words

static wend_result unexpected(wkt *w, const char *expected) {
    wend_reader *reader = w->reader;
    char quote[WEND_QUOTE_TEXT];
    return wend_reader_fail(reader, reader->at >= reader->end ? WEND_ERROR_TRUNCATED : WEND_ERROR_FORMAT, CODE,
                            reader->at, "expected %s, found %s.", expected,
                            wend_reader_quote(reader, reader->at, quote));
}

// The next character that is no white space, or 0 at the end.
static char peek(wkt *w) {
    wend_reader_skip(w->reader, true);
    return w->reader->at < w->reader->end ? *w->reader->at : 0;
}

static bool take(wkt *w, char c) {
    if (c == 0 || peek(w) != c)
        return false;
    w->reader->at++;
    return true;
}

static wend_result want(wkt *w, char c, const char *expected) {
    return take(w, c) ? WEND_OK : unexpected(w, expected);
}

// The length of the word (letters only) at the present place.
static size_t word_length(const wkt *w) {
    const char *c = w->reader->at;
    while (c < w->reader->end && wend_lower(*c) >= 'a' && wend_lower(*c) <= 'z')
        c++;
    return (size_t)(c - w->reader->at);
}

static bool word_is(const wkt *w, size_t length, const char *word) {
    if (strlen(word) != length)
        return false;
    for (size_t k = 0; k < length; k++)
        if (wend_lower(w->reader->at[k]) != word[k])
            return false;
    return true;
}

static bool take_word(wkt *w, const char *word) {
    wend_reader_skip(w->reader, true);
    size_t length = word_length(w);
    if (!word_is(w, length, word))
        return false;
    w->reader->at += length;
    return true;
}

// ---------------------------------------------------------------------------------------------------- bodies

// "x y", "x y z" or "x y z m" into the ring.
static wend_result read_position(wkt *w) {
    wend_reader *reader = w->reader;
    double values[4];
    int count = 0;
    const char *start = NULL;
    while (count < 4) {
        char c = peek(w);
        if (count == 0)
            start = reader->at;
        if (count >= 2 && (c == ',' || c == ')' || c == 0))
            break;
        const char *what = count == 0 ? "an x coordinate" : count == 1 ? "a y coordinate" : "',' or ')'";
        wend_result result = wend_reader_number(reader, CODE, what, ",()", &values[count]);
        if (result)
            return result;
        count++;
    }
    if (count > 2)
        wend_tally_add(&w->oddities.heights, start);
    return wend_reader_point(reader, values[0], values[1]);
}

// "position, position, ..." up to the closing bracket, which is left. Each may have brackets of its own (or be EMPTY)
// when `bracketed`, as the points of a MULTIPOINT.
static wend_result read_positions(wkt *w, bool bracketed) {
    do {
        if (bracketed && take_word(w, "empty"))
            continue;
        bool inner = bracketed && take(w, '(');
        wend_result result = read_position(w);
        if (result == WEND_OK && inner)
            result = want(w, ')', "')'");
        if (result)
            return result;
    } while (take(w, ','));
    return WEND_OK;
}

// "(position, ...)" or "EMPTY" as one shape.
static wend_result read_line(wkt *w, wend_shape_kind kind, int64_t polygon) {
    if (take_word(w, "empty"))
        return WEND_OK;
    wend_result result = want(w, '(', "'(' or EMPTY");
    const char *where = w->reader->at;
    if (result == WEND_OK)
        result = read_positions(w, kind == WEND_SHAPE_POINT);
    if (result == WEND_OK)
        result = want(w, ')', "',' or ')'");
    if (result)
        return result;
    bool ring = kind == WEND_SHAPE_OUTER || kind == WEND_SHAPE_OBSTACLE;
    if (ring && !wend_reader_close(w->reader))
        wend_tally_add(&w->oddities.unclosed, where);
    return wend_reader_shape(w->reader, kind, polygon, where);
}

// "(ring, ring, ...)" or "EMPTY"; of a polygon (the first one outer) or of many lines.
static wend_result read_lines(wkt *w, bool polygon) {
    if (take_word(w, "empty"))
        return WEND_OK;
    wend_result result = want(w, '(', "'(' or EMPTY");
    wend_shape_kind kind = polygon ? WEND_SHAPE_OUTER : WEND_SHAPE_WALL;
    int64_t number = polygon ? w->polygon++ : -1;
    while (result == WEND_OK) {
        result = read_line(w, kind, number);
        if (result || !take(w, ','))
            break;
        kind = polygon ? WEND_SHAPE_OBSTACLE : WEND_SHAPE_WALL;
    }
    return result ? result : want(w, ')', "',' or ')'");
}

static wend_result read_polygons(wkt *w) {
    if (take_word(w, "empty"))
        return WEND_OK;
    wend_result result = want(w, '(', "'(' or EMPTY");
    while (result == WEND_OK) {
        result = read_lines(w, true);
        if (result || !take(w, ','))
            break;
    }
    return result ? result : want(w, ')', "',' or ')'");
}

// ---------------------------------------------------------------------------------------------------- geometries

// Reads a tag with its dimension, apart ("POINT ZM") or attached ("POINTZM"), which says nothing that the coordinates
// do not.
static wend_result read_tag(wkt *w, shape_of *shape) {
    wend_reader *reader = w->reader;
    wend_reader_skip(reader, true);
    size_t length = word_length(w);
    for (size_t cut = 0; cut <= 2 && cut < length; cut++) {
        const char *suffix = reader->at + length - cut;
        bool dimension = cut == 0 || (cut == 1 && (wend_lower(*suffix) == 'z' || wend_lower(*suffix) == 'm')) ||
                         (cut == 2 && wend_lower(suffix[0]) == 'z' && wend_lower(suffix[1]) == 'm');
        for (size_t k = 0; dimension && k < sizeof tags / sizeof *tags; k++) {
            if (!word_is(w, length - cut, tags[k].name))
                continue;
            if (tags[k].shape == FOREIGN)
                return wend_reader_fail(reader, WEND_ERROR_UNSUPPORTED, "wkt-unsupported", reader->at,
                                        "%s is not supported; use polygons, lines and points.", tags[k].name);
            *shape = tags[k].shape;
            reader->at += length;
            if (cut == 0 && !take_word(w, "z") && !take_word(w, "m"))
                take_word(w, "zm");
            return WEND_OK;
        }
    }
    return unexpected(w, "a geometry such as POLYGON");
}

static wend_result read_body(wkt *w, shape_of shape) {
    switch (shape) {
    case POINTS:
        return read_line(w, WEND_SHAPE_POINT, -1);
    case LINE:
        return read_line(w, WEND_SHAPE_WALL, -1);
    case LINES:
        return read_lines(w, false);
    case RING:
        return read_line(w, WEND_SHAPE_OUTER, w->polygon++);
    case POLYGON:
        return read_lines(w, true);
    default:
        return read_polygons(w);
    }
}

// One geometry and all that a collection holds.
static wend_result read_geometry(wkt *w) {
    int64_t depth = 0;
    do {
        shape_of shape = COLLECTION;
        wend_result result = read_tag(w, &shape);
        if (result)
            return result;
        if (shape == COLLECTION && !take_word(w, "empty")) {
            result = want(w, '(', "'(' or EMPTY");
            if (result)
                return result;
            depth++;
            continue; // its first geometry is due
        }
        if (shape != COLLECTION)
            result = read_body(w, shape);
        while (result == WEND_OK && depth > 0 && !take(w, ',')) {
            result = want(w, ')', "',' or ')'");
            depth--;
        }
        if (result)
            return result;
    } while (depth > 0);
    return WEND_OK;
}

// "SRID=4326;" before a geometry.
static wend_result read_srid(wkt *w) {
    wend_reader *reader = w->reader;
    const char *where = reader->at;
    int64_t srid = 0;
    if (!take_word(w, "srid"))
        return WEND_OK;
    wend_result result = want(w, '=', "'='");
    if (result)
        return result;
    wend_reader_skip(reader, true);
    const char *end = wend_parse_int64(reader->at, reader->end, &srid);
    if (!end)
        return unexpected(w, "a number");
    reader->at = end;
    if (wend_srid_is_geographic(srid))
        return wend_reader_fail(reader, WEND_ERROR_UNSUPPORTED, "coordinates-in-degrees", where,
                                "SRID %lld means degrees, Wend needs metres: project first, for example with "
                                "ST_Transform to a UTM zone.",
                                (long long)srid);
    w->located = true;
    return want(w, ';', "';'");
}

wend_result wend_read_wkt(wend_reader *reader) {
    wkt w = {.reader = reader};
    wend_result result = wend_reader_begin(reader, WEND_INSIDE_RINGS);
    if (result)
        return result;
    if (peek(&w) == 0 && reader->at == reader->end)
        return wend_reader_fail(reader, WEND_ERROR_EMPTY, "file-empty", reader->at,
                                "there is no geometry in the file.");
    while (reader->at < reader->end) {
        result = read_srid(&w);
        if (result == WEND_OK)
            result = read_geometry(&w);
        if (result)
            return result;
        take(&w, ';');
        wend_reader_skip(reader, true);
    }
    result = w.located ? WEND_OK : wend_reader_refuse_degrees(reader, "put SRID=0; before it");
    if (result == WEND_OK)
        wend_reader_tell_oddities(reader, &w.oddities);
    return result;
}

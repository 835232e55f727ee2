// What the readers of floor plans share: the text, where they are in it, messages that name file, line and column, and
// the drawing that they fill.
//
// A reader is one function `wend_read_x(wend_reader *)`. It finds the text in `at`..`end` (behind a byte order mark),
// adds shapes to `drawing`, and returns a result; where that is an error, a finding was added that says what, where
// and why (memory apart).
#ifndef WEND_SRC_FILE_READER_H
#define WEND_SRC_FILE_READER_H

#include <wend/file.h>
#include <wend/json.h>

#include "base/array.h"

typedef struct wend_reader {
    wend_context *context;
    const wend_file_source *source;
    const char *start, *at, *end;
    wend_drawing *drawing;          // made by wend_reader_begin
    int32_t area;                   // of the shapes that are added next
    char area_name[WEND_AREA_NAME]; // a name that these go by; may be empty
    wend_report *report;            // may be NULL
    WEND_ARRAY(double) ring;        // x, y of the shape being read
    // Line and column of the byte last asked for: asking on in the order of the text costs O(text) in all.
    const char *line_at;
    int64_t line, column;
} wend_reader;

// Counts something that happens often, and where it was first, to be told in one finding.
typedef struct wend_tally {
    int64_t count;
    const char *first;
} wend_tally;

// The two oddities that every format with rings has.
typedef struct wend_oddities {
    wend_tally heights;  // positions of more than two numbers
    wend_tally unclosed; // rings that do not repeat their first point
} wend_oddities;

// The readers. Each one's file says what it makes of the format.
wend_result wend_read_geojson(wend_reader *reader);
wend_result wend_read_wkt(wend_reader *reader);
wend_result wend_read_dat(wend_reader *reader);
wend_result wend_read_edges(wend_reader *reader);
wend_result wend_read_poly(wend_reader *reader);
wend_result wend_read_rings(wend_reader *reader);
wend_result wend_read_grid(wend_reader *reader);

// ---------------------------------------------------------------------------------------------------- messages

// Adds an error "NAME:LINE:COLUMN: text" about the byte `where` and returns `result`. The text may hold %s %d %lld %c
// only.
wend_result wend_reader_fail(wend_reader *reader, wend_result result, const char *code, const char *where,
                             const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 5, 6)))
#endif
    ;
// The same for a note or warning.
void wend_reader_tell(wend_reader *reader, wend_severity severity, const char *code, const char *where,
                      const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 5, 6)))
#endif
    ;
// Parses the whole text as JSON; a fault in it is told under `code`.
wend_result wend_reader_json(wend_reader *reader, const char *code, wend_json *json);
void wend_tally_add(wend_tally *tally, const char *where);
void wend_reader_tell_oddities(wend_reader *reader, const wend_oddities *oddities);

// The word at `where` for a message: in quotes, cut when long, bytes that cannot be shown as \xNN; "the end of the
// file" at the end.
#define WEND_QUOTE_TEXT 48
const char *wend_reader_quote(const wend_reader *reader, const char *where, char text[WEND_QUOTE_TEXT]);

// ---------------------------------------------------------------------------------------------- words and numbers

bool wend_is_blank(char c); // space, tab, carriage return, newline and the like
char wend_lower(char c);    // of A to Z
// Bytes of the mark that some programs put before UTF-8 text; 0 when there is none.
size_t wend_mark_length(const char *bytes, size_t count);

// Skips white space, over lines (`lines`) or within one.
void wend_reader_skip(wend_reader *reader, bool lines);
// Reads one number that ends at white space, the end, or one of the characters in `stops`. Refuses nan and inf by
// name, and numbers beyond the range of a double. `what` is for the message: "expected an x coordinate, found ...".
// `code` is the finding's.
wend_result wend_reader_number(wend_reader *reader, const char *code, const char *what, const char *stops,
                               double *value);
// The same for a whole number within [low, high]: "expected a height from 1 to 9, found ...", or, where only one will
// do, "expected 2 as the number of dimensions, found ...".
wend_result wend_reader_integer(wend_reader *reader, const char *code, const char *what, int64_t low, int64_t high,
                                int64_t *value);

// ---------------------------------------------------------------------------------------------------- degrees

// Whether an EPSG code names coordinates in degrees (of the few that are in use for plain files).
bool wend_srid_is_geographic(int64_t srid);
// Whether a drawing's numbers look like degrees: something small, far from the origin. drawing_format.c has the rule.
bool wend_looks_geographic(const wend_drawing *drawing);
// Refuses the drawing that was read when it looks like that. `otherwise` is what to do when it is not in degrees.
wend_result wend_reader_refuse_degrees(wend_reader *reader, const char *otherwise);

// ---------------------------------------------------------------------------------------------------- shapes

// Makes the drawing. To be called once, before any shape.
wend_result wend_reader_begin(wend_reader *reader, wend_inside_rule rule);
// Adds a JSON position [x, y, ...] to the ring; more than two numbers are tallied. Anything else is an error under
// `code`.
wend_result wend_reader_position(wend_reader *reader, const char *code, const wend_json *json, int64_t node,
                                 wend_oddities *oddities);
// Adds a point to the ring.
wend_result wend_reader_point(wend_reader *reader, double x, double y);
// Drops the last point of the ring when it repeats the first; true when it did or the ring has fewer than two points.
bool wend_reader_close(wend_reader *reader);
// Adds the ring to the drawing as one shape and empties it. An empty ring is no shape. `where` is for the message
// should the drawing get too large.
wend_result wend_reader_shape(wend_reader *reader, wend_shape_kind kind, int64_t polygon, const char *where);

#endif

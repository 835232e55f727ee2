// What the readers of scenes share: the bytes, messages that name file and place, and the scene that they add to.
//
// A reader is one function `wend_read_x(wend_scene_reader *)`. It finds the file in `start`..`end`, adds vertices,
// parts and triangles through the functions below, and returns a result; where that is an error, a finding was added
// that says what, where and why (memory apart). It need not clean up the scene: scene_format.c takes back what a
// failed reader added, tells of what was tallied in the reader, and refuses a file that held no triangles.
#ifndef WEND_SRC_FILE_SCENE_READER_H
#define WEND_SRC_FILE_SCENE_READER_H

#include "file/reader.h" // wend_tally, wend_is_blank, wend_lower, wend_mark_length, WEND_QUOTE_TEXT

typedef struct wend_scene_reader {
    wend_context *context;
    const wend_file_source *source;
    const char *start, *end; // the file's bytes; of a text file, behind a byte order mark. Not terminated.
    const char *whole;       // the file's first byte, from which bytes are counted in messages
    const char *at;          // free for the reader's use; `start` at first
    bool binary;             // messages name the byte, not the line; a reader may change it as it goes
    int32_t file;            // the number that the parts get
    wend_scene *scene;
    wend_report *report;   // may be NULL
    wend_tally not_finite; // vertices with a coordinate that is not finite (they are added all the same)
    wend_tally small;      // faces of fewer than three corners, left out
    wend_tally odd;        // polygons without area or that cross themselves, cut as fans
    char newline;          // what ends a line: '\n', or '\r' in a file that holds no '\n'
    // Line of the byte last asked for: asking on in the order of the text costs O(text) in all.
    const char *line_at;
    int64_t line;
} wend_scene_reader;

// The readers. Each one's file says what it makes of the format.
wend_result wend_read_obj(wend_scene_reader *reader);
wend_result wend_read_gltf(wend_scene_reader *reader, bool binary);
wend_result wend_read_ply(wend_scene_reader *reader);
wend_result wend_read_stl(wend_scene_reader *reader);

// ---------------------------------------------------------------------------------------------------- messages

// Adds an error about the byte at `where` and returns `result`: "NAME:LINE: text", or "NAME: byte N: text" (N from 0)
// while the reader is `binary`, or "NAME: text" when `where` is NULL. The text may hold %s %d %lld %c only.
wend_result wend_scene_reader_fail(wend_scene_reader *reader, wend_result result, const char *code, const char *where,
                                   const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 5, 6)))
#endif
    ;
// The same for a note or warning.
void wend_scene_reader_tell(wend_scene_reader *reader, wend_severity severity, const char *code, const char *where,
                            const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 5, 6)))
#endif
    ;
// The word at `where` for a message, as wend_reader_quote shows it.
const char *wend_scene_reader_quote(const wend_scene_reader *reader, const char *where, char text[WEND_QUOTE_TEXT]);

// Parses `count` bytes from `text` (within the file) as JSON; a fault in them is told under `code`.
wend_result wend_scene_reader_json(wend_scene_reader *reader, const char *code, const char *text, size_t count,
                                   wend_json *json);

// ---------------------------------------------------------------------------------------------------- filling

// Begins a part named by `count` bytes (white space at both ends is dropped; a 0 byte ends it; what is no UTF-8 becomes
// question marks). `where` is for the
// message should the scene get too large, here and below; it may be NULL.
wend_result wend_scene_reader_part(wend_scene_reader *reader, const char *name, size_t count, const char *where);
// Says that all triangles from number `from` of the scene on go by a name, which is cleaned in the same way, too; an
// empty one says nothing.
wend_result wend_scene_reader_label(wend_scene_reader *reader, int32_t from, const char *name, size_t count,
                                    const char *where);
// Adds vertices; *first is the index of the first of them in the scene.
wend_result wend_scene_reader_vertices(wend_scene_reader *reader, const double *positions, int64_t count,
                                       int32_t *first, const char *where);
// Adds triangles whose vertices are numbered from `first`, a vertex of the scene. The indices must be in range: a
// reader checks them and tells of bad ones itself.
wend_result wend_scene_reader_triangles(wend_scene_reader *reader, int32_t first, const int32_t *triangles,
                                        int64_t count, const char *where);

#endif

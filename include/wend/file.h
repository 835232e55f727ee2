// wend/file.h: files and pictures (libwend-file). The only part of Wend that touches a disk.
#ifndef WEND_FILE_H
#define WEND_FILE_H

#include <wend/archive.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------- bytes

// Reads a whole file into a block from the context's allocator (a spare 0 byte follows the *count bytes; free it with
// wend_release(context, *bytes, *count + 1)). Path "-" is standard input.
WEND_API wend_result wend_file_read(wend_context *context, const char *path, char **bytes, size_t *count,
                                    wend_report *report);
// Writes a whole file: first beside it under another name, then renamed, so that a failure leaves the old one. Path "-"
// is standard output.
WEND_API wend_result wend_file_write(const char *path, const void *bytes, size_t count, wend_report *report);

// ---------------------------------------------------------------------------------------------------- floor plans in

typedef enum wend_drawing_format {
    WEND_DRAWING_UNKNOWN,
    WEND_DRAWING_GEOJSON, // (Multi)Polygon, (Multi)LineString (walls), (Multi)Point (obstacles), collections, features
    WEND_DRAWING_WKT,     // the same in well-known text, nested collections too
    WEND_DRAWING_DAT,     // poly2tri: "x y" a line, HOLE and STEINER sections
    WEND_DRAWING_EDGES,   // CDT: "points edges", then points, then pairs of indices from 0
    WEND_DRAWING_POLY,    // Triangle: .poly (with its .node file beside it, where it refers to one) and .node
    WEND_DRAWING_RINGS,   // earcut: [[[x, y], ...], ...], the first ring outer, the others obstacles
    WEND_DRAWING_GRID     // Moving AI .map: x grows to the right, y down the file, a cell is 1 x 1
} wend_drawing_format;

// Tells the format from the file's name and its first bytes.
WEND_API wend_drawing_format wend_drawing_format_of(const char *path, const char *bytes, size_t count);

// Reads a floor plan. What is odd about the file is told in the report; an error there names file, line (or byte) and
// cause in one sentence. Coordinates in degrees are refused with advice where they can be told (docs/manual.md).
WEND_API wend_result wend_file_read_drawing(wend_context *context, const char *path, wend_drawing **drawing,
                                            wend_report *report);
// The same from memory; `name` is for messages (and, for .poly, to find the .node file; may be NULL).
WEND_API wend_result wend_file_parse_drawing(wend_context *context, wend_drawing_format format, const char *name,
                                             const char *bytes, size_t count, wend_drawing **drawing,
                                             wend_report *report);

// ---------------------------------------------------------------------------------------------------- out

// Writes a drawing as .geojson or .wkt, by the file's ending.
WEND_API wend_result wend_file_write_drawing(wend_context *context, const char *path, const wend_drawing *drawing,
                                             wend_report *report);

// What of a nav to show or write.
typedef enum wend_layer {
    WEND_LAYER_PLAN,    // the floor: its region, triangulated
    WEND_LAYER_CELLS,   // the convex pieces that it is cut into
    WEND_LAYER_PORTALS, // the lines between them; in pictures with the graph that they make
    WEND_LAYER_COUNT
} wend_layer;

// Writes one layer of a nav as .svg, .png, .geojson or .obj, by the file's ending. WEND_ERROR_UNSUPPORTED for another
// ending or a layer that the nav does not hold.
WEND_API wend_result wend_file_export(wend_context *context, const char *path, const wend_nav *nav, wend_layer layer,
                                      wend_report *report);

// Reads and writes .wend files.
WEND_API wend_result wend_file_load(wend_context *context, const char *path, wend_nav **nav, wend_report *report);
WEND_API wend_result wend_file_save(wend_context *context, const char *path, const wend_nav *nav, wend_report *report);

#ifdef __cplusplus
}
#endif
#endif

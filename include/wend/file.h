// wend/file.h: files and pictures (libwend-file). The only part of Wend that touches a disk.
#ifndef WEND_FILE_H
#define WEND_FILE_H

#include <wend/archive.h>
#include <wend/scene.h>

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

// ---------------------------------------------------------------------------------------------------- scenes in

typedef enum wend_scene_format {
    WEND_SCENE_UNKNOWN,
    WEND_SCENE_OBJ,  // Wavefront: v, f (polygons of any shape), o and g name parts; the rest is passed over
    WEND_SCENE_GLTF, // glTF 2.0 as JSON, its buffers beside it or within
    WEND_SCENE_GLB,  // glTF 2.0 in one binary file
    WEND_SCENE_PLY,  // ascii, binary little- and big-endian
    WEND_SCENE_STL   // ascii and binary
} wend_scene_format;

// Tells the format from the file's name and its first bytes.
WEND_API wend_scene_format wend_scene_format_of(const char *path, const char *bytes, size_t count);

// Reads the triangles of a file and adds them to a scene, in one or more parts whose `file` is as given: read several
// files into one scene. Coordinates are taken as they are in the file (glTF: with the transforms of its nodes). What is
// odd about the file is told in the report; an error there names file, line (or byte) and cause in one sentence, and
// leaves the scene as it was. WEND_ERROR_UNSUPPORTED for compressed glTF and formats that Wend does not know.
WEND_API wend_result wend_file_read_scene(wend_context *context, const char *path, int32_t file, wend_scene *scene,
                                          wend_report *report);
// The same from memory; `name` is for messages and to find what lies beside the file; it may be NULL.
WEND_API wend_result wend_file_parse_scene(wend_context *context, wend_scene_format format, const char *name,
                                           const char *bytes, size_t count, int32_t file, wend_scene *scene,
                                           wend_report *report);

// ---------------------------------------------------------------------------------------------------- out

// Writes a scene as .obj, .glb, .ply (binary) or .stl (binary), by the file's ending. OBJ and PLY keep every bit of the
// coordinates; GLB and STL know floats only (a GLB's node carries the scene's origin, so that georeferenced scenes keep
// their precision; where an STL would be off by more than a tenth of a millimetre, a warning says so). Axes and units
// stay as they are, but glTF is Y-up and in metres by its standard: a GLB's node turns a scene of another axis, and
// scales one of another unit.
WEND_API wend_result wend_file_write_scene(wend_context *context, const char *path, const wend_scene *scene,
                                           wend_report *report);

// Writes a drawing as .geojson or .wkt, by the file's ending.
WEND_API wend_result wend_file_write_drawing(wend_context *context, const char *path, const wend_drawing *drawing,
                                             wend_report *report);

// What of a nav to show or write.
typedef enum wend_layer {
    WEND_LAYER_PLAN,     // the floor: its region, triangulated
    WEND_LAYER_CELLS,    // the convex pieces that it is cut into
    WEND_LAYER_PORTALS,  // the lines between them; in pictures with the graph that they make
    WEND_LAYER_MEDIAL,   // the medial axis, coloured by clearance
    WEND_LAYER_WALKABLE, // the surface on which one can walk
    WEND_LAYER_LINKS,    // what joins its parts: fillers and steps, on the surface, and drops
    WEND_LAYER_COUNT
} wend_layer;

// Writes one layer of a nav as .svg, .png, .geojson or .obj, and of scenes, and the medial axis, as .glb too, by the
// file's ending. WEND_ERROR_UNSUPPORTED for another ending or a layer that the nav does not hold. The plan of a scene,
// its cells, portals, medial axis and links are written in three dimensions, and shown from above with a panel for each
// layer of the plan. OBJ has the axes and units of what came in, GLB is Y-up and in metres. Pictures of a surface show
// it from above and, below that, tilted; with `wend_file_export_scene` over the scene that it was made of, in grey.
WEND_API wend_result wend_file_export(wend_context *context, const char *path, const wend_nav *nav, wend_layer layer,
                                      wend_report *report);

WEND_API wend_result wend_file_export_scene(wend_context *context, const char *path, const wend_nav *nav,
                                            wend_layer layer, const wend_scene *scene, wend_report *report);

// Reads and writes .wend files.
WEND_API wend_result wend_file_load(wend_context *context, const char *path, wend_nav **nav, wend_report *report);
WEND_API wend_result wend_file_save(wend_context *context, const char *path, const wend_nav *nav, wend_report *report);

#ifdef __cplusplus
}
#endif
#endif

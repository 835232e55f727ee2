// wend/file.h: files and pictures (libwend-file). The only part of Wend that touches a disk.
//
// Scenes and floor plans are read from memory, `wend_file_parse_scene` and `wend_file_parse_drawing`; the calls with a
// path read the file first and are otherwise the same. Files that belong to the one that is read come through a hook,
// so that a web page or an archive can hand them in. Builds for WebAssembly have no disk: there, calls with a path fail
// with WEND_ERROR_IO.
#ifndef WEND_FILE_H
#define WEND_FILE_H

#include <wend/archive.h>
#include <wend/offlinks.h>
#include <wend/picture.h>
#include <wend/pipeline.h>
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

// ---------------------------------------------------------------------------------------------------- from memory

// A file that belongs to the one that is read, as a hook hands it in.
typedef struct wend_file_side {
    const void *bytes; // NULL: there is no such file. An empty one has any other address
    size_t count;
    const char *cause; // why there is none, in a few words for the message ("permission denied"); NULL says nothing
} wend_file_side;

// Finds a file that the one being read names: a buffer of a .gltf, the .node file of a .poly. `name` is relative to the
// file that names it, with / between folders and without escapes: "house.bin", "../parts/a b.bin". It is never absolute
// and no URL. The hook fills *found, which is all 0 before, and returns WEND_OK. The bytes must stay as they are until
// the reading call returns; each file is asked for about once. Any other result ends that call, which returns it.
typedef wend_result wend_file_hook(void *user, const char *name, wend_file_side *found);

// A file in memory. Set what is known; all 0 is an empty file.
typedef struct wend_file_source {
    const char *name;  // stands before messages, and its ending helps to recognise the format; may be NULL
    const void *bytes; // not kept by any call
    size_t count;
    wend_file_hook *hook; // finds files that belong to this one; NULL when there are none
    void *user;           // the hook's first argument
} wend_file_source;

// Finds files on disk, for sources whose bytes are in memory already: set the hook to wend_file_folder_find and `user`
// to a folder made with the path of the file. Names are looked up from where that file is. What was read is kept until
// the folder is destroyed. WEND_ERROR_MEMORY.
typedef struct wend_file_folder wend_file_folder;
WEND_API wend_result wend_file_folder_create(wend_context *context, const char *path, wend_file_folder **folder);
WEND_API wend_result wend_file_folder_find(void *folder, const char *name, wend_file_side *found);
WEND_API void wend_file_folder_destroy(wend_file_folder *folder);

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

// Reads a floor plan from memory. With WEND_DRAWING_UNKNOWN the format is recognised by name and bytes. The report gets
// problems in the file; an error in it names file, line (or byte) and cause in one sentence. Coordinates in degrees are
// rejected, with advice, where they can be detected (docs/manual.md). WEND_ERROR_ARGUMENT for a source that has no
// bytes but a count, or a count beyond PTRDIFF_MAX.
WEND_API wend_result wend_file_parse_drawing(wend_context *context, const wend_file_source *source,
                                             wend_drawing_format format, wend_drawing **drawing, wend_report *report);
// The same from a file. Path "-" is standard input.
WEND_API wend_result wend_file_read_drawing(wend_context *context, const char *path, wend_drawing **drawing,
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

// Reads triangles from memory and adds them to a scene, in one or more parts whose `file` is as given: read several
// files into one scene. With WEND_SCENE_UNKNOWN the format is recognised by name and bytes. Coordinates are taken as
// they are in the file (glTF: with the transforms of its nodes). The report gets problems in the file; an error in it
// names file, line (or byte) and cause in one sentence, and leaves the scene as it was. WEND_ERROR_UNSUPPORTED for
// compressed glTF and formats that Wend does not know, WEND_ERROR_ARGUMENT for a source that has no bytes but a count,
// or a count beyond PTRDIFF_MAX. Small files can describe huge scenes: see memory_limit of the context.
WEND_API wend_result wend_file_parse_scene(wend_context *context, const wend_file_source *source,
                                           wend_scene_format format, int32_t file, wend_scene *scene,
                                           wend_report *report);
// The same from a file, with files that belong to it beside it. Path "-" is standard input.
WEND_API wend_result wend_file_read_scene(wend_context *context, const char *path, int32_t file, wend_scene *scene,
                                          wend_report *report);

// ---------------------------------------------------------------------------------------------------- formats

// What a kind of file holds, and what Wend does with it: a set of bits.
enum {
    WEND_FILE_SCENE = 1,       // it holds triangles; Wend reads it where `scene` is known
    WEND_FILE_DRAWING = 2,     // it holds a floor plan, which Wend reads
    WEND_FILE_SCENE_OUT = 4,   // wend_file_write_scene writes it
    WEND_FILE_DRAWING_OUT = 8, // wend_file_write_drawing writes it
    WEND_FILE_EXPORT = 16,     // wend_file_export writes it,
    WEND_FILE_PICTURE = 32,    // and as a picture
    WEND_FILE_NAV = 64         // wend_file_load and wend_file_save
};

// A kind of file. The list holds all that Wend reads and writes, and others that people have scenes in.
typedef struct wend_file_format {
    const char *name;            // "STL", "a gzip archive"
    const char *endings;         // ".usd .usda", in lower case; may be empty
    uint32_t uses;               // the bits above; 0: none
    wend_drawing_format drawing; // UNKNOWN where only the content says which
    wend_scene_format scene;
    const char *start; // bytes that all such files begin with; NULL where Wend does not go by them
    size_t start_count;
    const char *advice; // how to get a scene that Wend reads from it; NULL for what is one, or may be
} wend_file_format;

WEND_API int32_t wend_file_format_count(void);
// The k-th format, or NULL beyond the end.
WEND_API const wend_file_format *wend_file_format_at(int32_t k);
// The format of a path by its ending, in upper or lower case; NULL for NULL, and for an ending that the list does not
// know.
WEND_API const wend_file_format *wend_file_format_of(const char *path);

// ---------------------------------------------------------------------------------------------- links made by hand in

// Reads definitions of links made by hand (JSON; docs/manual.md has the schema) from memory: *links of *count, to be
// freed with wend_release(context, *links, *count * sizeof **links). An error in the report names file, line and cause.
WEND_API wend_result wend_file_parse_offlinks(wend_context *context, const wend_file_source *source,
                                              wend_offlink_def **links, int32_t *count, wend_report *report);
// The same from a file. Path "-" is standard input.
WEND_API wend_result wend_file_read_offlinks(wend_context *context, const char *path, wend_offlink_def **links,
                                             int32_t *count, wend_report *report);

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

// Writes one kind of what a nav holds as .svg, .png, .geojson or .obj, and of scenes, and the medial axis, as .glb too,
// by the file's ending. WEND_ERROR_UNSUPPORTED for another ending or what the nav does not hold. The plan of a scene,
// its cells, portals, medial axis and links are written in three dimensions, and shown from above with a panel for each
// storey: small parts on layers of their own are left out, which the caption says. OBJ has the axes and units of what
// came in, GLB is Y-up and in metres.
WEND_API wend_result wend_file_export(wend_context *context, const char *path, const wend_nav *nav,
                                      wend_export_kind kind, wend_report *report);

// The same with options; NULL for the defaults. WEND_ERROR_ARGUMENT, with a finding that names the field, where one
// is out of range or does not suit the layer.
WEND_API wend_result wend_file_export_with(wend_context *context, const char *path, const wend_nav *nav,
                                           wend_export_kind kind, const wend_picture_def *def, wend_report *report);

// Writes paths by the file's ending: as .svg or .png, a picture of each storey that they come to (`def` may be NULL for
// the defaults; its view and scene count for nothing); as .obj, lines on the ground; as .glb, ribbons on the floor; as
// .geojson, a LineString for each piece and Points for ends and narrowest places. OBJ has the axes and units of what
// came in, GLB is Y-up and in metres, GeoJSON shows the ground from above, with heights. WEND_ERROR_UNSUPPORTED for
// another ending, _ARGUMENT for a field of the def out of range.
WEND_API wend_result wend_file_write_paths(wend_context *context, const char *path, const wend_paths *paths,
                                           const wend_picture_def *def, wend_report *report);

// Reads and writes .wend files; `how` as for wend_archive_load.
WEND_API wend_result wend_file_load(wend_context *context, const char *path, wend_load how, wend_nav **nav,
                                    wend_report *report);
WEND_API wend_result wend_file_save(wend_context *context, const char *path, const wend_nav *nav, wend_report *report);

#ifdef __cplusplus
}
#endif
#endif

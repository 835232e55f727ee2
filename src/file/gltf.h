// What the parts of the glTF 2.0 reader share.
//
//     read_gltf.c      the container (GLB), the version, required extensions; the order of things
//     gltf_json.c      the seven tables of the JSON text, members that must be there, messages that name a place
//     gltf_buffer.c    buffers: the binary chunk, data: URIs, files beside the file
//     gltf_accessor.c  accessors: typed, strided, sparse views into buffers, read element by element
//     gltf_mesh.c      primitives to triangles of the scene
//     gltf_node.c      the tree of nodes, its transforms, instances
//
// Nothing is opened before it is used, and each thing only once: a buffer that holds nothing but pictures is never
// looked for, and what is done grows with the file and the triangles that come out, whatever the file claims. Accessors
// are not unpacked: vertices go from the buffer through the node's transform into the scene.
#ifndef WEND_SRC_FILE_GLTF_H
#define WEND_SRC_FILE_GLTF_H

#include "file/scene_reader.h"

// ---------------------------------------------------------------------------------------------- tables and places

typedef enum wend_gltf_table {
    WEND_GLTF_SCENES,
    WEND_GLTF_NODES,
    WEND_GLTF_MESHES,
    WEND_GLTF_ACCESSORS,
    WEND_GLTF_VIEWS,
    WEND_GLTF_BUFFERS,
    WEND_GLTF_MATERIALS,
    WEND_GLTF_TABLE_COUNT
} wend_gltf_table;

// A place in the file for messages: "accessors[3]", "accessors[3].sparse" or "meshes[0].primitives[2]".
typedef struct wend_gltf_place {
    wend_gltf_table table;
    int64_t index;
    const char *member;   // or NULL
    int64_t member_index; // -1 when the member is no array
} wend_gltf_place;

// Counts something that happens often, and where it was first, to be told in one finding.
typedef struct wend_gltf_tally {
    int64_t count;
    wend_gltf_place first;
} wend_gltf_tally;

// ---------------------------------------------------------------------------------------------- buffers and accessors

typedef struct wend_gltf_buffer {
    bool ready;
    const unsigned char *bytes;
    int64_t count;      // as declared; at least that many are there
    char *block;        // what to free, or NULL: the bytes are the source's or its hook's
    size_t block_bytes; // its size
} wend_gltf_buffer;

typedef enum wend_gltf_component {
    WEND_GLTF_I8 = 5120,
    WEND_GLTF_U8 = 5121,
    WEND_GLTF_I16 = 5122,
    WEND_GLTF_U16 = 5123,
    WEND_GLTF_U32 = 5125,
    WEND_GLTF_F32 = 5126
} wend_gltf_component;

typedef struct wend_gltf_accessor {
    bool ready;
    bool normalized;
    int components;                // of an element: 1 to 4
    wend_gltf_component component; // type of each
    int64_t count;                 // elements
    int64_t stride;                // bytes from one to the next
    const unsigned char *bytes;    // the first; NULL when all are 0
    int64_t sparse_count;          // elements that are replaced
    wend_gltf_component sparse_type;
    const unsigned char *sparse_indices; // which, ascending
    const unsigned char *sparse_values;  // by what, without gaps
} wend_gltf_accessor;

// ---------------------------------------------------------------------------------------------- meshes

// A primitive of at least one triangle, all of whose indices are in range.
typedef struct wend_gltf_primitive {
    int mode;                            // 4 triangles, 5 strip, 6 fan
    const wend_gltf_accessor *positions; // VEC3
    const wend_gltf_accessor *indices;   // SCALAR, or NULL: all vertices in order
    int64_t triangles;
    int64_t material;  // -1 for none
    const char *where; // in the text
} wend_gltf_primitive;

typedef struct wend_gltf_mesh {
    bool ready;
    int64_t first, count; // its primitives
} wend_gltf_mesh;

// ---------------------------------------------------------------------------------------------- the reader

// Vertices or triangles that go to the scene at a time.
enum { WEND_GLTF_BATCH = 512 };

typedef struct wend_gltf {
    wend_scene_reader *reader;
    wend_context *context;
    wend_json json;
    WEND_ARRAY(uint32_t) tables[WEND_GLTF_TABLE_COUNT]; // JSON node of each element
    const char *binary;                                 // the binary chunk of a GLB, or NULL
    int64_t binary_count;
    WEND_ARRAY(wend_gltf_buffer) buffers;     // one for each element of the table, like the next two
    WEND_ARRAY(wend_gltf_accessor) accessors; // never moved
    WEND_ARRAY(wend_gltf_mesh) meshes;
    WEND_ARRAY(wend_gltf_primitive) primitives;
    WEND_ARRAY(int32_t) renumbered; // of vertices, where a primitive uses few of many; all -1 between primitives
    double positions[3 * WEND_GLTF_BATCH];
    int32_t triangles[3 * WEND_GLTF_BATCH];
    int64_t unbacked;              // elements used so far that no bytes stand for
    wend_gltf_tally not_triangles; // primitives of points or lines
    wend_gltf_tally no_positions;  // primitives without positions
    wend_gltf_tally left_over;     // primitives whose vertices do not come in threes
    wend_gltf_tally morphed;       // meshes with morph targets
    wend_gltf_tally skinned;       // nodes with a skin
    wend_gltf_tally unturned;      // rotations of length 0
} wend_gltf;

// ---------------------------------------------------------------------------------------------- gltf_json.c

// Finds the elements of the tables and makes room for what is known of them.
wend_result wend_gltf_find_tables(wend_gltf *g);
// The JSON node of an element.
int64_t wend_gltf_at(const wend_gltf *g, wend_gltf_table table, int64_t index);
// Says that all triangles from number `from` of the scene on go by the name of an element, should it have one.
wend_result wend_gltf_label(wend_gltf *g, int32_t from, wend_gltf_table table, int64_t index);
// Where that is in the text, for findings about triangles.
const char *wend_gltf_where(const wend_gltf *g, wend_gltf_table table, int64_t index);

// A whole number from 0 on, or `otherwise` when the object has no such key.
wend_result wend_gltf_whole(wend_gltf *g, wend_gltf_place place, int64_t object, const char *key, int64_t otherwise,
                            int64_t *value);
// The index of an element of a table, -1 when the object has no such key and it is not `required`.
wend_result wend_gltf_index(wend_gltf *g, wend_gltf_place place, int64_t object, const char *key, wend_gltf_table table,
                            bool required, int64_t *value);
// The same for a JSON node that must be such an index; `key` is for the message.
wend_result wend_gltf_index_at(wend_gltf *g, wend_gltf_place place, int64_t node, const char *key,
                               wend_gltf_table table, int64_t *value);
// An object's extension, or -1.
int64_t wend_gltf_extension(const wend_gltf *g, int64_t object, const char *name);

wend_gltf_place wend_gltf_place_of(wend_gltf_table table, int64_t index);
wend_gltf_place wend_gltf_place_in(wend_gltf_table table, int64_t index, const char *member, int64_t member_index);
#define WEND_GLTF_PLACE_TEXT 80
const char *wend_gltf_place_text(wend_gltf_place place, char text[WEND_GLTF_PLACE_TEXT]);

#define WEND_GLTF_SYNTAX "gltf-syntax"
#define WEND_GLTF_BUFFER "gltf-buffer"
#define WEND_GLTF_EXTENSION "gltf-extension"
#define WEND_GLTF_TOO_LARGE "scene-too-large"

// Adds an error "NAME: PLACE: text" and returns `result`. The text may hold %s %d %lld %c only.
wend_result wend_gltf_fail(wend_gltf *g, wend_result result, const char *code, wend_gltf_place place,
                           const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 5, 6)))
#endif
    ;
// The error about what is compressed by an extension that Wend does not read.
wend_result wend_gltf_refuse_compressed(wend_gltf *g, const char *place, const char *extension);
void wend_gltf_count(wend_gltf_tally *tally, wend_gltf_place place);

// ---------------------------------------------------------------------------------------------- the other parts

// Opens a buffer: all of its declared bytes are there.
wend_result wend_gltf_open_buffer(wend_gltf *g, int64_t index, const wend_gltf_buffer **buffer);
void wend_gltf_close_buffers(wend_gltf *g);

// Opens an accessor of a wanted number of components; all that it names is in range. `place` and `use` say what for.
wend_result wend_gltf_open_accessor(wend_gltf *g, wend_gltf_place place, const char *use, int64_t index, int components,
                                    const wend_gltf_accessor **accessor);
// Counts that `count` elements of an accessor (or NULL) are used, each time they are. Those that no bytes stand for
// cost the file nothing, however many they are: there is a limit to them in one file.
wend_result wend_gltf_use(wend_gltf *g, const wend_gltf_accessor *accessor, int64_t count);
// Reads an element, scaled to 0..1 or -1..1 when it is normalized.
void wend_gltf_read(const wend_gltf_accessor *accessor, int64_t k, double *values);
// Reads an element of unsigned integers of one component.
uint32_t wend_gltf_read_index(const wend_gltf_accessor *accessor, int64_t k);

// An affine map: the images of the three axes, then that of the origin.
typedef struct wend_gltf_matrix {
    double m[12];
} wend_gltf_matrix;

// Finds the primitives of a mesh that have triangles.
wend_result wend_gltf_open_mesh(wend_gltf *g, int64_t index, const wend_gltf_mesh **mesh);
// Adds the triangles of a primitive to the scene, moved by `map`. A map that mirrors turns them over, so that their
// outside stays outside. `instances` is the accessor that says how often it is shown, or NULL.
wend_result wend_gltf_add_primitive(wend_gltf *g, const wend_gltf_primitive *primitive, const wend_gltf_matrix *map,
                                    const wend_gltf_accessor *instances);

// Adds all that the file's scene shows.
wend_result wend_gltf_add_nodes(wend_gltf *g);

#endif

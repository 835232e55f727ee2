// wend/scene.h: the triangle soup.
//
// A scene holds raw triangles: holes, duplicates, intersections, degenerate and flipped triangles are all fine, and so
// is any number of files. It keeps coordinates as they were read, in double, in the scene's own axes and units. Nothing
// is judged, welded or dropped here.
//
// Triangles may be given areas, by number or by the names that they go by.
//
//     files or arrays  --wend_scene_add-->  scene  --wend_build_scene-->    all of it in one call (wend/pipeline.h)
//                                                  --wend_solid_build-->    stage by stage (wend/solid.h)
#ifndef WEND_SCENE_H
#define WEND_SCENE_H

#include <wend/areas.h>
#include <wend/geom.h>
#include <wend/text.h>

#ifdef __cplusplus
extern "C" {
#endif

// Which of the scene's axes points up. Default: Y.
typedef enum wend_up {
    WEND_UP_X,
    WEND_UP_Y,
    WEND_UP_Z,
    WEND_UP_MINUS_X,
    WEND_UP_MINUS_Y,
    WEND_UP_MINUS_Z,
    WEND_UP_COUNT
} wend_up;
WEND_API const char *wend_up_name(wend_up up); // "x", ..., "-z"

// Ground coordinates: the scene seen from above, x to the right and y away, z up, right-handed, in the scene's units.
// (x, y, z) of a Z-up scene, (x, -z, y) of a Y-up one, (y, z, x) of an X-up one; (x, -y, -z), (x, z, -y) and
// (y, -z, -x) where the axis points down. Exact: coordinates change places and signs only.
WEND_API void wend_ground_from_scene(wend_up up, const double position[3], double ground[3]);
WEND_API void wend_scene_from_ground(wend_up up, const double ground[3], double position[3]);

// The lattice of a scene. Ground coordinates are origin + step * lattice coordinates, in the scene's units; |x|, |y|
// and |z| of a lattice point are at most WEND_COORDINATE_MAX.
typedef struct wend_lattice3 {
    double origin[3]; // a whole number of steps, multiplied out
    double step;      // in the scene's units, > 0
    double unit;      // metres per unit of the scene
    wend_up up;
} wend_lattice3;

// A place in the scene's own axes and units of a lattice point, and back (rounded; false when beyond the lattice or not
// finite).
WEND_API void wend_lattice3_place(const wend_lattice3 *lattice, wend_point3 point, double place[3]);
WEND_API bool wend_lattice3_point(const wend_lattice3 *lattice, const double place[3], wend_point3 *point);

typedef struct wend_scene_def {
    wend_up up;
    double unit; // metres per unit of the scene, 1e-9 to 1e9. Default 1.
} wend_scene_def;
WEND_API wend_scene_def wend_default_scene_def(void);

// A run of triangles that belong together: an object, a group, a node of a file.
#define WEND_PART_NAME 64
typedef struct wend_scene_part {
    int32_t file;              // the caller's number for the file that it came from, -1 for none
    int32_t first;             // its first triangle; it ends where the next part begins
    char name[WEND_PART_NAME]; // UTF-8, cut off at a whole character, always terminated; may be empty
} wend_scene_part;

// Another name that a run of triangles goes by: that of a material, of an object around a group, of a node above it.
// Labels may overlap and lie within each other.
typedef struct wend_scene_label {
    int32_t first, count; // its triangles
    int32_t name;         // one of the scene's names
} wend_scene_label;

// A name of labels, as in a part; never empty.
typedef struct wend_scene_name {
    char text[WEND_PART_NAME];
} wend_scene_name;

typedef struct wend_scene wend_scene;

typedef struct wend_scene_view {
    wend_up up;
    double unit;
    int32_t vertex_count;
    const double *positions; // x, y, z of each vertex
    int32_t triangle_count;
    const int32_t *triangles; // three vertices of each; counter-clockwise seen from outside or above
    int32_t part_count;
    const wend_scene_part *parts; // ascending by `first`; a part may be empty
    int32_t label_count;
    const wend_scene_label *labels;
    int32_t name_count;
    const wend_scene_name *names;  // of labels, each once
    const uint16_t *triangle_area; // the area of each; NULL while all of them are 0
    int32_t area_count;
    const wend_area *areas; // what is known of areas, ascending by id
} wend_scene_view;

// An empty scene. `def` may be NULL for the defaults. WEND_ERROR_ARGUMENT for an unknown axis or a unit out of range.
WEND_API wend_result wend_scene_create(wend_context *context, const wend_scene_def *def, wend_scene **scene);
WEND_API void wend_scene_destroy(wend_scene *scene);

// Begins a part: triangles added from now on belong to it. `name` may be NULL.
WEND_API wend_result wend_scene_begin_part(wend_scene *scene, int32_t file, const char *name);

// Adds triangles; their vertices are numbered from 0 within `positions`. Any coordinates are taken, NaN and infinities
// too: the extraction judges them. Errors, with nothing added: WEND_ERROR_ARGUMENT for a negative count or a vertex out
// of range, WEND_ERROR_LIMIT beyond 2^28 vertices or triangles in the scene, WEND_ERROR_MEMORY.
WEND_API wend_result wend_scene_add(wend_scene *scene, const double *positions, int32_t vertex_count,
                                    const int32_t *triangles, int32_t triangle_count);
// The same in two steps, for parts that share vertices: triangles number them from `first`, the index of a vertex of
// the scene (as *first of the call that added it).
WEND_API wend_result wend_scene_add_vertices(wend_scene *scene, const double *positions, int32_t count, int32_t *first);
WEND_API wend_result wend_scene_add_triangles(wend_scene *scene, int32_t first, const int32_t *triangles,
                                              int32_t count);

// Removes the vertices, triangles, parts and labels that were added since the scene had these counts, from
// `wend_scene_look`: a reader that fails leaves the scene as it was. Counts larger than the scene's change nothing.
WEND_API void wend_scene_cut_back(wend_scene *scene, const wend_scene_view *before);

WEND_API wend_scene_view wend_scene_look(const wend_scene *scene);

// The part that a triangle belongs to, or NULL when it has none. O(log parts).
WEND_API const wend_scene_part *wend_scene_part_of(const wend_scene *scene, int32_t triangle);

// Adds the name of a triangle to a text, as people know it: 'triangle 12 of "door" in house.obj'. It is numbered from
// the first triangle of its file (wend_scene_part). `files` are names by number of a file, and only given when there
// are several. O(parts).
WEND_API void wend_scene_name_triangle(const wend_scene *scene, int32_t triangle, const char *const *files,
                                       int32_t file_count, wend_text *text);

// ---------------------------------------------------------------------------------------------------- areas

// Gives triangles that are in the scene another name (cut off like that of a part). An empty name or a count of 0 does
// nothing. WEND_ERROR_ARGUMENT for triangles that are not there, WEND_ERROR_LIMIT beyond 2^28 labels, _MEMORY.
WEND_API wend_result wend_scene_label_triangles(wend_scene *scene, int32_t first, int32_t count, const char *name);

// Puts triangles that are in the scene into an area. WEND_ERROR_ARGUMENT for triangles that are not there or an area
// that cannot be, WEND_ERROR_MEMORY.
WEND_API wend_result wend_scene_set_area(wend_scene *scene, int32_t first, int32_t count, int32_t area);

// Says what is known of an area, in place of what was said before. WEND_ERROR_ARGUMENT for an id that cannot be,
// _MEMORY.
WEND_API wend_result wend_scene_describe_area(wend_scene *scene, const wend_area *area);

// Puts all triangles that go by a name into an area: those of parts and labels called so, letter for letter, that are
// in the scene by now. Of several calls that mean the same triangle, the last one counts. *count, which may be NULL, is
// how many triangles there were, each counted as often as it goes by the name. Names that are longer than what is kept
// are compared by what is kept. An area of which nothing is known yet gets the name. WEND_ERROR_ARGUMENT for an area
// that cannot be, WEND_ERROR_MEMORY. O(parts + labels + triangles that go by it).
WEND_API wend_result wend_scene_map_area(wend_scene *scene, const char *name, int32_t area, int64_t *count);

#ifdef __cplusplus
}
#endif
#endif

// wend/path.h: searching a nav: the shortest way for a disc of any radius.
//
// A search is the scratch memory of one thread over a nav that never changes: make one per thread, and ask it as often
// as you like. It allocates when it is created and when a query needs more room than any before; after that, never
// again. Queries that need scratch memory are calls of a search. What needs none (where am I, how much room is there,
// rays) stays a plain function of its artifact, for any thread.
//
// A path is measured on the ground, seen from above. The centre of a disc moves along it, at least the disc's radius
// away from every boundary edge and every point obstacle of the plan. The answer is the shortest of all such ways, over
// all storeys: straight pieces, and arcs around corners of obstacles. Nothing is made per radius.
//
//     medial  --wend_roads_build-->  roads  --wend_search_create_on-->  search  --wend_search_path-->  path
#ifndef WEND_PATH_H
#define WEND_PATH_H

#include <wend/nav.h>
#include <wend/roads.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_search wend_search;

// Makes a search over a nav, and the roads that it runs on. WEND_ERROR_ARGUMENT when the nav has no medial axis; also
// WEND_ERROR_LIMIT, _MEMORY, _CANCELLED. The search keeps what it needs of the nav.
WEND_API wend_result wend_search_create(wend_context *context, const wend_nav *nav, wend_search **search);
// The same over roads that are there: several searches, one per thread, share them.
WEND_API wend_result wend_search_create_on(wend_context *context, const wend_roads *roads, wend_search **search);
WEND_API void wend_search_destroy(wend_search *search);

// ---------------------------------------------------------------------------------------------------- shortest paths

typedef struct wend_path_def {
    double radius; // of the disc, metres, 0 or more. Default 0.3.
    // The answer may be longer than the shortest one by at most this fraction, 0 or more. Default 0: the shortest. With
    // 0.1 a search takes a fraction of the time on large maps.
    double excess;
} wend_path_def;
WEND_API wend_path_def wend_default_path_def(void);

typedef enum wend_path_status {
    WEND_PATH_REACHED,
    WEND_PATH_UNREACHABLE, // both ends are on the floor, but a disc of this radius cannot go from one to the other
    WEND_PATH_OFF_MESH,    // an end is not on the floor
    WEND_PATH_STATUS_COUNT
} wend_path_status;

// Why there is no path.
typedef enum wend_path_reason {
    WEND_PATH_NO_REASON, // there is one
    WEND_PATH_FROM_OFF_MESH,
    WEND_PATH_TO_OFF_MESH,
    WEND_PATH_FROM_TOO_NARROW, // the disc does not fit where the path should begin
    WEND_PATH_TO_TOO_NARROW,   // nor where it should end
    WEND_PATH_DISCONNECTED,    // there is no way even for a point
    WEND_PATH_TOO_NARROW,      // there is a way, but not for this radius: see `widest`
    WEND_PATH_REASON_COUNT
} wend_path_reason;
// In the words of `wend query`: "too-narrow". "" for none.
WEND_API const char *wend_path_reason_name(wend_path_reason reason);

// A straight piece or an arc. Places are in the coordinates of the plan (those of the drawing, or of the ground).
typedef struct wend_path_piece {
    double from[2], to[2]; // its ends
    double centre[2];      // of an arc: the place of `vertex`; its radius is the disc's
    double length;         // metres. An arc may be longer than a full turn where the floor winds
    int32_t side;          // 0: straight. 1: an arc that turns left (counter-clockwise seen from above); -1: right
    int32_t vertex;        // the vertex of the plan that an arc turns around; -1 for a straight piece
    int32_t triangle;      // a triangle of the plan that holds `from`
    int32_t reserved;      // 0
} wend_path_piece;

typedef struct wend_path_view {
    wend_path_status status;
    wend_path_reason reason;
    double length;     // metres; 0 when there is no path, like `bound`
    double bound;      // no way is shorter than this, metres: `length` itself when the excess is 0
    double widest;     // the radius of the largest disc that can go from one end to the other, metres
    wend_spot ends[2]; // where the path begins and ends: the spots asked for, moved to where the disc fits
    double moved[2];   // by how much, metres
    int32_t piece_count;
    const wend_path_piece *pieces; // one after the other, at least one. With radius 0 arcs have no length
} wend_path_view;

// Finds the shortest path from one spot to another. An end nearer to a wall than the radius is moved straight away from
// it, never through a wall and never to another floor. Whether there is a path is always right: the medial axis
// decides. Lengths are right within 10^-9 of the extent of the plan. `def` may be NULL for the defaults. The view's
// array lives until the next query of the search. Fails with WEND_ERROR_ARGUMENT (a field out of range), _LIMIT,
// _MEMORY. The same bits for the same query on every machine. Cost: grows with the floor that is nearer than the goal,
// a third to two thirds of a microsecond for each convex piece of it.
WEND_API wend_result wend_search_path(wend_search *search, const wend_spot *from, const wend_spot *to,
                                      const wend_path_def *def, wend_path_view *path);

// A path as a line on the ground.
typedef struct wend_path_line {
    int32_t point_count;  // 0 when the last query found no path
    const double *places; // x, y, z of each, in the scene's own axes and units; on a floor plan in its own, with z 0
    const int32_t *triangles; // of each: the one of the linked complex that the line goes on over; -1 on floor plans
    double length;            // metres, along the ground with its slopes and steps
} wend_path_line;

// The path that the last query found, as a line that follows the ground: with a point at every crease, and two where
// the floor steps up or down. Arcs are within `apart` metres, more than 0, of their chords. It lives until the next
// call of the search. WEND_ERROR_ARGUMENT, _MEMORY. O(triangles of the ground below the path).
WEND_API wend_result wend_search_line(wend_search *search, double apart, wend_path_line *line);

#ifdef __cplusplus
}
#endif
#endif

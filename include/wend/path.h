// wend/path.h: searching a nav: the shortest way for a disc of any radius, and what else a search can tell.
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
//     nav  --wend_search_create-->  search  --wend_search_path-->  path  --wend_search_line, _portals, _passed-->
//                                           --wend_search_nearest, _within, _move, _walk, _around-->
//                                           --wend_flow_build-->  flow  --wend_flow_ask-->  distance, direction
#ifndef WEND_PATH_H
#define WEND_PATH_H

#include <wend/cells.h>
#include <wend/offlinks.h>
#include <wend/roads.h>
#include <wend/stairs.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_search wend_search;

// What a search runs on. Roads are needed; all others may be NULL.
typedef struct wend_search_def {
    const wend_roads *roads;       // plan and medial axis are theirs
    const wend_cells *cells;       // of the same plan: needed by WEND_PATH_BY_CELLS
    const wend_offlinks *offlinks; // on the same plan: links made by hand that paths may take
    const wend_stairs *stairs;     // of the same plan's links: names the flights that a path takes
    const wend_area *areas;        // what is known of areas, ascending by id: their tags
    int32_t area_count;
} wend_search_def;

// Makes a search. Several searches, one per thread, share what they run on, and keep it alive (`areas` are copied).
// Drops (one-way links of the plan) are found by themselves. WEND_ERROR_ARGUMENT (no roads, artifacts
// of another plan), _LIMIT, _MEMORY. (A nav: wend_search_create in wend/nav.h.)
WEND_API wend_result wend_search_create_on(wend_context *context, const wend_search_def *def, wend_search **search);
WEND_API void wend_search_destroy(wend_search *search);

// ---------------------------------------------------------------------------------------------------- what is asked

// How a path is found.
typedef enum wend_path_by {
    WEND_PATH_BY_EXACT, // the shortest one, proven. Default
    WEND_PATH_BY_CELLS, // ExACT: over the portals of cells, made as narrow as the radius asks. Needs cells. Fast and
                        // free of collisions, as the exact one is, but not always the shortest: see `bound`
    WEND_PATH_BY_COUNT
} wend_path_by;

// What is wanted where there is no path.
typedef enum wend_path_partial {
    WEND_PATH_PARTIAL_NONE,    // no path. Default
    WEND_PATH_PARTIAL_BY_AIR,  // one to the reachable place that is nearest to the goal as the crow flies
    WEND_PATH_PARTIAL_BY_PATH, // one to the reachable place from which a point has the shortest way to the goal; as the
                               // crow flies where there is no way for a point, either
    WEND_PATH_PARTIAL_COUNT
} wend_path_partial;

// What walking through an area costs, in metres for each metre.
typedef struct wend_area_cost {
    int32_t area;
    double factor; // 1 or more
} wend_area_cost;

// What a path may use. All zero: everything.
typedef struct wend_path_filter {
    uint32_t forbid_tags;  // areas and links made by hand with one of these tags
    uint32_t forbid_links; // a set of 1 << wend_offlink_kind, and WEND_PATH_DROPS
    int32_t forbid_area_count;
    const int32_t *forbid_areas; // by id
    int32_t cost_count;
    const wend_area_cost *costs; // of areas that are not named: 1
} wend_path_filter;
#define WEND_PATH_DROPS 0x80000000u

typedef struct wend_path_def {
    double radius; // of the disc, metres, 0 or more. Default 0.3.
    // The answer may be longer than the shortest one by at most this fraction, 0 or more. Default 0: the shortest. With
    // 0.1 a search takes a fraction of the time on large maps.
    double excess;
    // Preferred distance of the centre from what is in the way, metres: the path keeps as much of it as there is room
    // for, as far as that makes it no longer than by the fraction `detour`. Default 0, as all that is no more than the
    // radius: the radius will do. Not with WEND_PATH_BY_CELLS.
    double clearance;
    double detour; // 0 or more. Default 0.1
    // Where the disc does not fit at an end of the path, how far that may be moved to where it does: a share of the
    // radius, 0 or more. Default 4.
    double reach;
    wend_path_by by;
    wend_path_partial partial;
    wend_path_filter filter; // its arrays are not needed after the call
} wend_path_def;
WEND_API wend_path_def wend_default_path_def(void);

// ---------------------------------------------------------------------------------------------------- shortest paths

typedef enum wend_path_status {
    WEND_PATH_REACHED,
    WEND_PATH_PARTIAL,     // not the goal, but the nearest place that can be reached; only when asked for
    WEND_PATH_UNREACHABLE, // both ends are on the floor, but a disc of this radius cannot go from one to the other
    WEND_PATH_OFF_MESH,    // an end is not on the floor
    WEND_PATH_STATUS_COUNT
} wend_path_status;
// In the words of `wend query`: "reached".
WEND_API const char *wend_path_status_name(wend_path_status status);

// Why there is no path, or only a part of one.
typedef enum wend_path_reason {
    WEND_PATH_NO_REASON, // there is one
    WEND_PATH_FROM_OFF_MESH,
    WEND_PATH_TO_OFF_MESH,
    WEND_PATH_FROM_TOO_NARROW, // the disc does not fit where the path should begin, nor near it
    WEND_PATH_TO_TOO_NARROW,   // nor where it should end
    WEND_PATH_DISCONNECTED,    // there is no way even for a point
    WEND_PATH_TOO_NARROW,      // there is a way, but not for this radius: see `widest`
    WEND_PATH_FORBIDDEN,       // there is a way, but the filter forbids it
    WEND_PATH_REASON_COUNT
} wend_path_reason;
// In the words of `wend query`: "too-narrow". "" for none.
WEND_API const char *wend_path_reason_name(wend_path_reason reason);

// A straight piece, an arc or a link. Places are in the coordinates of the plan (those of the drawing, or of the
// ground).
typedef struct wend_path_piece {
    double from[2], to[2]; // its ends
    double centre[2];      // of an arc: the place of `vertex`
    double radius;         // of an arc: that of the disc, or the clearance that it keeps there
    double length;         // metres; of a link, its cost. An arc may be longer than a full turn where the floor winds
    int32_t side;          // 0: straight. 1: an arc that turns left (counter-clockwise seen from above); -1: right
    int32_t vertex;        // the vertex of the plan that an arc turns around; -1 for other pieces
    int32_t triangle;      // a triangle of the plan that holds `from`
    int32_t link;          // of wend_path_passed_view.links, which leads from `from` to `to`; -1 for other pieces
} wend_path_piece;

typedef struct wend_path_view {
    wend_path_status status;
    wend_path_reason reason;
    double length;     // metres; 0 when there is no path, like `bound`. With costs of areas and links: what it costs
    double bound;      // no way is shorter than this, metres
    bool proven;       // it is the shortest: `bound` is `length`, but for rounding
    double widest;     // the radius of the largest disc that can go from one end to the other, metres; 0 for none
    double narrow[2];  // the middle of the narrowest place of that way, and the triangle of the plan it is on; -1 when
    int32_t narrow_on; // there is no way, or none of it is narrower than its ends
    wend_spot ends[2]; // where the path begins and ends: the spots asked for, moved to where the disc fits
    double moved[2];   // by how much, metres
    int32_t piece_count;
    const wend_path_piece *pieces; // one after the other, at least one. With radius 0 arcs have no length
} wend_path_view;

// Finds the shortest path from one spot to another. An end nearer to a wall than the radius is moved to the nearest
// place where the disc fits, straight over the floor: never through a wall and never to another floor. Whether there is
// a path is always right: the medial axis decides. Lengths are right within 10^-9 of the extent of the plan. `def` may
// be NULL for the defaults. The view's array lives until the next query of the search. Fails with WEND_ERROR_ARGUMENT
// (a field out of range), _LIMIT, _MEMORY. The same bits for the same query on every machine. Cost: grows with the
// floor that is nearer than the goal, a third of a microsecond for each convex piece of it.
//
// Detour's findPath and findStraightPath are this, in one.
WEND_API wend_result wend_search_path(wend_search *search, const wend_spot *from, const wend_spot *to,
                                      const wend_path_def *def, wend_path_view *path);

// The same in slices, for programs that have a deadline: begin once, step until it is done, end to get the answer,
// which is the one that wend_search_path gives. A step goes on by at most `most` steps of about a microsecond. (What
// takes little time is done by begin; clearance > radius and WEND_PATH_BY_CELLS wholly by end.) Any other query of the
// search ends it.
//
// Detour's initSlicedFindPath, updateSlicedFindPath and finalizeSlicedFindPath are this.
WEND_API wend_result wend_search_begin(wend_search *search, const wend_spot *from, const wend_spot *to,
                                       const wend_path_def *def);
WEND_API wend_result wend_search_step(wend_search *search, int64_t most, bool *done);
WEND_API wend_result wend_search_end(wend_search *search, wend_path_view *path);

// ---------------------------------------------------------------------------------------------------- along a path

// A path as a line on the ground.
typedef struct wend_path_line {
    int32_t point_count;  // 0 when the last query found no path
    const double *places; // x, y, z of each, in the scene's own axes and units; on a floor plan in its own, with z 0
    const int32_t *triangles; // of each: the one of the linked complex that the line goes on over; -1 on floor plans,
                              // and where a link begins, which is passed straight
    double length;            // metres, along the ground with its slopes and steps, and along links
} wend_path_line;

// The path that the last query found, as a line that follows the ground: with a point at every crease, and two where
// the floor steps up or down. Arcs are within `apart` metres, more than 0, of their chords. It lives until the next
// call of the search. WEND_ERROR_ARGUMENT, _MEMORY. O(triangles of the ground below the path).
WEND_API wend_result wend_search_line(wend_search *search, double apart, wend_path_line *line);

// A side between two convex pieces that a path crosses: a portal.
typedef struct wend_path_portal {
    double ends[2][2]; // of the side, on the right and on the left of the way
    double free[2][2]; // of the part around `at` where the disc's centre can be, likewise
    double at[2];      // where the path crosses it
    double critical;   // metres: for discs no larger than this, all that is at least their radius from the corners of
                       // the side is free. INFINITY where nothing else is near
    int32_t side;      // of the roads: the one by which a piece is left
    int32_t piece;     // of the path, on which it is crossed
} wend_path_portal;
typedef struct wend_path_portals_view {
    int32_t count;
    const wend_path_portal *portals; // in the order of the way
} wend_path_portals_view;
// The portals that the path of the last query crosses. It lives until the next call of the search. _ARGUMENT, _MEMORY.
WEND_API wend_result wend_search_portals(wend_search *search, wend_path_portals_view *portals);

// A link that a path takes.
typedef struct wend_path_link {
    double from[3], to[3]; // on the ground, in the scene's own axes and units (x, y, 0 on a floor plan)
    double cost;           // metres
    double at;             // metres of the path before it
    int32_t offlink;       // of the links made by hand, or -1: a drop
    int32_t drop;          // of wend_links_view.links, or -1
    int32_t back;          // 1 when a link made by hand is passed from its second end to its first
    int32_t piece;         // of the path
} wend_path_link;
// A flight of stairs that a path takes.
typedef struct wend_path_flight {
    int32_t flight; // of wend_stairs_view
    int32_t up;     // 1 or -1: upward or downward
    double at;      // metres of the path before it
    double length;  // metres of the path on it, seen from above
} wend_path_flight;
// A part of a path in one area.
typedef struct wend_path_ground {
    int32_t area;
    double at, length; // metres of the path before it, and in it
} wend_path_ground;
typedef struct wend_path_passed_view {
    int32_t link_count;
    const wend_path_link *links;
    int32_t flight_count;
    const wend_path_flight *flights;
    int32_t ground_count;
    const wend_path_ground *grounds;
} wend_path_passed_view;
// What the path of the last query passes, in the order of the way. It lives until the next call of the search.
WEND_API wend_result wend_search_passed(wend_search *search, wend_path_passed_view *passed);

// ---------------------------------------------------------------------------------------------------- many goals

// A goal that can be reached.
typedef struct wend_path_goal {
    int32_t goal;  // its number among those that were given
    double length; // metres; with costs of areas and links: what it costs
} wend_path_goal;

// Finds those of some spots that are nearest by path, at most `most` of them and none farther than `farthest` metres
// (INFINITY for all), the nearest first. Those off the plan, or where the disc does not fit, are none. *goals lives until
// the next query. `def` as above (its clearance, partial and by count for nothing). WEND_ERROR_ARGUMENT, _LIMIT, _MEMORY.
// Cost: as one search for the farthest goal that is found.
WEND_API wend_result wend_search_nearest(wend_search *search, const wend_spot *from, const wend_spot *spots,
                                         int32_t count, int32_t most, double farthest, const wend_path_def *def,
                                         const wend_path_goal **goals, int32_t *goal_count);
// The path to the k-th goal that wend_search_nearest found, until the next query.
WEND_API wend_result wend_search_take(wend_search *search, int32_t k, wend_path_view *path);

// ---------------------------------------------------------------------------------------------------- distance maps

// The distance of every place from the nearest of some places, and the direction in which it lies: a flow field, for
// many that go to one place. It never changes.
typedef struct wend_flow wend_flow;

typedef struct wend_flow_def {
    double radius;   // metres, 0 or more. Default 0.3
    double farthest; // metres: nothing is known of what is farther. Default INFINITY
    double reach;    // as in wend_path_def
    bool away;       // distances from the spots to every place, not from every place to the spots. Only one-way links
                     // make a difference. Default false
    wend_path_filter filter;
} wend_flow_def;
WEND_API wend_flow_def wend_default_flow_def(void);

// Makes a map. Spots off the plan or where the disc does not fit are left out. WEND_ERROR_ARGUMENT, _LIMIT, _MEMORY.
// Cost: as a search for the farthest place; ten to thirty times that where floors are full of obstacles.
WEND_API wend_result wend_flow_build(wend_search *search, const wend_spot *spots, int32_t count,
                                     const wend_flow_def *def, wend_flow **flow);
WEND_API void wend_flow_destroy(wend_flow *flow);

typedef struct wend_flow_answer {
    double distance;  // metres; INFINITY where nothing is reached
    double toward[2]; // unit vector on the ground: the direction to go; 0, 0 in a spot itself and where nothing is
    int32_t spot;     // which one is the nearest; -1 for none
    int32_t link;     // a link made by hand or a drop begins here: 1
} wend_flow_answer;
// Asks a map about a place. O(sources of rays that reach its piece): microseconds. Any thread.
WEND_API void wend_flow_ask(const wend_flow *flow, const wend_spot *spot, wend_flow_answer *answer);

typedef struct wend_flow_view {
    int32_t triangle_count; // of the plan
    const float *nearest;   // metres to the nearest place of each triangle of the plan; INFINITY where nothing is
                            // reached. All of a triangle is within a distance when the farthest of its corners is
} wend_flow_view;
WEND_API wend_flow_view wend_flow_look(const wend_flow *flow);

// ---------------------------------------------------------------------------------------------------- small steps

// What ended a straight walk or a move.
typedef enum wend_stop_kind {
    WEND_STOP_NONE,     // nothing: it came where it should
    WEND_STOP_WALL,     // the boundary of the floor: `boundary`
    WEND_STOP_CORNER,   // a corner of a boundary or a point obstacle: `vertex`
    WEND_STOP_OFF_MESH, // it does not begin on the floor
    WEND_STOP_COUNT
} wend_stop_kind;
WEND_API const char *wend_stop_kind_name(wend_stop_kind kind); // "wall"

typedef struct wend_stop {
    wend_stop_kind kind;
    wend_spot spot;   // where it ended, rounded to the lattice
    double place[2];  // exactly that
    double distance;  // metres from where it began, along the way
    double normal[2]; // of length 1, away from what stopped it; 0, 0 for nothing
    int32_t boundary; // the boundary edge of the plan that stopped it, or -1
    int32_t vertex;   // the vertex of the plan that did, or -1
} wend_stop;

// Walks straight with a disc until it meets something. It starts where the disc fits, or is as near to a wall as it
// is: then it may not come nearer. O(triangles swept).
//
// Detour's raycast is this with radius 0 (and wend_plan_ray).
WEND_API wend_result wend_search_walk(wend_search *search, const wend_spot *from, const double to[2], double radius,
                                      wend_stop *stop);

// Moves a disc straight toward a place, and along what it meets as long as that brings it nearer: a step of an agent
// that slides along walls. It never gets through a wall, onto another floor, or over a drop. *stop: where it ended, and
// the last thing that it met. O(triangles swept).
//
// Detour's moveAlongSurface is this with radius 0.
WEND_API wend_result wend_search_move(wend_search *search, const wend_spot *from, const double to[2], double radius,
                                      wend_stop *stop);

// The plan's triangles around a place, as far as some part of them is no farther than `distance` metres, walking over
// neighbours that are; and the boundary edges of these that are no farther. Both in the order of their distance. It
// lives until the next call of the search.
//
// Detour's findLocalNeighbourhood, findPolysAroundCircle and getPolyWallSegments are this.
typedef struct wend_around_view {
    int32_t triangle_count;
    const int32_t *triangles;
    int32_t boundary_count;
    const int32_t *boundaries;
} wend_around_view;
WEND_API wend_result wend_search_around(wend_search *search, const wend_spot *spot, double distance,
                                        wend_around_view *around);

#ifdef __cplusplus
}
#endif
#endif

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
//     nav  --wend_search_create-->  search  --wend_search_path-->  path  --wend_search_line-->
//                                           --wend_flow_build-->  flow  --wend_flow_ask-->  distance, direction
#ifndef WEND_PATH_H
#define WEND_PATH_H

#include <wend/cells.h>
#include <wend/landmarks.h>
#include <wend/offlinks.h>
#include <wend/roads.h>
#include <wend/stairs.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_search wend_search;

// What a search runs on. Roads are needed; all others may be NULL.
typedef struct wend_search_def {
    const wend_roads *roads;         // plan and medial axis are theirs
    const wend_cells *cells;         // of the same plan: needed by WEND_PATH_BY_CELLS
    const wend_offlinks *offlinks;   // on the same plan: links made by hand that paths may take
    const wend_stairs *stairs;       // of the same plan's links: names the flights that a path takes
    const wend_landmarks *landmarks; // of the roads: searches on large maps take a fraction of the time
    const wend_area *areas;          // what is known of areas, ascending by id: their tags
    int32_t area_count;
} wend_search_def;

// Makes a search. Several searches, one per thread, share what they run on, and keep it alive (`areas` are copied).
// Drops (one-way links of the plan) are found by themselves. WEND_ERROR_ARGUMENT (no roads, artifacts
// of another plan), _LIMIT, _MEMORY. (A nav: wend_search_create in wend/nav.h.)
//
// A drop, and a link made by hand from edge to edge, may be taken in many places. A search knows the middles of equal
// parts of at most half a metre, 64 of each drop or link at most; paths are the shortest of all that take them there.
// At a drop the disc goes from where it stands nearest to the ledge to where it stands nearest to the floor a tenth of
// a metre beyond; what that costs are the metres between, seen from above. A link leads from where it stands nearest to
// one end to where it stands nearest to the other. Where the disc does not stand near an end, the passage is closed to
// it. The first query with another radius or filter than the last one places all of them anew, ten microseconds each.
WEND_API wend_result wend_search_create_on(wend_context *context, const wend_search_def *def, wend_search **search);
WEND_API void wend_search_destroy(wend_search *search);

// ---------------------------------------------------------------------------------------------------- what is asked

// How a path is found.
typedef enum wend_path_by {
    WEND_PATH_BY_EXACT, // the shortest one, proven. Default
    // ExACT: over the portals of cells, made as narrow as the radius asks. Needs cells. Fast, free of collisions, and
    // as right as the exact one about whether there is a path; but not always the shortest: `bound` is the straight
    // line. The exact search answers where cells know no way: with radius 0, where links must be taken, or where a
    // filter forbids areas or gives them costs. The first such query of a search makes what it needs, O(cells).
    WEND_PATH_BY_CELLS,
    WEND_PATH_BY_COUNT
} wend_path_by;

// What is wanted where there is no path. (Where the filter keeps paths out of areas, there are no partial ones.)
typedef enum wend_path_partial {
    WEND_PATH_PARTIAL_NONE, // no path. Default
    // One to the place that is nearest to the goal as the crow flies, seen from above, of all that the disc can get to.
    // Heights do not count: where that is right below the goal, the path ends there.
    WEND_PATH_PARTIAL_BY_AIR,
    // One to the place from which a point has the shortest way over the floor to the goal, of all that the disc can get
    // to: where it is stopped. As the crow flies where a point has no way over the floor, either.
    WEND_PATH_PARTIAL_BY_PATH,
    WEND_PATH_PARTIAL_COUNT
} wend_path_partial;

// What walking through an area costs, in metres for each metre.
typedef struct wend_area_cost {
    int32_t area;
    double factor; // 1 or more
} wend_area_cost;

// What a path may use. All zero: everything. The centre of the disc does not go into a forbidden area, but may go along
// its border, and is as far from walls as ever: areas do not change how much room there is. The path is still the
// shortest of all. Detour's dtQueryFilter is this.
typedef struct wend_path_filter {
    uint32_t forbid_tags;  // areas and links made by hand with one of these tags
    uint32_t forbid_links; // a set of 1 << wend_offlink_kind, and WEND_PATH_DROPS
    int32_t forbid_area_count;
    const int32_t *forbid_areas; // by id
    int32_t cost_count;
    // Areas that are not named cost 1. With costs, paths bend at borders, in places that a search chooses: corners of
    // borders, points on them, and then points near those where the cheapest path so far crosses a border. The answer
    // is the cheapest path found; its length is what it costs, and `bound` is the length of the shortest path if
    // nothing cost more than 1. Rarely are they equal, and then it is proven.
    const wend_area_cost *costs;
} wend_path_filter;
#define WEND_PATH_DROPS 0x80000000u

typedef struct wend_path_def {
    double radius; // of the disc, metres, 0 or more; below a 2^38th of the plan's extent it is 0. Default 0.3.
    // The answer may be longer than the shortest one by at most this fraction, 0 or more. Default 0: the shortest. With
    // 0.1 a search takes a fraction of the time on large maps. With costs of areas, more than 0.25 counts as that: it
    // would be no faster.
    double excess;
    // Preferred distance of the centre from everything, metres. The path keeps it where there is room; where there is
    // less, it runs midway, on the medial axis. It is the shortest of all such paths. If that is longer than the
    // shortest path without by more than the fraction `detour`, it keeps the most that is not (known to a 256th).
    // Default 0; all that is no more than the radius asks for nothing. Not with WEND_PATH_BY_CELLS. Cost: one more
    // search and O(arcs of the medial axis), up to nine times where `detour` matters.
    double clearance;
    double detour; // 0 or more. Default 0.1
    // Where the disc does not fit at an end of the path, how far that may be moved to where it does: how many times the
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
    WEND_PATH_PARTIAL,     // not the goal, but the nearest place that can be reached; only when asked for. `reason`
                           // says why, length and bound are those of the path to that place
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
    WEND_PATH_FORBIDDEN,       // there is a way, but the filter forbids it, or one of its ends
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
    int32_t link;          // 0, 1, ... along the path: a drop, or a link made by hand; -1 for other pieces
} wend_path_piece;

typedef struct wend_path_view {
    wend_path_status status;
    wend_path_reason reason;
    double length; // metres; 0 when there is no path, like `bound`. With costs of areas and links: what it costs
    double bound;  // no way is shorter than this, metres
    bool proven;   // it is the shortest: `bound` is `length`, but for rounding
    // What the path keeps of the preferred clearance, metres; the radius when it keeps none. With a clearance `length`
    // is that of this path, and `bound` still that of the shortest.
    double clearance;
    // The radius of the largest disc that can go from one end to the other over the floor, without drops and links made
    // by hand, metres; 0 when there is no way. How near to a wall the ends are does not count, for a disc that does not
    // fit there is moved: it is a matter of the way alone.
    double widest;
    double narrow[2];  // the middle of the narrowest place of that way, and the triangle of the plan it is on; -1 when
    int32_t narrow_on; // there is no way, or none of it is narrower than the floor around its ends
    wend_spot ends[2]; // where the path begins and ends: the spots asked for, moved to where the disc fits
    double moved[2];   // by how much, metres; of a partial path's end, how far it is from the goal as the crow flies
    int32_t piece_count;
    const wend_path_piece *pieces; // one after the other, at least one. With radius 0 arcs have no length
} wend_path_view;

// Finds the shortest path from one spot to another. An end nearer to a wall than the radius is moved: to the nearest of
// all places where the disc fits that are seen from it (a straight way over the floor crosses no wall; it may graze
// corners and pass over point obstacles) and are no farther than `reach` says. So it never gets through a wall, onto
// another floor or around a corner; of places as near as each other it is the one with the least x, then y. Nothing but
// distance decides: it is the nearest place even where another one would have a way to the other end. Whether there is
// a path is always right: the medial axis decides. Lengths are right within 10^-9 of the extent of the plan. `def` may
// be NULL for the defaults. The view's array lives until the next query of the search. Fails with WEND_ERROR_ARGUMENT
// (a field out of range), _LIMIT, _MEMORY. The same bits for the same query on every machine. Cost: grows with the
// floor that is nearer than the goal, a third of a microsecond for each convex piece of it.
//
// Detour's findPath and findStraightPath are this, in one.
WEND_API wend_result wend_search_path(wend_search *search, const wend_spot *from, const wend_spot *to,
                                      const wend_path_def *def, wend_path_view *path);

// The same in slices, for programs that have a deadline: begin once, step until it is done, end to get the answer. It
// is the one that wend_search_path gives, bit for bit, however many steps it took; where there is more to do, end does
// it. A step takes at most `most` entries from the queue, about a microsecond each; *done may be NULL. Any other query
// of the search ends what was begun; step and end are WEND_ERROR_ARGUMENT where nothing is. What takes little time is
// done by begin: where the ends are moved, whether there is a way, and paths by cells.
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
    const int32_t *pieces;    // of each: the piece that the line goes on along; of the last point, the last piece
    double length;            // metres, along the ground with its slopes and steps, and along links
} wend_path_line;

// The path that the last query found, as a line that follows the ground: with a point at every crease, and two where
// the floor steps up or down. Arcs are within `apart` metres, more than 0, of their chords. It lives until the next
// call of the search. WEND_ERROR_ARGUMENT, _MEMORY. O(triangles of the ground below the path).
WEND_API wend_result wend_search_line(wend_search *search, double apart, wend_path_line *line);

// A side between two convex pieces of the roads that a path crosses: a portal.
typedef struct wend_path_portal {
    double ends[2][2]; // of the side, on the right and on the left of the way
    double free[2][2]; // of the part around `at` where the disc's centre can be, likewise
    double at[2];      // where the path crosses it
    double along;      // metres of the path before that
    // The critical radius, metres: for every disc that is no larger, all of the side that is at least its radius from
    // both of its ends is free. INFINITY where nothing is nearer than these; 0 where a wall leaves one of them at less
    // than a right angle.
    double critical;
    int32_t side;  // of the roads: the one by which a piece is left
    int32_t piece; // of the path, on which it is crossed
} wend_path_portal;
typedef struct wend_path_portals_view {
    int32_t count;
    const wend_path_portal *portals; // in the order of the way
} wend_path_portals_view;
// The portals that the path of the last query crosses: none when there is no path. They live until the next call of the
// search. Where a path goes through a corner, those around it are crossed in it. WEND_ERROR_ARGUMENT, _MEMORY. Cost: a
// walk over the pieces along the path, and for each portal some questions of clearance.
//
// Detour's polygon path (findPath), getPortalPoints and the corridor's portals are this; here they are shrunk for the
// disc.
WEND_API wend_result wend_search_portals(wend_search *search, wend_path_portals_view *portals);

// A drop, or a link made by hand, that a path takes.
typedef struct wend_path_link {
    double from[3], to[3]; // on the ground, in the scene's own axes and units; x, y, 0 on a floor plan
    double cost;           // metres
    double along;          // metres of the path before it
    int32_t offlink;       // of the links made by hand, or -1: a drop
    int32_t drop;          // of wend_links_view.links, or -1
    int32_t back;          // 1 when a link made by hand is passed from its second end to its first one
    int32_t piece;         // of the path
} wend_path_link;
// A flight of stairs that a path takes, or a part of one.
typedef struct wend_path_flight {
    int32_t flight; // of wend_stairs_view
    int32_t up;     // 1: upward, -1: downward
    int32_t risers; // how many of its steps
    double along;   // metres of the path before the first of these
    double length;  // metres of the path from the first to the last one, seen from above
} wend_path_flight;
// A part of a path in one area.
typedef struct wend_path_ground {
    int32_t area;
    double along, length; // metres of the path before it, and in it
} wend_path_ground;
typedef struct wend_path_passed_view {
    int32_t link_count;
    const wend_path_link *links;
    int32_t flight_count; // 0 for searches without stairs
    const wend_path_flight *flights;
    int32_t ground_count; // at least one where there is a path; none on links
    const wend_path_ground *grounds;
} wend_path_passed_view;
// What the path of the last query passes, in the order of the way; nothing when there is none. It lives until the next
// call of the search. A flight is one as long as its steps follow each other in one direction. WEND_ERROR_ARGUMENT,
// _MEMORY. Cost: that of wend_search_portals without its questions, and of wend_search_line.
WEND_API wend_result wend_search_passed(wend_search *search, wend_path_passed_view *passed);

// ---------------------------------------------------------------------------------------------------- many goals

// A goal that can be reached.
typedef struct wend_path_goal {
    int32_t goal;  // its number among those that were given
    double length; // of the shortest path to it, metres
} wend_path_goal;

// Finds those of some spots that are nearest by path: at most `most` of them, none farther than `farthest` metres
// (INFINITY: as far as there is floor), the nearest first, equally near ones by their numbers. With `most` equal to
// `count` that is all within a distance. Spots off the plan, or where the disc does not fit, are none; there are none,
// either, when `from` is such a spot. Ends are moved as by wend_search_path; `def` as there, its excess for nothing.
// With costs of areas, what a goal costs may be more than by wend_search_path, which looks closer: a few per cent, and
// more where it is no farther than the points on borders are apart.
// *goals, of which there are *goal_count, lives until the next query. WEND_ERROR_ARGUMENT, _LIMIT, _MEMORY. Cost: that
// of one search up to the farthest goal found, in all directions, and of finding all spots' places.
WEND_API wend_result wend_search_nearest(wend_search *search, const wend_spot *from, const wend_spot *spots,
                                         int32_t count, int32_t most, double farthest, const wend_path_def *def,
                                         const wend_path_goal **goals, int32_t *goal_count);
// The path to goals[k] of the last wend_search_nearest, until the next query; wend_search_line follows it. Any number
// of them, in any order. WEND_ERROR_ARGUMENT when there is no such goal, or another query came between; _MEMORY.
WEND_API wend_result wend_search_take(wend_search *search, int32_t k, wend_path_view *path);

// ---------------------------------------------------------------------------------------------------- distance maps

// The distance of every place from the nearest of some spots, and the direction in which it lies: a flow field, for
// many that go to one place, or flee from it. It never changes, and keeps what it was made from alive, but not the
// search.
typedef struct wend_flow wend_flow;

typedef struct wend_flow_def {
    double radius;   // metres, 0 or more. Default 0.3
    double farthest; // metres: nothing is known of what is farther. Default INFINITY
    double reach;    // as in wend_path_def
    // The lengths of ways from the spots to every place, not from every place to the spots. Only links that lead one
    // way make a difference. Default false.
    bool away;
    wend_path_filter filter; // as in wend_path_def, but that what areas cost is left out
} wend_flow_def;
WEND_API wend_flow_def wend_default_flow_def(void);

// Makes a map. Spots where the disc does not fit are moved as ends of paths are; those that have no such place, or are
// off the plan, are left out. `def` may be NULL for the defaults. WEND_ERROR_ARGUMENT (a field out of range), _LIMIT,
// _MEMORY. The same bits for the same spots on every machine. Cost: two to thirteen times that of a path to the
// farthest place, and 100 to 700 bytes for each convex piece of the floor that is reached.
WEND_API wend_result wend_flow_build(wend_search *search, const wend_spot *spots, int32_t count,
                                     const wend_flow_def *def, wend_flow **flow);
WEND_API void wend_flow_destroy(wend_flow *flow);

typedef struct wend_flow_answer {
    double distance;  // metres: the length of the shortest path; INFINITY where there is none, or none so near
    double toward[2]; // unit vector on the ground: the direction of that path (of `away` maps: back); 0, 0 in a spot
    int32_t spot;     // the one that is nearest; -1 for none
    // 1 in the place where the path takes a drop or a link made by hand: `toward` is then the direction to its other
    // end, over what is no floor.
    int32_t link;
} wend_flow_answer;
// Asks a map about a place, exactly: the length is that of wend_search_path. A place nearer to a wall than the radius
// gets the answer of the place straight away from that wall where the disc fits, if there is one up to the middle of
// the way. O(rays that go through its piece) besides wend_medial_clearance: a microsecond or a few, less with radius 0.
// Any thread.
WEND_API void wend_flow_ask(const wend_flow *flow, const wend_spot *spot, wend_flow_answer *answer);

// It lives as long as the map.
typedef struct wend_flow_view {
    int32_t triangle_count; // of the plan
    const float *nearest;   // metres: no place of the triangle is nearer; INFINITY where nothing is reached
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
    // Where it ended, as a lattice point to go on from: next to `place`, and where the disc fits if there is such a
    // one.
    wend_spot spot;
    double place[2];  // exactly that
    double distance;  // metres that the centre has gone
    double normal[2]; // of length 1, away from what stopped it; 0, 0 for nothing
    int32_t boundary; // the boundary edge of the plan that stopped it, or -1
    int32_t vertex;   // the vertex of the plan that did, or -1
} wend_stop;

// Walks straight with a disc until it meets something, or the end. Touching is no meeting: a disc may pass along walls,
// past corners, and through a gap of just its diameter. Where it starts nearer to a wall than its radius it is as large
// as it can be, and so never comes nearer to anything than where it started. (A start that misses the radius by no more
// than two lattice steps is first moved away from the wall by so much.) With radius 0 this is wend_plan_ray, to the
// lattice point at `to`. `to` is in the coordinates of the plan. WEND_ERROR_ARGUMENT (`to` not finite, a radius out of
// range), _MEMORY. O(pieces that the disc sweeps).
//
// Detour's raycast is this with radius 0.
WEND_API wend_result wend_search_walk(wend_search *search, const wend_spot *from, const double to[2], double radius,
                                      wend_stop *stop);

// Moves a disc toward a place: straight, and along what it meets, around corners too, as long as the place comes
// nearer, always in the direction in which it comes nearer fastest. So it ends in the place, or where no small step
// would bring it nearer. It never gets through a wall, onto another floor, or over a drop; radius and start are as for
// wend_search_walk. *stop tells where it ended and what it met there. WEND_ERROR_ARGUMENT, _MEMORY. O(pieces that the
// disc sweeps), for each straight part and each arc.
//
// Detour's moveAlongSurface is this with radius 0.
WEND_API wend_result wend_search_move(wend_search *search, const wend_spot *from, const double to[2], double radius,
                                      wend_stop *stop);

// The plan's triangles around a spot: its own, and all that are met by going on over edges that are no farther from it
// than `distance` metres (which may be INFINITY), seen from above; and the boundary edges of these that are no farther.
// Both in the order of their distance, equal ones by number. Nothing off the plan. It lives until the next call of the
// search. WEND_ERROR_ARGUMENT, _MEMORY. O(k log k) for k triangles.
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

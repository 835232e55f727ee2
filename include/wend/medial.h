// wend/medial.h: the medial axis of a plan: how much room there is, everywhere, and how wide the way is.
//
// The medial axis is the set of all places with two or more nearest obstacle points. It is a graph: its arcs run midway
// between two obstacles, its vertices are where three or more are equally near. Distances are those on the ground,
// measured along straight lines over the floor: on a plan of several storeys, only obstacles of the own storey count,
// and what is seen over ramps and stairs.
//
// Obstacles are the boundary edges of the plan, their ends, and its point obstacles; area borders and feature vertices
// are not.
//
//     plan  --wend_medial_build-->  medial  --clearance, retract, widest, component-->
#ifndef WEND_MEDIAL_H
#define WEND_MEDIAL_H

#include <wend/plan.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------- building

typedef struct wend_medial_def {
    int32_t reserved; // 0
} wend_medial_def;
WEND_API wend_medial_def wend_default_medial_def(void);

typedef struct wend_medial wend_medial;

// Computes the medial axis of a plan, which must live as long as it does. `def` may be NULL for the defaults. The
// structure is exact: which obstacles meet where is decided without rounding; only coordinates and radii are doubles.
// Fails with WEND_ERROR_LIMIT, _MEMORY or _CANCELLED. Same result for any number of threads. O(n log n) expected for n
// plan vertices.
WEND_API wend_result wend_medial_build(wend_context *context, const wend_plan *plan, const wend_medial_def *def,
                                       wend_medial **medial, wend_report *report);
WEND_API void wend_medial_destroy(wend_medial *medial);

// ---------------------------------------------------------------------------------------------------- looking

// An obstacle (a site, a generator of arcs) has a number: 0 .. vertex_count - 1 of the plan are its vertices,
// vertex_count + b is boundary edge b without its ends.

typedef struct wend_medial_vertex {
    double x, y;    // lattice coordinates, within 10^-6 of the truth for plans of 2^26 steps, 10^-5 for 2^29
    double radius;  // distance to the nearest obstacles, lattice steps; 0 in corners below 180 degrees
    int32_t first;  // its arcs: around[first] .. around[first + degree - 1], counter-clockwise
    int32_t degree; // 1, 3 or more: a true vertex. 2: a semi-vertex, where an arc changes its kind or its obstacles
} wend_medial_vertex;

// A piece of a straight line (two points, or two edges) or of a parabola (a point and an edge).
typedef struct wend_medial_arc {
    int32_t vertex[2]; // its ends, the lower number first
    int32_t site[2];   // the obstacles on its left and on its right, from vertex[0] to vertex[1]
} wend_medial_arc;

// Arrays live as long as the medial axis. No arc runs into a notch; arcs end in corners below 180 degrees. Neither
// vertices nor arcs depend on the order in which anything was computed. In each component of the plan vertices - arcs =
// 2 - cycles - points.
typedef struct wend_medial_view {
    int32_t vertex_count;
    const wend_medial_vertex *vertices;
    int32_t arc_count;
    const wend_medial_arc *arcs;
    // Arcs around each vertex, 2 * arc_count in all: 2 * arc + (0 when it starts there, 1 when it ends).
    const int32_t *around;
    int32_t true_count; // vertices of degree 1, 3 or more
    // Narrow places: the arcs on which they are. Those that separate rooms come first, then the others, the most
    // prominent first (see wend_narrow).
    int32_t narrow_count;
    const int32_t *narrows;
    // Of the structure, up to whole-step translation; independent of how vertices and triangles are numbered.
    uint64_t hash;
} wend_medial_view;
WEND_API wend_medial_view wend_medial_look(const wend_medial *medial);

// A point of an arc: at 0 its first end, at 1 its second one, and between them evenly along the line, or along the edge
// that a parabola belongs to. Gives its place in the drawing's coordinates and its clearance in metres; either may be
// NULL.
WEND_API void wend_medial_arc_point(const wend_medial *medial, int32_t arc, double at, double place[2],
                                    double *clearance);
// Where along an arc (from 0 to 1) the clearance is least. It grows from there toward both ends.
WEND_API double wend_medial_arc_least(const wend_medial *medial, int32_t arc);

// A place where the way is narrower than everywhere around it along the axis: a door, the gap between two pillars, but
// the slit between two chairs too. Prominence says what matters: how far walls would have to move apart, in total,
// before the place stopped being a bottleneck. Either it separates two rooms: no way around it is wider. A room is all
// that can be reached from one side of it through wider places; if the narrower room was no wider than the place, it
// would not be a narrow place. Or there is a wider way around: closing the gap would separate nothing, and would join
// the two obstacles beside it.
typedef struct wend_narrow {
    double place[2];     // the middle of the gap, in the drawing's coordinates
    double direction[2]; // of the way through it, length 1
    double width;        // metres: twice the clearance
    double room;         // metres: width of the narrower room, in its widest place; 0 when there is a wider way around
    double prominence;   // metres: room - width, or, when there is a wider way around, width
    int32_t arc;         // where on the axis: in wend_medial_arc_least of this arc
} wend_narrow;

// Narrow place k, 0 <= k < narrow_count.
WEND_API wend_narrow wend_medial_narrow(const wend_medial *medial, int32_t k);

// A triangle of the plan that holds a point of an arc (`at` as in wend_medial_arc_point): on a plan of several storeys,
// the floor it is on. O(triangles between the point and its nearest obstacle).
WEND_API int32_t wend_medial_arc_triangle(const wend_medial *medial, int32_t arc, double at);

// ---------------------------------------------------------------------------------------------------- doors

// What is called a door, in metres. wend_default_doors_def() gives the defaults.
typedef struct wend_doors_def {
    double narrowest; // a door is at least as wide as this. Default 0.25.
    double widest;    // and no wider than this. Default 2.5.
    double opening;   // behind it, on both sides, there is room for a disc that is wider by this factor. Default 1.2.
    double depth;     // longest passage through it: how thick walls may be. Default 1.
    // What stands on both sides of it reaches at least this far above the floor, so that it is a wall, not furniture.
    // Default 1.2. Only for plans of surfaces; a floor plan does not know how high its walls are.
    double jamb;
    double room_area; // square metres: anything smaller is not a room. Default 1.
} wend_doors_def;
WEND_API wend_doors_def wend_default_doors_def(void);

// A door: a narrow place that separates two rooms. All places are in the scene's own axes and units; on a floor plan
// they are x, y, 0.
typedef struct wend_door {
    double place[3];     // its middle, on the floor
    double ends[2][3];   // where its width ends: on the left and on the right of the way through it
    double direction[3]; // of the way through it, from rooms[0] to rooms[1]; level, of length 1
    double width;        // metres
    double depth;        // metres: length of the passage, which is no wider than the door
    double headroom;  // metres: what is free above it, in its lowest place; 0 where that is not known, or nothing above
    int32_t rooms[2]; // on its two sides
    int32_t layer;    // of the plan
    int32_t arc;      // where on the axis: in wend_medial_arc_least of this arc
} wend_door;

// What doors separate (and narrow places that are too long or too narrow for a door): rooms, corridors, the outside.
typedef struct wend_door_room {
    double place[3]; // where it is widest
    double width;    // metres, there
    double area;     // square metres, seen from above
    int32_t doors;   // how many lead to it
    int32_t layer;   // of the plan, in that place
} wend_door_room;

typedef struct wend_doors wend_doors;

// Finds the doors of a plan. A door is a local minimum of width along the axis that separates rooms: on both sides the
// way opens, before it gets as narrow again, and no other way leads from side to side that is not through doors or
// narrower. So doors are found where rooms go round in circles, and the lane between a table and a wall is not a door.
// `surface` is the one that the plan was made of: it distinguishes walls from furniture. `scene` is the one that the
// surface was made of: it gives the headroom. Both may be NULL, as for floor plans; `def` may be NULL for the
// defaults. Fails with WEND_ERROR_ARGUMENT (a field out of range, another surface), _MEMORY or _CANCELLED. Same result
// for any number of threads. O(n log n) for n arcs of the axis, and triangles of the scene.
WEND_API wend_result wend_doors_build(wend_context *context, const wend_medial *medial, const wend_surface *surface,
                                      const wend_scene *scene, const wend_doors_def *def, wend_doors **doors,
                                      wend_report *report);
WEND_API void wend_doors_destroy(wend_doors *doors);

// Doors, the narrowest first, and rooms; the arrays live as long as the doors.
typedef struct wend_doors_view {
    int32_t door_count;
    const wend_door *doors;
    int32_t room_count;
    const wend_door_room *rooms;
} wend_doors_view;
WEND_API wend_doors_view wend_doors_look(const wend_doors *doors);

// ---------------------------------------------------------------------------------------------------- asking

// What is nearest to a spot of the plan.
typedef struct wend_medial_near {
    double clearance;  // metres to the nearest obstacle; 0 off the plan
    double nearest[2]; // its nearest point, in the drawing's coordinates
    int32_t site;      // the obstacle; -1 off the plan
    int32_t arc;       // the arc of the axis that is met by going straight away from it
    double at;         // where on that arc (see wend_medial_arc_point)
} wend_medial_near;

// Clearance, nearest obstacle and retraction to the axis of a spot; of two nearest obstacles, either. O(log n) where
// few boxes around pieces of cells overlap, as on combs, stars and regular polygons at any angle. Where floors lie
// above each other and the obstacle is more than a few triangles away, also O(triangles up to it). Any thread.
WEND_API void wend_medial_clearance(const wend_medial *medial, const wend_spot *spot, wend_medial_near *near);

// The same in three dimensions.
typedef struct wend_medial_near3 {
    double clearance; // metres to the nearest obstacle; 0 off the plan
    double
        nearest[3]; // its nearest point, on the ground straight ahead, in the scene's own axes and units; x, y, 0 on a
                    // floor plan; zeros off the plan
    int32_t site;   // the obstacle; -1 off the plan
} wend_medial_near3;
// O(triangles up to it) besides. Any thread.
WEND_API void wend_medial_clearance3(const wend_medial *medial, const wend_spot *spot, wend_medial_near3 *near);

// The largest radius, in metres, with which a disc can move from one spot to the other; 0 when there is no way. O(log
// n) after wend_medial_clearance of both. Any thread.
WEND_API double wend_medial_widest(const wend_medial *medial, const wend_spot *from, const wend_spot *to);

// The same to all of the axis at once: widest[v] becomes the largest radius with which a disc can move from the spot to
// vertex v; 0 when there is no way, or the spot is off the plan. A disc that fits in a place of an arc gets as far as
// the vertex toward which the clearance grows from there. O(vertices). Any thread.
WEND_API void wend_medial_reach(const wend_medial *medial, const wend_spot *from, double *widest);

// A number that is the same for all spots between which a disc of that radius (metres) can move; -1 where it does not
// fit or off the plan. O(log n) after wend_medial_clearance. Any thread.
WEND_API int32_t wend_medial_component(const wend_medial *medial, const wend_spot *spot, double radius);

// ---------------------------------------------------------------------------------------------------- checking

// Proves that a medial axis is that of its plan: computes it again, edge by edge in another order, and compares every
// number; and that vertices - arcs is as it must be, and each end of an arc as far from its obstacles as it says.
// WEND_ERROR_INVALID with findings when something differs. O(n log n).
WEND_API wend_result wend_medial_check(wend_context *context, const wend_medial *medial, wend_report *report);

#ifdef __cplusplus
}
#endif
#endif

// wend/plan.h: floor plans.
//
// A drawing is a raw floor plan: rings, lines and points in any order and orientation, touching, overlapping,
// crossing. A plan is what it means: the exact region where one can be, triangulated, with its components and
// boundaries. Everything that plans movement walks a plan. The plan of a linked surface is the same for a building: all
// of its floors seen from above, joined where links join them. Floors that lie over each other are no problem, because
// neighbourhood, not position, defines it.
//
//     drawing  --wend_plan_build------>  plan  --look, locate, ray, random-->
//     links    --wend_plan_build_linked-->
#ifndef WEND_PLAN_H
#define WEND_PLAN_H

#include <wend/links.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------- drawings

typedef enum wend_shape_kind {
    WEND_SHAPE_OUTER,    // ring: floor inside (even-odd where it crosses itself)
    WEND_SHAPE_OBSTACLE, // ring: no floor inside; parts without area are walls, one of equal points is a point
    WEND_SHAPE_WALL,     // open line of one or more points: a wall of zero width
    WEND_SHAPE_POINT,    // points: obstacles of zero size
    WEND_SHAPE_OUTLINE,  // open line: part of an outline whose inside is found by the drawing's rule
    WEND_SHAPE_HOLE,     // points: each lies in a hole (only for WEND_INSIDE_HOLES)
    WEND_SHAPE_BORDER,   // open line of two or more points: an area border; floor on both sides, blocks nothing
    WEND_SHAPE_KIND_COUNT
} wend_shape_kind;

// How the outlines of a drawing separate inside from outside.
typedef enum wend_inside_rule {
    // Floor is what lies in an OUTER ring and in no OBSTACLE ring. One exception, for islands: an obstacle of one
    // polygon does not count for an outer ring of another polygon that lies wholly within that obstacle. (Obstacles of
    // no polygon always count.)
    WEND_INSIDE_RINGS,
    // Floor is where the least number of OUTLINE lines that one must cross to come from outside, each counted as often
    // as it was drawn, is odd; less the obstacles. OUTER rings are outlines like any other.
    WEND_INSIDE_DEPTH,
    // Floor is what OUTLINE lines (and OUTER rings) separate from outside and from every HOLE point; less the
    // obstacles.
    WEND_INSIDE_HOLES
} wend_inside_rule;

typedef struct wend_shape {
    wend_shape_kind kind;
    int32_t polygon; // shapes of one polygon share this number; -1 for none
    int32_t first;   // index of its first point
    int32_t count;   // how many points. Rings need not repeat the first point at the end.
    int32_t area;    // of an OUTER ring, or of a BORDER whose last point is its first one: the area of the floor inside
} wend_shape;

typedef struct wend_drawing wend_drawing;

typedef struct wend_drawing_view {
    wend_inside_rule rule;
    int32_t shape_count;
    const wend_shape *shapes;
    int32_t point_count;
    const double *points; // x, y of each
    int32_t area_count;
    const wend_area *areas; // what is known of areas, ascending by id
} wend_drawing_view;

WEND_API wend_result wend_drawing_create(wend_context *context, wend_inside_rule rule, wend_drawing **drawing);
WEND_API void wend_drawing_destroy(wend_drawing *drawing);

// Adds a shape of `count` points, x and y of each in `points`. Any values are taken here; the build judges them.
// WEND_ERROR_ARGUMENT for an unknown kind, a negative count, or NULL points with a count; WEND_ERROR_LIMIT beyond 2^28
// points.
WEND_API wend_result wend_drawing_add(wend_drawing *drawing, wend_shape_kind kind, int32_t polygon,
                                      const double *points, int32_t count);

// Puts the floor inside a shape that is in the drawing into an area (wend/areas.h): inside an outer ring, or a border
// that ends where it begins; the rings of one polygon make holes in each other. Where several shapes reach, the
// greatest id counts. Other shapes keep it and mean nothing by it. WEND_ERROR_ARGUMENT for a shape that is not there or
// an area that cannot be.
WEND_API wend_result wend_drawing_set_area(wend_drawing *drawing, int32_t shape, int32_t area);
// Gives a shape that is in the drawing a name, for wend_drawing_map_area. WEND_ERROR_ARGUMENT, _MEMORY.
WEND_API wend_result wend_drawing_name_shape(wend_drawing *drawing, int32_t shape, const char *name);
// As wend_scene_map_area, for the shapes that have a name; *count, which may be NULL, is how many there were.
WEND_API wend_result wend_drawing_map_area(wend_drawing *drawing, const char *name, int32_t area, int64_t *count);
// As wend_scene_describe_area.
WEND_API wend_result wend_drawing_describe_area(wend_drawing *drawing, const wend_area *area);

WEND_API wend_drawing_view wend_drawing_look(const wend_drawing *drawing);

// ---------------------------------------------------------------------------------------------------- building

typedef struct wend_plan_def {
    // Lattice step in the drawing's units, > 0; 0 (default) takes the largest power of two that is at most the
    // extent / 2^26, so that rounding moves nothing by more than a 2^-27th of the extent.
    double lattice;
    // Metres per unit of the drawing, 1e-9 to 1e9. Default 1.
    double unit;
} wend_plan_def;
WEND_API wend_plan_def wend_default_plan_def(void);

typedef struct wend_plan wend_plan;

// Builds a plan. Problems of the drawing are resolved and reported in `report` (which may be NULL). Fails with
// WEND_ERROR_NOT_FINITE, _RANGE, _ARGUMENT, _EMPTY (no floor), _LIMIT, _MEMORY, _CANCELLED; the report's error says
// where. The plan keeps nothing of the drawing. Translating a drawing by whole lattice steps, turning it by 90 degrees,
// reversing or reordering its shapes gives a plan with the same hash. Cost: that of wend_triangulation_build on the
// drawing's points and lines.
WEND_API wend_result wend_plan_build(wend_context *context, const wend_drawing *drawing, const wend_plan_def *def,
                                     wend_plan **plan, wend_report *report);
WEND_API void wend_plan_destroy(wend_plan *plan);

typedef struct wend_plan_linked_def {
    int32_t reserved; // 0
} wend_plan_linked_def;
WEND_API wend_plan_linked_def wend_default_plan_linked_def(void);

// Makes the plan of a linked surface, from the linked complex. The links must live as long as the plan. Its lattice is
// that of the surface seen from above: x and y in ground coordinates (wend/scene.h), in the scene's units.
//
// Its vertices are those of the complex's boundary, but for those in the middle of a straight boundary of one kind, and
// the axes of spirals that close: inner vertices around which the floor turns more than once become point obstacles.
// Inner corners of links are left out, as steps and gaps leave the metric flat. Borders between areas stay, with their
// corners (those in the middle of a straight border left out). Drops are not part of a plan: both
// sides stay boundary. Where the floor turns more than once around a vertex, on the boundary or not, some of the edges
// there are borders, so that no angle between borders and boundaries exceeds 180 degrees; they separate nothing.
//
// Fails with WEND_ERROR_EMPTY (no floor), _LIMIT, _MEMORY, _CANCELLED. The order of the scene's triangles does not
// change the plan. Cost: O(n log n) for n triangles of the complex as scenes have them; see wend_plan_view for layers.
WEND_API wend_result wend_plan_build_linked(wend_context *context, const wend_links *links,
                                            const wend_plan_linked_def *def, wend_plan **plan, wend_report *report);

// ---------------------------------------------------------------------------------------------------- looking

enum {
    WEND_VERTEX_BOUNDARY = 1, // a boundary edge ends here
    WEND_VERTEX_POINT = 2,    // an isolated point obstacle, inside the floor
    WEND_VERTEX_FEATURE = 4   // neither: a corner of a link or of an area border, no obstacle
};

typedef struct wend_plan_triangle {
    int32_t v[3];    // corners, counter-clockwise
    int32_t twin[3]; // half-edge (3 * triangle + corner) across corner i -> i+1, or ~b for boundary edge b
} wend_plan_triangle;

typedef struct wend_plan_boundary {
    int32_t edge;  // its half-edge, with the floor on the left
    int32_t next;  // the boundary edge that follows along the same cycle
    int32_t cycle; // number of the cycle it belongs to
    int32_t kind;  // wend_boundary_kind
    // Shape of the drawing that it came from (the lowest one); or the boundary edge of the linked complex that it
    // starts with: all those that lie on it follow each other from there.
    int32_t source;
} wend_plan_boundary;

typedef struct wend_plan_component {
    int64_t area2;     // twice the area in square lattice steps, exact
    int32_t triangles; // how many
    int32_t first;     // its lowest triangle
    int32_t cycles;    // boundary cycles; on a flat plan one of them is the outer one and each other one a hole
    int32_t points;    // point obstacles inside it
} wend_plan_component;

// A plan's arrays; they live as long as the plan. Vertices are numbered along a Hilbert curve, triangles along the
// curve of their centroids: a canonical order that depends on the geometry alone, and neighbours in space are near in
// memory. There is one vertex per fan of triangles: where obstacles touch in a point and along the two sides of a wall
// of zero width, vertices of the same place are different. Two triangles may share two edges and two edges may join the
// same two vertices on plans of several storeys: name edges by half-edge, never by their ends.
//
// Area borders (the edge between road and pavement) separate nothing: triangles on both sides are neighbours, in the
// same component. Only what lies inside the floor counts; parts outside and on boundaries are nothing. Where borders
// bend, meet, cross or end within the floor there is a vertex, FEATURE unless it is a point obstacle; where they end on
// a boundary, that is split by a BOUNDARY vertex. Every edge between triangles of different areas is a border; there
// may be borders within an area.
//
// Vertices and triangles of the same place follow each other by height.
typedef struct wend_plan_view {
    wend_lattice lattice;
    double unit; // metres per unit
    int32_t vertex_count;
    const wend_point *vertices;
    const uint8_t *vertex_flags;
    int32_t triangle_count;
    const wend_plan_triangle *triangles;
    const int32_t *triangle_component;
    const uint16_t *triangle_area; // of the ground there, see wend/areas.h; NULL when all is of area 0
    int32_t boundary_count;
    const wend_plan_boundary *boundaries;
    int32_t cycle_count;
    int32_t border_count;
    const int32_t *borders; // half-edges on area borders, the lower one of each pair, ascending; NULL when none
    int32_t component_count;
    const wend_plan_component *components;
    uint64_t hash; // of boundaries, point obstacles, borders and areas, up to whole-step translation and quarter turns

    // Layers: groups of triangles of which no two overlap seen from above: none of them would have to be moved by more
    // than four lattice steps, which is what rounding may take, to be clear of another. They name places for people and
    // files.
    // A floor plan has one, as has any plan without overlaps. First come storeys, from the lowest on: floors as large
    // as a small room, of one height and with no more than a thick wall between them, the stairs that lead up to them,
    // and what stands on them. What overlaps the storey that it stands on comes after all storeys. A layer need not be
    // connected; a floor that does not overlap itself is whole. O(n log n + k) for k pairs of triangles that overlap.
    int32_t layer_count;
    const int32_t *triangle_layer; // NULL on floor plans

    // Plans of linked surfaces only:
    const int32_t *vertex_sources; // the vertex of the linked complex that each is; NULL on floor plans
    // Handles of each component (a bridge over a way that leads back to it makes one); NULL on floor plans: all 0.
    const int32_t *component_handles;
    const int32_t *vertex_heights; // lattice steps, the lowest of its corners there; NULL on floor plans
    wend_lattice3 ground;          // the surface's lattice; its step is 0 on floor plans
} wend_plan_view;
WEND_API wend_plan_view wend_plan_look(const wend_plan *plan);

// The links that a plan was made from; NULL on floor plans.
WEND_API const wend_links *wend_plan_links(const wend_plan *plan);

// The area (wend/areas.h) that a triangle of a plan belongs to; 0 for triangle -1, off the plan.
WEND_API int32_t wend_plan_area_of(const wend_plan *plan, int32_t triangle);

// Area of the plan in square metres.
WEND_API double wend_plan_area(const wend_plan *plan);

// A place in the drawing's coordinates of a lattice point, and back (rounded; false when beyond the lattice or not
// finite).
WEND_API void wend_lattice_place(const wend_lattice *lattice, wend_point point, double place[2]);
WEND_API bool wend_lattice_point(const wend_lattice *lattice, const double place[2], wend_point *point);

// ---------------------------------------------------------------------------------------------------- asking

// A place on a plan.
typedef struct wend_spot {
    int32_t triangle; // -1 when off the plan
    wend_point point; // on that triangle, its edges included
    double distance;  // metres from where it was asked for to where it is
} wend_spot;

// The triangle that holds `place` (the lowest one when several do), or the nearest point of the plan no farther than
// `snap` metres (and the few lattice steps by which it is rounded). *spot has triangle -1 when there is none. Whether a
// place is on the plan is exact up to its rounding to the lattice. O(log n) on plans as people draw them; where very
// many long, slanted triangles overlap in x and y (a comb turned by 45 degrees), all of those around the place are
// looked at. Any thread.
WEND_API void wend_plan_locate(const wend_plan *plan, const double place[2], double snap, wend_spot *spot);

// The ground under a spot.
typedef struct wend_plan_ground {
    double place[3];  // in the scene's own axes and units; x, y, 0 on a floor plan
    int32_t triangle; // of the linked complex; -1 on a floor plan
} wend_plan_ground;

// The same in three dimensions, in the scene's own axes and units: the highest floor, fillers of links included, at or
// below the place plus `above` metres and no farther than `below` metres under it; when there is none, the nearest such
// floor no farther than `snap` metres sideways. *ground, which may be NULL, is where that is; the spot lies in the same
// place seen from above, rounded to the lattice. On a floor plan, x and y count and the height does not. O(log n) and a
// short walk on scenes as people make them. Any thread.
WEND_API void wend_plan_locate3(const wend_plan *plan, const double place[3], double above, double below, double snap,
                                wend_spot *spot, wend_plan_ground *ground);

// Finds the ground under a spot: a straight walk over the complex from a corner of the spot's triangle. On a step,
// either side. Where rounding has put the point just beyond a boundary (where a ray has met it, say), the ground is
// that of the boundary's nearest place. A spot off the plan has none (triangle -1, place 0, 0, 0). Any thread.
WEND_API void wend_plan_find_ground(const wend_plan *plan, const wend_spot *spot, wend_plan_ground *ground);

typedef struct wend_ray_hit {
    bool hit;         // false: the way is free to the end
    double place[2];  // the end, or where the boundary was met
    double distance;  // metres from the start to `place`
    int32_t boundary; // the boundary edge met, or -1
    int32_t triangle; // the last triangle passed through
} wend_ray_hit;

// Walks straight from a spot toward a lattice point over the plan until the floor ends. Touching a corner or running
// along a boundary is no hit; passing between two obstacles that touch is. From a spot off the plan, it is a hit at
// once. Exact: the decision takes no rounding. O(triangles passed). Any thread.
WEND_API void wend_plan_ray(const wend_plan *plan, const wend_spot *from, wend_point to, wend_ray_hit *hit);

// A ray in three dimensions.
typedef struct wend_ray_hit3 {
    bool hit; // false: the way is free to the end
    double
        place[3]; // the end on the ground, or where the boundary was met, in the scene's own axes and units; x, y, 0 on
                  // a floor plan
    double distance;  // metres from the start to `place`, seen from above
    int32_t boundary; // the boundary edge of the plan that was met, or -1
    int32_t triangle; // of the plan: the last one passed through
} wend_ray_hit3;

// The same toward a place in the scene's own axes and units, whose height does not count: the ray keeps to the ground.
// A place beyond the lattice is aimed at all the same; one that is not finite is a hit at once. Any thread.
WEND_API void wend_plan_ray3(const wend_plan *plan, const wend_spot *from, const double to[3], wend_ray_hit3 *hit);

// Whether two spots see each other along the plan. Two spots in the same place on either side of a wall do not.
WEND_API bool wend_plan_visible(const wend_plan *plan, const wend_spot *a, const wend_spot *b);

// A random place, uniform by area. `state` is the generator's: start it with any number, the same one gives the same
// places.
WEND_API void wend_plan_random(const wend_plan *plan, uint64_t *state, double place[2], int32_t *triangle);

// ------------------------------------------------------------------------------------------- lines on the ground

// A line on a plan is straight seen from above; the floor under it is not. Lifting gives it a point wherever the floor
// bends below it, and two where it steps up or down, one above the other. A lift is the scratch memory for that: one
// for each thread. Its plan must live as long as it does.
typedef struct wend_lift wend_lift;

WEND_API wend_result wend_lift_create(wend_context *context, const wend_plan *plan, wend_lift **lift);
WEND_API void wend_lift_destroy(wend_lift *lift); // NULL does nothing

// A lifted line. It lives until the lift is used again.
typedef struct wend_lift_view {
    int32_t point_count;
    const double *places;     // x, y, z of each, in the scene's own axes and units; on a floor plan in its own
    const int32_t *legs;      // of each: the last place of the line given that comes before it, or that it is
    const int32_t *triangles; // of each: the one of the linked complex that the line goes on over; -1 on floor plans
} wend_lift_view;

// Lifts a line of `count` places (x, y of each, in the drawing's coordinates) that are joined by straight ways over the
// floor. `triangles` has the plan's triangle of each place, as wend_spot has it; but for the first one it may be -1,
// which goes on from the place before. `height` metres are added to the ground; between points, the lifted line is then
// within 0.3 mm of that over the ground. Floors above each other do not matter, since the line is walked over
// neighbours.
//
// A line may lie beside the floor by as much as rounding may take, eight lattice steps: it is then led along the
// boundary. One that leaves the floor by more gives WEND_ERROR_ARGUMENT, as does one that starts off the plan; places
// that are not finite or beyond the lattice give WEND_ERROR_RANGE; WEND_ERROR_MEMORY. O(triangles of the complex below
// the line).
WEND_API wend_result wend_lift_line(wend_lift *lift, const double *places, const int32_t *triangles, int32_t count,
                                    double height, wend_lift_view *view);

// ---------------------------------------------------------------------------------------------------- checking

// Proves a plan's invariants: triangles face up, neighbours agree, one vertex per fan, Delaunay away from boundaries
// and borders, boundary cycles closed, borders inside the floor and at every feature vertex, components, areas, flags
// and hash right, V - E + F of each component equal to 2 - 2 handles - cycles, and no overlap within a layer. Of the
// plan of a linked surface also: it covers the complex, boundary for boundary and area for area, and no angle between
// walls around a vertex where the floor turns more than once exceeds 180 degrees. WEND_ERROR_INVALID with findings when
// something is not so. O(n log n), and k pairs of triangles that overlap seen from above.
WEND_API wend_result wend_plan_check(wend_context *context, const wend_plan *plan, wend_report *report);

#ifdef __cplusplus
}
#endif
#endif

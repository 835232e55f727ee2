// wend/surface.h: the walkable environment.
//
// A surface is where one can stand: triangles that lie on the scene's own triangles, all facing up, fitting edge to
// edge, with a boundary that knows why it is there. It is an oriented 2-manifold with boundary, and locally one-to-one
// seen from above; floors may lie over each other.
//
//     solid  --wend_exact_build-->  surface  --look, locate-->
#ifndef WEND_SURFACE_H
#define WEND_SURFACE_H

#include <wend/agent.h>
#include <wend/scene.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------- looking

// Why the floor ends.
typedef enum wend_boundary_kind {
    WEND_BOUNDARY_LEDGE,    // the floor ends
    WEND_BOUNDARY_WALL,     // something solid stands there: in a drawing, where there is no floor behind
    WEND_BOUNDARY_BARRIER,  // something without width stands there: floor on both sides
    WEND_BOUNDARY_HEADROOM, // the ceiling is too low
    WEND_BOUNDARY_SLOPE,    // the ground is too steep
    WEND_BOUNDARY_CUT,      // an artificial border
    WEND_BOUNDARY_KIND_COUNT
} wend_boundary_kind;
WEND_API const char *wend_boundary_kind_name(wend_boundary_kind kind); // "ledge", "wall", ...

// Which side of the triangle that caused a boundary faces the floor.
typedef enum wend_side {
    WEND_SIDE_NONE,  // no triangle caused it
    WEND_SIDE_FRONT, // its vertices run counter-clockwise seen from the floor: what a solid shows to the outside
    WEND_SIDE_BACK   // the floor lies behind it: inside a solid, or under a sheet
} wend_side;

typedef struct wend_surface_triangle {
    int32_t v[3];    // corners, counter-clockwise seen from above
    int32_t twin[3]; // half-edge (3 * triangle + corner) across corner i -> i+1, or ~b for boundary edge b
    int32_t source;  // triangle of the scene that it lies on, -1 for none
} wend_surface_triangle;

typedef struct wend_surface_boundary {
    int32_t edge;      // its half-edge, with the floor on the left
    int32_t next;      // the boundary edge that follows along the same cycle
    int32_t cycle;     // number of the cycle it belongs to
    int32_t cause;     // triangle of the scene that blocks beyond it, -1 for none (ledges)
    int32_t low, high; // what blocks, in lattice steps above the floor: from, to (0, 0 for ledges)
    uint8_t kind;      // wend_boundary_kind
    uint8_t side;      // wend_side of the cause
    uint16_t tile;     // of a CUT: the tile beyond; else 0
} wend_surface_boundary;

typedef struct wend_surface_component {
    double area;       // square metres, on the slope
    int64_t area2;     // twice the area seen from above, in square lattice steps, exact
    int32_t triangles; // how many
    int32_t first;     // its lowest triangle
    int32_t cycles;    // boundary cycles
    int32_t reserved;  // 0
} wend_surface_component;

// What made a surface.
typedef enum wend_producer { WEND_PRODUCER_EXACT, WEND_PRODUCER_VOXEL } wend_producer;

// A surface's arrays; they live as long as the surface. There is one vertex per fan of triangles: where parts touch in
// a point and along the two sides of a barrier, vertices of the same place are different. Vertices, triangles,
// boundaries, cycles and components are in a canonical order that depends on the geometry alone (Hilbert order of the
// ground, then height). Two edges may join the same two vertices: name edges by half-edge, never by their ends.
typedef struct wend_surface_view {
    wend_lattice3 lattice;
    wend_producer producer;
    wend_agent agent; // whom it was made for: height and slope, the rest as it was given
    int32_t vertex_count;
    const wend_point3 *vertices;
    int32_t triangle_count;
    const wend_surface_triangle *triangles;
    const int32_t *triangle_component;
    const uint16_t *triangle_area; // of the ground there, see wend/areas.h; NULL when all is of area 0
    int32_t boundary_count;
    const wend_surface_boundary *boundaries;
    int32_t cycle_count;
    int32_t component_count;
    const wend_surface_component *components;
    double area;   // square metres, on the slope, of all components
    double min[3]; // box around it, in the scene's own axes and units; zeros when empty
    double max[3];
    uint64_t solid_hash; // of the solid that it was made from (wend_solid_view); 0 when that is not known
    // Of the geometry: triangles with their areas and boundaries with their kinds, up to translation by whole steps.
    uint64_t hash;
} wend_surface_view;

typedef struct wend_surface wend_surface;
WEND_API void wend_surface_destroy(wend_surface *surface);
WEND_API wend_surface_view wend_surface_look(const wend_surface *surface);

// ---------------------------------------------------------------------------------------------------- asking

// A place on a surface.
typedef struct wend_foothold {
    int32_t triangle; // -1 when off the surface
    double place[3];  // on that triangle, in the scene's own axes and units
    double distance;  // metres sideways from where it was asked for
} wend_foothold;

// Where somebody at `place` (the scene's own axes and units) stands: the highest floor at or below the place plus
// `above` metres, no farther than `below` metres under it; when there is none, the nearest such floor no farther than
// `snap` metres sideways. O(log n) on scenes as people make them. Any thread.
WEND_API void wend_surface_locate(const wend_surface *surface, const double place[3], double above, double below,
                                  double snap, wend_foothold *foothold);

// Height above the lattice's origin, in lattice steps, of the triangle's plane at a lattice point (x, y).
WEND_API double wend_surface_height(const wend_surface *surface, int32_t triangle, double x, double y);

// Sums of areas for wend_surface_random: of all triangles before each, and of all of them, in square lattice steps on
// the slope; `sums` has room for triangle_count + 1. O(n).
WEND_API void wend_surface_sum_areas(const wend_surface *surface, double *sums);

// A random place, uniform by area on the slope, in the scene's own axes and units, and its triangle. `state` is the
// generator's: start it with any number, the same one gives the same places. An empty surface has none: triangle -1.
// O(log n). Any thread.
WEND_API void wend_surface_random(const wend_surface *surface, const double *sums, uint64_t *state, double place[3],
                                  int32_t *triangle);

// ---------------------------------------------------------------------------------------------------- checking

// Proves that a surface is one: neighbours agree, every edge has one triangle on each side or is a boundary, every fan
// of triangles has its own vertex and is open or closed, all triangles face up (area seen from above > 0), fans turn
// at most once seen from above and no two triangles at a vertex overlap (nothing is twisted), boundaries run in closed
// cycles, components, areas, box and hash are right, numbers are in canonical order. WEND_ERROR_INVALID with findings
// (codes: non-manifold, twisted, downward, ...) when it is not. O(n log n).
WEND_API wend_result wend_surface_check(wend_context *context, const wend_surface *surface, wend_report *report);

#ifdef __cplusplus
}
#endif
#endif

// wend/links.h: what joins the parts of a walkable surface.
//
// A surface is full of small breaks: tread beside tread, kerbs, thresholds, grates, cracks. Links join what an agent
// can cross: two boundaries no farther apart than `gap` sideways and `step` up or down, with nothing in between that it
// could not step over, and room for its head. The surface stays as it is; links keep a *linked complex* beside it: the
// surface's triangles, subdivided where links end, the fillers that lie between, and which sides are neighbours.
// Slivers of rounding, thinner than three lattice steps, may be left out of it where they would keep a slit open.
//
//     solid, surface  --wend_links_build-->  links  --look-->  linked complex  --> plan
#ifndef WEND_LINKS_H
#define WEND_LINKS_H

#include <wend/agent.h>
#include <wend/solid.h>
#include <wend/surface.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------- finding

typedef struct wend_links_def {
    int32_t reserved; // 0
} wend_links_def;
WEND_API wend_links_def wend_default_links_def(void);

typedef struct wend_links wend_links;

// Finds the links of a surface. `solid` is the one that the surface was extracted from: it shows what is in the way.
// `agent` is the one that it was extracted for. Both it and `def` may be NULL for the defaults. Problems (a
// lattice too coarse for the agent) go into `report` (which may be NULL). Fails with WEND_ERROR_ARGUMENT (a field out
// of range, or a solid of another scene; the report names it), _LIMIT, _MEMORY, _CANCELLED. The order of the scene's
// triangles does not change the links. The surface and the solid are not needed afterwards, but links name their parts.
//
// Cost: O((b + k) log n) for b boundary edges, k pairs of them or of a filler and a triangle that are near each other.
WEND_API wend_result wend_links_build(wend_context *context, const wend_solid *solid, const wend_surface *surface,
                                      const wend_agent *agent, const wend_links_def *def, wend_links **links,
                                      wend_report *report);
WEND_API void wend_links_destroy(wend_links *links);

// ---------------------------------------------------------------------------------------------------- links

typedef enum wend_link_kind {
    WEND_LINK_SEAM, // no more than rounding: both boundaries in the same place and height, to within two lattice steps
    WEND_LINK_STEP, // one boundary above the other, or a low barrier between them: joined without area
    WEND_LINK_GAP,  // apart seen from above, or two sides of a slot in one boundary cycle: joined by fillers
    WEND_LINK_HOLE, // a hole in one boundary cycle, or between several, or a corner of one: filled
    WEND_LINK_DROP, // down only, to the floor below: joins nothing in the complex. It ends where its edge has turned by
                    // more than 45 degrees since it began; around a closed edge, at the first place of that, too
    WEND_LINK_KIND_COUNT
} wend_link_kind;
WEND_API const char *wend_link_kind_name(wend_link_kind kind); // "seam", "step", ...

// A part of a boundary edge that a link uses. No part of an edge is used twice.
typedef struct wend_link_interval {
    int32_t boundary;    // boundary edge of the surface
    int32_t side;        // 0: the lower boundary (of a drop: the upper one, where it starts), 1: the other one; of a
                         // hole that was filled as a whole always 0
    double from, to;     // 0 <= from < to <= 1 along the edge, in its direction
    wend_point3 ends[2]; // where that is in the complex: the ends of the edge itself at 0 and 1, see below
} wend_link_interval;

typedef struct wend_link {
    uint64_t id; // of the kind and the places of its intervals: the same regardless of what else is in the scene
    wend_link_kind kind;    //
    int32_t first_interval; // its intervals, side 0 first, each side in the order of its boundary cycle
    int32_t interval_count; // a drop has only those of side 0
    int32_t first_filler;   // its fillers: triangles of the complex, one after the other
    int32_t filler_count;   // 0 for seams, steps and drops
    int32_t landing;        // of a drop: the triangle of the surface below the middle of its first interval; else -1
    double height;          // metres: the largest difference between the two sides; of a drop, the deepest
    double barrier;         // metres: the top of what is stepped over, above the lower floor; 0 when nothing is
    double distance;        // metres seen from above: the longest way across, at most `gap`; 0 for seams and steps
    double width;           // metres seen from above: length of its narrower side; of a hole, the root of its area
    double direction[2];    // seen from above, of length 1: the way across from side 0 to side 1 (of holes 0, 0)
} wend_link;

// ---------------------------------------------------------------------------------------------------- the complex

// The linked complex is what plans are built from: triangles with neighbours, an oriented 2-manifold with boundary.
// Each triangle faces up: it is counter-clockwise seen from above, with an area > 0. Half-edges that are neighbours run
// between the same two places *seen from above*, in opposite directions. Their heights differ where a step was joined:
// so heights belong to corners, places to vertices.
//
// The surface is subdivided, never moved: but points of a lattice do not lie on slanted edges, and two boundaries that
// were cut out of different triangles miss each other by a lattice step. So a point at which a boundary edge was
// subdivided lies within two lattice steps (along x, and along y) of it seen from above, and where two boundaries are
// joined without area the corners of one of them are drawn to those of the other by at most as much. Slivers thinner
// than that may be counted to the triangle beside them. No other corner differs from the surface's, and no triangle
// turns over. `wend_links_check` proves all of it.
//
// One vertex per fan, as on surfaces. Unlike on surfaces, a fan may turn more than once: that of the axis of a spiral
// stair is open or closed and turns as often as the stair. Two edges may join the same two vertices, and two triangles
// may share two sides: name edges by half-edge.
enum {
    WEND_LINKED_BOUNDARY = 1, // a boundary edge of the complex ends in this vertex
    WEND_LINKED_FEATURE = 2   // an end of a link's interval, or a corner of a filler
};

typedef struct wend_linked_triangle {
    int32_t v[3]; // corners, counter-clockwise seen from above
    int32_t z[3]; // height of each corner
    int32_t
        twin[3]; // half-edge (3 * triangle + corner) across corner i -> i+1, or ~b for boundary edge b of the complex
    int32_t surface; // triangle of the surface that it is a part of, or -1: a filler
    int32_t link;    // of a filler: its link; else -1
} wend_linked_triangle;

typedef struct wend_linked_boundary {
    int32_t edge;     // its half-edge, with the floor on the left
    int32_t next;     // the boundary edge that follows along the same cycle
    int32_t cycle;    // number of the cycle it belongs to
    int32_t boundary; // boundary edge of the surface that it is a part of; -1 for the side of a filler
    uint8_t kind;     // wend_boundary_kind: that of the boundary edge; LEDGE for the side of a filler
    uint8_t reserved[3];
} wend_linked_boundary;

// A twin across which one steps: a side that the complex joins and the surface does not, between two parts of the
// surface, without area.
typedef struct wend_linked_join {
    int32_t edge; // the half-edge on side 0; its twin is the one on side 1
    int32_t link;
} wend_linked_join;

typedef struct wend_linked_component {
    int64_t area2;     // twice the area seen from above, in square lattice steps, exact, fillers included
    int32_t triangles; // how many
    int32_t first;     // its lowest triangle
} wend_linked_component;

// The arrays live as long as the links. Triangles of the surface come first, in its order (parts of one triangle side
// by side), then the fillers, link by link. Links are in the order of their places along the boundary cycles. All
// orders depend on the geometry alone.
typedef struct wend_links_view {
    wend_lattice3 lattice; // that of the surface
    uint64_t surface_hash; // that of the surface
    wend_agent agent;      // whom they were found for

    int32_t link_count;
    const wend_link *links;
    int32_t interval_count;
    const wend_link_interval *intervals;

    int32_t vertex_count;
    const wend_point *vertices;
    const uint8_t *vertex_flags;
    int32_t triangle_count;
    int32_t filler_first; // fillers are the triangles from here on
    const wend_linked_triangle *triangles;
    const int32_t *triangle_component;
    // The area of the ground there, see wend/areas.h; NULL when the surface has none but 0. Fillers belong to the area
    // of side 0 of their link, the lower floor.
    const uint16_t *triangle_area;
    int32_t boundary_count;
    const wend_linked_boundary *boundaries; // ascending by `edge`
    int32_t cycle_count;
    int32_t join_count;
    const wend_linked_join *joins; // link by link
    int32_t component_count;
    const wend_linked_component *components;

    int64_t counts[WEND_LINK_KIND_COUNT]; // links of each kind
    double filled;                        // square metres seen from above: area of all fillers
    uint64_t hash;                        // of the agent, the surface's hash, links and complex
} wend_links_view;
WEND_API wend_links_view wend_links_look(const wend_links *links);

// ---------------------------------------------------------------------------------------------------- keeping a part

// Which parts of a surface are wanted; zeros for all of them. A part is all that hangs together over links: a component
// of the complex.
typedef struct wend_keep_def {
    // Parts smaller than this, in square metres on the slope, fillers not counted, are dropped.
    double min_area;
    // When there are any, only what can be reached from a seed is kept: its part, those that drops lead down to from
    // there, and so on. Places in the scene's own axes and units, x, y, z of each; a seed stands on the floor at or up
    // to the height of the agent below it.
    const double *seeds;
    int32_t seed_count;
} wend_keep_def;

// Makes a surface of the wanted parts and the links on it; *kept and *kept_links are NULL when that is all of it. The
// links are those of the whole, with the same ids, figures and fillers, and new numbers: nothing is linked again.
// What stood in the way of a link still does when it is left out. A drop onto a part that is left out is left out, too.
// Left-out parts and seeds that stand nowhere are reported in `report` (which may be NULL). Fails with
// WEND_ERROR_ARGUMENT (links of another surface, a field out of range), _EMPTY (nothing is left; the report says why),
// _MEMORY, _CANCELLED. Cost: O(n log n), and O(log n) for each seed.
WEND_API wend_result wend_links_keep(wend_context *context, const wend_links *links, const wend_surface *surface,
                                     const wend_keep_def *def, wend_surface **kept, wend_links **kept_links,
                                     wend_report *report);

// ---------------------------------------------------------------------------------------------------- checking

// Proves that links are what they say: the complex is a manifold of triangles that face up, made of the surface's own
// triangles subdivided and of fillers; twins coincide seen from above; intervals lie on their edges and none is used
// twice; partners coincide or span their fillers; no link is longer or higher than allowed; fillers do not cross each
// other or the surface; the figures of links are those of their geometry (the barrier, which only the scene knows, is
// within its limits, and so is the distance of a gap); counts, components and hash are right.
// With the solid (which may be NULL) also: nothing that could not be stepped over stands in the way of a link, and
// there is room for the head, by brute force over all pairs of links and triangles that are near. WEND_ERROR_INVALID
// with findings when something is not so.
WEND_API wend_result wend_links_check(wend_context *context, const wend_links *links, const wend_surface *surface,
                                      const wend_solid *solid, wend_report *report);

#ifdef __cplusplus
}
#endif
#endif

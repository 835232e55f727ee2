// wend/cells.h: a plan cut into few, well-shaped convex cells, and the portals between them.
//
// The cell-and-portal graph is what a search runs on: fewer cells make it faster, short portals and cells without
// slivers make movement natural. Cells are as good as convex: at every corner that matters the angle is at most 180
// degrees and a little (the relaxation).
//
//     plan  --wend_cells_build-->  cells  --look, locate, place-->
#ifndef WEND_CELLS_H
#define WEND_CELLS_H

#include <wend/plan.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---------------------------------------------------------------------------------------------------- building

typedef enum wend_cells_quality {
    WEND_CELLS_FAST, // on large plans no longer than making the plan took; a few percent more cells than possible
    WEND_CELLS_BEST, // up to ten times as long; fewer cells, whose portals may be longer in all
    WEND_CELLS_QUALITY_COUNT
} wend_cells_quality;

typedef struct wend_cells_def {
    // Angle relaxation, radians, 0 to pi/2. A place where the floor's angle between two boundary edges exceeds
    // pi + relax_angle is a notch, and no cell may keep a larger angle there. Default: 5 degrees.
    double relax_angle;
    // Distance relaxation, in the plan's units, >= 0: notches that stay within this distance of the line between the
    // ends of their sequence (docs/design/cells.md) are left in their cells. Default 0: none.
    double relax;
    wend_cells_quality quality; // default WEND_CELLS_FAST
} wend_cells_def;
WEND_API wend_cells_def wend_default_cells_def(void);

typedef struct wend_cells wend_cells;

// Cuts a plan into cells. The plan must live as long as they do. Fails with WEND_ERROR_ARGUMENT (a value of `def` out
// of range; the report says which), _LIMIT, _MEMORY or _CANCELLED. Same cells for any number of threads. O(n log n) for
// n plan vertices; a point obstacle or the end of an area border that sees k vertices may add k squared. With `relax`
// it takes about twice as long.
WEND_API wend_result wend_cells_build(wend_context *context, const wend_plan *plan, const wend_cells_def *def,
                                      wend_cells **cells, wend_report *report);
WEND_API void wend_cells_destroy(wend_cells *cells);

// ---------------------------------------------------------------------------------------------------- looking

// A point on a boundary edge of the plan where a portal ends and no vertex is: start + (end - start) * parameter / 2^32
// of that edge, exactly. Its angle is pi by definition. 0 < parameter.
typedef struct wend_cell_point {
    int32_t boundary;
    uint32_t parameter;
} wend_cell_point;

// Corners of cells are numbered: 0 .. vertex_count - 1 are the plan's vertices, vertex_count + k is point k.
typedef struct wend_portal {
    int32_t ends[2];  // corners, the lower number first
    int32_t cells[2]; // on its left and on its right, seen from ends[0] toward ends[1]; never the same
    int32_t sides[2]; // its side in each of them
    int32_t border;   // the plan's border that it lies on, or -1
} wend_portal;

typedef struct wend_cell_side {
    int32_t corner; // where it starts; it ends where the cell's next side starts
    // What is behind it. A portal: 2 * portal, + 1 where the side runs from ends[1] to ends[0]. Or ~b: boundary edge b,
    // or a part of it.
    int32_t across;
} wend_cell_side;

typedef struct wend_cell {
    int32_t first; // its first side
    int32_t count; // its sides follow each other counter-clockwise: sides[first] .. sides[first + count - 1]
    int32_t component;
} wend_cell;

// Cells' arrays; they live as long as the cells. A cell's sides start at its lowest corner, cells are numbered by their
// first two corners, portals as they are met along the cells' sides. Every cell is a simple polygon: one ring of sides,
// no hole, no corner twice. No portal ends on another portal, crosses one or a boundary, or passes through a vertex. In
// each component of the plan cells - portals = 2 - 2 handles - cycles - points - inner, where inner counts its FEATURE
// vertices on which borders end.
typedef struct wend_cells_view {
    wend_cells_def def;
    int32_t vertex_count; // the plan's
    int32_t point_count;
    const wend_cell_point *points; // by boundary edge, then by parameter
    int32_t portal_count;
    const wend_portal *portals;
    int32_t cell_count;
    const wend_cell *cells;
    int32_t side_count;
    const wend_cell_side *sides;
    int32_t notch_count;   // notches that portals resolve: all of the plan, less those that `relax` leaves
    double portal_length;  // of all portals that are not borders, metres
    double smallest_angle; // the smallest angle of a cell at a portal's end, radians; pi when there are no portals
    // Angles of cells at portals' ends that are below 5 degrees. Where another portal makes fewer of them with as many
    // cells, it is taken, up to four times as long; those that area borders make stay.
    int32_t needle_count;
} wend_cells_view;
WEND_API wend_cells_view wend_cells_look(const wend_cells *cells);

// The place of a corner in the drawing's coordinates, rounded.
WEND_API void wend_cells_place(const wend_cells *cells, int32_t corner, double place[2]);

// ---------------------------------------------------------------------------------------------------- asking

// The cell that holds a spot of the plan; -1 for a spot off the plan. Where a portal passes through the spot and its
// triangle, the lower one of its cells. Exact. O(1) in most places; O(portals that cross the spot's triangle) in the
// others. Any thread.
WEND_API int32_t wend_cells_locate(const wend_cells *cells, const wend_spot *spot);

// ---------------------------------------------------------------------------------------------------- checking

// Proves that cells are what this header says: each a disc whose sides close, facing up; portals shared by two cells,
// none crossing or ending on another or on a boundary, all borders among them; cells covering the plan exactly (areas
// and cells - portals of every component agree); every notch that `relax` does not leave cut into angles of at most
// pi + relax_angle; counts and measures right. WEND_ERROR_INVALID with findings when one is broken. O(n log n).
WEND_API wend_result wend_cells_check(wend_context *context, const wend_cells *cells, wend_report *report);

#ifdef __cplusplus
}
#endif
#endif

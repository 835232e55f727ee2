// A plan while it is cut into cells: a triangulation of the plan, of which every portal is an edge.
//
// It starts as the plan's own triangulation and changes by laying edges (flips within cells) and by splitting boundary
// edges at new points; the region and its vertices stay the same. Every half-edge says what it is: free (inside a
// cell) or a wall (between cells or at the floor's end). Cells are what walls separate; while cutting nobody needs to
// know more about a cell than a walk over its triangles tells.
//
// Half-edges are numbered 4 * triangle + corner. A vertex's half-edges follow each other around it counter-clockwise;
// around a vertex of the boundary they start with its boundary edge (wend_plan has one vertex per fan).
#ifndef WEND_SRC_CELLS_CUTTING_H
#define WEND_SRC_CELLS_CUTTING_H

#include "base/array.h"
#include "cells/fine.h"

#include <math.h>

typedef enum wend_wall {
    WEND_WALL_NONE,    // free: inside a cell
    WEND_WALL_PORTAL,  // between cells; ours to remove
    WEND_WALL_BORDER,  // between cells; an area border of the plan
    WEND_WALL_BOUNDARY // the end of the floor
} wend_wall;

enum {
    WEND_WALL_KIND = 3,  // the bits of a half-edge's byte that hold its wend_wall
    WEND_WALL_NEEDED = 4 // a portal without which the angle at its start is too large; see wend_needs_find_at
};

typedef struct wend_cut_edge {
    int32_t start; // vertex
    int32_t twin;  // half-edge on the other side, or ~boundary of the plan
} wend_cut_edge;

enum {
    WEND_NOTCH = 1,         // plain, one at its vertex
    WEND_NOTCH_BORDER = 2,  // at a vertex with borders: none or several
    WEND_NOTCH_RESOLVED = 4 // a plain one with its portal, so that wend_cells_resolve can pass over it
};

// The walls on the two sides of a direction, clockwise and counter-clockwise from it, by the vertices where they end;
// -1 for none.
typedef struct wend_aim {
    int32_t right, left;
} wend_aim;

// A vertex that the plan does not have.
typedef struct wend_cut_point {
    wend_cell_point on;
    wend_fine at;
} wend_cut_point;

// One side of the gap that a new edge is laid through, from its start to its end. See cutting.c.
typedef struct wend_chain_link {
    int32_t vertex;
    int32_t own;    // half-edge along the edge to the next link, inside the gap
    int32_t twin;   // what lies behind that edge: its half-edge there or ~boundary
    int32_t fold;   // >= 0: the other side of the edge is in the gap too; both have this number
    int32_t border; // which one it is, when that is kept
    uint8_t wall;
} wend_chain_link;

typedef struct wend_cutting {
    wend_context *context;
    const wend_plan_view *plan;
    wend_angle_limit limit;
    int32_t notch_count; // notches to resolve
    WEND_ARRAY(wend_cut_edge) edges;
    WEND_ARRAY(uint8_t) walls;   // of each half-edge: its wend_wall, and WEND_WALL_NEEDED
    WEND_ARRAY(int32_t) out;     // of each vertex: a half-edge that starts there, the boundary edge if there is one
    WEND_ARRAY(uint8_t) notches; // of each vertex: not 0 when angles there have to be kept within the limit
    WEND_ARRAY(wend_aim) gaps;   // of each vertex: where the boundary leads from it; -1 at borders and points
    WEND_ARRAY(wend_cut_point) points; // vertices from plan->vertex_count on
    // Of each vertex of the plan: whether the floor turns more than once around it (plan.h); empty when there is none.
    WEND_ARRAY(uint8_t) winding;
    // Of each half-edge that is a border: which one of the plan. Only when there are winding vertices: the ends of a
    // border may not tell then.
    WEND_ARRAY(int32_t) border_of;
    // Of a zone (zones.h); NULL when this is the whole.
    int32_t *zone_of;    // of each point: its zone, or -1
    uint8_t *deep;       // of each vertex: whether all around it is in its zone
    int32_t zone;        // which one this is
    int32_t first, last; // its vertices: from `first` to before `last`. Of the whole, all of the plan's
    int32_t room;        // how many points it may still make
    // Scratch of wend_cutting_lay.
    WEND_ARRAY(wend_chain_link) left, right;
    WEND_ARRAY(int32_t) slots; // triangles to be used again
    WEND_ARRAY(int32_t) folds; // of each fold: the half-edge made for its first side, or -1
} wend_cutting;

// Copies the plan's triangulation: borders are walls, all else is free. Notches are none yet.
wend_result wend_cutting_create(wend_context *context, const wend_plan_view *plan, wend_angle_limit limit,
                                wend_cutting *c);
void wend_cutting_free(wend_cutting *c);

// The scratch of a copy of the head: none at first, its own to free.
void wend_cutting_own_scratch(wend_cutting *c);
void wend_cutting_free_scratch(wend_cutting *c);

// Whether a vertex may have a notch without a portal.
static inline bool wend_notch_is_left(const wend_cutting *c, int32_t v) {
    return c->notches.data[v] && !(c->notches.data[v] & WEND_NOTCH_RESOLVED);
}

// Whether the floor turns more than once around a vertex, so that several directions around it look the same.
static inline bool wend_cut_is_winding(const wend_cutting *c, int32_t v) {
    return v < c->winding.count && c->winding.data[v];
}

// Whether a vertex is in this zone; whether everything around it is.
static inline bool wend_cut_is_inside(const wend_cutting *c, int32_t v) {
    return (v >= c->first && v < c->last) || c->deep == NULL ||
           (v >= c->plan->vertex_count && c->zone_of[v - c->plan->vertex_count] == c->zone);
}
static inline bool wend_cut_is_deep(const wend_cutting *c, int32_t v) {
    return c->deep == NULL || (wend_cut_is_inside(c, v) && c->deep[v]);
}

// ---------------------------------------------------------------------------------------------------- walking

static inline int32_t wend_cut_next(int32_t e) {
    return (e & 3) == 2 ? e - 2 : e + 1;
}
static inline int32_t wend_cut_previous(int32_t e) {
    return (e & 3) == 0 ? e + 2 : e - 1;
}
static inline int32_t wend_cut_start(const wend_cutting *c, int32_t e) {
    return c->edges.data[e].start;
}
static inline int32_t wend_cut_end(const wend_cutting *c, int32_t e) {
    return c->edges.data[wend_cut_next(e)].start;
}
static inline int32_t wend_cut_apex(const wend_cutting *c, int32_t e) {
    return c->edges.data[wend_cut_previous(e)].start;
}
static inline int32_t wend_cut_twin(const wend_cutting *c, int32_t e) {
    return c->edges.data[e].twin;
}
static inline uint8_t wend_cut_wall(const wend_cutting *c, int32_t e) {
    return c->walls.data[e] & WEND_WALL_KIND;
}

// A wall at a vertex, as a direction: a half-edge that starts there, or ~e for a boundary edge e that ends there (the
// last one counter-clockwise).
typedef int32_t wend_wall_at;

static inline int32_t wend_wall_end(const wend_cutting *c, wend_wall_at wall) {
    return wall >= 0 ? wend_cut_end(c, wall) : wend_cut_start(c, ~wall);
}
static inline bool wend_wall_is_portal(const wend_cutting *c, wend_wall_at wall) {
    return wall >= 0 && wend_cut_wall(c, wall) == WEND_WALL_PORTAL;
}

// The next wall clockwise, and counter-clockwise, from half-edge e around its start; e itself when there is no other.
static inline wend_wall_at wend_wall_before(const wend_cutting *c, int32_t e) {
    int32_t first = e;
    do {
        int32_t twin = wend_cut_twin(c, e);
        if (twin < 0)
            return first; // only for a boundary edge itself
        e = wend_cut_next(twin);
    } while (e != first && wend_cut_wall(c, e) == WEND_WALL_NONE);
    return e;
}
static inline wend_wall_at wend_wall_after(const wend_cutting *c, int32_t e) {
    int32_t first = e;
    do {
        int32_t last = wend_cut_previous(e);
        e = wend_cut_twin(c, last);
        if (e < 0)
            return ~last;
    } while (e != first && wend_cut_wall(c, e) == WEND_WALL_NONE);
    return e;
}

// Corners of cells around a vertex, counter-clockwise: the first one's half-edge (a wall, unless there is none at all),
// and the one after it; -1 after the last.
static inline int32_t wend_corner_first(const wend_cutting *c, int32_t v) {
    int32_t e = c->out.data[v];
    return wend_cut_wall(c, e) == WEND_WALL_NONE ? wend_wall_before(c, e) : e;
}
static inline int32_t wend_corner_next(const wend_cutting *c, int32_t corner, int32_t first) {
    wend_wall_at after = wend_wall_after(c, corner);
    return after < 0 || after == first ? -1 : after;
}

// ---------------------------------------------------------------------------------------------------- measuring

static inline wend_fine wend_cut_fine(const wend_cutting *c, int32_t v) {
    int32_t limit = c->plan->vertex_count;
    return v < limit ? wend_fine_of(c->plan->vertices[v]) : c->points.data[v - limit].at;
}

// Sign of the turn a -> b -> d. Exact.
int wend_cut_turn_wide(const wend_cutting *c, int32_t a, int32_t b, int32_t d);
static inline int wend_cut_turn(const wend_cutting *c, int32_t a, int32_t b, int32_t d) {
    int32_t limit = c->plan->vertex_count;
    if (a < limit && b < limit && d < limit) {
        const wend_point *p = c->plan->vertices;
        return wend_sign(wend_cross(p[a], p[b], p[d]));
    }
    return wend_cut_turn_wide(c, a, b, d);
}

// Whether the angle at v from the direction of a counter-clockwise to that of b is at most pi, or pi and the
// relaxation; equal directions make a full turn. Exact, but for the relaxation of directions to points that the plan
// does not have, which is right to 1e-15 radians.
bool wend_cut_fits_wide(const wend_cutting *c, int32_t v, int32_t a, int32_t b);
static inline bool wend_cut_fits(const wend_cutting *c, int32_t v, int32_t a, int32_t b) {
    int32_t limit = c->plan->vertex_count;
    if (v >= limit || a >= limit || b >= limit)
        return wend_cut_fits_wide(c, v, a, b);
    const wend_point *p = c->plan->vertices;
    int64_t cross = wend_cross(p[v], p[a], p[b]);
    if (cross > 0)
        return true;
    int64_t dot = wend_dot(p[v], p[a], p[b]);
    if (cross == 0 || dot > 0)
        return dot < 0;
    // The angle is pi + beyond, and sin(beyond - alpha) = (dot sin alpha - cross cos alpha) / lengths.
    return wend_i128_sign(wend_i128_sub(wend_i128_mul(dot, c->limit.sin), wend_i128_mul(cross, c->limit.cos))) <= 0;
}

// Length in lattice steps between two vertices.
double wend_cut_length_wide(const wend_cutting *c, int32_t a, int32_t b);
static inline double wend_cut_length(const wend_cutting *c, int32_t a, int32_t b) {
    const wend_point *p = c->plan->vertices;
    if (a >= c->plan->vertex_count || b >= c->plan->vertex_count)
        return wend_cut_length_wide(c, a, b);
    double dx = (double)p[b].x - p[a].x, dy = (double)p[b].y - p[a].y;
    return sqrt(dx * dx + dy * dy);
}

// Whether a portal's start has too large an angle without it.
static inline bool wend_portal_is_needed_at(const wend_cutting *c, int32_t e) {
    int32_t v = wend_cut_start(c, e);
    if (!c->notches.data[v])
        return false;
    wend_wall_at before = wend_wall_before(c, e), after = wend_wall_after(c, e);
    return !wend_cut_fits(c, v, wend_wall_end(c, before), wend_wall_end(c, after));
}

// ---------------------------------------------------------------------------------------------------- changing

// Makes an edge free or a portal; portals start out as not needed.
static inline void wend_cut_set_wall(wend_cutting *c, int32_t e, wend_wall wall) {
    c->walls.data[e] = (uint8_t)wall;
    c->walls.data[wend_cut_twin(c, e)] = (uint8_t)wall;
}

// Needs. Finding out whether a portal is needed takes a walk around its start; those who ask often let every portal
// know. wend_needs_find_at does so for the portals at a notch, wend_needs_find for all; afterwards wend_portal_open and
// wend_portal_close, which make an edge a portal and free again, keep it true at both ends.
void wend_needs_find_at(wend_cutting *c, int32_t v);
void wend_needs_find(wend_cutting *c);
void wend_portal_open(wend_cutting *c, int32_t e);
void wend_portal_close(wend_cutting *c, int32_t e);

// Whether a wall is a portal that is not needed at its other end, and ours to close.
static inline bool wend_portal_is_free_beyond(const wend_cutting *c, wend_wall_at wall) {
    return wend_wall_is_portal(c, wall) && !(c->walls.data[wend_cut_twin(c, wall)] & WEND_WALL_NEEDED) &&
           wend_cut_is_deep(c, wend_cut_end(c, wall));
}
// Whether a portal is needed at neither end.
static inline bool wend_portal_is_idle(const wend_cutting *c, wend_wall_at wall) {
    return wend_portal_is_free_beyond(c, wall) && !(c->walls.data[wall] & WEND_WALL_NEEDED);
}

// Makes the straight line from a vertex to vertex `to` an edge, by changing the triangulation of the cell that it
// passes. `wedge` is the half-edge from which the line starts counter-clockwise, strictly within its triangle's corner.
// The half-edge along the line; -1 when a wall or a vertex is in the way (nothing changed), -2 when memory is short.
int32_t wend_cutting_lay(wend_cutting *c, int32_t wedge, int32_t to);

// The half-edge from `from` whose triangle's corner holds the direction to `to` strictly, or that ends there. -1 when
// there is none. Where the floor turns more than once around `from`, the one from which the straight way leads there;
// -1 when something is in the way.
int32_t wend_cutting_wedge(const wend_cutting *c, int32_t from, int32_t to);

// Splits a boundary half-edge at a point that lies on it. The new vertex, -1 when a zone has no room left for points,
// or -2 when memory is short.
int32_t wend_cutting_split(wend_cutting *c, int32_t boundary_edge, wend_cell_point point);

// Finds the edge from v to a vertex that it sees, or lays it. As wend_cutting_lay.
int32_t wend_cutting_join(wend_cutting *c, int32_t v, int32_t to);

// The same from what a look just found: `wedge` as for wend_cutting_lay, or the edge itself. To a point of a boundary
// half-edge that is split there; -1, too, when a zone has no room left for points.
int32_t wend_cutting_join_seen(wend_cutting *c, int32_t wedge, int32_t to);
int32_t wend_cutting_join_point(wend_cutting *c, int32_t wedge, int32_t boundary_edge, wend_cell_point point);

#endif

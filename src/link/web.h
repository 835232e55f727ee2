// The linked complex in the making.
//
// It starts as the surface itself, triangle by triangle. Boundary edges are subdivided, corners are drawn together,
// sides are joined and fillers attached, until `wend_links_assemble` makes arrays of it. A corner is just a place;
// corners are one vertex when one fan of triangles lies around them.
//
// Invariants, kept by every change: triangles have positive area seen from above; half-edges that are twins run between
// the same two places seen from above in opposite directions; borders (half-edges without twin) form closed cycles by
// `next` and `previous`; the pieces of one boundary edge of the surface that are still borders are chained by `after`,
// in its direction.
#ifndef WEND_SRC_LINK_WEB_H
#define WEND_SRC_LINK_WEB_H

#include <wend/links.h>

#include "base/array.h"
#include "geom/mesh.h"
#include "geom/predicate.h"

#include <math.h>

enum { WEND_WEB_NEW = INT32_MIN }; // a corner of a filler
enum { WEND_WEB_GONE = -2 };       // in place of a triangle of the surface: it was taken away

typedef struct wend_web_triangle {
    wend_point3 p[3];
    int32_t twin[3];   // half-edge, or ~border
    int32_t corner[3]; // vertex of the surface; ~b where boundary edge b was subdivided; WEND_WEB_NEW
    int32_t use[3];    // per side: what uses it (an index of `uses`), or -1
    int32_t surface;   // triangle of the surface, -1 for a filler, or WEND_WEB_GONE
    int32_t strip;     // of a filler
} wend_web_triangle;

typedef struct wend_web_border {
    int32_t edge;           // half-edge, or -1 when it is joined to something
    int32_t next, previous; // along the boundary cycle
    int32_t boundary;       // boundary edge of the surface, or -1: the side of a filler
    int32_t after;          // the next piece of the same boundary edge, or -1; pieces that are joined stay in the chain
    int32_t round;          // when it came about or changed
    double from, to;        // along the boundary edge, 0 to 1
} wend_web_border;

// What will be a link, or a part of one: one run of joins, or of fillers.
typedef struct wend_strip {
    wend_link_kind kind;
    int32_t landing; // of a drop: the triangle of the surface below
    double barrier;  // lattice steps: the top of what is stepped over, above the lower floor
    double distance; // lattice steps: the longest way across
    double rise;     // lattice steps: of a drop, how deep it is
} wend_strip;

// A part of a boundary edge that a strip uses.
typedef struct wend_use {
    int32_t half; // half-edge, on the surface's side; -1 for a drop
    int32_t boundary;
    double from, to;
    int32_t strip;
    int32_t side;
    int32_t partner; // the use on the other side of a join, or -1
} wend_use;

typedef struct wend_web_join {
    int32_t use[2]; // on side 0, on side 1
    int32_t strip;
} wend_web_join;

typedef struct wend_web {
    wend_context *context;
    const wend_surface_view *surface;
    int32_t round; // which of the rounds of linking it is; starts with 0
    WEND_ARRAY(wend_web_triangle) triangles;
    WEND_ARRAY(wend_web_border) borders; // the first of each boundary edge has its number
    WEND_ARRAY(wend_strip) strips;
    WEND_ARRAY(wend_use) uses;
    WEND_ARRAY(wend_web_join) joins;
} wend_web;

bool wend_web_make(wend_context *context, const wend_surface_view *surface, wend_web *web);
void wend_web_free(wend_web *web);

// Half-edge h of triangle h / 3 runs from its corner h % 3 to the next one. (Half-edges are never negative: without a
// sign they are divided in fewer steps. Which corner it is cannot be foreseen, so nothing here branches for it.)
static inline int32_t wend_triangle_of(int32_t h) {
    return (int32_t)((uint32_t)h / 3);
}
static inline int32_t wend_corner_of(int32_t h) {
    return (int32_t)((uint32_t)h % 3);
}
static inline int32_t wend_corner_after(int32_t h) {
    static const int32_t after[3] = {1, 2, 0};
    return after[wend_corner_of(h)];
}
static inline int32_t wend_corner_before(int32_t h) {
    static const int32_t before[3] = {2, 0, 1};
    return before[wend_corner_of(h)];
}
static inline wend_point3 wend_web_from(const wend_web *web, int32_t h) {
    return web->triangles.data[wend_triangle_of(h)].p[wend_corner_of(h)];
}
static inline wend_point3 wend_web_to(const wend_web *web, int32_t h) {
    return web->triangles.data[wend_triangle_of(h)].p[wend_corner_after(h)];
}
static inline wend_point3 wend_web_across(const wend_web *web, int32_t h) { // the third corner of its triangle
    return web->triangles.data[wend_triangle_of(h)].p[wend_corner_before(h)];
}
static inline int32_t wend_web_twin(const wend_web *web, int32_t h) {
    return web->triangles.data[wend_triangle_of(h)].twin[wend_corner_of(h)];
}
static inline int32_t wend_web_twin_before(const wend_web *web, int32_t h) { // of the half-edge that leads to its start
    return web->triangles.data[wend_triangle_of(h)].twin[wend_corner_before(h)];
}
static inline wend_point3 wend_border_from(const wend_web *web, int32_t border) {
    return wend_web_from(web, web->borders.data[border].edge);
}
static inline wend_point3 wend_border_to(const wend_web *web, int32_t border) {
    return wend_web_to(web, web->borders.data[border].edge);
}
static inline wend_point wend_above(wend_point3 p) {
    return (wend_point){p.x, p.y};
}
static inline int64_t wend_turn_of(wend_point3 a, wend_point3 b, wend_point3 c) {
    return wend_cross(wend_above(a), wend_above(b), wend_above(c));
}
static inline double wend_length_above(wend_point3 p, wend_point3 q) {
    double dx = (double)q.x - p.x, dy = (double)q.y - p.y;
    return sqrt(dx * dx + dy * dy);
}
static inline bool wend_same_above(wend_point3 a, wend_point3 b) {
    return a.x == b.x && a.y == b.y;
}

// Whether a border can be subdivided at a place without turning a triangle over, or leaving the triangle or boundary
// edge of the surface that it is a part of by more than two steps, or the part of that edge that it is.
bool wend_web_may_split(const wend_web *web, int32_t border, wend_point3 at);
// Turns over edges of slivers beside a border until it can be subdivided at a place. A sliver of rounding, thinner than
// two steps, cannot hold the place even if it is on the surface; what lies beyond it can. False when that does not
// help.
bool wend_web_give_room(wend_web *web, int32_t border, wend_point3 at);
// Subdivides a border at a place, where that may be. The border keeps its first part, up to the foot of the place on
// the boundary edge; *second is the other one. False when memory is short.
bool wend_web_split(wend_web *web, int32_t border, wend_point3 at, int32_t *second);

// Draws the corner in which a border starts to a place seen from above; false, and nothing changed, when a triangle
// would turn over or something would come to lie more than two steps from where it was on the surface.
bool wend_web_draw(wend_web *web, int32_t border, wend_point to);

// Takes away a triangle of the surface that is nowhere as wide as three steps, of which a border and the next one are
// two sides: *left is the border that is left, the third side. False, and nothing changed, where that would uncover
// more than rounding, or something else than the surface.
bool wend_web_cut_ear(wend_web *web, int32_t border, int32_t *left);
// Contracts a border that is no longer than two steps: its triangle is taken away, and its ends are one corner then.
// False, and nothing changed, when a triangle would turn over or something would come to lie too far from where it was.
bool wend_web_contract(wend_web *web, int32_t border);

// Joins two borders that coincide seen from above. Uses of the surface's boundary are noted for `strip`, border a being
// on `side` and b on the other one. A join between two triangles of the surface is noted as such. False when memory is
// short.
bool wend_web_join_borders(wend_web *web, int32_t a, int32_t b, int32_t strip, int32_t side);

// Attaches a filler to a border: its third corner is `apex`, right of the border. The border is used; *out is the new
// border from its start to the apex, *in the one from the apex to its end. False when memory is short.
bool wend_web_attach(wend_web *web, int32_t border, wend_point3 apex, int32_t strip, int32_t side, int32_t *out,
                     int32_t *in);

#endif

// The stages of linking, in the order in which they run. Each changes the web; all of them are deterministic and see
// nothing but geometry.
#ifndef WEND_SRC_LINK_STAGES_H
#define WEND_SRC_LINK_STAGES_H

#include "geom/tree.h"
#include "link/edge.h"
#include "link/rules.h"
#include "link/web.h"

// A part of two boundary edges that coincide seen from above: from `lo` to `hi` along e, in lattice steps.
typedef struct wend_overlap {
    int32_t e, f;
    double lo, hi;
    wend_point at_lo, at_hi; // its ends
    bool seam;
    bool narrow;    // whether all parts between the same two components are too short together to be a way
    bool contested; // whether the upper edge could be joined to something beyond the lower floor instead
} wend_overlap;

enum { WEND_NO_BARRIER = INT32_MIN };

// Everything that the stages share.
typedef struct wend_linking {
    wend_context *context;
    const wend_surface_view *surface;
    const wend_tree *floors; // over the surface's triangles
    wend_agent agent;
    wend_link_rules rules;
    const uint8_t *shut; // per boundary edge: whether it is to be joined to nothing; NULL for none
    wend_obstacles obstacles;
    wend_link_edges edges;
    wend_web web;
    WEND_ARRAY(wend_point3) pinches; // where boundaries touch in a corner, ascending; see loop.c
    WEND_ARRAY(uint64_t) touching;   // pairs of loops that touch in one, ascending: the lower number << 32 | the other
    WEND_ARRAY(int32_t) loop;        // per boundary edge: which one it is a part of
    WEND_ARRAY(int32_t) loop_next;   // per boundary edge: the one that follows it there
    WEND_ARRAY(int32_t) loop_previous;  // and the one before it
    WEND_ARRAY(uint8_t) around_hole;    // per loop: whether it runs around a hole
    WEND_ARRAY(int32_t) group;          // per component of the surface: what it is joined with; a union by parents
    WEND_ARRAY(wend_overlap) postponed; // steps that wait
    WEND_ARRAY(uint8_t) awaited;        // per boundary edge: whether it is the upper one of such a step
    // Per boundary edge: what lay across a gap from there last: a face of the scene, ~ a triangle of the surface, or
    // WEND_NO_BARRIER. Ways from there are often shut by the same.
    WEND_ARRAY(int32_t) barrier;
} wend_linking;

// The component of a boundary edge, and what stands for all that it is joined with.
static inline int32_t wend_component_of(const wend_linking *l, int32_t boundary) {
    return l->surface->triangle_component[l->surface->boundaries[boundary].edge / 3];
}
static inline int32_t wend_group_of(wend_linking *l, int32_t boundary) {
    int32_t k = wend_component_of(l, boundary), *parent = l->group.data;
    while (parent[k] != k) {
        parent[k] = parent[parent[k]];
        k = parent[k];
    }
    return k;
}
static inline void wend_group_join(wend_linking *l, int32_t a, int32_t b) {
    int32_t i = wend_group_of(l, a), k = wend_group_of(l, b);
    l->group.data[i > k ? i : k] = i > k ? k : i;
}

// Finds the loops of the boundary, before anything is joined. False when memory is short. loop.c
bool wend_loops_find(wend_linking *l);
// Where a border ends in a pinch, or begins in one: the boundary edge that comes next along its loop; else -1.
int32_t wend_loop_turn(const wend_linking *l, int32_t border, bool forward);
// Finds for every border the one that follows it along its loop, the sides of fillers included. False when memory is
// short.
bool wend_loops_follow(const wend_linking *l, int32_t *after);
// Twice the area around which a loop runs, seen from above: negative around a hole. Its borders get a number in `of`,
// where they had -1; *count is their number.
double wend_loop_measure(const wend_linking *l, const int32_t *after, int32_t border, int32_t number, int32_t *of,
                         int64_t *count);

// Whether two loops touch in a pinch. O(log n).
bool wend_loops_touch(const wend_linking *l, int32_t a, int32_t b);

// Whether two boundary edges belong to one loop around a hole.
static inline bool wend_edges_share_hole(const wend_linking *l, int32_t a, int32_t b) {
    return l->loop.data[a] == l->loop.data[b] && l->around_hole.data[l->loop.data[a]];
}

// Joins boundaries that coincide seen from above: seams, steps, low barriers. Some are postponed, until the second
// call. step.c
wend_result wend_link_steps(wend_linking *l);
wend_result wend_link_postponed(wend_linking *l);

// Closes what is left open between boundaries that nearly coincide. slit.c
wend_result wend_link_slits(wend_linking *l);
// Subdivides a border where the corner is in which another one starts, or beside it, to where that is drawn then: at
// the nearest place that will do. *second is -1 when there is none. False when memory is short.
bool wend_split_beside(wend_linking *l, int32_t border, int32_t starts, int32_t *second);

// Joins what is apart seen from above by fillers. gap.c, ladder.c
typedef enum wend_gap_range {
    WEND_GAPS_AWAITED, // from edges whose steps were postponed, to what they are not joined with
    WEND_GAPS_BETWEEN, // between loops, and across slots of one that runs around floor
    WEND_GAPS_WITHIN   // within loops that run around holes
} wend_gap_range;
typedef struct wend_filled wend_filled;
wend_result wend_link_gaps(wend_linking *l, wend_filled *filled, wend_gap_range range);

// Fills whole loops that enclose no more than can be stepped over. hole.c
wend_result wend_link_holes(wend_linking *l, wend_filled *filled);

// Fills the corners of larger holes, and slots that end in a corner of a floor, as far as ways across are short enough.
// gap.c
wend_result wend_link_corners(wend_linking *l, wend_filled *filled);

// Finds the ways down from what is still boundary. drop.c
wend_result wend_link_drops(wend_linking *l);

// The arrays of the finished complex and its links. assemble.c
wend_result wend_links_assemble(wend_linking *l, wend_links **links);

#endif

// The stages of linking, in the order in which they run. Each changes the web; all of them are deterministic and see
// nothing but geometry.
#ifndef WEND_SRC_LINK_STAGES_H
#define WEND_SRC_LINK_STAGES_H

#include "geom/tree.h"
#include "link/rim.h"
#include "link/web.h"

// A part of two boundary edges that coincide seen from above: from `lo` to `hi` along e, in lattice steps.
typedef struct wend_overlap {
    int32_t e, f;
    double lo, hi;
    wend_point at_lo, at_hi; // its ends
    bool seam;
    bool contested; // whether the upper edge could be joined to something beyond the lower floor instead
} wend_overlap;

enum { WEND_NO_BARRIER = INT32_MIN };

// Everything that the stages share.
typedef struct wend_linking {
    wend_context *context;
    const wend_surface_view *surface;
    const wend_tree *floors; // over the surface's triangles
    wend_links_def def;
    double step, gap, height, drop; // in lattice steps
    wend_room room;
    wend_rims rims;
    wend_web web;
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

// Joins boundaries that coincide seen from above: seams, steps, low barriers. Some are postponed, until the second
// call. step.c
wend_result wend_link_steps(wend_linking *l);
wend_result wend_link_postponed(wend_linking *l);

// Closes what is left open between boundaries that nearly coincide. slit.c
wend_result wend_link_slits(wend_linking *l);

// Joins what is apart seen from above by fillers. `around_hole` tells, per boundary cycle of the surface, whether it
// runs around a hole. gap.c, ladder.c
typedef enum wend_gap_range {
    WEND_GAPS_AWAITED, // from edges whose steps were postponed, to what they are not joined with
    WEND_GAPS_BETWEEN, // between boundary cycles, and across slots of one that runs around floor
    WEND_GAPS_WITHIN   // within cycles that run around holes
} wend_gap_range;
typedef struct wend_filled wend_filled;
wend_result wend_link_gaps(wend_linking *l, wend_filled *filled, const uint8_t *around_hole, wend_gap_range range);

// Fills whole boundary cycles that enclose no more than can be stepped over. hole.c
wend_result wend_link_holes(wend_linking *l, wend_filled *filled);

// Fills the corners of larger holes, as far as ways across are short enough. gap.c
wend_result wend_link_corners(wend_linking *l, wend_filled *filled, const uint8_t *around_hole);

// Finds the ways down from what is still boundary. drop.c
wend_result wend_link_drops(wend_linking *l);

// The arrays of the finished complex, links and flights. assemble.c
wend_result wend_links_assemble(wend_linking *l, wend_links **links);

#endif

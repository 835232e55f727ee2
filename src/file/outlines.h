// Rings of a boundary, without slits: what writers of polygons draw around a floor.
//
// The boundary of a floor is a set of cycles with the floor on their left, and a barrier (a wall of zero width) is
// walked along both sides: as a cycle of its own when it stands free, as a way there and back within another cycle when
// it touches one. No GIS takes such a spike for part of a ring. So rings are traced as if those barriers were not there
// that have the same component on both sides:
//
//         +-----------+            +-----------+       At the end of an edge, the next one along the cycle may be
//         |     a     |            |           |       such a barrier, a. Then one passes through it: on its far side
//         |     |     |    ->      |           |       one comes back to the same place, and the edge that follows
//         +-----+-----+            +-----+-----+       there is the next candidate.
//
// That leaves the border of a connected region without slits: one ring of positive area, its outline, and one of
// negative area for each part of the plane that it surrounds. A ring may touch itself in a point, where obstacles
// touch. Barriers with different components on their sides stay in the rings of both. O(n log n).
#ifndef WEND_SRC_FILE_OUTLINES_H
#define WEND_SRC_FILE_OUTLINES_H

#include <wend/surface.h>

#include "base/array.h"

typedef struct wend_outline_edge {
    wend_point3 from, to; // lattice points; z is 0 in a plan
    int32_t next;         // along its cycle
    int32_t component;
    bool barrier;
} wend_outline_edge;

typedef struct wend_outline {
    int32_t first;  // its lowest boundary edge
    int32_t length; // edges
    int32_t component;
    int64_t area2; // twice its signed area seen from above, in square lattice steps
} wend_outline;

typedef struct wend_outlines {
    wend_context *context;
    WEND_ARRAY(wend_outline_edge) edges; // of the boundary; the caller's to fill in
    WEND_ARRAY(int32_t) other;           // of each edge: the other side of the barrier, or -1
    WEND_ARRAY(bool) seen;               // of each edge: for the caller, all false
    WEND_ARRAY(wend_outline) rings;      // by component; its outline is the first, the others by their lowest edge
    WEND_ARRAY(int32_t) starts;          // where those of each component begin; one more for the end
} wend_outlines;

// Finds all but the edges. False when memory is short.
bool wend_outlines_find(wend_outlines *rings, int32_t component_count);
void wend_outlines_free(wend_outlines *rings);

// The edge that follows along a ring.
int32_t wend_outlines_follow(const wend_outlines *rings, int32_t edge);

#endif

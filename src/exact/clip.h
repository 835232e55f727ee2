// What one face takes away from a floor.
//
// Over a floor T, a face C blocks where 0 < z_C - z_T < height. Seen from above that is a convex polygon, of at most
// eight sides, each on a side of T, on a side of C, or on one of the lines where C meets T's plane or the plane
// `height` above it. A wall blocks along a segment.
//
// Only the lattice points between sides are made, each by one function of the two things that meet there, so that
// neighbours get the same ones: the floor on the other side of T's side (against the same C), and the face on the other
// side of C's side (over the same T).
#ifndef WEND_SRC_EXACT_CLIP_H
#define WEND_SRC_EXACT_CLIP_H

#include "footing/footing.h"

enum { WEND_COINCIDE = 2 }; // lattice steps: faces no farther apart, over all that they share, are in the same place

typedef enum wend_cut_kind {
    WEND_CUT_EDGE,    // along a side of the face, which hangs above the floor
    WEND_CUT_FOOT,    // where the face comes out of the floor
    WEND_CUT_CEILING, // where the face is `height` above the floor
    WEND_CUT_TWIN,    // along a side of a floor in the same place that comes first
    WEND_CUT_WALL,    // along a wall
    WEND_CUT_BESIDE,  // along a side of the floor, beside a wall
    WEND_CUT_FENCE    // along a face that is no wall, but takes away hardly more than a line
} wend_cut_kind;

// A line that the floor is cut along. What blocks lies on its left (walls and fences: on the line).
typedef struct wend_cut {
    wend_point a, b;
    int32_t face;
    float low, high; // what blocks along it, in lattice steps above the floor
    wend_cut_kind kind;
} wend_cut;

enum { WEND_CORNERS_MOST = 8, WEND_CUTS_MOST = 9, WEND_BENDS_MOST = 10 }; // of one face, at most

// A corner of a shadow, with the side that begins there.
typedef struct wend_corner {
    double x, y;
    double d; // height of the face above the floor here
    int side; // 0, 1, 2: of the floor; more: none of those, and there is a cut
} wend_corner;

// What a face takes away from a floor, seen from above: a convex polygon, counter-clockwise.
typedef struct wend_shadow {
    int32_t face;
    int count;  // of corners; 0 when it takes nothing (walls)
    bool whole; // it covers the floor
    bool twin;  // it is a floor in the same place
    double area2;
    wend_corner at[WEND_CORNERS_MOST];
} wend_shadow;

typedef enum wend_clipped {
    WEND_CLIPPED_NO_LINE, // nothing, or the shadow
    WEND_CLIPPED_LINE,    // the cut
    WEND_CLIPPED_BENT     // a bent wall, which may have several cuts: see wend_clip_bent
} wend_clipped;

// What `face` takes away from `floor`. When that is no area, but stands in the way, *cut is the line of it. A wall that
// cuts off a corner of the floor may be rounded to a point on the sides there, both ends of the cut: the sides have to
// pass through that point.
wend_clipped wend_clip(const wend_footing *footing, int32_t floor, int32_t face, wend_shadow *shadow, wend_cut *cut);

// The lines along which a wall cuts `floor`, bent so that they lead through all that the wall shares with walls beside
// it: into `cuts`; returns how many. *bare tells, as bits, the sides of the wall that have no corner over the floor.
int wend_clip_bent(const wend_footing *footing, int32_t floor, int32_t face, wend_cut cuts[WEND_BENDS_MOST], int *bare);

typedef enum wend_beside {
    WEND_BESIDE_NONE,
    WEND_BESIDE_PART, // not all of the wall that is there
    WEND_BESIDE_ALL   // all of it: it stands on the side, and not inside
} wend_beside;

// Which part of a wall runs along a side of the floor, no farther off than rounding may have moved the two
// (WEND_COINCIDE steps); *cut is that part of the side.
wend_beside wend_clip_beside(const wend_footing *footing, int32_t floor, int32_t face, int side, wend_cut *cut);

// The lines along which a shadow cuts the floor, into `cuts`; returns how many.
int wend_shadow_cuts(const wend_footing *footing, int32_t floor, const wend_shadow *shadow,
                     wend_cut cuts[WEND_CUTS_MOST]);

// The order of faces by their corners: negative when a comes first. Only equal ones are ordered by their number.
int wend_face_compare(const wend_face *a, const wend_face *b);

// Whether `face`, one of those that take area away, does so at a point of the floor. *close tells that it comes within
// a step of the floor there, or ends within two steps: the answer may be another one right beside that point.
bool wend_blocks_at(const wend_footing *footing, int32_t floor, int32_t face, double x, double y, bool *close);

#endif

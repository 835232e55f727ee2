// Patches: the floor cut along a grid of squares, so that what is near is found without looking through floors or
// walls. See patches.c.
#ifndef WEND_SRC_CROWD_PATCHES_H
#define WEND_SRC_CROWD_PATCHES_H

#include "base/array.h"

#include <wend/plan.h>

// A wall, or a point obstacle (both ends the same), in metres.
typedef struct wend_wall {
    double ax, ay, bx, by;
} wend_wall;

typedef struct wend_patches {
    const wend_plan *plan;
    wend_plan_view v;
    double metres;  // of a lattice step
    int64_t square; // lattice steps of a side of a square
    double side;    // the same in metres
    int32_t low[2]; // the lattice point where squares begin
    int32_t columns, rows;
    int32_t reach;                     // how many squares around one are near it
    double wall_range;                 // metres: how far from a square its walls are
    bool layered;                      // floors overlap: heights count
    WEND_ARRAY(int32_t) square_pair;   // of each square: its first pair; one more at the end
    WEND_ARRAY(int32_t) square_patch;  // of each square: its first patch; one more at the end
    WEND_ARRAY(int32_t) pair_triangle; // ascending in each square
    WEND_ARRAY(int32_t) pair_patch;
    WEND_ARRAY(int32_t) patch_square;
    WEND_ARRAY(bool) plain;         // of each patch: all squares around have one patch at most
    WEND_ARRAY(int32_t) near_first; // of each patch: the first of its near ones in `near`, ascending; none if plain
    WEND_ARRAY(int32_t) near;
    WEND_ARRAY(int32_t) wall_first; // of each patch: the first of its walls in `wall`
    WEND_ARRAY(int32_t) wall;
    // Of each of these: the height of the ground there, metres; NaN where nothing else can be meant. Only on plans that
    // overlap themselves.
    WEND_ARRAY(float) wall_height;
    WEND_ARRAY(wend_wall) walls; // boundary edges, then point obstacles
} wend_patches;

// Cuts a plan's floor. `range` metres: what may be near; `side`: of a square, which is made larger on very large
// plans; `wall_range`: how far from a square its walls are listed.
wend_result wend_patches_build(wend_context *context, const wend_plan *plan, double range, double side,
                               double wall_range, wend_patches *patches);
void wend_patches_free(wend_context *context, wend_patches *patches);

// The patch of a point of a triangle of the plan.
int32_t wend_patches_at(const wend_patches *patches, int32_t triangle, wend_point point);

// Whether what is on one patch may be near what is on the other: there is a way over patches between them that leads
// no farther than `reach` squares away from the first one. Both are on squares that near each other.
static inline bool wend_patches_near(const wend_patches *p, int32_t a, int32_t b) {
    if (a == b || p->plain.data[a])
        return true;
    int32_t low = p->near_first.data[a], high = p->near_first.data[a + 1];
    while (low < high) {
        int32_t middle = (low + high) / 2;
        if (p->near.data[middle] < b)
            low = middle + 1;
        else
            high = middle;
    }
    return low < p->near_first.data[a + 1] && p->near.data[low] == b;
}

// The height of the ground at a spot, metres.
double wend_patches_height(const wend_patches *patches, const wend_spot *spot);

// Whether places with that difference of heights can be on one floor, so far from each other, all in metres.
static inline bool wend_patches_level(double rise, double distance) {
    return rise * rise <= (0.5 + 0.7 * distance) * (0.5 + 0.7 * distance);
}

// Whether entry k of `wall` counts for an agent on ground of that height, that is so far from it: it does not where it
// is one of another storey.
static inline bool wend_patches_counts(const wend_patches *p, int32_t k, double height, double distance) {
    if (!p->layered)
        return true;
    double rise = (double)p->wall_height.data[k] - height, most = 0.5 + 0.7 * (distance + 0.5 * p->side);
    return !(rise * rise > most * most); // NaN counts
}

#endif

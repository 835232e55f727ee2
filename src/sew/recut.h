// Cutting a strip off a floor along its boundary. See recut.c.
//
//         d      floor                   d      floor           With a tip: the borders a -> b, b -> c, c -> d become
//          \                              \                     a -> p, p -> d; the strip is a b c d p. Without one,
//     hole  c                       hole   \                    a -> b and b -> d become a -> d; the strip is a b d.
//           |   p           -->             p
//           b                              /                    The floor is on the left of its borders.
//          /                              /
//         a                              a
#ifndef WEND_SRC_SEW_RECUT_H
#define WEND_SRC_SEW_RECUT_H

#include "geom/ears.h"
#include "sew/hem.h"

typedef struct wend_trim_strip {
    int32_t first, last; // borders; the one after the first goes, which is the last when there is no tip
    bool has_tip;
    wend_point tip; // p seen from above
} wend_trim_strip;

// A corner of the part that is laid anew, with what lies behind the edge to the next one: a half-edge, or ~b.
typedef struct wend_recut_corner {
    wend_point3 p;
    int32_t behind;
    uint8_t lift;
} wend_recut_corner;

typedef struct wend_recut {
    wend_hem *hem;
    int32_t stamp;
    WEND_ARRAY(int32_t) marks; // per triangle: the stamp of the recut that it was last part of
    // Per half-edge: how far the corner where it starts may be above or below where the surface was, in half steps.
    WEND_ARRAY(uint8_t) lifts;
    WEND_ARRAY(int32_t) part;          // the triangles that are laid anew
    WEND_ARRAY(wend_recut_corner) rim; // the corners around them
    wend_ears ears;                    // what the rim is cut into
} wend_recut;

// Starts on a hem whose surface has been simplified (raw.h: `mixed` is known).
wend_result wend_recut_make(wend_hem *hem, wend_recut *recut);
void wend_recut_free(wend_recut *recut);

// Cuts a strip off. The caller knows that it does not reach beyond the borders: the triangles a b p, b c p, c d p (or a
// b d) do not run clockwise. False, and nothing changes, when the floor around it is not flat, is very intricate, or
// the new borders would meet others.
bool wend_recut_strip(wend_recut *recut, const wend_trim_strip *strip);

#endif

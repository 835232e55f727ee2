// The ear cutter: a polygon of lattice places becomes triangles by taking off corners, one after another.
//
//         q           A corner q can be taken off when the polygon turns there and none of the other corners that are
//       .' '.         left lies in the triangle p q r or on its border. What is left is the polygon with the side p r.
//     p ----- r       The ear with the shortest such side goes first, so triangles are not needlessly thin.
//
// The polygon may overlap itself seen from above, as the boundary of a hole around a spiral stair does: corners that
// are farther above or below than `reach` are not in the way. It may touch itself, too: corners in the very place of
// one of the triangle's do not count. Exact.
//
// Four other places fill polygons, and do another job. geom/constraint.c: every corner sees one side, so a scan without
// any search does. medial/prepare.c: a vertex goes out of a triangulation, by flips that keep every neighbour.
// file/polygon.c: corners are doubles as a file has them, and there may be millions. cells/cutting.c: what is laid
// anew lies on both sides of a new edge, and both are scanned as in constraint.c.
#ifndef WEND_SRC_GEOM_EARS_H
#define WEND_SRC_GEOM_EARS_H

#include "base/array.h"

#include <wend/geom.h>

// A corner of the polygon, while ears are taken off. The caller sets the first field.
typedef struct wend_ears_corner {
    wend_point3 at;
    int32_t next, previous; // of what is left
    int32_t blocker;        // a corner that is in the way, or what else is known
    int32_t beyond;         // what lies beyond the side to the next corner: a half-edge of an ear, or ~its own corner
    double length2;         // of the side that would be left without it
    bool gone;              // whether it was taken off
} wend_ears_corner;

// A triangle, counter-clockwise. It begins with the corner that was taken off, so its second side is the one that was
// left.
typedef struct wend_ear {
    int32_t v[3];    // corners of the polygon
    int32_t twin[3]; // the half-edge beyond each side, or ~k: the side of the polygon from corner k to the one after it
} wend_ear;

typedef struct wend_ears {
    bool right;   // whether the polygon lies on the right of its sides, not on the left
    double reach; // lattice steps up and down; INFINITY for all
    WEND_ARRAY(wend_ears_corner) corners;
    WEND_ARRAY(wend_ear) triangles;
} wend_ears;

// Makes room for a polygon of so many corners, which the caller then sets. False when memory is short.
bool wend_ears_make_room(wend_context *context, wend_ears *ears, int64_t corners);
void wend_ears_free(wend_context *context, wend_ears *ears);

// Cuts the polygon. False when there is no ear, which happens to polygons only that are not simple. O(n^2) as a rule,
// O(n^3) at worst for n corners.
bool wend_ears_cut(wend_ears *ears);

#endif

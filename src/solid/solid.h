// The inside of a solid: the scene's triangles on the lattice, with a tree of boxes over them.
//
// A *face* is a triangle of the scene as later stages see it. Most are seen from above as triangles: they are kept
// counter-clockwise seen from above, whichever way they face, with their plane. A face that is vertical, or seen from
// above narrower than two lattice steps, is a *wall*: from above it is the segment of its longest side.
#ifndef WEND_SRC_SOLID_SOLID_H
#define WEND_SRC_SOLID_SOLID_H

#include <wend/solid.h>

#include "base/array.h"
#include "geom/point3.h"

enum {
    WEND_FACE_DOWN = 2, // faces down: p runs the other way than in the scene
    WEND_FACE_WALL = 4, // p[0], p[1] are the ends of the segment, p[0] the lesser; p[2] the third corner
    WEND_FACE_LEFT = 8, // of a wall: its front faces the left of p[0] -> p[1]
    WEND_FACE_BENT = 16 // of a wall: seen from above, p[2] is no end of the segment, which does not run along an axis
};

typedef struct wend_face {
    wend_point3 p[3]; // no wall: counter-clockwise from above, the least corner (x, y, z) first
    int32_t source;   // triangle of the scene
    double slope[2];  // no wall: height = p[0].z + slope[0] * (x - p[0].x) + slope[1] * (y - p[0].y)
    double level;     // no wall: cosine of its angle with the ground, on the coordinates as read; 0 when these face the
                      // other way than the face does
    uint16_t flags;
    uint16_t area; // the ground's, see wend/areas.h
} wend_face;

typedef wend_item_list wend_face_list;

struct wend_solid {
    wend_context *context;
    wend_lattice3 lattice;
    int32_t scene_triangles;
    WEND_ARRAY(wend_face) faces;
    wend_boxes tree; // over all of them
    uint64_t hash;
    WEND_ARRAY(uint16_t) areas; // of each triangle of the scene; empty when all are 0
};

// Lists the faces whose boxes meet `box`, ascending, in `found`. False when memory is short. O(log n + found).
static inline bool wend_solid_search(wend_context *context, const wend_solid *solid, const wend_box3 *box,
                                     wend_face_list *found) {
    return wend_boxes_search(context, &solid->tree, box, found);
}

// The corners of a face seen from above.
static inline void wend_face_corners(const wend_face *face, wend_point corners[3]) {
    for (int i = 0; i < 3; i++)
        corners[i] = wend_from_above(face->p[i]);
}

// Whether a place is a corner of a face seen from above.
static inline bool wend_face_has_corner(const wend_face *face, wend_point p) {
    return wend_point_equal(p, wend_from_above(face->p[0])) || wend_point_equal(p, wend_from_above(face->p[1])) ||
           wend_point_equal(p, wend_from_above(face->p[2]));
}

static inline double wend_face_height(const wend_face *face, double x, double y) {
    return face->p[0].z + (face->slope[0] * (x - face->p[0].x) + face->slope[1] * (y - face->p[0].y));
}

// Twice the area of a face that is no wall, seen from above.
static inline double wend_face_area2(const wend_face *face) {
    return (double)wend_cross(wend_from_above(face->p[0]), wend_from_above(face->p[1]), wend_from_above(face->p[2]));
}

#endif

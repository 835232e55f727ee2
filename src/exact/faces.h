// The scene's triangles on the lattice, in an order in which near ones are near, with a tree of boxes over them.
//
// A *face* is a triangle of the scene as the extraction sees it. Most are seen from above as triangles: they are kept
// counter-clockwise seen from above, whichever way they face, with their plane. A face that is vertical, or seen from
// above narrower than two lattice steps, is a *wall*: from above it is the segment of its longest side.
#ifndef WEND_SRC_EXACT_FACES_H
#define WEND_SRC_EXACT_FACES_H

#include <wend/exact.h>

#include "base/array.h"
#include "exact/hubs.h"
#include "geom/boxes.h"
#include "surface/fan.h"

#include <math.h>

enum {
    WEND_FACE_FLOOR = 1, // flat enough to walk on, and faces up (or any way, when two-sided)
    WEND_FACE_DOWN = 2,  // faces down: p runs the other way than in the scene
    WEND_FACE_WALL = 4,  // p[0], p[1] are the ends of the segment, p[0] the lesser; p[2] the third corner
    WEND_FACE_LEFT = 8,  // of a wall: its front faces the left of p[0] -> p[1]
    WEND_FACE_BENT = 16  // of a wall: seen from above, p[2] is no end of the segment, which does not run along an axis
};

typedef struct wend_face {
    wend_point3 p[3]; // no wall: counter-clockwise from above, the least corner (x, y, z) first
    int32_t source;   // triangle of the scene
    double slope[2];  // no wall: height = p[0].z + slope[0] * (x - p[0].x) + slope[1] * (y - p[0].y)
    uint32_t flags;
} wend_face;

typedef wend_item_list wend_face_list;

typedef struct wend_faces {
    wend_lattice3 lattice;
    wend_scene_view scene; // that they were made of; its arrays may be gone
    double height;         // room needed above the floor, in lattice steps
    double cosine;         // of the steepest slope that one can walk on
    double up_area;        // of the faces no steeper than that, seen from above, in square lattice steps: those that
    double down_area;      // face up, and down
    WEND_ARRAY(wend_face) faces;
    wend_boxes tree;       // over all of them
    wend_hubs hubs;        // places where very many floors meet
    wend_face_list floors; // the faces that are floors, ascending
    wend_face_list steep;  // those that face up and are too steep to walk on, ascending
} wend_faces;

// Snaps the scene to the lattice, sorts out its triangles and builds the tree. What is odd is told in the report.
wend_result wend_faces_prepare(wend_context *context, const wend_scene *scene, const wend_exact_def *def,
                               wend_faces *faces, wend_report *report);

// The same for asking what is where: what is a floor does not matter.
static inline wend_result wend_faces_prepare_all(wend_context *context, const wend_scene *scene, double lattice,
                                                 double height, wend_faces *faces) {
    wend_exact_def def = {.height = height, .slope = 1.57, .lattice = lattice, .two_sided = true};
    return wend_faces_prepare(context, scene, &def, faces, NULL);
}

// Whether faces were made of this very scene, as it is now.
bool wend_faces_are_of(const wend_faces *faces, const wend_scene *scene);

void wend_faces_free(wend_context *context, wend_faces *faces);

static inline int32_t wend_least(int32_t a, int32_t b, int32_t c) {
    int32_t least = a < b ? a : b;
    return least < c ? least : c;
}
static inline int32_t wend_most(int32_t a, int32_t b, int32_t c) {
    int32_t most = a > b ? a : b;
    return most > c ? most : c;
}

// The box around a triangle.
static inline wend_box3 wend_box3_around(const wend_point3 p[3]) {
    return (wend_box3){
        {wend_least(p[0].x, p[1].x, p[2].x), wend_least(p[0].y, p[1].y, p[2].y), wend_least(p[0].z, p[1].z, p[2].z)},
        {wend_most(p[0].x, p[1].x, p[2].x), wend_most(p[0].y, p[1].y, p[2].y), wend_most(p[0].z, p[1].z, p[2].z)}};
}

// Lists the faces whose boxes meet `box`, ascending, in `found`. False when memory is short. O(log n + found).
static inline bool wend_faces_search(wend_context *context, const wend_faces *faces, const wend_box3 *box,
                                     wend_face_list *found) {
    return wend_boxes_search(context, &faces->tree, box, found);
}

// What is farther away than this many steps, seen from above, does nothing to a floor.
enum { WEND_FAR_ASIDE = 8 };

// The corners of a face seen from above.
static inline void wend_face_corners(const wend_face *face, wend_point corners[3]) {
    for (int i = 0; i < 3; i++)
        corners[i] = wend_from_above(face->p[i]);
}

// The same without some that cannot cut a floor: those far aside, and those beside it at a hub (see wend_hubs_search).
static inline bool wend_faces_search_floor(wend_context *context, const wend_faces *faces, const wend_face *floor,
                                           const wend_box3 *box, const wend_box beside[3], wend_face_list *found,
                                           wend_hubs_room *room) {
    if (faces->hubs.hubs.count > 0)
        return wend_hubs_search(context, &faces->hubs, floor, box, beside, found, room);
    wend_point corners[3];
    wend_face_corners(floor, corners);
    return wend_boxes_search_triangle(context, &faces->tree, box, corners, WEND_FAR_ASIDE, found);
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

// Whether a face is flat enough to walk on, whichever way it faces.
static inline bool wend_face_is_flat(const wend_faces *faces, const wend_face *face) {
    double gx = face->slope[0], gy = face->slope[1];
    return !(face->flags & WEND_FACE_WALL) && !(1 < faces->cosine * sqrt(1 + gx * gx + gy * gy));
}

// Whether nearly all that is flat enough to walk on faces down.
static inline bool wend_faces_look_down(const wend_faces *faces) {
    double all = faces->up_area + faces->down_area;
    return all > 0 && faces->up_area <= 0.25 * all;
}

static inline bool wend_point3_less(wend_point3 a, wend_point3 b) {
    return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
}

#endif

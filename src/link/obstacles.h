// What is in the way, and whether there is room for the head.
//
// A *region* is a convex polygon seen from above with a lowest and a highest height over every place, both planes. It
// is measured along one axis. What geometry of the scene lies in it blocks the link that asks, along a part of that
// axis.
#ifndef WEND_SRC_LINK_OBSTACLES_H
#define WEND_SRC_LINK_OBSTACLES_H

#include <wend/links.h>

#include "link/rules.h"
#include "solid/solid.h"

enum { WEND_REGION_CORNERS = 4 };

// A plane over the ground: at + x * (x - its region's origin) + ...
typedef struct wend_lid {
    double at, x, y;
} wend_lid;

typedef struct wend_region {
    double origin[2];                      // what all other places are counted from
    double corner[WEND_REGION_CORNERS][2]; // counter-clockwise
    double reach[WEND_REGION_CORNERS];     // how far it reaches beyond the side from each corner to the next
    int corners;
    wend_lid low, high;
    double axis[2]; // of length 1, but in strips; none in triangles
    wend_box3 box;  // around all of it
} wend_region;

typedef struct wend_range {
    double from, to;
} wend_range;
typedef WEND_ARRAY(wend_range) wend_range_list;

typedef struct wend_obstacles {
    wend_context *context;
    const wend_solid *solid;
    const wend_link_rules *rules;
    wend_face_list found;
    int32_t last;            // the face that was in the way last; any one at first
    wend_range_list blocked; // answer of the last question: ranges along the axis, merged, ascending
} wend_obstacles;

// Finds the parts of the axis that something lies on. False when memory is short. Where nothing is in the way there are
// no ranges. As soon as all of `enough` (which may be NULL) is blocked, nothing else is looked at.
bool wend_obstacles_ask(wend_obstacles *obstacles, const wend_region *region, const wend_range *enough);
// The same for several regions, when all that is near them was looked for by a box around them.
bool wend_obstacles_find(wend_obstacles *obstacles, const wend_box3 *box);
bool wend_obstacles_ask_within(wend_obstacles *obstacles, const wend_region *region, const wend_range *enough);
// Finds the part of the axis that one face lies on; false when it lies on none of it.
bool wend_obstacles_ask_face(const wend_obstacles *obstacles, const wend_region *region, int32_t face,
                             wend_range *blocked);
// Looks whether the region is clear, and stops at the first thing that lies in it.
bool wend_obstacles_look(wend_obstacles *obstacles, const wend_region *region, bool *clear);
// Whether the face that was in the way of the last question is in the way of this one, too. It often is, and one face
// is quickly compared.
bool wend_obstacles_blocked_again(const wend_obstacles *obstacles, const wend_region *region);
void wend_obstacles_free(wend_obstacles *obstacles);

// A band around a segment seen from above, from `from` to `to` lattice steps along the line from p to q, reaching
// `left` and `right` of it. Heights are given at the two ends. The axis is the segment's, measured from p.
wend_region wend_region_band(const double p[2], const double q[2], double from, double to, double left, double right,
                             const double low[2], const double high[2]);

// A triangle (counter-clockwise, with its heights); without an axis, to be looked at only. Blocked is what lies higher
// than `low` and lower than `high` over each corner, and up to `reach` beyond each side.
wend_region wend_region_triangle(const wend_point3 p[3], const double low[3], const double high[3],
                                 const double reach[3]);

// A strip from the rung a-d to the rung b-c, the four of them counter-clockwise, measured by where rungs begin on its
// side from a to b. Blocked is what lies higher than `low` and lower than `high` over both rungs, up to two lattice
// steps beyond the sides a-b and c-d, and more than two steps inside of the rungs.
wend_region wend_region_strip(wend_point3 a, wend_point3 b, wend_point3 c, wend_point3 d, const double low[2],
                              const double high[2]);

#endif

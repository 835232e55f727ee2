// Distances on a plan by brute force: straight lines walked through triangles, by neighbourhood alone, so that floors
// above each other do not matter. In doubles; for tests only.
#ifndef WEND_TEST_ORACLE_MEDIAL_H
#define WEND_TEST_ORACLE_MEDIAL_H

#include <wend/plan.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct oracle_near {
    double distance; // to the nearest obstacle, lattice steps
    double x, y;     // its nearest point
} oracle_near;

// The nearest obstacle of a place strictly inside a triangle: everything that can be seen from there is looked at.
oracle_near oracle_clearance(const wend_plan_view *view, int32_t triangle, double x, double y);
// That of a spot: a little toward the middle of its triangle.
oracle_near oracle_at(const wend_plan_view *view, const wend_spot *spot);

// A random lattice point in a triangle, its edges included; false when none was found.
bool oracle_random_spot(const wend_plan *plan, uint64_t *state, wend_spot *spot);

// The triangle in which a straight walk from an obstacle to a place arrives, or -1 when it leaves the floor. The
// obstacle is a boundary edge, from the foot of the place on it, or a vertex; a vertex has a way for every triangle
// around it: `fan` goes from 0 up, and the answer is -2 when there is no such triangle, -1 when the place is not in its
// direction.
int32_t oracle_walk_from_edge(const wend_plan_view *view, int32_t boundary, double x, double y);
int32_t oracle_walk_from_vertex(const wend_plan_view *view, int32_t vertex, int32_t fan, double x, double y);
// The same from the corner of one triangle, where half-edge h starts, and from a place in a triangle.
int32_t oracle_walk_from_corner(const wend_plan_view *view, int32_t h, double x, double y);
int32_t oracle_walk(const wend_plan_view *view, int32_t triangle, double from_x, double from_y, double x, double y);

// Whether a place lies in a triangle, with some slack.
bool oracle_is_inside(const wend_plan_view *view, int32_t triangle, double x, double y, double slack);

#ifdef __cplusplus
}
#endif
#endif

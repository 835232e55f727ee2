// What a drawing means, found by brute force from the rules of wend/plan.h in exact arithmetic: which places are floor,
// how large it is, into how many components it falls, how long its boundary is, and where area borders lie in it.
//
// Drawings must be small: whole coordinates of at most 32 in magnitude for lines, at most 64 shapes. Hole points may be
// multiples of 1/64.
#ifndef WEND_TEST_ORACLE_PLAN_H
#define WEND_TEST_ORACLE_PLAN_H

#include <wend/plan.h>

typedef struct oracle_plan oracle_plan;

// NULL when the drawing is not small. O(lines^3).
oracle_plan *oracle_plan_make(const wend_drawing_view *drawing);
void oracle_plan_free(oracle_plan *plan);

// In units of the drawing.
double oracle_plan_area(const oracle_plan *plan);
// Length of all boundary edges: both sides of a wall within the floor count.
double oracle_plan_boundary(const oracle_plan *plan);
// Length of all parts of BORDER lines that have floor on both sides and no wall on them; overlapping parts count once.
double oracle_plan_borders(const oracle_plan *plan);
// Whether a place is within `slack` of a BORDER line.
bool oracle_plan_is_on_border(const oracle_plan *plan, const double place[2], double slack);
int32_t oracle_plan_component_count(const oracle_plan *plan);
double oracle_plan_component_area(const oracle_plan *plan, int32_t component);

// Whether no two lines cross between lattice points, so that nothing needs rounding.
bool oracle_plan_is_whole(const oracle_plan *plan);

// Whether the oracle can tell what the drawing means: not when a hole point lies on a line, or straight above or below
// a corner.
bool oracle_plan_is_clear(const oracle_plan *plan);

// Component of the place x / 64, y / 64: 0 and up, -1 when it is no floor, -2 when it is on a line or straight above or
// below a corner, where this oracle cannot tell.
int32_t oracle_plan_component_at(const oracle_plan *plan, int32_t x64, int32_t y64);

// How many different places of point obstacles lie inside the floor and on no boundary; -1 where that is a matter of
// taste (on a ring with floor on both sides).
int32_t oracle_plan_points(const oracle_plan *plan);

#endif

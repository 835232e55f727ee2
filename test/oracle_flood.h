// Whether the stadium round a segment (all places nearer to it than a reach) is free floor, on plans of any kind, by a
// flood over triangles.
//
// Start in a triangle that reaches into the stadium and go on to every neighbour across an edge that does. If no edge
// met on the way is a boundary and no vertex an isolated point, then those triangles cover the stadium once, side by
// side as on a floor plan: its floor is all there. If something in it is missing, the flood comes upon the edge of what
// is missing. What lies above or below is never met, as only neighbours are.
#ifndef WEND_TEST_ORACLE_FLOOD_H
#define WEND_TEST_ORACLE_FLOOD_H

#include "oracle_rings.h"

#include <wend/plan.h>

typedef struct oracle_flood {
    const wend_plan_view *view;
    int32_t *round; // of each triangle: the number of the last flood that came there
    int32_t number; // of the last flood
    int32_t *met;   // its triangles, in the order in which they were met
    int32_t met_count;
} oracle_flood;

oracle_flood oracle_flood_make(const wend_plan_view *view);
void oracle_flood_free(oracle_flood *flood);

// Floods the stadium of the segment p-q, in lattice steps. False as soon as a wall is met.
bool oracle_flood_is_free(oracle_flood *flood, int32_t triangle, oracle_vec p, oracle_vec q, double reach);
// The same, but goes on past walls: the triangles met are all of which some wall may matter within the stadium, and
// perhaps more, of other floors.
void oracle_flood_gather(oracle_flood *flood, int32_t triangle, oracle_vec p, oracle_vec q, double reach);
// Whether the last flood came to a triangle.
bool oracle_flood_met(const oracle_flood *flood, int32_t triangle);

#endif

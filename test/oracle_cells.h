// Whether cells are what wend/cells.h says, found by brute force from the places of their corners in exact arithmetic.
// Nothing here shares a line with the library: angles, crossings, notches and areas are found anew.
//
// A plan of a few thousand vertices takes a moment: O(portals * (portals + boundary edges + vertices)).
#ifndef WEND_TEST_ORACLE_CELLS_H
#define WEND_TEST_ORACLE_CELLS_H

#include <wend/cells.h>

// False, with a sentence in `why`, when something is wrong. The plan must be right (wend_plan_check).
bool oracle_cells_ok(const wend_plan *plan, const wend_cells *cells, char *why, size_t size);

// The same for arrays that no cells hold.
bool oracle_cells_view_ok(const wend_plan *plan, const wend_cells_view *view, char *why, size_t size);

// Whether `cell` is the right answer of wend_cells_locate for a spot: the lowest of the cells that hold it. At an edge
// or a corner of the spot's triangle those within the triangle count, or all of them around it; both are right.
bool oracle_cells_locate_ok(const wend_plan *plan, const wend_cells_view *view, const wend_spot *spot, int32_t cell,
                            char *why, size_t size);

#endif

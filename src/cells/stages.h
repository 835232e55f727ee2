// The stages of cutting a plan into cells, in order. Each has its own file, with what it does and why at its top.
#ifndef WEND_SRC_CELLS_STAGES_H
#define WEND_SRC_CELLS_STAGES_H

#include "cells/notch.h"
#include "cells/rings.h"
#include "cells/sight.h"

// Plans of so many vertices and more are large: cutting them has to keep up with their triangulation, so that stages
// look less far and go over them once. On smaller ones it costs nothing to get the last few cells.
enum { WEND_CELLS_LARGE = 10000 };

// 1. Portals between notches that resolve both (pair.c).
wend_result wend_cells_pair(wend_cutting *c);

// 2. Portals for the notches that are left (resolve.c). After this, every angle is within the limit.
wend_result wend_cells_resolve(wend_cutting *c);

// 3. Fewer and shorter portals by exchanging them (improve.c).
wend_result wend_cells_improve(wend_cutting *c, wend_cells_quality quality);

// Closes the portals that no notch needs, the longest first.
wend_result wend_cells_prune(wend_cutting *c);

// Part of 3: portals taken away and made anew around so many notches, picked at random (renew.c). False when memory is
// short. Needs have to be found again.
bool wend_cells_renew(wend_cutting *c, int32_t places, uint64_t *random);

// 4. Cells become simple discs, portals lie between different cells (connect.c). Finds the rings around the cells.
wend_result wend_cells_connect(wend_cutting *c, wend_rings *rings);

// 5. Fewer angles below 5 degrees by exchanging portals (blunt.c). Finds the rings anew.
wend_result wend_cells_blunt(wend_cutting *c, wend_rings *rings);

// 6. The arrays of a wend_cells (assemble.c).
wend_result wend_cells_assemble(const wend_cutting *c, const wend_rings *rings, wend_cells *cells);

#endif

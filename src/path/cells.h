// Paths by cells.
#ifndef WEND_SRC_PATH_CELLS_H
#define WEND_SRC_PATH_CELLS_H

#include "path/search.h"

// Finds a way from s->start to s->goal over the search's cells: its pieces, length and bound. No pieces when cells know
// none.
wend_result wend_cells_path(wend_search *s, const wend_path_def *def, wend_path_view *path);
// Whether there is a corridor from one spot to another by the clearance of crossings, which alone is no proof.
bool wend_cells_corridor(wend_search *s, const wend_spot *from, const wend_spot *to);

#endif

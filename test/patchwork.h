// Cells put together by hand, for tests: a plan's triangles, merged and cut again one by one, in the order that
// wend/cells.h asks for. Nothing is checked here: a patchwork may be as wrong as a test wants it to be.
#ifndef WEND_TEST_PATCHWORK_H
#define WEND_TEST_PATCHWORK_H

#include <wend/cells.h>

typedef struct patch_side {
    int32_t corner;
    int32_t across; // as in wend_cell_side, with the patchwork's own numbers of portals
} patch_side;

typedef struct patch {
    int32_t component;
    int32_t count; // 0 when it was merged into another one
    patch_side *sides;
} patch;

typedef struct patch_portal {
    int32_t ends[2];
    int32_t cells[2]; // on the left and on the right; -1 when the portal was taken away
    int32_t border;
} patch_portal;

typedef struct patchwork {
    const wend_plan *plan;
    int32_t point_count;
    wend_cell_point *points;
    int32_t patch_count;
    patch *patches;
    int32_t portal_count;
    patch_portal *portals;
} patchwork;

// Every triangle a cell, every edge between two of them a portal.
patchwork *patchwork_make(const wend_plan *plan);
void patchwork_free(patchwork *work);

// Takes a portal away and makes one cell of the two beside it. False, and nothing done, when it is gone already, lies
// on a border, or the two cells share another one.
bool patchwork_merge(patchwork *work, int32_t portal);

// Takes a portal away and joins the cells' other corners, `left` steps after it in the cell on its left and `right`
// steps after it in the one on its right, by a new one in its place. False when it is gone or the steps are too many.
bool patchwork_turn(patchwork *work, int32_t portal, int32_t left, int32_t right);

// Splits boundary edge b at a parameter and cuts its cell from there to the corner `steps` after that piece. Points
// must be added in their order. False when the steps are too many.
bool patchwork_cut(patchwork *work, int32_t b, uint32_t parameter, int32_t steps);

// The arrays in the order of wend/cells.h, to be changed at will; measures of portals are right, notches are not
// counted. Free with patchwork_free_arrays.
typedef struct patchwork_arrays {
    wend_cells_view view; // its arrays are those below
    wend_cell_point *points;
    wend_portal *portals;
    wend_cell *cells;
    wend_cell_side *sides;
} patchwork_arrays;
patchwork_arrays patchwork_finish(const patchwork *work, const wend_cells_def *def);

// A copy of cells' arrays, to be changed at will.
patchwork_arrays patchwork_copy(const wend_cells_view *view);
void patchwork_free_arrays(patchwork_arrays *arrays);

#endif

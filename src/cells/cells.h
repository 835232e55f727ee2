// The inside of cells, shared by the files of this room and by the archive.
#ifndef WEND_SRC_CELLS_CELLS_H
#define WEND_SRC_CELLS_CELLS_H

#include "base/artifact.h"
#include "cells/fine.h"

struct wend_cells {
    wend_context *context;
    wend_shared shared;
    const wend_plan *plan; // held
    wend_cells_view view;
    bool owns_arrays;        // whether the view's arrays are freed with the cells
    const wend_block *block; // that they lie in otherwise; NULL for none
    // Made from the arrays, never stored; see locate.c.
    int32_t *corner_cells; // of each plan triangle: the cell at its first corner, along its first edge
    int32_t *cut_before;   // of each plan triangle: cuts of those before it; one more at the end
    int32_t *cuts;         // portals that pass through the inside of each triangle
    int64_t cut_count;     // how many
};

// What navs and files ask of cells.
extern const wend_artifact wend_cells_artifact;

// wend_cells_build, with or without the exchanges of blunt.c, so that tests can compare the two.
wend_result wend_cells_cut(wend_context *context, const wend_plan *plan, const wend_cells_def *def, bool blunt,
                           wend_cells **cells, wend_report *report);

// Makes cells from arrays that stay where they are and are not owned by them, after proving with wend_cells_check that
// they are cells of the plan.
wend_result wend_cells_adopt(wend_context *context, const wend_plan *plan, const wend_cells_view *arrays,
                             wend_cells **cells, wend_report *report);

// WEND_ERROR_ARGUMENT, with a finding, when a value is out of range.
wend_result wend_cells_def_check(const wend_cells_def *def, wend_report *report);

// An empty wend_cells; NULL when memory is short.
wend_cells *wend_cells_create(wend_context *context, const wend_plan *plan);

// Makes the tables for wend_cells_locate. The arrays are right.
wend_result wend_cells_index(wend_cells *cells);

static inline wend_fine wend_corner_place(const wend_plan_view *plan, const wend_cells_view *view, int32_t corner) {
    return corner < view->vertex_count ? wend_fine_of(plan->vertices[corner])
                                       : wend_fine_on(plan, view->points[corner - view->vertex_count]);
}

// Sign of the turn a -> b -> c of three corners. Exact; quick when all are vertices.
static inline int wend_corner_turn(const wend_plan_view *plan, const wend_cells_view *view, int32_t a, int32_t b,
                                   int32_t c) {
    if (a < view->vertex_count && b < view->vertex_count && c < view->vertex_count)
        return wend_sign(wend_cross(plan->vertices[a], plan->vertices[b], plan->vertices[c]));
    return wend_fine_turn(wend_corner_place(plan, view, a), wend_corner_place(plan, view, b),
                          wend_corner_place(plan, view, c));
}

#endif

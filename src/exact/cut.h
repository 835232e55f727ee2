// What is left of each floor when everything above it was taken away.
#ifndef WEND_SRC_EXACT_CUT_H
#define WEND_SRC_EXACT_CUT_H

#include "exact/clip.h"
#include "exact/edges.h"
#include "surface/raw.h"

// The twin of a half-edge on a side of a floor, until it is known what lies beyond.
#define WEND_OPEN INT32_MIN

// The slot where nothing is left of a floor, but a wall stands: less the number of its border.
#define WEND_SLOT_WALL (-2)

// The pieces of some floors. Half-edges and borders are numbered within it.
typedef struct wend_sheet {
    WEND_ARRAY(wend_raw_triangle) triangles; // twins: half-edges, ~border, or WEND_OPEN
    WEND_ARRAY(wend_raw_border) borders;
    WEND_ARRAY(int32_t) slots;     // half-edges along the sides of cut floors; -1 where nothing is left, less for walls
    WEND_ARRAY(wend_point) points; // where the sides are cut
    char space[WEND_WORKER_SPACE];
} wend_sheet;

// What is left of a floor. When it was not cut (first_slot < 0) that is all of it, one triangle whose half-edges are
// its sides, or nothing. When it was, side i has points[i] points and points[i] + 1 slots, in its own direction, behind
// those of the sides before.
typedef struct wend_rest {
    int32_t sheet;
    int32_t first, count; // triangles in the sheet
    int32_t first_slot, first_point;
    int32_t points[3];
} wend_rest;

// Tools of one worker.
typedef struct wend_cutter wend_cutter;
wend_result wend_cutter_create(wend_context *context, const wend_footing *footing, const wend_edges *edges,
                               wend_cutter **cutter);
void wend_cutter_destroy(wend_cutter *cutter);

// Cuts floor number k and adds what is left to the sheet.
wend_result wend_cutter_cut(wend_cutter *cutter, int32_t k, wend_sheet *sheet, wend_rest *rest);

void wend_sheet_free(wend_context *context, wend_sheet *sheet);

#endif

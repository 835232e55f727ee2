// Cells as navs and files see them.
#include "cells/chunks.h"

#include "cells/cells.h"
#include "plan/plan.h"

// No padding anywhere.
_Static_assert(sizeof(wend_cells_head) == 48, "head");
_Static_assert(sizeof(wend_cell_point) == 8, "point");
_Static_assert(sizeof(wend_portal) == 28, "portal");
_Static_assert(sizeof(wend_cell) == 12, "cell");
_Static_assert(sizeof(wend_cell_side) == 8, "side");

static const wend_chunk_kind kinds[WEND_CELLS_CHUNK_COUNT] = {
    {"CELL", 1, {sizeof(wend_cells_head), "ddddwwww"}, WEND_RANK_CELLS, false, 0, 0, 0},
    {"CPNT", 1, {sizeof(wend_cell_point), "ww"}, WEND_RANK_CELLS, true, 0, 0, 0},
    {"CPRT", 1, {sizeof(wend_portal), "wwwwwww"}, WEND_RANK_CELLS, true, 0, 0, 0},
    {"CLST", 1, {sizeof(wend_cell), "www"}, WEND_RANK_CELLS, false, 0, 0, 0},
    {"CSID", 1, {sizeof(wend_cell_side), "ww"}, WEND_RANK_CELLS, false, 0, 0, 0},
};

static void destroy(void *cells) {
    wend_cells_destroy(cells);
}

static wend_result check(wend_context *context, const void *cells, wend_report *report) {
    return wend_cells_check(context, cells, report);
}

static wend_result save(const void *cells, wend_saving *saving) {
    wend_chunk *chunks = saving->chunks;
    wend_cells_view view = wend_cells_look(cells);
    wend_cells_head *head = saving->head;
    *head = (wend_cells_head){.relax_angle = view.def.relax_angle,
                              .relax = view.def.relax,
                              .portal_length = view.portal_length,
                              .smallest_angle = view.smallest_angle,
                              .quality = (int32_t)view.def.quality,
                              .notch_count = view.notch_count,
                              .needle_count = view.needle_count};
    chunks[WEND_CELLS_POINTS] = (wend_chunk){view.points, view.point_count};
    chunks[WEND_CELLS_PORTALS] = (wend_chunk){view.portals, view.portal_count};
    chunks[WEND_CELLS_LIST] = (wend_chunk){view.cells, view.cell_count};
    chunks[WEND_CELLS_SIDES] = (wend_chunk){view.sides, view.side_count};
    return WEND_OK;
}

static wend_cells_view view_of(const wend_chunk *chunks, const wend_plan *plan) {
    const wend_cells_head *head = chunks[WEND_CELLS_HEAD].data;
    return (wend_cells_view){
        .def = {head->relax_angle, head->relax, (wend_cells_quality)head->quality},
        .vertex_count = wend_plan_look(plan).vertex_count,
        .point_count = (int32_t)chunks[WEND_CELLS_POINTS].count,
        .points = chunks[WEND_CELLS_POINTS].data,
        .portal_count = (int32_t)chunks[WEND_CELLS_PORTALS].count,
        .portals = chunks[WEND_CELLS_PORTALS].data,
        .cell_count = (int32_t)chunks[WEND_CELLS_LIST].count,
        .cells = chunks[WEND_CELLS_LIST].data,
        .side_count = (int32_t)chunks[WEND_CELLS_SIDES].count,
        .sides = chunks[WEND_CELLS_SIDES].data,
        .notch_count = head->notch_count,
        .portal_length = head->portal_length,
        .smallest_angle = head->smallest_angle,
        .needle_count = head->needle_count,
    };
}

// Always proves them, which is quick.
static wend_result load(const wend_loading *l, void **artifact) {
    const wend_cells_head *head = l->chunks[WEND_CELLS_HEAD].data;
    if (head->reserved != 0)
        return wend_loading_refuse(l, WEND_CELLS_HEAD, 0, "the reserved field must be 0");
    wend_cells_view view = view_of(l->chunks, l->from[0]);
    wend_cells *cells;
    wend_result result = wend_cells_adopt(l->context, l->from[0], &view, &cells, l->report);
    if (result == WEND_OK)
        cells->block = wend_block_hold(l->block);
    *artifact = cells;
    return wend_loading_explain(l, result, "The cells");
}

const wend_artifact wend_cells_artifact = {
    .name = "cells",
    .chunk_count = WEND_CELLS_CHUNK_COUNT,
    .chunks = kinds,
    .from = {&wend_plan_artifact},
    .needed = 1,
    .shared = offsetof(struct wend_cells, shared),
    .destroy = destroy,
    .check = check,
    .save = save,
    .load = load,
};

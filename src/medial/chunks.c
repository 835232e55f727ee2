// Medial axes as navs and files see them.
#include "medial/chunks.h"

#include "medial/medial.h"
#include "plan/plan.h"

// No padding anywhere.
_Static_assert(sizeof(wend_medial_head) == 16, "head");
_Static_assert(sizeof(wend_medial_vertex) == 32, "vertex");
_Static_assert(sizeof(wend_medial_arc) == 16, "arc");

static const wend_chunk_kind kinds[WEND_MEDIAL_CHUNK_COUNT] = {
    {"MEDI", 1, {sizeof(wend_medial_head), "dww"}, WEND_RANK_MEDIAL, false, 0, 0, 0},
    {"MVTX", 1, {sizeof(wend_medial_vertex), "dddww"}, WEND_RANK_MEDIAL, false, 0, 0, 0},
    {"MARC", 1, {sizeof(wend_medial_arc), "wwww"}, WEND_RANK_MEDIAL, false, 0, 0, 0},
    {"MRND", 1, {sizeof(int32_t), "w"}, WEND_RANK_MEDIAL, false, 2, WEND_MEDIAL_ARCS, 0},
};

static void destroy(void *medial) {
    wend_medial_destroy(medial);
}

static wend_result check(wend_context *context, const void *medial, wend_report *report) {
    return wend_medial_check(context, medial, report);
}

static wend_result save(const void *medial, wend_saving *saving) {
    wend_chunk *chunks = saving->chunks;
    wend_medial_view view = wend_medial_look(medial);
    *(wend_medial_head *)saving->head = (wend_medial_head){.hash = view.hash, .true_count = view.true_count};
    chunks[WEND_MEDIAL_VERTICES] = (wend_chunk){view.vertices, view.vertex_count};
    chunks[WEND_MEDIAL_ARCS] = (wend_chunk){view.arcs, view.arc_count};
    chunks[WEND_MEDIAL_AROUND] = (wend_chunk){view.around, 2 * (int64_t)view.arc_count};
    return WEND_OK;
}

static wend_result load(const wend_loading *l, void **artifact) {
    const wend_medial_head *head = l->chunks[WEND_MEDIAL_HEAD].data;
    if (head->reserved != 0)
        return wend_loading_refuse(l, WEND_MEDIAL_HEAD, 0, "the reserved field must be 0");
    wend_medial_view view = {
        .vertex_count = (int32_t)l->chunks[WEND_MEDIAL_VERTICES].count,
        .vertices = l->chunks[WEND_MEDIAL_VERTICES].data,
        .arc_count = (int32_t)l->chunks[WEND_MEDIAL_ARCS].count,
        .arcs = l->chunks[WEND_MEDIAL_ARCS].data,
        .around = l->chunks[WEND_MEDIAL_AROUND].data,
        .true_count = head->true_count,
        .hash = head->hash,
    };
    wend_medial *medial;
    wend_result result = wend_medial_adopt(l->context, l->from[0], &view, l->proven, &medial, l->report);
    if (result == WEND_OK)
        medial->block = wend_block_hold(l->block);
    *artifact = medial;
    return wend_loading_explain(l, result, "The arrays of the medial axis");
}

const wend_artifact wend_medial_artifact = {
    .name = "medial axis",
    .chunk_count = WEND_MEDIAL_CHUNK_COUNT,
    .chunks = kinds,
    .from = {&wend_plan_artifact},
    .needed = 1,
    .shared = offsetof(struct wend_medial, shared),
    .destroy = destroy,
    .check = check,
    .save = save,
    .load = load,
};

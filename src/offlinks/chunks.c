// Links made by hand as navs and files see them.
#include "offlinks/offlinks.h"

#include "plan/plan.h"

_Static_assert(sizeof(wend_offlink) == 272, "no padding");

#define END "ddddddddwwwwww"
#define NAME "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"

// One chunk, which is no head: it is there when there is a link.
static const wend_chunk_kind kind = {
    "OLNK", 1, {sizeof(wend_offlink), "dd" END END "wwww" NAME}, WEND_RANK_NEXT, true, 0, 0, 0};

static void destroy(void *offlinks) {
    wend_offlinks_destroy(offlinks);
}

static wend_result check(wend_context *context, const void *offlinks, wend_report *report) {
    return wend_offlinks_check(context, offlinks, report);
}

static wend_result save(const void *offlinks, wend_saving *saving) {
    wend_offlinks_view view = wend_offlinks_look(offlinks);
    saving->chunks[0] = (wend_chunk){view.links, view.count};
    return WEND_OK;
}

static wend_result load(const wend_loading *l, void **artifact) {
    const wend_plan *plan = l->from[0];
    wend_offlinks_view view = {
        .count = (int32_t)l->chunks[0].count, .links = l->chunks[0].data, .plan_hash = wend_plan_look(plan).hash};
    view.hash = wend_offlinks_hash(&view);
    wend_offlinks *offlinks;
    wend_result result = wend_offlinks_adopt(l->context, &view, plan, l->proven, &offlinks, l->report);
    if (result == WEND_OK)
        offlinks->block = wend_block_hold(l->block);
    *artifact = offlinks;
    return wend_loading_explain(l, result, "The links made by hand");
}

const wend_artifact wend_offlinks_artifact = {
    .name = "links made by hand",
    .chunk_count = 1,
    .chunks = &kind,
    .from = {&wend_plan_artifact},
    .needed = 1,
    .shared = offsetof(wend_offlinks, shared),
    .destroy = destroy,
    .check = check,
    .save = save,
    .load = load,
};

// Roads as navs and files see them.
//
// A file tells which sides of triangles lie within pieces, and no more: all else follows from that, the plan and the
// medial axis, in less time than it would take to prove that it is right.
#include "roads/roads.h"

#include "medial/medial.h"
#include "plan/plan.h"

enum { HEAD, WITHIN, CHUNK_COUNT };

// What roads are besides their arrays.
typedef struct roads_head {
    int32_t sides; // most of a piece
    int32_t reserved;
} roads_head;

// No padding.
_Static_assert(sizeof(roads_head) == 8, "head");

static const wend_chunk_kind kinds[CHUNK_COUNT] = {
    {"ROAD", 1, {sizeof(roads_head), "ww"}, WEND_RANK_ROADS, false, 0, 0, 0},
    {"RTRI", 1, {1, "b"}, WEND_RANK_ROADS, false, 0, 0, 0},
};

static void destroy(void *roads) {
    wend_roads_destroy(roads);
}

static wend_result check(wend_context *context, const void *roads, wend_report *report) {
    return wend_roads_check(context, roads, report);
}

static wend_result save(const void *artifact, wend_saving *saving) {
    const wend_roads *roads = artifact;
    int32_t count = wend_plan_look(roads->plan).triangle_count;
    *(roads_head *)saving->head = (roads_head){.sides = roads->view.def.sides};
    uint8_t *within = wend_saving_make(saving, count, 1);
    if (within == NULL && count > 0)
        return WEND_ERROR_MEMORY;
    wend_roads_tell_pieces(roads, within);
    saving->chunks[WITHIN] = (wend_chunk){within, count};
    return WEND_OK;
}

static wend_result load(const wend_loading *l, void **artifact) {
    const wend_medial *medial = l->from[0];
    const roads_head *head = l->chunks[HEAD].data;
    if (head->sides < 3 || head->sides > WEND_ROAD_SIDES_MOST)
        return wend_loading_refuse(l, HEAD, 0, "pieces have 3 to 16 sides");
    if (head->reserved != 0)
        return wend_loading_refuse(l, HEAD, 0, "the reserved field must be 0");
    if (l->chunks[WITHIN].count != wend_plan_look(medial->plan).triangle_count)
        return wend_loading_refuse_form(l, "Chunk RTRI must have an element for each one of chunk PTRI.");
    wend_roads *roads;
    wend_result result =
        wend_roads_make(l->context, medial, (wend_roads_def){head->sides}, l->chunks[WITHIN].data, &roads, l->report);
    *artifact = roads;
    return wend_loading_explain(l, result, "The roads");
}

const wend_artifact wend_roads_artifact = {
    .name = "roads",
    .chunk_count = CHUNK_COUNT,
    .chunks = kinds,
    .from = {&wend_medial_artifact},
    .needed = 1,
    .shared = offsetof(struct wend_roads, shared),
    .destroy = destroy,
    .check = check,
    .save = save,
    .load = load,
};

// Landmarks as navs and files see them. In files the distances of one landmark follow each other, vertex by vertex:
// neighbours differ by little.
#include "path/landmarks.h"

#include "plan/plan.h"

enum { HEAD, VERTICES, DISTANCES, CHUNK_COUNT };

// What landmarks are besides their arrays.
typedef struct landmarks_head {
    int32_t count; // of a component
    int32_t reserved;
} landmarks_head;

_Static_assert(sizeof(landmarks_head) == 8 && sizeof(float) == 4, "no padding");

#define FAR_MOST 0x1p62f // lattice steps: farther than any way

static const wend_chunk_kind kinds[CHUNK_COUNT] = {
    {"LMRK", 1, {sizeof(landmarks_head), "ww"}, WEND_RANK_ROADS, false, 0, 0, 0},
    {"LMVX", 1, {sizeof(int32_t), "w"}, WEND_RANK_ROADS, false, 0, 0, 0},
    {"LMDS", 1, {sizeof(float), "w"}, WEND_RANK_ROADS, false, 0, 0, 0},
};

static void destroy(void *landmarks) {
    wend_landmarks_destroy(landmarks);
}

static wend_result check(wend_context *context, const void *landmarks, wend_report *report) {
    return wend_landmarks_check(context, landmarks, report);
}

static wend_result save(const void *landmarks, wend_saving *saving) {
    wend_landmarks_view view = wend_landmarks_look(landmarks);
    int64_t n = view.vertex_count, count = view.count;
    *(landmarks_head *)saving->head = (landmarks_head){.count = view.count};
    float *distances = wend_saving_make(saving, n * count, sizeof *distances);
    if (distances == NULL && n > 0)
        return WEND_ERROR_MEMORY;
    for (int64_t v = 0; v < n; v++)
        for (int64_t k = 0; k < count; k++)
            distances[k * n + v] = view.distances[v * count + k];
    saving->chunks[VERTICES] = (wend_chunk){view.vertices, view.component_count * count};
    saving->chunks[DISTANCES] = (wend_chunk){distances, n * count};
    return WEND_OK;
}

static wend_result check_counts(const wend_loading *l, const wend_plan_view *plan) {
    const landmarks_head *head = l->chunks[HEAD].data;
    if (head->count < 1 || head->count > WEND_LANDMARKS_MAX)
        return wend_loading_refuse(l, HEAD, 0, "there are 1 to 64 landmarks");
    if (head->reserved != 0)
        return wend_loading_refuse(l, HEAD, 0, "the reserved field must be 0");
    if (l->chunks[VERTICES].count != (int64_t)plan->component_count * head->count ||
        l->chunks[DISTANCES].count != (int64_t)plan->vertex_count * head->count)
        return wend_loading_refuse_form(l, "Chunks LMVX and LMDS must have as many elements as LMRK says for each one "
                                           "of chunks PCMP and PVTX.");
    return WEND_OK;
}

static wend_result check_numbers(const wend_loading *l, const wend_plan_view *plan) {
    const int32_t *vertices = l->chunks[VERTICES].data;
    const float *distances = l->chunks[DISTANCES].data;
    for (int64_t k = 0; k < l->chunks[VERTICES].count; k++)
        if (vertices[k] < -1 || vertices[k] >= plan->vertex_count)
            return wend_loading_refuse(l, VERTICES, k, "there is no such vertex");
    for (int64_t k = 0; k < l->chunks[DISTANCES].count; k++)
        if (!(distances[k] >= 0 && distances[k] <= FAR_MOST))
            return wend_loading_refuse(l, DISTANCES, k, "the distance is out of range");
    return WEND_OK;
}

static wend_result load(const wend_loading *l, void **artifact) {
    const wend_roads *roads = l->from[0];
    wend_plan_view plan = wend_plan_look(roads->plan);
    const landmarks_head *head = l->chunks[HEAD].data;
    const float *distances = l->chunks[DISTANCES].data;
    wend_result result = check_counts(l, &plan);
    if (result == WEND_OK)
        result = check_numbers(l, &plan);
    wend_landmarks *made = result == WEND_OK ? wend_landmarks_create(l->context, roads, head->count) : NULL;
    if (made == NULL)
        return result == WEND_OK ? WEND_ERROR_MEMORY : result;
    for (int64_t v = 0; v < plan.vertex_count; v++)
        for (int32_t k = 0; k < head->count; k++)
            made->distances[v * head->count + k] = distances[(int64_t)k * plan.vertex_count + v];
    made->view.vertices = l->chunks[VERTICES].data;
    made->block = wend_block_hold(l->block);
    if (l->proven)
        result = wend_landmarks_check(l->context, made, l->report);
    if (result != WEND_OK) {
        wend_landmarks_destroy(made);
        made = NULL;
    }
    *artifact = made;
    return wend_loading_explain(l, result, "The landmarks");
}

const wend_artifact wend_landmarks_artifact = {
    .name = "landmarks",
    .chunk_count = CHUNK_COUNT,
    .chunks = kinds,
    .from = {&wend_roads_artifact},
    .needed = 1,
    .shared = offsetof(struct wend_landmarks, shared),
    .destroy = destroy,
    .check = check,
    .save = save,
    .load = load,
};

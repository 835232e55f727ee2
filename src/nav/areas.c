// What a nav knows of areas: their names and tags, kept with it and in its file.
#include "nav/nav.h"

#include "base/array.h"

_Static_assert(sizeof(wend_area) == 72, "no padding");

const wend_area *wend_nav_areas(const wend_nav *nav, int32_t *count) {
    const wend_nav_area_list *list = nav != NULL ? nav->held[WEND_NAV_AREAS] : NULL;
    *count = list != NULL ? list->count : 0;
    return list != NULL ? list->areas : NULL;
}

static void destroy(void *artifact) {
    wend_nav_area_list *list = artifact;
    if (!wend_shared_drop(&list->shared))
        return;
    if (list->block == NULL)
        wend_release(list->context, (void *)(uintptr_t)list->areas, (size_t)list->count * sizeof *list->areas);
    wend_block_destroy(list->block);
    wend_release(list->context, list, sizeof *list);
}

static wend_nav_area_list *create(wend_context *context, const wend_area *areas, int32_t count) {
    wend_nav_area_list *list = wend_allocate(context, sizeof *list);
    if (list != NULL)
        *list = (wend_nav_area_list){.context = context, .areas = areas, .count = count};
    return list;
}

wend_result wend_nav_note_areas(wend_nav *nav, const wend_area *areas, int32_t count) {
    if (count == 0)
        return WEND_OK;
    wend_area *copy = wend_allocate_array(nav->context, count, sizeof *copy);
    wend_nav_area_list *list = copy != NULL ? create(nav->context, copy, count) : NULL;
    if (list == NULL) {
        wend_release(nav->context, copy, (size_t)count * sizeof *copy);
        return WEND_ERROR_MEMORY;
    }
    memcpy(copy, areas, (size_t)count * sizeof *copy);
    nav->held[WEND_NAV_AREAS] = list;
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- files

// One chunk, which is no head: it is there when something is known.
#define NAME "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
static const wend_chunk_kind kind = {"AREA", 1, {sizeof(wend_area), "ww" NAME}, WEND_RANK_NEXT, true, 0, 0, 0};

static wend_result save(const void *artifact, wend_saving *saving) {
    const wend_nav_area_list *list = artifact;
    saving->chunks[0] = (wend_chunk){list->areas, list->count};
    return WEND_OK;
}

// A name ends, and nothing is behind its end.
static bool is_name(const char *name) {
    const char *end = memchr(name, 0, WEND_AREA_NAME);
    for (const char *c = end; end != NULL && c < name + WEND_AREA_NAME; c++)
        if (*c != 0)
            return false;
    return end != NULL;
}

static wend_result load(const wend_loading *l, void **artifact) {
    const wend_area *areas = l->chunks[0].data;
    int32_t count = (int32_t)l->chunks[0].count;
    for (int32_t k = 0; k < count; k++) {
        if (areas[k].id < 0 || areas[k].id > WEND_AREA_MAX || (k > 0 && areas[k].id <= areas[k - 1].id))
            return wend_loading_refuse(l, 0, k, "ids must ascend, from 0 to 65535");
        if (!is_name(areas[k].name))
            return wend_loading_refuse(l, 0, k, "the name does not end, or something follows its end");
    }
    wend_nav_area_list *list = create(l->context, areas, count);
    if (list == NULL)
        return WEND_ERROR_MEMORY;
    list->block = wend_block_hold(l->block);
    *artifact = list;
    return WEND_OK;
}

const wend_artifact wend_areas_artifact = {
    .name = "areas",
    .chunk_count = 1,
    .chunks = &kind,
    .shared = offsetof(wend_nav_area_list, shared),
    .destroy = destroy,
    .save = save,
    .load = load,
};

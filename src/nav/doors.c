// Doors of a nav. Where they are follows from its medial axis; how high they are only the scene knows, so that is
// measured when the nav is built and kept with it.
#include "nav/nav.h"
#include "base/context.h"

#include "base/sort.h"
#include "medial/doors.h"
#include "medial/medial.h"

#define HEADROOM_MAX 1e300 // metres: any that is finite

_Static_assert(sizeof(wend_door_height) == 16, "no padding");

static double headroom_at(const wend_nav *nav, int32_t arc) {
    const wend_door_heights *known = nav->held[WEND_NAV_DOOR_HEIGHTS];
    int32_t low = 0, high = known != NULL ? known->count : 0, end = high;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (known->heights[middle].arc < arc)
            low = middle + 1;
        else
            high = middle;
    }
    return low < end && known->heights[low].arc == arc ? known->heights[low].headroom : 0;
}

wend_result wend_nav_doors(wend_context *context, const wend_nav *nav, const wend_doors_def *def, wend_doors **doors,
                           wend_report *report) {
    if (!wend_given(doors, context != NULL && nav != NULL))
        return WEND_ERROR_ARGUMENT;
    const wend_medial *medial = wend_nav_medial(nav);
    if (medial == NULL)
        return WEND_ERROR_ARGUMENT;
    wend_result result = wend_doors_build(context, medial, wend_nav_surface(nav), NULL, def, doors, report);
    for (int64_t k = 0; result == WEND_OK && k < (*doors)->doors.count; k++)
        (*doors)->doors.data[k].headroom = headroom_at(nav, (*doors)->doors.data[k].arc);
    return result;
}

// ---------------------------------------------------------------------------------------------------- measuring

static int compare_arcs(const void *a, const void *b, const void *user) {
    (void)user;
    const wend_door_height *p = a, *q = b;
    return (p->arc > q->arc) - (p->arc < q->arc);
}

static wend_door_heights *create(wend_context *context) {
    wend_door_heights *made = wend_allocate(context, sizeof *made);
    if (made != NULL)
        *made = (wend_door_heights){.context = context};
    return made;
}

static void destroy(void *artifact) {
    wend_door_heights *d = artifact;
    if (!wend_shared_drop(&d->shared))
        return;
    if (d->block == NULL)
        wend_release(d->context, (void *)(uintptr_t)d->heights, (size_t)d->count * sizeof *d->heights);
    wend_block_destroy(d->block);
    wend_release(d->context, d, sizeof *d);
}

// The heights that are known, by arc; NULL when memory is short.
static wend_door_heights *list_heights(wend_context *context, const wend_doors_view *view, int32_t count) {
    wend_door_height *heights = wend_allocate_array(context, count, sizeof *heights);
    wend_door_heights *made = heights != NULL ? create(context) : NULL;
    if (made == NULL) {
        wend_release(context, heights, (size_t)count * sizeof *heights);
        return NULL;
    }
    made->heights = heights;
    made->count = count;
    for (int32_t k = 0; k < view->door_count; k++)
        if (view->doors[k].headroom > 0)
            *heights++ = (wend_door_height){view->doors[k].arc, 0, view->doors[k].headroom};
    heights -= count;
    if (wend_sort(context, heights, count, sizeof *heights, compare_arcs, NULL))
        return made;
    destroy(made);
    return NULL;
}

wend_result wend_nav_measure_doors(wend_context *context, const wend_scene *scene, wend_nav *nav) {
    wend_doors *doors = NULL;
    wend_result result =
        wend_doors_build(context, wend_nav_medial(nav), wend_nav_surface(nav), scene, NULL, &doors, NULL);
    if (result != WEND_OK)
        return result;
    wend_doors_view view = wend_doors_look(doors);
    int32_t count = 0;
    for (int32_t k = 0; k < view.door_count; k++)
        count += view.doors[k].headroom > 0;
    wend_door_heights *heights = count > 0 ? list_heights(context, &view, count) : NULL;
    nav->held[WEND_NAV_DOOR_HEIGHTS] = heights;
    wend_doors_destroy(doors);
    return count == 0 || heights != NULL ? WEND_OK : WEND_ERROR_MEMORY;
}

// ---------------------------------------------------------------------------------------------------- files

// One chunk, which is no head: it is there when a height is known.
static const wend_chunk_kind kind = {"MDOR", 1, {sizeof(wend_door_height), "wwd"}, WEND_RANK_LATER, true, 0, 0, 0};

static wend_result save(const void *artifact, wend_saving *saving) {
    const wend_door_heights *d = artifact;
    saving->chunks[0] = (wend_chunk){d->heights, d->count};
    return WEND_OK;
}

static wend_result load(const wend_loading *l, void **artifact) {
    const wend_door_height *heights = l->chunks[0].data;
    int32_t count = (int32_t)l->chunks[0].count, arcs = wend_medial_look(l->from[0]).arc_count;
    for (int32_t k = 0; k < count; k++) {
        if (heights[k].arc < 0 || heights[k].arc >= arcs || (k > 0 && heights[k].arc <= heights[k - 1].arc))
            return wend_loading_refuse(l, 0, k, "arcs must ascend, and be arcs of the medial axis");
        if (heights[k].reserved != 0)
            return wend_loading_refuse(l, 0, k, "the reserved field must be 0");
        if (!(heights[k].headroom > 0 && heights[k].headroom <= HEADROOM_MAX))
            return wend_loading_refuse(l, 0, k, "the headroom is out of range");
    }
    wend_door_heights *made = create(l->context);
    if (made == NULL)
        return WEND_ERROR_MEMORY;
    made->heights = heights;
    made->count = count;
    made->block = wend_block_hold(l->block);
    *artifact = made;
    return WEND_OK;
}

const wend_artifact wend_door_heights_artifact = {
    .name = "heights of doors",
    .chunk_count = 1,
    .chunks = &kind,
    .from = {&wend_medial_artifact},
    .needed = 1,
    .shared = offsetof(wend_door_heights, shared),
    .destroy = destroy,
    .save = save,
    .load = load,
};

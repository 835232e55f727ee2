// A nav: the artifacts of one build, kept and freed together.
#include "nav/nav.h"

#include "base/hash.h"
#include "base/sort.h"
#include "medial/doors.h"

wend_nav *wend_nav_create(wend_context *context) {
    wend_nav *nav = wend_allocate(context, sizeof *nav);
    if (nav != NULL)
        *nav = (wend_nav){.context = context};
    return nav;
}

void wend_nav_destroy(wend_nav *nav) {
    if (nav == NULL)
        return;
    if (nav->owns_door_heights)
        wend_release(nav->context, (void *)(uintptr_t)nav->door_heights,
                     (size_t)nav->door_height_count * sizeof *nav->door_heights);
    wend_cells_destroy(nav->cells);
    wend_medial_destroy(nav->medial);
    wend_plan_destroy(nav->plan);
    wend_stairs_destroy(nav->stairs);
    wend_links_destroy(nav->links);
    wend_surface_destroy(nav->surface);
    if (nav->seeds != NULL)
        wend_release(nav->context, nav->seeds, (size_t)nav->settings.keep.seed_count * 3 * sizeof *nav->seeds);
    wend_release(nav->context, nav->block, nav->block_bytes);
    wend_release(nav->context, nav, sizeof *nav);
}

const wend_surface *wend_nav_surface(const wend_nav *nav) {
    return nav->surface;
}

const wend_links *wend_nav_links(const wend_nav *nav) {
    return nav->links;
}

const wend_stairs *wend_nav_stairs(const wend_nav *nav) {
    return nav->stairs;
}

const wend_plan *wend_nav_plan(const wend_nav *nav) {
    return nav->plan;
}

const wend_medial *wend_nav_medial(const wend_nav *nav) {
    return nav->medial;
}

const wend_cells *wend_nav_cells(const wend_nav *nav) {
    return nav->cells;
}

// ---------------------------------------------------------------------------------------------------- doors

static double headroom_at(const wend_nav *nav, int32_t arc) {
    int32_t low = 0, high = nav->door_height_count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (nav->door_heights[middle].arc < arc)
            low = middle + 1;
        else
            high = middle;
    }
    return low < nav->door_height_count && nav->door_heights[low].arc == arc ? nav->door_heights[low].headroom : 0;
}

wend_result wend_nav_doors(wend_context *context, const wend_nav *nav, const wend_doors_def *def, wend_doors **doors,
                           wend_report *report) {
    *doors = NULL;
    if (nav->medial == NULL)
        return WEND_ERROR_ARGUMENT;
    wend_result result = wend_doors_build(context, nav->medial, nav->surface, NULL, def, doors, report);
    for (int64_t k = 0; result == WEND_OK && k < (*doors)->doors.count; k++)
        (*doors)->doors.data[k].headroom = headroom_at(nav, (*doors)->doors.data[k].arc);
    return result;
}

static int compare_arcs(const void *a, const void *b, const void *user) {
    (void)user;
    const wend_door_height *p = a, *q = b;
    return (p->arc > q->arc) - (p->arc < q->arc);
}

wend_result wend_nav_measure_doors(wend_context *context, const wend_scene *scene, wend_nav *nav) {
    wend_doors *doors = NULL;
    wend_result result = wend_doors_build(context, nav->medial, nav->surface, scene, NULL, &doors, NULL);
    if (result != WEND_OK)
        return result;
    wend_doors_view view = wend_doors_look(doors);
    int32_t count = 0;
    for (int32_t k = 0; k < view.door_count; k++)
        count += view.doors[k].headroom > 0;
    wend_door_height *heights = count > 0 ? wend_allocate_array(context, count, sizeof *heights) : NULL;
    if (heights != NULL) {
        nav->door_heights = heights;
        nav->door_height_count = count;
        nav->owns_door_heights = true;
        for (int32_t k = 0; k < view.door_count; k++)
            if (view.doors[k].headroom > 0)
                *heights++ = (wend_door_height){view.doors[k].arc, 0, view.doors[k].headroom};
        heights -= count;
    }
    bool good =
        count == 0 || (heights != NULL && wend_sort(context, heights, count, sizeof *heights, compare_arcs, NULL));
    wend_doors_destroy(doors);
    return good ? WEND_OK : WEND_ERROR_MEMORY;
}

// ---------------------------------------------------------------------------------------------------- settings

const wend_settings *wend_nav_settings(const wend_nav *nav) {
    return &nav->settings;
}

uint64_t wend_nav_hash(const wend_nav *nav) {
    uint64_t surface = nav->surface != NULL ? wend_surface_look(nav->surface).hash : 0;
    uint64_t plan = nav->plan != NULL ? wend_plan_look(nav->plan).hash : 0;
    return plan == 0 ? surface : surface == 0 ? plan : wend_hash_words(surface, &plan, 1);
}

wend_result wend_nav_check(wend_context *context, const wend_nav *nav, wend_report *report) {
    wend_result result = nav->surface != NULL ? wend_surface_check(context, nav->surface, report) : WEND_OK;
    if (result == WEND_OK && nav->links != NULL)
        result = wend_links_check(context, nav->links, nav->surface, NULL, report);
    if (result == WEND_OK && nav->stairs != NULL)
        result = wend_stairs_check(context, nav->stairs, nav->links, nav->surface, report);
    if (result == WEND_OK && nav->plan != NULL)
        result = wend_plan_check(context, nav->plan, report);
    if (result == WEND_OK && nav->medial != NULL)
        result = wend_medial_check(context, nav->medial, report);
    return result == WEND_OK && nav->cells != NULL ? wend_cells_check(context, nav->cells, report) : result;
}

// A search as an object: what it runs on, and the memory that it keeps between queries.
#include "path/search.h"

#include "path/crossings.h"
#include "path/taut.h"

#include "base/context.h"
#include "base/sort.h"
#include "cells/cells.h"
#include "offlinks/offlinks.h"
#include "path/landmarks.h"
#include "path/lanes.h"
#include "stairs/stairs.h"

static bool is_sound(const wend_search_def *def) {
    const wend_plan *plan = def->roads != NULL ? def->roads->plan : NULL;
    return plan != NULL && (def->cells == NULL || def->cells->plan == plan) &&
           (def->offlinks == NULL || def->offlinks->plan == plan) &&
           (def->landmarks == NULL || def->landmarks->roads == def->roads) &&
           (def->area_count == 0 || def->areas != NULL);
}

static bool find_fans(wend_search *s) {
    if (!wend_array_resize(s->context, &s->fan, s->plan.vertex_count))
        return false;
    for (int32_t h = 0; h < 3 * s->plan.triangle_count; h++)
        s->fan.data[s->plan.triangles[h / 3].v[h % 3]] = h;
    for (int32_t b = 0; b < s->plan.boundary_count; b++) {
        int32_t h = s->plan.boundaries[b].edge;
        s->fan.data[s->plan.triangles[h / 3].v[h % 3]] = h;
    }
    return true;
}

// Lists the steps of the complex, from both sides, if there are stairs to be named.
static bool find_joins(wend_search *s) {
    const wend_links *links = wend_plan_links(s->roads->plan);
    if (s->on.stairs == NULL || links == NULL)
        return true;
    wend_links_view view = wend_links_look(links);
    WEND_ARRAY(wend_key) keys = {0};
    bool good = wend_array_resize(s->context, &keys, 2 * (int64_t)view.join_count) &&
                wend_array_resize(s->context, &s->joins, 4 * (int64_t)view.join_count);
    for (int32_t k = 0; good && k < view.join_count; k++) {
        int32_t e = view.joins[k].edge, twin = view.triangles[e / 3].twin[e % 3], link = view.joins[k].link;
        keys.data[2 * k] = (wend_key){(uint32_t)e, e, link};
        keys.data[2 * k + 1] = (wend_key){(uint32_t)twin, twin, link};
    }
    good = good && wend_sort_keys(s->context, keys.data, keys.count);
    for (int64_t k = 0; good && k < keys.count; k++) {
        s->joins.data[2 * k] = keys.data[k].index;
        s->joins.data[2 * k + 1] = keys.data[k].spare;
    }
    wend_array_free(s->context, &keys);
    return good;
}

wend_result wend_search_create_on(wend_context *context, const wend_search_def *def, wend_search **search) {
    if (search != NULL)
        *search = NULL;
    if (context == NULL || def == NULL || search == NULL || !is_sound(def))
        return WEND_ERROR_ARGUMENT;
    wend_search *s = wend_allocate(context, sizeof *s);
    if (s == NULL)
        return WEND_ERROR_MEMORY;
    *s = (wend_search){.context = context,
                       .on = *def,
                       .roads = wend_roads_hold(def->roads),
                       .medial = def->roads->medial,
                       .plan = wend_plan_look(def->roads->plan),
                       .reach = 4,
                       .v = wend_roads_look(def->roads)};
    if (def->cells != NULL)
        wend_shared_hold(&def->cells->shared);
    if (def->offlinks != NULL)
        wend_shared_hold(&def->offlinks->shared);
    if (def->stairs != NULL)
        wend_shared_hold(&def->stairs->shared);
    if (def->landmarks != NULL)
        wend_shared_hold(&def->landmarks->shared);
    s->on.areas = NULL;
    s->on.area_count = 0;
    s->metres = s->plan.lattice.step * s->plan.unit;
    double span = 1;
    for (int32_t k = 0; k < s->plan.vertex_count; k++) {
        span = fmax(span, fabs((double)s->plan.vertices[k].x));
        span = fmax(span, fabs((double)s->plan.vertices[k].y));
    }
    s->slack = span * 0x1p-40;
    s->point = fmax(span * 0x1p-33, 0x1p-7);
    s->loose = s->point * 0x1p-9;
    int64_t marks = 2 * (int64_t)s->v.notch_count, pieces = s->v.piece_count;
    if (!find_fans(s) || !find_joins(s) || !wend_array_resize(context, &s->target_marks, pieces) ||
        !wend_array_resize(context, &s->gate_marks, pieces) ||
        (marks > 0 && !wend_array_resize(context, &s->marks, marks)) ||
        (def->area_count > 0 && !wend_array_resize(context, &s->areas, def->area_count))) {
        wend_search_destroy(s);
        return WEND_ERROR_MEMORY;
    }
    for (int64_t k = 0; k < marks; k++)
        s->marks.data[k] = (wend_mark){0, -1, -1};
    for (int64_t k = 0; k < pieces; k++)
        s->target_marks.data[k] = s->gate_marks.data[k] = (wend_target_mark){0, -1};
    for (int32_t k = 0; k < def->area_count; k++)
        s->areas.data[k] = def->areas[k];
    if (!wend_passages_find(s) || !wend_bounds_find(s)) {
        wend_search_destroy(s);
        return WEND_ERROR_MEMORY;
    }
    *search = s;
    return WEND_OK;
}

void wend_search_destroy(wend_search *s) {
    if (s == NULL)
        return;
    wend_context *context = s->context;
    wend_array_free(context, &s->fan);
    wend_array_free(context, &s->cones);
    wend_array_free(context, &s->arcs);
    wend_array_free(context, &s->floors);
    wend_array_free(context, &s->crossed);
    wend_array_free(context, &s->route);
    wend_array_free(context, &s->piece_marks);
    wend_array_free(context, &s->places);
    wend_array_free(context, &s->joins);
    wend_array_free(context, &s->portals);
    wend_array_free(context, &s->path_links);
    wend_array_free(context, &s->flights);
    wend_array_free(context, &s->grounds);
    wend_array_free(context, &s->arc_marks);
    wend_array_free(context, &s->start_pieces);
    wend_array_free(context, &s->goal_pieces);
    wend_array_free(context, &s->areas);
    wend_array_free(context, &s->marks);
    wend_array_free(context, &s->corners);
    wend_array_free(context, &s->floor_marks);
    wend_array_free(context, &s->arrivals);
    wend_array_free(context, &s->sources);
    wend_array_free(context, &s->entries);
    wend_array_free(context, &s->spare);
    wend_array_free(context, &s->queue);
    wend_array_free(context, &s->hindrances);
    wend_array_free(context, &s->gaps);
    wend_array_free(context, &s->goals);
    wend_array_free(context, &s->homes);
    wend_array_free(context, &s->targets);
    wend_array_free(context, &s->gate_targets);
    wend_array_free(context, &s->target_marks);
    wend_array_free(context, &s->gate_marks);
    wend_array_free(context, &s->gates);
    wend_array_free(context, &s->gate_pieces);
    wend_array_free(context, &s->stands);
    wend_array_free(context, &s->numbers);
    wend_array_free(context, &s->found);
    wend_array_free(context, &s->nearest);
    wend_passages_free(s);
    wend_array_free(context, &s->open_areas);
    wend_array_free(context, &s->open_costs);
    wend_array_free(context, &s->shut);
    wend_array_free(context, &s->factors);
    wend_array_free(context, &s->bends);
    wend_array_free(context, &s->bend_pieces);
    wend_array_free(context, &s->corner_marks);
    wend_array_free(context, &s->links_taken);
    wend_array_free(context, &s->seen);
    wend_array_free(context, &s->front);
    wend_array_free(context, &s->touches);
    for (int i = 0; i < 2; i++) {
        wend_array_free(context, &s->around[i]);
        wend_array_free(context, &s->around_lists[i]);
    }
    wend_array_free(context, &s->around_seen);
    wend_array_free(context, &s->pieces);
    wend_array_free(context, &s->flat);
    wend_array_free(context, &s->flat_triangles);
    wend_array_free(context, &s->flat_pieces);
    wend_array_free(context, &s->line_places);
    wend_array_free(context, &s->line_triangles);
    wend_array_free(context, &s->line_pieces);
    wend_crossings_free(context, s->crossings);
    wend_taut_free(context, s->taut);
    wend_lanes_free(context, s->lanes);
    wend_lift_destroy(s->lift);
    wend_stairs_destroy((wend_stairs *)(uintptr_t)s->on.stairs);
    wend_offlinks_destroy((wend_offlinks *)(uintptr_t)s->on.offlinks);
    wend_cells_destroy((wend_cells *)(uintptr_t)s->on.cells);
    wend_landmarks_destroy((wend_landmarks *)(uintptr_t)s->on.landmarks);
    wend_roads_destroy((wend_roads *)(uintptr_t)s->roads);
    wend_release(context, s, sizeof *s);
}

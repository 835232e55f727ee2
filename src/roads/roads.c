// Roads as an object, and the order of the stages that make them.
#include "roads/roads.h"

#include "base/context.h"
#include "medial/medial.h"

wend_roads_def wend_default_roads_def(void) {
    return (wend_roads_def){.sides = WEND_ROAD_SIDES_MOST};
}

void wend_roads_destroy(wend_roads *roads) {
    if (roads == NULL || !wend_shared_drop(&roads->shared))
        return;
    wend_context *context = roads->context;
    wend_array_free(context, &roads->pieces);
    wend_array_free(context, &roads->sides);
    wend_array_free(context, &roads->side_pieces);
    wend_array_free(context, &roads->side_phases);
    wend_array_free(context, &roads->triangles);
    wend_array_free(context, &roads->triangle_piece);
    wend_array_free(context, &roads->notches);
    wend_array_free(context, &roads->arcs);
    wend_array_free(context, &roads->visitors);
    wend_array_free(context, &roads->tour);
    wend_array_free(context, &roads->bridges);
    wend_array_free(context, &roads->vertex_notch);
    wend_array_free(context, &roads->notch_side);
    wend_array_free(context, &roads->side_half);
    wend_medial_destroy((wend_medial *)(uintptr_t)roads->medial);
    wend_release(context, roads, sizeof *roads);
}

wend_roads_view wend_roads_look(const wend_roads *roads) {
    if (roads == NULL)
        return (wend_roads_view){0};
    return (wend_roads_view){
        .def = roads->view.def,
        .piece_count = (int32_t)(roads->pieces.count > 0 ? roads->pieces.count - 1 : 0),
        .pieces = roads->pieces.data,
        .side_count = (int32_t)roads->sides.count,
        .sides = roads->sides.data,
        .side_pieces = roads->side_pieces.data,
        .side_phases = roads->side_phases.data,
        .triangles = roads->triangles.data,
        .triangle_piece = roads->triangle_piece.data,
        .notch_count = (int32_t)(roads->notches.count > 0 ? roads->notches.count - 1 : 0),
        .notches = roads->notches.data,
        .arc_count = (int32_t)roads->arcs.count,
        .arcs = roads->arcs.data,
        .visitor_count = (int32_t)roads->visitors.count,
        .visitors = roads->visitors.data,
    };
}

static wend_result pause(wend_roads *roads, double fraction) {
    return wend_pause(roads->context, "roads", fraction) ? WEND_ERROR_CANCELLED : WEND_OK;
}

static wend_result make(wend_roads *roads) {
    wend_result result = wend_roads_find_notches(roads) ? pause(roads, 0.3) : WEND_ERROR_MEMORY;
    if (result == WEND_OK)
        result = wend_roads_merge(roads) ? pause(roads, 0.6) : WEND_ERROR_MEMORY;
    if (result == WEND_OK)
        result = wend_roads_find_visitors(roads) && wend_roads_find_dead_ends(roads) ? WEND_OK : WEND_ERROR_MEMORY;
    return result;
}

wend_result wend_roads_build(wend_context *context, const wend_medial *medial, const wend_roads_def *def,
                             wend_roads **roads, wend_report *report) {
    if (roads != NULL)
        *roads = NULL;
    if (context == NULL || medial == NULL || roads == NULL)
        return WEND_ERROR_ARGUMENT;
    wend_roads_def chosen = def != NULL ? *def : wend_default_roads_def();
    if (chosen.sides < 3 || chosen.sides > WEND_ROAD_SIDES_MOST) {
        wend_finding finding =
            wend_finding_make("roads-sides", WEND_ERROR, "sides must be from 3 to %d", WEND_ROAD_SIDES_MOST);
        wend_report_add(report, &finding);
        return WEND_ERROR_ARGUMENT;
    }
    wend_roads *made = wend_allocate(context, sizeof *made);
    if (made == NULL)
        return WEND_ERROR_MEMORY;
    *made = (wend_roads){.context = context, .plan = medial->plan, .medial = medial, .view = {.def = chosen}};
    wend_shared_hold(&medial->shared);
    wend_result result = make(made);
    if (result == WEND_OK)
        *roads = made;
    else
        wend_roads_destroy(made);
    return wend_report_limit(context, result, report);
}

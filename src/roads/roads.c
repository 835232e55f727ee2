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
    wend_array_free(context, &roads->cones);
    wend_array_free(context, &roads->tour);
    wend_array_free(context, &roads->bridges);
    wend_array_free(context, &roads->vertex_notch);
    wend_array_free(context, &roads->notch_side);
    wend_array_free(context, &roads->windings);
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

// ---------------------------------------------------------------------------------------------------- making

static wend_result refuse(wend_report *report, wend_finding finding, int64_t item) {
    finding.item = item;
    wend_report_add(report, &finding);
    return WEND_ERROR_INVALID;
}

// An axis that was loaded without a proof may be that of no plan. All that is made of it here are numbers, and when
// those are finite, all that uses them ends.
static bool is_sound(const wend_roads *roads) {
    for (int64_t k = 0; k + 1 < roads->notches.count; k++) {
        const wend_road_notch *n = &roads->notches.data[k];
        if (!(fabs(n->first[0]) <= 2 && fabs(n->first[1]) <= 2))
            return false;
        for (int32_t a = n->arc; a < n[1].arc; a++) {
            const wend_road_arc *arc = &roads->arcs.data[a];
            if (!(fabs(arc->phase) < INFINITY && fabs(arc->flat) < INFINITY && fabs(arc->across[0]) < INFINITY &&
                  fabs(arc->across[1]) < INFINITY))
                return false;
        }
    }
    return true;
}

static wend_result merge(wend_roads *roads, const uint8_t *within, wend_report *report) {
    const char *wrong = NULL;
    int32_t triangle = -1;
    if (within == NULL)
        return wend_roads_merge(roads) ? WEND_OK : WEND_ERROR_MEMORY;
    if (!wend_roads_take_pieces(roads, within, &triangle, &wrong))
        return WEND_ERROR_MEMORY;
    return wrong == NULL ? WEND_OK
                         : refuse(report, wend_finding_make("roads-pieces", WEND_ERROR, "%s", wrong), triangle);
}

// What searches want to have at hand, and follows from the rest.
bool wend_roads_derive(wend_roads *roads) {
    wend_roads_view v = wend_roads_look(roads);
    const wend_point *vertices = wend_plan_look(roads->plan).vertices;
    if (v.notch_count > 0 && !wend_array_resize(roads->context, &roads->cones, v.notch_count))
        return false;
    for (int32_t k = 0; k < v.notch_count; k++) {
        const wend_road_notch *n = &v.notches[k];
        wend_way first = {n->first[0], n->first[1]};
        roads->cones.data[k] = (wend_road_cone){.at = wend_road_place(vertices[n->vertex]),
                                                .first = first,
                                                .last = wend_way_at(first, n->span),
                                                .least = n->least,
                                                .plain = !n->ring && n->span <= 2};
    }
    return wend_roads_find_dead_ends(roads);
}

static wend_result pause(wend_roads *roads, double fraction) {
    return wend_pause(roads->context, "roads", fraction) ? WEND_ERROR_CANCELLED : WEND_OK;
}

static wend_result run(wend_roads *roads, const uint8_t *within, wend_report *report) {
    wend_result result = wend_roads_find_notches(roads) ? pause(roads, 0.3) : WEND_ERROR_MEMORY;
    if (result == WEND_OK && !is_sound(roads))
        result = refuse(report,
                        wend_finding_make("roads-medial", WEND_ERROR, "the medial axis is not that of the plan"), -1);
    if (result == WEND_OK)
        result = merge(roads, within, report);
    if (result == WEND_OK)
        result = pause(roads, 0.6);
    if (result == WEND_OK)
        result = wend_roads_find_visitors(roads);
    if (result == WEND_OK && !wend_roads_derive(roads))
        result = WEND_ERROR_MEMORY;
    return result;
}

// Frees what was needed while they were made, and what arrays have too much. False when memory is short.
static bool settle(wend_roads *roads) {
    wend_context *context = roads->context;
    wend_array_free(context, &roads->vertex_notch);
    wend_array_free(context, &roads->notch_side);
    wend_array_free(context, &roads->windings);
    return wend_array_fit(context, &roads->pieces) && wend_array_fit(context, &roads->notches) &&
           wend_array_fit(context, &roads->arcs);
}

wend_result wend_roads_make(wend_context *context, const wend_medial *medial, wend_roads_def def, const uint8_t *within,
                            wend_roads **roads, wend_report *report) {
    *roads = NULL;
    wend_roads *made = wend_allocate(context, sizeof *made);
    if (made == NULL)
        return WEND_ERROR_MEMORY;
    *made = (wend_roads){.context = context, .plan = medial->plan, .medial = medial, .view = {.def = def}};
    wend_shared_hold(&medial->shared);
    wend_result result = run(made, within, report);
    if (result == WEND_OK && !settle(made))
        result = WEND_ERROR_MEMORY;
    if (result == WEND_OK)
        *roads = made;
    else
        wend_roads_destroy(made);
    return result;
}

wend_result wend_roads_build(wend_context *context, const wend_medial *medial, const wend_roads_def *def,
                             wend_roads **roads, wend_report *report) {
    if (!wend_given(roads, context != NULL && medial != NULL))
        return WEND_ERROR_ARGUMENT;
    wend_roads_def chosen = def != NULL ? *def : wend_default_roads_def();
    if (chosen.sides < 3 || chosen.sides > WEND_ROAD_SIDES_MOST) {
        wend_finding finding =
            wend_finding_make("roads-sides", WEND_ERROR, "sides must be from 3 to %d", WEND_ROAD_SIDES_MOST);
        wend_report_add(report, &finding);
        return WEND_ERROR_ARGUMENT;
    }
    wend_stage_begin(context, "roads");
    wend_result result = wend_roads_make(context, medial, chosen, NULL, roads, report);
    return wend_report_limit(context, wend_stage_end(context, result), report);
}

// The table of all kinds of artifacts, and what is the same for all of them.
#include "nav/nav.h"

#include "cells/cells.h"
#include "link/links.h"
#include "medial/medial.h"
#include "offlinks/offlinks.h"
#include "path/landmarks.h"
#include "plan/plan.h"
#include "roads/roads.h"
#include "stairs/stairs.h"
#include "surface/surface.h"

const wend_nav_entry wend_nav_table[WEND_NAV_KIND_COUNT] = {
    [WEND_NAV_SURFACE] = {&wend_surface_artifact, WEND_STAGE_SURFACE},
    [WEND_NAV_LINKS] = {&wend_links_artifact, WEND_STAGE_LINKS},
    [WEND_NAV_STAIRS] = {&wend_stairs_artifact, WEND_STAGE_STAIRS},
    [WEND_NAV_PLAN] = {&wend_plan_artifact, WEND_STAGE_PLAN},
    [WEND_NAV_MEDIAL] = {&wend_medial_artifact, WEND_STAGE_MEDIAL},
    [WEND_NAV_CELLS] = {&wend_cells_artifact, WEND_STAGE_CELLS},
    [WEND_NAV_ROADS] = {&wend_roads_artifact, WEND_STAGE_ROADS},
    [WEND_NAV_LANDMARKS] = {&wend_landmarks_artifact, 0},
    [WEND_NAV_SETTINGS] = {&wend_settings_artifact, 0},
    [WEND_NAV_DOOR_HEIGHTS] = {&wend_door_heights_artifact, 0},
    [WEND_NAV_AREAS] = {&wend_areas_artifact, 0},
    [WEND_NAV_OFFLINKS] = {&wend_offlinks_artifact, 0},
};

wend_nav_kind wend_nav_kind_of(const wend_artifact *artifact) {
    int kind = 0;
    while (kind < WEND_NAV_KIND_COUNT && wend_nav_table[kind].artifact != artifact)
        kind++;
    return (wend_nav_kind)kind;
}

// Kinds stand after what they are made of, so one pass from the last to the first will do.
uint32_t wend_stages_complete(uint32_t stages, bool scene) {
    for (int kind = WEND_NAV_KIND_COUNT - 1; kind >= 0; kind--) {
        const wend_nav_entry *entry = &wend_nav_table[kind];
        int count = (stages & entry->stage) == 0 ? 0 : scene ? WEND_SOURCES_MAX : entry->artifact->needed;
        for (int k = 0; k < count && entry->artifact->from[k] != NULL; k++)
            stages |= wend_nav_table[wend_nav_kind_of(entry->artifact->from[k])].stage;
    }
    return stages;
}

uint32_t wend_nav_stages(const wend_nav *nav) {
    uint32_t stages = 0;
    for (int kind = 0; nav != NULL && kind < WEND_NAV_KIND_COUNT; kind++)
        stages |= nav->held[kind] != NULL ? wend_nav_table[kind].stage : 0;
    return stages;
}

void wend_nav_destroy(wend_nav *nav) {
    if (nav == NULL || !wend_shared_drop(&nav->shared))
        return;
    for (int kind = WEND_NAV_KIND_COUNT - 1; kind >= 0; kind--)
        if (nav->held[kind] != NULL)
            wend_nav_table[kind].artifact->destroy(nav->held[kind]);
    wend_release(nav->context, nav, sizeof *nav);
}

wend_result wend_nav_check(wend_context *context, const wend_nav *nav, wend_report *report) {
    if (context == NULL || nav == NULL)
        return WEND_ERROR_ARGUMENT;
    wend_result result = WEND_OK;
    for (int kind = 0; kind < WEND_NAV_KIND_COUNT && result == WEND_OK; kind++)
        if (nav->held[kind] != NULL && wend_nav_table[kind].artifact->check != NULL)
            result = wend_nav_table[kind].artifact->check(context, nav->held[kind], report);
    return result;
}

// ---------------------------------------------------------------------------------------------------- contents

wend_result wend_nav_collect(wend_context *context, const wend_nav *nav, wend_nav_chunks *all) {
    wend_result result = WEND_OK;
    *all = (wend_nav_chunks){.heads = {{0}}};
    for (int kind = 0; kind < WEND_NAV_KIND_COUNT && result == WEND_OK; kind++) {
        const wend_artifact *artifact = wend_nav_table[kind].artifact;
        wend_saving *saving = &all->saving[kind];
        if (nav->held[kind] == NULL)
            continue;
        *saving = (wend_saving){.context = context, .head = all->heads[kind], .chunks = all->chunks[kind]};
        for (int k = 0; k < WEND_SOURCES_MAX && artifact->from[k] != NULL; k++)
            saving->from[k] = all->chunks[wend_nav_kind_of(artifact->from[k])];
        saving->chunks[0] = (wend_chunk){saving->head, 1};
        result = artifact->save(nav->held[kind], saving);
    }
    return result;
}

void wend_nav_chunks_free(wend_nav_chunks *all) {
    for (int kind = 0; kind < WEND_NAV_KIND_COUNT; kind++)
        if (all->saving[kind].made != NULL)
            wend_release(all->saving[kind].context, all->saving[kind].made, all->saving[kind].made_bytes);
}

// The version is a hash of all that a file of the nav would hold.
static wend_result find_version(wend_nav *nav) {
    wend_nav_chunks all;
    wend_result result = wend_nav_collect(nav->context, nav, &all);
    for (int kind = 0; kind < WEND_NAV_KIND_COUNT && result == WEND_OK; kind++) {
        const wend_artifact *artifact = wend_nav_table[kind].artifact;
        for (int k = 0; k < artifact->chunk_count; k++) {
            wend_chunk chunk = all.chunks[kind][k];
            nav->version = wend_hash(nav->version, chunk.data, (size_t)chunk.count * artifact->chunks[k].element.size);
        }
    }
    wend_nav_chunks_free(&all);
    return result;
}

wend_result wend_nav_close(wend_nav *nav) {
    if (nav->held[WEND_NAV_SURFACE] != NULL && nav->held[WEND_NAV_SETTINGS] == NULL) {
        const wend_links *links = wend_nav_links(nav);
        wend_settings settings = {.agent = links != NULL ? wend_links_look(links).agent
                                                         : wend_surface_look(wend_nav_surface(nav)).agent,
                                  .solid = wend_default_solid_def(),
                                  .exact = wend_default_exact_def()};
        wend_nav_record *record;
        wend_result result = wend_nav_record_make(nav->context, &settings, &record);
        if (result != WEND_OK)
            return result;
        nav->held[WEND_NAV_SETTINGS] = record;
    }
    return find_version(nav);
}

// What a nav was built with, kept with it and in its file.
#include "nav/nav.h"

#include "link/links.h"
#include "surface/surface.h"

#include <float.h>
#include <string.h>

#define LATTICE_MAX 1e9
#define REACH_MAX 1e6 // metres that welding and simplifying may move something

// No padding anywhere.
_Static_assert(sizeof(wend_settings_head) == 40, "head");
_Static_assert(sizeof(wend_settings_seed) == 24, "seed");
_Static_assert(sizeof(wend_settings_voxels) == 24, "voxels");

const wend_settings *wend_nav_settings(const wend_nav *nav) {
    static const wend_settings none = {.keep = {.seeds = NULL}};
    const wend_nav_record *record = nav != NULL ? nav->held[WEND_NAV_SETTINGS] : NULL;
    return record != NULL ? &record->settings : &none;
}

static wend_nav_record *create(wend_context *context, const wend_settings *settings) {
    wend_nav_record *record = wend_allocate(context, sizeof *record);
    if (record != NULL)
        *record = (wend_nav_record){.context = context, .settings = *settings};
    return record;
}

static void destroy(void *artifact) {
    wend_nav_record *record = artifact;
    if (!wend_shared_drop(&record->shared))
        return;
    if (record->seeds != NULL)
        wend_release(record->context, record->seeds,
                     (size_t)record->settings.keep.seed_count * 3 * sizeof *record->seeds);
    wend_block_destroy(record->block);
    wend_release(record->context, record, sizeof *record);
}

wend_result wend_nav_record_make(wend_context *context, const wend_settings *settings, wend_nav_record **record) {
    int32_t count = settings->keep.seed_count;
    *record = NULL;
    wend_nav_record *made = create(context, settings);
    if (made == NULL)
        return WEND_ERROR_MEMORY;
    made->settings.keep.seeds = NULL;
    if (count > 0) {
        made->seeds = wend_allocate_array(context, count, 3 * sizeof *made->seeds);
        if (made->seeds == NULL) {
            destroy(made);
            return WEND_ERROR_MEMORY;
        }
        memcpy(made->seeds, settings->keep.seeds, (size_t)count * 3 * sizeof *made->seeds);
        made->settings.keep.seeds = made->seeds;
    }
    *record = made;
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- files

static const wend_chunk_kind kinds[WEND_SETTINGS_CHUNK_COUNT] = {
    {"SDEF", 1, {sizeof(wend_settings_head), "ddddww"}, WEND_RANK_SURFACE, false, 0, 0, 0},
    {"SSED", 1, {sizeof(wend_settings_seed), "ddd"}, WEND_RANK_SURFACE, true, 0, 0, 0},
    {"SVOX", 1, {sizeof(wend_settings_voxels), "ddd"}, WEND_RANK_VOXELS, true, 0, 0, 0},
};

static wend_result save(const void *artifact, wend_saving *saving) {
    const wend_settings *settings = &((const wend_nav_record *)artifact)->settings;
    const wend_exact_def *def = &settings->exact;
    *(wend_settings_head *)saving->head = (wend_settings_head){
        .lattice = settings->solid.lattice,
        .weld = def->weld,
        .simplify = def->simplify,
        .min_area = settings->keep.min_area,
        .flags = (def->two_sided ? WEND_SETTING_TWO_SIDED : 0u) | (def->keep_inside ? WEND_SETTING_KEEP_INSIDE : 0u)};
    wend_settings_voxels *voxels = settings->cell > 0 ? wend_saving_make(saving, 1, sizeof *voxels) : NULL;
    if (settings->cell > 0 && voxels == NULL)
        return WEND_ERROR_MEMORY;
    if (voxels != NULL) {
        *voxels = (wend_settings_voxels){settings->cell, settings->cell_height, settings->smooth};
        saving->chunks[WEND_SETTINGS_VOXELS] = (wend_chunk){voxels, 1};
    }
    saving->chunks[WEND_SETTINGS_SEEDS] = (wend_chunk){settings->keep.seeds, settings->keep.seed_count};
    return WEND_OK;
}

static bool is_between(double value, double low, double high) {
    return value >= low && value <= high;
}

// Links know all of the agent, the surface its height and slope.
static wend_agent agent_of(const wend_loading *l) {
    return l->from[1] != NULL ? wend_links_look(l->from[1]).agent : wend_surface_look(l->from[0]).agent;
}

static wend_result load(const wend_loading *l, void **artifact) {
    const wend_settings_head *head = l->chunks[WEND_SETTINGS_HEAD].data;
    const wend_settings_seed *seeds = l->chunks[WEND_SETTINGS_SEEDS].data;
    if (!is_between(head->lattice, 0, LATTICE_MAX) || !is_between(head->weld, 0, REACH_MAX) ||
        !is_between(head->simplify, 0, REACH_MAX) || !is_between(head->min_area, 0, DBL_MAX))
        return wend_loading_refuse(l, WEND_SETTINGS_HEAD, 0, "a number is out of range");
    if (head->flags > WEND_SETTINGS_ALL)
        return wend_loading_refuse(l, WEND_SETTINGS_HEAD, 0, "unknown flags");
    if (head->reserved != 0)
        return wend_loading_refuse(l, WEND_SETTINGS_HEAD, 0, "the reserved field must be 0");
    const wend_chunk *voxel_chunk = &l->chunks[WEND_SETTINGS_VOXELS];
    const wend_settings_voxels *voxels = voxel_chunk->data;
    bool by_voxels = wend_surface_look(l->from[0]).producer == WEND_PRODUCER_VOXEL;
    if (voxel_chunk->count != (by_voxels ? 1 : 0))
        return wend_loading_refuse_form(l, "the settings of voxels must be one, and only for a surface made by voxels");
    if (by_voxels && !(voxels->cell > 0 && voxels->cell <= REACH_MAX && voxels->cell_height > 0 &&
                       voxels->cell_height <= REACH_MAX && is_between(voxels->smooth, 0, REACH_MAX)))
        return wend_loading_refuse(l, WEND_SETTINGS_VOXELS, 0, "a number is out of range");
    wend_settings settings = {
        .cell = by_voxels ? voxels->cell : 0,
        .cell_height = by_voxels ? voxels->cell_height : 0,
        .smooth = by_voxels ? voxels->smooth : 0,
        .agent = agent_of(l),
        .solid = {.lattice = head->lattice},
        .exact = {.weld = head->weld,
                  .simplify = head->simplify,
                  .two_sided = (head->flags & WEND_SETTING_TWO_SIDED) != 0,
                  .keep_inside = (head->flags & WEND_SETTING_KEEP_INSIDE) != 0},
        .keep = {.min_area = head->min_area,
                 .seeds = seeds != NULL ? seeds->place : NULL,
                 .seed_count = (int32_t)l->chunks[WEND_SETTINGS_SEEDS].count},
    };
    wend_nav_record *record = create(l->context, &settings);
    if (record == NULL)
        return WEND_ERROR_MEMORY;
    record->block = wend_block_hold(l->block);
    *artifact = record;
    return WEND_OK;
}

const wend_artifact wend_settings_artifact = {
    .name = "settings",
    .chunk_count = WEND_SETTINGS_CHUNK_COUNT,
    .chunks = kinds,
    .from = {&wend_surface_artifact, &wend_links_artifact},
    .needed = 1,
    .shared = offsetof(wend_nav_record, shared),
    .destroy = destroy,
    .save = save,
    .load = load,
};

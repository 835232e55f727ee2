// What a nav holds: one artifact of each kind at most. Rooms after this one (the build, the archive) make navs.
//
// A new kind of artifact needs three things: a room that makes it, with a wend_artifact (base/artifact.h) in its file
// chunks.c; a line in the table of artifacts.c and its name below; a stage in wend/nav.h and in pipeline/build.c, when
// the build makes it.
#ifndef WEND_SRC_NAV_NAV_H
#define WEND_SRC_NAV_NAV_H

#include "base/artifact.h"

#include <wend/nav.h>

// Kinds of artifacts, those that others are made of first.
typedef enum wend_nav_kind {
    WEND_NAV_SURFACE,
    WEND_NAV_LINKS,
    WEND_NAV_STAIRS,
    WEND_NAV_PLAN,
    WEND_NAV_MEDIAL,
    WEND_NAV_CELLS,
    WEND_NAV_ROADS,
    WEND_NAV_LANDMARKS,
    WEND_NAV_SETTINGS,     // wend_nav_record
    WEND_NAV_DOOR_HEIGHTS, // wend_door_heights
    WEND_NAV_AREAS,        // wend_nav_area_list
    WEND_NAV_OFFLINKS,
    WEND_NAV_KIND_COUNT
} wend_nav_kind;

typedef struct wend_nav_entry {
    const wend_artifact *artifact;
    uint32_t stage; // that makes it; 0 for what comes by itself
} wend_nav_entry;

extern const wend_nav_entry wend_nav_table[WEND_NAV_KIND_COUNT];

struct wend_nav {
    wend_context *context;
    wend_shared shared;
    uint64_t version;
    void *held[WEND_NAV_KIND_COUNT]; // NULL for what it does not hold
};

// An empty nav; NULL when memory is short.
wend_nav *wend_nav_create(wend_context *context);

// The place of a kind in the table.
wend_nav_kind wend_nav_kind_of(const wend_artifact *artifact);

// The stages that must run for some to run: those of all that their artifacts are made of. A drawing has no surface.
uint32_t wend_stages_complete(uint32_t stages, bool scene);

// Gives links made by hand to a nav; none of them are nothing.
void wend_nav_take_offlinks(wend_nav *nav, wend_offlinks *offlinks);

// Closes a nav: nothing is added to it any more. Settings that are not known become the defaults, and it gets its
// version. WEND_ERROR_MEMORY.
wend_result wend_nav_close(wend_nav *nav);

// ---------------------------------------------------------------------------------------------------- contents

// The chunks of all that a nav holds, as its file has them.
typedef struct wend_nav_chunks {
    wend_chunk chunks[WEND_NAV_KIND_COUNT][WEND_CHUNKS_MAX];
    double heads[WEND_NAV_KIND_COUNT][WEND_ELEMENT_MAX / sizeof(double)];
    wend_saving saving[WEND_NAV_KIND_COUNT];
} wend_nav_chunks;

// Collects them. WEND_ERROR_MEMORY; wend_nav_chunks_free in any case.
wend_result wend_nav_collect(wend_context *context, const wend_nav *nav, wend_nav_chunks *all);
void wend_nav_chunks_free(wend_nav_chunks *all);

// ---------------------------------------------------------------------------------------------------- settings

// What a surface was made with.
typedef struct wend_nav_record {
    wend_context *context;
    wend_shared shared;
    wend_settings settings;
    double *seeds;           // those of `settings`, where they are its own; otherwise NULL
    const wend_block *block; // that seeds lie in otherwise; NULL for none
} wend_nav_record;

extern const wend_artifact wend_settings_artifact;

// Copies settings, seeds included. WEND_ERROR_MEMORY.
wend_result wend_nav_record_make(wend_context *context, const wend_settings *settings, wend_nav_record **record);

enum { WEND_SETTINGS_HEAD, WEND_SETTINGS_SEEDS, WEND_SETTINGS_VOXELS, WEND_SETTINGS_CHUNK_COUNT };
enum { WEND_SETTING_TWO_SIDED = 1, WEND_SETTING_KEEP_INSIDE = 2, WEND_SETTINGS_ALL = 3 };

// Settings in a file, besides those of the agent. Not every file tells.
typedef struct wend_settings_head {
    double lattice; // as it was asked for: 0 for the default
    double weld;
    double simplify;
    double min_area;
    uint32_t flags;    // WEND_SETTING_...
    uint32_t reserved; // 0
} wend_settings_head;

// Of surfaces made by voxels, in metres.
typedef struct wend_settings_voxels {
    double cell, cell_height, smooth;
} wend_settings_voxels;

// In the scene's own axes and units.
typedef struct wend_settings_seed {
    double place[3];
} wend_settings_seed;

// ---------------------------------------------------------------------------------------------------- areas

// What is known of areas.
typedef struct wend_nav_area_list {
    wend_context *context;
    wend_shared shared;
    const wend_area *areas; // ascending by id
    int32_t count;
    const wend_block *block; // that they lie in; NULL when they are its own
} wend_nav_area_list;

extern const wend_artifact wend_areas_artifact;

// Copies what a scene or a drawing knows of areas into a nav; nothing where that is nothing. WEND_ERROR_MEMORY.
wend_result wend_nav_note_areas(wend_nav *nav, const wend_area *areas, int32_t count);

// ---------------------------------------------------------------------------------------------------- doors

// The headroom of a door, which only the scene knows.
typedef struct wend_door_height {
    int32_t arc;
    int32_t reserved; // 0
    double headroom;  // metres
} wend_door_height;

typedef struct wend_door_heights {
    wend_context *context;
    wend_shared shared;
    const wend_door_height *heights; // of doors, ascending by arc
    int32_t count;
    const wend_block *block; // that they lie in; NULL when they are its own
} wend_door_heights;

extern const wend_artifact wend_door_heights_artifact;

// Notes the headroom of the doors of a scene that a nav was built from; nothing where it is known of none.
wend_result wend_nav_measure_doors(wend_context *context, const wend_scene *scene, wend_nav *nav);

#endif

// What a nav holds. Rooms after this one (the archive) make navs of their own.
#ifndef WEND_SRC_NAV_NAV_H
#define WEND_SRC_NAV_NAV_H

#include <wend/nav.h>

// The headroom of a door, which only the scene knows.
typedef struct wend_door_height {
    int32_t arc;
    int32_t reserved; // 0
    double headroom;  // metres
} wend_door_height;

struct wend_nav {
    wend_context *context;
    wend_surface *surface; // NULL for none, like those that follow
    wend_links *links;
    wend_stairs *stairs;
    wend_plan *plan;
    wend_medial *medial;
    wend_cells *cells;
    const wend_door_height *door_heights; // of doors, ascending by arc
    int32_t door_height_count;
    bool owns_door_heights; // whether they are freed with it
    wend_settings settings; // what the surface was made with
    double *seeds;          // those of `settings`, where they are the nav's own; otherwise NULL
    // Memory in which arrays of the artifacts above may lie, when it was loaded. Freed after them. NULL for none.
    void *block;
    size_t block_bytes;
};

// Notes the headroom of the doors of a scene that a nav was built from.
wend_result wend_nav_measure_doors(wend_context *context, const wend_scene *scene, wend_nav *nav);

// An empty nav; NULL when memory is short.
wend_nav *wend_nav_create(wend_context *context);

#endif

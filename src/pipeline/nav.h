// What a nav holds. Rooms after this one (the archive) make navs of their own.
#ifndef WEND_SRC_PIPELINE_NAV_H
#define WEND_SRC_PIPELINE_NAV_H

#include <wend/pipeline.h>

struct wend_nav {
    wend_context *context;
    wend_surface *surface; // NULL for none, like those that follow
    wend_links *links;
    wend_plan *plan;
    wend_medial *medial;
    wend_cells *cells;
    wend_nav_agent agent; // whom the surface was made for
    bool recorded;        // `exact` tells what it was made with
    wend_exact_def exact;
    double *seeds; // those of `exact`, where they are the nav's own; otherwise NULL
    // Memory in which arrays of the artifacts above may lie: a loaded file. Freed after them. NULL for none.
    void *block;
    size_t block_bytes;
};

// An empty nav; NULL when memory is short.
wend_nav *wend_nav_create(wend_context *context);

#endif

// The stages of linking, in the order in which they run. Each changes the web; all of them are deterministic and see
// nothing but geometry.
#ifndef WEND_SRC_LINK_STAGES_H
#define WEND_SRC_LINK_STAGES_H

#include "link/rim.h"
#include "link/web.h"

// Everything that the stages share.
typedef struct wend_linking {
    wend_context *context;
    const wend_surface_view *surface;
    const wend_tree *floors; // over the surface's triangles
    wend_links_def def;
    double step, gap, height, drop; // in lattice steps
    wend_room room;
    wend_rims rims;
    wend_web web;
} wend_linking;

// Joins boundaries that coincide seen from above: seams, steps, low barriers. step.c
wend_result wend_link_steps(wend_linking *l);

// Joins what is apart seen from above by fillers. `around_hole` tells, per boundary cycle of the surface, whether it runs
// around a hole. gap.c, ladder.c
typedef struct wend_filled wend_filled;
wend_result wend_link_gaps(wend_linking *l, wend_filled *filled, const uint8_t *around_hole);

// Fills whole boundary cycles that enclose no more than can be stepped over. hole.c
wend_result wend_link_holes(wend_linking *l, wend_filled *filled);

// Fills the corners of larger holes, as far as ways across are short enough. gap.c
wend_result wend_link_corners(wend_linking *l, wend_filled *filled, const uint8_t *around_hole);

// The arrays of the finished complex, links and flights. assemble.c
wend_result wend_links_assemble(wend_linking *l, wend_links **links);

#endif

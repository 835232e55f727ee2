// The inside of links, shared by the files of this room.
#ifndef WEND_SRC_LINK_LINKS_H
#define WEND_SRC_LINK_LINKS_H

#include "base/artifact.h"

#include <wend/links.h>

struct wend_links {
    wend_context *context;
    wend_shared shared;
    const wend_surface *surface; // that they are on; held
    wend_links_view view; // its arrays are freed with the links, unless they are borrowed (but for the areas, which are
                          // made anew)
    bool borrowed;
    const wend_block *block; // that borrowed arrays lie in; NULL for none
};

// What navs and files ask of links.
extern const wend_artifact wend_links_artifact;

// Holds links, which wend_links_destroy lets go of.
static inline const wend_links *wend_links_hold(const wend_links *links) {
    wend_shared_hold(&links->shared);
    return links;
}

// Makes links from arrays that stay where they are and are not owned by them, after proving with wend_links_check that
// they hold links of the surface, or else with wend_links_check_local.
wend_result wend_links_adopt(wend_context *context, const wend_links_view *arrays, const wend_surface *surface,
                             bool proven, wend_links **links, wend_report *report);

// The part of wend_links_check that other calls rely on: indices in their ranges, triangles that face up, neighbours
// that agree, one fan for each vertex, boundary edges that follow each other.
wend_result wend_links_check_local(wend_context *context, const wend_links *links, const wend_surface *surface,
                                   wend_report *report);

// WEND_ERROR_ARGUMENT, with a finding, when a surface was not extracted from this solid, as far as it says.
wend_result wend_links_check_solid(const wend_surface_view *surface, const wend_solid *solid, wend_report *report);

// Proves what wend_links_check proves without a solid. Where that fails, *good is false and `edges`, one per boundary
// edge of the surface, get a 1 where they have to do with it, or all of them when nobody knows which. check.c
wend_result wend_links_prove(wend_context *context, const wend_links *links, const wend_surface *surface,
                             uint8_t *edges, bool *good);

// Finds the areas of the complex, of which the rest is there. area.c
wend_result wend_links_find_areas(wend_links *links, const wend_surface_view *surface);

// The hash of what a view holds.
uint64_t wend_links_hash(const wend_links_view *view);

// Fills in what follows from everything else: the area of the fillers, counts (which are 0 before) and the hash.
void wend_links_sum_up(wend_links_view *view);

#endif

// The inside of links, shared by the files of this room.
#ifndef WEND_SRC_LINK_LINKS_H
#define WEND_SRC_LINK_LINKS_H

#include <wend/links.h>

struct wend_links {
    wend_context *context;
    wend_links_view view; // its arrays are freed with the links, unless they are borrowed
    bool borrowed;
};

// Makes links from arrays that stay where they are and are not owned by them, after proving with wend_links_check that
// they hold links of the surface.
WEND_API wend_result wend_links_adopt(wend_context *context, const wend_links_view *arrays, const wend_surface *surface,
                                      wend_links **links, wend_report *report);

// The hash of what a view holds.
uint64_t wend_links_hash(const wend_links_view *view);

#endif

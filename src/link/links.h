// The inside of links, shared by the files of this room.
#ifndef WEND_SRC_LINK_LINKS_H
#define WEND_SRC_LINK_LINKS_H

#include <wend/links.h>

struct wend_links {
    wend_context *context;
    wend_links_view view; // its arrays are freed with the links
};

// The hash of what a view holds.
uint64_t wend_links_hash(const wend_links_view *view);

#endif

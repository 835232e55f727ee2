// Links of a part of a surface.
#ifndef WEND_SRC_LINK_SUBSET_H
#define WEND_SRC_LINK_SUBSET_H

#include "link/links.h"

// Makes the links of `kept`, a surface of some parts of another one, of those of the whole: names[t] is the number
// that triangle t of `surface` has there, -1 when it went. All that links join must stay or go together.
// WEND_ERROR_MEMORY.
wend_result wend_links_subset(wend_context *context, const wend_links *links, const wend_surface *surface,
                              const wend_surface *kept, const int32_t *names, wend_links **made);

#endif

// Proving the figures of links and flights.
#ifndef WEND_SRC_LINK_CHECK_MEASURES_H
#define WEND_SRC_LINK_CHECK_MEASURES_H

#include <wend/links.h>

// Whether the figures of links are those of their geometry. Findings say what is wrong, and `shut` (one number per
// boundary edge of the surface, or NULL) gets a 1 where an edge has to do with it. The complex and the intervals must
// have been found to be right, and all numbers in range. WEND_ERROR_MEMORY.
wend_result wend_links_check_measures(wend_context *context, const wend_links_view *view, const wend_surface *surface,
                                      wend_report *report, uint8_t *shut, bool *good);

// Marks the boundary edges that a link uses. check.c
void wend_links_shut(const wend_links_view *view, int32_t link, uint8_t *shut);

#endif

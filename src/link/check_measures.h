// Proving the figures of links and flights.
#ifndef WEND_SRC_LINK_CHECK_MEASURES_H
#define WEND_SRC_LINK_CHECK_MEASURES_H

#include <wend/links.h>

// Whether the figures of links and flights are those of their geometry; findings tell what is wrong. The complex and
// the intervals must have been found to be right, and all numbers in range. WEND_ERROR_MEMORY.
wend_result wend_links_check_measures(wend_context *context, const wend_links_view *view, const wend_surface *surface,
                                      wend_report *report, bool *good);

#endif

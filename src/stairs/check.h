// Proving the figures of flights.
#ifndef WEND_SRC_STAIRS_CHECK_H
#define WEND_SRC_STAIRS_CHECK_H

#include <wend/stairs.h>

// Whether flights are what wend_stairs_check says. All numbers must be in range. Findings say what is wrong, and
// `wrong` (one number per flight, or NULL) gets a 1 for each flight that has to do with it. WEND_ERROR_MEMORY.
wend_result wend_stairs_prove(wend_context *context, const wend_stairs_view *stairs, const wend_links_view *links,
                              const wend_surface *surface, wend_report *report, uint8_t *wrong, bool *good);

#endif

// Which components of a raw surface stay.
#ifndef WEND_SRC_EXACT_FILTER_H
#define WEND_SRC_EXACT_FILTER_H

#include "exact/faces.h"
#include "surface/raw.h"

// Takes away components inside solids (unless kept), without a seed (when there are seeds), and smaller than the least
// area. What goes, and seeds that stand nowhere, is told in the report.
wend_result wend_filter(wend_context *context, const wend_faces *faces, const wend_exact_def *def, wend_raw *raw,
                        wend_report *report);

#endif

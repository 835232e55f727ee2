// Takes floors inside solids away.
#ifndef WEND_SRC_FOOTING_FILTER_H
#define WEND_SRC_FOOTING_FILTER_H

#include "footing/footing.h"
#include "surface/raw.h"

// Takes away the components of a raw surface that are inside solids. The report gets a note of it.
wend_result wend_filter(wend_context *context, const wend_footing *footing, wend_raw *raw, wend_report *report);

#endif

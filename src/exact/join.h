// Floors that fit together.
#ifndef WEND_SRC_EXACT_JOIN_H
#define WEND_SRC_EXACT_JOIN_H

#include "exact/cut.h"

// Cuts all floors and joins what is left of them into a raw surface.
wend_result wend_cut_and_join(wend_context *context, const wend_footing *footing, wend_raw *raw);

#endif

// Paths to be shown: see wend_paths in wend/picture.h.
#ifndef WEND_SRC_PICTURE_PATHS_H
#define WEND_SRC_PICTURE_PATHS_H

#include <wend/picture.h>

#include "base/array.h"

struct wend_paths {
    wend_context *context;
    const wend_nav *nav;
    const wend_plan *plan;
    wend_plan_view view;
    WEND_ARRAY(wend_shown_path) list;
    WEND_ARRAY(double) places;
    WEND_ARRAY(int32_t) layers, along;
    WEND_ARRAY(wend_shown_piece) pieces;
};

#endif

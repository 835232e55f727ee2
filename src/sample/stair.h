// One stair between two floors, of any shape and measure: for tests that must know what is right.
#ifndef WEND_SRC_SAMPLE_STAIR_H
#define WEND_SRC_SAMPLE_STAIR_H

#include "sample/model.h"

typedef enum wend_stair_shape {
    WEND_STAIR_CLOSED,
    WEND_STAIR_WAIST, // a slab with a sloping underside
    WEND_STAIR_NOSED,
    WEND_STAIR_OPEN,  // treads only, that overlap, meet or leave gaps
    WEND_STAIR_RAKED, // risers that lean
    WEND_STAIR_CURVED,
    WEND_STAIR_L,
    WEND_STAIR_U,
    WEND_STAIR_SPIRAL, // headroom of `height` below each turn
    WEND_STAIR_SHAPE_COUNT
} wend_stair_shape;

typedef struct wend_stair {
    wend_stair_shape shape;
    double rise, run, width;
    double tread;       // of an open one: depth of a tread
    double lean;        // of a raked one: how far a riser leans
    double height;      // of the agent
    int32_t risers;     // in all
    double turn, at[3]; // where it stands, in ground coordinates
    double foot[3],
        top[3]; // places on the floor below and on the one above, in ground coordinates; set by wend_model_stair
} wend_stair;

// A stair of a shape with measures from the model's generator: rise 0.10 to 0.40, run 0.15 to 0.40.
wend_stair wend_stair_random(wend_model *model, wend_stair_shape shape);

// Builds it, with a floor around its foot and one at its top.
void wend_model_stair(wend_model *model, wend_stair *stair);

#endif

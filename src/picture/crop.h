// What of the ground a picture shows: what was asked for, or all; but where nearly all of the detail is, if the rest is
// much larger (a town on a plate of two kilometres).
#ifndef WEND_SRC_PICTURE_CROP_H
#define WEND_SRC_PICTURE_CROP_H

#include <wend/picture.h>

typedef struct wend_crop {
    double low[2], high[2];
    double whole[2]; // how large all of it is
    bool cut;        // whether it is not all
} wend_crop;

// `place_of` gives the k-th of `count` places seen from above; `unit` is metres per unit of them.
wend_crop wend_crop_find(const wend_picture_def *def, double unit, int64_t count,
                         void (*place_of)(const void *user, int64_t k, double place[2]), const void *user);

// Whether a box is asked for.
static inline bool wend_crop_asked(const wend_picture_def *def) {
    return def->crop[2] > def->crop[0];
}

#endif

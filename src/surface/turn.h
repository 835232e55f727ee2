// Directions seen from above, and whether turning through them goes around more than once; exact.
#ifndef WEND_SRC_SURFACE_TURN_H
#define WEND_SRC_SURFACE_TURN_H

#include <wend/surface.h>

typedef struct wend_direction {
    int64_t x, y;
} wend_direction;

static inline wend_direction wend_direction_from(wend_point3 from, wend_point3 to) {
    return (wend_direction){(int64_t)to.x - from.x, (int64_t)to.y - from.y};
}

// Whether its angle is in [0, pi), counted from the right. Turning counter-clockwise by less than pi at a time, a full
// turn is passed where a lower direction is followed by an upper one.
static inline bool wend_is_upper(wend_direction d) {
    return d.y > 0 || (d.y == 0 && d.x > 0);
}

// Whether the angle of a, in [0, 2 pi), is larger than that of b.
static inline bool wend_is_beyond(wend_direction a, wend_direction b) {
    if (wend_is_upper(a) != wend_is_upper(b))
        return wend_is_upper(b);
    return b.x * a.y - b.y * a.x > 0;
}

#endif

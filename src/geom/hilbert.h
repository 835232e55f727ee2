// Order along a Hilbert curve: points near each other on the curve are near each other in the plane. It orders insertions into a
// triangulation (short walks) and numbers the elements of a plan (neighbours are near in memory).
#ifndef WEND_SRC_GEOM_HILBERT_H
#define WEND_SRC_GEOM_HILBERT_H

#include <stdint.h>

// Index along the curve through a 2^bits x 2^bits grid, of the cell x, y (both below 2^bits; bits <= 32).
static inline uint64_t wend_hilbert(uint32_t x, uint32_t y, int bits) {
    uint64_t index = 0;
    uint32_t swap = 0, flip = 0; // the frame of the current quadrant: whether axes are exchanged, and whether they are mirrored
    for (int bit = bits - 1; bit >= 0; bit--) {
        uint32_t bx = (x >> bit) & 1, by = (y >> bit) & 1;
        uint32_t u = (swap ? by : bx) ^ flip, v = (swap ? bx : by) ^ flip;
        index = index << 2 | ((3 * u) ^ v);
        if (v == 0) {
            flip ^= u;
            swap ^= 1;
        }
    }
    return index;
}

#endif

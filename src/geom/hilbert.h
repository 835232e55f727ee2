// Order along a Hilbert curve: points near each other on the curve are near each other in the plane. It orders
// insertions into a triangulation (short walks) and numbers the elements of a plan (neighbours are near in memory).
#ifndef WEND_SRC_GEOM_HILBERT_H
#define WEND_SRC_GEOM_HILBERT_H

#include <stdint.h>

// Index along the curve through a 2^bits x 2^bits grid, of the cell x, y (both below 2^bits; bits <= 32).
//
// The curve visits the quadrants of a square in an order that depends on the square's frame: axes as they are,
// exchanged, both mirrored, or both. The table has, for each frame and quadrant, the place in that order and the frame
// of the quadrant.
static inline uint64_t wend_hilbert(uint32_t x, uint32_t y, int bits) {
    enum { AS_IS = 0, EXCHANGED = 4, MIRRORED = 8, BOTH = 12 };
    static const uint8_t step[16] = {
        // place | next frame << 2, for quadrants (0,0) (0,1) (1,0) (1,1) as (x, y)
        0 | EXCHANGED << 2, 1 | AS_IS << 2,     3 | BOTH << 2,      2 | AS_IS << 2,     // as is
        0 | AS_IS << 2,     3 | MIRRORED << 2,  1 | EXCHANGED << 2, 2 | EXCHANGED << 2, // exchanged
        2 | MIRRORED << 2,  3 | EXCHANGED << 2, 1 | MIRRORED << 2,  0 | BOTH << 2,      // mirrored
        2 | BOTH << 2,      1 | BOTH << 2,      3 | AS_IS << 2,     0 | MIRRORED << 2,  // both
    };
    uint64_t index = 0;
    uint32_t frame = AS_IS;
    for (int bit = bits - 1; bit >= 0; bit--) {
        uint32_t entry = step[frame + (((x >> bit) & 1) << 1) + ((y >> bit) & 1)];
        index = index << 2 | (entry & 3);
        frame = entry >> 2;
    }
    return index;
}

#endif

// Order along a Hilbert curve: points near each other on the curve are near each other in the plane. It orders
// insertions into a triangulation (short walks) and numbers the elements of a plan (neighbours are near in memory).
#ifndef WEND_SRC_GEOM_HILBERT_H
#define WEND_SRC_GEOM_HILBERT_H

#include <wend/geom.h>

// Index along the curve through a 2^bits x 2^bits grid, of the cell x, y (both below 2^bits; bits <= 32).
//
// The curve visits the quadrants of a square in an order that depends on the square's frame: axes as they are,
// exchanged, both mirrored, or both:
//
//     frame        places of the quadrants (0,0) (0,1) (1,0) (1,1) as (x, y)     their frames
//     as is        0 1 3 2                                                       exchanged, as is, both, as is
//     exchanged    0 3 1 2                                                       as is, mirrored, exchanged, exchanged
//     mirrored     2 3 1 0                                                       mirrored, exchanged, mirrored, both
//     both         2 1 3 0                                                       both, both, as is, mirrored
//
// The table has that for two steps at once: for each frame and each of the 4 x 4 squares (two bits of x, then of y),
// its place | its frame << 4. An odd number of bits gets a 0 before it, in the frame that is exchanged: that square has
// place 0, and its frame is as is.
static inline uint64_t wend_hilbert(uint32_t x, uint32_t y, int bits) {
    static const uint8_t steps[4][16] = {
        {0x00, 0x23, 0x14, 0x05, 0x11, 0x12, 0x37, 0x06, 0x3e, 0x3d, 0x18, 0x09, 0x0f, 0x2c, 0x3b, 0x0a}, // as is
        {0x10, 0x01, 0x2e, 0x1f, 0x33, 0x02, 0x2d, 0x3c, 0x04, 0x27, 0x08, 0x2b, 0x15, 0x16, 0x19, 0x1a}, // exchanged
        {0x2a, 0x1b, 0x0c, 0x2f, 0x29, 0x38, 0x1d, 0x1e, 0x26, 0x17, 0x32, 0x31, 0x25, 0x34, 0x03, 0x20}, // mirrored
        {0x3a, 0x39, 0x36, 0x35, 0x0b, 0x28, 0x07, 0x24, 0x1c, 0x0d, 0x22, 0x13, 0x3f, 0x0e, 0x21, 0x30}, // both
    };
    uint64_t index = 0;
    uint32_t frame = bits & 1; // so that the 0 before an odd bit leads to the frame as is
    for (int bit = ((bits + 1) & ~1) - 2; bit >= 0; bit -= 2) {
        uint32_t entry = steps[frame][((x >> bit) & 3) << 2 | ((y >> bit) & 3)];
        index = index << 4 | (entry & 15);
        frame = entry >> 4;
    }
    return index;
}

// Where a place of the lattice comes along the curve through all of it.
static inline uint64_t wend_hilbert_place(int64_t x, int64_t y) {
    return wend_hilbert((uint32_t)(x + WEND_COORDINATE_MAX), (uint32_t)(y + WEND_COORDINATE_MAX), 31);
}

#endif

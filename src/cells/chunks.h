// The chunks of cells in a .wend file (docs/format.md).
#ifndef WEND_SRC_CELLS_CHUNKS_H
#define WEND_SRC_CELLS_CHUNKS_H

#include <stdint.h>

enum {
    WEND_CELLS_HEAD, // wend_cells_head, one
    WEND_CELLS_POINTS,
    WEND_CELLS_PORTALS,
    WEND_CELLS_LIST,
    WEND_CELLS_SIDES,
    WEND_CELLS_CHUNK_COUNT
};

// What cells are besides their arrays.
typedef struct wend_cells_head {
    double relax_angle;
    double relax;
    double portal_length;
    double smallest_angle;
    int32_t quality;
    int32_t notch_count;
    int32_t needle_count;
    int32_t reserved; // 0
} wend_cells_head;

#endif

// The walls around each cell. See rings.c.
#ifndef WEND_SRC_CELLS_RINGS_H
#define WEND_SRC_CELLS_RINGS_H

#include "cells/cutting.h"

// A wall as part of a ring.
typedef struct wend_ring_wall {
    int32_t edge;  // its half-edge in the cell
    int32_t start; // the vertex where that starts
} wend_ring_wall;

typedef struct wend_rings {
    WEND_ARRAY(wend_ring_wall) walls; // ring after ring, each counter-clockwise around its cell
    WEND_ARRAY(int32_t) starts;       // of each ring: its first wall; one more at the end
    WEND_ARRAY(int32_t) numbers;      // of each half-edge: -1, left to those who number walls
    int32_t portals;                  // walls between cells, each counted once
    bool simple; // whether every cell has one ring that passes no vertex twice, and every portal lies between two cells
} wend_rings;

// Finds all rings. WEND_ERROR_MEMORY or _CANCELLED.
wend_result wend_rings_find(const wend_cutting *c, wend_rings *rings);
void wend_rings_free(wend_context *context, wend_rings *rings);

static inline int32_t wend_rings_count(const wend_rings *rings) {
    return (int32_t)rings->starts.count - 1;
}

#endif

// The walls around each cell. See rings.c.
#ifndef WEND_SRC_CELLS_RINGS_H
#define WEND_SRC_CELLS_RINGS_H

#include "cells/cutting.h"

typedef struct wend_rings {
    WEND_ARRAY(int32_t) walls;  // wall half-edges, ring after ring, each counter-clockwise around its cell
    WEND_ARRAY(int32_t) starts; // of each ring: its first wall; one more at the end
    WEND_ARRAY(int32_t) ring;   // of each half-edge: the ring it is part of, -1 for none
    int32_t portals;            // walls between cells, each counted once
} wend_rings;

// Finds all rings. False when memory is short.
bool wend_rings_find(const wend_cutting *c, wend_rings *rings);
void wend_rings_free(wend_context *context, wend_rings *rings);

static inline int32_t wend_rings_count(const wend_rings *rings) {
    return (int32_t)rings->starts.count - 1;
}

// Whether every cell has one ring that passes no vertex twice, and every portal lies between two of them.
bool wend_rings_are_simple(const wend_cutting *c, const wend_rings *rings, bool *simple);

#endif

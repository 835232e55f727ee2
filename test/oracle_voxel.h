// Voxels by brute force: all faces against all cells, no tiles, no order. Slow and obvious; for tests only.
//
// What counts in a cell is decided by separating axes, groups of floors by merging as long as anything can be merged,
// what is joined by comparing all with all. Of the library it takes the faces of the solid, and which are floors of
// which plane.
#ifndef WEND_TEST_ORACLE_VOXEL_H
#define WEND_TEST_ORACLE_VOXEL_H

#include "solid/solid.h"

typedef struct oracle_top {
    int32_t x, y;      // cell
    int32_t face;      // that stands for it
    double low, high;  // of its floors there
    int32_t beside[4]; // below, right, above, left seen from above; -1 for none
    int32_t component;
    int32_t first, count; // its floors, in `parts`
} oracle_top;

typedef struct oracle_part {
    int32_t face;
    double low, high;
} oracle_part;

typedef struct oracle_voxels {
    int32_t columns, rows, cell, rise, height;
    wend_point low, end;
    oracle_top *tops;
    int32_t top_count, component_count;
    oracle_part *parts;
    int32_t part_count;
} oracle_voxels;

// `plane_of` tells the plane of each face, -1 for what is no floor. Lengths in lattice steps.
oracle_voxels oracle_voxels_make(const wend_solid *solid, const int32_t *plane_of, int32_t cell, int32_t rise,
                                 int32_t height);
void oracle_voxels_free(oracle_voxels *voxels);

#endif

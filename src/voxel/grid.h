// The grid of cells, and names of cells, floors and sides in it.
//
// Cells are counted from the least corner of the scene. A *top* is a floor in a cell: where one can stand. The tops of
// a cell are levels 0, 1, ... from below. The sides of a top run counter-clockwise seen from above:
//
//          <- 2
//        .------.        Side s runs along its cell with the cell on its left, and leads to side s + 1.
//     3  |      | ^
//     |  |      | |      A side is named by 64 bits: 26 for y, 26 for x, 10 for the level, 2 for s. The name says where
//     v  |      | 1      the side is, whichever tile it was found in, and the order of names is that of places.
//        '------'
//          0 ->
#ifndef WEND_SRC_VOXEL_GRID_H
#define WEND_SRC_VOXEL_GRID_H

#include "footing/footing.h"

enum { WEND_CELLS_MAX = 1 << 26, WEND_LEVELS_MAX = 1 << 10 };
#define WEND_NO_SIDE UINT64_MAX

typedef struct wend_grid {
    wend_point low, end;     // the lattice point where cell 0, 0 begins; beyond the other one there is nothing
    int32_t columns, rows;   // cells
    int32_t reach, step;     // cells over which it is smoothed; what one can step on, in lattice steps
    int32_t cell, rise;      // side of a cell, and heights that count as one, in lattice steps
    int32_t height;          // room needed above the floor
    int32_t tile;            // cells along the side of a tile
    int32_t across, up;      // tiles
    const int32_t *plane_of; // per face: its plane; see planes.h
    const int32_t *root_of;  // per plane: the face that stands for it
} wend_grid;

// A cell, or a corner of one.
typedef struct wend_grid_cell {
    int32_t x, y;
} wend_grid_cell;

static inline wend_grid_cell wend_grid_beside(wend_grid_cell cell, int side) {
    return (wend_grid_cell){cell.x + (side == 1) - (side == 3), cell.y + (side == 2) - (side == 0)};
}

// The corner where a side of a cell begins.
static inline wend_grid_cell wend_grid_corner(wend_grid_cell cell, int side) {
    return (wend_grid_cell){cell.x + (side == 1 || side == 2), cell.y + (side >= 2)};
}

// Where a corner is. The last cells end where the scene does.
static inline wend_point wend_grid_point(const wend_grid *grid, wend_grid_cell corner) {
    int64_t x = grid->low.x + (int64_t)corner.x * grid->cell, y = grid->low.y + (int64_t)corner.y * grid->cell;
    return (wend_point){(int32_t)(x < grid->end.x ? x : grid->end.x), (int32_t)(y < grid->end.y ? y : grid->end.y)};
}

static inline uint64_t wend_side_name(wend_grid_cell cell, int level, int side) {
    return (uint64_t)cell.y << 38 | (uint64_t)cell.x << 12 | (uint64_t)level << 2 | (uint64_t)side;
}

static inline wend_grid_cell wend_side_cell(uint64_t name) {
    return (wend_grid_cell){(int32_t)(name >> 12 & (WEND_CELLS_MAX - 1)), (int32_t)(name >> 38)};
}

// Division rounded down, and up; the divisor is positive.
static inline int64_t wend_divide_down(int64_t a, int64_t b) {
    return a / b - (a % b < 0);
}
static inline int64_t wend_divide_up(int64_t a, int64_t b) {
    return a / b + (a % b > 0);
}

#endif

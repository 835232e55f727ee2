// What a scene hides: roofs, and walls before floors.
//
// Something is taken for a roof when there is floor somewhere below it, and no floor at about its own level near it: a
// bed in the upper storey has floor beside it, a roof has not. A wall stands before a floor when there is floor close
// behind it, not far below and not lower than the floor in front of it: the outer wall of a room, seen from outside.
// Floors are kept coarsely, as one bit per step of height in each cell of a grid.
#ifndef WEND_SRC_PICTURE_COVER_H
#define WEND_SRC_PICTURE_COVER_H

#include <wend/base.h>

#define WEND_COVER_CELLS 256 // along each side

typedef struct wend_cover {
    double low[3];   // corner of the grid, in metres
    double cell;     // side of a cell
    double step;     // height that a bit stands for
    uint64_t *floor; // of each cell: heights at which there is floor
    uint64_t *near;  // of each cell: heights at which there is floor nearby or a little below
} wend_cover;

// An empty grid over a box; false when memory is short. `wend_cover_free` in any case.
bool wend_cover_start(wend_cover *cover, wend_context *context, const double low[3], const double high[3]);
void wend_cover_free(wend_cover *cover, wend_context *context);

// Adds a triangle of floor, and says that there are no more.
void wend_cover_add(wend_cover *cover, const double a[3], const double b[3], const double c[3]);
bool wend_cover_finish(wend_cover *cover, wend_context *context);

// Whether something at a place would be a roof.
bool wend_cover_is_roof(const wend_cover *cover, const double place[3]);
// Whether a wall at a place, with its front to `normal`, stands before floor.
bool wend_cover_is_before(const wend_cover *cover, const double place[3], const float normal[3]);

#endif

// What a scene hides: floors kept as bits by height on a coarse grid. See cover.h.
#include "picture/cover.h"

#include "base/platform.h"
#include "picture/raster.h"

#include <math.h>
#include <string.h>

#define CELLS WEND_COVER_CELLS
#define BITS 64
#define STEP_LEAST 0.25 // metres of height that a bit stands for at least
#define CELL_LEAST 0.2
#define NEAR 2.0  // metres sideways, and
#define ABOVE 2.2 // metres up from a floor where things are taken to stand on it
#define BELOW 1.5 // metres that floor must lie below a roof
#define WALL 4.0  // metres that floor may lie below a place on a wall, to be taken for the floor behind it
#define FRONT 0.5 // metres before a wall where floor is looked for, too;
#define LOWER 1.0 // floor that lies lower by this much is outside

static const size_t grid_bytes = (size_t)CELLS * CELLS * sizeof(uint64_t);

bool wend_cover_start(wend_cover *cover, wend_context *context, const double low[3], const double high[3]) {
    double side = fmax(high[0] - low[0], high[1] - low[1]);
    *cover = (wend_cover){.low = {low[0], low[1], low[2]},
                          .cell = fmax(side / (CELLS - 1), CELL_LEAST),
                          .step = fmax((high[2] - low[2]) / (BITS - 10), STEP_LEAST)};
    cover->floor = wend_allocate_array(context, CELLS * CELLS, sizeof *cover->floor);
    cover->near = wend_allocate_array(context, CELLS * CELLS, sizeof *cover->near);
    if (!cover->floor || !cover->near)
        return false;
    memset(cover->floor, 0, grid_bytes);
    return true;
}

void wend_cover_free(wend_cover *cover, wend_context *context) {
    wend_release(context, cover->floor, grid_bytes);
    wend_release(context, cover->near, grid_bytes);
}

static int bit_of(const wend_cover *cover, double z) {
    double bit = floor((z - cover->low[2]) / cover->step);
    return bit > 0 ? bit < BITS - 1 ? (int)bit : BITS - 1 : 0;
}

static void mark(void *user, const wend_span *span) {
    wend_cover *cover = user;
    for (int32_t x = span->x0; x < span->x1; x++) {
        double z = span->depth + span->slope * (x - span->x0);
        cover->floor[span->y * CELLS + x] |= (uint64_t)1 << bit_of(cover, z);
    }
}

static wend_pixel cell_at(const wend_cover *cover, const double place[3]) {
    return (wend_pixel){(place[0] - cover->low[0]) / cover->cell, (place[1] - cover->low[1]) / cover->cell, place[2]};
}

void wend_cover_add(wend_cover *cover, const double a[3], const double b[3], const double c[3]) {
    const wend_pixel cells[3] = {cell_at(cover, a), cell_at(cover, b), cell_at(cover, c)};
    wend_raster raster = {.width = CELLS, .first = 0, .end = CELLS, .use = mark, .user = cover};
    wend_raster_triangle(&raster, cells);
}

// Spreads bits sideways along rows (stride 1) or columns.
static void spread(const uint64_t *from, uint64_t *to, int32_t stride, int32_t reach) {
    for (int32_t k = 0; k < CELLS * CELLS; k++) {
        int32_t at = stride == 1 ? k % CELLS : k / CELLS;
        int32_t first = at - reach < 0 ? -at : -reach, last = at + reach >= CELLS ? CELLS - 1 - at : reach;
        uint64_t bits = 0;
        for (int32_t d = first; d <= last; d++)
            bits |= from[k + d * stride];
        to[k] = bits;
    }
}

bool wend_cover_finish(wend_cover *cover, wend_context *context) {
    uint64_t *rows = wend_allocate_array(context, CELLS * CELLS, sizeof *rows);
    if (!rows)
        return false;
    int32_t reach = (int32_t)ceil(NEAR / cover->cell), up = (int32_t)(ABOVE / cover->step);
    spread(cover->floor, rows, 1, reach);
    spread(rows, cover->near, CELLS, reach);
    for (int32_t k = 0; k < CELLS * CELLS; k++) {
        uint64_t bits = cover->near[k] | cover->near[k] >> 1;
        for (int32_t d = 0; d < up; d++)
            bits |= bits << 1;
        cover->near[k] = bits;
    }
    wend_release(context, rows, grid_bytes);
    return true;
}

// The cell of a place, -1 for none.
static int32_t cell_of(const wend_cover *cover, double x, double y) {
    double column = (x - cover->low[0]) / cover->cell, row = (y - cover->low[1]) / cover->cell;
    bool inside = column >= 0 && row >= 0 && column < CELLS && row < CELLS;
    return inside ? (int32_t)row * CELLS + (int32_t)column : -1;
}

bool wend_cover_is_roof(const wend_cover *cover, const double place[3]) {
    int32_t cell = cell_of(cover, place[0], place[1]);
    if (cell < 0)
        return false;
    uint64_t below = ((uint64_t)1 << bit_of(cover, place[2] - BELOW)) - 1;
    return (cover->floor[cell] & below) != 0 && !(cover->near[cell] >> bit_of(cover, place[2]) & 1);
}

// The bit of the highest floor at or below a place that is `aside` from a wall, along its normal; -1 for none.
static int floor_beside(const wend_cover *cover, const double place[3], const float normal[3], double aside) {
    int32_t cell = cell_of(cover, place[0] + aside * (double)normal[0], place[1] + aside * (double)normal[1]);
    int bit = cell < 0 ? -1 : bit_of(cover, place[2]);
    while (bit >= 0 && !(cover->floor[cell] >> bit & 1))
        bit--;
    return bit;
}

bool wend_cover_is_before(const wend_cover *cover, const double place[3], const float normal[3]) {
    static const double thicknesses[] = {0.45, 0.75}; // metres behind a wall where floor is looked for
    int behind = -1, front = floor_beside(cover, place, normal, FRONT);
    for (size_t k = 0; k < sizeof thicknesses / sizeof thicknesses[0]; k++) {
        int bit = floor_beside(cover, place, normal, -thicknesses[k]);
        behind = bit > behind ? bit : behind;
    }
    double steps = bit_of(cover, place[2]) - behind;
    return behind >= 0 && steps * cover->step <= WALL && (front - behind) * cover->step < LOWER;
}

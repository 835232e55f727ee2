// All regions of a scene, put together from what its tiles say.
#ifndef WEND_SRC_VOXEL_REGIONS_H
#define WEND_SRC_VOXEL_REGIONS_H

#include "voxel/tile.h"

// A side of a region's polygon.
typedef struct wend_region_side {
    wend_grid_cell from; // where it begins
    int32_t z;
    int32_t next;   // the side after it, of the same polygon
    int32_t twin;   // the side that runs back along it, in another region; or -1
    int32_t border; // why the floor ends there, or -1
    int32_t half;   // the half-edge that it becomes
} wend_region_side;

typedef struct wend_region {
    int32_t first_side; // its sides, up to those of the next region
    int32_t face;       // its largest floor
} wend_region;

typedef struct wend_voxel_regions {
    WEND_ARRAY(wend_region_side) sides; // region by region
    WEND_ARRAY(wend_region) regions;    // in the order of their first tops, and one more that ends the last one
    WEND_ARRAY(wend_raw_border) borders;
    int64_t tops, filled, levelled; // of all tiles
} wend_voxel_regions;

// Makes the regions of the results of all tiles, which are emptied. WEND_ERROR_MEMORY, _LIMIT. O(n log n) for n runs.
wend_result wend_voxel_regions_make(wend_context *context, const wend_solid *solid, wend_tile_result *results,
                                    int64_t count, wend_voxel_regions *regions);
void wend_voxel_regions_free(wend_context *context, wend_voxel_regions *regions);

// Makes triangles of them, and of each border one of the surface. In parallel, O(n log n).
wend_result wend_voxel_regions_fill(wend_context *context, const wend_grid *grid, const wend_solid *solid,
                                    wend_voxel_regions *regions, wend_raw *raw);

void wend_tile_result_free(wend_context *context, wend_tile_result *result);

#endif

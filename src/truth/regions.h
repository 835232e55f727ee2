// Floors that a surface leaves out whole: whether it was right to. Settled by the settings that it was built with and
// by vertical slices through the scene as it was read, in doubles. It shares nothing with the code that it judges.
#ifndef WEND_SRC_TRUTH_REGIONS_H
#define WEND_SRC_TRUTH_REGIONS_H

#include "truth/around.h"
#include "truth/scene.h"

// Why a walkable place is rightly not on the surface: any of these together. 0: it should be there.
enum {
    WEND_DROP_INSIDE = 1,   // its floor is inside a solid
    WEND_DROP_SEEDLESS = 2, // there are seeds, and none on its floor or on what hangs together with it
    WEND_DROP_SMALL = 4     // its floor is smaller than the least area, with what hangs together with it
};

// A place of a grid, on a floor.
typedef struct wend_region_node {
    int32_t i, j;
    double z;       // metres
    int32_t region; // WEND_ON_SURFACE for none
    int32_t next;   // node of the same bucket, -1 for none
} wend_region_node;

// What can be walked to from somewhere.
typedef struct wend_region {
    bool reached;        // the surface
    bool seeded;         // it holds a seed
    int64_t places;      // that were looked at
    int64_t unsure;      // of those: rounding decides what is first above
    int64_t sky;         // of those: nothing is above
    int64_t under_back;  // of those: the first thing above shows its back
    int64_t around;      // of those: looked around from,
    int64_t open;        // and seen out, above or around
    int64_t front, back; // strides that ended at something that shows its front, its back
    int64_t inner;       // places from which strides all around arrived
    double area;         // square metres, at least
} wend_region;

enum { WEND_REGION_BUCKETS = 1 << 14, WEND_REGION_GRIDS = 3, WEND_ON_SURFACE = -1 };

typedef struct wend_region_grid {
    double side; // metres between nodes
    WEND_ARRAY(wend_region_node) nodes;
    WEND_ARRAY(wend_region) regions;
    int32_t buckets[WEND_REGION_BUCKETS];
} wend_region_grid;

typedef struct wend_slice wend_slice;

typedef struct wend_regions {
    const wend_scene_truth *truth;
    double touch;                               // metres of height below which floors are one
    double step;                                // metres that a stride may step up or down,
    wend_region_grid *grids;                    // and the grids for that: one of the next two
    wend_region_grid apart[WEND_REGION_GRIDS];  // without steps,
    wend_region_grid linked[WEND_REGION_GRIDS]; // with those that the agent takes
    WEND_ARRAY(wend_slice) slices;              // of the stride at hand
    wend_column_list near;
    wend_onlooker onlooker;
} wend_regions;

// The truth must stay. Free it in any case.
void wend_regions_start(wend_regions *regions, const wend_scene_truth *truth);
void wend_regions_free(wend_regions *regions);

// Judges a walkable place, in metres, that is not on the surface. WEND_ERROR_MEMORY.
wend_result wend_regions_judge(wend_regions *regions, const double place[3], unsigned *drops);

#endif

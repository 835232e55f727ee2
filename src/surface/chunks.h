// The chunks of a surface in a .wend file (docs/format.md).
#ifndef WEND_SRC_SURFACE_CHUNKS_H
#define WEND_SRC_SURFACE_CHUNKS_H

#include <stdint.h>

enum {
    WEND_SURFACE_HEAD, // wend_surface_head, one
    WEND_SURFACE_VERTICES,
    WEND_SURFACE_TRIANGLES,
    WEND_SURFACE_TRIANGLE_COMPONENTS,
    WEND_SURFACE_BOUNDARIES,
    WEND_SURFACE_COMPONENTS,
    WEND_SURFACE_TRIANGLE_AREAS, // only where there are other areas than 0
    WEND_SURFACE_CHUNK_COUNT
};

// What a surface is besides its arrays, and whom it was made for.
typedef struct wend_surface_head {
    double origin[3];
    double step;
    double unit;
    double area;
    double min[3], max[3];
    double height; // of the agent, metres
    double slope;  // that it can walk, radians
    uint64_t hash;
    int32_t up;       // wend_up
    int32_t producer; // wend_producer
    int32_t cycle_count;
    int32_t reserved; // 0
} wend_surface_head;

#endif

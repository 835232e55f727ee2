// The chunks of a plan in a .wend file (docs/format.md).
#ifndef WEND_SRC_PLAN_CHUNKS_H
#define WEND_SRC_PLAN_CHUNKS_H

#include <stdint.h>

enum {
    WEND_PLAN_HEAD, // wend_plan_head, one
    WEND_PLAN_VERTICES,
    WEND_PLAN_VERTEX_FLAGS,
    WEND_PLAN_TRIANGLES,
    WEND_PLAN_TRIANGLE_COMPONENTS,
    WEND_PLAN_BOUNDARIES,
    WEND_PLAN_COMPONENTS,
    WEND_PLAN_BORDERS,
    WEND_PLAN_VERTEX_SOURCES, // these four only for the plan of a linked surface
    WEND_PLAN_VERTEX_HEIGHTS,
    WEND_PLAN_TRIANGLE_LAYERS,
    WEND_PLAN_COMPONENT_HANDLES,
    WEND_PLAN_TRIANGLE_AREAS, // only where there are other areas than 0
    WEND_PLAN_CHUNK_COUNT
};

// What a plan is besides its arrays.
typedef struct wend_plan_head {
    double origin[2];
    double step;
    double unit;
    uint64_t hash;
    int32_t cycle_count;
    int32_t reserved; // 0
} wend_plan_head;

#endif

// The chunks of a medial axis in a .wend file (docs/format.md).
#ifndef WEND_SRC_MEDIAL_CHUNKS_H
#define WEND_SRC_MEDIAL_CHUNKS_H

#include <stdint.h>

enum {
    WEND_MEDIAL_HEAD, // wend_medial_head, one
    WEND_MEDIAL_VERTICES,
    WEND_MEDIAL_ARCS,
    WEND_MEDIAL_AROUND,
    WEND_MEDIAL_CHUNK_COUNT
};

// What a medial axis is besides its arrays.
typedef struct wend_medial_head {
    uint64_t hash;
    int32_t true_count;
    int32_t reserved; // 0
} wend_medial_head;

#endif

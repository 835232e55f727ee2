// The chunks of links in a .wend file (docs/format.md).
#ifndef WEND_SRC_LINK_CHUNKS_H
#define WEND_SRC_LINK_CHUNKS_H

#include "base/artifact.h"

#include <wend/links.h>

enum {
    WEND_LINKS_HEAD, // wend_links_head, one
    WEND_LINKS_LIST, // wend_link_record
    WEND_LINKS_INTERVALS,
    WEND_LINKS_VERTICES,
    WEND_LINKS_VERTEX_FLAGS,
    WEND_LINKS_TRIANGLES,
    WEND_LINKS_TRIANGLE_COMPONENTS,
    WEND_LINKS_BOUNDARIES,
    WEND_LINKS_JOINS,
    WEND_LINKS_COMPONENTS,
    WEND_LINKS_CHUNK_COUNT
};

// What links are besides their arrays. Lattice and height are those of the surface.
typedef struct wend_links_head {
    double step, gap, drop; // metres
    double filled;          // square metres
    uint64_t hash;
    int64_t counts[WEND_LINK_KIND_COUNT];
    int32_t cycle_count;
    int32_t filler_first;
} wend_links_head;

// A link in a file, and the flight of stairs that it belongs to, or -1. Stairs were a part of links once: the array
// that says so for each link is here in files, and theirs in memory.
typedef struct wend_link_record {
    uint64_t id;
    int32_t kind; // wend_link_kind
    int32_t first_interval, interval_count;
    int32_t first_filler, filler_count;
    int32_t reserved; // 0
    double height, barrier, distance, width;
    double direction[2];
    int32_t landing;
    int32_t flight;
} wend_link_record;

// The flights of the links of a file, after their chunk was loaded: behind the room that its elements took.
static inline int32_t *wend_links_flights(const wend_chunk *list) {
    return (int32_t *)((uintptr_t)list->data + (size_t)list->count * sizeof(wend_link_record));
}

#endif

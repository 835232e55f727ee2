// The bytes of a .wend file, as docs/format.md specifies them. Writer and reader share these structures.
//
//     header        64 bytes
//     chunk table   48 bytes for each chunk
//     chunks        each from a multiple of 64 on, in the order of the table; zeros between them
//
// All numbers are little-endian and naturally aligned, so that on a little-endian machine the structures below, and the
// arrays of a plan, are the bytes. Big-endian machines are refused.
#ifndef WEND_SRC_ARCHIVE_FORMAT_H
#define WEND_SRC_ARCHIVE_FORMAT_H

#include <wend/archive.h>

#include <string.h>

enum {
    WEND_ARCHIVE_MAJOR = 1, // raised when old readers would misread a file
    WEND_ARCHIVE_MINOR = 0, // raised when chunks are added that old readers may skip
    WEND_ARCHIVE_ALIGN = 64,
    WEND_ARCHIVE_CHUNKS_MAX = 4096
};

// The first byte is no ASCII, the line ends show a transfer as text, and 0x1A stops a listing.
#define WEND_ARCHIVE_MAGIC "\x89WEND\r\n\x1A"

typedef struct wend_archive_header {
    uint8_t magic[8];
    uint16_t major, minor;
    uint32_t chunk_count;
    uint64_t file_bytes;  // size of the whole file
    uint64_t checksum;    // of this header, with 0 in this place, and of the table
    uint8_t reserved[32]; // 0
} wend_archive_header;

typedef struct wend_archive_entry {
    char id[4];
    uint32_t version;  // of this chunk's layout
    uint64_t offset;   // from the start of the file
    uint64_t bytes;    // count * size
    uint64_t count;    // elements
    uint32_t size;     // bytes of an element
    uint32_t reserved; // 0
    uint64_t checksum; // of the chunk's bytes
} wend_archive_entry;

// The chunks of a plan, in the order in which they are written.
typedef enum wend_archive_chunk {
    WEND_CHUNK_PLAN,                // wend_archive_plan, one
    WEND_CHUNK_VERTICES,            // wend_point
    WEND_CHUNK_VERTEX_FLAGS,        // uint8_t
    WEND_CHUNK_TRIANGLES,           // wend_plan_triangle
    WEND_CHUNK_TRIANGLE_COMPONENTS, // int32_t
    WEND_CHUNK_BOUNDARIES,          // wend_plan_boundary
    WEND_CHUNK_COMPONENTS,          // wend_plan_component
    WEND_CHUNK_BORDERS,             // int32_t
    WEND_CHUNK_COUNT
} wend_archive_chunk;

// What a plan is besides its arrays.
typedef struct wend_archive_plan {
    double origin[2];
    double step;
    double unit;
    uint64_t hash;
    int32_t cycle_count;
    int32_t reserved; // 0
} wend_archive_plan;

typedef struct wend_archive_kind {
    char id[5];
    uint32_t version;
    uint32_t size;
    bool optional; // whether the chunk is left out when it would be empty
} wend_archive_kind;

static const wend_archive_kind wend_archive_kinds[WEND_CHUNK_COUNT] = {
    {"PLAN", 1, sizeof(wend_archive_plan), false},
    {"PVTX", 1, sizeof(wend_point), false},
    {"PVFL", 1, sizeof(uint8_t), false},
    {"PTRI", 1, sizeof(wend_plan_triangle), false},
    {"PTCO", 1, sizeof(int32_t), false},
    {"PBND", 1, sizeof(wend_plan_boundary), false},
    {"PCMP", 1, sizeof(wend_plan_component), false},
    {"PBRD", 1, sizeof(int32_t), true},
};

// The structures are their bytes: no padding anywhere.
_Static_assert(sizeof(wend_archive_header) == 64, "header");
_Static_assert(sizeof(wend_archive_entry) == 48, "entry");
_Static_assert(sizeof(wend_archive_plan) == 48, "plan");
_Static_assert(sizeof(wend_point) == 8, "point");
_Static_assert(sizeof(wend_plan_triangle) == 24, "triangle");
_Static_assert(sizeof(wend_plan_boundary) == 20, "boundary");
_Static_assert(sizeof(wend_plan_component) == 24, "component");

static inline bool wend_archive_is_little_endian(void) {
    const uint16_t probe = 1;
    uint8_t first;
    memcpy(&first, &probe, 1);
    return first == 1;
}

// The next multiple of the alignment. Not for values near 2^64.
static inline uint64_t wend_archive_align(uint64_t offset) {
    return (offset + WEND_ARCHIVE_ALIGN - 1) / WEND_ARCHIVE_ALIGN * WEND_ARCHIVE_ALIGN;
}

// Where the first chunk starts.
static inline uint64_t wend_archive_start(uint64_t chunk_count) {
    return wend_archive_align(sizeof(wend_archive_header) + chunk_count * sizeof(wend_archive_entry));
}

// The checksum of the header and of the table, which follows it. `header` holds 0 in its place, or is taken to.
static inline uint64_t wend_archive_checksum(const wend_archive_header *header, const wend_archive_entry *table) {
    wend_archive_header blank = *header;
    blank.checksum = 0;
    uint64_t hash = wend_hash(0, &blank, sizeof blank);
    return wend_hash(hash, table, header->chunk_count * sizeof *table);
}

#endif

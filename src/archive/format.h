// The bytes of a .wend file, as docs/format.md specifies them. Writer and reader share these structures.
//
//     header        64 bytes
//     chunk table   48 bytes for each chunk
//     chunks        one after the other, in the order of the table, each packed (pack.h)
//
// What the chunks are, each artifact says itself (base/artifact.h). The structures below, and the arrays of the
// artifacts, are as they are in memory. In files all numbers are little-endian, whatever the machine.
#ifndef WEND_SRC_ARCHIVE_FORMAT_H
#define WEND_SRC_ARCHIVE_FORMAT_H

#include "archive/pack.h"
#include "nav/nav.h"

#include <wend/archive.h>

#include <string.h>

enum {
    WEND_ARCHIVE_MAJOR = 2, // raised when old readers would misread a file
    WEND_ARCHIVE_MINOR = 3, // raised when chunks are added that old readers may skip; files without such chunks say
                            // what they said before
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
    uint64_t bytes;    // in the file
    uint64_t count;    // elements
    uint32_t size;     // bytes of an element in memory
    uint32_t reserved; // 0
    uint64_t checksum; // of the chunk's bytes
} wend_archive_entry;

static const wend_element wend_archive_header_kind = {sizeof(wend_archive_header), "bbbbbbbbhhwdd"};
static const wend_element wend_archive_entry_kind = {sizeof(wend_archive_entry), "bbbbwdddwwd"};

// No padding anywhere.
_Static_assert(sizeof(wend_archive_header) == 64, "header");
_Static_assert(sizeof(wend_archive_entry) == 48, "entry");

// All chunks of all artifacts that a nav can hold.
enum { WEND_ARCHIVE_KINDS_MAX = WEND_NAV_KIND_COUNT * WEND_CHUNKS_MAX };

// A chunk that a file may have: the k-th one of an artifact.
typedef struct wend_archive_kind {
    wend_nav_kind of;
    int k;
    const wend_chunk_kind *chunk;
} wend_archive_kind;

// Lists them in the order in which files have them; how many.
int wend_archive_list(wend_archive_kind kinds[WEND_ARCHIVE_KINDS_MAX]);

// Where the first chunk starts.
static inline uint64_t wend_archive_start(uint64_t chunk_count) {
    return sizeof(wend_archive_header) + chunk_count * sizeof(wend_archive_entry);
}

// The checksum of the header, with 0 in the place of its own, and of the table, which follows it.
static inline uint64_t wend_archive_checksum(const unsigned char *file, uint64_t chunk_count) {
    unsigned char blank[sizeof(wend_archive_header)];
    memcpy(blank, file, sizeof blank);
    memset(blank + offsetof(wend_archive_header, checksum), 0, sizeof(uint64_t));
    return wend_hash(wend_hash(0, blank, sizeof blank), file + sizeof blank,
                     (size_t)chunk_count * sizeof(wend_archive_entry));
}

#endif

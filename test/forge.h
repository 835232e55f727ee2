// .wend files with right checksums and wrong contents, for tests and the fuzzer, on little-endian machines.
#ifndef WEND_TEST_FORGE_H
#define WEND_TEST_FORGE_H

#include "archive/format.h"

#include <stdio.h>
#include <stdlib.h>

// How many entries a file's table has; none when the file has no room for them.
static inline uint32_t forge_chunk_count(const unsigned char *bytes, size_t count) {
    wend_archive_header header;
    if (count < sizeof header)
        return 0;
    memcpy(&header, bytes, sizeof header);
    return header.chunk_count <= (count - sizeof header) / sizeof(wend_archive_entry) ? header.chunk_count : 0;
}

// Makes all checksums of a file right, as far as its table makes sense: what a clever enemy would do.
static inline void forge_checksums(unsigned char *bytes, size_t count) {
    uint32_t chunk_count = forge_chunk_count(bytes, count);
    if (count < sizeof(wend_archive_header))
        return;
    for (uint32_t k = 0; k < chunk_count; k++) {
        wend_archive_entry entry;
        memcpy(&entry, bytes + wend_archive_start(k), sizeof entry);
        if (entry.offset > count || entry.bytes > count - entry.offset)
            continue;
        entry.checksum = wend_hash(0, bytes + entry.offset, (size_t)entry.bytes);
        memcpy(bytes + wend_archive_start(k), &entry, sizeof entry);
    }
    uint64_t checksum = wend_archive_checksum(bytes, chunk_count);
    memcpy(bytes + offsetof(wend_archive_header, checksum), &checksum, sizeof checksum);
}

// Whether a chunk's bytes lie in the file and are what its count and size make them.
static inline bool forge_is_plain(const wend_archive_entry *e, size_t count) {
    return e->size > 0 && e->size <= WEND_ELEMENT_MAX && e->offset <= count && e->bytes <= count - e->offset &&
           e->bytes % e->size == 0 && e->bytes / e->size == e->count;
}

static inline unsigned char *forge_start(const unsigned char *bytes, uint32_t chunk_count, size_t room) {
    unsigned char *made = malloc((size_t)wend_archive_start(chunk_count) + room);
    if (made == NULL)
        exit(1);
    memset(made, 0, (size_t)wend_archive_start(chunk_count) + room);
    memcpy(made, bytes, (size_t)wend_archive_start(chunk_count));
    return made;
}

// The plain form of a file that was saved, for changing numbers in it: its chunks lie in it as in memory, each from a
// multiple of eight on, and its table says so. To be freed with free.
static inline unsigned char *forge_plain(const unsigned char *bytes, size_t count, size_t *made_count) {
    uint32_t chunk_count = forge_chunk_count(bytes, count);
    unsigned char *made = forge_start(bytes, chunk_count, 4 * count + 8 * (size_t)chunk_count);
    size_t end = (size_t)wend_archive_start(chunk_count);
    for (uint32_t k = 0; k < chunk_count; k++) {
        wend_archive_entry e;
        memcpy(&e, bytes + wend_archive_start(k), sizeof e);
        if (!wend_unpack(&(wend_element){e.size, ""}, bytes + e.offset, (size_t)e.bytes, made + end, (int64_t)e.count))
            fprintf(stderr, "chunk %.4s cannot be unpacked\n", e.id), exit(1);
        e.offset = end;
        e.bytes = e.count * e.size;
        memcpy(made + wend_archive_start(k), &e, sizeof e);
        end += (size_t)(e.bytes + 7) / 8 * 8;
    }
    *made_count = end;
    return made;
}

// The file of a plain form, with right checksums. An entry that is no longer right stays as it is.
static inline unsigned char *forge_packed(const unsigned char *plain, size_t count, size_t *made_count) {
    uint32_t chunk_count = forge_chunk_count(plain, count);
    unsigned char *made = forge_start(plain, chunk_count, 2 * count);
    uint64_t end = wend_archive_start(chunk_count);
    for (uint32_t k = 0; k < chunk_count; k++) {
        wend_archive_entry e;
        memcpy(&e, plain + wend_archive_start(k), sizeof e);
        if (!forge_is_plain(&e, count))
            continue;
        e.bytes = wend_pack(&(wend_element){e.size, ""}, plain + e.offset, (int64_t)e.count, NULL);
        if (e.bytes > wend_archive_start(chunk_count) + 2 * count - end)
            continue; // chunks that overlap may be longer than the file
        wend_pack(&(wend_element){e.size, ""}, plain + e.offset, (int64_t)e.count, made + end);
        e.offset = end;
        end += e.bytes;
        memcpy(made + wend_archive_start(k), &e, sizeof e);
    }
    memcpy(made + offsetof(wend_archive_header, file_bytes), &end, sizeof end);
    *made_count = (size_t)end;
    forge_checksums(made, *made_count);
    return made;
}

#endif

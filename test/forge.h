// .wend files with right checksums and wrong contents, for tests and the fuzzer.
#ifndef WEND_TEST_FORGE_H
#define WEND_TEST_FORGE_H

#include "archive/format.h"

// Makes all checksums of a file right, as far as its table makes sense: what a clever enemy would do.
static inline void forge_checksums(unsigned char *bytes, size_t count) {
    wend_archive_header header;
    if (count < sizeof header)
        return;
    memcpy(&header, bytes, sizeof header);
    size_t room = (count - sizeof header) / sizeof(wend_archive_entry);
    if (header.chunk_count > room)
        return;
    for (uint32_t k = 0; k < header.chunk_count; k++) {
        unsigned char *place = bytes + sizeof header + k * sizeof(wend_archive_entry);
        wend_archive_entry entry;
        memcpy(&entry, place, sizeof entry);
        if (entry.offset > count || entry.bytes > count - entry.offset)
            continue;
        entry.checksum = wend_hash(0, bytes + entry.offset, (size_t)entry.bytes);
        memcpy(place, &entry, sizeof entry);
    }
    header.checksum = 0;
    uint64_t hash = wend_hash(0, &header, sizeof header);
    header.checksum = wend_hash(hash, bytes + sizeof header, header.chunk_count * sizeof(wend_archive_entry));
    memcpy(bytes, &header, sizeof header);
}

#endif

// How the elements of a chunk become bytes and back. docs/format.md, "How chunks are packed", specifies it.
#ifndef WEND_SRC_ARCHIVE_PACK_H
#define WEND_SRC_ARCHIVE_PACK_H

#include "base/artifact.h"

// Between the order of bytes of this machine and that of files, which is little-endian, either way.
void wend_element_turn(const wend_element *kind, void *element);

// The fewest bytes that `count` elements take when packed, at least a quarter of what they take in memory.
uint64_t wend_pack_least(const wend_element *kind, uint64_t count);

// How many bytes elements take when packed; writes them as well, where `to` is not NULL.
size_t wend_pack(const wend_element *kind, const void *elements, int64_t count, unsigned char *to);

// Makes `count` elements of bytes. False when they are not exactly that many.
bool wend_unpack(const wend_element *kind, const unsigned char *bytes, size_t byte_count, void *elements,
                 int64_t count);

#endif

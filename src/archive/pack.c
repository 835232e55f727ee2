// Elements of chunks to bytes and back.
//
// Neighbours in an array are neighbours in space, so that most numbers differ little from those of the element before.
// An element is taken as words of four bytes. Of each word its difference from the same word of the element before is
// written, in as few bytes as that takes: seven bits in a byte, the lowest first, the eighth bit says that more follow.
// Differences of either sign are folded into small numbers: 0, -1, 1, -2, 2 become 0, 1, 2, 3, 4. Elements that are not
// words (flags of one byte, areas of two) are written as they are, little-endian.
//
// Bytes are put together by shifts, which compilers turn into one load or store where the machine is little-endian.
#include "archive/pack.h"

#include <string.h>

enum { WORD = 4, WORDS_MAX = WEND_ELEMENT_MAX / WORD };

static bool is_big_endian(void) {
    const uint16_t probe = 1;
    uint8_t first;
    memcpy(&first, &probe, 1);
    return first == 0;
}

static uint32_t size_of(char field) {
    return field == 'd' ? 8 : field == 'w' ? 4 : field == 'h' ? 2 : 1;
}

static void reverse(unsigned char *bytes, uint32_t count) {
    for (uint32_t i = 0; i < count / 2; i++) {
        unsigned char byte = bytes[i];
        bytes[i] = bytes[count - 1 - i];
        bytes[count - 1 - i] = byte;
    }
}

void wend_element_turn(const wend_element *kind, void *element) {
    unsigned char *at = element;
    if (is_big_endian())
        for (const char *field = kind->fields; *field; at += size_of(*field++))
            reverse(at, size_of(*field));
}

static uint32_t load_word(const unsigned char *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void store_word(unsigned char *p, uint32_t word) {
    p[0] = (unsigned char)word;
    p[1] = (unsigned char)(word >> 8);
    p[2] = (unsigned char)(word >> 16);
    p[3] = (unsigned char)(word >> 24);
}

static bool has_words(const wend_element *kind) {
    return kind->size % WORD == 0;
}

uint64_t wend_pack_least(const wend_element *kind, uint64_t count) {
    uint64_t each = has_words(kind) ? kind->size / WORD : kind->size;
    return count > UINT64_MAX / each ? UINT64_MAX : count * each;
}

// ---------------------------------------------------------------------------------------------------- packing

// Writes a number where `to` is not NULL; how many bytes it takes.
static size_t put_number(uint32_t number, unsigned char *to) {
    size_t n = 0;
    for (; number >= 0x80; number >>= 7, n++)
        if (to != NULL)
            to[n] = (unsigned char)(number | 0x80);
    if (to != NULL)
        to[n] = (unsigned char)number;
    return n + 1;
}

// Copies elements that are no words, turning each where that is needed.
static void copy_short(const wend_element *kind, const unsigned char *from, size_t count, unsigned char *to) {
    if (count > 0)
        memcpy(to, from, count * kind->size);
    for (size_t k = 0; k < count && kind->size > 1; k++)
        wend_element_turn(kind, to + k * kind->size);
}

size_t wend_pack(const wend_element *kind, const void *elements, int64_t count, unsigned char *to) {
    const unsigned char *from = elements;
    size_t size = kind->size, bytes = 0;
    if (!has_words(kind)) {
        if (to != NULL)
            copy_short(kind, from, (size_t)count, to);
        return (size_t)count * size;
    }
    uint32_t last[WORDS_MAX] = {0};
    for (int64_t k = 0; k < count; k++, from += size) {
        unsigned char element[WEND_ELEMENT_MAX];
        memcpy(element, from, size);
        wend_element_turn(kind, element);
        for (size_t i = 0; i < size / WORD; i++) {
            uint32_t word = load_word(element + WORD * i), difference = word - last[i];
            bytes += put_number(difference << 1 ^ (0 - (difference >> 31)), to != NULL ? to + bytes : NULL);
            last[i] = word;
        }
    }
    return bytes;
}

// ---------------------------------------------------------------------------------------------------- unpacking

// The rest of a number whose first byte says that more follow. NULL when the bytes end, when 32 bits do not hold it,
// or when it could have been written with fewer bytes.
static const unsigned char *take_rest(const unsigned char *at, const unsigned char *end, uint32_t *number) {
    *number &= 0x7F;
    for (int shift = 7; at < end && shift < 32; shift += 7) {
        uint32_t byte = *at++;
        if (shift == 28 && byte > 0xF)
            return NULL;
        *number |= (byte & 0x7F) << shift;
        if (byte < 0x80)
            return byte > 0 ? at : NULL;
    }
    return NULL;
}

bool wend_unpack(const wend_element *kind, const unsigned char *bytes, size_t byte_count, void *elements,
                 int64_t count) {
    const unsigned char *at = bytes, *end = bytes + byte_count;
    unsigned char *to = elements;
    size_t size = kind->size;
    if (!has_words(kind)) {
        if (byte_count != (size_t)count * size)
            return false;
        copy_short(kind, bytes, (size_t)count, to);
        return true;
    }
    uint32_t last[WORDS_MAX] = {0};
    for (int64_t k = 0; k < count; k++, to += size) {
        for (size_t i = 0; i < size / WORD; i++) {
            if (at == end)
                return false;
            uint32_t number = *at++;
            if (number >= 0x80 && (at = take_rest(at, end, &number)) == NULL)
                return false;
            last[i] += number >> 1 ^ (0 - (number & 1));
            store_word(to + WORD * i, last[i]);
        }
        wend_element_turn(kind, to);
    }
    return at == end;
}

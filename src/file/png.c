// Pixels as a PNG file: see png.h.
//
// Each row is written as differences to what is beside and above it, by whichever of the format's five filters makes
// the smallest numbers, which is a good guess at what compresses best.
#include "file/png.h"

enum { CHANNELS = 3, FILTERS = 5 };

static uint32_t crc(const uint8_t *bytes, int64_t count) {
    uint32_t table[16], sum = 0xFFFFFFFFu;
    for (uint32_t k = 0; k < 16; k++) {
        table[k] = k;
        for (int bit = 0; bit < 4; bit++)
            table[k] = table[k] & 1 ? 0xEDB88320u ^ table[k] >> 1 : table[k] >> 1;
    }
    for (int64_t k = 0; k < count; k++) {
        sum = table[(sum ^ bytes[k]) & 15] ^ sum >> 4;
        sum = table[(sum ^ bytes[k] >> 4) & 15] ^ sum >> 4;
    }
    return ~sum;
}

static bool put_u32(wend_context *context, wend_byte_array *out, uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8)
        if (!wend_array_push(context, out, (uint8_t)(value >> shift & 255)))
            return false;
    return true;
}

static bool put_bytes(wend_context *context, wend_byte_array *out, const void *bytes, int64_t count) {
    if (!wend_array_reserve(context, out, out->count + count))
        return false;
    memcpy(out->data + out->count, bytes, (size_t)count);
    out->count += count;
    return true;
}

// Ends the chunk whose length field is at `start`.
static bool end_chunk(wend_context *context, wend_byte_array *out, int64_t start) {
    int64_t content = out->count - start - 8;
    for (int k = 0; k < 4; k++)
        out->data[start + k] = (uint8_t)((uint32_t)content >> (24 - 8 * k) & 255);
    return put_u32(context, out, crc(out->data + start + 4, content + 4));
}

static bool begin_chunk(wend_context *context, wend_byte_array *out, const char *type, int64_t *start) {
    *start = out->count;
    return put_u32(context, out, 0) && put_bytes(context, out, type, 4);
}

// ---------------------------------------------------------------------------------------------------- filters

static int distance(int a, int b) {
    return a < b ? b - a : a - b;
}

// Paeth's guess: the neighbour that is nearest to left + above - corner.
static int guess(int left, int above, int corner) {
    int guessed = left + above - corner;
    int to_left = distance(guessed, left), to_above = distance(guessed, above), to_corner = distance(guessed, corner);
    return to_left <= to_above && to_left <= to_corner ? left : to_above <= to_corner ? above : corner;
}

// Writes a row as differences; `above` is the row before, zeros for the first. Returns how large they are in sum.
static int64_t filter_row(int filter, const uint8_t *row, const uint8_t *above, int64_t count, uint8_t *out) {
    int64_t sum = 0;
    for (int64_t k = 0; k < count; k++) {
        int left = k < CHANNELS ? 0 : row[k - CHANNELS], up = above[k], corner = k < CHANNELS ? 0 : above[k - CHANNELS];
        int base = filter == 0   ? 0
                   : filter == 1 ? left
                   : filter == 2 ? up
                   : filter == 3 ? (left + up) / 2
                                 : guess(left, up, corner);
        out[k] = (uint8_t)((row[k] - base) & 255);
        sum += out[k] < 128 ? out[k] : 256 - out[k];
    }
    return sum;
}

// The filtered rows, each after the number of its filter. `spare` has room for a row and a row of zeros.
static void filter_rows(const uint8_t *pixels, int32_t height, int64_t count, uint8_t *spare, uint8_t *out) {
    memset(spare + count, 0, (size_t)count);
    const uint8_t *above = spare + count;
    for (int32_t y = 0; y < height; y++, out += count + 1) {
        const uint8_t *row = pixels + y * count;
        int64_t least = -1;
        for (int filter = 0; filter < FILTERS && least != 0; filter++) {
            int64_t sum = filter_row(filter, row, above, count, spare);
            if (least >= 0 && sum >= least)
                continue;
            least = sum;
            out[0] = (uint8_t)filter;
            memcpy(out + 1, spare, (size_t)count);
        }
        above = row;
    }
}

// ---------------------------------------------------------------------------------------------------- the file

static bool put_header(wend_context *context, wend_byte_array *out, int32_t width, int32_t height) {
    static const uint8_t depth[5] = {8, 2, 0, 0, 0}; // 8 bits, red green blue, the only compression, not interlaced
    int64_t start = 0;
    return put_bytes(context, out, "\x89PNG\r\n\x1A\n", 8) && begin_chunk(context, out, "IHDR", &start) &&
           put_u32(context, out, (uint32_t)width) && put_u32(context, out, (uint32_t)height) &&
           put_bytes(context, out, depth, sizeof depth) && end_chunk(context, out, start);
}

static bool put_pixels(wend_context *context, wend_byte_array *out, const uint8_t *pixels, int32_t width,
                       int32_t height) {
    int64_t row = (int64_t)width * CHANNELS, count = (row + 1) * height, start = 0;
    uint8_t *filtered = wend_allocate_array(context, count, 1), *spare = wend_allocate_array(context, 2 * row, 1);
    bool done = filtered && spare;
    if (done) {
        filter_rows(pixels, height, row, spare, filtered);
        done = begin_chunk(context, out, "IDAT", &start) && wend_deflate(context, filtered, count, out) &&
               end_chunk(context, out, start);
    }
    wend_release(context, filtered, (size_t)count);
    wend_release(context, spare, (size_t)(2 * row));
    return done;
}

wend_result wend_png_encode(wend_context *context, const uint8_t *pixels, int32_t width, int32_t height,
                            wend_byte_array *out) {
    int64_t start = 0;
    if (width < 1 || height < 1)
        return WEND_ERROR_ARGUMENT;
    if ((int64_t)width * CHANNELS + 1 > INT32_MAX / height)
        return WEND_ERROR_LIMIT;
    bool done = put_header(context, out, width, height) && put_pixels(context, out, pixels, width, height) &&
                begin_chunk(context, out, "IEND", &start) && end_chunk(context, out, start);
    return done ? WEND_OK : WEND_ERROR_MEMORY;
}

// What the fuzzers read their inputs with: bytes one after the other, and floor plans drawn from them.
#ifndef WEND_FUZZ_BYTES_H
#define WEND_FUZZ_BYTES_H

#include <wend/plan.h>

#include <stdio.h>
#include <stdlib.h>

#define require(condition) require_that((condition), __FILE__, __LINE__, #condition)

static inline void require_that(bool good, const char *file, int line, const char *condition) {
    if (good)
        return;
    fprintf(stderr, "%s:%d: %s\n", file, line, condition);
    abort();
}

typedef struct bytes {
    const uint8_t *data;
    size_t size;
} bytes;

// 0 when none is left.
static inline uint8_t next(bytes *b) {
    if (b->size == 0)
        return 0;
    b->size--;
    return *b->data++;
}

// A coordinate on a 16 x 16 grid, in one of a hundred bytes far off it.
static inline double coordinate(uint8_t nibble, uint8_t far) {
    return far == 255 ? nibble * 1e6 - 3e6 : nibble;
}

// Draws shapes whose points lie on the grid, so that everything that can touch does, until a byte below 64; and the
// same turned by a quarter, unless that is NULL.
static inline void draw(bytes *b, wend_drawing *drawing, wend_drawing *turned) {
    for (int shapes = 0; shapes < 40 && b->size > 0; shapes++) {
        uint8_t head = next(b);
        if (head < 64)
            return;
        double points[2 * 16], other[2 * 16];
        int32_t count = head % 16 + 1;
        int32_t polygon = (head >> 4) % 4 - 1;
        wend_shape_kind kind = (wend_shape_kind)(next(b) % WEND_SHAPE_KIND_COUNT);
        for (int32_t i = 0; i < count; i++) {
            uint8_t place = next(b), far = kind == WEND_SHAPE_POINT ? next(b) : 0;
            points[2 * i] = coordinate(place >> 4, far);
            points[2 * i + 1] = coordinate(place & 15, 0);
            other[2 * i] = -points[2 * i + 1];
            other[2 * i + 1] = points[2 * i];
        }
        require(wend_drawing_add(drawing, kind, polygon, points, count) == WEND_OK);
        require(turned == NULL || wend_drawing_add(turned, kind, polygon, other, count) == WEND_OK);
    }
}

#endif

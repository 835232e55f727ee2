// Triangles on a grid of pixels: which pixel centres lie in one, row by row, and how deep it is there.
//
// Triangles that share a side share no pixel centre and leave none out: where a side crosses a row is computed from its
// ends in an order of their own.
#ifndef WEND_SRC_PICTURE_RASTER_H
#define WEND_SRC_PICTURE_RASTER_H

#include <wend/base.h>

// A point on the grid: y downward, and depth, which is whatever the caller wants to have interpolated.
typedef struct wend_pixel {
    double x, y, depth;
} wend_pixel;

// Pixels x0 <= x < x1 of row y. The depth at the centre of x0 is `depth`, and grows by `slope` a pixel.
typedef struct wend_span {
    int32_t y, x0, x1;
    double depth, slope;
} wend_span;

typedef void wend_span_use(void *user, const wend_span *span);

// Rows first <= y < end of a grid that is `width` pixels wide.
typedef struct wend_raster {
    int32_t width, first, end;
    wend_span_use *use;
    void *user;
} wend_raster;

// Hands out the spans of a triangle. Corners that are not finite or beyond 1e9 make nothing.
void wend_raster_triangle(const wend_raster *raster, const wend_pixel corners[3]);

// The same of a line of the given width in pixels, its ends drawn out by half of that.
void wend_raster_line(const wend_raster *raster, const wend_pixel ends[2], double width);

#endif

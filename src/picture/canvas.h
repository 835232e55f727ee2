// Painting in pixels: shapes are made of lines, filled by the non-zero rule with smooth edges, and blended into a
// picture. The same pixels on every machine: coordinates are rounded to 1/256 of a pixel once, and what follows is
// whole numbers.
//
//     wend_canvas canvas;
//     result = wend_canvas_start(context, 640, 480, 0xffffffff, &canvas);
//     wend_canvas_line(&canvas, 10, 10, 90, 10); // edges of one shape, which must close
//     ...
//     wend_canvas_fill(&canvas, 0x3366ccff);     // paints it; the next line begins another shape
//     wend_canvas_stroke(&canvas, points, 3, false, 2, 0);
//     wend_canvas_fill(&canvas, 0x000000ff);     // all strokes since the last fill, as one shape
//     result = wend_canvas_result(&canvas);
//     wend_canvas_free(&canvas);
//
// Adding never fails visibly: when memory runs short the canvas remembers it.
#ifndef WEND_SRC_PICTURE_CANVAS_H
#define WEND_SRC_PICTURE_CANVAS_H

#include "base/array.h"
#include "base/sort.h"

// A line of the shape, cut to the page. Positions are in 2^-32 of 1/256 of a pixel.
typedef struct wend_canvas_edge {
    int64_t x, slope; // at the row that is next, and what is added from row to row
    int32_t row, end; // rows of samples, 16 to a pixel: the first that it crosses, and the one after the last
    int32_t winding;  // 1 downward, -1 upward
} wend_canvas_edge;

typedef struct wend_canvas {
    wend_context *context;
    int32_t width, height;
    bool failed;
    uint8_t *pixels; // red, green, blue; rows from the top
    int32_t *cover;  // of the row being painted: how much more each pixel is covered than the one before
    WEND_ARRAY(wend_canvas_edge) edges;
    WEND_ARRAY(wend_key) order;
    WEND_ARRAY(wend_canvas_edge) active, merged;
} wend_canvas;

// Makes a canvas of one colour, 0xRRGGBBAA (alpha is ignored). WEND_ERROR_LIMIT when it has more than 2^29 pixels or a
// side of more than 2^15.
wend_result wend_canvas_start(wend_context *context, int32_t width, int32_t height, uint32_t background,
                              wend_canvas *canvas);
void wend_canvas_free(wend_canvas *canvas);
wend_result wend_canvas_result(const wend_canvas *canvas);

// Adds an edge to the shape. Coordinates are pixels, y downward; they may lie anywhere. One that is not finite adds
// nothing.
void wend_canvas_line(wend_canvas *canvas, double x0, double y0, double x1, double y1);
// Paints the shape and forgets it. Costs O(edges log edges + rows crossed + pixels covered).
void wend_canvas_fill(wend_canvas *canvas, uint32_t colour);

// Adds a disc to the shape.
void wend_canvas_disc(wend_canvas *canvas, double x, double y, double radius);
// Adds a line of `width` pixels through points (x, y of each), with round joins. Without dashes it has round ends, and
// one without length is a disc; with dashes, which are as long as the gaps between them, ends are cut off.
void wend_canvas_stroke(wend_canvas *canvas, const double *points, int64_t count, bool closed, double width,
                        double dash);

// Covers what is there with an image, 0xRRGGBBAA (alpha is ignored), its upper left corner at pixel (x, y).
void wend_canvas_image(wend_canvas *canvas, const uint32_t *pixels, int32_t width, int32_t height, int32_t x,
                       int32_t y);

#endif

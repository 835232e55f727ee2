// The brush that all samples draw with: shapes, random choices and directions, with one sticky result, so that the code
// of a sample reads like a drawing and not like error handling.
#ifndef WEND_SRC_SAMPLE_BRUSH_H
#define WEND_SRC_SAMPLE_BRUSH_H

#include <wend/plan.h>

#include "base/array.h"

typedef struct wend_brush {
    wend_context *context;
    wend_drawing *drawing;
    wend_result result;        // of the first stroke that failed; later strokes do nothing
    uint64_t random;           // state of the generator
    double grain;              // coordinates are rounded to 1 / grain, which keeps files tidy; 0 keeps them as they are
    int64_t shapes;            // finished so far
    WEND_ARRAY(double) points; // of the shape being drawn
} wend_brush;

// What a sample is: it draws about `size` vertices. `size` is at least 4.
typedef void wend_sample_drawer(wend_brush *brush, int32_t size);

wend_sample_drawer wend_sample_rooms, wend_sample_maze, wend_sample_spiral, wend_sample_star, wend_sample_comb,
    wend_sample_circle, wend_sample_circles, wend_sample_squares, wend_sample_city, wend_sample_blocks,
    wend_sample_islands, wend_sample_touching, wend_sample_thin_walls, wend_sample_areas;

// Adds a point to the shape being drawn, and ends the shape.
void wend_brush_point(wend_brush *brush, double x, double y);
void wend_brush_end(wend_brush *brush, wend_shape_kind kind, int32_t polygon);

// Whole shapes. Rings run counter-clockwise; `disc` has `corners` corners, the first in direction `turn`.
void wend_brush_rectangle(wend_brush *brush, wend_shape_kind kind, int32_t polygon, double x0, double y0, double x1,
                          double y1);
void wend_brush_disc(wend_brush *brush, wend_shape_kind kind, int32_t polygon, double x, double y, double radius,
                     int32_t corners, double turn);
// The outer ring of polygon 0: a rectangle from the origin.
void wend_brush_site(wend_brush *brush, double width, double height);

// Random numbers. Never two of them in the arguments of one call: C leaves open which is drawn first. Uniform in
// [low, high); in 0..count-1; true with a chance.
double wend_brush_between(wend_brush *brush, double low, double high);
int32_t wend_brush_pick(wend_brush *brush, int32_t count);
bool wend_brush_chance(wend_brush *brush, double chance);

// The direction of an angle in turns (1 is all the way round): unit[0] its cosine, unit[1] its sine. Made of
// additions and multiplications only, so that it has the same bits everywhere; within 2^-52 of the truth for |turn| <
// 2^20.
void wend_brush_direction(double turn, double unit[2]);

// The largest integer r with r * r <= n, for n >= 0.
int32_t wend_brush_root(int64_t n);

#endif

// Small random drawings for tests: whole coordinates, all kinds of shapes, everything that can be odd about one.
#ifndef WEND_TEST_SKETCH_H
#define WEND_TEST_SKETCH_H

#include <wend/plan.h>

enum { SKETCH_SHAPES = 48, SKETCH_POINTS = 256 };

typedef struct sketch {
    wend_inside_rule rule;
    int32_t shape_count;
    wend_shape shapes[SKETCH_SHAPES];
    int32_t point_count;
    double points[2 * SKETCH_POINTS];
} sketch;

typedef enum sketch_style {
    SKETCH_SQUARE, // lines parallel to the axes: they cross in lattice points
    SKETCH_ANY,    // lines in any direction
    SKETCH_STYLE_COUNT
} sketch_style;

// Coordinates from 0 to `side`. Hole points, which must keep off the lines, are odd multiples of 1/64.
void sketch_random(sketch *s, wend_inside_rule rule, sketch_style style, int32_t side, uint64_t *state);

// A room full of things that touch and stand in line: obstacles that meet in corners, walls without width that meet in
// a hub, walls along the lattice, rows of points, islands in obstacles, borders. Coordinates from 0 to `side`, at least
// 4.
void sketch_crowded(sketch *s, int32_t side, uint64_t *state);

// A room with points, short walls, triangles and borders anywhere: few things touch, and much stands free. Coordinates
// mostly from 0 to `side`, at least 8.
void sketch_scattered(sketch *s, int32_t side, uint64_t *state);

void sketch_add(sketch *s, wend_shape_kind kind, int32_t polygon, const double *points, int32_t count);

void sketch_move(sketch *s, double dx, double dy);
void sketch_turn(sketch *s); // by 90 degrees, counter-clockwise
void sketch_reverse(sketch *s,
                    uint64_t *state); // some rings and lines the other way round, rings from another point on
void sketch_shuffle(sketch *s, uint64_t *state); // shapes in another order

wend_drawing_view sketch_look(const sketch *s);
// As a drawing; NULL when memory is short.
wend_drawing *sketch_draw(wend_context *context, const sketch *s);
void sketch_print(const sketch *s);

#endif

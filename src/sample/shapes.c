// The plain shapes: star, comb, circle, spiral, and a square room with round or square pillars. They are the families
// of the benchmarks: each strains another part of a triangulator.
#include "sample/brush.h"

#define ROOM 100.0 // metres across

// Spikes at even angles: every vertex sees few others, and edges are long against their distance.
void wend_sample_star(wend_brush *brush, int32_t size) {
    for (int32_t k = 0; k < size; k++) {
        double unit[2], radius = wend_brush_between(brush, 50, 100);
        wend_brush_direction((double)k / size, unit);
        wend_brush_point(brush, radius * unit[0], radius * unit[1]);
    }
    wend_brush_end(brush, WEND_SHAPE_OUTER, 0);
}

// A regular polygon: all of its vertices lie on one circle, up to rounding.
void wend_sample_circle(wend_brush *brush, int32_t size) {
    wend_brush_disc(brush, WEND_SHAPE_OUTER, 0, 0, 0, ROOM, size, 0);
}

// Teeth a metre wide that hang from a hall, together about as long as the hall: triangles are thin and long.
//
//     +-------------------------+
//     |                         |
//     |  +--+  +--+  +--+  +--+ |
//     |  |  |  |  |  |  |  |  | |
//     |  |  +--+  |  |  +--+  | |
//     +--+        +--+        +-+
void wend_sample_comb(wend_brush *brush, int32_t size) {
    int32_t teeth = size / 4;
    double length = 4 + 0.8 * teeth, hall = 3 + 0.04 * teeth;
    wend_brush_point(brush, 2 * teeth - 1, hall);
    wend_brush_point(brush, 0, hall);
    for (int32_t k = 0; k < teeth; k++) {
        double depth = -length * wend_brush_between(brush, 0.7, 1);
        if (k > 0)
            wend_brush_point(brush, 2 * k, 0);
        wend_brush_point(brush, 2 * k, depth);
        wend_brush_point(brush, 2 * k + 1, depth);
        if (k < teeth - 1)
            wend_brush_point(brush, 2 * k + 1, 0);
    }
    wend_brush_end(brush, WEND_SHAPE_OUTER, 0);
}

// A corridor two metres wide between walls of 0.4 metres that winds inward by Archimedes. Every turn has the same
// directions, so that turns cannot cross however few they are.
void wend_sample_spiral(wend_brush *brush, int32_t size) {
    const double pitch = 2.4, half = 1;
    int32_t steps = size / 2;
    int32_t around = wend_brush_root((int64_t)steps * 8);
    if (around < 3)
        around = 3;
    double start = pitch * 0.75;
    for (int32_t side = 0; side < 2; side++) {
        for (int32_t k = 0; k < steps; k++) {
            int32_t at = side == 0 ? k : steps - 1 - k;
            double unit[2], radius = start + pitch * at / around + (side == 0 ? half : -half);
            wend_brush_direction((double)(at % around) / around, unit);
            wend_brush_point(brush, radius * unit[0], radius * unit[1]);
        }
    }
    wend_brush_end(brush, WEND_SHAPE_OUTER, 0);
}

// Pillars of 8 to 48 corners, each within a square of its own.
void wend_sample_circles(wend_brush *brush, int32_t size) {
    wend_brush_site(brush, ROOM, ROOM);
    int32_t pillars = (size - 4) / 28, across = wend_brush_root(pillars);
    across += across * across < pillars;
    for (int32_t k = 0; k < pillars; k++) {
        double cell = ROOM / across;
        double radius = cell * wend_brush_between(brush, 0.1, 0.42), room = cell * 0.47 - radius;
        double x = cell * (k % across + 0.5) + wend_brush_between(brush, -room, room);
        double y = cell * (k / across + 0.5) + wend_brush_between(brush, -room, room);
        int32_t corners = 8 + 4 * (int32_t)(radius / cell * 25);
        wend_brush_disc(brush, WEND_SHAPE_OBSTACLE, 0, x, y, radius, corners, wend_brush_between(brush, 0, 1));
    }
}

// Square pillars, turned at random, each within a square of its own.
void wend_sample_squares(wend_brush *brush, int32_t size) {
    wend_brush_site(brush, ROOM, ROOM);
    int32_t pillars = (size - 4) / 4, across = wend_brush_root(pillars);
    across += across * across < pillars;
    for (int32_t k = 0; k < pillars; k++) {
        double cell = ROOM / across;
        double radius = cell * wend_brush_between(brush, 0.15, 0.44), room = cell * 0.47 - radius;
        double x = cell * (k % across + 0.5) + wend_brush_between(brush, -room, room);
        double y = cell * (k / across + 0.5) + wend_brush_between(brush, -room, room);
        wend_brush_disc(brush, WEND_SHAPE_OBSTACLE, 0, x, y, radius, 4, wend_brush_between(brush, 0, 1));
    }
}

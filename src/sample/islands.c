// An archipelago: islands with lakes, islands in those lakes, lakes on them. A coast is a circle with a few waves on
// it; what lies within keeps to the circle that the coast never enters, so that no two coasts meet.
#include "sample/brush.h"

#define SEA 120.0 // metres from the middle of an island to the next
#define WAVES 4
#define LEAST 0.8 // of a coast's mean radius
#define MOST 1.2
#define DEPTH_MAX 4

// Draws a coast of mean radius `radius`; it stays within LEAST and MOST times that.
static void draw_coast(wend_brush *brush, wend_shape_kind kind, int32_t polygon, double x, double y, double radius,
                       int32_t corners) {
    double strength[WAVES], phase[WAVES];
    for (int32_t w = 0; w < WAVES; w++) {
        strength[w] = wend_brush_between(brush, 0.02, 0.077) / (1 + 0.5 * w); // below 0.2 in all
        phase[w] = wend_brush_between(brush, 0, 1);
    }
    for (int32_t k = 0; k < corners; k++) {
        double turn = (double)k / corners, unit[2], reach = 1;
        for (int32_t w = 0; w < WAVES && 2 * (w + 2) < corners; w++) {
            wend_brush_direction(turn * (w + 2) + phase[w], unit);
            reach += strength[w] * unit[0];
        }
        wend_brush_direction(turn, unit);
        wend_brush_point(brush, x + radius * reach * unit[0], y + radius * reach * unit[1]);
    }
    wend_brush_end(brush, kind, polygon);
}

// An island with its lakes, and, one level down, the islands in them.
static void draw_island(wend_brush *brush, int32_t *polygon, double x, double y, double radius, int32_t depth) {
    int32_t corners = depth == 0 ? 56 : depth == 1 ? 36 : 20, mine = (*polygon)++;
    draw_coast(brush, WEND_SHAPE_OUTER, mine, x, y, radius, corners);
    double within = radius * LEAST;
    if (depth + 1 < DEPTH_MAX && wend_brush_chance(brush, depth == 0 ? 0.55 : 0.8)) { // one large lake
        double lake = within / MOST * wend_brush_between(brush, 0.86, 0.94);
        draw_coast(brush, WEND_SHAPE_OBSTACLE, mine, x, y, lake, corners - 8);
        if (wend_brush_chance(brush, 0.75))
            draw_island(brush, polygon, x, y, lake * LEAST / MOST * 0.92, depth + 1);
        return;
    }
    int32_t ponds = 3 + wend_brush_pick(brush, 3);
    double first = wend_brush_between(brush, 0, 1);
    for (int32_t k = 0; k < ponds; k++) {
        double unit[2];
        wend_brush_direction(first + (double)k / ponds, unit);
        draw_coast(brush, WEND_SHAPE_OBSTACLE, mine, x + within * 0.58 * unit[0], y + within * 0.58 * unit[1],
                   within * wend_brush_between(brush, 0.1, 0.24), 14);
    }
}

void wend_sample_islands(wend_brush *brush, int32_t size) {
    if (size < 130) {
        draw_coast(brush, WEND_SHAPE_OUTER, 0, 0, 0, 50, size);
        return;
    }
    int32_t islands = (size + 70) / 140, polygon = 0;
    int32_t down = wend_brush_root((int64_t)islands * 5 / 8);
    down = down < 1 ? 1 : down;
    int32_t across = (islands + down - 1) / down;
    for (int32_t k = 0; k < across * down && brush->result == WEND_OK; k++) {
        double radius = SEA * wend_brush_between(brush, 0.24, 0.39), room = SEA / 2 - radius * MOST - 2;
        double x = SEA * (k % across) + wend_brush_between(brush, -room, room);
        double y = SEA * (k / across) + wend_brush_between(brush, -room, room);
        draw_island(brush, &polygon, x, y, radius, 0);
    }
}

// A town square with areas: roads that run across it, footpaths that cross them, and between the roads lawns with
// trees, terraces at buildings, aprons around kiosks and parking bays. The edges of all these are area borders; only
// buildings, kiosks and trees are in the way.
//
// The square is a grid of lots. A lot holds one motif, which keeps to a circle around the lot's middle; below each row
// of lots there is a road. Footpaths run between the columns.
#include "sample/brush.h"

#define LOT 40.0    // metres, width and depth of a lot
#define REACH 17.0  // of a motif from the middle of its lot
#define ROAD 12.0   // depth of the strip that a road keeps to
#define LANE 3.4    // half the width of a road
#define SWAY 1.8    // how far a road leaves the middle of its strip
#define PATH 1.1    // half the width of a footpath
#define LOT_SIZE 34 // vertices for each lot, about

// A direction and a middle to draw around.
typedef struct spot {
    wend_brush *brush;
    double x, y;
    double unit[2];
} spot;

static void put(const spot *s, double along, double across) {
    wend_brush_point(s->brush, s->x + along * s->unit[0] - across * s->unit[1],
                     s->y + along * s->unit[1] + across * s->unit[0]);
}

static void end_border(wend_brush *brush) {
    wend_brush_end(brush, WEND_SHAPE_BORDER, -1);
}

// A closed border line around a place, its radius within `wave` of 1 times the given one.
static void draw_area(wend_brush *brush, double x, double y, double radius, double wave, int32_t corners) {
    double phase = wend_brush_between(brush, 0, 1);
    for (int32_t k = 0; k <= corners; k++) {
        double turn = (double)(k % corners) / corners, unit[2], swell[2];
        wend_brush_direction(turn, unit);
        wend_brush_direction(3 * turn + phase, swell);
        double reach = radius * (1 + wave * swell[0]);
        wend_brush_point(brush, x + reach * unit[0], y + reach * unit[1]);
    }
    end_border(brush);
}

// ---------------------------------------------------------------------------------------------------- motifs

// A lawn with trees on it.
static void draw_lawn(const spot *s) {
    double radius = wend_brush_between(s->brush, 11, 15);
    draw_area(s->brush, s->x, s->y, radius, 0.12, 18);
    int32_t trees = 1 + wend_brush_pick(s->brush, 4);
    for (int32_t k = 0; k < trees; k++) {
        double unit[2], away = trees > 1 ? 0.5 * radius : 0;
        wend_brush_direction(k / (double)trees, unit);
        wend_brush_disc(s->brush, WEND_SHAPE_OBSTACLE, 0, s->x + away * unit[0], s->y + away * unit[1],
                        wend_brush_between(s->brush, 0.3, 0.8), 8, 0);
    }
}

// A building in the form of an L, whose inner corner is a terrace: its edge runs from one tip to the other.
static void draw_terrace(const spot *s) {
    double width = wend_brush_between(s->brush, 4, 7), length = wend_brush_between(s->brush, 18, 23);
    double low = -length / 2, high = length / 2;
    put(s, low, low);
    put(s, high, low);
    put(s, high, low + width);
    put(s, low + width, low + width);
    put(s, low + width, high);
    put(s, low, high);
    wend_brush_end(s->brush, WEND_SHAPE_OBSTACLE, 0);
    put(s, high, low + width);
    put(s, high * 0.8, high * 0.35);
    put(s, high * 0.35, high * 0.8);
    put(s, low + width, high);
    end_border(s->brush);
}

// Parking bays: lines that start from a common one and end in the open, and a hut beside them.
static void draw_parking(const spot *s) {
    const int32_t bays = 5 + wend_brush_pick(s->brush, 4);
    for (int32_t k = 0; k <= bays; k++)
        put(s, 2.7 * (k - 0.5 * bays), 0);
    end_border(s->brush);
    for (int32_t k = 0; k <= bays; k++) {
        put(s, 2.7 * (k - 0.5 * bays), 0);
        put(s, 2.7 * (k - 0.5 * bays), 5.2);
        end_border(s->brush);
    }
    put(s, -4, -8);
    put(s, 4, -8);
    put(s, 4, -4);
    put(s, -4, -4);
    wend_brush_end(s->brush, WEND_SHAPE_OBSTACLE, 0);
}

// A round kiosk in the middle of an apron, with a bed of flowers on either side.
static void draw_kiosk(const spot *s) {
    double radius = wend_brush_between(s->brush, 2.5, 4);
    wend_brush_disc(s->brush, WEND_SHAPE_OBSTACLE, 0, s->x, s->y, radius, 12, 0);
    draw_area(s->brush, s->x, s->y, radius + 2.5, 0, 16);
    for (int side = -1; side <= 1; side += 2)
        draw_area(s->brush, s->x + side * 12 * s->unit[0], s->y + side * 12 * s->unit[1], 3.4, 0.15, 8);
}

static void draw_lot(wend_brush *brush, double x, double y) {
    static void (*const motifs[])(const spot *) = {draw_lawn, draw_terrace, draw_parking, draw_kiosk};
    double room = LOT / 2 - REACH;
    spot s = {.brush = brush};
    s.x = x + wend_brush_between(brush, -room, room) / 2;
    s.y = y + wend_brush_between(brush, -room, room) / 2;
    wend_brush_direction(wend_brush_between(brush, 0, 1), s.unit);
    motifs[wend_brush_pick(brush, 4)](&s);
}

// ---------------------------------------------------------------------------------------------------- roads and paths

// A road from side to side of the square: its two kerbs.
static void draw_road(wend_brush *brush, double y, double width, int32_t pieces) {
    double phase = wend_brush_between(brush, 0, 1), sway = wend_brush_between(brush, 0.3, 1) * SWAY;
    for (int side = -1; side <= 1; side += 2) {
        for (int32_t k = 0; k <= pieces; k++) {
            double unit[2];
            wend_brush_direction(phase + k / 9.0, unit);
            wend_brush_point(brush, k == pieces ? width : width * k / pieces, y + side * LANE + sway * unit[0]);
        }
        end_border(brush);
    }
}

// A footpath from the lower side of the square to the upper one. It crosses the kerbs.
static void draw_path(wend_brush *brush, double x, double height) {
    for (int side = -1; side <= 1; side += 2) {
        wend_brush_point(brush, x + side * PATH, 0);
        wend_brush_point(brush, x + side * PATH, height);
        end_border(brush);
    }
}

void wend_sample_areas(wend_brush *brush, int32_t size) {
    int32_t lots = size / LOT_SIZE > 1 ? size / LOT_SIZE : 1;
    int32_t down = wend_brush_root(lots);
    int32_t across = (lots + down - 1) / down;
    double width = LOT * across, height = (LOT + ROAD) * down;
    wend_brush_site(brush, width, height);
    for (int32_t row = 0; row < down && brush->result == WEND_OK; row++) {
        double y = (LOT + ROAD) * row;
        draw_road(brush, y + ROAD / 2, width, 3 * across + 1);
        for (int32_t column = 0; column < across; column++)
            draw_lot(brush, LOT * (column + 0.5), y + ROAD + LOT / 2);
    }
    for (int32_t column = 1; column < across; column += 2)
        draw_path(brush, LOT * column, height);
}

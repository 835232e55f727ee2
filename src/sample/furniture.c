// What stands in the rooms of the office floor: desks, chairs, tables, shelves, pillars, plants. Each piece keeps at
// least 0.45 metres from the next where people pass, and doors are kept clear.
#include "sample/rooms.h"

#define CHAIR 0.24

static void chair(const wend_pen *pen, double x, double y) {
    wend_pen_disc(pen, x, y, CHAIR, 8);
}

static void plant(const wend_pen *pen, double x, double y) {
    wend_pen_disc(pen, x, y, 0.28, 6);
}

// A box with its corners cut.
static void table(const wend_pen *pen, double x0, double y0, double x1, double y1) {
    const double cut = 0.2;
    wend_pen_point(pen, x0 + cut, y0);
    wend_pen_point(pen, x1 - cut, y0);
    wend_pen_point(pen, x1, y0 + cut);
    wend_pen_point(pen, x1, y1 - cut);
    wend_pen_point(pen, x1 - cut, y1);
    wend_pen_point(pen, x0 + cut, y1);
    wend_pen_point(pen, x0, y1 - cut);
    wend_pen_point(pen, x0, y0 + cut);
    wend_brush_end(pen->brush, WEND_SHAPE_OBSTACLE, 0);
}

// A round table with chairs around it.
static void round_table(const wend_pen *pen, double x, double y, double radius, int32_t chairs) {
    wend_pen_disc(pen, x, y, radius, 20);
    double first = wend_brush_between(pen->brush, 0, 1);
    for (int32_t k = 0; k < chairs; k++) {
        double unit[2];
        wend_brush_direction(first + (double)k / chairs, unit);
        chair(pen, x + (radius + 0.42) * unit[0], y + (radius + 0.42) * unit[1]);
    }
}

static void furnish_office(const wend_pen *pen, const wend_office_room *room, double width, double depth) {
    double middle = width / 2 + wend_brush_between(pen->brush, -0.1, 0.2);
    wend_pen_box(pen, middle - 0.8, depth - 2.3, middle + 0.8, depth - 1.5);
    chair(pen, middle, depth - 1.05);
    if (wend_brush_chance(pen->brush, 0.7))
        chair(pen, middle + 0.3, depth - 2.75);
    if (width - room->door1 > 0.75)
        wend_pen_box(pen, width - 0.45, 0.05, width - 0.05, 1.25);
    else
        plant(pen, width - 0.4, depth - 3.4);
}

// Two desks face to face, a chair at each.
static void furnish_double(const wend_pen *pen, const wend_office_room *room, double width, double depth) {
    double middle = width / 2 + 0.1, back = depth - 0.7;
    wend_pen_box(pen, middle - 0.8, back - 1.6, middle + 0.8, back);
    chair(pen, middle - 1.2, back - 0.8 + wend_brush_between(pen->brush, -0.3, 0.3));
    chair(pen, middle + 1.2, back - 0.8 + wend_brush_between(pen->brush, -0.3, 0.3));
    if (width - room->door1 > 1.7)
        wend_pen_box(pen, width - 1.65, 0.05, width - 0.05, 0.5);
    wend_pen_box(pen, width - 0.45, depth - 3.6, width - 0.05, depth - 2.5);
    plant(pen, 0.45, depth - 3.0);
}

static void furnish_meeting(const wend_pen *pen, double width, double depth) {
    double x = width / 2, y = depth / 2 + 0.25;
    if (width < depth + 0.3 || wend_brush_chance(pen->brush, 0.3)) {
        round_table(pen, x, y, 0.9, 7);
    } else {
        double half = width / 2 - 1.3;
        table(pen, x - half, y - 0.6, x + half, y + 0.6);
        int32_t chairs = (int32_t)((2 * half - 0.2) / 0.72);
        for (int32_t k = 0; k < chairs; k++) {
            double at = x + (k - (chairs - 1) / 2.0) * 0.72;
            chair(pen, at, y - 0.95);
            chair(pen, at, y + 0.95);
        }
        chair(pen, x + half + 0.38, y);
    }
    plant(pen, width - 0.45, depth - 0.45);
}

// Clusters of four desks, and a row of round pillars.
static void furnish_open(const wend_pen *pen, double width, double depth) {
    int32_t clusters = (int32_t)((width - 0.8) / 3.2);
    double pitch = (width - 0.8) / clusters;
    for (int32_t k = 0; k < clusters; k++) {
        double x = 0.4 + pitch * (k + 0.5), y = depth - 2.1;
        wend_pen_box(pen, x - 0.8, y - 1.6, x + 0.8, y + 1.4);
        for (int32_t side = -1; side <= 1; side += 2) {
            for (int32_t desk = 0; desk < 2; desk++) {
                if (wend_brush_chance(pen->brush, 0.85))
                    chair(pen, x + side * 1.13, y - 0.85 + 1.5 * desk + wend_brush_between(pen->brush, -0.15, 0.15));
            }
        }
        if (k > 0)
            wend_pen_disc(pen, x - pitch / 2, 0.95, 0.22, 12);
    }
    wend_pen_box(pen, width - 0.5, 0.1, width - 0.05, 1.1);
}

// A counter in the corner, a round table and a pillar.
static void furnish_kitchen(const wend_pen *pen, double width, double depth) {
    const double top = 0.6;
    wend_pen_point(pen, 0.05, depth - 0.05);
    wend_pen_point(pen, 0.05, depth - 2.2);
    wend_pen_point(pen, 0.05 + top, depth - 2.2);
    wend_pen_point(pen, 0.05 + top, depth - 0.05 - top);
    wend_pen_point(pen, width - 1.6, depth - 0.05 - top);
    wend_pen_point(pen, width - 1.6, depth - 0.05);
    wend_brush_end(pen->brush, WEND_SHAPE_OBSTACLE, 0);
    round_table(pen, width - 1.35, 1.45, 0.5, 4);
    wend_pen_disc(pen, width / 2 - 0.4, depth / 2 + 0.3, 0.22, 12);
}

// Shelves with aisles between them.
static void furnish_store(const wend_pen *pen, double width, double depth) {
    int32_t shelves = (int32_t)((width + 0.9) / 1.45);
    double gap = shelves > 1 ? (width - 0.1 - 0.5 * shelves) / (shelves - 1) : 0;
    for (int32_t k = 0; k < shelves; k++) {
        double x = width - 0.05 - 0.5 * (k + 1) - gap * k;
        wend_pen_box(pen, x, 1.35, x + 0.5, depth - (k == 0 || k == shelves - 1 ? 0.05 : 0.8));
    }
}

void wend_office_furnish(const wend_pen *pen, const wend_office_room *room, double width, double depth) {
    switch (room->use) {
    case WEND_ROOM_OFFICE:
        furnish_office(pen, room, width, depth);
        break;
    case WEND_ROOM_DOUBLE:
        furnish_double(pen, room, width, depth);
        break;
    case WEND_ROOM_MEETING:
        furnish_meeting(pen, width, depth);
        break;
    case WEND_ROOM_OPEN:
        furnish_open(pen, width, depth);
        break;
    case WEND_ROOM_KITCHEN:
        furnish_kitchen(pen, width, depth);
        break;
    case WEND_ROOM_STORE:
        furnish_store(pen, width, depth);
        break;
    }
}

// A bent reception desk with a chair behind it, two pillars beside the entrance, and sofas.
void wend_lobby_furnish(const wend_pen *pen, double width, double depth) {
    double x = width / 2, y = depth - 1.3;
    for (int32_t k = 0; k <= 12; k++) { // from the left end over the front, then back behind it
        double unit[2];
        wend_brush_direction(0.56 + 0.38 * k / 12, unit);
        wend_pen_point(pen, x + 1.7 * unit[0], y + 1.7 * unit[1]);
    }
    for (int32_t k = 12; k >= 0; k--) {
        double unit[2];
        wend_brush_direction(0.56 + 0.38 * k / 12, unit);
        wend_pen_point(pen, x + 1.1 * unit[0], y + 1.1 * unit[1]);
    }
    wend_brush_end(pen->brush, WEND_SHAPE_OBSTACLE, 0);
    chair(pen, x, y - 0.4);
    for (int32_t side = -1; side <= 1; side += 2) {
        wend_pen_disc(pen, x + side * 2.1, 1.2, 0.25, 16);
        wend_pen_box(pen, x + side * 3.1, 1.9, x + side * 3.9, 4.1);
        wend_pen_disc(pen, x + side * 3.5, 0.6, 0.38, 10);
    }
}

// A bench along the outer wall, plants, a small round table.
void wend_lounge_furnish(const wend_pen *pen, double width, double depth) {
    plant(pen, 0.5, 0.5);
    wend_pen_box(pen, 0.1, 1.2, 0.6, 3.2);
    wend_pen_disc(pen, 1.25, 2.2, 0.3, 12);
    plant(pen, width - 0.6, 0.5);
    if (depth > 8) {
        plant(pen, 0.5, depth - 1.0);
        wend_pen_box(pen, 0.1, depth - 3.6, 0.6, depth - 1.7);
    }
}

void wend_garden_furnish(const wend_pen *pen, double width, double depth, double gap0, double gap1) {
    int32_t trees = (int32_t)(width / 4.4);
    double pitch = width / trees;
    for (int32_t k = 0; k < trees; k++) {
        double x = pitch * (k + 0.5) + wend_brush_between(pen->brush, -0.4, 0.4);
        double y = depth * 0.42 + wend_brush_between(pen->brush, -0.3, 0.3);
        double radius = wend_brush_between(pen->brush, 0.5, 0.95);
        if (x + 1 > gap0 && x - 1 < gap1)
            continue;
        if (wend_brush_chance(pen->brush, 0.2))
            wend_pen_box(pen, x - 0.9, y - 0.25, x + 0.9, y + 0.25);
        else
            wend_pen_disc(pen, x, y, radius, 14);
    }
}

// What the two files of the office floor share: a pen with a frame of its own, rooms, and how to furnish them.
#ifndef WEND_SRC_SAMPLE_ROOMS_H
#define WEND_SRC_SAMPLE_ROOMS_H

#include "sample/brush.h"

// A frame: x and y of what is drawn are multiplied by sx and sy (1 or -1) and moved by ox and oy.
typedef struct wend_pen {
    wend_brush *brush;
    double ox, oy, sx, sy;
} wend_pen;

typedef enum wend_room_use {
    WEND_ROOM_OFFICE,
    WEND_ROOM_DOUBLE,
    WEND_ROOM_MEETING,
    WEND_ROOM_OPEN,
    WEND_ROOM_KITCHEN,
    WEND_ROOM_STORE
} wend_room_use;

// A room of a row, between its walls. Its door is in the wall to the corridor.
typedef struct wend_office_room {
    double x0, x1;
    double door0, door1;
    wend_room_use use;
    double through; // width of a passage to the next room of its row, or 0
} wend_office_room;

wend_pen wend_pen_within(const wend_pen *pen, double x, double y, double sx, double sy);
void wend_pen_point(const wend_pen *pen, double x, double y);
void wend_pen_box(const wend_pen *pen, double x0, double y0, double x1, double y1);
void wend_pen_disc(const wend_pen *pen, double x, double y, double radius, int32_t corners);

// Furnishes a room. The pen's frame is the room's own: x along the corridor from one corner, y away from it; the door
// is nearer to x = 0.
void wend_office_furnish(const wend_pen *pen, const wend_office_room *room, double width, double depth);
// Furnishes a lobby (entrance at y = 0) and a lounge at the end of the corridors.
void wend_lobby_furnish(const wend_pen *pen, double width, double depth);
void wend_lounge_furnish(const wend_pen *pen, double width, double depth);
// Trees, benches and hedges in a strip of garden.
void wend_garden_furnish(const wend_pen *pen, double width, double depth, double gap0, double gap1);

#endif

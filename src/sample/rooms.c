// The office floor: rows of rooms along corridors, walls 0.1 to 0.3 metres thick, doors 0.8 to 2.4 metres wide. It
// stands in a garden, so that its outer walls are obstacles too and its doors lead somewhere.
//
//      garden
//     +--------------------------------------+    facade: an outer wall with a row of rooms inside
//     |     |    |     |  |     |   |   |    |
//     |  +-- ---- -- --+  +- ---- -- -- --+  |
//         corridor       cross corridor           exits at both ends
//     |  +- --- --- ---+  +-- -- --- - ---+  |
//     |  |  |   |   |  |  |    |  |   |   |  |    block: two rows, back to back
//     |  +-- --- --- --+  +- --- -- --- --+  |
//     |  +- ---- -- -+      +-- -- --- ---+  |
//     |  |   |   |   | lobby|     |   |   |  |
//     +-------------------  -----------------+
//
// Every wall with all that hangs on it is one ring. A row of rooms is the same everywhere: it is drawn in a frame in
// which the wall at its back (the spine) lies below it, from left to right, and the other rows are that frame turned
// by half a turn.
#include "sample/rooms.h"

#define OUTER_WALL 0.3
#define CORRIDOR_WALL 0.15
#define PARTITION 0.12
#define FACADE_DEPTH 5.4 // of rooms at the facade
#define BLOCK_DEPTH 4.4  // of rooms within
#define CORRIDOR 2.0
#define LOUNGE 3.2   // corridors along both ends of the building
#define CROSSING 2.4 // corridors between two columns
#define LOBBY 8.4    // the same, at the entrance
#define ENTRANCE 2.4
#define EXIT 1.2
#define GARDEN 3.6
#define COLUMN_LENGTH 22.0
#define FURNISHED_ROOM_SIZE 200 // below this there is room for one room only
#define VERTICES_PER_AREA 2.6   // a guess, which the caller corrects

typedef struct floor_plan {
    wend_brush *brush;
    WEND_ARRAY(wend_office_room) row; // the row being drawn
    int32_t columns, corridors;
    double width, height; // of the building
    double column_width;
    uint64_t seed; // from which every row has one of its own
} floor_plan;

// ---------------------------------------------------------------------------------------------------- pen

wend_pen wend_pen_within(const wend_pen *pen, double x, double y, double sx, double sy) {
    return (wend_pen){pen->brush, pen->ox + pen->sx * x, pen->oy + pen->sy * y, pen->sx * sx, pen->sy * sy};
}

void wend_pen_point(const wend_pen *pen, double x, double y) {
    wend_brush_point(pen->brush, pen->ox + pen->sx * x, pen->oy + pen->sy * y);
}

void wend_pen_box(const wend_pen *pen, double x0, double y0, double x1, double y1) {
    wend_brush_rectangle(pen->brush, WEND_SHAPE_OBSTACLE, 0, pen->ox + pen->sx * x0, pen->oy + pen->sy * y0,
                         pen->ox + pen->sx * x1, pen->oy + pen->sy * y1);
}

void wend_pen_disc(const wend_pen *pen, double x, double y, double radius, int32_t corners) {
    wend_brush_disc(pen->brush, WEND_SHAPE_OBSTACLE, 0, pen->ox + pen->sx * x, pen->oy + pen->sy * y, radius, corners,
                    0.5 / corners);
}

// ---------------------------------------------------------------------------------------------------- rows

static double room_width(wend_brush *brush, bool facade, wend_room_use *use) {
    int32_t dice = wend_brush_pick(brush, 10);
    if (facade) {
        *use = dice < 3   ? WEND_ROOM_OFFICE
               : dice < 6 ? WEND_ROOM_DOUBLE
               : dice < 8 ? WEND_ROOM_MEETING
                          : WEND_ROOM_OPEN;
    } else {
        *use = dice < 3   ? WEND_ROOM_OFFICE
               : dice < 6 ? WEND_ROOM_MEETING
               : dice < 8 ? WEND_ROOM_KITCHEN
                          : WEND_ROOM_STORE;
    }
    switch (*use) {
    case WEND_ROOM_OFFICE:
        return wend_brush_between(brush, 2.8, 3.6);
    case WEND_ROOM_DOUBLE:
        return wend_brush_between(brush, 4.0, 5.0);
    case WEND_ROOM_MEETING:
        return wend_brush_between(brush, 4.6, 6.6);
    case WEND_ROOM_OPEN:
        return wend_brush_between(brush, 8.4, 11.0);
    case WEND_ROOM_KITCHEN:
        return wend_brush_between(brush, 4.6, 5.6);
    default:
        return wend_brush_between(brush, 2.6, 4.2);
    }
}

// Puts the door near one of the room's corners, or in the middle of a meeting room.
static void place_door(wend_brush *brush, wend_office_room *room) {
    static const double widths[] = {0.8, 0.9, 1.0, 1.2};
    double width =
        room->use == WEND_ROOM_OPEN || room->use == WEND_ROOM_KITCHEN ? 1.2 : widths[wend_brush_pick(brush, 4)];
    double aside = wend_brush_between(brush, 0.15, 0.5);
    if (wend_brush_chance(brush, 0.5))
        room->door0 = room->x0 + aside;
    else
        room->door0 = room->x1 - aside - width;
    room->door1 = room->door0 + width;
}

// Fills `floor->row` with rooms between the end walls of a row from `left` to `right`, outside faces. The row of a
// number is the same whenever it is planned: first for its walls, then for what is inside.
static void plan_row(floor_plan *floor, uint64_t number, double left, double right, bool facade) {
    wend_brush *brush = floor->brush;
    brush->random = floor->seed + number * 0xD1B54A32D192ED03u;
    double space = right - left - 2 * CORRIDOR_WALL, used = -PARTITION;
    floor->row.count = 0;
    while (used < space - 1.4) {
        wend_office_room room = {.x0 = 0};
        double width = room_width(brush, facade, &room.use);
        if (used + PARTITION + width > space + 1.4 && floor->row.count > 0) {
            room.use = WEND_ROOM_OFFICE; // what is left at the end of the row
            width = space - used - PARTITION;
            if (width < 2.2)
                break;
        }
        room.x1 = width;
        used += PARTITION + width;
        if (!wend_array_push(brush->context, &floor->row, room)) {
            brush->result = WEND_ERROR_MEMORY;
            return;
        }
    }
    int64_t count = floor->row.count;
    double walls = PARTITION * (double)(count - 1), stretch = (space - walls) / (used - walls);
    double x = left + CORRIDOR_WALL;
    for (int64_t k = 0; k < count; k++) {
        wend_office_room *room = &floor->row.data[k];
        double width = room->x1 * stretch;
        room->x0 = x;
        room->x1 = x + width;
        x += width + PARTITION;
        if (room->use == WEND_ROOM_OFFICE && width > 4)
            room->use = width > 8 ? WEND_ROOM_OPEN : width > 5.2 ? WEND_ROOM_MEETING : WEND_ROOM_DOUBLE;
        place_door(brush, room);
        if (facade && k + 1 < count && wend_brush_chance(brush, 0.15))
            room->through = 0.9;
    }
}

// The outline of the row in `floor->row` from the upper left corner of its left end wall to the upper right corner of
// its right one. `spine` is the face of the wall at the rooms' back.
static void row_outline(const floor_plan *floor, const wend_pen *pen, double left, double right, double spine,
                        double depth) {
    double inner = spine + depth, outer = inner + CORRIDOR_WALL;
    wend_pen_point(pen, left, outer);
    for (int64_t k = 0; k < floor->row.count; k++) {
        const wend_office_room *room = &floor->row.data[k];
        bool cut_before = k > 0 && room[-1].through > 0, cut_after = room->through > 0;
        if (!cut_before) {
            wend_pen_point(pen, room->door0, outer);
            wend_pen_point(pen, room->door0, inner);
            wend_pen_point(pen, room->x0, inner);
        } else { // what is left of the partition at the spine
            wend_pen_point(pen, room[-1].x1, spine + 0.3);
            wend_pen_point(pen, room->x0, spine + 0.3);
        }
        wend_pen_point(pen, room->x0, spine);
        wend_pen_point(pen, room->x1, spine);
        if (!cut_after) {
            wend_pen_point(pen, room->x1, inner);
            wend_pen_point(pen, room->door1, inner);
            wend_pen_point(pen, room->door1, outer);
        }
    }
    wend_pen_point(pen, right, outer);
}

// The parts of the row's walls that passages between rooms cut off, and the furniture.
static void row_inside(const floor_plan *floor, const wend_pen *pen, double spine, double depth) {
    double inner = spine + depth, outer = inner + CORRIDOR_WALL;
    for (int64_t k = 0; k < floor->row.count; k++) {
        const wend_office_room *room = &floor->row.data[k];
        if (room->through > 0) {
            double foot = spine + 0.3 + room->through;
            wend_pen_point(pen, room->door1, outer);
            wend_pen_point(pen, room[1].door0, outer);
            wend_pen_point(pen, room[1].door0, inner);
            wend_pen_point(pen, room[1].x0, inner);
            wend_pen_point(pen, room[1].x0, foot);
            wend_pen_point(pen, room->x1, foot);
            wend_pen_point(pen, room->x1, inner);
            wend_pen_point(pen, room->door1, inner);
            wend_brush_end(floor->brush, WEND_SHAPE_OBSTACLE, 0);
        }
        double width = room->x1 - room->x0, before = room->door0 - room->x0, after = room->x1 - room->door1;
        wend_office_room turned = *room;
        turned.door0 = before < after ? before : after;
        turned.door1 = turned.door0 + room->door1 - room->door0;
        wend_pen within = before < after ? wend_pen_within(pen, room->x0, inner, 1, -1)
                                         : wend_pen_within(pen, room->x1, inner, -1, -1);
        wend_office_furnish(&within, &turned, width, depth);
    }
}

// ---------------------------------------------------------------------------------------------------- walls

// Where column c begins in the building's frame, whose origin is the middle of the facade.
static double column_left(const floor_plan *floor, int32_t c) {
    return -floor->width / 2 + OUTER_WALL + LOUNGE + c * (floor->column_width + CROSSING);
}

// A facade, in a frame whose origin is its middle and in which it lies below. The one with the entrance has a lobby,
// which shortens the rows beside it.
typedef struct facade_frame {
    const wend_pen *pen;
    uint64_t rows;     // number of its first row
    int32_t middle;    // the column behind the lobby; 0 when there is no lobby
    double lobby, gap; // where the lobby and the entrance begin
} facade_frame;

static void plan_facade_row(floor_plan *floor, const facade_frame *f, int32_t column, double *left, double *right) {
    *left = column_left(floor, column);
    *right = *left + floor->column_width;
    if (f->middle > 0 && column == f->middle - 1)
        *right = f->lobby;
    if (f->middle > 0 && column == f->middle)
        *left = f->lobby + LOBBY;
    plan_row(floor, f->rows + (uint64_t)column, *left, *right, true);
}

// The outer wall up to half the height of the building, with the walls of all rows that stand at it.
static void facade_walls(floor_plan *floor, const facade_frame *f) {
    const wend_pen *pen = f->pen;
    double half = floor->width / 2, stop = (floor->height - EXIT) / 2, left, right;
    wend_pen_point(pen, -half, 0);
    wend_pen_point(pen, -half, stop);
    wend_pen_point(pen, -half + OUTER_WALL, stop);
    wend_pen_point(pen, -half + OUTER_WALL, OUTER_WALL);
    for (int32_t column = 0; column < floor->columns; column++) {
        plan_facade_row(floor, f, column, &left, &right);
        if (f->middle > 0 && column == f->middle) { // the entrance cuts the wall in two
            wend_pen_point(pen, f->gap, OUTER_WALL);
            wend_pen_point(pen, f->gap, 0);
            wend_brush_end(floor->brush, WEND_SHAPE_OBSTACLE, 0);
            wend_pen_point(pen, f->gap + ENTRANCE, 0);
            wend_pen_point(pen, f->gap + ENTRANCE, OUTER_WALL);
        }
        wend_pen_point(pen, left, OUTER_WALL);
        row_outline(floor, pen, left, right, OUTER_WALL, FACADE_DEPTH);
        wend_pen_point(pen, right, OUTER_WALL);
    }
    wend_pen_point(pen, half - OUTER_WALL, OUTER_WALL);
    wend_pen_point(pen, half - OUTER_WALL, stop);
    wend_pen_point(pen, half, stop);
    wend_pen_point(pen, half, 0);
    wend_brush_end(floor->brush, WEND_SHAPE_OBSTACLE, 0);
}

static void draw_facade(floor_plan *floor, const wend_pen *pen, uint64_t rows, bool entrance) {
    facade_frame f = {.pen = pen, .rows = rows, .middle = entrance ? floor->columns / 2 : 0};
    f.lobby = column_left(floor, f.middle) - (CROSSING + LOBBY) / 2;
    f.gap = f.lobby + (LOBBY - ENTRANCE) / 2;
    facade_walls(floor, &f);
    for (int32_t column = 0; column < floor->columns; column++) {
        double left, right;
        plan_facade_row(floor, &f, column, &left, &right);
        row_inside(floor, pen, OUTER_WALL, FACADE_DEPTH);
    }
    if (f.middle > 0) {
        wend_pen within = wend_pen_within(pen, f.lobby, OUTER_WALL, 1, 1);
        wend_lobby_furnish(&within, LOBBY, FACADE_DEPTH);
    }
}

// Two rows back to back, in a frame whose origin is the block's middle.
static void draw_block(floor_plan *floor, const wend_pen *pen, uint64_t rows) {
    double half = floor->column_width / 2, spine = PARTITION / 2;
    wend_pen turned = wend_pen_within(pen, 0, 0, -1, -1);
    plan_row(floor, rows, -half, half, false);
    row_outline(floor, pen, -half, half, spine, BLOCK_DEPTH);
    plan_row(floor, rows + 1, -half, half, false);
    row_outline(floor, &turned, -half, half, spine, BLOCK_DEPTH);
    wend_brush_end(floor->brush, WEND_SHAPE_OBSTACLE, 0);
    row_inside(floor, &turned, spine, BLOCK_DEPTH);
    plan_row(floor, rows, -half, half, false);
    row_inside(floor, pen, spine, BLOCK_DEPTH);
}

// ---------------------------------------------------------------------------------------------------- the whole

static double height_of(int32_t corridors) {
    double facade = OUTER_WALL + FACADE_DEPTH + CORRIDOR_WALL;
    double block = PARTITION + 2 * (BLOCK_DEPTH + CORRIDOR_WALL);
    return 2 * facade + corridors * CORRIDOR + (corridors - 1) * block;
}

// Chooses corridors and columns for a building of about the given area, 1.6 times as wide as deep.
static void choose_size(floor_plan *floor, double area) {
    floor->corridors = 1;
    while (height_of(floor->corridors + 1) * height_of(floor->corridors + 1) * 1.6 <= area * 1.25)
        floor->corridors++;
    floor->height = height_of(floor->corridors);
    double inside = area / floor->height - 2 * (OUTER_WALL + LOUNGE);
    floor->columns = (int32_t)((inside + CROSSING) / (COLUMN_LENGTH + CROSSING) + 0.5);
    if (floor->columns < 1)
        floor->columns = 1;
    if (floor->columns == 1 && inside > 26)
        floor->columns = 2;
    floor->column_width = (inside + CROSSING) / floor->columns - CROSSING;
    if (floor->column_width < 9)
        floor->column_width = 9;
    floor->width = 2 * (OUTER_WALL + LOUNGE) + floor->columns * (floor->column_width + CROSSING) - CROSSING;
}

static void draw_lounges(const floor_plan *floor, const wend_pen *pen) {
    double x = floor->width / 2 - OUTER_WALL, depth = floor->height / 2 - OUTER_WALL - EXIT;
    wend_pen left = wend_pen_within(pen, -x, OUTER_WALL, 1, 1);
    wend_lounge_furnish(&left, LOUNGE, depth);
    wend_pen right = wend_pen_within(pen, x, OUTER_WALL, -1, 1);
    wend_lounge_furnish(&right, LOUNGE, depth);
}

static void draw_floor(floor_plan *floor) {
    wend_brush *brush = floor->brush;
    wend_brush_site(brush, floor->width + 2 * GARDEN, floor->height + 2 * GARDEN);
    wend_pen site = {brush, 0, 0, 1, 1};
    wend_pen front = wend_pen_within(&site, GARDEN + floor->width / 2, GARDEN, 1, 1);
    wend_pen back = wend_pen_within(&front, 0, floor->height, -1, -1);
    uint64_t rows = (uint64_t)floor->columns; // in a facade, and half of those in a line of blocks
    draw_facade(floor, &front, 0, true);
    draw_facade(floor, &back, rows, false);
    double block = PARTITION + 2 * (BLOCK_DEPTH + CORRIDOR_WALL);
    double first = OUTER_WALL + FACADE_DEPTH + CORRIDOR_WALL + CORRIDOR + block / 2;
    for (int32_t k = 0; k + 1 < floor->corridors; k++) {
        for (int32_t c = 0; c < floor->columns; c++) {
            wend_pen within = wend_pen_within(&front, column_left(floor, c) + floor->column_width / 2,
                                              first + k * (block + CORRIDOR), 1, 1);
            draw_block(floor, &within, 2 * (rows * (uint64_t)(k + 1) + (uint64_t)c));
        }
    }
    draw_lounges(floor, &front);
    draw_lounges(floor, &back);
    double whole = floor->width + 2 * GARDEN, middle = GARDEN + floor->width / 2;
    if (floor->columns > 1)
        middle += column_left(floor, floor->columns / 2) - CROSSING / 2;
    wend_garden_furnish(&site, whole, GARDEN, middle - 2.5, middle + 2.5);
    wend_pen behind = wend_pen_within(&site, whole, floor->height + 2 * GARDEN, -1, -1);
    wend_garden_furnish(&behind, whole, GARDEN, 0, 0);
}

void wend_sample_rooms(wend_brush *brush, int32_t size) {
    if (size < FURNISHED_ROOM_SIZE) { // one room, with as many boxes as there are vertices for
        wend_brush_site(brush, 8, 5);
        for (int32_t k = 0; k < (size - 4) / 4; k++) {
            double x = 0.3 + 0.95 * (k % 8), y = 0.3 + 0.75 * (k / 8);
            double width = wend_brush_between(brush, 0.2, 0.5), depth = wend_brush_between(brush, 0.2, 0.4);
            wend_brush_rectangle(brush, WEND_SHAPE_OBSTACLE, 0, x, y, x + width, y + depth);
        }
        return;
    }
    floor_plan floor = {.brush = brush, .seed = brush->random};
    choose_size(&floor, size / VERTICES_PER_AREA);
    draw_floor(&floor);
    wend_array_free(brush->context, &floor.row);
}

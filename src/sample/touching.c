// Samples that are hard on purpose: obstacles that touch, overlap and repeat (`touching`), and walls without width
// (`thin-walls`). All is drawn in squares of 10 x 10, each with one motif, turned at random.
#include "sample/brush.h"

#define CELL 10

typedef struct motif {
    wend_brush *brush;
    double x, y;  // the square's lower left corner
    int32_t turn; // quarter turns
} motif;

enum { MOTIFS = 7 };
typedef void draw_motif(const motif *m);

// A room of about `count` squares, each with one of the motifs, turned by chance.
static void draw_motifs(wend_brush *brush, draw_motif *const motifs[MOTIFS], int32_t count) {
    int32_t across = wend_brush_root((int64_t)count * 8 / 5);
    across = across < 1 ? 1 : across;
    int32_t down = count == 0 ? 1 : (count + across - 1) / across;
    wend_brush_site(brush, across * CELL, down * CELL);
    for (int32_t k = 0; k < (count > 0 ? across * down : 0) && brush->result == WEND_OK; k++) {
        motif m = {brush, k % across * CELL, k / across * CELL, wend_brush_pick(brush, 4)};
        motifs[wend_brush_pick(brush, MOTIFS)](&m);
    }
}

static void point_at(const motif *m, double x, double y) {
    double place[4][2] = {{x, y}, {CELL - y, x}, {CELL - x, CELL - y}, {y, CELL - x}};
    wend_brush_point(m->brush, m->x + place[m->turn][0], m->y + place[m->turn][1]);
}

static void box(const motif *m, double x0, double y0, double x1, double y1) {
    point_at(m, x0, y0);
    point_at(m, x1, y0);
    point_at(m, x1, y1);
    point_at(m, x0, y1);
    wend_brush_end(m->brush, WEND_SHAPE_OBSTACLE, -1);
}

static void line(const motif *m, double x0, double y0, double x1, double y1) {
    point_at(m, x0, y0);
    point_at(m, x1, y1);
    wend_brush_end(m->brush, WEND_SHAPE_WALL, -1);
}

static void dot(const motif *m, double x, double y) {
    point_at(m, x, y);
    wend_brush_end(m->brush, WEND_SHAPE_POINT, -1);
}

// Squares that touch in corners around a square that is shut in between.
static void draw_corners(const motif *m) {
    box(m, 1, 4, 4, 7);
    box(m, 4, 1, 7, 4);
    box(m, 4, 7, 7, 9);
    box(m, 7, 4, 9, 7);
}

// Boxes that share edges, or parts of them.
static void draw_edges(const motif *m) {
    box(m, 1, 1, 4, 5);
    box(m, 4, 1, 6, 5);
    box(m, 6, 2, 9, 4);
    box(m, 2, 5, 8, 8);
}

// Boxes across one another, with a floor shut in between.
static void draw_overlap(const motif *m) {
    box(m, 1, 3, 9, 4);
    box(m, 1, 6, 9, 7);
    box(m, 3, 1, 4, 9);
    box(m, 6, 1, 7, 9);
}

// A corner that touches the middle of an edge, and a triangle that touches a corner.
static void draw_tip(const motif *m) {
    box(m, 1, 1, 9, 3);
    point_at(m, 5, 3);
    point_at(m, 7, 6);
    point_at(m, 3, 6);
    wend_brush_end(m->brush, WEND_SHAPE_OBSTACLE, -1);
    point_at(m, 7, 6);
    point_at(m, 9, 9);
    point_at(m, 8, 9);
    wend_brush_end(m->brush, WEND_SHAPE_OBSTACLE, -1);
}

// The same obstacle twice, with repeated and collinear points, once each way round.
static void draw_twice(const motif *m) {
    for (int32_t k = 0; k < 2; k++) {
        point_at(m, 2, 2);
        point_at(m, k ? 2 : 5, k ? 8 : 2);
        point_at(m, k ? 5 : 8, k ? 8 : 2);
        point_at(m, 8, 8);
        point_at(m, 8, 8);
        point_at(m, k ? 8 : 5, k ? 2 : 8);
        point_at(m, k ? 5 : 2, k ? 2 : 8);
        point_at(m, 2, 2);
        wend_brush_end(m->brush, WEND_SHAPE_OBSTACLE, -1);
    }
}

// A ring that crosses itself, one that has a part without area, and one that is a line.
static void draw_knots(const motif *m) {
    point_at(m, 1, 1);
    point_at(m, 4, 4);
    point_at(m, 4, 1);
    point_at(m, 1, 4);
    wend_brush_end(m->brush, WEND_SHAPE_OBSTACLE, -1);
    point_at(m, 6, 2);
    point_at(m, 8, 2);
    point_at(m, 8, 4);
    point_at(m, 9, 5);
    point_at(m, 8, 4);
    point_at(m, 6, 4);
    wend_brush_end(m->brush, WEND_SHAPE_OBSTACLE, -1);
    point_at(m, 2, 6);
    point_at(m, 8, 8);
    wend_brush_end(m->brush, WEND_SHAPE_OBSTACLE, -1);
}

// A room of obstacles whose walls reach into the neighbouring squares.
static void draw_reach(const motif *m) {
    box(m, -2, 4, 5, 6);
    box(m, 5, 6, 6, 12);
}

void wend_sample_touching(wend_brush *brush, int32_t size) {
    static draw_motif *const motifs[MOTIFS] = {draw_corners, draw_edges, draw_overlap, draw_tip,
                                               draw_twice,   draw_knots, draw_reach};
    draw_motifs(brush, motifs, (size - 4) / 14);
}

// ---------------------------------------------------------------------------------------------------- thin walls

// The walls of a room with a door a metre wide.
static void draw_room(const motif *m) {
    point_at(m, 4, 1);
    point_at(m, 1, 1);
    point_at(m, 1, 9);
    point_at(m, 9, 9);
    point_at(m, 9, 1);
    point_at(m, 5, 1);
    wend_brush_end(m->brush, WEND_SHAPE_WALL, -1);
    if (wend_brush_chance(m->brush, 0.5))
        line(m, 1, 5, wend_brush_between(m->brush, 4, 8), 5);
}

// Lines that cross in one place or in many.
static void draw_crossing(const motif *m) {
    for (int32_t k = 0; k < 4; k++) {
        double x0 = wend_brush_between(m->brush, 0.5, 9.5), x1 = wend_brush_between(m->brush, 0.5, 9.5);
        line(m, x0, 0.5, x1, 9.5);
    }
    line(m, 0.5, 5, 9.5, 5);
}

// Screens one behind the other, as at a queue.
static void draw_screens(const motif *m) {
    for (int32_t k = 0; k < 4; k++)
        line(m, k % 2 ? 2.5 : 0, 2 + 2 * k, k % 2 ? 10 : 7.5, 2 + 2 * k);
}

// Posts: obstacles of zero size.
static void draw_posts(const motif *m) {
    for (int32_t k = 0; k < 9; k++) {
        double dx = wend_brush_between(m->brush, -0.6, 0.6), dy = wend_brush_between(m->brush, -0.6, 0.6);
        dot(m, 2 + 3 * (k % 3) + dx, 2 + 3 * (k / 3) + dy);
    }
}

// A line wound up, and one that is drawn twice, half by half.
static void draw_coil(const motif *m) {
    static const double way[][2] = {{1, 1}, {9, 1}, {9, 9}, {1, 9}, {1, 3}, {7, 3}, {7, 7}, {3, 7}, {3, 5}, {5, 5}};
    for (int32_t k = 0; k < 10; k++)
        point_at(m, way[k][0], way[k][1]);
    wend_brush_end(m->brush, WEND_SHAPE_WALL, -1);
    line(m, 9, 2, 9, 6);
    line(m, 9, 8, 9, 4);
}

// A pillar with walls like the arms of a windmill.
static void draw_windmill(const motif *m) {
    box(m, 4, 4, 6, 6);
    line(m, 4, 4, 1, 4);
    line(m, 6, 4, 6, 1);
    line(m, 6, 6, 9, 6);
    line(m, 4, 6, 4, 9);
}

void wend_sample_thin_walls(wend_brush *brush, int32_t size) {
    static draw_motif *const motifs[MOTIFS] = {draw_room,  draw_crossing, draw_screens, draw_room,
                                               draw_posts, draw_coil,     draw_windmill};
    draw_motifs(brush, motifs, (size - 4) / 10);
}

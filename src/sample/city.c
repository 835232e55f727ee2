// A city: a grid of streets with crooked corners, and blocks of buildings between them. A block is drawn in
// coordinates of its own, u and v from 0 to 1, which are spread over the block's four corners; what does not cross in
// the one does not cross in the other.
//
// `blocks` overlaps nowhere. `city` is the same with annexes that stick into their neighbours and into the street.
#include "sample/brush.h"

#define BLOCK 80.0   // metres from street to street
#define STREET 7.0   // half the width of a street
#define CROOKED 11.0 // how far a crossing of streets may be moved
#define VERTICES_PER_BLOCK 30

typedef struct block {
    wend_brush *brush;
    double corner[4][2]; // counter-clockwise from u = v = 0
    int32_t *polygon;    // number of the last polygon
} block;

static void point_at(const block *b, double u, double v) {
    double place[2];
    for (int32_t k = 0; k < 2; k++) {
        place[k] = (1 - v) * ((1 - u) * b->corner[0][k] + u * b->corner[1][k]) +
                   v * ((1 - u) * b->corner[3][k] + u * b->corner[2][k]);
    }
    wend_brush_point(b->brush, place[0], place[1]);
}

static void quad(const block *b, wend_shape_kind kind, int32_t polygon, double u0, double v0, double u1, double v1) {
    point_at(b, u0, v0);
    point_at(b, u1, v0);
    point_at(b, u1, v1);
    point_at(b, u0, v1);
    wend_brush_end(b->brush, kind, polygon);
}

// Buildings all around a courtyard: closed (the courtyard is an island), or open to the street by a gate.
static void draw_courtyard(const block *b, bool closed) {
    double wall = wend_brush_between(b->brush, 0.17, 0.26), gate = wend_brush_between(b->brush, 0.35, 0.6);
    if (closed) {
        quad(b, WEND_SHAPE_OBSTACLE, 0, 0, 0, 1, 1);
        quad(b, WEND_SHAPE_OUTER, ++*b->polygon, wall, wall, 1 - wall, 1 - wall);
        quad(b, WEND_SHAPE_OBSTACLE, *b->polygon, 0.42, 0.42, 0.58, 0.55);
        return;
    }
    point_at(b, gate, 0);
    point_at(b, gate, wall);
    point_at(b, wall, wall);
    point_at(b, wall, 1 - wall);
    point_at(b, 1 - wall, 1 - wall);
    point_at(b, 1 - wall, wall);
    point_at(b, gate + 0.08, wall);
    point_at(b, gate + 0.08, 0);
    point_at(b, 1, 0);
    point_at(b, 1, 1);
    point_at(b, 0, 1);
    point_at(b, 0, 0);
    wend_brush_end(b->brush, WEND_SHAPE_OBSTACLE, 0);
    if (wend_brush_chance(b->brush, 0.5))
        quad(b, WEND_SHAPE_OBSTACLE, 0, wall + 0.1, 0.5, 0.55, 0.62);
}

// Two rows of houses, some deeper than others, back to back over gardens.
static void draw_houses(const block *b) {
    for (int32_t row = 0; row < 2; row++) {
        for (double u = 0; u < 0.9;) {
            double end = u + wend_brush_between(b->brush, 0.14, 0.3);
            end = end > 0.86 ? 1 : end;
            double near = wend_brush_between(b->brush, 0, 0.05), far = wend_brush_between(b->brush, 0.25, 0.42);
            quad(b, WEND_SHAPE_OBSTACLE, 0, u, row ? 1 - far : near, end, row ? 1 - near : far);
            u = end + wend_brush_between(b->brush, 0.03, 0.06);
        }
    }
}

// An L and a tower.
static void draw_corner(const block *b) {
    double arm = wend_brush_between(b->brush, 0.3, 0.45);
    point_at(b, 0, 0);
    point_at(b, 1, 0);
    point_at(b, 1, arm);
    point_at(b, arm, arm);
    point_at(b, arm, 1);
    point_at(b, 0, 1);
    wend_brush_end(b->brush, WEND_SHAPE_OBSTACLE, 0);
    quad(b, WEND_SHAPE_OBSTACLE, 0, 0.62, 0.62, 0.9, wend_brush_between(b->brush, 0.75, 0.95));
}

// A pond, trees and pavilions. The pond is round in block coordinates.
static void draw_park(const block *b) {
    double radius = wend_brush_between(b->brush, 0.12, 0.2);
    for (int32_t k = 0; k < 18; k++) {
        double unit[2];
        wend_brush_direction(k / 18.0, unit);
        point_at(b, 0.5 + 1.3 * radius * unit[0], 0.5 + radius * unit[1]);
    }
    wend_brush_end(b->brush, WEND_SHAPE_OBSTACLE, 0);
    for (int32_t k = 0; k < 8; k++) {
        double u = k < 4 ? 0.1 + 0.25 * k : 0.1 + 0.25 * (k - 4), v = k < 4 ? 0.12 : 0.88;
        double r = wend_brush_between(b->brush, 0.02, 0.045);
        u += wend_brush_between(b->brush, -0.05, 0.05);
        for (int32_t i = 0; i < 6; i++) {
            double unit[2];
            wend_brush_direction(i / 6.0, unit);
            point_at(b, u + r * unit[0], v + r * unit[1]);
        }
        wend_brush_end(b->brush, WEND_SHAPE_OBSTACLE, 0);
    }
}

// An annex over the edge of the block.
static void draw_annex(const block *b) {
    double u = wend_brush_between(b->brush, 0.1, 0.7), v = wend_brush_between(b->brush, -0.06, 0.9);
    quad(b, WEND_SHAPE_OBSTACLE, -1, u, v, u + 0.2, v + 0.15);
    if (wend_brush_chance(b->brush, 0.3)) // and a duplicate of it, shifted a little
        quad(b, WEND_SHAPE_OBSTACLE, -1, u + 0.05, v + 0.04, u + 0.25, v + 0.19);
}

static void draw_block(const block *b, bool overlap) {
    int32_t dice = wend_brush_pick(b->brush, 20);
    if (dice < 3)
        draw_courtyard(b, true);
    else if (dice < 8)
        draw_courtyard(b, false);
    else if (dice < 14)
        draw_houses(b);
    else if (dice < 17)
        draw_corner(b);
    else
        draw_park(b);
    if (overlap && wend_brush_chance(b->brush, 0.25))
        draw_annex(b);
}

// Moves the crossing of streets (i, j): the same for all four blocks that meet there. Crossings at the border stay.
static void crossing(const wend_brush *brush, uint64_t seed, int32_t across, int32_t down, int32_t i, int32_t j,
                     double place[2]) {
    wend_brush dice = *brush;
    dice.random = seed ^ ((uint64_t)i * 0x9E3779B97F4A7C15u + (uint64_t)j * 0xC2B2AE3D27D4EB4Fu);
    (void)wend_brush_pick(&dice, 2);
    double dx = wend_brush_between(&dice, -CROOKED, CROOKED), dy = wend_brush_between(&dice, -CROOKED, CROOKED);
    place[0] = i * BLOCK + (i > 0 && i < across ? dx : 0);
    place[1] = j * BLOCK + (j > 0 && j < down ? dy : 0);
}

static void draw_city(wend_brush *brush, int32_t size, bool overlap) {
    int32_t blocks = (size - 4) / VERTICES_PER_BLOCK, polygon = 0;
    int32_t down = wend_brush_root((int64_t)blocks * 5 / 8);
    down = down < 1 ? 1 : down;
    int32_t across = (blocks + down - 1) / down;
    uint64_t seed = brush->random;
    wend_brush_site(brush, (across < 1 ? 1 : across) * BLOCK, down * BLOCK);
    for (int32_t k = 0; k < (blocks > 0 ? across * down : 0) && brush->result == WEND_OK; k++) {
        static const int32_t turn_u[4] = {0, 1, 1, 0}, turn_v[4] = {0, 0, 1, 1};
        int32_t i = k % across, j = k / across, turn = wend_brush_pick(brush, 4);
        block b = {.brush = brush, .polygon = &polygon};
        for (int32_t c = 0; c < 4; c++) { // turned, so that gates and arms point every way
            int32_t u = turn_u[(c + turn) % 4], v = turn_v[(c + turn) % 4];
            crossing(brush, seed, across, down, i + u, j + v, b.corner[c]);
            b.corner[c][0] += u ? -STREET : STREET;
            b.corner[c][1] += v ? -STREET : STREET;
        }
        draw_block(&b, overlap);
    }
}

void wend_sample_city(wend_brush *brush, int32_t size) {
    draw_city(brush, size, true);
}

void wend_sample_blocks(wend_brush *brush, int32_t size) {
    draw_city(brush, size, false);
}

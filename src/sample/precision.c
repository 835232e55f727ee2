// The scenes that strain precision: `boxes`, and the three cases that a thesis on navigation meshes compares methods by
// (rooms and doorways, a spiral alley, an overhanging ramp), rebuilt from its words. In each of the three, measures are
// round numbers, so that one can tell which passages an agent fits through.
#include "sample/model.h"

#include "sample/brush.h"

// ---------------------------------------------------------------------------------------------------- boxes

#define BOX_TRIANGLES 12
#define BOX_ROOM 4.0 // square metres of floor for each box

void wend_sample_boxes(wend_model *model, int32_t size) {
    int32_t count = size / BOX_TRIANGLES > 1 ? size / BOX_TRIANGLES - 1 : 0;
    double side = (wend_brush_root((int64_t)(count + 4) * (int64_t)(BOX_ROOM * 10000)) + 1) / 100.0;
    wend_model_part(model, "floor");
    wend_model_box(model, 0, 0, -0.2, side, side, 0);
    wend_model_part(model, "boxes");
    for (int32_t k = 0; k < count && model->result == WEND_OK; k++) {
        double x = wend_model_between(model, 0.5, side - 0.5), y = wend_model_between(model, 0.5, side - 0.5);
        double half = wend_model_between(model, 0.05, 0.6), other = wend_model_between(model, 0.05, 0.6);
        double tall = wend_model_between(model, 0, 1);
        wend_frame outer = wend_model_enter(model, x, y, 0, wend_model_between(model, 0, 1));
        if (wend_model_chance(model, 0.15))
            model->frame = wend_frame_tilted(&model->frame, wend_model_between(model, -0.06, 0.06));
        double lift = wend_model_chance(model, 0.1) ? wend_model_between(model, 0.5, 2.5) : 0;
        wend_model_box(model, -half, -other, lift, half, other, lift + 0.05 + 2.5 * tall * tall);
        model->frame = outer;
    }
}

// ---------------------------------------------------------------------------------------------------- doors

#define DOOR_WALL 0.2
#define DOOR_HEIGHT 2.6

static const char *const door_names[3] = {"rooms", "rooms, turned by 27 degrees", "rooms, turned by 45 degrees"};

// Two rooms, 8 by 4 metres each, joined by doors of several widths, with doors to the outside; one door each that
// someone of 1.8 metres fits through by a centimetre, and that he does not.
static void make_rooms(wend_model *model) {
    static const wend_model_opening between[] = {{0.6, 0.9, 0, 2},    {1.5, 1.9, 0, 2},   {2.5, 3, 0, 2},
                                                 {3.6, 4.2, 0, 2},    {4.8, 5.42, 0, 2},  {6, 6.8, 0, 1.81},
                                                 {7.4, 8.3, 0, 1.79}, {8.9, 10.1, 0, 2.1}};
    static const wend_model_opening front[] = {{1, 1.7, 0, 2}, {5, 6.2, 0, 2.1}}, back[] = {{8, 8.9, 0, 2}};
    static const wend_model_opening side[] = {{0.8, 1.45, 0, 2}, {5.5, 5.85, 0, 2}};
    const double width = 10.6, depth = 8, half = DOOR_WALL / 2;
    wend_model_wall(model, 0, half, width, half, DOOR_WALL, 0, DOOR_HEIGHT, front, 2);
    wend_model_wall(model, 0, depth - half, width, depth - half, DOOR_WALL, 0, DOOR_HEIGHT, back, 1);
    wend_model_wall(model, half, DOOR_WALL, half, depth - DOOR_WALL, DOOR_WALL, 0, DOOR_HEIGHT, side, 2);
    wend_model_wall(model, width - half, DOOR_WALL, width - half, depth - DOOR_WALL, DOOR_WALL, 0, DOOR_HEIGHT, NULL,
                    0);
    wend_model_wall(model, DOOR_WALL, depth / 2, width - DOOR_WALL, depth / 2, DOOR_WALL, 0, DOOR_HEIGHT, between, 8);
    for (int32_t k = 0; k < 3; k++) { // pillars that leave 0.62 metres between each other
        double x = 7.38 + 0.82 * k;
        wend_model_box(model, x, 1.9, 0, x + 0.2, 2.1, DOOR_HEIGHT);
    }
}

static void make_doors(wend_model *model) {
    wend_model_part(model, "floor");
    wend_model_box(model, 0, 0, -0.2, 46, 16, 0);
    static const double turns[3] = {0, 0.075, 0.125}, x[3] = {2, 19, 36.5};
    for (int32_t k = 0; k < 3; k++) {
        wend_model_part(model, door_names[k]);
        wend_frame outer = wend_model_enter(model, x[k], 1.2, 0, turns[k]);
        make_rooms(model);
        model->frame = outer;
    }
}

void wend_sample_doors(wend_model *model, int32_t size) {
    wend_model_repeat(model, size, 46, 16, make_doors);
}

// ---------------------------------------------------------------------------------------------------- spiral maze

#define SPIRAL_TURNS 4
#define SPIRAL_SIDES (24 * SPIRAL_TURNS) // at least: with fewer, its corners would take more than a centimetre
#define SPIRAL_WALL 0.1
#define SPIRAL_OUTSIDE 1.1 // width of the alley at its mouth
#define SPIRAL_INSIDE 0.62 // and at its end: someone 0.6 metres wide just fits

// One wall that winds inward; the alley between its turns narrows on the way. The wall's inner side at t turns from the
// centre is a quadratic function of t, so that the alley narrows evenly.
void wend_sample_spiral_maze(wend_model *model, int32_t size) {
    int32_t sides = (size - 20) / 8;
    sides = sides < SPIRAL_SIDES ? SPIRAL_SIDES : sides;
    WEND_ARRAY(double) left = {0}, right = {0};
    if (!wend_array_resize(model->context, &left, 2 * ((int64_t)sides + 1)) ||
        !wend_array_resize(model->context, &right, 2 * ((int64_t)sides + 1)))
        model->result = model->result == WEND_OK ? WEND_ERROR_MEMORY : model->result;
    const double pitch = SPIRAL_INSIDE + SPIRAL_WALL, growth = (SPIRAL_OUTSIDE - SPIRAL_INSIDE) / (SPIRAL_TURNS - 1);
    double radius = 0;
    for (int32_t k = 0; k <= sides && model->result == WEND_OK; k++) {
        double turn = (double)SPIRAL_TURNS * k / sides, unit[2];
        wend_brush_direction(turn, unit);
        radius = 0.6 + pitch * turn + growth * turn * (turn - 1) / 2;
        for (int32_t axis = 0; axis < 2; axis++) {
            left.data[2 * k + axis] = radius * unit[axis];
            right.data[2 * k + axis] = (radius + SPIRAL_WALL) * unit[axis];
        }
    }
    double half = (double)(int64_t)radius + 3;
    wend_model_part(model, "floor");
    wend_model_box(model, -half, -half, -0.2, half, half, 0);
    wend_model_part(model, "spiral wall");
    if (model->result == WEND_OK)
        wend_model_ribbon(model, left.data, right.data, sides + 1, 0, 2.4);
    wend_array_free(model->context, &left);
    wend_array_free(model->context, &right);
}

// ---------------------------------------------------------------------------------------------------- ramp overhang

#define RAMP_SLOPE 0.5
#define RAMP_THICKNESS 0.2
#define RAMP_ACROSS 3.0 // width of the ramp, and length of the way under it
#define HEADROOM 1.8

// A wall along x = 0 carries the upper end of a ramp that comes down to the right, across a way along y. Under it there
// are 1.8 metres as far as `strip` from the wall. On the other side of the wall is a platform.
//
//     ======+===
//           |   \ ===
//           |     \  ===
//           |        \  ===
//     ------+----------\---==----
//           |strip|
static void make_overhang(wend_model *model, double strip) {
    double under = HEADROOM + strip * RAMP_SLOPE, top = under + RAMP_THICKNESS; // at the wall's face
    double end = top / RAMP_SLOPE;
    wend_frame outer = wend_model_enter(model, 0, 0, 0, -0.25); // its y is our x
    wend_model_ramp(model, -RAMP_ACROSS - 2, 0, -2, end, top, 0, RAMP_THICKNESS);
    model->frame = outer;
    wend_model_box(model, -0.2, 0, 0, 0, RAMP_ACROSS + 4, under);
    wend_model_box(model, -2.4, 2, under, 0, RAMP_ACROSS + 2, top);
    for (int32_t k = 0; k < 2; k++)
        wend_model_column(model, -2.1, k ? RAMP_ACROSS + 1.7 : 2.3, 0.12, 0.12, 12, 0, under);
}

static void make_overhangs(wend_model *model) {
    static const double strips[4] = {0.3, 0.45, 0.62, 0.9};
    static const char *const names[5] = {"ramp over a strip of 0.30 m", "ramp over a strip of 0.45 m",
                                         "ramp over a strip of 0.62 m", "ramp over a strip of 0.90 m",
                                         "ramp over a strip of 0.62 m, turned by 27 degrees"};
    wend_model_part(model, "floor");
    wend_model_box(model, -4, -2, -0.2, 44, 12, 0);
    for (int32_t k = 0; k < 5; k++) {
        wend_model_part(model, names[k]);
        wend_frame outer = wend_model_enter(model, 9.0 * k + (k == 4 ? 1 : 0), k == 4 ? 1 : 0, 0, k == 4 ? 0.075 : 0);
        make_overhang(model, k == 4 ? 0.62 : strips[k]);
        model->frame = outer;
    }
}

void wend_sample_ramp_overhang(wend_model *model, int32_t size) {
    wend_model_repeat(model, size, 50, 16, make_overhangs);
}

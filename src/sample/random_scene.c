// `random-scene`: a few floors and things on them, in them and above them, at random. Small enough to check every
// place by brute force. Half of the choices are made from few values, so that things coincide, touch and align.
#include "sample/model.h"

#define SIDE 8.0 // metres across

static double height(wend_model *model) {
    static const double levels[8] = {0, 0.2, 0.4, 1, 1.79, 1.81, 2, 2.5};
    return wend_model_chance(model, 0.5) ? levels[wend_model_pick(model, 8)] : wend_model_between(model, -0.5, 3);
}

static double length(wend_model *model, double high) {
    if (wend_model_chance(model, 0.4))
        return 0.25 * (1 + wend_model_pick(model, (int32_t)(high * 4)));
    return wend_model_between(model, 0.05, high);
}

static double position(wend_model *model) {
    return wend_model_chance(model, 0.4) ? 0.5 * wend_model_pick(model, (int32_t)(2 * SIDE) + 1)
                                         : wend_model_between(model, 0, SIDE);
}

// Mostly upright and along the axes or at any turn; sometimes tilted.
static wend_frame enter_anywhere(wend_model *model, double z, double tilted) {
    double x = position(model), y = position(model);
    double turn = wend_model_chance(model, 0.4) ? 0.125 * wend_model_pick(model, 8) : wend_model_between(model, 0, 1);
    wend_frame outer = wend_model_enter(model, x, y, z, turn);
    if (wend_model_chance(model, tilted))
        model->frame = wend_frame_tilted(&model->frame, wend_model_between(model, -0.15, 0.15));
    return outer;
}

static void add_box(wend_model *model) {
    double w = length(model, 2), d = length(model, 2), h = length(model, 2.5), z = height(model);
    wend_frame outer = enter_anywhere(model, wend_model_chance(model, 0.6) ? 0 : z, 0.3);
    wend_model_box(model, 0, 0, 0, w, d, h);
    if (wend_model_chance(model, 0.1))
        wend_model_box(model, 0, 0, 0, w, d, h);
    model->frame = outer;
}

static void add_floor(wend_model *model, double low, double high) {
    double w = wend_model_between(model, low, high), d = wend_model_between(model, low, high), z = height(model);
    wend_frame outer = enter_anywhere(model, z, 0.2);
    wend_model_floor(model, 0, 0, w, d, 0);
    if (wend_model_chance(model, 0.2)) // again, the other diagonal, perhaps the reverse
        wend_model_sheet(model, wend_model_chance(model, 0.5) ? (double[12]){w, 0, 0, w, d, 0, 0, d, 0, 0, 0, 0}
                                                              : (double[12]){0, d, 0, w, d, 0, w, 0, 0, 0, 0, 0});
    model->frame = outer;
}

static void add_ramp(wend_model *model) {
    double w = length(model, 2), d = 0.5 + length(model, 3), rise = length(model, 2);
    double thickness = wend_model_chance(model, 0.5) ? 0 : 0.1, z = height(model);
    wend_frame outer = enter_anywhere(model, wend_model_chance(model, 0.7) ? 0 : z, 0);
    wend_model_ramp(model, 0, 0, w, d, 0, rise, thickness);
    model->frame = outer;
}

static void add_sheet(wend_model *model) {
    double w = 0.2 + length(model, 3), h = 0.1 + length(model, 2),
           low = wend_model_chance(model, 0.5) ? 0 : height(model);
    double lean = wend_model_chance(model, 0.6) ? 0 : wend_model_between(model, -0.5, 0.5);
    double sink = wend_model_chance(model, 0.4) ? 0.3 : 0;
    wend_frame outer = enter_anywhere(model, low, 0);
    wend_model_sheet(model, (double[12]){0, 0, -sink, w, 0, -sink, w, lean, h, 0, lean, h});
    model->frame = outer;
}

static void add_flake(wend_model *model) {
    double corners[9];
    corners[0] = position(model), corners[1] = position(model), corners[2] = height(model);
    for (int32_t k = 3; k < 9; k++)
        corners[k] = corners[k - 3] + wend_model_between(model, -1.5, 1.5);
    wend_model_flake(model, corners);
}

static void add_pillar(wend_model *model) {
    double low = 0.05 + length(model, 0.6), high = wend_model_chance(model, 0.3) ? 0 : length(model, 0.6);
    double tall = 0.2 + length(model, 2.5);
    int32_t corners = 3 + wend_model_pick(model, 6);
    wend_frame outer = enter_anywhere(model, wend_model_chance(model, 0.7) ? 0 : -0.25, 0.2);
    wend_model_column(model, 0, 0, low, high, corners, 0, tall);
    model->frame = outer;
}

static void add_something(wend_model *model, int64_t left) {
    int32_t dice = wend_model_pick(model, 20);
    if (left < 12 ? dice < 10 : dice < 2)
        add_flake(model);
    else if (left < 12 || dice < 4)
        add_sheet(model);
    else if (dice < 9)
        add_box(model);
    else if (dice < 12)
        add_floor(model, 0.5, 3);
    else if (dice < 15)
        add_ramp(model);
    else if (dice < 17)
        add_sheet(model);
    else
        add_pillar(model);
}

// A tenth to twice of `size` triangles.
void wend_sample_random_scene(wend_model *model, int32_t size) {
    int64_t low = size / 10 > 4 ? size / 10 : 4, goal = low + wend_model_pick(model, size * 2 - (int32_t)low);
    wend_model_part(model, "ground");
    double edge = wend_model_chance(model, 0.5) ? 0 : wend_model_between(model, 0, 1);
    if (goal < 24 || wend_model_chance(model, 0.5))
        wend_model_floor(model, edge, 0, SIDE - edge, SIDE, 0);
    else
        wend_model_box(model, 0, edge, -0.25, SIDE, SIDE - edge, 0);
    wend_model_part(model, "things");
    for (int32_t k = 0; k < 2 && wend_model_chance(model, 0.6); k++)
        add_floor(model, 2, 6);
    while (model->triangles < goal && model->result == WEND_OK)
        add_something(model, goal - model->triangles);
}

// `random-stairs`: stairs of any shape between two floors each, others for each seed.
#include "sample/stair.h"

#include "sample/brush.h"

#define THICKNESS 0.05 // of treads without risers
#define LANDING 0.2    // thickness of landings and floors above
#define INNER 0.4      // radius that winders turn around

static wend_stair_shape any_shape(wend_model *model) {
    return (wend_stair_shape)wend_model_pick(model, WEND_STAIR_SHAPE_COUNT);
}

wend_stair wend_stair_random(wend_model *model, wend_stair_shape shape) {
    wend_stair s = {.shape = shape, .height = 1.8};
    bool round = wend_model_chance(model, 0.5); // whole centimetres are what people build
    s.rise = round ? 0.01 * (10 + wend_model_pick(model, 31)) : wend_model_between(model, 0.1, 0.4);
    s.run = round ? 0.01 * (15 + wend_model_pick(model, 26)) : wend_model_between(model, 0.15, 0.4);
    s.width = wend_model_between(model, 0.7, 1.6);
    s.risers = 4 + wend_model_pick(model, 9);
    int32_t kind = wend_model_pick(model, 3);
    double part = wend_model_between(model, 0.02, 0.25);
    s.tread = kind == 0 ? s.run : kind == 1 ? s.run + 0.2 * part : s.run > part + 0.08 ? s.run - part : s.run;
    s.lean = wend_model_between(model, 0.02, 0.08);
    s.turn = wend_model_chance(model, 0.3) ? 0.125 * wend_model_pick(model, 8) : wend_model_between(model, 0, 1);
    for (int axis = 0; axis < 3; axis++)
        s.at[axis] = wend_model_between(model, -20, 20);
    if (shape == WEND_STAIR_L || shape == WEND_STAIR_U)
        s.risers += s.risers % 2;
    return s;
}

// A floor above, its top at z.
static void upper_floor(wend_model *model, double x0, double y0, double x1, double y1, double z) {
    wend_model_box(model, x0, y0, z - LANDING, x1, y1, z);
}

// Where a place of the frame is on the ground.
static void place(const wend_model *model, double x, double y, double z, double at[3]) {
    const wend_frame *f = &model->frame;
    for (int axis = 0; axis < 3; axis++)
        at[axis] = f->at[axis] + (f->axis[0][axis] * x + f->axis[1][axis] * y + f->axis[2][axis] * z);
}

static void straight(wend_model *model, wend_stair *s) {
    double end = (s->risers - 1) * s->run, top = s->risers * s->rise;
    static const wend_flight_style styles[3] = {WEND_FLIGHT_SOLID, WEND_FLIGHT_WAIST, WEND_FLIGHT_NOSED};
    wend_model_flight(model, 0, s->width, s->risers, s->rise, s->run, styles[s->shape]);
    upper_floor(model, 0, end, s->width, end + 2, top);
    place(model, s->width / 2, -1, 0, s->foot);
    place(model, s->width / 2, end + 1, top, s->top);
}

static void open_treads(wend_model *model, wend_stair *s) {
    double end = (s->risers - 1) * s->run, top = s->risers * s->rise;
    for (int32_t k = 1; k < s->risers; k++) {
        double y = (k - 1) * s->run;
        wend_model_box(model, 0, y, k * s->rise - THICKNESS, s->width, y + s->tread, k * s->rise);
    }
    upper_floor(model, 0, end, s->width, end + 2, top);
    place(model, s->width / 2, -1, 0, s->foot);
    place(model, s->width / 2, end + 1, top, s->top);
}

// The steps are one solid, seen from the side a saw whose risers lean back.
static void raked(wend_model *model, wend_stair *s) {
    double corners[2 * 64], end = (s->risers - 1) * s->run, top = s->risers * s->rise;
    int32_t count = 0;
#define CORNER(y, z) (corners[2 * count] = (y), corners[2 * count + 1] = (z), count++)
    CORNER(0, 0);
    CORNER(end + 2, 0);
    CORNER(end + 2, top);
    for (int32_t k = s->risers; k > 0; k--) {
        CORNER((k - 1) * s->run + s->lean, k * s->rise);
        if (k > 1)
            CORNER((k - 1) * s->run, (k - 1) * s->rise);
    }
#undef CORNER
    wend_frame outer = wend_model_enter(model, 0, 0, 0, 0.25);
    model->frame = wend_frame_standing(&model->frame);
    wend_model_prism(model, corners, count, 0, s->width);
    model->frame = outer;
    place(model, s->width / 2, -1, 0, s->foot);
    place(model, s->width / 2, end + 1, top, s->top);
}

// Half of the risers, a landing, and the others to the left.
static void stair_l(wend_model *model, wend_stair *s) {
    int32_t half = s->risers / 2;
    double end = (half - 1) * s->run, middle = half * s->rise, top = s->risers * s->rise;
    wend_model_flight(model, 0, s->width, half, s->rise, s->run, WEND_FLIGHT_SOLID);
    wend_model_box(model, 0, end, 0, s->width, end + s->width, middle);
    wend_frame outer = wend_model_enter(model, 0, end, middle, 0.25);
    wend_model_flight(model, 0, s->width, half, s->rise, s->run, WEND_FLIGHT_WAIST);
    model->frame = outer;
    upper_floor(model, -end - 2, end, -end, end + s->width, top);
    place(model, s->width / 2, -1, 0, s->foot);
    place(model, -end - 1, end + s->width / 2, top, s->top);
}

static void stair_u(wend_model *model, wend_stair *s) {
    double top = s->risers * s->rise;
    wend_model_stair_u(model, s->width, 0.2, s->risers / 2, s->rise, s->run);
    upper_floor(model, 0, -2, s->width, 0, top);
    place(model, s->width * 1.5 + 0.2, -1, 0, s->foot);
    place(model, s->width / 2, -1, top, s->top);
}

// Treads around a point, from the front to the left: as deep as the run in their middle.
static void winders(wend_model *model, wend_stair *s) {
    bool spiral = s->shape == WEND_STAIR_SPIRAL;
    double outer = INNER + s->width, sweep = s->run / (6.283185307179586 * (INNER + s->width / 2));
    if (spiral) {
        double least = (s->height + THICKNESS + 0.002) / s->rise; // treads above treads, just high enough
        int32_t around = (int32_t)(least + 0.999);
        sweep = sweep * around > 1 ? 1.0 / around : sweep; // no more than one turn is too low
        s->risers = around + 4;
    }
    while (!spiral && (s->risers - 1) * sweep > 0.45)
        s->risers--;
    double top = s->risers * s->rise;
    wend_model_winders(model, INNER, outer, 0, sweep, s->risers - 1, s->rise, !spiral, THICKNESS);
    // One leaves a spiral outward, past the outer side of its last tread.
    wend_frame before = wend_model_enter(model, 0, 0, 0, (s->risers - (spiral ? 1.5 : 1)) * sweep);
    double unit[2];
    wend_brush_direction(sweep / 2, unit);
    double side = outer * unit[0];
    if (spiral)
        upper_floor(model, side, -0.7, side + 2, 0.7, top);
    else
        upper_floor(model, INNER, 0, outer, 2, top);
    place(model, spiral ? side + 1 : (INNER + outer) / 2, spiral ? 0 : 1, top, s->top);
    model->frame = before;
    place(model, (INNER + outer) / 2, spiral ? -outer - 1 : -1, 0, s->foot); // not below the treads of a turn
}

void wend_model_stair(wend_model *model, wend_stair *s) {
    wend_frame outer = wend_model_enter(model, s->at[0], s->at[1], s->at[2], s->turn);
    wend_model_part(model, "floor");
    wend_model_box(model, -9, -9, -LANDING, 9, 9, 0);
    wend_model_part(model, "stair");
    switch (s->shape) {
    case WEND_STAIR_OPEN:
        open_treads(model, s);
        break;
    case WEND_STAIR_RAKED:
        raked(model, s);
        break;
    case WEND_STAIR_L:
        stair_l(model, s);
        break;
    case WEND_STAIR_U:
        stair_u(model, s);
        break;
    case WEND_STAIR_CURVED:
    case WEND_STAIR_SPIRAL:
        winders(model, s);
        break;
    default:
        straight(model, s);
        break;
    }
    model->frame = outer;
}

static void make_stair(wend_model *model) {
    wend_stair s = wend_stair_random(model, any_shape(model));
    for (int axis = 0; axis < 3; axis++)
        s.at[axis] = 0;
    wend_model_stair(model, &s);
}

void wend_sample_random_stairs(wend_model *model, int32_t size) {
    wend_model_repeat(model, size, 30, 30, make_stair);
}

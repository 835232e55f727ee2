// Scenes with several levels: `stairs`, `platforms`, `bridge` and `garage`.
#include "sample/props.h"

#include "sample/brush.h"

// A floor on posts, its top at z.
static void deck(wend_model *model, double x0, double y0, double x1, double y1, double z) {
    wend_model_box(model, x0, y0, z - 0.2, x1, y1, z);
    for (int32_t k = 0; k < 4; k++) {
        double x = k % 2 ? x1 - 0.12 : x0 + 0.12, y = k / 2 ? y1 - 0.12 : y0 + 0.12;
        wend_model_column(model, x, y, 0.07, 0.07, 8, 0, z - 0.2);
    }
}

// ---------------------------------------------------------------------------------------------------- stairs

#define FLIGHT 1.4 // width
#define RISERS 10  // of a straight flight

typedef struct stair_measure {
    double rise, run;
} stair_measure;

static void straight(wend_model *model, stair_measure m, wend_flight_style style) {
    double end = (RISERS - 1) * m.run, top = RISERS * m.rise;
    wend_model_flight(model, 0, FLIGHT, RISERS, m.rise, m.run, style);
    deck(model, 0, end, FLIGHT, end + 2, top);
}

// Half of the risers, a landing, and the others to the left.
static void stair_l(wend_model *model, stair_measure m) {
    const int32_t half = RISERS / 2;
    double end = (half - 1) * m.run, middle = half * m.rise, top = 2 * middle;
    wend_model_flight(model, 0, FLIGHT, half, m.rise, m.run, WEND_FLIGHT_SOLID);
    wend_model_box(model, 0, end, 0, FLIGHT, end + FLIGHT, middle);
    wend_frame outer = wend_model_enter(model, 0, end, middle, 0.25);
    wend_model_flight(model, 0, FLIGHT, half, m.rise, m.run, WEND_FLIGHT_WAIST);
    model->frame = outer;
    deck(model, -end - 2, end, -end, end + FLIGHT, top);
}

static void stair_u(wend_model *model, stair_measure m) {
    const int32_t half = RISERS / 2;
    wend_model_stair_u(model, FLIGHT, 0.2, half, m.rise, m.run);
    deck(model, 0, -2, FLIGHT, 0, RISERS * m.rise);
}

// A quarter turn around a point on the left.
static void stair_curved(wend_model *model, stair_measure m) {
    const double inner = 1, outer = inner + FLIGHT;
    wend_model_winders(model, inner, outer, 0, 0.25 / (RISERS - 1), RISERS - 1, m.rise, true, 0);
    deck(model, -2, inner, 0, outer, RISERS * m.rise);
}

// One turn and a half around a column. Someone of two metres fits under each turn; one leaves it outward.
static void stair_spiral(wend_model *model, stair_measure m) {
    const int32_t around = 14, treads = 21;
    const double radius = 1.3;
    double rise = m.rise < 0.16 ? 0.16 : m.rise, top = (treads + 1) * rise, unit[2];
    wend_model_winders(model, 0.12, radius, 0, 1.0 / around, treads, rise, false, 0.05);
    wend_model_column(model, 0, 0, 0.15, 0.15, 16, 0, top + 1);
    wend_brush_direction(0.5 / around, unit);
    wend_frame outer = wend_model_enter(model, 0, 0, 0, (treads - 0.5) / around);
    deck(model, radius * unit[0], -0.7, radius * unit[0] + 2, 0.7, top);
    model->frame = outer;
}

static void make_stairs(wend_model *model) {
    static const char *const names[8] = {"closed risers",  "open risers", "nosing",         "sloping underside",
                                         "L with landing", "curved",      "U with landing", "spiral"};
    static const double lanes[8] = {0, 3.2, 6.4, 9.6, 15.8, 20.2, 24.6, 32.4};
    static const wend_flight_style styles[4] = {WEND_FLIGHT_SOLID, WEND_FLIGHT_OPEN, WEND_FLIGHT_NOSED,
                                                WEND_FLIGHT_WAIST};
    wend_model_part(model, "floor");
    wend_model_box(model, -1.5, -4.5, -0.2, 35, 7.5, 0);
    for (int32_t k = 0; k < 8; k++) {
        stair_measure m; // whole millimetres, so that all risers of a flight are the same
        m.rise = (150 + wend_model_pick(model, 41)) / 1000.0;
        m.run = (250 + wend_model_pick(model, 71)) / 1000.0;
        wend_model_part(model, names[k]);
        wend_frame outer = wend_model_enter(model, lanes[k], 0, 0, 0);
        if (k == 4)
            stair_l(model, m);
        else if (k == 5)
            stair_curved(model, m);
        else if (k == 6)
            stair_u(model, m);
        else if (k == 7)
            stair_spiral(model, m);
        else
            straight(model, m, styles[k]);
        model->frame = outer;
    }
}

void wend_sample_stairs(wend_model *model, int32_t size) {
    wend_model_repeat(model, size, 38, 14, make_stairs);
}

// ---------------------------------------------------------------------------------------------------- platforms

// Sixteen floating boxes: two platforms joined by two sets of seven steps, one with a right angle, the other curved.
// Steps stand in each other, meet exactly above each other's edges, or are 0.15 metres apart. (128 vertices and 192
// triangles, as many as the environment of the same name in a paper on filling gaps, of which no more is known.)
#define PLATFORM_RISE 0.15
#define PLATFORM_THICKNESS 0.2

static void make_platforms(wend_model *model) {
    static const double straight_steps[7][4] = {{0.5, 2.6, 1.7, 3.2},  {0.5, 3.2, 1.7, 3.6},   {0.5, 3.75, 1.7, 4.15},
                                                {0.5, 4.3, 1.7, 5.5},  {1.85, 4.3, 2.25, 5.5}, {2.25, 4.3, 2.65, 5.5},
                                                {2.75, 4.3, 3.25, 5.5}};
    wend_model_part(model, "lower platform");
    wend_model_box(model, 0, 0, -PLATFORM_THICKNESS, 5, 3, 0);
    wend_model_part(model, "upper platform");
    wend_model_box(model, 3.2, 3.2, 8 * PLATFORM_RISE - PLATFORM_THICKNESS, 8.4, 7.2, 8 * PLATFORM_RISE);
    wend_model_part(model, "steps with a right angle");
    for (int32_t k = 0; k < 7; k++) {
        const double *s = straight_steps[k];
        double top = (k + 1) * PLATFORM_RISE;
        wend_model_box(model, s[0], s[1], top - PLATFORM_THICKNESS, s[2], s[3], top);
    }
    wend_model_part(model, "curved steps");
    for (int32_t k = 0; k < 7; k++) {
        double top = (k + 1) * PLATFORM_RISE;
        wend_frame outer = wend_model_enter(model, 5, 3.2, 0, -0.25 + (k + 0.5) * 0.25 / 7);
        wend_model_box(model, 1.4, -0.24, top - PLATFORM_THICKNESS, 2.6, 0.24, top);
        model->frame = outer;
    }
}

void wend_sample_platforms(wend_model *model, int32_t size) {
    wend_model_repeat(model, size, 11, 10, make_platforms);
}

// ---------------------------------------------------------------------------------------------------- bridge

#define STATIONS 32
#define ARCH_HALF 12.0 // half the length of the arched bridge
#define ARCH_SPAN 4.0  // half the width of its opening

static double arch_top(double x) {
    return 0.1 + 3.4 * (1 - x * x / (ARCH_HALF * ARCH_HALF));
}

static double arch_under(double x) {
    return x > -ARCH_SPAN && x < ARCH_SPAN ? 2.7 * (1 - x * x / (ARCH_SPAN * ARCH_SPAN)) : 0;
}

// A band along the bridge seen from the side, between the arch's top moved up by `high` and its underside, or the top
// moved by `low`; from y0 to y1.
static void arch_band(wend_model *model, double high, bool whole, double low, double y0, double y1) {
    double above[2 * (STATIONS + 1)], below[2 * (STATIONS + 1)];
    for (int32_t k = 0; k <= STATIONS; k++) {
        double x = ARCH_HALF * (2.0 * k / STATIONS - 1);
        above[2 * k] = below[2 * k] = x;
        above[2 * k + 1] = arch_top(x) + high;
        below[2 * k + 1] = whole ? arch_under(x) : arch_top(x) + low;
    }
    wend_frame outer = model->frame;
    model->frame = wend_frame_standing(&outer);
    wend_model_ribbon(model, above, below, STATIONS + 1, -y1, -y0);
    model->frame = outer;
}

static void make_bridge(wend_model *model) {
    wend_model_part(model, "floor");
    wend_model_box(model, -16, -4, -0.2, 16, 14, 0);
    wend_model_part(model, "arched bridge");
    arch_band(model, 0, true, 0, 0, 3);
    arch_band(model, 0.9, false, -0.05, 0, 0.2);
    arch_band(model, 0.9, false, -0.05, 2.8, 3);
    wend_model_part(model, "footbridge");
    const double half = 7, y = 8, height = 2.72;
    wend_model_box(model, -half, y, height - 0.2, half, y + 2, height);
    for (int32_t side = 0; side < 2; side++) {
        wend_frame outer = wend_model_enter(model, 0, y + 1, 0, 0.5 * side);
        double end = half + 15 * 0.28;
        wend_model_box(model, half - 0.7, -0.8, 0, half - 0.4, 0.8, height - 0.2);
        wend_model_box(model, 1.3, -0.8, 0, 1.6, 0.8, height - 0.2);
        wend_prop_railing(model, -half, 0.95, half, 0.95, height);
        model->frame = wend_frame_within(&model->frame, end, 0, 0, 0.25);
        wend_model_flight(model, -1, 1, 16, height / 16, 0.28, WEND_FLIGHT_WAIST);
        model->frame = outer;
    }
    wend_model_part(model, "trees");
    for (int32_t k = 0; k < 4; k++) {
        double x = wend_model_between(model, -14, 14), tall = wend_model_between(model, 2.5, 4.5);
        wend_prop_tree(model, x, k % 2 ? 5.5 : 12.3, tall);
    }
}

void wend_sample_bridge(wend_model *model, int32_t size) {
    wend_model_repeat(model, size, 32, 18, make_bridge);
}

// ---------------------------------------------------------------------------------------------------- garage

#define DECKS 4
#define DECK_HEIGHT 3.0
#define DECK_THICKNESS 0.3
#define GARAGE_WIDTH 32.0
#define GARAGE_DEPTH 17.0

static const wend_model_opening garage_openings[2] = {{6, 24, 0.6, 4.6},
                                                      {29, 31.2, 12.9, 16.2}}; // the ramp, the stairs

static void park_cars(wend_model *model) {
    for (int32_t k = 0; k < 9; k++) {
        for (int32_t row = 0; row < 2; row++) {
            if (!wend_model_chance(model, 0.45))
                continue;
            double turn = wend_model_between(model, -0.01, 0.01);
            wend_frame outer = wend_model_enter(model, 2.2 + 2.8 * k, row ? 14.2 : 7.6, 0, 0.25 + turn);
            wend_prop_car(model);
            model->frame = outer;
        }
    }
}

static void make_deck(wend_model *model, int32_t level) {
    const wend_model_opening *ramp = &garage_openings[0], *stairs = &garage_openings[1];
    wend_model_part(model, "deck");
    wend_model_slab(model, 0, 0, GARAGE_WIDTH, GARAGE_DEPTH, -DECK_THICKNESS, 0, garage_openings, level > 0 ? 2 : 0);
    wend_model_part(model, "parapets");
    const wend_model_opening gate = {27, 31, 0, 1};
    wend_model_wall(model, 0, 0.1, GARAGE_WIDTH, 0.1, 0.2, 0, 1, &gate, level == 0);
    wend_model_wall(model, 0, GARAGE_DEPTH - 0.1, GARAGE_WIDTH, GARAGE_DEPTH - 0.1, 0.2, 0, 1, NULL, 0);
    wend_model_wall(model, 0.1, 0.2, 0.1, GARAGE_DEPTH - 0.2, 0.2, 0, 1, NULL, 0);
    wend_model_wall(model, GARAGE_WIDTH - 0.1, 0.2, GARAGE_WIDTH - 0.1, GARAGE_DEPTH - 0.2, 0.2, 0, 1, NULL, 0);
    if (level > 0) {
        wend_model_wall(model, ramp->from, ramp->high + 0.1, ramp->to, ramp->high + 0.1, 0.2, 0, 1, NULL, 0);
        wend_model_wall(model, ramp->from, ramp->low - 0.1, ramp->to, ramp->low - 0.1, 0.2, 0, 1, NULL, 0);
        wend_prop_railing(model, stairs->from - 0.05, stairs->low, stairs->from - 0.05, stairs->high, 0);
    }
    wend_model_part(model, "cars");
    park_cars(model);
    if (level + 1 == DECKS)
        return;
    wend_model_part(model, "columns");
    for (int32_t k = 0; k < 10; k++) {
        double x = 0.6 + 7.6 * (k % 5), y = k / 5 ? 16.6 : 5.0;
        wend_model_box(model, x - 0.2, y - 0.2, 0, x + 0.2, y + 0.2, DECK_HEIGHT - DECK_THICKNESS);
    }
    wend_model_part(model, "ramp");
    wend_frame outer = wend_model_enter(model, 0, 0, 0, -0.25); // its y is our x
    wend_model_ramp(model, -ramp->high, ramp->from, -ramp->low, ramp->to, 0, DECK_HEIGHT, DECK_THICKNESS);
    model->frame = outer;
    wend_model_part(model, "stairs");
    model->frame = wend_frame_within(&outer, stairs->from + 0.05, stairs->low, 0, 0);
    wend_model_stair_u(model, 1, 0.1, 9, DECK_HEIGHT / 18, 0.28);
    model->frame = outer;
}

static void make_garage(wend_model *model) {
    wend_model_part(model, "ground");
    wend_model_box(model, -5, -8, -0.6, GARAGE_WIDTH + 5, GARAGE_DEPTH + 5, -DECK_THICKNESS);
    wend_frame outer = wend_model_enter(model, 0, 0, 0, 0);
    wend_model_ramp(model, 27, -3, 31, 0, -DECK_THICKNESS, 0, 0);
    for (int32_t level = 0; level < DECKS; level++) {
        make_deck(model, level);
        model->frame = wend_frame_within(&model->frame, 0, 0, DECK_HEIGHT, 0);
    }
    model->frame = outer;
}

void wend_sample_garage(wend_model *model, int32_t size) {
    wend_model_repeat(model, size, GARAGE_WIDTH + 10, GARAGE_DEPTH + 13, make_garage);
}

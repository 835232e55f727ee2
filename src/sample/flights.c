// The kit for scenes: stairs.
#include "sample/model.h"

#include "sample/brush.h"

#define TREAD_THICKNESS 0.05 // of treads without risers
#define WAIST 0.18           // vertical thickness of a flight under the inner corners of its steps
#define NOSE 0.03            // how far a tread overhangs
#define NOSE_THICKNESS 0.04
#define RISERS_MAX 64

// The outline of a flight seen from its right side, y and z, counter-clockwise. Returns the number of corners.
//
//                     +---                The last tread lies one rise below the floor that the flight leads to.
//                     |
//                +----+
//                |   /
//           +----+  /   waist
//           |      /
//      -----+-----+
static int32_t outline(double *corner, int32_t risers, double rise, double run, wend_flight_style style) {
    int32_t treads = risers - 1, count = 0;
    double end = treads * run, top = treads * rise;
#define CORNER(y, z) (corner[2 * count] = (y), corner[2 * count + 1] = (z), count++)
    CORNER(0, 0);
    if (style == WEND_FLIGHT_WAIST && top > WAIST) {
        CORNER(run * WAIST / rise, 0);
        CORNER(end, top - WAIST);
    } else {
        CORNER(end, 0);
    }
    for (int32_t k = treads; k > 0; k--) {
        CORNER(k * run, k * rise);
        if (style == WEND_FLIGHT_NOSED && k > 1) {
            CORNER((k - 1) * run - NOSE, k * rise);
            CORNER((k - 1) * run - NOSE, k * rise - NOSE_THICKNESS);
            CORNER((k - 1) * run, k * rise - NOSE_THICKNESS);
        } else {
            CORNER((k - 1) * run, k * rise);
        }
    }
#undef CORNER
    return count;
}

void wend_model_flight(wend_model *model, double x0, double x1, int32_t risers, double rise, double run,
                       wend_flight_style style) {
    if (style == WEND_FLIGHT_OPEN) {
        for (int32_t k = 1; k < risers; k++)
            wend_model_box(model, x0, (k - 1) * run, k * rise - TREAD_THICKNESS, x1, k * run, k * rise);
        return;
    }
    double corners[2 * (4 * RISERS_MAX + 4)];
    int32_t count = outline(corners, risers, rise, run, style);
    wend_frame outer = wend_model_enter(model, 0, 0, 0, 0.25);
    model->frame = wend_frame_standing(&model->frame);
    wend_model_prism(model, corners, count, x0, x1);
    model->frame = outer;
}

void wend_model_stair_u(wend_model *model, double width, double gap, int32_t risers, double rise, double run) {
    double landing = (risers - 1) * run, height = risers * rise, whole = 2 * width + gap;
    wend_model_flight(model, width + gap, whole, risers, rise, run, WEND_FLIGHT_WAIST);
    wend_model_box(model, 0, landing, height - WAIST, whole, landing + width, height);
    wend_frame outer = wend_model_enter(model, width, landing, height, 0.5);
    wend_model_flight(model, 0, width, risers, rise, run, WEND_FLIGHT_WAIST);
    model->frame = outer;
}

void wend_model_winders(wend_model *model, double inner, double outer, double from, double sweep, int32_t treads,
                        double rise, bool solid, double thickness) {
    for (int32_t k = 0; k < treads; k++) {
        double left[6], right[6];
        for (int32_t i = 0; i < 3; i++) { // two chords a tread
            double unit[2];
            wend_brush_direction(from + sweep * (k + 0.5 * i), unit);
            for (int32_t axis = 0; axis < 2; axis++) {
                left[2 * i + axis] = inner * unit[axis];
                right[2 * i + axis] = outer * unit[axis];
            }
        }
        double top = (k + 1) * rise;
        wend_model_ribbon(model, left, right, 3, solid ? 0 : top - thickness, top);
    }
}

// A medial axis as lines whose colour tells the clearance. The scale is that of square roots, so that doors and
// corridors differ even beside a hall.
#include "picture/medial_look.h"

#include "base/platform.h"

#include <math.h>

static const uint32_t stops[] = {0xc62828ff, 0xef8a17ff, 0xe3c51eff, 0x4caf50ff, 0x1e88e5ff, 0x283593ff};
enum { STOPS = sizeof stops / sizeof stops[0] };

wend_medial_look_at wend_medial_look_start(const wend_plan *plan, const wend_medial *medial) {
    wend_plan_view view = wend_plan_look(plan);
    wend_medial_look_at look = {.medial = medial, .view = wend_medial_look(medial)};
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int32_t v = 0; v < view.vertex_count; v++) {
        double place[2];
        wend_lattice_place(&view.lattice, view.vertices[v], place);
        for (int k = 0; k < 2; k++) {
            low[k] = fmin(low[k], place[k]);
            high[k] = fmax(high[k], place[k]);
        }
    }
    for (int32_t v = 0; v < look.view.vertex_count; v++)
        look.widest = fmax(look.widest, look.view.vertices[v].radius * view.lattice.step * view.unit);
    look.reach = fmax(high[0] - low[0], high[1] - low[1]) / 400;
    return look;
}

static double distance(const double a[2], const double b[2]) {
    return sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1]));
}

int wend_medial_pieces(const wend_medial_look_at *look, int32_t arc) {
    double from[2], middle[2], to[2];
    wend_medial_arc_point(look->medial, arc, 0, from, NULL);
    wend_medial_arc_point(look->medial, arc, 0.5, middle, NULL);
    wend_medial_arc_point(look->medial, arc, 1, to, NULL);
    double length = distance(from, middle) + distance(middle, to);
    double pieces = ceil(length / look->reach);
    return pieces > WEND_MEDIAL_PIECES_MAX ? WEND_MEDIAL_PIECES_MAX : pieces > 1 ? (int)pieces : 1;
}

static uint32_t blend(double share) {
    double at = share * (STOPS - 1);
    int first = at < STOPS - 2 ? (int)at : STOPS - 2;
    uint32_t colour = 0xff;
    for (int shift = 8; shift <= 24; shift += 8) {
        double a = stops[first] >> shift & 255, b = stops[first + 1] >> shift & 255;
        colour |= (uint32_t)(a + (b - a) * (at - first) + 0.5) << shift;
    }
    return colour;
}

static double share_of(const wend_medial_look_at *look, double clearance) {
    double share = look->widest > 0 ? sqrt(clearance / look->widest) : 0;
    return share > 0 ? share < 1 ? share : 1 : 0;
}

uint32_t wend_clearance_colour(const wend_medial_look_at *look, double clearance) {
    return blend(share_of(look, clearance));
}

int wend_clearance_step(const wend_medial_look_at *look, double clearance, int count) {
    int step = (int)(share_of(look, clearance) * count);
    return step < count ? step : count - 1;
}

uint32_t wend_clearance_step_colour(int step, int count) {
    return blend((step + 0.5) / count);
}

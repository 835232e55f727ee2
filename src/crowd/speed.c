// The collision-free speed model, version 2, for comparison with other software (Tordeux, Chraibi, Seyfried; as
// JuPedSim has it): neighbours and walls push the direction aside, and the space ahead gives the speed.
//
//     direction   e = unit(u + sum of 8 exp((R - |d|) / 0.1) away from neighbours
//                            + sum of 5 exp((r - |w|) / 0.02) away from walls)
//     speed       clip(s / T, 0, v0), s the least |d| - R among those with d . e >= 0 and |d x e| <= R
//
// The exponential function of libm differs between machines in its last bit; here it is six squarings of 1 / (1 - x /
// 64), which is within a tenth where it counts.
#include "crowd/crowd.h"

// e to the x, for x <= 0.
static double decay(double x) {
    double value = 1 / (1 - x / 64);
    for (int k = 0; k < 6; k++)
        value *= value;
    return value;
}

// No push is greater than that of contact.
static void push_away(wend_two *sum, wend_two d, double distance, double gap, double strength, double range) {
    double push = distance > 0 ? strength * decay(gap > 0 ? -gap / range : 0) / distance : 0;
    *sum = wend_two_plus(*sum, -push, d);
}

wend_two wend_crowd_speed_model(const wend_crowd *c, int32_t slot, const wend_outcome *out) {
    const wend_body *own = &c->bodies.data[slot];
    const wend_patches *s = &c->patches;
    wend_two at = c->places.data[slot], e = own->toward;
    if (own->want <= 0)
        return (wend_two){0, 0};
    for (int32_t k = 0; k < out->count; k++) {
        wend_two d = wend_two_minus(c->places.data[out->neighbours[k]], at);
        double distance = wend_two_length(d), sum = own->radius + c->bodies.data[out->neighbours[k]].radius;
        push_away(&e, d, distance, distance - sum, 8, 0.1);
    }
    for (int32_t k = s->wall_first.data[own->patch]; k < s->wall_first.data[own->patch + 1]; k++) {
        wend_two d = wend_two_minus(wend_wall_foot(&s->walls.data[s->wall.data[k]], at), at);
        double distance = wend_two_length(d);
        if (distance < own->radius + 0.5 && wend_patches_counts(s, k, (double)own->height, distance))
            push_away(&e, d, distance, distance - own->radius, 5, 0.02);
    }
    e = wend_two_unit(e);
    double space = INFINITY;
    for (int32_t k = 0; k < out->count; k++) {
        wend_two d = wend_two_minus(c->places.data[out->neighbours[k]], at);
        double sum = own->radius + c->bodies.data[out->neighbours[k]].radius, gap = wend_two_length(d) - sum;
        if (wend_two_dot(d, e) >= 0 && fabs(wend_two_cross(d, e)) <= sum)
            space = gap < space ? gap : space;
    }
    space = space > 0 ? space : 0;
    double speed = own->time_gap * own->want > space ? space / own->time_gap : own->want;
    return (wend_two){speed * e.x, speed * e.y};
}

// Where two borders face each other, and what is open between them: see opening.h.
//
// A wall in the gap between two floors has its doors anywhere. Ways between the ends and middles of the borders lead
// into the wall; what stands in the strip between them leaves the doors free. Straight across means from a place to
// its foot: how far that is, where it is and how much higher all change evenly along a border, so the part that is in
// reach is one interval. Cost: O(log n + triangles near).
#include "link/opening.h"

#include "link/ladder.h"

#include <math.h>

// Cuts a part of the way from 0 to 1 down to where what is `at` first and changes evenly to `then` lies between two
// limits.
static void cut_down(double at, double then, double least, double most, double *from, double *to) {
    double change = then - at, in = change > 0 ? least - at : most - at, out = change > 0 ? most - at : least - at;
    if (fabs(change) > 0) {
        *from = in / change > *from ? in / change : *from;
        *to = out / change < *to ? out / change : *to;
    } else if (at < least || at > most) {
        *to = -1;
    }
}

bool wend_facing_find(const double p[2][3], const double q[2][3], double reach, double step, wend_facing *facing) {
    double dx = q[1][0] - q[0][0], dy = q[1][1] - q[0][1], dz = q[1][2] - q[0][2];
    double length2 = dx * dx + dy * dy, length = sqrt(length2), rise[2];
    *facing = (wend_facing){.last = 1};
    if (!(length2 > 0)) // what is open of it is no longer than rounding
        return false;
    for (int i = 0; i < 2; i++) {
        double x = p[i][0] - q[0][0], y = p[i][1] - q[0][1];
        facing->foot[i] = (x * dx + y * dy) / length2;
        facing->off[i] = (x * dy - y * dx) / length;
        rise[i] = q[0][2] + facing->foot[i] * dz - p[i][2];
    }
    cut_down(facing->foot[0], facing->foot[1], 0, 1, &facing->first, &facing->last);
    cut_down(facing->off[0], facing->off[1], 1, reach, &facing->first, &facing->last);
    cut_down(rise[0], rise[1], -step, step, &facing->first, &facing->last);
    return facing->first < facing->last;
}

// What is open of a border around a place.
typedef struct part {
    int32_t border;
    double from, to; // along it
    double end[2][3];
} part;

static bool take_part(const wend_linking *l, int32_t border, double along, part *p) {
    const wend_web_border *b = &l->web.borders.data[border];
    wend_point3 u = wend_border_from(&l->web, border), v = wend_border_to(&l->web, border);
    p->border = border;
    if (!wend_border_passable(l, border, along, &p->from, &p->to))
        return false;
    for (int i = 0; i < 2; i++) {
        double t = ((i ? p->to : p->from) - b->from) / (b->to - b->from);
        p->end[i][0] = u.x + t * ((double)v.x - u.x);
        p->end[i][1] = u.y + t * ((double)v.y - u.y);
        p->end[i][2] = u.z + t * ((double)v.z - u.z);
    }
    return true;
}

// The way across from a part of p.
static wend_opening across(const part *p, const part *q, const wend_facing *facing, double at) {
    double foot = facing->foot[0] + at * (facing->foot[1] - facing->foot[0]);
    return (wend_opening){p->from + at * (p->to - p->from), q->from + foot * (q->to - q->from)};
}

bool wend_openings_find(wend_linking *l, const wend_seed *way, double least, wend_opening_list *openings) {
    part p, q;
    wend_facing facing;
    openings->count = 0;
    if (!take_part(l, way->p, way->on_p, &p) || !take_part(l, way->q, way->on_q, &q) ||
        !wend_facing_find((const double(*)[3])p.end, (const double(*)[3])q.end, l->rules.gap, l->rules.step, &facing))
        return true;
    // From the rung at the last place to that at the first one.
    wend_point3 rung[2][2];
    for (int i = 0; i < 2; i++) {
        wend_opening w = across(&p, &q, &facing, i ? facing.first : facing.last);
        rung[i][0] = wend_border_place_at(l, way->p, w.on_p).at;
        rung[i][1] = wend_border_place_at(l, way->q, w.on_q).at;
    }
    double dx = (double)rung[1][0].x - rung[0][0].x, dy = (double)rung[1][0].y - rung[0][0].y;
    double length = sqrt(dx * dx + dy * dy), free = 0;
    if (!(length > least))
        return true;
    if (!wend_strip_ask(l, rung[0], rung[1]))
        return false;
    const wend_range_list *blocked = &l->obstacles.blocked;
    for (int64_t k = 0; k <= blocked->count; k++) {
        double end = k < blocked->count ? blocked->data[k].from - WEND_RULE_BESIDE : length, middle = (free + end) / 2;
        double at = facing.last - middle / length * (facing.last - facing.first);
        if (end - free >= least && !wend_array_push(l->context, openings, across(&p, &q, &facing, at)))
            return false;
        free = k < blocked->count ? blocked->data[k].to + WEND_RULE_BESIDE : free;
    }
    return true;
}

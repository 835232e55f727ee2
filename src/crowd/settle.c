// Settling: where agents end up, apart from each other and clear of walls.
//
// Velocities are chosen so that nobody need touch anybody; in a dense crowd some do. What overlaps moves apart, twice
// in a step, all at once from the same places (so that neither order nor threads matter), and each overlap is shared
// by right of way: who is behind moves. Shared evenly, people make arches at doors.
//
// Walls are not a force that might be too weak. A step ends on a lattice point that is seen from where it began, by an
// exact ray, and that is as far from the walls of its patch as the radius. Where a place is too near to walls it is
// moved straight away from them, round by round; when that comes to no such place, half of the way is tried, and less,
// and then the agent stays where it is, which is a place that was good before. So no sequence of steps leads through a
// wall. Where floors overlap, the walls of a patch may be those of another storey: then the medial axis is asked how
// much room there is.
#include "crowd/crowd.h"

enum { WALL_ROUNDS = 6, HALVES = 4 };

double wend_crowd_room(const wend_crowd *c, int32_t patch, wend_two at) {
    const wend_patches *s = &c->patches;
    double least = 1e18;
    for (int32_t k = s->wall_first.data[patch]; k < s->wall_first.data[patch + 1]; k++) {
        wend_two off = wend_two_minus(at, wend_wall_foot(&s->walls.data[s->wall.data[k]], at));
        least = fmin(least, wend_two_dot(off, off));
    }
    return sqrt(least);
}

// Moves a place away from all walls that are nearer than the radius.
static wend_two clear_walls(const wend_crowd *c, const wend_body *own, wend_two at) {
    const wend_patches *s = &c->patches;
    double wanted = own->radius + 0.75 * c->metres; // what rounding to the lattice may take
    for (int round = 0; round < WALL_ROUNDS; round++) {
        bool moved = false;
        for (int32_t k = s->wall_first.data[own->patch]; k < s->wall_first.data[own->patch + 1]; k++) {
            wend_two foot = wend_wall_foot(&s->walls.data[s->wall.data[k]], at), off = wend_two_minus(at, foot);
            double square = wend_two_dot(off, off);
            if (square >= wanted * wanted || square == 0 ||
                !wend_patches_counts(s, k, (double)own->height, own->radius))
                continue;
            at = wend_two_plus(foot, wanted / sqrt(square), off);
            moved = true;
        }
        if (!moved)
            break;
    }
    return at;
}

// What an agent takes of all its overlaps with others.
static wend_two move_apart(const wend_crowd *c, int32_t i) {
    const wend_body *own = &c->bodies.data[i];
    const wend_outcome *out = &c->outcomes.data[i];
    wend_two at = c->targets.data[i], sum = {0, 0};
    int32_t contacts = 0;
    for (int32_t k = 0; k < out->count; k++) {
        int32_t j = out->neighbours[k];
        const wend_body *b = &c->bodies.data[j];
        wend_two d = wend_two_minus(c->targets.data[j], at);
        double radii = own->radius + b->radius, square = wend_two_dot(d, d);
        if (square >= radii * radii)
            continue;
        if (c->def.model == WEND_CROWD_HYBRID)
            radii *= 1 - (1 - c->def.squeeze) * 0.5 * (own->thin + b->thin);
        double distance = sqrt(square), overlap = radii - distance;
        if (overlap <= 0)
            continue;
        if (distance == 0) { // in one place: by their order
            d = (wend_two){i < j ? 1 : -1, 0};
            distance = 1;
        }
        // Among those who come from all sides right of way makes knots, which even shares undo.
        double same = wend_two_dot(own->toward, b->toward) * (1 - fmin(1, 2 * fmax(own->against, b->against)));
        double share =
            0.5 + (same > 0 ? 0.25 * same * (wend_two_dot(d, own->toward) + wend_two_dot(d, b->toward)) / distance : 0);
        if (own->rests != b->rests && b->steered)
            share = own->rests ? 0.25 : 0.75;
        share = b->steered ? wend_clip(share + 0.5 * (b->priority - own->priority), 0, 1) : 1;
        sum = wend_two_plus(sum, -overlap * share / distance, d);
        contacts++;
    }
    return wend_two_plus(at, contacts > 1 ? 2.0 / (1 + contacts) : 1, sum);
}

WEND_CROWD_TASK(wend_crowd_part) {
    (void)worker;
    wend_crowd *c = data;
    for (int64_t k = begin; k < end; k++) {
        const wend_body *own = &c->bodies.data[k];
        if (!own->steered) {
            c->settled.data[k] = c->targets.data[k];
            continue;
        }
        c->settled.data[k] = clear_walls(c, own, move_apart(c, (int32_t)k));
    }
    return WEND_OK;
}

// How much room there is: that of the walls of the patch, if it is at least so much; what is less may be due to walls
// of another storey.
static double room_at(const wend_crowd *c, int32_t patch, const wend_spot *spot, double wanted) {
    double room = wend_crowd_room(c, patch, wend_crowd_metres(c, spot->point));
    if (room >= wanted || !c->patches.layered)
        return room;
    wend_medial_near near;
    wend_medial_clearance(c->medial, spot, &near);
    return near.clearance;
}

static void settle(wend_crowd *c, int32_t slot) {
    const wend_body *own = &c->bodies.data[slot];
    wend_outcome *out = &c->outcomes.data[slot];
    wend_walker *w = &c->walkers.data[own->index];
    wend_two start = c->places.data[slot], target = clear_walls(c, own, c->targets.data[slot]);
    wend_two before = wend_two_plus(start, c->def.step, out->velocity); // as it was steered
    wend_two pushed = wend_two_minus(clear_walls(c, own, before), before);
    out->clamped = wend_two_length(pushed) > 1e-3;
    wend_spot from = {w->triangle, w->point, 0};
    double least = own->radius - 0.75 * c->metres;
    least = fmin(least, room_at(c, own->patch, &from, least)); // no nearer than where it is
    for (int k = 0; k <= HALVES; k++) {
        wend_point point = wend_crowd_point(c, target);
        wend_ray_hit hit = {.hit = false, .triangle = w->triangle};
        if (point.x != w->point.x || point.y != w->point.y) {
            wend_plan_ray(c->patches.plan, &from, point, &hit);
            hit.hit = hit.hit || room_at(c, own->patch, &(wend_spot){hit.triangle, point, 0}, least) < least;
        }
        if (!hit.hit) {
            w->point = point;
            w->triangle = hit.triangle;
            break;
        }
        target = wend_two_plus(start, 0.5, wend_two_minus(target, start));
        if (k == HALVES)
            target = start;
    }
    wend_two way = wend_two_minus(wend_walker_place(c, w), start);
    double length = wend_two_length(way), speed = length / c->def.step, most = 1.3 * own->speed;
    double scale = speed > most ? most / length : 1 / c->def.step;
    w->velocity = (wend_two){way.x * scale, way.y * scale};
    w->walked += length;
    w->patience = out->patience;
    w->facing = out->facing;
    w->against = out->against;
    w->company += 0.15f * (out->company - w->company);
    bool held = own->want > 0 && wend_two_dot(w->velocity, own->toward) < 0.2 * own->want;
    w->stuck = held ? w->stuck + c->def.step : 0;
    w->patch = wend_patches_at(&c->patches, w->triangle, w->point);
    if (c->patches.layered && !c->patches.plain.data[w->patch] && length > 0)
        w->height = (float)wend_patches_height(&c->patches, &(wend_spot){w->triangle, w->point, 0});
}

WEND_CROWD_TASK(wend_crowd_settle) {
    (void)worker;
    wend_crowd *c = data;
    for (int64_t k = begin; k < end; k++)
        if (c->bodies.data[k].steered)
            settle(c, (int32_t)k);
    return WEND_OK;
}

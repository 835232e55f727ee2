// Steering: a velocity for every agent.
//
// The hybrid. No single published model does it all: those with a headway law jam where people come from two sides,
// those without it run at full speed through a dense crowd and make arches at doors. Here
//
//   - who goes the same way ahead is followed at a distance that one walks in the time gap;
//   - everybody else is avoided by half-planes of velocities (reciprocal avoidance; van den Berg et al.), with right of
//     way: of two who go the same way, the one behind yields. Among them little foresight is needed;
//   - who has not got on for a while loses patience, and pushes: very little in a queue, more before a gate for one,
//     most elsewhere. It also makes itself narrower, before gates and where others come the other way;
//   - where people come the other way, the time gap counts for less: behind somebody who must find a way between them,
//     keeping a distance is what makes knots that nobody leaves.
//
// Then the velocity follows with a delay of a tenth of a second, as legs do.
//
//     u direction of the wish, d from i to j, R sum of radii, a = u_i . u_j, T time gap
//     headway     v <= max(|d| - R, 0) / (T a' + 0.1)  for d . u_i > 0, |d x u_i| < 0.6 R, a > 0.5;  a' = 2 a - 1
//     patience    grows by dt per second while v . u < 0.2 want, else falls
//     half-plane  horizon tau = 2 (1 - p / 2) s; with a > 0 blended by a toward max(|v| / 2 v0, dt)
//     share       0.5 + 0.25 (d . u_i + d . u_j) / |d|: who is behind takes more of what there is to avoid
#include "crowd/crowd.h"

// What bodies heed of each other.
typedef struct pair {
    wend_two d;      // from the one to the other
    double distance; // its length
    double sum;      // of the radii
    double along;    // of the directions: 1 the same, -1 head on
} pair;

static pair pair_of(const wend_crowd *c, int32_t i, int32_t j) {
    const wend_body *a = &c->bodies.data[i], *b = &c->bodies.data[j];
    pair p = {.d = wend_two_minus(c->places.data[j], c->places.data[i])};
    p.distance = wend_two_length(p.d);
    p.sum = a->radius + b->radius;
    p.along = wend_two_dot(a->toward, b->toward);
    return p;
}

// How much in the way of one's own direction others are: 0, nobody comes from the other side, to 1.
static double opposition(const wend_crowd *c, int32_t i, const wend_outcome *out) {
    double sum = 0;
    for (int32_t k = 0; k < out->count; k++) {
        const wend_body *b = &c->bodies.data[out->neighbours[k]];
        pair p = pair_of(c, i, out->neighbours[k]);
        double near = 1 - (p.distance - p.sum) / 1.0;
        if (b->rests || near <= 0 || p.along >= 0)
            continue;
        sum += (near > 1 ? 1 : near) * -p.along;
    }
    return sum > 1 ? 1 : sum;
}

// The speed that those ahead allow.
static double headway(const wend_crowd *c, int32_t i, const wend_outcome *out, double time_gap) {
    const wend_body *own = &c->bodies.data[i];
    double most = own->want;
    for (int32_t k = 0; k < out->count; k++) {
        pair p = pair_of(c, i, out->neighbours[k]);
        double ahead = wend_two_dot(p.d, own->toward), aside = wend_two_cross(p.d, own->toward);
        if (!(p.along > 0.5) || ahead <= 0 || fabs(aside) >= 0.6 * p.sum)
            continue;
        double gap = p.distance - p.sum, allowed = (gap > 0 ? gap : 0) / (time_gap * (2 * p.along - 1) + 0.1);
        most = allowed < most ? allowed : most;
    }
    return most;
}

// The half-plane of velocities that do not lead to a collision within tau seconds: that of reciprocal avoidance, with
// `share` of what must change for this agent.
static wend_half_plane avoid(wend_two d, double sum, double tau, wend_two v, wend_two other, double share) {
    wend_two relative = wend_two_minus(v, other);
    wend_two w = wend_two_plus(relative, -1 / tau, d); // from the centre of the circle at the tip of the cone
    double square = wend_two_dot(d, d), ahead = wend_two_dot(w, d), length;
    wend_two normal;
    double lack; // how far the relative velocity is within the cone
    if (ahead < 0 && ahead * ahead > sum * sum * wend_two_dot(w, w)) { // nearest to the circle
        length = wend_two_length(w);
        normal = (wend_two){w.x / length, w.y / length};
        lack = sum / tau - length;
    } else { // nearest to a leg of the cone
        double leg = sqrt(square - sum * sum);
        wend_two side = wend_two_cross(d, w) > 0
                            ? (wend_two){(d.x * leg - d.y * sum) / square, (d.x * sum + d.y * leg) / square}
                            : (wend_two){(d.x * leg + d.y * sum) / square, (-d.x * sum + d.y * leg) / square};
        normal = wend_two_cross(d, w) > 0 ? (wend_two){-side.y, side.x} : (wend_two){side.y, -side.x};
        lack = -wend_two_dot(relative, normal);
    }
    return (wend_half_plane){normal, wend_two_dot(v, normal) + share * lack};
}

// The half-planes of the walls around: as fast toward each as comes to it within the horizon, no faster.
static int32_t avoid_walls(const wend_crowd *c, int32_t i, wend_half_plane *planes) {
    const wend_patches *s = &c->patches;
    const wend_body *own = &c->bodies.data[i];
    double horizon = own->gate ? fmin(c->def.wall_horizon, 0.15) : c->def.wall_horizon,
           reach = own->radius + own->speed * horizon, far[WEND_WALL_LINES];
    wend_two at = c->places.data[i];
    int32_t count = 0;
    for (int32_t k = s->wall_first.data[own->patch]; k < s->wall_first.data[own->patch + 1]; k++) {
        wend_two off = wend_two_minus(at, wend_wall_foot(&s->walls.data[s->wall.data[k]], at));
        double square = wend_two_dot(off, off);
        if (square >= reach * reach || square == 0)
            continue;
        double distance = sqrt(square);
        if (!wend_patches_counts(s, k, (double)own->height, distance))
            continue;
        wend_half_plane plane = {{off.x / distance, off.y / distance}, -(distance - own->radius) / horizon};
        bool twice = false; // two edges with their common corner nearest
        for (int32_t j = 0; j < count && !twice; j++)
            twice = planes[j].normal.x == plane.normal.x && planes[j].normal.y == plane.normal.y && far[j] == distance;
        if (twice || (count == WEND_WALL_LINES && distance >= far[count - 1]))
            continue;
        int32_t place = count < WEND_WALL_LINES ? count++ : count - 1;
        for (; place > 0 && far[place - 1] > distance; place--) {
            far[place] = far[place - 1];
            planes[place] = planes[place - 1];
        }
        far[place] = distance;
        planes[place] = plane;
    }
    return count;
}

static double squeezed(const wend_crowd *c, double sum, double thin) {
    return sum * (1 - (1 - c->def.squeeze) * thin);
}

static wend_two steer_by_planes(const wend_crowd *c, int32_t i, wend_outcome *out, bool hybrid) {
    const wend_body *own = &c->bodies.data[i];
    double against = hybrid ? opposition(c, i, out) : 0;
    double want = hybrid ? headway(c, i, out, own->time_gap * (1 - fmin(1, 4 * against))) : own->want;
    bool bound = want < 0.8 * own->want;
    out->against = (float)against;
    if (hybrid) {
        double push = own->patience * own->want * (bound ? own->gate ? 0.3 : 0.05 : 0.8);
        want = want > push ? want : push;
    }
    wend_half_plane planes[WEND_WALL_LINES + WEND_NEIGHBOURS];
    int32_t hard = avoid_walls(c, i, planes), count = hard;
    double speed = own->speed > 0 ? own->speed : 1, slow = 0.5 * wend_two_length(own->velocity) / speed;
    for (int32_t k = 0; k < out->count; k++) {
        int32_t j = out->neighbours[k];
        const wend_body *b = &c->bodies.data[j];
        pair p = pair_of(c, i, j);
        double sum = hybrid ? squeezed(c, p.sum, 0.5 * (own->thin + b->thin)) : p.sum;
        if (p.distance <= sum || (own->rests && b->rests))
            continue;
        double tau = c->def.horizon, share = 0.5;
        if (hybrid) {
            tau *= 1 - 0.5 * own->patience;
            double least = slow > c->def.step ? slow : c->def.step;
            tau = p.along > 0 ? tau + p.along * (least - tau) : tau;
            share += 0.25 * (wend_two_dot(p.d, own->toward) + wend_two_dot(p.d, b->toward)) / p.distance;
        }
        share = b->steered ? share + 0.5 * (b->priority - own->priority) : 1;
        planes[count++] = avoid(p.d, sum, tau, own->velocity, b->velocity, wend_clip(share, 0, 1));
    }
    // A little to the right, not all alike: so that two who meet head on choose the same side.
    double turn = own->index % 2 ? 0.03 : 0.045;
    wend_two u = own->toward, wanted = {want * (u.x + turn * u.y), want * (u.y - turn * u.x)};
    return wend_crowd_program(planes, count, hard, own->speed > want ? own->speed : want, wanted);
}

static double company(const wend_crowd *c, int32_t i, const wend_outcome *out) {
    double sum = 0;
    for (int32_t k = 0; k < out->count; k++) {
        pair p = pair_of(c, i, out->neighbours[k]);
        if (!c->bodies.data[out->neighbours[k]].rests && p.distance < 2)
            sum += (2 - p.distance) / 2;
    }
    return sum > 1 ? 1 : sum;
}

// Who comes the other way and stands right before it: the nearest one's index, or -1.
static int32_t facing(const wend_crowd *c, int32_t i, const wend_outcome *out) {
    const wend_body *own = &c->bodies.data[i];
    for (int32_t k = 0; k < out->count; k++) {
        pair p = pair_of(c, i, out->neighbours[k]);
        if (p.along < -0.5 && p.distance < p.sum + 0.3 && wend_two_dot(p.d, own->toward) > 0.7 * p.distance)
            return c->bodies.data[out->neighbours[k]].index;
    }
    return -1;
}

static void steer(wend_crowd *c, int32_t i) {
    const wend_body *own = &c->bodies.data[i];
    wend_outcome *out = &c->outcomes.data[i];
    double dt = c->def.step;
    out->velocity = own->velocity;
    out->patience = own->patience;
    out->count = 0;
    out->facing = -1;
    out->clamped = false;
    out->company = out->against = 0;
    c->targets.data[i] = c->places.data[i];
    if (!own->steered)
        return;
    wend_crowd_find_neighbours(c, i, out);
    out->company = (float)company(c, i, out);
    out->facing = own->want > 0 ? facing(c, i, out) : -1;
    wend_two v = {own->toward.x * own->want, own->toward.y * own->want};
    if (c->def.model == WEND_CROWD_SPEED)
        v = wend_crowd_speed_model(c, i, out);
    else if (c->def.model != WEND_CROWD_PLAIN && own->want > 0)
        v = steer_by_planes(c, i, out, c->def.model == WEND_CROWD_HYBRID);
    if (c->def.model == WEND_CROWD_HYBRID || c->def.model == WEND_CROWD_ORCA)
        v = wend_two_plus(own->velocity, dt / (dt + 0.1), wend_two_minus(v, own->velocity));
    if (own->rests)
        v = (wend_two){0, 0};
    double ahead = wend_two_dot(own->velocity, own->toward);
    out->patience = wend_clip(own->patience + (own->want > 0 && ahead < 0.2 * own->want ? dt : -dt), 0, 1);
    out->velocity = v;
    c->targets.data[i] = wend_two_plus(c->places.data[i], dt, v);
}

WEND_CROWD_TASK(wend_crowd_steer) {
    (void)worker;
    for (int64_t k = begin; k < end; k++)
        steer(data, (int32_t)k);
    return WEND_OK;
}

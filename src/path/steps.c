// Small steps of a disc: straight until something is in the way, and along what is in the way.
//
// What moves is the centre; the disc's obstacles make up a region where that may be, bounded by lines beside walls and
// by arcs around notches. A walk is straight. A move is the way of steepest descent of the distance to the target: it
// is straight toward the target where that is free, else it slides along what it touches, in the direction in which the
// target comes nearer fastest, and it ends where no direction brings it nearer. So the distance never grows, and the
// end is a place that is nearest to the target of all that are free near it. Of two directions that are equally good
// (straight at a corner) it takes the left one.
//
// A disc that starts nearer to a wall than its radius keeps what it has: it moves as one that is just so large. Places
// of spots are rounded to lattice points, so a disc that misses its radius by up to two steps is first set right, away
// from what it touches; and the lattice point where it ends is one where it fits, if there is one. So moves may follow
// each other by the thousand along walls, into corners and through gaps of just the diameter.
//
// A disc is never smaller than s->point, a hundred-thousandth of a millionth of the plan's extent; that is what moves
// for radius 0. (A straight walk of a point is a ray, exact.)
//
// Doubles: the centre is set on the line or the arc that it slides along, so errors do not add up. A direction is open
// at a wall when it does not lead toward it; at a corner it may lead toward it by as much as costs less clearance than
// s->loose. What is hit straight ahead is stopped before by that much. (nearby.c)
//
// Cost: O(pieces that the disc sweeps), for each straight part and each arc.
#include "geom/predicate.h"

#include "path/search.h"

typedef struct step {
    wend_search *s;
    double radius; // that it keeps, lattice steps
    wend_way at, target;
    int32_t piece;
    double length;
    wend_touch last; // that it met
    bool stopped;
} step;

// A direction that is tried.
typedef struct course {
    wend_touch touch; // slid along
    wend_way d;
    int sense; // around a corner; 0: straight
    double progress;
    double phase, stop; // around a corner
    wend_way end;       // the direction from the corner at `stop`
    double far;         // straight: at most
    bool free;          // touches nothing
    bool found;
} course;

static double length_of(wend_way v) {
    return sqrt(wend_way_dot(v, v));
}

static wend_way add(wend_way a, double factor, wend_way b) {
    return (wend_way){a.x + factor * b.x, a.y + factor * b.y};
}

// Goes to a place that is in sight.
static void go_to(step *m, wend_way to) {
    int32_t piece = wend_nearby_walk(&m->s->v, m->s->slack, m->piece, m->at, to);
    if (piece < 0)
        return;
    m->piece = piece;
    m->at = to;
}

// ---------------------------------------------------------------------------------------------------- beginning

enum { ROUNDS_MOST = 64 };

// Moves a disc that touches something by up to a few steps, until it has its radius, or nearly.
static void set_right(step *m, double radius, double most) {
    wend_way from = m->at;
    int32_t piece = m->piece;
    wend_touch touch;
    for (int k = 0; k < ROUNDS_MOST; k++) {
        if (!wend_nearby_nearest(m->s, m->piece, m->at, radius - m->s->loose / 4, &touch)) {
            m->radius = radius;
            return;
        }
        go_to(m, add(m->at, radius - touch.distance + m->s->loose / 8, touch.normal));
        if (length_of(wend_way_minus(m->at, from)) > most)
            break;
    }
    wend_nearby_nearest(m->s, m->piece, m->at, INFINITY, &touch);
    double reached = touch.distance;
    if (reached > m->radius && length_of(wend_way_minus(m->at, from)) <= most) {
        m->radius = reached < radius ? reached : radius;
        return;
    }
    m->at = from;
    m->piece = piece;
}

static bool holds(const wend_search *s, int32_t triangle, wend_point p) {
    const int32_t *c = s->plan.triangles[triangle].v;
    for (int i = 0; i < 3; i++)
        if (wend_cross(s->plan.vertices[c[i]], s->plan.vertices[c[(i + 1) % 3]], p) < 0)
            return false;
    return true;
}

// The place of a spot; one that is rounded to beside its triangle is put on it.
static wend_way place_of(const wend_search *s, const wend_spot *spot) {
    wend_way at = wend_road_place(spot->point), best = at;
    const int32_t *c = s->plan.triangles[spot->triangle].v;
    double least = INFINITY;
    for (int i = 0; i < 3 && !holds(s, spot->triangle, spot->point); i++) {
        wend_way x = wend_road_place(s->plan.vertices[c[i]]), y = wend_road_place(s->plan.vertices[c[(i + 1) % 3]]);
        wend_way e = wend_way_minus(y, x);
        double share = wend_way_dot(wend_way_minus(at, x), e) / wend_way_dot(e, e);
        wend_way foot = add(x, share < 0 ? 0 : share > 1 ? 1 : share, e);
        double far = length_of(wend_way_minus(foot, at));
        best = far < least ? foot : best;
        least = far < least ? far : least;
    }
    return best;
}

// From the boundary a little into the triangle.
static void leave_wall(step *m, int32_t triangle) {
    const int32_t *v = m->s->plan.triangles[triangle].v;
    wend_way sum = {0, 0};
    for (int i = 0; i < 3; i++)
        sum = add(sum, 1. / 3, wend_road_place(m->s->plan.vertices[v[i]]));
    wend_way into = wend_way_minus(sum, m->at);
    if (wend_way_dot(into, into) > 0)
        m->at = add(m->at, m->s->point, wend_way_unit(into));
}

// The radius that a disc keeps from a spot on. False when there is no room to move in at all.
static bool begin(step *m, const wend_spot *from, double radius) {
    wend_search *s = m->s;
    wend_touch touch = {.distance = INFINITY};
    m->at = place_of(s, from);
    m->piece = s->v.triangle_piece[from->triangle];
    double wanted = radius / s->metres > s->point ? radius / s->metres : s->point;
    m->radius = wanted;
    if (!wend_nearby_nearest(s, m->piece, m->at, wanted, &touch))
        return true;
    if (touch.distance < s->loose) {
        leave_wall(m, from->triangle);
        wend_nearby_nearest(s, m->piece, m->at, INFINITY, &touch);
    }
    m->radius = touch.distance;
    if (touch.distance < s->point)
        set_right(m, s->point, 4);
    else if (touch.distance > wanted - 2 && wanted > 16)
        set_right(m, wanted, 4);
    return m->radius > 16 * s->loose;
}

// ---------------------------------------------------------------------------------------------------- courses

// The direction along a wall that is nearer to d, and how much of the wall is left there; 0 at its end.
static wend_way along_wall(const step *m, const wend_touch *touch, wend_way d, double *left) {
    const wend_roads_view *v = &m->s->v;
    wend_way x = wend_road_place(v->sides[touch->side].at);
    wend_way e = wend_way_minus(wend_road_place(v->sides[wend_road_next(v, touch->side)].at), x);
    double length = length_of(e);
    e = (wend_way){e.x / length, e.y / length};
    double along = wend_way_dot(e, wend_way_minus(m->at, x)), sign = wend_way_dot(d, e) < 0 ? -1 : 1;
    *left = sign > 0 ? length - along : along;
    *left = *left > m->s->loose + 4e-9 * m->radius ? *left : 0;
    return (wend_way){sign * e.x, sign * e.y};
}

// Whether a straight way leads away from what is touched, or along it, or toward it by no more than what is allowed at
// a corner. A wall that ends here leaves that to its corner, or to the next wall.
static bool is_open(const step *m, const wend_touch *touch, wend_way d, bool strict) {
    double room = touch->distance - (m->radius - m->s->loose), left = 1;
    double most = touch->corner && !strict && room > 0 ? sqrt(room / m->radius) : 0x1p-50; // costs half of the room
    if (wend_way_dot(d, touch->normal) >= -most)
        return true;
    if (!touch->corner)
        along_wall(m, touch, d, &left);
    return left == 0;
}

static bool is_free(const step *m, wend_way d, bool strict) {
    for (int64_t k = 0; k < m->s->touches.count; k++)
        if (!is_open(m, &m->s->touches.data[k], d, strict))
            return false;
    return true;
}

// The same along a wall. The other wall of a gap of just the diameter may be parallel but for rounding: then there is
// room for some lattice steps at least.
static bool is_open_along(const step *m, wend_way d, bool strict) {
    enum { STEPS = 4 };
    for (int64_t k = 0; k < m->s->touches.count; k++) {
        const wend_touch *touch = &m->s->touches.data[k];
        double room = touch->distance - (m->radius - m->s->loose), toward = -wend_way_dot(d, touch->normal);
        if (!is_open(m, touch, d, strict) && (touch->corner || room < STEPS * toward))
            return false;
    }
    return true;
}

static void try_wall(const step *m, wend_way d, course *c) {
    double left;
    c->d = along_wall(m, &c->touch, d, &left);
    c->progress = wend_way_dot(d, c->d);
    double ahead = wend_way_dot(wend_way_minus(m->target, m->at), c->d);
    c->far = ahead < left ? ahead : left;
    c->found = c->far > m->s->loose;
}

// Around a corner until the target is straight ahead, or cannot come nearer, or the way round ends.
static void try_corner(const step *m, wend_way d, int sense, course *c) {
    const wend_roads_view *v = &m->s->v;
    int32_t notch = v->sides[c->touch.side].notch;
    const wend_road_notch *n = &v->notches[notch];
    wend_way first = {n->first[0], n->first[1]}, u = c->touch.normal, left = wend_way_left(u);
    wend_way q = wend_way_minus(m->target, wend_road_place(m->s->plan.vertices[n->vertex]));
    double far = length_of(q);
    c->sense = sense;
    c->d = (wend_way){sense * left.x, sense * left.y};
    c->progress = wend_way_dot(d, c->d);
    bool opposite = wend_way_dot(q, u) < 0 && c->progress > -1e-9;
    if (!(far > 0) || (c->progress <= 0 && !opposite))
        return;
    c->end = wend_way_unit(q);
    if (far > m->radius) { // where a tangent leaves
        double cosine = m->radius / far, sine = -sense * sqrt(1 - cosine * cosine);
        c->end = (wend_way){cosine * c->end.x - sine * c->end.y, cosine * c->end.y + sine * c->end.x};
    }
    c->phase = wend_phase_near(first, u, (double)v->side_phases[c->touch.side]);
    if (!n->ring)
        c->phase = c->phase < 0 ? 0 : c->phase > n->span ? n->span : c->phase;
    double limit, end = wend_phase_beyond(first, c->end, c->phase, sense);
    if (!wend_road_turn(v, notch, 1 / (m->radius - m->s->loose), u, c->phase, sense, &limit) ||
        sense * (end - c->phase) > 2 + 1e-6)
        return;
    c->stop = sense * (limit - end) < 0 ? limit : end;
    if (c->stop != end)
        c->end = wend_way_at(first, limit);
    double range = sense * (c->stop - c->phase);
    c->found = range > WEND_PHASE_CLOSE && range * m->radius > m->s->loose / 8;
}

// The best direction from here.
static course choose(const step *m, wend_way d, double far, bool strict) {
    const wend_search *s = m->s;
    course best = {.d = d, .far = far, .free = true, .found = true};
    if (is_free(m, d, strict))
        return best;
    best = (course){.progress = -1};
    for (int64_t k = 0; k < s->touches.count; k++) {
        const wend_touch *touch = &s->touches.data[k];
        if (is_open(m, touch, d, true))
            continue;
        for (int sense = touch->corner ? 1 : 0; sense >= (touch->corner ? -1 : 0); sense -= 2) {
            course c = {.touch = *touch};
            if (sense == 0)
                try_wall(m, d, &c);
            else
                try_corner(m, d, sense, &c);
            // Whether there is room around a corner is known.
            if (c.found && c.progress > best.progress && (sense != 0 || is_open_along(m, c.d, strict)))
                best = c;
        }
    }
    return best;
}

// ---------------------------------------------------------------------------------------------------- moving

static void go_straight(step *m, const course *c) {
    wend_touch touch;
    double far = wend_nearby_ahead(m->s, m->piece, m->at, c->d, c->far, m->radius, &touch);
    if (far < c->far)
        m->last = touch;
    wend_way to = far < c->far || !c->free ? add(m->at, far, c->d) : m->target;
    if (!c->free) { // back to the line along the wall
        const wend_roads_view *v = &m->s->v;
        wend_way off = wend_way_minus(to, wend_road_place(v->sides[c->touch.side].at));
        double miss = m->radius - wend_way_dot(off, c->touch.normal);
        to = fabs(miss) <= 8 * m->s->loose ? add(to, miss, c->touch.normal) : to;
    }
    go_to(m, to);
    m->length += far;
}

static void go_round(step *m, const course *c) {
    const wend_road_notch *n = &m->s->v.notches[m->s->v.sides[c->touch.side].notch];
    wend_way first = {n->first[0], n->first[1]}, centre = wend_road_place(m->s->plan.vertices[n->vertex]);
    wend_way from = c->touch.normal;
    enum { PARTS = 4 }; // of less than half a turn; nothing is in the way between their chords and the corner
    for (int k = 1; k <= PARTS; k++) {
        wend_way u = k < PARTS ? wend_way_at(first, c->phase + (c->stop - c->phase) * k / PARTS) : c->end;
        go_to(m, add(centre, m->radius, u));
        m->length += m->radius * wend_angle(from, u);
        from = u;
    }
}

// What keeps the disc from going on: the touch that is most against the direction.
static void stop_at(step *m, wend_way d) {
    double most = 0;
    for (int64_t k = 0; k < m->s->touches.count; k++) {
        const wend_touch *touch = &m->s->touches.data[k];
        double against = -wend_way_dot(d, touch->normal);
        if (against > most) {
            most = against;
            m->last = *touch;
        }
    }
    m->stopped = true;
}

static void slide(step *m) {
    wend_search *s = m->s;
    int64_t most = 64 + 4 * ((int64_t)s->v.side_count + s->v.notch_count);
    double least = INFINITY; // that it was away from the target
    bool strict = false;
    for (; most > 0 && s->failure == WEND_OK; most--) {
        wend_way to = wend_way_minus(m->target, m->at);
        double far = length_of(to);
        if (far <= s->loose)
            return;
        wend_way d = {to.x / far, to.y / far};
        wend_nearby_list(s, m->piece, m->at, m->radius + 8 * s->loose);
        course c = choose(m, d, far, strict);
        if (!c.found || s->failure != WEND_OK) {
            stop_at(m, d);
            return;
        }
        if (c.sense != 0)
            go_round(m, &c);
        else
            go_straight(m, &c);
        double left = length_of(wend_way_minus(m->target, m->at));
        bool nearer = left < least - s->loose / 4;
        least = left < least ? left : least;
        if (!nearer && strict) {
            wend_nearby_list(s, m->piece, m->at, m->radius + 8 * s->loose);
            stop_at(m, d);
            return;
        }
        strict = !nearer;
    }
}

// ---------------------------------------------------------------------------------------------------- ending

// How far a lattice point is from all that is listed.
static double room_at(const wend_search *s, wend_way at) {
    const wend_roads_view *v = &s->v;
    double room = INFINITY;
    for (int64_t k = 0; k < s->touches.count; k++) {
        int32_t side = s->touches.data[k].side;
        wend_way x = wend_road_place(v->sides[side].at), to = wend_way_minus(at, x);
        double far = length_of(to);
        if (!s->touches.data[k].corner) {
            wend_way e = wend_way_minus(wend_road_place(v->sides[wend_road_next(v, side)].at), x);
            double along = wend_way_dot(to, e), square = wend_way_dot(e, e);
            if (along > 0 && along < square)
                far = wend_way_cross(e, to) / sqrt(square);
            else if (along >= square)
                far = length_of(wend_way_minus(to, e));
        }
        room = far < room ? far : room;
    }
    return room;
}

// The lattice point next to where the disc is: the nearest of those around it where it fits, or else where it nearly
// does.
static wend_spot spot_of(const step *m) {
    wend_search *s = m->s;
    wend_point middle = {(int32_t)floor(m->at.x + 0.5), (int32_t)floor(m->at.y + 0.5)};
    wend_spot best = {wend_stand_triangle(s, m->piece, m->at, (wend_way){0, 0}), middle, 0};
    double most = -INFINITY, nearest = INFINITY;
    wend_nearby_list(s, m->piece, m->at, m->radius + 4);
    for (int k = 0; k < 9; k++) {
        wend_point p = {middle.x + k % 3 - 1, middle.y + k / 3 - 1};
        wend_way at = wend_road_place(p);
        int32_t piece = wend_nearby_walk(&s->v, s->slack, m->piece, m->at, at);
        int32_t triangle = piece >= 0 ? wend_stand_triangle(s, piece, at, (wend_way){0, 0}) : -1;
        if (triangle < 0 || !holds(s, triangle, p))
            continue;
        double room = room_at(s, at), far = length_of(wend_way_minus(at, m->at));
        room = room < m->radius - s->loose ? room : m->radius;
        if (room < most || (room == most && far >= nearest))
            continue;
        most = room;
        nearest = far;
        best = (wend_spot){triangle, p, 0};
    }
    return best;
}

static void name_stop(const step *m, wend_stop *stop) {
    const wend_search *s = m->s;
    if (!m->stopped)
        return;
    stop->kind = m->last.corner ? WEND_STOP_CORNER : WEND_STOP_WALL;
    stop->normal[0] = m->last.normal.x;
    stop->normal[1] = m->last.normal.y;
    if (m->last.corner)
        stop->vertex = s->v.notches[s->v.sides[m->last.side].notch].vertex;
    else
        stop->boundary = ~s->v.sides[m->last.side].twin;
}

static void finish(const step *m, wend_stop *stop) {
    const wend_search *s = m->s;
    stop->spot = spot_of(m);
    stop->place[0] = s->plan.lattice.origin[0] + m->at.x * s->plan.lattice.step;
    stop->place[1] = s->plan.lattice.origin[1] + m->at.y * s->plan.lattice.step;
    stop->distance = m->length * s->metres;
    name_stop(m, stop);
}

// ---------------------------------------------------------------------------------------------------- calls

// Where a step goes, on the lattice. What is very far away is aimed at all the same. False when it is not finite.
static bool aim(const wend_search *s, wend_way from, const double to[2], wend_way *target) {
    const double *origin = s->plan.lattice.origin, most = 0x1p40;
    double x = (to[0] / 2 - origin[0] / 2) / s->plan.lattice.step * 2;
    double y = (to[1] / 2 - origin[1] / 2) / s->plan.lattice.step * 2;
    if (!(fabs(to[0]) < INFINITY) || !(fabs(to[1]) < INFINITY))
        return false;
    double size = fmax(fabs(x), fabs(y));
    for (; !(size < most); size /= 2) {
        if (!(size < INFINITY)) { // beyond all doubles: only the direction is left
            double scale = fmax(fabs(to[0]), fabs(to[1]));
            x = to[0] / scale * most / 2;
            y = to[1] / scale * most / 2;
            break;
        }
        x = from.x / 2 + x / 2;
        y = from.y / 2 + y / 2;
    }
    *target = (wend_way){x, y};
    return true;
}

static bool start(wend_search *s, const wend_spot *from, const double to[2], double radius, wend_stop *stop, step *m,
                  wend_result *result) {
    *result = WEND_ERROR_ARGUMENT;
    if (stop != NULL)
        *stop = (wend_stop){.kind = WEND_STOP_OFF_MESH, .boundary = -1, .vertex = -1, .spot.triangle = -1};
    if (s == NULL || from == NULL || to == NULL || stop == NULL || !(radius >= 0 && radius < 0x1p60))
        return false;
    *m = (step){.s = s};
    if (!aim(s, wend_road_place(from->point), to, &m->target))
        return false;
    *result = WEND_OK;
    stop->spot = *from;
    wend_lattice_place(&s->plan.lattice, from->point, stop->place);
    if (!wend_search_holds(s, from))
        return false;
    stop->kind = WEND_STOP_NONE;
    s->failure = WEND_OK;
    return true;
}

// A disc that has no room to move in.
static wend_result stay(const step *m, wend_stop *stop) {
    wend_touch touch;
    if (wend_nearby_nearest(m->s, m->piece, m->at, INFINITY, &touch)) {
        step still = {.s = m->s, .last = touch, .stopped = true};
        name_stop(&still, stop);
    }
    return m->s->failure;
}

// A straight walk of a point.
static wend_result cast(step *m, const wend_spot *from, wend_stop *stop) {
    const wend_search *s = m->s;
    wend_way begun = wend_road_place(from->point), to = m->target;
    for (; fmax(fabs(to.x), fabs(to.y)) > 0x1p29; to = (wend_way){begun.x / 2 + to.x / 2, begun.y / 2 + to.y / 2})
        ;
    wend_ray_hit hit;
    wend_plan_ray(s->roads->plan, from, (wend_point){(int32_t)floor(to.x + 0.5), (int32_t)floor(to.y + 0.5)}, &hit);
    m->piece = s->v.triangle_piece[hit.triangle];
    m->at = (wend_way){(hit.place[0] - s->plan.lattice.origin[0]) / s->plan.lattice.step,
                       (hit.place[1] - s->plan.lattice.origin[1]) / s->plan.lattice.step};
    m->radius = 0;
    m->length = hit.distance / s->metres;
    finish(m, stop);
    if (!hit.hit)
        return s->failure;
    m->at = wend_road_place(stop->spot.point);
    wend_touch touch;
    for (int32_t k = 0; hit.boundary >= 0 && k < 3; k++)
        if (s->plan.triangles[hit.triangle].twin[k] == ~hit.boundary) {
            const int32_t *v = s->plan.triangles[hit.triangle].v;
            wend_way x = wend_road_place(s->plan.vertices[v[k]]), y = wend_road_place(s->plan.vertices[v[(k + 1) % 3]]);
            wend_way normal = wend_way_unit(wend_way_left(wend_way_minus(y, x)));
            stop->normal[0] = normal.x;
            stop->normal[1] = normal.y;
        }
    stop->kind = hit.boundary >= 0 ? WEND_STOP_WALL : WEND_STOP_CORNER;
    stop->boundary = hit.boundary;
    if (hit.boundary < 0 && wend_nearby_nearest(m->s, m->piece, m->at, INFINITY, &touch) && touch.corner)
        stop->vertex = s->v.notches[s->v.sides[touch.side].notch].vertex;
    return s->failure;
}

wend_result wend_search_walk(wend_search *s, const wend_spot *from, const double to[2], double radius,
                             wend_stop *stop) {
    step m;
    wend_result result;
    if (!start(s, from, to, radius, stop, &m, &result))
        return result;
    bool fits = begin(&m, from, radius);
    if (m.radius <= s->point && holds(s, from->triangle, from->point))
        return cast(&m, from, stop);
    if (!fits)
        return stay(&m, stop);
    wend_way shift = wend_way_minus(m.at, place_of(s, from)); // parallel to what was asked for
    wend_way target = add(m.target, 1, shift), ahead = wend_way_minus(target, m.at);
    m.target = target;
    double far = length_of(ahead);
    m.last.side = -1;
    if (far > 0)
        go_straight(&m, &(course){.d = {ahead.x / far, ahead.y / far}, .far = far, .free = true});
    m.stopped = m.last.side >= 0;
    finish(&m, stop);
    return s->failure;
}

wend_result wend_search_move(wend_search *s, const wend_spot *from, const double to[2], double radius,
                             wend_stop *stop) {
    step m;
    wend_result result;
    if (!start(s, from, to, radius, stop, &m, &result))
        return result;
    if (!begin(&m, from, radius))
        return stay(&m, stop);
    slide(&m);
    wend_way before = wend_way_minus(m.target, place_of(s, from)), after = wend_way_minus(m.target, m.at);
    if (length_of(after) > length_of(before)) { // it was set right, and could do no more
        name_stop(&m, stop);
        return s->failure;
    }
    finish(&m, stop);
    return s->failure;
}

const char *wend_stop_kind_name(wend_stop_kind kind) {
    static const char *const names[WEND_STOP_COUNT] = {"none", "wall", "corner", "off-mesh"};
    return (int)kind >= 0 && kind < WEND_STOP_COUNT ? names[kind] : "";
}

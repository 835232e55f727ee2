// What a disc meets: which walls and corners are near it, and which one it comes to first when it moves straight.
//
// Method. A flood over pieces, from the one that holds the centre, over the sides that the disc comes to, in the order
// in which it does: by distance for a disc at rest, by the way until then for one that moves. As long as nothing has
// been met, what the disc has swept is a convex part of the floor without a hole, so each piece is met once, and what
// lies above or below is never entered: only neighbourhood counts, and floors may wind as they like. The flood ends
// with the first obstacle, or at the distance that is asked for.
//
// Around the end of a wall the floor beyond may be near, but a disc that touches the end does not see it. So a side
// that is nearest in a notch at its end is passed only when the disc reaches farther than to touch that.
//
// Walls are closed segments; corners are notches. (Corners with less floor are never met before their walls.) Distances
// are doubles in lattice steps; what is at the radius but for s->loose is touched, not hit.
//
// Cost: O(k^2) for k open sides; there are few at a time.
#include "path/search.h"

typedef struct flood {
    wend_search *s;
    wend_way at, d; // centre, and the direction in which it moves
    bool moves;
    double radius; // of the disc that moves
    double far;    // nothing beyond this counts
    wend_touch *touch;
    bool collects; // lists all within `far`, otherwise the first one
} flood;

// The point of a segment that is nearest to a place. *end is -1 within it, 0 or 1 at an end.
static wend_way nearest_on(wend_way x, wend_way y, wend_way at, int *end) {
    wend_way e = wend_way_minus(y, x), to = wend_way_minus(at, x);
    double along = wend_way_dot(e, to), square = wend_way_dot(e, e);
    *end = along <= 0 ? 0 : along >= square ? 1 : -1;
    double share = along / square;
    return *end == 0 ? x : *end == 1 ? y : (wend_way){x.x + share * e.x, x.y + share * e.y};
}

static double distance(wend_way a, wend_way b) {
    wend_way v = wend_way_minus(a, b);
    return sqrt(wend_way_dot(v, v));
}

// How far a disc moves until it comes to a point; INFINITY when it does not.
static double until_point(const flood *f, wend_way p, double radius) {
    wend_way to = wend_way_minus(p, f->at);
    double along = wend_way_dot(f->d, to), beside = wend_way_cross(f->d, to),
           square = radius * radius - beside * beside;
    if (along <= 0 || square < 0)
        return INFINITY;
    double far = along - sqrt(square);
    return far > 0 ? far : 0;
}

// The same for a segment that is farther than the radius; `radii` of the inside and of both ends.
static double until_segment(const flood *f, wend_way x, wend_way y, const double radii[3], int *end) {
    wend_way e = wend_way_unit(wend_way_minus(y, x)), to = wend_way_minus(f->at, x);
    double height = wend_way_cross(e, to), climb = wend_way_cross(e, f->d), length = distance(x, y);
    double along = wend_way_dot(e, to), pace = wend_way_dot(e, f->d);
    // Over the inside: from its level on, or from where it begins or ends.
    double far[3] = {INFINITY, until_point(f, x, radii[1]), until_point(f, y, radii[2])};
    double enter = along < 0 ? -along / pace : along > length ? (length - along) / pace : 0;
    if (enter >= 0 && enter < INFINITY) {
        double above = height + enter * climb, sign = above < 0 ? -1 : 1, rest = sign * above - radii[0];
        double more = rest > 0 ? rest / (-sign * climb) : 0, at = along + (enter + more) * pace;
        if (more >= 0 && more < INFINITY && (more == 0 || (at >= 0 && at <= length)))
            far[0] = enter + more;
    }
    int first = far[1] < far[0] ? 1 : 0;
    first = far[2] < far[first] ? 2 : first;
    *end = first - 1;
    return far[first];
}

// The way until the disc comes over a side that is open; INFINITY when it does not.
static double until_open(const flood *f, int32_t side, wend_way x, wend_way y) {
    const wend_roads_view *v = &f->s->v;
    double tips = f->radius - 3 * f->s->loose, radii[3] = {f->radius, f->radius, f->radius};
    int32_t ends[2] = {side, wend_road_next(v, side)};
    int end;
    double here = distance(nearest_on(x, y, f->at, &end), f->at);
    for (int i = 0; i < 2; i++)
        radii[1 + i] = v->sides[ends[i]].notch >= 0 ? tips : f->radius;
    if (!f->moves)
        return end >= 0 && v->sides[ends[end]].notch >= 0 ? here + 16 * f->s->loose : here;
    if (here <= radii[1 + end])
        return 0;
    return until_segment(f, x, y, radii, &end);
}

// Something is met after `far`.
static void meet(flood *f, double far, const wend_touch *touch) {
    if (!(far < f->far))
        return;
    if (!f->collects) {
        f->far = far;
        *f->touch = *touch;
    } else if (!wend_array_push(f->s->context, &f->s->touches, *touch)) {
        f->s->failure = WEND_ERROR_MEMORY;
    }
}

static wend_touch touch_of(wend_way from, wend_way centre, int32_t side, bool corner) {
    wend_way away = wend_way_minus(centre, from);
    wend_touch touch = {.distance = sqrt(wend_way_dot(away, away)), .side = side, .corner = corner};
    touch.normal = touch.distance > 0 ? wend_way_unit(away) : away;
    return touch;
}

static wend_way along(const flood *f, double far) {
    return f->moves ? (wend_way){f->at.x + far * f->d.x, f->at.y + far * f->d.y} : f->at;
}

static void try_wall(flood *f, int32_t side, wend_way x, wend_way y) {
    wend_way e = wend_way_minus(y, x);
    int end;
    wend_way foot = nearest_on(x, y, f->at, &end);
    wend_touch touch = touch_of(foot, f->at, side, false);
    double far = touch.distance, slim = f->radius - f->s->loose, radii[3] = {slim, slim, slim};
    if (f->moves) {
        wend_way away = end < 0 ? wend_way_left(e) : touch.normal;
        if (touch.distance > slim)
            far = until_segment(f, x, y, radii, &end);
        else
            far = wend_way_dot(away, f->d) < 0 ? 0 : INFINITY;
        if (!(far < f->far))
            return;
        wend_way there = along(f, far);
        foot = nearest_on(x, y, there, &end);
        touch = touch_of(foot, there, side, false);
    }
    if (end < 0)
        touch.normal = wend_way_unit(wend_way_left(e));
    int32_t corner = end == 1 ? wend_road_next(&f->s->v, side) : side;
    if (f->collects && end >= 0) { // beside its end it is a wall that one may slide along
        double off = wend_way_dot(wend_way_unit(e), wend_way_minus(f->at, foot));
        if (fabs(off) > f->s->loose + 4e-9 * touch.distance)
            return;
        touch.normal = wend_way_unit(wend_way_left(e));
    } else if (end >= 0 && f->s->v.sides[corner].notch >= 0) { // what is touched is the corner
        touch.corner = true;
        touch.side = corner;
    }
    meet(f, far, &touch);
}

// A notch is touched in a corner whose floor leads to the disc.
static void try_corner(flood *f, int32_t side, wend_way x, wend_way next, wend_way before) {
    wend_touch touch = touch_of(x, f->at, side, true);
    double far = touch.distance, slim = f->radius - f->s->loose;
    if (f->moves) {
        if (touch.distance > slim)
            far = until_point(f, x, slim);
        else
            far = wend_way_dot(touch.normal, f->d) < 0 ? 0 : INFINITY;
        if (!(far < f->far))
            return;
        touch = touch_of(x, along(f, far), side, true);
    }
    double right = wend_way_cross(wend_way_unit(wend_way_minus(next, x)), touch.normal);
    double left = wend_way_cross(touch.normal, wend_way_unit(wend_way_minus(before, x)));
    if (right >= -1e-6 && left >= -1e-6)
        meet(f, far, &touch);
}

static void visit(flood *f, int32_t piece) {
    wend_search *s = f->s;
    const wend_roads_view *v = &s->v;
    s->seen.data[piece] = s->seen_round;
    for (int32_t k = v->pieces[piece].side; k < v->pieces[piece + 1].side; k++) {
        int32_t next = wend_road_next(v, k);
        wend_way x = wend_road_place(v->sides[k].at), y = wend_road_place(v->sides[next].at);
        if (v->sides[k].notch >= 0)
            try_corner(f, k, x, y, wend_road_place(v->sides[wend_road_previous(v, k)].at));
        if (v->sides[k].twin < 0) {
            try_wall(f, k, x, y);
            continue;
        }
        int32_t other = v->side_pieces[v->sides[k].twin];
        double far = s->seen.data[other] == s->seen_round ? INFINITY : until_open(f, k, x, y);
        if (far < f->far && !wend_array_push(s->context, &s->front, (wend_front){far, other}))
            s->failure = WEND_ERROR_MEMORY;
    }
}

static bool start(wend_search *s) {
    int64_t before = s->seen.count;
    s->front.count = s->touches.count = 0;
    if (before < s->v.piece_count && !wend_array_resize(s->context, &s->seen, s->v.piece_count)) {
        s->failure = WEND_ERROR_MEMORY;
        return false;
    }
    if (before < s->v.piece_count || ++s->seen_round == 0) {
        for (int64_t k = 0; k < s->seen.count; k++)
            s->seen.data[k] = 0;
        s->seen_round = 1;
    }
    return true;
}

static void run(flood *f, int32_t piece) {
    wend_search *s = f->s;
    if (!start(s))
        return;
    visit(f, piece);
    while (s->front.count > 0) {
        int64_t first = 0;
        for (int64_t k = 1; k < s->front.count; k++) {
            const wend_front *a = &s->front.data[k], *b = &s->front.data[first];
            if (a->far < b->far || (a->far == b->far && a->piece < b->piece))
                first = k;
        }
        wend_front next = s->front.data[first];
        s->front.data[first] = s->front.data[--s->front.count];
        if (next.far >= f->far || s->failure != WEND_OK)
            return;
        if (s->seen.data[next.piece] != s->seen_round)
            visit(f, next.piece);
    }
}

bool wend_nearby_nearest(wend_search *s, int32_t piece, wend_way at, double most, wend_touch *touch) {
    flood f = {.s = s, .at = at, .far = most, .touch = touch};
    run(&f, piece);
    return f.far < most;
}

void wend_nearby_list(wend_search *s, int32_t piece, wend_way at, double most) {
    flood f = {.s = s, .at = at, .far = most, .collects = true};
    run(&f, piece);
}

double wend_nearby_ahead(wend_search *s, int32_t piece, wend_way at, wend_way d, double far, double radius,
                         wend_touch *touch) {
    flood f = {.s = s, .at = at, .d = d, .moves = true, .radius = radius, .far = far, .touch = touch};
    run(&f, piece);
    return f.far;
}

// ---------------------------------------------------------------------------------------------------- walking

// How far a place is beyond a side of a piece, and where along it.
static double beyond(const wend_roads_view *v, int32_t side, wend_way place, double *at, double *length) {
    wend_way x = wend_road_place(v->sides[side].at), y = wend_road_place(v->sides[wend_road_next(v, side)].at);
    wend_way e = wend_way_minus(y, x), to = wend_way_minus(place, x);
    *length = sqrt(wend_way_dot(e, e));
    *at = wend_way_dot(e, to) / *length;
    return -wend_way_cross(e, to) / *length;
}

int32_t wend_nearby_walk(const wend_roads_view *v, double slack, int32_t piece, wend_way from, wend_way to) {
    wend_way way = wend_way_minus(to, from);
    for (int32_t bound = 0; bound < v->piece_count; bound++) {
        int32_t exit = -1;
        double least = 1, at, length, farthest = 0;
        for (int32_t side = v->pieces[piece].side; side < v->pieces[piece + 1].side; side++) {
            double end = beyond(v, side, to, &at, &length), begin = beyond(v, side, from, &at, &length);
            farthest = end > farthest ? end : farthest;
            if (end <= 0 || v->sides[side].twin < 0 || end <= begin)
                continue;
            double share = begin < 0 ? -begin / (end - begin) : 0; // of the way until it leaves over this side
            beyond(v, side, (wend_way){from.x + share * way.x, from.y + share * way.y}, &at, &length);
            if (share < least && at >= -slack && at <= length + slack) {
                least = share;
                exit = side;
            }
        }
        if (exit < 0)
            return farthest <= slack ? piece : -1;
        from = (wend_way){from.x + least * way.x, from.y + least * way.y};
        way = wend_way_minus(to, from);
        piece = v->side_pieces[v->sides[exit].twin];
    }
    return -1;
}

// Which pieces of the roads a path crosses, and where.
//
// A path knows a triangle where each of its pieces begins; the roads' pieces between are found here, from its geometry
// alone, so it does not matter how it was found.
//
// A straight way may run through corners and along sides, and with radius 0 it does so wherever it turns. So the pieces
// that it touches are searched, the fewest sides first, from the one that it begins in to the one that the next piece
// of the path begins in. A way without length, as turns with radius 0 are, leads around a corner like that.
//
// An arc leaves a piece where it first gets beyond one of its sides; it may come back later.
//
// Cost: O(pieces touched), times their sides.
#include "path/search.h"

#include "base/context.h"

static wend_way place_of(const wend_search *s, const double place[2]) {
    const wend_lattice *lattice = &s->plan.lattice;
    return (wend_way){(place[0] - lattice->origin[0]) / lattice->step, (place[1] - lattice->origin[1]) / lattice->step};
}

static wend_way corner(const wend_search *s, int32_t side) {
    return wend_road_place(s->v.sides[side].at);
}

static bool contains(const wend_search *s, int32_t piece, wend_way place) {
    for (int32_t side = s->v.pieces[piece].side; side < s->v.pieces[piece + 1].side; side++) {
        wend_way x = corner(s, side), e = wend_way_minus(corner(s, wend_road_next(&s->v, side)), x);
        if (wend_way_cross(e, wend_way_minus(place, x)) < -s->slack * sqrt(wend_way_dot(e, e)))
            return false;
    }
    return true;
}

static bool add_crossing(wend_search *s, int32_t side, int32_t piece, wend_way at, double along) {
    return wend_array_push(s->context, &s->crossed, (wend_crossing){side, piece, at, along});
}

// ---------------------------------------------------------------------------------------------------- straight

// A straight way: from a place, in a unit direction, so far. What is no farther off than `slack` touches it.
typedef struct line {
    wend_way from, d;
    double length, slack;
} line;

// Whether it touches a side; if so, where, and how far along.
static bool touches(const wend_search *s, const line *l, int32_t side, wend_way *at, double *along) {
    wend_way x = wend_way_minus(corner(s, side), l->from);
    wend_way y = wend_way_minus(corner(s, wend_road_next(&s->v, side)), l->from);
    wend_way e = wend_way_minus(y, x);
    double right = wend_way_cross(l->d, x), left = wend_way_cross(l->d, y), share;
    if (fmin(right, left) > l->slack || fmax(right, left) < -l->slack)
        return false;
    if (fabs(right - left) <= 2 * l->slack) // along it, or just a place: the part that is nearest
        share = -wend_way_dot(e, x) / wend_way_dot(e, e);
    else
        share = right / (right - left);
    share = share > 0 ? share < 1 ? share : 1 : 0;
    wend_way place = {x.x + share * e.x, x.y + share * e.y};
    *at = (wend_way){l->from.x + place.x, l->from.y + place.y};
    *along = wend_way_dot(l->d, place);
    double far = *along > 0 ? *along < l->length ? *along : l->length : 0;
    wend_way off = {place.x - far * l->d.x, place.y - far * l->d.y};
    return wend_way_dot(off, off) <= l->slack * l->slack;
}

// Takes the sides that lead to the last one listed.
static bool take_route(wend_search *s, const line *l, int32_t piece, double before) {
    int64_t first = s->crossed.count;
    for (int32_t k = (int32_t)s->route.count - 1; s->route.data[k].before >= 0; k = s->route.data[k].before) {
        wend_way at = l->from;
        double along = 0;
        touches(s, l, s->route.data[k].side, &at, &along);
        along = along > 0 ? along < l->length ? along : l->length : 0;
        if (!add_crossing(s, s->route.data[k].side, piece, at, before + along * s->metres))
            return false;
    }
    for (int64_t i = first, k = s->crossed.count - 1; i < k; i++, k--) {
        wend_crossing swap = s->crossed.data[i];
        s->crossed.data[i] = s->crossed.data[k];
        s->crossed.data[k] = swap;
    }
    return true;
}

static bool mark_piece(wend_search *s, int32_t piece) {
    if (s->piece_marks.count < s->v.piece_count) {
        if (!wend_array_resize(s->context, &s->piece_marks, s->v.piece_count))
            return false;
        for (int32_t k = 0; k < s->v.piece_count; k++)
            s->piece_marks.data[k] = 0;
        s->piece_round = 1;
    }
    s->piece_marks.data[piece] = s->piece_round;
    return true;
}

static bool start_route(wend_search *s, int32_t piece) {
    if (++s->piece_round == 0) {
        for (int64_t k = 0; k < s->piece_marks.count; k++)
            s->piece_marks.data[k] = 0;
        s->piece_round = 1;
    }
    s->route.count = 0;
    return mark_piece(s, piece) && wend_array_push(s->context, &s->route, (wend_route_step){piece, -1, -1});
}

// Goes straight, from a piece to another one; -1 is any that holds the end. *end is where it came to. False when memory
// is short.
static bool go_straight(wend_search *s, const line *l, int32_t from, int32_t to, int32_t piece, double before,
                        int32_t *end) {
    wend_way last = {l->from.x + l->length * l->d.x, l->from.y + l->length * l->d.y};
    *end = from;
    if (!start_route(s, from))
        return false;
    for (int64_t k = 0; k < s->route.count; k++) {
        int32_t at = s->route.data[k].piece;
        if (to >= 0 ? at == to : contains(s, at, last)) {
            s->route.count = k + 1;
            *end = at;
            return take_route(s, l, piece, before);
        }
        for (int32_t side = s->v.pieces[at].side; side < s->v.pieces[at + 1].side; side++) {
            int32_t twin = s->v.sides[side].twin;
            wend_way place;
            double along;
            if (twin < 0 || s->piece_marks.data[s->v.side_pieces[twin]] == s->piece_round ||
                !touches(s, l, side, &place, &along))
                continue;
            if (!mark_piece(s, s->v.side_pieces[twin]) ||
                !wend_array_push(s->context, &s->route, (wend_route_step){s->v.side_pieces[twin], side, (int32_t)k}))
                return false;
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- arcs

// Directions closer than this are one: where a circle leaves a piece in a corner.
#define CLOSE 1e-7

typedef struct circle {
    wend_way centre;
    double radius;
    int sense;
} circle;

// How far around the circle from one direction to another, as a phase from 0 to 4.
static double around(const circle *c, wend_way from, wend_way to) {
    return c->sense > 0 ? wend_phase(from, to) : wend_phase(to, from);
}

// Where the circle next gets beyond a side of a piece: which, and in what direction from the centre. -1 when it does
// not.
static int32_t find_leave(const wend_search *s, const circle *c, int32_t piece, wend_way now, wend_way *leave) {
    double least = INFINITY, miss = INFINITY;
    int32_t best = -1;
    for (int32_t side = s->v.pieces[piece].side; side < s->v.pieces[piece + 1].side; side++) {
        wend_way x = wend_way_minus(corner(s, side), c->centre);
        wend_way e = wend_way_minus(corner(s, wend_road_next(&s->v, side)), corner(s, side));
        double length = sqrt(wend_way_dot(e, e)), sense = c->sense;
        wend_way unit = {e.x / length, e.y / length}, out = {unit.y, -unit.x};
        double inside = wend_way_dot(out, x), cosine = inside / c->radius;
        if (!(cosine < 1))
            continue;
        double sine = cosine > -1 ? sqrt(1 - cosine * cosine) : 0;
        wend_way u = {cosine * out.x - sense * sine * unit.x, cosine * out.y - sense * sine * unit.y};
        double far = around(c, now, u), along = c->radius * wend_way_dot(unit, u) - wend_way_dot(unit, x);
        double beyond = along < 0 ? -along : along > length ? along - length : 0;
        bool outward = sense * wend_way_dot(unit, now) < 0;
        if (c->radius * wend_way_dot(out, now) - inside > -s->slack && outward && far > 2)
            far = 0;
        if (far < least - CLOSE || (far < least + CLOSE && beyond < miss)) {
            least = far;
            miss = beyond;
            best = side;
            *leave = far > 0 ? u : now;
        }
    }
    return best;
}

static bool go_around(wend_search *s, const circle *c, wend_way now, double angle, int32_t from, int32_t piece,
                      double before, int32_t *end) {
    double gone = 0;
    *end = from;
    for (int32_t bound = s->v.side_count; bound > 0; bound--) {
        wend_way leave = now;
        int32_t side = find_leave(s, c, *end, now, &leave);
        if (side < 0 || s->v.sides[side].twin < 0)
            break;
        double far = around(c, now, leave), turn = wend_angle(now, leave);
        gone += far > 2 ? 0x1.921fb54442d18p+2 - turn : turn;
        if (gone > angle)
            break;
        wend_way at = {c->centre.x + c->radius * leave.x, c->centre.y + c->radius * leave.y};
        if (!add_crossing(s, side, piece, at, before + gone * c->radius * s->metres))
            return false;
        *end = s->v.side_pieces[s->v.sides[side].twin];
        now = leave;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- all

static line line_of(wend_way from, wend_way to, double slack) {
    wend_way way = wend_way_minus(to, from);
    double length = sqrt(wend_way_dot(way, way));
    return (line){from, length > 0 ? (wend_way){way.x / length, way.y / length} : (wend_way){0, 0}, length, slack};
}

static bool follow(wend_search *s, int32_t number, double before) {
    const wend_path_piece *p = &s->pieces.data[number];
    bool ends = number + 1 == s->pieces.count || p[1].link >= 0;
    int32_t from = s->v.triangle_piece[p->triangle], to = ends ? -1 : s->v.triangle_piece[p[1].triangle];
    wend_way a = place_of(s, p->from), b = place_of(s, p->to);
    line rest = {b, {0, 0}, 0, s->slack + CLOSE * p->radius / s->metres};
    if (p->side == 0) {
        rest = line_of(a, b, s->slack);
    } else if (p->radius > 0 && p->length > 0) {
        circle c = {place_of(s, p->centre), p->radius / s->metres, p->side};
        if (!go_around(s, &c, wend_way_unit(wend_way_minus(a, c.centre)), p->length / p->radius, from, number, before,
                       &from))
            return false;
        before += p->length;
    }
    return go_straight(s, &rest, from, to, number, before, &from);
}

bool wend_tour_find(wend_search *s) {
    double before = 0;
    s->crossed.count = 0;
    for (int32_t k = 0; k < s->pieces.count; k++) {
        if (s->pieces.data[k].link < 0 && !follow(s, k, before))
            return false;
        before += s->pieces.data[k].length;
    }
    return true;
}

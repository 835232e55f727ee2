// Bounds: no way that goes on over a side is shorter.
//
// Polyanya's bound of an entry is the length of the shortest way over its side if nothing was in the way beyond: taut
// from the source over the side to the aim, which is mirrored when it lies on this side.
//
// Landmarks. No way from a vertex v to the goal is shorter than the difference of their distances to a landmark, for
// discs neither. The goal is no vertex; but it lies in a piece, and its distance differs from that of a corner of the
// piece by no more than they are apart. So each vertex has a floor, the greatest of these differences over all
// landmarks; it is found when it is first needed, and kept for the query. A place on a side is t away from one of its
// corners, x, and e - t from the other one, y. So no way from there is shorter than
//
//     ahead(t) = max(floor(x) - t, floor(y) - (e - t)),
//
// which falls up to some t, by as much as t grows, and then rises again. The length of the way to the place changes by
// no more than t does. So their sum falls up to that t and rises from there, whatever the source is: its least is
// there, or at the limit that is nearest.
//
// Landmarks know the floor alone. Where a way may pass drops and links, no floor is higher than the least that a way
// after the last one of them can be.
#include "path/landmarks.h"
#include "path/search.h"

static double distance(wend_way a, wend_way b) {
    double x = a.x - b.x, y = a.y - b.y;
    return sqrt(x * x + y * y);
}

// ---------------------------------------------------------------------------------------------------- landmarks

bool wend_bounds_find(wend_search *s) {
    if (s->on.landmarks == NULL)
        return true;
    wend_corners corners = {{0}, {0}, {0}, {0}};
    bool good = wend_corners_find(s->context, s->roads, &corners) &&
                wend_array_resize(s->context, &s->corners, s->v.side_count) &&
                wend_array_resize(s->context, &s->floor_marks, s->plan.vertex_count);
    for (int64_t k = 0; good && k < s->corners.count; k++)
        s->corners.data[k] = corners.vertex.data[k];
    for (int64_t k = 0; good && k < s->floor_marks.count; k++)
        s->floor_marks.data[k] = (wend_floor_mark){0, 0};
    wend_corners_free(s->context, &corners);
    return good;
}

// Between what limits the distances of the goal to the landmarks are: those of the corners of a piece, and how far
// away these are.
static void find_limits(wend_search *s, int32_t piece) {
    wend_landmarks_view l = wend_landmarks_look(s->on.landmarks);
    for (int32_t side = s->v.pieces[piece].side; side < s->v.pieces[piece + 1].side; side++) {
        double apart = distance(wend_road_place(s->v.sides[side].at), s->aim);
        const float *far = &l.distances[(int64_t)s->corners.data[side] * l.count];
        for (int32_t k = 0; k < l.count; k++) {
            s->mark_least[k] = fmaxf(s->mark_least[k], far[k] - (float)apart);
            s->mark_most[k] = fminf(s->mark_most[k], far[k] + (float)apart);
        }
    }
}

void wend_bounds_aim(wend_search *s) {
    s->marked = s->on.landmarks != NULL && s->goal_pieces.count > 0;
    if (!s->marked)
        return;
    int32_t count = wend_landmarks_look(s->on.landmarks).count;
    for (int32_t k = 0; k < count; k++) {
        s->mark_least[k] = -INFINITY;
        s->mark_most[k] = INFINITY;
    }
    find_limits(s, s->goal_pieces.data[0]);
    s->mark_cap = INFINITY;
    s->mark_slack = 0;
    for (int32_t k = 0; k < count; k++)
        s->mark_slack = fmax(s->mark_slack, (double)s->mark_most[k]);
    for (int64_t k = 0; s->gated && k < s->gates.count; k++) {
        const wend_gate *gate = &s->gates.data[k];
        if (gate->way >= 0)
            s->mark_cap = fmin(s->mark_cap, gate->cost + distance(gate->exit, s->aim));
    }
}

// Far more than distances lose when they are rounded to floats, and their differences.
#define FLOAT_SLACK 0x1p-20

double wend_floor_make(wend_search *s, int32_t vertex) {
    wend_landmarks_view l = s->on.landmarks->view;
    const float *far = &l.distances[(int64_t)vertex * l.count], *least = s->mark_least, *most = s->mark_most;
    float best[4] = {0, 0, 0, 0}; // of every fourth landmark
    int32_t k = 0;
    for (; k + 4 <= l.count; k += 4)
        for (int i = 0; i < 4; i++) {
            float before = least[k + i] - far[k + i], after = far[k + i] - most[k + i];
            float more = before > after ? before : after;
            best[i] = more > best[i] ? more : best[i];
        }
    for (; k < l.count; k++) {
        best[0] = fmaxf(best[0], least[k] - far[k]);
        best[0] = fmaxf(best[0], far[k] - most[k]);
    }
    float highest = fmaxf(fmaxf(best[0], best[1]), fmaxf(best[2], best[3]));
    double height = (double)highest * (1 - FLOAT_SLACK) - s->mark_slack * FLOAT_SLACK;
    height = height < s->mark_cap ? height : s->mark_cap;
    s->floor_marks.data[vertex] = (wend_floor_mark){height, s->round};
    return height;
}

// How far a ray goes in direction d from where it leaves its circle to a side, from x along e, if not before it. One
// that runs along the side comes to it where that begins, and may go on over it anywhere.
static double far_to(wend_way leave, wend_way d, wend_way x, wend_way e) {
    double across = wend_way_cross(e, d), far;
    if (across < 0 && across * across > 1e-14 * wend_way_dot(e, e)) {
        far = -wend_way_cross(e, wend_way_minus(leave, x)) / across;
    } else {
        double first = wend_way_dot(d, wend_way_minus(x, leave)), last = first + wend_way_dot(d, e);
        far = first < last ? first : last;
    }
    return far > 0 ? far : 0;
}

// The length of a turn from one direction to another is at least this.
static double turn_at_least(const wend_search *s, wend_way a, wend_way b) {
    double chord = distance(a, b);
    return s->radius * chord * (1 + chord * chord * (1. / 24));
}

// The shortest way to the goal over a side, if there was nothing beyond: at least this. x and e are the side's corner,
// and the way to the next.
static double bound_of(const wend_sweep *w, wend_gap g, wend_way x, wend_way e) {
    const wend_search *s = w->search;
    wend_way t = wend_way_minus(s->aim, w->centre);
    double beyond = wend_way_cross(e, wend_way_minus(t, x));
    if (beyond > 0) { // on this side: mirrored
        double scale = 2 * beyond / wend_way_dot(e, e);
        t = (wend_way){t.x + scale * e.y, t.y - scale * e.x};
    }
    double right = wend_offset(g.right, t, w->bend), left = wend_offset(g.left, t, w->bend), ahead;
    wend_way d;
    if (right >= 0 && left <= 0 && wend_tangent(s, t, 0, w->bend, &d, &ahead))
        return ahead + (w->bend != 0 ? turn_at_least(s, w->source->ahead, d) : 0);
    d = right < 0 ? g.right : g.left;
    wend_way leave = {w->bend * d.y, -w->bend * d.x}; // where the ray leaves the circle
    double far = far_to(leave, d, x, e);
    wend_way place = {leave.x + far * d.x, leave.y + far * d.y};
    double length = far + distance(place, t);
    return length + (w->bend != 0 ? turn_at_least(s, w->source->ahead, d) : 0);
}

// The shortest way to the side, between two directions: at least this.
static double reach_of(const wend_sweep *w, wend_gap g, wend_way x, wend_way e) {
    wend_way across = wend_way_unit((wend_way){e.y, -e.x});
    wend_way d = wend_way_cross(g.right, across) < 0 ? g.right : wend_way_cross(across, g.left) < 0 ? g.left : across;
    wend_way leave = {w->bend * d.y, -w->bend * d.x};
    return far_to(leave, d, x, e) + (w->bend != 0 ? turn_at_least(w->search, w->source->ahead, d) : 0);
}

// The shortest way to the goal over a side, as landmarks know it: at least this. The place where the sum is least is
// that on the side where the floors of its ends meet, or the nearest one between the limits. False when the air line
// from there is longer than the floor: then bound_of may say more, and never otherwise.
static bool bound_by_floors(const wend_sweep *w, wend_gap g, int32_t side, wend_way x, wend_way e, double *bound) {
    wend_search *s = w->search;
    double first = wend_floor_of(s, side);
    double last = wend_floor_of(s, side + 1 < w->side + w->sides ? side + 1 : w->side);
    double length = sqrt(wend_way_dot(e, e)), at = (first - last + length) / 2, far;
    at = at < 0 ? 0 : at > length ? length : at;
    double share = at / length, rest = length - at;
    wend_way p = {x.x + share * e.x, x.y + share * e.y}, d;
    double right = wend_offset(g.right, p, w->bend), left = wend_offset(g.left, p, w->bend);
    if (!(right >= 0 && left <= 0 && wend_tangent(s, p, 0, w->bend, &d, &far))) {
        d = right < 0 ? g.right : g.left;
        wend_way leave = {w->bend * d.y, -w->bend * d.x};
        far = far_to(leave, d, x, e);
        p = (wend_way){leave.x + far * d.x, leave.y + far * d.y}; // where rays set out beyond the side, not on it
        at = distance(p, x);
        rest = distance(p, (wend_way){x.x + e.x, x.y + e.y});
    }
    double before = first - at, after = last - rest, ahead = before > after ? before : after;
    wend_way air = wend_way_minus(wend_way_minus(s->aim, w->centre), p);
    *bound = far + ahead + (w->bend != 0 ? turn_at_least(s, w->source->ahead, d) : 0);
    return ahead > 0 && ahead * ahead >= wend_way_dot(air, air);
}

double wend_bound_beyond(const wend_sweep *w, wend_gap g, int32_t side, wend_way x, wend_way e) {
    const wend_search *s = w->search;
    double floors = -INFINITY;
    if (s->aimed && s->marked && bound_by_floors(w, g, side, x, e, &floors) && s->cap == INFINITY)
        return floors;
    double bound = s->aimed ? bound_of(w, g, x, e) : reach_of(w, g, x, e);
    if (s->cap < INFINITY)
        bound = fmin(bound, reach_of(w, g, x, e) + s->cap);
    return fmax(bound, floors);
}

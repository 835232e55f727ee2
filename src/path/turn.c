// Turning around notches: where a way comes to touch a circle, and how it goes on from there.
//
// A ray touches the circle of a notch with the notch on its left and may turn left around it, or the other way round.
// It counts where the touch lies in the piece that is swept, in the cone of the notch, where a disc has room (roads),
// and behind nothing else. How far it may turn is known at once: up to the end of the cone, or to where room ends.
//
// The turn is swept piece by piece, and in parts of less than a right angle: the part of the circle within a piece
// ends where it leaves over a side, by a closed formula. With radius 0 the circle is a point, and the pieces around it
// take its place.
//
// Of all arrivals at a notch with one sense those are kept that none beats. One beats another when it can slide along
// the circle to where the other arrives, and is there no later; or slide back, within the room that the other has, and
// is there earlier. Without the second rule ever longer ways round an obstacle would be found where there is no way.
//
// Floor that winds: phases tell the turns apart.
#include "path/search.h"

// A turn by less than this moves no ray by more than rounding. Notches where a wall bends by a step of the lattice turn
// by little more.
#define TURN_LEAST 1e-13

static wend_way first_of(const wend_search *s, int32_t notch) {
    return (wend_way){s->v.notches[notch].first[0], s->v.notches[notch].first[1]};
}

// From the notch to where a ray in direction d touches its circle, and back.
static wend_way outward(wend_way d, int sense) {
    return (wend_way){sense * d.y, -sense * d.x};
}
static wend_way forward(wend_way u, int sense) {
    return (wend_way){-sense * u.y, sense * u.x};
}

// ---------------------------------------------------------------------------------------------------- arrivals

#define HALF_TURN 0x1.921fb54442d18p+1

// The length of an arc between two phases, counted through.
static double arc_between(const wend_search *s, wend_way a, double from, wend_way b, double to) {
    double whole = floor(fabs(to - from) / 4);
    double angle = wend_angle(a, b);
    double rest = fabs(to - from) - 4 * whole;
    if (rest > 2)
        angle = 2 * HALF_TURN - angle;
    return s->radius * (angle + whole * 2 * HALF_TURN);
}

double wend_turn_length(const wend_search *s, const wend_source *source, wend_way ahead) {
    const wend_arrival *a = &s->arrivals.data[source->arrival];
    wend_way u = outward(a->ahead, a->sense), v = outward(ahead, a->sense);
    double to = wend_phase_beyond(first_of(s, a->notch), v, source->phase, a->sense);
    return arc_between(s, u, a->phase, v, to);
}

// Whether arrival a gets wherever b does, no later.
static bool beats(const wend_search *s, const wend_arrival *a, const wend_arrival *b) {
    if (a->length > b->length)
        return false;
    const wend_road_notch *n = &s->v.notches[a->notch];
    double ahead = a->sense * (b->phase - a->phase);
    if (n->ring)
        ahead -= n->span * floor(ahead / n->span + 0.5);
    if (ahead >= 0 ? ahead > a->sense * (a->limit - a->phase) + s->about
                   : -ahead > b->sense * (b->limit - b->phase) + s->about)
        return false;
    wend_way u = outward(a->ahead, a->sense), v = outward(b->ahead, b->sense);
    double slide = s->radius > 0 ? arc_between(s, u, a->phase, v, a->phase + a->sense * ahead) : 0;
    slide *= s->priced ? s->dearest : 1;
    return ahead >= 0 ? a->length + slide <= b->length : a->length + slide < b->length * (1 - 1e-12);
}

static wend_mark *mark_of(wend_search *s, int32_t notch, int sense) {
    wend_mark *mark = &s->marks.data[2 * (int64_t)notch + (sense > 0)];
    if (mark->round != s->round)
        *mark = (wend_mark){s->round, -1, -1};
    return mark;
}

// Whether a disc can slide along all of the circle in the cone, which is half a turn at most. (With radius 0 it is a
// point.) All arrivals there can be compared.
static bool is_free(const wend_search *s, const wend_road_cone *cone) {
    return s->radius == 0 || (cone->plain && s->radius <= cone->least && !s->fenced && !s->priced);
}

// Whether an arrival at a free circle comes to where another one does, of whatever sense, and is there sooner.
static bool is_sooner(const wend_search *s, const wend_arrival *a, wend_way ahead, int sense, double length) {
    double rest = length * (1 - 1e-12) - a->length;
    if (rest <= 0 || s->radius * HALF_TURN < rest)
        return rest > 0;
    return s->radius * wend_angle(outward(a->ahead, a->sense), outward(ahead, sense)) < rest;
}

// Whether a way to a free circle is later than one that is known.
static bool is_late(wend_search *s, int32_t notch, wend_way ahead, int sense, double length) {
    for (int other = -1; other <= 1; other += 2) {
        const wend_mark *mark = mark_of(s, notch, other);
        if (mark->arrival >= 0 && is_sooner(s, &s->arrivals.data[mark->arrival], ahead, sense, length))
            return true;
    }
    return false;
}

// Takes those out of a list that are later than an arrival at their free circle.
static void drop_late(wend_search *s, int32_t *list, const wend_arrival *arrival) {
    while (*list >= 0) {
        wend_arrival *known = &s->arrivals.data[*list];
        known->beaten = is_sooner(s, arrival, known->ahead, known->sense, known->length);
        if (known->beaten)
            *list = known->next;
        else
            list = &known->next;
    }
}

// Takes an arrival, or refuses it because another one is as good. Its number, or -1.
static int32_t admit(wend_search *s, const wend_arrival *arrival) {
    wend_mark *mark = mark_of(s, arrival->notch, arrival->sense);
    int32_t *link = &mark->arrival;
    while (*link >= 0) {
        wend_arrival *known = &s->arrivals.data[*link];
        if (beats(s, known, arrival))
            return -1;
        known->beaten = beats(s, arrival, known);
        if (known->beaten)
            *link = known->next;
        else
            link = &known->next;
    }
    if (is_free(s, &s->roads->cones.data[arrival->notch]))
        drop_late(s, &mark_of(s, arrival->notch, -arrival->sense)->arrival, arrival);
    int32_t number = (int32_t)s->arrivals.count;
    if (!wend_array_push(s->context, &s->arrivals, *arrival)) {
        s->failure = WEND_ERROR_MEMORY;
        return -1;
    }
    s->arrivals.data[number].next = mark->arrival;
    mark->arrival = number;
    return number;
}

// ---------------------------------------------------------------------------------------------------- touching

static bool is_inside(const wend_sweep *w, wend_way place) {
    const wend_search *s = w->search;
    for (int32_t k = 0; k < w->sides; k++) {
        wend_way e = wend_way_minus(w->at[k + 1 < w->sides ? k + 1 : 0], w->at[k]);
        if (wend_way_cross(e, wend_way_minus(place, w->at[k])) < -s->slack * (fabs(e.x) + fabs(e.y)))
            return false;
    }
    return true;
}

static bool is_hidden(const wend_sweep *w, const wend_hindrance *but, wend_way d, double ahead) {
    const wend_search *s = w->search;
    for (int64_t k = 0; k < s->hindrances.count; k++) {
        const wend_hindrance *h = &s->hindrances.data[k];
        if (!h->blocks || (h->at.x == but->at.x && h->at.y == but->at.y))
            continue;
        double offset = wend_offset(d, h->at, w->bend), along = wend_way_dot(d, h->at);
        if (offset < s->narrow && offset > -s->narrow && along > 0 && along < ahead)
            return true;
    }
    return false;
}

// Radius 0: from the corner by which a ray arrives, around the notch to the piece where it goes on and turns. *corner
// is then the side there that starts at the notch; or the last one before the floor ends, and false is returned.
static bool go_around(const wend_search *s, int32_t *corner, wend_way d, int sense) {
    const wend_roads_view *v = &s->v;
    for (int32_t bound = 0; bound < v->side_count; bound++) {
        wend_way at = wend_road_place(v->sides[*corner].at);
        int32_t before = wend_road_previous(v, *corner);
        int32_t other = sense > 0 ? before : wend_road_next(v, *corner);
        wend_way far = wend_way_minus(wend_road_place(v->sides[other].at), at); // the last direction of this corner
        double side = sense * wend_way_cross(d, far);
        if (side > s->slack || (side >= -s->slack && wend_way_dot(d, far) < 0 && bound > 0))
            return true;
        int32_t twin = v->sides[sense > 0 ? before : *corner].twin;
        if (twin < 0)
            return false;
        *corner = sense > 0 ? twin : wend_road_next(v, twin);
    }
    return false;
}

// Radius 0: where a ray that grazes a notch, and then runs along the wall behind it, comes to turn. *ahead, how far
// that is, and *arrives, the corner by which it arrives, move on along the wall. False when it does not.
static bool go_along(const wend_search *s, int32_t *arrives, int32_t *corner, wend_way d, int sense, double *ahead) {
    const wend_roads_view *v = &s->v;
    *corner = *arrives;
    for (int32_t bound = 0; bound < v->side_count; bound++) {
        if (go_around(s, corner, d, sense))
            return v->sides[*corner].notch >= 0;
        int32_t end = sense > 0 ? wend_road_previous(v, *corner) : wend_road_next(v, *corner);
        wend_way wall = wend_way_minus(wend_road_place(v->sides[end].at), wend_road_place(v->sides[*corner].at));
        double along = wend_way_dot(d, wall);
        if (wend_is_shut(s, v->side_pieces[*corner]))
            return false;
        if (fabs(wend_way_cross(d, wall)) > s->slack || along <= 0)
            return false;
        *ahead += along;
        *arrives = *corner = end;
    }
    return false;
}

static void push_turn(wend_search *s, const wend_source *source, double least) {
    wend_entry entry = {.source = (int32_t)s->sources.count, .side = WEND_ENTRY_TURN};
    const wend_arrival *arrival = &s->arrivals.data[source->arrival];
    wend_way u = outward(source->ahead, arrival->sense);
    wend_way touch = {arrival->centre.x + s->radius * u.x, arrival->centre.y + s->radius * u.y};
    double ahead = wend_ahead_of(s, touch);
    if (s->aimed && s->marked)
        ahead = fmax(ahead, wend_floor_at(s, s->v.notches[arrival->notch].vertex) - s->radius);
    if (source->length + ahead > s->enough)
        return;
    double bound = source->length + s->lean * ahead;
    entry.least = bound > least ? bound : least;
    if (!wend_array_push(s->context, &s->sources, *source))
        s->failure = WEND_ERROR_MEMORY;
    else
        wend_engine_push(s, &entry);
}

// What the direction of a ray may miss by that touches after a length: where it sets out from the circle that it
// touches, lengths that are less than the slack turn it by the root of that.
static double loose_of(const wend_search *s, double ahead) {
    double r = s->radius;
    return r > 0 && ahead * ahead <= 16 * s->slack * r ? 2 * sqrt(s->slack / r) : 0;
}

// Whether an arrival's phase is in the cone of its notch, give or take `loose`, and how far it can turn from there.
// `from` is near it, and before it in the sense when `beyond`.
static bool find_limit(const wend_search *s, wend_arrival *a, double from, bool beyond, double loose) {
    const wend_road_notch *n = &s->v.notches[a->notch];
    wend_way u = outward(a->ahead, a->sense), first = first_of(s, a->notch);
    double slack = s->about + loose;
    a->phase = beyond ? wend_phase_beyond(first, u, from, a->sense) : wend_phase_near(first, u, from);
    if (!n->ring) {
        if (a->phase < -slack || a->phase > n->span + slack)
            return false;
        a->phase = a->phase < 0 ? 0 : a->phase > n->span ? n->span : a->phase;
    } else if (s->radius == 0 && n->span <= 4) {
        return false; // nothing to go around
    }
    if (s->radius == 0)
        a->limit = n->ring ? a->phase + a->sense * n->span : a->sense > 0 ? n->span : 0;
    else if (!wend_road_turn(&s->v, a->notch, s->near, u, a->phase, a->sense, &a->limit))
        return false;
    return true;
}

// Where the circle leaves a piece: the phase, and over which side; -1 when it does not before `limit`.
static int32_t find_leave(const wend_search *s, const wend_source *source, const wend_arrival *arrival, double limit,
                          double *stop) {
    const wend_roads_view *v = &s->v;
    wend_way first = first_of(s, arrival->notch), now = outward(source->ahead, arrival->sense);
    double r = s->radius, sense = arrival->sense, least = INFINITY, miss = INFINITY;
    int32_t best = -1;
    for (int32_t k = v->pieces[source->piece].side; k < v->pieces[source->piece + 1].side; k++) {
        wend_way x = wend_way_minus(wend_road_place(v->sides[k].at), arrival->centre);
        wend_way e = wend_way_minus(wend_road_place(v->sides[wend_road_next(v, k)].at), arrival->centre);
        e = wend_way_minus(e, x);
        double out = wend_way_cross(e, x), square = wend_way_dot(e, e);
        if (out < 0 && out * out > r * r * square * (1 + 1e-9))
            continue; // all of the circle is inside
        double length = sqrt(square), inside = -out / length, sine = -inside / r;
        if (!(sine > -1))
            continue; // all of the circle is inside
        wend_way unit = {e.x / length, e.y / length};
        bool outside = sine >= 1; // all of it but this point
        sine = outside ? 1 : sine;
        double cosine = -sense * sqrt(1 - sine * sine);
        wend_way u = {cosine * unit.x - sine * unit.y, cosine * unit.y + sine * unit.x};
        double phase = wend_phase_beyond(first, u, source->phase, arrival->sense);
        if (outside || (inside + r * wend_way_cross(unit, now) < s->slack && sense * wend_way_dot(unit, now) < 0 &&
                        sense * (phase - source->phase) > 2))
            phase = source->phase; // it leaves at once
        double along = r * wend_way_dot(unit, u) - wend_way_dot(unit, x);
        double beyond = along < 0 ? -along : along > length ? along - length : 0;
        double far = sense * (phase - source->phase);
        if (far < least - 1e-7 || (far < least + 1e-7 && beyond < miss)) {
            least = far;
            miss = beyond;
            best = k;
        }
    }
    if (best < 0 || least > sense * (limit - source->phase))
        return -1;
    *stop = source->phase + sense * least;
    return best;
}

// A turn ends where its circle enters forbidden ground.
static void end_at_fence(const wend_search *s, wend_arrival *a) {
    wend_source at = {.piece = a->piece, .ahead = a->ahead, .phase = a->phase};
    for (int32_t bound = 0; bound < s->v.side_count; bound++) {
        double stop;
        int32_t side = find_leave(s, &at, a, a->limit, &stop), twin = side >= 0 ? s->v.sides[side].twin : -1;
        if (twin < 0)
            return;
        at.piece = s->v.side_pieces[twin];
        if (wend_is_shut(s, at.piece)) {
            a->limit = stop;
            return;
        }
        at.phase = stop;
        at.ahead = forward(wend_way_at(first_of(s, a->notch), stop), a->sense);
    }
}

// Whether a ray in direction d cannot touch within a cone, or only at its end, with nothing left to turn. (With radius
// 0 it may go on from there along the wall, to another notch.)
static bool misses(const wend_search *s, const wend_road_cone *cone, wend_way d, int sense, double loose) {
    double first = sense * wend_way_dot(cone->first, d), last = sense * wend_way_dot(cone->last, d);
    double slack = 2 * (s->about + loose);
    bool at_end = s->radius > 0 && wend_way_dot(outward(d, sense), sense > 0 ? cone->last : cone->first) > 0;
    double none = at_end ? 0 : slack;
    return cone->plain && (sense > 0 ? first > slack || last < -none : last < -slack || first > none);
}

// The arrival of a ray at a notch, but for its length; false when it cannot turn there. *corner is, with radius 0, the
// side at the notch of the piece where it goes on.
static bool find_arrival(const wend_sweep *w, const wend_hindrance *h, wend_arrival *a, int32_t *corner,
                         double *ahead) {
    const wend_search *s = w->search;
    if (s->radius > 0)
        return find_limit(s, a, h->phase, false, loose_of(s, *ahead));
    wend_way d = a->ahead, back = {-d.x, -d.y};
    int32_t arrives = h->corner;
    if (!find_limit(s, a, wend_phase_near(first_of(s, h->notch), back, h->phase), true, 0) ||
        !go_along(s, &arrives, corner, d, a->sense, ahead))
        return false;
    a->notch = s->v.sides[*corner].notch;
    a->centre = wend_road_place(s->v.sides[*corner].at);
    double near = wend_phase_near(first_of(s, a->notch), back, (double)s->v.side_phases[arrives]);
    return a->notch == h->notch || find_limit(s, a, near, true, 0);
}

void wend_turn_around(wend_sweep *w, const wend_hindrance *h, int sense) {
    wend_search *s = w->search;
    const wend_road_cone *cone = &s->roads->cones.data[h->notch];
    WEND_PREFETCH(&s->v.notches[h->notch]);
    double r = s->radius, ahead;
    wend_way d;
    if (!wend_sweep_reaches(w, h->at, sense * r, h->right, h->left, &d, &ahead))
        return;
    wend_mark *mark = mark_of(s, h->notch, sense);
    wend_arrival arrival = {
        .centre = cone->at, .notch = h->notch, .sense = sense, .ahead = d, .source = w->source_index};
    int32_t corner = -1;
    if (misses(s, cone, d, sense, loose_of(s, ahead)) ||
        (is_free(s, cone) && is_late(s, h->notch, d, sense, w->source->length + ahead))) {
        mark->tried = cone->plain ? w->source->arrival : -1;
        return;
    }
    if (!find_arrival(w, h, &arrival, &corner, &ahead) || sense * (arrival.limit - arrival.phase) <= TURN_LEAST)
        return;
    wend_way u = outward(d, sense);
    if (r > 0 && (!is_inside(w, (wend_way){h->at.x + r * u.x, h->at.y + r * u.y}) || is_hidden(w, h, d, ahead)))
        return; // it may be met in another piece, as it may above, by rounding
    arrival.piece = r > 0 ? w->piece : s->v.side_pieces[corner];
    if (s->fenced && r > 0)
        end_at_fence(s, &arrival);
    if (sense * (arrival.limit - arrival.phase) <= TURN_LEAST)
        return;
    mark->tried = cone->plain ? w->source->arrival : -1;
    arrival.length = w->source->length + wend_cost_ahead(w, d, ahead);
    int32_t number = admit(s, &arrival);
    if (number < 0)
        return;
    wend_source source = {number, arrival.piece, corner, arrival.length, d, arrival.phase};
    push_turn(s, &source, w->least);
}

// ---------------------------------------------------------------------------------------------------- turning

// Sweeps the rays of a part of a turn.
static void sweep_part(wend_search *s, int32_t number, wend_way right, wend_way left, double least) {
    wend_source source = s->sources.data[number];
    if (wend_is_shut(s, source.piece))
        return; // with radius 0 a turn goes on past forbidden ground that touches its corner
    wend_sweep w;
    wend_sweep_begin(&w, s, &source, number, least);
    w.right = right;
    w.left = left;
    int32_t side = s->v.pieces[source.piece].side, sides = s->v.pieces[source.piece + 1].side - side;
    w.first = s->radius > 0 ? 0 : (source.corner - side + 1) % sides;
    w.count = s->radius > 0 ? sides : sides - 2;
    wend_sweep_rays(&w);
}

static void sweep_circle(wend_search *s, int32_t number, double least) {
    wend_source source = s->sources.data[number];
    const wend_arrival arrival = s->arrivals.data[source.arrival];
    wend_way first = first_of(s, arrival.notch);
    double stop = arrival.limit;
    int32_t side = find_leave(s, &source, &arrival, arrival.limit, &stop);
    double all = arrival.sense * (stop - source.phase);
    int parts = all > 1 ? (int)ceil(all) : 1;
    for (int k = 1; k <= parts; k++) {
        double phase = k < parts ? source.phase + (stop - source.phase) / (parts - k + 1) : stop;
        wend_way d = forward(wend_way_at(first, phase), arrival.sense);
        if (all > 0)
            sweep_part(s, number, arrival.sense > 0 ? source.ahead : d, arrival.sense > 0 ? d : source.ahead, least);
        source.length += wend_factor(s, source.piece) * s->radius * wend_angle(source.ahead, d);
        source.ahead = d;
        source.phase = phase;
        if (k == parts)
            break;
        number = (int32_t)s->sources.count;
        if (!wend_array_push(s->context, &s->sources, source)) {
            s->failure = WEND_ERROR_MEMORY;
            return;
        }
    }
    if (side < 0 || s->v.sides[side].twin < 0)
        return;
    source.piece = s->v.side_pieces[s->v.sides[side].twin];
    if (!wend_is_shut(s, source.piece))
        push_turn(s, &source, least);
}

// Radius 0: the rays into one of the pieces around the notch.
static void sweep_corner(wend_search *s, int32_t number, double least) {
    wend_source source = s->sources.data[number];
    const wend_arrival arrival = s->arrivals.data[source.arrival];
    const wend_roads_view *v = &s->v;
    int32_t before = wend_road_previous(v, source.corner), next = wend_road_next(v, source.corner);
    wend_way out = wend_way_unit(wend_way_minus(wend_road_place(v->sides[next].at), arrival.centre));
    wend_way in = wend_way_unit(wend_way_minus(wend_road_place(v->sides[before].at), arrival.centre));
    // From the later of the source's direction and the first one of the corner, which is less than half a turn.
    wend_way begin = arrival.sense > 0 ? out : in, end = arrival.sense > 0 ? in : out;
    begin = arrival.sense * wend_way_cross(source.ahead, begin) > 0 ? begin : source.ahead;
    bool wide = wend_way_dot(begin, end) < 0;
    wend_way middle = wide ? forward(begin, 1) : end;
    if (wide && arrival.sense < 0)
        middle = (wend_way){-middle.x, -middle.y};
    sweep_part(s, number, arrival.sense > 0 ? begin : middle, arrival.sense > 0 ? middle : begin, least);
    if (wide)
        sweep_part(s, number, arrival.sense > 0 ? middle : end, arrival.sense > 0 ? end : middle, least);
    int32_t twin = v->sides[arrival.sense > 0 ? before : source.corner].twin;
    source.phase =
        wend_phase_beyond(first_of(s, arrival.notch), outward(end, arrival.sense), source.phase, arrival.sense);
    if (twin < 0 || arrival.sense * (arrival.limit - source.phase) <= TURN_LEAST)
        return;
    source.corner = arrival.sense > 0 ? twin : wend_road_next(v, twin);
    source.piece = v->side_pieces[twin];
    source.ahead = end;
    push_turn(s, &source, least);
}

void wend_turn_sweep(wend_search *s, const wend_entry *entry) {
    if (s->radius > 0)
        sweep_circle(s, entry->source, entry->least);
    else
        sweep_corner(s, entry->source, entry->least);
}

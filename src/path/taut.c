// Pulling a way taut around circles of any radius, and proving that a disc can go along it.
//
// Problem. A way is known roughly: which notches it passes, in what order, on which side. Each has a circle that the
// way may not enter, and circles may differ. What is the shortest way that passes all of them like that, and is it
// free?
//
// Method. The way is a row of knots: the start, circles that it turns around, and the goal, with a straight stretch
// from each to the next, along a common tangent. It is pulled taut by two rules, until none applies:
//
//   - a notch that a stretch passes too near, or on the wrong side, becomes a knot; of several the one that is deepest
//     in the way. (The taut way between both ends of the stretch touches it: whatever is farthest out is touched.)
//   - a knot around which the way would have to turn to the wrong side is none.
//
// Then the way is walked from piece to piece of the roads, along stretches and around circles. Each stretch is held
// against the notches of the pieces that it passes, and their visitors; each arc against the room that its notch has
// there. By the three facts of engine.c the disc fits everywhere when nothing is found. Else the deepest notch of each
// stretch becomes a knot, and all begins again. So whatever comes out is a way of the disc, however rough the knowledge
// was; and as the shortest way of its kind is the only taut one, it is that. Where the rough way is wrong (its notches
// leave no room, or it leads through a wall) nothing comes out.
//
// On which side a notch is that was met on the walk: a disc can touch it only in directions of its cone, so the side
// that faces away from the cone has the obstacle. This is right even when the stretch passes over the notch and through
// the wall behind it. Only a point obstacle has no such side; there it is where it lies.
//
// Turns are counted through by headings (roads/phase.h), as a way may turn around a circle by more than half of it.
#include "path/taut.h"

#include "base/context.h"

static wend_bend *bend_of(const wend_taut *t, int64_t knot) {
    return &t->bends.data[t->knots.data[knot].bend];
}

static const wend_way east = {1, 0};

// ---------------------------------------------------------------------------------------------------- making

wend_taut *wend_taut_of(wend_search *s) {
    if (s->taut == NULL && (s->taut = wend_allocate(s->context, sizeof *s->taut)) != NULL)
        *s->taut = (wend_taut){0};
    return s->taut;
}

void wend_taut_free(wend_context *context, wend_taut *t) {
    if (t == NULL)
        return;
    wend_array_free(context, &t->bends);
    wend_array_free(context, &t->knots);
    wend_array_free(context, &t->pieces);
    wend_release(context, t, sizeof *t);
}

bool wend_taut_reset(wend_search *s, wend_taut *t) {
    t->bends.count = t->knots.count = 0;
    t->latest[0] = t->latest[1] = -1;
    t->walks = 0;
    wend_bend start = {.at = s->start, .notch = -1, .first = -1, .last = -1, .low = WEND_BEND_FIRST};
    wend_bend goal = {.at = s->goal, .notch = -1, .first = INT32_MAX, .last = INT32_MAX};
    wend_way ahead = wend_way_minus(s->goal, s->start);
    return wend_array_push(s->context, &t->bends, start) && wend_array_push(s->context, &t->bends, goal) &&
           wend_taut_add_knot(s, t, WEND_BEND_START, wend_phase(east, ahead));
}

static double radius_of(const wend_search *s, const wend_taut *t, int32_t notch) {
    return t->radius != NULL ? t->radius(s, notch) : s->radius;
}

static wend_way place_of(const wend_search *s, int32_t notch) {
    return wend_road_place(s->plan.vertices[s->v.notches[notch].vertex]);
}

int32_t wend_taut_add_bend(wend_search *s, wend_taut *t, int32_t notch, int32_t sense, int32_t at) {
    int32_t *latest = &t->latest[sense > 0], other = t->latest[sense < 0];
    if (*latest >= 0 && t->bends.data[*latest].notch == notch) {
        t->bends.data[*latest].last = at;
        return *latest;
    }
    int32_t number = (int32_t)t->bends.count;
    wend_bend bend = {.at = place_of(s, notch),
                      .radius = radius_of(s, t, notch),
                      .notch = notch,
                      .sense = sense,
                      .first = at,
                      .last = at,
                      .low = other >= 0 ? other : number, // the one on the other side may go on
                      .high = number};
    if (!wend_array_push(s->context, &t->bends, bend))
        return -1;
    return *latest = number;
}

bool wend_taut_add_knot(wend_search *s, wend_taut *t, int32_t bend, double heading) {
    return wend_array_push(s->context, &t->knots, (wend_knot){.bend = bend, .heading = heading, .notch = -1});
}

bool wend_taut_ready(wend_search *s, wend_taut *t) {
    t->bends.data[WEND_BEND_GOAL].high = (int32_t)t->bends.count - 1;
    double heading = t->knots.data[t->knots.count - 1].heading;
    return wend_taut_add_knot(s, t, WEND_BEND_GOAL, heading);
}

static bool insert_knot(wend_search *s, wend_taut *t, int64_t after, int32_t bend) {
    if (!wend_taut_add_knot(s, t, bend, 0)) {
        s->failure = WEND_ERROR_MEMORY;
        return false;
    }
    wend_knot *k = t->knots.data, added = k[t->knots.count - 1];
    for (int64_t i = t->knots.count - 1; i > after + 1; i--)
        k[i] = k[i - 1];
    added.heading = k[after].heading;
    k[after + 1] = added;
    return true;
}

static void remove_knot(wend_taut *t, int64_t knot) {
    t->knots.count--;
    for (int64_t i = knot; i < t->knots.count; i++)
        t->knots.data[i] = t->knots.data[i + 1];
}

// ---------------------------------------------------------------------------------------------------- pulling

// The stretch from a knot to the next one. False when there is none: the circles overlap.
static bool stretch(const wend_search *s, wend_taut *t, int64_t knot) {
    wend_knot *k = &t->knots.data[knot];
    const wend_bend *a = bend_of(t, knot), *b = bend_of(t, knot + 1);
    double bend = a->sense * a->radius;
    if (!wend_tangent(s, wend_way_minus(b->at, a->at), b->sense * b->radius, bend, &k->ahead, &k->length))
        return false;
    k->from = (wend_way){a->at.x + bend * k->ahead.y, a->at.y - bend * k->ahead.x};
    k->heading = wend_phase_near(east, k->ahead, k->heading);
    return true;
}

// How deep a bend lies in a stretch; less than 0 when it does not.
static double depth_of(const wend_knot *k, wend_way at, double radius, int sense) {
    wend_way to = wend_way_minus(at, k->from);
    double along = wend_way_dot(k->ahead, to);
    return along > 0 && along < k->length ? radius - sense * wend_way_cross(k->ahead, to) : -1;
}

// The bend that lies deepest in a stretch, of those that count there; -1 for none.
static int32_t deepest(const wend_search *s, const wend_taut *t, int64_t knot) {
    const wend_bend *a = bend_of(t, knot), *b = bend_of(t, knot + 1);
    double most = s->slack;
    int32_t worst = -1;
    for (int32_t i = a->low; i <= b->high; i++) {
        const wend_bend *c = &t->bends.data[i];
        if (c == a || c == b)
            continue;
        double depth = depth_of(&t->knots.data[knot], c->at, c->radius, c->sense);
        // At a portal of one of the ends, the way may have turned away from it.
        if ((c->last <= a->last || c->first >= b->first) && depth >= 2 * c->radius)
            continue;
        if (depth > most) {
            most = depth;
            worst = i;
        }
    }
    return worst;
}

// Whether the way turns around a knot to its own side.
static bool turns(const wend_taut *t, int64_t knot) {
    const wend_knot *k = &t->knots.data[knot];
    return bend_of(t, knot)->sense * (k->heading - k[-1].heading) > 0;
}

bool wend_taut_pull(wend_search *s, wend_taut *t) {
    int64_t limit = 100 + 8 * (t->bends.count + t->knots.count);
    for (int64_t k = 0; k + 1 < t->knots.count;) {
        if (limit-- <= 0 || !stretch(s, t, k)) {
            t->stuck = (int32_t)k;
            return false;
        }
        int32_t worst;
        if (k > 0 && !turns(t, k))
            remove_knot(t, k--);
        else if ((worst = deepest(s, t, k)) < 0)
            k++;
        else if (!insert_knot(s, t, k, worst))
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- walking

// Notes what a notch means to a stretch.
static void hold_against(const wend_search *s, const wend_taut *t, wend_knot *k, int32_t notch, wend_way at) {
    wend_way to = wend_way_minus(at, k->from);
    double along = wend_way_dot(k->ahead, to), offset = wend_way_cross(k->ahead, to);
    double radius = radius_of(s, t, notch);
    if (along <= 0 || along >= k->length || offset >= radius - s->slack || -offset >= radius - s->slack)
        return;
    const wend_road_notch *n = &s->v.notches[notch];
    int sense = offset < 0 ? -1 : 1;
    if (!n->ring && n->span <= 2) {
        wend_way middle = wend_way_at((wend_way){n->first[0], n->first[1]}, n->span / 2);
        sense = wend_way_cross(k->ahead, middle) > 0 ? -1 : 1;
    }
    double depth = radius - sense * offset;
    if (depth > k->depth) {
        k->depth = depth;
        k->notch = notch;
        k->sense = sense;
    }
}

static void hold_visitors_against(const wend_search *s, const wend_taut *t, wend_knot *k, int32_t piece) {
    const wend_roads_view *v = &s->v;
    for (int32_t i = v->pieces[piece].visitor; i < v->pieces[piece + 1].visitor; i++) {
        if ((double)v->visitors[i].near > t->most)
            break;
        hold_against(s, t, k, v->visitors[i].notch, place_of(s, v->visitors[i].notch));
    }
}

// Where a line leaves a piece: by which side, and how far along it; -1 when it does not pass the piece. With `t`, the
// notches on the way are held against it.
static int32_t leave(const wend_search *s, const wend_taut *t, wend_knot *k, int32_t piece, double *along) {
    const wend_roads_view *v = &s->v;
    int32_t first = v->pieces[piece].side, end = v->pieces[piece + 1].side, exit = -1;
    wend_way before = wend_way_minus(wend_road_place(v->sides[end - 1].at), k->from);
    double last = wend_way_cross(k->ahead, before);
    for (int32_t i = first; i < end; i++) {
        wend_way to = wend_way_minus(wend_road_place(v->sides[i].at), k->from);
        double offset = wend_way_cross(k->ahead, to);
        if (last < 0 && offset >= 0) {
            double share = -last / (offset - last);
            exit = i > first ? i - 1 : end - 1;
            *along = wend_way_dot(k->ahead, before) * (1 - share) + wend_way_dot(k->ahead, to) * share;
        }
        if (t != NULL && v->sides[i].notch >= 0)
            hold_against(s, t, k, v->sides[i].notch, wend_road_place(v->sides[i].at));
        last = offset;
        before = to;
    }
    return exit;
}

// Walks along a stretch from a piece: the piece where it ends, or -1.
static int32_t walk_stretch(const wend_search *s, const wend_taut *t, wend_knot *k, int32_t piece) {
    double tight = 4 * s->slack;
    for (int32_t bound = 0; bound <= s->v.piece_count; bound++) {
        double along = INFINITY;
        int32_t side = leave(s, t, k, piece, &along);
        if (t != NULL)
            hold_visitors_against(s, t, k, piece);
        if (along >= k->length - tight)
            return piece;
        if (side < 0 || s->v.sides[side].twin < 0)
            return -1;
        piece = s->v.side_pieces[s->v.sides[side].twin];
    }
    return -1;
}

// The phase of a notch's directions in a piece; false when it has nothing to do with the piece.
static bool phase_in(const wend_search *s, int32_t notch, int32_t piece, double *phase) {
    const wend_roads_view *v = &s->v;
    for (int32_t i = v->pieces[piece].side; i < v->pieces[piece + 1].side; i++)
        if (v->sides[i].notch == notch) {
            *phase = (double)v->side_phases[i];
            return true;
        }
    for (int32_t i = v->pieces[piece].visitor; i < v->pieces[piece + 1].visitor; i++)
        if (v->visitors[i].notch == notch) {
            *phase = (double)v->visitors[i].phase;
            return true;
        }
    return false;
}

// The same in the piece where a place is, or another one that holds it: *piece.
static bool find_phase(wend_search *s, wend_taut *t, int32_t notch, wend_way place, int32_t *piece, double *phase) {
    if (phase_in(s, notch, *piece, phase))
        return true;
    if (!wend_stand_pieces(s, *piece, place, &t->pieces)) {
        s->failure = WEND_ERROR_MEMORY;
        return false;
    }
    for (int64_t k = 1; k < t->pieces.count; k++)
        if (phase_in(s, notch, t->pieces.data[k], phase)) {
            *piece = t->pieces.data[k];
            return true;
        }
    return false;
}

// From one place to another, straight.
static int32_t walk_chord(const wend_search *s, wend_way from, wend_way to, int32_t piece) {
    wend_way way = wend_way_minus(to, from);
    double length = sqrt(wend_way_dot(way, way));
    if (!(length > s->slack))
        return piece;
    wend_knot chord = {.from = from, .ahead = {way.x / length, way.y / length}, .length = length};
    return walk_stretch(s, NULL, &chord, piece);
}

// Phases of directions that are closer than this are one: as far as tangents are uncertain.
static double phase_slack(double radius) {
    double slack = 0.03 / radius;
    return WEND_PHASE_CLOSE + (slack < 0.05 ? slack : 0.05);
}

// Walks around the circle of a knot, from the piece where the way comes to it: the piece where the way leaves it, or
// -1. The disc must fit all the way.
static int32_t walk_arc(wend_search *s, wend_taut *t, int64_t knot, int32_t piece) {
    wend_knot *k = &t->knots.data[knot];
    const wend_bend *b = bend_of(t, knot);
    const wend_road_notch *n = &s->v.notches[b->notch];
    wend_way first = {n->first[0], n->first[1]}, in = k[-1].ahead;
    wend_way u = {b->sense * in.y, -b->sense * in.x}, out = {b->sense * k->ahead.y, -b->sense * k->ahead.x};
    wend_way place = {b->at.x + b->radius * u.x, b->at.y + b->radius * u.y};
    double phase, limit, slack = phase_slack(b->radius);
    if (!find_phase(s, t, b->notch, place, &piece, &phase))
        return -1;
    k->touch = piece;
    double begin = wend_phase_near(first, u, phase);
    double end = wend_phase_near(first, out, begin + k->heading - k[-1].heading);
    if (!n->ring && (begin < -slack || begin > n->span + slack))
        return -1;
    // Beyond its cone the way leads over the wall, and so over a notch of that: the stretch will find it.
    double most = n->ring ? end : end < 0 ? 0 : end > n->span ? n->span : end;
    t->beyond |= fabs(end - most) > slack;
    end = most;
    begin = n->ring ? begin : begin < 0 ? 0 : begin > n->span ? n->span : begin;
    if (!wend_road_turn(&s->v, b->notch, 1 / (b->radius - s->slack), u, begin, b->sense, &limit) ||
        b->sense * (limit - end) < -slack)
        return -1;
    // Chords are nearer to the notch than the arc is, and so on its own floor.
    int parts = (int)ceil(fabs(end - begin) * 2);
    for (int i = 1; i <= parts && piece >= 0; i++) {
        wend_way to = i < parts || t->beyond ? wend_way_at(first, begin + (end - begin) * i / parts) : out;
        wend_way next = {b->at.x + b->radius * to.x, b->at.y + b->radius * to.y};
        piece = walk_chord(s, place, next, piece);
        place = next;
    }
    return piece;
}

static bool holds(const wend_list *list, int32_t piece) {
    for (int64_t k = 0; k < list->count; k++)
        if (list->data[k] == piece)
            return true;
    return false;
}

// The first stretch begins in one of the pieces that hold the start.
static int32_t walk_first(const wend_search *s, const wend_taut *t, wend_knot *k) {
    for (int64_t i = 0; i < s->start_pieces.count; i++) {
        k->begin = s->start_pieces.data[i];
        int32_t piece = walk_stretch(s, t, k, k->begin);
        if (piece >= 0)
            return piece;
    }
    return -1;
}

// Walks along all of it. What is in the way is noted at the knots. True when it comes to the goal.
static bool walk(wend_search *s, wend_taut *t) {
    int32_t piece = -1;
    t->walks++;
    t->beyond = false;
    for (int64_t i = 0; i + 1 < t->knots.count; i++)
        t->knots.data[i].depth = 0;
    for (int64_t i = 0; i + 1 < t->knots.count; i++) {
        wend_knot *k = &t->knots.data[i];
        t->stuck = (int32_t)i;
        if (i > 0)
            k->begin = piece = walk_arc(s, t, i, piece);
        if (i == 0)
            piece = walk_first(s, t, k);
        else if (piece >= 0)
            piece = walk_stretch(s, t, k, piece);
        if (piece < 0)
            return false;
    }
    t->stuck = -1;
    return !t->beyond && holds(&s->goal_pieces, piece);
}

// Makes knots of what was in the way. False when there was nothing.
static bool add_found(wend_search *s, wend_taut *t) {
    bool any = false;
    for (int64_t i = t->knots.count - 2; i >= 0 && s->failure == WEND_OK; i--) {
        const wend_knot k = t->knots.data[i];
        if (!(k.depth > 0))
            continue;
        const wend_bend *a = bend_of(t, i), *b = bend_of(t, i + 1);
        wend_bend bend = {.at = place_of(s, k.notch),
                          .radius = radius_of(s, t, k.notch),
                          .notch = k.notch,
                          .sense = k.sense,
                          .first = b->first,
                          .last = a->last,
                          .low = a->low,
                          .high = b->high};
        any = true;
        if (!wend_array_push(s->context, &t->bends, bend))
            s->failure = WEND_ERROR_MEMORY;
        else
            insert_knot(s, t, i, (int32_t)t->bends.count - 1);
    }
    return any;
}

bool wend_taut_clear(wend_search *s, wend_taut *t) {
    enum { ROUNDS = 30 };
    for (int round = 0; round < ROUNDS; round++) {
        if (!wend_taut_pull(s, t))
            return false;
        bool there = walk(s, t);
        if (!add_found(s, t))
            return there && s->failure == WEND_OK;
    }
    return false;
}

// ---------------------------------------------------------------------------------------------------- the answer

// How far the way goes around a knot, in lattice steps.
static double arc_length(const wend_taut *t, int64_t knot) {
    const wend_knot *k = &t->knots.data[knot];
    double turn = fabs(k->heading - k[-1].heading), whole = floor(turn / 4);
    double angle = wend_angle(k[-1].ahead, k->ahead);
    angle = turn - 4 * whole > 2 ? 0x1.921fb54442d18p+2 - angle : angle;
    return bend_of(t, knot)->radius * (angle + whole * 0x1.921fb54442d18p+2);
}

double wend_taut_length(const wend_taut *t) {
    double length = 0;
    for (int64_t i = 0; i + 1 < t->knots.count; i++)
        length += t->knots.data[i].length + (i > 0 ? arc_length(t, i) : 0);
    return length;
}

static void set_place(const wend_search *s, wend_way at, double place[2]) {
    place[0] = s->plan.lattice.origin[0] + at.x * s->plan.lattice.step;
    place[1] = s->plan.lattice.origin[1] + at.y * s->plan.lattice.step;
}

static bool collect_arc(wend_search *s, const wend_taut *t, int64_t knot) {
    const wend_knot *k = &t->knots.data[knot];
    const wend_bend *b = bend_of(t, knot);
    double bend = b->sense * b->radius;
    wend_way from = {b->at.x + bend * k[-1].ahead.y, b->at.y - bend * k[-1].ahead.x};
    wend_path_piece piece = {.side = b->sense, .vertex = s->v.notches[b->notch].vertex, .link = -1};
    piece.radius = b->radius * s->metres;
    piece.length = arc_length(t, knot) * s->metres;
    piece.triangle = wend_stand_triangle(s, k->touch, from, k[-1].ahead);
    set_place(s, from, piece.from);
    set_place(s, k->from, piece.to);
    set_place(s, b->at, piece.centre);
    return wend_array_push(s->context, &s->pieces, piece);
}

bool wend_taut_collect(wend_search *s, const wend_taut *t) {
    s->pieces.count = s->links_taken.count = 0;
    for (int64_t i = 0; i + 1 < t->knots.count; i++) {
        const wend_knot *k = &t->knots.data[i];
        bool last = i + 2 == t->knots.count;
        wend_way to = {k->from.x + k->length * k->ahead.x, k->from.y + k->length * k->ahead.y};
        if ((i > 0 && !collect_arc(s, t, i)) ||
            !wend_collect_line(s, k->from, last ? s->goal : to, wend_stand_triangle(s, k->begin, k->from, k->ahead)))
            return false;
    }
    return true;
}

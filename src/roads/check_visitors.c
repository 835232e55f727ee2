// The validator of visitors: nobody is missing, nobody is there without reason, and all are as near as they say.
//
// A notch must be a visitor of a piece when its cell meets the piece. Which pieces these are is found triangle by
// triangle of the plan, whatever the pieces: from the triangles around the notch on, over every edge of which some
// place lies within the cell. Along an edge, from the notch's point of view, the places within one arc's part of the
// cell are those p with
//
//     g(p) = flat |p| + across . p - 1  <=  0,
//
// a convex function, so its least value along an edge is found by halving, and the places within the cell are in a row.
// What is met by more than rounding must be listed, no farther than its nearest place is; what is listed must be met,
// give or take rounding. Where the floor winds, phases tell the turns apart: a cell that is looked for on the wrong
// turn comes to a wall, which no cell does.
#include "base/sort.h"
#include "roads/check.h"

// A triangle within reach of a notch.
typedef struct reached {
    int32_t triangle, by; // the half-edge by which it was entered
    double phase;         // of a direction to it
} reached;

// A part of a piece that the cell of a notch meets.
typedef struct meeting {
    int32_t piece, notch;
    double phase, near;
} meeting;

typedef struct search {
    wend_roads_checker *k;
    int32_t notch;
    wend_point at;
    wend_way first;
    double margin; // of g: less than 0 for what is met for certain, more for what may be
    double loose;  // of phases, likewise
    WEND_ARRAY(reached) open;
    WEND_ARRAY(int32_t) last;   // per triangle: the last one of `open` that is in it, or -1
    WEND_ARRAY(int32_t) before; // of each in `open`: the one before it in the same triangle
    WEND_ARRAY(meeting) meetings;
} search;

static wend_way place_of(const search *s, int32_t vertex) {
    wend_point p = s->k->plan.vertices[vertex];
    return (wend_way){(double)p.x - s->at.x, (double)p.y - s->at.y};
}

static double span_of(const search *s) {
    return s->k->v.notches[s->notch].span;
}

// Whether two phases are of the same turn; around a point floor is the same after its span.
static bool is_same_turn(const search *s, double a, double b) {
    double apart = a - b;
    if (s->k->v.notches[s->notch].ring)
        apart -= span_of(s) * floor(apart / span_of(s) + 0.5);
    return fabs(apart) < 2;
}

// ---------------------------------------------------------------------------------------------------- an edge

// A part of an edge, from a on by a share of b - a.
typedef struct part {
    wend_way a, along;
    const wend_road_arc *arc;
} part;

static wend_way at(const part *p, double share) {
    return (wend_way){p->a.x + share * p->along.x, p->a.y + share * p->along.y};
}

static double g_at(const part *p, double share) {
    wend_way q = at(p, share);
    return p->arc->flat * sqrt(wend_way_dot(q, q)) + p->arc->across[0] * q.x + p->arc->across[1] * q.y - 1;
}

// Where the derivative of g changes its sign.
static double lowest(const part *p, double low, double high) {
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        wend_way q = at(p, middle);
        double slope = p->arc->flat * wend_way_dot(q, p->along) / sqrt(wend_way_dot(q, q)) +
                       p->arc->across[0] * p->along.x + p->arc->across[1] * p->along.y;
        *(slope > 0 ? &high : &low) = middle;
    }
    return 0.5 * (low + high);
}

// The last place within the cell on the way from one within it to another one.
static double edge_of(const part *p, double within, double beyond, double margin) {
    if (g_at(p, beyond) <= margin)
        return beyond;
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (within + beyond);
        *(g_at(p, middle) <= margin ? &within : &beyond) = middle;
    }
    return within;
}

// Whether places between two shares are within an arc's part of the cell; how near they come to the notch.
static bool is_met(const part *p, double low, double high, double margin, double *near) {
    double best = g_at(p, low) <= margin ? low : g_at(p, high) <= margin ? high : lowest(p, low, high);
    if (!(g_at(p, best) <= margin))
        return false;
    double foot = -wend_way_dot(p->a, p->along) / wend_way_dot(p->along, p->along);
    foot = foot < low ? low : foot > high ? high : foot;
    wend_way q = at(p, edge_of(p, best, foot, margin));
    *near = fmin(*near, sqrt(wend_way_dot(q, q)));
    return true;
}

// The share of an edge that a ray in a direction meets; the edge is left of the notch's way along it.
static double share_at(const part *p, wend_way d) {
    double share = wend_way_cross(p->a, d) / -wend_way_cross(p->along, d);
    return share > 0 ? share < 1 ? share : 1 : 0;
}

// Whether an edge, seen around a phase, meets the cell; how near, and the phase of its middle.
static bool meets(const search *s, int32_t half, double phase, double *near, double *middle) {
    const wend_roads_view *v = &s->k->v;
    const wend_road_notch *n = &v->notches[s->notch];
    wend_way x = place_of(s, wend_check_start(s->k, half)), y = place_of(s, wend_check_end(s->k, half));
    part p = {.a = x, .along = wend_way_minus(y, x)};
    if (!(wend_way_cross(x, y) > 0))
        return false;
    double low = wend_phase_near(s->first, x, phase), high = wend_phase_beyond(s->first, y, low, 1);
    bool met = false;
    *middle = 0.5 * (low + high);
    *near = INFINITY;
    double laps = n->ring ? ceil((high - low) / n->span) + 1 : 0, lap = n->ring ? floor(low / n->span) : 0;
    for (double i = 0; i <= laps; i++)
        for (int32_t a = n->arc; a < n[1].arc; a++) {
            double turn = n->ring ? (lap + i) * n->span : 0;
            double from = fmax(v->arcs[a].phase + turn - s->loose, low);
            double to = fmin((a + 1 < n[1].arc ? v->arcs[a + 1].phase : n->span) + turn + s->loose, high);
            p.arc = &v->arcs[a];
            if (from <= to)
                met |= is_met(&p, from > low ? share_at(&p, wend_way_at(s->first, from)) : 0,
                              to < high ? share_at(&p, wend_way_at(s->first, to)) : 1, s->margin, near);
        }
    return met;
}

// ---------------------------------------------------------------------------------------------------- a cell

static bool is_known(const search *s, int32_t triangle, double phase) {
    for (int32_t i = s->last.data[triangle]; i >= 0; i = s->before.data[i])
        if (is_same_turn(s, s->open.data[i].phase, phase))
            return true;
    return false;
}

static void blame(search *s, int32_t notch, const char *text) {
    wend_roads_blame(s->k, "roads-visitor", s->k->v.notches[notch].vertex, text);
}

// Goes over an edge, if the cell meets it. False when memory is short.
static bool cross(search *s, int32_t half, double phase) {
    wend_roads_checker *k = s->k;
    int32_t twin = k->plan.triangles[half / 3].twin[half % 3];
    double near, middle;
    if ((twin < 0 && s->margin > 0) || !meets(s, half, phase, &near, &middle))
        return true;
    if (twin < 0) {
        blame(s, s->notch, "the cell of a notch comes to a wall: corners around it are on another turn than its arcs");
        return true;
    }
    int32_t piece = k->v.triangle_piece[twin / 3];
    if (piece != k->v.triangle_piece[half / 3] &&
        !wend_array_push(k->context, &s->meetings, (meeting){piece, s->notch, middle, near}))
        return false;
    if (is_known(s, twin / 3, middle))
        return true;
    int32_t before = s->last.data[twin / 3];
    s->last.data[twin / 3] = (int32_t)s->open.count;
    return wend_array_push(k->context, &s->before, before) &&
           wend_array_push(k->context, &s->open, (reached){twin / 3, twin, middle});
}

// Where the floor winds around a point, corners tell the turn that the first edge of its fan is on: the phase to begin
// at.
static double begin_at(const search *s, int32_t *begin) {
    wend_roads_checker *k = s->k;
    while (k->side_of.data[*begin] < 0)
        *begin = wend_check_around(k, *begin);
    double phase = (double)k->v.side_phases[k->side_of.data[*begin]];
    return wend_phase_near(s->first, place_of(s, wend_check_end(k, *begin)), phase);
}

// The phase of a direction into a corner of a triangle at the notch.
static double phase_at(const search *s, int32_t half, double from) {
    wend_way x = place_of(s, wend_check_end(s->k, half)),
             y = place_of(s, wend_check_start(s->k, wend_check_before(half)));
    double low = wend_phase_beyond(s->first, x, from, 1);
    return 0.5 * (low + wend_phase_beyond(s->first, y, low, 1));
}

static bool flood(search *s) {
    wend_roads_checker *k = s->k;
    const wend_road_notch *n = &k->v.notches[s->notch];
    s->at = k->plan.vertices[n->vertex];
    s->first = (wend_way){n->first[0], n->first[1]};
    s->open.count = s->before.count = 0;
    int32_t begin = k->fan.data[n->vertex], half = begin;
    double from = n->ring ? 0 : -1;
    bool good = true;
    if (n->ring && n->span > 5) {
        from = begin_at(s, &begin);
        half = begin;
    }
    do {
        double phase = phase_at(s, half, from);
        good = good && cross(s, half - half % 3 + (half + 1) % 3, phase);
        wend_way end = place_of(s, wend_check_start(k, wend_check_before(half)));
        from = wend_phase_beyond(s->first, end, phase, 1);
        half = wend_check_around(k, half);
    } while (half >= 0 && half != begin);
    for (int64_t i = 0; i < s->open.count && good; i++) {
        reached r = s->open.data[i];
        for (int32_t h = 3 * r.triangle; h < 3 * r.triangle + 3 && good; h++)
            good = h == r.by || cross(s, h, r.phase);
    }
    for (int64_t i = 0; i < s->open.count; i++)
        s->last.data[s->open.data[i].triangle] = -1;
    return good;
}

// All meetings of all notches, by piece and notch.
static int compare_meetings(const void *a, const void *b, const void *user) {
    const meeting *p = a, *q = b;
    (void)user;
    if (p->piece != q->piece)
        return (p->piece > q->piece) - (p->piece < q->piece);
    if (p->notch != q->notch)
        return (p->notch > q->notch) - (p->notch < q->notch);
    return (p->phase > q->phase) - (p->phase < q->phase);
}

static bool find_meetings(search *s) {
    wend_roads_checker *k = s->k;
    if (!wend_array_resize(k->context, &s->last, k->plan.triangle_count))
        return false;
    for (int32_t t = 0; t < k->plan.triangle_count; t++)
        s->last.data[t] = -1;
    for (s->notch = 0; s->notch < k->v.notch_count; s->notch++)
        if (!flood(s))
            return false;
    return s->meetings.count == 0 ||
           wend_sort(k->context, s->meetings.data, s->meetings.count, sizeof *s->meetings.data, compare_meetings, NULL);
}

// ---------------------------------------------------------------------------------------------------- comparing

static bool is_corner(const wend_roads_view *v, int32_t piece, int32_t notch) {
    for (int32_t i = v->pieces[piece].side; i < v->pieces[piece + 1].side; i++)
        if (v->sides[i].notch == notch)
            return true;
    return false;
}

// The visitor of a piece that a meeting is; -1 for none.
static int32_t visitor_of(search *s, const meeting *m) {
    const wend_roads_view *v = &s->k->v;
    s->notch = m->notch;
    for (int32_t i = v->pieces[m->piece].visitor; i < v->pieces[m->piece + 1].visitor; i++)
        if (v->visitors[i].notch == m->notch && is_same_turn(s, (double)v->visitors[i].phase, m->phase))
            return i;
    return -1;
}

// Everybody who must be a visitor is, and early enough. Corners of a piece are in the way by themselves.
static void check_missing(search *s) {
    for (int64_t i = 0; i < s->meetings.count && !s->k->bad; i++) {
        const meeting *m = &s->meetings.data[i];
        int32_t visitor = visitor_of(s, m);
        if (visitor < 0 && !is_corner(&s->k->v, m->piece, m->notch))
            blame(s, m->notch, "a notch is nearest to a part of a piece, but no visitor of it");
        else if (visitor >= 0 && !((double)s->k->v.visitors[visitor].near <= m->near * (1 + 1e-6)))
            blame(s, m->notch, "a visitor is nearer than it says");
    }
}

// Whether a side of a piece is seen nearly end on: rounding may then take it for met where it is too far away.
static bool is_end_on(const search *s, int32_t piece, int32_t notch) {
    const wend_roads_checker *k = s->k;
    wend_point w = k->plan.vertices[k->v.notches[notch].vertex];
    for (int32_t i = k->v.pieces[piece].side; i < k->v.pieces[piece + 1].side; i++) {
        wend_point a = k->v.sides[i].at, b = k->plan.vertices[wend_check_end(k, k->half.data[i])];
        wend_way x = {(double)a.x - w.x, (double)a.y - w.y}, y = {(double)b.x - w.x, (double)b.y - w.y};
        wend_way e = wend_way_minus(y, x);
        double far = fmax(wend_way_dot(x, x), wend_way_dot(y, y)), height = wend_way_cross(x, y);
        if (far * wend_way_dot(e, e) >= 1e6 * height * height)
            return true;
    }
    return false;
}

// Nobody is a visitor who has no part in the piece, or long before.
static bool check_needless(search *s) {
    const wend_roads_view *v = &s->k->v;
    WEND_ARRAY(uint8_t) met = {0};
    bool good = v->visitor_count == 0 || wend_array_resize(s->k->context, &met, v->visitor_count);
    for (int32_t i = 0; i < v->visitor_count && good; i++)
        met.data[i] = 0;
    for (int64_t i = 0; i < s->meetings.count && good; i++) {
        int32_t visitor = visitor_of(s, &s->meetings.data[i]);
        if (visitor >= 0)
            met.data[visitor] = 1;
    }
    for (int32_t p = 0; p < v->piece_count && good; p++)
        for (int32_t i = v->pieces[p].visitor; i < v->pieces[p + 1].visitor && !s->k->bad; i++) {
            if (!met.data[i] && !is_end_on(s, p, v->visitors[i].notch))
                blame(s, v->visitors[i].notch, "a visitor has no part in its piece");
            else if (!(v->visitors[i].near >= 0) ||
                     (i > v->pieces[p].visitor && !(v->visitors[i].near >= v->visitors[i - 1].near)))
                blame(s, v->visitors[i].notch, "the visitors of a piece are not the nearest first");
        }
    wend_array_free(s->k->context, &met);
    return good;
}

bool wend_roads_check_visitors(wend_roads_checker *k) {
    search s = {.k = k, .margin = -1e-7, .loose = -1e-6};
    bool good = find_meetings(&s);
    if (good)
        check_missing(&s);
    s.margin = s.loose = 1e-3; // a visitor too many does no harm
    s.meetings.count = 0;
    good = good && (k->bad || find_meetings(&s));
    good = good && (k->bad || check_needless(&s));
    wend_array_free(k->context, &s.open);
    wend_array_free(k->context, &s.last);
    wend_array_free(k->context, &s.before);
    wend_array_free(k->context, &s.meetings);
    return good;
}

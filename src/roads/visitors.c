// Visitors: which notches can be in the way of a disc within a piece, besides the piece's own corners.
//
// The least clearance along a straight way is attained at the foot of some notch, in the notch's own cell of the medial
// axis. So within a piece only its corners and those notches count whose cell meets the piece. From the pieces around a
// notch they are found by going on over every side that the cell meets: some direction u in which the side is no
// farther than the cell reaches. With h the distance of the side's line, n its normal, and an arc of the cell,
//
//     u . n / h  >=  1 / reach(u) = flat + across . u,     or     (n / h - across) . u >= flat,
//
// and the greatest value of a scalar product over an interval of directions is in its ends or in the middle. Only
// neighbourhood is used, so what lies on another storey is never met. Where the floor winds around a notch, phases tell
// the turns apart.
//
// A side that is met by rounding alone gives a visitor more, which costs time and is never wrong: what is closer to the
// notch than the radius, and sees it, is not free.
//
// Cost: O(n + k) for k visits; 0.1 to 3 per piece on plans as people draw them.
#include "base/context.h"
#include "base/sort.h"
#include "plan/walk.h"
#include "roads/roads.h"

// A visit while they are found.
typedef struct visit {
    int32_t piece;
    wend_road_visitor visitor;
} visit;

// A piece to go on from: the side by which it was entered, and the phase of its place around the notch.
typedef struct entry {
    int32_t side;
    double phase;
} entry;

typedef struct flood {
    wend_roads *roads;
    const wend_roads_view *v;
    int32_t notch;
    wend_way at, first;
    WEND_ARRAY(visit) visits;
    int64_t begin; // where those of this notch begin
    WEND_ARRAY(entry) open;
    WEND_ARRAY(int32_t) last; // per piece: the last visit there, or -1
} flood;

// Whether an interval of phases holds the direction u.
static bool holds(wend_way first, double low, double high, wend_way u) {
    return wend_phase_beyond(first, u, low, 1) < high;
}

// Whether the line at distance h with normal n is within reach of an arc somewhere between two phases; if so, *near is
// at most how near it comes there.
static bool arc_meets(const flood *f, const wend_road_arc *arc, double low, double high, wend_way n, double h,
                      double *near) {
    wend_way v = {n.x / h - arc->across[0], n.y / h - arc->across[1]};
    wend_way ends[2] = {wend_way_at(f->first, low), wend_way_at(f->first, high)};
    double a = wend_way_dot(v, ends[0]), b = wend_way_dot(v, ends[1]), most = a > b ? a : b;
    double size = sqrt(wend_way_dot(v, v));
    if (size > 0 && holds(f->first, low, high, v))
        most = size;
    if (most < arc->flat - 1e-9 * (size + arc->flat))
        return false;
    a = wend_way_dot(n, ends[0]);
    b = wend_way_dot(n, ends[1]);
    double ahead = holds(f->first, low, high, n) ? 1 : a > b ? a : b;
    *near = ahead > 0 && h / ahead < *near ? h / ahead : *near;
    return true;
}

// The same for all arcs between two phases that lie in one round of the notch.
static bool round_meets(const flood *f, double low, double high, wend_way n, double h, double *near) {
    const wend_roads_view *v = f->v;
    int32_t end = v->notches[f->notch + 1].arc;
    bool meets = false;
    for (int32_t k = wend_road_arc_at(v, f->notch, low, 1); k < end && v->arcs[k].phase <= high; k++) {
        double from = v->arcs[k].phase, to = k + 1 < end ? v->arcs[k + 1].phase : v->notches[f->notch].span;
        from = from > low ? from : low;
        to = to < high ? to : high;
        meets |= from <= to && arc_meets(f, &v->arcs[k], from, to, n, h, near);
    }
    return meets;
}

// Whether the cell meets a side that is seen from the notch around a phase; how near that is, and the phase of its
// middle.
static bool meets(const flood *f, int32_t side, double phase, double *near, double *middle) {
    const wend_roads_view *v = f->v;
    wend_way x = wend_road_place(v->sides[side].at), y = wend_road_place(v->sides[wend_road_next(v, side)].at);
    wend_way along = wend_way_minus(y, x), to_x = wend_way_minus(x, f->at), to_y = wend_way_minus(y, f->at);
    double twice = wend_way_cross(to_x, to_y);
    if (!(twice > 0))
        return false;
    const wend_road_notch *n = &v->notches[f->notch];
    double length = sqrt(wend_way_dot(along, along)), low = wend_phase_near(f->first, to_x, phase);
    double high = wend_phase_beyond(f->first, to_y, low, 1);
    wend_way normal = {along.y / length, -along.x / length};
    *middle = low + 0.5 * (high - low);
    *near = INFINITY;
    if (!n->ring) {
        low = low > 0 ? low : 0;
        high = high < n->span ? high : n->span;
        return low <= high && round_meets(f, low, high, normal, twice / length, near);
    }
    double lap = n->span * floor(low / n->span);
    low -= lap;
    high -= lap;
    if (high <= n->span)
        return round_meets(f, low, high, normal, twice / length, near);
    bool before = round_meets(f, low, n->span, normal, twice / length, near);
    return round_meets(f, 0, high - n->span, normal, twice / length, near) || before;
}

// Notes a visit, unless the notch has been there before. False when memory is short.
static bool enter(flood *f, int32_t side, double near, double phase) {
    wend_context *context = f->roads->context;
    int32_t piece = f->v->side_pieces[side];
    const wend_road_notch *n = &f->v->notches[f->notch];
    for (int64_t k = f->last.data[piece]; k >= f->begin; k--) {
        wend_road_visitor *known = &f->visits.data[k].visitor;
        double apart = (double)known->phase - phase;
        apart -= n->ring ? n->span * floor(apart / n->span + 0.5) : 0; // after that the floor is the same
        if (f->visits.data[k].piece != piece || !(fabs(apart) < 2))
            continue;
        known->near = known->near < (float)near ? known->near : (float)near;
        return true;
    }
    f->last.data[piece] = (int32_t)f->visits.count;
    visit next = {piece, {f->notch, (float)near, (float)phase}};
    return wend_array_push(context, &f->visits, next) && wend_array_push(context, &f->open, (entry){side, phase});
}

// Goes on over the sides of a piece that the cell meets, but for one of them and the one that follows it, if that is
// wanted too. False when memory is short.
static bool cross_sides(flood *f, int32_t but, bool next_too, double phase) {
    const wend_roads_view *v = f->v;
    const wend_road_piece *p = &v->pieces[v->side_pieces[but]];
    for (int32_t s = p->side; s < p[1].side; s++) {
        double near, middle;
        if (s == but || (next_too && s == wend_road_next(v, but)) || v->sides[s].twin < 0)
            continue;
        if (meets(f, s, phase, &near, &middle) && !enter(f, v->sides[s].twin, near * (1 - 0x1p-20), middle))
            return false;
    }
    return true;
}

// Floods the cell of a notch.
static bool flood_cell(flood *f) {
    const wend_roads_view *v = f->v;
    const wend_road_notch *n = &v->notches[f->notch];
    int32_t first = f->roads->notch_side.data[f->notch], s = first;
    f->at = wend_road_place(v->sides[first].at);
    f->first = (wend_way){n->first[0], n->first[1]};
    f->begin = f->visits.count;
    f->open.count = 0;
    do {
        if (!cross_sides(f, wend_road_previous(v, s), true, v->side_phases[s]))
            return false;
        s = v->sides[wend_road_previous(v, s)].twin;
    } while (s >= 0 && s != first);
    while (f->open.count > 0) {
        entry next = f->open.data[--f->open.count];
        if (!cross_sides(f, next.side, false, next.phase))
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- corners

// The half-edge of the plan that a side begins with.
static int32_t half_of(const wend_roads *roads, const wend_roads_view *v, const wend_plan_view *plan, int32_t side) {
    const wend_road_piece *piece = &v->pieces[v->side_pieces[side]];
    wend_point a = v->sides[side].at, b = v->sides[wend_road_next(v, side)].at;
    for (int32_t k = piece->triangle; k < piece[1].triangle; k++)
        for (int i = 0; i < 3; i++) {
            const int32_t *c = plan->triangles[roads->triangles.data[k]].v;
            wend_point p = plan->vertices[c[i]], q = plan->vertices[c[(i + 1) % 3]];
            if (p.x == a.x && p.y == a.y && q.x == b.x && q.y == b.y)
                return 3 * roads->triangles.data[k] + i;
        }
    return -1;
}

// The phase of a side at a point obstacle around which the floor winds: counted through from where it is known.
static double count_through(const wend_roads *roads, const wend_roads_view *v, const wend_road_winding *winding,
                            int32_t side) {
    wend_plan_view plan = wend_plan_look(roads->plan);
    wend_flat flat = wend_flat_of_plan(&plan);
    wend_way first = {v->notches[winding->notch].first[0], v->notches[winding->notch].first[1]};
    wend_way at = wend_road_place(v->sides[side].at);
    int32_t h = winding->half, end = half_of(roads, v, &plan, side);
    double phase = winding->phase;
    do {
        h = wend_flat_after(&flat, h);
        if (h < 0)
            return 0;
        phase = wend_phase_beyond(first, wend_way_minus(wend_road_place(wend_flat_to(&flat, h)), at), phase, 1);
    } while (h != end && h != winding->half);
    return phase;
}

// Where the fan of each notch begins, and the phases of its corners: the directions in the middle between two sides.
static bool measure_corners(wend_roads *roads, const wend_roads_view *v) {
    if (v->notch_count > 0 && !wend_array_resize(roads->context, &roads->notch_side, v->notch_count))
        return false;
    for (int32_t k = 0; k < v->notch_count; k++)
        roads->notch_side.data[k] = -1;
    for (int32_t s = 0; s < v->side_count; s++) {
        int32_t notch = v->sides[s].notch;
        if (notch >= 0 && (roads->notch_side.data[notch] < 0 || v->sides[s].twin < 0))
            roads->notch_side.data[notch] = s;
    }
    for (int32_t k = 0, winding = 0; k < v->notch_count; k++) {
        wend_way first = {v->notches[k].first[0], v->notches[k].first[1]};
        int32_t begin = roads->notch_side.data[k], s = begin;
        double phase = v->notches[k].ring ? 0 : -1; // a boundary edge leaves a right angle before its normal
        if (winding < roads->windings.count && roads->windings.data[winding].notch == k)
            phase = count_through(roads, v, &roads->windings.data[winding++], begin);
        do {
            int32_t before = wend_road_previous(v, s);
            wend_way at = wend_road_place(v->sides[s].at);
            wend_way out = wend_way_unit(wend_way_minus(wend_road_place(v->sides[wend_road_next(v, s)].at), at));
            wend_way in = wend_way_unit(wend_way_minus(wend_road_place(v->sides[before].at), at));
            wend_way middle = {out.x + in.x, out.y + in.y};
            if (wend_way_dot(out, in) < -0.99) // nearly or exactly straight
                middle = wend_way_left(out);
            phase = wend_phase_beyond(first, out, phase, 1);
            roads->side_phases.data[s] = (float)wend_phase_beyond(first, middle, phase, 1);
            s = v->sides[before].twin;
        } while (s >= 0 && s != begin);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- visitors

static int compare_visits(const void *a, const void *b, const void *user) {
    const visit *p = a, *q = b;
    (void)user;
    if (p->piece != q->piece)
        return (p->piece > q->piece) - (p->piece < q->piece);
    if (p->visitor.near != q->visitor.near)
        return p->visitor.near < q->visitor.near ? -1 : 1;
    return (p->visitor.notch > q->visitor.notch) - (p->visitor.notch < q->visitor.notch);
}

static bool list_visits(flood *f) {
    wend_roads *roads = f->roads;
    int64_t count = f->visits.count, k = 0;
    if (count > 0 && (!wend_sort(roads->context, f->visits.data, count, sizeof *f->visits.data, compare_visits, NULL) ||
                      !wend_array_reserve(roads->context, &roads->visitors, count)))
        return false;
    for (int64_t piece = 0; piece < roads->pieces.count; piece++) {
        roads->pieces.data[piece].visitor = (int32_t)k;
        for (; k < count && f->visits.data[k].piece == piece; k++)
            roads->visitors.data[k] = f->visits.data[k].visitor;
    }
    roads->visitors.count = count;
    return true;
}

wend_result wend_roads_find_visitors(wend_roads *roads) {
    wend_roads_view v = wend_roads_look(roads);
    flood f = {.roads = roads, .v = &v};
    bool good =
        measure_corners(roads, &v) && (v.piece_count == 0 || wend_array_resize(roads->context, &f.last, v.piece_count));
    for (int32_t k = 0; good && k < v.piece_count; k++)
        f.last.data[k] = -1;
    wend_result result = good ? WEND_OK : WEND_ERROR_MEMORY;
    for (f.notch = 0; result == WEND_OK && f.notch < v.notch_count; f.notch++) {
        result = flood_cell(&f) ? WEND_OK : WEND_ERROR_MEMORY;
        if (result == WEND_OK && f.visits.count > INT32_MAX / 2)
            result = WEND_ERROR_LIMIT;
        if (result == WEND_OK && f.notch % 4096 == 4095 &&
            wend_pause(roads->context, "roads", 0.6 + 0.4 * f.notch / v.notch_count))
            result = WEND_ERROR_CANCELLED;
    }
    if (result == WEND_OK && !list_visits(&f))
        result = WEND_ERROR_MEMORY;
    wend_array_free(roads->context, &f.visits);
    wend_array_free(roads->context, &f.open);
    wend_array_free(roads->context, &f.last);
    return result;
}

// What walking costs: factors of areas.
//
// With costs, a metre in an area counts as many times as a filter says, at least once. The shortest way then bends at
// borders, as light does, and where it bends is the root of a polynomial of high degree; nobody computes it exactly. So
// a search does less, and says how good that is. Rays go straight on over borders, and what they cost is the sum over
// the pieces that they pass. Ways may also bend at chosen places of borders: all their vertices, and points between
// them, about 200 on all borders together. These are gates whose exit is their entrance (gates.c). Then the search
// is done again, with a few points on each side of where the cheapest such way crosses or bends, in the stead of all
// others; and so on, with ever closer ones. The answer is the cheapest way found: its cost is that of a true way.
// Nothing that can be reached is lost, as every way over the floor is still there.
//
// The bound is the length of the shortest way when nothing costs more than a metre for each metre. No way is cheaper.
// The answer is proven when both are equal, such as when the shortest way leads over cheap ground alone.
//
// Bounds within the search take no heed of costs: they are less than what ways cost, which is all that is needed. One
// arrival at a notch beats another if it does so even when it slides along the circle over the dearest ground.
//
// A straight way is followed from piece to piece, over the side by which it leaves. Where it leads exactly over a
// corner either side will do: it passes the pieces around the corner in no length. With radius 0 it may graze a wall,
// which rounding turns into an end; then it is followed a hair to its left or right.
//
// Cost: O(pieces along the way) for each target and touch.
#include "path/search.h"

#include "base/context.h"
#include "plan/walk.h"

#define HAIR 1e-3 // lattice steps
enum { POINTS = 200, NEARBY = 6 };
#define APART 0.05 // metres: points on borders are no nearer to each other, before the first round

static double factor_of(const wend_path_filter *filter, int32_t area) {
    for (int32_t k = 0; k < filter->cost_count; k++)
        if (filter->costs[k].area == area)
            return filter->costs[k].factor;
    return 1;
}

bool wend_costs_find(wend_search *s, const wend_path_filter *filter) {
    s->prices_differ = false;
    s->dearest = 1;
    if (filter->cost_count == 0)
        return true;
    if (!wend_array_resize(s->context, &s->factors, s->v.piece_count))
        return false;
    int32_t last = -1;
    double factor = 1;
    for (int32_t k = 0; k < s->v.piece_count; k++) {
        int32_t area = wend_plan_area_of(s->roads->plan, s->v.triangles[s->v.pieces[k].triangle]);
        factor = area == last ? factor : factor_of(filter, area);
        last = area;
        s->factors.data[k] = factor;
        s->dearest = factor > s->dearest ? factor : s->dearest;
    }
    s->prices_differ = s->dearest > 1;
    return true;
}

// ---------------------------------------------------------------------------------------------------- along a way

static void add_bend(wend_search *s, wend_way place, int32_t piece) {
    if (!wend_array_push(s->context, &s->bends, (wend_crossed){place, piece}))
        s->failure = WEND_ERROR_MEMORY;
}

static wend_way between(wend_way from, wend_way to, double share) {
    return (wend_way){from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
}

// How far a place lies beyond the ends of a side from x along e.
static double miss_of(wend_way x, wend_way e, wend_way place) {
    double square = wend_way_dot(e, e), along = wend_way_dot(e, wend_way_minus(place, x));
    return along < 0 ? -along / sqrt(square) : along > square ? (along - square) / sqrt(square) : 0;
}

// What a metre costs in a piece that a straight way crosses. Rays never enter shut pieces; lanes might.
static double price_of(const wend_search *s, int32_t piece) {
    return s->laned && wend_is_shut(s, piece) ? INFINITY : wend_factor(s, piece);
}

// What a straight way costs from a place in a piece, and, unless `noting` is NULL, where it crosses to another price.
// False when it comes to a wall.
static bool follow(const wend_search *s, int32_t piece, wend_way from, wend_way to, double *cost, wend_search *noting) {
    const wend_roads_view *v = &s->v;
    double length = sqrt(wend_way_dot(wend_way_minus(to, from), wend_way_minus(to, from))), done = 0;
    double same = s->slack / length; // of the way: sides in one line are left at the same place, but for rounding
    int32_t entered = -1;
    *cost = 0;
    for (int32_t bound = 0; bound < v->side_count; bound++) {
        int32_t exit = -1;
        double least = 1, least_miss = INFINITY;
        for (int32_t k = v->pieces[piece].side; k < v->pieces[piece + 1].side; k++) {
            wend_way x = wend_road_place(v->sides[k].at), e = wend_road_place(v->sides[wend_road_next(v, k)].at);
            e = wend_way_minus(e, x);
            double begin = wend_way_cross(e, wend_way_minus(from, x)), end = wend_way_cross(e, wend_way_minus(to, x));
            if (k == entered || end >= begin || end >= -s->slack * (fabs(e.x) + fabs(e.y)))
                continue;
            double share = begin > 0 ? begin / (begin - end) : 0; // of the way until it leaves over this side
            double miss = miss_of(x, e, between(from, to, share));
            if (share < least - same || (share < least + same && miss < least_miss)) {
                least = share;
                least_miss = miss;
                exit = k;
            }
        }
        least = least > done ? least : done;
        if (least > done)
            *cost += price_of(s, piece) * (least - done) * length;
        done = least;
        if (exit < 0)
            return true;
        entered = v->sides[exit].twin;
        if (entered < 0)
            return (1 - done) * length <= s->slack;
        int32_t next = v->side_pieces[entered];
        if (noting != NULL && s->factors.data[piece] != s->factors.data[next])
            add_bend(noting, between(from, to, done), next);
        piece = next;
    }
    return false;
}

double wend_cost_of(const wend_search *s, int32_t piece, wend_way from, wend_way to) {
    wend_way way = wend_way_minus(to, from);
    double length = sqrt(wend_way_dot(way, way)), cost;
    if (!(length > 0))
        return 0;
    wend_way aside = {-way.y / length * HAIR, way.x / length * HAIR};
    for (int side = 0; side < 3; side++) {
        double hair = side == 0 ? 0 : side == 1 ? 1 : -1;
        wend_way a = {from.x + hair * aside.x, from.y + hair * aside.y},
                 b = {to.x + hair * aside.x, to.y + hair * aside.y};
        if (follow(s, piece, a, b, &cost, NULL))
            return cost;
    }
    return s->dearest * length;
}

double wend_cost_ahead(const wend_sweep *w, wend_way d, double ahead) {
    const wend_search *s = w->search;
    double turn = w->bend != 0 ? s->radius * wend_angle(w->source->ahead, d) : 0;
    if (!s->priced)
        return turn + ahead;
    wend_way centre = s->arrivals.data[w->source->arrival].centre;
    wend_way from = {centre.x + w->bend * d.y, centre.y - w->bend * d.x};
    wend_way to = {from.x + ahead * d.x, from.y + ahead * d.y};
    int32_t piece = w->source->piece;
    double straight = piece == w->piece ? s->factors.data[piece] * ahead : wend_cost_of(s, piece, from, to);
    return s->factors.data[piece] * turn + straight;
}

// ---------------------------------------------------------------------------------------------------- borders

static bool is_dear(const wend_search *s, int32_t half, int32_t twin) {
    int32_t a = s->v.triangle_piece[half / 3], b = s->v.triangle_piece[twin / 3];
    return s->factors.data[a] != s->factors.data[b] && (!s->shut_any || (!s->shut.data[a] && !s->shut.data[b]));
}

static double length_of(const wend_flat *flat, int32_t half) {
    wend_way e = wend_way_minus(wend_road_place(wend_flat_to(flat, half)), wend_road_place(wend_flat_from(flat, half)));
    return sqrt(wend_way_dot(e, e));
}

// Points of a border between its ends, which are gates themselves.
static bool add_points(wend_search *s, const wend_flat *flat, int32_t half, double apart, double radius) {
    wend_way a = wend_road_place(wend_flat_from(flat, half)), b = wend_road_place(wend_flat_to(flat, half));
    double parts = ceil(length_of(flat, half) / apart);
    for (double k = 1; k < parts; k++) {
        wend_way place = {a.x + (b.x - a.x) * (k / parts), a.y + (b.y - a.y) * (k / parts)};
        if (!wend_corner_add(s, half / 3, place, radius, true))
            return false;
    }
    return true;
}

bool wend_costs_border(wend_search *s, double radius) {
    if (!s->prices_differ)
        return true;
    wend_flat flat = wend_flat_of_plan(&s->plan);
    double all = 0;
    for (int32_t k = 0; k < s->plan.border_count; k++)
        if (is_dear(s, s->plan.borders[k], wend_flat_twin(&flat, s->plan.borders[k])))
            all += length_of(&flat, s->plan.borders[k]);
    double apart = s->apart = fmax(all / POINTS, APART / s->metres);
    for (int32_t k = 0; k < s->plan.border_count; k++) {
        int32_t half = s->plan.borders[k], twin = wend_flat_twin(&flat, half);
        if (is_dear(s, half, twin) &&
            (!wend_corner_add_vertex(s, half, radius, true) || !wend_corner_add_vertex(s, twin, radius, true) ||
             !add_points(s, &flat, half, apart, radius)))
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- bends

static wend_way steps_of(const wend_search *s, const double place[2]) {
    const wend_lattice *l = &s->plan.lattice;
    return (wend_way){(place[0] - l->origin[0]) / l->step, (place[1] - l->origin[1]) / l->step};
}

bool wend_costs_list(wend_search *s) {
    s->bends.count = 0;
    for (int64_t k = 0; k < s->pieces.count; k++) {
        const wend_path_piece *p = &s->pieces.data[k];
        if (p->side != 0 || p->link >= 0)
            continue;
        wend_way from = steps_of(s, p->from), to = steps_of(s, p->to);
        int32_t piece = s->v.triangle_piece[p->triangle];
        double cost;
        if (k > 0 && s->pieces.data[k - 1].side == 0)
            add_bend(s, from, piece);
        follow(s, piece, from, to, &cost, s);
    }
    return s->failure == WEND_OK;
}

// Points of a side around a place on it, and its ends where they are as near.
static bool bend_at_side(wend_search *s, int32_t piece, int32_t side, double along, double length, double step) {
    wend_way x = wend_road_place(s->v.sides[side].at), y = wend_road_place(s->v.sides[wend_road_next(&s->v, side)].at);
    for (int k = -NEARBY - 1; k <= NEARBY + 1; k++) {
        double at = along + k * step, end = k < 0 ? 0 : length;
        if (k < -NEARBY || k > NEARBY) { // an end
            if (fabs(end - along) > NEARBY * step)
                continue;
            at = end;
        } else if (at <= 0 || at >= length) {
            continue;
        }
        wend_way place = {x.x + (y.x - x.x) * (at / length), x.y + (y.y - x.y) * (at / length)};
        if (!wend_corner_fits(s, wend_stand_triangle(s, piece, place, (wend_way){0, 0}), place, s->open_radius))
            continue;
        wend_gate gate = {.entrance = place, .exit = place, .way = -1, .priced = true};
        if (!wend_stand_pieces(s, piece, place, &s->bend_pieces))
            return false;
        wend_grounds_open(s, &s->bend_pieces);
        if (!wend_gate_add_once(s, &gate, &s->bend_pieces))
            return false;
    }
    return true;
}

// Whether a place lies on a side to another price, and where along it.
static bool is_on_border(const wend_search *s, int32_t side, wend_way place, double *along, double *length) {
    int32_t twin = s->v.sides[side].twin;
    if (twin < 0 || s->factors.data[s->v.side_pieces[side]] == s->factors.data[s->v.side_pieces[twin]])
        return false;
    wend_way x = wend_road_place(s->v.sides[side].at), y = wend_road_place(s->v.sides[wend_road_next(&s->v, side)].at);
    wend_way e = wend_way_minus(y, x), to = wend_way_minus(place, x);
    *length = sqrt(wend_way_dot(e, e));
    *along = wend_way_dot(e, to) / *length;
    return fabs(wend_way_cross(e, to)) <= HAIR * *length && *along >= -HAIR && *along <= *length + HAIR;
}

static bool bend_at(wend_search *s, const wend_crossed *bend, double step) {
    wend_list *around = &s->joint_queue; // of no use any more
    if (!wend_stand_pieces(s, bend->piece, bend->place, around))
        return false;
    for (int64_t i = 0; i < around->count; i++) {
        int32_t piece = around->data[i];
        for (int32_t side = s->v.pieces[piece].side; side < s->v.pieces[piece + 1].side; side++) {
            double along, length;
            if (side < s->v.sides[side].twin && is_on_border(s, side, bend->place, &along, &length) &&
                !bend_at_side(s, piece, side, along, length, step))
                return false;
        }
    }
    return true;
}

bool wend_costs_bend(wend_search *s, int round) {
    double step = s->apart / NEARBY;
    for (int k = 0; k < round; k++)
        step /= NEARBY;
    s->gated = s->plain_gates > 0;
    for (int64_t k = 0; k < s->bends.count; k++)
        if (!bend_at(s, &s->bends.data[k], step))
            return false;
    return true;
}

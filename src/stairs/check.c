// Proves that flights of stairs are what they say.
//
// Everything is computed anew from links and the surface, by the definitions of include/wend/stairs.h, and compared up
// to the rounding of doubles; no code is shared with what made them but what decides by limits which treads belong
// together (riser.h), and what is floor enough at their ends (level.h): scenes often meet those exactly. Where a flight
// breaks must be on the surface, and too high.
//
// Cost: O(n log n).
#include "stairs/check.h"

#include "base/sort.h"
#include "stairs/level.h"
#include "stairs/measures.h"
#include "stairs/riser.h"

#include <math.h>

// The components of the surface that the sides of a link belong to, -1 for none.
typedef struct sides {
    int32_t low, high;
} sides;

// A link that is a riser or a part of one; or, of a riser over a slot, one of its edges.
typedef struct rung {
    int32_t low, high, link;
    int32_t part; // the interval that is such an edge, or -1
    int32_t side; // of such an edge: 0 for the lower one
} rung;

// An upper interval of a rung, as seen from above.
typedef struct brink {
    int32_t part, link;
    int32_t low, high; // components
    double from, to;   // along x
} brink;

// A riser that a flight has.
typedef struct climbed {
    int64_t first, end; // its rungs
    int32_t flight;
} climbed;

typedef struct proof {
    wend_context *context;
    const wend_stairs_view *stairs;
    const wend_links_view *v;
    const wend_surface *surface;
    wend_surface_view s;
    wend_report *report;
    uint8_t *wrong; // see check.h
    bool bad;
    double metres;                        // a lattice step
    WEND_ARRAY(sides) sides;              // per link
    WEND_ARRAY(int32_t) floor;            // per component
    WEND_ARRAY(wend_straight) longest;    // per component: its longest straight run of risers
    WEND_ARRAY(brink) brinks;             //
    WEND_ARRAY(rung) rungs;               // by floors, then by interval and link
    WEND_ARRAY(wend_key) by_link;         // rungs
    WEND_ARRAY(wend_link_interval) parts; // of the risers of the flight in hand, riser by riser
    WEND_ARRAY(int32_t) part_end;         // per riser
    WEND_ARRAY(climbed) climbed;          // flight by flight
    WEND_ARRAY(int32_t) named;            // per link: the flight that it must name
} proof;

// Marks a flight; all of them for -1.
static void mark_wrong(proof *p, int32_t flight) {
    if (p->wrong != NULL && flight >= 0)
        p->wrong[flight] = 1;
    else if (p->wrong != NULL && p->stairs->flight_count > 0)
        memset(p->wrong, 1, (size_t)p->stairs->flight_count);
}

static void blame(proof *p, const char *what, int64_t item, int32_t flight, const char *text) {
    wend_finding f = wend_finding_make("stairs-flight", WEND_ERROR, "%s %lld %s", what, (long long)item, text);
    mark_wrong(p, flight);
    f.item = item;
    wend_report_add(p->report, &f);
    p->bad = true;
}

// Whether two lengths in metres are the same, up to the rounding of doubles.
static bool is_near(const proof *p, double a, double b) {
    return fabs(a - b) <= 1e-3 * p->metres + 1e-9 * fabs(b);
}

static double dot(const double a[2], const double b[2]) {
    return a[0] * b[0] + a[1] * b[1];
}

static void widen(double *most, double value) {
    *most = value > *most ? value : *most;
}

// ---------------------------------------------------------------------------------------------------- sides

// Across an interval, from side 0 to side 1, as long as it.
static double across(const wend_link_interval *i, double out[2]) {
    double x = (double)i->ends[1].x - i->ends[0].x, y = (double)i->ends[1].y - i->ends[0].y;
    out[0] = i->side == 0 ? y : -y;
    out[1] = i->side == 0 ? -x : x;
    return sqrt(x * x + y * y);
}

static int32_t component_at(const proof *p, const wend_link_interval *i) {
    return p->s.triangle_component[p->s.boundaries[i->boundary].edge / 3];
}

// The sides of a hole: the component of the longest interval, and that of the longest other one; the lower one first.
static void find_hole_sides(const proof *p, const wend_link *link, sides *t) {
    const wend_link_interval *all = p->v->intervals + link->first_interval, *first = NULL, *second = NULL;
    double out[2], most = -1;
    for (const wend_link_interval *i = all; i < all + link->interval_count; i++)
        if (across(i, out) > most) {
            most = across(i, out);
            first = i;
        }
    most = -1;
    for (const wend_link_interval *i = all; i < all + link->interval_count; i++)
        if (component_at(p, i) != component_at(p, first) && across(i, out) > most) {
            most = across(i, out);
            second = i;
        }
    t->low = t->high = -1;
    if (!second)
        return;
    bool up = (double)first->ends[0].z + first->ends[1].z <= (double)second->ends[0].z + second->ends[1].z;
    t->low = component_at(p, up ? first : second);
    t->high = component_at(p, up ? second : first);
}

static wend_result find_all_sides(proof *p) {
    if (!wend_array_resize(p->context, &p->sides, p->v->link_count))
        return WEND_ERROR_MEMORY;
    for (int32_t n = 0; n < p->v->link_count; n++) {
        const wend_link *link = &p->v->links[n];
        double longest[2] = {-1, -1}, out[2];
        int32_t component[2] = {-1, -1};
        for (int32_t k = 0; k < link->interval_count; k++) {
            const wend_link_interval *i = &p->v->intervals[link->first_interval + k];
            double length = across(i, out);
            if (length > longest[i->side]) {
                longest[i->side] = length;
                component[i->side] = component_at(p, i);
            }
        }
        p->sides.data[n] = (sides){component[0], component[1]};
        if (link->kind == WEND_LINK_HOLE)
            find_hole_sides(p, link, &p->sides.data[n]);
    }
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- floors

static bool is_rung(const proof *p, int32_t k) {
    const wend_link *link = &p->v->links[k];
    const sides *t = &p->sides.data[k];
    return link->kind != WEND_LINK_SEAM && link->kind != WEND_LINK_DROP && link->height >= WEND_STAIRS_RISER &&
           t->low >= 0 && t->high >= 0 && t->low != t->high;
}

static int32_t floor_at(const proof *p, int32_t component) {
    while (p->floor.data[component] != component)
        component = p->floor.data[component];
    return component;
}

// What joins two small components across the way makes them one floor.
static void unite(proof *p, int32_t a, int32_t b, const wend_straight *joined) {
    if (p->s.components[a].area <= WEND_STAIRS_TREAD_AREA && p->s.components[b].area <= WEND_STAIRS_TREAD_AREA &&
        wend_is_across_run(joined, &p->longest.data[a]) && wend_is_across_run(joined, &p->longest.data[b])) {
        int32_t x = floor_at(p, a), y = floor_at(p, b);
        p->floor.data[x < y ? y : x] = x < y ? x : y;
    }
}

static wend_straight run_of_link(const proof *p, const wend_link *link, int side) {
    return wend_longest_run(p->v->intervals + link->first_interval, link->interval_count, side);
}

static wend_result start_floors(proof *p) {
    if (!wend_array_resize(p->context, &p->floor, p->s.component_count) ||
        !wend_array_resize(p->context, &p->longest, p->s.component_count))
        return WEND_ERROR_MEMORY;
    for (int32_t k = 0; k < p->s.component_count; k++) {
        p->floor.data[k] = k;
        p->longest.data[k] = (wend_straight){0};
    }
    for (int32_t k = 0; k < p->v->link_count; k++) {
        const wend_link *link = &p->v->links[k];
        for (int side = 0; side < 2 && is_rung(p, k) && link->kind != WEND_LINK_HOLE; side++) {
            wend_straight r = run_of_link(p, link, side);
            wend_straight *longest = &p->longest.data[side ? p->sides.data[k].high : p->sides.data[k].low];
            *longest = r.length > longest->length ? r : *longest;
        }
    }
    for (int32_t k = 0; k < p->v->link_count; k++) {
        const wend_link *link = &p->v->links[k];
        const sides *t = &p->sides.data[k];
        wend_straight r = run_of_link(p, link, 0);
        if (link->height < WEND_STAIRS_RISER && link->kind != WEND_LINK_HOLE && link->kind != WEND_LINK_DROP &&
            t->low >= 0 && t->high >= 0 && t->low != t->high)
            unite(p, t->low, t->high, &r);
    }
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- slots

static int compare_brinks(const void *a, const void *b, const void *user) {
    (void)user;
    const brink *p = a, *q = b;
    if (p->low != q->low)
        return p->low < q->low ? -1 : 1;
    return p->from != q->from ? (p->from < q->from ? -1 : 1) : (p->part > q->part) - (p->part < q->part);
}

// Lists the upper intervals of rungs from what is larger than a tread up to what is not: floor by floor, from left to
// right.
static wend_result list_brinks(proof *p) {
    for (int32_t k = 0; k < p->v->link_count; k++) {
        const wend_link *link = &p->v->links[k];
        const sides *t = &p->sides.data[k];
        for (int32_t i = link->first_interval; i < link->first_interval + link->interval_count && is_rung(p, k); i++) {
            const wend_link_interval *v = &p->v->intervals[i];
            double a = v->ends[0].x, b = v->ends[1].x;
            if (v->side == 1 && p->s.components[t->low].area > WEND_STAIRS_TREAD_AREA &&
                p->s.components[t->high].area <= WEND_STAIRS_TREAD_AREA &&
                !wend_array_push(p->context, &p->brinks,
                                 ((brink){i, k, t->low, t->high, a < b ? a : b, a < b ? b : a})))
                return WEND_ERROR_MEMORY;
        }
    }
    bool enough = wend_sort(p->context, p->brinks.data, p->brinks.count, sizeof(brink), compare_brinks, NULL);
    return enough ? WEND_OK : WEND_ERROR_MEMORY;
}

// What leads over a slot from one brink to a higher one, or makes them one floor where they are level.
static bool cross_slot(proof *p, const brink *low, const brink *high) {
    wend_straight ahead;
    wend_stride kind = wend_stride_over(&p->v->intervals[low->part], &p->v->intervals[high->part],
                                        p->v->agent.gap / p->metres, p->v->agent.step / p->metres, p->metres, &ahead);
    if (kind == WEND_STRIDE_LEVEL)
        unite(p, low->high, high->high, &ahead);
    if (kind != WEND_STRIDE_UP)
        return true;
    return wend_array_push(p->context, &p->rungs, ((rung){low->high, high->high, high->link, low->part, 0})) &&
           wend_array_push(p->context, &p->rungs, ((rung){low->high, high->high, high->link, high->part, 1}));
}

static wend_result cross_slots(proof *p) {
    double reach = p->v->agent.gap / p->metres + WEND_STAIRS_SLACK;
    for (int64_t i = 0; i < p->brinks.count; i++)
        for (int64_t k = i + 1; k < p->brinks.count; k++) {
            const brink *a = &p->brinks.data[i], *b = &p->brinks.data[k];
            if (b->low != a->low || b->from > a->to + reach)
                break;
            if (a->high != b->high && (!cross_slot(p, a, b) || !cross_slot(p, b, a)))
                return WEND_ERROR_MEMORY;
        }
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- risers

static int compare_rungs(const void *a, const void *b, const void *user) {
    (void)user;
    const rung *p = a, *q = b;
    if (p->low != q->low)
        return p->low < q->low ? -1 : 1;
    if (p->high != q->high)
        return p->high < q->high ? -1 : 1;
    return p->part != q->part ? (p->part < q->part ? -1 : 1) : (p->link > q->link) - (p->link < q->link);
}

static wend_result list_rungs(proof *p) {
    wend_result result = start_floors(p);
    for (int32_t k = 0; k < p->v->link_count && result == WEND_OK; k++) {
        const sides *t = &p->sides.data[k];
        if (is_rung(p, k) && !wend_array_push(p->context, &p->rungs, ((rung){t->low, t->high, k, -1, 0})))
            result = WEND_ERROR_MEMORY;
    }
    if (result == WEND_OK)
        result = list_brinks(p);
    if (result == WEND_OK)
        result = cross_slots(p);
    for (int64_t k = 0; k < p->rungs.count; k++) {
        p->rungs.data[k].low = floor_at(p, p->rungs.data[k].low);
        p->rungs.data[k].high = floor_at(p, p->rungs.data[k].high);
    }
    bool enough = result == WEND_OK && wend_array_resize(p->context, &p->by_link, p->rungs.count) &&
                  wend_sort(p->context, p->rungs.data, p->rungs.count, sizeof(rung), compare_rungs, NULL);
    for (int32_t k = 0; k < p->rungs.count && enough; k++)
        p->by_link.data[k] = (wend_key){(uint64_t)p->rungs.data[k].link, k, 0};
    enough = enough && wend_sort_keys(p->context, p->by_link.data, p->by_link.count);
    return enough ? WEND_OK : WEND_ERROR_MEMORY;
}

// The first of the rungs of a link, or of what follows, in the order by links.
static int64_t first_of_link(const proof *p, int32_t link) {
    int64_t low = 0, high = p->by_link.count;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (p->by_link.data[middle].key < (uint64_t)link)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_of_link(const proof *p, int64_t k, int32_t link) {
    return k < p->by_link.count && p->by_link.data[k].key == (uint64_t)link;
}

// The riser that a rung belongs to: all rungs between the same two floors.
static climbed riser_with(const proof *p, int64_t k, int32_t flight) {
    const rung *all = p->rungs.data, *g = &all[k];
    climbed c = {k, k + 1, flight};
    while (c.first > 0 && all[c.first - 1].low == g->low && all[c.first - 1].high == g->high)
        c.first--;
    while (c.end < p->rungs.count && all[c.end].low == g->low && all[c.end].high == g->high)
        c.end++;
    return c;
}

// Lists the parts of a riser, each once; those of holes by the floor that they are on.
static wend_result list_parts(proof *p, const climbed *c) {
    bool enough = true;
    for (int64_t k = c->first; k < c->end && enough; k++) {
        const rung *g = &p->rungs.data[k];
        const wend_link *link = &p->v->links[g->link];
        int32_t first = g->part >= 0 ? g->part : link->first_interval;
        int32_t end = g->part >= 0 ? g->part + 1 : link->first_interval + link->interval_count;
        if (g->part >= 0 && k > c->first && g[-1].part == g->part)
            continue;
        for (int32_t i = first; i < end && enough; i++) {
            wend_link_interval v = p->v->intervals[i];
            int32_t floor = floor_at(p, component_at(p, &v));
            bool hole = g->part < 0 && link->kind == WEND_LINK_HOLE;
            v.side = g->part >= 0 ? g->side : hole ? floor == g->high : v.side;
            if (!hole || floor == g->low || floor == g->high)
                enough = wend_array_push(p->context, &p->parts, v);
        }
    }
    enough = enough && wend_array_push(p->context, &p->part_end, (int32_t)p->parts.count);
    return enough ? WEND_OK : WEND_ERROR_MEMORY;
}

// Whether a link is the widest one of a riser, of those that lead up from slots only when there are no others.
static bool is_widest(const proof *p, const climbed *c, int32_t listed) {
    double widest[2] = {-1, -1};
    for (int64_t k = c->first; k < c->end; k++)
        widen(&widest[p->rungs.data[k].part >= 0], p->v->links[p->rungs.data[k].link].width);
    return p->v->links[listed].width == (widest[0] >= 0 ? widest[0] : widest[1]);
}

// ---------------------------------------------------------------------------------------------------- fronts

// A riser as its parts, and its front, in lattice steps.
typedef struct climb {
    const wend_link_interval *parts;
    int32_t count;
    double way[2]; // up across its front
    double foot[3], head[3];
    double width;
} climb;

static bool set_length_1(double v[2]) {
    double length = sqrt(dot(v, v));
    if (!(length > 0))
        return false;
    v[0] /= length;
    v[1] /= length;
    return true;
}

// How straight a riser is, from 0 to 1; *sum is across all of it.
static double straightness(const climb *c, double sum[2]) {
    double length = 0;
    sum[0] = sum[1] = 0;
    for (int32_t i = 0; i < c->count; i++) {
        double out[2];
        length += across(&c->parts[i], out);
        sum[0] += out[0];
        sum[1] += out[1];
    }
    return sqrt(dot(sum, sum)) / length;
}

// The way up across a riser by itself: when it is not straight, across the longest part of its upper side that is.
static void find_own_way(climb *c) {
    double sum[2];
    bool is_straight = straightness(c, sum) >= WEND_STAIRS_STRAIGHT;
    wend_straight longest = wend_longest_run(c->parts, c->count, 1);
    memcpy(c->way, is_straight ? sum : longest.way, sizeof sum);
    (void)set_length_1(c->way);
}

// The way up across that part of a riser which lies ahead of its neighbour's front; false when none does.
static bool find_way_beside(climb *c, const climb *neighbour) {
    double way[2] = {0, 0};
    for (int32_t i = 0; i < c->count; i++) {
        double out[2], length = across(&c->parts[i], out);
        bool ahead = dot(out, neighbour->way) >= WEND_STAIRS_TURN * length;
        way[0] += ahead ? out[0] : 0;
        way[1] += ahead ? out[1] : 0;
    }
    if (!set_length_1(way) || dot(way, neighbour->way) < WEND_STAIRS_TURN)
        return false;
    c->way[0] = way[0];
    c->way[1] = way[1];
    return true;
}

// How far a part of the front reaches straight across the way; 0 for other parts.
static double reach_of(const climb *c, const wend_link_interval *i, int side) {
    double out[2], length = across(i, out), reach = dot(out, c->way);
    return i->side == side && length > WEND_STAIRS_ROUNDING && reach >= WEND_STAIRS_ACROSS * length ? reach : 0;
}

static void point_on(const wend_link_interval *i, double t, double at[3]) {
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    at[0] = i->ends[0].x + t * ((double)i->ends[1].x - i->ends[0].x);
    at[1] = i->ends[0].y + t * ((double)i->ends[1].y - i->ends[0].y);
    at[2] = i->ends[0].z + t * ((double)i->ends[1].z - i->ends[0].z);
}

// How far left of the way a place is.
static double left_of(const climb *c, double x, double y) {
    return c->way[0] * y - c->way[1] * x;
}

// The middle of a side of the front, or the place that is nearest to it.
static void find_middle(const climb *c, int side, double at[3]) {
    double right = INFINITY, left = -INFINITY, best = INFINITY;
    for (int32_t i = 0; i < c->count; i++)
        for (int end = 0; end < 2 && reach_of(c, &c->parts[i], side) > 0; end++) {
            double out = left_of(c, c->parts[i].ends[end].x, c->parts[i].ends[end].y);
            right = out < right ? out : right;
            left = out > left ? out : left;
        }
    for (int32_t i = 0; i < c->count; i++) {
        const wend_link_interval *k = &c->parts[i];
        double middle = (right + left) / 2, place[3];
        if (!(reach_of(c, k, side) > 0))
            continue;
        double from = left_of(c, k->ends[0].x, k->ends[0].y), to = left_of(c, k->ends[1].x, k->ends[1].y);
        point_on(k, (middle - from) / (to - from), place);
        double away = fabs(left_of(c, place[0], place[1]) - middle);
        if (away < best - WEND_STAIRS_SAME) {
            best = away;
            memcpy(at, place, sizeof place);
        }
    }
}

// The place of a side of the front that is nearest to one on the other side, seen from above.
static void find_nearest(const climb *c, int side, const double from[3], double at[3]) {
    double best = INFINITY;
    for (int32_t i = 0; i < c->count; i++) {
        const wend_link_interval *k = &c->parts[i];
        double along[2] = {(double)k->ends[1].x - k->ends[0].x, (double)k->ends[1].y - k->ends[0].y};
        double to[2] = {from[0] - k->ends[0].x, from[1] - k->ends[0].y}, place[3];
        if (!(reach_of(c, k, side) > 0))
            continue;
        point_on(k, dot(along, to) / dot(along, along), place);
        double apart[2] = {place[0] - from[0], place[1] - from[1]};
        if (dot(apart, apart) < best) {
            best = dot(apart, apart);
            memcpy(at, place, sizeof place);
        }
    }
}

// Measures the front of a riser across its way; false when it has none.
static bool measure_front(climb *c) {
    double width[2] = {0, 0};
    for (int32_t i = 0; i < c->count; i++)
        width[c->parts[i].side] += reach_of(c, &c->parts[i], c->parts[i].side);
    if (!(width[0] > 0 && width[1] > 0))
        return false;
    bool foot = width[0] < width[1]; // the narrower side
    c->width = width[foot ? 0 : 1];
    find_middle(c, foot ? 0 : 1, foot ? c->foot : c->head);
    find_nearest(c, foot ? 1 : 0, foot ? c->foot : c->head, foot ? c->head : c->foot);
    return true;
}

// From head to head, along the arc that crosses both fronts straight.
static double depth_between(const climb *a, const climb *b) {
    double way[2] = {a->way[0] + b->way[0], a->way[1] + b->way[1]};
    double apart[2] = {b->head[0] - a->head[0], b->head[1] - a->head[1]}, s = (1 - dot(a->way, b->way)) / 2;
    (void)set_length_1(way);
    // asin(r) / r as a series in s, the square of r, which is the sine of half the turn
    return dot(apart, way) * (1 + s / 6 + 3 * s * s / 40 + 5 * s * s * s / 112 + 35 * s * s * s * s / 1152);
}

// ---------------------------------------------------------------------------------------------------- flights

// Finds all fronts of a flight: from the straightest riser on, up and down. False when one has none.
static bool find_fronts(climb *climbs, int32_t count) {
    int32_t start = 0;
    double best = -1, sum[2];
    for (int32_t k = 0; k < count; k++) {
        double even = straightness(&climbs[k], sum);
        start = even > best ? k : start;
        widen(&best, even);
    }
    find_own_way(&climbs[start]);
    bool good = measure_front(&climbs[start]);
    for (int32_t n = 1; n < count && good; n++) {
        bool up = n < count - start;
        int32_t k = up ? start + n : count - 1 - n, from = up ? k - 1 : k + 1;
        if (!find_way_beside(&climbs[k], &climbs[from]) || !measure_front(&climbs[k])) {
            find_own_way(&climbs[k]);
            good = measure_front(&climbs[k]);
        }
    }
    return good;
}

// Whether a place of a flight is one in lattice steps.
static bool is_place(const proof *p, const double place[3], const double at[3]) {
    const wend_lattice3 *lattice = &p->s.lattice;
    double ground[3], same[3];
    bool near = true;
    for (int axis = 0; axis < 3; axis++)
        ground[axis] = lattice->origin[axis] + lattice->step * at[axis];
    wend_scene_from_ground(lattice->up, ground, same);
    for (int axis = 0; axis < 3; axis++)
        near &= fabs(same[axis] - place[axis]) <= 0.01 * lattice->step + 1e-12 * fabs(same[axis]);
    return near;
}

static bool are_figures_right(const proof *p, const wend_flight *f, const climb *climbs) {
    double below = climbs[0].foot[2], height = climbs[f->risers - 1].head[2] - below;
    double depth = 0, lowest = INFINITY, highest = -INFINITY, width = INFINITY;
    for (int32_t k = 0; k < f->risers; k++) {
        double rise = climbs[k].head[2] - below;
        below = climbs[k].head[2];
        depth += k > 0 ? depth_between(&climbs[k - 1], &climbs[k]) : 0;
        lowest = rise < lowest ? rise : lowest;
        highest = rise > highest ? rise : highest;
        width = climbs[k].width < width ? climbs[k].width : width;
    }
    // The series of an arc was cut off elsewhere: that is worth a thousandth on a tread that turns by 50 degrees.
    double tread = depth / (f->risers - 1) * p->metres;
    return is_near(p, f->riser, height / f->risers * p->metres) && is_near(p, f->lowest, lowest * p->metres) &&
           is_near(p, f->highest, highest * p->metres) && is_near(p, f->width, width * p->metres) &&
           fabs(f->tread - tread) <= 1e-3 * tread + 1e-3 * p->metres && is_place(p, f->bottom, climbs[0].foot) &&
           is_place(p, f->top, climbs[f->risers - 1].head);
}

// A break is too high to step, and on the surface.
static void check_breaks(proof *p, int32_t k) {
    const wend_flight *f = &p->stairs->flights[k];
    for (int end = 0; end < 2; end++) {
        wend_foothold foothold;
        double height = f->break_height[end], slack = WEND_STAIRS_SLACK * p->metres;
        if (!(height > 0))
            continue;
        wend_surface_locate(p->surface, f->break_at[end], slack, slack, slack, &foothold);
        if (foothold.triangle < 0 || height < p->v->agent.step || height > 2 * p->v->agent.step + slack)
            blame(p, "flight", k, k, "breaks where nothing is too high");
    }
}

// Judges a flight whose first riser has some rung: *follows when its risers do so, *right when their figures are its
// own.
static wend_result try_flight(proof *p, int32_t k, int64_t start, bool *follows, bool *right) {
    const wend_flight *f = &p->stairs->flights[k];
    const int32_t *listed = p->stairs->flight_links + f->first_link;
    int64_t first = p->climbed.count;
    wend_result result = WEND_OK;
    *follows = true;
    p->parts.count = p->part_end.count = 0;
    for (int32_t n = 0; n < f->risers && *follows && result == WEND_OK; n++) {
        int64_t i = n > 0 ? first_of_link(p, listed[n]) : start;
        int32_t from = n > 0 ? p->rungs.data[p->climbed.data[first + n - 1].first].high : -1;
        while (n > 0 && is_of_link(p, i, listed[n]) && p->rungs.data[p->by_link.data[i].index].low != from)
            i++;
        *follows = is_of_link(p, i, listed[n]);
        climbed c = *follows ? riser_with(p, p->by_link.data[i].index, k) : (climbed){0};
        *follows = *follows && is_widest(p, &c, listed[n]);
        if (*follows && !wend_array_push(p->context, &p->climbed, c))
            result = WEND_ERROR_MEMORY;
        if (*follows && result == WEND_OK)
            result = list_parts(p, &c);
    }
    *right = false;
    size_t bytes = (size_t)f->risers * sizeof(climb);
    climb *climbs = *follows && result == WEND_OK ? wend_allocate_array(p->context, f->risers, sizeof *climbs) : NULL;
    if (*follows && !climbs)
        result = WEND_ERROR_MEMORY;
    for (int32_t n = 0; n < f->risers && climbs; n++) {
        int32_t begin = n > 0 ? p->part_end.data[n - 1] : 0;
        climbs[n] = (climb){.parts = p->parts.data + begin, .count = p->part_end.data[n] - begin};
    }
    *right = climbs && find_fronts(climbs, f->risers) && are_figures_right(p, f, climbs);
    if (climbs)
        wend_release(p->context, climbs, bytes);
    if (!*right)
        p->climbed.count = first;
    return result;
}

// The first link that is listed may be of several risers: over a slot, and up from it.
static wend_result check_flight(proof *p, int32_t k) {
    int32_t first = p->stairs->flight_links[p->stairs->flights[k].first_link];
    bool any = false, right = false;
    wend_result result = WEND_OK;
    for (int64_t i = first_of_link(p, first); is_of_link(p, i, first) && !right && result == WEND_OK; i++) {
        bool follows;
        result = try_flight(p, k, i, &follows, &right);
        any |= follows;
    }
    if (!any && result == WEND_OK)
        blame(p, "flight", k, k, "has risers that do not follow each other, or not their widest links");
    else if (!right && result == WEND_OK)
        blame(p, "flight", k, k, "has other figures than its risers");
    check_breaks(p, k);
    return result;
}

// Flights have risers enough, and floors at their ends.
static wend_result check_ends(proof *p) {
    wend_levels levels = {0};
    bool enough = wend_levels_find(p->context, &p->s, p->v, &levels);
    for (int round = 0; round < 2 && enough; round++)
        for (int32_t k = 0; k < p->stairs->flight_count; k++) {
            const wend_flight *f = &p->stairs->flights[k];
            const climbed *c = &p->climbed.data[f->first_link];
            const rung *first = &p->rungs.data[c[0].first], *last = &p->rungs.data[c[f->risers - 1].first];
            wend_ascent ascent = {f, {first->low, first->high}, {last->low, last->high}};
            if (round == 0 && wend_has_ends(&levels, &ascent, p->v->agent.height))
                wend_levels_note(&levels, &ascent);
            else if (round == 1 && !wend_is_flight(&levels, &ascent, p->v->agent.height))
                blame(p, "flight", k, k, "has too few risers, or no floor to stand on at an end");
        }
    wend_levels_free(p->context, &levels);
    return enough ? WEND_OK : WEND_ERROR_MEMORY;
}

// Links name the flight that they are risers of; those up from slots, when they are of none, the first one that leads
// over them.
static wend_result check_names(proof *p) {
    if (!wend_array_resize(p->context, &p->named, p->v->link_count))
        return WEND_ERROR_MEMORY;
    for (int32_t k = 0; k < p->v->link_count; k++)
        p->named.data[k] = -1;
    for (int slots = 0; slots < 2; slots++)
        for (int64_t n = 0; n < p->climbed.count; n++)
            for (int64_t i = p->climbed.data[n].first; i < p->climbed.data[n].end; i++) {
                const rung *g = &p->rungs.data[i];
                if ((g->part >= 0) == (slots == 1) && (!slots || p->named.data[g->link] < 0))
                    p->named.data[g->link] = p->climbed.data[n].flight;
            }
    for (int32_t k = 0; k < p->v->link_count; k++)
        if (p->stairs->link_flight[k] != p->named.data[k])
            blame(p, "link", k, -1, "names another flight than that of its riser");
    return WEND_OK;
}

static wend_result check_flights(proof *p) {
    const wend_stairs_view *v = p->stairs;
    int32_t links = 0;
    for (int32_t k = 0; k < v->flight_count && !p->bad; k++) {
        if (v->flights[k].risers < 2 || v->flights[k].first_link != links)
            blame(p, "flight", k, k, "does not list two risers or more after those of the last one");
        links += v->flights[k].risers;
    }
    if (p->bad || links != v->flight_link_count) {
        blame(p, "flight", v->flight_count, -1, "and all before it do not have the risers that are listed");
        return WEND_OK;
    }
    wend_result result = list_rungs(p);
    for (int32_t k = 0; k < v->flight_count && result == WEND_OK; k++)
        result = check_flight(p, k);
    if (result == WEND_OK && !p->bad && v->flight_count > 0)
        result = check_ends(p);
    return result == WEND_OK && !p->bad ? check_names(p) : result;
}

// ---------------------------------------------------------------------------------------------------- the call

wend_result wend_stairs_prove(wend_context *context, const wend_stairs_view *stairs, const wend_links_view *links,
                              const wend_surface *surface, wend_report *report, uint8_t *wrong, bool *good) {
    proof p = {.context = context,
               .stairs = stairs,
               .v = links,
               .surface = surface,
               .s = wend_surface_look(surface),
               .report = report,
               .wrong = wrong};
    p.metres = p.s.lattice.step * p.s.lattice.unit;
    wend_result result = find_all_sides(&p);
    if (result == WEND_OK)
        result = check_flights(&p);
    *good = !p.bad;
    wend_array_free(context, &p.sides);
    wend_array_free(context, &p.floor);
    wend_array_free(context, &p.longest);
    wend_array_free(context, &p.brinks);
    wend_array_free(context, &p.rungs);
    wend_array_free(context, &p.by_link);
    wend_array_free(context, &p.parts);
    wend_array_free(context, &p.part_end);
    wend_array_free(context, &p.climbed);
    wend_array_free(context, &p.named);
    return result;
}

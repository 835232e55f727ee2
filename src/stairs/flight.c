// Flights of stairs: risers that follow each other upward across treads.
//
// riser.c decides what is a riser, and what is one floor. Not all of a riser is climbed: where a floor surrounds the
// first tread, the riser up to it runs along the tread's front and its sides. So each riser has a *front*, the part of
// it that one crosses on the way up. Neighbours decide which part that is: the front of one riser is what faces the
// front of the next. The figures of a flight (include/wend/stairs.h defines them) are those of its fronts.
//
//     pair     at each floor that may be a tread, each riser up to it with each riser up from it: their fronts, how
//              far they are apart, how much they overlap across the way
//     string   two risers that are each other's best partner follow each other. The best one is wide and low: a way
//              from side to side of a tread is less than half as good as the way up, and does not count
//     measure  from the straightest riser of a flight on, up and down, each front by its neighbour
//
// A floor is a tread when two fronts are between WEND_STAIRS_TREAD_LEAST and WEND_STAIRS_TREAD_MOST apart, turn by no
// more than 50 degrees, overlap by half, and rise about equally, and it is small or no larger than such a tread is.
// Everything else is a landing or a floor, so that L and U shapes are two flights, and winders are treads.
//
// A flight breaks where its last tread has something above it (or its first one below it) that would be the next riser,
// but is more than a step. The lowest edge in reach decides: when that one is no more than a step, something else is in
// the way, and there is no break. There is none either where another way leads on, as it does from landings.
//
// Cost: O(components + boundary edges) but for sorting the links, the pairs at small floors, and a search along the
// boundary of the two ends of each flight.
#include "stairs/flight.h"

#include "base/sort.h"
#include "stairs/level.h"
#include "stairs/measures.h"
#include "stairs/riser.h"

#include <math.h>

// What one crosses of a riser, in lattice steps.
typedef struct front {
    double way[2];           // of length 1: the way up across it
    double foot[3], head[3]; // the middle, on its two sides
    double extent[2];        // how far its head reaches to the right and to the left of the way
    double width;            // straight across the way, of its narrower side
} front;

// What comes after a riser and before it: risers, -1 for none.
typedef struct chain {
    int32_t next, previous;
    double next_score, previous_score;
} chain;

// What may be a flight.
typedef struct candidate {
    wend_flight flight;
    int32_t first, last; // risers
} candidate;

// A riser up to a tread and one up from it.
typedef struct couple {
    int32_t down, up;
    double score;
} couple;

// A link up from a slot, and the flight that leads over that.
typedef struct over_slot {
    int32_t link, flight;
} over_slot;

// An edge ahead of the end of a flight, in lattice steps.
typedef struct edge_ahead {
    double rise, overlap; // how far it is above (below) the edge that it faces, and how long that faces it
    double apart, at[3];  // where it is nearest to the end of the flight, and its distance squared
} edge_ahead;

// What belongs to each floor.
typedef struct lists {
    WEND_ARRAY(int32_t) start, items;
} lists;

typedef struct climbing {
    wend_stair_site *s;
    const uint8_t *barred; // per link, or NULL: whether no flight may begin with it
    wend_flights *made;
    double metre; // lattice steps
    wend_risers r;
    WEND_ARRAY(chain) chains; // per riser
    WEND_ARRAY(uint8_t) used; // per boundary edge: whether a link uses some of it
    WEND_ARRAY(int32_t) key;
    lists into, out_of, edges; // per floor: risers up to it and up from it, boundary edges
    WEND_ARRAY(couple) couples;
    WEND_ARRAY(int32_t) way;  // the risers of the flight in hand
    WEND_ARRAY(front) fronts; // theirs
    wend_levels levels;
    WEND_ARRAY(candidate) candidates;
    WEND_ARRAY(over_slot) over_slots;
    WEND_ARRAY(edge_ahead) ahead; // of the end in hand
    wend_item_list found;         // rims near one
} climbing;

static double dot(const double a[2], const double b[2]) {
    return a[0] * b[0] + a[1] * b[1];
}

// Makes a vector as long as 1; one without length stays.
static void normalize(double v[2]) {
    double length = sqrt(dot(v, v));
    if (length > 0) {
        v[0] /= length;
        v[1] /= length;
    }
}

// ---------------------------------------------------------------------------------------------------- fronts

// The way across a riser that stands alone: across all of it when it is straight, else across its longest straight
// part.
static void own_way(const climbing *c, int32_t k, double way[2]) {
    const wend_riser *r = &c->r.risers.data[k];
    way[0] = r->sum[0];
    way[1] = r->sum[1];
    if (sqrt(dot(way, way)) < WEND_STAIRS_STRAIGHT * r->length) {
        wend_straight longest = wend_longest_run(&c->r.parts.data[r->first], r->count, 1);
        way[0] = longest.way[0];
        way[1] = longest.way[1];
    }
    normalize(way);
}

// The way across the part of a riser that one crosses when one goes some way; false when none of it lies that way.
static bool turn_to(const climbing *c, int32_t k, const double toward[2], double way[2]) {
    const wend_riser *r = &c->r.risers.data[k];
    way[0] = way[1] = 0;
    for (int32_t i = 0; i < r->count; i++) {
        double n[2], length = wend_across_part(&c->r.parts.data[r->first + i], n);
        if (dot(n, toward) >= WEND_STAIRS_TURN * length) {
            way[0] += n[0];
            way[1] += n[1];
        }
    }
    normalize(way);
    return dot(way, way) > 0;
}

// A part of a front: how far it reaches straight across the way, 0 for one that lies elsewhere, or is no more than
// rounding.
static double reach_of(const wend_link_interval *v, int side, const double way[2]) {
    double n[2], length = wend_across_part(v, n);
    return v->side == side && length > WEND_STAIRS_ROUNDING && dot(n, way) >= WEND_STAIRS_ACROSS * length ? dot(n, way)
                                                                                                          : 0;
}

// How far to the left of the way a place is.
static double left_of(const double way[2], double x, double y) {
    return way[0] * y - way[1] * x;
}

static void point_on(const wend_link_interval *v, double t, double at[3]) {
    at[0] = v->ends[0].x + t * ((double)v->ends[1].x - v->ends[0].x);
    at[1] = v->ends[0].y + t * ((double)v->ends[1].y - v->ends[0].y);
    at[2] = v->ends[0].z + t * ((double)v->ends[1].z - v->ends[0].z);
}

// How far a side of a front reaches to the right and to the left of the way.
static void find_extent(const climbing *c, int32_t k, int side, const double way[2], double extent[2]) {
    const wend_riser *r = &c->r.risers.data[k];
    extent[0] = INFINITY;
    extent[1] = -INFINITY;
    for (int32_t i = 0; i < r->count; i++) {
        const wend_link_interval *v = &c->r.parts.data[r->first + i];
        for (int e = 0; e < 2 && reach_of(v, side, way) > 0; e++) {
            double left = left_of(way, v->ends[e].x, v->ends[e].y);
            extent[0] = left < extent[0] ? left : extent[0];
            extent[1] = left > extent[1] ? left : extent[1];
        }
    }
}

// The middle of a side of a front, or what is nearest to it where something stands there.
static void find_middle(const climbing *c, int32_t k, int side, const double way[2], double at[3]) {
    const wend_riser *r = &c->r.risers.data[k];
    double extent[2], best = INFINITY;
    find_extent(c, k, side, way, extent);
    for (int32_t i = 0; i < r->count; i++) {
        const wend_link_interval *v = &c->r.parts.data[r->first + i];
        if (!(reach_of(v, side, way) > 0))
            continue;
        double from = left_of(way, v->ends[0].x, v->ends[0].y), to = left_of(way, v->ends[1].x, v->ends[1].y);
        double middle = (extent[0] + extent[1]) / 2, t = (middle - from) / (to - from);
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        double away = fabs(from + t * (to - from) - middle);
        if (away < best - WEND_STAIRS_SAME) { // the first one of several
            best = away;
            point_on(v, t, at);
        }
    }
}

// The place of a side of a front that is nearest to one on the other side, seen from above.
static void find_nearest(const climbing *c, int32_t k, int side, const double way[2], const double from[3],
                         double at[3]) {
    const wend_riser *r = &c->r.risers.data[k];
    double best = INFINITY;
    for (int32_t i = 0; i < r->count; i++) {
        const wend_link_interval *v = &c->r.parts.data[r->first + i];
        if (!(reach_of(v, side, way) > 0))
            continue;
        double d[2] = {(double)v->ends[1].x - v->ends[0].x, (double)v->ends[1].y - v->ends[0].y};
        double e[2] = {from[0] - v->ends[0].x, from[1] - v->ends[0].y}, p[3];
        double t = dot(d, e) / dot(d, d);
        point_on(v, t < 0 ? 0 : t > 1 ? 1 : t, p);
        double apart[2] = {p[0] - from[0], p[1] - from[1]};
        if (dot(apart, apart) < best) {
            best = dot(apart, apart);
            for (int axis = 0; axis < 3; axis++)
                at[axis] = p[axis];
        }
    }
}

// The front of a riser across some way; false when it has none.
static bool measure_front(const climbing *c, int32_t k, const double way[2], front *f) {
    const wend_riser *r = &c->r.risers.data[k];
    double width[2] = {0, 0};
    *f = (front){.way = {way[0], way[1]}};
    for (int32_t i = 0; i < r->count; i++) {
        const wend_link_interval *v = &c->r.parts.data[r->first + i];
        width[v->side] += reach_of(v, v->side, way);
    }
    if (!(width[0] > 0 && width[1] > 0))
        return false;
    int side = width[0] < width[1] ? 0 : 1;
    double *at = side ? f->head : f->foot, *other = side ? f->foot : f->head;
    find_middle(c, k, side, way, at);
    find_nearest(c, k, 1 - side, way, at, other);
    find_extent(c, k, 1, way, f->extent);
    f->width = width[side];
    return true;
}

static bool front_alone(const climbing *c, int32_t k, front *f) {
    double way[2];
    own_way(c, k, way);
    return measure_front(c, k, way, f);
}

static bool front_beside(const climbing *c, int32_t k, const front *neighbour, front *f) {
    double way[2];
    return turn_to(c, k, neighbour->way, way) && dot(way, neighbour->way) >= WEND_STAIRS_TURN &&
           measure_front(c, k, way, f);
}

// How much of a riser's length is left when its parts are added up: 1 for a straight one, 0 for one all around.
static double straightness(const wend_riser *r) {
    return sqrt(dot(r->sum, r->sum)) / r->length;
}

static double height_of(const climbing *c, const front *f) {
    return (f->head[2] - f->foot[2]) / c->metre;
}

// From the head of one front to that of the next, in metres along an arc that crosses both straight. The length of an
// arc is that of its chord times asin(s) / s, where s is the sine of half the turn.
static double depth_between(const climbing *c, const front *a, const front *b) {
    double way[2] = {a->way[0] + b->way[0], a->way[1] + b->way[1]};
    double apart[2] = {b->head[0] - a->head[0], b->head[1] - a->head[1]};
    normalize(way);
    double s = (1 - dot(a->way, b->way)) / 2; // the square of that sine
    double arc = 1 + s * (1.0 / 6 + s * (3.0 / 40 + s * (5.0 / 112 + s * (35.0 / 1152 + s * (63.0 / 2816)))));
    return dot(apart, way) * arc / c->metre;
}

// How far two fronts overlap across the way from one to the other, in metres.
static double overlap_of(const climbing *c, const front *a, const front *b) {
    double way[2] = {a->way[0] + b->way[0], a->way[1] + b->way[1]}, left[2][2];
    normalize(way);
    for (int which = 0; which < 2; which++)
        for (int end = 0; end < 2; end++) {
            const front *f = which ? b : a;
            double out = f->extent[end] - left_of(f->way, f->head[0], f->head[1]);
            left[which][end] = left_of(way, f->head[0] - f->way[1] * out, f->head[1] + f->way[0] * out);
        }
    double low = left[0][0] > left[1][0] ? left[0][0] : left[1][0];
    double high = left[0][1] < left[1][1] ? left[0][1] : left[1][1];
    return (high - low) / c->metre;
}

// ---------------------------------------------------------------------------------------------------- floors

// Lists what has each floor as its key; -1 is none.
static bool list_by_key(climbing *c, lists *out) {
    int32_t components = c->s->surface->component_count;
    if (!wend_array_resize(c->s->context, &out->start, (int64_t)components + 2) ||
        !wend_array_resize(c->s->context, &out->items, c->key.count + 1))
        return false;
    int32_t *start = out->start.data;
    memset(start, 0, (size_t)out->start.count * sizeof *start);
    for (int64_t k = 0; k < c->key.count; k++)
        start[c->key.data[k] + 2] += c->key.data[k] >= 0;
    for (int32_t k = 0; k <= components; k++)
        start[k + 1] += start[k];
    for (int64_t k = 0; k < c->key.count; k++)
        if (c->key.data[k] >= 0)
            out->items.data[start[c->key.data[k] + 1]++] = (int32_t)k;
    return true;
}

static bool find_risers(climbing *c) {
    if (!wend_risers_find(c->s, &c->r) || !wend_array_resize(c->s->context, &c->key, c->r.risers.count) ||
        !wend_array_resize(c->s->context, &c->chains, c->r.risers.count))
        return false;
    for (int64_t k = 0; k < c->chains.count; k++)
        c->chains.data[k] = (chain){-1, -1, 0, 0};
    for (int64_t k = 0; k < c->r.risers.count; k++)
        c->key.data[k] = c->r.risers.data[k].to;
    if (!list_by_key(c, &c->into))
        return false;
    for (int64_t k = 0; k < c->r.risers.count; k++)
        c->key.data[k] = c->r.risers.data[k].from;
    return list_by_key(c, &c->out_of);
}

// Boundary edges of each floor, and which of them links use.
static bool find_edges(climbing *c) {
    int32_t edges = c->s->surface->boundary_count;
    if (!wend_array_resize(c->s->context, &c->used, edges + 1) || !wend_array_resize(c->s->context, &c->key, edges))
        return false;
    memset(c->used.data, 0, (size_t)c->used.count);
    for (int32_t k = 0; k < c->s->links->interval_count; k++)
        c->used.data[c->s->links->intervals[k].boundary] = 1;
    for (int32_t b = 0; b < edges; b++)
        c->key.data[b] = c->r.floor.data[wend_stair_component(c->s->surface, b)];
    return list_by_key(c, &c->edges);
}

// ---------------------------------------------------------------------------------------------------- treads

// Whether a floor is no larger than a tread of some width.
static bool is_small(const climbing *c, int32_t floor, double depth, double width) {
    double area = c->r.area.data[floor];
    return area <= WEND_STAIRS_TREAD_AREA || area <= depth * width;
}

// How good two risers are as one up to a tread and one up from it: wide and low. 0 when they are not.
static double rate(const climbing *c, int32_t down, int32_t up) {
    bool first = straightness(&c->r.risers.data[down]) >= straightness(&c->r.risers.data[up]);
    front a, b;
    if (first ? !front_alone(c, down, &a) || !front_beside(c, up, &a, &b)
              : !front_alone(c, up, &b) || !front_beside(c, down, &b, &a))
        return 0;
    double depth = depth_between(c, &a, &b), width = overlap_of(c, &a, &b);
    double p = height_of(c, &a), q = height_of(c, &b), higher = p > q ? p : q;
    double wider = (a.width > b.width ? a.width : b.width) / c->metre;
    if (!(depth >= WEND_STAIRS_TREAD_LEAST && depth <= WEND_STAIRS_TREAD_MOST &&
          width >= WEND_STAIRS_OVERLAP * wider - WEND_STAIRS_ROUGHLY && higher >= WEND_STAIRS_RISER) ||
        fabs(p - q) > WEND_STAIRS_ALIKE * higher ||
        !is_small(c, c->r.risers.data[down].to, 2 * depth, c->r.risers.data[down].length / (2 * c->metre)))
        return 0;
    return width / (p + q);
}

// Couples the risers at a floor.
static bool couple_at(climbing *c, int32_t floor) {
    const int32_t *downs = c->into.items.data, *ups = c->out_of.items.data;
    int32_t first = c->into.start.data[floor], end = c->into.start.data[floor + 1];
    double best = 0, widest = 0;
    for (int32_t i = first; i < end; i++)
        widest = c->r.risers.data[downs[i]].length > widest ? c->r.risers.data[downs[i]].length : widest;
    if (!is_small(c, floor, 2 * WEND_STAIRS_TREAD_MOST, widest / c->metre))
        return true;
    c->couples.count = 0;
    for (int32_t i = first; i < end; i++)
        for (int32_t k = c->out_of.start.data[floor]; k < c->out_of.start.data[floor + 1]; k++) {
            couple p = {.down = downs[i], .up = ups[k], .score = rate(c, downs[i], ups[k])};
            best = p.score > best ? p.score : best;
            if (p.score > 0 && !wend_array_push(c->s->context, &c->couples, p))
                return false;
        }
    for (int64_t n = 0; n < c->couples.count; n++) {
        const couple *p = &c->couples.data[n];
        chain *a = &c->chains.data[p->down], *b = &c->chains.data[p->up];
        if (p->score < best / 2)
            continue;
        if (p->score > a->next_score) {
            a->next_score = p->score;
            a->next = p->up;
        }
        if (p->score > b->previous_score) {
            b->previous_score = p->score;
            b->previous = p->down;
        }
    }
    return true;
}

// The riser that follows one across a tread, or comes before it; -1 for none.
static int32_t follows(const climbing *c, int32_t k) {
    int32_t next = c->chains.data[k].next;
    return next >= 0 && c->chains.data[next].previous == k ? next : -1;
}

static int32_t precedes(const climbing *c, int32_t k) {
    int32_t previous = c->chains.data[k].previous;
    return previous >= 0 && c->chains.data[previous].next == k ? previous : -1;
}

// ---------------------------------------------------------------------------------------------------- breaks

typedef struct breaking {
    climbing *c;
    wend_stair_edge e;
    bool up;
    double from[3]; // the end of the flight
} breaking;

// The place of an edge that is nearest to one, seen from above. Returns its distance squared.
static double nearest_on(const wend_stair_edge *e, const double from[3], double at[3]) {
    double d[2] = {(double)e->b.x - e->a.x, (double)e->b.y - e->a.y}, f[2] = {from[0] - e->a.x, from[1] - e->a.y};
    double t = dot(d, f) / dot(d, d);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    at[0] = e->a.x + t * d[0];
    at[1] = e->a.y + t * d[1];
    at[2] = wend_stair_edge_height(e, t * e->length);
    return (at[0] - from[0]) * (at[0] - from[0]) + (at[1] - from[1]) * (at[1] - from[1]);
}

// Notes an edge that runs back along e, no farther than one can step sideways, above (below) it.
static bool look_at(const breaking *b, int32_t item) {
    climbing *c = b->c;
    wend_stair_edge f = wend_stair_edge_of(c->s->surface, item);
    double rise, overlap;
    bool faces = wend_stair_edges_face(c->s, &b->e, &f, &rise, &overlap);
    rise = b->up ? rise : -rise;
    bool too_high = rise > c->s->step + 1;
    if (!faces || overlap <= 0 || rise < WEND_STAIRS_RISER * c->metre || rise > 2 * c->s->step ||
        (too_high && c->used.data[item]))
        return true;
    edge_ahead ahead = {.rise = rise, .overlap = overlap};
    ahead.apart = nearest_on(b->up ? &f : &b->e, b->from, ahead.at);
    return wend_array_push(c->s->context, &c->ahead, ahead);
}

static int compare_ahead(const void *a, const void *b, const void *user) {
    (void)user;
    const edge_ahead *p = a, *q = b;
    return p->rise != q->rise ? (p->rise < q->rise ? -1 : 1) : (p->apart > q->apart) - (p->apart < q->apart);
}

// The lowest edges ahead that are wide enough, all that are about as high together: the one of them that is nearest to
// the end of the flight. NULL when there are none. Risers may be cut into many edges.
static const edge_ahead *lowest_ahead(const climbing *c) {
    const edge_ahead *all = c->ahead.data;
    for (int64_t first = 0; first < c->ahead.count; first++) {
        const edge_ahead *nearest = &all[first];
        double width = 0, highest = all[first].rise + WEND_STAIRS_LEVEL * c->metre;
        for (int64_t k = first; k < c->ahead.count && all[k].rise <= highest; k++) {
            width += all[k].overlap;
            nearest = all[k].apart < nearest->apart ? &all[k] : nearest;
        }
        if (width >= WEND_STAIRS_WIDTH * c->metre)
            return nearest;
    }
    return NULL;
}

// Looks for the riser that is too high at an end of a flight.
static bool find_break(climbing *c, int32_t floor, bool up, const front *end, wend_flight *f) {
    const int32_t *ways = up ? c->out_of.start.data : c->into.start.data;
    if (ways[floor + 1] > ways[floor] || !is_small(c, floor, 2 * WEND_STAIRS_TREAD_MOST, f->width))
        return true;
    breaking b = {.c = c, .up = up};
    c->ahead.count = 0;
    for (int axis = 0; axis < 3; axis++)
        b.from[axis] = up ? end->head[axis] : end->foot[axis];
    for (int32_t i = c->edges.start.data[floor]; i < c->edges.start.data[floor + 1]; i++) {
        int32_t k = c->edges.items.data[i];
        b.e = wend_stair_edge_of(c->s->surface, k);
        double out[2] = {(double)b.e.b.y - b.e.a.y, (double)b.e.a.x - b.e.b.x};
        double at[3], reach = WEND_STAIRS_TREAD_MOST * c->metre;
        if (c->used.data[k] || (up ? 1 : -1) * dot(out, end->way) < WEND_STAIRS_TURN * b.e.length ||
            nearest_on(&b.e, b.from, at) > reach * reach)
            continue;
        if (!wend_stair_edges_search(c->s, &b.e, c->s->gap + WEND_STAIRS_ASTRAY, 2 * c->s->step + 1, &c->found))
            return false;
        for (int64_t n = 0; n < c->found.count; n++)
            if (!look_at(&b, c->found.data[n]))
                return false;
    }
    if (!wend_sort(c->s->context, c->ahead.data, c->ahead.count, sizeof(edge_ahead), compare_ahead, NULL))
        return false;
    const edge_ahead *lowest = lowest_ahead(c);
    if (lowest && lowest->rise > c->s->step + 1) {
        f->break_height[up] = lowest->rise / c->metre;
        wend_stair_place(&c->s->surface->lattice, lowest->at, f->break_at[up]);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- flights

// The fronts of a flight's risers: from the straightest one on, up and down, each by its neighbour.
static bool find_fronts(climbing *c) {
    const int32_t *list = c->way.data, count = (int32_t)c->way.count;
    int32_t start = 0;
    if (!wend_array_resize(c->s->context, &c->fronts, count))
        return false;
    front *fronts = c->fronts.data;
    for (int32_t k = 1; k < count; k++)
        if (straightness(&c->r.risers.data[list[k]]) > straightness(&c->r.risers.data[list[start]]))
            start = k;
    (void)front_alone(c, list[start], &fronts[start]);
    for (int32_t k = start + 1; k < count; k++)
        if (!front_beside(c, list[k], &fronts[k - 1], &fronts[k]))
            (void)front_alone(c, list[k], &fronts[k]);
    for (int32_t k = start - 1; k >= 0; k--)
        if (!front_beside(c, list[k], &fronts[k + 1], &fronts[k]))
            (void)front_alone(c, list[k], &fronts[k]);
    return true;
}

// Risers are measured as treads are, from head to head, and the first one from its foot: so they add up, though treads
// may slope or consist of several parts.
static void measure_flight(const climbing *c, wend_flight *f) {
    const front *fronts = c->fronts.data, *last = &fronts[f->risers - 1];
    double depth = 0;
    f->lowest = f->width = INFINITY;
    f->highest = -INFINITY;
    for (int32_t k = 0; k < f->risers; k++) {
        double below = k > 0 ? fronts[k - 1].head[2] : fronts[0].foot[2];
        double rise = (fronts[k].head[2] - below) / c->metre, width = fronts[k].width / c->metre;
        depth += k > 0 ? depth_between(c, &fronts[k - 1], &fronts[k]) : 0;
        f->lowest = rise < f->lowest ? rise : f->lowest;
        f->highest = rise > f->highest ? rise : f->highest;
        f->width = width < f->width ? width : f->width;
    }
    f->riser = (last->head[2] - fronts[0].foot[2]) / c->metre / f->risers;
    f->tread = depth / (f->risers - 1);
    wend_stair_place(&c->s->surface->lattice, fronts[0].foot, f->bottom);
    wend_stair_place(&c->s->surface->lattice, last->head, f->top);
}

// The widest link of a riser; of those that lead up from slots only when there are no others.
static int32_t widest_link(const climbing *c, int32_t k) {
    const wend_riser *r = &c->r.risers.data[k];
    const wend_link *links = c->s->links->links;
    int32_t widest[2] = {-1, -1};
    for (int32_t i = r->first_rung; i < r->first_rung + r->rungs; i++) {
        const wend_riser_link *g = &c->r.rungs.data[i];
        int32_t *most = &widest[g->part >= 0];
        *most = *most < 0 || links[g->link].width > links[*most].width ? g->link : *most;
    }
    return widest[widest[0] < 0];
}

// Gives the links of a riser their flight, and lists the widest one. Those that lead up from slots get theirs later,
// when it is known that they are no riser of another flight.
static bool number_riser(climbing *c, int32_t k, int32_t flight) {
    const wend_riser *r = &c->r.risers.data[k];
    for (int32_t i = r->first_rung; i < r->first_rung + r->rungs; i++) {
        const wend_riser_link *g = &c->r.rungs.data[i];
        if (g->part < 0)
            c->made->link_flight.data[g->link] = flight;
        else if (!wend_array_push(c->s->context, &c->over_slots, (over_slot){g->link, flight}))
            return false;
    }
    return wend_array_push(c->s->context, &c->made->links, widest_link(c, k));
}

// What may be a flight from its first riser on, of two at least: measured, and where it breaks.
static bool climb(climbing *c, int32_t first) {
    candidate n = {.first = first};
    wend_flight *f = &n.flight;
    c->way.count = 0;
    for (int32_t k = first; k >= 0; k = follows(c, k), f->risers++)
        if (!wend_array_push(c->s->context, &c->way, k))
            return false;
    if (!find_fronts(c))
        return false;
    measure_flight(c, f);
    // Ribbons that twist are higher on one side and lower on the other: in their middles they need not climb.
    if (f->width < WEND_STAIRS_WIDTH || !(f->tread > 0) || !(f->lowest > 0))
        return true;
    n.last = c->way.data[f->risers - 1];
    if (c->edges.start.count == 0 && !find_edges(c))
        return false;
    return find_break(c, c->r.risers.data[first].from, false, &c->fronts.data[0], f) &&
           find_break(c, c->r.risers.data[n.last].to, true, &c->fronts.data[f->risers - 1], f) &&
           wend_array_push(c->s->context, &c->candidates, n);
}

// Flights are in the order of their first links.
static bool find_candidates(climbing *c) {
    WEND_ARRAY(wend_key) starts = {0};
    bool good = find_risers(c);
    for (int32_t k = 0; k < c->s->surface->component_count && good; k++)
        good = couple_at(c, k);
    for (int32_t k = 0; k < c->r.risers.count && good; k++)
        if (precedes(c, k) < 0 && follows(c, k) >= 0)
            good = wend_array_push(c->s->context, &starts, (wend_key){(uint64_t)c->r.risers.data[k].link, k, 0});
    good = good && wend_sort_keys(c->s->context, starts.data, starts.count);
    for (int64_t k = 0; k < starts.count && good; k++)
        good = climb(c, starts.data[k].index);
    wend_array_free(c->s->context, &starts);
    return good;
}

static wend_ascent ascent_of(const climbing *c, const candidate *n) {
    const wend_riser *first = &c->r.risers.data[n->first], *last = &c->r.risers.data[n->last];
    return (wend_ascent){&n->flight, {first->from, first->to}, {last->from, last->to}};
}

// Lists a flight, and gives its links its number.
static bool take(climbing *c, const candidate *n) {
    wend_flight f = n->flight;
    bool good = true;
    f.first_link = (int32_t)c->made->links.count;
    for (int32_t k = n->first, count = 0; count < f.risers && good; k = follows(c, k), count++)
        good = number_riser(c, k, (int32_t)c->made->flights.count);
    return good && wend_array_push(c->s->context, &c->made->flights, f);
}

static bool is_barred(const climbing *c, const candidate *n) {
    return c->barred != NULL && c->barred[widest_link(c, n->first)];
}

static bool find_flights(climbing *c) {
    int32_t *link_flight = c->made->link_flight.data;
    if (!find_candidates(c))
        return false;
    if (c->candidates.count == 0)
        return true;
    if (!wend_levels_find(c->s->context, c->s->surface, c->s->links, &c->levels))
        return false;
    bool good = true;
    for (int64_t k = 0; k < c->candidates.count; k++) {
        wend_ascent ascent = ascent_of(c, &c->candidates.data[k]);
        if (!is_barred(c, &c->candidates.data[k]) && wend_has_ends(&c->levels, &ascent, c->s->links->agent.height))
            wend_levels_note(&c->levels, &ascent);
    }
    for (int64_t k = 0; k < c->candidates.count && good; k++) {
        wend_ascent ascent = ascent_of(c, &c->candidates.data[k]);
        if (!is_barred(c, &c->candidates.data[k]) && wend_is_flight(&c->levels, &ascent, c->s->links->agent.height))
            good = take(c, &c->candidates.data[k]);
    }
    for (int64_t k = 0; k < c->over_slots.count; k++) {
        int32_t *flight = &link_flight[c->over_slots.data[k].link];
        *flight = *flight < 0 ? c->over_slots.data[k].flight : *flight;
    }
    return good;
}

static void free_lists(wend_context *context, lists *list) {
    wend_array_free(context, &list->start);
    wend_array_free(context, &list->items);
}

static void free_climbing(wend_context *context, climbing *c) {
    wend_risers_free(context, &c->r);
    wend_array_free(context, &c->chains);
    wend_array_free(context, &c->over_slots);
    wend_array_free(context, &c->ahead);
    wend_array_free(context, &c->way);
    wend_array_free(context, &c->used);
    wend_array_free(context, &c->key);
    free_lists(context, &c->into);
    free_lists(context, &c->out_of);
    free_lists(context, &c->edges);
    wend_array_free(context, &c->couples);
    wend_array_free(context, &c->fronts);
    wend_array_free(context, &c->found);
    wend_array_free(context, &c->candidates);
    wend_levels_free(context, &c->levels);
}

bool wend_flights_find(wend_stair_site *site, const uint8_t *barred, wend_flights *flights) {
    climbing c = {.s = site, .barred = barred, .made = flights, .metre = site->metre};
    flights->flights.count = flights->links.count = 0;
    bool good = wend_array_resize(site->context, &flights->link_flight, site->links->link_count);
    for (int64_t k = 0; k < flights->link_flight.count && good; k++)
        flights->link_flight.data[k] = -1;
    good = good && find_flights(&c);
    free_climbing(site->context, &c);
    return good;
}

void wend_flights_free(wend_context *context, wend_flights *flights) {
    wend_array_free(context, &flights->flights);
    wend_array_free(context, &flights->links);
    wend_array_free(context, &flights->link_flight);
}

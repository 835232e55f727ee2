// What counts as a riser.
//
// *Floors.* A tread is often one component of the surface, but may be several: a nosing, a strip against slipping, a
// carpet, boards. Small components are one floor when a link lower than a riser joins them one behind the other: it is
// at least half as long as the longest straight run of risers that either of them has, and leads the same way, by 45
// degrees. So two stairs side by side, whose treads meet along their short sides, stay two.
//
// *Rungs.* A riser is all links of at least WEND_STAIRS_RISER metres between the same two floors: railings, posts and
// corners of rounding may divide it into several steps and gaps, and where two edges cross that were to lie above each
// other, into holes. A hole has no sides of its own: there, an interval belongs to the side of its floor.
//
// *Slots.* Below open stairs a floor goes on that is larger than a tread. Where it is seen in a slot between two
// treads, no wider than a gap, and both are within a step of it, links lead down there and up again. But one strides
// across: the riser from the lower tread to the higher one is what of their edges faces each other over the slot.
// Treads that are level there are one floor.
//
// Cost: O(components + links), sorting, and a search along the upper side of each link that is a rung.
#include "stairs/riser.h"

#include "base/sort.h"
#include "stairs/measures.h"

#include <math.h>

typedef struct finding {
    wend_stair_site *s;
    const wend_links_view *v; // the links there
    wend_risers *r;
    WEND_ARRAY(wend_straight) longest; // per component: its longest straight run of rungs
    WEND_ARRAY(wend_key) uppers;       // the upper intervals of all links that are rungs, by boundary edge
    wend_item_list found;              // rims near one
} finding;

static double dot(const double a[2], const double b[2]) {
    return a[0] * b[0] + a[1] * b[1];
}

double wend_across_part(const wend_link_interval *part, double normal[2]) {
    double sign = part->side == 0 ? 1 : -1;
    normal[0] = sign * ((double)part->ends[1].y - part->ends[0].y);
    normal[1] = -sign * ((double)part->ends[1].x - part->ends[0].x);
    return sqrt(dot(normal, normal));
}

wend_straight wend_longest_run(const wend_link_interval *parts, int32_t count, int side) {
    double run[2] = {0, 0}, longest2 = 0;
    wend_straight longest = {0};
    for (int32_t i = 0; i < count; i++) {
        double n[2], length = wend_across_part(&parts[i], n);
        if (parts[i].side != side)
            continue;
        bool on = dot(run, n) >= WEND_STAIRS_STRAIGHT_ON * length * sqrt(dot(run, run));
        run[0] = n[0] + (on ? run[0] : 0);
        run[1] = n[1] + (on ? run[1] : 0);
        if (dot(run, run) > longest2) {
            longest2 = dot(run, run);
            longest = (wend_straight){sqrt(longest2), {run[0], run[1]}};
        }
    }
    return longest;
}

bool wend_is_across_run(const wend_straight *joined, const wend_straight *longest) {
    return joined->length >= WEND_STAIRS_OVERLAP * longest->length - WEND_STAIRS_ROUNDING &&
           fabs(dot(joined->way, longest->way)) >= WEND_STAIRS_ACROSS * joined->length * longest->length;
}

wend_stride wend_stride_over(const wend_link_interval *low, const wend_link_interval *high, double gap, double step,
                             double metres, wend_straight *ahead) {
    double n[2], m[2], length = wend_across_part(high, n), d[2] = {n[1] / length, -n[0] / length}, at[2];
    bool near = length > WEND_STAIRS_ROUNDING;
    for (int e = 0; e < 2; e++) {
        double to[2] = {(double)low->ends[e].x - high->ends[0].x, (double)low->ends[e].y - high->ends[0].y};
        double left = d[0] * to[1] - d[1] * to[0];
        at[e] = dot(to, d);
        near = near && left <= WEND_STAIRS_ROUNDING && left >= -(gap + 1);
    }
    double first = at[1] > 0 ? at[1] : 0, last = at[0] < length ? at[0] : length;
    if (!near || last - first <= WEND_STAIRS_ROUNDING || at[0] - at[1] < WEND_STAIRS_TURN * wend_across_part(low, m))
        return WEND_NO_STRIDE;
    *ahead = (wend_straight){last - first, {n[0] / length * (last - first), n[1] / length * (last - first)}};
    double rise[2] = {(double)high->ends[0].z - low->ends[1].z, (double)high->ends[1].z - low->ends[0].z};
    double least = fmin(rise[0], rise[1]), most = fmax(rise[0], rise[1]), riser = WEND_STAIRS_RISER / metres;
    if (least >= riser - 1 && most <= step + 1)
        return WEND_STRIDE_UP;
    return least > -riser && most < riser ? WEND_STRIDE_LEVEL : WEND_NO_STRIDE;
}

static int32_t component_of(const finding *x, const wend_link_interval *v) {
    return wend_stair_component(x->s->surface, v->boundary);
}

static int32_t floor_of(const finding *x, int32_t component) {
    int32_t *floor = x->r->floor.data;
    while (floor[component] != component)
        component = floor[component] = floor[floor[component]];
    return component;
}

// ---------------------------------------------------------------------------------------------------- rungs

// Whether a link is a riser, or a part of one. Something may be stepped over: an upstand, or the corner of the next
// tread.
static bool is_rung(const wend_link *link) {
    return link->kind != WEND_LINK_SEAM && link->kind != WEND_LINK_DROP && link->height >= WEND_STAIRS_RISER;
}

// The longest interval of a link on one of its sides; of a hole, the longest one of another component than `not_of`.
static const wend_link_interval *longest_on(const finding *x, const wend_link *link, int side, int32_t not_of) {
    const wend_link_interval *longest = NULL;
    double most = -1;
    for (int32_t i = 0; i < link->interval_count; i++) {
        const wend_link_interval *v = &x->v->intervals[link->first_interval + i];
        double n[2], length = wend_across_part(v, n);
        bool here = link->kind == WEND_LINK_HOLE ? component_of(x, v) != not_of : v->side == side;
        if (here && length > most) {
            most = length;
            longest = v;
        }
    }
    return longest;
}

static int64_t height_of(const wend_link_interval *v) {
    return (int64_t)v->ends[0].z + v->ends[1].z;
}

// The components that a link joins, the lower one first: those of the longest interval on each side, for what lies
// beside it at its ends belongs to something else. False when there are not two.
static bool find_sides(const finding *x, int32_t k, wend_riser_link *g) {
    const wend_link *link = &x->v->links[k];
    const wend_link_interval *low = longest_on(x, link, 0, -1);
    const wend_link_interval *high = low ? longest_on(x, link, 1, component_of(x, low)) : NULL;
    if (!high)
        return false;
    bool turned = link->kind == WEND_LINK_HOLE && height_of(low) > height_of(high);
    *g = (wend_riser_link){component_of(x, turned ? high : low), component_of(x, turned ? low : high), k, -1, 0};
    return g->from != g->to;
}

static bool is_small(const finding *x, int32_t component) {
    return x->s->surface->components[component].area <= WEND_STAIRS_TREAD_AREA;
}

// Makes two small components one floor when what joins them lies across the way.
static void merge(finding *x, int32_t p, int32_t q, const wend_straight *joined) {
    if (!is_small(x, p) || !is_small(x, q) || !wend_is_across_run(joined, &x->longest.data[p]) ||
        !wend_is_across_run(joined, &x->longest.data[q]))
        return;
    int32_t a = floor_of(x, p), b = floor_of(x, q);
    x->r->floor.data[a > b ? a : b] = a > b ? b : a;
}

// The longest run on a side of a link.
static wend_straight run_of(const finding *x, const wend_link *link, int side) {
    return wend_longest_run(&x->v->intervals[link->first_interval], link->interval_count, side);
}

// Notes a link that is a rung, and how long the runs of risers of its two components are at least.
static bool note_rung(finding *x, int32_t k) {
    const wend_link *link = &x->v->links[k];
    wend_riser_link g;
    if (!is_rung(link) || !find_sides(x, k, &g))
        return true;
    for (int side = 0; side < 2 && link->kind != WEND_LINK_HOLE; side++) {
        wend_straight r = run_of(x, link, side), *longest = &x->longest.data[side ? g.to : g.from];
        *longest = r.length > longest->length ? r : *longest;
    }
    return wend_array_push(x->s->context, &x->r->rungs, g);
}

// Finds the links that are rungs, between components, and what is one floor by low links.
static bool find_rungs(finding *x) {
    wend_riser_link g;
    for (int32_t k = 0; k < x->v->link_count; k++)
        if (!note_rung(x, k))
            return false;
    for (int32_t k = 0; k < x->v->link_count; k++) {
        const wend_link *link = &x->v->links[k];
        bool low = link->height < WEND_STAIRS_RISER && link->kind != WEND_LINK_HOLE && link->kind != WEND_LINK_DROP;
        if (low && find_sides(x, k, &g)) {
            wend_straight r = run_of(x, link, 0);
            merge(x, g.from, g.to, &r);
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- slots

// Notes what leads over a slot to a tread, from another one that has a link up from the same floor; both are given by
// their upper intervals. Where they are level, they are one floor.
static bool stride(finding *x, const wend_key *up, const wend_key *down) {
    const wend_riser_link high = x->r->rungs.data[up->index], low = x->r->rungs.data[down->index];
    int32_t parts[2] = {(int32_t)(down->key & UINT32_MAX), (int32_t)(up->key & UINT32_MAX)};
    double metres = x->s->metres;
    wend_straight ahead;
    if (low.from != high.from || low.to == high.to || !is_small(x, low.to))
        return true;
    wend_stride kind =
        wend_stride_over(&x->v->intervals[parts[0]], &x->v->intervals[parts[1]], x->s->gap, x->s->step, metres, &ahead);
    if (kind == WEND_STRIDE_LEVEL)
        merge(x, low.to, high.to, &ahead);
    bool good = true;
    for (int side = 0; side < 2 && kind == WEND_STRIDE_UP; side++)
        good &= wend_array_push(x->s->context, &x->r->rungs,
                                ((wend_riser_link){low.to, high.to, high.link, parts[side], side}));
    return good;
}

// The first of the upper intervals of a boundary edge.
static int64_t first_upper(const finding *x, int32_t boundary) {
    int64_t low = 0, high = x->uppers.count;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (x->uppers.data[middle].key >> 32 < (uint64_t)boundary)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Notes all that leads over slots to the upper interval of a link from a larger floor to a tread. Intervals may have
// been drawn a little way off their edges.
static bool stride_to(finding *x, const wend_key *up) {
    const wend_riser_link *g = &x->r->rungs.data[up->index];
    wend_stair_edge near = wend_stair_edge_of(x->s->surface, (int32_t)(up->key >> 32));
    if (is_small(x, g->from) || !is_small(x, g->to))
        return true;
    if (!wend_stair_edges_search(x->s, &near, x->s->gap + WEND_STAIRS_DRAWN, x->s->step + WEND_STAIRS_DRAWN, &x->found))
        return false;
    for (int64_t i = 0; i < x->found.count; i++) {
        int32_t edge = x->found.data[i];
        for (int64_t k = first_upper(x, edge); k < x->uppers.count && x->uppers.data[k].key >> 32 == (uint64_t)edge;
             k++)
            if (!stride(x, up, &x->uppers.data[k]))
                return false;
    }
    return true;
}

// Finds what leads over slots: from each upper interval of a rung to those near it.
static bool find_strides(finding *x) {
    for (int32_t k = 0; k < x->r->rungs.count; k++) {
        const wend_link *link = &x->v->links[x->r->rungs.data[k].link];
        for (int32_t i = link->first_interval; i < link->first_interval + link->interval_count; i++) {
            const wend_link_interval *v = &x->v->intervals[i];
            wend_key key = {(uint64_t)v->boundary << 32 | (uint64_t)i, k, 0};
            if (v->side == 1 && !wend_array_push(x->s->context, &x->uppers, key))
                return false;
        }
    }
    if (!wend_sort_keys(x->s->context, x->uppers.data, x->uppers.count))
        return false;
    for (int64_t k = 0; k < x->uppers.count; k++)
        if (!stride_to(x, &x->uppers.data[k]))
            return false;
    return true;
}

// ---------------------------------------------------------------------------------------------------- risers

// From here on rungs lead from floor to floor.
static void settle_floors(const finding *x) {
    wend_risers *r = x->r;
    int64_t kept = 0;
    for (int32_t k = 0; k < r->floor.count; k++)
        r->area.data[floor_of(x, k)] += x->s->surface->components[k].area;
    for (int32_t k = 0; k < r->floor.count; k++)
        r->floor.data[k] = floor_of(x, k);
    for (int64_t k = 0; k < r->rungs.count; k++) {
        wend_riser_link g = r->rungs.data[k];
        g.from = r->floor.data[g.from];
        g.to = r->floor.data[g.to];
        r->rungs.data[kept] = g;
        kept += g.from != g.to;
    }
    r->rungs.count = kept;
}

static int compare_rungs(const void *a, const void *b, const void *user) {
    (void)user;
    const wend_riser_link *p = a, *q = b;
    const int32_t keys[4][2] = {{p->from, q->from}, {p->to, q->to}, {p->part, q->part}, {p->link, q->link}};
    int k = 0;
    while (k < 3 && keys[k][0] == keys[k][1])
        k++;
    return (keys[k][0] > keys[k][1]) - (keys[k][0] < keys[k][1]);
}

static bool add_part(const finding *x, wend_riser *r, const wend_link_interval *v, int32_t side) {
    wend_link_interval part = *v;
    double n[2];
    part.side = side;
    r->length += wend_across_part(&part, n);
    r->sum[0] += n[0];
    r->sum[1] += n[1];
    r->count++;
    return wend_array_push(x->s->context, &x->r->parts, part);
}

// Adds the parts of a rung to its riser.
static bool add_rung(const finding *x, wend_riser *r, const wend_riser_link *g) {
    const wend_link *link = &x->v->links[g->link];
    bool good = true;
    r->link = g->link < r->link ? g->link : r->link;
    r->rungs++;
    if (g->part >= 0)
        return add_part(x, r, &x->v->intervals[g->part], g->side);
    for (int32_t i = link->first_interval; i < link->first_interval + link->interval_count && good; i++) {
        const wend_link_interval *v = &x->v->intervals[i];
        int32_t floor = x->r->floor.data[component_of(x, v)];
        if (link->kind != WEND_LINK_HOLE)
            good = add_part(x, r, v, v->side);
        else if (floor == g->from || floor == g->to)
            good = add_part(x, r, v, floor == g->to);
    }
    return good;
}

// Puts rungs between the same two floors together.
static bool make_risers(finding *x) {
    wend_risers *r = x->r;
    if (!wend_sort(x->s->context, r->rungs.data, r->rungs.count, sizeof(wend_riser_link), compare_rungs, NULL))
        return false;
    for (int32_t k = 0; k < r->rungs.count; k++) {
        const wend_riser_link *g = &r->rungs.data[k], *before = k > 0 ? g - 1 : NULL;
        bool same = before && before->from == g->from && before->to == g->to;
        if (!same &&
            !wend_array_push(
                x->s->context, &r->risers,
                ((wend_riser){
                    .from = g->from, .to = g->to, .link = g->link, .first_rung = k, .first = (int32_t)r->parts.count})))
            return false;
        wend_riser *last = &r->risers.data[r->risers.count - 1];
        if (same && g->part >= 0 && g->part == before->part) // it faces several
            last->rungs++;
        else if (!add_rung(x, last, g))
            return false;
    }
    return true;
}

static bool start(finding *x) {
    int32_t components = x->s->surface->component_count;
    if (!wend_array_resize(x->s->context, &x->r->floor, components) ||
        !wend_array_resize(x->s->context, &x->r->area, components) ||
        !wend_array_resize(x->s->context, &x->longest, components))
        return false;
    for (int32_t k = 0; k < components; k++) {
        x->r->floor.data[k] = k;
        x->r->area.data[k] = 0;
        x->longest.data[k] = (wend_straight){0};
    }
    return true;
}

bool wend_risers_find(wend_stair_site *site, wend_risers *risers) {
    finding x = {.s = site, .v = site->links, .r = risers};
    bool good = start(&x) && find_rungs(&x) && find_strides(&x);
    if (good)
        settle_floors(&x);
    good = good && make_risers(&x);
    wend_array_free(site->context, &x.longest);
    wend_array_free(site->context, &x.uppers);
    wend_array_free(site->context, &x.found);
    return good;
}

void wend_risers_free(wend_context *context, wend_risers *risers) {
    wend_array_free(context, &risers->floor);
    wend_array_free(context, &risers->area);
    wend_array_free(context, &risers->rungs);
    wend_array_free(context, &risers->risers);
    wend_array_free(context, &risers->parts);
}

// Seeds: of every border, the shortest few ways to others near it.
//
// The shortest way between two borders has an end of one of them as an end, or lies anywhere along both when they are parallel:
// then one at either end is taken, because something may be in the way of the other. Ways must lead out over both borders and
// be no higher than a step. Where thousands of small edges crowd together (furniture), each border keeps only its NEAREST
// ways: what is farther lies behind something nearer.
//
// Where something stands beside the end of a border, the shortest way to another one may be blocked while one a little farther off is
// not: see way_beside. A border on which something stands is open in several parts, each of which has its own ways.
//
// All in doubles: a seed is only a place to begin at; ladders decide exactly. Borders are looked at in parallel, each filling
// its own row of a table with the help of a tree of boxes in space. Equally long ways are in the order of the items, so a row
// does not depend on how it was filled. Where items crowd, only a part of the reach is searched, as far as nothing beyond it
// can come into the row any more. In later rounds only ways from or to a border that changed count: others are items only in
// reach of those, and look for them alone, in a tree of their own.
//
// Cost: O((b + k) log b) for b borders and k pairs near each other.
#include "link/seed.h"

#include "base/sort.h"
#include "geom/boxes.h"
#include "link/ladder.h"

#include <math.h>

enum { NEAREST = 8, WAYS = 2, GRAIN = 64 };
enum { CROWD = 32, NEAR = 64 }; // items, lattice steps: when fewer or nearer ones are enough

// What is open of a border.
typedef struct stretch {
    int32_t border, boundary, next;
    int32_t group;
    int32_t hole; // the cycle that it is a part of when that runs around a hole, or -1
    bool awaited, fresh;
    bool cut_from, cut_to; // whether something stands at that end of it
    wend_box box;
    int32_t low, high;             // heights
    double from, to;               // along its boundary edge
    double ax, ay, az, dx, dy, dz; // the place at `along` is a + (along - from) * d
    double bx, by;                 // the place at `to`
} stretch;

typedef struct row {
    int32_t count;
    int32_t other[NEAREST]; // items
    wend_seed seed[NEAREST];
} row;

typedef WEND_ARRAY(int32_t) item_list;

typedef struct finding {
    const wend_seeding *s;
    double reach, step;
    WEND_ARRAY(stretch) items; // near ones near each other
    WEND_ARRAY(row) rows;
    wend_boxes all;        // over the items
    item_list fresh_items; // those that are fresh, ascending
    wend_boxes fresh;      // over those; empty when all are
    wend_item_list *found; // per worker
} finding;

bool wend_edges_share_hole(const wend_seeding *s, int32_t a, int32_t b) {
    const wend_surface_boundary *edges = s->l->surface->boundaries;
    return edges[a].cycle == edges[b].cycle && s->around_hole[edges[a].cycle];
}

bool wend_edges_wanted(const wend_seeding *s, int32_t a, int32_t b) {
    wend_linking *l = s->l;
    if (s->range == WEND_GAPS_AWAITED)
        return (l->awaited.data[a] || l->awaited.data[b]) && wend_group_of(l, a) != wend_group_of(l, b);
    return wend_edges_share_hole(s, a, b) == (s->range == WEND_GAPS_WITHIN);
}

// ---------------------------------------------------------------------------------------------------- items

static bool is_fresh(const finding *x, const wend_web_border *b) {
    return !x->s->again || b->round >= x->s->l->web.round - 1;
}

static void measure(const finding *x, int32_t border, double from, double to, stretch *s) {
    wend_linking *l = x->s->l;
    const wend_web_border *b = &l->web.borders.data[border];
    wend_point3 u = wend_border_from(&l->web, border), v = wend_border_to(&l->web, border);
    double whole = b->to - b->from;
    *s = (stretch){.border = border, .boundary = b->boundary, .next = b->next, .from = from, .to = to};
    double first, last;
    int32_t before = b->previous, after = b->next;
    s->cut_from = from > b->from || !wend_border_open(l, before, l->web.borders.data[before].to, &first, &last);
    s->cut_to = to < b->to || !wend_border_open(l, after, l->web.borders.data[after].from, &first, &last);
    s->group = wend_group_of(l, b->boundary);
    s->awaited = l->awaited.data[b->boundary] != 0;
    s->fresh = is_fresh(x, b);
    int32_t cycle = l->surface->boundaries[b->boundary].cycle;
    s->hole = x->s->around_hole[cycle] ? cycle : -1;
    s->dx = ((double)v.x - u.x) / whole;
    s->dy = ((double)v.y - u.y) / whole;
    s->dz = ((double)v.z - u.z) / whole;
    s->ax = u.x + (from - b->from) * s->dx;
    s->ay = u.y + (from - b->from) * s->dy;
    s->az = u.z + (from - b->from) * s->dz;
    s->bx = s->ax + (to - from) * s->dx;
    s->by = s->ay + (to - from) * s->dy;
    s->low = u.z < v.z ? u.z : v.z;
    s->high = u.z < v.z ? v.z : u.z;
    s->box = (wend_box){u.x < v.x ? u.x : v.x, u.y < v.y ? u.y : v.y, u.x > v.x ? u.x : v.x, u.y > v.y ? u.y : v.y};
}

// Lists what is open of a border.
static bool list_open(finding *x, int32_t border) {
    const wend_linking *l = x->s->l;
    const wend_web_border *b = &l->web.borders.data[border];
    const wend_rim *r = &l->rims.rims.data[b->boundary];
    for (int32_t k = r->first_open; k < r->end_open; k++) {
        const wend_range *open = &l->rims.open.data[k];
        double from = open->from <= 0 ? 0 : open->from / r->length,
               to = open->to >= r->length ? 1 : open->to / r->length;
        from = from > b->from ? from : b->from;
        to = to < b->to ? to : b->to;
        if (from >= to)
            continue;
        if (!wend_array_reserve(l->context, &x->items, x->items.count + 1))
            return false;
        measure(x, border, from, to, &x->items.data[x->items.count++]);
    }
    return true;
}

static wend_box3 box_of(const void *user, int32_t item) {
    const stretch *s = &((const stretch *)user)[item];
    return (wend_box3){{s->box.x0, s->box.y0, s->low}, {s->box.x1, s->box.y1, s->high}};
}

// What may be in reach of a box.
static wend_box3 around(const finding *x, const wend_box3 *box, double reach) {
    return (wend_box3){{wend_box_floor(box->low[0] - reach), wend_box_floor(box->low[1] - reach),
                        wend_box_floor(box->low[2] - x->step - 1)},
                       {wend_box_ceil(box->high[0] + reach), wend_box_ceil(box->high[1] + reach),
                        wend_box_ceil(box->high[2] + x->step + 1)}};
}

// Whether a border is in reach of a fresh one. *failed when memory is short.
static bool is_near_fresh(finding *x, int32_t border, bool *failed) {
    const wend_web *web = &x->s->l->web;
    wend_point3 u = wend_border_from(web, border), v = wend_border_to(web, border);
    wend_box3 box = {{u.x < v.x ? u.x : v.x, u.y < v.y ? u.y : v.y, u.z < v.z ? u.z : v.z},
                     {u.x > v.x ? u.x : v.x, u.y > v.y ? u.y : v.y, u.z > v.z ? u.z : v.z}};
    box = around(x, &box, floor(x->reach) + 1);
    *failed |= !wend_boxes_search(x->s->l->context, &x->fresh, &box, &x->found[0]);
    return !*failed && x->found[0].count > 0;
}

// Lists the borders that are open somewhere, in the order of the surface's boundary: those that are fresh, and with `others`
// also those in reach of them.
static bool list_items(finding *x, bool others) {
    const wend_linking *l = x->s->l;
    const wend_web *web = &l->web;
    bool failed = false;
    x->items.count = 0;
    for (int32_t b = 0; b < l->surface->boundary_count; b++) {
        if (x->s->range == WEND_GAPS_WITHIN && !x->s->around_hole[l->surface->boundaries[b].cycle])
            continue;
        for (int32_t k = b; k >= 0; k = web->borders.data[k].after) {
            if (web->borders.data[k].edge < 0)
                continue;
            bool wanted = is_fresh(x, &web->borders.data[k]) || (others && is_near_fresh(x, k, &failed));
            if (failed || (wanted && !list_open(x, k)))
                return false;
        }
    }
    return true;
}

// Lists the items, and makes the trees over them.
static wend_result prepare(finding *x) {
    wend_context *context = x->s->l->context;
    wend_result result = WEND_OK;
    if (!wend_array_reserve(context, &x->items, x->s->l->surface->boundary_count) || !list_items(x, false))
        return WEND_ERROR_MEMORY;
    if (x->s->again && x->items.count > 0) {
        result = wend_boxes_build(context, (int32_t)x->items.count, box_of, x->items.data, &x->fresh);
        if (result == WEND_OK && !list_items(x, true))
            result = WEND_ERROR_MEMORY;
        for (int32_t i = 0; i < x->items.count && result == WEND_OK; i++)
            if (x->items.data[i].fresh && !wend_array_push(context, &x->fresh_items, i))
                result = WEND_ERROR_MEMORY;
    }
    if (result == WEND_OK && !wend_array_resize(context, &x->rows, x->items.count))
        result = WEND_ERROR_MEMORY;
    if (result == WEND_OK)
        result = wend_boxes_build(context, (int32_t)x->items.count, box_of, x->items.data, &x->all);
    return result;
}

// ---------------------------------------------------------------------------------------------------- pairs

static bool is_wanted(const finding *x, const stretch *a, const stretch *b) {
    if (x->s->range == WEND_GAPS_AWAITED)
        return (a->awaited || b->awaited) && a->group != b->group;
    return (a->hole == b->hole && a->hole >= 0) == (x->s->range == WEND_GAPS_WITHIN);
}

// How far a place is beyond a stretch: to its right.
static double beyond(const stretch *s, double x, double y) {
    return s->dy * (x - s->ax) - s->dx * (y - s->ay);
}

// Whether some of each lies beyond the other one; without branches: nothing of it can be foreseen.
static bool are_facing(const stretch *a, const stretch *b) {
    int a_sees = (beyond(a, b->ax, b->ay) > 0) + (beyond(a, b->bx, b->by) > 0);
    int b_sees = (beyond(b, a->ax, a->ay) > 0) + (beyond(b, a->bx, a->by) > 0);
    return a_sees * b_sees > 0;
}

// The way from a place of one border to the nearest place of another one. False when it is none; *touch is where along the
// other one the place lies on it, or -1.
static bool way_from(const finding *x, const stretch *on, double along, const stretch *to, wend_seed *s,
                     double *touch) {
    double u = along - on->from, px = on->ax + u * on->dx, py = on->ay + u * on->dy;
    double t = ((px - to->ax) * to->dx + (py - to->ay) * to->dy) / (to->dx * to->dx + to->dy * to->dy);
    double most = to->to - to->from;
    bool inside = t > 0 && t < most;
    t = t < 0 ? 0 : t > most ? most : t;
    double qx = to->ax + t * to->dx, qy = to->ay + t * to->dy;
    double length2 = (qx - px) * (qx - px) + (qy - py) * (qy - py);
    double rise = to->az + t * to->dz - (on->az + u * on->dz);
    // Where an end touches a beginning, the way has no length: a ladder that begins in a corner.
    bool tip = length2 < 1 && along >= on->to && t <= 0;
    *touch = length2 < 1 && inside ? to->from + t : -1;
    if (length2 > x->reach * x->reach || (length2 < 1 && !tip) || fabs(rise) > x->step ||
        (inside && !(beyond(to, px, py) > 0)))
        return false;
    *s = (wend_seed){length2, on->border, to->border, along, to->from + t, false};
    return true;
}

// Where something stands at the end of a or at the beginning of b, the shortest way may be blocked, or run along one of them;
// where the end of one lies on the other one, it has no length. Then a way between places equally far from there is tried,
// half as far as one could go, if it joins something new. On a it is measured back from `end`, on b on from `start`.
static bool way_beside(const finding *x, const stretch *a, double end, const stretch *b, double start, wend_seed *s) {
    double of_a = sqrt(a->dx * a->dx + a->dy * a->dy), of_b = sqrt(b->dx * b->dx + b->dy * b->dy);
    double wx = a->dx / of_a + b->dx / of_b, wy = a->dy / of_a + b->dy / of_b, w2 = wx * wx + wy * wy;
    double ax = a->ax + (end - a->from) * a->dx, ay = a->ay + (end - a->from) * a->dy;
    double bx = b->ax + (start - b->from) * b->dx, by = b->ay + (start - b->from) * b->dy;
    double ox = bx - ax, oy = by - ay, near2 = ox * ox + oy * oy, along = ox * wx + oy * wy;
    if (near2 > x->reach * x->reach || !(w2 > 0)) // too far, or parallel
        return false;
    double far = (sqrt(along * along + w2 * (x->reach * x->reach - near2)) - along) / w2;
    double on_a = (end - a->from) * of_a, on_b = (b->to - start) * of_b;
    double most = on_a < on_b ? on_a : on_b, off = (far < most ? far : most) / 2, ta = off / of_a, tb = off / of_b;
    double px = ax - ta * a->dx, py = ay - ta * a->dy, qx = bx + tb * b->dx, qy = by + tb * b->dy;
    double rise = b->az + (start + tb - b->from) * b->dz - (a->az + (end - ta - a->from) * a->dz);
    if (!(off > 0) || fabs(rise) > x->step || !(beyond(a, qx, qy) > 0) || !(beyond(b, px, py) > 0))
        return false;
    *s = (wend_seed){(qx - px) * (qx - px) + (qy - py) * (qy - py), a->border, b->border, end - ta, start + tb, true};
    return true;
}

static void insert(row *r, int32_t other, const wend_seed *s) {
    if (r->count == NEAREST && s->length2 >= r->seed[NEAREST - 1].length2)
        return;
    int k = r->count < NEAREST ? r->count++ : NEAREST - 1;
    for (; k > 0 && r->seed[k - 1].length2 > s->length2; k--) {
        r->seed[k] = r->seed[k - 1];
        r->other[k] = r->other[k - 1];
    }
    r->seed[k] = *s;
    r->other[k] = other;
}

// Whether two items are farther apart, seen from above, than all ways of a row that has no place left.
static bool is_outdone(const row *r, const wend_box *a, const wend_box *b) {
    if (r->count < NEAREST)
        return false;
    int32_t dx = a->x0 > b->x1 ? a->x0 - b->x1 : b->x0 - a->x1, dy = a->y0 > b->y1 ? a->y0 - b->y1 : b->y0 - a->y1;
    double apart = (dx > dy ? dx : dy) - 1.0; // less one for rounding
    return apart > 0 && apart * apart >= r->seed[NEAREST - 1].length2;
}

// Adds the ways beside where two items are nearest. `touch` tells where the beginning and the end of a lie on b, and of b on a.
static void look_beside(const finding *x, const stretch *a, const stretch *b, int32_t item, const double touch[6],
                        row *r) {
    wend_seed s;
    for (int k = 0; k < 2; k++) {
        const stretch *p = k ? b : a, *q = k ? a : b;
        const double *of_p = touch + 3 * k, *of_q = touch + 3 - 3 * k;
        // p ends, q begins
        double end = of_q[0] >= 0 ? of_q[0] : p->to, start = of_p[1] >= 0 ? of_p[1] : q->from;
        bool wanted = of_q[0] >= 0 || of_p[1] >= 0 || p->cut_to || q->cut_from;
        if (!wanted || !way_beside(x, p, end, q, start, &s))
            continue;
        insert(r, item, k ? &(wend_seed){s.length2, s.q, s.p, s.on_q, s.on_p, s.beside} : &s);
    }
}

// Adds the shortest ways from one item to another one to its row, if there are any.
static void look_at(const finding *x, int32_t from, int32_t item, row *r) {
    const stretch *a = &x->items.data[from], *b = &x->items.data[item];
    if (a->border == b->border || a->low > b->high + x->step || b->low > a->high + x->step || !(a->fresh || b->fresh) ||
        a->next == b->border || b->next == a->border || !are_facing(a, b))
        return;
    if (is_outdone(r, &a->box, &b->box) || !is_wanted(x, a, b))
        return;
    wend_seed way[WAYS], s;
    int count = 0;
    double touch[6];
    for (int n = 0; n < 6; n++) {
        const stretch *on = n < 3 ? a : b;
        double along = n % 3 == 0 ? on->from : n % 3 == 1 ? on->to : (on->from + on->to) / 2;
        if (!way_from(x, on, along, n < 3 ? b : a, &s, &touch[n]))
            continue;
        if (n >= 3)
            s = (wend_seed){s.length2, s.q, s.p, s.on_q, s.on_p, s.beside};
        if (count == 0 || s.length2 < way[0].length2) {
            if (count < WAYS)
                count++;
            way[1] = way[0];
            way[0] = s;
        } else if (count == 1 || s.length2 < way[1].length2) {
            way[1] = s;
            count = WAYS;
        }
    }
    if (count > 0)
        insert(r, item, &way[0]);
    if (count > 1 && way[1].length2 <= way[0].length2 + 4 * sqrt(way[0].length2)) // parallel
        insert(r, item, &way[1]);
    if (a->group != b->group)
        look_beside(x, a, b, item, touch, r);
}

// Fills the row of an item with what is within `reach` of it, in list order.
static bool look_around(const finding *x, int32_t i, double reach, wend_item_list *found) {
    const stretch *a = &x->items.data[i];
    row *r = &x->rows.data[i];
    wend_box3 own = box_of(a, 0), box = around(x, &own, reach);
    if (!wend_boxes_search(x->s->l->context, a->fresh ? &x->all : &x->fresh, &box, found))
        return false;
    r->count = 0;
    for (int64_t k = 0; k < found->count; k++)
        look_at(x, i, a->fresh ? found->data[k] : x->fresh_items.data[found->data[k]], r);
    return true;
}

// Whether nothing farther than `reach` could still come into a row.
static bool is_settled(const row *r, double reach) {
    return r->count == NEAREST && r->seed[NEAREST - 1].length2 <= reach * reach;
}

// Where items crowd, a part of the reach is enough; how much is learned from one item to the next.
static wend_result fill_rows(void *data, int64_t begin, int64_t end, int worker) {
    finding *x = data;
    wend_item_list *found = &x->found[worker];
    double most = floor(x->reach) + 1, reach = most;
    for (int64_t i = begin; i < end; i++) {
        row *r = &x->rows.data[i];
        r->count = 0;
        if (x->s->range == WEND_GAPS_AWAITED && !x->items.data[i].awaited)
            continue;
        if (!look_around(x, (int32_t)i, reach, found))
            return WEND_ERROR_MEMORY;
        while (reach < most && !is_settled(r, reach)) {
            reach = 2 * reach < most ? 2 * reach : most;
            if (!look_around(x, (int32_t)i, reach, found))
                return WEND_ERROR_MEMORY;
        }
        if (found->count > CROWD && reach > NEAR)
            reach = floor(reach / 2);
    }
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- the list

// Takes every pair once: from the row of the lower item, or of the other one when that one does not have it.
static bool collect(finding *x, wend_seed_list *seeds) {
    for (int32_t i = 0; i < x->items.count; i++) {
        const row *r = &x->rows.data[i];
        for (int32_t k = 0; k < r->count; k++) {
            int32_t other = r->other[k];
            bool there = false;
            for (int32_t n = 0; n < x->rows.data[other].count && other < i; n++)
                there |= x->rows.data[other].other[n] == i;
            if (!there && !wend_array_push(x->s->l->context, seeds, r->seed[k]))
                return false;
        }
    }
    return true;
}

// Sorts the seeds by their length: as numbers of the same order.
static bool sort_seeds(wend_context *context, wend_seed_list *seeds) {
    WEND_ARRAY(wend_key) keys = {0};
    wend_seed_list sorted = {0};
    bool good = wend_array_resize(context, &keys, seeds->count) && wend_array_resize(context, &sorted, seeds->count);
    for (int64_t k = 0; k < seeds->count && good; k++) {
        uint64_t key;
        memcpy(&key, &seeds->data[k].length2, sizeof key);
        keys.data[k] = (wend_key){key, (int32_t)k, 0};
    }
    good = good && wend_sort_keys(context, keys.data, keys.count);
    for (int64_t k = 0; k < seeds->count && good; k++)
        sorted.data[k] = seeds->data[keys.data[k].index];
    wend_array_free(context, &keys);
    if (good) {
        wend_array_free(context, seeds);
        *seeds = sorted;
    } else {
        wend_array_free(context, &sorted);
    }
    return good;
}

wend_result wend_seeds_find(const wend_seeding *s, wend_seed_list *seeds) {
    wend_context *context = s->l->context;
    finding x = {.s = s, .reach = s->l->gap + 2, .step = s->l->step + 2};
    size_t workers = (size_t)wend_thread_count(context);
    seeds->count = 0;
    x.found = wend_allocate(context, workers * sizeof *x.found);
    wend_result result = x.found ? WEND_OK : WEND_ERROR_MEMORY;
    if (x.found)
        memset(x.found, 0, workers * sizeof *x.found);
    if (result == WEND_OK)
        result = prepare(&x);
    if (result == WEND_OK)
        result = wend_run_tasks(context, x.items.count, GRAIN, fill_rows, &x);
    if (result == WEND_OK && (!collect(&x, seeds) || !sort_seeds(context, seeds)))
        result = WEND_ERROR_MEMORY;
    for (size_t w = 0; w < workers && x.found; w++)
        wend_array_free(context, &x.found[w]);
    wend_release(context, x.found, workers * sizeof *x.found);
    wend_boxes_free(context, &x.all);
    wend_boxes_free(context, &x.fresh);
    wend_array_free(context, &x.fresh_items);
    wend_array_free(context, &x.items);
    wend_array_free(context, &x.rows);
    return result;
}

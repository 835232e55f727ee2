// Seeds: of every border, the shortest few ways to others near it.
//
// The shortest way between two borders has an end of one of them as an end, or lies anywhere along both when they are parallel:
// then one at either end is taken, because something may be in the way of the other. Ways must lead out over both borders and
// be no higher than a step. Where thousands of small edges crowd together (furniture), each border keeps only its NEAREST
// ways: what is farther lies behind something nearer.
//
// All in doubles: a seed is only a place to begin at; ladders decide exactly. Borders are looked at in parallel, each filling its
// own row of a table. O((b + k) log b) for b borders and k pairs near each other.
#include "link/seed.h"

#include "base/sort.h"
#include "link/ladder.h"

#include <math.h>

enum { NEAREST = 8, WAYS = 2, GRAIN = 64 };

// What is open of a border.
typedef struct stretch {
    int32_t border, boundary, next;
    int32_t group;
    bool awaited, fresh;
    wend_box box;
    double low, high;              // heights
    double from, to;               // along its boundary edge
    double ax, ay, az, dx, dy, dz; // the place at `along` is a + (along - from) * d
} stretch;

typedef struct row {
    int32_t count;
    int32_t other[NEAREST]; // items
    wend_seed seed[NEAREST];
} row;

typedef struct finding {
    const wend_seeding *s;
    double reach, step;
    WEND_ARRAY(stretch) items; // near ones near each other
    WEND_ARRAY(row) rows;
    wend_tree tree;
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

static void measure(const finding *x, int32_t border, double from, double to, stretch *s) {
    wend_linking *l = x->s->l;
    const wend_web_border *b = &l->web.borders.data[border];
    wend_point3 u = wend_border_from(&l->web, border), v = wend_border_to(&l->web, border);
    double whole = b->to - b->from;
    *s = (stretch){.border = border, .boundary = b->boundary, .next = b->next, .from = from, .to = to};
    s->group = wend_group_of(l, b->boundary);
    s->awaited = l->awaited.data[b->boundary] != 0;
    s->fresh = !x->s->again || b->round >= l->web.round - 1;
    s->dx = ((double)v.x - u.x) / whole;
    s->dy = ((double)v.y - u.y) / whole;
    s->dz = ((double)v.z - u.z) / whole;
    s->ax = u.x + (from - b->from) * s->dx;
    s->ay = u.y + (from - b->from) * s->dy;
    s->az = u.z + (from - b->from) * s->dz;
    s->low = u.z < v.z ? u.z : v.z;
    s->high = u.z < v.z ? v.z : u.z;
    s->box = (wend_box){u.x < v.x ? u.x : v.x, u.y < v.y ? u.y : v.y, u.x > v.x ? u.x : v.x, u.y > v.y ? u.y : v.y};
}

// Lists the borders that are open somewhere, in the order of the surface's boundary.
static bool list_items(finding *x) {
    const wend_linking *l = x->s->l;
    const wend_web *web = &l->web;
    for (int32_t b = 0; b < l->surface->boundary_count; b++)
        for (int32_t k = b; k >= 0; k = web->borders.data[k].after) {
            double from, to;
            if (web->borders.data[k].edge < 0 ||
                (x->s->range == WEND_GAPS_WITHIN && !x->s->around_hole[l->surface->boundaries[b].cycle]) ||
                !wend_border_open(l, k, -1, &from, &to))
                continue;
            if (!wend_array_reserve(l->context, &x->items, x->items.count + 1))
                return false;
            measure(x, k, from, to, &x->items.data[x->items.count++]);
        }
    return true;
}

static wend_box box_of(const void *user, int32_t item) {
    return ((const stretch *)user)[item].box;
}

// ---------------------------------------------------------------------------------------------------- pairs

static bool is_wanted(const finding *x, const stretch *a, const stretch *b) {
    if (x->s->range == WEND_GAPS_AWAITED)
        return (a->awaited || b->awaited) && a->group != b->group;
    return wend_edges_share_hole(x->s, a->boundary, b->boundary) == (x->s->range == WEND_GAPS_WITHIN);
}

// How far a place is beyond a stretch: to its right.
static double beyond(const stretch *s, double x, double y) {
    return s->dy * (x - s->ax) - s->dx * (y - s->ay);
}

// Whether some of b lies beyond a.
static bool is_facing(const stretch *a, const stretch *b) {
    double most = b->to - b->from;
    return beyond(a, b->ax, b->ay) > 0 || beyond(a, b->ax + most * b->dx, b->ay + most * b->dy) > 0;
}

// The way from a place of one border to the nearest place of another one. False when it is none.
static bool way_from(const finding *x, const stretch *on, double along, const stretch *to, wend_seed *s) {
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
    if (length2 > x->reach * x->reach || (length2 < 1 && !tip) || fabs(rise) > x->step ||
        (inside && !(beyond(to, px, py) > 0)))
        return false;
    *s = (wend_seed){length2, on->border, to->border, along, to->from + t};
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

typedef struct looking {
    const finding *x;
    int32_t item;
    wend_box box;
    row *row;
} looking;

static bool visit(void *user, int32_t item) {
    const looking *k = user;
    const finding *x = k->x;
    const stretch *a = &x->items.data[k->item], *b = &x->items.data[item];
    if (item == k->item || b->box.x0 > k->box.x1 || b->box.x1 < k->box.x0 || b->box.y0 > k->box.y1 ||
        b->box.y1 < k->box.y0 || a->low > b->high + x->step || b->low > a->high + x->step || !(a->fresh || b->fresh) ||
        a->next == b->border || b->next == a->border || !is_facing(a, b) || !is_facing(b, a) || !is_wanted(x, a, b))
        return true;
    wend_seed way[WAYS], s;
    int count = 0;
    for (int n = 0; n < 6; n++) {
        const stretch *on = n < 3 ? a : b;
        double along = n % 3 == 0 ? on->from : n % 3 == 1 ? on->to : (on->from + on->to) / 2;
        if (!way_from(x, on, along, n < 3 ? b : a, &s))
            continue;
        if (n >= 3)
            s = (wend_seed){s.length2, s.q, s.p, s.on_q, s.on_p};
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
        insert(k->row, item, &way[0]);
    if (count > 1 && way[1].length2 <= way[0].length2 + 4 * sqrt(way[0].length2)) // parallel
        insert(k->row, item, &way[1]);
    return true;
}

static wend_result fill_rows(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    finding *x = data;
    int32_t reach = (int32_t)x->reach + 1;
    for (int64_t i = begin; i < end; i++) {
        const wend_box *b = &x->items.data[i].box;
        looking k = {x, (int32_t)i, {b->x0 - reach, b->y0 - reach, b->x1 + reach, b->y1 + reach}, &x->rows.data[i]};
        wend_box box = k.box;
        k.row->count = 0;
        if (x->s->range == WEND_GAPS_AWAITED && !x->items.data[i].awaited)
            continue;
        wend_tree_search(&x->tree, &box, visit, &k);
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
    seeds->count = 0;
    wend_result result = WEND_ERROR_MEMORY;
    if (list_items(&x) && wend_array_resize(context, &x.rows, x.items.count) &&
        wend_tree_build(context, (int32_t)x.items.count, box_of, x.items.data, &x.tree))
        result = wend_run_tasks(context, x.items.count, GRAIN, fill_rows, &x);
    if (result == WEND_OK && (!collect(&x, seeds) || !sort_seeds(context, seeds)))
        result = WEND_ERROR_MEMORY;
    wend_tree_free(context, &x.tree);
    wend_array_free(context, &x.items);
    wend_array_free(context, &x.rows);
    return result;
}

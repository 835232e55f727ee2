// Seeds: of every border, the shortest few ways to others near it.
//
// The shortest way between two borders has an end of one of them as an end, or lies anywhere along both when they are
// parallel: then one at either end is taken, because something may be in the way of the other. Ways must lead out over
// both borders and be no higher than a step: where two borders rise differently, it may lie somewhere between their
// ends (way_within). Where thousands of small edges crowd together (furniture), each border keeps only its NEAREST
// ways: what is farther lies behind something nearer.
//
// Where something stands beside the end of a border, or before it, the shortest way to another one may be blocked while
// one a little farther off is not: see way_beside. A border on which something stands is open in several parts, each of
// which has its own ways.
//
// All in doubles: a seed is only a place to begin at; ladders decide exactly. Borders are looked at in parallel, each
// filling its own row of a table with the help of a tree of boxes in space. Equally long ways are in the order of the
// items, so a row does not depend on how it was filled. Where items crowd, only a part of the reach is searched, as far
// as nothing beyond it can come into the row any more. In later rounds only ways from a border that changed count. What
// was listed before stays in its tree, and is passed over when its border has changed since; what changed is listed
// anew, in a tree of its own.
//
// Cost: O((b + k) log b) for b borders and k pairs near each other.
#include "link/seed.h"

#include "base/sort.h"
#include "link/ladder.h"
#include "link/opening.h"

#include <math.h>

enum { NEAREST = 8, NEAREST_LATER = 16, WAYS = 2, GRAIN = 64 };
enum { CROWD = 32, NEAR = WEND_RULE_CORNER }; // items, lattice steps: when fewer or nearer ones are enough

typedef struct place {
    double along; // its boundary edge
    double x, y, z;
} place;

// What is passable of a border.
typedef struct wend_open_border {
    int32_t border, boundary;
    int32_t component; // of the surface
    int32_t loop;
    int32_t round; // when it was listed
    bool awaited;
    bool low;           // passable, but open nowhere: one can only go down from it
    wend_box3 box;      // of the whole border,
    wend_point ends[2]; // which is this
    place from, to, middle;
    double dx, dy, dz; // for a whole boundary edge
} open_border;

// A way from an item to another one.
typedef struct way {
    double length2;
    double here, there; // along the borders of both
    int32_t other;      // item
    wend_seed_kind kind;
} way;

// The shortest few ways from an item: while they are looked for, and then where they are. Ways beside corners have a
// list of their own, half as long: there may be many of them, and they must not keep others out.
typedef struct row {
    int32_t count, beside_count, most;
    way ways[NEAREST_LATER]; // ascending by length
    way beside[NEAREST_LATER];
} row;
typedef struct stored_row {
    int32_t worker, count;
    int64_t first; // of the worker's ways
} stored_row;

// One worker: what is near an item, and the ways that it found.
typedef struct searcher {
    wend_item_list found;
    WEND_ARRAY(way) ways;
    char space[WEND_WORKER_SPACE];
} searcher;

typedef struct finding {
    const wend_seeding *s;
    double reach, step;
    int64_t first; // of the items that have a row: all from there on
    int32_t most;  // ways in a row
    WEND_ARRAY(stored_row) rows;
    searcher *workers;
} finding;

static bool are_loops_wanted(const wend_seeding *s, int32_t a, int32_t b) {
    if (s->range == WEND_GAPS_WITHIN)
        return a == b && s->l->around_hole.data[a];
    return a == b ? !s->l->around_hole.data[a] : !wend_loops_touch(s->l, a, b);
}

bool wend_edges_wanted(const wend_seeding *s, int32_t a, int32_t b) {
    wend_linking *l = s->l;
    if (s->range == WEND_GAPS_AWAITED)
        return (l->awaited.data[a] || l->awaited.data[b]) && wend_group_of(l, a) != wend_group_of(l, b);
    return are_loops_wanted(s, l->loop.data[a], l->loop.data[b]);
}

// ---------------------------------------------------------------------------------------------------- items

static place place_at(wend_point3 u, const wend_web_border *b, const open_border *s, double along) {
    double t = along - b->from;
    return (place){along, u.x + t * s->dx, u.y + t * s->dy, u.z + t * s->dz};
}

static void measure(const wend_seeding *x, int32_t border, double from, double to, open_border *s) {
    const wend_linking *l = x->l;
    const wend_web_border *b = &l->web.borders.data[border];
    wend_point3 u = wend_border_from(&l->web, border), v = wend_border_to(&l->web, border);
    double whole = b->to - b->from;
    s->border = border;
    s->boundary = b->boundary;
    s->component = wend_component_of(l, b->boundary);
    s->loop = l->loop.data[b->boundary];
    s->round = l->web.round;
    s->awaited = l->awaited.data[b->boundary] != 0;
    s->box = (wend_box3){{u.x < v.x ? u.x : v.x, u.y < v.y ? u.y : v.y, u.z < v.z ? u.z : v.z},
                         {u.x > v.x ? u.x : v.x, u.y > v.y ? u.y : v.y, u.z > v.z ? u.z : v.z}};
    s->ends[0] = wend_above(u);
    s->ends[1] = wend_above(v);
    s->dx = ((double)v.x - u.x) / whole;
    s->dy = ((double)v.y - u.y) / whole;
    s->dz = ((double)v.z - u.z) / whole;
    s->from = place_at(u, b, s, from);
    s->to = place_at(u, b, s, to);
    s->middle = place_at(u, b, s, (from + to) / 2);
}

// Lists what of a border lies in a range of its boundary edge.
static bool list_range(wend_seeding *x, int32_t border, wend_range range, bool low) {
    const wend_linking *l = x->l;
    const wend_web_border *b = &l->web.borders.data[border];
    double length = l->edges.all.data[b->boundary].length;
    double from = range.from <= 0 ? 0 : range.from / length, to = range.to >= length ? 1 : range.to / length;
    from = from > b->from ? from : b->from;
    to = to < b->to ? to : b->to;
    if (from >= to)
        return true;
    if (!wend_array_reserve(l->context, &x->items, x->items.count + 1))
        return false;
    open_border *s = &x->items.data[x->items.count++];
    measure(x, border, from, to, s);
    s->low = low;
    return true;
}

// Lists what is passable of a border: where it is open, and between that, in ascending order.
static bool list_passable(wend_seeding *x, int32_t border) {
    const wend_link_edges *edges = &x->l->edges;
    const wend_link_edge *r = &edges->all.data[x->l->web.borders.data[border].boundary];
    const wend_range *ranges = edges->open.data;
    int32_t open = r->first_open;
    bool same = r->first_passable == r->first_open, good = true;
    for (int32_t k = r->first_passable; k < r->end_passable && good && !same; k++) {
        double from = ranges[k].from;
        for (; open < r->end_open && ranges[open].from < ranges[k].to && good; open++) {
            good = list_range(x, border, (wend_range){from, ranges[open].from}, true) &&
                   list_range(x, border, ranges[open], false);
            from = ranges[open].to;
        }
        good = good && list_range(x, border, (wend_range){from, ranges[k].to}, true);
    }
    for (; open < r->end_open && good; open++)
        good = list_range(x, border, ranges[open], false);
    return good;
}

// Whether the border of an item is still what it was when that was listed.
static bool is_alive(const wend_seeding *x, const open_border *s) {
    const wend_web_border *b = &x->l->web.borders.data[s->border];
    return b->edge >= 0 && b->round < s->round;
}

// Whether the cycle of a border is shorter than what counts as a way: no ladder along it could be wide enough.
static bool is_speck(const wend_seeding *x, int32_t border) {
    const wend_web *web = &x->l->web;
    double left = x->least;
    int32_t k = border;
    do {
        left -= wend_length_above(wend_border_from(web, k), wend_border_to(web, k));
        k = web->borders.data[k].next;
    } while (left > 0 && k != border);
    return left > 0;
}

// Lists the borders that are open somewhere, in the order of the surface's boundary; later only those that changed.
static bool list_items(wend_seeding *x) {
    const wend_linking *l = x->l;
    const wend_web *web = &l->web;
    for (int32_t b = 0; b < l->surface->boundary_count; b++) {
        if (x->range == WEND_GAPS_WITHIN && !l->around_hole.data[l->loop.data[b]])
            continue;
        for (int32_t k = b; k >= 0; k = web->borders.data[k].after) {
            const wend_web_border *border = &web->borders.data[k];
            if (border->edge >= 0 && (!x->again || border->round >= web->round - 1) && !is_speck(x, k) &&
                !list_passable(x, k))
                return false;
        }
    }
    return true;
}

static void drop_dead(wend_seeding *x) {
    int64_t kept = x->late;
    for (int64_t i = x->late; i < x->items.count; i++)
        if (is_alive(x, &x->items.data[i]))
            x->items.data[kept++] = x->items.data[i];
    x->items.count = kept;
}

static wend_box3 box_of(const void *user, int32_t item) {
    return ((const open_border *)user)[item].box;
}

static void corners_of(const void *user, int32_t item, wend_point corners[3]) {
    const open_border *s = &((const open_border *)user)[item];
    corners[0] = s->ends[0];
    corners[1] = corners[2] = s->ends[1];
}

// Lists the items, and makes the tree over the new ones. *first is the first one that ways are looked for from.
static wend_result prepare(wend_seeding *s, int64_t *first) {
    wend_context *context = s->l->context;
    if (s->again)
        drop_dead(s);
    *first = s->items.count;
    int64_t edges = s->l->surface->boundary_count;
    if (!wend_array_reserve(context, &s->items, edges + edges / 4) || !list_items(s))
        return WEND_ERROR_MEMORY;
    int32_t *parent = s->l->group.data; // of no higher number: in the end, what stands for all that it is joined with
    for (int64_t k = 0; k < s->l->group.count; k++)
        parent[k] = parent[parent[k]];
    wend_boxes *tree = s->again ? &s->late_tree : &s->early_tree;
    wend_boxes_free(context, tree);
    s->late = s->again ? s->late : s->items.count;
    int64_t begin = s->again ? s->late : 0;
    int32_t count = (int32_t)(s->items.count - begin);
    const open_border *items = s->items.data + begin;
    wend_result result = wend_boxes_build(context, count, box_of, items, tree);
    if (result == WEND_OK && !wend_boxes_add_bands(context, count, corners_of, items, (int32_t)s->l->rules.gap, tree))
        result = WEND_ERROR_MEMORY;
    return result;
}

// ---------------------------------------------------------------------------------------------------- pairs

static int32_t group_of(const finding *x, const open_border *s) {
    return x->s->l->group.data[s->component];
}

static bool is_wanted(const finding *x, const open_border *a, const open_border *b) {
    if (x->s->range == WEND_GAPS_AWAITED)
        return (a->awaited || b->awaited) && group_of(x, a) != group_of(x, b);
    return are_loops_wanted(x->s, a->loop, b->loop);
}

// How far a place is beyond a open border: to its right.
static double beyond(const open_border *s, double x, double y) {
    return s->dy * (x - s->from.x) - s->dx * (y - s->from.y);
}

// Whether some of each lies beyond the other one; without branches: nothing of it can be foreseen.
static bool are_facing(const open_border *a, const open_border *b) {
    int a_sees = (beyond(a, b->from.x, b->from.y) > 0) + (beyond(a, b->to.x, b->to.y) > 0);
    int b_sees = (beyond(b, a->from.x, a->from.y) > 0) + (beyond(b, a->to.x, a->to.y) > 0);
    return a_sees * b_sees > 0;
}

// Whether one can go down from whichever of two items is low.
static bool are_passable(const open_border *a, const open_border *b) {
    return !(a->low && (b->low || b->box.low[2] >= a->box.high[2])) && !(b->low && a->box.low[2] >= b->box.high[2]);
}

// Where the foot of a place lies along a border, from where that is open on.
static double foot_on(const place *p, const open_border *to) {
    return ((p->x - to->from.x) * to->dx + (p->y - to->from.y) * to->dy) / (to->dx * to->dx + to->dy * to->dy);
}

// Whether the end of an item and the beginning of another one, which touch, have floor between them: others follow each
// other in their loops there.
static bool are_parted(const wend_linking *l, const open_border *a, const open_border *b) {
    int32_t next = l->loop_next.data[a->boundary];
    return a->to.along >= 1 && b->from.along <= 0 && fabs(b->from.z - a->to.z) < 1 && next != b->boundary &&
           next != l->surface->boundaries[a->boundary].next;
}

// The way from a place of one border to the nearest place of another one, whose foot is there at t. False when it is
// none; *touch is where along the other one the place lies on it, or -1.
static bool way_from(const finding *x, const open_border *on, const place *p, const open_border *to, double t, way *w,
                     double *touch) {
    double most = to->to.along - to->from.along;
    bool inside = t > 0 && t < most;
    t = t < 0 ? 0 : t > most ? most : t;
    double x_off = to->from.x + t * to->dx - p->x, y_off = to->from.y + t * to->dy - p->y;
    double length2 = x_off * x_off + y_off * y_off, rise = to->from.z + t * to->dz - p->z;
    // Where an end touches a beginning, the way has no length: a ladder that begins in a corner.
    bool tip = length2 < 1 && p == &on->to && t <= 0 && !are_parted(x->s->l, on, to);
    *touch = length2 < 1 && inside ? to->from.along + t : -1;
    if (length2 > x->reach * x->reach || (length2 < 1 && !tip) || fabs(rise) > x->step ||
        (inside && !(beyond(to, p->x, p->y) > 0)))
        return false;
    *w = (way){.length2 = length2, .here = p->along, .there = to->from.along + t, .kind = WEND_SEED_SHORTEST};
    return true;
}

// The same way from its other end.
static way turned(const way *w) {
    return (way){w->length2, w->there, w->here, w->other, w->kind};
}

// The place at a part of a whole boundary edge from one of a open border on.
static place moved(const open_border *s, const place *p, double by) {
    return (place){p->along + by, p->x + by * s->dx, p->y + by * s->dy, p->z + by * s->dz};
}

// A way from somewhere between the ends of one border straight across to another one: two that rise differently may be
// within a step of each other only there.
static bool way_within(const finding *x, const open_border *on, const open_border *to, way *w) {
    const double p[2][3] = {{on->from.x, on->from.y, on->from.z}, {on->to.x, on->to.y, on->to.z}};
    const double q[2][3] = {{to->from.x, to->from.y, to->from.z}, {to->to.x, to->to.y, to->to.z}};
    wend_facing f;
    if (!wend_facing_find(p, q, x->reach, x->step, &f))
        return false;
    double at = (f.first + f.last) / 2, foot = f.foot[0] + at * (f.foot[1] - f.foot[0]);
    double off = f.off[0] + at * (f.off[1] - f.off[0]);
    *w = (way){.length2 = off * off,
               .here = on->from.along + at * (on->to.along - on->from.along),
               .there = to->from.along + foot * (to->to.along - to->from.along),
               .kind = WEND_SEED_SHORTEST};
    return true;
}

// Where something stands at the end of a or at the beginning of b, the shortest way may be blocked, or run along one of
// them; where the end of one lies on the other one, it has no length. Then a way between places equally far from there
// is tried, half as far as one could go, if it joins something new; or, where that is higher than a step, in the middle
// of what is not. On a it is measured back from `end`, on b on from `start`.
static bool way_beside(const finding *x, const open_border *a, const place *end, const open_border *b,
                       const place *start, way *w) {
    double of_a = sqrt(a->dx * a->dx + a->dy * a->dy), of_b = sqrt(b->dx * b->dx + b->dy * b->dy);
    double wx = a->dx / of_a + b->dx / of_b, wy = a->dy / of_a + b->dy / of_b, w2 = wx * wx + wy * wy;
    double ox = start->x - end->x, oy = start->y - end->y, near2 = ox * ox + oy * oy, along = ox * wx + oy * wy;
    if (!(w2 > 0)) // parallel
        return false;
    double far = (sqrt(along * along + w2 * (x->reach * x->reach - near2)) - along) / w2;
    double on_a = (end->along - a->from.along) * of_a, on_b = (b->to.along - start->along) * of_b;
    double most = on_a < on_b ? on_a : on_b, off = (far < most ? far : most) / 2;
    double rise = start->z - end->z, rises = b->dz / of_b + a->dz / of_a;
    if (fabs(rise + rises * off) > x->step && rises != 0) {
        double down = (-x->step - rise) / rises, up = (x->step - rise) / rises;
        double low = down < up ? down : up, high = down < up ? up : down;
        off = ((low > 0 ? low : 0) + (high < 2 * off ? high : 2 * off)) / 2;
    }
    place p = moved(a, end, -off / of_a), q = moved(b, start, off / of_b);
    if (!(off > 0) || fabs(q.z - p.z) > x->step || !(beyond(a, q.x, q.y) > 0) || !(beyond(b, p.x, p.y) > 0))
        return false;
    double length2 = (q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y);
    *w = (way){.length2 = length2, .here = p.along, .there = q.along, .kind = WEND_SEED_BESIDE};
    return true;
}

// Puts a way into a list that is ascending by length and has room for `most`.
static void insert_into(way *list, int32_t *count, int32_t most, const way *w) {
    if (*count == most && w->length2 >= list[most - 1].length2)
        return;
    int32_t k = *count < most ? (*count)++ : most - 1;
    for (; k > 0 && list[k - 1].length2 > w->length2; k--)
        list[k] = list[k - 1];
    list[k] = *w;
}

static void insert(row *r, const way *w) {
    if (w->kind == WEND_SEED_BESIDE)
        insert_into(r->beside, &r->beside_count, r->most / 2, w);
    else
        insert_into(r->ways, &r->count, r->most, w);
}

// How long a way must be at most to come into a row that has no place left.
static double longest2(const row *r) {
    return r->ways[r->most - 1].length2;
}

// Whether two items are farther apart, seen from above, than all ways of a row that has no place left.
static bool is_outdone(const row *r, const wend_box3 *a, const wend_box3 *b) {
    if (r->count < r->most)
        return false;
    int32_t dx = a->low[0] > b->high[0] ? a->low[0] - b->high[0] : b->low[0] - a->high[0];
    int32_t dy = a->low[1] > b->high[1] ? a->low[1] - b->high[1] : b->low[1] - a->high[1];
    double apart = (dx > dy ? dx : dy) - 1.0; // less one for rounding
    return apart > 0 && apart * apart >= longest2(r);
}

// Whether something stands at the end of an item, or at its beginning.
static bool is_cut(const finding *x, const open_border *s, bool end) {
    const wend_linking *l = x->s->l;
    const wend_web_border *borders = l->web.borders.data, *b = &borders[s->border];
    double first, last;
    if (end)
        return s->to.along < b->to || !wend_border_passable(l, b->next, borders[b->next].from, &first, &last);
    return s->from.along > b->from || !wend_border_passable(l, b->previous, borders[b->previous].to, &first, &last);
}

// Adds the way beside that from `end` of p to `start` of q, if it is in reach; p is the other item when `there` is set.
static void add_beside(const finding *x, const open_border *p, place end, const open_border *q, place start, bool there,
                       int32_t item, row *r) {
    way w;
    double dx = start.x - end.x, dy = start.y - end.y;
    if (dx * dx + dy * dy > x->reach * x->reach || !way_beside(x, p, &end, q, &start, &w))
        return;
    w = there ? turned(&w) : w;
    w.other = item;
    insert(r, &w);
}

// Whether the foot of a place on an item is well within it.
static bool is_within(const open_border *s, double foot) {
    return foot > 0 && foot < s->to.along - s->from.along;
}

// Adds the ways beside where two items are nearest: where an end of one is beside an end of the other one at which
// something stands, or beside a place between its ends. `feet` and `touch` say where the beginning and the end of a
// have their feet on b, and whether they lie there, and those of b on a.
static void look_beside(const finding *x, const open_border *a, const open_border *b, int32_t item,
                        const double feet[6], const double touch[6], row *r) {
    for (int k = 0; k < 2; k++) {
        const open_border *p = k ? b : a, *q = k ? a : b;
        double on_p = feet[3 - 3 * k], on_q = feet[3 * k + 1]; // where q begins and p ends
        bool p_touched = touch[3 - 3 * k] >= 0, q_touched = touch[3 * k + 1] >= 0;
        place of_start = moved(p, &p->from, on_p), of_end = moved(q, &q->from, on_q);
        if (p_touched || q_touched || is_cut(x, p, true) || is_cut(x, q, false))
            add_beside(x, p, p_touched ? of_start : p->to, q, q_touched ? of_end : q->from, k, item, r);
        if (!p_touched && is_within(p, on_p))
            add_beside(x, p, of_start, q, q->from, k, item, r);
        if (!q_touched && is_within(q, on_q))
            add_beside(x, p, p->to, q, of_end, k, item, r);
    }
}

// Whether two items may have ways between them.
static bool is_pair(const finding *x, const open_border *a, const open_border *b) {
    const wend_web_border *borders = x->s->l->web.borders.data;
    return a->border != b->border && borders[a->border].next != b->border && borders[b->border].next != a->border &&
           are_facing(a, b) && are_passable(a, b) && is_wanted(x, a, b) && is_alive(x->s, b);
}

// Whether some places of two items may be more than a step above each other.
static bool may_be_apart(const finding *x, const open_border *a, const open_border *b) {
    return a->box.high[2] - b->box.low[2] > x->step || b->box.high[2] - a->box.low[2] > x->step;
}

// Adds the shortest ways from one item to another one to its row, if there are any.
static void look_at(const finding *x, const open_border *a, int32_t item, row *r) {
    const open_border *b = &x->s->items.data[item];
    if (is_outdone(r, &a->box, &b->box) || !is_pair(x, a, b))
        return;
    const place *const places[6] = {&a->from, &a->to, &a->middle, &b->from, &b->to, &b->middle};
    way best[WAYS], w;
    int count = 0;
    double touch[6],
        feet[6] = {foot_on(&a->from, b), foot_on(&a->to, b), 0, foot_on(&b->from, a), foot_on(&b->to, a), 0};
    feet[2] = (feet[0] + feet[1]) / 2;
    feet[5] = (feet[3] + feet[4]) / 2;
    for (int n = 0; n < 6; n++) {
        if (!way_from(x, n < 3 ? a : b, places[n], n < 3 ? b : a, feet[n], &w, &touch[n]))
            continue;
        if (n >= 3)
            w = turned(&w);
        if (count == 0 || w.length2 < best[0].length2) {
            if (count < WAYS)
                count++;
            best[1] = best[0];
            best[0] = w;
        } else if (count == 1 || w.length2 < best[1].length2) {
            best[1] = w;
            count = WAYS;
        }
    }
    bool apart = count == 0 && may_be_apart(x, a, b);
    if (apart && way_within(x, a, b, &best[0]))
        count = 1;
    if (apart && count == 0 && way_within(x, b, a, &w)) {
        best[0] = turned(&w);
        count = 1;
    }
    best[0].other = best[1].other = item;
    best[1].kind = WEND_SEED_OTHER;
    if (count > 0)
        insert(r, &best[0]);
    if (count > 1 && best[1].length2 <= best[0].length2 + WEND_RULE_BESIDE * sqrt(best[0].length2)) // parallel
        insert(r, &best[1]);
    if (group_of(x, a) != group_of(x, b))
        look_beside(x, a, b, item, feet, touch, r);
}

// What may be in reach of a box.
static wend_box3 around(const finding *x, const wend_box3 *box, double reach) {
    int32_t more = (int32_t)reach, rise = (int32_t)x->step + 1; // both below half the height
    return (wend_box3){{box->low[0] - more, box->low[1] - more, box->low[2] - rise},
                       {box->high[0] + more, box->high[1] + more, box->high[2] + rise}};
}

// Lists what is near an item in a tree; where that has bands, by these.
static bool list_near(const finding *x, const wend_boxes *tree, const open_border *a, double reach,
                      wend_item_list *found) {
    wend_box3 box = around(x, &a->box, reach);
    wend_point corners[3];
    if (tree->bands.count == 0)
        return wend_boxes_search(x->s->l->context, tree, &box, found);
    corners_of(a, 0, corners);
    return wend_boxes_search_triangle(x->s->l->context, tree, &box, corners, (int32_t)reach + WEND_RULE_SAME, found);
}

// Fills the row of an item with what is within `reach` of it, in list order. *met counts what was near.
static bool look_around(const finding *x, const open_border *a, double reach, wend_item_list *found, row *r,
                        int64_t *met) {
    const wend_seeding *s = x->s;
    r->count = r->beside_count = 0;
    *met = 0;
    for (int late = 0; late < 2; late++) {
        if (!list_near(x, late ? &s->late_tree : &s->early_tree, a, reach, found))
            return false;
        *met += found->count;
        for (int64_t k = 0; k < found->count; k++)
            look_at(x, a, found->data[k] + (late ? (int32_t)s->late : 0), r);
    }
    return true;
}

// Whether nothing farther than `reach` could still come into a row.
static bool is_settled(const row *r, double reach) {
    return r->count == r->most && longest2(r) <= reach * reach;
}

static bool store(const finding *x, int64_t item, int worker, const row *r) {
    searcher *me = &x->workers[worker];
    int64_t first = me->ways.count;
    int32_t count = r->count + r->beside_count;
    x->rows.data[item - x->first] = (stored_row){worker, count, first};
    if (count == 0)
        return true;
    if (!wend_array_resize(x->s->l->context, &me->ways, first + count))
        return false;
    memcpy(me->ways.data + first, r->ways, (size_t)r->count * sizeof *r->ways);
    memcpy(me->ways.data + first + r->count, r->beside, (size_t)r->beside_count * sizeof *r->beside);
    return true;
}

// Where items crowd, a part of the reach is enough; how much is learned from one item to the next.
static wend_result fill_rows(void *data, int64_t begin, int64_t end, int worker) {
    finding *x = data;
    wend_item_list *found = &x->workers[worker].found;
    double most = floor(x->reach) + 1, reach = most;
    row r = {.most = x->most};
    for (int64_t i = x->first + begin; i < x->first + end; i++) {
        const open_border *a = &x->s->items.data[i];
        int64_t met = 0;
        r.count = r.beside_count = 0;
        bool good = true, wanted = x->s->range != WEND_GAPS_AWAITED || a->awaited;
        if (wanted)
            good = look_around(x, a, reach, found, &r, &met);
        while (good && wanted && reach < most && !is_settled(&r, reach)) {
            reach = 2 * reach < most ? 2 * reach : most;
            good = look_around(x, a, reach, found, &r, &met);
        }
        if (!good || !store(x, i, worker, &r))
            return WEND_ERROR_MEMORY;
        if (met > CROWD && reach > NEAR)
            reach = floor(reach / 2);
    }
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- the list

// NULL when there are none.
static const way *ways_of(const finding *x, const stored_row *r) {
    return r->count > 0 ? x->workers[r->worker].ways.data + r->first : NULL;
}

static bool has_way_to(const finding *x, const stored_row *r, int32_t item) {
    const way *ways = ways_of(x, r);
    for (int32_t n = 0; n < r->count; n++)
        if (ways[n].other == item)
            return true;
    return false;
}

static wend_seed seed_of(const finding *x, int32_t item, const way *w) {
    const open_border *items = x->s->items.data;
    return (wend_seed){w->length2, items[item].border, items[w->other].border, w->here, w->there, w->kind};
}

// Takes every pair once: from the row of the lower item, or of the other one when that one does not have it.
static bool collect(finding *x, wend_seed_list *seeds) {
    for (int32_t i = 0; i < x->rows.count; i++) {
        const stored_row *r = &x->rows.data[i];
        const way *ways = ways_of(x, r);
        int32_t item = i + (int32_t)x->first;
        for (int32_t k = 0; k < r->count; k++) {
            int64_t other = ways[k].other - x->first; // its row
            bool there = other >= 0 && other < i && has_way_to(x, &x->rows.data[other], item);
            if (!there && !wend_array_push(x->s->l->context, seeds, seed_of(x, item, &ways[k])))
                return false;
        }
    }
    return true;
}

// Notes what is nearest to each border.
static bool note_nearest(const finding *x, wend_seeding *s) {
    if (!wend_array_resize(s->l->context, &s->nearest, s->l->web.borders.count))
        return false;
    for (int64_t b = 0; b < s->nearest.count; b++)
        s->nearest.data[b] = (wend_nearest){-1, INFINITY};
    for (int64_t i = 0; i < x->rows.count; i++) {
        const stored_row *r = &x->rows.data[i];
        if (r->count == 0)
            continue;
        const way *shortest = ways_of(x, r);
        wend_nearest *n = &s->nearest.data[s->items.data[i].border];
        double length = sqrt(shortest->length2);
        if (length < n->length)
            *n = (wend_nearest){s->items.data[shortest->other].border, length};
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

wend_result wend_seeds_find(wend_seeding *s, wend_seed_list *seeds) {
    wend_context *context = s->l->context;
    finding x = {.s = s, .reach = s->l->rules.reach_drawn, .step = s->l->rules.climb_drawn};
    x.most = s->again || s->range == WEND_GAPS_AWAITED ? NEAREST_LATER : NEAREST;
    size_t workers = (size_t)wend_thread_count(context);
    seeds->count = 0;
    x.workers = wend_allocate_array(context, (int64_t)workers, sizeof *x.workers);
    wend_result result = x.workers ? WEND_OK : WEND_ERROR_MEMORY;
    if (x.workers)
        memset(x.workers, 0, workers * sizeof *x.workers);
    if (result == WEND_OK)
        result = prepare(s, &x.first);
    int64_t rows = s->items.count - x.first;
    if (result == WEND_OK && !wend_array_resize(context, &x.rows, rows))
        result = WEND_ERROR_MEMORY;
    if (result == WEND_OK)
        result = wend_run_tasks(context, x.rows.count, GRAIN, fill_rows, &x);
    if (result == WEND_OK &&
        (!collect(&x, seeds) || !sort_seeds(context, seeds) || (!s->again && !note_nearest(&x, s))))
        result = WEND_ERROR_MEMORY;
    s->again = true;
    for (size_t w = 0; w < workers && x.workers; w++) {
        wend_array_free(context, &x.workers[w].found);
        wend_array_free(context, &x.workers[w].ways);
    }
    wend_release(context, x.workers, workers * sizeof *x.workers);
    wend_array_free(context, &x.rows);
    return result;
}

void wend_seeding_free(wend_seeding *s) {
    wend_boxes_free(s->l->context, &s->early_tree);
    wend_boxes_free(s->l->context, &s->late_tree);
    wend_array_free(s->l->context, &s->items);
    wend_array_free(s->l->context, &s->nearest);
}

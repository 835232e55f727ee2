// Slots: who stands where, and who is near.
//
// Once in a step agents are sorted by their patches, those of one patch by their index. As patches are numbered row by
// row of the grid, what stands in a square, or in a run of squares of a row, is a run of slots.
//
// The nearest neighbours are looked for in rings of squares around the own one. After each ring everyone is known who
// is nearer than its border; when there are as many neighbours as are wanted, all within that, the search ends. So it
// looks at few squares in a dense crowd, and at all within range where there is nobody.
//
//     +---+---+---+---+---+
//     | 2 | 2 | 2 | 2 | 2 |     where patches overlap or stand side by side, a candidate must also be on a patch near
//     +---+---+---+---+---+     the own one, and at a height that the floor can have there
//     | 2 | 1 | 1 | 1 | 2 |
//     +---+---+---+---+---+
//     | 2 | 1 | 0 | 1 | 2 |
//     +---+---+---+---+---+
//
// Then those go who are hidden by a wall near the agent. Where floors overlap, what looks like a wall may be one of
// another storey: there an exact ray decides.
//
// Ties: the lower slot.
#include "crowd/crowd.h"

// How much of its patience makes an agent thinner: all before a gate for one, this share at least among those who come
// the other way, and nothing elsewhere.
#define THIN 0.8

// Whether a walker comes to a gate for one.
static bool is_before_gate(const wend_crowd *c, const wend_walker *w) {
    for (int32_t k = w->next; w->planned && k < w->route.count && k < w->next + 2; k++) {
        const wend_gate_ahead *gate = &w->route.gates[k];
        wend_two a = wend_crowd_metres(c, gate->right), b = wend_crowd_metres(c, gate->left);
        wend_two off = wend_two_minus((wend_two){0.5 * (a.x + b.x), 0.5 * (a.y + b.y)}, wend_walker_place(c, w));
        if (gate->narrow && wend_two_dot(off, off) < 1.5 * 1.5)
            return true;
    }
    return false;
}

static void fill_body(const wend_crowd *c, const wend_walker *w, int32_t index, wend_body *body) {
    double want = wend_two_length(w->wish);
    bool gate = is_before_gate(c, w);
    *body = (wend_body){.velocity = w->velocity,
                        .toward = want > 0 ? (wend_two){w->wish.x / want, w->wish.y / want} : (wend_two){0, 0},
                        .want = want,
                        .radius = w->radius,
                        .speed = w->speed,
                        .time_gap = w->time_gap >= 0 ? w->time_gap : c->def.time_gap,
                        .priority = w->priority,
                        .patience = w->patience,
                        .against = (double)w->against,
                        .gate = gate,
                        .thin = w->patience * (gate                 ? 1
                                               : w->against > 0.02f ? fmax(THIN, (double)w->against)
                                                                    : 0),
                        .height = w->height,
                        .index = index,
                        .patch = w->patch,
                        .steered = w->steered,
                        .rests = wend_walker_stands(w)};
}

static WEND_CROWD_TASK(fill_bodies) {
    (void)worker;
    wend_crowd *c = data;
    for (int64_t k = begin; k < end; k++) {
        wend_walker *w = &c->walkers.data[k];
        int32_t slot = c->slot_of.data[k];
        if (!w->used || slot < 0)
            continue;
        fill_body(c, w, (int32_t)k, &c->bodies.data[slot]);
        c->places.data[slot] = wend_walker_place(c, w);
    }
    return WEND_OK;
}

wend_result wend_crowd_sort(wend_crowd *c) {
    wend_context *context = c->context;
    int64_t patches = c->patches.patch_square.count, walkers = c->walkers.count;
    if (!wend_array_resize(context, &c->patch_slot, patches + 1) || !wend_array_resize(context, &c->slot_of, walkers) ||
        !wend_array_resize(context, &c->bodies, walkers) || !wend_array_resize(context, &c->outcomes, walkers) ||
        !wend_array_resize(context, &c->places, walkers) || !wend_array_resize(context, &c->targets, walkers) ||
        !wend_array_resize(context, &c->settled, walkers))
        return WEND_ERROR_MEMORY;
    int32_t *first = c->patch_slot.data, sum = 0;
    for (int64_t k = 0; k <= patches; k++)
        first[k] = 0;
    for (int64_t k = 0; k < walkers; k++)
        if (c->walkers.data[k].used && c->walkers.data[k].state != WEND_AGENT_PASSES)
            first[c->walkers.data[k].patch]++;
    for (int64_t k = 0; k <= patches; k++) {
        int32_t own = first[k];
        first[k] = sum;
        sum += own;
    }
    c->slots = sum;
    for (int64_t k = 0; k < walkers; k++)
        c->slot_of.data[k] = c->walkers.data[k].used && c->walkers.data[k].state != WEND_AGENT_PASSES
                                 ? first[c->walkers.data[k].patch]++
                                 : -1;
    for (int64_t k = patches; k > 0; k--)
        first[k] = first[k - 1];
    first[0] = 0;
    return wend_run_tasks(context, walkers, WEND_GRAIN, fill_bodies, c);
}

// ---------------------------------------------------------------------------------------------------- neighbours

// The nearest so far.
enum { CANDIDATES = WEND_NEIGHBOURS * 3 / 2 }; // more than are wanted, as some may be hidden
typedef struct nearest {
    int32_t count, most;
    double squares[CANDIDATES]; // of their distances, ascending
    int32_t slots[CANDIDATES];
    double worst; // what is farther than this is none
} nearest;

static void insert(nearest *n, double square, int32_t slot) {
    int32_t k = n->count < n->most ? n->count++ : n->most - 1;
    for (; k > 0 && (n->squares[k - 1] > square || (n->squares[k - 1] == square && n->slots[k - 1] > slot)); k--) {
        n->squares[k] = n->squares[k - 1];
        n->slots[k] = n->slots[k - 1];
    }
    n->squares[k] = square;
    n->slots[k] = slot;
    if (n->count == n->most)
        n->worst = n->squares[n->most - 1];
}

static bool is_seen(const wend_crowd *c, int32_t a, int32_t b) {
    const wend_walker *from = &c->walkers.data[c->bodies.data[a].index],
                      *to = &c->walkers.data[c->bodies.data[b].index];
    return wend_plan_visible(c->patches.plan, &(wend_spot){from->triangle, from->point, 0},
                             &(wend_spot){to->triangle, to->point, 0});
}

// Whether one is at a height that the floor of the other can have there: surely, or on steep stairs by an exact ray.
static bool is_level(const wend_crowd *c, int32_t a, int32_t b, double square) {
    double rise = (double)c->bodies.data[b].height - (double)c->bodies.data[a].height, distance = sqrt(square);
    return wend_patches_level(rise, distance) || (wend_patches_level(0.4 * rise, distance) && is_seen(c, a, b));
}

static void look_at(const wend_crowd *c, int32_t slot, int32_t begin, int32_t end, bool plain, nearest *n) {
    const wend_two *places = c->places.data;
    wend_two at = places[slot];
    for (int32_t k = begin; k < end; k++) {
        double x = places[k].x - at.x, y = places[k].y - at.y, square = x * x + y * y;
        if (square > n->worst || k == slot)
            continue;
        if (square == n->worst && n->count == n->most && k > n->slots[n->most - 1])
            continue;
        if (!plain) {
            if (!wend_patches_near(&c->patches, c->bodies.data[slot].patch, c->bodies.data[k].patch))
                continue;
            if (c->patches.layered && !c->patches.plain.data[c->bodies.data[k].patch] && !is_level(c, slot, k, square))
                continue;
        }
        insert(n, square, k);
    }
}

// Looks at some squares of a row.
static void look_along(const wend_crowd *c, int32_t slot, int32_t row, int32_t from, int32_t to, bool plain,
                       nearest *n) {
    const wend_patches *p = &c->patches;
    from = from < 0 ? 0 : from;
    to = to >= p->columns ? p->columns - 1 : to;
    if (row < 0 || row >= p->rows || from > to)
        return;
    const int32_t *first = p->square_patch.data + (int64_t)row * p->columns;
    look_at(c, slot, c->patch_slot.data[first[from]], c->patch_slot.data[first[to + 1]], plain, n);
}

// Whether a wall of the list lies between two places.
static bool is_hidden(const wend_crowd *c, int32_t patch, wend_two p, wend_two q) {
    const wend_patches *s = &c->patches;
    wend_two d = wend_two_minus(q, p);
    for (int32_t k = s->wall_first.data[patch]; k < s->wall_first.data[patch + 1]; k++) {
        const wend_wall *w = &s->walls.data[s->wall.data[k]];
        wend_two a = {w->ax - p.x, w->ay - p.y}, b = {w->bx - p.x, w->by - p.y};
        double side_a = wend_two_cross(d, a), side_b = wend_two_cross(d, b);
        if ((side_a > 0) == (side_b > 0))
            continue;
        wend_two e = wend_two_minus(b, a);
        double from = wend_two_cross(e, a), to = wend_two_cross(e, wend_two_minus(a, d));
        if ((from > 0) != (to > 0))
            return true;
    }
    return false;
}

void wend_crowd_find_neighbours(wend_crowd *c, int32_t slot, wend_outcome *out) {
    const wend_patches *p = &c->patches;
    int32_t patch = c->bodies.data[slot].patch, square = p->patch_square.data[patch];
    int32_t row = square / p->columns, column = square % p->columns;
    wend_two at = c->places.data[slot];
    double x = at.x - (p->low[0] * p->metres + column * p->side), y = at.y - (p->low[1] * p->metres + row * p->side);
    double border = fmin(fmin(x, p->side - x), fmin(y, p->side - y));
    bool plain = p->plain.data[patch];
    bool walls = p->wall_first.data[patch] < p->wall_first.data[patch + 1];
    int32_t wanted = c->def.neighbours, most = walls ? wanted + wanted / 2 : wanted;
    nearest n = {.most = most, .worst = c->def.range * c->def.range};
    look_along(c, slot, row, column, column, plain, &n);
    for (int32_t k = 1; k <= p->reach; k++) {
        double known = border + (k - 1) * p->side;
        if (known > 0 && (known >= c->def.range || (n.count == n.most && n.worst <= known * known)))
            break;
        look_along(c, slot, row - k, column - k, column + k, plain, &n);
        for (int32_t y_row = row - k + 1; y_row < row + k; y_row++) {
            look_along(c, slot, y_row, column - k, column - k, plain, &n);
            look_along(c, slot, y_row, column + k, column + k, plain, &n);
        }
        look_along(c, slot, row + k, column - k, column + k, plain, &n);
    }
    out->count = 0;
    for (int32_t k = 0; k < n.count && out->count < wanted; k++)
        if (!walls || !is_hidden(c, patch, at, c->places.data[n.slots[k]]) ||
            (p->layered && !plain && is_seen(c, slot, n.slots[k])))
            out->neighbours[out->count++] = n.slots[k];
}

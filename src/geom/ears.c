// Cutting off ears; see ears.h.
#include "geom/ears.h"

#include "geom/predicate.h"

#include <math.h>

enum { UNKNOWN = -1, EAR = -2, NO_EAR = -3 }; // of a corner that nothing is known to be in the way of

bool wend_ears_make_room(wend_context *context, wend_ears *ears, int64_t corners) {
    return wend_array_resize(context, &ears->corners, corners) &&
           wend_array_reserve(context, &ears->triangles, corners);
}

void wend_ears_free(wend_context *context, wend_ears *ears) {
    wend_array_free(context, &ears->corners);
    wend_array_free(context, &ears->triangles);
}

static int64_t turn(const wend_point3 *a, const wend_point3 *b, const wend_point3 *c) {
    return wend_cross((wend_point){a->x, a->y}, (wend_point){b->x, b->y}, (wend_point){c->x, c->y});
}

static bool is_at(const wend_point3 *a, const wend_point3 *b) {
    return a->x == b->x && a->y == b->y;
}

static int32_t least(int32_t a, int32_t b, int32_t c) {
    return a < b ? (a < c ? a : c) : (b < c ? b : c);
}

static int32_t most(int32_t a, int32_t b, int32_t c) {
    return a > b ? (a > c ? a : c) : (b > c ? b : c);
}

// A corner that keeps another one from being taken off: it is enough to know that it is still there. EAR when there is
// none, NO_EAR where the polygon does not turn.
static int32_t blocker_of(const wend_ears *e, int32_t v) {
    const wend_ears_corner *c = e->corners.data;
    int32_t before = c[v].previous, after = c[v].next;
    const wend_point3 *q = &c[v].at, *p = &c[e->right ? after : before].at, *r = &c[e->right ? before : after].at;
    if (turn(p, q, r) <= 0)
        return NO_EAR;
    wend_point low = {least(p->x, q->x, r->x), least(p->y, q->y, r->y)};
    wend_point high = {most(p->x, q->x, r->x), most(p->y, q->y, r->y)};
    for (int32_t k = c[after].next; k != before; k = c[k].next) {
        const wend_point3 *at = &c[k].at;
        if (at->x < low.x || at->x > high.x || at->y < low.y || at->y > high.y ||
            fabs((double)at->z - q->z) > e->reach || is_at(at, p) || is_at(at, q) || is_at(at, r))
            continue;
        if (turn(p, q, at) >= 0 && turn(q, r, at) >= 0 && turn(r, p, at) >= 0)
            return k;
    }
    return EAR;
}

static bool is_ear(wend_ears *e, int32_t v) {
    wend_ears_corner *c = &e->corners.data[v];
    if (c->blocker == UNKNOWN || (c->blocker >= 0 && e->corners.data[c->blocker].gone))
        c->blocker = blocker_of(e, v);
    return c->blocker == EAR;
}

// Notes what is beside a corner, as that has changed.
static void look_at(wend_ears *e, int32_t v) {
    wend_ears_corner *c = e->corners.data;
    wend_point3 a = c[c[v].previous].at, b = c[c[v].next].at;
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y;
    c[v].length2 = dx * dx + dy * dy;
    c[v].blocker = UNKNOWN;
}

// The ear that leaves the shortest side, the first one from a corner on; -1 for none.
static int32_t shortest_ear(wend_ears *e, int32_t first, int64_t left) {
    int32_t best = -1, v = first;
    for (; left > 0; left--, v = e->corners.data[v].next)
        if ((best < 0 || e->corners.data[v].length2 < e->corners.data[best].length2) && is_ear(e, v))
            best = v;
    return best;
}

// The sides of an ear and what lies beyond them become each other's twins.
static void join_sides(wend_ears *e, int32_t t) {
    const wend_ear *ear = &e->triangles.data[t];
    for (int i = 0; i < 3; i++)
        if (ear->twin[i] >= 0)
            e->triangles.data[ear->twin[i] / 3].twin[ear->twin[i] % 3] = 3 * t + i;
}

// Takes an ear off; beyond the second side of the last one is what was there before.
static void take_off(wend_ears *e, int32_t v, bool last) {
    wend_ears_corner *c = e->corners.data;
    int32_t before = c[v].previous, after = c[v].next, t = (int32_t)e->triangles.count++;
    int32_t left = last ? c[after].beyond : ~before;
    e->triangles.data[t] = e->right ? (wend_ear){{v, before, after}, {c[before].beyond, left, c[v].beyond}}
                                    : (wend_ear){{v, after, before}, {c[v].beyond, left, c[before].beyond}};
    join_sides(e, t);
    c[v].gone = true;
    c[before].next = after;
    c[after].previous = before;
    c[before].beyond = 3 * t + 1;
    look_at(e, before);
    look_at(e, after);
}

bool wend_ears_cut(wend_ears *e) {
    int32_t count = (int32_t)e->corners.count, first = 0;
    e->triangles.count = 0;
    for (int32_t k = 0; k < count; k++) {
        wend_ears_corner *c = &e->corners.data[k];
        c->next = k + 1 < count ? k + 1 : 0;
        c->previous = k > 0 ? k - 1 : count - 1;
        c->beyond = ~k;
        c->gone = false;
    }
    for (int32_t k = 0; k < count; k++)
        look_at(e, k);
    for (int32_t left = count; left >= 3; left--) {
        int32_t best = shortest_ear(e, first, left);
        if (best < 0)
            return false;
        first = e->corners.data[best].previous;
        take_off(e, best, left == 3);
    }
    return true;
}

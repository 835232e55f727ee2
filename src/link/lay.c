// Laying a ladder: fillers between the rungs that were planned.
//
// Both chains of borders are followed from the first rung on. A border gets a corner where a rung ends within it;
// between two rungs one or two triangles are attached, each to the border on its side, and what lies against the ladder
// so far is joined to it. The free sides of the last triangles, at both ends, become borders of no boundary edge; one
// that has a single border beside it is joined to that. What was laid before may have used up a border in the second
// direction, or a triangle would turn over where a border must be subdivided: the ladder ends there.
//
// Cost: O(1) for each rung.
#include "link/ladder.h"

typedef struct building {
    wend_ladder *ladder;
    wend_web *web;
    int32_t strip;
    int32_t side_p;         // of the links: 0 for the lower boundary
    int32_t p, q;           // the borders that end in p and start in q
    int32_t back_p, back_q; // those that start in the first p and end in the first q
    int32_t front, tail; // the free sides of the fillers, from p to q and from the first q to the first p; -1 for none
    wend_point3 at_p, at_q;
    bool failed; // memory is short
} building;

// Subdivides a border; false when a triangle would turn over. Since a place was planned, the border may have been
// subdivided elsewhere, and have come to lie a step aside; then so does the place.
static bool split_at(building *b, int32_t border, wend_border_place *at, int32_t *second) {
    at->border = border;
    if (!wend_border_place_settle(b->ladder->filled->l, at) && !wend_web_give_room(b->web, border, at->at))
        return false;
    if (!wend_web_split(b->web, border, at->at, second)) {
        b->failed = true;
        return false;
    }
    at->along = b->web->borders.data[border].to;
    return true;
}

static bool join(building *b, int32_t x, int32_t y, int32_t side) {
    b->failed |= !wend_web_join_borders(b->web, x, y, b->strip, side);
    return !b->failed;
}

// Attaches a filler and closes the side of it that lies against `closing` (or makes it the tail when that is -1): the
// one that comes from the apex, or the one that leads to it. *open is the other one.
static bool attach(building *b, int32_t border, wend_point3 apex, int32_t side, bool close_in, int32_t closing,
                   int32_t *open) {
    int32_t out, in;
    if (!wend_web_attach(b->web, border, apex, b->strip, side, &out, &in)) {
        b->failed = true;
        return false;
    }
    int32_t closed = close_in ? in : out;
    *open = close_in ? out : in;
    if (closing >= 0)
        return join(b, closed, closing, 0);
    b->tail = closed;
    return true;
}

// The fillers between the present rung and the next one, whose sides are the borders `on_p` and `on_q` (-1: stays).
static bool add_fillers(building *b, const wend_rung *next, int32_t on_p, int32_t on_q) {
    wend_point3 p1 = next->p.at, q1 = next->q.at;
    int32_t side_p = b->side_p, side_q = 1 - b->side_p, first;
    if (wend_same_above(b->at_p, b->at_q)) { // a tip: one triangle, whose side on q is joined at once
        int32_t out, in;
        if (!wend_web_attach(b->web, on_p, q1, b->strip, side_p, &out, &in)) {
            b->failed = true;
            return false;
        }
        b->front = out;
        return join(b, in, on_q, side_p);
    }
    if (on_q < 0)
        return attach(b, on_p, b->at_q, side_p, true, b->front, &b->front);
    if (on_p < 0)
        return attach(b, on_q, b->at_p, side_q, false, b->front, &b->front);
    if (wend_same_above(p1, q1)) { // both sides meet: one triangle
        if (!attach(b, on_p, b->at_q, side_p, true, b->front, &first))
            return false;
        b->front = -1;
        return join(b, first, on_q, side_p);
    }
    if (wend_rung_diagonal(b->at_p, p1, q1, b->at_q, next->longer) == 1)
        return attach(b, on_p, b->at_q, side_p, true, b->front, &first) &&
               attach(b, on_q, p1, side_q, false, first, &b->front);
    return attach(b, on_q, b->at_p, side_q, false, b->front, &first) &&
           attach(b, on_p, q1, side_p, true, first, &b->front);
}

// Heights belong to borders: a corner where a step ends has one for each side.
static void take_heights(building *b) {
    if (b->web->borders.data[b->p].edge >= 0)
        b->at_p.z = wend_border_to(b->web, b->p).z;
    if (b->web->borders.data[b->q].edge >= 0)
        b->at_q.z = wend_border_from(b->web, b->q).z;
}

// Whether the fillers between the present rung and the next one face up.
static bool is_sound(const building *b, const wend_rung *next, bool p_moves, bool q_moves) {
    wend_point3 p = b->at_p, q = b->at_q, p1 = next->p.at, q1 = next->q.at;
    if (wend_same_above(p, q)) // a tip
        return wend_turn_of(p, p1, q1) > 0;
    if (!q_moves || wend_same_above(p1, q1))
        return wend_turn_of(p, p1, q) > 0;
    return p_moves ? wend_rung_diagonal(p, p1, q1, q, false) >= 0 : wend_turn_of(q1, q, p) > 0;
}

// Whether a border leads from one place to another, if there is one: what was laid before may have used it up.
static bool leads(const building *b, int32_t border, wend_point3 from, wend_point3 to) {
    return border < 0 ||
           (b->web->borders.data[border].edge >= 0 && wend_same_above(wend_border_from(b->web, border), from) &&
            wend_same_above(wend_border_to(b->web, border), to));
}

// Builds up to the next rung, whose ends may be moved a step aside; false when it cannot be had or memory is short.
static bool build_rung(building *b, wend_rung *next) {
    bool p_moves = !wend_same_above(b->at_p, next->p.at), q_moves = !wend_same_above(b->at_q, next->q.at);
    int32_t on_p = p_moves ? b->p : -1, on_q = q_moves ? b->q : -1, rest = -1;
    if (p_moves && !next->p.corner && !split_at(b, b->p, &next->p, &on_p))
        return false;
    if (q_moves && !next->q.corner && !split_at(b, b->q, &next->q, &rest))
        return false;
    int32_t p = next->p.corner && p_moves ? b->web->borders.data[on_p].previous : b->p;
    int32_t q = !q_moves ? b->q : next->q.corner ? b->web->borders.data[on_q].next : rest;
    if (!leads(b, on_p, next->p.at, b->at_p) || !leads(b, on_q, b->at_q, next->q.at) ||
        !is_sound(b, next, p_moves, q_moves) || !add_fillers(b, next, on_p, on_q))
        return false;
    wend_strip *s = &b->web->strips.data[b->strip];
    double length = wend_length_above(next->p.at, next->q.at);
    s->distance = length > s->distance ? length : s->distance;
    b->p = p;
    b->q = q;
    b->at_p = next->p.at;
    b->at_q = next->q.at;
    take_heights(b);
    return true;
}

// Joins the free side of a ladder to what is left beside it when that is one border only.
static void close_end(building *b, int32_t end, int32_t side) {
    if (end < 0 || b->failed)
        return;
    const wend_web_border *e = &b->web->borders.data[end];
    if (e->edge >= 0 && e->next == e->previous && e->next != end)
        join(b, end, e->next, 1 - side);
}

// The first rung's places get corners.
static bool set_out(building *b, wend_rung *first) {
    int32_t second;
    b->p = first->p.border;
    b->q = first->q.border;
    if (first->p.corner)
        b->p = first->p.end ? b->p : b->web->borders.data[b->p].previous;
    else if (!split_at(b, b->p, &first->p, &second))
        return false;
    if (first->q.corner)
        b->q = first->q.end ? b->web->borders.data[b->q].next : b->q;
    else if (split_at(b, b->q, &first->q, &second))
        b->q = second;
    else
        return false;
    b->at_p = first->p.at;
    b->at_q = first->q.at;
    b->back_p = b->web->borders.data[b->p].next;
    b->back_q = b->web->borders.data[b->q].previous;
    take_heights(b);
    return true;
}

// Turns around to build the second direction from the first rung on, the sides having changed places. False when what
// was built in the first direction has reached around to there.
static bool turn_around(building *b, const wend_rung *first) {
    const wend_web_border *p = &b->web->borders.data[b->back_q], *q = &b->web->borders.data[b->back_p];
    if (b->tail < 0 || p->edge < 0 || q->edge < 0 || !wend_same_above(wend_border_to(b->web, b->back_q), first->q.at) ||
        !wend_same_above(wend_border_from(b->web, b->back_p), first->p.at))
        return false;
    int32_t front = b->front;
    b->front = b->tail;
    b->tail = front;
    b->side_p = 1 - b->side_p;
    b->at_p = first->q.at;
    b->at_q = first->p.at;
    b->p = b->back_q;
    b->q = b->back_p;
    take_heights(b);
    return true;
}

static void build_way(building *b, wend_rung *rungs, int64_t count) {
    for (int64_t k = 0; k < count && build_rung(b, &rungs[k]); k++) {
    }
}

static wend_rung turned(const wend_rung *r) {
    return (wend_rung){r->q, r->p, r->longer};
}

wend_result wend_ladder_lay(wend_ladder *ladder, const wend_rung *first, int64_t ahead) {
    wend_web *web = &ladder->filled->l->web;
    int64_t count = ladder->rungs.count, triangles = web->triangles.count;
    double lift = 0;
    for (int64_t k = 0; k < count; k++) {
        const wend_rung *r = &ladder->rungs.data[k];
        lift += (k < ahead ? 1 : -1) * ((double)r->p.at.z - r->q.at.z);
    }
    building b = {
        .ladder = ladder, .web = web, .strip = (int32_t)web->strips.count, .side_p = lift > 0, .front = -1, .tail = -1};
    if (!wend_array_push(web->context, &web->strips,
                         (wend_strip){.kind = ladder->kind, .distance = wend_length_above(first->p.at, first->q.at)}))
        return WEND_ERROR_MEMORY;
    wend_rung start = ahead > 0 ? *first : turned(first);
    b.side_p = ahead > 0 ? b.side_p : 1 - b.side_p;
    if (set_out(&b, &start)) {
        build_way(&b, ladder->rungs.data, ahead > 0 ? ahead : count);
        if (ahead > 0 && ahead < count && !b.failed && turn_around(&b, &start))
            build_way(&b, ladder->rungs.data + ahead, count - ahead);
    }
    close_end(&b, b.front, b.side_p);
    close_end(&b, b.tail, b.side_p);
    if (b.failed)
        return WEND_ERROR_MEMORY;
    bool any = false;
    for (int64_t t = triangles; t < web->triangles.count && !any; t++)
        any = web->triangles.data[t].surface < 0;
    if (!any) {
        web->strips.count--;
        return WEND_OK;
    }
    ladder->made++;
    return wend_filled_note(ladder->filled, triangles);
}

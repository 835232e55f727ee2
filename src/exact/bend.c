// Bending: a piece along a side gets a point that the floor beyond has there.
//
// A vertex of one floor, less than a step from its side, bends that side, and the floor beyond does not know. So the
// piece there is bent in turn:
//
//           x                 x
//          / \               /|\         the piece u w x, u -> w on the edge; v is less than a step off the line u - w,
//         /   \             / | \        on either side
//        u-----w           u--v--w
//
//     split         the piece into two, as above, where v lies between the lines from x to u and to w
//     lay outside   a piece u v w, where v lies beyond one of these lines, and outside
//     peel          pieces off the side up to v, where it lies beyond one of them, and inside
//     let through   where v lies beyond both, and inside: the piece goes, and x becomes a point of the edge, where the
//                   neighbours are bent in turn
//
// Half-edges get other names then. Their neighbours and slots are told, and the chain that is being bent; chains of
// other edges are listed from the slots when their turn comes.
//
// Degenerate cases: a piece that would turn over is left, and its edge without pieces; a needle there is taken away.
// All is decided in integers, but for what a needle is.
//
// Cost: constant, but for peeling, which looks at a fan.
#include "exact/bend.h"

typedef struct bending {
    wend_context *context;
    wend_raw *raw;
    wend_sides *sides;
    wend_side_chain *chain;
} bending;

// The slot of a half-edge that is not joined, or -1 when it has none.
static int32_t slot_of(const bending *b, int32_t half) {
    int32_t twin = wend_raw_twin(b->raw, half);
    if (wend_is_open_twin(twin))
        return wend_open_slot(twin);
    return twin < 0 && ~twin < b->sides->border_slots.count ? b->sides->border_slots.data[~twin] : -1;
}

// Tells those who know a half-edge by its name that it has moved to another piece: its neighbour, its slot, and the
// chain being bent.
static void tell_moved(bending *b, int32_t from, int32_t to) {
    int32_t twin = wend_raw_twin(b->raw, to);
    if (twin >= 0)
        wend_raw_set_twin(b->raw, twin, to);
    else if (slot_of(b, to) >= 0)
        b->sides->slots.data[slot_of(b, to)] = to;
    for (int64_t i = 0; i < b->chain->links.count; i++)
        if (b->chain->links.data[i].half == from)
            b->chain->links.data[i].half = to;
}

// Gives a half-edge the border that another has. Room for a border must have been made.
static void copy_border(wend_raw *raw, int32_t half, int32_t border) {
    if (!wend_is_open_twin(border)) {
        raw->borders.data[raw->borders.count] = raw->borders.data[~border];
        border = ~(int32_t)raw->borders.count++;
    }
    wend_raw_set_twin(raw, half, border);
}

// What is behind the half-edge `inner` of a piece that goes: the neighbour's half-edge, which now lies on the side with
// the given border, or -1 when there is none.
static int32_t uncover(wend_raw *raw, int32_t inner, int32_t border) {
    int32_t behind = wend_raw_twin(raw, inner);
    if (behind < 0)
        return -1;
    copy_border(raw, behind, border);
    return behind;
}

// Splits the piece of half-edge h = u -> w at v into u -> v, which is h, and v -> w, which is returned.
static int32_t split(bending *b, int32_t h, wend_point3 v) {
    wend_raw *raw = b->raw;
    int32_t next = wend_half_next(h), t = (int32_t)raw->triangles.count++;
    raw->triangles.data[t] = (wend_raw_triangle){.p = {v, wend_raw_to(raw, h), wend_raw_to(raw, next)},
                                                 .twin = {0, wend_raw_twin(raw, next), next},
                                                 .source = raw->triangles.data[h / 3].source};
    raw->triangles.data[h / 3].p[next % 3] = v;
    wend_raw_set_twin(raw, next, 3 * t + 2);
    tell_moved(b, next, 3 * t + 1);
    copy_border(raw, 3 * t, wend_raw_twin(raw, h));
    return 3 * t;
}

// Lays a new piece u v w outside the piece of half-edge h = u -> w.
static void lay_outside(bending *b, int32_t h, wend_point3 v, wend_side_link parts[2]) {
    wend_raw *raw = b->raw;
    int32_t t = (int32_t)raw->triangles.count++, border = wend_raw_twin(raw, h);
    raw->triangles.data[t] = (wend_raw_triangle){.p = {wend_raw_from(raw, h), v, wend_raw_to(raw, h)},
                                                 .twin = {border, 0, h},
                                                 .source = raw->triangles.data[h / 3].source};
    tell_moved(b, h, 3 * t);
    copy_border(raw, 3 * t + 1, border);
    wend_raw_set_twin(raw, h, 3 * t + 2);
    parts[0] = (wend_side_link){3 * t, v};
    parts[1] = (wend_side_link){3 * t + 1, wend_raw_to(raw, 3 * t + 1)};
}

// For an x between the side and the bent one: takes the piece away, and x becomes a point of the edge.
static void let_through(wend_raw *raw, int32_t h, wend_side_link parts[2]) {
    int32_t next = wend_half_next(h), previous = wend_half_previous(h), border = wend_raw_twin(raw, h);
    parts[0] = (wend_side_link){uncover(raw, previous, border), wend_raw_from(raw, previous)};
    parts[1] = (wend_side_link){uncover(raw, next, border), wend_raw_to(raw, h)};
    raw->triangles.data[h / 3].source = -1;
}

// The half-edge across which v lies, seen from the piece of half-edge h, one end of which it is near: at the begin of h
// the one before h, at its end the one after.
static int32_t near_edge(int32_t h, bool begin) {
    return begin ? wend_half_previous(h) : wend_half_next(h);
}

// Whether the piece of half-edge h keeps some area when its corner at the near end moves to v; *inside tells whether v
// lies in it, so that it need not move.
static bool may_peel(const wend_raw *raw, int32_t h, wend_point3 v, bool begin, bool *inside) {
    wend_point3 u = wend_raw_from(raw, h), w = wend_raw_to(raw, h), x = wend_raw_to(raw, wend_half_next(h));
    int64_t near = begin ? wend_area_from_above(u, v, x) : wend_area_from_above(v, w, x);
    int64_t far = begin ? wend_area_from_above(v, w, x) : wend_area_from_above(u, v, x);
    *inside = far > 0 && near > 0;
    return far > 0;
}

// Whether the piece of half-edge h is nowhere wider than two steps over it.
static bool is_needle(const wend_raw *raw, int32_t h) {
    wend_point3 u = wend_raw_from(raw, h), w = wend_raw_to(raw, h), x = wend_raw_to(raw, wend_half_next(h));
    double area2 = (double)wend_area_from_above(u, w, x), dx = (double)w.x - u.x, dy = (double)w.y - u.y;
    return area2 * area2 < 4 * (dx * dx + dy * dy);
}

// For a v on the inside, near one end of h, beyond other edges of the pieces around that end:
//
//            y   x                     y   x
//            |  /   .                  |  / .
//            | / v  w                  | v---w          the corners of the pieces between the side and v move from the
//            |/  .                     |/               end to v, and the piece that holds v is split
//            u                         u
//
// The fan may also end at a border before v is reached; then nothing is left between the end and v. When a piece would
// turn over, the edge is left without pieces, and a needle goes. False when memory is short.
static bool peel(bending *b, int32_t h, wend_point3 v, bool begin, wend_side_link parts[2]) {
    enum { MOST = 256 };
    wend_raw *raw = b->raw;
    wend_point3 w = wend_raw_to(raw, h);
    int32_t at = h, border = wend_raw_twin(raw, h), last = h;
    bool inside = false;
    int count = 0;
    for (; at >= 0 && count < MOST; count++) {
        if (!may_peel(raw, at, v, begin, &inside) || inside)
            break;
        last = at;
        at = wend_raw_twin(raw, near_edge(at, begin));
    }
    parts[0] = (wend_side_link){-1, v};
    parts[1] = (wend_side_link){-1, w};
    if (at >= 0 && (!inside || at == h))
        return !is_needle(raw, h) || wend_raw_take_away(b->context, raw, h / 3);
    for (int32_t moved = h;; moved = wend_raw_twin(raw, near_edge(moved, begin))) {
        int32_t corner = begin ? moved : wend_half_next(moved);
        raw->triangles.data[corner / 3].p[corner % 3] = v;
        if (moved == last)
            break;
    }
    parts[begin].half = h;
    if (at < 0)
        return true;
    int32_t inner = near_edge(last, begin);
    copy_border(raw, at, border);
    int32_t rest = split(b, at, v), mine = begin ? rest : at;
    wend_raw_set_twin(raw, mine, inner);
    wend_raw_set_twin(raw, inner, mine);
    parts[!begin].half = begin ? at : rest;
    return true;
}

// Bends the piece of half-edge h = u -> w at v. The side from u to w has two parts then; the first ends where the
// second begins. False when memory is short.
static bool bend(bending *b, int32_t h, wend_point3 v, wend_side_link parts[2]) {
    wend_raw *raw = b->raw;
    if (!wend_array_reserve(b->context, &raw->triangles, raw->triangles.count + 1) ||
        !wend_array_reserve(b->context, &raw->borders, raw->borders.count + 3))
        return false;
    wend_point3 u = wend_raw_from(raw, h), w = wend_raw_to(raw, h), x = wend_raw_to(raw, wend_half_next(h));
    int64_t first = wend_area_from_above(u, v, x), second = wend_area_from_above(v, w, x);
    if (first > 0 && second > 0) {
        int32_t rest = split(b, h, v);
        parts[0] = (wend_side_link){h, v};
        parts[1] = (wend_side_link){rest, w};
    } else if (wend_area_from_above(u, v, w) > 0) {
        lay_outside(b, h, v, parts);
    } else if (first <= 0 && second <= 0) {
        let_through(raw, h, parts);
    } else {
        return peel(b, h, v, first <= 0, parts);
    }
    return true;
}

bool wend_side_chain_bend(wend_context *context, wend_raw *raw, wend_sides *sides, wend_side_chain *c, wend_point3 v) {
    wend_side_link part = c->links.data[c->links.count - 1], parts[2];
    part.half = wend_living(raw, part.half);
    if (part.half < 0 || wend_same_place(v, c->forward ? wend_raw_from(raw, part.half) : wend_raw_to(raw, part.half)))
        return wend_array_push(context, &c->links,
                               (wend_side_link){part.half < 0 ? part.half : -1, v}); // nothing to bend
    c->links.count--;
    bending b = {context, raw, sides, c};
    if (!bend(&b, part.half, v, parts) || !wend_array_reserve(context, &c->links, c->links.count + 2))
        return false;
    // A side that runs the other way ends where its edge begins: its parts come in reverse, each ending where it began.
    c->links.data[c->links.count++] = c->forward ? parts[1] : (wend_side_link){parts[0].half, part.end};
    c->links.data[c->links.count++] = c->forward ? parts[0] : (wend_side_link){parts[1].half, parts[0].end};
    return true;
}

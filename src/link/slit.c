// Slits: what is left open between boundaries that nearly coincide, closed without area.
//
//     u ------------------------ v        u ---------- w ========= v     joined from w to v
//           x -------- w -------/               x ----/
//
// Where corners could not be made to meet, steps begin a few lattice steps beside them, and ladders end a step off the
// edge that they run along. What is left is no wider than rounding, but a slit amid the floor would be an obstacle to
// everything that plans. A slit has two tips. At a tip v, where the boundary comes from u and goes back to w, the
// longer side is subdivided beside the end of the shorter one, which is drawn there, and both are joined from there to
// the tip; so it is closed like a zip, from tip to tip.
//
// Where that would turn a triangle over, a sliver of rounding is in the way: a floor reaches over the other one by less
// than two steps, so that the slit is inside out. It is taken away: an ear of the slit, of which two sides lie on it,
// or the triangle on a side that is no longer than two steps, whose ends become one corner.
//
// The same is seen at the tip of a thin floor, with the floor between the two sides: there the triangles around v all
// lie on the side of u and w, and around a slit they do not.
//
// Heights must be within a step, and nothing must stand there but within WEND_RULE_CORNER of an end. Cycles of more
// than BORDERS borders are no slits; those of more than FEW, or with slivers in the way, only where they are no wider
// than two steps on average and nothing stands anywhere on them.
//
// Cost: O(b) for b borders.
#include "link/ladder.h"

#include <math.h>

enum { BORDERS = 32, FEW = 8 }; // of a cycle

// Whether nothing stands on a border, but beside its ends.
static bool is_clear(const wend_linking *l, int32_t border) {
    const wend_web_border *b = &l->web.borders.data[border];
    double from, to, slack = WEND_RULE_CORNER / l->edges.all.data[b->boundary].length;
    return wend_border_open(l, border, (b->from + b->to) / 2, &from, &to) && from <= b->from + slack &&
           to >= b->to - slack;
}

// Whether two borders may be joined, from a tip on as far as the shorter one goes: those of floors that are joined
// already, and the side of a filler where both are the same.
static bool may_join(wend_linking *l, int32_t p, int32_t q) {
    const wend_web *web = &l->web;
    int32_t a = web->borders.data[p].boundary, b = web->borders.data[q].boundary;
    if (a < 0 || b < 0)
        return wend_same_above(wend_border_from(web, p), wend_border_to(web, q)) && (a < 0 || is_clear(l, p)) &&
               (b < 0 || is_clear(l, q));
    return wend_group_of(l, a) == wend_group_of(l, b) && is_clear(l, p) && is_clear(l, q);
}

static bool is_within_step(const wend_linking *l, double a, double b) {
    return fabs(a - b) <= l->rules.climb;
}

// Whether there is floor behind a tip, and not only between its two sides, of which q leads away from it.
static bool is_tip(const wend_web *web, int32_t q) {
    wend_point3 v = wend_border_from(web, q), w = wend_border_to(web, q);
    double dx = (double)w.x - v.x, dy = (double)w.y - v.y;
    for (int32_t h = web->borders.data[q].edge; h >= 0; h = wend_web_twin_before(web, h)) {
        wend_point3 x = wend_web_across(web, h);
        if (dx * ((double)x.x - v.x) + dy * ((double)x.y - v.y) < 0)
            return true;
    }
    return false;
}

static bool join(wend_linking *l, int32_t p, int32_t q) {
    wend_web *web = &l->web;
    wend_point3 a = wend_border_from(web, p), b = wend_border_to(web, p);
    wend_point3 c = wend_border_from(web, q), d = wend_border_to(web, q);
    bool filler = web->borders.data[p].boundary < 0;
    if (filler || web->borders.data[q].boundary < 0) // what lies beside a filler belongs to its link
        return wend_web_join_borders(web, p, q, web->triangles.data[web->borders.data[filler ? p : q].edge / 3].strip,
                                     0);
    bool seam = fabs((double)a.z - d.z) <= WEND_RULE_SAME && fabs((double)b.z - c.z) <= WEND_RULE_SAME;
    int32_t strip = (int32_t)web->strips.count, side = (int64_t)a.z + b.z > (int64_t)c.z + d.z;
    return wend_array_push(l->context, &web->strips, (wend_strip){.kind = seam ? WEND_LINK_SEAM : WEND_LINK_STEP}) &&
           wend_web_join_borders(web, p, q, strip, side);
}

// The height of a border at a place near it; false when that is not beside it, or not within two steps of the edge of
// the surface that the border is a part of.
static bool find_beside(const wend_linking *l, int32_t border, wend_point3 *at) {
    const wend_web_border *b = &l->web.borders.data[border];
    wend_point3 u = wend_border_from(&l->web, border), v = wend_border_to(&l->web, border);
    double dx = (double)v.x - u.x, dy = (double)v.y - u.y, length2 = dx * dx + dy * dy;
    double t = (((double)at->x - u.x) * dx + ((double)at->y - u.y) * dy) / length2;
    double off = (double)wend_turn_of(u, v, *at);
    if (!(t > 0 && t < 1) || off * off > WEND_RULE_SAME * WEND_RULE_SAME * length2)
        return false;
    const wend_link_edge *r = &l->edges.all.data[b->boundary];
    off = (double)wend_turn_of(r->a, r->b, *at);
    if (off * off > WEND_RULE_SAME2 * r->length * r->length)
        return false;
    at->z = (int32_t)floor(u.z + t * ((double)v.z - u.z) + 0.5);
    return true;
}

// Whether a border can be subdivided at a place near a corner, in which another border starts, when that is drawn
// there. It is drawn then.
static bool draw_beside(wend_linking *l, int32_t border, int32_t starts, wend_point3 *at) {
    wend_web *web = &l->web;
    wend_point3 corner = wend_border_from(web, starts);
    if (!find_beside(l, border, at) || !is_within_step(l, at->z, corner.z) || !wend_web_may_split(web, border, *at) ||
        (!wend_same_above(*at, corner) && !wend_web_draw(web, starts, wend_above(*at))))
        return false;
    // That may have been a corner of the same triangle.
    if (wend_web_may_split(web, border, *at))
        return true;
    wend_web_draw(web, starts, wend_above(corner));
    return false;
}

// Whether a corner is near enough to a border to be drawn there.
static bool is_near(const wend_web *web, int32_t border, wend_point3 corner) {
    wend_point3 u = wend_border_from(web, border), v = wend_border_to(web, border);
    double off = (double)wend_turn_of(u, v, corner), far = WEND_RULE_CLEAR * wend_length_above(u, v);
    return off <= far && off >= -far;
}

bool wend_split_beside(wend_linking *l, int32_t border, int32_t starts, int32_t *second) {
    // The places around a corner, the nearest first.
    static const int8_t around[25][2] = {{0, 0},   {-1, 0},  {0, -1}, {0, 1},  {1, 0}, {-1, -1}, {-1, 1},
                                         {1, -1},  {1, 1},   {-2, 0}, {0, -2}, {0, 2}, {2, 0},   {-2, -1},
                                         {-2, 1},  {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1},  {2, 1},
                                         {-2, -2}, {-2, 2},  {2, -2}, {2, 2}};
    wend_point3 corner = wend_border_from(&l->web, starts), at;
    *second = -1;
    for (int k = 0; k < 25; k++) {
        at = (wend_point3){corner.x + around[k][0], corner.y + around[k][1], 0};
        if (draw_beside(l, border, starts, &at))
            return wend_web_split(&l->web, border, at, second);
    }
    at = corner;
    if (!find_beside(l, border, &at) || !wend_web_give_room(&l->web, border, at) ||
        !draw_beside(l, border, starts, &at))
        return true;
    return wend_web_split(&l->web, border, at, second);
}

// Closes a slit at the tip between border p and the next one, as far as the shorter of them goes. *closed is true
// when that worked. False when memory is short.
static bool zip(wend_linking *l, int32_t p, bool *closed) {
    wend_web *web = &l->web;
    int32_t q = web->borders.data[p].next, second;
    wend_point3 u = wend_border_from(web, p), v = wend_border_to(web, p), w = wend_border_to(web, q);
    bool same = wend_same_above(u, w), split_p = wend_length_above(v, w) < wend_length_above(u, v);
    *closed = false;
    if (q == p || !(same || is_near(web, split_p ? p : q, split_p ? w : u)) ||
        !is_within_step(l, v.z, wend_border_from(web, q).z) || !may_join(l, p, q))
        return true;
    if (same) {
        *closed = is_within_step(l, u.z, w.z) && (web->borders.data[q].next == p || is_tip(web, q));
        return !*closed || join(l, p, q);
    }
    if (!is_tip(web, q))
        return true;
    if (!wend_split_beside(l, split_p ? p : q, split_p ? web->borders.data[q].next : p, &second))
        return false;
    *closed = second >= 0;
    return !*closed || join(l, split_p ? second : p, q);
}

// Whether a border has the lowest number in its cycle, and that no more than BORDERS borders.
static bool is_first_of_few(const wend_web *web, int32_t border) {
    int32_t k = web->borders.data[border].next;
    for (int count = 1; k > border && count < BORDERS; count++)
        k = web->borders.data[k].next;
    return k == border;
}

// The number of borders of a cycle, or more than BORDERS.
static int cycle_length(const wend_web *web, int32_t border) {
    int count = 1;
    for (int32_t k = web->borders.data[border].next; k != border && count <= BORDERS; k = web->borders.data[k].next)
        count++;
    return count;
}

// Whether the cycle of a border is a slit between floors that are joined: no wider than two steps on average, nothing
// standing on it, and not the outline of one floor. *over is true where they lie over each other.
static bool is_slit(wend_linking *l, int32_t border, bool *over) {
    const wend_web *web = &l->web;
    wend_point3 origin = wend_border_from(web, border);
    double area2 = 0, around = 0;
    int32_t k = border, first = -1;
    bool between = false;
    do {
        int32_t boundary = web->borders.data[k].boundary;
        wend_point3 u = wend_border_from(web, k), v = wend_border_to(web, k);
        area2 += (double)wend_turn_of(origin, u, v);
        around += wend_length_above(u, v);
        if (boundary >= 0) {
            first = first < 0 ? boundary : first;
            between |= l->around_hole.data[l->loop.data[boundary]] ||
                       wend_component_of(l, boundary) != wend_component_of(l, first);
            if (wend_group_of(l, boundary) != wend_group_of(l, first) || !is_clear(l, k))
                return false;
        }
        k = web->borders.data[k].next;
    } while (k != border);
    *over = area2 > 0;
    return between && fabs(area2) <= WEND_RULE_SAME * around;
}

// Takes a sliver away that keeps a slit open. The border from which to go on, or -1 when there is none.
static int32_t take_sliver(wend_linking *l, int32_t border, int count, bool over) {
    wend_web *web = &l->web;
    int32_t k = border;
    for (int i = 0; i < count; i++, k = web->borders.data[k].next) {
        int32_t left = web->borders.data[k].next;
        if (wend_web_contract(web, k) || (over && wend_web_cut_ear(web, k, &left)))
            return left;
    }
    return -1;
}

// Closes a slit at one of its tips. *left is a border from which to go on then: -1 when there is none, and the next one
// when it was not closed. False when memory is short.
static bool zip_on(wend_linking *l, int32_t k, bool *closed, int32_t *left) {
    const wend_web *web = &l->web;
    int32_t next = web->borders.data[k].next, beyond = web->borders.data[next].next;
    if (!zip(l, k, closed))
        return false;
    *left = next;
    if (*closed) {
        *left = web->borders.data[k].edge >= 0 ? k : web->borders.data[next].edge >= 0 ? next : beyond;
        *left = web->borders.data[*left].edge >= 0 ? *left : -1;
    }
    return true;
}

// Where no place of the lattice is near enough to both sides of a slit, a corner is drawn aside, and then it is closed
// there. *left is the border from which to go on, or -1. False when memory is short.
static bool shift_corner(wend_linking *l, int32_t border, int count, int32_t *left) {
    wend_web *web = &l->web;
    int32_t k = border;
    bool closed = false;
    for (int i = 0; i < count; i++, k = web->borders.data[k].next) {
        wend_point3 corner = wend_border_from(web, k);
        for (int place = 0; place < 25; place++) {
            wend_point aside = {corner.x + place % 5 - 2, corner.y + place / 5 - 2};
            if (wend_point_equal(aside, wend_above(corner)) || !wend_web_draw(web, k, aside))
                continue;
            int32_t tip = k;
            for (int t = 0; t < 3; t++, tip = web->borders.data[tip].previous)
                if (!zip_on(l, tip, &closed, left) || closed)
                    return closed;
            wend_web_draw(web, k, wend_above(corner));
        }
    }
    *left = -1;
    return true;
}

// Zips a cycle from any of its tips, as far as it goes: *border is one that is left then, or -1. False when memory is
// short.
static bool zip_cycle(wend_linking *l, int32_t *border) {
    const wend_web *web = &l->web;
    for (int tries = cycle_length(web, *border); tries > 0 && tries <= BORDERS && *border >= 0; tries--) {
        bool closed;
        if (!zip_on(l, *border, &closed, border))
            return false;
        if (closed && *border >= 0)
            tries = cycle_length(web, *border) + 1;
    }
    return true;
}

// Closes the cycle of a border as far as it can be. False when memory is short.
static bool close_cycle(wend_linking *l, int32_t border) {
    bool over;
    if (cycle_length(&l->web, border) > FEW && !is_slit(l, border, &over))
        return true;
    while (border >= 0) {
        if (!zip_cycle(l, &border))
            return false;
        int count = border < 0 ? 0 : cycle_length(&l->web, border);
        if (count < 3 || count > BORDERS || !is_slit(l, border, &over))
            return true;
        int32_t left = take_sliver(l, border, count, over);
        if (left < 0 && !shift_corner(l, border, count, &left))
            return false;
        border = left;
    }
    return true;
}

wend_result wend_link_slits(wend_linking *l) {
    const wend_web *web = &l->web;
    for (int32_t b = 0; b < web->borders.count; b++)
        if (web->borders.data[b].edge >= 0 && is_first_of_few(web, b) && !close_cycle(l, b))
            return WEND_ERROR_MEMORY;
    return WEND_OK;
}

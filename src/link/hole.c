// Holes: boundary cycles that enclose no more than an agent steps over are filled as a whole.
//
// A hole is filled when no circle wider than `gap` fits into it whose middle is farther than that from all floor
// around: the largest inscribed circle decides, found by halving squares, the deepest first, until none can hold a
// larger one. So grates, cracks that end, slots of any length, and what ladders leave between three boundaries or where
// four tiles meet are filled whatever their shape; larger holes get what ladders and corners give them.
//
// It is cut into triangles by taking off ears, the one with the shortest third side first. An ear is judged by
// orientation alone, and by the corners of the same hole within half a height of it: so a hole whose boundary overlaps
// itself seen from above (around a spiral stair) is cut like any other. All corners of fillers are corners of the
// boundary: no heights need to be made up. A triangle without room, or over an island, is left out, and only that.
//
// Cost: O(n^2) for a hole of n corners, n up to CORNERS.
#include "link/fill.h"
#include "link/ladder.h"

#include <math.h>

enum { CORNERS = 256, SQUARES = 1024, LOOKS = 4096 };

typedef struct corner {
    wend_point3 at;
    int32_t border;         // the border from here to the next corner of the hole
    int32_t after;          // that corner
    int32_t next, previous; // of what is left while ears are taken off
} corner;

typedef struct ear {
    int32_t corner[3]; // counter-clockwise
    int32_t side[3];   // when built: the border of its own side from each corner to the next, -1 when that is joined
    bool kept, built;
} ear;

typedef struct hole {
    wend_linking *l;
    wend_filled *filled;
    double radius; // of the largest circle that may fit in
    int32_t count;
    corner corners[CORNERS];
    int32_t ears;
    ear ear[CORNERS];
    int32_t strip;
    bool failed; // memory is short
} hole;

// ---------------------------------------------------------------------------------------------------- the circle

// A side of a hole: from (x, y) to (x + dx, y + dy).
typedef struct flank {
    double x, y, dx, dy, length2;
    double floor; // 1 when there is floor beyond it, 0 when a filler is
} flank;

typedef struct square {
    double x, y, half;
    double deep; // distance of its middle from the floors around the hole; negative outside of it
} square;

static void take_flanks(const hole *h, flank *flanks) {
    for (int32_t i = 0; i < h->count; i++) {
        const corner *c = &h->corners[i];
        wend_point3 a = c->at, b = h->corners[c->after].at;
        double dx = (double)b.x - a.x, dy = (double)b.y - a.y;
        bool floor = h->l->web.borders.data[c->border].boundary >= 0;
        flanks[i] = (flank){a.x, a.y, dx, dy, dx * dx + dy * dy, floor ? 1 : 0};
    }
}

// The square of the distance between a place, seen from the beginning of a side, and the one at `t` along it.
static double distance2_to(const flank *s, double px, double py, double t) {
    return (px - t * s->dx) * (px - t * s->dx) + (py - t * s->dy) * (py - t * s->dy);
}

static double depth_at(const flank *flanks, int32_t count, double x, double y) {
    double nearest = INFINITY, any = INFINITY;
    bool inside = false;
    for (int32_t i = 0; i < count; i++) {
        const flank *s = &flanks[i];
        double px = x - s->x, py = y - s->y, dot = px * s->dx + py * s->dy;
        dot = dot > 0 ? dot : 0;
        dot = dot < s->length2 ? dot : s->length2;
        double t = dot / s->length2;
        double far2 = distance2_to(s, px, py, t);
        double to_floor2 = distance2_to(s, px, py, t * s->floor); // of a filler only the corners are on the floor
        any = far2 < any ? far2 : any;
        nearest = to_floor2 < nearest ? to_floor2 : nearest;
        if ((s->y > y) != (s->y + s->dy > y) && x < s->x + s->dx * (py / s->dy))
            inside = !inside;
    }
    return inside ? sqrt(nearest) : -sqrt(any);
}

static square square_at(const hole *h, const flank *flanks, double x, double y, double half) {
    return (square){x, y, half, depth_at(flanks, h->count, x, y)};
}

// Puts the four parts of a square on the stack, the deepest on top: where a circle fits in, it is found soon. False when
// one fits in around the middle of a part.
static bool push_parts(const hole *h, const flank *flanks, const square *s, square *stack, int32_t *top) {
    int32_t first = *top;
    for (int k = 0; k < 4; k++) {
        square part = square_at(h, flanks, s->x + (k % 2 ? s->half : -s->half) / 2,
                                s->y + (k / 2 ? s->half : -s->half) / 2, s->half / 2);
        if (part.deep > h->radius)
            return false;
        int32_t at = (*top)++;
        for (; at > first && stack[at - 1].deep > part.deep; at--)
            stack[at] = stack[at - 1];
        stack[at] = part;
    }
    return true;
}

// Whether no circle of more than the radius fits in.
static bool is_narrow(const hole *h) {
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int32_t i = 0; i < h->count; i++) {
        const double at[2] = {h->corners[i].at.x, h->corners[i].at.y};
        for (int k = 0; k < 2; k++) {
            low[k] = at[k] < low[k] ? at[k] : low[k];
            high[k] = at[k] > high[k] ? at[k] : high[k];
        }
    }
    // Squares side by side along the longer axis, so that long holes do not begin with mostly empty ones.
    double width = high[0] - low[0], depth = high[1] - low[1], edge = width < depth ? width : depth;
    edge = edge < 2 * h->radius ? 2 * h->radius : edge;
    square stack[SQUARES];
    flank flanks[CORNERS];
    int32_t top = 0, looked = 0;
    take_flanks(h, flanks);
    for (double x = low[0]; x <= high[0]; x += edge)
        for (double y = low[1]; y <= high[1]; y += edge) {
            if (top + 4 >= SQUARES)
                return false;
            stack[top] = square_at(h, flanks, x + edge / 2, y + edge / 2, edge / 2);
            if (stack[top++].deep > h->radius)
                return false;
        }
    while (top > 0) {
        square s = stack[--top];
        if (looked++ > LOOKS || top + 4 >= SQUARES)
            return false;
        if (s.deep + s.half * 1.4142135623730951 > h->radius && s.half >= 2 && !push_parts(h, flanks, &s, stack, &top))
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- ears

// Whether the corner can be taken off: the hole turns right there, and no other corner near its height lies within.
static bool is_ear(const hole *h, int32_t v) {
    const corner *c = h->corners;
    int32_t u = c[v].previous, w = c[v].next;
    wend_point3 p = c[u].at, q = c[v].at, r = c[w].at;
    if (wend_turn_of(p, q, r) >= 0)
        return false;
    for (int32_t k = c[w].next; k != u; k = c[k].next) {
        wend_point3 at = c[k].at;
        if (fabs((double)at.z - q.z) > h->l->height / 2 || wend_same_above(at, p) || wend_same_above(at, q) ||
            wend_same_above(at, r))
            continue;
        if (wend_turn_of(q, p, at) >= 0 && wend_turn_of(p, r, at) >= 0 && wend_turn_of(r, q, at) >= 0)
            return false;
    }
    return true;
}

// Cuts the hole into triangles; false when it cannot be.
static bool take_ears(hole *h) {
    corner *c = h->corners;
    int32_t first = 0;
    h->ears = 0;
    for (int32_t left = h->count; left >= 3; left--) {
        int32_t best = -1;
        double least = INFINITY;
        for (int32_t k = 0, i = first; k < left; k++, i = c[i].next) {
            wend_point3 a = c[c[i].previous].at, b = c[c[i].next].at;
            double dx = (double)b.x - a.x, dy = (double)b.y - a.y, length2 = dx * dx + dy * dy;
            if (length2 < least && is_ear(h, i)) {
                best = i;
                least = length2;
            }
        }
        if (best < 0)
            return false;
        int32_t u = c[best].previous, w = c[best].next;
        h->ear[h->ears++] = (ear){.corner = {best, u, w}, .side = {-1, -1, -1}};
        c[u].next = w;
        c[w].previous = u;
        first = u;
    }
    return true;
}

// The border of the hole along a side of an ear, or -1: it runs the other way.
static int32_t border_along(const hole *h, const ear *e, int side) {
    const corner *to = &h->corners[e->corner[(side + 1) % 3]];
    return to->after == e->corner[side] ? to->border : -1;
}

// Which ears may be there: room above them, and no more than a step from corner to corner across.
static wend_result judge_ears(hole *h, int32_t *kept) {
    *kept = 0;
    for (int32_t t = 0; t < h->ears; t++) {
        ear *e = &h->ear[t];
        wend_point3 p[3];
        double base[3], lowest = INFINITY;
        bool along[3], steep = false;
        for (int i = 0; i < 3; i++) {
            p[i] = h->corners[e->corner[i]].at;
            lowest = p[i].z < lowest ? p[i].z : lowest;
            along[i] = border_along(h, e, i) >= 0;
        }
        for (int i = 0; i < 3; i++) {
            base[i] = lowest;
            steep |= !along[i] && fabs((double)p[(i + 1) % 3].z - p[i].z) > h->l->step + 1;
        }
        if (steep)
            continue;
        wend_hindrance hindrance = wend_fill_ask(h->filled, p, base, along);
        if (hindrance == WEND_FILL_NO_MEMORY)
            return WEND_ERROR_MEMORY;
        e->kept = hindrance == WEND_FILL_FREE;
        *kept += e->kept;
    }
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- building

// What a side of an ear can be joined to: a border of the hole, or the side of an ear that is built; -1 for nothing
// yet.
static int32_t beyond(const hole *h, const ear *e, int side) {
    int32_t border = border_along(h, e, side);
    if (border >= 0)
        return border;
    int32_t from = e->corner[side], to = e->corner[(side + 1) % 3];
    for (int32_t t = 0; t < h->ears; t++)
        for (int i = 0; i < 3 && h->ear[t].built; i++)
            if (h->ear[t].corner[i] == to && h->ear[t].corner[(i + 1) % 3] == from)
                return h->ear[t].side[i];
    return -1;
}

static void clear_side(hole *h, int32_t border) {
    for (int32_t t = 0; t < h->ears; t++)
        for (int i = 0; i < 3; i++)
            if (h->ear[t].side[i] == border)
                h->ear[t].side[i] = -1;
}

// Attaches an ear to whatever is there beside it; false when nothing is.
static bool build_ear(hole *h, ear *e) {
    wend_web *web = &h->l->web;
    int on = 0;
    while (on < 3 && beyond(h, e, on) < 0)
        on++;
    if (on == 3)
        return false;
    int32_t border = beyond(h, e, on), out, in;
    // The border runs from the side's end to its beginning; `out` leads on from there to the third corner.
    if (!wend_web_attach(web, border, h->corners[e->corner[(on + 2) % 3]].at, h->strip, 0, &out, &in)) {
        h->failed = true;
        return false;
    }
    clear_side(h, border);
    e->built = true;
    e->side[(on + 1) % 3] = out;
    e->side[(on + 2) % 3] = in;
    for (int k = 1; k < 3; k++) {
        int32_t side = e->side[(on + k) % 3], other = beyond(h, e, (on + k) % 3);
        if (other < 0)
            continue;
        if (!wend_web_join_borders(web, side, other, h->strip, 1)) {
            h->failed = true;
            return false;
        }
        clear_side(h, other);
        e->side[(on + k) % 3] = -1;
    }
    return true;
}

static wend_result build(hole *h) {
    wend_web *web = &h->l->web;
    int64_t triangles = web->triangles.count;
    h->strip = (int32_t)web->strips.count;
    if (!wend_array_push(web->context, &web->strips, (wend_strip){.kind = WEND_LINK_HOLE, .distance = 2 * h->radius}))
        return WEND_ERROR_MEMORY;
    for (bool more = true; more && !h->failed;) {
        more = false;
        for (int32_t t = 0; t < h->ears && !h->failed; t++)
            if (h->ear[t].kept && !h->ear[t].built)
                more |= build_ear(h, &h->ear[t]);
    }
    return h->failed ? WEND_ERROR_MEMORY : wend_filled_note(h->filled, triangles);
}

// ---------------------------------------------------------------------------------------------------- cycles

// Twice the area around which a cycle of borders runs, negative for a hole; they are counted and marked as seen.
static double area_of(const wend_web *web, int32_t border, uint8_t *seen, int64_t *count) {
    wend_point3 zero = wend_border_from(web, border), p = zero;
    double area = 0;
    *count = 0;
    for (int32_t b = border; !seen[b]; ++*count) {
        seen[b] = 1;
        b = web->borders.data[b].next;
        wend_point3 q = wend_border_from(web, b);
        area += ((double)p.x - zero.x) * ((double)q.y - zero.y) - ((double)q.x - zero.x) * ((double)p.y - zero.y);
        p = q;
    }
    return area;
}

// Takes up the cycle that a border belongs to. False when it has too many corners, is closed somewhere, or runs around
// floor and not around a hole.
static bool take_up(hole *h, int32_t border, uint8_t *seen) {
    const wend_web *web = &h->l->web;
    int64_t count;
    if (!(area_of(web, border, seen, &count) < 0) || count < 3 || count > CORNERS)
        return false;
    h->count = (int32_t)count;
    for (int32_t k = 0, b = border; k < h->count; k++, b = web->borders.data[b].next) {
        double from, to;
        if (web->borders.data[b].boundary >= 0 && !wend_border_open(h->l, b, -1, &from, &to))
            return false;
        h->corners[k] =
            (corner){.at = wend_border_from(web, b), .border = b, .after = k + 1, .next = k + 1, .previous = k - 1};
    }
    h->corners[0].previous = h->count - 1;
    h->corners[h->count - 1].next = h->corners[h->count - 1].after = 0;
    return true;
}

static wend_result fill_holes(hole *h, uint8_t *seen) {
    wend_web *web = &h->l->web;
    int64_t count = web->borders.count;
    memset(seen, 0, (size_t)count);
    for (int32_t b = 0; b < count; b++) {
        int32_t kept;
        if (seen[b] || web->borders.data[b].edge < 0 || !take_up(h, b, seen) || !is_narrow(h) || !take_ears(h))
            continue;
        wend_result result = judge_ears(h, &kept);
        if (result == WEND_OK && kept > 0)
            result = build(h);
        if (result != WEND_OK)
            return result;
    }
    return WEND_OK;
}

wend_result wend_link_holes(wend_linking *l, wend_filled *filled) {
    if (!(l->gap >= 4) || l->web.borders.count == 0)
        return WEND_OK;
    // Borders that come about on the way lie in cycles that were looked at.
    size_t borders = (size_t)l->web.borders.count;
    hole *h = wend_allocate(l->context, sizeof *h);
    uint8_t *seen = wend_allocate(l->context, borders);
    wend_result result = WEND_ERROR_MEMORY;
    if (h && seen) {
        h->l = l;
        h->filled = filled;
        h->radius = l->gap / 2 + 1;
        h->failed = false;
        result = fill_holes(h, seen);
    }
    wend_release(l->context, seen, borders);
    wend_release(l->context, h, sizeof *h);
    return result;
}

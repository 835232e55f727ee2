// Holes: boundary loops (loop.c) that enclose no more than an agent steps over are filled as a whole.
//
// A hole is filled when no circle wider than `gap` fits into it whose middle is farther than that from all floor
// around: the largest inscribed circle decides, found by halving squares, the deepest first, until none can hold a
// larger one. So grates, cracks that end, slots of any length, and what ladders leave between three boundaries or where
// four tiles meet are filled whatever their shape; larger holes get what ladders and corners give them.
//
// It is cut into triangles by taking off ears (geom/ears.h). An ear is judged by orientation alone, and by the corners
// of the same hole within half a height of it: so a hole whose boundary overlaps itself seen from above (around a
// spiral stair) is cut like any other. All corners of fillers are corners of the
// boundary: no heights need to be made up. A triangle without room, or over an island, is left out, and only that.
//
// Cost: O(n^2) for a hole of n corners, n up to CORNERS, and as long as looking for the circle takes no more than WORK.
#include "geom/ears.h"
#include "link/fill.h"
#include "link/ladder.h"

#include <math.h>

enum { CORNERS = 4096, SQUARES = 1024 };
enum { LOOKS = 1 << 14, WORK = 1 << 24 }; // squares, and sides, that are looked at for one circle

typedef struct corner {
    wend_point3 at;
    bool step;      // whether the border before it ends at another height
    int32_t border; // the border from here to the next corner of the hole
    int32_t after;  // that corner
} corner;

typedef struct ear {
    int32_t corner[3]; // as in wend_ear
    int32_t beyond[3]; // likewise: the half-edge of another ear beyond each side, or negative
    int32_t side[3];   // when built: the border of its own side, -1 when that is joined
    bool kept, built;
} ear;

// A side of a hole: from (x, y) to (x + dx, y + dy).
typedef struct hole_side {
    double x, y, dx, dy, length2;
    double floor;        // 1 when there is floor beyond it, 0 when a filler is
    double far_x, far_y; // the far corner of that filler, which is on the floor, too; else where it begins
} hole_side;

typedef struct hole {
    wend_linking *l;
    wend_filled *filled;
    double radius; // of the largest circle that may fit in
    bool smooth;   // whether there is no step along its boundary
    WEND_ARRAY(corner) corners;
    WEND_ARRAY(hole_side) sides;
    WEND_ARRAY(ear) ears;
    wend_ears cutter;
    WEND_ARRAY(int32_t) after; // per border: what follows it along its loop
    WEND_ARRAY(int32_t) seen;  // per border: -1 until its loop was looked at
    int32_t strip;
    bool failed; // memory is short
} hole;

// ---------------------------------------------------------------------------------------------------- the circle

typedef struct square {
    double x, y, half;
    double deep; // distance of its middle from the floors around the hole; negative outside of it
} square;

static void take_sides(const hole *h) {
    for (int64_t i = 0; i < h->corners.count; i++) {
        const corner *c = &h->corners.data[i];
        wend_point3 a = c->at, b = h->corners.data[c->after].at;
        double dx = (double)b.x - a.x, dy = (double)b.y - a.y;
        const wend_web_border *border = &h->l->web.borders.data[c->border];
        bool floor = border->boundary >= 0;
        wend_point3 far = floor ? a : wend_web_across(&h->l->web, border->edge);
        h->sides.data[i] = (hole_side){a.x, a.y, dx, dy, dx * dx + dy * dy, floor ? 1 : 0, far.x, far.y};
    }
}

// The square of the distance between a place, seen from the beginning of a side, and the one at `t` along it.
static double distance2_to(const hole_side *s, double px, double py, double t) {
    return (px - t * s->dx) * (px - t * s->dx) + (py - t * s->dy) * (py - t * s->dy);
}

static double depth_at(const hole *h, double x, double y) {
    double nearest = INFINITY, any = INFINITY;
    bool inside = false;
    for (const hole_side *s = h->sides.data; s < h->sides.data + h->sides.count; s++) {
        double px = x - s->x, py = y - s->y, dot = px * s->dx + py * s->dy;
        dot = dot > 0 ? dot : 0;
        dot = dot < s->length2 ? dot : s->length2;
        double t = dot / s->length2;
        double far2 = distance2_to(s, px, py, t);
        double to_floor2 = distance2_to(s, px, py, t * s->floor); // of a filler only the corners are on the floor
        any = far2 < any ? far2 : any;
        double to_far2 = (x - s->far_x) * (x - s->far_x) + (y - s->far_y) * (y - s->far_y);
        nearest = to_floor2 < nearest ? to_floor2 : nearest;
        nearest = to_far2 < nearest ? to_far2 : nearest;
        if ((s->y > y) != (s->y + s->dy > y) && x < s->x + s->dx * (py / s->dy))
            inside = !inside;
    }
    return inside ? sqrt(nearest) : -sqrt(any);
}

static square square_at(const hole *h, double x, double y, double half) {
    return (square){x, y, half, depth_at(h, x, y)};
}

// Puts the four parts of a square on the stack, the deepest on top: where a circle fits in, it is found soon. False
// when one fits in around the middle of a part.
static bool push_parts(const hole *h, const square *s, square *stack, int32_t *top) {
    int32_t first = *top;
    for (int k = 0; k < 4; k++) {
        square part =
            square_at(h, s->x + (k % 2 ? s->half : -s->half) / 2, s->y + (k / 2 ? s->half : -s->half) / 2, s->half / 2);
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
    for (int64_t i = 0; i < h->corners.count; i++) {
        const double at[2] = {h->corners.data[i].at.x, h->corners.data[i].at.y};
        for (int k = 0; k < 2; k++) {
            low[k] = at[k] < low[k] ? at[k] : low[k];
            high[k] = at[k] > high[k] ? at[k] : high[k];
        }
    }
    // Squares side by side along the longer axis, so that long holes do not begin with mostly empty ones.
    double width = high[0] - low[0], depth = high[1] - low[1], edge = width < depth ? width : depth;
    edge = edge < 2 * h->radius ? 2 * h->radius : edge;
    square stack[SQUARES];
    int32_t top = 0;
    int64_t looked = 0;
    take_sides(h);
    for (double x = low[0]; x <= high[0]; x += edge)
        for (double y = low[1]; y <= high[1]; y += edge) {
            if (top + 4 >= SQUARES)
                return false;
            stack[top] = square_at(h, x + edge / 2, y + edge / 2, edge / 2);
            if (stack[top++].deep > h->radius)
                return false;
        }
    while (top > 0) {
        square s = stack[--top];
        if (!(s.deep + s.half * 1.4142135623730951 > h->radius && s.half >= WEND_RULE_SAME))
            continue;
        looked += 4;
        if (looked > LOOKS || looked * h->corners.count > WORK || top + 4 >= SQUARES || !push_parts(h, &s, stack, &top))
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- ears

// Cuts the hole into triangles; false when it cannot be.
static bool take_ears(hole *h) {
    h->cutter.right = true;
    h->cutter.reach = h->l->rules.storey;
    for (int64_t k = 0; k < h->corners.count; k++)
        h->cutter.corners.data[k].at = h->corners.data[k].at;
    if (!wend_ears_cut(&h->cutter))
        return false;
    h->ears.count = h->cutter.triangles.count;
    for (int64_t t = 0; t < h->ears.count; t++) {
        const wend_ear *e = &h->cutter.triangles.data[t];
        h->ears.data[t] = (ear){.corner = {e->v[0], e->v[1], e->v[2]},
                                .beyond = {e->twin[0], e->twin[1], e->twin[2]},
                                .side = {-1, -1, -1}};
    }
    return true;
}

// The border of the hole along a side of an ear, or -1: it runs the other way.
static int32_t border_along(const hole *h, const ear *e, int side) {
    const corner *to = &h->corners.data[e->corner[(side + 1) % 3]];
    return to->after == e->corner[side] ? to->border : -1;
}

static bool is_floor_beyond(const hole *h, const ear *e, int side) {
    int32_t border = border_along(h, e, side);
    return border >= 0 && h->l->web.borders.data[border].boundary >= 0;
}

// Whether a way climbs more than a step. A hole on a slope, with no steps around it, climbs as that does: of a way
// longer than a gap counts how much it does along one.
static bool is_steep(const hole *h, double rise, double length) {
    double step = h->l->rules.climb;
    return fabs(rise) > step && !(h->smooth && fabs(rise) * h->l->rules.gap <= step * length);
}

// Whether an ear climbs more than a step: along one of its sides that is no border, or from its far corner to the only
// one that is a border of floor.
static bool is_ear_steep(const hole *h, const ear *e, const wend_point3 p[3]) {
    bool steep = false;
    int floors = 0;
    for (int i = 0; i < 3; i++)
        floors += is_floor_beyond(h, e, i);
    for (int i = 0; i < 3; i++) {
        wend_point3 a = p[i], b = p[(i + 1) % 3], c = p[(i + 2) % 3];
        double dx = (double)b.x - a.x, dy = (double)b.y - a.y, length2 = dx * dx + dy * dy;
        if (border_along(h, e, i) < 0) {
            steep |= is_steep(h, (double)b.z - a.z, sqrt(length2));
        } else if (floors == 1 && is_floor_beyond(h, e, i)) {
            double t = (((double)c.x - a.x) * dx + ((double)c.y - a.y) * dy) / length2;
            t = t < 0 ? 0 : t > 1 ? 1 : t;
            double x = a.x + t * dx - c.x, y = a.y + t * dy - c.y;
            steep |= is_steep(h, a.z + t * ((double)b.z - a.z) - c.z, sqrt(x * x + y * y));
        }
    }
    return steep;
}

// How much a triangle rises for each step along the ground.
static double slope_of(const wend_point3 p[3]) {
    double ux = (double)p[1].x - p[0].x, uy = (double)p[1].y - p[0].y, uz = (double)p[1].z - p[0].z;
    double wx = (double)p[2].x - p[0].x, wy = (double)p[2].y - p[0].y, wz = (double)p[2].z - p[0].z;
    double x = uy * wz - uz * wy, y = uz * wx - ux * wz;
    return sqrt(x * x + y * y) / (ux * wy - uy * wx);
}

// Asks for an ear whose corners are p.
static wend_hindrance ask_ear(const hole *h, const ear *e, const wend_point3 p[3]) {
    double base[3], lowest = wend_least(p[0].z, p[1].z, p[2].z);
    bool along[3];
    double fall = h->smooth ? slope_of(p) * h->l->rules.gap : INFINITY; // across a gap
    for (int i = 0; i < 3; i++) {
        base[i] = p[i].z - fall > lowest ? p[i].z - fall : lowest;
        along[i] = border_along(h, e, i) >= 0;
    }
    if (is_ear_steep(h, e, p))
        return WEND_FILL_MISSHAPEN;
    return wend_fill_ask(h->filled, p, base, along);
}

static bool has_step(const hole *h, const ear *e) {
    const corner *c = h->corners.data;
    return c[e->corner[0]].step || c[e->corner[1]].step || c[e->corner[2]].step;
}

// Which ears may be there: room above them, and no more than a step from corner to corner across. Where a step ends in
// a corner, that has two heights, and which of them the ear has there is known when it is built.
static wend_result judge_ears(hole *h) {
    for (int64_t t = 0; t < h->ears.count; t++) {
        ear *e = &h->ears.data[t];
        const corner *c = h->corners.data;
        const wend_point3 p[3] = {c[e->corner[0]].at, c[e->corner[1]].at, c[e->corner[2]].at};
        wend_hindrance hindrance = has_step(h, e) ? WEND_FILL_FREE : ask_ear(h, e, p);
        if (hindrance == WEND_FILL_NO_MEMORY)
            return WEND_ERROR_MEMORY;
        e->kept = hindrance == WEND_FILL_FREE;
    }
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- building

// The side of the ear beyond a side of one; NULL for none.
static int32_t *side_beyond(hole *h, const ear *e, int side) {
    int32_t twin = e->beyond[side];
    return twin < 0 ? NULL : &h->ears.data[twin / 3].side[twin % 3];
}

// What a side of an ear can be joined to: a border of the hole, or the side of an ear that is built; -1 for nothing
// yet.
static int32_t beyond(hole *h, const ear *e, int side) {
    int32_t border = border_along(h, e, side);
    const int32_t *other = side_beyond(h, e, side);
    return border >= 0 ? border : other ? *other : -1;
}

static void clear_beyond(hole *h, const ear *e, int side) {
    int32_t *other = side_beyond(h, e, side);
    if (other)
        *other = -1;
}

// Whether an ear can be attached to what is beyond a side of it.
static bool may_attach(hole *h, const ear *e, int on) {
    const wend_web *web = &h->l->web;
    int32_t border = beyond(h, e, on);
    if (border < 0 || !has_step(h, e))
        return border >= 0;
    wend_point3 p[3];
    p[on] = wend_border_to(web, border);
    p[(on + 1) % 3] = wend_border_from(web, border);
    p[(on + 2) % 3] = h->corners.data[e->corner[(on + 2) % 3]].at;
    for (int k = 1; k < 3; k++) { // what its other sides are joined to
        int side = (on + k) % 3;
        int32_t other = beyond(h, e, side);
        if (other >= 0 && (fabs((double)wend_border_to(web, other).z - p[side].z) > h->l->rules.climb ||
                           fabs((double)wend_border_from(web, other).z - p[(side + 1) % 3].z) > h->l->rules.climb))
            return false;
    }
    wend_hindrance hindrance = ask_ear(h, e, p);
    h->failed |= hindrance == WEND_FILL_NO_MEMORY;
    return hindrance == WEND_FILL_FREE;
}

// Attaches an ear to what is there beside it; false when it cannot be.
static bool build_ear(hole *h, ear *e) {
    wend_web *web = &h->l->web;
    int on = 0;
    while (on < 3 && !may_attach(h, e, on))
        on++;
    if (on == 3 || h->failed)
        return false;
    int32_t border = beyond(h, e, on), out, in;
    // The border runs from the side's end to its beginning; `out` leads on from there to the third corner.
    if (!wend_web_attach(web, border, h->corners.data[e->corner[(on + 2) % 3]].at, h->strip, 0, &out, &in)) {
        h->failed = true;
        return false;
    }
    clear_beyond(h, e, on);
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
        clear_beyond(h, e, (on + k) % 3);
        e->side[(on + k) % 3] = -1;
    }
    return true;
}

// Notes that all floors around the hole are joined.
static void join_groups(const hole *h) {
    const wend_web_border *borders = h->l->web.borders.data;
    int32_t any = -1;
    for (int64_t k = 0; k < h->corners.count; k++) {
        int32_t boundary = borders[h->corners.data[k].border].boundary;
        if (boundary >= 0 && any >= 0)
            wend_group_join(h->l, any, boundary);
        any = boundary >= 0 ? boundary : any;
    }
}

// Builds the ears that may be there; a hole without any is no link.
static wend_result build(hole *h) {
    wend_web *web = &h->l->web;
    int64_t triangles = web->triangles.count, built = 0, before = -1;
    h->strip = (int32_t)web->strips.count;
    if (!wend_array_push(web->context, &web->strips, (wend_strip){.kind = WEND_LINK_HOLE, .distance = 2 * h->radius}))
        return WEND_ERROR_MEMORY;
    while (built > before && !h->failed) {
        before = built;
        for (int64_t t = 0; t < h->ears.count && !h->failed; t++)
            if (h->ears.data[t].kept && !h->ears.data[t].built)
                built += build_ear(h, &h->ears.data[t]);
    }
    if (built == 0)
        web->strips.count--;
    if (built == h->ears.count)
        join_groups(h);
    return h->failed ? WEND_ERROR_MEMORY : wend_filled_note(h->filled, triangles);
}

// ---------------------------------------------------------------------------------------------------- loops

static bool make_room(hole *h, int64_t corners) {
    wend_context *context = h->l->context;
    h->failed |= !wend_array_resize(context, &h->corners, corners) || !wend_array_resize(context, &h->sides, corners) ||
                 !wend_array_reserve(context, &h->ears, corners) || !wend_ears_make_room(context, &h->cutter, corners);
    return !h->failed;
}

// Takes up the loop that a border belongs to. False when it has too many corners, is closed somewhere, or runs around
// floor and not around a hole.
static bool take_up(hole *h, int32_t border) {
    const wend_web *web = &h->l->web;
    int64_t count;
    if (!(wend_loop_measure(h->l, h->after.data, border, 0, h->seen.data, &count) < 0) || count < 3 ||
        count > CORNERS || !make_room(h, count))
        return false;
    int32_t last = (int32_t)count - 1;
    h->smooth = true;
    for (int32_t k = 0, b = border; k <= last; k++, b = h->after.data[b]) {
        double from, to;
        h->smooth &=
            fabs((double)wend_border_to(web, b).z - wend_border_from(web, h->after.data[b]).z) <= WEND_RULE_SAME;
        if (web->borders.data[b].boundary >= 0 && !wend_border_open(h->l, b, -1, &from, &to))
            return false;
        h->corners.data[k] = (corner){.at = wend_border_from(web, b), .border = b, .after = k < last ? k + 1 : 0};
    }
    for (int32_t k = 0; k <= last; k++) {
        corner *c = &h->corners.data[k];
        c->step = wend_border_to(web, h->corners.data[k > 0 ? k - 1 : last].border).z != c->at.z;
    }
    return true;
}

// What the floor beside a side of the hole is joined with; -1 when that is a filler.
static int32_t group_beside(const hole *h, int64_t k) {
    int32_t boundary = h->l->web.borders.data[h->corners.data[k].border].boundary;
    return boundary >= 0 ? wend_group_of(h->l, boundary) : -1;
}

// How much of the hole floors lie along that are joined with each other.
static double length_beside(const hole *h, int32_t group) {
    double length = 0;
    for (int64_t k = 0; k < h->corners.count; k++)
        if (group_beside(h, k) == group)
            length += wend_length_above(h->corners.data[k].at, h->corners.data[h->corners.data[k].after].at);
    return length;
}

// Whether floors around the hole that are not joined yet may be joined by it: each of them lies along enough of it.
static bool may_join(const hole *h) {
    int32_t any = -1;
    bool apart = false, enough = true;
    for (int64_t k = 0; k < h->corners.count; k++) {
        int32_t group = group_beside(h, k);
        apart |= any >= 0 && group >= 0 && group != any;
        any = group >= 0 ? group : any;
    }
    for (int64_t k = 0; k < h->corners.count && apart && enough; k++) {
        int32_t group = group_beside(h, k);
        enough = group < 0 || length_beside(h, group) >= h->l->rules.least_width;
    }
    return enough;
}

// Borders that come about on the way lie in loops that were looked at.
static wend_result fill_holes(hole *h) {
    const wend_web *web = &h->l->web;
    int64_t count = h->after.count;
    for (int64_t b = 0; b < count; b++)
        h->seen.data[b] = -1;
    for (int32_t b = 0; b < count; b++) {
        bool whole = h->seen.data[b] < 0 && web->borders.data[b].edge >= 0 && take_up(h, b) && may_join(h) &&
                     is_narrow(h) && take_ears(h);
        if (h->failed)
            return WEND_ERROR_MEMORY;
        if (!whole)
            continue;
        wend_result result = judge_ears(h);
        if (result == WEND_OK)
            result = build(h);
        if (result != WEND_OK)
            return result;
    }
    return WEND_OK;
}

wend_result wend_link_holes(wend_linking *l, wend_filled *filled) {
    if (!l->rules.gaps || l->web.borders.count == 0)
        return WEND_OK;
    hole h = {.l = l, .filled = filled, .radius = l->rules.hole};
    bool good = wend_array_resize(l->context, &h.after, l->web.borders.count) &&
                wend_array_resize(l->context, &h.seen, l->web.borders.count) && wend_loops_follow(l, h.after.data);
    wend_result result = good ? fill_holes(&h) : WEND_ERROR_MEMORY;
    wend_array_free(l->context, &h.after);
    wend_array_free(l->context, &h.seen);
    wend_array_free(l->context, &h.corners);
    wend_array_free(l->context, &h.sides);
    wend_array_free(l->context, &h.ears);
    wend_ears_free(l->context, &h.cutter);
    return result;
}

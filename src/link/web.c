// The linked complex in the making: see web.h. Every change is local, O(1) or O(triangles around a corner).
#include "link/web.h"

#include "link/rules.h"

#include "geom/predicate.h"

bool wend_web_make(wend_context *context, const wend_surface_view *surface, wend_web *web) {
    *web = (wend_web){.context = context, .surface = surface};
    // With room for a subdivided triangle or a filler at every boundary edge.
    if (!wend_array_reserve(context, &web->triangles, (int64_t)surface->triangle_count + surface->boundary_count) ||
        !wend_array_reserve(context, &web->borders, 3 * (int64_t)surface->boundary_count) ||
        !wend_array_reserve(context, &web->uses, surface->boundary_count) ||
        !wend_array_resize(context, &web->triangles, surface->triangle_count) ||
        !wend_array_resize(context, &web->borders, surface->boundary_count))
        return false;
    for (int32_t k = 0; k < surface->triangle_count; k++) {
        const wend_surface_triangle *t = &surface->triangles[k];
        wend_web_triangle *w = &web->triangles.data[k];
        *w = (wend_web_triangle){.use = {-1, -1, -1}, .surface = k, .strip = -1};
        for (int i = 0; i < 3; i++) {
            w->p[i] = surface->vertices[t->v[i]];
            w->twin[i] = t->twin[i];
            w->corner[i] = t->v[i];
        }
    }
    for (int32_t b = 0; b < surface->boundary_count; b++)
        web->borders.data[b] = (wend_web_border){.edge = surface->boundaries[b].edge,
                                                 .next = surface->boundaries[b].next,
                                                 .boundary = b,
                                                 .after = -1,
                                                 .to = 1};
    for (int32_t b = 0; b < surface->boundary_count; b++)
        web->borders.data[surface->boundaries[b].next].previous = b;
    return true;
}

void wend_web_free(wend_web *web) {
    wend_array_free(web->context, &web->triangles);
    wend_array_free(web->context, &web->borders);
    wend_array_free(web->context, &web->strips);
    wend_array_free(web->context, &web->uses);
    wend_array_free(web->context, &web->joins);
}

// ---------------------------------------------------------------------------------------------------- subdividing

static void set_twin(wend_web *web, int32_t h, int32_t twin) {
    web->triangles.data[wend_triangle_of(h)].twin[wend_corner_of(h)] = twin;
    if (twin >= 0)
        web->triangles.data[wend_triangle_of(twin)].twin[wend_corner_of(twin)] = h;
    else
        web->borders.data[~twin].edge = h;
}

static void set_use(wend_web *web, int32_t h, int32_t use) {
    web->triangles.data[wend_triangle_of(h)].use[wend_corner_of(h)] = use;
    if (use >= 0)
        web->uses.data[use].half = h;
}

// Whether a place lies within two steps, along x and along y, of an edge of the surface.
static bool is_beside_edge(wend_point a, wend_point b, wend_point at) {
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y, px = (double)at.x - a.x, py = (double)at.y - a.y;
    double t = (px * dx + py * dy) / (dx * dx + dy * dy);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return (px - t * dx) * (px - t * dx) + (py - t * dy) * (py - t * dy) <= WEND_RULE_SAME2;
}

// Whether it lies so near a triangle of the surface, or in it. Fillers may lie anywhere: -1.
static bool is_in_place(const wend_web *web, int32_t surface, wend_point at) {
    const wend_surface_view *s = web->surface;
    if (surface < 0)
        return true;
    const int32_t *v = s->triangles[surface].v;
    const wend_point p[4] = {wend_above(s->vertices[v[0]]), wend_above(s->vertices[v[1]]),
                             wend_above(s->vertices[v[2]]), wend_above(s->vertices[v[0]])};
    if (wend_cross(p[0], p[1], at) >= 0 && wend_cross(p[1], p[2], at) >= 0 && wend_cross(p[2], p[3], at) >= 0)
        return true;
    return is_beside_edge(p[0], p[1], at) || is_beside_edge(p[1], p[2], at) || is_beside_edge(p[2], p[3], at);
}

// The same for a boundary edge; the sides of fillers may lie anywhere: -1.
static bool is_on_boundary(const wend_web *web, int32_t boundary, wend_point at) {
    const wend_surface_view *s = web->surface;
    if (boundary < 0)
        return true;
    int32_t e = s->boundaries[boundary].edge;
    const int32_t *v = s->triangles[e / 3].v;
    return is_beside_edge(wend_above(s->vertices[v[e % 3]]), wend_above(s->vertices[v[(e % 3 + 1) % 3]]), at);
}

// Whether a place lies in a triangle as it is now, or within two steps of it.
static bool is_beside(const wend_point3 p[3], wend_point3 at) {
    bool inside = true;
    for (int i = 0; i < 3; i++)
        inside &= wend_turn_of(p[i], p[(i + 1) % 3], at) >= 0;
    for (int i = 0; i < 3 && !inside; i++) {
        wend_point a = wend_above(p[i]), b = wend_above(p[(i + 1) % 3]), c = wend_above(at);
        double dot = (double)wend_dot(a, b, c), length2 = (double)wend_dot(a, b, b),
               cross = (double)wend_cross(a, b, c);
        int64_t dx = (int64_t)c.x - a.x, dy = (int64_t)c.y - a.y;
        inside = (dot >= 0 && dot <= length2 && cross * cross <= WEND_RULE_SAME * WEND_RULE_SAME * length2) ||
                 dx * dx + dy * dy <= WEND_RULE_SAME * WEND_RULE_SAME;
    }
    return inside;
}

// How far along a boundary edge the nearest place of it is, 0 to 1.
static double along_boundary(const wend_web *web, int32_t boundary, wend_point3 p) {
    const wend_surface_view *s = web->surface;
    int32_t e = s->boundaries[boundary].edge;
    const int32_t *v = s->triangles[e / 3].v;
    wend_point a = wend_above(s->vertices[v[e % 3]]), b = wend_above(s->vertices[v[(e % 3 + 1) % 3]]);
    double t = (double)wend_dot(a, b, wend_above(p)) / (double)wend_dot(a, b, b);
    return t < 0 ? 0 : t > 1 ? 1 : t;
}

// How far along its boundary edge a border is subdivided at a place: at the foot of it, whatever piece of the edge the
// border is. Told by the pieces instead, it would be off a little more with each of them, without end on a long edge.
static double along_of(const wend_web *web, const wend_web_border *b, wend_point3 at) {
    return b->boundary < 0 ? (b->from + b->to) / 2 : along_boundary(web, b->boundary, at);
}

bool wend_web_may_split(const wend_web *web, int32_t border, wend_point3 at) {
    const wend_web_border *b = &web->borders.data[border];
    int32_t h = b->edge;
    wend_point3 u = wend_web_from(web, h), v = wend_web_to(web, h), w = wend_web_across(web, h);
    if (wend_turn_of(u, at, w) <= 0 || wend_turn_of(at, v, w) <= 0)
        return false;
    double along = along_of(web, b, at);
    return along > b->from && along < b->to &&
           is_in_place(web, web->triangles.data[wend_triangle_of(h)].surface, wend_above(at)) &&
           is_on_boundary(web, b->boundary, wend_above(at));
}

static void copy_side(wend_web *web, int32_t to, const wend_web_triangle *from, int side) {
    set_use(web, to, from->use[side]);
    set_twin(web, to, from->twin[side]);
}

// Turns over the edge `shared` of triangle u, v, w, which lies beyond a border u-v: v-w or w-u. The two triangles are
// parts of the one beyond then.
static bool turn_over(wend_web *web, int32_t shared) {
    int32_t beyond = wend_web_twin(web, shared);
    if (beyond < 0 || beyond / 3 == shared / 3)
        return false;
    wend_web_triangle t = web->triangles.data[shared / 3], n = web->triangles.data[beyond / 3];
    if (t.surface < 0 || n.surface < 0 || t.use[shared % 3] >= 0)
        return false;
    // The edge runs from a to b, c is the corner of t, x that of n; new triangles are c, a, x and c, x, b.
    int a = shared % 3, b = wend_half_next(shared) % 3, c = wend_half_previous(shared) % 3;
    int to_x = wend_half_next(beyond) % 3, x = wend_half_previous(beyond) % 3;
    if (wend_turn_of(t.p[c], t.p[a], n.p[x]) <= 0 || wend_turn_of(t.p[c], n.p[x], t.p[b]) <= 0 ||
        !is_beside(n.p, t.p[c]) || !is_in_place(web, n.surface, wend_above(t.p[c])))
        return false;
    int32_t first = 3 * (shared / 3), second = 3 * (beyond / 3);
    web->triangles.data[shared / 3] = (wend_web_triangle){.p = {t.p[c], t.p[a], n.p[x]},
                                                          .corner = {t.corner[c], t.corner[a], n.corner[x]},
                                                          .use = {-1, -1, -1},
                                                          .surface = n.surface,
                                                          .strip = -1};
    web->triangles.data[beyond / 3] = (wend_web_triangle){.p = {t.p[c], n.p[x], t.p[b]},
                                                          .corner = {t.corner[c], n.corner[x], t.corner[b]},
                                                          .use = {-1, -1, -1},
                                                          .surface = n.surface,
                                                          .strip = -1};
    copy_side(web, first, &t, c);        // c to a
    copy_side(web, first + 1, &n, to_x); // a to x: n runs b, a, x
    copy_side(web, second + 1, &n, x);   // x to b
    copy_side(web, second + 2, &t, b);   // b to c
    set_twin(web, first + 2, second);
    return true;
}

bool wend_web_give_room(wend_web *web, int32_t border, wend_point3 at) {
    for (int k = 0; k < 8 && !wend_web_may_split(web, border, at); k++) {
        int32_t h = web->borders.data[border].edge;
        wend_point3 v = wend_web_to(web, h), w = wend_web_across(web, h);
        bool beyond_v = wend_turn_of(at, v, w) <= 0;
        if (!turn_over(web, beyond_v ? wend_half_next(h) : wend_half_previous(h)))
            return false;
    }
    return wend_web_may_split(web, border, at);
}

bool wend_web_split(wend_web *web, int32_t border, wend_point3 at, int32_t *second) {
    double along = along_of(web, &web->borders.data[border], at);
    int32_t fresh = (int32_t)web->triangles.count, piece = (int32_t)web->borders.count;
    if (!wend_array_reserve(web->context, &web->triangles, fresh + 1) ||
        !wend_array_reserve(web->context, &web->borders, piece + 1))
        return false;
    web->triangles.count++;
    web->borders.count++;
    wend_web_border *first = &web->borders.data[border], *rest = &web->borders.data[piece];
    int32_t h = first->edge, end = wend_corner_after(h), apex = wend_corner_before(h);
    wend_web_triangle *t = &web->triangles.data[wend_triangle_of(h)], *n = &web->triangles.data[fresh];
    int32_t beyond = t->twin[end], tag = t->surface < 0 ? WEND_WEB_NEW : ~first->boundary;
    *n = (wend_web_triangle){.p = {at, t->p[end], t->p[apex]},
                             .corner = {tag, t->corner[end], t->corner[apex]},
                             .use = {-1, -1, -1},
                             .surface = t->surface,
                             .strip = t->strip};
    set_use(web, 3 * fresh + 1, t->use[end]);
    t->use[end] = -1;
    t->p[end] = at;
    t->corner[end] = tag;
    *rest = (wend_web_border){.next = first->next,
                              .previous = border,
                              .boundary = first->boundary,
                              .after = first->after,
                              .from = along,
                              .to = first->to,
                              .round = web->round};
    first->round = web->round;
    if (first->boundary >= 0)
        first->after = piece;
    first->to = along;
    web->borders.data[rest->next].previous = piece;
    first->next = piece;
    set_twin(web, 3 * fresh, ~piece);
    set_twin(web, 3 * fresh + 1, beyond);
    set_twin(web, 3 * fresh + 2, wend_half_next(h));
    *second = piece;
    return true;
}

// ---------------------------------------------------------------------------------------------------- drawing together

// Whether a corner may come to lie at a place: near its vertex, or the edge that it subdivides.
static bool is_near_origin(const wend_web *web, int32_t corner, wend_point to) {
    const wend_surface_view *s = web->surface;
    if (corner == WEND_WEB_NEW)
        return true;
    if (corner >= 0) {
        int64_t dx = (int64_t)to.x - s->vertices[corner].x, dy = (int64_t)to.y - s->vertices[corner].y;
        return dx * dx + dy * dy <= WEND_RULE_SAME2;
    }
    return is_on_boundary(web, ~corner, to);
}

// Whether an end of a half-edge that is a part of a boundary edge, if it is, may lie at a place: beside that edge, and
// near where it is said to be along it.
static bool is_near_end(const wend_web *web, int32_t h, bool end, wend_point at) {
    const wend_web_triangle *t = &web->triangles.data[wend_triangle_of(h)];
    int32_t use = t->use[wend_corner_of(h)], twin = t->twin[wend_corner_of(h)];
    if (use < 0 && (twin >= 0 || web->borders.data[~twin].boundary < 0))
        return true;
    const wend_use *u = &web->uses.data[use >= 0 ? use : 0];
    const wend_web_border *b = &web->borders.data[use >= 0 ? 0 : ~twin];
    int32_t boundary = use >= 0 ? u->boundary : b->boundary, edge = web->surface->boundaries[boundary].edge;
    double along = use >= 0 ? (end ? u->to : u->from) : end ? b->to : b->from;
    const int32_t *v = web->surface->triangles[edge / 3].v;
    wend_point3 from = web->surface->vertices[v[edge % 3]], to = web->surface->vertices[v[(edge % 3 + 1) % 3]];
    double dx = from.x + along * ((double)to.x - from.x) - at.x, dy = from.y + along * ((double)to.y - from.y) - at.y;
    return dx * dx + dy * dy <= WEND_RULE_DRAWN2 && is_beside_edge(wend_above(from), wend_above(to), at);
}

// Whether the corner in which a border starts may be drawn to a place, whatever becomes of one triangle there, or of
// none: -1.
static bool may_draw(const wend_web *web, int32_t border, wend_point to, int32_t but) {
    for (int32_t h = web->borders.data[border].edge; h >= 0; h = wend_web_twin_before(web, h)) {
        const wend_web_triangle *t = &web->triangles.data[wend_triangle_of(h)];
        wend_point3 moved = {to.x, to.y, 0};
        if (wend_triangle_of(h) != but &&
            (!is_near_origin(web, t->corner[wend_corner_of(h)], to) || !is_in_place(web, t->surface, to) ||
             !is_near_end(web, h, false, to) || !is_near_end(web, wend_half_previous(h), true, to) ||
             wend_turn_of(moved, wend_web_to(web, h), wend_web_across(web, h)) <= 0))
            return false;
    }
    return true;
}

static void draw(wend_web *web, int32_t border, wend_point to) {
    for (int32_t h = web->borders.data[border].edge; h >= 0; h = wend_web_twin_before(web, h)) {
        wend_point3 *p = &web->triangles.data[wend_triangle_of(h)].p[wend_corner_of(h)];
        p->x = to.x;
        p->y = to.y;
    }
}

bool wend_web_draw(wend_web *web, int32_t border, wend_point to) {
    bool may = may_draw(web, border, to, -1);
    if (may)
        draw(web, border, to);
    return may;
}

// ---------------------------------------------------------------------------------------------------- taking away

static void follow(wend_web *web, int32_t a, int32_t b) {
    web->borders.data[a].next = b;
    web->borders.data[b].previous = a;
}

// Whether a side of a triangle of the surface has another one beyond it, to which nothing but the surface joins it.
static bool is_inside(const wend_web *web, int32_t h) {
    const wend_web_triangle *t = &web->triangles.data[wend_triangle_of(h)];
    int32_t twin = t->twin[wend_corner_of(h)];
    return twin >= 0 && wend_triangle_of(twin) != wend_triangle_of(h) && t->surface >= 0 &&
           t->use[wend_corner_of(h)] < 0 && web->triangles.data[wend_triangle_of(twin)].surface >= 0;
}

static void take_away(wend_web *web, int32_t triangle) {
    wend_web_triangle *t = &web->triangles.data[triangle];
    t->surface = WEND_WEB_GONE;
    t->twin[0] = t->twin[1] = t->twin[2] = -1;
}

bool wend_web_cut_ear(wend_web *web, int32_t border, int32_t *left) {
    wend_web_border *p = &web->borders.data[border], *q = &web->borders.data[p->next];
    int32_t h = p->edge, third = wend_half_previous(h);
    if (q->edge != wend_half_next(h) || p->boundary < 0 || q->boundary < 0 || !is_inside(web, third))
        return false;
    wend_point3 u = wend_web_from(web, h), v = wend_web_to(web, h), w = wend_web_across(web, h);
    double to_v = wend_length_above(u, v), from_v = wend_length_above(v, w), across = wend_length_above(w, u);
    double longer = to_v > from_v ? to_v : from_v, longest = across > longer ? across : longer;
    bool first = to_v > from_v; // which of them stands for both
    int32_t boundary = first ? p->boundary : q->boundary;
    double area2 = (double)wend_turn_of(u, v, w);
    if (area2 * area2 > WEND_RULE_SAME2 * longest * longest || !is_on_boundary(web, boundary, wend_above(u)) ||
        !is_on_boundary(web, boundary, wend_above(w)))
        return false;
    double from = first ? p->from : q->from, to = first ? p->to : q->to;
    if (p->boundary == q->boundary) {
        from = p->from;
        to = q->to;
    } else if (first) {
        double end = along_boundary(web, boundary, w);
        to = end < to ? end : to;
    } else {
        double start = along_boundary(web, boundary, u);
        from = start > from ? start : from;
    }
    if (!(from < to))
        return false;
    wend_web_border *keep = first ? p : q, *gone = first ? q : p;
    *left = first ? border : p->next;
    int32_t before = p->previous, after = q->next, twin = wend_web_twin(web, third);
    take_away(web, wend_triangle_of(h));
    gone->edge = -1;
    keep->from = from;
    keep->to = to;
    keep->round = web->round;
    bool alone = after == border; // nothing else is left of its cycle
    follow(web, alone ? *left : before, *left);
    follow(web, *left, alone ? *left : after);
    set_twin(web, twin, ~*left);
    return true;
}

bool wend_web_contract(wend_web *web, int32_t border) {
    wend_web_border *b = &web->borders.data[border];
    int32_t h = b->edge, t = wend_triangle_of(h), before = b->previous, after = b->next;
    wend_point3 u = wend_web_from(web, h), v = wend_web_to(web, h);
    int64_t dx = (int64_t)v.x - u.x, dy = (int64_t)v.y - u.y;
    int32_t far = wend_half_next(h), near = wend_half_previous(h);
    if (dx * dx + dy * dy > WEND_RULE_SAME2 || after == border || before == after || !is_inside(web, far) ||
        !is_inside(web, near))
        return false;
    if (may_draw(web, border, wend_above(v), t))
        draw(web, border, wend_above(v));
    else if (may_draw(web, after, wend_above(u), t))
        draw(web, after, wend_above(u));
    else
        return false;
    int32_t beyond_far = wend_web_twin(web, far), beyond_near = wend_web_twin(web, near);
    take_away(web, t);
    b->edge = -1;
    follow(web, before, after);
    set_twin(web, beyond_far, beyond_near);
    return true;
}

// ---------------------------------------------------------------------------------------------------- joining

static bool note_use(wend_web *web, int32_t border, int32_t strip, int32_t side, int32_t partner) {
    const wend_web_border *b = &web->borders.data[border];
    if (b->boundary < 0)
        return true;
    web->triangles.data[wend_triangle_of(b->edge)].use[wend_corner_of(b->edge)] = (int32_t)web->uses.count;
    return wend_array_push(web->context, &web->uses,
                           (wend_use){b->edge, b->boundary, b->from, b->to, strip, side, partner});
}

bool wend_web_join_borders(wend_web *web, int32_t a, int32_t b, int32_t strip, int32_t side) {
    wend_web_border *p = &web->borders.data[a], *q = &web->borders.data[b];
    bool both = p->boundary >= 0 && q->boundary >= 0;
    int32_t use = (int32_t)web->uses.count;
    if (!note_use(web, a, strip, side, both ? use + 1 : -1) || !note_use(web, b, strip, 1 - side, both ? use : -1))
        return false;
    if (both && !wend_array_push(web->context, &web->joins, (wend_web_join){{use + side, use + 1 - side}, strip}))
        return false;
    int32_t before_a = p->previous, after_a = p->next, before_b = q->previous, after_b = q->next;
    if (after_a != b)
        follow(web, before_b, after_a);
    if (after_b != a)
        follow(web, before_a, after_b);
    set_twin(web, p->edge, q->edge);
    p->edge = q->edge = -1;
    return true;
}

bool wend_web_attach(wend_web *web, int32_t border, wend_point3 apex, int32_t strip, int32_t side, int32_t *out,
                     int32_t *in) {
    int32_t fresh = (int32_t)web->triangles.count, piece = (int32_t)web->borders.count;
    if (!wend_array_reserve(web->context, &web->triangles, fresh + 1) ||
        !wend_array_reserve(web->context, &web->borders, piece + 2) || !note_use(web, border, strip, side, -1))
        return false;
    web->triangles.count++;
    web->borders.count += 2;
    wend_web_border *old = &web->borders.data[border];
    int32_t h = old->edge, before = old->previous, after = old->next;
    web->triangles.data[fresh] = (wend_web_triangle){.p = {wend_web_to(web, h), wend_web_from(web, h), apex},
                                                     .corner = {WEND_WEB_NEW, WEND_WEB_NEW, WEND_WEB_NEW},
                                                     .use = {-1, -1, -1},
                                                     .surface = -1,
                                                     .strip = strip};
    old->edge = -1;
    for (int k = 0; k < 2; k++)
        web->borders.data[piece + k] = (wend_web_border){.boundary = -1, .after = -1, .to = 1, .round = web->round};
    set_twin(web, 3 * fresh, h);
    set_twin(web, 3 * fresh + 1, ~piece);
    set_twin(web, 3 * fresh + 2, ~(piece + 1));
    if (before == border) { // the only border of its cycle
        before = piece + 1;
        after = piece;
    }
    follow(web, before, piece);
    follow(web, piece, piece + 1);
    follow(web, piece + 1, after);
    *out = piece;
    *in = piece + 1;
    return true;
}

// The triangulation under a plan that is cut into cells. See cutting.h.
//
// Laying an edge. The triangles that the line passes are collected; what they cover is a polygon that the line divides
// into a left and a right part. Every vertex of a part is the end of an edge that crosses the line, so it sees the
// line along that edge: the part is visible from the line, and cutting ears off from one end to the other with a stack
// triangulates it in linear time (Toussaint and Avis). A vertex that is passed twice (the tip of a wall) is two links
// of the chain. The triangles' slots are used again, as many as there were.
#include "cells/cutting.h"

#include "plan/walk.h"

#include <math.h>

enum {
    MARKED = -2,  // a triangle of the gap
    PIECE = 4096, // triangles or boundary edges in one task
    NEAR = 16     // triangles around a vertex that are searched before it is taken for a hub
};

// ---------------------------------------------------------------------------------------------------- making

static wend_result copy_triangles(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    wend_cutting *c = data;
    for (int64_t t = begin; t < end; t++) {
        const wend_plan_triangle *triangle = &c->plan->triangles[t];
        for (int i = 0; i < 3; i++) {
            int32_t twin = triangle->twin[i];
            c->edges.data[4 * t + i] = (wend_cut_edge){triangle->v[i], twin < 0 ? twin : twin / 3 * 4 + twin % 3};
            c->walls.data[4 * t + i] = twin < 0 ? WEND_WALL_BOUNDARY : WEND_WALL_NONE;
        }
        c->edges.data[4 * t + 3] = (wend_cut_edge){-1, -1};
        c->walls.data[4 * t + 3] = WEND_WALL_NONE;
    }
    return WEND_OK;
}

// Boundary edges start at different vertices.
static wend_result find_out(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    wend_cutting *c = data;
    for (int64_t b = begin; b < end; b++) {
        int32_t e = c->plan->boundaries[b].edge, t = e / 3, i = e % 3;
        c->out.data[c->plan->triangles[t].v[i]] = 4 * t + i;
    }
    return WEND_OK;
}

// Vertices off the boundary take the first half-edge.
static void find_inner_out(wend_cutting *c) {
    bool inner = false;
    for (int32_t v = 0; v < c->plan->vertex_count; v++)
        inner |= c->out.data[v] < 0;
    for (int32_t e = 0; e < c->edges.count && inner; e++) {
        int32_t v = wend_cut_start(c, e);
        if (v >= 0 && c->out.data[v] < 0)
            c->out.data[v] = e;
    }
}

// How far around the fan of a vertex with a border goes: in quarters, see wend_turned.
static int32_t turn_around(const wend_cutting *c, int32_t v) {
    int32_t first = c->out.data[v], turned = 0;
    const wend_point *p = c->plan->vertices;
    for (int32_t e = first; e >= 0;) {
        int32_t last = wend_cut_previous(e);
        turned = wend_turned(p[v], p[wend_cut_end(c, first)], p[wend_cut_start(c, last)], turned);
        e = wend_cut_twin(c, last);
        e = e == first ? -1 : e;
    }
    return turned;
}

// Such vertices have borders, and only plans of linked surfaces have them.
static bool find_winding(wend_cutting *c) {
    const wend_plan_view *plan = c->plan;
    if (plan->vertex_sources == NULL || plan->border_count == 0)
        return true;
    if (!wend_array_resize(c->context, &c->winding, plan->vertex_count))
        return false;
    memset(c->winding.data, 0, (size_t)plan->vertex_count);
    for (int32_t i = 0; i < plan->border_count; i++)
        for (int k = 0; k < 2; k++) {
            int32_t e = plan->borders[i], v = plan->triangles[e / 3].v[(e + k) % 3];
            c->winding.data[v] = turn_around(c, v) > 4;
        }
    if (!wend_array_resize(c->context, &c->border_of, c->edges.count))
        return false;
    memset(c->border_of.data, -1, (size_t)c->edges.count * sizeof *c->border_of.data);
    for (int32_t i = 0; i < plan->border_count; i++) {
        int32_t e = plan->borders[i] / 3 * 4 + plan->borders[i] % 3;
        c->border_of.data[e] = c->border_of.data[wend_cut_twin(c, e)] = i;
    }
    return true;
}

// Room for points, so that big arrays need not move when some are made. Memory that is not used is not touched.
static bool make_room(wend_cutting *c) {
    int64_t vertices = c->plan->vertex_count, points = vertices / 2;
    int64_t edges = 4 * (c->plan->triangle_count + points);
    return wend_array_reserve(c->context, &c->edges, edges) && wend_array_reserve(c->context, &c->walls, edges) &&
           wend_array_reserve(c->context, &c->out, vertices + points) &&
           wend_array_reserve(c->context, &c->notches, vertices + points) &&
           wend_array_reserve(c->context, &c->points, points);
}

wend_result wend_cutting_create(wend_context *context, const wend_plan_view *plan, wend_angle_limit limit,
                                wend_cutting *c) {
    *c = (wend_cutting){.context = context, .plan = plan, .limit = limit, .last = plan->vertex_count};
    if (plan->triangle_count > INT32_MAX / 8)
        return WEND_ERROR_LIMIT;
    int64_t edges = 4 * (int64_t)plan->triangle_count;
    if (!make_room(c) || !wend_array_resize(context, &c->edges, edges) ||
        !wend_array_resize(context, &c->walls, edges) || !wend_array_resize(context, &c->out, plan->vertex_count) ||
        !wend_array_resize(context, &c->notches, plan->vertex_count) ||
        !wend_array_resize(context, &c->gaps, plan->vertex_count))
        return WEND_ERROR_MEMORY;
    memset(c->out.data, -1, (size_t)plan->vertex_count * sizeof *c->out.data);
    memset(c->notches.data, 0, (size_t)plan->vertex_count);
    memset(c->gaps.data, -1, (size_t)plan->vertex_count * sizeof *c->gaps.data);
    wend_result result = wend_run_tasks(context, plan->triangle_count, PIECE, copy_triangles, c);
    if (result == WEND_OK)
        result = wend_run_tasks(context, plan->boundary_count, PIECE, find_out, c);
    if (result != WEND_OK)
        return result;
    find_inner_out(c);
    for (int32_t i = 0; i < plan->border_count; i++)
        wend_cut_set_wall(c, plan->borders[i] / 3 * 4 + plan->borders[i] % 3, WEND_WALL_BORDER);
    return find_winding(c) ? WEND_OK : WEND_ERROR_MEMORY;
}

void wend_cutting_free(wend_cutting *c) {
    wend_array_free(c->context, &c->edges);
    wend_array_free(c->context, &c->walls);
    wend_array_free(c->context, &c->out);
    wend_array_free(c->context, &c->notches);
    wend_array_free(c->context, &c->gaps);
    wend_array_free(c->context, &c->points);
    wend_array_free(c->context, &c->winding);
    wend_array_free(c->context, &c->border_of);
    wend_cutting_free_scratch(c);
}

void wend_cutting_own_scratch(wend_cutting *c) {
    memset(&c->left, 0, sizeof c->left);
    memset(&c->right, 0, sizeof c->right);
    memset(&c->slots, 0, sizeof c->slots);
    memset(&c->folds, 0, sizeof c->folds);
}

void wend_cutting_free_scratch(wend_cutting *c) {
    wend_array_free(c->context, &c->left);
    wend_array_free(c->context, &c->right);
    wend_array_free(c->context, &c->slots);
    wend_array_free(c->context, &c->folds);
}

// ---------------------------------------------------------------------------------------------------- measuring

int wend_cut_turn_wide(const wend_cutting *c, int32_t a, int32_t b, int32_t d) {
    return wend_fine_turn(wend_cut_fine(c, a), wend_cut_fine(c, b), wend_cut_fine(c, d));
}

bool wend_fine_fits(wend_fine v, wend_fine a, wend_fine b, wend_angle_limit limit) {
    int turn = wend_fine_turn(v, a, b);
    if (turn > 0)
        return true;
    if (turn == 0) // in line: opposite, or a full turn
        return a.x != v.x ? (a.x > v.x) != (b.x > v.x) : (a.y > v.y) != (b.y > v.y);
    if (limit.sin == 0)
        return false;
    double px = (double)(a.x - v.x), py = (double)(a.y - v.y), qx = (double)(b.x - v.x), qy = (double)(b.y - v.y);
    double cross = px * qy - py * qx, dot = px * qx + py * qy;
    return dot <= 0 && dot * (double)limit.sin - cross * (double)limit.cos <= 0;
}

double wend_fine_half_tangent(const wend_fine *a, const wend_fine *b, const wend_fine *d) {
    wend_i128 exact = wend_fine_cross(*b, *d, *a);
    if (wend_i128_sign(exact) <= 0)
        return 0x1p60;
    double px = (double)(d->x - b->x) * 0x1p-32, py = (double)(d->y - b->y) * 0x1p-32;
    double qx = (double)(a->x - b->x) * 0x1p-32, qy = (double)(a->y - b->y) * 0x1p-32;
    double cross = px * qy - py * qx, dot = px * qx + py * qy;
    double lengths = sqrt((px * px + py * py) * (qx * qx + qy * qy));
    if (cross * 0x1p10 < lengths) // differences of products lose digits where angles are small
        cross = ((double)wend_i128_high(exact) * 0x1p64 + (double)wend_i128_low(exact)) * 0x1p-64;
    return dot > 0 ? cross / (lengths + dot) : (lengths - dot) / cross;
}

bool wend_cut_fits_wide(const wend_cutting *c, int32_t v, int32_t a, int32_t b) {
    return wend_fine_fits(wend_cut_fine(c, v), wend_cut_fine(c, a), wend_cut_fine(c, b), c->limit);
}

double wend_cut_length_wide(const wend_cutting *c, int32_t a, int32_t b) {
    wend_fine p = wend_cut_fine(c, a), q = wend_cut_fine(c, b);
    double dx = (double)(q.x - p.x) * 0x1p-32, dy = (double)(q.y - p.y) * 0x1p-32;
    return sqrt(dx * dx + dy * dy);
}

// ---------------------------------------------------------------------------------------------------- needs

// Lets a wall between two others around v know whether it is needed there, when it is a portal.
static void set_need(wend_cutting *c, int32_t v, wend_wall_at before, wend_wall_at wall, wend_wall_at after) {
    if (!wend_wall_is_portal(c, wall))
        return;
    bool needed = !wend_cut_fits(c, v, wend_wall_end(c, before), wend_wall_end(c, after));
    c->walls.data[wall] = (uint8_t)(WEND_WALL_PORTAL | (needed ? WEND_WALL_NEEDED : 0));
}

void wend_needs_find_at(wend_cutting *c, int32_t v) {
    int32_t first = wend_corner_first(c, v);
    wend_wall_at before = first, wall = first, after = first;
    if (wend_cut_wall(c, first) == WEND_WALL_NONE)
        return;
    if (wend_wall_is_portal(c, first))
        before = wend_wall_before(c, first);
    for (;;) {
        after = wend_wall_after(c, wall);
        if (before == first && after < 0 && wall >= 0 && wall != first && c->gaps.data[v].right >= 0)
            c->walls.data[wall] = WEND_WALL_PORTAL | WEND_WALL_NEEDED; // the only portal of a plain notch
        else
            set_need(c, v, before, wall, after);
        if (after < 0 || after == first)
            return;
        before = wall;
        wall = after;
    }
}

void wend_needs_find(wend_cutting *c) {
    for (int64_t e = 0; e < c->walls.count; e++)
        c->walls.data[e] &= WEND_WALL_KIND;
    for (int32_t v = 0; v < c->plan->vertex_count; v++)
        if (c->notches.data[v])
            wend_needs_find_at(c, v);
}

// Finds the needs of the portals beside edge e, and of itself when it is one.
static void find_needs_beside(wend_cutting *c, int32_t e) {
    int32_t v = wend_cut_start(c, e);
    if (!c->notches.data[v])
        return; // nothing is needed here
    bool open = wend_wall_is_portal(c, e);
    wend_wall_at before = wend_wall_before(c, e), after = wend_wall_after(c, e);
    set_need(c, v, before, e, after);
    if (wend_wall_is_portal(c, before))
        set_need(c, v, wend_wall_before(c, before), before, open ? e : after);
    if (wend_wall_is_portal(c, after))
        set_need(c, v, open ? e : before, after, wend_wall_after(c, after));
}

void wend_portal_open(wend_cutting *c, int32_t e) {
    wend_cut_set_wall(c, e, WEND_WALL_PORTAL);
    find_needs_beside(c, e);
    find_needs_beside(c, wend_cut_twin(c, e));
}

void wend_portal_close(wend_cutting *c, int32_t e) {
    wend_cut_set_wall(c, e, WEND_WALL_NONE);
    find_needs_beside(c, e);
    find_needs_beside(c, wend_cut_twin(c, e));
}

// ---------------------------------------------------------------------------------------------------- laying

// A search for the direction of one vertex around another.
typedef struct turning {
    int32_t from, to, first, e;
    bool left; // whether the direction lies to the left of e
} turning;

static inline turning start_turning(const wend_cutting *c, int32_t from, int32_t to) {
    int32_t first = c->out.data[from];
    return (turning){from, to, first, first, wend_cut_turn(c, from, wend_cut_end(c, first), to) > 0};
}

// Turns by one triangle. 1 when e is what wend_cutting_wedge looks for, 0 to go on, -1 after the last one.
static inline int turn_once(const wend_cutting *c, turning *s) {
    int32_t last = wend_cut_previous(s->e);
    if (wend_cut_end(c, s->e) == s->to)
        return 1;
    int turn = wend_cut_turn(c, s->from, wend_cut_start(c, last), s->to);
    if (s->left && turn < 0)
        return 1;
    s->left = turn > 0;
    s->e = wend_cut_twin(c, last);
    return s->e >= 0 && s->e != s->first ? 0 : -1;
}

// From a wedge straight on to vertex `to`: the wedge there, looking back; -1 when something is in the way.
static int32_t opposite_wedge(const wend_cutting *c, int32_t wedge, int32_t to) {
    int32_t from = wend_cut_start(c, wedge), e = wend_cut_next(wedge);
    if (wend_cut_end(c, wedge) == to)
        return wend_cut_twin(c, wedge) < 0 ? -1 : wend_cut_twin(c, wedge);
    while (wend_cut_wall(c, e) == WEND_WALL_NONE) {
        int32_t f = wend_cut_twin(c, e), apex = wend_cut_apex(c, f);
        if (apex == to)
            return wend_cut_previous(f);
        int turn = wend_cut_turn(c, from, to, apex);
        if (turn == 0 || !wend_cut_is_inside(c, apex))
            return -1;
        e = turn > 0 ? wend_cut_next(f) : wend_cut_previous(f);
    }
    return -1;
}

// At a hub it is quicker to come from the other end. Searching around both in step costs the smaller one of their
// degrees, and over the edges of a planar graph these add up to O(n) (Chiba and Nishizeki).
static int32_t hub_wedge(const wend_cutting *c, turning *here) {
    turning there = start_turning(c, here->to, here->from);
    int found = 0, met = 0;
    while (found == 0 && met == 0) {
        found = turn_once(c, here);
        met = turn_once(c, &there);
    }
    int32_t e = found == 0 && met > 0 ? opposite_wedge(c, there.e, here->from) : -1;
    if (e >= 0)
        return e;
    while (found == 0)
        found = turn_once(c, here);
    return found > 0 ? here->e : -1;
}

// Where directions repeat, each that looks right is followed to see whether it is. A boundary edge comes last: there
// may be another edge between its ends.
static int32_t winding_wedge(const wend_cutting *c, int32_t from, int32_t to) {
    int32_t first = c->out.data[from], along = -1;
    for (int32_t e = first; e >= 0;) {
        int32_t last = wend_cut_previous(e);
        if (wend_cut_end(c, e) == to && wend_cut_wall(c, e) != WEND_WALL_BOUNDARY)
            return e;
        along = wend_cut_end(c, e) == to ? e : along;
        if (wend_cut_turn(c, from, wend_cut_end(c, e), to) > 0 &&
            wend_cut_turn(c, from, wend_cut_start(c, last), to) < 0 && opposite_wedge(c, e, to) >= 0)
            return e;
        e = wend_cut_twin(c, last);
        e = e == first ? -1 : e;
    }
    return along;
}

int32_t wend_cutting_wedge(const wend_cutting *c, int32_t from, int32_t to) {
    if (wend_cut_is_winding(c, from))
        return winding_wedge(c, from, to);
    turning here = start_turning(c, from, to);
    int32_t near = wend_cut_is_deep(c, to) ? NEAR : INT32_MAX; // a zone may not search where others work
    int found = 0;
    while (found == 0 && near-- > 0)
        found = turn_once(c, &here);
    return found == 0 ? hub_wedge(c, &here) : found > 0 ? here.e : -1;
}

// Says what lies behind the edge from a chain's last link to the next one, whose half-edge in the gap is `own`.
static void describe(const wend_cutting *c, wend_chain_link *link, int32_t own) {
    link->own = own;
    link->twin = wend_cut_twin(c, own);
    link->wall = c->walls.data[own];
    link->border = c->border_of.count > 0 ? c->border_of.data[own] : -1;
}

// While an edge is laid, the triangles of the gap are marked in the half-edge that they do not have.
static void mark(wend_cutting *c, int32_t triangle, int32_t as) {
    c->edges.data[4 * triangle + 3].twin = as;
}
static bool is_marked(const wend_cutting *c, int32_t e) {
    return e >= 0 && c->edges.data[e | 3].twin == MARKED;
}

// Gives both sides of an edge the same number when both are in the gap, where it leads to something that stands free on
// one side of the line.
static bool number_folds(wend_cutting *c) {
    wend_chain_link *chains[2] = {c->left.data, c->right.data};
    int64_t counts[2] = {c->left.count, c->right.count};
    for (int i = 0; i < 2; i++)
        for (int64_t k = 0; k + 1 < counts[i]; k++) {
            wend_chain_link *link = &chains[i][k];
            if (link->fold >= 0 || !is_marked(c, link->twin))
                continue;
            for (int64_t m = k + 1; m + 1 < counts[i]; m++) // the line has each such edge on one side of it
                if (chains[i][m].own == link->twin)
                    link->fold = chains[i][m].fold = (int32_t)c->folds.count;
            if (!wend_array_push(c->context, &c->folds, -1))
                return false;
        }
    return true;
}

static bool push_vertex(wend_cutting *c, bool left, int32_t vertex) {
    wend_chain_link link = {vertex, -1, -1, -1, -1, WEND_WALL_NONE};
    return left ? wend_array_push(c->context, &c->left, link) : wend_array_push(c->context, &c->right, link);
}

// Collects the triangles that the line passes and the chains on its two sides, both from the line's start. 1 when it
// reaches its end, -1 when something is in the way, -2 when memory is short.
static int collect(wend_cutting *c, int32_t wedge, int32_t to) {
    int32_t from = wend_cut_start(c, wedge), e = wend_cut_next(wedge);
    c->left.count = c->right.count = c->slots.count = c->folds.count = 0;
    if (!push_vertex(c, true, from) || !push_vertex(c, false, from) || !push_vertex(c, true, wend_cut_end(c, e)) ||
        !push_vertex(c, false, wend_cut_start(c, e)) || !wend_array_push(c->context, &c->slots, wedge >> 2))
        return -2;
    mark(c, wedge >> 2, MARKED);
    describe(c, &c->left.data[0], wend_cut_previous(wedge));
    describe(c, &c->right.data[0], wedge);
    for (;;) {
        if (wend_cut_wall(c, e) != WEND_WALL_NONE)
            return -1;
        int32_t f = wend_cut_twin(c, e), apex = wend_cut_apex(c, f);
        int turn = apex == to ? 0 : wend_cut_turn(c, from, to, apex);
        if ((turn == 0 && apex != to) || !wend_cut_is_inside(c, apex))
            return -1;
        int32_t on_left = wend_cut_previous(f), on_right = wend_cut_next(f); // apex -> left end, right end -> apex
        if (!wend_array_push(c->context, &c->slots, f >> 2))
            return -2;
        mark(c, f >> 2, MARKED);
        if (turn >= 0) {
            describe(c, &c->left.data[c->left.count - 1], on_left);
            if (!push_vertex(c, true, apex))
                return -2;
        }
        if (turn <= 0) {
            describe(c, &c->right.data[c->right.count - 1], on_right);
            if (!push_vertex(c, false, apex))
                return -2;
        }
        if (apex == to)
            return number_folds(c) ? 1 : -2;
        e = turn > 0 ? on_right : on_left;
    }
}

static void link_edge(wend_cutting *c, int32_t e, int32_t start, int32_t twin, uint8_t wall) {
    c->edges.data[e] = (wend_cut_edge){start, twin};
    c->walls.data[e] = wall;
    if (twin >= 0)
        c->edges.data[twin].twin = e;
    int32_t out = c->out.data[start];
    if ((wall & WEND_WALL_KIND) == WEND_WALL_BOUNDARY || wend_cut_wall(c, out) != WEND_WALL_BOUNDARY ||
        wend_cut_start(c, out) != start)
        c->out.data[start] = e;
}

// Gives a new triangle's half-edge what a link says of the edge.
static void take_link(wend_cutting *c, int32_t e, int32_t start, const wend_chain_link *link) {
    int32_t twin = link->twin;
    if (c->border_of.count > 0)
        c->border_of.data[e] = link->border;
    if (link->fold >= 0) {
        twin = c->folds.data[link->fold];
        c->folds.data[link->fold] = e;
    }
    if (twin == -1 && link->fold >= 0) { // its other side is not made yet
        link_edge(c, e, start, e, link->wall);
        return;
    }
    link_edge(c, e, start, twin, link->wall);
}

// Triangulates the polygon between a chain and the line from its first to its last link, which has the chain on its
// left. Takes slots from *slot on. The half-edge along the line.
static int32_t fill(wend_cutting *c, wend_chain_link *chain, int64_t count, int64_t *slot) {
    int64_t top = 0; // the stack grows over the links that were read
    for (int64_t i = 1; i < count; i++) {
        wend_chain_link next = chain[i];
        while (top > 0 && wend_cut_turn(c, chain[top - 1].vertex, next.vertex, chain[top].vertex) > 0) {
            wend_chain_link *p = &chain[top - 1], *q = &chain[top];
            int32_t e = 4 * c->slots.data[(*slot)++];
            take_link(c, e + 1, next.vertex, q);
            take_link(c, e + 2, q->vertex, p);
            c->edges.data[e] = (wend_cut_edge){p->vertex, -1};
            c->walls.data[e] = WEND_WALL_NONE;
            *p = (wend_chain_link){p->vertex, e, e, -1, -1, WEND_WALL_NONE};
            top--;
        }
        chain[++top] = next;
    }
    return chain[0].twin;
}

static void turn_round(wend_chain_link *chain, int64_t count) {
    for (int64_t i = 0, j = count - 1; i < j; i++, j--) {
        wend_chain_link swap = chain[i];
        chain[i] = chain[j];
        chain[j] = swap;
    }
    for (int64_t i = 0; i + 1 < count; i++) { // a link describes the edge to the next one
        int32_t vertex = chain[i].vertex;
        chain[i] = chain[i + 1];
        chain[i].vertex = vertex;
    }
}

int32_t wend_cutting_lay(wend_cutting *c, int32_t wedge, int32_t to) {
    int passed = collect(c, wedge, to);
    for (int64_t i = 0; i < c->slots.count; i++)
        mark(c, c->slots.data[i], -1);
    if (passed < 0)
        return passed;
    int64_t slot = 0;
    turn_round(c->right.data, c->right.count);
    int32_t left = fill(c, c->left.data, c->left.count, &slot);
    int32_t right = fill(c, c->right.data, c->right.count, &slot);
    link_edge(c, left, c->left.data[0].vertex, right, WEND_WALL_NONE);
    link_edge(c, right, c->right.data[0].vertex, left, WEND_WALL_NONE);
    return left;
}

int32_t wend_cutting_join(wend_cutting *c, int32_t v, int32_t to) {
    int32_t e = wend_cutting_wedge(c, v, to);
    return e >= 0 ? wend_cutting_join_seen(c, e, to) : e;
}

int32_t wend_cutting_join_seen(wend_cutting *c, int32_t wedge, int32_t to) {
    return wend_cut_end(c, wedge) != to ? wend_cutting_lay(c, wedge, to) : wedge;
}

int32_t wend_cutting_join_point(wend_cutting *c, int32_t wedge, int32_t boundary_edge, wend_cell_point point) {
    int32_t to = wend_cutting_split(c, boundary_edge, point);
    if (to < 0)
        return to;
    bool beside = wedge >> 2 == boundary_edge >> 2; // splitting their triangle has joined them
    return beside ? wend_cut_twin(c, wend_cut_next(boundary_edge)) : wend_cutting_lay(c, wedge, to);
}

int32_t wend_cutting_split(wend_cutting *c, int32_t e, wend_cell_point point) {
    int32_t boundary = point.boundary, v = (int32_t)c->out.count;
    int32_t start = wend_cut_start(c, e), end = wend_cut_end(c, e), apex = wend_cut_apex(c, e);
    int64_t fresh = c->edges.count;
    if (c->deep != NULL && c->room == 0)
        return -1;
    if (fresh + 4 > INT32_MAX || !wend_array_reserve(c->context, &c->edges, fresh + 4) ||
        !wend_array_reserve(c->context, &c->walls, fresh + 4) ||
        (c->border_of.count > 0 && !wend_array_reserve(c->context, &c->border_of, fresh + 4)) ||
        !wend_array_reserve(c->context, &c->notches, c->notches.count + 1) ||
        !wend_array_reserve(c->context, &c->out, c->out.count + 1) ||
        !wend_array_push(c->context, &c->points, (wend_cut_point){point, wend_fine_on(c->plan, point)}))
        return -2;
    c->notches.data[c->notches.count++] = 0;
    c->out.data[c->out.count++] = e;
    if (c->deep != NULL) {
        c->room--;
        c->zone_of[v - c->plan->vertex_count] = c->zone;
        c->deep[v] = 1;
    }
    c->edges.count = c->walls.count = fresh + 4;
    c->border_of.count = c->border_of.count > 0 ? fresh + 4 : 0;
    int32_t next = wend_cut_next(e), n = (int32_t)fresh;
    wend_cut_edge beyond = c->edges.data[next];
    uint8_t wall = c->walls.data[next];
    c->edges.data[n + 3] = (wend_cut_edge){-1, -1};
    c->walls.data[n + 3] = WEND_WALL_NONE;
    if (c->border_of.count > 0) {
        c->border_of.data[n + 1] = c->border_of.data[next];
        c->border_of.data[n] = c->border_of.data[n + 2] = c->border_of.data[next] = -1;
    }
    c->edges.data[next].start = v; // so that no vertex's half-edge is taken for one of the old triangle
    link_edge(c, n, v, ~boundary, WEND_WALL_BOUNDARY);
    link_edge(c, n + 1, end, beyond.twin, wall);
    link_edge(c, n + 2, apex, next, WEND_WALL_NONE);
    link_edge(c, e, start, ~boundary, WEND_WALL_BOUNDARY);
    link_edge(c, next, v, n + 2, WEND_WALL_NONE);
    return v;
}

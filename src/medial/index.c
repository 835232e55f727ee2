// What is derived from the arrays of a medial axis and never stored: a tree to find places in, the bottleneck forest, and
// the narrow places.
//
// The forest: arcs in order of their least clearance, the widest first, join the trees of their ends, the smaller one below
// the larger one. So no vertex has more than log2 n above it, what joins it to the one above grows narrower on the way up,
// and the narrowest joint between two vertices is the widest way between them.
//
// Narrow places: clearance along an arc is least in one place, from which it grows both ways. Where that is inside the
// arc, it is a narrow place. Where it is at an end, that vertex is one if clearance grows along all of its arcs. Arcs
// between parallel edges are equally wide all along; those that hang together are one place.
#include "medial/medial.h"

#include "base/sort.h"

#include <math.h>

// ---------------------------------------------------------------------------------------------------- regions

typedef struct ground {
    wend_plan_view plan;
    const wend_medial_view *view;
} ground;

static int32_t to_lattice(double value) {
    return value < -0x1p30 ? -(1 << 30) : value > 0x1p30 ? 1 << 30 : (int32_t)value;
}

static void widen(wend_box *box, double x, double y) {
    int32_t x0 = to_lattice(floor(x) - 1), y0 = to_lattice(floor(y) - 1), x1 = to_lattice(ceil(x) + 1),
            y1 = to_lattice(ceil(y) + 1);
    box->x0 = x0 < box->x0 ? x0 : box->x0;
    box->y0 = y0 < box->y0 ? y0 : box->y0;
    box->x1 = x1 > box->x1 ? x1 : box->x1;
    box->y1 = y1 > box->y1 ? y1 : box->y1;
}

// The box of what lies between an arc and one of its sites.
static wend_box region_box(const void *user, int32_t region) {
    const ground *g = user;
    int32_t arc = region / 2, site = g->view->arcs[arc].site[region % 2];
    wend_box box = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
    for (int i = 0; i < 2; i++) {
        const wend_medial_vertex *v = &g->view->vertices[g->view->arcs[arc].vertex[i]];
        wend_vec foot = wend_medial_foot(&g->plan, site, (wend_vec){v->x, v->y});
        widen(&box, v->x, v->y);
        widen(&box, foot.x, foot.y);
    }
    wend_vec control = wend_arc_control(&g->plan, g->view, arc);
    widen(&box, control.x, control.y);
    return box;
}

// ---------------------------------------------------------------------------------------------------- turns

static wend_point corner(const wend_plan_view *plan, int32_t h) {
    return plan->vertices[plan->triangles[h / 3].v[h % 3]];
}

// Whether the fan that begins with half-edge `first` comes by its own beginning again before it ends.
static bool fan_winds(const wend_plan_view *plan, int32_t first) {
    wend_point centre = corner(plan, first), begin = corner(plan, wend_half_next(first));
    for (int32_t h = first;;) {
        wend_point a = corner(plan, wend_half_next(h)), b = corner(plan, wend_half_previous(h));
        bool after = wend_cross(centre, a, begin) > 0, before = wend_cross(centre, begin, b) > 0;
        int32_t next = plan->triangles[h / 3].twin[(h + 2) % 3];
        bool again = wend_cross(centre, begin, b) == 0 && wend_dot(centre, begin, b) > 0; // the direction of its end
        if (h != first && after && before)
            return true;
        if (next < 0)
            return false;
        if (next == first)
            return false;
        if (again) // exactly a full turn, and it goes on
            return true;
        h = next;
    }
}

static bool plan_winds(const wend_plan_view *plan) {
    for (int32_t b = 0; b < plan->boundary_count; b++)
        if (fan_winds(plan, plan->boundaries[b].edge))
            return true;
    for (int32_t h = 0; h < 3 * plan->triangle_count; h++)
        if ((plan->vertex_flags[plan->triangles[h / 3].v[h % 3]] & WEND_VERTEX_POINT) && fan_winds(plan, h))
            return true;
    return false;
}

// ---------------------------------------------------------------------------------------------------- forest

static uint64_t key_of(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return value > 0 ? bits : 0;
}

static int32_t root_of(const int32_t *parent, int32_t v) {
    while (parent[v] >= 0)
        v = parent[v];
    return v;
}

static void join(wend_medial *m, int32_t *size, const wend_medial_arc *arc, double clearance) {
    int32_t a = root_of(m->parent, arc->vertex[0]), b = root_of(m->parent, arc->vertex[1]);
    if (a == b)
        return;
    bool below = size[a] != size[b] ? size[a] < size[b] : a > b;
    int32_t child = below ? a : b, top = below ? b : a;
    m->parent[child] = top;
    m->bottleneck[child] = clearance;
    size[top] += size[child];
}

static bool make_forest(wend_medial *m, const ground *g) {
    WEND_ARRAY(wend_key) keys = {0};
    WEND_ARRAY(int32_t) size = {0};
    WEND_ARRAY(double) least = {0};
    const wend_medial_view *view = &m->view;
    m->parent = wend_allocate(m->context, (size_t)view->vertex_count * sizeof *m->parent);
    m->bottleneck = wend_allocate(m->context, (size_t)view->vertex_count * sizeof *m->bottleneck);
    bool good = m->parent != NULL && m->bottleneck != NULL && wend_array_resize(m->context, &keys, view->arc_count) &&
                wend_array_resize(m->context, &size, view->vertex_count) &&
                wend_array_resize(m->context, &least, view->arc_count);
    for (int32_t k = 0; good && k < view->arc_count; k++) {
        least.data[k] = wend_arc_point_at(&g->plan, view, k, wend_arc_least(&g->plan, view, k)).radius;
        keys.data[k] = (wend_key){~key_of(least.data[k]), k, 0};
    }
    good = good && wend_sort_keys(m->context, keys.data, view->arc_count);
    for (int32_t v = 0; good && v < view->vertex_count; v++) {
        m->parent[v] = -1;
        m->bottleneck[v] = 0;
        size.data[v] = 1;
    }
    for (int32_t k = 0; good && k < view->arc_count; k++)
        join(m, size.data, &view->arcs[keys.data[k].index], least.data[keys.data[k].index]);
    wend_array_free(m->context, &keys);
    wend_array_free(m->context, &size);
    wend_array_free(m->context, &least);
    return good;
}

// ---------------------------------------------------------------------------------------------------- narrow places

typedef struct search {
    wend_context *context;
    const ground *g;
    WEND_ARRAY(wend_narrow) found;
    WEND_ARRAY(uint8_t) done; // per vertex: it belongs to a place that was looked at
    WEND_ARRAY(int32_t) stack;
} search;

static bool add_narrow(search *s, int32_t arc, double at) {
    const wend_lattice *lattice = &s->g->plan.lattice;
    wend_arc_point p = wend_arc_point_at(&s->g->plan, s->g->view, arc, at);
    wend_vec direction = wend_arc_direction(&s->g->plan, s->g->view, arc, p);
    wend_narrow n = {{lattice->origin[0] + lattice->step * p.x, lattice->origin[1] + lattice->step * p.y},
                     {direction.x, direction.y},
                     2 * p.radius * lattice->step * s->g->plan.unit,
                     arc};
    return wend_array_push(s->context, &s->found, n);
}

// All vertices that flat arcs join to `first`: one place. Whether clearance grows along all other arcs; *flat is one of
// the flat ones, or -1. False in *good when memory is short.
static bool grows_around(search *s, int32_t first, int32_t *flat, bool *good) {
    const wend_medial_view *view = s->g->view;
    bool grows = true;
    *flat = -1;
    s->stack.count = 0;
    *good = wend_array_push(s->context, &s->stack, first);
    s->done.data[first] = 1;
    while (*good && s->stack.count > 0) {
        int32_t v = s->stack.data[--s->stack.count], degree = wend_medial_degree(view, v);
        for (int32_t i = 0; *good && i < degree; i++) {
            int32_t half = view->around[view->vertices[v].first + i], arc = half / 2;
            if (!wend_arc_is_flat(&s->g->plan, &view->arcs[arc])) {
                double least = wend_arc_least(&s->g->plan, view, arc);
                grows = grows && least == (half % 2 == 0 ? 0 : 1);
                continue;
            }
            *flat = *flat < 0 || arc < *flat ? arc : *flat;
            int32_t other = view->arcs[arc].vertex[half % 2 == 0 ? 1 : 0];
            if (!s->done.data[other]) {
                s->done.data[other] = 1;
                *good = wend_array_push(s->context, &s->stack, other);
            }
        }
    }
    return grows;
}

static bool find_narrows(search *s) {
    const wend_medial_view *view = s->g->view;
    for (int32_t k = 0; k < view->arc_count; k++) {
        double least = wend_arc_least(&s->g->plan, view, k);
        if (least > 0 && least < 1 && !wend_arc_is_flat(&s->g->plan, &view->arcs[k]) && !add_narrow(s, k, least))
            return false;
    }
    if (!wend_array_resize(s->context, &s->done, view->vertex_count))
        return false;
    memset(s->done.data, 0, (size_t)view->vertex_count);
    for (int32_t v = 0; v < view->vertex_count; v++) {
        if (s->done.data[v] || wend_medial_degree(view, v) < 2 || !(view->vertices[v].radius > 0))
            continue;
        int32_t flat;
        bool good, grows = grows_around(s, v, &flat, &good);
        int32_t half = view->around[view->vertices[v].first];
        if (!good || (grows && !add_narrow(s, flat >= 0 ? flat : half / 2, flat >= 0 ? 0.5 : half % 2)))
            return false;
    }
    return true;
}

static bool sort_narrows(search *s, wend_medial *m) {
    int64_t n = s->found.count;
    WEND_ARRAY(wend_key) keys = {0};
    wend_narrow *sorted = NULL;
    bool good = n == 0 || wend_array_resize(s->context, &keys, n);
    for (int64_t k = 0; good && k < n; k++)
        keys.data[k] = (wend_key){key_of(s->found.data[k].width), (int32_t)k, 0};
    good = good && (n == 0 || wend_sort_keys(s->context, keys.data, n));
    if (good && n > 0) {
        sorted = wend_allocate(s->context, (size_t)n * sizeof *sorted);
        good = sorted != NULL;
    }
    for (int64_t k = 0; good && k < n; k++)
        sorted[k] = s->found.data[keys.data[k].index];
    wend_array_free(s->context, &keys);
    m->view.narrows = sorted;
    m->view.narrow_count = good ? (int32_t)n : 0;
    return good;
}

static bool make_narrows(wend_medial *m, const ground *g) {
    search s = {.context = m->context, .g = g};
    bool good = find_narrows(&s) && sort_narrows(&s, m);
    wend_array_free(m->context, &s.found);
    wend_array_free(m->context, &s.done);
    wend_array_free(m->context, &s.stack);
    return good;
}

// ---------------------------------------------------------------------------------------------------- all

wend_result wend_medial_index(wend_medial *medial) {
    ground g = {wend_plan_look(medial->plan), &medial->view};
    if (medial->view.arc_count > INT32_MAX / 2)
        return WEND_ERROR_LIMIT;
    medial->winds = plan_winds(&g.plan);
    if (!wend_tree_build(medial->context, 2 * medial->view.arc_count, region_box, &g, &medial->tree) ||
        !make_forest(medial, &g) || !make_narrows(medial, &g))
        return WEND_ERROR_MEMORY;
    return WEND_OK;
}

void wend_medial_index_free(wend_medial *medial) {
    wend_context *context = medial->context;
    size_t vertices = (size_t)medial->view.vertex_count;
    wend_tree_free(context, &medial->tree);
    wend_release(context, medial->parent, vertices * sizeof *medial->parent);
    wend_release(context, medial->bottleneck, vertices * sizeof *medial->bottleneck);
    wend_release(context, (void *)(uintptr_t)medial->view.narrows,
                 (size_t)medial->view.narrow_count * sizeof *medial->view.narrows);
}

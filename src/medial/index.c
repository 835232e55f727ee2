// What is derived from the arrays of a medial axis and never stored: the finder of places (finder.c), the bottleneck
// forest, and the narrow places (narrow.c).
//
// The forest: arcs in order of their least clearance, the widest first, join the trees of their ends, the smaller one
// below the larger one. So no vertex has more than log2 n above it, what joins it to the one above grows narrower on
// the way up, and the narrowest joint between two vertices is the widest way between them.
#include "medial/medial.h"

#include "base/sort.h"

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
        if (next < 0 || next == first)
            return false;
        if (again) // exactly a full turn, and it goes on
            return true;
        h = next;
    }
}

// The quadrant of the direction from one point to another.
static int quadrant(wend_point from, wend_point to) {
    if (to.y > from.y || (to.y == from.y && to.x > from.x))
        return to.x > from.x ? 0 : 1;
    return to.x < from.x ? 2 : 3;
}

enum { QUADRANTS_MOST = 200 };

// By how many quadrants each fan turns, up to that many: 4 or more are a full turn, or nearly so.
static void count_quadrants(const wend_plan_view *plan, uint8_t *quadrants) {
    memset(quadrants, 0, (size_t)plan->vertex_count);
    for (int32_t t = 0; t < plan->triangle_count; t++) {
        const int32_t *v = plan->triangles[t].v;
        wend_point p[3] = {plan->vertices[v[0]], plan->vertices[v[1]], plan->vertices[v[2]]};
        for (int i = 0; i < 3; i++)
            if (quadrants[v[i]] < QUADRANTS_MOST)
                quadrants[v[i]] += (uint8_t)((quadrant(p[i], p[(i + 2) % 3]) - quadrant(p[i], p[(i + 1) % 3])) & 3);
    }
}

// Whether any fan turns by more than a full turn. False when memory is short.
static bool find_turns(wend_context *context, const wend_plan_view *plan, bool *winds) {
    WEND_ARRAY(uint8_t) quadrants = {0};
    *winds = false;
    if (!wend_array_resize(context, &quadrants, plan->vertex_count))
        return false;
    count_quadrants(plan, quadrants.data);
    for (int32_t b = 0; b < plan->boundary_count && !*winds; b++) {
        int32_t h = plan->boundaries[b].edge;
        *winds = quadrants.data[plan->triangles[h / 3].v[h % 3]] >= 4 && fan_winds(plan, h);
    }
    for (int32_t v = 0; v < plan->vertex_count && !*winds; v++) // closed ones turn by whole turns
        *winds = (plan->vertex_flags[v] & WEND_VERTEX_POINT) && quadrants.data[v] > 4;
    wend_array_free(context, &quadrants);
    return true;
}

// ---------------------------------------------------------------------------------------------------- forest

static double from_bits(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// The vertex at the top of a tree. `up` is the forest for finding alone, with shorter ways; at tops, less their size.
static int32_t top_of(int32_t *up, int32_t v) {
    while (up[v] >= 0) {
        int32_t next = up[v];
        if (up[next] >= 0)
            up[v] = up[next];
        v = next;
    }
    return v;
}

static void join(wend_medial *m, int32_t *up, int32_t arc, double clearance) {
    int32_t a = top_of(up, m->view.arcs[arc].vertex[0]), b = top_of(up, m->view.arcs[arc].vertex[1]);
    if (a == b)
        return;
    bool below = up[a] != up[b] ? up[a] > up[b] : a > b;
    int32_t child = below ? a : b, top = below ? b : a;
    m->parent[child] = top;
    m->bottleneck[child] = clearance;
    m->joint[child] = arc;
    up[top] += up[child];
    up[child] = top;
}

wend_waist *wend_medial_waists(wend_context *context, const wend_ground *g) {
    wend_waist *waists = wend_allocate_array(context, g->view->arc_count, sizeof *waists);
    for (int32_t k = 0; waists != NULL && k < g->view->arc_count; k++)
        waists[k] = wend_arc_waist(g, k);
    return waists;
}

bool wend_medial_make_forest(wend_medial *m, const wend_waist *waists) {
    WEND_ARRAY(wend_key) keys = {0};
    WEND_ARRAY(int32_t) up = {0};
    const wend_medial_view *view = &m->view;
    m->parent = wend_allocate_array(m->context, view->vertex_count, sizeof *m->parent);
    m->bottleneck = wend_allocate_array(m->context, view->vertex_count, sizeof *m->bottleneck);
    m->joint = wend_allocate_array(m->context, view->vertex_count, sizeof *m->joint);
    bool good = m->parent != NULL && m->bottleneck != NULL && m->joint != NULL &&
                wend_array_resize(m->context, &keys, view->arc_count) &&
                wend_array_resize(m->context, &up, view->vertex_count);
    for (int32_t k = 0; good && k < view->arc_count; k++)
        keys.data[k] = (wend_key){~wend_bits_of(waists[k].radius), k, 0};
    good = good && wend_sort_keys(m->context, keys.data, view->arc_count);
    for (int32_t v = 0; good && v < view->vertex_count; v++) {
        m->parent[v] = -1;
        m->bottleneck[v] = 0;
        m->joint[v] = -1;
        up.data[v] = -1;
    }
    for (int32_t k = 0; good && k < view->arc_count; k++)
        join(m, up.data, keys.data[k].index, from_bits(~keys.data[k].key));
    wend_array_free(m->context, &keys);
    wend_array_free(m->context, &up);
    return good;
}

// ---------------------------------------------------------------------------------------------------- all

wend_result wend_medial_index(wend_medial *medial) {
    wend_context *context = medial->context;
    wend_ground g = wend_medial_ground(medial);
    wend_wall_line *lines = wend_medial_lines(context, &g);
    g.lines = lines;
    bool good = lines != NULL && wend_finder_build(context, &g, &medial->finder);
    wend_waist *waists = good ? wend_medial_waists(context, &g) : NULL;
    good = waists != NULL && find_turns(context, &g.plan, &medial->winds) && wend_medial_make_forest(medial, waists) &&
           wend_medial_find_narrows(medial, &g, waists);
    wend_release(context, waists, (size_t)medial->view.arc_count * sizeof *waists);
    wend_release(context, lines, (size_t)g.plan.boundary_count * sizeof *lines);
    return good ? WEND_OK : WEND_ERROR_MEMORY;
}

void wend_medial_index_free(wend_medial *medial) {
    wend_context *context = medial->context;
    size_t vertices = (size_t)medial->view.vertex_count;
    wend_finder_free(context, &medial->finder);
    wend_release(context, medial->parent, vertices * sizeof *medial->parent);
    wend_release(context, medial->bottleneck, vertices * sizeof *medial->bottleneck);
    wend_release(context, medial->joint, vertices * sizeof *medial->joint);
    wend_release(context, (void *)(uintptr_t)medial->view.narrows,
                 (size_t)medial->view.narrow_count * sizeof *medial->view.narrows);
    wend_release(context, medial->rooms, (size_t)medial->view.narrow_count * sizeof *medial->rooms);
}

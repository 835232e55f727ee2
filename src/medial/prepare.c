// The diagram of points that an insertion starts from: the plan's triangulation without its feature vertices.
//
// A plan is a constrained Delaunay triangulation of obstacle vertices and feature vertices, and area borders are
// constraints in it. Features are no obstacles: they are taken out of a copy, each by flipping its edges away until
// three are left (an ear of its star that does not hide it is always there, because some triangulation of the star has
// it in one triangle and an ear in another), and the rest is flipped to Delaunay, borders or not. Flips only look at
// neighbours, so all of this works on plans that overlap themselves; the star of a feature vertex is flat, because its
// angle is 2 pi.
//
// Plans without features are copied as they are. O(n), with features O(n + sum of squares of their degrees).
#include "base/context.h"
#include "medial/diagram.h"

#include <math.h>

void wend_diagram_free(wend_diagram *d) {
    if (d->edges != NULL)
        wend_release(d->context, d->edges, (size_t)d->plan->boundary_count * sizeof *d->edges);
    d->edges = NULL;
    wend_array_free(d->context, &d->nodes);
    wend_array_free(d->context, &d->hull);
    wend_array_free(d->context, &d->removed);
    wend_array_free(d->context, &d->stack);
    wend_array_free(d->context, &d->gone);
    wend_array_free(d->context, &d->gap);
}

wend_edge_site *wend_edge_sites_make(wend_context *context, const wend_plan_view *plan) {
    wend_edge_site *edges = wend_allocate_array(context, plan->boundary_count, sizeof *edges);
    for (int32_t b = 0; edges != NULL && b < plan->boundary_count; b++) {
        int32_t e = plan->boundaries[b].edge;
        int32_t start = plan->triangles[e / 3].v[e % 3], end = plan->triangles[e / 3].v[(e + 1) % 3];
        wend_point p = plan->vertices[start], q = plan->vertices[end];
        int64_t dx = (int64_t)q.x - p.x, dy = (int64_t)q.y - p.y;
        double length = sqrt((double)(dx * dx + dy * dy));
        int64_t whole = (int64_t)length;
        bool is_whole = whole <= INT32_MAX && whole * whole == dx * dx + dy * dy;
        edges[b] = (wend_edge_site){p, q, start, end, length, is_whole ? (int32_t)whole : 0};
    }
    return edges;
}

static bool copy_plan(wend_diagram *d) {
    const wend_plan_view *plan = d->plan;
    int64_t nodes = (int64_t)plan->triangle_count + plan->boundary_count;
    if (!wend_array_reserve(d->context, &d->nodes, nodes) ||
        !wend_array_resize(d->context, &d->hull, plan->boundary_count) ||
        !wend_array_resize(d->context, &d->removed, nodes))
        return false;
    d->edges = wend_edge_sites_make(d->context, plan);
    if (d->edges == NULL)
        return false;
    memset(d->removed.data, 0, (size_t)nodes);
    d->nodes.count = plan->triangle_count;
    for (int32_t k = 0; k < plan->triangle_count; k++)
        for (int i = 0; i < 3; i++) {
            d->nodes.data[k].site[i] = plan->triangles[k].v[i];
            d->nodes.data[k].twin[i] = plan->triangles[k].twin[i];
        }
    for (int32_t b = 0; b < plan->boundary_count; b++)
        d->hull.data[b] = plan->boundaries[b].edge;
    d->sites = (wend_sites){plan->vertex_count, plan->vertices, d->edges};
    return true;
}

// ---------------------------------------------------------------------------------------------------- features

static void join(wend_diagram *d, int32_t h, int32_t beyond) {
    wend_node *nodes = d->nodes.data;
    nodes[h / 3].twin[h % 3] = beyond;
    if (beyond >= 0)
        nodes[beyond / 3].twin[beyond % 3] = h;
    else
        d->hull.data[~beyond] = h;
}

static void set_node(wend_diagram *d, int32_t node, int32_t a, int32_t b, int32_t c) {
    d->nodes.data[node].site[0] = a;
    d->nodes.data[node].site[1] = b;
    d->nodes.data[node].site[2] = c;
}

// Flips half-edge h: u -> v with p on its left and q on its right. Its node becomes p, u, q, the other one p, q, v.
static void flip(wend_diagram *d, int32_t h) {
    const wend_node *nodes = d->nodes.data;
    int32_t g = wend_half_twin(nodes, h), h1 = wend_half_next(h), h2 = wend_half_next(h1);
    int32_t g1 = wend_half_next(g), g2 = wend_half_next(g1), a = h / 3, b = g / 3;
    int32_t u = wend_half_from(nodes, h), v = wend_half_from(nodes, g);
    int32_t p = wend_half_from(nodes, h2), q = wend_half_from(nodes, g2);
    int32_t vp = wend_half_twin(nodes, h1), pu = wend_half_twin(nodes, h2);
    int32_t uq = wend_half_twin(nodes, g1), qv = wend_half_twin(nodes, g2);
    set_node(d, a, p, u, q);
    set_node(d, b, p, q, v);
    // An edge of the four may have been glued to another one of them; then its twin has moved too.
    int32_t old[4] = {h2, g1, g2, h1}, now[4] = {3 * a, 3 * a + 1, 3 * b + 1, 3 * b + 2}, beyond[4] = {pu, uq, qv, vp};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            if (beyond[i] == old[j]) {
                beyond[i] = now[j];
                break;
            }
    join(d, 3 * a + 2, 3 * b);
    for (int i = 0; i < 4; i++)
        join(d, now[i], beyond[i]);
}

static wend_point place(const wend_diagram *d, int32_t half) {
    return d->sites.points[wend_half_from(d->nodes.data, half)];
}

// Whether the end of half-edge h from a feature vertex is an ear of its star that does not hide it.
static bool is_ear(const wend_diagram *d, int32_t h) {
    int32_t g = wend_half_twin(d->nodes.data, h);
    wend_point centre = place(d, h), x = place(d, g), z = place(d, wend_half_previous(h)),
               y = place(d, wend_half_previous(g));
    return wend_cross(y, x, z) > 0 && wend_cross(y, z, centre) >= 0;
}

// Takes out the vertex that half-edge h starts in. False when its star is not one.
static bool remove_vertex(wend_diagram *d, int32_t h) {
    int32_t degree = 0, at = h;
    do {
        degree++;
        at = wend_half_after(d->nodes.data, at);
    } while (at >= 0 && at != h);
    if (at < 0)
        return false;
    for (int64_t bound = (int64_t)degree * degree; degree > 3 && bound > 0; bound--) {
        if (!is_ear(d, at)) {
            at = wend_half_after(d->nodes.data, at);
            continue;
        }
        int32_t node = at / 3;
        flip(d, at);
        at = 3 * node + 1;
        degree--;
    }
    if (degree != 3)
        return false;
    int32_t second = wend_half_after(d->nodes.data, at), third = wend_half_after(d->nodes.data, second);
    int32_t outer[3] = {wend_half_next(at), wend_half_next(second), wend_half_next(third)}, beyond[3], corner[3];
    for (int i = 0; i < 3; i++) {
        beyond[i] = wend_half_twin(d->nodes.data, outer[i]);
        corner[i] = wend_half_from(d->nodes.data, outer[i]);
    }
    int32_t node = at / 3;
    set_node(d, second / 3, -1, -1, -1);
    set_node(d, third / 3, -1, -1, -1);
    set_node(d, node, corner[0], corner[1], corner[2]);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            if (beyond[i] == outer[j]) {
                beyond[i] = 3 * node + j;
                break;
            }
        join(d, 3 * node + i, beyond[i]);
    }
    return true;
}

// Flips until every edge is Delaunay.
static wend_result legalise(wend_diagram *d) {
    if (!wend_array_reserve(d->context, &d->stack, 3 * d->nodes.count + 16))
        return WEND_ERROR_MEMORY;
    d->stack.count = 0;
    for (int32_t h = 0; h < 3 * d->nodes.count; h++)
        if (d->nodes.data[h / 3].site[0] >= 0)
            d->stack.data[d->stack.count++] = h;
    while (d->stack.count > 0) {
        int32_t h = d->stack.data[--d->stack.count], g = wend_half_twin(d->nodes.data, h);
        if (g < 0 || !wend_edge_must_flip(place(d, h), place(d, g), place(d, wend_half_previous(h)),
                                          place(d, wend_half_previous(g))))
            continue;
        flip(d, h);
        int32_t changed[4] = {3 * (h / 3), 3 * (h / 3) + 1, 3 * (g / 3) + 1, 3 * (g / 3) + 2};
        for (int i = 0; i < 4; i++)
            if (!wend_array_push(d->context, &d->stack, changed[i]))
                return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

// Moves the nodes that are left together; `stack` holds the new place of each.
static void compress(wend_diagram *d) {
    wend_node *nodes = d->nodes.data;
    int32_t *moved = d->stack.data, kept = 0;
    for (int32_t k = 0; k < d->nodes.count; k++)
        moved[k] = nodes[k].site[0] >= 0 ? kept++ : -1;
    for (int32_t k = 0; k < d->nodes.count; k++) {
        if (moved[k] < 0)
            continue;
        nodes[moved[k]] = nodes[k];
        for (int i = 0; i < 3; i++) {
            int32_t beyond = nodes[k].twin[i];
            if (beyond >= 0)
                nodes[moved[k]].twin[i] = 3 * moved[beyond / 3] + beyond % 3;
            else
                d->hull.data[~beyond] = 3 * moved[k] + i;
        }
    }
    d->nodes.count = kept;
}

static bool is_feature(const wend_plan_view *plan, int32_t vertex) {
    return plan->vertex_flags[vertex] == WEND_VERTEX_FEATURE;
}

static wend_result remove_features(wend_diagram *d) {
    bool any = d->plan->border_count > 0;
    for (int32_t v = 0; v < d->plan->vertex_count && !any; v++)
        any = is_feature(d->plan, v);
    if (!any)
        return WEND_OK;
    for (int32_t h = 0; h < 3 * d->nodes.count; h++) {
        int32_t v = wend_half_from(d->nodes.data, h);
        if (v >= 0 && is_feature(d->plan, v)) {
            if (!remove_vertex(d, h))
                return WEND_ERROR_INVALID;
            h = 3 * (h / 3) - 1; // the node may have changed
        }
    }
    wend_result result = legalise(d);
    if (result != WEND_OK)
        return result;
    compress(d);
    return WEND_OK;
}

wend_result wend_diagram_prepare(wend_context *context, const wend_plan_view *plan, wend_diagram *d) {
    *d = (wend_diagram){.context = context, .plan = plan};
    if ((int64_t)plan->triangle_count + plan->boundary_count > INT32_MAX / 3 ||
        (int64_t)plan->vertex_count + plan->boundary_count > INT32_MAX)
        return WEND_ERROR_LIMIT;
    if (!copy_plan(d))
        return WEND_ERROR_MEMORY;
    wend_result result = remove_features(d);
    for (int64_t k = 0; k < d->nodes.count && result == WEND_OK; k++)
        wend_disc_make(&d->sites, d->nodes.data[k].site, &d->nodes.data[k].disc);
    return result;
}

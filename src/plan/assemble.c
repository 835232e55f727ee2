// The arrays of a plan, in canonical order.
//
// Vertices. Two corners of triangles belong to the same vertex when they are in the same fan: one can go from the one
// triangle to the other around their common place without passing a boundary. So where obstacles touch in a point, and
// along a wall of zero width, places have several vertices. Fans are numbered along a Hilbert curve of their places;
// those of one place by where their first boundary edge leads, which no two of them have in common.
//
// Triangles are numbered along the Hilbert curve of their centroids, each from its lowest vertex on. Boundary edges and
// borders follow the order of half-edges; cycles and components are numbered by their lowest member. All of it is a
// function of the geometry alone.
#include "plan/assemble.h"

#include "base/sort.h"

typedef struct assembly {
    const wend_parts *parts;
    wend_context *context;
    const wend_triangle *tris; // of the triangulation
    int32_t old_count;
    int32_t fan_count;
    WEND_ARRAY(int32_t) corner_fan;   // per old half-edge: the fan of its start, -1 outside the floor
    WEND_ARRAY(int32_t) fan_edge;     // per fan: its first half-edge: a boundary one, or any where there is none
    WEND_ARRAY(int32_t) fan_vertex;   // per fan: its number
    WEND_ARRAY(int32_t) new_triangle; // per old triangle: its number, -1 outside
    WEND_ARRAY(wend_key) order;       // the old triangles in their new order
    WEND_ARRAY(uint8_t) turn;         // per old triangle: which corner comes first
} assembly;

static void assembly_free(assembly *a) {
    wend_array_free(a->context, &a->corner_fan);
    wend_array_free(a->context, &a->fan_edge);
    wend_array_free(a->context, &a->fan_vertex);
    wend_array_free(a->context, &a->new_triangle);
    wend_array_free(a->context, &a->order);
    wend_array_free(a->context, &a->turn);
}

static wend_point place_of(const assembly *a, int32_t old_edge) {
    return a->parts->t->vertices.data[wend_edge_start(a->tris, old_edge)];
}

static bool is_boundary(const assembly *a, int32_t e) {
    int32_t mark = wend_edge_mark(a->tris, e);
    return mark >= 0 && a->parts->piece_source[mark] >= 0;
}

static bool is_border(const assembly *a, int32_t e) {
    int32_t mark = wend_edge_mark(a->tris, e);
    return mark >= 0 && a->parts->piece_source[mark] < 0;
}

// ---------------------------------------------------------------------------------------------------- vertices

// Numbers the fan that half-edge e starts in: goes clockwise to its first half-edge, then around.
static bool trace_fan(assembly *a, int32_t e) {
    int32_t first = e;
    while (!is_boundary(a, first)) {
        first = wend_edge_next(wend_edge_twin(a->tris, first));
        if (first == e)
            break;
    }
    if (!wend_array_push(a->context, &a->fan_edge, first))
        return false;
    int32_t at = first;
    for (;;) {
        a->corner_fan.data[at] = a->fan_count;
        int32_t left = wend_edge_previous(at);
        if (is_boundary(a, left))
            break;
        at = wend_edge_twin(a->tris, left);
        if (at == first)
            break;
    }
    a->fan_count++;
    return true;
}

static bool trace_fans(assembly *a) {
    if (!wend_array_resize(a->context, &a->corner_fan, 3 * (int64_t)a->old_count))
        return false;
    for (int64_t e = 0; e < a->corner_fan.count; e++)
        a->corner_fan.data[e] = -1;
    for (int32_t e = 0; e < a->corner_fan.count; e++)
        if (a->parts->floor[e / 3] && a->corner_fan.data[e] < 0 && !trace_fan(a, e))
            return false;
    return true;
}

// Orders the fans of each place by the key of the place that their first edge leads to. `spare` has room for all keys.
static bool order_ties(const assembly *a, wend_key *keys, int64_t count, wend_key *spare) {
    for (int64_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && keys[end].key == keys[first].key;)
            end++;
        if (end == first + 1)
            continue;
        for (int64_t i = first; i < end; i++) {
            wend_point p = place_of(a, wend_edge_next(a->fan_edge.data[keys[i].index]));
            spare[i] = (wend_key){wend_plan_curve(p.x, p.y), keys[i].index, 0};
        }
        if (!wend_sort_keys(a->context, spare + first, end - first))
            return false;
        for (int64_t i = first; i < end; i++)
            keys[i].index = spare[i].index;
    }
    return true;
}

static bool number_vertices(assembly *a, wend_plan *plan) {
    WEND_ARRAY(wend_key) keys = {0}, spare = {0};
    int32_t n = a->fan_count;
    wend_point *vertices = wend_allocate_array(a->context, n, sizeof *vertices);
    uint8_t *flags = wend_allocate_array(a->context, n, sizeof *flags);
    plan->view.vertex_count = n;
    plan->view.vertices = vertices;
    plan->view.vertex_flags = flags;
    bool sorted = vertices && flags && wend_array_resize(a->context, &keys, n) &&
                  wend_array_resize(a->context, &spare, n) && wend_array_resize(a->context, &a->fan_vertex, n);
    for (int32_t f = 0; sorted && f < n; f++) {
        wend_point p = place_of(a, a->fan_edge.data[f]);
        keys.data[f] = (wend_key){wend_plan_curve(p.x, p.y), f, 0};
    }
    sorted = sorted && wend_sort_keys(a->context, keys.data, n) && order_ties(a, keys.data, n, spare.data);
    for (int32_t i = 0; sorted && i < n; i++) {
        int32_t f = keys.data[i].index, e = a->fan_edge.data[f];
        a->fan_vertex.data[f] = i;
        vertices[i] = place_of(a, e);
        flags[i] = is_boundary(a, e)                                 ? WEND_VERTEX_BOUNDARY
                   : a->parts->is_point[wend_edge_start(a->tris, e)] ? WEND_VERTEX_POINT
                                                                     : WEND_VERTEX_FEATURE;
    }
    wend_array_free(a->context, &keys);
    wend_array_free(a->context, &spare);
    return sorted;
}

// ---------------------------------------------------------------------------------------------------- triangles

static int32_t vertex_of(const assembly *a, int32_t old_edge) {
    return a->fan_vertex.data[a->corner_fan.data[old_edge]];
}

static bool order_triangles(assembly *a) {
    if (!wend_array_resize(a->context, &a->new_triangle, a->old_count) ||
        !wend_array_resize(a->context, &a->turn, a->old_count))
        return false;
    for (int32_t k = 0; k < a->old_count; k++) {
        a->new_triangle.data[k] = -1;
        if (!a->parts->floor[k])
            continue;
        int64_t x = 0, y = 0;
        uint8_t turn = 0;
        for (int i = 0; i < 3; i++) {
            wend_point p = place_of(a, 3 * k + i);
            x += p.x;
            y += p.y;
            if (vertex_of(a, 3 * k + i) < vertex_of(a, 3 * k + turn))
                turn = (uint8_t)i;
        }
        a->turn.data[k] = turn;
        if (!wend_array_push(a->context, &a->order,
                             (wend_key){wend_plan_curve(wend_plan_third(x), wend_plan_third(y)), k, 0}))
            return false;
    }
    return wend_sort_keys(a->context, a->order.data, a->order.count);
}

// Triangles whose centroids round to the same place: by their vertices.
static bool comes_first(const assembly *a, int32_t j, int32_t k) {
    for (int i = 0; i < 3; i++) {
        int32_t v = vertex_of(a, 3 * j + (a->turn.data[j] + i) % 3),
                w = vertex_of(a, 3 * k + (a->turn.data[k] + i) % 3);
        if (v != w)
            return v < w;
    }
    return false;
}

static void number_triangles(assembly *a) {
    wend_key *keys = a->order.data;
    for (int64_t i = 1; i < a->order.count; i++)
        for (int64_t j = i; j > 0 && keys[j].key == keys[j - 1].key && comes_first(a, keys[j].index, keys[j - 1].index);
             j--) {
            wend_key swap = keys[j];
            keys[j] = keys[j - 1];
            keys[j - 1] = swap;
        }
    for (int32_t i = 0; i < a->order.count; i++)
        a->new_triangle.data[keys[i].index] = i;
}

static int32_t renamed_edge(const assembly *a, int32_t old_edge) {
    int32_t k = old_edge / 3;
    return 3 * a->new_triangle.data[k] + (old_edge % 3 + 3 - a->turn.data[k]) % 3;
}

static int32_t lowest_source(const assembly *a, int32_t old_edge) {
    int32_t source = INT32_MAX;
    for (int32_t p = wend_edge_mark(a->tris, old_edge); p >= 0; p = a->parts->t->pieces.data[p].next)
        if (a->parts->piece_source[p] < source)
            source = a->parts->piece_source[p];
    return source;
}

// Writes triangles and boundary edges, without cycles and components yet.
static bool write_triangles(assembly *a, wend_plan *plan) {
    int32_t n = (int32_t)a->order.count;
    int64_t boundaries = 0;
    for (int64_t i = 0; i < n; i++)
        for (int32_t e = 3 * a->order.data[i].index, k = 0; k < 3; k++)
            boundaries += is_boundary(a, e + k);
    wend_plan_triangle *triangles = wend_allocate_array(a->context, n, sizeof *triangles);
    wend_plan_boundary *edges = wend_allocate_array(a->context, boundaries, sizeof *edges);
    plan->view.triangle_count = n;
    plan->view.triangles = triangles;
    plan->view.boundary_count = (int32_t)boundaries;
    plan->view.boundaries = edges;
    if (!triangles || !edges)
        return false;
    int32_t written = 0;
    for (int32_t i = 0; i < n; i++) {
        int32_t k = a->order.data[i].index;
        for (int slot = 0; slot < 3; slot++) {
            int32_t e = 3 * k + (a->turn.data[k] + slot) % 3, twin = wend_edge_twin(a->tris, e);
            triangles[i].v[slot] = vertex_of(a, e);
            triangles[i].twin[slot] = is_boundary(a, e) ? ~written : renamed_edge(a, twin);
            if (!is_boundary(a, e))
                continue;
            int32_t kind = a->parts->floor[twin / 3] ? WEND_BOUNDARY_BARRIER : WEND_BOUNDARY_WALL;
            edges[written++] = (wend_plan_boundary){3 * i + slot, -1, -1, kind, lowest_source(a, e)};
        }
    }
    return true;
}

static bool write_borders(assembly *a, wend_plan *plan) {
    int32_t count = 0;
    for (int32_t e = 0; e < 3 * a->old_count; e++)
        count += a->parts->floor[e / 3] && is_border(a, e) && e < wend_edge_twin(a->tris, e);
    if (count == 0)
        return true;
    int32_t *borders = wend_allocate_array(a->context, count, sizeof *borders);
    plan->view.border_count = count;
    plan->view.borders = borders;
    if (!borders)
        return false;
    int32_t written = 0;
    for (int32_t i = 0; i < plan->view.triangle_count; i++) {
        int32_t k = a->order.data[i].index;
        for (int slot = 0; slot < 3; slot++) {
            int32_t e = 3 * k + (a->turn.data[k] + slot) % 3;
            if (is_border(a, e) && 3 * i + slot < renamed_edge(a, wend_edge_twin(a->tris, e)))
                borders[written++] = 3 * i + slot;
        }
    }
    return true;
}

// -------------------------------------------------------------------------------------------- cycles and components

static void link_cycles(wend_plan *plan) {
    wend_plan_view *view = &plan->view;
    wend_plan_boundary *edges = (wend_plan_boundary *)view->boundaries;
    for (int32_t b = 0; b < view->boundary_count; b++) {
        int32_t e = wend_plan_edge_next(edges[b].edge);
        while (wend_plan_edge_twin(view, e) >= 0)
            e = wend_plan_edge_next(wend_plan_edge_twin(view, e));
        edges[b].next = ~wend_plan_edge_twin(view, e);
    }
    for (int32_t b = 0; b < view->boundary_count; b++) {
        if (edges[b].cycle >= 0)
            continue;
        for (int32_t at = b; edges[at].cycle < 0; at = edges[at].next)
            edges[at].cycle = view->cycle_count;
        view->cycle_count++;
    }
}

// Numbers the component of every triangle; the stack holds triangles to go on from.
static int32_t flood_components(const wend_plan_view *view, int32_t *component, int32_t *stack) {
    int32_t count = 0;
    for (int32_t k = 0; k < view->triangle_count; k++)
        component[k] = -1;
    for (int32_t first = 0; first < view->triangle_count; first++) {
        if (component[first] >= 0)
            continue;
        int32_t top = 0;
        stack[top++] = first;
        component[first] = count;
        while (top > 0) {
            const wend_plan_triangle *t = &view->triangles[stack[--top]];
            for (int i = 0; i < 3; i++)
                if (t->twin[i] >= 0 && component[t->twin[i] / 3] < 0) {
                    component[t->twin[i] / 3] = count;
                    stack[top++] = t->twin[i] / 3;
                }
        }
        count++;
    }
    return count;
}

static void measure_components(const wend_plan_view *view, wend_plan_component *components) {
    for (int32_t k = view->triangle_count - 1; k >= 0; k--) {
        const wend_plan_triangle *t = &view->triangles[k];
        wend_plan_component *c = &components[view->triangle_component[k]];
        c->first = k;
        c->triangles++;
        c->area2 += wend_cross(view->vertices[t->v[0]], view->vertices[t->v[1]], view->vertices[t->v[2]]);
    }
    int32_t seen = 0; // cycles are numbered by their lowest edge, so a new highest number is a new cycle
    for (int32_t b = 0; b < view->boundary_count; b++)
        if (view->boundaries[b].cycle == seen) {
            components[view->triangle_component[view->boundaries[b].edge / 3]].cycles++;
            seen++;
        }
}

// Each point obstacle is counted at the first corner found of it; `seen` has one byte per vertex.
static void count_points(const wend_plan_view *view, wend_plan_component *components, uint8_t *seen) {
    memset(seen, 0, (size_t)view->vertex_count);
    for (int32_t k = 0; k < view->triangle_count; k++)
        for (int i = 0; i < 3; i++) {
            int32_t v = view->triangles[k].v[i];
            if (seen[v] || !(view->vertex_flags[v] & WEND_VERTEX_POINT))
                continue;
            seen[v] = 1;
            components[view->triangle_component[k]].points++;
        }
}

// V - E + F is 2 - 2 handles - cycles; half-edges count half, and boundary edges have one only.
static bool count_handles(wend_plan *plan, uint8_t *seen) {
    wend_plan_view *view = &plan->view;
    int32_t *handles = wend_allocate_array(plan->context, view->component_count, sizeof *handles);
    view->component_handles = handles;
    if (!handles)
        return false;
    for (int32_t k = 0; k < view->component_count; k++)
        handles[k] = 4 - 2 * view->components[k].cycles + view->components[k].triangles;
    memset(seen, 0, (size_t)view->vertex_count);
    for (int32_t k = 0; k < view->triangle_count; k++)
        for (int i = 0; i < 3; i++) {
            int32_t v = view->triangles[k].v[i], c = view->triangle_component[k];
            handles[c] += (view->triangles[k].twin[i] < 0) - (seen[v] ? 0 : 2);
            seen[v] = 1;
        }
    for (int32_t k = 0; k < view->component_count; k++)
        handles[k] /= 4;
    return true;
}

static bool find_components(wend_plan *plan) {
    wend_context *context = plan->context;
    wend_plan_view *view = &plan->view;
    int32_t *component = wend_allocate_array(context, view->triangle_count, sizeof *component);
    view->triangle_component = component;
    if (!component)
        return false;
    WEND_ARRAY(int32_t) stack = {0};
    WEND_ARRAY(uint8_t) seen = {0};
    bool good = wend_array_resize(context, &stack, view->triangle_count) &&
                wend_array_resize(context, &seen, view->vertex_count);
    if (good) {
        view->component_count = flood_components(view, component, stack.data);
        size_t size = (size_t)view->component_count * sizeof(wend_plan_component);
        wend_plan_component *components = wend_allocate_array(context, view->component_count, sizeof *components);
        view->components = components;
        good = components != NULL;
        if (good) {
            memset(components, 0, size);
            measure_components(view, components);
            count_points(view, components, seen.data);
            good = !view->vertex_sources || count_handles(plan, seen.data);
        }
    }
    wend_array_free(context, &stack);
    wend_array_free(context, &seen);
    return good;
}

wend_result wend_plan_finish(wend_plan *plan) {
    link_cycles(plan);
    if (!find_components(plan))
        return WEND_ERROR_MEMORY;
    plan->view.hash = wend_plan_hash(&plan->view);
    return WEND_OK;
}

wend_result wend_plan_assemble(const wend_parts *parts, wend_plan *plan) {
    assembly a = {.parts = parts,
                  .context = plan->context,
                  .tris = parts->t->triangles.data,
                  .old_count = (int32_t)parts->t->triangles.count};
    plan->owns_arrays = true;
    plan->view.lattice = parts->lattice;
    plan->view.unit = parts->unit;
    bool good = trace_fans(&a) && number_vertices(&a, plan) && order_triangles(&a);
    if (good) {
        number_triangles(&a);
        good = write_triangles(&a, plan) && write_borders(&a, plan);
    }
    assembly_free(&a);
    plan->view.layer_count = 1;
    return good ? wend_plan_finish(plan) : WEND_ERROR_MEMORY;
}

void wend_plan_free_arrays(wend_plan *plan) {
    const wend_plan_view *v = &plan->view;
    wend_context *c = plan->context;
    wend_release(c, (void *)v->vertices, (size_t)v->vertex_count * sizeof *v->vertices);
    wend_release(c, (void *)v->vertex_flags, (size_t)v->vertex_count);
    wend_release(c, (void *)v->triangles, (size_t)v->triangle_count * sizeof *v->triangles);
    wend_release(c, (void *)v->triangle_component, (size_t)v->triangle_count * sizeof *v->triangle_component);
    if (v->triangle_area)
        wend_release(c, (void *)v->triangle_area, (size_t)v->triangle_count * sizeof *v->triangle_area);
    wend_release(c, (void *)v->boundaries, (size_t)v->boundary_count * sizeof *v->boundaries);
    wend_release(c, (void *)v->borders, (size_t)v->border_count * sizeof *v->borders);
    wend_release(c, (void *)v->components, (size_t)v->component_count * sizeof *v->components);
    if (v->component_handles)
        wend_release(c, (void *)v->component_handles, (size_t)v->component_count * sizeof *v->component_handles);
    wend_release(c, (void *)v->vertex_sources, (size_t)v->vertex_count * sizeof *v->vertex_sources);
    wend_release(c, (void *)v->vertex_heights, (size_t)v->vertex_count * sizeof *v->vertex_heights);
    wend_release(c, (void *)v->triangle_layer, (size_t)v->triangle_count * sizeof *v->triangle_layer);
}

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
    const wend_plan_parts *parts;
    wend_context *context;
    const wend_triangle *tris; // of the triangulation
    wend_mesh mesh;            // the same
    int32_t old_count;
    WEND_ARRAY(int32_t) corners;  // per old half-edge: the fan, then the vertex, of its start; -1 outside the floor
    WEND_ARRAY(int32_t) fan_edge; // per fan: its first half-edge: a boundary one, or any where there is none
    wend_numbering numbering;
} assembly;

static void assembly_free(assembly *a) {
    wend_array_free(a->context, &a->corners);
    wend_array_free(a->context, &a->fan_edge);
    wend_numbering_free(a->context, &a->numbering);
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

// Numbers the fan that half-edge e starts in: goes clockwise to its first half-edge, then around. It ends at marked
// edges, behind which the triangulation goes on; so it is no fan of a wend_mesh.
static bool trace_fan(assembly *a, int32_t e) {
    int32_t first = e, fan = (int32_t)a->fan_edge.count;
    while (!is_boundary(a, first)) {
        first = wend_mesh_before(&a->mesh, first);
        if (first == e)
            break;
    }
    if (!wend_array_push(a->context, &a->fan_edge, first))
        return false;
    int32_t at = first;
    do {
        a->corners.data[at] = fan;
        if (is_boundary(a, wend_half_previous(at)))
            break;
        at = wend_mesh_after(&a->mesh, at);
    } while (at != first);
    return true;
}

static bool trace_fans(assembly *a) {
    if (!wend_array_resize(a->context, &a->corners, 3 * (int64_t)a->old_count))
        return false;
    for (int64_t e = 0; e < a->corners.count; e++)
        a->corners.data[e] = -1;
    for (int32_t e = 0; e < a->corners.count; e++)
        if (a->parts->floor[e / 3] && a->corners.data[e] < 0 && !trace_fan(a, e))
            return false;
    return true;
}

// Fans of one place: by where their first edges lead.
static int compare_fans(const void *p, const void *q, const void *user) {
    const assembly *a = user;
    const wend_key *keys[2] = {p, q};
    uint64_t way[2];
    for (int k = 0; k < 2; k++) {
        wend_point to = place_of(a, wend_half_next(a->fan_edge.data[keys[k]->index]));
        way[k] = wend_hilbert_place(to.x, to.y);
    }
    return (way[0] > way[1]) - (way[0] < way[1]);
}

static bool number_vertices(assembly *a, wend_plan *plan) {
    WEND_ARRAY(wend_key) keys = {0};
    WEND_ARRAY(int32_t) number = {0}; // per fan
    int32_t n = (int32_t)a->fan_edge.count;
    wend_point *vertices = wend_allocate_array(a->context, n, sizeof *vertices);
    uint8_t *flags = wend_allocate_array(a->context, n, sizeof *flags);
    plan->view.vertex_count = n;
    plan->view.vertices = vertices;
    plan->view.vertex_flags = flags;
    bool sorted =
        vertices && flags && wend_array_resize(a->context, &keys, n) && wend_array_resize(a->context, &number, n);
    for (int32_t f = 0; sorted && f < n; f++) {
        wend_point p = place_of(a, a->fan_edge.data[f]);
        keys.data[f] = (wend_key){wend_hilbert_place(p.x, p.y), f, 0};
    }
    sorted = sorted && wend_sort_ties(a->context, keys.data, n, compare_fans, a);
    for (int32_t i = 0; sorted && i < n; i++) {
        int32_t f = keys.data[i].index, e = a->fan_edge.data[f];
        number.data[f] = i;
        vertices[i] = place_of(a, e);
        flags[i] = is_boundary(a, e)                                 ? WEND_VERTEX_BOUNDARY
                   : a->parts->is_point[wend_edge_start(a->tris, e)] ? WEND_VERTEX_POINT
                                                                     : WEND_VERTEX_FEATURE;
    }
    for (int64_t e = 0; sorted && e < a->corners.count; e++)
        if (a->corners.data[e] >= 0)
            a->corners.data[e] = number.data[a->corners.data[e]];
    wend_array_free(a->context, &keys);
    wend_array_free(a->context, &number);
    return sorted;
}

// ---------------------------------------------------------------------------------------------------- triangles

static int32_t lowest_source(const assembly *a, int32_t old_edge) {
    int32_t source = INT32_MAX;
    for (int32_t p = wend_edge_mark(a->tris, old_edge); p >= 0; p = a->parts->t->pieces.data[p].next)
        if (a->parts->piece_source[p] < source)
            source = a->parts->piece_source[p];
    return source;
}

// Writes triangles and boundary edges, without cycles and components yet.
static bool write_triangles(assembly *a, wend_plan *plan) {
    int32_t n = (int32_t)a->numbering.order.count;
    int64_t boundaries = 0;
    for (int64_t i = 0; i < n; i++)
        for (int32_t e = 3 * a->numbering.order.data[i].index, k = 0; k < 3; k++)
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
        for (int slot = 0; slot < 3; slot++) {
            int32_t e = wend_numbering_old(&a->numbering, i, slot), twin = wend_edge_twin(a->tris, e);
            triangles[i].v[slot] = a->corners.data[e];
            triangles[i].twin[slot] = is_boundary(a, e) ? ~written : wend_numbering_new(&a->numbering, twin);
            if (!is_boundary(a, e))
                continue;
            int32_t kind = a->parts->floor[twin / 3] ? WEND_BOUNDARY_BARRIER : WEND_BOUNDARY_WALL;
            edges[written++] = (wend_plan_boundary){3 * i + slot, -1, -1, kind, lowest_source(a, e)};
        }
    }
    return true;
}

// Writes the area of each triangle; nothing where there is only area 0.
static bool write_areas(assembly *a, wend_plan *plan) {
    int32_t count = plan->view.triangle_count;
    bool any = false;
    for (int32_t i = 0; i < count && a->parts->areas && !any; i++)
        any = a->parts->areas[a->numbering.order.data[i].index] != 0;
    if (!any)
        return true;
    uint16_t *areas = wend_allocate_array(a->context, count, sizeof *areas);
    plan->view.triangle_area = areas;
    for (int32_t i = 0; i < count && areas; i++)
        areas[i] = a->parts->areas[a->numbering.order.data[i].index];
    return areas != NULL;
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
        for (int slot = 0; slot < 3; slot++) {
            int32_t e = wend_numbering_old(&a->numbering, i, slot);
            if (is_border(a, e) && 3 * i + slot < wend_numbering_new(&a->numbering, wend_edge_twin(a->tris, e)))
                borders[written++] = 3 * i + slot;
        }
    }
    return true;
}

// -------------------------------------------------------------------------------------------- cycles and components

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
        wend_mesh mesh = wend_plan_mesh(view);
        for (int32_t k = 0; k < view->triangle_count; k++)
            component[k] = -1;
        view->component_count = wend_mesh_number_components(&mesh, component, stack.data);
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
    wend_mesh mesh = wend_plan_mesh(&plan->view);
    wend_cycles cycles = wend_plan_cycles(&plan->view);
    wend_cycles_link(&cycles, &mesh, 0, cycles.count);
    plan->view.cycle_count = wend_cycles_number(&cycles);
    if (!find_components(plan))
        return WEND_ERROR_MEMORY;
    plan->view.hash = wend_plan_hash(&plan->view);
    return WEND_OK;
}

wend_result wend_plan_assemble(const wend_plan_parts *parts, wend_plan *plan) {
    const wend_triangulation *t = parts->t;
    assembly a = {.parts = parts,
                  .context = plan->context,
                  .tris = t->triangles.data,
                  .mesh = WEND_MESH(wend_triangle, t->triangles.data, t->triangles.count),
                  .old_count = (int32_t)t->triangles.count};
    plan->owns_arrays = true;
    plan->view.lattice = parts->lattice;
    plan->view.unit = parts->unit;
    bool good = trace_fans(&a) && number_vertices(&a, plan) &&
                wend_numbering_make(a.context, &a.mesh, a.corners.data, plan->view.vertices, &a.numbering) &&
                write_triangles(&a, plan) && write_areas(&a, plan) && write_borders(&a, plan);
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

// The validator of plans. Nothing in the arrays is trusted: first every index, then every claim.
#include "geom/predicate.h"
#include "plan/lattice.h"
#include "plan/plan.h"
#include "plan/walk.h"

typedef struct checker {
    wend_context *context;
    const wend_plan *plan;
    const wend_plan_view *view;
    wend_mesh mesh;     // its triangles
    wend_cycles cycles; // its boundary edges
    wend_report *report;
    bool bad;
} checker;

static void blame(checker *c, const char *code, int64_t item, int32_t vertex, const char *text) {
    c->bad = true;
    wend_finding f = wend_finding_make(code, WEND_ERROR, "%s (element %lld)", text, (long long)item);
    f.item = item;
    if (vertex >= 0 && vertex < c->view->vertex_count) {
        f.has_at = true;
        wend_lattice_place(&c->view->lattice, c->view->vertices[vertex], f.at);
    }
    wend_report_add(c->report, &f);
}

// ---------------------------------------------------------------------------------------------------- indices

static bool check_head(checker *c) {
    const wend_plan_view *v = c->view;
    if (!wend_lattice_is_sound(&v->lattice, v->unit))
        blame(c, "plan-lattice", 0, -1, "the lattice or the unit is out of range");
    if (v->vertex_count < 3 || v->triangle_count < 1 || v->triangle_count > INT32_MAX / 3 || v->boundary_count < 0 ||
        v->cycle_count < 0 || v->border_count < 0 || v->component_count < 1 || v->layer_count < 1)
        blame(c, "plan-counts", 0, -1, "a count is out of range");
    bool linked = v->vertex_sources != NULL;
    if (linked != (c->plan->links != NULL) || linked != (v->vertex_heights != NULL) ||
        linked != (v->triangle_layer != NULL) || linked != (v->component_handles != NULL) ||
        (!linked && v->layer_count != 1))
        blame(c, "plan-counts", 0, -1, "what the plan of a linked surface has is missing, or a floor plan has it");
    return !c->bad;
}

static bool check_indices(checker *c) {
    const wend_plan_view *v = c->view;
    int64_t edges = 3 * (int64_t)v->triangle_count;
    // What boundary edges name: shapes of a drawing that nobody has any more, or edges of the complex.
    int64_t lowest = c->plan->links ? 0 : -1;
    int64_t sources = c->plan->links ? wend_links_look(c->plan->links).boundary_count : (int64_t)INT32_MAX + 1;
    for (int32_t i = 0; i < v->vertex_count; i++) {
        wend_point p = v->vertices[i];
        if (p.x > WEND_COORDINATE_MAX || p.x < -WEND_COORDINATE_MAX || p.y > WEND_COORDINATE_MAX ||
            p.y < -WEND_COORDINATE_MAX)
            blame(c, "plan-vertex", i, -1, "a vertex lies beyond the lattice");
        uint8_t f = v->vertex_flags[i];
        if (f != WEND_VERTEX_BOUNDARY && f != WEND_VERTEX_POINT && f != WEND_VERTEX_FEATURE &&
            f != (WEND_VERTEX_BOUNDARY | WEND_VERTEX_FEATURE))
            blame(c, "plan-flags", i, i, "a vertex is neither boundary, nor point obstacle, nor feature");
    }
    for (int32_t k = 0; k < v->triangle_count; k++) {
        if (!wend_mesh_names_exist(&c->mesh, k, v->vertex_count, v->boundary_count))
            blame(c, "plan-index", k, -1, "a triangle names a vertex, neighbour or boundary edge that is not there");
        if (!wend_in_range(v->triangle_component[k], v->component_count))
            blame(c, "plan-index", k, -1, "a triangle names a component that is not there");
        if (v->triangle_layer && !wend_in_range(v->triangle_layer[k], v->layer_count))
            blame(c, "plan-index", k, -1, "a triangle names a layer that is not there");
    }
    for (int32_t b = 0; b < v->boundary_count; b++) {
        const wend_plan_boundary *e = &v->boundaries[b];
        if (!wend_cycles_names_exist(&c->cycles, b, &c->mesh, v->cycle_count) ||
            !wend_in_range(e->kind, WEND_BOUNDARY_KIND_COUNT) || e->source < lowest || e->source >= sources)
            blame(c, "plan-index", b, -1, "a boundary edge names something that is not there");
    }
    for (int32_t k = 0; k < v->border_count; k++)
        if (!wend_in_range(v->borders[k], edges) || (k > 0 && v->borders[k - 1] >= v->borders[k]))
            blame(c, "plan-border", k, -1, "a border names a half-edge that is not there, or comes out of order");
    return !c->bad;
}

// ---------------------------------------------------------------------------------------------------- triangles

static bool is_border(const wend_plan_view *v, int32_t e) {
    int32_t low = 0, high = v->border_count;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (v->borders[middle] < e)
            low = middle + 1;
        else
            high = middle;
    }
    return low < v->border_count && v->borders[low] == e;
}

static void check_triangle(checker *c, int32_t k) {
    const wend_plan_view *v = c->view;
    const wend_plan_triangle *t = &v->triangles[k];
    wend_point a = v->vertices[t->v[0]], b = v->vertices[t->v[1]], d = v->vertices[t->v[2]];
    if (wend_cross(a, b, d) <= 0)
        blame(c, "plan-downward", k, t->v[0], "a triangle does not face up");
    for (int i = 0; i < 3; i++) {
        int32_t e = 3 * k + i, f = t->twin[i];
        wend_mesh_fault fault = wend_mesh_look_at_side(&c->mesh, &c->cycles, e);
        if (fault == WEND_MESH_BOUNDARY)
            blame(c, "plan-boundary", k, t->v[i], "a triangle and a boundary edge do not agree");
        else if (fault != WEND_MESH_SOUND)
            blame(c, "plan-neighbours", k, t->v[i], "two neighbours do not agree on the edge between them");
        if (f < 0 || fault != WEND_MESH_SOUND)
            continue;
        if (v->triangle_component[f / 3] != v->triangle_component[k])
            blame(c, "plan-component", k, t->v[i], "two neighbours are in different components");
        wend_point p = v->vertices[t->v[(i + 2) % 3]],
                   q = v->vertices[wend_mesh_start(&c->mesh, wend_half_previous(f))];
        if (e < f && wend_edge_must_flip(v->vertices[t->v[i]], v->vertices[t->v[(i + 1) % 3]], p, q) &&
            !is_border(v, e))
            blame(c, "plan-delaunay", k, t->v[i], "an edge is not Delaunay");
    }
}

// ---------------------------------------------------------------------------------------------------- vertices

// Every vertex has one fan, which its flags describe.
static wend_result check_fans(checker *c) {
    const wend_plan_view *v = c->view;
    WEND_ARRAY(wend_fan) fans = {0};
    if (!wend_array_resize(c->context, &fans, v->vertex_count))
        return WEND_ERROR_MEMORY;
    wend_mesh_find_fans(&c->mesh, fans.data, v->vertex_count);
    for (int32_t i = 0; i < v->vertex_count; i++) {
        const wend_fan *fan = &fans.data[i];
        if (fan->corners == 0) {
            blame(c, "plan-fan", i, i, "a vertex belongs to no triangle");
            continue;
        }
        if (!wend_mesh_is_one_fan(&c->mesh, fan))
            blame(c, "plan-fan", i, i, "a vertex has more than one fan of triangles");
        bool open = wend_mesh_twin(&c->mesh, fan->first) < 0;
        if (open != ((v->vertex_flags[i] & WEND_VERTEX_BOUNDARY) != 0))
            blame(c, "plan-flags", i, i, "a vertex is on the boundary and says that it is not, or the other way round");
    }
    wend_array_free(c->context, &fans);
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- boundaries

static void check_boundaries(checker *c) {
    const wend_plan_view *v = c->view;
    for (int32_t b = 0; b < v->boundary_count; b++) {
        wend_mesh_fault fault = wend_mesh_look_at_boundary(&c->mesh, &c->cycles, b);
        if (fault == WEND_MESH_BOUNDARY)
            blame(c, "plan-boundary", b, -1, "boundary edges are not those of the triangles, in their order");
        else if (fault == WEND_MESH_NEXT)
            blame(c, "plan-cycle", b, wend_plan_edge_start(v, v->boundaries[b].edge),
                  "a boundary edge is not followed by the one it names");
    }
}

static wend_result check_cycles(checker *c) {
    const wend_plan_view *v = c->view;
    WEND_ARRAY(uint8_t) reached = {0};
    if (!wend_array_resize(c->context, &reached, v->boundary_count))
        return WEND_ERROR_MEMORY;
    int32_t wrong, cycles = wend_cycles_count(&c->cycles, reached.data, &wrong);
    if (wrong >= 0)
        blame(c, "plan-cycle", wrong, wend_plan_edge_start(v, v->boundaries[wrong].edge),
              "a boundary edge does not have the number of its cycle, in the order of their lowest edges");
    if (cycles != v->cycle_count)
        blame(c, "plan-cycle", cycles, -1, "there is another number of boundary cycles");
    wend_array_free(c->context, &reached);
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- borders

// Borders are inner edges, each named by its lower half-edge, and every feature vertex has one.
static wend_result check_borders(checker *c) {
    const wend_plan_view *v = c->view;
    WEND_ARRAY(uint8_t) has_border = {0};
    if (!wend_array_resize(c->context, &has_border, v->vertex_count))
        return WEND_ERROR_MEMORY;
    memset(has_border.data, 0, (size_t)v->vertex_count);
    for (int32_t k = 0; k < v->border_count; k++) {
        int32_t e = v->borders[k], from = wend_plan_edge_start(v, e);
        has_border.data[from] = has_border.data[wend_plan_edge_start(v, wend_half_next(e))] = 1;
        if (wend_plan_edge_twin(v, e) < e)
            blame(c, "plan-border", k, from, "a border is a boundary edge, or the higher half-edge of its pair");
    }
    for (int32_t i = 0; i < v->vertex_count; i++)
        if ((v->vertex_flags[i] & WEND_VERTEX_FEATURE) && !has_border.data[i])
            blame(c, "plan-border", i, i, "a feature vertex is on no border");
    wend_array_free(c->context, &has_border);
    return WEND_OK;
}

static int32_t area_of(const wend_plan_view *v, int32_t triangle) {
    return v->triangle_area ? v->triangle_area[triangle] : 0;
}

// Where two areas meet there is a border.
static void check_areas(checker *c) {
    const wend_plan_view *v = c->view;
    int32_t k = 0;
    bool any = !v->triangle_area;
    for (int32_t e = 0; e < 3 * v->triangle_count && v->triangle_area; e++) {
        int32_t twin = wend_plan_edge_twin(v, e);
        any |= v->triangle_area[e / 3] != 0;
        while (k < v->border_count && v->borders[k] < e)
            k++;
        if (twin > e && area_of(v, e / 3) != area_of(v, twin / 3) && (k == v->border_count || v->borders[k] != e))
            blame(c, "plan-area-border", e / 3, wend_plan_edge_start(v, e), "two areas meet where there is no border");
    }
    if (!any)
        blame(c, "plan-area-border", 0, -1, "the list of areas says nothing");
}

// ---------------------------------------------------------------------------------------------------- components

typedef struct tally {
    int64_t area2;
    int32_t triangles, first, cycles, points, vertices, inner_edges, boundary_edges;
} tally; // of a component

static void count_triangles(checker *c, tally *tallies) {
    const wend_plan_view *v = c->view;
    for (int32_t k = v->triangle_count - 1; k >= 0; k--) {
        const wend_plan_triangle *t = &v->triangles[k];
        tally *sum = &tallies[v->triangle_component[k]];
        int64_t area2 = wend_cross(v->vertices[t->v[0]], v->vertices[t->v[1]], v->vertices[t->v[2]]);
        if (area2 > INT64_MAX - sum->area2)
            blame(c, "plan-area", k, t->v[0], "the area of a component is beyond 64 bits");
        else
            sum->area2 += area2;
        sum->first = k;
        sum->triangles++;
        for (int i = 0; i < 3; i++) {
            sum->boundary_edges += t->twin[i] < 0;
            sum->inner_edges += t->twin[i] > 3 * k + i;
        }
    }
}

// Vertices belong to the component of any triangle they are in; `seen` has a byte for each.
static void count_vertices(const wend_plan_view *v, tally *tallies, uint8_t *seen) {
    memset(seen, 0, (size_t)v->vertex_count);
    for (int32_t e = 0; e < 3 * v->triangle_count; e++) {
        int32_t vertex = wend_plan_edge_start(v, e);
        if (seen[vertex])
            continue;
        seen[vertex] = 1;
        tallies[v->triangle_component[e / 3]].vertices++;
        tallies[v->triangle_component[e / 3]].points += (v->vertex_flags[vertex] & WEND_VERTEX_POINT) != 0;
    }
    int32_t cycle = 0;
    for (int32_t b = 0; b < v->boundary_count; b++)
        if (v->boundaries[b].cycle == cycle) {
            tallies[v->triangle_component[v->boundaries[b].edge / 3]].cycles++;
            cycle++;
        }
}

// Each component hangs together, and has the number of its lowest triangle.
static void check_connected(checker *c, int32_t *stack, int32_t *component) {
    const wend_plan_view *v = c->view;
    for (int32_t k = 0; k < v->triangle_count; k++)
        component[k] = -1;
    wend_mesh_number_components(&c->mesh, component, stack);
    for (int32_t k = 0; k < v->triangle_count; k++)
        if (component[k] != v->triangle_component[k]) {
            blame(c, "plan-component", k, v->triangles[k].v[0], "a component does not hang together");
            break;
        }
}

static void compare_component(checker *c, int32_t k, const tally *t) {
    const wend_plan_component *said = &c->view->components[k];
    if (t->triangles == 0 || said->area2 != t->area2 || said->triangles != t->triangles || said->first != t->first ||
        said->cycles != t->cycles || said->points != t->points)
        blame(c, "plan-component", k, -1, "a component's area or counts are wrong");
    else if ((int64_t)t->vertices - t->inner_edges - t->boundary_edges + t->triangles !=
                 2 - 2 * (int64_t)wend_plan_handles(c->view, k) - t->cycles ||
             wend_plan_handles(c->view, k) < 0)
        blame(c, "plan-euler", k, -1, "V - E + F of a component is not 2 - 2 handles - cycles");
    if (k > 0 && said->first <= c->view->components[k - 1].first)
        blame(c, "plan-component", k, -1, "components are not numbered by their lowest triangle");
}

static wend_result check_components(checker *c) {
    const wend_plan_view *v = c->view;
    WEND_ARRAY(tally) tallies = {0};
    WEND_ARRAY(uint8_t) seen = {0};
    WEND_ARRAY(int32_t) stack = {0};
    WEND_ARRAY(int32_t) component = {0};
    wend_result result = WEND_ERROR_MEMORY;
    if (wend_array_resize(c->context, &tallies, v->component_count) &&
        wend_array_resize(c->context, &seen, v->vertex_count) &&
        wend_array_resize(c->context, &stack, v->triangle_count) &&
        wend_array_resize(c->context, &component, v->triangle_count)) {
        result = WEND_OK;
        memset(tallies.data, 0, (size_t)tallies.count * sizeof(tally));
        count_triangles(c, tallies.data);
        count_vertices(v, tallies.data, seen.data);
        for (int32_t k = 0; k < v->component_count; k++)
            compare_component(c, k, &tallies.data[k]);
        if (!c->bad)
            check_connected(c, stack.data, component.data);
    }
    wend_array_free(c->context, &tallies);
    wend_array_free(c->context, &seen);
    wend_array_free(c->context, &stack);
    wend_array_free(c->context, &component);
    return result;
}

// ---------------------------------------------------------------------------------------------------- layers

typedef struct overlap {
    const wend_plan_view *view;
    int32_t triangle;
    int32_t other; // one of the same layer that overlaps it, or -1
} overlap;

static bool visit_overlap(void *user, int32_t other) {
    overlap *o = user;
    const int32_t *twin = o->view->triangles[o->triangle].twin;
    // Neighbours lie on either side of the edge between them.
    if (other < o->triangle && o->view->triangle_layer[other] == o->view->triangle_layer[o->triangle] &&
        !(twin[0] >= 0 && twin[0] / 3 == other) && !(twin[1] >= 0 && twin[1] / 3 == other) &&
        !(twin[2] >= 0 && twin[2] / 3 == other) && wend_plan_overlap(o->view, o->triangle, other))
        o->other = other;
    return o->other < 0;
}

// No two triangles of a layer overlap, and every layer has some.
static wend_result check_layers(checker *c) {
    const wend_plan_view *v = c->view;
    if (!v->triangle_layer)
        return WEND_OK;
    wend_tree tree = {0};
    WEND_ARRAY(uint8_t) met = {0};
    if (!wend_array_resize(c->context, &met, v->layer_count) ||
        !wend_tree_build(c->context, v->triangle_count, wend_plan_triangle_box, v, &tree)) {
        wend_array_free(c->context, &met);
        return WEND_ERROR_MEMORY;
    }
    memset(met.data, 0, (size_t)v->layer_count);
    for (int32_t k = 0; k < v->triangle_count; k++) {
        overlap o = {v, k, -1};
        wend_box box = wend_plan_triangle_box(v, k);
        met.data[v->triangle_layer[k]] = 1;
        wend_tree_search(&tree, &box, visit_overlap, &o);
        if (o.other >= 0)
            blame(c, "plan-layer", k, v->triangles[k].v[0], "two triangles of a layer overlap");
    }
    for (int32_t k = 0; k < v->layer_count; k++)
        if (!met.data[k])
            blame(c, "plan-layer", k, -1, "a layer is empty");
    wend_tree_free(c->context, &tree);
    wend_array_free(c->context, &met);
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- the complex

// The boundary edges of the complex that lie on one of the plan follow each other straight from its start to its end.
// How many they are; 0 when it is not so.
static int32_t count_parts(const wend_plan_view *v, const wend_links_view *links, int32_t b) {
    const wend_plan_boundary *e = &v->boundaries[b];
    wend_flat flat = wend_flat_of_links(links);
    int32_t from = wend_plan_edge_start(v, e->edge), to = wend_plan_edge_start(v, wend_half_next(e->edge));
    int32_t at = e->source, count = 1;
    if (at < 0 || at >= links->boundary_count ||
        wend_flat_start(&flat, links->boundaries[at].edge) != v->vertex_sources[from])
        return 0;
    for (; count <= links->boundary_count; count++) {
        int32_t end = wend_flat_start(&flat, wend_half_next(links->boundaries[at].edge));
        if (links->boundaries[at].kind != e->kind)
            return 0;
        if (end == v->vertex_sources[to])
            return count;
        if (wend_cross(v->vertices[from], v->vertices[to], links->vertices[end]) != 0)
            return 0;
        at = links->boundaries[at].next;
    }
    return 0;
}

// The plan covers the complex: boundary for boundary, component for component and area for area.
static void check_cover(checker *c, const wend_links_view *links) {
    const wend_plan_view *v = c->view;
    int64_t parts = 0;
    for (int32_t b = 0; b < v->boundary_count; b++) {
        int32_t count = count_parts(v, links, b);
        if (count == 0)
            blame(c, "plan-source", b, wend_plan_edge_start(v, v->boundaries[b].edge),
                  "a boundary edge is not made of those of the linked complex that it names");
        parts += count;
    }
    if (parts != links->boundary_count || v->cycle_count != links->cycle_count)
        blame(c, "plan-source", 0, -1, "the boundary is not that of the linked complex");
    uint64_t plan_area = 0, links_area = 0;
    for (int32_t k = 0; k < v->component_count; k++)
        plan_area += (uint64_t)v->components[k].area2;
    for (int32_t k = 0; k < links->component_count; k++)
        links_area += (uint64_t)links->components[k].area2;
    if (plan_area != links_area || v->component_count != links->component_count)
        blame(c, "plan-source", 0, -1, "the area or the number of components is not that of the linked complex");
}

// Each area covers as much of the plan as of the complex.
static wend_result check_area_sizes(checker *c, const wend_links_view *links) {
    const wend_plan_view *v = c->view;
    WEND_ARRAY(uint64_t) sums = {0};
    if (!v->triangle_area && !links->triangle_area)
        return WEND_OK;
    if (!wend_array_resize(c->context, &sums, WEND_AREA_MAX + 1))
        return WEND_ERROR_MEMORY;
    memset(sums.data, 0, (size_t)sums.count * sizeof *sums.data);
    for (int32_t k = 0; k < v->triangle_count; k++) {
        const int32_t *t = v->triangles[k].v;
        sums.data[area_of(v, k)] += (uint64_t)wend_cross(v->vertices[t[0]], v->vertices[t[1]], v->vertices[t[2]]);
    }
    for (int32_t k = 0; k < links->triangle_count; k++) {
        const int32_t *t = links->triangles[k].v;
        sums.data[links->triangle_area ? links->triangle_area[k] : 0] -=
            (uint64_t)wend_cross(links->vertices[t[0]], links->vertices[t[1]], links->vertices[t[2]]);
    }
    for (int32_t k = 0; k <= WEND_AREA_MAX; k++)
        if (sums.data[k] != 0)
            blame(c, "plan-area", k, -1, "an area of the plan is not as large as that of the linked complex");
    wend_array_free(c->context, &sums);
    return WEND_OK;
}

static wend_result check_heights(checker *c, const wend_links_view *links) {
    const wend_plan_view *v = c->view;
    WEND_ARRAY(int32_t) lowest = {0};
    if (!wend_array_resize(c->context, &lowest, links->vertex_count))
        return WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < links->vertex_count; i++)
        lowest.data[i] = INT32_MAX;
    for (int32_t t = 0; t < links->triangle_count; t++)
        for (int i = 0; i < 3; i++) {
            int32_t *low = &lowest.data[links->triangles[t].v[i]];
            *low = links->triangles[t].z[i] < *low ? links->triangles[t].z[i] : *low;
        }
    for (int32_t i = 0; i < v->vertex_count; i++)
        if (!wend_in_range(v->vertex_sources[i], links->vertex_count) ||
            !wend_point_equal(v->vertices[i], links->vertices[v->vertex_sources[i]]) ||
            v->vertex_heights[i] != lowest.data[v->vertex_sources[i]])
            blame(c, "plan-source", i, i, "a vertex does not lie where that of the linked complex does");
    wend_array_free(c->context, &lowest);
    return WEND_OK;
}

// Around a vertex where the floor turns more than once, no two neighbours among borders and boundaries are more than
// half a turn apart. `edge` is its first half-edge; of an inner vertex, a border.
static void check_winding(checker *c, int32_t edge) {
    wend_flat flat = wend_flat_of_plan(c->view);
    wend_point at = wend_flat_from(&flat, edge), start = wend_flat_to(&flat, edge), wall = start;
    int32_t turned = 0, since = 0, widest = 0;
    for (int32_t e = edge; e >= 0;) {
        int32_t left = wend_half_previous(e), after = wend_flat_after(&flat, e);
        wend_point to = wend_flat_from(&flat, left);
        turned = wend_turned(at, start, to, turned);
        since = wend_turned(at, wall, to, since);
        widest = since > widest ? since : widest;
        if (after < 0 || is_border(c->view, after < left ? after : left)) {
            wall = to;
            since = 0;
        }
        e = after == edge ? -1 : after;
    }
    bool closed = wend_flat_twin(&flat, edge) >= 0;
    if (turned > 4 && widest > 2)
        blame(c, "plan-winding", wend_flat_start(&flat, edge), wend_flat_start(&flat, edge),
              "an angle between borders is more than half a turn where the floor turns more than once");
    bool point = (c->view->vertex_flags[wend_flat_start(&flat, edge)] & WEND_VERTEX_POINT) != 0;
    if (closed && (turned == 4) == point)
        blame(c, "plan-winding", wend_flat_start(&flat, edge), wend_flat_start(&flat, edge),
              point ? "a point obstacle of the plan of a surface has the floor around it once"
                    : "a feature of the plan of a surface has the floor around it more than once");
}

static wend_result check_windings(checker *c) {
    const wend_plan_view *v = c->view;
    WEND_ARRAY(uint8_t) seen = {0};
    if (!wend_array_resize(c->context, &seen, v->vertex_count))
        return WEND_ERROR_MEMORY;
    memset(seen.data, 0, (size_t)v->vertex_count);
    for (int32_t b = 0; b < v->boundary_count; b++)
        check_winding(c, v->boundaries[b].edge);
    for (int32_t k = 0; k < v->border_count; k++)
        for (int i = 0; i < 2; i++) {
            int32_t e = i == 0 ? v->borders[k] : wend_plan_edge_twin(v, v->borders[k]);
            int32_t vertex = wend_plan_edge_start(v, e);
            if (seen.data[vertex] || (v->vertex_flags[vertex] & WEND_VERTEX_BOUNDARY))
                continue;
            seen.data[vertex] = 1;
            check_winding(c, e);
        }
    for (int32_t i = 0; i < v->vertex_count; i++)
        if (!(v->vertex_flags[i] & WEND_VERTEX_BOUNDARY) && !seen.data[i])
            blame(c, "plan-winding", i, i, "an inner vertex of the plan of a surface has no border");
    wend_array_free(c->context, &seen);
    return WEND_OK;
}

static wend_result check_links(checker *c, const wend_links *source) {
    if (!source)
        return WEND_OK;
    wend_links_view links = wend_links_look(source);
    wend_result result = check_heights(c, &links);
    if (result == WEND_OK && !c->bad)
        check_cover(c, &links);
    if (result == WEND_OK && !c->bad)
        result = check_area_sizes(c, &links);
    if (result == WEND_OK && !c->bad)
        result = check_windings(c);
    return result;
}

// What others rely on.
static wend_result check_local(checker *c) {
    if (!check_head(c) || !check_indices(c))
        return WEND_ERROR_INVALID;
    for (int32_t k = 0; k < c->view->triangle_count; k++)
        check_triangle(c, k);
    if (c->bad)
        return WEND_ERROR_INVALID;
    wend_result result = check_fans(c);
    if (result == WEND_OK && !c->bad)
        check_boundaries(c);
    if (result == WEND_OK && !c->bad)
        result = check_cycles(c);
    if (result == WEND_OK && !c->bad)
        result = check_borders(c);
    if (result == WEND_OK && !c->bad)
        check_areas(c);
    if (result == WEND_OK && !c->bad)
        result = check_components(c);
    return result != WEND_OK ? result : c->bad ? WEND_ERROR_INVALID : WEND_OK;
}

static checker checker_of(wend_context *context, const wend_plan *plan, wend_report *report) {
    return (checker){context, plan, &plan->view, wend_plan_mesh(&plan->view), wend_plan_cycles(&plan->view),
                     report,  false};
}

wend_result wend_plan_check_local(wend_context *context, const wend_plan *plan, wend_report *report) {
    checker c = checker_of(context, plan, report);
    return check_local(&c);
}

wend_result wend_plan_check(wend_context *context, const wend_plan *plan, wend_report *report) {
    if (context == NULL || plan == NULL)
        return WEND_ERROR_ARGUMENT;
    checker c = checker_of(context, plan, report);
    wend_result result = check_local(&c);
    if (result == WEND_OK)
        result = check_layers(&c);
    if (result == WEND_OK && !c.bad)
        result = check_links(&c, plan->links);
    if (result == WEND_OK && !c.bad && wend_plan_hash(c.view) != c.view->hash)
        blame(&c, "plan-hash", 0, -1, "the hash is not that of the region");
    return result != WEND_OK ? result : c.bad ? WEND_ERROR_INVALID : WEND_OK;
}

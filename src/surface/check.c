// The validator of surfaces. Nothing in the arrays is trusted: first every index, then every claim.
//
// That nothing is twisted is shown vertex by vertex. All triangles face up, so going around a vertex through its fan
// always turns counter-clockwise seen from above, by less than half a turn a triangle; neighbours continue where the
// last one ended. So the turn so far is known from the direction and from how often the direction to the right (+x) was
// passed, which takes no angles: a triangle passes it when it leads from the lower half-plane to the upper one. A
// closed fan must pass it once; an open one at most once, and then it must not end beyond where it began. Two triangles
// at one vertex overlap only when the fan turns more than once.
#include "base/array.h"
#include "surface/order.h"
#include "surface/surface.h"
#include "surface/turn.h"

#include <math.h>

typedef struct checker {
    wend_context *context;
    const wend_surface_view *view;
    wend_mesh mesh;     // its triangles
    wend_cycles cycles; // its boundary edges
    wend_report *report;
    wend_extent extent;
    wend_curve curve;
    bool proven; // whether more is checked than others rely on
    bool bad;
} checker;

// `what` and `item` name an element, `vertex` a vertex to locate it by, or -1.
static void blame(checker *c, const char *code, const char *what, int64_t item, int32_t vertex, const char *text) {
    c->bad = true;
    wend_finding f = wend_finding_make(code, WEND_ERROR, "%s %lld %s", what, (long long)item, text);
    f.item = item;
    if (vertex >= 0 && vertex < c->view->vertex_count) {
        f.has_at = true;
        wend_lattice3_place(&c->view->lattice, c->view->vertices[vertex], f.at);
    }
    wend_report_add(c->report, &f);
}

// About the surface as a whole.
static void blame_all(checker *c, const char *code, const char *text) {
    c->bad = true;
    wend_finding f = wend_finding_make(code, WEND_ERROR, "the surface's %s", text);
    wend_report_add(c->report, &f);
}

// ---------------------------------------------------------------------------------------------------- indices

// Limits within which areas and distances neither overflow nor vanish.
static bool is_sound(const wend_lattice3 *l) {
    double far = 0x1p53 * l->step;
    return l->step >= 1e-100 && l->step <= 1e100 && l->unit >= 1e-9 && l->unit <= 1e9 && fabs(l->origin[0]) <= far &&
           fabs(l->origin[1]) <= far && fabs(l->origin[2]) <= far && wend_in_range(l->up, WEND_UP_COUNT);
}

static bool check_head(checker *c) {
    const wend_surface_view *v = c->view;
    if (!is_sound(&v->lattice))
        blame_all(c, "surface-lattice", "lattice, unit or axis is out of range");
    if (v->producer != WEND_PRODUCER_EXACT && v->producer != WEND_PRODUCER_VOXEL)
        blame_all(c, "surface-producer", "producer is unknown");
    bool empty = v->triangle_count == 0;
    if (v->triangle_count < 0 || v->triangle_count > INT32_MAX / 3 || v->vertex_count < (empty ? 0 : 3) ||
        v->boundary_count < 0 || v->cycle_count < 0 || v->component_count < !empty ||
        v->vertex_count > 3 * v->triangle_count || v->boundary_count > 3 * v->triangle_count ||
        v->cycle_count > v->boundary_count || v->component_count > v->triangle_count)
        blame_all(c, "surface-counts", "counts do not go together");
    return !c->bad;
}

static bool is_coordinate(int32_t x) {
    return x >= -WEND_COORDINATE_MAX && x <= WEND_COORDINATE_MAX;
}

static void check_triangle_indices(checker *c, int32_t k) {
    const wend_surface_view *v = c->view;
    const wend_surface_triangle *t = &v->triangles[k];
    if (!wend_mesh_names_exist(&c->mesh, k, v->vertex_count, v->boundary_count))
        blame(c, "surface-index", "triangle", k, -1, "names a vertex, neighbour or boundary edge that is not there");
    if (t->source < -1)
        blame(c, "surface-index", "triangle", k, -1, "names a source that cannot be");
    if (!wend_in_range(v->triangle_component[k], v->component_count))
        blame(c, "surface-index", "triangle", k, -1, "names a component that is not there");
}

// Where nothing but area 0 is, there is no list of areas.
static void check_areas(checker *c) {
    const wend_surface_view *v = c->view;
    bool any = !v->triangle_area;
    for (int32_t k = 0; k < v->triangle_count && !any; k++)
        any = v->triangle_area[k] != 0;
    if (!any)
        blame_all(c, "surface-area-list", "list of areas says nothing");
}

// What a boundary edge says of its cause goes together.
static bool is_plausible(const wend_surface_boundary *b) {
    bool caused = b->cause >= 0;
    if (b->cause < -1 || b->side > WEND_SIDE_BACK || caused != (b->side != WEND_SIDE_NONE) || b->low > b->high)
        return false;
    if (b->kind == WEND_BOUNDARY_LEDGE && (caused || b->low != 0 || b->high != 0))
        return false;
    return b->kind == WEND_BOUNDARY_CUT || b->tile == 0;
}

static bool check_indices(checker *c) {
    const wend_surface_view *v = c->view;
    for (int32_t i = 0; i < v->vertex_count; i++) {
        wend_point3 p = v->vertices[i];
        if (!is_coordinate(p.x) || !is_coordinate(p.y) || !is_coordinate(p.z))
            blame(c, "surface-vertex", "vertex", i, -1, "lies beyond the lattice");
    }
    for (int32_t k = 0; k < v->triangle_count; k++)
        check_triangle_indices(c, k);
    for (int32_t b = 0; b < v->boundary_count; b++) {
        const wend_surface_boundary *e = &v->boundaries[b];
        if (!wend_cycles_names_exist(&c->cycles, b, &c->mesh, v->cycle_count))
            blame(c, "surface-index", "boundary edge", b, -1, "names something that is not there");
        if (e->kind >= WEND_BOUNDARY_KIND_COUNT)
            blame(c, "surface-cause", "boundary edge", b, -1, "is of no known kind");
        else if (!is_plausible(e))
            blame(c, "surface-cause", "boundary edge", b, -1,
                  "has a kind, cause, side, interval and tile that do not go together");
    }
    for (int32_t k = 0; k < v->component_count; k++)
        if (!wend_in_range(v->components[k].first, v->triangle_count))
            blame(c, "surface-index", "component", k, -1, "begins with a triangle that is not there");
    if (c->proven)
        check_areas(c);
    return !c->bad;
}

// ---------------------------------------------------------------------------------------------------- triangles

static void check_neighbour(checker *c, int32_t k, int i) {
    const wend_surface_view *v = c->view;
    const wend_surface_triangle *t = &v->triangles[k];
    wend_mesh_fault fault = wend_mesh_look_at_side(&c->mesh, &c->cycles, 3 * k + i);
    if (fault == WEND_MESH_BOUNDARY)
        blame(c, "non-manifold", "triangle", k, t->v[i], "has a boundary edge that belongs to another half-edge");
    else if (fault == WEND_MESH_TWIN)
        blame(c, "non-manifold", "triangle", k, t->v[i], "is not the neighbour of its neighbour");
    else if (fault == WEND_MESH_ENDS)
        blame(c, "non-manifold", "triangle", k, t->v[i], "and its neighbour do not share the edge between them");
    else if (t->twin[i] >= 0 && v->triangle_component[t->twin[i] / 3] != v->triangle_component[k])
        blame(c, "surface-component", "triangle", k, t->v[i], "is in another component than its neighbour");
}

static void check_triangle(checker *c, int32_t k) {
    const wend_surface_view *v = c->view;
    const wend_surface_triangle *t = &v->triangles[k];
    const wend_point3 *p[3] = {&v->vertices[t->v[0]], &v->vertices[t->v[1]], &v->vertices[t->v[2]]};
    if (wend_cross3(p[0], p[1], p[2]) <= 0)
        blame(c, "downward", "triangle", k, t->v[0], "does not face up");
    for (int i = 0; i < 3; i++)
        check_neighbour(c, k, i);
    if (wend_first_corner(p[0], p[1], p[2]) != 0)
        blame(c, "surface-order", "triangle", k, t->v[0], "does not begin with its least corner");
}

static void check_triangle_order(checker *c) {
    const wend_surface_view *v = c->view;
    uint64_t last_key = 0;
    const wend_point3 *last[3] = {0};
    for (int32_t k = 0; k < v->triangle_count; k++) {
        const int32_t *corner = v->triangles[k].v;
        const wend_point3 *p[3] = {&v->vertices[corner[0]], &v->vertices[corner[1]], &v->vertices[corner[2]]};
        uint64_t key = wend_curve_centroid(&c->curve, p[0], p[1], p[2]);
        int order = k == 0 || key > last_key ? 1 : key < last_key ? -1 : wend_compare_triangles(p, last);
        if (order < 0)
            blame(c, "surface-order", "triangle", k, corner[0], "comes out of order");
        else if (order == 0)
            blame(c, "surface-double", "triangle", k, corner[0], "has the same corners as the one before it");
        last_key = key;
        memcpy(last, p, sizeof last);
    }
}

// ---------------------------------------------------------------------------------------------------- fans

static wend_direction direction_of(const wend_surface_view *v, int32_t from, int32_t to) {
    return wend_direction_from(v->vertices[from], v->vertices[to]);
}

// Goes around a vertex from its first half-edge, the boundary one of an open fan, and meets all of its corners, turning
// once at most.
static void check_fan(checker *c, int32_t vertex, const wend_fan *fan) {
    const wend_surface_view *v = c->view;
    const wend_mesh *m = &c->mesh;
    wend_direction start = direction_of(v, vertex, wend_mesh_end(m, fan->first)), end = start;
    int32_t met = 0, passed = 0, at = fan->first;
    do {
        wend_direction next = direction_of(v, vertex, wend_mesh_start(m, wend_half_previous(at)));
        passed += !wend_is_upper(end) && wend_is_upper(next);
        end = next;
        met++;
        at = wend_mesh_after(m, at);
    } while (at >= 0 && at != fan->first && met < fan->corners);
    bool closed = at >= 0;
    if (met != fan->corners || (closed && at != fan->first))
        blame(c, "non-manifold", "vertex", vertex, vertex, "has more than one fan of triangles");
    else if (closed ? passed != 1 : passed > 1 || (passed == 1 && wend_is_beyond(end, start)))
        blame(c, "twisted", "vertex", vertex, vertex, "has triangles that overlap seen from above");
}

// Vertices along the curve, then by height, then by their lowest triangle.
static bool comes_before(const checker *c, const wend_fan *of, int32_t i, int32_t j) {
    const wend_point3 *p = &c->view->vertices[i], *q = &c->view->vertices[j];
    uint64_t a = wend_curve_point(&c->curve, p), b = wend_curve_point(&c->curve, q);
    return a != b ? a < b : p->z != q->z ? p->z < q->z : of[i].lowest < of[j].lowest;
}

static wend_result check_vertices(checker *c) {
    const wend_surface_view *v = c->view;
    WEND_ARRAY(wend_fan) of = {0};
    if (!wend_array_resize(c->context, &of, v->vertex_count))
        return WEND_ERROR_MEMORY;
    wend_mesh_find_fans(&c->mesh, of.data, v->vertex_count);
    for (int32_t i = 0; i < v->vertex_count; i++) {
        if (of.data[i].corners == 0) {
            blame(c, "surface-vertex", "vertex", i, i, "belongs to no triangle");
            continue;
        }
        check_fan(c, i, &of.data[i]);
        if (c->proven && i > 0 && !comes_before(c, of.data, i - 1, i))
            blame(c, "surface-order", "vertex", i, i, "comes out of order");
    }
    wend_array_free(c->context, &of);
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- boundaries

static void check_boundaries(checker *c) {
    const wend_surface_view *v = c->view;
    for (int32_t b = 0; b < v->boundary_count; b++) {
        int32_t from = wend_mesh_start(&c->mesh, v->boundaries[b].edge);
        wend_mesh_fault fault = wend_mesh_look_at_boundary(&c->mesh, &c->cycles, b);
        if (fault == WEND_MESH_BOUNDARY)
            blame(c, "surface-boundary", "boundary edge", b, from, "is not that of its triangle, or out of order");
        else if (fault == WEND_MESH_NEXT)
            blame(c, "surface-cycle", "boundary edge", b, from, "is not followed by the one it names");
    }
}

static wend_result check_cycles(checker *c) {
    check_boundaries(c);
    if (c->bad)
        return WEND_OK;
    WEND_ARRAY(uint8_t) reached = {0};
    if (!wend_array_resize(c->context, &reached, c->view->boundary_count + 1))
        return WEND_ERROR_MEMORY;
    int32_t wrong, cycles = wend_cycles_count(&c->cycles, reached.data, &wrong);
    if (wrong >= 0)
        blame(c, "surface-cycle", "boundary edge", wrong, wend_mesh_start(&c->mesh, c->view->boundaries[wrong].edge),
              "does not have the number of its cycle, in the order of their lowest edges");
    if (cycles != c->view->cycle_count)
        blame_all(c, "surface-cycle", "boundary has another number of cycles");
    wend_array_free(c->context, &reached);
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- components

// Each component hangs together, and has the number of its lowest triangle.
static void check_connected(checker *c, int32_t *stack, int32_t *component) {
    const wend_surface_view *v = c->view;
    for (int32_t k = 0; k < v->triangle_count; k++)
        component[k] = -1;
    int32_t count = wend_mesh_number_components(&c->mesh, component, stack), wrong = 0;
    while (wrong < v->triangle_count && component[wrong] == v->triangle_component[wrong])
        wrong++;
    if (wrong < v->triangle_count)
        blame(c, "surface-component", "triangle", wrong, v->triangles[wrong].v[0],
              "is in a component that does not hang together or is not numbered by its lowest triangle");
    if (count != v->component_count)
        blame_all(c, "surface-component", "components are of another number");
}

static bool same_place(const double a[3], const double b[3]) {
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static void compare_measures(checker *c, wend_surface_component *components) {
    const wend_surface_view *v = c->view;
    double area, min[3], max[3];
    if (wend_surface_measure(v, &c->extent, components, &area, min, max) != WEND_OK) {
        blame_all(c, "surface-area", "area is beyond 64 bits");
        return;
    }
    for (int32_t k = 0; k < v->component_count; k++) {
        const wend_surface_component *is = &components[k], *said = &v->components[k];
        if (said->area2 != is->area2 || said->area != is->area)
            blame(c, "surface-area", "component", k, v->triangles[is->first].v[0], "has another area");
        if (said->triangles != is->triangles || said->first != is->first || said->cycles != is->cycles)
            blame(c, "surface-component", "component", k, v->triangles[is->first].v[0],
                  "has another number of triangles or cycles, or another first triangle");
    }
    if (v->area != area)
        blame_all(c, "surface-area", "area is not that of its components");
    if (!same_place(v->min, min) || !same_place(v->max, max))
        blame_all(c, "surface-box", "box is not that of its vertices");
}

static wend_result check_components(checker *c) {
    const wend_surface_view *v = c->view;
    WEND_ARRAY(wend_surface_component) components = {0};
    WEND_ARRAY(int32_t) component = {0};
    WEND_ARRAY(int32_t) stack = {0};
    wend_result result = WEND_ERROR_MEMORY;
    if (wend_array_resize(c->context, &components, v->component_count) &&
        wend_array_resize(c->context, &component, v->triangle_count) &&
        wend_array_resize(c->context, &stack, v->triangle_count)) {
        result = WEND_OK;
        if (v->triangle_count > 0)
            check_connected(c, stack.data, component.data);
        if (!c->bad)
            compare_measures(c, components.data);
    }
    wend_array_free(c->context, &components);
    wend_array_free(c->context, &component);
    wend_array_free(c->context, &stack);
    return result;
}

static wend_result check(wend_context *context, const wend_surface *surface, bool proven, wend_report *report) {
    const wend_surface_view *v = &surface->view;
    checker c = {.context = context,
                 .view = v,
                 .mesh = wend_surface_mesh(v),
                 .cycles = wend_surface_cycles(v),
                 .report = report,
                 .proven = proven};
    if (!check_head(&c) || !check_indices(&c))
        return WEND_ERROR_INVALID;
    c.extent = wend_surface_extent(v);
    c.curve =
        wend_curve_make((wend_point){c.extent.low.x, c.extent.low.y}, (wend_point){c.extent.high.x, c.extent.high.y});
    for (int32_t k = 0; k < v->triangle_count; k++)
        check_triangle(&c, k);
    if (!c.bad && proven)
        check_triangle_order(&c);
    if (c.bad)
        return WEND_ERROR_INVALID;
    wend_result result = check_vertices(&c);
    if (result == WEND_OK && !c.bad)
        result = check_cycles(&c);
    if (result == WEND_OK && !c.bad && proven)
        result = check_components(&c);
    if (result == WEND_OK && !c.bad && proven &&
        wend_surface_hash_sum(v, wend_surface_hash_part(v, c.extent.low, 0, v->triangle_count)) != v->hash)
        blame_all(&c, "surface-hash", "hash is not that of its geometry");
    return result != WEND_OK ? result : c.bad ? WEND_ERROR_INVALID : WEND_OK;
}

wend_result wend_surface_check(wend_context *context, const wend_surface *surface, wend_report *report) {
    if (context == NULL || surface == NULL)
        return WEND_ERROR_ARGUMENT;
    return check(context, surface, true, report);
}

wend_result wend_surface_check_local(wend_context *context, const wend_surface *surface, wend_report *report) {
    return check(context, surface, false, report);
}

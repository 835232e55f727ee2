// The plan of a linked surface.
//
//     triangulate  the complex becomes the constrained Delaunay triangulation of its region       immersed.c
//     number       vertices along a Hilbert curve, those of one place by height; triangles by their centroids
//     borders      between areas, and where the floor turns more than once around a vertex
//     finish       cycles, components, hash                                                       assemble.c
//     layers                                                                                      layers.c
//     anchor       which part of the complex lies in which part of the plan                       ground.c
//
// Order. Vertices of one place differ by the lowest height of their corners as a rule; those on the two sides of a
// barrier and where parts touch do not, and come by where their first boundary edge leads, which no two of them have in
// common unless they are equally high and turn around an axis: then by their order in the complex, which is canonical
// itself. Triangles are equal in their three vertices only between three axes: then what lies around them decides.
//
// Borders. Angles are measured modulo a full turn by everything that looks at a plan. So a fan that turns more than
// once gets borders among its edges: from the boundary counter-clockwise (at an inner vertex from the edge to its
// lowest neighbour), always the last edge within half a turn. As a rule such a fan turns by a hair more than once,
// where the ends of a boundary overlap by a lattice step. Two of these vertices may see each other in more than one
// way, on different storeys, when both have the direction of the other more than once; a straight line between them
// would then not be named by its ends. So the edges around each, and those between two of them, are borders, too. These
// are rare: stairs whose treads meet in a point.
#include "base/context.h"
#include "base/sort.h"
#include "geom/tree.h"
#include "link/links.h"
#include "plan/assemble.h"
#include "plan/immersed.h"
#include "plan/walk.h"

// A fan that turns more than once.
typedef struct winding {
    int32_t first, last; // half-edges of the plan; of a closed one, any and the one before it
    int32_t turned;      // see wend_turned; of a closed one, more than it needs to have every direction twice
} winding;

typedef struct flattening {
    wend_context *context;
    wend_plan *plan;
    wend_links_view links;
    wend_immersed m;
    WEND_ARRAY(int32_t) heights; // per vertex of the complex: the lowest of its corners
    WEND_ARRAY(int32_t) number;  // per vertex of the complex: that of the plan, or -1
    WEND_ARRAY(int32_t) corners; // per half-edge of the triangulation: its start's number
    WEND_ARRAY(wend_key) order;  // vertices in their new order
    wend_numbering numbering;    // triangles in theirs
    WEND_ARRAY(wend_key) borders;
    WEND_ARRAY(winding) windings;
} flattening;

static void flattening_free(flattening *f) {
    wend_immersed_free(&f->m);
    wend_array_free(f->context, &f->heights);
    wend_array_free(f->context, &f->number);
    wend_array_free(f->context, &f->corners);
    wend_array_free(f->context, &f->order);
    wend_numbering_free(f->context, &f->numbering);
    wend_array_free(f->context, &f->borders);
    wend_array_free(f->context, &f->windings);
}

// ---------------------------------------------------------------------------------------------------- vertices

static bool find_heights(flattening *f) {
    if (!wend_array_resize(f->context, &f->heights, f->links.vertex_count))
        return false;
    for (int32_t v = 0; v < f->links.vertex_count; v++)
        f->heights.data[v] = INT32_MAX;
    for (int32_t t = 0; t < f->links.triangle_count; t++)
        for (int i = 0; i < 3; i++) {
            int32_t *lowest = &f->heights.data[f->links.triangles[t].v[i]], z = f->links.triangles[t].z[i];
            *lowest = z < *lowest ? z : *lowest;
        }
    return true;
}

static wend_mesh mesh_of(const flattening *f) {
    return WEND_MESH(wend_plan_triangle, f->m.triangles.data, f->m.triangles.count);
}

// Where the first edge of an open fan leads; any place for a closed one.
static uint64_t first_way(const flattening *f, int32_t vertex) {
    wend_mesh m = mesh_of(f);
    int32_t first = wend_mesh_first(&m, f->m.vertex_edge.data[vertex]);
    if (wend_mesh_twin(&m, first) >= 0)
        return 0;
    wend_point to = f->links.vertices[wend_mesh_end(&m, first)];
    return wend_hilbert_place(to.x, to.y);
}

// Vertices of one place.
static int compare_vertices(const void *p, const void *q, const void *user) {
    const flattening *f = user;
    int32_t v = ((const wend_key *)p)->index, w = ((const wend_key *)q)->index;
    if (f->heights.data[v] != f->heights.data[w])
        return f->heights.data[v] < f->heights.data[w] ? -1 : 1;
    uint64_t a = first_way(f, v), b = first_way(f, w);
    return a != b ? (a < b ? -1 : 1) : (v > w) - (v < w);
}

static bool number_vertices(flattening *f) {
    int32_t count = f->links.vertex_count;
    if (!wend_array_resize(f->context, &f->number, count))
        return false;
    for (int32_t v = 0; v < count; v++) {
        wend_point p = f->links.vertices[v];
        f->number.data[v] = -1;
        if (f->m.vertex_edge.data[v] >= 0 &&
            !wend_array_push(f->context, &f->order, (wend_key){wend_hilbert_place(p.x, p.y), v, 0}))
            return false;
    }
    if (!wend_sort_ties(f->context, f->order.data, f->order.count, compare_vertices, f))
        return false;
    wend_plan_view *view = &f->plan->view;
    size_t kept = (size_t)f->order.count;
    wend_point *vertices = wend_allocate_array(f->context, (int64_t)kept, sizeof *vertices);
    uint8_t *flags = wend_allocate_array(f->context, (int64_t)kept, sizeof *flags);
    int32_t *sources = wend_allocate_array(f->context, (int64_t)kept, sizeof *sources);
    int32_t *heights = wend_allocate_array(f->context, (int64_t)kept, sizeof *heights);
    view->vertex_count = (int32_t)kept;
    view->vertices = vertices;
    view->vertex_flags = flags;
    view->vertex_sources = sources;
    view->vertex_heights = heights;
    if (!vertices || !flags || !sources || !heights)
        return false;
    for (int32_t i = 0; i < view->vertex_count; i++) {
        int32_t v = f->order.data[i].index;
        f->number.data[v] = i;
        vertices[i] = f->links.vertices[v];
        flags[i] = f->links.vertex_flags[v] & WEND_LINKED_BOUNDARY ? WEND_VERTEX_BOUNDARY
                   : wend_immersed_is_feature(&f->m, v)            ? WEND_VERTEX_FEATURE
                                                                   : WEND_VERTEX_POINT;
        sources[i] = v;
        heights[i] = f->heights.data[v];
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- triangles

static bool order_triangles(flattening *f) {
    wend_mesh m = mesh_of(f);
    if (!wend_array_resize(f->context, &f->corners, 3 * (int64_t)m.count))
        return false;
    for (int32_t h = 0; h < 3 * m.count; h++) {
        const int32_t *v = f->m.triangles.data[h / 3].v;
        f->corners.data[h] = v[0] == v[1] ? -1 : f->number.data[v[h % 3]];
    }
    return wend_numbering_make(f->context, &m, f->corners.data, f->plan->view.vertices, &f->numbering);
}

// Writes the area of each triangle.
static bool write_areas(flattening *f) {
    wend_plan_view *view = &f->plan->view;
    if (f->m.areas.count == 0)
        return true;
    uint16_t *areas = wend_allocate_array(f->context, view->triangle_count, sizeof *areas);
    view->triangle_area = areas;
    for (int32_t i = 0; i < view->triangle_count && areas; i++)
        areas[i] = f->m.areas.data[f->numbering.order.data[i].index];
    return areas != NULL;
}

static bool write_triangles(flattening *f) {
    wend_plan_view *view = &f->plan->view;
    int32_t count = (int32_t)f->numbering.order.count, boundaries = 0, written = 0;
    for (int32_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            boundaries += f->m.triangles.data[f->numbering.order.data[i].index].twin[k] < 0;
    wend_plan_triangle *triangles = wend_allocate_array(f->context, count, sizeof *triangles);
    wend_plan_boundary *edges = wend_allocate_array(f->context, boundaries, sizeof *edges);
    view->triangle_count = count;
    view->triangles = triangles;
    view->boundary_count = boundaries;
    view->boundaries = edges;
    if (!triangles || !edges)
        return false;
    for (int32_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            int32_t old = wend_numbering_old(&f->numbering, i, k), twin = f->m.triangles.data[old / 3].twin[old % 3];
            triangles[i].v[k] = f->corners.data[old];
            triangles[i].twin[k] = twin < 0 ? ~written : wend_numbering_new(&f->numbering, twin);
            if (twin < 0)
                edges[written++] = (wend_plan_boundary){3 * i + k, -1, -1, f->links.boundaries[~twin].kind, ~twin};
        }
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- borders

static bool add_border(flattening *f, const wend_flat *flat, int32_t e) {
    int32_t twin = wend_flat_twin(flat, e), lower = twin < e ? twin : e;
    return wend_array_push(f->context, &f->borders, (wend_key){(uint64_t)lower, lower, 0});
}

// Borders around a vertex, from half-edge `first` on; at an inner vertex that one is a border, too.
static bool cut_fan(flattening *f, const wend_flat *flat, int32_t first) {
    wend_point at = wend_flat_from(flat, first), start = wend_flat_to(flat, first);
    bool closed = wend_flat_twin(flat, first) >= 0;
    if (closed && !add_border(f, flat, first))
        return false;
    int32_t turned = 0;
    for (int32_t e = first; e >= 0;) {
        int32_t after = wend_flat_after(flat, e);
        turned = wend_turned(at, start, wend_flat_from(flat, wend_half_previous(e)), turned);
        if (turned > 2) { // the edge before is the last within half a turn
            if (!add_border(f, flat, e))
                return false;
            start = wend_flat_to(flat, e);
            turned = wend_turned(at, start, wend_flat_from(flat, wend_half_previous(e)), 0);
        }
        e = after == first ? -1 : after;
    }
    return true;
}

// How far around the fan from half-edge `first` goes; its last half-edge, and the one that leads to the lowest vertex.
static int32_t measure_fan(const wend_flat *flat, int32_t first, int32_t *last, int32_t *lowest) {
    wend_point at = wend_flat_from(flat, first), start = wend_flat_to(flat, first);
    int32_t turned = 0;
    *lowest = first;
    for (int32_t e = first; e >= 0;) {
        int32_t here = wend_flat_start(flat, wend_half_next(e)), best = wend_flat_start(flat, wend_half_next(*lowest));
        *lowest = here < best || (here == best && e < *lowest) ? e : *lowest;
        *last = e;
        turned = wend_turned(at, start, wend_flat_from(flat, wend_half_previous(e)), turned);
        e = wend_flat_after(flat, e);
        e = e == first ? -1 : e;
    }
    return turned;
}

// Lists the fans that turn more than once.
static bool find_winding(flattening *f, const wend_flat *flat) {
    const wend_plan_view *view = &f->plan->view;
    for (int32_t b = 0; b < view->boundary_count; b++) {
        winding w = {.first = view->boundaries[b].edge};
        int32_t lowest;
        w.turned = measure_fan(flat, w.first, &w.last, &lowest);
        if (w.turned > 4 && !wend_array_push(f->context, &f->windings, w))
            return false;
    }
    for (int32_t e = 0; e < 3 * view->triangle_count; e++) {
        int32_t v = wend_flat_start(flat, e);
        if (view->vertex_flags[v] != WEND_VERTEX_POINT || f->number.data[view->vertex_sources[v]] < 0)
            continue;
        f->number.data[view->vertex_sources[v]] = -1; // done
        winding w = {.first = e};
        w.turned = 4 + measure_fan(flat, e, &w.last, &w.first); // all directions repeat
        if (!wend_array_push(f->context, &f->windings, w))
            return false;
    }
    return true;
}

// Whether the fan of a vertex has the direction toward a place more than once.
static bool repeats(const wend_flat *flat, const winding *w, wend_point to) {
    wend_point at = wend_flat_from(flat, w->first), start = wend_flat_to(flat, w->first),
               end = wend_flat_from(flat, wend_half_previous(w->last));
    int32_t here = wend_turned(at, start, to, 0), beyond = w->turned - 4;
    if (here != beyond)
        return here < beyond;
    return here % 2 == 0 || wend_cross(at, to, end) >= 0;
}

// Makes the edges around a vertex borders, and those that lead to others of its kind, which are marked by a number of
// -2.
static bool ring_fan(flattening *f, const wend_flat *flat, int32_t first) {
    for (int32_t e = first; e >= 0;) {
        int32_t around = wend_half_next(e), end = f->plan->view.vertex_sources[wend_flat_start(flat, around)];
        if (wend_flat_twin(flat, around) >= 0 && !add_border(f, flat, around))
            return false;
        if (f->number.data[end] == -2 && wend_flat_twin(flat, e) >= 0 && !add_border(f, flat, e))
            return false;
        e = wend_flat_after(flat, e);
        e = e == first ? -1 : e;
    }
    return true;
}

// Those that turn more than once, in the order of their vertices, so that a tree holds them.
typedef struct crowd {
    const wend_flat *flat;
    const winding *windings;
    const wend_key *order;
    wend_tree tree; // over their places
} crowd;

static wend_box box_of_winding(const void *user, int32_t item) {
    const crowd *c = user;
    wend_point at = wend_flat_from(c->flat, c->windings[c->order[item].index].first);
    return (wend_box){at.x, at.y, at.x, at.y};
}

// Whether the fan of a vertex may have the direction toward a place in a box more than once.
static bool may_repeat(const wend_flat *flat, const winding *w, const wend_box *box) {
    const wend_point corners[4] = {{box->x0, box->y0}, {box->x1, box->y0}, {box->x0, box->y1}, {box->x1, box->y1}};
    wend_point at = wend_flat_from(flat, w->first), start = wend_flat_to(flat, w->first),
               end = wend_flat_from(flat, wend_half_previous(w->last));
    int32_t beyond = w->turned - 4;
    bool left = beyond > 2, right = beyond > 1; // of where it starts, and of where it ends
    for (int i = 0; i < 4; i++) {
        left = left || wend_cross(at, start, corners[i]) >= 0;
        right = right || wend_cross(at, corners[i], end) >= 0;
    }
    return left && right;
}

// Another one, of a group of the tree, of which a vertex may be seen in several ways, and the other way around; or -1.
static int32_t find_twofold(const crowd *c, int32_t i, int level, int32_t group) {
    const winding *w = &c->windings[i];
    int32_t below = level > 0 ? c->tree.count[level - 1] : c->tree.items, other = -1;
    if (!may_repeat(c->flat, w, &c->tree.boxes[level][group]))
        return -1;
    for (int32_t n = group * WEND_TREE_FAN; n < below && n / WEND_TREE_FAN == group && other < 0; n++) {
        if (level > 0) {
            other = find_twofold(c, i, level - 1, n);
            continue;
        }
        int32_t k = c->order[n].index;
        wend_point a = wend_flat_from(c->flat, w->first), b = wend_flat_from(c->flat, c->windings[k].first);
        if (!wend_point_equal(a, b) && repeats(c->flat, w, b) && repeats(c->flat, &c->windings[k], a))
            other = k;
    }
    return other;
}

// Marks the vertices of which another one may be seen in several ways. False when memory is short.
static bool mark_twofold(flattening *f, const wend_flat *flat) {
    const winding *w = f->windings.data;
    int32_t count = (int32_t)f->windings.count;
    if (count == 0)
        return true;
    if (!wend_array_resize(f->context, &f->order, count))
        return false;
    for (int32_t i = 0; i < count; i++)
        f->order.data[i] = (wend_key){(uint64_t)wend_flat_start(flat, w[i].first), i, 0};
    crowd c = {.flat = flat, .windings = w, .order = f->order.data};
    if (!wend_sort_keys(f->context, f->order.data, count) ||
        !wend_tree_build(f->context, count, box_of_winding, &c, &c.tree))
        return false;
    for (int32_t i = 0; i < count; i++)
        if (find_twofold(&c, i, c.tree.levels - 1, 0) >= 0)
            f->number.data[f->plan->view.vertex_sources[wend_flat_start(flat, w[i].first)]] = -2;
    wend_tree_free(f->context, &c.tree);
    return true;
}

// Borders between areas.
static bool find_area_borders(flattening *f, const wend_flat *flat) {
    const wend_plan_view *view = &f->plan->view;
    for (int32_t e = 0; e < 3 * view->triangle_count && view->triangle_area; e++) {
        int32_t twin = wend_flat_twin(flat, e);
        if (twin > e && view->triangle_area[e / 3] != view->triangle_area[twin / 3] && !add_border(f, flat, e))
            return false;
    }
    return true;
}

static bool find_borders(flattening *f) {
    wend_flat flat = wend_flat_of_plan(&f->plan->view);
    if (!find_area_borders(f, &flat))
        return false;
    if (!find_winding(f, &flat) || !mark_twofold(f, &flat))
        return false;
    for (int64_t i = 0; i < f->windings.count; i++) {
        int32_t first = f->windings.data[i].first, v = wend_flat_start(&flat, first);
        if (!cut_fan(f, &flat, first))
            return false;
        if (f->number.data[f->plan->view.vertex_sources[v]] == -2 && !ring_fan(f, &flat, first))
            return false;
    }
    return true;
}

static bool write_borders(flattening *f) {
    if (!find_borders(f) || !wend_sort_keys(f->context, f->borders.data, f->borders.count))
        return false;
    int32_t count = 0;
    for (int64_t i = 0; i < f->borders.count; i++)
        count += i == 0 || f->borders.data[i].index != f->borders.data[i - 1].index;
    if (count == 0)
        return true;
    int32_t *borders = wend_allocate_array(f->context, count, sizeof *borders);
    f->plan->view.border_count = count;
    f->plan->view.borders = borders;
    if (!borders)
        return false;
    count = 0;
    for (int64_t i = 0; i < f->borders.count; i++)
        if (i == 0 || f->borders.data[i].index != f->borders.data[i - 1].index)
            borders[count++] = f->borders.data[i].index;
    return true;
}

// ---------------------------------------------------------------------------------------------------- all of it

static wend_result triangulate(flattening *f) {
    return wend_immersed_make(f->context, &f->links, &f->m);
}

static wend_result assemble(flattening *f) {
    bool good = find_heights(f) && number_vertices(f) && order_triangles(f) && write_triangles(f) && write_areas(f) &&
                write_borders(f);
    return good ? wend_plan_finish(f->plan) : WEND_ERROR_MEMORY;
}

static wend_result group(flattening *f) {
    wend_plan_view *view = &f->plan->view;
    wend_result result = wend_plan_index(f->plan);
    if (result != WEND_OK)
        return result;
    int32_t *layer = wend_allocate_array(f->context, view->triangle_count, sizeof *layer);
    view->triangle_layer = layer;
    view->layer_count = layer ? wend_plan_find_layers(f->context, view, &f->plan->tree, f->links.agent.height,
                                                      f->links.agent.step, layer)
                              : -1;
    return view->layer_count < 0 ? WEND_ERROR_MEMORY : WEND_OK;
}

static wend_result anchor(flattening *f) {
    return wend_plan_anchor(f->plan);
}

static wend_result run(flattening *f) {
    static wend_result (*const stages[])(flattening *) = {triangulate, assemble, group, anchor};
    int count = (int)(sizeof stages / sizeof *stages);
    for (int k = 0; k < count; k++) {
        wend_result result = stages[k](f);
        if (result != WEND_OK)
            return result;
        if (wend_pause(f->context, "plan", (k + 1.0) / count))
            return WEND_ERROR_CANCELLED;
    }
    const wend_plan_view *view = &f->plan->view;
    wend_log_line(f->context, WEND_LOG_INFO, "plan: %d vertices, %d triangles, %d components, %d layers",
                  (int)view->vertex_count, (int)view->triangle_count, (int)view->component_count,
                  (int)view->layer_count);
    return WEND_OK;
}

static wend_result flatten(wend_context *context, const wend_links *links, wend_plan **plan, wend_report *report) {
    *plan = NULL;
    wend_links_view view = wend_links_look(links);
    if (view.triangle_count == 0) {
        wend_finding f =
            wend_finding_make("no-floor", WEND_ERROR, "the surface is empty: there is no floor to plan on");
        wend_report_add(report, &f);
        return WEND_ERROR_EMPTY;
    }
    wend_plan *made = wend_allocate(context, sizeof *made);
    if (!made)
        return WEND_ERROR_MEMORY;
    *made = (wend_plan){.context = context, .owns_arrays = true, .links = wend_links_hold(links)};
    made->view.ground = view.lattice;
    made->view.lattice = (wend_lattice){{view.lattice.origin[0], view.lattice.origin[1]}, view.lattice.step};
    made->view.unit = view.lattice.unit;
    flattening f = {.context = context, .plan = made, .links = view};
    wend_result result = run(&f);
    flattening_free(&f);
    if (result != WEND_OK) {
        wend_plan_destroy(made);
        return result;
    }
    *plan = made;
    return WEND_OK;
}

wend_plan_linked_def wend_default_plan_linked_def(void) {
    return (wend_plan_linked_def){0};
}

wend_result wend_plan_build_linked(wend_context *context, const wend_links *links, const wend_plan_linked_def *def,
                                   wend_plan **plan, wend_report *report) {
    if (!wend_given(plan, context != NULL && links != NULL))
        return WEND_ERROR_ARGUMENT;
    (void)def;
    wend_stage_begin(context, "plan");
    return wend_stage_end(context, flatten(context, links, plan, report));
}

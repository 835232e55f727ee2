// Surfaces as Wavefront OBJ and as GeoJSON. See write_surface.h.
//
//     {"type":"FeatureCollection","crs":null,"features":[
//     {"type":"Feature","properties":{"component":0,"area":9,"plan_area":8,"holes":1},"geometry":{"type":"Polygon",
//     "coordinates":[
//     [[0,0,2],[10,0,2],[10,10,2],[0,0,2]],
//     [...]
//     ]}},
//     {"type":"Feature","properties":{"component":0,"kind":"wall"},"geometry":{"type":"LineString","coordinates":
//     [[1,1,2],[2,1,2]]
//     }}
//     ]}
//
// Rings. A barrier is walked along both sides, as a cycle of its own or as a way there and back within another cycle,
// and no GIS takes such a spike for part of a ring. Rings are traced as if barriers were not there that have the same
// component on both sides: where the next edge of a cycle is one, the edge that follows on its far side is the next
// candidate.
#include "file/write_surface.h"

#include "base/array.h"
#include "base/sort.h"
#include "file/surface_look.h"

// ---------------------------------------------------------------------------------------------------- OBJ

static void add_vertices(const wend_surface_view *view, wend_text *text) {
    for (int32_t v = 0; v < view->vertex_count; v++) {
        double place[3];
        wend_lattice3_place(&view->lattice, view->vertices[v], place);
        wend_text_add_char(text, 'v');
        for (int k = 0; k < 3; k++) {
            wend_text_add_char(text, ' ');
            wend_text_add_double(text, place[k]);
        }
        wend_text_add_char(text, '\n');
    }
}

static void add_triangle(const wend_surface_triangle *triangle, wend_text *text) {
    wend_text_add_char(text, 'f');
    for (int k = 0; k < 3; k++) {
        wend_text_add_char(text, ' ');
        wend_text_add_int(text, (int64_t)triangle->v[k] + 1);
    }
    wend_text_add_char(text, '\n');
}

wend_result wend_write_surface_obj(const wend_surface *surface, wend_text *text) {
    wend_surface_view view = wend_surface_look(surface);
    wend_surface_groups groups;
    bool good = wend_surface_groups_make(text->context, &view, &groups);
    if (good) {
        wend_text_add_string(text, "# up ");
        wend_text_add_string(text, wend_up_name(view.lattice.up));
        wend_text_add_string(text, ", metres per unit ");
        wend_text_add_double(text, view.lattice.unit);
        wend_text_add_char(text, '\n');
        add_vertices(&view, text);
    }
    for (int32_t g = 0; good && g < groups.component_count; g++) {
        wend_text_add_string(text, "g component_");
        wend_text_add_int(text, groups.order[g]);
        wend_text_add_char(text, '\n');
        for (int32_t k = groups.starts[g]; k < groups.starts[g + 1]; k++)
            add_triangle(&view.triangles[groups.triangles[k]], text);
    }
    wend_surface_groups_free(&groups);
    return good ? wend_text_result(text) : WEND_ERROR_MEMORY;
}

// ---------------------------------------------------------------------------------------------------- sides

// One side of a barrier, with its ends in the order of their coordinates.
typedef struct side {
    wend_point3 low, high;
    int32_t boundary;
} side;

typedef struct ring {
    int32_t first;  // its lowest boundary edge
    int32_t length; // edges
    int32_t component;
    double area; // signed, seen from above, in square lattice steps
} ring;

typedef struct surface_writer {
    wend_context *context;
    wend_surface_view view;
    wend_text *text;
    wend_surface_groups groups;
    WEND_ARRAY(int32_t) other; // of each boundary edge: the other side of the barrier, or -1
    WEND_ARRAY(bool) seen;     // of each boundary edge
    WEND_ARRAY(ring) rings;
    WEND_ARRAY(int32_t) order;  // rings, those of one component together,
    WEND_ARRAY(int32_t) starts; // and where those of each component begin
    bool later;                 // whether a feature was written
} surface_writer;

// The vertex where a boundary edge starts, and where it ends.
static int32_t start_vertex(const wend_surface_view *view, int32_t boundary) {
    int32_t edge = view->boundaries[boundary].edge;
    return view->triangles[edge / 3].v[edge % 3];
}

static int32_t end_vertex(const wend_surface_view *view, int32_t boundary) {
    int32_t edge = view->boundaries[boundary].edge;
    return view->triangles[edge / 3].v[(edge % 3 + 1) % 3];
}

static int32_t component_of(const wend_surface_view *view, int32_t boundary) {
    return view->triangle_component[view->boundaries[boundary].edge / 3];
}

static int compare_points(wend_point3 a, wend_point3 b) {
    if (a.x != b.x)
        return a.x < b.x ? -1 : 1;
    if (a.y != b.y)
        return a.y < b.y ? -1 : 1;
    return a.z != b.z ? (a.z < b.z ? -1 : 1) : 0;
}

static int compare_sides(const void *a, const void *b, const void *user) {
    (void)user;
    const side *p = a, *q = b;
    int low = compare_points(p->low, q->low);
    return low ? low : compare_points(p->high, q->high);
}

static bool list_sides(const surface_writer *w, side *sides, int64_t *count) {
    const wend_surface_view *view = &w->view;
    *count = 0;
    for (int32_t b = 0; b < view->boundary_count; b++) {
        if (view->boundaries[b].kind != WEND_BOUNDARY_BARRIER)
            continue;
        wend_point3 from = view->vertices[start_vertex(view, b)], to = view->vertices[end_vertex(view, b)];
        bool forward = compare_points(from, to) < 0;
        sides[(*count)++] = (side){forward ? from : to, forward ? to : from, b};
    }
    return wend_sort(w->context, sides, *count, sizeof *sides, compare_sides, NULL);
}

// Finds the other side of every barrier: the edge between the same places in the other direction. Where the floors
// beside a barrier are cut differently, or lie at different heights, a side has none.
static bool pair_sides(surface_writer *w) {
    const wend_surface_view *view = &w->view;
    WEND_ARRAY(side) sides = {0};
    bool good = wend_array_resize(w->context, &w->other, view->boundary_count) &&
                wend_array_resize(w->context, &sides, view->boundary_count);
    good = good && list_sides(w, sides.data, &sides.count);
    for (int32_t b = 0; good && b < view->boundary_count; b++)
        w->other.data[b] = -1;
    for (int64_t k = 0; good && k + 1 < sides.count; k++) {
        int32_t a = sides.data[k].boundary, b = sides.data[k + 1].boundary;
        wend_point3 from = view->vertices[start_vertex(view, a)], to = view->vertices[end_vertex(view, b)];
        if (compare_sides(&sides.data[k], &sides.data[k + 1], NULL) != 0 || compare_points(from, to) != 0)
            continue;
        w->other.data[a] = b;
        w->other.data[b] = a;
        k++;
    }
    wend_array_free(w->context, &sides);
    return good;
}

static bool clear_seen(surface_writer *w) {
    if (!wend_array_resize(w->context, &w->seen, w->view.boundary_count))
        return false;
    for (int64_t b = 0; b < w->seen.count; b++)
        w->seen.data[b] = false;
    return true;
}

// ---------------------------------------------------------------------------------------------------- rings

// Whether a boundary edge is a barrier within one component.
static bool is_slit(const surface_writer *w, int32_t b) {
    return w->other.data[b] >= 0 && component_of(&w->view, b) == component_of(&w->view, w->other.data[b]);
}

// The edge that follows along a ring.
static int32_t follow(const surface_writer *w, int32_t b) {
    b = w->view.boundaries[b].next;
    while (is_slit(w, b))
        b = w->view.boundaries[w->other.data[b]].next;
    return b;
}

// Traces the ring through boundary edge `first`.
static ring trace(surface_writer *w, int32_t first) {
    const wend_surface_view *view = &w->view;
    ring r = {.first = first, .component = component_of(view, first)};
    wend_point3 origin = view->vertices[start_vertex(view, first)];
    int32_t b = first;
    do {
        wend_point3 p = view->vertices[start_vertex(view, b)], q = view->vertices[end_vertex(view, b)];
        double px = (double)p.x - origin.x, py = (double)p.y - origin.y;
        double qx = (double)q.x - origin.x, qy = (double)q.y - origin.y;
        r.area += (px * qy - py * qx) / 2;
        r.length++;
        w->seen.data[b] = true;
        b = follow(w, b);
    } while (!w->seen.data[b]);
    return r;
}

// Orders the rings by component: a counting sort that keeps the order of their numbers.
static bool order_rings(surface_writer *w) {
    int32_t components = w->view.component_count;
    if (!wend_array_resize(w->context, &w->order, w->rings.count) ||
        !wend_array_resize(w->context, &w->starts, components + 2))
        return false;
    int32_t *starts = w->starts.data;
    memset(starts, 0, ((size_t)components + 2) * sizeof *starts);
    for (int64_t k = 0; k < w->rings.count; k++)
        starts[w->rings.data[k].component + 2]++;
    for (int32_t k = 0; k <= components; k++)
        starts[k + 1] += starts[k];
    for (int32_t k = 0; k < w->rings.count; k++)
        w->order.data[starts[w->rings.data[k].component + 1]++] = k;
    return true;
}

static bool find_rings(surface_writer *w) {
    if (!clear_seen(w))
        return false;
    for (int32_t b = 0; b < w->view.boundary_count; b++) {
        if (w->seen.data[b] || is_slit(w, b))
            continue;
        if (!wend_array_push(w->context, &w->rings, trace(w, b)))
            return false;
    }
    return order_rings(w);
}

// ---------------------------------------------------------------------------------------------------- features

static void add_place(surface_writer *w, int32_t vertex) {
    double place[3], ground[3];
    wend_lattice3_place(&w->view.lattice, w->view.vertices[vertex], place);
    wend_ground_from_scene(w->view.lattice.up, place, ground);
    for (int k = 0; k < 3; k++) {
        wend_text_add_char(w->text, k == 0 ? '[' : ',');
        wend_text_add_double(w->text, ground[k]);
    }
    wend_text_add_char(w->text, ']');
}

static void start_feature(surface_writer *w, int32_t component) {
    wend_text_add_string(w->text, w->later ? ",\n" : "\n");
    wend_text_add_string(w->text, "{\"type\":\"Feature\",\"properties\":{\"component\":");
    wend_text_add_int(w->text, component);
    w->later = true;
}

// [[x,y,z],...] of a ring, its first point again at the end.
static void add_ring(surface_writer *w, const ring *r) {
    wend_text_add_char(w->text, '[');
    int32_t b = r->first;
    for (int32_t k = 0; k < r->length; k++, b = follow(w, b)) {
        add_place(w, start_vertex(&w->view, b));
        wend_text_add_char(w->text, ',');
    }
    add_place(w, start_vertex(&w->view, r->first));
    wend_text_add_char(w->text, ']');
}

// One component: its outline, which is the ring of the largest area, then its other rings.
static void add_component(surface_writer *w, int32_t component) {
    const ring *rings = w->rings.data;
    const int32_t *order = w->order.data + w->starts.data[component];
    int32_t count = w->starts.data[component + 1] - w->starts.data[component], outer = 0;
    for (int32_t k = 1; k < count; k++)
        if (rings[order[k]].area > rings[order[outer]].area)
            outer = k;
    const wend_surface_component *c = &w->view.components[component];
    double step = w->view.lattice.step * w->view.lattice.unit;
    start_feature(w, component);
    wend_text_add_string(w->text, ",\"area\":");
    wend_text_add_double(w->text, c->area);
    wend_text_add_string(w->text, ",\"plan_area\":");
    wend_text_add_double(w->text, (double)c->area2 * 0.5 * step * step);
    wend_text_add_string(w->text, ",\"holes\":");
    wend_text_add_int(w->text, c->cycles - 1);
    wend_text_add_string(w->text, "},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[\n");
    if (count > 0)
        add_ring(w, &rings[order[outer]]);
    for (int32_t k = 0; k < count; k++) {
        if (k == outer)
            continue;
        wend_text_add_string(w->text, ",\n");
        add_ring(w, &rings[order[k]]);
    }
    wend_text_add_string(w->text, "\n]}}");
}

static void mark(surface_writer *w, int32_t b) {
    w->seen.data[b] = true;
    if (w->other.data[b] >= 0)
        w->seen.data[w->other.data[b]] = true;
}

// An edge of the same cycle where the kind changes, or `b` itself where it never does.
static int32_t run_start(const surface_writer *w, int32_t b) {
    const wend_surface_boundary *edges = w->view.boundaries;
    for (int32_t last = b, e = edges[b].next; e != b; last = e, e = edges[e].next) {
        if (edges[e].kind != edges[last].kind)
            return e;
    }
    return b;
}

// One line: from `b` on along its cycle while the kind stays and nothing was written yet. Returns the edge after it.
static int32_t add_line(surface_writer *w, int32_t b) {
    const wend_surface_boundary *edges = w->view.boundaries;
    uint8_t kind = edges[b].kind;
    start_feature(w, component_of(&w->view, b));
    wend_text_add_string(w->text, ",\"kind\":\"");
    wend_text_add_string(w->text, wend_boundary_kind_name((wend_boundary_kind)kind));
    wend_text_add_string(w->text, "\"},\"geometry\":{\"type\":\"LineString\",\"coordinates\":\n[");
    add_place(w, start_vertex(&w->view, b));
    for (; !w->seen.data[b] && edges[b].kind == kind; b = edges[b].next) {
        mark(w, b);
        wend_text_add_char(w->text, ',');
        add_place(w, end_vertex(&w->view, b));
    }
    wend_text_add_string(w->text, "]\n}}");
    return b;
}

// The lines of a cycle.
static void add_cycle(surface_writer *w, int32_t b) {
    int32_t start = run_start(w, b), e = start;
    do {
        if (w->seen.data[e])
            e = w->view.boundaries[e].next;
        else
            e = add_line(w, e);
    } while (e != start);
}

static bool add_lines(surface_writer *w) {
    WEND_ARRAY(bool) done = {0};
    if (!clear_seen(w) || !wend_array_resize(w->context, &done, w->view.cycle_count + 1))
        return false;
    memset(done.data, 0, (size_t)done.count);
    for (int32_t b = 0; b < w->view.boundary_count; b++) {
        int32_t cycle = w->view.boundaries[b].cycle;
        if (!done.data[cycle])
            add_cycle(w, b);
        done.data[cycle] = true;
    }
    wend_array_free(w->context, &done);
    return true;
}

wend_result wend_write_surface_geojson(const wend_surface *surface, wend_text *text) {
    surface_writer w = {.context = text->context, .view = wend_surface_look(surface), .text = text};
    bool good = wend_surface_groups_make(w.context, &w.view, &w.groups) && pair_sides(&w) && find_rings(&w);
    if (good) {
        wend_text_add_string(text, "{\"type\":\"FeatureCollection\",\"crs\":null,\"features\":[");
        for (int32_t g = 0; g < w.view.component_count; g++)
            add_component(&w, w.groups.order[g]);
        good = add_lines(&w);
        wend_text_add_string(text, "\n]}\n");
    }
    wend_surface_groups_free(&w.groups);
    wend_array_free(w.context, &w.other);
    wend_array_free(w.context, &w.seen);
    wend_array_free(w.context, &w.rings);
    wend_array_free(w.context, &w.order);
    wend_array_free(w.context, &w.starts);
    return good ? wend_text_result(text) : WEND_ERROR_MEMORY;
}

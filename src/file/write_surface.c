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
// Rings are those of outlines.h, without slits.
#include "file/write_surface.h"

#include "file/outlines.h"
#include "picture/surface_look.h"

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

// ---------------------------------------------------------------------------------------------------- rings

typedef struct surface_writer {
    wend_context *context;
    wend_surface_view view;
    wend_text *text;
    wend_surface_groups groups;
    wend_outlines rings;
    bool later; // whether a feature was written
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

static bool find_rings(surface_writer *w) {
    const wend_surface_view *view = &w->view;
    if (!wend_array_resize(w->context, &w->rings.edges, view->boundary_count))
        return false;
    for (int32_t b = 0; b < view->boundary_count; b++)
        w->rings.edges.data[b] = (wend_outline_edge){.from = view->vertices[start_vertex(view, b)],
                                                     .to = view->vertices[end_vertex(view, b)],
                                                     .next = view->boundaries[b].next,
                                                     .component = component_of(view, b),
                                                     .barrier = view->boundaries[b].kind == WEND_BOUNDARY_BARRIER};
    return wend_outlines_find(&w->rings, view->component_count);
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
static void add_ring(surface_writer *w, const wend_outline *r) {
    wend_text_add_char(w->text, '[');
    int32_t b = r->first;
    for (int32_t k = 0; k < r->length; k++, b = wend_outlines_follow(&w->rings, b)) {
        add_place(w, start_vertex(&w->view, b));
        wend_text_add_char(w->text, ',');
    }
    add_place(w, start_vertex(&w->view, r->first));
    wend_text_add_char(w->text, ']');
}

// One component: its outline, then its other rings.
static void add_component(surface_writer *w, int32_t component) {
    const int32_t *starts = w->rings.starts.data + component;
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
    for (int32_t k = starts[0]; k < starts[1]; k++) {
        wend_text_add_string(w->text, k > starts[0] ? ",\n" : "");
        add_ring(w, &w->rings.rings.data[k]);
    }
    wend_text_add_string(w->text, "\n]}}");
}

static void mark(surface_writer *w, int32_t b) {
    w->rings.seen.data[b] = true;
    if (w->rings.other.data[b] >= 0)
        w->rings.seen.data[w->rings.other.data[b]] = true;
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
    for (; !w->rings.seen.data[b] && edges[b].kind == kind; b = edges[b].next) {
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
        if (w->rings.seen.data[e])
            e = w->view.boundaries[e].next;
        else
            e = add_line(w, e);
    } while (e != start);
}

static bool add_lines(surface_writer *w) {
    WEND_ARRAY(bool) done = {0};
    if (!wend_array_resize(w->context, &done, w->view.cycle_count + 1))
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
    surface_writer w = {.context = text->context,
                        .view = wend_surface_look(surface),
                        .text = text,
                        .rings = {.context = text->context}};
    bool good = wend_surface_groups_make(w.context, &w.view, &w.groups) && find_rings(&w);
    if (good) {
        wend_text_add_string(text, "{\"type\":\"FeatureCollection\",\"crs\":null,\"features\":[");
        for (int32_t g = 0; g < w.view.component_count; g++)
            add_component(&w, w.groups.order[g]);
        good = add_lines(&w);
        wend_text_add_string(text, "\n]}\n");
    }
    wend_surface_groups_free(&w.groups);
    wend_outlines_free(&w.rings);
    return good ? wend_text_result(text) : WEND_ERROR_MEMORY;
}

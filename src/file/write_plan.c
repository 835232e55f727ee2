// Plans as GeoJSON: one Polygon per component, then walls of zero width and area borders as LineStrings and point
// obstacles as Points.
//
//     {"type":"FeatureCollection","crs":null,"features":[
//     {"type":"Feature","properties":{"component":0,"area":96,"holes":1},"geometry":{"type":"Polygon","coordinates":[
//     [[0,0,0],[10,0,0],[10,10,0],[0,0,0]],
//     [...]
//     ]}},
//     {"type":"Feature","properties":{"component":0,"kind":"wall"},"geometry":{"type":"LineString","coordinates":
//     [[1,1,0],[2,1,0]]
//     }},
//     {"type":"Feature","properties":{"component":0,"kind":"border"},"geometry":{"type":"LineString","coordinates":
//     [[5,5,0],[5,9,0]]
//     }},
//     {"type":"Feature","properties":{"component":0,"kind":"point"},"geometry":{"type":"Point","coordinates":[3,3,0]}}
//     ]}
//
// Rings are those of outlines.h, without slits.
//
// Walls. Every wall of zero width is written as a line too, once for its two sides, in lines as long as one can follow
// it along a cycle. Read back, two polygons that share a side are one floor, and the line cuts it again: the plan has
// the same hash.
//
// Area borders are written in lines as long as they go without a branch.
#include "file/outlines.h"
#include "file/write.h"

typedef struct plan_writer {
    wend_context *context;
    wend_plan_view view;
    wend_text *text;
    wend_outlines rings;
    WEND_ARRAY(int32_t) line;             // boundary edges of the wall being written
    WEND_ARRAY(int32_t) vertex_component; // of each vertex, -1 for none
    WEND_ARRAY(int32_t) degree;           // of each vertex: borders that end in it,
    WEND_ARRAY(int64_t) sum;              // and the sum of their numbers
    WEND_ARRAY(bool) drawn;               // of each border
    bool later;                           // whether a feature was written
} plan_writer;

// The vertex where a boundary edge starts, and where it ends.
static int32_t start_vertex(const wend_plan_view *view, int32_t boundary) {
    int32_t edge = view->boundaries[boundary].edge;
    return view->triangles[edge / 3].v[edge % 3];
}

static int32_t end_vertex(const wend_plan_view *view, int32_t boundary) {
    int32_t edge = view->boundaries[boundary].edge;
    return view->triangles[edge / 3].v[(edge % 3 + 1) % 3];
}

static int32_t component_of(const wend_plan_view *view, int32_t boundary) {
    return view->triangle_component[view->boundaries[boundary].edge / 3];
}

static wend_point3 place_of(const wend_plan_view *view, int32_t vertex) {
    return (wend_point3){view->vertices[vertex].x, view->vertices[vertex].y, 0};
}

static bool find_rings(plan_writer *w) {
    const wend_plan_view *view = &w->view;
    if (!wend_array_resize(w->context, &w->rings.edges, view->boundary_count))
        return false;
    for (int32_t b = 0; b < view->boundary_count; b++)
        w->rings.edges.data[b] = (wend_outline_edge){.from = place_of(view, start_vertex(view, b)),
                                                     .to = place_of(view, end_vertex(view, b)),
                                                     .next = view->boundaries[b].next,
                                                     .component = component_of(view, b),
                                                     .barrier = view->boundaries[b].kind == WEND_BOUNDARY_BARRIER};
    return wend_outlines_find(&w->rings, view->component_count);
}

// ---------------------------------------------------------------------------------------------------- features

static void add_place(plan_writer *w, int32_t vertex) {
    double place[2];
    wend_lattice_place(&w->view.lattice, w->view.vertices[vertex], place);
    wend_text_add_char(w->text, '[');
    wend_text_add_double(w->text, place[0]);
    wend_text_add_char(w->text, ',');
    wend_text_add_double(w->text, place[1]);
    wend_text_add_string(w->text, ",0]");
}

static void start_feature(plan_writer *w, int32_t component) {
    wend_text_add_string(w->text, w->later ? ",\n" : "\n");
    wend_text_add_string(w->text, "{\"type\":\"Feature\",\"properties\":{\"component\":");
    wend_text_add_int(w->text, component);
    w->later = true;
}

// [[x,y,0],...] of a ring, its first point again at the end.
static void add_ring(plan_writer *w, const wend_outline *r) {
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
static void add_component(plan_writer *w, int32_t component) {
    const int32_t *starts = w->rings.starts.data + component;
    double step = w->view.lattice.step * w->view.unit;
    start_feature(w, component);
    wend_text_add_string(w->text, ",\"area\":");
    wend_text_add_double(w->text, (double)w->view.components[component].area2 * 0.5 * step * step);
    wend_text_add_string(w->text, ",\"holes\":");
    wend_text_add_int(w->text, w->view.components[component].cycles - 1);
    wend_text_add_string(w->text, "},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[\n");
    for (int32_t k = starts[0]; k < starts[1]; k++) {
        wend_text_add_string(w->text, k > starts[0] ? ",\n" : "");
        add_ring(w, &w->rings.rings.data[k]);
    }
    wend_text_add_string(w->text, "\n]}}");
}

// The wall that follows `b` along its cycle, with the same components on its sides; -1 when there is none, or none that
// was not written yet.
static int32_t next_wall(const plan_writer *w, int32_t b) {
    const int32_t *other = w->rings.other.data;
    int32_t next = w->view.boundaries[b].next;
    bool goes_on = other[next] >= 0 && !w->rings.seen.data[next] &&
                   component_of(&w->view, other[next]) == component_of(&w->view, other[b]);
    return goes_on ? next : -1;
}

static bool push_wall(plan_writer *w, int32_t b) {
    w->rings.seen.data[b] = w->rings.seen.data[w->rings.other.data[b]] = true;
    return wend_array_push(w->context, &w->line, b);
}

// Collects the line of walls that `b` is part of: back from it along its other side, then on from it.
static bool collect_line(plan_writer *w, int32_t b) {
    const int32_t *other = w->rings.other.data;
    w->line.count = 0;
    if (!push_wall(w, b))
        return false;
    for (int32_t e = next_wall(w, other[b]); e >= 0; e = next_wall(w, e))
        if (!push_wall(w, other[e]))
            return false;
    for (int64_t k = 0, n = w->line.count; k < n / 2; k++) {
        int32_t swap = w->line.data[k];
        w->line.data[k] = w->line.data[n - 1 - k];
        w->line.data[n - 1 - k] = swap;
    }
    for (int32_t e = next_wall(w, b); e >= 0; e = next_wall(w, e))
        if (!push_wall(w, e))
            return false;
    return true;
}

static bool add_walls(plan_writer *w) {
    const wend_plan_view *view = &w->view;
    for (int32_t b = 0; b < view->boundary_count; b++) {
        if (w->rings.seen.data[b] || w->rings.other.data[b] < 0)
            continue;
        if (!collect_line(w, b))
            return false;
        int32_t here = component_of(view, b), there = component_of(view, w->rings.other.data[b]);
        start_feature(w, here < there ? here : there);
        wend_text_add_string(w->text, ",\"kind\":\"wall\"},\"geometry\":{\"type\":\"LineString\",\"coordinates\":\n[");
        add_place(w, start_vertex(view, w->line.data[0]));
        for (int64_t k = 0; k < w->line.count; k++) {
            wend_text_add_char(w->text, ',');
            add_place(w, end_vertex(view, w->line.data[k]));
        }
        wend_text_add_string(w->text, "]\n}}");
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- borders

// The two ends of a border.
static int32_t border_end(const wend_plan_view *view, int32_t border, int which) {
    int32_t edge = view->borders[border];
    return view->triangles[edge / 3].v[(edge % 3 + which) % 3];
}

static int32_t other_end(const wend_plan_view *view, int32_t border, int32_t vertex) {
    int32_t start = border_end(view, border, 0);
    return start == vertex ? border_end(view, border, 1) : start;
}

// The border that goes on from another one at a vertex, or -1 where there is none or several.
static int32_t border_after(const plan_writer *w, int32_t border, int32_t vertex) {
    return w->degree.data[vertex] == 2 ? (int32_t)(w->sum.data[vertex] - border) : -1;
}

static bool find_border_ends(plan_writer *w) {
    const wend_plan_view *view = &w->view;
    if (!wend_array_resize(w->context, &w->degree, view->vertex_count) ||
        !wend_array_resize(w->context, &w->sum, view->vertex_count) ||
        !wend_array_resize(w->context, &w->drawn, view->border_count))
        return false;
    for (int32_t v = 0; v < view->vertex_count; v++) {
        w->degree.data[v] = 0;
        w->sum.data[v] = 0;
    }
    for (int32_t k = 0; k < view->border_count; k++) {
        w->drawn.data[k] = false;
        for (int which = 0; which < 2; which++) {
            w->degree.data[border_end(view, k, which)]++;
            w->sum.data[border_end(view, k, which)] += k;
        }
    }
    return true;
}

// The line that border k is part of: from the end that one comes to by going back from k, or all the way round.
static void add_border(plan_writer *w, int32_t k) {
    const wend_plan_view *view = &w->view;
    int32_t at = k, vertex = border_end(view, k, 0);
    for (int32_t before = border_after(w, at, vertex); before >= 0 && before != k;) {
        at = before;
        vertex = other_end(view, at, vertex);
        before = border_after(w, at, vertex);
    }
    start_feature(w, view->triangle_component[view->borders[k] / 3]);
    wend_text_add_string(w->text, ",\"kind\":\"border\"},\"geometry\":{\"type\":\"LineString\",\"coordinates\":\n[");
    add_place(w, vertex);
    for (; at >= 0 && !w->drawn.data[at]; at = border_after(w, at, vertex)) {
        w->drawn.data[at] = true;
        vertex = other_end(view, at, vertex);
        wend_text_add_char(w->text, ',');
        add_place(w, vertex);
    }
    wend_text_add_string(w->text, "]\n}}");
}

static bool add_borders(plan_writer *w) {
    if (w->view.border_count == 0)
        return true;
    if (!find_border_ends(w))
        return false;
    for (int32_t k = 0; k < w->view.border_count; k++)
        if (!w->drawn.data[k])
            add_border(w, k);
    return true;
}

// ---------------------------------------------------------------------------------------------------- points, and all

static bool add_points(plan_writer *w) {
    const wend_plan_view *view = &w->view;
    if (!wend_array_resize(w->context, &w->vertex_component, view->vertex_count))
        return false;
    for (int32_t v = 0; v < view->vertex_count; v++)
        w->vertex_component.data[v] = -1;
    for (int32_t t = 0; t < view->triangle_count; t++)
        for (int k = 0; k < 3; k++)
            w->vertex_component.data[view->triangles[t].v[k]] = view->triangle_component[t];
    for (int32_t v = 0; v < view->vertex_count; v++) {
        if (!(view->vertex_flags[v] & WEND_VERTEX_POINT))
            continue;
        start_feature(w, w->vertex_component.data[v]);
        wend_text_add_string(w->text, ",\"kind\":\"point\"},\"geometry\":{\"type\":\"Point\",\"coordinates\":");
        add_place(w, v);
        wend_text_add_string(w->text, "}}");
    }
    return true;
}

wend_result wend_write_plan_geojson(wend_context *context, const wend_plan *plan, wend_text *text) {
    plan_writer w = {.context = context, .view = wend_plan_look(plan), .text = text, .rings = {.context = context}};
    bool done = find_rings(&w);
    if (done) {
        wend_text_add_string(text, "{\"type\":\"FeatureCollection\",\"crs\":null,\"features\":[");
        for (int32_t component = 0; component < w.view.component_count; component++)
            add_component(&w, component);
        done = add_walls(&w) && add_borders(&w) && add_points(&w);
        wend_text_add_string(text, "\n]}\n");
    }
    wend_outlines_free(&w.rings);
    wend_array_free(context, &w.line);
    wend_array_free(context, &w.vertex_component);
    wend_array_free(context, &w.degree);
    wend_array_free(context, &w.sum);
    wend_array_free(context, &w.drawn);
    return done ? wend_text_result(text) : WEND_ERROR_MEMORY;
}

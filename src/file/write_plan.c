// Plans as GeoJSON.
//
// The boundary of a plan is a set of cycles with the floor on their left. On a flat plan each component has one cycle
// of positive area, its outline; those of negative area are its holes, and those without area are walls of zero width
// that stand free, walked along both sides. So:
//
//     {"type":"FeatureCollection","crs":null,"features":[
//     {"type":"Feature","properties":{"component":0,"area":96,"holes":1},"geometry":{"type":"Polygon","coordinates":[
//     [[0,0,0],[10,0,0],[10,10,0],[0,0,0]],
//     [...]
//     ]}},
//     {"type":"Feature","properties":{"component":0,"kind":"wall"},"geometry":{"type":"LineString","coordinates":
//     [[1,1,0],[2,1,0]]
//     }},
//     {"type":"Feature","properties":{"component":0,"kind":"point"},"geometry":{"type":"Point","coordinates":[3,3,0]}}
//     ]}
//
// Where obstacles touch in a point or a wall stands on an outline, the ring passes that place more than once, as the
// boundary does.
#include "base/array.h"
#include "file/write.h"

typedef struct cycle {
    int32_t first;  // its lowest boundary edge
    int32_t length; // edges
    int32_t component;
    int64_t area2; // twice its signed area in square lattice steps
} cycle;

typedef struct plan_writer {
    wend_context *context;
    wend_plan_view view;
    wend_text *text;
    WEND_ARRAY(cycle) cycles;
    WEND_ARRAY(int32_t) order;            // cycles, those of one component together
    WEND_ARRAY(int32_t) vertex_component; // of each vertex, -1 for none
    WEND_ARRAY(int32_t) walk;             // vertices of the cycle being written
    bool later;                           // whether a feature was written
} plan_writer;

// ---------------------------------------------------------------------------------------------------- cycles

// The vertex where a boundary edge starts.
static int32_t start_vertex(const wend_plan_view *view, int32_t boundary) {
    int32_t edge = view->boundaries[boundary].edge;
    return view->triangles[edge / 3].v[edge % 3];
}

// Measures the cycle through boundary edge `first`. Unsigned arithmetic: single products may wrap, the sum of all fits.
static cycle measure(const wend_plan_view *view, int32_t first) {
    cycle c = {.first = first, .component = view->triangle_component[view->boundaries[first].edge / 3]};
    wend_point origin = view->vertices[start_vertex(view, first)];
    uint64_t area2 = 0;
    int32_t b = first;
    do {
        wend_point p = view->vertices[start_vertex(view, b)];
        b = view->boundaries[b].next;
        wend_point q = view->vertices[start_vertex(view, b)];
        int64_t px = (int64_t)p.x - origin.x, py = (int64_t)p.y - origin.y;
        int64_t qx = (int64_t)q.x - origin.x, qy = (int64_t)q.y - origin.y;
        area2 += (uint64_t)px * (uint64_t)qy - (uint64_t)py * (uint64_t)qx;
        c.length++;
    } while (b != first && c.length < view->boundary_count);
    c.area2 = (int64_t)area2;
    return c;
}

// Finds all cycles and orders them by component: a counting sort that keeps their numbers' order.
static bool find_cycles(plan_writer *w) {
    const wend_plan_view *view = &w->view;
    WEND_ARRAY(int32_t) slots = {0};
    if (!wend_array_resize(w->context, &w->cycles, view->cycle_count) ||
        !wend_array_resize(w->context, &w->order, view->cycle_count) ||
        !wend_array_resize(w->context, &slots, view->component_count + 1))
        goto failed;
    for (int32_t k = 0; k < view->cycle_count; k++)
        w->cycles.data[k].first = -1;
    memset(slots.data, 0, (size_t)slots.count * sizeof *slots.data);
    for (int32_t b = 0; b < view->boundary_count; b++) {
        cycle *c = &w->cycles.data[view->boundaries[b].cycle];
        if (c->first >= 0)
            continue;
        *c = measure(view, b);
        slots.data[c->component + 1]++;
    }
    for (int32_t k = 0; k < view->component_count; k++)
        slots.data[k + 1] += slots.data[k];
    for (int32_t k = 0; k < view->cycle_count; k++)
        w->order.data[slots.data[w->cycles.data[k].component]++] = k;
    wend_array_free(w->context, &slots);
    return true;
failed:
    wend_array_free(w->context, &slots);
    return false;
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

// [[x,y,0],...] of a cycle, its first point again at the end.
static void add_ring(plan_writer *w, const cycle *c) {
    wend_text_add_char(w->text, '[');
    int32_t b = c->first;
    for (int32_t k = 0; k < c->length; k++, b = w->view.boundaries[b].next) {
        add_place(w, start_vertex(&w->view, b));
        wend_text_add_char(w->text, ',');
    }
    add_place(w, start_vertex(&w->view, c->first));
    wend_text_add_char(w->text, ']');
}

// One component: its outline, then its holes. `order` names its cycles.
static void add_component(plan_writer *w, int32_t component, const int32_t *order, int32_t count) {
    const cycle *cycles = w->cycles.data;
    int32_t outer = -1, holes = 0;
    for (int32_t k = 0; k < count; k++)
        if (cycles[order[k]].area2 > 0 && (outer < 0 || cycles[order[k]].area2 > cycles[outer].area2))
            outer = order[k];
    for (int32_t k = 0; k < count; k++)
        holes += order[k] != outer && cycles[order[k]].area2 != 0;
    double step = w->view.lattice.step * w->view.unit;
    start_feature(w, component);
    wend_text_add_string(w->text, ",\"area\":");
    wend_text_add_double(w->text, (double)w->view.components[component].area2 * 0.5 * step * step);
    wend_text_add_string(w->text, ",\"holes\":");
    wend_text_add_int(w->text, holes);
    wend_text_add_string(w->text, "},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[\n");
    if (outer >= 0)
        add_ring(w, &cycles[outer]);
    for (int32_t k = 0; k < count; k++) {
        if (order[k] == outer || cycles[order[k]].area2 == 0)
            continue;
        wend_text_add_string(w->text, ",\n");
        add_ring(w, &cycles[order[k]]);
    }
    wend_text_add_string(w->text, "\n]}}");
}

static bool same_place(const wend_plan_view *view, int32_t a, int32_t b) {
    return view->vertices[a].x == view->vertices[b].x && view->vertices[a].y == view->vertices[b].y;
}

// A free-standing wall. One without branches is walked there and back: it is written one way, from the end that comes
// first. Returns false when memory is short.
static bool add_wall(plan_writer *w, const cycle *c) {
    const wend_plan_view *view = &w->view;
    if (!wend_array_resize(w->context, &w->walk, c->length))
        return false;
    int32_t b = c->first, n = c->length, *walk = w->walk.data;
    for (int32_t k = 0; k < n; k++, b = view->boundaries[b].next)
        walk[k] = start_vertex(view, b);
    int32_t tip = 0; // where the walk turns round
    while (tip < n && !same_place(view, walk[(tip + n - 1) % n], walk[(tip + 1) % n]))
        tip++;
    bool straight = tip < n && n % 2 == 0;
    for (int32_t k = 1; straight && k < n / 2; k++)
        straight = same_place(view, walk[(tip + k) % n], walk[(tip + n - k) % n]);
    int32_t count = straight ? n / 2 + 1 : n + 1, start = straight ? tip : 0;
    start_feature(w, c->component);
    wend_text_add_string(w->text, ",\"kind\":\"wall\"},\"geometry\":{\"type\":\"LineString\",\"coordinates\":\n[");
    for (int32_t k = 0; k < count; k++) {
        if (k > 0)
            wend_text_add_char(w->text, ',');
        add_place(w, walk[(start + k) % n]);
    }
    wend_text_add_string(w->text, "]\n}}");
    return true;
}

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

static bool add_all(plan_writer *w) {
    if (!find_cycles(w))
        return false;
    wend_text_add_string(w->text, "{\"type\":\"FeatureCollection\",\"crs\":null,\"features\":[");
    int32_t first = 0;
    for (int32_t component = 0; component < w->view.component_count; component++) {
        int32_t last = first;
        while (last < w->view.cycle_count && w->cycles.data[w->order.data[last]].component == component)
            last++;
        add_component(w, component, w->order.data + first, last - first);
        first = last;
    }
    for (int32_t k = 0; k < w->view.cycle_count; k++) {
        const cycle *c = &w->cycles.data[w->order.data[k]];
        if (c->area2 == 0 && !add_wall(w, c))
            return false;
    }
    if (!add_points(w))
        return false;
    wend_text_add_string(w->text, "\n]}\n");
    return true;
}

wend_result wend_write_plan_geojson(wend_context *context, const wend_plan *plan, wend_text *text) {
    plan_writer w = {.context = context, .view = wend_plan_look(plan), .text = text};
    bool done = add_all(&w);
    wend_array_free(context, &w.cycles);
    wend_array_free(context, &w.order);
    wend_array_free(context, &w.vertex_component);
    wend_array_free(context, &w.walk);
    return done ? wend_text_result(text) : WEND_ERROR_MEMORY;
}

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
// Rings. The boundary of a plan is a set of cycles with the floor on their left, and a wall of zero width is walked
// along both sides: as a cycle of its own when it stands free, as a way there and back within another cycle when it
// touches one. No GIS takes such a spike for part of a ring. So rings are traced as if those walls were not there that
// have the same component on both sides:
//
//         +-----------+            +-----------+       At the end of an edge, the next one along the cycle may be
//         |     a     |            |           |       such a wall, a. Then one passes through it: on its far side
//         |     |     |    ->      |           |       one comes back to the same place, and the edge that follows
//         +-----+-----+            +-----+-----+       there is the next candidate.
//
// That leaves the border of a connected region without slits: one ring of positive area, its outline, and one of
// negative area for each part of the plane that it surrounds. A ring may touch itself in a point, where obstacles
// touch. Walls with different components on their sides stay in the rings of both.
//
// Walls. Every wall of zero width is written as a line too, once for its two sides, in lines as long as one can follow
// it along a cycle. Read back, two polygons that share a side are one floor, and the line cuts it again: the plan has
// the same hash.
//
// Area borders are written in lines as long as they go without a branch.
#include "base/array.h"
#include "base/sort.h"
#include "file/write.h"

typedef struct ring {
    int32_t first;  // its lowest boundary edge
    int32_t length; // edges
    int32_t component;
    int64_t area2; // twice its signed area in square lattice steps
} ring;

// One side of a wall of zero width, with the wall's ends in order of their coordinates.
typedef struct side {
    wend_point low, high;
    int32_t boundary;
} side;

typedef struct plan_writer {
    wend_context *context;
    wend_plan_view view;
    wend_text *text;
    WEND_ARRAY(int32_t) other; // of each boundary edge: the other side of the wall of zero width, or -1
    WEND_ARRAY(bool) seen;     // of each boundary edge
    WEND_ARRAY(ring) rings;
    WEND_ARRAY(int32_t) order;            // rings, those of one component together
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

// ---------------------------------------------------------------------------------------------------- sides

static int compare_points(wend_point a, wend_point b) {
    return a.x != b.x ? (a.x < b.x ? -1 : 1) : a.y != b.y ? (a.y < b.y ? -1 : 1) : 0;
}

static int compare_sides(const void *a, const void *b, const void *user) {
    (void)user;
    const side *p = a, *q = b;
    int low = compare_points(p->low, q->low);
    return low ? low : compare_points(p->high, q->high);
}

static bool list_sides(const plan_writer *w, side *sides, int64_t *count) {
    const wend_plan_view *view = &w->view;
    *count = 0;
    for (int32_t b = 0; b < view->boundary_count; b++) {
        if (view->boundaries[b].kind != WEND_BOUNDARY_BARRIER)
            continue;
        wend_point from = view->vertices[start_vertex(view, b)], to = view->vertices[end_vertex(view, b)];
        bool forward = compare_points(from, to) < 0;
        sides[(*count)++] = (side){forward ? from : to, forward ? to : from, b};
    }
    return wend_sort(w->context, sides, *count, sizeof *sides, compare_sides, NULL);
}

// Finds the other side of every wall of zero width: the edge between the same places in the other direction.
static bool pair_sides(plan_writer *w) {
    const wend_plan_view *view = &w->view;
    WEND_ARRAY(side) sides = {0};
    bool good = wend_array_resize(w->context, &w->other, view->boundary_count) &&
                wend_array_resize(w->context, &sides, view->boundary_count);
    good = good && list_sides(w, sides.data, &sides.count);
    for (int32_t b = 0; good && b < view->boundary_count; b++)
        w->other.data[b] = -1;
    for (int64_t k = 0; good && k + 1 < sides.count; k++) {
        int32_t a = sides.data[k].boundary, b = sides.data[k + 1].boundary;
        wend_point from = view->vertices[start_vertex(view, a)], to = view->vertices[end_vertex(view, b)];
        if (compare_sides(&sides.data[k], &sides.data[k + 1], NULL) != 0 || compare_points(from, to) != 0)
            continue;
        w->other.data[a] = b;
        w->other.data[b] = a;
        k++;
    }
    wend_array_free(w->context, &sides);
    return good;
}

static bool clear_seen(plan_writer *w) {
    if (!wend_array_resize(w->context, &w->seen, w->view.boundary_count))
        return false;
    for (int64_t b = 0; b < w->seen.count; b++)
        w->seen.data[b] = false;
    return true;
}

// ---------------------------------------------------------------------------------------------------- rings

// Whether a boundary edge is a wall of zero width within one component.
static bool is_slit(const plan_writer *w, int32_t b) {
    return w->other.data[b] >= 0 && component_of(&w->view, b) == component_of(&w->view, w->other.data[b]);
}

// The edge that follows along a ring.
static int32_t follow(const plan_writer *w, int32_t b) {
    b = w->view.boundaries[b].next;
    while (is_slit(w, b))
        b = w->view.boundaries[w->other.data[b]].next;
    return b;
}

// Traces the ring through boundary edge `first`. Unsigned arithmetic: single products may wrap, the sum of all fits.
static ring trace(plan_writer *w, int32_t first) {
    const wend_plan_view *view = &w->view;
    ring r = {.first = first, .component = component_of(view, first)};
    wend_point origin = view->vertices[start_vertex(view, first)];
    uint64_t area2 = 0;
    int32_t b = first;
    do {
        wend_point p = view->vertices[start_vertex(view, b)], q = view->vertices[end_vertex(view, b)];
        int64_t px = (int64_t)p.x - origin.x, py = (int64_t)p.y - origin.y;
        int64_t qx = (int64_t)q.x - origin.x, qy = (int64_t)q.y - origin.y;
        area2 += (uint64_t)px * (uint64_t)qy - (uint64_t)py * (uint64_t)qx;
        r.length++;
        w->seen.data[b] = true;
        b = follow(w, b);
    } while (!w->seen.data[b]);
    r.area2 = (int64_t)area2;
    return r;
}

// Orders the rings by component: a counting sort that keeps the order of their numbers.
static bool order_rings(plan_writer *w) {
    WEND_ARRAY(int32_t) slots = {0};
    if (!wend_array_resize(w->context, &w->order, w->rings.count) ||
        !wend_array_resize(w->context, &slots, w->view.component_count + 1)) {
        wend_array_free(w->context, &slots);
        return false;
    }
    memset(slots.data, 0, (size_t)slots.count * sizeof *slots.data);
    for (int64_t k = 0; k < w->rings.count; k++)
        slots.data[w->rings.data[k].component + 1]++;
    for (int32_t k = 0; k < w->view.component_count; k++)
        slots.data[k + 1] += slots.data[k];
    for (int32_t k = 0; k < w->rings.count; k++)
        w->order.data[slots.data[w->rings.data[k].component]++] = k;
    wend_array_free(w->context, &slots);
    return true;
}

static bool find_rings(plan_writer *w) {
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
static void add_ring(plan_writer *w, const ring *r) {
    wend_text_add_char(w->text, '[');
    int32_t b = r->first;
    for (int32_t k = 0; k < r->length; k++, b = follow(w, b)) {
        add_place(w, start_vertex(&w->view, b));
        wend_text_add_char(w->text, ',');
    }
    add_place(w, start_vertex(&w->view, r->first));
    wend_text_add_char(w->text, ']');
}

// One component: its outline, then its other rings. `order` names its rings.
static void add_component(plan_writer *w, int32_t component, const int32_t *order, int32_t count) {
    const ring *rings = w->rings.data;
    int32_t outer = 0;
    for (int32_t k = 1; k < count; k++)
        if (rings[order[k]].area2 > rings[order[outer]].area2)
            outer = k;
    double step = w->view.lattice.step * w->view.unit;
    start_feature(w, component);
    wend_text_add_string(w->text, ",\"area\":");
    wend_text_add_double(w->text, (double)w->view.components[component].area2 * 0.5 * step * step);
    wend_text_add_string(w->text, ",\"holes\":");
    wend_text_add_int(w->text, w->view.components[component].cycles - 1);
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

static void add_components(plan_writer *w) {
    int32_t first = 0;
    for (int32_t component = 0; component < w->view.component_count; component++) {
        int32_t last = first;
        while (last < w->rings.count && w->rings.data[w->order.data[last]].component == component)
            last++;
        add_component(w, component, w->order.data + first, last - first);
        first = last;
    }
}

// The wall that follows `b` along its cycle, with the same components on its sides; -1 when there is none, or none that
// was not written yet.
static int32_t next_wall(const plan_writer *w, int32_t b) {
    const int32_t *other = w->other.data;
    int32_t next = w->view.boundaries[b].next;
    bool goes_on = other[next] >= 0 && !w->seen.data[next] &&
                   component_of(&w->view, other[next]) == component_of(&w->view, other[b]);
    return goes_on ? next : -1;
}

static bool push_wall(plan_writer *w, int32_t b) {
    w->seen.data[b] = w->seen.data[w->other.data[b]] = true;
    return wend_array_push(w->context, &w->line, b);
}

// Collects the line of walls that `b` is part of: back from it along its other side, then on from it.
static bool collect_line(plan_writer *w, int32_t b) {
    const int32_t *other = w->other.data;
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
    if (!clear_seen(w))
        return false;
    for (int32_t b = 0; b < view->boundary_count; b++) {
        if (w->seen.data[b] || w->other.data[b] < 0)
            continue;
        if (!collect_line(w, b))
            return false;
        int32_t here = component_of(view, b), there = component_of(view, w->other.data[b]);
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
    plan_writer w = {.context = context, .view = wend_plan_look(plan), .text = text};
    bool done = pair_sides(&w) && find_rings(&w);
    if (done) {
        wend_text_add_string(text, "{\"type\":\"FeatureCollection\",\"crs\":null,\"features\":[");
        add_components(&w);
        done = add_walls(&w) && add_borders(&w) && add_points(&w);
        wend_text_add_string(text, "\n]}\n");
    }
    wend_array_free(context, &w.other);
    wend_array_free(context, &w.seen);
    wend_array_free(context, &w.rings);
    wend_array_free(context, &w.order);
    wend_array_free(context, &w.line);
    wend_array_free(context, &w.vertex_component);
    wend_array_free(context, &w.degree);
    wend_array_free(context, &w.sum);
    wend_array_free(context, &w.drawn);
    return done ? wend_text_result(text) : WEND_ERROR_MEMORY;
}

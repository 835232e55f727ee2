// Gathers what is shown of a linked surface. See storeys.h.
//
// Layers are those of the plan. A triangle of the complex that lies under triangles of several layers is cut along
// them, so that faces of a layer do not overlap. A cell is on the layer in its middle: those at the end of a layer may
// reach a little into the next one. Lines of links are on the layer in the middle of the triangle that they bound.
#include "file/storeys.h"

#include "base/sort.h"
#include "file/medial_look.h"
#include "file/surface_look.h"
#include "plan/plan.h"

#include <math.h>
#include <string.h>

#define LINE 0x25323eff
#define MESH 0x4a7ba660
#define PORTAL 0x2b5c8aff
#define STRONG 0x1f6fb5ff
#define BORDER 0x1f9d6bff
#define BEYOND 0xd9822bff
#define GREY 0xeceff1ff
#define FLOOR 0x9cc3e8ff
#define FILLER 0x4fb36bff
#define JOIN 0x1f8a45ff
#define DROP 0x8e3bb0ff

static const uint32_t tints[] = {0xfbe3c0ff, 0xcfe8cfff, 0xcbdff5ff, 0xf7cfd3ff,
                                 0xdfd2f0ff, 0xf8f0b8ff, 0xc4eae6ff, 0xe2d9c8ff};

// A part of a triangle of the complex: so many places, one after the other.
typedef struct piece {
    int32_t first, count;
} piece;

typedef struct gathering {
    wend_storeys *s;
    const wend_nav *nav;
    const wend_plan *plan;
    wend_plan_view view;
    WEND_ARRAY(wend_key) order; // of what is gathered next: layer and group, and which one
    WEND_ARRAY(piece) pieces;
    wend_plan_over over;
} gathering;

void wend_storeys_free(wend_storeys *s) {
    wend_array_free(s->context, &s->places);
    wend_array_free(s->context, &s->corners);
    wend_array_free(s->context, &s->faces);
    wend_array_free(s->context, &s->parts);
}

// ---------------------------------------------------------------------------------------------------- parts

// Adds to a part's name as far as there is room.
static void add_name(wend_storey_part *part, const char *text) {
    size_t at = strlen(part->name);
    for (; *text && at + 1 < sizeof part->name; text++)
        part->name[at++] = *text;
    part->name[at] = 0;
}

static void add_number(wend_storey_part *part, int64_t number) {
    char digits[WEND_NUMBER_TEXT];
    wend_print_int64(digits, number);
    add_name(part, digits);
}

static void begin_part(gathering *g, int32_t layer, const char *noun, int64_t number, uint32_t colour, double width) {
    wend_storeys *s = g->s;
    wend_storey_part part = {.layer = layer, .colour = colour, .width = width, .first = s->faces.count};
    add_name(&part, "layer_");
    add_number(&part, layer);
    add_name(&part, "_");
    add_name(&part, noun);
    if (number >= 0) {
        add_name(&part, "_");
        add_number(&part, number);
    }
    s->failed |= !wend_array_push(s->context, &s->parts, part);
}

static void add_hint(const gathering *g) {
    if (!g->s->failed)
        g->s->parts.data[g->s->parts.count - 1].hint = true;
}

static void add_face(gathering *g, const int32_t *corners, int32_t count) {
    wend_storeys *s = g->s;
    wend_storey_face face = {s->corners.count, count};
    if (s->failed || !wend_array_push(s->context, &s->faces, face) ||
        !wend_array_reserve(s->context, &s->corners, s->corners.count + count)) {
        s->failed = true;
        return;
    }
    memcpy(s->corners.data + s->corners.count, corners, (size_t)count * sizeof *corners);
    s->corners.count += count;
    s->parts.data[s->parts.count - 1].count++;
}

static void add_line(gathering *g, int32_t a, int32_t b) {
    const int32_t ends[2] = {a, b};
    add_face(g, ends, 2);
}

static void add_place(gathering *g, double x, double y, double z) {
    const wend_lattice3 *lattice = &g->view.ground;
    wend_storeys *s = g->s;
    const double at[3] = {x, y, z};
    for (int k = 0; k < 3; k++)
        s->failed |= !wend_array_push(s->context, &s->places, lattice->origin[k] + lattice->step * at[k]);
}

static void note(gathering *g, int32_t layer, int64_t group, int32_t index) {
    wend_key key = {(uint64_t)(uint32_t)layer << 32 | (uint64_t)group, index, 0};
    g->s->failed |= !wend_array_push(g->s->context, &g->order, key);
}

static void sort_notes(gathering *g) {
    g->s->failed |= !wend_sort_keys(g->s->context, g->order.data, g->order.count);
}

// Whether the k-th of what was noted begins a new part; and of which layer and group it is.
static bool is_first(const gathering *g, int64_t k) {
    return k == 0 || g->order.data[k].key != g->order.data[k - 1].key;
}
static int32_t layer_at(const gathering *g, int64_t k) {
    return (int32_t)(g->order.data[k].key >> 32);
}
static int32_t group_at(const gathering *g, int64_t k) {
    return (int32_t)(g->order.data[k].key & UINT32_MAX);
}

// ---------------------------------------------------------------------------------------------------- the plan

static int32_t start_of(const gathering *g, int32_t e) {
    return g->view.triangles[e / 3].v[e % 3];
}
static int32_t end_of(const gathering *g, int32_t e) {
    return g->view.triangles[e / 3].v[(e + 1) % 3];
}

static void add_vertices(gathering *g) {
    for (int32_t v = 0; v < g->view.vertex_count; v++)
        add_place(g, g->view.vertices[v].x, g->view.vertices[v].y, g->view.vertex_heights[v]);
}

// Floor: by component, or all in one colour.
static void add_floor(gathering *g, bool grey) {
    g->order.count = 0;
    for (int32_t t = 0; t < g->view.triangle_count; t++)
        note(g, g->view.triangle_layer[t], grey ? 0 : g->view.triangle_component[t], t);
    sort_notes(g);
    for (int64_t k = 0; k < g->order.count && !g->s->failed; k++) {
        int32_t group = group_at(g, k);
        if (is_first(g, k)) {
            begin_part(g, layer_at(g, k), grey ? "ground" : "component", grey ? -1 : group,
                       grey ? GREY : tints[group % 8], 0);
            if (grey)
                add_hint(g);
        }
        add_face(g, g->view.triangles[g->order.data[k].index].v, 3);
    }
}

static void add_triangulation(gathering *g) {
    g->order.count = 0;
    for (int32_t e = 0; e < 3 * g->view.triangle_count; e++) {
        int32_t twin = g->view.triangles[e / 3].twin[e % 3];
        if (twin > e && g->view.triangle_layer[twin / 3] == g->view.triangle_layer[e / 3])
            note(g, g->view.triangle_layer[e / 3], 0, e);
    }
    sort_notes(g);
    for (int64_t k = 0; k < g->order.count && !g->s->failed; k++) {
        if (is_first(g, k)) {
            begin_part(g, layer_at(g, k), "mesh", -1, MESH, 0.5);
            add_hint(g);
        }
        add_line(g, start_of(g, g->order.data[k].index), end_of(g, g->order.data[k].index));
    }
}

// Boundaries by kind, then the edges that lead to another layer.
static void add_outlines(gathering *g) {
    enum { BEYOND_GROUP = WEND_BOUNDARY_KIND_COUNT };
    g->order.count = 0;
    for (int32_t e = 0; e < 3 * g->view.triangle_count; e++) {
        int32_t twin = g->view.triangles[e / 3].twin[e % 3], layer = g->view.triangle_layer[e / 3];
        if (twin < 0)
            note(g, layer, g->view.boundaries[~twin].kind, e);
        else if (g->view.triangle_layer[twin / 3] != layer)
            note(g, layer, BEYOND_GROUP, e);
    }
    sort_notes(g);
    for (int64_t k = 0; k < g->order.count && !g->s->failed; k++) {
        int32_t group = group_at(g, k);
        bool beyond = group == BEYOND_GROUP;
        if (is_first(g, k)) {
            begin_part(g, layer_at(g, k), beyond ? "beyond" : wend_boundary_kind_name((wend_boundary_kind)group), -1,
                       beyond                        ? BEYOND
                       : group == WEND_BOUNDARY_WALL ? LINE
                                                     : wend_boundary_colour((wend_boundary_kind)group),
                       beyond ? 2 : 1);
            if (beyond)
                add_hint(g);
        }
        add_line(g, start_of(g, g->order.data[k].index), end_of(g, g->order.data[k].index));
    }
}

// ---------------------------------------------------------------------------------------------------- cells

static void add_points(gathering *g, const wend_cells *cells) {
    wend_cells_view view = wend_cells_look(cells);
    const wend_lattice3 *lattice = &g->view.ground;
    for (int32_t k = 0; k < view.point_count; k++) {
        const wend_cell_point *p = &view.points[k];
        int32_t e = g->view.boundaries[p->boundary].edge;
        double along = (double)p->parameter * 0x1p-32, place[2];
        double from = g->view.vertex_heights[start_of(g, e)], to = g->view.vertex_heights[end_of(g, e)];
        wend_cells_place(cells, view.vertex_count + k, place);
        add_place(g, (place[0] - lattice->origin[0]) / lattice->step, (place[1] - lattice->origin[1]) / lattice->step,
                  from + along * (to - from));
    }
}

static wend_spot middle_of(const wend_plan_view *plan, int32_t t) {
    const int32_t *v = plan->triangles[t].v;
    int64_t x = (int64_t)plan->vertices[v[0]].x + plan->vertices[v[1]].x + plan->vertices[v[2]].x;
    int64_t y = (int64_t)plan->vertices[v[0]].y + plan->vertices[v[1]].y + plan->vertices[v[2]].y;
    return (wend_spot){t, {(int32_t)(x / 3), (int32_t)(y / 3)}, 0};
}

// The layer in the middle of a cell, which is found from the middle of a triangle of the plan that lies in it.
static int32_t layer_from(const gathering *g, const wend_cells *cells, int32_t c, int32_t triangle) {
    wend_cells_view view = wend_cells_look(cells);
    const wend_lattice3 *lattice = &g->view.ground;
    double middle[2] = {0, 0};
    for (int32_t k = 0; k < view.cells[c].count; k++) {
        double place[2];
        wend_cells_place(cells, view.sides[view.cells[c].first + k].corner, place);
        for (int i = 0; i < 2; i++)
            middle[i] += (place[i] - lattice->origin[i]) / lattice->step / view.cells[c].count;
    }
    wend_spot spot = middle_of(&g->view, triangle);
    wend_ray_hit hit;
    wend_plan_ray(g->plan, &spot, (wend_point){(int32_t)middle[0], (int32_t)middle[1]}, &hit);
    return g->view.triangle_layer[hit.triangle >= 0 ? hit.triangle : triangle];
}

// The layer of each cell: that in its middle.
static void find_cell_layers(gathering *g, const wend_cells *cells, int32_t *layers) {
    wend_cells_view view = wend_cells_look(cells);
    const wend_plan_view *plan = &g->view;
    for (int32_t c = 0; c < view.cell_count; c++)
        layers[c] = -1;
    for (int32_t t = 0; t < plan->triangle_count; t++) {
        wend_spot spot = middle_of(plan, t);
        int32_t cell = wend_cells_locate(cells, &spot);
        if (cell >= 0 && layers[cell] < 0)
            layers[cell] = layer_from(g, cells, cell, t);
    }
    // Cells without one: the layer beyond one of their portals, or that of a boundary edge of theirs.
    for (int32_t c = 0; c < view.cell_count; c++)
        for (int32_t k = 0; k < view.cells[c].count && layers[c] < 0; k++) {
            int32_t across = view.sides[view.cells[c].first + k].across;
            layers[c] = across < 0 ? plan->triangle_layer[plan->boundaries[~across].edge / 3]
                                   : layers[view.portals[across / 2].cells[1 - across % 2]];
        }
    for (int32_t c = 0; c < view.cell_count; c++)
        layers[c] = layers[c] < 0 ? 0 : layers[c];
}

static void add_cells(gathering *g, const wend_cells *cells, const int32_t *layers, const uint8_t *colours) {
    wend_cells_view view = wend_cells_look(cells);
    g->order.count = 0;
    for (int32_t c = 0; c < view.cell_count; c++)
        note(g, layers[c], colours[c], c);
    sort_notes(g);
    for (int64_t k = 0; k < g->order.count && !g->s->failed; k++) {
        const wend_cell *cell = &view.cells[g->order.data[k].index];
        if (is_first(g, k))
            begin_part(g, layer_at(g, k), "cells", group_at(g, k), tints[group_at(g, k) % 8], 0);
        wend_storeys *s = g->s;
        wend_storey_face face = {s->corners.count, cell->count};
        s->failed |= !wend_array_push(s->context, &s->faces, face);
        for (int32_t i = 0; i < cell->count; i++)
            s->failed |= !wend_array_push(s->context, &s->corners, view.sides[cell->first + i].corner);
        if (!s->failed)
            s->parts.data[s->parts.count - 1].count++;
    }
}

static void add_portals(gathering *g, const wend_cells *cells, const int32_t *layers, uint32_t colour, double width) {
    wend_cells_view view = wend_cells_look(cells);
    g->order.count = 0;
    for (int32_t k = 0; k < view.portal_count; k++)
        note(g, layers[view.portals[k].cells[0]], view.portals[k].border >= 0, k);
    sort_notes(g);
    for (int64_t k = 0; k < g->order.count && !g->s->failed; k++) {
        const wend_portal *portal = &view.portals[g->order.data[k].index];
        bool border = group_at(g, k) == 1;
        if (is_first(g, k))
            begin_part(g, layer_at(g, k), border ? "borders" : "portals", -1, border ? BORDER : colour, width);
        add_line(g, portal->ends[0], portal->ends[1]);
    }
}

static void gather_cells(gathering *g, bool portals) {
    const wend_cells *cells = wend_nav_cells(g->nav);
    wend_cells_view view = wend_cells_look(cells);
    size_t bytes = ((size_t)view.cell_count + 1) * sizeof(int32_t), count = (size_t)view.cell_count + 1;
    int32_t *layers = wend_allocate(g->s->context, bytes);
    uint8_t *colours = wend_allocate(g->s->context, count);
    g->s->failed |= !layers || !colours || !wend_cells_colour(g->s->context, &view, colours);
    add_vertices(g);
    add_points(g, cells);
    if (!g->s->failed) {
        find_cell_layers(g, cells, layers);
        if (portals)
            add_floor(g, true);
        else
            add_cells(g, cells, layers, colours);
        add_portals(g, cells, layers, portals ? STRONG : PORTAL, portals ? 2 : 0.8);
        add_outlines(g);
    }
    wend_release(g->s->context, layers, bytes);
    wend_release(g->s->context, colours, count);
}

// ---------------------------------------------------------------------------------------------------- links

// Three places for each triangle of the complex, since heights belong to corners.
static void add_corners(gathering *g, const wend_links_view *links) {
    for (int32_t t = 0; t < links->triangle_count; t++)
        for (int i = 0; i < 3; i++) {
            wend_point p = links->vertices[links->triangles[t].v[i]];
            add_place(g, p.x, p.y, links->triangles[t].z[i]);
        }
}

enum { GROUND = 0, FILLERS = 1, JOINS = 1 + WEND_LINK_KIND_COUNT, RIMS = 1 + 2 * WEND_LINK_KIND_COUNT };

// Notes the sides of fillers, but for those within a link: fillers may be thinner than a pixel.
static void note_rims(gathering *g, const wend_links_view *links) {
    for (int32_t t = links->filler_first; t < links->triangle_count; t++)
        for (int i = 0; i < 3; i++) {
            int32_t twin = links->triangles[t].twin[i];
            if (twin < 0 || links->triangles[twin / 3].link != links->triangles[t].link)
                note(g, wend_plan_layer_of_ground(g->plan, t), RIMS, 3 * t + i);
        }
}

// Begins the part of the k-th of what was noted.
static void begin_link_part(gathering *g, int64_t k) {
    int32_t group = group_at(g, k), layer = layer_at(g, k);
    if (group == GROUND)
        begin_part(g, layer, "floor", -1, FLOOR, 0);
    else if (group < JOINS)
        begin_part(g, layer, wend_link_kind_name((wend_link_kind)(group - FILLERS)), -1, FILLER, 0);
    else if (group < RIMS)
        begin_part(g, layer, wend_link_kind_name((wend_link_kind)(group - JOINS)), -1, JOIN, 2);
    else
        begin_part(g, layer, "rims", -1, JOIN, 1);
    if (group == RIMS)
        add_hint(g);
}

// ---------------------------------------------------------------------------------------------------- drops

#define BEYOND_LEDGE 0.1 // metres that a drop leads out over its ledge
#define ARROW 0.02       // length of an arrow in pictures, of the larger side of the floor

// The way down of a drop, in lattice steps.
typedef struct way_down {
    double middle[3]; // of the ledge
    double out[2];    // over it, of length 1
    double below[3];  // where one lands
} way_down;

static double interval_length(const wend_link_interval *i) {
    double dx = (double)i->ends[1].x - i->ends[0].x, dy = (double)i->ends[1].y - i->ends[0].y;
    return sqrt(dx * dx + dy * dy);
}

// The middle of a drop's ledge, half of its length from either end; the floor lies on the left of each interval.
static void find_middle(const wend_links_view *links, const wend_link *drop, way_down *way) {
    const wend_link_interval *first = links->intervals + drop->first_interval, *i = first;
    double left = 0;
    for (int32_t k = 0; k < drop->interval_count; k++)
        left += interval_length(&first[k]) / 2;
    while (i < first + drop->interval_count - 1 && interval_length(i) < left)
        left -= interval_length(i++);
    double length = interval_length(i), along = length > 0 ? fmin(left / length, 1) : 0;
    wend_point3 a = i->ends[0], b = i->ends[1];
    way->middle[0] = a.x + along * ((double)b.x - a.x);
    way->middle[1] = a.y + along * ((double)b.y - a.y);
    way->middle[2] = a.z + along * ((double)b.z - a.z);
    way->out[0] = length > 0 ? ((double)b.y - a.y) / length : drop->direction[0];
    way->out[1] = length > 0 ? ((double)a.x - b.x) / length : drop->direction[1];
}

static void place_in_scene(const gathering *g, const double at[3], double place[3]) {
    const wend_lattice3 *lattice = &g->view.ground;
    double seen[3];
    for (int k = 0; k < 3; k++)
        seen[k] = lattice->origin[k] + lattice->step * at[k];
    wend_scene_from_ground(lattice->up, seen, place);
}

// Where one lands: on the highest floor below, just beyond the ledge; or else in the middle of the link's landing.
static void find_landing(const gathering *g, const wend_link *drop, way_down *way) {
    const wend_surface *surface = wend_nav_surface(g->nav);
    const wend_lattice3 *lattice = &g->view.ground;
    double step = lattice->step * lattice->unit, place[3];
    const double beyond[3] = {way->middle[0] + BEYOND_LEDGE / step * way->out[0],
                              way->middle[1] + BEYOND_LEDGE / step * way->out[1], way->middle[2]};
    wend_foothold foothold;
    place_in_scene(g, beyond, place);
    wend_surface_locate(surface, place, 0, drop->height + 4 * step, 0, &foothold);
    if (foothold.triangle >= 0) {
        wend_ground_from_scene(lattice->up, foothold.place, place);
        for (int k = 0; k < 3; k++)
            way->below[k] = (place[k] - lattice->origin[k]) / lattice->step;
        return;
    }
    wend_surface_view view = wend_surface_look(surface);
    memset(way->below, 0, sizeof way->below);
    for (int i = 0; i < 3 && drop->landing >= 0; i++) {
        wend_point3 p = view.vertices[view.triangles[drop->landing].v[i]];
        way->below[0] += p.x / 3.0;
        way->below[1] += p.y / 3.0;
        way->below[2] += p.z / 3.0;
    }
}

// The layer of a drop: that of the floor at its ledge.
static int32_t layer_of_drop(const gathering *g, const way_down *way) {
    double place[3], slack = 8 * g->view.ground.step * g->view.ground.unit;
    wend_spot spot;
    place_in_scene(g, way->middle, place);
    wend_plan_locate3(g->plan, place, slack, slack, slack, &spot, NULL);
    return spot.triangle >= 0 ? g->view.triangle_layer[spot.triangle] : 0;
}

static int32_t place_count(const gathering *g) {
    return (int32_t)(g->s->places.count / 3);
}

// In pictures, the way down is an arrow out over the ledge.
static void add_arrow(gathering *g, const way_down *way, double length) {
    static const double head[2][2] = {{0.6, 0.3}, {0.6, -0.3}};
    int32_t first = place_count(g);
    add_place(g, way->middle[0], way->middle[1], way->middle[2]);
    add_place(g, way->middle[0] + length * way->out[0], way->middle[1] + length * way->out[1], way->middle[2]);
    add_line(g, first, first + 1);
    for (int k = 0; k < 2; k++) {
        double ahead = length * head[k][0], aside = length * head[k][1];
        add_place(g, way->middle[0] + ahead * way->out[0] - aside * way->out[1],
                  way->middle[1] + ahead * way->out[1] + aside * way->out[0], way->middle[2]);
        add_line(g, first + 2 + k, first + 1);
    }
}

static double larger_side(const gathering *g) {
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int32_t v = 0; v < g->view.vertex_count; v++) {
        const double p[2] = {g->view.vertices[v].x, g->view.vertices[v].y};
        for (int k = 0; k < 2; k++) {
            low[k] = fmin(low[k], p[k]);
            high[k] = fmax(high[k], p[k]);
        }
    }
    return fmax(high[0] - low[0], high[1] - low[1]);
}

static void add_ledge(gathering *g, const wend_links_view *links, const wend_link *drop) {
    for (int32_t i = drop->first_interval; i < drop->first_interval + drop->interval_count; i++) {
        for (int end = 0; end < 2; end++) {
            wend_point3 p = links->intervals[i].ends[end];
            add_place(g, p.x, p.y, p.z);
        }
        add_line(g, place_count(g) - 2, place_count(g) - 1);
    }
}

// Each drop: its ledge, and the way down from the middle of it; and, for pictures, its arrow.
static void add_drops(gathering *g, const wend_links_view *links) {
    double arrow = ARROW * larger_side(g);
    for (int32_t k = 0; k < links->link_count && !g->s->failed; k++) {
        const wend_link *drop = &links->links[k];
        way_down way;
        if (drop->kind != WEND_LINK_DROP || drop->interval_count == 0)
            continue;
        find_middle(links, drop, &way);
        find_landing(g, drop, &way);
        int32_t layer = layer_of_drop(g, &way);
        begin_part(g, layer, "ledge", k, DROP, 2);
        add_ledge(g, links, drop);
        begin_part(g, layer, "drop", k, DROP, 1.5);
        if (!g->s->failed)
            g->s->parts.data[g->s->parts.count - 1].drop = drop;
        add_place(g, way.middle[0], way.middle[1], way.middle[2]);
        add_place(g, way.below[0], way.below[1], way.below[2]);
        add_line(g, place_count(g) - 2, place_count(g) - 1);
        begin_part(g, layer, "arrow", k, DROP, 1.5);
        add_hint(g);
        add_arrow(g, &way, arrow);
    }
}

// ---------------------------------------------------------------------------------------------------- floor, fillers

enum { CORNERS_MAX = 6 }; // of what two triangles have in common

// Cuts off what of a convex polygon lies on the right of a -> b. How many corners are left; should rounding make more
// of them than there can be, the last ones are none.
static int cut_by_line(double (*polygon)[3], int count, wend_point a, wend_point b) {
    double cut[CORNERS_MAX + 1][3], side[CORNERS_MAX + 1];
    int left = 0;
    for (int i = 0; i < count; i++)
        side[i] = ((double)b.x - a.x) * (polygon[i][1] - a.y) - ((double)b.y - a.y) * (polygon[i][0] - a.x);
    for (int i = 0; i < count && left <= CORNERS_MAX; i++) {
        int next = (i + 1) % count;
        if (side[i] >= 0)
            memcpy(cut[left++], polygon[i], sizeof cut[0]);
        if ((side[i] > 0 && side[next] < 0) || (side[i] < 0 && side[next] > 0)) {
            double part = side[i] / (side[i] - side[next]);
            for (int k = 0; k < 3 && left <= CORNERS_MAX; k++)
                cut[left][k] = polygon[i][k] + part * (polygon[next][k] - polygon[i][k]);
            left++;
        }
    }
    left = left < CORNERS_MAX ? left : CORNERS_MAX;
    memcpy(polygon, cut, (size_t)left * sizeof cut[0]);
    return left;
}

// Notes what of a triangle of the complex lies under one of the plan.
static void note_piece(gathering *g, const wend_links_view *links, int32_t t, int32_t above, int64_t group) {
    double polygon[CORNERS_MAX + 1][3];
    const wend_linked_triangle *triangle = &links->triangles[t];
    int count = 3;
    for (int i = 0; i < 3; i++) {
        polygon[i][0] = links->vertices[triangle->v[i]].x;
        polygon[i][1] = links->vertices[triangle->v[i]].y;
        polygon[i][2] = triangle->z[i];
    }
    const int32_t *v = g->view.triangles[above].v;
    for (int i = 0; i < 3 && count >= 3; i++)
        count = cut_by_line(polygon, count, g->view.vertices[v[i]], g->view.vertices[v[(i + 1) % 3]]);
    if (count < 3)
        return;
    piece made = {(int32_t)(g->s->places.count / 3), count};
    for (int i = 0; i < count; i++)
        add_place(g, polygon[i][0], polygon[i][1], polygon[i][2]);
    note(g, g->view.triangle_layer[above], group, links->triangle_count + (int32_t)g->pieces.count);
    g->s->failed |= !wend_array_push(g->s->context, &g->pieces, made);
}

// Notes a triangle of the complex: as a whole where it lies under one layer, else piece by piece.
static void note_triangle(gathering *g, const wend_links_view *links, int32_t t) {
    int32_t link = links->triangles[t].link;
    int64_t group = link < 0 ? GROUND : FILLERS + (int)links->links[link].kind;
    if (!wend_plan_find_over(g->s->context, g->plan, t, &g->over)) {
        g->s->failed = true;
        return;
    }
    int32_t layer = g->view.triangle_layer[g->over.triangles.data[0]];
    bool one = true;
    for (int64_t k = 1; k < g->over.triangles.count; k++)
        one = one && g->view.triangle_layer[g->over.triangles.data[k]] == layer;
    if (one)
        note(g, layer, group, t);
    for (int64_t k = 0; k < g->over.triangles.count && !one; k++)
        note_piece(g, links, t, g->over.triangles.data[k], group);
}

// Adds the face of a triangle of the complex, or of a piece of one.
static void add_ground(gathering *g, const wend_links_view *links, int32_t index) {
    bool whole = index < links->triangle_count;
    piece from = whole ? (piece){3 * index, 3} : g->pieces.data[index - links->triangle_count];
    int32_t corners[CORNERS_MAX];
    for (int32_t i = 0; i < from.count; i++)
        corners[i] = from.first + i;
    add_face(g, corners, from.count);
}

static void gather_links(gathering *g) {
    wend_links_view links = wend_links_look(wend_nav_links(g->nav));
    add_corners(g, &links);
    g->order.count = 0;
    for (int32_t t = 0; t < links.triangle_count && !g->s->failed; t++)
        note_triangle(g, &links, t);
    for (int32_t k = 0; k < links.join_count; k++) {
        int32_t e = links.joins[k].edge, layer = wend_plan_layer_of_ground(g->plan, e / 3);
        note(g, layer, JOINS + (int)links.links[links.joins[k].link].kind, e);
    }
    note_rims(g, &links);
    sort_notes(g);
    for (int64_t k = 0; k < g->order.count && !g->s->failed; k++) {
        int32_t index = g->order.data[k].index;
        if (is_first(g, k))
            begin_link_part(g, k);
        if (group_at(g, k) >= JOINS)
            add_line(g, index, index % 3 == 2 ? index - 2 : index + 1);
        else
            add_ground(g, &links, index);
    }
    add_drops(g, &links);
}

// ---------------------------------------------------------------------------------------------------- medial axis

enum { STEPS = 12 }; // of clearance, each with a colour

// The lattice point of a point of an arc, on the floor that it is on.
static wend_spot spot_on_arc(const gathering *g, const wend_medial *medial, int32_t arc, double at, double place[2]) {
    wend_spot spot = {.triangle = wend_medial_arc_triangle(medial, arc, at)};
    wend_medial_arc_point(medial, arc, at, place, NULL);
    if (spot.triangle < 0 || !wend_lattice_point(&g->view.lattice, place, &spot.point))
        spot.triangle = 0;
    return spot;
}

static void add_arc_point(gathering *g, const wend_medial *medial, int32_t arc, double at) {
    double place[2], seen[3];
    wend_plan_ground ground;
    wend_spot spot = spot_on_arc(g, medial, arc, at, place);
    wend_plan_find_ground(g->plan, &spot, &ground);
    wend_ground_from_scene(g->s->up, ground.place, seen);
    const double at3[3] = {place[0], place[1], seen[2]};
    for (int k = 0; k < 3; k++)
        g->s->failed |= !wend_array_push(g->s->context, &g->s->places, at3[k]);
}

// Arcs as chains of short lines, by layer and clearance.
static void gather_medial(gathering *g) {
    const wend_medial *medial = wend_nav_medial(g->nav);
    wend_medial_look_at look = wend_medial_look_start(g->plan, medial);
    g->s->widest = look.widest;
    add_vertices(g);
    add_floor(g, true);
    g->order.count = 0;
    for (int32_t arc = 0; arc < look.view.arc_count && !g->s->failed; arc++) {
        int pieces = wend_medial_pieces(&look, arc);
        add_arc_point(g, medial, arc, 0);
        for (int k = 0; k < pieces; k++) {
            double place[2], clearance, middle = (k + 0.5) / pieces;
            wend_medial_arc_point(medial, arc, middle, NULL, &clearance);
            wend_spot spot = spot_on_arc(g, medial, arc, middle, place);
            note(g, g->view.triangle_layer[spot.triangle], wend_clearance_step(&look, clearance, STEPS),
                 (int32_t)(g->s->places.count / 3) - 1);
            add_arc_point(g, medial, arc, (k + 1.0) / pieces);
        }
    }
    sort_notes(g);
    for (int64_t k = 0; k < g->order.count && !g->s->failed; k++) {
        int32_t step = group_at(g, k), first = g->order.data[k].index;
        if (is_first(g, k))
            begin_part(g, layer_at(g, k), "clearance", step, wend_clearance_step_colour(step, STEPS), 2);
        add_line(g, first, first + 1);
    }
    add_outlines(g);
}

// ---------------------------------------------------------------------------------------------------- all of it

enum { UNUSED = -1, USED = -2 };

// Marks the places of parts that are for pictures only, or of all others, unless they have a number.
static void mark_places(const wend_storeys *s, bool hint, int32_t *numbers) {
    for (int64_t k = 0; k < s->parts.count; k++) {
        const wend_storey_part *part = &s->parts.data[k];
        for (int64_t f = part->first; f < part->first + part->count && part->hint == hint; f++)
            for (int32_t i = 0; i < s->faces.data[f].count; i++) {
                int32_t *number = &numbers[s->corners.data[s->faces.data[f].first + i]];
                *number = *number == UNUSED ? USED : *number;
            }
    }
}

// Leaves out places that nothing uses, and puts those that only pictures use behind all others.
static void order_places(wend_storeys *s) {
    int64_t count = s->places.count / 3, next = 0;
    size_t bytes = ((size_t)count + 1) * sizeof(int32_t);
    int32_t *numbers = wend_allocate(s->context, bytes);
    WEND_ARRAY(double) places = {0};
    s->failed |= !numbers || !wend_array_reserve(s->context, &places, s->places.count);
    for (int64_t v = 0; v < count && !s->failed; v++)
        numbers[v] = UNUSED;
    for (int hint = 0; hint < 2 && !s->failed; hint++) {
        mark_places(s, hint == 1, numbers);
        for (int64_t v = 0; v < count; v++) {
            if (numbers[v] != USED)
                continue;
            memcpy(places.data + 3 * next, s->places.data + 3 * v, 3 * sizeof(double));
            numbers[v] = (int32_t)next++;
        }
        s->place_count = hint == 0 ? next : s->place_count;
    }
    for (int64_t k = 0; k < s->corners.count && !s->failed; k++)
        s->corners.data[k] = numbers[s->corners.data[k]];
    for (int64_t k = 0; k < 3 * next && !s->failed; k++)
        s->places.data[k] = places.data[k];
    s->places.count = s->failed ? s->places.count : 3 * next;
    wend_array_free(s->context, &places);
    wend_release(s->context, numbers, bytes);
}

static int compare_parts(const void *a, const void *b, const void *user) {
    (void)user;
    const wend_storey_part *p = a, *q = b;
    return (p->layer > q->layer) - (p->layer < q->layer);
}

wend_result wend_storeys_gather(wend_context *context, const wend_nav *nav, wend_layer layer, wend_storeys *storeys) {
    static const char *const titles[WEND_LAYER_COUNT] = {[WEND_LAYER_PLAN] = "plan",
                                                         [WEND_LAYER_CELLS] = "cells",
                                                         [WEND_LAYER_PORTALS] = "portals",
                                                         [WEND_LAYER_MEDIAL] = "medial axis",
                                                         [WEND_LAYER_LINKS] = "links"};
    const wend_plan *plan = wend_nav_plan(nav);
    gathering g = {.s = storeys, .nav = nav, .plan = plan, .view = wend_plan_look(plan)};
    *storeys = (wend_storeys){.context = context,
                              .title = titles[layer],
                              .up = g.view.ground.up,
                              .unit = g.view.unit,
                              .area = wend_plan_area(plan),
                              .layer_count = g.view.layer_count};
    if (layer == WEND_LAYER_LINKS) {
        gather_links(&g);
    } else if (layer == WEND_LAYER_MEDIAL) {
        gather_medial(&g);
    } else if (layer == WEND_LAYER_PLAN) {
        add_vertices(&g);
        add_floor(&g, false);
        add_triangulation(&g);
        add_outlines(&g);
    } else {
        gather_cells(&g, layer == WEND_LAYER_PORTALS);
    }
    wend_array_free(context, &g.order);
    wend_array_free(context, &g.pieces);
    wend_plan_free_over(context, &g.over);
    order_places(storeys);
    if (!storeys->failed)
        storeys->failed = !wend_sort(context, storeys->parts.data, storeys->parts.count, sizeof(wend_storey_part),
                                     compare_parts, NULL);
    return storeys->failed ? WEND_ERROR_MEMORY : WEND_OK;
}

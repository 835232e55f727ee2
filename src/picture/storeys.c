// Gathers what is shown of a linked surface. See storeys.h.
//
// Layers are those of the plan. A cell is on the layer in its middle: those at the end of a layer may reach a little
// into the next one. Links are gathered in storeys_links.c.
#include "picture/gathering.h"
#include "picture/medial_look.h"
#include "picture/paths.h"
#include "picture/surface_look.h"

#include <math.h>
#include <string.h>

#define LINE 0x25323eff
#define MESH 0x4a7ba660
#define PORTAL 0x2b5c8aff
#define STRONG 0x1f6fb5ff
#define BORDER 0x1f9d6bff
#define BEYOND 0xd9822bff
#define BARRIER 0xd1495bff
#define GREY 0xeceff1ff

static const uint32_t tints[] = {0xfbe3c0ff, 0xcfe8cfff, 0xcbdff5ff, 0xf7cfd3ff,
                                 0xdfd2f0ff, 0xf8f0b8ff, 0xc4eae6ff, 0xe2d9c8ff};

void wend_storeys_free(wend_storeys *s) {
    wend_array_free(s->context, &s->places);
    wend_array_free(s->context, &s->corners);
    wend_array_free(s->context, &s->faces);
    wend_array_free(s->context, &s->parts);
    wend_array_free(s->context, &s->levels);
    wend_array_free(s->context, &s->labels);
    wend_array_free(s->context, &s->joints);
    wend_array_free(s->context, &s->words);
    wend_area_look_free(s->context, &s->areas);
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

void wend_gather_part(wend_gathering *g, int32_t layer, const char *noun, int64_t number, uint32_t colour,
                      double width) {
    wend_storeys *s = g->s;
    wend_storey_part part = {.noun = noun, .layer = layer, .colour = colour, .width = width, .first = s->faces.count};
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

void wend_gather_hint(const wend_gathering *g) {
    if (!g->s->failed)
        g->s->parts.data[g->s->parts.count - 1].hint = true;
}

void wend_gather_word(const wend_gathering *g, const char *word) {
    if (!g->s->failed)
        g->s->parts.data[g->s->parts.count - 1].word = word;
}

void wend_gather_face(wend_gathering *g, const int32_t *corners, int32_t count) {
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

void wend_gather_line(wend_gathering *g, int32_t a, int32_t b) {
    const int32_t ends[2] = {a, b};
    wend_gather_face(g, ends, 2);
}

void wend_gather_place(wend_gathering *g, double x, double y, double z) {
    const wend_lattice3 *lattice = &g->view.ground;
    wend_storeys *s = g->s;
    const double at[3] = {x, y, z};
    for (int k = 0; k < 3; k++)
        s->failed |= !wend_array_push(s->context, &s->places, lattice->origin[k] + lattice->step * at[k]);
}

void wend_gather_note(wend_gathering *g, int32_t layer, int64_t group, int32_t index) {
    wend_key key = {(uint64_t)(uint32_t)layer << 32 | (uint64_t)group, index, 0};
    g->s->failed |= !wend_array_push(g->s->context, &g->order, key);
}

void wend_gather_sort(wend_gathering *g) {
    g->s->failed |= !wend_sort_keys(g->s->context, g->order.data, g->order.count);
}

// Whether the k-th of what was noted begins a new part; and of which layer and group it is.
bool wend_gather_is_first(const wend_gathering *g, int64_t k) {
    return k == 0 || g->order.data[k].key != g->order.data[k - 1].key;
}
int32_t wend_gather_layer(const wend_gathering *g, int64_t k) {
    return (int32_t)(g->order.data[k].key >> 32);
}
int32_t wend_gather_group(const wend_gathering *g, int64_t k) {
    return (int32_t)(g->order.data[k].key & UINT32_MAX);
}

// Lays a straight line on the ground and adds its places, one after the other; as it is where it cannot be lifted. How
// many. `triangles` are the plan's at its ends, the second one may be -1.
static int64_t add_lifted(wend_gathering *g, const double places[4], const int32_t triangles[2]) {
    wend_lift_view line;
    if (!g->lift)
        return 0;
    wend_result result = wend_lift_line(g->lift, places, triangles, 2, g->raise, &line);
    g->s->failed |= result == WEND_ERROR_MEMORY;
    for (int32_t k = 0; k < line.point_count; k++) {
        double seen[3];
        wend_ground_from_scene(g->s->up, line.places + 3 * (int64_t)k, seen);
        for (int i = 0; i < 3; i++)
            g->s->failed |= !wend_array_push(g->s->context, &g->s->places, seen[i]);
    }
    return line.point_count;
}

// ---------------------------------------------------------------------------------------------------- the plan

static int32_t start_of(const wend_gathering *g, int32_t e) {
    return g->view.triangles[e / 3].v[e % 3];
}
static int32_t end_of(const wend_gathering *g, int32_t e) {
    return g->view.triangles[e / 3].v[(e + 1) % 3];
}

void wend_gather_vertices(wend_gathering *g) {
    for (int32_t v = 0; v < g->view.vertex_count; v++)
        wend_gather_place(g, g->view.vertices[v].x, g->view.vertices[v].y, g->view.vertex_heights[v]);
}

// Floor: by component, or all in one colour.
static void add_floor(wend_gathering *g, bool grey) {
    g->order.count = 0;
    for (int32_t t = 0; t < g->view.triangle_count; t++)
        wend_gather_note(g, g->view.triangle_layer[t], grey ? 0 : g->view.triangle_component[t], t);
    wend_gather_sort(g);
    for (int64_t k = 0; k < g->order.count && !g->s->failed; k++) {
        int32_t group = wend_gather_group(g, k);
        if (wend_gather_is_first(g, k)) {
            wend_gather_part(g, wend_gather_layer(g, k), grey ? "ground" : "component", grey ? -1 : group,
                             grey ? GREY : tints[group % 8], 0);
            if (grey)
                wend_gather_hint(g);
        }
        wend_gather_face(g, g->view.triangles[g->order.data[k].index].v, 3);
    }
}

// Floor of areas, above that of components. It would lie in the same place in three dimensions, so it is for pictures
// seen from above only.
static void add_areas(wend_gathering *g) {
    wend_area_look *look = &g->s->areas;
    const wend_added added = wend_added_of(g->nav);
    if (g->raised)
        return;
    g->s->failed |= !wend_area_look_make(g->s->context, &g->view, &added, look);
    g->order.count = 0;
    for (int32_t t = 0; t < g->view.triangle_count && look->tint; t++)
        if (look->tint[g->view.triangle_area[t]] < WEND_AREA_TINTS)
            wend_gather_note(g, g->view.triangle_layer[t], look->tint[g->view.triangle_area[t]], t);
    wend_gather_sort(g);
    for (int64_t k = 0; k < g->order.count && !g->s->failed; k++) {
        int32_t tint = wend_gather_group(g, k);
        if (wend_gather_is_first(g, k)) {
            wend_gather_part(g, wend_gather_layer(g, k), "area", tint, look->colour[tint], 0);
            wend_gather_hint(g);
            wend_gather_word(g, look->word[tint]);
        }
        wend_gather_face(g, g->view.triangles[g->order.data[k].index].v, 3);
    }
}

static void add_triangulation(wend_gathering *g) {
    g->order.count = 0;
    for (int32_t e = 0; e < 3 * g->view.triangle_count; e++) {
        int32_t twin = g->view.triangles[e / 3].twin[e % 3];
        if (twin > e && g->view.triangle_layer[twin / 3] == g->view.triangle_layer[e / 3])
            wend_gather_note(g, g->view.triangle_layer[e / 3], 0, e);
    }
    wend_gather_sort(g);
    for (int64_t k = 0; k < g->order.count && !g->s->failed; k++) {
        if (wend_gather_is_first(g, k)) {
            wend_gather_part(g, wend_gather_layer(g, k), "mesh", -1, MESH, 0.5);
            wend_gather_hint(g);
        }
        wend_gather_line(g, start_of(g, g->order.data[k].index), end_of(g, g->order.data[k].index));
    }
}

// Boundaries by kind, then the edges that lead to another layer.
static void add_outlines(wend_gathering *g) {
    enum { BEYOND_GROUP = WEND_BOUNDARY_KIND_COUNT };
    g->order.count = 0;
    for (int32_t e = 0; e < 3 * g->view.triangle_count; e++) {
        int32_t twin = g->view.triangles[e / 3].twin[e % 3], layer = g->view.triangle_layer[e / 3];
        if (twin < 0)
            wend_gather_note(g, layer, g->view.boundaries[~twin].kind, e);
        else if (g->view.triangle_layer[twin / 3] != layer)
            wend_gather_note(g, layer, BEYOND_GROUP, e);
    }
    wend_gather_sort(g);
    for (int64_t k = 0; k < g->order.count && !g->s->failed; k++) {
        int32_t group = wend_gather_group(g, k);
        bool beyond = group == BEYOND_GROUP;
        if (wend_gather_is_first(g, k)) {
            wend_gather_part(g, wend_gather_layer(g, k),
                             beyond ? "beyond" : wend_boundary_kind_name((wend_boundary_kind)group), -1,
                             beyond                           ? BEYOND
                             : group == WEND_BOUNDARY_WALL    ? LINE
                             : group == WEND_BOUNDARY_BARRIER ? BARRIER
                                                              : wend_boundary_colour((wend_boundary_kind)group),
                             beyond ? 2 : 1);
            if (beyond)
                wend_gather_hint(g);
        }
        wend_gather_line(g, start_of(g, g->order.data[k].index), end_of(g, g->order.data[k].index));
    }
}

// ---------------------------------------------------------------------------------------------------- cells

static void add_points(wend_gathering *g, const wend_cells *cells) {
    wend_cells_view view = wend_cells_look(cells);
    const wend_lattice3 *lattice = &g->view.ground;
    for (int32_t k = 0; k < view.point_count; k++) {
        const wend_cell_point *p = &view.points[k];
        int32_t e = g->view.boundaries[p->boundary].edge;
        double along = (double)p->parameter * 0x1p-32, place[2];
        double from = g->view.vertex_heights[start_of(g, e)], to = g->view.vertex_heights[end_of(g, e)];
        wend_cells_place(cells, view.vertex_count + k, place);
        wend_gather_place(g, (place[0] - lattice->origin[0]) / lattice->step,
                          (place[1] - lattice->origin[1]) / lattice->step, from + along * (to - from));
    }
}

static wend_spot middle_of(const wend_plan_view *plan, int32_t t) {
    const int32_t *v = plan->triangles[t].v;
    int64_t x = (int64_t)plan->vertices[v[0]].x + plan->vertices[v[1]].x + plan->vertices[v[2]].x;
    int64_t y = (int64_t)plan->vertices[v[0]].y + plan->vertices[v[1]].y + plan->vertices[v[2]].y;
    return (wend_spot){t, {(int32_t)(x / 3), (int32_t)(y / 3)}, 0};
}

// The layer in the middle of a cell, which is found from the middle of a triangle of the plan that lies in it.
static int32_t layer_from(const wend_gathering *g, const wend_cells *cells, int32_t c, int32_t triangle) {
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
static void find_cell_layers(wend_gathering *g, const wend_cells *cells, int32_t *layers) {
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

static void add_cells(wend_gathering *g, const wend_cells *cells, const int32_t *layers, const uint8_t *colours) {
    wend_cells_view view = wend_cells_look(cells);
    g->order.count = 0;
    for (int32_t c = 0; c < view.cell_count; c++)
        wend_gather_note(g, layers[c], colours[c], c);
    wend_gather_sort(g);
    for (int64_t k = 0; k < g->order.count && !g->s->failed; k++) {
        const wend_cell *cell = &view.cells[g->order.data[k].index];
        if (wend_gather_is_first(g, k))
            wend_gather_part(g, wend_gather_layer(g, k), "cells", wend_gather_group(g, k),
                             tints[wend_gather_group(g, k) % 8], 0);
        wend_storeys *s = g->s;
        wend_storey_face face = {s->corners.count, cell->count};
        s->failed |= !wend_array_push(s->context, &s->faces, face);
        for (int32_t i = 0; i < cell->count; i++)
            s->failed |= !wend_array_push(s->context, &s->corners, view.sides[cell->first + i].corner);
        if (!s->failed)
            s->parts.data[s->parts.count - 1].count++;
    }
}

// A triangle of the plan at a corner of a cell.
static int32_t triangle_at(const wend_gathering *g, const wend_cells_view *view, int32_t corner) {
    return corner < view->vertex_count
               ? g->vertex_triangle[corner]
               : g->view.boundaries[view->points[corner - view->vertex_count].boundary].edge / 3;
}

static void add_portal(wend_gathering *g, const wend_cells *cells, const wend_portal *portal) {
    wend_cells_view view = wend_cells_look(cells);
    double places[4];
    const int32_t triangles[2] = {triangle_at(g, &view, portal->ends[0]), -1};
    for (int i = 0; i < 2; i++)
        wend_cells_place(cells, portal->ends[i], places + 2 * i);
    int32_t first = (int32_t)(g->s->places.count / 3);
    int64_t count = add_lifted(g, places, triangles);
    for (int32_t k = 1; k < count; k++)
        wend_gather_line(g, first + k - 1, first + k);
    if (count == 0)
        wend_gather_line(g, portal->ends[0], portal->ends[1]);
}

static void add_portals(wend_gathering *g, const wend_cells *cells, const int32_t *layers, uint32_t colour,
                        double width) {
    wend_cells_view view = wend_cells_look(cells);
    g->order.count = 0;
    for (int32_t k = 0; k < view.portal_count; k++)
        wend_gather_note(g, layers[view.portals[k].cells[0]], view.portals[k].border >= 0, k);
    wend_gather_sort(g);
    for (int64_t k = 0; k < g->order.count && !g->s->failed; k++) {
        const wend_portal *portal = &view.portals[g->order.data[k].index];
        bool border = wend_gather_group(g, k) == 1;
        if (wend_gather_is_first(g, k))
            wend_gather_part(g, wend_gather_layer(g, k), border ? "borders" : "portals", -1, border ? BORDER : colour,
                             width);
        add_portal(g, cells, portal);
    }
}

bool wend_gather_triangles(wend_gathering *g) {
    g->vertex_triangle = wend_allocate_array(g->s->context, (int64_t)g->view.vertex_count + 1, sizeof(int32_t));
    for (int32_t e = 0; e < 3 * g->view.triangle_count && g->vertex_triangle; e++)
        g->vertex_triangle[start_of(g, e)] = e / 3;
    return g->vertex_triangle != NULL;
}

static void gather_cells(wend_gathering *g, bool portals) {
    const wend_cells *cells = wend_nav_cells(g->nav);
    wend_cells_view view = wend_cells_look(cells);
    size_t bytes = ((size_t)view.cell_count + 1) * sizeof(int32_t), count = (size_t)view.cell_count + 1;
    int32_t *layers = wend_allocate_array(g->s->context, (int64_t)view.cell_count + 1, sizeof *layers);
    uint8_t *colours = wend_allocate_array(g->s->context, (int64_t)view.cell_count + 1, sizeof *colours);
    g->s->failed |=
        !layers || !colours || !wend_cells_colour(g->s->context, &view, colours) || !wend_gather_triangles(g);
    wend_gather_vertices(g);
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

// ---------------------------------------------------------------------------------------------------- medial axis

enum { STEPS = 12 }; // of clearance, each with a colour

// The lattice point of a point of an arc, on the floor that it is on.
static wend_spot spot_on_arc(const wend_gathering *g, const wend_medial *medial, int32_t arc, double at,
                             double place[2]) {
    wend_spot spot = {.triangle = wend_medial_arc_triangle(medial, arc, at)};
    wend_medial_arc_point(medial, arc, at, place, NULL);
    if (spot.triangle < 0 || !wend_lattice_point(&g->view.lattice, place, &spot.point))
        spot.triangle = 0;
    return spot;
}

// A piece of an arc, laid on the ground; false where that is not done.
static bool add_lifted_piece(wend_gathering *g, const wend_medial *medial, int32_t arc, const double at[2],
                             int32_t layer, int32_t step) {
    double places[4];
    int32_t triangles[2], first = (int32_t)(g->s->places.count / 3);
    for (int i = 0; i < 2 && g->lift; i++)
        triangles[i] = spot_on_arc(g, medial, arc, at[i], places + 2 * i).triangle;
    int64_t count = g->lift ? add_lifted(g, places, triangles) : 0;
    for (int32_t k = 1; k < count; k++)
        wend_gather_note(g, layer, step, first + k - 1);
    return count > 0;
}

static void add_arc_point(wend_gathering *g, const wend_medial *medial, int32_t arc, double at) {
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
static void gather_medial(wend_gathering *g) {
    const wend_medial *medial = wend_nav_medial(g->nav);
    wend_medial_look_at look = wend_medial_look_start(g->plan, medial);
    g->s->widest = look.widest;
    wend_gather_vertices(g);
    add_floor(g, true);
    g->order.count = 0;
    for (int32_t arc = 0; arc < look.view.arc_count && !g->s->failed; arc++) {
        int pieces = wend_medial_pieces(&look, arc);
        bool chained = false; // whether the place added last is where the next piece begins
        for (int k = 0; k < pieces; k++) {
            const double at[2] = {(double)k / pieces, (k + 1.0) / pieces};
            double place[2], clearance, middle = (k + 0.5) / pieces;
            wend_medial_arc_point(medial, arc, middle, NULL, &clearance);
            int32_t layer = g->view.triangle_layer[spot_on_arc(g, medial, arc, middle, place).triangle];
            int32_t step = wend_clearance_step(&look, clearance, STEPS);
            if (add_lifted_piece(g, medial, arc, at, layer, step)) {
                chained = false;
                continue;
            }
            if (!chained)
                add_arc_point(g, medial, arc, at[0]);
            wend_gather_note(g, layer, step, (int32_t)(g->s->places.count / 3) - 1);
            add_arc_point(g, medial, arc, at[1]);
            chained = true;
        }
    }
    wend_gather_sort(g);
    for (int64_t k = 0; k < g->order.count && !g->s->failed; k++) {
        int32_t step = wend_gather_group(g, k), first = g->order.data[k].index;
        if (wend_gather_is_first(g, k))
            wend_gather_part(g, wend_gather_layer(g, k), "clearance", step, wend_clearance_step_colour(step, STEPS), 2);
        wend_gather_line(g, first, first + 1);
    }
    add_outlines(g);
}

// ---------------------------------------------------------------------------------------------------- all of it

#define STOREY 5.0  // square metres that a storey has at least,
#define SHARE 0.01  // as a share of the largest layer,
#define ENOUGH 30.0 // unless it has as many,
#define NARROW 1.2  // and metres that its widest triangle is wide

// The height of a triangle above its longest side, in lattice steps.
static double width_of(const wend_plan_view *view, const int32_t *v, double area2) {
    double most = 0;
    for (int i = 0; i < 3; i++) {
        wend_point a = view->vertices[v[i]], b = view->vertices[v[(i + 1) % 3]];
        double x = (double)b.x - a.x, y = (double)b.y - a.y;
        most = fmax(most, x * x + y * y);
    }
    return area2 / sqrt(most);
}

static double twice_area(const wend_plan_view *view, const int32_t *v) {
    wend_point a = view->vertices[v[0]], b = view->vertices[v[1]], c = view->vertices[v[2]];
    return ((double)b.x - a.x) * ((double)c.y - a.y) - ((double)c.x - a.x) * ((double)b.y - a.y);
}

// Puts all triangles in order, those of a layer by height, the lowest first.
static void sort_triangles(wend_gathering *g) {
    const wend_plan_view *view = &g->view;
    g->order.count = 0;
    for (int32_t t = 0; t < view->triangle_count; t++) {
        const int32_t *v = view->triangles[t].v, *h = view->vertex_heights;
        int64_t height = ((int64_t)h[v[0]] + h[v[1]] + h[v[2]]) / 3 + WEND_COORDINATE_MAX;
        wend_gather_note(g, view->triangle_layer[t], height, t);
    }
    wend_gather_sort(g);
}

// Finds out how large and how high the layers are, and which of them are storeys.
static void measure_levels(wend_gathering *g) {
    wend_storeys *s = g->s;
    double metre = g->view.lattice.step * g->view.unit;
    sort_triangles(g);
    s->failed |= !wend_array_resize(s->context, &s->levels, s->layer_count);
    for (int64_t from = 0, end; from < g->order.count && !s->failed; from = end) {
        wend_storey_level *level = &s->levels.data[wend_gather_layer(g, from)];
        double widest = 0, area = 0;
        *level = (wend_storey_level){0};
        for (end = from; end < g->order.count && wend_gather_layer(g, end) == wend_gather_layer(g, from); end++) {
            const int32_t *v = g->view.triangles[g->order.data[end].index].v;
            double twice = twice_area(&g->view, v);
            level->area += twice / 2 * metre * metre;
            widest = fmax(widest, width_of(&g->view, v, twice) * metre);
        }
        level->storey = level->area >= STOREY && widest >= NARROW;
        for (int64_t k = from; k < end && area <= level->area / 2; k++) {
            const wend_lattice3 *ground = &g->view.ground;
            double height = (double)wend_gather_group(g, k) - WEND_COORDINATE_MAX;
            area += twice_area(&g->view, g->view.triangles[g->order.data[k].index].v) / 2 * metre * metre;
            level->height = (ground->origin[2] + ground->step * height) * g->view.unit;
        }
    }
}

// Takes layers for no storeys that are small beside the largest one. Where all are small, that is what there is to
// show.
static void judge_levels(wend_storeys *s) {
    wend_storey_level *largest = s->levels.data;
    for (int32_t k = 1; k < s->layer_count; k++)
        largest = s->levels.data[k].area > largest->area ? &s->levels.data[k] : largest;
    for (int32_t k = 0; k < s->layer_count; k++)
        s->levels.data[k].storey &= s->levels.data[k].area >= fmin(SHARE * largest->area, ENOUGH);
    largest->storey = true;
    for (int32_t k = 0; k < s->layer_count; k++)
        s->levels.data[k].shown = s->levels.data[k].storey;
}

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

// Leaves out places that nothing uses, and puts those that only pictures use behind all others. The first `corners` of
// them are corners.
static void order_places(wend_storeys *s, int64_t corners) {
    int64_t count = s->places.count / 3, next = 0;
    size_t bytes = ((size_t)count + 1) * sizeof(int32_t);
    int32_t *numbers = wend_allocate_array(s->context, count + 1, sizeof *numbers);
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
            s->corner_count += hint == 0 && v < corners;
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

// Leaves out the parts of all layers but one.
static void keep_layer(wend_storeys *s) {
    int64_t kept = 0;
    for (int64_t k = 0; k < s->parts.count; k++)
        if (s->only < 0 || s->parts.data[k].layer == s->only)
            s->parts.data[kept++] = s->parts.data[k];
    s->parts.count = kept;
}

static int compare_parts(const void *a, const void *b, const void *user) {
    (void)user;
    const wend_storey_part *p = a, *q = b;
    return (p->layer > q->layer) - (p->layer < q->layer);
}

// A floor plan is one storey of height 0. `zeros` are as many as it has vertices or triangles.
static void take_for_storey(wend_plan_view *view, const int32_t *zeros) {
    view->vertex_heights = view->triangle_layer = zeros;
    view->ground = (wend_lattice3){.origin = {view->lattice.origin[0], view->lattice.origin[1], 0},
                                   .step = view->lattice.step,
                                   .unit = view->unit,
                                   .up = WEND_UP_Z};
}

static void gather_kind(wend_gathering *g, wend_export_kind kind) {
    if (kind == WEND_EXPORT_LINKS) {
        wend_gather_links(g);
        wend_gather_offlinks(g);
    } else if (kind == WEND_EXPORT_MEDIAL) {
        gather_medial(g);
    } else if (kind == WEND_EXPORT_PLAN) {
        wend_gather_vertices(g);
        add_floor(g, false);
        add_areas(g);
        add_triangulation(g);
        add_outlines(g);
        wend_gather_offlinks(g);
    } else {
        gather_cells(g, kind == WEND_EXPORT_PORTALS);
    }
}

static void gather_paths(wend_gathering *g, const wend_paths *paths, wend_paths_as as) {
    if (as == WEND_PATHS_PICTURE)
        wend_gather_paths(g, paths);
    if (as == WEND_PATHS_RIBBONS)
        gather_kind(g, wend_nav_links(g->nav) ? WEND_EXPORT_LINKS : WEND_EXPORT_PLAN);
    if (as == WEND_PATHS_RIBBONS)
        wend_gather_path_ribbons(g, paths);
    if (as == WEND_PATHS_LINES)
        wend_gather_path_lines(g, paths);
}

// What is gathered: a kind of what a nav holds, or paths.
typedef struct wanted {
    wend_export_kind kind;
    const wend_paths *paths; // NULL for a kind
    wend_paths_as as;
} wanted;

static wend_result gather(wend_context *context, const wend_nav *nav, const wanted *what, int32_t only,
                          const double *raise, wend_storeys *storeys) {
    static const char *const titles[WEND_EXPORT_COUNT] = {[WEND_EXPORT_PLAN] = "plan",
                                                          [WEND_EXPORT_CELLS] = "cells",
                                                          [WEND_EXPORT_PORTALS] = "portals",
                                                          [WEND_EXPORT_MEDIAL] = "medial axis",
                                                          [WEND_EXPORT_LINKS] = "links"};
    const wend_plan *plan = wend_nav_plan(nav);
    wend_gathering g = {.s = storeys, .nav = nav, .plan = plan, .view = wend_plan_look(plan)};
    int64_t most = g.view.vertex_count > g.view.triangle_count ? g.view.vertex_count : g.view.triangle_count;
    bool flat = g.view.vertex_heights == NULL;
    int32_t *zeros = flat ? wend_allocate_array(context, most + 1, sizeof *zeros) : NULL;
    if (zeros) {
        memset(zeros, 0, ((size_t)most + 1) * sizeof *zeros);
        take_for_storey(&g.view, zeros);
    }
    *storeys = (wend_storeys){.context = context,
                              .failed = !g.view.vertex_heights,
                              .title = what->paths ? "from A to B" : titles[what->kind],
                              .up = g.view.ground.up,
                              .unit = g.view.unit,
                              .area = wend_plan_area(plan),
                              .layer_count = g.view.layer_count,
                              .only = only,
                              .flat = flat};
    if (raise) {
        g.raise = *raise;
        g.raised = true;
        storeys->failed |= wend_lift_create(context, plan, &g.lift) != WEND_OK;
    }
    if (!storeys->failed)
        measure_levels(&g);
    if (!storeys->failed)
        judge_levels(storeys);
    if (!storeys->failed && what->paths)
        gather_paths(&g, what->paths, what->as);
    else if (!storeys->failed)
        gather_kind(&g, what->kind);
    wend_array_free(context, &g.order);
    wend_lift_destroy(g.lift);
    wend_release(context, g.vertex_triangle, ((size_t)g.view.vertex_count + 1) * sizeof(int32_t));
    wend_release(context, zeros, ((size_t)most + 1) * sizeof *zeros);
    keep_layer(storeys);
    order_places(storeys, !what->paths && what->kind == WEND_EXPORT_MEDIAL ? g.view.vertex_count : INT64_MAX);
    if (!storeys->failed)
        storeys->failed = !wend_sort(context, storeys->parts.data, storeys->parts.count, sizeof(wend_storey_part),
                                     compare_parts, NULL);
    return storeys->failed ? WEND_ERROR_MEMORY : WEND_OK;
}

wend_result wend_storeys_gather(wend_context *context, const wend_nav *nav, wend_export_kind kind, int32_t only,
                                const double *raise, wend_storeys *storeys) {
    return gather(context, nav, &(wanted){.kind = kind}, only, raise, storeys);
}

wend_result wend_storeys_gather_paths(wend_context *context, const wend_paths *paths, wend_paths_as as, int32_t only,
                                      wend_storeys *storeys) {
    const wanted what = {WEND_EXPORT_PLAN, paths, as};
    const double raise = 0;
    return gather(context, paths->nav, &what, only, as == WEND_PATHS_PICTURE ? NULL : &raise, storeys);
}

// Numbers about what a nav holds, for build and info.
#include <wend/json.h>

#include "cli/command.h"

#include <math.h>

// ---------------------------------------------------------------------------------------------------- plans

wend_plan_facts wend_plan_sum(const wend_plan *plan) {
    wend_plan_facts facts = {.area = wend_plan_area(plan)};
    wend_plan_view view = wend_plan_look(plan);
    for (int32_t c = 0; c < view.component_count; c++) {
        facts.holes += view.components[c].cycles - 1;
        facts.points += view.components[c].points;
    }
    for (int32_t v = 0; v < view.vertex_count; v++) {
        double place[2];
        wend_lattice_place(&view.lattice, view.vertices[v], place);
        for (int k = 0; k < 2; k++) {
            facts.low[k] = v == 0 || place[k] < facts.low[k] ? place[k] : facts.low[k];
            facts.high[k] = v == 0 || place[k] > facts.high[k] ? place[k] : facts.high[k];
        }
    }
    return facts;
}

static void add_cells_facts(const wend_cells *cells, wend_text *text) {
    wend_cells_view view = wend_cells_look(cells);
    wend_json_add_int(text, "notches", view.notch_count);
    wend_json_add_int(text, "portals", view.portal_count);
    wend_json_add_int(text, "cells", view.cell_count);
    wend_json_add_double(text, "portal_length", view.portal_length);
    wend_json_add_rounded(text, "smallest_angle", wend_degrees(view.smallest_angle), WEND_DEGREE_DIGITS);
    wend_json_add_int(text, "needles", view.needle_count);
}

static void add_medial_facts(const wend_medial *medial, wend_text *text) {
    wend_medial_view view = wend_medial_look(medial);
    wend_json_add_int(text, "medial_vertices", view.vertex_count);
    wend_json_add_int(text, "medial_edges", view.arc_count);
    wend_json_add_int(text, "medial_true_vertices", view.true_count);
    wend_json_add_int(text, "narrow_places", view.narrow_count);
    wend_json_add_hash(text, "medial_hash", view.hash);
}

static void add_roads_facts(const wend_roads *roads, wend_text *text) {
    wend_roads_view view = wend_roads_look(roads);
    wend_json_add_int(text, "road_pieces", view.piece_count);
    wend_json_add_int(text, "road_notches", view.notch_count);
    wend_json_add_int(text, "road_visitors", view.visitor_count);
}

static void add_plan_facts(const wend_plan *plan, wend_text *text) {
    wend_plan_view view = wend_plan_look(plan);
    wend_plan_facts facts = wend_plan_sum(plan);
    wend_json_add_int(text, "triangles", view.triangle_count);
    wend_json_add_int(text, "vertices", view.vertex_count);
    wend_json_add_double(text, "area", facts.area);
    wend_json_add_double(text, "plan_area", facts.area);
    wend_json_add_int(text, "components", view.component_count);
    wend_json_add_int(text, "boundary_edges", view.boundary_count);
    wend_json_add_int(text, "holes", facts.holes);
    wend_json_add_int(text, "points", facts.points);
    wend_json_add_int(text, "borders", view.border_count);
    wend_json_add_int(text, "layers", view.layer_count);
    wend_json_add_double(text, "lattice", view.lattice.step);
    wend_json_add_double(text, "unit", view.unit);
}

// ---------------------------------------------------------------------------------------------------- surfaces

static double length_of(const wend_point3 *a, const wend_point3 *b) {
    double x = (double)b->x - a->x, y = (double)b->y - a->y, z = (double)b->z - a->z;
    return sqrt(x * x + y * y + z * z);
}

wend_surface_facts wend_surface_sum(const wend_surface *surface) {
    wend_surface_facts facts = {{0}, {0}};
    wend_surface_view view = wend_surface_look(surface);
    for (int32_t b = 0; b < view.boundary_count; b++) {
        int32_t edge = view.boundaries[b].edge, kind = view.boundaries[b].kind;
        const int32_t *v = view.triangles[edge / 3].v;
        facts.edges[kind]++;
        facts.metres[kind] += length_of(&view.vertices[v[edge % 3]], &view.vertices[v[(edge + 1) % 3]]);
    }
    for (int kind = 0; kind < WEND_BOUNDARY_KIND_COUNT; kind++)
        facts.metres[kind] *= view.lattice.step * view.lattice.unit;
    return facts;
}

const char *wend_producer_name(wend_producer producer) {
    return producer == WEND_PRODUCER_EXACT ? "exact" : "voxel";
}

// What a surface was built with, besides what it tells itself.
static void add_settings(const wend_settings *settings, wend_text *text) {
    wend_json_add_double(text, "lattice_asked", settings->solid.lattice);
    wend_json_add_double(text, "weld", settings->exact.weld);
    wend_json_add_double(text, "simplify", settings->exact.simplify);
    if (settings->cell > 0) {
        wend_json_add_double(text, "cell", settings->cell);
        wend_json_add_double(text, "cell_height", settings->cell_height);
        wend_json_add_double(text, "smooth", settings->smooth);
    }
    wend_json_add_bool(text, "two_sided", settings->exact.two_sided);
    wend_json_add_bool(text, "keep_inside", settings->exact.keep_inside);
    wend_json_add_double(text, "min_area", settings->keep.min_area);
    wend_json_open(text, "seeds", '[');
    for (int32_t k = 0; k < settings->keep.seed_count; k++)
        wend_json_add_place(text, NULL, settings->keep.seeds + 3 * (int64_t)k);
    wend_json_close(text, ']');
}

static void add_surface_facts(const wend_nav *nav, wend_text *text) {
    wend_surface_view view = wend_surface_look(wend_nav_surface(nav));
    wend_surface_facts facts = wend_surface_sum(wend_nav_surface(nav));
    wend_agent agent = wend_nav_settings(nav)->agent;
    wend_json_add_int(text, "triangles", view.triangle_count);
    wend_json_add_int(text, "vertices", view.vertex_count);
    wend_json_add_double(text, "area", view.area);
    wend_json_add_int(text, "surface_components", view.component_count);
    wend_json_add_int(text, "boundary_edges", view.boundary_count);
    wend_json_open(text, "boundaries", '{');
    for (int kind = 0; kind < WEND_BOUNDARY_KIND_COUNT; kind++)
        wend_json_add_int(text, wend_boundary_kind_name((wend_boundary_kind)kind), facts.edges[kind]);
    wend_json_close(text, '}');
    wend_json_open(text, "boundary_metres", '{');
    for (int kind = 0; kind < WEND_BOUNDARY_KIND_COUNT; kind++)
        wend_json_add_double(text, wend_boundary_kind_name((wend_boundary_kind)kind), facts.metres[kind]);
    wend_json_close(text, '}');
    wend_json_add_string(text, "method", wend_producer_name(view.producer));
    wend_json_add_double(text, "height", agent.height);
    wend_json_add_rounded(text, "slope", wend_degrees(agent.slope), WEND_DEGREE_DIGITS);
    wend_json_add_double(text, "lattice", view.lattice.step);
    wend_json_add_double(text, "unit", view.lattice.unit);
    wend_json_add_string(text, "up", wend_up_name(view.lattice.up));
    add_settings(wend_nav_settings(nav), text);
}

// ---------------------------------------------------------------------------------------------------- links

// Flights of stairs. A riser that is too high is told with the end of the flight that it is at.
static void add_flights(const wend_stairs *stairs, wend_text *text) {
    wend_stairs_view view = wend_stairs_look(stairs);
    wend_json_add_int(text, "stairs", view.flight_count);
    wend_json_open(text, "flights", '[');
    for (int32_t k = 0; k < view.flight_count; k++) {
        const wend_flight *f = &view.flights[k];
        wend_json_open(text, NULL, '{');
        wend_json_add_int(text, "risers", f->risers);
        wend_json_add_double(text, "rise", f->risers * f->riser);
        wend_json_add_double(text, "riser", f->riser);
        wend_json_add_double(text, "lowest", f->lowest);
        wend_json_add_double(text, "highest", f->highest);
        wend_json_add_double(text, "tread", f->tread);
        wend_json_add_double(text, "width", f->width);
        wend_json_add_place(text, "bottom", f->bottom);
        wend_json_add_place(text, "top", f->top);
        for (int end = 0; end < 2; end++)
            if (f->break_height[end] > 0) {
                wend_json_open(text, end == 0 ? "before" : "after", '{');
                wend_json_add_double(text, "riser", f->break_height[end]);
                wend_json_add_place(text, "at", f->break_at[end]);
                wend_json_close(text, '}');
            }
        wend_json_close(text, '}');
    }
    wend_json_close(text, ']');
}

// Links, and the plan of the linked surface: what joins the surface's components, and what comes out of it.
static void add_links_facts(const wend_nav *nav, wend_text *text) {
    wend_links_view links = wend_links_look(wend_nav_links(nav));
    wend_json_open(text, "links", '{');
    for (int kind = 0; kind < WEND_LINK_KIND_COUNT; kind++)
        wend_json_add_int(text, wend_link_kind_name((wend_link_kind)kind), links.counts[kind]);
    wend_json_close(text, '}');
    if (wend_nav_stairs(nav))
        add_flights(wend_nav_stairs(nav), text);
    wend_json_add_double(text, "filled", links.filled);
    wend_json_add_double(text, "step", links.agent.step);
    wend_json_add_double(text, "gap", links.agent.gap);
    wend_json_add_double(text, "drop", links.agent.drop);
}

static void add_ground_plan_facts(const wend_plan *plan, wend_text *text) {
    wend_plan_view view = wend_plan_look(plan);
    wend_json_add_double(text, "plan_area", wend_plan_area(plan));
    wend_json_add_int(text, "plan_triangles", view.triangle_count);
    wend_json_add_int(text, "plan_edges", view.boundary_count);
    wend_json_add_int(text, "components", view.component_count);
    wend_json_add_int(text, "layers", view.layer_count);
}

// ---------------------------------------------------------------------------------------------------- all of it

static void add_area_facts(const wend_nav *nav, wend_text *text) {
    int32_t count;
    const wend_area *areas = wend_nav_areas(nav, &count);
    if (count == 0)
        return;
    wend_json_open(text, "areas", '[');
    for (int32_t k = 0; k < count; k++) {
        wend_json_open(text, NULL, '{');
        wend_json_add_int(text, "id", areas[k].id);
        wend_json_add_string(text, "name", areas[k].name);
        wend_json_add_int(text, "tags", (int64_t)areas[k].tags);
        wend_json_close(text, '}');
    }
    wend_json_close(text, ']');
}

static void add_end_fact(const char *key, const wend_offlink_end *end, wend_text *text) {
    wend_json_open(text, key, '[');
    wend_json_add_place(text, NULL, end->places[0]);
    wend_json_add_place(text, NULL, end->places[1]);
    wend_json_close(text, ']');
}

static void add_offlink_facts(const wend_offlinks *offlinks, wend_text *text) {
    wend_offlinks_view view = wend_offlinks_look(offlinks);
    wend_json_open(text, "offlinks", '[');
    for (int32_t k = 0; k < view.count; k++) {
        const wend_offlink *l = &view.links[k];
        wend_json_open(text, NULL, '{');
        wend_json_add_hash(text, "id", l->id);
        wend_json_add_string(text, "kind", wend_offlink_kind_name(l->kind));
        wend_json_add_string(text, "name", l->name);
        add_end_fact("from", &l->ends[0], text);
        add_end_fact("to", &l->ends[1], text);
        wend_json_add_bool(text, "both_ways", l->both_ways != 0);
        wend_json_add_double(text, "cost", l->cost);
        wend_json_add_int(text, "tags", (int64_t)l->tags);
        wend_json_close(text, '}');
    }
    wend_json_close(text, ']');
}

void wend_command_facts(const wend_nav *nav, wend_text *text) {
    if (wend_nav_surface(nav))
        add_surface_facts(nav, text);
    if (wend_nav_links(nav))
        add_links_facts(nav, text);
    if (wend_nav_plan(nav) && wend_nav_links(nav))
        add_ground_plan_facts(wend_nav_plan(nav), text);
    if (wend_nav_plan(nav) && !wend_nav_surface(nav))
        add_plan_facts(wend_nav_plan(nav), text);
    if (wend_nav_medial(nav))
        add_medial_facts(wend_nav_medial(nav), text);
    add_area_facts(nav, text);
    if (wend_nav_offlinks(nav))
        add_offlink_facts(wend_nav_offlinks(nav), text);
    if (wend_nav_cells(nav))
        add_cells_facts(wend_nav_cells(nav), text);
    if (wend_nav_roads(nav))
        add_roads_facts(wend_nav_roads(nav), text);
    if (wend_nav_landmarks(nav))
        wend_json_add_int(text, "landmarks", wend_landmarks_look(wend_nav_landmarks(nav)).count);
    wend_json_add_hash(text, "hash", wend_nav_hash(nav));
}

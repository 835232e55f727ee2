// What a nav holds, as JSON.
#include "web/module/module.h"

#define DEGREES (180 / 0x1.921fb54442d18p+1)

static void add_agent(const wend_nav *nav) {
    const wend_agent *agent = &wend_nav_settings(nav)->agent;
    wend_json_open(&web_text, "agent", '{');
    wend_json_add_double(&web_text, "height", agent->height);
    wend_json_add_rounded(&web_text, "slope", agent->slope * DEGREES, 9);
    wend_json_add_double(&web_text, "step", agent->step);
    wend_json_add_double(&web_text, "gap", agent->gap);
    wend_json_add_double(&web_text, "drop", agent->drop);
    wend_json_close(&web_text, '}');
}

static void add_surface(const wend_nav *nav) {
    wend_surface_view v = wend_surface_look(wend_nav_surface(nav));
    wend_json_add_double(&web_text, "area", v.area);
    wend_json_add_int(&web_text, "triangles", v.triangle_count);
    wend_json_add_string(&web_text, "up", wend_up_name(v.lattice.up));
    wend_json_add_double(&web_text, "unit", v.lattice.unit);
    wend_json_add_place(&web_text, "low", v.min);
    wend_json_add_place(&web_text, "high", v.max);
    add_agent(nav);
}

static void add_links(const wend_nav *nav) {
    wend_links_view v = wend_links_look(wend_nav_links(nav));
    wend_json_open(&web_text, "links", '{');
    for (int kind = 0; kind < WEND_LINK_KIND_COUNT; kind++)
        wend_json_add_int(&web_text, wend_link_kind_name((wend_link_kind)kind), v.counts[kind]);
    wend_json_close(&web_text, '}');
    wend_json_add_int(&web_text, "stairs", wend_stairs_look(wend_nav_stairs(nav)).flight_count);
}

// Of a floor plan: from where to where it reaches.
static void add_extent(const wend_plan_view *v) {
    wend_point least = {INT32_MAX, INT32_MAX}, most = {INT32_MIN, INT32_MIN};
    for (int32_t k = 0; k < v->vertex_count; k++) {
        wend_point p = v->vertices[k];
        least = (wend_point){p.x < least.x ? p.x : least.x, p.y < least.y ? p.y : least.y};
        most = (wend_point){p.x > most.x ? p.x : most.x, p.y > most.y ? p.y : most.y};
    }
    if (v->vertex_count == 0)
        return;
    double low[3] = {0}, high[3] = {0};
    wend_lattice_place(&v->lattice, least, low);
    wend_lattice_place(&v->lattice, most, high);
    wend_json_add_place(&web_text, "low", low);
    wend_json_add_place(&web_text, "high", high);
}

static void add_plan(const wend_nav *nav) {
    wend_plan_view v = wend_plan_look(wend_nav_plan(nav));
    if (wend_nav_surface(nav) == NULL) {
        wend_json_add_double(&web_text, "area", wend_plan_area(wend_nav_plan(nav)));
        wend_json_add_string(&web_text, "up", "z");
        wend_json_add_double(&web_text, "unit", v.unit);
        add_extent(&v);
    }
    wend_json_add_double(&web_text, "planArea", wend_plan_area(wend_nav_plan(nav)));
    wend_json_add_int(&web_text, "components", v.component_count);
    wend_json_add_int(&web_text, "layers", v.layer_count);
}

static void add_medial(const wend_medial *medial) {
    wend_json_add_int(&web_text, "medialVertices", wend_medial_look(medial).vertex_count);
    wend_json_add_int(&web_text, "medialEdges", wend_medial_look(medial).arc_count);
}

// The text: figures of a nav.
int32_t WEB_EXPORT(web_info)(const wend_nav *nav);
int32_t web_info(const wend_nav *nav) {
    web_begin();
    wend_json_open(&web_text, NULL, '{');
    wend_json_add_string(&web_text, "kind", wend_nav_surface(nav) != NULL ? "scene" : "plan");
    if (wend_nav_surface(nav) != NULL)
        add_surface(nav);
    if (wend_nav_links(nav) != NULL)
        add_links(nav);
    if (wend_nav_plan(nav) != NULL)
        add_plan(nav);
    if (wend_nav_medial(nav) != NULL)
        add_medial(wend_nav_medial(nav));
    if (wend_nav_cells(nav) != NULL) {
        wend_cells_view cells = wend_cells_look(wend_nav_cells(nav));
        wend_json_add_int(&web_text, "cells", cells.cell_count);
        wend_json_add_int(&web_text, "portals", cells.portal_count);
    }
    wend_json_add_hash(&web_text, "hash", wend_nav_hash(nav));
    wend_json_add_hash(&web_text, "version", wend_nav_version(nav));
    wend_json_close(&web_text, '}');
    return (int32_t)web_end(WEND_OK);
}

// The text: doors, and the rooms that they lead to.
int32_t WEB_EXPORT(web_doors)(const wend_nav *nav);
int32_t web_doors(const wend_nav *nav) {
    web_begin();
    wend_doors *doors = NULL;
    wend_result result = wend_nav_doors(web_context, nav, NULL, &doors, web_report);
    wend_doors_view v = wend_doors_look(doors);
    wend_json_open(&web_text, NULL, '[');
    for (int32_t k = 0; k < v.door_count; k++) {
        const wend_door *d = &v.doors[k];
        wend_json_open(&web_text, NULL, '{');
        wend_json_add_place(&web_text, "at", d->place);
        wend_json_add_place(&web_text, "left", d->ends[0]);
        wend_json_add_place(&web_text, "right", d->ends[1]);
        wend_json_add_double(&web_text, "width", d->width);
        wend_json_add_double(&web_text, "depth", d->depth);
        wend_json_add_double(&web_text, "headroom", d->headroom);
        wend_json_add_int(&web_text, "layer", d->layer);
        wend_json_close(&web_text, '}');
    }
    wend_json_close(&web_text, ']');
    wend_doors_destroy(doors);
    return (int32_t)web_end(result);
}

// The text: flights of stairs.
int32_t WEB_EXPORT(web_flights)(const wend_nav *nav);
int32_t web_flights(const wend_nav *nav) {
    web_begin();
    wend_stairs_view v = wend_stairs_look(wend_nav_stairs(nav));
    wend_json_open(&web_text, NULL, '[');
    for (int32_t k = 0; k < v.flight_count; k++) {
        const wend_flight *f = &v.flights[k];
        wend_json_open(&web_text, NULL, '{');
        wend_json_add_int(&web_text, "risers", f->risers);
        wend_json_add_double(&web_text, "riser", f->riser);
        wend_json_add_double(&web_text, "tread", f->tread);
        wend_json_add_double(&web_text, "width", f->width);
        wend_json_add_place(&web_text, "bottom", f->bottom);
        wend_json_add_place(&web_text, "top", f->top);
        wend_json_add_double(&web_text, "breakBefore", f->break_height[0]);
        wend_json_add_double(&web_text, "breakAfter", f->break_height[1]);
        wend_json_close(&web_text, '}');
    }
    wend_json_close(&web_text, ']');
    return (int32_t)web_end(WEND_OK);
}

// The text: the most prominent narrow places, those that separate rooms first.
int32_t WEB_EXPORT(web_narrows)(const wend_nav *nav, int32_t most);
int32_t web_narrows(const wend_nav *nav, int32_t most) {
    web_begin();
    const wend_medial *medial = wend_nav_medial(nav);
    wend_plan_view plan = wend_plan_look(wend_nav_plan(nav));
    int32_t count = wend_medial_look(medial).narrow_count;
    wend_json_open(&web_text, NULL, '[');
    for (int32_t k = 0; k < count && k < most; k++) {
        wend_narrow n = wend_medial_narrow(medial, k);
        wend_spot spot = {.triangle = wend_medial_arc_triangle(medial, n.arc, wend_medial_arc_least(medial, n.arc))};
        wend_plan_ground ground;
        wend_lattice_point(&plan.lattice, n.place, &spot.point);
        wend_plan_find_ground(wend_nav_plan(nav), &spot, &ground);
        wend_json_open(&web_text, NULL, '{');
        wend_json_add_place(&web_text, "at", ground.place);
        wend_json_add_double(&web_text, "width", n.width);
        wend_json_add_double(&web_text, "room", n.room);
        wend_json_add_double(&web_text, "prominence", n.prominence);
        wend_json_close(&web_text, '}');
    }
    wend_json_close(&web_text, ']');
    return (int32_t)web_end(WEND_OK);
}

// A layer of the plan: its area seen from above, and how high it is.
typedef struct layer_sum {
    double area, low, high;
    bool found;
} layer_sum;

static void add_triangle(const wend_plan_view *v, int32_t t, layer_sum *sum) {
    const int32_t *c = v->triangles[t].v;
    wend_point a = v->vertices[c[0]], b = v->vertices[c[1]], d = v->vertices[c[2]];
    sum->area += ((double)(b.x - a.x) * (d.y - a.y) - (double)(b.y - a.y) * (d.x - a.x)) / 2;
    for (int i = 0; i < 3 && v->vertex_heights != NULL; i++) {
        double z = v->ground.origin[2] + v->ground.step * v->vertex_heights[c[i]];
        sum->low = !sum->found || z < sum->low ? z : sum->low;
        sum->high = !sum->found || z > sum->high ? z : sum->high;
        sum->found = true;
    }
}

// The text: the layers of the plan, storeys first, the lowest of them first: their area in square metres seen from
// above, and from which height to which, in the scene's units along its up axis.
int32_t WEB_EXPORT(web_layers)(const wend_nav *nav);
int32_t web_layers(const wend_nav *nav) {
    web_begin();
    wend_plan_view v = wend_plan_look(wend_nav_plan(nav));
    double metres = v.lattice.step * v.unit;
    layer_sum *sums = wend_allocate_array(web_context, (int64_t)v.layer_count + 1, sizeof *sums);
    if (sums == NULL)
        return (int32_t)web_end(WEND_ERROR_MEMORY);
    for (int32_t k = 0; k < v.layer_count; k++)
        sums[k] = (layer_sum){0};
    for (int32_t t = 0; t < v.triangle_count; t++)
        add_triangle(&v, t, &sums[v.triangle_layer != NULL ? v.triangle_layer[t] : 0]);
    wend_json_open(&web_text, NULL, '[');
    for (int32_t k = 0; k < v.layer_count; k++) {
        wend_json_open(&web_text, NULL, '{');
        wend_json_add_int(&web_text, "layer", k);
        wend_json_add_rounded(&web_text, "area", sums[k].area * metres * metres, 6);
        wend_json_add_rounded(&web_text, "low", sums[k].low, 6);
        wend_json_add_rounded(&web_text, "high", sums[k].high, 6);
        wend_json_close(&web_text, '}');
    }
    wend_json_close(&web_text, ']');
    wend_release(web_context, sums, ((size_t)v.layer_count + 1) * sizeof *sums);
    return (int32_t)web_end(WEND_OK);
}

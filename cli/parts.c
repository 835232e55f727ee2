// Components as they are numbered everywhere. See parts.h.
//
// Vertices of a plan are some of the linked complex, whose triangles lie on those of the surface: that is the way from
// a component of the surface over one of the complex to that of the plan, whatever the order in which each numbers its
// own.
#include "cli/parts.h"

typedef struct work {
    wend_context *context;
    wend_surface_view surface;
    wend_links_view links;
    wend_plan_view plan;
    // What belongs to which part, -1 for none:
    WEND_ARRAY(int32_t) vertex_part; // per vertex of the complex that is one of the plan
    WEND_ARRAY(int32_t) linked_part; // per component of the complex
    WEND_ARRAY(int32_t) part;        // per component of the surface
} work;

static double square_metres(const wend_surface_view *surface, int64_t area2) {
    double side = surface->lattice.step * surface->lattice.unit;
    return (double)area2 / 2 * side * side;
}

// Finds the part of each component of the surface; false when memory is short.
static bool find_parts(work *w) {
    if (!wend_array_resize(w->context, &w->vertex_part, w->links.vertex_count) ||
        !wend_array_resize(w->context, &w->linked_part, w->links.component_count) ||
        !wend_array_resize(w->context, &w->part, w->surface.component_count))
        return false;
    memset(w->vertex_part.data, -1, (size_t)w->vertex_part.count * sizeof *w->vertex_part.data);
    memset(w->linked_part.data, -1, (size_t)w->linked_part.count * sizeof *w->linked_part.data);
    memset(w->part.data, -1, (size_t)w->part.count * sizeof *w->part.data);
    for (int32_t t = 0; t < w->plan.triangle_count; t++)
        for (int i = 0; i < 3; i++)
            w->vertex_part.data[w->plan.vertex_sources[w->plan.triangles[t].v[i]]] = w->plan.triangle_component[t];
    for (int32_t t = 0; t < w->links.triangle_count; t++)
        for (int i = 0; i < 3; i++) {
            int32_t part = w->vertex_part.data[w->links.triangles[t].v[i]];
            if (part >= 0)
                w->linked_part.data[w->links.triangle_component[t]] = part;
        }
    for (int32_t t = 0; t < w->links.filler_first; t++)
        w->part.data[w->surface.triangle_component[w->links.triangles[t].surface]] =
            w->linked_part.data[w->links.triangle_component[t]];
    return true;
}

static int64_t area2_of(const wend_surface_view *view, int32_t triangle) {
    const int32_t *v = view->triangles[triangle].v;
    const wend_point3 *a = &view->vertices[v[0]], *b = &view->vertices[v[1]], *c = &view->vertices[v[2]];
    return ((int64_t)b->x - a->x) * ((int64_t)c->y - a->y) - ((int64_t)b->y - a->y) * ((int64_t)c->x - a->x);
}

// Adds up what lies on the surface.
static void add_surface(const work *w, wend_part_list *parts) {
    for (int32_t c = 0; c < w->surface.component_count; c++) {
        if (w->part.data[c] < 0)
            continue;
        wend_part *part = &parts->data[w->part.data[c]];
        part->area += w->surface.components[c].area;
        part->triangles += w->surface.components[c].triangles;
        part->surface_components++;
    }
    for (int32_t t = 0; t < w->surface.triangle_count; t++) {
        int32_t number = w->part.data[w->surface.triangle_component[t]];
        wend_part *part = number >= 0 ? &parts->data[number] : NULL;
        if (part && (part->largest < 0 || area2_of(&w->surface, t) > area2_of(&w->surface, part->largest)))
            part->largest = t;
    }
}

static bool list_linked(work *w, const wend_nav *nav, wend_part_list *parts) {
    w->links = wend_links_look(wend_nav_links(nav));
    w->plan = wend_plan_look(wend_nav_plan(nav));
    if (!find_parts(w) || !wend_array_resize(w->context, parts, w->plan.component_count))
        return false;
    for (int32_t c = 0; c < w->plan.component_count; c++)
        parts->data[c] = (wend_part){.plan_area = square_metres(&w->surface, w->plan.components[c].area2),
                                     .holes = w->plan.components[c].cycles - 1,
                                     .largest = -1};
    return true;
}

static bool list_unlinked(work *w, wend_part_list *parts) {
    if (!wend_array_resize(w->context, &w->part, w->surface.component_count) ||
        !wend_array_resize(w->context, parts, w->surface.component_count))
        return false;
    for (int32_t c = 0; c < w->surface.component_count; c++) {
        w->part.data[c] = c;
        parts->data[c] = (wend_part){.plan_area = square_metres(&w->surface, w->surface.components[c].area2),
                                     .holes = w->surface.components[c].cycles - 1,
                                     .largest = -1};
    }
    return true;
}

bool wend_parts_list(wend_context *context, const wend_nav *nav, wend_part_list *parts) {
    work w = {.context = context, .surface = wend_surface_look(wend_nav_surface(nav))};
    bool linked = wend_nav_links(nav) && wend_nav_plan(nav);
    bool good = linked ? list_linked(&w, nav, parts) : list_unlinked(&w, parts);
    if (good)
        add_surface(&w, parts);
    wend_array_free(context, &w.vertex_part);
    wend_array_free(context, &w.linked_part);
    wend_array_free(context, &w.part);
    return good;
}

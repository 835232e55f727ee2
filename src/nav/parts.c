// The parts of a nav, as they are numbered everywhere. See wend/nav.h.
//
// Vertices of a plan are some of the linked complex, whose triangles lie on those of the surface: that is the way from
// a component of the surface over one of the complex to that of the plan, whatever the order in which each numbers its
// own.
#include <wend/nav.h>

#include "base/array.h"
#include "base/context.h"
#include "base/sort.h"

struct wend_parts {
    wend_context *context;
    WEND_ARRAY(wend_part) list;
    WEND_ARRAY(int32_t) order;
};

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
static void add_surface(const work *w, wend_parts *parts) {
    for (int32_t c = 0; c < w->surface.component_count; c++) {
        if (w->part.data[c] < 0)
            continue;
        wend_part *part = &parts->list.data[w->part.data[c]];
        part->area += w->surface.components[c].area;
        part->triangles += w->surface.components[c].triangles;
        part->surface_components++;
    }
    for (int32_t t = 0; t < w->surface.triangle_count; t++) {
        int32_t number = w->part.data[w->surface.triangle_component[t]];
        wend_part *part = number >= 0 ? &parts->list.data[number] : NULL;
        if (part && (part->largest < 0 || area2_of(&w->surface, t) > area2_of(&w->surface, part->largest)))
            part->largest = t;
    }
}

static bool list_linked(work *w, const wend_nav *nav, wend_parts *parts) {
    w->links = wend_links_look(wend_nav_links(nav));
    w->plan = wend_plan_look(wend_nav_plan(nav));
    if (!find_parts(w) || !wend_array_resize(w->context, &parts->list, w->plan.component_count))
        return false;
    for (int32_t c = 0; c < w->plan.component_count; c++)
        parts->list.data[c] = (wend_part){.plan_area = square_metres(&w->surface, w->plan.components[c].area2),
                                          .holes = w->plan.components[c].cycles - 1,
                                          .largest = -1};
    return true;
}

static bool list_unlinked(work *w, wend_parts *parts) {
    if (!wend_array_resize(w->context, &w->part, w->surface.component_count) ||
        !wend_array_resize(w->context, &parts->list, w->surface.component_count))
        return false;
    for (int32_t c = 0; c < w->surface.component_count; c++) {
        w->part.data[c] = c;
        parts->list.data[c] = (wend_part){.plan_area = square_metres(&w->surface, w->surface.components[c].area2),
                                          .holes = w->surface.components[c].cycles - 1,
                                          .largest = -1};
    }
    return true;
}

// The middle of the largest triangle of each part.
static void find_middles(const wend_surface_view *view, wend_parts *parts) {
    for (int64_t k = 0; k < parts->list.count; k++) {
        wend_part *part = &parts->list.data[k];
        if (part->largest < 0)
            continue;
        const int32_t *v = view->triangles[part->largest].v;
        const wend_point3 *a = &view->vertices[v[0]], *b = &view->vertices[v[1]], *c = &view->vertices[v[2]];
        double ground[3] = {(double)a->x + b->x + c->x, (double)a->y + b->y + c->y, (double)a->z + b->z + c->z};
        for (int axis = 0; axis < 3; axis++)
            ground[axis] = view->lattice.origin[axis] + view->lattice.step * (ground[axis] / 3);
        wend_scene_from_ground(view->lattice.up, ground, part->at);
    }
}

// False when memory is short, like those below.
static bool list_surface(wend_context *context, const wend_nav *nav, wend_parts *parts) {
    work w = {.context = context, .surface = wend_surface_look(wend_nav_surface(nav))};
    bool linked = wend_nav_links(nav) && wend_nav_plan(nav);
    bool good = linked ? list_linked(&w, nav, parts) : list_unlinked(&w, parts);
    if (good) {
        add_surface(&w, parts);
        find_middles(&w.surface, parts);
    }
    wend_array_free(context, &w.vertex_part);
    wend_array_free(context, &w.linked_part);
    wend_array_free(context, &w.part);
    return good;
}

static bool list_plan(wend_context *context, const wend_plan *plan, wend_parts *parts) {
    wend_plan_view view = wend_plan_look(plan);
    double step = view.lattice.step * view.unit;
    if (!wend_array_resize(context, &parts->list, view.component_count))
        return false;
    for (int32_t c = 0; c < view.component_count; c++) {
        const wend_plan_component *from = &view.components[c];
        double area = (double)from->area2 / 2 * step * step;
        parts->list.data[c] = (wend_part){.area = area,
                                          .plan_area = area,
                                          .triangles = from->triangles,
                                          .holes = from->cycles - 1,
                                          .points = from->points,
                                          .largest = -1};
    }
    return true;
}

// Sorts the numbers: the largest first, those of one size by their numbers.
static bool sort_parts(wend_context *context, wend_parts *parts) {
    WEND_ARRAY(wend_key) keys = {0};
    int64_t count = parts->list.count;
    bool good = wend_array_resize(context, &keys, count) && wend_array_resize(context, &parts->order, count);
    for (int64_t k = 0; k < count && good; k++) {
        keys.data[k] = (wend_key){.index = (int32_t)k};
        memcpy(&keys.data[k].key, &parts->list.data[k].area, sizeof keys.data[k].key);
        keys.data[k].key = ~keys.data[k].key; // positive numbers are in the order of their bits
    }
    good = good && wend_sort_keys(context, keys.data, count);
    for (int64_t k = 0; k < count && good; k++)
        parts->order.data[k] = keys.data[k].index;
    wend_array_free(context, &keys);
    return good;
}

wend_result wend_parts_build(wend_context *context, const wend_nav *nav, wend_parts **parts) {
    if (!wend_given(parts, context && nav) || (!wend_nav_surface(nav) && !wend_nav_plan(nav)))
        return WEND_ERROR_ARGUMENT;
    wend_parts *made = wend_allocate(context, sizeof *made);
    if (!made)
        return WEND_ERROR_MEMORY;
    *made = (wend_parts){.context = context};
    bool good = wend_nav_surface(nav) ? list_surface(context, nav, made) : list_plan(context, wend_nav_plan(nav), made);
    if (good && sort_parts(context, made))
        *parts = made;
    else
        wend_parts_destroy(made);
    return *parts ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_parts_view wend_parts_look(const wend_parts *parts) {
    if (!parts)
        return (wend_parts_view){0};
    return (wend_parts_view){
        .count = (int32_t)parts->list.count, .parts = parts->list.data, .order = parts->order.data};
}

void wend_parts_destroy(wend_parts *parts) {
    if (!parts)
        return;
    wend_array_free(parts->context, &parts->list);
    wend_array_free(parts->context, &parts->order);
    wend_release(parts->context, parts, sizeof *parts);
}

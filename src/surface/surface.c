// A surface as an object: its life, its arrays, what is derived from them.
#include "surface/surface.h"

#include "base/array.h"

#include <math.h>

const char *wend_boundary_kind_name(wend_boundary_kind kind) {
    static const char *const names[WEND_BOUNDARY_KIND_COUNT] = {"ledge", "wall", "barrier", "headroom", "slope", "cut"};
    return (int)kind >= 0 && kind < WEND_BOUNDARY_KIND_COUNT ? names[kind] : "unknown";
}

static void free_arrays(wend_surface *surface) {
    wend_context *c = surface->context;
    const wend_surface_view *v = &surface->view;
    wend_release(c, (void *)v->vertices, (size_t)v->vertex_count * sizeof *v->vertices);
    wend_release(c, (void *)v->triangles, (size_t)v->triangle_count * sizeof *v->triangles);
    wend_release(c, (void *)v->triangle_component, (size_t)v->triangle_count * sizeof *v->triangle_component);
    if (v->triangle_area)
        wend_release(c, (void *)v->triangle_area, (size_t)v->triangle_count * sizeof *v->triangle_area);
    wend_release(c, (void *)v->boundaries, (size_t)v->boundary_count * sizeof *v->boundaries);
    wend_release(c, (void *)v->components, (size_t)v->component_count * sizeof *v->components);
}

void wend_surface_destroy(wend_surface *surface) {
    if (!surface || !wend_shared_drop(&surface->shared))
        return;
    wend_context *c = surface->context;
    if (!surface->borrowed)
        free_arrays(surface);
    wend_block_destroy(surface->block);
    wend_tree_free(c, &surface->tree);
    wend_release(c, surface, sizeof *surface);
}

wend_surface_view wend_surface_look(const wend_surface *surface) {
    return surface == NULL ? (wend_surface_view){0} : surface->view;
}

// ---------------------------------------------------------------------------------------------------- measures

wend_extent wend_surface_extent(const wend_surface_view *view) {
    if (view->vertex_count == 0)
        return (wend_extent){{0, 0, 0}, {0, 0, 0}};
    wend_extent box = {view->vertices[0], view->vertices[0]};
    for (int32_t i = 1; i < view->vertex_count; i++) {
        wend_point3 p = view->vertices[i];
        box.low.x = p.x < box.low.x ? p.x : box.low.x;
        box.low.y = p.y < box.low.y ? p.y : box.low.y;
        box.low.z = p.z < box.low.z ? p.z : box.low.z;
        box.high.x = p.x > box.high.x ? p.x : box.high.x;
        box.high.y = p.y > box.high.y ? p.y : box.high.y;
        box.high.z = p.z > box.high.z ? p.z : box.high.z;
    }
    return box;
}

// Twice the area on the slope, in square lattice steps; `flat` is twice the area seen from above.
static double slope_area2(const wend_point3 *a, const wend_point3 *b, const wend_point3 *c, int64_t flat) {
    int64_t bx = (int64_t)b->x - a->x, by = (int64_t)b->y - a->y, bz = (int64_t)b->z - a->z;
    int64_t cx = (int64_t)c->x - a->x, cy = (int64_t)c->y - a->y, cz = (int64_t)c->z - a->z;
    if ((bz | cz) == 0)
        return (double)flat;
    double x = (double)(by * cz - bz * cy), y = (double)(bz * cx - bx * cz), z = (double)flat;
    return sqrt(x * x + y * y + z * z);
}

static wend_result add_triangles(const wend_surface_view *view, wend_surface_component *components) {
    for (int32_t k = 0; k < view->triangle_count; k++) {
        const int32_t *v = view->triangles[k].v;
        const wend_point3 *a = &view->vertices[v[0]], *b = &view->vertices[v[1]], *c = &view->vertices[v[2]];
        wend_surface_component *sum = &components[view->triangle_component[k]];
        int64_t flat = wend_cross3(a, b, c);
        if (flat > 0 ? sum->area2 > INT64_MAX - flat : sum->area2 < INT64_MIN - flat)
            return WEND_ERROR_LIMIT;
        if (sum->triangles++ == 0)
            sum->first = k;
        sum->area2 += flat;
        sum->area += slope_area2(a, b, c, flat);
    }
    return WEND_OK;
}

wend_result wend_surface_measure(const wend_surface_view *view, const wend_extent *extent,
                                 wend_surface_component *components, double *area, double min[3], double max[3]) {
    for (int32_t k = 0; k < view->component_count; k++)
        components[k] = (wend_surface_component){0};
    wend_result result = add_triangles(view, components);
    int32_t seen = 0; // cycles are numbered by their lowest edge, so a new highest number is a new cycle
    for (int32_t b = 0; b < view->boundary_count; b++)
        if (view->boundaries[b].cycle == seen) {
            components[view->triangle_component[view->boundaries[b].edge / 3]].cycles++;
            seen++;
        }
    double side = view->lattice.step * view->lattice.unit;
    *area = 0;
    for (int32_t k = 0; k < view->component_count; k++) {
        components[k].area = components[k].area / 2 * side * side;
        *area += components[k].area;
    }
    double low[3] = {0}, high[3] = {0};
    if (view->vertex_count > 0) {
        wend_lattice3_place(&view->lattice, extent->low, low);
        wend_lattice3_place(&view->lattice, extent->high, high);
    }
    for (int i = 0; i < 3; i++) { // an axis of the scene may run against that of the ground
        min[i] = low[i] < high[i] ? low[i] : high[i];
        max[i] = low[i] < high[i] ? high[i] : low[i];
    }
    return result;
}

// ---------------------------------------------------------------------------------------------------- tree

static wend_box triangle_box(const void *user, int32_t triangle) {
    const wend_surface_view *view = user;
    const int32_t *v = view->triangles[triangle].v;
    wend_point p[3];
    for (int i = 0; i < 3; i++)
        p[i] = (wend_point){view->vertices[v[i]].x, view->vertices[v[i]].y};
    return wend_box_around(p[0], p[1], p[2]);
}

bool wend_surface_index(wend_surface *surface) {
    return wend_tree_build(surface->context, surface->view.triangle_count, triangle_box, &surface->view,
                           &surface->tree);
}

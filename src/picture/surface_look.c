// How surfaces look. See surface_look.h.
#include "picture/surface_look.h"

#include "base/platform.h"
#include "base/sort.h"

#include <string.h>

static double channel(uint32_t colour, int shift) {
    return (double)(colour >> shift & 255);
}

uint32_t wend_surface_tint(double height) {
    static const uint32_t stops[] = {0x93d6a3ff, 0x78cfb4ff, 0x6fc3d2ff, 0x7fb0e6ff, 0x9aa2eaff};
    enum { LAST = sizeof stops / sizeof stops[0] - 1 };
    double at = (height < 0 ? 0 : height > 1 ? 1 : height) * LAST;
    int stop = at < LAST ? (int)at : LAST - 1;
    uint32_t colour = 255;
    for (int shift = 8; shift <= 24; shift += 8) {
        double low = channel(stops[stop], shift), high = channel(stops[stop + 1], shift);
        colour |= (uint32_t)(low + (high - low) * (at - stop) + 0.5) << shift;
    }
    return colour;
}

uint32_t wend_colour_scale(uint32_t colour, double share) {
    uint32_t scaled = colour & 255;
    for (int shift = 8; shift <= 24; shift += 8) {
        double value = channel(colour, shift) * share + 0.5;
        scaled |= (value < 255 ? (uint32_t)value : 255) << shift;
    }
    return scaled;
}

uint32_t wend_boundary_colour(wend_boundary_kind kind) {
    switch (kind) {
    case WEND_BOUNDARY_LEDGE:
        return 0x28485cff;
    case WEND_BOUNDARY_WALL:
        return 0xcf3f3fff;
    case WEND_BOUNDARY_BARRIER:
        return 0xf08a24ff;
    case WEND_BOUNDARY_HEADROOM:
        return 0x8a3fa0ff;
    case WEND_BOUNDARY_SLOPE:
        return 0x8a6a3aff;
    default:
        return 0x7d8790ff;
    }
}

const char *wend_boundary_word(wend_boundary_kind kind) {
    return kind == WEND_BOUNDARY_HEADROOM ? "low headroom"
           : kind == WEND_BOUNDARY_SLOPE  ? "too steep"
           : kind == WEND_BOUNDARY_CUT    ? "border of a tile"
                                          : wend_boundary_kind_name(kind);
}

double wend_component_shade(int32_t component) {
    return 0.97 + 0.015 * (double)((uint32_t)component * 3 % 5);
}

void wend_surface_heights(const wend_surface_view *view, double *low, double *high) {
    *low = *high = view->vertex_count > 0 ? view->vertices[0].z : 0;
    for (int32_t v = 1; v < view->vertex_count; v++) {
        double z = view->vertices[v].z;
        *low = z < *low ? z : *low;
        *high = z > *high ? z : *high;
    }
}

double wend_surface_rise(const wend_surface_view *view, double low, double high, double height) {
    double metre = 1 / (view->lattice.step * view->lattice.unit), range = high - low;
    range = range > WEND_SURFACE_RISE * metre ? range : WEND_SURFACE_RISE * metre;
    return (height - low) / range;
}

// ---------------------------------------------------------------------------------------------------- groups

static int compare_areas(const void *a, const void *b, const void *user) {
    const wend_surface_component *components = user;
    double p = components[*(const int32_t *)a].area, q = components[*(const int32_t *)b].area;
    return p > q ? -1 : p < q;
}

static int32_t *take(wend_context *context, int32_t count) {
    return wend_allocate_array(context, (int64_t)count + 1, sizeof(int32_t));
}

static bool fill(wend_surface_groups *g, const wend_surface_view *view, int32_t *next) {
    for (int32_t k = 0; k < g->component_count; k++)
        g->order[k] = k;
    if (!wend_sort(g->context, g->order, g->component_count, sizeof *g->order, compare_areas, view->components))
        return false;
    memset(next, 0, ((size_t)g->component_count + 1) * sizeof *next);
    for (int32_t t = 0; t < g->triangle_count; t++)
        next[view->triangle_component[t]]++;
    g->starts[0] = 0;
    for (int32_t k = 0; k < g->component_count; k++) {
        g->starts[k + 1] = g->starts[k] + next[g->order[k]];
        next[g->order[k]] = g->starts[k];
    }
    for (int32_t t = 0; t < g->triangle_count; t++)
        g->triangles[next[view->triangle_component[t]]++] = t;
    return true;
}

bool wend_surface_groups_make(wend_context *context, const wend_surface_view *view, wend_surface_groups *groups) {
    *groups = (wend_surface_groups){
        .context = context, .component_count = view->component_count, .triangle_count = view->triangle_count};
    int32_t *next = take(context, view->component_count);
    groups->order = take(context, view->component_count);
    groups->starts = take(context, view->component_count);
    groups->triangles = take(context, view->triangle_count);
    bool good = next && groups->order && groups->starts && groups->triangles && fill(groups, view, next);
    wend_release(context, next, ((size_t)view->component_count + 1) * sizeof *next);
    return good;
}

void wend_surface_groups_free(wend_surface_groups *groups) {
    size_t components = ((size_t)groups->component_count + 1) * sizeof(int32_t);
    wend_release(groups->context, groups->order, components);
    wend_release(groups->context, groups->starts, components);
    wend_release(groups->context, groups->triangles, ((size_t)groups->triangle_count + 1) * sizeof(int32_t));
}

// Links made from arrays that lie somewhere else: in a loaded file.
//
// wend_links_check proves that the complex is one and that links fit the surface. What it takes for granted is looked
// at here first: ranges of numbers, and indices that nothing but people's questions follow.
#include "link/links.h"

#include "base/array.h"
#include "geom/mesh.h"
#include "surface/surface.h"

static bool is_coordinate(int32_t x) {
    return x >= -WEND_COORDINATE_MAX && x <= WEND_COORDINATE_MAX;
}

static bool is_measure(double x) {
    return x - x == 0 && x >= 0;
}

static bool is_finite(const double *x, int count) {
    for (int i = 0; i < count; i++)
        if (x[i] - x[i] != 0)
            return false;
    return true;
}

static bool are_places_sound(const wend_links_view *v) {
    for (int32_t i = 0; i < v->vertex_count; i++)
        if (!is_coordinate(v->vertices[i].x) || !is_coordinate(v->vertices[i].y) ||
            v->vertex_flags[i] > (WEND_LINKED_BOUNDARY | WEND_LINKED_FEATURE))
            return false;
    for (int32_t t = 0; t < v->triangle_count; t++)
        for (int i = 0; i < 3; i++)
            if (!is_coordinate(v->triangles[t].z[i]))
                return false;
    for (int32_t k = 0; k < v->interval_count; k++)
        for (int i = 0; i < 2; i++) {
            wend_point3 p = v->intervals[k].ends[i];
            if (!is_coordinate(p.x) || !is_coordinate(p.y) || !is_coordinate(p.z))
                return false;
        }
    return true;
}

static bool are_links_sound(const wend_links_view *v, int32_t triangles) {
    for (int32_t k = 0; k < v->link_count; k++) {
        const wend_link *l = &v->links[k];
        if (!wend_in_range((int64_t)l->kind, WEND_LINK_KIND_COUNT) || l->landing < -1 || l->landing >= triangles ||
            !is_measure(l->height) || !is_measure(l->barrier) || !is_measure(l->distance) || !is_measure(l->width) ||
            !is_finite(l->direction, 2))
            return false;
    }
    for (int32_t k = 0; k < v->interval_count; k++) {
        const wend_link_interval *i = &v->intervals[k];
        if (!wend_in_range(i->side, 2) || !(i->from >= 0 && i->from <= 1) || !(i->to >= 0 && i->to <= 1))
            return false;
    }
    return true;
}

static bool are_boundaries_sound(const wend_links_view *v) {
    for (int32_t b = 0; b < v->boundary_count; b++) {
        const wend_linked_boundary *e = &v->boundaries[b];
        if (e->kind >= WEND_BOUNDARY_KIND_COUNT || e->boundary < -1 || e->reserved[0] || e->reserved[1] ||
            e->reserved[2] || (b > 0 && e->edge <= v->boundaries[b - 1].edge))
            return false;
    }
    return v->triangle_count >= 1 && wend_in_range(v->filler_first, (int64_t)v->triangle_count + 1) &&
           v->cycle_count >= 0;
}

wend_result wend_links_adopt(wend_context *context, const wend_links_view *arrays, const wend_surface *surface,
                             bool proven, wend_links **links, wend_report *report) {
    *links = NULL;
    if (!are_places_sound(arrays) || !are_links_sound(arrays, wend_surface_look(surface).triangle_count) ||
        !are_boundaries_sound(arrays)) {
        wend_finding f = wend_finding_make("links-range", WEND_ERROR, "a number of the links is out of range");
        wend_report_add(report, &f);
        return WEND_ERROR_INVALID;
    }
    wend_links *made = wend_allocate(context, sizeof *made);
    if (!made)
        return WEND_ERROR_MEMORY;
    *made = (wend_links){.context = context, .surface = wend_surface_hold(surface), .view = *arrays, .borrowed = true};
    made->view.triangle_area = NULL;
    wend_result result = proven ? wend_links_check(context, made, surface, NULL, report)
                                : wend_links_check_local(context, made, surface, report);
    if (result == WEND_OK) {
        wend_surface_view view = wend_surface_look(surface);
        result = wend_links_find_areas(made, &view);
    }
    if (result == WEND_OK)
        *links = made;
    else
        wend_links_destroy(made);
    return result;
}

// Artifacts in three dimensions, as plain arrays: see wend_relief in wend/picture.h.
//
// What there is to show of a plan is gathered as for pictures of storeys (storeys.h), with lines laid on the ground,
// and its polygons cut into triangles. A surface is shown as it is.
#include "geom/polygon.h"
#include "picture/storeys.h"
#include "picture/surface_look.h"

#include <string.h>

struct wend_relief {
    wend_context *context;
    bool failed; // memory ran short
    wend_up up;
    double unit;
    WEND_ARRAY(double) places;
    WEND_ARRAY(int32_t) indices;
    WEND_ARRAY(wend_relief_part) parts;
    wend_polygon polygon;
};

// ---------------------------------------------------------------------------------------------------- parts

static void add_place(wend_relief *r, const double place[3]) {
    for (int k = 0; k < 3; k++)
        r->failed |= !wend_array_push(r->context, &r->places, place[k]);
}

static void add_index(wend_relief *r, int32_t index) {
    r->failed |= !wend_array_push(r->context, &r->indices, index);
    if (!r->failed)
        r->parts.data[r->parts.count - 1].count++;
}

static void begin_part(wend_relief *r, const char *noun, int32_t layer, uint32_t colour, double width) {
    wend_relief_part part = {.noun = noun, .layer = layer, .colour = colour, .width = width, .first = r->indices.count};
    r->failed |= !wend_array_push(r->context, &r->parts, part);
}

// ---------------------------------------------------------------------------------------------------- storeys

static void add_face(wend_relief *r, const wend_storeys *s, const wend_storey_face *face, const double *seen) {
    bool clean;
    r->polygon.corners.count = 0;
    for (int32_t i = 0; i < face->count; i++)
        r->failed |= !wend_array_push(r->context, &r->polygon.corners, s->corners.data[face->first + i]);
    if (r->failed || wend_polygon_cut(r->context, &r->polygon, seen, &clean) != WEND_OK) {
        r->failed = true;
        return;
    }
    for (int64_t k = 0; k < r->polygon.triangles.count; k++)
        add_index(r, r->polygon.triangles.data[k]);
}

static void add_storeys(wend_relief *r, const wend_storeys *s, const double *seen) {
    for (int64_t k = 0; k < s->places.count && !r->failed; k += 3) {
        double place[3];
        wend_scene_from_ground(s->up, s->places.data + k, place);
        add_place(r, place);
    }
    for (int64_t k = 0; k < s->parts.count && !r->failed; k++) {
        const wend_storey_part *part = &s->parts.data[k];
        begin_part(r, part->noun, part->layer, part->colour, part->width);
        for (int64_t f = part->first; f < part->first + part->count && !r->failed; f++) {
            const wend_storey_face *face = &s->faces.data[f];
            if (part->width == 0)
                add_face(r, s, face, seen);
            for (int32_t i = 0; i < 2 && part->width > 0; i++)
                add_index(r, s->corners.data[face->first + i]);
        }
    }
}

static void show_storeys(wend_relief *r, const wend_nav *nav, wend_export_kind kind, const wend_relief_def *def) {
    wend_storeys s;
    wend_result result = wend_storeys_gather(r->context, nav, kind, def->layer, &def->raise, &s);
    size_t bytes = ((size_t)s.places.count + 1) * sizeof(double);
    double *seen = wend_allocate_array(r->context, s.places.count + 1, sizeof *seen); // from above
    r->failed = result != WEND_OK || !seen;
    for (int64_t k = 0; k < s.places.count && !r->failed; k++)
        seen[k] = k % 3 < 2 ? s.places.data[k] : 0;
    r->up = s.up;
    r->unit = s.unit;
    if (!r->failed)
        add_storeys(r, &s, seen);
    wend_release(r->context, seen, bytes);
    wend_storeys_free(&s);
}

// ---------------------------------------------------------------------------------------------------- surfaces

static void add_boundaries(wend_relief *r, const wend_surface_view *view) {
    for (int kind = 0; kind < WEND_BOUNDARY_KIND_COUNT; kind++) {
        bool begun = false;
        for (int32_t b = 0; b < view->boundary_count && !r->failed; b++) {
            int32_t e = view->boundaries[b].edge;
            if (view->boundaries[b].kind != kind)
                continue;
            if (!begun)
                begin_part(r, wend_boundary_kind_name((wend_boundary_kind)kind), -1,
                           wend_boundary_colour((wend_boundary_kind)kind), 1);
            begun = true;
            for (int i = 0; i < 2; i++)
                add_index(r, view->triangles[e / 3].v[(e % 3 + i) % 3]);
        }
    }
}

static void show_surface(wend_relief *r, const wend_surface *surface) {
    wend_surface_view view = wend_surface_look(surface);
    wend_surface_groups groups;
    double low, high;
    r->up = view.lattice.up;
    r->unit = view.lattice.unit;
    wend_surface_heights(&view, &low, &high);
    for (int32_t v = 0; v < view.vertex_count && !r->failed; v++) {
        double place[3];
        wend_lattice3_place(&view.lattice, view.vertices[v], place);
        add_place(r, place);
    }
    r->failed |= !wend_surface_groups_make(r->context, &view, &groups);
    for (int32_t k = 0; k < view.component_count && !r->failed; k++) {
        double height = 0; // of its first triangle
        const int32_t *first = view.triangles[groups.triangles[groups.starts[k]]].v;
        for (int i = 0; i < 3; i++)
            height += view.vertices[first[i]].z / 3.0;
        begin_part(r, "component", -1, wend_surface_tint(wend_surface_rise(&view, low, high, height)), 0);
        for (int32_t t = groups.starts[k]; t < groups.starts[k + 1] && !r->failed; t++)
            for (int i = 0; i < 3; i++)
                add_index(r, view.triangles[groups.triangles[t]].v[i]);
    }
    wend_surface_groups_free(&groups);
    add_boundaries(r, &view);
}

// ---------------------------------------------------------------------------------------------------- all of it

wend_relief_def wend_default_relief_def(void) {
    return (wend_relief_def){.layer = -1, .raise = 0.02};
}

static wend_result refuse(wend_report *report, wend_result result, const char *text) {
    wend_finding finding = wend_finding_make("relief", WEND_ERROR, "%s", text);
    wend_report_add(report, &finding);
    return result;
}

bool wend_nav_shows(const wend_nav *nav, wend_export_kind kind) {
    bool plan = wend_nav_plan(nav) != NULL;
    switch (kind) {
    case WEND_EXPORT_WALKABLE:
        return wend_nav_surface(nav) != NULL;
    case WEND_EXPORT_LINKS:
        return plan && wend_nav_links(nav) != NULL;
    case WEND_EXPORT_PLAN:
        return plan;
    case WEND_EXPORT_CELLS:
    case WEND_EXPORT_PORTALS:
        return plan && wend_nav_cells(nav) != NULL;
    case WEND_EXPORT_MEDIAL:
        return plan && wend_nav_medial(nav) != NULL;
    default:
        return false;
    }
}

static wend_result check_def(const wend_nav *nav, wend_export_kind kind, const wend_relief_def *def,
                             wend_report *report) {
    if (!wend_nav_shows(nav, kind))
        return refuse(report, WEND_ERROR_UNSUPPORTED, "the nav does not hold that.");
    int32_t layers = kind == WEND_EXPORT_WALKABLE ? 0 : wend_plan_look(wend_nav_plan(nav)).layer_count;
    if (def->layer < -1 || def->layer >= layers)
        return refuse(report, WEND_ERROR_ARGUMENT, "layer: there is no such layer.");
    if (!(def->raise >= -1000 && def->raise <= 1000))
        return refuse(report, WEND_ERROR_ARGUMENT, "raise: expected -1000 to 1000 metres.");
    return WEND_OK;
}

wend_result wend_relief_build(wend_context *context, const wend_nav *nav, wend_export_kind kind,
                              const wend_relief_def *def, wend_relief **relief, wend_report *report) {
    wend_relief_def used = def ? *def : wend_default_relief_def();
    if (relief)
        *relief = NULL;
    if (!context || !nav || !relief)
        return WEND_ERROR_ARGUMENT;
    wend_result result = check_def(nav, kind, &used, report);
    if (result != WEND_OK)
        return result;
    wend_relief *made = wend_allocate(context, sizeof *made);
    if (!made)
        return WEND_ERROR_MEMORY;
    *made = (wend_relief){.context = context};
    if (kind == WEND_EXPORT_WALKABLE)
        show_surface(made, wend_nav_surface(nav));
    else
        show_storeys(made, nav, kind, &used);
    wend_polygon_free(context, &made->polygon);
    if (made->failed) {
        wend_relief_destroy(made);
        return WEND_ERROR_MEMORY;
    }
    *relief = made;
    return WEND_OK;
}

void wend_relief_destroy(wend_relief *relief) {
    if (!relief)
        return;
    wend_array_free(relief->context, &relief->places);
    wend_array_free(relief->context, &relief->indices);
    wend_array_free(relief->context, &relief->parts);
    wend_release(relief->context, relief, sizeof *relief);
}

wend_relief_view wend_relief_look(const wend_relief *relief) {
    return (wend_relief_view){relief->up,
                              relief->unit,
                              (int32_t)(relief->places.count / 3),
                              relief->places.data,
                              relief->indices.count,
                              relief->indices.data,
                              (int32_t)relief->parts.count,
                              relief->parts.data};
}

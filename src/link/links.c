// Links of a surface: the stages in order, and what does not need them.
//
//     rims      the boundary edges, where nothing stands on them                    rim.c, room.c
//     loops     what runs around one hole, or around all of a floor                 loop.c
//     steps     what coincides seen from above is joined                            step.c
//     gaps      what is apart is joined by strips of fillers                        gap.c, seed.c, opening.c, ladder.c, lay.c, fill.c
//     slits     what is left open between boundaries that nearly coincide is closed   slit.c
//     holes     loops that enclose no more than a gap are filled                    hole.c
//     drops     ways down from what is still boundary                               drop.c
//     assemble  the complex in its final order, links with their measures           assemble.c
//     flights   risers that follow each other                                       flight.c
#include "link/links.h"

#include "base/context.h"
#include "link/fill.h"
#include "link/flight.h"
#include "link/stages.h"
#include "surface/surface.h"

enum { COARSE = 16 }; // lattice steps: links are told to two of them

wend_links_def wend_default_links_def(void) {
    return (wend_links_def){.height = 1.8, .step = 0.4, .gap = 0.3};
}

const char *wend_link_kind_name(wend_link_kind kind) {
    static const char *const names[WEND_LINK_KIND_COUNT] = {"seam", "step", "gap", "hole", "drop"};
    return kind >= 0 && kind < WEND_LINK_KIND_COUNT ? names[kind] : "unknown";
}

wend_links_view wend_links_look(const wend_links *links) {
    return links->view;
}

static void give_back(wend_context *context, const void *block, int64_t count, size_t element) {
    wend_release(context, (void *)(uintptr_t)block, (size_t)count * element);
}

void wend_links_destroy(wend_links *links) {
    if (!links)
        return;
    const wend_links_view *v = &links->view;
    wend_context *c = links->context;
    if (links->borrowed) {
        wend_release(c, links, sizeof *links);
        return;
    }
    give_back(c, v->links, v->link_count, sizeof *v->links);
    give_back(c, v->intervals, v->interval_count, sizeof *v->intervals);
    give_back(c, v->flights, v->flight_count, sizeof *v->flights);
    give_back(c, v->flight_links, v->flight_link_count, sizeof *v->flight_links);
    give_back(c, v->vertices, v->vertex_count, sizeof *v->vertices);
    give_back(c, v->vertex_flags, v->vertex_count, sizeof *v->vertex_flags);
    give_back(c, v->triangles, v->triangle_count, sizeof *v->triangles);
    give_back(c, v->triangle_component, v->triangle_count, sizeof *v->triangle_component);
    give_back(c, v->boundaries, v->boundary_count, sizeof *v->boundaries);
    give_back(c, v->joins, v->join_count, sizeof *v->joins);
    give_back(c, v->components, v->component_count, sizeof *v->components);
    wend_release(c, links, sizeof *links);
}

uint64_t wend_links_hash(const wend_links_view *v) {
    uint64_t h = wend_hash(0, &v->surface_hash, sizeof v->surface_hash);
    const double limits[4] = {v->def.height, v->def.step, v->def.gap, v->def.drop};
    h = wend_hash(h, limits, sizeof limits);
    for (int32_t k = 0; k < v->link_count; k++)
        h = wend_hash(h, &v->links[k].id, sizeof v->links[k].id);
    // Corners count from the first vertex, so that moving everything by whole steps changes nothing.
    for (int32_t t = 0; t < v->triangle_count; t++) {
        const wend_linked_triangle *f = &v->triangles[t];
        for (int i = 0; i < 3; i++) {
            int32_t at[4] = {v->vertices[f->v[i]].x, v->vertices[f->v[i]].y, f->z[i], f->twin[i]};
            h = wend_hash(h, at, sizeof at);
        }
    }
    return h;
}

// ---------------------------------------------------------------------------------------------------- finding

static wend_result refuse(wend_report *report, const char *code, const char *text) {
    wend_finding f = wend_finding_make(code, WEND_ERROR, "%s", text);
    wend_report_add(report, &f);
    return WEND_ERROR_ARGUMENT;
}

static wend_result check_def(const wend_links_def *def, wend_report *report) {
    if (!(def->height > 0 && def->height <= 1e9))
        return refuse(report, "links-height", "height must be more than 0 and at most 1e9 metres");
    if (!(def->step >= 0 && def->step < def->height / 2))
        return refuse(report, "links-step", "step must be at least 0 and less than half the height");
    if (!(def->gap >= 0 && def->gap < def->height / 2))
        return refuse(report, "links-gap", "gap must be at least 0 and less than half the height");
    if (!(def->drop >= 0 && def->drop <= 1e9))
        return refuse(report, "links-drop", "drop must be 0 metres or more");
    return WEND_OK;
}

// Tells when links are about as small as rounding.
static void warn_of_coarse(const wend_linking *l, wend_report *report) {
    double least = l->step > 0 && (l->step < l->gap || !(l->gap > 0)) ? l->step : l->gap; // in lattice steps
    if (!(least > 0) || least >= COARSE)
        return;
    wend_finding f =
        wend_finding_make("links-coarse", WEND_WARNING,
                          "the surface's lattice is coarse for this step and gap: links may be missing, or "
                          "pass what is a few lattice steps thick; extract it with a smaller lattice");
    f.has_measure = true;
    f.measured = l->surface->lattice.step * l->surface->lattice.unit;
    f.limit = f.measured * least / COARSE;
    wend_report_add(report, &f);
}

static bool same_lattice(const wend_lattice3 *a, const wend_lattice3 *b) {
    return a->origin[0] == b->origin[0] && a->origin[1] == b->origin[1] && a->origin[2] == b->origin[2] &&
           a->step == b->step && a->unit == b->unit && a->up == b->up;
}

// Takes the scene's triangles on the surface's lattice, with a tree over them: those that the surface kept, or new ones
// in `own`.
static wend_result find_faces(wend_linking *l, const wend_scene *scene, const wend_faces *kept, wend_faces *own,
                              wend_report *report) {
    l->room.faces = kept;
    if (kept && wend_faces_are_of(kept, scene))
        return WEND_OK;
    l->room.faces = own;
    wend_result result = wend_faces_prepare_all(l->context, scene, l->surface->lattice.step, l->def.height, own);
    if (result == WEND_ERROR_EMPTY || result == WEND_ERROR_RANGE ||
        (result == WEND_OK && !same_lattice(&own->lattice, &l->surface->lattice)))
        return refuse(report, "links-scene", "the scene is not the one that the surface was extracted from");
    return result;
}

static bool clear_barriers(wend_linking *l) {
    if (!wend_array_resize(l->context, &l->barrier, l->surface->boundary_count))
        return false;
    for (int64_t b = 0; b < l->barrier.count; b++)
        l->barrier.data[b] = WEND_NO_BARRIER;
    return true;
}

static wend_result find_fillers(wend_linking *l) {
    wend_filled filled = {0};
    wend_result result = clear_barriers(l) ? WEND_OK : WEND_ERROR_MEMORY;
    if (result == WEND_OK)
        result = wend_filled_make(l, &filled);
    if (result == WEND_OK)
        result = wend_link_gaps(l, &filled, WEND_GAPS_AWAITED);
    if (result == WEND_OK)
        result = wend_link_postponed(l);
    if (result == WEND_OK)
        result = wend_link_slits(l);
    if (result == WEND_OK)
        result = wend_link_gaps(l, &filled, WEND_GAPS_BETWEEN);
    if (result == WEND_OK)
        result = wend_link_holes(l, &filled);
    if (result == WEND_OK)
        result = wend_link_gaps(l, &filled, WEND_GAPS_WITHIN);
    if (result == WEND_OK)
        result = wend_link_corners(l, &filled);
    if (result == WEND_OK)
        result = wend_link_holes(l, &filled); // what ladders left between them
    if (result == WEND_OK)
        result = wend_link_slits(l);
    filled.l = l;
    wend_filled_free(&filled);
    return result;
}

static wend_result find(wend_linking *l, wend_links **links) {
    wend_result result = wend_rims_find(l->context, l->surface, &l->room, &l->rims);
    if (result == WEND_OK && (!wend_web_make(l->context, l->surface, &l->web) || !wend_loops_find(l)))
        result = WEND_ERROR_MEMORY;
    if (result == WEND_OK)
        result = wend_link_steps(l);
    if (result == WEND_OK)
        result = find_fillers(l);
    if (result == WEND_OK)
        result = wend_link_drops(l);
    if (result == WEND_OK && wend_pause(l->context, "link", 0.9))
        result = WEND_ERROR_CANCELLED;
    if (result == WEND_OK)
        result = wend_links_assemble(l, links);
    return result;
}

wend_result wend_links_find(wend_context *context, const wend_scene *scene, const wend_surface *surface,
                            const wend_links_def *def, wend_links **links, wend_report *report) {
    *links = NULL;
    wend_links_def chosen = def ? *def : wend_default_links_def();
    wend_result result = check_def(&chosen, report);
    if (result != WEND_OK)
        return result;
    wend_surface_view view = wend_surface_look(surface);
    double metres = view.lattice.step * view.lattice.unit;
    wend_faces own = {0};
    wend_linking l = {.context = context,
                      .surface = &view,
                      .floors = &surface->tree,
                      .def = chosen,
                      .step = chosen.step / metres,
                      .gap = chosen.gap / metres,
                      .height = chosen.height / metres,
                      .drop = chosen.drop / metres};
    warn_of_coarse(&l, report);
    l.web.context = context;
    l.room = (wend_room){.context = context, .step = l.step, .height = l.height, .gap = l.gap};
    result = find_faces(&l, scene, surface->faces, &own, report);
    if (result == WEND_OK)
        result = find(&l, links);
    if (result == WEND_OK && report && !wend_flights_tell_steep(&l, &(*links)->view, report)) {
        wend_links_destroy(*links);
        *links = NULL;
        result = WEND_ERROR_MEMORY;
    }
    wend_web_free(&l.web);
    wend_rims_free(context, &l.rims);
    wend_array_free(context, &l.pinches);
    wend_array_free(context, &l.touching);
    wend_array_free(context, &l.loop);
    wend_array_free(context, &l.loop_next);
    wend_array_free(context, &l.loop_previous);
    wend_array_free(context, &l.around_hole);
    wend_array_free(context, &l.group);
    wend_array_free(context, &l.postponed);
    wend_array_free(context, &l.awaited);
    wend_array_free(context, &l.barrier);
    wend_room_free(&l.room);
    wend_faces_free(context, &own);
    return result;
}

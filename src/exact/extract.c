// A scene becomes a surface.
//
//     faces     the scene's triangles on the lattice, and a tree over them            faces.c
//     edges     which sides the floors among them share                               edges.c
//     cut       each floor, less what everything above takes away                     clip.c, cut.c, cut_floors.c
//     join      the pieces, made to fit along the sides that they share               bend.c, join.c
//     untwist   corners where a fold is too narrow to be cut                          surface/untwist.c
//     weld      cracks and T-junctions of the scene                                   surface/weld.c
//     filter    floors inside solids, small ones, those without a seed                filter.c
//     simplify  vertices that mean nothing                                            surface/simplify.c
//     mend      vertices that hang in ledges, where there is no room for a crack      surface/mend.c
//     trim      boundaries, inward, to have fewer vertices; only when asked for       surface/trim.c
//     doubles   slivers that were drawn together until they are the same              surface/doubles.c
#include "base/context.h"
#include "exact/filter.h"
#include "exact/join.h"
#include "exact/winding.h"
#include "surface/surface.h"

wend_exact_def wend_default_exact_def(void) {
    return (wend_exact_def){.height = 1.8, .slope = 0.78539816339744830962, .weld = 0.001};
}

static wend_result refuse(wend_report *report, const char *code, const char *text) {
    wend_finding f = wend_finding_make(code, WEND_ERROR, "%s", text);
    wend_report_add(report, &f);
    return WEND_ERROR_ARGUMENT;
}

static wend_result check_def(const wend_exact_def *def, wend_report *report) {
    if (!(def->height > 0 && def->height <= 1e9))
        return refuse(report, "exact-height", "height must be more than 0 and at most 1e9 metres");
    if (!(def->slope >= 0 && def->slope < 1.57079))
        return refuse(report, "exact-slope", "slope must be at least 0 and at most 89.999 degrees");
    if (!(def->lattice >= 0 && def->lattice <= 1e9))
        return refuse(report, "exact-lattice",
                      "lattice must be a step of more than 0 and at most 1e9, or 0 for the default");
    if (!(def->weld >= 0 && def->weld <= 1e6))
        return refuse(report, "exact-weld", "weld must be a distance of 0 or more, in metres");
    if (!(def->simplify >= 0 && def->simplify <= 1e6))
        return refuse(report, "exact-simplify", "simplify must be a distance of 0 or more, in metres");
    if (!(def->min_area >= 0))
        return refuse(report, "exact-min-area", "min_area must be 0 or more, in square metres");
    if (def->seed_count < 0 || (def->seed_count > 0 && !def->seeds))
        return refuse(report, "exact-seeds", "seed_count must be the number of seeds");
    return WEND_OK;
}

static wend_result refuse_empty(const wend_exact_def *def, wend_report *report) {
    wend_finding f = wend_finding_make("nothing-walkable", WEND_ERROR, "nothing is left to walk on: %s",
                                       def->seed_count > 0 ? "no seed stands on a floor that is large enough"
                                                           : "everything flat enough lies under something, or was "
                                                             "filtered out");
    wend_report_add(report, &f);
    return WEND_ERROR_EMPTY;
}

static bool is_empty(const wend_raw *raw) {
    for (int64_t t = 0; t < raw->triangles.count; t++)
        if (raw->triangles.data[t].source >= 0)
            return false;
    return true;
}

static wend_result extract(wend_context *context, const wend_faces *faces, const wend_exact_def *def, wend_raw *raw,
                           wend_report *report) {
    wend_result result = wend_cut_and_join(context, faces, raw);
    if (result == WEND_OK)
        result = wend_raw_untwist(context, raw);
    // Pieces of coincident floors meet to within the rounding of two sides, which is closed in any case.
    double weld = def->weld / (faces->lattice.step * faces->lattice.unit);
    int64_t closed = 0;
    wend_stage_part(context, "weld", 0.8, 0.9);
    if (result == WEND_OK && wend_pause(context, "weld", 0))
        result = WEND_ERROR_CANCELLED;
    if (result == WEND_OK)
        result = wend_raw_weld(context, raw, weld > 2 ? weld : 2, &closed);
    if (result == WEND_OK && !def->two_sided && !wend_tell_inside_out(context, faces, raw, report))
        result = WEND_ERROR_MEMORY;
    if (result == WEND_OK)
        result = wend_filter(context, faces, def, raw, report);
    if (result == WEND_OK)
        result = wend_raw_simplify(context, raw);
    if (result == WEND_OK)
        result = wend_raw_mend(context, raw);
    if (result == WEND_OK && is_empty(raw))
        result = refuse_empty(def, report);
    if (result == WEND_OK && !def->two_sided && !wend_tell_mixed_winding(context, faces, raw, report))
        result = WEND_ERROR_MEMORY;
    if (result == WEND_OK && def->simplify > 0)
        result = wend_raw_trim(context, raw, def->simplify / (faces->lattice.step * faces->lattice.unit));
    if (result == WEND_OK && def->simplify > 0)
        result = wend_raw_simplify(context, raw);
    if (result == WEND_OK)
        result = wend_raw_drop_doubles(context, raw);
    return result;
}

static void destroy_faces(wend_context *context, wend_faces *faces) {
    wend_faces_free(context, faces);
    wend_release(context, faces, sizeof *faces);
}

// Hands the faces over to a surface, without what only the extraction needs; it is destroyed when that fails.
static wend_result keep_faces(wend_context *context, wend_faces *faces, wend_surface **surface) {
    wend_faces *kept = wend_allocate(context, sizeof *kept);
    if (!kept) {
        wend_surface_destroy(*surface);
        *surface = NULL;
        return WEND_ERROR_MEMORY;
    }
    wend_array_free(context, &faces->floors);
    wend_array_free(context, &faces->steep);
    *kept = *faces;
    *faces = (wend_faces){0};
    (*surface)->faces = kept;
    (*surface)->destroy_faces = destroy_faces;
    return WEND_OK;
}

static wend_result extract_surface(wend_context *context, const wend_scene *scene, const wend_exact_def *def,
                                   wend_surface **surface, wend_report *report) {
    *surface = NULL;
    wend_exact_def chosen = def ? *def : wend_default_exact_def();
    wend_result result = check_def(&chosen, report);
    if (result != WEND_OK)
        return result;
    wend_faces faces = {0};
    wend_raw raw = {0};
    result = wend_faces_prepare(context, scene, &chosen, &faces, report);
    if (result == WEND_OK)
        result = extract(context, &faces, &chosen, &raw, report);
    if (!chosen.keep_scene)
        wend_faces_free(context, &faces);
    if (result == WEND_OK)
        result = wend_surface_from_raw(context, &raw, surface);
    wend_raw_free(context, &raw);
    if (result == WEND_OK && chosen.keep_scene)
        result = keep_faces(context, &faces, surface);
    wend_faces_free(context, &faces);
    return result;
}

wend_result wend_exact_extract(wend_context *context, const wend_scene *scene, const wend_exact_def *def,
                               wend_surface **surface, wend_report *report) {
    wend_stage_begin(context, "extract");
    return wend_stage_end(context, extract_surface(context, scene, def, surface, report));
}

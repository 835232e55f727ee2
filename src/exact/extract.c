// A solid becomes a surface.
//
//     footing   which faces of the solid are floors                                   footing.c
//     edges     which sides the floors among them share                               edges.c
//     cut       each floor, less what everything above takes away                     clip.c, cut.c, cut_floors.c
//     join      the pieces, made to fit along the sides that they share               bend.c, join.c
//     untwist   corners where a fold is too narrow to be cut                          sew/untwist.c
//     weld      cracks and T-junctions of the scene                                   sew/weld.c
//     filter    floors inside solids                                                  filter.c
//     simplify  vertices that mean nothing                                            sew/simplify.c
//     mend      vertices that hang in ledges, where there is no room for a crack      sew/mend.c
//     trim      boundaries, inward, to have fewer vertices; only when asked for       sew/trim.c
//     doubles   slivers that were drawn together until they are the same              sew/doubles.c
#include <wend/exact.h>

#include "base/context.h"
#include "footing/filter.h"
#include "exact/join.h"
#include "footing/winding.h"
#include "scene/agent.h"
#include "sew/sew.h"
#include "surface/surface.h"

wend_exact_def wend_default_exact_def(void) {
    return (wend_exact_def){.weld = 0.001};
}

static wend_result refuse(wend_report *report, const char *code, const char *text) {
    wend_finding f = wend_finding_make(code, WEND_ERROR, "%s", text);
    wend_report_add(report, &f);
    return WEND_ERROR_ARGUMENT;
}

static wend_result check_def(const wend_exact_def *def, wend_report *report) {
    if (!(def->weld >= 0 && def->weld <= 1e6))
        return refuse(report, "exact-weld", "weld must be a distance of 0 or more, in metres");
    if (!(def->simplify >= 0 && def->simplify <= 1e6))
        return refuse(report, "exact-simplify", "simplify must be a distance of 0 or more, in metres");
    return WEND_OK;
}

static wend_result refuse_empty(wend_report *report) {
    wend_finding f = wend_finding_make("nothing-walkable", WEND_ERROR,
                                       "nothing is left to walk on: everything flat enough lies under something, or "
                                       "inside a solid");
    wend_report_add(report, &f);
    return WEND_ERROR_EMPTY;
}

static bool is_empty(const wend_raw *raw) {
    for (int64_t t = 0; t < raw->triangles.count; t++)
        if (raw->triangles.data[t].source >= 0)
            return false;
    return true;
}

static wend_result extract(wend_context *context, const wend_footing *footing, const wend_exact_def *def, wend_raw *raw,
                           wend_report *report) {
    wend_result result = wend_cut_and_join(context, footing, raw);
    if (result == WEND_OK)
        result = wend_raw_untwist(context, raw);
    // Pieces of coincident floors meet to within the rounding of two sides, which is closed in any case.
    double weld = def->weld / (footing->solid->lattice.step * footing->solid->lattice.unit);
    int64_t closed = 0;
    wend_stage_part(context, "weld", 0.8, 0.9);
    if (result == WEND_OK && wend_pause(context, "weld", 0))
        result = WEND_ERROR_CANCELLED;
    if (result == WEND_OK)
        result = wend_raw_weld(context, raw, weld > 2 ? weld : 2, &closed);
    if (result == WEND_OK && !def->two_sided && !wend_tell_inside_out(context, footing, raw, report))
        result = WEND_ERROR_MEMORY;
    if (result == WEND_OK && !def->keep_inside)
        result = wend_filter(context, footing, raw, report);
    if (result == WEND_OK)
        result = wend_raw_simplify(context, raw);
    if (result == WEND_OK)
        result = wend_raw_mend(context, raw);
    if (result == WEND_OK && is_empty(raw))
        result = refuse_empty(report);
    if (result == WEND_OK && !def->two_sided && !wend_tell_mixed_winding(context, footing, raw, report))
        result = WEND_ERROR_MEMORY;
    if (result == WEND_OK && def->simplify > 0)
        result =
            wend_raw_trim(context, raw, def->simplify / (footing->solid->lattice.step * footing->solid->lattice.unit));
    if (result == WEND_OK && def->simplify > 0)
        result = wend_raw_simplify(context, raw);
    if (result == WEND_OK)
        result = wend_raw_drop_doubles(context, raw);
    return result;
}

static wend_result build(wend_context *context, const wend_solid *solid, const wend_agent *agent,
                         const wend_exact_def *def, wend_surface **surface, wend_report *report) {
    wend_agent who = agent ? *agent : wend_default_agent();
    wend_exact_def chosen = def ? *def : wend_default_exact_def();
    wend_result result = wend_agent_check_standing(&who, report);
    if (result == WEND_OK)
        result = check_def(&chosen, report);
    if (result != WEND_OK)
        return result;
    wend_footing footing = {0};
    wend_raw raw = {0};
    result = wend_footing_find(context, solid, &who, chosen.two_sided, &footing, report);
    if (result == WEND_OK)
        result = extract(context, &footing, &chosen, &raw, report);
    wend_footing_free(context, &footing);
    if (result == WEND_OK)
        result = wend_surface_from_raw(context, &raw, surface);
    wend_raw_free(context, &raw);
    if (result == WEND_OK) {
        (*surface)->view.solid_hash = solid->hash;
        (*surface)->view.agent = who;
    }
    return result;
}

wend_result wend_exact_build(wend_context *context, const wend_solid *solid, const wend_agent *agent,
                             const wend_exact_def *def, wend_surface **surface, wend_report *report) {
    if (!wend_given(surface, context != NULL && solid != NULL))
        return WEND_ERROR_ARGUMENT;
    wend_stage_begin(context, "extract");
    return wend_stage_end(context, build(context, solid, agent, def, surface, report));
}

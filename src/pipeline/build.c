// The one-call build: every stage in order, each from the artifacts of those before it.
//
// This file is meant to be read, and to be copied by those who want another order, fewer stages or settings between
// them: it does nothing that the public headers do not offer, except to keep the results together in a nav.
//
//     scene   --wend_solid_build--> solid
//     solid   --wend_exact_build--> surface --wend_links_build--> links --wend_plan_build_linked--> plan
//     links   --wend_links_keep--> surface and links of the parts that are wanted
//     links   --wend_stairs_build--> stairs
//     drawing --wend_plan_build--> plan
//     plan    --wend_medial_build--> medial
//     plan    --wend_cells_build--> cells
//
// Later stages (corridors) will follow in the same pattern.
#include "nav/nav.h"

#include <wend/pipeline.h>

#include "base/context.h"

#include <string.h>

#define SPECK 0.25 // square metres: on less than that, nobody stands

wend_build_def wend_default_build_def(void) {
    return (wend_build_def){.agent = wend_default_agent(),
                            .solid = wend_default_solid_def(),
                            .exact = wend_default_exact_def(),
                            .links = wend_default_links_def(),
                            .stairs = wend_default_stairs_def(),
                            .keep = {.min_area = SPECK},
                            .plan = wend_default_plan_def(),
                            .medial = wend_default_medial_def(),
                            .cells = wend_default_cells_def()};
}

// The stages of a plan, of whatever it was made.
static wend_result run_plan(wend_context *context, const wend_build_def *def, wend_nav *nav, wend_build_times *times,
                            wend_report *report) {
    double start = wend_seconds();
    wend_result result = wend_medial_build(context, nav->plan, &def->medial, &nav->medial, report);
    times->medial = wend_seconds() - start;
    if (result != WEND_OK)
        return result;
    start = wend_seconds();
    result = wend_cells_build(context, nav->plan, &def->cells, &nav->cells, report);
    times->cells = wend_seconds() - start;
    return result;
}

// The stages of a floor plan; what was made before a failure stays in the nav, which the caller destroys.
static wend_result run_drawing(wend_context *context, const wend_drawing *drawing, const wend_build_def *def,
                               wend_nav *nav, wend_build_times *times, wend_report *report) {
    double start = wend_seconds();
    wend_result result = wend_plan_build(context, drawing, &def->plan, &nav->plan, report);
    times->plan = wend_seconds() - start;
    return result == WEND_OK ? run_plan(context, def, nav, times, report) : result;
}

// Notes what a surface is made with; the seeds are copied, because the caller's may go.
static wend_result record(wend_context *context, const wend_build_def *def, wend_nav *nav) {
    nav->settings = (wend_settings){.agent = def->agent, .solid = def->solid, .exact = def->exact, .keep = def->keep};
    nav->settings.keep.seeds = NULL;
    if (def->keep.seed_count == 0)
        return WEND_OK;
    nav->seeds = wend_allocate_array(context, def->keep.seed_count, 3 * sizeof *nav->seeds);
    if (nav->seeds == NULL)
        return WEND_ERROR_MEMORY;
    memcpy(nav->seeds, def->keep.seeds, (size_t)def->keep.seed_count * 3 * sizeof *nav->seeds);
    nav->settings.keep.seeds = nav->seeds;
    return WEND_OK;
}

// The surface and the links of a scene. A seed chooses among all floors, also those inside solids.
static wend_result run_surface(wend_context *context, const wend_scene *scene, const wend_build_def *def, wend_nav *nav,
                               wend_build_times *times, wend_report *report) {
    double start = wend_seconds();
    wend_exact_def exact = def->exact;
    exact.keep_inside |= def->keep.seed_count > 0;
    wend_solid *solid;
    wend_result result = wend_solid_build(context, scene, &def->solid, &solid, report);
    if (result == WEND_OK)
        result = wend_exact_build(context, solid, &def->agent, &exact, &nav->surface, report);
    times->extract = wend_seconds() - start;
    start = wend_seconds();
    if (result == WEND_OK)
        result = wend_links_build(context, solid, nav->surface, &def->agent, &def->links, &nav->links, report);
    wend_solid_destroy(solid);
    if (result == WEND_OK)
        result = wend_stairs_find_steep(context, nav->links, nav->surface, report);
    times->link = wend_seconds() - start;
    return result;
}

// Cuts the surface and its links down to the parts that are wanted. What hangs together with a seed, or is large
// enough, is known only after linking: treads are small, and storeys hang together over them. Stairs are those of what
// is kept.
static wend_result keep_parts(wend_context *context, const wend_keep_def *def, const wend_stairs_def *stairs,
                              wend_nav *nav, wend_build_times *times, wend_report *report) {
    double start = wend_seconds();
    wend_surface *surface;
    wend_links *links;
    wend_result result = wend_links_keep(context, nav->links, nav->surface, def, &surface, &links, report);
    if (surface != NULL) {
        wend_links_destroy(nav->links);
        wend_surface_destroy(nav->surface);
        nav->surface = surface;
        nav->links = links;
    }
    if (result == WEND_OK)
        result = wend_stairs_build(context, nav->links, nav->surface, stairs, &nav->stairs, report);
    times->link += wend_seconds() - start;
    return result;
}

// The stages of a scene.
static wend_result run_scene(wend_context *context, const wend_scene *scene, const wend_build_def *def, wend_nav *nav,
                             wend_build_times *times, wend_report *report) {
    wend_result result = run_surface(context, scene, def, nav, times, report);
    if (result == WEND_OK)
        result = keep_parts(context, &def->keep, &def->stairs, nav, times, report);
    if (result == WEND_OK)
        result = record(context, def, nav);
    if (result != WEND_OK)
        return result;
    double start = wend_seconds();
    result = wend_plan_build_linked(context, nav->links, NULL, &nav->plan, report);
    times->plan = wend_seconds() - start;
    if (result == WEND_OK)
        result = run_plan(context, def, nav, times, report);
    start = wend_seconds();
    if (result == WEND_OK)
        result = wend_nav_measure_doors(context, scene, nav);
    times->medial += wend_seconds() - start;
    return result;
}

// Makes a nav of one of the two, the other being NULL.
static wend_result build(wend_context *context, const wend_drawing *drawing, const wend_scene *scene,
                         const wend_build_def *def, wend_nav **nav, wend_build_times *times, wend_report *report) {
    double start = wend_seconds();
    wend_build_def chosen = def != NULL ? *def : wend_default_build_def();
    wend_build_times taken = {0};
    *nav = NULL;
    wend_nav *made = wend_nav_create(context);
    wend_result result = made != NULL ? WEND_OK : WEND_ERROR_MEMORY;
    if (result == WEND_OK)
        result = scene != NULL ? run_scene(context, scene, &chosen, made, &taken, report)
                               : run_drawing(context, drawing, &chosen, made, &taken, report);
    if (result == WEND_OK)
        *nav = made;
    else
        wend_nav_destroy(made);
    taken.total = wend_seconds() - start;
    if (times != NULL)
        *times = taken;
    return wend_report_limit(context, result, report);
}

wend_result wend_build_drawing(wend_context *context, const wend_drawing *drawing, const wend_build_def *def,
                               wend_nav **nav, wend_build_times *times, wend_report *report) {
    return build(context, drawing, NULL, def, nav, times, report);
}

wend_result wend_build_scene(wend_context *context, const wend_scene *scene, const wend_build_def *def, wend_nav **nav,
                             wend_build_times *times, wend_report *report) {
    return build(context, NULL, scene, def, nav, times, report);
}

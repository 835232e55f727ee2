// The one-call build: every stage in order, each from the artifacts of those before it.
//
// This file is meant to be read, and to be copied by those who want another order, fewer stages or settings between
// them: it does nothing that the public headers do not offer, except to keep the results together in a nav.
//
//     scene   --wend_exact_extract--> surface --wend_links_find--> links --wend_plan_from_links--> plan
//     links   --wend_links_keep--> surface and links of the parts that are wanted
//     drawing --wend_plan_build--> plan
//     plan    --wend_medial_build--> medial
//     plan    --wend_cells_build--> cells
//
// Later stages (corridors) will follow in the same pattern.
#include "pipeline/nav.h"

#include "base/context.h"

#include <string.h>

#define SPECK 0.25 // square metres: on less than that, nobody stands

wend_build_def wend_default_build_def(void) {
    wend_build_def def = {.exact = wend_default_exact_def(),
                          .links = wend_default_links_def(),
                          .plan = wend_default_plan_def(),
                          .cells = wend_default_cells_def()};
    def.exact.min_area = SPECK;
    return def;
}

// The stages of a plan, of whatever it was made.
static wend_result run_plan(wend_context *context, const wend_build_def *def, wend_nav *nav, wend_build_times *times,
                            wend_report *report) {
    double start = wend_seconds();
    wend_result result = wend_medial_build(context, nav->plan, &nav->medial, report);
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
static wend_result record(wend_context *context, const wend_exact_def *exact, wend_nav *nav) {
    nav->agent = (wend_nav_agent){.height = exact->height, .slope = exact->slope};
    nav->exact = *exact;
    nav->exact.seeds = NULL;
    nav->recorded = true;
    if (exact->seed_count == 0)
        return WEND_OK;
    size_t bytes = (size_t)exact->seed_count * 3 * sizeof *nav->seeds;
    nav->seeds = wend_allocate_array(context, exact->seed_count, 3 * sizeof *nav->seeds);
    if (nav->seeds == NULL)
        return WEND_ERROR_MEMORY;
    memcpy(nav->seeds, exact->seeds, bytes);
    nav->exact.seeds = nav->seeds;
    return WEND_OK;
}

// What the stages of a scene share.
typedef struct work {
    wend_context *context;
    const wend_scene *scene;
    const wend_exact_def *exact;
    wend_links_def links;
    wend_nav *nav;
    wend_build_times *times;
    wend_report *report;
} work;

// The surface and the links of a scene.
static wend_result run_surface(const work *w, const wend_exact_def *exact) {
    wend_exact_def keeping = *exact;
    keeping.keep_scene = true;
    double start = wend_seconds();
    wend_result result = wend_exact_extract(w->context, w->scene, &keeping, &w->nav->surface, w->report);
    w->times->extract = wend_seconds() - start;
    if (result != WEND_OK)
        return result;
    start = wend_seconds();
    result = wend_links_find(w->context, w->scene, w->nav->surface, &w->links, &w->nav->links, w->report);
    wend_surface_forget_scene(w->nav->surface);
    w->times->link = wend_seconds() - start;
    return result;
}

// Cuts the surface and its links down to the wanted parts.
static wend_result keep_parts(const work *w) {
    wend_nav *nav = w->nav;
    wend_keep_def def = {w->exact->min_area, w->exact->seeds, w->exact->seed_count};
    double start = wend_seconds();
    wend_surface *surface;
    wend_links *links;
    wend_result result = wend_links_keep(w->context, nav->links, nav->surface, &def, &surface, &links, w->report);
    if (surface != NULL) {
        wend_links_destroy(nav->links);
        wend_surface_destroy(nav->surface);
        nav->surface = surface;
        nav->links = links;
    }
    w->times->link += wend_seconds() - start;
    return result;
}

// The surface and the links of those parts of a scene that are wanted. What hangs together with a seed, or is large
// enough, is known only after linking: treads are small, and storeys hang together over them. A seed chooses among all
// floors, also those inside solids.
static wend_result run_parts(const work *w) {
    wend_exact_def all = *w->exact;
    all.min_area = 0;
    all.seeds = NULL;
    all.seed_count = 0;
    all.keep_inside |= w->exact->seed_count > 0;
    wend_result result = run_surface(w, &all);
    return result == WEND_OK ? keep_parts(w) : result;
}

// The stages of a scene.
static wend_result run_scene(wend_context *context, const wend_scene *scene, const wend_build_def *def, wend_nav *nav,
                             wend_build_times *times, wend_report *report) {
    work w = {context, scene, &def->exact, def->links, nav, times, report};
    w.links.height = def->exact.height;
    bool parts = def->exact.seed_count > 0 || def->exact.min_area > 0;
    wend_result result = parts ? run_parts(&w) : run_surface(&w, &def->exact);
    if (result == WEND_OK)
        result = record(context, &def->exact, nav);
    if (result != WEND_OK)
        return result;
    double start = wend_seconds();
    result = wend_plan_from_links(context, nav->links, &nav->plan, report);
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

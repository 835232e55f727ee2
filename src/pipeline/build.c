// The one-call build: every stage in order, each from the artifacts of those before it.
//
// This file is meant to be read, and to be copied by those who want another order, fewer stages or settings between
// them: it does nothing that the public headers do not offer, except to keep the results together in a nav.
//
//     scene   --wend_solid_build--> solid
//     solid   --wend_exact_build, or wend_voxel_build--> surface
//     surface --wend_links_build--> links --wend_plan_build_linked--> plan
//     links   --wend_links_keep--> surface and links of the parts that are wanted
//     links   --wend_stairs_build--> stairs
//     drawing --wend_plan_build--> plan
//     plan    --wend_medial_build--> medial
//     plan    --wend_cells_build--> cells
//     medial  --wend_roads_build--> roads --wend_landmarks_build--> landmarks
//     plan    --wend_offlinks_build--> links made by hand
#include "nav/nav.h"

#include <wend/pipeline.h>

#include "base/context.h"

#define SPECK 0.25 // square metres: on less than that, nobody stands

wend_build_def wend_default_build_def(void) {
    return (wend_build_def){.stages = WEND_STAGES_ALL,
                            .agent = wend_default_agent(),
                            .solid = wend_default_solid_def(),
                            .exact = wend_default_exact_def(),
                            .producer = WEND_PRODUCER_EXACT,
                            .voxel = wend_default_voxel_def(),
                            .links = wend_default_links_def(),
                            .stairs = wend_default_stairs_def(),
                            .keep = {.min_area = SPECK},
                            .plan = wend_default_plan_def(),
                            .medial = wend_default_medial_def(),
                            .cells = wend_default_cells_def(),
                            .roads = wend_default_roads_def(),
                            .offlinks = wend_default_offlinks_def()};
}

// A build under way. What was made before a failure stays in the nav, which is destroyed.
typedef struct building {
    wend_context *context;
    wend_build_def def;
    wend_nav *nav;
    wend_build_times times;
    wend_report *report;
} building;

static bool wants(const building *b, uint32_t stages) {
    return (b->def.stages & stages) != 0;
}

// Links made by hand.
static wend_result add_offlinks(building *b) {
    wend_offlinks *offlinks;
    if (b->def.offlinks.count == 0)
        return WEND_OK;
    const wend_agent *agent = wend_nav_surface(b->nav) != NULL ? &b->def.agent : NULL;
    wend_result result =
        wend_offlinks_build(b->context, wend_nav_plan(b->nav), agent, &b->def.offlinks, &offlinks, b->report);
    wend_nav_take_offlinks(b->nav, offlinks);
    return result;
}

// What searches run on.
static wend_result run_roads(building *b) {
    double start = wend_seconds();
    wend_roads *roads = NULL;
    wend_result result = WEND_OK;
    if (wants(b, WEND_STAGE_ROADS))
        result = wend_roads_build(b->context, wend_nav_medial(b->nav), &b->def.roads, &roads, b->report);
    b->nav->held[WEND_NAV_ROADS] = roads;
    b->times.roads = wend_seconds() - start;
    start = wend_seconds();
    wend_landmarks *landmarks = NULL;
    if (result == WEND_OK && b->def.landmarks != 0)
        result = wend_landmarks_build(b->context, roads, b->def.landmarks, &landmarks, b->report);
    b->nav->held[WEND_NAV_LANDMARKS] = landmarks;
    b->times.landmarks = wend_seconds() - start;
    return result;
}

// The stages of a plan, of whatever it was made.
static wend_result run_plan(building *b) {
    double start = wend_seconds();
    wend_medial *medial = NULL;
    wend_cells *cells = NULL;
    wend_result result = WEND_OK;
    if (wants(b, WEND_STAGE_MEDIAL))
        result = wend_medial_build(b->context, wend_nav_plan(b->nav), &b->def.medial, &medial, b->report);
    b->nav->held[WEND_NAV_MEDIAL] = medial;
    b->times.medial = wend_seconds() - start;
    start = wend_seconds();
    if (result == WEND_OK && wants(b, WEND_STAGE_CELLS))
        result = wend_cells_build(b->context, wend_nav_plan(b->nav), &b->def.cells, &cells, b->report);
    b->nav->held[WEND_NAV_CELLS] = cells;
    b->times.cells = wend_seconds() - start;
    if (result == WEND_OK)
        result = run_roads(b);
    return result == WEND_OK ? add_offlinks(b) : result;
}

// The stages of a floor plan.
static wend_result run_drawing(building *b, const wend_drawing *drawing) {
    double start = wend_seconds();
    wend_plan *plan;
    wend_result result = wend_plan_build(b->context, drawing, &b->def.plan, &plan, b->report);
    b->nav->held[WEND_NAV_PLAN] = plan;
    b->times.plan = wend_seconds() - start;
    wend_drawing_view view = wend_drawing_look(drawing);
    if (result == WEND_OK)
        result = wend_nav_note_areas(b->nav, view.areas, view.area_count);
    return result == WEND_OK ? run_plan(b) : result;
}

// Notes what a surface is made with.
static wend_result record(building *b) {
    wend_settings settings = {.agent = b->def.agent, .solid = b->def.solid, .exact = b->def.exact, .keep = b->def.keep};
    const wend_voxel_def *voxel = &b->def.voxel;
    if (b->def.producer == WEND_PRODUCER_VOXEL) {
        settings.exact = (wend_exact_def){
            .simplify = wend_voxel_simplify(voxel), .two_sided = voxel->two_sided, .keep_inside = voxel->keep_inside};
        settings.cell = voxel->cell;
        settings.cell_height = voxel->cell_height;
        settings.smooth = voxel->smooth;
    }
    wend_nav_record *made;
    wend_result result = wend_nav_record_make(b->context, &settings, &made);
    b->nav->held[WEND_NAV_SETTINGS] = made;
    return result;
}

// The surface of a solid. A seed chooses among all floors, also those inside solids.
static wend_result make_surface(building *b, const wend_solid *solid, wend_surface **surface) {
    wend_exact_def exact = b->def.exact;
    wend_voxel_def voxel = b->def.voxel;
    exact.keep_inside |= b->def.keep.seed_count > 0;
    voxel.keep_inside |= b->def.keep.seed_count > 0;
    return b->def.producer == WEND_PRODUCER_VOXEL
               ? wend_voxel_build(b->context, solid, &b->def.agent, &voxel, surface, b->report)
               : wend_exact_build(b->context, solid, &b->def.agent, &exact, surface, b->report);
}

// The surface and the links of a scene.
static wend_result run_surface(building *b, const wend_scene *scene) {
    double start = wend_seconds();
    wend_solid *solid;
    wend_surface *surface = NULL;
    wend_links *links = NULL;
    wend_result result = wend_solid_build(b->context, scene, &b->def.solid, &solid, b->report);
    if (result == WEND_OK)
        result = make_surface(b, solid, &surface);
    b->times.extract = wend_seconds() - start;
    start = wend_seconds();
    if (result == WEND_OK && wants(b, WEND_STAGE_LINKS))
        result = wend_links_build(b->context, solid, surface, &b->def.agent, &b->def.links, &links, b->report);
    wend_solid_destroy(solid);
    if (result == WEND_OK && wants(b, WEND_STAGE_STAIRS))
        result = wend_stairs_find_steep(b->context, links, surface, b->report);
    b->times.link = wend_seconds() - start;
    b->nav->held[WEND_NAV_SURFACE] = surface;
    b->nav->held[WEND_NAV_LINKS] = links;
    return result;
}

// Cuts the surface and its links down to the parts that are wanted. What hangs together with a seed, or is large
// enough, is known only after linking: treads are small, and storeys hang together over them.
static wend_result keep_parts(building *b) {
    double start = wend_seconds();
    wend_surface *surface = b->nav->held[WEND_NAV_SURFACE], *kept;
    wend_links *links = b->nav->held[WEND_NAV_LINKS], *kept_links;
    wend_result result = wend_links_keep(b->context, links, surface, &b->def.keep, &kept, &kept_links, b->report);
    if (kept != NULL) {
        wend_links_destroy(links);
        wend_surface_destroy(surface);
        b->nav->held[WEND_NAV_SURFACE] = kept;
        b->nav->held[WEND_NAV_LINKS] = kept_links;
    }
    b->times.link += wend_seconds() - start;
    return result;
}

// The stairs of what is kept.
static wend_result run_stairs(building *b) {
    double start = wend_seconds();
    wend_stairs *stairs;
    wend_result result = wend_stairs_build(b->context, wend_nav_links(b->nav), wend_nav_surface(b->nav), &b->def.stairs,
                                           &stairs, b->report);
    b->nav->held[WEND_NAV_STAIRS] = stairs;
    b->times.link += wend_seconds() - start;
    return result;
}

// The plan of a linked surface, and what is made of it.
static wend_result run_linked_plan(building *b, const wend_scene *scene) {
    double start = wend_seconds();
    wend_plan *plan;
    wend_result result = wend_plan_build_linked(b->context, wend_nav_links(b->nav), NULL, &plan, b->report);
    b->nav->held[WEND_NAV_PLAN] = plan;
    b->times.plan = wend_seconds() - start;
    if (result == WEND_OK)
        result = run_plan(b);
    start = wend_seconds();
    if (result == WEND_OK && wants(b, WEND_STAGE_MEDIAL))
        result = wend_nav_measure_doors(b->context, scene, b->nav);
    b->times.medial += wend_seconds() - start;
    return result;
}

// The stages of a scene.
static wend_result run_scene(building *b, const wend_scene *scene) {
    wend_result result = run_surface(b, scene);
    if (result == WEND_OK && wants(b, WEND_STAGE_LINKS))
        result = keep_parts(b);
    if (result == WEND_OK && wants(b, WEND_STAGE_STAIRS))
        result = run_stairs(b);
    if (result == WEND_OK)
        result = record(b);
    wend_scene_view view = wend_scene_look(scene);
    if (result == WEND_OK)
        result = wend_nav_note_areas(b->nav, view.areas, view.area_count);
    return result == WEND_OK && wants(b, WEND_STAGE_PLAN) ? run_linked_plan(b, scene) : result;
}

// Adds the stages that others need; those of a surface count for nothing where there is no scene.
static wend_result choose_stages(building *b, bool scene) {
    uint32_t surface = WEND_STAGE_SURFACE | WEND_STAGE_LINKS | WEND_STAGE_STAIRS;
    uint32_t asked = scene ? b->def.stages : b->def.stages & ~surface;
    if (asked == 0 || (b->def.stages & ~(uint32_t)WEND_STAGES_ALL) != 0) {
        wend_finding finding = wend_finding_make("build-stages", WEND_ERROR,
                                                 "stages must name one of the artifacts that can be built, or several");
        wend_report_add(b->report, &finding);
        return WEND_ERROR_ARGUMENT;
    }
    asked |= b->def.offlinks.count > 0 ? (uint32_t)WEND_STAGE_PLAN : 0;
    asked |= b->def.landmarks != 0 ? (uint32_t)WEND_STAGE_ROADS : 0;
    if (scene && (b->def.keep.min_area != 0 || b->def.keep.seed_count != 0))
        asked |= WEND_STAGE_LINKS;
    b->def.stages = wend_stages_complete(asked, scene);
    return WEND_OK;
}

// Makes a nav of one of the two, the other being NULL.
static wend_result build(wend_context *context, const wend_drawing *drawing, const wend_scene *scene,
                         const wend_build_def *def, wend_nav **nav, wend_build_times *times, wend_report *report) {
    double start = wend_seconds();
    building b = {.context = context,
                  .def = def != NULL ? *def : wend_default_build_def(),
                  .nav = wend_nav_create(context),
                  .report = report};
    *nav = NULL;
    wend_result result = b.nav != NULL ? choose_stages(&b, scene != NULL) : WEND_ERROR_MEMORY;
    if (result == WEND_OK)
        result = scene != NULL ? run_scene(&b, scene) : run_drawing(&b, drawing);
    if (result == WEND_OK)
        result = wend_nav_close(b.nav);
    if (result == WEND_OK)
        *nav = b.nav;
    else
        wend_nav_destroy(b.nav);
    b.times.total = wend_seconds() - start;
    if (times != NULL)
        *times = b.times;
    return wend_report_limit(context, result, report);
}

wend_result wend_build_drawing(wend_context *context, const wend_drawing *drawing, const wend_build_def *def,
                               wend_nav **nav, wend_build_times *times, wend_report *report) {
    if (!wend_given(nav, context != NULL && drawing != NULL))
        return WEND_ERROR_ARGUMENT;
    return build(context, drawing, NULL, def, nav, times, report);
}

wend_result wend_build_scene(wend_context *context, const wend_scene *scene, const wend_build_def *def, wend_nav **nav,
                             wend_build_times *times, wend_report *report) {
    if (!wend_given(nav, context != NULL && scene != NULL))
        return WEND_ERROR_ARGUMENT;
    return build(context, NULL, scene, def, nav, times, report);
}

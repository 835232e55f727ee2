// The one-call build, with options by the names that the command has for them.
#include "web/module/options.h"

#include <wend/explain.h>
#include <wend/pipeline.h>

enum { NUMBERS_OF_PLACE = 3 };

// In the order of the bits of WEND_STAGE_...
static const char *const stage_names[] = {"surface", "links", "stairs", "plan", "medial", "cells", "roads"};
#define STAGE_COUNT ((int)(sizeof stage_names / sizeof stage_names[0]))

// ---------------------------------------------------------------------------------------------------- options

// Reads [[x, y, z], ...]. What it allocates is freed by the caller.
static wend_result read_seeds(const wend_json *json, wend_keep_def *keep, double **seeds) {
    int64_t list = wend_json_find(json, 0, "seeds"), count = 0;
    *seeds = NULL;
    if (list < 0)
        return WEND_OK;
    for (int64_t e = wend_json_first(json, list); e >= 0; e = wend_json_after(json, list, e))
        count++;
    if (count == 0)
        return WEND_OK;
    *seeds = wend_allocate_array(web_context, count, NUMBERS_OF_PLACE * sizeof **seeds);
    if (*seeds == NULL)
        return WEND_ERROR_MEMORY;
    keep->seeds = *seeds;
    keep->seed_count = (int32_t)count;
    double *seed = *seeds;
    for (int64_t e = wend_json_first(json, list); e >= 0; e = wend_json_after(json, list, e), seed += NUMBERS_OF_PLACE)
        if (wend_json_numbers(json, e, seed, NUMBERS_OF_PLACE) != NUMBERS_OF_PLACE)
            return web_refuse("seeds: expected an array of places [x, y, z]");
    return WEND_OK;
}

static wend_result read_stages(const wend_json *json, uint32_t *stages) {
    int64_t list = wend_json_find(json, 0, "stages");
    if (list < 0)
        return WEND_OK;
    *stages = 0;
    for (int64_t e = wend_json_first(json, list); e >= 0; e = wend_json_after(json, list, e)) {
        int k = 0;
        while (k < STAGE_COUNT && !wend_json_is_string(json, e, stage_names[k]))
            k++;
        if (k == STAGE_COUNT)
            return web_refuse("stages: expected an array of surface, links, stairs, plan, medial, cells, roads");
        *stages |= 1u << k;
    }
    return WEND_OK;
}

// Links made by hand: [{kind, name, from, to, bothWays, cost, tags}, ...]; an end is a place or an edge of two places.
static wend_result read_end(const wend_json *json, int64_t link, const char *key, double end[2][3]) {
    int64_t node = wend_json_find(json, link, key);
    int64_t first = wend_json_first(json, node);
    bool place = wend_json_numbers(json, node, end[0], 3) == 3;
    if (!place && (wend_json_numbers(json, first, end[0], 3) != 3 ||
                   wend_json_numbers(json, wend_json_after(json, node, first), end[1], 3) != 3))
        return web_refuse("links: `from` and `to` must be a place [x, y, z], or two of them: the ends of an edge");
    for (int k = 0; place && k < 3; k++)
        end[1][k] = end[0][k];
    return WEND_OK;
}

static wend_result read_link(const wend_json *json, int64_t node, wend_offlink_def *link) {
    double tags = 0;
    *link = wend_default_offlink_def();
    int64_t kind = wend_json_find(json, node, "kind");
    for (int k = 0; kind >= 0 && k < WEND_OFFLINK_KIND_COUNT; k++)
        if (wend_json_is_string(json, kind, wend_offlink_kind_name((wend_offlink_kind)k)))
            link->kind = (wend_offlink_kind)k;
    wend_json_string(json, wend_json_find(json, node, "name"), link->name, sizeof link->name);
    wend_json_bool(json, wend_json_find(json, node, "bothWays"), &link->both_ways);
    wend_json_number(json, wend_json_find(json, node, "cost"), &link->cost);
    if (wend_json_number(json, wend_json_find(json, node, "tags"), &tags) && tags >= 0 && tags < 0x1p32)
        link->tags = (uint32_t)tags;
    wend_result result = read_end(json, node, "from", link->from);
    return result == WEND_OK ? read_end(json, node, "to", link->to) : result;
}

static wend_result read_links(const wend_json *json, wend_offlinks_def *def, wend_offlink_def **links) {
    int64_t list = wend_json_find(json, 0, "links"), count = 0;
    *links = NULL;
    for (int64_t e = wend_json_first(json, list); e >= 0; e = wend_json_after(json, list, e))
        count++;
    if (count == 0)
        return WEND_OK;
    *links = wend_allocate_array(web_context, count, sizeof **links);
    if (*links == NULL)
        return WEND_ERROR_MEMORY;
    def->links = *links;
    def->count = (int32_t)count;
    wend_offlink_def *link = *links;
    wend_result result = WEND_OK;
    for (int64_t e = wend_json_first(json, list); e >= 0 && result == WEND_OK; e = wend_json_after(json, list, e))
        result = read_link(json, e, link++);
    return result;
}

// ---------------------------------------------------------------------------------------------------- building

// The text after a build: seconds of each stage, and findings.
static void add_times(const wend_build_times *t) {
    wend_json_open(&web_text, "seconds", '{');
    wend_json_add_double(&web_text, "extract", t->extract);
    wend_json_add_double(&web_text, "link", t->link);
    wend_json_add_double(&web_text, "plan", t->plan);
    wend_json_add_double(&web_text, "medial", t->medial);
    wend_json_add_double(&web_text, "cells", t->cells);
    wend_json_add_double(&web_text, "roads", t->roads);
    wend_json_add_double(&web_text, "total", t->total);
    wend_json_close(&web_text, '}');
}

// The package builds exactly, and by voxels only through the command: the linker puts this in the place of what takes a
// twentieth of the module (--wrap).
wend_result __wrap_wend_voxel_build(wend_context *context, const wend_solid *solid, const wend_agent *agent,
                                    const wend_voxel_def *def, wend_surface **surface, wend_report *report);
wend_result __wrap_wend_voxel_build(wend_context *context, const wend_solid *solid, const wend_agent *agent,
                                    const wend_voxel_def *def, wend_surface **surface, wend_report *report) {
    (void)context, (void)solid, (void)agent, (void)def, (void)report;
    *surface = NULL;
    return WEND_ERROR_UNSUPPORTED;
}

static wend_result build(const wend_scene *scene, const wend_drawing *drawing, const wend_build_def *def) {
    wend_build_times times = {0};
    wend_nav *nav = NULL;
    wend_looks looks;
    bool measured = scene != NULL && wend_looks_measure(web_context, scene, &looks) == WEND_OK;
    wend_result result = scene != NULL ? wend_build_scene(web_context, scene, def, &nav, &times, web_report)
                                       : wend_build_drawing(web_context, drawing, def, &nav, &times, web_report);
    if (measured)
        wend_looks_doubt(web_context, &looks, false, web_report);
    web_answer[0] = web_address(nav);
    wend_json_open(&web_text, NULL, '{');
    add_times(&times);
    web_add_findings("findings");
    wend_json_close(&web_text, '}');
    return result;
}

// Builds a nav of a scene or a drawing, the other one being NULL. Answer: the nav.
int32_t WEB_EXPORT(web_build)(const wend_scene *scene, const wend_drawing *drawing, const char *options, int32_t bytes);
int32_t web_build(const wend_scene *scene, const wend_drawing *drawing, const char *options, int32_t bytes) {
    web_begin();
    wend_build_def def = wend_default_build_def();
    int32_t quality = (int32_t)def.cells.quality;
    double lattice = 0, unit = def.plan.unit, *seeds = NULL;
    wend_offlink_def *links = NULL;
    const web_option table[] = {{"height", WEB_OPTION_NUMBER, &def.agent.height, NULL},
                                {"slope", WEB_OPTION_DEGREES, &def.agent.slope, NULL},
                                {"step", WEB_OPTION_NUMBER, &def.agent.step, NULL},
                                {"gap", WEB_OPTION_NUMBER, &def.agent.gap, NULL},
                                {"drop", WEB_OPTION_NUMBER, &def.agent.drop, NULL},
                                {"weld", WEB_OPTION_NUMBER, &def.exact.weld, NULL},
                                {"simplify", WEB_OPTION_NUMBER, &def.exact.simplify, NULL},
                                {"twoSided", WEB_OPTION_FLAG, &def.exact.two_sided, NULL},
                                {"keepInside", WEB_OPTION_FLAG, &def.exact.keep_inside, NULL},
                                {"minArea", WEB_OPTION_NUMBER, &def.keep.min_area, NULL},
                                {"lattice", WEB_OPTION_NUMBER, &lattice, NULL},
                                {"unit", WEB_OPTION_NUMBER, &unit, NULL},
                                {"relaxAngle", WEB_OPTION_DEGREES, &def.cells.relax_angle, NULL},
                                {"relax", WEB_OPTION_NUMBER, &def.cells.relax, NULL},
                                {"quality", WEB_OPTION_CHOICE, &quality, "fast|best"},
                                {"seeds", WEB_OPTION_OTHER, NULL, NULL},
                                {"stages", WEB_OPTION_OTHER, NULL, NULL},
                                {"links", WEB_OPTION_OTHER, NULL, NULL}};
    web_options read;
    wend_result result = web_options_read(&read, options, bytes, table, (int)(sizeof table / sizeof table[0]));
    def.cells.quality = (wend_cells_quality)quality;
    def.plan.lattice = def.solid.lattice = lattice;
    def.plan.unit = unit;
    if (result == WEND_OK)
        result = read_seeds(&read.json, &def.keep, &seeds);
    if (result == WEND_OK)
        result = read_stages(&read.json, &def.stages);
    if (result == WEND_OK)
        result = read_links(&read.json, &def.offlinks, &links);
    bool asked = result == WEND_OK;
    if (asked)
        result = web_end(build(scene, drawing, &def));
    wend_release(web_context, seeds, (size_t)def.keep.seed_count * NUMBERS_OF_PLACE * sizeof *seeds);
    wend_release(web_context, links, (size_t)def.offlinks.count * sizeof *links);
    web_options_free(&read);
    return (int32_t)result;
}

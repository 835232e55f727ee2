// A solid becomes a surface, by voxels.
//
//     footing   which faces of the solid are floors            footing/footing.c
//     planes    which of them lie in one plane                 planes.c
//     tiles     one by one, as many at a time as threads:
//       raster    what is in each cell                         raster.c
//       tops      where one can stand                          tops.c
//       joins     what is one floor                            joins.c
//       trace     regions and the sides around them            contour.c, explain.c
//     merge     regions and sides of all tiles                 merge.c
//     fill      triangles                                      fill.c
//     filter    floors inside solids                           footing/filter.c
//     simplify  vertices that mean nothing                     sew/simplify.c
//     trim      boundaries, inward, to have fewer vertices     sew/trim.c
#include <wend/voxel.h>

#include "base/context.h"
#include "footing/filter.h"
#include "footing/winding.h"
#include "scene/agent.h"
#include "sew/sew.h"
#include "surface/surface.h"
#include "voxel/planes.h"
#include "voxel/regions.h"

#include <math.h>

enum { CELL_LEAST = 8, TILE_LEAST = 8, TILE_MOST = 4096, TILES_MOST = 1 << 20, REACH_MOST = 64 };
#define STRAIGHTEN 0.99 // of a cell: the steps of a slanting line of cells reach nearly as far from it

wend_voxel_def wend_default_voxel_def(void) {
    return (wend_voxel_def){.cell = 0.05, .cell_height = 0.02, .tile = 256, .simplify = -1};
}

double wend_voxel_simplify(const wend_voxel_def *def) {
    return def->simplify < 0 ? STRAIGHTEN * def->cell : def->simplify;
}

// ---------------------------------------------------------------------------------------------------- settings

static wend_result refuse(wend_report *report, wend_result result, const char *code, const char *text) {
    wend_finding f = wend_finding_make(code, WEND_ERROR, "%s", text);
    wend_report_add(report, &f);
    return result;
}

static wend_result check_def(const wend_voxel_def *def, const wend_agent *agent, wend_report *report) {
    if (!(def->cell > 0 && def->cell <= 1e6))
        return refuse(report, WEND_ERROR_ARGUMENT, "voxel-cell", "cell must be a length of more than 0, in metres");
    if (!(def->cell_height > 0 && def->cell_height <= agent->height / 2))
        return refuse(report, WEND_ERROR_ARGUMENT, "voxel-cell-height",
                      "cell_height must be more than 0, in metres, and at most half the agent's height");
    if (def->tile < TILE_LEAST || def->tile > TILE_MOST)
        return refuse(report, WEND_ERROR_ARGUMENT, "voxel-tile", "tile must be 8 to 4096 cells");
    if (!(def->smooth >= 0 && def->smooth <= REACH_MOST * def->cell))
        return refuse(report, WEND_ERROR_ARGUMENT, "voxel-smooth",
                      "smooth must be a distance of 0 or more, in metres, and at most 64 cells");
    if (!(def->simplify <= 1e6))
        return refuse(report, WEND_ERROR_ARGUMENT, "voxel-simplify",
                      "simplify must be a distance, in metres, or less than 0 for the default");
    return WEND_OK;
}

// Lays the grid over the scene.
static wend_result lay_grid(const wend_footing *footing, double step, const wend_voxel_def *def, wend_grid *grid,
                            wend_report *report) {
    const wend_solid *solid = footing->solid;
    double metre = 1 / (solid->lattice.step * solid->lattice.unit);
    wend_box3 box;
    if (!wend_boxes_around(&solid->tree, &box))
        return WEND_ERROR_EMPTY;
    double cell = 2 * floor(def->cell * metre / 2 + 0.5), rise = floor(def->cell_height * metre + 0.5);
    int64_t across = (int64_t)box.high[0] - box.low[0], up = (int64_t)box.high[1] - box.low[1];
    int64_t longest = across > up ? across : up;
    if (!(cell >= CELL_LEAST))
        return refuse(report, WEND_ERROR_ARGUMENT, "voxel-cell",
                      "cell is too small for the lattice: it must be 8 lattice steps at least, a millimetre as a rule");
    if (!(rise >= 1))
        return refuse(report, WEND_ERROR_ARGUMENT, "voxel-cell-height", "cell_height is less than a lattice step");
    double slope = sqrt(1 - footing->cosine * footing->cosine) / footing->cosine, diagonal = 1.4142135623730951 * cell;
    if (!(slope * diagonal <= footing->height))
        return refuse(
            report, WEND_ERROR_ARGUMENT, "voxel-cell",
            "cell is too large: a floor as steep as the slope allows rises in it by more than the agent's height");
    cell = cell < 0x1p30 ? cell : 0x1p30;
    int64_t side = (int64_t)cell, columns = across / side + 1, rows = up / side + 1;
    if (longest / side >= WEND_CELLS_MAX)
        return refuse(report, WEND_ERROR_ARGUMENT, "voxel-cell", "cell is too small: 2^26 cells must span the scene");
    *grid = (wend_grid){.low = {box.low[0], box.low[1]},
                        .end = {box.high[0], box.high[1]},
                        .columns = (int32_t)columns,
                        .rows = (int32_t)rows,
                        .reach = (int32_t)ceil(def->smooth * metre / cell),
                        .step = (int32_t)floor(step * metre + 1),
                        .cell = (int32_t)side,
                        .rise = rise < 0x1p30 ? (int32_t)rise : 1 << 30,
                        .height = footing->height < 0x1p30 ? (int32_t)ceil(footing->height - 0.5) : 1 << 30,
                        .tile = def->tile,
                        .across = (int32_t)((columns + def->tile - 1) / def->tile),
                        .up = (int32_t)((rows + def->tile - 1) / def->tile)};
    if ((int64_t)grid->across * grid->up > TILES_MOST)
        return refuse(report, WEND_ERROR_LIMIT, "voxel-tiles",
                      "the scene would take more than 2^20 tiles: choose a larger tile or a larger cell");
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- tiles

typedef struct tiling {
    wend_context *context;
    wend_tile *workers;
    int worker_count;
    wend_tile_result *results;
    int64_t count;
} tiling;

static void free_tile(wend_context *context, wend_tile *t) {
    wend_array_free(context, &t->found);
    wend_array_free(context, &t->head);
    wend_array_free(context, &t->hits);
    wend_array_free(context, &t->first_top);
    wend_array_free(context, &t->tops);
    wend_array_free(context, &t->smooth);
    wend_array_free(context, &t->members);
    wend_array_free(context, &t->column);
    wend_array_free(context, &t->floors);
    wend_array_free(context, &t->keys);
    wend_array_free(context, &t->last);
    wend_array_free(context, &t->inside);
    wend_array_free(context, &t->region);
    wend_array_free(context, &t->leader);
    wend_array_free(context, &t->stack);
    wend_array_free(context, &t->border);
}

static void tiling_free(tiling *all) {
    for (int w = 0; w < all->worker_count && all->workers; w++)
        free_tile(all->context, &all->workers[w]);
    for (int64_t k = 0; k < all->count && all->results; k++)
        wend_tile_result_free(all->context, &all->results[k]);
    if (all->workers)
        wend_release(all->context, all->workers, (size_t)all->worker_count * sizeof *all->workers);
    if (all->results)
        wend_release(all->context, all->results, (size_t)all->count * sizeof *all->results);
}

// Gives back what is not needed of a result that has to wait for the others.
static bool fit_result(wend_context *context, wend_tile_result *r) {
    return wend_array_fit(context, &r->runs) && wend_array_fit(context, &r->borders) &&
           wend_array_fit(context, &r->regions) && wend_array_fit(context, &r->joints);
}

static wend_result do_tile(tiling *all, int64_t number, wend_tile *t) {
    const wend_grid *g = t->grid;
    int32_t x = (int32_t)(number % g->across) * g->tile, y = (int32_t)(number / g->across) * g->tile;
    t->from = (wend_grid_cell){x, y};
    t->to = (wend_grid_cell){x + g->tile < g->columns ? x + g->tile : g->columns,
                             y + g->tile < g->rows ? y + g->tile : g->rows};
    int32_t margin = WEND_TILE_MARGIN + (g->reach > 0 ? g->reach + 1 : 0); // joins count along what is smoothed
    t->begin = (wend_grid_cell){x - margin, y - margin};
    t->width = t->to.x - t->begin.x + margin;
    t->high = t->to.y - t->begin.y + margin;
    t->result = &all->results[number];
    wend_result result = wend_tile_raster(t);
    if (result != WEND_OK || t->hits.count == 0)
        return result;
    result = wend_tile_find_tops(t);
    if (result == WEND_OK && t->tops.count > 0)
        result = wend_tile_join_tops(t);
    if (result == WEND_OK && t->tops.count > 0 && g->reach > 0)
        result = wend_tile_smooth(t);
    if (result == WEND_OK && t->tops.count > 0)
        result = wend_tile_trace(t);
    return result == WEND_OK && !fit_result(all->context, t->result) ? WEND_ERROR_MEMORY : result;
}

static wend_result do_tiles(void *data, int64_t begin, int64_t end, int worker) {
    tiling *all = data;
    wend_result result = WEND_OK;
    for (int64_t k = begin; k < end && result == WEND_OK; k++)
        result = do_tile(all, k, &all->workers[worker]);
    return result;
}

static wend_result trace_tiles(wend_context *context, const wend_footing *footing, const wend_grid *grid,
                               wend_voxel_regions *regions) {
    tiling all = {
        .context = context, .worker_count = wend_thread_count(context), .count = (int64_t)grid->across * grid->up};
    all.workers = wend_allocate_array(context, all.worker_count, sizeof *all.workers);
    all.results = wend_allocate_array(context, all.count, sizeof *all.results);
    for (int w = 0; w < all.worker_count && all.workers; w++)
        all.workers[w] = (wend_tile){.context = context, .grid = grid, .footing = footing};
    for (int64_t k = 0; k < all.count && all.results; k++)
        all.results[k] = (wend_tile_result){.tops = 0};
    wend_result result = all.workers && all.results ? WEND_OK : WEND_ERROR_MEMORY;
    if (result == WEND_OK)
        result = wend_run_tasks(context, all.count, 1, do_tiles, &all);
    for (int w = 0; w < all.worker_count && all.workers; w++) { // merging needs room, too
        free_tile(context, &all.workers[w]);
        all.workers[w] = (wend_tile){0};
    }
    if (result == WEND_OK)
        result = wend_voxel_regions_make(context, footing->solid, all.results, all.count, regions);
    tiling_free(&all);
    return result;
}

// Says what smoothing did.
static void tell_smoothed(const wend_grid *grid, const wend_voxel_regions *regions, wend_report *report) {
    if (grid->reach == 0)
        return;
    wend_finding f = wend_finding_make("voxel-smoothed", WEND_NOTE,
                                       "smoothing closed pits of %lld cells and levelled bumps of %lld cells",
                                       (long long)regions->filled, (long long)regions->levelled);
    wend_report_add(report, &f);
}

static wend_result make_raw(wend_context *context, const wend_footing *footing, wend_grid *grid, wend_raw *raw,
                            wend_report *report) {
    wend_planes planes = {0};
    wend_voxel_regions regions = {0};
    wend_result result = wend_planes_find(context, footing, grid->rise / 4.0, &planes);
    grid->plane_of = planes.plane_of.data;
    grid->root_of = planes.root_of.data;
    wend_stage_part(context, "tiles", 0, 0.6);
    if (result == WEND_OK)
        result = trace_tiles(context, footing, grid, &regions);
    wend_planes_free(context, &planes);
    if (result == WEND_OK)
        tell_smoothed(grid, &regions, report);
    if (result == WEND_OK && wend_pause(context, "tiles", 1))
        result = WEND_ERROR_CANCELLED;
    if (result == WEND_OK)
        result = wend_voxel_regions_fill(context, grid, footing->solid, &regions, raw);
    wend_voxel_regions_free(context, &regions);
    return result;
}

// ---------------------------------------------------------------------------------------------------- surface

static bool is_empty(const wend_raw *raw) {
    for (int64_t t = 0; t < raw->triangles.count; t++)
        if (raw->triangles.data[t].source >= 0)
            return false;
    return true;
}

static wend_result extract(wend_context *context, const wend_footing *footing, double step, const wend_voxel_def *def,
                           wend_raw *raw, wend_report *report) {
    wend_grid grid;
    double metre = 1 / (footing->solid->lattice.step * footing->solid->lattice.unit);
    double simplify = wend_voxel_simplify(def);
    raw->lattice = footing->solid->lattice;
    raw->producer = WEND_PRODUCER_VOXEL;
    raw->source_area = footing->solid->areas.count > 0 ? footing->solid->areas.data : NULL;
    wend_result result = lay_grid(footing, step, def, &grid, report);
    if (result == WEND_OK)
        result = make_raw(context, footing, &grid, raw, report);
    if (result == WEND_OK && !def->two_sided && !wend_tell_inside_out(context, footing, raw, report))
        result = WEND_ERROR_MEMORY;
    if (result == WEND_OK && !def->keep_inside)
        result = wend_filter(context, footing, raw, report);
    if (result == WEND_OK)
        result = wend_raw_simplify(context, raw);
    if (result == WEND_OK && is_empty(raw))
        result = refuse(report, WEND_ERROR_EMPTY, "nothing-walkable",
                        "nothing is left to walk on: everything flat enough lies under something, or inside a solid");
    if (result == WEND_OK && simplify > 0)
        result = wend_raw_trim(context, raw, simplify * metre);
    if (result == WEND_OK && simplify > 0)
        result = wend_raw_simplify(context, raw);
    return result;
}

// Extracts a surface as a producer of its own: what is made on the way goes, whatever the result.
static wend_result build_for(wend_context *context, const wend_solid *solid, const wend_agent *who,
                             const wend_voxel_def *def, wend_surface **surface, wend_report *report) {
    wend_raw raw = {0};
    wend_footing footing = {0};
    wend_result result = wend_footing_find(context, solid, who, def->two_sided, &footing, report);
    if (result == WEND_OK)
        result = extract(context, &footing, who->step, def, &raw, report);
    wend_footing_free(context, &footing);
    result = result == WEND_OK ? wend_surface_from_raw(context, &raw, surface) : result;
    wend_raw_free(context, &raw);
    if (result != WEND_OK)
        return result;
    wend_surface_view *view = &(*surface)->view;
    view->agent = *who;
    view->solid_hash = solid->hash;
    return WEND_OK;
}

static wend_result build(wend_context *context, const wend_solid *solid, const wend_agent *agent,
                         const wend_voxel_def *def, wend_surface **surface, wend_report *report) {
    wend_agent who = agent ? *agent : wend_default_agent();
    wend_voxel_def chosen = def ? *def : wend_default_voxel_def();
    wend_result result = wend_agent_check_standing(&who, report);
    if (result == WEND_OK)
        result = check_def(&chosen, &who, report);
    return result == WEND_OK ? build_for(context, solid, &who, &chosen, surface, report) : result;
}

wend_result wend_voxel_build(wend_context *context, const wend_solid *solid, const wend_agent *agent,
                             const wend_voxel_def *def, wend_surface **surface, wend_report *report) {
    if (!wend_given(surface, context != NULL && solid != NULL))
        return WEND_ERROR_ARGUMENT;
    wend_stage_begin(context, "extract");
    return wend_stage_end(context, build(context, solid, agent, def, surface, report));
}

// Cells as an object, and the order of the stages that make them.
#include "cells/cells.h"

#include "base/context.h"
#include "cells/stages.h"
#include "plan/plan.h"

#include <math.h>

wend_cells_def wend_default_cells_def(void) {
    return (wend_cells_def){.relax_angle = 0x1.657184ae74487p-4, .relax = 0, .quality = WEND_CELLS_FAST}; // 5 degrees
}

wend_cells *wend_cells_create(wend_context *context, const wend_plan *plan) {
    wend_cells *cells = wend_allocate(context, sizeof *cells);
    if (cells != NULL)
        *cells = (wend_cells){.context = context, .plan = wend_plan_hold(plan)};
    return cells;
}

// The arrays are const to those who look; here they are freed.
static void release(wend_context *context, const void *block, size_t bytes) {
    wend_release(context, (void *)(uintptr_t)block, bytes);
}

void wend_cells_destroy(wend_cells *cells) {
    if (cells == NULL || !wend_shared_drop(&cells->shared))
        return;
    wend_context *context = cells->context;
    const wend_cells_view *view = &cells->view;
    if (cells->owns_arrays) {
        release(context, view->points, (size_t)view->point_count * sizeof *view->points);
        release(context, view->portals, (size_t)view->portal_count * sizeof *view->portals);
        release(context, view->cells, (size_t)view->cell_count * sizeof *view->cells);
        release(context, view->sides, (size_t)view->side_count * sizeof *view->sides);
    }
    size_t triangles = (size_t)wend_plan_look(cells->plan).triangle_count;
    release(context, cells->cuts, (size_t)cells->cut_count * sizeof *cells->cuts);
    release(context, cells->cut_before, (triangles + 1) * sizeof *cells->cut_before);
    release(context, cells->corner_cells, triangles * sizeof *cells->corner_cells);
    wend_plan_destroy((wend_plan *)(uintptr_t)cells->plan);
    wend_block_destroy(cells->block);
    release(context, cells, sizeof *cells);
}

wend_cells_view wend_cells_look(const wend_cells *cells) {
    return cells == NULL ? (wend_cells_view){0} : cells->view;
}

void wend_cells_place(const wend_cells *cells, int32_t corner, double place[2]) {
    wend_plan_view plan = wend_plan_look(cells->plan);
    if (corner < plan.vertex_count) {
        wend_lattice_place(&plan.lattice, plan.vertices[corner], place);
        return;
    }
    wend_fine at = wend_corner_place(&plan, &cells->view, corner);
    place[0] = plan.lattice.origin[0] + (double)at.x * 0x1p-32 * plan.lattice.step;
    place[1] = plan.lattice.origin[1] + (double)at.y * 0x1p-32 * plan.lattice.step;
}

// ---------------------------------------------------------------------------------------------------- building

static wend_result refuse(wend_report *report, const char *code, const char *text) {
    wend_finding finding = wend_finding_make(code, WEND_ERROR, "%s", text);
    wend_report_add(report, &finding);
    return WEND_ERROR_ARGUMENT;
}

wend_result wend_cells_def_check(const wend_cells_def *def, wend_report *report) {
    if (!(def->relax_angle >= 0 && def->relax_angle <= 0x1.921fb54442d19p+0))
        return refuse(report, "cells-relax-angle", "relax_angle must be from 0 to pi/2 radians (90 degrees)");
    if (!(def->relax >= 0 && def->relax <= 0x1p1000))
        return refuse(report, "cells-relax", "relax must be a distance of 0 or more, in the plan's units");
    if ((int)def->quality < 0 || def->quality >= WEND_CELLS_QUALITY_COUNT)
        return refuse(report, "cells-quality", "quality must be WEND_CELLS_FAST or WEND_CELLS_BEST");
    return WEND_OK;
}

static wend_result pause(wend_cutting *c, double fraction) {
    return wend_pause(c->context, "cells", fraction) ? WEND_ERROR_CANCELLED : WEND_OK;
}

// One way to cut a plan, and what comes out of it.
typedef struct cut {
    wend_cutting c;
    wend_rings rings;
} cut;

static void cut_free(cut *k) {
    wend_rings_free(k->c.context, &k->rings);
    wend_cutting_free(&k->c);
}

// The stages in order, up to the rings.
static wend_result make_cut(cut *k, double relax, wend_cells_quality quality) {
    wend_result result = wend_notches_find(&k->c, relax);
    if (result == WEND_OK)
        result = pause(&k->c, 0.1);
    if (result == WEND_OK)
        result = wend_cells_pair(&k->c);
    if (result == WEND_OK)
        result = pause(&k->c, 0.3);
    if (result == WEND_OK)
        result = wend_cells_resolve(&k->c);
    if (result == WEND_OK)
        result = pause(&k->c, 0.5);
    if (result == WEND_OK)
        result = wend_cells_improve(&k->c, quality);
    if (result == WEND_OK)
        result = pause(&k->c, 0.8);
    if (result == WEND_OK)
        result = wend_cells_connect(&k->c, &k->rings);
    return result;
}

// Cuts as if nothing were relaxed, then lets go what the notches of `relaxed` do not need.
static wend_result relax_cut(cut *k, const wend_cutting *relaxed, wend_cells_quality quality) {
    wend_result result = make_cut(k, 0, quality);
    if (result != WEND_OK)
        return result;
    k->c.notch_count = relaxed->notch_count;
    for (int32_t v = 0; v < k->c.plan->vertex_count; v++)
        k->c.notches.data[v] = relaxed->notches.data[v];
    result = wend_cells_prune(&k->c);
    if (result == WEND_OK)
        result = wend_cells_improve(&k->c, quality);
    if (result == WEND_OK)
        result = wend_cells_connect(&k->c, &k->rings);
    return result;
}

// Cuts a plan. With a distance relaxation there are two ways to do it, and it takes the one with fewer cells; so
// relaxing never makes more of them.
static wend_result cut_plan(wend_context *context, const wend_plan_view *plan, const wend_cells_def *def, bool blunt,
                            wend_cells *made) {
    cut ways[2] = {{.c = {.context = context}}, {.c = {.context = context}}};
    wend_angle_limit limit = wend_angle_limit_of(def->relax_angle);
    int chosen = 0;
    wend_result result = wend_cutting_create(context, plan, limit, &ways[0].c);
    if (result == WEND_OK)
        result = make_cut(&ways[0], def->relax, def->quality);
    if (result == WEND_OK && def->relax > 0) {
        result = wend_cutting_create(context, plan, limit, &ways[1].c);
        if (result == WEND_OK)
            result = relax_cut(&ways[1], &ways[0].c, def->quality);
        chosen = result == WEND_OK && ways[1].rings.portals < ways[0].rings.portals;
    }
    if (result == WEND_OK && blunt)
        result = wend_cells_blunt(&ways[chosen].c, &ways[chosen].rings);
    if (result == WEND_OK)
        result = wend_cells_assemble(&ways[chosen].c, &ways[chosen].rings, made);
    cut_free(&ways[0]);
    cut_free(&ways[1]);
    return result;
}

wend_result wend_cells_cut(wend_context *context, const wend_plan *plan, const wend_cells_def *def, bool blunt,
                           wend_cells **cells, wend_report *report) {
    wend_cells_def defaults = wend_default_cells_def();
    def = def != NULL ? def : &defaults;
    *cells = NULL;
    wend_result result = wend_cells_def_check(def, report);
    if (result != WEND_OK)
        return result;
    wend_plan_view view = wend_plan_look(plan);
    wend_cells *made = wend_cells_create(context, plan);
    if (made == NULL)
        return WEND_ERROR_MEMORY;
    made->view.def = *def;
    result = cut_plan(context, &view, def, blunt, made);
    if (result == WEND_OK)
        result = wend_cells_index(made);
    if (result == WEND_OK)
        *cells = made;
    else
        wend_cells_destroy(made);
    return result;
}

wend_result wend_cells_build(wend_context *context, const wend_plan *plan, const wend_cells_def *def,
                             wend_cells **cells, wend_report *report) {
    if (!wend_given(cells, context != NULL && plan != NULL))
        return WEND_ERROR_ARGUMENT;
    wend_stage_begin(context, "cells");
    return wend_stage_end(context, wend_cells_cut(context, plan, def, true, cells, report));
}

wend_result wend_cells_adopt(wend_context *context, const wend_plan *plan, const wend_cells_view *arrays,
                             wend_cells **cells, wend_report *report) {
    *cells = NULL;
    wend_cells *made = wend_cells_create(context, plan);
    if (made == NULL)
        return WEND_ERROR_MEMORY;
    made->view = *arrays;
    wend_result result = wend_cells_check(context, made, report);
    if (result == WEND_OK)
        result = wend_cells_index(made);
    if (result == WEND_OK)
        *cells = made;
    else
        wend_cells_destroy(made);
    return result;
}

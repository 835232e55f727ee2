// The validator of cells. Nothing in the arrays is trusted.
//
// Portals say everything: from their ends alone the cells are made anew, on a fresh copy of the plan's triangulation.
// Laying a portal into it fails when it crosses or touches a boundary, a vertex or a portal laid before, so afterwards
// none does, and what they enclose covers the plan exactly, without gaps or overlaps, because it is made of the plan's
// own triangulation. The notches are found anew, too, and the angle of every cell at each of them is measured. Then all
// arrays are derived from the result and must be those given, byte for byte. Last, in each component the cells less the
// portals must be its Euler characteristic, which makes every cell a disc, and portals must lie between different
// cells.
#include "cells/cells.h"
#include "cells/stages.h"
#include "plan/plan.h"

typedef struct checker {
    const wend_plan_view *plan;
    const wend_cells_view *view;
    wend_report *report;
    bool bad;
} checker;

static void blame(checker *k, const char *code, int64_t item, int32_t vertex, const char *text) {
    k->bad = true;
    wend_finding f = wend_finding_make(code, WEND_ERROR, "%s (element %lld)", text, (long long)item);
    f.item = item;
    if (vertex >= 0 && vertex < k->plan->vertex_count) {
        f.has_at = true;
        wend_lattice_place(&k->plan->lattice, k->plan->vertices[vertex], f.at);
    }
    wend_report_add(k->report, &f);
}

// ---------------------------------------------------------------------------------------------------- indices

static bool check_head(checker *k) {
    const wend_cells_view *v = k->view;
    if (v->vertex_count != k->plan->vertex_count || v->point_count < 0 || v->portal_count < 0 || v->cell_count < 1 ||
        v->side_count < 3 || v->point_count > INT32_MAX - v->vertex_count)
        blame(k, "cells-counts", 0, -1, "a count is out of range, or the cells belong to another plan");
    return !k->bad;
}

static bool check_indices(checker *k) {
    const wend_cells_view *v = k->view;
    for (int32_t i = 0; i < v->point_count; i++) {
        const wend_cell_point *p = &v->points[i];
        if (p->boundary < 0 || p->boundary >= k->plan->boundary_count || p->parameter == 0)
            blame(k, "cells-point", i, -1, "a point lies on no boundary edge, or at its end");
        else if (i > 0 &&
                 (p[-1].boundary > p->boundary || (p[-1].boundary == p->boundary && p[-1].parameter >= p->parameter)))
            blame(k, "cells-point", i, -1, "points are not in order along the boundary");
    }
    for (int32_t i = 0; i < v->portal_count; i++) {
        const wend_portal *p = &v->portals[i];
        if (p->ends[0] < 0 || p->ends[1] <= p->ends[0] || p->ends[1] >= v->vertex_count + v->point_count)
            blame(k, "cells-portal-ends", i, -1, "a portal does not have two ends, the lower one first");
        if (p->border < -1 || p->border >= k->plan->border_count)
            blame(k, "cells-portal-border", i, -1, "a portal names a border that is not there");
    }
    return !k->bad;
}

// ---------------------------------------------------------------------------------------------------- rebuilding

// Splits the boundary at all points, which are in order along it.
static wend_result split_boundary(checker *k, wend_cutting *c) {
    for (int32_t i = 0; i < k->view->point_count; i++) {
        wend_cell_point on = k->view->points[i];
        bool same_edge = i > 0 && k->view->points[i - 1].boundary == on.boundary;
        int32_t last = same_edge ? k->plan->vertex_count + i - 1 : wend_boundary_start(k->plan, on.boundary);
        if (wend_cutting_split(c, c->out.data[last], on) < 0)
            return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

static wend_result lay_portal(checker *k, wend_cutting *c, int32_t i) {
    const wend_portal *p = &k->view->portals[i];
    int32_t e = wend_cutting_join(c, p->ends[0], p->ends[1]);
    if (e == -2)
        return WEND_ERROR_MEMORY;
    wend_wall wall = e < 0 ? WEND_WALL_NONE : (wend_wall)wend_cut_wall(c, e);
    if (e < 0 || wall == WEND_WALL_BOUNDARY)
        blame(k, "cells-portal-crosses", i, p->ends[0],
              "a portal crosses or touches a boundary, a vertex or another portal");
    else if (wall == WEND_WALL_PORTAL)
        blame(k, "cells-portal-twice", i, p->ends[0], "a portal is there twice");
    else if ((wall == WEND_WALL_BORDER) != (p->border >= 0))
        blame(k, "cells-portal-border", i, p->ends[0], "a portal is taken for a border, or a border for a portal");
    else if (wall == WEND_WALL_NONE)
        wend_cut_set_wall(c, e, WEND_WALL_PORTAL);
    return WEND_OK;
}

static wend_result rebuild(checker *k, wend_cutting *c) {
    wend_result result = wend_notches_find(c, k->view->def.relax);
    if (result == WEND_OK)
        result = split_boundary(k, c);
    for (int32_t i = 0; i < k->view->portal_count && result == WEND_OK; i++)
        result = lay_portal(k, c, i);
    return result;
}

static void check_angles(checker *k, const wend_cutting *c) {
    for (int32_t v = 0; v < k->plan->vertex_count; v++) {
        if (!c->notches.data[v])
            continue;
        int32_t first = wend_corner_first(c, v);
        for (int32_t corner = first; corner >= 0; corner = wend_corner_next(c, corner, first)) {
            int32_t right = wend_wall_end(c, corner), left = wend_wall_end(c, wend_wall_after(c, corner));
            if (wend_cut_wall(c, corner) == WEND_WALL_NONE || !wend_cut_fits(c, v, right, left)) {
                blame(k, "cells-angle", v, v, "a cell has too large an angle at a notch");
                break;
            }
        }
    }
}

// ---------------------------------------------------------------------------------------------------- comparing

// The first element in which two arrays differ, or -1.
static int64_t first_difference(const void *a, int64_t a_count, const void *b, int64_t b_count, size_t size) {
    int64_t common = a_count < b_count ? a_count : b_count;
    for (int64_t i = 0; i < common; i++)
        if (memcmp((const char *)a + (size_t)i * size, (const char *)b + (size_t)i * size, size) != 0)
            return i;
    return a_count == b_count ? -1 : common;
}

// Measures may have been summed in another order.
static bool differ(double a, double b) {
    return !(a <= b * (1 + 1e-9) && b <= a * (1 + 1e-9));
}

static void compare(checker *k, const wend_cells_view *made) {
    const wend_cells_view *v = k->view;
    int64_t at = first_difference(v->points, v->point_count, made->points, made->point_count, sizeof *v->points);
    if (at >= 0)
        blame(k, "cells-point", at, -1, "there is a point at which no portal ends");
    at = first_difference(v->portals, v->portal_count, made->portals, made->portal_count, sizeof *v->portals);
    if (at >= 0)
        blame(k, "cells-portals", at, at < v->portal_count ? v->portals[at].ends[0] : -1,
              "a portal does not name the cells beside it, or portals are not in order");
    at = first_difference(v->cells, v->cell_count, made->cells, made->cell_count, sizeof *v->cells);
    if (at >= 0)
        blame(k, "cells-cells", at, -1, "a cell is not one that the portals make, or cells are not in order");
    at = first_difference(v->sides, v->side_count, made->sides, made->side_count, sizeof *v->sides);
    if (at >= 0)
        blame(k, "cells-sides", at, at < v->side_count ? v->sides[at].corner : -1,
              "a side is not one that the portals make, or sides are not in order");
    if (v->notch_count != made->notch_count)
        blame(k, "cells-notches", v->notch_count, -1, "the number of notches is not right");
    if (differ(v->portal_length, made->portal_length) || differ(v->smallest_angle, made->smallest_angle) ||
        v->needle_count != made->needle_count)
        blame(k, "cells-measures", 0, -1,
              "the length of portals, the smallest angle or the number of angles below 5 degrees is not right");
}

// Cells less portals that each component should have. False when memory is short.
static bool expect_characteristics(const checker *k, wend_context *context, int32_t *expected) {
    const wend_plan_view *plan = k->plan;
    size_t bytes = (size_t)plan->vertex_count;
    uint8_t *counted = wend_allocate_array(context, plan->vertex_count, 1); // of each vertex
    if (counted == NULL)
        return false;
    memset(counted, 0, bytes);
    for (int32_t i = 0; i < plan->component_count; i++)
        expected[i] = 2 - 2 * wend_plan_handles(plan, i) - plan->components[i].cycles - plan->components[i].points;
    for (int32_t t = 0; t < plan->triangle_count; t++)
        for (int i = 0; i < 3; i++) {
            int32_t v = plan->triangles[t].v[i];
            if (plan->vertex_flags[v] == WEND_VERTEX_FEATURE && !counted[v])
                expected[plan->triangle_component[t]]--;
            counted[v] = 1;
        }
    wend_release(context, counted, bytes);
    return true;
}

// No cell passes a corner twice.
static wend_result check_simple(checker *k, wend_context *context) {
    int64_t corners = (int64_t)k->view->vertex_count + k->view->point_count;
    size_t bytes = (size_t)corners * sizeof(int32_t);
    int32_t *last = wend_allocate_array(context, corners, sizeof *last); // of each corner: the last cell that has it
    if (last == NULL)
        return WEND_ERROR_MEMORY;
    memset(last, -1, bytes);
    for (int32_t i = 0; i < k->view->cell_count; i++)
        for (int32_t s = 0; s < k->view->cells[i].count; s++) {
            int32_t corner = k->view->sides[k->view->cells[i].first + s].corner;
            if (last[corner] == i)
                blame(k, "cells-pinched", i, corner, "a cell meets itself in a corner");
            last[corner] = i;
        }
    wend_release(context, last, bytes);
    return WEND_OK;
}

static wend_result check_topology(checker *k, wend_context *context) {
    size_t bytes = (size_t)k->plan->component_count * sizeof(int32_t);
    int32_t *expected = wend_allocate_array(context, k->plan->component_count, sizeof *expected);
    if (expected == NULL)
        return WEND_ERROR_MEMORY;
    if (!expect_characteristics(k, context, expected)) {
        wend_release(context, expected, bytes);
        return WEND_ERROR_MEMORY;
    }
    for (int32_t i = 0; i < k->view->cell_count; i++)
        expected[k->view->cells[i].component]--;
    for (int32_t i = 0; i < k->view->portal_count; i++) {
        const wend_portal *p = &k->view->portals[i];
        expected[k->view->cells[p->cells[0]].component]++;
        if (p->cells[0] == p->cells[1])
            blame(k, "cells-portal-sides", i, p->ends[0], "a portal has the same cell on both sides");
    }
    for (int32_t i = 0; i < k->plan->component_count; i++)
        if (expected[i] != 0)
            blame(k, "cells-not-discs", i, -1, "cells less portals are not the Euler characteristic of a component");
    wend_release(context, expected, bytes);
    return WEND_OK;
}

// Everything beyond the indices.
static wend_result check_all(checker *k, wend_context *context, const wend_plan *plan) {
    wend_cutting c;
    wend_rings rings = {0};
    wend_cells *made = wend_cells_create(context, plan);
    if (made == NULL)
        return WEND_ERROR_MEMORY;
    wend_result result = wend_cutting_create(context, k->plan, wend_angle_limit_of(k->view->def.relax_angle), &c);
    if (result == WEND_OK)
        result = rebuild(k, &c);
    if (result == WEND_OK)
        check_angles(k, &c);
    if (result == WEND_OK && !k->bad)
        result = wend_rings_find(&c, &rings);
    if (result == WEND_OK && !k->bad)
        result = wend_cells_assemble(&c, &rings, made);
    if (result == WEND_OK && !k->bad)
        compare(k, &made->view);
    if (result == WEND_OK && !k->bad)
        result = check_topology(k, context);
    if (result == WEND_OK && !k->bad)
        result = check_simple(k, context);
    wend_rings_free(context, &rings);
    wend_cutting_free(&c);
    wend_cells_destroy(made);
    return result;
}

wend_result wend_cells_check(wend_context *context, const wend_cells *cells, wend_report *report) {
    if (context == NULL || cells == NULL)
        return WEND_ERROR_ARGUMENT;
    wend_plan_view plan = wend_plan_look(cells->plan);
    checker k = {.plan = &plan, .view = &cells->view, .report = report};
    wend_result result = wend_cells_def_check(&cells->view.def, report);
    if (result == WEND_ERROR_ARGUMENT)
        return WEND_ERROR_INVALID;
    if (check_head(&k) && check_indices(&k))
        result = check_all(&k, context, cells->plan);
    return result != WEND_OK ? result : k.bad ? WEND_ERROR_INVALID : WEND_OK;
}

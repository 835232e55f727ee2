// A plan as an object: its life, its arrays, what is derived from them.
#include "plan/plan.h"

#include "geom/predicate.h"
#include "link/links.h"
#include "plan/assemble.h"

void wend_plan_destroy(wend_plan *plan) {
    if (!plan || !wend_shared_drop(&plan->shared))
        return;
    wend_context *context = plan->context;
    if (plan->owns_arrays)
        wend_plan_free_arrays(plan);
    if (plan->links) {
        wend_links_view links = wend_links_look(plan->links);
        wend_tree_free(context, &plan->ground_tree);
        wend_release(context, plan->plan_vertex, (size_t)links.vertex_count * sizeof *plan->plan_vertex);
        wend_release(context, plan->ground_anchor, (size_t)links.triangle_count * sizeof *plan->ground_anchor);
        wend_release(context, plan->triangle_anchor, (size_t)plan->view.triangle_count * sizeof *plan->triangle_anchor);
        wend_links_destroy((wend_links *)(uintptr_t)plan->links);
    }
    wend_block_destroy(plan->block);
    wend_tree_free(context, &plan->tree);
    wend_release(context, plan->area_before, ((size_t)plan->view.triangle_count + 1) * sizeof *plan->area_before);
    wend_release(context, plan, sizeof *plan);
}

wend_plan_view wend_plan_look(const wend_plan *plan) {
    return plan == NULL ? (wend_plan_view){0} : plan->view;
}

const wend_links *wend_plan_links(const wend_plan *plan) {
    return plan->links;
}

int32_t wend_plan_area_of(const wend_plan *plan, int32_t triangle) {
    return triangle >= 0 && plan->view.triangle_area ? plan->view.triangle_area[triangle] : 0;
}

double wend_plan_area(const wend_plan *plan) {
    double side = plan->view.lattice.step * plan->view.unit;
    return (double)plan->area_before[plan->view.triangle_count] / 2 * side * side;
}

wend_box wend_plan_triangle_box(const void *view, int32_t triangle) {
    const wend_plan_view *v = view;
    const int32_t *corner = v->triangles[triangle].v;
    return wend_box_around(v->vertices[corner[0]], v->vertices[corner[1]], v->vertices[corner[2]]);
}

wend_result wend_plan_index(wend_plan *plan) {
    const wend_plan_view *view = &plan->view;
    plan->area_before =
        wend_allocate_array(plan->context, (int64_t)view->triangle_count + 1, sizeof *plan->area_before);
    if (!plan->area_before ||
        !wend_tree_build(plan->context, view->triangle_count, wend_plan_triangle_box, view, &plan->tree))
        return WEND_ERROR_MEMORY;
    uint64_t sum = 0;
    for (int32_t k = 0; k < view->triangle_count; k++) {
        const int32_t *v = view->triangles[k].v;
        plan->area_before[k] = sum;
        sum += (uint64_t)wend_cross(view->vertices[v[0]], view->vertices[v[1]], view->vertices[v[2]]);
        if (sum > INT64_MAX)
            return WEND_ERROR_LIMIT;
    }
    plan->area_before[view->triangle_count] = sum;
    return WEND_OK;
}

wend_result wend_plan_adopt(wend_context *context, const wend_plan_view *arrays, const wend_links *links, bool proven,
                            wend_plan **plan, wend_report *report) {
    *plan = NULL;
    wend_plan *made = wend_allocate(context, sizeof *made);
    if (!made)
        return WEND_ERROR_MEMORY;
    *made = (wend_plan){.context = context, .view = *arrays, .links = links ? wend_links_hold(links) : NULL};
    wend_result result = proven ? wend_plan_check(context, made, report) : wend_plan_check_local(context, made, report);
    if (result == WEND_OK)
        result = wend_plan_index(made);
    if (result == WEND_OK && links)
        result = wend_plan_anchor(made);
    if (result == WEND_ERROR_INVALID && links && made->area_before) {
        wend_finding f = wend_finding_make("plan-source", WEND_ERROR, "the plan is not one of its links");
        wend_report_add(report, &f);
    }
    if (result != WEND_OK) {
        wend_plan_destroy(made);
        return result;
    }
    *plan = made;
    return WEND_OK;
}

// The proof that everyone stands where they may, by the plan and its medial axis alone: nothing of what a step uses.
#include "crowd/crowd.h"

#include "base/context.h"

static bool holds(const wend_plan_view *v, int32_t triangle, wend_point p) {
    const int32_t *c = v->triangles[triangle].v;
    for (int i = 0; i < 3; i++)
        if (wend_orientation(v->vertices[c[i]], v->vertices[c[(i + 1) % 3]], p) < 0)
            return false;
    return true;
}

static void find_fault(wend_report *report, int64_t index, const double place[2], const char *code, const char *text,
                       double measured, double limit) {
    wend_finding finding = wend_finding_make(code, WEND_ERROR, "%s", text);
    finding.item = index;
    finding.has_at = true;
    finding.at[0] = place[0];
    finding.at[1] = place[1];
    finding.has_measure = true;
    finding.measured = measured;
    finding.limit = limit;
    wend_report_add(report, &finding);
}

wend_result wend_crowd_check(wend_context *context, const wend_crowd *c, wend_report *report) {
    if (context == NULL || c == NULL)
        return WEND_ERROR_ARGUMENT;
    wend_result result = WEND_OK;
    const wend_plan_view *v = &c->patches.v;
    for (int64_t k = 0; k < c->walkers.count; k++) {
        const wend_walker *w = &c->walkers.data[k];
        if (!w->used)
            continue;
        double place[2];
        wend_lattice_place(&v->lattice, w->point, place);
        if (w->triangle < 0 || w->triangle >= v->triangle_count || !holds(v, w->triangle, w->point)) {
            find_fault(report, k, place, "crowd-off-triangle", "An agent is not on the triangle that it should be on.",
                       w->triangle, 0);
            result = WEND_ERROR_INVALID;
            continue;
        }
        wend_medial_near near;
        wend_medial_clearance(c->medial, &(wend_spot){w->triangle, w->point, 0}, &near);
        double least = w->radius - fmax(WEND_CROWD_SLACK, 1.5 * c->metres);
        if (near.clearance < least) {
            find_fault(report, k, place, "crowd-in-wall", "An agent is nearer to a wall than its radius.",
                       near.clearance, w->radius);
            result = WEND_ERROR_INVALID;
        }
    }
    return result;
}

// Plans and their cells, counted and sampled. See plan.h.
#include "truth/plan.h"

#include "base/random.h"
#include "truth/drawing.h"

#define MARGIN_STEPS 2.0 // lattice steps around lines that are left out: rounding moves lines by up to one
#define BEYOND 0.02      // of the drawing's size: places are drawn as far around it, too
#define PIECE 4096       // samples between two looks at the cancel hook

// ---------------------------------------------------------------------------------------------------- faults

void wend_truth_count_plan(const wend_plan *plan, wend_truth_view *count) {
    wend_plan_view view = wend_plan_look(plan);
    for (int32_t edge = 0; edge < 3 * view.triangle_count; edge++) {
        const wend_plan_triangle *t = &view.triangles[edge / 3];
        int32_t corner = edge % 3, twin = t->twin[corner];
        if (corner == 0 &&
            wend_orientation(view.vertices[t->v[0]], view.vertices[t->v[1]], view.vertices[t->v[2]]) <= 0)
            count->downward++;
        if (twin < 0)
            continue;
        if (twin >= 3 * view.triangle_count || view.triangles[twin / 3].twin[twin % 3] != edge) {
            count->non_manifold++;
            continue;
        }
        const wend_plan_triangle *other = &view.triangles[twin / 3];
        count->twisted += other->v[twin % 3] != t->v[(corner + 1) % 3] || other->v[(twin % 3 + 1) % 3] != t->v[corner];
    }
}

// Whether a side runs along what lies across it: the portal, or a part of the boundary edge.
static bool side_fits(const wend_plan_view *plan, const wend_cells_view *view, int32_t side, int32_t next) {
    int32_t from = view->sides[side].corner, to = view->sides[next].corner, across = view->sides[side].across;
    if (across >= 0) {
        const wend_portal *portal = &view->portals[across / 2];
        return portal->ends[across % 2] == from && portal->ends[1 - across % 2] == to;
    }
    int32_t edge = plan->boundaries[~across].edge;
    int32_t start = plan->triangles[edge / 3].v[edge % 3], end = plan->triangles[edge / 3].v[(edge + 1) % 3];
    int32_t corners[2] = {from, to}, ends[2] = {start, end};
    for (int k = 0; k < 2; k++) {
        int32_t point = corners[k] - view->vertex_count;
        if (point < 0 ? corners[k] != ends[k] : view->points[point].boundary != ~across)
            return false;
    }
    return true;
}

// Whether a portal is the side of the cell that it names.
static bool side_is(const wend_cells_view *view, const wend_portal *portal, int32_t number, int which) {
    int32_t cell = portal->cells[which], side = portal->sides[which];
    return side >= view->cells[cell].first && side < view->cells[cell].first + view->cells[cell].count &&
           view->sides[side].across == 2 * number + which;
}

void wend_truth_count_cells(const wend_plan *plan, const wend_cells *cells, wend_truth_view *count) {
    wend_plan_view ground = wend_plan_look(plan);
    wend_cells_view view = wend_cells_look(cells);
    for (int32_t k = 0; k < view.cell_count; k++) {
        int32_t first = view.cells[k].first, end = first + view.cells[k].count;
        bool closed = true;
        for (int32_t side = first; side < end; side++)
            closed = closed && side_fits(&ground, &view, side, side + 1 < end ? side + 1 : first);
        count->open += !closed;
    }
    for (int32_t k = 0; k < view.portal_count; k++) {
        const wend_portal *portal = &view.portals[k];
        count->unshared +=
            portal->cells[0] == portal->cells[1] || !side_is(&view, portal, k, 0) || !side_is(&view, portal, k, 1);
    }
}

// ---------------------------------------------------------------------------------------------------- sampling

typedef struct sampling {
    const wend_plan *plan;
    wend_drawing_truth truth;
    uint64_t random;
    wend_truth_counts *counts;
} sampling;

static void note(sampling *s, wend_fault fault, const double point[2]) {
    double reach = wend_drawing_truth_distance(&s->truth, point) * wend_plan_look(s->plan).unit;
    if (s->counts->worst_count > 0 && reach <= s->counts->worst[0].reach)
        return;
    s->counts->worst_count = 1;
    s->counts->worst[0] =
        (wend_fault_place){.fault = fault, .at = {point[0], point[1], 0}, .triangle = -1, .reach = reach};
}

// The plan's answer beside that of the drawing.
static wend_result sample(sampling *s) {
    double point[2];
    for (int axis = 0; axis < 2; axis++) {
        double size = s->truth.high[axis] - s->truth.low[axis];
        point[axis] = s->truth.low[axis] - BEYOND * size + (1 + 2 * BEYOND) * size * wend_random_unit(&s->random);
    }
    wend_drawing_verdict verdict;
    wend_result result = wend_drawing_truth_ask(&s->truth, point, &verdict);
    if (result != WEND_OK || verdict == WEND_DRAWING_NEAR_LINE) {
        s->counts->left_out += result == WEND_OK;
        return result;
    }
    wend_spot spot;
    wend_plan_locate(s->plan, point, 0, &spot);
    bool floor = verdict == WEND_DRAWING_FLOOR, found = spot.triangle >= 0;
    s->counts->samples++;
    s->counts->walkable += floor;
    s->counts->covered += found;
    s->counts->missed += floor && !found;
    s->counts->wrong += !floor && found;
    if (floor != found)
        note(s, floor ? WEND_FAULT_MISSED : WEND_FAULT_FALSE, point);
    return WEND_OK;
}

// One piece of the samples.
static wend_result run_piece(void *data, int64_t begin, int64_t end, int worker) {
    sampling *s = data;
    wend_result result = WEND_OK;
    (void)worker;
    for (int64_t k = begin; k < end && result == WEND_OK; k++)
        result = sample(s);
    return result;
}

wend_result wend_truth_sample_plan(wend_context *context, const wend_plan *plan, const wend_drawing *drawing,
                                   const wend_truth_def *def, wend_truth_counts *counts, wend_report *report) {
    sampling s = {.plan = plan, .random = def->seed, .counts = counts};
    const char *cause;
    double margin = MARGIN_STEPS * wend_plan_look(plan).lattice.step;
    wend_result result = wend_drawing_truth_start(context, drawing, margin, &s.truth, &cause);
    if (result == WEND_ERROR_UNSUPPORTED) {
        wend_finding finding = wend_finding_make("drawing-unjudged", WEND_ERROR, "%s", cause);
        wend_report_add(report, &finding);
    }
    if (result != WEND_OK)
        return result;
    // The places share a list of what was found out about rings, so there is one piece at a time.
    for (int64_t k = 0; k < def->samples && result == WEND_OK; k += PIECE)
        result = wend_run_tasks(context, def->samples - k < PIECE ? def->samples - k : PIECE, PIECE, run_piece, &s);
    wend_drawing_truth_free(&s.truth);
    return result;
}

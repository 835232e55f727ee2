// The medial axis of a plan.
//
// Problem. Of every place of the floor, tell the nearest obstacle. That divides the floor into cells, one per obstacle
// (boundary edge, its ends, point obstacle); the arcs between cells are the medial axis, but for those between an edge
// and its own ends, which are normals of the edge and no part of it. The plan may overlap itself: storeys, ramps,
// spirals.
//
// Method. Start with the diagram of the points alone, which is there already: the plan is a constrained Delaunay
// triangulation, and the circle around a triangle has no vertex inside that can be seen from it. So every triangle is a
// node that is equally far from three points, and an edge between two triangles is the arc between two cells. The
// circle may reach beyond the boundary: think of a half-plane glued to every boundary edge, without any obstacle on it.
//
// Then insert the boundary edges one by one. Edge e takes away what is nearer to it than to its present site: the nodes
// whose open disc it cuts, and the arcs between them. Together they are a tree, because the new cell has no hole. The
// tree is found from the node beside e: its disc passes through both ends of e, so it is always cut. Going on over arcs
// that are lost from end to end finds all of it. In the dual, m triangles that form a polygon with e's edge on its
// border are replaced by the m + 1 triangles that join e to the rest of that border:
//
//          s1 ------ s2                s1 ------ s2       Half-edges e -> b and a -> e stand for the normals in
//         /  \      /  \              /  '.    .'  \      the ends of e; nothing is beyond them. When the edge
//        /    \    /    \            /     '..'     \     before it is inserted too and the corner is below
//       a ------------- b           a ----.. e ..--- b    180 degrees, all nodes of a are lost and only the
//              e                                          triangle of both edges and a is left: a disc of
//                                                         radius 0 in the corner, where an arc ends.
//
// Two questions decide: does e cut a disc (distance of the centre from e's line against the radius), and on which side
// of the normals in e's ends is the centre. A disc through an end of e is decided by the side alone. Both ends of an
// arc may be lost and its middle not; insert.c tells when. Then the flood stops there, finds the other end another way,
// and the two new nodes are joined to each other.
//
// Why storeys cannot interact. A disc is a piece of floor (with half-planes), laid flat; as it slides along an arc, it
// changes continuously, and so does the piece of e inside. That piece can vanish only where e touches the disc, which
// is seen by the same numbers that decide. So an edge that is found to cut a disc is in it, not above or below: only
// neighbours are ever compared, and no place is looked up.
//
// Invariants. After each insertion: three sites and one disc per node, sites in the order in which the disc touches
// them, discs that no inserted site cuts; nodes - arcs is the Euler characteristic of the plan less its point
// obstacles.
//
// Degenerate cases are no special ones. A disc that e only touches is not cut; nodes of one place are joined by arcs of
// no length, which are contracted in the end (assemble.c). In a vertex of exactly 180 degrees two nodes on its normal
// stay, and an empty cell between them. Both sides of a wall without width are edges with vertices of their own. A
// point obstacle has a closed cell. Vertices with more than 360 degrees of floor (in a spiral) are like others, because
// the cells along one are looked at one after the other.
//
// All signs are exact: doubles with error bounds where they suffice, whole numbers otherwise (disc.c, disc_exact.c).
//
// Cost. Inserted in random order an edge takes a few nodes on average: O(n log n) in all, since the points come first.
#include "medial/medial.h"

#include "base/context.h"
#include "plan/plan.h"

static void release(wend_context *context, const void *block, size_t bytes) {
    wend_release(context, (void *)(uintptr_t)block, bytes);
}

void wend_medial_destroy(wend_medial *medial) {
    if (medial == NULL || !wend_shared_drop(&medial->shared))
        return;
    wend_context *context = medial->context;
    const wend_medial_view *view = &medial->view;
    wend_medial_index_free(medial);
    if (medial->owns_arrays) {
        release(context, view->vertices, (size_t)view->vertex_count * sizeof *view->vertices);
        release(context, view->arcs, (size_t)view->arc_count * sizeof *view->arcs);
        release(context, view->around, 2 * (size_t)view->arc_count * sizeof *view->around);
    }
    wend_plan_destroy((wend_plan *)(uintptr_t)medial->plan);
    wend_block_destroy(medial->block);
    wend_release(context, medial, sizeof *medial);
}

wend_medial_view wend_medial_look(const wend_medial *medial) {
    return medial == NULL ? (wend_medial_view){0} : medial->view;
}

static wend_medial *create(wend_context *context, const wend_plan *plan) {
    wend_medial *medial = wend_allocate(context, sizeof *medial);
    if (medial != NULL)
        *medial = (wend_medial){.context = context, .plan = wend_plan_hold(plan)};
    return medial;
}

static wend_result fill(wend_context *context, const wend_plan *plan, uint64_t seed, wend_medial *medial) {
    wend_plan_view view = wend_plan_look(plan);
    wend_diagram d;
    wend_result result = wend_diagram_prepare(context, &view, &d);
    if (result == WEND_OK)
        result = wend_diagram_insert_edges(&d, seed);
    if (result == WEND_OK)
        result = wend_medial_assemble(&d, medial);
    wend_diagram_free(&d);
    return result;
}

wend_result wend_medial_build_arrays(wend_context *context, const wend_plan *plan, uint64_t seed,
                                     wend_medial **medial) {
    *medial = create(context, plan);
    if (*medial == NULL)
        return WEND_ERROR_MEMORY;
    wend_result result = fill(context, plan, seed, *medial);
    if (result != WEND_OK) {
        wend_medial_destroy(*medial);
        *medial = NULL;
    }
    return result;
}

wend_result wend_medial_build_seeded(wend_context *context, const wend_plan *plan, uint64_t seed,
                                     wend_medial **medial) {
    wend_result result = wend_medial_build_arrays(context, plan, seed, medial);
    if (result == WEND_OK)
        result = wend_medial_index(*medial);
    if (result != WEND_OK) {
        wend_medial_destroy(*medial);
        *medial = NULL;
    }
    return result;
}

static wend_result build_medial(wend_context *context, const wend_plan *plan, wend_medial **medial,
                                wend_report *report) {
    wend_result result = wend_medial_build_seeded(context, plan, 0, medial);
    if (result == WEND_ERROR_INVALID || result == WEND_ERROR_LIMIT) {
        wend_finding finding =
            wend_finding_make("medial-plan", WEND_ERROR, "%s",
                              result == WEND_ERROR_LIMIT ? "the plan is too large for its medial axis: cut it in parts"
                                                         : "the plan is not sound: wend_plan_check says where");
        wend_report_add(report, &finding);
    }
    return result;
}

wend_medial_def wend_default_medial_def(void) {
    return (wend_medial_def){0};
}

wend_result wend_medial_build(wend_context *context, const wend_plan *plan, const wend_medial_def *def,
                              wend_medial **medial, wend_report *report) {
    if (!wend_given(medial, context != NULL && plan != NULL))
        return WEND_ERROR_ARGUMENT;
    (void)def;
    wend_stage_begin(context, "medial");
    return wend_stage_end(context, build_medial(context, plan, medial, report));
}

wend_result wend_medial_adopt(wend_context *context, const wend_plan *plan, const wend_medial_view *arrays, bool proven,
                              wend_medial **medial, wend_report *report) {
    *medial = NULL;
    wend_medial *made = create(context, plan);
    if (made == NULL)
        return WEND_ERROR_MEMORY;
    made->view = *arrays;
    made->view.narrow_count = 0;
    made->view.narrows = NULL;
    wend_result result =
        proven ? wend_medial_check(context, made, report) : wend_medial_check_local(context, made, report);
    if (result == WEND_OK)
        result = wend_medial_index(made);
    if (result == WEND_OK)
        *medial = made;
    else
        wend_medial_destroy(made);
    return result;
}

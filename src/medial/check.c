// The validator of medial axes. Nothing in the arrays is trusted.
//
// The axis is computed again, with the edges inserted in another order, and every array must come out the same, byte
// for byte. By itself that would only say that the method agrees with itself; so vertices - arcs of the plan must be
// its Euler characteristic less its point obstacles, and each end of an arc as far from its obstacles as it says.
#include "medial/medial.h"
#include "plan/plan.h"

#include <math.h>

typedef struct checker {
    wend_ground g;
    const wend_medial_view *view;
    wend_report *report;
    bool bad;
} checker;

static void blame(checker *k, const char *code, int64_t item, const char *text) {
    k->bad = true;
    wend_finding f = item < 0 ? wend_finding_make(code, WEND_ERROR, "%s", text)
                              : wend_finding_make(code, WEND_ERROR, "%s (element %lld)", text, (long long)item);
    f.item = item;
    if (item >= 0 && item < k->view->vertex_count) {
        const wend_medial_vertex *v = &k->view->vertices[item];
        f.has_at = true;
        f.at[0] = k->g.plan.lattice.origin[0] + k->g.plan.lattice.step * v->x;
        f.at[1] = k->g.plan.lattice.origin[1] + k->g.plan.lattice.step * v->y;
    }
    wend_report_add(k->report, &f);
}

static void check_distances(checker *k) {
    double x0 = INFINITY, x1 = -INFINITY;
    for (int32_t v = 0; v < k->g.plan.vertex_count; v++) {
        wend_point p = k->g.plan.vertices[v];
        double low = p.x < p.y ? p.x : p.y, high = p.x < p.y ? p.y : p.x;
        x0 = low < x0 ? low : x0;
        x1 = high > x1 ? high : x1;
    }
    double slack = 1e-6 + (x1 - x0) * 0x1p-40;
    for (int32_t h = 0; h < 4 * k->view->arc_count; h++) {
        const wend_medial_arc *arc = &k->view->arcs[h / 4];
        const wend_medial_vertex *at = &k->view->vertices[arc->vertex[h / 2 % 2]];
        wend_vec foot = wend_medial_foot(&k->g, arc->site[h % 2], (wend_vec){at->x, at->y});
        double distance = sqrt((at->x - foot.x) * (at->x - foot.x) + (at->y - foot.y) * (at->y - foot.y));
        if (!(fabs(distance - at->radius) <= slack))
            blame(k, "medial-radius", arc->vertex[h / 2 % 2], "a vertex is not as far from its obstacles as it says");
    }
}

static void check_euler(checker *k) {
    int64_t sum = 0;
    for (int32_t c = 0; c < k->g.plan.component_count; c++)
        sum += 2 - 2 * (int64_t)wend_plan_handles(&k->g.plan, c) - k->g.plan.components[c].cycles -
               k->g.plan.components[c].points;
    if ((int64_t)k->view->vertex_count - k->view->arc_count != sum)
        blame(k, "medial-euler", -1, "vertices less arcs are not what the plan's cycles, points and handles ask for");
}

static void compare(checker *k, const wend_medial_view *again) {
    const wend_medial_view *v = k->view;
    if (v->vertex_count != again->vertex_count || v->arc_count != again->arc_count ||
        v->true_count != again->true_count) {
        blame(k, "medial-counts", -1, "there is another number of vertices or arcs than the plan has");
        return;
    }
    for (int32_t i = 0; i < v->vertex_count; i++)
        if (memcmp(&v->vertices[i], &again->vertices[i], sizeof v->vertices[i]) != 0)
            blame(k, "medial-vertex", i, "a vertex is not the plan's");
    for (int32_t i = 0; i < v->arc_count; i++)
        if (memcmp(&v->arcs[i], &again->arcs[i], sizeof v->arcs[i]) != 0)
            blame(k, "medial-arc", i, "an arc is not the plan's");
    if (memcmp(v->around, again->around, 2 * (size_t)v->arc_count * sizeof *v->around) != 0)
        blame(k, "medial-around", -1, "the arcs around a vertex are not in their order");
    if (v->hash != again->hash)
        blame(k, "medial-hash", -1, "the hash is not that of the structure");
}

// ---------------------------------------------------------------------------------------------------- local

#define PLACE_MAX 0x1p31 // lattice steps: farther than any place or radius

static bool is_sound(const wend_medial_vertex *v) {
    return v->x >= -PLACE_MAX && v->x <= PLACE_MAX && v->y >= -PLACE_MAX && v->y <= PLACE_MAX && v->radius >= 0 &&
           v->radius <= PLACE_MAX;
}

static void check_indices(checker *k) {
    const wend_medial_view *v = k->view;
    int64_t sites = (int64_t)k->g.plan.vertex_count + k->g.plan.boundary_count, ends = 0;
    for (int32_t i = 0; i < v->vertex_count && !k->bad; i++) {
        const wend_medial_vertex *at = &v->vertices[i];
        if (!is_sound(at))
            blame(k, "medial-range", -1, "the place or the radius of a vertex is out of range");
        if (at->first != ends || at->degree < 1 || (ends += at->degree) > 2 * (int64_t)v->arc_count)
            blame(k, "medial-around", i, "the arcs of a vertex do not follow those of the one before it");
    }
    for (int32_t i = 0; i < v->arc_count && !k->bad; i++)
        for (int j = 0; j < 2; j++)
            if (v->arcs[i].vertex[j] < 0 || v->arcs[i].vertex[j] >= v->vertex_count || v->arcs[i].site[j] < 0 ||
                v->arcs[i].site[j] >= sites)
                blame(k, "medial-arc", -1, "an arc names a vertex or an obstacle that is not there");
    if (!k->bad && (ends != 2 * (int64_t)v->arc_count || v->true_count < 0 || v->true_count > v->vertex_count))
        blame(k, "medial-counts", -1, "vertices have not as many arcs as there are");
}

// Every end of an arc is listed once, around the vertex that it is.
static void check_around(checker *k, uint8_t *listed) {
    const wend_medial_view *v = k->view;
    memset(listed, 0, 2 * (size_t)v->arc_count);
    for (int32_t i = 0; i < v->vertex_count && !k->bad; i++)
        for (int32_t j = v->vertices[i].first; j < v->vertices[i].first + v->vertices[i].degree && !k->bad; j++) {
            int32_t half = v->around[j];
            if (half < 0 || half / 2 >= v->arc_count || listed[half] || v->arcs[half / 2].vertex[half % 2] != i)
                blame(k, "medial-around", i, "a vertex lists an arc that does not end there, or one twice");
            else
                listed[half] = 1;
        }
}

wend_result wend_medial_check_local(wend_context *context, const wend_medial *medial, wend_report *report) {
    checker k = {wend_medial_ground(medial), &medial->view, report, false};
    check_indices(&k);
    if (k.bad)
        return WEND_ERROR_INVALID;
    size_t bytes = 2 * (size_t)medial->view.arc_count;
    uint8_t *listed = wend_allocate_array(context, 2 * (int64_t)medial->view.arc_count, 1);
    if (listed == NULL && bytes > 0)
        return WEND_ERROR_MEMORY;
    check_around(&k, listed);
    wend_release(context, listed, bytes);
    return k.bad ? WEND_ERROR_INVALID : WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- all of it

wend_result wend_medial_check(wend_context *context, const wend_medial *medial, wend_report *report) {
    if (context == NULL || medial == NULL)
        return WEND_ERROR_ARGUMENT;
    checker k = {wend_medial_ground(medial), &medial->view, report, false};
    wend_medial *again = NULL;
    wend_result result = wend_medial_build_arrays(context, medial->plan, 0x9E3779B97F4A7C15u, &again);
    if (result != WEND_OK)
        return result;
    compare(&k, &again->view);
    if (!k.bad)
        check_euler(&k);
    if (!k.bad)
        check_distances(&k);
    wend_medial_destroy(again);
    return k.bad ? WEND_ERROR_INVALID : WEND_OK;
}

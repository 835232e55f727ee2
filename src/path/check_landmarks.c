// The validator of landmarks.
//
// They are measured again, each by itself, and every distance must come out the same. By itself that would only say
// that the method agrees with itself; so besides, no two corners of a piece may be nearer to each other, straight over
// its floor, than their distances say: where that holds, a bound by landmarks along any way from corner to corner is
// right.
#include "path/landmarks.h"

#include <math.h>

typedef struct checker {
    const wend_landmarks *l;
    wend_plan_view plan;
    wend_roads_view v;
    wend_corners corners;
    wend_report *report;
    bool bad;
} checker;

static void blame(checker *k, int32_t vertex, const char *text) {
    k->bad = true;
    wend_finding f = wend_finding_make("landmarks-distance", WEND_ERROR, "%s", text);
    f.item = vertex;
    if (vertex >= 0) {
        f.has_at = true;
        wend_lattice_place(&k->plan.lattice, k->plan.vertices[vertex], f.at);
    }
    wend_report_add(k->report, &f);
}

static const float *distances_of(const checker *k, int32_t vertex) {
    return k->l->view.distances + (int64_t)vertex * k->l->view.count;
}

static void check_vertices(checker *k) {
    const wend_landmarks_view *v = &k->l->view;
    if (v->vertex_count != k->plan.vertex_count || v->component_count != k->plan.component_count || v->count < 1) {
        blame(k, -1, "landmarks are not those of the plan");
        return;
    }
    for (int32_t c = 0; c < v->component_count && !k->bad; c++)
        for (int32_t i = 0; i < v->count && !k->bad; i++) {
            int32_t vertex = v->vertices[(int64_t)c * v->count + i];
            if (vertex < -1 || vertex >= v->vertex_count || (vertex >= 0 && k->corners.component.data[vertex] != c))
                blame(k, -1, "a landmark is no vertex of its component");
        }
}

// What is known of two corners of a piece differs by no more than they are apart, but for rounding to floats.
static void check_pair(checker *k, int32_t a, int32_t b) {
    wend_way to = wend_way_minus(wend_road_place(k->plan.vertices[b]), wend_road_place(k->plan.vertices[a]));
    double apart = sqrt(wend_way_dot(to, to));
    for (int32_t i = 0; i < k->l->view.count; i++) {
        double p = (double)distances_of(k, a)[i], q = (double)distances_of(k, b)[i];
        if (!(fabs(p - q) <= apart + 0x1p-23 * (p + q) + 1e-3)) {
            blame(k, a, "the distances of two places differ by more than they are apart");
            return;
        }
    }
}

static void check_pieces(checker *k) {
    for (int32_t piece = 0; piece < k->v.piece_count && !k->bad; piece++)
        for (int32_t s = k->v.pieces[piece].side; s < k->v.pieces[piece + 1].side; s++)
            for (int32_t other = s + 1; other < k->v.pieces[piece + 1].side && !k->bad; other++)
                check_pair(k, k->corners.vertex.data[s], k->corners.vertex.data[other]);
}

static wend_result compare(checker *k, wend_context *context) {
    wend_landmarks *again = wend_landmarks_create(context, k->l->roads, k->l->view.count);
    if (again == NULL)
        return WEND_ERROR_MEMORY;
    again->view.vertices = k->l->view.vertices;
    wend_result result = wend_landmarks_measure(again);
    for (int32_t v = 0; v < k->plan.vertex_count && result == WEND_OK && !k->bad; v++)
        for (int32_t i = 0; i < k->l->view.count; i++) {
            int64_t at = (int64_t)v * k->l->view.count + i;
            if (!(k->l->view.distances[at] == again->distances[at]) && !k->bad)
                blame(k, v, "a distance is not that of the shortest way");
        }
    wend_landmarks_destroy(again);
    return result;
}

wend_result wend_landmarks_check(wend_context *context, const wend_landmarks *landmarks, wend_report *report) {
    if (context == NULL || landmarks == NULL)
        return WEND_ERROR_ARGUMENT;
    checker k = {.l = landmarks,
                 .plan = wend_plan_look(landmarks->roads->plan),
                 .v = wend_roads_look(landmarks->roads),
                 .report = report};
    wend_result result = WEND_ERROR_MEMORY;
    if (wend_corners_find(context, landmarks->roads, &k.corners)) {
        result = WEND_OK;
        check_vertices(&k);
        if (!k.bad)
            check_pieces(&k);
        if (!k.bad)
            result = compare(&k, context);
    }
    wend_corners_free(context, &k.corners);
    return k.bad ? WEND_ERROR_INVALID : result;
}

// Copies of scenes, and surfaces held against the truth by the sampler of `wend check --scene`: shared by the tests of
// made scenes and of files.
#ifndef WEND_TEST_SAMPLED_H
#define WEND_TEST_SAMPLED_H

#include <wend/truth.h>

#include "shared_context.h"

#include <math.h>

static inline double percent(int64_t part, int64_t whole) {
    return whole > 0 ? 100 * (double)part / (double)whole : 0;
}

static inline bool is_true(const wend_truth_counts *c) {
    return percent(c->missed, c->walkable) <= 0.05 && percent(c->wrong, c->covered) <= 0.05 && c->twice == 0 &&
           percent(c->through, c->standing) <= 0.1;
}

// What the verifier finds; false after a failed check.
static inline bool verify(const wend_scene *scene, const wend_surface *surface, const wend_truth_def *asked,
                          wend_truth_view *view) {
    wend_truth *truth = NULL;
    wend_report_clear(report);
    bool good = CHECK_MESSAGE(wend_truth_build_surface(context, surface, scene, asked, &truth, report) == WEND_OK, "%s",
                              wend_report_error(report));
    if (good)
        *view = wend_truth_look(truth);
    wend_truth_destroy(truth);
    return good;
}

// Samples; what rounding leaves must be narrow. False after a failed check.
static inline bool sample(const wend_scene *scene, const wend_surface *surface, const wend_truth_def *asked,
                          wend_truth_counts *counts) {
    wend_truth_view view;
    if (!verify(scene, surface, asked, &view))
        return false;
    *counts = view.counts;
    return CHECK_MESSAGE(view.wide == 0, "%lld wide slivers, the widest %g m at %.6f,%.6f,%.6f", (long long)view.wide,
                         view.sliver_width, view.sliver_at[0], view.sliver_at[1], view.sliver_at[2]);
}

static inline void check_counts(const char *name, const wend_truth_counts *c) {
    const wend_fault_place *worst = &c->worst[0];
    CHECK_MESSAGE(is_true(c),
                  "%s: missed %lld of %lld, false %lld of %lld, twice %lld, through %lld of %lld; %s at "
                  "%.6f,%.6f,%.6f on triangle %d",
                  name, (long long)c->missed, (long long)c->walkable, (long long)c->wrong, (long long)c->covered,
                  (long long)c->twice, (long long)c->through, (long long)c->standing,
                  c->worst_count > 0 ? wend_fault_name(worst->fault) : "nothing", worst->at[0], worst->at[1],
                  worst->at[2], (int)worst->triangle);
}

// A copy of a scene whose vertices are changed by `change`, in ground coordinates.
static inline wend_scene *changed(const wend_scene *scene, void (*change)(const void *user, double ground[3]),
                                  const void *user) {
    wend_scene_view view = wend_scene_look(scene);
    wend_scene_def def = {.up = view.up, .unit = view.unit};
    wend_scene *copy = NULL;
    double *positions = malloc(((size_t)view.vertex_count * 3 + 1) * sizeof *positions);
    if (positions == NULL || wend_scene_create(context, &def, &copy) != WEND_OK)
        exit(1);
    for (int64_t v = 0; v < view.vertex_count; v++) {
        double ground[3];
        wend_ground_from_scene(view.up, view.positions + 3 * v, ground);
        change(user, ground);
        wend_scene_from_ground(view.up, ground, positions + 3 * v);
    }
    CHECK(wend_scene_add(copy, positions, view.vertex_count, view.triangles, view.triangle_count) == WEND_OK);
    free(positions);
    return copy;
}

// Degrees about the vertical, then about a horizontal axis.
typedef struct turning {
    double turn, tilt;
} turning;

static inline void turn_and_tilt(const void *user, double ground[3]) {
    const turning *by = user;
    double degree = acos(-1.0) / 180, turn = by->turn * degree, tilt = by->tilt * degree;
    double x = ground[0], y = ground[1], z = ground[2], along = x * cos(turn) - y * sin(turn);
    ground[1] = x * sin(turn) + y * cos(turn);
    ground[0] = along * cos(tilt) + z * sin(tilt);
    ground[2] = z * cos(tilt) - along * sin(tilt);
}

#endif

// Copies of scenes, and surfaces held against the truth by the sampler of `wend check --scene`: shared by the tests of
// made scenes and of files.
#ifndef WEND_TEST_SAMPLED_H
#define WEND_TEST_SAMPLED_H

#include "cli/truth_scene.h"
#include "shared_context.h"

#include <math.h>

static inline double percent(int64_t part, int64_t whole) {
    return whole > 0 ? 100 * (double)part / (double)whole : 0;
}

static inline bool is_true(const wend_truth_counts *c) {
    return percent(c->missed, c->walkable) <= 0.05 && percent(c->wrong, c->covered) <= 0.05 && c->twice == 0 &&
           percent(c->through, c->standing) <= 0.1;
}

// What rounding leaves is narrow. False after a failed check.
static inline bool slivers_are_narrow(const wend_scene_truth *truth, const wend_surface *surface) {
    wend_surface_slivers s;
    if (!CHECK(wend_surface_find_slivers(context, surface, &truth->def.settings, &s) == WEND_OK))
        return false;
    wend_scene_truth_judge_slivers(truth, &s);
    bool good = CHECK_MESSAGE(s.wide == 0, "%lld wide slivers, the widest %g m at %.6f,%.6f,%.6f", (long long)s.wide,
                              s.width, s.at[0], s.at[1], s.at[2]);
    wend_surface_slivers_free(&s);
    return good;
}

// False after a failed check.
static inline bool sample(const wend_scene *scene, const wend_surface *surface, const wend_truth_def *asked,
                          wend_truth_counts *counts) {
    wend_scene_truth truth;
    char words[WEND_MISFIT_WORDS] = "";
    if (!CHECK(wend_scene_truth_start(context, scene, surface, asked, &truth) == WEND_OK))
        return false;
    bool good = CHECK_MESSAGE(!wend_scene_truth_misfits(&truth, words), "%s", words) &&
                slivers_are_narrow(&truth, surface) && CHECK(wend_scene_truth_sample(&truth, counts) == WEND_OK);
    wend_scene_truth_free(&truth);
    return good;
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

// Widest ways on many small plans made by code.
#include "medial_ways.h"

#include "immersed.h"
#include "sketch.h"

#include "base/random.h"

enum { PAIRS_EACH = 5, PLANS_MOST = 100000 };

static void try_plan(wend_context *context, const wend_plan *plan, int64_t pairs, uint64_t seed, medial_truth *truth) {
    wend_medial *medial = NULL;
    pairs = pairs < PAIRS_EACH ? pairs : PAIRS_EACH;
    if (wend_medial_build(context, plan, NULL, &medial, NULL) == WEND_OK)
        medial_truth_widest(plan, medial, pairs, seed, truth);
    else
        truth->wrong++;
    wend_medial_destroy(medial);
}

static void try_flat(wend_context *context, int64_t pairs, uint64_t seed, medial_truth *truth) {
    uint64_t state = seed;
    sketch s = {0};
    if (seed % 2 == 0)
        sketch_crowded(&s, 24, &state);
    else
        sketch_scattered(&s, 24, &state);
    for (int k = 0; k < 2 * s.point_count; k++)
        s.points[k] *= 8;
    wend_drawing *drawing = sketch_draw(context, &s);
    wend_plan_def def = wend_default_plan_def();
    def.lattice = 1;
    wend_plan *plan = NULL;
    if (wend_plan_build(context, drawing, &def, &plan, NULL) == WEND_OK) // some have no floor
        try_plan(context, plan, pairs, seed, truth);
    wend_plan_destroy(plan);
    wend_drawing_destroy(drawing);
}

static void try_immersed(wend_context *context, int64_t pairs, uint64_t seed, medial_truth *truth) {
    static immersed surface; // large
    uint64_t state = seed * 1000003;
    if (seed % 8 == 0) {
        immersed_spiral(&surface, 2 + (int32_t)(seed / 8 % 3), 12, 40, 120, seed % 16 == 0);
    } else {
        immersed_random(&surface, 8 + (int32_t)wend_random_below(&state, 24), 20, &state);
        immersed_scale(&surface, 8);
    }
    wend_report *report = NULL;
    if (wend_report_create(context, &report) != WEND_OK)
        return;
    immersed_plan *plan = immersed_make(context, &surface, report);
    if (plan != NULL) // some are refused
        try_plan(context, immersed_look(plan), pairs, seed, truth);
    immersed_free(plan);
    wend_report_destroy(report);
}

void medial_ways_try(wend_context *context, bool overlapping, int64_t pairs, medial_truth *truth) {
    for (uint64_t seed = 1; truth->pairs < pairs && truth->wrong == 0 && seed < PLANS_MOST; seed++)
        (overlapping ? try_immersed : try_flat)(context, pairs - truth->pairs, seed, truth);
}

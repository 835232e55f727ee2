// Paths by cells: that they are reached when the exact ones are, free of collisions, and no shorter than the shortest.
//
//     test_path_cells [--queries N] [--floors N]     N queries on floor plans (10000), N on overlapping floors (1000)
#include <wend/path.h>

#include "path_judge.h"
#include "path_plans.h"
#include "shared_context.h"

#include "path/crossings.h"

#include <math.h>
#include <stdio.h>

typedef struct sums {
    long queries, reached;
    int64_t asked, missed, failed; // with a radius; the exact search answered: no corridor; no free way in it
    double excess, most;
} sums;

static void tell(const char *what, const char *name, double radius, const wend_spot *a, const wend_spot *b, double got,
                 double wanted) {
    CHECK_MESSAGE(false, "%s: %s, radius %.17g, %d:%d,%d to %d:%d,%d: %.12g, expected %.12g", name, what, radius,
                  a->triangle, a->point.x, a->point.y, b->triangle, b->point.x, b->point.y, got, wanted);
}

static void ask(const char *name, const wend_plan *plan, wend_search *search, double radius, const wend_spot *a,
                const wend_spot *b, sums *sum) {
    wend_path_def def = wend_default_path_def();
    def.radius = radius;
    wend_path_view path;
    wend_result result = wend_search_path(search, a, b, &def, &path);
    wend_path_status status = path.status;
    double shortest = path.length;
    def.by = WEND_PATH_BY_CELLS;
    sum->queries++;
    if (result != WEND_OK || wend_search_path(search, a, b, &def, &path) != WEND_OK) {
        tell("no answer", name, radius, a, b, (double)result, 0);
        return;
    }
    if (path.status != status)
        tell("status", name, radius, a, b, (double)path.status, (double)status);
    if (path.status != WEND_PATH_REACHED)
        return;
    sum->reached++;
    if (path.length < shortest * (1 - 1e-9) - 1e-9)
        tell("shorter", name, radius, a, b, path.length, shortest);
    if (path.bound > shortest * (1 + 1e-9) + 1e-9)
        tell("bound", name, radius, a, b, path.bound, shortest);
    if (path.proven && path.length > shortest * (1 + 1e-9) + 1e-9)
        tell("not proven", name, radius, a, b, path.length, shortest);
    double excess = shortest > 0 ? path.length / shortest - 1 : 0;
    sum->excess += excess;
    sum->most = excess > sum->most ? excess : sum->most;
    path_verdict verdict = path_judge(plan, radius, 1e-5, &path);
    if (verdict.wrong != NULL)
        tell(verdict.wrong, name, radius, a, b, verdict.measured, (double)verdict.piece);
}

static void ask_plan(const char *name, const wend_plan *plan, const double radii[PATH_RADII], int queries,
                     uint64_t *state, sums *sum) {
    wend_medial *medial = NULL;
    wend_roads *roads = NULL;
    wend_cells *cells = NULL;
    wend_search *search = NULL;
    wend_cells_def def = wend_default_cells_def();
    def.relax_angle = *state % 3 == 0 ? 0 : *state % 3 == 1 ? def.relax_angle : 0.5;
    if (wend_cells_build(context, plan, &def, &cells, report) != WEND_OK) {
        printf("%s: no cells\n", name); // fans that close after more than one turn have none
        return;
    }
    if (CHECK(wend_medial_build(context, plan, NULL, &medial, report) == WEND_OK) &&
        CHECK(wend_roads_build(context, medial, NULL, &roads, report) == WEND_OK) &&
        CHECK(wend_search_create_on(context, &(wend_search_def){.roads = roads, .cells = cells}, &search) == WEND_OK)) {
        for (int q = 0; q < PATH_RADII * queries; q++) {
            wend_spot a, b;
            path_plans_end(plan, state, &a);
            path_plans_end(plan, state, &b);
            ask(name, plan, search, radii[q % PATH_RADII], &a, &b, sum);
        }
        const wend_crossings *c = search->crossings;
        sum->asked += c != NULL ? c->asked : 0;
        sum->missed += c != NULL ? c->missed : 0;
        sum->failed += c != NULL ? c->failed : 0;
    }
    wend_search_destroy(search);
    wend_cells_destroy(cells);
    wend_roads_destroy(roads);
    wend_medial_destroy(medial);
}

static void print(const sums *s) {
    printf(
        "%ld queries, %ld reached; of %ld for a disc %ld without a corridor, %ld without a way in it; longer than the "
        "shortest by %.3f %% in the mean, %.1f %% at most\n",
        s->queries, s->reached, (long)s->asked, (long)s->missed, (long)s->failed,
        100 * s->excess / (double)(s->reached + (s->reached == 0)), 100 * s->most);
}

TEST(floor_plans) {
    open_context_with(1);
    enum { EACH = 12 };
    long wanted = check_cases("queries", 10000);
    uint64_t state = (uint64_t)check_option("seed", 1);
    for (int32_t family = 0; family < path_plans_count(); family++) {
        sums sum = {0};
        while (sum.queries * path_plans_count() < wanted) {
            double radii[PATH_RADII];
            wend_plan *plan = path_plans_build(context, family, &state, radii);
            if (plan != NULL)
                ask_plan(path_plans_name(family), plan, radii, EACH, &state, &sum);
            wend_plan_destroy(plan);
        }
        printf("%s: ", path_plans_name(family));
        print(&sum);
    }
    close_context();
}

TEST(overlapping_floors) {
    open_context_with(1);
    long wanted = check_cases("floors", 1000);
    uint64_t state = (uint64_t)check_option("seed", 1);
    int32_t count = path_scenes_count();
    for (int32_t k = 0; k < count; k++) {
        double radii[PATH_RADII];
        sums sum = {0};
        path_scene *scene = path_scenes_make(context, k, report, radii);
        if (CHECK_MESSAGE(scene != NULL, "%s: %s", path_scenes_name(k), wend_report_error(report)))
            ask_plan(path_scenes_name(k), path_scenes_look(scene), radii, (int)(wanted / (count * PATH_RADII)) + 1,
                     &state, &sum);
        path_scenes_free(scene);
        printf("%s: ", path_scenes_name(k));
        print(&sum);
    }
    close_context();
}

CHECK_MAIN()

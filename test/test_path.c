// Shortest paths against brute force (oracle_path.h): random plans of ten families and plans whose floors overlap, discs
// of many sizes, on merged pieces and on bare triangles, there and back.
//
//     test_path [--queries N] [--floors N]     N queries on floor plans (10000), N on overlapping floors (400)
#include "oracle_path.h"
#include <wend/path.h>

#include "path_judge.h"
#include "path_plans.h"
#include "shared_context.h"

#include "path/search.h"

#include <math.h>

// The search on merged pieces and on triangles.
typedef struct searches {
    wend_medial *medial;
    wend_roads *roads[2];
    wend_search *search[2];
} searches;

static bool searches_make(const wend_plan *plan, searches *s) {
    static const int32_t sides[2] = {16, 3};
    *s = (searches){0};
    bool good = CHECK(wend_medial_build(context, plan, NULL, &s->medial, report) == WEND_OK);
    for (int i = 0; good && i < 2; i++)
        good =
            CHECK(wend_roads_build(context, s->medial, &(wend_roads_def){sides[i]}, &s->roads[i], report) == WEND_OK) &&
            CHECK(wend_search_create_on(context, &(wend_search_def){.roads = s->roads[i]}, &s->search[i]) == WEND_OK);
    return good;
}

static void searches_free(searches *s) {
    for (int i = 0; i < 2; i++) {
        wend_search_destroy(s->search[i]);
        wend_roads_destroy(s->roads[i]);
    }
    wend_medial_destroy(s->medial);
}

typedef struct sums {
    long queries, reached, wrong, longer, shorter, narrow, differ, judged;
    double worst, deficit;
} sums;

static void place_of(const wend_plan_view *v, const wend_path_piece *piece, bool last, const wend_spot *spot,
                     double place[2]) {
    if (piece != NULL)
        memcpy(place, last ? piece->to : piece->from, 2 * sizeof *place);
    else
        wend_lattice_place(&v->lattice, spot->point, place);
}

static void tell(const char *what, const char *name, double radius, const wend_spot *a, const wend_spot *b, double got,
                 double wanted) {
    CHECK_MESSAGE(false, "%s: %s, radius %.17g, %d:%d,%d to %d:%d,%d: %.12g, expected %.12g", name, what, radius,
                  a->triangle, a->point.x, a->point.y, b->triangle, b->point.x, b->point.y, got, wanted);
}

// One query both ways on both kinds of pieces.
static void ask(const char *name, const wend_plan *plan, oracle_path *oracle, searches *s, double radius,
                const wend_spot *a, const wend_spot *b, sums *sum) {
    wend_plan_view v = wend_plan_look(plan);
    double lengths[4];
    wend_path_def def = wend_default_path_def();
    def.radius = radius;
    sum->queries++;
    for (int i = 0; i < 4; i++) {
        wend_path_view path;
        wend_result result = wend_search_path(s->search[i & 1], i < 2 ? a : b, i < 2 ? b : a, &def, &path);
        if (result != WEND_OK) {
            tell(wend_describe(result), name, radius, a, b, i, (double)s->search[i & 1]->taken);
            return;
        }
        lengths[i] = path.status == WEND_PATH_REACHED ? path.length : -1;
        if (i == 0) {
            double from[2], to[2], wanted = -1;
            bool reached = path.status == WEND_PATH_REACHED;
            const wend_path_piece *first = reached ? &path.pieces[0] : NULL;
            const wend_path_piece *last = reached ? &path.pieces[path.piece_count - 1] : NULL;
            place_of(&v, first, false, a, from);
            place_of(&v, last, true, b, to);
            bool possible =
                oracle_path_shortest_at(oracle, from, path.ends[0].triangle, to, path.ends[1].triangle, &wanted);
            sum->reached += reached;
            if (reached != possible && (reached || (path.moved[0] == 0 && path.moved[1] == 0))) {
                sum->wrong++;
                tell(reached ? "reached" : "not reached", name, radius, a, b, path.length, wanted);
            } else if (reached && possible) {
                double excess = (path.length - wanted) / (wanted > 1e-9 ? wanted : 1e-9);
                sum->worst = excess > sum->worst ? excess : sum->worst;
                sum->longer += excess > 1e-6;
                sum->shorter += excess < -1e-6;
                if (fabs(excess) > 1e-6)
                    tell(excess > 0 ? "longer" : "shorter", name, radius, a, b, path.length, wanted);
            }
            if (reached) {
                path_verdict verdict = path_judge(plan, radius, 1e-5, &path);
                sum->judged++;
                if (verdict.wrong != NULL) {
                    sum->narrow++;
                    tell(verdict.wrong, name, radius, a, b, verdict.measured, (double)verdict.piece);
                } else if (radius > 0 && radius - verdict.clearance > sum->deficit) {
                    sum->deficit = radius - verdict.clearance;
                }
            }
        }
    }
    for (int i = 1; i < 4; i++)
        if (fabs(lengths[i] - lengths[0]) > 1e-9 * fabs(lengths[0])) {
            sum->differ++;
            tell(i == 1 ? "on triangles" : "the way back", name, radius, a, b, lengths[i], lengths[0]);
        }
}

static void print(const sums *s) {
    printf(
        "%ld queries, %ld reached, wrong %ld, longer %ld, shorter %ld, bad paths %ld of %ld, differ %ld; worst excess "
        "%.1e, worst deficit %.1e m\n",
        s->queries, s->reached, s->wrong, s->longer, s->shorter, s->narrow, s->judged, s->differ, s->worst, s->deficit);
}

// Queries on a plan, at all of its radii. False when the plan could not be searched.
static void ask_plan(const char *name, const wend_plan *plan, const double radii[PATH_RADII], int queries,
                     uint64_t *state, sums *sum) {
    searches s;
    if (searches_make(plan, &s))
        for (int k = 0; k < PATH_RADII; k++) {
            oracle_path *oracle = oracle_path_make(plan, radii[k]);
            for (int q = 0; oracle != NULL && q < queries; q++) {
                wend_spot a, b;
                path_plans_end(plan, state, &a);
                path_plans_end(plan, state, &b);
                ask(name, plan, oracle, &s, radii[k], &a, &b, sum);
            }
            oracle_path_free(oracle);
        }
    searches_free(&s);
}

TEST(floor_plans_against_brute_force) {
    open_context_with(1);
    enum { EACH = 12 };
    long wanted = check_cases("queries", 10000);
    uint64_t state = (uint64_t)check_option("seed", 1);
    sums sum = {0};
    for (int32_t family = 0; sum.queries < wanted; family = (family + 1) % path_plans_count()) {
        double radii[PATH_RADII];
        wend_plan *plan = path_plans_build(context, family, &state, radii);
        if (plan != NULL)
            ask_plan(path_plans_name(family), plan, radii, EACH, &state, &sum);
        wend_plan_destroy(plan);
    }
    print(&sum);
    close_context();
}

TEST(overlapping_floors_against_brute_force) {
    open_context_with(1);
    long wanted = check_cases("floors", 400);
    uint64_t state = (uint64_t)check_option("seed", 1);
    sums sum = {0};
    int32_t count = path_scenes_count();
    for (int32_t k = 0; k < count; k++) {
        double radii[PATH_RADII];
        path_scene *scene = path_scenes_make(context, k, report, radii);
        if (CHECK_MESSAGE(scene != NULL, "%s: %s", path_scenes_name(k), wend_report_error(report)))
            ask_plan(path_scenes_name(k), path_scenes_look(scene), radii, (int)(wanted / (count * PATH_RADII)) + 1,
                     &state, &sum);
        path_scenes_free(scene);
    }
    print(&sum);
    close_context();
}

CHECK_MAIN()

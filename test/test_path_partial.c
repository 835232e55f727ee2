// Partial paths against dense samples: of all places that the disc can get to, none is nearer to the goal as the crow
// flies, and from none has a point a shorter way to it; and the path to the one that was chosen is the shortest.
//
//     test_path_partial [--partial N]
#include "oracle_path.h"
#include <wend/path.h>

#include "path_judge.h"
#include "path_plans.h"
#include "shared_context.h"

#include "medial/medial.h"
#include "path/search.h"

#include <math.h>

typedef struct ground {
    wend_medial *medial;
    wend_roads *roads;
    wend_search *search;
    wend_plan_view view;
    double metres; // per lattice step
} ground;

static bool ground_make(const wend_plan *plan, ground *g) {
    *g = (ground){.view = wend_plan_look(plan)};
    g->metres = g->view.lattice.step * g->view.unit;
    return CHECK(wend_medial_build(context, plan, NULL, &g->medial, report) == WEND_OK) &&
           CHECK(wend_roads_build(context, g->medial, NULL, &g->roads, report) == WEND_OK) &&
           CHECK(wend_search_create_on(context, &(wend_search_def){.roads = g->roads}, &g->search) == WEND_OK);
}

static void ground_free(ground *g) {
    wend_search_destroy(g->search);
    wend_roads_destroy(g->roads);
    wend_medial_destroy(g->medial);
}

typedef struct sums {
    long partial, by_path, samples, none;
} sums;

static double air(const ground *g, const wend_spot *a, wend_way b) {
    double x = a->point.x - b.x, y = a->point.y - b.y;
    return sqrt(x * x + y * y) * g->metres;
}

// The length of the shortest way of a point between a place of the drawing and a spot; INFINITY for none.
static double way_of_point(const ground *g, oracle_path *points, const double place[2], int32_t triangle,
                           const wend_spot *to) {
    double goal[2], length;
    wend_lattice_place(&g->view.lattice, to->point, goal);
    return oracle_path_shortest_at(points, place, triangle, goal, to->triangle, &length) ? length : INFINITY;
}

static void check_partial(const char *name, ground *g, oracle_path *points, oracle_path *discs, double radius,
                          const wend_spot *a, const wend_spot *b, wend_path_partial partial, uint64_t *state,
                          sums *sum) {
    enum { BY_PATH = 40, BY_AIR = 300 };
    wend_path_def def = wend_default_path_def();
    wend_path_view whole, path;
    def.radius = radius;
    REQUIRE(wend_search_path(g->search, a, b, &def, &whole) == WEND_OK);
    int32_t from = g->search->asked.ends[0].component;
    def.partial = partial;
    REQUIRE(wend_search_path(g->search, a, b, &def, &path) == WEND_OK);
    CHECK(path.reason == whole.reason);
    if (whole.status == WEND_PATH_REACHED || whole.reason == WEND_PATH_FROM_TOO_NARROW) {
        CHECK(path.status == whole.status && path.length == whole.length);
        sum->none++;
        return;
    }
    if (!CHECK_MESSAGE(path.status == WEND_PATH_PARTIAL && path.piece_count > 0, "%s: %s", name,
                       wend_path_status_name(path.status)))
        return;
    // A path of the disc, and the shortest one. (With radius 0 judge and oracle round places to the lattice.)
    const wend_path_piece *first = &path.pieces[0], *last = &path.pieces[path.piece_count - 1];
    double end[2] = {last->to[0], last->to[1]}, start[2] = {first->from[0], first->from[1]}, length = -1;
    wend_way place = g->search->asked.ends[1].place;
    int32_t triangle = path.ends[1].triangle;
    double slack = 1e-6 * g->metres + 1e-7 * radius, moved = path.moved[1];
    CHECK(fabs(air(g, b, place) - moved) < slack);
    CHECK(from >= 0 && g->search->asked.ends[1].component == from);
    path.status = WEND_PATH_REACHED;
    path_verdict verdict = path_judge(g->roads->plan, radius, 1e-5, &path);
    bool rounded = radius == 0 && (place.x != floor(place.x) || place.y != floor(place.y));
    CHECK_MESSAGE(verdict.wrong == NULL || rounded,
                  "%s: %s: radius %.17g, %d:%d,%d to %d:%d,%d, ends at %.17g,%.17g on %d", name, verdict.wrong, radius,
                  a->triangle, a->point.x, a->point.y, b->triangle, b->point.x, b->point.y, end[0], end[1], triangle);
    if (CHECK_MESSAGE(oracle_path_shortest_at(discs, start, path.ends[0].triangle, end, triangle, &length),
                      "%s: the place is not reached", name))
        CHECK_MESSAGE(fabs(length - path.length) <= 1e-6 * length + (radius > 0 ? 1e-9 : 2 * g->metres),
                      "%s: %.12g long, not %.12g", name, path.length, length);
    CHECK(path.proven && path.bound == path.length);
    // No sample is better.
    bool by_path = partial == WEND_PATH_PARTIAL_BY_PATH &&
                   g->view.triangle_component[a->triangle] == g->view.triangle_component[b->triangle];
    double best = by_path ? way_of_point(g, points, end, triangle, b) : moved;
    sum->partial++;
    sum->by_path += by_path;
    for (int k = 0; k < (by_path ? BY_PATH : BY_AIR); k++) {
        wend_spot spot;
        path_plans_end(g->roads->plan, state, &spot);
        if (wend_medial_component(g->medial, &spot, radius) != from)
            continue;
        double at[2];
        wend_lattice_place(&g->view.lattice, spot.point, at);
        double far = by_path ? way_of_point(g, points, at, spot.triangle, b) : air(g, &spot, wend_road_place(b->point));
        sum->samples++;
        CHECK_MESSAGE(far > best - slack - 1e-9 * best,
                      "%s, radius %.17g, %d:%d,%d to %d:%d,%d %s: %.9g, but %.9g from "
                      "%d:%d,%d",
                      name, radius, a->triangle, a->point.x, a->point.y, b->triangle, b->point.x, b->point.y,
                      by_path ? "by path" : "by air", best, far, spot.triangle, spot.point.x, spot.point.y);
    }
}

static void check_plan(const char *name, const wend_plan *plan, const double radii[PATH_RADII], int queries,
                       uint64_t *state, sums *sum) {
    ground g;
    if (!ground_make(plan, &g))
        return;
    oracle_path *points = oracle_path_make(plan, 0);
    for (int k = 0; k < PATH_RADII; k++) {
        oracle_path *discs = oracle_path_make(plan, radii[k]);
        for (int q = 0; q < queries; q++) {
            wend_spot a, b;
            path_plans_end(plan, state, &a);
            path_plans_end(plan, state, &b);
            check_partial(name, &g, points, discs, radii[k], &a, &b,
                          q % 2 ? WEND_PATH_PARTIAL_BY_PATH : WEND_PATH_PARTIAL_BY_AIR, state, sum);
        }
        oracle_path_free(discs);
    }
    oracle_path_free(points);
    ground_free(&g);
}

TEST(partial_paths_end_in_the_nearest_place) {
    open_context_with(1);
    enum { EACH = 6 };
    uint64_t state = (uint64_t)check_option("seed", 1);
    long wanted = check_cases("partial", 600);
    sums sum = {0};
    for (int32_t family = 0; sum.partial < wanted; family = (family + 1) % path_plans_count()) {
        double radii[PATH_RADII];
        wend_plan *plan = path_plans_build(context, family, &state, radii);
        if (plan != NULL)
            check_plan(path_plans_name(family), plan, radii, EACH, &state, &sum);
        wend_plan_destroy(plan);
    }
    for (int32_t k = 0; k < path_scenes_count(); k++) {
        double radii[PATH_RADII];
        path_scene *scene = path_scenes_make(context, k, report, radii);
        if (CHECK(scene != NULL) && check_takes(k))
            check_plan(path_scenes_name(k), path_scenes_look(scene), radii, EACH, &state, &sum);
        path_scenes_free(scene);
    }
    printf("%ld partial paths, %ld of them by path, %ld samples; %ld queries without\n", sum.partial, sum.by_path,
           sum.samples, sum.none);
    close_context();
}

CHECK_MAIN()

// Shortest paths against brute force (oracle_path.h): random plans of ten families and plans whose floors overlap, discs
// of many sizes, on merged pieces, on bare triangles and with landmarks, there and back.
//
//     test_path [--queries N] [--floors N] [--seed S]     N queries on floor plans (10000), N on overlapping floors (400)
//     test_path --family F --state X once_more            one plan again, as a failed check names it
#include "oracle_path.h"
#include <wend/landmarks.h>
#include <wend/path.h>
#include <wend/sample.h>

#include "path_judge.h"
#include "path_plans.h"
#include "shared_context.h"

#include "base/random.h"
#include "path/search.h"

#include <math.h>

// Searches on merged pieces, on triangles, and on merged pieces with landmarks.
enum { SEARCHES = 3 };
typedef struct searches {
    wend_medial *medial;
    wend_roads *roads[2];
    wend_landmarks *landmarks;
    wend_search *search[SEARCHES];
} searches;

static bool searches_make(const wend_plan *plan, searches *s) {
    static const int32_t sides[2] = {16, 3};
    *s = (searches){0};
    bool good = CHECK(wend_medial_build(context, plan, NULL, &s->medial, report) == WEND_OK);
    for (int i = 0; good && i < 2; i++)
        good =
            CHECK(wend_roads_build(context, s->medial, &(wend_roads_def){sides[i]}, &s->roads[i], report) == WEND_OK) &&
            CHECK(wend_search_create_on(context, &(wend_search_def){.roads = s->roads[i]}, &s->search[i]) == WEND_OK);
    good = good && CHECK(wend_landmarks_build(context, s->roads[0], 3, &s->landmarks, report) == WEND_OK);
    wend_search_def def = {.roads = s->roads[0], .landmarks = s->landmarks};
    return good && CHECK(wend_search_create_on(context, &def, &s->search[2]) == WEND_OK);
}

static void searches_free(searches *s) {
    for (int i = 0; i < SEARCHES; i++)
        wend_search_destroy(s->search[i]);
    wend_landmarks_destroy(s->landmarks);
    wend_roads_destroy(s->roads[0]);
    wend_roads_destroy(s->roads[1]);
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

// How the plan is made again that is being asked.
static char made_by[80];

static void tell(const char *what, const char *name, double radius, const wend_spot *a, const wend_spot *b, double got,
                 double wanted) {
    CHECK_MESSAGE(false, "%s: %s, radius %.17g, %d:%d,%d to %d:%d,%d: %.12g, expected %.12g (%s)", name, what, radius,
                  a->triangle, a->point.x, a->point.y, b->triangle, b->point.x, b->point.y, got, wanted, made_by);
}

// With excess: no longer than it allows, and its bound is one.
static void ask_loose(const char *name, searches *s, double radius, const wend_spot *a, const wend_spot *b,
                      double wanted) {
    wend_path_def def = wend_default_path_def();
    def.radius = radius;
    def.excess = 0.03 * (1 + (a->point.x & 15));
    for (int i = 0; i < SEARCHES; i++) {
        wend_path_view path;
        if (!CHECK(wend_search_path(s->search[i], a, b, &def, &path) == WEND_OK && path.status == WEND_PATH_REACHED))
            continue;
        if (!(path.length <= wanted * (1 + def.excess) * (1 + 1e-9)) || !(path.length >= wanted * (1 - 1e-9)) ||
            !(path.bound <= wanted * (1 + 1e-9)) || !(path.bound * (1 + def.excess) >= path.length * (1 - 1e-9)))
            tell("with excess", name, radius, a, b, path.length, wanted);
    }
}

// One query both ways on both kinds of pieces, and back with landmarks.
static void ask(const char *name, const wend_plan *plan, oracle_path *oracle, searches *s, double radius,
                const wend_spot *a, const wend_spot *b, sums *sum) {
    wend_plan_view v = wend_plan_look(plan);
    static const int which[] = {0, 1, 0, 1, 2}; // there twice, and back
    enum { ASKS = 5 };
    double lengths[ASKS];
    wend_path_def def = wend_default_path_def();
    def.radius = radius;
    sum->queries++;
    for (int i = 0; i < ASKS; i++) {
        wend_path_view path;
        wend_result result = wend_search_path(s->search[which[i]], i < 2 ? a : b, i < 2 ? b : a, &def, &path);
        if (result != WEND_OK) {
            tell(wend_describe(result), name, radius, a, b, i, (double)s->search[which[i]]->taken);
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
    for (int i = 1; i < ASKS; i++)
        if (fabs(lengths[i] - lengths[0]) > 1e-9 * fmax(fabs(lengths[0]), 1e-6)) { // or a path of no length
            sum->differ++;
            tell(i == 1   ? "on triangles"
                 : i == 4 ? "with landmarks"
                          : "the way back",
                 name, radius, a, b, lengths[i], lengths[0]);
        }
    if (lengths[0] >= 0)
        ask_loose(name, s, radius, a, b, lengths[0]);
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

// Queries on the plan of a family that comes next.
static void ask_family(int32_t family, uint64_t *state, sums *sum) {
    enum { EACH = 12 };
    double radii[PATH_RADII];
    snprintf(made_by, sizeof made_by, "--family %d --state %lld once_more", (int)family, (long long)*state);
    wend_plan *plan = path_plans_build(context, family, state, radii);
    if (plan != NULL)
        ask_plan(path_plans_name(family), plan, radii, EACH, state, sum);
    wend_plan_destroy(plan);
}

TEST(floor_plans_against_brute_force) {
    open_context_with(1);
    long wanted = check_cases("queries", 10000);
    uint64_t state = (uint64_t)check_option("seed", 1);
    sums sum = {0};
    for (int32_t family = 0; sum.queries < wanted; family = (family + 1) % path_plans_count())
        ask_family(family, &state, &sum);
    print(&sum);
    close_context();
}

// ---------------------------------------------------------------------------------------------------- kept cases

// Plans on which an answer was once wrong, made as small as they go.
typedef struct kept_shape {
    wend_shape_kind kind;
    int32_t polygon, count;
    double points[8];
} kept_shape;

typedef struct kept {
    const char *what;
    double lattice, radius;
    double from[2], to[2];
    kept_shape shapes[8];
} kept;

static const kept kept_cases[] = {
    {"rays along two sides of a piece in one line came in again by the one behind",
     1,
     0,
     {9, 3},
     {6, 3},
     {{WEND_SHAPE_OUTER, -1, 4, {0, 0, 10, 0, 10, 10, 0, 10}},
      {WEND_SHAPE_WALL, -1, 2, {5, 10, 9, 2}},
      {WEND_SHAPE_POINT, -1, 1, {7, 1}},
      {WEND_SHAPE_WALL, -1, 2, {1, 3, 9, 3}}}},
    {"a wall bends by less than a step of the lattice, and the goal is as near to it as the disc is wide",
     0,
     0.53125,
     {11, 4.75},
     {4, 5},
     {{WEND_SHAPE_OUTER, -1, 3, {4, 5, 13, 4, 1, 8}},
      {WEND_SHAPE_BORDER, 0, 2, {4, 0, 10, 14}},
      {WEND_SHAPE_OUTER, 0, 3, {8, 4, 12, 2, 9, 13}}}},
    {"a start just beside the end of a wall turns around it at once: the tangent's direction is all rounding",
     0x1p-22,
     1.7,
     {-5.183664083480835, -1.9291026592254639},
     {-8.413652181625366, -8.034786224365234},
     {{WEND_SHAPE_OUTER, -1, 4, {-12, -12, 12, -12, 12, 12, -12, 12}},
      {WEND_SHAPE_WALL, -1, 4, {-6.8, -6.8, -6.8, 6.8, 6.8, 6.8, 6.8, 0}},
      {WEND_SHAPE_WALL, -1, 2, {6.8, 0, 0, 0}},
      {WEND_SHAPE_WALL, -1, 4, {1.7, 1.7, -5.1, 1.7, -5.1, -5.1, 8.5, -5.1}},
      {WEND_SHAPE_WALL, -1, 4, {8.5, -5.1, 8.5, 8.5, -11.9, 8.5, -11.9, -11.9}}}},
};

static wend_plan *kept_plan(const kept *k) {
    wend_drawing *drawing = NULL;
    wend_plan *plan = NULL;
    wend_plan_def def = wend_default_plan_def();
    def.lattice = k->lattice;
    bool good = wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing) == WEND_OK;
    for (int i = 0; good && i < 8 && k->shapes[i].count > 0; i++)
        good = wend_drawing_add(drawing, k->shapes[i].kind, k->shapes[i].polygon, k->shapes[i].points,
                                k->shapes[i].count) == WEND_OK;
    good = good && wend_plan_build(context, drawing, &def, &plan, report) == WEND_OK;
    CHECK_MESSAGE(good, "%s: %s", k->what, wend_report_error(report));
    wend_drawing_destroy(drawing);
    return plan;
}

// Puts a spot in a place of the drawing, in a triangle that holds it; false when this one does not.
static bool is_spot(const wend_plan_view *v, int32_t triangle, const double place[2], wend_spot *spot) {
    *spot = (wend_spot){.triangle = triangle};
    if (!wend_lattice_point(&v->lattice, place, &spot->point))
        return false;
    for (int i = 0; i < 3; i++) {
        wend_point a = v->vertices[v->triangles[triangle].v[i]], b = v->vertices[v->triangles[triangle].v[(i + 1) % 3]];
        if ((int64_t)(b.x - a.x) * (spot->point.y - a.y) < (int64_t)(b.y - a.y) * (spot->point.x - a.x))
            return false;
    }
    return true;
}

// From every triangle that holds the start to every one that holds the goal: they may be on sides of a wall.
TEST(plans_that_were_once_wrong) {
    open_context_with(1);
    sums sum = {0};
    for (size_t i = 0; i < sizeof kept_cases / sizeof *kept_cases; i++) {
        const kept *k = &kept_cases[i];
        searches s = {0};
        wend_plan *plan = kept_plan(k);
        oracle_path *oracle = plan != NULL ? oracle_path_make(plan, k->radius) : NULL;
        if (oracle != NULL && searches_make(plan, &s)) {
            wend_plan_view v = wend_plan_look(plan);
            wend_spot a, b;
            snprintf(made_by, sizeof made_by, "kept case %d", (int)i);
            for (int32_t t = 0; t < v.triangle_count; t++)
                for (int32_t u = 0; is_spot(&v, t, k->from, &a) && u < v.triangle_count; u++)
                    if (is_spot(&v, u, k->to, &b))
                        ask(k->what, plan, oracle, &s, k->radius, &a, &b, &sum);
        }
        oracle_path_free(oracle);
        searches_free(&s);
        wend_plan_destroy(plan);
    }
    CHECK(sum.reached > 0);
    close_context();
}

// Places off a star are moved onto its border, and are a step beside it then, as after rounding.
TEST(ends_rounded_to_beside_the_floor) {
    open_context_with(1);
    static const double star[] = {2, 4, 11, 6, 0, 10, 6, 0, 15, 8};
    wend_drawing *drawing = NULL;
    wend_plan *plan = NULL;
    searches s = {0};
    uint64_t state = (uint64_t)check_option("seed", 1);
    bool good = CHECK(wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing) == WEND_OK) &&
                CHECK(wend_drawing_add(drawing, WEND_SHAPE_OUTER, -1, star, 5) == WEND_OK) &&
                CHECK(wend_plan_build(context, drawing, NULL, &plan, report) == WEND_OK) && searches_make(plan, &s);
    for (int64_t k = check_cases("ends", 2000); good && k > 0; k--) {
        wend_spot ends[2];
        wend_path_view path;
        wend_path_def def = {.radius = 0.1 * (double)(k % 3), .reach = 100};
        for (int i = 0; i < 2; i++) {
            const double *corner = &star[2 * wend_random_below(&state, 5)];
            double x = 20 * wend_random_unit(&state) - 2;
            double place[2] = {x, 12 * wend_random_unit(&state) - 1};
            wend_plan_locate(plan, wend_random_below(&state, 4) == 0 ? corner : place, 100, &ends[i]);
            ends[i].point.x += (int32_t)wend_random_below(&state, 3) - 1;
            ends[i].point.y += (int32_t)wend_random_below(&state, 3) - 1;
        }
        wend_result result = wend_search_path(s.search[k / 3 % 2], &ends[0], &ends[1], &def, &path);
        const int32_t *parts = wend_plan_look(plan).triangle_component;
        bool joined = parts[ends[0].triangle] == parts[ends[1].triangle];
        CHECK_MESSAGE(result == WEND_OK && (def.radius > 0 || (path.status == WEND_PATH_REACHED) == joined),
                      "%d:%d,%d to %d:%d,%d, radius %g: %s, %s", ends[0].triangle, ends[0].point.x, ends[0].point.y,
                      ends[1].triangle, ends[1].point.x, ends[1].point.y, def.radius, wend_describe(result),
                      wend_path_status_name(path.status));
    }
    searches_free(&s);
    wend_plan_destroy(plan);
    wend_drawing_destroy(drawing);
    close_context();
}

TEST(one_plan_once_more) {
    open_context_with(1);
    uint64_t state = (uint64_t)check_option("state", 1);
    sums sum = {0};
    ask_family((int32_t)check_option("family", 0), &state, &sum);
    print(&sum);
    close_context();
}

// Places at which bounds by landmarks were too high: the last ray of an interval ran along the side that it left by.
TEST(rays_along_the_side_that_they_leave_by) {
    open_context_with(1);
    uint64_t state = (uint64_t)-6930340258848008141;
    sums sum = {0};
    ask_family(8, &state, &sum);
    CHECK(sum.queries > 0);
    close_context();
}

TEST(overlapping_floors_against_brute_force) {
    open_context_with(1);
    long wanted = check_cases("floors", 400);
    uint64_t state = (uint64_t)check_option("seed", 1);
    sums sum = {0};
    int32_t count = path_scenes_count();
    snprintf(made_by, sizeof made_by, "--floors %ld --seed %lld overlapping", wanted, (long long)state);
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

// With an excess, a path is at most that much longer than its bound; and however large the excess is, the search takes
// no longer than without.
TEST(an_excess_of_any_size) {
    open_context_with(1);
    wend_drawing *drawing = NULL;
    wend_plan *plan = NULL;
    searches s = {0};
    uint64_t state = (uint64_t)check_option("seed", 1);
    static const double all[] = {0, 0.01, 0.3, 1, 100, 1e9};
    enum { EXCESSES = sizeof all / sizeof *all };
    int64_t taken[EXCESSES] = {0}; // entries, in all
    bool good = CHECK(wend_sample_build_drawing(context, "thin-walls", 0, 1, &drawing) == WEND_OK) &&
                CHECK(wend_plan_build(context, drawing, NULL, &plan, report) == WEND_OK) && searches_make(plan, &s);
    for (int64_t k = check_cases("excesses", 50); good && k > 0; k--) {
        wend_spot a, b;
        wend_path_view path;
        wend_path_def def = {.radius = k % 2 == 0 ? 0.3 : 0, .reach = 4};
        wend_path_status status = WEND_PATH_REACHED;
        wend_search *search = s.search[k % 3 == 0 ? 2 : 0];
        double least = 0;
        path_plans_end(plan, &state, &a);
        path_plans_end(plan, &state, &b);
        for (int i = 0; i < EXCESSES; i++) {
            def.excess = all[i];
            wend_result result = wend_search_path(search, &a, &b, &def, &path);
            least = i == 0 ? path.length : least;
            status = i == 0 ? path.status : status;
            taken[i] += search->taken;
            CHECK_MESSAGE(result == WEND_OK && path.status == status && path.length >= least * (1 - 1e-9) &&
                              path.length <= path.bound * (1 + def.excess) * (1 + 1e-9) &&
                              path.bound <= least * (1 + 1e-9),
                          "excess %g, radius %g: %s, %s, %.12g, bound %.12g, shortest %.12g", def.excess, def.radius,
                          wend_describe(result), wend_path_status_name(path.status), path.length, path.bound, least);
        }
    }
    for (int i = 0; i < EXCESSES; i++) {
        printf("excess %g: %ld entries\n", all[i], (long)taken[i]);
        CHECK_MESSAGE(taken[i] <= 2 * taken[0], "excess %g: %ld entries, without %ld", all[i], (long)taken[i],
                      (long)taken[0]);
    }
    searches_free(&s);
    wend_plan_destroy(plan);
    wend_drawing_destroy(drawing);
    close_context();
}

// Discs as wide as the floor allows, on ramps and where the floor winds around a vertex: on which turn something is in
// the way decides.
TEST(wide_discs_where_floor_winds) {
    open_context_with(1);
    long wanted = check_cases("winding", 300);
    uint64_t state = (uint64_t)check_option("seed", 1);
    sums sum = {0};
    while (sum.queries < wanted)
        for (int32_t k = 0; k < 5; k++) {
            double radii[PATH_RADII];
            path_scene *scene = path_scenes_make(context, k, report, radii);
            for (int i = 0; i < PATH_RADII; i++)
                radii[i] = 1000 + 2500 * wend_random_unit(&state);
            if (CHECK(scene != NULL))
                ask_plan(path_scenes_name(k), path_scenes_look(scene), radii, 4, &state, &sum);
            path_scenes_free(scene);
        }
    print(&sum);
    close_context();
}

CHECK_MAIN()

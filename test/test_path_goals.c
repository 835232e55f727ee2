// Several goals at once against one search for each and against brute force (oracle_path.h): random plans of ten
// families and plans whose floors overlap; all goals, the nearest few, and all within a distance.
//
//     test_path_goals [--cases N]     N questions (3000)
#include "oracle_path.h"
#include <wend/path.h>

#include "path_judge.h"
#include "path_plans.h"
#include "shared_context.h"

#include "base/random.h"

#include <math.h>

enum { SPOTS = 12 };

typedef struct asking {
    const wend_plan *plan;
    oracle_path *oracle;
    wend_search *search, *single;
    wend_path_def def;
    wend_spot from, spots[SPOTS];
    int32_t count;
    // What is right: the goals in order.
    wend_path_goal goals[SPOTS];
    int32_t goal_count;
    const char *name;
} asking;

static long asked, found, compared, limited;

static bool is_close(double a, double b) {
    return fabs(a - b) <= 1e-9 * (fabs(a) + 1e-3);
}

static void choose_spots(asking *q, uint64_t *state) {
    path_plans_end(q->plan, state, &q->from);
    q->count = (int32_t)wend_random_below(state, SPOTS + 1);
    for (int32_t k = 0; k < q->count; k++) {
        uint64_t kind = wend_random_below(state, 8);
        if (kind == 0)
            q->spots[k] = q->from;
        else if (kind == 1 && k > 0)
            q->spots[k] = q->spots[wend_random_below(state, (uint64_t)k)];
        else if (kind == 2)
            q->spots[k] = (wend_spot){-1, {0, 0}, 0};
        else
            path_plans_end(q->plan, state, &q->spots[k]);
    }
}

// One search for each goal.
static void find_singly(asking *q) {
    q->goal_count = 0;
    for (int32_t k = 0; k < q->count; k++) {
        wend_path_view path;
        if (!CHECK(wend_search_path(q->single, &q->from, &q->spots[k], &q->def, &path) == WEND_OK) ||
            path.status != WEND_PATH_REACHED)
            continue;
        int32_t at = q->goal_count++;
        for (; at > 0 && q->goals[at - 1].length > path.length; at--)
            q->goals[at] = q->goals[at - 1];
        q->goals[at] = (wend_path_goal){k, path.length};
    }
}

static void check_path(asking *q, const wend_path_goal *goal, int32_t k) {
    wend_path_view path;
    if (!CHECK(wend_search_take(q->search, k, &path) == WEND_OK) || !CHECK(path.piece_count > 0))
        return;
    CHECK(path.status == WEND_PATH_REACHED && path.proven && path.bound == path.length && path.length == goal->length);
    path_verdict verdict = path_judge(q->plan, q->def.radius, 1e-5, &path);
    CHECK_MESSAGE(verdict.wrong == NULL, "%s, radius %.17g, goal %d: %s (%.17g)", q->name, q->def.radius, goal->goal,
                  verdict.wrong, verdict.measured);
    double wanted;
    bool possible = oracle_path_shortest_at(q->oracle, path.pieces[0].from, path.ends[0].triangle,
                                            path.pieces[path.piece_count - 1].to, path.ends[1].triangle, &wanted);
    CHECK_MESSAGE(possible && fabs(path.length - wanted) <= 1e-6 * (wanted + 1e-3),
                  "%s, radius %.17g, goal %d: %.12g, expected %.12g", q->name, q->def.radius, goal->goal, path.length,
                  wanted);
    compared++;
}

// All goals: the same as one by one, with their paths.
static bool check_all(asking *q, uint64_t *state, wend_path_goal *all) {
    const wend_path_goal *goals;
    int32_t count;
    if (!CHECK(wend_search_nearest(q->search, &q->from, q->spots, q->count, q->count, INFINITY, &q->def, &goals,
                                   &count) == WEND_OK))
        return false;
    if (!CHECK_INT(count, q->goal_count))
        return false;
    for (int32_t k = 0; k < count; k++) {
        all[k] = goals[k];
        CHECK_MESSAGE(is_close(goals[k].length, q->goals[k].length), "%s: goal %d: %.17g, alone %.17g", q->name, k,
                      goals[k].length, q->goals[k].length);
        CHECK(k == 0 || goals[k - 1].length < goals[k].length ||
              (goals[k - 1].length == goals[k].length && goals[k - 1].goal < goals[k].goal));
    }
    for (int32_t k = count; k > 0 && count > 0; k--) {
        int32_t pick = (int32_t)wend_random_below(state, (uint64_t)count);
        check_path(q, &all[pick], pick);
    }
    found += count;
    return true;
}

// Some of them: the first ones of all, the same bits.
static void check_some(asking *q, uint64_t *state, const wend_path_goal *all, int32_t all_count) {
    int32_t most = (int32_t)wend_random_below(state, (uint64_t)q->count + 2);
    double farthest = INFINITY;
    if (all_count > 0 && wend_random_below(state, 2) == 0) // sometimes exactly as far as one of them
        farthest = all[wend_random_below(state, (uint64_t)all_count)].length *
                   (wend_random_below(state, 2) == 0 ? 1 : wend_random_unit(state) * 1.5);
    int32_t wanted = 0;
    while (wanted < all_count && wanted < most && all[wanted].length <= farthest)
        wanted++;
    const wend_path_goal *goals;
    int32_t count;
    if (!CHECK(wend_search_nearest(q->search, &q->from, q->spots, q->count, most, farthest, &q->def, &goals, &count) ==
               WEND_OK))
        return;
    CHECK_MESSAGE(count == wanted, "%s: %d goals, expected %d of %d, most %d, farthest %.17g", q->name, count, wanted,
                  all_count, most, farthest);
    for (int32_t k = 0; k < count && k < wanted; k++)
        CHECK(goals[k].goal == all[k].goal && goals[k].length == all[k].length);
    limited += wanted < all_count;
}

static void ask_plan(const char *name, const wend_plan *plan, const double radii[PATH_RADII], int cases,
                     uint64_t *state) {
    wend_medial *medial = NULL;
    wend_roads *roads = NULL;
    asking q = {.plan = plan, .name = name, .def = wend_default_path_def()};
    bool good = CHECK(wend_medial_build(context, plan, NULL, &medial, report) == WEND_OK) &&
                CHECK(wend_roads_build(context, medial, NULL, &roads, report) == WEND_OK) &&
                CHECK(wend_search_create_on(context, &(wend_search_def){.roads = roads}, &q.search) == WEND_OK) &&
                CHECK(wend_search_create_on(context, &(wend_search_def){.roads = roads}, &q.single) == WEND_OK);
    for (int r = 0; good && r < PATH_RADII; r++) {
        q.def.radius = radii[r];
        q.oracle = oracle_path_make(plan, radii[r]);
        for (int k = 0; k < cases; k++) {
            choose_spots(&q, state);
            find_singly(&q);
            wend_path_goal all[SPOTS];
            if (check_all(&q, state, all))
                check_some(&q, state, all, q.goal_count);
            asked++;
        }
        oracle_path_free(q.oracle);
    }
    wend_search_destroy(q.search);
    wend_search_destroy(q.single);
    wend_roads_destroy(roads);
    wend_medial_destroy(medial);
}

TEST(many_goals_are_found_as_one_by_one) {
    open_context_with(1);
    enum { EACH = 4 };
    long wanted = check_cases("cases", 3000);
    uint64_t state = (uint64_t)check_option("seed", 1);
    int32_t scenes = path_scenes_count();
    for (int32_t k = 0; k < scenes; k++) {
        double radii[PATH_RADII];
        path_scene *scene = path_scenes_make(context, k, report, radii);
        if (CHECK(scene != NULL))
            ask_plan(path_scenes_name(k), path_scenes_look(scene), radii, (int)(wanted / 60 / scenes) + 1, &state);
        path_scenes_free(scene);
    }
    for (int32_t family = 0; asked < wanted; family = (family + 1) % path_plans_count()) {
        double radii[PATH_RADII];
        wend_plan *plan = path_plans_build(context, family, &state, radii);
        if (plan != NULL)
            ask_plan(path_plans_name(family), plan, radii, EACH, &state);
        wend_plan_destroy(plan);
    }
    printf("%ld questions, %ld goals, %ld paths compared, %ld times not all were wanted\n", asked, found, compared,
           limited);
    CHECK(found > asked && compared > asked && limited > asked / 10);
}

TEST(refuses_what_makes_no_sense) {
    open_context_with(1);
    uint64_t state = 1;
    double radii[PATH_RADII];
    wend_plan *plan = path_plans_build(context, 0, &state, radii);
    wend_medial *medial = NULL;
    wend_roads *roads = NULL;
    wend_search *search = NULL;
    CHECK(wend_medial_build(context, plan, NULL, &medial, report) == WEND_OK);
    CHECK(wend_roads_build(context, medial, NULL, &roads, report) == WEND_OK);
    CHECK(wend_search_create_on(context, &(wend_search_def){.roads = roads}, &search) == WEND_OK);
    wend_spot spot;
    path_plans_end(plan, &state, &spot);
    const wend_path_goal *goals;
    int32_t count;
    wend_path_view path;
    wend_path_def def = wend_default_path_def();
    CHECK(wend_search_nearest(search, &spot, NULL, 1, 1, 1, &def, &goals, &count) == WEND_ERROR_ARGUMENT);
    CHECK(wend_search_nearest(search, &spot, &spot, -1, 1, 1, &def, &goals, &count) == WEND_ERROR_ARGUMENT);
    CHECK(wend_search_nearest(search, &spot, &spot, 1, -1, 1, &def, &goals, &count) == WEND_ERROR_ARGUMENT);
    CHECK(wend_search_nearest(search, &spot, &spot, 1, 1, NAN, &def, &goals, &count) == WEND_ERROR_ARGUMENT);
    CHECK(wend_search_nearest(search, &spot, &spot, 1, 1, -1, &def, &goals, &count) == WEND_ERROR_ARGUMENT);
    def.radius = NAN;
    CHECK(wend_search_nearest(search, &spot, &spot, 1, 1, 1, &def, &goals, &count) == WEND_ERROR_ARGUMENT);
    CHECK(wend_search_take(search, 0, &path) == WEND_ERROR_ARGUMENT);
    def.radius = 0;
    CHECK(wend_search_nearest(search, &spot, NULL, 0, 0, 0, &def, &goals, &count) == WEND_OK && count == 0);
    CHECK(wend_search_nearest(search, &spot, &spot, 1, 1, 0, &def, &goals, &count) == WEND_OK && count == 1);
    CHECK(wend_search_take(search, -1, &path) == WEND_ERROR_ARGUMENT);
    CHECK(wend_search_take(search, 1, &path) == WEND_ERROR_ARGUMENT);
    CHECK(wend_search_take(search, 0, &path) == WEND_OK && path.length == 0 && path.piece_count == 1);
    CHECK(wend_search_path(search, &spot, &spot, &def, &path) == WEND_OK);
    CHECK(wend_search_take(search, 0, &path) == WEND_ERROR_ARGUMENT); // of the last query
    wend_search_destroy(search);
    wend_roads_destroy(roads);
    wend_medial_destroy(medial);
    wend_plan_destroy(plan);
    close_context();
}

// The circle around a point touches the corner of two areas, and so of pieces, just where a turn ends: rays with nothing
// between them once went around that corner for ever.
TEST(a_circle_through_a_corner_of_pieces) {
    open_context_with(1);
    static const double room[] = {0, 0, 12, 0, 12, 9, 0, 9}, points[] = {5.25, 3, 5.25, 4.99951171875};
    static const double areas[2][10] = {{2, 1.25, 5.25, 1.25, 5.25, 2.75, 2, 2.75, 2, 1.25},
                                        {7.5, 1.5, 12, 1.5, 12, 2.75, 7.5, 2.75, 7.5, 1.5}};
    wend_drawing *drawing = NULL;
    wend_plan *plan = NULL;
    wend_medial *medial = NULL;
    wend_roads *roads = NULL;
    wend_search *search = NULL;
    wend_plan_def def = {.lattice = 0x1p-20, .unit = 1};
    bool good = CHECK(wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing) == WEND_OK) &&
                CHECK(wend_drawing_add(drawing, WEND_SHAPE_OUTER, -1, room, 4) == WEND_OK) &&
                CHECK(wend_drawing_add(drawing, WEND_SHAPE_POINT, -1, points, 2) == WEND_OK);
    for (int k = 0; good && k < 2; k++)
        good = CHECK(wend_drawing_add(drawing, WEND_SHAPE_BORDER, -1, areas[k], 5) == WEND_OK) &&
               CHECK(wend_drawing_set_area(drawing, 2 + k, 1 + k) == WEND_OK);
    good = good && CHECK(wend_plan_build(context, drawing, &def, &plan, report) == WEND_OK) &&
           CHECK(wend_medial_build(context, plan, NULL, &medial, report) == WEND_OK) &&
           CHECK(wend_roads_build(context, medial, NULL, &roads, report) == WEND_OK) &&
           CHECK(wend_search_create_on(context, &(wend_search_def){.roads = roads}, &search) == WEND_OK);
    if (good) {
        wend_spot spots[2];
        wend_path_def disc = wend_default_path_def();
        const wend_path_goal *goals;
        int32_t count = 0;
        disc.radius = 0.25;
        wend_plan_locate(plan, (double[]){4.9512100219726562, 1.7192831039428711}, 0, &spots[0]);
        wend_plan_locate(plan, (double[]){4.25, 6.25}, 0, &spots[1]);
        wend_result result = wend_search_nearest(search, &spots[0], spots, 2, 2, INFINITY, &disc, &goals, &count);
        CHECK_MESSAGE(result == WEND_OK && count == 2, "%s, %d goals", wend_describe(result), (int)count);
    }
    wend_search_destroy(search);
    wend_roads_destroy(roads);
    wend_medial_destroy(medial);
    wend_plan_destroy(plan);
    wend_drawing_destroy(drawing);
    close_context();
}

CHECK_MAIN()

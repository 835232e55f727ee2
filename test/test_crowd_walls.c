// Crowds where walls are: nobody passes one, nobody comes too near, and neighbours are those along the floor. On random
// floor plans, and in buildings of several storeys, with every model.
//
// The crowd is not asked whether it was right. Steps are judged by the plan (wend_plan_visible) and on floor plans by
// all boundary edges; places by the medial axis; neighbours by all pairs that see each other.
//
//     test_crowd_walls [--plans N] [--steps N]     N random plans (40), N steps on each (160)
#include "shared_context.h"

#include <wend/crowd.h>
#include <wend/pipeline.h>
#include <wend/sample.h>

#include "base/random.h"
#include "crowd/crowd.h"
#include "path_plans.h"

#include <math.h>

enum { AGENTS_MOST = 400 };

typedef struct walk {
    const char *name;
    const wend_nav *nav;
    wend_plan_view v;
    double metres;
    wend_crowd *crowd;
    int32_t count;
    wend_agent_id ids[AGENTS_MOST];
    wend_spot at[AGENTS_MOST];
    double radii[AGENTS_MOST];
} walk;

static wend_nav *build_sample(const char *name, int32_t size) {
    wend_scene *scene = NULL;
    wend_nav *nav = NULL;
    if (wend_sample_build_scene(context, name, size, 1, &scene) == WEND_OK)
        wend_build_scene(context, scene, NULL, &nav, NULL, report);
    wend_scene_destroy(scene);
    return nav;
}

static wend_nav *build_plan(int32_t family, uint64_t *state) {
    double radii[PATH_RADII];
    wend_nav *nav = NULL;
    wend_drawing *drawing = path_plans_draw(context, family, state, radii);
    wend_build_def def = wend_default_build_def();
    if (drawing != NULL)
        wend_build_drawing(context, drawing, &def, &nav, NULL, report);
    wend_drawing_destroy(drawing);
    return nav;
}

static wend_spot random_spot(const walk *w, uint64_t *state) {
    double place[2];
    wend_spot spot = {.triangle = -1};
    wend_plan_random(wend_nav_plan(w->nav), state, place, &spot.triangle);
    if (!wend_lattice_point(&w->v.lattice, place, &spot.point))
        spot.triangle = -1;
    return spot;
}

// A crowd with agents in random places, or fewer where the plan has no room for them.
static bool begin(walk *w, const char *name, const wend_nav *nav, const wend_crowd_def *def, int32_t count,
                  uint64_t *state) {
    *w = (walk){.name = name, .nav = nav, .v = wend_plan_look(wend_nav_plan(nav))};
    w->metres = w->v.lattice.step * w->v.unit;
    if (!CHECK(wend_crowd_create(context, nav, def, &w->crowd, report) == WEND_OK))
        return false;
    for (int32_t tries = 0; w->count < count && tries < 4 * count; tries++) {
        wend_agent_def agent = wend_default_agent_def();
        agent.at = random_spot(w, state);
        agent.radius = 0.05 + 0.3 * wend_random_unit(state);
        agent.speed = 0.5 + 2 * wend_random_unit(state);
        wend_agent_view view;
        wend_result result = wend_crowd_add(w->crowd, &agent, &w->ids[w->count], report);
        CHECK(result == WEND_OK || result == WEND_ERROR_ARGUMENT);
        if (result != WEND_OK || !CHECK(wend_crowd_ask(w->crowd, w->ids[w->count], &view) == WEND_OK))
            continue;
        w->at[w->count] = view.at;
        w->radii[w->count++] = agent.radius;
    }
    return true;
}

static void send_anywhere(walk *w, int32_t k, uint64_t *state) {
    wend_crowd_goal goal = wend_default_crowd_goal();
    goal.at = random_spot(w, state);
    CHECK(wend_crowd_send(w->crowd, w->ids[k], &goal, 1) == WEND_OK);
}

// ---------------------------------------------------------------------------------------------------- walls

static double cross(wend_point o, wend_point a, wend_point b) {
    return ((double)a.x - o.x) * ((double)b.y - o.y) - ((double)a.y - o.y) * ((double)b.x - o.x);
}

// On a floor plan: no boundary edge is crossed by a straight way; by all of them.
static bool is_clear(const walk *w, wend_point p, wend_point q) {
    for (int32_t b = 0; b < w->v.boundary_count; b++) {
        int32_t e = w->v.boundaries[b].edge;
        wend_point a = w->v.vertices[w->v.triangles[e / 3].v[e % 3]];
        wend_point c = w->v.vertices[w->v.triangles[e / 3].v[(e + 1) % 3]];
        if (cross(p, q, a) * cross(p, q, c) < 0 && cross(a, c, p) * cross(a, c, q) < 0)
            return false;
    }
    return true;
}

static bool judge(walk *w, int64_t step) {
    for (int32_t k = 0; k < w->count; k++) {
        wend_agent_view view;
        if (!CHECK(wend_crowd_ask(w->crowd, w->ids[k], &view) == WEND_OK))
            return false;
        wend_medial_near near;
        wend_medial_clearance(wend_nav_medial(w->nav), &view.at, &near);
        bool seen = wend_plan_visible(wend_nav_plan(w->nav), &w->at[k], &view.at);
        bool clear = w->v.layer_count > 1 || is_clear(w, w->at[k].point, view.at.point);
        if (!CHECK_MESSAGE(seen && clear, "%s, step %lld: agent %d went from %d:%d,%d to %d:%d,%d through a wall",
                           w->name, (long long)step, k, w->at[k].triangle, w->at[k].point.x, w->at[k].point.y,
                           view.at.triangle, view.at.point.x, view.at.point.y) ||
            !CHECK_MESSAGE(near.clearance >= w->radii[k] - 1e-3, "%s, step %lld: agent %d of radius %.4f has %.4f",
                           w->name, (long long)step, k, w->radii[k], near.clearance))
            return false;
        w->at[k] = view.at;
    }
    return true;
}

// Everyone walks about, and gets a new goal now and then. How many goals were reached.
static int64_t walk_about(const char *name, const wend_nav *nav, wend_crowd_model model, int32_t count, int64_t steps,
                          uint64_t seed) {
    wend_crowd_def def = wend_default_crowd_def();
    def.model = model;
    walk *w = malloc(sizeof *w);
    uint64_t state = seed;
    int64_t reached = 0;
    if (w == NULL || !begin(w, name, nav, &def, count, &state)) {
        free(w);
        return 0;
    }
    for (int32_t k = 0; k < w->count; k++)
        send_anywhere(w, k, &state);
    for (int64_t step = 0; step < steps; step++) {
        if (!CHECK(wend_crowd_step(w->crowd) == WEND_OK) || !judge(w, step))
            break;
        wend_crowd_view view;
        CHECK(wend_crowd_look(w->crowd, &view) == WEND_OK);
        reached += view.event_count;
        for (int32_t k = 0; k < w->count; k++)
            if (wend_random_below(&state, 200) == 0)
                send_anywhere(w, k, &state);
    }
    wend_report_clear(report);
    CHECK_MESSAGE(wend_crowd_check(context, w->crowd, report) == WEND_OK, "%s: %s", name, wend_report_error(report));
    wend_crowd_destroy(w->crowd);
    free(w);
    return reached;
}

TEST(nobody_passes_a_wall_on_random_plans) {
    open_context_with(0);
    int64_t plans = check_cases("plans", 40), steps = check_option("steps", 160), reached = 0;
    for (int64_t k = 0; k < plans; k++) {
        uint64_t state = (uint64_t)k + 1;
        int32_t family = (int32_t)(k % path_plans_count());
        wend_nav *nav = build_plan(family, &state);
        if (nav == NULL)
            continue;
        reached += walk_about(path_plans_name(family), nav, (wend_crowd_model)(k % WEND_CROWD_MODEL_COUNT), 60, steps,
                              (uint64_t)k);
        wend_nav_destroy(nav);
    }
    CHECK_MESSAGE(plans < 10 || reached > plans, "only %lld goals were reached", (long long)reached);
}

TEST(nobody_passes_a_wall_in_buildings) {
    open_context_with(0);
    static const char *const names[] = {"two-storeys", "garage", "ramp-overhang", "stairs", "bridge"};
    int64_t steps = check_cases("steps", 160);
    for (int32_t k = 0; k < 5; k++) {
        wend_nav *nav = build_sample(names[k], 0);
        if (!CHECK_MESSAGE(nav != NULL, "%s cannot be built", names[k]))
            continue;
        for (int model = 0; model < WEND_CROWD_MODEL_COUNT; model++)
            walk_about(names[k], nav, (wend_crowd_model)model, 150, steps, (uint64_t)(10 * k + model));
        wend_nav_destroy(nav);
    }
}

// ---------------------------------------------------------------------------------------------------- neighbours

static double apart(const walk *w, int32_t i, int32_t j) {
    double x = ((double)w->at[i].point.x - w->at[j].point.x) * w->metres;
    double y = ((double)w->at[i].point.y - w->at[j].point.y) * w->metres;
    return sqrt(x * x + y * y);
}

typedef struct tally {
    int64_t pairs, missed, found[2], other[2]; // within 1 m, within 2 m
} tally;

// Few agents, so that all within 2 m must be known: compared with all pairs that see each other.
static void compare_neighbours(walk *w, tally *sum) {
    wend_crowd_def def = wend_default_crowd_def();
    CHECK(wend_crowd_step(w->crowd) == WEND_OK);
    for (int32_t i = 0; i < w->count; i++) {
        bool heeded[AGENTS_MOST] = {false};
        wend_agent_id ids[WEND_NEIGHBOURS];
        int32_t count;
        if (!CHECK(wend_crowd_neighbours(w->crowd, w->ids[i], ids, WEND_NEIGHBOURS, &count) == WEND_OK))
            return;
        for (int32_t k = 0; k < count; k++)
            heeded[ids[k].index] = true; // all were added to an empty crowd
        bool full = count >= 16;
        for (int32_t j = 0; j < w->count; j++) {
            double distance = apart(w, i, j);
            if (j == i || distance > 2)
                continue;
            bool seen = wend_plan_visible(wend_nav_plan(w->nav), &w->at[i], &w->at[j]);
            bool known = heeded[w->ids[j].index];
            sum->pairs += seen;
            sum->missed += seen && !known && !full;
            if (seen && !known && !full && distance < def.range)
                CHECK_MESSAGE(false, "%s: %d does not see %d, %.3f m away", w->name, i, j, distance);
            wend_plan_ground a, b;
            wend_plan_find_ground(wend_nav_plan(w->nav), &w->at[i], &a);
            wend_plan_find_ground(wend_nav_plan(w->nav), &w->at[j], &b);
            bool far = fabs(a.place[1] - b.place[1]) > 1.6; // samples are Y up
            for (int within = 0; within < 2; within++)
                if (distance <= within + 1) {
                    sum->found[within] += known;
                    sum->other[within] += known && !seen && far;
                }
        }
    }
}

TEST(neighbours_are_those_along_the_floor) {
    open_context_with(0);
    static const char *const names[] = {"two-storeys", "garage", "stairs", "ramp-overhang"};
    int64_t rounds = check_cases("rounds", 20);
    for (int32_t k = 0; k < 4; k++) {
        wend_nav *nav = build_sample(names[k], 0);
        if (!CHECK_MESSAGE(nav != NULL, "%s cannot be built", names[k]))
            continue;
        tally sum = {0};
        double area = wend_plan_area(wend_nav_plan(nav));
        int32_t count = (int32_t)fmin(0.5 * area, AGENTS_MOST);
        for (int64_t round = 0; round < rounds; round++) {
            wend_crowd_def def = wend_default_crowd_def();
            def.neighbours = 16;
            walk *w = malloc(sizeof *w);
            uint64_t state = (uint64_t)round + 77;
            if (w != NULL && begin(w, names[k], nav, &def, count, &state))
                compare_neighbours(w, &sum);
            if (w != NULL)
                wend_crowd_destroy(w->crowd);
            free(w);
        }
        printf("%s: %lld pairs within 2 m, %lld missed; of another storey %lld of %lld within 1 m, %lld of %lld\n",
               names[k], (long long)sum.pairs, (long long)sum.missed, (long long)sum.other[0], (long long)sum.found[0],
               (long long)sum.other[1], (long long)sum.found[1]);
        CHECK(sum.pairs > 0 && sum.missed == 0);
        CHECK((double)sum.other[0] <= 0.001 * (double)sum.found[0]);
        CHECK((double)sum.other[1] <= 0.015 * (double)sum.found[1]);
        wend_nav_destroy(nav);
    }
}

TEST(neighbours_on_floor_plans_are_the_nearest) {
    open_context_with(0);
    int64_t plans = check_cases("plans", 40);
    for (int64_t k = 0; k < plans; k++) {
        uint64_t state = (uint64_t)k + 500;
        wend_nav *nav = build_plan((int32_t)(k % path_plans_count()), &state);
        wend_crowd_def def = wend_default_crowd_def();
        def.neighbours = 16;
        walk *w = malloc(sizeof *w);
        tally sum = {0};
        if (nav != NULL && w != NULL &&
            begin(w, path_plans_name((int32_t)(k % path_plans_count())), nav, &def, 60, &state)) {
            compare_neighbours(w, &sum);
            wend_crowd_destroy(w->crowd);
        }
        free(w);
        wend_nav_destroy(nav);
    }
}

// ---------------------------------------------------------------------------------------------------- patches

// Every point of the floor has its patch: one of its square, with its triangle.
static void check_patches(const wend_nav *nav, uint64_t seed) {
    wend_patches p;
    uint64_t state = seed;
    if (!CHECK(wend_patches_build(context, wend_nav_plan(nav), 3, 1, 1.5, &p) == WEND_OK))
        return;
    for (int32_t k = 0; k < 300; k++) {
        double place[2];
        int32_t triangle;
        wend_point point;
        wend_plan_random(wend_nav_plan(nav), &state, place, &triangle);
        if (!wend_lattice_point(&p.v.lattice, place, &point))
            continue;
        int32_t patch = wend_patches_at(&p, triangle, point), square = p.patch_square.data[patch];
        CHECK_INT(((int64_t)point.x - p.low[0]) / p.square, square % p.columns);
        CHECK_INT(((int64_t)point.y - p.low[1]) / p.square, square / p.columns);
        bool has = false;
        for (int32_t i = p.square_pair.data[square]; i < p.square_pair.data[square + 1]; i++)
            has |= p.pair_patch.data[i] == patch && p.pair_triangle.data[i] == triangle;
        CHECK(has);
        CHECK(wend_patches_near(&p, patch, patch));
    }
    // Numbers ascend with squares, and what is near is so from both sides.
    for (int32_t k = 0; k + 1 < p.patch_square.count; k++)
        CHECK(p.patch_square.data[k] <= p.patch_square.data[k + 1]);
    for (int32_t a = 0; a < p.patch_square.count; a++)
        for (int32_t i = p.near_first.data[a]; i < p.near_first.data[a + 1]; i++)
            CHECK(i == p.near_first.data[a] || p.near.data[i - 1] < p.near.data[i]);
    wend_patches_free(context, &p);
}

TEST(patches_cover_the_floor) {
    open_context_with(0);
    int64_t plans = check_cases("plans", 40);
    for (int64_t k = 0; k < plans; k++) {
        uint64_t state = (uint64_t)k + 900;
        wend_nav *nav = build_plan((int32_t)(k % path_plans_count()), &state);
        if (nav != NULL)
            check_patches(nav, state);
        wend_nav_destroy(nav);
    }
    static const char *const names[] = {"two-storeys", "garage", "stairs"};
    for (int32_t k = 0; k < 3; k++) {
        wend_nav *nav = build_sample(names[k], 0);
        if (CHECK(nav != NULL))
            check_patches(nav, 5);
        wend_nav_destroy(nav);
    }
}

TEST(nothing_is_leaked) {
    open_context_with(0);
    close_context();
}

CHECK_MAIN()

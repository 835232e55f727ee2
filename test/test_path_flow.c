// Distance maps against shortest paths, which test_path compares with brute force: random plans of many families and
// overlapping floors, many places for each map.
//
//     test_path_flow [--places N]     N places (30000)
#include <wend/path.h>

#include "path_plans.h"
#include "shared_context.h"

#include "base/random.h"
#include "path/search.h"

#include <math.h>

typedef struct field {
    const char *name;
    const wend_plan *plan;
    wend_plan_view v;
    wend_medial *medial;
    wend_roads *roads[2];
    wend_search *search[2]; // on merged pieces and on triangles
    wend_offlinks *offlinks;
    wend_flow_def def;
} field;

// Links from place to place, one way or both.
static bool add_links(field *f, uint64_t *state) {
    enum { LINKS = 5 };
    wend_offlink_def links[LINKS];
    for (int k = 0; k < LINKS; k++) {
        links[k] = wend_default_offlink_def();
        for (int i = 0; i < 2; i++) {
            wend_spot spot;
            wend_plan_ground ground;
            path_plans_end(f->plan, state, &spot);
            wend_plan_find_ground(f->plan, &spot, &ground);
            for (int j = 0; j < 2; j++)
                memcpy((i == 0 ? links[k].from : links[k].to)[j], ground.place, sizeof ground.place);
        }
        links[k].kind = (wend_offlink_kind)wend_random_below(state, WEND_OFFLINK_KIND_COUNT);
        links[k].both_ways = wend_random_below(state, 3) == 0;
        links[k].cost = wend_random_below(state, 2) == 0 ? 0 : 0.01 + 5 * wend_random_unit(state);
    }
    wend_offlinks_def def = wend_default_offlinks_def();
    def.links = links;
    def.count = LINKS;
    return CHECK(wend_offlinks_build(context, f->plan, NULL, &def, &f->offlinks, report) == WEND_OK);
}

static bool field_make(const char *name, const wend_plan *plan, uint64_t *links, field *f) {
    static const int32_t sides[2] = {16, 3};
    *f = (field){.name = name, .plan = plan, .v = wend_plan_look(plan), .def = wend_default_flow_def()};
    bool good = (links == NULL || add_links(f, links)) &&
                CHECK(wend_medial_build(context, plan, NULL, &f->medial, report) == WEND_OK);
    for (int i = 0; good && i < 2; i++)
        good =
            CHECK(wend_roads_build(context, f->medial, &(wend_roads_def){sides[i]}, &f->roads[i], report) == WEND_OK) &&
            CHECK(wend_search_create_on(context, &(wend_search_def){.roads = f->roads[i], .offlinks = f->offlinks},
                                        &f->search[i]) == WEND_OK);
    return good;
}

static void field_free(field *f) {
    for (int i = 0; i < 2; i++) {
        wend_search_destroy(f->search[i]);
        wend_roads_destroy(f->roads[i]);
    }
    wend_medial_destroy(f->medial);
    wend_offlinks_destroy(f->offlinks);
}

typedef struct sums {
    long maps, places, reached, moved, same, links, wrong;
    double worst;
} sums;

static void tell(const field *f, const char *what, double radius, const wend_spot *goals, const wend_spot *at,
                 double got, double wanted) {
    CHECK_MESSAGE(false, "%s: %s, radius %.17g, %d:%d,%d from %d:%d,%d: %.12g, expected %.12g", f->name, what, radius,
                  goals->triangle, goals->point.x, goals->point.y, at->triangle, at->point.x, at->point.y, got, wanted);
}

// The shortest of the paths to all goals; INFINITY when there is none. Also the direction in which it begins.
static double shortest(field *f, double radius, const wend_spot *at, const wend_spot *goals, int count,
                       double toward[2], double *moved) {
    double least = INFINITY;
    wend_path_def def = wend_default_path_def();
    def.radius = radius;
    def.filter = f->def.filter;
    *moved = 0;
    toward[0] = toward[1] = 0;
    for (int k = 0; k < count; k++) {
        wend_path_view path;
        const wend_spot *from = f->def.away ? &goals[k] : at, *to = f->def.away ? at : &goals[k];
        if (!CHECK(wend_search_path(f->search[0], from, to, &def, &path) == WEND_OK) ||
            path.status != WEND_PATH_REACHED)
            continue;
        *moved = path.moved[f->def.away];
        if (path.length >= least)
            continue;
        least = path.length;
        const wend_path_piece *first = &path.pieces[f->def.away ? path.piece_count - 1 : 0];
        for (int i = 0; i < 2; i++)
            toward[i] = f->def.away ? first->from[i] - first->to[i] : first->to[i] - first->from[i];
        double size = hypot(toward[0], toward[1]);
        for (int i = 0; i < 2; i++)
            toward[i] = first->length > 1e-3 ? toward[i] / size : 0;
    }
    return least;
}

static void check_place(field *f, double radius, double farthest, wend_flow *const flows[2], const wend_spot *goals,
                        int count, const wend_spot *at, sums *sum) {
    wend_flow_answer answers[2];
    double toward[2], moved, wanted = shortest(f, radius, at, goals, count, toward, &moved);
    for (int i = 0; i < 2; i++)
        wend_flow_ask(flows[i], at, &answers[i]);
    sum->places++;
    if (moved > 0) { // paths look for room farther off, but often find the same
        sum->moved++;
        sum->same += fabs(answers[0].distance - wanted) <= 1e-9 * wanted;
    } else {
        sum->reached += wanted < (double)INFINITY;
        if (wanted > farthest * (1 + 1e-9))
            wanted = INFINITY;
        for (int i = 0; i < 2; i++) {
            double got = answers[i].distance;
            bool near_edge = fabs(wanted - farthest) <= 1e-9 * farthest;
            if (near_edge || got == wanted)
                continue;
            double excess = fabs(got - wanted) / wanted;
            if (!(fabs(got - wanted) <= 1e-9 * wanted + 1e-9)) {
                sum->wrong++;
                tell(f, i == 0 ? "distance" : "distance on triangles", radius, goals, at, got, wanted);
            } else if (excess > sum->worst) {
                sum->worst = excess;
            }
        }
        if (answers[0].distance < (double)INFINITY) {
            const float *nearest = wend_flow_look(flows[0]).nearest;
            if ((double)nearest[at->triangle] > answers[0].distance)
                tell(f, "nearest", radius, goals, at, (double)nearest[at->triangle], answers[0].distance);
            // Of paths that are equally long either will do: then this is no wrong direction, but another one.
            double same = toward[0] * answers[0].toward[0] + toward[1] * answers[0].toward[1];
            bool fine = f->offlinks == NULL &&
                        f->v.lattice.step * f->v.unit < 1e-4; // elsewhere no lattice point is near enough
            if (fine && toward[0] != 0 && same < 1 - 1e-6) {
                double place[2];
                wend_lattice_place(&f->v.lattice, at->point, place);
                double step = fmin(0.02, answers[0].distance / 4) / f->v.unit;
                for (int i = 0; i < 2; i++)
                    place[i] += step * answers[0].toward[i];
                wend_stop stop;
                CHECK(wend_search_walk(f->search[0], at, place, radius, &stop) == WEND_OK);
                double beyond[2], off, then = shortest(f, radius, &stop.spot, goals, count, beyond, &off);
                if (!(then <= answers[0].distance - stop.distance + 1e-5) || stop.distance < step * f->v.unit / 2)
                    tell(f, "direction", radius, goals, at, then, answers[0].distance);
            }
        }
    }
    bool known = answers[0].distance < (double)INFINITY;
    double size = hypot(answers[0].toward[0], answers[0].toward[1]);
    CHECK(known == (answers[0].spot >= 0) && answers[0].spot < count);
    CHECK(size == 0 || fabs(size - 1) < 1e-9);
    CHECK(answers[0].link == 0 || f->offlinks != NULL);
    sum->links += answers[0].link;
}

static void check_map(field *f, double radius, int places, uint64_t *state, sums *sum) {
    enum { GOALS = 3 };
    wend_spot goals[GOALS];
    wend_flow *flows[2] = {NULL, NULL};
    int count = 1 + (int)wend_random_below(state, GOALS);
    for (int k = 0; k < count; k++)
        path_plans_end(f->plan, state, &goals[k]);
    f->def = wend_default_flow_def();
    f->def.radius = radius;
    if (wend_random_below(state, 3) == 0)
        f->def.farthest = 3 + 10 * wend_random_unit(state);
    f->def.away = wend_random_below(state, 2) == 0;
    if (f->offlinks != NULL && wend_random_below(state, 3) == 0)
        f->def.filter.forbid_links = 1u << wend_random_below(state, WEND_OFFLINK_KIND_COUNT);
    for (int i = 0; i < 2; i++)
        if (!CHECK(wend_flow_build(f->search[i], goals, count, &f->def, &flows[i]) == WEND_OK))
            goto end;
    sum->maps++;
    for (int k = 0; k < places; k++) {
        wend_spot at;
        path_plans_end(f->plan, state, &at);
        if (f->offlinks != NULL && k % 4 == 1)
            at = f->search[0]->passages.data[wend_random_below(state, (uint64_t)f->search[0]->passages.count)].from;
        check_place(f, radius, f->def.farthest, flows, goals, count, k == 0 ? &goals[0] : &at, sum);
    }
end:
    wend_flow_destroy(flows[0]);
    wend_flow_destroy(flows[1]);
}

static void print(const sums *s) {
    printf("%ld maps, %ld places, %ld reached, %ld moved (%ld as paths are), %ld wrong; worst difference %.1e\n",
           s->maps, s->places, s->reached, s->moved, s->same, s->wrong, s->worst);
}

TEST(maps_of_floor_plans) {
    open_context_with(1);
    enum { EACH = 60 };
    long wanted = check_cases("places", 30000);
    uint64_t state = (uint64_t)check_option("seed", 1);
    sums sum = {0};
    for (int32_t family = 0; sum.places < wanted; family = (family + 1) % path_plans_count()) {
        double radii[PATH_RADII];
        wend_plan *plan = path_plans_build(context, family, &state, radii);
        field f;
        if (plan == NULL)
            continue;
        if (field_make(path_plans_name(family), plan, NULL, &f))
            for (int i = 0; i < PATH_RADII; i++)
                check_map(&f, radii[i], EACH, &state, &sum);
        field_free(&f);
        wend_plan_destroy(plan);
    }
    print(&sum);
    close_context();
}

TEST(maps_of_overlapping_floors) {
    open_context_with(1);
    long wanted = check_cases("places", 30000) / 6;
    uint64_t state = (uint64_t)check_option("seed", 1);
    sums sum = {0};
    int32_t count = path_scenes_count();
    for (int32_t k = 0; k < count; k++) {
        double radii[PATH_RADII];
        path_scene *scene = path_scenes_make(context, k, report, radii);
        field f;
        if (CHECK(scene != NULL) && field_make(path_scenes_name(k), path_scenes_look(scene), NULL, &f)) {
            for (int i = 0; i < PATH_RADII; i++)
                check_map(&f, radii[i], (int)(wanted / (count * PATH_RADII)) + 1, &state, &sum);
            field_free(&f);
        }
        path_scenes_free(scene);
    }
    print(&sum);
    close_context();
}

// With links made by hand, most of them one way, there and back.
TEST(maps_with_links) {
    open_context_with(1);
    enum { EACH = 30 };
    long wanted = check_cases("places", 30000) / 4;
    uint64_t state = (uint64_t)check_option("seed", 1);
    sums sum = {0};
    for (int32_t family = 0; sum.places < wanted; family = (family + 1) % path_plans_count()) {
        double radii[PATH_RADII];
        wend_plan *plan = path_plans_build(context, family, &state, radii);
        field f;
        if (plan == NULL)
            continue;
        if (field_make(path_plans_name(family), plan, &state, &f))
            for (int i = 0; i < PATH_RADII; i++)
                check_map(&f, radii[i], EACH, &state, &sum);
        field_free(&f);
        wend_plan_destroy(plan);
    }
    print(&sum);
    printf("%ld times a link begins there\n", sum.links);
    CHECK(sum.links > 0);
    close_context();
}

TEST(maps_refuse_what_cannot_be) {
    open_context_with(1);
    uint64_t state = 3;
    double radii[PATH_RADII];
    wend_plan *plan = path_plans_build(context, 0, &state, radii);
    field f;
    REQUIRE(plan != NULL && field_make("turned", plan, NULL, &f));
    wend_spot spot, off = {.triangle = -1}, beyond = {.triangle = f.v.triangle_count};
    path_plans_end(plan, &state, &spot);
    wend_flow *flow;
    wend_flow_def def = wend_default_flow_def();
    static const double wrong[] = {-1, 0x1p60, (double)INFINITY, (double)NAN};
    for (int k = 0; k < 4; k++) {
        def.radius = wrong[k];
        CHECK(wend_flow_build(f.search[0], &spot, 1, &def, &flow) == WEND_ERROR_ARGUMENT && flow == NULL);
    }
    def.radius = 0.1;
    def.farthest = (double)NAN;
    CHECK(wend_flow_build(f.search[0], &spot, 1, &def, &flow) == WEND_ERROR_ARGUMENT);
    def.farthest = INFINITY;
    CHECK(wend_flow_build(f.search[0], &spot, -1, &def, &flow) == WEND_ERROR_ARGUMENT);
    // Nothing, or nothing that counts.
    wend_spot none[] = {off, beyond};
    wend_flow_answer answer;
    for (int count = 0; count <= 2; count++) {
        REQUIRE(wend_flow_build(f.search[0], none, count, &def, &flow) == WEND_OK);
        wend_flow_ask(flow, &spot, &answer);
        CHECK(answer.distance == (double)INFINITY && answer.spot == -1);
        CHECK(wend_flow_look(flow).nearest[0] == (float)INFINITY);
        wend_flow_destroy(flow);
    }
    // The map outlives the search, the roads and the medial axis.
    path_plans_end(plan, &state, &spot);
    def.radius = 0;
    REQUIRE(wend_flow_build(f.search[0], &spot, 1, &def, &flow) == WEND_OK);
    field_free(&f);
    wend_flow_ask(flow, &spot, &answer);
    CHECK(answer.distance == 0 && answer.spot == 0 && answer.toward[0] == 0 && answer.toward[1] == 0);
    wend_flow_ask(flow, &off, &answer);
    CHECK(answer.distance == (double)INFINITY);
    wend_flow_ask(flow, &beyond, &answer);
    CHECK(answer.distance == (double)INFINITY);
    wend_flow_ask(NULL, &spot, &answer);
    CHECK(answer.distance == (double)INFINITY);
    wend_flow_ask(flow, &spot, NULL);
    wend_flow_destroy(flow);
    wend_flow_destroy(NULL);
    wend_plan_destroy(plan);
    close_context();
}

CHECK_MAIN()

// Ends of paths: where a disc is moved that does not fit where it is asked for, against dense samples of what is seen
// from there; the narrowest place of the widest way; and searches in slices.
//
//     test_path_ends [--ends N] [--slices N]
#include <wend/path.h>

#include "oracle_medial.h"
#include "path_plans.h"
#include "shared_context.h"

#include "base/random.h"
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

// Runs something on random plans of all families, at two radii each, until it has run often enough; and on every plan
// whose floors overlap.
static void on_plans(long wanted,
                     void (*run)(const char *name, ground *g, double radius, uint64_t *state, long *done)) {
    uint64_t state = (uint64_t)check_option("seed", 1);
    long done = 0;
    for (int32_t family = 0; done < wanted; family = (family + 1) % path_plans_count()) {
        double radii[PATH_RADII];
        wend_plan *plan = path_plans_build(context, family, &state, radii);
        ground g;
        if (plan != NULL && ground_make(plan, &g)) {
            for (int k = 1; k < PATH_RADII; k++)
                run(path_plans_name(family), &g, radii[k], &state, &done);
            ground_free(&g);
        }
        wend_plan_destroy(plan);
    }
    for (int32_t k = 0; k < path_scenes_count(); k++) {
        double radii[PATH_RADII];
        path_scene *scene = path_scenes_make(context, k, report, radii);
        ground g;
        if (CHECK(scene != NULL) && ground_make(path_scenes_look(scene), &g)) {
            for (int i = 1; i < PATH_RADII; i++)
                run(path_scenes_name(k), &g, radii[i], &state, &done);
            ground_free(&g);
        }
        path_scenes_free(scene);
    }
    printf("%ld cases\n", done);
}

// ---------------------------------------------------------------------------------------------------- moved ends

// A random place around a spot, no farther than that, which is seen from it. False when it is not.
static bool look_at(const ground *g, const wend_spot *from, double distance, uint64_t *state, wend_spot *out) {
    double x = 2 * wend_random_unit(state) - 1, y = 2 * wend_random_unit(state) - 1;
    wend_ray_hit hit;
    double at_x = from->point.x + floor(distance * x), at_y = from->point.y + floor(distance * y);
    if (x * x + y * y > 1 || !(fabs(at_x) < 0x1p30) || !(fabs(at_y) < 0x1p30))
        return false;
    out->point = (wend_point){(int32_t)at_x, (int32_t)at_y};
    wend_plan_ray(g->roads->plan, from, out->point, &hit);
    out->triangle = hit.triangle;
    out->distance = 0;
    return !hit.hit;
}

static double clearance_at(const ground *g, const wend_spot *spot) {
    wend_medial_near near;
    wend_medial_clearance(g->medial, spot, &near);
    return near.clearance;
}

// Whether a place is seen from a spot, or one of the lattice points around it is: corners are grazed.
static bool is_seen(const ground *g, const wend_spot *spot, wend_way place) {
    wend_ray_hit hit = {.hit = true};
    for (int k = 0; k < 49 && hit.hit; k++) {
        wend_point at = {(int32_t)floor(place.x + 0.5) + k / 7 - 3, (int32_t)floor(place.y + 0.5) + k % 7 - 3};
        wend_plan_ray(g->roads->plan, spot, at, &hit);
    }
    return !hit.hit;
}

static double far_from(const ground *g, const wend_spot *spot, wend_way place) {
    double x = place.x - spot->point.x, y = place.y - spot->point.y;
    return sqrt(x * x + y * y) * g->metres;
}

static void check_stand(const char *name, ground *g, const wend_spot *spot, double radius, uint64_t *state) {
    enum { SAMPLES = 400 };
    wend_stand stand;
    bool stands = wend_stand_find(g->search, spot, radius, &stand);
    double most = stands ? stand.moved : 4 * radius, slack = 1e-6 * g->metres + 1e-8 * radius;
    if (stands && stand.moved > 0) {
        wend_medial_near near;
        wend_medial_near_at(g->medial, stand.spot.triangle, (wend_vec){stand.place.x, stand.place.y}, &near);
        oracle_near there = oracle_clearance(&g->view, stand.spot.triangle, stand.place.x, stand.place.y);
        CHECK_MESSAGE(there.distance * g->metres > radius - 1e-5 && near.clearance > radius - 1e-5,
                      "%s: moved %g to a clearance of %.12g, not %.12g", name, stand.moved, there.distance * g->metres,
                      radius);
        CHECK(fabs(far_from(g, spot, stand.place) - stand.moved) <= slack);
        CHECK(stand.moved <= 4 * radius + slack && stand.moved >= radius - stand.near.clearance - slack);
        CHECK(stand.component >= 0);
        CHECK_MESSAGE(is_seen(g, spot, stand.place), "%s: %.17g,%.17g is not seen from %d:%d,%d", name, stand.place.x,
                      stand.place.y, spot->triangle, spot->point.x, spot->point.y);
    }
    for (int k = 0; k < SAMPLES; k++) {
        wend_spot seen;
        if (!look_at(g, spot, most / g->metres, state, &seen) || clearance_at(g, &seen) < radius + slack)
            continue;
        double far = far_from(g, spot, wend_road_place(seen.point));
        if (far < most - slack && oracle_at(&g->view, &seen).distance * g->metres > radius + 2 * g->metres)
            CHECK_MESSAGE(false, "%s: radius %.17g at %d:%d,%d: %s by %.9g, but there is room at %.9g", name, radius,
                          spot->triangle, spot->point.x, spot->point.y, stands ? "moved" : "not even moved", most, far);
    }
}

static void stand_often(const char *name, ground *g, double radius, uint64_t *state, long *done) {
    enum { EACH = 24 };
    for (int k = 0; k < EACH; k++) {
        wend_spot spot;
        path_plans_end(g->roads->plan, state, &spot);
        if (clearance_at(g, &spot) < radius) {
            check_stand(name, g, &spot, radius, state);
            ++*done;
        }
    }
}

TEST(an_end_is_moved_to_the_nearest_place_where_the_disc_fits) {
    open_context_with(1);
    on_plans(check_cases("ends", 6000), stand_often);
    close_context();
}

// ---------------------------------------------------------------------------------------------------- narrow places

static void find_narrow(const char *name, ground *g, double radius, uint64_t *state, long *done) {
    enum { EACH = 10 };
    for (int k = 0; k < EACH; k++, ++*done) {
        wend_spot a, b;
        wend_path_view path;
        wend_path_def def = wend_default_path_def();
        def.radius = radius;
        path_plans_end(g->roads->plan, state, &a);
        path_plans_end(g->roads->plan, state, &b);
        REQUIRE(wend_search_path(g->search, &a, &b, &def, &path) == WEND_OK);
        bool stands = path.reason == WEND_PATH_NO_REASON || path.reason == WEND_PATH_TOO_NARROW;
        CHECK(path.widest >= wend_medial_widest(g->medial, &a, &b));
        CHECK((path.widest > 0) == (g->view.triangle_component[a.triangle] == g->view.triangle_component[b.triangle]));
        if (stands)
            CHECK_MESSAGE((path.widest >= radius * (1 - 1e-9)) == (path.status == WEND_PATH_REACHED),
                          "%s: %s with radius %.12g where %.12g is widest", name, wend_path_status_name(path.status),
                          radius, path.widest);
        CHECK(path.status == WEND_PATH_REACHED || !stands || path.narrow_on >= 0);
        if (path.narrow_on < 0)
            continue;
        // It is as wide as that, and a disc that is a little smaller can go there from both ends.
        wend_medial_near near;
        wend_vec place = {(path.narrow[0] - g->view.lattice.origin[0]) / g->view.lattice.step,
                          (path.narrow[1] - g->view.lattice.origin[1]) / g->view.lattice.step};
        double less = path.widest * (1 - 1e-9) - 1e-3 * g->metres, widest = path.widest;
        wend_medial_near_at(g->medial, path.narrow_on, place, &near);
        CHECK_MESSAGE(fabs(near.clearance - widest) < 1e-3 * g->metres + 1e-9 * radius, "%s: %.12g, not %.12g", name,
                      near.clearance, widest);
        if (less > 0) {
            int32_t component = wend_medial_component_of(g->medial, &near, less);
            wend_stand ends[2];
            if (clearance_at(g, &a) >= less && clearance_at(g, &b) >= less) {
                CHECK(wend_stand_find(g->search, &a, less, &ends[0]) && ends[0].component == component);
                CHECK(wend_stand_find(g->search, &b, less, &ends[1]) && ends[1].component == component);
            }
        }
    }
}

TEST(the_narrowest_place_is_on_the_widest_way) {
    open_context_with(1);
    on_plans(check_cases("narrows", 2000), find_narrow);
    close_context();
}

// ---------------------------------------------------------------------------------------------------- slices

static void search_in_slices(const char *name, ground *g, double radius, uint64_t *state, long *done) {
    enum { EACH = 3 };
    static const int64_t most[] = {1, 7, 1000, INT64_MAX, 0};
    for (int k = 0; k < EACH; k++, ++*done) {
        wend_spot a, b;
        wend_path_view whole, sliced;
        wend_path_piece pieces[256];
        wend_path_def def = wend_default_path_def();
        def.radius = k == 0 ? 0 : radius;
        path_plans_end(g->roads->plan, state, &a);
        path_plans_end(g->roads->plan, state, &b);
        REQUIRE(wend_search_path(g->search, &a, &b, &def, &whole) == WEND_OK);
        size_t size = (size_t)(whole.piece_count < 256 ? whole.piece_count : 256) * sizeof *pieces;
        if (size > 0)
            memcpy(pieces, whole.pieces, size);
        for (int i = 0; i < 5; i++) {
            bool ready = false;
            REQUIRE(wend_search_begin(g->search, &a, &b, &def) == WEND_OK);
            for (long steps = 0; !ready && most[i] > 0; steps++) {
                REQUIRE(steps < 1000000);
                REQUIRE(wend_search_step(g->search, most[i], &ready) == WEND_OK);
            }
            REQUIRE(wend_search_end(g->search, &sliced) == WEND_OK);
            CHECK_MESSAGE(sliced.status == whole.status && sliced.reason == whole.reason &&
                              sliced.length == whole.length && sliced.bound == whole.bound &&
                              sliced.piece_count == whole.piece_count && sliced.widest == whole.widest,
                          "%s: %.17g in slices, not %.17g", name, sliced.length, whole.length);
            CHECK(size == 0 || memcmp(sliced.pieces, pieces, size) == 0);
        }
        CHECK(wend_search_step(g->search, 1, NULL) == WEND_ERROR_ARGUMENT);
        CHECK(wend_search_end(g->search, &sliced) == WEND_ERROR_ARGUMENT);
    }
}

TEST(slices_give_the_same_bits) {
    open_context_with(1);
    on_plans(check_cases("slices", 500), search_in_slices);
    close_context();
}

CHECK_MAIN()

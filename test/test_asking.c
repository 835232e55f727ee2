// Questions in three dimensions: rays and nearest obstacles on the ground of storeys, random places on a surface, and the
// parts of a nav. What they answer is held against the questions in two dimensions, and against the surface.
#include "check.h"
#include "shared_context.h"

#include <wend/wend.h>

#include <math.h>

enum { PLACES = 400 };
#define CLOSE 2e-3 // metres: two lattice steps of a scene, and what a plane rises over them

static const char *const scenes[] = {"garage", "two-storeys", "bridge", "platforms", "stairs"};
enum { SCENES = sizeof scenes / sizeof *scenes };

static wend_nav *build(const char *name) {
    wend_scene *scene = NULL;
    wend_nav *nav = NULL;
    if (CHECK_MESSAGE(wend_sample_build_scene(context, name, 0, 1, &scene) == WEND_OK, "%s", name))
        CHECK_MESSAGE(wend_build_scene(context, scene, NULL, &nav, NULL, NULL) == WEND_OK, "%s", name);
    wend_scene_destroy(scene);
    return nav;
}

// The distance of two places seen from above, in metres.
static double level_distance(const wend_surface_view *view, const double a[3], const double b[3]) {
    double p[3], q[3];
    wend_ground_from_scene(view->lattice.up, a, p);
    wend_ground_from_scene(view->lattice.up, b, q);
    double x = p[0] - q[0], y = p[1] - q[1];
    return sqrt(x * x + y * y) * view->lattice.unit;
}

typedef struct asked {
    wend_nav *nav;
    wend_surface_view view;
    double *sums;
    uint64_t random;
} asked;

static bool open_asked(asked *a, const char *name) {
    *a = (asked){.nav = build(name), .random = 11};
    if (a->nav == NULL)
        return false;
    a->view = wend_surface_look(wend_nav_surface(a->nav));
    a->sums = malloc(((size_t)a->view.triangle_count + 1) * sizeof *a->sums);
    wend_surface_sum_areas(wend_nav_surface(a->nav), a->sums);
    return true;
}

static void close_asked(asked *a) {
    free(a->sums);
    wend_nav_destroy(a->nav);
}

// A random place of the surface, as a spot of the plan; false where specks were left out of it.
static bool draw_spot(asked *a, double place[3], wend_spot *spot) {
    int32_t triangle;
    wend_plan_ground ground;
    wend_surface_random(wend_nav_surface(a->nav), a->sums, &a->random, place, &triangle);
    wend_plan_locate3(wend_nav_plan(a->nav), place, 0.01, 0.01, 0.01, spot, &ground);
    return spot->triangle >= 0;
}

TEST(rays_keep_to_the_ground) {
    open_context_with(1);
    for (int s = 0; s < SCENES; s++) {
        asked a;
        REQUIRE(open_asked(&a, scenes[s]));
        const wend_plan *plan = wend_nav_plan(a.nav);
        int hits = 0, free_ways = 0;
        for (int k = 0; k < PLACES; k++) {
            double from[3], to[3], seen[3];
            wend_spot spot, other, end;
            wend_plan_ground ground;
            wend_ray_hit flat;
            wend_ray_hit3 hit;
            if (!draw_spot(&a, from, &spot) || !draw_spot(&a, to, &other))
                continue;
            wend_plan_ray3(plan, &spot, to, &hit);
            wend_point target;
            wend_ground_from_scene(a.view.lattice.up, to, seen);
            const wend_plan_view look = wend_plan_look(plan);
            REQUIRE(wend_lattice_point(&look.lattice, seen, &target));
            wend_plan_ray(plan, &spot, target, &flat);
            CHECK(hit.hit == flat.hit && hit.boundary == flat.boundary && hit.triangle == flat.triangle &&
                  hit.distance == flat.distance);
            CHECK(fabs(level_distance(&a.view, from, hit.place) - hit.distance) < CLOSE);
            wend_plan_locate3(plan, hit.place, 0.01, 0.01, 0.01, &end, &ground);
            CHECK_MESSAGE(end.triangle >= 0, "%s: the end of a ray is on no floor", scenes[s]);
            hits += hit.hit;
            free_ways += !hit.hit;
        }
        CHECK_MESSAGE(hits > 0 && free_ways > 0, "%s: %d hits, %d free ways", scenes[s], hits, free_ways);
        close_asked(&a);
    }
}

TEST(rays_may_be_aimed_anywhere) {
    open_context_with(1);
    asked a;
    double from[3], far[3] = {1e300, 0, -1e300}, nowhere[3] = {NAN, 0, 0};
    wend_spot spot;
    wend_ray_hit3 hit;
    REQUIRE(open_asked(&a, "two-storeys"));
    REQUIRE(draw_spot(&a, from, &spot));
    wend_plan_ray3(wend_nav_plan(a.nav), &spot, far, &hit);
    CHECK(hit.hit && hit.boundary >= 0 && hit.distance < 1000);
    wend_plan_ray3(wend_nav_plan(a.nav), &spot, nowhere, &hit);
    CHECK(hit.hit && hit.boundary == -1 && hit.distance == 0 && level_distance(&a.view, from, hit.place) < CLOSE);
    close_asked(&a);
    wend_drawing *drawing = NULL;
    wend_plan *plan = NULL;
    REQUIRE(wend_sample_build_drawing(context, "rooms", 0, 1, &drawing) == WEND_OK);
    REQUIRE(wend_plan_build(context, drawing, NULL, &plan, NULL) == WEND_OK);
    double place[2];
    uint64_t random = 3;
    wend_plan_random(plan, &random, place, &spot.triangle);
    wend_plan_locate(plan, place, 0, &spot);
    wend_plan_ray3(plan, &spot, (double[3]){place[0], place[1], 7}, &hit);
    CHECK(!hit.hit && hit.place[0] == place[0] && hit.place[1] == place[1] && hit.place[2] == 0);
    wend_plan_ray3(plan, &spot, far, &hit);
    CHECK(hit.hit && hit.boundary >= 0 && hit.place[2] == 0);
    wend_plan_destroy(plan);
    wend_drawing_destroy(drawing);
}

TEST(nearest_obstacles_are_as_far_as_the_clearance) {
    open_context_with(1);
    for (int s = 0; s < SCENES; s++) {
        asked a;
        int found = 0;
        REQUIRE(open_asked(&a, scenes[s]));
        for (int k = 0; k < PLACES; k++) {
            double place[3];
            wend_spot spot;
            wend_medial_near flat;
            wend_medial_near3 near;
            if (!draw_spot(&a, place, &spot))
                continue;
            wend_medial_clearance(wend_nav_medial(a.nav), &spot, &flat);
            wend_medial_clearance3(wend_nav_medial(a.nav), &spot, &near);
            CHECK(near.clearance == flat.clearance && near.site == flat.site && near.site >= 0);
            double distance = level_distance(&a.view, place, near.nearest);
            CHECK_MESSAGE(fabs(distance - near.clearance) < CLOSE, "%s: %g m off, clearance %g m", scenes[s], distance,
                          near.clearance);
            found++;
        }
        CHECK(found > PLACES / 2);
        close_asked(&a);
    }
    wend_spot off = {.triangle = -1};
    wend_medial_near3 near;
    wend_nav *nav = build("two-storeys");
    REQUIRE(nav != NULL);
    wend_medial_clearance3(wend_nav_medial(nav), &off, &near);
    CHECK(near.clearance == 0 && near.site == -1 && near.nearest[0] == 0);
    wend_nav_destroy(nav);
}

TEST(random_places_are_uniform) {
    open_context_with(1);
    enum { DRAWN = 20000 };
    for (int s = 0; s < SCENES; s++) {
        asked a;
        REQUIRE(open_asked(&a, scenes[s]));
        const wend_surface *surface = wend_nav_surface(a.nav);
        int32_t count = a.view.component_count;
        int32_t split = a.view.triangle_count / 2;
        double lower_share = a.sums[split] / a.sums[a.view.triangle_count];
        int64_t *drawn = calloc((size_t)count, sizeof *drawn), lower = 0;
        for (int k = 0; k < DRAWN; k++) {
            double place[3], ground[3];
            int32_t t;
            wend_surface_random(surface, a.sums, &a.random, place, &t);
            REQUIRE(t >= 0 && t < a.view.triangle_count);
            drawn[a.view.triangle_component[t]]++;
            lower += t < split;
            wend_ground_from_scene(a.view.lattice.up, place, ground);
            for (int axis = 0; axis < 3; axis++)
                ground[axis] = (ground[axis] - a.view.lattice.origin[axis]) / a.view.lattice.step;
            double off = ground[2] - wend_surface_height(surface, t, ground[0], ground[1]);
            CHECK_MESSAGE(fabs(off) < 1e-3, "%s: %g lattice steps off the triangle", scenes[s], off);
        }
        for (int32_t c = 0; c < count; c++) {
            double share = a.view.components[c].area / a.view.area, wanted = share * DRAWN;
            CHECK_MESSAGE(fabs((double)drawn[c] - wanted) <= 5 * sqrt(wanted * (1 - share)) + 1,
                          "%s: %lld places in component %d, not %g", scenes[s], (long long)drawn[c], (int)c, wanted);
        }
        CHECK(fabs((double)lower - lower_share * DRAWN) <= 5 * sqrt(DRAWN * lower_share * (1 - lower_share)) + 1);
        free(drawn);
        close_asked(&a);
    }
}

// Parts agree with the surface that they sum up and with the plan that numbers them.
TEST(parts_sum_up) {
    open_context_with(1);
    for (int s = 0; s < SCENES; s++) {
        wend_nav *nav = build(scenes[s]);
        wend_parts *parts = NULL;
        REQUIRE(nav != NULL && wend_parts_build(context, nav, &parts) == WEND_OK);
        wend_parts_view view = wend_parts_look(parts);
        wend_surface_view surface = wend_surface_look(wend_nav_surface(nav));
        wend_plan_view plan = wend_plan_look(wend_nav_plan(nav));
        double area = 0, plan_area = 0;
        int32_t triangles = 0;
        CHECK_INT(view.count, plan.component_count);
        for (int32_t k = 0; k < view.count; k++) {
            const wend_part *part = &view.parts[k];
            wend_spot spot;
            area += part->area;
            plan_area += part->plan_area;
            triangles += part->triangles;
            wend_plan_locate3(wend_nav_plan(nav), part->at, 0.01, 0.01, 0, &spot, NULL);
            CHECK(part->largest >= 0 && spot.triangle >= 0 && plan.triangle_component[spot.triangle] == k);
            CHECK(part->holes == plan.components[k].cycles - 1);
            CHECK(k == 0 || view.parts[view.order[k - 1]].area >= view.parts[view.order[k]].area);
        }
        CHECK(fabs(area - surface.area) < 1e-6 * surface.area && triangles <= surface.triangle_count);
        CHECK(fabs(plan_area - wend_plan_area(wend_nav_plan(nav))) < 1e-6 * plan_area);
        wend_parts_destroy(parts);
        wend_nav_destroy(nav);
    }
}

TEST(nothing_is_left) {
    open_context_with(1);
    close_context();
}

CHECK_MAIN()

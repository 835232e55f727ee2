// What a path crosses and passes: portals against samples of clearance, areas, flights of stairs.
//
//     test_path_along [--portals N]
#include <wend/path.h>

#include "oracle_medial.h"
#include "path_plans.h"
#include "shared_context.h"

#include "path/search.h"

#include <wend/pipeline.h>
#include <wend/sample.h>

#include <math.h>

typedef struct ground {
    wend_medial *medial;
    wend_roads *roads;
    wend_search *search;
    wend_plan_view view;
    wend_roads_view pieces;
    double metres; // per lattice step
} ground;

static bool ground_make(const wend_plan *plan, int32_t sides, ground *g) {
    *g = (ground){.view = wend_plan_look(plan)};
    g->metres = g->view.lattice.step * g->view.unit;
    bool good = CHECK(wend_medial_build(context, plan, NULL, &g->medial, report) == WEND_OK) &&
                CHECK(wend_roads_build(context, g->medial, &(wend_roads_def){sides}, &g->roads, report) == WEND_OK) &&
                CHECK(wend_search_create_on(context, &(wend_search_def){.roads = g->roads}, &g->search) == WEND_OK);
    if (good)
        g->pieces = wend_roads_look(g->roads);
    return good;
}

static void ground_free(ground *g) {
    wend_search_destroy(g->search);
    wend_roads_destroy(g->roads);
    wend_medial_destroy(g->medial);
}

// ---------------------------------------------------------------------------------------------------- portals

static double distance(const double a[2], const double b[2]) {
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]));
}

// How far a place is from a piece of a path.
static double off_piece(const wend_path_piece *p, const double at[2]) {
    if (p->side != 0 && p->length > 0)
        return fabs(distance(at, p->centre) - distance(p->from, p->centre));
    double x = p->to[0] - p->from[0], y = p->to[1] - p->from[1], square = x * x + y * y;
    double t = square > 0 ? ((at[0] - p->from[0]) * x + (at[1] - p->from[1]) * y) / square : 0;
    t = t > 0 ? t < 1 ? t : 1 : 0;
    double foot[2] = {p->from[0] + t * x, p->from[1] + t * y};
    return distance(at, foot);
}

// The clearance in a place of a side, from the inside of its piece; metres.
static double clearance_on(const ground *g, const wend_path_portal *portal, double t) {
    double x = portal->ends[0][0] + t * (portal->ends[1][0] - portal->ends[0][0]);
    double y = portal->ends[0][1] + t * (portal->ends[1][1] - portal->ends[0][1]);
    wend_way at = {(x - g->view.lattice.origin[0]) / g->view.lattice.step,
                   (y - g->view.lattice.origin[1]) / g->view.lattice.step};
    int32_t piece = g->pieces.side_pieces[portal->side];
    int32_t triangle = wend_stand_triangle(g->search, piece, at, (wend_way){0, 0});
    double middle[2] = {0, 0}, inward = 1e-8;
    for (int i = 0; i < 3; i++) {
        wend_point p = g->view.vertices[g->view.triangles[triangle].v[i]];
        middle[0] += p.x / 3.;
        middle[1] += p.y / 3.;
    }
    return oracle_clearance(&g->view, triangle, at.x + inward * (middle[0] - at.x), at.y + inward * (middle[1] - at.y))
               .distance *
           g->metres;
}

static void check_portal(const char *name, const ground *g, double radius, const wend_path_portal *portal) {
    enum { SAMPLES = 16 };
    double length = distance(portal->ends[0], portal->ends[1]) * g->view.unit, least = INFINITY;
    double slack = 1e-5 * length + 2e-6 * radius + 4 * g->metres * 1e-3;
    double low = distance(portal->ends[0], portal->free[0]) * g->view.unit / length;
    double high = distance(portal->ends[0], portal->free[1]) * g->view.unit / length;
    double at = distance(portal->ends[0], portal->at) * g->view.unit / length;
    CHECK_MESSAGE(low <= at + 1e-9 && at <= high + 1e-9, "%s: crossed at %g, free from %g to %g", name, at, low, high);
    for (int k = 0; k < SAMPLES; k++) {
        double t = low + (high - low) * (k + 0.5) / SAMPLES, all = (k + 0.5) / SAMPLES;
        CHECK_MESSAGE(clearance_on(g, portal, t) > radius - slack,
                      "%s: radius %.9g, but clearance %.9g at %g of %g to %g", name, radius, clearance_on(g, portal, t),
                      t, low, high);
        double clearance = clearance_on(g, portal, all), corner = fmin(all, 1 - all) * length;
        if (clearance < corner - slack) {
            least = fmin(least, clearance);
            CHECK_MESSAGE(clearance > portal->critical - slack, "%s: critical %.9g, but clearance %.9g at %g of %.9g",
                          name, portal->critical, clearance, all, length);
        }
    }
    // Just beyond, it is not free.
    double beyond = fmax(1e-3, 4 * slack / length);
    if (radius > 0 && low > beyond && low > 0.01)
        CHECK_MESSAGE(clearance_on(g, portal, low - beyond * 0.5) < radius + slack, "%s: free on the right", name);
    if (radius > 0 && high < 1 - beyond && high < 0.99)
        CHECK_MESSAGE(clearance_on(g, portal, high + beyond * 0.5) < radius + slack, "%s: free on the left", name);
    // A critical radius is the clearance of some place.
    CHECK_MESSAGE(portal->critical == INFINITY || portal->critical <= 0.5 * length + slack, "%s: %g of %g", name,
                  portal->critical, length);
    if (portal->critical == INFINITY)
        CHECK(least == INFINITY);
}

static void check_portals(const char *name, ground *g, double radius, const wend_path_view *path) {
    wend_path_portals_view portals;
    if (!CHECK(wend_search_portals(g->search, &portals) == WEND_OK))
        return;
    if (path->piece_count == 0) {
        CHECK(portals.count == 0);
        return;
    }
    int32_t piece = g->pieces.triangle_piece[path->pieces[0].triangle], on = 0;
    double along = 0;
    for (int32_t k = 0; k < portals.count; k++) {
        const wend_path_portal *p = &portals.portals[k];
        const wend_path_piece *of = &path->pieces[p->piece];
        double before = 0;
        for (int32_t i = 0; i < p->piece; i++)
            before += path->pieces[i].length;
        CHECK_MESSAGE(g->pieces.side_pieces[p->side] == piece, "%s: portal %d of %d leaves piece %d, not %d", name, k,
                      portals.count, g->pieces.side_pieces[p->side], piece);
        CHECK(p->piece >= on && p->along >= along - 1e-9 * path->length);
        CHECK_MESSAGE(p->along >= before - 1e-9 - 1e-9 * before && p->along <= before + of->length * (1 + 1e-9) + 1e-9,
                      "%s: portal at %.12g, its piece from %.12g to %.12g", name, p->along, before,
                      before + of->length);
        CHECK_MESSAGE(off_piece(of, p->at) < 2e-3 * g->view.lattice.step, "%s: %g off the path", name,
                      off_piece(of, p->at));
        check_portal(name, g, radius, p);
        piece = g->pieces.side_pieces[g->pieces.sides[p->side].twin];
        along = p->along;
        on = p->piece;
        // Where the next piece of the path begins, all portals of this one are crossed.
        int32_t next = k + 1 < portals.count ? portals.portals[k + 1].piece : path->piece_count - 1;
        for (int32_t i = p->piece + 1; i <= next; i++)
            CHECK_MESSAGE(g->pieces.triangle_piece[path->pieces[i].triangle] == piece,
                          "%s: piece %d of the path does not begin where portals lead", name, i);
    }
    const double *end = path->pieces[path->piece_count - 1].to;
    wend_way to = {(end[0] - g->view.lattice.origin[0]) / g->view.lattice.step,
                   (end[1] - g->view.lattice.origin[1]) / g->view.lattice.step};
    double beyond = INFINITY;
    for (int32_t t = g->pieces.pieces[piece].triangle; t < g->pieces.pieces[piece + 1].triangle; t++)
        beyond = fmin(beyond, wend_stand_beyond(g->search, g->pieces.triangles[t], to));
    CHECK_MESSAGE(beyond < 1e-2, "%s: portals lead to piece %d, which does not hold the end by %g", name, piece,
                  beyond);
}

static void portals_on(const char *name, const wend_plan *plan, const double radii[PATH_RADII], int each,
                       uint64_t *state, long *done) {
    ground g;
    if (ground_make(plan, *done % 2 ? 3 : 16, &g))
        for (int k = 0; k < PATH_RADII * each; k++) {
            wend_spot a, b;
            wend_path_view path;
            wend_path_def def = wend_default_path_def();
            def.radius = radii[k % PATH_RADII];
            path_plans_end(plan, state, &a);
            path_plans_end(plan, state, &b);
            REQUIRE(wend_search_path(g.search, &a, &b, &def, &path) == WEND_OK);
            check_portals(name, &g, def.radius, &path);
            wend_path_passed_view passed;
            if (CHECK(wend_search_passed(g.search, &passed) == WEND_OK)) {
                double sum = 0;
                for (int32_t i = 0; i < passed.ground_count; i++) {
                    CHECK(fabs(passed.grounds[i].along - sum) < 1e-9 + 1e-9 * path.length);
                    sum += passed.grounds[i].length;
                }
                CHECK((passed.ground_count > 0) == (path.piece_count > 0));
                CHECK(fabs(sum - path.length) <= 1e-9 * path.length + 1e-9);
                CHECK(passed.link_count == 0 && passed.flight_count == 0);
            }
            ++*done;
        }
    ground_free(&g);
}

TEST(portals_are_free_as_far_as_they_say) {
    open_context_with(1);
    uint64_t state = (uint64_t)check_option("seed", 1);
    long done = 0, wanted = check_cases("portals", 500);
    for (int32_t family = 0; done < wanted; family = (family + 1) % path_plans_count()) {
        double radii[PATH_RADII];
        wend_plan *plan = path_plans_build(context, family, &state, radii);
        if (plan != NULL)
            portals_on(path_plans_name(family), plan, radii, 3, &state, &done);
        wend_plan_destroy(plan);
    }
    for (int32_t k = 0; k < path_scenes_count(); k++) {
        double radii[PATH_RADII];
        path_scene *scene = path_scenes_make(context, k, report, radii);
        if (CHECK(scene != NULL) && check_takes(k))
            portals_on(path_scenes_name(k), path_scenes_look(scene), radii, 3, &state, &done);
        path_scenes_free(scene);
    }
    printf("%ld paths\n", done);
    close_context();
}

// ---------------------------------------------------------------------------------------------------- what is passed

typedef struct house {
    wend_nav *nav;
    wend_search *search;
} house;

static bool house_open(const char *name, house *h) {
    wend_build_def def = wend_default_build_def();
    wend_scene *scene = NULL;
    *h = (house){NULL, NULL};
    bool good = CHECK(wend_sample_build_scene(context, name, 0, 1, &scene) == WEND_OK) &&
                CHECK(wend_build_scene(context, scene, &def, &h->nav, NULL, report) == WEND_OK) &&
                CHECK(wend_search_create(context, h->nav, &h->search) == WEND_OK);
    wend_scene_destroy(scene);
    return good;
}

static void house_close(house *h) {
    wend_search_destroy(h->search);
    wend_nav_destroy(h->nav);
}

static bool walk(const house *h, const double from[3], const double to[3], wend_path_view *path,
                 wend_path_passed_view *passed) {
    wend_spot ends[2];
    wend_path_def def = wend_default_path_def();
    def.radius = 0.2;
    wend_plan_locate3(wend_nav_plan(h->nav), from, 0.1, 0.3, 0.5, &ends[0], NULL);
    wend_plan_locate3(wend_nav_plan(h->nav), to, 0.1, 0.3, 0.5, &ends[1], NULL);
    return CHECK(wend_search_path(h->search, &ends[0], &ends[1], &def, path) == WEND_OK) &&
           CHECK(path->status == WEND_PATH_REACHED) && CHECK(wend_search_passed(h->search, passed) == WEND_OK);
}

// Up and down every flight of a scene.
static void climb_all(const char *name) {
    house h;
    if (house_open(name, &h)) {
        wend_stairs_view stairs = wend_stairs_look(wend_nav_stairs(h.nav));
        CHECK(stairs.flight_count > 0);
        for (int32_t k = 0; k < stairs.flight_count; k++)
            for (int way = 0; way < 2; way++) {
                const wend_flight *f = &stairs.flights[k];
                wend_path_view path;
                wend_path_passed_view passed;
                // From a step before the first riser to a step after the last one, in the direction of the whole.
                double ends[2][3], x = f->top[0] - f->bottom[0], z = f->top[2] - f->bottom[2],
                                   far = sqrt(x * x + z * z);
                for (int i = 0; i < 3; i++) {
                    double off = i == 1 ? 0 : 0.3 * (i == 0 ? x : z) / far;
                    ends[0][i] = f->bottom[i] - off;
                    ends[1][i] = f->top[i] + off;
                }
                if (!walk(&h, ends[way], ends[1 - way], &path, &passed))
                    continue;
                if (!CHECK_MESSAGE(passed.flight_count == 1 && passed.link_count == 0, "%s: %d flights on flight %d",
                                   name, passed.flight_count, k))
                    continue;
                const wend_path_flight *on = &passed.flights[0];
                CHECK(on->flight == k && on->up == (way ? -1 : 1));
                CHECK_MESSAGE(on->risers == f->risers, "%s: %d risers of %d", name, on->risers, f->risers);
                CHECK(on->along >= 0 && on->along + on->length <= path.length + 1e-6);
                CHECK(on->length >= (on->risers - 1) * f->tread * 0.6);
            }
    }
    house_close(&h);
}

TEST(flights_are_named_up_and_down) {
    open_context_with(1);
    climb_all("stairs");
    climb_all("two-storeys");
    close_context();
}

// A room of 10 by 4 metres, with an area of 3 to 6 metres across it.
TEST(areas_share_out_a_path) {
    static const double room[] = {0, 0, 10, 0, 10, 4, 0, 4}, rug[] = {3, -1, 6, -1, 6, 5, 3, 5, 3, -1};
    open_context_with(1);
    wend_drawing *drawing = NULL;
    wend_plan *plan = NULL;
    REQUIRE(wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing) == WEND_OK);
    REQUIRE(wend_drawing_add(drawing, WEND_SHAPE_OUTER, 0, room, 4) == WEND_OK);
    REQUIRE(wend_drawing_add(drawing, WEND_SHAPE_BORDER, -1, rug, 5) == WEND_OK);
    REQUIRE(wend_drawing_set_area(drawing, 1, 7) == WEND_OK);
    REQUIRE(wend_plan_build(context, drawing, NULL, &plan, report) == WEND_OK);
    ground g;
    if (ground_make(plan, 16, &g))
        for (int k = 0; k < 2; k++) {
            wend_spot a, b;
            wend_path_view path;
            wend_path_passed_view passed;
            wend_path_def def = wend_default_path_def();
            wend_plan_locate(plan, (double[]){1, 1}, 0, &a);
            wend_plan_locate(plan, (double[]){k == 0 ? 9 : 5, 1}, 0, &b);
            REQUIRE(wend_search_path(g.search, &a, &b, &def, &path) == WEND_OK);
            REQUIRE(wend_search_passed(g.search, &passed) == WEND_OK);
            REQUIRE(passed.ground_count == 3 - k);
            CHECK(passed.grounds[0].area == 0 && passed.grounds[1].area == 7);
            CHECK(fabs(passed.grounds[0].length - 2) < 1e-6 && fabs(passed.grounds[1].along - 2) < 1e-6);
            CHECK(fabs(passed.grounds[1].length - (k == 0 ? 3 : 2)) < 1e-6);
            CHECK(k == 1 || (passed.grounds[2].area == 0 && fabs(passed.grounds[2].along - 5) < 1e-6));
        }
    ground_free(&g);
    wend_plan_destroy(plan);
    wend_drawing_destroy(drawing);
    close_context();
}

// A gap between two pillars, beside a wall: what is free, and from which radius on the wall matters.
TEST(a_portal_by_hand) {
    static const double room[] = {0, 0, 10, 0, 10, 6, 0, 6}, walls[2][4] = {{5, 0, 5, 2}, {5, 4, 5, 6}};
    open_context_with(1);
    wend_drawing *drawing = NULL;
    wend_plan *plan = NULL;
    REQUIRE(wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing) == WEND_OK);
    REQUIRE(wend_drawing_add(drawing, WEND_SHAPE_OUTER, 0, room, 4) == WEND_OK);
    for (int k = 0; k < 2; k++)
        REQUIRE(wend_drawing_add(drawing, WEND_SHAPE_WALL, -1, walls[k], 2) == WEND_OK);
    REQUIRE(wend_plan_build(context, drawing, NULL, &plan, report) == WEND_OK);
    ground g;
    if (ground_make(plan, 16, &g)) {
        wend_spot a, b;
        wend_path_view path;
        wend_path_portals_view portals;
        wend_path_def def = wend_default_path_def();
        def.radius = 0.5;
        wend_plan_locate(plan, (double[]){1, 3}, 0, &a);
        wend_plan_locate(plan, (double[]){9, 3}, 0, &b);
        REQUIRE(wend_search_path(g.search, &a, &b, &def, &path) == WEND_OK);
        REQUIRE(wend_search_portals(g.search, &portals) == WEND_OK);
        int found = 0;
        for (int32_t k = 0; k < portals.count; k++) {
            const wend_path_portal *p = &portals.portals[k];
            if (p->ends[0][0] != 5 || p->ends[1][0] != 5)
                continue;
            found++;
            CHECK(p->ends[0][1] == 2 && p->ends[1][1] == 4 && p->at[1] == 3 && fabs(p->along - 4) < 1e-9);
            CHECK(fabs(p->free[0][1] - 2.5) < 1e-6 && fabs(p->free[1][1] - 3.5) < 1e-6 && p->critical == INFINITY);
        }
        CHECK(found == 1);
    }
    ground_free(&g);
    wend_plan_destroy(plan);
    wend_drawing_destroy(drawing);
    close_context();
}

CHECK_MAIN()

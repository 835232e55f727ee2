// Forbidden areas on the way, against brute force.
//
// Floor plans of all families get convex polygons as areas, of which some are forbidden by number or by tag. With
// radius 0 a forbidden area is as good as an obstacle, so the same search must find the same length on a plan where the
// areas are obstacles. With a radius it is not, as only the centre keeps out: then all tangents are tried, between
// circles and the corners of areas (oracle_path_flat.c), and put together by Dijkstra's method.
//
//     test_path_filter [--queries N]     N queries (6000)
#include "oracle_path_parts.h"
#include <wend/path.h>

#include "path_judge.h"
#include "path_plans.h"
#include "shared_context.h"

#include "base/random.h"

#include <math.h>

enum { AREAS = 5, CORNERS = 4 * AREAS };
static const double PI = 3.14159265358979323846;

typedef struct world {
    wend_plan *plan, *walled; // with areas, and with obstacles in the place of those forbidden
    wend_medial *medials[2];
    wend_roads *roads[2];
    wend_search *searches[2];
    double polygons[AREAS][8];
    int32_t counts[AREAS], ids[AREAS];
    int32_t area_count, forbidden_from; // ids from this one on
    bool aligned;                       // one area, with corners on quarters of a metre
    int32_t forbidden[AREAS];
    wend_path_def def;
    oracle_fence fences[AREAS];
    int32_t fence_count;
    // With a radius: the corners where the disc fits, and how far they are from each other.
    oracle_flat *oracle;
    oracle_end corners[CORNERS];
    int32_t corner_count;
    double apart[CORNERS][CORNERS];
    const char *name;
} world;

static long queries, reached, forbidden, bent;

// ---------------------------------------------------------------------------------------------------- plans with areas

static double between(uint64_t *state, double low, double high) {
    return low + (high - low) * wend_random_unit(state);
}

static void draw_areas(world *w, const wend_drawing *drawing, uint64_t *state) {
    wend_drawing_view view = wend_drawing_look(drawing);
    const wend_shape *room = &view.shapes[0];
    double width = 1, height = 1;
    for (int32_t k = 0; k < room->count; k++) {
        width = fmax(width, view.points[2 * (room->first + k)]);
        height = fmax(height, view.points[2 * (room->first + k) + 1]);
    }
    w->aligned = wend_random_below(state, 4) == 0;
    w->area_count = w->aligned ? 1 : 1 + (int32_t)wend_random_below(state, AREAS);
    w->forbidden_from = 1 + (int32_t)wend_random_below(state, 2);
    for (int32_t k = 0; k < w->area_count; k++) {
        double x = between(state, 0, width), y = between(state, 0, height), turn = between(state, 0, 2 * PI);
        double size = between(state, 0.05, 0.35) * fmin(width, height), flat = between(state, 0.1, 1);
        w->counts[k] = 3 + (int32_t)wend_random_below(state, 2);
        w->ids[k] = 1 + (int32_t)wend_random_below(state, 3);
        for (int32_t i = 0; i < w->counts[k]; i++) {
            double angle = 2 * PI * i / w->counts[k] + 0.3 * wend_random_unit(state);
            double u = size * cos(angle), v = size * flat * sin(angle);
            w->polygons[k][2 * i] = x + u * cos(turn) - v * sin(turn);
            w->polygons[k][2 * i + 1] = y + u * sin(turn) + v * cos(turn);
            if (w->aligned)
                for (int j = 0; j < 2; j++)
                    w->polygons[k][2 * i + j] = floor(4 * w->polygons[k][2 * i + j] + 0.5) / 4;
        }
    }
}

static bool add_areas(world *w, wend_drawing *drawing, bool as_walls) {
    bool good = true;
    for (int32_t k = 0; k < w->area_count && good; k++) {
        double ring[10];
        int32_t n = w->counts[k];
        memcpy(ring, w->polygons[k], sizeof w->polygons[k]);
        memcpy(&ring[2 * n], ring, 2 * sizeof *ring);
        if (as_walls) {
            if (w->ids[k] >= w->forbidden_from)
                good = CHECK(wend_drawing_add(drawing, WEND_SHAPE_OBSTACLE, -1, ring, n) == WEND_OK);
            continue;
        }
        good = CHECK(wend_drawing_add(drawing, WEND_SHAPE_BORDER, -1, ring, n + 1) == WEND_OK) &&
               CHECK(wend_drawing_set_area(drawing, wend_drawing_look(drawing).shape_count - 1, w->ids[k]) == WEND_OK);
    }
    return good;
}

static bool build(world *w, int32_t family, uint64_t *state, double radii[PATH_RADII]) {
    uint64_t seed = *state;
    for (int walled = 0; walled < 2; walled++) {
        uint64_t same = seed;
        wend_drawing *drawing = path_plans_draw(context, family, walled ? &same : state, radii);
        if (drawing == NULL)
            return false;
        if (walled == 0)
            draw_areas(w, drawing, state);
        wend_plan_def def = wend_default_plan_def();
        def.lattice = 0x1p-21;
        bool good = add_areas(w, drawing, walled) &&
                    wend_plan_build(context, drawing, &def, walled ? &w->walled : &w->plan, NULL) == WEND_OK;
        wend_drawing_destroy(drawing);
        if (!good)
            return false;
    }
    static const wend_area tags[] = {{1, 1, ""}, {2, 2, ""}, {3, 6, ""}};
    for (int i = 0; i < 2; i++) {
        wend_landmarks *landmarks = NULL;
        if (!CHECK(wend_medial_build(context, i ? w->walled : w->plan, NULL, &w->medials[i], report) == WEND_OK) ||
            !CHECK(wend_roads_build(context, w->medials[i], NULL, &w->roads[i], report) == WEND_OK) ||
            (i == 0 && !CHECK(wend_landmarks_build(context, w->roads[i], 2, &landmarks, report) == WEND_OK)))
            return false;
        wend_search_def def = {.roads = w->roads[i], .landmarks = landmarks, .areas = tags, .area_count = 3};
        bool made = CHECK(wend_search_create_on(context, &def, &w->searches[i]) == WEND_OK);
        wend_landmarks_destroy(landmarks);
        if (!made)
            return false;
    }
    return true;
}

static void destroy(world *w) {
    for (int i = 0; i < 2; i++) {
        wend_search_destroy(w->searches[i]);
        wend_roads_destroy(w->roads[i]);
        wend_medial_destroy(w->medials[i]);
    }
    wend_plan_destroy(w->plan);
    wend_plan_destroy(w->walled);
}

// The filter, by number or by tag.
static void choose_filter(world *w, uint64_t *state) {
    w->def = wend_default_path_def();
    if (wend_random_below(state, 2) == 0) {
        w->def.filter.forbid_tags = w->forbidden_from == 1 ? 3 : 2;
        return;
    }
    for (int32_t id = 3; id >= w->forbidden_from; id--)
        w->forbidden[3 - id] = id;
    w->def.filter.forbid_area_count = 4 - w->forbidden_from;
    w->def.filter.forbid_areas = w->forbidden;
}

// ---------------------------------------------------------------------------------------------------- brute force

static void make_fences(world *w) {
    wend_plan_view v = wend_plan_look(w->plan);
    for (int32_t k = 0; k < w->area_count; k++) {
        if (w->ids[k] < w->forbidden_from)
            continue;
        oracle_fence *f = &w->fences[w->fence_count++];
        f->count = w->counts[k];
        for (int32_t i = 0; i < f->count; i++) {
            f->corners[i].x = round((w->polygons[k][2 * i] - v.lattice.origin[0]) / v.lattice.step);
            f->corners[i].y = round((w->polygons[k][2 * i + 1] - v.lattice.origin[1]) / v.lattice.step);
        }
    }
}

static void make_oracle(world *w, const wend_plan_view *v) {
    double metres = v->lattice.step * v->unit;
    w->oracle = oracle_flat_make_fenced(v, w->def.radius / metres, w->fences, w->fence_count);
    w->corner_count = 0;
    for (int32_t k = 0; k < w->fence_count; k++)
        for (int32_t i = 0; i < w->fences[k].count; i++)
            w->corners[w->corner_count++] = (oracle_end){w->fences[k].corners[i], 0};
    for (int32_t i = 0; i < w->corner_count; i++)
        for (int32_t j = 0; j < w->corner_count; j++)
            w->apart[i][j] = oracle_flat_shortest(w->oracle, &w->corners[i], &w->corners[j]) * metres;
}

static double by_force(world *w, const wend_plan_view *v, const double from[2], const double to[2]) {
    double metres = v->lattice.step * v->unit, at[CORNERS], best;
    bool done[CORNERS] = {false};
    oracle_end a = {
        {(from[0] - v->lattice.origin[0]) / v->lattice.step, (from[1] - v->lattice.origin[1]) / v->lattice.step}, 0};
    oracle_end b = {
        {(to[0] - v->lattice.origin[0]) / v->lattice.step, (to[1] - v->lattice.origin[1]) / v->lattice.step}, 0};
    best = oracle_flat_shortest(w->oracle, &a, &b) * metres;
    for (int32_t i = 0; i < w->corner_count; i++)
        at[i] = oracle_flat_shortest(w->oracle, &a, &w->corners[i]) * metres;
    for (;;) {
        int32_t next = -1;
        for (int32_t i = 0; i < w->corner_count; i++)
            if (!done[i] && at[i] < best && (next < 0 || at[i] < at[next]))
                next = i;
        if (next < 0)
            return best;
        done[next] = true;
        double whole = at[next] + oracle_flat_shortest(w->oracle, &w->corners[next], &b) * metres;
        bent += whole < best;
        best = fmin(best, whole);
        for (int32_t i = 0; i < w->corner_count; i++)
            at[i] = fmin(at[i], at[next] + w->apart[next][i]);
    }
}

// ---------------------------------------------------------------------------------------------------- queries

// How deep a place lies in forbidden ground, metres.
static double depth_at(const world *w, const wend_plan_view *v, double x, double y) {
    double deepest = 0;
    for (int32_t k = 0; k < w->fence_count; k++) {
        double depth = INFINITY;
        const oracle_fence *f = &w->fences[k];
        for (int32_t i = 0; i < f->count; i++) {
            oracle_vec a = f->corners[i], b = f->corners[(i + 1) % f->count];
            double px = (x - v->lattice.origin[0]) / v->lattice.step - a.x;
            double py = (y - v->lattice.origin[1]) / v->lattice.step - a.y, ux = b.x - a.x, uy = b.y - a.y;
            depth = fmin(depth, (ux * py - uy * px) / sqrt(ux * ux + uy * uy));
        }
        deepest = fmax(deepest, depth);
    }
    return deepest * v->lattice.step * v->unit;
}

static void judge(world *w, const wend_plan_view *v, const wend_path_view *path) {
    path_verdict verdict = path_judge_with(w->plan, w->def.radius, 1e-5, true, path);
    CHECK_MESSAGE(verdict.wrong == NULL, "%s, radius %.17g: %s, piece %d (%.17g)", w->name, w->def.radius,
                  verdict.wrong, verdict.piece, verdict.measured);
    double sum = 0;
    for (int32_t k = 0; k < path->piece_count; k++) {
        const wend_path_piece *p = &path->pieces[k];
        sum += p->length;
        for (int i = 0; i <= 20; i++) {
            double share = i / 20.0, x = p->from[0] + share * (p->to[0] - p->from[0]);
            double y = p->from[1] + share * (p->to[1] - p->from[1]);
            if (p->side != 0 && p->radius > 0) {
                double angle = atan2(p->from[1] - p->centre[1], p->from[0] - p->centre[0]);
                angle += p->side * share * p->length / p->radius;
                x = p->centre[0] + p->radius * cos(angle);
                y = p->centre[1] + p->radius * sin(angle);
            }
            double depth = depth_at(w, v, x, y);
            CHECK_MESSAGE(depth < 1e-5, "%s, radius %.17g: piece %d of %d is %g m deep in forbidden ground", w->name,
                          w->def.radius, k, path->piece_count, depth);
        }
    }
    CHECK(fabs(sum - path->length) <= 1e-9 * (sum + 1));
}

static void ask(world *w, const wend_plan_view *v, uint64_t *state) {
    wend_spot from, to, ends[2];
    path_plans_end(w->plan, state, &from);
    path_plans_end(w->plan, state, &to);
    wend_path_view path, plain;
    wend_path_def unfiltered = w->def;
    unfiltered.filter = (wend_path_filter){0};
    if (!CHECK(wend_search_path(w->searches[0], &from, &to, &unfiltered, &plain) == WEND_OK) ||
        plain.status != WEND_PATH_REACHED)
        return;
    double length = plain.length, places[2][2], wanted = INFINITY;
    memcpy(places[0], plain.pieces[0].from, sizeof places[0]);
    memcpy(places[1], plain.pieces[plain.piece_count - 1].to, sizeof places[1]);
    double inside = fmax(depth_at(w, v, places[0][0], places[0][1]), depth_at(w, v, places[1][0], places[1][1]));
    if (w->def.radius > 0) {
        wanted = by_force(w, v, places[0], places[1]);
    } else {
        for (int i = 0; i < 2; i++) { // at a wall without width, a place does not tell the side
            wend_medial_near near;
            wend_medial_clearance(w->medials[0], i ? &to : &from, &near);
            if (near.clearance < 1e-4)
                return;
        }
        for (int i = 0; i < 2; i++)
            wend_plan_locate(w->walled, places[i], 1e-5, &ends[i]);
        if (!CHECK(wend_search_path(w->searches[1], &ends[0], &ends[1], &unfiltered, &plain) == WEND_OK))
            return;
        wanted = plain.status == WEND_PATH_REACHED ? plain.length : INFINITY;
    }
    wend_result result = wend_search_path(w->searches[0], &from, &to, &w->def, &path);
    if (!CHECK_MESSAGE(result == WEND_OK, "%s, radius %.17g: %s", w->name, w->def.radius, wend_describe(result)))
        return;
    queries++;
    if (inside > 0 && inside < 1e-5)
        return; // by rounding, in or out
    if (inside > 0 || !(wanted < INFINITY)) {
        CHECK_MESSAGE(path.status == WEND_PATH_UNREACHABLE && path.reason == WEND_PATH_FORBIDDEN,
                      "%s, radius %.17g: %s %.12g, expected none", w->name, w->def.radius,
                      wend_path_status_name(path.status), path.length);
        forbidden++;
        return;
    }
    reached++;
    CHECK_MESSAGE(path.status == WEND_PATH_REACHED && path.proven &&
                      fabs(path.length - wanted) <= 1e-6 * (wanted + 0.1),
                  "%s, radius %.17g, %d:%d,%d to %d:%d,%d: %s %.12g, expected %.12g, without filter %.12g", w->name,
                  w->def.radius, from.triangle, from.point.x, from.point.y, to.triangle, to.point.x, to.point.y,
                  wend_path_reason_name(path.reason), path.length, wanted, length);
    if (path.status == WEND_PATH_REACHED)
        judge(w, v, &path);
}

static void ask_world(world *w, const double radii[PATH_RADII], int each, uint64_t *state) {
    wend_plan_view v = wend_plan_look(w->plan);
    make_fences(w);
    for (int r = w->aligned; r < PATH_RADII; r++) { // an obstacle that touches another closes the way, an area does not
        choose_filter(w, state);
        w->def.radius = radii[r];
        if (radii[r] > 0)
            make_oracle(w, &v);
        for (int k = 0; k < each; k++)
            ask(w, &v, state);
        oracle_flat_free(w->oracle);
        w->oracle = NULL;
    }
}

TEST(forbidden_areas_against_brute_force) {
    open_context_with(1);
    long wanted = check_cases("queries", 6000);
    uint64_t state = (uint64_t)check_option("seed", 1);
    for (int32_t family = 0; queries < wanted; family = (family + 1) % path_plans_count()) {
        double radii[PATH_RADII];
        world *w = calloc(1, sizeof *w);
        w->name = path_plans_name(family);
        if (build(w, family, &state, radii))
            ask_world(w, radii, 8, &state);
        destroy(w);
        free(w);
    }
    printf("%ld queries, %ld reached, %ld forbidden; around corners of areas %ld times\n", queries, reached, forbidden,
           bent);
    CHECK(reached > queries / 4 && forbidden > queries / 20 && bent > queries / 50);
}

static void refuse(world *w, const wend_path_filter *filter) {
    wend_spot spot = {-1, {0, 0}, 0};
    wend_path_view path;
    wend_path_def def = wend_default_path_def();
    def.filter = *filter;
    CHECK(wend_search_path(w->searches[0], &spot, &spot, &def, &path) == WEND_ERROR_ARGUMENT);
}

TEST(refuses_filters_that_make_no_sense) {
    open_context_with(1);
    uint64_t state = 1;
    double radii[PATH_RADII];
    world *w = calloc(1, sizeof *w);
    if (CHECK(build(w, 0, &state, radii))) {
        refuse(w, &(wend_path_filter){.forbid_area_count = 1});
        refuse(w, &(wend_path_filter){.forbid_area_count = -1, .forbid_areas = (int32_t[]){1}});
        refuse(w, &(wend_path_filter){.forbid_area_count = 1, .forbid_areas = (int32_t[]){-1}});
        refuse(w, &(wend_path_filter){.forbid_area_count = 1, .forbid_areas = (int32_t[]){WEND_AREA_MAX + 1}});
        refuse(w, &(wend_path_filter){.cost_count = 1});
        refuse(w, &(wend_path_filter){.cost_count = -1, .costs = (wend_area_cost[]){{1, 2}}});
        refuse(w, &(wend_path_filter){.cost_count = 1, .costs = (wend_area_cost[]){{-1, 2}}});
        refuse(w, &(wend_path_filter){.cost_count = 1, .costs = (wend_area_cost[]){{1, 0.99}}});
        refuse(w, &(wend_path_filter){.cost_count = 1, .costs = (wend_area_cost[]){{1, NAN}}});
        refuse(w, &(wend_path_filter){.cost_count = 1, .costs = (wend_area_cost[]){{1, INFINITY}}});
    }
    destroy(w);
    free(w);
}

// The corner of a forbidden area lies just on the circle around the end of a wall: the way turns there, and the arc
// begins at once.
TEST(a_corner_of_a_forbidden_area_on_a_circle) {
    open_context_with(1);
    static const double room[] = {0, 0, 12, 0, 12, 9, 0, 9}, wall[] = {8.25, 0, 8.25, 5.5};
    static const double area[] = {3, 5.5, 7.75, 5.5, 7.75, 7.75, 3, 7.75, 3, 5.5};
    wend_drawing *drawing = NULL;
    world *w = calloc(1, sizeof *w);
    wend_spot ends[2];
    wend_path_view path;
    bool good =
        CHECK(wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing) == WEND_OK) &&
        CHECK(wend_drawing_add(drawing, WEND_SHAPE_OUTER, -1, room, 4) == WEND_OK) &&
        CHECK(wend_drawing_add(drawing, WEND_SHAPE_WALL, -1, wall, 2) == WEND_OK) &&
        CHECK(wend_drawing_add(drawing, WEND_SHAPE_BORDER, -1, area, 5) == WEND_OK) &&
        CHECK(wend_drawing_set_area(drawing, 2, 1) == WEND_OK) &&
        CHECK(wend_plan_build(context, drawing, NULL, &w->plan, NULL) == WEND_OK) &&
        CHECK(wend_medial_build(context, w->plan, NULL, &w->medials[0], report) == WEND_OK) &&
        CHECK(wend_roads_build(context, w->medials[0], NULL, &w->roads[0], report) == WEND_OK) &&
        CHECK(wend_search_create_on(context, &(wend_search_def){.roads = w->roads[0]}, &w->searches[0]) == WEND_OK);
    if (good) {
        wend_path_def def = wend_default_path_def();
        def.radius = 0.5;
        def.filter.forbid_area_count = 1;
        def.filter.forbid_areas = (int32_t[]){1};
        wend_plan_locate(w->plan, (double[]){6, 4}, 0, &ends[0]);
        wend_plan_locate(w->plan, (double[]){11, 6}, 0, &ends[1]);
        for (int i = 0; i < 2; i++) { // and back
            CHECK(wend_search_path(w->searches[0], &ends[i], &ends[1 - i], &def, &path) == WEND_OK);
            path_verdict verdict = path_judge_with(w->plan, def.radius, 1e-5, true, &path);
            CHECK_MESSAGE(verdict.wrong == NULL, "%s, piece %d of %d (%g)", verdict.wrong, verdict.piece,
                          path.piece_count, verdict.measured);
        }
        // To the corner, a quarter of the circle, and straight on from its top.
        double length = sqrt(1.75 * 1.75 + 1.5 * 1.5) + PI / 4 + 2.75;
        CHECK_MESSAGE(fabs(path.length - length) <= 1e-9 * length, "%.12g, expected %.12g", path.length, length);
    }
    wend_drawing_destroy(drawing);
    destroy(w);
    free(w);
    close_context();
}

// Queries with one filter and another, over and over, need no more memory than the first time.
TEST(nothing_is_allocated_after_the_first_time) {
    open_context_with(1);
    uint64_t state = 3;
    double radii[PATH_RADII];
    world *w = calloc(1, sizeof *w);
    size_t bytes = 0;
    if (CHECK(build(w, 0, &state, radii)))
        for (int round = 0; round < 3; round++) {
            uint64_t same = 5;
            for (int k = 0; k < 40; k++) {
                wend_path_def def = wend_default_path_def();
                wend_path_view path;
                wend_spot ends[2];
                for (int i = 0; i < 2; i++)
                    path_plans_end(w->plan, &same, &ends[i]);
                def.radius = 0.1 * (k % 3);
                def.filter.forbid_area_count = k % 2;
                def.filter.forbid_areas = (int32_t[]){1};
                def.filter.cost_count = k % 4 > 1;
                def.filter.costs = (wend_area_cost[]){{2, 3}};
                CHECK(wend_search_path(w->searches[0], &ends[0], &ends[1], &def, &path) == WEND_OK);
            }
            CHECK_MESSAGE(round == 0 || wend_bytes_now(context) == bytes, "round %d: %zu bytes, %zu before", round,
                          wend_bytes_now(context), bytes);
            bytes = wend_bytes_now(context);
        }
    destroy(w);
    free(w);
    close_context();
}

CHECK_MAIN()

// The oracle of shortest paths itself: known answers, laws that all shortest paths obey, and its methods beside each
// other and beside a crude one.
//
//     test_oracle_path [--plans N] [--surfaces N] [--grids N]     N random plans (120); N random surfaces (300); N
//                                                                 plans beside a search on a fine grid (24)
#include "immersed.h"
#include "oracle_medial.h"
#include "oracle_path_parts.h"
#include "path_plans.h"
#include "shared_context.h"

#include "base/random.h"

#include <math.h>

#define PI 3.14159265358979323846

static void open_context(void) {
    open_context_with(1);
}

// ---------------------------------------------------------------------------------------------------- by hand

// A room of 16 by 16 m on a lattice of 2^-10 m, so that places are exact.
typedef struct drawn {
    wend_drawing *drawing;
    wend_plan *plan;
} drawn;

static drawn begin(double width, double height) {
    open_context();
    drawn d = {NULL, NULL};
    CHECK(wend_drawing_create(context, WEND_INSIDE_RINGS, &d.drawing) == WEND_OK);
    wend_drawing_add(d.drawing, WEND_SHAPE_OUTER, -1, (double[]){0, 0, width, 0, width, height, 0, height}, 4);
    return d;
}

static void box(drawn *d, double x0, double y0, double x1, double y1) {
    wend_drawing_add(d->drawing, WEND_SHAPE_OBSTACLE, -1, (double[]){x0, y0, x1, y0, x1, y1, x0, y1}, 4);
}

static void wall(drawn *d, double x0, double y0, double x1, double y1) {
    wend_drawing_add(d->drawing, WEND_SHAPE_WALL, -1, (double[]){x0, y0, x1, y1}, 2);
}

static void point(drawn *d, double x, double y) {
    wend_drawing_add(d->drawing, WEND_SHAPE_POINT, -1, (double[]){x, y}, 1);
}

static const double STEP = 0x1p-10;

static bool finish(drawn *d) {
    wend_plan_def def = wend_default_plan_def();
    def.lattice = STEP;
    wend_report_clear(report);
    return CHECK(wend_plan_build(context, d->drawing, &def, &d->plan, report) == WEND_OK);
}

static void forget(drawn *d) {
    wend_plan_destroy(d->plan);
    wend_drawing_destroy(d->drawing);
}

// The length by the method for floor plans (or for points), and by the one for any floors: they must agree. -1 for
// none.
static double length_at(const drawn *d, double radius, const double from[2], const double to[2]) {
    wend_spot a, b;
    wend_plan_locate(d->plan, from, 1e-6, &a);
    wend_plan_locate(d->plan, to, 1e-6, &b);
    if (!CHECK(a.triangle >= 0 && b.triangle >= 0))
        return -2;
    oracle_path *o = oracle_path_make(d->plan, radius);
    double length, back;
    bool found = oracle_path_shortest_at(o, from, a.triangle, to, b.triangle, &length);
    bool found_back = oracle_path_shortest_at(o, to, b.triangle, from, a.triangle, &back);
    CHECK(found == found_back);
    if (found)
        CHECK_MESSAGE(fabs(length - back) <= 1e-10 * length, "there %.12f, back %.12f", length, back);
    oracle_path_free(o);
    if (radius > 0) {
        wend_plan_view view = wend_plan_look(d->plan);
        double metres = view.lattice.step * view.unit;
        oracle_floors *floors = oracle_floors_make(&view, radius / metres);
        const double *origin = view.lattice.origin;
        oracle_end ends[2] = {{{(from[0] - origin[0]) / metres, (from[1] - origin[1]) / metres}, a.triangle},
                              {{(to[0] - origin[0]) / metres, (to[1] - origin[1]) / metres}, b.triangle}};
        double other = oracle_floors_shortest(floors, &ends[0], &ends[1]) * metres;
        oracle_floors_free(floors);
        CHECK((other < INFINITY) == found);
        if (found)
            CHECK_MESSAGE(fabs(length - other) <= 1e-9 * length, "flat %.12f, floors %.12f", length, other);
    }
    return found ? length : -1;
}

static void expect(const drawn *d, double radius, double x0, double y0, double x1, double y1, double expected) {
    double from[2] = {x0, y0}, to[2] = {x1, y1}, length = length_at(d, radius, from, to);
    CHECK_MESSAGE(fabs(length - expected) <= 1e-9 * (1 + expected), "radius %g: %.12f, expected %.12f", radius, length,
                  expected);
}

TEST(nothing_in_the_way) {
    drawn d = begin(16, 16);
    if (finish(&d)) {
        expect(&d, 0, 1, 1, 15, 2, sqrt(197));
        expect(&d, 0.5, 1, 1, 15, 2, sqrt(197));
        expect(&d, 0.5, 0.5, 0.5, 15.5, 0.5, 15);  // along a wall
        expect(&d, 0.5, 0.25, 0.5, 15.5, 0.5, -1); // does not stand there
        expect(&d, 8, 8, 8, 8, 8, 0);              // it stands there and nowhere else
        expect(&d, 8.25, 8, 8, 8, 8, -1);
        expect(&d, 0, 0, 0, 16, 16, sqrt(512));
    }
    forget(&d);
}

// Straight to the circle round the point, along it, straight on.
TEST(around_a_point) {
    drawn d = begin(16, 16);
    point(&d, 8, 8);
    if (finish(&d)) {
        expect(&d, 0, 2, 8, 14, 8, 12);
        for (double r = 0.125; r < 4; r *= 2)
            expect(&d, r, 2, 8, 14, 8, 2 * sqrt(36 - r * r) + 2 * r * asin(r / 6));
        expect(&d, 1, 2, 9, 14, 9, 12); // touches
        expect(&d, 4.5, 2, 8, 14, 8, -1);
    }
    forget(&d);
}

TEST(around_the_end_of_a_wall) {
    drawn d = begin(16, 16);
    wall(&d, 8, 0, 8, 10);
    if (finish(&d)) {
        expect(&d, 0, 4, 10, 12, 10, 8);
        expect(&d, 0, 7, 1, 9, 1, 2 * sqrt(82));
        // Nearer than the radius to the wall nobody stands; at it, half a turn and back.
        expect(&d, 1, 7, 5, 9, 5, 10 + PI);
        expect(&d, 1, 7, 10, 9, 10, PI);
        expect(&d, 1, 7.0 + STEP, 5, 9, 5, -1);
        expect(&d, 0.5, 5, 10, 11, 10, 2 * sqrt(9 - 0.25) + 2 * 0.5 * asin(0.5 / 3));
    }
    forget(&d);
}

// A corridor that turns by a right angle round the corner of a box.
TEST(around_a_corner) {
    drawn d = begin(16, 16);
    box(&d, 0, 0, 12, 12);
    if (finish(&d)) {
        expect(&d, 0, 2, 14, 14, 2, 2 * sqrt(104));
        for (double r = 0.25; r <= 2; r += 0.25) {
            double tangent = sqrt(104 - r * r), turn = PI / 2 - 2 * (atan2(2, 10) - asin(r / sqrt(104)));
            expect(&d, r, 2, 14, 14, 2, 2 * tangent + r * turn);
        }
        expect(&d, 2.125, 2, 14, 14, 2, -1);
    }
    forget(&d);
}

// From the middle of one alley to that of the next, between the ends of two walls: an S.
TEST(turns_one_way_and_the_other) {
    drawn d = begin(12, 16);
    wall(&d, 4, 0, 4, 10);
    wall(&d, 8, 6, 8, 16);
    if (finish(&d)) {
        expect(&d, 0, 2, 4, 10, 12, sqrt(40) + sqrt(32) + sqrt(40));
        for (double r = 0.25; r <= 1.75; r += 0.25) {
            double first = atan2(6, 2) + asin(r / sqrt(40)), between = -PI / 4 - asin(2 * r / sqrt(32)); // headings
            expect(&d, r, 2, 4, 10, 12, 2 * sqrt(40 - r * r) + sqrt(32 - 4 * r * r) + 2 * r * (first - between));
        }
    }
    forget(&d);
}

TEST(gap_as_wide_as_the_disc) {
    for (int steps = -2; steps <= 2; steps++) {
        drawn d = begin(16, 16);
        wall(&d, 0, 8, 7.5, 8);
        wall(&d, 8.5 + steps * STEP, 8, 16, 8);
        if (finish(&d)) {
            double middle = 8 + steps * STEP / 2;
            expect(&d, 0.5, middle, 4, middle, 12, steps < 0 ? -1 : 8);
            double from[2] = {4, 4}, to[2] = {12, 12}, length = length_at(&d, 0.5, from, to);
            CHECK((length > 0) == (steps >= 0));
            if (steps == 0) { // square through it, round both ends
                double turn = PI / 2 - (atan2(4, 3.5) - asin(0.5 / sqrt(28.25)));
                expect(&d, 0.5, 4, 4, 12, 12, 2 * (sqrt(28) + 0.5 * turn));
            }
        }
        forget(&d);
    }
}

// Two boxes that touch in a corner, and two that touch along a side: there is no way between them, even for a point.
TEST(no_way_where_obstacles_touch) {
    drawn d = begin(16, 16);
    box(&d, 0, 0, 8, 8);
    box(&d, 8, 8, 16, 16);
    if (finish(&d)) {
        expect(&d, 0, 7, 9, 9, 7, -1);
        expect(&d, 0.25, 7, 9, 9, 7, -1);
    }
    forget(&d);
    d = begin(16, 16);
    box(&d, 4, 4, 8, 8);
    box(&d, 8, 8, 12, 12);
    if (finish(&d)) {
        expect(&d, 0, 7, 9, 9, 7, 2 * sqrt(10) + 8); // round either box
    }
    forget(&d);
}

// The two sides of a wall without width, at the same place.
TEST(sides_of_a_wall) {
    drawn d = begin(16, 16);
    wall(&d, 4, 8, 12, 8);
    if (finish(&d)) {
        double above[2] = {8, 8.5}, below[2] = {8, 7.5};
        wend_spot a, b;
        wend_plan_locate(d.plan, above, 0, &a);
        wend_plan_locate(d.plan, below, 0, &b);
        wend_plan_view view = wend_plan_look(d.plan);
        double place[2] = {8, 8};
        wend_lattice_point(&view.lattice, place, &a.point);
        b.point = a.point;
        bool on_wall[2] = {false, false};
        for (int i = 0; i < 3; i++) {
            on_wall[0] |= view.triangles[a.triangle].twin[i] < 0;
            on_wall[1] |= view.triangles[b.triangle].twin[i] < 0;
        }
        oracle_path *o = oracle_path_make(d.plan, 0);
        double length;
        if (CHECK(on_wall[0] && on_wall[1]) && CHECK(oracle_path_shortest(o, &a, &b, &length)))
            CHECK_MESSAGE(fabs(length - 8) < 1e-9, "%.12f", length);
        oracle_path_free(o);
    }
    forget(&d);
}

// ---------------------------------------------------------------------------------------------------- random plans

typedef struct methods {
    wend_plan_view view;
    double metres, radius;
    oracle_path *path;
    oracle_floors *floors; // NULL for radius 0
} methods;

static void open_methods(methods *m, const wend_plan *plan, double radius) {
    *m = (methods){.view = wend_plan_look(plan), .radius = radius};
    m->metres = m->view.lattice.step * m->view.unit;
    m->path = oracle_path_make(plan, radius);
    m->floors = radius > 0 ? oracle_floors_make(&m->view, radius / m->metres) : NULL;
}

static void close_methods(methods *m) {
    oracle_path_free(m->path);
    oracle_floors_free(m->floors);
}

// Moves an end that is nearer to a wall than the radius straight away from it, to the radius exactly.
static oracle_end moved(const methods *m, const wend_spot *spot) {
    oracle_end end = {{spot->point.x, spot->point.y}, spot->triangle};
    double radius = m->radius / m->metres;
    oracle_near near = oracle_at(&m->view, spot);
    double x = end.place.x - near.x, y = end.place.y - near.y, distance = sqrt(x * x + y * y);
    if (distance >= radius || distance < 1e-6)
        return end;
    end.place = (oracle_vec){near.x + x / distance * radius, near.y + y / distance * radius};
    end.triangle = oracle_walk(&m->view, spot->triangle, spot->point.x, spot->point.y, end.place.x, end.place.y);
    return end;
}

static double ask(const methods *m, const oracle_end *a, const oracle_end *b) {
    const double *origin = m->view.lattice.origin, step = m->view.lattice.step;
    double from[2] = {origin[0] + step * a->place.x, origin[1] + step * a->place.y}, length;
    double to[2] = {origin[0] + step * b->place.x, origin[1] + step * b->place.y};
    oracle_path_shortest_at(m->path, from, a->triangle, to, b->triangle, &length);
    return length;
}

static bool agree(double a, double b, double tolerance) {
    return a < INFINITY && b < INFINITY ? fabs(a - b) <= tolerance * (1 + a) : a == b;
}

typedef struct tally {
    int64_t queries, ways, moved;
} tally;

// There and back, by both methods; and no shorter than the way of a smaller disc between the same places.
static double check_query(const methods *m, const oracle_end *a, const oracle_end *b, double smaller) {
    double length = ask(m, a, b), back = ask(m, b, a);
    CHECK_MESSAGE(agree(length, back, 1e-10), "radius %g: there %.12f, back %.12f", m->radius, length, back);
    if (m->floors != NULL) {
        double other = oracle_floors_shortest(m->floors, a, b) * m->metres;
        CHECK_MESSAGE(agree(length, other, 1e-9), "radius %g: flat %.12f, floors %.12f, from %.4f %.4f to %.4f %.4f",
                      m->radius, length, other, a->place.x, a->place.y, b->place.x, b->place.y);
    }
    CHECK_MESSAGE(length == smaller || length >= smaller - 1e-9, "radius %g: %.12f, less than %.12f of a smaller one",
                  m->radius, length, smaller);
    return length;
}

static void check_plan(const wend_plan *plan, const double radii[PATH_RADII], uint64_t *state, tally *t) {
    enum { PAIRS = 12 };
    oracle_end ends[PAIRS][2];
    double smaller[PAIRS];
    methods last;
    open_methods(&last, plan, radii[PATH_RADII - 1]);
    for (int k = 0; k < PAIRS; k++)
        for (int i = 0; i < 2; i++) {
            wend_spot spot;
            path_plans_end(plan, state, &spot);
            oracle_end end = moved(&last, &spot);
            t->moved += end.place.x != spot.point.x || end.place.y != spot.point.y;
            ends[k][i] = end.triangle >= 0 ? end : (oracle_end){{spot.point.x, spot.point.y}, spot.triangle};
        }
    close_methods(&last);
    for (int r = 1; r < PATH_RADII; r++) {
        methods m;
        open_methods(&m, plan, radii[r]);
        for (int k = 0; k < PAIRS; k++) {
            if (r == 1)
                smaller[k] =
                    hypot(ends[k][0].place.x - ends[k][1].place.x, ends[k][0].place.y - ends[k][1].place.y) * m.metres;
            smaller[k] = check_query(&m, &ends[k][0], &ends[k][1], smaller[k]);
            t->queries++;
            t->ways += smaller[k] < INFINITY;
        }
        close_methods(&m);
    }
}

TEST(methods_agree_on_random_plans) {
    open_context();
    int64_t plans = check_cases("plans", 120);
    for (int32_t family = 0; family < path_plans_count(); family++) {
        tally t = {0, 0, 0};
        clock_t start = clock();
        for (int64_t k = 0; k < plans / path_plans_count() + 1; k++) {
            uint64_t state = (uint64_t)(1000 * k + family);
            double radii[PATH_RADII];
            wend_plan *plan = path_plans_build(context, family, &state, radii);
            if (!CHECK(plan != NULL))
                continue;
            check_plan(plan, radii, &state, &t);
            wend_plan_destroy(plan);
        }
        CHECK_MESSAGE(t.ways > 0, "family %s: no way at all", path_plans_name(family));
        printf("%s: %lld queries, %lld with a way, %lld ends moved, %.2f s\n", path_plans_name(family),
               (long long)t.queries, (long long)t.ways, (long long)t.moved, (double)(clock() - start) / CLOCKS_PER_SEC);
    }
}

// ---------------------------------------------------------------------------------------------------- floors that wind

// A place at an angle of a vertex's fan.
static oracle_end in_fan(const wend_plan_view *view, const oracle_fans *fans, int32_t vertex, double distance,
                         double angle) {
    int32_t k = fans->first[vertex];
    while (k + 1 < fans->last[vertex] && fans->begin[k + 1] <= angle)
        k++;
    oracle_vec c = oracle_vertex(view, vertex);
    double direction = fans->zero[vertex] + angle;
    return (oracle_end){{c.x + distance * cos(direction), c.y + distance * sin(direction)}, fans->corner[k] / 3};
}

// Straight to the circle round the vertex, along it as often as need be, straight on. Of a point also without the
// circle: through the vertex.
static void check_fan(int32_t number, double turns) {
    double radii[PATH_RADII];
    path_scene *scene = path_scenes_make(context, number, report, radii);
    if (!CHECK(scene != NULL))
        return;
    wend_plan_view view = wend_plan_look(path_scenes_look(scene));
    oracle_fans fans = oracle_fans_make(&view);
    int32_t vertex = 0;
    for (int32_t v = 0; v < view.vertex_count; v++)
        vertex = fans.total[v] > fans.total[vertex] ? v : vertex;
    CHECK_MESSAGE(fabs(fans.total[vertex] - turns * 2 * PI) < 1e-9, "%g turns", fans.total[vertex] / (2 * PI));
    double distance = 2000;
    int64_t count = 0;
    for (int r = 0; r < PATH_RADII; r++) {
        oracle_floors *o = radii[r] > 0 ? oracle_floors_make(&view, radii[r]) : NULL;
        oracle_zero *zero = radii[r] > 0 ? NULL : oracle_zero_make(&view);
        for (double from = 2; from < fans.total[vertex] - 2; from += 0.7)
            for (double to = 2; to < fans.total[vertex] - 2; to += 0.9) {
                oracle_end a = in_fan(&view, &fans, vertex, distance, from);
                oracle_end b = in_fan(&view, &fans, vertex, distance, to);
                if (o != NULL && (oracle_floors_shortest(o, &a, &a) > 0 || oracle_floors_shortest(o, &b, &b) > 0))
                    continue; // too near to a point
                count++;
                double turn = fabs(to - from), straight = 2 * acos(radii[r] / distance);
                if (fans.closed[vertex])
                    turn = fmin(turn, fans.total[vertex] - turn);
                double expected =
                    turn > straight ? 2 * sqrt(distance * distance - radii[r] * radii[r]) + radii[r] * (turn - straight)
                                    : 2 * distance * sin(turn / 2);
                if (zero != NULL) { // places on the lattice
                    a.place = (oracle_vec){round(a.place.x), round(a.place.y)};
                    b.place = (oracle_vec){round(b.place.x), round(b.place.y)};
                }
                double length = zero ? oracle_zero_shortest(zero, &a, &b) : oracle_floors_shortest(o, &a, &b);
                CHECK_MESSAGE(fabs(length - expected) <= (zero != NULL ? 3 : 1e-6),
                              "%s, radius %g, from %g to %g: %.9f, expected %.9f", path_scenes_name(number), radii[r],
                              from, to, length, expected);
            }
        oracle_floors_free(o);
        oracle_zero_free(zero);
    }
    CHECK_MESSAGE(count > 300, "%s: %lld pairs of places", path_scenes_name(number), (long long)count);
    oracle_fans_free(&fans);
    path_scenes_free(scene);
}

TEST(around_a_vertex_with_much_floor) {
    open_context();
    check_fan(2, 2.5);
    check_fan(3, 2);
    check_fan(4, 5);
}

// There and back, and by radius, on all plans whose floors overlap.
TEST(laws_hold_on_floors_that_overlap) {
    open_context();
    for (int32_t k = 0; k < path_scenes_count(); k++) {
        if (!check_takes(k))
            continue;
        double radii[PATH_RADII];
        uint64_t state = (uint64_t)k;
        clock_t start = clock();
        path_scene *scene = path_scenes_make(context, k, report, radii);
        if (!CHECK_MESSAGE(scene != NULL, "%s", path_scenes_name(k)))
            continue;
        oracle_path *o[PATH_RADII];
        clock_t made = clock();
        for (int r = 0; r < PATH_RADII; r++)
            o[r] = oracle_path_make(path_scenes_look(scene), radii[r]);
        clock_t ready = clock();
        int64_t ways[PATH_RADII] = {0};
        for (int q = 0; q < 40; q++) {
            wend_spot a, b;
            double smaller = 0;
            path_plans_end(path_scenes_look(scene), &state, &a);
            path_plans_end(path_scenes_look(scene), &state, &b);
            for (int r = 0; r < PATH_RADII; r++) {
                double there, back;
                ways[r] += oracle_path_shortest(o[r], &a, &b, &there);
                oracle_path_shortest(o[r], &b, &a, &back);
                CHECK_MESSAGE(agree(there, back, 1e-10), "%s, radius %g: there %.9f, back %.9f", path_scenes_name(k),
                              radii[r], there, back);
                CHECK_MESSAGE(there == smaller || there >= smaller - 1e-9 * (1 + smaller),
                              "%s, radius %g: %.9f, smaller %.9f", path_scenes_name(k), radii[r], there, smaller);
                smaller = there;
            }
        }
        printf("%s: %lld, %lld, %lld ways of 40; scene %.2f s, oracles %.2f s, queries %.2f s\n", path_scenes_name(k),
               (long long)ways[0], (long long)ways[1], (long long)ways[2], (double)(made - start) / CLOCKS_PER_SEC,
               (double)(ready - made) / CLOCKS_PER_SEC, (double)(clock() - ready) / CLOCKS_PER_SEC);
        for (int r = 0; r < PATH_RADII; r++)
            oracle_path_free(o[r]);
        path_scenes_free(scene);
    }
}

// On surfaces glued at random, whose gaps are thousands of times wider than it, a disc's way is that of a point but for
// its turns: two methods that share nothing.
TEST(small_discs_go_where_points_go) {
    open_context();
    int64_t surfaces = check_cases("surfaces", 300), ways = 0, queries = 0;
    double radius = 0.01;
    immersed *m = malloc(sizeof *m);
    REQUIRE(m != NULL);
    for (int64_t k = 0; k < surfaces; k++) {
        uint64_t state = (uint64_t)k;
        immersed_random(m, 8 + (int32_t)(k % 60), 20, &state);
        immersed_scale(m, 1000);
        wend_report_clear(report);
        immersed_plan *made = immersed_make(context, m, report);
        if (!CHECK(made != NULL))
            continue;
        wend_plan_view view = wend_plan_look(immersed_look(made));
        oracle_zero *zero = oracle_zero_make(&view);
        oracle_floors *floors = oracle_floors_make(&view, radius);
        for (int q = 0; q < 20; q++) {
            wend_spot spots[2];
            for (int i = 0; i < 2; i++)
                if (!oracle_random_spot(immersed_look(made), &state, &spots[i]))
                    path_plans_end(immersed_look(made), &state, &spots[i]);
            oracle_end a = {{spots[0].point.x, spots[0].point.y}, spots[0].triangle};
            oracle_end b = {{spots[1].point.x, spots[1].point.y}, spots[1].triangle};
            if (oracle_floors_shortest(floors, &a, &a) > 0 || oracle_floors_shortest(floors, &b, &b) > 0)
                continue; // on a wall
            double point = oracle_zero_shortest(zero, &a, &b), disc = oracle_floors_shortest(floors, &a, &b);
            queries++;
            ways += point < INFINITY;
            CHECK_MESSAGE(point == disc || (disc >= point - 1e-6 && disc <= point + 100 * radius),
                          "surface %lld: point %.9f, disc %.9f", (long long)k, point, disc);
        }
        oracle_zero_free(zero);
        oracle_floors_free(floors);
        immersed_free(made);
    }
    CHECK(ways > 0 && ways == queries); // they are whole
    free(m);
}

// ---------------------------------------------------------------------------------------------------- a fine grid

// A search from point to point of a grid, 32 ways from each, knows nothing of tangents. Its ways are longer than the
// shortest by at most 1.3 % and what it takes to reach the grid at both ends; where the disc just fits through it may
// find none, so that a disc a little smaller must.
enum { GRID = 160, WAYS = 32, GRID_WALLS = 1024 };

typedef struct grid {
    double spacing, radius;
    double walls[GRID_WALLS][4];
    int32_t wall_count;
    double clearance[GRID * GRID], length[GRID * GRID];
    int32_t heap[WAYS * GRID * GRID];
    double key[WAYS * GRID * GRID];
    int32_t heap_count;
} grid;

static double wall_distance(const double w[4], double x, double y) {
    double dx = w[2] - w[0], dy = w[3] - w[1], square = dx * dx + dy * dy;
    double t = square > 0 ? ((x - w[0]) * dx + (y - w[1]) * dy) / square : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return hypot(x - w[0] - t * dx, y - w[1] - t * dy);
}

static void prepare_grid(grid *g, const wend_plan_view *view, double spacing) {
    g->spacing = spacing;
    g->wall_count = 0;
    double metres = view->lattice.step * view->unit;
    for (int32_t k = 0; k < view->boundary_count + view->vertex_count && g->wall_count < GRID_WALLS; k++) {
        int32_t v = k - view->boundary_count;
        if (v >= 0 && !(view->vertex_flags[v] & WEND_VERTEX_POINT))
            continue;
        int32_t h = v < 0 ? view->boundaries[k].edge : 0;
        wend_point a = view->vertices[v < 0 ? view->triangles[h / 3].v[h % 3] : v];
        wend_point b = view->vertices[v < 0 ? view->triangles[h / 3].v[(h + 1) % 3] : v];
        double *w = g->walls[g->wall_count++];
        w[0] = view->lattice.origin[0] + a.x * metres;
        w[1] = view->lattice.origin[1] + a.y * metres;
        w[2] = view->lattice.origin[0] + b.x * metres;
        w[3] = view->lattice.origin[1] + b.y * metres;
    }
    for (int32_t k = 0; k < GRID * GRID; k++) {
        g->clearance[k] = INFINITY;
        for (int32_t w = 0; w < g->wall_count; w++)
            g->clearance[k] = fmin(g->clearance[k], wall_distance(g->walls[w], k % GRID * spacing, k / GRID * spacing));
    }
}

// Whether a disc may go straight between two points of the grid: looked at in nine places.
static bool is_step_free(const grid *g, int32_t a, int32_t b, double length) {
    double least = fmin(g->clearance[a], g->clearance[b]);
    if (least < g->radius || least >= g->radius + length / 2)
        return least >= g->radius;
    for (int i = 1; i < 8; i++) {
        double x = (a % GRID + (b % GRID - a % GRID) * i / 8.0) * g->spacing;
        double y = (a / GRID + (b / GRID - a / GRID) * i / 8.0) * g->spacing;
        for (int32_t w = 0; w < g->wall_count; w++)
            if (wall_distance(g->walls[w], x, y) < g->radius)
                return false;
    }
    return true;
}

static void push(grid *g, int32_t point, double key) {
    int32_t at = g->heap_count++;
    for (; at > 0 && g->key[(at - 1) / 2] > key; at = (at - 1) / 2) {
        g->key[at] = g->key[(at - 1) / 2];
        g->heap[at] = g->heap[(at - 1) / 2];
    }
    g->key[at] = key;
    g->heap[at] = point;
}

static int32_t pop(grid *g) {
    int32_t top = g->heap[0], last = g->heap[--g->heap_count], at = 0;
    double key = g->key[g->heap_count];
    for (int32_t child; (child = 2 * at + 1) < g->heap_count; at = child) {
        child += child + 1 < g->heap_count && g->key[child + 1] < g->key[child];
        if (g->key[child] >= key)
            break;
        g->key[at] = g->key[child];
        g->heap[at] = g->heap[child];
    }
    g->key[at] = key;
    g->heap[at] = last;
    return top;
}

static double grid_length(grid *g, double radius, int32_t from, int32_t to) {
    static const int across[WAYS / 4] = {1, 3, 2, 3, 1, 1, 1, 2}, up[WAYS / 4] = {0, 1, 1, 2, 1, 3, 2, 3};
    g->radius = radius;
    g->heap_count = 0;
    for (int32_t k = 0; k < GRID * GRID; k++)
        g->length[k] = INFINITY;
    g->length[from] = 0;
    push(g, from, 0);
    while (g->heap_count > 0) {
        double key = g->key[0];
        int32_t at = pop(g);
        if (at == to)
            return key;
        if (key > g->length[at])
            continue;
        for (int way = 0; way < WAYS; way++) {
            int u = across[way % 8], v = up[way % 8];
            int x = way < 8    ? u
                    : way < 16 ? -v
                    : way < 24 ? -u
                               : v,
                y = way < 8    ? v
                    : way < 16 ? u
                    : way < 24 ? -v
                               : -u;
            if (at % GRID + x < 0 || at % GRID + x >= GRID || at / GRID + y < 0 || at / GRID + y >= GRID)
                continue;
            int32_t next = at + y * GRID + x;
            double length = key + hypot(x, y) * g->spacing;
            if (length < g->length[next] && is_step_free(g, at, next, hypot(x, y) * g->spacing)) {
                g->length[next] = length;
                push(g, next, length);
            }
        }
    }
    return INFINITY;
}

// A point of the grid where the disc can stand; false when none was found.
static bool find_end(const grid *g, const wend_plan *plan, double radius, uint64_t *state, int32_t *point,
                     double place[2], wend_spot *spot) {
    for (int tries = 0; tries < 1000; tries++) {
        *point = (int32_t)wend_random_below(state, GRID * GRID);
        place[0] = *point % GRID * g->spacing;
        place[1] = *point / GRID * g->spacing;
        wend_plan_locate(plan, place, 0, spot);
        if (spot->triangle >= 0 && g->clearance[*point] >= radius)
            return true;
    }
    return false;
}

static void check_grid(grid *g, const wend_plan *plan, double radius, uint64_t *state, int64_t *ways) {
    wend_plan_view view = wend_plan_look(plan);
    prepare_grid(g, &view, 24.0 / GRID);
    oracle_path *o = oracle_path_make(plan, radius);
    for (int k = 0; k < 8; k++) {
        int32_t ends[2];
        double places[2][2], length;
        wend_spot spots[2];
        if (!find_end(g, plan, radius, state, &ends[0], places[0], &spots[0]) ||
            !find_end(g, plan, radius, state, &ends[1], places[1], &spots[1]))
            continue;
        bool found = oracle_path_shortest_at(o, places[0], spots[0].triangle, places[1], spots[1].triangle, &length);
        double same = grid_length(g, radius, ends[0], ends[1]);
        double smaller = grid_length(g, radius - 1.5 * g->spacing, ends[0], ends[1]);
        if (same < INFINITY)
            CHECK_MESSAGE(found && length <= same + 1e-3, "grid %.6f, oracle %.6f", same, length);
        if (found)
            CHECK_MESSAGE(smaller <= 1.013 * length + 3 * g->spacing, "grid %.6f, oracle %.6f", smaller, length);
        *ways += found;
    }
    oracle_path_free(o);
}

static double extent_of(const wend_plan *plan) {
    wend_plan_view view = wend_plan_look(plan);
    int32_t low = INT32_MAX, high = INT32_MIN;
    for (int32_t v = 0; v < view.vertex_count; v++) {
        wend_point p = view.vertices[v];
        low = p.x < low ? p.x : low;
        low = p.y < low ? p.y : low;
        high = p.x > high ? p.x : high;
        high = p.y > high ? p.y : high;
    }
    return (high - low) * view.lattice.step * view.unit;
}

// On plans of up to 24 m.
TEST(grid_agrees) {
    open_context();
    int64_t plans = check_cases("grids", 24), ways = 0;
    grid *g = malloc(sizeof *g);
    REQUIRE(g != NULL);
    for (int64_t k = 0, done = 0; done < plans && k < 20 * plans + 20; k++) {
        uint64_t state = (uint64_t)k;
        double radii[PATH_RADII];
        wend_plan *plan = path_plans_build(context, (int32_t)(k % path_plans_count()), &state, radii);
        if (CHECK(plan != NULL) && extent_of(plan) <= 24) {
            check_grid(g, plan, 0.5, &state, &ways);
            done++;
        }
        wend_plan_destroy(plan);
    }
    CHECK(ways > 0);
    free(g);
}

TEST(nothing_is_left) {
    open_context();
    close_context();
}

CHECK_MAIN()

// Flights of stairs: what is recognised as one, and its figures, on stairs whose measures are known.
#include "linked.h"

#include "base/random.h"

// ---------------------------------------------------------------------------------------------------- flights

// A straight flight of closed risers up along x, each with its own height, to a floor at the end.
static wend_scene *flight_of(const double *rise, int count) {
    wend_scene *scene = begin();
    floor_at(scene, -3, 0, 0, 1.2, 0);
    double z = 0;
    for (int k = 0; k < count; k++) {
        double x = 0.28 * k, end = k + 1 < count ? x + 0.28 : x + 3;
        wall(scene, x, 1.2, x, 0, z, z + rise[k]);
        z += rise[k];
        floor_at(scene, x, 0, end, 1.2, z);
    }
    return scene;
}

TEST(a_flight_is_measured) {
    const double rise[8] = {0.17, 0.17, 0.17, 0.17, 0.17, 0.17, 0.17, 0.17};
    wend_scene *scene = flight_of(rise, 8);
    answer a = link_with(scene, &usual);
    CHECK_INT(a.view.component_count, 1);
    CHECK_INT(a.stairs.flight_count, 1);
    if (a.stairs.flight_count == 1) {
        const wend_flight *f = &a.stairs.flights[0];
        CHECK_INT(f->risers, 8);
        CHECK(fabs(f->riser - 0.17) < 0.001 && fabs(f->tread - 0.28) < 0.001 && fabs(f->width - 1.2) < 0.001);
        CHECK(fabs(f->bottom[0]) < 0.001 && fabs(f->bottom[2]) < 0.001);
        CHECK(fabs(f->top[0] - 7 * 0.28) < 0.001 && fabs(f->top[2] - 8 * 0.17) < 0.001);
        CHECK(!(f->break_height[0] > 0) && !(f->break_height[1] > 0));
        for (int32_t k = 0; k < f->risers; k++) {
            int32_t link = a.stairs.flight_links[f->first_link + k];
            const wend_link *l = &a.view.links[link];
            CHECK(a.stairs.link_flight[link] == 0 && fabs(l->direction[0] - 1) < 0.001);
        }
    }
    forget(&a);
    wend_scene_destroy(scene);
}

// Stairs to a small platform in the air: what could lie ahead of it is looked for, and is nothing. Clang's sanitizer
// once found a null pointer with an offset here.
TEST(a_flight_with_nothing_ahead_of_its_top_does_not_break) {
    wend_scene *scene = begin();
    floor_at(scene, -3, 0, 0, 1.2, 0);
    for (int k = 0; k < 5; k++) {
        double x = 0.28 * k, z = 0.17 * k;
        wall(scene, x, 1.2, x, 0, z, z + 0.17);
        floor_at(scene, x, 0, x + 0.28, 1.2, z + 0.17);
    }
    answer a = link_with(scene, &usual);
    CHECK_INT(a.stairs.flight_count, 1);
    if (a.stairs.flight_count == 1)
        CHECK(a.stairs.flights[0].risers == 5 && !(a.stairs.flights[0].break_height[1] > 0));
    forget(&a);
    wend_scene_destroy(scene);
}

TEST(a_flight_breaks_at_the_first_riser_that_is_too_high) {
    const double rise[8] = {0.17, 0.17, 0.17, 0.45, 0.17, 0.17, 0.17, 0.17};
    wend_scene *scene = flight_of(rise, 8);
    answer a = link_with(scene, &usual);
    CHECK_INT(a.view.component_count, 2);
    CHECK_INT(a.stairs.flight_count, 2);
    for (int32_t k = 0; k < a.stairs.flight_count; k++) {
        const wend_flight *f = &a.stairs.flights[k];
        CHECK(f->risers == 3 || f->risers == 4);
        int end = f->risers == 3; // it comes after the lower one, before the upper one
        CHECK_MESSAGE(fabs(f->break_height[end] - 0.45) < 0.001 && fabs(f->break_at[end][0] - 3 * 0.28) < 0.001 &&
                          fabs(f->break_at[end][1] - 0.6) < 0.001 && fabs(f->break_at[end][2] - 0.96) < 0.001,
                      "%d risers, break %g at %g", (int)f->risers, f->break_height[end], f->break_at[end][0]);
        CHECK(!(f->break_height[1 - end] > 0));
    }
    forget(&a);
    wend_scene_destroy(scene);
}

// The same with treads of many triangles across: each edge alone is narrower than a way must be.
TEST(a_break_is_told_of_treads_of_many_triangles) {
    const double rise[8] = {0.17, 0.17, 0.17, 0.5, 0.17, 0.17, 0.17, 0.17};
    wend_scene *scene = begin();
    double z = 0;
    for (int k = -1; k < 8; k++) {
        double x = k < 0 ? -2 : 0.28 * k, end = k < 7 ? 0.28 * (k + 1) : x + 2;
        z += k < 0 ? 0 : rise[k];
        for (int n = 0; n < 8; n++) {
            floor_at(scene, x, 0.15 * n, end, 0.15 * (n + 1), z);
            if (k >= 0)
                wall(scene, x, 0.15 * (n + 1), x, 0.15 * n, z - rise[k], z);
        }
    }
    answer a = link_with(scene, &usual);
    CHECK_INT(a.stairs.flight_count, 2);
    for (int32_t k = 0; k < a.stairs.flight_count; k++) {
        const wend_flight *f = &a.stairs.flights[k];
        int end = f->risers == 3; // it comes after the lower one, before the upper one
        CHECK_MESSAGE(fabs(f->break_height[end] - 0.5) < 0.001, "%d risers, break %g", (int)f->risers,
                      f->break_height[end]);
    }
    forget(&a);
    wend_scene_destroy(scene);
}

// ---------------------------------------------------------------------------------------------------- figures

#define CLOSE 0.001

// What a flight should be, places in ground coordinates.
typedef struct figures {
    int32_t risers;
    double riser, tread, width, bottom[3], top[3];
} figures;

static double apart(const double a[3], const double b[3]) {
    double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

// Whether an answer has exactly some flights, in any order. `name` and `number` tell which case it is.
static bool check_flights(const answer *a, const figures *expected, int count, const char *name, int64_t number) {
    const wend_stairs_view *v = &a->stairs;
    wend_up up = a->view.lattice.up;
    bool good = CHECK_MESSAGE(v->flight_count == count, "%s %lld: %d flights, expected %d", name, (long long)number,
                              (int)v->flight_count, count);
    for (int k = 0; k < count && good; k++) {
        const figures *e = &expected[k];
        const wend_flight *f = NULL;
        double bottom[3], top[3], nearest = INFINITY;
        wend_scene_from_ground(up, e->bottom, bottom);
        wend_scene_from_ground(up, e->top, top);
        for (int32_t i = 0; i < v->flight_count; i++)
            if (apart(v->flights[i].bottom, bottom) < nearest) {
                nearest = apart(v->flights[i].bottom, bottom);
                f = &v->flights[i];
            }
        if (!CHECK(f))
            return false;
        bool same = f->risers == e->risers && fabs(f->riser - e->riser) < CLOSE && fabs(f->lowest - e->riser) < CLOSE &&
                    fabs(f->highest - e->riser) < CLOSE && fabs(f->tread - e->tread) < CLOSE &&
                    fabs(f->width - e->width) < 2 * CLOSE && apart(f->bottom, bottom) < 2 * CLOSE &&
                    apart(f->top, top) < 2 * CLOSE;
        good &=
            CHECK_MESSAGE(same,
                          "%s %lld: %d risers of %.4f (%.4f to %.4f), tread %.4f, width %.4f, bottom off by %.4f, "
                          "top by %.4f; expected %d risers of %.4f, tread %.4f, width %.4f",
                          name, (long long)number, (int)f->risers, f->riser, f->lowest, f->highest, f->tread, f->width,
                          apart(f->bottom, bottom), apart(f->top, top), (int)e->risers, e->riser, e->tread, e->width);
        good &= CHECK_MESSAGE(!(f->break_height[0] > 0) && !(f->break_height[1] > 0),
                              "%s %lld: a riser of %g before it, one of %g after it", name, (long long)number,
                              f->break_height[0], f->break_height[1]);
    }
    return good;
}

// A place of a stair's own frame, in ground coordinates.
static void stand(const wend_stair *s, double x, double y, double z, double at[3]) {
    double turn = 6.283185307179586 * s->turn;
    at[0] = s->at[0] + cos(turn) * x - sin(turn) * y;
    at[1] = s->at[1] + sin(turn) * x + cos(turn) * y;
    at[2] = s->at[2] + z;
}

// What the flights of a stair are, once it is made. Returns how many.
static int figures_of(const wend_stair *s, figures *f) {
    const double inner = 0.4, middle = inner + s->width / 2, around = 6.283185307179586 * middle;
    double end = (s->risers - 1) * s->run, top = s->risers * s->rise, w = s->width;
    f[0] = f[1] = (figures){.risers = s->risers, .riser = s->rise, .tread = s->run, .width = w};
    if (s->shape == WEND_STAIR_L || s->shape == WEND_STAIR_U) {
        bool u = s->shape == WEND_STAIR_U;
        f[0].risers = f[1].risers = s->risers / 2;
        end = (s->risers / 2 - 1) * s->run;
        stand(s, u ? 1.5 * w + 0.2 : w / 2, 0, 0, f[0].bottom);
        stand(s, u ? 1.5 * w + 0.2 : w / 2, end, top / 2, f[0].top);
        stand(s, u ? w / 2 : 0, u ? end : end + w / 2, top / 2, f[1].bottom);
        stand(s, u ? w / 2 : -end, u ? 0 : end + w / 2, top, f[1].top);
        return 2;
    }
    if (s->shape == WEND_STAIR_CURVED || s->shape == WEND_STAIR_SPIRAL) {
        double sweep = s->run / around;
        if (s->shape ==
            WEND_STAIR_SPIRAL) { // one turns by 90 degrees to leave it: its last riser is none of the flight
            f[0].risers--;
            sweep = sweep * (s->risers - 4) > 1 ? 1.0 / (s->risers - 4) : sweep;
            f[0].tread = sweep * around;
        }
        double turn = 6.283185307179586 * sweep * (f[0].risers - 1);
        stand(s, middle, 0, 0, f[0].bottom);
        stand(s, middle * cos(turn), middle * sin(turn), f[0].risers * s->rise, f[0].top);
        return 1;
    }
    stand(s, w / 2, 0, 0, f[0].bottom);
    stand(s, w / 2, end + (s->shape == WEND_STAIR_RAKED ? s->lean : 0), top, f[0].top);
    return 1;
}

// The scene of a stair: it stands on a floor that is around its foot.
static wend_scene *scene_of(wend_stair *stair) {
    wend_model model = {.context = context, .grain = 0, .frame = wend_frame_whole()};
    CHECK(wend_scene_create(context, NULL, &model.scene) == WEND_OK);
    wend_model_stair(&model, stair);
    wend_array_free(context, &model.points);
    wend_array_free(context, &model.corners);
    wend_array_free(context, &model.scratch);
    CHECK(model.result == WEND_OK);
    return model.scene;
}

TEST(flights_of_random_stairs_are_what_was_built) {
    open_context_with(0);
    int64_t cases = check_cases("figures", 270);
    for (int64_t k = 0; k < cases; k++) {
        wend_model dice = {.context = context, .random = (uint64_t)k};
        wend_stair stair = wend_stair_random(&dice, (wend_stair_shape)(k % WEND_STAIR_SHAPE_COUNT));
        wend_scene *scene = scene_of(&stair);
        figures expected[2];
        int count = figures_of(&stair, expected);
        wend_agent def = usual;
        // With a higher step, the treads are stepped on from the floor beside them as well, and from the floor below
        // when they are apart.
        def.step = stair.rise + (k % 2 ? 0.001 : 0.35);
        answer a = link_with(scene, &def);
        check_flights(&a, expected, count, shape_names[stair.shape], k);
        forget(&a);
        wend_scene_destroy(scene);
    }
}

// Closed steps of boxes up along x on a floor that is around them, the last one a landing.
static wend_scene *boxes_on_a_floor(int steps, double run, double rise, double width) {
    wend_scene *scene = begin();
    floor_at(scene, -5, -5, 10, 5 + width, 0);
    for (int k = 0; k < steps; k++)
        box(scene, run * k, 0, k + 1 < steps ? run * (k + 1) : run * k + 2, width, 0, rise * (k + 1));
    return scene;
}

static void expect_flight(wend_scene *scene, const wend_agent *def, const figures *expected, const char *name,
                          int64_t number) {
    answer a = link_with(scene, def);
    check_flights(&a, expected, 1, name, number);
    forget(&a);
    wend_scene_destroy(scene);
}

TEST(the_floor_around_the_foot_is_no_part_of_a_flight) {
    for (int steps = 3; steps <= 8; steps++)
        for (int walls = 0; walls < 3; walls++) { // none, on the right, on both sides
            wend_scene *scene = boxes_on_a_floor(steps, 0.3, 0.17, 1.2);
            for (int k = 0; k < walls; k++)
                box(scene, -0.5, k ? 1.2 : -0.1, 0.3 * steps, k ? 1.3 : 0, 0, 3);
            const figures expected = {steps, 0.17, 0.3, 1.2, {0, 0.6, 0}, {0.3 * (steps - 1), 0.6, 0.17 * steps}};
            expect_flight(scene, &usual, &expected, "steps", steps);
        }
}

// Low ones are stepped on from the sides four treads high; narrow ones are deeper than wide.
TEST(sides_that_are_stepped_on_are_no_part_of_a_flight) {
    const figures low = {6, 0.1, 0.4, 0.9, {0, 0.45, 0}, {2, 0.45, 0.6}};
    expect_flight(boxes_on_a_floor(6, 0.4, 0.1, 0.9), &usual, &low, "low", 0);
    const figures narrow = {5, 0.18, 0.4, 0.3, {0, 0.15, 0}, {1.6, 0.15, 0.9}};
    expect_flight(boxes_on_a_floor(5, 0.4, 0.18, 0.3), &usual, &narrow, "narrow", 0);
    const figures wide = {7, 0.16, 0.32, 40, {0, 20, 0}, {1.92, 20, 1.12}};
    expect_flight(boxes_on_a_floor(7, 0.32, 0.16, 40), &usual, &wide, "wide", 0);
}

// A terrace beside the steps, at the height of one of them or between two.
TEST(a_floor_beside_the_treads_is_no_part_of_a_flight) {
    for (int k = 1; k <= 9; k++) {
        wend_scene *scene = boxes_on_a_floor(6, 0.35, 0.15, 1);
        box(scene, -0.5, 1, 4, 5, 0, 0.1 * k);
        const figures expected = {6, 0.15, 0.35, 1, {0, 0.5, 0}, {1.75, 0.5, 0.9}};
        answer a = link_with(scene, &usual);
        CHECK(a.stairs.flight_count >= 1);
        a.stairs.flight_count = a.stairs.flight_count > 1 ? 1 : a.stairs.flight_count;
        if (k != 3 && k != 6 && k != 9) // else some of its treads are parts of the terrace
            check_flights(&a, &expected, 1, "terrace", k);
        forget(&a);
        wend_scene_destroy(scene);
    }
}

// Steps down into a pit, the floor around its top.
TEST(the_floor_around_the_top_is_no_part_of_a_flight) {
    for (int steps = 3; steps <= 8; steps++) {
        const double run = 0.3, rise = 0.17, end = run * (steps - 1);
        wend_scene *scene = begin();
        floor_at(scene, -9, -5, -2, 6, 0);
        floor_at(scene, -2, -5, end, 0, 0);
        floor_at(scene, -2, 1.2, end, 6, 0);
        floor_at(scene, end, -5, end + 5, 6, 0);
        wall(scene, -2, 0, end, 0, -rise * steps, 0);
        wall(scene, end, 1.2, -2, 1.2, -rise * steps, 0);
        wall(scene, -2, 1.2, -2, 0, -rise * steps, 0);
        wall(scene, end, 1.2, end, 0, -rise * steps, 0);
        floor_at(scene, -2, 0, 0, 1.2, -rise * steps);
        for (int k = 0; k + 1 < steps; k++)
            box(scene, run * k, 0, run * (k + 1), 1.2, -rise * steps, -rise * (steps - 1 - k));
        const figures expected = {steps, rise, run, 1.2, {0, 0.6, -rise * steps}, {end, 0.6, 0}};
        expect_flight(scene, &usual, &expected, "pit", steps);
    }
}

// Each tread has a strip along its nosing, a little higher or lower than the rest of it.
TEST(treads_of_several_parts_are_treads) {
    for (int k = 0; k < 8; k++) {
        const double strip = (k % 2 ? -1 : 1) * (0.001 + 0.005 * k), run = 0.28, rise = 0.17;
        wend_scene *scene = begin();
        floor_at(scene, -3, 0, 0, 1.2, 0);
        for (int n = 0; n < 7; n++) {
            double x = run * n, z = rise * (n + 1);
            wall(scene, x, 1.2, x, 0, z - rise, z + strip);
            floor_at(scene, x, 0, x + 0.04, 1.2, z + strip);
            floor_at(scene, x + 0.04, 0, n < 6 ? x + run : x + 3, 1.2, z);
        }
        answer a = link_with(scene, &usual);
        const wend_flight *f = a.stairs.flights;
        CHECK_MESSAGE(a.stairs.flight_count == 1 && f->risers == 7 && fabs(f->width - 1.2) < CLOSE &&
                          fabs(f->tread - run) < CLOSE && fabs(f->bottom[0]) < CLOSE &&
                          fabs(f->top[2] - 7 * rise - strip) < CLOSE,
                      "strips of %g m: %d flights, the first with %d risers", strip, (int)a.stairs.flight_count,
                      a.stairs.flight_count > 0 ? (int)f->risers : 0);
        forget(&a);
        wend_scene_destroy(scene);
    }
}

// Open stairs over a floor that is seen between their treads, and through slits between the two boards of each.
TEST(slots_between_treads_are_strided_over) {
    for (int k = 0; k < 12; k++) {
        const double slot = 0.005 + 0.01 * k, run = 0.26 + slot, rise = 0.15 + 0.005 * k, slit = k % 3 == 0 ? 0.005 : 0;
        wend_scene *scene = begin();
        floor_at(scene, -3, -2, 6, 3, 0);
        for (int n = 0; n < 7; n++) {
            double x = run * n, z = rise * (n + 1), end = n < 6 ? x + 0.26 : x + 3;
            floor_at(scene, x, 0, x + 0.13, 1, z);
            floor_at(scene, x + 0.13 + (n < 6 ? slit : 0), 0, end, 1, z);
        }
        const figures expected = {7, rise, run, 1, {0, 0.5, 0}, {run * 6, 0.5, rise * 7}};
        answer a = link_with(scene, &usual);
        const wend_flight *f = a.stairs.flights;
        // Slits of boards end a little way before the sides of the treads, and the lowest one is stepped up from, too.
        CHECK_MESSAGE(a.stairs.flight_count == 1 && f->risers == 7 && fabs(f->width - 1) < 0.03,
                      "slots of %g m: %d flights, the first with %d risers, %g wide", slot, (int)a.stairs.flight_count,
                      a.stairs.flight_count > 0 ? (int)f->risers : 0, a.stairs.flight_count > 0 ? f->width : 0);
        if (!(slit > 0))
            check_flights(&a, &expected, 1, "slot", k);
        forget(&a);
        wend_scene_destroy(scene);
    }
}

// The front of each tread is turned a little, so that it crosses the back of the one before: on one side of the crossing
// the treads overlap, on the other one a wedge is open.
TEST(a_riser_may_be_crossed_by_the_edge_above_it) {
    for (int k = 0; k < 40; k++) {
        const double turn = 0.15 * k, run = 0.28, rise = 0.17, width = 1.2, lean = 0.002 + 0.0005 * k;
        wend_scene *scene = begin();
        for (int n = 0; n < 8; n++) {
            double x[2] = {n > 0 ? run * (n - 1) : -2, n < 7 ? run * n : run * n + 2}, z = n * rise, at[4][2];
            for (int i = 0; i < 4; i++) {
                double v = i < 2 ? 0 : width,
                       u = i == 1 || i == 2 ? x[1] : x[0] + (n % 2 ? lean : -lean) * (i ? 1 : -1);
                at[i][0] = cos(turn) * u - sin(turn) * v;
                at[i][1] = sin(turn) * u + cos(turn) * v;
            }
            triangle(scene, at[0][0], at[0][1], z, at[1][0], at[1][1], z, at[2][0], at[2][1], z);
            triangle(scene, at[0][0], at[0][1], z, at[2][0], at[2][1], z, at[3][0], at[3][1], z);
        }
        answer a = link_with(scene, &usual);
        CHECK_MESSAGE(a.stairs.flight_count == 1 && a.stairs.flights[0].risers == 7 &&
                          fabs(a.stairs.flights[0].width - width) < 0.02,
                      "turned by %g, leaning by %g: %d flights, the first with %d risers, %g wide", turn, lean,
                      (int)a.stairs.flight_count, a.stairs.flight_count > 0 ? (int)a.stairs.flights[0].risers : 0,
                      a.stairs.flight_count > 0 ? a.stairs.flights[0].width : 0);
        forget(&a);
        wend_scene_destroy(scene);
    }
}

TEST(a_railing_along_the_middle_does_not_make_two_flights) {
    wend_scene *scene = boxes_on_a_floor(6, 0.3, 0.17, 2);
    for (int k = 0; k < 6; k++)
        box(scene, 0.3 * k - 0.1, 0.95, 0.3 * k + 0.1, 1.05, 0, 0.17 * k + 1);
    answer a = link_with(scene, &usual);
    CHECK_INT(a.stairs.flight_count, 1);
    if (a.stairs.flight_count == 1) {
        const wend_flight *f = &a.stairs.flights[0];
        CHECK_MESSAGE(f->risers == 6 && fabs(f->tread - 0.3) < CLOSE && fabs(f->width - 1.9) < 0.01, "%d, %g, %g",
                      (int)f->risers, f->tread, f->width);
        CHECK(fabs(f->bottom[0]) < CLOSE && fabs(f->bottom[1] - 1) < 0.06 && fabs(f->top[0] - 1.5) < CLOSE);
        int32_t parts = 0;
        for (int32_t k = 0; k < a.view.link_count; k++)
            parts += a.stairs.link_flight[k] == 0;
        CHECK(parts >= 12);
    }
    forget(&a);
    wend_scene_destroy(scene);
}

// Steps on all sides of a platform, or on three.
TEST(steps_around_a_platform_are_measured_on_one_side) {
    for (int sides = 3; sides <= 4; sides++) {
        wend_scene *scene = begin();
        floor_at(scene, -6, -6, 8, 8, 0);
        for (int k = 0; k < 4; k++)
            box(scene, 0.3 * k, 0.3 * k, 3 - 0.3 * k, sides == 4 ? 3 - 0.3 * k : 3, 0, 0.15 * (k + 1));
        answer a = link_with(scene, &usual);
        CHECK_INT(a.stairs.flight_count, 1);
        if (a.stairs.flight_count == 1) {
            const wend_flight *f = &a.stairs.flights[0];
            double way[2] = {f->top[0] - f->bottom[0], f->top[1] - f->bottom[1]};
            CHECK_MESSAGE(f->risers == 4 && fabs(f->tread - 0.3) < CLOSE && fabs(f->riser - 0.15) < CLOSE,
                          "%d sides: %d risers, tread %g", sides, (int)f->risers, f->tread);
            CHECK_MESSAGE(fabs(sqrt(way[0] * way[0] + way[1] * way[1]) - 0.9) < (sides == 4 ? CLOSE : 0.5),
                          "%d sides: %g, %g", sides, way[0], way[1]);
        }
        forget(&a);
        wend_scene_destroy(scene);
    }
}

TEST(a_flight_tells_the_risers_before_and_after_it) {
    const double rise[11] = {0.17, 0.17, 0.17, 0.45, 0.17, 0.17, 0.17, 0.6, 0.17, 0.17, 0.17};
    for (int around = 0; around < 2; around++) {
        wend_scene *scene = begin();
        double z = 0, y = around ? 5 : 0;
        floor_at(scene, -3, -y, around ? 9 : 0, 1.2 + y, 0);
        for (int k = 0; k < 11; k++) {
            z += rise[k];
            box(scene, 0.28 * k, 0, k < 10 ? 0.28 * (k + 1) : 5, 1.2, 0, z);
        }
        answer a = link_with(scene, &usual);
        CHECK_INT(a.stairs.flight_count, 3);
        for (int32_t k = 0; k < a.stairs.flight_count; k++) {
            const wend_flight *f = &a.stairs.flights[k];
            double before = f->bottom[2] < 0.1 ? 0 : f->bottom[2] < 1.1 ? 0.45 : 0.6;
            double after = f->top[2] < 0.6 ? 0.45 : f->top[2] < 1.6 ? 0.6 : 0;
            CHECK_MESSAGE(fabs(f->break_height[0] - before) < CLOSE && fabs(f->break_height[1] - after) < CLOSE,
                          "%g before, %g after; expected %g, %g", f->break_height[0], f->break_height[1], before,
                          after);
            const double low[3] = {f->bottom[0] - 0.28, 0.6, f->bottom[2]};
            const double high[3] = {f->top[0] + 0.28, 0.6, f->top[2] + after};
            CHECK(!(before > 0) || apart(f->break_at[0], low) < 2 * CLOSE);
            CHECK(!(after > 0) || apart(f->break_at[1], high) < 2 * CLOSE);
        }
        forget(&a);
        wend_scene_destroy(scene);
    }
}

// Treads that are apart, and one between two that cannot be linked for the wall on it: nothing is too high there.
TEST(a_break_is_told_of_the_nearest_tread_only) {
    wend_scene *scene = begin();
    floor_at(scene, -3, -3, 0, 4, 0);
    for (int k = 0; k < 6; k++)
        box(scene, 0.3 * k, 0, 0.3 * k + 0.25, 1, 0.25 * (k + 1) - 0.05, 0.25 * (k + 1));
    box(scene, 0.9, 0, 1.15, 1, 1, 1.9); // a wall on the fourth
    wend_agent def = usual;
    def.step = 0.3;
    answer a = link_with(scene, &def);
    CHECK(a.stairs.flight_count >= 1);
    for (int32_t k = 0; k < a.stairs.flight_count; k++)
        CHECK_MESSAGE(!(a.stairs.flights[k].break_height[0] > 0) && !(a.stairs.flights[k].break_height[1] > 0),
                      "%g before, %g after", a.stairs.flights[k].break_height[0], a.stairs.flights[k].break_height[1]);
    forget(&a);
    wend_scene_destroy(scene);
}

TEST(flights_do_not_depend_on_the_order_of_triangles) {
    open_context_with(0);
    for (uint64_t k = 0; k < 36; k++) {
        wend_model dice = {.context = context, .random = k};
        wend_stair stair = wend_stair_random(&dice, (wend_stair_shape)(k % WEND_STAIR_SHAPE_COUNT));
        wend_scene *scene = scene_of(&stair), *other = shuffled(scene, k);
        wend_agent def = usual;
        def.step = stair.rise + 0.2;
        answer a = link_with(scene, &def), b = link_with(other, &def);
        CHECK(a.stairs.flight_count == b.stairs.flight_count &&
              a.stairs.flight_link_count == b.stairs.flight_link_count &&
              (a.stairs.flight_count == 0 || memcmp(a.stairs.flights, b.stairs.flights,
                                                    (size_t)a.stairs.flight_count * sizeof *a.stairs.flights) == 0));
        forget(&a);
        forget(&b);
        wend_scene_destroy(other);
        wend_scene_destroy(scene);
    }
}

// ---------------------------------------------------------------------------------------------------- what is none

// How many flights a scene has, which is used up.
static int32_t flights_in(wend_scene *scene) {
    answer a = link_with(scene, &usual);
    int32_t count = a.stairs.flight_count;
    forget(&a);
    wend_scene_destroy(scene);
    return count;
}

TEST(two_steps_are_not_a_flight) {
    CHECK_INT(flights_in(boxes_on_a_floor(2, 0.3, 0.17, 1.2)), 0);
    wend_scene *bed = begin(); // mattress, pillow and board
    floor_at(bed, -4, -4, 4, 4, 0);
    box(bed, 0, 0, 1.6, 2, 0, 0.6);
    box(bed, 0, 1.6, 1.6, 2, 0.6, 0.87);
    box(bed, 0, 1.9, 1.6, 2, 0.87, 1.15);
    CHECK_INT(flights_in(bed), 0);
}

// Three ledges of a shelf end on a board that is too small to stand on; on a wide one they are stairs.
TEST(a_flight_ends_where_one_can_stand) {
    for (int wide = 0; wide < 2; wide++) {
        wend_scene *scene = begin();
        floor_at(scene, -4, -4, 4, 4, 0);
        for (int k = 0; k < 4; k++)
            box(scene, 0.2 * k, 0, wide && k == 3 ? 2 : 0.2 * (k + 1), 0.6, 0, 0.3 * (k + 1));
        CHECK_INT(flights_in(scene), wide);
    }
}

// Two risers, a landing, and more of them around a corner.
TEST(two_steps_to_a_landing_of_stairs_are_a_flight) {
    wend_scene *scene = begin();
    floor_at(scene, -4, -4, 0, 4, 0);
    box(scene, 0, 0, 0.3, 1, 0, 0.17);
    box(scene, 0.3, 0, 1.3, 1, 0, 0.34);
    for (int k = 0; k < 6; k++)
        box(scene, 0.3, 1 + 0.28 * k, 1.3, k < 5 ? 1 + 0.28 * (k + 1) : 5, 0, 0.34 + 0.17 * (k + 1));
    answer a = link_with(scene, &usual);
    CHECK_INT(a.stairs.flight_count, 2);
    CHECK_INT(a.stairs.flight_link_count, 8);
    forget(&a);
    wend_scene_destroy(scene);
}

// Treads that slope, and risers of several heights.
TEST(risers_add_up) {
    for (uint64_t n = 0; n < 60; n++) {
        uint64_t random = n;
        int count = 3 + (int)(10 * wend_random_unit(&random));
        double z = 0, slope = 0.3 * wend_random_unit(&random), run = 0.25 + 0.1 * wend_random_unit(&random);
        wend_scene *scene = begin();
        floor_at(scene, -3, 0, 0, 1.2, 0);
        for (int k = 0; k < count; k++) {
            double x = run * k, rise = 0.15 + 0.03 * wend_random_unit(&random), end = k + 1 < count ? x + run : x + 3;
            double up = k + 1 < count ? slope * run : 0;
            wall(scene, x, 1.2, x, 0, z, z + rise);
            z += rise;
            triangle(scene, x, 0, z, end, 0, z + up, end, 1.2, z + up);
            triangle(scene, x, 0, z, end, 1.2, z + up, x, 1.2, z);
            z += up;
        }
        answer a = link_with(scene, &usual);
        const wend_flight *f = a.stairs.flights;
        if (CHECK_INT(a.stairs.flight_count, 1)) {
            CHECK_MESSAGE(f->risers == count && fabs(f->riser * count - z) < CLOSE &&
                              fabs(f->top[2] - f->bottom[2] - z) < CLOSE && f->lowest <= f->riser &&
                              f->highest >= f->riser,
                          "%d of %d risers of %g, %g to %g, lead up %g", (int)f->risers, count, f->riser, f->bottom[2],
                          f->top[2], z);
        }
        forget(&a);
        wend_scene_destroy(scene);
    }
}

// ---------------------------------------------------------------------------------------------------- spirals

// A spiral stair: treads around the origin, above a floor or from a sector of one, to a landing of 50 degrees.
typedef struct spiral {
    int risers, pieces; // triangles of a tread come in so many pairs
    double rise, inner, outer, sweep, lap, turn, thickness;
} spiral;

static void corner_at(const spiral *s, double radius, double angle, double z, double at[3]) {
    at[0] = radius * cos(angle + s->turn);
    at[1] = radius * sin(angle + s->turn);
    at[2] = z;
}

static void sector(wend_scene *scene, const spiral *s, double from, double to, double top) {
    for (int k = 0; k < s->pieces; k++) {
        double a = from + (to - from) * k / s->pieces, b = from + (to - from) * (k + 1) / s->pieces, p[4][3], q[4][3];
        for (int i = 0; i < 4; i++) {
            corner_at(s, i == 1 || i == 2 ? s->outer : s->inner, i < 2 ? a : b, top, p[i]);
            corner_at(s, i == 1 || i == 2 ? s->outer : s->inner, i < 2 ? a : b, top - s->thickness, q[i]);
        }
        const int faces[2][3] = {{0, 1, 2}, {0, 2, 3}};
        for (int i = 0; i < 2; i++) {
            const int *f = faces[i];
            bool flat = !(s->inner > 0) && i == 1; // at the axis
            for (int under = 0; under < 2 && !flat; under++) {
                double(*c)[3] = under ? q : p;
                const double *u = c[f[0]], *v = c[f[under ? 2 : 1]], *w = c[f[under ? 1 : 2]];
                triangle(scene, u[0], u[1], u[2], v[0], v[1], v[2], w[0], w[1], w[2]);
            }
        }
        for (int i = 0; i < 4; i++) { // front, outside, back, inside
            int j = (i + 1) % 4;
            if (i == 1 || (i == 3 && s->inner > 0) || (i == 0 && k == 0) || (i == 2 && k + 1 == s->pieces))
                wall(scene, p[i][0], p[i][1], p[j][0], p[j][1], top - s->thickness, top);
        }
    }
}

static wend_scene *scene_of_spiral(const spiral *s, bool around) {
    wend_scene *scene = begin();
    for (int k = 0; k < s->risers; k++) {
        double from = k * s->sweep - s->lap, to = k + 1 < s->risers ? (k + 1) * s->sweep : k * s->sweep + 0.87;
        sector(scene, s, from, to, (k + 1) * s->rise);
    }
    double reach = s->outer + 2;
    if (around)
        floor_at(scene, -reach, -reach, reach, reach, 0);
    else
        sector(scene, s, -1, 0, 0);
    return scene;
}

// No more than three quarters of a turn, so that nothing is too low.
TEST(a_spiral_is_one_flight) {
    static const double inner[5] = {0, 0, 0.05, 0.15, 0.4}, laps[5] = {0, 0.02, -0.02, -0.05, -0.03};
    for (uint64_t n = 0; n < (uint64_t)check_option("spirals", 150); n++) {
        uint64_t random = n;
        spiral s = {.pieces = 1 + (int)(3 * wend_random_unit(&random)), .thickness = 0.05};
        s.rise = 0.15 + 0.05 * wend_random_unit(&random);
        s.inner = inner[n % 5];
        s.outer = s.inner + 0.9 + 0.5 * wend_random_unit(&random);
        double middle = (s.inner + s.outer) / 2, run = 0.2 + 0.1 * wend_random_unit(&random);
        s.sweep = run / middle;
        s.lap = laps[n / 5 % 5] / middle;
        s.turn = 6.283185307179586 * wend_random_unit(&random);
        int most = 1 + (int)(4.7 / s.sweep);
        s.risers = 4 + (int)(10 * wend_random_unit(&random));
        s.risers = s.risers > most ? most : s.risers;
        wend_scene *scene = scene_of_spiral(&s, n % 2 == 0);
        answer a = link_with(scene, &usual);
        const wend_flight *f = a.stairs.flights;
        bool one = a.stairs.flight_count == 1 && f->risers == s.risers && fabs(f->riser - s.rise) < CLOSE;
        CHECK_MESSAGE(one, "spiral %d of %d risers, %g to %g m, turning by %g, lap %g: %d flights, the first of %d",
                      (int)n, s.risers, s.inner, s.outer, s.sweep, s.lap * middle, (int)a.stairs.flight_count,
                      a.stairs.flight_count > 0 ? (int)f->risers : 0);
        forget(&a);
        wend_scene_destroy(scene);
    }
}

// How many findings a report has of stairs that are too steep, and how high the first of them says that risers are.
static int64_t count_steep(const wend_scene *scene, double step, double *measured) {
    wend_settings settings = default_settings();
    settings.agent.step = step;
    wend_surface *surface = NULL;
    wend_links *links = NULL;
    wend_report_clear(report);
    CHECK(extract_scene(context, scene, &settings, &surface, report) == WEND_OK);
    CHECK(link_scene(context, scene, surface, &settings.agent, &links, report) == WEND_OK);
    CHECK(wend_stairs_find_steep(context, links, surface, report) == WEND_OK);
    int64_t count = 0;
    for (int64_t k = 0; k < wend_report_count(report); k++) {
        const wend_finding *f = wend_report_at(report, k);
        if (strcmp(f->code, "stairs-too-steep") == 0 && count++ == 0)
            *measured = f->measured;
    }
    wend_links_destroy(links);
    wend_surface_destroy(surface);
    return count;
}

TEST(stairs_that_are_too_steep_are_told) {
    wend_scene *scene = boxes_on_a_floor(5, 0.3, 0.45, 1.2);
    double measured = 0;
    CHECK_INT(count_steep(scene, 0.4, &measured), 1);
    CHECK_MESSAGE(fabs(measured - 0.45) < CLOSE, "%g", measured);
    CHECK_INT(count_steep(scene, 0.45, &measured), 0); // joined
    CHECK_INT(count_steep(scene, 0.2, &measured), 0);  // not by little
    wend_scene_destroy(scene);
    scene = boxes_on_a_floor(2, 0.5, 0.45, 0.5); // a bench
    CHECK_INT(count_steep(scene, 0.4, &measured), 0);
    wend_scene_destroy(scene);
    scene = boxes_on_a_floor(8, 0.3, 0.17, 1.2);
    CHECK_INT(count_steep(scene, 0.4, &measured), 0);
    wend_scene_destroy(scene);
}

TEST(nothing_is_left_behind) {
    close_context();
}

CHECK_MAIN()

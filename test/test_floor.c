// The floor cut until clearance is linear: against wend_medial_clearance in thousands of random places, and the areas
// where discs of many radii fit.
#include "shared_context.h"

#include <wend/picture.h>
#include <wend/pipeline.h>
#include <wend/sample.h>

#include "base/random.h"

#include <math.h>

#define ERROR 0.01
#define NUMBERS 1e-5 // metres that numbers may add to it

static wend_nav *build(const char *name, uint64_t seed, bool scene) {
    open_context_with(1);
    wend_nav *nav = NULL;
    wend_scene *soup = NULL;
    wend_drawing *drawing = NULL;
    if (scene && wend_sample_build_scene(context, name, 0, seed, &soup) == WEND_OK)
        wend_build_scene(context, soup, NULL, &nav, NULL, NULL);
    if (!scene && wend_sample_build_drawing(context, name, 0, seed, &drawing) == WEND_OK)
        wend_build_drawing(context, drawing, NULL, &nav, NULL, NULL);
    wend_scene_destroy(soup);
    wend_drawing_destroy(drawing);
    return nav;
}

// ---------------------------------------------------------------------------------------------------- places

enum { GRID = 256 };

// The floor, seen from above in ground coordinates, and which triangles lie in each cell of a grid.
typedef struct model {
    wend_plan_view plan;
    wend_floor_view floor;
    double *seen;
    double low[2], cell[2];
    int32_t *starts, *members;
} model;

static int bin(const model *m, int axis, double at) {
    double k = (at - m->low[axis]) / m->cell[axis];
    return k < 0 ? 0 : k >= GRID ? GRID - 1 : (int)k;
}

static void box_of(const model *m, int32_t t, int low[2], int high[2]) {
    for (int axis = 0; axis < 2; axis++) {
        double from = INFINITY, to = -INFINITY;
        for (int i = 0; i < 3; i++) {
            double at = m->seen[3 * m->floor.triangles[3 * t + i] + axis];
            from = fmin(from, at);
            to = fmax(to, at);
        }
        low[axis] = bin(m, axis, from);
        high[axis] = bin(m, axis, to);
    }
}

static void sort_triangles(model *m, bool count) {
    for (int32_t t = 0; t < m->floor.triangle_count; t++) {
        int low[2], high[2];
        box_of(m, t, low, high);
        for (int x = low[0]; x <= high[0]; x++)
            for (int y = low[1]; y <= high[1]; y++) {
                if (count)
                    m->starts[x * GRID + y + 2]++;
                else
                    m->members[m->starts[x * GRID + y + 1]++] = t;
            }
    }
}

static model make_model(const wend_plan *plan, const wend_floor *floor) {
    model m = {.plan = wend_plan_look(plan), .floor = wend_floor_look(floor)};
    double high[2] = {-INFINITY, -INFINITY};
    m.low[0] = m.low[1] = INFINITY;
    m.seen = malloc(((size_t)m.floor.vertex_count + 1) * 3 * sizeof(double));
    for (int32_t v = 0; v < m.floor.vertex_count; v++) {
        if (m.plan.vertex_heights)
            wend_ground_from_scene(m.plan.ground.up, m.floor.places + 3 * v, m.seen + 3 * v);
        else
            memcpy(m.seen + 3 * v, m.floor.places + 3 * v, 3 * sizeof(double));
        for (int axis = 0; axis < 2; axis++) {
            m.low[axis] = fmin(m.low[axis], m.seen[3 * v + axis]);
            high[axis] = fmax(high[axis], m.seen[3 * v + axis]);
        }
    }
    for (int axis = 0; axis < 2; axis++)
        m.cell[axis] = fmax((high[axis] - m.low[axis]) / GRID, 1e-9);
    m.starts = calloc(GRID * GRID + 2, sizeof(int32_t));
    sort_triangles(&m, true);
    for (int k = 1; k < GRID * GRID + 2; k++)
        m.starts[k] += m.starts[k - 1];
    m.members = malloc(((size_t)m.starts[GRID * GRID + 1] + 1) * sizeof(int32_t));
    sort_triangles(&m, false); // afterwards, starts[k] is where cell k begins
    return m;
}

static void free_model(model *m) {
    free(m->seen);
    free(m->starts);
    free(m->members);
}

static double side(const double *a, const double *b, const double *p) {
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

// The interpolated clearance in a place, on the triangle there whose height is nearest; NAN when there is none. *apart is
// how far that height is.
static double interpolate(const model *m, const double at[3], double *apart, int32_t *on) {
    double found = NAN;
    int k = bin(m, 0, at[0]) * GRID + bin(m, 1, at[1]);
    *apart = INFINITY;
    for (int32_t i = m->starts[k]; i < m->starts[k + 1]; i++) {
        const int32_t *v = m->floor.triangles + 3 * m->members[i];
        const double *a = m->seen + 3 * v[0], *b = m->seen + 3 * v[1], *c = m->seen + 3 * v[2];
        double whole = side(a, b, c), p = side(b, c, at) / whole, q = side(c, a, at) / whole, r = 1 - p - q;
        if (!(p >= -1e-7 && q >= -1e-7 && r >= -1e-7))
            continue;
        double height = fabs(p * a[2] + q * b[2] + r * c[2] - at[2]) * m->plan.unit;
        if (height >= *apart)
            continue;
        *apart = height;
        *on = m->members[i];
        found = p * m->floor.clearances[v[0]] + q * m->floor.clearances[v[1]] + r * m->floor.clearances[v[2]];
    }
    return found;
}

// ---------------------------------------------------------------------------------------------------- the check

enum { RADII = 20 };

typedef struct tally {
    int64_t places, lost, wrong;
    double worst, apart; // of clearance; of the widest way from the first place
    int64_t disagree[RADII], fits[RADII];
} tally;

static double radius_of(int k) {
    return 0.05 + 0.05 * k;
}

static tally look_at_places(const wend_nav *nav, const wend_floor *floor, uint64_t seed, int64_t count, double error) {
    const wend_plan *plan = wend_nav_plan(nav);
    model m = make_model(plan, floor);
    tally t = {0};
    uint64_t random = seed;
    wend_spot start = {-1, {0, 0}, 0};
    double *reach = malloc(((size_t)wend_medial_look(wend_nav_medial(nav)).vertex_count + 1) * sizeof *reach);
    for (int64_t k = 0; k < count; k++) {
        double at[3] = {0, 0, 0}, seen[3], apart;
        wend_spot spot = {0};
        wend_plan_ground ground;
        wend_medial_near near;
        int32_t on = -1;
        wend_plan_random(plan, &random, at, &spot.triangle);
        wend_lattice_point(&m.plan.lattice, at, &spot.point);
        wend_lattice_place(&m.plan.lattice, spot.point, at);
        wend_medial_clearance(wend_nav_medial(nav), &spot, &near);
        wend_plan_find_ground(plan, &spot, &ground);
        if (m.plan.vertex_heights) {
            wend_ground_from_scene(m.plan.ground.up, ground.place, seen);
            at[2] = seen[2];
        }
        if (start.triangle < 0) {
            start = spot;
            wend_medial_reach(wend_nav_medial(nav), &start, reach);
        }
        double room = interpolate(&m, at, &apart, &on), off = fabs(room - near.clearance);
        t.places++;
        if (!(apart <= 0.05) || isnan(room)) { // a speck that was left out, or a place between two heights of a step
            t.lost++;
            continue;
        }
        t.wrong += off > error + NUMBERS;
        t.worst = fmax(t.worst, off);
        double widest = fmin(room, reach[m.floor.ends[on]]);
        t.apart = fmax(t.apart, fabs(widest - wend_medial_widest(wend_nav_medial(nav), &start, &spot)));
        for (int r = 0; r < RADII; r++) {
            t.fits[r] += near.clearance >= radius_of(r);
            t.disagree[r] += (near.clearance >= radius_of(r)) != (room >= radius_of(r));
        }
    }
    free(reach);
    free_model(&m);
    return t;
}

static double plan_area(const model *m) {
    double sum = 0;
    for (int32_t t = 0; t < m->floor.triangle_count; t++) {
        const int32_t *v = m->floor.triangles + 3 * t;
        double area = side(m->seen + 3 * v[0], m->seen + 3 * v[1], m->seen + 3 * v[2]) / 2;
        CHECK(area > -1e-9);
        sum += area;
    }
    return sum * m->plan.unit * m->plan.unit;
}

static void check_nav(const wend_nav *nav, const char *name, uint64_t seed, int64_t places) {
    wend_floor *floor = NULL;
    wend_floor_def def = wend_default_floor_def();
    CHECK(def.error == ERROR);
    wend_result result = wend_floor_build(context, wend_nav_medial(nav), &def, &floor, report);
    CHECK_INT(result, WEND_OK);
    if (result != WEND_OK)
        return;
    model m = make_model(wend_nav_plan(nav), floor);
    double area = plan_area(&m), whole = wend_plan_area(wend_nav_plan(nav));
    free_model(&m);
    CHECK_MESSAGE(fabs(area - whole) <= 1e-4 * whole, "%s %d: %g square metres of %g", name, (int)seed, area, whole);
    tally t = look_at_places(nav, floor, seed + 1, places, ERROR);
    CHECK_MESSAGE(t.wrong == 0 && t.lost <= 1 + t.places / 2000, "%s %d: of %d places %d wrong, %d lost; worst %.4f m",
                  name, (int)seed, (int)t.places, (int)t.wrong, (int)t.lost, t.worst);
    CHECK_MESSAGE(t.apart <= ERROR + NUMBERS, "%s %d: the widest way is wrong by %.4f m", name, (int)seed, t.apart);
    double most = 0; // share of the floor that is coloured wrongly
    for (int r = 0; r < RADII; r++)
        most = fmax(most, (double)t.disagree[r] / (double)t.places);
    CHECK_MESSAGE(most <= 0.005 || places < 2000, "%s %d: %.3f%% of the floor has the wrong colour", name, (int)seed,
                  100 * most);
    if (check_option("tell", 0))
        printf("%s %d: %d triangles for %d arcs, worst %.4f m, wrong colour %.3f%%, lost %d of %d\n", name, (int)seed,
               wend_floor_look(floor).triangle_count, wend_medial_look(wend_nav_medial(nav)).arc_count, t.worst,
               100 * most, (int)t.lost, (int)t.places);
    wend_floor_destroy(floor);
}

static void check_sample(const char *name, uint64_t seed, bool scene, int64_t places) {
    wend_nav *nav = build(name, seed, scene);
    if (nav && wend_nav_medial(nav))
        check_nav(nav, name, seed, places);
    else
        CHECK_MESSAGE(strncmp(name, "random", 6) == 0, "%s was not built", name); // a random scene may have no floor
    wend_nav_destroy(nav);
}

TEST(clearance_on_named_scenes) {
    static const char *const names[] = {"stairs", "two-storeys",  "bridge",  "garage", "ramp-overhang",
                                        "boxes",  "intersecting", "cracked", "holes",  "platforms"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        if (check_takes((int)k))
            check_sample(names[k], 0, true, check_cases("places", 4000));
}

TEST(clearance_on_named_plans) {
    static const char *const names[] = {"rooms",   "spiral",   "star",       "comb",
                                        "circles", "touching", "thin-walls", "areas"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        if (check_takes((int)k))
            check_sample(names[k], 1, false, check_cases("places", 4000));
}

TEST(clearance_on_random_scenes) {
    int64_t cases = check_cases("scenes", 40);
    for (int64_t seed = 1; seed <= cases; seed++) {
        check_sample("random-scene", (uint64_t)seed, true, 500);
        if (seed % 6 == 0)
            check_sample("random-stairs", (uint64_t)seed, true, 500);
    }
}

TEST(errors_that_cannot_be_are_refused) {
    wend_nav *nav = build("comb", 1, false);
    REQUIRE(nav != NULL);
    const double errors[] = {0, -1, 0.00009, NAN, INFINITY};
    wend_floor *floor = NULL;
    for (size_t k = 0; k < sizeof errors / sizeof errors[0]; k++) {
        wend_floor_def def = {.error = errors[k]};
        CHECK_INT(wend_floor_build(context, wend_nav_medial(nav), &def, &floor, report), WEND_ERROR_ARGUMENT);
        CHECK(floor == NULL && strstr(wend_report_error(report), "error: expected") != NULL);
        wend_report_clear(report);
    }
    CHECK_INT(wend_floor_build(context, NULL, NULL, &floor, NULL), WEND_ERROR_ARGUMENT);
    wend_floor_destroy(NULL);
    wend_floor_def fine = {.error = 0.001}, coarse = {.error = 0.1};
    int32_t counts[2];
    REQUIRE(wend_floor_build(context, wend_nav_medial(nav), &fine, &floor, report) == WEND_OK);
    counts[0] = wend_floor_look(floor).triangle_count;
    wend_floor_destroy(floor);
    REQUIRE(wend_floor_build(context, wend_nav_medial(nav), &coarse, &floor, report) == WEND_OK);
    counts[1] = wend_floor_look(floor).triangle_count;
    wend_floor_destroy(floor);
    CHECK(counts[0] > counts[1]);
    wend_nav_destroy(nav);
}

TEST(nothing_is_left) {
    open_context_with(1);
    close_context();
}

CHECK_MAIN()

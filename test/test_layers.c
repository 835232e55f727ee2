// Layers: floors are whole, storeys are whole, and nothing of one storey is shown among the rooms of another.
//
// That no two triangles of a layer overlap is proven by wend_plan_check. What is told here is which triangles must be
// together: by the definition at the top of src/plan/layers.c, looking at all pairs.
#include "shared_context.h"

#include <wend/file.h>
#include <wend/pipeline.h>
#include <wend/plan.h>
#include <wend/sample.h>

#include <math.h>

#define SLACK 4.0

static wend_plan_view view;
static double metre;        // lattice steps
static double height, step; // of the agent, lattice steps

// ---------------------------------------------------------------------------------------------------- the definition

static wend_point corner(int32_t t, int i) {
    return view.vertices[view.triangles[t].v[i % 3]];
}

static double cross(wend_point a, wend_point b, wend_point c) {
    return ((double)b.x - a.x) * ((double)c.y - a.y) - ((double)c.x - a.x) * ((double)b.y - a.y);
}

static double area_of(int32_t t) {
    return cross(corner(t, 0), corner(t, 1), corner(t, 2)) / 2 / metre / metre;
}

static void span_of(int32_t t, double *low, double *high) {
    const int32_t *v = view.triangles[t].v, *h = view.vertex_heights;
    *low = fmin(h[v[0]], fmin(h[v[1]], h[v[2]]));
    *high = fmax(h[v[0]], fmax(h[v[1]], h[v[2]]));
}

static double middle_of(int32_t t) {
    const int32_t *v = view.triangles[t].v, *h = view.vertex_heights;
    return ((double)h[v[0]] + h[v[1]] + h[v[2]]) / 3;
}

// Whether triangle b may be moved across an edge of a, by no more than the slack, to be clear of it.
static bool is_clear(int32_t a, int32_t b) {
    for (int i = 0; i < 3; i++) {
        wend_point p = corner(a, i), q = corner(a, i + 1);
        double most = -INFINITY;
        for (int k = 0; k < 3; k++)
            most = fmax(most, cross(p, q, corner(b, k)));
        if (most <= SLACK * hypot((double)q.x - p.x, (double)q.y - p.y))
            return true;
    }
    return false;
}

static bool overlap(int32_t a, int32_t b) {
    for (int axis = 0; axis < 2; axis++) {
        double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
        for (int i = 0; i < 6; i++) {
            wend_point p = corner(i < 3 ? a : b, i);
            double at = axis == 0 ? p.x : p.y;
            low[i / 3] = fmin(low[i / 3], at);
            high[i / 3] = fmax(high[i / 3], at);
        }
        if (low[0] > high[1] || low[1] > high[0])
            return false;
    }
    return !is_clear(a, b) && !is_clear(b, a);
}

// Whether a gives way to b, which it overlaps.
static bool gives_way(int32_t a, int32_t b) {
    double above = middle_of(a) - middle_of(b), larger = area_of(a) - area_of(b);
    if (fabs(above) <= step)
        return larger < 0 || (larger == 0 && a > b);
    return above > 0 && above < height;
}

enum { MOST = 2000 }; // triangles that all pairs are looked at of
static bool late[MOST];
static int32_t parent[MOST];

static int32_t find(int32_t t) {
    while (parent[t] != t)
        t = parent[t] = parent[parent[t]];
    return t;
}

static void join_level_triangles(void) {
    for (int32_t e = 0; e < 3 * view.triangle_count; e++) {
        int32_t twin = view.triangles[e / 3].twin[e % 3];
        if (twin < 0 || late[e / 3] || late[twin / 3])
            continue;
        double low[2], high[2];
        span_of(e / 3, &low[0], &high[0]);
        span_of(twin / 3, &low[1], &high[1]);
        if (fmax(high[0], high[1]) - fmin(low[0], low[1]) <= 0.1 * metre)
            parent[find(e / 3)] = find(twin / 3);
    }
}

typedef struct tallies {
    int64_t plans, floors, folded, flat;
} tallies;

// Level floors that do not overlap themselves are whole, and a plan without overlaps has one layer.
static bool check_floors(tallies *sum) {
    static bool folded[MOST];
    int32_t count = view.triangle_count;
    bool good = true, flat = true;
    for (int32_t t = 0; t < count; t++) {
        parent[t] = t;
        late[t] = folded[t] = false;
    }
    for (int32_t a = 0; a < count; a++)
        for (int32_t b = 0; b < a; b++)
            if (overlap(a, b)) {
                flat = false;
                late[a] |= gives_way(a, b);
                late[b] |= gives_way(b, a);
            }
    join_level_triangles();
    for (int32_t a = 0; a < count; a++)
        for (int32_t b = 0; b < a; b++)
            if (find(a) == find(b) && !folded[find(a)] && overlap(a, b))
                folded[find(a)] = true;
    for (int32_t t = 0; t < count; t++) {
        sum->floors += find(t) == t;
        sum->folded += find(t) == t && folded[t];
        if (!folded[find(t)])
            good &= CHECK_MESSAGE(view.triangle_layer[t] == view.triangle_layer[find(t)],
                                  "triangles %d and %d are on layers %d and %d", (int)t, (int)find(t),
                                  (int)view.triangle_layer[t], (int)view.triangle_layer[find(t)]);
    }
    sum->plans++;
    sum->flat += flat;
    return good && (!flat || CHECK_INT(view.layer_count, 1));
}

// ---------------------------------------------------------------------------------------------------- scenes

static wend_nav *build(const wend_scene *scene) {
    wend_build_def def = wend_default_build_def();
    wend_nav *nav = NULL;
    if (!CHECK_MESSAGE(wend_build_scene(context, scene, &def, &nav, NULL, report) == WEND_OK, "%s",
                       wend_report_error(report)))
        return NULL;
    CHECK(wend_plan_check(context, wend_nav_plan(nav), report) == WEND_OK);
    view = wend_plan_look(wend_nav_plan(nav));
    metre = 1 / (view.lattice.step * view.unit);
    wend_agent agent = wend_links_look(wend_nav_links(nav)).agent;
    height = agent.height * metre;
    step = agent.step * metre;
    return nav;
}

static wend_nav *build_sample(const char *name, int32_t size, uint64_t seed) {
    wend_scene *scene = NULL;
    if (!CHECK(wend_sample_build_scene(context, name, size, seed, &scene) == WEND_OK))
        return NULL;
    wend_nav *nav = build(scene);
    wend_scene_destroy(scene);
    return nav;
}

TEST(floors_of_random_scenes_are_whole) {
    open_context_with(0);
    static const struct {
        const char *name;
        int32_t size;
    } kinds[] = {{"random-scene", 100}, {"random-scene", 300}, {"random-stairs", 300}, {"boxes", 200}, {"soup", 100}};
    int64_t cases = check_cases("cases", 300);
    tallies sum = {0};
    bool good = true;
    for (int64_t k = check_option("from", 0); k < cases && good; k++) {
        size_t kind = (size_t)k % (sizeof kinds / sizeof *kinds);
        wend_nav *nav = build_sample(kinds[kind].name, kinds[kind].size, (uint64_t)k);
        good = nav && (view.triangle_count > MOST || view.triangle_count == 0 || check_floors(&sum));
        wend_nav_destroy(nav);
        CHECK_MESSAGE(good, "case %lld", (long long)k);
    }
    printf("%lld plans, %lld floors, %lld of them overlap themselves; %lld plans without overlaps\n",
           (long long)sum.plans, (long long)sum.floors, (long long)sum.folded, (long long)sum.flat);
    CHECK(cases < 200 || (sum.plans > cases / 2 && sum.flat > 5));
}

// The share, by area, of what lies within 2 cm of a height that is on a layer.
static double share_at(double at, int32_t layer) {
    double all = 0, on = 0;
    for (int32_t t = 0; t < view.triangle_count; t++) {
        double low, high, origin = view.ground.origin[2] * view.unit;
        span_of(t, &low, &high);
        if (fabs(origin + low / metre - at) > 0.02 || fabs(origin + high / metre - at) > 0.02)
            continue;
        all += area_of(t);
        on += view.triangle_layer[t] == layer ? area_of(t) : 0;
    }
    CHECK(all > 1);
    return on / all;
}

// The area of a layer between two heights.
static double area_between(int32_t layer, double from, double to) {
    double sum = 0;
    for (int32_t t = 0; t < view.triangle_count; t++) {
        double at = view.ground.origin[2] * view.unit + middle_of(t) / metre;
        sum += view.triangle_layer[t] == layer && at >= from && at <= to ? area_of(t) : 0;
    }
    return sum;
}

TEST(a_house_has_two_storeys) {
    open_context_with(0);
    wend_nav *nav = build_sample("two-storeys", 0, 1);
    REQUIRE(nav != NULL);
    CHECK_MESSAGE(share_at(0, 0) > 0.999, "%g", share_at(0, 0));
    CHECK_MESSAGE(share_at(-0.15, 0) > 0.999, "%g", share_at(-0.15, 0));
    CHECK_MESSAGE(share_at(2.8, 1) > 0.99, "%g", share_at(2.8, 1));
    // Furniture is with the floor that it stands on: none of the ground floor's is above, but the stairs are.
    CHECK_MESSAGE(area_between(1, -1, 1.2) < 2.5, "%g", area_between(1, -1, 1.2));
    CHECK_MESSAGE(area_between(0, 0.3, 1.2) > 30, "%g", area_between(0, 0.3, 1.2));
    CHECK_MESSAGE(area_between(1, 3.1, 4.2) > 5, "%g", area_between(1, 3.1, 4.2));
    wend_nav_destroy(nav);
}

TEST(every_deck_of_a_garage_is_whole) {
    open_context_with(0);
    wend_nav *nav = build_sample("garage", 0, 1);
    REQUIRE(nav != NULL);
    for (int32_t deck = 0; deck < 3; deck++)
        CHECK_MESSAGE(share_at(3 * deck, deck) > 0.99, "deck %d: %g", (int)deck, share_at(3 * deck, deck));
    wend_nav_destroy(nav);
}

// A furnished room that was scanned: one storey, in which floor below tables was filled in a hundred places.
TEST(a_scanned_room_is_one_storey) {
    open_context_with(0);
    const char *path = check_data("scan/iwer_living_room.obj");
    if (!path)
        SKIP("%s is not there", "scan/iwer_living_room.obj");
    wend_scene *scene = NULL;
    REQUIRE(wend_scene_create(context, NULL, &scene) == WEND_OK);
    REQUIRE(wend_file_read_scene(context, path, 0, scene, report) == WEND_OK);
    wend_nav *nav = build(scene);
    REQUIRE(nav != NULL);
    double all = 0;
    for (int32_t t = 0; t < view.triangle_count; t++)
        all += area_of(t);
    CHECK_MESSAGE(area_between(0, -1, 10) > 0.985 * all, "%g of %g", area_between(0, -1, 10), all);
    CHECK_MESSAGE(area_between(0, -1, 0.1) > 0.99 * (all - area_between(0, 0.1, 10) - area_between(1, 0.1, 10)), "%g",
                  area_between(0, -1, 0.1));
    wend_nav_destroy(nav);
    wend_scene_destroy(scene);
}

TEST(nothing_is_left_behind) {
    close_context();
}

CHECK_MAIN()

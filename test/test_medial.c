// The medial axis against brute force that walks straight lines over triangles, on thousands of small surfaces.
#include "immersed.h"
#include "medial_judge.h"
#include "sketch.h"

static immersed surface; // large

static void print_surface(const immersed *m) {
    for (int32_t k = 0; k < m->count && m->count < 60; k++)
        printf("    {{%d, %d}, {%d, %d}, {%d, %d}} glued %d %d %d\n", m->corner[k][0].x, m->corner[k][0].y,
               m->corner[k][1].x, m->corner[k][1].y, m->corner[k][2].x, m->corner[k][2].y, m->glued[3 * k],
               m->glued[3 * k + 1], m->glued[3 * k + 2]);
}

// The same surface with other numbers has the same hash.
static bool check_shuffled(const wend_plan *plan, uint64_t *state) {
    static immersed other;
    wend_medial *one = NULL, *two = NULL;
    other = surface;
    immersed_shuffle(&other, state);
    immersed_plan *p = immersed_make(context, &other, report);
    bool good = CHECK(p != NULL) && CHECK(wend_medial_build(context, plan, NULL, &one, report) == WEND_OK) &&
                CHECK(wend_medial_build(context, immersed_look(p), NULL, &two, report) == WEND_OK) &&
                CHECK(wend_medial_look(one).hash == wend_medial_look(two).hash);
    wend_medial_destroy(one);
    wend_medial_destroy(two);
    immersed_free(p);
    return good;
}

// Random surface number `seed`, judged; false when it is wrong. *made is set when the surface is a plan.
static bool try_surface(int64_t seed, bool *made) {
    uint64_t state = (uint64_t)seed * 1000003;
    int32_t side = (int32_t[]){3, 5, 8, 20, 100, 1000}[wend_random_below(&state, 6)];
    immersed_random(&surface, 1 + (int32_t)wend_random_below(&state, 24), side, &state);
    immersed_scale(&surface, (int32_t[]){1, 16, 1000}[wend_random_below(&state, 3)]);
    immersed_plan *p = immersed_make(context, &surface, report);
    *made = p != NULL;
    if (p == NULL)
        return true;
    bool good = check_medial(immersed_look(p), &state) && check_shuffled(immersed_look(p), &state);
    immersed_free(p);
    if (!CHECK_MESSAGE(good, "case %lld", (long long)seed))
        print_surface(&surface);
    return good;
}

// Surfaces on which something went wrong once.
TEST(medial_named_cases) {
    static const int64_t seeds[] = {
        1,      // an arc takes nearly a full turn around the tip of a wall beside another wall
        5,      // a spot lies in regions of two turns around one vertex
        11181,  // a vertex is seen whose own edges are both hidden behind it
        95656,  // a point obstacle with two turns of floor, whose cell has the same neighbour twice
        521050, // a spot in a vertex, from which a walk may leave into another turn
    };
    open_context_with(1);
    for (size_t k = 0; k < sizeof seeds / sizeof seeds[0]; k++) {
        bool made;
        try_surface(seeds[k], &made);
    }
}

TEST(medial_random_immersed) {
    open_context_with(1);
    int64_t cases = check_cases("cases", 3000), seed = check_option("seed", 1), count = 0;
    for (int64_t k = 0; k < cases; k++) {
        bool made;
        if (!try_surface(seed + k, &made))
            return;
        count += made;
    }
    CHECK_MESSAGE(count > cases * 9 / 10, "only %lld of %lld surfaces", (long long)count, (long long)cases);
}

TEST(medial_random_flat) {
    open_context_with(1);
    int64_t cases = check_cases("cases", 3000), seed = check_option("seed", 1);
    for (int64_t k = 0; k < cases; k++) {
        uint64_t state = (uint64_t)(seed + k) * 1000003;
        sketch s = {0};
        int32_t side = (int32_t[]){8, 12, 24, 60}[wend_random_below(&state, 4)];
        uint64_t kind = wend_random_below(&state, 4);
        if (kind == 0)
            sketch_crowded(&s, side, &state);
        else if (kind == 1)
            sketch_scattered(&s, side, &state);
        else
            sketch_random(&s, WEND_INSIDE_RINGS, kind == 2 ? SKETCH_SQUARE : SKETCH_ANY, side, &state);
        wend_drawing *drawing = sketch_draw(context, &s);
        wend_plan_def def = wend_default_plan_def();
        def.lattice = 1;
        wend_plan *plan = NULL;
        wend_result result = wend_plan_build(context, drawing, &def, &plan, report);
        wend_drawing_destroy(drawing);
        wend_report_clear(report);
        if (result == WEND_ERROR_EMPTY)
            continue;
        if (!CHECK(result == WEND_OK))
            continue;
        bool good = check_medial(plan, &state);
        wend_plan_destroy(plan);
        if (!CHECK_MESSAGE(good, "case %lld", (long long)(seed + k))) {
            sketch_print(&s);
            return;
        }
    }
}

TEST(medial_end) {
    close_context();
}

CHECK_MAIN()

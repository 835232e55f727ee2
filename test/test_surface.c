// Surfaces made by hand, and thousands of small random ones against the brute force of oracle_surface.h: arrays, fans,
// cycles, components, areas, order, footholds. What must not matter: the order of triangles, corners and borders, where
// the surface lies, threads. What must be refused is in test_surface_check.c.
//
//     test_surface [--cases N]     N random surfaces of each family (1500)
#include "failing.h"
#include "floors.h"

#include "geom/hilbert.h"

#include <math.h>

// ---------------------------------------------------------------------------------------------------- by hand

static void expect(const oracle_floor *f, int32_t vertices, int32_t boundaries, int32_t cycles, int32_t components) {
    wend_surface *surface = must_make(f);
    wend_surface_view view = wend_surface_look(surface);
    CHECK_INT(view.vertex_count, vertices);
    CHECK_INT(view.boundary_count, boundaries);
    CHECK_INT(view.cycle_count, cycles);
    CHECK_INT(view.component_count, components);
    is_valid(surface);
    matches_oracle(f, surface);
    wend_surface_destroy(surface);
}

TEST(nothing_is_a_surface) {
    open_context();
    oracle_floor f = floor_new();
    expect(&f, 0, 0, 0, 0);
    add_triangle(&f, at(0, 0, 0), at(1, 0, 0), at(0, 1, 0));
    f.triangles[0].source = -1;
    expect(&f, 0, 0, 0, 0);
    wend_surface *surface = must_make(&f);
    wend_foothold foothold;
    wend_surface_locate(surface, (double[3]){0, 0, 0}, 10, 10, 10, &foothold);
    CHECK_INT(foothold.triangle, -1);
    wend_surface_destroy(surface);
    wend_surface_destroy(NULL);
    floor_free(&f);
}

TEST(a_square) {
    open_context();
    oracle_floor f = square();
    expect(&f, 4, 4, 1, 1);
    wend_surface *surface = must_make(&f);
    wend_surface_view view = wend_surface_look(surface);
    CHECK(view.area == 1 && view.components[0].area == 1);
    CHECK_INT(view.components[0].area2, 2 * 8192 * 8192);
    CHECK(view.max[0] == 1 && view.max[1] == 1 && view.max[2] == 0 && view.min[0] == 0);
    wend_foothold foothold;
    wend_surface_locate(surface, (double[3]){0.25, 0.5, 0.1}, 0, 0.2, 0, &foothold);
    CHECK(foothold.triangle >= 0 && foothold.place[0] == 0.25 && foothold.place[2] == 0 && foothold.distance == 0);
    wend_surface_locate(surface, (double[3]){0.25, 0.5, 0.1}, 0, 0.05, 5, &foothold);
    CHECK_INT(foothold.triangle, -1);
    wend_surface_locate(surface, (double[3]){0.25, 0.5, -0.1}, 0, 0.2, 0, &foothold);
    CHECK_INT(foothold.triangle, -1);
    wend_surface_locate(surface, (double[3]){1.5, 0.5, 0.1}, 0, 0.2, 0.499, &foothold);
    CHECK_INT(foothold.triangle, -1);
    wend_surface_locate(surface, (double[3]){1.5, 0.5, 0.1}, 0, 0.2, 0.501, &foothold);
    CHECK(foothold.triangle >= 0 && foothold.place[0] == 1 && foothold.place[1] == 0.5 && foothold.distance == 0.5);
    wend_surface_locate(surface, (double[3]){NAN, 0.5, 0.1}, 1, 1, 1, &foothold);
    CHECK_INT(foothold.triangle, -1);
    wend_surface_locate(surface, (double[3]){1e300, 0.5, 0.1}, 1, 1, 1, &foothold);
    CHECK_INT(foothold.triangle, -1);
    wend_surface_locate(surface, (double[3]){1e12, 0.5, 0.1}, INFINITY, INFINITY, INFINITY, &foothold);
    CHECK(foothold.triangle >= 0 && foothold.place[0] == 1);
    wend_surface_locate(surface, (double[3]){0.5, 0.5, 0}, NAN, 1, 1, &foothold);
    CHECK_INT(foothold.triangle, -1);
    wend_surface_destroy(surface);
    floor_free(&f);
}

TEST(kinds_have_names) {
    CHECK_STRING(wend_boundary_kind_name(WEND_BOUNDARY_LEDGE), "ledge");
    CHECK_STRING(wend_boundary_kind_name(WEND_BOUNDARY_CUT), "cut");
    CHECK_STRING(wend_boundary_kind_name(WEND_BOUNDARY_KIND_COUNT), "unknown");
}

TEST(a_ring_has_two_cycles) {
    open_context();
    oracle_floor f = ring();
    expect(&f, 8, 8, 2, 1);
    floor_free(&f);
}

TEST(two_storeys) {
    open_context();
    oracle_floor f = square();
    add_quad(&f, at(0, 0, 30000), at(8192, 0, 30000), at(8192, 8192, 30000), at(0, 8192, 30000), false);
    join_from(&f, 2);
    expect(&f, 8, 8, 2, 2);
    wend_surface *surface = must_make(&f);
    wend_foothold foothold;
    const double heights[5] = {0.1, 3.5, 3.6, 3.7, 5}; // the upper floor is at 3.66
    const double floors[5] = {0, 0, 3.662109375, 3.662109375, 3.662109375};
    for (int i = 0; i < 5; i++) {
        wend_surface_locate(surface, (double[3]){0.5, 0.25, heights[i]}, 0.1, 4, 0, &foothold);
        CHECK(foothold.triangle >= 0 && foothold.place[2] == floors[i]);
        // Beside both: equally near, so the highest within reach.
        wend_surface_locate(surface, (double[3]){-0.05, 0.3, heights[i]}, 0.1, 4, 0.1, &foothold);
        CHECK(foothold.triangle >= 0 && foothold.place[2] == floors[i] && foothold.place[0] == 0);
    }
    wend_surface_destroy(surface);
    floor_free(&f);
}

TEST(a_spiral_ramp_of_three_turns) {
    open_context();
    oracle_floor f = spiral(24, 2, 5, 100);
    expect(&f, 50, 50, 1, 1);
    floor_free(&f);
}

TEST(a_pinch_has_two_vertices) {
    open_context();
    oracle_floor f = floor_new();
    add_triangle(&f, at(0, 0, 0), at(10, -5, 0), at(10, 5, 0));
    add_triangle(&f, at(0, 0, 0), at(-10, 5, 0), at(-10, -5, 0));
    expect(&f, 6, 6, 2, 2);
    // Two teeth that touch in the middle of a hole: still two vertices there, and one cycle that passes there twice.
    oracle_floor g = ring();
    add_triangle(&g, at(30, 30, 0), at(60, 30, 0), at(45, 45, 0));
    add_triangle(&g, at(60, 60, 0), at(30, 60, 0), at(45, 45, 0));
    join_from(&g, 0);
    expect(&g, 8 + 2, 4 + 6, 2, 1);
    floor_free(&f);
    floor_free(&g);
}

TEST(a_barrier_has_two_sides) {
    open_context();
    oracle_floor f = around(0, 8, true, 0);
    expect(&f, 9, 8, 1, 1);
    cut_edge(&f, 0); // from the middle to the rim: the middle stays one vertex, the rim gets two
    expect(&f, 10, 10, 1, 1);
    cut_edge(&f, 12); // right across
    expect(&f, 12, 12, 2, 2);
    floor_free(&f);
    oracle_floor g = ring();
    cut_edge(&g, 2); // one edge from hole to rim or across a quad
    wend_surface *surface = must_make(&g);
    is_valid(surface);
    matches_oracle(&g, surface);
    wend_surface_destroy(surface);
    floor_free(&g);
}

// ---------------------------------------------------------------------------------------------------- at random

typedef oracle_floor family(uint64_t *state);

static oracle_floor random_spiral(uint64_t *state) {
    int32_t steps = 1 + below(state, 30), inner = 1 + below(state, 5), outer = inner + 1 + below(state, 5);
    oracle_floor f = spiral(steps, inner, outer, 1 + below(state, 40));
    for (int32_t k = 0; k < f.triangle_count; k++)
        if (below(state, 12) == 0)
            take_away(&f, k, state);
    return f;
}

// Two storeys that share a line, with some of the edges on it joined crosswise: one passes from floor to floor. Where
// that begins or ends inside, a vertex is passed around twice.
static oracle_floor random_crossing(uint64_t *state) {
    oracle_floor f = floor_new();
    int32_t columns = 2 + below(state, 4), crossed[6];
    for (int32_t i = 0; i < columns; i++)
        crossed[i] = below(state, 2);
    if (below(state, 3) == 0)
        for (int32_t i = 0; i < columns; i++)
            crossed[i] = 1;
    for (int32_t s = 0; s < 2; s++) {
        int32_t first = f.triangle_count, side = s == 0 ? 4 : -4;
        for (int32_t i = 0; i < columns; i++) {
            wend_point3 a = {10 * i, 0, side}, b = {10 * i + 10, 0, side}, c = {10 * i + 10, 10, 0},
                        d = {10 * i, 10, 0};
            wend_point3 g = {10 * i + 10, 20, -side}, h = {10 * i, 20, -side};
            add_quad(&f, a, b, c, d, false);
            add_quad(&f, d, c, g, h, false);
        }
        join_from(&f, first);
    }
    // Within a column: a b c, a c d, d c g, d g h. The edge c -> d is edge 1 of the second, d -> c edge 0 of the third.
    for (int32_t i = 0; i < columns; i++) {
        int32_t low = 4 * i, high = 4 * columns + 4 * i;
        if (!crossed[i])
            continue;
        join_edges(&f, 3 * (low + 1) + 1, 3 * (high + 2));
        join_edges(&f, 3 * (high + 1) + 1, 3 * (low + 2));
    }
    if (below(state, 2))
        for (int32_t e = 0; e < 3 * f.triangle_count; e++)
            if (below(state, 8) == 0)
                cut_edge(&f, e);
    return f;
}

static void floor_move(oracle_floor *f, int32_t dx, int32_t dy, int32_t dz) {
    for (int32_t k = 0; k < f->triangle_count; k++)
        for (int i = 0; i < 3; i++) {
            wend_point3 *p = &f->triangles[k].p[i];
            *p = (wend_point3){p->x + dx, p->y + dy, p->z + dz};
        }
}

static void judge(const oracle_floor *f, uint64_t *state) {
    wend_surface *surface = must_make(f);
    bool twisted = oracle_surface_is_twisted(f);
    wend_result result = checked(surface);
    CHECK_MESSAGE(result == (twisted ? WEND_ERROR_INVALID : WEND_OK), "%s, oracle: %s (%s)", wend_describe(result),
                  twisted ? "twisted" : "sound", wend_report_error(report));
    CHECK_INT(wend_report_total(report, "twisted") > 0, twisted);
    matches_oracle(f, surface);

    oracle_floor shuffled = floor_shuffled(f, state);
    wend_surface *again = must_make(&shuffled);
    CHECK_MESSAGE(same_arrays(&surface->view, &again->view, false), "shuffled triangles make other arrays");
    for (int32_t k = 0; k < shuffled.triangle_count; k++)
        if (shuffled.triangles[k].source >= 0)
            shuffled.triangles[k].source = k;
    for (int32_t b = 0; b < shuffled.border_count; b++)
        if (shuffled.borders[b].cause >= 0)
            shuffled.borders[b].cause = b;
    wend_surface *renamed = must_make(&shuffled);
    CHECK_MESSAGE(same_arrays(&surface->view, &renamed->view, true), "sources and causes change the arrays");

    int32_t dx = below(state, 1 << 20) - (1 << 19), dy = below(state, 1 << 20) - (1 << 19), dz = below(state, 999);
    floor_move(&shuffled, dx, dy, dz);
    wend_surface *moved = must_make(&shuffled);
    bool same = moved->view.hash == surface->view.hash && moved->view.vertex_count == surface->view.vertex_count;
    for (int32_t i = 0; same && i < surface->view.vertex_count; i++) {
        wend_point3 p = surface->view.vertices[i], q = moved->view.vertices[i];
        same = q.x == p.x + dx && q.y == p.y + dy && q.z == p.z + dz;
    }
    CHECK_MESSAGE(same, "a translation changes the hash or the order");
    wend_surface_destroy(surface);
    wend_surface_destroy(again);
    wend_surface_destroy(renamed);
    wend_surface_destroy(moved);
    floor_free(&shuffled);
}

static void judge_family(family *make_floor, uint64_t seed) {
    open_context();
    uint64_t state = seed;
    for (int64_t n = check_cases("cases", 1500); n > 0 && check_failures < CHECK_FAILURES_SHOWN; n--) {
        oracle_floor f = make_floor(&state);
        judge(&f, &state);
        floor_free(&f);
    }
}

TEST(random_storeys_are_as_the_oracle_says) {
    judge_family(random_storeys, 1);
}

TEST(random_spirals_are_as_the_oracle_says) {
    judge_family(random_spiral, 2);
}

TEST(random_crossings_are_as_the_oracle_says) {
    judge_family(random_crossing, 3);
}

TEST(raw_components_are_those_of_the_surface) {
    open_context();
    uint64_t state = 11;
    for (int64_t n = check_cases("cases", 1500) / 3; n > 0; n--) {
        oracle_floor f = random_storeys(&state);
        wend_raw raw = {.lattice = f.lattice};
        raw.triangles.data = f.triangles;
        raw.triangles.count = f.triangle_count;
        int32_t component[ROOM], count = -1, next = 0;
        CHECK_INT(wend_raw_components(context, &raw, component, &count), WEND_OK);
        for (int32_t k = 0; k < f.triangle_count; k++) {
            bool there = f.triangles[k].source >= 0;
            CHECK(there ? component[k] >= 0 && component[k] <= next && component[k] < count : component[k] == -1);
            next += there && component[k] == next;
            for (int i = 0; there && i < 3; i++)
                CHECK(f.triangles[k].twin[i] < 0 || component[f.triangles[k].twin[i] / 3] == component[k]);
        }
        wend_surface *surface = must_make(&f);
        CHECK_INT(count, surface->view.component_count);
        wend_surface_destroy(surface);
        floor_free(&f);
    }
}

TEST(the_hash_tells_apart) {
    open_context();
    uint64_t state = 21;
    for (int n = 0; n < 300; n++) {
        oracle_floor f = random_storeys(&state);
        wend_surface *surface = must_make(&f);
        for (int change = 0; change < 4 && surface->view.triangle_count > 0; change++) {
            oracle_floor g = floor_copy(&f);
            if (change == 0)
                g.lattice.step *= 2;
            if (change == 1)
                g.lattice.unit *= 2;
            if (change == 2) {
                int32_t used = 0;
                for (int32_t k = 0; k < 3 * g.triangle_count; k++)
                    if (g.triangles[k / 3].source >= 0 && *twin_of(&g, k) < 0)
                        used = ~*twin_of(&g, k);
                g.borders[used].kind = (uint8_t)((g.borders[used].kind + 1) % WEND_BOUNDARY_KIND_COUNT);
            }
            if (change == 3) { // raises one fan: two surfaces that differ in one height
                int32_t first = 0;
                while (g.triangles[first].source < 0)
                    first++;
                wend_point3 p = g.triangles[first].p[0];
                for (int32_t k = 0; k < g.triangle_count; k++)
                    for (int i = 0; i < 3; i++)
                        if (wend_compare_points(&g.triangles[k].p[i], &p) == 0)
                            g.triangles[k].p[i].z++;
            }
            wend_surface *other = must_make(&g);
            CHECK_MESSAGE(other->view.hash != surface->view.hash, "change %d keeps the hash", change);
            wend_surface_destroy(other);
            floor_free(&g);
        }
        wend_surface_destroy(surface);
        floor_free(&f);
    }
}

TEST(the_curve_is_that_of_the_plans) {
    uint64_t state = 4;
    for (int n = 0; n < 100000; n++) {
        int bits = 1 + below(&state, 31);
        uint32_t mask = (uint32_t)(((uint64_t)1 << bits) - 1);
        uint32_t x = (uint32_t)wend_random(&state) & mask, y = (uint32_t)wend_random(&state) & mask;
        wend_curve curve = wend_curve_make((wend_point){0, 0}, (wend_point){(int32_t)mask, (int32_t)mask});
        if (!CHECK(wend_curve_at(&curve, x, y) == wend_hilbert(x, y, 31)))
            return;
    }
}

// ---------------------------------------------------------------------------------------------------- footholds

TEST(footholds_are_as_the_oracle_says) {
    open_context();
    uint64_t state = 31;
    int64_t found = 0, aside = 0, none = 0;
    for (int64_t n = check_cases("cases", 1500); n > 0 && check_failures < CHECK_FAILURES_SHOWN; n--) {
        oracle_floor f = n % 3 == 0   ? random_spiral(&state)
                         : n % 3 == 1 ? random_storeys(&state)
                                      : spiral(20, 2, 4, 17);
        wend_surface *surface = must_make(&f);
        wend_surface_view view = wend_surface_look(surface);
        double side = view.lattice.step * view.lattice.unit;
        for (int i = 0; i < 20 && view.triangle_count > 0; i++) {
            double size[3], place[3];
            for (int k = 0; k < 3; k++) {
                size[k] = view.max[k] - view.min[k];
                place[k] = view.min[k] + size[k] * (1.5 * wend_random_unit(&state) - 0.25);
            }
            if (i % 4 == 0) { // at a vertex
                wend_lattice3_place(&view.lattice, view.vertices[below(&state, view.vertex_count)], place);
            }
            double most = (size[0] + size[1] + size[2]) * view.lattice.unit;
            double up = wend_random_unit(&state) * most / 4, down = wend_random_unit(&state) * most / 4;
            double snap = below(&state, 2) ? 0 : wend_random_unit(&state) * most / 4;
            wend_foothold foothold;
            wend_surface_locate(surface, place, up, down, snap, &foothold);
            const char *wrong = oracle_surface_foothold_is_wrong(&view, place, up, down, snap, &foothold);
            CHECK_MESSAGE(!wrong, "%s (case %lld, triangle %d, %.9g steps)", wrong, (long long)n, foothold.triangle,
                          foothold.distance / side);
            *(foothold.triangle < 0 ? &none : foothold.distance > 0 ? &aside : &found) += 1;
        }
        wend_surface_destroy(surface);
        floor_free(&f);
    }
    CHECK_MESSAGE(found > 100 && aside > 100 && none > 100, "%lld, %lld, %lld", (long long)found, (long long)aside,
                  (long long)none);
}

// The plane at corners is exact, on needles too, and inside it never leaves the corners' range.
TEST(heights_stay_on_the_triangle) {
    open_context();
    uint64_t state = 41;
    for (int n = 0; n < 20000; n++) {
        int32_t reach = 1 << (2 + below(&state, 28));
        wend_point3 p[3];
        for (int i = 0; i < 3; i++)
            p[i] = at(below(&state, reach) - reach / 2, below(&state, reach) - reach / 2, below(&state, reach));
        if (n % 2) // a needle
            p[2] = at(p[0].x + (p[1].x - p[0].x) / 2, p[0].y + (p[1].y - p[0].y) / 2 + 1, p[2].z);
        if (wend_cross3(&p[0], &p[1], &p[2]) <= 0)
            continue;
        oracle_floor f = floor_new();
        add_triangle(&f, p[0], p[1], p[2]);
        wend_surface *surface = must_make(&f);
        double low = INFINITY, high = -INFINITY;
        for (int i = 0; i < 3; i++) {
            CHECK(wend_surface_height(surface, 0, p[i].x, p[i].y) == p[i].z);
            low = fmin(low, p[i].z);
            high = fmax(high, p[i].z);
        }
        for (int i = 0; i < 10; i++) { // lattice points near an edge: those within must stay within
            int k = below(&state, 3);
            double s = wend_random_unit(&state);
            wend_point3 q = at((int32_t)(p[k].x + s * ((double)p[(k + 1) % 3].x - p[k].x)),
                               (int32_t)(p[k].y + s * ((double)p[(k + 1) % 3].y - p[k].y)), 0);
            if (wend_cross3(&p[0], &p[1], &q) < 0 || wend_cross3(&p[1], &p[2], &q) < 0 ||
                wend_cross3(&p[2], &p[0], &q) < 0)
                continue;
            double z = wend_surface_height(surface, 0, q.x, q.y);
            CHECK(z >= low - 1e-6 && z <= high + 1e-6);
            if (n % 2) // between lattice points: against the plane's equation, where it is not nearly upright
                continue;
            long double ux = (long double)p[1].x - p[0].x, uy = (long double)p[1].y - p[0].y;
            long double vx = (long double)p[2].x - p[0].x, vy = (long double)p[2].y - p[0].y;
            long double uz = (long double)p[1].z - p[0].z, vz = (long double)p[2].z - p[0].z, up = ux * vy - uy * vx;
            long double dx = q.x + 0.25L - p[0].x, dy = q.y - 0.375L - p[0].y;
            long double steep = (fabsl(uy * vz - uz * vy) + fabsl(uz * vx - ux * vz)) / up;
            long double exact = p[0].z - ((uy * vz - uz * vy) * dx + (uz * vx - ux * vz) * dy) / up;
            CHECK(fabsl(wend_surface_height(surface, 0, q.x + 0.25, q.y - 0.375) - exact) <= 1e-6L * (1 + steep));
        }
        wend_surface_destroy(surface);
        floor_free(&f);
    }
}

// ---------------------------------------------------------------------------------------------------- large

// A field of hills with its twins written down, storeys of it, in a raw surface of a context. False without memory.
static bool make_hills(wend_context *c, int32_t side, int32_t storeys, uint64_t seed, wend_raw *raw) {
    *raw = (wend_raw){.lattice = {{0, 0, 0}, 0x1p-13, 1, WEND_UP_Z}};
    int64_t count = 2 * (int64_t)side * side * storeys;
    if (!wend_array_resize(c, &raw->triangles, count) || !wend_array_reserve(c, &raw->borders, 4 * side * storeys))
        return false;
    for (int32_t s = 0; s < storeys; s++)
        for (int32_t j = 0; j < side; j++)
            for (int32_t i = 0; i < side; i++) {
                int32_t k = 2 * ((s * side + j) * side + i);
                wend_point3 p[4];
                for (int n = 0; n < 4; n++) {
                    int32_t x = i + (n == 1 || n == 2), y = j + (n >= 2);
                    uint64_t state = seed + (uint64_t)(y * (side + 1) + x);
                    int32_t rough = (int32_t)(wend_random(&state) % 400);
                    p[n] = at(1000 * x + rough, 1000 * y + rough / 3, s * 20000 + rough);
                }
                wend_raw_triangle *t = &raw->triangles.data[k];
                t[0] = (wend_raw_triangle){{p[0], p[1], p[2]}, {3 * (k - 2 * side) + 4, 3 * (k + 2) + 5, 3 * k + 3}, k};
                t[1] = (wend_raw_triangle){{p[0], p[2], p[3]}, {3 * k + 2, 3 * (k + 2 * side), 3 * (k - 2) + 1}, k + 1};
                int32_t *open[4] = {j == 0 ? &t[0].twin[0] : NULL, i == side - 1 ? &t[0].twin[1] : NULL,
                                    j == side - 1 ? &t[1].twin[1] : NULL, i == 0 ? &t[1].twin[2] : NULL};
                for (int n = 0; n < 4; n++)
                    if (open[n]) {
                        *open[n] = ~(int32_t)raw->borders.count;
                        if (!wend_array_push(c, &raw->borders, ledge))
                            return false;
                    }
            }
    return true;
}

static wend_context *context_with(int threads) {
    wend_context_def def = wend_default_context_def();
    def.threads = threads;
    wend_context *c = NULL;
    if (wend_context_create(&def, &c) != WEND_OK)
        exit(1);
    return c;
}

TEST(threads_do_not_matter) {
    open_context();
    wend_surface *first = NULL;
    wend_context *first_context = NULL;
    for (int threads = 1; threads <= 5; threads++) {
        wend_context *c = context_with(threads);
        wend_raw raw;
        wend_surface *surface = NULL;
        REQUIRE(make_hills(c, 80, 3, 9, &raw));
        CHECK_INT(wend_surface_from_raw(c, &raw, &surface), WEND_OK);
        is_valid(surface);
        CHECK_INT(surface->view.vertex_count, 3 * 81 * 81);
        if (threads == 1) {
            first = surface;
            first_context = c;
            continue;
        }
        CHECK(same_arrays(&first->view, &surface->view, false));
        wend_surface_destroy(surface);
        CHECK_INT(wend_bytes_now(c), 0);
        wend_context_destroy(c);
    }
    wend_surface_destroy(first);
    CHECK_INT(wend_bytes_now(first_context), 0);
    wend_context_destroy(first_context);
}

TEST(areas_beyond_the_limit_are_refused) {
    open_context();
    oracle_floor f = spiral(40, 1, WEND_COORDINATE_MAX / 10, 1);
    expect(&f, 82, 82, 1, 1);
    floor_free(&f);
    f = spiral(48, 1, WEND_COORDINATE_MAX / 10, 1);
    wend_surface *surface;
    CHECK_INT(make(context, &f, &surface), WEND_ERROR_LIMIT);
    CHECK(surface == NULL);
    floor_free(&f);
}

typedef struct recipe {
    int32_t side, storeys;
} recipe;

static wend_result make_and_check(wend_context *c, void *data) {
    const recipe *r = data;
    wend_raw raw;
    wend_surface *surface = NULL;
    if (!make_hills(c, r->side, r->storeys, 3, &raw)) {
        wend_raw_free(c, &raw);
        return WEND_ERROR_MEMORY;
    }
    int32_t component[1024], count;
    wend_result result = wend_raw_components(c, &raw, component, &count);
    if (result != WEND_OK) {
        wend_raw_free(c, &raw);
        return result;
    }
    result = wend_surface_from_raw(c, &raw, &surface);
    if (result == WEND_OK)
        result = wend_surface_check(c, surface, NULL);
    wend_surface_destroy(surface);
    return result;
}

TEST(memory_may_run_out_anywhere) {
    failing memory;
    wend_context *c = failing_context(&memory, 1);
    recipe few = {5, 2}, tall = {2, 40}; // tall ones have many triangles over the same place
    failing_each(&memory, c, "few", make_and_check, &few);
    failing_each(&memory, c, "tall", make_and_check, &tall);
    failing_finish(&memory, c);
}

TEST(nothing_is_left) {
    open_context();
    close_context();
}

CHECK_MAIN()

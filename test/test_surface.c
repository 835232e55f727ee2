// Surfaces made by hand, and thousands of small random ones against the brute force of oracle_surface.h: arrays, fans,
// cycles, components, areas, order, footholds. What must not matter: the order of triangles, corners and borders, where
// the surface lies, threads. What the validator must refuse: every field spoiled, every renumbering, twists.
//
//     test_surface [--cases N]     N random surfaces of each family (1500)
#include "failing.h"
#include "shared_context.h"

#include "base/random.h"
#include "geom/hilbert.h"
#include "oracle_surface.h"
#include "surface/order.h"
#include "surface/surface.h"

#include <math.h>

static void open_context(void) {
    open_context_with(2);
}

// ---------------------------------------------------------------------------------------------------- floors

enum { ROOM = 4096 }; // triangles of a handmade or random floor

static int32_t below(uint64_t *state, int32_t bound) {
    return (int32_t)wend_random_below(state, (uint64_t)bound);
}

static oracle_floor floor_new(void) {
    oracle_floor f = {.lattice = {{0, 0, 0}, 0x1p-13, 1, WEND_UP_Z}, .producer = WEND_PRODUCER_EXACT};
    f.triangles = calloc(ROOM, sizeof *f.triangles);
    f.borders = calloc((size_t)3 * ROOM, sizeof *f.borders);
    if (!f.triangles || !f.borders)
        exit(1);
    return f;
}

static void floor_free(oracle_floor *f) {
    free(f->triangles);
    free(f->borders);
}

static oracle_floor floor_copy(const oracle_floor *f) {
    oracle_floor copy = floor_new();
    wend_raw_triangle *triangles = copy.triangles;
    wend_raw_border *borders = copy.borders;
    memcpy(triangles, f->triangles, (size_t)f->triangle_count * sizeof *triangles);
    memcpy(borders, f->borders, (size_t)f->border_count * sizeof *borders);
    copy = *f;
    copy.triangles = triangles;
    copy.borders = borders;
    return copy;
}

static int32_t add_border(oracle_floor *f, wend_raw_border border) {
    f->borders[f->border_count] = border;
    return ~f->border_count++;
}

static const wend_raw_border ledge = {.cause = -1, .kind = WEND_BOUNDARY_LEDGE, .side = WEND_SIDE_NONE};

// Adds a triangle that is joined to nothing.
static void add_triangle(oracle_floor *f, wend_point3 a, wend_point3 b, wend_point3 c) {
    wend_raw_triangle *t = &f->triangles[f->triangle_count];
    *t = (wend_raw_triangle){.p = {a, b, c}, .source = 7 * f->triangle_count};
    for (int i = 0; i < 3; i++)
        t->twin[i] = add_border(f, ledge);
    f->triangle_count++;
}

static void add_quad(oracle_floor *f, wend_point3 a, wend_point3 b, wend_point3 c, wend_point3 d, bool other) {
    if (other) {
        add_triangle(f, a, b, d);
        add_triangle(f, b, c, d);
    } else {
        add_triangle(f, a, b, c);
        add_triangle(f, a, c, d);
    }
}

static wend_point3 *ends_of(const oracle_floor *f, int32_t e, wend_point3 **end) {
    wend_raw_triangle *t = &f->triangles[e / 3];
    *end = &t->p[(e + 1) % 3];
    return &t->p[e % 3];
}

static bool fits(const oracle_floor *f, int32_t e, int32_t g) {
    wend_point3 *a, *b, *c, *d;
    a = ends_of(f, e, &b);
    c = ends_of(f, g, &d);
    return wend_compare_points(a, d) == 0 && wend_compare_points(b, c) == 0;
}

static int32_t *twin_of(oracle_floor *f, int32_t e) {
    return &f->triangles[e / 3].twin[e % 3];
}

static void join_edges(oracle_floor *f, int32_t e, int32_t g) {
    *twin_of(f, e) = g;
    *twin_of(f, g) = e;
}

static wend_point3 at(int32_t x, int32_t y, int32_t z) {
    return (wend_point3){x, y, z};
}

// Joins all edges that fit among the triangles from `first` on.
static void join_from(oracle_floor *f, int32_t first) {
    for (int32_t e = 3 * first; e < 3 * f->triangle_count; e++)
        for (int32_t g = 3 * first; g < e; g++)
            if (*twin_of(f, e) < 0 && *twin_of(f, g) < 0 && fits(f, e, g))
                join_edges(f, e, g);
}

static wend_raw_border random_border(uint64_t *state) {
    wend_raw_border b = {.cause = below(state, 50) - 1, .kind = (uint8_t)below(state, WEND_BOUNDARY_KIND_COUNT)};
    if (b.kind == WEND_BOUNDARY_LEDGE)
        return ledge;
    b.side = b.cause < 0 ? WEND_SIDE_NONE : (uint8_t)(1 + below(state, 2));
    b.low = below(state, 1000) - 300;
    b.high = b.low + below(state, 1000);
    b.tile = b.kind == WEND_BOUNDARY_CUT ? (uint16_t)below(state, 65536) : 0;
    return b;
}

static void cut_edge(oracle_floor *f, int32_t e) {
    int32_t g = *twin_of(f, e);
    if (g < 0)
        return;
    wend_raw_border barrier = {
        .cause = 3, .low = 0, .high = 900, .kind = WEND_BOUNDARY_BARRIER, .side = WEND_SIDE_FRONT};
    *twin_of(f, e) = add_border(f, barrier);
    *twin_of(f, g) = add_border(f, barrier);
}

static void take_away(oracle_floor *f, int32_t triangle, uint64_t *state) {
    for (int i = 0; i < 3; i++) {
        int32_t g = f->triangles[triangle].twin[i];
        if (g >= 0)
            *twin_of(f, g) = add_border(f, random_border(state));
        f->triangles[triangle].twin[i] = 12345678; // means nothing
    }
    f->triangles[triangle].source = -1;
}

// The same floor with triangles, corners and borders in another order, and more of both that are not used.
static oracle_floor floor_shuffled(const oracle_floor *f, uint64_t *state) {
    oracle_floor s = floor_copy(f);
    int32_t n = f->triangle_count, extra = below(state, 3);
    int32_t *place = malloc((size_t)(n + 1) * sizeof *place), *turn = malloc((size_t)(n + 1) * sizeof *turn);
    int32_t *border = malloc((size_t)(f->border_count + 1) * sizeof *border);
    if (!place || !turn || !border)
        exit(1);
    s.triangle_count = n + extra;
    for (int32_t k = 0; k < s.triangle_count; k++)
        s.triangles[k].source = -1;
    for (int32_t k = 0; k < n; k++) {
        do
            place[k] = below(state, s.triangle_count);
        while (s.triangles[place[k]].source != -1);
        s.triangles[place[k]].source = -2; // taken
        turn[k] = below(state, 3);
    }
    for (int32_t b = 0; b < f->border_count; b++) {
        int32_t with = below(state, b + 1);
        border[b] = b;
        border[b] = border[with];
        border[with] = b;
    }
    for (int32_t b = 0; b < f->border_count; b++)
        s.borders[border[b]] = f->borders[b];
    for (int32_t k = 0; k < n; k++) {
        wend_raw_triangle *to = &s.triangles[place[k]];
        to->source = f->triangles[k].source < 0 ? -1 : f->triangles[k].source;
        for (int i = 0; i < 3; i++) {
            int32_t twin = f->triangles[k].twin[i], at = (i + turn[k]) % 3;
            to->p[at] = f->triangles[k].p[i];
            to->twin[at] = twin < 0       ? ~border[~twin]
                           : twin / 3 < n ? 3 * place[twin / 3] + (twin + turn[twin / 3]) % 3
                                          : twin;
        }
    }
    free(place);
    free(turn);
    free(border);
    return s;
}

static void floor_move(oracle_floor *f, int32_t dx, int32_t dy, int32_t dz) {
    for (int32_t k = 0; k < f->triangle_count; k++)
        for (int i = 0; i < 3; i++) {
            wend_point3 *p = &f->triangles[k].p[i];
            *p = (wend_point3){p->x + dx, p->y + dy, p->z + dz};
        }
}

// ---------------------------------------------------------------------------------------------------- surfaces

static wend_result make(wend_context *c, const oracle_floor *f, wend_surface **surface) {
    wend_raw raw = {.lattice = f->lattice, .producer = f->producer};
    *surface = NULL;
    if (!wend_array_resize(c, &raw.triangles, f->triangle_count) ||
        !wend_array_resize(c, &raw.borders, f->border_count)) {
        wend_raw_free(c, &raw);
        return WEND_ERROR_MEMORY;
    }
    if (f->triangle_count > 0)
        memcpy(raw.triangles.data, f->triangles, (size_t)f->triangle_count * sizeof *f->triangles);
    if (f->border_count > 0)
        memcpy(raw.borders.data, f->borders, (size_t)f->border_count * sizeof *f->borders);
    wend_result result = wend_surface_from_raw(c, &raw, surface);
    CHECK(raw.triangles.data == NULL && raw.triangles.count == 0 && raw.borders.data == NULL && raw.borders.count == 0);
    return result;
}

static wend_surface *must_make(const oracle_floor *f) {
    wend_surface *surface;
    wend_result result = make(context, f, &surface);
    if (!CHECK_MESSAGE(result == WEND_OK, "%s", wend_describe(result)))
        exit(1);
    return surface;
}

static wend_result checked(const wend_surface *surface) {
    wend_report_clear(report);
    return wend_surface_check(context, surface, report);
}

static bool is_valid(const wend_surface *surface) {
    wend_result result = checked(surface);
    return CHECK_MESSAGE(result == WEND_OK, "%s: %s", wend_describe(result), wend_report_error(report));
}

static bool matches_oracle(const oracle_floor *f, const wend_surface *surface) {
    wend_surface_view view = wend_surface_look(surface);
    const char *wrong = oracle_surface_differs(f, &view);
    return CHECK_MESSAGE(!wrong, "%s", wrong);
}

static bool same_bytes(const void *a, const void *b, size_t count, size_t size) {
    return count == 0 || memcmp(a, b, count * size) == 0;
}

// Whether two surfaces have the same arrays, but for sources and causes where `geometry` says so.
static bool same_arrays(const wend_surface_view *a, const wend_surface_view *b, bool geometry) {
    if (a->vertex_count != b->vertex_count || a->triangle_count != b->triangle_count ||
        a->boundary_count != b->boundary_count || a->cycle_count != b->cycle_count ||
        a->component_count != b->component_count || a->area != b->area || a->hash != b->hash)
        return false;
    for (int32_t k = 0; k < a->triangle_count; k++) {
        wend_surface_triangle s = a->triangles[k], t = b->triangles[k];
        if (geometry)
            s.source = t.source;
        if (memcmp(&s, &t, sizeof s) != 0)
            return false;
    }
    for (int32_t k = 0; k < a->boundary_count; k++) {
        wend_surface_boundary s = a->boundaries[k], t = b->boundaries[k];
        if (geometry)
            s.cause = t.cause;
        if (memcmp(&s, &t, sizeof s) != 0)
            return false;
    }
    return same_bytes(a->vertices, b->vertices, (size_t)a->vertex_count, sizeof *a->vertices) &&
           same_bytes(a->triangle_component, b->triangle_component, (size_t)a->triangle_count, sizeof(int32_t)) &&
           same_bytes(a->components, b->components, (size_t)a->component_count, sizeof *a->components) &&
           memcmp(a->min, b->min, sizeof a->min) == 0 && memcmp(a->max, b->max, sizeof a->max) == 0;
}

// ---------------------------------------------------------------------------------------------------- random floors

// Storeys of a grid of quads: corners moved a little, heights at random, some triangles missing, some edges barriers.
static oracle_floor random_storeys(uint64_t *state) {
    oracle_floor f = floor_new();
    int32_t columns = 1 + below(state, 4), rows = 1 + below(state, 4), storeys = 1 + below(state, 3);
    int32_t cell = below(state, 4) == 0 ? 1 << (3 + below(state, 24)) : 3 + below(state, 30);
    int32_t rough = below(state, 3) == 0 ? 0 : below(state, cell) + 1;
    bool alike = below(state, 2) == 0;
    int32_t wobble_x[3][5][5] = {{{0}}}, wobble_y[3][5][5] = {{{0}}};
    int32_t x0 = below(state, 2000) - 1000, y0 = below(state, 2000) - 1000;
    for (int32_t s = 0; s < storeys; s++) {
        int32_t first = f.triangle_count;
        wend_point3 grid[5][5];
        for (int32_t j = 0; j <= rows; j++)
            for (int32_t i = 0; i <= columns; i++) {
                if (s == 0 || !alike) {
                    wobble_x[s][j][i] = below(state, cell / 2 + 1) - cell / 4;
                    wobble_y[s][j][i] = below(state, cell / 2 + 1) - cell / 4;
                }
                int32_t from = alike ? 0 : s;
                grid[j][i] = (wend_point3){x0 + i * cell + wobble_x[from][j][i], y0 + j * cell + wobble_y[from][j][i],
                                           s * (rough + 5) + (rough > 0 ? below(state, rough) : 0)};
            }
        for (int32_t j = 0; j < rows; j++)
            for (int32_t i = 0; i < columns; i++)
                add_quad(&f, grid[j][i], grid[j][i + 1], grid[j + 1][i + 1], grid[j + 1][i], below(state, 2));
        // A diagonal of a moved quad may lie outside it: then the other one does not.
        for (int32_t k = first; k < f.triangle_count; k += 2) {
            wend_point3 *p = f.triangles[k].p, *q = f.triangles[k + 1].p;
            if (wend_cross3(&p[0], &p[1], &p[2]) <= 0 || wend_cross3(&q[0], &q[1], &q[2]) <= 0) {
                f.triangles[k].source = -1;
                f.triangles[k + 1].source = -1;
            }
        }
        int32_t kept = first;
        for (int32_t k = first; k < f.triangle_count; k++)
            if (f.triangles[k].source >= 0)
                f.triangles[kept++] = f.triangles[k];
        f.triangle_count = kept;
        join_from(&f, first);
    }
    for (int32_t b = 0; b < f.border_count; b++)
        f.borders[b] = random_border(state);
    if (below(state, 4) == 0) // far off, so that the rest is crowded in one place of the curve
        add_triangle(&f, at(500000000, 400000000, 0), at(500000100, 400000000, 50), at(500000000, 400000100, 0));
    int32_t holes = below(state, 3), barriers = below(state, 3);
    for (int32_t k = 0; k < f.triangle_count; k++)
        if (holes > 0 && below(state, 6) < holes)
            take_away(&f, k, state);
    for (int32_t e = 0; e < 3 * f.triangle_count; e++)
        if (barriers > 0 && f.triangles[e / 3].source >= 0 && below(state, 10) < barriers)
            cut_edge(&f, e);
    f.lattice = (wend_lattice3){{below(state, 9) - 4, below(state, 9) - 4, below(state, 9) - 4},
                                0x1p-6,
                                below(state, 2) ? 1 : 0.01,
                                (wend_up)below(state, WEND_UP_COUNT)};
    f.producer = (wend_producer)below(state, 2);
    return f;
}

static const wend_point octagon[8] = {{10, 0}, {7, 7}, {0, 10}, {-7, 7}, {-10, 0}, {-7, -7}, {0, -10}, {7, -7}};

static wend_point3 on_spiral(int32_t step, int32_t radius, int32_t rise) {
    wend_point p = octagon[step % 8];
    return (wend_point3){p.x * radius, p.y * radius, step * rise};
}

// A ramp around an open middle.
static oracle_floor spiral(int32_t steps, int32_t inner, int32_t outer, int32_t rise) {
    oracle_floor f = floor_new();
    for (int32_t i = 0; i < steps; i++)
        add_quad(&f, on_spiral(i, inner, rise), on_spiral(i, outer, rise), on_spiral(i + 1, outer, rise),
                 on_spiral(i + 1, inner, rise), i % 2);
    join_from(&f, 0);
    return f;
}

// Triangles around one place, one after the other; closed when the last one is joined to the first.
static oracle_floor around(int32_t start, int32_t steps, bool closed, int32_t rise) {
    oracle_floor f = floor_new();
    wend_point3 middle = {0, 0, 0};
    for (int32_t i = 0; i < steps; i++) {
        wend_point3 to = on_spiral(start + i + 1, 3, rise);
        if (closed && i == steps - 1)
            to = on_spiral(start, 3, rise);
        add_triangle(&f, middle, on_spiral(start + i, 3, rise), to);
    }
    for (int32_t i = 1; i < steps; i++)
        join_edges(&f, 3 * (i - 1) + 2, 3 * i);
    if (closed)
        join_edges(&f, 3 * (steps - 1) + 2, 0);
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

// ---------------------------------------------------------------------------------------------------- by hand

static oracle_floor square(void) {
    oracle_floor f = floor_new();
    add_quad(&f, at(0, 0, 0), at(8192, 0, 0), at(8192, 8192, 0), at(0, 8192, 0), false);
    join_from(&f, 0);
    return f;
}

// A square with a square hole.
static oracle_floor ring(void) {
    oracle_floor f = floor_new();
    const wend_point out[4] = {{0, 0}, {90, 0}, {90, 90}, {0, 90}}, in[4] = {{30, 30}, {60, 30}, {60, 60}, {30, 60}};
    for (int i = 0; i < 4; i++) {
        int j = (i + 1) % 4;
        add_quad(&f, at(out[i].x, out[i].y, 0), at(out[j].x, out[j].y, 0), at(in[j].x, in[j].y, 0),
                 at(in[i].x, in[i].y, 0), false);
    }
    join_from(&f, 0);
    return f;
}

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

TEST(fans_may_turn_once) {
    open_context();
    for (int32_t start = 0; start < 8; start++)
        for (int32_t steps = 1; steps <= 25; steps++)
            for (int closed = 0; closed <= (steps % 8 == 0); closed++) {
                oracle_floor f = around(start, steps, closed, closed ? 0 : 10);
                if (closed) // heights that tell turns apart
                    for (int32_t k = 0; k < steps; k++) {
                        f.triangles[k].p[1].z = 10 * k;
                        f.triangles[k].p[2].z = 10 * ((k + 1) % steps);
                    }
                wend_surface *surface = must_make(&f);
                wend_result result = checked(surface);
                CHECK_MESSAGE(result == (steps <= 8 ? WEND_OK : WEND_ERROR_INVALID), "%d steps from %d: %s", steps,
                              start, wend_describe(result));
                CHECK_INT(wend_report_total(report, "twisted"), steps > 8);
                CHECK_INT(oracle_surface_is_twisted(&f), steps > 8);
                matches_oracle(&f, surface);
                if (steps > 8) {
                    const wend_finding *finding = wend_report_at(report, 0);
                    CHECK(finding != NULL && finding->has_at && finding->at[0] == 0 && finding->at[2] == 0);
                }
                wend_surface_destroy(surface);
                floor_free(&f);
            }
}

// A strip that is joined to itself the wrong way round cannot face up everywhere: the edges to join run the same way.
TEST(what_cannot_be_oriented_is_refused) {
    open_context();
    oracle_floor f = floor_new();
    add_triangle(&f, at(0, 0, 0), at(10, 0, 0), at(0, 10, 0));
    add_triangle(&f, at(0, 0, 0), at(10, 0, 0), at(5, 10, 7));
    join_edges(&f, 0, 3);
    wend_surface *surface = NULL;
    wend_result result = make(context, &f, &surface);
    CHECK_INT(result, WEND_ERROR_INVALID);
    CHECK(surface == NULL);
    // A ribbon of 8 quads around the octagon whose last edge is given the other way round.
    oracle_floor g = spiral(8, 2, 5, 0);
    for (int32_t e = 0; e < 48; e++)
        for (int32_t h = 0; h < e; h++) {
            oracle_floor m = floor_copy(&g);
            if (*twin_of(&m, e) < 0 && *twin_of(&m, h) < 0 && e / 3 != h / 3) {
                join_edges(&m, e, h); // two boundary edges that do not fit
                result = make(context, &m, &surface);
                CHECK_INT(result, WEND_ERROR_INVALID);
            }
            floor_free(&m);
        }
    floor_free(&f);
    floor_free(&g);
}

TEST(broken_raw_surfaces_do_no_harm) {
    open_context();
    uint64_t state = 5;
    for (int64_t n = check_option("cases", 1500); n > 0; n--) {
        oracle_floor f = random_storeys(&state);
        for (int32_t i = 1 + below(&state, 3); i > 0 && f.triangle_count > 0; i--) {
            int32_t *twin = twin_of(&f, below(&state, 3 * f.triangle_count));
            *twin = below(&state, 3) ? below(&state, 3 * f.triangle_count + 2) : ~below(&state, f.border_count + 2);
        }
        wend_surface *surface = NULL;
        wend_result result = make(context, &f, &surface);
        CHECK(result == WEND_OK || result == WEND_ERROR_INVALID);
        if (result == WEND_OK)
            checked(surface);
        wend_surface_destroy(surface);
        floor_free(&f);
    }
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
    for (int64_t n = check_option("cases", 1500); n > 0 && check_failures < CHECK_FAILURES_SHOWN; n--) {
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
    for (int64_t n = check_option("cases", 1500) / 3; n > 0; n--) {
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
    for (int64_t n = check_option("cases", 1500); n > 0 && check_failures < CHECK_FAILURES_SHOWN; n--) {
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

// ---------------------------------------------------------------------------------------------------- damage

// A surface whose arrays can be written to, with one element more at the end of each.
typedef struct victim {
    wend_surface surface;
    wend_point3 *vertices;
    wend_surface_triangle *triangles;
    int32_t *triangle_component;
    wend_surface_boundary *boundaries;
    wend_surface_component *components;
} victim;

static void *writable(const void *from, int32_t count, size_t size) {
    char *copy = calloc((size_t)count + 1, size);
    if (!copy)
        exit(1);
    if (count > 0)
        memcpy(copy, from, (size_t)count * size);
    return copy;
}

static victim victim_of(const wend_surface *surface) {
    const wend_surface_view *v = &surface->view;
    victim c = {.surface = {.view = *v}};
    c.vertices = writable(v->vertices, v->vertex_count, sizeof *v->vertices);
    c.triangles = writable(v->triangles, v->triangle_count, sizeof *v->triangles);
    c.triangle_component = writable(v->triangle_component, v->triangle_count, sizeof(int32_t));
    c.boundaries = writable(v->boundaries, v->boundary_count, sizeof *v->boundaries);
    c.components = writable(v->components, v->component_count, sizeof *v->components);
    wend_surface_view *w = &c.surface.view;
    w->vertices = c.vertices;
    w->triangles = c.triangles;
    w->triangle_component = c.triangle_component;
    w->boundaries = c.boundaries;
    w->components = c.components;
    return c;
}

static void victim_free(victim *c) {
    free(c->vertices);
    free(c->triangles);
    free(c->triangle_component);
    free(c->boundaries);
    free(c->components);
}

static void must_refuse(const victim *c, const char *what, int64_t item) {
    wend_result result = checked(&c->surface);
    CHECK_MESSAGE(result == WEND_ERROR_INVALID && wend_report_total(report, NULL) > 0, "%s of %lld: %s", what,
                  (long long)item, wend_describe(result));
}

// Values that stand in for a number.
static int wrong_numbers(int32_t right, int32_t wrong[8]) {
    const int32_t all[7] = {right + 1, right - 1, ~right, 0, 1, INT32_MAX, INT32_MIN};
    int count = 0;
    for (int i = 0; i < 7; i++)
        if (all[i] != right)
            wrong[count++] = all[i];
    return count;
}

static void spoil_number(victim *c, int32_t *field, const char *what, int64_t item) {
    int32_t right = *field, wrong[8];
    for (int i = wrong_numbers(right, wrong) - 1; i >= 0; i--) {
        *field = wrong[i];
        must_refuse(c, what, item);
    }
    *field = right;
}

static void spoil_double(victim *c, double *field, const char *what, int64_t item) {
    double right = *field;
    const double wrong[5] = {right + 1, -right - 1, right * (1 + 0x1p-52) + 1e-300, NAN, INFINITY};
    for (int i = 0; i < 5; i++) {
        *field = wrong[i];
        must_refuse(c, what, item);
    }
    *field = right;
}

static void spoil_triangles(victim *c) {
    for (int32_t k = 0; k < c->surface.view.triangle_count; k++) {
        for (int i = 0; i < 3; i++) {
            spoil_number(c, &c->triangles[k].v[i], "corner", k);
            spoil_number(c, &c->triangles[k].twin[i], "twin", k);
        }
        spoil_number(c, &c->triangle_component[k], "component", k);
        int32_t source = c->triangles[k].source;
        c->triangles[k].source = -2;
        must_refuse(c, "source", k);
        c->triangles[k].source = source;
    }
    for (int32_t i = 0; i < c->surface.view.vertex_count; i++) {
        spoil_number(c, &c->vertices[i].x, "x", i);
        spoil_number(c, &c->vertices[i].y, "y", i);
        spoil_number(c, &c->vertices[i].z, "z", i);
    }
}

// What wend/surface.h says of cause, side, interval and tile.
static bool goes_together(const wend_surface_boundary *b) {
    if (b->kind >= WEND_BOUNDARY_KIND_COUNT || b->side > WEND_SIDE_BACK || b->cause < -1 || b->low > b->high)
        return false;
    if ((b->side == WEND_SIDE_NONE) != (b->cause == -1) || (b->tile != 0 && b->kind != WEND_BOUNDARY_CUT))
        return false;
    return b->kind != WEND_BOUNDARY_LEDGE || (b->cause == -1 && b->low == 0 && b->high == 0);
}

static void spoil_loose(victim *c, int32_t b) {
    wend_surface_boundary right = c->boundaries[b];
    for (int field = 0; field < 5; field++)
        for (int32_t value = -2; value < 4; value++) {
            wend_surface_boundary *e = &c->boundaries[b];
            *e = right;
            if (field == 0)
                e->cause = value;
            else if (field == 1)
                e->low = value;
            else if (field == 2)
                e->high = value;
            else if (field == 3)
                e->side = (uint8_t)value;
            else
                e->tile = (uint16_t)value;
            wend_result result = checked(&c->surface);
            CHECK_MESSAGE(result == (goes_together(e) ? WEND_OK : WEND_ERROR_INVALID),
                          "field %d of boundary edge %d: %s", field, b, wend_describe(result));
        }
    c->boundaries[b] = right;
}

static void spoil_boundaries(victim *c) {
    for (int32_t b = 0; b < c->surface.view.boundary_count; b++) {
        wend_surface_boundary *e = &c->boundaries[b];
        spoil_number(c, &e->edge, "edge", b);
        spoil_number(c, &e->next, "next", b);
        spoil_number(c, &e->cycle, "cycle", b);
        uint8_t kind = e->kind;
        for (int wrong = 0; wrong < 8; wrong++)
            if (wrong != kind) {
                e->kind = (uint8_t)wrong;
                must_refuse(c, "kind", b);
            }
        e->kind = kind;
        spoil_loose(c, b);
    }
}

static void spoil_head(victim *c) {
    wend_surface_view *v = &c->surface.view;
    for (int32_t k = 0; k < v->component_count; k++) {
        spoil_double(c, &c->components[k].area, "area", k);
        spoil_number(c, &c->components[k].triangles, "triangles", k);
        spoil_number(c, &c->components[k].first, "first", k);
        spoil_number(c, &c->components[k].cycles, "cycles", k);
        c->components[k].area2++;
        must_refuse(c, "area2", k);
        c->components[k].area2--;
    }
    // Counts: never more than one beyond, as nobody can tell how long an array is.
    int32_t *counts[5] = {&v->vertex_count, &v->triangle_count, &v->boundary_count, &v->cycle_count,
                          &v->component_count};
    for (int i = 0; i < 5; i++) {
        int32_t right = *counts[i];
        const int32_t wrong[4] = {right - 1, right + 1, -1, INT32_MIN};
        for (int w = 0; w < 4; w++) {
            *counts[i] = wrong[w];
            must_refuse(c, "count", i);
        }
        *counts[i] = right;
    }
    spoil_double(c, &v->area, "area", -1);
    spoil_double(c, &v->lattice.step, "step", -1);
    spoil_double(c, &v->lattice.unit, "unit", -1);
    for (int i = 0; i < 3; i++) {
        spoil_double(c, &v->min[i], "min", i);
        spoil_double(c, &v->max[i], "max", i);
    }
    for (int i = 0; i < 3; i++) {
        v->lattice.origin[i] += 1;
        must_refuse(c, "origin", i);
        v->lattice.origin[i] -= 1;
    }
    v->hash ^= 1;
    must_refuse(c, "hash", -1);
    v->hash ^= 1;
    wend_up up = v->lattice.up;
    v->lattice.up = WEND_UP_COUNT;
    must_refuse(c, "up", -1);
    v->lattice.up = up;
    wend_producer producer = v->producer;
    v->producer = (wend_producer)2;
    must_refuse(c, "producer", -1);
    v->producer = producer;
}

// Numbers that name the same things in another order, everywhere: sound but for the order.
static void renumber(victim *c) {
    wend_surface_view *v = &c->surface.view;
    for (int32_t i = 1; i < v->vertex_count; i++) { // exchange vertices i - 1 and i
        for (int twice = 0; twice < 2; twice++) {
            wend_point3 swap = c->vertices[i];
            c->vertices[i] = c->vertices[i - 1];
            c->vertices[i - 1] = swap;
            for (int32_t e = 0; e < 3 * v->triangle_count; e++) {
                int32_t *corner = &c->triangles[e / 3].v[e % 3];
                *corner = *corner == i ? i - 1 : *corner == i - 1 ? i : *corner;
            }
            if (twice == 0)
                must_refuse(c, "exchanged vertices", i);
        }
    }
    for (int32_t k = 0; k < v->triangle_count; k++) // turn triangle k; the third turn brings it back
        for (int turn = 0; turn < 3; turn++) {
            wend_surface_triangle t = c->triangles[k];
            for (int i = 0; i < 3; i++) {
                c->triangles[k].v[i] = t.v[(i + 1) % 3];
                c->triangles[k].twin[i] = t.twin[(i + 1) % 3];
            }
            for (int i = 0; i < 3; i++) {
                int32_t twin = c->triangles[k].twin[i];
                *(twin < 0 ? &c->boundaries[~twin].edge : &c->triangles[twin / 3].twin[twin % 3]) = 3 * k + i;
            }
            if (turn < 2)
                must_refuse(c, "turned triangle", k);
        }
    for (int32_t b = 1; b < v->boundary_count; b++) // exchange boundary edges b - 1 and b
        for (int twice = 0; twice < 2; twice++) {
            wend_surface_boundary swap = c->boundaries[b];
            c->boundaries[b] = c->boundaries[b - 1];
            c->boundaries[b - 1] = swap;
            for (int32_t e = b - 1; e <= b; e++)
                c->triangles[c->boundaries[e].edge / 3].twin[c->boundaries[e].edge % 3] = ~e;
            for (int32_t e = 0; e < v->boundary_count; e++) {
                int32_t *next = &c->boundaries[e].next;
                *next = *next == b ? b - 1 : *next == b - 1 ? b : *next;
            }
            if (twice == 0)
                must_refuse(c, "exchanged boundary edges", b);
        }
    for (int32_t b = 1; b < v->boundary_count; b++) // exchange cycles b - 1 and b
        if (b < v->cycle_count) {
            for (int twice = 0; twice < 2; twice++) {
                for (int32_t e = 0; e < v->boundary_count; e++) {
                    int32_t *cycle = &c->boundaries[e].cycle;
                    *cycle = *cycle == b ? b - 1 : *cycle == b - 1 ? b : *cycle;
                }
                if (twice == 0)
                    must_refuse(c, "exchanged cycles", b);
            }
        }
}

TEST(every_spoiled_field_is_refused) {
    open_context();
    uint64_t state = 51;
    for (int n = 0; n < 12; n++) {
        oracle_floor f = n == 0 ? square() : n == 1 ? ring() : n == 2 ? spiral(10, 2, 4, 9) : random_storeys(&state);
        if (f.lattice.step < 0x1p-12)
            f.lattice.step = 0x1p-6;
        wend_surface *surface = must_make(&f);
        if (surface->view.triangle_count > 0 && surface->view.triangle_count < 40 && is_valid(surface)) {
            victim c = victim_of(surface);
            CHECK_INT(checked(&c.surface), WEND_OK);
            spoil_triangles(&c);
            spoil_boundaries(&c);
            spoil_head(&c);
            renumber(&c);
            CHECK_INT(checked(&c.surface), WEND_OK);
            victim_free(&c);
        }
        wend_surface_destroy(surface);
        floor_free(&f);
    }
}

TEST(findings_are_located) {
    open_context();
    oracle_floor f = ring();
    f.lattice = (wend_lattice3){{1, 2, 3}, 0.5, 1, WEND_UP_Y};
    wend_surface *surface = must_make(&f);
    victim c = victim_of(surface);
    for (int i = 0; i < 8; i++)
        if (c.vertices[i].x == 30 && c.vertices[i].y == 60)
            c.vertices[i] = at(89, 89, 4);
    must_refuse(&c, "a folded corner", 0);
    CHECK(wend_report_total(report, "downward") > 0);
    const wend_finding *finding = wend_report_at(report, 0);
    CHECK(finding->severity == WEND_ERROR && finding->has_at && finding->item >= 0);
    CHECK(wend_surface_check(context, &c.surface, NULL) == WEND_ERROR_INVALID);
    victim_free(&c);
    wend_surface_destroy(surface);
    floor_free(&f);
}

// Two triangles of the same corners are no surface, but their order is the same whichever comes first.
TEST(doubles_are_refused_and_ordered) {
    open_context();
    oracle_floor f = floor_new();
    for (int32_t i = 0; i < 4; i++) {
        add_triangle(&f, at(0, 0, 0), at(10, 0, 0), at(0, 10, 0));
        if (i >= 2) { // with a neighbour
            add_triangle(&f, at(0, 10, 0), at(10, 0, 0), at(10, 10, i));
            join_from(&f, 2 * i - 2);
        }
    }
    for (int i = 0; i < 3; i++)
        f.borders[i].kind = WEND_BOUNDARY_SLOPE;
    wend_surface *surface = must_make(&f);
    CHECK_INT(checked(surface), WEND_ERROR_INVALID);
    CHECK_INT(wend_report_total(report, "surface-double"), 3);
    uint64_t state = 61;
    for (int n = 0; n < 100; n++) {
        oracle_floor shuffled = floor_shuffled(&f, &state);
        wend_surface *other = must_make(&shuffled);
        CHECK(same_arrays(&surface->view, &other->view, true));
        wend_surface_destroy(other);
        floor_free(&shuffled);
    }
    wend_surface_destroy(surface);
    floor_free(&f);
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

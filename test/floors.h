// Raw floors made by hand and at random, and the surfaces made of them: shared by the tests of surfaces and of their
// checks. A floor outlives the surface, which can be held against the brute force of oracle_surface.h.
#ifndef WEND_TEST_FLOORS_H
#define WEND_TEST_FLOORS_H

#include "oracle_surface.h"
#include "shared_context.h"

#include "base/random.h"
#include "surface/order.h"
#include "surface/surface.h"

static inline void open_context(void) {
    open_context_with(2);
}

// ---------------------------------------------------------------------------------------------------- floors

enum { ROOM = 4096 }; // triangles of a handmade or random floor

static inline int32_t below(uint64_t *state, int32_t bound) {
    return (int32_t)wend_random_below(state, (uint64_t)bound);
}

static inline oracle_floor floor_new(void) {
    oracle_floor f = {.lattice = {{0, 0, 0}, 0x1p-13, 1, WEND_UP_Z}, .producer = WEND_PRODUCER_EXACT};
    f.triangles = calloc(ROOM, sizeof *f.triangles);
    f.borders = calloc((size_t)3 * ROOM, sizeof *f.borders);
    if (!f.triangles || !f.borders)
        exit(1);
    return f;
}

static inline void floor_free(oracle_floor *f) {
    free(f->triangles);
    free(f->borders);
}

static inline oracle_floor floor_copy(const oracle_floor *f) {
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

static inline int32_t add_border(oracle_floor *f, wend_raw_border border) {
    f->borders[f->border_count] = border;
    return ~f->border_count++;
}

static const wend_raw_border ledge = {.cause = -1, .kind = WEND_BOUNDARY_LEDGE, .side = WEND_SIDE_NONE};

// Adds a triangle that is joined to nothing.
static inline void add_triangle(oracle_floor *f, wend_point3 a, wend_point3 b, wend_point3 c) {
    wend_raw_triangle *t = &f->triangles[f->triangle_count];
    *t = (wend_raw_triangle){.p = {a, b, c}, .source = 7 * f->triangle_count};
    for (int i = 0; i < 3; i++)
        t->twin[i] = add_border(f, ledge);
    f->triangle_count++;
}

static inline void add_quad(oracle_floor *f, wend_point3 a, wend_point3 b, wend_point3 c, wend_point3 d, bool other) {
    if (other) {
        add_triangle(f, a, b, d);
        add_triangle(f, b, c, d);
    } else {
        add_triangle(f, a, b, c);
        add_triangle(f, a, c, d);
    }
}

static inline wend_point3 *ends_of(const oracle_floor *f, int32_t e, wend_point3 **end) {
    wend_raw_triangle *t = &f->triangles[e / 3];
    *end = &t->p[(e + 1) % 3];
    return &t->p[e % 3];
}

static inline bool fits(const oracle_floor *f, int32_t e, int32_t g) {
    wend_point3 *a, *b, *c, *d;
    a = ends_of(f, e, &b);
    c = ends_of(f, g, &d);
    return wend_compare_points(a, d) == 0 && wend_compare_points(b, c) == 0;
}

static inline int32_t *twin_of(oracle_floor *f, int32_t e) {
    return &f->triangles[e / 3].twin[e % 3];
}

static inline void join_edges(oracle_floor *f, int32_t e, int32_t g) {
    *twin_of(f, e) = g;
    *twin_of(f, g) = e;
}

static inline wend_point3 at(int32_t x, int32_t y, int32_t z) {
    return (wend_point3){x, y, z};
}

// Joins all edges that fit among the triangles from `first` on.
static inline void join_from(oracle_floor *f, int32_t first) {
    for (int32_t e = 3 * first; e < 3 * f->triangle_count; e++)
        for (int32_t g = 3 * first; g < e; g++)
            if (*twin_of(f, e) < 0 && *twin_of(f, g) < 0 && fits(f, e, g))
                join_edges(f, e, g);
}

static inline wend_raw_border random_border(uint64_t *state) {
    wend_raw_border b = {.cause = below(state, 50) - 1, .kind = (uint8_t)below(state, WEND_BOUNDARY_KIND_COUNT)};
    if (b.kind == WEND_BOUNDARY_LEDGE)
        return ledge;
    b.side = b.cause < 0 ? WEND_SIDE_NONE : (uint8_t)(1 + below(state, 2));
    b.low = below(state, 1000) - 300;
    b.high = b.low + below(state, 1000);
    b.tile = b.kind == WEND_BOUNDARY_CUT ? (uint16_t)below(state, 65536) : 0;
    return b;
}

static inline void cut_edge(oracle_floor *f, int32_t e) {
    int32_t g = *twin_of(f, e);
    if (g < 0)
        return;
    wend_raw_border barrier = {
        .cause = 3, .low = 0, .high = 900, .kind = WEND_BOUNDARY_BARRIER, .side = WEND_SIDE_FRONT};
    *twin_of(f, e) = add_border(f, barrier);
    *twin_of(f, g) = add_border(f, barrier);
}

static inline void take_away(oracle_floor *f, int32_t triangle, uint64_t *state) {
    for (int i = 0; i < 3; i++) {
        int32_t g = f->triangles[triangle].twin[i];
        if (g >= 0)
            *twin_of(f, g) = add_border(f, random_border(state));
        f->triangles[triangle].twin[i] = 12345678; // means nothing
    }
    f->triangles[triangle].source = -1;
}

// The same floor with triangles, corners and borders in another order, and more of both that are not used.
static inline oracle_floor floor_shuffled(const oracle_floor *f, uint64_t *state) {
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

// ---------------------------------------------------------------------------------------------------- surfaces

static inline wend_result make(wend_context *c, const oracle_floor *f, wend_surface **surface) {
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

static inline wend_surface *must_make(const oracle_floor *f) {
    wend_surface *surface;
    wend_result result = make(context, f, &surface);
    if (!CHECK_MESSAGE(result == WEND_OK, "%s", wend_describe(result)))
        exit(1);
    return surface;
}

static inline wend_result checked(const wend_surface *surface) {
    wend_report_clear(report);
    return wend_surface_check(context, surface, report);
}

static inline bool is_valid(const wend_surface *surface) {
    wend_result result = checked(surface);
    return CHECK_MESSAGE(result == WEND_OK, "%s: %s", wend_describe(result), wend_report_error(report));
}

static inline bool matches_oracle(const oracle_floor *f, const wend_surface *surface) {
    wend_surface_view view = wend_surface_look(surface);
    const char *wrong = oracle_surface_differs(f, &view);
    return CHECK_MESSAGE(!wrong, "%s", wrong);
}

static inline bool same_bytes(const void *a, const void *b, size_t count, size_t size) {
    return count == 0 || memcmp(a, b, count * size) == 0;
}

// Whether two surfaces have the same arrays, but for sources and causes where `geometry` says so.
static inline bool same_arrays(const wend_surface_view *a, const wend_surface_view *b, bool geometry) {
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

// ---------------------------------------------------------------------------------------------------- by hand

static const wend_point octagon[8] = {{10, 0}, {7, 7}, {0, 10}, {-7, 7}, {-10, 0}, {-7, -7}, {0, -10}, {7, -7}};

static inline wend_point3 on_spiral(int32_t step, int32_t radius, int32_t rise) {
    wend_point p = octagon[step % 8];
    return (wend_point3){p.x * radius, p.y * radius, step * rise};
}

// A ramp around an open middle.
static inline oracle_floor spiral(int32_t steps, int32_t inner, int32_t outer, int32_t rise) {
    oracle_floor f = floor_new();
    for (int32_t i = 0; i < steps; i++)
        add_quad(&f, on_spiral(i, inner, rise), on_spiral(i, outer, rise), on_spiral(i + 1, outer, rise),
                 on_spiral(i + 1, inner, rise), i % 2);
    join_from(&f, 0);
    return f;
}

// Triangles around one place, one after the other; closed when the last one is joined to the first.
static inline oracle_floor around(int32_t start, int32_t steps, bool closed, int32_t rise) {
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

static inline oracle_floor square(void) {
    oracle_floor f = floor_new();
    add_quad(&f, at(0, 0, 0), at(8192, 0, 0), at(8192, 8192, 0), at(0, 8192, 0), false);
    join_from(&f, 0);
    return f;
}

// A square with a square hole.
static inline oracle_floor ring(void) {
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

// ---------------------------------------------------------------------------------------------------- random floors

// Storeys of a grid of quads: corners moved a little, heights at random, some triangles missing, some edges barriers.
static inline oracle_floor random_storeys(uint64_t *state) {
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

#endif

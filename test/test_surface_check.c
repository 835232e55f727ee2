// What is no surface, and must be refused. Raw surfaces: edges that do not fit, twins that name anything, fans that
// turn more than once, triangles twice. Surfaces: every field spoiled, every renumbering, and the findings that tell
// where. Nothing of it may do harm.
//
//     test_surface_check [--cases N]     N random raw surfaces that are broken (1500)
#include "floors.h"

#include <math.h>

// ---------------------------------------------------------------------------------------------------- raw surfaces

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
    for (int64_t n = check_cases("cases", 1500); n > 0; n--) {
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

TEST(nothing_is_left) {
    open_context();
    close_context();
}

CHECK_MAIN()

// Triangulations against the brute force of oracle_snap.h: thousands of small drawings in which everything degenerate
// happens, at zero and at the limits of the range; changes against building anew; faults planted for the validator.
//
//     test_triangulate [--cases N]     N random drawings of each kind (1500)
#include "shared_context.h"

#include "base/random.h"
#include "exact.h"
#include "oracle_snap.h"

enum { POINTS = 64, SEGMENTS = 64, LIMIT = WEND_COORDINATE_MAX };

typedef struct drawing {
    wend_point points[POINTS];
    int32_t point_count;
    wend_segment segments[SEGMENTS];
    int32_t segment_count;
} drawing;

static void open_context(void) {
    open_context_with(1);
}

// The result of a call, compared once it was made. (CHECK_INT evaluates its arguments twice: not for calls that change
// things.)
static bool check_result(wend_result result, wend_result expected, int line) {
    return CHECK_MESSAGE(result == expected, "line %d: the result is \"%s\", expected \"%s\"", line,
                         wend_describe(result), wend_describe(expected));
}
#define CHECK_RESULT(call, expected) check_result((call), (expected), __LINE__)

static int32_t below(uint64_t *state, int32_t bound) {
    return (int32_t)wend_random_below(state, (uint64_t)bound);
}

// ---------------------------------------------------------------------------------------------------- random drawings

// Where a small lattice of points is put into the plane: origin + step * (0..side-1), with an occasional nudge by one.
typedef struct family {
    const char *name;
    int32_t side, step, x, y;
    int32_t nudge;            // one of so many coordinates is moved by a unit; 0 for none
    int32_t points, segments; // at most
} family;

static const family families[] = {
    {"3 x 3 at zero", 3, 1, -1, -1, 0, 9, 12},
    {"4 x 4 at zero", 4, 1, -2, -1, 0, 12, 16},
    {"8 x 8 at zero", 8, 1, -4, -4, 0, 14, 16},
    {"16 x 16 at zero", 16, 1, -8, -7, 0, 20, 20},
    {"16 x 16 at the limit", 16, 1, LIMIT - 15, -LIMIT, 0, 20, 20},
    {"4 x 4 of 1000 units", 4, 1000, -1500, -2000, 0, 12, 14},
    {"4 x 4 of 1000 units, nudged", 4, 1000, -1500, -2000, 4, 12, 14},
    {"4 x 4 over the whole range, nudged", 4, 357913941, -LIMIT, -LIMIT, 3, 12, 14},
    {"slivers over the whole range", 2, 2 * (LIMIT - 2), -LIMIT + 2, -LIMIT + 2, 1, 10, 12},
    {"anywhere", 1 << 30, 1, -LIMIT, -LIMIT, 0, 24, 20},
    {"many crossings in few pixels", 12, 1, -6, -6, 0, 40, 40},
};
enum { FAMILY_COUNT = sizeof families / sizeof *families };

static int32_t random_coordinate(const family *f, int32_t origin, uint64_t *state) {
    int64_t v = origin + (int64_t)f->step * below(state, f->side);
    if (f->nudge > 0 && below(state, f->nudge) == 0)
        v += below(state, 5) - 2;
    return (int32_t)(v > LIMIT ? LIMIT : v < -LIMIT ? -LIMIT : v);
}

static void random_drawing(const family *f, uint64_t *state, drawing *d) {
    d->point_count = 1 + below(state, f->points);
    for (int32_t i = 0; i < d->point_count; i++) {
        int32_t x = random_coordinate(f, f->x, state);
        d->points[i] = (wend_point){x, random_coordinate(f, f->y, state)};
    }
    d->segment_count = below(state, f->segments + 1);
    for (int32_t i = 0; i < d->segment_count; i++) {
        int32_t a = below(state, d->point_count);
        d->segments[i] = (wend_segment){a, below(state, d->point_count)};
    }
}

// ---------------------------------------------------------------------------------------------------- brute-force
// checks

static bool is_real(const wend_triangle *t) {
    return t->v[0] >= 0 && t->v[1] >= 0 && t->v[2] >= 0 && t->v[0] != t->v[1];
}
static bool is_unused(const wend_triangle *t) {
    return t->v[0] == t->v[1] && t->v[1] == t->v[2];
}

// Twins mirror each other, marks agree, triangles face up; vertices know an edge of theirs.
static bool check_topology(const wend_triangulation_view *view) {
    bool good = true;
    for (int32_t i = 0; i < view->triangle_count && good; i++) {
        const wend_triangle *t = &view->triangles[i];
        if (is_unused(t))
            continue;
        int ghosts = (t->v[0] < 0) + (t->v[1] < 0) + (t->v[2] < 0);
        good = CHECK(ghosts <= 1);
        if (ghosts == 0)
            good =
                CHECK(exact_orientation(view->vertices[t->v[0]], view->vertices[t->v[1]], view->vertices[t->v[2]]) > 0);
        for (int k = 0; k < 3 && good; k++) {
            int32_t e = t->twin[k];
            good = CHECK(e >= 0 && e < 3 * view->triangle_count && e / 3 != i);
            if (!good)
                break;
            const wend_triangle *u = &view->triangles[e / 3];
            good = CHECK(u->twin[e % 3] == 3 * i + k && u->mark[e % 3] == t->mark[k]) &&
                   CHECK(u->v[e % 3] == t->v[(k + 1) % 3] && u->v[(e + 1) % 3] == t->v[k]) &&
                   CHECK(t->mark[k] < view->piece_count);
            if (t->v[k] < 0 || t->v[(k + 1) % 3] < 0)
                good = good && CHECK(t->mark[k] < 0);
        }
    }
    for (int32_t v = 0; v < view->vertex_count && good; v++) {
        int32_t e = view->vertex_edge[v];
        if (e >= 0)
            good = CHECK(e < 3 * view->triangle_count && view->triangles[e / 3].v[e % 3] == v);
    }
    return good;
}

// Every edge without constraint, between two triangles: Delaunay, and at a tie it holds the least of the four points.
static void check_delaunay(const wend_triangulation_view *view) {
    for (int32_t i = 0; i < view->triangle_count; i++) {
        const wend_triangle *t = &view->triangles[i];
        for (int k = 0; k < 3 && is_real(t); k++) {
            const wend_triangle *u = &view->triangles[t->twin[k] / 3];
            if (t->mark[k] >= 0 || !is_real(u))
                continue;
            wend_point a = view->vertices[t->v[k]], b = view->vertices[t->v[(k + 1) % 3]];
            wend_point c = view->vertices[t->v[(k + 2) % 3]], d = view->vertices[u->v[(t->twin[k] + 2) % 3]];
            int in = exact_in_circle(a, b, c, d);
            wend_point least_of_edge = snap_compare_points(a, b) < 0 ? a : b;
            wend_point least_of_rest = snap_compare_points(c, d) < 0 ? c : d;
            bool canonical = in < 0 || (in == 0 && snap_compare_points(least_of_edge, least_of_rest) < 0);
            CHECK_MESSAGE(canonical, "edge (%d, %d) - (%d, %d) should be flipped: in-circle %d", a.x, a.y, b.x, b.y,
                          in);
        }
    }
}

// The hull of sorted points, counter-clockwise, without collinear points. Returns how many corners it has.
static int32_t convex_hull(const wend_point *sorted, int32_t count, wend_point *hull) {
    int32_t n = 0;
    for (int pass = 0; pass < 2; pass++) {
        int32_t floor = n + 1;
        for (int32_t i = 0; i < count; i++) {
            wend_point p = sorted[pass == 0 ? i : count - 1 - i];
            if (pass == 1 && i == 0)
                continue;
            while (n > (pass == 0 ? 1 : floor - 1) && exact_orientation(hull[n - 2], hull[n - 1], p) <= 0)
                n--;
            hull[n++] = p;
        }
    }
    return n - 1;
}

// Twice the area, modulo 2^64, which is enough to compare: the terms of both sums are exact.
static uint64_t area_of(wend_point a, wend_point b, wend_point c) {
    return (uint64_t)(((int64_t)b.x - a.x) * ((int64_t)c.y - a.y) - ((int64_t)b.y - a.y) * ((int64_t)c.x - a.x));
}

// The triangles cover the convex hull: they face up (see check_topology) and their areas add up to the hull's.
static void check_cover(const wend_triangulation_view *view, const snap_picture *picture) {
    wend_point *hull = malloc(sizeof *hull * ((size_t)picture->vertex_count * 2 + 4));
    if (hull == NULL)
        exit(1);
    uint64_t sum = 0, whole = 0;
    for (int32_t i = 0; i < view->triangle_count; i++) {
        const wend_triangle *t = &view->triangles[i];
        if (is_real(t))
            sum += area_of(view->vertices[t->v[0]], view->vertices[t->v[1]], view->vertices[t->v[2]]);
    }
    if (picture->vertex_count > 2) {
        int32_t corners = convex_hull(picture->vertices, picture->vertex_count, hull);
        for (int32_t i = 2; i < corners; i++)
            whole += area_of(hull[0], hull[i - 1], hull[i]);
    }
    CHECK_MESSAGE(sum == whole, "the triangles cover %llu, the hull %llu half units", (unsigned long long)sum,
                  (unsigned long long)whole);
    free(hull);
}

// Whether there are only ghosts.
static bool is_flat(const wend_triangulation_view *view) {
    for (int32_t i = 0; i < view->triangle_count; i++)
        if (is_real(&view->triangles[i]))
            return false;
    return true;
}

// Random points are found in a triangle that holds them, or in a ghost when they lie outside the hull.
static void check_locate(const wend_triangulation *mesh, const wend_triangulation_view *view, const family *f,
                         uint64_t *state) {
    for (int i = 0; i < 4; i++) {
        int32_t x = random_coordinate(f, f->x, state);
        wend_point p = {x, random_coordinate(f, f->y, state)};
        int32_t hint = below(state, view->triangle_count + 1) - 1;
        if (hint >= 0 && is_unused(&view->triangles[hint]))
            hint = -1;
        int32_t found = wend_triangulation_locate(mesh, p, hint);
        if (!CHECK(found < view->triangle_count) || found < 0) {
            CHECK(is_flat(view)); // see locate_on_a_flat_hull
            continue;
        }
        bool held_by_any = false, held_by_it = false;
        for (int32_t k = 0; k < view->triangle_count; k++) {
            const wend_triangle *t = &view->triangles[k];
            bool holds = is_real(t);
            for (int c = 0; c < 3 && holds; c++)
                holds = exact_orientation(view->vertices[t->v[c]], view->vertices[t->v[(c + 1) % 3]], p) >= 0;
            held_by_any = held_by_any || holds;
            held_by_it = held_by_it || (holds && k == found);
        }
        CHECK_MESSAGE(held_by_it == held_by_any && held_by_any == is_real(&view->triangles[found]),
                      "(%d, %d) was found in triangle %d", p.x, p.y, found);
    }
}

static void check_mesh(const wend_triangulation *mesh, const snap_picture *picture) {
    wend_triangulation_view view = wend_triangulation_look(mesh);
    if (check_topology(&view)) {
        check_delaunay(&view);
        check_cover(&view, picture);
    }
}

static bool passes(const wend_triangulation *mesh, const drawing *d) {
    wend_report_clear(report);
    wend_result result =
        wend_triangulation_check(mesh, d->points, d->point_count, d->segments, d->segment_count, report);
    return result == WEND_OK;
}

static void print_drawing(const drawing *d) {
    if (check_failures > CHECK_FAILURES_SHOWN)
        return;
    printf("    points:");
    for (int32_t i = 0; i < d->point_count; i++)
        printf(" %d:(%d,%d)", i, d->points[i].x, d->points[i].y);
    printf("\n    segments:");
    for (int32_t i = 0; i < d->segment_count; i++)
        printf(" %d-%d", d->segments[i].a, d->segments[i].b);
    printf("\n");
}

// ---------------------------------------------------------------------------------------------------- building

static void compare_with_oracle(const family *f, const drawing *d, uint64_t *state, snap_picture *picture) {
    snap_picture expected;
    oracle_snap(d->points, d->point_count, d->segments, d->segment_count, &expected);
    CHECK_MESSAGE(snap_is_arrangement(&expected), "snap rounding left edges that cross");
    wend_triangulation *mesh = NULL;
    wend_result result =
        wend_triangulation_build(context, d->points, d->point_count, d->segments, d->segment_count, &mesh);
    *picture = (snap_picture){0};
    if (CHECK_RESULT(result, WEND_OK)) {
        wend_triangulation_view view = wend_triangulation_look(mesh);
        snap_picture_of(mesh, NULL, picture);
        CHECK_MESSAGE(snap_same_vertices(picture, &expected), "%d vertices, expected %d", picture->vertex_count,
                      expected.vertex_count);
        CHECK_MESSAGE(snap_same_edges(picture, &expected), "%d constrained edges, expected %d, or others",
                      picture->edge_count, expected.edge_count);
        check_mesh(mesh, picture);
        check_locate(mesh, &view, f, state);
        CHECK_INT(view.point_count, d->point_count);
        for (int32_t i = 0; i < view.point_count; i++)
            CHECK(snap_compare_points(view.vertices[view.point_vertex[i]], d->points[i]) == 0);
        CHECK_MESSAGE(passes(mesh, d), "the validator says: %s", wend_report_error(report));
        wend_triangulation_destroy(mesh);
    }
    snap_picture_free(&expected);
}

TEST(random_drawings_match_the_oracle) {
    open_context();
    int64_t cases = check_cases("cases", 1500), rounded = 0, total = 0;
    for (int f = 0; f < FAMILY_COUNT; f++)
        for (int64_t i = 0; i < cases; i++) {
            uint64_t state = (uint64_t)i * FAMILY_COUNT + (uint64_t)f;
            long failures = check_failures;
            drawing d;
            random_drawing(&families[f], &state, &d);
            snap_picture picture;
            compare_with_oracle(&families[f], &d, &state, &picture);
            if (check_failures > failures) {
                printf("    in case %lld of \"%s\"\n", (long long)i, families[f].name);
                print_drawing(&d);
            }
            rounded += picture.vertex_count > d.point_count;
            total++;
            snap_picture_free(&picture);
        }
    printf("%lld drawings compared with the oracle, %lld of them with vertices at crossings\n", (long long)total,
           (long long)rounded);
    CHECK(rounded > 0);
}

// The same drawing in another order, segments turned round: the same triangles.
static void shuffle_drawing(const drawing *d, drawing *shuffled, int32_t *labels, uint64_t *state) {
    int32_t place[POINTS];
    for (int32_t i = 0; i < d->point_count; i++) {
        int32_t k = below(state, i + 1);
        place[i] = place[k];
        place[k] = i;
    }
    int32_t where[POINTS];
    for (int32_t i = 0; i < d->point_count; i++)
        where[place[i]] = i;
    *shuffled = *d;
    for (int32_t i = 0; i < d->point_count; i++)
        shuffled->points[where[i]] = d->points[i];
    for (int32_t i = 0; i < d->segment_count; i++) {
        int32_t k = below(state, i + 1);
        labels[i] = labels[k];
        labels[k] = i;
    }
    for (int32_t i = 0; i < d->segment_count; i++) {
        wend_segment s = d->segments[labels[i]];
        bool turn = below(state, 2) == 0;
        shuffled->segments[i] = (wend_segment){where[turn ? s.b : s.a], where[turn ? s.a : s.b]};
    }
}

static bool build(const drawing *d, const int32_t *labels, wend_triangulation **mesh, snap_picture *picture) {
    wend_result result =
        wend_triangulation_build(context, d->points, d->point_count, d->segments, d->segment_count, mesh);
    if (!CHECK_RESULT(result, WEND_OK))
        return false;
    snap_picture_of(*mesh, labels, picture);
    return true;
}

TEST(order_does_not_matter) {
    open_context();
    int64_t cases = check_cases("cases", 1500);
    for (int f = 0; f < FAMILY_COUNT; f++)
        for (int64_t i = 0; i < cases / 2; i++) {
            uint64_t state = 77 + (uint64_t)i * FAMILY_COUNT + (uint64_t)f;
            drawing d, shuffled;
            int32_t labels[SEGMENTS] = {0};
            random_drawing(&families[f], &state, &d);
            shuffle_drawing(&d, &shuffled, labels, &state);
            wend_triangulation *meshes[2];
            snap_picture pictures[2];
            REQUIRE(build(&d, NULL, &meshes[0], &pictures[0]) && build(&shuffled, labels, &meshes[1], &pictures[1]));
            bool same = snap_same_triangles(&pictures[0], &pictures[1]) && snap_same_edges(&pictures[0], &pictures[1]);
            if (!CHECK_MESSAGE(same, "case %lld of \"%s\": shuffling changes the triangles", (long long)i,
                               families[f].name))
                print_drawing(&d);
            for (int k = 0; k < 2; k++) {
                wend_triangulation_destroy(meshes[k]);
                snap_picture_free(&pictures[k]);
            }
        }
}

// Where all vertices are collinear a point beside or beyond them is outside the hull, hence in a ghost.
TEST(locate_on_a_flat_hull) {
    open_context();
    static const wend_point points[] = {{0, 0}, {2, 2}, {6, 6}};
    static const wend_point outside[] = {{0, 1}, {1, 0}, {7, 7}, {-1, -1}, {9, 0}};
    wend_triangulation *mesh = NULL;
    REQUIRE(wend_triangulation_build(context, points, 3, NULL, 0, &mesh) == WEND_OK);
    wend_triangulation_view view = wend_triangulation_look(mesh);
    for (int i = 0; i < 5; i++) {
        int32_t found = wend_triangulation_locate(mesh, outside[i], -1);
        CHECK_MESSAGE(found >= 0 && found < view.triangle_count && !is_unused(&view.triangles[found]),
                      "(%d, %d) was found in triangle %d", outside[i].x, outside[i].y, found);
    }
    wend_triangulation_destroy(mesh);
}

TEST(nothing_and_little) {
    open_context();
    wend_triangulation *mesh = NULL;
    wend_point points[] = {{5, 5}, {5, 5}, {LIMIT + 1, 0}};
    wend_segment segments[] = {{0, 1}, {0, 2}, {-1, 0}};
    REQUIRE(wend_triangulation_build(context, NULL, 0, NULL, 0, &mesh) == WEND_OK);
    CHECK_INT(wend_triangulation_locate(mesh, points[0], -1), -1);
    wend_triangulation_destroy(mesh);
    REQUIRE(wend_triangulation_build(context, points, 2, segments, 1, &mesh) == WEND_OK);
    wend_triangulation_view view = wend_triangulation_look(mesh);
    CHECK_INT(view.vertex_count, 1);
    CHECK_INT(view.point_vertex[1], view.point_vertex[0]);
    wend_triangulation_destroy(mesh);
    CHECK_RESULT(wend_triangulation_build(context, points, 3, segments, 1, &mesh), WEND_ERROR_RANGE);
    CHECK_RESULT(wend_triangulation_build(context, points, 2, segments, 2, &mesh), WEND_ERROR_ARGUMENT);
    CHECK_RESULT(wend_triangulation_build(context, points, 2, segments + 2, 1, &mesh), WEND_ERROR_ARGUMENT);
}

// ---------------------------------------------------------------------------------------------------- changing

// Triangulates the points of `model` and its edges as segments, after a change to either; labels are the edges'.
static bool rebuild(const snap_picture *model, snap_picture *rebuilt) {
    wend_segment *segments = calloc((size_t)model->edge_count + 1, sizeof *segments);
    int32_t *labels = calloc((size_t)model->edge_count + 1, sizeof *labels);
    wend_point *points = calloc((size_t)model->vertex_count + 2 * (size_t)model->edge_count + 1, sizeof *points);
    if (segments == NULL || labels == NULL || points == NULL)
        exit(1);
    int32_t count = model->vertex_count;
    if (count > 0)
        memcpy(points, model->vertices, (size_t)count * sizeof *points);
    for (int32_t i = 0; i < model->edge_count; i++) {
        points[count] = model->edges[i].a;
        points[count + 1] = model->edges[i].b;
        segments[i] = (wend_segment){count, count + 1};
        labels[i] = model->edges[i].segment;
        count += 2;
    }
    wend_triangulation *mesh = NULL;
    bool good =
        CHECK_RESULT(wend_triangulation_build(context, points, count, segments, model->edge_count, &mesh), WEND_OK);
    if (good)
        snap_picture_of(mesh, labels, rebuilt);
    wend_triangulation_destroy(mesh);
    free(segments);
    free(labels);
    free(points);
    return good;
}

static bool ends_in(const snap_picture *model, wend_point p) {
    for (int32_t i = 0; i < model->edge_count; i++)
        if (snap_compare_points(model->edges[i].a, p) == 0 || snap_compare_points(model->edges[i].b, p) == 0)
            return true;
    return false;
}

static void grow_model(snap_picture *model) {
    model->vertices = realloc(model->vertices, ((size_t)model->vertex_count + 1) * sizeof *model->vertices);
    model->edges = realloc(model->edges, ((size_t)model->edge_count + 1) * sizeof *model->edges);
    if (model->vertices == NULL || model->edges == NULL)
        exit(1);
}

// Each change is made to the mesh and to the model of what it should hold; the result code is compared at once.

static void change_insert_vertex(wend_triangulation *mesh, snap_picture *model, const family *f, uint64_t *state) {
    int32_t x = random_coordinate(f, f->x, state), vertex = -1;
    wend_point p = {x, random_coordinate(f, f->y, state)};
    if (!CHECK_RESULT(wend_triangulation_insert_vertex(mesh, p, &vertex), WEND_OK))
        return;
    CHECK(snap_compare_points(wend_triangulation_look(mesh).vertices[vertex], p) == 0);
    for (int32_t i = 0; i < model->vertex_count; i++)
        if (snap_compare_points(model->vertices[i], p) == 0)
            return;
    model->vertices[model->vertex_count++] = p;
}

static int32_t random_vertex(const wend_triangulation_view *view, uint64_t *state) {
    for (;;) {
        int32_t v = below(state, view->vertex_count);
        if (view->vertex_edge[v] >= 0)
            return v;
    }
}

static void change_remove_vertex(wend_triangulation *mesh, snap_picture *model, uint64_t *state) {
    wend_triangulation_view view = wend_triangulation_look(mesh);
    if (model->vertex_count <= 3)
        return;
    int32_t v = random_vertex(&view, state);
    wend_point p = view.vertices[v];
    wend_result result = wend_triangulation_remove_vertex(mesh, v);
    if (ends_in(model, p)) {
        CHECK_RESULT(result, WEND_ERROR_ARGUMENT);
        return;
    }
    if (!CHECK_RESULT(result, WEND_OK))
        return;
    CHECK_RESULT(wend_triangulation_remove_vertex(mesh, v), WEND_ERROR_ARGUMENT);
    for (int32_t i = 0; i < model->vertex_count; i++)
        if (snap_compare_points(model->vertices[i], p) == 0)
            model->vertices[i] = model->vertices[--model->vertex_count];
}

static void change_insert_constraint(wend_triangulation *mesh, snap_picture *model, int32_t label, uint64_t *state) {
    wend_triangulation_view view = wend_triangulation_look(mesh);
    if (model->vertex_count < 2)
        return;
    int32_t a = random_vertex(&view, state), b = random_vertex(&view, state);
    if (a == b)
        return;
    wend_point p = view.vertices[a], q = view.vertices[b];
    bool crosses = false;
    for (int32_t i = 0; i < model->edge_count; i++)
        crosses = crosses || exact_meet(p, q, model->edges[i].a, model->edges[i].b) == WEND_CROSS;
    wend_result result = wend_triangulation_insert_constraint(mesh, a, b, label);
    if (CHECK_RESULT(result, crosses ? WEND_ERROR_INVALID : WEND_OK) && !crosses)
        model->edges[model->edge_count++] = (snap_edge){p, q, label};
}

static void change_remove_constraint(wend_triangulation *mesh, snap_picture *model, uint64_t *state) {
    wend_triangulation_view view = wend_triangulation_look(mesh);
    if (view.triangle_count == 0)
        return;
    int32_t e = below(state, 3 * view.triangle_count);
    for (int32_t tries = 0; tries < 20 && view.triangles[e / 3].mark[e % 3] < 0; tries++)
        e = below(state, 3 * view.triangle_count);
    const wend_triangle *t = &view.triangles[e / 3];
    if (is_unused(t))
        return;
    if (t->mark[e % 3] < 0) {
        CHECK_RESULT(wend_triangulation_remove_constraint(mesh, e), WEND_ERROR_ARGUMENT);
        return;
    }
    wend_point p = view.vertices[t->v[e % 3]], q = view.vertices[t->v[(e % 3 + 1) % 3]];
    if (!CHECK_RESULT(wend_triangulation_remove_constraint(mesh, e), WEND_OK))
        return;
    int32_t kept = 0;
    for (int32_t i = 0; i < model->edge_count; i++) {
        snap_edge k = model->edges[i];
        bool same = (snap_compare_points(k.a, p) == 0 && snap_compare_points(k.b, q) == 0) ||
                    (snap_compare_points(k.a, q) == 0 && snap_compare_points(k.b, p) == 0);
        if (!same)
            model->edges[kept++] = k;
    }
    model->edge_count = kept;
}

static void print_change(int32_t kind, const snap_picture *now) {
    static const char *const kinds[] = {"inserting a vertex", "inserting a vertex", "removing a vertex",
                                        "inserting a constraint", "removing a constraint"};
    printf("    after %s; vertices:", kinds[kind]);
    for (int32_t i = 0; i < now->vertex_count; i++)
        printf(" (%d,%d)", now->vertices[i].x, now->vertices[i].y);
    printf("; constraints:");
    for (int32_t i = 0; i < now->edge_count; i++)
        printf(" (%d,%d)-(%d,%d)", now->edges[i].a.x, now->edges[i].a.y, now->edges[i].b.x, now->edges[i].b.y);
    printf("\n");
}

static bool change_and_compare(wend_triangulation *mesh, snap_picture *model, const family *f, int32_t label,
                               uint64_t *state) {
    grow_model(model);
    int32_t kind = below(state, 5);
    long failures = check_failures;
    if (kind <= 1)
        change_insert_vertex(mesh, model, f, state);
    else if (kind == 2)
        change_remove_vertex(mesh, model, state);
    else if (kind == 3)
        change_insert_constraint(mesh, model, label, state);
    else
        change_remove_constraint(mesh, model, state);
    snap_picture now, anew = {0};
    snap_picture_of(mesh, NULL, &now);
    if (rebuild(model, &anew)) {
        CHECK(snap_same_vertices(&now, &anew));
        CHECK(snap_same_edges(&now, &anew));
        CHECK(snap_same_triangles(&now, &anew));
    }
    check_mesh(mesh, &now);
    bool good = check_failures == failures;
    if (!good && failures < CHECK_FAILURES_SHOWN)
        print_change(kind, &now);
    snap_picture_free(model);
    snap_picture_free(&anew);
    *model = now;
    return good;
}

TEST(changes_equal_building_anew) {
    open_context();
    int64_t cases = check_cases("cases", 1500) / 6, changes = 0;
    for (int f = 0; f < FAMILY_COUNT; f++)
        for (int64_t i = 0; i < cases; i++) {
            uint64_t state = 4711 + (uint64_t)i * FAMILY_COUNT + (uint64_t)f;
            drawing d;
            random_drawing(&families[f], &state, &d);
            wend_triangulation *mesh = NULL;
            snap_picture model;
            REQUIRE(build(&d, NULL, &mesh, &model));
            for (int32_t k = 0; k < 24; k++, changes++)
                if (!change_and_compare(mesh, &model, &families[f], 1000 + k, &state)) {
                    printf("    change %d of case %lld of \"%s\"\n", k, (long long)i, families[f].name);
                    break;
                }
            snap_picture_free(&model);
            wend_triangulation_destroy(mesh);
        }
    printf("%lld changes compared with building anew\n", (long long)changes);
}

// Points first, then one constraint after the other: what the validator takes for a triangulation of all of them.
TEST(one_by_one_equals_all_at_once) {
    open_context();
    int64_t cases = check_cases("cases", 1500), complete = 0;
    for (int64_t i = 0; i < cases; i++) {
        uint64_t state = 31 + (uint64_t)i;
        drawing d, bare;
        random_drawing(&families[i % FAMILY_COUNT], &state, &d);
        d.segment_count = d.segment_count < 5 ? d.segment_count : 5;
        bare = d;
        bare.segment_count = 0;
        wend_triangulation *meshes[2];
        snap_picture pictures[2];
        REQUIRE(build(&bare, NULL, &meshes[0], &pictures[0]));
        snap_picture_free(&pictures[0]);
        bool crossed = false;
        for (int32_t k = 0; k < d.segment_count; k++) {
            wend_triangulation_view view = wend_triangulation_look(meshes[0]);
            int32_t a = view.point_vertex[d.segments[k].a], b = view.point_vertex[d.segments[k].b];
            if (a != b && wend_triangulation_insert_constraint(meshes[0], a, b, k) != WEND_OK)
                crossed = true;
        }
        if (!crossed) {
            complete++;
            snap_picture_of(meshes[0], NULL, &pictures[0]);
            REQUIRE(build(&d, NULL, &meshes[1], &pictures[1]));
            CHECK(snap_same_edges(&pictures[0], &pictures[1]) && snap_same_triangles(&pictures[0], &pictures[1]));
            CHECK_MESSAGE(passes(meshes[0], &d), "the validator says: %s", wend_report_error(report));
            wend_triangulation_destroy(meshes[1]);
            snap_picture_free(&pictures[0]);
            snap_picture_free(&pictures[1]);
        }
        wend_triangulation_destroy(meshes[0]);
    }
    CHECK(complete > cases / 10);
}

// ---------------------------------------------------------------------------------------------------- the validator

// A fault is planted by writing to the arrays behind the view, and taken back by restoring them.
typedef struct faulty {
    wend_triangulation *mesh;
    wend_triangulation_view view;
    wend_triangle *triangles;
    wend_point *vertices;
} faulty;

static int32_t find_edge(const faulty *f, bool constrained) {
    for (int32_t e = 0; e < 3 * f->view.triangle_count; e++) {
        const wend_triangle *t = &f->triangles[e / 3];
        if (is_real(t) && is_real(&f->triangles[t->twin[e % 3] / 3]) && (t->mark[e % 3] >= 0) == constrained)
            return e;
    }
    return -1;
}

static const drawing house = {{{0, 0}, {40, 0}, {40, 30}, {0, 30}, {10, 10}, {30, 8}, {20, 25}, {20, 12}, {7, 20}},
                              9,
                              {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6}},
                              6};

static bool open_house(faulty *f) {
    if (wend_triangulation_build(context, house.points, house.point_count, house.segments, house.segment_count,
                                 &f->mesh) != 0)
        return false;
    f->view = wend_triangulation_look(f->mesh);
    f->triangles = (wend_triangle *)(uintptr_t)f->view.triangles;
    f->vertices = (wend_point *)(uintptr_t)f->view.vertices;
    return true;
}

TEST(validator_sees_another_input) {
    open_context();
    faulty f;
    REQUIRE(open_house(&f));
    CHECK(passes(f.mesh, &house));
    drawing other = house;
    other.segment_count--; // an edge is constrained without cause
    CHECK(!passes(f.mesh, &other));
    other = house;
    other.segments[other.segment_count++] = (wend_segment){0, 6}; // a segment that is not there
    CHECK(!passes(f.mesh, &other));
    other = house;
    other.points[other.point_count++] = (wend_point){1, 1}; // a point that is not there
    CHECK(!passes(f.mesh, &other));
    other = house;
    other.points[7].x++;
    CHECK(!passes(f.mesh, &other));
    CHECK(wend_report_error(report)[0] != 0);
    wend_triangulation_destroy(f.mesh);
}

TEST(validator_sees_a_point_that_was_removed) {
    open_context();
    const wend_point points[] = {{0, 0}, {9, 0}, {0, 9}, {9, 9}, {4, 5}};
    wend_triangulation *mesh = NULL;
    REQUIRE(wend_triangulation_build(context, points, 5, NULL, 0, &mesh) == WEND_OK);
    CHECK_RESULT(wend_triangulation_check(mesh, points, 5, NULL, 0, report), WEND_OK);
    CHECK_RESULT(wend_triangulation_remove_vertex(mesh, wend_triangulation_look(mesh).point_vertex[4]), WEND_OK);
    CHECK_RESULT(wend_triangulation_check(mesh, points, 5, NULL, 0, report), WEND_ERROR_INVALID);
    wend_triangulation_destroy(mesh);
}

TEST(validator_sees_planted_faults) {
    open_context();
    faulty f;
    REQUIRE(open_house(&f));
    int32_t free_edge = find_edge(&f, false), wall = find_edge(&f, true);
    REQUIRE(free_edge >= 0 && wall >= 0);
    wend_triangle *t = &f.triangles[wall / 3], kept = *t;
    t->mark[wall % 3] = -1; // a mark on one side only
    CHECK(!passes(f.mesh, &house));
    *t = kept;
    wend_triangle *u = &f.triangles[t->twin[wall % 3] / 3], kept_too = *u;
    t->mark[wall % 3] = u->mark[t->twin[wall % 3] % 3] = -1; // no mark at all
    CHECK(!passes(f.mesh, &house));
    *t = kept;
    *u = kept_too;
    t->twin[(wall + 1) % 3] = t->twin[wall % 3]; // a neighbour that does not agree
    CHECK(!passes(f.mesh, &house));
    *t = kept;
    t->v[0] = kept.v[1]; // facing down
    t->v[1] = kept.v[0];
    CHECK(!passes(f.mesh, &house));
    *t = kept;
    for (int32_t v = 0; v < f.view.vertex_count; v++) { // a vertex somewhere else
        wend_point place = f.vertices[v];
        f.vertices[v].x += 3;
        CHECK_MESSAGE(!passes(f.mesh, &house), "vertex %d may be moved unnoticed", v);
        f.vertices[v] = place;
    }
    CHECK(passes(f.mesh, &house));
    wend_triangulation_destroy(f.mesh);
}

// Turning the diagonal of two triangles that form a convex quadrilateral breaks the Delaunay property, or its tie rule.
static bool flip_by_hand(faulty *f, int32_t e) {
    wend_triangle *t = &f->triangles[e / 3];
    int32_t g = t->twin[e % 3];
    wend_triangle *u = &f->triangles[g / 3];
    int i = e % 3, k = g % 3;
    int32_t a = t->v[i], b = t->v[(i + 1) % 3], c = t->v[(i + 2) % 3], d = u->v[(k + 2) % 3];
    if (exact_orientation(f->vertices[c], f->vertices[d], f->vertices[b]) <= 0 ||
        exact_orientation(f->vertices[d], f->vertices[c], f->vertices[a]) <= 0)
        return false;
    int32_t bc = t->twin[(i + 1) % 3], ca = t->twin[(i + 2) % 3], ad = u->twin[(k + 1) % 3], db = u->twin[(k + 2) % 3];
    int32_t marks[4] = {t->mark[(i + 1) % 3], t->mark[(i + 2) % 3], u->mark[(k + 1) % 3], u->mark[(k + 2) % 3]};
    int32_t T = 3 * (e / 3), U = 3 * (g / 3);
    *t = (wend_triangle){{c, d, b}, {U, db, bc}, {-1, marks[3], marks[0]}};
    *u = (wend_triangle){{d, c, a}, {T, ca, ad}, {-1, marks[1], marks[2]}};
    int32_t outer[4] = {db, bc, ca, ad}, inner[4] = {T + 1, T + 2, U + 1, U + 2};
    for (int n = 0; n < 4; n++)
        f->triangles[outer[n] / 3].twin[outer[n] % 3] = inner[n];
    int32_t corners[4] = {a, b, c, d}, starts[4] = {U + 2, T + 2, T, T + 1};
    for (int n = 0; n < 4; n++)
        ((int32_t *)(uintptr_t)f->view.vertex_edge)[corners[n]] = starts[n];
    return true;
}

TEST(validator_sees_wrong_diagonals) {
    open_context();
    int flipped = 0;
    for (int32_t e = 0;; e++) {
        faulty f;
        REQUIRE(open_house(&f));
        bool more = e < 3 * f.view.triangle_count;
        if (more) {
            const wend_triangle *t = &f.triangles[e / 3];
            if (is_real(t) && t->mark[e % 3] < 0 && is_real(&f.triangles[t->twin[e % 3] / 3]) && flip_by_hand(&f, e)) {
                flipped++;
                CHECK_MESSAGE(!passes(f.mesh, &house), "the diagonal of half-edge %d may be turned unnoticed", e);
            }
        }
        wend_triangulation_destroy(f.mesh);
        if (!more)
            break;
    }
    CHECK(flipped > 4);
}

TEST(nothing_is_leaked) {
    open_context();
    close_context();
    exact_end();
}

CHECK_MAIN()

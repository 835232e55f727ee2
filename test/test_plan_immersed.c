// Plans of linked surfaces: on complexes made by hand and at random, beside brute force.
#include "complex.h"
#include "failing.h"
#include "shared_context.h"

#include "base/random.h"
#include "geom/predicate.h"
#include "plan/plan.h"
#include "plan/walk.h"

#include <wend/file.h>
#include <wend/sample.h>

#include <math.h>

static void open_context(void) {
    open_context_with(1);
}

static void show_report(void) {
    for (int64_t i = 0; i < wend_report_count(report) && i < 5; i++)
        printf("    %s\n", wend_report_at(report, i)->text);
    wend_report_clear(report);
}

// ---------------------------------------------------------------------------------------------------- brute force

static bool holds(const wend_point *places, const int32_t *v, wend_point p, bool strictly) {
    for (int i = 0; i < 3; i++) {
        int64_t side = wend_cross(places[v[i]], places[v[(i + 1) % 3]], p);
        if (side < 0 || (strictly && side == 0))
            return false;
    }
    return true;
}

// Over a place that is on no edge of either, there are as many triangles of the plan as of the complex.
static void check_depth(const wend_plan_view *plan, const wend_links_view *links, wend_point p) {
    int32_t above = 0, below = 0;
    for (int32_t t = 0; t < plan->triangle_count; t++) {
        bool closed = holds(plan->vertices, plan->triangles[t].v, p, false);
        if (closed && !holds(plan->vertices, plan->triangles[t].v, p, true))
            return;
        above += closed;
    }
    for (int32_t t = 0; t < links->triangle_count; t++) {
        bool closed = holds(links->vertices, links->triangles[t].v, p, false);
        if (closed && !holds(links->vertices, links->triangles[t].v, p, true))
            return;
        below += closed;
    }
    CHECK_INT(above, below);
}

// From a place on the complex to the plan and back: the same triangle.
static bool check_there_and_back(const wend_plan *plan, const wend_links_view *links, int32_t t, uint64_t *random) {
    const wend_linked_triangle *at = &links->triangles[t];
    double u = wend_random_unit(random), v = wend_random_unit(random);
    if (u + v > 1) {
        u = 1 - u;
        v = 1 - v;
    }
    wend_point a = links->vertices[at->v[0]], b = links->vertices[at->v[1]], c = links->vertices[at->v[2]];
    wend_point p = {(int32_t)(a.x + u * (b.x - a.x) + v * (c.x - a.x)),
                    (int32_t)(a.y + u * (b.y - a.y) + v * (c.y - a.y))};
    if (!holds(links->vertices, at->v, p, true))
        return true;
    double wa = (double)wend_cross(b, c, p), wb = (double)wend_cross(c, a, p), wc = (double)wend_cross(a, b, p);
    double z = (wa * at->z[0] + wb * at->z[1] + wc * at->z[2]) / (wa + wb + wc), place[3] = {p.x, p.y, z};
    wend_spot spot;
    wend_plan_ground ground;
    wend_plan_locate3(plan, place, 0, 0, 0, &spot, NULL);
    if (!CHECK_MESSAGE(spot.triangle >= 0, "triangle %d at %d %d is not found", (int)t, (int)p.x, (int)p.y))
        return false;
    wend_plan_view view = wend_plan_look(plan);
    bool good = CHECK(holds(view.vertices, view.triangles[spot.triangle].v, spot.point, false));
    wend_plan_find_ground(plan, &spot, &ground);
    good &= CHECK(ground.place[0] == p.x && ground.place[1] == p.y);
    return good & CHECK_MESSAGE(fabs(ground.place[2] - z) <= 2, "height %f becomes %f", z, ground.place[2]);
}

// Whether a segment meets a vertex that a border ends in: where the floor turns more than once, straight on is a
// choice.
static bool meets_border(const wend_plan_view *view, wend_point p, wend_point q) {
    for (int32_t k = 0; k < view->border_count; k++)
        for (int i = 0; i < 2; i++) {
            wend_point v = view->vertices[view->triangles[view->borders[k] / 3].v[(view->borders[k] + i) % 3]];
            if (wend_cross(p, q, v) == 0 && wend_dot(v, p, q) <= 0)
                return true;
        }
    return false;
}

// A ray over the plan is one over the complex.
static bool check_ray(const wend_plan *plan, const wend_links_view *links, int32_t t, uint64_t *random) {
    const wend_linked_triangle *at = &links->triangles[t];
    wend_plan_view view = wend_plan_look(plan);
    wend_flat below = wend_flat_of_links(links);
    wend_point a = links->vertices[at->v[0]], b = links->vertices[at->v[1]], c = links->vertices[at->v[2]];
    wend_point p = {(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3}, q = p;
    q.x += (int32_t)wend_random_below(random, 41) - 20;
    q.y += (int32_t)wend_random_below(random, 41) - 20;
    if (!holds(links->vertices, at->v, p, true) || meets_border(&view, p, q))
        return true;
    double wa = (double)wend_cross(b, c, p), wb = (double)wend_cross(c, a, p), wc = (double)wend_cross(a, b, p);
    double place[3] = {p.x, p.y, (wa * at->z[0] + wb * at->z[1] + wc * at->z[2]) / (wa + wb + wc)};
    wend_spot spot;
    wend_plan_ground ground;
    wend_ray_hit hit;
    wend_plan_locate3(plan, place, 0, 0, 0, &spot, &ground);
    if (spot.triangle < 0 || ground.triangle != t) // another floor lies within rounding of it
        return true;
    wend_plan_ray(plan, &spot, q, &hit);
    int32_t last;
    bool free_way = wend_walk_on_flat(&below, t, p, q, &last) >= 0;
    return CHECK_MESSAGE(hit.hit != free_way, "from %d %d to %d %d the way is %s", (int)p.x, (int)p.y, (int)q.x,
                         (int)q.y, free_way ? "free" : "not free");
}

// Twice the area that two triangles have in common: one is cut along the sides of the other.
static double common_area(const wend_point p[3], const wend_point q[3]) {
    double polygon[16][2], cut[16][2], area = 0;
    int count = 3;
    for (int i = 0; i < 3; i++) {
        polygon[i][0] = p[i].x;
        polygon[i][1] = p[i].y;
    }
    for (int k = 0; k < 3; k++) {
        wend_point a = q[k], b = q[(k + 1) % 3];
        int left = 0;
        for (int i = 0; i < count; i++) {
            const double *from = polygon[i], *to = polygon[(i + 1) % count];
            double here = (b.x - a.x) * (from[1] - a.y) - (b.y - a.y) * (from[0] - a.x);
            double there = (b.x - a.x) * (to[1] - a.y) - (b.y - a.y) * (to[0] - a.x);
            if (here >= 0)
                memcpy(cut[left++], from, sizeof cut[0]);
            if (here * there < 0) {
                cut[left][0] = from[0] + here / (here - there) * (to[0] - from[0]);
                cut[left++][1] = from[1] + here / (here - there) * (to[1] - from[1]);
            }
        }
        count = left;
        memcpy(polygon, cut, sizeof cut);
    }
    for (int i = 0; i < count; i++)
        area += polygon[i][0] * polygon[(i + 1) % count][1] - polygon[i][1] * polygon[(i + 1) % count][0];
    return area;
}

static double whole_area(const wend_point p[3]) {
    return (double)wend_cross(p[0], p[1], p[2]);
}

// The triangles of the plan over one of the complex cover all of it, and over all of them each triangle of the plan is
// used up.
static bool check_over(const wend_plan *plan, const wend_links_view *links) {
    wend_plan_view view = wend_plan_look(plan);
    wend_plan_over over = {0};
    double *used = calloc((size_t)view.triangle_count + 1, sizeof *used);
    bool good = CHECK(used != NULL);
    for (int32_t t = 0; t < links->triangle_count && good; t++) {
        wend_point p[3], q[3];
        double covered = 0;
        for (int i = 0; i < 3; i++)
            p[i] = links->vertices[links->triangles[t].v[i]];
        good = CHECK(wend_plan_find_over(context, plan, t, &over));
        for (int64_t k = 0; k < over.triangles.count && good; k++) {
            int32_t above = over.triangles.data[k];
            for (int i = 0; i < 3; i++)
                q[i] = view.vertices[view.triangles[above].v[i]];
            double area = common_area(p, q);
            good &= CHECK_MESSAGE(area > 0, "triangle %d is not over %d", (int)above, (int)t);
            used[above] += area;
            covered += area;
        }
        good = good && CHECK_MESSAGE(fabs(covered - whole_area(p)) < 1e-6, "triangle %d: %f of %f", (int)t, covered,
                                     whole_area(p));
    }
    for (int32_t t = 0; t < view.triangle_count && good; t++) {
        wend_point q[3];
        for (int i = 0; i < 3; i++)
            q[i] = view.vertices[view.triangles[t].v[i]];
        good = CHECK_MESSAGE(fabs(used[t] - whole_area(q)) < 1e-6, "plan triangle %d: %f of %f", (int)t, used[t],
                             whole_area(q));
    }
    free(used);
    wend_plan_free_over(context, &over);
    return good;
}

static bool same_plans(const wend_plan *a, const wend_plan *b) {
    wend_plan_view v = wend_plan_look(a), w = wend_plan_look(b);
    if (v.hash != w.hash || v.vertex_count != w.vertex_count || v.triangle_count != w.triangle_count ||
        v.boundary_count != w.boundary_count || v.border_count != w.border_count || v.layer_count != w.layer_count ||
        v.component_count != w.component_count || v.cycle_count != w.cycle_count)
        return false;
    size_t n = (size_t)v.vertex_count, m = (size_t)v.triangle_count;
    for (int32_t i = 0; i < v.boundary_count; i++)
        if (v.boundaries[i].edge != w.boundaries[i].edge || v.boundaries[i].kind != w.boundaries[i].kind ||
            v.boundaries[i].next != w.boundaries[i].next || v.boundaries[i].cycle != w.boundaries[i].cycle)
            return false;
    return memcmp(v.vertices, w.vertices, n * sizeof *v.vertices) == 0 &&
           memcmp(v.vertex_flags, w.vertex_flags, n) == 0 &&
           memcmp(v.vertex_heights, w.vertex_heights, n * sizeof *v.vertex_heights) == 0 &&
           memcmp(v.triangles, w.triangles, m * sizeof *v.triangles) == 0 &&
           memcmp(v.triangle_layer, w.triangle_layer, m * sizeof *v.triangle_layer) == 0 &&
           memcmp(v.triangle_component, w.triangle_component, m * sizeof *v.triangle_component) == 0 &&
           (v.border_count == 0 || memcmp(v.borders, w.borders, (size_t)v.border_count * sizeof *v.borders) == 0);
}

// Makes the plan of a complex and checks it; NULL when it is not right.
static wend_plan *make_plan(const wend_links *links) {
    wend_plan *plan = NULL;
    if (!CHECK_INT(wend_plan_build_linked(context, links, NULL, &plan, report), WEND_OK)) {
        show_report();
        return NULL;
    }
    if (CHECK_INT(wend_plan_check(context, plan, report), WEND_OK))
        return plan;
    show_report();
    wend_plan_destroy(plan);
    return NULL;
}

// Cells of a plan, and their check.
static bool check_cells(const wend_plan *plan, wend_cells_quality quality) {
    wend_cells_def def = wend_default_cells_def();
    def.quality = quality;
    wend_cells *cells = NULL;
    bool good = CHECK_INT(wend_cells_build(context, plan, &def, &cells, report), WEND_OK) &&
                CHECK_INT(wend_cells_check(context, cells, report), WEND_OK);
    if (!good)
        show_report();
    wend_cells_destroy(cells);
    return good;
}

// ---------------------------------------------------------------------------------------------------- by hand

// A spiral of wedges around an axis, eight to a turn, glued one after the other; when `closed`, the last to the first.
static void make_spiral(complex_mesh *m, int32_t wedges, bool closed) {
    static const int32_t x[8] = {4, 3, 0, -3, -4, -3, 0, 3}, y[8] = {0, 3, 4, 3, 0, -3, -4, -3};
    m->count = 0;
    for (int32_t k = 0; k < wedges; k++) {
        wend_point3 axis = {0, 0, 100 * k}, a = {16 * x[k % 8], 16 * y[k % 8], 100 * k},
                    b = {16 * x[(k + 1) % 8], 16 * y[(k + 1) % 8], 100 * k};
        complex_add(m, axis, a, b);
        if (k > 0)
            complex_join(m, 3 * k, 3 * (k - 1) + 2);
    }
    if (closed)
        complex_join(m, 0, 3 * (wedges - 1) + 2);
}

// A slanted band of ramps, up and down: its corners and heights at each knot of the way.
enum { RAMPS = 5 };
static const int32_t knots[RAMPS + 1] = {0, 30, 50, 51, 80, 120}, heights[RAMPS + 1] = {0, 0, 600, 600, 1500, 300};

static wend_point3 band_corner(int32_t knot, int32_t across) {
    return (wend_point3){41 * knots[knot] - 13 * across, 13 * knots[knot] + 41 * across, heights[knot]};
}

// How high the band is in a place near it.
static double band_height(const double place[2]) {
    double along = (41 * place[0] + 13 * place[1]) / (41 * 41 + 13 * 13);
    int32_t k = 0;
    while (k + 2 <= RAMPS && along > knots[k + 1])
        k++;
    double part = (along - knots[k]) / (knots[k + 1] - knots[k]);
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    return heights[k] + part * (heights[k + 1] - heights[k]);
}

// Where a ray ends on the boundary of a ramp is rounded to the lattice, which may put it outside: the ground found
// there is that of the boundary, however far it is from the corners of the plan.
TEST(ground_where_a_ray_ends) {
    open_context();
    static complex_mesh m;
    m.count = 0;
    for (int32_t k = 0; k < RAMPS; k++) {
        complex_add(&m, band_corner(k, 0), band_corner(k + 1, 0), band_corner(k, 20));
        complex_add(&m, band_corner(k + 1, 20), band_corner(k, 20), band_corner(k + 1, 0));
        CHECK(complex_join(&m, 6 * k + 1, 6 * k + 4));
        CHECK(k == 0 || complex_join(&m, 6 * k + 2, 6 * k - 1));
    }
    wend_links *links = complex_links(context, &m);
    wend_plan *plan = make_plan(links);
    REQUIRE(plan != NULL);
    CHECK_INT(wend_plan_look(plan).triangle_count, 2);
    uint64_t random = 7;
    int outside = 0;
    for (int k = 0; k < 2000; k++) {
        double place[2];
        wend_spot spot;
        wend_plan_random(plan, &random, place, &spot.triangle);
        spot.point = (wend_point){(int32_t)place[0], (int32_t)place[1]};
        wend_plan_locate(plan, (const double[2]){spot.point.x, spot.point.y}, 0, &spot);
        if (spot.triangle < 0)
            continue;
        wend_point to = {spot.point.x + (int32_t)wend_random_below(&random, 20001) - 10000,
                         spot.point.y + (int32_t)wend_random_below(&random, 20001) - 10000};
        wend_ray_hit hit;
        wend_plan_ground ground;
        wend_plan_ray(plan, &spot, to, &hit);
        wend_spot end = {.triangle = hit.triangle};
        REQUIRE(wend_lattice_point(&(wend_lattice){{0, 0}, 1}, hit.place, &end.point));
        wend_plan_find_ground(plan, &end, &ground);
        wend_plan_view view = wend_plan_look(plan);
        outside += !holds(view.vertices, view.triangles[end.triangle].v, end.point, false);
        CHECK_MESSAGE(fabs(ground.place[2] - band_height(hit.place)) <= 2 &&
                          fabs(ground.place[0] - hit.place[0]) <= 1 && fabs(ground.place[1] - hit.place[1]) <= 1,
                      "met at %f %f: %f %f %f in place of height %f", hit.place[0], hit.place[1], ground.place[0],
                      ground.place[1], ground.place[2], band_height(hit.place));
    }
    CHECK(outside > 500);
    wend_plan_destroy(plan);
    wend_links_destroy(links);
}

TEST(spiral_of_three_turns) {
    open_context();
    static complex_mesh m;
    make_spiral(&m, 24, false);
    wend_links *links = complex_links(context, &m);
    wend_plan *plan = make_plan(links);
    REQUIRE(plan != NULL);
    wend_plan_view view = wend_plan_look(plan);
    CHECK_INT(view.component_count, 1);
    CHECK_INT(view.cycle_count, 1);
    CHECK_INT(view.vertex_count, 26);
    CHECK_INT(view.layer_count, 3);
    CHECK(view.border_count >= 5);
    check_cells(plan, WEND_CELLS_FAST);
    wend_plan_destroy(plan);
    wend_links_destroy(links);
}

TEST(spiral_that_closes) {
    open_context();
    static complex_mesh m;
    for (int32_t turns = 1; turns <= 4; turns++) {
        make_spiral(&m, 8 * turns, true);
        wend_links *links = complex_links(context, &m);
        wend_plan *plan = make_plan(links);
        REQUIRE(plan != NULL);
        wend_plan_view view = wend_plan_look(plan);
        CHECK_INT(view.cycle_count, 1);
        CHECK_INT(view.components[0].points, turns > 1);
        CHECK_INT(view.vertex_count, 8 * turns + (turns > 1));
        CHECK_INT(view.layer_count, turns);
        check_cells(plan, WEND_CELLS_FAST);
        wend_plan_destroy(plan);
        wend_links_destroy(links);
    }
}

TEST(stacked_floors_joined_by_a_ramp) {
    open_context();
    static complex_mesh m;
    m.count = 0;
    // Two floors of 4 x 4 squares one above the other, and a ramp beside them that is glued to both in turn: it leads
    // down along the lower floor's side and ends at the upper one's.
    int32_t low = complex_grid(&m, (wend_point3){0, 0, 0}, 8, 4, 4);
    int32_t high = complex_grid(&m, (wend_point3){0, 0, 1000}, 8, 4, 4);
    int32_t ramp = complex_grid(&m, (wend_point3){32, 0, 500}, 8, 1, 4);
    for (int32_t j = 0; j < 2; j++)
        complex_join(&m, 3 * (low + 2 * (4 * j + 3)) + 1, 3 * (ramp + 2 * j + 1) + 2);
    for (int32_t j = 2; j < 4; j++)
        complex_join(&m, 3 * (high + 2 * (4 * j + 3)) + 1, 3 * (ramp + 2 * j + 1) + 2);
    wend_links *links = complex_links(context, &m);
    wend_plan *plan = make_plan(links);
    REQUIRE(plan != NULL);
    wend_plan_view view = wend_plan_look(plan);
    CHECK_INT(view.component_count, 1);
    CHECK_INT(view.layer_count, 2);
    CHECK_INT(view.cycle_count, 1);
    CHECK_INT(view.components[0].area2, 2 * (2 * 32 * 32 + 8 * 32));
    // Places on the two floors are different, and see each other only by way of the ramp.
    wend_spot a, b, c;
    wend_plan_locate3(plan, (const double[3]){28, 4, 0}, 1, 100, 0, &a, NULL);
    wend_plan_locate3(plan, (const double[3]){28, 4, 1000}, 1, 100, 0, &b, NULL);
    wend_plan_locate3(plan, (const double[3]){36, 12, 500}, 1, 100, 0, &c, NULL);
    CHECK(a.triangle >= 0 && b.triangle >= 0 && c.triangle >= 0 && a.triangle != b.triangle);
    CHECK(!wend_plan_visible(plan, &a, &b));
    CHECK(wend_plan_visible(plan, &a, &c));
    CHECK(!wend_plan_visible(plan, &b, &c));
    // Below both, above both, beside the floor, in between.
    wend_spot none;
    wend_plan_locate3(plan, (const double[3]){28, 4, -500}, 1, 100, 0, &none, NULL);
    CHECK_INT(none.triangle, -1);
    wend_plan_locate3(plan, (const double[3]){28, 4, 600}, 1, 300, 0, &none, NULL);
    CHECK_INT(none.triangle, -1);
    wend_plan_locate3(plan, (const double[3]){28, 4, 600}, 500, 1000, 0, &none, NULL);
    CHECK_INT(none.triangle, b.triangle);
    wend_plan_locate3(plan, (const double[3]){-3, 5, 1000}, 1, 100, 4, &none, NULL);
    CHECK(none.triangle >= 0 && none.point.x == 0 && none.point.y == 5 && none.distance == 3);
    wend_plan_ground ground;
    wend_plan_find_ground(plan, &none, &ground);
    CHECK(ground.place[2] == 1000);
    check_cells(plan, WEND_CELLS_BEST);
    wend_plan_destroy(plan);
    wend_links_destroy(links);
}

// A bridge: a band that crosses over itself has a handle when both of its ends lie on one floor.
TEST(bridge_over_itself_has_a_handle) {
    open_context();
    static complex_mesh m;
    m.count = 0;
    // A plus-shaped street crossing: two bands through one square, each closed by a way around, one over the other.
    int32_t floor = complex_grid(&m, (wend_point3){0, 0, 0}, 8, 1, 1);
    // East to west by the north: squares at (8,0) (16,0) (16,8) (16,16) (8,16) ... back to (-8,0).
    static const int32_t way[2][10][2] = {
        {{1, 0}, {2, 0}, {2, 1}, {2, 2}, {1, 2}, {0, 2}, {-1, 2}, {-2, 2}, {-2, 1}, {-2, 0}},
        {{0, 1}, {0, 2}, {-1, 2}, {-2, 2}, {-2, 1}, {-2, 0}, {-2, -1}, {-2, -2}, {-1, -2}, {0, -2}}};
    for (int k = 0; k < 2; k++) {
        int32_t last = floor;
        for (int i = 0; i < 12; i++) {
            int32_t x = i < 10 ? way[k][i][0] : k == 0 ? i - 11 : 0, y = i < 10 ? way[k][i][1] : k == 0 ? 0 : i - 11;
            int32_t next = i == 11 ? floor : complex_grid(&m, (wend_point3){8 * x, 8 * y, 10 * (i + 1)}, 8, 1, 1);
            int joined = 0;
            for (int32_t e = 3 * last; e < 3 * last + 6; e++)
                for (int32_t f = 3 * next; f < 3 * next + 6; f++)
                    joined += complex_join(&m, e, f);
            CHECK_INT(joined, 1);
            last = next;
        }
    }
    wend_links *links = complex_links(context, &m);
    wend_plan *plan = make_plan(links);
    REQUIRE(plan != NULL);
    wend_plan_view view = wend_plan_look(plan);
    CHECK_INT(view.component_count, 1);
    CHECK_INT(view.component_handles[0], 1);
    CHECK_INT(view.cycle_count, 1);
    check_cells(plan, WEND_CELLS_BEST);
    wend_plan_destroy(plan);
    wend_links_destroy(links);
}

TEST(a_plan_knows_its_links) {
    open_context();
    static complex_mesh m;
    m.count = 0;
    make_spiral(&m, 3, false);
    wend_links *links = complex_links(context, &m);
    REQUIRE(links != NULL);
    wend_plan *plan = NULL;
    CHECK_INT(wend_plan_build_linked(context, links, NULL, &plan, report), WEND_OK);
    CHECK(wend_plan_links(plan) == links);
    wend_plan_destroy(plan);
    wend_links_destroy(links);
}

// ---------------------------------------------------------------------------------------------------- at random

typedef struct tallies {
    int64_t layers, borders, points, handles, components;
} tallies;

// Whether a place lies in a cell seen from above, its sides included.
static bool is_in_cell(const wend_cells *cells, int32_t cell, const double at[2]) {
    wend_cells_view view = wend_cells_look(cells);
    const wend_cell *c = &view.cells[cell];
    bool inside = false;
    for (int32_t i = 0; i < c->count; i++) {
        double a[2], b[2];
        wend_cells_place(cells, view.sides[c->first + i].corner, a);
        wend_cells_place(cells, view.sides[c->first + (i + 1) % c->count].corner, b);
        double cross = (b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0]);
        double along = (at[0] - a[0]) * (at[0] - b[0]) + (at[1] - a[1]) * (at[1] - b[1]);
        if (fabs(cross) < 1e-5 && along < 1e-5)
            return true;
        if ((a[1] > at[1]) != (b[1] > at[1]) && (cross > 0) == (b[1] > a[1]))
            inside = !inside;
    }
    return inside;
}

// Spots of the plan in their cells.
static bool check_cell_spots(const wend_plan *plan, uint64_t *random) {
    wend_cells *cells = NULL;
    if (!CHECK_INT(wend_cells_build(context, plan, NULL, &cells, report), WEND_OK))
        return false;
    wend_plan_view view = wend_plan_look(plan);
    bool good = true;
    for (int i = 0; i < 10; i++) {
        double place[2];
        wend_spot spot = {0};
        wend_plan_random(plan, random, place, &spot.triangle);
        if (!wend_lattice_point(&view.lattice, place, &spot.point) ||
            !holds(view.vertices, view.triangles[spot.triangle].v, spot.point, false))
            continue;
        int32_t cell = wend_cells_locate(cells, &spot);
        double at[2] = {spot.point.x, spot.point.y};
        good &= CHECK(cell >= 0 && is_in_cell(cells, cell, at));
        good &= CHECK_INT(wend_cells_look(cells).cells[cell].component, view.triangle_component[spot.triangle]);
    }
    wend_cells_destroy(cells);
    return good;
}

// All that must hold of the plan of a complex.
static bool check_complex(complex_mesh *m, uint64_t *random, int64_t number, tallies *sum) {
    wend_links *links = complex_links(context, m);
    wend_plan *plan = make_plan(links);
    if (plan == NULL) {
        wend_links_destroy(links);
        return false;
    }
    wend_links_view below = wend_links_look(links);
    wend_plan_view view = wend_plan_look(plan);
    bool good = true;
    for (int32_t k = 0; k < view.component_count; k++) {
        sum->handles += view.component_handles[k] > 0;
        sum->points += view.components[k].points > 0;
    }
    sum->layers += view.layer_count > 1;
    sum->borders += view.border_count > 0;
    sum->components += view.component_count;
    for (int i = 0; i < 10; i++) {
        wend_point p = {(int32_t)wend_random_below(random, 60), (int32_t)wend_random_below(random, 60)};
        int32_t t = (int32_t)wend_random_below(random, (uint64_t)below.triangle_count);
        check_depth(&view, &below, p);
        good &= check_there_and_back(plan, &below, t, random) && check_ray(plan, &below, t, random);
    }
    good &= check_over(plan, &below);
    good &= check_cells(plan, number % 2 ? WEND_CELLS_BEST : WEND_CELLS_FAST) && check_cell_spots(plan, random);
    complex_disturb(m, random, 40);
    wend_links *others = complex_links(context, m);
    wend_plan *other = make_plan(others);
    good &= CHECK_MESSAGE(other != NULL && same_plans(plan, other), "another triangulation gives another plan");
    wend_plan_destroy(other);
    wend_links_destroy(others);
    wend_plan_destroy(plan);
    wend_links_destroy(links);
    return CHECK_MESSAGE(good, "case %lld", (long long)number);
}

static void tell(int64_t cases, const tallies *sum) {
    printf("%lld complexes, %lld components: %lld with several layers, %lld with borders, %lld with point obstacles, "
           "%lld with handles\n",
           (long long)cases, (long long)sum->components, (long long)sum->layers, (long long)sum->borders,
           (long long)sum->points, (long long)sum->handles);
}

static uint64_t random_of(int64_t number) {
    return (uint64_t)number + (uint64_t)check_option("seed", 0) * 1000003;
}

enum { ENOUGH = 500 }; // cases to tell by whether all kinds of complexes came up

TEST(random_complexes) {
    open_context();
    static complex_mesh m;
    int64_t cases = check_cases("cases", 4000);
    tallies sum = {0};
    for (int64_t k = check_option("from", 0); k < cases; k++) {
        uint64_t random = random_of(k);
        int32_t triangles = 1 + (int32_t)wend_random_below(&random, k % 10 == 0 ? 120 : 24);
        complex_random(&m, &random, triangles, 3 + (int32_t)wend_random_below(&random, k % 3 == 0 ? 2 : 12));
        if (!check_complex(&m, &random, k, &sum))
            return;
    }
    tell(cases, &sum);
    CHECK(cases < ENOUGH || (sum.layers > cases / 10 && sum.borders > cases / 10 && sum.points > cases / 20));
}

TEST(random_storeys) {
    open_context();
    static complex_mesh m;
    int64_t cases = check_cases("cases", 3000) / 3;
    tallies sum = {0};
    for (int64_t k = check_option("from", 0); k < cases; k++) {
        uint64_t random = random_of(k);
        int32_t storeys = 1 + (int32_t)wend_random_below(&random, 4),
                columns = 1 + (int32_t)wend_random_below(&random, 7);
        complex_storeys(&m, &random, storeys, columns, 1 + (int32_t)wend_random_below(&random, 7));
        if (m.count > 0 && !check_complex(&m, &random, k, &sum))
            return;
    }
    tell(cases, &sum);
    CHECK(cases < ENOUGH || (sum.layers > cases / 3 && sum.handles > cases / 50));
}

// ---------------------------------------------------------------------------------------------------- scenes

static const char *const scenes[] = {"two-storeys", "stairs", "bridge", "boxes"};

// The same scene with its triangles in another order, each from another corner on.
static wend_scene *shuffle(const wend_scene *scene, uint64_t *random) {
    wend_scene_view view = wend_scene_look(scene);
    wend_scene_def def = {.up = view.up, .unit = view.unit};
    wend_scene *other = NULL;
    int32_t *corners = malloc(3 * (size_t)view.triangle_count * sizeof *corners);
    if (corners == NULL || wend_scene_create(context, &def, &other) != WEND_OK)
        exit(1);
    for (int32_t t = 0; t < view.triangle_count; t++) {
        int32_t to = (int32_t)wend_random_below(random, (uint64_t)t + 1), turn = (int32_t)wend_random_below(random, 3);
        memcpy(corners + 3 * t, corners + 3 * to, 3 * sizeof *corners);
        for (int i = 0; i < 3; i++)
            corners[3 * to + i] = view.triangles[3 * (int64_t)t + (i + turn) % 3];
    }
    if (wend_scene_add(other, view.positions, view.vertex_count, corners, view.triangle_count) != WEND_OK)
        exit(1);
    free(corners);
    return other;
}

TEST(shuffled_scenes_give_the_same_plan) {
    open_context();
    uint64_t random = 5;
    for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++) {
        wend_scene *scene = NULL;
        wend_nav *nav = NULL;
        REQUIRE(wend_sample_build_scene(context, scenes[k], 0, 1, &scene) == WEND_OK &&
                wend_build_scene(context, scene, NULL, &nav, NULL, report) == WEND_OK);
        for (int i = 0; i < 3 && check_takes(i); i++) {
            wend_scene *other = shuffle(scene, &random);
            wend_nav *same = NULL;
            if (CHECK(wend_build_scene(context, other, NULL, &same, NULL, report) == WEND_OK))
                CHECK_MESSAGE(same_plans(wend_nav_plan(nav), wend_nav_plan(same)), "%s", scenes[k]);
            wend_nav_destroy(same);
            wend_scene_destroy(other);
        }
        wend_nav_destroy(nav);
        wend_scene_destroy(scene);
    }
}

TEST(any_number_of_threads) {
    open_context();
    for (size_t k = 0; k < sizeof scenes / sizeof *scenes; k++) {
        void *first = NULL;
        size_t first_count = 0;
        for (int threads = 1; threads <= 8; threads++) {
            if (threads > 1 && !check_takes(threads - 2))
                continue;
            wend_context_def def = wend_default_context_def();
            def.threads = threads;
            wend_context *other = NULL;
            wend_scene *scene = NULL;
            wend_nav *nav = NULL;
            void *bytes = NULL;
            size_t count = 0;
            REQUIRE(wend_context_create(&def, &other) == WEND_OK &&
                    wend_sample_build_scene(other, scenes[k], 0, 1, &scene) == WEND_OK &&
                    wend_build_scene(other, scene, NULL, &nav, NULL, NULL) == WEND_OK &&
                    wend_archive_save(other, nav, &bytes, &count) == WEND_OK);
            if (threads == 1) {
                first = malloc(count);
                first_count = count;
                REQUIRE(first != NULL);
                memcpy(first, bytes, count);
            }
            CHECK_MESSAGE(count == first_count && memcmp(first, bytes, count) == 0, "%s with %d threads", scenes[k],
                          threads);
            wend_release(other, bytes, count);
            wend_nav_destroy(nav);
            wend_scene_destroy(scene);
            wend_context_destroy(other);
        }
        free(first);
    }
}

// Scenes that nobody here made: their plans and cells are right.
TEST(real_buildings) {
    static const struct {
        const char *path;
        wend_up up;
    } buildings[] = {{"recast/nav_test.obj", WEND_UP_Y},
                     {"recast/dungeon.obj", WEND_UP_Y},
                     {"recast/house.obj", WEND_UP_Y},
                     {"buildings/gz_parking_garage.obj", WEND_UP_Y},
                     {"buildings/ifc_duplex_nodoors.obj", WEND_UP_Y},
                     {"buildings/aws_hospital_two_floors_collision.obj", WEND_UP_Z}};
    open_context();
    for (size_t k = 0; k < sizeof buildings / sizeof *buildings; k++) {
        if (!check_takes((int64_t)k))
            continue;
        char path[256];
        snprintf(path, sizeof path, "../shared/data/%s", buildings[k].path);
        FILE *file = fopen(path, "rb");
        if (file == NULL)
            SKIP("%s is not there", path);
        fclose(file);
        wend_scene_def def = {.up = buildings[k].up, .unit = 1};
        wend_scene *scene = NULL;
        wend_nav *nav = NULL;
        REQUIRE(wend_scene_create(context, &def, &scene) == WEND_OK &&
                wend_file_read_scene(context, path, 0, scene, report) == WEND_OK);
        if (CHECK(wend_build_scene(context, scene, NULL, &nav, NULL, report) == WEND_OK)) {
            wend_report_clear(report);
            CHECK_MESSAGE(wend_plan_check(context, wend_nav_plan(nav), report) == WEND_OK, "%s: %s", path,
                          wend_report_error(report));
            CHECK_MESSAGE(wend_cells_check(context, wend_nav_cells(nav), report) == WEND_OK, "%s: %s", path,
                          wend_report_error(report));
        }
        wend_nav_destroy(nav);
        wend_scene_destroy(scene);
        wend_report_clear(report);
    }
}

// ---------------------------------------------------------------------------------------------------- memory

static wend_result plan_anew(wend_context *other, void *data) {
    wend_plan *plan = NULL;
    wend_result result = wend_plan_build_linked(other, data, NULL, &plan, NULL);
    if (result == WEND_OK)
        result = wend_plan_check(other, plan, NULL);
    wend_plan_destroy(plan);
    return result;
}

TEST(every_allocation_may_fail) {
    open_context();
    static complex_mesh m;
    uint64_t random = 7;
    make_spiral(&m, 20, false);
    complex_disturb(&m, &random, 60);
    wend_links *links = complex_links(context, &m);
    failing memory = {0};
    wend_context *other = failing_context(&memory, 1);
    failing_each(&memory, other, "wend_plan_build_linked", plan_anew, links);
    failing_finish(&memory, other);
    wend_links_destroy(links);
}

TEST(nothing_is_left) {
    open_context();
    close_context();
}

CHECK_MAIN()

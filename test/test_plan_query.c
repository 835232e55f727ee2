// Questions to a plan against brute force over all of its triangles and boundary edges: locate, ray, visible, random.
//
//     test_plan_query [--cases N]     N random plans (1500)
//
// Plans lie on a coarse lattice here, so that rays meet corners and run along walls all the time, and so that every
// number that the brute force compares is exact in a double: coordinates are below 2^9, parameters along a ray differ
// by more than 2^-40 or not at all.
#include "shared_context.h"

#include "base/random.h"
#include "sketch.h"

#include <math.h>

static void open_context(void) {
    open_context_with(0);
}

static wend_plan *plan_of(const sketch *s) {
    wend_plan_def def = wend_default_plan_def();
    wend_drawing *drawing = sketch_draw(context, s);
    wend_plan *plan = NULL;
    CHECK(wend_plan_build(context, drawing, &def, &plan, NULL) == WEND_OK);
    wend_drawing_destroy(drawing);
    return plan;
}

static int32_t below(uint64_t *state, int32_t bound) {
    return (int32_t)wend_random_below(state, (uint64_t)bound);
}

static bool random_plan(int64_t number, uint64_t *state, sketch *s, wend_plan **plan) {
    static const double lattices[] = {1, 0.25, 0.0625};
    *state = 5 + ((uint64_t)number << 24);
    sketch_random(s, number % 4 == 0 ? WEND_INSIDE_DEPTH : WEND_INSIDE_RINGS,
                  number % 2 == 0 ? SKETCH_ANY : SKETCH_SQUARE, 10, state);
    wend_plan_def def = wend_default_plan_def();
    def.lattice = lattices[number % 3];
    def.unit = number % 5 == 0 ? 2 : 1;
    wend_drawing *drawing = sketch_draw(context, s);
    wend_result result = wend_plan_build(context, drawing, &def, plan, NULL);
    wend_drawing_destroy(drawing);
    return result == WEND_OK;
}

static wend_point corner(const wend_plan_view *view, int32_t triangle, int k) {
    return view->vertices[view->triangles[triangle].v[k % 3]];
}

// +1 strictly inside, 0 on the border, -1 outside.
static int holds(const wend_plan_view *view, int32_t t, wend_point p) {
    int least = 1;
    for (int k = 0; k < 3; k++) {
        int turn = wend_orientation(corner(view, t, k), corner(view, t, k + 1), p);
        least = turn < least ? turn : least;
    }
    return least;
}

static wend_point random_point(const wend_plan_view *view, uint64_t *state) {
    wend_point low = view->vertices[0], high = low;
    for (int32_t i = 0; i < view->vertex_count; i++) {
        wend_point p = view->vertices[i];
        low = (wend_point){p.x < low.x ? p.x : low.x, p.y < low.y ? p.y : low.y};
        high = (wend_point){p.x > high.x ? p.x : high.x, p.y > high.y ? p.y : high.y};
    }
    int32_t x = low.x - 2 + below(state, high.x - low.x + 5);
    return (wend_point){x, low.y - 2 + below(state, high.y - low.y + 5)};
}

// ---------------------------------------------------------------------------------------------------- locate

static double distance_to_segment(wend_point p, wend_point a, wend_point b) {
    double ux = b.x - a.x, uy = b.y - a.y, vx = p.x - a.x, vy = p.y - a.y;
    double t = (ux * vx + uy * vy) / (ux * ux + uy * uy);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    double dx = vx - t * ux, dy = vy - t * uy;
    return sqrt(dx * dx + dy * dy);
}

// Whether a lattice point no farther than `radius` steps from p is on the plan. A floor thinner than the lattice may
// have none where p could move to.
static bool has_point_near(const wend_plan_view *view, wend_point p, double radius) {
    int32_t reach = (int32_t)radius;
    for (int32_t dy = -reach; dy <= reach; dy++)
        for (int32_t dx = -reach; dx <= reach; dx++)
            for (int32_t t = 0; t < view->triangle_count && dx * dx + dy * dy <= radius * radius; t++)
                if (holds(view, t, (wend_point){p.x + dx, p.y + dy}) >= 0)
                    return true;
    return false;
}

static void check_locate(const wend_plan *plan, uint64_t *state) {
    wend_plan_view view = wend_plan_look(plan);
    wend_point p = random_point(&view, state);
    double place[2], nearest = INFINITY;
    wend_lattice_place(&view.lattice, p, place);
    int32_t lowest = -1;
    for (int32_t t = view.triangle_count - 1; t >= 0; t--) {
        if (holds(&view, t, p) >= 0)
            lowest = t;
        for (int k = 0; k < 3; k++) {
            double d = distance_to_segment(p, corner(&view, t, k), corner(&view, t, k + 1));
            nearest = d < nearest ? d : nearest;
        }
    }
    double metres = view.lattice.step * view.unit;
    nearest = lowest >= 0 ? 0 : nearest * metres;
    wend_spot spot;
    wend_plan_locate(plan, place, 0, &spot);
    CHECK_MESSAGE(spot.triangle == lowest, "(%d, %d) is in triangle %d, not %d", p.x, p.y, lowest, spot.triangle);
    if (lowest >= 0)
        CHECK(spot.point.x == p.x && spot.point.y == p.y && spot.distance == 0);

    double snap = wend_random_unit(state) * 6 * metres;
    wend_plan_locate(plan, place, snap, &spot);
    if (fabs(snap - nearest) < 1e-9 * metres)
        return;
    if (spot.triangle < 0 && nearest < snap && !has_point_near(&view, p, snap / metres))
        return;
    if (!CHECK_MESSAGE((spot.triangle >= 0) == (nearest < snap), "(%d, %d): nearest at %g, snap %g, found %d", p.x, p.y,
                       nearest, snap, spot.triangle) ||
        spot.triangle < 0)
        return;
    // Where a triangle is narrow the next lattice point on it may be a few steps off, or one of its corners.
    bool at_corner = false;
    for (int k = 0; k < 3; k++) {
        wend_point c = corner(&view, spot.triangle, k);
        at_corner = at_corner || (c.x == spot.point.x && c.y == spot.point.y);
    }
    CHECK_MESSAGE(fabs(spot.distance - nearest) <= 3 * metres || at_corner, "(%d, %d): found at %g, nearest is %g", p.x,
                  p.y, spot.distance, nearest);
    double dx = spot.point.x - p.x, dy = spot.point.y - p.y;
    CHECK_MESSAGE(fabs(spot.distance - sqrt(dx * dx + dy * dy) * metres) < 1e-9,
                  "(%d, %d): moved by %g steps, told %g m", p.x, p.y, sqrt(dx * dx + dy * dy), spot.distance);
    CHECK_MESSAGE(lowest >= 0 || holds(&view, spot.triangle, spot.point) >= 0,
                  "(%d, %d): moved to (%d, %d), which is not on triangle %d", p.x, p.y, spot.point.x, spot.point.y,
                  spot.triangle);
}

TEST(locate) {
    open_context();
    int64_t cases = check_cases("cases", 1500);
    for (int64_t i = 0; i < cases; i++) {
        uint64_t state;
        sketch s;
        wend_plan *plan = NULL;
        if (!random_plan(i, &state, &s, &plan))
            continue;
        long failures = check_failures;
        for (int k = 0; k < 30; k++)
            check_locate(plan, &state);
        if (check_failures > failures && failures < CHECK_FAILURES_SHOWN) {
            printf("    in case %lld\n", (long long)i);
            sketch_print(&s);
        }
        wend_plan_destroy(plan);
    }
}

TEST(places_and_points) {
    open_context();
    wend_lattice lattice = {{-8, 24}, 0.125};
    double place[2];
    wend_lattice_place(&lattice, (wend_point){16, -8}, place);
    CHECK(place[0] == -6 && place[1] == 23);
    wend_point p;
    CHECK(wend_lattice_point(&lattice, place, &p) && p.x == 16 && p.y == -8);
    const double beyond[2] = {1e9, 0}, nowhere[2] = {NAN, 0}, endless[2] = {0, INFINITY};
    CHECK(!wend_lattice_point(&lattice, beyond, &p));
    CHECK(!wend_lattice_point(&lattice, nowhere, &p));
    CHECK(!wend_lattice_point(&lattice, endless, &p));
}

// ---------------------------------------------------------------------------------------------------- rays

typedef struct edge {
    wend_point a, b; // the floor lies on its left
} edge;

static edge boundary_edge(const wend_plan_view *view, int32_t b) {
    int32_t e = view->boundaries[b].edge;
    return (edge){corner(view, e / 3, e % 3), corner(view, e / 3, e % 3 + 1)};
}

static bool same(wend_point p, wend_point q) {
    return p.x == q.x && p.y == q.y;
}

// How far along s-t the line of an edge is met, 0..1. Exact up to one rounding.
static double along(wend_point s, wend_point t, edge e) {
    double ux = t.x - s.x, uy = t.y - s.y, vx = e.b.x - e.a.x, vy = e.b.y - e.a.y;
    return ((e.a.x - s.x) * vy - (e.a.y - s.y) * vx) / (ux * vy - uy * vx);
}

// How far along s-t a point on it lies.
static double along_point(wend_point s, wend_point t, wend_point p) {
    double ux = t.x - s.x, uy = t.y - s.y;
    return ((p.x - s.x) * ux + (p.y - s.y) * uy) / (ux * ux + uy * uy);
}

// What a ray meets: an edge in its middle, or a vertex of the boundary.
typedef struct event {
    double at;
    int32_t boundary; // the edge, or -1 for a vertex
    wend_point vertex;
} event;

enum { EVENTS = 2048 };

static int compare_events(const void *a, const void *b) {
    double x = ((const event *)a)->at, y = ((const event *)b)->at;
    return (x > y) - (x < y);
}

// Edges that are crossed from their floor's side, and vertices on the open ray, in order.
static int collect_events(const wend_plan_view *view, wend_point s, wend_point t, event *events) {
    int count = 0;
    for (int32_t i = 0; i < view->boundary_count && count + 2 < EVENTS; i++) {
        edge e = boundary_edge(view, i);
        if (wend_segments_meet(s, t, e.a, e.b) == WEND_CROSS && wend_orientation(e.a, e.b, t) < 0)
            events[count++] = (event){along(s, t, e), i, {0, 0}};
        if (wend_segments_meet(s, t, e.a, e.a) == WEND_TOUCH && !same(e.a, t) && !same(e.a, s))
            events[count++] = (event){along_point(s, t, e.a), -1, e.a};
    }
    qsort(events, (size_t)count, sizeof *events, compare_events);
    return count;
}

// The sides of a ray that are floor. On its way through the open floor it has both; along a wall without width, both
// means that it may be on either.
enum { LEFT = 1, RIGHT = 2, BOTH = 3 };

// The sides on which a ray on `sides` can pass vertex w and is then; 0 when it cannot. Nothing may stick out on the
// side on which it passes; what lies along the ray beyond w tells where the floor goes on.
static int pass_vertex(const wend_plan_view *view, wend_point s, wend_point t, wend_point w, int sides) {
    bool ahead_left = false, ahead_right = false; // floor beside an edge that runs on along the ray
    for (int32_t i = 0; i < view->boundary_count; i++) {
        edge e = boundary_edge(view, i);
        if (!same(e.a, w) && !same(e.b, w))
            continue;
        wend_point other = same(e.a, w) ? e.b : e.a;
        int turn = wend_orientation(s, t, other);
        if (turn != 0) {
            sides &= turn > 0 ? ~LEFT : ~RIGHT;
        } else if (along_point(s, t, other) > along_point(s, t, w)) {
            ahead_left = ahead_left || same(e.a, w);
            ahead_right = ahead_right || same(e.b, w);
        }
    }
    if (sides == 0 || (!ahead_left && !ahead_right))
        return sides == 0 ? 0 : BOTH;
    if (ahead_left && ahead_right) // a wall without width: it stays on the side where it is
        return sides;
    return sides & (ahead_left ? LEFT : RIGHT);
}

typedef struct outcome {
    bool hit;
    double at;        // 0..1
    int32_t boundary; // or -1, when a vertex is hit
} outcome;

static outcome brute_ray(const wend_plan_view *view, wend_point s, wend_point t) {
    static event events[EVENTS];
    int count = collect_events(view, s, t, events), sides = BOTH;
    for (int i = 0; i < count; i++) {
        if (events[i].boundary >= 0)
            return (outcome){true, events[i].at, events[i].boundary};
        if (i > 0 && events[i - 1].boundary < 0 && same(events[i - 1].vertex, events[i].vertex))
            continue;
        sides = pass_vertex(view, s, t, events[i].vertex, sides);
        if (sides == 0)
            return (outcome){true, events[i].at, -1};
    }
    return (outcome){false, 1, -1};
}

// A spot strictly inside a random triangle; false when the triangle holds no lattice point there.
static bool random_spot(const wend_plan_view *view, uint64_t *state, wend_spot *spot) {
    int32_t t = below(state, view->triangle_count);
    for (int tries = 0; tries < 20; tries++) {
        double u = wend_random_unit(state), v = wend_random_unit(state);
        if (u + v > 1)
            u = 1 - u, v = 1 - v;
        wend_point a = corner(view, t, 0), b = corner(view, t, 1), c = corner(view, t, 2);
        wend_point p = {(int32_t)lround(a.x + u * (b.x - a.x) + v * (c.x - a.x)),
                        (int32_t)lround(a.y + u * (b.y - a.y) + v * (c.y - a.y))};
        if (holds(view, t, p) <= 0)
            continue;
        *spot = (wend_spot){t, p, 0};
        return true;
    }
    return false;
}

static int64_t rays, hits, vertices_hit;

static void check_ray(const wend_plan *plan, const wend_spot *from, wend_point to) {
    wend_plan_view view = wend_plan_look(plan);
    outcome expected = brute_ray(&view, from->point, to);
    wend_ray_hit got;
    wend_plan_ray(plan, from, to, &got);
    rays++;
    hits += expected.hit;
    vertices_hit += expected.hit && expected.boundary < 0;
    wend_point s = from->point;
    if (!CHECK_MESSAGE(got.hit == expected.hit, "ray (%d, %d) - (%d, %d): hit %d, expected %d at %g (boundary %d)", s.x,
                       s.y, to.x, to.y, got.hit, expected.hit, expected.at, expected.boundary))
        return;
    double step = view.lattice.step, x = (s.x + expected.at * (to.x - s.x)) * step + view.lattice.origin[0];
    double y = (s.y + expected.at * (to.y - s.y)) * step + view.lattice.origin[1];
    double dx = expected.at * (to.x - s.x) * step * view.unit, dy = expected.at * (to.y - s.y) * step * view.unit;
    CHECK_MESSAGE(fabs(got.place[0] - x) < 1e-9 && fabs(got.place[1] - y) < 1e-9,
                  "ray ends at (%g, %g), expected (%g, %g)", got.place[0], got.place[1], x, y);
    CHECK_MESSAGE(fabs(got.distance - sqrt(dx * dx + dy * dy)) < 1e-9, "distance %g, expected %g", got.distance,
                  sqrt(dx * dx + dy * dy));
    CHECK(got.triangle >= 0 && got.triangle < view.triangle_count);
    if (!got.hit) {
        CHECK_INT(got.boundary, -1);
        CHECK(holds(&view, got.triangle, to) >= 0);
    } else if (expected.boundary >= 0) {
        CHECK_MESSAGE(got.boundary == expected.boundary, "ray (%d, %d) - (%d, %d): boundary %d, expected %d", s.x, s.y,
                      to.x, to.y, got.boundary, expected.boundary);
        CHECK_INT(got.triangle, view.boundaries[expected.boundary].edge / 3);
    } else {
        CHECK(got.boundary >= 0 && got.boundary < view.boundary_count);
    }
}

static void check_visible(const wend_plan *plan, const wend_spot *a, const wend_spot *b) {
    wend_plan_view view = wend_plan_look(plan);
    outcome expected = brute_ray(&view, a->point, b->point);
    CHECK_MESSAGE(wend_plan_visible(plan, a, b) == !expected.hit, "(%d, %d) and (%d, %d) see each other: expected %d",
                  a->point.x, a->point.y, b->point.x, b->point.y, !expected.hit);
    CHECK(wend_plan_visible(plan, b, a) == !expected.hit);
}

TEST(rays_and_visibility) {
    open_context();
    int64_t cases = check_cases("cases", 1500);
    for (int64_t i = 0; i < cases; i++) {
        uint64_t state;
        sketch s;
        wend_plan *plan = NULL;
        if (!random_plan(i, &state, &s, &plan))
            continue;
        wend_plan_view view = wend_plan_look(plan);
        long failures = check_failures;
        for (int k = 0; k < 30; k++) {
            wend_spot a, b;
            if (!random_spot(&view, &state, &a))
                continue;
            wend_point corner_point = view.vertices[below(&state, view.vertex_count)];
            check_ray(plan, &a, random_point(&view, &state));
            check_ray(plan, &a, corner_point);
            check_ray(plan, &a, (wend_point){2 * corner_point.x - a.point.x, 2 * corner_point.y - a.point.y});
            if (random_spot(&view, &state, &b))
                check_visible(plan, &a, &b);
        }
        if (check_failures > failures && failures < CHECK_FAILURES_SHOWN) {
            printf("    in case %lld, vertices in lattice steps from (%g, %g) of %g\n", (long long)i,
                   view.lattice.origin[0], view.lattice.origin[1], view.lattice.step);
            sketch_print(&s);
        }
        wend_plan_destroy(plan);
    }
    printf("%lld rays compared with brute force: %lld hit, %lld of them in a vertex\n", (long long)rays,
           (long long)hits, (long long)vertices_hit);
    CHECK(hits > 0 && hits < rays && vertices_hit > 0);
}

// Between two obstacles that touch there is no way; past a corner there is.
TEST(rays_at_corners) {
    open_context();
    const double room[] = {0, 0, 10, 0, 10, 10, 0, 10}, a[] = {2, 2, 5, 2, 5, 5, 2, 5}, b[] = {5, 5, 8, 5, 8, 8, 5, 8};
    for (int obstacles = 1; obstacles <= 2; obstacles++) {
        sketch s = {.rule = WEND_INSIDE_RINGS};
        sketch_add(&s, WEND_SHAPE_OUTER, 0, room, 4);
        sketch_add(&s, WEND_SHAPE_OBSTACLE, 0, a, 4);
        if (obstacles == 2)
            sketch_add(&s, WEND_SHAPE_OBSTACLE, 0, b, 4);
        wend_plan *plan = plan_of(&s);
        REQUIRE(plan != NULL);
        wend_spot from, to;
        const double start[2] = {3, 7}, end[2] = {7, 3};
        wend_plan_locate(plan, start, 0, &from);
        wend_plan_locate(plan, end, 0, &to);
        REQUIRE(from.triangle >= 0 && to.triangle >= 0);
        CHECK(wend_plan_visible(plan, &from, &to) == (obstacles == 1));
        wend_plan_destroy(plan);
    }
}

// A ray onto the tip of a wall and along it passes on the side where it can, whichever way the wall turns in the end.
TEST(rays_along_walls) {
    open_context();
    const double room[] = {-20, -20, 40, -20, 40, 40, -20, 40};
    const double walls[][6] = {{0, 0, 10, 0, 10, 10}, {0, 0, 10, 0, 10, -10}};
    for (int i = 0; i < 2; i++) {
        sketch s = {.rule = WEND_INSIDE_RINGS};
        sketch_add(&s, WEND_SHAPE_OUTER, 0, room, 4);
        sketch_add(&s, WEND_SHAPE_WALL, -1, walls[i], 3);
        wend_plan *plan = plan_of(&s);
        REQUIRE(plan != NULL);
        wend_spot a, b;
        wend_plan_locate(plan, (const double[2]){-5, 0}, 0, &a);
        wend_plan_locate(plan, (const double[2]){20, 0}, 0, &b);
        CHECK(wend_plan_visible(plan, &a, &b) && wend_plan_visible(plan, &b, &a));
        wend_plan_destroy(plan);
    }
}

// Places on the two sides of a wall do not see each other, and a spot off the plan sees nothing.
TEST(walls_hide_what_is_behind) {
    open_context();
    const double room[] = {-10, -10, 10, -10, 10, 10, -10, 10}, wall[] = {0, -10, 0, 10};
    sketch s = {.rule = WEND_INSIDE_RINGS};
    sketch_add(&s, WEND_SHAPE_OUTER, 0, room, 4);
    sketch_add(&s, WEND_SHAPE_WALL, -1, wall, 2);
    wend_plan *plan = plan_of(&s);
    REQUIRE(plan != NULL);
    wend_spot left, right, on, off;
    wend_plan_locate(plan, (const double[2]){-5, 0}, 0, &left);
    wend_plan_locate(plan, (const double[2]){5, 0}, 0, &right);
    wend_plan_locate(plan, (const double[2]){0, 0}, 0, &on);
    wend_plan_locate(plan, (const double[2]){50, 0}, 1, &off);
    CHECK(wend_plan_visible(plan, &left, &on) + wend_plan_visible(plan, &right, &on) == 1);
    CHECK(wend_plan_visible(plan, &left, &on) == wend_plan_visible(plan, &on, &left));
    CHECK(wend_plan_visible(plan, &right, &on) == wend_plan_visible(plan, &on, &right));
    CHECK(off.triangle == -1 && !wend_plan_visible(plan, &off, &left));
    wend_ray_hit hit;
    wend_plan_ray(plan, &off, left.point, &hit);
    CHECK(hit.hit && hit.distance == 0 && hit.triangle == -1);
    wend_plan_destroy(plan);
}

// A floor thinner than the lattice has no lattice points but its corners: they are not moved to from afar. Far and
// endless reaches are fine.
TEST(locate_keeps_to_its_reach) {
    open_context();
    const double needle[] = {0, 0, 2001, 2, 1000, 1};
    sketch s = {.rule = WEND_INSIDE_RINGS};
    sketch_add(&s, WEND_SHAPE_OUTER, 0, needle, 3);
    wend_drawing *drawing = sketch_draw(context, &s);
    wend_plan_def def = {.lattice = 1, .unit = 1};
    wend_plan *plan = NULL;
    REQUIRE(drawing && wend_plan_build(context, drawing, &def, &plan, NULL) == WEND_OK);
    wend_spot spot;
    wend_plan_locate(plan, (const double[2]){500, 3}, 10, &spot);
    CHECK_INT(spot.triangle, -1);
    wend_plan_locate(plan, (const double[2]){2005, 5}, 10, &spot);
    CHECK(spot.triangle >= 0 && spot.distance == 5);
    wend_plan_locate(plan, (const double[2]){1.7e308, -1e300}, INFINITY, &spot);
    CHECK(spot.triangle >= 0);
    wend_plan_locate(plan, (const double[2]){2001 + 3e15, 2 + 4e15}, 1e16, &spot);
    CHECK(spot.triangle >= 0 && spot.distance == 5e15);
    wend_plan_destroy(plan);
    wend_drawing_destroy(drawing);
}

// ---------------------------------------------------------------------------------------------------- random

// Places lie in their triangle, come out the same for the same seed, and fall into the components by area.
TEST(random_places) {
    open_context();
    const double a[] = {0, 0, 3, 0, 3, 1, 0, 1}, b[] = {5, 0, 6, 0, 6, 1, 5, 1};
    sketch s = {.rule = WEND_INSIDE_RINGS};
    sketch_add(&s, WEND_SHAPE_OUTER, 0, a, 4);
    sketch_add(&s, WEND_SHAPE_OUTER, 1, b, 4);
    wend_plan *plan = plan_of(&s);
    REQUIRE(plan != NULL);
    wend_plan_view view = wend_plan_look(plan);
    uint64_t state = 7, again = 7;
    int in_first = 0, low = 0;
    enum { COUNT = 40000 };
    for (int i = 0; i < COUNT; i++) {
        double place[2], twin[2];
        int32_t triangle = -1, twin_triangle = -1;
        wend_plan_random(plan, &state, place, &triangle);
        wend_plan_random(plan, &again, twin, &twin_triangle);
        CHECK(place[0] == twin[0] && place[1] == twin[1] && triangle == twin_triangle);
        wend_spot spot;
        wend_plan_locate(plan, place, 0, &spot);
        if (!CHECK(spot.triangle >= 0 && triangle >= 0 && triangle < view.triangle_count))
            break;
        CHECK(holds(&view, triangle, spot.point) >= 0);
        in_first += place[0] <= 3;
        low += place[1] < 0.5;
    }
    CHECK_MESSAGE(abs(in_first - COUNT * 3 / 4) < 5 * 87, "%d of %d in three quarters of the area", in_first, COUNT);
    CHECK_MESSAGE(abs(low - COUNT / 2) < 5 * 100, "%d of %d in the lower half", low, COUNT);
    wend_plan_destroy(plan);
}

TEST(nothing_is_leaked) {
    open_context();
    close_context();
}

CHECK_MAIN()

// Trimming: handmade floors, and floors made of random plans, against a slow judge that knows nothing of the method.
//
// The judge looks at two surfaces, before and after: the new one lies on the old one (corners exactly, random places,
// and no new border crosses an old one), the two boundaries are within the distance of each other, components, cycles
// and Euler characteristic are the same, nothing has come to touch, borders of tiles and long kinds are still there.
#include "check.h"

#include "failing.h"
#include "sketch.h"
#include "stages.h"

#include <wend/sample.h>

#include "base/random.h"
#include "sew/sew.h"

#include <math.h>

// ---------------------------------------------------------------------------------------------------- floors

typedef enum ground { GROUND_FLAT, GROUND_SLOPE, GROUND_HILLS, GROUND_COUNT } ground;

static int32_t pick(uint64_t *state, int32_t low, int32_t high) {
    return low + (int32_t)wend_random_below(state, (uint64_t)(high - low) + 1);
}

static int64_t turn_of(wend_point3 a, wend_point3 b, wend_point3 c) {
    return ((int64_t)b.x - a.x) * ((int64_t)c.y - a.y) - ((int64_t)b.y - a.y) * ((int64_t)c.x - a.x);
}

static int32_t height_of(ground kind, wend_point p, uint64_t seed) {
    if (kind == GROUND_FLAT)
        return 7;
    if (kind == GROUND_SLOPE)
        return (int32_t)floor((double)(seed % 97) / 100 * p.x - (double)(seed % 89) / 150 * p.y + 0.5);
    uint64_t state = seed ^ ((uint64_t)(uint32_t)p.x << 32 | (uint32_t)p.y);
    return pick(&state, 0, 200);
}

// A raw surface of a plan's triangles. All borders are walls of one cause, or ledges.
static void floor_from_plan(wend_context *context, const wend_plan *plan, ground kind, uint64_t seed, wend_raw *raw) {
    wend_plan_view v = wend_plan_look(plan);
    *raw = (wend_raw){.lattice = {{0, 0, 0}, 0x1p-13, 1, WEND_UP_Z}};
    for (int32_t t = 0; t < v.triangle_count; t++) {
        wend_raw_triangle made = {.source = kind == GROUND_SLOPE ? 0 : t};
        for (int i = 0; i < 3; i++) {
            wend_point p = v.vertices[v.triangles[t].v[i]];
            made.p[i] = (wend_point3){p.x, p.y, height_of(kind, p, seed)};
            made.twin[i] = v.triangles[t].twin[i];
        }
        CHECK(wend_array_push(context, &raw->triangles, made));
    }
    for (int32_t b = 0; b < v.boundary_count; b++) {
        wend_raw_border border = {.cause = 3, .high = 900, .kind = WEND_BOUNDARY_WALL, .side = WEND_SIDE_FRONT};
        if (seed % 2 == 0)
            border = (wend_raw_border){.cause = -1};
        CHECK(wend_array_push(context, &raw->borders, border));
    }
}

static void copy_floor(wend_context *context, const wend_raw *raw, wend_raw *copy) {
    *copy = (wend_raw){.lattice = raw->lattice};
    CHECK(wend_array_resize(context, &copy->triangles, raw->triangles.count));
    CHECK(wend_array_resize(context, &copy->borders, raw->borders.count));
    memcpy(copy->triangles.data, raw->triangles.data, (size_t)raw->triangles.count * sizeof *raw->triangles.data);
    memcpy(copy->borders.data, raw->borders.data, (size_t)raw->borders.count * sizeof *raw->borders.data);
}

static int32_t *random_order(uint64_t *state, int32_t count) {
    int32_t *place = malloc((size_t)count * sizeof *place + 1);
    for (int32_t t = 0; t < count; t++) {
        int32_t other = pick(state, 0, t);
        place[t] = place[other];
        place[other] = t;
    }
    return place;
}

// The same floor with its triangles and borders in another order, and starting at other corners.
static void shuffle_floor(wend_context *context, const wend_raw *raw, uint64_t *state, wend_raw *copy) {
    int32_t count = (int32_t)raw->triangles.count, *place = random_order(state, count);
    int32_t *border = random_order(state, (int32_t)raw->borders.count);
    copy_floor(context, raw, copy);
    for (int32_t t = 0; t < count; t++) {
        const wend_raw_triangle *old = &raw->triangles.data[t];
        wend_raw_triangle *made = &copy->triangles.data[place[t]];
        made->source = old->source;
        for (int i = 0; i < 3; i++) {
            int k = (i + t) % 3, g = old->twin[i];
            made->p[k] = old->p[i];
            made->twin[k] = g < 0 ? ~border[~g] : 3 * place[g / 3] + (g % 3 + g / 3) % 3;
        }
    }
    for (int32_t b = 0; b < raw->borders.count; b++)
        copy->borders.data[border[b]] = raw->borders.data[b];
    free(place);
    free(border);
}

static void trim(wend_context *context, wend_raw *raw, double distance) {
    wend_result result = wend_raw_trim(context, raw, distance);
    CHECK_MESSAGE(result == WEND_OK, "%s", wend_describe(result));
}

// The surface that a floor makes, proved; the floor is used up. NULL after a failure.
static wend_surface *finish(wend_context *context, wend_raw *raw) {
    wend_surface *surface = NULL;
    wend_report *report = NULL;
    wend_result result = wend_surface_from_raw(context, raw, &surface);
    if (!CHECK_MESSAGE(result == WEND_OK, "%s", wend_describe(result)) ||
        !CHECK(wend_report_create(context, &report) == WEND_OK))
        return NULL;
    result = wend_surface_check(context, surface, report);
    CHECK_MESSAGE(result == WEND_OK, "the surface's own check: %s",
                  wend_report_count(report) > 0 ? wend_report_at(report, 0)->text : wend_describe(result));
    wend_report_destroy(report);
    return surface;
}

// The plan of a sketch in 64ths of its units; NULL when there is none.
static wend_plan *plan_of(wend_context *context, const sketch *s) {
    wend_drawing *drawing = sketch_draw(context, s);
    wend_plan_def def = wend_default_plan_def();
    wend_plan *plan = NULL;
    def.lattice = 0x1p-6;
    if (CHECK(drawing != NULL))
        wend_plan_build(context, drawing, &def, &plan, NULL);
    wend_drawing_destroy(drawing);
    return plan;
}

// ---------------------------------------------------------------------------------------------------- the judge

static wend_point3 corner(const wend_surface_view *v, int32_t triangle, int i) {
    return v->vertices[v->triangles[triangle].v[i % 3]];
}

static wend_point3 border_from(const wend_surface_view *v, int32_t b) {
    return corner(v, v->boundaries[b].edge / 3, v->boundaries[b].edge % 3);
}

static wend_point3 border_to(const wend_surface_view *v, int32_t b) {
    return corner(v, v->boundaries[b].edge / 3, v->boundaries[b].edge % 3 + 1);
}

static int64_t area2(const wend_surface_view *v) {
    int64_t sum = 0;
    for (int32_t k = 0; k < v->component_count; k++)
        sum += v->components[k].area2;
    return sum;
}

// The least difference in height to the triangles at a place; -1 when there is none. Triangles are a little larger than
// they are, by `slack` steps.
static double off_surface(const wend_surface_view *v, double x, double y, double z, double slack) {
    double best = -1;
    for (int32_t t = 0; t < v->triangle_count; t++) {
        bool inside = true;
        double sum = 0, weights = 0;
        for (int i = 0; i < 3 && inside; i++) {
            wend_point3 a = corner(v, t, i), b = corner(v, t, i + 1);
            double ex = (double)b.x - a.x, ey = (double)b.y - a.y, weight = ex * (y - a.y) - ey * (x - a.x);
            inside = weight >= -slack * sqrt(ex * ex + ey * ey);
            sum += weight * corner(v, t, i + 2).z;
            weights += weight;
        }
        double off = inside ? fabs(sum / weights - z) : 0;
        if (inside && (best < 0 || off < best))
            best = off;
    }
    return best;
}

static bool lies_on(const wend_surface_view *old, const wend_surface_view *now, double rise, uint64_t *state) {
    for (int32_t i = 0; i < now->vertex_count; i++) {
        wend_point3 p = now->vertices[i];
        double off = off_surface(old, p.x, p.y, p.z, 0);
        if (!CHECK_MESSAGE(off >= 0 && off <= rise, "vertex %d, %d, %d is off the old surface (%g)", p.x, p.y, p.z,
                           off))
            return false;
    }
    for (int32_t k = 0; k < 60 && now->triangle_count > 0; k++) {
        int32_t t = pick(state, 0, now->triangle_count - 1);
        double u = pick(state, 0, 1000) / 1000.0, w = pick(state, 0, 1000) / 1000.0 * (1 - u);
        wend_point3 a = corner(now, t, 0), b = corner(now, t, 1), c = corner(now, t, 2);
        double x = a.x + u * (b.x - a.x) + w * (c.x - a.x), y = a.y + u * (b.y - a.y) + w * (c.y - a.y);
        double off = off_surface(old, x, y, a.z + u * (b.z - a.z) + w * (c.z - a.z), 1e-6);
        if (!CHECK_MESSAGE(off >= 0 && off <= rise + 1e-6, "place %g, %g is off the old surface (%g)", x, y, off))
            return false;
    }
    return true;
}

static int side_of(wend_point3 a, wend_point3 b, wend_point3 p) {
    int64_t turn = turn_of(a, b, p);
    return (turn > 0) - (turn < 0);
}

// Whether no border of `now` crosses one of `old`. Seen from above: for plans, which have one storey.
static bool crosses_none(const wend_surface_view *old, const wend_surface_view *now) {
    for (int32_t i = 0; i < now->boundary_count; i++)
        for (int32_t k = 0; k < old->boundary_count; k++) {
            wend_point3 a = border_from(now, i), b = border_to(now, i), c = border_from(old, k), d = border_to(old, k);
            if (side_of(a, b, c) * side_of(a, b, d) < 0 && side_of(c, d, a) * side_of(c, d, b) < 0)
                return false;
        }
    return true;
}

static double from_segment(double x, double y, wend_point3 a, wend_point3 b) {
    double ex = (double)b.x - a.x, ey = (double)b.y - a.y, length2 = ex * ex + ey * ey;
    double t = length2 > 0 ? ((x - a.x) * ex + (y - a.y) * ey) / length2 : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    double dx = x - a.x - t * ex, dy = y - a.y - t * ey;
    return sqrt(dx * dx + dy * dy);
}

// How far the farthest of some points of the boundary of v is from the boundary of w.
static double farthest(const wend_surface_view *v, const wend_surface_view *w) {
    double most = 0;
    for (int32_t i = 0; i < v->boundary_count; i++)
        for (int part = 0; part < 8; part++) {
            wend_point3 a = border_from(v, i), b = border_to(v, i);
            double x = a.x + ((double)b.x - a.x) * part / 8, y = a.y + ((double)b.y - a.y) * part / 8, least = 1e300;
            for (int32_t k = 0; k < w->boundary_count && least > most; k++) {
                double distance = from_segment(x, y, border_from(w, k), border_to(w, k));
                least = distance < least ? distance : least;
            }
            most = least > most ? least : most;
        }
    return most;
}

// How often a corner of the boundary lies on a border that it is no end of, seen from above.
static int64_t touches(const wend_surface_view *v) {
    int64_t count = 0;
    for (int32_t i = 0; i < v->boundary_count; i++)
        for (int32_t k = 0; k < v->boundary_count; k++) {
            int32_t edge = v->boundaries[k].edge,
                    vertex = v->triangles[v->boundaries[i].edge / 3].v[v->boundaries[i].edge % 3];
            if (v->triangles[edge / 3].v[edge % 3] == vertex || v->triangles[edge / 3].v[(edge + 1) % 3] == vertex)
                continue;
            wend_point3 p = v->vertices[vertex];
            count += turn_of(border_from(v, k), border_to(v, k), p) == 0 &&
                     from_segment(p.x, p.y, border_from(v, k), border_to(v, k)) < 0.5;
        }
    return count;
}

// The numbers of components with so many cycles, the last for all with more, and the Euler characteristic.
typedef struct topology {
    int64_t cycles[16];
    int64_t euler;
} topology;

static topology topology_of(const wend_surface_view *v) {
    topology t = {0};
    for (int32_t k = 0; k < v->component_count; k++)
        t.cycles[v->components[k].cycles < 15 ? v->components[k].cycles : 15]++;
    t.euler = v->vertex_count - (3 * (int64_t)v->triangle_count + v->boundary_count) / 2 + v->triangle_count;
    return t;
}

static bool same(wend_point3 a, wend_point3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

// Borders of tiles are where they were; kinds of borders that are long enough are still to be found near them.
static bool kinds_are_kept(const wend_surface_view *old, const wend_surface_view *now, double distance) {
    for (int32_t i = 0; i < old->boundary_count; i++) {
        wend_point3 a = border_from(old, i), b = border_to(old, i);
        int kind = old->boundaries[i].kind;
        double ex = (double)b.x - a.x, ey = (double)b.y - a.y, length = sqrt(ex * ex + ey * ey);
        bool cut = kind == WEND_BOUNDARY_CUT, found = !cut && length <= 2 * distance;
        for (int32_t k = 0; k < now->boundary_count && !found; k++) {
            wend_point3 c = border_from(now, k), d = border_to(now, k);
            if (now->boundaries[k].kind != kind)
                continue;
            for (int part = 0; part <= 16 && !cut && !found; part++)
                found = from_segment(a.x + ex * part / 16, a.y + ey * part / 16, c, d) <= distance + length / 16 + 1;
            found = found || (cut && same(a, c) && same(b, d));
        }
        if (!found)
            return false;
    }
    return true;
}

typedef struct verdict {
    int32_t borders_before, borders_after;
    uint64_t hash; // afterwards
} verdict;

// Judges a surface and what trimming made of it. `single` says whether it has one storey.
static verdict judge(const wend_surface *old, const wend_surface *now, double distance, double rise, bool single,
                     uint64_t *state) {
    wend_surface_view v = wend_surface_look(old), w = wend_surface_look(now);
    topology before = topology_of(&v), after = topology_of(&w);
    CHECK(memcmp(&before, &after, sizeof before) == 0);
    CHECK(area2(&w) <= area2(&v));
    CHECK(w.boundary_count <= v.boundary_count);
    CHECK(kinds_are_kept(&v, &w, distance));
    lies_on(&v, &w, rise, state);
    double there = farthest(&v, &w), back = farthest(&w, &v);
    CHECK_MESSAGE(there <= distance + 1e-6 && back <= distance + 1e-6, "the boundary is off by %g and %g, allowed %g",
                  there, back, distance);
    if (single) {
        CHECK(crosses_none(&v, &w));
        CHECK(touches(&v) > 0 || touches(&w) == 0);
    }
    return (verdict){v.boundary_count, w.boundary_count, w.hash};
}

// Judges floors; both are used up.
static verdict judge_floors(wend_context *context, wend_raw *old_raw, wend_raw *now_raw, double distance, double rise,
                            uint64_t *state) {
    verdict result = {0};
    wend_surface *old = finish(context, old_raw), *now = finish(context, now_raw);
    if (old && now)
        result = judge(old, now, distance, rise, true, state);
    wend_surface_destroy(old);
    wend_surface_destroy(now);
    return result;
}

// ---------------------------------------------------------------------------------------------------- handmade

// A polygon around a place, counter-clockwise, in units.
static void add_ring(sketch *s, wend_shape_kind kind, double x, double y, double radius, int32_t corners,
                     double tooth) {
    double points[2 * SKETCH_POINTS];
    for (int32_t i = 0; i < corners; i++) {
        double angle = 6.283185307179586 * i / corners, r = radius + (i % 2 ? tooth : 0);
        points[2 * i] = x + r * cos(angle);
        points[2 * i + 1] = y + r * sin(angle);
    }
    sketch_add(s, kind, 0, points, corners);
}

static void add_box(sketch *s, wend_shape_kind kind, double x0, double y0, double x1, double y1) {
    double points[8] = {x0, y0, x1, y0, x1, y1, x0, y1};
    sketch_add(s, kind, 0, points, 4);
}

static wend_context *one_thread(void) {
    wend_context_def def = wend_default_context_def();
    def.threads = 1;
    wend_context *context = NULL;
    CHECK(wend_context_create(&def, &context) == WEND_OK);
    return context;
}

// Trims the floor of a sketch by a distance in units, and judges it.
static verdict trim_sketch(wend_context *context, const sketch *s, ground kind, double distance) {
    verdict result = {0};
    uint64_t state = 5;
    wend_raw old = {0}, now = {0};
    wend_plan *plan = plan_of(context, s);
    if (!CHECK(plan != NULL))
        return result;
    floor_from_plan(context, plan, kind, 1, &old);
    copy_floor(context, &old, &now);
    trim(context, &now, 64 * distance);
    result = judge_floors(context, &old, &now, 64 * distance, kind == GROUND_FLAT ? 0 : 3.5, &state);
    wend_plan_destroy(plan);
    return result;
}

TEST(trim_nothing) {
    wend_context *context = one_thread();
    wend_raw raw = {0};
    trim(context, &raw, 10);
    sketch s = {0};
    add_box(&s, WEND_SHAPE_OUTER, 0, 0, 10, 10);
    CHECK_INT(trim_sketch(context, &s, GROUND_FLAT, 1000).borders_after, 3);
    CHECK_INT(trim_sketch(context, &s, GROUND_FLAT, 5).borders_after, 4);
    wend_raw_free(context, &raw);
    wend_context_destroy(context);
}

// A pillar of 64 corners, radius 4: a polygon of n corners around it is 4 / cos(180 / n) - 4 away.
TEST(trim_pillar) {
    static const double distances[4] = {0.02, 0.1, 0.4, 1.7};
    static const int32_t best[4] = {32, 15, 8, 4};
    wend_context *context = one_thread();
    for (int kind = 0; kind < 2; kind++)
        for (int i = 0; i < 4; i++) {
            sketch s = {0};
            add_box(&s, WEND_SHAPE_OUTER, -20, -20, 20, 20);
            add_ring(&s, WEND_SHAPE_OBSTACLE, 1, 2, 4, 64, 0);
            verdict v = trim_sketch(context, &s, (ground)kind, distances[i]);
            CHECK_INT(v.borders_before, 68);
            CHECK_MESSAGE(v.borders_after >= best[i] && v.borders_after <= 4 + 2 * best[i], "%d corners by %g",
                          v.borders_after - 4, distances[i]);
        }
    wend_context_destroy(context);
}

// The same, seen from inside: a round room.
TEST(trim_round_room) {
    wend_context *context = one_thread();
    for (int kind = 0; kind < 2; kind++) {
        sketch s = {0};
        add_ring(&s, WEND_SHAPE_OUTER, 0, 0, 10, 128, 0);
        verdict v = trim_sketch(context, &s, (ground)kind, 0.4); // n corners are 10 - 10 cos(180 / n) away
        CHECK_INT(v.borders_before, 128);
        CHECK_MESSAGE(v.borders_after >= 11 && v.borders_after <= 22, "%d corners", v.borders_after);
    }
    wend_context_destroy(context);
}

// A wall of small teeth: straight afterwards, at the tips of the teeth; too large ones stay.
TEST(trim_saw) {
    wend_context *context = one_thread();
    for (int large = 0; large < 2; large++) {
        sketch s = {0};
        double points[2 * 64];
        for (int i = 0; i <= 40; i++) {
            points[2 * i] = i;
            points[2 * i + 1] = i % 2 ? (large ? 3 : 0.25) : 0;
        }
        points[82] = 40, points[83] = 30;
        points[84] = 0, points[85] = 30;
        sketch_add(&s, WEND_SHAPE_OUTER, 0, points, 43);
        verdict v = trim_sketch(context, &s, GROUND_FLAT, 0.5);
        CHECK_INT(v.borders_before, 43);
        CHECK_MESSAGE(large ? v.borders_after > 40 : v.borders_after <= 6, "%d: %d borders", large, v.borders_after);
    }
    wend_context_destroy(context);
}

// A comb: narrow teeth of floor are longer than the distance, and stay; their corners are not worth a move.
TEST(trim_comb) {
    wend_context *context = one_thread();
    sketch s = {0};
    add_box(&s, WEND_SHAPE_OUTER, 0, 0, 40, 20);
    for (int i = 0; i < 20; i++)
        add_box(&s, WEND_SHAPE_OBSTACLE, 2 * i + 0.25, 5, 2 * i + 2, 20);
    verdict v = trim_sketch(context, &s, GROUND_FLAT, 0.5);
    CHECK(v.borders_after >= 3 * 20); // a tooth has a tip and two corners at its foot
    wend_context_destroy(context);
}

// Two rooms and a corridor between them, with wavy walls, narrower than the distance: it can still be passed.
TEST(trim_corridor) {
    wend_context *context = one_thread();
    for (int width = 1; width <= 24; width++) {
        sketch s = {0};
        double points[2 * 64];
        int count = 0;
        for (int i = 0; i <= 20; i++) { // 1/64 to 24/64 wide, and waves as high
            points[2 * count] = i;
            points[2 * count++ + 1] = (i % 3) * width / 64.0 / 3 + (i == 0 ? -5 : i == 20 ? -4 : 0);
        }
        for (int i = 20; i >= 0; i--) {
            points[2 * count] = i;
            points[2 * count++ + 1] = width / 64.0 + (i % 3) * width / 64.0 / 3 + (i == 0 ? 5 : i == 20 ? 4 : 0);
        }
        sketch_add(&s, WEND_SHAPE_OUTER, 0, points, count);
        verdict v = trim_sketch(context, &s, GROUND_FLAT, 1);
        CHECK(v.borders_after < v.borders_before);
    }
    wend_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------- what borders say

// A room with a round wall, of which some borders say something else.
static void say(wend_raw *raw, int32_t from_x, int32_t to_x, wend_raw_border border) {
    for (int64_t t = 0; t < raw->triangles.count; t++)
        for (int i = 0; i < 3; i++) {
            const wend_raw_triangle *triangle = &raw->triangles.data[t];
            int32_t middle = triangle->p[i].x / 2 + triangle->p[(i + 1) % 3].x / 2;
            if (triangle->twin[i] < 0 && middle >= from_x && middle <= to_x && triangle->p[i].y < 0 &&
                triangle->p[(i + 1) % 3].y < 0)
                raw->borders.data[~triangle->twin[i]] = border;
        }
}

// Along a straight wall of 40 pieces: a doorway, a riser, a short ledge, walls of other triangles.
TEST(trim_kinds) {
    wend_context *context = one_thread();
    sketch s = {0};
    double points[2 * 64];
    for (int i = 0; i <= 40; i++) {
        points[2 * i] = i;
        points[2 * i + 1] = -1;
    }
    points[82] = 40, points[83] = 30;
    points[84] = 0, points[85] = 30;
    sketch_add(&s, WEND_SHAPE_OUTER, 0, points, 43);
    wend_plan *plan = plan_of(context, &s);
    REQUIRE(plan != NULL);
    for (int what = 0; what < 5; what++) {
        wend_raw raw;
        floor_from_plan(context, plan, GROUND_FLAT, 1, &raw);
        wend_raw_border wall = {.cause = 3, .low = 0, .high = 900, .kind = WEND_BOUNDARY_WALL, .side = WEND_SIDE_FRONT};
        wend_raw_border other = wall;
        other.cause = 4;
        int32_t expected = 6;
        if (what == 0)
            other = (wend_raw_border){.cause = -1, .kind = WEND_BOUNDARY_LEDGE}; // a doorway
        if (what == 1)
            other.high = 200; // a riser
        if (what == 2)
            expected = 4; // another triangle of the wall
        if (what == 3) {
            other.low = 5;
            other.high = 905; // as high, to within the distance
            expected = 4;
        }
        if (what == 4) {
            other.kind = WEND_BOUNDARY_CUT;
            expected = 9; // four borders of a tile
        }
        say(&raw, 10 * 64, 14 * 64, other);
        trim(context, &raw, 16);
        wend_surface *surface = finish(context, &raw);
        REQUIRE(surface != NULL);
        wend_surface_view v = wend_surface_look(surface);
        CHECK_MESSAGE(v.boundary_count == expected, "case %d: %d borders", what, v.boundary_count);
        for (int32_t b = 0; b < v.boundary_count; b++) {
            const wend_surface_boundary *border = &v.boundaries[b];
            bool along = border_from(&v, b).y < 0 && border_to(&v, b).y < 0;
            bool inner = along && border_from(&v, b).x >= 640 && border_to(&v, b).x <= 896;
            if (expected == 6)
                CHECK(border->kind == (inner ? other : wall).kind && border->high == (inner ? other : wall).high);
            if (what == 3)
                CHECK(border->low == 0 && border->high == (along ? 905 : 900) && border->cause == 3);
        }
        wend_surface_destroy(surface);
        wend_raw_free(context, &raw);
    }
    wend_plan_destroy(plan);
    wend_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------- random

static double fraction(uint64_t *state, double low, double high) {
    return low + (high - low) * pick(state, 0, 4096) / 4096;
}

// A room with round things and wavy ones in it.
static void sketch_round(sketch *s, uint64_t *state) {
    *s = (sketch){.rule = WEND_INSIDE_RINGS};
    if (pick(state, 0, 1) == 0)
        add_box(s, WEND_SHAPE_OUTER, 0, 0, 16, 12);
    else
        add_ring(s, WEND_SHAPE_OUTER, 8, 6, fraction(state, 5, 9), pick(state, 3, 60), fraction(state, -0.3, 0.3));
    for (int32_t things = pick(state, 0, 5); things > 0; things--) {
        double x = fraction(state, 0, 16), y = fraction(state, 0, 12), radius = fraction(state, 0.05, 3);
        add_ring(s, WEND_SHAPE_OBSTACLE, x, y, radius, pick(state, 3, 24), fraction(state, -0.1, 0.1) * radius);
    }
    if (pick(state, 0, 3) == 0) { // a wall without width
        double wall[6];
        for (int i = 0; i < 6; i++)
            wall[i] = fraction(state, 1, 12);
        sketch_add(s, WEND_SHAPE_WALL, -1, wall, 3);
    }
}

static void sketch_any(sketch *s, int64_t k, uint64_t *state) {
    if (k % 4 < 2)
        sketch_round(s, state);
    else if (k % 8 == 2)
        sketch_random(s, WEND_INSIDE_RINGS, k % 16 == 2 ? SKETCH_SQUARE : SKETCH_ANY, 8, state);
    else if (k % 8 == 6)
        sketch_crowded(s, 10, state);
    else
        sketch_scattered(s, 12, state);
}

// Gives some borders other kinds and heights; in places along the boundary, so that neighbours are often alike.
static void vary_borders(wend_raw *raw, uint64_t *state) {
    int32_t style = pick(state, 0, 3);
    for (int64_t t = 0; t < raw->triangles.count && style > 0; t++)
        for (int i = 0; i < 3; i++) {
            if (raw->triangles.data[t].twin[i] >= 0)
                continue;
            int32_t zone = (raw->triangles.data[t].p[i].x + 4096) / (style == 1 ? 64 : 300);
            int32_t kind = style == 3 ? pick(state, 0, 5) : zone % 5;
            wend_raw_border border = {.cause = -1, .kind = (uint8_t)kind};
            if (kind != WEND_BOUNDARY_LEDGE)
                border = (wend_raw_border){zone, pick(state, 0, 9), pick(state, 90, 150), (uint8_t)kind, 1, 0};
            raw->borders.data[~raw->triangles.data[t].twin[i]] = border;
        }
}

static void run_random(wend_context *context, int64_t k, int64_t counts[3]) {
    uint64_t state = (uint64_t)k * 77 + 1;
    sketch s;
    sketch_any(&s, k, &state);
    wend_plan *plan = plan_of(context, &s);
    if (!plan)
        return;
    ground kind = (ground)pick(&state, 0, GROUND_COUNT - 1);
    double distance = pick(&state, 0, 2) == 0 ? pick(&state, 0, 4) : pick(&state, 1, 200);
    double rise = kind == GROUND_SLOPE ? 3.5 : 0.001;
    wend_raw old, now, other, again;
    floor_from_plan(context, plan, kind, (uint64_t)pick(&state, 0, 1000), &old);
    wend_plan_destroy(plan);
    vary_borders(&old, &state);
    copy_floor(context, &old, &now);
    shuffle_floor(context, &old, &state, &other);
    trim(context, &now, distance);
    copy_floor(context, &now, &again);
    verdict v = judge_floors(context, &old, &now, distance, rise, &state);
    copy_floor(context, &again, &old);
    trim(context, &again, distance);
    verdict second = judge_floors(context, &old, &again, distance, rise, &state);
    trim(context, &other, distance);
    wend_surface *surface = finish(context, &other);
    CHECK_MESSAGE(!surface || wend_surface_look(surface).hash == v.hash, "the order of triangles matters");
    wend_surface_destroy(surface);
    counts[0] += v.borders_before;
    counts[1] += v.borders_after;
    counts[2] += second.borders_after;
}

TEST(trim_random) {
    wend_context *context = one_thread();
    int64_t cases = check_cases("cases", 3000), first = check_option("first", 0), counts[3] = {0};
    for (int64_t k = first; k < first + cases && check_failures < CHECK_FAILURES_SHOWN; k++) {
        long failures = check_failures;
        run_random(context, k, counts);
        CHECK_MESSAGE(check_failures == failures, "case %lld", (long long)k);
    }
    printf("trim_random: %lld borders, trimmed %lld, trimmed again %lld\n", (long long)counts[0], (long long)counts[1],
           (long long)counts[2]);
    wend_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------- other floors

// Triangles strewn into a box, far too many for the place, with ledges all around.
static void strew(wend_context *context, uint64_t *state, int32_t count, int32_t size, int32_t height, wend_raw *raw) {
    *raw = (wend_raw){.lattice = {{0, 0, 0}, 0x1p-13, 1, WEND_UP_Z}};
    while (raw->triangles.count < count) {
        wend_raw_triangle t = {.source = (int32_t)raw->triangles.count};
        for (int i = 0; i < 3; i++) {
            int32_t x = pick(state, 0, size), y = pick(state, 0, size);
            t.p[i] = (wend_point3){x, y, pick(state, 0, height)};
            t.twin[i] = ~(int32_t)(raw->borders.count + i);
        }
        if (turn_of(t.p[0], t.p[1], t.p[2]) <= 0)
            continue;
        CHECK(wend_array_push(context, &raw->triangles, t));
        for (int i = 0; i < 3; i++)
            CHECK(wend_array_push(context, &raw->borders, (wend_raw_border){.cause = -1}));
    }
}

// Whether two triangles have the same corners, which surfaces cannot have.
static bool has_doubles(const wend_raw *raw) {
    for (int64_t s = 0; s < raw->triangles.count; s++)
        for (int64_t t = 0; t < s; t++) {
            const wend_raw_triangle *a = &raw->triangles.data[s], *b = &raw->triangles.data[t];
            for (int i = 0; i < 3 && a->source >= 0 && b->source >= 0; i++)
                if (same(a->p[0], b->p[i]) && same(a->p[1], b->p[(i + 1) % 3]) && same(a->p[2], b->p[(i + 2) % 3]))
                    return true;
        }
    return false;
}

// Soups, welded: floors that overlap themselves in every way.
TEST(trim_soup) {
    wend_context *context = one_thread();
    int64_t cases = check_cases("cases", 500), first = check_option("first", 0), judged = 0;
    for (int64_t k = first; k < first + cases && check_failures < CHECK_FAILURES_SHOWN; k++) {
        uint64_t state = (uint64_t)k;
        wend_raw old, now;
        int64_t closed;
        int32_t count = pick(&state, 1, 60), size = pick(&state, 0, 2) == 0 ? 6 : pick(&state, 8, 100);
        long failures = check_failures;
        strew(context, &state, count, size, pick(&state, 0, 3) * 3, &old);
        int32_t weld = pick(&state, 0, 12); // by which corners may leave the plane of their source
        CHECK(wend_raw_weld(context, &old, weld, &closed) == WEND_OK);
        copy_floor(context, &old, &now);
        double distance = pick(&state, 0, 30);
        trim(context, &now, distance);
        if (!has_doubles(&old) && !has_doubles(&now)) {
            wend_surface *before = finish(context, &old), *after = finish(context, &now);
            if (before && after)
                judge(before, after, distance, weld + 3, false, &state);
            wend_surface_destroy(before);
            wend_surface_destroy(after);
            judged++;
        }
        wend_raw_free(context, &old);
        wend_raw_free(context, &now);
        CHECK_MESSAGE(check_failures == failures, "case %lld", (long long)k);
    }
    CHECK(judged * 2 > cases);
    wend_context_destroy(context);
}

// Extracts a sample as it is and trimmed, and judges what came out.
static void trim_sample(wend_context *context, const char *name, double metres, int64_t counts[2]) {
    wend_scene *scene = NULL;
    wend_surface *old = NULL, *now = NULL;
    wend_settings def = default_settings();
    uint64_t state = 9;
    long failures = check_failures;
    REQUIRE(wend_sample_build_scene(context, name, 150, 1, &scene) == WEND_OK);
    CHECK(extract_scene(context, scene, &def, &old, NULL) == WEND_OK);
    def.exact.simplify = metres;
    CHECK(extract_scene(context, scene, &def, &now, NULL) == WEND_OK);
    if (old && now) {
        CHECK(wend_surface_check(context, now, NULL) == WEND_OK);
        verdict v = judge(old, now, metres / wend_surface_look(old).lattice.step, 3.5, false, &state);
        counts[0] += v.borders_before;
        counts[1] += v.borders_after;
    }
    CHECK_MESSAGE(check_failures == failures, "%s, %g m", name, metres);
    wend_surface_destroy(old);
    wend_surface_destroy(now);
    wend_scene_destroy(scene);
}

TEST(trim_samples) {
    wend_context *context = one_thread();
    int64_t counts[2] = {0};
    for (int32_t k = 0; k < wend_sample_count(); k++) {
        const wend_sample *sample = wend_sample_at(k);
        if (sample->scene && check_takes(k))
            trim_sample(context, sample->name, k % 2 == 0 ? 0.02 : 0.3, counts);
    }
    printf("trim_samples: %lld borders, trimmed %lld\n", (long long)counts[0], (long long)counts[1]);
    CHECK(counts[1] < counts[0]);
    wend_context_destroy(context);
}

// ---------------------------------------------------------------------------------------------------- the machine

// Very many corners around a room, each a little off the circle: no quadratic time. `many` is the number.
TEST(trim_very_many) {
    wend_context *context = one_thread();
    int32_t many = (int32_t)check_cases("many", 20000);
    double *points = malloc((size_t)many * 2 * sizeof *points);
    wend_drawing *drawing = NULL;
    wend_plan *plan = NULL;
    uint64_t state = 3;
    REQUIRE(points != NULL && wend_drawing_create(context, WEND_INSIDE_RINGS, &drawing) == WEND_OK);
    for (int32_t i = 0; i < many; i++) {
        double angle = 6.283185307179586 * i / many, radius = 5000 + fraction(&state, -0.3, 0.3);
        points[2 * i] = radius * cos(angle);
        points[2 * i + 1] = radius * sin(angle);
    }
    wend_plan_def def = wend_default_plan_def();
    def.lattice = 0x1p-6;
    CHECK(wend_drawing_add(drawing, WEND_SHAPE_OUTER, 0, points, many) == WEND_OK);
    CHECK(wend_plan_build(context, drawing, &def, &plan, NULL) == WEND_OK);
    wend_raw raw = {0};
    if (plan)
        floor_from_plan(context, plan, GROUND_FLAT, 1, &raw);
    trim(context, &raw, 64 * 2);
    wend_surface *surface = finish(context, &raw);
    if (surface)
        CHECK_MESSAGE(wend_surface_look(surface).boundary_count < 400, "%d borders",
                      wend_surface_look(surface).boundary_count);
    wend_surface_destroy(surface);
    wend_plan_destroy(plan);
    wend_drawing_destroy(drawing);
    free(points);
    wend_context_destroy(context);
}

static wend_result copy_and_trim(wend_context *context, void *data) {
    const wend_raw *floor = data;
    wend_raw raw = {.lattice = floor->lattice};
    wend_result result = WEND_ERROR_MEMORY;
    if (wend_array_resize(context, &raw.triangles, floor->triangles.count) &&
        wend_array_resize(context, &raw.borders, floor->borders.count)) {
        memcpy(raw.triangles.data, floor->triangles.data, (size_t)raw.triangles.count * sizeof *raw.triangles.data);
        memcpy(raw.borders.data, floor->borders.data, (size_t)raw.borders.count * sizeof *raw.borders.data);
        result = wend_raw_trim(context, &raw, 30);
    }
    wend_raw_free(context, &raw);
    return result;
}

TEST(trim_failing_memory) {
    failing memory = {0};
    wend_context *context = failing_context(&memory, 1);
    sketch s = {0};
    add_box(&s, WEND_SHAPE_OUTER, -20, -20, 20, 20);
    add_ring(&s, WEND_SHAPE_OBSTACLE, 1, 2, 4, 64, 0.1);
    add_ring(&s, WEND_SHAPE_OBSTACLE, 9, 9, 3, 50, 0);
    wend_plan *plan = plan_of(context, &s);
    REQUIRE(plan != NULL);
    wend_raw raw;
    floor_from_plan(context, plan, GROUND_SLOPE, 1, &raw);
    wend_plan_destroy(plan);
    failing_each(&memory, context, "trim", copy_and_trim, &raw);
    wend_raw_free(context, &raw);
    failing_finish(&memory, context);
}

CHECK_MAIN()

// What a medial axis must be, by brute force: shared by the tests of medial axes. They have a context and a report
// (shared_context.h).
#ifndef WEND_TEST_MEDIAL_JUDGE_H
#define WEND_TEST_MEDIAL_JUDGE_H

#include "oracle_medial.h"
#include "shared_context.h"

#include "base/random.h"
#include "geom/predicate.h"
#include "medial/medial.h"

#include <math.h>

static inline int64_t euler_of(const wend_plan_view *view) {
    int64_t sum = 0;
    for (int32_t k = 0; k < view->component_count; k++)
        sum += 2 - view->components[k].cycles - view->components[k].points;
    return sum;
}

// The triangle that holds a place, seen from a site, such that the nearest obstacle is as far as it should be. -1 when
// there is none.
static inline int32_t find_triangle(const wend_plan_view *view, int32_t site, double x, double y, double radius) {
    int32_t found = -1;
    if (site >= view->vertex_count) {
        found = oracle_walk_from_edge(view, site - view->vertex_count, x, y);
        return found >= 0 && fabs(oracle_clearance(view, found, x, y).distance - radius) < 1e-6 ? found : -1;
    }
    for (int32_t fan = 0, at; (at = oracle_walk_from_vertex(view, site, fan, x, y)) != -2; fan++)
        if (at >= 0 && fabs(oracle_clearance(view, at, x, y).distance - radius) < 1e-6)
            found = at;
    return found;
}

static inline double site_distance(const wend_plan_view *view, int32_t site, double x, double y) {
    if (site < view->vertex_count)
        return hypot(x - view->vertices[site].x, y - view->vertices[site].y);
    int32_t h = view->boundaries[site - view->vertex_count].edge;
    wend_point a = view->vertices[view->triangles[h / 3].v[h % 3]];
    wend_point b = view->vertices[view->triangles[h / 3].v[(h + 1) % 3]];
    double dx = b.x - a.x, dy = b.y - a.y;
    return (dx * (y - a.y) - dy * (x - a.x)) / hypot(dx, dy);
}

// Every end of an arc is as far from its obstacles as it says, and nothing is nearer.
static inline bool check_vertices(const wend_plan_view *view, const wend_medial_view *m, uint64_t *state) {
    for (int32_t k = 0; k < 4 * m->arc_count; k++) {
        const wend_medial_vertex *v = &m->vertices[m->arcs[k / 4].vertex[k / 2 % 2]];
        int32_t site = m->arcs[k / 4].site[k % 2];
        double dx = (wend_random_unit(state) - 0.5) * 1e-8, dy = (wend_random_unit(state) - 0.5) * 1e-8;
        if (!CHECK_MESSAGE(fabs(site_distance(view, site, v->x, v->y) - v->radius) < 1e-7,
                           "arc %d: site %d is %g away, not %g", k / 4, site, site_distance(view, site, v->x, v->y),
                           v->radius))
            return false;
        if (v->radius > 1e-4 && !CHECK_MESSAGE(find_triangle(view, site, v->x + dx, v->y + dy, v->radius) >= 0,
                                               "vertex at %g, %g: its disc of radius %g is not free, seen from site %d",
                                               v->x, v->y, v->radius, site))
            return false;
    }
    return true;
}

// Points of every arc are as far from both of its obstacles as it says, and nothing is nearer.
static inline bool check_arcs(const wend_plan_view *view, const wend_medial *medial, uint64_t *state) {
    wend_medial_view m = wend_medial_look(medial);
    for (int32_t k = 0; k < m.arc_count; k++) {
        double at = wend_random_unit(state), place[2], radius, least;
        wend_medial_arc_point(medial, k, at, place, &radius);
        wend_medial_arc_point(medial, k, wend_medial_arc_least(medial, k), NULL, &least);
        if (!CHECK_MESSAGE(radius >= least - 1e-7, "arc %d is %g wide, less than %g", k, radius, least))
            return false;
        double x = place[0] - view->lattice.origin[0] + 1e-8 * wend_random_unit(state);
        double y = place[1] - view->lattice.origin[1] + 1e-8 * wend_random_unit(state);
        for (int i = 0; i < 2; i++)
            if (radius > 1e-4 &&
                !CHECK_MESSAGE(find_triangle(view, m.arcs[k].site[i], x, y, radius) >= 0,
                               "arc %d at %g (%g, %g): its disc of radius %g is not free, seen from site %d", k, at, x,
                               y, radius, m.arcs[k].site[i]))
                return false;
    }
    return true;
}

static inline bool check_places(const wend_plan *plan, const wend_medial *medial, int count, uint64_t *state) {
    wend_plan_view view = wend_plan_look(plan);
    for (int k = 0; k < count; k++) {
        wend_spot spot;
        if (!oracle_random_spot(plan, state, &spot))
            continue;
        wend_medial_near near;
        wend_medial_clearance(medial, &spot, &near);
        oracle_near truth = oracle_at(&view, &spot);
        double to = hypot(near.nearest[0] - view.lattice.origin[0] - spot.point.x,
                          near.nearest[1] - view.lattice.origin[1] - spot.point.y);
        if (!CHECK_MESSAGE(
                near.site >= 0 && fabs(near.clearance - truth.distance) < 1e-2 && fabs(to - near.clearance) < 1e-2,
                "at %d, %d in triangle %d: clearance %g of site %d (%g to %g, %g), brute force says %g to %g, %g",
                spot.point.x, spot.point.y, spot.triangle, near.clearance, near.site, to, near.nearest[0],
                near.nearest[1], truth.distance, truth.x, truth.y))
            return false;
        double retracted;
        wend_medial_arc_point(medial, near.arc, near.at, NULL, &retracted);
        if (!CHECK_MESSAGE(retracted >= near.clearance - 1e-4, "the axis is nearer to the wall than the spot"))
            return false;
    }
    return true;
}

// The widest way between two vertices of the axis by flooding: tries the least clearance of every arc.
static inline double widest_by_flood(const wend_medial *medial, int32_t from, int32_t to) {
    wend_medial_view m = wend_medial_look(medial);
    static double best[100000];
    if (m.vertex_count > 100000)
        return -1;
    for (int32_t v = 0; v < m.vertex_count; v++)
        best[v] = v == from ? INFINITY : 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t k = 0; k < m.arc_count; k++) {
            double least;
            wend_medial_arc_point(medial, k, wend_medial_arc_least(medial, k), NULL, &least);
            int32_t u = m.arcs[k].vertex[0], v = m.arcs[k].vertex[1];
            double to_v = fmin(best[u], least), to_u = fmin(best[v], least);
            changed |= to_v > best[v] || to_u > best[u];
            best[v] = fmax(best[v], to_v);
            best[u] = fmax(best[u], to_u);
        }
    }
    return best[to];
}

static inline bool check_widest(const wend_plan *plan, const wend_medial *medial, uint64_t *state) {
    wend_medial_view m = wend_medial_look(medial);
    wend_spot spot[2];
    int32_t up[2];
    double limit = INFINITY;
    for (int i = 0; i < 2; i++) {
        if (!oracle_random_spot(plan, state, &spot[i]))
            return true;
        wend_medial_near near;
        wend_medial_clearance(medial, &spot[i], &near);
        up[i] = m.arcs[near.arc].vertex[near.at <= wend_medial_arc_least(medial, near.arc) ? 0 : 1];
        limit = fmin(limit, near.clearance);
    }
    double truth = fmin(limit, widest_by_flood(medial, up[0], up[1]));
    double widest = wend_medial_widest(medial, &spot[0], &spot[1]);
    bool good = CHECK_MESSAGE(fabs(widest - truth) <= 1e-9 * (1 + truth) || (isinf(truth) && widest == limit),
                              "widest %g, by flooding %g", widest, truth);
    if (widest <= 0)
        return good;
    int32_t a = wend_medial_component(medial, &spot[0], 0.99 * widest),
            b = wend_medial_component(medial, &spot[1], 0.99 * widest);
    good = CHECK(a >= 0) && CHECK_INT(a, b) && good;
    a = wend_medial_component(medial, &spot[0], 1.01 * widest);
    b = wend_medial_component(medial, &spot[1], 1.01 * widest);
    return CHECK(a != b || a < 0) && good;
}

// The floor's angle at the end of boundary edge b, in radians.
static inline double angle_after(const wend_plan_view *view, int32_t b) {
    double sum = 0;
    for (int32_t h = view->boundaries[view->boundaries[b].next].edge;;) { // counter-clockwise around its start
        const int32_t *v = view->triangles[h / 3].v;
        wend_point p = view->vertices[v[h % 3]], q = view->vertices[v[(h + 1) % 3]], r = view->vertices[v[(h + 2) % 3]];
        sum += atan2((double)wend_cross(p, q, r), (double)wend_dot(p, q, r));
        h = view->triangles[h / 3].twin[(h + 2) % 3];
        if (h < 0)
            return sum;
    }
}

// Nothing is missing: an arc ends in every corner below 180 degrees and nowhere else, and what hangs together on the
// plan does so on the axis. With the right number of cycles (the Euler characteristic) no piece can be left out.
static inline bool check_whole(const wend_plan_view *view, const wend_medial *medial) {
    wend_medial_view m = wend_medial_look(medial);
    int32_t ends = 0, corners = 0, roots = 0;
    for (int32_t v = 0; v < m.vertex_count; v++) {
        ends += m.vertices[v].degree == 1;
        roots += medial->parent[v] < 0;
        if (!CHECK((m.vertices[v].degree == 1) == (m.vertices[v].radius == 0)))
            return false;
    }
    for (int32_t b = 0; b < view->boundary_count; b++)
        corners += angle_after(view, b) < 3.14159265358979 - 1e-12;
    return CHECK_INT(ends, corners) && CHECK_INT(roots, view->component_count);
}

static inline bool check_medial(const wend_plan *plan, uint64_t *state) {
    wend_plan_view view = wend_plan_look(plan);
    wend_medial *medial = NULL, *other = NULL;
    wend_result result = wend_medial_build(context, plan, NULL, &medial, report);
    if (!CHECK_MESSAGE(result == WEND_OK, "%s", wend_describe(result)))
        return false;
    wend_medial_view m = wend_medial_look(medial);
    bool good = CHECK_INT((int64_t)m.vertex_count - m.arc_count, euler_of(&view)) && check_whole(&view, medial) &&
                check_vertices(&view, &m, state) && check_arcs(&view, medial, state) &&
                check_places(plan, medial, 10, state) && check_widest(plan, medial, state) &&
                CHECK(wend_medial_check(context, medial, report) == WEND_OK);
    for (int order = 0; good && order < 2; order++) {
        good = CHECK(wend_medial_build_seeded(context, plan, wend_random(state) | 1, &other) == WEND_OK);
        if (!good)
            break;
        wend_medial_view o = wend_medial_look(other);
        good = CHECK(o.hash == m.hash) && CHECK_INT(o.vertex_count, m.vertex_count) &&
               CHECK_INT(o.arc_count, m.arc_count) &&
               CHECK(memcmp(o.vertices, m.vertices, (size_t)m.vertex_count * sizeof *m.vertices) == 0) &&
               CHECK(memcmp(o.arcs, m.arcs, (size_t)m.arc_count * sizeof *m.arcs) == 0) &&
               CHECK(memcmp(o.around, m.around, 2 * (size_t)m.arc_count * sizeof *m.around) == 0);
        wend_medial_destroy(other);
    }
    wend_medial_destroy(medial);
    return good;
}

#endif

// Whether the medial axis of a large plan tells the truth.
//
// Places. The clearance must be that of brute force within a lattice step, and so must be the nearest point. Where two
// obstacles are equally far either may be named: then the point must be as far as brute force says, lie on the obstacle
// that is named, and be seen from the place.
//
// Vertices. A vertex is reached by walking straight from each of its sites over the triangles, which names the storey
// that it is on; there brute force must find nothing nearer than its radius. From a site that is a corner of floor, one
// of the triangles around it leads there.
//
// Widest ways are those of oracle_widest.h.
#include "medial_truth.h"

#include "oracle_medial.h"
#include "oracle_widest.h"

#include "base/random.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((format(printf, 2, 3))) static void is_wrong(medial_truth *truth, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (truth->wrong++ == 0)
        vsnprintf(truth->what, sizeof truth->what, format, arguments);
    va_end(arguments);
}

static double larger(double a, double b) {
    return b > a ? b : a;
}

// ---------------------------------------------------------------------------------------------------- sites

// The point of a site that is nearest to a place, and its distance; beyond the ends of an edge, that of its end.
static double foot_of(const wend_plan_view *view, int32_t site, double x, double y, double foot[2]) {
    if (site < view->vertex_count) {
        foot[0] = view->vertices[site].x;
        foot[1] = view->vertices[site].y;
    } else {
        int32_t h = view->boundaries[site - view->vertex_count].edge;
        wend_point a = view->vertices[view->triangles[h / 3].v[h % 3]];
        wend_point b = view->vertices[view->triangles[h / 3].v[(h + 1) % 3]];
        double dx = (double)b.x - a.x, dy = (double)b.y - a.y;
        double t = ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy);
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        foot[0] = a.x + t * dx;
        foot[1] = a.y + t * dy;
    }
    return hypot(x - foot[0], y - foot[1]);
}

// ---------------------------------------------------------------------------------------------------- places

// Whether a point is another nearest one of a spot: on its site, as far as the nearest, and seen.
static bool is_tie(const wend_plan_view *view, const wend_spot *spot, int32_t site, const double point[2],
                   double distance) {
    double x = spot->point.x, y = spot->point.y, foot[2], away = hypot(point[0] - x, point[1] - y);
    double most = 1 - 1e-3 / (1 + away); // not quite to the wall
    return fabs(away - distance) <= 1 && foot_of(view, site, point[0], point[1], foot) <= 1e-2 &&
           oracle_walk(view, spot->triangle, x, y, x + most * (point[0] - x), y + most * (point[1] - y)) >= 0;
}

static void compare_place(const wend_plan_view *view, const wend_medial *medial, const wend_spot *spot,
                          medial_truth *truth) {
    wend_medial_near near;
    wend_medial_clearance(medial, spot, &near);
    oracle_near brute = oracle_at(view, spot);
    double step = view->lattice.step, clearance = near.clearance / (step * view->unit);
    double point[2] = {(near.nearest[0] - view->lattice.origin[0]) / step,
                       (near.nearest[1] - view->lattice.origin[1]) / step};
    double apart = hypot(point[0] - brute.x, point[1] - brute.y), off = fabs(clearance - brute.distance);
    truth->places++;
    if (near.site < 0 || !(off <= 1)) {
        is_wrong(truth, "at %d, %d in triangle %d: clearance %g of site %d, brute force says %g", spot->point.x,
                 spot->point.y, spot->triangle, clearance, near.site, brute.distance);
        return;
    }
    truth->clearance = larger(truth->clearance, off);
    if (apart <= 1)
        truth->nearest = larger(truth->nearest, apart);
    else if (is_tie(view, spot, near.site, point, brute.distance))
        truth->ties++;
    else
        is_wrong(truth, "at %d, %d in triangle %d: nearest point %g, %g of site %d, brute force says %g, %g",
                 spot->point.x, spot->point.y, spot->triangle, point[0], point[1], near.site, brute.x, brute.y);
}

void medial_truth_places(const wend_plan *plan, const wend_medial *medial, int64_t count, uint64_t seed,
                         medial_truth *truth) {
    wend_plan_view view = wend_plan_look(plan);
    uint64_t state = seed;
    for (int64_t k = 0; k < count; k++) {
        wend_spot spot;
        if (oracle_random_spot(plan, &state, &spot))
            compare_place(&view, medial, &spot, truth);
    }
}

// ---------------------------------------------------------------------------------------------------- vertices

// The triangles around each vertex: corners[first[v]] .. are the half-edges that start there.
typedef struct fans {
    int32_t *first, *corners;
} fans;

static fans make_fans(const wend_plan_view *view) {
    fans f = {calloc((size_t)view->vertex_count + 2, sizeof *f.first),
              malloc(3 * (size_t)view->triangle_count * sizeof *f.corners)};
    if (f.first == NULL || f.corners == NULL)
        abort();
    for (int32_t h = 0; h < 3 * view->triangle_count; h++)
        f.first[view->triangles[h / 3].v[h % 3] + 2]++;
    for (int32_t v = 0; v < view->vertex_count; v++)
        f.first[v + 2] += f.first[v + 1];
    for (int32_t h = 0; h < 3 * view->triangle_count; h++)
        f.corners[f.first[view->triangles[h / 3].v[h % 3] + 1]++] = h;
    return f;
}

// By how much the nearest obstacle of a place, on the storey where it is reached from a site, is not `radius` away;
// infinity when it is not reached.
static double disc_error(const wend_plan_view *view, const fans *f, int32_t site, double x, double y, double radius) {
    double least = INFINITY;
    if (site >= view->vertex_count) {
        int32_t at = oracle_walk_from_edge(view, site - view->vertex_count, x, y);
        return at >= 0 ? fabs(oracle_clearance(view, at, x, y).distance - radius) : INFINITY;
    }
    for (int32_t k = f->first[site]; k < f->first[site + 1]; k++) {
        int32_t at = oracle_walk_from_corner(view, f->corners[k], x, y);
        if (at >= 0)
            least = fmin(least, fabs(oracle_clearance(view, at, x, y).distance - radius));
    }
    return least;
}

static void look_at_vertex(const wend_plan_view *view, const fans *f, const wend_medial_vertex *v, int32_t site,
                           uint64_t *state, medial_truth *truth) {
    double foot[2], equal = fabs(foot_of(view, site, v->x, v->y, foot) - v->radius), disc = INFINITY;
    // A little off, as a place on an edge of a triangle may be seen from neither side of it.
    for (int tries = 0; tries < 4 && disc > MEDIAL_TRUTH_SLACK && v->radius > MEDIAL_TRUTH_SLACK; tries++) {
        double away = fmin(1e-5, 0.01 * v->radius);
        disc = disc_error(view, f, site, v->x + away * (wend_random_unit(state) - 0.5),
                          v->y + away * (wend_random_unit(state) - 0.5), v->radius);
    }
    truth->sights++;
    truth->equal = larger(truth->equal, equal);
    if (v->radius > MEDIAL_TRUTH_SLACK)
        truth->disc = larger(truth->disc, disc);
    if (!(equal <= MEDIAL_TRUTH_SLACK) || (v->radius > MEDIAL_TRUTH_SLACK && !(disc <= MEDIAL_TRUTH_SLACK)))
        is_wrong(truth,
                 "vertex at %.9g, %.9g: radius %.9g differs by %g from the distance of site %d, and by %g from "
                 "that of the nearest obstacle",
                 v->x, v->y, v->radius, equal, site, disc);
}

void medial_truth_vertices(const wend_plan *plan, const wend_medial *medial, medial_truth *truth) {
    wend_plan_view view = wend_plan_look(plan);
    wend_medial_view m = wend_medial_look(medial);
    fans f = make_fans(&view);
    uint64_t state = 1;
    for (int32_t v = 0; v < m.vertex_count; v++) {
        int32_t before[2] = {-1, -1};
        for (int32_t k = 0; k < m.vertices[v].degree; k++)
            for (int i = 0; i < 2; i++) { // arcs that follow each other share a site
                int32_t site = m.arcs[m.around[m.vertices[v].first + k] / 2].site[i];
                if (site != before[0] && site != before[1])
                    look_at_vertex(&view, &f, &m.vertices[v], site, &state, truth);
                before[1] = before[0];
                before[0] = site;
            }
    }
    free(f.first);
    free(f.corners);
}

// ---------------------------------------------------------------------------------------------------- widest ways

void medial_truth_widest(const wend_plan *plan, const wend_medial *medial, int64_t count, uint64_t seed,
                         medial_truth *truth) {
    wend_plan_view view = wend_plan_look(plan);
    oracle_room *room = oracle_room_create(plan);
    uint64_t state = seed;
    for (int64_t k = 0; k < count; k++) {
        wend_spot from, to;
        double least, most;
        if (!oracle_random_spot(plan, &state, &from) || !oracle_random_spot(plan, &state, &to))
            continue;
        if (!oracle_widest(room, &from, &to, MEDIAL_TRUTH_WIDEST, &least, &most)) {
            is_wrong(truth, "brute force does not end");
            break;
        }
        double widest = wend_medial_widest(medial, &from, &to) / (view.lattice.step * view.unit);
        double off = larger(fabs(widest - least), fabs(widest - most));
        truth->pairs++;
        truth->widest = larger(truth->widest, off);
        if (!(off <= 1))
            is_wrong(truth, "from %d, %d in triangle %d to %d, %d in triangle %d: widest %g, brute force says %g to %g",
                     from.point.x, from.point.y, from.triangle, to.point.x, to.point.y, to.triangle, widest, least,
                     most);
    }
    oracle_room_destroy(room);
}

// Places on a plan: where a point is, and random points.
#include "base/random.h"
#include "geom/predicate.h"
#include "plan/plan.h"

#include <math.h>

static bool holds(const wend_plan_view *view, int32_t triangle, wend_point p) {
    const int32_t *v = view->triangles[triangle].v;
    wend_point a = view->vertices[v[0]], b = view->vertices[v[1]], c = view->vertices[v[2]];
    return wend_cross(a, b, p) >= 0 && wend_cross(b, c, p) >= 0 && wend_cross(c, a, p) >= 0;
}

typedef struct holder {
    const wend_plan_view *view;
    wend_point point;
    int32_t triangle;
} holder;

static bool visit_holder(void *user, int32_t triangle) {
    holder *h = user;
    if (!holds(h->view, triangle, h->point))
        return true;
    h->triangle = triangle;
    return false;
}

// The lowest triangle whose closure holds a point, or -1.
static int32_t find_holder(const wend_plan *plan, wend_point p) {
    holder h = {&plan->view, p, -1};
    wend_box box = {p.x, p.y, p.x, p.y};
    wend_tree_search(&plan->tree, &box, visit_holder, &h);
    return h.triangle;
}

// ---------------------------------------------------------------------------------------------------- nearest

// The search for the nearest point of the plan, in lattice units as doubles.
typedef struct nearest {
    const wend_plan_view *view;
    double x, y;      // from where
    double distance2; // to the nearest so far
    double at_x, at_y;
    int32_t triangle; // -1 when none is near enough
} nearest;

static void try_edge(nearest *n, int32_t triangle, wend_point a, wend_point b) {
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y;
    double along = ((n->x - a.x) * dx + (n->y - a.y) * dy) / (dx * dx + dy * dy);
    along = along < 0 ? 0 : along > 1 ? 1 : along;
    double x = a.x + along * dx, y = a.y + along * dy;
    double distance2 = (x - n->x) * (x - n->x) + (y - n->y) * (y - n->y);
    bool lower = n->triangle < 0 || triangle < n->triangle; // of equally near ones the lowest
    if (distance2 > n->distance2 || (distance2 == n->distance2 && !lower))
        return;
    n->distance2 = distance2;
    n->at_x = x;
    n->at_y = y;
    n->triangle = triangle;
}

// The place itself is not on the plan, so the nearest point is on a boundary edge.
static void visit_nearest(void *user, int32_t triangle) {
    nearest *n = user;
    const wend_plan_triangle *t = &n->view->triangles[triangle];
    for (int i = 0; i < 3; i++)
        if (t->twin[i] < 0)
            try_edge(n, triangle, n->view->vertices[t->v[i]], n->view->vertices[t->v[(i + 1) % 3]]);
}

// A lattice point on the plan as the spot, when it is nearer than the best so far.
static void try_point(const nearest *n, wend_point p, int32_t triangle, wend_spot *spot, double *best) {
    double distance2 = (p.x - n->x) * (p.x - n->x) + (p.y - n->y) * (p.y - n->y);
    if (triangle < 0 || distance2 >= *best)
        return;
    *best = distance2;
    spot->triangle = triangle;
    spot->point = p;
}

enum { ROUND_ABOUT = 2 }; // how many lattice steps around the nearest place lattice points of the plan are looked for

// The nearest lattice point on the plan to where the search ended: of the points around there and the corners of the
// triangle. Returns its squared distance from the place that was asked for.
static double settle(const wend_plan *plan, const nearest *n, wend_spot *spot) {
    double best = INFINITY;
    for (int dy = -ROUND_ABOUT; dy <= ROUND_ABOUT; dy++)
        for (int dx = -ROUND_ABOUT; dx <= ROUND_ABOUT; dx++) {
            wend_point p = {(int32_t)floor(n->at_x + 0.5) + dx, (int32_t)floor(n->at_y + 0.5) + dy};
            try_point(n, p, find_holder(plan, p), spot, &best);
        }
    for (int i = 0; i < 3; i++)
        try_point(n, plan->view.vertices[plan->view.triangles[n->triangle].v[i]], n->triangle, spot, &best);
    return best;
}

static double clamp(double value, double limit) {
    return value > limit ? limit : value < -limit ? -limit : value;
}

// To the nearest point within `reach` of x, y, all in lattice units.
static void move_onto_plan(const wend_plan *plan, double x, double y, double reach, wend_spot *spot) {
    nearest n = {&plan->view, x, y, reach * reach, 0, 0, -1};
    wend_tree_nearest(&plan->tree, x, y, &n.distance2, visit_nearest, &n);
    if (n.triangle < 0)
        return;
    double distance = sqrt(settle(plan, &n, spot));
    spot->distance = distance * plan->view.lattice.step * plan->view.unit;
    if (distance > reach + 2 * ROUND_ABOUT) // the floor is thinner than a lattice step there
        *spot = (wend_spot){-1, {0, 0}, 0};
}

void wend_plan_locate(const wend_plan *plan, const double place[2], double snap, wend_spot *spot) {
    const wend_lattice *lattice = &plan->view.lattice;
    *spot = (wend_spot){-1, {0, 0}, 0};
    if (!isfinite(place[0]) || !isfinite(place[1]))
        return;
    if (wend_lattice_point(lattice, place, &spot->point))
        spot->triangle = find_holder(plan, spot->point);
    if (spot->triangle >= 0 || !(snap > 0))
        return;
    // Cut off where squares would overflow.
    double x = clamp((place[0] - lattice->origin[0]) / lattice->step, 1e150);
    double y = clamp((place[1] - lattice->origin[1]) / lattice->step, 1e150);
    move_onto_plan(plan, x, y, clamp(snap / (lattice->step * plan->view.unit), 1e151), spot);
}

// ---------------------------------------------------------------------------------------------------- random

void wend_plan_random(const wend_plan *plan, uint64_t *state, double place[2], int32_t *triangle) {
    const wend_plan_view *view = &plan->view;
    uint64_t wanted = wend_random_below(state, plan->area_before[view->triangle_count]);
    int32_t low = 0, high = view->triangle_count; // area_before[low] <= wanted < area_before[high]
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        if (plan->area_before[middle] <= wanted)
            low = middle;
        else
            high = middle;
    }
    double u = wend_random_unit(state), v = wend_random_unit(state);
    if (u + v > 1) {
        u = 1 - u;
        v = 1 - v;
    }
    const int32_t *corner = view->triangles[low].v;
    wend_point a = view->vertices[corner[0]], b = view->vertices[corner[1]], c = view->vertices[corner[2]];
    double x = a.x + u * ((double)b.x - a.x) + v * ((double)c.x - a.x);
    double y = a.y + u * ((double)b.y - a.y) + v * ((double)c.y - a.y);
    place[0] = view->lattice.origin[0] + view->lattice.step * x;
    place[1] = view->lattice.origin[1] + view->lattice.step * y;
    *triangle = low;
}

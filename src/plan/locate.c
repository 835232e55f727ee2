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
    int32_t triangle;
    wend_box *box; // shrinks with the distance
} nearest;

static int32_t clamp_coordinate(double value) {
    return (int32_t)(value < -0x1p30 ? -0x1p30 : value > 0x1p30 ? 0x1p30 : value);
}

static wend_box box_around(double x, double y, double reach) {
    return (wend_box){clamp_coordinate(floor(x - reach)), clamp_coordinate(floor(y - reach)),
                      clamp_coordinate(ceil(x + reach)), clamp_coordinate(ceil(y + reach))};
}

static void try_edge(nearest *n, int32_t triangle, wend_point a, wend_point b) {
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y;
    double along = ((n->x - a.x) * dx + (n->y - a.y) * dy) / (dx * dx + dy * dy);
    along = along < 0 ? 0 : along > 1 ? 1 : along;
    double x = a.x + along * dx, y = a.y + along * dy;
    double distance2 = (x - n->x) * (x - n->x) + (y - n->y) * (y - n->y);
    if (distance2 > n->distance2 || (distance2 == n->distance2 && n->triangle >= 0))
        return;
    n->distance2 = distance2;
    n->at_x = x;
    n->at_y = y;
    n->triangle = triangle;
    *n->box = box_around(n->x, n->y, sqrt(distance2));
}

// The place itself is not on the plan, so the nearest point is on a boundary edge.
static bool visit_nearest(void *user, int32_t triangle) {
    nearest *n = user;
    const wend_plan_triangle *t = &n->view->triangles[triangle];
    for (int i = 0; i < 3; i++)
        if (t->twin[i] < 0)
            try_edge(n, triangle, n->view->vertices[t->v[i]], n->view->vertices[t->v[(i + 1) % 3]]);
    return true;
}

// The nearest lattice point on the plan to where `n` ended: of the lattice points around it, else the corner of its
// triangle.
static void settle(const wend_plan *plan, const nearest *n, wend_spot *spot) {
    double best = INFINITY;
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++) {
            double x = floor(n->at_x + 0.5) + dx, y = floor(n->at_y + 0.5) + dy;
            double distance2 = (x - n->x) * (x - n->x) + (y - n->y) * (y - n->y);
            if (distance2 >= best)
                continue;
            wend_point p = {(int32_t)x, (int32_t)y};
            int32_t triangle = find_holder(plan, p);
            if (triangle < 0)
                continue;
            best = distance2;
            spot->triangle = triangle;
            spot->point = p;
        }
    const int32_t *v = plan->view.triangles[n->triangle].v;
    for (int i = 0; i < 3 && spot->triangle != n->triangle && best == INFINITY; i++) {
        spot->triangle = n->triangle;
        spot->point = plan->view.vertices[v[i]];
    }
}

void wend_plan_locate(const wend_plan *plan, const double place[2], double snap, wend_spot *spot) {
    const wend_plan_view *view = &plan->view;
    double metres = view->lattice.step * view->unit;
    *spot = (wend_spot){-1, {0, 0}, 0};
    if (!isfinite(place[0]) || !isfinite(place[1]))
        return;
    if (wend_lattice_point(&view->lattice, place, &spot->point))
        spot->triangle = find_holder(plan, spot->point);
    if (spot->triangle >= 0 || !(snap > 0))
        return;
    double x = (place[0] - view->lattice.origin[0]) / view->lattice.step;
    double y = (place[1] - view->lattice.origin[1]) / view->lattice.step;
    double reach = snap / metres;
    wend_box box = box_around(x, y, reach);
    nearest n = {view, x, y, reach * reach, 0, 0, -1, &box};
    wend_tree_search(&plan->tree, &box, visit_nearest, &n);
    if (n.triangle < 0)
        return;
    settle(plan, &n, spot);
    double dx = x - spot->point.x, dy = y - spot->point.y;
    spot->distance = sqrt(dx * dx + dy * dy) * metres;
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

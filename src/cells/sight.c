// What a vertex sees of the cell around it.
//
// The view spreads outward over triangles: through an edge one sees the triangle behind it, as far as the cone between
// the two outermost vertices passed so far allows. The vertex opposite the edge is seen when it lies strictly inside
// the cone, and splits it. Walls stop the view; boundary edges are remembered, portals may end on them. Triangles are
// taken in the order of their distance in steps, so that a budget cuts off what is far away, not what happens to come
// late.
//
// A vertex exactly behind another one is not seen: a portal must not pass through a vertex.
#include "cells/sight.h"

bool wend_sight_look(const wend_cutting *c, int32_t first, int32_t budget, wend_sight *sight) {
    wend_context *context = c->context;
    int32_t viewer = wend_cut_start(c, first);
    sight->vertices.count = sight->edges.count = sight->queue.count = 0;
    for (int32_t e = first;;) {
        int32_t last = wend_cut_previous(e);
        wend_seen_edge through = {wend_cut_next(e), wend_cut_end(c, e), wend_cut_start(c, last), e};
        if (wend_cut_wall(c, e) == WEND_WALL_NONE &&
            !wend_array_push(context, &sight->vertices,
                             (wend_seen_vertex){through.right, e, wend_cut_twin(c, e), true}))
            return false;
        if (!wend_array_push(context, &sight->queue, through))
            return false;
        if (wend_cut_wall(c, last) != WEND_WALL_NONE)
            break;
        e = wend_cut_twin(c, last);
        if (e == first)
            break;
    }
    int64_t end = sight->queue.count + budget;
    for (int64_t i = 0; i < sight->queue.count && i < end; i++) {
        wend_seen_edge view = sight->queue.data[i];
        if (wend_cut_wall(c, view.edge) != WEND_WALL_NONE) {
            if (wend_cut_wall(c, view.edge) == WEND_WALL_BOUNDARY &&
                !wend_array_push(context, &sight->edges, view))
                return false;
            continue;
        }
        int32_t f = wend_cut_twin(c, view.edge), apex = wend_cut_apex(c, f);
        int32_t on_right = wend_cut_next(f), on_left = wend_cut_previous(f);
        int from_left = wend_cut_turn(c, viewer, view.left, apex);
        int from_right = from_left < 0 ? wend_cut_turn(c, viewer, view.right, apex) : 1;
        bool seen = from_left < 0 && from_right > 0;
        if (seen && !wend_array_push(context, &sight->vertices,
                                     (wend_seen_vertex){apex, view.wedge, on_left, false}))
            return false;
        if (from_right > 0) { // some of what is right of the apex
            wend_seen_edge right = {on_right, view.right, seen ? apex : view.left, view.wedge};
            if (!wend_array_push(context, &sight->queue, right))
                return false;
        }
        if (from_left < 0) {
            wend_seen_edge left = {on_left, seen ? apex : view.right, view.left, view.wedge};
            if (!wend_array_push(context, &sight->queue, left))
                return false;
        }
    }
    return true;
}

void wend_sight_free(wend_context *context, wend_sight *sight) {
    wend_array_free(context, &sight->vertices);
    wend_array_free(context, &sight->edges);
    wend_array_free(context, &sight->queue);
}

// ---------------------------------------------------------------------------------------------------- points

typedef struct place {
    double x, y;
} place;

static place place_of(const wend_cutting *c, int32_t v) {
    if (v < c->plan->vertex_count)
        return (place){c->plan->vertices[v].x, c->plan->vertices[v].y};
    wend_fine p = c->points.data[v - c->plan->vertex_count].at;
    return (place){(double)p.x * 0x1p-32, (double)p.y * 0x1p-32};
}

// Narrows the part low..high of an edge (as parameters) to what lies left of the ray from the viewer through the edge, or
// right of it. The edge runs from right to left as seen.
static void clip(place a, place along, place viewer, place ray, bool left, double *low, double *high) {
    double slope = along.x * ray.y - along.y * ray.x; // > 0: the ray crosses from right to left... of the edge
    double height = ray.x * (a.y - viewer.y) - ray.y * (a.x - viewer.x);
    if (slope == 0)
        return;
    double t = height / slope;
    double facing = (a.x + along.x * t - viewer.x) * ray.x + (a.y + along.y * t - viewer.y) * ray.y;
    if (facing < 0)
        return; // the ray points away from the edge
    if (left && t > *low)
        *low = t;
    if (!left && t < *high)
        *high = t;
}

// Whether a vertex lies strictly within what is seen of an edge and may be the end of a portal.
static bool is_good(const wend_cutting *c, int32_t viewer, const wend_seen_edge *seen, int32_t v, int32_t from,
                    int32_t to) {
    return wend_cut_turn(c, viewer, seen->right, v) > 0 && wend_cut_turn(c, viewer, seen->left, v) < 0 &&
           (from < 0 || wend_cut_fits(c, viewer, from, v)) && (to < 0 || wend_cut_fits(c, viewer, v, to));
}

// The boundary edge's parameters are those of the whole edge of the plan, of which `seen` may be a part.
static void plan_edge(const wend_cutting *c, int32_t boundary, place *a, place *along) {
    int32_t e = c->plan->boundaries[boundary].edge;
    const wend_plan_triangle *t = &c->plan->triangles[e / 3];
    *a = place_of(c, t->v[e % 3]);
    place b = place_of(c, t->v[(e + 1) % 3]);
    *along = (place){b.x - a->x, b.y - a->y};
}

int32_t wend_sight_point(wend_cutting *c, const wend_seen_edge *seen, int32_t from, int32_t to) {
    int32_t viewer = wend_cut_start(c, seen->wedge), boundary = ~wend_cut_twin(c, seen->edge);
    place a, along, v = place_of(c, viewer);
    plan_edge(c, boundary, &a, &along);
    double low = 0, high = 1;
    place right = place_of(c, seen->right), left = place_of(c, seen->left);
    clip(a, along, v, (place){right.x - v.x, right.y - v.y}, true, &low, &high);
    clip(a, along, v, (place){left.x - v.x, left.y - v.y}, false, &low, &high);
    if (to >= 0) { // left of what is opposite to `to`
        place limit = place_of(c, to);
        clip(a, along, v, (place){v.x - limit.x, v.y - limit.y}, true, &low, &high);
    }
    if (from >= 0) {
        place limit = place_of(c, from);
        clip(a, along, v, (place){v.x - limit.x, v.y - limit.y}, false, &low, &high);
    }
    if (low > high + 0x1p-20)
        return -1;
    double t = ((v.x - a.x) * along.x + (v.y - a.y) * along.y) / (along.x * along.x + along.y * along.y);
    t = t < low ? low : t > high ? high : t;
    if (!(t > 0x1p-32 && t < 1 - 0x1p-32))
        return -1;
    int64_t parameter = (int64_t)(t * 0x1p32 + 0.5);
    for (int k = 0; k < 3; k++) { // rounding may lead out of a limit
        int64_t try = parameter + (k == 1) - (k == 2);
        if (try <= 0 || try > UINT32_MAX)
            continue;
        int32_t made = wend_cutting_point(c, boundary, (uint32_t)try);
        if (made < 0)
            return -2;
        if (is_good(c, viewer, seen, made, from, to))
            return made;
        c->points.count--;
    }
    return -1;
}

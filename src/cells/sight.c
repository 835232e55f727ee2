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

#include <math.h>

// The triangles around the viewer: their outer edges are to be looked through.
static bool look_around(const wend_cutting *c, int32_t first, wend_aim aim, wend_sight *sight) {
    int32_t viewer = wend_cut_start(c, first);
    bool early = aim.left >= 0 && !wend_cut_fits(c, viewer, wend_cut_end(c, first), aim.left);
    for (int32_t e = first;;) {
        int32_t last = wend_cut_previous(e), right = wend_cut_end(c, e), left = wend_cut_start(c, last);
        if (aim.right >= 0 && e != first && !wend_cut_fits(c, viewer, aim.right, right))
            return true; // beyond all directions of interest
        if (!early && wend_cut_wall(c, e) == WEND_WALL_NONE && wend_cut_is_deep(c, right) &&
            !wend_array_push(c->context, &sight->vertices, (wend_seen_vertex){right, e, wend_cut_twin(c, e), true}))
            return false;
        early = early && !wend_cut_fits(c, viewer, left, aim.left);
        if (!early && !wend_array_push(c->context, &sight->queue, (wend_seen_edge){wend_cut_next(e), right, left, e}))
            return false;
        if (wend_cut_wall(c, last) != WEND_WALL_NONE)
            return true;
        e = wend_cut_twin(c, last);
        if (e == first)
            return true;
    }
}

bool wend_sight_look(const wend_cutting *c, int32_t first, wend_aim aim, int32_t budget, wend_sight *sight) {
    wend_context *context = c->context;
    int32_t viewer = wend_cut_start(c, first);
    sight->vertices.count = sight->edges.count = sight->queue.count = 0;
    if (!look_around(c, first, aim, sight))
        return false;
    for (int64_t i = 0; i < sight->queue.count && i < budget; i++) {
        wend_seen_edge view = sight->queue.data[i];
        if (wend_cut_wall(c, view.edge) != WEND_WALL_NONE) {
            if (wend_cut_wall(c, view.edge) == WEND_WALL_BOUNDARY && !wend_array_push(context, &sight->edges, view))
                return false;
            continue;
        }
        int32_t f = wend_cut_twin(c, view.edge), apex = wend_cut_apex(c, f);
        if (!wend_cut_is_inside(c, apex))
            continue;
        bool go_left = wend_cut_turn(c, viewer, view.left, apex) < 0;
        bool go_right = !go_left || wend_cut_turn(c, viewer, view.right, apex) > 0;
        wend_seen_edge right = {wend_cut_next(f), view.right, view.left, view.wedge};
        wend_seen_edge left = {wend_cut_previous(f), view.right, view.left, view.wedge};
        if (go_left && go_right) { // the apex is seen
            right.left = left.right = apex;
            go_right = aim.left < 0 || wend_cut_fits(c, viewer, apex, aim.left);
            go_left = aim.right < 0 || wend_cut_fits(c, viewer, aim.right, apex);
            if (go_left && go_right && wend_cut_is_deep(c, apex) &&
                !wend_array_push(context, &sight->vertices, (wend_seen_vertex){apex, view.wedge, left.edge, false}))
                return false;
        }
        if ((go_right && !wend_array_push(context, &sight->queue, right)) ||
            (go_left && !wend_array_push(context, &sight->queue, left)))
            return false;
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

// Narrows the part low..high of an edge (as parameters) to what lies left of the ray from the viewer through the edge,
// or right of it. The edge runs from right to left as seen.
static void clip(place a, place along, place viewer, place ray, bool left, double *low, double *high) {
    double slope = along.x * ray.y - along.y * ray.x;
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

// The ends of the whole edge of the plan of which a boundary half-edge may be a part.
static void find_edge(const wend_cutting *c, int32_t edge, wend_point ends[2]) {
    int32_t a = wend_cut_start(c, edge), b = wend_cut_end(c, edge), boundary = ~wend_cut_twin(c, edge);
    if (a >= c->plan->vertex_count || b >= c->plan->vertex_count) {
        a = wend_boundary_start(c->plan, boundary);
        b = wend_boundary_end(c->plan, boundary);
    }
    ends[0] = c->plan->vertices[a];
    ends[1] = c->plan->vertices[b];
}

// Whether the line of an edge is surely further from the viewer than `most`.
static bool is_beyond(place a, place along, place viewer, double most) {
    double twice = along.x * (viewer.y - a.y) - along.y * (viewer.x - a.x), limit = most + 0x1p-6; // more than rounding
    return limit < 0 || twice * twice > limit * limit * (along.x * along.x + along.y * along.y);
}

// Whether a place lies strictly within what is seen of an edge, in a direction of interest.
static bool is_good(const wend_cutting *c, int32_t viewer, const wend_seen_edge *seen, wend_fine at, wend_aim aim) {
    wend_fine v = wend_cut_fine(c, viewer);
    return wend_fine_turn(v, wend_cut_fine(c, seen->right), at) > 0 &&
           wend_fine_turn(v, wend_cut_fine(c, seen->left), at) < 0 &&
           (aim.right < 0 || wend_fine_fits(v, wend_cut_fine(c, aim.right), at, c->limit)) &&
           (aim.left < 0 || wend_fine_fits(v, at, wend_cut_fine(c, aim.left), c->limit));
}

static void clip_opposite(const wend_cutting *c, place a, place along, place v, int32_t wall, bool left,
                          double part[2]) {
    if (wall < 0)
        return;
    place end = place_of(c, wall);
    clip(a, along, v, (place){v.x - end.x, v.y - end.y}, left, &part[0], &part[1]);
}

bool wend_sight_point(const wend_cutting *c, const wend_seen_edge *seen, wend_aim aim, double most,
                      wend_cell_point *point, double *length) {
    int32_t viewer = wend_cut_start(c, seen->wedge);
    wend_point ends[2];
    find_edge(c, seen->edge, ends);
    place a = {ends[0].x, ends[0].y}, along = {ends[1].x - a.x, ends[1].y - a.y}, v = place_of(c, viewer);
    if (is_beyond(a, along, v, most))
        return false;
    place right = place_of(c, seen->right), left = place_of(c, seen->left);
    double part[2] = {0, 1};
    clip(a, along, v, (place){right.x - v.x, right.y - v.y}, true, &part[0], &part[1]);
    clip(a, along, v, (place){left.x - v.x, left.y - v.y}, false, &part[0], &part[1]);
    clip_opposite(c, a, along, v, aim.left, true, part); // left of what is opposite to the wall on the left
    clip_opposite(c, a, along, v, aim.right, false, part);
    if (part[0] > part[1] + 0x1p-20)
        return false;
    double t = ((v.x - a.x) * along.x + (v.y - a.y) * along.y) / (along.x * along.x + along.y * along.y);
    t = t < part[0] ? part[0] : t > part[1] ? part[1] : t;
    if (!(t > 0x1p-32 && t < 1 - 0x1p-32))
        return false;
    double dx = a.x + along.x * t - v.x, dy = a.y + along.y * t - v.y;
    *length = sqrt(dx * dx + dy * dy);
    int64_t parameter = (int64_t)(t * 0x1p32 + 0.5);
    for (int k = 0; k < 3; k++) { // rounding may lead out of a limit
        int64_t near = parameter + (k == 1) - (k == 2);
        if (near <= 0 || near > UINT32_MAX)
            continue;
        *point = (wend_cell_point){~wend_cut_twin(c, seen->edge), (uint32_t)near};
        if (is_good(c, viewer, seen, wend_fine_between(ends[0], ends[1], point->parameter), aim))
            return true;
    }
    return false;
}

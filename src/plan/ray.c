// Straight ahead over a plan, exactly.
//
// The ray from p to q passes from triangle to triangle. In each, the edge it leaves by has its start on the right of
// the line and its end on the left; or the line leaves through a corner that lies exactly on it. At a corner, the ray
// goes on within the fan of that vertex: into a triangle that has the direction strictly between its sides, or along an
// edge. If the fan has neither, the floor ends there.
//
// One choice is left open: a ray that meets the tip of a wall of zero width and runs along it may pass on either side.
// Both are tried, the left one first; where the wall ends in a tip again the two ways are one, and the other is
// forgotten.
//
// Where the floor turns more than once around a vertex, a direction leads to several places. The ray goes straight on:
// it leaves half a turn to the left of where it came from, or where there is nothing, to the right.
//
// All decisions are signs of cross and scalar products of lattice points, so a ray that touches a corner or runs along
// a wall passes, and one aimed between two obstacles that touch does not (their common place has a vertex for each
// fan).
#include "geom/predicate.h"
#include "plan/plan.h"
#include "plan/walk.h"

#include <math.h>

typedef struct ray {
    const wend_plan_view *view;
    wend_point p, q;
    int32_t target; // the triangle in which to arrive in q, or -1 for any
} ray;

// Where the ray stands: about to leave a triangle through `edge`, or in the start of half-edge `corner`.
typedef struct stand {
    int32_t edge;
    int32_t corner;
    bool arrived;
} stand;

static wend_point at_start(const ray *r, int32_t e) {
    return r->view->vertices[wend_plan_edge_start(r->view, e)];
}

static int side_of(const ray *r, wend_point v) {
    return wend_sign(wend_cross(r->p, r->q, v));
}

// Whether q comes no later than v, which lies on the ray.
static bool ends_before(const ray *r, wend_point v) {
    return wend_dot(r->p, r->q, v) >= wend_dot(r->p, r->q, r->q);
}

static stand leave_by_edge(const ray *r, int32_t e) {
    bool inside = wend_cross(at_start(r, e), at_start(r, wend_half_next(e)), r->q) >= 0;
    return (stand){e, -1, inside};
}

static stand leave_by_corner(const ray *r, int32_t e) {
    return (stand){-1, e, ends_before(r, at_start(r, e))};
}

// From p in the closure of a triangle.
static stand start_in(const ray *r, int32_t triangle) {
    int side[3];
    for (int i = 0; i < 3; i++) {
        wend_point v = at_start(r, 3 * triangle + i);
        if (wend_point_equal(v, r->p))
            return (stand){-1, 3 * triangle + i, false};
        side[i] = side_of(r, v);
    }
    for (int i = 0; i < 3; i++)
        if (side[i] < 0 && side[(i + 1) % 3] > 0)
            return leave_by_edge(r, 3 * triangle + i);
    // No edge is passed strictly: the line leaves through the corner on it that is ahead.
    for (int i = 0; i < 3; i++)
        if (side[i] == 0 && wend_dot(r->p, r->q, at_start(r, 3 * triangle + i)) > 0)
            return leave_by_corner(r, 3 * triangle + i);
    return (stand){-1, -1, true};
}

// Into the triangle behind a passed half-edge, given by its twin.
static stand pass_edge(const ray *r, int32_t back) {
    int32_t apex = wend_half_previous(back);
    int side = side_of(r, at_start(r, apex));
    if (side == 0)
        return leave_by_corner(r, apex);
    return leave_by_edge(r, side > 0 ? wend_half_next(back) : apex);
}

// One corner of the fan: half-edge e starts in the vertex. Whether the ray goes on there.
static bool try_corner(const ray *r, int32_t e, wend_point centre, stand *next) {
    int32_t opposite = wend_half_next(e), last = wend_half_previous(e);
    wend_point x = at_start(r, opposite), y = at_start(r, last);
    int side_x = side_of(r, x), side_y = side_of(r, y);
    bool ahead_x = side_x == 0 && wend_dot(centre, r->q, x) > 0, ahead_y = side_y == 0 && wend_dot(centre, r->q, y) > 0;
    if (ahead_x || ahead_y) {
        *next = leave_by_corner(r, ahead_x ? opposite : last);
        return true;
    }
    if (side_x < 0 && side_y > 0) {
        *next = leave_by_edge(r, opposite);
        return true;
    }
    return false;
}

// The fan of a vertex, from its first half-edge counter-clockwise to the last one.
typedef struct fan {
    int32_t first, last;
    bool open; // its first half-edge and the one before its last are boundary edges
} fan;

static fan fan_of(const ray *r, int32_t corner) {
    fan f = {corner, corner, false};
    while (!f.open) { // clockwise to the beginning
        int32_t twin = wend_plan_edge_twin(r->view, f.first);
        f.open = twin < 0;
        if (f.open)
            break;
        f.first = wend_half_next(twin);
        if (f.first == corner)
            break;
    }
    for (int32_t e = corner; e >= 0;) {
        f.last = e;
        e = wend_plan_edge_twin(r->view, wend_half_previous(e));
        if (e == f.first)
            break;
    }
    return f;
}

// Whether both sides of a wall of zero width leave the vertex in the same direction, the ray's or the opposite one: +1,
// -1, or 0.
static int slit_of(const ray *r, const fan *f) {
    if (!f->open)
        return 0;
    wend_point centre = at_start(r, f->first), x = at_start(r, wend_half_next(f->first));
    wend_point y = at_start(r, wend_half_previous(f->last)); // the sides may have their next vertices in two places
    int way = wend_sign(wend_dot(centre, r->q, x));
    bool along = side_of(r, x) == 0 && side_of(r, y) == 0 && wend_sign(wend_dot(centre, r->q, y)) == way;
    return along ? way : 0;
}

// Whether a fan turns more than once, as around the axis of a spiral.
static bool is_winding(const ray *r, const fan *f) {
    wend_point centre = at_start(r, f->first), start = at_start(r, wend_half_next(f->first));
    int32_t turned = 0;
    for (int32_t e = f->first;; e = wend_plan_edge_twin(r->view, wend_half_previous(e))) {
        turned = wend_turned(centre, start, at_start(r, wend_half_previous(e)), turned);
        if (e == f->last)
            return turned > 4;
    }
}

// Through a fan in which directions repeat: on by half a turn from where the ray came, on the left or else on the
// right.
static bool pass_winding(const ray *r, int32_t corner, stand *next) {
    wend_point centre = at_start(r, corner);
    int32_t e = corner;
    do {
        if (try_corner(r, e, centre, next))
            return true;
        e = wend_plan_edge_twin(r->view, wend_half_previous(e));
    } while (e >= 0 && e != corner);
    for (e = wend_plan_edge_twin(r->view, corner); e >= 0; e = wend_plan_edge_twin(r->view, e)) {
        e = wend_half_next(e);
        if (e == corner)
            return false;
        if (try_corner(r, e, centre, next))
            return true;
    }
    return false;
}

// Through a fan to where the ray goes on. False when the floor ends.
static bool pass_fan(const ray *r, const fan *f, stand *next) {
    wend_point centre = at_start(r, f->first);
    for (int32_t e = f->first;;) {
        if (try_corner(r, e, centre, next))
            return true;
        if (e == f->last)
            return false;
        e = wend_plan_edge_twin(r->view, wend_half_previous(e));
    }
}

static void finish(const ray *r, wend_ray_hit *hit, double x, double y) {
    const wend_lattice *lattice = &r->view->lattice;
    double dx = x - r->p.x, dy = y - r->p.y;
    hit->place[0] = lattice->origin[0] + lattice->step * x;
    hit->place[1] = lattice->origin[1] + lattice->step * y;
    hit->distance = sqrt(dx * dx + dy * dy) * lattice->step * r->view->unit;
}

static void finish_on_edge(const ray *r, wend_ray_hit *hit, int32_t e) {
    wend_point a = at_start(r, e), b = at_start(r, wend_half_next(e));
    double before = (double)wend_cross(a, b, r->p), behind = (double)wend_cross(a, b, r->q);
    double along = before / (before - behind);
    hit->hit = true;
    hit->boundary = ~wend_plan_edge_twin(r->view, e);
    finish(r, hit, r->p.x + along * ((double)r->q.x - r->p.x), r->p.y + along * ((double)r->q.y - r->p.y));
}

// Whether q, which is in both triangles, is the same spot in both: they are one, share the edge that q is on, or the
// vertex.
static bool is_same_spot(const ray *r, int32_t triangle, int32_t other) {
    for (int32_t e = 3 * triangle; e < 3 * triangle + 3; e++) {
        int32_t v = wend_plan_edge_start(r->view, e);
        wend_point a = r->view->vertices[v], b = at_start(r, wend_half_next(e));
        if (wend_cross(a, b, r->q) == 0 && wend_plan_edge_twin(r->view, e) / 3 == other &&
            wend_plan_edge_twin(r->view, e) >= 0)
            return true;
        const int32_t *w = r->view->triangles[other].v;
        if (wend_point_equal(a, r->q) && (w[0] == v || w[1] == v || w[2] == v))
            return true;
    }
    return triangle == other;
}

enum { WAYS_MAX = 64 };

// The other sides of walls that the ray runs along, in case this side ends.
typedef struct ways {
    stand left_open[WAYS_MAX];
    int count;
} ways;

// Passes a vertex. False when the floor ends there.
static bool pass_corner(const ray *r, stand *at, ways *others, wend_ray_hit *hit) {
    fan f = fan_of(r, at->corner);
    int slit = slit_of(r, &f);
    wend_point here = at_start(r, at->corner);
    if (slit < 0 && others->count > 0)
        others->count--;
    if (is_winding(r, &f) ? pass_winding(r, at->corner, at) : pass_fan(r, &f, at)) {
        if (slit > 0 && others->count < WAYS_MAX)
            others->left_open[others->count++] = leave_by_corner(r, wend_half_previous(f.last));
        return true;
    }
    hit->hit = true;
    hit->boundary = ~wend_plan_edge_twin(r->view, f.first);
    finish(r, hit, here.x, here.y);
    return false;
}

// Goes on from a stand until the end or until the floor ends.
static void follow(const ray *r, stand at, ways *others, wend_ray_hit *hit) {
    while (!at.arrived) {
        hit->triangle = (at.edge >= 0 ? at.edge : at.corner) / 3;
        if (at.edge < 0) {
            if (!pass_corner(r, &at, others, hit))
                return;
            continue;
        }
        int32_t back = wend_plan_edge_twin(r->view, at.edge);
        if (back < 0) {
            finish_on_edge(r, hit, at.edge);
            return;
        }
        at = pass_edge(r, back);
    }
    if (at.edge >= 0 || at.corner >= 0)
        hit->triangle = (at.edge >= 0 ? at.edge : at.corner) / 3;
    hit->hit = r->target >= 0 && !is_same_spot(r, hit->triangle, r->target);
    finish(r, hit, r->q.x, r->q.y);
}

static void cast(const ray *r, int32_t triangle, wend_ray_hit *hit) {
    ways others = {.count = 0};
    *hit = (wend_ray_hit){.hit = triangle < 0, .boundary = -1, .triangle = triangle};
    if (triangle < 0) {
        finish(r, hit, r->p.x, r->p.y);
        return;
    }
    bool there = wend_point_equal(r->p, r->q);
    follow(r, there ? (stand){-1, -1, true} : start_in(r, triangle), &others, hit);
    while (hit->hit && others.count > 0) {
        wend_ray_hit other = {.boundary = -1, .triangle = triangle};
        follow(r, others.left_open[--others.count], &others, &other);
        if (!other.hit || other.distance > hit->distance)
            *hit = other;
    }
}

void wend_plan_ray(const wend_plan *plan, const wend_spot *from, wend_point to, wend_ray_hit *hit) {
    cast(&(ray){&plan->view, from->point, to, -1}, from->triangle, hit);
}

bool wend_plan_visible(const wend_plan *plan, const wend_spot *a, const wend_spot *b) {
    if (a->triangle < 0 || b->triangle < 0)
        return false;
    wend_ray_hit hit;
    cast(&(ray){&plan->view, a->point, b->point, b->triangle}, a->triangle, &hit);
    return !hit.hit;
}

// ---------------------------------------------------------------------------------------------------- three dimensions

// The lattice point of a place; a place beyond the lattice is drawn toward the start until it is on it, which is still
// far outside. False for places that are not finite.
static bool aim(const wend_plan_view *view, wend_point from, const double place[2], wend_point *point) {
    enum { HALVES_MAX = 2200 }; // every double is halved away by then
    double start[2], target[2] = {place[0], place[1]};
    wend_lattice_place(&view->lattice, from, start);
    for (int k = 0; k < HALVES_MAX; k++) {
        if (wend_lattice_point(&view->lattice, target, point))
            return true;
        for (int axis = 0; axis < 2; axis++)
            target[axis] = start[axis] / 2 + target[axis] / 2;
    }
    return false;
}

// Where a ray over a surface ends on the ground; unchanged when that is beyond the lattice.
static void find_end(const wend_plan *plan, const wend_ray_hit *flat, double place[3]) {
    wend_spot spot = {.triangle = flat->triangle};
    wend_plan_ground ground;
    if (!wend_lattice_point(&plan->view.lattice, flat->place, &spot.point))
        return;
    wend_plan_find_ground(plan, &spot, &ground);
    for (int k = 0; k < 3; k++)
        place[k] = ground.place[k];
}

void wend_plan_ray3(const wend_plan *plan, const wend_spot *from, const double to[3], wend_ray_hit3 *hit) {
    const wend_plan_view *view = &plan->view;
    bool over_surface = view->ground.step > 0;
    double seen[3] = {to[0], to[1], 0};
    wend_ray_hit flat;
    wend_point target = from->point;
    if (over_surface)
        wend_ground_from_scene(view->ground.up, to, seen);
    bool finite = aim(view, from->point, seen, &target);
    wend_plan_ray(plan, from, target, &flat);
    flat.hit = flat.hit || !finite;
    *hit = (wend_ray_hit3){
        .hit = flat.hit, .distance = flat.distance, .boundary = flat.boundary, .triangle = flat.triangle};
    for (int k = 0; k < 3; k++)
        hit->place[k] = over_surface && finite ? to[k] : k == 2 ? 0 : flat.hit ? flat.place[k] : to[k];
    if (over_surface)
        find_end(plan, &flat, hit->place);
}

// What is seen from a spot: cones over the plan's triangles.
//
// A straight way crosses triangle after triangle. All ways from a spot that cross one edge make a cone, whose limits
// are vertices of the plan; beyond the edge, the third corner of the next triangle splits it in two. Which side of a
// limit a corner is on is decided exactly. Cones are closed: what is seen by grazing a corner, or along a wall, is
// seen. No cone goes through a gap without width. Only neighbourhood is used, so what lies above or below is never
// seen.
//
// Cost: O(cones within the distance).
#include "path/search.h"

#include "base/context.h"
#include "geom/mesh.h"
#include "geom/predicate.h"

static wend_point corner(const wend_search *s, int32_t vertex) {
    return s->plan.vertices[vertex];
}

// The distance of a place from a segment, in lattice steps.
static double distance_from(wend_way p, wend_way a, wend_way b) {
    wend_way e = wend_way_minus(b, a), to = wend_way_minus(p, a);
    double t = wend_way_dot(e, to) / wend_way_dot(e, e);
    t = t > 0 ? t < 1 ? t : 1 : 0;
    wend_way off = {to.x - t * e.x, to.y - t * e.y};
    return sqrt(wend_way_dot(off, off));
}

static bool add_cone(wend_search *s, int32_t half, int32_t right, int32_t left, double farthest) {
    const wend_plan_triangle *t = &s->plan.triangles[half / 3];
    int32_t twin = t->twin[half % 3];
    wend_way a = wend_road_place(corner(s, t->v[half % 3])), b = wend_road_place(corner(s, t->v[(half + 1) % 3]));
    if (twin < 0 || distance_from(wend_road_place(s->seen_from), a, b) > farthest)
        return true;
    return wend_array_push(s->context, &s->cones, (wend_cone){twin, right, left});
}

// A triangle that holds the spot: all of it is seen, and what lies beyond its edges.
static bool look_around(wend_search *s, int32_t triangle, double farthest) {
    const wend_plan_triangle *t = &s->plan.triangles[triangle];
    for (int i = 0; i < 3; i++) {
        int32_t a = t->v[i], b = t->v[(i + 1) % 3];
        if (wend_cross(corner(s, a), corner(s, b), s->seen_from) > 0) {
            if (!add_cone(s, 3 * triangle + i, a, b, farthest))
                return false;
            continue;
        }
        bool known = t->twin[i] < 0; // the spot is on this edge, and the triangle beyond holds it, too
        for (int64_t k = 0; k < s->cones.count && !known; k++)
            known = s->cones.data[k].right < 0 && s->cones.data[k].half / 3 == t->twin[i] / 3;
        if (!known && !wend_array_push(s->context, &s->cones, (wend_cone){t->twin[i], -1, -1}))
            return false;
    }
    return true;
}

static bool look_on(wend_search *s, wend_cone cone, double farthest) {
    int32_t next = wend_half_next(cone.half), last = wend_half_previous(cone.half);
    int32_t apex = s->plan.triangles[cone.half / 3].v[last % 3];
    wend_point at = corner(s, apex);
    bool right = wend_cross(s->seen_from, corner(s, cone.right), at) > 0; // there are ways to the right of the corner
    bool left = wend_cross(s->seen_from, at, corner(s, cone.left)) > 0;
    return (!right || add_cone(s, next, cone.right, left ? apex : cone.left, farthest)) &&
           (!left || add_cone(s, last, right ? apex : cone.right, cone.left, farthest));
}

bool wend_view_find(wend_search *s, const wend_spot *spot, double farthest) {
    int64_t most = 1000 + 32 * (int64_t)s->plan.triangle_count; // no view has as many
    s->cones.count = 0;
    s->seen_from = spot->point;
    if (!wend_array_push(s->context, &s->cones, (wend_cone){3 * spot->triangle, -1, -1}))
        return false;
    for (int64_t k = 0; k < s->cones.count && k < most; k++) {
        wend_cone cone = s->cones.data[k];
        if (!(cone.right < 0 ? look_around(s, cone.half / 3, farthest) : look_on(s, cone, farthest)))
            return false;
    }
    return true;
}

bool wend_view_holds(const wend_search *s, const wend_cone *cone, wend_way place) {
    wend_way from = wend_road_place(s->seen_from), to = wend_way_minus(place, from);
    if (wend_stand_beyond(s, cone->half / 3, place) > s->slack)
        return false;
    if (cone->right < 0)
        return true;
    wend_way right = wend_way_minus(wend_road_place(corner(s, cone->right)), from);
    wend_way left = wend_way_minus(wend_road_place(corner(s, cone->left)), from);
    return wend_way_cross(right, to) >= -s->slack * sqrt(wend_way_dot(right, right)) &&
           wend_way_cross(to, left) >= -s->slack * sqrt(wend_way_dot(left, left));
}

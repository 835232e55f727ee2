// Straight ways over triangles with neighbours, seen from above; for plans and for linked complexes alike.
//
// All decisions are exact. Only neighbourhood is used, so it does not matter what else lies above or below.
#ifndef WEND_SRC_PLAN_WALK_H
#define WEND_SRC_PLAN_WALK_H

#include "geom/predicate.h"
#include "plan/plan.h"

#include <wend/links.h>

// A mesh with the places of its vertices.
typedef struct wend_flat {
    wend_mesh mesh;
    const wend_point *places;
} wend_flat;

static inline wend_flat wend_flat_of_plan(const wend_plan_view *view) {
    return (wend_flat){wend_plan_mesh(view), view->vertices};
}
static inline wend_flat wend_flat_of_links(const wend_links_view *view) {
    return (wend_flat){WEND_MESH(wend_linked_triangle, view->triangles, view->triangle_count), view->vertices};
}

static inline int32_t wend_flat_start(const wend_flat *m, int32_t e) {
    return wend_mesh_start(&m->mesh, e);
}
static inline int32_t wend_flat_twin(const wend_flat *m, int32_t e) {
    return wend_mesh_twin(&m->mesh, e);
}
static inline int32_t wend_flat_after(const wend_flat *m, int32_t e) {
    return wend_mesh_after(&m->mesh, e);
}
static inline int32_t wend_flat_before(const wend_flat *m, int32_t e) {
    return wend_mesh_before(&m->mesh, e);
}
static inline wend_point wend_flat_from(const wend_flat *m, int32_t e) {
    return m->places[wend_mesh_start(&m->mesh, e)];
}
static inline wend_point wend_flat_to(const wend_flat *m, int32_t e) {
    return m->places[wend_mesh_end(&m->mesh, e)];
}

// How far around: 4 for each full turn, 1 when between 0 and pi beyond that, 2 at pi, 3 when between pi and 2 pi. Adds
// to `turned`, which is that of the direction before, less than pi away, what leads on to the direction at -> to.
// `start` is where the turn began.
static inline int32_t wend_turned(wend_point at, wend_point start, wend_point to, int32_t turned) {
    int side = wend_sign(wend_cross(at, start, to));
    int32_t place = side > 0 ? 1 : side < 0 ? 3 : wend_dot(at, start, to) > 0 ? 0 : 2;
    return turned + ((place - turned) & 3);
}

// Turns counter-clockwise around the start of half-edge e until the corner at the half-edge returned holds the
// direction toward q, its sides included. -1 when the fan ends before that.
static inline int32_t wend_walk_turn(const wend_flat *m, int32_t e, wend_point q) {
    wend_point p = wend_flat_from(m, e);
    int32_t first = e;
    do {
        wend_point right = wend_flat_to(m, e), left = wend_flat_from(m, wend_half_previous(e));
        if (wend_cross(p, right, q) >= 0 && wend_cross(p, q, left) >= 0)
            return e;
        e = wend_flat_after(m, e);
    } while (e >= 0 && e != first);
    return -1;
}

static inline bool wend_flat_holds(const wend_flat *m, int32_t t, wend_point q) {
    wend_point a = wend_flat_from(m, 3 * t), b = wend_flat_from(m, 3 * t + 1), c = wend_flat_from(m, 3 * t + 2);
    return wend_cross(a, b, q) >= 0 && wend_cross(b, c, q) >= 0 && wend_cross(c, a, q) >= 0;
}

// Goes on through a corner that lies on the way: to a triangle there that holds the direction toward q, on either side.
static inline int32_t wend_walk_pass(const wend_flat *m, int32_t corner, wend_point q) {
    int32_t e = wend_walk_turn(m, corner, q);
    wend_point p = wend_flat_from(m, corner);
    for (int32_t at = corner; e < 0;) {
        at = wend_flat_before(m, at);
        if (at < 0 || at == corner)
            return -1;
        if (wend_cross(p, wend_flat_to(m, at), q) >= 0 &&
            wend_cross(p, q, wend_flat_from(m, wend_half_previous(at))) >= 0)
            e = at;
    }
    return e / 3;
}

// Walks straight from p, which lies in triangle t and when it is a corner of it has the direction toward q in t, to q.
// The triangle there, or -1 when the floor ends before; then *last is the last one.
static inline int32_t wend_walk_on_flat(const wend_flat *m, int32_t t, wend_point p, wend_point q, int32_t *last) {
    for (int64_t bound = 2 * (int64_t)m->mesh.count + 2; bound > 0; bound--) {
        *last = t;
        if (wend_flat_holds(m, t, q))
            return t;
        int side[3];
        for (int i = 0; i < 3; i++)
            side[i] = wend_sign(wend_cross(p, q, wend_flat_from(m, 3 * t + i)));
        int32_t next = -1;
        for (int i = 0; i < 3 && next < 0; i++) {
            int32_t e = 3 * t + i;
            if (side[i] < 0 && side[(i + 1) % 3] > 0) {
                int32_t twin = wend_flat_twin(m, e);
                if (twin < 0)
                    return -1;
                next = twin / 3;
            }
        }
        int32_t corner = -1; // the last one on the way
        int64_t along = 0;
        for (int i = 0; i < 3 && next < 0; i++) {
            int64_t far = side[i] == 0 ? wend_dot(p, q, wend_flat_from(m, 3 * t + i)) : 0;
            corner = far > along ? 3 * t + i : corner;
            along = far > along ? far : along;
        }
        if (corner >= 0)
            next = wend_walk_pass(m, corner, q);
        if (next < 0)
            return -1;
        t = next;
    }
    return -1;
}

#endif

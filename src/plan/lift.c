// Lines of a plan, lifted to the ground.
//
// A line is straight seen from above, but the floor under it bends. So it is walked over the linked complex, triangle
// by triangle, and gets a point where it crosses from one to the next:
//
//     plan      a ------------------------------- b          seen from above
//                   :        :    :          :
//                   :        :    +----------:------- b
//     ground        +--------+    |          :               seen from the side: a ramp, and a step
//     a ------------:        +----+          :
//
// At a step there are two points, one above the other. Heights are never looked up by position: only neighbours are
// passed, so floors above each other do not matter. Points between which the floor does not bend are left out again:
// those that are kept see all others within FLAT of the line between them (a cone that narrows from point to point).
//
// Places are rounded to the lattice, so a line along a wall may leave the floor by a lattice step. It is then led along
// the boundary, from vertex to vertex, until the floor is on its way again. A line that would be farther than BESIDE
// from that boundary is not on the floor, and refused.
#include "plan/plan.h"
#include "base/context.h"

#include "plan/walk.h"

#include <math.h>

#define FLAT 1e-4  // metres that the ground may differ from a line that is taken for straight
#define BESIDE 8.0 // lattice steps that a line may lie beside the floor

// A point of the line, in lattice steps.
typedef struct stop {
    double x, y, z;
    int32_t triangle; // of the complex, that the line goes on over
    int32_t leg;      // of the line: the last of its places at or before this one
} stop;

struct wend_lift {
    wend_context *context;
    const wend_plan *plan;
    wend_links_view links;
    wend_flat flat;         // the complex
    bool failed;            // memory ran short
    WEND_ARRAY(stop) stops; // of one segment
    WEND_ARRAY(double) places;
    WEND_ARRAY(int32_t) legs;
    WEND_ARRAY(int32_t) triangles;
};

wend_result wend_lift_create(wend_context *context, const wend_plan *plan, wend_lift **lift) {
    if (!wend_given(lift, context != NULL && plan != NULL))
        return WEND_ERROR_ARGUMENT;
    if (!context || !plan || !lift)
        return WEND_ERROR_ARGUMENT;
    *lift = wend_allocate(context, sizeof **lift);
    if (!*lift)
        return WEND_ERROR_MEMORY;
    **lift = (wend_lift){.context = context, .plan = plan};
    if (plan->links) {
        (*lift)->links = wend_links_look(plan->links);
        (*lift)->flat = wend_flat_of_links(&(*lift)->links);
    }
    return WEND_OK;
}

void wend_lift_destroy(wend_lift *lift) {
    if (!lift)
        return;
    wend_array_free(lift->context, &lift->stops);
    wend_array_free(lift->context, &lift->places);
    wend_array_free(lift->context, &lift->legs);
    wend_array_free(lift->context, &lift->triangles);
    wend_release(lift->context, lift, sizeof *lift);
}

// ---------------------------------------------------------------------------------------------------- points

static void add_stop(wend_lift *l, double x, double y, double z, int32_t triangle) {
    const stop *last = l->stops.count > 0 ? &l->stops.data[l->stops.count - 1] : NULL;
    if (last && last->x == x && last->y == y && last->z == z) {
        l->stops.data[l->stops.count - 1].triangle = triangle;
        return;
    }
    const stop made = {x, y, z, triangle, last ? last->leg : 0}; // before the array moves
    l->failed |= !wend_array_push(l->context, &l->stops, made);
}

static int32_t height_of(const wend_lift *l, int32_t e) {
    return l->links.triangles[e / 3].z[e % 3];
}

static double height_on(const wend_lift *l, int32_t t, wend_point p) {
    const wend_linked_triangle *triangle = &l->links.triangles[t];
    wend_point a = wend_flat_from(&l->flat, 3 * t), b = wend_flat_from(&l->flat, 3 * t + 1),
               c = wend_flat_from(&l->flat, 3 * t + 2);
    double whole = (double)wend_cross(a, b, c), at_b = (double)wend_cross(a, p, c) / whole,
           at_c = (double)wend_cross(a, b, p) / whole;
    return triangle->z[0] + at_b * ((double)triangle->z[1] - triangle->z[0]) +
           at_c * ((double)triangle->z[2] - triangle->z[0]);
}

// The place on half-edge e, `share` of the way along it; and from there up or down to its twin, where there is one.
static void add_on_edge(wend_lift *l, int32_t e, double share) {
    wend_point a = wend_flat_from(&l->flat, e), b = wend_flat_to(&l->flat, e);
    const double x = a.x + share * ((double)b.x - a.x), y = a.y + share * ((double)b.y - a.y);
    double from = height_of(l, e), to = height_of(l, wend_half_next(e));
    add_stop(l, x, y, from + share * (to - from), e / 3);
    int32_t twin = wend_flat_twin(&l->flat, e);
    if (twin < 0)
        return;
    from = height_of(l, wend_half_next(twin));
    to = height_of(l, twin);
    add_stop(l, x, y, from + share * (to - from), twin / 3);
}

// The vertex at which half-edge h starts, at the height of that corner.
static void add_corner(wend_lift *l, int32_t h) {
    wend_point p = wend_flat_from(&l->flat, h);
    add_stop(l, p.x, p.y, height_of(l, h), h / 3);
}

// ---------------------------------------------------------------------------------------------------- turning

static bool has_direction(const wend_flat *m, int32_t e, wend_point q) {
    wend_point p = wend_flat_from(m, e);
    return wend_cross(p, wend_flat_to(m, e), q) >= 0 && wend_cross(p, q, wend_flat_from(m, wend_half_previous(e))) >= 0;
}

// The half-edge of a corner around the same vertex as `corner` that holds the direction toward q: the nearest one, by
// triangles, on either side, since the floor may turn more than once around a vertex. -1 when there is none.
static int32_t turn_toward(const wend_flat *m, int32_t corner, wend_point q) {
    int32_t left = corner, right = corner;
    while (left >= 0 || right >= 0) {
        if (left >= 0 && has_direction(m, left, q))
            return left;
        if (right >= 0 && has_direction(m, right, q))
            return right;
        left = left >= 0 ? wend_flat_after(m, left) : -1;
        if (left == corner)
            return -1;
        right = right >= 0 ? wend_flat_before(m, right) : -1;
    }
    return -1;
}

// ---------------------------------------------------------------------------------------------------- walking

// Where a segment is on its way from p to q, and what is next: on triangle t to a side of it, at the vertex where
// half-edge e starts around it, or along boundary edge e.
typedef enum state { ON_TRIANGLE, AT_VERTEX, ALONG_EDGE, ARRIVED, OFF } state;

typedef struct walker {
    wend_lift *l;
    int32_t t, e;
    bool turned; // it has gone back to a corner that it began near
    wend_point begin, p, q;
} walker;

static bool is_beside(wend_point p, wend_point q, wend_point v) {
    double across = (double)wend_cross(p, q, v), length2 = (double)wend_dot(p, q, q);
    return across * across <= BESIDE * BESIDE * length2;
}

static state go_along(walker *w, int32_t e) {
    w->e = e;
    return ALONG_EDGE;
}

static state go_around(walker *w, int32_t corner) {
    w->e = corner;
    return AT_VERTEX;
}

// Whether the way comes through edge e from beyond it.
static bool enters(const walker *w, int32_t e) {
    wend_point a = wend_flat_from(&w->l->flat, e), b = wend_flat_to(&w->l->flat, e);
    return wend_cross(a, b, w->q) > 0 && wend_cross(w->p, w->q, a) >= 0 && wend_cross(w->p, w->q, b) <= 0;
}

// The start: it is in triangle t, at a corner of it, or beyond a boundary edge of it.
static state start(walker *w) {
    const wend_flat *m = &w->l->flat;
    if (wend_point_equal(w->p, w->q))
        return ARRIVED;
    for (int32_t e = 3 * w->t; e < 3 * w->t + 3; e++) {
        wend_point a = wend_flat_from(m, e), b = wend_flat_to(m, e);
        if (wend_point_equal(a, w->p))
            return go_around(w, e);
        if (wend_flat_twin(m, e) < 0 && wend_cross(a, b, w->p) < 0)
            return enters(w, e) ? ON_TRIANGLE : go_along(w, e);
    }
    return ON_TRIANGLE;
}

// Crosses the side of triangle t by which the way leaves it.
static state cross_triangle(walker *w) {
    const wend_flat *m = &w->l->flat;
    int64_t side[3];
    if (wend_flat_holds(m, w->t, w->q)) {
        add_stop(w->l, w->q.x, w->q.y, height_on(w->l, w->t, w->q), w->t);
        return ARRIVED;
    }
    for (int i = 0; i < 3; i++)
        side[i] = wend_cross(w->p, w->q, wend_flat_from(m, 3 * w->t + i));
    for (int i = 0; i < 3; i++) {
        if (side[i] >= 0 || side[(i + 1) % 3] <= 0)
            continue;
        int32_t e = 3 * w->t + i, twin = wend_flat_twin(m, e);
        double share = (double)-side[i] / ((double)side[(i + 1) % 3] - (double)side[i]);
        add_on_edge(w->l, e, share);
        if (twin < 0)
            return go_along(w, e);
        w->t = twin / 3;
        return ON_TRIANGLE;
    }
    int32_t corner = -1; // the last one on the way
    int64_t along = 0;
    for (int i = 0; i < 3; i++) {
        int64_t far = side[i] == 0 ? wend_dot(w->p, w->q, wend_flat_from(m, 3 * w->t + i)) : 0;
        corner = far > along ? 3 * w->t + i : corner;
        along = far > along ? far : along;
    }
    return corner < 0 ? OFF : go_around(w, corner);
}

static bool is_near(wend_point a, wend_point b) {
    double x = (double)b.x - a.x, y = (double)b.y - a.y;
    return x * x + y * y <= BESIDE * BESIDE;
}

// The way does not lead along boundary edge e, but cuts off one of its corners, or begins at one: around that.
static state turn_around_end(walker *w, int32_t e) {
    const wend_flat *m = &w->l->flat;
    const int32_t corners[2] = {e, wend_half_next(e)};
    for (int k = 0; k < 2; k++) {
        wend_point end = wend_flat_from(m, corners[k]);
        if (wend_dot(w->p, w->q, end) > 0 && is_beside(w->begin, w->q, end))
            return go_around(w, corners[k]);
    }
    for (int k = 0; k < 2 && !w->turned; k++)
        if (is_near(w->p, wend_flat_from(m, corners[k]))) {
            w->turned = true;
            return go_around(w, corners[k]);
        }
    return OFF;
}

// Along boundary edge e to its end that is ahead, or to the end of the way, whose ground is that of the nearest place
// on the edge.
static state pass_along(walker *w) {
    const wend_flat *m = &w->l->flat;
    int32_t e = w->e;
    wend_point from = wend_flat_from(m, e), to = wend_flat_to(m, e);
    bool forward = wend_dot(w->p, w->q, to) > wend_dot(w->p, w->q, from);
    wend_point ahead = forward ? to : from;
    double share = (double)wend_dot(from, to, w->q) / (double)wend_dot(from, to, to);
    if (is_beside(from, to, w->q) && share >= 0 && share <= 1) {
        add_on_edge(w->l, e, share);
        w->t = e / 3;
        return ARRIVED;
    }
    bool passes = wend_dot(w->p, w->q, ahead) < wend_dot(w->p, w->q, w->q) && is_beside(w->begin, w->q, ahead);
    return is_near(ahead, w->q) || passes ? go_around(w, forward ? wend_half_next(e) : e) : turn_around_end(w, e);
}

// Around the vertex where `corner` starts there is no floor ahead: of the two boundary edges there, along the one that
// departs less from the way.
static state choose_edge(walker *w, int32_t corner) {
    const wend_flat *m = &w->l->flat;
    int32_t out = corner, in = corner;
    for (int32_t e = corner; e >= 0; e = wend_flat_before(m, e))
        out = e;
    for (int32_t e = corner; e >= 0; e = wend_flat_after(m, e))
        in = e;
    in = wend_half_previous(in);
    const int32_t edges[2] = {out, in};
    const wend_point ends[2] = {wend_flat_to(m, out), wend_flat_from(m, in)};
    double best = 0;
    int32_t chosen = -1;
    for (int k = 0; k < 2; k++) {
        double x = (double)ends[k].x - w->p.x, y = (double)ends[k].y - w->p.y;
        double cosine = (double)wend_dot(w->p, w->q, ends[k]) / sqrt(x * x + y * y);
        chosen = cosine > best ? edges[k] : chosen;
        best = cosine > best ? cosine : best;
    }
    return chosen >= 0 ? go_along(w, chosen) : is_near(w->p, w->q) ? ARRIVED : OFF;
}

// At a vertex: on across the floor, or along its boundary.
static state turn(walker *w) {
    const wend_flat *m = &w->l->flat;
    int32_t corner = w->e;
    add_corner(w->l, corner);
    w->p = wend_flat_from(m, corner);
    w->t = corner / 3;
    if (wend_point_equal(w->p, w->q))
        return ARRIVED;
    int32_t e = turn_toward(m, corner, w->q);
    if (e < 0)
        return choose_edge(w, corner);
    add_corner(w->l, e);
    w->t = e / 3;
    return ON_TRIANGLE;
}

// Lifts the segment from p, on triangle t of the complex, to q. The triangle there, or -1 when the floor ends before.
static int32_t lift_segment(wend_lift *l, int32_t t, wend_point p, wend_point q) {
    walker w = {l, t, -1, false, p, p, q};
    state now = start(&w);
    for (int64_t bound = 8 * (int64_t)l->flat.mesh.count + 8; bound > 0 && now < ARRIVED && !l->failed; bound--)
        now = now == ON_TRIANGLE ? cross_triangle(&w) : now == AT_VERTEX ? turn(&w) : pass_along(&w);
    return now == ARRIVED ? w.t : -1;
}

// ---------------------------------------------------------------------------------------------------- the line

static void put_place(wend_lift *l, const stop *s, double height) {
    const wend_lattice3 *lattice = &l->links.lattice;
    const double at[3] = {lattice->origin[0] + lattice->step * s->x, lattice->origin[1] + lattice->step * s->y,
                          lattice->origin[2] + lattice->step * s->z + height / lattice->unit};
    double place[3];
    wend_scene_from_ground(lattice->up, at, place);
    for (int k = 0; k < 3; k++)
        l->failed |= !wend_array_push(l->context, &l->places, place[k]);
    l->failed |=
        !wend_array_push(l->context, &l->legs, s->leg) || !wend_array_push(l->context, &l->triangles, s->triangle);
}

static double flat_steps(const wend_lift *l) {
    return FLAT / (l->links.lattice.step * l->links.lattice.unit);
}

static double distance(const stop *a, const stop *b) {
    return sqrt((b->x - a->x) * (b->x - a->x) + (b->y - a->y) * (b->y - a->y));
}

// Puts the stops of a segment that are needed, but for the first one, which is there already.
static void put_stops(wend_lift *l, double height) {
    const stop *s = l->stops.data;
    double flat = flat_steps(l), low = -INFINITY, high = INFINITY; // slopes from the anchor that see all since
    int64_t anchor = 0;
    for (int64_t k = 1; k < l->stops.count; k++) {
        double length = distance(&s[anchor], &s[k]), rise = s[k].z - s[anchor].z;
        bool seen = length > 0 && rise >= low * length && rise <= high * length;
        if (!seen && k - 1 > anchor) {
            anchor = k - 1;
            put_place(l, &s[anchor], height);
            low = -INFINITY;
            high = INFINITY;
            length = distance(&s[anchor], &s[k]);
            rise = s[k].z - s[anchor].z;
        }
        if (length > 0) {
            low = fmax(low, (rise - flat) / length);
            high = fmin(high, (rise + flat) / length);
            continue;
        }
        anchor = k; // a step
        put_place(l, &s[anchor], height);
    }
    if (l->stops.count - 1 > anchor)
        put_place(l, &s[l->stops.count - 1], height);
}

// The ground in a place of the line. False where there is none.
static bool find_ground(const wend_lift *l, int32_t triangle, wend_point p, stop *at) {
    wend_spot spot = {triangle, p, 0};
    wend_plan_ground ground;
    double seen[3];
    wend_plan_find_ground(l->plan, &spot, &ground);
    wend_ground_from_scene(l->links.lattice.up, ground.place, seen);
    at->x = p.x;
    at->y = p.y;
    at->z = (seen[2] - l->links.lattice.origin[2]) / l->links.lattice.step;
    at->triangle = ground.triangle;
    return ground.triangle >= 0;
}

// Goes from a stop, where the line is, to its next place.
static wend_result lift_leg(wend_lift *l, stop *at, wend_point p, wend_point q, double height) {
    l->stops.count = 0;
    if (!wend_array_push(l->context, &l->stops, *at))
        return WEND_ERROR_MEMORY;
    int32_t t = lift_segment(l, at->triangle, p, q);
    if (l->failed)
        return WEND_ERROR_MEMORY;
    if (t < 0)
        return WEND_ERROR_ARGUMENT;
    stop *last = &l->stops.data[l->stops.count - 1];
    last->leg = at->leg + 1;
    last->triangle = t;
    *at = *last;
    if (l->stops.count == 1) // the same place again
        l->legs.data[l->legs.count - 1] = at->leg;
    put_stops(l, height);
    return l->failed ? WEND_ERROR_MEMORY : WEND_OK;
}

static wend_result lift_line(wend_lift *l, const double *places, const int32_t *triangles, int32_t count,
                             double height) {
    stop at = {0, 0, 0, -1, 0}, here = at;
    wend_point p = {0, 0}, q;
    wend_result result = WEND_OK;
    for (int32_t k = 0; k < count && result == WEND_OK; k++, p = q) {
        if (!wend_lattice_point(&l->plan->view.lattice, places + 2 * (int64_t)k, &q))
            return WEND_ERROR_RANGE;
        if (k > 0)
            result = lift_leg(l, &at, p, q, height);
        if (result != WEND_OK || (k > 0 && triangles[k] < 0))
            continue;
        if (triangles[k] >= l->plan->view.triangle_count || !find_ground(l, triangles[k], q, &here))
            return WEND_ERROR_ARGUMENT;
        here.leg = k;
        bool apart = k == 0 || fabs(here.z - at.z) > flat_steps(l);
        if (apart)
            put_place(l, &here, height);
        at = apart ? here : at;
        at.triangle = here.triangle;
    }
    return l->failed ? WEND_ERROR_MEMORY : result;
}

// On a floor plan the ground is level: nothing is added to the line.
static wend_result lift_level(wend_lift *l, const double *places, int32_t count, double height) {
    for (int32_t k = 0; k < count; k++) {
        const double place[3] = {places[2 * (int64_t)k], places[2 * (int64_t)k + 1], height / l->plan->view.unit};
        for (int i = 0; i < 3; i++)
            l->failed |= !wend_array_push(l->context, &l->places, place[i]);
        l->failed |= !wend_array_push(l->context, &l->legs, k) || !wend_array_push(l->context, &l->triangles, -1);
    }
    return l->failed ? WEND_ERROR_MEMORY : WEND_OK;
}

wend_result wend_lift_line(wend_lift *lift, const double *places, const int32_t *triangles, int32_t count,
                           double height, wend_lift_view *view) {
    if (lift == NULL || places == NULL || triangles == NULL || view == NULL)
        return WEND_ERROR_ARGUMENT;
    if (view)
        *view = (wend_lift_view){0};
    if (!lift || !view || count < 0 || (count > 0 && (!places || !triangles)) || !(height >= -1e9 && height <= 1e9))
        return WEND_ERROR_ARGUMENT;
    lift->failed = false;
    lift->places.count = lift->legs.count = lift->triangles.count = 0;
    wend_result result =
        lift->plan->links ? lift_line(lift, places, triangles, count, height) : lift_level(lift, places, count, height);
    if (result == WEND_OK && lift->legs.count <= INT32_MAX)
        *view = (wend_lift_view){(int32_t)lift->legs.count, lift->places.data, lift->legs.data, lift->triangles.data};
    return result;
}

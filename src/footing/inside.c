// Whether a place is inside a solid. See solid.h.
//
//        _______________________     A ray from a place inside a solid comes out of more solids than it enters, at
//       |      ^                |    some point of its way: each back that it sees is a way out, each front a way in.
//       |      |   ___          |    Solids may overlap, touch or stand in each other (the ray to the right goes in,
//       |  <---p--|---|-------->|    out, out), and need not be closed: one without a bottom hides the place as well,
//       |_________|___|_________|    and what is beyond it does not matter. A ray that went into two solids more than
//                                    it left is lost, because among many loose sheets any ray sees more backs than
//                                    fronts sooner or later.
//
// One ray proves nothing: below a sheet that faces up, a carpet, a tread or an upper storey, is its back. So all but
// one of eight rays around a place must come out. They go along the floor, half the agent's height above it, where
// nothing is in the way at first. Under sheets they see daylight.
//
// Straight up it is the first thing that counts, so that the storeys of a building without inner walls are not inside
// the building: they have ceilings. Where fronts and backs lie together and cancel, it is the next one.
//
// Faces within two steps of each other on a ray count together. So a wall that reaches up to a slab is left through the
// slab, and a sheet with two faces is neither a way in nor a way out. Through an edge that two faces share a ray passes
// one of them, because each edge is judged by the same numbers for both.
//
// Cost: O(log n + what is near) for each ray; those that find no way out run to the end of the scene.
#include "footing/inside.h"

#include "base/sort.h"

#include <math.h>

enum { WAYS = 8, WAYS_NEEDED = 7, LOST = -2 };
#define TOGETHER 2.0 // lattice steps between faces that count together

typedef struct ray {
    double from[3], along[3]; // `along` has length 1, seen from above or straight up
} ray;

static double least(double a, double b) {
    return a < b ? a : b;
}

static double most(double a, double b) {
    return a > b ? a : b;
}

wend_inside wend_inside_start(wend_context *context, const wend_footing *footing) {
    wend_inside view = {.context = context, .footing = footing};
    for (int axis = 0; axis < 3; axis++) {
        view.low[axis] = INFINITY;
        view.high[axis] = -INFINITY;
    }
    wend_box3 box;
    if (!wend_boxes_around(&footing->solid->tree, &box))
        return view;
    for (int axis = 0; axis < 3; axis++) {
        view.low[axis] = box.low[axis];
        view.high[axis] = box.high[axis];
    }
    return view;
}

void wend_inside_free(wend_inside *view) {
    wend_array_free(view->context, &view->near);
    wend_array_free(view->context, &view->crossings);
}

// ---------------------------------------------------------------------------------------------------- rays

static void subtract(const wend_point3 *a, const wend_point3 *b, double d[3]) {
    d[0] = (double)a->x - b->x;
    d[1] = (double)a->y - b->y;
    d[2] = (double)a->z - b->z;
}

static void from_start(const ray *r, const wend_point3 *a, double d[3]) {
    d[0] = a->x - r->from[0];
    d[1] = a->y - r->from[1];
    d[2] = a->z - r->from[2];
}

static void cross(const double a[3], const double b[3], double c[3]) {
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Whether the normal of the corners of a face, as they are stored, points to its front.
static bool fronts(const wend_face *face, const double normal[3]) {
    if (!(face->flags & WEND_FACE_WALL))
        return !(face->flags & WEND_FACE_DOWN);
    double x = (double)face->p[1].x - face->p[0].x, y = (double)face->p[1].y - face->p[0].y;
    bool left = normal[1] * x - normal[0] * y > 0;
    return left == ((face->flags & WEND_FACE_LEFT) != 0);
}

// On which side of an edge a ray passes: the same for a -> b as for b -> a the other way around, also on it.
static bool passes_left(const ray *r, const wend_point3 *a, const wend_point3 *b) {
    bool swap = wend_point3_less(*b, *a);
    double u[3], v[3], n[3];
    from_start(r, swap ? b : a, u);
    from_start(r, swap ? a : b, v);
    cross(u, v, n);
    return (dot(n, r->along) >= 0) != swap;
}

// Where a ray passes a face. False when it does not.
static bool pass(const ray *r, const wend_face *face, wend_crossing *crossing) {
    double u[3], v[3], w[3], normal[3];
    bool left = passes_left(r, &face->p[0], &face->p[1]);
    if (passes_left(r, &face->p[1], &face->p[2]) != left || passes_left(r, &face->p[2], &face->p[0]) != left)
        return false;
    subtract(&face->p[1], &face->p[0], u);
    subtract(&face->p[2], &face->p[0], v);
    cross(u, v, normal);
    from_start(r, &face->p[0], w);
    double speed = dot(normal, r->along);
    crossing->at = dot(normal, w) / speed;
    crossing->out = (speed > 0) == fronts(face, normal) ? 1 : -1;
    return speed < 0 || speed > 0;
}

// Adds the crossings of a part of a ray, after `begin` and not after `end`. False when memory is short.
static bool add_crossings(wend_inside *view, const ray *r, double begin, double end) {
    wend_box3 box;
    for (int axis = 0; axis < 3; axis++) {
        double a = r->from[axis] + begin * r->along[axis], b = r->from[axis] + end * r->along[axis];
        box.low[axis] = wend_box_floor(least(a, b) - 1);
        box.high[axis] = wend_box_ceil(most(a, b) + 1);
    }
    if (!wend_solid_search(view->context, view->footing->solid, &box, &view->near))
        return false;
    for (int64_t i = 0; i < view->near.count; i++) {
        wend_crossing crossing;
        if (pass(r, &view->footing->solid->faces.data[view->near.data[i]], &crossing) && crossing.at > begin &&
            crossing.at <= end && !wend_array_push(view->context, &view->crossings, crossing))
            return false;
    }
    return true;
}

static int compare_crossings(const void *a, const void *b, const void *user) {
    const wend_crossing *s = a, *t = b;
    (void)user;
    return s->at < t->at ? -1 : s->at > t->at;
}

// Whether the crossings up to `end` lead out of a solid. What may count together with something beyond is left.
static bool lead_out(const wend_inside *view, double end) {
    const wend_crossing *crossings = view->crossings.data;
    int64_t count = view->crossings.count, sum = 0;
    for (int64_t i = 0; i < count; i++) {
        sum += crossings[i].out;
        bool together =
            i + 1 < count ? crossings[i + 1].at - crossings[i].at <= TOGETHER : end - crossings[i].at <= TOGETHER;
        if (!together && (sum > 0 || sum <= LOST))
            return sum > 0;
    }
    return false;
}

// How far a ray goes until it has left the box of all faces.
static double length_of(const wend_inside *view, const ray *r) {
    double length = INFINITY;
    for (int axis = 0; axis < 3; axis++) {
        double way = r->along[axis] > 0 ? view->high[axis] - r->from[axis] : view->low[axis] - r->from[axis];
        if (r->along[axis] > 0 || r->along[axis] < 0)
            length = least(length, way / r->along[axis]);
    }
    return length + 2 * TOGETHER;
}

// Sorts the crossings from one on by where they are. False when memory is short.
static bool sort_crossings(wend_inside *view, int64_t first) {
    int64_t count = view->crossings.count - first;
    return count < 2 || wend_sort(view->context, view->crossings.data + first, count, sizeof(wend_crossing),
                                  compare_crossings, NULL);
}

// Whether a ray comes *out of a solid. It is followed in parts, each twice as long as the last, because most rays meet
// what they look for soon; `part` is the length of the first. False when memory is short.
static bool comes_out(wend_inside *view, const ray *r, double part, bool *out) {
    double length = length_of(view, r);
    view->crossings.count = 0;
    *out = false;
    for (double begin = TOGETHER, end; begin < length && !*out; begin = end, part *= 2) {
        int64_t before = view->crossings.count;
        end = least(begin + part, length);
        if (!add_crossings(view, r, begin, end) || !sort_crossings(view, before))
            return false;
        *out = lead_out(view, end);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- looking

// What the crossings of a ray straight up begin with. Fronts and backs that count together cancel: above a wall that
// reaches up to a slab the slab is seen, and above a sheet with two faces what is beyond it.
static wend_overhead first_above(const wend_inside *view) {
    const wend_crossing *crossings = view->crossings.data;
    int64_t count = view->crossings.count, sum = 0;
    for (int64_t i = 0; i < count; i++) {
        sum += crossings[i].out;
        bool together = i + 1 < count && crossings[i + 1].at - crossings[i].at <= TOGETHER;
        if (!together && sum != 0)
            return sum > 0 ? WEND_OVERHEAD_BACK : WEND_OVERHEAD_FRONT;
    }
    return WEND_OVERHEAD_NOTHING;
}

bool wend_inside_look_up(wend_inside *view, const double place[3], wend_overhead *above) {
    ray up = {{place[0], place[1], place[2]}, {0, 0, 1}};
    view->crossings.count = 0;
    if (!add_crossings(view, &up, TOGETHER, length_of(view, &up)) || !sort_crossings(view, 0))
        return false;
    *above = first_above(view);
    return true;
}

bool wend_inside_look_around(wend_inside *view, const double place[3], const double slope[2], bool *out) {
    static const double ways[WAYS][2] = {
        {0.95533648912560602, 0.29552020666133958},   {0.46656110567243463, 0.88448923660427040},
        {-0.29552020666133958, 0.95533648912560602},  {-0.88448923660427040, 0.46656110567243463},
        {-0.95533648912560602, -0.29552020666133958}, {-0.46656110567243463, -0.88448923660427040},
        {0.29552020666133958, -0.95533648912560602},  {0.88448923660427040, -0.46656110567243463}};
    double height = view->footing->height;
    int found = 0, missed = 0;
    while (found < WAYS_NEEDED && missed <= WAYS - WAYS_NEEDED) {
        const double *along = ways[found + missed];
        ray r = {{place[0], place[1], place[2] + height / 2},
                 {along[0], along[1], along[0] * slope[0] + along[1] * slope[1]}};
        if (!comes_out(view, &r, height, out))
            return false;
        found += *out;
        missed += !*out;
    }
    *out = found == WAYS_NEEDED;
    return true;
}

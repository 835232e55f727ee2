// What is seen from a place that may be inside a solid. See around.h.
//
// A ray counts the backs and the fronts that it passes. It is out of a solid as soon as the backs are more, and lost
// when the fronts are two more. Of eight rays around a place, half the agent's height above it and along its floor, six
// must come out; one less than in the code that is judged, because some pass edges where rounding decides.
#include "truth/around.h"

#include "base/sort.h"

#include <math.h>

enum { WAYS = 8, WAYS_NEEDED = 6, LOST = -2 };
#define PI 3.14159265358979323846

typedef struct beam {
    double from[3], along[3];
    double length; // to the end of the scene
} beam;

void wend_onlooker_free(wend_onlooker *o) {
    wend_array_free(o->context, &o->near);
    wend_array_free(o->context, &o->glimpses);
}

// ---------------------------------------------------------------------------------------------------- beams

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double c[3]) {
    c[0] = a[1] * b[2] - a[2] * b[1];
    c[1] = a[2] * b[0] - a[0] * b[2];
    c[2] = a[0] * b[1] - a[1] * b[0];
}

// Whether a beam passes a triangle, and where (Moeller and Trumbore 1997).
static bool passes(const beam *b, const wend_column_triangle *t, wend_glimpse *glimpse) {
    double u[3], v[3], w[3], p[3], q[3];
    for (int k = 0; k < 3; k++) {
        u[k] = t->p[1][k] - t->p[0][k];
        v[k] = t->p[2][k] - t->p[0][k];
        w[k] = b->from[k] - t->p[0][k];
    }
    cross(b->along, v, p);
    cross(w, u, q);
    double speed = dot(u, p), second = dot(w, p) / speed, third = dot(b->along, q) / speed;
    glimpse->at = dot(v, q) / speed;
    glimpse->out = dot(t->normal, b->along) > 0 ? 1 : -1;
    return second >= 0 && third >= 0 && second + third <= 1 && glimpse->at - glimpse->at == 0;
}

static int compare_glimpses(const void *a, const void *b, const void *user) {
    const wend_glimpse *s = a, *t = b;
    (void)user;
    return s->at < t->at ? -1 : s->at > t->at;
}

// Lists what a beam passes up to `end`, in order, from what it has passed up to `begin`. False when memory is short.
static bool go_on(wend_onlooker *o, const beam *b, double begin, double end) {
    wend_column_box box;
    int64_t before = o->glimpses.count;
    for (int k = 0; k < 3; k++) {
        double first = b->from[k] + begin * b->along[k], last = b->from[k] + end * b->along[k];
        box.low[k] = fmin(first, last) - o->touch;
        box.high[k] = fmax(first, last) + o->touch;
    }
    if (!wend_columns_find(o->context, o->scene, &box, &o->near))
        return false;
    for (int64_t k = 0; k < o->near.count; k++) {
        wend_glimpse glimpse;
        if (passes(b, &o->scene->triangles.data[o->near.data[k]], &glimpse) && glimpse.at > begin &&
            glimpse.at <= end && !wend_array_push(o->context, &o->glimpses, glimpse))
            return false;
    }
    int64_t count = o->glimpses.count - before;
    return count < 2 ||
           wend_sort(o->context, o->glimpses.data + before, count, sizeof(wend_glimpse), compare_glimpses, NULL);
}

// A beam, up to the end of the scene.
static beam beam_from(const wend_onlooker *o, double x, double y, double z, const double along[3]) {
    beam b = {{x, y, z}, {along[0], along[1], along[2]}, INFINITY};
    if (o->scene->nodes.count == 0)
        b.length = 0;
    for (int k = 0; k < 3 && o->scene->nodes.count > 0; k++) {
        const wend_column_node *root = &o->scene->nodes.data[0];
        if (along[k] != 0)
            b.length = fmin(b.length, ((along[k] > 0 ? root->high[k] : root->low[k]) - b.from[k]) / along[k]);
    }
    b.length += 4 * o->touch;
    return b;
}

// Backs less fronts at the first place where that is `high` or as little as `low`; 0 when it is nowhere. Up to `end`
// only.
static int count_to(const wend_onlooker *o, double end, int low, int high) {
    int sum = 0;
    for (int64_t k = 0; k < o->glimpses.count; k++) {
        double next = k + 1 < o->glimpses.count ? o->glimpses.data[k + 1].at : end;
        sum += o->glimpses.data[k].out;
        if (next - o->glimpses.data[k].at > o->touch && (sum >= high || sum <= low))
            return sum;
    }
    return 0;
}

// ---------------------------------------------------------------------------------------------------- looking

// What the first glimpses show, as far as they count together.
static wend_overhead first_glimpse(const wend_onlooker *o) {
    const wend_glimpse *glimpses = o->glimpses.data;
    wend_overhead first = WEND_OVERHEAD_SKY;
    for (int64_t k = 0; k < o->glimpses.count && (k == 0 || glimpses[k].at - glimpses[k - 1].at <= o->touch); k++) {
        wend_overhead seen = glimpses[k].out > 0 ? WEND_OVERHEAD_BACK : WEND_OVERHEAD_FRONT;
        first = k == 0 || seen == first ? seen : WEND_OVERHEAD_UNSURE;
    }
    return first;
}

bool wend_onlooker_look_up(wend_onlooker *o, const double place[3], wend_overhead *overhead) {
    static const double upward[3] = {0, 0, 1};
    beam b = beam_from(o, place[0], place[1], place[2], upward);
    o->glimpses.count = 0;
    if (!go_on(o, &b, o->touch, b.length))
        return false;
    *overhead = first_glimpse(o);
    return true;
}

// How the floor at a place rises along x and y: level when there is none.
static bool find_slope(wend_onlooker *o, const double place[3], double slope[2]) {
    wend_column_box box = {{place[0], place[1], place[2] - o->touch}, {place[0], place[1], place[2] + o->touch}};
    double nearest = INFINITY;
    slope[0] = slope[1] = 0;
    if (!wend_columns_find(o->context, o->scene, &box, &o->near))
        return false;
    for (int64_t k = 0; k < o->near.count; k++) {
        const wend_column_triangle *t = &o->scene->triangles.data[o->near.data[k]];
        double z;
        if (!wend_column_height(t, place[0], place[1], &z) || fabs(z - place[2]) >= nearest)
            continue;
        nearest = fabs(z - place[2]);
        slope[0] = -t->normal[0] * t->inverse;
        slope[1] = -t->normal[1] * t->inverse;
    }
    return true;
}

bool wend_onlooker_look_around(wend_onlooker *o, const double place[3], bool *out) {
    double slope[2];
    int found = 0;
    if (!find_slope(o, place, slope))
        return false;
    for (int k = 0; k < WAYS; k++) {
        double x = cos(2 * PI * (k + 0.37) / WAYS), y = sin(2 * PI * (k + 0.37) / WAYS);
        beam b =
            beam_from(o, place[0], place[1], place[2] + o->height / 2, (double[3]){x, y, x * slope[0] + y * slope[1]});
        int sum = 0;
        o->glimpses.count = 0;
        double begin = o->touch, part = o->height;
        for (; begin < b.length && sum == 0; begin += part, part *= 2) {
            if (!go_on(o, &b, begin, begin + part))
                return false;
            sum = count_to(o, begin + part, LOST, 1);
        }
        found += sum > 0;
    }
    *out = found >= WAYS_NEEDED;
    return true;
}

// Shortest paths of a disc on floors that may overlap, by floods over triangles.
//
// One question decides everything here: whether the stadium round a segment is free floor (oracle_flood.h).
//
// - A circle stands round each vertex where paths may turn. Its angles are those of the floor around the vertex, from
//   boundary to boundary and as far as that winds. A circle's part between two critical angles is free when the disc in
//   its middle is, flooded from the triangle of the fan in that direction.
// - A tangent of two circles is a tie when its stadium is free, flooded from the fan of one of them, and has come to a
//   corner of the other one which points to where the tangent ends. That corner also says at which angle of that fan it
//   is. All pairs are tried.
//
// On a floor plan it gives what oracle_path_flat.c does, by other means.
#include "oracle_flood.h"
#include "oracle_path_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846
static const double BESIDE = 1e-9; // how far outside a corner a direction still belongs to it

struct oracle_floors {
    const wend_plan_view *view;
    double radius, slack;
    oracle_fans fans;
    int32_t *vertex_of; // of each ring
    int32_t ring_count;
    oracle_rings *rings;
    oracle_flood flood;
};

static void *made(size_t count, size_t size) {
    void *memory = calloc(count > 0 ? count : 1, size);
    if (memory == NULL)
        abort();
    return memory;
}
static int32_t next(int32_t h) {
    return h % 3 == 2 ? h - 2 : h + 1;
}
static int32_t previous(int32_t h) {
    return h % 3 == 0 ? h + 2 : h - 1;
}
static oracle_vec along(oracle_vec p, double length, double angle) {
    return (oracle_vec){p.x + length * cos(angle), p.y + length * sin(angle)};
}
static double angle_between(oracle_vec a, oracle_vec b) {
    return atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y);
}

static bool is_free(oracle_floors *o, int32_t triangle, oracle_vec p, oracle_vec q) {
    return oracle_flood_is_free(&o->flood, triangle, p, q, o->radius - o->slack);
}

// ---------------------------------------------------------------------------------------------------- circles

// The triangle of a fan at an angle.
static int32_t triangle_at(const oracle_floors *o, int32_t vertex, double angle) {
    int32_t k = o->fans.first[vertex];
    while (k + 1 < o->fans.last[vertex] && o->fans.begin[k + 1] <= angle)
        k++;
    return o->fans.corner[k] / 3;
}

// The angle in the fan of a vertex of a direction from it, among the triangles of the last flood; false when it came
// to no such corner.
static bool find_angle(const oracle_floors *o, int32_t vertex, oracle_vec direction, double *angle) {
    const wend_plan_view *v = o->view;
    oracle_vec at = oracle_vertex(v, vertex);
    double best = BESIDE;
    bool found = false;
    for (int32_t k = o->fans.first[vertex]; k < o->fans.last[vertex]; k++) {
        int32_t h = o->fans.corner[k];
        if (!oracle_flood_met(&o->flood, h / 3))
            continue;
        oracle_vec a = oracle_start(v, next(h)), b = oracle_start(v, previous(h));
        oracle_vec right = {a.x - at.x, a.y - at.y}, left = {b.x - at.x, b.y - at.y};
        double turn = angle_between(right, direction), outside = fmax(-turn, -angle_between(direction, left));
        if (outside > best)
            continue;
        best = outside;
        *angle = o->fans.begin[k] + turn;
        found = true;
    }
    return found;
}

static int compare_doubles(const void *p, const void *q) {
    double a = *(const double *)p, b = *(const double *)q;
    return a < b ? -1 : a > b;
}

// All critical angles of a ring, from 0 to the total of its fan. Walls of other floors near it do no harm: they cut it
// into more parts.
static double *critical_angles(oracle_floors *o, int32_t vertex, int32_t *count) {
    const wend_plan_view *v = o->view;
    oracle_vec c = oracle_vertex(v, vertex);
    double total = o->fans.total[vertex], zero = o->fans.zero[vertex];
    oracle_flood_gather(&o->flood, o->fans.corner[o->fans.first[vertex]] / 3, c, c, 2 * o->radius);
    int64_t turns = (int64_t)(total / (2 * PI)) + 3;
    double *angles = made((size_t)(turns * 2 * ORACLE_ANGLES * 3 * o->flood.met_count + 2), sizeof *angles);
    *count = 0;
    angles[(*count)++] = 0;
    angles[(*count)++] = total;
    for (int32_t k = 0; k < o->flood.met_count; k++)
        for (int32_t h = 3 * o->flood.met[k]; h < 3 * o->flood.met[k] + 3; h++) {
            double some[2 * ORACLE_ANGLES];
            int found = 0;
            oracle_vec a = oracle_start(v, h), b = oracle_start(v, next(h));
            if (v->triangles[h / 3].twin[h % 3] < 0)
                found = oracle_critical_angles(c, o->radius, a, b, some);
            if (v->vertex_flags[v->triangles[h / 3].v[h % 3]] & WEND_VERTEX_POINT)
                found += oracle_critical_angles(c, o->radius, a, a, some + found);
            for (int i = 0; i < found; i++) {
                double angle = fmod(some[i] - zero, 2 * PI);
                for (angle += angle < 0 ? 2 * PI : 0; angle < total; angle += 2 * PI)
                    angles[(*count)++] = angle;
            }
        }
    qsort(angles, (size_t)*count, sizeof *angles, compare_doubles);
    return angles;
}

static void add_ring(oracle_floors *o, int32_t vertex) {
    double total = o->fans.total[vertex];
    int32_t ring = oracle_rings_add(o->rings, oracle_vertex(o->view, vertex), o->fans.closed[vertex] ? total : 0,
                                    o->fans.zero[vertex]);
    o->vertex_of[o->ring_count++] = vertex;
    int32_t count;
    double *angles = critical_angles(o, vertex, &count);
    for (int32_t k = 0; k + 1 < count; k++) {
        double middle = (angles[k] + angles[k + 1]) / 2;
        oracle_vec at = along(oracle_vertex(o->view, vertex), o->radius, o->fans.zero[vertex] + middle);
        if (angles[k + 1] > angles[k] && !is_free(o, triangle_at(o, vertex, middle), at, at))
            oracle_rings_block(o->rings, ring, angles[k], angles[k + 1]);
    }
    free(angles);
}

// ---------------------------------------------------------------------------------------------------- tangents

// Tries a tangent that leaves ring i at an angle of its fan.
static void try_tie(oracle_floors *o, oracle_touch a, oracle_touch b, const oracle_tangent *t) {
    if (oracle_rings_blocked(o->rings, a.ring, a.angle) ||
        !is_free(o, triangle_at(o, o->vertex_of[a.ring], a.angle), t->from, t->to) ||
        !find_angle(o, o->vertex_of[b.ring], t->to_normal, &b.angle) || oracle_rings_blocked(o->rings, b.ring, b.angle))
        return;
    oracle_rings_tie(o->rings, a, b, t->length);
}

static void tie_rings(oracle_floors *o, int32_t i, int32_t j) {
    int32_t vertex = o->vertex_of[i];
    oracle_vec from = oracle_vertex(o->view, vertex), to = oracle_vertex(o->view, o->vertex_of[j]);
    for (int sides = 0; sides < 4; sides++) {
        oracle_touch a = {i, sides % 2 ? 1 : -1, 0}, b = {j, sides / 2 ? 1 : -1, 0};
        oracle_tangent t;
        if (!oracle_tangent_of(from, a.side, to, b.side, o->radius, o->slack, &t))
            continue;
        double angle = fmod(atan2(t.from_normal.y, t.from_normal.x) - o->fans.zero[vertex], 2 * PI);
        for (angle += angle < -BESIDE ? 2 * PI : 0; angle < o->fans.total[vertex] + BESIDE; angle += 2 * PI) {
            a.angle = angle;
            try_tie(o, a, b, &t);
        }
    }
}

oracle_floors *oracle_floors_make(const wend_plan_view *view, double radius) {
    oracle_floors *o = made(1, sizeof *o);
    o->view = view;
    o->radius = radius;
    o->slack = oracle_slack(view, radius);
    o->fans = oracle_fans_make(view);
    o->vertex_of = made((size_t)view->vertex_count, sizeof *o->vertex_of);
    o->flood = oracle_flood_make(view);
    o->rings = oracle_rings_make(radius);
    for (int32_t k = 0; k < view->vertex_count; k++)
        if (oracle_turns_at(view, &o->fans, k, true))
            add_ring(o, k);
    for (int32_t i = 0; i < o->ring_count; i++)
        for (int32_t j = 0; j < i; j++)
            tie_rings(o, j, i);
    oracle_rings_close(o->rings);
    return o;
}

void oracle_floors_free(oracle_floors *o) {
    if (o == NULL)
        return;
    oracle_rings_free(o->rings);
    oracle_fans_free(&o->fans);
    free(o->vertex_of);
    oracle_flood_free(&o->flood);
    free(o);
}

// ---------------------------------------------------------------------------------------------------- paths

// Tangents from an end to all rings.
static void tie_end(oracle_floors *o, const oracle_end *end, bool leaving) {
    for (int32_t k = 0; k < o->ring_count; k++)
        for (int side = -1; side <= 1; side += 2) {
            oracle_vec c = oracle_vertex(o->view, o->vertex_of[k]);
            oracle_touch touch = {k, leaving ? side : -side, 0};
            oracle_tangent t;
            if (!oracle_tangent_of(end->place, 0, c, side, o->radius, o->slack, &t) ||
                !is_free(o, end->triangle, end->place, t.to) ||
                !find_angle(o, o->vertex_of[k], t.to_normal, &touch.angle))
                continue;
            if (leaving)
                oracle_rings_leave(o->rings, touch, t.length);
            else
                oracle_rings_arrive(o->rings, touch, t.length);
        }
}

double oracle_floors_shortest(oracle_floors *o, const oracle_end *from, const oracle_end *to) {
    if (!is_free(o, from->triangle, from->place, from->place) || !is_free(o, to->triangle, to->place, to->place))
        return INFINITY;
    tie_end(o, from, true);
    tie_end(o, to, false);
    double x = to->place.x - from->place.x, y = to->place.y - from->place.y, direct = INFINITY;
    if (is_free(o, from->triangle, from->place, to->place) && oracle_flood_met(&o->flood, to->triangle))
        direct = sqrt(x * x + y * y);
    return oracle_rings_shortest(o->rings, direct, to->place);
}

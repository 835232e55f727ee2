// Distances on a plan by brute force.
#include "oracle_medial.h"

#include <math.h>

typedef struct vec {
    double x, y;
} vec;

static int32_t next(int32_t h) {
    return h % 3 == 2 ? h - 2 : h + 1;
}
static int32_t previous(int32_t h) {
    return h % 3 == 0 ? h + 2 : h - 1;
}
static double cross(vec a, vec b) {
    return a.x * b.y - a.y * b.x;
}
static vec minus(vec a, vec b) {
    return (vec){a.x - b.x, a.y - b.y};
}
static vec start(const wend_plan_view *view, int32_t h) {
    wend_point p = view->vertices[view->triangles[h / 3].v[h % 3]];
    return (vec){p.x, p.y};
}
static int32_t twin(const wend_plan_view *view, int32_t h) {
    return view->triangles[h / 3].twin[h % 3];
}

// ---------------------------------------------------------------------------------------------------- sight

typedef struct sight {
    const wend_plan_view *view;
    vec eye;
    oracle_near best;
    int depth;
} sight;

static void try_point(sight *s, vec p) {
    double d = sqrt((p.x - s->eye.x) * (p.x - s->eye.x) + (p.y - s->eye.y) * (p.y - s->eye.y));
    if (d < s->best.distance)
        s->best = (oracle_near){d, p.x, p.y};
}

static vec nearest_on(vec a, vec b, vec eye) {
    vec d = minus(b, a), e = minus(eye, a);
    double square = d.x * d.x + d.y * d.y, t = square > 0 ? (e.x * d.x + e.y * d.y) / square : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return (vec){a.x + t * d.x, a.y + t * d.y};
}

// Where the ray from the eye in a direction meets the line a-b.
static vec meet(vec eye, vec direction, vec a, vec b) {
    vec d = minus(b, a);
    double t = cross(minus(a, eye), d) / cross(direction, d);
    return (vec){eye.x + t * direction.x, eye.y + t * direction.y};
}

// Looks through half-edge h of a triangle that the eye has on the left of h, between the directions right and left.
static void look(sight *s, int32_t h, vec right, vec left) {
    vec a = start(s->view, h), b = start(s->view, next(h));
    vec to_a = minus(a, s->eye), to_b = minus(b, s->eye);
    vec p = a, q = b;
    if (cross(right, to_a) < 0) {
        if (cross(right, to_b) <= 0)
            return;
        p = meet(s->eye, right, a, b);
        to_a = right;
    }
    if (cross(to_b, left) < 0) {
        if (cross(to_a, left) <= 0)
            return;
        q = meet(s->eye, left, a, b);
        to_b = left;
    }
    if (cross(to_a, to_b) <= 0)
        return;
    vec nearest = nearest_on(p, q, s->eye);
    double dx = nearest.x - s->eye.x, dy = nearest.y - s->eye.y;
    if (sqrt(dx * dx + dy * dy) >= s->best.distance || s->depth > 100000)
        return;
    int32_t g = twin(s->view, h);
    if (g < 0) {
        try_point(s, nearest);
        return;
    }
    s->depth++;
    int32_t apex = s->view->triangles[g / 3].v[previous(g) % 3];
    vec c = start(s->view, previous(g)), to_c = minus(c, s->eye);
    if (s->view->vertex_flags[apex] != WEND_VERTEX_FEATURE && cross(to_a, to_c) >= 0 && cross(to_c, to_b) >= 0)
        try_point(s, c);
    look(s, next(g), to_a, to_b);
    look(s, previous(g), to_a, to_b);
    s->depth--;
}

oracle_near oracle_clearance(const wend_plan_view *view, int32_t triangle, double x, double y) {
    sight s = {view, {x, y}, {INFINITY, 0, 0}, 0};
    for (int32_t h = 3 * triangle; h < 3 * triangle + 3; h++)
        if (view->vertex_flags[view->triangles[triangle].v[h % 3]] != WEND_VERTEX_FEATURE)
            try_point(&s, start(view, h));
    for (int32_t h = 3 * triangle; h < 3 * triangle + 3; h++)
        look(&s, h, minus(start(view, h), s.eye), minus(start(view, next(h)), s.eye));
    return s.best;
}

// ---------------------------------------------------------------------------------------------------- walks

bool oracle_is_inside(const wend_plan_view *view, int32_t triangle, double x, double y, double slack) {
    for (int32_t h = 3 * triangle; h < 3 * triangle + 3; h++) {
        vec a = start(view, h), b = start(view, next(h)), d = minus(b, a);
        if (cross(d, minus((vec){x, y}, a)) < -slack * sqrt(d.x * d.x + d.y * d.y))
            return false;
    }
    return true;
}

// From `from` in a triangle, entered through half-edge `entry` (-1 for none).
static int32_t walk(const wend_plan_view *view, int32_t triangle, int32_t entry, vec from, vec to) {
    for (int64_t bound = 0; bound < 100000; bound++) {
        if (oracle_is_inside(view, triangle, to.x, to.y, 0))
            return triangle;
        vec d = minus(to, from);
        int32_t out = -1;
        double best = -INFINITY;
        for (int32_t h = 3 * triangle; h < 3 * triangle + 3; h++) {
            vec a = start(view, h), b = start(view, next(h));
            if (h == entry || cross(minus(b, a), minus(to, a)) >= 0)
                continue;
            // The edge that is crossed: its start on the right, its end on the left. Nearly so is good enough.
            double right = -cross(d, minus(a, from)), left = cross(d, minus(b, from));
            double worst = right < left ? right : left;
            if (worst > best) {
                best = worst;
                out = h;
            }
        }
        if (out < 0)
            return -1;
        entry = twin(view, out);
        if (entry < 0)
            return -1;
        triangle = entry / 3;
    }
    return -1;
}

int32_t oracle_walk_from_edge(const wend_plan_view *view, int32_t boundary, double x, double y) {
    int32_t h = view->boundaries[boundary].edge;
    vec foot = nearest_on(start(view, h), start(view, next(h)), (vec){x, y});
    return walk(view, h / 3, h, foot, (vec){x, y});
}

int32_t oracle_walk_from_vertex(const wend_plan_view *view, int32_t vertex, int32_t fan, double x, double y) {
    for (int32_t h = 0; h < 3 * view->triangle_count; h++) {
        if (view->triangles[h / 3].v[h % 3] != vertex || fan-- > 0)
            continue;
        vec p = start(view, h), d = minus((vec){x, y}, p);
        if (cross(minus(start(view, next(h)), p), d) < 0 || cross(d, minus(start(view, previous(h)), p)) < 0)
            return -1;
        if (oracle_is_inside(view, h / 3, x, y, 0))
            return h / 3;
        int32_t out = next(h), g = twin(view, out);
        return g < 0 ? -1 : walk(view, g / 3, g, p, (vec){x, y});
    }
    return -2;
}

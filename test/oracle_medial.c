// Distances on a plan by brute force.
#include "oracle_medial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

// A half-edge to look through, between the directions right and left.
typedef struct window {
    int32_t h;
    vec right, left;
} window;

enum { WINDOWS = 256 };

typedef struct sight {
    const wend_plan_view *view;
    vec eye;
    oracle_near best;
    window few[WINDOWS], *open; // still to be looked through; beyond a few, in memory of their own
    int64_t count, room;
} sight;

static void push(sight *s, int32_t h, vec right, vec left) {
    if (s->count == s->room) {
        window *more = malloc(2 * (size_t)s->room * sizeof *more);
        if (more == NULL)
            abort();
        memcpy(more, s->open, (size_t)s->count * sizeof *more);
        if (s->open != s->few)
            free(s->open);
        s->open = more;
        s->room *= 2;
    }
    s->open[s->count++] = (window){h, right, left};
}

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
    if (dx * dx + dy * dy >= s->best.distance * s->best.distance)
        return;
    int32_t g = twin(s->view, h);
    if (g < 0) {
        try_point(s, nearest);
        return;
    }
    int32_t apex = s->view->triangles[g / 3].v[previous(g) % 3];
    vec c = start(s->view, previous(g)), to_c = minus(c, s->eye);
    if (s->view->vertex_flags[apex] != WEND_VERTEX_FEATURE && cross(to_a, to_c) >= 0 && cross(to_c, to_b) >= 0)
        try_point(s, c);
    push(s, previous(g), to_a, to_b);
    push(s, next(g), to_a, to_b);
}

oracle_near oracle_clearance(const wend_plan_view *view, int32_t triangle, double x, double y) {
    sight s;
    s.view = view;
    s.eye = (vec){x, y};
    s.best = (oracle_near){INFINITY, 0, 0};
    s.open = s.few;
    s.count = 0;
    s.room = WINDOWS;
    for (int32_t h = 3 * triangle; h < 3 * triangle + 3; h++)
        if (view->vertex_flags[view->triangles[triangle].v[h % 3]] != WEND_VERTEX_FEATURE)
            try_point(&s, start(view, h));
    for (int32_t h = 3 * triangle; h < 3 * triangle + 3; h++)
        push(&s, h, minus(start(view, h), s.eye), minus(start(view, next(h)), s.eye));
    while (s.count > 0) {
        window w = s.open[--s.count];
        look(&s, w.h, w.right, w.left);
    }
    if (s.open != s.few)
        free(s.open);
    return s.best;
}

oracle_near oracle_at(const wend_plan_view *view, const wend_spot *spot) {
    double x = 0, y = 0;
    for (int i = 0; i < 3; i++) {
        x += view->vertices[view->triangles[spot->triangle].v[i]].x / 3.0;
        y += view->vertices[view->triangles[spot->triangle].v[i]].y / 3.0;
    }
    double away = 1e-9;
    return oracle_clearance(view, spot->triangle, spot->point.x + away * (x - spot->point.x),
                            spot->point.y + away * (y - spot->point.y));
}

bool oracle_random_spot(const wend_plan *plan, uint64_t *state, wend_spot *spot) {
    wend_plan_view view = wend_plan_look(plan);
    for (int tries = 0; tries < 8; tries++) {
        double place[2];
        *spot = (wend_spot){.distance = 0};
        wend_plan_random(plan, state, place, &spot->triangle);
        if (wend_lattice_point(&view.lattice, place, &spot->point) &&
            oracle_is_inside(&view, spot->triangle, spot->point.x, spot->point.y, 0))
            return true;
    }
    return false;
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
    for (int64_t bound = 0; bound < view->triangle_count; bound++) {
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

int32_t oracle_walk(const wend_plan_view *view, int32_t triangle, double from_x, double from_y, double x, double y) {
    return walk(view, triangle, -1, (vec){from_x, from_y}, (vec){x, y});
}

int32_t oracle_walk_from_corner(const wend_plan_view *view, int32_t h, double x, double y) {
    vec p = start(view, h), d = minus((vec){x, y}, p);
    if (cross(minus(start(view, next(h)), p), d) < 0 || cross(d, minus(start(view, previous(h)), p)) < 0)
        return -1;
    if (oracle_is_inside(view, h / 3, x, y, 0))
        return h / 3;
    int32_t g = twin(view, next(h));
    return g < 0 ? -1 : walk(view, g / 3, g, p, (vec){x, y});
}

int32_t oracle_walk_from_vertex(const wend_plan_view *view, int32_t vertex, int32_t fan, double x, double y) {
    for (int32_t h = 0; h < 3 * view->triangle_count; h++)
        if (view->triangles[h / 3].v[h % 3] == vertex && fan-- == 0)
            return oracle_walk_from_corner(view, h, x, y);
    return -2;
}

// Plans that overlap themselves. Slow and obvious.
#include "immersed.h"

#include "base/random.h"
#include "geom/predicate.h"
#include "plan/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int32_t next(int32_t h) {
    return h % 3 == 2 ? h - 2 : h + 1;
}
static int32_t previous(int32_t h) {
    return h % 3 == 0 ? h + 2 : h - 1;
}
static wend_point start(const immersed *m, int32_t h) {
    return m->corner[h / 3][h % 3];
}

static bool append(immersed *m, wend_point a, wend_point b, wend_point c) {
    if (m->count >= IMMERSED_TRIANGLES || wend_cross(a, b, c) <= 0)
        return false;
    m->corner[m->count][0] = a;
    m->corner[m->count][1] = b;
    m->corner[m->count][2] = c;
    for (int i = 0; i < 3; i++)
        m->glued[3 * m->count + i] = -1;
    m->count++;
    return true;
}

void immersed_begin(immersed *m, wend_point a, wend_point b, wend_point c) {
    m->count = 0;
    append(m, a, b, c);
}

bool immersed_add(immersed *m, int32_t to, wend_point apex) {
    if (m->glued[to] >= 0 || !append(m, start(m, next(to)), start(m, to), apex))
        return false;
    m->glued[to] = 3 * (m->count - 1);
    m->glued[3 * (m->count - 1)] = to;
    return true;
}

// The open half-edge that follows along the boundary.
static int32_t following(const immersed *m, int32_t h) {
    h = next(h);
    while (m->glued[h] >= 0)
        h = next(m->glued[h]);
    return h;
}

bool immersed_glue(immersed *m, int32_t a, int32_t b) {
    if (a == b || m->glued[a] >= 0 || m->glued[b] >= 0 || !wend_point_equal(start(m, a), start(m, next(b))) ||
        !wend_point_equal(start(m, b), start(m, next(a))))
        return false;
    bool same = false;
    for (int32_t h = following(m, a); h != a; h = following(m, h))
        same |= h == b;
    if (!same || (following(m, a) == b && following(m, b) == a)) // a sphere
        return false;
    m->glued[a] = b;
    m->glued[b] = a;
    return true;
}

bool immersed_pierce(immersed *m, int32_t t, wend_point p) {
    if (m->count + 2 > IMMERSED_TRIANGLES)
        return false;
    wend_point c[3];
    int32_t beyond[3];
    for (int i = 0; i < 3; i++) {
        c[i] = m->corner[t][i];
        beyond[i] = m->glued[3 * t + i];
        if (wend_cross(c[i], m->corner[t][(i + 1) % 3], p) <= 0)
            return false;
    }
    int32_t u = m->count, v = m->count + 1, k[3] = {t, u, v};
    for (int i = 0; i < 3; i++) // an edge of the triangle may be glued to another one of it
        for (int j = 0; j < 3; j++)
            if (beyond[i] == 3 * t + j) {
                beyond[i] = 3 * k[j];
                break;
            }
    m->count += 2;
    for (int i = 0; i < 3; i++) {
        m->corner[k[i]][0] = c[i];
        m->corner[k[i]][1] = c[(i + 1) % 3];
        m->corner[k[i]][2] = p;
        m->glued[3 * k[i]] = beyond[i];
        m->glued[3 * k[i] + 1] = 3 * k[(i + 1) % 3] + 2;
        m->glued[3 * k[i] + 2] = 3 * k[(i + 2) % 3] + 1;
    }
    for (int i = 0; i < 3; i++)
        if (beyond[i] >= 0)
            m->glued[beyond[i]] = 3 * k[i];
    return true;
}

// ---------------------------------------------------------------------------------------------------- samples

static wend_point random_point(int32_t side, uint64_t *state) {
    int32_t x = (int32_t)wend_random_below(state, (uint64_t)side + 1);
    int32_t y = (int32_t)wend_random_below(state, (uint64_t)side + 1);
    return (wend_point){x, y};
}

void immersed_random(immersed *m, int32_t size, int32_t side, uint64_t *state) {
    m->count = 0;
    while (m->count == 0) {
        wend_point a = random_point(side, state), b = random_point(side, state);
        immersed_begin(m, a, b, random_point(side, state));
    }
    uint64_t style = wend_random_below(state, 4);
    for (int tries = 0; tries < 20 * size && m->count < size; tries++) {
        int32_t h = (int32_t)wend_random_below(state, 3 * (uint64_t)m->count);
        if (style == 0) // a fan around one corner
            for (int32_t k = 0; k < 3 * m->count && m->glued[h] >= 0; k++)
                h = (h + 1) % (3 * m->count);
        else if (style == 1) // a strip
            h = 3 * (m->count - 1) + (int32_t)wend_random_below(state, 3);
        if (m->glued[h] >= 0)
            continue;
        wend_point apex = random_point(side, state);
        if (style >= 2 && wend_random_below(state, 2) == 0) // close up: the corner that follows along the boundary
            apex = start(m, next(following(m, h)));
        immersed_add(m, h, apex);
    }
    for (int32_t a = 0; a < 3 * m->count; a++)
        for (int32_t b = 0; b < a; b++)
            if (wend_random_below(state, 4) != 0)
                immersed_glue(m, a, b);
    for (int tries = (int)wend_random_below(state, 8); tries > 0; tries--)
        immersed_pierce(m, (int32_t)wend_random_below(state, (uint64_t)m->count), random_point(side, state));
}

static wend_point on_circle(double radius, double turn) {
    double angle = turn * 6.283185307179586;
    return (wend_point){(int32_t)lround(radius * cos(angle)), (int32_t)lround(radius * sin(angle))};
}

void immersed_spiral(immersed *m, int32_t turns, int32_t steps, double inner, double outer, bool obstacle) {
    immersed_begin(m, on_circle(inner, 0), on_circle(outer, 0), on_circle(outer, 1.0 / steps));
    // Pairs of triangles: (inner k, outer k, outer k + 1), whose last edge is open, and (inner k, outer k + 1, inner k
    // + 1), whose middle one is.
    int32_t total = turns * steps;
    for (int32_t k = 1; k <= total; k++) {
        immersed_add(m, 3 * (m->count - 1) + 2, on_circle(inner, (double)k / steps));
        if (k < total)
            immersed_add(m, 3 * (m->count - 1) + 1, on_circle(outer, (double)(k + 1) / steps));
    }
    if (obstacle) {
        wend_point p = on_circle((inner + outer) / 2, 0.3 / steps);
        int32_t from = m->count / 2;
        for (int32_t t = from; t < m->count; t++)
            if (immersed_pierce(m, t, p))
                break;
    }
}

void immersed_scale(immersed *m, int32_t factor) {
    for (int32_t k = 0; k < m->count; k++)
        for (int i = 0; i < 3; i++) {
            m->corner[k][i].x *= factor;
            m->corner[k][i].y *= factor;
        }
}

void immersed_shuffle(immersed *m, uint64_t *state) {
    static int32_t place[IMMERSED_TRIANGLES], turn[IMMERSED_TRIANGLES];
    static immersed old;
    old = *m;
    for (int32_t k = 0; k < m->count; k++) {
        int32_t j = (int32_t)wend_random_below(state, (uint64_t)k + 1);
        place[k] = place[j];
        place[j] = k;
        turn[k] = (int32_t)wend_random_below(state, 3);
    }
    for (int32_t h = 0; h < 3 * m->count; h++) {
        int32_t g = old.glued[h], t = h / 3, u = g / 3;
        int32_t to = 3 * place[t] + (h % 3 + turn[t]) % 3;
        m->corner[to / 3][to % 3] = old.corner[t][h % 3];
        m->glued[to] = g < 0 ? -1 : 3 * place[u] + (g % 3 + turn[u]) % 3;
    }
}

// ---------------------------------------------------------------------------------------------------- plans

struct immersed_plan {
    wend_plan *plan;
    wend_point *vertices;
    uint8_t *flags;
    wend_plan_triangle *triangles;
    int32_t *component, *vertex_of;
    wend_plan_boundary *boundaries;
    wend_plan_component *components;
};

static void flip(immersed *m, int32_t h) {
    int32_t g = m->glued[h], a = h / 3, b = g / 3;
    wend_point u = start(m, h), v = start(m, g), p = start(m, previous(h)), q = start(m, previous(g));
    int32_t old[4] = {previous(h), next(g), previous(g), next(h)};
    int32_t now[4] = {3 * a, 3 * a + 1, 3 * b + 1, 3 * b + 2}, beyond[4];
    for (int i = 0; i < 4; i++) {
        beyond[i] = m->glued[old[i]];
        for (int j = 0; j < 4; j++)
            if (beyond[i] == old[j]) {
                beyond[i] = now[j];
                break;
            }
    }
    wend_point one[3] = {p, u, q}, two[3] = {p, q, v};
    memcpy(m->corner[a], one, sizeof one);
    memcpy(m->corner[b], two, sizeof two);
    m->glued[3 * a + 2] = 3 * b;
    m->glued[3 * b] = 3 * a + 2;
    for (int i = 0; i < 4; i++) {
        m->glued[now[i]] = beyond[i];
        if (beyond[i] >= 0)
            m->glued[beyond[i]] = now[i];
    }
}

static void make_delaunay(immersed *m) {
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t h = 0; h < 3 * m->count; h++) {
            int32_t g = m->glued[h];
            if (g >= 0 && wend_edge_must_flip(start(m, h), start(m, g), start(m, previous(h)), start(m, previous(g)))) {
                flip(m, h);
                changed = true;
            }
        }
    }
}

// Numbers the fan of half-edge h.
static void trace_fan(const immersed *m, immersed_plan *p, int32_t h, int32_t vertex) {
    int32_t first = h;
    bool open = false;
    for (;;) {
        open = m->glued[first] < 0;
        if (open)
            break;
        first = next(m->glued[first]);
        if (first == h)
            break;
    }
    p->vertices[vertex] = start(m, h);
    p->flags[vertex] = open ? WEND_VERTEX_BOUNDARY : WEND_VERTEX_POINT;
    for (int32_t at = first;;) {
        p->vertex_of[at] = vertex;
        at = m->glued[previous(at)];
        if (at < 0 || at == first)
            break;
    }
}

static void flood(const immersed *m, immersed_plan *p, int32_t t, int32_t component, int32_t *stack) {
    int32_t top = 0;
    stack[top++] = t;
    p->component[t] = component;
    while (top > 0) {
        int32_t k = stack[--top];
        for (int i = 0; i < 3; i++) {
            int32_t g = m->glued[3 * k + i];
            if (g >= 0 && p->component[g / 3] < 0) {
                p->component[g / 3] = component;
                stack[top++] = g / 3;
            }
        }
    }
}

immersed_plan *immersed_make(wend_context *context, immersed *m, wend_report *report) {
    make_delaunay(m);
    size_t n = (size_t)m->count;
    immersed_plan *p = calloc(1, sizeof *p);
    p->vertices = calloc(3 * n, sizeof *p->vertices);
    p->flags = calloc(3 * n, 1);
    p->triangles = calloc(n, sizeof *p->triangles);
    p->component = calloc(n, sizeof *p->component);
    p->vertex_of = calloc(3 * n, sizeof *p->vertex_of);
    p->boundaries = calloc(3 * n, sizeof *p->boundaries);
    p->components = calloc(n, sizeof *p->components);
    int32_t *stack = calloc(3 * n, sizeof *stack);
    wend_plan_view view = {.lattice = {{0, 0}, 1}, .unit = 1, .triangle_count = m->count, .layer_count = 1};
    for (int32_t h = 0; h < 3 * m->count; h++)
        p->vertex_of[h] = -1;
    for (int32_t h = 0; h < 3 * m->count; h++)
        if (p->vertex_of[h] < 0)
            trace_fan(m, p, h, view.vertex_count++);
    for (int32_t h = 0; h < 3 * m->count; h++) {
        p->triangles[h / 3].v[h % 3] = p->vertex_of[h];
        p->triangles[h / 3].twin[h % 3] = m->glued[h] >= 0 ? m->glued[h] : ~view.boundary_count;
        if (m->glued[h] < 0)
            p->boundaries[view.boundary_count++] = (wend_plan_boundary){h, -1, -1, WEND_BOUNDARY_WALL, 0};
    }
    for (int32_t b = 0; b < view.boundary_count; b++)
        p->boundaries[b].next =
            ~p->triangles[following(m, p->boundaries[b].edge) / 3].twin[following(m, p->boundaries[b].edge) % 3];
    for (int32_t b = 0; b < view.boundary_count; b++) {
        if (p->boundaries[b].cycle >= 0)
            continue;
        for (int32_t at = b; p->boundaries[at].cycle < 0; at = p->boundaries[at].next)
            p->boundaries[at].cycle = view.cycle_count;
        view.cycle_count++;
    }
    memset(p->component, -1, n * sizeof *p->component);
    for (int32_t t = 0; t < m->count; t++)
        if (p->component[t] < 0)
            flood(m, p, t, view.component_count++, stack);
    for (int32_t t = m->count - 1; t >= 0; t--) {
        wend_plan_component *c = &p->components[p->component[t]];
        c->area2 += wend_cross(m->corner[t][0], m->corner[t][1], m->corner[t][2]);
        c->triangles++;
        c->first = t;
    }
    uint8_t *seen = calloc(3 * n, 1);
    for (int32_t b = 0; b < view.boundary_count; b++)
        if (!seen[p->boundaries[b].cycle]) {
            seen[p->boundaries[b].cycle] = 1;
            p->components[p->component[p->boundaries[b].edge / 3]].cycles++;
        }
    memset(seen, 0, 3 * n);
    for (int32_t h = 0; h < 3 * m->count; h++)
        if (!seen[p->vertex_of[h]]) {
            seen[p->vertex_of[h]] = 1;
            p->components[p->component[h / 3]].points += p->flags[p->vertex_of[h]] == WEND_VERTEX_POINT;
        }
    free(seen);
    free(stack);
    view.vertices = p->vertices;
    view.vertex_flags = p->flags;
    view.triangles = p->triangles;
    view.triangle_component = p->component;
    view.boundaries = p->boundaries;
    view.components = p->components;
    view.hash = wend_plan_hash(&view);
    if (wend_plan_adopt(context, &view, NULL, true, &p->plan, report) != WEND_OK) {
        immersed_free(p);
        return NULL;
    }
    return p;
}

const wend_plan *immersed_look(const immersed_plan *plan) {
    return plan->plan;
}

void immersed_free(immersed_plan *p) {
    if (p == NULL)
        return;
    wend_plan_destroy(p->plan);
    free(p->vertices);
    free(p->flags);
    free(p->triangles);
    free(p->component);
    free(p->vertex_of);
    free(p->boundaries);
    free(p->components);
    free(p);
}

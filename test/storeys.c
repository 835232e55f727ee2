// A building of many storeys.
//
// Take an inner edge u-v that joins two boundary cycles, cut it open on two storeys, and glue each side to the other
// side of the other storey. The fans of u and of v are exchanged beyond the edge: all angles stay as they are, the edge
// stays Delaunay, and the two components become one. Both pairs of boundary cycles become one each, so the Euler
// characteristic stays that of a plan.
#include "storeys.h"

#include "geom/predicate.h"
#include "plan/plan.h"

#include <stdlib.h>
#include <string.h>

struct storeys {
    wend_plan *plan;
    wend_point *vertices;
    uint8_t *flags;
    wend_plan_triangle *triangles;
    int32_t *component, *stack;
    wend_plan_boundary *boundaries;
    wend_plan_component *components;
};

static int32_t next(int32_t h) {
    return h % 3 == 2 ? h - 2 : h + 1;
}
static int32_t previous(int32_t h) {
    return h % 3 == 0 ? h + 2 : h - 1;
}

// The cycle of each vertex; -1 for none.
static void find_cycles(const wend_plan_view *v, int32_t *cycle) {
    for (int32_t i = 0; i < v->vertex_count; i++)
        cycle[i] = -1;
    for (int32_t b = 0; b < v->boundary_count; b++)
        cycle[v->triangles[v->boundaries[b].edge / 3].v[v->boundaries[b].edge % 3]] = v->boundaries[b].cycle;
}

// The first edge between two cycles from half-edge `after` on; -1 when there is none.
static int32_t find_edge(const wend_plan_view *v, const int32_t *cycle, int32_t after) {
    for (int32_t h = after; h < 3 * v->triangle_count; h++) {
        int32_t a = v->triangles[h / 3].v[h % 3], b = v->triangles[h / 3].v[(h + 1) % 3];
        if (v->triangles[h / 3].twin[h % 3] > h && cycle[a] >= 0 && cycle[b] >= 0 && cycle[a] != cycle[b])
            return h;
    }
    return -1;
}

static void glue(storeys *s, int32_t a, int32_t b) {
    s->triangles[a / 3].twin[a % 3] = b;
    s->triangles[b / 3].twin[b % 3] = a;
}

// Gives the fan that holds half-edge h one vertex.
static void set_fan(storeys *s, int32_t h, int32_t vertex) {
    int32_t first = h;
    for (int32_t twin; (twin = s->triangles[first / 3].twin[first % 3]) >= 0;) {
        first = next(twin);
        if (first == h)
            break;
    }
    for (int32_t at = first;;) {
        s->triangles[at / 3].v[at % 3] = vertex;
        int32_t back = previous(at);
        at = s->triangles[back / 3].twin[back % 3];
        if (at < 0 || at == first)
            break;
    }
}

static void join(storeys *s, int32_t lower, int32_t upper) {
    int32_t lower_twin = s->triangles[lower / 3].twin[lower % 3], upper_twin = s->triangles[upper / 3].twin[upper % 3];
    int32_t u[2] = {s->triangles[lower / 3].v[lower % 3], s->triangles[upper / 3].v[upper % 3]};
    int32_t v[2] = {s->triangles[lower / 3].v[(lower + 1) % 3], s->triangles[upper / 3].v[(upper + 1) % 3]};
    glue(s, lower, upper_twin);
    glue(s, upper, lower_twin);
    set_fan(s, lower, u[0]);
    set_fan(s, upper, u[1]);
    set_fan(s, next(lower), v[0]);
    set_fan(s, next(upper), v[1]);
}

static void set_boundaries(storeys *s, wend_plan_view *view) {
    view->cycle_count = 0;
    for (int32_t b = 0; b < view->boundary_count; b++) {
        int32_t h = next(s->boundaries[b].edge);
        while (s->triangles[h / 3].twin[h % 3] >= 0)
            h = next(s->triangles[h / 3].twin[h % 3]);
        s->boundaries[b].next = ~s->triangles[h / 3].twin[h % 3];
        s->boundaries[b].cycle = -1;
    }
    for (int32_t b = 0; b < view->boundary_count; b++) {
        if (s->boundaries[b].cycle >= 0)
            continue;
        for (int32_t at = b; s->boundaries[at].cycle < 0; at = s->boundaries[at].next)
            s->boundaries[at].cycle = view->cycle_count;
        view->cycle_count++;
    }
}

static void set_components(storeys *s, wend_plan_view *view, uint8_t *seen) {
    memset(s->component, -1, (size_t)view->triangle_count * sizeof *s->component);
    for (int32_t t = 0; t < view->triangle_count; t++) {
        if (s->component[t] >= 0)
            continue;
        int32_t top = 0, number = view->component_count++;
        s->components[number] = (wend_plan_component){.first = t};
        s->stack[top++] = t;
        s->component[t] = number;
        while (top > 0) {
            const wend_plan_triangle *at = &s->triangles[s->stack[--top]];
            for (int i = 0; i < 3; i++) {
                int32_t other = at->twin[i] / 3;
                if (at->twin[i] < 0 || s->component[other] >= 0)
                    continue;
                s->component[other] = number;
                s->stack[top++] = other;
            }
        }
    }
    int32_t cycles = 0;
    for (int32_t t = 0; t < view->triangle_count; t++) {
        wend_plan_component *c = &s->components[s->component[t]];
        const int32_t *v = s->triangles[t].v;
        c->triangles++;
        c->area2 += wend_cross(s->vertices[v[0]], s->vertices[v[1]], s->vertices[v[2]]);
        for (int i = 0; i < 3; i++) {
            c->points += !seen[v[i]] && (s->flags[v[i]] & WEND_VERTEX_POINT) != 0;
            seen[v[i]] = 1;
        }
    }
    for (int32_t b = 0; b < view->boundary_count; b++)
        if (s->boundaries[b].cycle == cycles) {
            s->components[s->component[s->boundaries[b].edge / 3]].cycles++;
            cycles++;
        }
}

static void copy_storey(storeys *s, const wend_plan_view *v, int32_t k) {
    int32_t vertices = k * v->vertex_count, triangles = k * v->triangle_count, boundaries = k * v->boundary_count;
    memcpy(s->vertices + vertices, v->vertices, (size_t)v->vertex_count * sizeof *v->vertices);
    memcpy(s->flags + vertices, v->vertex_flags, (size_t)v->vertex_count);
    for (int32_t h = 0; h < 3 * v->triangle_count; h++) {
        int32_t twin = v->triangles[h / 3].twin[h % 3];
        s->triangles[triangles + h / 3].v[h % 3] = v->triangles[h / 3].v[h % 3] + vertices;
        s->triangles[triangles + h / 3].twin[h % 3] = twin >= 0 ? twin + 3 * triangles : ~(~twin + boundaries);
    }
    for (int32_t b = 0; b < v->boundary_count; b++) {
        s->boundaries[boundaries + b] = v->boundaries[b];
        s->boundaries[boundaries + b].edge += 3 * triangles;
    }
}

storeys *storeys_make(wend_context *context, const wend_plan *plan, int32_t count, wend_report *report) {
    wend_plan_view v = wend_plan_look(plan), view = v;
    size_t n = (size_t)count;
    storeys *s = calloc(1, sizeof *s);
    int32_t *cycle = calloc((size_t)v.vertex_count, sizeof *cycle);
    uint8_t *seen = calloc(n * (size_t)v.vertex_count, 1);
    s->vertices = calloc(n * (size_t)v.vertex_count, sizeof *s->vertices);
    s->flags = calloc(n * (size_t)v.vertex_count, 1);
    s->triangles = calloc(n * (size_t)v.triangle_count, sizeof *s->triangles);
    s->component = calloc(n * (size_t)v.triangle_count, sizeof *s->component);
    s->stack = calloc(n * (size_t)v.triangle_count, sizeof *s->stack);
    s->boundaries = calloc(n * (size_t)v.boundary_count, sizeof *s->boundaries);
    s->components = calloc(n * (size_t)v.component_count, sizeof *s->components);
    for (int32_t k = 0; k < count; k++)
        copy_storey(s, &v, k);
    view.vertex_count *= count;
    view.triangle_count *= count;
    view.boundary_count *= count;
    view.component_count = view.border_count = 0;
    view.borders = NULL;
    find_cycles(&v, cycle);
    int32_t edge = -1;
    for (int32_t k = 0; k + 1 < count; k++) {
        edge = find_edge(&v, cycle, k % 2 == 0 ? 0 : edge + 1); // two places, in turns
        if (edge >= 0)
            join(s, 3 * k * v.triangle_count + edge, 3 * (k + 1) * v.triangle_count + edge);
    }
    set_boundaries(s, &view);
    set_components(s, &view, seen);
    view.vertices = s->vertices;
    view.vertex_flags = s->flags;
    view.triangles = s->triangles;
    view.triangle_component = s->component;
    view.boundaries = s->boundaries;
    view.components = s->components;
    view.hash = wend_plan_hash(&view);
    free(cycle);
    free(seen);
    if (v.border_count > 0 || wend_plan_adopt(context, &view, NULL, true, &s->plan, report) != WEND_OK) {
        storeys_free(s);
        return NULL;
    }
    return s;
}

const wend_plan *storeys_look(const storeys *s) {
    return s->plan;
}

void storeys_free(storeys *s) {
    if (s == NULL)
        return;
    wend_plan_destroy(s->plan);
    free(s->vertices);
    free(s->flags);
    free(s->triangles);
    free(s->component);
    free(s->stack);
    free(s->boundaries);
    free(s->components);
    free(s);
}

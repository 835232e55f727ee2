// Linked complexes made by hand. See complex.h.
#include "complex.h"

#include "base/random.h"
#include "geom/predicate.h"
#include "link/links.h"

#include <string.h>

static int32_t next_of(int32_t e) {
    return e % 3 == 2 ? e - 2 : e + 1;
}
static int32_t previous_of(int32_t e) {
    return e % 3 == 0 ? e + 2 : e - 1;
}
static wend_point3 from_of(const complex_mesh *m, int32_t e) {
    return m->triangles[e / 3].p[e % 3];
}
static wend_point3 to_of(const complex_mesh *m, int32_t e) {
    return from_of(m, next_of(e));
}
static int32_t twin_of(const complex_mesh *m, int32_t e) {
    return m->triangles[e / 3].twin[e % 3];
}
static void set_twin(complex_mesh *m, int32_t e, int32_t twin) {
    m->triangles[e / 3].twin[e % 3] = twin;
}
static wend_point above(wend_point3 p) {
    return (wend_point){p.x, p.y};
}
static int64_t turn_of(wend_point3 a, wend_point3 b, wend_point3 c) {
    return wend_cross(above(a), above(b), above(c));
}
static bool same_place(wend_point3 a, wend_point3 b) {
    return a.x == b.x && a.y == b.y;
}

int32_t complex_add(complex_mesh *m, wend_point3 a, wend_point3 b, wend_point3 c) {
    m->triangles[m->count] = (complex_triangle){{a, b, c}, {-1, -1, -1}, {0, 0, 0}};
    return m->count++;
}

bool complex_join(complex_mesh *m, int32_t e, int32_t f) {
    if (e == f || twin_of(m, e) >= 0 || twin_of(m, f) >= 0 || !same_place(from_of(m, e), to_of(m, f)) ||
        !same_place(to_of(m, e), from_of(m, f)))
        return false;
    set_twin(m, e, f);
    set_twin(m, f, e);
    return true;
}

int32_t complex_grid(complex_mesh *m, wend_point3 low, int32_t size, int32_t columns, int32_t rows) {
    int32_t first = m->count;
    for (int32_t j = 0; j < rows; j++)
        for (int32_t i = 0; i < columns; i++) {
            wend_point3 a = {low.x + i * size, low.y + j * size, low.z}, b = {a.x + size, a.y, a.z},
                        c = {a.x + size, a.y + size, a.z}, d = {a.x, a.y + size, a.z};
            int32_t lower = complex_add(m, a, b, c), upper = complex_add(m, a, c, d);
            complex_join(m, 3 * lower + 2, 3 * upper);
            if (i > 0)
                complex_join(m, 3 * upper + 2, 3 * (lower - 2) + 1);
            if (j > 0)
                complex_join(m, 3 * lower, 3 * (upper - 2 * columns) + 1);
        }
    return first;
}

// ---------------------------------------------------------------------------------------------------- random

static int32_t below(uint64_t *random, int32_t bound) {
    return (int32_t)wend_random_below(random, (uint64_t)bound);
}

// The boundary side that follows one along its cycle.
static int32_t following(const complex_mesh *m, int32_t e) {
    e = next_of(e);
    while (twin_of(m, e) >= 0)
        e = next_of(twin_of(m, e));
    return e;
}

static void attach(complex_mesh *m, int32_t e, uint64_t *random, int32_t size) {
    wend_point3 a = from_of(m, e), b = to_of(m, e), c = {below(random, size) * 4, below(random, size) * 4, 0};
    c.z = below(random, 1 << 20);
    if (turn_of(b, a, c) <= 0)
        return;
    int32_t t = complex_add(m, b, a, c);
    complex_join(m, e, 3 * t);
}

// Closes the corner between two boundary sides that follow each other: by a triangle, or by gluing them.
static void close_corner(complex_mesh *m, int32_t e) {
    int32_t f = following(m, e);
    wend_point3 a = from_of(m, e), v = to_of(m, e), b = to_of(m, f);
    if (complex_join(m, e, f) || turn_of(v, a, b) <= 0 || f == e)
        return;
    int32_t t = complex_add(m, v, a, b);
    complex_join(m, e, 3 * t);
    complex_join(m, f, 3 * t + 2);
}

static void glue_anywhere(complex_mesh *m, int32_t e) {
    for (int32_t f = 0; f < 3 * m->count; f++)
        if (complex_join(m, e, f))
            return;
}

// Gives all corners around a vertex the same height.
static void lift_fan(complex_mesh *m, int32_t e, int32_t height) {
    int32_t first = e;
    for (int32_t twin = twin_of(m, first); twin >= 0; twin = twin_of(m, first)) {
        first = next_of(twin);
        if (first == e)
            break;
    }
    for (int32_t at = first; at >= 0;) {
        m->triangles[at / 3].p[at % 3].z = height;
        at = twin_of(m, previous_of(at));
        at = at == first ? -1 : at;
    }
}

void complex_random(complex_mesh *m, uint64_t *random, int32_t triangles, int32_t size) {
    m->count = 0;
    while (m->count == 0) {
        wend_point3 p[3];
        for (int i = 0; i < 3; i++) {
            p[i].x = below(random, size) * 4;
            p[i].y = below(random, size) * 4;
            p[i].z = below(random, 1 << 20);
        }
        if (turn_of(p[0], p[1], p[2]) > 0)
            complex_add(m, p[0], p[1], p[2]);
    }
    int32_t closing = below(random, 8), gluing = below(random, 12 - closing);
    for (int32_t tries = 0; m->count < triangles && tries < 50 * triangles; tries++) {
        int32_t e = below(random, 3 * m->count), choice = below(random, 12);
        if (twin_of(m, e) >= 0)
            continue;
        if (choice < closing)
            close_corner(m, e);
        else if (choice < closing + gluing)
            glue_anywhere(m, e);
        else
            attach(m, e, random, size);
    }
    for (int32_t e = 0; e < 3 * m->count; e++) {
        m->triangles[e / 3].kind[e % 3] = (uint8_t)(below(random, 8) == 0);
        lift_fan(m, e, below(random, 1 << 20));
    }
}

void complex_storeys(complex_mesh *m, uint64_t *random, int32_t storeys, int32_t columns, int32_t rows) {
    m->count = 0;
    int32_t missing = 1 + below(random, 4), walls = below(random, 3);
    for (int32_t k = 0; k < storeys; k++)
        for (int32_t j = 0; j < rows; j++)
            for (int32_t i = 0; i < columns; i++)
                if (below(random, 10) >= missing)
                    complex_grid(m, (wend_point3){8 * i, 8 * j, 3000 * k}, 8, 1, 1);
    for (int32_t e = 0; e < 3 * m->count; e++) // squares of one storey
        for (int32_t f = e + 1; f < 3 * m->count && twin_of(m, e) < 0; f++)
            if (from_of(m, e).z == from_of(m, f).z && below(random, 10) >= walls)
                complex_join(m, e, f);
    for (int32_t tries = 0; tries < m->count; tries++) {
        int32_t e = below(random, 3 * m->count), first = below(random, 3 * m->count);
        for (int32_t k = 0; k < 3 * m->count && twin_of(m, e) < 0 && tries % 3 == 0; k++)
            complex_join(m, e, (first + k) % (3 * m->count));
    }
    for (int32_t e = 0; e < 3 * m->count; e++)
        lift_fan(m, e, from_of(m, e).z + below(random, 1000));
}

// ---------------------------------------------------------------------------------------------------- disturbing

static void split_inside(complex_mesh *m, int32_t t, uint64_t *random) {
    complex_triangle old = m->triangles[t];
    int32_t u = below(random, 3) + 1, v = below(random, 3) + 1, w = below(random, 3) + 1, all = u + v + w;
    wend_point3 c = {(u * old.p[0].x + v * old.p[1].x + w * old.p[2].x) / all,
                     (u * old.p[0].y + v * old.p[1].y + w * old.p[2].y) / all, old.p[0].z};
    for (int i = 0; i < 3; i++)
        if (turn_of(old.p[i], old.p[(i + 1) % 3], c) <= 0)
            return;
    int32_t part[3] = {t, m->count, m->count + 1};
    m->count += 2;
    for (int i = 0; i < 3; i++) {
        int32_t left = part[(i + 1) % 3], right = part[(i + 2) % 3];
        m->triangles[part[i]] = (complex_triangle){
            {old.p[i], old.p[(i + 1) % 3], c}, {old.twin[i], 3 * left + 2, 3 * right + 1}, {old.kind[i], 0, 0}};
        if (old.twin[i] >= 0)
            set_twin(m, old.twin[i], 3 * part[i]);
    }
}

// Splits one side of a triangle in the middle c: the triangle keeps the first half. The half-edge along the second.
static int32_t split_half(complex_mesh *m, int32_t e, wend_point3 c) {
    complex_triangle *t = &m->triangles[e / 3];
    int i = e % 3, j = (i + 1) % 3, k = (i + 2) % 3;
    int32_t fresh = m->count++;
    m->triangles[fresh] =
        (complex_triangle){{c, t->p[j], t->p[k]}, {-1, t->twin[j], 3 * (e / 3) + j}, {t->kind[i], t->kind[j], 0}};
    if (t->twin[j] >= 0)
        set_twin(m, t->twin[j], 3 * fresh + 1);
    t->p[j] = c;
    t->twin[j] = 3 * fresh + 2;
    t->twin[i] = -1;
    return 3 * fresh;
}

static void split_side(complex_mesh *m, int32_t e) {
    wend_point3 a = from_of(m, e), b = to_of(m, e), c = {(a.x + b.x) / 2, (a.y + b.y) / 2, a.z};
    if ((a.x + b.x) % 2 != 0 || (a.y + b.y) % 2 != 0)
        return;
    int32_t f = twin_of(m, e), second = split_half(m, e, c);
    if (f < 0)
        return;
    int32_t back = split_half(m, f, c);
    complex_join(m, e, back);
    complex_join(m, second, f);
}

static void flip(complex_mesh *m, int32_t e) {
    int32_t f = twin_of(m, e);
    if (f < 0)
        return;
    complex_triangle a = m->triangles[e / 3], b = m->triangles[f / 3];
    int i = e % 3, j = f % 3;
    wend_point3 u = a.p[i], v = a.p[(i + 1) % 3], p = a.p[(i + 2) % 3], q = b.p[(j + 2) % 3];
    if (turn_of(p, u, q) <= 0 || turn_of(p, q, v) <= 0)
        return;
    int32_t s = e / 3, t = f / 3;
    m->triangles[s] = (complex_triangle){
        {p, u, q}, {a.twin[(i + 2) % 3], b.twin[(j + 1) % 3], 3 * t}, {a.kind[(i + 2) % 3], b.kind[(j + 1) % 3], 0}};
    m->triangles[t] = (complex_triangle){{p, q, v},
                                         {3 * s + 2, b.twin[(j + 2) % 3], a.twin[(i + 1) % 3]},
                                         {0, b.kind[(j + 2) % 3], a.kind[(i + 1) % 3]}};
    for (int k = 0; k < 3; k++) {
        if (m->triangles[s].twin[k] >= 0)
            set_twin(m, m->triangles[s].twin[k], 3 * s + k);
        if (m->triangles[t].twin[k] >= 0)
            set_twin(m, m->triangles[t].twin[k], 3 * t + k);
    }
}

// Exchanges two triangles, and turns the first one by one corner.
static void exchange(complex_mesh *m, int32_t s, int32_t t) {
    if (s == t)
        return;
    int32_t to[COMPLEX_MAX];
    for (int32_t k = 0; k < m->count; k++)
        to[k] = k;
    to[s] = t;
    to[t] = s;
    complex_triangle swap = m->triangles[s];
    m->triangles[s] = m->triangles[t];
    m->triangles[t] = swap;
    for (int32_t e = 0; e < 3 * m->count; e++) {
        int32_t twin = twin_of(m, e);
        if (twin >= 0)
            set_twin(m, e, 3 * to[twin / 3] + twin % 3);
    }
}

void complex_disturb(complex_mesh *m, uint64_t *random, int32_t times) {
    for (int32_t k = 0; k < times && m->count + 2 < COMPLEX_MAX; k++) {
        int32_t e = below(random, 3 * m->count);
        switch (below(random, 4)) {
        case 0:
            split_inside(m, e / 3, random);
            break;
        case 1:
            split_side(m, e);
            break;
        case 2:
            flip(m, e);
            break;
        default:
            exchange(m, e / 3, below(random, m->count));
        }
    }
}

// ---------------------------------------------------------------------------------------------------- links

typedef struct making {
    const complex_mesh *m;
    wend_linked_triangle triangles[COMPLEX_MAX];
    int32_t component[COMPLEX_MAX], stack[COMPLEX_MAX];
    wend_point vertices[3 * COMPLEX_MAX];
    uint8_t flags[3 * COMPLEX_MAX];
    wend_linked_boundary boundaries[3 * COMPLEX_MAX];
    wend_linked_component components[COMPLEX_MAX];
    int32_t vertex_count, boundary_count, cycle_count, component_count;
} making;

static void number_vertices(making *k) {
    for (int32_t h = 0; h < 3 * k->m->count; h++) {
        if (k->triangles[h / 3].v[h % 3] >= 0)
            continue;
        int32_t first = h;
        for (int32_t twin = twin_of(k->m, first); twin >= 0; twin = twin_of(k->m, first)) {
            first = next_of(twin);
            if (first == h)
                break;
        }
        k->flags[k->vertex_count] = twin_of(k->m, first) < 0 ? WEND_LINKED_BOUNDARY : 0;
        k->vertices[k->vertex_count] = above(from_of(k->m, h));
        for (int32_t e = first; e >= 0;) {
            k->triangles[e / 3].v[e % 3] = k->vertex_count;
            e = twin_of(k->m, previous_of(e));
            e = e == first ? -1 : e;
        }
        k->vertex_count++;
    }
}

static void number_boundaries(making *k) {
    for (int32_t h = 0; h < 3 * k->m->count; h++) {
        k->triangles[h / 3].twin[h % 3] = twin_of(k->m, h);
        if (twin_of(k->m, h) >= 0)
            continue;
        k->triangles[h / 3].twin[h % 3] = ~k->boundary_count;
        k->boundaries[k->boundary_count++] = (wend_linked_boundary){
            .edge = h, .next = -1, .cycle = -1, .boundary = -1, .kind = k->m->triangles[h / 3].kind[h % 3]};
    }
    for (int32_t b = 0; b < k->boundary_count; b++) {
        int32_t e = following(k->m, k->boundaries[b].edge);
        k->boundaries[b].next = ~k->triangles[e / 3].twin[e % 3];
    }
    for (int32_t b = 0; b < k->boundary_count; b++) {
        if (k->boundaries[b].cycle >= 0)
            continue;
        for (int32_t at = b; k->boundaries[at].cycle < 0; at = k->boundaries[at].next)
            k->boundaries[at].cycle = k->cycle_count;
        k->cycle_count++;
    }
}

static void number_components(making *k) {
    for (int32_t t = 0; t < k->m->count; t++)
        k->component[t] = -1;
    for (int32_t first = 0; first < k->m->count; first++) {
        if (k->component[first] >= 0)
            continue;
        wend_linked_component c = {.first = first};
        int32_t top = 0;
        k->stack[top++] = first;
        k->component[first] = k->component_count;
        while (top > 0) {
            int32_t t = k->stack[--top];
            const complex_triangle *at = &k->m->triangles[t];
            c.triangles++;
            c.area2 += turn_of(at->p[0], at->p[1], at->p[2]);
            for (int i = 0; i < 3; i++)
                if (at->twin[i] >= 0 && k->component[at->twin[i] / 3] < 0) {
                    k->component[at->twin[i] / 3] = k->component_count;
                    k->stack[top++] = at->twin[i] / 3;
                }
        }
        k->components[k->component_count++] = c;
    }
}

static void *copy_of(wend_context *context, const void *from, int32_t count, size_t size) {
    void *to = wend_allocate(context, (size_t)count * size);
    if (to != NULL)
        memcpy(to, from, (size_t)count * size);
    return to;
}

wend_links *complex_links(wend_context *context, const complex_mesh *m) {
    static making k; // large
    memset(&k, 0, sizeof k);
    k.m = m;
    for (int32_t t = 0; t < m->count; t++) {
        k.triangles[t] = (wend_linked_triangle){.v = {-1, -1, -1}, .surface = t, .link = -1};
        for (int i = 0; i < 3; i++)
            k.triangles[t].z[i] = m->triangles[t].p[i].z;
    }
    number_vertices(&k);
    number_boundaries(&k);
    number_components(&k);
    wend_links *links = wend_allocate(context, sizeof *links);
    if (links == NULL)
        return NULL;
    *links =
        (wend_links){.context = context,
                     .view = {.lattice = {.origin = {0, 0, 0}, .step = 1, .unit = 1, .up = WEND_UP_Z},
                              .agent = wend_default_agent(),
                              .vertex_count = k.vertex_count,
                              .vertices = copy_of(context, k.vertices, k.vertex_count, sizeof *k.vertices),
                              .vertex_flags = copy_of(context, k.flags, k.vertex_count, 1),
                              .triangle_count = m->count,
                              .filler_first = m->count,
                              .triangles = copy_of(context, k.triangles, m->count, sizeof *k.triangles),
                              .triangle_component = copy_of(context, k.component, m->count, sizeof *k.component),
                              .boundary_count = k.boundary_count,
                              .boundaries = copy_of(context, k.boundaries, k.boundary_count, sizeof *k.boundaries),
                              .cycle_count = k.cycle_count,
                              .component_count = k.component_count,
                              .components = copy_of(context, k.components, k.component_count, sizeof *k.components)}};
    const wend_links_view *v = &links->view;
    if (!v->vertices || !v->vertex_flags || !v->triangles || !v->triangle_component || !v->boundaries ||
        !v->components) {
        wend_links_destroy(links);
        return NULL;
    }
    return links;
}

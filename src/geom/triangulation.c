// Flips, the Delaunay stack, and the life of a triangulation.
#include "geom/triangulation.h"

// The corners after and before a corner of a triangle.
static const int after[3] = {1, 2, 0}, before[3] = {2, 0, 1};

static void set_twin(wend_triangle *tris, int32_t e, int32_t twin) {
    tris[e / 3].twin[e % 3] = twin;
}

void wend_flip(wend_triangulation *t, int32_t e) {
    wend_triangle *tris = t->triangles.data;
    int32_t ia = e / 3, f = tris[ia].twin[e % 3], ib = f / 3;
    wend_triangle a = tris[ia], b = tris[ib];
    int i0 = e % 3, i1 = after[i0], i2 = before[i0], j0 = f % 3, j1 = after[j0], j2 = before[j0];
    int32_t u = a.v[i0], v = b.v[j0], p = a.v[i2], q = b.v[j2];
    tris[ia] = (wend_triangle){{p, u, q}, {a.twin[i2], b.twin[j1], 3 * ib}, {a.mark[i2], b.mark[j1], -1}};
    tris[ib] = (wend_triangle){{p, q, v}, {3 * ia + 2, b.twin[j2], a.twin[i1]}, {-1, b.mark[j2], a.mark[i1]}};
    set_twin(tris, a.twin[i2], 3 * ia);
    set_twin(tris, b.twin[j1], 3 * ia + 1);
    set_twin(tris, b.twin[j2], 3 * ib + 1);
    set_twin(tris, a.twin[i1], 3 * ib + 2);
    if (!t->keep_vertex_edge)
        return;
    int32_t *out = t->vertex_edge.data;
    if (p >= 0)
        out[p] = 3 * ia;
    if (u >= 0)
        out[u] = 3 * ia + 1;
    if (q >= 0)
        out[q] = 3 * ib + 1;
    if (v >= 0)
        out[v] = 3 * ib + 2;
}

bool wend_edge_is_bad(const wend_triangulation *t, int32_t e) {
    const wend_triangle *a = &t->triangles.data[e / 3];
    int i = e % 3;
    if (a->mark[i] >= 0)
        return false;
    int32_t f = a->twin[i];
    const wend_triangle *b = &t->triangles.data[f / 3];
    int j = f % 3;
    int32_t u = a->v[i], v = b->v[j], p = a->v[before[i]], q = b->v[before[j]];
    if (p < 0 || q < 0)
        return false;
    const wend_point *at = t->vertices.data;
    if (u < 0)
        return wend_cross(at[q], at[v], at[p]) > 0;
    if (v < 0)
        return wend_cross(at[u], at[q], at[p]) > 0;
    return wend_edge_must_flip(at[u], at[v], at[p], at[q]);
}

wend_result wend_legalise(wend_triangulation *t) {
    while (t->stack.count > 0) {
        // Room first: when there is none the edge stays on the stack, and the next call goes on from there.
        if (!wend_array_reserve(t->context, &t->stack, t->stack.count + 3))
            return WEND_ERROR_MEMORY;
        int32_t e = t->stack.data[--t->stack.count];
        if (wend_triangle_is_unused(&t->triangles.data[e / 3]) || !wend_edge_is_bad(t, e))
            continue;
        int32_t f = wend_edge_twin(t->triangles.data, e);
        wend_flip(t, e);
        int32_t a = e / 3, b = f / 3;
        int32_t *top = t->stack.data + t->stack.count;
        top[0] = 3 * a;
        top[1] = 3 * a + 1;
        top[2] = 3 * b + 1;
        top[3] = 3 * b + 2;
        t->stack.count += 4;
    }
    return WEND_OK;
}

bool wend_doubt_triangle(wend_triangulation *t, int32_t triangle) {
    return wend_array_push(t->context, &t->stack, 3 * triangle) &&
           wend_array_push(t->context, &t->stack, 3 * triangle + 1) &&
           wend_array_push(t->context, &t->stack, 3 * triangle + 2);
}

int32_t wend_triangle_take(wend_triangulation *t) {
    int32_t taken = t->unused;
    if (taken >= 0) {
        t->unused = t->triangles.data[taken].twin[0];
        return taken;
    }
    return (int32_t)t->triangles.count++;
}

void wend_triangle_drop(wend_triangulation *t, int32_t triangle) {
    t->triangles.data[triangle] = (wend_triangle){{-2, -2, -2}, {t->unused, -1, -1}, {-1, -1, -1}};
    t->unused = triangle;
}

bool wend_triangulation_reserve(wend_triangulation *t, int64_t more_vertices) {
    return wend_array_reserve(t->context, &t->vertices, t->vertices.count + more_vertices) &&
           wend_array_reserve(t->context, &t->vertex_edge, t->vertices.count + more_vertices) &&
           wend_array_reserve(t->context, &t->triangles, t->triangles.count + 2 * more_vertices);
}

wend_result wend_triangulation_create(wend_context *context, wend_triangulation **out) {
    *out = NULL;
    wend_triangulation *t = wend_allocate(context, sizeof *t);
    if (!t)
        return WEND_ERROR_MEMORY;
    *t = (wend_triangulation){.context = context, .unused = -1, .keep_vertex_edge = true};
    *out = t;
    return WEND_OK;
}

void wend_triangulation_clear(wend_triangulation *t) {
    t->vertices.count = t->vertex_edge.count = t->triangles.count = 0;
    t->pieces.count = t->point_vertex.count = t->stack.count = 0;
    t->unused = -1;
    t->hint = 0;
}

void wend_triangulation_destroy(wend_triangulation *t) {
    if (!t)
        return;
    wend_context *context = t->context;
    wend_array_free(context, &t->vertices);
    wend_array_free(context, &t->vertex_edge);
    wend_array_free(context, &t->triangles);
    wend_array_free(context, &t->pieces);
    wend_array_free(context, &t->point_vertex);
    wend_array_free(context, &t->stack);
    wend_array_free(context, &t->corridor.crossed);
    wend_array_free(context, &t->corridor.edges);
    wend_array_free(context, &t->corridor.borders);
    wend_array_free(context, &t->corridor.spare);
    wend_array_free(context, &t->corridor.ear_vertex);
    wend_array_free(context, &t->corridor.ear_edge);
    wend_cavity_free(context, &t->corridor.cavity);
    wend_release(context, t, sizeof *t);
}

wend_triangulation_view wend_triangulation_look(const wend_triangulation *t) {
    if (t == NULL)
        return (wend_triangulation_view){0};
    return (wend_triangulation_view){
        .vertex_count = (int32_t)t->vertices.count,
        .vertices = t->vertices.data,
        .vertex_edge = t->vertex_edge.data,
        .triangle_count = (int32_t)t->triangles.count,
        .triangles = t->triangles.data,
        .point_count = (int32_t)t->point_vertex.count,
        .point_vertex = t->point_vertex.data,
        .piece_count = (int32_t)t->pieces.count,
        .pieces = t->pieces.data,
    };
}

bool wend_edge_add_piece(wend_triangulation *t, int32_t e, int32_t segment) {
    int32_t piece = (int32_t)t->pieces.count;
    if (!wend_array_push(t->context, &t->pieces, (wend_piece){segment, -1}))
        return false;
    wend_triangle *tris = t->triangles.data;
    int32_t head = wend_edge_mark(tris, e);
    if (head >= 0) {
        t->pieces.data[piece].next = t->pieces.data[head].next;
        t->pieces.data[head].next = piece;
        return true;
    }
    int32_t f = wend_edge_twin(tris, e);
    tris[e / 3].mark[e % 3] = piece;
    tris[f / 3].mark[f % 3] = piece;
    return true;
}

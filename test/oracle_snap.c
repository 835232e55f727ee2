// Snap rounding by brute force. See oracle_snap.h.
//
// Where segments cross only in input points, a segment is cut at every point that lies exactly on it. Otherwise the hot
// pixels are those of all points and of all rounded crossings, and a segment becomes the chain of the centres of all
// hot pixels that it passes. A segment is monotone in x and in y, so it passes pixels column by column and, within a
// column, row by row, each in its own direction: that is the order of the chain.
#include "oracle_snap.h"

#include "exact.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *need(size_t bytes) {
    void *block = malloc(bytes == 0 ? 1 : bytes);
    if (block == NULL) {
        fprintf(stderr, "oracle_snap: out of memory\n");
        exit(1);
    }
    return block;
}

int snap_compare_points(wend_point a, wend_point b) {
    if (a.x != b.x)
        return a.x < b.x ? -1 : 1;
    return (a.y > b.y) - (a.y < b.y);
}

static int compare_points(const void *a, const void *b) {
    return snap_compare_points(*(const wend_point *)a, *(const wend_point *)b);
}

static int compare_edges(const void *a, const void *b) {
    const snap_edge *e = a, *f = b;
    int c = snap_compare_points(e->a, f->a);
    if (c == 0)
        c = snap_compare_points(e->b, f->b);
    return c != 0 ? c : (e->segment > f->segment) - (e->segment < f->segment);
}

static int compare_triangles(const void *a, const void *b) {
    const snap_triangle *s = a, *t = b;
    for (int i = 0; i < 3; i++) {
        int c = snap_compare_points(s->v[i], t->v[i]);
        if (c != 0)
            return c;
    }
    return 0;
}

static snap_edge make_edge(wend_point a, wend_point b, int32_t segment) {
    bool swap = snap_compare_points(a, b) > 0;
    return (snap_edge){swap ? b : a, swap ? a : b, segment};
}

static void sort_vertices(snap_picture *picture) {
    qsort(picture->vertices, (size_t)picture->vertex_count, sizeof *picture->vertices, compare_points);
    int32_t kept = 0;
    for (int32_t i = 0; i < picture->vertex_count; i++)
        if (kept == 0 || snap_compare_points(picture->vertices[kept - 1], picture->vertices[i]) != 0)
            picture->vertices[kept++] = picture->vertices[i];
    picture->vertex_count = kept;
}

// ---------------------------------------------------------------------------------------------------- the oracle

// Whether two segments that cross do so exactly in an input point.
static bool cross_in_a_point(const wend_point *points, int32_t point_count, wend_point a, wend_point b, wend_point c,
                             wend_point d) {
    for (int32_t i = 0; i < point_count; i++)
        if (exact_on_segment(a, b, points[i]) && exact_on_segment(c, d, points[i]))
            return true;
    return false;
}

// All points, and the rounded crossings of all pairs of segments.
static void find_vertices(snap_picture *picture, const wend_point *points, int32_t point_count,
                          const wend_segment *segments, int32_t segment_count) {
    size_t pairs = (size_t)segment_count * (size_t)segment_count / 2;
    picture->vertices = need(((size_t)point_count + pairs) * sizeof *picture->vertices);
    for (int32_t i = 0; i < point_count; i++)
        picture->vertices[picture->vertex_count++] = points[i];
    for (int32_t i = 0; i < segment_count; i++)
        for (int32_t j = 0; j < i; j++) {
            wend_point a = points[segments[i].a], b = points[segments[i].b];
            wend_point c = points[segments[j].a], d = points[segments[j].b];
            if (exact_meet(a, b, c, d) != WEND_CROSS || cross_in_a_point(points, point_count, a, b, c, d))
                continue;
            picture->rounded = true;
            if (exact_cross_point(a, b, c, d, &picture->vertices[picture->vertex_count]))
                picture->vertex_count++;
        }
    sort_vertices(picture);
}

// Whether p comes before q on the way from a to b, both lying in pixels on that way.
static bool comes_before(wend_point a, wend_point b, wend_point p, wend_point q) {
    if (p.x != q.x)
        return b.x >= a.x ? p.x < q.x : p.x > q.x;
    return b.y >= a.y ? p.y < q.y : p.y > q.y;
}

// Appends the chain of one segment. `chain` has room for all vertices.
static void trace_segment(snap_picture *picture, wend_point a, wend_point b, int32_t segment, wend_point *chain,
                          int32_t *capacity) {
    int32_t count = 0;
    for (int32_t i = 0; i < picture->vertex_count; i++) {
        wend_point v = picture->vertices[i];
        if (!(picture->rounded ? exact_in_pixel(a, b, v) : exact_on_segment(a, b, v)))
            continue;
        int32_t k = count++;
        for (; k > 0 && comes_before(a, b, v, chain[k - 1]); k--)
            chain[k] = chain[k - 1];
        chain[k] = v;
    }
    if (picture->edge_count + count > *capacity) {
        *capacity = 2 * *capacity + count;
        snap_edge *more = need((size_t)*capacity * sizeof *more);
        if (picture->edge_count > 0)
            memcpy(more, picture->edges, (size_t)picture->edge_count * sizeof *more);
        free(picture->edges);
        picture->edges = more;
    }
    for (int32_t k = 0; k + 1 < count; k++)
        picture->edges[picture->edge_count++] = make_edge(chain[k], chain[k + 1], segment);
}

void oracle_snap(const wend_point *points, int32_t point_count, const wend_segment *segments, int32_t segment_count,
                 snap_picture *picture) {
    *picture = (snap_picture){0};
    find_vertices(picture, points, point_count, segments, segment_count);
    wend_point *chain = need((size_t)picture->vertex_count * sizeof *chain);
    int32_t capacity = 0;
    for (int32_t i = 0; i < segment_count; i++)
        trace_segment(picture, points[segments[i].a], points[segments[i].b], i, chain, &capacity);
    free(chain);
    if (picture->edge_count > 0)
        qsort(picture->edges, (size_t)picture->edge_count, sizeof *picture->edges, compare_edges);
}

// ---------------------------------------------------------------------------------------------------- a triangulation

static void add_triangle(snap_picture *picture, const wend_triangulation_view *view, const wend_triangle *t) {
    wend_point v[3] = {view->vertices[t->v[0]], view->vertices[t->v[1]], view->vertices[t->v[2]]};
    int least = snap_compare_points(v[0], v[1]) < 0 ? (snap_compare_points(v[0], v[2]) < 0 ? 0 : 2)
                                                    : (snap_compare_points(v[1], v[2]) < 0 ? 1 : 2);
    picture->triangles[picture->triangle_count++] = (snap_triangle){{v[least], v[(least + 1) % 3], v[(least + 2) % 3]}};
}

void snap_picture_of(const wend_triangulation *triangulation, const int32_t *labels, snap_picture *picture) {
    wend_triangulation_view view = wend_triangulation_look(triangulation);
    *picture = (snap_picture){0};
    picture->vertices = need((size_t)view.vertex_count * sizeof *picture->vertices);
    picture->edges = need((size_t)view.piece_count * sizeof *picture->edges);
    picture->triangles = need((size_t)view.triangle_count * sizeof *picture->triangles);
    for (int32_t i = 0; i < view.vertex_count; i++)
        if (view.vertex_edge[i] >= 0 || view.triangle_count == 0)
            picture->vertices[picture->vertex_count++] = view.vertices[i];
    for (int32_t i = 0; i < view.triangle_count; i++) {
        const wend_triangle *t = &view.triangles[i];
        if (t->v[0] == t->v[1] && t->v[1] == t->v[2])
            continue;
        if (t->v[0] >= 0 && t->v[1] >= 0 && t->v[2] >= 0)
            add_triangle(picture, &view, t);
        for (int k = 0; k < 3; k++) {
            if (t->mark[k] < 0 || 3 * i + k > t->twin[k]) // each edge from one side
                continue;
            // The bound only matters when the chains of pieces are broken.
            for (int32_t p = t->mark[k]; p >= 0 && picture->edge_count < view.piece_count; p = view.pieces[p].next) {
                int32_t label = view.pieces[p].segment;
                picture->edges[picture->edge_count++] = make_edge(
                    view.vertices[t->v[k]], view.vertices[t->v[(k + 1) % 3]], labels != NULL ? labels[label] : label);
            }
        }
    }
    qsort(picture->vertices, (size_t)picture->vertex_count, sizeof *picture->vertices, compare_points);
    qsort(picture->edges, (size_t)picture->edge_count, sizeof *picture->edges, compare_edges);
    qsort(picture->triangles, (size_t)picture->triangle_count, sizeof *picture->triangles, compare_triangles);
}

void snap_picture_free(snap_picture *picture) {
    free(picture->vertices);
    free(picture->edges);
    free(picture->triangles);
    *picture = (snap_picture){0};
}

// ---------------------------------------------------------------------------------------------------- comparing

bool snap_same_vertices(const snap_picture *a, const snap_picture *b) {
    bool same = a->vertex_count == b->vertex_count;
    for (int32_t i = 0; same && i < a->vertex_count; i++)
        same = snap_compare_points(a->vertices[i], b->vertices[i]) == 0;
    return same;
}

bool snap_same_edges(const snap_picture *a, const snap_picture *b) {
    bool same = a->edge_count == b->edge_count;
    for (int32_t i = 0; same && i < a->edge_count; i++)
        same = compare_edges(&a->edges[i], &b->edges[i]) == 0;
    return same;
}

bool snap_same_triangles(const snap_picture *a, const snap_picture *b) {
    bool same = a->triangle_count == b->triangle_count;
    for (int32_t i = 0; same && i < a->triangle_count; i++)
        same = compare_triangles(&a->triangles[i], &b->triangles[i]) == 0;
    return same;
}

bool snap_is_arrangement(const snap_picture *picture) {
    for (int32_t i = 0; i < picture->edge_count; i++) {
        const snap_edge *e = &picture->edges[i];
        for (int32_t j = 0; j < i; j++) {
            const snap_edge *f = &picture->edges[j];
            bool same = snap_compare_points(e->a, f->a) == 0 && snap_compare_points(e->b, f->b) == 0;
            wend_meeting meeting = exact_meet(e->a, e->b, f->a, f->b);
            if (!same && (meeting == WEND_CROSS || meeting == WEND_OVERLAP))
                return false;
        }
        for (int32_t k = 0; k < picture->vertex_count; k++) {
            wend_point v = picture->vertices[k];
            bool end = snap_compare_points(v, e->a) == 0 || snap_compare_points(v, e->b) == 0;
            if (!end && exact_on_segment(e->a, e->b, v))
                return false;
        }
    }
    return true;
}

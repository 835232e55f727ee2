// The validator of triangulations. It trusts nothing but the arrays' lengths, and shares only the predicates with what
// it checks.
//
// Local tests prove the global claim: neighbours agree, every vertex (the ghost too) has one fan, and V - E + F = 2, so
// the triangles form a sphere; proper triangles face up and no hull corner is dented, so its projection covers the
// convex hull once; no edge must flip, so it is the canonical constrained Delaunay triangulation.
#include "geom/triangulation.h"

#include "base/sort.h"

typedef struct checker {
    const wend_triangulation *t;
    const wend_point *points;
    const wend_segment *segments;
    int32_t point_count, segment_count;
    wend_report *report;
    bool bad;
} checker;

static void blame(checker *c, const char *code, int64_t item, int32_t vertex, const char *text) {
    c->bad = true;
    wend_finding f = wend_finding_make(code, WEND_ERROR, "%s (element %lld)", text, (long long)item);
    f.item = item;
    if (vertex >= 0 && vertex < c->t->vertices.count) {
        f.has_at = true;
        f.at[0] = c->t->vertices.data[vertex].x;
        f.at[1] = c->t->vertices.data[vertex].y;
    }
    wend_report_add(c->report, &f);
}

// ---------------------------------------------------------------------------------------------------- topology

// Indices and neighbours of one triangle. False when it is not safe to look any further.
static bool check_neighbours(checker *c, int32_t k) {
    const wend_triangulation *t = c->t;
    const wend_triangle *tri = &t->triangles.data[k];
    int ghosts = 0;
    for (int i = 0; i < 3; i++) {
        int32_t v = tri->v[i], f = tri->twin[i];
        ghosts += v == WEND_GHOST;
        if (v < WEND_GHOST || v >= t->vertices.count || v == tri->v[(i + 1) % 3]) {
            blame(c, "triangle-corners", k, -1, "a triangle's corners are not three vertices");
            return false;
        }
        if (v >= 0 && t->vertex_edge.data[v] < 0) {
            blame(c, "triangle-corners", k, v, "a triangle has a corner that was removed");
            return false;
        }
        if (f < 0 || f >= 3 * t->triangles.count || wend_triangle_is_unused(&t->triangles.data[f / 3])) {
            blame(c, "triangle-neighbours", k, v, "a triangle has no neighbour across an edge");
            return false;
        }
        const wend_triangle *other = &t->triangles.data[f / 3];
        if (other->twin[f % 3] != 3 * k + i || other->v[f % 3] != tri->v[(i + 1) % 3] ||
            other->v[(f % 3 + 1) % 3] != v || other->mark[f % 3] != tri->mark[i]) {
            blame(c, "triangle-neighbours", k, v, "two neighbours do not agree on the edge between them");
            return false;
        }
    }
    if (ghosts > 1)
        blame(c, "triangle-corners", k, -1, "a triangle has more than one ghost corner");
    return ghosts <= 1;
}

// Every vertex has one fan: going round it meets all of the half-edges that start in it. The last count is the ghost's.
static wend_result check_fans(checker *c) {
    const wend_triangulation *t = c->t;
    int64_t vertices = t->vertices.count;
    WEND_ARRAY(int32_t) spokes = {0};
    if (!wend_array_resize(t->context, &spokes, vertices + 1))
        return WEND_ERROR_MEMORY;
    memset(spokes.data, 0, (size_t)spokes.count * sizeof(int32_t));
    int64_t faces = 0, living = 0;
    int32_t ghost_edge = -1;
    for (int32_t k = 0; k < t->triangles.count; k++) {
        if (wend_triangle_is_unused(&t->triangles.data[k]))
            continue;
        faces++;
        for (int i = 0; i < 3; i++) {
            int32_t v = t->triangles.data[k].v[i];
            spokes.data[v < 0 ? vertices : v]++;
            ghost_edge = v < 0 ? 3 * k + i : ghost_edge;
        }
    }
    for (int64_t v = 0; v <= vertices; v++) {
        int32_t first = v == vertices ? ghost_edge : t->vertex_edge.data[v], e = first;
        if (first < 0)
            continue;
        living++;
        if (first >= 3 * t->triangles.count ||
            wend_edge_start(t->triangles.data, first) != (v == vertices ? WEND_GHOST : v)) {
            blame(c, "vertex-edge", v, (int32_t)v, "a vertex names a half-edge that does not start in it");
            break;
        }
        int64_t met = 0;
        do {
            met++;
            e = wend_edge_around(t->triangles.data, e);
        } while (e != first && met <= spokes.data[v]);
        if (met != spokes.data[v])
            blame(c, "vertex-fans", v, (int32_t)v, "a vertex has more than one fan of triangles");
    }
    // E = 3F / 2.
    if (faces > 0 && 2 * living - faces != 4)
        blame(c, "euler", faces, -1, "V - E + F is not 2: the triangles do not form a sphere");
    wend_array_free(t->context, &spokes);
    return WEND_OK;
}

static void check_shape(checker *c) {
    const wend_triangulation *t = c->t;
    for (int32_t k = 0; k < t->triangles.count; k++) {
        const wend_triangle *tri = &t->triangles.data[k];
        if (wend_triangle_is_unused(tri))
            continue;
        if (!wend_triangle_is_ghost(tri) &&
            wend_cross(t->vertices.data[tri->v[0]], t->vertices.data[tri->v[1]], t->vertices.data[tri->v[2]]) <= 0)
            blame(c, "triangle-orientation", k, tri->v[0], "a triangle does not face up");
        for (int i = 0; i < 3; i++)
            if (tri->twin[i] > 3 * k + i && wend_edge_is_bad(t, 3 * k + i))
                blame(c, "not-delaunay", k, tri->v[i] >= 0 ? tri->v[i] : tri->v[(i + 1) % 3],
                      "an edge without constraint is not Delaunay, or the hull is dented there");
    }
}

// ---------------------------------------------------------------------------------------------------- input

static wend_result check_points(checker *c) {
    const wend_triangulation *t = c->t;
    if (t->point_vertex.count != c->point_count) {
        blame(c, "points", t->point_vertex.count, -1, "the triangulation is of another number of points");
        return WEND_OK;
    }
    for (int32_t i = 0; i < c->point_count; i++) {
        int32_t v = t->point_vertex.data[i];
        if (v < 0 || v >= t->vertices.count || t->vertex_edge.data[v] == WEND_VERTEX_REMOVED ||
            !wend_point_equal(t->vertices.data[v], c->points[i]))
            blame(c, "points", i, -1, "an input point is not where its vertex is");
    }
    WEND_ARRAY(wend_key) keys = {0};
    for (int32_t v = 0; v < t->vertices.count; v++) {
        wend_point p = t->vertices.data[v];
        uint64_t key =
            (uint64_t)((int64_t)p.x + WEND_COORDINATE_MAX) << 32 | (uint64_t)((int64_t)p.y + WEND_COORDINATE_MAX);
        if (t->vertex_edge.data[v] != WEND_VERTEX_REMOVED &&
            !wend_array_push(t->context, &keys, (wend_key){key, v, 0})) {
            wend_array_free(t->context, &keys);
            return WEND_ERROR_MEMORY;
        }
    }
    bool sorted = wend_sort_keys(t->context, keys.data, keys.count);
    for (int64_t i = 1; sorted && i < keys.count; i++)
        if (keys.data[i].key == keys.data[i - 1].key)
            blame(c, "points", keys.data[i].index, keys.data[i].index, "two vertices are in the same place");
    wend_array_free(t->context, &keys);
    return sorted ? WEND_OK : WEND_ERROR_MEMORY;
}

// Whether p is within sqrt(2)/2 of the segment: 2 * distance^2 <= 1.
static bool is_near(wend_point a, wend_point b, wend_point p) {
    if (wend_dot(a, b, p) <= 0)
        return wend_point_equal(a, p);
    if (wend_dot(b, a, p) <= 0)
        return wend_point_equal(b, p);
    int64_t cross = wend_cross(a, b, p);
    wend_i128 twice = wend_i128_mul(cross, cross);
    return wend_i128_compare(wend_i128_add(twice, twice), wend_i128_from(wend_dot(a, b, b))) <= 0;
}

// A constrained edge as part of a segment: its half-edge that runs the segment's way.
typedef struct link {
    int32_t segment;
    int32_t edge;
    int64_t along; // scalar product of its start with the segment
} link;

static int compare_links(const void *a, const void *b, const void *user) {
    (void)user;
    const link *x = a, *y = b;
    if (x->segment != y->segment)
        return x->segment < y->segment ? -1 : 1;
    return (x->along > y->along) - (x->along < y->along);
}

typedef WEND_ARRAY(link) link_list;

// Lists every (edge, piece) as a link.
static wend_result list_links(checker *c, link_list *links) {
    const wend_triangulation *t = c->t;
    for (int32_t e = 0; e < 3 * t->triangles.count; e++) {
        if (wend_triangle_is_unused(&t->triangles.data[e / 3]) || wend_edge_twin(t->triangles.data, e) < e)
            continue;
        int64_t bound = t->pieces.count;
        for (int32_t p = wend_edge_mark(t->triangles.data, e); p >= 0; p = t->pieces.data[p].next) {
            int32_t s = p < t->pieces.count ? t->pieces.data[p].segment : -1;
            int32_t v = wend_edge_start(t->triangles.data, e),
                    w = wend_edge_start(t->triangles.data, wend_half_next(e));
            if (s < 0 || s >= c->segment_count || bound-- < 0 || v < 0 || w < 0) {
                blame(c, "pieces", p, v, "a constrained edge names no input segment");
                return WEND_OK;
            }
            wend_point a = c->points[c->segments[s].a], b = c->points[c->segments[s].b];
            int64_t dv = wend_dot(a, b, t->vertices.data[v]), dw = wend_dot(a, b, t->vertices.data[w]);
            link l = {s, dv < dw ? e : wend_edge_twin(t->triangles.data, e), dv < dw ? dv : dw};
            if (!wend_array_push(t->context, links, l))
                return WEND_ERROR_MEMORY;
        }
    }
    return WEND_OK;
}

// The links [first, end) of one segment must lead from its one end to the other, near it all the way.
static void check_chain(checker *c, int32_t segment, const link *links, int64_t first, int64_t end) {
    const wend_triangle *tris = c->t->triangles.data;
    wend_segment s = c->segments[segment];
    wend_point a = c->points[s.a], b = c->points[s.b];
    int32_t at = c->t->point_vertex.data[s.a];
    for (int64_t i = first; i < end; i++) {
        if (wend_edge_start(tris, links[i].edge) != at) {
            blame(c, "segment-chain", segment, at, "the edges of a segment are not one chain");
            return;
        }
        at = wend_edge_start(tris, wend_half_next(links[i].edge));
        if (!is_near(a, b, c->t->vertices.data[at]))
            blame(c, "segment-deviation", segment, at, "a segment strays by more than sqrt(2)/2 from where it was");
    }
    if (at != c->t->point_vertex.data[s.b])
        blame(c, "segment-chain", segment, at, "a segment's chain of edges ends before its end");
}

static wend_result check_segments(checker *c) {
    link_list links = {0};
    wend_result result = list_links(c, &links);
    if (result == WEND_OK && !wend_sort(c->t->context, links.data, links.count, sizeof(link), compare_links, NULL))
        result = WEND_ERROR_MEMORY;
    int64_t first = 0;
    for (int32_t s = 0; result == WEND_OK && !c->bad && s < c->segment_count; s++) {
        int64_t end = first;
        while (end < links.count && links.data[end].segment == s)
            end++;
        check_chain(c, s, links.data, first, end);
        first = end;
    }
    wend_array_free(c->t->context, &links);
    return result;
}

wend_result wend_triangulation_check(const wend_triangulation *t, const wend_point *points, int32_t point_count,
                                     const wend_segment *segments, int32_t segment_count, wend_report *report) {
    if (!t || (point_count > 0 && !points) || (segment_count > 0 && !segments))
        return WEND_ERROR_ARGUMENT;
    checker c = {t, points, segments, point_count, segment_count, report, false};
    for (int32_t k = 0; k < t->triangles.count; k++)
        if (!wend_triangle_is_unused(&t->triangles.data[k]) && !check_neighbours(&c, k))
            return WEND_ERROR_INVALID;
    wend_result result = check_fans(&c);
    if (result == WEND_OK && !c.bad) {
        check_shape(&c);
        result = check_points(&c);
    }
    if (result == WEND_OK && !c.bad)
        result = check_segments(&c);
    if (result != WEND_OK)
        return result;
    return c.bad ? WEND_ERROR_INVALID : WEND_OK;
}

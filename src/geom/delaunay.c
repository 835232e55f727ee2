// Points into the triangulation.
//
// Incremental insertion: find the triangle that holds the point by walking, split it (or the edge the point lies on),
// flip until the edges around the point are Delaunay again. Points are inserted in rounds of growing size, each round
// along a Hilbert curve (a "biased randomised insertion order"): the random rounds bound the expected number of flips
// whatever the points, the curve keeps walks short. The order cannot be seen in the result, which is canonical.
//
// Degenerate starts need no special case: the points of the longest collinear beginning of the order are laid out as a
// chain of edges with a ghost triangle on either side of each; the first point off their line then sees one side of the
// chain, and flipping edges to the ghost (where the hull is dented) joins it to all of them.
//
// Cost: O(n log n) expected.
#include "base/context.h"
#include "base/sort.h"
#include "geom/hilbert.h"
#include "geom/rounds.h"
#include "geom/triangulation.h"

// ---------------------------------------------------------------------------------------------------- walking

// The ghost triangle's finite edge.
static int32_t ghost_base(const wend_triangle *t, int32_t triangle) {
    int corner = t->v[0] < 0 ? 1 : t->v[1] < 0 ? 2 : 0;
    return 3 * triangle + corner;
}

static int32_t scan_for(const wend_triangulation *t, wend_point p) {
    const wend_point *at = t->vertices.data;
    for (int32_t k = 0; k < t->triangles.count; k++) {
        const wend_triangle *tri = &t->triangles.data[k];
        if (wend_triangle_is_unused(tri))
            continue;
        if (wend_triangle_is_ghost(tri)) {
            int32_t e = ghost_base(tri, k);
            if (wend_cross(at[tri->v[e % 3]], at[tri->v[(e % 3 + 1) % 3]], p) > 0)
                return k;
        } else if (wend_cross(at[tri->v[0]], at[tri->v[1]], p) >= 0 &&
                   wend_cross(at[tri->v[1]], at[tri->v[2]], p) >= 0 &&
                   wend_cross(at[tri->v[2]], at[tri->v[0]], p) >= 0) {
            return k;
        }
    }
    return -1;
}

// Walks to the triangle whose closure holds p, or to a ghost whose hull edge has p strictly outside. In every triangle,
// leaves through an edge that has p strictly on its other side. Such a walk ends in a Delaunay triangulation; with
// constraints it could go round, so the edge tried first changes from step to step, and a bound turns to a scan of all
// triangles.
static int32_t walk_to(const wend_triangulation *t, wend_point p, int32_t triangle) {
    const wend_triangle *tris = t->triangles.data;
    const wend_point *at = t->vertices.data;
    int32_t came = -1;
    uint32_t turn = 0;
    for (int64_t steps = 2 * t->triangles.count + 16; steps > 0; steps--) {
        const wend_triangle *tri = &tris[triangle];
        if (wend_triangle_is_ghost(tri)) {
            int32_t e = ghost_base(tri, triangle);
            if (wend_cross(at[tri->v[e % 3]], at[tri->v[(e % 3 + 1) % 3]], p) > 0)
                return triangle;
            // Otherwise through the hull edge. A ghost is met again only through an edge that p is outside of.
            triangle = tri->twin[e % 3] / 3;
            came = -1;
            continue;
        }
        turn = turn * 1664525u + 1013904223u;
        int first = (int)((turn >> 16) % 3), k;
        for (k = 0; k < 3; k++) {
            int i = (first + k) % 3;
            if (3 * triangle + i == came)
                continue;
            if (wend_cross(at[tri->v[i]], at[tri->v[(i + 1) % 3]], p) < 0) {
                came = tri->twin[i];
                triangle = came / 3;
                break;
            }
        }
        if (k == 3)
            return triangle;
    }
    return scan_for(t, p);
}

int32_t wend_triangulation_locate(const wend_triangulation *t, wend_point point, int32_t hint) {
    if (t->triangles.count == 0)
        return -1;
    if (hint < 0 || hint >= t->triangles.count || wend_triangle_is_unused(&t->triangles.data[hint]))
        hint = t->hint;
    int32_t triangle = walk_to(t, point, hint);
    return triangle >= 0 ? triangle : hint; // -1: all vertices are on one line, and so is the point
}

// ---------------------------------------------------------------------------------------------------- splitting

// Triangle k becomes three around the new vertex. All keep the new vertex in corner 0, the edge opposite in slot 1.
static void split_triangle(wend_triangulation *t, int32_t k, int32_t vertex, int32_t made[3]) {
    wend_triangle old = t->triangles.data[k];
    made[0] = k;
    made[1] = wend_triangle_take(t);
    made[2] = wend_triangle_take(t);
    wend_triangle *tris = t->triangles.data;
    for (int i = 0; i < 3; i++) {
        int32_t me = made[i], after = made[(i + 1) % 3], before = made[(i + 2) % 3];
        int32_t out = old.twin[i];
        tris[me] = (wend_triangle){
            {vertex, old.v[i], old.v[(i + 1) % 3]}, {3 * before + 2, out, 3 * after}, {-1, old.mark[i], -1}};
        tris[out / 3].twin[out % 3] = 3 * me + 1;
    }
}

// The two triangles at half-edge e become four around a new vertex on it. The new halves keep e's mark on both sides;
// corner 0 and slot 1 as above.
//
//          p                     made[0] = (x, v, p)   made[1] = (x, p, u)
//        .'|'.                   made[2] = (x, u, q)   made[3] = (x, q, v)
//      u --x-- v    e: u -> v
//        '.|.'
//          q
static void split_edge(wend_triangulation *t, int32_t e, int32_t x, int32_t made[4]) {
    wend_triangle *tris = t->triangles.data;
    int32_t f = wend_edge_twin(tris, e);
    wend_triangle a = tris[e / 3], b = tris[f / 3];
    int i = e % 3, j = f % 3;
    int32_t u = a.v[i], v = a.v[(i + 1) % 3], p = a.v[(i + 2) % 3], q = b.v[(j + 2) % 3];
    int32_t mark = a.mark[i];
    made[0] = e / 3;
    made[1] = wend_triangle_take(t);
    made[2] = f / 3;
    made[3] = wend_triangle_take(t);
    tris = t->triangles.data;
    int32_t corner[4] = {v, p, u, q};
    int32_t out[4] = {a.twin[(i + 1) % 3], a.twin[(i + 2) % 3], b.twin[(j + 1) % 3], b.twin[(j + 2) % 3]};
    int32_t out_mark[4] = {a.mark[(i + 1) % 3], a.mark[(i + 2) % 3], b.mark[(j + 1) % 3], b.mark[(j + 2) % 3]};
    for (int k = 0; k < 4; k++) {
        int32_t before = made[(k + 3) % 4], after = made[(k + 1) % 4];
        int32_t mark_in = k % 2 == 0 ? mark : -1, mark_out = k % 2 == 0 ? -1 : mark;
        tris[made[k]] = (wend_triangle){
            {x, corner[k], corner[(k + 1) % 4]}, {3 * before + 2, out[k], 3 * after}, {mark_in, out_mark[k], mark_out}};
        tris[out[k] / 3].twin[out[k] % 3] = 3 * made[k] + 1;
    }
}

static void note_vertex_edges(wend_triangulation *t, const int32_t *made, int count) {
    for (int k = 0; k < count; k++) {
        const wend_triangle *tri = &t->triangles.data[made[k]];
        for (int i = 0; i < 3; i++)
            if (tri->v[i] >= 0)
                t->vertex_edge.data[tri->v[i]] = 3 * made[k] + i;
    }
}

// Where a point lies in the triangle that a walk found.
typedef struct found {
    int32_t triangle;
    int32_t edge;   // half-edge that it lies on, or -1
    int32_t vertex; // equal vertex, or -1
} found;

static found look_closer(const wend_triangulation *t, wend_point p, int32_t triangle) {
    const wend_triangle *tri = &t->triangles.data[triangle];
    const wend_point *at = t->vertices.data;
    found f = {triangle, -1, -1};
    if (wend_triangle_is_ghost(tri))
        return f;
    for (int i = 0; i < 3; i++) {
        if (wend_point_equal(at[tri->v[i]], p))
            f.vertex = tri->v[i];
        if (wend_cross(at[tri->v[i]], at[tri->v[(i + 1) % 3]], p) == 0)
            f.edge = 3 * triangle + i;
    }
    return f;
}

// Puts vertex (already in the array) where `f` says and flips around it. Room was reserved.
static wend_result place_vertex(wend_triangulation *t, found f, int32_t vertex) {
    int32_t made[4];
    int count = f.edge >= 0 ? 4 : 3;
    if (f.edge >= 0)
        split_edge(t, f.edge, vertex, made);
    else
        split_triangle(t, f.triangle, vertex, made);
    if (t->keep_vertex_edge)
        note_vertex_edges(t, made, count);
    t->hint = made[0];
    // Lawson's flips, with the new vertex always in corner 0: only slot 1 can be bad.
    for (int k = 0; k < count; k++)
        if (!wend_array_push(t->context, &t->stack, 3 * made[k] + 1))
            return WEND_ERROR_MEMORY;
    while (t->stack.count > 0) {
        if (!wend_array_reserve(t->context, &t->stack, t->stack.count + 1))
            return WEND_ERROR_MEMORY;
        int32_t e = t->stack.data[--t->stack.count];
        if (!wend_edge_is_bad(t, e))
            continue;
        int32_t g = wend_edge_twin(t->triangles.data, e);
        wend_flip(t, e);
        t->stack.data[t->stack.count++] = 3 * (e / 3) + 1;
        t->stack.data[t->stack.count++] = 3 * (g / 3) + 1;
    }
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- in bulk

enum { FEW = 64 }; // points for which no order pays

static bool insertion_order(wend_context *context, const wend_point *points, int32_t count, wend_key *keys) {
    if (count <= FEW) {
        for (int32_t i = 0; i < count; i++)
            keys[i].index = i;
        return true;
    }
    int32_t x0 = points[0].x, x1 = x0, y0 = points[0].y, y1 = y0;
    for (int32_t i = 1; i < count; i++) {
        x0 = points[i].x < x0 ? points[i].x : x0;
        x1 = points[i].x > x1 ? points[i].x : x1;
        y0 = points[i].y < y0 ? points[i].y : y0;
        y1 = points[i].y > y1 ? points[i].y : y1;
    }
    int64_t size = (int64_t)x1 - x0 > (int64_t)y1 - y0 ? (int64_t)x1 - x0 : (int64_t)y1 - y0;
    // All bits of both coordinates count: points may be crowded in a corner of their box. 2^30 itself needs a 31st bit.
    int bits = 1, drop = size >> 30 > 0;
    while (size >> drop >> bits > 0)
        bits++;
    for (int32_t i = 0; i < count; i++) {
        uint32_t x = (uint32_t)(((int64_t)points[i].x - x0) >> drop);
        uint32_t y = (uint32_t)(((int64_t)points[i].y - y0) >> drop);
        keys[i] = (wend_key){(uint64_t)wend_round_of(i) << 60 | wend_hilbert(x, y, bits), i, 0};
    }
    return wend_sort_keys(context, keys, count);
}

static int compare_points(const void *a, const void *b, const void *points) {
    wend_point p = ((const wend_point *)points)[*(const int32_t *)a],
               q = ((const wend_point *)points)[*(const int32_t *)b];
    return wend_point_less(p, q) ? -1 : wend_point_less(q, p) ? 1 : 0;
}

// How many points at the beginning of the order are on one line.
static int32_t collinear_beginning(const wend_point *points, const wend_key *order, int32_t count) {
    wend_point a = points[order[0].index], b = a;
    for (int32_t i = 1; i < count; i++) {
        wend_point p = points[order[i].index];
        if (wend_point_equal(a, b))
            b = p;
        else if (wend_cross(a, b, p) != 0)
            return i;
    }
    return count;
}

// Triangles 2k = (c_k, c_k+1, ghost) and 2k+1 = (c_k+1, c_k, ghost) for the edges of the chain of vertices c_0 .. c_n.
static void lay_chain(wend_triangulation *t, const int32_t *chain, int32_t edges) {
    for (int32_t k = 0; k < edges; k++) {
        int32_t a = 2 * k, b = 2 * k + 1;
        int32_t left_after = k + 1 < edges ? 3 * (2 * k + 2) + 2 : 3 * b + 2;
        int32_t left_before = k > 0 ? 3 * (2 * k - 2) + 1 : 3 * b + 1;
        int32_t right_after = k > 0 ? 3 * (2 * k - 1) + 2 : 3 * a + 2;
        int32_t right_before = k + 1 < edges ? 3 * (2 * k + 3) + 1 : 3 * a + 1;
        t->triangles.data[a] =
            (wend_triangle){{chain[k], chain[k + 1], WEND_GHOST}, {3 * b, left_after, left_before}, {-1, -1, -1}};
        t->triangles.data[b] =
            (wend_triangle){{chain[k + 1], chain[k], WEND_GHOST}, {3 * a, right_after, right_before}, {-1, -1, -1}};
    }
    t->triangles.count = 2 * (int64_t)edges;
}

// Makes the vertices of the collinear beginning, equal points sharing one, and lays them out as a chain.
static wend_result begin_with_chain(wend_triangulation *t, const wend_point *points, const wend_key *order,
                                    int32_t count) {
    if (!wend_array_reserve(t->context, &t->stack, count)) // empty still: room for the chain
        return WEND_ERROR_MEMORY;
    int32_t *sorted = t->stack.data;
    for (int32_t i = 0; i < count; i++)
        sorted[i] = order[i].index;
    if (!wend_sort(t->context, sorted, count, sizeof(int32_t), compare_points, points))
        return WEND_ERROR_MEMORY;
    int32_t made = 0;
    for (int32_t i = 0; i < count; i++) {
        wend_point p = points[sorted[i]];
        if (made == 0 || !wend_point_equal(t->vertices.data[made - 1], p))
            t->vertices.data[made++] = p;
        t->point_vertex.data[sorted[i]] = made - 1;
    }
    for (int32_t i = 0; i < made; i++)
        sorted[i] = i;
    t->vertices.count = made;
    lay_chain(t, sorted, made - 1);
    return WEND_OK;
}

static wend_result insert_rest(wend_triangulation *t, const wend_point *points, const wend_key *order, int32_t from,
                               int32_t count) {
    for (int32_t i = from; i < count; i++) {
        if (i % 65536 == 0 && wend_pause(t->context, "triangulate", (double)i / count))
            return WEND_ERROR_CANCELLED;
        wend_point p = points[order[i].index];
        found f = look_closer(t, p, walk_to(t, p, t->hint));
        if (f.vertex < 0) {
            f.vertex = (int32_t)t->vertices.count;
            t->vertices.data[t->vertices.count++] = p;
            wend_result result = place_vertex(t, f, f.vertex);
            if (result != WEND_OK)
                return result;
        }
        t->point_vertex.data[order[i].index] = f.vertex;
    }
    return WEND_OK;
}

static void note_all_vertex_edges(wend_triangulation *t) {
    t->vertex_edge.count = t->vertices.count;
    for (int64_t v = 0; v < t->vertices.count; v++)
        t->vertex_edge.data[v] = WEND_VERTEX_ALONE;
    for (int32_t k = 0; k < t->triangles.count; k++)
        note_vertex_edges(t, &k, 1);
}

wend_result wend_triangulation_add_points(wend_triangulation *t, const wend_point *points, int32_t count) {
    if (!wend_array_resize(t->context, &t->point_vertex, count) || !wend_triangulation_reserve(t, count))
        return WEND_ERROR_MEMORY;
    if (count == 0)
        return WEND_OK;
    wend_key few[FEW];
    size_t bytes = count > FEW ? (size_t)count * sizeof(wend_key) : 0;
    wend_key *order = bytes > 0 ? wend_allocate_array(t->context, count, sizeof *order) : few;
    if (!order)
        return WEND_ERROR_MEMORY;
    t->keep_vertex_edge = false;
    wend_result result = WEND_ERROR_MEMORY;
    if (insertion_order(t->context, points, count, order)) {
        int32_t chain = collinear_beginning(points, order, count);
        result = begin_with_chain(t, points, order, chain);
        if (result == WEND_OK)
            result = insert_rest(t, points, order, chain, count);
    }
    if (bytes > 0)
        wend_release(t->context, order, bytes);
    t->keep_vertex_edge = true;
    if (result == WEND_OK)
        note_all_vertex_edges(t);
    return result;
}

// ---------------------------------------------------------------------------------------------------- one by one

// The two halves of a split edge came out with one list of pieces in common; gives half-edge e a copy of its own.
static wend_result copy_pieces(wend_triangulation *t, int32_t e) {
    int32_t piece = wend_edge_mark(t->triangles.data, e);
    int32_t twin = wend_edge_twin(t->triangles.data, e);
    t->triangles.data[e / 3].mark[e % 3] = -1;
    t->triangles.data[twin / 3].mark[twin % 3] = -1;
    for (; piece >= 0; piece = t->pieces.data[piece].next)
        if (!wend_edge_add_piece(t, e, t->pieces.data[piece].segment))
            return WEND_ERROR_MEMORY;
    return WEND_OK;
}

static int64_t pieces_on(const wend_triangulation *t, int32_t e) {
    int64_t count = 0;
    for (int32_t piece = wend_edge_mark(t->triangles.data, e); piece >= 0; piece = t->pieces.data[piece].next)
        count++;
    return count;
}

static bool all_collinear(const wend_triangulation *t) {
    for (int64_t k = 0; k < t->triangles.count; k++)
        if (!wend_triangle_is_ghost(&t->triangles.data[k]) && !wend_triangle_is_unused(&t->triangles.data[k]))
            return false;
    return true;
}

// One of the halves of a split edge at its new vertex.
static int32_t marked_edge_from(const wend_triangulation *t, int32_t vertex) {
    int32_t e = t->vertex_edge.data[vertex];
    while (wend_edge_mark(t->triangles.data, e) < 0)
        e = wend_edge_around(t->triangles.data, e);
    return e;
}

// Whether two edges with one list of pieces in common meet in a vertex: the halves of an edge just split.
static bool was_split(const wend_triangulation *t, int32_t vertex) {
    int32_t first = t->vertex_edge.data[vertex], e = first, mark = -1;
    if (first < 0)
        return false;
    do {
        int32_t seen = wend_edge_mark(t->triangles.data, e);
        if (seen >= 0 && seen == mark)
            return true;
        mark = seen >= 0 ? seen : mark;
        e = wend_edge_around(t->triangles.data, e);
    } while (e != first);
    return false;
}

// The vertex equal to a point, by looking at all of them.
static int32_t equal_vertex(const wend_triangulation *t, wend_point p) {
    for (int32_t v = 0; v < t->vertices.count; v++)
        if (t->vertex_edge.data[v] != WEND_VERTEX_REMOVED && wend_point_equal(t->vertices.data[v], p))
            return v;
    return -1;
}

// For each vertex, the mark of the edge from it to the next vertex along the line.
static void marks_along(const wend_triangulation *t, int32_t *marks) {
    for (int64_t v = 0; v < t->vertices.count; v++)
        marks[v] = -1;
    for (int32_t k = 0; k < t->triangles.count; k++) {
        const wend_triangle *tri = &t->triangles.data[k];
        if (wend_triangle_is_unused(tri))
            continue;
        int i = ghost_base(tri, k) % 3;
        int32_t u = tri->v[i], v = tri->v[(i + 1) % 3];
        marks[wend_point_less(t->vertices.data[u], t->vertices.data[v]) ? u : v] = tri->mark[i];
    }
}

bool wend_triangulation_relay(wend_triangulation *t, int32_t added) {
    int64_t count = t->vertices.count;
    WEND_ARRAY(int32_t) chain = {0}, marks = {0};
    bool good = wend_array_resize(t->context, &chain, count) && wend_array_resize(t->context, &marks, count) &&
                wend_array_reserve(t->context, &t->triangles, 2 * count);
    if (good) {
        marks_along(t, marks.data);
        chain.count = 0;
        for (int32_t v = 0; v < count; v++)
            if (t->vertex_edge.data[v] != WEND_VERTEX_REMOVED)
                chain.data[chain.count++] = v;
        good = wend_sort(t->context, chain.data, chain.count, sizeof(int32_t), compare_points, t->vertices.data);
    }
    if (good) {
        t->unused = -1;
        t->hint = 0;
        lay_chain(t, chain.data, chain.count > 0 ? (int32_t)chain.count - 1 : 0);
        for (int64_t k = 0; k < chain.count; k++)
            t->vertex_edge.data[chain.data[k]] = WEND_VERTEX_ALONE;
        for (int32_t k = 0; k + 1 < chain.count; k++) {
            int32_t from = chain.data[k] == added && k > 0 ? chain.data[k - 1] : chain.data[k];
            t->triangles.data[2 * k].mark[0] = t->triangles.data[2 * k + 1].mark[0] = marks.data[from];
            note_vertex_edges(t, (int32_t[2]){2 * k, 2 * k + 1}, 2);
        }
    }
    wend_array_free(t->context, &chain);
    wend_array_free(t->context, &marks);
    return good;
}

static int32_t append_vertex(wend_triangulation *t, wend_point point) {
    t->vertices.data[t->vertices.count++] = point;
    t->vertex_edge.data[t->vertex_edge.count++] = WEND_VERTEX_ALONE;
    return (int32_t)t->vertices.count - 1;
}

// Inserts into a triangulation whose vertices are all on one line, without room for it yet.
static wend_result insert_beside_chain(wend_triangulation *t, wend_point point, int32_t *vertex) {
    *vertex = equal_vertex(t, point);
    if (*vertex >= 0)
        return WEND_OK;
    if (!wend_triangulation_reserve(t, 1) || !wend_array_reserve(t->context, &t->pieces, 2 * t->pieces.count))
        return WEND_ERROR_MEMORY;
    int32_t beside = scan_for(t, point);
    *vertex = append_vertex(t, point);
    if (beside >= 0)
        return place_vertex(t, (found){beside, -1, -1}, *vertex);
    if (wend_triangulation_relay(t, *vertex))
        return WEND_OK;
    t->vertices.count--;
    t->vertex_edge.count--;
    *vertex = -1;
    return WEND_ERROR_MEMORY;
}

wend_result wend_triangulation_insert_vertex(wend_triangulation *t, wend_point point, int32_t *vertex) {
    if (t == NULL || vertex == NULL)
        return WEND_ERROR_ARGUMENT;
    *vertex = -1;
    if (point.x > WEND_COORDINATE_MAX || point.x < -WEND_COORDINATE_MAX || point.y > WEND_COORDINATE_MAX ||
        point.y < -WEND_COORDINATE_MAX)
        return WEND_ERROR_RANGE;
    wend_result leftover = wend_legalise(t); // of a call that ran out of memory
    if (leftover != WEND_OK)
        return leftover;
    if (all_collinear(t)) {
        wend_result result = insert_beside_chain(t, point, vertex);
        if (result == WEND_OK && was_split(t, *vertex))
            result = copy_pieces(t, marked_edge_from(t, *vertex));
        return result;
    }
    found f = look_closer(t, point, walk_to(t, point, t->hint));
    *vertex = f.vertex;
    if (f.vertex >= 0)
        return WEND_OK;
    int64_t more_pieces = f.edge >= 0 ? pieces_on(t, f.edge) : 0;
    if (!wend_triangulation_reserve(t, 1) ||
        !wend_array_reserve(t->context, &t->pieces, t->pieces.count + more_pieces) ||
        !wend_array_reserve(t->context, &t->stack, 2 * t->triangles.capacity + 16))
        return WEND_ERROR_MEMORY;
    *vertex = append_vertex(t, point);
    wend_result result = place_vertex(t, f, *vertex);
    if (result == WEND_OK && more_pieces > 0)
        result = copy_pieces(t, marked_edge_from(t, *vertex));
    return result;
}

// Constraints into and out of the triangulation, and vertices out of it.
//
// A constraint from a to b is laid vertex by vertex. Standing in a vertex on the line, either an edge of the
// triangulation runs along it and is marked, or the line enters a triangle and crosses a corridor of edges until it
// meets the next vertex exactly on it. The triangles of the corridor are taken out, which leaves two polygons, one
// above the line and one below:
//
//               u2                     The polygon above: a, u1, u2, u3, b. Every vertex of it sees the line (its
//        u1   .-'  `-. u3              triangle crossed the line), so a Graham scan triangulates it in one pass: keep a
//        . '          ` .              stack, and while its last two vertices and the next one turn right, cut that ear
//     a ----------------- b            off. The stack ends as a, b: were a vertex left between them, all of those would
//                                      be reflex, and the angles of the polygon would add up to too much.
//
// All triangles made are counter-clockwise and the polygon is a disc, so the result is a triangulation; nothing here
// compares positions of far elements, so it holds on surfaces that overlap themselves too. Then edges are flipped until
// all are Delaunay. Long polygons could take very many flips: they are triangulated by cavity.c, Delaunay from the
// start, and in this way only should that give up.
//
// A polygon may touch itself: an edge inside it that hangs from its border is met from both sides. Its two half-edges
// are then both in the corridor, and are joined to each other again at the end.
#include "geom/triangulation.h"

// ---------------------------------------------------------------------------------------------------- walking

// Whether the line a-b leaves vertex `from` through the corner of half-edge e: along e, or into its triangle.
static bool leaves_by(const wend_triangulation *t, int32_t e, wend_point from, wend_point a, wend_point b,
                      wend_step *step) {
    const wend_triangle *tris = t->triangles.data;
    const wend_point *at = t->vertices.data;
    int32_t x = wend_edge_start(tris, wend_half_next(e)), y = wend_edge_start(tris, wend_half_previous(e));
    if (x < 0)
        return false;
    int64_t side = wend_cross(a, b, at[x]);
    if (side == 0 && wend_dot(from, b, at[x]) > 0) {
        *step = (wend_step){e, true};
        return true;
    }
    // From x on the right counter-clockwise to y on the left: the ray ahead lies between.
    *step = (wend_step){wend_half_next(e), false};
    return side < 0 && y >= 0 && wend_cross(a, b, at[y]) > 0;
}

wend_step wend_walk_leave(const wend_triangulation *t, int32_t from, wend_point a, wend_point b) {
    wend_step step = {-1, false};
    int32_t e = t->vertex_edge.data[from];
    while (!leaves_by(t, e, t->vertices.data[from], a, b, &step))
        e = wend_edge_around(t->triangles.data, e);
    return step;
}

// The half-edge from a to b, or -1. Goes round both at once, so it costs the smaller fan.
static int32_t edge_between(const wend_triangulation *t, int32_t a, int32_t b) {
    const wend_triangle *tris = t->triangles.data;
    int32_t e = t->vertex_edge.data[a], e_first = e, f = t->vertex_edge.data[b], f_first = f;
    do {
        if (wend_edge_start(tris, wend_half_next(e)) == b)
            return e;
        if (wend_edge_start(tris, wend_half_next(f)) == a)
            return wend_edge_twin(tris, f);
        e = wend_edge_around(tris, e);
        f = wend_edge_around(tris, f);
    } while (e != e_first && f != f_first);
    return -1;
}

wend_step wend_walk_begin(const wend_triangulation *t, int32_t *from, int32_t *to) {
    wend_point a = t->vertices.data[*from], b = t->vertices.data[*to];
    int32_t e = t->vertex_edge.data[*from], f = t->vertex_edge.data[*to];
    wend_step step;
    while (!leaves_by(t, e, a, a, b, &step)) {
        if (leaves_by(t, f, b, b, a, &step)) {
            int32_t swap = *from;
            *from = *to;
            *to = swap;
            break;
        }
        e = wend_edge_around(t->triangles.data, e);
        f = wend_edge_around(t->triangles.data, f);
    }
    return step;
}

int32_t wend_walk_on(const wend_triangulation *t, int32_t edge, wend_point a, wend_point b, int32_t *vertex) {
    const wend_triangle *tris = t->triangles.data;
    int32_t back = wend_edge_twin(tris, edge); // runs from left to right
    int32_t apex = wend_edge_start(tris, wend_half_previous(back));
    int64_t side = wend_cross(a, b, t->vertices.data[apex]);
    *vertex = side == 0 ? apex : -1;
    // The crossed edge starts on the right. Behind it, leave by the edge whose ends are on different sides.
    return side > 0 ? wend_half_next(back) : wend_half_previous(back);
}

// Whether the line from vertex `from` (on a-b) to vertex `last` crosses an edge with pieces.
static bool is_blocked(const wend_triangulation *t, int32_t from, wend_point a, wend_point b, int32_t last) {
    while (from != last) {
        wend_step step = wend_walk_leave(t, from, a, b);
        if (step.along) {
            from = wend_edge_start(t->triangles.data, wend_half_next(step.edge));
            continue;
        }
        int32_t vertex = -1;
        for (int32_t e = step.edge; vertex < 0; e = wend_walk_on(t, e, a, b, &vertex))
            if (wend_edge_mark(t->triangles.data, e) >= 0)
                return true;
        from = vertex;
    }
    return false;
}

// Collects the edges crossed from the first one on, up to the next vertex on the line. *blocked when one has pieces.
static bool collect_crossed(wend_triangulation *t, wend_corridor *c, int32_t edge, wend_point a, wend_point b,
                            int32_t *vertex, bool *blocked) {
    c->crossed.count = 0;
    *vertex = -1;
    *blocked = false;
    while (*vertex < 0) {
        *blocked |= wend_edge_mark(t->triangles.data, edge) >= 0;
        if (!wend_array_push(t->context, &c->crossed, edge))
            return false;
        edge = wend_walk_on(t, edge, a, b, vertex);
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- refilling

// Lists the border above (from a to b) or below the line (from b to a). The first and last triangle of the corridor
// have an edge on both; each other one has one, on the side where the crossed edges before and after it do not meet.
static bool list_border(wend_triangulation *t, wend_corridor *c, bool above) {
    const wend_triangle *tris = t->triangles.data;
    int64_t n = c->crossed.count;
    // Triangle k of the corridor lies before crossed edge k; the last one behind crossed edge n - 1.
    for (int64_t step = 0; step <= n; step++) {
        int64_t k = above ? step : n - step;
        int32_t before = k > 0 ? wend_edge_twin(tris, c->crossed.data[k - 1]) : -1;
        int32_t after = k < n ? c->crossed.data[k] : -1;
        int32_t edge;
        if (k == 0) // corners from, right, left; `after` runs right -> left
            edge = above ? wend_half_next(after) : wend_half_previous(after);
        else if (k == n) // `before` runs left -> right; the third corner is the end
            edge = above ? wend_half_previous(before) : wend_half_next(before);
        else if ((after == wend_half_next(before)) == above)
            edge = above ? wend_half_previous(before) : wend_half_next(before);
        else
            continue;
        if (!wend_array_push(t->context, &c->edges, edge))
            return false;
    }
    return true;
}

enum { PLAIN_SIZE = 24 }; // polygons of up to this many borders are flipped to Delaunay soon enough

static bool gather(wend_triangulation *t, wend_corridor *c) {
    c->edges.count = c->borders.count = c->spare.count = 0;
    if (!list_border(t, c, false))
        return false;
    c->below = c->edges.count;
    if (!list_border(t, c, true) || !wend_array_resize(t->context, &c->borders, c->edges.count) ||
        !wend_array_reserve(t->context, &c->spare, c->crossed.count + 1) ||
        !wend_array_reserve(t->context, &c->ear_vertex, c->edges.count + 2) ||
        !wend_array_reserve(t->context, &c->ear_edge, c->edges.count + 2) ||
        (c->edges.count > PLAIN_SIZE && !wend_cavity_reserve(t->context, &c->cavity, c->edges.count + 2)) ||
        !wend_array_reserve(t->context, &t->stack, t->stack.count + 3 * (c->crossed.count + 1)))
        return false;
    wend_triangle *tris = t->triangles.data;
    for (int64_t i = 0; i < c->edges.count; i++) {
        int32_t e = c->edges.data[i];
        // Half-edges run against the polygon's order on both sides: from the farther end to the nearer one.
        c->borders.data[i] =
            (wend_border){wend_edge_start(tris, e), wend_edge_twin(tris, e), wend_edge_mark(tris, e), -1};
    }
    // Mark what is behind each border; where that is itself a border, both learn of it.
    for (int64_t i = 0; i < c->edges.count; i++) {
        int32_t out = c->borders.data[i].outside;
        tris[out / 3].twin[out % 3] = ~(int32_t)i;
    }
    for (int64_t i = 0; i < c->edges.count; i++) {
        int32_t seen = wend_edge_twin(tris, c->edges.data[i]);
        if (seen < 0)
            c->borders.data[i].outside = seen;
    }
    for (int64_t k = 0; k < c->crossed.count; k++)
        c->spare.data[c->spare.count++] = c->crossed.data[k] / 3;
    c->spare.data[c->spare.count++] = wend_edge_twin(tris, c->crossed.data[c->crossed.count - 1]) / 3;
    return true;
}

static void set_edge(wend_triangulation *t, wend_corridor *c, int32_t half_edge, int32_t reference) {
    wend_triangle *tris = t->triangles.data;
    if (reference >= 0) {
        wend_edges_join(tris, half_edge, reference);
        tris[half_edge / 3].mark[half_edge % 3] = -1;
        return;
    }
    c->borders.data[~reference].inside = half_edge;
    tris[half_edge / 3].mark[half_edge % 3] = c->borders.data[~reference].mark;
}

// Graham scan over the borders [first, end), which lead from vertex `from` to the end of the polygon. Returns the
// half-edge along the line, from `from` to the end, with the polygon on its left.
static int32_t refill_plainly(wend_triangulation *t, wend_corridor *c, int32_t from, int64_t first, int64_t end) {
    const wend_point *at = t->vertices.data;
    int64_t top = 0;
    int32_t *vertex = c->ear_vertex.data, *edge = c->ear_edge.data;
    vertex[0] = from;
    edge[0] = -1;
    for (int64_t i = first; i < end; i++) {
        int32_t w = c->borders.data[i].vertex, reference = ~(int32_t)i;
        while (top > 0 && wend_cross(at[vertex[top - 1]], at[vertex[top]], at[w]) < 0) {
            int32_t k = c->spare.data[--c->spare.count];
            t->triangles.data[k] = (wend_triangle){{vertex[top - 1], w, vertex[top]}, {-1, -1, -1}, {-1, -1, -1}};
            set_edge(t, c, 3 * k + 1, reference);
            set_edge(t, c, 3 * k + 2, edge[top]);
            for (int corner = 0; corner < 3; corner++)
                t->vertex_edge.data[t->triangles.data[k].v[corner]] = 3 * k + corner;
            // Every edge is doubted once: a new one where it is made, one of the border where it is met.
            t->stack.data[t->stack.count++] = 3 * k;
            if (reference < 0)
                t->stack.data[t->stack.count++] = 3 * k + 1;
            if (edge[top] < 0)
                t->stack.data[t->stack.count++] = 3 * k + 2;
            reference = 3 * k;
            top--;
        }
        top++;
        vertex[top] = w;
        edge[top] = reference;
    }
    return edge[1];
}

// The vertex at a position of the polygon that begins in `from` and follows the borders from `first` on.
static int32_t polygon_vertex(const wend_corridor *c, int32_t from, int64_t first, int64_t position) {
    return position == 0 ? from : c->borders.data[first + position - 1].vertex;
}

// Puts a cavity's triangles into the triangulation. Returns the half-edge along the line.
static int32_t install_cavity(wend_triangulation *t, wend_corridor *c, int32_t from, int64_t first) {
    const wend_cavity *cavity = &c->cavity;
    int32_t *place = c->ear_vertex.data; // where each of its triangles goes
    for (int64_t k = 0; k < cavity->triangles.count; k++)
        place[k] = c->spare.data[--c->spare.count];
    for (int64_t k = 0; k < cavity->triangles.count; k++) {
        const wend_cavity_triangle *local = &cavity->triangles.data[k];
        wend_triangle *tri = &t->triangles.data[place[k]];
        *tri = (wend_triangle){{-1, -1, -1}, {-1, -1, -1}, {-1, -1, -1}};
        for (int i = 0; i < 3; i++) {
            tri->v[i] = polygon_vertex(c, from, first, local->v[i]);
            t->vertex_edge.data[tri->v[i]] = 3 * place[k] + i;
            if (local->twin[i] >= 0)
                tri->twin[i] = 3 * place[local->twin[i] / 3] + local->twin[i] % 3;
            if (local->twin[i] < 3 * k + i) // once for each edge, and the border
                t->stack.data[t->stack.count++] = 3 * place[k] + i;
        }
    }
    for (int64_t i = 0; i + 1 < cavity->points.count; i++) {
        int32_t e = cavity->inside.data[i];
        set_edge(t, c, 3 * place[e / 3] + e % 3, ~(int32_t)(first + i));
    }
    return 3 * place[cavity->base / 3] + cavity->base % 3;
}

// Refills the polygon over the borders [first, end). Returns the half-edge along the line as refill_plainly does.
static int32_t refill(wend_triangulation *t, wend_corridor *c, int32_t from, int64_t first, int64_t end) {
    if (end - first <= PLAIN_SIZE)
        return refill_plainly(t, c, from, first, end);
    c->cavity.points.count = end - first + 1;
    for (int64_t i = 0; i < c->cavity.points.count; i++)
        c->cavity.points.data[i] = t->vertices.data[polygon_vertex(c, from, first, i)];
    return wend_cavity_fill(&c->cavity) ? install_cavity(t, c, from, first) : refill_plainly(t, c, from, first, end);
}

static void join_borders(wend_triangulation *t, wend_corridor *c) {
    for (int64_t i = 0; i < c->borders.count; i++) {
        const wend_border *b = &c->borders.data[i];
        wend_edges_join(t->triangles.data, b->inside,
                        b->outside >= 0 ? b->outside : c->borders.data[~b->outside].inside);
    }
}

// Replaces the corridor's triangles so that an edge runs from vertex `from` to vertex `to`; returns that half-edge, or
// -1 when memory is short (nothing changed).
static int32_t cut_through(wend_triangulation *t, wend_corridor *c, int32_t from, int32_t to) {
    if (!gather(t, c))
        return -1;
    int32_t back = refill(t, c, to, 0, c->below);
    int32_t forth = refill(t, c, from, c->below, c->borders.count);
    join_borders(t, c);
    wend_edges_join(t->triangles.data, forth, back);
    return forth;
}

// ---------------------------------------------------------------------------------------------------- inserting

// A constraint being laid: the line a-b, as far as vertex `from`, up to vertex `last`.
typedef struct lay {
    wend_point a, b;
    int32_t from, last, segment;
    bool checked; // whether the rest of the way is known to be free
} lay;

// Lays one step: marks an edge, or cuts through to the next vertex on the line.
static wend_result lay_step(wend_triangulation *t, lay *l, wend_step step) {
    if (!wend_array_reserve(t->context, &t->pieces, t->pieces.count + 1))
        return WEND_ERROR_MEMORY;
    int32_t next = wend_edge_start(t->triangles.data, wend_half_next(step.edge));
    bool blocked = false;
    if (!step.along && !collect_crossed(t, &t->corridor, step.edge, l->a, l->b, &next, &blocked))
        return WEND_ERROR_MEMORY;
    // Before the first change, see that the rest of the way is free.
    if (blocked || (!l->checked && next != l->last && is_blocked(t, next, l->a, l->b, l->last)))
        return WEND_ERROR_INVALID;
    l->checked = true;
    int32_t edge = step.along ? step.edge : cut_through(t, &t->corridor, l->from, next);
    if (edge < 0)
        return WEND_ERROR_MEMORY;
    wend_edge_add_piece(t, edge, l->segment);
    l->from = next;
    return step.along ? WEND_OK : wend_legalise(t);
}

static bool is_living(const wend_triangulation *t, int32_t vertex) {
    return vertex >= 0 && vertex < t->vertices.count && t->vertex_edge.data[vertex] != WEND_VERTEX_REMOVED;
}

wend_result wend_triangulation_insert_constraint(wend_triangulation *t, int32_t a, int32_t b, int32_t segment) {
    if (t == NULL)
        return WEND_ERROR_ARGUMENT;
    if (!is_living(t, a) || !is_living(t, b) || segment < 0)
        return WEND_ERROR_ARGUMENT;
    wend_result result = wend_legalise(t); // what a call that ran out of memory left
    if (result != WEND_OK || a == b)
        return result;
    int32_t edge = edge_between(t, a, b);
    wend_step step = edge >= 0 ? (wend_step){edge, true} : wend_walk_begin(t, &a, &b);
    lay l = {t->vertices.data[a], t->vertices.data[b], a, b, segment, false};
    result = lay_step(t, &l, step);
    while (l.from != b && result == WEND_OK)
        result = lay_step(t, &l, wend_walk_leave(t, l.from, l.a, l.b));
    return result;
}

wend_result wend_triangulation_remove_constraint(wend_triangulation *t, int32_t e) {
    if (t == NULL)
        return WEND_ERROR_ARGUMENT;
    if (e < 0 || e >= 3 * t->triangles.count || wend_edge_mark(t->triangles.data, e) < 0)
        return WEND_ERROR_ARGUMENT;
    if (!wend_array_push(t->context, &t->stack, e))
        return WEND_ERROR_MEMORY;
    int32_t f = wend_edge_twin(t->triangles.data, e); // nothing has flipped yet: leftovers of the stack come after
    t->triangles.data[e / 3].mark[e % 3] = -1;
    t->triangles.data[f / 3].mark[f % 3] = -1;
    return wend_legalise(t);
}

// ------------------------------------------------------------------------------------------------ removing vertices

typedef struct star {
    int degree;
    int ghosts;  // spokes to the ghost
    bool proper; // whether a triangle of the star is none of the ghosts
    bool marked; // whether a spoke has pieces
} star;

// Measures the star of a vertex and lists its triangles in the corridor's `spare`.
static bool measure_star(wend_triangulation *t, int32_t vertex, star *s) {
    *s = (star){0};
    t->corridor.spare.count = 0;
    int32_t first = t->vertex_edge.data[vertex], e = first;
    do {
        const wend_triangle *tris = t->triangles.data;
        s->ghosts += wend_edge_start(tris, wend_half_next(e)) < 0;
        s->marked |= wend_edge_mark(tris, e) >= 0;
        s->proper |= !wend_triangle_is_ghost(&tris[e / 3]);
        s->degree++;
        if (!wend_array_push(t->context, &t->corridor.spare, e / 3))
            return false;
        e = wend_edge_around(tris, e);
    } while (e != first);
    return true;
}

// The three triangles around a vertex of degree 3 become one.
static void merge_three(wend_triangulation *t, int32_t vertex) {
    wend_triangle *tris = t->triangles.data;
    int32_t e0 = t->vertex_edge.data[vertex], e1 = wend_edge_around(tris, e0), e2 = wend_edge_around(tris, e1);
    int32_t kept = e0 / 3, rim[3] = {wend_half_next(e0), wend_half_next(e1), wend_half_next(e2)};
    wend_triangle merged;
    for (int i = 0; i < 3; i++) {
        merged.v[i] = wend_edge_start(tris, rim[i]);
        merged.twin[i] = wend_edge_twin(tris, rim[i]);
        merged.mark[i] = wend_edge_mark(tris, rim[i]);
    }
    wend_triangle_drop(t, e1 / 3);
    wend_triangle_drop(t, e2 / 3);
    tris[kept] = merged;
    for (int i = 0; i < 3; i++) {
        tris[merged.twin[i] / 3].twin[merged.twin[i] % 3] = 3 * kept + i;
        if (merged.v[i] >= 0)
            t->vertex_edge.data[merged.v[i]] = 3 * kept + i;
    }
    t->hint = kept;
}

// Whether the spoke e of a star can be flipped away: its neighbours and its tip form a counter-clockwise ear that does
// not hold the centre inside.
static bool is_ear(const wend_triangulation *t, int32_t e) {
    const wend_triangle *tris = t->triangles.data;
    const wend_point *at = t->vertices.data;
    int32_t centre = wend_edge_start(tris, e), tip = wend_edge_start(tris, wend_half_next(e));
    int32_t left = wend_edge_start(tris, wend_half_previous(e));
    int32_t right = wend_edge_start(tris, wend_half_previous(wend_edge_twin(tris, e)));
    return wend_cross(at[right], at[tip], at[left]) > 0 && wend_cross(at[right], at[left], at[centre]) >= 0;
}

// Takes a vertex inside the hull out: flips spokes away until three are left. A star polygon always has such an ear.
static void remove_inner(wend_triangulation *t, int32_t vertex, int degree) {
    int32_t e = t->vertex_edge.data[vertex];
    for (; degree > 3; degree--) {
        while (!is_ear(t, e))
            e = wend_edge_around(t->triangles.data, e);
        wend_flip(t, e);
        e = t->vertex_edge.data[vertex];
    }
    merge_three(t, vertex);
}

// Takes a hull vertex out: its proper triangles become ghosts, its two ghosts go. The dents this leaves are filled by
// flipping.
static void remove_outer(wend_triangulation *t, int32_t vertex) {
    wend_triangle *tris = t->triangles.data;
    int32_t e = t->vertex_edge.data[vertex];
    while (wend_edge_start(tris, wend_half_next(e)) >= 0)
        e = wend_edge_around(tris, e);
    // e: vertex -> ghost. Its triangle and its twin's are the two ghosts of the vertex.
    int32_t f = wend_edge_twin(tris, e);
    int32_t left_out = wend_edge_twin(tris, wend_half_next(e)), left_in = wend_edge_twin(tris, wend_half_previous(e));
    int32_t right_in = wend_edge_twin(tris, wend_half_next(f)), right_out = wend_edge_twin(tris, wend_half_previous(f));
    for (int32_t k = left_in; k / 3 != f / 3; k = wend_edge_around(tris, k)) {
        tris[k / 3].v[k % 3] = WEND_GHOST;
        int32_t rim = wend_half_next(k), rim_end = wend_half_previous(k);
        t->vertex_edge.data[wend_edge_start(tris, rim)] = rim;
        t->vertex_edge.data[wend_edge_start(tris, rim_end)] = rim_end;
        t->hint = k / 3;
    }
    wend_edges_join(tris, left_out, left_in);
    wend_edges_join(tris, right_out, right_in);
    wend_triangle_drop(t, e / 3);
    wend_triangle_drop(t, f / 3);
}

static wend_result remove_from_chain(wend_triangulation *t, int32_t vertex) {
    int32_t edge = t->vertex_edge.data[vertex];
    t->vertex_edge.data[vertex] = WEND_VERTEX_REMOVED;
    if (wend_triangulation_relay(t, -1))
        return WEND_OK;
    t->vertex_edge.data[vertex] = edge;
    return WEND_ERROR_MEMORY;
}

wend_result wend_triangulation_remove_vertex(wend_triangulation *t, int32_t vertex) {
    if (t == NULL)
        return WEND_ERROR_ARGUMENT;
    if (!is_living(t, vertex))
        return WEND_ERROR_ARGUMENT;
    wend_result result = wend_legalise(t); // what a call that ran out of memory left
    if (result != WEND_OK)
        return result;
    if (t->vertex_edge.data[vertex] == WEND_VERTEX_ALONE)
        return remove_from_chain(t, vertex);
    star s;
    if (!measure_star(t, vertex, &s))
        return WEND_ERROR_MEMORY;
    if (s.marked)
        return WEND_ERROR_ARGUMENT;
    if (!s.proper)
        return remove_from_chain(t, vertex);
    if (!wend_array_reserve(t->context, &t->stack, t->stack.count + 3 * s.degree))
        return WEND_ERROR_MEMORY;
    if (s.ghosts > 0)
        remove_outer(t, vertex);
    else
        remove_inner(t, vertex, s.degree);
    for (int64_t i = 0; i < t->corridor.spare.count; i++)
        if (!wend_triangle_is_unused(&t->triangles.data[t->corridor.spare.data[i]]))
            wend_doubt_triangle(t, t->corridor.spare.data[i]);
    t->vertex_edge.data[vertex] = WEND_VERTEX_REMOVED;
    return wend_legalise(t);
}

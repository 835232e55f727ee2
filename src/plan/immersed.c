// The constrained Delaunay triangulation of a linked complex, seen from above.
//
// The complex is a surface that is immersed in the plane: every triangle faces up, neighbours fit, and all around an
// inner vertex the floor closes. Floors may lie over each other, stairs may wind; nothing here asks where a triangle
// lies but of its neighbours. What a plan needs of it is its boundary. So:
//
//     flip      all inner edges until they are Delaunay
//     remove    inner vertices around which the floor turns exactly once, and vertices in the middle of straight
//               boundary edges of one kind, each time flipping the edges around it until they are Delaunay again
//
// Where two areas meet there is a border: an edge between triangles of different areas is never flipped, so it stays
// where it is. Vertices on borders stay, too, unless they lie in the middle of a straight one inside the floor, which
// is treated like a straight boundary with floor on both sides.
//
// Inner vertices that stay are those around which the floor turns more than once: the axis of a spiral that closes.
// They have no flat neighbourhood, and become point obstacles. Corners of links inside the floor are of no use to a
// plan: steps and gaps leave the metric flat. Vertices in the middle of boundary edges come from floor triangles that
// end at the same wall; joining them makes plans of real buildings several times smaller, and loses nothing, because
// the boundary edges of the complex that lie on an edge follow each other from the first one.
//
// Removing. The triangles around an inner vertex form a star-shaped polygon. An edge to it can be flipped away when the
// polygon is convex where it ends and the angle between its neighbours, seen from the vertex, is less than pi. While
// there are five edges or more, there is such an edge: of at least three convex corners two are no neighbours, and both
// of these angles cannot be pi or more, since the four angles in them would leave nothing for the others. With three
// edges the vertex lies within a triangle. With four and none to flip it lies on a diagonal, and the other vertices get
// one. On a straight boundary the same holds down to one inner edge.
//
// The result is unique: Delaunay triangulations of immersed regions are, and equal circles are decided by the least
// point (wend_edge_must_flip), so neither the order of flips and removals nor the triangles of the complex matter.
// Flips end, as each one lowers the surface lifted over it. Vertices are removed in a random order, so that a hub that
// grows while its neighbours go is unlikely.
//
// Cost: O(n log n) for n triangles as scenes have them; flips may take O(n^2) in the worst case.
#include "plan/immersed.h"

#include "geom/predicate.h"
#include "geom/rounds.h"
#include "plan/walk.h"

void wend_immersed_free(wend_immersed *m) {
    wend_array_free(m->context, &m->triangles);
    wend_array_free(m->context, &m->areas);
    wend_array_free(m->context, &m->vertex_edge);
    wend_array_free(m->context, &m->stack);
}

static wend_flat flat_of(const wend_immersed *m) {
    return (wend_flat){WEND_MESH(wend_plan_triangle, m->triangles.data, m->triangles.count), m->links->vertices};
}

static int32_t start_of(const wend_immersed *m, int32_t e) {
    return m->triangles.data[e / 3].v[e % 3];
}
static int32_t twin_of(const wend_immersed *m, int32_t e) {
    return m->triangles.data[e / 3].twin[e % 3];
}
static wend_point place_of(const wend_immersed *m, int32_t vertex) {
    return m->links->vertices[vertex];
}

static bool make_triangles(wend_immersed *m) {
    const wend_links_view *links = m->links;
    bool areas = links->triangle_area != NULL;
    if (!wend_array_resize(m->context, &m->triangles, links->triangle_count) ||
        !wend_array_resize(m->context, &m->areas, areas ? links->triangle_count : 0) ||
        !wend_array_resize(m->context, &m->vertex_edge, links->vertex_count))
        return false;
    if (areas)
        memcpy(m->areas.data, links->triangle_area, (size_t)links->triangle_count * sizeof *m->areas.data);
    for (int32_t t = 0; t < links->triangle_count; t++)
        for (int i = 0; i < 3; i++) {
            m->triangles.data[t].v[i] = links->triangles[t].v[i];
            m->triangles.data[t].twin[i] = links->triangles[t].twin[i];
            m->vertex_edge.data[links->triangles[t].v[i]] = 3 * t + i;
        }
    return true;
}

// ---------------------------------------------------------------------------------------------------- flips

// Sets a triangle, and tells its neighbours and corners.
static void set_triangle(wend_immersed *m, int32_t t, wend_plan_triangle triangle) {
    m->triangles.data[t] = triangle;
    for (int i = 0; i < 3; i++) {
        int32_t twin = triangle.twin[i];
        if (twin >= 0)
            m->triangles.data[twin / 3].twin[twin % 3] = 3 * t + i;
        m->vertex_edge.data[triangle.v[i]] = 3 * t + i;
    }
}

static void drop_triangle(wend_immersed *m, int32_t t) {
    m->triangles.data[t] = (wend_plan_triangle){{-1, -1, -1}, {-1, -1, -1}};
}

// As in geom/triangulation.h: u -> v with p on its left and q on its right becomes p - q.
static void flip(wend_immersed *m, int32_t e) {
    int32_t f = twin_of(m, e), a = e / 3, b = f / 3;
    int32_t e1 = wend_half_next(e), e2 = wend_half_next(e1), f1 = wend_half_next(f), f2 = wend_half_next(f1);
    int32_t u = start_of(m, e), v = start_of(m, f), p = start_of(m, e2), q = start_of(m, f2);
    int32_t vp = twin_of(m, e1), pu = twin_of(m, e2), uq = twin_of(m, f1), qv = twin_of(m, f2);
    set_triangle(m, a, (wend_plan_triangle){{p, u, q}, {pu, uq, 3 * b}});
    set_triangle(m, b, (wend_plan_triangle){{p, q, v}, {3 * a + 2, qv, vp}});
}

// Whether two areas meet at an edge.
static bool is_border(const wend_immersed *m, int32_t e) {
    int32_t f = twin_of(m, e);
    return m->areas.count > 0 && f >= 0 && m->areas.data[e / 3] != m->areas.data[f / 3];
}

static bool is_bad(const wend_immersed *m, int32_t e) {
    int32_t f = twin_of(m, e);
    if (f < 0 || is_border(m, e))
        return false;
    return wend_edge_must_flip(place_of(m, start_of(m, e)), place_of(m, start_of(m, f)),
                               place_of(m, start_of(m, wend_half_previous(e))),
                               place_of(m, start_of(m, wend_half_previous(f))));
}

static bool doubt(wend_immersed *m, int32_t t) {
    return wend_array_push(m->context, &m->stack, 3 * t) && wend_array_push(m->context, &m->stack, 3 * t + 1) &&
           wend_array_push(m->context, &m->stack, 3 * t + 2);
}

// Flips until nothing on the stack is bad. False when memory is short.
static bool legalise(wend_immersed *m) {
    while (m->stack.count > 0) {
        int32_t e = m->stack.data[--m->stack.count];
        if (start_of(m, e) < 0 || !is_bad(m, e))
            continue;
        int32_t a = e / 3, b = twin_of(m, e) / 3;
        flip(m, e);
        if (!wend_array_reserve(m->context, &m->stack, m->stack.count + 4))
            return false;
        int32_t *top = m->stack.data + m->stack.count;
        top[0] = 3 * a;
        top[1] = 3 * a + 1;
        top[2] = 3 * b + 1;
        top[3] = 3 * b + 2;
        m->stack.count += 4;
    }
    return true;
}

static bool legalise_all(wend_immersed *m) {
    for (int32_t t = 0; t < m->triangles.count; t++)
        if (!doubt(m, t) || !legalise(m))
            return false;
    return true;
}

// ---------------------------------------------------------------------------------------------------- judging

// The fan around a vertex.
typedef struct fan {
    int32_t first;   // its first half-edge counter-clockwise: a boundary edge when it is open
    int32_t last;    // the last one
    bool open;       //
    int32_t edges;   // how many half-edges start in the vertex
    int32_t turned;  // how far around it goes, see wend_turned
    int32_t borders; // how many of the half-edges are borders between areas
    int32_t border;  // the first and the last one of these
    int32_t last_border;
} fan;

static fan fan_of(const wend_immersed *m, int32_t vertex) {
    wend_flat flat = flat_of(m);
    fan f = {.first = m->vertex_edge.data[vertex]};
    for (int32_t e = f.first;;) { // clockwise to the beginning
        int32_t before = wend_flat_before(&flat, e);
        f.open = before < 0;
        f.first = f.open ? e : f.first;
        if (f.open || before == f.first)
            break;
        e = before;
    }
    wend_point at = place_of(m, vertex), start = wend_flat_to(&flat, f.first);
    for (int32_t e = f.first; e >= 0;) {
        f.edges++;
        f.last = e;
        if (is_border(m, e)) {
            f.border = f.borders++ == 0 ? e : f.border;
            f.last_border = e;
        }
        f.turned = wend_turned(at, start, wend_flat_from(&flat, wend_half_previous(e)), f.turned);
        e = wend_flat_after(&flat, e);
        if (e == f.first)
            break;
    }
    return f;
}

bool wend_immersed_is_feature(const wend_immersed *m, int32_t vertex) {
    if (m->areas.count == 0)
        return false;
    fan f = fan_of(m, vertex);
    return !f.open && f.turned == 4;
}

// Whether the vertex lies in the middle of a straight border.
static bool is_amid_border(const wend_immersed *m, const fan *f) {
    wend_flat flat = flat_of(m);
    if (f->open || f->borders != 2)
        return false;
    wend_point at = wend_flat_from(&flat, f->border), a = wend_flat_to(&flat, f->border),
               b = wend_flat_to(&flat, f->last_border);
    return wend_cross(at, a, b) == 0 && wend_dot(at, a, b) < 0;
}

// Whether a plan can do without a vertex.
static bool is_idle(const wend_immersed *m, const fan *f) {
    if (!f->open)
        return f->turned == 4 && (f->borders == 0 || is_amid_border(m, f));
    if (f->turned != 2 || f->borders > 0)
        return false;
    int32_t out = ~twin_of(m, f->first), in = ~twin_of(m, wend_half_previous(f->last));
    return m->links->boundaries[out].kind == m->links->boundaries[in].kind;
}

// ---------------------------------------------------------------------------------------------------- removing

// Whether the edge from a vertex along half-edge e can be flipped away from it.
static bool can_leave(const wend_immersed *m, int32_t e) {
    int32_t f = twin_of(m, e);
    if (is_border(m, e))
        return false;
    wend_point v = place_of(m, start_of(m, e)), w = place_of(m, start_of(m, f)),
               left = place_of(m, start_of(m, wend_half_previous(e))),
               right = place_of(m, start_of(m, wend_half_previous(f)));
    return wend_cross(right, w, left) > 0 && wend_cross(v, right, left) > 0;
}

// Flips edges away from a vertex until `least` inner ones are left, or none can go. How many are left; -1 when memory
// is short.
static int32_t thin_out(wend_immersed *m, int32_t vertex, const fan *f, int32_t least) {
    wend_flat flat = flat_of(m);
    int32_t inner = f->edges - f->open, failed = 0, e = f->open ? wend_flat_after(&flat, f->first) : f->first;
    while (inner > least && failed <= inner) {
        if (e < 0) // behind the last one of an open fan
            e = wend_flat_after(&flat, fan_of(m, vertex).first);
        if (!can_leave(m, e)) {
            failed++;
            e = wend_flat_after(&flat, e);
            continue;
        }
        int32_t star = e / 3, cut = twin_of(m, e) / 3;
        flip(m, e);
        if (!doubt(m, cut))
            return -1;
        inner--;
        failed = 0;
        e = 3 * star + 1; // the edge to the right of the one that went: it may go now
        if (twin_of(m, e) < 0)
            e = wend_flat_after(&flat, e);
    }
    return inner;
}

// The polygon around a vertex that three or four edges lead to, or two and a straight boundary.
typedef struct rim {
    int32_t count;
    int32_t triangles[4];
    int32_t vertices[4];
    int32_t outside[4]; // behind the edge from each vertex to the next one
} rim;

static rim rim_of(const wend_immersed *m, const fan *f) {
    wend_flat flat = flat_of(m);
    rim r = {0};
    for (int32_t e = f->first; e >= 0 && r.count < 4;) {
        r.triangles[r.count] = e / 3;
        r.vertices[r.count] = wend_flat_start(&flat, wend_half_next(e));
        r.outside[r.count++] = wend_flat_twin(&flat, wend_half_next(e));
        e = wend_flat_after(&flat, e);
        if (e == f->first)
            break;
    }
    return r;
}

// Two triangles on a diagonal of a quadrangle, from corner `from`.
static void fill_quadrangle(wend_immersed *m, const rim *r, int from) {
    int i = from, j = (i + 1) % 4, k = (i + 2) % 4, l = (i + 3) % 4;
    int32_t a = r->triangles[0], b = r->triangles[1];
    set_triangle(
        m, a,
        (wend_plan_triangle){{r->vertices[i], r->vertices[j], r->vertices[k]}, {r->outside[i], r->outside[j], 3 * b}});
    set_triangle(m, b,
                 (wend_plan_triangle){{r->vertices[i], r->vertices[k], r->vertices[l]},
                                      {3 * a + 2, r->outside[k], r->outside[l]}});
    drop_triangle(m, r->triangles[2]);
    drop_triangle(m, r->triangles[3]);
}

static bool is_diagonal(const wend_immersed *m, const rim *r, int from) {
    wend_point a = place_of(m, r->vertices[from]), b = place_of(m, r->vertices[from + 1]),
               c = place_of(m, r->vertices[from + 2]), d = place_of(m, r->vertices[(from + 3) % 4]);
    return wend_cross(a, b, c) > 0 && wend_cross(a, c, d) > 0;
}

// Two triangles on the straight border that the vertex lay on, of the areas that meet there.
static void close_border(wend_immersed *m, const rim *r) {
    int from = m->areas.data[r->triangles[3]] != m->areas.data[r->triangles[0]] ? 0 : 1;
    uint16_t left = m->areas.data[r->triangles[from]], right = m->areas.data[r->triangles[from + 2]];
    fill_quadrangle(m, r, from);
    m->areas.data[r->triangles[0]] = left;
    m->areas.data[r->triangles[1]] = right;
}

static void close_inside(wend_immersed *m, const rim *r) {
    if (r->count == 4) {
        fill_quadrangle(m, r, is_diagonal(m, r, 0) ? 0 : 1);
        return;
    }
    set_triangle(m, r->triangles[0],
                 (wend_plan_triangle){{r->vertices[0], r->vertices[1], r->vertices[2]},
                                      {r->outside[0], r->outside[1], r->outside[2]}});
    drop_triangle(m, r->triangles[1]);
    drop_triangle(m, r->triangles[2]);
}

// One triangle in place of the two on a straight boundary, whose edge keeps the number of its first part.
static void close_boundary(wend_immersed *m, const fan *f, const rim *r) {
    int32_t in = wend_half_previous(f->last);
    set_triangle(m, r->triangles[0],
                 (wend_plan_triangle){{start_of(m, in), r->vertices[0], r->vertices[1]},
                                      {twin_of(m, in), r->outside[0], r->outside[1]}});
    drop_triangle(m, r->triangles[1]);
}

static bool remove_vertex(wend_immersed *m, int32_t vertex) {
    fan f = fan_of(m, vertex);
    if (!is_idle(m, &f))
        return true;
    if (thin_out(m, vertex, &f, f.open ? 1 : f.borders > 0 ? 4 : 3) < 0)
        return false;
    f = fan_of(m, vertex);
    rim r = rim_of(m, &f);
    if (f.open)
        close_boundary(m, &f, &r);
    else if (f.borders > 0)
        close_border(m, &r);
    else
        close_inside(m, &r);
    m->vertex_edge.data[vertex] = -1;
    for (int i = 0; i < 2 && i < r.count; i++)
        if (start_of(m, 3 * r.triangles[i]) >= 0 && !doubt(m, r.triangles[i]))
            return false;
    return legalise(m);
}

// Boundary vertices first: they are cheap, and leave fewer edges around the others.
static wend_result remove_idle(wend_immersed *m) {
    int32_t count = m->links->vertex_count;
    int64_t start[WEND_ROUNDS + 1];
    WEND_ARRAY(int32_t) order = {0};
    wend_result result = wend_array_resize(m->context, &order, count) ? WEND_OK : WEND_ERROR_MEMORY;
    if (result == WEND_OK)
        wend_order_by_rounds(count, order.data, start);
    for (int inside = 0; inside < 2; inside++)
        for (int64_t i = count - 1; i >= 0 && result == WEND_OK; i--) {
            int32_t v = order.data[i];
            bool open = m->links->vertex_flags[v] & WEND_LINKED_BOUNDARY;
            if (open != inside && !remove_vertex(m, v))
                result = WEND_ERROR_MEMORY;
        }
    wend_array_free(m->context, &order);
    return result;
}

wend_result wend_immersed_make(wend_context *context, const wend_links_view *links, wend_immersed *m) {
    *m = (wend_immersed){.context = context, .links = links};
    if (!make_triangles(m) || !legalise_all(m))
        return WEND_ERROR_MEMORY;
    return remove_idle(m);
}

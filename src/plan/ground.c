// The plan of a linked surface and the ground below it.
//
// A plan's triangles and those of the linked complex cover the same region, each in its own way. To find the plan's
// triangle of a place on the complex, or the other way round, walk straight to it from a place that is known on both.
// Seen from above, the way stays within one triangle, so it cannot leave the floor, and as only neighbours are passed
// it cannot get onto another storey.
//
//     from the plan   each triangle has its first corner, a vertex of the complex, and knows the half-edge there whose
//                     corner its first edge leaves by (triangle_anchor)
//     to the plan     each triangle of the complex has a corner that is known on the plan (ground_anchor): one that the
//                     plan has not kept, with the plan's triangle around it; or else its first one, with the half-edge
//                     of the plan there whose corner the first edge of the triangle leaves by
//
// These are found by going around every vertex that the plan has kept with two hands, one over the plan's triangles and
// one over those of the complex. At a vertex of the boundary both start along it. Where the floor closes around a
// vertex more than once, the hands must be put together: along an edge of the plan that comes from a vertex where that
// is done. The vertices that the plan has not kept are located by walking along the edges of the complex, from vertex
// to vertex.
//
// A place that was rounded may lie just outside the floor, where no straight way leads. Its ground is that of the
// boundary: plan edges lie on edges of the complex that follow each other, and these know their heights.
//
// None of it is stored in files. If the plan is not one of the complex, some way ends in nowhere, and that is told.
//
// Cost: O(n) and the triangles passed on the way, or the edges of the complex along a boundary edge.
#include "plan/plan.h"

#include "plan/walk.h"
#include "surface/floors.h"

#include <math.h>
#include <string.h>

typedef struct anchoring {
    wend_plan *plan;
    wend_context *context;
    wend_links_view links;
    wend_flat above, below;          // the plan, and the complex
    WEND_ARRAY(int32_t) vertex_edge; // per vertex of the complex: its first half-edge
    WEND_ARRAY(int32_t) plan_edge;   // per vertex of the plan: its first half-edge
    WEND_ARRAY(int32_t) holder;      // per vertex of the complex that the plan has not kept: the triangle around it
    WEND_ARRAY(int32_t) hand;        // per vertex of the plan: the half-edge of the complex that goes with plan_edge
    WEND_ARRAY(int32_t) queue;       // vertices of the complex to go on from
    bool lost;
} anchoring;

static void anchoring_free(anchoring *a) {
    wend_array_free(a->context, &a->vertex_edge);
    wend_array_free(a->context, &a->plan_edge);
    wend_array_free(a->context, &a->holder);
    wend_array_free(a->context, &a->hand);
    wend_array_free(a->context, &a->queue);
}

static int32_t vertex_below(const anchoring *a, int32_t plan_vertex) {
    return a->plan->view.vertex_sources[plan_vertex];
}

static bool is_open(const wend_flat *m, int32_t first) {
    return wend_flat_twin(m, first) < 0;
}

// ---------------------------------------------------------------------------------------------------- beginning

// A half-edge per vertex, the boundary edge where there is one.
static void find_edges(const wend_flat *m, int32_t vertices, int32_t *edge) {
    for (int32_t v = 0; v < vertices; v++)
        edge[v] = -1;
    for (int32_t e = 0; e < 3 * m->mesh.count; e++) {
        int32_t *at = &edge[wend_flat_start(m, e)];
        if (*at < 0 || is_open(m, e))
            *at = e;
    }
}

static bool make_room(anchoring *a) {
    wend_plan *plan = a->plan;
    size_t vertices = (size_t)a->links.vertex_count, triangles = (size_t)plan->view.triangle_count;
    plan->plan_vertex = wend_allocate_array(a->context, (int64_t)vertices, sizeof(int32_t));
    plan->triangle_anchor = wend_allocate_array(a->context, (int64_t)triangles, sizeof(int32_t));
    plan->ground_anchor = wend_allocate_array(a->context, a->links.triangle_count, sizeof(int32_t));
    return plan->plan_vertex && plan->triangle_anchor && plan->ground_anchor &&
           wend_array_resize(a->context, &a->vertex_edge, a->links.vertex_count) &&
           wend_array_resize(a->context, &a->plan_edge, plan->view.vertex_count) &&
           wend_array_resize(a->context, &a->holder, a->links.vertex_count) &&
           wend_array_resize(a->context, &a->hand, plan->view.vertex_count) &&
           wend_array_reserve(a->context, &a->queue, a->links.vertex_count);
}

static bool is_vertex_of_links(const anchoring *a, int32_t v) {
    int32_t source = vertex_below(a, v);
    return source >= 0 && source < a->links.vertex_count && a->plan->plan_vertex[source] < 0 &&
           wend_point_equal(a->links.vertices[source], a->plan->view.vertices[v]);
}

// Finds what belongs together at the boundary, and puts all of it on the queue.
static void begin(anchoring *a) {
    int32_t *kept = a->plan->plan_vertex;
    for (int32_t v = 0; v < a->links.vertex_count; v++)
        kept[v] = a->holder.data[v] = -1;
    for (int32_t t = 0; t < a->plan->view.triangle_count; t++)
        a->plan->triangle_anchor[t] = -1;
    for (int32_t t = 0; t < a->links.triangle_count; t++)
        a->plan->ground_anchor[t] = -1;
    find_edges(&a->below, a->links.vertex_count, a->vertex_edge.data);
    find_edges(&a->above, a->plan->view.vertex_count, a->plan_edge.data);
    for (int32_t v = 0; v < a->plan->view.vertex_count && !a->lost; v++) {
        a->hand.data[v] = -1;
        a->lost = !is_vertex_of_links(a, v);
        if (a->lost)
            return;
        kept[vertex_below(a, v)] = v;
        int32_t e = a->plan_edge.data[v], h = a->vertex_edge.data[vertex_below(a, v)];
        a->lost = is_open(&a->above, e) != is_open(&a->below, h);
        if (a->lost || !is_open(&a->above, e))
            continue;
        a->hand.data[v] = h;
        a->queue.data[a->queue.count++] = vertex_below(a, v);
    }
}

// ---------------------------------------------------------------------------------------------------- around a vertex

// The edge of the plan along half-edge e of it leads to a vertex at which the hands are not yet together: puts them
// together there. The edge leaves by the corner of the complex at half-edge h.
static void join_hands(anchoring *a, int32_t e, int32_t h) {
    int32_t v = wend_flat_start(&a->above, wend_half_next(e)), twin = wend_flat_twin(&a->above, e), last;
    if (a->hand.data[v] >= 0 || twin < 0)
        return;
    int32_t t = wend_walk_on_flat(&a->below, h / 3, wend_flat_from(&a->above, e), wend_flat_to(&a->above, e), &last);
    for (int i = 0; i < 3 && t >= 0; i++)
        if (wend_flat_start(&a->below, 3 * t + i) == vertex_below(a, v)) {
            a->plan_edge.data[v] = twin;
            a->hand.data[v] = 3 * t + i;
            a->queue.data[a->queue.count++] = vertex_below(a, v);
            return;
        }
    a->lost = true;
}

// Locates the vertex to which half-edge h of the complex leads, starting in a triangle of the plan.
static void locate_end(anchoring *a, int32_t h, int32_t triangle) {
    int32_t to = wend_flat_start(&a->below, wend_half_next(h)), last;
    if (a->plan->plan_vertex[to] >= 0 || a->holder.data[to] >= 0)
        return;
    int32_t t = wend_walk_on_flat(&a->above, triangle, wend_flat_from(&a->below, h), wend_flat_to(&a->below, h), &last);
    a->holder.data[to] = t;
    a->lost |= t < 0;
    if (t >= 0)
        a->queue.data[a->queue.count++] = to;
}

// Goes around the fan of a vertex on the one side and finds, for each of its half-edges, the corner on the other side.
static void turn_above(anchoring *a, int32_t first, int32_t hand) {
    for (int32_t e = first; e >= 0 && !a->lost;) {
        hand = wend_walk_turn(&a->below, hand, wend_flat_to(&a->above, e));
        a->lost = hand < 0;
        if (a->lost)
            return;
        if (e % 3 == 0)
            a->plan->triangle_anchor[e / 3] = hand;
        join_hands(a, e, hand);
        e = wend_flat_after(&a->above, e);
        e = e == first ? -1 : e;
    }
}

// `hand` is the half-edge of the complex whose corner half-edge `first` of the plan leaves by: at the boundary both run
// the same way, elsewhere the one after it is the first to the left of `first`.
static void turn_below(anchoring *a, int32_t hand, int32_t first) {
    int32_t begin = is_open(&a->below, hand) ? hand : wend_flat_after(&a->below, hand), e = first;
    for (int32_t h = begin; h >= 0;) {
        e = wend_walk_turn(&a->above, e, wend_flat_to(&a->below, h));
        a->lost |= e < 0;
        if (a->lost)
            return;
        if (h % 3 == 0)
            a->plan->ground_anchor[h / 3] = e;
        locate_end(a, h, e / 3);
        h = wend_flat_after(&a->below, h);
        h = h == begin ? -1 : h;
    }
}

// From a vertex that the plan has not kept.
static void spread(anchoring *a, int32_t v) {
    int32_t first = a->vertex_edge.data[v];
    for (int32_t h = first; h >= 0 && !a->lost;) {
        locate_end(a, h, a->holder.data[v]);
        h = wend_flat_after(&a->below, h);
        h = h == first ? -1 : h;
    }
}

// The corner of a triangle of the complex from which places on it are found on the plan.
static int anchor_corner(const wend_plan *plan, const wend_linked_triangle *t) {
    for (int i = 0; i < 3; i++)
        if (plan->plan_vertex[t->v[i]] < 0)
            return i;
    return 0;
}

static void settle(anchoring *a) {
    wend_plan *plan = a->plan;
    for (int32_t t = 0; t < a->links.triangle_count; t++) {
        int32_t v = a->links.triangles[t].v[anchor_corner(plan, &a->links.triangles[t])];
        if (plan->plan_vertex[v] < 0)
            plan->ground_anchor[t] = a->holder.data[v] < 0 ? -1 : 3 * a->holder.data[v];
        a->lost |= plan->ground_anchor[t] < 0;
    }
    for (int32_t t = 0; t < plan->view.triangle_count; t++)
        a->lost |= plan->triangle_anchor[t] < 0;
}

static wend_box ground_box(const void *user, int32_t triangle) {
    const wend_links_view *view = user;
    const int32_t *v = view->triangles[triangle].v;
    return wend_box_around(view->vertices[v[0]], view->vertices[v[1]], view->vertices[v[2]]);
}

static wend_result anchor_all(anchoring *a) {
    if (!make_room(a) ||
        !wend_tree_build(a->context, a->links.triangle_count, ground_box, &a->links, &a->plan->ground_tree))
        return WEND_ERROR_MEMORY;
    begin(a);
    for (int64_t i = 0; i < a->queue.count && !a->lost; i++) {
        int32_t v = a->queue.data[i], kept = a->plan->plan_vertex[v];
        if (kept < 0) {
            spread(a, v);
            continue;
        }
        turn_above(a, a->plan_edge.data[kept], a->hand.data[kept]);
        if (!a->lost)
            turn_below(a, a->hand.data[kept], a->plan_edge.data[kept]);
    }
    if (!a->lost)
        settle(a);
    return a->lost ? WEND_ERROR_INVALID : WEND_OK;
}

wend_result wend_plan_anchor(wend_plan *plan) {
    anchoring a = {.plan = plan, .context = plan->context, .links = wend_links_look(plan->links)};
    a.above = wend_flat_of_plan(&plan->view);
    a.below = wend_flat_of_links(&a.links);
    wend_result result = anchor_all(&a);
    anchoring_free(&a);
    return result;
}

// ---------------------------------------------------------------------------------------------------- from the ground

static void find_corners(const void *user, int32_t triangle, wend_point3 corners[3]) {
    const wend_links_view *view = user;
    const wend_linked_triangle *t = &view->triangles[triangle];
    for (int i = 0; i < 3; i++)
        corners[i] = (wend_point3){view->vertices[t->v[i]].x, view->vertices[t->v[i]].y, t->z[i]};
}

// Goes from a triangle of the complex to a lattice point near it, over the plan. The plan's triangle there, or -1.
static int32_t reach(const wend_plan *plan, const wend_links_view *links, int32_t triangle, wend_point to) {
    const wend_linked_triangle *t = &links->triangles[triangle];
    wend_flat flat = wend_flat_of_plan(&plan->view);
    int corner = anchor_corner(plan, t);
    int32_t e = plan->ground_anchor[triangle], last;
    wend_point from = links->vertices[t->v[corner]];
    if (wend_point_equal(from, to))
        return e / 3;
    if (plan->plan_vertex[t->v[corner]] >= 0)
        e = wend_walk_turn(&flat, e, to);
    return e < 0 ? -1 : wend_walk_on_flat(&flat, e / 3, from, to, &last);
}

// Whether a segment or triangle of `count` points lies beyond a side of triangle t, or on it.
static bool is_beyond(const wend_flat *m, int32_t t, const wend_point *points, int count) {
    for (int32_t e = 3 * t; e < 3 * t + 3; e++) {
        int beyond = 0;
        for (int i = 0; i < count; i++)
            beyond += wend_cross(wend_flat_from(m, e), wend_flat_to(m, e), points[i]) <= 0;
        if (beyond == count)
            return true;
    }
    return false;
}

// Whether a half-edge of the plan passes through the inside of a triangle of the complex.
static bool passes(const wend_flat *above, int32_t e, const wend_flat *below, int32_t t) {
    const wend_point ends[2] = {wend_flat_from(above, e), wend_flat_to(above, e)};
    int left = 0, right = 0;
    for (int i = 0; i < 3; i++) {
        int64_t side = wend_cross(ends[0], ends[1], wend_flat_from(below, 3 * t + i));
        left += side >= 0;
        right += side <= 0;
    }
    return left < 3 && right < 3 && !is_beyond(below, t, ends, 2);
}

static bool overlap(const wend_flat *above, int32_t a, const wend_flat *below, int32_t b) {
    wend_point p[3], q[3];
    for (int i = 0; i < 3; i++) {
        p[i] = wend_flat_from(above, 3 * a + i);
        q[i] = wend_flat_from(below, 3 * b + i);
    }
    return !is_beyond(above, a, q, 3) && !is_beyond(below, b, p, 3);
}

// A triangle of the plan over one of the complex: the one at its anchor; or where the two only touch there, the next
// one around the anchor's vertex, or the one across the side that the anchor is on.
static int32_t find_first(const wend_plan *plan, const wend_links_view *links, const wend_flat *above,
                          const wend_flat *below, int32_t triangle) {
    const wend_linked_triangle *t = &links->triangles[triangle];
    int32_t v = t->v[anchor_corner(plan, t)], e = plan->ground_anchor[triangle], next = -1;
    if (overlap(above, e / 3, below, triangle))
        return e / 3;
    if (plan->plan_vertex[v] >= 0)
        next = wend_flat_after(above, e);
    for (int32_t side = e / 3 * 3; side < e / 3 * 3 + 3 && plan->plan_vertex[v] < 0; side++)
        if (wend_cross(wend_flat_from(above, side), wend_flat_to(above, side), links->vertices[v]) == 0)
            next = wend_flat_twin(above, side);
    return next >= 0 ? next / 3 : e / 3;
}

bool wend_plan_find_over(wend_context *context, const wend_plan *plan, int32_t triangle, wend_plan_over *over) {
    wend_links_view links = wend_links_look(plan->links);
    wend_flat above = wend_flat_of_plan(&plan->view), below = wend_flat_of_links(&links);
    if (over->rounds.count != above.mesh.count) {
        if (!wend_array_resize(context, &over->rounds, above.mesh.count))
            return false;
        memset(over->rounds.data, 0, (size_t)above.mesh.count * sizeof *over->rounds.data);
    }
    int32_t first = find_first(plan, &links, &above, &below, triangle);
    over->round++;
    over->rounds.data[first] = over->round;
    over->triangles.count = 0;
    if (!wend_array_push(context, &over->triangles, first))
        return false;
    for (int64_t k = 0; k < over->triangles.count; k++)
        for (int32_t e = 3 * over->triangles.data[k], end = e + 3; e < end; e++) {
            int32_t twin = wend_flat_twin(&above, e);
            if (twin < 0 || over->rounds.data[twin / 3] == over->round || !passes(&above, e, &below, triangle))
                continue;
            over->rounds.data[twin / 3] = over->round;
            if (!wend_array_push(context, &over->triangles, twin / 3))
                return false;
        }
    return true;
}

void wend_plan_free_over(wend_context *context, wend_plan_over *over) {
    wend_array_free(context, &over->triangles);
    wend_array_free(context, &over->rounds);
}

enum { ROUND_ABOUT = 2, HALVINGS = 30 };

// The nearest lattice point of the plan within a few lattice steps of a place, reached from a triangle of the complex.
// Squared, how far it is; -1 when there is none.
static double round_place(const wend_plan *plan, const wend_links_view *links, int32_t triangle, const double at[2],
                          wend_spot *spot) {
    wend_point near = {(int32_t)floor(at[0] + 0.5), (int32_t)floor(at[1] + 0.5)};
    double best = -1;
    for (int32_t y = near.y - ROUND_ABOUT; y <= near.y + ROUND_ABOUT; y++)
        for (int32_t x = near.x - ROUND_ABOUT; x <= near.x + ROUND_ABOUT; x++) {
            double dx = x - at[0], dy = y - at[1], distance2 = dx * dx + dy * dy;
            if (best >= 0 && distance2 >= best)
                continue;
            int32_t found = reach(plan, links, triangle, (wend_point){x, y});
            if (found < 0)
                continue;
            best = distance2;
            spot->triangle = found;
            spot->point = (wend_point){x, y};
        }
    return best;
}

// The same where the floor may be thinner than a lattice step: then as near to it as one gets on the way from the
// triangle's anchor, which is a lattice point.
static double settle_place(const wend_plan *plan, const wend_links_view *links, int32_t triangle, const double at[2],
                           wend_spot *spot) {
    const wend_linked_triangle *t = &links->triangles[triangle];
    wend_point anchor = links->vertices[t->v[anchor_corner(plan, t)]];
    double left = 1; // of the way, when a part of it has been gone
    for (int k = 0; k < HALVINGS; k++)
        left /= 2;
    for (double back = 0; back<1; back = back> 0 ? 2 * back : left) {
        const double here[2] = {at[0] + back * (anchor.x - at[0]), at[1] + back * (anchor.y - at[1])};
        if (round_place(plan, links, triangle, here, spot) < 0)
            continue;
        double dx = spot->point.x - at[0], dy = spot->point.y - at[1];
        return dx * dx + dy * dy;
    }
    spot->triangle = plan->ground_anchor[triangle] / 3;
    spot->point = anchor;
    return (anchor.x - at[0]) * (anchor.x - at[0]) + (anchor.y - at[1]) * (anchor.y - at[1]);
}

// On a floor plan.
static void locate_flat(const wend_plan *plan, const double place[3], double snap, wend_spot *spot,
                        wend_plan_ground *ground) {
    wend_plan_locate(plan, place, snap, spot);
    wend_plan_find_ground(plan, spot, ground);
}

void wend_plan_locate3(const wend_plan *plan, const double place[3], double above, double below, double snap,
                       wend_spot *spot, wend_plan_ground *ground) {
    wend_plan_ground unwanted;
    ground = ground ? ground : &unwanted;
    *spot = (wend_spot){-1, {0, 0}, 0};
    *ground = (wend_plan_ground){{0, 0, 0}, -1};
    if (!plan->links) {
        locate_flat(plan, place, snap, spot, ground);
        return;
    }
    wend_links_view links = wend_links_look(plan->links);
    wend_floors floors = {&links.lattice, &plan->ground_tree, find_corners, &links};
    wend_foothold foothold;
    wend_floors_locate(&floors, place, above, below, snap, &foothold);
    if (foothold.triangle < 0)
        return;
    double from_above[3], side = links.lattice.step * links.lattice.unit;
    wend_ground_from_scene(links.lattice.up, foothold.place, from_above);
    double at[2] = {(from_above[0] - links.lattice.origin[0]) / links.lattice.step,
                    (from_above[1] - links.lattice.origin[1]) / links.lattice.step};
    spot->distance = foothold.distance;
    spot->point = (wend_point){(int32_t)floor(at[0] + 0.5), (int32_t)floor(at[1] + 0.5)};
    if (!(foothold.distance > 0))
        spot->triangle = reach(plan, &links, foothold.triangle, spot->point);
    if (spot->triangle < 0)
        spot->distance += sqrt(settle_place(plan, &links, foothold.triangle, at, spot)) * side;
    *ground = (wend_plan_ground){{foothold.place[0], foothold.place[1], foothold.place[2]}, foothold.triangle};
}

// ---------------------------------------------------------------------------------------------------- to the ground

static void put_ground(const wend_links_view *links, int32_t triangle, const double at[3], wend_plan_ground *ground) {
    double seen[3];
    for (int k = 0; k < 3; k++)
        seen[k] = links->lattice.origin[k] + links->lattice.step * at[k];
    wend_scene_from_ground(links->lattice.up, seen, ground->place);
    ground->triangle = triangle;
}

// How far along a -> b, from 0 at a to 1 at b, the point of it is that is nearest to p.
static double share_of(wend_point a, wend_point b, wend_point p) {
    double along = (double)wend_dot(a, b, p) / (double)wend_dot(a, b, b);
    return along < 0 ? 0 : along > 1 ? 1 : along;
}

// The ground in the point of a boundary edge of the plan that is nearest to p: on the edge of the complex there, one of
// those that follow each other along it.
static void find_edge_ground(const wend_plan *plan, const wend_links_view *links, int32_t boundary, wend_point p,
                             wend_plan_ground *ground) {
    wend_flat above = wend_flat_of_plan(&plan->view), below = wend_flat_of_links(links);
    int32_t whole = plan->view.boundaries[boundary].edge, at = plan->view.boundaries[boundary].source;
    wend_point a = wend_flat_from(&above, whole), b = wend_flat_to(&above, whole);
    int32_t end = plan->view.vertex_sources[wend_flat_start(&above, wend_half_next(whole))];
    int64_t wanted = wend_dot(a, b, p);
    int32_t e = links->boundaries[at].edge;
    for (int32_t bound = links->boundary_count; bound > 0; bound--) {
        if (wend_dot(a, b, wend_flat_to(&below, e)) >= wanted || wend_flat_start(&below, wend_half_next(e)) == end)
            break;
        at = links->boundaries[at].next;
        e = links->boundaries[at].edge;
    }
    wend_point3 corners[3];
    find_corners(links, e / 3, corners);
    wend_point3 from = corners[e % 3], to = corners[(e + 1) % 3];
    double along = share_of(wend_flat_from(&below, e), wend_flat_to(&below, e), p);
    const double place[3] = {from.x + along * ((double)to.x - from.x), from.y + along * ((double)to.y - from.y),
                             from.z + along * ((double)to.z - from.z)};
    put_ground(links, e / 3, place, ground);
}

// A point that was rounded may lie beyond a side of the triangle it was on: goes on across such sides, to the triangle
// that holds it or to the last one before a boundary, which is told in *boundary; else that is -1.
static int32_t settle_triangle(const wend_plan *plan, int32_t triangle, wend_point p, int32_t *boundary) {
    wend_flat flat = wend_flat_of_plan(&plan->view);
    *boundary = -1;
    for (int64_t bound = flat.mesh.count; bound >= 0; bound--) {
        int32_t next = triangle;
        for (int32_t e = 3 * triangle; e < 3 * triangle + 3; e++) {
            int32_t twin = wend_flat_twin(&flat, e);
            if (wend_cross(wend_flat_from(&flat, e), wend_flat_to(&flat, e), p) >= 0)
                continue;
            *boundary = twin < 0 ? ~twin : *boundary;
            next = twin < 0 ? next : twin / 3;
        }
        if (next == triangle)
            return triangle;
        *boundary = -1;
        triangle = next;
    }
    return triangle;
}

void wend_plan_find_ground(const wend_plan *plan, const wend_spot *spot, wend_plan_ground *ground) {
    *ground = (wend_plan_ground){{0, 0, 0}, -1};
    if (spot->triangle < 0)
        return;
    if (!plan->links) {
        wend_lattice_place(&plan->view.lattice, spot->point, ground->place);
        return;
    }
    wend_links_view links = wend_links_look(plan->links);
    int32_t boundary, triangle = settle_triangle(plan, spot->triangle, spot->point, &boundary);
    if (boundary >= 0) {
        find_edge_ground(plan, &links, boundary, spot->point, ground);
        return;
    }
    wend_flat flat = wend_flat_of_links(&links);
    int32_t anchor = plan->triangle_anchor[triangle], e = anchor, last = anchor / 3;
    wend_point from = wend_flat_from(&flat, anchor);
    if (!wend_point_equal(from, spot->point))
        e = wend_walk_turn(&flat, anchor, spot->point);
    int32_t t = e < 0 ? -1 : wend_walk_on_flat(&flat, e / 3, from, spot->point, &last);
    t = t >= 0 ? t : last;
    wend_point3 corners[3];
    find_corners(&links, t, corners);
    put_ground(&links, t,
               (const double[3]){spot->point.x, spot->point.y, wend_height_at(corners, spot->point.x, spot->point.y)},
               ground);
}

// Where a spot is in the cells of a medial axis.
//
// The floor is divided into regions, each between one arc and one of its two sites. A tree over cells (finder.c) gives
// those around a spot. A region holds a spot when the straight line from the site through the spot meets the arc, and
// beyond the spot. On plans that overlap themselves regions of several storeys may do so in projection; the right one
// is the one whose site is reached by walking straight from the spot over the plan's triangles. That walk stays within
// the free disc around the spot, so it meets no obstacle before the end. Where more than a full turn of floor lies
// around a vertex, that does not tell the turns apart; there the walk goes on to the arc and to the site behind it.
//
// Measures only: where a spot lies on the arc between two regions, either is right.
#include "medial/medial.h"

#include "geom/mesh.h"
#include "plan/plan.h"

#include <math.h>

static double dot(wend_vec a, wend_vec b) {
    return a.x * b.x + a.y * b.y;
}
static double cross(wend_vec a, wend_vec b) {
    return a.x * b.y - a.y * b.x;
}
static wend_vec minus(wend_vec a, wend_vec b) {
    return (wend_vec){a.x - b.x, a.y - b.y};
}

static wend_vec normal_of(const wend_wall_line *line) {
    return (wend_vec){-line->along.y, line->along.x};
}

// ---------------------------------------------------------------------------------------------------- regions

// How a spot lies in a region: its distance from the site, where the line meets the arc, and by how much that fails.
typedef struct hold {
    double distance, at, excess;
    wend_vec foot;
    int32_t region;
} hold;

typedef struct query {
    const wend_medial *medial;
    wend_ground g;
    wend_vec spot;
    int32_t triangle;
    hold best;    // region -1 when none
    hold far;     // the last one whose site is farther than a few edges,
    int32_t open; // and how many there are
} query;

static wend_vec vertex_place(const wend_medial_view *view, int32_t v) {
    return (wend_vec){view->vertices[v].x, view->vertices[v].y};
}

static double outside(double value, double low, double high) {
    return value < low ? low - value : value > high ? value - high : 0;
}

// From an edge: the foot of the spot lies between those of the arc's ends.
static hold hold_from_edge(const query *q, int32_t arc, int32_t site) {
    const wend_medial_view *view = &q->medial->view;
    wend_wall_line line = wend_medial_line(&q->g, site);
    wend_vec d = minus(q->spot, line.a);
    double t = dot(d, line.along), height = dot(d, normal_of(&line));
    double t0 = dot(minus(vertex_place(view, view->arcs[arc].vertex[0]), line.a), line.along);
    double t1 = dot(minus(vertex_place(view, view->arcs[arc].vertex[1]), line.a), line.along);
    double at = (t - t0) / (t1 - t0), low = t0 < t1 ? t0 : t1, high = t0 < t1 ? t1 : t0;
    at = at > 0 ? at < 1 ? at : 1 : 0;
    double radius = wend_arc_point_at(&q->g, arc, at).radius;
    hold h = {height, at, outside(t, low, high) + outside(height, 0, radius), {0, 0}, -1};
    t = outside(t, 0, line.length) > 0 ? (t < 0 ? 0 : line.length) : t;
    h.foot = (wend_vec){line.a.x + t * line.along.x, line.a.y + t * line.along.y};
    h.distance = height > 0 ? height : 0;
    return h;
}

// From a point, in a unit direction: the distance at which the bisector with another site is met, or infinity.
static double reach(const query *q, wend_vec p, wend_vec w, int32_t other) {
    double near; // 1 / distance
    if (wend_medial_is_point(&q->g, other)) {
        wend_vec d = minus(wend_medial_foot(&q->g, other, p), p);
        near = 2 * dot(w, d) / dot(d, d);
    } else {
        wend_wall_line line = wend_medial_line(&q->g, other);
        near = (1 - dot(w, normal_of(&line))) / dot(minus(p, line.a), normal_of(&line));
    }
    return near > 0 ? 1 / near : INFINITY;
}

// Where along an arc, without end, a point of its line or parabola is.
static double along_arc(const query *q, int32_t arc, int32_t other, wend_vec c) {
    const wend_medial_view *view = &q->medial->view;
    wend_vec u = vertex_place(view, view->arcs[arc].vertex[0]), v = vertex_place(view, view->arcs[arc].vertex[1]);
    if (wend_medial_is_point(&q->g, other))
        return dot(minus(c, u), minus(v, u)) / dot(minus(v, u), minus(v, u));
    wend_wall_line line = wend_medial_line(&q->g, other);
    return dot(minus(c, u), line.along) / dot(minus(v, u), line.along);
}

static hold hold_from_point(const query *q, int32_t arc, int32_t site, int32_t other) {
    wend_vec p = wend_medial_foot(&q->g, site, q->spot), d = minus(q->spot, p);
    double distance = sqrt(dot(d, d));
    hold h = {distance, 0, 0, p, -1};
    if (distance == 0)
        return h;
    wend_vec w = {d.x / distance, d.y / distance};
    double far = reach(q, p, w, other);
    if (!(far < 0x1p40)) {
        h.excess = INFINITY;
        return h;
    }
    double at = along_arc(q, arc, other, (wend_vec){p.x + far * w.x, p.y + far * w.y});
    const wend_medial_view *view = &q->medial->view;
    wend_vec chord =
        minus(vertex_place(view, view->arcs[arc].vertex[1]), vertex_place(view, view->arcs[arc].vertex[0]));
    // By how much the direction misses the arc counts at the spot, not at the arc, which may be far off.
    h.excess = outside(at, 0, 1) * sqrt(dot(chord, chord)) * (far > 0 ? distance / far : 1) + outside(distance, 0, far);
    h.at = at > 0 ? at < 1 ? at : 1 : 0;
    return h;
}

// ---------------------------------------------------------------------------------------------------- walking

static wend_vec corner(const wend_plan_view *plan, int32_t h) {
    wend_point p = plan->vertices[plan->triangles[h / 3].v[h % 3]];
    return (wend_vec){p.x, p.y};
}

static bool is_inside(const wend_plan_view *plan, int32_t triangle, wend_vec p) {
    for (int32_t h = 3 * triangle; h < 3 * triangle + 3; h++) {
        wend_vec a = corner(plan, h), d = minus(corner(plan, wend_half_next(h)), a);
        if (cross(d, minus(p, a)) < -1e-5 * (fabs(d.x) + fabs(d.y)))
            return false;
    }
    return true;
}

static bool has_site(const wend_plan_view *plan, int32_t triangle, int32_t site) {
    for (int i = 0; i < 3; i++)
        if (plan->triangles[triangle].v[i] == site ||
            (plan->triangles[triangle].twin[i] < 0 && plan->vertex_count + ~plan->triangles[triangle].twin[i] == site))
            return true;
    return false;
}

enum { AROUND_MAX = 64 };

// Whether a site is at the end of a walk that arrived in a place of a triangle: in that triangle, or in another one
// that holds the place too and hangs together with it there.
static bool is_there(const wend_plan_view *plan, int32_t triangle, wend_vec place, int32_t site) {
    int32_t seen[AROUND_MAX], count = 0;
    seen[count++] = triangle;
    for (int32_t k = 0; k < count; k++) {
        if (has_site(plan, seen[k], site))
            return true;
        for (int i = 0; i < 3; i++) {
            int32_t g = plan->triangles[seen[k]].twin[i];
            bool fresh = g >= 0 && count < AROUND_MAX && is_inside(plan, g / 3, place);
            for (int32_t j = 0; j < count && fresh; j++)
                fresh = seen[j] != g / 3;
            if (fresh)
                seen[count++] = g / 3;
        }
    }
    return false;
}

// The edge by which the line from -> to leaves a triangle that it entered by `entry` (-1 when it started there).
static int32_t way_out(const wend_plan_view *plan, int32_t triangle, int32_t entry, wend_vec from, wend_vec to) {
    wend_vec d = minus(to, from);
    int32_t out = -1;
    double best = -INFINITY;
    for (int32_t h = 3 * triangle; h < 3 * triangle + 3; h++) {
        wend_vec a = corner(plan, h), b = corner(plan, wend_half_next(h));
        if (h == entry || cross(minus(b, a), minus(to, a)) >= 0)
            continue;
        // Its start is on the right of the line and its end on the left; or as nearly so as any.
        double right = -cross(d, minus(a, from)), left = cross(d, minus(b, from)), less = right < left ? right : left;
        if (less > best) {
            best = less;
            out = h;
        }
    }
    return out;
}

enum { BLOCKED = -1, TOO_FAR = -2, NEAR_BY = 24 };

// Walks straight from a place in a triangle to another, over at most that many edges. BLOCKED when the floor ends
// before.
static int32_t walk(const wend_plan_view *plan, int32_t triangle, wend_vec from, wend_vec to, int32_t edges) {
    int32_t entry = -1;
    for (int32_t bound = edges; bound >= 0; bound--) {
        if (is_inside(plan, triangle, to))
            return triangle;
        int32_t out = way_out(plan, triangle, entry, from, to);
        entry = out >= 0 ? wend_plan_edge_twin(plan, out) : -1;
        if (entry < 0)
            return BLOCKED;
        triangle = entry / 3;
    }
    return TOO_FAR;
}

static bool reaches(const query *q, int32_t triangle, wend_vec from, wend_vec foot, int32_t site) {
    triangle = walk(&q->g.plan, triangle, from, foot, q->g.plan.triangle_count);
    return triangle >= 0 && is_there(&q->g.plan, triangle, foot, site);
}

// Around a vertex with more than a full turn of floor, the arc may be above or below. Then the other site of the arc is
// not seen from where the line meets it.
static bool meets_arc(const query *q, const hold *h, int32_t other) {
    wend_arc_point c = wend_arc_point_at(&q->g, h->region / 2, h->at);
    wend_vec at = {c.x, c.y};
    int32_t triangle = walk(&q->g.plan, q->triangle, q->spot, at, q->g.plan.triangle_count);
    return triangle >= 0 && reaches(q, triangle, at, wend_medial_foot(&q->g, other, at), other);
}

// ---------------------------------------------------------------------------------------------------- asking

#define SLACK 1e-6 // lattice steps

// Whether a spot is certainly not between an arc and its site, by a few products: farther from the site than both ends
// of the arc, or beside an edge.
static bool is_far(const query *q, const wend_medial_arc *arc, int32_t site) {
    const wend_medial_vertex *u = &q->g.view->vertices[arc->vertex[0]], *v = &q->g.view->vertices[arc->vertex[1]];
    double reach = (u->radius > v->radius ? u->radius : v->radius) + 1;
    if (wend_medial_is_point(&q->g, site)) {
        wend_point p = q->g.plan.vertices[site];
        wend_vec d = {q->spot.x - p.x, q->spot.y - p.y};
        return dot(d, d) > reach * reach;
    }
    int32_t h = q->g.plan.boundaries[site - q->g.plan.vertex_count].edge;
    wend_vec a = corner(&q->g.plan, h), along = minus(corner(&q->g.plan, wend_half_next(h)), a);
    wend_vec d = minus(q->spot, a);
    double height = cross(along, d), square = dot(along, along);
    if (height < 0 ? height * height > square : height * height > square * reach * reach)
        return true;
    double t = dot(along, d), t0 = dot(along, (wend_vec){u->x - a.x, u->y - a.y});
    double t1 = dot(along, (wend_vec){v->x - a.x, v->y - a.y}), below = t0 < t1 ? t0 - t : t1 - t;
    double above = t0 < t1 ? t - t1 : t - t0;
    return (below > 0 && below * below > square) || (above > 0 && above * above > square);
}

static hold hold_of(const query *q, int32_t region) {
    const wend_medial_arc *arc = &q->medial->view.arcs[region / 2];
    int32_t site = arc->site[region % 2], other = arc->site[1 - region % 2];
    hold h = {.excess = INFINITY};
    if (!is_far(q, arc, site))
        h = wend_medial_is_point(&q->g, site) ? hold_from_point(q, region / 2, site, other)
                                              : hold_from_edge(q, region / 2, site);
    h.region = region;
    return h;
}

// Takes a region that holds the spot and whose site is reached over a few edges. Those that are farther are counted;
// where there is one of them and no other, it is the one. False when it is taken.
static bool try_near(query *q, int32_t region) {
    hold h = hold_of(q, region);
    if (!(h.excess <= SLACK))
        return true;
    int32_t site = q->medial->view.arcs[region / 2].site[region % 2];
    int32_t end = walk(&q->g.plan, q->triangle, q->spot, h.foot, NEAR_BY);
    if (end == TOO_FAR) {
        q->open += q->open == 0 || q->far.region != region;
        q->far = h;
    } else if (end >= 0 && is_there(&q->g.plan, end, h.foot, site)) {
        q->best = h;
        return false;
    }
    return true;
}

// Whether the foot of a spot that lies in a region is on an edge, and not near its ends. Straight from there to the arc
// there is one way over the floor, however it winds around vertices.
static bool is_on_edge(const query *q, const hold *h, int32_t site) {
    if (!(h->excess <= SLACK) || wend_medial_is_point(&q->g, site))
        return false;
    wend_wall_line line = wend_medial_line(&q->g, site);
    double t = dot(minus(h->foot, line.a), line.along);
    return t > 1 && t < line.length - 1;
}

// Looks at a region and walks all the way. Around vertices with more than a full turn of floor a spot may seem to lie
// in several. A site that is reached is never nearer than the nearest one: of two, the nearer one is right. False when
// it is certainly in this one.
static bool try_far(query *q, int32_t region) {
    hold h = hold_of(q, region);
    const int32_t *site = q->medial->view.arcs[region / 2].site;
    bool better = q->best.region < 0 || (q->best.excess > SLACK && h.excess < q->best.excess) ||
                  (h.excess <= SLACK && h.distance < q->best.distance - SLACK);
    if (!(h.excess < 1) || !better || !reaches(q, q->triangle, q->spot, h.foot, site[region % 2]))
        return true;
    bool certain = is_on_edge(q, &h, site[region % 2]);
    if (certain || !q->medial->winds || h.distance == 0 || meets_arc(q, &h, site[1 - region % 2]))
        q->best = h;
    return !certain;
}

// Whether a spot is certainly in no region of a piece of a cell: behind its edge or beside it, or before the first arc
// around a corner, whose cell turns by 180 degrees at most.
static bool is_beside(const query *q, int32_t first) {
    int32_t site = q->medial->view.arcs[first / 2].site[first % 2];
    if (wend_medial_is_point(&q->g, site)) {
        wend_point p = q->g.plan.vertices[site];
        wend_vec v = vertex_place(q->g.view, q->g.view->arcs[first / 2].vertex[first % 2]);
        wend_vec start = {v.x - p.x, v.y - p.y}, d = {q->spot.x - p.x, q->spot.y - p.y};
        double turn = cross(start, d);
        return turn < 0 && turn * turn > dot(start, start) && !(q->g.plan.vertex_flags[site] & WEND_VERTEX_POINT);
    }
    int32_t h = q->g.plan.boundaries[site - q->g.plan.vertex_count].edge;
    wend_vec a = corner(&q->g.plan, h), along = minus(corner(&q->g.plan, wend_half_next(h)), a);
    wend_vec d = minus(q->spot, a);
    double height = cross(along, d), t = dot(along, d), square = dot(along, along), beyond = t - square;
    return (height < 0 && height * height > square) || (t < 0 && t * t > square) ||
           (beyond > 0 && beyond * beyond > square);
}

static bool visit_near(void *user, int32_t first) {
    query *q = user;
    int32_t regions[WEND_PIECE_MOST], count;
    if (is_beside(q, first))
        return true;
    wend_finder_list(&q->medial->view, first, regions, &count);
    for (int32_t k = 0; k < count; k++)
        if (!try_near(q, regions[k]))
            return false;
    return true;
}

static bool visit_all(void *user, int32_t first) {
    query *q = user;
    int32_t regions[WEND_PIECE_MOST], count, site = q->medial->view.arcs[first / 2].site[first % 2];
    if (!wend_medial_is_point(&q->g, site) && is_beside(q, first))
        return true;
    wend_finder_list(&q->medial->view, first, regions, &count);
    for (int32_t k = 0; k < count; k++)
        if (!try_far(q, regions[k]))
            return false;
    return true;
}

static query ask(const wend_medial *medial, int32_t triangle, wend_vec place) {
    query q = {
        .medial = medial, .g = wend_medial_ground(medial), .spot = place, .triangle = triangle, .best = {.region = -1}};
    if (triangle < 0 || triangle >= q.g.plan.triangle_count)
        return q;
    if (!medial->winds)
        wend_finder_search(&medial->finder, q.spot, visit_near, &q);
    if (q.best.region < 0 && q.open == 1)
        q.best = q.far;
    if (q.best.region < 0)
        wend_finder_search(&medial->finder, q.spot, visit_all, &q);
    return q;
}

void wend_medial_near_at(const wend_medial *medial, int32_t triangle, wend_vec place, wend_medial_near *near) {
    query q = ask(medial, triangle, place);
    *near = (wend_medial_near){.site = -1, .arc = -1};
    if (q.best.region < 0)
        return;
    const wend_lattice *lattice = &q.g.plan.lattice;
    near->clearance = q.best.distance * lattice->step * q.g.plan.unit;
    near->nearest[0] = lattice->origin[0] + lattice->step * q.best.foot.x;
    near->nearest[1] = lattice->origin[1] + lattice->step * q.best.foot.y;
    near->site = medial->view.arcs[q.best.region / 2].site[q.best.region % 2];
    near->arc = q.best.region / 2;
    near->at = q.best.at;
}

void wend_medial_clearance(const wend_medial *medial, const wend_spot *spot, wend_medial_near *near) {
    wend_medial_near_at(medial, spot->triangle, (wend_vec){spot->point.x, spot->point.y}, near);
}

// The triangle of a point of an arc, where a walk from one of the triangles around one of its sites, a point, arrives;
// -1 when the other site is not reached from there.
static int32_t walk_between(const wend_medial *medial, const wend_ground *g, int32_t half, wend_vec to, int32_t t) {
    const int32_t *site = medial->view.arcs[half / 2].site, from = site[half % 2], other = site[1 - half % 2];
    int32_t found = walk(&g->plan, t, wend_medial_foot(g, from, to), to, g->plan.triangle_count);
    wend_vec foot = wend_medial_foot(g, other, to);
    int32_t end = found >= 0 ? walk(&g->plan, found, to, foot, g->plan.triangle_count) : -1;
    return end >= 0 && is_there(&g->plan, end, foot, other) ? found : -1;
}

int32_t wend_medial_arc_fan(const wend_medial *medial, int32_t half, double at, int32_t fan) {
    wend_ground g = wend_medial_ground(medial);
    wend_arc_point p = wend_arc_point_at(&g, half / 2, at);
    wend_vec to = {p.x, p.y}, from = corner(&g.plan, fan), way = minus(to, from);
    wend_mesh mesh = WEND_MESH(wend_plan_triangle, g.plan.triangles, g.plan.triangle_count);
    int32_t h = fan;
    do {
        wend_vec right = minus(corner(&g.plan, wend_half_next(h)), from);
        wend_vec left = minus(corner(&g.plan, wend_half_previous(h)), from);
        if (cross(right, way) >= 0 && cross(way, left) >= 0 && walk_between(medial, &g, half, to, h / 3) >= 0)
            return h;
        h = wend_mesh_after(&mesh, h);
    } while (h >= 0 && h != fan);
    return -1;
}

int32_t wend_medial_arc_triangle_by(const wend_medial *medial, int32_t arc, double at, const int32_t *fan) {
    wend_ground g = wend_medial_ground(medial);
    wend_arc_point p = wend_arc_point_at(&g, arc, at);
    const wend_medial_arc *a = &medial->view.arcs[arc];
    if (!wend_medial_is_point(&g, a->site[0]) || !wend_medial_is_point(&g, a->site[1]))
        return wend_medial_arc_triangle(medial, arc, at);
    wend_mesh mesh = WEND_MESH(wend_plan_triangle, g.plan.triangles, g.plan.triangle_count);
    int32_t h = fan[a->site[0]], found;
    do {
        found = walk_between(medial, &g, 2 * arc, (wend_vec){p.x, p.y}, h / 3);
        h = wend_mesh_after(&mesh, h);
    } while (found < 0 && h >= 0 && h != fan[a->site[0]]);
    return found;
}

int32_t wend_medial_arc_triangle(const wend_medial *medial, int32_t arc, double at) {
    wend_ground g = wend_medial_ground(medial);
    wend_arc_point p = wend_arc_point_at(&g, arc, at);
    const wend_medial_arc *a = &medial->view.arcs[arc];
    wend_vec to = {p.x, p.y};
    for (int i = 0; i < 2; i++) // from an edge the way is clear
        if (!wend_medial_is_point(&g, a->site[i])) {
            int32_t h = g.plan.boundaries[a->site[i] - g.plan.vertex_count].edge;
            return walk(&g.plan, h / 3, wend_medial_foot(&g, a->site[i], to), to, g.plan.triangle_count);
        }
    // Between two points: from one of the triangles around the first from which the second is reached from there.
    for (int32_t t = 0; t < g.plan.triangle_count; t++) {
        int32_t found = has_site(&g.plan, t, a->site[0]) ? walk_between(medial, &g, 2 * arc, to, t) : -1;
        if (found >= 0)
            return found;
    }
    return -1;
}

void wend_medial_clearance3(const wend_medial *medial, const wend_spot *spot, wend_medial_near3 *near) {
    wend_medial_near flat;
    wend_ray_hit3 hit;
    wend_medial_clearance(medial, spot, &flat);
    *near = (wend_medial_near3){.clearance = flat.clearance, .site = flat.site};
    if (flat.site < 0)
        return;
    wend_ground g = wend_medial_ground(medial);
    double place[3] = {flat.nearest[0], flat.nearest[1], 0};
    if (g.plan.ground.step > 0)
        wend_scene_from_ground(g.plan.ground.up, (double[3]){flat.nearest[0], flat.nearest[1], 0}, place);
    wend_plan_ray3(medial->plan, spot, place, &hit);
    for (int k = 0; k < 3; k++)
        near->nearest[k] = g.plan.ground.step > 0 ? hit.place[k] : place[k];
}

// The vertex to which clearance grows from a place of an arc.
static int32_t way_up(const wend_ground *g, int32_t arc, double at) {
    double least = wend_arc_least(g, arc);
    return g->view->arcs[arc].vertex[at <= least && least > 0 ? 0 : 1];
}

double wend_medial_room_above(const wend_medial *medial, const wend_medial_near *near) {
    wend_ground g = wend_medial_ground(medial);
    return g.view->vertices[way_up(&g, near->arc, near->at)].radius * g.plan.lattice.step * g.plan.unit;
}

// Whether the joint above a vertex was made before that above another one: it is wider.
static bool joins_before(const wend_medial *m, int32_t u, int32_t v) {
    if (m->parent[u] < 0 || m->parent[v] < 0)
        return m->parent[u] >= 0;
    return m->bottleneck[u] != m->bottleneck[v] ? m->bottleneck[u] > m->bottleneck[v] : m->joint[u] < m->joint[v];
}

double wend_medial_widest_between(const wend_medial *medial, const wend_medial_near *from, const wend_medial_near *to,
                                  int32_t *joint) {
    wend_ground g = wend_medial_ground(medial);
    int32_t last = -1;
    if (joint != NULL)
        *joint = -1;
    if (from->arc < 0 || to->arc < 0)
        return 0;
    double scale = g.plan.lattice.step * g.plan.unit;
    double widest = from->clearance < to->clearance ? from->clearance : to->clearance;
    int32_t u = way_up(&g, from->arc, from->at), v = way_up(&g, to->arc, to->at);
    while (u != v) { // the one whose joint is wider goes up, so the last one is the narrowest, and on the way
        if (medial->parent[u] < 0 && medial->parent[v] < 0)
            return 0;
        int32_t *go = joins_before(medial, u, v) ? &u : &v;
        last = *go;
        *go = medial->parent[*go];
    }
    if (last < 0 || !(medial->bottleneck[last] * scale < widest))
        return widest;
    if (joint != NULL)
        *joint = medial->joint[last];
    return medial->bottleneck[last] * scale;
}

double wend_medial_widest(const wend_medial *medial, const wend_spot *from, const wend_spot *to) {
    wend_medial_near a, b;
    wend_medial_clearance(medial, from, &a);
    wend_medial_clearance(medial, to, &b);
    return wend_medial_widest_between(medial, &a, &b, NULL);
}

void wend_medial_reach(const wend_medial *medial, const wend_spot *from, double *widest) {
    wend_ground g = wend_medial_ground(medial);
    wend_medial_near near;
    wend_medial_clearance(medial, from, &near);
    double scale = g.plan.lattice.step * g.plan.unit, least = near.clearance;
    for (int32_t v = 0; v < g.view->vertex_count; v++)
        widest[v] = near.arc < 0 ? 0 : -1;
    if (near.arc < 0)
        return;
    for (int32_t v = way_up(&g, near.arc, near.at); v >= 0; v = medial->parent[v]) {
        widest[v] = least;
        least = fmin(least, medial->bottleneck[v] * scale);
    }
    for (int32_t v = 0; v < g.view->vertex_count; v++) { // up to a vertex that is known: the forest is not deep
        int32_t u = v;
        for (least = INFINITY; widest[u] < 0 && medial->parent[u] >= 0; u = medial->parent[u])
            least = fmin(least, medial->bottleneck[u] * scale);
        widest[v] = widest[u] < 0 ? 0 : fmin(least, widest[u]);
    }
}

int32_t wend_medial_component_above(const wend_medial *medial, int32_t vertex, double radius) {
    wend_plan_view plan = wend_plan_look(medial->plan);
    double limit = radius / (plan.lattice.step * plan.unit);
    while (medial->parent[vertex] >= 0 && medial->bottleneck[vertex] >= limit)
        vertex = medial->parent[vertex];
    return vertex;
}

int32_t wend_medial_component_of(const wend_medial *medial, const wend_medial_near *near, double radius) {
    wend_ground g = wend_medial_ground(medial);
    if (near->arc < 0 || !(near->clearance >= radius))
        return -1;
    return wend_medial_component_above(medial, way_up(&g, near->arc, near->at), radius);
}

int32_t wend_medial_component(const wend_medial *medial, const wend_spot *spot, double radius) {
    wend_medial_near near;
    wend_medial_clearance(medial, spot, &near);
    return wend_medial_component_of(medial, &near, radius);
}

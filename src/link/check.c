// Proves that links are what they say they are.
//
// All of it is done the slow, plain way, and shares no code with the finding: the complex is walked edge by edge; what
// is in the way is looked for with rays between the two sides and upward, not by clipping; overlaps of fillers by
// comparing every filler with every triangle whose box it meets. The figures of links and flights are a matter of their
// own: check_measures.c.
#include "link/links.h"

#include "base/array.h"
#include "base/sort.h"
#include "geom/boxes.h"
#include "geom/mesh.h"
#include "geom/predicate.h"
#include "link/check_measures.h"
#include "link/obstacles.h"
#include "link/rules.h"
#include "link/web.h"

#include <math.h>

enum { RAYS = 3 }; // heights of rays between two sides

// What a finding is about.
typedef enum subject { LINK, INTERVAL, JOIN, TRIANGLE, FLOOR, BOUNDARY, VERTEX, COMPONENT, SURFACE, HASH } subject;

typedef struct checker {
    wend_context *context;
    const wend_links_view *v;
    const wend_surface_view *s;
    wend_mesh mesh;     // the triangles of the complex
    wend_cycles cycles; // its boundary edges
    wend_report *report;
    uint8_t *shut; // per boundary edge of the surface, or NULL: 1 where it has to do with what is wrong
    bool bad;
    wend_link_rules rules;
} checker;

// ---------------------------------------------------------------------------------------------------- blame

void wend_links_shut(const wend_links_view *v, int32_t link, uint8_t *shut) {
    for (int32_t k = 0; k < v->links[link].interval_count; k++)
        shut[v->intervals[v->links[link].first_interval + k].boundary] = 1;
}

// Marks the boundary edges that a triangle of the surface has a corner in common with.
static void shut_around(checker *c, int32_t triangle) {
    const int32_t *v = c->s->triangles[triangle].v;
    for (int32_t b = 0; b < c->s->boundary_count; b++)
        for (int i = 0; i < 3; i++) {
            int32_t e = c->s->boundaries[b].edge;
            const int32_t *w = c->s->triangles[e / 3].v;
            if (w[e % 3] == v[i] || w[(e % 3 + 1) % 3] == v[i])
                c->shut[b] = 1;
        }
}

static void shut_triangle(checker *c, int32_t t) {
    if (t >= c->v->filler_first)
        wend_links_shut(c->v, c->v->triangles[t].link, c->shut);
    else
        shut_around(c, c->v->triangles[t].surface);
}

static void shut_interval(checker *c, int64_t k) {
    for (int32_t link = 0; link < c->v->link_count; link++) {
        int64_t first = c->v->links[link].first_interval;
        if (k >= first && k < first + c->v->links[link].interval_count)
            wend_links_shut(c->v, link, c->shut);
    }
}

// Marks the boundary edges that have to do with an item.
static void shut(checker *c, subject what, int64_t item) {
    switch (what) {
    case LINK:
        wend_links_shut(c->v, (int32_t)item, c->shut);
        break;
    case INTERVAL:
        shut_interval(c, item);
        break;
    case JOIN:
        wend_links_shut(c->v, c->v->joins[item].link, c->shut);
        break;
    case TRIANGLE:
        shut_triangle(c, (int32_t)item);
        break;
    case FLOOR:
        shut_around(c, (int32_t)item);
        break;
    case BOUNDARY:
        shut_triangle(c, c->v->boundaries[item].edge / 3);
        break;
    default: // nobody knows which
        memset(c->shut, 1, (size_t)c->s->boundary_count);
    }
}

static wend_finding blamed(checker *c, const char *code, subject what, int64_t item, const char *text) {
    static const char *const names[] = {"link",          "interval", "join",      "triangle", "triangle of the surface",
                                        "boundary edge", "vertex",   "component", "surface",  "hash"};
    wend_finding f = wend_finding_make(code, WEND_ERROR, "%s %lld of the links %s", names[what], (long long)item, text);
    f.item = item;
    if (c->shut)
        shut(c, what, item);
    c->bad = true;
    return f;
}

static void blame(checker *c, const char *code, subject what, int64_t item, const char *text) {
    wend_finding f = blamed(c, code, what, item, text);
    wend_report_add(c->report, &f);
}

// The same with a place: that of a half-edge.
static void blame_at(checker *c, const char *code, subject what, int64_t item, const char *text, int32_t half) {
    const wend_linked_triangle *t = &c->v->triangles[half / 3];
    wend_point p = c->v->vertices[t->v[half % 3]];
    wend_finding f = blamed(c, code, what, item, text);
    f.has_at = true;
    wend_lattice3_place(&c->v->lattice, (wend_point3){p.x, p.y, t->z[half % 3]}, f.at);
    wend_report_add(c->report, &f);
}

// ---------------------------------------------------------------------------------------------------- places

static wend_point3 corner_at(const checker *c, int32_t half) {
    const wend_linked_triangle *t = &c->v->triangles[half / 3];
    wend_point p = c->v->vertices[t->v[half % 3]];
    return (wend_point3){p.x, p.y, t->z[half % 3]};
}

// ---------------------------------------------------------------------------------------------------- the complex

static bool check_indices(checker *c) {
    const wend_links_view *v = c->v;
    for (int32_t t = 0; t < v->triangle_count && !c->bad; t++) {
        const wend_linked_triangle *f = &v->triangles[t];
        bool good = (t < v->filler_first) == (f->surface >= 0) && f->surface < c->s->triangle_count &&
                    (f->surface >= 0 ? f->link == -1 : wend_in_range(f->link, v->link_count));
        good &= wend_mesh_names_exist(&c->mesh, t, v->vertex_count, v->boundary_count);
        if (!good || !wend_in_range(v->triangle_component[t], v->component_count))
            blame(c, "links-index", TRIANGLE, t, "names something that there is not");
    }
    for (int32_t b = 0; b < v->boundary_count && !c->bad; b++)
        if (!wend_cycles_names_exist(&c->cycles, b, &c->mesh, v->cycle_count) ||
            v->boundaries[b].boundary >= c->s->boundary_count)
            blame(c, "links-index", BOUNDARY, b, "names something that there is not");
    for (int32_t k = 0; k < v->interval_count && !c->bad; k++)
        if (!wend_in_range(v->intervals[k].boundary, c->s->boundary_count))
            blame(c, "links-index", INTERVAL, k, "names a boundary edge that there is not");
    for (int32_t k = 0; k < v->join_count && !c->bad; k++)
        if (!wend_in_range(v->joins[k].edge, 3 * (int64_t)v->triangle_count) ||
            !wend_in_range(v->joins[k].link, v->link_count))
            blame(c, "links-index", JOIN, k, "names something that there is not");
    for (int32_t k = 0; k < v->link_count && !c->bad; k++) {
        const wend_link *l = &v->links[k];
        if (l->first_interval < 0 || l->interval_count < 1 || l->first_filler < v->filler_first ||
            l->filler_count < 0 || (int64_t)l->first_interval + l->interval_count > v->interval_count ||
            (int64_t)l->first_filler + l->filler_count > v->triangle_count)
            blame(c, "links-index", LINK, k, "names intervals or fillers that there are not");
    }
    for (int32_t k = 0; k < v->component_count && !c->bad; k++)
        if (!wend_in_range(v->components[k].first, v->triangle_count))
            blame(c, "links-index", COMPONENT, k, "names a triangle that there is not");
    return !c->bad;
}

static void check_triangles(checker *c) {
    const wend_links_view *v = c->v;
    for (int32_t h = 0; h < 3 * v->triangle_count; h++) {
        const wend_linked_triangle *t = &v->triangles[h / 3];
        if (h % 3 == 0 && wend_cross(v->vertices[t->v[0]], v->vertices[t->v[1]], v->vertices[t->v[2]]) <= 0)
            blame_at(c, "links-downward", TRIANGLE, h / 3, "does not face up", h);
        int32_t twin = t->twin[h % 3];
        wend_mesh_fault fault = wend_mesh_look_at_side(&c->mesh, &c->cycles, h);
        if (fault == WEND_MESH_BOUNDARY)
            blame_at(c, "links-manifold", TRIANGLE, h / 3, "has a boundary edge of another half-edge", h);
        else if (fault == WEND_MESH_TWIN)
            blame_at(c, "links-manifold", TRIANGLE, h / 3, "is not the neighbour of its neighbour", h);
        else if (fault == WEND_MESH_ENDS)
            blame_at(c, "links-manifold", TRIANGLE, h / 3, "does not share its side with its neighbour", h);
        else if (twin >= 0 && v->triangle_component[h / 3] != v->triangle_component[twin / 3])
            blame_at(c, "links-component", TRIANGLE, h / 3, "is in another component than its neighbour", h);
    }
}

// One vertex per fan.
static wend_result check_fans(checker *c) {
    const wend_links_view *v = c->v;
    WEND_ARRAY(wend_fan) fans = {0};
    if (!wend_array_resize(c->context, &fans, v->vertex_count))
        return WEND_ERROR_MEMORY;
    wend_mesh_find_fans(&c->mesh, fans.data, v->vertex_count);
    for (int32_t k = 0; k < v->vertex_count; k++) {
        const wend_fan *fan = &fans.data[k];
        if (fan->corners == 0) {
            blame(c, "links-vertex", VERTEX, k, "belongs to no triangle");
            continue;
        }
        if (!wend_mesh_is_one_fan(&c->mesh, fan))
            blame(c, "links-manifold", VERTEX, k, "has more than one fan of triangles");
        bool open = wend_mesh_twin(&c->mesh, fan->first) < 0;
        if (open != ((v->vertex_flags[k] & WEND_LINKED_BOUNDARY) != 0))
            blame(c, "links-vertex", VERTEX, k, "has the wrong flags");
    }
    wend_array_free(c->context, &fans);
    return WEND_OK;
}

static void check_boundaries(checker *c) {
    const wend_links_view *v = c->v;
    for (int32_t b = 0; b < v->boundary_count; b++) {
        const wend_linked_boundary *e = &v->boundaries[b];
        wend_mesh_fault fault = wend_mesh_look_at_boundary(&c->mesh, &c->cycles, b);
        if (fault == WEND_MESH_BOUNDARY)
            blame(c, "links-boundary", BOUNDARY, b, "is not that of its triangle, or out of order");
        else if (fault == WEND_MESH_NEXT || v->boundaries[e->next].cycle != e->cycle)
            blame_at(c, "links-boundary", BOUNDARY, b, "is not followed by the one it names", e->edge);
        else if (e->kind != (e->boundary < 0 ? WEND_BOUNDARY_LEDGE : c->s->boundaries[e->boundary].kind))
            blame_at(c, "links-boundary", BOUNDARY, b, "has another kind than on the surface", e->edge);
    }
}

static void check_components(checker *c) {
    const wend_links_view *v = c->v;
    int64_t triangles = 0;
    uint64_t area2 = 0, said = 0; // what is said may be anything
    for (int32_t t = 0; t < v->triangle_count; t++) {
        const int32_t *p = v->triangles[t].v;
        area2 += (uint64_t)wend_cross(v->vertices[p[0]], v->vertices[p[1]], v->vertices[p[2]]);
    }
    for (int32_t k = 0; k < v->component_count; k++) {
        triangles += v->components[k].triangles;
        said += (uint64_t)v->components[k].area2;
        if (v->triangle_component[v->components[k].first] != k)
            blame(c, "links-component", COMPONENT, k, "does not hold its first triangle");
    }
    if (triangles != v->triangle_count || said != area2)
        blame(c, "links-component", COMPONENT, v->component_count, "and all before it do not add up");
}

// ---------------------------------------------------------------------------------------------------- the surface

static double square(double x) {
    return x * x;
}

// Squared distance of a place from a segment, seen from above.
static double distance2_to(wend_point3 p, wend_point3 a, wend_point3 b) {
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y, px = (double)p.x - a.x, py = (double)p.y - a.y;
    double length2 = dx * dx + dy * dy, t = length2 > 0 ? (px * dx + py * dy) / length2 : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return square(px - t * dx) + square(py - t * dy);
}

static bool is_in_triangle(wend_point3 p, const wend_point3 q[3]) {
    bool inside = true;
    for (int i = 0; i < 3; i++)
        inside &= wend_turn_of(q[i], q[(i + 1) % 3], p) >= 0;
    for (int i = 0; i < 3 && !inside; i++)
        inside = distance2_to(p, q[i], q[(i + 1) % 3]) <= WEND_RULE_SAME2;
    return inside;
}

// Each triangle of the surface is there, as a whole or in parts that lie in it and have its area, up to the slack.
static void check_parts(checker *c) {
    const wend_links_view *v = c->v;
    int32_t t = 0;
    for (int32_t k = 0; k < c->s->triangle_count; k++) {
        const int32_t *p = c->s->triangles[k].v;
        const wend_point3 q[3] = {c->s->vertices[p[0]], c->s->vertices[p[1]], c->s->vertices[p[2]]};
        double area2 = 0, around = 0;
        for (int i = 0; i < 3; i++)
            around += sqrt(square((double)q[(i + 1) % 3].x - q[i].x) + square((double)q[(i + 1) % 3].y - q[i].y));
        for (; t < v->filler_first && v->triangles[t].surface == k; t++) {
            for (int i = 0; i < 3; i++)
                if (!is_in_triangle(corner_at(c, 3 * t + i), q))
                    blame_at(c, "links-moved", TRIANGLE, t, "is not a part of its triangle of the surface", 3 * t);
            const int32_t *w = v->triangles[t].v;
            area2 += (double)wend_cross(v->vertices[w[0]], v->vertices[w[1]], v->vertices[w[2]]);
        }
        if (fabs(area2 - (double)wend_turn_of(q[0], q[1], q[2])) > 2 * 3 * (around + 10))
            blame(c, "links-moved", FLOOR, k, "is not there, or not as a whole");
    }
    if (t != v->filler_first)
        blame(c, "links-moved", TRIANGLE, t, "is out of order");
}

// ---------------------------------------------------------------------------------------------------- intervals

static wend_point3 boundary_end(const checker *c, int32_t b, int end) {
    int32_t e = c->s->boundaries[b].edge;
    return c->s->vertices[c->s->triangles[e / 3].v[(e % 3 + end) % 3]];
}

// Whether a place is that of a boundary edge so far along it, up to the slack.
static bool is_at(wend_point3 p, wend_point3 a, wend_point3 b, double along) {
    double x = a.x + along * ((double)b.x - a.x) - p.x, y = a.y + along * ((double)b.y - a.y) - p.y;
    return x * x + y * y <= 2 * WEND_RULE_SAME2;
}

static int compare_intervals(const void *a, const void *b, const void *user) {
    (void)user;
    const wend_link_interval *p = a, *q = b;
    if (p->boundary != q->boundary)
        return p->boundary < q->boundary ? -1 : 1;
    return (p->from > q->from) - (p->from < q->from);
}

static wend_result check_intervals(checker *c) {
    const wend_links_view *v = c->v;
    WEND_ARRAY(wend_link_interval) sorted = {0};
    if (!wend_array_resize(c->context, &sorted, v->interval_count + 1))
        return WEND_ERROR_MEMORY;
    if (v->interval_count > 0)
        memcpy(sorted.data, v->intervals, (size_t)v->interval_count * sizeof *v->intervals);
    if (!wend_sort(c->context, sorted.data, v->interval_count, sizeof *v->intervals, compare_intervals, NULL)) {
        wend_array_free(c->context, &sorted);
        return WEND_ERROR_MEMORY;
    }
    for (int32_t k = 0; k < v->interval_count; k++) {
        const wend_link_interval *i = &v->intervals[k];
        wend_point3 a = boundary_end(c, i->boundary, 0), b = boundary_end(c, i->boundary, 1);
        if (!(i->from >= 0 && i->from < i->to && i->to <= 1) || i->side < 0 || i->side > 1)
            blame(c, "links-interval", INTERVAL, k, "is none of its edge");
        else if (distance2_to(i->ends[0], a, b) > WEND_RULE_SAME2 || distance2_to(i->ends[1], a, b) > WEND_RULE_SAME2 ||
                 !is_at(i->ends[0], a, b, i->from) || !is_at(i->ends[1], a, b, i->to))
            blame(c, "links-interval", INTERVAL, k, "does not lie on its edge");
        if (k > 0 && sorted.data[k].boundary == sorted.data[k - 1].boundary &&
            sorted.data[k].from < sorted.data[k - 1].to)
            blame(c, "links-interval", INTERVAL, k, "is used twice");
    }
    wend_array_free(c->context, &sorted);
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- limits

// How much the surface rises below a triangle for each step sideways.
static double steepness(const checker *c, int32_t t) {
    const int32_t *v = c->s->triangles[c->v->triangles[t].surface].v;
    wend_point3 p = c->s->vertices[v[0]], q = c->s->vertices[v[1]], r = c->s->vertices[v[2]];
    double ax = (double)q.x - p.x, ay = (double)q.y - p.y, az = (double)q.z - p.z;
    double bx = (double)r.x - p.x, by = (double)r.y - p.y, bz = (double)r.z - p.z, area = ax * by - ay * bx;
    double gx = (az * by - ay * bz) / area, gy = (ax * bz - az * bx) / area;
    return sqrt(gx * gx + gy * gy);
}

// How far the height of a join's ends may be off: a few steps, and more on slopes, as corners are drawn by two steps
// sideways.
static double slack_of(const checker *c, int32_t h, int32_t twin) {
    double here = steepness(c, h / 3), there = steepness(c, twin / 3);
    return 4 + 3 * (here > there ? here : there);
}

static void check_joins(checker *c) {
    const wend_links_view *v = c->v;
    for (int32_t k = 0; k < v->join_count; k++) {
        int32_t h = v->joins[k].edge, twin = v->triangles[h / 3].twin[h % 3];
        wend_link_kind kind = v->links[v->joins[k].link].kind;
        if (twin < 0 || v->triangles[h / 3].surface < 0 || v->triangles[twin / 3].surface < 0) {
            blame_at(c, "links-join", JOIN, k, "is not between two triangles of the surface", h);
            continue;
        }
        double rise0 = fabs((double)corner_at(c, h).z - corner_at(c, wend_half_next(twin)).z);
        double rise1 = fabs((double)corner_at(c, wend_half_next(h)).z - corner_at(c, twin).z);
        double limit = (kind == WEND_LINK_SEAM ? 0 : c->rules.step) + slack_of(c, h, twin);
        if (rise0 > limit || rise1 > limit)
            blame_at(c, "links-step", JOIN, k, "is higher than a step", h);
    }
}

// One side of a filler. A free one is a way across; of one that lies on the surface, as the only one, the way from the
// third corner to it is. A filler without a side on the surface fills what others left between them, whatever its
// length.
static void check_filler_side(checker *c, int32_t h, int32_t on_surface, wend_link_kind kind) {
    const wend_links_view *v = c->v;
    int32_t twin = v->triangles[h / 3].twin[h % 3];
    bool along = twin >= 0 && v->triangles[twin / 3].surface >= 0;
    wend_point3 p = corner_at(c, h), q = corner_at(c, wend_half_next(h)), r = corner_at(c, wend_half_previous(h));
    double dx = (double)q.x - p.x, dy = (double)q.y - p.y, length2 = dx * dx + dy * dy, rise = 0, far2 = 0;
    if (twin < 0) {
        far2 = length2;
        rise = (double)q.z - p.z;
    } else if (on_surface == 1 && along) {
        far2 = distance2_to(r, p, q);
        double s = (((double)r.x - p.x) * dx + ((double)r.y - p.y) * dy) / length2;
        s = s < 0 ? 0 : s > 1 ? 1 : s;
        rise = p.z + s * ((double)q.z - p.z) - r.z;
    }
    if (kind == WEND_LINK_GAP && on_surface > 0 && far2 > square(c->rules.gap + WEND_RULE_CHECK_SIDE))
        blame_at(c, "links-gap", TRIANGLE, h / 3, "spans more than a gap", h);
    // A hole on a slope, also one between other fillers, climbs as that does: a step for each gap that it is wide.
    bool of_hole = kind == WEND_LINK_HOLE || on_surface == 0;
    double gaps = of_hole && far2 > square(c->rules.gap) ? sqrt(far2) / c->rules.gap : 1;
    if (fabs(rise) > c->rules.step * gaps + WEND_RULE_CHECK_SIDE)
        blame_at(c, "links-step", TRIANGLE, h / 3, "climbs more than a step", h);
}

// Fillers: the ways across them are no longer and no higher than allowed.
static void check_fillers(checker *c) {
    const wend_links_view *v = c->v;
    for (int32_t t = v->filler_first; t < v->triangle_count; t++) {
        wend_link_kind kind = v->links[v->triangles[t].link].kind;
        if (kind != WEND_LINK_GAP && kind != WEND_LINK_HOLE)
            blame_at(c, "links-filler", TRIANGLE, t, "is a filler of a link that has none", 3 * t);
        int32_t on_surface = 0;
        for (int i = 0; i < 3; i++)
            on_surface += v->triangles[t].twin[i] >= 0 && v->triangles[v->triangles[t].twin[i] / 3].surface >= 0;
        for (int i = 0; i < 3 && on_surface < 3; i++)
            check_filler_side(c, 3 * t + i, on_surface, kind);
    }
}

// ---------------------------------------------------------------------------------------------------- overlaps

typedef struct overlapping {
    checker *c;
    int32_t filler;
    wend_point3 p[3];
} overlapping;

static void corners_of(const void *user, int32_t t, wend_point corners[3]) {
    const wend_links_view *v = user;
    for (int i = 0; i < 3; i++)
        corners[i] = v->vertices[v->triangles[t].v[i]];
}

static wend_box3 box_of(const void *user, int32_t t) {
    wend_point p[3];
    corners_of(user, t, p);
    return wend_box3_around((const wend_point3[3]){{p[0].x, p[0].y, 0}, {p[1].x, p[1].y, 0}, {p[2].x, p[2].y, 0}});
}

// Height of a triangle's plane at a place.
static double height_at(const wend_point3 p[3], double x, double y) {
    double area = (double)wend_turn_of(p[0], p[1], p[2]);
    double dx = x - p[0].x, dy = y - p[0].y;
    double ux = (double)p[1].x - p[0].x, uy = (double)p[1].y - p[0].y;
    double wx = (double)p[2].x - p[0].x, wy = (double)p[2].y - p[0].y;
    return p[0].z +
           ((dx * wy - dy * wx) * ((double)p[1].z - p[0].z) + (ux * dy - uy * dx) * ((double)p[2].z - p[0].z)) / area;
}

// Cuts a polygon down to what lies more than three lattice steps within a triangle, seen from above.
static int cut_to(const wend_point3 p[3], double part[12][2], int count) {
    double in[12][2];
    for (int k = 0; k < 3 && count > 0; k++) {
        wend_point3 a = p[k], b = p[(k + 1) % 3];
        double dx = (double)b.x - a.x, dy = (double)b.y - a.y, length = sqrt(dx * dx + dy * dy);
        int had = count;
        memcpy(in, part, sizeof in);
        count = 0;
        for (int i = 0; i < had && count < 11; i++) {
            const double *u = in[i], *w = in[(i + 1) % had];
            double at_u = (dx * (u[1] - a.y) - dy * (u[0] - a.x)) / length - 3;
            double at_w = (dx * (w[1] - a.y) - dy * (w[0] - a.x)) / length - 3;
            if (at_u >= 0) {
                part[count][0] = u[0];
                part[count++][1] = u[1];
            }
            if ((at_u > 0 && at_w < 0) || (at_u < 0 && at_w > 0)) {
                double t = at_u / (at_u - at_w);
                part[count][0] = u[0] + t * (w[0] - u[0]);
                part[count++][1] = u[1] + t * (w[1] - u[1]);
            }
        }
    }
    return count;
}

// Whether all corners of a triangle lie on or beyond one side of another: then nothing of it is within that one.
static bool is_beyond(const wend_point3 p[3], const wend_point3 q[3]) {
    for (int k = 0; k < 3; k++) {
        wend_point3 a = p[k], b = p[(k + 1) % 3];
        if (wend_turn_of(a, b, q[0]) <= 0 && wend_turn_of(a, b, q[1]) <= 0 && wend_turn_of(a, b, q[2]) <= 0)
            return true;
    }
    return false;
}

static void compare_with(const overlapping *o, int32_t other) {
    checker *c = o->c;
    if (other == o->filler || (other > o->filler && other >= c->v->filler_first))
        return;
    const wend_point3 q[3] = {corner_at(c, 3 * other), corner_at(c, 3 * other + 1), corner_at(c, 3 * other + 2)};
    if (is_beyond(o->p, q) || is_beyond(q, o->p))
        return;
    double part[12][2], least = INFINITY, most = -INFINITY;
    for (int i = 0; i < 3; i++) {
        part[i][0] = q[i].x;
        part[i][1] = q[i].y;
    }
    int count = cut_to(q, part, cut_to(o->p, part, 3));
    for (int i = 0; i < count; i++) {
        double lift = height_at(q, part[i][0], part[i][1]) - height_at(o->p, part[i][0], part[i][1]);
        least = lift < least ? lift : least;
        most = lift > most ? lift : most;
    }
    if (least <= WEND_RULE_CHECK_SIDE && most >= -WEND_RULE_CHECK_SIDE)
        blame_at(c, "links-overlap", TRIANGLE, o->filler, "is a filler that crosses another triangle", 3 * o->filler);
}

static wend_result check_overlaps(checker *c) {
    const wend_links_view *v = c->v;
    wend_boxes tree;
    wend_item_list found = {0};
    if (v->filler_first == v->triangle_count)
        return WEND_OK;
    wend_result result = wend_boxes_build(c->context, v->triangle_count, box_of, v, &tree);
    if (result == WEND_OK && !wend_boxes_add_bands(c->context, v->triangle_count, corners_of, v, 0, &tree))
        result = WEND_ERROR_MEMORY;
    for (int32_t t = v->filler_first; t < v->triangle_count && result == WEND_OK; t++) {
        overlapping o = {.c = c, .filler = t};
        for (int i = 0; i < 3; i++)
            o.p[i] = corner_at(c, 3 * t + i);
        wend_point corners[3];
        wend_box3 box = box_of(v, t);
        corners_of(v, t, corners);
        if (!wend_boxes_search_triangle(c->context, &tree, &box, corners, 0, &found))
            result = WEND_ERROR_MEMORY;
        for (int64_t k = 0; k < found.count && result == WEND_OK; k++)
            compare_with(&o, found.data[k]);
    }
    wend_boxes_free(c->context, &tree);
    wend_array_free(c->context, &found);
    return result;
}

// ---------------------------------------------------------------------------------------------------- rays

typedef struct sight {
    checker *c;
    const wend_solid *solid;
    wend_face_list found;
} sight;

typedef struct spot {
    double x, y, z;
} spot;

static spot minus(spot a, spot b) {
    return (spot){a.x - b.x, a.y - b.y, a.z - b.z};
}

static spot times(spot a, spot b) {
    return (spot){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static double dot(spot a, spot b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static spot spot_of(wend_point3 p) {
    return (spot){p.x, p.y, p.z};
}

// Whether a segment passes through a triangle.
static bool passes(spot from, spot to, const wend_face *f) {
    spot a = spot_of(f->p[0]), u = minus(spot_of(f->p[1]), a), w = minus(spot_of(f->p[2]), a), d = minus(to, from);
    spot h = times(d, w);
    double det = dot(u, h);
    if (det == 0)
        return false;
    spot s = minus(from, a), q = times(s, u);
    double along_u = dot(s, h) / det, along_w = dot(d, q) / det, t = dot(w, q) / det;
    return along_u > 0 && along_w > 0 && along_u + along_w < 1 && t > 0 && t < 1;
}

static int32_t whole(double x) {
    return (int32_t)floor(x);
}

static wend_result is_clear(sight *s, spot from, spot to, bool *clear) {
    wend_box3 box = {{whole(from.x < to.x ? from.x : to.x), whole(from.y < to.y ? from.y : to.y),
                      whole(from.z < to.z ? from.z : to.z)},
                     {whole(from.x > to.x ? from.x : to.x) + 1, whole(from.y > to.y ? from.y : to.y) + 1,
                      whole(from.z > to.z ? from.z : to.z) + 1}};
    *clear = true;
    if (!wend_solid_search(s->c->context, s->solid, &box, &s->found))
        return WEND_ERROR_MEMORY;
    for (int64_t k = 0; k < s->found.count && *clear; k++)
        *clear = !passes(from, to, &s->solid->faces.data[s->found.data[k]]);
    return WEND_OK;
}

// Rays from one place to another at several heights between what can be stepped over and the head of whoever stands on
// the lower floor, which is up to `rise` below the line between them.
static wend_result look_across(sight *s, spot from, spot to, double rise, bool *clear) {
    wend_result result = WEND_OK;
    double low = s->c->rules.low + WEND_RULE_SAME, high = s->c->rules.height - rise - WEND_RULE_CHECK_SIDE;
    *clear = true;
    for (int k = 0; k < RAYS && result == WEND_OK && *clear && low < high; k++) {
        double above = low + (high - low) * (k + 0.5) / RAYS;
        result = is_clear(s, (spot){from.x, from.y, from.z + above}, (spot){to.x, to.y, to.z + above}, clear);
    }
    return result;
}

static wend_result look_over_join(sight *s, int32_t k) {
    const wend_links_view *v = s->c->v;
    int32_t h = v->joins[k].edge, twin = v->triangles[h / 3].twin[h % 3];
    spot p = spot_of(corner_at(s->c, h)), q = spot_of(corner_at(s->c, wend_half_next(h)));
    double dx = q.x - p.x, dy = q.y - p.y, length = sqrt(dx * dx + dy * dy);
    double z0 = corner_at(s->c, twin).z, z1 = corner_at(s->c, wend_half_next(twin)).z;
    bool clear = true;
    wend_result result = WEND_OK;
    for (int i = 1; i < 8 && clear && result == WEND_OK && length > WEND_RULE_LOOKED; i++) {
        double t = i / 8.0, low0 = p.z + t * (q.z - p.z), low1 = z1 + t * (z0 - z1);
        double nx = WEND_RULE_SAME * dy / length, ny = -WEND_RULE_SAME * dx / length;
        spot at = {p.x + t * dx, p.y + t * dy, low0 < low1 ? low0 : low1};
        result = look_across(s, (spot){at.x - nx, at.y - ny, at.z}, (spot){at.x + nx, at.y + ny, at.z}, 0, &clear);
    }
    if (!clear)
        blame_at(s->c, "links-blocked", LINK, v->joins[k].link, "leads through something that stands in the way", h);
    return result;
}

// Across a filler: from the middle of each side that lies on the surface to near the corner on the other side, three
// lattice steps off the sides that meet there, and up. Rays follow the filler: a long one on a slope rises by metres.
static wend_result look_over_filler(sight *s, int32_t t) {
    const wend_links_view *v = s->c->v;
    spot p[3];
    for (int i = 0; i < 3; i++)
        p[i] = spot_of(corner_at(s->c, 3 * t + i));
    bool clear = true;
    wend_result result = WEND_OK;
    double fatness =
        (double)wend_turn_of(corner_at(s->c, 3 * t), corner_at(s->c, 3 * t + 1), corner_at(s->c, 3 * t + 2));
    for (int i = 0; i < 3 && clear && result == WEND_OK; i++) {
        spot a = p[i], b = p[(i + 1) % 3], far = p[(i + 2) % 3];
        double length = sqrt(square(b.x - a.x) + square(b.y - a.y));
        double longer2 = fmax(square(far.x - a.x) + square(far.y - a.y), square(far.x - b.x) + square(far.y - b.y));
        double part = fmin(0.9, 1 - 3 * 2 * sqrt(longer2) / fatness);
        int32_t twin = v->triangles[t].twin[i];
        if (twin < 0 || v->triangles[twin / 3].surface < 0 || fatness < WEND_RULE_LOOKED * length ||
            length < WEND_RULE_LOOKED || part <= 0)
            continue;
        spot middle = {(a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2};
        spot from = {middle.x + WEND_RULE_SAME * (b.y - a.y) / length, middle.y - WEND_RULE_SAME * (b.x - a.x) / length,
                     middle.z};
        spot to = {middle.x + part * (far.x - middle.x), middle.y + part * (far.y - middle.y),
                   middle.z + part * (far.z - middle.z)};
        double foot = ((far.x - a.x) * (b.x - a.x) + (far.y - a.y) * (b.y - a.y)) / (length * length);
        foot = foot < 0 ? 0 : foot > 1 ? 1 : foot;
        result = look_across(s, from, to, fabs(a.z + foot * (b.z - a.z) - far.z), &clear);
    }
    if (clear && result == WEND_OK) {
        double z = (p[0].z + p[1].z + p[2].z) / 3, low = p[0].z < p[1].z ? p[0].z : p[1].z;
        low = p[2].z < low ? p[2].z : low;
        spot middle = {(p[0].x + p[1].x + p[2].x) / 3, (p[0].y + p[1].y + p[2].y) / 3,
                       z + s->c->rules.low + WEND_RULE_SAME};
        double top = low + s->c->rules.height - WEND_RULE_CHECK_SIDE;
        if (top > middle.z) // on a long slope the lowest corner says nothing about its middle
            result = is_clear(s, middle, (spot){middle.x, middle.y, top}, &clear);
    }
    if (!clear)
        blame_at(s->c, "links-blocked", LINK, v->triangles[t].link, "leads through something that stands in the way",
                 3 * t);
    return result;
}

static wend_result check_solid(checker *c, const wend_solid *solid) {
    sight s = {.c = c, .solid = solid};
    wend_result result = wend_links_check_solid(c->s, solid, c->report);
    for (int32_t k = 0; k < c->v->join_count && result == WEND_OK; k++)
        result = look_over_join(&s, k);
    for (int32_t t = c->v->filler_first; t < c->v->triangle_count && result == WEND_OK; t++)
        result = look_over_filler(&s, t);
    wend_array_free(c->context, &s.found);
    return result;
}

// ---------------------------------------------------------------------------------------------------- the call

// What the checks of links share.
static checker checker_of(wend_context *context, const wend_links *links, const wend_surface_view *surface,
                          wend_report *report, uint8_t *edges) {
    const wend_links_view *v = &links->view;
    return (checker){.context = context,
                     .v = v,
                     .s = surface,
                     .mesh = WEND_MESH(wend_linked_triangle, v->triangles, v->triangle_count),
                     .cycles = WEND_CYCLES(wend_linked_boundary, v->boundaries, v->boundary_count),
                     .report = report,
                     .shut = edges,
                     .rules = wend_link_rules_of(&v->agent, surface->lattice.step * surface->lattice.unit)};
}

// What others rely on.
static wend_result check_local(checker *c) {
    if (c->v->surface_hash != c->s->hash)
        blame(c, "links-surface", SURFACE, 0, "is another one");
    uint8_t *edges = c->shut;
    c->shut = NULL; // what names something that there is not cannot be followed
    if (c->bad || !check_indices(c)) {
        if (edges)
            memset(edges, 1, (size_t)c->s->boundary_count);
        return WEND_ERROR_INVALID;
    }
    c->shut = edges;
    check_triangles(c);
    if (c->bad)
        return WEND_ERROR_INVALID;
    wend_result result = check_fans(c);
    if (result == WEND_OK && !c->bad)
        check_boundaries(c);
    return result != WEND_OK ? result : c->bad ? WEND_ERROR_INVALID : WEND_OK;
}

wend_result wend_links_check_local(wend_context *context, const wend_links *links, const wend_surface *surface,
                                   wend_report *report) {
    wend_surface_view view = wend_surface_look(surface);
    checker c = checker_of(context, links, &view, report, NULL);
    return check_local(&c);
}

// All of it; with the solid, if there is one.
static wend_result check_all(checker *c, const wend_surface *surface, const wend_solid *solid) {
    wend_result result = check_local(c);
    if (result != WEND_OK)
        return result;
    check_components(c);
    check_parts(c);
    result = check_intervals(c);
    if (result == WEND_OK && !c->bad) {
        check_joins(c);
        check_fillers(c);
        result = check_overlaps(c);
    }
    if (result == WEND_OK && !c->bad) {
        bool good;
        result = wend_links_check_measures(c->context, c->v, surface, c->report, c->shut, &good);
        c->bad |= !good;
    }
    if (result == WEND_OK && solid)
        result = check_solid(c, solid);
    if (wend_links_hash(c->v) != c->v->hash)
        blame(c, "links-hash", HASH, 0, "is not that of what they hold");
    return result != WEND_OK ? result : c->bad ? WEND_ERROR_INVALID : WEND_OK;
}

wend_result wend_links_check(wend_context *context, const wend_links *links, const wend_surface *surface,
                             const wend_solid *solid, wend_report *report) {
    if (context == NULL || links == NULL || surface == NULL)
        return WEND_ERROR_ARGUMENT;
    wend_surface_view view = wend_surface_look(surface);
    checker c = checker_of(context, links, &view, report, NULL);
    return check_all(&c, surface, solid);
}

wend_result wend_links_prove(wend_context *context, const wend_links *links, const wend_surface *surface,
                             uint8_t *edges, bool *good) {
    wend_surface_view view = wend_surface_look(surface);
    checker c = checker_of(context, links, &view, NULL, edges);
    wend_result result = check_all(&c, surface, NULL);
    *good = result == WEND_OK;
    return result == WEND_ERROR_INVALID ? WEND_OK : result;
}

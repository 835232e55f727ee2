// Measures along arcs. All doubles: nothing is decided here.
//
// Places on an arc are numbers from 0 to 1: even along lines, and along the edge for a parabola, which with t the place
// of a foot along the edge, and T, h that of the point and its height, has the radius ((t - T)^2 + h^2) / 2h there.
#include "medial/medial.h"

#include <math.h>

static double dot(wend_vec a, wend_vec b) {
    return a.x * b.x + a.y * b.y;
}

static wend_vec minus(wend_vec a, wend_vec b) {
    return (wend_vec){a.x - b.x, a.y - b.y};
}

static wend_vec normal_of(const wend_wall_line *line) {
    return (wend_vec){-line->along.y, line->along.x};
}

static wend_vec place_of(const wend_ground *g, int32_t vertex) {
    return (wend_vec){g->plan.vertices[vertex].x, g->plan.vertices[vertex].y};
}

static wend_wall_line make_line(const wend_ground *g, int32_t site) {
    int32_t h = g->plan.boundaries[site - g->plan.vertex_count].edge;
    const int32_t *v = g->plan.triangles[h / 3].v;
    wend_vec a = place_of(g, v[h % 3]), b = place_of(g, v[(h + 1) % 3]), d = minus(b, a);
    double length = sqrt(dot(d, d));
    wend_vec along = {d.x / length, d.y / length};
    return (wend_wall_line){a, along, length};
}

wend_wall_line wend_medial_line(const wend_ground *g, int32_t site) {
    return g->lines != NULL ? g->lines[site - g->plan.vertex_count] : make_line(g, site);
}

wend_wall_line *wend_medial_lines(wend_context *context, const wend_ground *g) {
    wend_wall_line *lines = wend_allocate_array(context, g->plan.boundary_count, sizeof *lines);
    for (int32_t b = 0; lines != NULL && b < g->plan.boundary_count; b++)
        lines[b] = make_line(g, g->plan.vertex_count + b);
    return lines;
}

wend_vec wend_medial_foot(const wend_ground *g, int32_t site, wend_vec at) {
    if (wend_medial_is_point(g, site))
        return place_of(g, site);
    wend_wall_line line = wend_medial_line(g, site);
    double t = dot(minus(at, line.a), line.along);
    t = t < 0 ? 0 : t > line.length ? line.length : t;
    return (wend_vec){line.a.x + t * line.along.x, line.a.y + t * line.along.y};
}

// ---------------------------------------------------------------------------------------------------- kinds

typedef enum arc_kind { BETWEEN_POINTS, BETWEEN_EDGES, PARABOLA } arc_kind;

static arc_kind kind_of(const wend_ground *g, const wend_medial_arc *arc) {
    bool left = wend_medial_is_point(g, arc->site[0]), right = wend_medial_is_point(g, arc->site[1]);
    return left != right ? PARABOLA : left ? BETWEEN_POINTS : BETWEEN_EDGES;
}

// A parabola: its edge, where along it the point and the arc's ends are, and the height of the point.
typedef struct parabola {
    wend_wall_line line;
    double point, height, ends[2];
} parabola;

static parabola parabola_of(const wend_ground *g, int32_t arc) {
    const wend_medial_arc *a = &g->view->arcs[arc];
    bool left = wend_medial_is_point(g, a->site[0]);
    wend_vec p = place_of(g, a->site[left ? 0 : 1]);
    parabola out = {.line = wend_medial_line(g, a->site[left ? 1 : 0])};
    wend_vec d = minus(p, out.line.a);
    out.point = dot(d, out.line.along);
    out.height = dot(d, normal_of(&out.line));
    for (int i = 0; i < 2; i++) {
        const wend_medial_vertex *v = &g->view->vertices[a->vertex[i]];
        out.ends[i] = dot(minus((wend_vec){v->x, v->y}, out.line.a), out.line.along);
    }
    return out;
}

static wend_arc_point on_parabola(const parabola *p, double t) {
    double radius = ((t - p->point) * (t - p->point) + p->height * p->height) / (2 * p->height);
    return (wend_arc_point){p->line.a.x + t * p->line.along.x + radius * normal_of(&p->line).x,
                            p->line.a.y + t * p->line.along.y + radius * normal_of(&p->line).y, radius};
}

bool wend_arc_is_flat(const wend_ground *g, const wend_medial_arc *arc) {
    if (kind_of(g, arc) != BETWEEN_EDGES)
        return false;
    wend_point end[2][2];
    for (int i = 0; i < 2; i++) {
        int32_t h = g->plan.boundaries[arc->site[i] - g->plan.vertex_count].edge;
        end[i][0] = g->plan.vertices[g->plan.triangles[h / 3].v[h % 3]];
        end[i][1] = g->plan.vertices[g->plan.triangles[h / 3].v[(h + 1) % 3]];
    }
    int64_t x = (int64_t)end[0][1].x - end[0][0].x, y = (int64_t)end[0][1].y - end[0][0].y;
    return x * ((int64_t)end[1][1].y - end[1][0].y) == y * ((int64_t)end[1][1].x - end[1][0].x);
}

static double clamp(double at) {
    return at > 0 ? at < 1 ? at : 1 : 0; // NaN is 0
}

// The end where an arc goes on between parallel edges, or -1. One or both of them have ended there, so this is where
// the arc is narrowest: exactly there, where doubles would find it just beside.
static int flat_end(const wend_ground *g, int32_t arc) {
    for (int i = 0; i < 2; i++) {
        const wend_medial_vertex *v = &g->view->vertices[g->view->arcs[arc].vertex[i]];
        const int32_t *around = g->view->around + v->first;
        if (v->degree == 2 && wend_arc_is_flat(g, &g->view->arcs[around[around[0] / 2 == arc] / 2]))
            return i;
    }
    return -1;
}

// Where a parabola is narrowest.
static double parabola_least(const wend_ground *g, int32_t arc, const parabola *p) {
    int end = flat_end(g, arc);
    return end >= 0 ? end : clamp((p->point - p->ends[0]) / (p->ends[1] - p->ends[0]));
}

double wend_arc_least(const wend_ground *g, int32_t arc) {
    const wend_medial_arc *a = &g->view->arcs[arc];
    const wend_medial_vertex *u = &g->view->vertices[a->vertex[0]], *v = &g->view->vertices[a->vertex[1]];
    arc_kind kind = kind_of(g, a);
    if (kind == BETWEEN_EDGES)
        return wend_arc_is_flat(g, a) ? 0.5 : u->radius <= v->radius ? 0 : 1;
    if (kind == PARABOLA) {
        parabola p = parabola_of(g, arc);
        return parabola_least(g, arc, &p);
    }
    int end = flat_end(g, arc);
    if (end >= 0)
        return end;
    wend_vec p = place_of(g, a->site[0]), q = place_of(g, a->site[1]);
    wend_vec d = {v->x - u->x, v->y - u->y}, m = {0.5 * (p.x + q.x) - u->x, 0.5 * (p.y + q.y) - u->y};
    return clamp(dot(m, d) / dot(d, d));
}

wend_arc_point wend_arc_point_at(const wend_ground *g, int32_t arc, double at) {
    const wend_medial_arc *a = &g->view->arcs[arc];
    const wend_medial_vertex *u = &g->view->vertices[a->vertex[0]], *v = &g->view->vertices[a->vertex[1]];
    if (!(at > 0))
        return (wend_arc_point){u->x, u->y, u->radius};
    if (at >= 1)
        return (wend_arc_point){v->x, v->y, v->radius};
    arc_kind kind = kind_of(g, a);
    if (kind == PARABOLA) {
        parabola p = parabola_of(g, arc);
        return on_parabola(&p, p.ends[0] + at * (p.ends[1] - p.ends[0]));
    }
    wend_arc_point out = {u->x + at * (v->x - u->x), u->y + at * (v->y - u->y),
                          u->radius + at * (v->radius - u->radius)};
    if (kind == BETWEEN_POINTS) {
        wend_vec d = minus((wend_vec){out.x, out.y}, place_of(g, a->site[0]));
        out.radius = sqrt(dot(d, d));
    }
    return out;
}

wend_waist wend_arc_waist(const wend_ground *g, int32_t arc) {
    if (kind_of(g, &g->view->arcs[arc]) == PARABOLA) {
        parabola p = parabola_of(g, arc);
        double at = parabola_least(g, arc, &p);
        if (at > 0 && at < 1)
            return (wend_waist){at, on_parabola(&p, p.ends[0] + at * (p.ends[1] - p.ends[0])).radius};
        return (wend_waist){at, wend_arc_point_at(g, arc, at).radius};
    }
    double at = wend_arc_least(g, arc);
    return (wend_waist){at, wend_arc_point_at(g, arc, at).radius};
}

double wend_arc_at_radius(const wend_ground *g, int32_t arc, int end, double radius) {
    const wend_medial_arc *a = &g->view->arcs[arc];
    const wend_medial_vertex *u = &g->view->vertices[a->vertex[0]], *v = &g->view->vertices[a->vertex[1]];
    double least = wend_arc_least(g, arc), at, middle, half;
    arc_kind kind = kind_of(g, a);
    if (kind == BETWEEN_EDGES) {
        at = (radius - u->radius) / (v->radius - u->radius);
    } else {
        if (kind == PARABOLA) {
            parabola p = parabola_of(g, arc);
            double square = 2 * p.height * radius - p.height * p.height, length = p.ends[1] - p.ends[0];
            middle = (p.point - p.ends[0]) / length;
            half = sqrt(square > 0 ? square : 0) / fabs(length);
        } else {
            wend_vec p = place_of(g, a->site[0]), q = place_of(g, a->site[1]), d = {v->x - u->x, v->y - u->y};
            wend_vec m = {0.5 * (p.x + q.x) - u->x, 0.5 * (p.y + q.y) - u->y}, across = minus(p, q);
            double square = radius * radius - 0.25 * dot(across, across);
            middle = dot(m, d) / dot(d, d);
            half = sqrt((square > 0 ? square : 0) / dot(d, d));
        }
        at = end == 0 ? middle - half : middle + half;
    }
    double low = end == 0 ? 0 : least, high = end == 0 ? least : 1;
    return at > low ? at < high ? at : high : low; // NaN is low
}

wend_vec wend_arc_control(const wend_ground *g, int32_t arc) {
    const wend_medial_arc *a = &g->view->arcs[arc];
    const wend_medial_vertex *u = &g->view->vertices[a->vertex[0]], *v = &g->view->vertices[a->vertex[1]];
    if (kind_of(g, a) != PARABOLA)
        return (wend_vec){0.5 * (u->x + v->x), 0.5 * (u->y + v->y)};
    // Above the middle of the feet; the height of the chord less that of the parabola, twice.
    parabola p = parabola_of(g, arc);
    double t = 0.5 * (p.ends[0] + p.ends[1]), half = 0.5 * (p.ends[1] - p.ends[0]);
    double height = on_parabola(&p, t).radius - half * half / (2 * p.height);
    return (wend_vec){p.line.a.x + t * p.line.along.x + height * normal_of(&p.line).x,
                      p.line.a.y + t * p.line.along.y + height * normal_of(&p.line).y};
}

wend_vec wend_arc_direction(const wend_ground *g, int32_t arc, wend_arc_point at) {
    const wend_medial_arc *a = &g->view->arcs[arc];
    wend_vec c = {at.x, at.y}, l = minus(c, wend_medial_foot(g, a->site[0], c)),
             r = minus(c, wend_medial_foot(g, a->site[1], c));
    double left = sqrt(dot(l, l)), right = sqrt(dot(r, r));
    // Away from the right one less away from the left one leads to the left; turned by -90 degrees, ahead.
    wend_vec across = {r.x / right - l.x / left, r.y / right - l.y / left};
    double length = sqrt(dot(across, across));
    if (!(length > 0) || !(left > 0) || !(right > 0))
        return (wend_vec){0, 0};
    return (wend_vec){across.y / length, -across.x / length};
}

// ---------------------------------------------------------------------------------------------------- public

static void to_place(const wend_lattice *lattice, double x, double y, double place[2]) {
    place[0] = lattice->origin[0] + lattice->step * x;
    place[1] = lattice->origin[1] + lattice->step * y;
}

void wend_medial_arc_point(const wend_medial *medial, int32_t arc, double at, double place[2], double *clearance) {
    wend_ground g = wend_medial_ground(medial);
    wend_arc_point p = wend_arc_point_at(&g, arc, at);
    if (place != NULL)
        to_place(&g.plan.lattice, p.x, p.y, place);
    if (clearance != NULL)
        *clearance = p.radius * g.plan.lattice.step * g.plan.unit;
}

double wend_medial_arc_least(const wend_medial *medial, int32_t arc) {
    wend_ground g = wend_medial_ground(medial);
    return wend_arc_least(&g, arc);
}

wend_narrow wend_medial_narrow(const wend_medial *medial, int32_t k) {
    wend_ground g = wend_medial_ground(medial);
    wend_narrow n = {.arc = medial->view.narrows[k]};
    wend_arc_point p = wend_arc_point_at(&g, n.arc, wend_arc_least(&g, n.arc));
    wend_vec direction = wend_arc_direction(&g, n.arc, p);
    to_place(&g.plan.lattice, p.x, p.y, n.place);
    n.direction[0] = direction.x;
    n.direction[1] = direction.y;
    double metres = 2 * g.plan.lattice.step * g.plan.unit;
    n.width = metres * p.radius;
    n.room = metres * medial->rooms[k];
    n.prominence = metres * wend_narrow_prominence(p.radius, medial->rooms[k]);
    return n;
}

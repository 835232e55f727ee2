// Counts the slivers that rounding leaves in a surface: triangles steeper than what can be walked, and triangles that
// lie over others. See faults.h.
//
// Every corner lies on the lattice, so a triangle that is hardly wider than a step may be turned by any angle, and the
// floors on both sides of a narrow fold of the scene may reach over each other. The surface stays a manifold, fans do
// not overlap, and nobody can stand there; but it should be known how many there are, and that they are no wider.
//
// Steep. How wide a triangle is says little: one of a metre at the very limit is tilted beyond it by a hair, too. What
// counts is how far a corner would have to be moved for the slope to be right: altitude * sin(slope - limit). Of a
// triangle that stands upright that is most of its width.
//
// Folded. Two parts of a surface that lie over each other end somewhere: along a boundary edge of one of them that runs
// over or under the inside of a triangle of the other. (Fans turn at most once, so it takes a boundary.) So boundary
// edges are held against the triangles near them. That an edge runs through the inside of a triangle, seen from above,
// is decided exactly; how wide the part is that two triangles share, in doubles, good to a thousandth of a step.
//
// Wide. Rounding makes slivers of up to two steps, 0.24 mm. Welding moves floors farther: a step's edge that was welded
// may reach over the floor below. So what welding moved is allowed on top, which the scene tells: a triangle that was
// moved reaches beyond the one that it was cut out of. Where there is no scene, it is all that welding may move.
#include "truth/faults.h"

#include <math.h>

#define WIDEST 3e-4                       // metres that slivers may be wide,
#define WIDEST_STEP 0x1p-13               // where the lattice is no coarser than this
#define SLOPE_SLACK 1.7453292519943296e-4 // radians: the 0.01 degrees of wend_agent.slope
#define FLOORS_APART 0.01                 // metres less than the height, from where floors are apart
#define PIECE 4096.0                      // lattice steps: boundary edges are searched for by pieces as long as this,
#define MOST_PIECES 64                    // but by no more of them
enum { MOST_CORNERS = 12 };               // of what two triangles share: 3 + 3, and 2 more for a range of heights

// Notes a sliver: whether it is the widest, or too wide. False when memory is short.
static bool note(wend_context *context, const wend_surface_view *view, const wend_sliver *sliver,
                 wend_surface_slivers *s) {
    if (sliver->width > s->width) {
        s->width = sliver->width;
        wend_lattice3_place(&view->lattice, view->vertices[sliver->vertex], s->at);
    }
    return sliver->width <= s->limit || wend_array_push(context, &s->wider, *sliver);
}

// ---------------------------------------------------------------------------------------------------- steep

static void edge_vector(const wend_point3 *a, const wend_point3 *b, double d[3]) {
    d[0] = (double)b->x - a->x;
    d[1] = (double)b->y - a->y;
    d[2] = (double)b->z - a->z;
}

static double length_of(const double d[3]) {
    return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

static bool count_steep(wend_context *context, const wend_surface_view *view, double slope, wend_surface_slivers *s) {
    double limit = slope + SLOPE_SLACK, cosine = cos(limit), sine = sin(limit);
    double step = view->lattice.step * view->lattice.unit;
    for (int32_t t = 0; t < view->triangle_count; t++) {
        const int32_t *v = view->triangles[t].v;
        double side[3][3], longest = 0, n[3];
        for (int i = 0; i < 3; i++) {
            edge_vector(&view->vertices[v[i]], &view->vertices[v[(i + 1) % 3]], side[i]);
            longest = fmax(longest, length_of(side[i]));
        }
        for (int k = 0; k < 3; k++)
            n[k] = side[0][(k + 1) % 3] * side[1][(k + 2) % 3] - side[0][(k + 2) % 3] * side[1][(k + 1) % 3];
        double off = (sqrt(n[0] * n[0] + n[1] * n[1]) * cosine - n[2] * sine) / longest * step;
        if (!(off > 0))
            continue;
        s->steep++;
        if (!note(context, view, &(wend_sliver){.width = off, .first = t, .second = -1, .vertex = v[0]}, s))
            return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- folded

static int side_of(const wend_point3 *a, const wend_point3 *b, const wend_point3 *p) {
    int64_t left = ((int64_t)b->x - a->x) * ((int64_t)p->y - a->y);
    int64_t right = ((int64_t)b->y - a->y) * ((int64_t)p->x - a->x);
    return (left > right) - (left < right);
}

// Whether a segment runs through the inside of a triangle that faces up, seen from above: neither lies wholly on one
// side of a line along the other.
static bool runs_inside(const wend_point3 *a, const wend_point3 *b, const wend_point3 *const corner[3]) {
    int left = 0, right = 0;
    for (int i = 0; i < 3; i++) {
        int side = side_of(a, b, corner[i]);
        left += side > 0;
        right += side < 0;
        if (side_of(corner[i], corner[(i + 1) % 3], a) <= 0 && side_of(corner[i], corner[(i + 1) % 3], b) <= 0)
            return false;
    }
    return left > 0 && right > 0;
}

typedef struct shape {
    double p[MOST_CORNERS][2];
    int count;
} shape;

// Keeps the part of a convex shape where weight[0] * x + weight[1] * y + weight[2] >= 0.
static void cut(shape *s, const double weight[3]) {
    shape rest = {.count = 0};
    for (int i = 0; i < s->count; i++) {
        const double *p = s->p[i], *q = s->p[(i + 1) % s->count];
        double a = weight[0] * p[0] + weight[1] * p[1] + weight[2], b = weight[0] * q[0] + weight[1] * q[1] + weight[2];
        if (a >= 0 && rest.count < MOST_CORNERS)
            memcpy(rest.p[rest.count++], p, sizeof rest.p[0]);
        if (((a > 0 && b < 0) || (a < 0 && b > 0)) && rest.count < MOST_CORNERS) {
            double part = a / (a - b);
            for (int k = 0; k < 2; k++)
                rest.p[rest.count][k] = p[k] + part * (q[k] - p[k]);
            rest.count++;
        }
    }
    *s = rest;
}

// The least distance of two parallel lines that the shape fits between: one of them runs along a side.
static double width_of(const shape *s) {
    double width = INFINITY;
    for (int i = 0; i < s->count; i++) {
        const double *a = s->p[i], *b = s->p[(i + 1) % s->count];
        double x = b[0] - a[0], y = b[1] - a[1], length = sqrt(x * x + y * y), far = 0;
        for (int j = 0; j < s->count && length > 0; j++)
            far = fmax(far, fabs(x * (s->p[j][1] - a[1]) - y * (s->p[j][0] - a[0])) / length);
        width = length > 0 ? fmin(width, far) : width;
    }
    return s->count > 2 && width < INFINITY ? width : 0;
}

// A triangle's height over the ground as weights of x, y and 1, from a point on.
static void plane_of(const double p[3][3], double plane[3]) {
    double ux = p[1][0] - p[0][0], uy = p[1][1] - p[0][1], uz = p[1][2] - p[0][2];
    double vx = p[2][0] - p[0][0], vy = p[2][1] - p[0][1], vz = p[2][2] - p[0][2], up = ux * vy - uy * vx;
    plane[0] = (uz * vy - uy * vz) / up;
    plane[1] = (ux * vz - uz * vx) / up;
    plane[2] = p[0][2] - plane[0] * p[0][0] - plane[1] * p[0][1];
}

// How wide the part is, in steps, that two triangles share seen from above where they are no more than `apart` steps
// from each other in height; negative when there is none.
static double shared_width(const wend_surface_view *view, int32_t first, int32_t second, double apart) {
    const int32_t *v[2] = {view->triangles[first].v, view->triangles[second].v};
    const wend_point3 *origin = &view->vertices[v[0][0]];
    double p[2][3][3], plane[2][3];
    shape s = {.count = 3};
    for (int t = 0; t < 2; t++) {
        for (int i = 0; i < 3; i++)
            edge_vector(origin, &view->vertices[v[t][i]], p[t][i]);
        plane_of((const double(*)[3])p[t], plane[t]);
    }
    for (int i = 0; i < 3; i++)
        memcpy(s.p[i], p[0][i], sizeof s.p[i]);
    for (int i = 0; i < 3; i++) {
        const double *a = p[1][i], *b = p[1][(i + 1) % 3];
        cut(&s, (double[3]){a[1] - b[1], b[0] - a[0], a[0] * b[1] - a[1] * b[0]});
    }
    for (int sign = -1; sign <= 1; sign += 2) {
        double weight[3];
        for (int k = 0; k < 3; k++)
            weight[k] = sign * (plane[1][k] - plane[0][k]) + (k == 2 ? apart : 0);
        cut(&s, weight);
    }
    return s.count > 0 ? width_of(&s) : -1;
}

typedef struct folds {
    wend_context *context;
    const wend_surface_view *view;
    wend_columns columns; // of the surface, in steps
    wend_column_list near;
    WEND_ARRAY(int32_t) seen;   // per triangle: the last boundary edge that it was held against
    WEND_ARRAY(uint8_t) folded; // per triangle
    double apart;               // steps
    wend_surface_slivers *slivers;
} folds;

static bool prepare(folds *f) {
    int32_t count = f->view->triangle_count;
    if (!wend_array_resize(f->context, &f->seen, count) || !wend_array_resize(f->context, &f->folded, count))
        return false;
    for (int32_t t = 0; t < count; t++) {
        double p[3][3];
        f->seen.data[t] = -1;
        f->folded.data[t] = 0;
        for (int i = 0; i < 3; i++)
            edge_vector(&(wend_point3){0, 0, 0}, &f->view->vertices[f->view->triangles[t].v[i]], p[i]);
        if (!wend_columns_add(f->context, &f->columns, p, t))
            return false;
    }
    return wend_columns_build(f->context, &f->columns);
}

// Holds a boundary edge against a triangle near it. False when memory is short.
static bool compare(folds *f, int32_t boundary, int32_t triangle) {
    const wend_surface_view *view = f->view;
    int32_t edge = view->boundaries[boundary].edge, own = edge / 3;
    if (f->seen.data[triangle] == boundary || triangle == own)
        return true;
    f->seen.data[triangle] = boundary;
    const int32_t *v = view->triangles[own].v, *w = view->triangles[triangle].v;
    const wend_point3 *corner[3] = {&view->vertices[w[0]], &view->vertices[w[1]], &view->vertices[w[2]]};
    if (!runs_inside(&view->vertices[v[edge % 3]], &view->vertices[v[(edge + 1) % 3]], corner))
        return true;
    double width = shared_width(view, own, triangle, f->apart) * view->lattice.step * view->lattice.unit;
    if (width < 0)
        return true;
    f->folded.data[own] = 1;
    wend_sliver sliver = {.width = width, .first = own, .second = triangle, .vertex = v[edge % 3]};
    return note(f->context, view, &sliver, f->slivers);
}

static bool search(folds *f, int32_t boundary) {
    const wend_surface_view *view = f->view;
    int32_t edge = view->boundaries[boundary].edge;
    const int32_t *v = view->triangles[edge / 3].v;
    double from[3], along[3];
    edge_vector(&(wend_point3){0, 0, 0}, &view->vertices[v[edge % 3]], from);
    edge_vector(&view->vertices[v[edge % 3]], &view->vertices[v[(edge + 1) % 3]], along);
    int pieces = (int)fmin(1 + length_of(along) / PIECE, MOST_PIECES);
    for (int piece = 0; piece < pieces; piece++) {
        wend_column_box box;
        for (int k = 0; k < 3; k++) {
            double a = from[k] + along[k] * piece / pieces, b = from[k] + along[k] * (piece + 1) / pieces;
            double margin = k == 2 ? f->apart + 1 : 1;
            box.low[k] = fmin(a, b) - margin;
            box.high[k] = fmax(a, b) + margin;
        }
        if (!wend_columns_find(f->context, &f->columns, &box, &f->near))
            return false;
        for (int64_t k = 0; k < f->near.count; k++)
            if (!compare(f, boundary, f->columns.triangles.data[f->near.data[k]].number))
                return false;
    }
    return true;
}

static bool count_folded(wend_context *context, const wend_surface_view *view, double height, wend_surface_slivers *s) {
    double step = view->lattice.step * view->lattice.unit;
    folds f = {.context = context, .view = view, .apart = fmax(height - FLOORS_APART, 0) / step, .slivers = s};
    bool good = prepare(&f);
    for (int32_t b = 0; b < view->boundary_count && good; b++)
        good = search(&f, b);
    for (int32_t t = 0; t < view->triangle_count && good; t++)
        s->folded += f.folded.data[t];
    wend_columns_free(context, &f.columns);
    wend_array_free(context, &f.near);
    wend_array_free(context, &f.seen);
    wend_array_free(context, &f.folded);
    return good;
}

// ---------------------------------------------------------------------------------------------------- wide

// Counts those that are too wide even when welding moved the floors there by `moved`.
static void judge(wend_surface_slivers *s, const wend_sliver *sliver, double moved) {
    s->wide += sliver->width > s->limit + moved;
}

wend_result wend_surface_find_slivers(wend_context *context, const wend_surface *surface, const wend_settings *settings,
                                      wend_surface_slivers *slivers) {
    wend_surface_view view = wend_surface_look(surface);
    double step = view.lattice.step * view.lattice.unit;
    *slivers = (wend_surface_slivers){.context = context, .limit = WIDEST * fmax(step / WIDEST_STEP, 1)};
    if (!count_steep(context, &view, settings->agent.slope, slivers) ||
        !count_folded(context, &view, settings->agent.height, slivers)) {
        wend_surface_slivers_free(slivers);
        return WEND_ERROR_MEMORY;
    }
    for (int64_t k = 0; k < slivers->wider.count; k++)
        judge(slivers, &slivers->wider.data[k], settings->exact.weld);
    return WEND_OK;
}

void wend_surface_slivers_free(wend_surface_slivers *slivers) {
    if (slivers->context != NULL)
        wend_array_free(slivers->context, &slivers->wider);
}

// How far a triangle reaches beyond the one of the scene that it was cut out of, in metres; 0 when that is too steep to
// be walked. More than welding did where flat neighbours were merged into one.
static double moved_by(const wend_scene_truth *truth, int32_t triangle) {
    const wend_surface_view *view = &truth->ground;
    int32_t source = view->triangles[triangle].source, place = source < 0 ? -1 : truth->place.data[source];
    if (place < 0 || truth->grade.data[place] == WEND_GRADE_STEEP)
        return 0;
    double moved = 0, step = view->lattice.step * view->lattice.unit;
    for (int i = 0; i < 3; i++) {
        const wend_point3 *v = &view->vertices[view->triangles[triangle].v[i]];
        moved = fmax(moved, wend_column_distance(&truth->scene.triangles.data[place],
                                                 (double[3]){v->x * step, v->y * step, v->z * step}));
    }
    return moved;
}

void wend_scene_truth_judge_slivers(const wend_scene_truth *truth, wend_surface_slivers *slivers) {
    slivers->wide = 0;
    for (int64_t k = 0; k < slivers->wider.count; k++) {
        const wend_sliver *sliver = &slivers->wider.data[k];
        double moved = moved_by(truth, sliver->first);
        if (sliver->second >= 0)
            moved = fmax(moved, moved_by(truth, sliver->second));
        judge(slivers, sliver, fmin(moved, truth->def.settings.exact.weld));
    }
}

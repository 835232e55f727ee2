// Counts what is wrong with a surface by itself, by other code than the library's validator. See faults.h.
#include "truth/faults.h"

#define ALONG 2.0 // lattice steps from a side of the scene within which its pieces lie after rounding

// ---------------------------------------------------------------------------------------------------- fans

typedef struct fans {
    const wend_surface_view *view;
    uint8_t *seen;   // per half-edge
    uint8_t *fanned; // per vertex: it has a fan already
    wend_surface_faults *faults;
} fans;

// The half-edge from the same vertex that follows counter-clockwise; negative at a boundary.
static int32_t turn_left(const wend_surface_view *view, int32_t edge) {
    return view->triangles[edge / 3].twin[(edge + 2) % 3];
}

static int32_t turn_right(const wend_surface_view *view, int32_t edge) {
    int32_t twin = view->triangles[edge / 3].twin[edge % 3];
    return twin < 0 ? -1 : twin / 3 * 3 + (twin + 1) % 3;
}

// Whether the direction of a half-edge, seen from above, is in the lower half of the circle (angles from pi to 2 pi).
static bool points_down(const wend_surface_view *view, int32_t edge, int end) {
    const int32_t *v = view->triangles[edge / 3].v;
    const wend_point3 *a = &view->vertices[v[edge % 3]], *b = &view->vertices[v[(edge + end) % 3]];
    return b->y < a->y || (b->y == a->y && b->x < a->x);
}

// Walks around one fan. Each triangle turns by less than half a circle, so that a fan that turns once passes from the
// lower half to the upper half at most once, and just once when it is closed.
static void walk_fan(fans *f, int32_t edge) {
    int32_t limit = 3 * f->view->triangle_count, start = edge, steps = 0;
    for (int32_t at = turn_right(f->view, start); at >= 0 && at != edge && steps < limit; steps++) {
        start = at;
        at = turn_right(f->view, start);
    }
    int passes = 0;
    bool closed = false;
    int32_t at = start;
    for (steps = 0; at >= 0 && steps < limit && !f->seen[at]; steps++) {
        f->seen[at] = 1;
        passes += points_down(f->view, at, 1) && !points_down(f->view, at, 2);
        at = turn_left(f->view, at);
        closed = at == start;
    }
    int32_t vertex = f->view->triangles[edge / 3].v[edge % 3];
    f->faults->non_manifold += f->fanned[vertex] || (at >= 0 && !closed);
    f->faults->twisted += closed ? passes != 1 : passes > 1;
    f->fanned[vertex] = 1;
}

static bool faces_up(const wend_surface_view *view, const int32_t v[3]) {
    const wend_point3 *a = &view->vertices[v[0]], *b = &view->vertices[v[1]], *c = &view->vertices[v[2]];
    return ((int64_t)b->x - a->x) * ((int64_t)c->y - a->y) > ((int64_t)b->y - a->y) * ((int64_t)c->x - a->x);
}

// Looks at the sides of all triangles; false when neighbours disagree, so that fans cannot be walked.
static bool check_sides(const wend_surface_view *view, wend_surface_faults *faults) {
    int64_t before = faults->non_manifold;
    for (int32_t edge = 0; edge < 3 * view->triangle_count; edge++) {
        const wend_surface_triangle *t = &view->triangles[edge / 3];
        int32_t corner = edge % 3, twin = t->twin[corner];
        faults->downward += corner == 0 && !faces_up(view, t->v);
        if (twin < 0) {
            faults->non_manifold += ~twin >= view->boundary_count || view->boundaries[~twin].edge != edge;
            continue;
        }
        if (twin >= 3 * view->triangle_count || view->triangles[twin / 3].twin[twin % 3] != edge || twin == edge) {
            faults->non_manifold++;
            continue;
        }
        const wend_surface_triangle *other = &view->triangles[twin / 3];
        faults->twisted += other->v[twin % 3] != t->v[(corner + 1) % 3] || other->v[(twin + 1) % 3] != t->v[corner];
    }
    return faults->non_manifold == before && faults->twisted == 0;
}

wend_result wend_surface_count_faults(wend_context *context, const wend_surface *surface, wend_surface_faults *faults) {
    wend_surface_view view = wend_surface_look(surface);
    *faults = (wend_surface_faults){0};
    if (!check_sides(&view, faults))
        return WEND_OK;
    size_t edges = 3 * (size_t)view.triangle_count + 1, vertices = (size_t)view.vertex_count + 1;
    fans f = {.view = &view,
              .seen = wend_allocate_array(context, (int64_t)edges, 1),
              .fanned = wend_allocate_array(context, (int64_t)vertices, 1),
              .faults = faults};
    if (f.seen && f.fanned) {
        memset(f.seen, 0, edges);
        memset(f.fanned, 0, vertices);
        for (int32_t edge = 0; edge < 3 * view.triangle_count; edge++) {
            if (!f.seen[edge])
                walk_fan(&f, edge);
        }
    }
    wend_result result = f.seen && f.fanned ? WEND_OK : WEND_ERROR_MEMORY;
    wend_release(context, f.seen, edges);
    wend_release(context, f.fanned, vertices);
    return result;
}

// ---------------------------------------------------------------------------------------------------- T-junctions

static const double *corner_of(const wend_scene_view *scene, int32_t triangle, int i) {
    return scene->positions + 3 * (int64_t)scene->triangles[3 * (int64_t)triangle + i];
}

// The side that two triangles of the scene share, by the places of its ends; false when there is none.
static bool find_shared_side(const wend_scene_view *scene, int32_t a, int32_t b, const double *ends[2]) {
    if (a < 0 || b < 0 || a >= scene->triangle_count || b >= scene->triangle_count)
        return false;
    int shared = 0;
    for (int i = 0; i < 3 && shared < 2; i++) {
        bool found = false;
        for (int j = 0; j < 3; j++)
            found |= memcmp(corner_of(scene, a, i), corner_of(scene, b, j), 3 * sizeof(double)) == 0;
        if (found)
            ends[shared++] = corner_of(scene, a, i);
    }
    return shared == 2;
}

typedef struct ledge {
    double a[3], b[3];
    int32_t from, to, source;
} ledge;

static ledge ledge_of(const wend_surface_view *view, int32_t boundary) {
    int32_t edge = view->boundaries[boundary].edge;
    const wend_surface_triangle *t = &view->triangles[edge / 3];
    ledge l = {.from = t->v[edge % 3], .to = t->v[(edge + 1) % 3], .source = t->source};
    const wend_point3 *a = &view->vertices[l.from], *b = &view->vertices[l.to];
    for (int k = 0; k < 3; k++) {
        l.a[k] = k == 0 ? a->x : k == 1 ? a->y : a->z;
        l.b[k] = k == 0 ? b->x : k == 1 ? b->y : b->z;
    }
    return l;
}

// Square of the distance of a point to the line a-b; *along is where on it, 0 at a and 1 at b.
static double line_distance2(const double a[3], const double b[3], const double p[3], double *along) {
    double dot = 0, length = 0, off = 0;
    for (int k = 0; k < 3; k++) {
        dot += (p[k] - a[k]) * (b[k] - a[k]);
        length += (b[k] - a[k]) * (b[k] - a[k]);
    }
    *along = length > 0 ? dot / length : 0;
    for (int k = 0; k < 3; k++) {
        double d = a[k] + *along * (b[k] - a[k]) - p[k];
        off += d * d;
    }
    return off;
}

static double distance2(const double a[3], const double b[3]) {
    double sum = 0;
    for (int k = 0; k < 3; k++)
        sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sum;
}

// Whether a point lies within a lattice step of a ledge, but of neither of its ends.
static bool lies_inside(const ledge *l, const double p[3]) {
    double along, off = line_distance2(l->a, l->b, p, &along);
    return off <= 1 && along > 0 && along < 1 && distance2(l->a, p) > 1 && distance2(l->b, p) > 1;
}

// A place of the scene in lattice steps.
static void to_steps(const wend_surface_view *view, const double place[3], double steps[3]) {
    wend_ground_from_scene(view->lattice.up, place, steps);
    for (int k = 0; k < 3; k++)
        steps[k] = (steps[k] - view->lattice.origin[k]) / view->lattice.step;
}

static bool is_near_line(double ends[2][3], const double p[3]) {
    double along;
    return line_distance2(ends[0], ends[1], p, &along) <= ALONG * ALONG;
}

// Whether a point and a ledge both lie along the side that two triangles of the scene share.
static bool lie_along_shared_side(const wend_surface_view *view, const wend_scene_view *scene, int32_t a, int32_t b,
                                  const ledge *l, const double p[3]) {
    const double *places[2];
    double ends[2][3];
    if (!find_shared_side(scene, a, b, places))
        return false;
    for (int e = 0; e < 2; e++)
        to_steps(view, places[e], ends[e]);
    return is_near_line(ends, p) && is_near_line(ends, l->a) && is_near_line(ends, l->b);
}

// Whether a point lies inside a triangle of the scene, away from its sides, where no floor ends by itself.
static bool lies_amid(const wend_surface_view *view, const wend_scene_view *scene, int32_t triangle,
                      const double p[3]) {
    double ends[2][3];
    for (int i = 0; i < 3; i++) {
        to_steps(view, corner_of(scene, triangle, i), ends[0]);
        to_steps(view, corner_of(scene, triangle, (i + 1) % 3), ends[1]);
        if (is_near_line(ends, p))
            return false;
    }
    return true;
}

static bool is_ledge(const wend_surface_view *view, int32_t boundary) {
    return view->boundaries[boundary].kind == WEND_BOUNDARY_LEDGE;
}

// Whether an end of a ledge hangs in another one: both along the side that two triangles of the scene share, or both
// amid one triangle.
static bool hangs(const wend_surface_view *view, const wend_scene_view *scene, const wend_columns *ledges,
                  const wend_column_list *near, int32_t boundary, int end) {
    ledge own = ledge_of(view, boundary);
    int32_t vertex = end == 0 ? own.from : own.to;
    const double *p = end == 0 ? own.a : own.b;
    bool found = false;
    for (int64_t k = 0; k < near->count && !found; k++) {
        int32_t number = ledges->triangles.data[near->data[k]].number;
        ledge other = ledge_of(view, number);
        if (other.from == vertex || other.to == vertex || !lies_inside(&other, p))
            continue;
        if (own.source != other.source)
            found = lie_along_shared_side(view, scene, own.source, other.source, &other, p);
        else if (own.source >= 0 && own.source < scene->triangle_count)
            found = lies_amid(view, scene, own.source, p);
    }
    return found;
}

static bool add_ledges(wend_context *context, const wend_surface_view *view, wend_columns *ledges) {
    for (int32_t b = 0; b < view->boundary_count; b++) {
        if (!is_ledge(view, b))
            continue;
        ledge l = ledge_of(view, b);
        double p[3][3];
        for (int k = 0; k < 9; k++)
            p[k / 3][k % 3] = k < 3 ? l.a[k] : l.b[k % 3];
        if (!wend_columns_add(context, ledges, p, b))
            return false;
    }
    return wend_columns_build(context, ledges);
}

wend_result wend_surface_t_junctions(wend_context *context, const wend_scene *scene, const wend_surface *surface,
                                     int64_t *count, double at[3]) {
    wend_surface_view view = wend_surface_look(surface);
    wend_scene_view model = wend_scene_look(scene);
    wend_columns ledges = {0};
    wend_column_list near = {0};
    bool good = add_ledges(context, &view, &ledges);
    *count = 0;
    for (int32_t b = 0; b < view.boundary_count && good; b++) {
        if (!is_ledge(&view, b))
            continue;
        ledge l = ledge_of(&view, b);
        for (int end = 0; end < (is_ledge(&view, view.boundaries[b].next) ? 1 : 2) && good; end++) {
            const double *p = end == 0 ? l.a : l.b;
            wend_column_box box = {{p[0] - 1, p[1] - 1, p[2] - 1}, {p[0] + 1, p[1] + 1, p[2] + 1}};
            good = wend_columns_find(context, &ledges, &box, &near);
            if (good && hangs(&view, &model, &ledges, &near, b, end) && ++*count == 1)
                wend_lattice3_place(&view.lattice, view.vertices[end == 0 ? l.from : l.to], at);
        }
    }
    wend_columns_free(context, &ledges);
    wend_array_free(context, &near);
    return good ? WEND_OK : WEND_ERROR_MEMORY;
}

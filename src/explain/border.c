// The boundary edge of a surface that is nearest to a place. See explain.h.
#include "explain/explain.h"

#include <math.h>

static void vertex_metres(const wend_surface_view *view, int32_t vertex, double p[3]) {
    const wend_point3 *v = &view->vertices[vertex];
    double side = view->lattice.step * view->lattice.unit;
    p[0] = v->x * side;
    p[1] = v->y * side;
    p[2] = v->z * side;
}

// Distance of a point to a side of a triangle of the surface; over `axes` axes: 2 is seen from above.
static double distance_to_edge(const wend_surface_view *view, int32_t edge, const double p[3], int axes) {
    double a[3], b[3], along = 0, length = 0, sum = 0;
    const int32_t *v = view->triangles[edge / 3].v;
    vertex_metres(view, v[edge % 3], a);
    vertex_metres(view, v[(edge + 1) % 3], b);
    for (int k = 0; k < axes; k++) {
        along += (p[k] - a[k]) * (b[k] - a[k]);
        length += (b[k] - a[k]) * (b[k] - a[k]);
    }
    double u = length > 0 ? along / length : 0;
    u = u < 0 ? 0 : u > 1 ? 1 : u;
    for (int k = 0; k < axes; k++) {
        double d = a[k] + u * (b[k] - a[k]) - p[k];
        sum += d * d;
    }
    return sqrt(sum);
}

typedef struct border {
    const wend_surface_view *view;
    int32_t boundary; // the nearest so far, -1 for none
    double distance;
} border;

static void offer(border *w, int32_t boundary, double distance) {
    if (!(distance < w->distance))
        return;
    w->boundary = boundary;
    w->distance = distance;
}

// A triangle that was reached, and how far off it is.
typedef struct entry {
    double distance;
    int32_t triangle;
} entry;

typedef struct flood {
    WEND_ARRAY(entry) heap;
    WEND_ARRAY(uint8_t) seen;
} flood;

static bool push(wend_context *context, flood *f, entry e) {
    if (!wend_array_push(context, &f->heap, e))
        return false;
    for (int64_t k = f->heap.count - 1; k > 0 && f->heap.data[k].distance < f->heap.data[(k - 1) / 2].distance;
         k = (k - 1) / 2) {
        entry swap = f->heap.data[k];
        f->heap.data[k] = f->heap.data[(k - 1) / 2];
        f->heap.data[(k - 1) / 2] = swap;
    }
    return true;
}

static entry pop(flood *f) {
    entry first = f->heap.data[0], last = f->heap.data[--f->heap.count];
    int64_t k = 0;
    for (int64_t child = 1; child < f->heap.count; child = 2 * k + 1) {
        child += child + 1 < f->heap.count && f->heap.data[child + 1].distance < f->heap.data[child].distance;
        if (f->heap.data[child].distance >= last.distance)
            break;
        f->heap.data[k] = f->heap.data[child];
        k = child;
    }
    f->heap.data[k] = last;
    return first;
}

// The boundary nearest to a place on the surface: outward from its triangle, so that other storeys have no say.
static bool find_near(wend_context *context, border *w, int32_t triangle, const double p[3]) {
    flood f = {.heap = {0}};
    bool good = wend_array_resize(context, &f.seen, w->view->triangle_count);
    if (good) {
        memset(f.seen.data, 0, (size_t)w->view->triangle_count);
        f.seen.data[triangle] = 1;
        good = push(context, &f, (entry){0, triangle});
    }
    while (good && f.heap.count > 0) {
        entry e = pop(&f);
        if (e.distance >= w->distance)
            break;
        for (int i = 0; i < 3 && good; i++) {
            int32_t edge = 3 * e.triangle + i, twin = w->view->triangles[e.triangle].twin[i];
            double distance = distance_to_edge(w->view, edge, p, 2);
            if (twin < 0)
                offer(w, ~twin, distance);
            if (twin < 0 || f.seen.data[twin / 3])
                continue;
            f.seen.data[twin / 3] = 1;
            good = push(context, &f, (entry){distance, twin / 3});
        }
    }
    wend_array_free(context, &f.heap);
    wend_array_free(context, &f.seen);
    return good;
}

// The boundary nearest to a place that is off the surface, in space.
static void find_far(border *w, const double p[3]) {
    for (int32_t b = 0; b < w->view->boundary_count; b++)
        offer(w, b, distance_to_edge(w->view, w->view->boundaries[b].edge, p, 3));
}

bool wend_explain_border(wend_context *context, const wend_surface_view *view, int32_t triangle, const double p[3],
                         int32_t *boundary, double *distance) {
    border w = {.view = view, .boundary = -1, .distance = INFINITY};
    bool good = true;
    if (triangle >= 0)
        good = find_near(context, &w, triangle, p);
    else
        find_far(&w, p);
    *boundary = w.boundary;
    *distance = w.distance;
    return good;
}

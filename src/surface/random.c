// Random places on a surface, uniform by area.
#include "base/random.h"
#include "surface/surface.h"

#include <math.h>

// Twice the area of a triangle on the slope, in square lattice steps.
static double area2_of(const wend_surface_view *view, int32_t triangle) {
    const int32_t *v = view->triangles[triangle].v;
    const wend_point3 *a = &view->vertices[v[0]], *b = &view->vertices[v[1]], *c = &view->vertices[v[2]];
    double bx = (double)b->x - a->x, by = (double)b->y - a->y, bz = (double)b->z - a->z;
    double cx = (double)c->x - a->x, cy = (double)c->y - a->y, cz = (double)c->z - a->z;
    double x = by * cz - bz * cy, y = bz * cx - bx * cz, z = bx * cy - by * cx;
    return sqrt(x * x + y * y + z * z);
}

void wend_surface_sum_areas(const wend_surface *surface, double *sums) {
    const wend_surface_view *view = &surface->view;
    double sum = 0;
    for (int32_t t = 0; t < view->triangle_count; t++) {
        sums[t] = sum;
        sum += area2_of(view, t) / 2;
    }
    sums[view->triangle_count] = sum;
}

// The triangle in which a sum lies: sums[found] <= wanted < sums[found + 1].
static int32_t find_triangle(const double *sums, int32_t count, double wanted) {
    int32_t low = 0, high = count;
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        if (sums[middle] <= wanted)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void wend_surface_random(const wend_surface *surface, const double *sums, uint64_t *state, double place[3],
                         int32_t *triangle) {
    const wend_surface_view *view = &surface->view;
    place[0] = place[1] = place[2] = 0;
    *triangle = -1;
    if (view->triangle_count == 0)
        return;
    *triangle = find_triangle(sums, view->triangle_count, wend_random_unit(state) * sums[view->triangle_count]);
    double u = wend_random_unit(state), v = wend_random_unit(state), ground[3];
    if (u + v > 1) {
        u = 1 - u;
        v = 1 - v;
    }
    const int32_t *corner = view->triangles[*triangle].v;
    wend_point3 a = view->vertices[corner[0]], b = view->vertices[corner[1]], c = view->vertices[corner[2]];
    ground[0] = a.x + u * ((double)b.x - a.x) + v * ((double)c.x - a.x);
    ground[1] = a.y + u * ((double)b.y - a.y) + v * ((double)c.y - a.y);
    ground[2] = a.z + u * ((double)b.z - a.z) + v * ((double)c.z - a.z);
    for (int k = 0; k < 3; k++)
        ground[k] = view->lattice.origin[k] + view->lattice.step * ground[k];
    wend_scene_from_ground(view->lattice.up, ground, place);
}

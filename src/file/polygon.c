// Faces of more than three corners, cut into triangles.
//
// Nearly all of them are convex, and a fan from the first corner does. A fan is as good whenever all of its triangles
// turn the way the polygon turns. Else ears are cut off, one after another: a corner whose triangle turns the right way
// and holds no other corner.
//
//     a           d       The corners a b c d e. A fan from a has the triangle a d e, which turns the wrong way and
//     | '.     .' |       covers what lies outside. The corner b is an ear, a b c, but only when e is not in it; then
//     |    'e'    |       c is one, and so on.
//     |           |
//     b-----------c
//
// A corner that lies on the border of the triangle stops an ear too: it would be left hanging on an edge. One at the
// very place of one of the triangle's corners does not; outlines that reach their holes along a seam pass such places
// twice.
//
// All of it happens in the plane of two axes in which the polygon is largest, with coordinates taken relative to its
// first corner, so that it does not matter how far it is from the origin. Cutting ears costs the square of the corners
// and, for ill-willed ones, more: the steps are counted, and beyond a bound for all polygons of one file fans must do.
#include "file/polygon.h"

#define WORK_LIMIT ((int64_t)1 << 28)

// Twice the area of a triangle of corners, positive when it turns as the polygon does.
static double turn(const double *flat, int32_t a, int32_t b, int32_t c) {
    const double *p = flat + 2 * (int64_t)a, *q = flat + 2 * (int64_t)b, *r = flat + 2 * (int64_t)c;
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
}

static bool same_place(const double *flat, int32_t a, int32_t b) {
    return flat[2 * (int64_t)a] == flat[2 * (int64_t)b] && flat[2 * (int64_t)a + 1] == flat[2 * (int64_t)b + 1];
}

// Puts the corners into the plane of the two axes in which the polygon is largest, such that it turns to the left.
// False when it has no area.
static bool flatten(wend_polygon *polygon, const double *positions) {
    int64_t count = polygon->corners.count;
    const int32_t *corner = polygon->corners.data;
    const double *origin = positions + 3 * (int64_t)corner[0];
    double normal[3] = {0, 0, 0};
    for (int64_t k = 1; k + 1 < count; k++) {
        const double *b = positions + 3 * (int64_t)corner[k], *c = positions + 3 * (int64_t)corner[k + 1];
        for (int axis = 0; axis < 3; axis++) {
            int u = (axis + 1) % 3, v = (axis + 2) % 3;
            normal[axis] += (b[u] - origin[u]) * (c[v] - origin[v]) - (b[v] - origin[v]) * (c[u] - origin[u]);
        }
    }
    int up = 0;
    double most = 0;
    for (int axis = 0; axis < 3; axis++) {
        double size = normal[axis] < 0 ? -normal[axis] : normal[axis];
        if (size > most) {
            most = size;
            up = axis;
        }
    }
    if (!(most > 0) || most - most != 0)
        return false;
    int u = (up + 1) % 3, v = (up + 2) % 3;
    double sign = normal[up] > 0 ? 1 : -1;
    for (int64_t k = 0; k < count; k++) {
        const double *p = positions + 3 * (int64_t)corner[k];
        polygon->flat.data[2 * k] = sign * (p[u] - origin[u]);
        polygon->flat.data[2 * k + 1] = p[v] - origin[v];
    }
    return true;
}

static bool is_fan(const wend_polygon *polygon) {
    for (int32_t k = 1; k + 1 < polygon->corners.count; k++)
        if (!(turn(polygon->flat.data, 0, k, k + 1) > 0))
            return false;
    return true;
}

static void make_fan(wend_polygon *polygon) {
    int32_t *t = polygon->triangles.data;
    for (int64_t k = 1; k + 1 < polygon->corners.count; k++, t += 3) {
        t[0] = polygon->corners.data[0];
        t[1] = polygon->corners.data[k];
        t[2] = polygon->corners.data[k + 1];
    }
}

// Whether the corner q can be cut off: its triangle turns left, and no other corner that is left lies in it. Only
// corners that turn to the right or not at all can lie in it.
static bool is_ear(wend_polygon *polygon, int32_t q) {
    const double *flat = polygon->flat.data;
    const int32_t *links = polygon->links.data;
    int32_t p = links[2 * (int64_t)q], r = links[2 * (int64_t)q + 1];
    if (!(turn(flat, p, q, r) > 0))
        return false;
    for (int32_t k = links[2 * (int64_t)r + 1]; k != p; k = links[2 * (int64_t)k + 1]) {
        polygon->work++;
        if (turn(flat, p, q, k) < 0 || turn(flat, q, r, k) < 0 || turn(flat, r, p, k) < 0)
            continue;
        if (turn(flat, links[2 * (int64_t)k], k, links[2 * (int64_t)k + 1]) > 0)
            continue;
        if (!same_place(flat, k, p) && !same_place(flat, k, q) && !same_place(flat, k, r))
            return false;
    }
    return true;
}

// Cuts ears until one triangle is left; false when there is none to cut.
static bool cut_ears(wend_polygon *polygon) {
    int32_t left = (int32_t)polygon->corners.count, *links = polygon->links.data, *t = polygon->triangles.data;
    for (int32_t k = 0; k < left; k++) {
        links[2 * (int64_t)k] = k > 0 ? k - 1 : left - 1;
        links[2 * (int64_t)k + 1] = k + 1 < left ? k + 1 : 0;
    }
    int32_t q = 1 % left, refused = 0;
    while (left > 3) {
        if (refused == left || polygon->work > WORK_LIMIT)
            return false;
        int32_t p = links[2 * (int64_t)q], r = links[2 * (int64_t)q + 1];
        polygon->work++;
        if (!is_ear(polygon, q)) {
            refused++;
            q = r;
            continue;
        }
        *t++ = polygon->corners.data[p];
        *t++ = polygon->corners.data[q];
        *t++ = polygon->corners.data[r];
        links[2 * (int64_t)p + 1] = r;
        links[2 * (int64_t)r] = p;
        left--;
        refused = 0;
        q = links[2 * (int64_t)r + 1]; // not its neighbour: slivers fan out less
    }
    int32_t p = links[2 * (int64_t)q], r = links[2 * (int64_t)q + 1];
    *t++ = polygon->corners.data[p];
    *t++ = polygon->corners.data[q];
    *t++ = polygon->corners.data[r];
    return turn(polygon->flat.data, p, q, r) > 0;
}

wend_result wend_polygon_cut(wend_context *context, wend_polygon *polygon, const double *positions, bool *clean) {
    int64_t count = polygon->corners.count;
    if (!wend_array_resize(context, &polygon->triangles, 3 * (count - 2)) ||
        !wend_array_resize(context, &polygon->flat, 2 * count))
        return WEND_ERROR_MEMORY;
    *clean = false;
    if (flatten(polygon, positions)) {
        *clean = is_fan(polygon);
        if (!*clean && polygon->work <= WORK_LIMIT) {
            if (!wend_array_resize(context, &polygon->links, 2 * count))
                return WEND_ERROR_MEMORY;
            *clean = cut_ears(polygon);
            if (*clean)
                return WEND_OK;
        }
    }
    make_fan(polygon);
    return WEND_OK;
}

void wend_polygon_free(wend_context *context, wend_polygon *polygon) {
    wend_array_free(context, &polygon->corners);
    wend_array_free(context, &polygon->triangles);
    wend_array_free(context, &polygon->flat);
    wend_array_free(context, &polygon->links);
}

// Which floors lie in one plane.
//
// Cells of one plane become one polygon, so a floor of many triangles should be one plane, and so should a ramp, and
// the noisy floor of a scan where it is flat. Floors are taken from the largest on. Each that is in no plane yet makes
// one, and takes in its neighbours over sides with the same two corners, and theirs, as long as all their corners are
// near that plane. It is the first floor's plane that counts, never the neighbour's: so a smooth hill does not become
// flat step by step. In the end, planes that are level at the same height are one, joined or not.
//
// All depends on the canonical order of the faces alone.
#include "voxel/planes.h"

#include "base/sort.h"
#include "geom/mesh.h"

enum { LOOKS = 64 }; // at floors beside one side, at most: thousands may meet there

typedef struct planer {
    wend_context *context;
    const wend_footing *footing;
    const wend_face *faces;
    double off;
    wend_planes *planes;
    WEND_ARRAY(wend_key) keys;
    WEND_ARRAY(int32_t) order; // floors by size, as places in the footing's list
    WEND_ARRAY(int32_t) ring;  // per side of a floor in the list: the next one with the same corners, in a ring
    WEND_ARRAY(int32_t) queue;
} planer;

static const wend_face *floor_at(const planer *p, int64_t place) {
    return &p->faces[p->footing->floors.data[place]];
}

static bool order_floors(planer *p) {
    int64_t count = p->footing->floors.count;
    if (!wend_array_resize(p->context, &p->keys, count) || !wend_array_resize(p->context, &p->order, count))
        return false;
    for (int64_t k = 0; k < count; k++) {
        wend_point c[3];
        wend_face_corners(floor_at(p, k), c);
        p->keys.data[k] = (wend_key){UINT64_MAX - (uint64_t)wend_cross(c[0], c[1], c[2]), (int32_t)k, 0};
    }
    if (!wend_sort_keys(p->context, p->keys.data, count))
        return false;
    for (int64_t k = 0; k < count; k++)
        p->order.data[k] = p->keys.data[k].index;
    return true;
}

static void side_ends(const planer *p, int32_t side, wend_point3 *a, wend_point3 *b) {
    const wend_face *face = floor_at(p, side / 3);
    *a = face->p[side % 3];
    *b = face->p[(side + 1) % 3];
}

static bool same_ends(const planer *p, int32_t s, int32_t t) {
    wend_point3 a, b, c, d;
    side_ends(p, s, &a, &b);
    side_ends(p, t, &c, &d);
    return (wend_same3(a, d) && wend_same3(b, c)) || (wend_same3(a, c) && wend_same3(b, d));
}

static bool join_sides(planer *p) {
    int64_t count = 3 * p->footing->floors.count;
    if (!wend_array_resize(p->context, &p->keys, count) || !wend_array_resize(p->context, &p->ring, count))
        return false;
    for (int64_t k = 0; k < count; k++) {
        wend_point3 a, b;
        side_ends(p, (int32_t)k, &a, &b);
        p->keys.data[k] = (wend_key){wend_hash3(a) + wend_hash3(b), (int32_t)k, 0};
    }
    if (!wend_sort_keys(p->context, p->keys.data, count))
        return false;
    for (int64_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && p->keys.data[end].key == p->keys.data[first].key;)
            end++;
        for (int64_t k = first; k < end; k++)
            p->ring.data[p->keys.data[k].index] = p->keys.data[k + 1 < end ? k + 1 : first].index;
    }
    return true;
}

static bool is_near(const planer *p, const wend_face *root, const wend_face *face) {
    if (face->area != root->area)
        return false;
    for (int i = 0; i < 3; i++) {
        double off = wend_face_height(root, face->p[i].x, face->p[i].y) - face->p[i].z;
        if (!(off <= p->off && off >= -p->off))
            return false;
    }
    return true;
}

// Takes into the plane of a floor what hangs together with it.
static bool grow(planer *p, int32_t root, int32_t plane) {
    const wend_face *face = floor_at(p, root);
    int32_t *plane_of = p->planes->plane_of.data;
    const int32_t *floors = p->footing->floors.data;
    p->queue.count = 0;
    plane_of[floors[root]] = plane;
    if (!wend_array_push(p->context, &p->queue, root))
        return false;
    for (int64_t k = 0; k < p->queue.count; k++)
        for (int32_t side = 3 * p->queue.data[k], end = side + 3; side < end; side++)
            for (int32_t other = p->ring.data[side], looks = 0; other != side && looks < LOOKS;
                 other = p->ring.data[other], looks++) {
                if (plane_of[floors[other / 3]] >= 0 || !same_ends(p, side, other) ||
                    !is_near(p, face, floor_at(p, other / 3)))
                    continue;
                plane_of[floors[other / 3]] = plane;
                if (!wend_array_push(p->context, &p->queue, other / 3))
                    return false;
            }
    return true;
}

static bool is_level(const wend_face *face) {
    return face->p[0].z == face->p[1].z && face->p[0].z == face->p[2].z;
}

// Makes one of planes that are level at the same height.
static bool join_levels(planer *p) {
    wend_planes *planes = p->planes;
    p->keys.count = 0;
    for (int64_t k = 0; k < planes->root_of.count; k++) {
        const wend_face *root = &p->faces[planes->root_of.data[k]];
        uint64_t key = (uint64_t)(uint32_t)root->p[0].z << 16 | root->area;
        if (is_level(root) && !wend_array_push(p->context, &p->keys, (wend_key){key, (int32_t)k, 0}))
            return false;
    }
    if (!wend_sort_keys(p->context, p->keys.data, p->keys.count) ||
        !wend_array_resize(p->context, &p->queue, planes->root_of.count))
        return false;
    for (int64_t k = 0; k < planes->root_of.count; k++)
        p->queue.data[k] = (int32_t)k;
    for (int64_t k = 1; k < p->keys.count; k++)
        if (p->keys.data[k].key == p->keys.data[k - 1].key)
            p->queue.data[p->keys.data[k].index] = p->queue.data[p->keys.data[k - 1].index];
    for (int64_t f = 0; f < planes->plane_of.count; f++)
        if (planes->plane_of.data[f] >= 0)
            planes->plane_of.data[f] = p->queue.data[planes->plane_of.data[f]];
    return true;
}

static bool run(planer *p, int64_t faces) {
    if (!wend_array_resize(p->context, &p->planes->plane_of, faces) || !order_floors(p) || !join_sides(p))
        return false;
    for (int64_t f = 0; f < faces; f++)
        p->planes->plane_of.data[f] = -1;
    for (int64_t k = 0; k < p->order.count; k++) {
        int32_t root = p->order.data[k], face = p->footing->floors.data[root];
        if (p->planes->plane_of.data[face] >= 0)
            continue;
        if (!wend_array_push(p->context, &p->planes->root_of, face) ||
            !grow(p, root, (int32_t)p->planes->root_of.count - 1))
            return false;
    }
    return join_levels(p);
}

wend_result wend_planes_find(wend_context *context, const wend_footing *footing, double off, wend_planes *planes) {
    planer p = {
        .context = context, .footing = footing, .faces = footing->solid->faces.data, .off = off, .planes = planes};
    *planes = (wend_planes){0};
    if (footing->floors.count > INT32_MAX / 3)
        return WEND_ERROR_LIMIT;
    bool good = run(&p, footing->solid->faces.count);
    wend_array_free(context, &p.keys);
    wend_array_free(context, &p.order);
    wend_array_free(context, &p.ring);
    wend_array_free(context, &p.queue);
    return good ? WEND_OK : WEND_ERROR_MEMORY;
}

void wend_planes_free(wend_context *context, wend_planes *planes) {
    wend_array_free(context, &planes->plane_of);
    wend_array_free(context, &planes->root_of);
}

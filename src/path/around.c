// What lies around a place: triangles and boundary edges, the nearest first.
//
// From the triangle of the place the floor is flooded over all edges that are no farther than asked for. What lies
// above or below is met only where the floor leads there within that distance. The order is by distance, and of equal
// ones by number: it does not depend on the way that the flood takes.
#include "path/search.h"

#include "base/context.h"

static double distance_to(const wend_search *s, int32_t half, wend_way at) {
    const int32_t *v = s->plan.triangles[half / 3].v;
    wend_way x = wend_road_place(s->plan.vertices[v[half % 3]]);
    wend_way e = wend_way_minus(wend_road_place(s->plan.vertices[v[(half + 1) % 3]]), x), to = wend_way_minus(at, x);
    double share = wend_way_dot(to, e) / wend_way_dot(e, e);
    share = share > 0 ? share < 1 ? share : 1 : 0;
    wend_way off = {to.x - share * e.x, to.y - share * e.y};
    return sqrt(wend_way_dot(off, off));
}

static double distance_to_triangle(const wend_search *s, int32_t triangle, wend_way at) {
    double least = INFINITY;
    bool inside = true;
    for (int32_t half = 3 * triangle; half < 3 * triangle + 3; half++) {
        const int32_t *v = s->plan.triangles[triangle].v;
        wend_way x = wend_road_place(s->plan.vertices[v[half % 3]]);
        wend_way y = wend_road_place(s->plan.vertices[v[(half + 1) % 3]]);
        inside = inside && wend_way_cross(wend_way_minus(y, x), wend_way_minus(at, x)) >= 0;
        double far = distance_to(s, half, at);
        least = far < least ? far : least;
    }
    return inside ? 0 : least;
}

static bool comes_before(const wend_around *a, const wend_around *b) {
    return a->far != b->far ? a->far < b->far : a->number < b->number;
}

// Puts one into its place below the top of a heap with the last one on top.
static void sift(wend_around *heap, int64_t k, int64_t count) {
    wend_around item = heap[k];
    for (int64_t child; (child = 2 * k + 1) < count; k = child) {
        child += child + 1 < count && comes_before(&heap[child], &heap[child + 1]);
        if (!comes_before(&item, &heap[child]))
            break;
        heap[k] = heap[child];
    }
    heap[k] = item;
}

// Ascending, without memory.
static void sort(wend_around *list, int64_t count) {
    for (int64_t k = count / 2 - 1; k >= 0; k--)
        sift(list, k, count);
    for (int64_t k = count - 1; k > 0; k--) {
        wend_around last = list[k];
        list[k] = list[0];
        list[0] = last;
        sift(list, 0, k);
    }
}

static bool add(wend_search *s, int list, double far, int32_t number) {
    return wend_array_push(s->context, &s->around[list], (wend_around){far, number});
}

static bool start(wend_search *s) {
    int64_t count = s->plan.triangle_count;
    s->around[0].count = s->around[1].count = 0;
    if (s->around_seen.count == count && ++s->around_round > 0)
        return true;
    if (!wend_array_resize(s->context, &s->around_seen, count))
        return false;
    for (int64_t k = 0; k < count; k++)
        s->around_seen.data[k] = 0;
    s->around_round = 1;
    return true;
}

static bool flood(wend_search *s, int32_t triangle, wend_way at, double most) {
    if (!start(s) || !add(s, 0, distance_to_triangle(s, triangle, at), triangle))
        return false;
    s->around_seen.data[triangle] = s->around_round;
    for (int64_t k = 0; k < s->around[0].count; k++) {
        triangle = s->around[0].data[k].number;
        for (int i = 0; i < 3; i++) {
            int32_t twin = s->plan.triangles[triangle].twin[i];
            double far = distance_to(s, 3 * triangle + i, at);
            if (far > most || (twin >= 0 && s->around_seen.data[twin / 3] == s->around_round))
                continue;
            if (twin >= 0)
                s->around_seen.data[twin / 3] = s->around_round;
            if (!add(s, twin < 0, twin < 0 ? far : distance_to_triangle(s, twin / 3, at), twin < 0 ? ~twin : twin / 3))
                return false;
        }
    }
    return true;
}

wend_result wend_search_around(wend_search *s, const wend_spot *spot, double distance, wend_around_view *around) {
    if (around != NULL)
        *around = (wend_around_view){0};
    if (s == NULL || spot == NULL || around == NULL || !(distance >= 0))
        return WEND_ERROR_ARGUMENT;
    if (!wend_search_holds(s, spot))
        return WEND_OK;
    if (!flood(s, spot->triangle, wend_road_place(spot->point), distance / s->metres))
        return WEND_ERROR_MEMORY;
    for (int i = 0; i < 2; i++) {
        int64_t count = s->around[i].count;
        sort(s->around[i].data, count);
        if (count > 0 && !wend_array_resize(s->context, &s->around_lists[i], count))
            return WEND_ERROR_MEMORY;
        for (int64_t k = 0; k < count; k++)
            s->around_lists[i].data[k] = s->around[i].data[k].number;
    }
    *around = (wend_around_view){(int32_t)s->around[0].count, s->around_lists[0].data, (int32_t)s->around[1].count,
                                 s->around_lists[1].data};
    return WEND_OK;
}

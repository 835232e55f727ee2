// Loops: what runs around one hole, or around all of a floor.
//
// Around a floor, boundary edges follow each other by the fan of triangles in the corner where they meet. Where two
// holes touch in a corner there are two fans, and that order runs around both holes in one cycle, as around a figure
// eight; where a hole touches the outline, the hole is no cycle of its own; and a tile that is missing amid tiles which
// touch in corners only is run around by no cycle at all.
//
//     +-----+           Edge a comes down to the corner with floor on its left and the hole A on its right. By the fan
//     |  A  a           on its left it is followed by b, and so the cycle runs around B as well. Around A, it is
//     |     |           followed by c.
//     +--c--+--b--+
//           |  B  |
//           +-----+
//
// A loop goes on, in such a corner, along the far side of what is no floor: of all the edges that begin there it takes
// the first one counter-clockwise from the edge that it came by. So every hole has a loop of its own.
//
// Corners where that is not the order by fans are *pinches*. They are corners of the surface, so they are found once;
// what is joined there later is seen by its place. All fans that meet in a place are sorted around it, exactly. Floor
// and no floor must take turns: where they do not (floors that overlap), the order by fans stays. So it does where
// nothing but barriers without width parts the fans.
//
// Two loops that touch in a pinch have nothing in common but that: what lies beyond their edges are two holes, with
// floor between them, however narrow that is near the pinch. (In a planar map every face has one boundary walk for each
// connected part of its boundary.) So there are no ways between them, and ladders end in pinches.
//
// Cost: O(b + p log b) for b borders, p of them at pinches.
#include "link/stages.h"

#include "base/sort.h"
#include "surface/order.h"

enum { FEW = 16 };      // so many rays are sorted by insertion, without memory of their own
enum { TOUCHING = 32 }; // loops in one pinch, all pairs of which are noted

// A border that ends in a pinch, or begins there, as it is seen from that.
typedef struct ray {
    int64_t dx, dy;
    int32_t border;
    bool departs;
} ray;
typedef WEND_ARRAY(ray) ray_list;
typedef WEND_ARRAY(wend_key) key_list;

static bool is_same_place(wend_point3 a, wend_point3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static int compare_places(const void *a, const void *b, const void *user) {
    (void)user;
    return wend_compare_points(a, b);
}

// One name for the place in which a boundary edge ends, before anything is joined: the first vertex of the surface
// there if there are several, which follow each other in its order; -1 when there is only one.
static int64_t meeting_of(const wend_linking *l, int32_t edge) {
    const wend_surface_view *s = l->surface;
    int32_t half = s->boundaries[edge].edge, v = s->triangles[half / 3].v[wend_corner_after(half)], first = v;
    for (int32_t back = 1; back > 0;) { // in leaps: there may be very many
        bool same = back <= first && is_same_place(s->vertices[first - back], s->vertices[v]);
        first -= same ? back : 0;
        back = same ? 2 * back : back / 2;
    }
    bool last = v + 1 == s->vertex_count || !is_same_place(s->vertices[v + 1], s->vertices[v]);
    return first == v && last ? -1 : first;
}

// The number of the pinch in which a border ends, or -1.
static int64_t pinch_of(const wend_linking *l, int32_t border) {
    const wend_web *web = &l->web;
    if (web->borders.data[border].edge < 0 ||
        (web->borders.data[border].boundary >= 0 && wend_loop_turn(l, border, true) < 0))
        return -1;
    wend_point3 at = wend_border_to(web, border);
    int64_t low = 0, high = l->pinches.count;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (wend_compare_points(&l->pinches.data[middle], &at) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < l->pinches.count && is_same_place(l->pinches.data[low], at) ? low : -1;
}

// Counter-clockwise. Of two along the same line, with a barrier without width between them, the one that arrives is
// first.
static int compare_rays(const void *a, const void *b, const void *user) {
    (void)user;
    const ray *p = a, *q = b;
    bool p_lower = p->dy < 0 || (p->dy == 0 && p->dx < 0), q_lower = q->dy < 0 || (q->dy == 0 && q->dx < 0);
    if (p_lower != q_lower)
        return p_lower ? 1 : -1;
    int64_t turn = p->dx * q->dy - p->dy * q->dx;
    if (turn != 0)
        return turn > 0 ? -1 : 1;
    return (int)p->departs - (int)q->departs;
}

static ray ray_to(wend_point3 from, wend_point3 to, int32_t border, bool departs) {
    return (ray){(int64_t)to.x - from.x, (int64_t)to.y - from.y, border, departs};
}

// Lists the rays of the fans that meet in a place, two for each: of the borders that arrive there and of those that
// follow. A fan whose two ends have different heights, at a step, is left out.
static bool list_rays(const wend_linking *l, wend_point3 at, const wend_key *arrivals, int64_t count, ray_list *rays) {
    const wend_web *web = &l->web;
    rays->count = 0;
    for (int64_t k = 0; k < count; k++) {
        int32_t border = arrivals[k].index, next = web->borders.data[border].next;
        if (is_same_place(wend_border_from(web, next), at) &&
            (!wend_array_push(l->context, rays, ray_to(at, wend_border_from(web, border), border, false)) ||
             !wend_array_push(l->context, rays, ray_to(at, wend_border_to(web, next), next, true))))
            return false;
    }
    return true;
}

// Whether floor and no floor take turns around a pinch, and somewhere there is more between than a barrier.
static bool take_turns(const ray_list *rays) {
    bool wide = false;
    for (int64_t k = 0; k < rays->count; k++) {
        const ray *r = &rays->data[k], *next = &rays->data[k + 1 < rays->count ? k + 1 : 0];
        if (r->departs == next->departs)
            return false;
        wide |= !r->departs && (r->dx * next->dy != r->dy * next->dx || r->dx * next->dx + r->dy * next->dy < 0);
    }
    return wide;
}

// There are two fans in most of the places where any meet.
static bool sort_rays(wend_context *context, ray_list *rays) {
    if (rays->count > FEW)
        return wend_sort(context, rays->data, rays->count, sizeof *rays->data, compare_rays, NULL);
    for (int64_t k = 1; k < rays->count; k++) {
        ray r = rays->data[k];
        int64_t at = k;
        for (; at > 0 && compare_rays(&rays->data[at - 1], &r, NULL) > 0; at--)
            rays->data[at] = rays->data[at - 1];
        rays->data[at] = r;
    }
    return true;
}

// Lets each border that arrives at a pinch be followed by the one that departs beyond what is no floor.
static bool turn_at(const wend_linking *l, wend_point3 at, const wend_key *arrivals, int64_t count, ray_list *rays,
                    int32_t *after) {
    if (!list_rays(l, at, arrivals, count, rays))
        return false;
    if (rays->count < 4)
        return true;
    if (!sort_rays(l->context, rays))
        return false;
    for (int64_t k = 0, turns = take_turns(rays); k < rays->count && turns; k++)
        if (!rays->data[k].departs)
            after[rays->data[k].border] = rays->data[k + 1 < rays->count ? k + 1 : 0].border;
    return true;
}

// Where those that are equal to a key end, in a sorted list.
static int64_t end_of_key(const key_list *keys, int64_t first) {
    int64_t end = first + 1;
    while (end < keys->count && keys->data[end].key == keys->data[first].key)
        end++;
    return end;
}

// Finds for every border the one that follows it. `place_of` names the place in which it ends, of those that count, or
// -1.
static bool follow(const wend_linking *l, int64_t (*place_of)(const wend_linking *l, int32_t border), int32_t *after) {
    const wend_web *web = &l->web;
    key_list arrivals = {0}; // by place
    ray_list rays = {0};
    bool good = true;
    for (int32_t b = 0; b < web->borders.count && good; b++) {
        int64_t place = place_of(l, b);
        after[b] = web->borders.data[b].next;
        if (place >= 0)
            good = wend_array_push(l->context, &arrivals, (wend_key){(uint64_t)place, b, 0});
    }
    good = good && wend_sort_keys(l->context, arrivals.data, arrivals.count);
    for (int64_t k = 0, end; k < arrivals.count && good; k = end) {
        end = end_of_key(&arrivals, k);
        if (end - k > 1)
            good = turn_at(l, wend_border_to(web, arrivals.data[k].index), arrivals.data + k, end - k, &rays, after);
    }
    wend_array_free(l->context, &arrivals);
    wend_array_free(l->context, &rays);
    return good;
}

bool wend_loops_follow(const wend_linking *l, int32_t *after) {
    return follow(l, pinch_of, after);
}

double wend_loop_measure(const wend_linking *l, const int32_t *after, int32_t border, int32_t number, int32_t *of,
                         int64_t *count) {
    wend_point3 zero = wend_border_from(&l->web, border), p = zero;
    double area = 0;
    *count = 0;
    for (int32_t b = border; of[b] < 0; ++*count) {
        of[b] = number;
        b = after[b];
        wend_point3 q = wend_border_from(&l->web, b);
        area += ((double)p.x - zero.x) * ((double)q.y - zero.y) - ((double)q.x - zero.x) * ((double)p.y - zero.y);
        p = q;
    }
    return area;
}

// Lists the pinches: where boundary edges are followed by others than by their fans.
static bool find_pinches(wend_linking *l) {
    const wend_web *web = &l->web;
    int64_t kept = 0;
    for (int32_t b = 0; b < web->borders.count; b++)
        if (wend_loop_turn(l, b, true) >= 0 && !wend_array_push(l->context, &l->pinches, wend_border_to(web, b)))
            return false;
    wend_point3 *p = l->pinches.data;
    if (!wend_sort(l->context, p, l->pinches.count, sizeof *p, compare_places, NULL))
        return false;
    for (int64_t k = 0; k < l->pinches.count; k++)
        if (k == 0 || !is_same_place(p[kept - 1], p[k]))
            p[kept++] = p[k];
    l->pinches.count = kept;
    return true;
}

bool wend_loops_touch(const wend_linking *l, int32_t a, int32_t b) {
    uint64_t pair = a < b ? (uint64_t)a << 32 | (uint64_t)b : (uint64_t)b << 32 | (uint64_t)a;
    int64_t low = 0, high = l->touching.count;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (l->touching.data[middle] < pair)
            low = middle + 1;
        else
            high = middle;
    }
    return low < l->touching.count && l->touching.data[low] == pair;
}

// Adds the pairs of the loops that meet in a pinch; of very many only those that are near in the list.
static bool add_pairs(wend_linking *l, const wend_key *meeting, int64_t count, key_list *pairs) {
    for (int64_t i = 0; i < count; i++)
        for (int64_t k = i + 1; k < count && k - i < TOUCHING; k++) {
            uint64_t p = (uint64_t)l->loop.data[meeting[i].index], q = (uint64_t)l->loop.data[meeting[k].index];
            if (p != q && !wend_array_push(l->context, pairs, (wend_key){p < q ? p << 32 | q : q << 32 | p, 0, 0}))
                return false;
        }
    return true;
}

// Lists the pairs of loops that touch.
static bool find_touching(wend_linking *l) {
    key_list meetings = {0}, pairs = {0}; // boundary edges by the pinch in which they end
    bool good = true;
    for (int32_t b = 0; b < l->web.borders.count && good; b++)
        if (wend_loop_turn(l, b, true) >= 0)
            good = wend_array_push(l->context, &meetings, (wend_key){(uint64_t)pinch_of(l, b), b, 0});
    good = good && wend_sort_keys(l->context, meetings.data, meetings.count);
    for (int64_t k = 0, end; k < meetings.count && good; k = end) {
        end = end_of_key(&meetings, k);
        good = add_pairs(l, meetings.data + k, end - k, &pairs);
    }
    good = good && wend_sort_keys(l->context, pairs.data, pairs.count);
    for (int64_t k = 0; k < pairs.count && good; k = end_of_key(&pairs, k))
        good = wend_array_push(l->context, &l->touching, pairs.data[k].key);
    wend_array_free(l->context, &meetings);
    wend_array_free(l->context, &pairs);
    return good;
}

int32_t wend_loop_turn(const wend_linking *l, int32_t border, bool forward) {
    const wend_web_border *b = &l->web.borders.data[border];
    if (b->boundary < 0 || (forward ? b->to < 1 : b->from > 0))
        return -1;
    int32_t next = l->loop_next.data[b->boundary], previous = l->loop_previous.data[b->boundary];
    if (forward)
        return next == l->surface->boundaries[b->boundary].next ? -1 : next;
    return l->surface->boundaries[previous].next == b->boundary ? -1 : previous;
}

bool wend_loops_find(wend_linking *l) {
    int64_t edges = l->surface->boundary_count, count;
    bool good = wend_array_resize(l->context, &l->loop_next, edges) &&
                wend_array_resize(l->context, &l->loop_previous, edges) &&
                wend_array_resize(l->context, &l->loop, edges) && follow(l, meeting_of, l->loop_next.data);
    for (int32_t b = 0; b < edges && good; b++) {
        l->loop_previous.data[l->loop_next.data[b]] = b;
        l->loop.data[b] = -1;
    }
    for (int32_t b = 0; b < edges && good; b++)
        if (l->loop.data[b] < 0) {
            double area =
                wend_loop_measure(l, l->loop_next.data, b, (int32_t)l->around_hole.count, l->loop.data, &count);
            good = wend_array_push(l->context, &l->around_hole, area < 0);
        }
    return good && find_pinches(l) && find_touching(l);
}

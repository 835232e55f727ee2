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
// first corner, so that it does not matter how far it is from the origin.
//
// Of a small polygon all corners that are left are looked at for each ear. Those of a large one are put in order along
// a Hilbert curve, eight by eight into boxes, those again, and so on: what has no corner left is passed over, and what
// is beyond a side of the triangle. Both find the same ears. A corner that is no ear sleeps until a neighbour of it, or
// of the corner that stopped it, is cut off: nothing else could make it one. So most polygons cost O(n log n).
// Ill-willed ones cost more: the steps are counted, and beyond a bound for all polygons of one file fans must do.
#include "geom/polygon.h"

#include "base/wide.h"
#include "geom/hilbert.h"

#define WORK_LIMIT ((int64_t)1 << 28)
#define ROUNDED (1.0 / ((int64_t)1 << 48)) // more than the rounding of a turn, as part of the products in it
#define CURVE ((1 << 16) - 1)              // the side of the grid that the curve runs through

enum {
    SMALL = 64, // corners of a polygon without boxes
    FAN = WEND_POLYGON_FAN
};

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

// ---------------------------------------------------------------------------------------------------- ears

// The triangle at a corner.
typedef struct ear {
    int32_t p, q, r;
    double low[2], high[2]; // its box
} ear;

static ear ear_at(const wend_polygon *polygon, int32_t q) {
    const double *flat = polygon->flat.data;
    ear e = {polygon->links.data[2 * (int64_t)q], q, polygon->links.data[2 * (int64_t)q + 1], {0, 0}, {0, 0}};
    for (int axis = 0; axis < 2; axis++) {
        double a = flat[2 * (int64_t)e.p + axis], b = flat[2 * (int64_t)q + axis], c = flat[2 * (int64_t)e.r + axis];
        e.low[axis] = a < b ? (a < c ? a : c) : (b < c ? b : c);
        e.high[axis] = a > b ? (a > c ? a : c) : (b > c ? b : c);
    }
    return e;
}

// Whether a corner lies in an ear's triangle and stops it. Only those that turn to the right or not at all do.
static bool stops(const wend_polygon *polygon, const ear *e, int32_t k) {
    const double *flat = polygon->flat.data, *at = flat + 2 * (int64_t)k;
    const int32_t *links = polygon->links.data;
    if (at[0] < e->low[0] || at[0] > e->high[0] || at[1] < e->low[1] || at[1] > e->high[1])
        return false;
    if (turn(flat, e->p, e->q, k) < 0 || turn(flat, e->q, e->r, k) < 0 || turn(flat, e->r, e->p, k) < 0)
        return false;
    if (turn(flat, links[2 * (int64_t)k], k, links[2 * (int64_t)k + 1]) > 0)
        return false;
    return !same_place(flat, k, e->p) && !same_place(flat, k, e->q) && !same_place(flat, k, e->r);
}

// ---------------------------------------------------------------------------------------------------- boxes

// Puts the corners in order along the curve.
static bool sort_corners(wend_context *context, wend_polygon *polygon) {
    int64_t count = polygon->corners.count;
    const double *flat = polygon->flat.data;
    double low[2] = {flat[0], flat[1]}, high[2] = {flat[0], flat[1]};
    if (!wend_array_resize(context, &polygon->order, count) || !wend_array_resize(context, &polygon->places, count))
        return false;
    for (int64_t k = 0; k < 2 * count; k++) {
        low[k & 1] = flat[k] < low[k & 1] ? flat[k] : low[k & 1];
        high[k & 1] = flat[k] > high[k & 1] ? flat[k] : high[k & 1];
    }
    for (int64_t k = 0; k < count; k++) {
        uint32_t cell[2];
        for (int axis = 0; axis < 2; axis++) {
            double part = (flat[2 * k + axis] - low[axis]) / (high[axis] - low[axis]);
            cell[axis] = part >= 0 && part <= 1 ? (uint32_t)(part * CURVE) : 0;
        }
        polygon->order.data[k] = (wend_key){wend_hilbert(cell[0], cell[1], 16), (int32_t)k, 0};
    }
    if (!wend_sort_keys(context, polygon->order.data, count))
        return false;
    for (int32_t k = 0; k < count; k++)
        polygon->places.data[polygon->order.data[k].index] = k;
    return true;
}

static void widen(wend_polygon_box *box, const double low[2], const double high[2], int32_t left) {
    for (int axis = 0; axis < 2; axis++) {
        box->low[axis] = box->left == 0 || low[axis] < box->low[axis] ? low[axis] : box->low[axis];
        box->high[axis] = box->left == 0 || high[axis] > box->high[axis] ? high[axis] : box->high[axis];
    }
    box->left += left;
}

static bool make_boxes(wend_context *context, wend_polygon *polygon) {
    polygon->levels = 0;
    polygon->boxes.count = 0;
    if (!sort_corners(context, polygon))
        return false;
    int64_t below = 0, items = polygon->corners.count;
    do {
        int64_t first = polygon->boxes.count, count = (items + FAN - 1) / FAN;
        polygon->start[polygon->levels++] = (int32_t)first;
        if (!wend_array_resize(context, &polygon->boxes, first + count))
            return false;
        memset(polygon->boxes.data + first, 0, (size_t)count * sizeof *polygon->boxes.data);
        for (int64_t k = 0; k < items; k++) {
            wend_polygon_box *box = &polygon->boxes.data[first + k / FAN];
            const wend_polygon_box *part = &polygon->boxes.data[below + k];
            const double *at = polygon->flat.data + 2 * (int64_t)polygon->order.data[k].index;
            if (polygon->levels == 1)
                widen(box, at, at, 1);
            else
                widen(box, part->low, part->high, part->left);
        }
        below = first;
        items = count;
    } while (items > 1);
    return true;
}

// Takes a corner out of the boxes.
static void take_out(wend_polygon *polygon, int32_t corner) {
    int32_t place = polygon->places.data[corner];
    polygon->order.data[place].index = -1;
    for (int level = 0; level < polygon->levels; level++) {
        place /= FAN;
        polygon->boxes.data[polygon->start[level] + place].left--;
    }
}

// Whether all corners in a box are to the right of the side from a to b, however the turn is rounded.
static bool is_right_of(const double *a, const double *b, const wend_polygon_box *box) {
    double dx = b[0] - a[0], dy = b[1] - a[1];
    double left = box->low[0] - a[0], right = box->high[0] - a[0], down = box->low[1] - a[1], up = box->high[1] - a[1];
    double across = dx > 0 ? dx * up : dx * down, along = dy > 0 ? dy * left : dy * right;
    double x = -left > right ? -left : right, y = -down > up ? -down : up; // the largest there are
    double size = (dx < 0 ? -dx : dx) * y + (dy < 0 ? -dy : dy) * x;
    return across - along < -ROUNDED * size;
}

static bool is_away(const double *flat, const ear *e, const wend_polygon_box *box) {
    const double *p = flat + 2 * (int64_t)e->p, *q = flat + 2 * (int64_t)e->q, *r = flat + 2 * (int64_t)e->r;
    return box->left == 0 || box->low[0] > e->high[0] || box->high[0] < e->low[0] || box->low[1] > e->high[1] ||
           box->high[1] < e->low[1] || is_right_of(p, q, box) || is_right_of(q, r, box) || is_right_of(r, p, box);
}

// A corner in one of the boxes of a level, from `first` on, that stops an ear, or -1.
static int32_t box_stops(wend_polygon *polygon, const ear *e, int level, int64_t first) {
    int64_t end = level + 1 < polygon->levels ? polygon->start[level + 1] : polygon->boxes.count;
    for (int64_t k = first; k < first + FAN && polygon->start[level] + k < end; k++) {
        polygon->work++;
        if (is_away(polygon->flat.data, e, &polygon->boxes.data[polygon->start[level] + k]))
            continue;
        int32_t stopper = level > 0 ? box_stops(polygon, e, level - 1, FAN * k) : -1;
        for (int64_t i = FAN * k; level == 0 && i < FAN * k + FAN && i < polygon->corners.count && stopper < 0; i++)
            if (polygon->order.data[i].index >= 0 && stops(polygon, e, polygon->order.data[i].index))
                stopper = polygon->order.data[i].index;
        if (stopper >= 0)
            return stopper;
    }
    return -1;
}

// ---------------------------------------------------------------------------------------------------- cutting

enum { NONE = -1, BITS = 64 };

// Whether the corner q can be cut off: its triangle turns left, and no other corner that is left stops it. Else
// *stopper is one that does, or NONE.
static bool is_ear(wend_polygon *polygon, int32_t q, int32_t *stopper) {
    ear e = ear_at(polygon, q);
    *stopper = NONE;
    polygon->work++;
    if (!(turn(polygon->flat.data, e.p, q, e.r) > 0))
        return false;
    if (polygon->levels > 0) {
        *stopper = box_stops(polygon, &e, polygon->levels - 1, 0);
        return *stopper == NONE;
    }
    const int32_t *links = polygon->links.data;
    for (int32_t k = links[2 * (int64_t)e.r + 1]; k != e.p && *stopper == NONE; k = links[2 * (int64_t)k + 1]) {
        polygon->work++;
        if (stops(polygon, &e, k))
            *stopper = k;
    }
    return *stopper == NONE;
}

// Corners that are awake have their bit set; a word of bits that is not 0 has its own bit set in the words after them.
static void wake(wend_polygon *polygon, int32_t corner) {
    uint64_t *words = polygon->awake.data, *sums = words + polygon->corners.count / BITS + 1;
    words[corner / BITS] |= (uint64_t)1 << corner % BITS;
    sums[corner / BITS / BITS] |= (uint64_t)1 << corner / BITS % BITS;
}

// Takes a corner off the list of the one that stopped it.
static void leave_list(wend_polygon *polygon, int32_t corner) {
    wend_polygon_sleeper *sleepers = polygon->sleepers.data, *s = &sleepers[corner];
    if (s->stopper == NONE)
        return;
    *(s->before != NONE ? &sleepers[s->before].next : &sleepers[s->stopper].first) = s->next;
    if (s->next != NONE)
        sleepers[s->next].before = s->before;
    s->stopper = NONE;
}

// Lets a corner sleep until `stopper` wakes it, or a cut beside it.
static void put_to_sleep(wend_polygon *polygon, int32_t corner, int32_t stopper) {
    uint64_t *words = polygon->awake.data, *sums = words + polygon->corners.count / BITS + 1;
    words[corner / BITS] &= ~((uint64_t)1 << corner % BITS);
    if (words[corner / BITS] == 0)
        sums[corner / BITS / BITS] &= ~((uint64_t)1 << corner / BITS % BITS);
    leave_list(polygon, corner);
    if (stopper == NONE)
        return;
    wend_polygon_sleeper *sleepers = polygon->sleepers.data;
    int32_t next = sleepers[stopper].first;
    sleepers[corner].stopper = stopper;
    sleepers[corner].before = NONE;
    sleepers[corner].next = next;
    if (next != NONE)
        sleepers[next].before = corner;
    sleepers[stopper].first = corner;
}

// Wakes a corner that is left and all that it stopped: it may not stop them any more.
static void disturb(wend_polygon *polygon, int32_t corner) {
    while (polygon->sleepers.data[corner].first != NONE) {
        int32_t sleeper = polygon->sleepers.data[corner].first;
        leave_list(polygon, sleeper);
        wake(polygon, sleeper);
    }
    if (polygon->links.data[2 * (int64_t)corner] != NONE)
        wake(polygon, corner);
}

// The first bit from `at` on, or NONE.
static int64_t next_bit(const uint64_t *words, int64_t count, int64_t at) {
    for (int64_t k = at / BITS; k < count; k++) {
        uint64_t word = k == at / BITS ? words[k] >> at % BITS << at % BITS : words[k];
        if (word != 0)
            return k * BITS + wend_trailing_zeros(word);
    }
    return NONE;
}

// The first corner that is awake, from one on and around; NONE when all sleep.
static int32_t next_awake(const wend_polygon *polygon, int32_t from) {
    int64_t count = polygon->corners.count / BITS + 1;
    const uint64_t *words = polygon->awake.data, *sums = words + count;
    int64_t found = next_bit(words, from / BITS + 1, from);
    if (found != NONE)
        return (int32_t)found;
    int64_t word = next_bit(sums, count / BITS + 1, from / BITS + 1);
    word = word != NONE ? word : next_bit(sums, count / BITS + 1, 0);
    return word == NONE ? NONE : (int32_t)next_bit(words, word + 1, word * BITS);
}

static bool start_cutting(wend_context *context, wend_polygon *polygon) {
    int32_t count = (int32_t)polygon->corners.count;
    int64_t words = count / BITS + 1;
    polygon->levels = 0;
    if (!wend_array_resize(context, &polygon->links, 2 * (int64_t)count) ||
        !wend_array_resize(context, &polygon->sleepers, count) ||
        !wend_array_resize(context, &polygon->awake, words + words / BITS + 1) ||
        (count > SMALL && !make_boxes(context, polygon)))
        return false;
    memset(polygon->awake.data, 0, (size_t)polygon->awake.count * sizeof *polygon->awake.data);
    for (int32_t k = 0; k < count; k++) {
        polygon->links.data[2 * (int64_t)k] = k > 0 ? k - 1 : count - 1;
        polygon->links.data[2 * (int64_t)k + 1] = k + 1 < count ? k + 1 : 0;
        polygon->sleepers.data[k] = (wend_polygon_sleeper){NONE, NONE, NONE, NONE};
        wake(polygon, k);
    }
    return true;
}

// Cuts off the corner q between p and r.
static void cut_off(wend_polygon *polygon, int32_t p, int32_t q, int32_t r) {
    int32_t *links = polygon->links.data;
    links[2 * (int64_t)p + 1] = r;
    links[2 * (int64_t)r] = p;
    links[2 * (int64_t)q] = NONE;
    if (polygon->levels > 0)
        take_out(polygon, q);
    put_to_sleep(polygon, q, NONE);
    disturb(polygon, p);
    disturb(polygon, q);
    disturb(polygon, r);
}

// Cuts ears until one triangle is left; false when there is none to cut.
static bool cut_ears(wend_polygon *polygon) {
    int32_t left = (int32_t)polygon->corners.count, *links = polygon->links.data, *t = polygon->triangles.data;
    int32_t q = 1 % left, stopper;
    for (;; left--) {
        while (left > 3) {
            q = next_awake(polygon, q);
            if (q == NONE || polygon->work > WORK_LIMIT)
                return false;
            if (is_ear(polygon, q, &stopper))
                break;
            put_to_sleep(polygon, q, stopper);
        }
        int32_t p = links[2 * (int64_t)q], r = links[2 * (int64_t)q + 1];
        *t++ = polygon->corners.data[p];
        *t++ = polygon->corners.data[q];
        *t++ = polygon->corners.data[r];
        if (left == 3)
            return turn(polygon->flat.data, p, q, r) > 0;
        cut_off(polygon, p, q, r);
        q = links[2 * (int64_t)r + 1]; // not its neighbour: slivers fan out less
    }
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
            if (!start_cutting(context, polygon))
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
    wend_array_free(context, &polygon->sleepers);
    wend_array_free(context, &polygon->awake);
    wend_array_free(context, &polygon->order);
    wend_array_free(context, &polygon->places);
    wend_array_free(context, &polygon->boxes);
}

// Corners where a surface turns by more than once.
//
// Where a fold of the scene is narrower than a lattice step, nothing of it can be cut away on the lattice: the fan of
// triangles around a corner then turns by a hair more than once, and its first and last triangle overlap. Such a corner
// is trimmed: the tip of one of the two goes, a few steps long.
//
//             b                        b
//            /|\                      /|\            V: the corner, V -> a a border
//           / | \                    / | \           p, q: `TIP` steps from V
//          / Y|X \                  /  |X \          .
//         /   |   \                /  Yq---p
//        c----V----a              c----V    a        (Y is split at q)
//
// Where that does not work out on the lattice, the triangle is parted from the fan along its edge there (or goes whole,
// when it is tiny): a slit remains, which hurts less than a hole.
//
// Few surfaces have many such corners: all are looked at in parallel, by pieces of the triangles, and then one after
// the other in those pieces where there are any; again, until there are none.
#include "sew/fan.h"
#include "surface/turn.h"

#include <math.h>

enum { TIP = 16, PASSES = 8 };

// Whether the open fan that begins with half-edge `first` turns by more than once; *last is where it ends.
static bool is_twisted(const wend_raw *raw, int32_t first, int32_t *last) {
    wend_point3 corner = wend_raw_from(raw, first);
    wend_direction start = wend_direction_from(corner, wend_raw_to(raw, first)), end = start;
    int passed = 0;
    for (int32_t h = first; h >= 0; h = wend_fan_next(raw, h)) {
        wend_direction next = wend_direction_from(corner, wend_raw_from(raw, wend_half_previous(h)));
        passed += !wend_is_upper(end) && wend_is_upper(next);
        end = next;
        *last = h;
    }
    return passed > 1 || (passed == 1 && wend_is_beyond(end, start));
}

// Whether an open fan begins with half-edge h and is twisted.
static bool starts_twisted(const wend_raw *raw, int32_t h, int32_t *last) {
    return raw->triangles.data[h / 3].source >= 0 && wend_raw_twin(raw, h) < 0 && is_twisted(raw, h, last);
}

static bool add_ledge(wend_context *context, wend_raw *raw, int32_t half) {
    wend_raw_set_twin(raw, half, ~(int32_t)raw->borders.count);
    return wend_array_push(context, &raw->borders, (wend_raw_border){.cause = -1, .kind = WEND_BOUNDARY_LEDGE});
}

static int32_t round_to(double value) {
    return (int32_t)floor(value + 0.5);
}

// The point TIP steps from a toward b, no farther than a quarter of the way.
static wend_point3 step_toward(wend_point3 a, wend_point3 b) {
    double x = (double)b.x - a.x, y = (double)b.y - a.y, z = (double)b.z - a.z, length = sqrt(x * x + y * y);
    double t = length > 4 * TIP ? TIP / length : 0.25;
    return (wend_point3){a.x + round_to(t * x), a.y + round_to(t * y), a.z + round_to(t * z)};
}

// Makes triangle t from three points; its twins are set afterwards.
static void set_corners(wend_raw *raw, int32_t t, wend_point3 a, wend_point3 b, wend_point3 c) {
    wend_raw_triangle *triangle = &raw->triangles.data[t];
    triangle->p[0] = a;
    triangle->p[1] = b;
    triangle->p[2] = c;
}

static void join(wend_raw *raw, int32_t h, int32_t twin) {
    wend_raw_set_twin(raw, h, twin);
    if (twin >= 0)
        wend_raw_set_twin(raw, twin, h);
}

// Trims the tip of the triangle of half-edge `side`, at the corner V where the border `side` begins (or, mirrored,
// ends). False when it does not work out on the lattice or memory is short (*failed).
static bool trim(wend_context *context, wend_raw *raw, int32_t side, bool mirrored, bool *failed) {
    int32_t shared = mirrored ? wend_half_next(side) : wend_half_previous(side), beyond = wend_raw_twin(raw, shared);
    if (beyond < 0)
        return false;
    int32_t x = side / 3, y = beyond / 3, z = (int32_t)raw->triangles.count, w = z + 1;
    wend_point3 v = mirrored ? wend_raw_to(raw, side) : wend_raw_from(raw, side);
    wend_point3 a = mirrored ? wend_raw_from(raw, side) : wend_raw_to(raw, side);
    wend_point3 b = mirrored ? wend_raw_to(raw, shared) : wend_raw_from(raw, shared);
    int32_t after = wend_half_next(beyond), before = wend_half_previous(beyond); // of Y: its other two sides
    wend_point3 c = wend_raw_to(raw, after), p = step_toward(v, a), q = step_toward(v, b);
    int64_t sign = mirrored ? -1 : 1;
    if (x == y || sign * wend_area_from_above(p, a, b) <= 0 || sign * wend_area_from_above(p, b, q) <= 0 ||
        sign * wend_area_from_above(v, q, c) <= 0 || sign * wend_area_from_above(q, b, c) <= 0)
        return false;
    int32_t outer = wend_raw_twin(raw, mirrored ? wend_half_previous(side) : wend_half_next(side)); // X's side a-b
    int32_t along = wend_raw_twin(raw, side);
    int32_t twin_after = wend_raw_twin(raw, after), twin_before = wend_raw_twin(raw, before);
    *failed = !wend_array_reserve(context, &raw->triangles, raw->triangles.count + 2) ||
              !wend_array_reserve(context, &raw->borders, raw->borders.count + 2);
    if (*failed)
        return false;
    raw->triangles.count += 2;
    raw->triangles.data[z] = raw->triangles.data[x];
    raw->triangles.data[w] = raw->triangles.data[y];
    if (!mirrored) { // Y = V b c with V -> b shared
        set_corners(raw, x, p, a, b);
        set_corners(raw, z, p, b, q);
        set_corners(raw, y, v, q, c);
        set_corners(raw, w, q, b, c);
        join(raw, 3 * x, along);
        join(raw, 3 * x + 1, outer);
        join(raw, 3 * x + 2, 3 * z);
        join(raw, 3 * z + 1, 3 * w);
        add_ledge(context, raw, 3 * z + 2);
        add_ledge(context, raw, 3 * y);
        join(raw, 3 * y + 1, 3 * w + 2);
        join(raw, 3 * y + 2, twin_before);
        join(raw, 3 * w + 1, twin_after);
        return true;
    }
    set_corners(raw, x, a, p, b); // X = a V b with a -> V the border; Y = b V c with b -> V shared
    set_corners(raw, z, p, q, b);
    set_corners(raw, y, q, v, c);
    set_corners(raw, w, b, q, c);
    join(raw, 3 * x, along);
    join(raw, 3 * x + 1, 3 * z + 2);
    join(raw, 3 * x + 2, outer);
    add_ledge(context, raw, 3 * z);
    join(raw, 3 * z + 1, 3 * w);
    add_ledge(context, raw, 3 * y);
    join(raw, 3 * y + 1, twin_after);
    join(raw, 3 * y + 2, 3 * w + 1);
    join(raw, 3 * w + 2, twin_before);
    return true;
}

static int64_t area_at(const wend_raw *raw, int32_t h) {
    const wend_point3 *p = raw->triangles.data[h / 3].p;
    return wend_area_from_above(p[0], p[1], p[2]);
}

// Parts the triangle of half-edge `side` from its neighbour in the fan: both end in ledges there.
static bool part(wend_context *context, wend_raw *raw, int32_t side, bool mirrored) {
    int32_t shared = mirrored ? wend_half_next(side) : wend_half_previous(side), beyond = wend_raw_twin(raw, shared);
    return beyond < 0 || (add_ledge(context, raw, shared) && add_ledge(context, raw, beyond));
}

// Trims one of the two triangles at the ends of a fan, if possible the smaller one. Where neither can be trimmed, the
// smaller one goes when it is hardly larger than a tip, and is parted from the fan when not.
static wend_result untwist(wend_context *context, wend_raw *raw, int32_t first, int32_t last) {
    bool smaller = area_at(raw, last) < area_at(raw, first);
    for (int k = 0; k < 2; k++) {
        bool mirrored = smaller == (k == 0), failed = false;
        if (trim(context, raw, mirrored ? wend_half_previous(last) : first, mirrored, &failed))
            return WEND_OK;
        if (failed)
            return WEND_ERROR_MEMORY;
    }
    int32_t side = smaller ? wend_half_previous(last) : first;
    bool done = area_at(raw, side) <= 2 * TIP * TIP ? wend_raw_take_away(context, raw, side / 3)
                                                    : part(context, raw, side, smaller);
    return done ? WEND_OK : WEND_ERROR_MEMORY;
}

enum { PIECE = 4096 }; // triangles in a task

typedef struct looking {
    const wend_raw *raw;
    int32_t *first; // of each piece: its first half-edge that starts a twisted fan, or -1
} looking;

static wend_result look_at_piece(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    const looking *l = data;
    int32_t *first = &l->first[begin / PIECE], last;
    *first = -1;
    for (int32_t h = 3 * (int32_t)begin; h < 3 * end && *first < 0; h++)
        if (starts_twisted(l->raw, h, &last))
            *first = h;
    return WEND_OK;
}

// Untwists the fans that start in a piece, from half-edge `first` on.
static wend_result untwist_piece(wend_context *context, wend_raw *raw, int32_t first) {
    wend_result result = WEND_OK;
    int32_t end = (first / 3 / PIECE + 1) * 3 * PIECE, all = 3 * (int32_t)raw->triangles.count;
    for (int32_t h = first; h < (end < all ? end : all) && result == WEND_OK; h++) {
        int32_t last = h;
        if (starts_twisted(raw, h, &last))
            result = untwist(context, raw, h, last);
    }
    return result;
}

// Looks at all fans once; *any tells whether one was twisted.
static wend_result run_pass(wend_context *context, wend_raw *raw, bool *any) {
    int64_t count = raw->triangles.count, pieces = (count + PIECE - 1) / PIECE;
    WEND_ARRAY(int32_t) first = {0};
    *any = false;
    if (!wend_array_resize(context, &first, pieces))
        return WEND_ERROR_MEMORY;
    looking l = {raw, first.data};
    wend_result result = wend_run_tasks(context, count, PIECE, look_at_piece, &l);
    for (int64_t k = 0; k < pieces && result == WEND_OK; k++)
        if (first.data[k] >= 0) {
            *any = true;
            result = untwist_piece(context, raw, first.data[k]);
        }
    wend_array_free(context, &first);
    return result;
}

wend_result wend_raw_untwist(wend_context *context, wend_raw *raw) {
    bool any = true;
    wend_result result = WEND_OK;
    for (int pass = 0; pass < PASSES && any && result == WEND_OK; pass++)
        result = run_pass(context, raw, &any);
    return result;
}

// Triangles of a scene become faces: which lattice, how level they are, and a tree to find what is near.
//
// How level a face is comes from the coordinates as read, because rounding tilts small triangles; all else is judged on
// the lattice. Triangles that are no triangles (corners that are not finite, or all on one line of the lattice) are
// dropped. Of those that are the same on the lattice, and face the same way, the most level one is kept, of several the
// one with the greatest area id, and the first of those: heaps of copies would each be cut by all others.
//
// Every pass runs over pieces of the scene in parallel. What a piece drops, lists or adds up is kept by piece and put
// together in the order of pieces, which are the same for any number of threads.
#include "solid/solid.h"

#include "base/context.h"
#include "base/hash.h"
#include "base/sort.h"
#include "solid/strays.h"

#include <math.h>

// ---------------------------------------------------------------------------------------------------- the lattice

#define FINE 0x1p-13            // metres of a step, if the scene fits
#define COARSE 0.001            // metres of a step that is worth a warning
#define MOST_STEPS (0x1p30 - 4) // that fit along an axis
#define REACH (0x1p29 - 4)      // steps from the middle of the scene to what certainly fits, and from that to strays
#define FARTHEST 1e12           // metres from the origin: beyond that a double cannot tell steps of the lattice apart

enum { PIECE = 2048 };    // triangles, vertices or faces in one task
#define NOWHERE INT32_MIN // x of vertices that no triangle needs or that are not finite

// What one piece comes to.
typedef struct tally {
    double low[3], high[3]; // box of its finite corners, as the scene has them
    bool any;               // whether it has one
    int64_t listed;         // keys or faces
    int64_t first;          // where its faces begin
    int64_t not_finite, first_not_finite, degenerate;
    uint64_t hash; // sum over its faces
} tally;

typedef struct preparing {
    wend_context *context;
    wend_report *report;
    wend_scene_view scene;
    const wend_solid_def *def;
    wend_solid *solid;
    double low[3], high[3];         // box of all finite corners, in ground coordinates; without strays
    WEND_ARRAY(tally) tallies;      // of each piece
    WEND_ARRAY(wend_point3) points; // of each vertex, on the lattice
    WEND_ARRAY(wend_key) keys;      // triangles that become faces, along the curve
    wend_point3 least;              // the least corner of the box, on the lattice
    double scale;                   // from three times the lattice to cells of the curve
    int64_t not_finite, degenerate, first_not_finite;
} preparing;

static void ground_of(const preparing *p, int32_t vertex, double ground[3]) {
    wend_ground_from_scene(p->scene.up, p->scene.positions + 3 * (int64_t)vertex, ground);
}

static bool is_finite(const double *v) {
    return isfinite(v[0]) && isfinite(v[1]) && isfinite(v[2]);
}

static void take_corner(tally *t, const double *v) {
    for (int axis = 0; axis < 3; axis++) {
        t->low[axis] = v[axis] < t->low[axis] ? v[axis] : t->low[axis];
        t->high[axis] = v[axis] > t->high[axis] ? v[axis] : t->high[axis];
    }
    t->any = true;
}

static wend_result find_box_piece(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    preparing *p = data;
    tally t = {.low = {INFINITY, INFINITY, INFINITY}, .high = {-INFINITY, -INFINITY, -INFINITY}};
    for (int64_t k = 3 * begin; k < 3 * end; k++) {
        const double *v = p->scene.positions + 3 * (int64_t)p->scene.triangles[k];
        if (is_finite(v))
            take_corner(&t, v);
    }
    p->tallies.data[begin / PIECE] = t;
    return WEND_OK;
}

// Sets the box to one in the scene's own axes.
static void set_box(preparing *p, const double low[3], const double high[3]) {
    double a[3], b[3];
    wend_ground_from_scene(p->scene.up, low, a);
    wend_ground_from_scene(p->scene.up, high, b);
    for (int axis = 0; axis < 3; axis++) { // an axis of the ground may run against that of the scene
        p->low[axis] = a[axis] < b[axis] ? a[axis] : b[axis];
        p->high[axis] = a[axis] < b[axis] ? b[axis] : a[axis];
    }
}

// Finds the box of all finite corners; *any tells whether there is one.
static wend_result find_box(preparing *p, bool *any) {
    *any = false;
    if (!wend_array_resize(p->context, &p->tallies, p->scene.triangle_count / PIECE + 1))
        return WEND_ERROR_MEMORY;
    wend_result result = wend_run_tasks(p->context, p->scene.triangle_count, PIECE, find_box_piece, p);
    if (result != WEND_OK || p->scene.triangle_count == 0)
        return result;
    tally box = p->tallies.data[0];
    for (int64_t k = 1; k * PIECE < p->scene.triangle_count; k++)
        if (p->tallies.data[k].any) {
            take_corner(&box, p->tallies.data[k].low);
            take_corner(&box, p->tallies.data[k].high);
        }
    *any = box.any;
    set_box(p, box.low, box.high);
    return WEND_OK;
}

static wend_result refuse_range(preparing *p, double span) {
    char extent[WEND_NUMBER_TEXT], step[WEND_NUMBER_TEXT];
    wend_print_double(extent, span);
    wend_print_double(step, p->solid->lattice.step);
    wend_finding f = wend_finding_make(
        "scene-too-large", WEND_ERROR,
        "the scene spans %s units, more than 2^30 steps of %s: choose a larger lattice step", extent, step);
    f.has_measure = true;
    f.measured = span / p->solid->lattice.step;
    f.limit = 0x1p30;
    wend_report_add(p->report, &f);
    return WEND_ERROR_RANGE;
}

static wend_result refuse_reach(preparing *p, double reach) {
    char text[WEND_NUMBER_TEXT];
    wend_print_double(text, reach * p->scene.unit);
    wend_finding f =
        wend_finding_make("scene-too-far", WEND_ERROR,
                          "the scene reaches %s metres from its origin, where coordinates are too coarse: check "
                          "its unit, and for stray vertices",
                          text);
    f.has_measure = true;
    f.measured = reach * p->scene.unit;
    f.limit = FARTHEST;
    wend_report_add(p->report, &f);
    return WEND_ERROR_RANGE;
}

// The longest side of the box, and the farthest that it reaches from the scene's own origin.
static double span_of(const preparing *p, double *reach) {
    double span = 0;
    *reach = 0;
    for (int axis = 0; axis < 3; axis++) {
        span = p->high[axis] - p->low[axis] > span ? p->high[axis] - p->low[axis] : span;
        *reach = -p->low[axis] > *reach ? -p->low[axis] : *reach;
        *reach = p->high[axis] > *reach ? p->high[axis] : *reach;
    }
    return span;
}

static void tell_strays(const preparing *p, const wend_strays *strays) {
    char distance[WEND_NUMBER_TEXT];
    wend_print_double(distance, floor(strays->distance * p->scene.unit + 0.5));
    wend_finding f = wend_finding_make("stray-left-out", WEND_WARNING,
                                       "%lld of %lld triangles %s far off, the first by %s metres, and %s left out: "
                                       "with %s, coordinates would be coarse",
                                       (long long)strays->count, (long long)p->scene.triangle_count,
                                       strays->count == 1 ? "is" : "are", distance, strays->count == 1 ? "was" : "were",
                                       strays->count == 1 ? "it" : "them");
    f.item = strays->first;
    f.has_at = f.has_measure = true;
    memcpy(f.at, strays->at, sizeof f.at);
    f.measured = strays->distance * p->scene.unit;
    f.limit = REACH * p->solid->lattice.step * p->scene.unit;
    wend_report_add(p->report, &f);
}

// Leaves strays out of the box.
static wend_result leave_strays(preparing *p) {
    wend_strays strays;
    wend_result result = wend_strays_find(p->context, &p->scene, REACH * p->solid->lattice.step, &strays);
    if (result != WEND_OK || strays.count == 0)
        return result;
    set_box(p, strays.low, strays.high);
    tell_strays(p, &strays);
    return WEND_OK;
}

static void tell_coarse(const preparing *p, double span) {
    char extent[WEND_NUMBER_TEXT], step[WEND_NUMBER_TEXT];
    double metres = p->solid->lattice.step * p->scene.unit;
    wend_print_double(extent, floor(span * p->scene.unit / 1000 + 0.5));
    wend_print_double(step, floor(metres * 1e5 + 0.5) / 100);
    wend_finding f = wend_finding_make(
        "lattice-coarse", metres > COARSE ? WEND_WARNING : WEND_NOTE,
        "the scene is %s kilometres long, so its coordinates are rounded to %s millimetres", extent, step);
    f.has_measure = true;
    f.measured = metres;
    f.limit = FINE;
    wend_report_add(p->report, &f);
}

// Step and origin. The origin is the middle of the box, a whole number of steps, so that moving the scene by whole
// steps moves the lattice with it.
static wend_result choose_lattice(preparing *p) {
    wend_lattice3 *lattice = &p->solid->lattice;
    *lattice = (wend_lattice3){.unit = p->scene.unit, .up = p->scene.up};
    lattice->step = p->def->lattice > 0 ? p->def->lattice : FINE / p->scene.unit;
    double reach, span = span_of(p, &reach);
    if (!(span / lattice->step <= MOST_STEPS)) {
        wend_result result = leave_strays(p);
        if (result != WEND_OK)
            return result;
        span = span_of(p, &reach);
    }
    if (!(reach * p->scene.unit <= FARTHEST))
        return refuse_reach(p, reach);
    if (p->def->lattice <= 0 && span / lattice->step > MOST_STEPS && isfinite(span)) {
        while (span / lattice->step > MOST_STEPS)
            lattice->step *= 2;
        tell_coarse(p, span);
    }
    if (!(span / lattice->step <= MOST_STEPS))
        return refuse_range(p, span);
    for (int axis = 0; axis < 3; axis++) {
        double middle = p->low[axis] / 2 + p->high[axis] / 2;
        lattice->origin[axis] = floor(middle / lattice->step + 0.5) * lattice->step;
    }
    return WEND_OK;
}

// The nearest whole number of steps from the origin; halves go up.
static int32_t snap(double value, double origin, double step) {
    double steps = (value - origin) / step + 0.5;
    int32_t whole = (int32_t)steps;
    return whole - (steps < whole);
}

static bool in_box(const preparing *p, const double g[3]) {
    bool in = true;
    for (int axis = 0; axis < 3; axis++)
        in &= g[axis] >= p->low[axis] && g[axis] <= p->high[axis];
    return in;
}

static wend_point3 snap_point(const wend_lattice3 *l, const double g[3]) {
    return (wend_point3){snap(g[0], l->origin[0], l->step), snap(g[1], l->origin[1], l->step),
                         snap(g[2], l->origin[2], l->step)};
}

static wend_result snap_piece(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    preparing *p = data;
    for (int64_t v = begin; v < end; v++) {
        double g[3];
        ground_of(p, (int32_t)v, g);
        p->points.data[v] = in_box(p, g) ? snap_point(&p->solid->lattice, g) : (wend_point3){NOWHERE, 0, 0};
    }
    return WEND_OK;
}

// Snaps all vertices to the lattice. Those outside the box of all corners (no triangle has them, or one that does not
// count) may be beyond what fits.
static wend_result snap_vertices(preparing *p) {
    if (!wend_array_resize(p->context, &p->points, p->scene.vertex_count))
        return WEND_ERROR_MEMORY;
    p->least = snap_point(&p->solid->lattice, p->low);
    return wend_run_tasks(p->context, p->scene.vertex_count, PIECE, snap_piece, p);
}

// ---------------------------------------------------------------------------------------------------- faces

// The corners of a triangle on the lattice; false when one is not finite.
static bool corners_of(const preparing *p, int32_t triangle, wend_point3 corners[3]) {
    const int32_t *v = p->scene.triangles + 3 * (int64_t)triangle;
    for (int i = 0; i < 3; i++)
        corners[i] = p->points.data[v[i]];
    return corners[0].x != NOWHERE && corners[1].x != NOWHERE && corners[2].x != NOWHERE;
}

static void cross_of(const double g[3][3], double n[3]) {
    double a[3], b[3];
    for (int k = 0; k < 3; k++) {
        a[k] = g[1][k] - g[0][k];
        b[k] = g[2][k] - g[0][k];
    }
    n[0] = a[1] * b[2] - a[2] * b[1];
    n[1] = a[2] * b[0] - a[0] * b[2];
    n[2] = a[0] * b[1] - a[1] * b[0];
}

// The normal of three lattice points: exact, each component below 2^62.
static void normal_of(const wend_point3 q[3], int64_t n[3]) {
    int64_t ax = (int64_t)q[1].x - q[0].x, ay = (int64_t)q[1].y - q[0].y, az = (int64_t)q[1].z - q[0].z;
    int64_t bx = (int64_t)q[2].x - q[0].x, by = (int64_t)q[2].y - q[0].y, bz = (int64_t)q[2].z - q[0].z;
    n[0] = ay * bz - az * by;
    n[1] = az * bx - ax * bz;
    n[2] = ax * by - ay * bx;
}

static double flat_length2(wend_point3 a, wend_point3 b) {
    double x = (double)b.x - a.x, y = (double)b.y - a.y;
    return x * x + y * y;
}

// Whether side i of a face comes before side k of the same length: by the lesser end, then by the other one.
static bool side_comes_first(const wend_face *face, int i, int k) {
    wend_point3 a = face->p[i], b = face->p[(i + 1) % 3], c = face->p[k], d = face->p[(k + 1) % 3];
    wend_point3 least = wend_point3_less(a, b) ? a : b, other = wend_point3_less(c, d) ? c : d;
    if (!wend_same3(least, other))
        return wend_point3_less(least, other);
    return wend_point3_less(wend_point3_less(a, b) ? b : a, wend_point3_less(c, d) ? d : c);
}

// Whether a wall's third corner, seen from above, is no end of its segment. What is in one line along an axis stays so
// when it is rounded, and does not count.
static bool is_bent(const wend_face *w) {
    bool at_end =
        (w->p[2].x == w->p[0].x && w->p[2].y == w->p[0].y) || (w->p[2].x == w->p[1].x && w->p[2].y == w->p[1].y);
    return !at_end && !(w->p[0].x == w->p[1].x && w->p[1].x == w->p[2].x) &&
           !(w->p[0].y == w->p[1].y && w->p[1].y == w->p[2].y);
}

// A face seen as a segment: from its longest side.
static void make_wall(wend_face *face, const int64_t n[3]) {
    int longest = 0;
    double length = flat_length2(face->p[0], face->p[1]);
    for (int i = 1; i < 3; i++) {
        double l = flat_length2(face->p[i], face->p[(i + 1) % 3]);
        if (l > length || (!(l < length) && side_comes_first(face, i, longest))) {
            longest = i;
            length = l;
        }
    }
    wend_point3 a = face->p[longest], b = face->p[(longest + 1) % 3], c = face->p[(longest + 2) % 3];
    bool swap = wend_point3_less(b, a);
    face->p[0] = swap ? b : a;
    face->p[1] = swap ? a : b;
    face->p[2] = c;
    double dx = (double)face->p[1].x - face->p[0].x, dy = (double)face->p[1].y - face->p[0].y;
    face->flags |= WEND_FACE_WALL | ((double)n[1] * dx - (double)n[0] * dy > 0 ? WEND_FACE_LEFT : 0u) |
                   (is_bent(face) ? WEND_FACE_BENT : 0u);
}

// A face seen as a triangle: counter-clockwise, the least corner first, with its plane.
static void make_slab(wend_face *face, const int64_t n[3]) {
    if (n[2] < 0) {
        wend_point3 q = face->p[1];
        face->p[1] = face->p[2];
        face->p[2] = q;
        face->flags |= WEND_FACE_DOWN;
    }
    int least = 0;
    for (int i = 1; i < 3; i++)
        if (wend_point3_less(face->p[i], face->p[least]))
            least = i;
    wend_point3 q[3] = {face->p[least], face->p[(least + 1) % 3], face->p[(least + 2) % 3]};
    memcpy(face->p, q, sizeof q);
    face->slope[0] = -(double)n[0] / (double)n[2];
    face->slope[1] = -(double)n[1] / (double)n[2];
}

// Whether a triangle seen from above is narrower than two steps.
static bool is_narrow(const wend_face *face, int64_t area2) {
    double longest = 0;
    for (int i = 0; i < 3; i++) {
        double l = flat_length2(face->p[i], face->p[(i + 1) % 3]);
        longest = l > longest ? l : longest;
    }
    return (double)area2 * (double)area2 < 4 * longest;
}

// The cosine of a triangle's angle with the ground; 0 when it faces up or down, and on the lattice, which may tilt it
// over, the other way (`down`).
static double level_of(const preparing *p, int32_t triangle, bool down) {
    double g[3][3], m[3];
    for (int i = 0; i < 3; i++)
        ground_of(p, p->scene.triangles[3 * (int64_t)triangle + i], g[i]);
    cross_of((const double(*)[3])g, m);
    double upward = down ? -m[2] : m[2];
    return upward > 0 ? upward / sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]) : 0;
}

static void make_face(const preparing *p, int32_t triangle, wend_face *face) {
    *face = (wend_face){.source = triangle, .area = p->scene.triangle_area ? p->scene.triangle_area[triangle] : 0};
    corners_of(p, triangle, face->p);
    int64_t n[3];
    normal_of(face->p, n);
    if (is_narrow(face, n[2])) {
        make_wall(face, n);
        return;
    }
    make_slab(face, n);
    face->level = level_of(p, triangle, (face->flags & WEND_FACE_DOWN) != 0);
}

// ---------------------------------------------------------------------------------------------------- order

// Every third bit of 21.
static uint64_t spread(uint64_t v) {
    v = (v | v << 32) & 0x001F00000000FFFFu;
    v = (v | v << 16) & 0x001F0000FF0000FFu;
    v = (v | v << 8) & 0x100F00F00F00F00Fu;
    v = (v | v << 4) & 0x10C30C30C30C30C3u;
    return (v | v << 2) & 0x1249249249249249u;
}

static uint64_t cell_of(const preparing *p, int32_t a, int32_t b, int32_t c, int32_t least) {
    int64_t middle = (int64_t)a + b + c - 3 * (int64_t)least; // whole steps: in any order
    return spread((uint64_t)((double)middle * p->scale));
}

// Whether a triangle that has a corner beyond the lattice has finite ones: then it is a stray.
static bool is_stray(const preparing *p, int64_t triangle) {
    const int32_t *v = p->scene.triangles + 3 * triangle;
    return is_finite(p->scene.positions + 3 * (int64_t)v[0]) && is_finite(p->scene.positions + 3 * (int64_t)v[1]) &&
           is_finite(p->scene.positions + 3 * (int64_t)v[2]);
}

// Lists the triangles of a piece that count, each with its place along the curve.
static wend_result list_piece(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    preparing *p = data;
    tally t = {.first_not_finite = -1};
    for (int64_t triangle = begin; triangle < end; triangle++) {
        wend_point3 q[3];
        int64_t n[3];
        if (!corners_of(p, (int32_t)triangle, q)) {
            if (!is_stray(p, triangle) && t.not_finite++ == 0)
                t.first_not_finite = triangle;
            continue;
        }
        normal_of(q, n);
        if (n[0] == 0 && n[1] == 0 && n[2] == 0) {
            t.degenerate++;
            continue;
        }
        uint64_t key = cell_of(p, q[0].x, q[1].x, q[2].x, p->least.x) |
                       cell_of(p, q[0].y, q[1].y, q[2].y, p->least.y) << 1 |
                       cell_of(p, q[0].z, q[1].z, q[2].z, p->least.z) << 2;
        p->keys.data[begin + t.listed++] = (wend_key){key, (int32_t)triangle, 0};
    }
    p->tallies.data[begin / PIECE] = t;
    return WEND_OK;
}

// Lists the triangles that count along a curve through their middles (Morton's; as fine as there are triangles to tell
// apart).
static wend_result order_triangles(preparing *p) {
    int64_t count = p->scene.triangle_count;
    if (!wend_array_resize(p->context, &p->keys, count))
        return WEND_ERROR_MEMORY;
    double span = 0;
    for (int axis = 0; axis < 3; axis++)
        span = p->high[axis] - p->low[axis] > span ? p->high[axis] - p->low[axis] : span;
    int bits = 4;
    while (bits < 16 && (int64_t)1 << (2 * bits - 6) < count)
        bits++;
    p->scale = span > 0 ? (double)((1 << bits) - 1) / (3 * span / p->solid->lattice.step) : 0;
    wend_result result = wend_run_tasks(p->context, count, PIECE, list_piece, p);
    if (result != WEND_OK)
        return result;
    p->keys.count = 0;
    for (int64_t k = 0; k * PIECE < count; k++) {
        const tally *t = &p->tallies.data[k];
        if (t->listed > 0 && p->keys.count < k * PIECE)
            memmove(p->keys.data + p->keys.count, p->keys.data + k * PIECE, (size_t)t->listed * sizeof *p->keys.data);
        p->keys.count += t->listed;
        if (p->not_finite == 0)
            p->first_not_finite = t->first_not_finite;
        p->not_finite += t->not_finite;
        p->degenerate += t->degenerate;
    }
    return wend_sort_many_keys(p->context, p->keys.data, p->keys.count);
}

static int compare_copies(const wend_face *s, const wend_face *t) {
    for (int i = 0; i < 3; i++) {
        if (wend_point3_less(s->p[i], t->p[i]))
            return -1;
        if (wend_point3_less(t->p[i], s->p[i]))
            return 1;
    }
    return s->flags != t->flags ? (s->flags < t->flags ? -1 : 1) : 0;
}

// The order of faces in the same place of the curve: by their corners, so that it is the same however the scene's
// triangles are listed; of copies the most level one first, then that of the greatest area.
static int compare_made(const void *a, const void *b, const void *user) {
    (void)user;
    const wend_face *s = a, *t = b;
    int order = compare_copies(s, t);
    if (order != 0)
        return order;
    return s->level != t->level ? (s->level < t->level ? 1 : -1) : t->area - s->area;
}

// Few are sorted by insertion; what compares equal stays in its order.
static bool sort_made(wend_context *context, wend_face *faces, int64_t count) {
    enum { FEW = 12 };
    if (count > FEW)
        return wend_sort(context, faces, count, sizeof *faces, compare_made, NULL);
    for (int64_t i = 1; i < count; i++) {
        if (compare_made(&faces[i - 1], &faces[i], NULL) <= 0)
            continue;
        wend_face moving = faces[i];
        int64_t place = i;
        do
            faces[place] = faces[place - 1];
        while (--place > 0 && compare_made(&faces[place - 1], &moving, NULL) > 0);
        faces[place] = moving;
    }
    return true;
}

// Keeps the first one of equal faces among `count` that are sorted; returns how many are left.
static int64_t drop_copies(wend_face *faces, int64_t count) {
    int64_t kept = 1;
    for (int64_t i = 1; i < count; i++) {
        if (compare_copies(&faces[kept - 1], &faces[i]) == 0)
            continue;
        if (kept < i)
            faces[kept] = faces[i];
        kept++;
    }
    return kept;
}

static uint64_t hash_of(const wend_face *face) {
    const wend_point3 *p = face->p;
    return wend_hash_words(0,
                           (uint64_t[5]){wend_word_of(p[0].x, p[0].y), wend_word_of(p[0].z, p[1].x),
                                         wend_word_of(p[1].y, p[1].z), wend_word_of(p[2].x, p[2].y),
                                         wend_word_of(p[2].z, (int32_t)face->flags)},
                           5);
}

// Makes the faces of all places of the curve that begin in a piece.
static wend_result make_piece(void *data, int64_t begin, int64_t end, int worker) {
    (void)worker;
    preparing *p = data;
    const wend_key *keys = p->keys.data;
    wend_face *faces = p->solid->faces.data;
    int64_t k = begin;
    while (k > 0 && k < end && keys[k].key == keys[k - 1].key)
        k++;
    tally t = {.first = k};
    while (k < end) {
        int64_t first = k, at = t.first + t.listed;
        for (; k < p->keys.count && keys[k].key == keys[first].key; k++)
            make_face(p, keys[k].index, &faces[at + k - first]);
        if (k - first > 1 && !sort_made(p->context, faces + at, k - first))
            return WEND_ERROR_MEMORY;
        t.listed += drop_copies(faces + at, k - first);
        for (int64_t i = at; i < t.first + t.listed; i++)
            t.hash += hash_of(&faces[i]);
    }
    p->tallies.data[begin / PIECE] = t;
    return WEND_OK;
}

static wend_result make_faces(preparing *p) {
    wend_solid *f = p->solid;
    if (!wend_array_resize(p->context, &f->faces, p->keys.count))
        return WEND_ERROR_MEMORY;
    wend_result result = wend_run_tasks(p->context, p->keys.count, PIECE, make_piece, p);
    if (result != WEND_OK)
        return result;
    f->faces.count = 0;
    for (int64_t k = 0; k * PIECE < p->keys.count; k++) {
        const tally *t = &p->tallies.data[k];
        if (t->listed > 0 && f->faces.count < t->first)
            memmove(f->faces.data + f->faces.count, f->faces.data + t->first,
                    (size_t)t->listed * sizeof *f->faces.data);
        f->faces.count += t->listed;
        f->hash += t->hash;
    }
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- tree

static wend_box3 box_of(const void *user, int32_t item) {
    return wend_box3_around(((const wend_face *)user)[item].p);
}

static void seen_from_above(const void *user, int32_t item, wend_point corners[3]) {
    wend_face_corners(&((const wend_face *)user)[item], corners);
}

// ---------------------------------------------------------------------------------------------------- findings

static void tell_odd(const preparing *p) {
    if (p->not_finite > 0) {
        wend_finding f =
            wend_finding_make("triangle-not-finite", WEND_WARNING,
                              "%lld of %lld triangles have corners that are not finite numbers and were left out",
                              (long long)p->not_finite, (long long)p->scene.triangle_count);
        f.item = p->first_not_finite;
        wend_report_add(p->report, &f);
    }
    if (p->degenerate > 0) {
        wend_finding f =
            wend_finding_make("triangle-degenerate", WEND_NOTE, "%lld of %lld triangles have no area and were left out",
                              (long long)p->degenerate, (long long)p->scene.triangle_count);
        wend_report_add(p->report, &f);
    }
}

static wend_result refuse_empty(const preparing *p, const char *code, const char *text) {
    wend_finding f = wend_finding_make(code, WEND_ERROR, "%s", text);
    wend_report_add(p->report, &f);
    return WEND_ERROR_EMPTY;
}

static bool copy_areas(const preparing *p) {
    int32_t count = p->scene.triangle_area ? p->scene.triangle_count : 0;
    if (!wend_array_resize(p->context, &p->solid->areas, count))
        return false;
    if (count > 0)
        memcpy(p->solid->areas.data, p->scene.triangle_area, (size_t)count * sizeof *p->scene.triangle_area);
    return true;
}

static wend_result prepare(preparing *p) {
    static const char not_finite[] = "no triangle of the scene has finite corners: its file holds nan or inf, or names "
                                     "vertices that are not there";
    bool any = false;
    wend_result result = find_box(p, &any);
    if (result == WEND_OK && !any) {
        p->not_finite = p->scene.triangle_count;
        tell_odd(p);
        return refuse_empty(p, "scene-empty",
                            p->scene.triangle_count > 0 ? not_finite : "the scene holds no triangles");
    }
    if (result == WEND_OK)
        result = choose_lattice(p);
    if (result == WEND_OK)
        result = snap_vertices(p);
    if (result == WEND_OK)
        result = order_triangles(p);
    if (result == WEND_OK)
        result = make_faces(p);
    if (result == WEND_OK && !copy_areas(p))
        result = WEND_ERROR_MEMORY;
    if (result != WEND_OK)
        return result;
    tell_odd(p);
    wend_solid *s = p->solid;
    if (s->faces.count == 0)
        return refuse_empty(
            p, "scene-empty",
            p->degenerate == 0 ? not_finite
            : p->not_finite > 0
                ? "all triangles of the scene are degenerate or have corners that are not finite: check "
                  "its unit and the lattice, and its file for nan and inf"
                : "all triangles of the scene are degenerate: check its unit and the lattice");
    result = wend_boxes_build(p->context, (int32_t)s->faces.count, box_of, s->faces.data, &s->tree);
    if (result == WEND_OK &&
        !wend_boxes_add_bands(p->context, (int32_t)s->faces.count, seen_from_above, s->faces.data, 0, &s->tree))
        result = WEND_ERROR_MEMORY;
    return result;
}

wend_solid_def wend_default_solid_def(void) {
    return (wend_solid_def){0};
}

static wend_result check_def(const wend_solid_def *def, wend_report *report) {
    if (def->lattice >= 0 && def->lattice <= 1e9)
        return WEND_OK;
    wend_finding f = wend_finding_make("solid-lattice", WEND_ERROR,
                                       "lattice must be a step of more than 0 and at most 1e9, or 0 for the default");
    wend_report_add(report, &f);
    return WEND_ERROR_ARGUMENT;
}

static wend_result build(wend_context *context, const wend_scene *scene, const wend_solid_def *def, wend_solid **solid,
                         wend_report *report) {
    wend_solid_def chosen = def ? *def : wend_default_solid_def();
    wend_result result = check_def(&chosen, report);
    if (result != WEND_OK)
        return result;
    wend_solid *made = wend_allocate(context, sizeof *made);
    if (!made)
        return WEND_ERROR_MEMORY;
    preparing p = {
        .context = context, .report = report, .scene = wend_scene_look(scene), .def = &chosen, .solid = made};
    *made = (wend_solid){.context = context, .scene_triangles = p.scene.triangle_count};
    result = prepare(&p);
    wend_array_free(context, &p.tallies);
    wend_array_free(context, &p.points);
    wend_array_free(context, &p.keys);
    if (result == WEND_OK)
        *solid = made;
    else
        wend_solid_destroy(made);
    return result;
}

wend_result wend_solid_build(wend_context *context, const wend_scene *scene, const wend_solid_def *def,
                             wend_solid **solid, wend_report *report) {
    if (!wend_given(solid, context != NULL && scene != NULL))
        return WEND_ERROR_ARGUMENT;
    return build(context, scene, def, solid, report);
}

void wend_solid_destroy(wend_solid *solid) {
    if (!solid)
        return;
    wend_array_free(solid->context, &solid->faces);
    wend_array_free(solid->context, &solid->areas);
    wend_boxes_free(solid->context, &solid->tree);
    wend_release(solid->context, solid, sizeof *solid);
}

wend_solid_view wend_solid_look(const wend_solid *solid) {
    if (solid == NULL)
        return (wend_solid_view){0};
    return (wend_solid_view){.lattice = solid->lattice,
                             .scene_triangles = solid->scene_triangles,
                             .face_count = (int32_t)solid->faces.count,
                             .hash = solid->hash};
}

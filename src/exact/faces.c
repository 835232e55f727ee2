// Triangles of a scene become faces: which lattice, what is a floor, and a tree to find what is above it.
//
// The slope is judged on the coordinates as read, because rounding tilts small triangles; all else on the lattice.
// Triangles that are no triangles (corners that are not finite, or all on one line of the lattice) are dropped.
#include "exact/faces.h"

#include "base/context.h"
#include "base/sort.h"
#include "base/wide.h"
#include "geom/predicate.h"

#include <math.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

// ---------------------------------------------------------------------------------------------------- the lattice

#define FARTHEST 1e12 // metres from the origin: beyond that a double cannot tell steps of the lattice apart

typedef struct preparing {
    wend_context *context;
    wend_report *report;
    wend_scene_view scene;
    const wend_exact_def *def;
    wend_faces *faces;
    double cosine;             // of the steepest slope
    double low[3], high[3];    // box of all finite corners, in ground coordinates
    WEND_ARRAY(wend_key) keys; // triangles that become faces, along the curve
    int64_t not_finite, degenerate, first_not_finite;
    double up_area, down_area; // of what is flat enough to walk on
} preparing;

static void ground_of(const preparing *p, int32_t vertex, double ground[3]) {
    wend_ground_from_scene(p->scene.up, p->scene.positions + 3 * (int64_t)vertex, ground);
}

// The cosine of an angle in [0, pi/2], by its series: the same on every machine.
static double cosine_of(double angle) {
    double square = angle * angle, sum = 1;
    for (int k = 24; k >= 2; k -= 2)
        sum = 1 - sum * square / ((k - 1) * k);
    return sum;
}

static bool is_finite(const double *v) {
    return isfinite(v[0]) && isfinite(v[1]) && isfinite(v[2]);
}

static bool find_box(preparing *p) {
    bool any = false;
    for (int64_t k = 0; k < 3 * (int64_t)p->scene.triangle_count; k++) {
        double g[3];
        ground_of(p, p->scene.triangles[k], g);
        if (!is_finite(g))
            continue;
        for (int axis = 0; axis < 3; axis++) {
            p->low[axis] = !any || g[axis] < p->low[axis] ? g[axis] : p->low[axis];
            p->high[axis] = !any || g[axis] > p->high[axis] ? g[axis] : p->high[axis];
        }
        any = true;
    }
    return any;
}

static wend_result refuse_range(preparing *p, double span) {
    char extent[WEND_NUMBER_TEXT], step[WEND_NUMBER_TEXT];
    wend_print_double(extent, span);
    wend_print_double(step, p->faces->lattice.step);
    wend_finding f = wend_finding_make(
        "scene-too-large", WEND_ERROR,
        "the scene spans %s units, more than 2^30 steps of %s: choose a larger lattice step", extent, step);
    f.has_measure = true;
    f.measured = span / p->faces->lattice.step;
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

// Step and origin. The origin is the middle of the box, a whole number of steps, so that moving the scene by whole
// steps moves the lattice with it.
static wend_result choose_lattice(preparing *p) {
    wend_lattice3 *lattice = &p->faces->lattice;
    *lattice = (wend_lattice3){.unit = p->scene.unit, .up = p->scene.up};
    double span = 0, reach = 0;
    for (int axis = 0; axis < 3; axis++) {
        span = p->high[axis] - p->low[axis] > span ? p->high[axis] - p->low[axis] : span;
        reach = -p->low[axis] > reach ? -p->low[axis] : reach;
        reach = p->high[axis] > reach ? p->high[axis] : reach;
    }
    if (!(reach * p->scene.unit <= FARTHEST))
        return refuse_reach(p, reach);
    lattice->step = p->def->lattice > 0 ? p->def->lattice : 0x1p-13 / p->scene.unit;
    if (p->def->lattice <= 0)
        while (span / lattice->step > 0x1p30 - 4 && isfinite(span))
            lattice->step *= 2;
    if (!(span / lattice->step <= 0x1p30 - 4))
        return refuse_range(p, span);
    for (int axis = 0; axis < 3; axis++) {
        double middle = p->low[axis] / 2 + p->high[axis] / 2;
        lattice->origin[axis] = floor(middle / lattice->step + 0.5) * lattice->step;
    }
    p->faces->height = p->def->height / (lattice->step * lattice->unit);
    return WEND_OK;
}

static int32_t snap(double value, double origin, double step) {
    return (int32_t)floor((value - origin) / step + 0.5);
}

// ---------------------------------------------------------------------------------------------------- faces

// The corners of a triangle in ground coordinates; false when one is not finite.
static bool corners_of(const preparing *p, int32_t triangle, double g[3][3]) {
    const int32_t *v = p->scene.triangles + 3 * (int64_t)triangle;
    for (int i = 0; i < 3; i++) {
        ground_of(p, v[i], g[i]);
        if (!is_finite(g[i]))
            return false;
    }
    return true;
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
    face->flags |= WEND_FACE_WALL | ((double)n[1] * dx - (double)n[0] * dy > 0 ? WEND_FACE_LEFT : 0u);
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

// Makes the face of a triangle; false when it has no area on the lattice.
static bool make_face(const preparing *p, int32_t triangle, wend_face *face) {
    const wend_lattice3 *l = &p->faces->lattice;
    double g[3][3], m[3];
    corners_of(p, triangle, g);
    *face = (wend_face){.source = triangle};
    for (int i = 0; i < 3; i++)
        face->p[i] = (wend_point3){snap(g[i][0], l->origin[0], l->step), snap(g[i][1], l->origin[1], l->step),
                                   snap(g[i][2], l->origin[2], l->step)};
    int64_t n[3];
    normal_of(face->p, n);
    if (n[0] == 0 && n[1] == 0 && n[2] == 0)
        return false;
    if (is_narrow(face, n[2])) {
        make_wall(face, n);
        return true;
    }
    make_slab(face, n);
    cross_of((const double(*)[3])g, m);
    double upward = p->def->two_sided && m[2] < 0 ? -m[2] : m[2];
    bool agrees = (m[2] < 0) == ((face->flags & WEND_FACE_DOWN) != 0);
    if (agrees && upward > 0 && upward >= p->cosine * sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]))
        face->flags |= WEND_FACE_FLOOR;
    return true;
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

// Lists the triangles that count along a curve through their middles (Morton's; as fine as there are triangles to tell
// apart).
static wend_result order_triangles(preparing *p) {
    if (!wend_array_reserve(p->context, &p->keys, p->scene.triangle_count))
        return WEND_ERROR_MEMORY;
    double span = 0;
    for (int axis = 0; axis < 3; axis++)
        span = p->high[axis] - p->low[axis] > span ? p->high[axis] - p->low[axis] : span;
    int bits = 4;
    while (bits < 16 && (int64_t)1 << (2 * bits - 6) < p->scene.triangle_count)
        bits++;
    const wend_lattice3 *l = &p->faces->lattice;
    double scale = span > 0 ? (double)((1 << bits) - 1) / (3 * span / l->step) : 0;
    for (int32_t t = 0; t < p->scene.triangle_count; t++) {
        double g[3][3];
        if (!corners_of(p, t, g)) {
            if (p->not_finite++ == 0)
                p->first_not_finite = t;
            continue;
        }
        uint64_t key = 0;
        for (int axis = 0; axis < 3; axis++) {
            int64_t middle = -3 * (int64_t)snap(p->low[axis], l->origin[axis], l->step); // whole steps: in any order
            for (int i = 0; i < 3; i++)
                middle += snap(g[i][axis], l->origin[axis], l->step);
            key |= spread((uint64_t)((double)middle * scale)) << axis;
        }
        p->keys.data[p->keys.count++] = (wend_key){key, t, 0};
    }
    return wend_sort_keys(p->context, p->keys.data, p->keys.count) ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_box3 wend_face_box(const wend_face *face) {
    wend_box3 box = {{face->p[0].x, face->p[0].y, face->p[0].z}, {face->p[0].x, face->p[0].y, face->p[0].z}};
    for (int i = 1; i < 3; i++) {
        const int32_t q[3] = {face->p[i].x, face->p[i].y, face->p[i].z};
        for (int k = 0; k < 3; k++) {
            box.low[k] = q[k] < box.low[k] ? q[k] : box.low[k];
            box.high[k] = q[k] > box.high[k] ? q[k] : box.high[k];
        }
    }
    return box;
}

// The order of faces in the same place of the curve: by their corners, so that it is the same however the scene's
// triangles are listed.
static int compare_made(const void *a, const void *b, const void *user) {
    (void)user;
    const wend_face *s = a, *t = b;
    for (int i = 0; i < 3; i++) {
        if (wend_point3_less(s->p[i], t->p[i]))
            return -1;
        if (wend_point3_less(t->p[i], s->p[i]))
            return 1;
    }
    return s->flags != t->flags ? (s->flags < t->flags ? -1 : 1) : 0;
}

static wend_result make_faces(preparing *p) {
    wend_faces *f = p->faces;
    if (!wend_array_reserve(p->context, &f->faces, p->keys.count))
        return WEND_ERROR_MEMORY;
    for (int64_t k = 0, end; k < p->keys.count; k = end) {
        int64_t first = f->faces.count;
        for (end = k; end < p->keys.count && p->keys.data[end].key == p->keys.data[k].key; end++) {
            bool made = make_face(p, p->keys.data[end].index, &f->faces.data[f->faces.count]);
            f->faces.count += made;
            p->degenerate += !made;
        }
        int64_t count = f->faces.count - first;
        if (count > 1 && !wend_sort(p->context, f->faces.data + first, count, sizeof(wend_face), compare_made, NULL))
            return WEND_ERROR_MEMORY;
    }
    for (int32_t i = 0; i < f->faces.count; i++)
        if ((f->faces.data[i].flags & WEND_FACE_FLOOR) && !wend_array_push(p->context, &f->floors, i))
            return WEND_ERROR_MEMORY;
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- tree

static void set_box(wend_boxes8 *node, int k, const wend_box3 *box) {
    for (int axis = 0; axis < 3; axis++) {
        node->low[axis][k] = box->low[axis];
        node->high[axis][k] = box->high[axis];
    }
}

// The box around all that is in a node.
static wend_box3 box_around(const wend_boxes8 *node) {
    wend_box3 box;
    for (int axis = 0; axis < 3; axis++) {
        box.low[axis] = node->low[axis][0];
        box.high[axis] = node->high[axis][0];
        for (int k = 1; k < WEND_FACES_FAN; k++) {
            box.low[axis] = node->low[axis][k] < box.low[axis] ? node->low[axis][k] : box.low[axis];
            box.high[axis] = node->high[axis][k] > box.high[axis] ? node->high[axis][k] : box.high[axis];
        }
    }
    return box;
}

// Level by level; the places of a last node that nothing is left for hold boxes that meet nothing.
static wend_result build_tree(wend_context *context, wend_faces *f) {
    const int32_t far = 2 * WEND_COORDINATE_MAX;
    const wend_box3 nothing = {{far, far, far}, {-far, -far, -far}};
    int64_t below = f->faces.count;
    for (f->levels = 0; f->levels == 0 || below > 1; f->levels++) {
        int64_t count = (below + WEND_FACES_FAN - 1) / WEND_FACES_FAN;
        f->start[f->levels] = (int32_t)f->nodes.count;
        if (!wend_array_resize(context, &f->nodes, f->nodes.count + count))
            return WEND_ERROR_MEMORY;
        for (int64_t i = 0; i < count * WEND_FACES_FAN; i++) {
            wend_box3 box = nothing;
            if (i < below)
                box = f->levels == 0 ? wend_face_box(&f->faces.data[i])
                                     : box_around(&f->nodes.data[f->start[f->levels - 1] + i]);
            set_box(&f->nodes.data[f->start[f->levels] + i / WEND_FACES_FAN], (int)(i % WEND_FACES_FAN), &box);
        }
        below = count;
    }
    return WEND_OK;
}

// Which of eight boxes meet a box, as bits. Differences of lattice coordinates have the sign of what they compare.
#ifdef __SSE2__
typedef struct wide_box {
    __m128i low[3], high[3]; // four times the same
} wide_box;

static wide_box widen(const wend_box3 *box) {
    wide_box wide;
    for (int axis = 0; axis < 3; axis++) {
        wide.low[axis] = _mm_set1_epi32(box->low[axis]);
        wide.high[axis] = _mm_set1_epi32(box->high[axis]);
    }
    return wide;
}

static __m128i apart_along(const int32_t *low, const int32_t *high, __m128i box_low, __m128i box_high) {
    return _mm_or_si128(_mm_sub_epi32(box_high, _mm_loadu_si128((const __m128i *)(const void *)low)),
                        _mm_sub_epi32(_mm_loadu_si128((const __m128i *)(const void *)high), box_low));
}

static uint32_t four_apart(const wend_boxes8 *node, int k, const wide_box *box) {
    __m128i x = apart_along(&node->low[0][k], &node->high[0][k], box->low[0], box->high[0]);
    __m128i y = apart_along(&node->low[1][k], &node->high[1][k], box->low[1], box->high[1]);
    __m128i z = apart_along(&node->low[2][k], &node->high[2][k], box->low[2], box->high[2]);
    return (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(_mm_or_si128(_mm_or_si128(x, y), z)));
}

static uint32_t boxes_met(const wend_boxes8 *node, const wide_box *box) {
    return ~(four_apart(node, 0, box) | four_apart(node, 4, box) << 4) & 255;
}
#else
typedef wend_box3 wide_box;

static wide_box widen(const wend_box3 *box) {
    return *box;
}

static uint32_t boxes_met(const wend_boxes8 *node, const wide_box *box) {
    uint32_t met = 0;
    for (int k = 0; k < WEND_FACES_FAN; k++) {
        int32_t apart = (box->high[0] - node->low[0][k]) | (node->high[0][k] - box->low[0]) |
                        (box->high[1] - node->low[1][k]) | (node->high[1][k] - box->low[1]) |
                        (box->high[2] - node->low[2][k]) | (node->high[2][k] - box->low[2]);
        met |= (uint32_t)(apart >= 0) << k;
    }
    return met;
}
#endif

// Adds the faces of a lowest node that meet the box.
static bool add_found(wend_context *context, wend_face_list *found, int32_t node, uint32_t met) {
    if (!wend_array_reserve(context, found, found->count + WEND_FACES_FAN))
        return false;
    for (; met != 0; met &= met - 1)
        found->data[found->count++] = node * WEND_FACES_FAN + wend_trailing_zeros(met);
    return true;
}

bool wend_faces_search(wend_context *context, const wend_faces *f, const wend_box3 *box, wend_face_list *found) {
    uint32_t met[WEND_FACES_LEVELS]; // what is left to look at in the node of each level
    int32_t node[WEND_FACES_LEVELS];
    int level = f->levels - 1;
    wide_box wide = widen(box);
    found->count = 0;
    node[level] = 0;
    met[level] = boxes_met(&f->nodes.data[f->start[level]], &wide);
    while (level < f->levels) {
        if (level == 0 && !add_found(context, found, node[0], met[0]))
            return false;
        if (level == 0 || met[level] == 0) {
            level++;
            continue;
        }
        int32_t below = node[level] * WEND_FACES_FAN + wend_trailing_zeros(met[level]);
        met[level] &= met[level] - 1;
        level--;
        node[level] = below;
        met[level] = boxes_met(&f->nodes.data[f->start[level] + below], &wide);
    }
    return true;
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

// Says so when nearly all that is flat enough faces down: such a file was wound the other way.
static void tell_winding(preparing *p) {
    for (int64_t i = 0; i < p->faces->faces.count; i++) {
        const wend_face *face = &p->faces->faces.data[i];
        if (face->flags & WEND_FACE_WALL)
            continue;
        double gx = face->slope[0], gy = face->slope[1];
        if (1 < p->cosine * sqrt(1 + gx * gx + gy * gy))
            continue;
        double area =
            (double)wend_cross(wend_from_above(face->p[0]), wend_from_above(face->p[1]), wend_from_above(face->p[2]));
        *(face->flags & WEND_FACE_DOWN ? &p->down_area : &p->up_area) += area;
    }
    double all = p->up_area + p->down_area;
    if (p->def->two_sided || !(all > 0) || p->up_area > 0.25 * all)
        return;
    char percent[WEND_NUMBER_TEXT];
    wend_print_int64(percent, (int64_t)(100 * p->down_area / all + 0.5));
    wend_finding f =
        wend_finding_make("winding-faces-down", WEND_WARNING,
                          "%s%% of the area that is flat enough to walk on faces down: the triangles seem to be wound "
                          "clockwise, or the wrong axis is up; try --two-sided or another --up",
                          percent);
    f.has_measure = true;
    f.measured = p->down_area / all;
    f.limit = 0.75;
    wend_report_add(p->report, &f);
}

static wend_result refuse_empty(const preparing *p, const char *code, const char *text) {
    wend_finding f = wend_finding_make(code, WEND_ERROR, "%s", text);
    wend_report_add(p->report, &f);
    return WEND_ERROR_EMPTY;
}

static wend_result prepare(preparing *p) {
    if (!find_box(p)) {
        p->not_finite = p->scene.triangle_count;
        tell_odd(p);
        return refuse_empty(p, "scene-empty", "the scene holds no triangles");
    }
    wend_result result = choose_lattice(p);
    if (result == WEND_OK)
        result = order_triangles(p);
    if (result == WEND_OK)
        result = make_faces(p);
    if (result != WEND_OK)
        return result;
    tell_odd(p);
    if (p->faces->faces.count == 0)
        return refuse_empty(p, "scene-empty",
                            "all triangles of the scene are degenerate: check its unit and --lattice");
    tell_winding(p);
    if (p->faces->floors.count == 0)
        return refuse_empty(
            p, "no-floor", "no triangle of the scene is flat enough and faces up: check --up, --slope and --two-sided");
    return build_tree(p->context, p->faces);
}

wend_result wend_faces_prepare(wend_context *context, const wend_scene *scene, const wend_exact_def *def,
                               wend_faces *faces, wend_report *report) {
    *faces = (wend_faces){0};
    preparing p = {.context = context, .report = report, .scene = wend_scene_look(scene), .def = def, .faces = faces};
    const double slack = 0.01 * 3.14159265358979323846 / 180;
    p.cosine = cosine_of(def->slope + slack < 1.5707963267948966 ? def->slope + slack : 1.5707963267948966);
    wend_result result = prepare(&p);
    wend_array_free(context, &p.keys);
    return result;
}

void wend_faces_free(wend_context *context, wend_faces *faces) {
    wend_array_free(context, &faces->faces);
    wend_array_free(context, &faces->nodes);
    wend_array_free(context, &faces->floors);
}

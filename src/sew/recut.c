// Cutting a strip off: the triangles around it are taken out, and what is left of their place is laid anew.
//
// The part that is taken out consists of the triangles around the vertices that go and of all that the strip reaches
// into. What is done to it is sound because its rim, before, is a simple polygon seen from above (checked, by comparing
// every two edges), so it is a disc and no floor lies twice in it; because its rim afterwards is one too; and because
// no corner of the rim lies in the strip or on its edge. So one disc replaces another: the surface hangs together as it
// did, and its boundary comes to touch itself nowhere.
//
// Heights stay, because the part is flat: its triangles all come from one triangle of the scene, or all its corners are
// exactly in one plane (see simplify.c). Only where all of it goes, nothing needs to be flat. The tip is the one new
// vertex. It is put on the triangle that it lies on, and rounded; how far it may be off by that is added up, and ends
// at MOST_LIFT.
//
// The new triangles are the constrained Delaunay triangulation of the rim (canonical; see geom/predicate.h), found by
// cutting off ears and then by flips. So they depend on the rim alone.
//
// Cost: O(k^2) for k corners around the part, which are at most MOST_CORNERS; usually a dozen. Nothing is allocated.
#include "sew/recut.h"

#include "sew/flat.h"

#include <math.h>

enum { MOST_CORNERS = 128, MOST_TRIANGLES = 256, MOST_LIFT = 4, MOST_PIECES = 3 };

// The triangles that a strip is made of, those with an area.
typedef struct strip_shape {
    int count;
    wend_point piece[MOST_PIECES][3];
} strip_shape;

wend_result wend_recut_make(wend_hem *hem, wend_recut *recut) {
    *recut = (wend_recut){.hem = hem};
    int64_t triangles = hem->raw->triangles.count;
    if (!wend_array_resize(hem->context, &recut->marks, triangles) ||
        !wend_array_resize(hem->context, &recut->lifts, 3 * triangles) ||
        !wend_array_reserve(hem->context, &recut->part, MOST_TRIANGLES) ||
        !wend_array_reserve(hem->context, &recut->rim, MOST_CORNERS) ||
        !wend_ears_make_room(hem->context, &recut->ears, MOST_CORNERS))
        return WEND_ERROR_MEMORY;
    for (int64_t t = 0; t < triangles; t++)
        recut->marks.data[t] = 0;
    for (int64_t h = 0; h < 3 * triangles; h++)
        recut->lifts.data[h] = 0;
    return WEND_OK;
}

void wend_recut_free(wend_recut *recut) {
    wend_context *context = recut->hem->context;
    wend_array_free(context, &recut->marks);
    wend_array_free(context, &recut->lifts);
    wend_array_free(context, &recut->part);
    wend_array_free(context, &recut->rim);
    wend_ears_free(context, &recut->ears);
}

// ---------------------------------------------------------------------------------------------------- the part

static void add_piece(strip_shape *shape, wend_point a, wend_point b, wend_point c) {
    if (wend_cross(a, b, c) <= 0)
        return;
    wend_point *piece = shape->piece[shape->count++];
    piece[0] = a;
    piece[1] = b;
    piece[2] = c;
}

static strip_shape shape_of(const wend_hem *hem, const wend_trim_strip *strip) {
    strip_shape shape = {0};
    wend_point a = wend_from_above(wend_hem_from(hem, strip->first)),
               b = wend_from_above(wend_hem_to(hem, strip->first));
    wend_point c = wend_from_above(wend_hem_from(hem, strip->last)), d = wend_from_above(wend_hem_to(hem, strip->last));
    if (strip->has_tip) {
        add_piece(&shape, a, b, strip->tip);
        add_piece(&shape, b, c, strip->tip);
        add_piece(&shape, c, d, strip->tip);
    } else {
        add_piece(&shape, a, b, d);
    }
    return shape;
}

// Whether b lies on the outer side of an edge of a.
static bool is_beside(const wend_point a[3], const wend_point b[3]) {
    for (int i = 0; i < 3; i++) {
        wend_point from = a[i], to = a[(i + 1) % 3];
        if (wend_cross(from, to, b[0]) <= 0 && wend_cross(from, to, b[1]) <= 0 && wend_cross(from, to, b[2]) <= 0)
            return true;
    }
    return false;
}

// Whether the strip reaches into a triangle.
static bool reaches(const strip_shape *shape, const wend_raw_triangle *t) {
    wend_point p[3] = {wend_from_above(t->p[0]), wend_from_above(t->p[1]), wend_from_above(t->p[2])};
    for (int k = 0; k < shape->count; k++)
        if (!is_beside(shape->piece[k], p) && !is_beside(p, shape->piece[k]))
            return true;
    return false;
}

// Adds a triangle to the part, unless it is in it. False when there are too many.
static bool take(wend_recut *r, int32_t triangle) {
    if (r->marks.data[triangle] == r->stamp)
        return true;
    if (r->part.count == MOST_TRIANGLES)
        return false;
    r->marks.data[triangle] = r->stamp;
    r->part.data[r->part.count++] = triangle;
    return true;
}

static bool take_fan(wend_recut *r, int32_t vertex) {
    for (int32_t h = r->hem->edges.data[vertex].edge; h >= 0; h = wend_fan_next(r->hem->raw, h))
        if (!take(r, h / 3))
            return false;
    return true;
}

static bool take_part(wend_recut *r, const wend_trim_strip *strip, const strip_shape *shape) {
    const wend_raw *raw = r->hem->raw;
    r->part.count = 0;
    r->stamp++;
    for (int32_t b = strip->first; b != strip->last;)
        if (!take_fan(r, b = wend_hem_next(r->hem, b)))
            return false;
    for (int64_t i = 0; i < r->part.count; i++) {
        const wend_raw_triangle *t = &raw->triangles.data[r->part.data[i]];
        for (int k = 0; k < 3; k++)
            if (t->twin[k] >= 0 && r->marks.data[t->twin[k] / 3] != r->stamp &&
                reaches(shape, &raw->triangles.data[t->twin[k] / 3]) && !take(r, t->twin[k] / 3))
                return false;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- its rim

static bool in_part(const wend_recut *r, int32_t twin) {
    return twin >= 0 && r->marks.data[twin / 3] == r->stamp;
}

static int64_t count_rim(const wend_recut *r) {
    int64_t count = 0;
    for (int64_t i = 0; i < r->part.count; i++)
        for (int k = 0; k < 3; k++)
            count += !in_part(r, r->hem->raw->triangles.data[r->part.data[i]].twin[k]);
    return count;
}

// Takes down the corners around the part, from the start of border `first` on. False when they are too many, or in more
// than one cycle.
static bool trace_rim(wend_recut *r, int32_t first) {
    const wend_raw *raw = r->hem->raw;
    int64_t count = count_rim(r);
    r->rim.count = 0;
    if (count > MOST_CORNERS)
        return false;
    int32_t start = r->hem->edges.data[first].edge, h = start;
    do {
        r->rim.data[r->rim.count++] =
            (wend_recut_corner){.p = wend_raw_from(raw, h), .behind = wend_raw_twin(raw, h), .lift = r->lifts.data[h]};
        h = wend_half_next(h);
        while (in_part(r, wend_raw_twin(raw, h)))
            h = wend_half_next(wend_raw_twin(raw, h));
    } while (h != start && r->rim.count < count);
    return h == start && r->rim.count == count;
}

static int side_of(wend_point a, wend_point b, wend_point p) {
    return wend_sign(wend_cross(a, b, p));
}

// Whether p, which is on the line a-b, is between a and b or one of them.
static bool is_between(wend_point a, wend_point b, wend_point p) {
    return (a.x < b.x ? a.x <= p.x && p.x <= b.x : b.x <= p.x && p.x <= a.x) &&
           (a.y < b.y ? a.y <= p.y && p.y <= b.y : b.y <= p.y && p.y <= a.y);
}

static bool boxes_meet(wend_point a, wend_point b, wend_point c, wend_point d) {
    return !((a.x > b.x ? a.x : b.x) < (c.x < d.x ? c.x : d.x) || (c.x > d.x ? c.x : d.x) < (a.x < b.x ? a.x : b.x) ||
             (a.y > b.y ? a.y : b.y) < (c.y < d.y ? c.y : d.y) || (c.y > d.y ? c.y : d.y) < (a.y < b.y ? a.y : b.y));
}

// Whether two segments have a point in common.
static bool segments_meet(wend_point a, wend_point b, wend_point c, wend_point d) {
    if (!boxes_meet(a, b, c, d))
        return false;
    int abc = side_of(a, b, c), abd = side_of(a, b, d), cda = side_of(c, d, a), cdb = side_of(c, d, b);
    if (abc * abd < 0 && cda * cdb < 0)
        return true;
    return (abc == 0 && is_between(a, b, c)) || (abd == 0 && is_between(a, b, d)) ||
           (cda == 0 && is_between(c, d, a)) || (cdb == 0 && is_between(c, d, b));
}

static wend_point corner_at(const wend_recut *r, int64_t i) {
    return wend_from_above(r->rim.data[i < r->rim.count ? i : i - r->rim.count].p);
}

// Whether two edges of the rim, i before k, have more in common than they may: neighbours their corner, others nothing.
static bool edges_clash(const wend_recut *r, int64_t i, int64_t k) {
    wend_point a = corner_at(r, i), b = corner_at(r, i + 1), c = corner_at(r, k), d = corner_at(r, k + 1);
    if (k == i + 1)
        return side_of(a, b, d) == 0 && (is_between(a, b, d) || is_between(c, d, a));
    if (i == 0 && k == r->rim.count - 1)
        return side_of(a, b, c) == 0 && (is_between(a, b, c) || is_between(c, d, b));
    return segments_meet(a, b, c, d);
}

// Whether the first `count` edges of the rim clash with none. Rims of three corners are triangles.
static bool edges_fit(const wend_recut *r, int64_t count) {
    for (int64_t i = 0; i < count; i++)
        for (int64_t k = i + 1; k < r->rim.count; k++)
            if (edges_clash(r, i, k))
                return false;
    return true;
}

static bool is_inside(const wend_point t[3], wend_point p) {
    return wend_cross(t[0], t[1], p) >= 0 && wend_cross(t[1], t[2], p) >= 0 && wend_cross(t[2], t[0], p) >= 0;
}

// Whether the strip holds none of the corners from index `from` on.
static bool strip_is_clear(const wend_recut *r, const strip_shape *shape, int64_t from) {
    for (int64_t i = from; i < r->rim.count; i++)
        for (int k = 0; k < shape->count; k++)
            if (is_inside(shape->piece[k], corner_at(r, i)))
                return false;
    return true;
}

// ---------------------------------------------------------------------------------------------------- heights

static bool is_coplanar(const wend_recut *r) {
    const wend_raw_triangle *triangles = r->hem->raw->triangles.data;
    wend_plane3 plane = wend_plane_of(&triangles[r->part.data[0]]);
    for (int64_t i = 1; i < r->part.count; i++)
        for (int k = 0; k < 3; k++)
            if (!wend_on_plane(&plane, triangles[r->part.data[i]].p[k]))
                return false;
    return true;
}

// Whether the part is flat and of one area; *source is that of its widest piece, *mixed whether it has several.
static bool is_flat(const wend_recut *r, int32_t *source, bool *mixed) {
    const wend_raw *raw = r->hem->raw;
    int32_t first = raw->triangles.data[r->part.data[0]].source;
    double width = -1;
    uint16_t area = wend_raw_area(raw, r->part.data[0]);
    *source = first;
    *mixed = false;
    for (int64_t i = 0; i < r->part.count; i++) {
        if (wend_raw_area(raw, r->part.data[i]) != area)
            return false;
        const wend_raw_triangle *t = &raw->triangles.data[r->part.data[i]];
        *mixed |= t->source != first || raw->mixed.data[r->part.data[i]] != 0;
        wend_flat_name(t, &width, source);
    }
    return !*mixed || is_coplanar(r);
}

// The height of a triangle at a place inside it, rounded; *exact when nothing had to be.
static int32_t height_at(const wend_raw_triangle *t, wend_point p, bool *exact) {
    wend_point a = wend_from_above(t->p[0]), b = wend_from_above(t->p[1]), c = wend_from_above(t->p[2]);
    int64_t area = wend_cross(a, b, c), at_b = wend_cross(c, a, p), at_c = wend_cross(a, b, p);
    int64_t up_b = (int64_t)t->p[1].z - t->p[0].z, up_c = (int64_t)t->p[2].z - t->p[0].z;
    wend_i128 rise = wend_i128_add(wend_i128_mul(at_b, up_b), wend_i128_mul(at_c, up_c)); // times the area
    double guess = ((double)at_b * (double)up_b + (double)at_c * (double)up_c) / (double)area;
    int64_t steps = (int64_t)floor(guess + 0.5);
    // 2 * rest must be at least -area and less than area.
    for (;; steps++) {
        wend_i128 rest = wend_i128_sub(rise, wend_i128_mul(steps, area));
        if (wend_i128_compare(wend_i128_add(rest, rest), wend_i128_from(area)) < 0)
            break;
    }
    for (;; steps--) {
        wend_i128 rest = wend_i128_sub(rise, wend_i128_mul(steps, area));
        *exact = wend_i128_sign(rest) == 0;
        if (wend_i128_compare(wend_i128_add(rest, rest), wend_i128_from(-area)) >= 0)
            return (int32_t)(t->p[0].z + steps);
    }
}

// Puts the tip on the part. False when it is not on it, or too often rounded.
static bool place_tip(const wend_recut *r, wend_point tip, wend_recut_corner *corner) {
    bool found = false, exact;
    for (int64_t i = 0; i < r->part.count; i++) {
        int32_t t = r->part.data[i];
        const wend_raw_triangle *triangle = &r->hem->raw->triangles.data[t];
        wend_point p[3] = {wend_from_above(triangle->p[0]), wend_from_above(triangle->p[1]),
                           wend_from_above(triangle->p[2])};
        if (!is_inside(p, tip))
            continue;
        corner->p = (wend_point3){tip.x, tip.y, height_at(triangle, tip, &exact)};
        for (int32_t h = 3 * t; h < 3 * t + 3; h++) {
            uint8_t lift = (uint8_t)(r->lifts.data[h] + !exact);
            corner->lift = !found || lift > corner->lift ? lift : corner->lift;
            found = true;
        }
    }
    return found && corner->lift <= MOST_LIFT;
}

// ---------------------------------------------------------------------------------------------------- laying

static void lay_edge(wend_recut *r, int32_t h, int32_t behind) {
    wend_raw_set_twin(r->hem->raw, h, behind);
    if (behind >= 0)
        wend_raw_set_twin(r->hem->raw, behind, h);
    else
        r->hem->edges.data[~behind].edge = h;
}

static void lay_corner(wend_recut *r, int32_t h, const wend_recut_corner *corner) {
    r->hem->raw->triangles.data[h / 3].p[h % 3] = corner->p;
    r->lifts.data[h] = corner->lift;
}

// The half-edge of the surface that one of the ears becomes.
static int32_t half_of(const wend_recut *r, int32_t h) {
    return 3 * r->part.data[h / 3] + h % 3;
}

// Fills the rim with triangles, in the places of the first ones of the part. A simple polygon always has an ear.
static void fill(wend_recut *r, int32_t source, bool mixed) {
    wend_raw *raw = r->hem->raw;
    r->ears.reach = INFINITY;
    r->ears.corners.count = r->rim.count;
    for (int64_t k = 0; k < r->rim.count; k++)
        r->ears.corners.data[k].at = r->rim.data[k].p;
    wend_ears_cut(&r->ears);
    for (int32_t t = 0; t < r->part.count; t++) {
        bool stays = t < r->ears.triangles.count;
        raw->triangles.data[r->part.data[t]].source = stays ? source : -1;
        if (stays)
            raw->mixed.data[r->part.data[t]] = mixed;
    }
    for (int32_t h = 0; h < 3 * r->ears.triangles.count; h++) {
        const wend_ear *ear = &r->ears.triangles.data[h / 3];
        int32_t twin = ear->twin[h % 3];
        lay_corner(r, half_of(r, h), &r->rim.data[ear->v[h % 3]]);
        lay_edge(r, half_of(r, h), twin >= 0 ? half_of(r, twin) : r->rim.data[~twin].behind);
    }
}

// Turns the edge h, u -> v, between the triangles u v p and v u q, to run between p and q.
static void flip(wend_recut *r, int32_t h) {
    wend_raw *raw = r->hem->raw;
    int32_t g = wend_raw_twin(raw, h), vp = wend_half_next(h), pu = wend_half_previous(h);
    int32_t uq = wend_half_next(g), qv = wend_half_previous(g);
    int32_t behind_vp = wend_raw_twin(raw, vp), behind_uq = wend_raw_twin(raw, uq);
    wend_recut_corner p = {.p = wend_raw_from(raw, pu), .lift = r->lifts.data[pu]};
    wend_recut_corner q = {.p = wend_raw_from(raw, qv), .lift = r->lifts.data[qv]};
    lay_corner(r, vp, &q); // u q p, with h as u -> q
    lay_corner(r, uq, &p); // v p q, with g as v -> p
    lay_edge(r, h, behind_uq);
    lay_edge(r, g, behind_vp);
    lay_edge(r, vp, uq);
}

static bool must_flip(const wend_recut *r, int32_t h) {
    const wend_raw *raw = r->hem->raw;
    int32_t g = wend_raw_twin(raw, h);
    return in_part(r, g) &&
           wend_edge_must_flip(wend_from_above(wend_raw_from(raw, h)), wend_from_above(wend_raw_to(raw, h)),
                               wend_from_above(wend_raw_from(raw, wend_half_previous(h))),
                               wend_from_above(wend_raw_from(raw, wend_half_previous(g))));
}

static void flip_all(wend_recut *r, int64_t count) {
    for (bool changed = true; changed;) {
        changed = false;
        for (int64_t i = 0; i < count; i++)
            for (int32_t h = 3 * r->part.data[i]; h < 3 * r->part.data[i] + 3; h++)
                if (must_flip(r, h)) {
                    flip(r, h);
                    changed = true;
                }
    }
}

// ---------------------------------------------------------------------------------------------------- strips

// Replaces the corners of the strip by its new ones.
static void change_rim(wend_recut *r, const wend_trim_strip *strip, const wend_recut_corner *tip) {
    wend_recut_corner *rim = r->rim.data;
    rim[0].behind = ~strip->first;
    if (strip->has_tip) {
        rim[1] = *tip;
        rim[1].behind = ~strip->last;
    }
    int64_t kept = strip->has_tip ? 2 : 1;
    r->rim.count--;
    memmove(rim + kept, rim + kept + 1, (size_t)(r->rim.count - kept) * sizeof *rim);
}

// Takes the second border of the strip out of its cycle.
static void change_cycle(wend_hem *hem, const wend_trim_strip *strip) {
    wend_hem_edge *edges = hem->edges.data;
    int32_t gone = edges[strip->first].next, next = edges[gone].next;
    edges[gone].edge = -1;
    edges[strip->first].next = next;
    edges[next].previous = strip->first;
}

// The rim a, d of a strip without a tip: all of the part goes. False when there is nothing behind it.
static bool take_away(wend_recut *r, const wend_trim_strip *strip) {
    int32_t behind = r->rim.data[1].behind;
    if (behind < 0)
        return false;
    lay_edge(r, behind, ~strip->first);
    for (int64_t i = 0; i < r->part.count; i++)
        r->hem->raw->triangles.data[r->part.data[i]].source = -1;
    return true;
}

bool wend_recut_strip(wend_recut *r, const wend_trim_strip *strip) {
    strip_shape shape = shape_of(r->hem, strip);
    wend_recut_corner tip = {0};
    int32_t source;
    bool mixed;
    if (!take_part(r, strip, &shape) || !trace_rim(r, strip->first) ||
        (strip->has_tip && !place_tip(r, strip->tip, &tip)))
        return false;
    bool goes = r->rim.count == 3 && !strip->has_tip;
    if (!goes && (!is_flat(r, &source, &mixed) || !edges_fit(r, r->rim.count)))
        return false;
    change_rim(r, strip, &tip);
    if (goes) {
        if (!take_away(r, strip))
            return false;
    } else {
        if (!strip_is_clear(r, &shape, strip->has_tip ? 3 : 2) || !edges_fit(r, strip->has_tip ? 2 : 1))
            return false;
        fill(r, source, mixed);
        flip_all(r, r->rim.count - 2);
    }
    change_cycle(r->hem, strip);
    return true;
}

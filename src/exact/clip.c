// The part of a floor that a face blocks: a polygon clipped side by side.
//
// The polygon is kept as a ring of sides, each with the point where it begins, in doubles. Clipping by a half-plane
// needs only signs of distances; where a sign is wrong by rounding, a side of almost no length comes or goes. The
// lattice points are then made from what the sides *are*, not from these doubles.
//
// Faces that coincide with the floor (within two steps over all that they share) do not block it: rounding alone would
// cut both to shreds. When both are floors, exactly one of them keeps the place (face_wins).
#include "exact/clip.h"

#include "geom/predicate.h"

#include <math.h>

enum {
    SIDE_FLOOR = 0, // sides 0, 1, 2 of the floor
    SIDE_FACE = 3,  // sides 0, 1, 2 of the face
    SIDE_FOOT = 6,
    SIDE_CEILING = 7
};

#define THINNEST 0.25 // steps: what is narrower is nothing
#define ROUNDED                                                                                                        \
    0.01 // by more than that nothing is off by rounding doubles: between two faces a place must be in one of them
#define WITHIN 2.0 // steps away from the sides of a floor
#define THIN 1.5   // what is narrower may vanish by rounding, but still stands in the way

// Not to be copied: `at` is one of the two rooms.
typedef struct polygon {
    wend_corner *at, *other;
    int count;
    wend_corner rooms[2][12];
} polygon;

static void start_polygon(polygon *p) {
    p->at = p->rooms[0];
    p->other = p->rooms[1];
    p->count = 3;
}

typedef struct pair {
    const wend_face *floor, *face;
    double height;
} pair;

// ---------------------------------------------------------------------------------------------------- clipping

// Keeps the part of the polygon where `distance` (of each corner) is positive; the new side is `side`. Whether
// something went.
static bool keep_positive(polygon *p, const double *distance, int side) {
    int i = 0, count = p->count;
    while (i < count && distance[i] > 0)
        i++;
    if (i == count)
        return false;
    wend_corner *kept = p->other;
    p->count = 0;
    for (i = 0; i < count; i++) {
        int j = i + 1 < count ? i + 1 : 0;
        const wend_corner *a = &p->at[i], *b = &p->at[j];
        double f = distance[i], g = distance[j];
        if (f > 0)
            kept[p->count++] = *a;
        if ((f > 0) == (g > 0))
            continue;
        double t = f / (f - g);
        wend_corner c = {a->x + t * (b->x - a->x), a->y + t * (b->y - a->y), a->d + t * (b->d - a->d),
                         f > 0 ? side : a->side};
        kept[p->count++] = c;
    }
    p->other = p->at;
    p->at = kept;
    return true;
}

static double side_distance(wend_point3 a, wend_point3 b, double x, double y) {
    return ((double)b.x - a.x) * (y - a.y) - ((double)b.y - a.y) * (x - a.x);
}

// Clips by the sides of the face that are among `sides` (bits).
static bool clip_by_face(polygon *p, const wend_face *face, int sides) {
    double distance[12];
    for (int k = 0; k < 3; k++) {
        if (!(sides >> k & 1))
            continue;
        bool all = true;
        for (int i = 0; i < p->count; i++) {
            distance[i] = side_distance(face->p[k], face->p[k < 2 ? k + 1 : 0], p->at[i].x, p->at[i].y);
            all &= distance[i] >= 0; // a floor up to that side is covered by it, too
        }
        if (!all)
            keep_positive(p, distance, SIDE_FACE + k);
        if (p->count < 3)
            return false;
    }
    return true;
}

// How large a polygon is.
typedef struct measure {
    double area2;    // twice its area
    double longest2; // the square of its longest side,
    int longest;     // which begins at this corner
} measure;

static measure measure_of(const wend_corner *at, int count) {
    measure m = {0, -1, 0};
    for (int i = 0; i < count; i++) {
        const wend_corner *a = &at[i], *b = &at[i + 1 < count ? i + 1 : 0];
        m.area2 += (a->x - at[0].x) * (b->y - at[0].y) - (a->y - at[0].y) * (b->x - at[0].x);
        double length2 = (b->x - a->x) * (b->x - a->x) + (b->y - a->y) * (b->y - a->y);
        m.longest = length2 > m.longest2 ? i : m.longest;
        m.longest2 = length2 > m.longest2 ? length2 : m.longest2;
    }
    return m;
}

static bool is_thinner(const measure *m, double width) {
    return m->area2 <= 0 || m->area2 * m->area2 < width * width * 4 * m->longest2;
}

static void set_polygon(polygon *p, const wend_face *face, int first_side) {
    start_polygon(p);
    for (int i = 0; i < 3; i++)
        p->at[i] = (wend_corner){face->p[i].x, face->p[i].y, 0, first_side + i};
}

// How face b lies to the sides of face a: false when all of it is beyond one of them. Else, as bits, the sides that
// part of it is beyond, and those that part of it is beyond or on.
static bool compare_sides(const wend_face *a, const wend_face *b, int *beyond, int *touched) {
    *beyond = *touched = 0;
    for (int k = 0; k < 3; k++) {
        wend_point p = wend_from_above(a->p[k]), q = wend_from_above(a->p[k < 2 ? k + 1 : 0]);
        int64_t d0 = wend_cross(p, q, wend_from_above(b->p[0])), d1 = wend_cross(p, q, wend_from_above(b->p[1])),
                d2 = wend_cross(p, q, wend_from_above(b->p[2]));
        if (((d0 - 1) & (d1 - 1) & (d2 - 1)) < 0) // all are 0 or less, by their signs
            return false;
        *beyond |= ((d0 | d1 | d2) < 0) << k;
        *touched |= (((d0 - 1) | (d1 - 1) | (d2 - 1)) < 0) << k;
    }
    return true;
}

// ---------------------------------------------------------------------------------------------------- lattice points

// The nearest whole number, halves toward zero, as pixels have it (wend_segment_in_pixel).
static int32_t round_half(double v) {
    int32_t whole = (int32_t)v;
    double rest = v - whole;
    return whole + (rest > 0.5) - (rest < -0.5);
}

static wend_point round_point(double x, double y) {
    return (wend_point){round_half(x), round_half(y)};
}

// The lattice point of a place on a segment: one whose pixel the segment passes, so that it bends through it.
static wend_point round_on(wend_point a, wend_point b, double x, double y) {
    wend_point near = round_point(x, y), best = near;
    if (wend_segment_in_pixel(a, b, near))
        return near;
    double least = INFINITY;
    for (int k = 0; k < 9; k++) {
        wend_point p = {near.x + k % 3 - 1, near.y + k / 3 - 1};
        double distance = (p.x - x) * (p.x - x) + (p.y - y) * (p.y - y);
        if (distance < least && wend_segment_in_pixel(a, b, p)) {
            least = distance;
            best = p;
        }
    }
    return best;
}

// Where a side a-b is `above` higher or lower than the plane of `face`: one function of the side, whichever way it
// runs, the face and the height.
static wend_point side_meets_plane(wend_point3 a, wend_point3 b, const wend_face *face, double above) {
    if (wend_point3_less(b, a)) {
        wend_point3 q = a;
        a = b;
        b = q;
    }
    double f = wend_face_height(face, a.x, a.y) - a.z + above, g = wend_face_height(face, b.x, b.y) - b.z + above;
    double t = f != g ? f / (f - g) : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return round_on(wend_from_above(a), wend_from_above(b), a.x + t * ((double)b.x - a.x),
                    a.y + t * ((double)b.y - a.y));
}

static bool parallel(wend_point a, wend_point b, wend_point c, wend_point d) {
    return ((int64_t)b.x - a.x) * ((int64_t)d.y - c.y) == ((int64_t)b.y - a.y) * ((int64_t)d.x - c.x);
}

// The lattice point where side s ends and side t begins, near `c`.
static wend_point meeting_point(const pair *x, int s, int t, const wend_corner *c) {
    wend_point near = round_point(c->x, c->y), exact = near;
    int low = s < t ? s : t, high = s < t ? t : s;
    const wend_face *of_low = low < SIDE_FACE ? x->floor : x->face;
    const wend_point3 *a = &of_low->p[low % 3], *b = &of_low->p[(low + 1) % 3];
    if (high < SIDE_FACE || (low >= SIDE_FACE && high < SIDE_FOOT)) { // two sides of one face: its corner
        exact = wend_from_above(of_low->p[(low + 1) % 3 == high % 3 ? high % 3 : low % 3]);
    } else if (low < SIDE_FACE && high < SIDE_FOOT) {
        const wend_point3 *d = &x->face->p[high % 3], *e = &x->face->p[(high + 1) % 3];
        if (!parallel(wend_from_above(*a), wend_from_above(*b), wend_from_above(*d), wend_from_above(*e)))
            exact =
                wend_cross_point(wend_from_above(*a), wend_from_above(*b), wend_from_above(*d), wend_from_above(*e));
    } else if (low < SIDE_FACE) { // the face's plane crosses a side of the floor, or does `height` below itself
        exact = side_meets_plane(*a, *b, x->face, high == SIDE_FOOT ? 0 : -x->height);
    } else if (low < SIDE_FOOT) {
        exact = side_meets_plane(*a, *b, x->floor, high == SIDE_FOOT ? 0 : x->height);
    }
    double dx = exact.x - c->x, dy = exact.y - c->y;
    return dx * dx + dy * dy <= 16 ? exact : near;
}

// ---------------------------------------------------------------------------------------------------- twins

int wend_face_compare(const wend_face *a, const wend_face *b) {
    for (int i = 0; i < 3; i++) {
        if (wend_point3_less(a->p[i], b->p[i]))
            return -1;
        if (wend_point3_less(b->p[i], a->p[i]))
            return 1;
    }
    if (a->flags != b->flags)
        return a->flags > b->flags ? -1 : 1; // one that faces down comes before its reverse
    return a->source < b->source ? -1 : 1;
}

static bool is_level(const wend_face *f) {
    return f->p[0].z == f->p[1].z && f->p[0].z == f->p[2].z;
}

// Of two floors in the same place, whether the face keeps it: a level one before others, of two level ones the higher
// one; else the larger one, or the one whose corners come first. It must be an order of all floors, not of what two of
// them share: three that lie in one plane up to rounding would otherwise take the same place from each other in a
// circle. So would three level ones, a step or two above each other, if one that lies under the highest came before the
// one between them.
static bool face_wins(const pair *x) {
    bool level = is_level(x->face);
    if (level != is_level(x->floor))
        return level;
    if (level && x->face->p[0].z != x->floor->p[0].z)
        return x->face->p[0].z > x->floor->p[0].z;
    int64_t face =
        wend_cross(wend_from_above(x->face->p[0]), wend_from_above(x->face->p[1]), wend_from_above(x->face->p[2]));
    int64_t floor =
        wend_cross(wend_from_above(x->floor->p[0]), wend_from_above(x->floor->p[1]), wend_from_above(x->floor->p[2]));
    return face != floor ? face > floor : wend_face_compare(x->face, x->floor) < 0;
}

// ---------------------------------------------------------------------------------------------------- faces with area

static void set_heights(const pair *x, polygon *p, double *low, double *high) {
    *low = *high = 0;
    for (int i = 0; i < p->count; i++) {
        wend_corner *c = &p->at[i];
        c->d = wend_face_height(x->face, c->x, c->y) - wend_face_height(x->floor, c->x, c->y);
        *low = i == 0 || c->d < *low ? c->d : *low;
        *high = i == 0 || c->d > *high ? c->d : *high;
    }
}

// Clips to where the face is above the floor and below `height`. Whether something went.
static bool clip_by_height(const pair *x, polygon *p) {
    double distance[12];
    for (int i = 0; i < p->count; i++)
        distance[i] = p->at[i].d;
    bool cut = keep_positive(p, distance, SIDE_FOOT);
    for (int i = 0; i < p->count; i++)
        distance[i] = x->height - p->at[i].d;
    return keep_positive(p, distance, SIDE_CEILING) || cut;
}

// Whether a side of a polygon leads away from the sides of the floor: the tip of a thin face may reach far into it.
// What is thin and lies along a side of the floor is rounding.
static bool is_within(const wend_face *floor, const wend_corner *at, int count, int side) {
    const wend_corner *a = &at[side], *b = &at[side + 1 < count ? side + 1 : 0];
    double x = (a->x + b->x) / 2, y = (a->y + b->y) / 2, least = INFINITY;
    for (int i = 0; i < 3; i++) {
        const wend_point3 *p = &floor->p[i], *q = &floor->p[i < 2 ? i + 1 : 0];
        double dx = (double)q->x - p->x, dy = (double)q->y - p->y;
        double off = (dx * (y - p->y) - dy * (x - p->x)) / sqrt(dx * dx + dy * dy);
        least = off < least ? off : least;
    }
    return least > WITHIN;
}

// The polygon of what the two share, with heights and size; false when that is nothing.
static bool share(const pair *x, polygon *p, double *low, double *high, measure *size) {
    int beyond, touched;
    if (!compare_sides(x->floor, x->face, &beyond, &touched))
        return false;
    if (touched == 0) { // the face is inside the floor
        set_polygon(p, x->face, SIDE_FACE);
    } else {
        if (!compare_sides(x->face, x->floor, &beyond, &touched))
            return false;
        set_polygon(p, x->floor, SIDE_FLOOR);
        if (!clip_by_face(p, x->face, beyond))
            return false;
    }
    *size = measure_of(p->at, p->count);
    if (is_thinner(size, THINNEST) && !is_within(x->floor, p->at, p->count, size->longest))
        return false;
    set_heights(x, p, low, high);
    return true;
}

// A thin polygon of something that stands above the floor is also a fence, along its longest side.
static bool make_fence(const pair *x, const wend_corner *at, int count, const measure *size, int32_t face,
                       wend_cut *cut) {
    if (size->area2 * size->area2 > THIN * THIN * 4 * size->longest2)
        return false;
    double low = at[0].d, high = low;
    for (int i = 1; i < count; i++) {
        low = at[i].d < low ? at[i].d : low;
        high = at[i].d > high ? at[i].d : high;
    }
    if (high <= WEND_COINCIDE)
        return false;
    int i = size->longest, end = i + 1 < count ? i + 1 : 0;
    wend_point a = meeting_point(x, at[i > 0 ? i - 1 : count - 1].side, at[i].side, &at[i]);
    wend_point b = meeting_point(x, at[i].side, at[end].side, &at[end]);
    *cut = (wend_cut){a, b, face, (float)low, (float)high, WEND_CUT_FENCE};
    return !wend_point_equal(a, b);
}

static void set_shadow(const polygon *p, const measure *size, bool twin, wend_shadow *shadow) {
    shadow->count = p->count;
    shadow->whole = true;
    shadow->twin = twin;
    shadow->area2 = size->area2;
    for (int i = 0; i < p->count; i++) {
        shadow->at[i] = p->at[i];
        shadow->whole &= p->at[i].side < SIDE_FACE;
    }
}

static wend_clipped clip_slab(const wend_footing *footing, const pair *x, int32_t face, wend_shadow *shadow,
                              wend_cut *cut) {
    polygon p;
    double low, high;
    measure size;
    if (!share(x, &p, &low, &high, &size))
        return WEND_CLIPPED_NO_LINE;
    bool is_floor = wend_footing_is_floor(footing, x->face);
    bool twin = low >= -WEND_COINCIDE && high <= WEND_COINCIDE;
    if (twin ? !is_floor || !face_wins(x) : high <= (is_floor ? 0 : WEND_COINCIDE) || low >= x->height)
        return WEND_CLIPPED_NO_LINE;
    if (!twin && (low <= 0 || high >= x->height) && clip_by_height(x, &p)) {
        if (p.count < 3)
            return WEND_CLIPPED_NO_LINE;
        size = measure_of(p.at, p.count);
    }
    if (is_thinner(&size, THINNEST))
        return !twin && make_fence(x, p.at, p.count, &size, face, cut) ? WEND_CLIPPED_LINE : WEND_CLIPPED_NO_LINE;
    set_shadow(&p, &size, twin, shadow);
    return WEND_CLIPPED_NO_LINE;
}

int wend_shadow_cuts(const wend_footing *footing, int32_t floor, const wend_shadow *shadow,
                     wend_cut cuts[WEND_CUTS_MOST]) {
    pair x = {&footing->solid->faces.data[floor], &footing->solid->faces.data[shadow->face], footing->height};
    const wend_corner *at = shadow->at;
    int count = 0;
    for (int i = 0; i < shadow->count; i++) {
        const wend_corner *c = &at[i], *next = &at[i + 1 < shadow->count ? i + 1 : 0];
        if (c->side < SIDE_FACE)
            continue;
        int before = at[i > 0 ? i - 1 : shadow->count - 1].side;
        wend_point a = meeting_point(&x, before, c->side, c), b = meeting_point(&x, c->side, next->side, next);
        if (wend_point_equal(a, b))
            continue;
        double low = c->d < next->d ? c->d : next->d, high = c->d > next->d ? c->d : next->d;
        wend_cut_kind kind = shadow->twin              ? WEND_CUT_TWIN
                             : c->side == SIDE_FOOT    ? WEND_CUT_FOOT
                             : c->side == SIDE_CEILING ? WEND_CUT_CEILING
                                                       : WEND_CUT_EDGE;
        cuts[count++] = (wend_cut){a, b, shadow->face, (float)low, (float)high, kind};
    }
    measure size = measure_of(at, shadow->count);
    return count + (!shadow->twin && make_fence(&x, at, shadow->count, &size, shadow->face, &cuts[count]));
}

// ---------------------------------------------------------------------------------------------------- walls

// Heights of a wall's corners above the floor's plane; false when all of it lies below, or too high to matter.
static bool wall_heights(const pair *x, double d[3]) {
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < 3; i++) {
        const wend_point3 *p = &x->face->p[i];
        d[i] = p->z - wend_face_height(x->floor, p->x, p->y);
        low = d[i] < low ? d[i] : low;
        high = d[i] > high ? d[i] : high;
    }
    return high > WEND_COINCIDE && low < x->height;
}

// The wall in its own plane: x runs along its segment from 0 to 1, y is the height above the floor. Its sides are 3, 4
// and 5.
static void set_wall(polygon *p, const wend_face *w, const double d[3]) {
    double dx = (double)w->p[1].x - w->p[0].x, dy = (double)w->p[1].y - w->p[0].y;
    start_polygon(p);
    for (int i = 0; i < 3; i++) {
        double along = ((double)w->p[2].x - w->p[0].x) * dx + ((double)w->p[2].y - w->p[0].y) * dy;
        p->at[i] = (wend_corner){i < 2 ? i : along / (dx * dx + dy * dy), d[i], d[i], SIDE_FACE + i};
    }
}

// Keeps the part of a wall where at_0 + x * (at_1 - at_0) is positive. Whether something went.
static bool keep_along(polygon *p, double at_0, double at_1, int side) {
    double distance[12];
    for (int i = 0; i < p->count; i++)
        distance[i] = at_0 + p->at[i].x * (at_1 - at_0);
    return keep_positive(p, distance, side);
}

// The part of a wall that stands in the way.
typedef struct stretch {
    int first, last; // corners of the polygon
    double low, high;
} stretch;

// Keeps the part of a wall between the floor and the height above it.
static void keep_heights(const pair *x, polygon *p) {
    double distance[12];
    for (int i = 0; i < p->count; i++)
        distance[i] = p->at[i].d;
    keep_positive(p, distance, SIDE_FOOT);
    for (int i = 0; i < p->count; i++)
        distance[i] = x->height - p->at[i].d;
    keep_positive(p, distance, SIDE_CEILING);
}

// As above. False when nothing is left that blocks.
static bool keep_in_the_way(const pair *x, polygon *p, stretch *s) {
    keep_heights(x, p);
    if (p->count < 3)
        return false;
    *s = (stretch){0, 0, p->at[0].d, p->at[0].d};
    for (int i = 1; i < p->count; i++) {
        s->first = p->at[i].x < p->at[s->first].x ? i : s->first;
        s->last = p->at[i].x > p->at[s->last].x ? i : s->last;
        s->low = p->at[i].d < s->low ? p->at[i].d : s->low;
        s->high = p->at[i].d > s->high ? p->at[i].d : s->high;
    }
    return s->high > WEND_COINCIDE;
}

// Where the floor's side k ends the wall, its polygon has side k.
static wend_clipped clip_wall(const pair *x, int32_t face, wend_cut *cut) {
    const wend_face *w = x->face;
    if (w->flags & WEND_FACE_BENT)
        return WEND_CLIPPED_BENT;
    wend_point a = wend_from_above(w->p[0]), b = wend_from_above(w->p[1]);
    double d[3], distance[12];
    int64_t at_a[3], at_b[3];
    for (int k = 0; k < 3; k++) { // the part beside each side of the floor; a wall along it counts
        wend_point e = wend_from_above(x->floor->p[k]), f = wend_from_above(x->floor->p[k < 2 ? k + 1 : 0]);
        at_a[k] = wend_cross(e, f, a);
        at_b[k] = wend_cross(e, f, b);
        if (at_a[k] <= 0 && at_b[k] <= 0 && (at_a[k] < 0 || at_b[k] < 0))
            return WEND_CLIPPED_NO_LINE;
    }
    if (!wall_heights(x, d))
        return WEND_CLIPPED_NO_LINE;
    polygon p;
    set_wall(&p, w, d);
    for (int k = 0; k < 3; k++) {
        if (at_a[k] >= 0 && at_b[k] >= 0)
            continue;
        double end = (double)at_a[k] / ((double)at_a[k] - (double)at_b[k]);
        for (int i = 0; i < p.count; i++)
            distance[i] = at_a[k] > 0 ? end - p.at[i].x : p.at[i].x - end;
        keep_positive(&p, distance, SIDE_FLOOR + k);
    }
    stretch s;
    if (!keep_in_the_way(x, &p, &s))
        return WEND_CLIPPED_NO_LINE;
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y;
    wend_point ends[2];
    bool at_side = false;
    for (int k = 0; k < 2; k++) {
        int i = k == 0 ? s.first : s.last, before = p.at[i > 0 ? i - 1 : p.count - 1].side, side = p.at[i].side;
        wend_corner c = {a.x + p.at[i].x * dx, a.y + p.at[i].x * dy, 0, side};
        int of_floor = before < SIDE_FACE ? before : side < SIDE_FACE ? side : -1;
        if (of_floor < 0) {
            ends[k] = meeting_point(x, before, side, &c);
            continue;
        }
        ends[k] = wend_cross_point(a, b, wend_from_above(x->floor->p[of_floor]),
                                   wend_from_above(x->floor->p[(of_floor + 1) % 3]));
        at_side = true;
    }
    *cut = (wend_cut){ends[0], ends[1], face, (float)s.low, (float)s.high, WEND_CUT_WALL};
    bool line = !wend_point_equal(ends[0], ends[1]) || (at_side && !wend_face_has_corner(x->floor, ends[0]));
    return line ? WEND_CLIPPED_LINE : WEND_CLIPPED_NO_LINE;
}

// ---------------------------------------------------------------------------------------------------- bent walls

// One straight line is enough for a wall whose third corner stands above or below an end of its segment: what it shares
// with its neighbours is in one line with it. Others do not: a wall of several triangles, turned about the vertical, is
// rounded to segments that pass each other by a step, and there would be a slit between them. So the cut of such a wall
// is bent: it leads through what the wall shares with its neighbours, which they have, too:
//
//     corners    of the wall
//     sides      of the wall that have no corner here: both places where they end
//     floor      where a side of the floor ends the wall: where the wall's sides, and its segment, cross it
//
// All of them are the same for the neighbour (wall or floor), so that walls that hang together have cuts that do.

// Points of a wall seen from above, with where they are along its segment.
typedef struct bends {
    const pair *x;
    int count;
    wend_point points[WEND_BENDS_MOST + 1];
    int64_t along[WEND_BENDS_MOST + 1];
    bool at_side; // a side of the floor ends it
    int bare;     // sides that have no corner here, as bits
} bends;

static void add_bend(bends *b, wend_point p) {
    int64_t along = wend_dot(wend_from_above(b->x->face->p[0]), wend_from_above(b->x->face->p[1]), p);
    int i = b->count;
    for (int k = 0; k < b->count; k++)
        if (wend_point_equal(p, b->points[k]))
            return;
    for (; i > 0 && (b->along[i - 1] > along || (b->along[i - 1] == along && wend_point_less(p, b->points[i - 1])));
         i--) {
        b->points[i] = b->points[i - 1];
        b->along[i] = b->along[i - 1];
    }
    b->points[i] = p;
    b->along[i] = along;
    b->count++;
}

// Whether all of a wall is beyond one side of the floor. Else, as bits, the sides that part of it is beyond.
static bool is_beyond(const pair *x, int *sides) {
    *sides = 0;
    for (int k = 0; k < 3; k++) {
        wend_point e = wend_from_above(x->floor->p[k]), f = wend_from_above(x->floor->p[k < 2 ? k + 1 : 0]);
        int64_t d0 = wend_cross(e, f, wend_from_above(x->face->p[0])),
                d1 = wend_cross(e, f, wend_from_above(x->face->p[1])),
                d2 = wend_cross(e, f, wend_from_above(x->face->p[2]));
        bool part = (d0 | d1 | d2) < 0;
        if (part && ((d0 - 1) & (d1 - 1) & (d2 - 1)) < 0) // a wall along a side counts
            return true;
        *sides |= part << k;
    }
    return false;
}

// The part of a wall above the floor, seen from above, which may be beyond some sides. False when there is none.
static bool keep_above_floor(const pair *x, int sides, polygon *p) {
    double distance[12];
    for (int k = 0; k < 3; k++) {
        if (!(sides >> k & 1))
            continue;
        for (int i = 0; i < p->count; i++)
            distance[i] = side_distance(x->floor->p[k], x->floor->p[k < 2 ? k + 1 : 0], p->at[i].x, p->at[i].y);
        keep_positive(p, distance, SIDE_FLOOR + k);
    }
    return p->count >= 3;
}

static bool is_end_of_side(const wend_face *w, int side, wend_point p) {
    return wend_point_equal(p, wend_from_above(w->p[side])) ||
           wend_point_equal(p, wend_from_above(w->p[(side + 1) % 3]));
}

// Where the floor's side k ends a wall, its segment crosses that side, too, or passes right by an end of it: that end
// then.
static void add_crossing(bends *b, int k) {
    const wend_face *w = b->x->face, *floor = b->x->floor;
    wend_point from = wend_from_above(w->p[0]), to = wend_from_above(w->p[1]);
    wend_point e = wend_from_above(floor->p[k]), f = wend_from_above(floor->p[k < 2 ? k + 1 : 0]);
    int64_t at_from = wend_cross(e, f, from), at_to = wend_cross(e, f, to);
    int64_t at_e = wend_cross(from, to, e), at_f = wend_cross(from, to, f);
    if (!((at_from < 0 && at_to > 0) || (at_from > 0 && at_to < 0)))
        return;
    if ((at_e < 0 && at_f < 0) || (at_e > 0 && at_f > 0))
        add_bend(b, (at_e > 0 ? at_e < at_f : at_e > at_f) ? e : f);
    else
        add_bend(b, wend_cross_point(from, to, e, f));
}

// Lists the points that the cut of a wall leads through.
static void list_bends(const polygon *p, bends *b) {
    wend_point points[12];
    double along[12], dx = (double)b->x->face->p[1].x - b->x->face->p[0].x,
                      dy = (double)b->x->face->p[1].y - b->x->face->p[0].y;
    int first = 0, last = 0;
    for (int i = 0; i < p->count; i++) {
        points[i] = meeting_point(b->x, p->at[i > 0 ? i - 1 : p->count - 1].side, p->at[i].side, &p->at[i]);
        along[i] = p->at[i].x * dx + p->at[i].y * dy;
        first = along[i] < along[first] ? i : first;
        last = along[i] > along[last] ? i : last;
    }
    for (int i = 0; i < p->count; i++) {
        int side = p->at[i].side, next = i + 1 < p->count ? i + 1 : 0, before = i > 0 ? i - 1 : p->count - 1;
        if (side < SIDE_FACE) {
            add_crossing(b, side);
            b->at_side = true;
            continue;
        }
        if (side >= SIDE_FOOT)
            continue;
        bool at_corner = is_end_of_side(b->x->face, side - SIDE_FACE, points[i]),
             to_corner = is_end_of_side(b->x->face, side - SIDE_FACE, points[next]);
        b->bare |= !at_corner && !to_corner ? 1 << (side - SIDE_FACE) : 0;
        if (at_corner || !to_corner || p->at[before].side < SIDE_FACE)
            add_bend(b, points[i]);
        if (to_corner || !at_corner || p->at[next].side < SIDE_FACE)
            add_bend(b, points[next]);
    }
    // Ends between heights and sides of the floor are on the segment's crossing.
    for (int k = 0; k < 2; k++) {
        int i = k == 0 ? first : last, before = i > 0 ? i - 1 : p->count - 1;
        if (p->at[i].side >= SIDE_FACE && p->at[before].side >= SIDE_FACE)
            add_bend(b, points[i]);
    }
}

int wend_clip_bent(const wend_footing *footing, int32_t floor, int32_t face, wend_cut cuts[WEND_BENDS_MOST],
                   int *bare) {
    *bare = 0;
    pair x = {&footing->solid->faces.data[floor], &footing->solid->faces.data[face], footing->height};
    int sides;
    double d[3], low = INFINITY, high = -INFINITY;
    if (is_beyond(&x, &sides) || !wall_heights(&x, d))
        return 0;
    polygon p;
    set_polygon(&p, x.face, SIDE_FACE);
    for (int i = 0; i < 3; i++)
        p.at[i].d = d[i];
    if (!keep_above_floor(&x, sides, &p))
        return 0;
    keep_heights(&x, &p);
    for (int i = 0; i < p.count; i++) {
        low = p.at[i].d < low ? p.at[i].d : low;
        high = p.at[i].d > high ? p.at[i].d : high;
    }
    if (p.count < 3 || high <= WEND_COINCIDE)
        return 0;
    bends b;
    b.x = &x;
    b.count = b.bare = 0;
    b.at_side = false;
    list_bends(&p, &b);
    for (int i = 0; i + 1 < b.count; i++)
        cuts[i] = (wend_cut){b.points[i], b.points[i + 1], face, (float)low, (float)high, WEND_CUT_WALL};
    *bare = b.bare;
    if (b.count == 1 && b.at_side && !wend_face_has_corner(x.floor, b.points[0]))
        cuts[b.count++ - 1] = (wend_cut){b.points[0], b.points[0], face, (float)low, (float)high, WEND_CUT_WALL};
    return b.count > 0 ? b.count - 1 : 0;
}

// The lattice point that is `along` steps from a on the way to b, or the end that it is hardly more than a step from.
// The way passes its pixel.
static wend_point point_along(wend_point a, wend_point b, double along, double length) {
    static const wend_point around[5] = {{0, 0}, {-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    if (along <= WEND_COINCIDE)
        return a;
    if (along >= length - WEND_COINCIDE)
        return b;
    double part = along / length;
    wend_point near = {(int32_t)floor(a.x + part * ((double)b.x - a.x) + 0.5),
                       (int32_t)floor(a.y + part * ((double)b.y - a.y) + 0.5)};
    for (int i = 0; i < 5; i++) {
        wend_point p = {near.x + around[i].x, near.y + around[i].y};
        if (wend_segment_in_pixel(a, b, p))
            return p;
    }
    return near;
}

wend_beside wend_clip_beside(const wend_footing *footing, int32_t floor, int32_t face, int side, wend_cut *cut) {
    pair x = {&footing->solid->faces.data[floor], &footing->solid->faces.data[face], footing->height};
    const wend_face *w = x.face;
    wend_point a = wend_from_above(w->p[0]), b = wend_from_above(w->p[1]);
    wend_point e = wend_from_above(x.floor->p[side]), f = wend_from_above(x.floor->p[side < 2 ? side + 1 : 0]);
    double at_a = (double)wend_cross(e, f, a), at_b = (double)wend_cross(e, f, b), d[3];
    double along_a = (double)wend_dot(e, f, a), along_b = (double)wend_dot(e, f, b), whole = (double)wend_dot(e, f, f);
    // Not those that come from afar, nor those that stand exactly there, for both floors.
    if (2 * fabs(at_b - at_a) >= fabs(along_b - along_a) || (wend_cross(e, f, a) == 0 && wend_cross(e, f, b) == 0))
        return WEND_BESIDE_NONE;
    double length = sqrt(whole), reach = WEND_COINCIDE * length;
    if ((at_a <= -reach && at_b <= -reach) || (at_a >= reach && at_b >= reach) || (along_a <= 0 && along_b <= 0) ||
        (along_a >= whole && along_b >= whole) || !wall_heights(&x, d))
        return WEND_BESIDE_NONE;
    polygon p;
    set_wall(&p, w, d);
    keep_along(&p, along_a, along_b, SIDE_FLOOR);
    keep_along(&p, whole - along_a, whole - along_b, SIDE_FLOOR);
    bool less = keep_along(&p, reach - at_a, reach - at_b, SIDE_FLOOR);
    less |= keep_along(&p, at_a + reach, at_b + reach, SIDE_FLOOR);
    stretch s;
    if (p.count < 3 || !keep_in_the_way(&x, &p, &s))
        return WEND_BESIDE_NONE;
    double from = (along_a + p.at[s.first].x * (along_b - along_a)) / length;
    double to = (along_a + p.at[s.last].x * (along_b - along_a)) / length;
    if (fabs(to - from) <= 2 * WEND_COINCIDE)
        return WEND_BESIDE_NONE;
    *cut = (wend_cut){point_along(e, f, from, length),
                      point_along(e, f, to, length),
                      face,
                      (float)s.low,
                      (float)s.high,
                      WEND_CUT_BESIDE};
    if (wend_point_equal(cut->a, cut->b))
        return WEND_BESIDE_NONE;
    return less ? WEND_BESIDE_PART : WEND_BESIDE_ALL;
}

// ---------------------------------------------------------------------------------------------------- both

wend_clipped wend_clip(const wend_footing *footing, int32_t floor, int32_t face, wend_shadow *shadow, wend_cut *cut) {
    pair x = {&footing->solid->faces.data[floor], &footing->solid->faces.data[face], footing->height};
    shadow->face = face;
    shadow->count = 0;
    shadow->whole = false;
    return x.face->flags & WEND_FACE_WALL ? clip_wall(&x, face, cut) : clip_slab(footing, &x, face, shadow, cut);
}

// How far beyond a side a place lies, squared; 0 when it does not.
static double beyond2(wend_point3 a, wend_point3 b, double x, double y) {
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y, d = side_distance(a, b, x, y);
    return d < 0 ? d * d / (dx * dx + dy * dy) : 0;
}

bool wend_blocks_at(const wend_footing *footing, int32_t floor, int32_t face, double x, double y, bool *close) {
    const wend_face *f = &footing->solid->faces.data[face], *t = &footing->solid->faces.data[floor];
    double beyond = 0;
    *close = false;
    for (int k = 0; k < 3; k++) {
        double here = beyond2(f->p[k], f->p[k < 2 ? k + 1 : 0], x, y);
        beyond = here > beyond ? here : beyond;
        if (beyond > WEND_COINCIDE * WEND_COINCIDE)
            return false;
    }
    double d = wend_face_height(f, x, y) - wend_face_height(t, x, y);
    if (beyond > ROUNDED * ROUNDED) { // right beside it, maybe where another one begins
        *close = d > -WEND_COINCIDE && d < footing->height;
        return false;
    }
    *close = (d >= -1 && d <= 1) || (d >= footing->height - 1 && d <= footing->height + 1);
    if (d > WEND_COINCIDE)
        return d < footing->height;
    if (!wend_footing_is_floor(footing, f) || d < -WEND_COINCIDE)
        return d > 0;
    pair both = {t, f, footing->height};
    polygon p;
    double low, high;
    measure size;
    if (!share(&both, &p, &low, &high, &size))
        return false;
    if (low >= -WEND_COINCIDE && high <= WEND_COINCIDE) {
        *close = false;
        return face_wins(&both);
    }
    return d > 0;
}

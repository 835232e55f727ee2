// Floors that are wound the wrong way. See winding.h.
//
// A floor triangle that faces down is no floor: it leaves a hole. That is right where it is the ceiling of something
// below, and a mistake of the scene where it carries on the floor around it:
//
//        floor  |  faces down        seen from above, at a ledge: the place `out`, a little to its right, lies on the
//        faces  |                    triangle, at the ledge's height, and the place `in`, as far to its left, does
//        up   in|out                 not. (Where it does, the triangle is the underside of the floor itself.)
//
// A wall that hangs from the ledge makes it the edge of a slab or a step, and what faces down a ceiling. So does what
// is beside the triangle elsewhere: ceilings may meet a floor at one side, as in levels without hidden faces. A
// triangle is told of when the floor goes on along most of its outline.
//
// Scenes that are inside out. When a scene of closed solids is mirrored, as much faces up as before, and the share that
// faces down says nothing. But what faces up is then the underside of slabs, with their top close above it, and what
// faces down has room above it. So floors as the scene has them are compared with the floors that it would have if it
// were wound the other way. The latter are measured by looking up from places all over what faces down.
//
// A room that is lower than a tall agent would be taken for a slab. What faces up therefore counts where people have
// room.
//
// Nothing but a finding depends on it, so a little distance is good enough.
#include "footing/winding.h"

#include "surface/middle.h"

#include <math.h>
#include <string.h>

#define ASIDE 16.0 // lattice steps from a ledge to the places beside it
#define NEAR 2.0   // lattice steps: as good as on it
#define MOST 0.5   // of its outline: a triangle that is told of has as much floor around it

typedef struct ledge {
    double middle[3], in[2], out[2]; // lattice steps
    double length;                   // seen from above
} ledge;

static ledge ledge_of(const wend_raw_triangle *t, int i) {
    const wend_point3 *a = &t->p[i], *b = &t->p[(i + 1) % 3];
    double dx = (double)b->x - a->x, dy = (double)b->y - a->y, dz = (double)b->z - a->z;
    double flat = sqrt(dx * dx + dy * dy);
    ledge l = {.length = flat};
    l.middle[0] = a->x + dx / 2;
    l.middle[1] = a->y + dy / 2;
    l.middle[2] = a->z + dz / 2;
    double right[2] = {dy / flat, -dx / flat};
    for (int k = 0; k < 2; k++) {
        l.out[k] = l.middle[k] + ASIDE * right[k];
        l.in[k] = l.middle[k] - ASIDE * right[k];
    }
    return l;
}

// How far to the left of a -> b a place is, seen from above.
static double left_of(wend_point3 a, wend_point3 b, const double place[2]) {
    double dx = (double)b.x - a.x, dy = (double)b.y - a.y;
    return (dx * (place[1] - a.y) - dy * (place[0] - a.x)) / sqrt(dx * dx + dy * dy);
}

// Whether a place on the ground is on a face that is no wall, close to a height.
static bool is_on(const wend_face *face, const double place[2], double height) {
    for (int i = 0; i < 3; i++)
        if (left_of(face->p[i], face->p[(i + 1) % 3], place) < 0)
            return false;
    return fabs(wend_face_height(face, place[0], place[1]) - height) <= ASIDE + NEAR;
}

// Whether a face that faces down, no steeper than 45 degrees, carries on the floor that ends at a ledge.
static bool carries_on(const wend_face *face, const ledge *l) {
    return (face->flags & WEND_FACE_DOWN) && face->slope[0] * face->slope[0] + face->slope[1] * face->slope[1] <= 1 &&
           is_on(face, l->out, l->middle[2]) && !is_on(face, l->in, l->middle[2]);
}

// Whether a wall touches the middle of a ledge.
static bool touches(const wend_face *wall, const ledge *l) {
    wend_box3 box = wend_box3_around(wall->p);
    for (int k = 0; k < 3; k++)
        if (l->middle[k] < box.low[k] - NEAR || l->middle[k] > box.high[k] + NEAR)
            return false;
    return fabs(left_of(wall->p[0], wall->p[1], l->middle)) <= NEAR;
}

// The face that carries on the floor beyond a ledge, in *which, -1 for none. False when memory is short.
static bool find(wend_context *context, const wend_footing *footing, const ledge *l, wend_face_list *near,
                 int32_t *which) {
    wend_box3 box;
    for (int k = 0; k < 3; k++) {
        double margin = k == 2 ? 2 * ASIDE : ASIDE;
        box.low[k] = wend_box_floor(l->middle[k] - margin);
        box.high[k] = wend_box_ceil(l->middle[k] + margin);
    }
    *which = -1;
    if (!wend_solid_search(context, footing->solid, &box, near))
        return false;
    for (int64_t k = 0; k < near->count; k++) {
        const wend_face *face = &footing->solid->faces.data[near->data[k]];
        if (!(face->flags & WEND_FACE_WALL)) {
            if (*which < 0 && carries_on(face, l))
                *which = near->data[k];
        } else if (touches(face, l)) {
            *which = -1;
            return true;
        }
    }
    return true;
}

// The length of a face's outline seen from above.
static double outline_of(const wend_face *face) {
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double dx = (double)face->p[(i + 1) % 3].x - face->p[i].x, dy = (double)face->p[(i + 1) % 3].y - face->p[i].y;
        sum += sqrt(dx * dx + dy * dy);
    }
    return sum;
}

// Sums up, for every face, the length of the ledges of the floor that it carries on.
static bool measure(wend_context *context, const wend_footing *footing, const wend_raw *raw, double *lengths) {
    wend_face_list near = {0};
    bool good = true;
    for (int64_t e = 0; e < 3 * raw->triangles.count && good; e++) {
        const wend_raw_triangle *t = &raw->triangles.data[e / 3];
        int32_t twin = t->twin[e % 3], which;
        if (t->source < 0 || twin >= 0 || raw->borders.data[~twin].kind != WEND_BOUNDARY_LEDGE)
            continue;
        ledge l = ledge_of(t, (int)(e % 3));
        good = find(context, footing, &l, &near, &which);
        if (good && which >= 0)
            lengths[which] += l.length;
    }
    wend_array_free(context, &near);
    return good;
}

static void tell(const wend_footing *footing, const wend_face *first, int64_t count, wend_report *report) {
    bool one = count == 1;
    wend_finding f =
        wend_finding_make("winding-mixed", WEND_NOTE,
                          "%lld triangle%s amid the floor face%s down, as if wound the wrong way, and %s not walkable; "
                          "reverse %s winding (counter-clockwise seen from outside), or set two_sided",
                          (long long)count, one ? "" : "s", one ? "s" : "", one ? "is" : "are", one ? "its" : "their");
    f.item = first->source;
    f.has_at = true;
    wend_triangle_middle(&footing->solid->lattice, first->p, f.at);
    f.has_measure = true;
    f.measured = (double)count;
    wend_report_add(report, &f);
}

bool wend_tell_mixed_winding(wend_context *context, const wend_footing *footing, const wend_raw *raw,
                             wend_report *report) {
    WEND_ARRAY(double) lengths = {0};
    if (!wend_array_resize(context, &lengths, footing->solid->faces.count))
        return false;
    memset(lengths.data, 0, (size_t)footing->solid->faces.count * sizeof lengths.data[0]);
    bool good = measure(context, footing, raw, lengths.data);
    const wend_face *first = NULL;
    int64_t count = 0;
    for (int64_t k = 0; k < footing->solid->faces.count && good; k++) {
        const wend_face *face = &footing->solid->faces.data[k];
        if (!(lengths.data[k] > 0 && lengths.data[k] >= MOST * outline_of(face)))
            continue;
        count++;
        first = first && first->source < face->source ? first : face;
    }
    if (good && count > 0)
        tell(footing, first, count, report);
    wend_array_free(context, &lengths);
    return good;
}

// ---------------------------------------------------------------------------------------------------- inside out

#define MUCH_MORE 3.0 // times as much floor when wound the other way: then it is told
#define PLACES 4096   // that are looked up from
#define PEOPLE 1.8    // metres: rooms are higher than that

// The area of all floors seen from above.
static double floor_area(const wend_raw *raw) {
    double sum = 0;
    for (int64_t k = 0; k < raw->triangles.count; k++) {
        const wend_point3 *p = raw->triangles.data[k].p;
        if (raw->triangles.data[k].source >= 0)
            sum += (double)wend_cross(wend_from_above(p[0]), wend_from_above(p[1]), wend_from_above(p[2])) / 2;
    }
    return sum;
}

// A place on a face, seen from above: number k of a sequence that spreads evenly (Roberts 2018).
static void place_on(const wend_face *face, int32_t k, double place[2]) {
    double u = 0.7548776662466927 * k, v = 0.5698402909980532 * k;
    u -= floor(u);
    v -= floor(v);
    bool beyond = u + v > 1;
    u = beyond ? 1 - u : u;
    v = beyond ? 1 - v : v;
    const wend_point3 *p = face->p;
    place[0] = p[0].x + (u * ((double)p[1].x - p[0].x) + v * ((double)p[2].x - p[0].x));
    place[1] = p[0].y + (u * ((double)p[1].y - p[0].y) + v * ((double)p[2].y - p[0].y));
}

// Whether a face is above a place on the ground, between two heights.
static bool is_above(const wend_face *face, const double place[2], double low, double high) {
    for (int i = 0; i < 3; i++)
        if ((face->flags & WEND_FACE_WALL) || left_of(face->p[i], face->p[(i + 1) % 3], place) < 0)
            return false;
    double height = wend_face_height(face, place[0], place[1]);
    return height > low && height < high;
}

// Whether nothing is above a place of a face for some height. False when memory is short.
static bool look_up(wend_context *context, const wend_footing *footing, const wend_face *face, int32_t k, double room,
                    wend_face_list *near, bool *free) {
    double place[2];
    place_on(face, k, place);
    double low = wend_face_height(face, place[0], place[1]) + NEAR, high = low + room;
    wend_box3 box = {{wend_box_floor(place[0]), wend_box_floor(place[1]), wend_box_floor(low)},
                     {wend_box_ceil(place[0]), wend_box_ceil(place[1]), wend_box_ceil(high)}};
    if (!wend_solid_search(context, footing->solid, &box, near))
        return false;
    *free = true;
    for (int64_t n = 0; n < near->count && *free; n++)
        *free = !is_above(&footing->solid->faces.data[near->data[n]], place, low, high);
    return true;
}

// The part of what faces up, or down, and is flat enough that has room above it. Places to look up from are spread over
// it by its area.
static bool measure_free(wend_context *context, const wend_footing *footing, bool down, double room, double *area) {
    double all = down ? footing->down_area : footing->up_area, before = 0;
    wend_face_list near = {0};
    int32_t place = 0, count = 0;
    bool good = true;
    for (int64_t k = 0; k < footing->solid->faces.count && good; k++) {
        const wend_face *face = &footing->solid->faces.data[k];
        if (((face->flags & WEND_FACE_DOWN) != 0) != down || !wend_footing_is_flat(footing, face))
            continue;
        before += wend_face_area2(face) / 2;
        for (; good && place < PLACES && (place + 0.5) * all <= before * PLACES; place++) {
            bool free = false;
            good = look_up(context, footing, face, place, room, &near, &free);
            count += free;
        }
    }
    wend_array_free(context, &near);
    *area = all * count / PLACES;
    return good;
}

// Writes an area, rounded: it is an estimate.
static void print_area(char text[WEND_NUMBER_TEXT], double area) {
    wend_print_double(text, area < 100 ? floor(area * 10 + 0.5) / 10 : floor(area + 0.5));
}

static void tell_inside_out(const wend_footing *footing, double floor, double other, wend_report *report) {
    double square = footing->solid->lattice.step * footing->solid->lattice.unit;
    square *= square;
    char texts[2][WEND_NUMBER_TEXT];
    print_area(texts[0], other * square);
    print_area(texts[1], floor * square);
    wend_finding f = wend_finding_make(
        "winding-inside-out", WEND_WARNING,
        "%s m2 that face down would be floor, and only %s m2 that face up are: the scene seems to be mirrored or wound "
        "clockwise; reverse the winding of its triangles (counter-clockwise seen from outside), or negate one axis",
        texts[0], texts[1]);
    f.has_measure = true;
    f.measured = other * square;
    f.limit = MUCH_MORE * floor * square;
    wend_report_add(report, &f);
}

// Whether the scene is hardly as large as the agent is high: then its unit is wrong, and there is no room anywhere.
static bool is_tiny(const wend_footing *footing) {
    double small = 1.5 * footing->height;
    for (int64_t k = 0; k < footing->solid->faces.count; k++) {
        const wend_point3 *p = footing->solid->faces.data[k].p, *q = footing->solid->faces.data[0].p;
        for (int i = 0; i < 3; i++)
            if (fabs((double)p[i].x - q->x) > small || fabs((double)p[i].y - q->y) > small ||
                fabs((double)p[i].z - q->z) > small)
                return false;
    }
    return true;
}

bool wend_tell_inside_out(wend_context *context, const wend_footing *footing, const wend_raw *raw,
                          wend_report *report) {
    double floor = floor_area(raw), people = PEOPLE / (footing->solid->lattice.step * footing->solid->lattice.unit),
           low, other;
    if (wend_footing_looks_down(footing) || footing->down_area < MUCH_MORE * floor || is_tiny(footing))
        return true;
    if (!measure_free(context, footing, true, footing->height, &other))
        return false;
    if (other < MUCH_MORE * floor || !(other > 0))
        return true;
    if (footing->height > people) {
        if (!measure_free(context, footing, false, people, &low))
            return false;
        if (other < MUCH_MORE * low)
            return true;
    }
    tell_inside_out(footing, floor, other, report);
    return true;
}

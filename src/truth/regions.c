// Whether a floor was rightly left out. See regions.h.
//
// Components of a surface are kept or dropped whole, so the first question is how far the floor reaches. It is answered
// by strides: a vertical plane through two places cuts every triangle of the scene along a line; the stride follows the
// floor in that plane, from triangle to triangle, and ends where the floor does or where anything else comes between
// the floor and the height of the agent. No step is too small to end it, no wall too thin. What is inside a solid is
// dropped before floors are linked, and settled so. Seeds and the least area choose among parts that hang together over
// links: there, a stride may step up or down once. It steps over no gap and over nothing that stands there, so some
// parts that hang together are taken for several; none that does not is taken for one.
//
//       |                       ___
//       |                      |          A stride goes out from p to both sides: on the left it ends at a wall, of
//       |_____________p________|          which it sees the front or the back, on the right at a step.
//
// Strides between places of a grid find the region around a place, as far as the surface. It must have a reason to be
// left out:
//
//     seeds were given     none stands on it, nor on what it can be stepped to from
//     otherwise            floors inside solids were to be dropped, much of what ends strides shows its back, and so
//                          does the first thing above most of it; the sky is seen from nowhere, and from nearly
//                          everywhere rays all around come out of a solid (around.c). Steps do not count here: each
//                          floor is inside by itself.
//     in both cases        or it is smaller than the least area, with what it can be stepped to from
//
// A region that can be walked or stepped to from the surface is neither without a seed nor small. It may be inside, but
// then that must be beyond doubt.
//
// Being strict where it is unsure would cry wolf, so a stride must pass twice, straight and on a bow of some
// millimetres, before it counts as a way: hairline cracks between solids lead nowhere. Most and nearly mean less here
// than in the code that is judged, because a grid only estimates lengths and areas.
//
// The first grid has as many nodes as the whole scene's floor takes, NODES at most. Regions that have few nodes on it
// are judged by a finer one, and places on a floor that is narrower than the finest by the strides of a star around
// them. Each node is looked at once, with eight strides: O(NODES log n) for n triangles and each region.
#include "truth/regions.h"

#include <math.h>
#include <string.h>

enum { NODES = 20000, FEW = 400, FINER = 4, STAR = 16 };
// Places of a region that are looked around from: the first ones, and then one of so many.
enum { AROUND_ALL = 64, AROUND_SOME = 8 };
#define SIDE_MIN 0.02 // metres between nodes of a grid, at least
#define INDEX_MAX 1e9
#define SKEW_X 0.381966 // grids lie askew of round numbers, where the sides of many scenes are
#define SKEW_Y 0.276393
#define STAR_LENGTH 10.0 // metres
#define BOW 0.004        // metres that the second way of a stride goes aside
#define WIDE_BOW 0.03    // the same for one that steps, which takes more room
#define EDGE 0.002       // metres between the ends of two floors that are a step
#define STEP 0.95        // of the highest step: less than that can be stepped, whatever was rounded
#define RING 0.01        // metres of surface that are around a place on it
#define TINY 1e-9        // metres along a stride that are nothing
#define TINY_HEIGHT 1e-6 // metres of height that are
// Shares of a region inside a solid.
#define BACKS 0.15 // of what ends strides, that shows its back: more
#define MOST 0.4   // of places that have, or may have, a back above them: more
#define SKY 0.03   // of places that see the sky: no more
#define OPEN 0.2   // of places from which one sees out: no more
// The same for one that touches a floor that was kept; and no place sees the sky.
#define TRULY_MOST 0.5
#define NOWHERE 0.02
#define PI 3.14159265358979323846

// Where the plane of a stride cuts a triangle: from (s[0], z[0]) to (s[1], z[1]), s along the stride and ascending.
struct wend_slice {
    double s[2], z[2];
    int32_t place; // of the triangle in the scene's columns
};

typedef enum stop { STOP_NONE, STOP_FRONT, STOP_BACK } stop;

typedef struct stride {
    double from[3], to[2];
    double length, along[2]; // its direction
    // What came of it.
    bool arrived;
    bool stepped; // up or down, once
    double z;     // where it arrived
    double end;   // how far it went
    stop what;    // ended it
} stride;

// ---------------------------------------------------------------------------------------------------- slices

static bool is_flat(const wend_regions *r, const wend_slice *slice) {
    return r->truth->grade.data[slice->place] == WEND_GRADE_FLAT;
}

// Cuts a triangle by the plane of a stride. False when it is beside it, or no triangle at all. Corners in the plane
// count as lying on its left, so that neighbours agree.
static bool cut(const stride *st, const wend_column_triangle *t, wend_slice *slice) {
    double s[3], off[3];
    int count = 0;
    if (t->normal[0] == 0 && t->normal[1] == 0 && t->normal[2] == 0)
        return false;
    for (int i = 0; i < 3; i++) {
        double x = t->p[i][0] - st->from[0], y = t->p[i][1] - st->from[1];
        s[i] = x * st->along[0] + y * st->along[1];
        off[i] = st->along[0] * y - st->along[1] * x;
    }
    for (int i = 0; i < 3 && count < 2; i++) {
        int k = (i + 1) % 3;
        if ((off[i] >= 0) == (off[k] >= 0))
            continue;
        double u = off[i] / (off[i] - off[k]);
        slice->s[count] = s[i] + u * (s[k] - s[i]);
        slice->z[count++] = t->p[i][2] + u * (t->p[k][2] - t->p[i][2]);
    }
    if (count < 2)
        return false;
    if (slice->s[0] > slice->s[1]) {
        double swap = slice->s[0];
        slice->s[0] = slice->s[1];
        slice->s[1] = swap;
        swap = slice->z[0];
        slice->z[0] = slice->z[1];
        slice->z[1] = swap;
    }
    return slice->s[1] >= 0 && slice->s[0] <= st->length;
}

static bool list_slices(wend_regions *r, const stride *st) {
    double rise = st->length * r->truth->ring_slope + r->touch + r->step;
    wend_column_box box = {.low = {0, 0, st->from[2] - rise},
                           .high = {0, 0, st->from[2] + rise + r->truth->def.settings.agent.height}};
    for (int k = 0; k < 2; k++) {
        box.low[k] = st->from[k] < st->to[k] ? st->from[k] : st->to[k];
        box.high[k] = st->from[k] < st->to[k] ? st->to[k] : st->from[k];
    }
    r->slices.count = 0;
    if (!wend_columns_find(r->truth->context, &r->truth->scene, &box, &r->near))
        return false;
    for (int64_t k = 0; k < r->near.count; k++) {
        wend_slice slice = {.place = r->near.data[k]};
        if (cut(st, &r->truth->scene.triangles.data[slice.place], &slice) &&
            !wend_array_push(r->truth->context, &r->slices, slice))
            return false;
    }
    return true;
}

static double slope_of(const wend_slice *slice) {
    return (slice->z[1] - slice->z[0]) / (slice->s[1] - slice->s[0]);
}

static double height_at(const wend_slice *slice, double s) {
    return slice->z[0] + (s - slice->s[0]) * slope_of(slice);
}

// ---------------------------------------------------------------------------------------------------- strides

// Whether a slice is one floor with another as far back as both reach: it begins where the other ends, or they
// coincide. A floor that comes down amid another one is none with it.
static bool is_one(const wend_regions *r, const wend_slice *slice, const wend_slice *last) {
    if (!last)
        return true;
    double s = slice->s[0] > last->s[0] ? slice->s[0] : last->s[0];
    s = s < last->s[1] ? s : last->s[1];
    return fabs(height_at(slice, s) - height_at(last, s)) <= 2 * r->touch;
}

// The slice that goes on from a place where another one ends (NULL at the start): of those that can be walked on, or of
// the others, the one that rises most. NULL for none.
static const wend_slice *next_slice(const wend_regions *r, double s, double z, bool flat, const wend_slice *last) {
    const wend_slice *best = NULL;
    for (int64_t k = 0; k < r->slices.count; k++) {
        const wend_slice *slice = &r->slices.data[k];
        if (is_flat(r, slice) == flat && slice->s[0] <= s + TINY && slice->s[1] > s + 2 * TINY &&
            fabs(height_at(slice, s) - z) <= 2 * r->touch && (!flat || is_one(r, slice, last)) &&
            (!best || slope_of(slice) > slope_of(best)))
            best = slice;
    }
    return best;
}

// How far a triangle rises over the plane of another, where it lies over or under it: -INFINITY for nowhere. Sides that
// run along each other count.
static double rise_over(const wend_regions *r, const wend_column_triangle *floor, const wend_column_triangle *t) {
    double p[6][3], q[6][3], most = -INFINITY;
    int count = 3;
    memcpy(p, t->p, sizeof t->p);
    for (int i = 0; i < 3; i++) { // cut by one side of the floor after another
        const double *a = floor->p[i], *b = floor->p[(i + 1) % 3];
        double x = b[0] - a[0], y = b[1] - a[1], slack = r->touch * sqrt(x * x + y * y);
        int kept = 0;
        for (int k = 0; k < count; k++) {
            const double *from = p[k], *to = p[(k + 1) % count];
            double here = x * (from[1] - a[1]) - y * (from[0] - a[0]), there = x * (to[1] - a[1]) - y * (to[0] - a[0]);
            here = (floor->inverse > 0 ? here : -here) + slack;
            there = (floor->inverse > 0 ? there : -there) + slack;
            if (here >= 0)
                memcpy(q[kept++], from, sizeof q[0]);
            for (int axis = 0; axis < 3 && (here >= 0) != (there >= 0); axis++)
                q[kept][axis] = from[axis] + here / (here - there) * (to[axis] - from[axis]);
            kept += (here >= 0) != (there >= 0);
        }
        memcpy(p, q, sizeof p);
        count = kept;
    }
    for (int k = 0; k < count; k++) {
        double x = p[k][0] - floor->p[0][0], y = p[k][1] - floor->p[0][1];
        double base = floor->p[0][2] - (floor->normal[0] * x + floor->normal[1] * y) * floor->inverse;
        most = fmax(most, p[k][2] - base);
    }
    return most;
}

// From which height on a slice blocks a floor. What rises from the floor blocks from its foot on, however low it is
// there; what is nowhere higher than floors that touch does not at all. Another floor blocks already where it comes
// near from below.
static double blocking_height(const wend_regions *r, const wend_slice *floor, const wend_slice *slice) {
    const wend_column_triangle *triangles = r->truth->scene.triangles.data;
    if (is_flat(r, slice))
        return -2 * r->touch;
    return rise_over(r, &triangles[floor->place], &triangles[slice->place]) > r->touch ? TINY_HEIGHT : r->touch;
}

// Where an upright slice comes between a floor and the height of the agent; INFINITY for nowhere.
static double find_upright(const wend_regions *r, const wend_slice *floor, const wend_slice *slice, double s,
                           double end) {
    double base = height_at(floor, slice->s[0]);
    double least = fmin(slice->z[0], slice->z[1]) - base, most = fmax(slice->z[0], slice->z[1]) - base;
    bool meets = slice->s[0] >= s - TINY && slice->s[0] <= end + TINY && most > TINY_HEIGHT &&
                 least < r->truth->def.settings.agent.height;
    return meets && (most > r->touch || most > blocking_height(r, floor, slice)) ? slice->s[0] : INFINITY;
}

// Where a slice comes between a floor and the height of the agent, from s on and no farther than `end`; INFINITY for
// nowhere. Nor does another floor that coincides: nobody can tell there on which of them a stride goes on.
static double find_block(const wend_regions *r, const wend_slice *floor, const wend_slice *slice, double s,
                         double end) {
    double height = r->truth->def.settings.agent.height, near = 2 * r->touch;
    double a = slice->s[0] > s ? slice->s[0] : s, b = slice->s[1] < end ? slice->s[1] : end;
    if (slice->s[1] - slice->s[0] <= TINY)
        return find_upright(r, floor, slice, s, end);
    if (b - a <= TINY)
        return INFINITY;
    double first = height_at(slice, a) - height_at(floor, a), last = height_at(slice, b) - height_at(floor, b);
    if (fmax(first, last) <= -near || fmin(first, last) >= height ||
        (is_flat(r, slice) && fabs(first) <= near && fabs(last) <= near))
        return INFINITY;
    double low = blocking_height(r, floor, slice);
    if (first > low && first < height)
        return a;
    if (first <= low && last > low)
        return a + (low - first) / (last - first) * (b - a);
    return first >= height && last < height ? a + (height - first) / (last - first) * (b - a) : INFINITY;
}

// What a triangle shows to somebody on the floor just before s. The eye is above a slice that rises through the floor.
static stop side_of(const wend_regions *r, const stride *st, const wend_slice *slice, double s, double z) {
    const wend_column_triangle *t = &r->truth->scene.triangles.data[slice->place];
    double back = s > 1e-6 ? s - 1e-6 : 0, sum = 0;
    double eye[3] = {st->from[0] + back * st->along[0], st->from[1] + back * st->along[1], z + 2 * r->touch};
    for (int k = 0; k < 3; k++)
        sum += t->normal[k] * (eye[k] - t->p[0][k]);
    return sum > 0 ? STOP_FRONT : STOP_BACK;
}

static void end_stride(stride *st, double s, double z, stop what) {
    st->end = s > 0 ? s : 0;
    st->z = z;
    st->what = what;
}

// The first slice that blocks the floor of a stride, from s to the floor's end, and where; NULL for none.
static const wend_slice *first_block(const wend_regions *r, const wend_slice *floor, double s, double end, double *at) {
    const wend_slice *first = NULL;
    *at = INFINITY;
    for (int64_t k = 0; k < r->slices.count; k++) {
        const wend_slice *slice = &r->slices.data[k];
        double block = slice != floor ? find_block(r, floor, slice, s, end) : INFINITY;
        if (block < *at) {
            *at = block;
            first = slice;
        }
    }
    return first;
}

// The floor that a stride steps onto at s from a height z: the highest no more than a step above, or below. NULL for
// none.
static const wend_slice *step_from(const wend_regions *r, double s, double z, bool up) {
    const wend_slice *best = NULL;
    for (int64_t k = 0; k < r->slices.count; k++) {
        const wend_slice *slice = &r->slices.data[k];
        if (!is_flat(r, slice) || slice->s[0] > s + EDGE || slice->s[1] <= s + EDGE)
            continue;
        double rise = height_at(slice, s + EDGE) - z;
        if ((up ? rise > 0 : rise < 0) && fabs(rise) <= r->step &&
            (!best || height_at(slice, s + EDGE) > height_at(best, s + EDGE)))
            best = slice;
    }
    return best;
}

// Steps up at s, where something blocks, or down, where the floor ends (`floor` being the last of it). False when that
// is not possible: what stands above the upper floor will end the stride there, or ends it here.
static bool take_step(const wend_regions *r, stride *st, const wend_slice **floor, double *s, double z, bool up) {
    double at;
    if (r->step <= 0 || st->stepped || *floor == NULL || (!up && first_block(r, *floor, *s, *s + EDGE, &at) != NULL))
        return false;
    const wend_slice *next = step_from(r, *s, z, up);
    if (!next)
        return false;
    st->stepped = true;
    *floor = next;
    *s += up ? 0 : EDGE; // past the riser
    return true;
}

// Follows the floor of a stride along its slices.
static void follow(const wend_regions *r, stride *st) {
    double s = 0, z = st->from[2];
    const wend_slice *last = NULL, *floor = NULL;
    while (s < st->length) {
        if (!floor)
            floor = next_slice(r, s, z, true, last);
        if (!floor && take_step(r, st, &last, &s, z, false))
            floor = last;
        if (!floor) {
            const wend_slice *rise = next_slice(r, s, z, false, NULL);
            end_stride(st, s, z, rise && slope_of(rise) > 0 ? side_of(r, st, rise, s, z) : STOP_NONE);
            return;
        }
        double end = floor->s[1] < st->length ? floor->s[1] : st->length, at;
        const wend_slice *blocker = first_block(r, floor, s, end, &at);
        last = floor;
        if (blocker && take_step(r, st, &floor, &at, height_at(floor, at), true)) {
            s = at;
            continue;
        }
        if (blocker) {
            end_stride(st, at, height_at(floor, at), side_of(r, st, blocker, at, height_at(floor, at)));
            return;
        }
        s = end;
        z = height_at(floor, s);
        floor = NULL;
    }
    st->arrived = true;
    end_stride(st, st->length, z, STOP_NONE);
}

static wend_result go(wend_regions *r, const double from[3], double x, double y, stride *st) {
    double dx = x - from[0], dy = y - from[1], length = sqrt(dx * dx + dy * dy);
    *st = (stride){.from = {from[0], from[1], from[2]}, .to = {x, y}, .length = length};
    if (length <= TINY) {
        st->arrived = true;
        st->z = from[2];
        return WEND_OK;
    }
    st->along[0] = dx / length;
    st->along[1] = dy / length;
    if (!list_slices(r, st))
        return WEND_ERROR_MEMORY;
    follow(r, st);
    return WEND_OK;
}

// A stride that counts as a way: it arrives straight and on a bow, on the same floor.
static wend_result go_twice(wend_regions *r, const double from[3], double x, double y, stride *st) {
    wend_result result = go(r, from, x, y, st);
    if (result != WEND_OK || !st->arrived)
        return result;
    stride first, second;
    double bow = st->stepped ? WIDE_BOW : BOW;
    double mx = (from[0] + x) / 2 - bow * st->along[1], my = (from[1] + y) / 2 + bow * st->along[0];
    result = go(r, from, mx, my, &first);
    st->arrived = first.arrived;
    if (result != WEND_OK || !st->arrived)
        return result;
    double middle[3] = {mx, my, first.z};
    result = go(r, middle, x, y, &second);
    st->arrived = second.arrived && fabs(second.z - st->z) <= r->touch;
    return result;
}

// ---------------------------------------------------------------------------------------------------- places

// Whether the surface is there and around it, farther than rounding reaches: beyond a wall it is not, even one that
// leans.
static wend_result find_reached(wend_regions *r, const double p[3], bool *reached) {
    const wend_scene_truth *truth = r->truth;
    double reach = RING + truth->near_surface, slack = truth->near_surface + reach * truth->ring_slope;
    wend_column_box box = {{p[0] - reach, p[1] - reach, p[2] - slack}, {p[0] + reach, p[1] + reach, p[2] + slack}};
    *reached = false;
    if (!wend_columns_find(truth->context, &truth->surface, &box, &r->near))
        return WEND_ERROR_MEMORY;
    for (int k = 0; k < 9; k++) {
        double angle = 2 * PI * k / 8, radius = k < 8 ? reach : 0, z;
        bool found = false;
        for (int64_t i = 0; i < r->near.count && !found; i++)
            found = wend_column_height(&truth->surface.triangles.data[r->near.data[i]], p[0] + radius * cos(angle),
                                       p[1] + radius * sin(angle), &z) &&
                    fabs(z - p[2]) <= slack;
        if (!found)
            return WEND_OK;
    }
    *reached = true;
    return WEND_OK;
}

// Looks up from a place of a region, and around from some.
static wend_result look(wend_regions *r, wend_region *region, const double p[3]) {
    wend_overhead overhead;
    bool out = false;
    if (!wend_onlooker_look_up(&r->onlooker, p, &overhead))
        return WEND_ERROR_MEMORY;
    region->unsure += overhead == WEND_OVERHEAD_UNSURE;
    region->sky += overhead == WEND_OVERHEAD_SKY;
    region->under_back += overhead == WEND_OVERHEAD_BACK;
    if (region->places > AROUND_ALL && region->places % AROUND_SOME != 0)
        return WEND_OK;
    if (overhead != WEND_OVERHEAD_SKY && !wend_onlooker_look_around(&r->onlooker, p, &out))
        return WEND_ERROR_MEMORY;
    region->around++;
    region->open += !out;
    return WEND_OK;
}

// Looks at a place of a region. *on: it is on the surface, where the region ends.
static wend_result visit(wend_regions *r, wend_region *region, const double p[3], bool *on) {
    wend_result result = find_reached(r, p, on);
    if (result != WEND_OK || *on) {
        region->reached |= result == WEND_OK;
        return result;
    }
    region->places++;
    return look(r, region, p);
}

// Whether there is more to find out about a region. One that is kept or dropped with what hangs together is known as
// soon as it comes onto the surface.
static bool goes_on(const wend_regions *r, const wend_region *region) {
    return !region->reached || r->grids == r->apart;
}

static void count_stop(wend_region *region, const stride *st) {
    region->front += st->what == STOP_FRONT;
    region->back += st->what == STOP_BACK;
}

// ---------------------------------------------------------------------------------------------------- the grid

static void node_place(const wend_region_grid *g, const wend_region_node *node, double p[3]) {
    p[0] = (node->i + SKEW_X) * g->side;
    p[1] = (node->j + SKEW_Y) * g->side;
    p[2] = node->z;
}

static int32_t *bucket_of(wend_region_grid *g, int32_t i, int32_t j) {
    uint32_t hash = ((uint32_t)i * 0x9E3779B1u) ^ ((uint32_t)j * 0x85EBCA77u);
    return &g->buckets[(hash >> 8) % WEND_REGION_BUCKETS];
}

// The node at a place; a new one of the region when there is none. False when memory is short.
static bool add_node(const wend_regions *r, wend_region_grid *g, const wend_region_node *node, int32_t *found) {
    int32_t *bucket = bucket_of(g, node->i, node->j);
    for (*found = *bucket; *found >= 0; *found = g->nodes.data[*found].next) {
        const wend_region_node *other = &g->nodes.data[*found];
        if (other->i == node->i && other->j == node->j && fabs(other->z - node->z) <= r->touch)
            return true;
    }
    *found = (int32_t)g->nodes.count;
    if (!wend_array_push(r->truth->context, &g->nodes, *node))
        return false;
    g->nodes.data[*found].next = *bucket;
    *bucket = *found;
    return true;
}

// Takes back the node that was added last.
static void forget_node(wend_region_grid *g) {
    const wend_region_node *node = &g->nodes.data[--g->nodes.count];
    *bucket_of(g, node->i, node->j) = node->next;
}

// A node that a stride leads to from a place, among the four around it: a new one of the region, or one that was there
// and is not on the surface. -1 for none.
static wend_result link_to_grid(wend_regions *r, wend_region_grid *g, const double p[3], int32_t region,
                                int32_t *found) {
    int32_t i = (int32_t)floor(p[0] / g->side - SKEW_X), j = (int32_t)floor(p[1] / g->side - SKEW_Y);
    *found = -1;
    for (int k = 0; k < 4 && *found < 0; k++) {
        wend_region_node node = {.i = i + (k & 1), .j = j + (k >> 1), .region = region};
        double place[3];
        stride st;
        node_place(g, &node, place);
        wend_result result = go_twice(r, p, place[0], place[1], &st);
        node.z = st.z;
        if (result != WEND_OK)
            return result;
        if (st.arrived && !add_node(r, g, &node, found))
            return WEND_ERROR_MEMORY;
        if (*found >= 0 && g->nodes.data[*found].region == WEND_ON_SURFACE)
            *found = -1;
    }
    return WEND_OK;
}

// Goes from a node to the eight around it, and adds those to the region that are new.
static wend_result spread(wend_regions *r, wend_region_grid *g, wend_region_node from, wend_region *region) {
    double p[3], place[3];
    int arrived = 0;
    node_place(g, &from, p);
    for (int d = 0; d < 9; d++) {
        wend_region_node node = {.i = from.i + d % 3 - 1, .j = from.j + d / 3 - 1, .region = from.region};
        stride st;
        int32_t found;
        if (d == 4)
            continue;
        node_place(g, &node, place);
        wend_result result = go_twice(r, p, place[0], place[1], &st);
        node.z = st.z;
        if (result != WEND_OK)
            return result;
        count_stop(region, &st);
        if (!st.arrived)
            continue;
        arrived++;
        if (!add_node(r, g, &node, &found))
            return WEND_ERROR_MEMORY;
        int32_t other = g->nodes.data[found].region;
        region->reached |= other == WEND_ON_SURFACE || (other != from.region && g->regions.data[other].reached);
    }
    region->inner += arrived == 8;
    return WEND_OK;
}

// Floods a region from its first node, which is the last of all, as far as the surface.
static wend_result flood(wend_regions *r, wend_region_grid *g, wend_region *region) {
    for (int64_t k = g->nodes.count - 1; k < g->nodes.count && goes_on(r, region) && region->places < NODES; k++) {
        double p[3];
        bool on;
        node_place(g, &g->nodes.data[k], p);
        wend_result result = visit(r, region, p, &on);
        if (result == WEND_OK && on)
            g->nodes.data[k].region = WEND_ON_SURFACE;
        else if (result == WEND_OK)
            result = spread(r, g, g->nodes.data[k], region);
        if (result != WEND_OK)
            return result;
    }
    // The outline of a small or narrow region is most of it: nodes there stand for less than their square, or for more.
    region->area = (double)region->inner * g->side * g->side;
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- seeds

// The highest floor at or below a seed, no farther than the height, in metres. False when there is none.
static wend_result find_seed(wend_regions *r, int32_t seed, double p[3], bool *found) {
    const wend_scene_truth *truth = r->truth;
    double height = truth->def.settings.agent.height, at[3];
    wend_scene_truth_to_metres(truth, truth->def.settings.keep.seeds + 3 * (int64_t)seed, at);
    wend_column_box box = {{at[0], at[1], at[2] - height}, {at[0], at[1], at[2] + height + r->touch}};
    *found = false;
    if (!wend_columns_find(truth->context, &truth->scene, &box, &r->near))
        return WEND_ERROR_MEMORY;
    for (int64_t k = 0; k < r->near.count; k++) {
        double z, above;
        if (truth->grade.data[r->near.data[k]] != WEND_GRADE_FLAT ||
            !wend_column_height(&truth->scene.triangles.data[r->near.data[k]], at[0], at[1], &z) ||
            z > at[2] + r->touch || z < at[2] - height || (*found && z <= p[2]))
            continue;
        bool free = true;
        for (int64_t i = 0; i < r->near.count && free; i++)
            free = !wend_column_height(&truth->scene.triangles.data[r->near.data[i]], at[0], at[1], &above) ||
                   above <= z + r->touch || above >= z + height;
        if (!free)
            continue;
        *found = true;
        p[0] = at[0];
        p[1] = at[1];
        p[2] = z;
    }
    return WEND_OK;
}

// Whether a seed stands on a region: near one of its nodes, or in sight of a place of it.
static wend_result find_seeds(wend_regions *r, wend_region_grid *g, wend_region *region, const double place[3]) {
    int32_t number = (int32_t)g->regions.count;
    for (int32_t k = 0; k < r->truth->def.settings.keep.seed_count && !region->seeded; k++) {
        double p[3];
        bool found;
        stride st;
        int32_t node = -1;
        wend_result result = find_seed(r, k, p, &found);
        if (result != WEND_OK)
            return result;
        if (!found)
            continue;
        result = go_twice(r, place, p[0], p[1], &st);
        region->seeded = st.arrived && fabs(st.z - p[2]) <= r->touch;
        int64_t before = g->nodes.count;
        if (result == WEND_OK && !region->seeded)
            result = link_to_grid(r, g, p, number, &node);
        if (result != WEND_OK)
            return result;
        if (g->nodes.count > before) // of no region that is known
            forget_node(g);
        else if (node >= 0)
            region->seeded |= g->nodes.data[node].region == number;
    }
    return WEND_OK;
}

// ---------------------------------------------------------------------------------------------------- judging

// A region that is narrower than all grids: a star of strides around a place.
static wend_result look_from(wend_regions *r, wend_region *region, const double p[3]) {
    bool on;
    wend_result result = visit(r, region, p, &on);
    for (int d = 0; d < STAR && result == WEND_OK && goes_on(r, region); d++) {
        double angle = 2 * PI * (d + 0.3) / STAR, x = cos(angle), y = sin(angle);
        stride st;
        result = go(r, p, p[0] + STAR_LENGTH * x, p[1] + STAR_LENGTH * y, &st);
        if (result != WEND_OK)
            return result;
        count_stop(region, &st);
        double reach = st.end;
        region->area += PI / STAR * reach * reach;
        on = false;
        for (int k = 1; k < 4 && result == WEND_OK && !on; k++) {
            double there[2] = {p[0] + reach * k / 4 * x, p[1] + reach * k / 4 * y};
            result = go_twice(r, p, there[0], there[1], &st);
            if (result == WEND_OK && st.arrived)
                result = visit(r, region, (double[3]){there[0], there[1], st.z}, &on);
        }
    }
    return result;
}

// A floor inside a solid may still touch one that was kept: extraction leaves floors apart where they meet on a line
// and the ground goes on too steep below one of them, and judges each by itself. Then there must be no doubt.
static bool is_inside(const wend_region *region) {
    double places = (double)region->places, under_back = (double)(region->under_back + region->unsure);
    double most = region->reached ? TRULY_MOST : MOST, open = region->reached ? NOWHERE : OPEN;
    return (double)region->back > BACKS * (double)(region->front + region->back) && under_back > most * places &&
           (double)region->sky <= (region->reached ? 0 : SKY * places) &&
           (double)region->open <= open * (double)region->around;
}

// Why a region was left out: as it is without steps, or with them.
static unsigned find_reasons(const wend_regions *r, const wend_region *region) {
    const wend_settings *def = &r->truth->def.settings;
    if (r->grids == r->apart)
        return is_inside(region) ? WEND_DROP_INSIDE : 0;
    if (region->reached)
        return 0;
    return (def->keep.seed_count > 0 && !region->seeded ? WEND_DROP_SEEDLESS : 0u) |
           (region->area < def->keep.min_area ? WEND_DROP_SMALL : 0u);
}

// Judges the region of a place by one grid. *good when the grid is fine enough for it; the last one has to be.
static wend_result judge_by(wend_regions *r, int level, const double place[3], unsigned *drops, bool *good) {
    wend_region_grid *g = &r->grids[level];
    int64_t before = g->nodes.count;
    int32_t node;
    wend_region region = {.reached = false};
    wend_result result = link_to_grid(r, g, place, (int32_t)g->regions.count, &node);
    bool known = node >= 0 && g->nodes.count == before, last = level == WEND_REGION_GRIDS - 1;
    *good = node >= 0 || last;
    if (result != WEND_OK || !*good)
        return result;
    if (known)
        region = g->regions.data[g->nodes.data[node].region];
    else
        result = node >= 0 ? flood(r, g, &region) : look_from(r, &region, place);
    if (result == WEND_OK && !known && !region.reached && r->grids == r->linked)
        result = find_seeds(r, g, &region, place);
    if (result != WEND_OK)
        return result;
    *drops = find_reasons(r, &region);
    *good = (region.reached && r->grids == r->linked) || region.places >= FEW || last;
    return known || node < 0 || wend_array_push(r->truth->context, &g->regions, region) ? WEND_OK : WEND_ERROR_MEMORY;
}

// Judges the region of a place with or without steps.
static wend_result judge(wend_regions *r, bool linked, const double place[3], unsigned *drops) {
    r->grids = linked ? r->linked : r->apart;
    r->step = linked ? STEP * r->truth->def.step : 0;
    wend_result result = WEND_OK;
    bool good = false;
    *drops = 0;
    for (int level = 0; level < WEND_REGION_GRIDS && result == WEND_OK && !good; level++)
        result = judge_by(r, level, place, drops, &good);
    return result;
}

wend_result wend_regions_judge(wend_regions *r, const double place[3], unsigned *drops) {
    const wend_settings *def = &r->truth->def.settings;
    unsigned apart = 0, linked = 0;
    wend_result result = WEND_OK;
    if (def->keep.seed_count == 0 && !def->exact.keep_inside)
        result = judge(r, false, place, &apart);
    if (result == WEND_OK && (def->keep.seed_count > 0 || def->keep.min_area > 0))
        result = judge(r, true, place, &linked);
    *drops = apart | linked;
    return result;
}

void wend_regions_start(wend_regions *r, const wend_scene_truth *truth) {
    int64_t count = truth->floor_sum.count;
    double side = sqrt(count > 0 ? truth->floor_sum.data[count - 1] / NODES : 0), least = SIDE_MIN;
    if (truth->scene.nodes.count > 0) { // numbers of nodes must not overflow
        const wend_column_node *root = &truth->scene.nodes.data[0];
        for (int k = 0; k < 2; k++)
            least = fmax(least, fmax(fabs(root->low[k]), fabs(root->high[k])) / INDEX_MAX);
    }
    *r = (wend_regions){.truth = truth, .touch = 2 * truth->ground.lattice.step * truth->ground.lattice.unit};
    r->onlooker = (wend_onlooker){.context = truth->context,
                                  .scene = &truth->scene,
                                  .height = truth->def.settings.agent.height,
                                  .touch = r->touch};
    for (int level = 0; level < WEND_REGION_GRIDS; level++, side /= FINER) {
        r->apart[level].side = r->linked[level].side = fmax(side, least);
        for (int k = 0; k < WEND_REGION_BUCKETS; k++)
            r->apart[level].buckets[k] = r->linked[level].buckets[k] = -1;
    }
}

void wend_regions_free(wend_regions *r) {
    wend_context *context = r->truth->context;
    for (int level = 0; level < WEND_REGION_GRIDS; level++) {
        wend_array_free(context, &r->apart[level].nodes);
        wend_array_free(context, &r->apart[level].regions);
        wend_array_free(context, &r->linked[level].nodes);
        wend_array_free(context, &r->linked[level].regions);
    }
    wend_onlooker_free(&r->onlooker);
    wend_array_free(context, &r->slices);
    wend_array_free(context, &r->near);
}

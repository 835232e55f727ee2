// The validator of notches: which vertices they are, their cones, the arcs of their cells, and the phases of corners.
//
// A vertex at which obstacles end is a notch when floor goes on beyond the half-plane of its first edge: then, and only
// then, some edge of its fan is to the right of the first one. Around a notch, angles are summed up as radians; phases
// must be those of directions, and in the turn that the sum tells.
//
// The arcs of a notch must be those of the medial axis that name its vertex, each once, end to end; each must give
// their true distance at both ends, and be of the obstacle beyond. What is least and most along an arc is in its ends
// or where the distance is stationary.
#include "roads/check.h"

#include "geom/predicate.h"

// Directions closer than this are the same: places of the axis are rounded.
#define CLOSE 1e-4

static wend_way between(wend_point a, wend_point b) {
    return (wend_way){(double)b.x - a.x, (double)b.y - a.y};
}

static wend_way along(const wend_roads_checker *k, int32_t half) {
    return wend_way_unit(
        between(k->plan.vertices[wend_check_start(k, half)], k->plan.vertices[wend_check_end(k, half)]));
}

static bool are_same(wend_way a, wend_way b) {
    return fabs(a.x - b.x) <= CLOSE && fabs(a.y - b.y) <= CLOSE;
}

static void blame(wend_roads_checker *k, int32_t vertex, const char *text) {
    wend_roads_blame(k, "roads-notch", vertex, text);
}

// ---------------------------------------------------------------------------------------------------- which they are

static void find_fans(wend_roads_checker *k) {
    for (int32_t v = 0; v < k->plan.vertex_count; v++)
        k->fan.data[v] = k->notch_of.data[v] = -1;
    for (int32_t half = 0; half < 3 * k->plan.triangle_count; half++)
        if (k->fan.data[wend_check_start(k, half)] < 0 || k->plan.triangles[half / 3].twin[half % 3] < 0)
            k->fan.data[wend_check_start(k, half)] = half;
}

static bool is_notch(const wend_roads_checker *k, int32_t vertex) {
    int32_t first = k->fan.data[vertex];
    if (first < 0 || !(k->plan.vertex_flags[vertex] & (WEND_VERTEX_BOUNDARY | WEND_VERTEX_POINT)))
        return false;
    if (k->plan.triangles[first / 3].twin[first % 3] >= 0)
        return true; // a point
    wend_point at = k->plan.vertices[vertex], begin = k->plan.vertices[wend_check_end(k, first)];
    for (int32_t half = first; half >= 0; half = wend_check_around(k, half))
        if (wend_cross(at, begin, k->plan.vertices[wend_check_start(k, wend_check_before(half))]) < 0)
            return true;
    return false;
}

static void check_list(wend_roads_checker *k) {
    int32_t count = 0;
    for (int32_t v = 0; v < k->plan.vertex_count && !k->bad; v++) {
        if (!is_notch(k, v))
            continue;
        if (count == k->v.notch_count || k->v.notches[count].vertex != v)
            blame(k, v, "a corner with more than 180 degrees of floor is no notch, or a notch has no more than that");
        else
            k->notch_of.data[v] = count++;
    }
    if (!k->bad && count != k->v.notch_count)
        blame(k, -1, "there are more notches than corners with more than 180 degrees of floor");
    for (int32_t s = 0; s < k->v.side_count && !k->bad; s++)
        if (k->v.sides[s].notch != k->notch_of.data[wend_check_start(k, k->half.data[s])])
            blame(k, wend_check_start(k, k->half.data[s]), "a corner of a piece is said to be another notch");
}

// ---------------------------------------------------------------------------------------------------- cones

// How much floor there is, in quarter turns; the last half-edge of the fan.
static double floor_around(const wend_roads_checker *k, int32_t vertex, int32_t *last) {
    double sum = 0;
    int32_t first = k->fan.data[vertex], half = first;
    do {
        wend_way out = along(k, half), in = along(k, wend_check_before(half));
        sum += wend_angle(out, (wend_way){-in.x, -in.y});
        *last = half;
        half = wend_check_around(k, half);
    } while (half >= 0 && half != first);
    return sum / 0x1.921fb54442d18p+0;
}

static void check_cone(wend_roads_checker *k, int32_t notch) {
    const wend_road_notch *n = &k->v.notches[notch];
    int32_t last, half = k->fan.data[n->vertex];
    bool ring = k->plan.triangles[half / 3].twin[half % 3] >= 0;
    double turns = floor_around(k, n->vertex, &last);
    wend_way first = {n->first[0], n->first[1]}, begin = wend_way_left(along(k, half));
    if (n->ring != (int)ring || n->reserved != 0 || !(fabs(wend_way_dot(first, first) - 1) < 1e-9)) {
        blame(k, n->vertex, "a notch says that it is a point, or that it is none, or its first direction is no unit");
    } else if (ring) {
        if (!(fabs(n->span - turns) < 1e-6))
            blame(k, n->vertex, "there is more or less floor around a point obstacle than it says");
    } else {
        wend_way end = wend_way_left(along(k, wend_check_before(last)));
        double phase = wend_phase(begin, end), whole = 4 * floor((turns - 2 - phase) / 4 + 0.5);
        if (!(fabs(first.x - begin.x) + fabs(first.y - begin.y) < 1e-9) || !(fabs(n->span - phase - whole) < 1e-6))
            blame(k, n->vertex, "the cone of a notch does not lie between the normals of its edges");
    }
}

// ---------------------------------------------------------------------------------------------------- arcs

// The ends of arcs of the axis by the vertex that they are around.
typedef struct cells {
    wend_roads_checker *k;
    WEND_ARRAY(int32_t) first;  // per vertex: its first one in `halves`; one more at the end
    WEND_ARRAY(int32_t) halves; // 2 * arc + i: around site i, counter-clockwise from vertex i on
    WEND_ARRAY(uint8_t) used;   // of each in `halves`
} cells;

static int32_t site_of(const cells *c, int32_t half) {
    return c->k->axis.arcs[half / 2].site[half % 2];
}
static int32_t vertex_of(const cells *c, int32_t half) {
    return c->k->axis.arcs[half / 2].vertex[half % 2];
}

static bool list_cells(cells *c) {
    wend_context *context = c->k->context;
    int32_t n = c->k->plan.vertex_count, count = 2 * c->k->axis.arc_count, sum = 0;
    if (!wend_array_resize(context, &c->first, (int64_t)n + 1) || !wend_array_resize(context, &c->halves, count) ||
        !wend_array_resize(context, &c->used, count))
        return false;
    for (int32_t v = 0; v <= n; v++)
        c->first.data[v] = 0;
    for (int32_t h = 0; h < count; h++)
        c->first.data[site_of(c, h) < n ? site_of(c, h) : n]++;
    for (int32_t v = 0; v <= n; v++)
        sum = c->first.data[v] += sum;
    for (int32_t h = count - 1; h >= 0; h--) {
        int32_t place = --c->first.data[site_of(c, h) < n ? site_of(c, h) : n];
        c->halves.data[place] = h;
        c->used.data[place] = 0;
    }
    return true;
}

// Where a vertex of the axis lies from a notch.
static wend_way from_notch(const cells *c, const wend_road_notch *n, int32_t vertex) {
    wend_point w = c->k->plan.vertices[n->vertex];
    return (wend_way){c->k->axis.vertices[vertex].x - w.x, c->k->axis.vertices[vertex].y - w.y};
}

// Whether an arc gives the distance to a vertex of the axis; near a notch that is all rounding.
static bool is_as_far(const wend_road_arc *arc, wend_way to) {
    double far = sqrt(wend_way_dot(to, to));
    double value = arc->flat * far + arc->across[0] * to.x + arc->across[1] * to.y;
    return far < 1 || fabs(value - 1) < 1e-3;
}

// Whether an arc is midway to the obstacle beyond: twice as far as that in its direction, or nowhere in others.
static bool is_midway(const cells *c, const wend_road_notch *n, const wend_road_arc *arc, int32_t other) {
    const wend_plan_view *plan = &c->k->plan;
    wend_point w = plan->vertices[n->vertex];
    wend_way across = {arc->across[0], arc->across[1]};
    double size = sqrt(wend_way_dot(across, across));
    if (other < plan->vertex_count) {
        wend_way to = between(w, plan->vertices[other]);
        double far = sqrt(wend_way_dot(to, to));
        return !(arc->flat < 0 || arc->flat > 0) && fabs(size * far - 2) < 1e-9 &&
               fabs(wend_way_dot(across, to) - 2) < 1e-9;
    }
    int32_t half = plan->boundaries[other - plan->vertex_count].edge;
    wend_point a = plan->vertices[wend_check_start(c->k, half)], b = plan->vertices[wend_check_end(c->k, half)];
    wend_way e = along(c->k, half), edge = between(a, b);
    double far = (double)wend_cross(a, b, w) / sqrt(wend_way_dot(edge, edge)); // exact: needles have next to none
    return fabs(size * far - 1) < 1e-9 && fabs(arc->flat * far - 1) < 1e-9 &&
           fabs(wend_way_dot(across, e)) <= 1e-9 * size && wend_way_cross(e, across) < 0;
}

// Whether an arc around a notch ends at a vertex of the axis.
static bool is_end(const cells *c, const wend_road_notch *n, int32_t vertex) {
    for (int32_t i = c->first.data[n->vertex]; i < c->first.data[n->vertex + 1]; i++)
        if (vertex_of(c, c->halves.data[i] ^ 1) == vertex)
            return true;
    return false;
}

// The end of the axis' arc that an arc is: of those that begin at a vertex of the axis the one that begins nearest to
// its direction. When the vertex is -1 it is the first of its cell, which goes on from no other, but around a point.
static int32_t find_half(cells *c, const wend_road_notch *n, const wend_road_arc *arc, int32_t begin) {
    wend_way u = wend_way_at((wend_way){n->first[0], n->first[1]}, arc->phase);
    double least = INFINITY;
    int32_t best = -1;
    for (int32_t i = c->first.data[n->vertex]; i < c->first.data[n->vertex + 1]; i++) {
        int32_t half = c->halves.data[i], vertex = vertex_of(c, half);
        wend_way to = from_notch(c, n, vertex), at = wend_way_unit(to);
        double off = fabs(u.x - at.x) + fabs(u.y - at.y);
        if (c->used.data[i] || (begin >= 0 && vertex != begin) || !(off < least) || !are_same(u, at) ||
            !is_midway(c, n, arc, site_of(c, half ^ 1)) || !is_as_far(arc, to) ||
            !is_as_far(arc, from_notch(c, n, vertex_of(c, half ^ 1))) ||
            (begin < 0 && !n->ring && is_end(c, n, vertex)))
            continue;
        least = off;
        best = i;
    }
    if (best < 0)
        return -1;
    c->used.data[best] = 1;
    return c->halves.data[best];
}

static void range_of(const wend_road_arc *arc, wend_way first, double end, double *least, double *most) {
    wend_way across = {arc->across[0], arc->across[1]};
    double size = sqrt(wend_way_dot(across, across));
    for (int i = 0; i < 4; i++) {
        wend_way u = wend_way_at(first, i == 0 ? arc->phase : end);
        if (i >= 2) {
            u = i == 2 ? across : (wend_way){-across.x, -across.y};
            double phase = wend_phase_near(first, u, 0.5 * (arc->phase + end));
            if (phase < arc->phase || phase > end)
                continue;
        }
        double value = arc->flat + (i < 2 ? wend_way_dot(across, u) : i == 2 ? size : -size);
        *least = value < *least ? value : *least;
        *most = value > *most ? value : *most;
    }
}

static bool is_reach(double reach, double inverse) {
    return inverse > 0 ? fabs(reach * inverse - 1) < 1e-9 : !(reach < INFINITY);
}

static void check_arcs(cells *c, int32_t notch) {
    wend_roads_checker *k = c->k;
    const wend_road_notch *n = &k->v.notches[notch];
    wend_way first = {n->first[0], n->first[1]};
    double last = 0, least = INFINITY, most = 0;
    int32_t begin = -1, from = -1, count = n[1].arc - n->arc;
    bool good = count == c->first.data[n->vertex + 1] - c->first.data[n->vertex];
    for (int32_t i = 0; i < count && good; i++) {
        const wend_road_arc *arc = &k->v.arcs[n->arc + i];
        double end = i + 1 < count ? arc[1].phase : n->span;
        good = arc->phase >= last - WEND_PHASE_CLOSE && end - arc->phase < 4 + CLOSE && (i > 0 || !(arc->phase > 0));
        int32_t half = good ? find_half(c, n, arc, from) : -1;
        good = half >= 0;
        begin = i == 0 && good ? vertex_of(c, half) : begin;
        from = good ? vertex_of(c, half ^ 1) : from;
        last = arc->phase;
        if (good)
            range_of(arc, first, end, &least, &most);
    }
    if (good && n->ring)
        good = from == begin;
    else if (good)
        good = last <= n->span + WEND_PHASE_CLOSE &&
               are_same(wend_way_at(first, n->span), wend_way_unit(from_notch(c, n, from)));
    if (!good)
        blame(k, n->vertex, "the arcs of a notch are not those of its cell in the medial axis");
    else if (!is_reach(n->least, most) || !is_reach(n->most, least))
        blame(k, n->vertex, "a notch says wrongly which discs can touch it");
}

// ---------------------------------------------------------------------------------------------------- corners

// The phase of each corner is one of a direction between its sides, counted on around the notch.
static void check_phases(wend_roads_checker *k, int32_t notch) {
    const wend_road_notch *n = &k->v.notches[notch];
    wend_way first = {n->first[0], n->first[1]};
    int32_t begin = k->fan.data[n->vertex];
    while (k->side_of.data[begin] < 0) // a point may have its first half-edge within a piece
        begin = wend_check_around(k, begin);
    double low = n->ring ? -4 : -1 - CLOSE, before = low, least = INFINITY, most = -INFINITY;
    int32_t half = begin;
    do {
        int32_t side = k->side_of.data[half], previous;
        if (side >= 0) {
            double phase = (double)k->v.side_phases[side];
            wend_way out = along(k, half), u = wend_way_at(first, fabs(phase) < 0x1p40 ? phase : 0);
            int32_t piece = k->v.side_pieces[side];
            previous = side > k->v.pieces[piece].side ? side - 1 : k->v.pieces[piece + 1].side - 1;
            wend_way in = along(k, k->half.data[previous]);
            bool after = n->ring || (phase >= before && phase <= before + 4); // needles may share one
            if (!(fabs(phase) < 0x1p40) || !after || wend_way_cross(out, u) < -CLOSE ||
                wend_way_cross(in, u) < -CLOSE) {
                blame(k, n->vertex, "the phase of a corner is not that of a direction into its piece");
                return;
            }
            before = phase;
            least = phase < least ? phase : least;
            most = phase > most ? phase : most;
        }
        half = wend_check_around(k, half);
    } while (half >= 0 && half != begin);
    if (!(least > low && most - least < n->span + (n->ring ? CLOSE : 2 + CLOSE)))
        blame(k, n->vertex, "the phases of corners are not those of one round");
}

bool wend_roads_check_notches(wend_roads_checker *k) {
    cells c = {.k = k};
    if (!wend_array_resize(k->context, &k->fan, k->plan.vertex_count) ||
        !wend_array_resize(k->context, &k->notch_of, k->plan.vertex_count))
        return false;
    find_fans(k);
    check_list(k);
    bool good = k->bad || list_cells(&c);
    for (int32_t n = 0; n < k->v.notch_count && good && !k->bad; n++) {
        check_cone(k, n);
        if (!k->bad)
            check_arcs(&c, n);
        if (!k->bad)
            check_phases(k, n);
    }
    wend_array_free(k->context, &c.first);
    wend_array_free(k->context, &c.halves);
    wend_array_free(k->context, &c.used);
    return good;
}

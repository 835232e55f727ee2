// The validator of roads. It trusts no number of theirs, and shares nothing with the making of them: it says for every
// array what must be so, from the plan and the medial axis, which are taken for right.
//
// Pieces: every triangle is in one; the edges of its triangles that do not lie between two of them are its sides, in
// their order, which turns left or goes straight on at every corner; borders are sides; twins are neighbours across the
// same edge of the plan. As many triangles as sides less two make a disc with all corners on its rim, so a ring that is
// convex at each of them is a convex polygon. The rest is in check_notches.c and check_visitors.c.
#include "roads/check.h"

#include "geom/predicate.h"

void wend_roads_blame(wend_roads_checker *k, const char *code, int32_t vertex, const char *text) {
    k->bad = true;
    wend_finding f = wend_finding_make(code, WEND_ERROR, "%s", text);
    f.item = vertex;
    if (vertex >= 0 && vertex < k->plan.vertex_count) {
        f.has_at = true;
        wend_lattice_place(&k->plan.lattice, k->plan.vertices[vertex], f.at);
    }
    wend_report_add(k->report, &f);
}

static void blame(wend_roads_checker *k, int32_t triangle, const char *text) {
    bool known = triangle >= 0 && triangle < k->plan.triangle_count;
    wend_roads_blame(k, "roads-pieces", known ? k->plan.triangles[triangle].v[0] : -1, text);
}

// ---------------------------------------------------------------------------------------------------- indices

static bool is_index(int32_t value, int32_t count) {
    return value >= 0 && value < count;
}

// Whether each list of a piece follows that of the piece before it.
static bool are_lists(const wend_roads_view *v, int32_t triangles) {
    const wend_road_piece *p = v->pieces;
    if (p[0].side != 0 || p[0].visitor != 0 || p[0].triangle != 0)
        return false;
    for (int32_t k = 0; k < v->piece_count; k++)
        if ((int64_t)p[k + 1].side < (int64_t)p[k].side + 3 || p[k + 1].triangle <= p[k].triangle ||
            p[k + 1].visitor < p[k].visitor)
            return false;
    const wend_road_piece *end = &p[v->piece_count];
    return end->side == v->side_count && end->visitor == v->visitor_count && end->triangle == triangles;
}

static bool are_indices(const wend_roads_checker *k) {
    const wend_roads_view *v = &k->v;
    for (int32_t s = 0; s < v->side_count; s++)
        if (!is_index(v->side_pieces[s], v->piece_count) || v->sides[s].notch < -1 ||
            v->sides[s].notch >= v->notch_count || v->sides[s].twin < -k->plan.boundary_count ||
            v->sides[s].twin >= v->side_count)
            return false;
    for (int32_t t = 0; t < k->plan.triangle_count; t++)
        if (!is_index(v->triangles[t], k->plan.triangle_count) || !is_index(v->triangle_piece[t], v->piece_count))
            return false;
    for (int32_t n = 0; n < v->notch_count; n++)
        if (!is_index(v->notches[n].vertex, k->plan.vertex_count) || v->notches[n + 1].arc <= v->notches[n].arc)
            return false;
    for (int32_t i = 0; i < v->visitor_count; i++)
        if (!is_index(v->visitors[i].notch, v->notch_count))
            return false;
    return v->notches[0].arc == 0 && v->notches[v->notch_count].arc == v->arc_count;
}

static void check_indices(wend_roads_checker *k) {
    const wend_roads_view *v = &k->v;
    if (v->def.sides < 3 || v->def.sides > WEND_ROAD_SIDES_MOST || v->piece_count < 1 ||
        !are_lists(v, k->plan.triangle_count) || !are_indices(k))
        blame(k, -1, "a list of the roads does not begin where the one before it ends, or an index is out of range");
}

// ---------------------------------------------------------------------------------------------------- pieces

// Every triangle is in one piece, and listed there.
static void check_cover(wend_roads_checker *k) {
    const wend_roads_view *v = &k->v;
    for (int32_t p = 0; p < v->piece_count; p++)
        for (int32_t i = v->pieces[p].triangle; i < v->pieces[p + 1].triangle; i++)
            if (v->triangle_piece[v->triangles[i]] != p ||
                (i > v->pieces[p].triangle && v->triangles[i] <= v->triangles[i - 1])) {
                blame(k, v->triangles[i], "a triangle is not in one piece");
                return;
            }
}

static int32_t next_of(const wend_roads_view *v, int32_t piece, int32_t side) {
    return side + 1 < v->pieces[piece + 1].side ? side + 1 : v->pieces[piece].side;
}

// The side of a piece that is this edge of the plan, which no other edge is.
static void find_side(wend_roads_checker *k, int32_t piece, int32_t half) {
    const wend_roads_view *v = &k->v;
    wend_point a = k->plan.vertices[wend_check_start(k, half)], b = k->plan.vertices[wend_check_end(k, half)];
    for (int32_t s = v->pieces[piece].side; s < v->pieces[piece + 1].side; s++)
        if (k->half.data[s] < 0 && wend_point_equal(v->sides[s].at, a) &&
            wend_point_equal(v->sides[next_of(v, piece, s)].at, b)) {
            k->half.data[s] = half;
            k->side_of.data[half] = s;
            return;
        }
    blame(k, half / 3, "an edge of the rim of a piece is none of its sides");
}

static void check_rim(wend_roads_checker *k, int32_t piece) {
    const wend_roads_view *v = &k->v;
    int32_t first = v->pieces[piece].triangle, count = v->pieces[piece + 1].triangle - first;
    int32_t sides = v->pieces[piece + 1].side - v->pieces[piece].side, rim = 0;
    for (int32_t i = first; i < first + count && !k->bad; i++)
        for (int32_t half = 3 * v->triangles[i]; half < 3 * v->triangles[i] + 3 && !k->bad; half++) {
            int32_t twin = k->plan.triangles[half / 3].twin[half % 3];
            if (twin >= 0 && v->triangle_piece[twin / 3] == piece)
                continue;
            rim++;
            find_side(k, piece, half);
        }
    if (!k->bad && (rim != sides || sides != count + 2 || sides > v->def.sides))
        blame(k, v->triangles[first], "a piece has another number of sides than its triangles make");
}

// Neighbouring sides meet in one vertex, and turn left there or go straight on.
static void check_ring(wend_roads_checker *k, int32_t piece) {
    const wend_roads_view *v = &k->v;
    for (int32_t s = v->pieces[piece].side; s < v->pieces[piece + 1].side && !k->bad; s++) {
        int32_t in = k->half.data[s], out = k->half.data[next_of(v, piece, s)], corner = wend_check_end(k, in);
        wend_point a = k->plan.vertices[wend_check_start(k, in)], b = k->plan.vertices[corner];
        wend_point c = k->plan.vertices[wend_check_end(k, out)];
        int64_t turn = wend_cross(a, b, c);
        if (wend_check_start(k, out) != corner)
            blame(k, in / 3, "the sides of a piece do not follow each other");
        else if (turn < 0 || (turn == 0 && wend_dot(b, a, c) >= 0))
            blame(k, in / 3, "a piece is not convex");
        else if (v->side_pieces[s] != piece)
            blame(k, in / 3, "a side says that it belongs to another piece");
    }
}

static void check_twins(wend_roads_checker *k) {
    const wend_roads_view *v = &k->v;
    for (int32_t s = 0; s < v->side_count && !k->bad; s++) {
        int32_t half = k->half.data[s], twin = k->plan.triangles[half / 3].twin[half % 3];
        if (v->sides[s].twin != (twin < 0 ? twin : k->side_of.data[twin]))
            blame(k, half / 3, "the twin of a side is not the same edge of the plan");
    }
    for (int32_t b = 0; b < k->plan.border_count && !k->bad; b++)
        if (k->side_of.data[k->plan.borders[b]] < 0)
            blame(k, k->plan.borders[b] / 3, "a piece lies on both sides of a border");
}

static bool check_pieces(wend_roads_checker *k) {
    int64_t halves = 3 * (int64_t)k->plan.triangle_count;
    check_cover(k);
    if (!wend_array_resize(k->context, &k->half, k->v.side_count) ||
        !wend_array_resize(k->context, &k->side_of, halves))
        return false;
    for (int32_t s = 0; s < k->v.side_count; s++)
        k->half.data[s] = -1;
    for (int64_t h = 0; h < halves; h++)
        k->side_of.data[h] = -1;
    for (int32_t p = 0; p < k->v.piece_count && !k->bad; p++)
        check_rim(k, p);
    for (int32_t p = 0; p < k->v.piece_count && !k->bad; p++)
        check_ring(k, p);
    if (!k->bad)
        check_twins(k);
    return true;
}

// ---------------------------------------------------------------------------------------------------- all of it

wend_result wend_roads_check(wend_context *context, const wend_roads *roads, wend_report *report) {
    if (context == NULL || roads == NULL)
        return WEND_ERROR_ARGUMENT;
    wend_roads_checker k = {.context = context,
                            .plan = wend_plan_look(roads->plan),
                            .axis = wend_medial_look(roads->medial),
                            .v = wend_roads_look(roads),
                            .report = report};
    check_indices(&k);
    bool good = k.bad || check_pieces(&k);
    if (good && !k.bad)
        good = wend_roads_check_notches(&k);
    if (good && !k.bad)
        good = wend_roads_check_visitors(&k);
    wend_array_free(context, &k.half);
    wend_array_free(context, &k.side_of);
    wend_array_free(context, &k.notch_of);
    wend_array_free(context, &k.fan);
    return k.bad ? WEND_ERROR_INVALID : good ? WEND_OK : WEND_ERROR_MEMORY;
}

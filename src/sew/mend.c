// Mending: what welding leaves of a floor that is thinner than a lattice step.
//
// Where a vertex p hangs in a ledge a -> b, less than a step from it, the ledge should run over p. Welding splits it
// there, unless its triangle would turn over: then something is thinner than a step, and on the lattice there is no
// room for it. These are tried in turn:
//
//     split      the ledge at p, even where nothing can be joined then
//
//     cut off    where p is next to a or b along the hem, the floor (or a       a-------.            a---.
//                crack in it) ends there in a tip, whose end comes to p         p------tip           p---
//
//     peel       p lies inside, near an end of the ledge and beyond edges that lead there: the triangles between the
//                ledge and p get their corners at p (hem.c); a needle that would turn over is taken away
//
//     take away  the ledge's triangle, or one of those at p, when it is nowhere wider than two steps: its area is
//                nothing, and what is uncovered behind it is welded in turn
//
//     lay        a triangle a p b outside the ledge
//
// Triangles keep facing up, and fans turn at most once; hem.c checks that.
//
// It comes last, on the surface as it will be. Vertices that hang are found as welding finds contractions (partners.c),
// and mended in order of distance. Then welding goes on around them, by at most MENDING_REACH steps, and so in turn. In
// the first passes little is taken away; in the last ones nothing is added, so that it comes to an end.
//
// Cost: as for welding, and that of the operations, a fan at most. However bad the input, no more is mended than there
// were ledges at first.
#include "sew/weld.h"

enum {
    MENDING_PASSES = 16,
    GENTLE_PASSES = 4,  // the first ones, where less is taken away
    BENDING_PASSES = 8, // the first ones, where something may be added
    MENDING_REACH = 2,  // steps
    TINY = 32           // steps
};

// ---------------------------------------------------------------------------------------------------- one vertex

static double length2(wend_point3 a, wend_point3 b) {
    double x = (double)b.x - a.x, y = (double)b.y - a.y;
    return x * x + y * y;
}

// Whether the triangle of half-edge h is nowhere wider than two steps over h, or, with `any`, over its longest edge.
// Tiny triangles are always measured so.
static bool is_needle(const wend_raw *raw, int32_t h, bool any) {
    wend_point3 a = wend_raw_from(raw, h), b = wend_raw_to(raw, h), c = wend_raw_to(raw, wend_half_next(h));
    double area2 = (double)wend_area_from_above(a, b, c), longest2 = length2(a, b);
    if (area2 * area2 <= 4 * longest2)
        return true;
    longest2 = length2(b, c) > longest2 ? length2(b, c) : longest2;
    longest2 = length2(c, a) > longest2 ? length2(c, a) : longest2;
    return (any || longest2 <= TINY * TINY) && area2 * area2 <= 4 * longest2;
}

static bool is_pinned(const wend_hem *hem, int32_t border) {
    return hem->raw->borders.data[border].kind == WEND_BOUNDARY_CUT;
}

// Takes away the triangle of half-edge h if it is a needle over it, and not at the border of a tile.
static wend_result take_needle(wend_hem *hem, int32_t h, bool any, bool *done) {
    int32_t triangle = h / 3;
    if (!is_needle(hem->raw, h, any))
        return WEND_OK;
    for (int i = 0; i < 3; i++) {
        int32_t twin = hem->raw->triangles.data[triangle].twin[i];
        if (twin < 0 && is_pinned(hem, ~twin))
            return WEND_OK;
    }
    *done = true;
    return wend_hem_take_away(hem, triangle);
}

static wend_result take_needle_at(wend_hem *hem, int32_t border, bool any, bool *done) {
    return wend_hem_ledge(hem, border) ? take_needle(hem, hem->edges.data[border].edge, any, done) : WEND_OK;
}

// Cuts off a tip between the ledge f and the border that joins its end to the vertex.
static bool cut_off(wend_hem *hem, int32_t vertex, int32_t f) {
    int32_t before = wend_hem_previous(hem, vertex);
    if (before == wend_hem_next(hem, f))
        return wend_hem_collapse(hem, before, false);
    return wend_hem_next(hem, vertex) == f && wend_hem_collapse(hem, vertex, true);
}

// Bends the ledge f at p, near one of its ends; a needle that would turn over goes.
static wend_result peel(wend_hem *hem, int32_t f, wend_point3 p, bool begin, bool *done) {
    int32_t beside = begin ? wend_hem_previous(hem, f) : wend_hem_next(hem, f);
    if (is_pinned(hem, beside) || wend_area_from_above(wend_hem_from(hem, f), p, wend_hem_to(hem, f)) >= 0)
        return WEND_OK;
    int32_t blocker;
    wend_result result = wend_hem_peel(hem, f, p, begin, &blocker, done);
    return result == WEND_OK && blocker >= 0 ? take_needle(hem, blocker, true, done) : result;
}

// Mends a vertex that hangs in a ledge f, where welding cannot. Without `bending` only by taking something away; with
// `any` more may be taken away. *done tells whether something changed.
static wend_result mend(wend_hem *hem, int32_t vertex, int32_t f, bool bending, bool any, bool *done) {
    wend_point3 p = wend_hem_from(hem, vertex);
    wend_result result = WEND_OK;
    int32_t rest;
    *done = false;
    if (bending)
        result = wend_hem_split(hem, f, p, &rest, done);
    if (result == WEND_OK && !*done)
        *done = cut_off(hem, vertex, f);
    for (int k = 0; bending && k < 2 && result == WEND_OK && !*done; k++)
        result = peel(hem, f, p, k == 0, done);
    if (result == WEND_OK && !*done)
        result = take_needle_at(hem, f, any, done);
    if (bending && result == WEND_OK && !*done)
        result = wend_hem_lay(hem, f, p, &rest, done);
    if (result == WEND_OK && !*done)
        result = take_needle_at(hem, vertex, any, done);
    if (result == WEND_OK && !*done)
        result = take_needle_at(hem, wend_hem_previous(hem, vertex), any, done);
    return result;
}

// ---------------------------------------------------------------------------------------------------- all of them

// Mends the vertices that were found. *mended counts those where it was possible.
static wend_result mend_found(wend_weld *w, int pass, int64_t *mended) {
    wend_hem *hem = &w->hem;
    *mended = 0;
    for (int64_t i = 0; i < w->contractions.count; i++) {
        const wend_contraction *c = &w->contractions.data[i];
        bool done = false;
        if (c->unclear || !wend_hem_alive(hem, c->vertex) || !wend_hem_alive(hem, c->partner) ||
            !wend_weld_hangs(w, c->vertex, c->partner))
            continue;
        wend_result result = mend(hem, c->vertex, c->partner, pass < BENDING_PASSES, pass >= GENTLE_PASSES, &done);
        if (result != WEND_OK)
            return result;
        *mended += done;
    }
    return hem->failed ? WEND_ERROR_MEMORY : WEND_OK;
}

// Mends and welds in turn. However bad the input, what is mended and the looks around stay within a multiple of the
// ledges.
static wend_result run_mend(wend_weld *w) {
    wend_result result = WEND_OK;
    int64_t mends_left = 0;
    for (int pass = 0; pass < MENDING_PASSES && result == WEND_OK; pass++) {
        int64_t mended = 0;
        result = wend_weld_find_hanging(w, pass == 0);
        if (pass == 0)
            mends_left = w->items.count;
        if (result == WEND_OK)
            result = mend_found(w, pass, &mended);
        mends_left -= mended;
        if (mended == 0 || mends_left < 0 || w->looks_left <= 0)
            break;
        if (result == WEND_OK)
            result = wend_weld_run_rounds(w, 1);
    }
    return result;
}

wend_result wend_raw_mend(wend_context *context, wend_raw *raw) {
    wend_weld w;
    wend_result result = wend_weld_make(context, raw, MENDING_REACH, &w);
    if (result == WEND_OK)
        result = run_mend(&w);
    wend_weld_free(&w);
    return result;
}
